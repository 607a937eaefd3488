// SPDX-License-Identifier: Apache-2.0
// Is a bit of a + b as it must be for a sum of 0? As ws_mbar_zero.v says. Pure.
`default_nettype none
(* keep_hierarchy *)  // one LUT; else bits share what they have in common, and take one more
module ws_mbar_bit (
    input  wire a_i,
    input  wire b_i,
    input  wire low_a_i,  // the bit below
    input  wire low_b_i,
    output wire zero_o
);
  assign zero_o = (a_i ^ b_i) == (low_a_i || low_b_i);
endmodule
`default_nettype wire
