// SPDX-License-Identifier: Apache-2.0
// Whether a group may have lanes for ws_atom_far: one is in global memory, or names another CTA, whether there is one or not, or brings a hint,
// or lays down the c of a cas.b128; or the operation is a vector. In two registers: none_o of what stood there a clock ago, any_o of what stood there
// when load_i was 1 last. C twin: ws_atom_far_any.
// Operands come late in their clock, so the hierarchy stays until a design is mapped.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_any #(
    parameter LANES = 32
) (
    input  wire                clk_i,
    input  wire                load_i,
    input  wire [         3:0] self_i,  // rank + 1
    input  wire [         7:0] fn_i,
    input  wire [   LANES-1:0] lanes_i,
    input  wire [LANES*64-1:0] addr_i,
    input  wire [   LANES-1:0] pred_i,
    output reg                 any_o,
    output reg                 none_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"

  always @(posedge clk_i) begin
    none_o <= !any_of(self_i, fn_i, lanes_i, addr_i, pred_i);
    if (load_i) any_o <= any_of(self_i, fn_i, lanes_i, addr_i, pred_i);
  end

  function any_of(input [3:0] self, input [7:0] fn, input [LANES-1:0] lanes, input [LANES*64-1:0] addr, input [LANES-1:0] pred);
    reg vector, counts;
    reg [3:0] cta;
    integer i;
    begin
      vector = atom_is_vector(fn);
      counts = atom_is_pairs(fn) || !atom_is_cas(fn);
      any_of = 1'b0;
      for (i = 0; i < LANES; i = i + 1) begin
        cta = addr[i*64+24+:4];
        if (lanes[i] && (vector || (counts && pred[i]) || (addr[i*64+31+:2] == 2'b01) || (addr[i*64+31+:2] == 2'b00 && cta != 4'd0 && cta != self)))
          any_of = 1'b1;
      end
    end
  endfunction
  wire unused = &{1'b0, addr_i};
endmodule
`default_nettype wire
