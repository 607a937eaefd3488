// SPDX-License-Identifier: Apache-2.0
// Does the group at the units leave, and the one behind it move up? Pure. The readies of the units come late and the memory of operands
// hangs on the answer, so the hierarchy stays until a design is mapped.
`default_nettype none
(* keep_hierarchy *)
module ws_sync_leaves #(
    parameter PORTS = 12
) (
    input  wire [PORTS-1:0] port_i,    // of the group at the units: the one it goes to
    input  wire [PORTS-1:0] ready_i,
    input  wire             valid_i,   // there is a group at the units, or a store,
    input  wire             store_i,   // ... a store
    input  wire             next_i,    // there is one behind it
    output wire             ready_o,   // the unit is ready
    output wire             moves_o,   // the one behind it moves up
    output wire             place_o    // ... or there is none: its place takes another one
);
  assign ready_o = |(port_i & ready_i);
  assign moves_o = next_i && (!valid_i || (!store_i && ready_o));
  assign place_o = !next_i || !valid_i || (!store_i && ready_o);
endmodule
`default_nettype wire
