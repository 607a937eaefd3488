// SPDX-License-Identifier: Apache-2.0
// May another operation come into W (ws_atom_chunk): it is empty, or its last chunk leaves it. Pure. The hierarchy stays until a design is mapped,
// so that the ready of the unit does not share its LUTs with the enables of all that W holds.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_room (
    input  wire w_valid_i,
    input  wire w_last_i,   // it has one chunk left
    input  wire v_valid_i,  // V has a chunk
    input  wire v_done_i,   // ... which may leave it
    input  wire x_free_i,   // ... because there is a place for it
    output wire room_o
);
  assign room_o = !w_valid_i || (w_last_i && (!v_valid_i || (v_done_i && x_free_i)));
endmodule
`default_nettype wire
