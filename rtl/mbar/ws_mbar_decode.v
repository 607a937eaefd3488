// SPDX-License-Identifier: Apache-2.0
// What the lowest lane of a piece asks for, and what the piece is by that: `decode` of ws_mbar_lane.vh and `piece_is` of ws_mbar_fn.vh. Pure.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_mbar_decode #(
    parameter STRUCT = 0  // 0: nothing is decoded unless valid_i
) (
    input  wire        valid_i,
    input  wire [ 7:0] fn_i,
    input  wire [ 7:0] kind_i,
    input  wire [ 3:0] ctas_i,   // CTAs of the cluster
    input  wire [20:0] brief_i,
    input  wire [31:0] x_i,
    input  wire [18:0] copy_i,
    output wire [58:0] piece_o   // {pass, remote, copy, tries, defers, it names a time limit, ... above 0, ask}
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"
  `include "mbar/ws_mbar_lane.vh"

  reg [ASK_W-1:0] ask;

  always @(*) begin
    ask = {ASK_W{1'b0}};
    if (valid_i || STRUCT != 0) ask = decode(kind_i, ctas_i, brief_i, x_i, copy_i);
  end

  assign piece_o = {piece_is(fn_i, ask[ASK_W-1-:3], ask[ASK_W-4-:4]), kind_i[2], kind_i[2] && x_i != 32'd0, ask};
  wire unused = &{1'b0, valid_i};
endmodule
`default_nettype wire
