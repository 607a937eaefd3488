// SPDX-License-Identifier: Apache-2.0
// What a warp asks of a barrier, from its operation, the operands of its lanes (the key) and their predicates. Pure.
// C twins: ws_bar_val, and the first lines of refusal in cmodel/what/bar.c.
//
// key_i: [4] there is no barrier of this number, [10:5] warps awaited (0: no count), [11] no such count.
// A reduction is stored as a number of lanes, so one adder serves all three: .popc and .or count the lanes whose predicate holds,
// .and those whose predicate fails. So .and holds if the sum is 0, .or if it is not.
`default_nettype none
module ws_bar_ask #(
    parameter LANES = 32,
    parameter CNT_W = 3,                 // bits that hold the warps of a CTA
    parameter SUM_W = $clog2(LANES) + 1  // derived, not to be set
) (
    // group
    input  wire [      5:0] op_i,         // see ws_bar_fn.vh
    input  wire [LANES-1:0] lanes_i,
    input  wire [LANES-1:0] pred_i,       // complement already applied
    input  wire [     11:4] key_i,
    // CTA
    input  wire [CNT_W-1:0] warps_i,
    // what it asks
    output wire [      1:0] kind_o,       // 0 sync and arrive, 1 red.popc, 2 red.and, 3 red.or
    output wire             all_o,        // no count is named
    output wire [CNT_W-1:0] want_o,       // warps awaited
    output wire             bad_id_o,
    output wire             bad_count_o,
    output wire [SUM_W-1:0] sum_o
);
  `include "ws_ops.vh"
  `include "bar/ws_bar_fn.vh"

  // 1. Count.
  wire counted = op_i[3];
  reg [5:0] most;

  always @(*) begin
    most = 6'd0;
    most[CNT_W-1:0] = warps_i;
  end

  assign kind_o = kind_of(op_i);
  assign all_o = !counted;
  assign want_o = counted ? key_i[5+:CNT_W] : warps_i;
  assign bad_id_o = key_i[4];
  assign bad_count_o = counted && (key_i[11] || key_i[10:5] > most);

  // 2. Lanes that count, by quads, then quads by pairs. No other operation has the low two bits of red.and.
  wire [LANES-1:0] hits = lanes_i & (pred_i ^ {LANES{op_i[1:0] == WS_OP_BAR_RED_AND[1:0]}});
  reg [LANES/4*6-1:0] sum;
  integer q, step;

  always @(*) begin
    for (q = 0; q < LANES / 4; q = q + 1) sum[q*6+:6] = {3'd0, count4(hits[q*4+:4])};
    for (step = 1; step < LANES / 4; step = step * 2)
      for (q = 0; q < LANES / 4; q = q + 2 * step) sum[q*6+:6] = sum[q*6+:6] + sum[(q+step)*6+:6];
  end

  assign sum_o = sum[SUM_W-1:0];

  wire unused = &{1'b0, op_i[4], sum};
endmodule
`default_nettype wire
