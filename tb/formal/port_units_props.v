// SPDX-License-Identifier: Apache-2.0
// The handshake of the ports of the mbarrier unit. Whatever comes
// in, whether or not it keeps the rule itself. 4 lanes, 2 warps. v_NAME must not depend on the input r_NAME in the same
// clock. Shared memory says anything in any clock (free_smem.v).
`default_nettype none

// res, wake, gm and net of ws_mbar.
module port_mbar (
    input  wire         clk_i, rst_ni, want, warp, tag, alive, tick, start,
    input  wire [  2:0] rank,
    input  wire [  3:0] ctas,
    input  wire [ 15:0] limit,
    input  wire [  7:0] fn,
    input  wire [  3:0] lanes,
    input  wire [255:0] addr, a,
    input  wire [127:0] b, c, gm_data,
    input  wire         ls, tx, gm_rsp, net,
    input  wire [ 31:0] en, tx_addr, tx_bytes,
    input  wire [223:0] row,
    input  wire [127:0] be,
    input  wire [ 47:0] msg,
    input  wire         r_res, r_wake, r_gm, r_net,
    output wire         bad,
    output wire [  3:0] reached,
    output wire [159:0] v_res,
    output wire [ 25:0] v_wake,
    output wire [ 37:0] v_gm,
    output wire [ 51:0] v_net
);
  wire on, ready;
  wire [3:0] wrong;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));
  wire late;
  ws_mbar #(.LANES(4), .WARPS(2), .WARP_W(1), .TAG_W(1), .WAITERS(2), .COPIES(2)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .cfg_rank_i(rank), .cfg_ctas_i(ctas), .cfg_trywait_i(limit), .tick_i(tick),
      .grp_valid_i(want && ready), .grp_ready_o(ready), .grp_warp_i(warp), .grp_tag_i(tag), .grp_fn_i(fn), .grp_lanes_i(lanes),
      .req_addr_i(addr), .req_a_i(a), .req_b_i(b), .req_c_i(c), .alive_i(alive), .start_i(start), .away_o(), .quiet_o(),
      .res_valid_o(v_res[159]), .res_ready_i(r_res), .res_tag_o(v_res[158]), .res_warp_o(v_res[157]), .res_fn_o(v_res[156:149]),
      .res_lanes_o(v_res[148:145]), .res_status_o(v_res[144:135]), .res_token_o(v_res[2]), .res_mark_o(v_res[1:0]),
      .res_d_hi_o(v_res[130:3]), .res_p_o(v_res[134:131]),
      .wake_valid_o(v_wake[25]), .wake_ready_i(r_wake), .wake_tag_o(v_wake[24]), .wake_warp_o(v_wake[23]), .wake_fn_o(v_wake[22:15]),
      .wake_lanes_o(v_wake[14:11]), .wake_status_o(v_wake[10:1]), .wake_p_o(v_wake[0]),
      .late_valid_o(late), .late_status_o(), .late_cta_o(), .late_warp_o(), .late_fn_o(), .late_lanes_o(),
      .ls_valid_i(ls), .ls_ready_o(), .ls_en_i(en), .ls_row_i(row), .ls_be_i(be), .ls_wdata_i(1024'd0),
      .ls_rsp_valid_o(), .ls_rsp_en_o(), .ls_rsp_raw_o(), .ls_rsp_rdata_o(),
      .tx_valid_i(tx), .tx_ready_o(), .tx_addr_i(tx_addr), .tx_bytes_i(tx_bytes),
      .gm_valid_o(v_gm[37]), .gm_ready_i(r_gm), .gm_addr_o(v_gm[36:5]), .gm_bytes_o(v_gm[4:0]),
      .gm_rsp_valid_i(gm_rsp), .gm_rsp_ready_o(), .gm_rsp_data_i(gm_data),
      .net_valid_o(v_net[51]), .net_ready_i(r_net), .net_dest_o(v_net[50:48]), .net_msg_o(v_net[47:0]),
      .net_valid_i(net), .net_ready_o(), .net_msg_i(msg));
  port_out #(.W(159)) res (.clk_i(clk_i), .on_i(on), .valid_i(v_res[159]), .ready_i(r_res), .payload_i(v_res[158:0]),
                           .bad_o(wrong[0]), .waited_o(reached[0]));
  port_out #(.W(25)) wake (.clk_i(clk_i), .on_i(on), .valid_i(v_wake[25]), .ready_i(r_wake), .payload_i(v_wake[24:0]),
                           .bad_o(wrong[1]), .waited_o(reached[1]));
  port_out #(.W(37)) gm (.clk_i(clk_i), .on_i(on), .valid_i(v_gm[37]), .ready_i(r_gm), .payload_i(v_gm[36:0]),
                         .bad_o(wrong[2]), .waited_o(reached[2]));
  port_out #(.W(51)) nt (.clk_i(clk_i), .on_i(on), .valid_i(v_net[51]), .ready_i(r_net), .payload_i(v_net[50:0]),
                         .bad_o(wrong[3]), .waited_o(reached[3]));
  assign bad = |wrong;
endmodule
`default_nettype wire
