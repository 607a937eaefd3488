// SPDX-License-Identifier: Apache-2.0
// What ws_bar_early has found, chosen by what comes late: two LUTs, of which what ends enters the last. Pure.
`default_nettype none
(* keep_hierarchy *)
module ws_bar_last (
    input  wire ends_clash_i,
    input  wire ends_fine_i,
    input  wire stays_clash_i,
    input  wire stays_fine_i,
    input  wire clash_i,
    input  wire exam_i,         // the next clock examines a barrier
    input  wire would_i,        // what is looked at ends
    output wire b_act_o,
    output wire counts_o        // what the next clock looks at counts as active
);
  wire ends, stays;

  ws_late #(.W(2)) late (
      .late_i(clash_i),
      .yes_i ({ends_clash_i, stays_clash_i}),
      .no_i  ({ends_fine_i, stays_fine_i}),
      .word_o({ends, stays})
  );
  assign b_act_o = would_i ? ends : stays;
  assign counts_o = exam_i || (would_i ? ends : stays);
endmodule
`default_nettype wire
