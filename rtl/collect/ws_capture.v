// SPDX-License-Identifier: Apache-2.0
// Sticky capture of the first error since reset: a response of severity E or T, an exit that named blocked lanes, a
// launch of a warp that had not fully exited (these two as CV_LANE_BUSY with operation code 0), or a status of an
// operation on an mbarrier to which no lane gets a response (late_*, of any severity).
//
// In one cycle the exit comes first, then the launch, the response, the late status. opnd is the membermask of the
// group, of refused lanes the union of the membermasks of their request, the lanes named by an exit or launch; 0 for
// barriers and mbarriers. cta is the rank of the CTA whose lanes caused it: the own one, but for operations from other CTAs.
`default_nettype none
`include "ws_layout.vh"
module ws_capture #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
    parameter TAG_W  = 8
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
    input  wire [`WS_HEAD_W-1:0] rsp_head_i,
    // from a unit
    input  wire              late_valid_i,
    input  wire [`WS_HEAD_W-1:0] late_head_i,
    input  wire [       2:0] late_cta_i,
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

  // The response comes last in the clock: all others are chosen from before it.
  localparam W = 10 + WARP_W + 12 + 2 * LANES + 3;
  wire busy = exit_busy_i || launch_busy_i;
  wire [W-1:0] rsp = {
    rsp_head_i[`WS_HEAD_STATUS], rsp_head_i[`WS_HEAD_WARP], rsp_head_i[`WS_HEAD_OP], rsp_head_i[`WS_HEAD_LANES], rsp_head_i[`WS_HEAD_OPND], cfg_rank_i
  };
  wire [W-1:0] other = exit_busy_i ? {WS_ST_CV_LANE_BUSY, exit_warp_i, 12'd0, exit_busy_lanes_i, exit_lanes_i, cfg_rank_i} :
                       launch_busy_i ? {WS_ST_CV_LANE_BUSY, launch_warp_i, 12'd0, launch_lanes_i, launch_lanes_i, cfg_rank_i} :
                       {late_head_i[`WS_HEAD_STATUS], late_head_i[`WS_HEAD_WARP], late_head_i[`WS_HEAD_OP], late_head_i[`WS_HEAD_LANES],
                        late_head_i[`WS_HEAD_OPND], late_cta_i};
  wire unused = &{1'b0, rsp_head_i, late_head_i};

  always @(posedge clk_i)
    if (!rst_ni) err_valid_o <= 1'b0;
    else err_valid_o <= err_valid_o || busy || rsp_capture_i || late_valid_i;

  always @(posedge clk_i)
    if (!err_valid_o)
      {err_status_o, err_warp_o, err_op_o, err_lanes_o, err_opnd_o, err_cta_o} <= rsp_capture_i && !busy ? rsp : other;
endmodule
`default_nettype wire
