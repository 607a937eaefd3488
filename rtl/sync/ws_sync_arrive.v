// SPDX-License-Identifier: Apache-2.0
// Sorts the lanes of a request. Pure; C twin: ws_sync_arrive.
//
// Five disjoint sets: exited (CV_LANE_EXITED), busy (still blocked, CV_LANE_BUSY), illegal (DEC_ILLEGAL), stranger (not
// in its own membermask, CV_NOT_MEMBER) and ok. fast_o: the ok lanes are a complete group by themselves. That is so if
// the operation never waits; else if all lanes carry one mask, its live lanes are just these, and none is blocked, for
// then nobody can have been refused either. All carry one mask if the union of the masks is their intersection: two
// trees side by side, where a compare with the lowest lane's mask would have to find that lane first.
// An operation that gathers the warp carries a key in place of the mask; its mask is that of all lanes, nobody a stranger.
// key_o: union of the masks, or of the keys. All outputs are 0 while valid_i is 0.
`default_nettype none
module ws_sync_arrive #(
    parameter LANES = 32,
    parameter KEY_W = 32
) (
    input  wire                   valid_i,
    input  wire [      LANES-1:0] lanes_i,
    input  wire [LANES*KEY_W-1:0] key_i,  // from ws_sync_key
    // state of the warp, after the exits and launches of this cycle
    input  wire [      LANES-1:0] live_i,
    input  wire [      LANES-1:0] wait_i,
    // from ws_sync_decode
    input  wire                   legal_i,
    input  wire                   immediate_i,
    input  wire                   gathers_i,
    // the sets
    output wire [      LANES-1:0] exited_o,
    output wire [      LANES-1:0] busy_o,
    output wire [      LANES-1:0] illegal_o,
    output wire [      LANES-1:0] stranger_o,
    output wire [      LANES-1:0] ok_o,
    output wire [      KEY_W-1:0] key_o,
    output wire                   fast_o
);
  reg     [LANES-1:0] member;  // lanes that stand in their own mask
  reg     [KEY_W-1:0] any_key;  // union of what the lanes that issue carry
  reg     [KEY_W-1:0] all_key;  // intersection
  wire    [LANES-1:0] iss = valid_i ? lanes_i : {LANES{1'b0}};
  wire    [LANES-1:0] rest = iss & live_i & ~wait_i;
  wire                masked = legal_i && !immediate_i && !gathers_i;
  integer             i;

  always @(*) begin
    member   = {LANES{1'b0}};
    any_key  = {KEY_W{1'b0}};
    all_key  = {KEY_W{1'b1}};
    if (valid_i)
      for (i = 0; i < LANES; i = i + 1) begin
        member[i] = key_i[i*KEY_W+i];
        any_key   = any_key | (key_i[i*KEY_W+:KEY_W] & {KEY_W{lanes_i[i]}});
        all_key   = all_key & (key_i[i*KEY_W+:KEY_W] | {KEY_W{!lanes_i[i]}});
      end
  end

  assign exited_o   = iss & ~live_i;
  assign busy_o     = iss & live_i & wait_i;
  assign illegal_o  = legal_i ? {LANES{1'b0}} : rest;
  assign stranger_o = masked ? rest & ~member : {LANES{1'b0}};
  assign ok_o       = legal_i ? rest & ~stranger_o : {LANES{1'b0}};

  wire [LANES-1:0] mask = any_key[LANES-1:0] | {LANES{gathers_i}};
  wire [KEY_W-1:0] differ = any_key ^ all_key;
  wire one_key = !(|differ[11:0]) && (gathers_i || !(|(differ >> 12)));
  wire complete = legal_i && |iss && one_key && (mask & live_i) == iss && !(|(iss & wait_i));

  assign key_o  = any_key;
  assign fast_o = immediate_i ? |ok_o : complete;
endmodule
`default_nettype wire
