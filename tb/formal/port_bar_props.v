// SPDX-License-Identifier: Apache-2.0
// The handshake of the ports of the barrier unit and of the network, whatever comes in. v_NAME must not depend on the input
// r_NAME in the same clock.
`default_nettype none
`include "ws_layout.vh"

// res of ws_bar: an answer stays until it is taken.
module port_bar (
    input  wire        clk_i, rst_ni, want, warp, tag, cluster, launch, launch_warp, start, phase, r_res,
    input  wire [ 3:0] ctas, lanes, pred,
    input  wire [ 4:0] what,
    input  wire [11:0] key,
    input  wire [ 7:0] live,
    input  wire [ 5:0] warps,
    input  wire        diverged,
    output wire        bad,
    output wire [ 2:0] reached,
    output wire        v_res
);
  localparam LANES = 4, TAG_W = 1, WARP_W = 1;
  `include "ws_ops.vh"
  wire on, ready, taken;
  wire [127:0] d;
  wire [3:0] p;
  wire [`WS_HEAD_W-1:0] head;
  wire [11:0] op = head[`WS_HEAD_OP];
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));
  ws_bar #(.LANES(4), .WARPS(2), .WARP_W(1), .TAG_W(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .cfg_ctas_i(ctas), .grp_valid_i(want && ready), .grp_ready_o(ready),
      .grp_head_i({diverged ? WS_ST_BAR_ALIGNED_DIVERGED : WS_ST_OK, 4'd0, lanes, cluster ? WS_UNIT_CLUSTER : WS_UNIT_BAR, 3'd0, what, tag,
                   warp}), .grp_key_i(key), .grp_addr_i(256'd0), .grp_a_i(256'd0), .grp_b_i(128'd0), .grp_c_i(128'd0),
      .grp_pred_i(pred), .live_i(live), .start_i(start), .launch_i(launch),
      .launch_warp_i(launch_warp), .launch_warps_i(warps), .away_o(), .quiet_o(), .res_valid_o(v_res), .res_ready_i(r_res),
      .res_more_o(), .res_head_o(head), .res_d_o(d), .res_d_hi_o(), .res_p_o(p), .clb_o(),
      .clb_phase_i(phase));
  port_out #(.W(`WS_HEAD_W + 36)) res (.clk_i(clk_i), .on_i(on), .valid_i(v_res), .ready_i(r_res), .payload_i({head, d[31:0], p}), .bad_o(bad), .waited_o(taken));
  assign reached = {taken && d != 0, taken && op[9], taken && !op[9]};
endmodule

// What comes out of the network, 2 CTAs.
module port_net #(
    parameter HOP = 4
) (
    input  wire       clk_i, rst_ni,
    input  wire [1:0] want, dest, r_out,
    input  wire [3:0] msg,
    output wire       bad,
    output wire [1:0] reached,
    output wire [5:0] v_out
);
  wire on;
  wire [1:0] wrong;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));
  ws_net #(.CTAS(2), .MSG_W(2), .HOP(HOP)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .in_valid_i(want), .in_ready_o(), .in_dest_i({2'b00, dest[1], 2'b00, dest[0]}),
      .in_msg_i(msg), .out_valid_o(v_out[5:4]), .out_ready_i(r_out), .out_msg_o(v_out[3:0]), .empty_o());
  genvar g;
  generate
    for (g = 0; g < 2; g = g + 1) begin : port
      port_out #(.W(2)) out (.clk_i(clk_i), .on_i(on), .valid_i(v_out[4+g]), .ready_i(r_out[g]), .payload_i(v_out[g*2+:2]),
                             .bad_o(wrong[g]), .waited_o(reached[g]));
    end
  endgenerate
  assign bad = |wrong;
endmodule
`default_nettype wire
