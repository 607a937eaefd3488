// SPDX-License-Identifier: Apache-2.0
// In place of ws_sync_front and ws_sync_out, for the proof of what stands between them: any request of a warp of which one stood at the port in
// the clock before may be the next head, and stands in registers until it is judged; what is found goes out in its clock, and lanes that
// are to wait are kept two clocks later. prove_sync_order.sh proves that the real ones lose, double and reorder nothing.
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
    output reg                    valid_o,
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
    output wire                   next_valid_o, next_several_o,
    output reg  [      WARPS-1:0] next_sel_o,
    output wire [            3:0] count_o,
    output reg  [      WARPS-1:0] inside_o
);
  `include "ws_ops.vh"
  // The request at the port, and the head, of which as little stands in registers as the operations of sync_props.v need.
  wire [3:0] next_flags;  // {legal, immediate, gathers, one key}
  reg [2:0] code_q;
  reg [LANES-1:0] lanes_q, names_q;
  reg [LANES*LANES-1:0] mask_q;
  reg [TAG_W-1:0] tag_q;
  reg [WARP_W-1:0] warp_q;
  reg [WARPS-1:0] seen_q;
  reg [WARPS*LANES-1:0] live_q, wait_q;
  wire [LANES*KEY_W-1:0] any_keys, unused_keys;
  wire [LANES-1:0] names, unused_may, unused_mask;
  wire [KEY_W-1:0] unused_key;
  wire [`WS_PORTS-1:0] unused_port;
  wire [1:0] unused_flags;
  wire move = !valid_o || pop_i;
  genvar g;
  integer w;
  generate
    for (g = 0; g < LANES; g = g + 1) begin : lane
      assign names[g] = req_a_i[g*64];
    end
  endgenerate
  function [2:0] code_of(input [11:0] op);
    code_of = op == WS_OP_BAR_WARP ? 3'd0 : op == WS_OP_SHFL_IDX ? 3'd1 : op == WS_OP_BAR_SYNC ? 3'd2 : op == WS_OP_ACTIVEMASK ? 3'd3 : 3'd4;
  endfunction
  function [11:0] op_of(input [2:0] code);
    op_of = code == 3'd0 ? WS_OP_BAR_WARP : code == 3'd1 ? WS_OP_SHFL_IDX : code == 3'd2 ? WS_OP_BAR_SYNC : code == 3'd3 ? WS_OP_ACTIVEMASK : 12'hfff;
  endfunction

  free_digest #(.LANES(LANES), .KEY_W(KEY_W), .FAMILIES(FAMILIES)) next (
      .legacy_i(cfg_legacy_i), .op_i(req_op_i), .lanes_i(req_lanes_i), .mask_i(req_mask_i), .names_i(names), .legal_o(next_flags[3]),
      .immediate_o(next_flags[2]), .gathers_o(next_flags[1]), .aligned_o(unused_flags[0]), .reports_o(unused_flags[1]), .port_o(unused_port),
      .may_o(unused_may), .key_o(unused_key), .mask_o(unused_mask), .one_key_o(next_flags[0]), .keys_o(unused_keys));
  free_digest #(.LANES(LANES), .KEY_W(KEY_W), .FAMILIES(FAMILIES)) head (
      .legacy_i(cfg_legacy_i), .op_i(op_o), .lanes_i(lanes_q), .mask_i(mask_q), .names_i(names_q), .legal_o(legal_o),
      .immediate_o(immediate_o), .gathers_o(gathers_o), .aligned_o(aligned_o), .reports_o(reports_o), .port_o(port_o),
      .may_o(may_o), .key_o(key_o), .mask_o(mask_o), .one_key_o(one_key_o), .keys_o(any_keys));

  assign next_valid_o = req_valid_i && |(seen_q & next_sel_o);
  assign next_several_o = next_flags[3] && !next_flags[2] && !next_flags[0];
  assign {req_ready_o, put_o, came_o} = {move, pop_i, pop_i};
  assign {slot_o, tag_o, warp_o, op_o, lanes_o} = {put_slot_o, tag_q, warp_q, op_of(code_q), lanes_q};
  assign count_o = {2'd0, pop_i, 1'b0};  // the one that was accepted before the clock, and the one that is judged
  ws_pick #(.N(WARPS), .W(LANES)) pick_live (.sel_i(sel_o), .words_i(live_q), .word_o(live_o));
  ws_pick #(.N(WARPS), .W(LANES)) pick_wait (.sel_i(sel_o), .words_i(wait_q), .word_o(wait_o));
  always @(*)
    for (w = 0; w < WARPS; w = w + 1) begin
      sel_o[w] = warp_q == w;
      next_sel_o[w] = req_warp_i == w;
      inside_o[w] = valid_o && warp_q == w;
    end
  always @(posedge clk_i) begin
    valid_o <= rst_ni && (move ? next_valid_o : 1'b1);
    seen_q <= rst_ni && req_valid_i ? next_sel_o : 0;
    {live_q, wait_q} <= {live_i, wait_i};
    if (move && next_valid_o) {code_q, lanes_q, names_q, mask_q, tag_q, warp_q} <= {code_of(req_op_i), req_lanes_i, names, req_mask_i, req_tag_i, req_warp_i};
    // No other such request is judged until this one has been taken apart.
    if (pop_i && legal_o && !immediate_o && !one_key_o) keys_o <= any_keys;
    put_slot_o <= rst_ni ? put_slot_o + pop_i : 0;
  end
endmodule

// What ws_sync_front finds out of a request.
module free_digest #(
    parameter        LANES    = 4,
    parameter        KEY_W    = 12,
    parameter [15:0] FAMILIES = 16'hffff
) (
    input  wire                   legacy_i,
    input  wire [           11:0] op_i,
    input  wire [      LANES-1:0] lanes_i,
    input  wire [LANES*LANES-1:0] mask_i,
    input  wire [      LANES-1:0] names_i,  // of each lane bit 0 of the number of its barrier, which has no other
    output wire                   legal_o, immediate_o, gathers_o, aligned_o, reports_o,
    output wire [  `WS_PORTS-1:0] port_o,
    output wire [      LANES-1:0] may_o,
    output wire [      KEY_W-1:0] key_o,
    output wire [      LANES-1:0] mask_o,
    output wire                   one_key_o,
    output wire [LANES*KEY_W-1:0] keys_o
);
  wire [KEY_W-1:0] all;
  wire [LANES-1:0] member;
  wire [LANES*KEY_W-1:0] keys;
  wire [LANES*32-1:0] low;
  wire [15:0] of_unit;
  genvar g;
  assign legal_o = |of_unit;
  ws_sync_decode #(.FAMILIES(FAMILIES)) decode (
      .op_i(op_i), .legacy_i(legacy_i), .legal_o(of_unit), .immediate_o(immediate_o), .gathers_o(gathers_o), .aligned_o(aligned_o),
      .reports_o(reports_o), .port_o(port_o));
  ws_sync_key #(.LANES(LANES), .KEY_W(KEY_W)) key (
      .gathers_i(gathers_o), .op_i(op_i), .mask_i(mask_i), .a_i(low), .b_i({LANES * 32{1'b0}}), .key_o(keys));
  ws_sync_agree #(.LANES(LANES), .KEY_W(KEY_W)) agree (
      .lanes_i(lanes_i), .key_i(keys_o), .member_o(member), .any_o(key_o), .all_o(all));
  ws_sync_one #(.KEY_W(KEY_W)) one (.gathers_i(gathers_o), .any_i(key_o), .all_i(all), .one_o(one_key_o));
  generate
    for (g = 0; g < LANES; g = g + 1) begin : lane
      assign low[g*32+:32] = {31'd0, names_i[g]};
      assign keys_o[g*KEY_W+:KEY_W] = keys[g*KEY_W+:KEY_W] & {KEY_W{lanes_i[g]}};
    end
  endgenerate
  assign mask_o = key_o[LANES-1:0] | {LANES{gathers_o}};
  assign may_o = lanes_i & {LANES{legal_o}} & (member | {LANES{immediate_o || gathers_o}});
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
    input  wire                   store_i, several_i, blocks_i,
    input  wire [  `WS_PORTS-1:0] port_i,
    input  wire [ `WS_HEAD_W-1:0] head_i,
    input  wire [           11:0] key_i,
    input  wire [     ADDR_W-1:0] addr_i,
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
    input  wire [      LANES-1:0] grp_took_i,
    input  wire [  `WS_PORTS-1:0] grp_parts_i,
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
  // What was let in a clock before goes out all the same.
  assign room_o = grp_ready_i[0] && empty_o && !store_i;
  assign {read_o, read_addr_o, read_warp_o, store_o} = {next_q, addr_q, warp, last_q};
  assign {look_o, look_slot_o} = {push_i && store_i, addr_i[ADDR_W-2:0]};
  assign grp_stands_o = grp_valid_o;
  assign grp_valid_o = push_i && !store_i ? port_i : 0;
  assign {grp_head_o, grp_key_o} = {last_q ? head_q : head_i, key_i};
  assign empty_o = !next_q && !last_q;
  assign going_o = 0;
  always @(*)
    for (w = 0; w < WARPS; w = w + 1) busy_o[w] = !empty_o && warp == w;
  always @(posedge clk_i) begin
    next_q <= rst_ni && push_i && store_i;
    last_q <= rst_ni && next_q;
    if (push_i && store_i) {several_o, head_q, addr_q} <= {several_i, head_i, addr_i};
    for (w = 0; w < WARPS; w = w + 1)
      gone_o[w*LANES+:LANES] <= rst_ni && push_i && !store_i && blocks_i && head_i[`WS_HEAD_WARP] == w ? head_i[`WS_HEAD_LANES] : 0;
  end
endmodule
`default_nettype wire
