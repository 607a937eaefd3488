// SPDX-License-Identifier: Apache-2.0
// From where the job that moves to `sum` takes its object: at most one. Pure. Mapped by itself, because all bits of the object hang on it.
`default_nettype none
(* keep_hierarchy *)
module ws_mbar_from (
    // jobs in `sum` and `put`; at_*_i: the object is theirs
    input  wire sum_valid_i,
    input  wire sum_pass_i,
    input  wire at_sum_i,
    input  wire put_valid_i,
    input  wire put_pass_i,
    input  wire put_straight_i,
    input  wire at_put_i,
    // the job that moves: it is the spare one; else it has been written since memory read it, or is now, if back_valid_i
    input  wire spare_i,
    input  wire over_i,
    input  wire back_valid_i,
    input  wire wrote_i,
    output wire anew_o,   // the job in `sum` stays, and takes what put makes of its object
    output wire sum_o,    // what `sum` makes of it
    output wire put_o,    // what put makes of it
    output wire fresh_o,  // what memory has read
    output wire other_o   // what ws_mbar_read kept
);
  wire of_sum = sum_valid_i && !sum_pass_i && at_sum_i;
  wire of_put = put_valid_i && !put_pass_i && at_put_i;
  wire fresh = !spare_i && !over_i && !(back_valid_i && wrote_i);

  assign anew_o = sum_valid_i && put_valid_i && !put_straight_i;
  assign sum_o = of_sum && !anew_o;
  assign put_o = anew_o || (of_put && !of_sum);
  assign fresh_o = fresh && !of_sum && !of_put && !anew_o;
  assign other_o = !fresh && !of_sum && !of_put && !anew_o;
endmodule
`default_nettype wire
