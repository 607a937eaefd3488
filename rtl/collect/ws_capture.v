// SPDX-License-Identifier: Apache-2.0
// Sticky capture of the first error since reset: a response of severity E or T, an exit that named blocked lanes, a
// launch of a warp that had not fully exited (these two as CV_LANE_BUSY with operation code 0), or a status of an
// operation on an mbarrier to which no lane gets a response (late_*, of any severity).
//
// In one cycle the exit comes first, then the launch, the response, the late status. opnd is the membermask of the
// group, of refused lanes the union of the membermasks of their request, the lanes named by an exit or launch; 0 for
// barriers and mbarriers. cta is the rank of the CTA whose lanes caused it: the own one, but for operations from other CTAs.
`default_nettype none
module ws_capture #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter META_W = 10 + LANES + 12 + TAG_W + WARP_W
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire [       2:0] cfg_rank_i,
    // from ws_sync
    input  wire              exit_busy_i,
    input  wire [WARP_W-1:0] exit_warp_i,
    input  wire [ LANES-1:0] exit_busy_lanes_i,
    input  wire [ LANES-1:0] exit_lanes_i,
    input  wire              launch_busy_i,
    input  wire [WARP_W-1:0] launch_warp_i,
    input  wire [ LANES-1:0] launch_lanes_i,
    // from ws_collect
    input  wire              rsp_capture_i,
    input  wire [META_W-1:0] rsp_meta_i,
    input  wire [ LANES-1:0] rsp_lanes_i,
    // from ws_mbar
    input  wire              late_valid_i,
    input  wire [       9:0] late_status_i,
    input  wire [       2:0] late_cta_i,
    input  wire [WARP_W-1:0] late_warp_i,
    input  wire [      11:0] late_op_i,
    input  wire [ LANES-1:0] late_lanes_i,
    // captured
    output reg               err_valid_o,
    output reg  [       9:0] err_status_o,
    output reg  [WARP_W-1:0] err_warp_o,
    output reg  [      11:0] err_op_o,
    output reg  [ LANES-1:0] err_lanes_o,
    output reg  [ LANES-1:0] err_opnd_o,
    output reg  [       2:0] err_cta_o
);
  `include "ws_ops.vh"

  wire [ TAG_W-1:0] tag;
  wire [       9:0] status;
  wire [ LANES-1:0] opnd;
  wire [      11:0] op;
  wire [WARP_W-1:0] warp;
  wire              unused = &{1'b0, tag};

  assign {status, opnd, op, tag, warp} = rsp_meta_i;

  wire busy = exit_busy_i || launch_busy_i;
  wire late = !busy && !rsp_capture_i;

  always @(posedge clk_i)
    if (!rst_ni) err_valid_o <= 1'b0;
    else err_valid_o <= err_valid_o || busy || rsp_capture_i || late_valid_i;

  always @(posedge clk_i)
    if (!err_valid_o) begin
      err_status_o <= busy ? WS_ST_CV_LANE_BUSY : late ? late_status_i : status;
      err_warp_o   <= exit_busy_i ? exit_warp_i : launch_busy_i ? launch_warp_i : late ? late_warp_i : warp;
      err_op_o     <= busy ? 12'd0 : late ? late_op_i : op;
      err_lanes_o  <= exit_busy_i ? exit_busy_lanes_i : launch_busy_i ? launch_lanes_i : late ? late_lanes_i : rsp_lanes_i;
      err_opnd_o   <= exit_busy_i ? exit_lanes_i : launch_busy_i ? launch_lanes_i : late ? {LANES{1'b0}} : opnd;
      err_cta_o    <= late ? late_cta_i : cfg_rank_i;
    end
endmodule
`default_nettype wire
