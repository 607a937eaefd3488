// SPDX-License-Identifier: Apache-2.0
// Whether the result of a word in ws_atom_int is b, from what each word says of itself. Pure, two LUT levels, which the attribute keeps apart from
// those before.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_takes (
    input  wire       cas_i,    // of whole words
    input  wire       two_i,
    input  wire       four_i,
    input  wire       same_i,   // r == s: this word, the other one of its pair, both of the other pair
    input  wire       mate_i,
    input  wire [1:0] others_i,
    input  wire [1:0] low_i,    // by the order of the words, where that tells
    input  wire       less_i,   // r < s of the pair
    input  wire [1:0] at_least_i,  // ... and what that tells
    input  wire [1:0] below_i,
    input  wire [1:0] half_i,   // of each half
    output wire [3:0] sel_o     // of each half, for ws_atom_end
);
  wire pair = cas_i && same_i && (!two_i || mate_i);
  wire rest = !four_i || &others_i;
  wire [1:0] order = low_i | (less_i ? below_i : at_least_i);
  assign sel_o = {order | {2{(pair && rest) || half_i[1]}}, order | {2{(pair && rest) || half_i[0]}}};
endmodule
`default_nettype wire
