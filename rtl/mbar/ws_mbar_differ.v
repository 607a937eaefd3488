// SPDX-License-Identifier: Apache-2.0
// In which bits do four words differ? Pure: a LUT a bit. The hierarchy stays until a design is mapped, because Yosys takes a tree over many
// lanes apart into pairs, which are 1.4 times as large.
`default_nettype none
(* keep_hierarchy *)
module ws_mbar_differ #(
    parameter W = 53  // bits of a word
) (
    input  wire [4*W-1:0] words_i,
    output wire [  W-1:0] differ_o
);
  wire [W-1:0] w0, w1, w2, w3;
  assign {w3, w2, w1, w0} = words_i;
  assign differ_o = (w0 ^ w1) | (w1 ^ w2) | (w2 ^ w3);
endmodule
`default_nettype wire
