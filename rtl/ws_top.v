// SPDX-License-Identifier: Apache-2.0
// The block: shfl.sync, vote.sync, match.sync, redux.sync, elect.sync, activemask, bar.warp.sync, barrier, barrier.cluster,
// and mbarrier objects in shared memory, for WARPS warps of LANES lanes in SLOTS CTAs. This file only wires; what each
// port means stands in rtl/README.md.
//
// One request record in, one response record out, valid/ready. Exits, launches and ticks are always accepted; an exit takes
// effect behind the requests accepted before it (sync/README.md). One
// response carries one status for the lanes it names; a request is done when the lanes of its responses make up its
// lanes. Responses of different units may overtake one another.
// Latency and throughput of each operation: the table of instructions there.
`default_nettype none
`include "ws_layout.vh"
module ws_top #(
    parameter LANES      = 32,  // 4, 8, 16, 32; at 32 everything is PTX bit for bit
    parameter WARPS      = 4,   // power of two, 1 to 32
    parameter SLOTS      = 1,   // CTAs: 1, 2, 4, 8, at most WARPS; each has WARPS / SLOTS warps in a row and a part of shared memory
    parameter TAG_W      = 8,   // bits of a request's tag, 1 to 32
    parameter FAMILIES   = 65535,  // what is built: the WS_FAMILY_* bits of ws_ops.vh, always with vote; others mean nothing, so 65535 is all
    parameter SHFL_FORM  = 0,   // 0: crossbar, any b and c in one clock; 1: butterfly, one clock a distinct (b, c), less than half the area at 32 lanes
    parameter MATCH_BITS = 4,   // bits of a key that match.any compares in a clock: 4, 8, 16, 32
    parameter TICK_NS    = 10,  // nanoseconds between two ticks, 1 to 1000
    parameter WAITERS    = 8,   // groups of lanes that can wait in mbarrier.try_wait, 2 to 64
    parameter COPIES     = 8,   // cp.async under way, power of two, 2 to 64
    parameter ALUS       = 8,   // words that atomics work on in a clock: 4, 8, 16, 32
    parameter BANKS      = 32,  // of shared memory: 4, 8, 16, 32, at least ALUS
    parameter BEAT       = LANES,  // lanes of a warp that mbarrier, copies and atomics take at a time: 4, 8, 16 or 32, at most LANES; a warp of more lanes goes in parts, each with its own response
    parameter WATCHDOG   = 0,   // 1: builds the watchdog on blocked lanes (a time stamp a lane)
    parameter STRUCT     = 0,   // 1: structure for LUT synthesis; 0: plain loops, which simulate fast. Same function
    parameter WARP_W     = WARPS == 1 ? 1 : $clog2(WARPS),  // derived, not to be set
    parameter ROW_W      = 12 - $clog2(BANKS),               // derived, not to be set
    parameter MSG_W      = `WS_BEAT_MSG_W  // derived, not to be set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // configuration (static) and time
    input  wire                   cfg_legacy_i,
    input  wire [           15:0] cfg_watchdog_i,
    input  wire [           15:0] cfg_trywait_i,
    input  wire [            2:0] cfg_rank_i,
    input  wire [            3:0] cfg_ctas_i,
    input  wire                   tick_i,
    // request
    input  wire                   req_valid_i,
    output wire                   req_ready_o,
    output wire                   req_judged_o,
    input  wire [      TAG_W-1:0] req_tag_i,
    input  wire [     WARP_W-1:0] req_warp_i,
    input  wire [           11:0] req_op_i,
    input  wire [      LANES-1:0] req_lanes_i,
    input  wire                   req_neg_i,
    input  wire [LANES*LANES-1:0] req_mask_i,
    input  wire [   LANES*64-1:0] req_addr_i,
    input  wire [   LANES*64-1:0] req_a_i,
    input  wire [   LANES*32-1:0] req_b_i,
    input  wire [   LANES*32-1:0] req_c_i,
    input  wire [      LANES-1:0] req_pred_i,
    // lanes that exit, warps that start
    input  wire                   exit_valid_i,
    input  wire [     WARP_W-1:0] exit_warp_i,
    input  wire [      LANES-1:0] exit_lanes_i,
    output wire [      WARPS-1:0] exit_done_o,
    input  wire                   launch_valid_i,
    input  wire [     WARP_W-1:0] launch_warp_i,
    input  wire [      LANES-1:0] launch_lanes_i,
    input  wire [            5:0] launch_warps_i,
    // response
    output wire                   rsp_valid_o,
    input  wire                   rsp_ready_i,
    output wire [      TAG_W-1:0] rsp_tag_o,
    output wire [     WARP_W-1:0] rsp_warp_o,
    output wire [           11:0] rsp_op_o,
    output wire [      LANES-1:0] rsp_lanes_o,
    output wire [            9:0] rsp_status_o,
    output wire [   LANES*32-1:0] rsp_d_o,
    output wire [   LANES*32-1:0] rsp_d_hi_o,
    output wire [      LANES-1:0] rsp_p_o,
    // plain access to shared memory, one word a bank
    input  wire                   ls_valid_i,
    output wire                   ls_ready_o,
    input  wire [      BANKS-1:0] ls_en_i,
    input  wire [BANKS*ROW_W-1:0] ls_row_i,
    input  wire [    BANKS*4-1:0] ls_be_i,
    input  wire [   BANKS*32-1:0] ls_wdata_i,
    output wire                   ls_rsp_valid_o,
    output wire [      BANKS-1:0] ls_rsp_en_o,
    output wire [      BANKS-1:0] ls_rsp_raw_o,
    output wire [   BANKS*32-1:0] ls_rsp_rdata_o,
    // bytes that an asynchronous engine has completed
    input  wire                   tx_valid_i,
    output wire                   tx_ready_o,
    input  wire [           31:0] tx_addr_i,
    input  wire [           31:0] tx_bytes_i,
    // copies and atomics: global memory
    output wire                   gm_valid_o,
    input  wire                   gm_ready_i,
    output wire [           31:0] gm_addr_o,
    output wire [            4:0] gm_bytes_o,
    output wire [   `WS_GM_W-1:0] gm_more_o,
    output wire                   gm_tag_o,
    input  wire                   gm_rsp_valid_i,
    output wire                   gm_rsp_ready_o,
    input  wire [          127:0] gm_rsp_data_i,
    input  wire                   gm_rsp_tag_i,
    // operations on objects of other CTAs, and of other CTAs on objects here
    output wire                   net_valid_o,
    input  wire                   net_ready_i,
    output wire [            2:0] net_dest_o,
    output wire [      MSG_W-1:0] net_msg_o,
    input  wire                   net_valid_i,
    output wire                   net_ready_o,
    input  wire [      MSG_W-1:0] net_msg_i,
    // atomics in other CTAs, and of other CTAs here
    output wire                   ask_valid_o,
    input  wire                   ask_ready_i,
    output wire [            2:0] ask_dest_o,
    output wire [  `WS_ASK_W-1:0] ask_msg_o,
    input  wire                   ask_valid_i,
    output wire                   ask_ready_o,
    input  wire [  `WS_ASK_W-1:0] ask_msg_i,
    // ... and their answers
    output wire                   ans_valid_o,
    input  wire                   ans_ready_i,
    output wire [            2:0] ans_dest_o,
    output wire [  `WS_ANS_W-1:0] ans_msg_o,
    input  wire                   ans_valid_i,
    output wire                   ans_ready_o,
    input  wire [  `WS_ANS_W-1:0] ans_msg_i,
    // barrier of the cluster
    output wire [            2:0] clb_o,
    input  wire                   clb_phase_i,
    // state
    output wire [WARPS*LANES-1:0] live_o,
    output wire [WARPS*LANES-1:0] wait_o,
    output wire                   idle_o,
    // first error since reset
    output wire                   err_valid_o,
    output wire [            9:0] err_status_o,
    output wire [     WARP_W-1:0] err_warp_o,
    output wire [           11:0] err_op_o,
    output wire [      LANES-1:0] err_lanes_o,
    output wire [      LANES-1:0] err_opnd_o,
    output wire [            2:0] err_cta_o
);
  `include "ws_ops.vh"

  `include "ws_top_check.vh"

  // Ports whose unit takes a group in beats.
  localparam [WS_PORTS-1:0] ONE_PORT = 1;
  localparam [WS_PORTS-1:0] PARTS = UNIT_BEAT < LANES ? (ONE_PORT << WS_PORT_MBAR) | (ONE_PORT << WS_PORT_ATOM) : {WS_PORTS{1'b0}};
  // With one warp the index has a bit that means nothing.
  localparam [WARP_W-1:0] WARP_BITS = WARPS == 1 ? {WARP_W{1'b0}} : {WARP_W{1'b1}};
  // Static, and in a register, so that no logic hangs on an input.
  reg [2:0] cfg_rank_q;
  reg [3:0] cfg_ctas_q;
  reg [15:0] cfg_watchdog_q;
  reg [16:0] cfg_trywait_q;  // with whether there is one
  reg cfg_legacy_q;
  always @(posedge clk_i) begin
    {cfg_rank_q, cfg_ctas_q} <= {cfg_rank_i, cfg_ctas_i};
    {cfg_legacy_q, cfg_watchdog_q, cfg_trywait_q} <= {cfg_legacy_i, cfg_watchdog_i, cfg_trywait_i != 16'd0, cfg_trywait_i};
  end

  wire [WARP_W-1:0] req_warp = req_warp_i & WARP_BITS;
  wire [WARP_W-1:0] exit_warp = exit_warp_i & WARP_BITS;
  wire [WARP_W-1:0] launch_warp = launch_warp_i & WARP_BITS;

  // group: from sync to the units; res: from the units to collect
  wire [ WS_PORTS-1:0] grp_valid, grp_stands, grp_ready, res_valid, res_ready, res_more;
  wire [`WS_HEAD_W-1:0] grp_head, capture_head, late_head;
  wire [         11:0] grp_key;
  wire [    LANES-1:0] grp_pred, grp_took, exit_busy_lanes;
  wire [ LANES*64-1:0] grp_addr, grp_a;
  wire [   WARP_W-1:0] left_warp, come_warp;  // of exits and launches that take effect
  wire [    LANES-1:0] left_lanes, come_lanes;
  wire [          5:0] come_warps;
  wire [ LANES*32-1:0] grp_b, grp_c;
  wire [WS_PORTS*`WS_HEAD_W-1:0] res_head;
  wire [WS_PORTS*LANES*32-1:0] res_d, res_d_hi;
  wire [WS_PORTS*LANES-1:0] res_p;
  wire [UNIT_SLOTS-1:0] start;
  wire [WARPS*LANES-1:0] away;
  wire exit_busy, launch_busy, launch, sync_quiet, units_quiet, collect_quiet, capture, late_valid;
  wire [2:0] late_cta;

  ws_sync #(
      .LANES   (LANES),
      .WARPS   (WARPS),
      .WARP_W  (WARP_W),
      .SLOTS   (UNIT_SLOTS),
      .TAG_W   (TAG_W),
      .FAMILIES(BUILT),
      .WATCHDOG(WATCHDOG),
      .STRUCT  (STRUCT)
  ) sync (
      .clk_i            (clk_i),
      .rst_ni           (rst_ni),
      .cfg_legacy_i     (cfg_legacy_q),
      .cfg_watchdog_i   (cfg_watchdog_q),
      .tick_i           (tick_i),
      .req_valid_i      (req_valid_i),
      .req_ready_o      (req_ready_o),
      .req_judged_o     (req_judged_o),
      .req_tag_i        (req_tag_i),
      .req_warp_i       (req_warp),
      .req_op_i         (req_op_i),
      .req_lanes_i      (req_lanes_i),
      .req_mask_i       (req_mask_i),
      .req_addr_i       (req_addr_i),
      .req_a_i          (req_a_i),
      .req_b_i          (req_b_i),
      .req_c_i          (req_c_i),
      .req_pred_i       (req_pred_i ^ {LANES{req_neg_i}}),
      .exit_valid_i     (exit_valid_i),
      .exit_warp_i      (exit_warp),
      .exit_lanes_i     (exit_lanes_i),
      .exit_done_o      (exit_done_o),
      .launch_valid_i   (launch_valid_i),
      .launch_warp_i    (launch_warp),
      .launch_lanes_i   (launch_lanes_i),
      .launch_warps_i   (launch_warps_i),
      .away_i           (away),
      .grp_valid_o      (grp_valid),
      .grp_stands_o     (grp_stands),
      .grp_ready_i      (grp_ready),
      .grp_took_i       (grp_took),
      .grp_parts_i      (PARTS),
      .grp_head_o       (grp_head),
      .grp_key_o        (grp_key),
      .grp_addr_o       (grp_addr),
      .grp_a_o          (grp_a),
      .grp_b_o          (grp_b),
      .grp_c_o          (grp_c),
      .grp_pred_o       (grp_pred),
      .exit_busy_o      (exit_busy),
      .exit_warp_o      (left_warp),
      .exit_lanes_o     (left_lanes),
      .exit_busy_lanes_o(exit_busy_lanes),
      .launch_busy_o    (launch_busy),
      .launch_warp_o    (come_warp),
      .launch_lanes_o   (come_lanes),
      .live_o           (live_o),
      .wait_o           (wait_o),
      .start_o          (start),
      .launch_o         (launch),
      .launch_warps_o   (come_warps),
      .quiet_o          (sync_quiet)
  );

  // -------------------------------------------------------------------------------------------------------- units

  ws_units #(
      .LANES     (LANES),
      .WARPS     (WARPS),
      .SLOTS     (UNIT_SLOTS),
      .WARP_W    (WARP_W),
      .TAG_W     (TAG_W),
      .FAMILIES  (BUILT),
      .SHFL_FORM (SHFL_FORM),
      .MATCH_BITS(MATCH_BITS),
      .TICK_NS   (TICK_NS),
      .WAITERS   (WAITERS),
      .COPIES    (COPIES),
      .ALUS      (ALUS),
      .BANKS     (UNIT_BANKS),
      .BEAT      (UNIT_BEAT),
      .STRUCT    (STRUCT)
  ) units (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .cfg_rank_i    (cfg_rank_q),
      .cfg_ctas_i    (cfg_ctas_q),
      .cfg_trywait_i (cfg_trywait_q),
      .tick_i        (tick_i),
      .grp_valid_i   (grp_valid),
      .grp_stands_i  (grp_stands),
      .grp_ready_o   (grp_ready),
      .grp_took_o    (grp_took),
      .grp_head_i    (grp_head),
      .grp_key_i     (grp_key),
      .grp_addr_i    (grp_addr),
      .grp_a_i       (grp_a),
      .grp_b_i       (grp_b),
      .grp_c_i       (grp_c),
      .grp_pred_i    (grp_pred),
      .live_i        (live_o),
      .start_i       (start),
      .launch_i      (launch),
      .launch_warp_i (come_warp),
      .launch_warps_i(come_warps),
      .away_o        (away),
      .quiet_o       (units_quiet),
      .res_valid_o   (res_valid),
      .res_ready_i   (res_ready),
      .res_more_o    (res_more),
      .res_head_o    (res_head),
      .res_d_o       (res_d),
      .res_d_hi_o    (res_d_hi),
      .res_p_o       (res_p),
      .late_valid_o  (late_valid),
      .late_head_o   (late_head),
      .late_cta_o    (late_cta),
      .ls_valid_i    (ls_valid_i),
      .ls_ready_o    (ls_ready_o),
      .ls_en_i       (ls_en_i),
      .ls_row_i      (ls_row_i),
      .ls_be_i       (ls_be_i),
      .ls_wdata_i    (ls_wdata_i),
      .ls_rsp_valid_o(ls_rsp_valid_o),
      .ls_rsp_en_o   (ls_rsp_en_o),
      .ls_rsp_raw_o  (ls_rsp_raw_o),
      .ls_rsp_rdata_o(ls_rsp_rdata_o),
      .tx_valid_i    (tx_valid_i),
      .tx_ready_o    (tx_ready_o),
      .tx_addr_i     (tx_addr_i),
      .tx_bytes_i    (tx_bytes_i),
      .gm_valid_o    (gm_valid_o),
      .gm_ready_i    (gm_ready_i),
      .gm_addr_o     (gm_addr_o),
      .gm_bytes_o    (gm_bytes_o),
      .gm_more_o     (gm_more_o),
      .gm_tag_o      (gm_tag_o),
      .gm_rsp_valid_i(gm_rsp_valid_i),
      .gm_rsp_ready_o(gm_rsp_ready_o),
      .gm_rsp_data_i (gm_rsp_data_i),
      .gm_rsp_tag_i  (gm_rsp_tag_i),
      .net_valid_o   (net_valid_o),
      .net_ready_i   (net_ready_i),
      .net_dest_o    (net_dest_o),
      .net_msg_o     (net_msg_o),
      .net_valid_i   (net_valid_i),
      .net_ready_o   (net_ready_o),
      .net_msg_i     (net_msg_i),
      .ask_valid_o   (ask_valid_o),
      .ask_ready_i   (ask_ready_i),
      .ask_dest_o    (ask_dest_o),
      .ask_msg_o     (ask_msg_o),
      .ask_valid_i   (ask_valid_i),
      .ask_ready_o   (ask_ready_o),
      .ask_msg_i     (ask_msg_i),
      .ans_valid_o   (ans_valid_o),
      .ans_ready_i   (ans_ready_i),
      .ans_dest_o    (ans_dest_o),
      .ans_msg_o     (ans_msg_o),
      .ans_valid_i   (ans_valid_i),
      .ans_ready_o   (ans_ready_o),
      .ans_msg_i     (ans_msg_i),
      .clb_o         (clb_o),
      .clb_phase_i   (clb_phase_i)
  );

  // ---------------------------------------------------------------------------------------------------- responses

  ws_collect #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W),
      .PORTS (WS_PORTS),
      .ALIKE (WS_PORTS_ALIKE),
      .HIGH  (WS_PORTS_HIGH),
      .GATED (WS_PORTS_GATED)
  ) collect (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .res_valid_i   (res_valid),
      .res_ready_o   (res_ready),
      .res_more_i    (res_more),
      .res_head_i    (res_head),
      .res_d_i       (res_d),
      .res_d_hi_i    (res_d_hi),
      .res_p_i       (res_p),
      .rsp_valid_o   (rsp_valid_o),
      .rsp_ready_i   (rsp_ready_i),
      .rsp_tag_o     (rsp_tag_o),
      .rsp_warp_o    (rsp_warp_o),
      .rsp_op_o      (rsp_op_o),
      .rsp_lanes_o   (rsp_lanes_o),
      .rsp_status_o  (rsp_status_o),
      .rsp_d_o       (rsp_d_o),
      .rsp_d_hi_o    (rsp_d_hi_o),
      .rsp_p_o       (rsp_p_o),
      .quiet_o       (collect_quiet),
      .capture_o     (capture),
      .capture_head_o(capture_head)
  );

  ws_capture #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W)
  ) first_error (
      .clk_i            (clk_i),
      .rst_ni           (rst_ni),
      .cfg_rank_i       (cfg_rank_q),
      .exit_busy_i      (exit_busy),
      .exit_warp_i      (left_warp),
      .exit_busy_lanes_i(exit_busy_lanes),
      .exit_lanes_i     (left_lanes),
      .launch_busy_i    (launch_busy),
      .launch_warp_i    (come_warp),
      .launch_lanes_i   (come_lanes),
      .rsp_capture_i    (capture),
      .rsp_head_i       (capture_head),
      .late_valid_i     (late_valid),
      .late_head_i      (late_head),
      .late_cta_i       (late_cta),
      .err_valid_o      (err_valid_o),
      .err_status_o     (err_status_o),
      .err_warp_o       (err_warp_o),
      .err_op_o         (err_op_o),
      .err_lanes_o      (err_lanes_o),
      .err_opnd_o       (err_opnd_o),
      .err_cta_o        (err_cta_o)
  );

  assign idle_o = sync_quiet && units_quiet && collect_quiet;
endmodule
`default_nettype wire
