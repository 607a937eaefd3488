// SPDX-License-Identifier: Apache-2.0
// Does the group at the units leave, and the one behind it move up? Pure: three LUTs in a row from the readies of the units, which come late, while
// the memory of operands hangs on the answer. So the hierarchy stays until a design is mapped, and what is known early comes ready-made.
`default_nettype none
(* keep_hierarchy *)
module ws_sync_leaves #(
    parameter PORTS = 10  // more than 8
) (
    input  wire [PORTS-1:0] port_i,   // of the group at the units: the one it goes to
    input  wire [PORTS-1:0] ready_i,
    input  wire             free_i,   // there is one behind it, and none at the units
    input  wire             goes_i,   // there is one behind it, and no store at the units
    input  wire             clear_i,  // there is none behind it, or none at the units
    input  wire             group_i,  // there is no store at the units
    input  wire             store_i,  // there is a store at the units, which leaves
    output wire             leaves_o, // what is at the units leaves
    output wire             moves_o,  // the one behind it moves up
    output wire             place_o   // ... or there is none: its place takes another one
);
  localparam FEW = 8;  // what two LUTs in a row look at
  wire low, high;

  ws_sync_any #(
      .N(FEW)
  ) lower (
      .port_i (port_i[FEW-1:0]),
      .ready_i(ready_i[FEW-1:0]),
      .any_o  (low)
  );
  ws_sync_any #(
      .N(PORTS - FEW)
  ) upper (
      .port_i (port_i[PORTS-1:FEW]),
      .ready_i(ready_i[PORTS-1:FEW]),
      .any_o  (high)
  );

  assign leaves_o = store_i || low || high;
  assign moves_o = free_i || (goes_i && (low || high));
  assign place_o = clear_i || (group_i && (low || high));
endmodule
`default_nettype wire
