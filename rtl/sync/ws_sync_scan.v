// SPDX-License-Identifier: Apache-2.0
// The one examiner of waiting groups, shared by all warps. C twins: scan_* in cmodel/core.c.
//
// A clock, by descending priority:
//   BREAK    release one group of a deadlock, lowest lane first, judged by the sets at the time of the decision
//   examine  the group of the lowest dirty lane of the next warp that has one: complete, it asks for a unit; else its
//            lanes are no longer dirty
//   DEAD     a step towards the lanes that can still go on: running lanes can, and so can a group that misses only
//            such lanes. What is left when a pass finds nothing new is dead for certain (D3); if no lane runs, all are
//            (D1). Begins again when a port names the warp, so no deadlock is decided while a request stands there
//   AGE      the age of one lane against the watchdog (D2, built if WATCHDOG is 1)
// Arrivals without end in other warps do not keep DEAD and AGE from their work: they get one clock in eight.
// Warps take turns. Each examination clears at least one dirty bit, each DEAD pass but the last adds to the reach, so
// nothing is looked at for ever. A complete group that found the way to its unit taken makes requests stand back one
// clock (yield_o).
`default_nettype none
module ws_sync_scan #(
    parameter LANES    = 32,
    parameter WARPS    = 4,
    parameter WATCHDOG = 0
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // configuration, static
    input  wire                   legacy_i,
    input  wire [           15:0] watchdog_i,
    input  wire                   tick_i,
    input  wire [           15:0] now_i,
    // state of the warps
    input  wire [WARPS*LANES-1:0] live_i,
    input  wire [WARPS*LANES-1:0] wait_i,
    input  wire [WARPS*LANES-1:0] dirty_i,
    input  wire [WARPS*LANES-1:0] old_i,
    input  wire [WARPS*LANES-1:0] joined_i,
    // events of this cycle
    input  wire [      WARPS-1:0] touched_i,  // named by a port
    input  wire [      WARPS-1:0] check_i,    // lanes arrived or left: a deadlock may come into being
    // table
    output wire [      WARPS-1:0] warp_o,     // one-hot: the warp looked at
    input  wire [   LANES*12-1:0] op_i,
    input  wire [LANES*LANES-1:0] mask_i,
    input  wire [   LANES*16-1:0] stamp_i,
    // group that asks for a unit
    output wire                   want_o,
    output wire [      LANES-1:0] lanes_o,    // also: lanes examined, if examined_o
    output wire [           11:0] op_o,
    output wire [      LANES-1:0] mask_o,
    output wire [            9:0] status_o,
    input  wire                   port_used_i,
    input  wire                   sent_i,
    // group found incomplete
    output wire                   examined_o,
    output wire                   joined_o,   // it came from more than one request
    // to the request port
    output reg                    yield_o,
    output wire [      WARPS-1:0] breaking_o,
    output wire                   quiet_o
);
  `include "ws_ops.vh"

  localparam [1:0] IDLE = 2'd0, DEAD = 2'd1, AGE = 2'd2, BREAK = 2'd3;
  localparam [WARPS-1:0] FIRST = 1;  // warp 0

  reg [1:0] mode_q;
  reg [WARPS-1:0] warp_q, above_q, check_q;
  reg [LANES-1:0] reach_q, seen_q, left_q, bwait_q, blive_q;
  reg changed_q;
  reg [2:0] streak_q;  // clocks spent on dirty groups without a pause, up to 7
  wire [WARPS-1:0] overdue;

  // Which warp. above_q: the warps after the one looked at last.
  reg [WARPS-1:0] has_dirty, has_wait;
  integer w;

  always @(*)
    for (w = 0; w < WARPS; w = w + 1) begin
      has_dirty[w] = |dirty_i[w*LANES+:LANES];
      has_wait[w]  = |wait_i[w*LANES+:LANES];
    end

  wire             any_dirty = |has_dirty;
  wire [WARPS-1:0] to_check = check_q & has_wait;
  wire [WARPS-1:0] to_age = overdue & has_wait;
  wire [WARPS-1:0] dirty_first = |(has_dirty & above_q) ? has_dirty & above_q : has_dirty;
  wire [WARPS-1:0] turn = dirty_first & (-dirty_first);

  // Which warp DEAD or AGE begins with; one that a port names stands back, so that it cannot keep the others waiting.
  wire [WARPS-1:0] free = ~(touched_i | has_dirty);
  wire [WARPS-1:0] may_check = to_check & free;
  wire [WARPS-1:0] pool = |may_check ? may_check : to_age & free;
  wire [WARPS-1:0] pool_first = |(pool & above_q) ? pool & above_q : pool;
  wire [WARPS-1:0] look_turn = pool_first & (-pool_first);
  wire             breaking = mode_q == BREAK;
  wire             to_look = mode_q != IDLE || |((to_check | to_age) & ~has_dirty);
  wire             examine = any_dirty && !breaking && !(&streak_q && to_look);
  wire             hold = |(touched_i & warp_q);

  assign warp_o = examine ? turn : warp_q;
  assign breaking_o = breaking ? warp_q : {WARPS{1'b0}};
  assign quiet_o = mode_q == IDLE && !any_dirty && !(|to_check) && !(|to_age);

  wire [LANES-1:0] w_live, w_wait, w_dirty, w_old, w_joined;
  ws_pick #(.N(WARPS), .W(LANES)) pick_live   (.sel_i(warp_o), .words_i(live_i),   .word_o(w_live));
  ws_pick #(.N(WARPS), .W(LANES)) pick_wait   (.sel_i(warp_o), .words_i(wait_i),   .word_o(w_wait));
  ws_pick #(.N(WARPS), .W(LANES)) pick_dirty  (.sel_i(warp_o), .words_i(dirty_i),  .word_o(w_dirty));
  ws_pick #(.N(WARPS), .W(LANES)) pick_old    (.sel_i(warp_o), .words_i(old_i),    .word_o(w_old));
  ws_pick #(.N(WARPS), .W(LANES)) pick_joined (.sel_i(warp_o), .words_i(joined_i), .word_o(w_joined));

  // Which lane, and its group.
  wire [LANES-1:0] todo = breaking ? left_q :
                          examine ? w_dirty :
                          mode_q == DEAD ? w_wait & ~reach_q & ~seen_q : left_q & w_wait;
  wire             look = mode_q != IDLE || examine;
  wire [LANES-1:0] lane = todo & (-todo);
  wire [LANES-1:0] missing;
  wire [      9:0] blame;


  ws_sync_group #(
      .LANES(LANES)
  ) group (
      .valid_i  (look),
      .lane_i   (lane),
      .op_i     (op_i),
      .mask_i   (mask_i),
      .wait_i   (breaking ? bwait_q : w_wait),
      .live_i   (breaking ? blive_q : w_live),
      .op_o     (op_o),
      .mask_o   (mask_o),
      .lanes_o  (lanes_o),
      .missing_o(missing),
      .blame_o  (blame)
  );

  // A group came from more than one request if part of it is old, because the lanes not yet old are of one request.
  wire reports = op_o == WS_OP_ELECT || op_o == WS_OP_BAR_WARP;

  assign joined_o = |(w_joined & lanes_o) || (|(w_old & lanes_o) && |(~w_old & lanes_o));
  assign want_o = breaking || (examine && !(|missing));
  assign examined_o = examine && |missing;
  assign status_o = breaking ? blame :
                    legacy_i && joined_o ? WS_ST_CV_LEGACY_DIVERGED :
                    reports && |(mask_o & ~w_live) ? WS_ST_CV_EXITED_MEMBER : WS_ST_OK;

  // DEAD and AGE.
  wire             step = !examine && !hold;
  wire             nobody_runs = !(|(w_live & ~w_wait));
  wire             decide = mode_q == DEAD && step && (nobody_runs || (!(|todo) && !changed_q));
  wire [LANES-1:0] dead = nobody_runs ? w_wait : w_wait & ~reach_q;
  wire             begin_look = mode_q == IDLE && !examine && |pool;
  wire [WARPS-1:0] looked = examine ? turn : look_turn;
  wire             too_old;
  wire             expire = mode_q == AGE && step && |todo && too_old;
  wire             begin_break = (decide && |dead) || expire;

  always @(posedge clk_i)
    if (!rst_ni) begin
      mode_q  <= IDLE;
      warp_q  <= FIRST;
      above_q <= ~FIRST;
      check_q <= {WARPS{1'b0}};
      yield_o <= 1'b0;
      streak_q <= 3'd0;
    end else begin
      streak_q <= !examine ? 3'd0 : &streak_q ? streak_q : streak_q + 3'd1;
      yield_o <= want_o && port_used_i;
      check_q <= (check_q & ~(decide ? warp_q : {WARPS{1'b0}})) | check_i;
      if (examine || begin_look) above_q <= ~(looked | (looked - FIRST));
      case (mode_q)
        IDLE:
        if (begin_look) begin
          mode_q <= |may_check ? DEAD : AGE;
          warp_q <= look_turn;
        end
        DEAD:
        if (hold) mode_q <= IDLE;
        else if (decide) mode_q <= |dead ? BREAK : IDLE;
        AGE:
        if (hold) mode_q <= IDLE;
        else if (step) mode_q <= expire ? BREAK : |todo ? AGE : IDLE;
        default: if (sent_i && left_q == (left_q & lanes_o)) mode_q <= IDLE;
      endcase
    end

  // The waiting lanes of the warp that begin_look has chosen; warp_o still shows another.
  wire [LANES-1:0] t_wait;
  ws_pick #(.N(WARPS), .W(LANES)) pick_turn (.sel_i(look_turn), .words_i(wait_i), .word_o(t_wait));

  always @(posedge clk_i)
    if (begin_look) begin
      reach_q   <= ~t_wait;
      seen_q    <= {LANES{1'b0}};
      left_q    <= t_wait;
      changed_q <= 1'b0;
    end else if (begin_break) begin
      left_q  <= expire ? lanes_o : dead;
      bwait_q <= w_wait;
      blive_q <= w_live;
    end else if (breaking) begin
      if (sent_i) left_q <= left_q & ~lanes_o;
    end else if (mode_q == DEAD && step) begin
      if (|todo) begin
        if (|(missing & ~reach_q)) seen_q <= seen_q | lanes_o;
        else begin
          reach_q   <= reach_q | lanes_o;
          changed_q <= 1'b1;
        end
      end else begin
        seen_q    <= {LANES{1'b0}};
        changed_q <= 1'b0;
      end
    end else if (mode_q == AGE && step) left_q <= left_q & ~lane;

  generate
    if (WATCHDOG == 1) begin : age
      reg  [WARPS-1:0] overdue_q;
      wire [     15:0] stamp;
      wire [     15:0] lasted = now_i - stamp;
      ws_pick #(.N(LANES), .W(16)) pick_stamp (.sel_i(lane), .words_i(stamp_i), .word_o(stamp));

      assign too_old = lasted >= watchdog_i;
      assign overdue = overdue_q;
      always @(posedge clk_i)
        if (!rst_ni) overdue_q <= {WARPS{1'b0}};
        else if (tick_i && |watchdog_i) overdue_q <= {WARPS{1'b1}};
        else if (expire || (mode_q == AGE && hold)) overdue_q <= overdue_q | warp_q;
        else if (begin_look && !(|may_check)) overdue_q <= overdue_q & ~look_turn;
    end else begin : no_age
      wire unused = &{1'b0, now_i, stamp_i, watchdog_i, tick_i};
      assign too_old = 1'b0;
      assign overdue = {WARPS{1'b0}};
    end
  endgenerate
endmodule
`default_nettype wire
