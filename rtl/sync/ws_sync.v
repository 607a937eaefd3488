// SPDX-License-Identifier: Apache-2.0
// The rendezvous: decides once, for every family, which lanes take part (PTX 9.7.9.6, 9.7.13.1, .2, .4, .9, .10, .12, .14).
//
// A lane that executes an operation with membermask M waits until every live lane of M waits with the same operation
// and the same M. Lanes arrive in pieces, carry different masks, and leave by exit; groups that can never complete are
// released with a status of severity T. At most one group a clock is found: refused lanes first, then a waiting group that has become
// complete, then a request that is a group by itself.
//
//   port ─► ws_sync_front ─► judged here ─► ws_sync_out ─► unit        operands: port ─► ws_sync_operands ─► unit
//   exit ─► ws_sync_exit ──────┘  │▲
//                              ws_sync_walk
//
// Latency: a request that is a complete group, accepted in t, is judged in t+4 (req_judged_o) and stands in its unit's first register in
// t+7, one a clock; the last piece of a group that waited in t+12, when nothing competes. A request waits before it is judged while the
// walker has work for its warp, so its outcome does not depend on how long that takes. Order, exits (exit_done_o) and launches: README.md.
// No output depends on an input of the same clock; grp_ready_i alone steers grp_valid_o, a strobe that is raised only where it is 1.
// barrier and barrier.cluster have no membermask: their group is all live lanes of the warp, and these must name the same key. Lanes
// blocked in a unit (away_i) or on their way there are live; requests that name them are refused as busy. An exit ignores blocked lanes,
// a launch a warp that is not fully exited; both leave CV_LANE_BUSY in the capture. After reset every lane is exited.
`default_nettype none
`include "ws_layout.vh"
module ws_sync #(
    parameter        LANES    = 32,
    parameter        WARPS    = 4,
    parameter        WARP_W   = 2,
    parameter        SLOTS    = 1,  // CTAs; WARPS / SLOTS warps in a row make one
    parameter        TAG_W    = 8,
    parameter [15:0] FAMILIES = 16'hffff,
    parameter        WATCHDOG = 0,
    parameter        STRUCT   = 0
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,
    // configuration and time
    input  wire                     cfg_legacy_i,
    input  wire [             15:0] cfg_watchdog_i,
    input  wire                     tick_i,
    // request
    input  wire                     req_valid_i,
    output wire                     req_ready_o,
    output wire                     req_judged_o,
    input  wire [        TAG_W-1:0] req_tag_i,
    input  wire [       WARP_W-1:0] req_warp_i,
    input  wire [             11:0] req_op_i,
    input  wire [        LANES-1:0] req_lanes_i,
    input  wire [  LANES*LANES-1:0] req_mask_i,
    input  wire [     LANES*64-1:0] req_addr_i,
    input  wire [     LANES*64-1:0] req_a_i,
    input  wire [     LANES*32-1:0] req_b_i,
    input  wire [     LANES*32-1:0] req_c_i,
    input  wire [        LANES-1:0] req_pred_i,
    // exits and launches
    input  wire                     exit_valid_i,
    input  wire [       WARP_W-1:0] exit_warp_i,
    input  wire [        LANES-1:0] exit_lanes_i,
    output wire [        WARPS-1:0] exit_done_o,
    input  wire                     launch_valid_i,
    input  wire [       WARP_W-1:0] launch_warp_i,
    input  wire [        LANES-1:0] launch_lanes_i,
    input  wire [              5:0] launch_warps_i,
    // lanes blocked in a unit of their own
    input  wire [  WARPS*LANES-1:0] away_i,
    // group to a unit, one bit of valid and ready a port
    output wire [    `WS_PORTS-1:0] grp_valid_o,
    output wire [    `WS_PORTS-1:0] grp_stands_o,  // where a group stands until it is taken
    input  wire [    `WS_PORTS-1:0] grp_ready_i,
    input  wire [        LANES-1:0] grp_took_i,    // of a group that a unit takes in parts: the lanes it takes in this clock
    input  wire [    `WS_PORTS-1:0] grp_parts_i,   // static: ports whose unit takes a group in parts
    output wire [   `WS_HEAD_W-1:0] grp_head_o,
    output wire [             11:0] grp_key_o,
    output wire [     LANES*64-1:0] grp_addr_o,  // of operations that never wait; bits 32:31 are its window (ws_sync_operands.v)
    output wire [     LANES*64-1:0] grp_a_o,
    output wire [     LANES*32-1:0] grp_b_o,     // of a group that waited: only bits log2(LANES)-1:0
    output wire [     LANES*32-1:0] grp_c_o,     // ... and of c as many from bit 8 on
    output wire [        LANES-1:0] grp_pred_o,
    // exits and launches that were ignored, to the error capture
    output wire                     exit_busy_o,
    output wire [       WARP_W-1:0] exit_warp_o,
    output wire [        LANES-1:0] exit_lanes_o,
    output wire [        LANES-1:0] exit_busy_lanes_o,
    output wire                     launch_busy_o,
    output wire [       WARP_W-1:0] launch_warp_o,
    output wire [        LANES-1:0] launch_lanes_o,
    // state
    output wire [  WARPS*LANES-1:0] live_o,
    output wire [  WARPS*LANES-1:0] wait_o,
    output wire [        SLOTS-1:0] start_o,  // a warp is launched while no other lane of the CTA lives
    output wire                     launch_o,  // the launch of launch_warp_o is not ignored
    output wire [              5:0] launch_warps_o,
    output wire                     quiet_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"

  // A key is a membermask or, of a gather, what the operands of a barrier name, 12 bits at most.
  localparam KEY_W = FAMILIES[WS_FAMILY_BAR] && LANES < 12 ? 12 : LANES;
  localparam NAME_W = KEY_W < 12 ? KEY_W : 12;
  localparam [KEY_W-1:0] NAMES = {KEY_W{1'b1}} >> (KEY_W - NAME_W);
  localparam SLOT_W = 4;
  localparam PARTS = LANES > 8 ? LANES / 8 : 1;
  localparam [WARP_W-1:0] WARP_BITS = WARPS == 1 ? {WARP_W{1'b0}} : {WARP_W{1'b1}};  // of one warp the index means nothing
  localparam ADDR_W = 1 + SLOT_W;  // {what waiting lanes brought, place in the ring}

  reg  [WARPS*LANES-1:0] waits_q;  // lanes that wait in the rendezvous
  wire [WARPS*LANES-1:0] going, arrived_at;
  reg  [WARPS*LANES-1:0] away_q;

  // Lanes that are blocked, and who will be in the next clock, but for what happens in this one.
  assign wait_o = waits_q | going | arrived_at | away_q;
  wire [WARPS*LANES-1:0] soon = waits_q | going | away_i;

  always @(posedge clk_i) away_q <= rst_ni ? away_i : {WARPS * LANES{1'b0}};

  // ---------------------------------------------------------------------------------------------- exits, launches

  wire             live_quiet, out_empty, room, entered;
  wire [PARTS-1:0] put, read;
  wire [      3:0] count;
  wire [WARPS-1:0] exit_sel, launch_next, launch_sel, due, due_soon, out_busy, w_sel;
  wire             w_valid;
  wire [WARPS-1:0] held;

  assign exit_done_o = exit_sel;
  ws_sync_live #(
      .LANES (LANES),
      .WARPS (WARPS),
      .WARP_W(WARP_W),
      .SLOTS (SLOTS)
  ) lives (
      .clk_i            (clk_i),
      .rst_ni           (rst_ni),
      .exit_valid_i     (exit_valid_i),
      .exit_warp_i      (exit_warp_i),
      .exit_lanes_i     (exit_lanes_i),
      .launch_valid_i   (launch_valid_i),
      .launch_warp_i    (launch_warp_i),
      .launch_lanes_i   (launch_lanes_i),
      .launch_warps_i   (launch_warps_i),
      .wait_i           (soon),
      .count_i          (count),
      .put_i            (entered),
      .pop_i            (accept),
      .busy_i           (out_busy | held | (w_valid ? w_sel : {WARPS{1'b0}})),
      .live_o           (live_o),
      .due_o            (due),
      .soon_o           (due_soon),
      .exit_sel_o       (exit_sel),
      .exit_warp_o      (exit_warp_o),
      .exit_lanes_o     (exit_lanes_o),
      .exit_busy_o      (exit_busy_o),
      .exit_busy_lanes_o(exit_busy_lanes_o),
      .launch_next_o    (launch_next),
      .launch_sel_o     (launch_sel),
      .launch_o         (launch_o),
      .launch_busy_o    (launch_busy_o),
      .launch_warp_o    (launch_warp_o),
      .launch_lanes_o   (launch_lanes_o),
      .launch_warps_o   (launch_warps_o),
      .start_o          (start_o),
      .quiet_o          (live_quiet)
  );

  // ------------------------------------------------------------------------------------------------------ request

  wire [     SLOT_W-1:0] put_slot, h_slot;
  wire [     WARP_W-1:0] h_warp;
  wire [LANES*KEY_W-1:0] keys;
  reg                    keys_pop_q;
  wire [      WARPS-1:0] req_sel;
  wire [      LANES-1:0] h_live, h_wait;
  wire [      LANES-1:0] h_lanes, h_may;
  wire                   h_valid, legal, immediate, gathers, aligned, reports, h_one_key;
  wire [      TAG_W-1:0] h_tag;
  wire [           11:0] h_op;
  wire [   WS_PORTS-1:0] h_port;
  wire [      KEY_W-1:0] h_key;
  wire [      WARPS-1:0] h_inside, next_sel;
  wire                   next_valid, next_several;
  reg                    accept;  // the head is judged

  ws_sync_front #(
      .LANES   (LANES),
      .WARPS   (WARPS),
      .WARP_W  (WARP_W),
      .TAG_W   (TAG_W),
      .KEY_W   (KEY_W),
      .SLOT_W  (SLOT_W),
      .FAMILIES(FAMILIES)
  ) front (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .cfg_legacy_i   (cfg_legacy_i),
      .req_valid_i    (req_valid_i),
      .req_ready_o    (req_ready_o),
      .req_tag_i      (req_tag_i),
      .req_warp_i     (req_warp_i),
      .req_op_i       (req_op_i),
      .req_lanes_i    (req_lanes_i),
      .req_mask_i     (req_mask_i),
      .req_a_i        (req_a_i),
      .req_b_i        (req_b_i),
      .put_o          (put),
      .put_slot_o     (put_slot),
      .came_o         (entered),
      .valid_o        (h_valid),
      .pop_i          (accept),
      .slot_o         (h_slot),
      .tag_o          (h_tag),
      .warp_o         (h_warp),
      .op_o           (h_op),
      .legal_o        (legal),
      .immediate_o    (immediate),
      .gathers_o      (gathers),
      .aligned_o      (aligned),
      .reports_o      (reports),
      .port_o         (h_port),
      .lanes_o        (h_lanes),
      .may_o          (h_may),
      .key_o          (h_key),
      .mask_o         (h_mask),
      .one_key_o      (h_one_key),
      .keys_pop_i     (keys_pop_q),
      .keys_o         (keys),
      .live_i         (live_o),
      .wait_i         (soon),
      .sel_o          (req_sel),
      .next_valid_o   (next_valid),
      .next_several_o (next_several),
      .next_sel_o     (next_sel),
      .live_o         (h_live),
      .wait_o         (h_wait),
      .count_o        (count),
      .inside_o       (h_inside)
  );

  // ------------------------------------------------------------------------------------------------------ judging

  integer w;
  wire             refusing, piece_room, several;
  wire [LANES-1:0] exited, busy, other, ok;
  wire             some_ok = |ok;  // whether of a complete group or not, something goes on
  wire             refused, h_blocks, sent;
  wire [LANES-1:0] f_opnd = gathers ? {LANES{1'b0}} : h_key[LANES-1:0];
  wire             slow;
  wire [LANES-1:0] h_mask;
  wire             h_several = legal && !immediate && !h_one_key;  // what waits of it has several keys
  // The head waits for what comes before it: answers of the request before, a group of the walker, exits, a launch, a piece of its warp. It is
  // judged by the state of a clock before, so it also waits for a clock if that has changed since.
  wire [WARPS-1:0] changed = exit_sel | launch_next | launch_sel | (w_valid ? w_sel : {WARPS{1'b0}});
  wire             may, one, refusing_left;
  ws_sync_may #(
      .WARPS(WARPS)
  ) judges (
      .judged_i    (accept),
      .valid_i     (h_valid),
      .several_i   (h_several),
      .sel_i       (req_sel),
      .next_valid_i(next_valid),
      .next_sel_i  (next_sel),
      .room_i      (room && piece_room),
      .apart_i     (several),
      .refusing_i  (refusing),
      .left_i      (refusing_left),
      .walker_i    (w_valid),
      .held_i      (held | due_soon | changed),
      .refused_i   (refused),
      .changes_i   (some_ok && (slow || h_blocks)),
      .may_o       (may),
      .one_o       (one)
  );
  always @(posedge clk_i) accept <= rst_ni && may && !(one && next_several);
  assign req_judged_o = accept;
  ws_sync_arrive #(
      .LANES(LANES)
  ) arrive (
      .lanes_i    (h_lanes),
      .may_i      (h_may),
      .mask_i     (h_mask),
      .one_key_i  (h_one_key),
      .immediate_i(immediate),
      .live_i     (h_live),
      .wait_i     (h_wait),
      .exited_o   (exited),
      .busy_o     (busy),
      .other_o    (other),
      .ok_o       (ok),
      .refused_o  (refused),
      .slow_o     (slow)
  );

  wire judged_slow = accept && slow;

  wire [`WS_HEAD_W-1:0] r_head;
  wire                  r_ready;
  wire                  r_sent = r_ready && room;

  ws_sync_refuse #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W)
  ) refuse (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .load_i    (accept),
      .offer_i   (h_valid),
      .any_i     (refused),
      .exited_i  (exited),
      .busy_i    (busy),
      .other_i   (other),
      .legal_i   (legal),
      .opnd_i    (f_opnd),
      .op_i      (h_op),
      .tag_i     (h_tag),
      .warp_i    (h_warp),
      .refusing_o(refusing),
      .left_o    (refusing_left),
      .ready_o   (r_ready),
      .head_o    (r_head),
      .sent_i    (r_sent)
  );

  // ------------------------------------------------------------------------------------------------------- walker

  wire             keep, keep_several, keys_done, walk_quiet;
  wire [`WS_HEAD_W-1:0] w_head;
  wire [      NAME_W-1:0] w_key;
  wire [  WS_PORTS-1:0] w_port;
  wire                  arrived = judged_slow && some_ok;
  // Warps of which a request stood at the port, or was not judged, or lanes left or came: no deadlock is decided in them.
  reg [WARPS-1:0] touched_q;

  always @(posedge clk_i)
    for (w = 0; w < WARPS; w = w + 1)
      touched_q[w] <= rst_ni && ((req_valid_i && req_warp_i == w[WARP_W-1:0]) || h_inside[w] || due[w] || launch_sel[w]);

  ws_sync_walk #(
      .LANES   (LANES),
      .WARPS   (WARPS),
      .WARP_W  (WARP_W),
      .TAG_W   (TAG_W),
      .KEY_W   (KEY_W),
      .WATCHDOG(WATCHDOG),
      .FAMILIES(FAMILIES)
  ) walk (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .legacy_i     (cfg_legacy_i),
      .watchdog_i   (cfg_watchdog_i),
      .tick_i       (tick_i),
      .live_i       (live_o),
      .wait_i       (waits_q),
      .touched_i    (touched_q),
      .gone_i       (exit_sel),
      .put_i        (accept),
      .piece_i      (arrived),
      .put_sel_i    (req_sel),
      .put_warp_i   (h_warp),
      .put_lanes_i  (ok),
      .put_key_i    (gathers ? h_key & NAMES : h_key),
      .put_several_i(h_several),
      .put_op_i     (h_op),
      .put_tag_i    (h_tag),
      .put_gathers_i(gathers),
      .put_aligned_i(aligned),
      .put_reports_i(reports),
      .put_port_i   (h_port),
      .room_o       (piece_room),
      .several_o    (several),
      .keep_i       (keep && keep_several),
      .keys_i       (keys),
      .keys_done_o  (keys_done),
      .valid_o      (w_valid),
      .head_o       (w_head),
      .key_o        (w_key),
      .port_o       (w_port),
      .sel_o        (w_sel),
      .sent_i       (sent),
      .hold_o       (held),
      .quiet_o      (walk_quiet)
  );

  // Keys of which no lane waits are not needed either. A register: both are known late, and never in the same clock.
  always @(posedge clk_i) keys_pop_q <= rst_ni && (keys_done || (accept && h_several && !some_ok));

  assign sent    = w_valid && room && !refusing && !accept;
  assign quiet_o = walk_quiet && !refusing && count == 4'd0 && live_quiet && out_empty;

  // ------------------------------------------------------------------------------------- one group a clock to its unit

  wire [9:0] f_status = reports && |(h_key[LANES-1:0] & ~h_live) ? WS_ST_CV_EXITED_MEMBER : WS_ST_OK;

  localparam [WS_PORTS-1:0] REFUSED = 1 << WS_PORT_REFUSED;
  wire [`WS_HEAD_W-1:0] f_head;
  wire [ADDR_W-1:0] h_place = {1'b0, h_slot};
  wire [ADDR_W-1:0] w_place = {1'b1, {SLOT_W{1'b0}}};

  assign f_head[`WS_HEAD_STATUS] = f_status;
  assign f_head[`WS_HEAD_OPND]   = f_opnd;
  assign f_head[`WS_HEAD_LANES]  = ok;
  assign f_head[`WS_HEAD_OP]     = h_op;
  assign f_head[`WS_HEAD_TAG]    = h_tag;
  assign f_head[`WS_HEAD_WARP]   = h_warp;

  wire              look;
  wire [PARTS*ADDR_W-1:0] read_addr;
  wire [SLOT_W-1:0] look_slot;
  wire [PARTS*WARP_W-1:0] read_warp;

  wire w_blocks;
  ws_sync_blocks blocks_head (.op_i(h_op), .port_i(h_port), .blocks_o(h_blocks));
  ws_sync_blocks blocks_walker (.op_i(w_head[`WS_HEAD_OP]), .port_i(w_port), .blocks_o(w_blocks));

  ws_sync_out #(
      .LANES (LANES),
      .WARPS (WARPS),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W),
      .ADDR_W(ADDR_W)
  ) out (
      .clk_i        (clk_i),
      .rst_ni       (rst_ni),
      .push_i       (r_sent || (accept && some_ok) || sent),
      .offer_i      (r_ready || w_valid || h_valid),
      .room_o       (room),
      .store_i      (arrived),
      .several_i    (h_several),
      .blocks_i     (!r_ready && (accept ? h_blocks : w_blocks)),
      .port_i       (r_ready ? REFUSED : accept ? h_port : w_port),
      .head_i       (r_ready ? r_head : accept ? f_head : w_head),
      .key_i        ({{12 - NAME_W{1'b0}}, accept ? h_key[NAME_W-1:0] : w_key}),
      .addr_i       (accept ? h_place : w_place),
      .look_o       (look),
      .look_slot_o  (look_slot),
      .read_o       (read),
      .read_addr_o  (read_addr),
      .read_warp_o  (read_warp),
      .store_o      (keep),
      .several_o    (keep_several),
      .grp_valid_o  (grp_valid_o),
      .grp_stands_o (grp_stands_o),
      .grp_ready_i  (grp_ready_i),
      .grp_took_i   (grp_took_i),
      .grp_parts_i  (grp_parts_i),
      .grp_head_o   (grp_head_o),
      .grp_key_o    (grp_key_o),
      .empty_o      (out_empty),
      .busy_o       (out_busy),
      .going_o      (going),
      .gone_o       (arrived_at)
  );

  ws_sync_operands #(
      .LANES   (LANES),
      .WARP_W  (WARP_W),
      .SLOT_W  (SLOT_W),
      .FAMILIES(FAMILIES),
      .STRUCT  (STRUCT)
  ) operands (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .put_i          ({PARTS{STRUCT != 0 && PARTS > 1}} | put),  // written early: ws_sync_operands
      .put_slot_i     (put_slot),
      .put_warp_i     (req_warp_i & WARP_BITS),
      .put_immediate_i(ws_op_immediate(req_op_i)),
      .put_addr_i     (req_addr_i),
      .put_a_i        (req_a_i),
      .put_b_i        (req_b_i),
      .put_c_i        (req_c_i),
      .put_pred_i     (req_pred_i),
      .keep_i         (keep),
      .keep_warp_i    (grp_head_o[`WS_HEAD_WARP] & WARP_BITS),
      .keep_lanes_i   (grp_head_o[`WS_HEAD_LANES]),
      .look_i         (look),
      .look_slot_i    (look_slot),
      .read_i         (read),
      .read_addr_i    (read_addr),
      .read_warp_i    (read_warp & {PARTS{WARP_BITS}}),
      .addr_o         (grp_addr_o),
      .a_o            (grp_a_o),
      .b_o            (grp_b_o),
      .c_o            (grp_c_o),
      .pred_o         (grp_pred_o)
  );

  // ----------------------------------------------------------------------------------------------- lanes that wait

  genvar g;
  generate
    for (g = 0; g < WARPS; g = g + 1) begin : warp
      wire [LANES-1:0] came = req_sel[g] && judged_slow ? ok : {LANES{1'b0}};
      wire [LANES-1:0] goes = sent && w_sel[g] ? w_head[`WS_HEAD_LANES] : {LANES{1'b0}};

      always @(posedge clk_i)
        if (!rst_ni) waits_q[g*LANES+:LANES] <= {LANES{1'b0}};
        else waits_q[g*LANES+:LANES] <= (waits_q[g*LANES+:LANES] & ~goes) | came;
    end
  endgenerate
endmodule
`default_nettype wire
