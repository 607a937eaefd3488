// SPDX-License-Identifier: Apache-2.0
// Which lanes of a job are done in this clock, and with what results, from what ws_mbar_sum and ws_mbar_many found in the clock before.
// Pure; C twin: ws_mbar_carry_out in mbar_put.c.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_mbar_put #(
    parameter LANES = 32
) (
    // lanes
    input  wire             whole_i,    // all that are left, if some_i; else the lowest
    input  wire [LANES-1:0] left_i,
    // what the job does to the object
    input  wire             wakes_i,    // init, or a wait
    input  wire             inval_i,
    input  wire             seen_i,
    input  wire             hit_i,      // somebody waits there
    // from ws_mbar_sum
    input  wire             flip_i,
    input  wire [      5:0] flaws_i,
    input  wire [      4:0] short_i,
    input  wire             error_i,
    input  wire             arrive_i,
    input  wire             write_i,
    // from ws_mbar_many
    input  wire             bad_i,
    input  wire             some_i,
    input  wire [      4:0] shown_i,    // status of lanes that were done before
    // outcome
    output wire [LANES-1:0] lanes_o,    // who is carried out; not to be used without some_i
    output wire [      4:0] short_o,
    output wire             differs_o,  // it is another one
    output wire             error_o,    // it is an error
    output wire             flip_o,
    output wire             write_o,
    output wire             seen_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"

  assign lanes_o = whole_i ? left_i : left_i & (~left_i + {{LANES - 1{1'b0}}, 1'b1});
  wire [4:0] flaw = flaw_short(flaws_i), missing = short_status(WS_ST_MB_MISSING_WAIT);
  assign short_o = bad_i ? flaw : arrive_i && !seen_i ? missing : short_i;
  wire fine;

  ws_late flawed (  // much hangs on bad_i
      .late_i(bad_i),
      .yes_i (flaw != shown_i),
      .no_i  (short_i != shown_i),
      .word_o(fine)
  );
  ws_late differs (  // seen_i comes late, and so does what hangs on this
      .late_i(seen_i),
      .yes_i (fine),
      .no_i  (!bad_i && arrive_i ? missing != shown_i : fine),
      .word_o(differs_o)
  );

  assign error_o = error_i || bad_i;
  assign flip_o = some_i && flip_i && !bad_i;
  assign write_o = some_i && write_i && !bad_i;
  assign seen_o = wakes_i || (!inval_i && (flip_i ? hit_i : seen_i));
endmodule
`default_nettype wire
