// SPDX-License-Identifier: Apache-2.0
// Sorts the lanes of a request. Pure; C twin: ws_sync_arrive.
//
// Four disjoint sets: exited (CV_LANE_EXITED), busy (still blocked, CV_LANE_BUSY), other (may not take part: DEC_ILLEGAL, or not in
// its own membermask, CV_NOT_MEMBER) and ok. slow_o: the ok lanes, if there are any, are no complete group by themselves. They are
// one if the operation never waits; else if all lanes carry one mask, its live lanes are just these, and none is blocked, for
// then nobody can have been refused either.
// An operation that gathers the warp carries a key in place of the mask; nobody is a stranger to it.
`default_nettype none
module ws_sync_arrive #(
    parameter LANES = 32
) (
    // from ws_sync_front
    input  wire [LANES-1:0] lanes_i,
    input  wire [LANES-1:0] may_i,       // of the lanes those that may take part
    input  wire [LANES-1:0] mask_i,      // union of the masks; all lanes of an operation that gathers
    input  wire             one_key_i,
    input  wire             immediate_i,
    // state of the warp
    input  wire [LANES-1:0] live_i,
    input  wire [LANES-1:0] wait_i,
    // the sets
    output wire [LANES-1:0] exited_o,
    output wire [LANES-1:0] busy_o,
    output wire [LANES-1:0] other_o,
    output wire [LANES-1:0] ok_o,
    output wire             refused_o,   // some are not ok
    output wire             slow_o
);
  assign exited_o   = lanes_i & ~live_i;
  assign busy_o     = lanes_i & live_i & wait_i;
  assign other_o    = lanes_i & ~may_i & live_i & ~wait_i;
  assign ok_o       = may_i & live_i & ~wait_i;
  assign refused_o  = |(lanes_i & ~ok_o);

  wire whole = one_key_i && !(|(((mask_i & live_i) ^ lanes_i) | (lanes_i & wait_i)));

  assign slow_o = !immediate_i && !whole;
endmodule
`default_nettype wire
