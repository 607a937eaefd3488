// SPDX-License-Identifier: Apache-2.0
// The last step of ws_atom_int: the result from what it is made of. Pure, one LUT4 a bit.
`default_nettype none
module ws_atom_end #(
    parameter SLICES = 4
) (
    input  wire [SLICES*32-1:0] a_i,
    input  wire [SLICES*32-1:0] b_i,
    input  wire [ SLICES*4-1:0] sel_i,  // of each half word
    output wire [SLICES*32-1:0] d_o
);
  localparam [3:0] A = 4'b1010, B = 4'b1100, AND = 4'b1000, XOR = 4'b0110;
  genvar i;

  generate
    for (i = 0; i < SLICES * 2; i = i + 1) begin : g_half
      ws_atom_bits #(
          .W (16),
          .F0(A),
          .F1(AND),
          .F2(XOR),
          .F3(B)
      ) u_bits (
          .sel_i(sel_i[i*2+:2]),
          .a_i  (a_i[i*16+:16]),
          .b_i  (b_i[i*16+:16]),
          .y_o  (d_o[i*16+:16])
      );
    end
  endgenerate
endmodule
`default_nettype wire
