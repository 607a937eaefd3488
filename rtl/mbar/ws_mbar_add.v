// SPDX-License-Identifier: Apache-2.0
// One adder of a tree. A module by itself, so that synthesis does not merge the levels of the tree into one of carry-save adders, which
// are larger and not faster.
`default_nettype none
(* keep_hierarchy *)
module ws_mbar_add #(
    parameter W = 26
) (
    input  wire [W-1:0] a_i,
    input  wire [W-1:0] b_i,
    output wire [W-1:0] sum_o
);
  assign sum_o = a_i + b_i;
endmodule
`default_nettype wire
