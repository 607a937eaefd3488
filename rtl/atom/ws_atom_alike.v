// SPDX-License-Identifier: Apache-2.0
// Which pairs of bits of two words are the same. Pure, a LUT4 a pair; the attribute has a synthesizer leave it at that.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_alike (
    input  wire [31:0] r_i,
    input  wire [31:0] s_i,
    output reg  [15:0] same_o
);
  integer i;
  always @(*) for (i = 0; i < 16; i = i + 1) same_o[i] = r_i[i*2+:2] == s_i[i*2+:2];
endmodule
`default_nettype wire
