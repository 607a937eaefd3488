// SPDX-License-Identifier: Apache-2.0
// No lane is lost at the rendezvous and none waits for ever: what is proved of the whole unit ws_sync, with its table and
// its scan. Requests, exits, launches, the units' ready and the lanes that wait in units are free in every clock. The rule
// stands here a second time, plainly, from what goes in and comes out at the ports.
// Operations: bar.warp.sync and shfl with any mask a lane, barrier.sync of two barriers, activemask, and an illegal one.
//   KIND 0  lost and wrong: a lane's request is answered once, refused for its reason, in a group that is complete and
//           whole, or given up only if it could not go on
//   KIND 1  hang: at rest no lane waits that could go on, or for ever
// What comes before a request is judged, and the way to the units, are those of free_front.v.
`default_nettype none
`include "ws_layout.vh"

module sync_lanes #(
    parameter LANES  = 4,
    parameter WARPS  = 1,
    parameter WARP_W = 1,
    parameter KIND   = 0,
    parameter CALM   = 4  // clocks without anything new, for `reached`
) (
    input  wire                   clk_i,
    input  wire                   req_valid,
    input  wire [     WARP_W-1:0] req_at,
    input  wire [            2:0] req_what,
    input  wire [      LANES-1:0] req_lanes,
    input  wire [LANES*LANES-1:0] req_mask,
    input  wire                   exit,
    input  wire [     WARP_W-1:0] exit_at,
    input  wire [      LANES-1:0] exit_lanes,
    input  wire                   launch,
    input  wire [     WARP_W-1:0] launch_at,
    input  wire [      LANES-1:0] launch_lanes,
    input  wire [  `WS_PORTS-1:0] ready,
    input  wire                   back,        // lanes come back from a unit
    input  wire [     WARP_W-1:0] back_at,
    output wire                   bad,
    output wire [            8:0] reached
);
  `include "ws_ops.vh"
  localparam [WS_PORTS-1:0] REFUSED = 1 << WS_PORT_REFUSED, VOTE = 1 << WS_PORT_VOTE, SHFL = 1 << WS_PORT_SHFL, BAR = 1 << WS_PORT_BAR;
  localparam N = WARPS * LANES;
  localparam [1:0] MASKED = 0, OTHER = 1, GATHERS = 2, NEVER = 3;  // kinds of waiting lanes; NEVER does not wait
  localparam [1:0] EXITED = 0, BUSY = 1, ILLEGAL = 2, STRANGER = 3;

  // With one warp the index has a bit that means nothing; ws_top clears it.
  localparam [WARP_W-1:0] BITS = WARPS == 1 ? 0 : WARPS - 1;
  wire [WARP_W-1:0] req_warp = req_at & BITS, exit_warp = exit_at & BITS, launch_warp = launch_at & BITS;
  wire [WARP_W-1:0] back_warp = back_at & BITS;

  reg started = 0;  // the reset, in the first clock, is over

  // ------------------------------------------------------------------------------------------------- what comes in

  reg [11:0] op;
  reg [1:0] kind;
  always @(*)
    case (req_what)
      3'd0: op = WS_OP_BAR_WARP;
      3'd1: op = WS_OP_SHFL_IDX;
      3'd2: op = WS_OP_BAR_SYNC;
      3'd3: op = WS_OP_ACTIVEMASK;
      default: op = 12'hfff;
    endcase

  // The head of free_front.v, which is judged.
  (* hierconn *) wire \dut.front.valid_o ;
  (* hierconn *) wire [2:0] \dut.front.code_q ;
  (* hierconn *) wire [LANES-1:0] \dut.front.lanes_q ;
  (* hierconn *) wire [LANES*LANES-1:0] \dut.front.mask_q ;
  (* hierconn *) wire [WARP_W-1:0] \dut.front.warp_q ;
  wire [2:0] h_what = \dut.front.code_q ;
  wire [LANES-1:0] h_lanes = \dut.front.lanes_q ;
  wire [LANES*LANES-1:0] h_mask = \dut.front.mask_q ;
  wire [WARP_W-1:0] h_warp = \dut.front.warp_q ;
  wire legal = !h_what[2];
  always @(*)
    case (h_what)
      3'd0: kind = MASKED;
      3'd1: kind = OTHER;
      3'd2: kind = GATHERS;
      default: kind = NEVER;
    endcase

  // The number of the barrier, 0 or 1, is in bit 0 of each lane's mask.
  wire [LANES*64-1:0] a;
  genvar g;
  generate
    for (g = 0; g < LANES; g = g + 1) begin : operand
      assign a[g*64+:64] = {63'd0, req_mask[g*LANES]};
    end
  endgenerate

  reg [N-1:0] away;
  wire req_ready, quiet, exit_busy, launch_busy, launched, start;
  wire [WS_PORTS-1:0] valid;
  wire [WARP_W-1:0] warp;
  wire [11:0] grp_op, key;
  wire [LANES-1:0] lanes, opnd, pred, busy_lanes;
  wire [9:0] status;
  wire [LANES*64-1:0] grp_a;
  wire [LANES*32-1:0] grp_b, grp_c;
  wire [N-1:0] live, blocked;
  wire tag;

  wire judged;
  wire [WARPS-1:0] done;  // exits take effect
  wire [WARP_W-1:0] left_warp, come_warp;
  wire [LANES-1:0] left, come;
  wire [5:0] come_warps;
  wire [LANES*64-1:0] grp_addr;

  ws_sync #(.LANES(LANES), .WARPS(WARPS), .WARP_W(WARP_W), .TAG_W(1), .STRUCT(1)) dut (
      .clk_i(clk_i), .rst_ni(started), .cfg_legacy_i(1'b0), .cfg_watchdog_i(16'd0), .tick_i(1'b0),
      .req_valid_i(req_valid), .req_ready_o(req_ready), .req_judged_o(judged), .req_tag_i(1'b0), .req_warp_i(req_warp), .req_op_i(op),
      .req_lanes_i(req_lanes), .req_mask_i(req_mask), .req_addr_i({LANES * 64{1'b0}}), .req_a_i(a), .req_b_i({LANES * 32{1'b0}}),
      .req_c_i({LANES * 32{1'b0}}), .req_pred_i({LANES{1'b0}}),
      .exit_valid_i(exit), .exit_warp_i(exit_warp), .exit_lanes_i(exit_lanes), .exit_done_o(done),
      .launch_valid_i(launch), .launch_warp_i(launch_warp), .launch_lanes_i(launch_lanes), .launch_warps_i(6'd0), .away_i(away),
      .grp_valid_o(valid), .grp_ready_i(ready), .grp_took_i({LANES{1'b0}}), .grp_parts_i({`WS_PORTS{1'b0}}), .grp_head_o({status, opnd, lanes, grp_op, tag, warp}), .grp_key_o(key),
      .grp_addr_o(grp_addr), .grp_a_o(grp_a), .grp_b_o(grp_b), .grp_c_o(grp_c), .grp_pred_o(pred), .exit_busy_o(exit_busy),
      .exit_warp_o(left_warp), .exit_lanes_o(left), .exit_busy_lanes_o(busy_lanes), .launch_busy_o(launch_busy),
      .launch_warp_o(come_warp), .launch_lanes_o(come), .live_o(live), .wait_o(blocked), .start_o(start), .launch_o(launched),
      .launch_warps_o(come_warps), .quiet_o(quiet)
  );
  wire take = judged && started;
  wire goes = |valid && started;

  // Exits are carried out four clocks later or more, launches four clocks later. A request comes to be judged four clocks after it was
  // accepted: one that is judged in the clock after an exit came before it.
  reg [N-1:0] leaving, leaving_first;  // leaving_first: but for the exit of the clock before
  reg [3:0] launches;
  reg [4*WARP_W-1:0] launch_warps;
  reg [4*LANES-1:0] launch_sets;
  wire launch_q = launches[3];
  wire [WARP_W-1:0] launch_warp_q = launch_warps[3*WARP_W+:WARP_W];
  wire [LANES-1:0] launch_lanes_q = launch_sets[3*LANES+:LANES];

  // Lanes that a launch under way may let live: an exit may name them.
  reg [N-1:0] coming;
  integer k;
  always @(*) begin
    coming = 0;
    for (k = 0; k < 3; k = k + 1)
      if (launches[k]) coming[launch_warps[k*WARP_W+:WARP_W]*LANES+:LANES] = coming[launch_warps[k*WARP_W+:WARP_W]*LANES+:LANES] | launch_sets[k*LANES+:LANES];
  end

  // Lanes that a unit blocks are shown from the clock on in which it has them, and until a clock after it has let them go.
  reg [N-1:0] shown, reached_it;
  wire [N-1:0] held = shown | reached_it;

  // ------------------------------------------------------------------------------------- the rule, a lane at a time

  reg [N-1:0] lives, waits, lives_d, ok;
  reg [N*2-1:0] kinds;       // of lanes that wait
  reg [N*LANES-1:0] names;   // their masks, or their barrier
  reg [LANES-1:0] refused;   // of the last request
  reg [LANES*2-1:0] reason;
  reg [WARP_W-1:0] refused_warp;
  reg [LANES-1:0] r_now;     // refused by the rule in this clock
  reg [LANES*2-1:0] why;
  reg [N-1:0] group;         // the lanes that go in this clock
  reg [N-1:0] inside, could; // inside: waits, or begins to in this clock
  reg free_warp, live_lane;
  integer w, l, m, i;

  always @(*) begin
    ok = 0;
    r_now = 0;
    why = 0;
    group = 0;
    for (w = 0; w < WARPS; w = w + 1) begin
      for (l = 0; l < LANES; l = l + 1)
        lives_d[w*LANES+l] = lives[w*LANES+l] && !(done[w] && leaving[w*LANES+l] && !waits[w*LANES+l] && !held[w*LANES+l]);
      free_warp = lives_d[w*LANES+:LANES] == 0;
      for (l = 0; l < LANES; l = l + 1) begin
        if (launch_q && launch_warp_q == w && free_warp && launch_lanes_q[l]) lives_d[w*LANES+l] = 1;
        if (take && h_warp == w && h_lanes[l]) begin
          if (!lives[w*LANES+l]) {r_now[l], why[l*2+:2]} = {1'b1, EXITED};
          else if (waits[w*LANES+l] || held[w*LANES+l]) {r_now[l], why[l*2+:2]} = {1'b1, BUSY};
          else if (!legal) {r_now[l], why[l*2+:2]} = {1'b1, ILLEGAL};
          else if ((kind == MASKED || kind == OTHER) && !h_mask[l*LANES+l]) {r_now[l], why[l*2+:2]} = {1'b1, STRANGER};
          else ok[w*LANES+l] = 1;
        end
        if (goes && warp == w && lanes[l]) group[w*LANES+l] = 1;
      end
    end
    inside = waits | (kind == NEVER ? {N{1'b0}} : ok);
  end

  // Kind and mask of each lane inside.
  reg [N*2-1:0] kinds_d;
  reg [N*LANES-1:0] names_d;
  always @(*)
    for (i = 0; i < N; i = i + 1) begin
      kinds_d[i*2+:2] = ok[i] ? kind : kinds[i*2+:2];
      names_d[i*LANES+:LANES] = !ok[i] ? names[i*LANES+:LANES] : kind == GATHERS ? h_mask[(i%LANES)*LANES] :
                                h_mask[(i%LANES)*LANES+:LANES];
    end

  // Lanes of each lane's own group that wait, the live ones that it misses, and who could go on: those that run, and
  // those whose group misses only such lanes.
  reg [N*LANES-1:0] peers, missing;
  always @(*) begin
    for (i = 0; i < N; i = i + 1) begin
      for (m = 0; m < LANES; m = m + 1) begin
        w = i / LANES * LANES + m;
        peers[i*LANES+m] = inside[i] && inside[w] && kinds_d[i*2+:2] == kinds_d[w*2+:2] &&
                           names_d[i*LANES+:LANES] == names_d[w*LANES+:LANES];
        missing[i*LANES+m] = inside[i] && lives[w] && (kinds_d[i*2+:2] == GATHERS || names_d[i*LANES+m]) && !peers[i*LANES+m];
      end
    end
  end
  reg [N-1:0] reach;
  always @(*) begin
    reach = lives & ~waits;
    for (m = 0; m < LANES; m = m + 1)
      for (i = 0; i < N; i = i + 1)
        if (waits[i] && (missing[i*LANES+:LANES] & ~reach[i/LANES*LANES+:LANES]) == 0)
          reach[i/LANES*LANES+:LANES] = reach[i/LANES*LANES+:LANES] | peers[i*LANES+:LANES];
  end

  // -------------------------------------------------------------------------------------------- what has to come out

  wire refusal = status == WS_ST_CV_LANE_EXITED || status == WS_ST_CV_LANE_BUSY || status == WS_ST_DEC_ILLEGAL ||
                 status == WS_ST_CV_NOT_MEMBER;
  wire given_up = status[9:8] == 2'd3;
  wire at_once = !refusal && !given_up && |(group & ok) && kind == NEVER;
  reg [1:0] told;
  reg bad_refusal, bad_group, bad_given_up;
  reg [N-1:0] dead;  // have not been able to go on since they waited
  always @(*) begin
    told = status == WS_ST_CV_LANE_EXITED ? EXITED : status == WS_ST_CV_LANE_BUSY ? BUSY :
           status == WS_ST_DEC_ILLEGAL ? ILLEGAL : STRANGER;
    bad_refusal = 0;
    bad_group = 0;
    bad_given_up = 0;
    for (i = 0; i < N; i = i + 1)
      if (group[i]) begin
        if (refusal) begin
          if (refused_warp != i / LANES || !refused[i%LANES] || reason[(i%LANES)*2+:2] != told || valid != REFUSED) bad_refusal = 1;
        end else if (given_up) begin
          if (!waits[i] || !dead[i] || peers[i*LANES+:LANES] != group[i/LANES*LANES+:LANES] || valid != REFUSED) bad_given_up = 1;
        end else if (at_once) begin
          if (group != ok || valid != REFUSED) bad_group = 1;
        end else begin
          if (!inside[i] || peers[i*LANES+:LANES] != group[i/LANES*LANES+:LANES] || |(missing[i*LANES+:LANES] & lives_d[i/LANES*LANES+:LANES]))
            bad_group = 1;
          if (valid != (kinds_d[i*2+:2] == MASKED ? VOTE : kinds_d[i*2+:2] == OTHER ? SHFL : BAR)) bad_group = 1;
        end
      end
  end
  // A warp's request is not judged in the clock of its launch, or while an exit that came first has not taken effect.
  reg bad_turn;
  always @(*) begin
    bad_turn = 0;
    for (w = 0; w < WARPS; w = w + 1) begin
      if (done[w] && leaving[w*LANES+:LANES] == 0) bad_turn = 1;
      if (take && h_warp == w && (leaving_first[w*LANES+:LANES] != 0 || (launch_q && launch_warp_q == w))) bad_turn = 1;
    end
  end
  wire bad_strobe = (goes && group == 0) || (take && !\dut.front.valid_o );
  wire bad_state = live != lives || blocked != (waits | held) || (take && refused != 0) || (take && kind == NEVER && |ok && !at_once);

  // ---------------------------------------------------------------------------------------------- rest, and the clock

  reg [3:0] calm;
  wire news = req_valid || \dut.front.valid_o || exit || launch || !ready[0];
  wire hangs = |(waits & ~reach) || refused != 0;
  wire complete;  // a whole group waits
  reg some;
  always @(*) begin
    some = 0;
    for (i = 0; i < N; i = i + 1) if (waits[i] && missing[i*LANES+:LANES] == 0) some = 1;
  end
  assign complete = some;

  wire wrong = (goes && (bad_refusal || bad_group || bad_given_up)) || bad_strobe || bad_turn || bad_state;
  (* hierconn *) wire [N-1:0] \dut.waits_q ;
  wire odd = \dut.waits_q != waits;
  `include "sync_walk_rule.vh"
  wire stuck = quiet && !req_valid && !\dut.front.valid_o && (hangs || complete);
  always @(posedge clk_i) begin
    started <= 1;
    if (!started) begin
      lives <= 0;
      leaving <= 0;
      leaving_first <= 0;
      launches <= 0;
      shown <= 0;
      reached_it <= 0;
      waits <= 0;
      refused <= 0;
      away <= 0;
      calm <= 0;
      dead <= 0;
    end else begin
      lives <= lives_d;
      launches <= {launches[2:0], launch};
      launch_warps <= {launch_warps[3*WARP_W-1:0], launch_warp};
      launch_sets <= {launch_sets[3*LANES-1:0], launch_lanes};
      shown <= away;
      for (w = 0; w < WARPS; w = w + 1) reached_it[w*LANES+:LANES] <= goes && valid[WS_PORT_BAR] && warp == w ? lanes : 0;
      for (i = 0; i < N; i = i + 1) leaving_first[i] <= leaving[i] && !done[i/LANES];
      for (i = 0; i < N; i = i + 1)
        leaving[i] <= (leaving[i] && !done[i/LANES]) || (exit && exit_warp == i / LANES && exit_lanes[i%LANES] && (lives_d[i] || coming[i]));
      waits <= inside & (refusal ? {N{1'b1}} : ~group);
      kinds <= kinds_d;
      names <= names_d;
      dead <= (dead | (waits & ~reach)) & ~(refusal ? {N{1'b0}} : group);
      if (take) begin
        refused <= r_now;
        reason <= why;
        refused_warp <= h_warp;
      end else if (goes && refusal) refused <= refused & ~lanes;
      for (w = 0; w < WARPS; w = w + 1) begin
        if (back && back_warp == w) away[w*LANES+:LANES] <= 0;
        if (goes && valid[WS_PORT_BAR] && warp == w) away[w*LANES+:LANES] <= lanes;
      end
      calm <= news ? 0 : calm == CALM + 1 ? calm : calm + 1;
    end
  end

  assign bad = started && (KIND == 0 ? wrong || unruly : stuck || odd || unruly);

  assign reached = {9{started}} & {
    goes && given_up && (LANES == 2 ? lanes == 2 : status == WS_ST_CV_MASK_MISMATCH),  // two lanes with different masks can always go on
    goes && given_up && status == WS_ST_CV_QUAL_MISMATCH,
    goes && refusal && told == BUSY && held != 0,
    goes && refusal && told == STRANGER,
    goes && !refusal && !given_up && !at_once && group != 0 && (group & ok) == 0 && valid[WS_PORT_BAR],  // a barrier through the table
    goes && !refusal && !given_up && (group & ok) == 0 && valid[WS_PORT_SHFL] && &lanes,
    goes && status == WS_ST_CV_EXITED_MEMBER && (group & ok) == 0,                             // an exit completes it
    quiet && |waits && calm == CALM,                                                           // some wait for others that run
    !quiet && calm == 4
  };
endmodule
`default_nettype wire
