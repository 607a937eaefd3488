// SPDX-License-Identifier: Apache-2.0
// ws_beats between a port at which a group stands until it is taken, and a unit that takes a beat whenever it likes. Lane l brings its number as
// operands, so that a beat shows whose they are.
`default_nettype none
`include "ws_layout.vh"
module beats_order (
    input  wire       clk_i, rst_ni, want, unit_ready,
    input  wire [7:0] any_lanes, any_pred,
    input  wire       any_port, any_warp, any_tag,
    output wire       bad,
    output wire [4:0] reached
);
  `include "ws_ops.vh"
  localparam LANES = 8, BEAT = 2, BEATS = 4, WARPS = 2, WARP_W = 1, TAG_W = 1;
  wire on, valid, waited;
  wire [18:0] group;
  wire [LANES-1:0] lanes = group[7:0], pred = group[15:8];
  wire port = group[16], warp = group[17], tag = group[18];
  wire [1:0] grp_stands = {2{valid && on}} & {port, !port}, grp_ready, stands;
  wire leaves = |(grp_stands & grp_ready), take = |stands && unit_ready;
  wire [LANES-1:0] took;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));
  port_in #(.W(19)) from (
      .clk_i(clk_i), .on_i(on), .want_i(want && any_lanes != 0), .any_i({any_tag, any_warp, any_port, any_pred, any_lanes}), .valid_o(valid),
      .ready_i(|(grp_stands & grp_ready)), .payload_o(group), .waited_o(waited));

  reg [LANES*64-1:0] addr, a;
  reg [LANES*32-1:0] b, c;
  integer i;
  always @(*)
    for (i = 0; i < LANES; i = i + 1) begin
      {addr[i*64+:64], a[i*64+:64]} = {31'd0, i[1:0], 3'd0, i[0], i[2:0], 21'd0, i[2:0], 61'd1, i[2:0]};
      {b[i*32+:32], c[i*32+:32]} = {29'd2, i[2:0], 29'd3, i[2:0]};
    end

  wire [2*BEAT+25:0] head;
  wire [9:0] status;
  wire [BEAT-1:0] opnd, in_lanes, in_pred;
  wire [11:0] op;
  wire in_tag;
  wire [2:0] in_warp;
  wire [BEAT*64-1:0] in_addr, in_a;
  wire [BEAT*32-1:0] in_b, in_c;
  assign {status, opnd, in_lanes, op, in_tag, in_warp} = head;

  ws_beats #(.LANES(LANES), .WARPS(WARPS), .WARP_W(WARP_W), .TAG_W(TAG_W), .PORTS(2), .BEAT(BEAT)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .stands_i(grp_stands), .ready_o(grp_ready), .took_o(took),
      .grp_head_i({10'd5, 8'd0, lanes, WS_OP_MBAR_ARRIVE, tag, warp}), .grp_addr_i(addr), .grp_a_i(a), .grp_b_i(b), .grp_c_i(c), .grp_pred_i(pred),
      .stands_o(stands), .ready_i({2{unit_ready}}), .head_o(head), .addr_o(in_addr), .a_o(in_a), .b_o(in_b), .c_o(in_c), .pred_o(in_pred));

  // The head of its result, as one of the group's warp.
  wire [2*LANES+23:0] back;
  ws_beats_head #(.LANES(LANES), .WARPS(WARPS), .WARP_W(WARP_W), .TAG_W(TAG_W), .BEAT(BEAT)) whose (.head_i(head), .head_o(back));

  reg [LANES-1:0] done_q;  // lanes of the group that a unit has taken
  reg idle_q;              // it stood there in the clock before, and no beat did
  reg [2:0] count_q;       // beats so far
  reg all_q;               // the last one was taken a clock ago
  wire [LANES-1:0] beat = {6'd0, in_lanes} << {in_warp[1:0], 1'b0};
  wire [LANES-1:0] place = 8'd3 << {in_warp[1:0], 1'b0}, below = (8'd1 << {in_warp[1:0], 1'b0}) - 8'd1;
  reg data;  // the operands are not those of their lanes
  always @(*) begin
    data = 0;
    for (i = 0; i < BEAT; i = i + 1)
      if (in_addr[i*64+:64] != {31'd0, in_warp[0], i[0], 3'd0, i[0], in_warp[1:0], i[0], 21'd0, in_warp[1:0], i[0]} || in_a[i*64+:64] != {61'd1, in_warp[1:0], i[0]} ||
          in_b[i*32+:32] != {29'd2, in_warp[1:0], i[0]} || in_c[i*32+:32] != {29'd3, in_warp[1:0], i[0]} || in_pred[i] != pred[{in_warp[1:0], i[0]}]) data = 1;
  end

  always @(posedge clk_i) begin
    if (!rst_ni || leaves) {done_q, count_q} <= 0;
    else if (take) {done_q, count_q} <= {done_q | beat, count_q + 3'd1};
    all_q <= rst_ni && on && take && (done_q | beat) == lanes;
    idle_q <= rst_ni && on && valid && !(|stands) && !leaves;
  end

  assign bad = on && (
    (|stands && (stands != grp_stands || beat == 0 || beat != (lanes & place) || (done_q & beat) != 0 || (lanes & below & ~done_q) != 0)) ||  // in order, once
    (|stands && (data || status != 5 || opnd != 0 || op != WS_OP_MBAR_ARRIVE || in_tag != tag || in_warp[2] != warp)) ||
    (|stands && back != {10'd5, 8'd0, beat, WS_OP_MBAR_ARRIVE, tag, warp}) ||
    took != (take ? beat : 8'd0) ||
    leaves != (valid && all_q) ||                                                                                                                    // a clock after the last one
    (idle_q && !(|stands)));                                                                                                                         // a clock after the group
  reg left_q;
  always @(posedge clk_i) left_q <= on && leaves;
  assign reached = {5{on}} & {leaves && count_q == 4, leaves && count_q == 1 && lanes == 8'h80, leaves && waited, left_q && |grp_stands, leaves && count_q == 2 && lanes == 8'h41};
endmodule
`default_nettype wire
