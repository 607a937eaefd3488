// SPDX-License-Identifier: Apache-2.0
// What W keeps of the addresses of a group. Operands come late in their clock, so this takes few levels of logic; where lanes go and with what
// status is decided in the next one, from this (ws_atom_space.v, ws_atom_place.v). Pure; the hierarchy stays until a design is mapped.
//
// LAID, PRED: pred, and whether the lane has laid down the c of a cas.b128. OFF: the address is no multiple of the size. UP: addr[15:14].
// BEYOND: addr[16], which stands for all above 64 KiB (ws_sync_operands.v). CTA: addr[27:24]. THERE: it is in the window of global memory.
// AWAY: it is another CTA's. OUT: it is not in the window of this CTA.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_brief #(
    parameter LANES    = 32,
    parameter WINDOW_W = 14,            // log2 of the window, in bytes
    parameter WIDTH    = 13             // bits of a lane, see ws_atom_brief.vh
) (
    input  wire [            3:0] self_i,  // rank + 1
    input  wire [            3:0] ctas_i,
    input  wire [            7:0] fn_i,
    input  wire [   LANES*64-1:0] addr_i,
    input  wire [      LANES-1:0] pred_i,
    input  wire [      LANES-1:0] laid_i,
    output reg  [LANES*WIDTH-1:0] brief_o
);
  `include "atom/ws_atom_brief.vh"
  `include "ws_ops.vh"
  `include "ws_class.vh"
  wire quad = atom_is_quad(fn_i);
  wire [2:0] size = {quad, quad || atom_is_wide(fn_i) || (atom_is_vector(fn_i) && fn_i[7:5] != 3'b101), !atom_is_half(fn_i)};  // 16 bytes, 8 or more, 4 or more
  reg [3:0] cta;
  reg other;
  integer i;

  always @(*)
    for (i = 0; i < LANES; i = i + 1) begin
      cta = addr_i[i*64+24+:4];
      other = cta != 4'd0 && cta != self_i;
      brief_o[i*WIDTH+BRIEF_LAID] = laid_i[i];
      brief_o[i*WIDTH+BRIEF_PRED] = pred_i[i];
      brief_o[i*WIDTH+BRIEF_OFF] = addr_i[i*64] || |(addr_i[i*64+1+:3] & size);
      brief_o[i*WIDTH+BRIEF_UP+:2] = addr_i[i*64+14+:2];
      brief_o[i*WIDTH+BRIEF_BEYOND] = addr_i[i*64+16];
      brief_o[i*WIDTH+BRIEF_CTA+:4] = cta;
      brief_o[i*WIDTH+BRIEF_OUT] = addr_i[i*64+31+:2] != 2'd0 || addr_i[i*64+16] || (addr_i[i*64+:16] >> WINDOW_W) != 16'd0 || other;
      brief_o[i*WIDTH+BRIEF_AWAY] = addr_i[i*64+31+:2] == 2'd0 && other && cta <= ctas_i;
      brief_o[i*WIDTH+BRIEF_THERE] = addr_i[i*64+31+:2] == 2'b01;
    end
  wire unused = &{1'b0, addr_i};
endmodule
`default_nettype wire
