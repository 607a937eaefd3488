// SPDX-License-Identifier: Apache-2.0
// Whether a group may have lanes for ws_atom_far: one is in global memory, or names another CTA, whether there is one or not, or brings a hint,
// or lays down the c of a cas.b128; or the operation is a vector. Pure. C twin: ws_atom_far_any.
// Operands come late in their clock, so the hierarchy stays until a design is mapped.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_any #(
    parameter LANES = 32
) (
    input  wire [         3:0] self_i,  // rank + 1
    input  wire [         7:0] fn_i,
    input  wire [   LANES-1:0] lanes_i,
    input  wire [LANES*64-1:0] addr_i,
    input  wire [   LANES-1:0] pred_i,
    output reg                 any_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  wire vector = atom_is_vector(fn_i), counts = atom_is_pairs(fn_i) || !atom_is_cas(fn_i);
  reg [3:0] cta;
  integer i;

  always @(*) begin
    any_o = 1'b0;
    cta = 4'd0;
    for (i = 0; i < LANES; i = i + 1) begin
      cta = addr_i[i*64+24+:4];
      if (lanes_i[i] && (vector || (counts && pred_i[i]) || (addr_i[i*64+31+:2] == 2'b01) || (addr_i[i*64+31+:2] == 2'b00 && cta != 4'd0 && cta != self_i)))
        any_o = 1'b1;
    end
  end
  wire unused = &{1'b0, addr_i};
endmodule
`default_nettype wire
