// SPDX-License-Identifier: Apache-2.0
// One of six words. Combinational, three LUT4 a bit; see ws_mux4. sel_i: 0000 a, 0001 b, 0110 c, 0111 d, 1010 e, 1011 f.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_mux6 #(
    parameter W = 32  // bits of a word, 1 or more
) (
    input  wire [  3:0] sel_i,
    input  wire [W-1:0] a_i,
    input  wire [W-1:0] b_i,
    input  wire [W-1:0] c_i,
    input  wire [W-1:0] d_i,
    input  wire [W-1:0] e_i,
    input  wire [W-1:0] f_i,
    output wire [W-1:0] y_o
);
  wire [W-1:0] first = sel_i[1] ? {W{sel_i[0]}} : sel_i[0] ? b_i : a_i;
  wire [W-1:0] second = sel_i[2] ? (first & d_i) | (~first & c_i) : first;
  assign y_o = sel_i[3] ? (second & f_i) | (~second & e_i) : second;
endmodule
`default_nettype wire
