// SPDX-License-Identifier: Apache-2.0
// May a group enter the atomic units? Pure. All but room_i are registers, and all units' readies go into one decision (ws_sync_leaves): so the hierarchy
// stays until a design is mapped, and this shares no LUT with what is slow.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_enters (
    input  wire room_i,     // of the unit of shared memory
    input  wire hold_i,     // a guest enters
    input  wire open_i,     // a group that may have lanes elsewhere is under way: open_i && (any_i || settled_i)
    input  wire any_i,
    input  wire settled_i,
    input  wire stood_i,    // what stands passes it: all three
    input  wire none_i,
    input  wire other_i,
    output wire ready_o
);
  assign ready_o = room_i && !hold_i && (!(open_i && (any_i || settled_i)) || (stood_i && none_i && other_i));
endmodule
`default_nettype wire
