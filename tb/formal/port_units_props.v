// SPDX-License-Identifier: Apache-2.0
// The handshake of the ports of the mbarrier unit. Whatever comes
// in, whether or not it keeps the rule itself. 4 lanes, 2 warps. v_NAME must not depend on the input r_NAME in the same
// clock. Shared memory says anything in any clock (mbar_block.v).
`default_nettype none
`include "ws_layout.vh"

// res, wake, gm and net of ws_mbar.
module port_mbar (
    input  wire         clk_i, rst_ni, want, warp, tag, alive, tick,
    input  wire [  2:0] rank,
    input  wire [  3:0] ctas,
    input  wire [ 15:0] limit,
    input  wire [  7:0] fn,
    input  wire [  3:0] lanes,
    input  wire [255:0] addr, a,
    input  wire [127:0] b, c, gm_data,
    input  wire         tx, gm_rsp, net,
    input  wire [ 31:0] tx_addr, tx_bytes,
    input  wire [ 47:0] msg,
    input  wire         r_res, r_wake, r_gm, r_net,
    output wire         bad,
    output wire [  3:0] reached,
    output wire [165:0] v_res,
    output wire [ 36:0] v_wake,
    output wire [ 37:0] v_gm,
    output wire [ 51:0] v_net
);
  `include "ws_ops.vh"
  wire on, ready;
  wire [3:0] wrong;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));
  mbar_block #(.LANES(4), .WARPS(2), .WARP_W(1), .TAG_W(1), .WAITERS(2), .COPIES(2)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .cfg_rank_i(rank), .cfg_ctas_i(ctas), .cfg_trywait_i({|limit, limit}), .tick_i(tick),
      .grp_valid_i(want && ready), .grp_ready_o(ready), .grp_head_i({WS_ST_OK, 4'd0, lanes, WS_UNIT_MBAR, fn, tag, warp}),
      .grp_addr_i(addr), .grp_a_i(a), .grp_b_i(b), .grp_c_i(c), .alive_i(alive),
      .res_valid_o(v_res[165]), .res_ready_i(r_res), .res_more_o(v_res[164]), .res_head_o(v_res[163:132]), .res_d_o(),
      .res_d_hi_o(v_res[131:4]), .res_p_o(v_res[3:0]),
      .wake_valid_o(v_wake[36]), .wake_ready_i(r_wake), .wake_head_o(v_wake[35:4]), .wake_p_o(v_wake[3:0]),
      .tx_valid_i(tx), .tx_addr_i(tx_addr), .tx_bytes_i(tx_bytes),
      .gm_valid_o(v_gm[37]), .gm_ready_i(r_gm), .gm_addr_o(v_gm[36:5]), .gm_bytes_o(v_gm[4:0]),
      .gm_rsp_valid_i(gm_rsp), .gm_rsp_data_i(gm_data),
      .net_valid_o(v_net[51]), .net_ready_i(r_net), .net_dest_o(v_net[50:48]), .net_msg_o(v_net[47:0]),
      .net_valid_i(net), .net_msg_i(msg));
  port_out #(.W(165)) res (.clk_i(clk_i), .on_i(on), .valid_i(v_res[165]), .ready_i(r_res), .payload_i(v_res[164:0]),
                           .bad_o(wrong[0]), .waited_o(reached[0]));
  port_out #(.W(36)) wake (.clk_i(clk_i), .on_i(on), .valid_i(v_wake[36]), .ready_i(r_wake), .payload_i(v_wake[35:0]),
                           .bad_o(wrong[1]), .waited_o(reached[1]));
  port_out #(.W(37)) gm (.clk_i(clk_i), .on_i(on), .valid_i(v_gm[37]), .ready_i(r_gm), .payload_i(v_gm[36:0]),
                         .bad_o(wrong[2]), .waited_o(reached[2]));
  port_out #(.W(51)) nt (.clk_i(clk_i), .on_i(on), .valid_i(v_net[51]), .ready_i(r_net), .payload_i(v_net[50:0]),
                         .bad_o(wrong[3]), .waited_o(reached[3]));
  assign bad = |wrong;
endmodule
`default_nettype wire
