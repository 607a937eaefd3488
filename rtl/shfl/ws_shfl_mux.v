// SPDX-License-Identifier: Apache-2.0
// One node of a selection chain: takes one of two data bits, or hands on what came before. Combinational, one LUT4.
//
// Before the taking node prev_i is the low bit of the index, so that a single input both selects and carries the result.
// The attribute keeps a synthesizer from dissolving the chain: mapped freely, a 32:1 multiplexer costs 25 LUT4, not 17.
`default_nettype none
(* keep_hierarchy *)
module ws_shfl_mux (
    input  wire take_i,
    input  wire prev_i,
    input  wire d0_i,
    input  wire d1_i,
    output wire y_o
);
  assign y_o = take_i ? (prev_i ? d1_i : d0_i) : prev_i;
endmodule
`default_nettype wire
