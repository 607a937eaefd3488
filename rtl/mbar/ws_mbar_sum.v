// SPDX-License-Identifier: Apache-2.0
// What some lanes of a job make of their object, if nothing is wrong with the counts. Pure; C twin: outcome in mbar_put.c.
//
//   still, vld  what becomes of the object           write     it is written
//   flip        its phase ends: the word is `ended`  flaws     of the counts, as in ws_mbar_next.v; where not 0, still, flip, write do not count
//   apart       not all lanes meet the same          short     status, if there are no flaws and no wait is missing; error: is one
//   arrive      an arrive-on, before which a wait should have been true       p, suspend   what comes of a wait
// still and vld are what becomes of the object also where the lanes are not carried out together: init and inval leave the same whether
// one lane or all do it. ws_mbar_put says in the next clock whether they may be.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_mbar_sum (
    // job
    input  wire [12:0] does_i,      // as in ws_mbar_fn.vh, without counts
    input  wire        counts_i,    // the job counts, and there is an object
    input  wire [ 4:0] short_i,     // status of pass and wait
    input  wire        error_i,     // ... is an error
    input  wire        want_i,
    input  wire [ 4:0] off_short_i,
    input  wire [19:0] x_i,
    // the lanes
    input  wire        single_i,    // there is one
    input  wire [24:0] arr_i,       // their arrivals and bytes
    input  wire [25:0] dtx_i,
    // object
    input  wire [63:0] word_i,
    input  wire        vld_i,
    // are they carried out at once: as in ws_mbar_many.v
    input  wire        all_i,
    output wire        bad_o,
    output wire        same_o,
    output wire        finish_o,
    output wire        some_o,
    // outcome
    output wire [ 2:0] ends_o,      // as in ws_mbar_next.v
    output wire [82:0] outcome_o    // {suspend, p, write, arrive, error, short[4:0], apart, flaws[5:0], flip, vld, still[63:0]}
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"

  wire begins, pass, init, inval, waits, check, off, try, tx, inc, drop, nc, arrive;
  assign {begins, pass, init, inval, waits, check, off, try, tx, inc, drop, nc, arrive} = does_i;

  reg [4:0] short;
  wire [5:0] flaws;
  wire [3:0] wrong;
  wire [63:0] word, still;
  wire flip, passes_zero;

  // 1. What it comes to: no object, an operand out of range, or one of four.
  wire none = !pass && !init && !vld_i;
  wire unused = &{1'b0, check, word};

  // 2. The object.
  wire [19:0] negated = -x_i;
  wire [63:0] other = begins ? {1'b0, negated, 22'd0, negated, 1'b0} : inval && vld_i ? 64'd0 : word_i;

  ws_mbar_next next (
      .word_i (word_i),
      .other_i(other),
      .on_i   (counts_i),
      .arr_i  (arr_i),
      .dtx_i  (dtx_i),
      .drop_i (arr_i),
      .drops_i(drop),
      .nc_i   (nc),
      .inc_i  (inc),
      .looks_i(tx),
      .flaws_o(flaws),
      .wrong_o(wrong),
      .passes_zero_o(passes_zero),
      .ends_o (ends_o),
      .word_o (word),
      .flip_o (flip),
      .still_o(still)
  );

  wire vld = begins || (vld_i && !inval);

  // 3. Not all meet the same: where init finds no object, inval finds one; and where nothing is pending and the tx-count of expect_tx
  //    or complete_tx passes 0, because one of the lanes may bring it to 0.
  wire apart;

  // 4. Statuses, and what a wait comes to.
  always @(*)
    if (pass || (waits && vld_i)) short = short_i;
    else if (none) short = short_status(WS_ST_MB_NOT_INIT);
    else if (off) short = off_short_i;
    else short = init && vld_i ? short_status(WS_ST_MB_REINIT) : 5'd0;

  wire error = pass ? error_i : none || off;
  wire asks = counts_i && arrive;
  wire p = waits && !pass && vld_i && want_i != word_i[63];
  wire suspend = waits && !pass && vld_i && try && want_i == word_i[63];
  wire write = begins || (inval && vld_i) || p || counts_i;

  assign outcome_o = {suspend, p, write, asks, error, short, apart, flaws, flip, vld, still};

  ws_mbar_many many (
      .all_i   (all_i),
      .single_i(single_i),
      .wrong_i (wrong),
      .apart_i ((begins && !vld_i) || (inval && vld_i)),
      .passes_i(passes_zero),
      .apart_o (apart),
      .bad_o   (bad_o),
      .same_o  (same_o),
      .finish_o(finish_o),
      .some_o  (some_o)
  );
endmodule
`default_nettype wire
