// SPDX-License-Identifier: Apache-2.0
// Does the launch of this clock take effect? Pure. Which lanes live hangs on the answer, so the hierarchy stays until a design is mapped.
`default_nettype none
(* keep_hierarchy *)
module ws_sync_launch #(
    parameter WARPS = 4
) (
    input  wire             launch_i,    // there is one
    input  wire [WARPS-1:0] both_i,      // its warp, as a bit, if exits of that warp go in this clock,
    input  wire [WARPS-1:0] here_i,      // ... unless an exit of it has come a clock ago
    input  wire             stays_i,     // a lane of the warp lives and does not go
    input  wire             lives_i,     // a lane of the warp lives
    output wire             launches_o,
    output wire             refused_o
);
  wire goes = |(both_i & ~here_i);
  assign launches_o = launch_i && !(goes ? stays_i : lives_i);
  assign refused_o = launch_i && (goes ? stays_i : lives_i);
endmodule
`default_nettype wire
