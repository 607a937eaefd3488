// SPDX-License-Identifier: Apache-2.0
// A cluster as fourstate.v plays into it: of each CTA one word with all that goes in and one with all that comes out, CTA 0 in the low
// bits; ws_cluster has each port of all CTAs together instead. The fields of a word, in record.vh's order, are the wires of a CTA below;
// what they are stands in tb/cosim/stimulus.h. What CTAs say to one another stays inside the cluster: 0 here.
`default_nettype none
module played_cluster #(
    parameter CTAS      = 2,
    parameter HOP       = 4,
    parameter LANES     = 4,
    parameter WARPS     = 4,
    parameter WAITERS   = 4,
    parameter COPIES    = 4,
    parameter STRUCT    = 0,
    parameter WATCHDOG  = 1,
    parameter SHFL_FORM = 0,
    parameter I_W       = 1,  // IN_W and OUT_W of record.vh
    parameter O_W       = 1
) (
    input  wire                clk,
    input  wire                rst_n,
    input  wire [        39:0] cfg,
    input  wire [CTAS*I_W-1:0] in,
    output wire [CTAS*O_W-1:0] out
);
  `include "record.vh"

  // The ports of ws_cluster.
  wire [CTAS-1:0] tick_i;
  wire [CTAS-1:0] req_valid_i;
  wire [CTAS-1:0] req_ready_o;
  wire [CTAS*TAG_W-1:0] req_tag_i;
  wire [CTAS*WARP_W-1:0] req_warp_i;
  wire [CTAS*12-1:0] req_op_i;
  wire [CTAS*LANES-1:0] req_lanes_i;
  wire [CTAS-1:0] req_neg_i;
  wire [CTAS*LANES*LANES-1:0] req_mask_i;
  wire [CTAS*LANES*64-1:0] req_addr_i;
  wire [CTAS*LANES*64-1:0] req_a_i;
  wire [CTAS*LANES*32-1:0] req_b_i;
  wire [CTAS*LANES*32-1:0] req_c_i;
  wire [CTAS*LANES-1:0] req_pred_i;
  wire [CTAS-1:0] exit_valid_i;
  wire [CTAS*WARP_W-1:0] exit_warp_i;
  wire [CTAS*LANES-1:0] exit_lanes_i;
  wire [CTAS-1:0] launch_valid_i;
  wire [CTAS*WARP_W-1:0] launch_warp_i;
  wire [CTAS*LANES-1:0] launch_lanes_i;
  wire [CTAS*6-1:0] launch_warps_i;
  wire [CTAS-1:0] rsp_valid_o;
  wire [CTAS-1:0] rsp_ready_i;
  wire [CTAS*TAG_W-1:0] rsp_tag_o;
  wire [CTAS*WARP_W-1:0] rsp_warp_o;
  wire [CTAS*12-1:0] rsp_op_o;
  wire [CTAS*LANES-1:0] rsp_lanes_o;
  wire [CTAS*10-1:0] rsp_status_o;
  wire [CTAS*LANES*32-1:0] rsp_d_o;
  wire [CTAS*LANES*32-1:0] rsp_d_hi_o;
  wire [CTAS*LANES-1:0] rsp_p_o;
  wire [CTAS-1:0] ls_valid_i;
  wire [CTAS-1:0] ls_ready_o;
  wire [CTAS*32-1:0] ls_en_i;
  wire [CTAS*32*7-1:0] ls_row_i;
  wire [CTAS*32*4-1:0] ls_be_i;
  wire [CTAS*32*32-1:0] ls_wdata_i;
  wire [CTAS-1:0] ls_rsp_valid_o;
  wire [CTAS*32-1:0] ls_rsp_en_o;
  wire [CTAS*32-1:0] ls_rsp_raw_o;
  wire [CTAS*32*32-1:0] ls_rsp_rdata_o;
  wire [CTAS-1:0] tx_valid_i;
  wire [CTAS-1:0] tx_ready_o;
  wire [CTAS*32-1:0] tx_addr_i;
  wire [CTAS*32-1:0] tx_bytes_i;
  wire [CTAS-1:0] gm_valid_o;
  wire [CTAS-1:0] gm_ready_i;
  wire [CTAS*32-1:0] gm_addr_o;
  wire [CTAS*5-1:0] gm_bytes_o;
  wire [CTAS*(GM_W-38)-1:0] gm_more_o;
  wire [CTAS-1:0] gm_tag_o;
  wire [CTAS-1:0] gm_rsp_valid_i;
  wire [CTAS-1:0] gm_rsp_ready_o;
  wire [CTAS*128-1:0] gm_rsp_data_i;
  wire [CTAS-1:0] gm_rsp_tag_i;
  wire [CTAS*WARPS*LANES-1:0] live_o;
  wire [CTAS*WARPS*LANES-1:0] wait_o;
  wire [CTAS-1:0] idle_o;
  wire [CTAS-1:0] err_valid_o;
  wire [CTAS*10-1:0] err_status_o;
  wire [CTAS*WARP_W-1:0] err_warp_o;
  wire [CTAS*12-1:0] err_op_o;
  wire [CTAS*LANES-1:0] err_lanes_o;
  wire [CTAS*LANES-1:0] err_opnd_o;
  wire [CTAS*3-1:0] err_cta_o;

  wire [CTAS-1:0] cfg_legacy_i;
  wire [CTAS*16-1:0] cfg_watchdog_i, cfg_trywait_i;
  genvar c;
  generate
    for (c = 0; c < CTAS; c = c + 1) begin : cta
      wire [INS_W-1:0] ins;
      wire [REQ_W-1:0] req;
      wire [ONE_W-1:0] exits, launch;
      wire [5:0] launch_warps;
      wire [LS_W-1:0] ls;
      wire [63:0] tx;
      wire [128:0] gm_rsp;
      wire [MSG_W-1:0] net;
      wire [ASK_W-1:0] ask;
      wire [ANS_W-1:0] ans;
      wire [OUTS_W-1:0] outs;
      wire [RSP_W-1:0] rsp;
      wire [LSR_W-1:0] ls_rsp;
      wire [GM_W-1:0] gm;
      wire [MSG_W+2:0] net_out;
      wire [ERR_W-1:0] err;

      assign {ins, req, exits, launch, launch_warps, ls, tx, gm_rsp, net, ask, ans} = in[c*IN_W+:IN_W];
      assign out[c*OUT_W+:OUT_W] = {outs, rsp, ls_rsp, gm, net_out, err, {ASK_W + ANS_W + 6{1'b0}}};
      assign {outs[17:11], outs[9], outs[3]} = 9'd0;
      assign net_out = {MSG_W + 3{1'b0}};
      assign cfg_legacy_i[c] = cfg[0];
      assign cfg_watchdog_i[c*16+:16] = cfg[16:1];
      assign cfg_trywait_i[c*16+:16] = cfg[32:17];
      assign tick_i[c] = ins[8];
      assign req_valid_i[c] = ins[0];
      assign outs[5] = req_ready_o[c];
      assign req_tag_i[c*TAG_W+:TAG_W] = req[0+:TAG_W];
      assign req_warp_i[c*WARP_W+:WARP_W] = req[TAG_W+:WARP_W];
      assign req_op_i[c*12+:12] = req[OP_AT+:12];
      assign req_lanes_i[c*LANES+:LANES] = req[LANES_AT+:LANES];
      assign req_neg_i[c] = req[LANES_AT+LANES];
      assign req_mask_i[c*LANES*LANES+:LANES*LANES] = req[MASK_AT+:LANES*LANES];
      assign req_addr_i[c*LANES*64+:LANES*64] = req[ADDR_AT+:LANES*64];
      assign req_a_i[c*LANES*64+:LANES*64] = req[A_AT+:LANES*64];
      assign req_b_i[c*LANES*32+:LANES*32] = req[B_AT+:LANES*32];
      assign req_c_i[c*LANES*32+:LANES*32] = req[C_AT+:LANES*32];
      assign req_pred_i[c*LANES+:LANES] = req[PRED_AT+:LANES];
      assign exit_valid_i[c] = ins[1];
      assign exit_warp_i[c*WARP_W+:WARP_W] = exits[0+:WARP_W];
      assign exit_lanes_i[c*LANES+:LANES] = exits[WARP_W+:LANES];
      assign launch_valid_i[c] = ins[2];
      assign launch_warp_i[c*WARP_W+:WARP_W] = launch[0+:WARP_W];
      assign launch_lanes_i[c*LANES+:LANES] = launch[WARP_W+:LANES];
      assign launch_warps_i[c*6+:6] = launch_warps;
      assign outs[0] = rsp_valid_o[c];
      assign rsp_ready_i[c] = ins[7];
      assign rsp[0+:TAG_W] = rsp_tag_o[c*TAG_W+:TAG_W];
      assign rsp[TAG_W+:WARP_W] = rsp_warp_o[c*WARP_W+:WARP_W];
      assign rsp[OP_AT+:12] = rsp_op_o[c*12+:12];
      assign rsp[LANES_AT+:LANES] = rsp_lanes_o[c*LANES+:LANES];
      assign rsp[LANES_AT+LANES+:10] = rsp_status_o[c*10+:10];
      assign rsp[LANES_AT+LANES+10+:LANES*32] = rsp_d_o[c*LANES*32+:LANES*32];
      assign rsp[LANES_AT+LANES+10+LANES*32+:LANES*32] = rsp_d_hi_o[c*LANES*32+:LANES*32];
      assign rsp[RSP_W-1-:LANES] = rsp_p_o[c*LANES+:LANES];
      assign ls_valid_i[c] = ins[3];
      assign outs[6] = ls_ready_o[c];
      assign ls_en_i[c*32+:32] = ls[0+:32];
      assign ls_row_i[c*32*7+:32*7] = ls[32+:32*7];
      assign ls_be_i[c*32*4+:32*4] = ls[32*8+:32*4];
      assign ls_wdata_i[c*32*32+:32*32] = ls[32*12+:32*32];
      assign outs[1] = ls_rsp_valid_o[c];
      assign ls_rsp[0+:32] = ls_rsp_en_o[c*32+:32];
      assign ls_rsp[32+:32] = ls_rsp_raw_o[c*32+:32];
      assign ls_rsp[64+:32*32] = ls_rsp_rdata_o[c*32*32+:32*32];
      assign tx_valid_i[c] = ins[4];
      assign outs[7] = tx_ready_o[c];
      assign tx_addr_i[c*32+:32] = tx[31:0];
      assign tx_bytes_i[c*32+:32] = tx[63:32];
      assign outs[2] = gm_valid_o[c];
      assign gm_ready_i[c] = ins[9];
      assign gm[31:0] = gm_addr_o[c*32+:32];
      assign gm[36:32] = gm_bytes_o[c*5+:5];
      assign gm[GM_W-2:37] = gm_more_o[c*(GM_W-38)+:GM_W-38];
      assign gm[GM_W-1] = gm_tag_o[c];
      assign gm_rsp_valid_i[c] = ins[5];
      assign outs[8] = gm_rsp_ready_o[c];
      assign gm_rsp_data_i[c*128+:128] = gm_rsp[127:0];
      assign gm_rsp_tag_i[c] = gm_rsp[128];
      assign outs[18+:WARPS*LANES] = live_o[c*WARPS*LANES+:WARPS*LANES];
      assign outs[18+WARPS*LANES+:WARPS*LANES] = wait_o[c*WARPS*LANES+:WARPS*LANES];
      assign outs[10] = idle_o[c];
      assign outs[4] = err_valid_o[c];
      assign err[0+:10] = err_status_o[c*10+:10];
      assign err[10+:WARP_W] = err_warp_o[c*WARP_W+:WARP_W];
      assign err[10+WARP_W+:12] = err_op_o[c*12+:12];
      assign err[22+WARP_W+:LANES] = err_lanes_o[c*LANES+:LANES];
      assign err[22+WARP_W+LANES+:LANES] = err_opnd_o[c*LANES+:LANES];
      assign err[ERR_W-1-:3] = err_cta_o[c*3+:3];
    end
  endgenerate

  ws_cluster #(
      .CTAS     (CTAS),
      .HOP      (HOP),
      .LANES    (LANES),
      .WARPS    (WARPS),
      .WAITERS  (WAITERS),
      .COPIES   (COPIES),
      .STRUCT   (STRUCT),
      .WATCHDOG (WATCHDOG),
      .SHFL_FORM(SHFL_FORM)
  ) dut (
      .clk_i         (clk),
      .rst_ni        (rst_n),
      .cfg_legacy_i  (cfg_legacy_i),
      .cfg_watchdog_i(cfg_watchdog_i),
      .cfg_trywait_i (cfg_trywait_i),
      .tick_i        (tick_i),
      .req_valid_i   (req_valid_i),
      .req_ready_o   (req_ready_o),
      .req_tag_i     (req_tag_i),
      .req_warp_i    (req_warp_i),
      .req_op_i      (req_op_i),
      .req_lanes_i   (req_lanes_i),
      .req_neg_i     (req_neg_i),
      .req_mask_i    (req_mask_i),
      .req_addr_i    (req_addr_i),
      .req_a_i       (req_a_i),
      .req_b_i       (req_b_i),
      .req_c_i       (req_c_i),
      .req_pred_i    (req_pred_i),
      .exit_valid_i  (exit_valid_i),
      .exit_warp_i   (exit_warp_i),
      .exit_lanes_i  (exit_lanes_i),
      .launch_valid_i(launch_valid_i),
      .launch_warp_i (launch_warp_i),
      .launch_lanes_i(launch_lanes_i),
      .launch_warps_i(launch_warps_i),
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
      .live_o        (live_o),
      .wait_o        (wait_o),
      .idle_o        (idle_o),
      .err_valid_o   (err_valid_o),
      .err_status_o  (err_status_o),
      .err_warp_o    (err_warp_o),
      .err_op_o      (err_op_o),
      .err_lanes_o   (err_lanes_o),
      .err_opnd_o    (err_opnd_o),
      .err_cta_o     (err_cta_o)
  );
endmodule
`default_nettype wire
