// SPDX-License-Identifier: Apache-2.0
// From P3 to the response: results wait in a queue (ws_atom_queue), and are gathered (ws_atom_result). This file only wires.
`default_nettype none
`include "ws_layout.vh"
module ws_atom_done #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter CL     = 8,                                           // lanes of a chunk
    parameter S      = 8,                                           // ALUs
    parameter LANE_W = $clog2(LANES),                               // derived, not to be set
    parameter WAY    = CL + S / 2 + S * $clog2(S),                  // derived
    parameter HEAD   = 1 + LANE_W + 7 + 12 + TAG_W + WARP_W         // derived: {close, base, kind, op, tag, warp}
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    // places
    input  wire                  issue_i,
    output wire                  room_o,
    output wire                  busy_o,    // something is not yet answered
    // lanes that are done
    input  wire                  valid_i,
    input  wire [      HEAD-1:0] head_i,
    input  wire [        CL-1:0] go_i,
    input  wire [      CL*3-1:0] code_i,
    input  wire [       WAY-1:0] way_i,
    input  wire [      S*32-1:0] old_i,
    // response
    output wire                  res_valid_o,
    input  wire                  res_ready_i,
    output wire [`WS_HEAD_W-1:0] res_head_o,
    output wire [  LANES*32-1:0] res_d_o,
    output wire [  LANES*32-1:0] res_d_hi_o,
    output wire [     LANES-1:0] res_p_o
);
  localparam OP_AT = TAG_W + WARP_W, KIND = OP_AT + 12;
  wire queue_busy, result_busy, valid, ready, again;
  wire [HEAD-1:0] head;
  wire [CL-1:0] go;
  wire [CL*3-1:0] code;
  wire [CL*32-1:0] lo, hi;
  wire [63:0] upper, upper_again;

  ws_atom_queue #(
      .HEAD(HEAD),
      .CL  (CL),
      .S   (S)
  ) queue (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .issue_i(issue_i),
      .room_o (room_o),
      .busy_o (queue_busy),
      .valid_i(valid_i),
      .head_i (head_i),
      .go_i   (go_i),
      .code_i (code_i),
      .way_i  (way_i),
      .old_i  (old_i),
      .valid_o(valid),
      .ready_i(ready),
      .head_o (head),
      .go_o   (go),
      .code_o (code),
      .lo_o   (lo),
      .hi_o   (hi),
      .upper_o(upper),
      .again_i(again),
      .upper_i(upper_again)
  );

  ws_atom_result #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W),
      .CL    (CL)
  ) result (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .busy_o     (result_busy),
      .ready_o    (ready),
      .valid_i    (valid),
      .close_i    (head[HEAD-1]),
      .warp_i     (head[WARP_W-1:0]),
      .tag_i      (head[WARP_W+:TAG_W]),
      .op_i       (head[OP_AT+:12]),
      .wide_i     (head[KIND]),
      .quad_i     (head[KIND+1]),
      .half_i     (head[KIND+2]),
      .red_i      (head[KIND+5]),
      .base_i     (head[KIND+7+:LANE_W]),
      .go_i       (go),
      .code_i     (code),
      .lo_i       (lo),
      .hi_i       (hi),
      .upper_i    (upper),
      .again_o    (again),
      .upper_o    (upper_again),
      .res_valid_o(res_valid_o),
      .res_ready_i(res_ready_i),
      .res_head_o (res_head_o),
      .res_d_o    (res_d_o),
      .res_d_hi_o (res_d_hi_o),
      .res_p_o    (res_p_o)
  );

  assign busy_o = queue_busy || result_busy;
  wire unused = &{1'b0, head};
endmodule
`default_nettype wire
