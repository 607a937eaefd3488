// SPDX-License-Identifier: Apache-2.0
// Which stages before P1 move on in this clock: W, V, U, Q, and whether an operation may enter W. A stage moves on if the one behind it is free,
// or becomes so because the chunk in Q goes and all between move on.
// What goes hangs last on the response that stands: it is taken, or not. So each answer comes twice, {if it is taken, if it is not}, and the
// caller chooses with the signal that comes late.
// Pure; wide registers, the group that stands at the unit and the reading of the next one's operands hang on the answers, so the hierarchy
// stays until a design is mapped: what it is made of is then shared with nothing else, and has no more levels than it needs.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_ready (
    input  wire       sweep_i,       // memory is being cleared
    input  wire       offers_i,      // an operation stands there
    input  wire       w_valid_i,
    input  wire       w_last_i,      // W holds its last chunk
    input  wire       v_valid_i,
    input  wire       v_done_i,      // V has no lane left for ws_atom_far
    input  wire       u_valid_i,
    input  wire       q_valid_i,
    input  wire       q_last_i,      // all of Q that are to go do
    input  wire       q_uses_i,      // ... and use memory
    input  wire       mem_go_i,      // which they may
    input  wire       q_float_i,     // it is a sum of floats
    input  wire       q_first_i,     // ... and its first lane is compared with what is under way
    input  wire       late_i,        // ... or has to wait for it
    input  wire       float_busy_i,  // a sum is under way, for which others wait
    input  wire       stuck_i,       // P4 has a result, and a response stands before it:
    input  wire       only_i,        // ... which is the last one of its operation
    // if the response is taken, and if it is not. From bit 9 down: who is to go in Q does; Q is free, or all of it goes; U to Q; V to U, and the same
    // for what is wide; W to V, and the same for what is wide; W is free, or all of it goes; ... and an operation may enter; ... and one stands there
    output wire [9:0] taken_o,
    output wire [9:0] else_o
);
  wire can = q_valid_i && (mem_go_i || !q_uses_i) && !(q_float_i ? late_i || q_first_i : float_busy_i);

  // If who is to go in Q does, and if not.
  wire q_free_1 = !q_valid_i || q_last_i, q_free_0 = !q_valid_i;
  wire v_go_1 = v_valid_i && v_done_i && (!u_valid_i || q_free_1), v_go_0 = v_valid_i && v_done_i && (!u_valid_i || q_free_0);
  wire w_go_1 = w_valid_i && (!v_valid_i || v_go_1), w_go_0 = w_valid_i && (!v_valid_i || v_go_0);
  wire room_1 = !w_valid_i || (w_go_1 && w_last_i), room_0 = !w_valid_i || (w_go_0 && w_last_i);
  wire [9:0] if_goes = {1'b1, q_free_1, u_valid_i && q_free_1, v_go_1, v_go_1, w_go_1, w_go_1, room_1, room_1 && !sweep_i, room_1 && offers_i};
  wire [9:0] if_not = {1'b0, q_free_0, u_valid_i && q_free_0, v_go_0, v_go_0, w_go_0, w_go_0, room_0, room_0 && !sweep_i, room_0 && offers_i};

  // Whether who is to go in Q does is known late: what moves is chosen last.
  wire goes_taken = can && !(stuck_i && !only_i), goes_else = can && !stuck_i;
  assign taken_o = goes_taken ? if_goes : if_not;
  assign else_o = goes_else ? if_goes : if_not;
endmodule
`default_nettype wire
