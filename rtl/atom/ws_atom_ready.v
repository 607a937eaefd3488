// SPDX-License-Identifier: Apache-2.0
// Who is to go in Q does, and whether Q and U are free then. U is free if it is empty, or goes to Q because Q is empty or all of it goes.
// Nothing goes for whose result there is no place. All of these are registers.
// Pure; wide registers hang on the answers, so the hierarchy stays until a design is mapped: what it is made of is then shared with nothing
// else, and has no more levels than it needs.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_ready (
    input  wire u_valid_i,
    input  wire q_valid_i,
    input  wire q_last_i,      // all of Q that are to go do
    input  wire q_uses_i,      // ... and use memory
    input  wire mem_go_i,      // which they may
    input  wire q_float_i,     // it is a sum of floats
    input  wire q_first_i,     // ... and its first lane is compared with what is under way
    input  wire late_i,        // ... or has to wait for it
    input  wire float_busy_i,  // a sum is under way, for which others wait
    input  wire room_i,        // there is a place for its result
    output wire issue_o,       // who is to go in Q does
    output wire moves_o,       // ... or Q is empty
    output wire free_o,        // Q is empty, or all of it goes
    output wire load_o,        // U goes to Q
    output wire u_free_o       // U is empty or goes to Q
);
  wire goes = room_i && (mem_go_i || !q_uses_i) && !(q_float_i ? late_i || q_first_i : float_busy_i);
  assign issue_o = q_valid_i && goes;
  assign moves_o = !q_valid_i || goes;
  assign free_o = !q_valid_i || (q_last_i && goes);
  assign load_o = u_valid_i && free_o;
  assign u_free_o = !u_valid_i || free_o;
endmodule
`default_nettype wire
