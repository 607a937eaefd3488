// SPDX-License-Identifier: Apache-2.0
// What W keeps of the addresses of a group: what is in ws_atom_brief.vh, in registers. Operands come late in their clock, so this takes few levels
// of logic; where lanes go and with what status is decided in the next one, from this (ws_atom_space.v, ws_atom_place.v). Loads in each clock
// with load_i. It holds its registers itself, because a simulator evaluates what is in a clocked block only while the unit's clock runs.
// The hierarchy stays until a design is mapped.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_brief #(
    parameter LANES    = 32,
    parameter WINDOW_W = 14,            // log2 of the window, in bytes
    parameter WIDTH    = 13             // bits of a lane, see ws_atom_brief.vh
) (
    input  wire                   clk_i,
    input  wire                   load_i,
    input  wire [            3:0] self_i,  // rank + 1
    input  wire [            3:0] ctas_i,
    input  wire [            7:0] fn_i,
    input  wire [   LANES*64-1:0] addr_i,
    input  wire [      LANES-1:0] pred_i,
    input  wire [      LANES-1:0] laid_i,
    // in place of lane 0's
    input  wire [           63:0] first_addr_i,
    input  wire                   first_pred_i,
    input  wire                   first_laid_i,
    output reg  [LANES*WIDTH-1:0] brief_o
);
  `include "atom/ws_atom_brief.vh"
  `include "ws_ops.vh"
  `include "ws_class.vh"
  integer i;

  always @(posedge clk_i)
    if (load_i) begin
      brief_o[WIDTH-1:0] <= brief_of(
          self_i, ctas_i, WINDOW_W, size_of(fn_i), first_addr_i[32:31], first_addr_i[27:24], first_addr_i[16:0], first_pred_i, first_laid_i
      );
      for (i = 1; i < LANES; i = i + 1)
        brief_o[i*WIDTH+:WIDTH] <= brief_of(
            self_i, ctas_i, WINDOW_W, size_of(fn_i), addr_i[i*64+31+:2], addr_i[i*64+24+:4], addr_i[i*64+:17], pred_i[i], laid_i[i]
        );
    end
  wire unused = &{1'b0, addr_i, first_addr_i, pred_i[0], laid_i[0]};
endmodule
`default_nettype wire
