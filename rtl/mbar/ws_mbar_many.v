// SPDX-License-Identifier: Apache-2.0
// How many lanes of a job are done at once, from what ws_mbar_sum finds of them. Pure; C twin: ws_mbar_carry_out in mbar_put.c.
//
// The result is that of the lanes in ascending order, one at a time. With all_i the sums are of all lanes that are left, else of the
// lowest. Done are
//   all lanes that are left, if that gives the same, or there is but one;
//   all with the error of the lowest, if the lowest by itself meets one: the others meet the same;
//   the lowest alone, if the sums are its own;
//   else none: the next sums are of the lowest.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_mbar_many (
    input  wire       all_i,
    input  wire       single_i,  // one is left
    input  wire [3:0] wrong_i,   // 0 if there are no flaws
    input  wire       apart_i,   // not all lanes meet the same;
    input  wire       passes_i,  // nor where T passes 0 while nothing is pending
    output wire       apart_o,
    output wire       bad_o,     // the object stays as it was
    output wire       same_o,    // all at once, as the sums have it
    output wire       finish_o,  // all that are left
    output wire       some_o     // lanes are carried out
);
  assign bad_o = wrong_i != 4'd0;
  assign apart_o = !single_i && (apart_i || passes_i);
  assign same_o = all_i && !apart_o && !bad_o;
  assign finish_o = same_o || single_i || (bad_o && !all_i);
  assign some_o = finish_o || !all_i;
endmodule
`default_nettype wire
