// SPDX-License-Identifier: Apache-2.0
// In place of ws_sync_front and ws_sync_out, for the proof of what stands between them: any request may be the head in any clock, what
// is found goes out in its clock if there is room, and lanes that are to wait are kept two clocks later. prove_sync_order.sh
// proves that the real ones lose, double and reorder nothing.
`default_nettype none
`include "ws_layout.vh"
module ws_sync_front #(
    parameter        LANES    = 4,
    parameter        WARPS    = 1,
    parameter        WARP_W   = 1,
    parameter        TAG_W    = 1,
    parameter        KEY_W    = 12,
    parameter        SLOT_W   = 4,
    parameter [15:0] FAMILIES = 16'hffff
) (
    input  wire                   clk_i, rst_ni, cfg_legacy_i, req_valid_i,
    output wire                   req_ready_o,
    input  wire [      TAG_W-1:0] req_tag_i,
    input  wire [     WARP_W-1:0] req_warp_i,
    input  wire [           11:0] req_op_i,
    input  wire [      LANES-1:0] req_lanes_i,
    input  wire [LANES*LANES-1:0] req_mask_i,
    input  wire [   LANES*64-1:0] req_a_i,
    input  wire [   LANES*32-1:0] req_b_i,
    output wire                   put_o,
    output reg  [     SLOT_W-1:0] put_slot_o,
    output wire                   came_o,
    output wire                   valid_o,
    input  wire                   pop_i,
    output wire [     SLOT_W-1:0] slot_o,
    output wire [      TAG_W-1:0] tag_o,
    output wire [     WARP_W-1:0] warp_o,
    output wire [           11:0] op_o,
    output wire                   legal_o, immediate_o, gathers_o, aligned_o, reports_o,
    output wire [  `WS_PORTS-1:0] port_o,
    output wire [      LANES-1:0] lanes_o, may_o,
    output wire [      KEY_W-1:0] key_o,
    output wire [      LANES-1:0] mask_o,
    output wire                   one_key_o,
    input  wire                   keys_pop_i,
    output reg  [LANES*KEY_W-1:0] keys_o,
    input  wire [WARPS*LANES-1:0] live_i, wait_i,
    output reg  [      WARPS-1:0] sel_o,
    output wire [      LANES-1:0] live_o, wait_o,
    output wire [            3:0] count_o,
    output reg  [      WARPS-1:0] inside_o
);
  wire [KEY_W-1:0] all;
  wire [LANES-1:0] member;
  wire [LANES*KEY_W-1:0] keys, own_keys;
  wire [LANES*32-1:0] low;
  genvar g;
  reg [WARPS*LANES-1:0] live_q, wait_q;
  integer w;
  wire [15:0] of_unit;
  assign legal_o = |of_unit;
  ws_sync_decode #(.FAMILIES(FAMILIES)) decode (
      .op_i(req_op_i), .legacy_i(cfg_legacy_i), .legal_o(of_unit), .immediate_o(immediate_o), .gathers_o(gathers_o), .aligned_o(aligned_o),
      .reports_o(reports_o), .port_o(port_o));
  ws_sync_key #(.LANES(LANES), .KEY_W(KEY_W)) key (
      .gathers_i(gathers_o), .op_i(req_op_i), .mask_i(req_mask_i), .a_i(low), .b_i(req_b_i), .key_o(keys));
  ws_sync_agree #(.LANES(LANES), .KEY_W(KEY_W)) agree (
      .lanes_i(req_lanes_i), .key_i(own_keys), .member_o(member), .any_o(key_o), .all_o(all));
  ws_sync_one #(.KEY_W(KEY_W)) one (.gathers_i(gathers_o), .any_i(key_o), .all_i(all), .one_o(one_key_o));
  generate
    for (g = 0; g < LANES; g = g + 1) begin : lane
      assign low[g*32+:32] = req_a_i[g*64+:32];
      assign own_keys[g*KEY_W+:KEY_W] = keys[g*KEY_W+:KEY_W] & {KEY_W{req_lanes_i[g]}};
    end
  endgenerate
  assign {valid_o, req_ready_o, put_o, came_o} = {req_valid_i, pop_i, pop_i, pop_i};
  assign {slot_o, tag_o, warp_o, op_o, lanes_o} = {put_slot_o, req_tag_i, req_warp_i, req_op_i, req_lanes_i};
  assign mask_o = key_o[LANES-1:0] | {LANES{gathers_o}};
  assign may_o = lanes_o & {LANES{legal_o}} & (member | {LANES{immediate_o || gathers_o}});
  assign count_o = {2'd0, pop_i, 1'b0};  // the one that was accepted before the clock, and the one that is judged
  ws_pick #(.N(WARPS), .W(LANES)) pick_live (.sel_i(sel_o), .words_i(live_q), .word_o(live_o));
  ws_pick #(.N(WARPS), .W(LANES)) pick_wait (.sel_i(sel_o), .words_i(wait_q), .word_o(wait_o));
  always @(posedge clk_i) {live_q, wait_q} <= {live_i, wait_i};
  always @(*) for (w = 0; w < WARPS; w = w + 1) sel_o[w] = req_warp_i == w;
  always @(*) for (w = 0; w < WARPS; w = w + 1) inside_o[w] = req_valid_i && req_warp_i == w;
  // No other such request is judged until this one has been taken apart.
  always @(posedge clk_i) if (pop_i && legal_o && !immediate_o && !one_key_o) keys_o <= own_keys;
  always @(posedge clk_i) put_slot_o <= rst_ni ? put_slot_o + pop_i : 0;
endmodule

module ws_sync_out #(
    parameter LANES  = 4,
    parameter WARPS  = 1,
    parameter WARP_W = 1,
    parameter TAG_W  = 1,
    parameter ADDR_W = 5
) (
    input  wire                   clk_i, rst_ni, push_i, offer_i,
    output wire                   room_o,
    input  wire                   store_i, several_i,
    input  wire [  `WS_PORTS-1:0] port_i,
    input  wire [ `WS_HEAD_W-1:0] head_i,
    input  wire [           11:0] key_i,
    input  wire [     ADDR_W-1:0] addr_i,
    output wire                   blocks_o,
    output wire                   look_o,
    output wire [     ADDR_W-2:0] look_slot_o,
    output wire                   read_o,
    output wire [     ADDR_W-1:0] read_addr_o,
    output wire [     WARP_W-1:0] read_warp_o,
    output wire                   store_o,
    output reg                    several_o,
    output wire [  `WS_PORTS-1:0] grp_stands_o,
    output wire [  `WS_PORTS-1:0] grp_valid_o,
    input  wire [  `WS_PORTS-1:0] grp_ready_i,
    output wire [ `WS_HEAD_W-1:0] grp_head_o,
    output wire [           11:0] grp_key_o,
    output wire                   empty_o,
    output reg  [      WARPS-1:0] busy_o,
    output wire [WARPS*LANES-1:0] going_o,
    output reg  [WARPS*LANES-1:0] gone_o
);
  `include "ws_ops.vh"
  reg next_q, last_q;
  reg [`WS_HEAD_W-1:0] head_q;
  reg [ADDR_W-1:0] addr_q;
  wire [WARP_W-1:0] warp = head_q[`WS_HEAD_WARP];
  integer w;
  assign room_o = grp_ready_i[0] && empty_o;
  assign {read_o, read_addr_o, read_warp_o, store_o} = {next_q, addr_q, warp, last_q};
  assign {look_o, look_slot_o} = {push_i && store_i, addr_i[ADDR_W-2:0]};
  assign grp_stands_o = grp_valid_o;
  assign grp_valid_o = push_i && !store_i ? port_i : 0;
  assign {grp_head_o, grp_key_o} = {last_q ? head_q : head_i, key_i};
  assign empty_o = !next_q && !last_q;
  assign going_o = 0;
  assign blocks_o = port_i[WS_PORT_BAR];  // barrier.sync is all that goes there
  always @(*)
    for (w = 0; w < WARPS; w = w + 1) busy_o[w] = !empty_o && warp == w;
  always @(posedge clk_i) begin
    next_q <= rst_ni && push_i && store_i;
    last_q <= rst_ni && next_q;
    if (push_i && store_i) {several_o, head_q, addr_q} <= {several_i, head_i, addr_i};
    for (w = 0; w < WARPS; w = w + 1)
      gone_o[w*LANES+:LANES] <= rst_ni && push_i && !store_i && blocks_o && head_i[`WS_HEAD_WARP] == w ? head_i[`WS_HEAD_LANES] : 0;
  end
endmodule
`default_nettype wire
