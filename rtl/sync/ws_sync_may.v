// SPDX-License-Identifier: Apache-2.0
// May the head be judged in this clock? Pure. Half of the rendezvous hangs on the answer, so the hierarchy stays until a design is mapped:
// what it is made of is then shared with nothing else, and has no more levels than it needs.
`default_nettype none
(* keep_hierarchy *)
module ws_sync_may #(
    parameter WARPS = 4
) (
    input  wire             valid_i,       // there is a head
    input  wire             waits_i,       // it is legal and may have to wait,
    input  wire             one_key_i,     // ... with one key in all lanes
    input  wire             several_i,     // a request with several keys is being taken apart
    input  wire             room_i,        // for what is found
    input  wire             piece_room_i,  // for a piece
    input  wire             refusing_i,    // lanes of a request before are still to be answered
    input  wire             walker_i,      // a group of the walker goes
    input  wire [WARPS-1:0] sel_i,         // the head's warp, as a bit
    // warps that wait: for the walker, for an exit, because something has changed a clock ago
    input  wire [WARPS-1:0] held_i,
    input  wire [WARPS-1:0] due_i,
    input  wire [WARPS-1:0] recent_i,
    output wire             may_o
);
  assign may_o = valid_i && room_i && !refusing_i && !walker_i && piece_room_i && !(waits_i && !one_key_i && several_i) &&
                 !(|(sel_i & (held_i | due_i | recent_i)));
endmodule
`default_nettype wire
