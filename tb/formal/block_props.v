// SPDX-License-Identifier: Apache-2.0
// The handshake of the output ports of the whole block with a handshake: rsp, gm and net. Whatever comes in at all its inputs,
// whether or not it keeps the rule itself. All families, 4 lanes, 2 warps; shared memory says anything in any clock
// (free_smem.v). v_NAME must not depend on the input r_NAME in the same clock.
`default_nettype none
module ports_block (
    input  wire         clk_i, rst_ni, legacy, tick, req, neg, tag, warp,
    input  wire [ 15:0] watchdog, limit,
    input  wire [  2:0] rank,
    input  wire [  3:0] ctas,
    input  wire [ 11:0] op,
    input  wire [  3:0] lanes, pred, exit_lanes, launch_lanes,
    input  wire [ 15:0] mask,
    input  wire [255:0] addr, a,
    input  wire [127:0] b, c, gm_data,
    input  wire         exit, exit_warp, launch, launch_warp, ls, tx, gm_rsp, gm_tag, net, phase,
    input  wire [  5:0] warps,
    input  wire [ 31:0] en, tx_addr, tx_bytes,
    input  wire [223:0] row,
    input  wire [127:0] be,
    input  wire [ 47:0] msg,
    input  wire         ask, ans,
    input  wire [158:0] ask_msg,
    input  wire [134:0] ans_msg,
    input  wire         r_rsp, r_gm, r_net, r_ask, r_ans,
    output wire         bad,
    output wire [  6:0] reached,
    output wire [288:0] v_rsp,
    output wire [320:0] v_gm,
    output wire [ 51:0] v_net,
    output wire [162:0] v_ask,
    output wire [138:0] v_ans
);
  `include "ws_ops.vh"
  wire on;
  wire [4:0] wrong, waited;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));
  ws_top #(.LANES(4), .WARPS(2), .TAG_W(1), .MATCH_BITS(32), .WAITERS(2), .COPIES(2), .WATCHDOG(1), .STRUCT(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .cfg_legacy_i(legacy), .cfg_watchdog_i(watchdog), .cfg_trywait_i(limit), .cfg_rank_i(rank),
      .cfg_ctas_i(ctas), .tick_i(tick), .req_valid_i(req), .req_ready_o(), .req_tag_i(tag), .req_warp_i(warp), .req_op_i(op),
      .req_lanes_i(lanes), .req_neg_i(neg), .req_mask_i(mask), .req_addr_i(addr), .req_a_i(a), .req_b_i(b), .req_c_i(c), .req_pred_i(pred),
      .exit_valid_i(exit), .exit_warp_i(exit_warp), .exit_lanes_i(exit_lanes), .launch_valid_i(launch), .launch_warp_i(launch_warp),
      .launch_lanes_i(launch_lanes), .launch_warps_i(warps),
      .rsp_valid_o(v_rsp[288]), .rsp_ready_i(r_rsp), .rsp_tag_o(v_rsp[287]), .rsp_warp_o(v_rsp[286]), .rsp_op_o(v_rsp[285:274]),
      .rsp_lanes_o(v_rsp[273:270]), .rsp_status_o(v_rsp[269:260]), .rsp_d_o(v_rsp[127:0]), .rsp_d_hi_o(v_rsp[255:128]), .rsp_p_o(v_rsp[259:256]),
      .ls_valid_i(ls), .ls_ready_o(), .ls_en_i(en), .ls_row_i(row), .ls_be_i(be), .ls_wdata_i(1024'd0),
      .ls_rsp_valid_o(), .ls_rsp_en_o(), .ls_rsp_raw_o(), .ls_rsp_rdata_o(),
      .tx_valid_i(tx), .tx_ready_o(), .tx_addr_i(tx_addr), .tx_bytes_i(tx_bytes),
      .gm_valid_o(v_gm[320]), .gm_ready_i(r_gm), .gm_addr_o(v_gm[36:5]), .gm_bytes_o(v_gm[4:0]), .gm_more_o(v_gm[318:37]), .gm_tag_o(v_gm[319]),
      .gm_rsp_valid_i(gm_rsp), .gm_rsp_ready_o(), .gm_rsp_data_i(gm_data), .gm_rsp_tag_i(gm_tag),
      .net_valid_o(v_net[51]), .net_ready_i(r_net), .net_dest_o(v_net[50:48]), .net_msg_o(v_net[47:0]),
      .net_valid_i(net), .net_ready_o(), .net_msg_i(msg),
      .ask_valid_o(v_ask[162]), .ask_ready_i(r_ask), .ask_dest_o(v_ask[161:159]), .ask_msg_o(v_ask[158:0]),
      .ask_valid_i(ask), .ask_ready_o(), .ask_msg_i(ask_msg),
      .ans_valid_o(v_ans[138]), .ans_ready_i(r_ans), .ans_dest_o(v_ans[137:135]), .ans_msg_o(v_ans[134:0]),
      .ans_valid_i(ans), .ans_ready_o(), .ans_msg_i(ans_msg), .clb_o(), .clb_phase_i(phase), .live_o(), .wait_o(), .idle_o(),
      .err_valid_o(), .err_status_o(), .err_warp_o(), .err_op_o(), .err_lanes_o(), .err_opnd_o(), .err_cta_o());
  port_out #(.W(288)) rsp (.clk_i(clk_i), .on_i(on), .valid_i(v_rsp[288]), .ready_i(r_rsp), .payload_i(v_rsp[287:0]),
                           .bad_o(wrong[0]), .waited_o(waited[0]));
  port_out #(.W(320)) gm (.clk_i(clk_i), .on_i(on), .valid_i(v_gm[320]), .ready_i(r_gm), .payload_i(v_gm[319:0]),
                         .bad_o(wrong[1]), .waited_o(waited[1]));
  port_out #(.W(51)) nt (.clk_i(clk_i), .on_i(on), .valid_i(v_net[51]), .ready_i(r_net), .payload_i(v_net[50:0]),
                         .bad_o(wrong[2]), .waited_o(waited[2]));
  port_out #(.W(162)) ak (.clk_i(clk_i), .on_i(on), .valid_i(v_ask[162]), .ready_i(r_ask), .payload_i(v_ask[161:0]),
                          .bad_o(wrong[3]), .waited_o(waited[3]));
  port_out #(.W(138)) an (.clk_i(clk_i), .on_i(on), .valid_i(v_ans[138]), .ready_i(r_ans), .payload_i(v_ans[137:0]),
                          .bad_o(wrong[4]), .waited_o(waited[4]));
  assign bad = |wrong;
  assign reached = {waited[4:1], waited[0] && v_rsp[285:282] == WS_UNIT_MBAR && v_rsp[269:268] == 0,
                    waited[0] && v_rsp[269:268] == 0, waited[0]};
endmodule
`default_nettype wire
