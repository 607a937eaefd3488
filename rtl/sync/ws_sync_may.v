// SPDX-License-Identifier: Apache-2.0
// Whether the head of the next clock is judged in it, as far as that is known now: for a register, on which all of judging hangs; unless it waits
// with several keys in its lanes, which is known late, and one_o.
// C twin: promised in cmodel/when/core.c. Pure; the hierarchy stays until a design is mapped, so that nothing else is mixed with it.
//
// In the next clock the head stays, or `next` is the head. It is not judged if something that comes before it may not be over then: what the walker
// gives, the answers of refused lanes, an exit, a launch or a piece of its warp; nor if what is found has no place.
`default_nettype none
(* keep_hierarchy *)
module ws_sync_may #(
    parameter WARPS = 4
) (
    input  wire             judged_i,        // the head is judged in this clock
    // the head, and the request behind it: there is one; its warp, as a bit; the head waits and its lanes carry several keys
    input  wire             valid_i,
    input  wire             several_i,
    input  wire [WARPS-1:0] sel_i,
    input  wire             next_valid_i,
    input  wire [WARPS-1:0] next_sel_i,
    // what does not depend on the head of this clock
    input  wire             room_i,          // for what is found, and for a piece
    input  wire             apart_i,         // a piece with several keys is being taken apart
    input  wire             refusing_i,      // lanes that were refused before are answered; some are left after this clock
    input  wire             left_i,
    input  wire             walker_i,        // a group of the walker is there
    input  wire [WARPS-1:0] held_i,          // warps that wait for something
    // what the head of this clock does if it is judged
    input  wire             refused_i,       // lanes of it are to be answered
    input  wire             changes_i,       // its warp is not what it was: lanes of it wait, or go to a unit that blocks them
    output wire             may_o,
    output wire             one_o            // a request that becomes the head may not carry several keys
);
  wire clear = room_i && !left_i && !(walker_i && (refusing_i || judged_i));  // it goes if there is room
  wire same = valid_i && !judged_i && !(several_i && apart_i) && !(|(sel_i & held_i));
  wire next = (judged_i || !valid_i) && next_valid_i && !(|(next_sel_i & held_i));
  wire again = |(next_sel_i & sel_i);  // both are of one warp

  assign one_o = judged_i ? apart_i || several_i : !valid_i && apart_i;
  assign may_o = clear && (same || next) && !(judged_i && (refused_i || (again && changes_i)));
endmodule
`default_nettype wire
