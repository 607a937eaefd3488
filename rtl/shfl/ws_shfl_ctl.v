// SPDX-License-Identifier: Apache-2.0
// Register of one lane's selects in the butterfly. The attribute keeps a synthesizer from merging the registers of lanes that hold
// the same: each is to drive the bits of its own lane and nothing else, since the delay of a select is that of its net.
`default_nettype none
(* keep_hierarchy *)
module ws_shfl_ctl #(
    parameter W = 6  // bits, >= 1
) (
    input  wire         clk_i,
    input  wire         load_i,
    input  wire [W-1:0] d_i,
    output reg  [W-1:0] q_o
);
  always @(posedge clk_i) if (load_i) q_o <= d_i;
endmodule
`default_nettype wire
