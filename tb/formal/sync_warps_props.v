// SPDX-License-Identifier: Apache-2.0
// sync_lanes (sync_props.v) with two warps, for so few clocks that no lanes are given up yet: the two cases of those are not asked for.
`default_nettype none
`include "ws_layout.vh"
module sync_lanes_2 #(
    parameter KIND = 0
) (
    input  wire                 clk_i, req_valid, req_at, exit, exit_at, launch, launch_at, back, back_at,
    input  wire [          2:0] req_what,
    input  wire [          1:0] req_lanes, exit_lanes, launch_lanes,
    input  wire [          3:0] req_mask,
    input  wire [`WS_PORTS-1:0] ready,
    output wire                 bad,
    output wire [          6:0] reached
);
  wire [8:0] cases;
  sync_lanes #(.LANES(2), .WARPS(2), .WARP_W(1), .KIND(KIND), .CALM(4)) warps (
      .clk_i(clk_i), .req_valid(req_valid), .req_at(req_at), .req_what(req_what), .req_lanes(req_lanes), .req_mask(req_mask), .exit(exit),
      .exit_at(exit_at), .exit_lanes(exit_lanes), .launch(launch), .launch_at(launch_at), .launch_lanes(launch_lanes), .ready(ready), .back(back),
      .back_at(back_at), .bad(bad), .reached(cases));
  assign reached = cases[6:0];
endmodule
`default_nettype wire
