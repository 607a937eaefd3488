// SPDX-License-Identifier: Apache-2.0
// Ready of a unit whose result may go in this clock: one LUT. res_ready_i comes late, and all units' readies go into one decision
// (ws_sync_leaves): so the hierarchy stays until a design is mapped, and what is known early does not mix with what is known late.
`default_nettype none
(* keep_hierarchy *)
module ws_ready (
    input  wire room_i,       // there is room, whether a result goes or not
    input  wire follows_i,    // there is room if a result goes
    input  wire res_ready_i,
    output wire ready_o
);
  assign ready_o = room_i || (follows_i && res_ready_i);
endmodule
`default_nettype wire
