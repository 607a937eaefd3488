// SPDX-License-Identifier: Apache-2.0
// The block: shfl.sync, vote.sync, match.sync, redux.sync, elect.sync, activemask, bar.warp.sync, barrier, barrier.cluster,
// and mbarrier objects in shared memory, for WARPS warps of LANES lanes in SLOTS CTAs. This file only wires; what each
// port means stands in rtl/README.md.
//
// One request record in, one response record out, valid/ready. Exits, launches and ticks are always accepted. One
// response carries one status for the lanes it names; a request is done when the lanes of its responses make up its
// lanes. Responses of different units may overtake one another.
// Latency from acceptance to response, nothing competing: vote, elect, activemask, bar.warp 3; shfl, match.all, barrier 4;
// redux 5; match.any 2 + 32 or 64 / MATCH_BITS; mbarrier 7. One operation a clock, but match.any.
`default_nettype none
`include "ws_layout.vh"
module ws_top #(
    parameter LANES      = 32,  // 4, 8, 16, 32; at 32 everything is PTX bit for bit
    parameter WARPS      = 4,   // power of two, 1 to 32; each costs a table of LANES waiting lanes
    parameter SLOTS      = 1,   // CTAs: 1, 2, 4, 8, at most WARPS; each has WARPS / SLOTS warps in a row and a part of shared memory
    parameter TAG_W      = 8,   // bits of a request's tag, 1 to 32
    parameter FAMILIES   = 65535,  // what is built: the WS_FAMILY_* bits of ws_ops.vh, always with vote; others mean nothing, so 65535 is all
    parameter SHFL_FORM  = 0,   // 0: crossbar, any b and c in one clock; 1: butterfly, one clock a distinct (b, c), less than half the area
    parameter MATCH_BITS = 4,   // bits of a key that match.any compares in a clock: 4, 8, 16, 32; area grows with it
    parameter TICK_NS    = 10,  // nanoseconds between two ticks, 1 to 1000
    parameter WAITERS    = 8,   // groups of lanes that can wait in mbarrier.try_wait, 2 to 64; about 80 LUT4 each
    parameter COPIES     = 8,   // cp.async under way, power of two, 2 to 64
    parameter WATCHDOG   = 0,   // 1: builds the watchdog on blocked lanes (a time stamp a lane)
    parameter STRUCT     = 0,   // 1: structure for LUT synthesis; 0: plain loops, which simulate fast. Same function
    parameter WARP_W     = WARPS == 1 ? 1 : $clog2(WARPS),  // derived, not to be set
    parameter MSG_W      = `WS_MSG_W                        // derived, not to be set
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
    input  wire [           31:0] ls_en_i,
    input  wire [       32*7-1:0] ls_row_i,
    input  wire [       32*4-1:0] ls_be_i,
    input  wire [      32*32-1:0] ls_wdata_i,
    output wire                   ls_rsp_valid_o,
    output wire [           31:0] ls_rsp_en_o,
    output wire [           31:0] ls_rsp_raw_o,
    output wire [      32*32-1:0] ls_rsp_rdata_o,
    // bytes that an asynchronous engine has completed
    input  wire                   tx_valid_i,
    output wire                   tx_ready_o,
    input  wire [           31:0] tx_addr_i,
    input  wire [           31:0] tx_bytes_i,
    // copies: global memory
    output wire                   gm_valid_o,
    input  wire                   gm_ready_i,
    output wire [           31:0] gm_addr_o,
    output wire [            4:0] gm_bytes_o,
    input  wire                   gm_rsp_valid_i,
    output wire                   gm_rsp_ready_o,
    input  wire [          127:0] gm_rsp_data_i,
    // operations on objects of other CTAs, and of other CTAs on objects here
    output wire                   net_valid_o,
    input  wire                   net_ready_i,
    output wire [            2:0] net_dest_o,
    output wire [      MSG_W-1:0] net_msg_o,
    input  wire                   net_valid_i,
    output wire                   net_ready_o,
    input  wire [      MSG_W-1:0] net_msg_i,
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

  localparam META_W = 10 + LANES + 12 + TAG_W + WARP_W;
  `include "ws_top_check.vh"

  // With one warp the index has a bit that means nothing.
  localparam [WARP_W-1:0] WARP_BITS = WARPS == 1 ? {WARP_W{1'b0}} : {WARP_W{1'b1}};
  wire [WARP_W-1:0] req_warp = req_warp_i & WARP_BITS;
  wire [WARP_W-1:0] exit_warp = exit_warp_i & WARP_BITS;
  wire [WARP_W-1:0] launch_warp = launch_warp_i & WARP_BITS;

  wire [   WS_PORTS-1:0] grp_valid, grp_ready;
  wire [     WARP_W-1:0] grp_warp;
  wire [           11:0] grp_op, grp_key;
  wire [      TAG_W-1:0] grp_tag;
  wire [      LANES-1:0] grp_lanes, grp_opnd, grp_pred;
  wire [            9:0] grp_status;
  wire [   LANES*64-1:0] grp_a;
  wire [   LANES*32-1:0] grp_b, grp_c;
  wire [     META_W-1:0] grp_meta = {grp_status, grp_opnd, grp_op, grp_tag, grp_warp};
  wire                   exit_busy, launch_busy, launch, sync_quiet;
  wire [ UNIT_SLOTS-1:0] start;
  wire [WARPS*LANES-1:0] mbar_away, bar_away;
  wire [      LANES-1:0] exit_busy_lanes;

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
      .cfg_legacy_i     (cfg_legacy_i),
      .cfg_watchdog_i   (cfg_watchdog_i),
      .tick_i           (tick_i),
      .req_valid_i      (req_valid_i),
      .req_ready_o      (req_ready_o),
      .req_tag_i        (req_tag_i),
      .req_warp_i       (req_warp),
      .req_op_i         (req_op_i),
      .req_lanes_i      (req_lanes_i),
      .req_mask_i       (req_mask_i),
      .req_a_i          (req_a_i),
      .req_b_i          (req_b_i),
      .req_c_i          (req_c_i),
      .req_pred_i       (req_pred_i ^ {LANES{req_neg_i}}),
      .exit_valid_i     (exit_valid_i),
      .exit_warp_i      (exit_warp),
      .exit_lanes_i     (exit_lanes_i),
      .launch_valid_i   (launch_valid_i),
      .launch_warp_i    (launch_warp),
      .launch_lanes_i   (launch_lanes_i),
      .away_i           (mbar_away | bar_away),
      .grp_valid_o      (grp_valid),
      .grp_ready_i      (grp_ready),
      .grp_warp_o       (grp_warp),
      .grp_op_o         (grp_op),
      .grp_tag_o        (grp_tag),
      .grp_lanes_o      (grp_lanes),
      .grp_status_o     (grp_status),
      .grp_opnd_o       (grp_opnd),
      .grp_key_o        (grp_key),
      .grp_a_o          (grp_a),
      .grp_b_o          (grp_b),
      .grp_c_o          (grp_c),
      .grp_pred_o       (grp_pred),
      .exit_busy_o      (exit_busy),
      .exit_busy_lanes_o(exit_busy_lanes),
      .launch_busy_o    (launch_busy),
      .live_o           (live_o),
      .wait_o           (wait_o),
      .start_o          (start),
      .launch_o         (launch),
      .quiet_o          (sync_quiet)
  );

  // -------------------------------------------------------------------------------------------------------- units

  wire [     META_W-1:0] vote_res_meta, shfl_res_meta, redux_res_meta, match_all_res_meta, match_any_res_meta, bar_res_meta;
  wire [      LANES-1:0] vote_res_lanes, shfl_res_lanes, redux_res_lanes, match_all_res_lanes, match_any_res_lanes, bar_res_lanes;
  wire [            7:0] res_valid, res_ready;
  wire [      LANES-1:0] vote_res_d, vote_res_p, shfl_res_p, shfl_res_und, match_all_res_d;
  wire [   LANES*32-1:0] shfl_res_d;
  wire [           31:0] redux_res_d;
  wire                   match_all_res_p, bar_res_p, bar_quiet;
  wire [LANES*LANES-1:0] match_any_res_d;
  wire [           10:0] bar_res_d;

  ws_units #(
      .LANES     (LANES),
      .WARPS     (WARPS),
      .SLOTS     (UNIT_SLOTS),
      .WARP_W    (WARP_W),
      .TAG_W     (TAG_W),
      .FAMILIES  (BUILT),
      .SHFL_FORM (SHFL_FORM),
      .MATCH_BITS(MATCH_BITS),
      .STRUCT    (STRUCT)
  ) units (
      .clk_i             (clk_i),
      .rst_ni            (rst_ni),
      .grp_valid_i       ({grp_valid[WS_PORT_BAR], grp_valid[4:0]}),
      .grp_ready_o       ({grp_ready[WS_PORT_BAR], grp_ready[4:0]}),
      .grp_meta_i        (grp_meta),
      .grp_lanes_i       (grp_lanes),
      .grp_a_i           (grp_a),
      .grp_b_i           (grp_b),
      .grp_c_i           (grp_c),
      .grp_pred_i        (grp_pred),
      .grp_key_i         (grp_key),
      .cfg_ctas_i        (cfg_ctas_i),
      .live_i            (live_o),
      .start_i           (start),
      .launch_i          (launch),
      .launch_warp_i     (launch_warp),
      .launch_warps_i    (launch_warps_i),
      .bar_away_o        (bar_away),
      .bar_quiet_o       (bar_quiet),
      .clb_o             (clb_o),
      .clb_phase_i       (clb_phase_i),
      .res_valid_o       ({res_valid[WS_PORT_BAR], res_valid[4:0]}),
      .res_ready_i       ({res_ready[WS_PORT_BAR], res_ready[4:0]}),
      .vote_res_meta_o    (vote_res_meta),
      .vote_res_lanes_o   (vote_res_lanes),
      .vote_res_d_o       (vote_res_d),
      .vote_res_p_o       (vote_res_p),
      .shfl_res_meta_o    (shfl_res_meta),
      .shfl_res_lanes_o   (shfl_res_lanes),
      .shfl_res_d_o       (shfl_res_d),
      .shfl_res_p_o       (shfl_res_p),
      .shfl_res_und_o     (shfl_res_und),
      .redux_res_meta_o   (redux_res_meta),
      .redux_res_lanes_o  (redux_res_lanes),
      .redux_res_d_o      (redux_res_d),
      .match_all_res_meta_o(match_all_res_meta),
      .match_all_res_lanes_o(match_all_res_lanes),
      .match_all_res_d_o  (match_all_res_d),
      .match_all_res_p_o  (match_all_res_p),
      .match_any_res_meta_o(match_any_res_meta),
      .match_any_res_lanes_o(match_any_res_lanes),
      .match_any_res_d_o  (match_any_res_d),
      .bar_res_meta_o     (bar_res_meta),
      .bar_res_lanes_o    (bar_res_lanes),
      .bar_res_d_o        (bar_res_d),
      .bar_res_p_o        (bar_res_p)
  );

  wire [   TAG_W-1:0] mbar_res_tag, mbar_wake_tag;
  wire [  WARP_W-1:0] mbar_res_warp, mbar_wake_warp, mbar_late_warp;
  wire [         7:0] mbar_res_fn, mbar_wake_fn, mbar_late_fn;
  wire [   LANES-1:0] mbar_res_lanes, mbar_wake_lanes, mbar_late_lanes, mbar_res_p;
  wire [         9:0] mbar_res_status, mbar_wake_status, mbar_late_status;
  wire [LANES*32-1:0] mbar_res_d_hi;
  wire [         1:0] mbar_res_mark;
  wire                mbar_res_token, mbar_wake_p, mbar_late_valid, mbar_quiet;
  wire [         2:0] mbar_late_cta;

  generate
    if (BUILT[WS_FAMILY_MBAR]) begin : with_mbar
      ws_mbar #(
          .LANES  (LANES),
          .WARPS  (WARPS),
          .SLOTS  (UNIT_SLOTS),
          .WARP_W (WARP_W),
          .TAG_W  (TAG_W),
          .TICK_NS(TICK_NS),
          .WAITERS(WAITERS),
          .COPIES (COPIES),
          .STRUCT (STRUCT)
      ) mbar (
          .clk_i         (clk_i),
          .rst_ni        (rst_ni),
          .cfg_rank_i    (cfg_rank_i),
          .cfg_ctas_i    (cfg_ctas_i),
          .cfg_trywait_i (cfg_trywait_i),
          .tick_i        (tick_i),
          .grp_valid_i   (grp_valid[5]),
          .grp_ready_o   (grp_ready[5]),
          .grp_warp_i    (grp_warp),
          .grp_tag_i     (grp_tag),
          .grp_fn_i      (grp_op[7:0]),
          .grp_lanes_i   (grp_lanes),
          .req_addr_i    (req_addr_i),
          .req_a_i       (req_a_i),
          .req_b_i       (req_b_i),
          .req_c_i       (req_c_i),
          .alive_i       (|live_o),
          .start_i       (start),
          .away_o        (mbar_away),
          .quiet_o       (mbar_quiet),
          .res_valid_o   (res_valid[5]),
          .res_ready_i   (res_ready[5]),
          .res_tag_o     (mbar_res_tag),
          .res_warp_o    (mbar_res_warp),
          .res_fn_o      (mbar_res_fn),
          .res_lanes_o   (mbar_res_lanes),
          .res_status_o  (mbar_res_status),
          .res_token_o   (mbar_res_token),
          .res_mark_o    (mbar_res_mark),
          .res_d_hi_o    (mbar_res_d_hi),
          .res_p_o       (mbar_res_p),
          .wake_valid_o  (res_valid[6]),
          .wake_ready_i  (res_ready[6]),
          .wake_tag_o    (mbar_wake_tag),
          .wake_warp_o   (mbar_wake_warp),
          .wake_fn_o     (mbar_wake_fn),
          .wake_lanes_o  (mbar_wake_lanes),
          .wake_status_o (mbar_wake_status),
          .wake_p_o      (mbar_wake_p),
          .late_valid_o  (mbar_late_valid),
          .late_status_o (mbar_late_status),
          .late_cta_o    (mbar_late_cta),
          .late_warp_o   (mbar_late_warp),
          .late_fn_o     (mbar_late_fn),
          .late_lanes_o  (mbar_late_lanes),
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
          .gm_rsp_valid_i(gm_rsp_valid_i),
          .gm_rsp_ready_o(gm_rsp_ready_o),
          .gm_rsp_data_i (gm_rsp_data_i),
          .net_valid_o   (net_valid_o),
          .net_ready_i   (net_ready_i),
          .net_dest_o    (net_dest_o),
          .net_msg_o     (net_msg_o),
          .net_valid_i   (net_valid_i),
          .net_ready_o   (net_ready_o),
          .net_msg_i     (net_msg_i)
      );
    end else begin : no_mbar  // its ports are never ready, and nothing comes from them
      wire unused = &{1'b0, grp_valid[5], res_ready[6:5], cfg_rank_i, cfg_trywait_i, req_addr_i, ls_valid_i, ls_en_i, ls_row_i, ls_be_i,
                      ls_wdata_i, tx_valid_i, tx_addr_i, tx_bytes_i, gm_ready_i, gm_rsp_valid_i, gm_rsp_data_i, net_ready_i, net_valid_i, net_msg_i};
      assign {grp_ready[5], res_valid[6:5], mbar_away, mbar_late_valid, mbar_late_status, mbar_late_cta, mbar_late_warp} = 0;
      assign {mbar_res_tag, mbar_res_warp, mbar_res_fn, mbar_res_lanes, mbar_res_status, mbar_res_token, mbar_res_mark, mbar_res_d_hi, mbar_res_p} = 0;
      assign {mbar_wake_tag, mbar_wake_warp, mbar_wake_fn, mbar_wake_lanes, mbar_wake_status, mbar_wake_p, mbar_late_fn, mbar_late_lanes} = 0;
      assign {ls_ready_o, ls_rsp_valid_o, ls_rsp_en_o, ls_rsp_raw_o, ls_rsp_rdata_o, tx_ready_o} = 0;
      assign {gm_valid_o, gm_addr_o, gm_bytes_o, gm_rsp_ready_o, net_valid_o, net_dest_o, net_msg_o, net_ready_o} = 0;
      assign mbar_quiet = 1'b1;
    end
  endgenerate

  // ---------------------------------------------------------------------------------------------------- responses

  wire              capture;
  wire [META_W-1:0] capture_meta;
  wire [ LANES-1:0] capture_lanes;

  ws_collect #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W)
  ) collect (
      .clk_i                (clk_i),
      .rst_ni               (rst_ni),
      .vote_res_valid_i     (res_valid[0]),
      .vote_res_ready_o     (res_ready[0]),
      .vote_res_meta_i      (vote_res_meta),
      .vote_res_lanes_i     (vote_res_lanes),
      .vote_res_d_i         (vote_res_d),
      .vote_res_p_i         (vote_res_p),
      .shfl_res_valid_i     (res_valid[1]),
      .shfl_res_ready_o     (res_ready[1]),
      .shfl_res_meta_i      (shfl_res_meta),
      .shfl_res_lanes_i     (shfl_res_lanes),
      .shfl_res_d_i         (shfl_res_d),
      .shfl_res_p_i         (shfl_res_p),
      .shfl_res_und_i       (shfl_res_und),
      .redux_res_valid_i    (res_valid[2]),
      .redux_res_ready_o    (res_ready[2]),
      .redux_res_meta_i     (redux_res_meta),
      .redux_res_lanes_i    (redux_res_lanes),
      .redux_res_d_i        (redux_res_d),
      .match_all_res_valid_i(res_valid[3]),
      .match_all_res_ready_o(res_ready[3]),
      .match_all_res_meta_i (match_all_res_meta),
      .match_all_res_lanes_i(match_all_res_lanes),
      .match_all_res_d_i    (match_all_res_d),
      .match_all_res_p_i    (match_all_res_p),
      .match_any_res_valid_i(res_valid[4]),
      .match_any_res_ready_o(res_ready[4]),
      .match_any_res_meta_i (match_any_res_meta),
      .match_any_res_lanes_i(match_any_res_lanes),
      .match_any_res_d_i    (match_any_res_d),
      .mbar_res_valid_i     (res_valid[5]),
      .mbar_res_ready_o     (res_ready[5]),
      .mbar_res_meta_i      ({mbar_res_status, {LANES{1'b0}}, WS_UNIT_MBAR, mbar_res_fn, mbar_res_tag, mbar_res_warp}),
      .mbar_res_lanes_i     (mbar_res_lanes),
      .mbar_res_token_i     (mbar_res_token),
      .mbar_res_mark_i      (mbar_res_mark),
      .mbar_res_d_hi_i      (mbar_res_d_hi),
      .mbar_res_p_i         (mbar_res_p),
      .wake_res_valid_i     (res_valid[6]),
      .wake_res_ready_o     (res_ready[6]),
      .wake_res_meta_i      ({mbar_wake_status, {LANES{1'b0}}, WS_UNIT_MBAR, mbar_wake_fn, mbar_wake_tag, mbar_wake_warp}),
      .wake_res_lanes_i     (mbar_wake_lanes),
      .wake_res_p_i         (mbar_wake_p),
      .bar_res_valid_i      (res_valid[7]),
      .bar_res_ready_o      (res_ready[7]),
      .bar_res_meta_i       (bar_res_meta),
      .bar_res_lanes_i      (bar_res_lanes),
      .bar_res_d_i          (bar_res_d),
      .bar_res_p_i          (bar_res_p),
      .rsp_valid_o          (rsp_valid_o),
      .rsp_ready_i          (rsp_ready_i),
      .rsp_tag_o            (rsp_tag_o),
      .rsp_warp_o           (rsp_warp_o),
      .rsp_op_o             (rsp_op_o),
      .rsp_lanes_o          (rsp_lanes_o),
      .rsp_status_o         (rsp_status_o),
      .rsp_d_o              (rsp_d_o),
      .rsp_d_hi_o           (rsp_d_hi_o),
      .rsp_p_o              (rsp_p_o),
      .capture_o            (capture),
      .capture_meta_o       (capture_meta),
      .capture_lanes_o      (capture_lanes)
  );

  ws_capture #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W)
  ) first_error (
      .clk_i            (clk_i),
      .rst_ni           (rst_ni),
      .cfg_rank_i       (cfg_rank_i),
      .exit_busy_i      (exit_busy),
      .exit_warp_i      (exit_warp),
      .exit_busy_lanes_i(exit_busy_lanes),
      .exit_lanes_i     (exit_lanes_i),
      .launch_busy_i    (launch_busy),
      .launch_warp_i    (launch_warp),
      .launch_lanes_i   (launch_lanes_i),
      .rsp_capture_i    (capture),
      .rsp_meta_i       (capture_meta),
      .rsp_lanes_i      (capture_lanes),
      .late_valid_i     (mbar_late_valid),
      .late_status_i    (mbar_late_status),
      .late_cta_i       (mbar_late_cta),
      .late_warp_i      (mbar_late_warp),
      .late_op_i        ({WS_UNIT_MBAR, mbar_late_fn}),
      .late_lanes_i     (mbar_late_lanes),
      .err_valid_o      (err_valid_o),
      .err_status_o     (err_status_o),
      .err_warp_o       (err_warp_o),
      .err_op_o         (err_op_o),
      .err_lanes_o      (err_lanes_o),
      .err_opnd_o       (err_opnd_o),
      .err_cta_o        (err_cta_o)
  );

  wire units_empty;
  assign grp_ready[WS_PORT_MBAR_WAKE] = 1'b0;

  ws_inflight inflight (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .in_i   (|(grp_valid & WS_PORTS_FLOWS)),
      .out_i  (|(res_valid & res_ready & WS_PORTS_FLOWS)),
      .empty_o(units_empty)
  );

  assign idle_o = sync_quiet && units_empty && mbar_quiet && bar_quiet && !rsp_valid_o;
endmodule
`default_nettype wire
