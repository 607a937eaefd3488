// SPDX-License-Identifier: Apache-2.0
// valid && ready, mapped by itself: who uses two of these with the same inputs has two LUTs, each near what waits for it, where synthesis would
// have one for both at a place that suits neither. Pure.
`default_nettype none
(* keep_hierarchy *)
module ws_sync_accept (
    input  wire valid_i,
    input  wire ready_i,
    output wire accept_o
);
  assign accept_o = valid_i && ready_i;
endmodule
`default_nettype wire
