// SPDX-License-Identifier: Apache-2.0
// Which lanes of a chunk are in each other's way: they need one ALU, or one wire on the way there (ws_atom_fan). Pure; C twin: in_the_way.
//
// In step 1 of the network lanes j and j + S / 2 have one wire to each half of the ALUs, in the next one those of equal numbers modulo S / 4
// to each quarter, and so on until four are left. The half of ALU d is d[G-1] ^ d[0], the steps after that go by d[G-1] ^ d[G-2], d[G-2] ^ d[G-3] ..:
// so lanes side by side, of 32 or of 64 bits, are in nobody's way. An element of more than 32 bits takes the wires to both halves.
`default_nettype none
module ws_atom_meet #(
    parameter CL = 8,            // lanes
    parameter S  = 8,            // ALUs, CL or more
    parameter G  = $clog2(S)     // derived, not to be set
) (
    input  wire             wide_i,  // more than 32 bits
    input  wire [ CL*G-1:0] alu_i,   // where lanes go
    output reg  [CL*CL-1:0] meet_o   // bit j*CL + k, k < j
);
  localparam STEPS = G > 3 ? G - 2 : 1;
  reg [G-1:0] apart, turn;  // bits in which the ALUs differ; in which the steps do: the first one's in the highest bit
  integer j, k, s;

  always @(*) begin
    meet_o = {CL * CL{1'b0}};
    {apart, turn} = {2 * G{1'b0}};
    for (j = 1; j < CL; j = j + 1)
      for (k = 0; k < j; k = k + 1) begin
        apart = alu_i[j*G+:G] ^ alu_i[k*G+:G];
        turn  = {apart[G-1] ^ apart[0], apart[G-1:1] ^ (apart[G-1:1] << 1)};
        if (wide_i) {apart[0], turn[G-1]} = 2'd0;
        if (apart == {G{1'b0}}) meet_o[j*CL+k] = 1'b1;
        for (s = 1; s <= STEPS; s = s + 1) if (j % (S >> s) == k % (S >> s) && turn >> (G - s) == {G{1'b0}}) meet_o[j*CL+k] = 1'b1;
      end
  end
endmodule
`default_nettype wire
