// SPDX-License-Identifier: Apache-2.0
// Is the unit that a group goes to ready, if it is one of these? Pure; a LUT for two of them and one for eight, mapped by itself so that
// ws_sync_leaves adds one to it and no more.
`default_nettype none
(* keep_hierarchy *)
module ws_sync_any #(
    parameter N = 8
) (
    input  wire [N-1:0] port_i,
    input  wire [N-1:0] ready_i,
    output wire         any_o
);
  assign any_o = |(port_i & ready_i);
endmodule
`default_nettype wire
