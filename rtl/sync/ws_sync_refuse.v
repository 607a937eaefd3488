// SPDX-License-Identifier: Apache-2.0
// Refused lanes of the last request that had any: answered one status after the other, that of the lowest lane first. C twin: refuse in
// cmodel/when/core.c.
//
// load_i: the sets of a request; any_i: they are not all empty. Never while refusing_o, a register, is 1. What is to be answered stands at
// head_o while ready_o is 1, until sent_i: from the third clock after load_i on, and again from the third one after sent_i.
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
    input  wire                  offer_i,     // there may be a request in this clock
    input  wire                  any_i,
    input  wire [     LANES-1:0] exited_i,
    input  wire [     LANES-1:0] busy_i,
    input  wire [     LANES-1:0] other_i,
    input  wire                  legal_i,     // the others are no members, else the code is illegal
    input  wire [     LANES-1:0] opnd_i,
    input  wire [          11:0] op_i,
    input  wire [     TAG_W-1:0] tag_i,
    input  wire [    WARP_W-1:0] warp_i,
    // answer
    output reg                   refusing_o,
    output wire                  left_o,      // ... and still in the next clock, but for a request that is judged in this one
    output reg                   ready_o,
    output wire [`WS_HEAD_W-1:0] head_o,
    input  wire                  sent_i
);
  `include "ws_ops.vh"

  reg [LANES-1:0] exited_q, busy_q, other_q, opnd_q, first_q;
  reg some_exited_q, some_busy_q, some_other_q;  // the sets are not empty
  reg is_exited_q, is_busy_q, looked_q, legal_q;
  reg [WARP_W-1:0] warp_q;
  reg [11:0] op_q;
  reg [TAG_W-1:0] tag_q;

  wire [LANES-1:0] all = exited_q | busy_q | other_q;
  wire             is_other = !is_exited_q && !is_busy_q;
  wire             rest = (some_exited_q && !is_exited_q) || (some_busy_q && !is_busy_q) || (some_other_q && !is_other);

  assign left_o = sent_i ? rest : refusing_o;
  assign head_o[`WS_HEAD_STATUS] = is_exited_q ? WS_ST_CV_LANE_EXITED :
                                   is_busy_q ? WS_ST_CV_LANE_BUSY :
                                   legal_q ? WS_ST_CV_NOT_MEMBER : WS_ST_DEC_ILLEGAL;
  assign head_o[`WS_HEAD_OPND]   = opnd_q;
  assign head_o[`WS_HEAD_LANES]  = is_exited_q ? exited_q : is_busy_q ? busy_q : other_q;
  assign head_o[`WS_HEAD_OP]     = op_q;
  assign head_o[`WS_HEAD_TAG]    = tag_q;
  assign head_o[`WS_HEAD_WARP]   = warp_q;

  always @(posedge clk_i)
    if (!rst_ni) begin
      refusing_o <= 1'b0;
      looked_q   <= 1'b0;
      ready_o    <= 1'b0;
    end else begin
      refusing_o <= load_i ? any_i : left_o;
      looked_q <= refusing_o && !looked_q && !ready_o;
      ready_o  <= looked_q || (ready_o && !sent_i);
    end

  always @(posedge clk_i) begin
    if (offer_i && !refusing_o) begin  // they mean nothing until refusing_o says that there is one
      exited_q <= exited_i;
      busy_q   <= busy_i;
      other_q  <= other_i;
      legal_q  <= legal_i;
      warp_q   <= warp_i;
      op_q     <= op_i;
      tag_q    <= tag_i;
      opnd_q   <= opnd_i;
    end else if (sent_i) begin
      if (is_exited_q) exited_q <= {LANES{1'b0}};
      if (is_busy_q) busy_q <= {LANES{1'b0}};
      if (is_other) other_q <= {LANES{1'b0}};
    end
    first_q <= all & (-all);
    if (looked_q) begin
      is_exited_q   <= |(first_q & exited_q);
      is_busy_q     <= |(first_q & busy_q);
      some_exited_q <= |exited_q;
      some_busy_q   <= |busy_q;
      some_other_q  <= |other_q;
    end
  end
endmodule
`default_nettype wire
