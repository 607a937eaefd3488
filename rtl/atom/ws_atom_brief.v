// SPDX-License-Identifier: Apache-2.0
// What W keeps of the addresses of a group, in few levels of logic, since operands come late in their clock: where lanes go and with what
// status is decided in the next one, from this (ws_atom_space.v, ws_atom_place.v). Pure.
//
// LAID, PRED: pred, and whether the lane has laid down the c of a cas.b128. OFF: the address is no multiple of the size. OVER: it has bits
// between the CTA's window and 16 KiB. UP: addr[15:14]. BEYOND: addr[16], which stands for all above 64 KiB (ws_sync_operands.v).
`default_nettype none
module ws_atom_brief #(
    parameter LANES    = 32,
    parameter WINDOW_W = 14,            // log2 of the window, in bytes
    parameter WIDTH    = 13             // bits of a lane, see ws_atom_brief.vh
) (
    input  wire [         7:0] fn_i,
    input  wire [LANES*64-1:0] addr_i,
    input  wire [   LANES-1:0] pred_i,
    input  wire [   LANES-1:0] laid_i,
    output reg  [LANES*WIDTH-1:0] brief_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "atom/ws_atom_brief.vh"
  wire pair = atom_is_vector(fn_i) && fn_i[7:5] == 3'b101;  // two of f16 or bf16: 4 bytes
  wire two = atom_is_half(fn_i), sixteen = atom_is_quad(fn_i);
  wire eight = sixteen || atom_is_wide(fn_i) || (atom_is_vector(fn_i) && !pair && !fn_i[0]);  // or more
  integer i;

  always @(*)
    for (i = 0; i < LANES; i = i + 1) begin
      brief_o[i*WIDTH+BRIEF_LAID] = laid_i[i];
      brief_o[i*WIDTH+BRIEF_PRED] = pred_i[i];
      brief_o[i*WIDTH+BRIEF_OFF] = addr_i[i*64] || (addr_i[i*64+1] && !two) || (addr_i[i*64+2] && eight) || (addr_i[i*64+3] && sixteen);
      brief_o[i*WIDTH+BRIEF_OVER] = WINDOW_W < 14 && (addr_i[i*64+:14] >> WINDOW_W) != 14'd0;
      brief_o[i*WIDTH+BRIEF_UP+:2] = addr_i[i*64+14+:2];
      brief_o[i*WIDTH+BRIEF_BEYOND] = addr_i[i*64+16];
      brief_o[i*WIDTH+BRIEF_CTA+:4] = addr_i[i*64+24+:4];
      brief_o[i*WIDTH+BRIEF_WINDOW+:2] = addr_i[i*64+31+:2];
    end
  wire unused = &{1'b0, addr_i};
endmodule
`default_nettype wire
