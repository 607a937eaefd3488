// SPDX-License-Identifier: Apache-2.0
// The pipe of mbarrier jobs: spare, job, get, sum, put. C twin: advance and put_step in mbar_unit.c.
//
//   spare   taken while `job` could not move on; while it is full nothing enters, so that open_o is a register
//   job     reads the object; what each quad of lanes takes
//   get     the object is there; what all take, and the lanes below each quad
//   sum     what all lanes together make of the object
//   put     says whether that counts, and writes the object. If it does not, the job stays: the sums are made anew, in every second clock,
//           of the lowest lane or of all that are left
//
// One job a clock, also on the same object in consecutive clocks: what `sum` makes of an object goes to the next job before `put` says
// whether it counts. Where it did not count, the job in `sum` stays for as long as put works and for the clock in which it ends, in which it
// takes the object anew. So that loop, from object to object, has none of the errors in it.
// A job that moves from get to sum takes its object from `sum`, else from `put`, else from `back`, what was written in the clock before, in
// which its read was under way, else from memory. A job that stays in get reads its object again in every clock.
// Whether a wait was seen is not known in `sum`: it follows, as put writes it.
// Only a piece of a warp's operation waits in put, until the results of the operation before it have been taken.
`default_nettype none
`include "ws_layout.vh"
module ws_mbar_pipe #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
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
    output wire                uses_o,          // a job uses it
    output wire                read_o,
    output wire [        10:0] read_slot_o,
    output wire [        15:0] pair_o,          // that was read in the clock before, one-hot
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
    output wire [        31:0] x_o,
    // to the results
    input  wire                res_ready_i,
    output wire                merge_o,
    output wire                close_o,
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
  localparam DOES_W = 13, SUM_W = 83;  // as in ws_mbar_fn.vh
  localparam [1:0] LOCAL = 2'd0, DEFERRED = 2'd2, TX = 2'd3;

  reg spare_valid_q, job_valid_q, get_valid_q, sum_valid_q, put_valid_q;
  reg [JOB_W-1:0] spare_q, job_q, get_q, sum_q, put_q;
  reg all_q, calc_q;  // of put: the sums are of all lanes that are left; they are being made
  reg put_straight_q, put_some_q, put_finish_q, put_bad_q;  // what ws_mbar_many.v says of them: straight, what `sum` said counts
  reg put_local_q, put_whole_q;  // it is a piece of a warp's operation; all that are left are carried out, if any

  // ----------------------------------------------------------------------------------------------- who moves on

  wire put_can = !put_local_q || res_ready_i;
  wire put_acts = put_valid_q && !calc_q;
  wire put_go = put_acts && put_can;
  wire put_done = put_go && put_finish_q;
  wire sum_go = sum_valid_q && (!put_valid_q || (put_can && put_straight_q));
  wire get_go = get_valid_q && (!sum_valid_q || sum_go);
  wire job_go = job_valid_q && (!get_valid_q || get_go);
  wire job_free = !job_valid_q || job_go;

  assign open_o  = !spare_valid_q;
  assign empty_o = !job_valid_q && !get_valid_q && !sum_valid_q && !put_valid_q;

  always @(posedge clk_i)
    if (!rst_ni) {spare_valid_q, job_valid_q, get_valid_q, sum_valid_q, put_valid_q} <= 5'd0;
    else begin
      if (job_free) job_valid_q <= spare_valid_q || job_valid_i;
      spare_valid_q <= !job_free && (spare_valid_q || job_valid_i);
      if (!get_valid_q || get_go) get_valid_q <= job_valid_q;
      if (!sum_valid_q || sum_go) sum_valid_q <= get_valid_q;
      if (!put_valid_q || put_done) put_valid_q <= sum_go;
    end

  always @(posedge clk_i) begin
    if (!spare_valid_q && !job_free && job_wants_i) spare_q <= job_i;
    if (job_free && (spare_valid_q || job_wants_i)) job_q <= spare_valid_q ? spare_q : job_i;
    if (job_go) get_q <= job_q;
    if (get_go) sum_q <= get_q;
    if (sum_go) put_q <= sum_q;
  end

  // ------------------------------------------------------------------------------------------------------- memory

  wire [10:0] job_slot = job_q[`WS_JOB_SLOT], get_slot = get_q[`WS_JOB_SLOT], sum_slot = sum_q[`WS_JOB_SLOT], put_slot = put_q[`WS_JOB_SLOT];
  wire get_stays = get_valid_q && !get_go;
  wire get_pass = get_q[`WS_JOB_PASS];
  wire sum_pass = sum_q[`WS_JOB_PASS];
  wire put_pass = put_q[`WS_JOB_PASS];

  reg [15:0] get_pair_q;  // the pair of banks that GET reads, one-hot; 0 where it reads none

  always @(posedge clk_i)
    if (!rst_ni) get_pair_q <= 16'd0;
    else if (!get_valid_q || get_go) get_pair_q <= job_valid_q && !job_q[`WS_JOB_PASS] ? 16'd1 << job_slot[3:0] : 16'd0;

  assign uses_o = (job_valid_q && !job_q[`WS_JOB_PASS]) || (get_valid_q && !get_pass) || (sum_valid_q && !sum_pass) || (put_valid_q && !put_pass);
  assign read_o = get_stays ? !get_pass : job_valid_q && !job_q[`WS_JOB_PASS];
  assign read_slot_o = get_stays ? get_slot : job_slot;
  assign pair_o = get_pair_q;

  // What was written in the clock before.
  reg back_valid_q;
  reg [10:0] back_slot_q;
  reg [65:0] back_q;  // {seen, vld, word}

  always @(posedge clk_i)
    if (!rst_ni) back_valid_q <= 1'b0;
    else back_valid_q <= write_o;

  always @(posedge clk_i)
    if (put_valid_q) begin  // written or not, which comes late
      back_slot_q <= put_slot;
      back_q <= {write_seen_o, write_vld_o, write_word_o};
    end

  // ---------------------------------------------------------------------------------------------------------- get

  // The lanes of the job in `job`; the tx port has none, and counts as one.
  wire [1:0] job_from = job_q[`WS_JOB_FROM];
  wire [LANES-1:0] job_lanes = job_from == TX ? {{LANES - 1{1'b0}}, 1'b1} : job_q[`WS_JOB_LANES];
  wire [31:0] job_x = job_q[`WS_JOB_X];
  wire unused_job = &{1'b0, job_x[31:20]};
  wire [QUADS*3-1:0] job_num;
  wire [QUADS*23-1:0] job_own;
  reg [QUADS*3-1:0] get_num_q;
  reg [QUADS*23-1:0] get_own_q;

  ws_mbar_quads #(
      .LANES (LANES),
      .STRUCT(STRUCT)
  ) quads (
      .valid_i(job_valid_q),
      .lanes_i(job_lanes),
      .x_i    (job_x[19:0]),
      .less_i (mbar_is_complete(job_q[`WS_JOB_FN])),
      .num_o  (job_num),
      .own_o  (job_own)
  );

  always @(posedge clk_i) if (job_go) {get_num_q, get_own_q} <= {job_num, job_own};

  // The job, decoded a clock ahead.
  wire [1:0] get_from = get_q[`WS_JOB_FROM];
  wire [7:0] get_fn = get_q[`WS_JOB_FN];
  wire [31:0] get_limit = get_q[`WS_JOB_X];
  wire [19:0] get_x = get_limit[19:0];
  wire get_expect = mbar_is_expect(get_fn);
  wire get_complete = mbar_is_complete(get_fn);
  wire get_tx = mbar_is_tx(get_fn);
  wire [DOES_W-1:0] get_does;

  ws_mbar_does #(
      .STRUCT(STRUCT)
  ) does (
      .valid_i   (get_valid_q),
      .pass_i    (get_pass),
      .fn_i      (get_fn),
      .deferred_i(get_from == DEFERRED),
      .x_i       (get_limit),
      .does_o    (get_does)
  );

  wire [5:0] get_count;
  wire [25:0] get_total;
  wire [QUADS*20-1:0] get_before;

  ws_mbar_rank #(
      .LANES (LANES),
      .STRUCT(STRUCT)
  ) rank (
      .valid_i (get_valid_q),
      .num_i   (get_num_q),
      .own_i   (get_own_q),
      .ones_i  (get_expect),
      .count_o (get_count),
      .total_o (get_total),
      .before_o(get_before)
  );

  // Where the object comes from.
  wire from_sum = sum_valid_q && !sum_pass && sum_slot == get_slot;
  wire from_put = put_valid_q && !put_pass && put_slot == get_slot;
  wire from_back = back_valid_q && back_slot_q == get_slot;

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
  wire [64:0] sum_object, put_object;
  wire sum_seen = write_o && put_slot == sum_slot ? write_seen_o : sum_seen_q;

  always @(posedge clk_i)
    if (get_go) begin
      sum_does_q      <= get_does;
      sum_error_q     <= is_error(get_q[`WS_JOB_SHORT]);
      sum_off_short_q <= short_status(get_complete ? WS_ST_MB_TX_UNDERFLOW : get_tx || get_expect ? WS_ST_MB_TX_OVERFLOW : WS_ST_MB_BAD_COUNT);
      sum_token_q     <= get_from == LOCAL && mbar_is_token(get_fn) && !get_pass;
      sum_pending_q   <= mbar_is_pending_count(get_fn);
      sum_count_q     <= get_count;
      sum_one_arr_q   <= get_tx ? 20'd0 : get_expect ? 20'd1 : get_x;
      sum_one_dtx_q   <= get_complete ? -{1'b0, get_x} : get_tx || get_expect ? {1'b0, get_x} : 21'd0;
      sum_arr_q       <= get_tx ? 25'd0 : get_expect ? {19'd0, get_count} : get_total[24:0];
      sum_dtx_q       <= get_tx || get_expect ? get_total : 26'd0;
      sum_before_q    <= get_before;
      sum_seen_q      <= write_o && put_slot == get_slot ? write_seen_o : from_back ? back_q[65] : seen_i;
    end else sum_seen_q <= sum_seen;

  wire sum_anew = sum_valid_q && put_valid_q && !put_straight_q;  // `sum` stays, and takes what put makes of its object
  // Memory answers late: its word is joined last. So does what `sum` makes of the object.
  wire from_memory = !sum_anew && !from_sum && !from_put && !from_back;
  wire [64:0] old_object = sum_anew || from_put ? put_object : back_q[64:0];
  wire [64:0] kept_object = from_memory ? 65'd0 : from_sum && !sum_anew ? sum_object : old_object;
  wire [64:0] next_object = kept_object | ({vld_i, word_i} & {65{from_memory}});

  always @(posedge clk_i)
    if (get_go || (sum_anew && put_slot == sum_slot)) begin
      sum_object_q <= next_object;
      sum_counts_q <= next_object[64] && (sum_anew ? sum_does_q[DOES_W-1] : get_does[DOES_W-1]);
    end

  wire [SUM_W-1:0] sum;
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
      .outcome_o  (sum),
      .bad_o      (sum_bad),
      .same_o     (sum_same),
      .finish_o   (sum_finish),
      .some_o     (sum_some)
  );
  assign sum_object = sum[64:0];

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
  // The sums.
  reg [SUM_W-1:0] outcome_q;

  wire put_last = put_q[`WS_JOB_LAST];
  wire [31:0] put_x = put_q[`WS_JOB_X];
  wire [LANES-1:0] put_lanes = put_q[`WS_JOB_LANES];
  assign {fn_o, warp_o, tag_o} = {put_q[`WS_JOB_FN], put_q[`WS_JOB_WARP], put_q[`WS_JOB_TAG]};
  wire plain, pass, init, inval, waits, check, off, try, tx, inc, drop, nc, arrive;
  assign {plain, pass, init, inval, waits, check, off, try, tx, inc, drop, nc, arrive} = does_q;
  wire suspends, waited, writes, asks, first_error, apart, flips;
  wire [4:0] first_short;
  wire [5:0] flaws;
  wire [64:0] after;
  assign {suspends, waited, writes, asks, first_error, first_short, apart, flaws, flips, after} = outcome_q;
  wire unused_apart = &{1'b0, apart};

  // The sums made anew.
  wire [SUM_W-1:0] again;
  wire again_same, again_some, again_finish, again_bad;

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
      .outcome_o  (again),
      .bad_o      (again_bad),
      .same_o     (again_same),
      .finish_o   (again_finish),
      .some_o     (again_some)
  );

  wire [LANES-1:0] step;
  wire [4:0] short;
  wire error, flip, write;

  ws_mbar_put #(
      .LANES(LANES)
  ) put (
      .whole_i (put_whole_q),
      .left_i  (left_q),
      .wakes_i (init || waits),
      .inval_i (inval),
      .seen_i  (seen_q),
      .hit_i   (hit_i),
      .flip_i  (flips),
      .flaws_i (flaws),
      .short_i (first_short),
      .error_i (first_error),
      .arrive_i(asks),
      .write_i (writes),
      .bad_i   (put_bad_q),
      .some_i  (put_some_q),
      .lanes_o (step),
      .short_o (short),
      .error_o (error),
      .flip_o  (flip),
      .write_o (write),
      .seen_o  (write_seen_o)
  );

  assign put_object = put_bad_q ? object_q : after;
  assign {write_vld_o, write_word_o} = after;
  assign write_o = put_can && (put_acts && write);
  assign write_slot_o = put_slot;

  // After the lowest lane alone, all that are left are tried where that has changed what they meet.
  wire put_all = flips || init || inval || (tx && object_q[42] != after[42]);
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
      does_q           <= sum_does_q;
      off_short_q      <= sum_off_short_q;
      pass_error_q     <= sum_error_q;
      token_q          <= sum_token_q;
      pending_q        <= sum_pending_q;
      left_q           <= sum_lanes;
      count_q          <= sum_count_q;
      single_q         <= sum_single;
      fine_q           <= {LANES{1'b0}};
      one_arr_q        <= sum_one_arr_q;
      one_dtx_q        <= sum_one_dtx_q;
      arr_q            <= sum_arr_q;
      dtx_q            <= sum_dtx_q;
      taken_q          <= 20'd0;
      before_q         <= sum_token_q ? sum_before_q : {QUADS * 20{1'b0}};
      object_q         <= sum_object_q;
      counts_q         <= sum_counts_q;
      seen_q           <= sum_seen;
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
        if (write) seen_q <= write_seen_o;
      end
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

  assign flip_o = put_can && (put_acts && flip);
  assign slot_o = put_slot;
  assign {next_o, next_slot_o} = {sum_go, sum_slot};
  assign lanes_o = step;
  assign short_o = short;
  assign x_o = put_x;

  wire put_local = put_acts && put_local_q;  // of these, all that follows waits for res_ready_i
  assign merge_o = res_ready_i && (put_local && put_some_q && !suspends);
  assign close_o = res_ready_i && (put_local && put_last && put_finish_q);
  assign piece_o = put_lanes;
  assign counts_o = put_valid_q && (token_q || pending_q);
  assign value_o = pending_q || (token_q && !error);
  assign bit_o = token_q ? object_q[63] && !error : waited;
  assign base_o = token_q ? object_q[62:43] - taken_q : -put_x[19:0];
  assign before_o = before_q;
  assign each_o = token_q ? one_arr_q : 20'd0;

  assign suspend_o = res_ready_i && (put_local && suspends);
  assign unwait_o = res_ready_i && (put_local && put_finish_q && try && !pass);
  assign defer_lanes_o = fine_q | (error ? {LANES{1'b0}} : step);
  assign undefer_o = res_ready_i && (put_local && put_finish_q && (inc || check) && !pass);
  assign defer_o = undefer_o && (|fine_q || !error);

  assign others_o = put_valid_q && !put_local_q;
  assign late_o = put_acts && put_some_q && !put_local_q && short != 5'd0;
  assign late_cta_o = put_q[`WS_JOB_CTA];

  wire unused = &{1'b0, sum_x[31:20], put_q[`WS_JOB_FROM], again_same, off, drop, nc, arrive};
endmodule
`default_nettype wire
