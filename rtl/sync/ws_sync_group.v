// SPDX-License-Identifier: Apache-2.0
// The group of one waiting lane. Pure; C twins: ws_sync_group_of, ws_sync_blame.
//
// A group is the set of waiting lanes with the same operation code and the same membermask. It is complete when no live
// lane of the mask is missing. blame_o says why lanes are missing, for a group that is given up: a missing lane waits
// with the same operation and another mask, else one waits with another operation, else they have not come.
// Lanes that gather their warp carry a key in place of the mask; it belongs to the operation, and all live lanes are meant.
// All outputs are 0 while valid_i is 0.
`default_nettype none
`include "ws_layout.vh"
module ws_sync_group #(
    parameter        LANES    = 32,
    parameter        KEY_W    = 32,
    parameter [15:0] FAMILIES = 16'hffff
) (
    input  wire                   valid_i,
    input  wire [      LANES-1:0] lane_i,     // one-hot
    // entries of the warp
    input  wire [   LANES*12-1:0] op_i,
    input  wire [LANES*KEY_W-1:0] key_i,
    // sets to judge by
    input  wire [      LANES-1:0] wait_i,
    input  wire [      LANES-1:0] live_i,
    // of the lane
    output reg  [           11:0] op_o,
    output reg  [      KEY_W-1:0] key_o,
    output wire                   gathers_o,
    output wire                   aligned_o,
    output wire                   reports_o,
    output wire [  `WS_PORTS-1:0] port_o,
    // its group
    output wire [      LANES-1:0] lanes_o,
    output wire [      LANES-1:0] missing_o,
    output wire [            9:0] blame_o
);
  `include "ws_ops.vh"

  reg [LANES-1:0] peers, same;
  reg [KEY_W-1:0] differ;
  integer i;

  always @(*) begin
    op_o   = 12'd0;
    key_o  = {KEY_W{1'b0}};
    peers  = {LANES{1'b0}};
    same   = {LANES{1'b0}};
    differ = {KEY_W{1'b0}};
    if (valid_i) begin
      for (i = 0; i < LANES; i = i + 1)
        if (lane_i[i]) begin
          op_o   = op_o | op_i[i*12+:12];
          key_o  = key_o | key_i[i*KEY_W+:KEY_W];
        end
      for (i = 0; i < LANES; i = i + 1) begin
        peers[i] = wait_i[i] && op_i[i*12+:12] == op_o;
        differ   = key_i[i*KEY_W+:KEY_W] ^ key_o;
        same[i]  = !(|differ[11:0]) && (gathers_o || !(|(differ >> 12)));
      end
    end
  end

  wire legal, immediate;
  wire unused = &{1'b0, legal, immediate};

  ws_sync_decode #(
      .FAMILIES(FAMILIES)
  ) decode (
      .op_i       (op_o),
      .legacy_i   (1'b1),
      .legal_o    (legal),
      .immediate_o(immediate),
      .gathers_o  (gathers_o),
      .aligned_o  (aligned_o),
      .reports_o  (reports_o),
      .port_o     (port_o)
  );

  assign lanes_o = peers & same;
  assign missing_o = (key_o[LANES-1:0] | {LANES{gathers_o}}) & live_i & ~lanes_o;
  assign blame_o = !gathers_o && |(missing_o & peers) ? WS_ST_CV_MASK_MISMATCH :
                   |(missing_o & wait_i) ? WS_ST_CV_QUAL_MISMATCH : WS_ST_CV_MISSING;
endmodule
`default_nettype wire
