// SPDX-License-Identifier: Apache-2.0
// Which of the last stages of the pipe of mbarrier jobs go on in this clock. Pure. The ready of the results comes late, and much hangs on what is
// said here: so it is mapped by itself, for its own depth.
`default_nettype none
(* keep_hierarchy *)
module ws_mbar_go (
    // put
    input  wire put_valid_i,
    input  wire put_acts_i,      // ... and its sums are there
    input  wire put_local_i,     // it waits for the results
    input  wire put_straight_i,  // all its lanes are done at once
    input  wire put_finish_i,    // all that are left
    // sum
    input  wire sum_valid_i,
    // the results take what comes: now, or if a response is taken
    input  wire res_open_i,
    input  wire res_once_i,
    input  wire res_ready_i,
    output wire put_takes_o,     // they do
    output wire put_go_o,        // put does what it has found
    output wire put_done_o,      // ... and that was the last
    output wire sum_go_o,        // sum moves up to put
    output wire sum_free_o
);
  assign put_takes_o = res_open_i || (res_once_i && res_ready_i);
  wire can = !put_local_i || put_takes_o;
  assign put_go_o = put_acts_i && can;
  assign put_done_o = put_go_o && put_finish_i;
  assign sum_go_o = sum_valid_i && (!put_valid_i || (can && put_straight_i));
  assign sum_free_o = !sum_valid_i || sum_go_o;
endmodule
`default_nettype wire
