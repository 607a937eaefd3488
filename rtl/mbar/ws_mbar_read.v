// SPDX-License-Identifier: Apache-2.0
// The stages of the pipe of mbarrier jobs before `sum`: the object is read, and what the lanes of the job take is added up. C twin: advance in
// mbar_unit.c.
//
//   job     memory reads the object; what each quad of lanes takes
//   raw     the word comes out of memory and goes to a register there; what the lanes below each quad take
//   got     the job may leave, with its object
//   spare   a job that left `got` while `sum` could not take it. While it is full nothing moves up to `got`, nothing enters, and memory does
//           not read: so what happens here hangs on registers alone
//
// An object that `back` writes while the job is between its read and `sum`, or in the clock of its read, takes the place of what was read.
// Whose object that of the job that may leave is, is found a clock ahead: so it hangs on registers alone.
`default_nettype none
`include "ws_layout.vh"
module ws_mbar_read #(
    parameter LANES   = 32,
    parameter WARP_W  = 2,
    parameter TAG_W   = 8,
    parameter BANKS   = 32,
    parameter STRUCT  = 0,
    parameter QUADS   = LANES / 4,            // derived, not to be set
    parameter FOUND_W = 14 + 36 + QUADS * 20, // derived, not to be set
    parameter JOB_W   = `WS_JOB_W             // derived, not to be set
) (
    input  wire               clk_i,
    input  wire               rst_ni,
    // a job, as in ws_mbar_enter.v; only while open_o
    input  wire               job_valid_i,
    input  wire               job_wants_i,   // one stands there, whether it may enter or not; comes before job_valid_i
    input  wire [  JOB_W-1:0] job_i,
    output wire               open_o,
    output wire               empty_o,
    // shared memory
    output wire               read_o,
    output wire [       10:0] read_slot_o,
    output wire               keep_o,        // what was read last is to be kept, from the next clock on, at word_i
    output wire [BANKS/2-1:0] pair_o,        // of the word that is kept, one-hot
    input  wire [       65:0] object_i,      // {seen, vld, word}
    // what is written
    input  wire               back_valid_i,  // then back_slot_i is put_slot_i of the clock before
    input  wire [       10:0] back_slot_i,
    input  wire [       65:0] back_i,
    // for `sum`
    output wire               next_valid_o,
    input  wire               next_take_i,   // `sum` is free
    output wire [  JOB_W-1:0] next_o,
    output wire [FOUND_W-1:0] next_found_o,  // {does, expect, complete, tx, token, count[5:0], total[25:0], before}
    output wire [       64:0] next_other_o,  // {vld, word} of its object, unless that is as memory read it, at object_i, which is so but for ...
    output wire               next_spare_o,  // it is the spare job
    output wire               next_over_o,   // the object has been written since
    output wire               next_wrote_o,  // ... or is now, if back_valid_i
    output wire               next_seen_o,
    // objects of `sum` and `put`, where there is a job: is it theirs?
    input  wire [       10:0] sum_slot_i,
    input  wire [       10:0] put_slot_i,
    input  wire               sum_go_i,      // `sum` moves up to `put`; then next_take_i
    output reg                at_sum_o,
    output reg                at_put_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  localparam DOES_W = 14;  // as in ws_mbar_fn.vh
  localparam [1:0] LOCAL = 2'd0, DEFERRED = 2'd2, TX = 2'd3;

  reg job_valid_q, raw_valid_q, got_valid_q, spare_valid_q;
  reg [JOB_W-1:0] job_q, raw_q, got_q, spare_q;
  reg go;  // not spare_valid_q: `job`, `raw` and `got` move up. A register of its own, since both drive much

  assign open_o = go;
  assign empty_o = !job_valid_q && !raw_valid_q && !got_valid_q && !spare_valid_q;
  assign next_valid_o = spare_valid_q || got_valid_q;
  assign next_o = spare_valid_q ? spare_q : got_q;

  always @(posedge clk_i)
    if (!rst_ni) {job_valid_q, raw_valid_q, got_valid_q, spare_valid_q, go} <= 5'd1;
    else begin
      if (go) {job_valid_q, raw_valid_q, got_valid_q} <= {job_valid_i, job_valid_q, raw_valid_q};
      {spare_valid_q, go} <= {!next_take_i && next_valid_o, next_take_i || !next_valid_o};
    end

  always @(posedge clk_i) begin
    if (go && job_wants_i) job_q <= job_i;
    if (go && job_valid_q) raw_q <= job_q;
    if (go && raw_valid_q) got_q <= raw_q;
    if (go && got_valid_q) spare_q <= got_q;
  end

  // ---------------------------------------------------------------------------------------------- what the lanes take

  // The lanes of the job in `job`; the tx port has none, and counts as one.
  wire [1:0] job_from = job_q[`WS_JOB_FROM];
  wire [LANES-1:0] job_lanes = job_from == TX ? {{LANES - 1{1'b0}}, 1'b1} : job_q[`WS_JOB_LANES];
  wire [31:0] job_x = job_q[`WS_JOB_X];
  wire unused_job = &{1'b0, job_x[31:20]};
  wire [QUADS*3-1:0] job_num;
  wire [QUADS*23-1:0] job_own;
  reg [QUADS*3-1:0] raw_num_q;
  reg [QUADS*23-1:0] raw_own_q;

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

  always @(posedge clk_i) if (go && job_valid_q) {raw_num_q, raw_own_q} <= {job_num, job_own};

  wire [7:0] raw_fn = raw_q[`WS_JOB_FN];
  wire [1:0] raw_from = raw_q[`WS_JOB_FROM];
  wire raw_pass = raw_q[`WS_JOB_PASS];
  wire [DOES_W-1:0] raw_does;
  wire raw_expect = mbar_is_expect(raw_fn), raw_complete = mbar_is_complete(raw_fn), raw_tx = mbar_is_tx(raw_fn);
  wire [5:0] raw_count;
  wire [25:0] raw_total;
  wire [QUADS*20-1:0] raw_before;

  ws_mbar_does #(
      .STRUCT(STRUCT)
  ) does (
      .valid_i   (raw_valid_q),
      .pass_i    (raw_pass),
      .fn_i      (raw_fn),
      .deferred_i(raw_from == DEFERRED),
      .x_i       (raw_q[`WS_JOB_X]),
      .does_o    (raw_does)
  );

  ws_mbar_rank #(
      .LANES (LANES),
      .STRUCT(STRUCT)
  ) rank (
      .valid_i (raw_valid_q),
      .num_i   (raw_num_q),
      .own_i   (raw_own_q),
      .ones_i  (raw_expect),
      .count_o (raw_count),
      .total_o (raw_total),
      .before_o(raw_before)
  );

  // What `raw` found, and the same of the spare job.
  reg [FOUND_W-1:0] got_found_q, spare_found_q;

  always @(posedge clk_i) begin
    if (go && raw_valid_q)
      got_found_q <= {raw_does, raw_expect, raw_complete, raw_tx, raw_from == LOCAL && mbar_is_token(raw_fn) && !raw_pass, raw_count, raw_total, raw_before};
    if (go && got_valid_q) spare_found_q <= got_found_q;
  end

  assign next_found_o = spare_valid_q ? spare_found_q : got_found_q;

  // ------------------------------------------------------------------------------------------------------- the object

  wire [10:0] job_slot = job_q[`WS_JOB_SLOT], raw_slot = raw_q[`WS_JOB_SLOT], got_slot = got_q[`WS_JOB_SLOT], spare_slot = spare_q[`WS_JOB_SLOT];
  reg [BANKS/2-1:0] pair_q;

  always @(posedge clk_i) if (keep_o) pair_q <= {{BANKS / 2 - 1{1'b0}}, 1'b1} << raw_slot[0+:$clog2(BANKS/2)];

  assign read_slot_o = job_slot;

  ws_mbar_uses uses (
      .go_i       (go),
      .job_valid_i(job_valid_q),
      .job_pass_i (job_q[`WS_JOB_PASS]),
      .raw_valid_i(raw_valid_q),
      .raw_pass_i (raw_pass),
      .read_o     (read_o),
      .keep_o     (keep_o)
  );
  assign pair_o = pair_q;

  // What was written to the object of a job since memory read it, or in the clock in which it did.
  reg raw_over_q, got_over_q;
  reg [65:0] raw_object_q, got_object_q, spare_object_q;
  wire back_job = back_valid_i && back_slot_i == job_slot;
  reg wrote_raw_q, wrote_got_q, wrote_spare_q;  // if `back` writes, it is the object of `raw`, of `got`, of `spare`
  wire back_raw = back_valid_i && wrote_raw_q;
  wire back_got = back_valid_i && wrote_got_q;
  wire back_spare = back_valid_i && wrote_spare_q;
  wire [65:0] got_object = got_over_q ? got_object_q : object_i;

  always @(posedge clk_i)
    if (go) begin
      raw_over_q <= back_job;
      got_over_q <= raw_over_q || back_raw;
    end else begin
      if (back_raw) raw_over_q <= 1'b1;
      if (back_got) got_over_q <= 1'b1;
    end

  always @(posedge clk_i)
    if (go) begin
      if (back_job) raw_object_q <= back_i;
      if (raw_over_q || back_raw) got_object_q <= back_raw ? back_i : raw_object_q;
      if (got_valid_q) spare_object_q <= back_got ? back_i : got_object;
    end else begin
      if (back_raw) raw_object_q <= back_i;
      if (back_got) got_object_q <= back_i;
      if (back_spare) spare_object_q <= back_i;
    end

  wire next_back = back_valid_i && (spare_valid_q ? wrote_spare_q : wrote_got_q);
  wire [65:0] other = next_back ? back_i : spare_valid_q ? spare_object_q : got_object_q;
  wire next_fresh = !spare_valid_q && !got_over_q && !back_got;
  assign {next_spare_o, next_over_o, next_wrote_o} = {spare_valid_q, got_over_q, wrote_got_q};
  assign next_other_o = other[64:0];
  assign next_seen_o = next_fresh ? object_i[65] : other[65];

  // Objects of the next clock that are one. What is taken comes late.
  wire sum_raw = sum_slot_i == raw_slot, sum_got = sum_slot_i == got_slot, sum_spare = sum_slot_i == spare_slot;
  wire put_job = put_slot_i == job_slot, put_raw = put_slot_i == raw_slot, put_got = put_slot_i == got_slot, put_spare = put_slot_i == spare_slot;
  wire got_raw = got_slot == raw_slot, spare_got = spare_slot == got_slot;

  always @(posedge clk_i) begin
    wrote_raw_q   <= go ? put_job : put_raw;
    wrote_got_q   <= go ? put_raw : put_got;
    wrote_spare_q <= go ? put_got : put_spare;
    at_sum_o <= next_take_i ? (go ? got_raw : spare_got) : !go ? sum_spare : got_valid_q ? sum_got : sum_raw;
    at_put_o <= next_take_i ? (go ? (sum_go_i ? sum_raw : put_raw) : sum_go_i ? sum_got : put_got) : !go ? put_spare : got_valid_q ? put_got : put_raw;
  end
endmodule
`default_nettype wire
