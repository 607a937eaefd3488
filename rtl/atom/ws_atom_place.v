// SPDX-License-Identifier: Apache-2.0
// A short status of each lane that goes to shared memory. Pure; C twin: ws_atom_place.
//
// An address is aligned to its element, and lies in the CTA's window: below its size, with 0 or the CTA's rank + 1 in bits 27:24 and 0
// above. A lane that lays down the c of a cas.b128 needs no address. Of a lane with a status the address is arbitrary.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_atom_place #(
    parameter LANES = 8,
    parameter WIDTH = 13                // see ws_atom_brief.vh
) (
    input  wire [            7:0] fn_i,
    input  wire [LANES*WIDTH-1:0] brief_i,  // see ws_atom_brief.v
    output reg  [    LANES*3-1:0] code_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "atom/ws_atom_code.vh"
  `include "atom/ws_atom_brief.vh"
  wire pairs = atom_is_pairs(fn_i);
  reg [WIDTH-1:0] brief;
  integer i;

  always @(*)
    for (i = 0; i < LANES; i = i + 1) begin
      brief = brief_i[i*WIDTH+:WIDTH];
      code_o[i*3+:3] = pairs && brief[BRIEF_PRED] ? CODE_LAID : pairs && !brief[BRIEF_LAID] ? CODE_ILLEGAL : brief[BRIEF_OFF] ? CODE_MISALIGNED :
          brief[BRIEF_OUT] ? CODE_SPACE : CODE_OK;
    end
endmodule
`default_nettype wire
