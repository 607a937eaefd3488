// SPDX-License-Identifier: Apache-2.0
// The rendezvous: decides once, for every family, which lanes take part (PTX 9.7.9.6, 9.7.13.1, .2, .4, .9, .10, .12, .14).
//
// A lane that executes an operation with membermask M waits until every live lane of M waits with the same operation
// and the same M. Lanes arrive in pieces, carry different masks, and leave by exit; groups that can never complete are
// released with a status of severity T. At most one group a clock goes to a unit (grp_*): refused lanes first, then a
// request that is a group by itself, then a waiting group that has become complete.
//
// Latency: a request that is a complete group, accepted in t, stands in its unit's first register in t+1, one a clock.
// Completed through the table: t+3 when nothing competes. A request stalls while its warp has unexamined lanes, so its outcome does
// not depend on the latency of the scan.
// grp_valid_o is a strobe, raised only where the port's grp_ready_i is 1: each is a transfer.
// barrier and barrier.cluster have no membermask: their group is all live lanes of the warp, and these must name the same key, which
// is made of their operands (ws_sync_key). Lanes blocked in a unit (away_i) are live; requests that name them are refused as busy.
// Exits come before launches, and both before the request of the same cycle. An exit ignores blocked lanes, a launch a
// warp that is not fully exited; both leave CV_LANE_BUSY in the capture. After reset every lane is exited.
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
    input  wire [        TAG_W-1:0] req_tag_i,
    input  wire [       WARP_W-1:0] req_warp_i,
    input  wire [             11:0] req_op_i,
    input  wire [        LANES-1:0] req_lanes_i,
    input  wire [  LANES*LANES-1:0] req_mask_i,
    input  wire [     LANES*64-1:0] req_a_i,
    input  wire [    LANES*32-1:0] req_b_i,
    input  wire [  LANES*32-1:0] req_c_i,
    input  wire [        LANES-1:0] req_pred_i,
    // exits and launches
    input  wire                     exit_valid_i,
    input  wire [       WARP_W-1:0] exit_warp_i,
    input  wire [        LANES-1:0] exit_lanes_i,
    input  wire                     launch_valid_i,
    input  wire [       WARP_W-1:0] launch_warp_i,
    input  wire [        LANES-1:0] launch_lanes_i,
    // lanes blocked in a unit of their own
    input  wire [  WARPS*LANES-1:0] away_i,
    // group to a unit, one bit of valid and ready a port
    output wire [    `WS_PORTS-1:0] grp_valid_o,
    input  wire [    `WS_PORTS-1:0] grp_ready_i,
    output wire [   `WS_HEAD_W-1:0] grp_head_o,
    output wire [             11:0] grp_key_o,
    output wire [     LANES*64-1:0] grp_a_o,
    output wire [     LANES*32-1:0] grp_b_o,  // of a group that waited: only bits log2(LANES)-1:0
    output wire [     LANES*32-1:0] grp_c_o,  // ... and of c as many from bit 8 on
    output wire [        LANES-1:0] grp_pred_o,
    // exits and launches that were ignored
    output wire                     exit_busy_o,
    output wire [        LANES-1:0] exit_busy_lanes_o,
    output wire                     launch_busy_o,
    // state
    output wire [  WARPS*LANES-1:0] live_o,
    output wire [  WARPS*LANES-1:0] wait_o,
    output wire [        SLOTS-1:0] start_o,  // a warp is launched while no other lane of the CTA lives
    output wire                     launch_o,  // the launch of this cycle is not ignored
    output wire                     quiet_o
);
  `include "ws_ops.vh"

  localparam LOG = $clog2(LANES);
  localparam KEY_W = LANES > 12 ? LANES : 12;

  reg [WARPS*LANES-1:0] live_q, wait_q, dirty_q, old_q, joined_q;
  reg [15:0] now_q;

  assign live_o = live_q;
  assign wait_o = wait_q | away_i;

  // One-hot warps of the ports.
  reg [WARPS-1:0] req_sel, exit_sel, launch_sel;
  integer w;

  always @(*)
    for (w = 0; w < WARPS; w = w + 1) begin
      req_sel[w]    = req_warp_i == w[WARP_W-1:0];
      exit_sel[w]   = exit_warp_i == w[WARP_W-1:0];
      launch_sel[w] = launch_warp_i == w[WARP_W-1:0];
    end

  // ---------------------------------------------------------------------------------------------- exits, launches

  wire [LANES-1:0] exit_live, exit_wait, launch_live;
  ws_pick #(.N(WARPS), .W(LANES)) pick_el (.sel_i(exit_sel),   .words_i(live_q), .word_o(exit_live));
  ws_pick #(.N(WARPS), .W(LANES)) pick_ew (.sel_i(exit_sel),   .words_i(wait_o), .word_o(exit_wait));
  ws_pick #(.N(WARPS), .W(LANES)) pick_ll (.sel_i(launch_sel), .words_i(live_q), .word_o(launch_live));

  wire [LANES-1:0] leave = exit_valid_i ? exit_lanes_i & ~exit_wait : {LANES{1'b0}};
  wire             gone = |(leave & exit_live);
  wire             same_warp = |(exit_sel & launch_sel);
  wire             launch_free = !(|(launch_live & ~(same_warp ? leave : {LANES{1'b0}})));
  wire [LANES-1:0] enter = launch_valid_i && launch_free ? launch_lanes_i : {LANES{1'b0}};

  assign exit_busy_lanes_o = exit_lanes_i & exit_wait;
  assign exit_busy_o       = exit_valid_i && |exit_busy_lanes_o;
  assign launch_busy_o     = launch_valid_i && !launch_free;
  assign launch_o          = launch_valid_i && launch_free;

  reg [WARPS*LANES-1:0] stay;

  always @(*)
    for (w = 0; w < WARPS; w = w + 1)
      stay[w*LANES+:LANES] = live_q[w*LANES+:LANES] & ~(exit_sel[w] ? leave : {LANES{1'b0}});

  genvar g;
  generate
    for (g = 0; g < SLOTS; g = g + 1) begin : slot
      localparam WPS = WARPS / SLOTS;
      assign start_o[g] = |enter && |launch_sel[g*WPS+:WPS] && !(|stay[g*WPS*LANES+:WPS*LANES]);
    end
  endgenerate

  // ------------------------------------------------------------------------------------------------------ request

  wire [LANES-1:0] req_live_q, req_wait, req_dirty;
  ws_pick #(.N(WARPS), .W(LANES)) pick_rl (.sel_i(req_sel), .words_i(live_q),  .word_o(req_live_q));
  ws_pick #(.N(WARPS), .W(LANES)) pick_rw (.sel_i(req_sel), .words_i(wait_o),  .word_o(req_wait));
  ws_pick #(.N(WARPS), .W(LANES)) pick_rd (.sel_i(req_sel), .words_i(dirty_q), .word_o(req_dirty));

  wire [LANES-1:0] req_live = (req_live_q & ~(|(req_sel & exit_sel) ? leave : {LANES{1'b0}})) |
                              (|(req_sel & launch_sel) ? enter : {LANES{1'b0}});
  wire       legal, immediate, gathers, aligned, reports;
  wire [WS_PORTS-1:0] req_port;

  ws_sync_decode #(
      .FAMILIES(FAMILIES)
  ) decode (
      .op_i       (req_op_i),
      .legacy_i   (cfg_legacy_i),
      .legal_o    (legal),
      .immediate_o(immediate),
      .gathers_o  (gathers),
      .aligned_o  (aligned),
      .reports_o  (reports),
      .port_o     (req_port)
  );

  wire [LANES*KEY_W-1:0] req_key;

  ws_sync_key #(
      .LANES(LANES),
      .KEY_W(KEY_W)
  ) key (
      .gathers_i(gathers),
      .op_i     (req_op_i),
      .mask_i   (req_mask_i),
      .a_i      (req_a_i),
      .b_i      (req_b_i),
      .key_o    (req_key)
  );

  wire             yield, refusing;
  wire [WARPS-1:0] breaking;

  assign req_ready_o = !refusing && !yield && !(|req_dirty) && !(|(req_sel & breaking)) && |(req_port & grp_ready_i);

  wire             accept = req_valid_i && req_ready_o;
  wire [LANES-1:0] exited, busy, illegal, stranger, ok;
  wire [KEY_W-1:0] f_key;
  wire [LANES-1:0] f_opnd = gathers ? {LANES{1'b0}} : f_key[LANES-1:0];
  wire             fast;
  wire             unused = &{1'b0, aligned};

  ws_sync_arrive #(
      .LANES(LANES),
      .KEY_W(KEY_W)
  ) arrive (
      .valid_i    (req_valid_i),
      .lanes_i    (req_lanes_i),
      .key_i      (req_key),
      .live_i     (req_live),
      .wait_i     (req_wait),
      .legal_i    (legal),
      .immediate_i(immediate),
      .gathers_i  (gathers),
      .exited_o   (exited),
      .busy_o     (busy),
      .illegal_o  (illegal),
      .stranger_o (stranger),
      .ok_o       (ok),
      .key_o      (f_key),
      .fast_o     (fast)
  );

  wire [LANES-1:0] store = accept && !fast ? ok : {LANES{1'b0}};

  // Refused lanes of the last request that had any: answered one status a clock, lowest lane first.
  reg [LANES-1:0] r_exited_q, r_busy_q, r_other_q, r_opnd_q;
  reg r_illegal_q;
  reg [WARP_W-1:0] r_warp_q;
  reg [11:0] r_op_q;
  reg [TAG_W-1:0] r_tag_q;

  wire [LANES-1:0] r_all = r_exited_q | r_busy_q | r_other_q;
  wire [LANES-1:0] r_first = r_all & (-r_all);
  wire             r_is_exited = |(r_first & r_exited_q);
  wire             r_is_busy = |(r_first & r_busy_q);
  wire             r_sent = refusing && grp_ready_i[WS_PORT_REFUSED];
  wire [LANES-1:0] r_lanes = r_is_exited ? r_exited_q : r_is_busy ? r_busy_q : r_other_q;

  assign refusing = |r_all;

  always @(posedge clk_i)
    if (!rst_ni) begin
      r_exited_q <= {LANES{1'b0}};
      r_busy_q   <= {LANES{1'b0}};
      r_other_q  <= {LANES{1'b0}};
    end else if (accept) begin
      r_exited_q <= exited;
      r_busy_q   <= busy;
      r_other_q  <= illegal | stranger;
    end else if (r_sent) begin
      r_exited_q <= r_exited_q & ~r_lanes;
      r_busy_q   <= r_busy_q & ~r_lanes;
      r_other_q  <= r_other_q & ~r_lanes;
    end

  always @(posedge clk_i)
    if (accept) begin
      r_illegal_q <= |illegal;
      r_warp_q    <= req_warp_i;
      r_op_q      <= req_op_i;
      r_tag_q     <= req_tag_i;
      r_opnd_q    <= f_opnd;
    end

  // --------------------------------------------------------------------------------------------- table of waiters

  wire [WARPS-1:0] scan_sel, next_sel;
  reg [WARP_W-1:0] scan_warp, next_warp;

  always @(*) begin
    scan_warp = {WARP_W{1'b0}};
    next_warp = {WARP_W{1'b0}};
    for (w = 0; w < WARPS; w = w + 1) begin
      if (scan_sel[w]) scan_warp = scan_warp | w[WARP_W-1:0];
      if (next_sel[w]) next_warp = next_warp | w[WARP_W-1:0];
    end
  end

  wire             want, sent, examined, joined, scan_quiet;
  wire [LANES*KEY_W-1:0] t_key;
  wire [   LANES*12-1:0] t_op;
  wire [LANES*TAG_W-1:0] t_tag;
  wire [   LANES*64-1:0] t_a;
  wire [  LANES*32-1:0] t_b;
  wire [LANES*32-1:0] t_c;
  wire [      LANES-1:0] t_pred;
  wire [   LANES*16-1:0] t_stamp;

`define WS_TABLE(NAME, WIDTH, BLOCKS, IN, RE, OUT) \
  ws_sync_table #(.LANES(LANES), .WARPS(WARPS), .WARP_W(WARP_W), .W(WIDTH), .BLOCK(BLOCKS), .STRUCT(STRUCT)) NAME ( \
      .clk_i(clk_i), .we_i(store), .wwarp_i(req_warp_i), .wdata_i(IN), .re_i(RE), .rwarp_i(scan_warp), \
      .next_rwarp_i(next_warp), .rdata_o(OUT));

  // Read in every clock, since the group of the chosen lane depends on them: operation code and key.
  `WS_TABLE(table_key, KEY_W, 0, req_key, 1'b1, t_key)
  `WS_TABLE(table_op, 12, 0, {LANES{req_op_i}}, 1'b1, t_op)

  // Read only while a group asks for a unit: what travels with it. Of a group that waited, units use only b[LOG-1:0], c[8+LOG-1:8],
  // c[LOG-1:0] and pred beside a and the tag. STRUCT 1 packs these into one memory a lane; the other bits of t_b and t_c are those of
  // the request port, so that the multiplexers below select between equal signals and cost no gate.
  generate
    if (STRUCT == 0) begin : whole
      `WS_TABLE(table_tag, TAG_W, 0, {LANES{req_tag_i}}, want, t_tag)
      `WS_TABLE(table_a, 64, 0, req_a_i, want, t_a)
      `WS_TABLE(table_b, 32, 0, req_b_i, want, t_b)
      `WS_TABLE(table_c, 32, 0, req_c_i, want, t_c)
      `WS_TABLE(table_pred, 1, 0, req_pred_i, want, t_pred)
    end else begin : narrow
      localparam PACK_W = TAG_W + 1 + 3 * LOG + 64;
      wire [LANES*PACK_W-1:0] pack_in, pack_out;
      `WS_TABLE(table_pack, PACK_W, 1, pack_in, want, pack_out)
      for (g = 0; g < LANES; g = g + 1) begin : lane
        assign pack_in[g*PACK_W+:PACK_W] = {
          req_tag_i, req_pred_i[g], req_c_i[g*32+8+:LOG], req_c_i[g*32+:LOG], req_b_i[g*32+:LOG], req_a_i[g*64+:64]
        };
        assign {t_tag[g*TAG_W+:TAG_W], t_pred[g], t_c[g*32+8+:LOG], t_c[g*32+:LOG], t_b[g*32+:LOG], t_a[g*64+:64]} =
            pack_out[g*PACK_W+:PACK_W];
        assign t_b[g*32+LOG+:32-LOG] = req_b_i[g*32+LOG+:32-LOG];
        assign t_c[g*32+LOG+:8-LOG] = req_c_i[g*32+LOG+:8-LOG];
        assign t_c[g*32+8+LOG+:24-LOG] = req_c_i[g*32+8+LOG+:24-LOG];
      end
    end

    if (WATCHDOG == 1) begin : stamp
      `WS_TABLE(table_stamp, 16, 0, {LANES{now_q}}, 1'b1, t_stamp)
    end else begin : no_stamp
      assign t_stamp = {LANES * 16{1'b0}};
    end
  endgenerate
`undef WS_TABLE

  // --------------------------------------------------------------------------------------------------------- scan

  wire [LANES-1:0] s_lanes, s_opnd;
  wire [     11:0] s_op, s_key;
  wire [      9:0] s_status;
  wire [WS_PORTS-1:0] s_port;
  wire             s_poison;
  wire             fast_sent = accept && fast;
  wire             port_used = r_sent || fast_sent;
  wire             arrived = |store;

  ws_sync_scan #(
      .LANES   (LANES),
      .WARPS   (WARPS),
      .KEY_W   (KEY_W),
      .FAMILIES(FAMILIES),
      .WATCHDOG(WATCHDOG)
  ) scan (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .legacy_i    (cfg_legacy_i),
      .watchdog_i  (cfg_watchdog_i),
      .tick_i      (tick_i),
      .now_i       (now_q),
      .live_i      (live_q),
      .wait_i      (wait_q),
      .dirty_i     (dirty_q),
      .old_i       (old_q),
      .joined_i    (joined_q),
      .touched_i   (({WARPS{req_valid_i}} & req_sel) | ({WARPS{exit_valid_i}} & exit_sel) |
                    ({WARPS{launch_valid_i}} & launch_sel)),
      .check_i     (({WARPS{arrived}} & req_sel) | ({WARPS{gone}} & exit_sel)),
      .warp_o      (scan_sel),
      .next_warp_o (next_sel),
      .op_i        (t_op),
      .key_i       (t_key),
      .stamp_i     (t_stamp),
      .want_o      (want),
      .lanes_o     (s_lanes),
      .op_o        (s_op),
      .key_o       (s_key),
      .opnd_o      (s_opnd),
      .status_o    (s_status),
      .port_o      (s_port),
      .poison_o    (s_poison),
      .port_used_i (port_used),
      .refused_ready_i(grp_ready_i[WS_PORT_REFUSED]),
      .sent_i      (sent),
      .examined_o  (examined),
      .joined_o    (joined),
      .yield_o     (yield),
      .breaking_o  (breaking),
      .quiet_o     (scan_quiet)
  );

  wire [TAG_W-1:0] s_tag;

  ws_pick #(.N(LANES), .W(TAG_W)) pick_tag (.sel_i(s_lanes & (-s_lanes)), .words_i(t_tag), .word_o(s_tag));

  // s_poison settles late in the clock: both cases are computed, and it selects.
  wire s_ready = s_poison ? grp_ready_i[WS_PORT_REFUSED] : |(s_port & grp_ready_i);

  assign sent    = want && !port_used && s_ready;
  assign quiet_o = scan_quiet && !refusing;

  // ------------------------------------------------------------------------------------------ one group to a unit

  wire [9:0] r_status = r_is_exited ? WS_ST_CV_LANE_EXITED :
                        r_is_busy ? WS_ST_CV_LANE_BUSY :
                        r_illegal_q ? WS_ST_DEC_ILLEGAL : WS_ST_CV_NOT_MEMBER;
  wire [9:0] f_status = reports && |(f_key[LANES-1:0] & ~req_live) ? WS_ST_CV_EXITED_MEMBER : WS_ST_OK;

  wire [WS_PORTS-1:0] refused = {{WS_PORTS - 1{1'b0}}, r_sent || (sent && s_poison)} << WS_PORT_REFUSED;

  assign grp_valid_o  = refused | ({WS_PORTS{fast_sent}} & req_port) | ({WS_PORTS{sent && !s_poison}} & s_port);
  assign grp_head_o[`WS_HEAD_STATUS] = r_sent ? r_status : fast_sent ? f_status : s_status;
  assign grp_head_o[`WS_HEAD_OPND]   = r_sent ? r_opnd_q : fast_sent ? f_opnd : s_opnd;
  assign grp_head_o[`WS_HEAD_LANES]  = r_sent ? r_lanes : fast_sent ? ok : s_lanes;
  assign grp_head_o[`WS_HEAD_OP]     = r_sent ? r_op_q : fast_sent ? req_op_i : s_op;
  assign grp_head_o[`WS_HEAD_TAG]    = r_sent ? r_tag_q : fast_sent ? req_tag_i : s_tag;
  assign grp_head_o[`WS_HEAD_WARP]   = r_sent ? r_warp_q : fast_sent ? req_warp_i : scan_warp;
  assign grp_key_o    = fast_sent ? f_key[11:0] : s_key;
  assign grp_a_o      = fast_sent ? req_a_i : t_a;
  assign grp_b_o      = fast_sent ? req_b_i : t_b;
  assign grp_c_o      = fast_sent ? req_c_i : t_c;
  assign grp_pred_o   = fast_sent ? req_pred_i : t_pred;

  // ----------------------------------------------------------------------------------------------- state of warps

  generate
    for (g = 0; g < WARPS; g = g + 1) begin : warp
      wire [LANES-1:0] looked = scan_sel[g] && (sent || examined) ? s_lanes : {LANES{1'b0}};
      wire [LANES-1:0] freed = sent ? looked : {LANES{1'b0}};
      wire [LANES-1:0] kept = examined ? looked : {LANES{1'b0}};
      wire [LANES-1:0] came = req_sel[g] ? store : {LANES{1'b0}};
      wire [LANES-1:0] wait_d = (wait_q[g*LANES+:LANES] & ~freed) | came;
      wire             again = gone && exit_sel[g];  // somebody left: every group must be looked at again

      always @(posedge clk_i)
        if (!rst_ni) begin
          live_q[g*LANES+:LANES]  <= {LANES{1'b0}};
          wait_q[g*LANES+:LANES]  <= {LANES{1'b0}};
          dirty_q[g*LANES+:LANES] <= {LANES{1'b0}};
        end else begin
          live_q[g*LANES+:LANES] <= (live_q[g*LANES+:LANES] & ~(exit_sel[g] ? leave : {LANES{1'b0}})) |
                                    (launch_sel[g] ? enter : {LANES{1'b0}});
          wait_q[g*LANES+:LANES] <= wait_d;
          dirty_q[g*LANES+:LANES] <= again ? wait_d : (dirty_q[g*LANES+:LANES] & ~looked) | came;
        end

      always @(posedge clk_i) begin
        old_q[g*LANES+:LANES] <= (old_q[g*LANES+:LANES] | kept) & ~came;
        joined_q[g*LANES+:LANES] <= ((joined_q[g*LANES+:LANES] & ~kept) | (joined ? kept : {LANES{1'b0}})) & ~came;
      end
    end
  endgenerate

  always @(posedge clk_i)
    if (!rst_ni) now_q <= 16'd0;
    else if (tick_i) now_q <= now_q + 16'd1;
endmodule
`default_nettype wire
