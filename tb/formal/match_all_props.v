// SPDX-License-Identifier: Apache-2.0
// match.all against the rule, for ever. One group, any one, is marked as it enters, and two of its lanes, any two: when the group comes
// out, p is 0 unless the two have equal keys, and it is 1 if all lanes have the key of the first of them, or there are no lanes; d is
// the group if p is 1. Groups follow each other and stalls come as they like. That each group comes out once and in order is prove_pipe_match.
`default_nettype none
`include "ws_layout.vh"
module match_all_rule #(
    parameter LANES = 4,
    parameter LOG   = $clog2(LANES)
) (
    input  wire                clk_i, rst_ni, want, mark, ready, b64,
    input  wire [   LANES-1:0] lanes,
    input  wire [     LOG-1:0] one, other,
    input  wire [LANES*64-1:0] a,
    output wire                bad,
    output wire [        11:0] reached
);
  localparam TAG_W = 1, WARP_W = 1;
  `include "ws_ops.vh"
  wire on, can, valid;
  wire [`WS_HEAD_W-1:0] head;
  wire [LANES*32-1:0] all_d;
  wire [LANES-1:0] all_p;
  wire [LANES-1:0] l = head[`WS_HEAD_LANES], d = all_d[LANES-1:0];
  wire m = head[`WS_HEAD_TAG], p = |all_p || l == 0;
  wire [2:0] in_meta;  // {b64, tag, warp}
  wire in_mark = in_meta[1];
  wire [2:0] key_meta;  // {b64, tag, warp}
  wire key_mark = key_meta[1];
  wire take = on && want && can;
  wire mark_now;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));
  ws_match_all #(.LANES(LANES), .TAG_W(1), .WARP_W(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .grp_valid_i(take), .grp_ready_o(can),
      .grp_head_i({WS_ST_OK, {LANES{1'b0}}, lanes, b64 ? WS_OP_MATCH_ALL_B64 : WS_OP_MATCH_ALL_B32, mark_now, 1'b0}), .grp_key_i(12'd0),
      .grp_addr_i({LANES * 64{1'b0}}), .grp_a_i(a), .grp_b_i({LANES * 32{1'b0}}), .grp_c_i({LANES * 32{1'b0}}),
      .grp_pred_i({LANES{1'b0}}), .res_valid_o(valid), .res_ready_i(ready), .res_more_o(), .res_head_o(head), .res_d_o(all_d),
      .res_d_hi_o(), .res_p_o(all_p));

  // The marked group, whose meta is 1, that of all others 0. Keys of absent lanes are 0, and the upper halves for b32.
  wire [63:0] wide = {{32{b64}}, ~32'd0};
  reg [63:0] x, y, raw;  // raw: where the two lanes differ, whatever is compared
  reg alike;  // all lanes of the group that enters have the key x
  integer i, k;
  always @(*) begin
    {x, y, raw} = 0;
    for (i = 0; i < LANES; i = i + 1) begin
      x = x | (a[i*64+:64] & wide & {64{lanes[i] && one == i}});
      y = y | (a[i*64+:64] & wide & {64{lanes[i] && other == i}});
      raw = raw ^ (a[i*64+:64] & {64{(one == i) != (other == i)}});
    end
    alike = lanes[one] || lanes == 0;
    for (i = 0; i < LANES; i = i + 1) if (lanes[i] && (a[i*64+:64] & wide) != x) alike = 1'b0;
  end
  reg marked_q, b64_q, alike_q, came_q;  // came: another group entered while this one was inside
  reg [LANES-1:0] lanes_q;
  reg [LOG-1:0] i_q, j_q;
  reg [63:0] x_q, y_q, raw_q;
  assign mark_now = take && mark && !marked_q;
  always @(posedge clk_i)
    if (!rst_ni) marked_q <= 0;
    else if (mark_now) begin
      marked_q <= 1;
      came_q <= 0;
      {b64_q, alike_q, lanes_q, i_q, j_q, x_q, y_q, raw_q} <= {b64, alike, lanes, one, other, x, y, raw};
    end else if (take) came_q <= 1;
  wire has_i = lanes_q[i_q], has_j = lanes_q[j_q];
  wire mine = valid && m;
  wire wrong = mine && (!marked_q || l != lanes_q || d != (p ? lanes_q : {LANES{1'b0}}) || (p && has_i && has_j && x_q != y_q) ||
      (!p && alike_q));

  // What stands inside while the marked group is there, so that what is shown of one clock holds for ever. aig.sh connects these
  // wires to the registers.
  wire at_in, at_key;
  wire [LANES-1:0] in_lanes, key_lanes;
  wire [LANES*64-1:0] in_keys;
  wire [63:0] key_or, key_and;
  reg [LANES-1:0] off_in;  // lanes that do not hold there what they must
  reg [63:0] at_in_now;
  always @(*)
    for (k = 0; k < LANES; k = k + 1) begin
      at_in_now = in_keys[k*64+:64];
      off_in[k] = ((alike_q || i_q == k) && at_in_now != (lanes_q[k] ? x_q : 64'd0)) ||
          (j_q == k && at_in_now != (lanes_q[k] ? y_q : 64'd0));
    end
  wire wrong_in = at_in && in_mark && (!marked_q || in_lanes != lanes_q || off_in != 0);
  wire wrong_key = at_key && key_mark && (!marked_q || key_lanes != lanes_q || ((x_q | y_q) & ~key_or) != 0 ||
      (has_i && (key_and & ~x_q) != 0) || (has_j && (key_and & ~y_q) != 0) ||
      (alike_q && (key_or != x_q || key_and != (lanes_q == 0 ? ~64'd0 : x_q))));
  wire wrong_mark = marked_q && ((!has_i && x_q != 0) || (!has_j && y_q != 0));
  assign bad = on && (wrong || wrong_mark || wrong_in || wrong_key);

  // Of those who come out while another group is behind them.
  wire full = &lanes_q, alone = (lanes_q & (lanes_q - 1'b1)) == 0 && lanes_q != 0, both = has_i && has_j && i_q != j_q;
  assign reached = {12{on && mine && came_q}} & {
    full && b64_q && p && both && x_q[63:32] != 0 && x_q[31:0] != 0,
    full && !b64_q && p && both && raw_q[63:32] != 0,                // the upper half does not count
    full && b64_q && !p && both && raw_q[31:0] == 0,                 // it does
    full && b64_q && !p && both && raw_q == {1'b1, 63'd0},           // its last bit
    full && !b64_q && !p && both && raw_q[31:0] == 32'd1,
    full && !p && both && raw_q == 0,                                // a third lane differs
    !full && p && has_i && !has_j && raw_q[31:0] != 0 && !alone,     // one that is not in the group does
    !full && !p && both && i_q > j_q,
    alone && p && has_i && d == lanes_q,
    lanes_q == 0 && p && d == 0,                                     // an empty group
    full && p && b64_q && x_q == 0,
    full && p && b64_q && x_q == ~64'd0
  };
endmodule
`default_nettype wire
