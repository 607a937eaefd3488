// SPDX-License-Identifier: Apache-2.0
// A cluster: CTAS blocks of ws_top, one CTA each, networks that carry operations on mbarrier objects of other CTAs, atomics in their memory
// and the answers to these, and the barrier of the cluster. This file only wires.
//
// Ports are those of ws_top, each CTAS times as wide, the CTA of rank 0 in the low bits; what each means stands in
// rtl/README.md. cfg_rank, cfg_ctas, the net, ask, ans and clb ports are driven here. idle_o of a CTA is 1 only while the
// networks are empty and the barrier rests too. With CTAS = 1 it is a ws_top by itself, which may have several CTAs in SLOTS.
`default_nettype none
`include "ws_layout.vh"
module ws_cluster #(
    parameter CTAS       = 2,   // CTAs, 1 to 8
    parameter HOP        = 4,   // clocks that a message between CTAs takes, 1 to 255; each queues that many messages a CTA
    // of each CTA, as in ws_top
    parameter LANES      = 32,
    parameter WARPS      = 4,
    parameter SLOTS      = 1,   // 1 if CTAS is above 1
    parameter TAG_W      = 8,
    parameter SHFL_FORM  = 0,
    parameter MATCH_BITS = 4,
    parameter TICK_NS    = 10,
    parameter WAITERS    = 8,
    parameter COPIES     = 8,
    parameter ALUS       = 8,
    parameter BANKS      = 32,
    parameter BEAT       = LANES,
    parameter WATCHDOG   = 0,
    parameter STRUCT     = 0,
    parameter WARP_W     = WARPS == 1 ? 1 : $clog2(WARPS),   // derived, not to be set
    parameter ROW_W      = 12 - $clog2(BANKS),              // derived, not to be set
    parameter MSG_W      = `WS_BEAT_MSG_W  // derived, not to be set
) (
    input  wire                        clk_i,
    input  wire                        rst_ni,
    // configuration (static) and time; cfg_rank and cfg_ctas are driven here
    input  wire [            CTAS-1:0] cfg_legacy_i,
    input  wire [         CTAS*16-1:0] cfg_watchdog_i,
    input  wire [         CTAS*16-1:0] cfg_trywait_i,
    input  wire [            CTAS-1:0] tick_i,
    // request
    input  wire [            CTAS-1:0] req_valid_i,
    output wire [            CTAS-1:0] req_ready_o,
    output wire [            CTAS-1:0] req_judged_o,
    input  wire [      CTAS*TAG_W-1:0] req_tag_i,
    input  wire [     CTAS*WARP_W-1:0] req_warp_i,
    input  wire [         CTAS*12-1:0] req_op_i,
    input  wire [      CTAS*LANES-1:0] req_lanes_i,
    input  wire [            CTAS-1:0] req_neg_i,
    input  wire [CTAS*LANES*LANES-1:0] req_mask_i,
    input  wire [   CTAS*LANES*64-1:0] req_addr_i,
    input  wire [   CTAS*LANES*64-1:0] req_a_i,
    input  wire [   CTAS*LANES*32-1:0] req_b_i,
    input  wire [   CTAS*LANES*32-1:0] req_c_i,
    input  wire [      CTAS*LANES-1:0] req_pred_i,
    // lanes that exit, warps that start
    input  wire [            CTAS-1:0] exit_valid_i,
    input  wire [     CTAS*WARP_W-1:0] exit_warp_i,
    input  wire [      CTAS*LANES-1:0] exit_lanes_i,
    output wire [      CTAS*WARPS-1:0] exit_done_o,
    input  wire [            CTAS-1:0] launch_valid_i,
    input  wire [     CTAS*WARP_W-1:0] launch_warp_i,
    input  wire [      CTAS*LANES-1:0] launch_lanes_i,
    input  wire [          CTAS*6-1:0] launch_warps_i,
    // response
    output wire [            CTAS-1:0] rsp_valid_o,
    input  wire [            CTAS-1:0] rsp_ready_i,
    output wire [      CTAS*TAG_W-1:0] rsp_tag_o,
    output wire [     CTAS*WARP_W-1:0] rsp_warp_o,
    output wire [         CTAS*12-1:0] rsp_op_o,
    output wire [      CTAS*LANES-1:0] rsp_lanes_o,
    output wire [         CTAS*10-1:0] rsp_status_o,
    output wire [   CTAS*LANES*32-1:0] rsp_d_o,
    output wire [   CTAS*LANES*32-1:0] rsp_d_hi_o,
    output wire [      CTAS*LANES-1:0] rsp_p_o,
    // plain access to shared memory, one word a bank
    input  wire [            CTAS-1:0] ls_valid_i,
    output wire [            CTAS-1:0] ls_ready_o,
    input  wire [      CTAS*BANKS-1:0] ls_en_i,
    input  wire [CTAS*BANKS*ROW_W-1:0] ls_row_i,
    input  wire [    CTAS*BANKS*4-1:0] ls_be_i,
    input  wire [   CTAS*BANKS*32-1:0] ls_wdata_i,
    output wire [            CTAS-1:0] ls_rsp_valid_o,
    output wire [      CTAS*BANKS-1:0] ls_rsp_en_o,
    output wire [      CTAS*BANKS-1:0] ls_rsp_raw_o,
    output wire [   CTAS*BANKS*32-1:0] ls_rsp_rdata_o,
    // bytes that an asynchronous engine has completed
    input  wire [            CTAS-1:0] tx_valid_i,
    output wire [            CTAS-1:0] tx_ready_o,
    input  wire [         CTAS*32-1:0] tx_addr_i,
    input  wire [         CTAS*32-1:0] tx_bytes_i,
    // copies and atomics: global memory
    output wire [            CTAS-1:0] gm_valid_o,
    input  wire [            CTAS-1:0] gm_ready_i,
    output wire [         CTAS*32-1:0] gm_addr_o,
    output wire [          CTAS*5-1:0] gm_bytes_o,
    output wire [   CTAS*`WS_GM_W-1:0] gm_more_o,
    output wire [            CTAS-1:0] gm_tag_o,
    input  wire [            CTAS-1:0] gm_rsp_valid_i,
    output wire [            CTAS-1:0] gm_rsp_ready_o,
    input  wire [        CTAS*128-1:0] gm_rsp_data_i,
    input  wire [            CTAS-1:0] gm_rsp_tag_i,
    // state
    output wire [CTAS*WARPS*LANES-1:0] live_o,
    output wire [CTAS*WARPS*LANES-1:0] wait_o,
    output wire [            CTAS-1:0] idle_o,
    // first error since reset
    output wire [            CTAS-1:0] err_valid_o,
    output wire [         CTAS*10-1:0] err_status_o,
    output wire [     CTAS*WARP_W-1:0] err_warp_o,
    output wire [         CTAS*12-1:0] err_op_o,
    output wire [      CTAS*LANES-1:0] err_lanes_o,
    output wire [      CTAS*LANES-1:0] err_opnd_o,
    output wire [          CTAS*3-1:0] err_cta_o
);
  generate
    if (CTAS < 1 || CTAS > 8) begin : bad_ctas
      ws_cluster_CTAS_must_be_1_to_8 illegal ();
    end
    if (HOP < 1 || HOP > 255) begin : bad_hop
      ws_cluster_HOP_must_be_1_to_255 illegal ();
    end
    if (CTAS > 1 && SLOTS != 1) begin : bad_slots
      ws_cluster_SLOTS_must_be_1_with_CTAS_above_1 illegal ();
    end
  endgenerate

  // out: from a CTA into a network; in: from a network into a CTA. An answer never waits for an ask, for each has a network of its own and
  // whoever is owed an answer takes it.
  localparam ASK_W = `WS_ASK_W, ANS_W = `WS_ANS_W;
  wire [CTAS-1:0] cta_idle;
  wire [CTAS-1:0] net_out_valid, net_out_ready, net_in_valid, net_in_ready;
  wire [CTAS*3-1:0] net_out_dest;
  wire [CTAS*MSG_W-1:0] net_out_msg, net_in_msg;
  wire [CTAS-1:0] ask_out_valid, ask_out_ready, ask_in_valid, ask_in_ready;
  wire [CTAS*3-1:0] ask_out_dest;
  wire [CTAS*ASK_W-1:0] ask_out_msg, ask_in_msg;
  wire [CTAS-1:0] ans_out_valid, ans_out_ready, ans_in_valid, ans_in_ready;
  wire [CTAS*3-1:0] ans_out_dest;
  wire [CTAS*ANS_W-1:0] ans_out_msg, ans_in_msg;
  wire net_empty, ask_empty, ans_empty;

  ws_net #(
      .CTAS (CTAS),
      .MSG_W(MSG_W),
      .HOP  (HOP)
  ) net (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .in_valid_i (net_out_valid),
      .in_ready_o (net_out_ready),
      .in_dest_i  (net_out_dest),
      .in_msg_i   (net_out_msg),
      .out_valid_o(net_in_valid),
      .out_ready_i(net_in_ready),
      .out_msg_o  (net_in_msg),
      .empty_o    (net_empty)
  );

  ws_net #(
      .CTAS (CTAS),
      .MSG_W(ASK_W),
      .HOP  (HOP)
  ) asks (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .in_valid_i (ask_out_valid),
      .in_ready_o (ask_out_ready),
      .in_dest_i  (ask_out_dest),
      .in_msg_i   (ask_out_msg),
      .out_valid_o(ask_in_valid),
      .out_ready_i(ask_in_ready),
      .out_msg_o  (ask_in_msg),
      .empty_o    (ask_empty)
  );

  ws_net #(
      .CTAS (CTAS),
      .MSG_W(ANS_W),
      .HOP  (HOP)
  ) answers (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .in_valid_i (ans_out_valid),
      .in_ready_o (ans_out_ready),
      .in_dest_i  (ans_out_dest),
      .in_msg_i   (ans_out_msg),
      .out_valid_o(ans_in_valid),
      .out_ready_i(ans_in_ready),
      .out_msg_o  (ans_in_msg),
      .empty_o    (ans_empty)
  );

  wire [CTAS*3-1:0] clb;
  wire              clb_phase, clb_quiet;

  assign idle_o = cta_idle & {CTAS{net_empty && ask_empty && ans_empty && clb_quiet}};

  genvar g;
  generate
    if (CTAS > 1) begin : several
      ws_bar_cluster #(
          .CTAS(CTAS),
          .HOP (HOP)
      ) bar_cluster (
          .clk_i  (clk_i),
          .rst_ni (rst_ni),
          .clb_i  (clb),
          .phase_o(clb_phase),
          .quiet_o(clb_quiet)
      );
    end else begin : one
      wire unused = &{1'b0, clb};
      assign clb_phase = 1'b0;
      assign clb_quiet = 1'b1;
    end
    for (g = 0; g < CTAS; g = g + 1) begin : cta
      ws_top #(
          .LANES     (LANES),
          .WARPS     (WARPS),
          .SLOTS     (SLOTS),
          .TAG_W     (TAG_W),
          .SHFL_FORM (SHFL_FORM),
          .MATCH_BITS(MATCH_BITS),
          .TICK_NS   (TICK_NS),
          .WAITERS   (WAITERS),
          .COPIES    (COPIES),
          .ALUS      (ALUS),
          .BANKS     (BANKS),
          .BEAT      (BEAT),
          .WATCHDOG  (WATCHDOG),
          .STRUCT    (STRUCT)
      ) top (
          .clk_i         (clk_i),
          .rst_ni        (rst_ni),
          .cfg_legacy_i  (cfg_legacy_i[g]),
          .cfg_watchdog_i(cfg_watchdog_i[g*16+:16]),
          .cfg_trywait_i (cfg_trywait_i[g*16+:16]),
          .cfg_rank_i    (g[2:0]),
          .cfg_ctas_i    (CTAS[3:0]),
          .tick_i        (tick_i[g]),
          .req_valid_i   (req_valid_i[g]),
          .req_ready_o   (req_ready_o[g]),
          .req_judged_o  (req_judged_o[g]),
          .req_tag_i     (req_tag_i[g*TAG_W+:TAG_W]),
          .req_warp_i    (req_warp_i[g*WARP_W+:WARP_W]),
          .req_op_i      (req_op_i[g*12+:12]),
          .req_lanes_i   (req_lanes_i[g*LANES+:LANES]),
          .req_neg_i     (req_neg_i[g]),
          .req_mask_i    (req_mask_i[g*LANES*LANES+:LANES*LANES]),
          .req_addr_i    (req_addr_i[g*LANES*64+:LANES*64]),
          .req_a_i       (req_a_i[g*LANES*64+:LANES*64]),
          .req_b_i       (req_b_i[g*LANES*32+:LANES*32]),
          .req_c_i       (req_c_i[g*LANES*32+:LANES*32]),
          .req_pred_i    (req_pred_i[g*LANES+:LANES]),
          .exit_valid_i  (exit_valid_i[g]),
          .exit_warp_i   (exit_warp_i[g*WARP_W+:WARP_W]),
          .exit_lanes_i  (exit_lanes_i[g*LANES+:LANES]),
          .exit_done_o   (exit_done_o[g*WARPS+:WARPS]),
          .launch_valid_i(launch_valid_i[g]),
          .launch_warp_i (launch_warp_i[g*WARP_W+:WARP_W]),
          .launch_lanes_i(launch_lanes_i[g*LANES+:LANES]),
          .launch_warps_i(launch_warps_i[g*6+:6]),
          .rsp_valid_o   (rsp_valid_o[g]),
          .rsp_ready_i   (rsp_ready_i[g]),
          .rsp_tag_o     (rsp_tag_o[g*TAG_W+:TAG_W]),
          .rsp_warp_o    (rsp_warp_o[g*WARP_W+:WARP_W]),
          .rsp_op_o      (rsp_op_o[g*12+:12]),
          .rsp_lanes_o   (rsp_lanes_o[g*LANES+:LANES]),
          .rsp_status_o  (rsp_status_o[g*10+:10]),
          .rsp_d_o       (rsp_d_o[g*LANES*32+:LANES*32]),
          .rsp_d_hi_o    (rsp_d_hi_o[g*LANES*32+:LANES*32]),
          .rsp_p_o       (rsp_p_o[g*LANES+:LANES]),
          .ls_valid_i    (ls_valid_i[g]),
          .ls_ready_o    (ls_ready_o[g]),
          .ls_en_i       (ls_en_i[g*BANKS+:BANKS]),
          .ls_row_i      (ls_row_i[g*BANKS*ROW_W+:BANKS*ROW_W]),
          .ls_be_i       (ls_be_i[g*BANKS*4+:BANKS*4]),
          .ls_wdata_i    (ls_wdata_i[g*BANKS*32+:BANKS*32]),
          .ls_rsp_valid_o(ls_rsp_valid_o[g]),
          .ls_rsp_en_o   (ls_rsp_en_o[g*BANKS+:BANKS]),
          .ls_rsp_raw_o  (ls_rsp_raw_o[g*BANKS+:BANKS]),
          .ls_rsp_rdata_o(ls_rsp_rdata_o[g*BANKS*32+:BANKS*32]),
          .tx_valid_i    (tx_valid_i[g]),
          .tx_ready_o    (tx_ready_o[g]),
          .tx_addr_i     (tx_addr_i[g*32+:32]),
          .tx_bytes_i    (tx_bytes_i[g*32+:32]),
          .gm_valid_o    (gm_valid_o[g]),
          .gm_ready_i    (gm_ready_i[g]),
          .gm_addr_o     (gm_addr_o[g*32+:32]),
          .gm_bytes_o    (gm_bytes_o[g*5+:5]),
          .gm_more_o     (gm_more_o[g*`WS_GM_W+:`WS_GM_W]),
          .gm_tag_o      (gm_tag_o[g]),
          .gm_rsp_valid_i(gm_rsp_valid_i[g]),
          .gm_rsp_ready_o(gm_rsp_ready_o[g]),
          .gm_rsp_data_i (gm_rsp_data_i[g*128+:128]),
          .gm_rsp_tag_i  (gm_rsp_tag_i[g]),
          .net_valid_o   (net_out_valid[g]),
          .net_ready_i   (net_out_ready[g]),
          .net_dest_o    (net_out_dest[g*3+:3]),
          .net_msg_o     (net_out_msg[g*MSG_W+:MSG_W]),
          .net_valid_i   (net_in_valid[g]),
          .net_ready_o   (net_in_ready[g]),
          .net_msg_i     (net_in_msg[g*MSG_W+:MSG_W]),
          .ask_valid_o   (ask_out_valid[g]),
          .ask_ready_i   (ask_out_ready[g]),
          .ask_dest_o    (ask_out_dest[g*3+:3]),
          .ask_msg_o     (ask_out_msg[g*ASK_W+:ASK_W]),
          .ask_valid_i   (ask_in_valid[g]),
          .ask_ready_o   (ask_in_ready[g]),
          .ask_msg_i     (ask_in_msg[g*ASK_W+:ASK_W]),
          .ans_valid_o   (ans_out_valid[g]),
          .ans_ready_i   (ans_out_ready[g]),
          .ans_dest_o    (ans_out_dest[g*3+:3]),
          .ans_msg_o     (ans_out_msg[g*ANS_W+:ANS_W]),
          .ans_valid_i   (ans_in_valid[g]),
          .ans_ready_o   (ans_in_ready[g]),
          .ans_msg_i     (ans_in_msg[g*ANS_W+:ANS_W]),
          .clb_o         (clb[g*3+:3]),
          .clb_phase_i   (clb_phase),
          .live_o        (live_o[g*WARPS*LANES+:WARPS*LANES]),
          .wait_o        (wait_o[g*WARPS*LANES+:WARPS*LANES]),
          .idle_o        (cta_idle[g]),
          .err_valid_o   (err_valid_o[g]),
          .err_status_o  (err_status_o[g*10+:10]),
          .err_warp_o    (err_warp_o[g*WARP_W+:WARP_W]),
          .err_op_o      (err_op_o[g*12+:12]),
          .err_lanes_o   (err_lanes_o[g*LANES+:LANES]),
          .err_opnd_o    (err_opnd_o[g*LANES+:LANES]),
          .err_cta_o     (err_cta_o[g*3+:3])
      );
    end
  endgenerate
endmodule
`default_nettype wire
