// SPDX-License-Identifier: Apache-2.0
// match.any against the rule, for ever. One group, any one, is marked as it enters, and two of its lanes, any two: when the group
// comes out, each of the two lanes is in the other's row just if both are in the group and their keys are equal. Groups follow
// each other and stalls come as they like. That each group comes out once and in order is prove_pipe_match.
`default_nettype none
`include "ws_layout.vh"
module match_any_rule #(
    parameter BITS   = 4,
    parameter STRUCT = 1
) (
    input  wire         clk_i, rst_ni, want, mark, ready, b64,
    input  wire [  3:0] lanes,
    input  wire [  1:0] one, other,
    input  wire [255:0] a,
    output wire         bad,
    output wire [  7:0] reached
);
  localparam LANES = 4, TAG_W = 1, WARP_W = 1;
  `include "ws_ops.vh"
  wire on, can, valid;
  wire [`WS_HEAD_W-1:0] head;
  wire [127:0] rows;
  wire [3:0] l = head[`WS_HEAD_LANES];
  wire m = head[`WS_HEAD_TAG];
  wire [15:0] d = {rows[99:96], rows[67:64], rows[35:32], rows[3:0]};
  wire [2:0] in_meta;  // {b64, tag, warp}
  wire in_mark = in_meta[1];
  wire take = on && want && can;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));
  ws_match_any #(.LANES(4), .TAG_W(1), .WARP_W(1), .BITS(BITS), .STRUCT(STRUCT)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .grp_valid_i(take), .grp_ready_o(can),
      .grp_head_i({WS_ST_OK, 4'd0, lanes, b64 ? WS_OP_MATCH_ANY_B64 : WS_OP_MATCH_ANY_B32, mark_now, 1'b0}), .grp_key_i(12'd0),
      .grp_addr_i(256'd0), .grp_a_i(a), .grp_b_i(128'd0), .grp_c_i(128'd0), .grp_pred_i(4'd0), .res_valid_o(valid), .res_ready_i(ready),
      .res_more_o(), .res_head_o(head), .res_d_o(rows), .res_d_hi_o(), .res_p_o());

  // The marked group, whose meta is 1, that of all others 0.
  reg marked_q, b64_q, came_q;  // came: another group entered while this one was inside
  reg [1:0] i_q, j_q;
  reg [3:0] lanes_q;
  reg [63:0] x_q, y_q;  // the keys of the two lanes
  wire mark_now = take && mark && !marked_q;
  always @(posedge clk_i)
    if (!rst_ni) marked_q <= 0;
    else begin
      if (mark_now) begin
        marked_q <= 1;
        came_q <= 0;
        {b64_q, lanes_q, i_q, j_q} <= {b64, lanes, one, other};
        x_q <= a[one*64+:64];
        y_q <= a[other*64+:64];
      end else if (take) came_q <= 1;
    end
  wire same = x_q[31:0] == y_q[31:0] && (!b64_q || x_q[63:32] == y_q[63:32]);
  wire mine = valid && m;
  wire wrong = mine && (!marked_q || l != lanes_q ||
      (lanes_q[i_q] && d[{i_q, j_q}] != (lanes_q[j_q] && same)) || (lanes_q[j_q] && d[{j_q, i_q}] != (lanes_q[i_q] && same)));

  // What stands inside while the marked group is at IN, so that what is shown of one clock holds for ever. aig.sh connects these
  // wires to the registers. Of the serial form: the words of a key that are left, and the pair, which with the symbols of this clock
  // says whether all symbols up to now were equal; symbol n is the xor of the n lowest words.
  wire at_in;
  wire [3:0] in_lanes;
  wire [64/BITS-1:0] step;  // one bit of it, or none
  reg [4:0] count;          // steps to go
  integer n;
  always @(*) begin
    count = 0;
    for (n = 0; n < 64 / BITS; n = n + 1) if (step[n]) count = count + n + 1;
  end
  wire within = at_in && in_mark;
  wire [63:0] x = b64_q ? x_q : {32'd0, x_q[31:0]}, y = b64_q ? y_q : {32'd0, y_q[31:0]};
  wire wrong_keys = marked_q && i_q == j_q && x_q != y_q;
  wire wrong_in = |(step & (step - 1'b1)) ? 1'b1 : at_in ? count == 0 || (in_mark && (!marked_q || in_lanes != lanes_q || count > (b64_q ? 64 / BITS : 32 / BITS))) : count > 1;
  wire wrong_inside;
  generate
    if (STRUCT == 1) begin : serial
      wire [255:0] words;
      wire [5:0] pairs;
      wire [1:0] low = i_q < j_q ? i_q : j_q, high = i_q < j_q ? j_q : i_q;
      wire pair = pairs[high == 1 ? 0 : high == 2 ? 1 + low : 3 + low];
      reg [BITS-1:0] sx, sy;
      reg [63:0] left;
      reg now, all;
      integer k;
      always @(*) begin
        {sx, sy, left, now, all} = 0;
        all = 1;
        for (k = 0; k < 64 / BITS; k = k + 1) begin
          sx = sx ^ x[k*BITS+:BITS];
          sy = sy ^ y[k*BITS+:BITS];
          if (k < count) left[k*BITS+:BITS] = {BITS{1'b1}};
          if (k + 1 == count) now = sx == sy;
          if (k + 1 >= count && k < (b64_q ? 64 / BITS : 32 / BITS)) all = all && sx == sy;
        end
      end
      assign wrong_inside = words[i_q*64+:64] != (x & left) || words[j_q*64+:64] != (y & left) ||
                            (i_q != j_q && lanes_q[low] && (pair && now) != all);
    end else begin : plain
      wire [255:0] keys;
      assign wrong_inside = keys[i_q*64+:64] != x || keys[j_q*64+:64] != y;
    end
  endgenerate
  assign bad = on && (wrong || wrong_keys || wrong_in || (within && wrong_inside));

  // Of those who come out while another group is behind them.
  wire both = i_q != j_q && lanes_q[i_q] && lanes_q[j_q] && came_q;
  assign reached = {8{on && mine}} & {
    both && same && b64_q, both && same && !b64_q && x_q[63:32] != y_q[63:32], both && b64_q && x_q[63] != y_q[63] && x_q[62:0] == y_q[62:0],
    both && !same && x_q[31:1] == y_q[31:1], !lanes_q[i_q] && lanes_q[j_q] && same, i_q > j_q && same, i_q == j_q && lanes_q[i_q],
    x_q[31:0] == 0 && same
  };
endmodule
`default_nettype wire
