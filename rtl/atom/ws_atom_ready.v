// SPDX-License-Identifier: Apache-2.0
// Can what stands in Q go, and may an operation enter W in this clock? W has to be free, or to become free, because the chunk in Q goes and
// all behind it move on.
// Pure; the group that stands at the unit and the reading of the next one's operands hang on the answer, so the hierarchy stays until a
// design is mapped: what it is made of is then shared with nothing else, and has no more levels than it needs.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_ready (
    input  wire sweep_i,       // memory is being cleared
    input  wire w_room_i,      // W is free whether Q goes or not
    input  wire w_last_i,      // W holds its last chunk, and V can move on
    input  wire q_valid_i,
    input  wire q_last_i,      // all of Q that are to go do
    input  wire q_uses_i,      // ... and use memory
    input  wire mem_go_i,      // which they may
    input  wire q_float_i,     // it is a sum of floats
    input  wire q_first_i,     // ... and its first lane is compared with what is under way
    input  wire late_i,        // ... or has to wait for it
    input  wire float_busy_i,  // a sum is under way, for which others wait
    input  wire stall_i,
    output wire can_o,         // Q can go, if nothing behind it stands still
    output wire ready_o
);
  assign can_o = q_valid_i && (mem_go_i || !q_uses_i) && !(q_float_i ? late_i || q_first_i : float_busy_i);
  assign ready_o = !sweep_i && (w_room_i || (w_last_i && can_o && q_last_i && !stall_i));
endmodule
`default_nettype wire
