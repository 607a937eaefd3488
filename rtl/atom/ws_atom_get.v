// SPDX-License-Identifier: Apache-2.0
// The word of an ALU: that of the bank of which the bit is set, or one on the way to memory; 0 if no bit is set. Two words share a LUT4 a bit,
// and three levels do for eight banks. Pure; the words come late, so the hierarchy stays until a design is mapped.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_get #(
    parameter N    = 8,  // banks
    parameter W    = 32,
    parameter LATE = 1   // 0: none is on the way
) (
    input  wire [  N-1:0] one_i,
    input  wire [N*W-1:0] words_i,
    input  wire           mid_i,   // one of these two, with no bit in one_i
    input  wire           far_i,
    input  wire [  W-1:0] mid_word_i,
    input  wire [  W-1:0] far_word_i,
    output reg  [  W-1:0] word_o
);
  integer k;

  always @(*) begin
    word_o = LATE == 0 ? {W{1'b0}} : (mid_word_i & {W{mid_i}}) | (far_word_i & {W{far_i}});
    for (k = 0; k < N; k = k + 1) word_o = word_o | (words_i[k*W+:W] & {W{one_i[k]}});
  end
  wire unused = &{1'b0, mid_i, far_i, mid_word_i, far_word_i};
endmodule
`default_nettype wire
