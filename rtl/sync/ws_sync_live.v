// SPDX-License-Identifier: Apache-2.0
// Which lanes live: exits, when their turn has come, and launches. C twin: take_turns in cmodel/when/core.c.
//
// A launch takes effect in the fourth clock after the port's, as an exit that came with it and was not held up, for a warp all of whose lanes
// have exited, an exit of that clock included; else it is ignored (launch_busy_o). Exits: see ws_sync_exit. Lanes that are blocked do not
// exit (exit_busy_o). What the units and the error capture are told of both comes from registers, in the clock after the effect: that in
// which live_o shows it.
`default_nettype none
module ws_sync_live #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter SLOTS  = 1
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // ports
    input  wire                   exit_valid_i,
    input  wire [     WARP_W-1:0] exit_warp_i,
    input  wire [      LANES-1:0] exit_lanes_i,
    input  wire                   launch_valid_i,
    input  wire [     WARP_W-1:0] launch_warp_i,
    input  wire [      LANES-1:0] launch_lanes_i,
    input  wire [            5:0] launch_warps_i,
    // lanes that will be blocked in the next clock
    input  wire [WARPS*LANES-1:0] wait_i,
    // to ws_sync_exit
    input  wire [            3:0] count_i,
    input  wire                   put_i,
    input  wire                   pop_i,
    input  wire [      WARPS-1:0] busy_i,
    // state
    output reg  [WARPS*LANES-1:0] live_o,
    output wire                   quiet_o,            // no exit, no launch is under way
    // this clock: the warp of exits, the warp that a launch names
    output wire [      WARPS-1:0] due_o,              // see ws_sync_exit
    output wire [      WARPS-1:0] soon_o,
    output wire [      WARPS-1:0] exit_sel_o,
    output reg  [      WARPS-1:0] launch_sel_o,
    output wire [      WARPS-1:0] launch_next_o,      // ... and that of the next clock
    // exits of the clock before, some of which were ignored
    output reg                    exit_busy_o,
    output reg  [     WARP_W-1:0] exit_warp_o,
    output reg  [      LANES-1:0] exit_lanes_o,
    output reg  [      LANES-1:0] exit_busy_lanes_o,
    // launch of the clock before
    output reg                    launch_o,
    output reg                    launch_busy_o,      // it was ignored
    output wire [     WARP_W-1:0] launch_warp_o,
    output wire [      LANES-1:0] launch_lanes_o,
    output wire [            5:0] launch_warps_o,
    output reg  [      SLOTS-1:0] start_o             // it is the first of its CTA
);
  localparam LATE = 3, W = WARP_W + LANES + 6;  // clocks between the port's register and the effect
  reg [LATE:0] launch_valid_q;
  reg [(LATE+2)*W-1:0] launch_q;  // the last one is that of the clock before
  wire empty;
  wire launching = launch_valid_q[LATE];
  integer w;

  always @(posedge clk_i)
    if (!rst_ni) launch_valid_q <= {LATE + 1{1'b0}};
    else launch_valid_q <= {launch_valid_q[LATE-1:0], launch_valid_i};

  always @(posedge clk_i)
    if (launch_valid_i || |launch_valid_q) launch_q <= {launch_q[(LATE+1)*W-1:0], launch_warp_i, launch_lanes_i, launch_warps_i};

  wire [WARP_W-1:0] launch_warp = launch_q[LATE*W+LANES+6+:WARP_W];
  wire [LANES-1:0] launch_lanes = launch_q[LATE*W+6+:LANES];
  assign {launch_warp_o, launch_lanes_o, launch_warps_o} = launch_q[(LATE+1)*W+:W];

  // An exit meets launches that were given before it.
  reg [LATE:1] same_q;  // launches of the warp of the exit that was at the port in the clock before
  reg [LANES-1:0] come;
  integer n;
  always @(posedge clk_i)
    if (exit_valid_i) for (n = 1; n <= LATE; n = n + 1) same_q[n] <= launch_valid_q[n-1] && launch_q[(n-1)*W+LANES+6+:WARP_W] == exit_warp_i;

  always @(*) begin
    come = {LANES{1'b0}};
    for (n = 1; n <= LATE; n = n + 1) if (same_q[n]) come = come | launch_q[n*W+6+:LANES];
  end

  // The launch's warp is looked up a clock ahead, and which of its lanes live, but for those that a launch of that clock lets live.
  wire [LANES-1:0] exit_lanes, exit_wait, next_stay;
  reg [WARPS*LANES-1:0] stay, next;
  reg [WARPS-1:0] next_sel;
  reg [LANES-1:0] stay_q, came_q;
  reg came_valid_q;
  wire [WARP_W-1:0] next_warp = launch_q[(LATE-1)*W+LANES+6+:WARP_W];
  ws_pick #(.N(WARPS), .W(LANES)) pick_stay (.sel_i(next_sel), .words_i(stay), .word_o(next_stay));

  always @(*) for (w = 0; w < WARPS; w = w + 1) next_sel[w] = launch_valid_q[LATE-1] && next_warp == w[WARP_W-1:0];

  assign launch_next_o = next_sel;

  always @(posedge clk_i) launch_sel_o <= rst_ni ? next_sel : {WARPS{1'b0}};

  always @(posedge clk_i)
    if (launch_valid_q[LATE-1]) begin
      stay_q       <= next_stay;
      came_q       <= next_warp == launch_warp ? launch_lanes : {LANES{1'b0}};
      came_valid_q <= launches;
    end

  wire [LANES-1:0] launch_live = stay_q | (came_valid_q ? came_q : {LANES{1'b0}});
  wire [LANES-1:0] leave = exit_lanes & ~exit_wait;
  // The launch is of the warp of the exits. `both` is found a clock before, but for an exit that has come since, for which they wait.
  wire [WARPS-1:0] exit_next;
  reg  [WARPS-1:0] both;
  always @(posedge clk_i) both <= exit_next & next_sel;
  wire [WARPS-1:0] exit_here;
  wire             launches, refused;
  ws_sync_launch #(
      .WARPS(WARPS)
  ) may_launch (
      .launch_i  (launching),
      .both_i    (both),
      .here_i    (exit_here),
      .stays_i   (|(launch_live & ~leave)),
      .lives_i   (|launch_live),
      .launches_o(launches),
      .refused_o (refused)
  );
  wire [LANES-1:0] enter = launches ? launch_lanes : {LANES{1'b0}};
  wire [LANES-1:0] exit_busy = exit_lanes & exit_wait;
  reg  [WARP_W-1:0] exit_warp;

  assign quiet_o = empty && !(|launch_valid_q) && !(launch_o || launch_busy_o || exit_busy_o);

  always @(*) begin
    exit_warp = {WARP_W{1'b0}};
    for (w = 0; w < WARPS; w = w + 1) begin
      if (exit_sel_o[w]) exit_warp = exit_warp | w[WARP_W-1:0];
      stay[w*LANES+:LANES] = live_o[w*LANES+:LANES] & ~(exit_sel_o[w] ? leave : {LANES{1'b0}});
      next[w*LANES+:LANES] = stay[w*LANES+:LANES] | (launch_sel_o[w] ? enter : {LANES{1'b0}});
    end
  end

  always @(posedge clk_i)
    if (!rst_ni) live_o <= {WARPS * LANES{1'b0}};
    else live_o <= next;

  always @(posedge clk_i)
    if (!rst_ni) {exit_busy_o, launch_o, launch_busy_o} <= 3'b000;
    else {exit_busy_o, launch_o, launch_busy_o} <= {|exit_sel_o && |exit_busy, launches, refused};

  always @(posedge clk_i)
    if (|exit_sel_o) begin
      exit_warp_o       <= exit_warp;
      exit_lanes_o      <= exit_lanes;
      exit_busy_lanes_o <= exit_busy;
    end

  genvar g;
  generate
    for (g = 0; g < SLOTS; g = g + 1) begin : slot
      localparam WPS = WARPS / SLOTS;
      wire free = !(|stay[g*WPS*LANES+:WPS*LANES]);
      always @(posedge clk_i) start_o[g] <= rst_ni && |launch_sel_o[g*WPS+:WPS] && |launch_lanes && free;  // its warp is free then too
    end
  endgenerate

  ws_sync_exit #(
      .LANES (LANES),
      .WARPS (WARPS),
      .WARP_W(WARP_W)
  ) exits (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .exit_valid_i(exit_valid_i),
      .exit_warp_i (exit_warp_i),
      .exit_lanes_i(exit_lanes_i),
      .live_i      (live_o),
      .come_i      (come),
      .count_i     (count_i),
      .put_i       (put_i),
      .pop_i       (pop_i),
      .busy_i      (busy_i),
      .wait_i      (wait_i),
      .due_o       (due_o),
      .soon_o      (soon_o),
      .sel_o       (exit_sel_o),
      .next_o      (exit_next),
      .here_o      (exit_here),
      .lanes_o     (exit_lanes),
      .wait_o      (exit_wait),
      .empty_o     (empty)
  );
endmodule
`default_nettype wire
