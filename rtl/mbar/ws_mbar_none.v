// SPDX-License-Identifier: Apache-2.0
// Are all bits 0? Pure. A tree by itself, as ws_mbar_zero.v.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_mbar_none #(
    parameter W = 20
) (
    input  wire [W-1:0] bits_i,
    output wire         none_o
);
  assign none_o = bits_i == {W{1'b0}};
endmodule
`default_nettype wire
