// SPDX-License-Identifier: Apache-2.0
// The pipe of mbarrier jobs: spare, job, get, put. C twin: advance and put_step in mbar_unit.c.
//
//   spare   taken while `job` could not move on; while it is full nothing enters, so that open_o is a register
//   job     reads the object; what each quad of lanes takes
//   get     the object is there; what all take, and the lanes below each quad
//   put     carries the job out, in one clock or in several, and writes the object in each of them
//
// One job a clock, also on the same object in consecutive clocks. A write of put is forwarded twice: to the job that moves from get to
// put in the same clock, and, by the register `back`, to the job that read the object in that clock and is in get in the next. A job
// that stays in get reads its object again in every clock, so it misses no write older than `back`.
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
    input  wire [   JOB_W-1:0] job_i,
    output wire                open_o,
    output wire                empty_o,
    // shared memory
    output wire [        15:0] used_o,          // pairs of banks
    output wire                read_o,
    output wire [        10:0] read_slot_o,
    output wire [         3:0] pair_o,
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
    output wire                late_o,
    output wire [         2:0] late_cta_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"
  localparam [1:0] LOCAL = 2'd0, DEFERRED = 2'd2, TX = 2'd3;

  reg spare_valid_q, job_valid_q, get_valid_q, put_valid_q;
  reg [JOB_W-1:0] spare_q, job_q, get_q, put_q;
  wire put_finish;

  // ----------------------------------------------------------------------------------------------- who moves on

  wire put_can = put_q[`WS_JOB_FROM] != LOCAL || res_ready_i;
  wire put_go = put_valid_q && put_can;
  wire put_done = put_go && put_finish;
  wire get_go = get_valid_q && (!put_valid_q || put_done);
  wire job_go = job_valid_q && (!get_valid_q || get_go);
  wire job_free = !job_valid_q || job_go;

  assign open_o  = !spare_valid_q;
  assign empty_o = !job_valid_q && !get_valid_q && !put_valid_q;

  always @(posedge clk_i)
    if (!rst_ni) {spare_valid_q, job_valid_q, get_valid_q, put_valid_q} <= 4'd0;
    else begin
      if (job_free) job_valid_q <= spare_valid_q || job_valid_i;
      spare_valid_q <= !job_free && (spare_valid_q || job_valid_i);
      if (!get_valid_q || get_go) get_valid_q <= job_valid_q;
      if (!put_valid_q || put_done) put_valid_q <= get_valid_q;
    end

  always @(posedge clk_i) begin
    if (!spare_valid_q && job_valid_i) spare_q <= job_i;
    if (job_free && (spare_valid_q || job_valid_i)) job_q <= spare_valid_q ? spare_q : job_i;
    if (job_go) get_q <= job_q;
    if (get_go) put_q <= get_q;
  end

  // ------------------------------------------------------------------------------------------------------- memory

  wire [10:0] job_slot = job_q[`WS_JOB_SLOT], get_slot = get_q[`WS_JOB_SLOT];
  wire get_stays = get_valid_q && !get_go;

  wire put_pass;
  wire [10:0] put_slot;
  assign used_o = (job_valid_q && !job_q[`WS_JOB_PASS] ? 16'd1 << job_slot[3:0] : 16'd0) |
                  (get_valid_q && !get_q[`WS_JOB_PASS] ? 16'd1 << get_slot[3:0] : 16'd0) |
                  (put_valid_q && !put_pass ? 16'd1 << put_slot[3:0] : 16'd0);
  assign read_o = get_stays ? !get_q[`WS_JOB_PASS] : job_valid_q && !job_q[`WS_JOB_PASS];
  assign read_slot_o = get_stays ? get_slot : job_slot;
  assign pair_o = get_slot[3:0];

  // Forwarding to get.
  reg back_valid_q;
  reg [10:0] back_slot_q;
  reg [65:0] back_q;  // {seen, vld, word}
  wire [65:0] get_object = back_valid_q && back_slot_q == get_slot ? back_q : {seen_i, vld_i, word_i};

  always @(posedge clk_i)
    if (!rst_ni) back_valid_q <= 1'b0;
    else back_valid_q <= write_o;

  always @(posedge clk_i)
    if (write_o) begin
      back_slot_q <= put_slot;
      back_q <= {write_seen_o, write_vld_o, write_word_o};
    end

  // ---------------------------------------------------------------------------------------------------------- put

  // The lanes of the job in `job`; the tx port has none, and counts as one.
  wire [1:0] job_from = job_q[`WS_JOB_FROM];
  wire [LANES-1:0] job_lanes = job_from == TX ? {{LANES - 1{1'b0}}, 1'b1} : job_q[`WS_JOB_LANES];
  wire [31:0] job_x = job_q[`WS_JOB_X];
  wire unused_job = &{1'b0, job_x[31:20]};
  wire [QUADS*3-1:0] job_num;
  wire [QUADS*22-1:0] job_own;
  reg [QUADS*3-1:0] get_num_q;
  reg [QUADS*22-1:0] get_own_q;

  ws_mbar_quads #(
      .LANES (LANES),
      .STRUCT(STRUCT)
  ) quads (
      .valid_i(job_valid_q),
      .lanes_i(job_lanes),
      .x_i    (job_x[19:0]),
      .num_o  (job_num),
      .own_o  (job_own)
  );

  always @(posedge clk_i) if (job_go) {get_num_q, get_own_q} <= {job_num, job_own};

  // What put needs of the job in get, decoded a clock ahead.
  wire [1:0] get_from = get_q[`WS_JOB_FROM];
  wire [7:0] get_fn = get_q[`WS_JOB_FN];
  wire [LANES-1:0] get_lanes = get_from == TX ? {{LANES - 1{1'b0}}, 1'b1} : get_q[`WS_JOB_LANES];
  wire [31:0] get_limit = get_q[`WS_JOB_X];
  wire [19:0] get_x = get_limit[19:0];
  wire get_pass = get_q[`WS_JOB_PASS];
  wire get_arrive = get_from == DEFERRED || mbar_is_arrive(get_fn);
  wire get_expect = mbar_is_expect(get_fn);
  wire get_complete = mbar_is_complete(get_fn);
  wire get_token = get_from == LOCAL && mbar_is_token(get_fn) && !get_pass;
  wire get_pending = mbar_is_pending_count(get_fn);
  wire [5:0] get_count;
  wire [24:0] get_total;
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

  // The job, with what it does decoded.
  reg init_q, inval_q, wait_q, check_q, try_q, tx_q, inc_q, drop_q, nc_q, arrive_q, token_q, pending_q, error_q;
  reg [4:0] off_short_q;
  // What is left of it.
  reg [LANES-1:0] left_q, fine_q;
  reg [5:0] count_q;
  reg [24:0] arr_q;
  reg [25:0] dtx_q;
  // One lane of it, and what the lanes already carried out have taken.
  reg [19:0] one_arr_q, taken_q;
  reg [20:0] one_dtx_q;
  reg [QUADS*20-1:0] before_q;
  reg [65:0] object_q;

  wire [1:0] put_from = put_q[`WS_JOB_FROM];
  wire put_last = put_q[`WS_JOB_LAST];
  wire put_want = put_q[`WS_JOB_WANT];
  wire [4:0] put_short = put_q[`WS_JOB_SHORT];
  wire [2:0] put_cta = put_q[`WS_JOB_CTA];
  wire [31:0] put_x = put_q[`WS_JOB_X];
  wire [LANES-1:0] put_lanes = put_q[`WS_JOB_LANES];
  assign put_pass = put_q[`WS_JOB_PASS];
  assign put_slot = put_q[`WS_JOB_SLOT];
  assign {fn_o, warp_o, tag_o} = {put_q[`WS_JOB_FN], put_q[`WS_JOB_WARP], put_q[`WS_JOB_TAG]};

  wire [LANES-1:0] step;
  wire [4:0] short;
  wire error, p, suspend, flip, write;

  ws_mbar_put #(
      .LANES(LANES)
  ) put (
      .pass_i     (put_pass),
      .init_i     (init_q),
      .inval_i    (inval_q),
      .wait_i     (wait_q),
      .check_i    (check_q),
      .try_i      (try_q),
      .tx_i       (tx_q),
      .inc_i      (inc_q),
      .drop_i     (drop_q),
      .nc_i       (nc_q),
      .arrive_i   (arrive_q),
      .short_i    (put_short),
      .error_i    (error_q),
      .want_i     (put_want),
      .off_i      (put_x[20] && !wait_q),
      .off_short_i(off_short_q),
      .x_i        (put_x[19:0]),
      .left_i     (left_q),
      .single_i   (count_q == 6'd1),
      .arr_i      (arr_q),
      .dtx_i      (dtx_q),
      .one_arr_i  (one_arr_q),
      .one_dtx_i  (one_dtx_q),
      .word_i     (object_q[63:0]),
      .vld_i      (object_q[64]),
      .seen_i     (object_q[65]),
      .hit_i      (hit_i),
      .lanes_o    (step),
      .finish_o   (put_finish),
      .short_o    (short),
      .error_o    (error),
      .p_o        (p),
      .suspend_o  (suspend),
      .flip_o     (flip),
      .write_o    (write),
      .word_o     (write_word_o),
      .vld_o      (write_vld_o),
      .seen_o     (write_seen_o)
  );

  assign write_o = put_go && write;
  assign write_slot_o = put_slot;

  always @(posedge clk_i)
    if (get_go) begin
      init_q      <= mbar_is_init(get_fn) && !get_pass;
      inval_q     <= mbar_is_inval(get_fn) && !get_pass;
      wait_q      <= mbar_is_wait(get_fn);
      check_q     <= mbar_is_noinc(get_fn);
      try_q       <= mbar_is_try_wait(get_fn) && get_limit != 32'd0;
      tx_q        <= mbar_is_tx(get_fn);
      inc_q       <= mbar_is_cp_arrive(get_fn) && get_from != DEFERRED;
      drop_q      <= mbar_is_drop(get_fn);
      nc_q        <= mbar_is_nocomplete(get_fn);
      arrive_q    <= get_arrive;
      token_q     <= get_token;
      pending_q   <= get_pending;
      error_q     <= is_error(get_q[`WS_JOB_SHORT]);
      off_short_q <= short_status(get_complete ? WS_ST_MB_TX_UNDERFLOW :
                                  mbar_is_tx(get_fn) || get_expect ? WS_ST_MB_TX_OVERFLOW : WS_ST_MB_BAD_COUNT);
      left_q      <= get_lanes;
      count_q     <= get_count;
      fine_q      <= {LANES{1'b0}};
      one_arr_q   <= mbar_is_tx(get_fn) ? 20'd0 : get_expect ? 20'd1 : get_x;
      one_dtx_q   <= get_complete ? -{1'b0, get_x} : mbar_is_tx(get_fn) || get_expect ? {1'b0, get_x} : 21'd0;
      arr_q       <= mbar_is_tx(get_fn) ? 25'd0 : get_expect ? {19'd0, get_count} : get_total;
      dtx_q       <= get_complete ? -{1'b0, get_total} : mbar_is_tx(get_fn) || get_expect ? {1'b0, get_total} : 26'd0;
      taken_q     <= 20'd0;
      before_q    <= get_token ? get_before : {QUADS * 20{1'b0}};
      object_q    <= write_o && put_slot == get_slot ? {write_seen_o, write_vld_o, write_word_o} : get_object;
    end else if (put_go) begin
      left_q  <= left_q & ~step;
      count_q <= count_q - 6'd1;
      fine_q  <= fine_q | (error ? {LANES{1'b0}} : step);
      arr_q   <= arr_q - {5'd0, one_arr_q};
      dtx_q   <= dtx_q - {{5{one_dtx_q[20]}}, one_dtx_q};
      taken_q <= taken_q + one_arr_q;
      if (write_o) object_q <= {write_seen_o, write_vld_o, write_word_o};
    end

  // ------------------------------------------------------------------------------------------------------ outcome

  assign flip_o = put_go && flip;
  assign slot_o = put_slot;
  assign lanes_o = step;
  assign short_o = short;
  assign x_o = put_x;

  wire put_local = put_go && put_from == LOCAL;
  assign merge_o = put_local && !suspend;
  assign close_o = put_local && put_last && put_finish;
  assign piece_o = put_lanes;
  assign counts_o = put_valid_q && (token_q || pending_q);
  assign value_o = pending_q || (token_q && !error);
  assign bit_o = token_q ? object_q[63] && !error : p;
  assign base_o = token_q ? object_q[62:43] - taken_q : -put_x[19:0];
  assign before_o = before_q;
  assign each_o = token_q ? one_arr_q : 20'd0;

  assign suspend_o = put_local && suspend;
  assign unwait_o = put_local && put_finish && wait_q && try_q && !put_pass;
  assign defer_lanes_o = fine_q | (error ? {LANES{1'b0}} : step);
  assign undefer_o = put_local && put_finish && (inc_q || check_q) && !put_pass;
  assign defer_o = undefer_o && (|fine_q || !error);

  assign late_o = put_go && put_from != LOCAL && short != 5'd0;
  assign late_cta_o = put_cta;
endmodule
`default_nettype wire
