// SPDX-License-Identifier: Apache-2.0
// Where the lanes of an operation go: address in shared memory, and a short status. Pure; C twin: ws_atom_place.
//
// An address is aligned to its element, and lies in the CTA's window: below its size, with 0 or the CTA's rank + 1 in bits 31:24 and 0
// above. A lane that lays down the c of a cas.b128 needs no address. Of a lane with a status the address is arbitrary.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself: a status is no reset of the register behind it
module ws_atom_place #(
    parameter LANES    = 32,
    parameter WINDOW_W = 14   // log2 of the window, in bytes
) (
    input  wire                valid_i,
    input  wire [         7:0] fn_i,
    input  wire [         3:0] self_i,    // rank + 1
    input  wire [        13:0] window_i,  // where it begins
    input  wire [LANES*64-1:0] addr_i,
    input  wire [   LANES-1:0] lay_i,     // of a cas.b128: lays down c
    input  wire [   LANES-1:0] laid_i,    // ... has done so
    input  wire [   LANES-1:0] far_i,     // lanes elsewhere, whose address stays as it is
    output reg  [ LANES*3-1:0] code_o,
    output reg  [LANES*14-1:0] at_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "atom/ws_atom_code.vh"
  wire half = atom_is_half(fn_i);
  wire wide = atom_is_wide(fn_i);
  wire quad = atom_is_quad(fn_i);
  wire pairs = atom_is_pairs(fn_i);
  reg off, out;
  integer i;

  // Neither is gated, since whoever takes them has an enable; a simulator works them out when they are asked for.
  always @(*) begin
    code_o = {LANES * 3{1'bx}};
    {off, out} = 2'd0;
    if (valid_i)
      for (i = 0; i < LANES; i = i + 1) begin
        off = addr_i[i*64] || (addr_i[i*64+1] && !half) || (addr_i[i*64+2] && (wide || quad)) || (addr_i[i*64+3] && quad);
        out = |{addr_i[i*64+28+:36], addr_i[i*64+WINDOW_W+:24-WINDOW_W]} || (addr_i[i*64+24+:4] != 4'd0 && addr_i[i*64+24+:4] != self_i);
        code_o[i*3+:3] = pairs && lay_i[i] ? CODE_LAID : pairs && !laid_i[i] ? CODE_ILLEGAL : off ? CODE_MISALIGNED : out ? CODE_SPACE : CODE_OK;
      end
  end

  always @(*) begin
    at_o = {LANES * 14{1'bx}};
    if (valid_i)
      for (i = 0; i < LANES; i = i + 1)
        at_o[i*14+:14] = WINDOW_W == 14 || far_i[i] ? addr_i[i*64+:14] : addr_i[i*64+:14] & {{14 - WINDOW_W{1'b0}}, {WINDOW_W{1'b1}}} | window_i;
  end
endmodule
`default_nettype wire
