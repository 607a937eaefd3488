// SPDX-License-Identifier: Apache-2.0
// Sorts the lanes of a request. Pure; C twin: sync_arrive.
//
// Five disjoint sets: exited (CV_LANE_EXITED), busy (still blocked, CV_LANE_BUSY), illegal (DEC_ILLEGAL), stranger (not
// in its own membermask, CV_NOT_MEMBER) and ok. fast_o: the ok lanes are a complete group by themselves, which is so
// if the operation never waits, or if nobody is refused, all carry one mask, and that mask names no other live lane.
// mask_o: of the lowest refused lane, if any, else of the lowest lane (which is then also the group's).
// All outputs are 0 while valid_i is 0.
`default_nettype none
module ws_sync_arrive #(
    parameter LANES = 32
) (
    input  wire                   valid_i,
    input  wire [      LANES-1:0] lanes_i,
    input  wire [LANES*LANES-1:0] mask_i,
    // state of the warp, after the exits and launches of this cycle
    input  wire [      LANES-1:0] live_i,
    input  wire [      LANES-1:0] wait_i,
    // from ws_sync_decode
    input  wire                   legal_i,
    input  wire                   immediate_i,
    // the sets
    output wire [      LANES-1:0] exited_o,
    output wire [      LANES-1:0] busy_o,
    output wire [      LANES-1:0] illegal_o,
    output wire [      LANES-1:0] stranger_o,
    output wire [      LANES-1:0] ok_o,
    output wire [      LANES-1:0] mask_o,
    output wire                   fast_o
);
  reg     [LANES-1:0] member;  // lanes that stand in their own mask
  reg     [LANES-1:0] differ;  // lanes whose mask is not mask_o
  reg     [LANES-1:0] mask;
  wire    [LANES-1:0] iss = valid_i ? lanes_i : {LANES{1'b0}};
  wire    [LANES-1:0] rest = iss & live_i & ~wait_i;
  wire                masked = legal_i && !immediate_i;
  integer             i;

  always @(*) begin
    member = {LANES{1'b0}};
    if (valid_i) for (i = 0; i < LANES; i = i + 1) member[i] = mask_i[i*LANES+i];
  end

  assign exited_o   = iss & ~live_i;
  assign busy_o     = iss & live_i & wait_i;
  assign illegal_o  = legal_i ? {LANES{1'b0}} : rest;
  assign stranger_o = masked ? rest & ~member : {LANES{1'b0}};
  assign ok_o       = legal_i ? rest & ~stranger_o : {LANES{1'b0}};

  wire [LANES-1:0] refused = iss & ~ok_o;
  wire [LANES-1:0] from = |refused ? refused : iss;
  wire [LANES-1:0] lowest = from & (-from);

  always @(*) begin
    mask   = {LANES{1'b0}};
    differ = {LANES{1'b0}};
    if (valid_i) begin
      for (i = 0; i < LANES; i = i + 1) if (lowest[i]) mask = mask | mask_i[i*LANES+:LANES];
      for (i = 0; i < LANES; i = i + 1) differ[i] = mask_i[i*LANES+:LANES] != mask;
    end
  end

  wire complete = !(|refused) && !(|(differ & iss)) && (mask & live_i) == iss;

  assign mask_o = mask;
  assign fast_o = |ok_o && (immediate_i || complete);
endmodule
`default_nettype wire
