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
  genvar k;

  generate
    // Each by its name: an operand that does not count may be X.
    for (k = 0; k < 4; k = k + 1) begin : g_f
      localparam [15:0] ALL = {F3, F2, F1, F0};
      localparam [3:0] F = ALL[k*4+:4];
      wire [W-1:0] y;
      if (F == 4'b1010) begin : g_a
        assign y = a_i;
      end else if (F == 4'b1100) begin : g_b
        assign y = b_i;
      end else begin : g_both
        assign y = ({W{F[3]}} & a_i & b_i) | ({W{F[2]}} & ~a_i & b_i) | ({W{F[1]}} & a_i & ~b_i) | ({W{F[0]}} & ~a_i & ~b_i);
      end
    end
  endgenerate
  assign y_o = sel_i[1] ? (sel_i[0] ? g_f[3].y : g_f[2].y) : sel_i[0] ? g_f[1].y : g_f[0].y;
endmodule
`default_nettype wire
