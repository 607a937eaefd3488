// SPDX-License-Identifier: Apache-2.0
// What the lanes of a job do to their object in one clock. Pure; C twin: ws_mbar_carry_out in mbar_put.c.
//
// The result is that of the lanes in ascending order, one at a time. In one clock put carries out
//   all lanes that are left, if that gives the same;
//   else all that are left with the error of the lowest, if the lowest meets an error: the others meet the same;
//   else the lowest lane alone.
// All at once does not give the same where the sum meets an error, init finds no object, or inval finds one; and where nothing is
// pending and the tx-count of expect_tx or complete_tx passes 0, because one of the lanes may bring it to 0.
`default_nettype none
module ws_mbar_put #(
    parameter LANES = 32
) (
    // job
    input  wire             pass_i,
    input  wire             init_i,     // what it does, one of these; none of these: counts
    input  wire             inval_i,
    input  wire             wait_i,
    input  wire             check_i,    // vld, no more
    input  wire             try_i,      // waits: with a limit above 0
    input  wire             tx_i,       // counts: transactions alone
    input  wire             inc_i,      // counts: raises what is pending
    input  wire             drop_i,
    input  wire             nc_i,
    input  wire             arrive_i,   // counts: an arrive-on
    input  wire [      4:0] short_i,    // status of pass and wait
    input  wire             error_i,    // ... is an error
    input  wire             want_i,
    input  wire             off_i,      // the count is out of range
    input  wire [      4:0] off_short_i,
    input  wire [     19:0] x_i,
    input  wire [LANES-1:0] left_i,     // lanes
    input  wire             single_i,   // there is one
    input  wire [     24:0] arr_i,      // arrivals and bytes of all lanes that are left, and of one
    input  wire [     25:0] dtx_i,
    input  wire [     19:0] one_arr_i,
    input  wire [     20:0] one_dtx_i,
    // object
    input  wire [     63:0] word_i,
    input  wire             vld_i,
    input  wire             seen_i,
    input  wire             hit_i,      // somebody waits there
    // outcome
    output wire [LANES-1:0] lanes_o,    // carried out
    output wire             finish_o,   // all that are left
    output reg  [      4:0] short_o,
    output wire             error_o,    // it is an error
    output wire             p_o,
    output wire             suspend_o,
    output wire             flip_o,
    output wire             write_o,
    output reg  [     63:0] word_o,
    output wire             vld_o,
    output wire             seen_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"

  wire [9:0] all_status, one_status;
  wire [63:0] all_word, one_word;
  wire all_flip, one_flip;

  ws_mbar_next all (
      .word_i  (word_i),
      .arr_i   (arr_i),
      .dtx_i   (dtx_i),
      .drop_i  (drop_i ? arr_i : 25'd0),
      .nc_i    (nc_i),
      .inc_i   (inc_i),
      .status_o(all_status),
      .word_o  (all_word),
      .flip_o  (all_flip)
  );
  ws_mbar_next one (
      .word_i  (word_i),
      .arr_i   ({5'd0, one_arr_i}),
      .dtx_i   ({{5{one_dtx_i[20]}}, one_dtx_i}),
      .drop_i  (drop_i ? {5'd0, one_arr_i} : 25'd0),
      .nc_i    (nc_i),
      .inc_i   (inc_i),
      .status_o(one_status),
      .word_o  (one_word),
      .flip_o  (one_flip)
  );

  // 1. Checks that come before the counts.
  wire none = !pass_i && !init_i && !vld_i;
  wire off = !pass_i && !none && off_i;
  wire counts = !pass_i && !init_i && !inval_i && !wait_i && !check_i && vld_i && !off_i;

  // 2. How many lanes.
  wire passes_zero = tx_i && word_i[62:43] == 20'd0 && !all_flip && word_i[42:22] != 21'd0 && word_i[42] != all_word[42];
  wire all_same = counts ? all_status == WS_ST_OK && !passes_zero : init_i ? off || vld_i : !inval_i || none;
  wire one_bad = counts && one_status != WS_ST_OK;
  wire together = all_same || one_bad;
  assign finish_o = together || single_i;
  assign lanes_o  = together ? left_i : left_i & (~left_i + {{LANES - 1{1'b0}}, 1'b1});

  // 3. What comes of it. Where the sum is right its outcome is taken, else that of one lane.
  wire bad = one_bad && !all_same;

  always @(*)
    if (pass_i) short_o = short_i;
    else if (none) short_o = short_status(WS_ST_MB_NOT_INIT);
    else if (off) short_o = off_short_i;
    else if (init_i) short_o = vld_i ? short_status(WS_ST_MB_REINIT) : 5'd0;
    else if (wait_i) short_o = short_i;
    else if (bad) short_o = one_status[4:0];
    else if (counts && arrive_i && !seen_i) short_o = short_status(WS_ST_MB_MISSING_WAIT);
    else short_o = 5'd0;

  assign error_o = pass_i ? error_i : none || off || bad;
  assign p_o = wait_i && !pass_i && vld_i && want_i != word_i[63];
  assign suspend_o = wait_i && !pass_i && vld_i && try_i && !p_o;
  assign flip_o = counts && (all_same ? all_flip : one_flip);
  assign write_o = !pass_i && !off && !none && !check_i && (!wait_i || p_o) && !bad;

  wire [19:0] negated = -x_i;

  always @(*)
    if (init_i) word_o = {1'b0, negated, 22'd0, negated, 1'b0};
    else if (inval_i) word_o = 64'd0;
    else if (wait_i) word_o = word_i;
    else word_o = all_same ? all_word : one_word;

  assign vld_o  = !inval_i;
  assign seen_o = init_i || wait_i || (!inval_i && (flip_o ? hit_i : seen_i));
endmodule
`default_nettype wire
