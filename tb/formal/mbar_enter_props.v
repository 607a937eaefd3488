// SPDX-License-Identifier: Apache-2.0
// What is proved of who enters the pipe of mbarrier operations: the module has one output `bad` that must stay 0, and each bit of
// `reached` becomes 1 for some inputs. Operations are named by the table of codes, one by one.
`default_nettype none
module mbar_enter_same #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2
) (
    input  wire [       2:0] rank,
    input  wire [      31:0] limit,
    input  wire              alive, open, sweep, push_ready, send_ready, entry_ready, arrive_ready,
    input  wire              tx_valid, deferred_valid, net_valid, piece_valid,
    input  wire [      31:0] tx_addr, tx_bytes,
    input  wire [      10:0] deferred_slot,
    input  wire [WARP_W-1:0] deferred_warp,
    input  wire [       4:0] deferred_lane,
    input  wire [       2:0] msg_src,
    input  wire [WARP_W-1:0] msg_warp,
    input  wire [ LANES-1:0] msg_lanes,
    input  wire [       7:0] msg_fn,
    input  wire [      10:0] msg_slot,
    input  wire [      20:0] msg_count,
    input  wire              piece_last, piece_want,
    input  wire [WARP_W-1:0] piece_warp,
    input  wire [       3:0] piece_tag,
    input  wire [       7:0] any_fn,
    input  wire [ LANES-1:0] piece_lanes,
    input  wire [       2:0] any_code,
    input  wire [       3:0] any_owner,
    input  wire [      11:0] piece_at,
    input  wire [      31:0] piece_x,
    output reg               bad,
    output reg  [      10:0] reached
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"
  localparam LANE_W = $clog2(LANES), TAG_W = 4;

  // What there is to know of an operation, and what its operands can be.
  localparam [3:0] NONE = 0, OBJECT = 1, TX = 2, RESULT = 3, SINK = 4, NOCOMPLETE = 5, TEST = 6, TRY = 7, PENDING = 8, DEFERS = 9, COPY = 10;
  function [3:0] class;
    input [7:0] fn;
    case ({WS_UNIT_MBAR, fn})
      WS_OP_MBAR_INIT, WS_OP_MBAR_INVAL: class = OBJECT;
      WS_OP_MBAR_EXPECT_TX, WS_OP_MBAR_COMPLETE_TX: class = TX;
      WS_OP_MBAR_ARRIVE, WS_OP_MBAR_ARRIVE_DROP, WS_OP_MBAR_ARRIVE_EXPECT_TX, WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX: class = RESULT;
      WS_OP_MBAR_ARRIVE_SINK, WS_OP_MBAR_ARRIVE_DROP_SINK, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX_SINK:
      class = SINK;
      WS_OP_MBAR_ARRIVE_NOCOMPLETE, WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE, WS_OP_MBAR_ARRIVE_NOCOMPLETE_SINK,
      WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE_SINK: class = NOCOMPLETE;
      WS_OP_MBAR_TEST_WAIT, WS_OP_MBAR_TEST_WAIT_PARITY: class = TEST;
      WS_OP_MBAR_TRY_WAIT, WS_OP_MBAR_TRY_WAIT_HINT, WS_OP_MBAR_TRY_WAIT_PARITY, WS_OP_MBAR_TRY_WAIT_PARITY_HINT: class = TRY;
      WS_OP_MBAR_PENDING_COUNT: class = PENDING;
      WS_OP_MBAR_CP_ASYNC_ARRIVE, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC: class = DEFERS;
      WS_OP_CP_ASYNC_CA, WS_OP_CP_ASYNC_CG: class = COPY;
      default: class = NONE;
    endcase
  endfunction
  wire [7:0] fn = class(any_fn) == NONE ? WS_OP_MBAR_INIT[7:0] : any_fn;
  wire [3:0] kind = class(fn);
  reg can;  // this operation can have this code; else it has code 0
  always @(*)
    case (any_code)
      3'd1, 3'd2: can = kind != PENDING;
      3'd3: can = kind != PENDING && kind != COPY && kind != TX && kind != SINK;
      3'd4: can = kind == PENDING || kind == TEST || kind == TRY;
      3'd5: can = kind == PENDING;
      default: can = 1'b0;
    endcase
  wire [2:0] code = can ? any_code : 3'd0;
  wire refused = code == 3'd1 || code == 3'd2 || code == 3'd3;
  wire [3:0] owner = refused || kind == TX || kind == SINK ? any_owner : 4'd0;

  wire [4:0] is = piece_is(fn, code, owner);

  wire tx_ready, deferred_ready, net_ready, take, waits, push, send, job_valid, job_defers;
  wire [1:0] from;
  wire last, pass, want;
  wire [4:0] short;
  wire [7:0] job_fn;
  wire [WARP_W-1:0] warp;
  wire [TAG_W-1:0] tag;
  wire [2:0] cta;
  wire [10:0] slot;
  wire [31:0] x;
  wire [LANES-1:0] lanes;
  ws_mbar_enter #(.LANES(LANES), .WARPS(WARPS), .WARP_W(WARP_W), .TAG_W(TAG_W)) dut (
      .cfg_rank_i(rank), .limit_i(limit), .limit_some_i(limit != 32'd0), .alive_i(alive), .open_i(open), .held_i(1'b0), .sweep_i(sweep), .push_ready_i(push_ready),
      .send_ready_i(send_ready), .entry_ready_i(entry_ready), .arrive_ready_i(arrive_ready), .tx_valid_i(tx_valid), .tx_ready_o(tx_ready),
      .tx_addr_i(tx_addr), .tx_bytes_i(tx_bytes), .deferred_valid_i(deferred_valid), .deferred_ready_o(deferred_ready),
      .deferred_slot_i(deferred_slot), .deferred_warp_i(deferred_warp), .deferred_lane_i(deferred_lane[LANE_W-1:0]),
      .net_valid_i(net_valid), .net_ready_o(net_ready), .net_msg_i({msg_src, msg_warp, msg_lanes, msg_fn, msg_slot, msg_count}),
      .piece_valid_i(piece_valid), .piece_take_o(take), .piece_last_i(piece_last), .piece_warp_i(piece_warp), .piece_tag_i(piece_tag),
      .piece_fn_i(fn), .piece_lanes_i(piece_lanes), .piece_code_i(code), .piece_want_i(piece_want),
      .piece_at_i(piece_at), .piece_x_i(piece_x), .piece_hint_i(mbar_is_limit(fn)), .piece_some_i(piece_x != 32'd0), .piece_pass_i(is[4]), .piece_remote_i(is[3]), .piece_copy_i(is[2]),
      .piece_tries_i(is[1]), .piece_defers_i(is[0]), .piece_waits_o(waits), .push_o(push), .send_o(send), .job_valid_o(job_valid),
      .job_o({from, last, pass, short, job_fn, want, warp, tag, cta, slot, x, lanes}),
      .job_defers_o(job_defers));

  // The rule.
  localparam [2:0] NOBODY = 0, BYTES = 1, DEFERRED = 2, MESSAGE = 3, PIECE = 4;
  reg [2:0] who;
  reg hinted, needs_entry, needs_message, needs_copy, may;
  reg [31:0] want_x;
  reg [9:0] status;
  integer i;

  function [4:0] brief;  // of a status
    input [9:0] s;
    brief = s == WS_ST_OK ? 5'd0 : s == WS_ST_AT_MISALIGNED ? 5'd1 : s == WS_ST_AT_BAD_SPACE ? 5'd2 : s[4:0];
  endfunction

  always @(*) begin
    {bad, status} = {1'b0, WS_ST_OK};

    // what a piece needs
    hinted = {WS_UNIT_MBAR, fn} == WS_OP_MBAR_TRY_WAIT_HINT || {WS_UNIT_MBAR, fn} == WS_OP_MBAR_TRY_WAIT_PARITY_HINT;
    want_x = kind == TRY && !refused && !hinted ? limit : piece_x;
    needs_entry = kind == TRY && !refused && want_x > 32'd0;
    needs_message = (kind == TX || kind == SINK) && !refused && owner > 4'd0;
    needs_copy = kind == COPY && !refused;
    may = arrive_ready;
    if (needs_entry && !entry_ready) may = 1'b0;
    if (needs_message && !send_ready) may = 1'b0;
    if (needs_copy && !push_ready) may = 1'b0;

    // whose turn it is; a piece that may not go keeps its turn
    who = NOBODY;
    if (tx_valid) who = BYTES;
    else if (deferred_valid) who = DEFERRED;
    else if (net_valid && !sweep) who = MESSAGE;
    else if (piece_valid && may) who = PIECE;
    if (!open) who = NOBODY;
    if ((tx_valid && tx_ready) != (who == BYTES) || (deferred_valid && deferred_ready) != (who == DEFERRED)) bad = 1'b1;
    if ((net_valid && net_ready) != (who == MESSAGE) || take != (who == PIECE) || job_valid != (who != NOBODY)) bad = 1'b1;
    if (push != (who == PIECE && needs_copy) || send != (who == PIECE && needs_message)) bad = 1'b1;
    if (waits != (piece_valid && needs_entry)) bad = 1'b1;
    if (job_defers != (who == PIECE && kind == DEFERS && !refused)) bad = 1'b1;

    // what becomes of it
    case (who)
      BYTES: begin
        if (tx_addr % 8 != 0) status = WS_ST_MB_MISALIGNED;
        else if (tx_addr >= 16384) status = WS_ST_MB_BAD_SPACE;
        if (from != 2'd3 || last || pass != (status != WS_ST_OK) || job_fn != WS_OP_MBAR_COMPLETE_TX[7:0] || want || warp != 0 || tag != 0)
          bad = 1'b1;
        if (cta != rank || x[19:0] != tx_bytes[19:0] || x[20] != (tx_bytes >= 1048576) || x[31:21] != 11'd0 || lanes != 0) bad = 1'b1;
        if (!pass && {slot, 3'd0} != tx_addr) bad = 1'b1;
      end
      DEFERRED: begin
        if (from != 2'd2 || last || pass || job_fn != WS_OP_MBAR_CP_ASYNC_ARRIVE[7:0] || want || warp != deferred_warp || tag != 0) bad = 1'b1;
        if (cta != rank || slot != deferred_slot || x != 32'd1) bad = 1'b1;
        for (i = 0; i < LANES; i = i + 1) if (lanes[i] != (deferred_lane % LANES == i)) bad = 1'b1;
      end
      MESSAGE: begin
        if (!alive) status = WS_ST_MB_CTA_GONE;
        if (from != 2'd1 || last || pass == alive || want || warp != (WARPS > 1 ? msg_warp : 0) || tag != 0) bad = 1'b1;
        if (cta != msg_src || slot != msg_slot || x != msg_count) bad = 1'b1;
        case (class(msg_fn))
          TX, RESULT, SINK, NOCOMPLETE: if (job_fn != msg_fn) bad = 1'b1;
          // whatever else it is called: it is carried out as one of these
          default: if (msg_fn[7:6] == 2'd0 && class({3'd0, job_fn[4:0]}) != TX && class({3'd0, job_fn[4:0]}) != RESULT &&
              class({3'd0, job_fn[4:0]}) != NOCOMPLETE && job_fn[4:0] != 5'd7 && job_fn[4:0] != 5'd10 && job_fn[4:0] != 5'd11 &&
              job_fn[4:0] != 5'd15) bad = 1'b1;
        endcase
        for (i = 0; i < LANES; i = i + 1) if (lanes[i] != msg_lanes[i]) bad = 1'b1;
      end
      PIECE: begin
        case (code)
          3'd1: status = kind == COPY ? WS_ST_AT_MISALIGNED : WS_ST_MB_MISALIGNED;
          3'd2: status = kind == COPY ? WS_ST_AT_BAD_SPACE : WS_ST_MB_BAD_SPACE;
          3'd3: status = kind == RESULT ? WS_ST_MB_REMOTE_RESULT : WS_ST_MB_REMOTE_UNSUPPORTED;
          3'd4:
          case ({WS_UNIT_MBAR, fn})
            WS_OP_MBAR_TEST_WAIT_PARITY, WS_OP_MBAR_TRY_WAIT_PARITY, WS_OP_MBAR_TRY_WAIT_PARITY_HINT: status = WS_ST_MB_BAD_PARITY;
            default: status = WS_ST_MB_BAD_TOKEN;
          endcase
          3'd5: status = WS_ST_MB_TOKEN_NOT_NOCOMPLETE;
          default: status = WS_ST_OK;
        endcase
        if (from != 2'd0 || last != piece_last || pass != (refused || needs_message || needs_copy || kind == PENDING)) bad = 1'b1;
        if (job_fn != fn || want != piece_want || warp != piece_warp || tag != piece_tag || cta != rank || slot != piece_at / 2) bad = 1'b1;
        if (x != want_x) bad = 1'b1;
        for (i = 0; i < LANES; i = i + 1) if (lanes[i] != piece_lanes[i]) bad = 1'b1;
      end
      default: ;
    endcase
    if (who != NOBODY && short != brief(status)) bad = 1'b1;

    reached[0] = who == BYTES && status == WS_ST_MB_BAD_SPACE;
    reached[1] = who == DEFERRED && sweep && net_valid && lanes[LANES-1];
    reached[2] = who == MESSAGE && !alive && piece_valid && may;
    reached[3] = who == PIECE && needs_message;
    reached[4] = who == PIECE && needs_copy;
    reached[5] = who == PIECE && needs_entry && status == WS_ST_MB_BAD_PARITY;
    reached[6] = who == PIECE && kind == TRY && hinted && !needs_entry && !refused;
    reached[7] = who == PIECE && status == WS_ST_MB_REMOTE_RESULT;
    reached[8] = who == NOBODY && open && piece_valid && needs_entry && arrive_ready && !entry_ready;
    reached[9] = who == PIECE && job_defers;
    reached[10] = who == MESSAGE && class(msg_fn) == COPY;
  end
endmodule
`default_nettype wire
