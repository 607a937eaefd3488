// SPDX-License-Identifier: Apache-2.0
// The one examiner of waiting groups, shared by all warps. C twins: ws_scan_step, scan_*, choose_*, begin_* in cmodel/when/scan.c.
//
// One clock chooses a lane, the next examines its group, so that neither path is long. What is chosen, by descending
// priority:
//   BREAK    of a deadlock, the lowest lane still to be released; judged by the sets at the time of the decision
//   dirty    the lowest dirty lane of the next warp that has one, but not of the warp whose group is examined now; else
//            a complete group that could not go yet. Complete, the group asks for a unit; else its lanes are no longer
//            dirty
//   DEAD     a step towards the lanes that can still go on: running lanes can, and so can a group that misses only
//            such lanes. What is left when a pass finds nothing new is dead for certain (D3); if no lane runs, all are
//            (D1). Begins again when touched_i names the warp, so no deadlock is decided while a request of it is not judged
//   AGE      a lane, to hold its age against the watchdog (D2, built if WATCHDOG is 1)
// DEAD and AGE get at least one clock in nine, however many lanes keep arriving in other warps.
// The next lane is chosen without knowing whether the group of this clock goes, and DEAD and AGE choose none in a clock in which a
// group is examined for being complete.
// Warps take turns. Each examination clears at least one dirty bit, and each DEAD pass but the last makes the reach larger, so every
// search ends. A complete group that meets another one on the way to the units raises yield_o: no request is judged in the next clock.
`default_nettype none
`include "ws_layout.vh"
module ws_sync_scan #(
    parameter        LANES    = 32,
    parameter        WARPS    = 4,
    parameter        KEY_W    = 32,
    parameter [15:0] FAMILIES = 16'hffff,
    parameter        WATCHDOG = 0
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
    input  wire [      WARPS-1:0] storing_i,  // warps of which the table does not have all lanes that wait
    input  wire [WARPS*LANES-1:0] old_i,
    input  wire [WARPS*LANES-1:0] joined_i,
    // events of this cycle
    input  wire [      WARPS-1:0] touched_i,  // a request, an exit or a launch of the warp
    input  wire [      WARPS-1:0] check_i,    // lanes arrived or left: a deadlock may come into being
    // table
    output wire [      WARPS-1:0] warp_o,     // one-hot: the warp whose group is examined
    input  wire [   LANES*12-1:0] op_i,
    input  wire [LANES*KEY_W-1:0] key_i,
    input  wire [   LANES*16-1:0] stamp_i,
    // group that asks for a unit
    output wire                   want_o,
    output wire [      LANES-1:0] lanes_o,    // also: lanes examined, if examined_o
    output wire [           11:0] op_o,
    output wire [           11:0] key_o,      // of a group that gathers
    output wire [      LANES-1:0] opnd_o,     // its mask, 0 if it gathers the warp
    output wire [            9:0] status_o,
    output wire [  `WS_PORTS-1:0] port_o,     // of the operation, one bit
    output wire                   poison_o,   // but it goes where refused lanes go, to be answered with an error
    input  wire                   port_used_i,
    input  wire                   room_i,     // on the way to the units
    input  wire                   sent_i,     // it goes
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
  localparam [1:0] NONE = 2'd0, DIRTY = 2'd1, LOOK = 2'd2, VICTIM = 2'd3;
  localparam [WARPS-1:0] FIRST = 1;  // warp 0

  reg [1:0] mode_q;
  reg [WARPS-1:0] warp_q;  // of DEAD, AGE, BREAK
  reg [WARPS-1:0] above_q;  // warps after the one chosen last
  reg [WARPS-1:0] check_q;
  reg [LANES-1:0] reach_q, seen_q, left_q, bwait_q, blive_q;
  reg changed_q;
  reg [2:0] streak_q;  // clocks in a row that chose or examined a dirty lane, up to 7
  reg [1:0] pick_q;  // the lane chosen in the clock before, and what for
  reg [WARPS-1:0] pick_warp_q;
  reg [LANES-1:0] pick_lane_q;
  wire [WARPS-1:0] overdue;

  // ----------------------------------------------------------------------------------------- examine what is chosen

  wire [LANES-1:0] w_live, w_wait, w_old, w_joined;
  ws_pick #(.N(WARPS), .W(LANES)) pick_live   (.sel_i(pick_warp_q), .words_i(live_i),   .word_o(w_live));
  ws_pick #(.N(WARPS), .W(LANES)) pick_wait   (.sel_i(pick_warp_q), .words_i(wait_i),   .word_o(w_wait));
  ws_pick #(.N(WARPS), .W(LANES)) pick_old    (.sel_i(pick_warp_q), .words_i(old_i),    .word_o(w_old));
  ws_pick #(.N(WARPS), .W(LANES)) pick_joined (.sel_i(pick_warp_q), .words_i(joined_i), .word_o(w_joined));

  wire             victim = pick_q == VICTIM;
  wire [LANES-1:0] missing;
  wire [      9:0] blame;
  wire [KEY_W-1:0] key;
  wire             gathers, aligned, reports;

  assign warp_o = pick_warp_q;

  ws_sync_group #(
      .LANES   (LANES),
      .KEY_W   (KEY_W),
      .FAMILIES(FAMILIES)
  ) group (
      .valid_i  (pick_q != NONE),
      .lane_i   (pick_lane_q),
      .op_i     (op_i),
      .key_i    (key_i),
      .wait_i   (victim ? bwait_q : w_wait),
      .live_i   (victim ? blive_q : w_live),
      .op_o     (op_o),
      .key_o    (key),
      .gathers_o(gathers),
      .aligned_o(aligned),
      .reports_o(reports),
      .port_o   (port_o),
      .lanes_o  (lanes_o),
      .missing_o(missing),
      .blame_o  (blame)
  );

  // A group came from more than one request if part of it is old, because the lanes not yet old are of one request.
  assign joined_o = |(w_joined & lanes_o) || (|(w_old & lanes_o) && |(~w_old & lanes_o));
  assign want_o = victim || (pick_q == DIRTY && !(|missing));
  assign examined_o = pick_q == DIRTY && |missing;

  wire [9:0] diverged = gathers ? WS_ST_BAR_ALIGNED_DIVERGED : WS_ST_CV_LEGACY_DIVERGED;
  wire [9:0] status = joined_o && (aligned || legacy_i) ? diverged :
                      reports && |(key[LANES-1:0] & ~w_live) ? WS_ST_CV_EXITED_MEMBER : WS_ST_OK;

  assign key_o = key[11:0];
  assign opnd_o = gathers ? {LANES{1'b0}} : key[LANES-1:0];
  assign status_o = victim ? blame : status;
  assign poison_o = victim || (legacy_i && joined_o && !gathers);

  // ------------------------------------------------------------------------------------------- choose the next lane

  reg [WARPS-1:0] has_dirty, has_wait;
  integer w;

  always @(*)
    for (w = 0; w < WARPS; w = w + 1) begin
      has_dirty[w] = |dirty_i[w*LANES+:LANES];
      has_wait[w]  = |wait_i[w*LANES+:LANES];
    end

  wire             breaking = mode_q == BREAK;
  wire [WARPS-1:0] to_check = check_q & has_wait;
  wire [WARPS-1:0] to_age = overdue & has_wait;
  wire             to_look = mode_q != IDLE || |((to_check | to_age) & ~has_dirty);
  wire             hold = |(touched_i & warp_q);

  assign breaking_o = breaking ? warp_q : {WARPS{1'b0}};
  assign quiet_o = mode_q == IDLE && !(|has_dirty) && !(|to_check) && !(|to_age);

  // A dirty lane. The warp examined in this clock is left out, because its dirty bits change with the result; so is one of which a
  // request is on its way to the table.
  wire [WARPS-1:0] others = has_dirty & ~storing_i & ~(pick_q == DIRTY ? pick_warp_q : {WARPS{1'b0}});
  wire [WARPS-1:0] others_first = |(others & above_q) ? others & above_q : others;
  wire [WARPS-1:0] turn = others_first & (-others_first);
  wire             keep = want_o && !sent_i;
  wire             released = victim && !port_used_i && room_i;  // equals sent_i, without its path through the group
  wire             may_dirty = !breaking && !(&streak_q && to_look);
  wire             take_other = may_dirty && |others;
  wire             take_kept = may_dirty && !take_other && pick_q == DIRTY && keep;
  wire             busy = !breaking && (take_other || pick_q == DIRTY);

  // DEAD and AGE. A warp that is touched does not begin, so that it cannot keep the others waiting.
  wire [WARPS-1:0] free = ~(touched_i | has_dirty);
  wire [WARPS-1:0] may_check = to_check & free;
  wire [WARPS-1:0] pool = |may_check ? may_check : to_age & free;
  wire [WARPS-1:0] pool_first = |(pool & above_q) ? pool & above_q : pool;
  wire [WARPS-1:0] look_turn = pool_first & (-pool_first);
  wire             spare = !breaking && !busy;
  wire             begin_look = spare && mode_q == IDLE && |pool;

  wire [LANES-1:0] m_live, m_wait, t_wait, t_dirty;
  ws_pick #(.N(WARPS), .W(LANES)) pick_mlive  (.sel_i(warp_q),    .words_i(live_i),  .word_o(m_live));
  ws_pick #(.N(WARPS), .W(LANES)) pick_mwait  (.sel_i(warp_q),    .words_i(wait_i),  .word_o(m_wait));
  ws_pick #(.N(WARPS), .W(LANES)) pick_twait  (.sel_i(look_turn), .words_i(wait_i),  .word_o(t_wait));
  ws_pick #(.N(WARPS), .W(LANES)) pick_tdirty (.sel_i(turn),      .words_i(dirty_i), .word_o(t_dirty));

  wire             look = spare && mode_q != IDLE && !hold && pick_q != LOOK;
  wire             nobody_runs = !(|(m_live & ~m_wait));
  wire [LANES-1:0] todo = mode_q == AGE ? left_q & m_wait : m_wait & ~reach_q & ~seen_q;
  wire             take_look = look && |todo && (mode_q == AGE || !nobody_runs);
  wire             age_done = look && mode_q == AGE && !(|todo);
  wire             decide = look && mode_q == DEAD && (nobody_runs || (!(|todo) && !changed_q));
  wire             new_pass = look && mode_q == DEAD && !(|todo) && changed_q && !nobody_runs;
  wire [LANES-1:0] dead = nobody_runs ? m_wait : m_wait & ~reach_q;

  // The group of a lane that was looked at.
  wire             looked = pick_q == LOOK && !hold;
  wire             too_old;
  wire             expire = looked && mode_q == AGE && too_old;

  wire [LANES-1:0] from = breaking ? left_q : take_other ? t_dirty : todo;
  wire             choose = breaking ? !victim : take_other || pick_q != DIRTY;


  always @(posedge clk_i)
    if (!rst_ni) begin
      mode_q   <= IDLE;
      warp_q   <= FIRST;
      above_q  <= ~FIRST;
      check_q  <= {WARPS{1'b0}};
      streak_q <= 3'd0;
      pick_q   <= NONE;
      yield_o  <= 1'b0;
    end else begin
      yield_o  <= want_o && port_used_i;
      check_q  <= (check_q & ~(decide ? warp_q : {WARPS{1'b0}})) | check_i;
      streak_q <= !busy ? 3'd0 : &streak_q ? streak_q : streak_q + 3'd1;
      if (take_other) above_q <= ~(turn | (turn - FIRST));
      else if (begin_look) above_q <= ~(look_turn | (look_turn - FIRST));

      if (breaking) pick_q <= released ? NONE : VICTIM;
      else pick_q <= take_other || take_kept ? DIRTY : take_look ? LOOK : NONE;

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
        if (hold || age_done) mode_q <= IDLE;
        else if (expire) mode_q <= BREAK;
        default: if (released && left_q == (left_q & lanes_o)) mode_q <= IDLE;
      endcase
    end

  always @(posedge clk_i) begin
    if (choose) begin
      pick_warp_q <= take_other ? turn : warp_q;
      pick_lane_q <= from & (-from);
    end

    if (begin_look) begin
      reach_q   <= ~t_wait;
      seen_q    <= {LANES{1'b0}};
      left_q    <= t_wait;
      changed_q <= 1'b0;
    end else if (decide || expire) begin
      left_q  <= expire ? lanes_o : dead;
      bwait_q <= m_wait;
      blive_q <= m_live;
    end else if (breaking) begin
      if (released) left_q <= left_q & ~lanes_o;
    end else if (looked) begin
      if (mode_q == AGE) left_q <= left_q & ~pick_lane_q;
      else if (|(missing & ~reach_q)) seen_q <= seen_q | lanes_o;
      else begin
        reach_q   <= reach_q | lanes_o;
        changed_q <= 1'b1;
      end
    end else if (new_pass) begin
      seen_q    <= {LANES{1'b0}};
      changed_q <= 1'b0;
    end
  end

  generate
    if (WATCHDOG == 1) begin : age
      reg  [WARPS-1:0] overdue_q;
      wire [     15:0] stamp;
      wire [     15:0] lasted = now_i - stamp;
      ws_pick #(.N(LANES), .W(16)) pick_stamp (.sel_i(pick_lane_q), .words_i(stamp_i), .word_o(stamp));

      assign too_old = |watchdog_i && lasted >= watchdog_i;
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
