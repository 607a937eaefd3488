// SPDX-License-Identifier: Apache-2.0
// Is the barrier of the group in B active in the next clock, in each case of what comes late? Pure.
//   ends_*   what is looked at ends            *_clash  the group that comes to it is refused if that is active
//   stays_*  it does not                       *_fine   it is not
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_bar_early (
    input  wire b_free_i,      // what stands in A is that group, else it is the one in B
    input  wire a_act_i,       // their barriers are active now
    input  wire b_act_i,
    input  wire a_same_i,      // they are what is looked at
    input  wire b_same_i,
    input  wire exam_i,        // that is examined;
    input  wire named_i,       // a group comes to it,
    input  wire bad_i,         // that is refused in any case
    input  wire counts_i,      // it counts as active
    output wire ends_clash_o,
    output wire ends_fine_o,
    output wire stays_clash_o,
    output wire stays_fine_o
);
  wire was = b_free_i ? a_act_i : b_act_i;
  wire same = b_free_i ? a_same_i : b_same_i;
  wire fine = named_i && !bad_i, clash = fine && !counts_i;  // the group is taken

  assign ends_clash_o = was && !(same && (exam_i || clash));
  assign ends_fine_o = was && !(same && (exam_i || fine));
  assign stays_clash_o = was || (same && clash);
  assign stays_fine_o = was || (same && fine);
endmodule
`default_nettype wire
