// SPDX-License-Identifier: Apache-2.0
// Refused lanes of the last request that had any: answered one status a clock, lowest lane first. C twin: refuse in cmodel/when/core.c.
//
// load_i: the sets of a request, also if they are empty; never while refusing_o is 1. head_o is what is to be answered, until sent_i.
`default_nettype none
`include "ws_layout.vh"
module ws_sync_refuse #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
    parameter TAG_W  = 8
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    // request
    input  wire                  load_i,
    input  wire [     LANES-1:0] exited_i,
    input  wire [     LANES-1:0] busy_i,
    input  wire [     LANES-1:0] illegal_i,
    input  wire [     LANES-1:0] stranger_i,
    input  wire [     LANES-1:0] opnd_i,
    input  wire [          11:0] op_i,
    input  wire [     TAG_W-1:0] tag_i,
    input  wire [    WARP_W-1:0] warp_i,
    // answer
    output wire                  refusing_o,
    output wire [`WS_HEAD_W-1:0] head_o,
    input  wire                  sent_i
);
  `include "ws_ops.vh"

  reg [LANES-1:0] exited_q, busy_q, other_q, opnd_q;
  reg illegal_q;
  reg [WARP_W-1:0] warp_q;
  reg [11:0] op_q;
  reg [TAG_W-1:0] tag_q;

  wire [LANES-1:0] all = exited_q | busy_q | other_q;
  wire [LANES-1:0] first = all & (-all);
  wire             is_exited = |(first & exited_q);
  wire             is_busy = |(first & busy_q);
  wire [LANES-1:0] lanes = is_exited ? exited_q : is_busy ? busy_q : other_q;

  assign refusing_o = |all;
  assign head_o[`WS_HEAD_STATUS] = is_exited ? WS_ST_CV_LANE_EXITED :
                                   is_busy ? WS_ST_CV_LANE_BUSY :
                                   illegal_q ? WS_ST_DEC_ILLEGAL : WS_ST_CV_NOT_MEMBER;
  assign head_o[`WS_HEAD_OPND]   = opnd_q;
  assign head_o[`WS_HEAD_LANES]  = lanes;
  assign head_o[`WS_HEAD_OP]     = op_q;
  assign head_o[`WS_HEAD_TAG]    = tag_q;
  assign head_o[`WS_HEAD_WARP]   = warp_q;

  always @(posedge clk_i)
    if (!rst_ni) begin
      exited_q <= {LANES{1'b0}};
      busy_q   <= {LANES{1'b0}};
      other_q  <= {LANES{1'b0}};
    end else if (load_i) begin
      exited_q <= exited_i;
      busy_q   <= busy_i;
      other_q  <= illegal_i | stranger_i;
    end else if (sent_i) begin
      exited_q <= exited_q & ~lanes;
      busy_q   <= busy_q & ~lanes;
      other_q  <= other_q & ~lanes;
    end

  always @(posedge clk_i)
    if (load_i) begin
      illegal_q <= |illegal_i;
      warp_q    <= warp_i;
      op_q      <= op_i;
      tag_q     <= tag_i;
      opnd_q    <= opnd_i;
    end
endmodule
`default_nettype wire
