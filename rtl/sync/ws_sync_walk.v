// SPDX-License-Identifier: Apache-2.0
// The walker: keeps the groups that wait, one record each, and looks at those of one warp, one a clock. C twin: cmodel/when/walk.c.
//
// What it walks for, and what it does with a record:
//   PIECE   lanes that were judged and are no complete group: a group by themselves after all, since other lanes of their request were
//           refused, they go; else they join the record with their operation and key, which goes if it is complete now; else they
//           found a record. Lanes with several keys are as many pieces, that of the lowest lane first
//   EXIT    lanes of the warp have exited while others wait: what has become complete goes
//   DEAD    a pass over what can still go on: running lanes can, and so can a group that misses only such lanes. What is left when a
//           pass finds nothing new is dead for certain (D3); if no lane runs, all are (D1)
//   AGE     a group that is as old as the watchdog allows (D2, built if WATCHDOG is 1) is dead too
//   FIND    the next group to be given up; BLAME whether lanes that it misses wait with its operation; PURGE all that were given up
//           leave. These three follow one another with nothing between; the sets to judge by are those of the decision
// Whose turn it is: ws_sync_turns. DEAD and AGE leave a warp alone of which a request is not judged, or whose lanes leave or come: touched_i.
//
// Time: a piece judged in t is begun in t+1 if nothing else is under way. A walk begun in s asks the record at place K in s+3+K and is
// over in s+2+N of N records, or when a piece has joined one; what is complete stands at the outputs in the next clock. While a group stands
// there and stays, a walk that may give another one asks nothing: it begins again at the same place when there is room.
// hold_o: warps of which no request may be judged, since a piece, an exit or a release of theirs is not done.
`default_nettype none
`include "ws_layout.vh"
module ws_sync_walk #(
    parameter LANES    = 32,
    parameter WARPS    = 4,
    parameter WARP_W   = 2,
    parameter TAG_W    = 8,
    parameter KEY_W    = 32,
    parameter WATCHDOG = 0,
    parameter [15:0] FAMILIES = 16'hffff  // as in ws_top
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // configuration, static
    input  wire                   legacy_i,
    input  wire [           15:0] watchdog_i,
    input  wire                   tick_i,
    // state of the warps
    input  wire [WARPS*LANES-1:0] live_i,
    input  wire [WARPS*LANES-1:0] wait_i,
    input  wire [      WARPS-1:0] touched_i,     // a request, an exit or a launch of the warp
    input  wire [      WARPS-1:0] gone_i,        // lanes of it exit
    // judged: put_i a request, piece_i that waits
    input  wire                   put_i,
    input  wire                   piece_i,
    input  wire [      WARPS-1:0] put_sel_i,
    input  wire [     WARP_W-1:0] put_warp_i,
    input  wire [      LANES-1:0] put_lanes_i,
    input  wire [      KEY_W-1:0] put_key_i,     // of a gather 12 bits at most
    input  wire                   put_several_i, // its lanes carry several keys
    input  wire [           11:0] put_op_i,
    input  wire [      TAG_W-1:0] put_tag_i,
    input  wire                   put_gathers_i, // of ws_sync_decode, as the next three
    input  wire                   put_aligned_i,
    input  wire                   put_reports_i,
    input  wire [  `WS_PORTS-1:0] put_port_i,
    output wire                   room_o,        // for a piece in this clock and one in the next
    output reg                    several_o,     // a piece with several keys is not done: no other one may come
    input  wire                   keep_i,        // its operands have been kept: it may be taken apart
    input  wire [LANES*KEY_W-1:0] keys_i,        // its keys, until keys_done_o
    output wire                   keys_done_o,
    // a group that goes
    output reg                    valid_o,
    output wire [ `WS_HEAD_W-1:0] head_o,
    output wire [(KEY_W < 12 ? KEY_W : 12)-1:0] key_o,
    output reg  [  `WS_PORTS-1:0] port_o,        // where refused lanes go, of one that is given up
    output reg  [      WARPS-1:0] sel_o,
    input  wire                   sent_i,
    output wire [      WARPS-1:0] hold_o,
    output wire                   quiet_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  localparam LOG = $clog2(LANES);
  localparam ADDR_W = WARP_W + LOG;
  localparam TIME_W = WATCHDOG == 1 ? 16 : 1;
  localparam INFO_W = TIME_W + TAG_W + 3 + WS_PORTS;  // {time, tag, joined, reports, aligned, port}
  localparam [KEY_W-1:0] NAMES = {KEY_W{1'b1}} >> (KEY_W < 12 ? 0 : KEY_W - 12);  // bits of what a gather carries
  localparam PIECE_W = 1 + LANES + KEY_W + 1 + 12 + INFO_W + WARP_W;
  // Of a record the bits that are not always 0.
  localparam GATHERS = FAMILIES[WS_FAMILY_BAR];
  localparam [LANES+KEY_W+13+INFO_W-1:0] USED = {{LANES + KEY_W{1'b1}}, GATHERS, {12{1'b1}}, {TIME_W{WATCHDOG == 1}}, {TAG_W + 2{1'b1}}, GATHERS,
    ws_ports_of(FAMILIES)};
  localparam [WS_PORTS-1:0] REFUSED = 1 << WS_PORT_REFUSED;
  // A bit each, in the order EXIT 1, DEAD 2, AGE 3 between them; bit 7 of those whose walks give groups. EXIT, DEAD, AGE: ws_sync_turns.
  localparam [7:0] PIECE = 8'h81, FIND = 8'h90, BLAME = 8'h20, PURGE = 8'h40;
  // A bit each: what a clock does is asked of one flop.
  localparam IDLE = 0, LEAD = 1, ALONE = 2, WALK = 3, AGAIN = 4, KEYS = 5, PICK = 6, COMPARE = 7, PART = 8, SETTLE = 9, DECIDE = 10, GIVE = 11,
             NEXT = 12, STATES = 13;
  genvar g;
  integer w;

  (* fsm_encoding = "none" *) reg [STATES-1:0] state_q;
  reg [7:0] kind_q;
  wire is_piece = kind_q[0], is_exit = kind_q[1], is_dead = kind_q[2], is_age = kind_q[3], is_find = kind_q[4], is_blame = kind_q[5],
       is_purge = kind_q[6];
  reg [15:0] now_q;

  always @(posedge clk_i)
    if (!rst_ni) now_q <= 16'd0;
    else if (tick_i) now_q <= now_q + 16'd1;

  // --------------------------------------------------------------------------------------------------------- pieces

  wire [PIECE_W-1:0] piece;
  wire               p_valid, p_several, p_gathers, take_piece, pieces_room;
  wire [  LANES-1:0] p_lanes;
  wire [  KEY_W-1:0] p_key;
  wire [       11:0] p_op;
  wire [ INFO_W-1:0] p_info;
  wire [ WARP_W-1:0] p_warp;
  wire [ INFO_W-1:0] put_info = {now_q[TIME_W-1:0], put_tag_i, 1'b0, put_reports_i, put_aligned_i, put_port_i};

  ws_sync_pieces #(
      .W    (PIECE_W),
      .DEPTH(WARPS > 8 ? 8 : WARPS)
  ) pieces (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .put_i  (put_i),
      .piece_i(piece_i),
      .data_i ({put_several_i, put_lanes_i, put_key_i, put_gathers_i, put_op_i, put_info, put_warp_i}),
      .room_o (pieces_room),
      .valid_o(p_valid),
      .data_o (piece),
      .pop_i  (take_piece)
  );
  assign {room_o, p_several, p_lanes, p_key, p_gathers, p_op, p_info, p_warp} = {WARPS <= 8 || pieces_room, piece};  // a warp has one at most

  // ------------------------------------------------------------------------------------------------ what to do next

  reg [WARPS-1:0] sel_q, p_sel;
  reg disturbed_q;  // DEAD, AGE: the warp is not what it was
  wire [WARPS-1:0] has, apart, todo, next_sel;
  wire [WARP_W-1:0] next_warp;
  wire [2:0] next_kind;  // {AGE, DEAD, EXIT}
  wire take_next, search, turns_quiet, piece_done, more, gives, ages, ages_again;
  wire idle = state_q[IDLE];
  wire disturbed = disturbed_q || |(sel_q & apart);

  always @(*) for (w = 0; w < WARPS; w = w + 1) p_sel[w] = p_warp == w[WARP_W-1:0];

  ws_sync_turns #(
      .WARPS   (WARPS),
      .WARP_W  (WARP_W),
      .WATCHDOG(WATCHDOG)
  ) turns (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .tick_i       (tick_i && |watchdog_i),
      .touched_i    (touched_i),
      .gone_i       (gone_i),
      .piece_i      (piece_i ? put_sel_i : {WARPS{1'b0}}),
      .going_i      (going_q),
      .has_i        (has),
      .idle_i       (idle),
      .piece_valid_i(p_valid),
      .take_piece_o (take_piece),
      .take_next_o  (take_next),
      .next_kind_o  (next_kind),
      .next_sel_o   (next_sel),
      .next_warp_o  (next_warp),
      .search_o     (search),
      .sel_i        (sel_q),
      .piece_done_i (piece_done),
      .decided_i    (state_q[DECIDE]),
      .more_i       (more),
      .settled_i    (state_q[DECIDE] && !disturbed && !more),
      .again_i      (ages || ages_again),
      .apart_o      (apart),
      .hold_o       (todo),
      .quiet_o      (turns_quiet)
  );

  // ------------------------------------------------------------------------------------------------- the walk's warp

  reg [WARP_W-1:0] warp_q;
  reg [LANES-1:0] live_q, wait_q;
  reg [LOG:0] records_q;  // how many there are
  wire [WARPS-1:0] sel = !idle ? sel_q : take_next ? next_sel : p_sel;
  wire [WARP_W-1:0] warp = !idle ? warp_q : take_next ? next_warp : p_warp;
  wire [LANES-1:0] live, waits;
  wire [LOG:0] records, records_d;
  wire [WARPS*(LOG+1)-1:0] records_of;
  wire count;  // the number of records changes

  ws_pick #(.N(WARPS), .W(LANES)) pick_live    (.sel_i(sel), .words_i(live_i),     .word_o(live));
  ws_pick #(.N(WARPS), .W(LANES)) pick_wait    (.sel_i(sel), .words_i(wait_i),     .word_o(waits));
  ws_pick #(.N(WARPS), .W(LOG+1)) pick_records (.sel_i(sel), .words_i(records_of), .word_o(records));

  generate
    for (g = 0; g < WARPS; g = g + 1) begin : of_warp
      reg [LOG:0] of_q;
      assign records_of[g*(LOG+1)+:LOG+1] = of_q;
      assign has[g] = |of_q;
      always @(posedge clk_i)
        if (!rst_ni) of_q <= {LOG + 1{1'b0}};
        else if (count && sel_q[g]) of_q <= records_d;
    end
  endgenerate

  // ------------------------------------------------------------------------------------------ the piece, the records

  reg [LANES-1:0] lanes_q, rest_q, probe_q, lone_q;
  reg [LANES-1:0] with_q;  // lanes that come to the record that is asked
  reg [KEY_W-1:0] key_q, e_mask_q;
  reg [11:0] op_q, e_op_q;
  reg [INFO_W-1:0] info_q;
  reg gathers_q, miss_q, gone_q;
  reg [LOG:0] read_q, at_q, write_q;  // places: of the next record to be read, of the one that is asked, of the next that stays
  reg moved_q;  // a record has left, those behind it move up
  wire we;
  wire [LOG-1:0] write;
  wire [LANES-1:0] r_lanes, r_missing, s_same, to_lanes;
  wire [KEY_W-1:0] r_mask, s_key, to_mask;
  wire [11:0] r_op, to_op;
  wire [INFO_W-1:0] r_info, to_info;
  wire r_gathers, r_match, r_same_op, r_miss, r_hit, r_gone, s_valid, to_gathers;
  wire several_done, old;
  reg several_q;  // the piece has several keys

  ws_sync_record #(
      .LANES (LANES),
      .KEY_W (KEY_W),
      .ADDR_W(ADDR_W),
      .INFO_W(INFO_W),
      .USED  (USED)
  ) record (
      .clk_i    (clk_i),
      .we_i     (we),
      .waddr_i  ({warp_q, write}),
      .lanes_i  (to_lanes),
      .mask_i   (to_mask),
      .gathers_i(to_gathers),
      .code_i   (to_op),
      .info_i   (to_info),
      .raddr_i  ({warp, read_q[LOG-1:0]}),
      .op_i     (op_q),
      .key_i    (key_q),
      .live_i   (live_q),
      .with_i   (with_q),
      .probe_i  (probe_q),
      .lanes_o  (r_lanes),
      .mask_o   (r_mask),
      .gathers_o(r_gathers),
      .code_o   (r_op),
      .info_o   (r_info),
      .match_o  (r_match),
      .op_o     (r_same_op),
      .miss_o   (r_miss),
      .missing_o(r_missing),
      .hit_o    (r_hit),
      .gone_o   (r_gone)
  );

  ws_sync_split #(
      .LANES(LANES),
      .KEY_W(KEY_W)
  ) split (
      .clk_i    (clk_i),
      .rst_ni   (rst_ni),
      .come_i   (keep_i),
      .keys_i   (keys_i),
      .valid_o  (s_valid),
      .done_i   (several_done),
      .gathers_i(gathers_q),
      .which_i  (lone_q),
      .key_o    (s_key),
      .same_o   (s_same)
  );

  // --------------------------------------------------------------------------------------------------- one record

  reg [LANES-1:0] reach_q, dead_q;  // reach_q also: lanes that are still to be given up
  reg changed_q, fresh_q, nobody_q, blamed_q, some_dead_q, rests_q;
  wire walks = state_q[WALK], alone = state_q[ALONE];
  reg ends_here_q, ends_next_q;  // there are as many records as the place says, one more
  wire last = alone ? ends_here_q : ends_next_q;  // nothing is behind
  wire joins = is_piece && !moved_q && r_match;
  reg fits;  // !valid_o, a register of its own: much hangs on it
  wire stops = kind_q[7] && !fits;  // what goes in this clock is in the way too: much would hang on whether it does
  wire goes_on = walks && !stops;
  wire whole = !r_miss && (joins || is_exit);
  wire found = is_find && r_hit, leaves = whole || (is_purge && r_hit);
  wire founds = is_piece && last && !moved_q && !stops && (alone ? miss_q : walks && !r_match);
  wire is_new = alone || (is_piece && !moved_q && !r_match);

  assign we = (goes_on && ((!leaves && moved_q) || (joins && r_miss))) || founds;
  assign write = founds ? records_q[LOG-1:0] : write_q[LOG-1:0];
  assign records_d = founds ? records_q + 1'b1 : leaves ? write_q : write_q + 1'b1;
  assign count = founds || (goes_on && last && (moved_q || leaves));

  wire [TIME_W+WS_PORTS+1:0] from_info = is_new ? {info_q[INFO_W-1-:TIME_W], info_q[WS_PORTS+1:0]} : {r_info[INFO_W-1-:TIME_W], r_info[WS_PORTS+1:0]};
  wire [TAG_W-1:0] to_tag = is_new || (joins && !r_hit) ? info_q[WS_PORTS+3+:TAG_W] : r_info[WS_PORTS+3+:TAG_W];
  wire to_joined = !is_new && (joins || r_info[WS_PORTS+2]);

  assign to_lanes = is_new ? lanes_q : r_lanes | (joins ? lanes_q : {LANES{1'b0}});
  assign to_mask = is_new ? key_q : r_mask;
  assign to_gathers = is_new ? gathers_q : r_gathers;
  assign to_op = is_new ? op_q : r_op;
  assign to_info = {from_info[WS_PORTS+2+:TIME_W], to_tag, to_joined, from_info[WS_PORTS+1:0]};

  wire reaches = goes_on && is_dead && !(|(r_missing & ~reach_q));
  wire is_old = is_age && old && !disturbed_q;
  assign ages = goes_on && is_old;
  wire [LANES-1:0] dead = nobody_q ? wait_q : wait_q & ~reach_q;
  wire is_over = state_q[DECIDE] && (nobody_q || !changed_q);  // nothing more is found; if the warp is disturbed, all is looked for anew
  assign gives = is_over && !disturbed && some_dead_q;  // the walk that gives begins a clock later
  assign more = state_q[DECIDE] && !disturbed && !nobody_q && changed_q;

  // ------------------------------------------------------------------------------------------------- course of a walk

  wire begins = (take_next || (take_piece && !p_several)) || state_q[PART] || (state_q[AGAIN] && fits) || state_q[NEXT];
  wire over = !stops && ((alone && (ends_here_q || (is_piece && !miss_q))) || (walks && (ends_next_q || found || (joins && r_miss) || is_old)));
  wire ends = (over && (is_exit || is_purge || (is_age && !ages))) || (state_q[DECIDE] && !gives);  // a task other than a piece is done

  assign piece_done = over && is_piece && !rests_q;
  assign {several_done, keys_done_o} = {2{piece_done && several_q}};

  always @(posedge clk_i)
    if (!rst_ni) state_q <= {{STATES - 1{1'b0}}, 1'b1};
    else begin
      state_q[IDLE]    <= (idle && !take_next && !take_piece) || piece_done || ends;
      state_q[LEAD]    <= begins;
      state_q[ALONE]   <= state_q[LEAD];
      state_q[WALK]    <= (alone || walks) && !stops && !over;
      state_q[AGAIN]   <= ((alone || walks) && stops) || (state_q[AGAIN] && !fits);
      state_q[KEYS]    <= (take_piece && p_several) || (over && is_piece && rests_q) || (state_q[KEYS] && !s_valid);
      state_q[PICK]    <= state_q[KEYS] && s_valid;
      state_q[COMPARE] <= state_q[PICK];
      state_q[PART]    <= state_q[COMPARE];
      state_q[SETTLE]  <= over && is_dead;
      state_q[DECIDE]  <= state_q[SETTLE];
      state_q[GIVE]    <= over && is_blame;
      state_q[NEXT]    <= (over && is_find) || ages || gives || state_q[GIVE];
    end

  // A walk that follows another is one of the three that give groups up: which, is said a clock before it begins.
  wire to_blame = goes_on && found;
  wire to_find = ages || gives;
  reg [LANES-1:0] e_lanes_q;
  wire [LANES-1:0] left = reach_q & ~e_lanes_q;

  always @(posedge clk_i) begin
    if (take_piece) kind_q <= PIECE;
    else if (take_next) kind_q <= {next_kind[0], 3'd0, next_kind, 1'b0};
    else if (ages || state_q[DECIDE]) kind_q <= FIND;  // after DECIDE also where nothing is given up: nobody asks then
    else if (to_blame) kind_q <= BLAME;
    else if (over && is_find) kind_q <= PURGE;  // nothing to be given up: that does not occur
    else if (state_q[GIVE]) kind_q <= |left ? FIND : PURGE;

    if ((alone || walks) && stops) read_q <= at_q;
    else if (begins || state_q[LEAD] || ((alone || walks) && !over)) read_q <= read_q + 1'b1;
    else if (!state_q[AGAIN]) read_q <= {LOG + 1{1'b0}};

    if (begins) at_q <= read_q;
    else if (goes_on) at_q <= at_q + 1'b1;
    ends_here_q <= goes_on ? records_q == at_q + {{LOG{1'b0}}, 1'b1} : records_q == at_q;
    ends_next_q <= goes_on ? records_q == at_q + {{LOG - 1{1'b0}}, 2'd2} : records_q == at_q + {{LOG{1'b0}}, 1'b1};

    if (begins && !state_q[AGAIN]) begin
      write_q <= {LOG + 1{1'b0}};
      moved_q <= 1'b0;
    end else if (goes_on) begin
      if (!leaves) write_q <= write_q + 1'b1;
      moved_q <= moved_q || leaves;
    end

    if (idle) begin
      sel_q    <= sel;
      warp_q   <= warp;
      op_q     <= p_op;
      info_q   <= p_info;
      gathers_q <= p_gathers;
      lanes_q  <= p_lanes;
      key_q    <= p_key;
      rest_q   <= p_several ? p_lanes : {LANES{1'b0}};
      several_q <= p_several && take_piece;
    end else if (state_q[PART]) begin
      lanes_q <= rest_q & s_same;
      rest_q  <= rest_q & ~s_same;
      key_q   <= gathers_q ? s_key & NAMES : s_key;
    end else if (to_blame) op_q <= r_op;

    if (idle || state_q[PART]) begin
      live_q    <= live;
      wait_q    <= waits;
      records_q <= records;
    end

    with_q <= is_piece ? lanes_q : {LANES{1'b0}};
    rests_q <= |rest_q;
    some_dead_q <= |dead;
    lone_q <= rest_q & (-rest_q);
    miss_q <= |((key_q[LANES-1:0] | {LANES{gathers_q}}) & live_q & ~lanes_q);
    gone_q <= |(key_q[LANES-1:0] & ~live_q);
    nobody_q <= !(|(live_q & ~wait_q));
  end

  // -------------------------------------------------------------------------------------------- what a walk looks for

  always @(posedge clk_i) begin
    disturbed_q <= !idle ? disturbed : take_next ? |(next_sel & apart) : |(p_sel & apart);
    if (take_next) fresh_q <= !search;

    if (state_q[LEAD] && is_dead) begin
      if (fresh_q) reach_q <= ~wait_q;
      changed_q <= 1'b0;
    end else if (reaches) begin
      reach_q   <= reach_q | r_lanes;
      changed_q <= changed_q || |(r_lanes & ~reach_q);
    end else if (ages) reach_q <= r_lanes;
    else if (is_over) reach_q <= dead;
    else if (state_q[GIVE]) reach_q <= left;

    if (ages) dead_q <= r_lanes;
    else if (is_over) dead_q <= dead;

    if (to_blame) probe_q <= r_missing;
    else if (state_q[LEAD] && !is_blame)
      probe_q <= is_find ? reach_q & (-reach_q) : is_purge ? dead_q : ~lanes_q & (lanes_q - 1'b1);  // below the piece's lowest lane

    if (to_blame) blamed_q <= 1'b0;
    else if (goes_on && is_blame && r_hit && r_same_op) blamed_q <= 1'b1;
  end

  // ---------------------------------------------------------------------------------------------------- what is known

  reg [WARPS-1:0] holds_q;

  assign hold_o = todo | holds_q;
  assign quiet_o = idle && !p_valid && !valid_o && turns_quiet;
  assign ages_again = over && is_age && disturbed;

  always @(posedge clk_i)
    if (!rst_ni) begin
      holds_q   <= {WARPS{1'b0}};
      several_o <= 1'b0;
    end else begin
      if (take_next && next_kind[0]) holds_q <= next_sel;
      else if (to_find) holds_q <= sel_q;
      else if (ends) holds_q <= {WARPS{1'b0}};
      if (piece_i && put_several_i) several_o <= 1'b1;
      else if (several_done) several_o <= 1'b0;
    end

  // -------------------------------------------------------------------------------------------------- the group that goes

  reg [WARP_W-1:0] e_warp_q;
  reg [TAG_W-1:0] e_tag_q;
  reg [9:0] e_status_q;
  reg e_gathers_q;
  reg [WARPS-1:0] going_q;  // whose it is
  wire emits = !stops && ((alone && is_piece && !miss_q) || (walks && whole));
  wire [9:0] diverged = r_gathers ? WS_ST_BAR_ALIGNED_DIVERGED : WS_ST_CV_LEGACY_DIVERGED;

  assign head_o[`WS_HEAD_STATUS] = e_status_q;
  assign head_o[`WS_HEAD_OPND] = e_gathers_q ? {LANES{1'b0}} : e_mask_q[LANES-1:0];
  assign head_o[`WS_HEAD_LANES] = e_lanes_q;
  assign head_o[`WS_HEAD_OP] = e_op_q;
  assign head_o[`WS_HEAD_TAG] = e_tag_q;
  assign head_o[`WS_HEAD_WARP] = e_warp_q;
  assign key_o = e_mask_q[(KEY_W<12?KEY_W : 12)-1:0];

  always @(posedge clk_i)
    if (!rst_ni) begin
      {valid_o, fits} <= 2'b01;
      going_q <= {WARPS{1'b0}};
    end else begin
      valid_o <= emits || state_q[GIVE] || (valid_o && !sent_i);
      fits    <= !(emits || state_q[GIVE]) && (fits || sent_i);
      going_q <= emits || state_q[GIVE] ? sel_q : sent_i ? {WARPS{1'b0}} : going_q;
    end

  always @(posedge clk_i)
    if ((alone || walks) && kind_q[7] && !stops) begin  // a group that may go, or be given up
      sel_o       <= sel_q;
      e_warp_q    <= warp_q;
      e_tag_q     <= to_tag;
      e_op_q      <= to_op;
      e_lanes_q   <= to_lanes;
      e_mask_q    <= to_mask;
      e_gathers_q <= to_gathers;
      port_o      <= is_find || (legacy_i && to_joined && !to_gathers) ? REFUSED : to_info[WS_PORTS-1:0];
      e_status_q  <= is_new ? (info_q[WS_PORTS+1] && gone_q ? WS_ST_CV_EXITED_MEMBER : WS_ST_OK) :
                     (joins || r_info[WS_PORTS+2]) && (r_info[WS_PORTS] || legacy_i) ? diverged :
                     r_info[WS_PORTS+1] && r_gone ? WS_ST_CV_EXITED_MEMBER : WS_ST_OK;
    end else if (state_q[GIVE])
      e_status_q <= blamed_q && !e_gathers_q ? WS_ST_CV_MASK_MISMATCH : |(probe_q & wait_q) ? WS_ST_CV_QUAL_MISMATCH : WS_ST_CV_MISSING;

  generate
    if (WATCHDOG == 1) begin : age
      wire [15:0] lasted = now_q - r_info[INFO_W-1-:TIME_W];
      assign old = |watchdog_i && lasted >= watchdog_i;
    end else begin : no_age
      wire unused = &{1'b0, now_q, r_info[INFO_W-1]};
      assign old = 1'b0;
    end
  endgenerate
endmodule
`default_nettype wire
