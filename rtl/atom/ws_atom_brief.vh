// SPDX-License-Identifier: Apache-2.0
// What is known of a lane's address before it is decided where it goes, bit by bit.
// LAID, PRED: pred, and whether the lane has laid down the c of a cas.b128. OFF: the address is no multiple of the size. UP: addr[15:14].
// BEYOND: addr[16], which stands for all above 64 KiB (ws_sync_operands.v). CTA: addr[27:24]. THERE: it is in the window of global memory.
// AWAY: it is another CTA's. OUT: it is not in the window of this CTA.
localparam BRIEF_LAID = 0, BRIEF_PRED = 1, BRIEF_OFF = 2, BRIEF_UP = 3, BRIEF_BEYOND = 5, BRIEF_CTA = 6, BRIEF_OUT = 10, BRIEF_AWAY = 11, BRIEF_THERE = 12, BRIEF_W = 13;

// The size of what an operation accesses: {16 bytes, 8 or more, 4 or more}. Of ws_class.vh.
function [2:0] size_of(input [7:0] fn);
  size_of = {
    atom_is_quad(fn), atom_is_quad(fn) || atom_is_wide(fn) || (atom_is_vector(fn) && fn[7:5] != 3'b101), !atom_is_half(fn)
  };
endfunction

// self: rank + 1 of this CTA; window_w: log2 of its window, in bytes; size: of size_of; above, cta, at: bits 32:31, 27:24 and 16:0 of the address.
function [BRIEF_W-1:0] brief_of(
    input [3:0] self, input [3:0] ctas, input integer window_w, input [2:0] size, input [1:0] above, input [3:0] cta, input [16:0] at,
    input pred, input laid
);
  reg other;
  begin
    other = cta != 4'd0 && cta != self;
    brief_of[BRIEF_LAID] = laid;
    brief_of[BRIEF_PRED] = pred;
    brief_of[BRIEF_OFF] = at[0] || |(at[3:1] & size);
    brief_of[BRIEF_UP+:2] = at[15:14];
    brief_of[BRIEF_BEYOND] = at[16];
    brief_of[BRIEF_CTA+:4] = cta;
    brief_of[BRIEF_OUT] = above != 2'd0 || at[16] || (at[15:0] >> window_w) != 16'd0 || other;
    brief_of[BRIEF_AWAY] = above == 2'd0 && other && cta <= ctas;
    brief_of[BRIEF_THERE] = above == 2'b01;
  end
endfunction
