// SPDX-License-Identifier: Apache-2.0
// Counts the zeros above the highest 1: a tree whose nodes join two counts. Combinational, one LUT a level.
//
//   7 6 5 4 3 2 1 0     bits
//    ○   ○   ○   ○      none? and which of the two
//      ○       ○        the upper one's count, or 2 + the lower one's
//          ○            none_o, count_o; without a 1 the count is 2^CNT_W - 1
`default_nettype none
module ws_atom_lzc #(
    parameter W     = 28,        // bits, at least 2
    parameter CNT_W = $clog2(W)  // derived, not to be set
) (
    input  wire [    W-1:0] bits_i,
    output wire             none_o,
    output wire [CNT_W-1:0] count_o
);
  localparam N = 1 << CNT_W;
  genvar level, k;

  generate
    for (level = 0; level <= CNT_W; level = level + 1) begin : g_level
      // Node k of a level counts bits k * 2^level and up; node 0 is the lowest.
      wire [(N>>level)-1:0] none;
      wire [(N>>level)*CNT_W-1:0] count;
      if (level == 0) begin : g_leaf
        assign none  = ~{bits_i, {N - W{1'b0}}};
        assign count = {N * CNT_W{1'b0}};
      end else begin : g_node
        for (k = 0; k < N >> level; k = k + 1) begin : g_k
          wire [CNT_W-1:0] upper = g_level[level-1].count[(2*k+1)*CNT_W+:CNT_W];
          wire [CNT_W-1:0] lower = g_level[level-1].count[2*k*CNT_W+:CNT_W];
          wire none_above = g_level[level-1].none[2*k+1];
          wire [CNT_W-1:0] one = {{CNT_W - 1{1'b0}}, none_above} << (level - 1);
          assign none[k] = none_above && g_level[level-1].none[2*k];
          assign count[k*CNT_W+:CNT_W] = (none_above ? lower : upper) | one;
        end
      end
    end
  endgenerate

  assign none_o  = g_level[CNT_W].none;
  assign count_o = g_level[CNT_W].count;
endmodule
`default_nettype wire
