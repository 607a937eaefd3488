// SPDX-License-Identifier: Apache-2.0
// One of four words. Combinational.
//
// Two LUT4 a bit in place of three: with sel_i[1] the first one gives the constant sel_i[0], by which the second one chooses c or d; else it
// chooses a or b, and the second one hands that on. The attribute keeps a synthesizer from making a tree of it again.
`default_nettype none
(* keep_hierarchy *)
module ws_mux4 #(
    parameter W = 32  // bits of a word, 1 or more
) (
    input  wire [  1:0] sel_i,
    input  wire [W-1:0] a_i,
    input  wire [W-1:0] b_i,
    input  wire [W-1:0] c_i,
    input  wire [W-1:0] d_i,
    output wire [W-1:0] y_o
);
  wire [W-1:0] first = sel_i[1] ? {W{sel_i[0]}} : sel_i[0] ? b_i : a_i;
  assign y_o = sel_i[1] ? (first & d_i) | (~first & c_i) : first;
endmodule
`default_nettype wire
