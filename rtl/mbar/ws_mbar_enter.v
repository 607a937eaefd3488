// SPDX-License-Identifier: Apache-2.0
// Who enters the pipe, and as what job: at most one a clock, in the order tx port, deferred arrive, message from another
// CTA, piece of a warp's operation. Pure; C twin: who_enters and *_job in mbar_unit.c.
//
// Fields of a job, the record `job` of ws_layout.vh:
//   from   0 piece, 1 message, 2 deferred arrive, 3 tx port      last   piece of its operation
//   pass   touches no memory; ends with `short`, as does a wait that is not in error      cta    whose lanes caused it
// A piece also needs: of another CTA's object, the message register; of cp.async, room for a copy; of try_wait with a
// limit above 0, an entry of the waiter table; and always that the arrives of a cp.async.mbarrier.arrive before it have
// been handed to the copies.
`default_nettype none
`include "ws_layout.vh"
module ws_mbar_enter #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter LANE_W = $clog2(LANES),  // derived, not to be set
    parameter MSG_W  = `WS_MSG_W,      // derived, not to be set
    parameter JOB_W  = `WS_JOB_W       // derived, not to be set
) (
    input  wire [       2:0] cfg_rank_i,
    input  wire [      31:0] limit_i,         // of a try_wait that names none, nanoseconds
    input  wire              limit_some_i,    // ... is above 0
    input  wire              alive_i,
    // what can be had
    input  wire              open_i,          // the pipe takes a job,
    input  wire              held_i,          // ... and is not kept empty
    input  wire              sweep_i,
    input  wire              push_ready_i,
    input  wire              send_ready_i,
    input  wire              entry_ready_i,
    input  wire              arrive_ready_i,
    // tx port
    input  wire              tx_valid_i,
    output wire              tx_ready_o,
    input  wire [      31:0] tx_addr_i,
    input  wire [      31:0] tx_bytes_i,
    // deferred arrive
    input  wire              deferred_valid_i,
    output wire              deferred_ready_o,
    input  wire [      10:0] deferred_slot_i,
    input  wire [WARP_W-1:0] deferred_warp_i,
    input  wire [LANE_W-1:0] deferred_lane_i,
    // message
    input  wire              net_valid_i,
    output wire              net_ready_o,
    input  wire [ MSG_W-1:0] net_msg_i,
    // piece
    input  wire              piece_valid_i,
    output wire              piece_take_o,
    input  wire              piece_last_i,
    input  wire [WARP_W-1:0] piece_warp_i,
    input  wire [ TAG_W-1:0] piece_tag_i,
    input  wire [       7:0] piece_fn_i,
    input  wire [ LANES-1:0] piece_lanes_i,
    input  wire [       2:0] piece_code_i,
    input  wire              piece_want_i,
    input  wire [      11:0] piece_at_i,
    input  wire [      31:0] piece_x_i,
    input  wire              piece_hint_i,    // a limit is named,
    input  wire              piece_some_i,    // ... above 0
    input  wire              piece_pass_i,    // as piece_is says (ws_mbar_fn.vh)
    input  wire              piece_remote_i,
    input  wire              piece_copy_i,
    input  wire              piece_tries_i,
    input  wire              piece_defers_i,
    output wire              piece_waits_o,   // it needs an entry of the waiter table
    output wire              push_o,          // the piece goes to the copies
    output wire              send_o,          // the piece goes to the message register
    // job
    output wire              job_valid_o,
    output wire              job_wants_o,     // job_o stands, whether it enters or not
    output wire [ JOB_W-1:0] job_o,
    output wire              job_defers_o     // it may hand arrives to the copies
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"

  localparam [1:0] LOCAL = 2'd0, NET = 2'd1, DEFERRED = 2'd2, TX = 2'd3;

  // 1. The piece, decoded only where there is one, which saves the simulator work.
  wire waits = piece_tries_i && (piece_hint_i ? piece_some_i : limit_some_i);
  reg [31:0] piece_x;
  reg [9:0] status;

  always @(*) begin
    piece_x = piece_x_i;
    status = WS_ST_OK;
    if (piece_valid_i) begin
      if (piece_tries_i && !piece_hint_i) piece_x = limit_i;
      case (piece_code_i)
        3'd1: status = mbar_is_copy(piece_fn_i) ? WS_ST_AT_MISALIGNED : WS_ST_MB_MISALIGNED;
        3'd2: status = mbar_is_copy(piece_fn_i) ? WS_ST_AT_BAD_SPACE : WS_ST_MB_BAD_SPACE;
        3'd3:
        status = mbar_is_arrive(piece_fn_i) && !mbar_is_nocomplete(piece_fn_i) ? WS_ST_MB_REMOTE_RESULT : WS_ST_MB_REMOTE_UNSUPPORTED;
        3'd4: status = mbar_is_parity(piece_fn_i) ? WS_ST_MB_BAD_PARITY : WS_ST_MB_BAD_TOKEN;
        3'd5: status = WS_ST_MB_TOKEN_NOT_NOCOMPLETE;
        default: status = WS_ST_OK;
      endcase
    end
  end

  // 2. Whose turn.
  wire by_tx, by_deferred, by_net, by_piece;
  wire net = net_valid_i && !sweep_i;
  assign piece_waits_o = piece_valid_i && waits;
  assign job_wants_o = tx_valid_i || deferred_valid_i || net || piece_valid_i;

  ws_mbar_turn turn (
      .open_i          (open_i && !held_i),
      .sweep_i         (sweep_i),
      .push_ready_i    (push_ready_i),
      .send_ready_i    (send_ready_i),
      .entry_ready_i   (entry_ready_i),
      .arrive_ready_i  (arrive_ready_i),
      .tx_valid_i      (tx_valid_i),
      .deferred_valid_i(deferred_valid_i),
      .net_valid_i     (net_valid_i),
      .piece_valid_i   (piece_valid_i),
      .piece_remote_i  (piece_remote_i),
      .piece_copy_i    (piece_copy_i),
      .piece_defers_i  (piece_defers_i),
      .piece_waits_i   (waits),
      .by_tx_o         (by_tx),
      .by_deferred_o   (by_deferred),
      .by_net_o        (by_net),
      .by_piece_o      (by_piece),
      .tx_ready_o      (tx_ready_o),
      .deferred_ready_o(deferred_ready_o),
      .net_ready_o     (net_ready_o),
      .piece_take_o    (piece_take_o),
      .push_o          (push_o),
      .send_o          (send_o),
      .job_valid_o     (job_valid_o),
      .job_defers_o    (job_defers_o)
  );

  // 3. The job. A message is always an arrive or a transaction.
  localparam [WARP_W-1:0] WARP_BITS = WARPS == 1 ? {WARP_W{1'b0}} : {WARP_W{1'b1}};
  wire [7:0] msg_fn = net_msg_i[`WS_MSG_FN];
  wire [      7:0] net_fn = {msg_fn[7:5], 1'b0, msg_fn[3:2], msg_fn[1] || !msg_fn[2], msg_fn[0]};
  wire [LANES-1:0] deferred_lanes = {{LANES - 1{1'b0}}, 1'b1} << deferred_lane_i;
  wire             tx_off = tx_addr_i[2:0] != 3'd0;
  wire             tx_out = tx_addr_i[31:14] != 18'd0;

  // Joined by who it is, known early: so no source stands behind another one.
  reg [JOB_W-1:0] tx_job, deferred_job, net_job, piece_job;
  always @(*) begin
    {tx_job, deferred_job, net_job, piece_job} = {4 * JOB_W{1'b0}};
    if (by_tx) begin
      tx_job[`WS_JOB_FROM]  = TX;
      tx_job[`WS_JOB_PASS]  = tx_off || tx_out;
      tx_job[`WS_JOB_SHORT] = short_status(tx_off ? WS_ST_MB_MISALIGNED : tx_out ? WS_ST_MB_BAD_SPACE : WS_ST_OK);
      tx_job[`WS_JOB_FN]    = WS_OP_MBAR_COMPLETE_TX[7:0];
      tx_job[`WS_JOB_CTA]   = cfg_rank_i;
      tx_job[`WS_JOB_SLOT]  = tx_addr_i[13:3];
      tx_job[`WS_JOB_X]     = {11'd0, tx_bytes_i[31:20] != 12'd0, tx_bytes_i[19:0]};
    end
    if (by_deferred) begin
      deferred_job[`WS_JOB_FROM]  = DEFERRED;
      deferred_job[`WS_JOB_FN]    = WS_OP_MBAR_CP_ASYNC_ARRIVE[7:0];
      deferred_job[`WS_JOB_WARP]  = deferred_warp_i;
      deferred_job[`WS_JOB_CTA]   = cfg_rank_i;
      deferred_job[`WS_JOB_SLOT]  = deferred_slot_i;
      deferred_job[`WS_JOB_X]     = 32'd1;
      deferred_job[`WS_JOB_LANES] = deferred_lanes;
    end
    if (by_net) begin
      net_job[`WS_JOB_FROM]  = NET;
      net_job[`WS_JOB_PASS]  = !alive_i;
      net_job[`WS_JOB_SHORT] = alive_i ? 5'd0 : short_status(WS_ST_MB_CTA_GONE);
      net_job[`WS_JOB_FN]    = net_fn;
      net_job[`WS_JOB_WARP]  = net_msg_i[`WS_MSG_WARP] & WARP_BITS;
      net_job[`WS_JOB_CTA]   = net_msg_i[`WS_MSG_SRC];
      net_job[`WS_JOB_SLOT]  = net_msg_i[`WS_MSG_SLOT];
      net_job[`WS_JOB_X]     = {11'd0, net_msg_i[`WS_MSG_COUNT]};
      net_job[`WS_JOB_LANES] = net_msg_i[`WS_MSG_LANES];
    end
    if (by_piece) begin
      piece_job[`WS_JOB_FROM]  = LOCAL;
      piece_job[`WS_JOB_LAST]  = piece_last_i;
      piece_job[`WS_JOB_PASS]  = piece_pass_i;
      piece_job[`WS_JOB_SHORT] = short_status(status);
      piece_job[`WS_JOB_FN]    = piece_fn_i;
      piece_job[`WS_JOB_WANT]  = piece_want_i;
      piece_job[`WS_JOB_WARP]  = piece_warp_i;
      piece_job[`WS_JOB_TAG]   = piece_tag_i;
      piece_job[`WS_JOB_CTA]   = cfg_rank_i;
      piece_job[`WS_JOB_SLOT]  = piece_at_i[11:1];
      piece_job[`WS_JOB_X]     = piece_x;
      piece_job[`WS_JOB_LANES] = piece_lanes_i;
    end
  end

  assign job_o = tx_job | deferred_job | net_job | piece_job;

  wire unused = &{1'b0, piece_at_i[0], msg_fn[4]};
endmodule
`default_nettype wire
