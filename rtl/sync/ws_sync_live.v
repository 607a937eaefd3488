// SPDX-License-Identifier: Apache-2.0
// Which lanes live: exits, when their turn has come, and launches. C twin: take_turns in cmodel/when/core.c.
//
// A launch takes effect in the clock after the port's, for a warp all of whose lanes have exited, an exit of that clock included; else
// it is ignored (launch_busy_o). Exits: see ws_sync_exit. Lanes that are blocked do not exit (exit_busy_o).
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
    // lanes that are blocked
    input  wire [WARPS*LANES-1:0] wait_i,
    // to ws_sync_exit
    input  wire [            3:0] count_i,
    input  wire                   pop_i,
    input  wire [      WARPS-1:0] busy_i,
    // state
    output reg  [WARPS*LANES-1:0] live_o,
    output wire                   quiet_o,            // no exit, no launch is under way
    // exits of this clock
    output wire [      WARPS-1:0] due_o,              // see ws_sync_exit
    output wire [      WARPS-1:0] exit_sel_o,
    output wire                   gone_o,             // a lane exits
    output reg  [     WARP_W-1:0] exit_warp_o,
    output wire [      LANES-1:0] exit_lanes_o,
    output wire                   exit_busy_o,
    output wire [      LANES-1:0] exit_busy_lanes_o,
    // launch of this clock
    output reg  [      WARPS-1:0] launch_sel_o,
    output wire                   launch_o,
    output wire                   launch_busy_o,
    output reg  [     WARP_W-1:0] launch_warp_o,
    output reg  [      LANES-1:0] launch_lanes_o,
    output reg  [            5:0] launch_warps_o,
    output wire [      SLOTS-1:0] start_o             // it is the first of its CTA
);
  reg launch_valid_q;
  wire empty;
  integer w;

  always @(posedge clk_i)
    if (!rst_ni) launch_valid_q <= 1'b0;
    else launch_valid_q <= launch_valid_i;

  always @(posedge clk_i)
    if (launch_valid_i) begin
      launch_warp_o  <= launch_warp_i;
      launch_lanes_o <= launch_lanes_i;
      launch_warps_o <= launch_warps_i;
    end

  wire [LANES-1:0] exit_wait, launch_live;
  ws_pick #(.N(WARPS), .W(LANES)) pick_ew (.sel_i(exit_sel_o),   .words_i(wait_i), .word_o(exit_wait));
  ws_pick #(.N(WARPS), .W(LANES)) pick_ll (.sel_i(launch_sel_o), .words_i(live_o), .word_o(launch_live));

  wire [LANES-1:0] leave = exit_lanes_o & ~exit_wait;
  wire             same_warp = |(exit_sel_o & launch_sel_o);
  wire             launch_free = !(|(launch_live & ~(same_warp ? leave : {LANES{1'b0}})));
  wire [LANES-1:0] enter = launch_o ? launch_lanes_o : {LANES{1'b0}};

  assign gone_o            = |leave;
  assign exit_busy_lanes_o = exit_lanes_o & exit_wait;
  assign exit_busy_o       = |exit_busy_lanes_o;
  assign launch_busy_o     = launch_valid_q && !launch_free;
  assign launch_o          = launch_valid_q && launch_free;
  assign quiet_o           = empty && !launch_valid_q;

  reg [WARPS*LANES-1:0] stay, next;

  always @(*)
    for (w = 0; w < WARPS; w = w + 1) launch_sel_o[w] = launch_valid_q && launch_warp_o == w[WARP_W-1:0];

  always @(*) begin
    exit_warp_o = {WARP_W{1'b0}};
    for (w = 0; w < WARPS; w = w + 1) begin
      if (exit_sel_o[w]) exit_warp_o = exit_warp_o | w[WARP_W-1:0];
      stay[w*LANES+:LANES] = live_o[w*LANES+:LANES] & ~(exit_sel_o[w] ? leave : {LANES{1'b0}});
      next[w*LANES+:LANES] = stay[w*LANES+:LANES] | (launch_sel_o[w] ? enter : {LANES{1'b0}});
    end
  end

  always @(posedge clk_i)
    if (!rst_ni) live_o <= {WARPS * LANES{1'b0}};
    else live_o <= next;

  genvar g;
  generate
    for (g = 0; g < SLOTS; g = g + 1) begin : slot
      localparam WPS = WARPS / SLOTS;
      assign start_o[g] = |enter && |launch_sel_o[g*WPS+:WPS] && !(|stay[g*WPS*LANES+:WPS*LANES]);
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
      .live_i      (next),
      .count_i     (count_i),
      .pop_i       (pop_i),
      .busy_i      (busy_i),
      .due_o       (due_o),
      .sel_o       (exit_sel_o),
      .lanes_o     (exit_lanes_o),
      .empty_o     (empty)
  );
endmodule
`default_nettype wire
