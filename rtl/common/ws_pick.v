// SPDX-License-Identifier: Apache-2.0
// One of N words, chosen by a one-hot select; 0 if no bit of sel_i is set. Pure.
//
// The and-or form costs N*W/2 LUT4 and a tree. A variable part-select would become a shifter, which is larger.
`default_nettype none
module ws_pick #(
    parameter N = 4,  // words, 1 or more
    parameter W = 32  // bits of a word, 1 or more
) (
    input  wire [  N-1:0] sel_i,
    input  wire [N*W-1:0] words_i,
    output reg  [  W-1:0] word_o
);
  integer n;

  always @(*) begin
    word_o = {W{1'b0}};
    for (n = 0; n < N; n = n + 1) if (sel_i[n]) word_o = word_o | words_i[n*W+:W];
  end
endmodule
`default_nettype wire
