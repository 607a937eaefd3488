// SPDX-License-Identifier: Apache-2.0
// Does the phase of the object end that goes from `sum` to `sum`? Pure. One LUT behind what comes last, since half of the object hangs on it.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_mbar_end (
    input  wire       counts_i,
    input  wire       inc_i,
    input  wire       by_sum_i,
    input  wire [2:0] ends_i,    // as in ws_mbar_next.v
    output wire       end_o
);
  wire may = counts_i && !inc_i && by_sum_i;
  assign end_o = may && ends_i == 3'b110;
endmodule
`default_nettype wire
