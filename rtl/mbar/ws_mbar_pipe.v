// SPDX-License-Identifier: Apache-2.0
// The pipe of mbarrier jobs. C twin: advance and put_step in mbar_unit.c.
//
//   job, raw, got    the object is read (ws_mbar_read.v)
//   sum              what all lanes together make of the object
//   put              says whether that counts. If it does not, the job stays: the sums are made anew, in every second clock, of the lowest lane or of
//                    all that are left
//   back             the object is written
//
// One job a clock, also on the same object in consecutive clocks: what `sum` makes of an object goes to the next job before `put` says
// whether it counts. Where it did not count, the job in `sum` stays for as long as put works and for the clock in which it ends, in which it
// takes the object anew. So that loop, from object to object, has none of the errors in it.
// A job that moves to sum takes its object from `sum`, else from `put`, else as `got` has it.
// Whether a wait was seen comes late: a job in `sum`, or in its first clock in put, takes it from `back`.
// Only a piece of a warp's operation waits in put, until the results of the operation before it have been taken.
`default_nettype none
`include "ws_layout.vh"
module ws_mbar_pipe #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter BANKS  = 32,
    parameter STRUCT = 0,
    parameter QUADS  = LANES / 4,  // derived, not to be set
    parameter JOB_W  = `WS_JOB_W   // derived, not to be set
) (
    input  wire                clk_i,
    input  wire                rst_ni,
    // a job, as in ws_mbar_enter.v; only while open_o
    input  wire                job_valid_i,
    input  wire                job_wants_i,     // one stands there, whether it may enter or not; comes before job_valid_i
    input  wire [   JOB_W-1:0] job_i,
    output wire                open_o,
    output wire                empty_o,
    // shared memory
    output wire                read_o,
    output wire [        10:0] read_slot_o,
    output wire                keep_o,          // what was read last is to be kept, from the next clock on, at word_i
    output wire [ BANKS/2-1:0] pair_o,          // of the word that is kept, one-hot
    input  wire [        63:0] word_i,
    input  wire                vld_i,
    input  wire                seen_i,
    output wire                write_o,
    output wire [        10:0] write_slot_o,
    output wire [        63:0] write_word_o,
    output wire                write_vld_o,
    output wire                write_seen_o,
    // what is done, to whom it belongs
    output wire                flip_o,
    output wire [        10:0] slot_o,
    output wire [        10:0] next_slot_o,     // slot_o of the next clock,
    output wire                next_o,          // ... if this is so
    input  wire                hit_i,           // somebody waits at slot_o
    output wire [  WARP_W-1:0] warp_o,
    output wire [   TAG_W-1:0] tag_o,
    output wire [         7:0] fn_o,
    output wire [   LANES-1:0] lanes_o,         // carried out in this clock
    output wire [         4:0] short_o,         // their status
    input  wire [         4:0] shown_i,         // of lanes of the operation that were carried out before,
    output wire                differs_o,       // ... is another one
    output wire [        31:0] x_o,
    // to the results
    input  wire                res_open_i,      // they take what comes,
    input  wire                res_once_i,      // ... or if the response that stands there is taken,
    input  wire                res_ready_i,     // ... as it is now
    output wire                merge_o,
    output wire                merges_o,        // the same, if they take it
    output wire                closes_o,
    output wire [   LANES-1:0] piece_o,
    output wire                counts_o,
    output wire                value_o,
    output wire                bit_o,
    output wire [        19:0] base_o,
    output wire [QUADS*20-1:0] before_o,
    output wire [        19:0] each_o,
    // to the waiter table
    output wire                suspend_o,
    output wire                unwait_o,        // a job that might have needed an entry is done
    // to the copies: arrives of these lanes
    output wire                defer_o,
    output wire [   LANES-1:0] defer_lanes_o,
    output wire                undefer_o,       // a job that might have had some is done
    // statuses that no response carries
    output wire                others_o,        // no piece of a warp's operation stands in put
    output wire                late_o,
    output wire [         2:0] late_cta_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"
  localparam DOES_W = 14, SUM_W = 83;               // as in ws_mbar_fn.vh
  localparam [1:0] LOCAL = 2'd0, TX = 2'd3;

  // The word of an object whose phase is complete, from the phase and the counts expected in the next one as they are if it is not.
  function [63:0] ended(input phase, input [19:0] nx);
    ended = {!phase, nx, 22'd0, nx, 1'b0};
  endfunction

  reg sum_valid_q, put_valid_q;
  reg [JOB_W-1:0] sum_q, put_q;
  reg all_q, calc_q;  // of put: the sums are of all lanes that are left; they are being made
  reg put_straight_q, put_some_q, put_finish_q, put_bad_q;  // what ws_mbar_many.v says of them: straight, what `sum` said counts
  reg put_local_q, put_whole_q;  // it is a piece of a warp's operation; all that are left are carried out, if any

  // ----------------------------------------------------------------------------------------------- who moves on

  reg put_acts_q;  // put_valid_q && !calc_q, because both drive much
  wire put_takes, put_go, put_done, sum_go, sum_free;
  wire next_valid, read_empty;

  ws_mbar_go go (
      .put_valid_i   (put_valid_q),
      .put_acts_i    (put_acts_q),
      .put_local_i   (put_local_q),
      .put_straight_i(put_straight_q),
      .put_finish_i  (put_finish_q),
      .sum_valid_i   (sum_valid_q),
      .res_open_i    (res_open_i),
      .res_once_i    (res_once_i),
      .res_ready_i   (res_ready_i),
      .put_takes_o   (put_takes),
      .put_go_o      (put_go),
      .put_done_o    (put_done),
      .sum_go_o      (sum_go),
      .sum_free_o    (sum_free)
  );

  always @(posedge clk_i)
    if (!rst_ni) {sum_valid_q, put_valid_q, put_acts_q} <= 3'd0;
    else begin
      if (sum_free) sum_valid_q <= next_valid;
      if (!put_valid_q || put_done) put_valid_q <= sum_go;
      put_acts_q <= !put_valid_q || put_done ? sum_go : !put_go;
    end

  wire [JOB_W-1:0] next;

  always @(posedge clk_i) begin
    if (sum_free) sum_q <= next;  // there or not, which comes late
    if (sum_go) put_q <= sum_q;
  end

  wire [10:0] sum_slot = sum_q[`WS_JOB_SLOT], put_slot = put_q[`WS_JOB_SLOT];
  wire sum_pass = sum_q[`WS_JOB_PASS];
  wire put_pass = put_q[`WS_JOB_PASS];

  // --------------------------------------------------------------------------------------------------- back and read

  // What put wrote in the clock before goes to memory.
  reg back_valid_q, back_none_q;  // the one for memory, its opposite for the stages here: each drives much
  reg [10:0] back_slot_q;
  reg [65:0] back_q;  // {seen, vld, word}
  wire write;
  wire [65:0] write_object;

  always @(posedge clk_i)
    if (!rst_ni) {back_valid_q, back_none_q} <= 2'b01;
    else {back_valid_q, back_none_q} <= {write, !write};

  always @(posedge clk_i)
    if (!calc_q) begin  // written or not, which comes late
      back_slot_q <= put_slot;
      back_q <= write_object;
    end

  assign write_o = back_valid_q;
  assign write_slot_o = back_slot_q;
  assign {write_seen_o, write_vld_o, write_word_o} = back_q;
  assign empty_o = read_empty && !sum_valid_q && !put_valid_q && back_none_q;

  wire [DOES_W-1:0] next_does;
  wire next_expect, next_complete, next_tx, next_token, at_sum, at_put;
  wire [5:0] next_count;
  wire [25:0] next_total;
  wire [QUADS*20-1:0] next_before;
  wire [64:0] next_other;
  wire next_seen, next_spare, next_over, next_wrote;
  wire [19:0] next_x = next[LANES+:20];

  ws_mbar_read #(
      .LANES (LANES), .WARP_W(WARP_W), .TAG_W(TAG_W),
      .BANKS (BANKS),
      .STRUCT(STRUCT)
  ) read (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .job_valid_i  (job_valid_i),
      .job_wants_i  (job_wants_i),
      .job_i        (job_i),
      .open_o       (open_o),
      .empty_o      (read_empty),
      .read_o       (read_o),
      .read_slot_o  (read_slot_o),
      .keep_o       (keep_o),
      .pair_o       (pair_o),
      .object_i     ({seen_i, vld_i, word_i}),
      .back_valid_i (!back_none_q),
      .back_slot_i  (back_slot_q),
      .back_i       (back_q),
      .next_valid_o (next_valid),
      .next_take_i  (sum_free),
      .next_o       (next),
      .next_found_o ({next_does, next_expect, next_complete, next_tx, next_token, next_count, next_total, next_before}),
      .next_spare_o (next_spare),
      .next_over_o  (next_over),
      .next_wrote_o (next_wrote),
      .next_other_o (next_other),
      .next_seen_o  (next_seen),
      .sum_slot_i   (sum_slot),
      .put_slot_i   (put_slot),
      .sum_go_i     (sum_go),
      .at_sum_o     (at_sum),
      .at_put_o     (at_put)
  );

  // ---------------------------------------------------------------------------------------------------------- sum

  reg [DOES_W-1:0] sum_does_q;
  reg [4:0] sum_off_short_q;
  reg sum_error_q, sum_token_q, sum_pending_q, sum_seen_q;
  reg [5:0] sum_count_q;
  reg [24:0] sum_arr_q;
  reg [25:0] sum_dtx_q;
  reg [19:0] sum_one_arr_q;
  reg [20:0] sum_one_dtx_q;
  reg [QUADS*20-1:0] sum_before_q;
  reg [64:0] sum_object_q;  // {vld, word}
  reg sum_counts_q;  // there is one, and the job counts
  wire [1:0] sum_from = sum_q[`WS_JOB_FROM];
  wire [LANES-1:0] sum_lanes = sum_from == TX ? {{LANES - 1{1'b0}}, 1'b1} : sum_q[`WS_JOB_LANES];
  wire [31:0] sum_x = sum_q[`WS_JOB_X];
  wire [64:0] put_object;
  reg twin_q, wrote_q;  // the object in `put`, the one that `back` writes, is that of `sum`; found a clock ahead
  wire sum_seen = !back_none_q && wrote_q ? back_q[65] : sum_seen_q;

  always @(posedge clk_i) begin
    twin_q  <= !sum_free ? twin_q : sum_go ? at_sum : at_put;
    wrote_q <= sum_free ? at_put : twin_q;
  end

  always @(posedge clk_i)
    if (sum_free) begin
      {sum_does_q, sum_token_q, sum_count_q, sum_before_q} <= {next_does, next_token, next_count, next_before};
      sum_error_q     <= is_error(next[`WS_JOB_SHORT]);
      sum_off_short_q <= short_status(next_complete ? WS_ST_MB_TX_UNDERFLOW : next_tx || next_expect ? WS_ST_MB_TX_OVERFLOW : WS_ST_MB_BAD_COUNT);
      sum_pending_q   <= mbar_is_pending_count(next[`WS_JOB_FN]);
      sum_one_arr_q   <= next_tx ? 20'd0 : next_expect ? 20'd1 : next_x;
      sum_one_dtx_q   <= next_complete ? -{1'b0, next_x} : next_tx || next_expect ? {1'b0, next_x} : 21'd0;
      sum_arr_q       <= next_tx ? 25'd0 : next_expect ? {19'd0, next_count} : next_total[24:0];
      sum_dtx_q       <= next_tx || next_expect ? next_total : 26'd0;
    end

  wire sum_anew;  // `sum` stays, and takes what put makes of its object
  wire [2:0] sum_ends;
  wire [SUM_W-1:0] sum;
  wire [64:0] next_object;

  ws_mbar_object object (
      .sum_valid_i   (sum_valid_q),
      .sum_pass_i    (sum_pass),
      .at_sum_i      (at_sum),
      .put_valid_i   (put_valid_q),
      .put_pass_i    (put_pass),
      .put_straight_i(put_straight_q),
      .at_put_i      (at_put),
      .spare_i       (next_spare),
      .over_i        (next_over),
      .back_valid_i  (!back_none_q),
      .wrote_i       (next_wrote),
      .counts_i      (sum_counts_q),
      .inc_i         (sum_does_q[3]),
      .ends_i        (sum_ends),
      .sum_i         (sum[64:0]),
      .put_i         (put_object),
      .memory_i      ({vld_i, word_i}),
      .other_i       (next_other),
      .anew_o        (sum_anew),
      .object_o      (next_object)
  );

  always @(posedge clk_i) sum_seen_q <= sum_free ? next_seen : sum_seen;

  always @(posedge clk_i)
    if (sum_free || (sum_anew && twin_q)) begin
      sum_object_q <= next_object;
      sum_counts_q <= next_object[64] && (sum_anew ? sum_does_q[DOES_W-1] : next_does[DOES_W-1]);
    end

  wire sum_same, sum_some, sum_finish, sum_bad;
  wire sum_single = sum_count_q == 6'd1;

  ws_mbar_sum sums (
      .does_i     (sum_does_q[DOES_W-2:0]),
      .counts_i   (sum_counts_q),
      .short_i    (sum_q[`WS_JOB_SHORT]),
      .error_i    (sum_error_q),
      .want_i     (sum_q[`WS_JOB_WANT]),
      .off_short_i(sum_off_short_q),
      .x_i        (sum_x[19:0]),
      .single_i   (sum_single),
      .arr_i      (sum_arr_q),
      .dtx_i      (sum_dtx_q),
      .word_i     (sum_object_q[63:0]),
      .vld_i      (sum_object_q[64]),
      .all_i      (1'b1),
      .ends_o     (sum_ends),
      .outcome_o  (sum),
      .bad_o      (sum_bad),
      .same_o     (sum_same),
      .finish_o   (sum_finish),
      .some_o     (sum_some)
  );

  // ---------------------------------------------------------------------------------------------------------- put

  // The job.
  reg [DOES_W-1:0] does_q;
  reg [4:0] off_short_q;
  reg pass_error_q, token_q, pending_q;
  // What is left of it.
  reg [LANES-1:0] left_q, fine_q;
  reg [5:0] count_q;
  reg single_q;  // it is 1
  reg [24:0] arr_q, again_arr_q;  // of all that are left; of those that the next sums are of
  reg [25:0] dtx_q, again_dtx_q;
  // One lane of it, and what the lanes already carried out have taken.
  reg [19:0] one_arr_q, taken_q;
  reg [20:0] one_dtx_q;
  reg [QUADS*20-1:0] before_q;
  reg [64:0] object_q;
  reg counts_q;
  reg seen_q;
  reg same_q;  // the job before it in put had the same object
  wire seen = !back_none_q && same_q ? back_q[65] : seen_q;
  // The sums.
  reg [SUM_W-1:0] outcome_q;

  wire put_last = put_q[`WS_JOB_LAST];
  wire [31:0] put_x = put_q[`WS_JOB_X];
  wire [LANES-1:0] put_lanes = put_q[`WS_JOB_LANES];
  assign {fn_o, warp_o, tag_o} = {put_q[`WS_JOB_FN], put_q[`WS_JOB_WARP], put_q[`WS_JOB_TAG]};
  wire plain, begins, pass, init, inval, waits, check, off, try, tx, inc, drop, nc, arrive;
  assign {plain, begins, pass, init, inval, waits, check, off, try, tx, inc, drop, nc, arrive} = does_q;
  wire suspends, waited, writes, asks, first_error, apart, flips;
  wire [4:0] first_short;
  wire [5:0] flaws;
  wire [64:0] still;
  assign {suspends, waited, writes, asks, first_error, first_short, apart, flaws, flips, still} = outcome_q;
  wire [64:0] after = {still[64], flips ? ended(still[63], still[20:1]) : still[63:0]};
  wire unused_apart = &{1'b0, apart};
  // The sums made anew.
  wire [SUM_W-1:0] again;
  wire again_same, again_some, again_finish, again_bad;
  wire [2:0] again_ends;

  ws_mbar_sum again_sums (
      .does_i     (does_q[DOES_W-2:0]),
      .counts_i   (counts_q),
      .short_i    (put_q[`WS_JOB_SHORT]),
      .error_i    (pass_error_q),
      .want_i     (put_q[`WS_JOB_WANT]),
      .off_short_i(off_short_q),
      .x_i        (put_x[19:0]),
      .single_i   (single_q),
      .arr_i      (again_arr_q),
      .dtx_i      (again_dtx_q),
      .word_i     (object_q[63:0]),
      .vld_i      (object_q[64]),
      .all_i      (all_q),
      .ends_o     (again_ends),
      .outcome_o  (again),
      .bad_o      (again_bad),
      .same_o     (again_same),
      .finish_o   (again_finish),
      .some_o     (again_some)
  );

  wire [LANES-1:0] step;
  wire [4:0] short;
  wire error, flip, writes_now;

  ws_mbar_put #(
      .LANES(LANES)
  ) put (
      .whole_i (put_whole_q),
      .left_i  (left_q),
      .wakes_i (init || waits),
      .inval_i (inval),
      .seen_i  (seen),
      .hit_i   (hit_i),
      .flip_i  (flips),
      .flaws_i (flaws),
      .short_i (first_short),
      .error_i (first_error),
      .arrive_i(asks),
      .write_i (writes),
      .bad_i   (put_bad_q),
      .some_i  (put_some_q),
      .shown_i (shown_i),
      .lanes_o (step),
      .short_o (short),
      .differs_o(differs_o),
      .error_o (error),
      .flip_o  (flip),
      .write_o (writes_now),
      .seen_o  (write_object[65])
  );

  assign put_object = put_bad_q ? object_q : after;
  assign write_object[64:0] = after;
  assign write = put_go && writes_now;

  // After the lowest lane alone, all that are left are tried where that has changed what they meet.
  wire put_all = flips || init || inval || (tx && object_q[42] != still[42]);
  wire next_all = put_some_q && put_all;
  wire [25:0] one_dtx = {{5{one_dtx_q[20]}}, one_dtx_q};
  wire [24:0] arr_less = arr_q - {5'd0, one_arr_q};
  wire [25:0] dtx_less = dtx_q - one_dtx;

  always @(posedge clk_i)
    if (!rst_ni) calc_q <= 1'b0;
    else calc_q <= put_go && !put_finish_q;

  always @(posedge clk_i)
    if (sum_go) begin
      all_q            <= 1'b1;
      put_local_q      <= sum_from == LOCAL;
      {does_q, off_short_q, pass_error_q, token_q, pending_q} <= {sum_does_q, sum_off_short_q, sum_error_q, sum_token_q, sum_pending_q};
      {left_q, fine_q} <= {sum_lanes, {LANES{1'b0}}};
      {count_q, single_q} <= {sum_count_q, sum_single};
      {one_arr_q, one_dtx_q, arr_q, dtx_q} <= {sum_one_arr_q, sum_one_dtx_q, sum_arr_q, sum_dtx_q};
      taken_q          <= 20'd0;
      before_q         <= sum_token_q ? sum_before_q : {QUADS * 20{1'b0}};
      {object_q, counts_q} <= {sum_object_q, sum_counts_q};
    end else if (put_go) begin
      all_q       <= next_all;
      again_arr_q <= next_all ? arr_less : {5'd0, one_arr_q};
      again_dtx_q <= next_all ? dtx_less : one_dtx;
      if (put_some_q) begin
        left_q   <= left_q & ~step;
        count_q  <= count_q - 6'd1;
        single_q <= count_q == 6'd2;
        fine_q   <= fine_q | (error ? {LANES{1'b0}} : step);
        arr_q    <= arr_less;
        dtx_q    <= dtx_less;
        taken_q  <= taken_q + one_arr_q;
        object_q <= put_object;
        counts_q <= put_object[64] && plain;
      end
    end

  always @(posedge clk_i) begin
    seen_q <= sum_go ? sum_seen : put_go && put_some_q && writes_now ? write_object[65] : seen;
    if (sum_go) same_q <= put_valid_q && twin_q;
  end

  always @(posedge clk_i)
    if (sum_go || calc_q) begin
      outcome_q <= calc_q ? again : sum;
      put_straight_q <= !calc_q && sum_same;
      put_some_q     <= calc_q ? again_some : sum_some;
      put_finish_q   <= calc_q ? again_finish : sum_finish;
      put_bad_q      <= calc_q ? again_bad : sum_bad;
      put_whole_q    <= !calc_q || all_q || again_bad;
    end

  // ------------------------------------------------------------------------------------------------------ outcome

  assign flip_o = put_go && flip;
  assign slot_o = put_slot;
  assign {next_o, next_slot_o} = {sum_go, sum_slot};
  assign lanes_o = step;
  assign short_o = short;
  assign x_o = put_x;

  wire put_local = put_acts_q && put_local_q;  // of these, all that follows waits for the results
  assign merges_o = put_local && put_some_q && !suspends;
  assign closes_o = put_local && put_last && put_finish_q;
  assign merge_o = put_takes && merges_o;
  assign piece_o = put_lanes;
  assign counts_o = put_valid_q && (token_q || pending_q);
  assign value_o = pending_q || (token_q && !error);
  assign bit_o = token_q ? object_q[63] && !error : waited;
  assign base_o = token_q ? object_q[62:43] - taken_q : -put_x[19:0];
  assign before_o = before_q;
  assign each_o = token_q ? one_arr_q : 20'd0;

  assign suspend_o = put_takes && (put_local && suspends);
  assign unwait_o = put_takes && (put_local && put_finish_q && try && !pass);
  assign defer_lanes_o = fine_q | (error ? {LANES{1'b0}} : step);
  assign undefer_o = put_takes && (put_local && put_finish_q && (inc || check) && !pass);
  assign defer_o = undefer_o && (|fine_q || !error);

  assign others_o = put_valid_q && !put_local_q;
  assign late_o = put_acts_q && put_some_q && !put_local_q && short != 5'd0;
  assign late_cta_o = put_q[`WS_JOB_CTA];

  wire unused = &{1'b0, sum_x[31:20], put_q[`WS_JOB_FROM], again_same, again_ends, begins, off, drop, nc, arrive};
endmodule
`default_nettype wire
