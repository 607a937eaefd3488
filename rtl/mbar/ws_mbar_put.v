// SPDX-License-Identifier: Apache-2.0
// How many lanes of a job are done in this clock, and with what results, from what ws_mbar_sum found in the clock before. Pure; C twin:
// ws_mbar_carry_out in mbar_put.c.
//
// The result is that of the lanes in ascending order, one at a time. With all_i the sums are of all lanes that are left, else of the
// lowest. In one clock put carries out
//   all lanes that are left, if that gives the same, or there is but one;
//   all with the error of the lowest, if the lowest by itself meets one: the others meet the same;
//   the lowest alone, if the sums are its own;
//   else none: the next sums are of the lowest.
`default_nettype none
module ws_mbar_put #(
    parameter LANES = 32
) (
    // lanes
    input  wire             all_i,
    input  wire             single_i,   // one is left
    input  wire [LANES-1:0] left_i,
    // what the job does to the object
    input  wire             wakes_i,    // init, or a wait
    input  wire             inval_i,
    input  wire             seen_i,
    input  wire             hit_i,      // somebody waits there
    // from ws_mbar_sum
    input  wire             flip_i,
    input  wire [      5:0] flaws_i,
    input  wire             apart_i,
    input  wire [      4:0] short_i,
    input  wire             error_i,
    input  wire             arrive_i,
    input  wire             write_i,
    // outcome
    output wire             same_o,     // all at once, as the sums have it
    output wire             some_o,     // lanes are carried out
    output wire             finish_o,   // all that are left
    output wire [LANES-1:0] lanes_o,    // which; not to be used without some_o
    output wire             bad_o,      // the object stays as it was
    output wire [      4:0] short_o,
    output wire             error_o,    // it is an error
    output wire             flip_o,
    output wire             write_o,
    output wire             seen_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"

  // 1. How many.
  assign bad_o = flaws_i != 6'd0;
  assign same_o = all_i && !apart_i && !bad_o;
  assign finish_o = same_o || single_i || (bad_o && !all_i);
  assign some_o = finish_o || !all_i;
  assign lanes_o = all_i || bad_o ? left_i : left_i & (~left_i + {{LANES - 1{1'b0}}, 1'b1});

  // 2. What comes of it.
  assign short_o = bad_o ? flaw_short(flaws_i) : arrive_i && !seen_i ? short_status(WS_ST_MB_MISSING_WAIT) : short_i;
  assign error_o = error_i || bad_o;
  assign flip_o = some_o && flip_i && !bad_o;
  assign write_o = some_o && write_i && !bad_o;
  assign seen_o = wakes_i || (!inval_i && (flip_i ? hit_i : seen_i));
endmodule
`default_nettype wire
