// SPDX-License-Identifier: Apache-2.0
// Is the tx-count beyond 21 bits, or wrong for another reason that is known early? Pure.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth: two LUTs
module ws_mbar_far (
    input  wire       on_i,
    input  wire       big_i,
    input  wire [6:0] top_i,  // bits 26:20 of the sum
    output wire       far_o
);
  assign far_o = on_i && (big_i || (top_i[5:0] ^ {6{top_i[6]}}) != 6'd0);
endmodule
`default_nettype wire
