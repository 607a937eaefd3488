// SPDX-License-Identifier: Apache-2.0
// One node of a selection chain: takes one of two words, or hands on what came before. Combinational, one LUT4 a bit.
//
// Before the taking node each bit of prev_i is the low bit of the index, so that one input both selects and carries the
// result. The attribute keeps a synthesizer from dissolving the chain: mapped freely, a 32:1 multiplexer costs 25 LUT4,
// not 17.
`default_nettype none
(* keep_hierarchy *)
module ws_shfl_mux #(
    parameter W = 1  // bits, >= 1
) (
    input  wire         take_i,
    input  wire [W-1:0] prev_i,
    input  wire [W-1:0] d0_i,
    input  wire [W-1:0] d1_i,
    output wire [W-1:0] y_o
);
  assign y_o = take_i ? (prev_i & d1_i) | (~prev_i & d0_i) : prev_i;
endmodule
`default_nettype wire
