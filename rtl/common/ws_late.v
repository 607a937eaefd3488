// SPDX-License-Identifier: Apache-2.0
// One of two words, where what selects comes last: one LUT a bit, which synthesis maps alone, so that nothing of the words gets behind the select. Pure.
`default_nettype none
(* keep_hierarchy *)
module ws_late #(
    parameter W = 1
) (
    input  wire         late_i,
    input  wire [W-1:0] yes_i,
    input  wire [W-1:0] no_i,
    output wire [W-1:0] word_o
);
  assign word_o = late_i ? yes_i : no_i;
endmodule
`default_nettype wire
