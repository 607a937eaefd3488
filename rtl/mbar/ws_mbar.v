// SPDX-License-Identifier: Apache-2.0
// mbarrier objects in shared memory (PTX 9.7.13.15), and the decoding of cp.async (9.7.9.25.3.1). C twin: mbar_unit.c.
//   grp ─► issue ─┬─► enter [tx > deferred arrive > net > piece] ─► pipe: job .. put ─► result ─► res
//                 ├─► net                  ▲       ▲                 └─ objects ─┬─► mem              └► late
//                 └─► push (ws_async) ─► job       tx, net                       └─► wait ─► wake
//
// A warp's operation is cut into pieces of lanes that ask for the same. A piece is one job; the outcome is that of one lane after the other,
// ascending. A group enters in clock t, its piece leaves at t + 4, its response stands at res in t + 10; one group a clock where all lanes ask for the same
// and meet the same. Operations on objects of other CTAs leave as messages; the lanes are done when the message register takes it.
// try_wait answers through wake if it has to wait: its lanes are away from their entry on until a response is taken.
// late: statuses that no response carries, of the tx port, messages and deferred arrives, in the clock after.
// Each of SLOTS CTAs has a window of 16384 / SLOTS bytes; addresses of lanes are offsets in it, those of tx and ls are not.
// While memory is swept no group, message or tx is taken; what is under way goes on, and bytes that were taken go before the sweep. Messages need SLOTS = 1.
// Statuses as in ws_ops.vh; limits in ticks of TICK_NS nanoseconds. Nothing but control is reset.
`default_nettype none
`include "ws_layout.vh"
module ws_mbar #(
    parameter LANES   = 32,            // 4, 8, 16, 32
    parameter WARPS   = 4,
    parameter SLOTS   = 1,             // CTAs of WARPS / SLOTS warps in a row: 1, 2, 4, 8, at most WARPS
    parameter WARP_W  = 2,
    parameter TAG_W   = 8,
    parameter TICK_NS = 10,            // nanoseconds of a tick, 1 to 1000
    parameter WAITERS = 8,             // groups that can wait in try_wait, 2 to 64
    parameter BANKS   = 32,            // of shared memory: 4, 8, 16, 32
    parameter STRUCT  = 0,             // 1: structure for synthesis; 0: simulates fast
    parameter MSG_W   = `WS_MSG_W,     // derived, not to be set
    parameter LANE_W  = $clog2(LANES)  // derived, not to be set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // configuration (static) and time
    input  wire [            2:0] cfg_rank_i,
    input  wire [            3:0] cfg_ctas_i,
    input  wire [           16:0] cfg_trywait_i,   // {not 0, ticks}
    input  wire                   tick_i,
    // group, from the rendezvous; grp_valid_i is a strobe, only while grp_ready_o; the operands are those of its lanes
    input  wire                   grp_valid_i,
    output wire                   grp_ready_o,
    input  wire [ `WS_HEAD_W-1:0] grp_head_i,
    input  wire [           11:0] grp_key_i,
    input  wire [   LANES*64-1:0] grp_addr_i,
    input  wire [   LANES*64-1:0] grp_a_i,
    input  wire [   LANES*32-1:0] grp_b_i,
    input  wire [   LANES*32-1:0] grp_c_i,
    input  wire [      LANES-1:0] grp_pred_i,
    // state
    input  wire                   alive_i,         // a lane lives; messages look at it, which need SLOTS = 1
    output reg  [WARPS*LANES-1:0] away_o,          // lanes blocked here
    output wire                   quiet_o,         // nothing happens without an input; waiting alone is quiet
    // result, to the collector
    output wire                   res_valid_o,
    input  wire                   res_ready_i,
    output wire                   res_more_o,
    output wire [ `WS_HEAD_W-1:0] res_head_o,
    output wire [   LANES*32-1:0] res_d_o,
    output wire [   LANES*32-1:0] res_d_hi_o,
    output wire [      LANES-1:0] res_p_o,
    // another one: lanes that waited
    output wire                   wake_valid_o,
    input  wire                   wake_ready_i,
    output wire                   wake_more_o,
    output wire [ `WS_HEAD_W-1:0] wake_head_o,
    output wire [   LANES*32-1:0] wake_d_o,
    output wire [   LANES*32-1:0] wake_d_hi_o,
    output wire [      LANES-1:0] wake_p_o,
    // to the error capture, a strobe
    output wire                   late_valid_o,
    output wire [ `WS_HEAD_W-1:0] late_head_o,
    output wire [            2:0] late_cta_o,
    // shared memory: objects
    output wire                   mem_read_o,
    output wire [           10:0] mem_read_slot_o,
    output wire                   mem_keep_o,      // the word that was read last is to be kept at mem_word_i
    output wire [    BANKS/2-1:0] mem_pair_o,      // of the word that is kept
    input  wire [           63:0] mem_word_i,
    input  wire                   mem_vld_i,
    input  wire                   mem_seen_i,
    output wire                   mem_write_o,
    output wire [           10:0] mem_write_slot_o,
    output wire [           63:0] mem_write_word_o,
    output wire                   mem_write_vld_o,
    output wire                   mem_write_seen_o,
    input  wire                   mem_held_i,
    // ... and its sweep
    input  wire                   mem_sweep_i,     // no one is to begin anything
    output wire                   mem_idle_o,      // no job is in the pipe
    output wire                   mem_wait_o,      // something waits to enter it
    output wire [      SLOTS-1:0] mem_busy_o,      // CTAs of which a piece is still to enter it
    // copies, and the arrives that wait for them
    output wire                   push_valid_o,
    output wire                   push_stands_o,
    input  wire                   push_ready_i,
    output wire [     WARP_W-1:0] push_warp_o,
    output wire [      LANES-1:0] push_lanes_o,
    output wire [           11:0] push_at_o,
    output wire [           31:0] push_x_o,
    output wire                   push_cg_o,
    output wire                   arr_valid_o,
    input  wire                   arr_ready_i,
    output wire [     WARP_W-1:0] arr_warp_o,
    output wire [      LANES-1:0] arr_lanes_o,
    output wire [           10:0] arr_slot_o,
    input  wire                   job_valid_i,
    output wire                   job_ready_o,
    input  wire [           10:0] job_slot_i,
    input  wire [     WARP_W-1:0] job_warp_i,
    input  wire [     LANE_W-1:0] job_lane_i,
    // bytes of an asynchronous engine
    input  wire                   tx_valid_i,
    output wire                   tx_ready_o,
    input  wire [           31:0] tx_addr_i,
    input  wire [           31:0] tx_bytes_i,
    // messages to and from other CTAs
    output wire                   net_valid_o,
    input  wire                   net_ready_i,
    output wire [            2:0] net_dest_o,
    output wire [      MSG_W-1:0] net_msg_o,
    input  wire                   net_valid_i,
    output wire                   net_ready_o,
    input  wire [      MSG_W-1:0] net_msg_i
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"
  localparam QUADS = LANES / 4, FREE_W = $clog2(WAITERS + 1), JOB_W = `WS_JOB_W;

  wire [WARP_W-1:0] grp_warp = grp_head_i[`WS_HEAD_WARP];
  wire [11:0] grp_op = grp_head_i[`WS_HEAD_OP];
  wire [LANES-1:0] grp_lanes = grp_head_i[`WS_HEAD_LANES];

  wire piece_valid, piece_take, piece_last, piece_hint, piece_some, piece_want, issue_ready, issue_empty;
  wire [SLOTS-1:0] issue_busy;
  wire [WARP_W-1:0] piece_warp, put_warp;
  wire [TAG_W-1:0] piece_tag, put_tag;
  wire [7:0] piece_fn, put_fn;
  wire [LANES-1:0] piece_lanes, put_lanes, put_piece, defer_lanes;
  wire [2:0] piece_code, put_cta;
  wire [3:0] piece_owner;
  wire piece_pass, piece_remote, piece_copy, piece_tries, piece_defers;
  wire [11:0] piece_at;
  wire [31:0] piece_x, put_x;

  assign grp_ready_o = issue_ready && !mem_sweep_i;
  // The tx port: bytes that were taken stand in a register until they enter the pipe. So who comes behind them sees no input.
  reg tx_full_q;
  reg [31:0] tx_addr_q, tx_bytes_q;
  wire tx_go;
  wire tx_take = tx_valid_i && tx_ready_o;
  assign tx_ready_o = !mem_sweep_i && (!tx_full_q || tx_go);
  always @(posedge clk_i)
    if (!rst_ni) tx_full_q <= 1'b0;
    else if (tx_take || tx_go) tx_full_q <= tx_take;

  always @(posedge clk_i) if (tx_take) {tx_addr_q, tx_bytes_q} <= {tx_addr_i, tx_bytes_i};

  ws_mbar_issue #(
      .LANES (LANES),
      .WARPS (WARPS),
      .SLOTS (SLOTS),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W),
      .STRUCT(STRUCT)
  ) issue (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .cfg_rank_i   (cfg_rank_i),
      .cfg_ctas_i   (cfg_ctas_i),
      .grp_valid_i  (grp_valid_i),
      .grp_here_i   (grp_op[11:8] == WS_UNIT_MBAR),
      .grp_ready_o  (issue_ready),
      .grp_warp_i   (grp_warp),
      .grp_tag_i    (grp_head_i[`WS_HEAD_TAG]),
      .grp_fn_i     (grp_op[7:0]),
      .grp_lanes_i  (grp_lanes),
      .req_addr_i   (grp_addr_i),
      .req_a_i      (grp_a_i),
      .req_b_i      (grp_b_i),
      .req_c_i      (grp_c_i),
      .piece_valid_o(piece_valid),
      .piece_take_i (piece_take),
      .piece_last_o (piece_last),
      .piece_warp_o (piece_warp),
      .piece_tag_o  (piece_tag),
      .piece_fn_o   (piece_fn),
      .piece_lanes_o(piece_lanes),
      .piece_code_o (piece_code),
      .piece_owner_o(piece_owner),
      .piece_want_o (piece_want),
      .piece_at_o   (piece_at),
      .piece_x_o    (piece_x),
      .piece_hint_o (piece_hint),
      .piece_some_o (piece_some),
      .piece_pass_o (piece_pass),
      .piece_remote_o(piece_remote),
      .piece_copy_o (piece_copy),
      .piece_tries_o(piece_tries),
      .piece_defers_o(piece_defers),
      .empty_o      (issue_empty),
      .busy_o       (issue_busy)
  );

  // -------------------------------------------------------------------------------------------------------- enter
  wire enter_valid, enter_wants, enter_defers, piece_waits, push, send;
  wire [JOB_W-1:0] enter_job;
  wire pipe_open, pipe_empty, unwait, undefer, suspend, freed;
  wire [FREE_W-1:0] wait_free;
  wire room;  // an entry of the waiter table is free, and no job in the pipe may need it
  reg defers_q;  // ... one that may have arrives for the copies
  reg net_valid_q;
  wire send_ready = !net_valid_q || net_ready_i;
  reg [MSG_W-1:0] net_msg_q;
  reg [2:0] net_dest_q;

  ws_mbar_enter #(
      .LANES (LANES),
      .WARPS (WARPS),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W)
  ) enter (
      .cfg_rank_i      (cfg_rank_i),
      .limit_i         ({16'd0, cfg_trywait_i[15:0]} * TICK_NS),
      .limit_some_i    (cfg_trywait_i[16]),
      .alive_i         (alive_i),
      .open_i          (pipe_open),
      .held_i          (mem_held_i),
      .sweep_i         (mem_sweep_i),
      .push_ready_i    (push_ready_i),
      .send_ready_i    (send_ready),
      .entry_ready_i   (room),
      .arrive_ready_i  (arr_ready_i && !defers_q),
      .tx_valid_i      (tx_full_q),
      .tx_ready_o      (tx_go),
      .tx_addr_i       (tx_addr_q),
      .tx_bytes_i      (tx_bytes_q),
      .deferred_valid_i(job_valid_i),
      .deferred_ready_o(job_ready_o),
      .deferred_slot_i (job_slot_i),
      .deferred_warp_i (job_warp_i),
      .deferred_lane_i (job_lane_i),
      .net_valid_i     (net_valid_i),
      .net_ready_o     (net_ready_o),
      .net_msg_i       (net_msg_i),
      .piece_valid_i   (piece_valid),
      .piece_take_o    (piece_take),
      .piece_last_i    (piece_last),
      .piece_warp_i    (piece_warp),
      .piece_tag_i     (piece_tag),
      .piece_fn_i      (piece_fn),
      .piece_lanes_i   (piece_lanes),
      .piece_code_i    (piece_code),
      .piece_want_i    (piece_want),
      .piece_at_i      (piece_at),
      .piece_x_i       (piece_x),
      .piece_hint_i    (piece_hint),
      .piece_some_i    (piece_some),
      .piece_pass_i    (piece_pass),
      .piece_remote_i  (piece_remote),
      .piece_copy_i    (piece_copy),
      .piece_tries_i   (piece_tries),
      .piece_defers_i  (piece_defers),
      .piece_waits_o   (piece_waits),
      .push_o          (push),
      .send_o          (send),
      .job_valid_o     (enter_valid),
      .job_wants_o     (enter_wants),
      .job_o           (enter_job),
      .job_defers_o    (enter_defers)
  );

  ws_mbar_room #(
      .ENTRIES(WAITERS)
  ) entries (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .take_i (piece_take),
      .waits_i(piece_waits),
      .back_i (unwait && !suspend),
      .freed_i(freed),
      .some_o (room)
  );

  always @(posedge clk_i)
    if (!rst_ni) begin
      defers_q    <= 1'b0;
      net_valid_q <= 1'b0;
    end else begin
      if (enter_defers || undefer) defers_q <= enter_defers;
      if (send || net_ready_i) net_valid_q <= send;
    end

  always @(posedge clk_i)
    if (send_ready && piece_valid && piece_remote) begin  // sent or not, which comes late
      net_dest_q <= piece_owner[2:0] - 3'd1;
      net_msg_q[`WS_MSG_SRC]   <= cfg_rank_i;
      net_msg_q[`WS_MSG_WARP]  <= piece_warp;
      net_msg_q[`WS_MSG_LANES] <= piece_lanes;
      net_msg_q[`WS_MSG_FN]    <= piece_fn;
      net_msg_q[`WS_MSG_SLOT]  <= piece_at[11:1];
      net_msg_q[`WS_MSG_COUNT] <= piece_x[20:0];
    end

  assign {net_valid_o, net_dest_o, net_msg_o} = {net_valid_q, net_dest_q, net_msg_q};
  // --------------------------------------------------------------------------------------------------------- pipe
  wire wait_quiet, next;
  wire [10:0] slot, next_slot;
  wire flip, hit, res_open, res_once, put_differs, res_busy, merge, merges, closes, counts, value, bit_value, defer, put_late, put_others;
  wire [4:0] put_short, res_shown, wake_short;
  wire [19:0] base, each;
  wire [QUADS*20-1:0] table_before;

  ws_mbar_pipe #(
      .LANES (LANES), .WARP_W(WARP_W), .TAG_W(TAG_W),
      .BANKS (BANKS),
      .STRUCT(STRUCT)
  ) pipe (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .job_valid_i  (enter_valid),
      .job_wants_i  (enter_wants),
      .job_i        (enter_job),
      .open_o       (pipe_open),
      .empty_o      (pipe_empty),
      .read_o       (mem_read_o),
      .read_slot_o  (mem_read_slot_o),
      .keep_o       (mem_keep_o),
      .pair_o       (mem_pair_o),
      .word_i       (mem_word_i),
      .vld_i        (mem_vld_i),
      .seen_i       (mem_seen_i),
      .write_o      (mem_write_o),
      .write_slot_o (mem_write_slot_o),
      .write_word_o (mem_write_word_o),
      .write_vld_o  (mem_write_vld_o),
      .write_seen_o (mem_write_seen_o),
      .flip_o       (flip),
      .slot_o       (slot),
      .next_slot_o  (next_slot),
      .next_o       (next),
      .hit_i        (hit),
      .warp_o       (put_warp),
      .tag_o        (put_tag),
      .fn_o         (put_fn),
      .lanes_o      (put_lanes),
      .short_o      (put_short),
      .shown_i      (res_shown),
      .differs_o    (put_differs),
      .x_o          (put_x),
      .res_open_i   (res_open),
      .res_once_i   (res_once),
      .res_ready_i  (res_ready_i),
      .merge_o      (merge),
      .merges_o     (merges),
      .closes_o     (closes),
      .piece_o      (put_piece),
      .counts_o     (counts),
      .value_o      (value),
      .bit_o        (bit_value),
      .base_o       (base),
      .before_o     (table_before),
      .each_o       (each),
      .suspend_o    (suspend),
      .unwait_o     (unwait),
      .defer_o      (defer),
      .defer_lanes_o(defer_lanes),
      .undefer_o    (undefer),
      .others_o     (put_others),
      .late_o       (put_late),
      .late_cta_o   (put_cta)
  );

  ws_mbar_result #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W),
      .STRUCT(STRUCT)
  ) result (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .open_o      (res_open),
      .once_o      (res_once),
      .shown_o     (res_shown),
      .merge_i     (merge),
      .merges_i    (merges),
      .closes_i    (closes),
      .warp_i      (put_warp),
      .tag_i       (put_tag),
      .fn_i        (put_fn),
      .lanes_i     (put_lanes),
      .piece_i     (put_piece),
      .short_i     (put_short),
      .differs_i   (put_differs),
      .counts_i    (counts),
      .value_i     (value),
      .bit_i       (bit_value),
      .base_i      (base),
      .before_i    (table_before),
      .each_i      (each),
      .res_valid_o (res_valid_o),
      .res_ready_i (res_ready_i),
      .res_more_o  (res_more_o),
      .res_head_o  (res_head_o),
      .res_d_o     (res_d_o),
      .res_d_hi_o  (res_d_hi_o),
      .res_p_o     (res_p_o),
      .busy_o      (res_busy)
  );

  // ----------------------------------------------------------------------------------------------- those who wait
  wire [7:0] wake_fn;
  wire wake_p;
  wire [LANES-1:0] wake_lanes = wake_head_o[`WS_HEAD_LANES];
  wire [WARP_W-1:0] wake_warp = wake_head_o[`WS_HEAD_WARP];
  ws_mbar_wait #(
      .LANES  (LANES),
      .WARPS  (WARPS),
      .WARP_W (WARP_W),
      .TAG_W  (TAG_W),
      .TICK_NS(TICK_NS),
      .ENTRIES(WAITERS)
  ) waiters (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .tick_i       (tick_i),
      .put_valid_i  (suspend),
      .put_warp_i   (put_warp),
      .put_tag_i    (put_tag),
      .put_fn_i     (put_fn),
      .put_lanes_i  (put_lanes),
      .put_slot_i   (slot),
      .put_short_i  (put_short),
      .put_limit_i  (put_x),
      .free_o       (wait_free),
      .freed_o      (freed),
      .flip_valid_i (flip),
      .next_slot_i  (next_slot),
      .next_i       (next),
      .flip_hit_o   (hit),
      .wake_valid_o (wake_valid_o),
      .wake_ready_i (wake_ready_i),
      .wake_warp_o  (wake_head_o[`WS_HEAD_WARP]),
      .wake_tag_o   (wake_head_o[`WS_HEAD_TAG]),
      .wake_fn_o    (wake_fn),
      .wake_lanes_o (wake_head_o[`WS_HEAD_LANES]),
      .wake_short_o (wake_short),
      .wake_p_o     (wake_p),
      .quiet_o      (wait_quiet)
  );

  assign wake_head_o[`WS_HEAD_STATUS] = long_status(wake_short);
  assign wake_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign wake_head_o[`WS_HEAD_OP] = {WS_UNIT_MBAR, wake_fn};
  assign {wake_more_o, wake_d_o, wake_d_hi_o} = {1 + LANES * 64{1'b0}};
  assign wake_p_o = wake_lanes & {LANES{wake_p}};

  // ---------------------------------------------------------------------------------------- shared memory, copies
  assign mem_idle_o = pipe_empty;
  assign mem_wait_o = piece_valid || job_valid_i || tx_full_q || (!mem_sweep_i && net_valid_i);
  assign push_stands_o = piece_valid && piece_copy;
  assign {push_valid_o, push_warp_o, push_lanes_o, push_at_o, push_x_o, push_cg_o} =
      {push, piece_warp, piece_lanes, piece_at, piece_x, piece_fn[0]};
  assign {arr_valid_o, arr_warp_o, arr_lanes_o, arr_slot_o} = {defer, put_warp, defer_lanes, slot};

  assign mem_busy_o = issue_busy | {SLOTS{tx_full_q}};
  // A try_wait for which there is no entry waits as those in the table do.
  wire issue_quiet = issue_empty || (piece_waits && wait_free == {FREE_W{1'b0}});
  assign quiet_o = issue_quiet && pipe_empty && !tx_full_q && wait_quiet && !res_busy && !net_valid_q && !late_q;

  // ------------------------------------------------------------------------- statuses for the capture, lanes away
  reg late_q;
  reg [7:0] late_what_q;  // {CTA, status}
  reg [LANES+8+WARP_W-1:0] late_who_q;  // {lanes, fn, warp}

  always @(posedge clk_i) late_q <= rst_ni && put_late;
  always @(posedge clk_i) if (put_others) {late_what_q, late_who_q} <= {put_cta, put_short, put_piece, put_fn, put_warp};

  assign {late_valid_o, late_cta_o} = {late_q, late_what_q[7:5]};
  assign late_head_o[`WS_HEAD_STATUS] = long_status(late_what_q[4:0]);
  assign {late_head_o[`WS_HEAD_LANES], late_head_o[`WS_HEAD_WARP]} = {late_who_q[WARP_W+8+:LANES], late_who_q[WARP_W-1:0]};
  assign late_head_o[`WS_HEAD_OP] = {WS_UNIT_MBAR, late_who_q[WARP_W+:8]};
  assign {late_head_o[`WS_HEAD_OPND], late_head_o[`WS_HEAD_TAG]} = {LANES + TAG_W{1'b0}};

  wire [WARP_W-1:0] res_warp = res_head_o[`WS_HEAD_WARP];
  wire [11:0] res_op = res_head_o[`WS_HEAD_OP];
  wire unused = &{1'b0, piece_owner[3], grp_head_i, grp_key_i, grp_pred_i, res_op[11:8]};
  wire res_back = res_valid_o && res_ready_i && mbar_is_try_wait(res_op[7:0]);
  wire [LANES-1:0] res_lanes = res_back ? res_head_o[`WS_HEAD_LANES] : {LANES{1'b0}};
  wire [LANES-1:0] wake_back = wake_valid_o && wake_ready_i ? wake_lanes : {LANES{1'b0}};
  wire [LANES-1:0] grp_away = grp_valid_i && mbar_is_try_wait(grp_op[7:0]) ? grp_lanes : {LANES{1'b0}};
  integer n;

  always @(posedge clk_i)
    for (n = 0; n < WARPS; n = n + 1)
      if (!rst_ni) away_o[n*LANES+:LANES] <= {LANES{1'b0}};
      else
        away_o[n*LANES+:LANES] <= (away_o[n*LANES+:LANES] & ~(res_warp == n[WARP_W-1:0] ? res_lanes : {LANES{1'b0}}) &
                                   ~(wake_warp == n[WARP_W-1:0] ? wake_back : {LANES{1'b0}})) |
                                  (grp_warp == n[WARP_W-1:0] ? grp_away : {LANES{1'b0}});
endmodule
`default_nettype wire
