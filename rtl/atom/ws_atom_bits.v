// SPDX-License-Identifier: Apache-2.0
// One of four bitwise functions of two words, chosen for all bits at once. Combinational, one LUT4 a bit.
//
// A function is given by its four values, F[{b, a}]: 4'b1010 is a, 4'b1100 is b, 4'b1000 is a & b. The attribute keeps a synthesizer from
// dissolving the selection: mapped freely, the slice around it costs a quarter more.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_bits #(
    parameter       W  = 32,  // bits, >= 1
    parameter [3:0] F0 = 0,
    parameter [3:0] F1 = 0,
    parameter [3:0] F2 = 0,
    parameter [3:0] F3 = 0
) (
    input  wire [  1:0] sel_i,
    input  wire [W-1:0] a_i,
    input  wire [W-1:0] b_i,
    output wire [W-1:0] y_o
);
  localparam [15:0] TABLE = {F3, F2, F1, F0};
  genvar i;
  generate
    for (i = 0; i < W; i = i + 1) begin : g_bit
      wire [3:0] at = {sel_i, b_i[i], a_i[i]};
      assign y_o[i] = TABLE[at];
    end
  endgenerate
endmodule
`default_nettype wire
