// SPDX-License-Identifier: Apache-2.0
// Whether an atomic that stands at the port of global memory is taken. Pure; whose request stands there drives all of the port, and this is not to
// wait for that net, so the hierarchy stays until a design is mapped.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_turn (
    input  wire ready_i,
    input  wire copy_i,        // a copy is there,
    input  wire copy_first_i,  // ... and would go first
    output wire atom_ready_o
);
  assign atom_ready_o = ready_i && !(copy_i && copy_first_i);
endmodule
`default_nettype wire
