// SPDX-License-Identifier: Apache-2.0
// Unit of vote, activemask, elect and bar.warp.sync, and of every group that is refused, broken or unknown: a register in front of
// ws_vote_fn and one behind it.
//
// Latency 2 clocks (IN, OUT), one group per clock. Results as in ws_vote_fn; d is the same for all lanes of the group. A group whose
// status is an error is answered with that status and zeros.
// Each stage may load when it is empty or its content is taken in the same cycle. Reset clears the valid bits only.
`default_nettype none
`include "ws_layout.vh"
module ws_vote #(
    parameter LANES  = 32,  // 4, 8, 16 or 32
    parameter WARP_W = 2,
    parameter TAG_W  = 8
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    // group, from the rendezvous
    input  wire                  grp_valid_i,
    output wire                  grp_ready_o,
    input  wire [`WS_HEAD_W-1:0] grp_head_i,
    input  wire [          11:0] grp_key_i,
    input  wire [  LANES*64-1:0] grp_addr_i,
    input  wire [  LANES*64-1:0] grp_a_i,
    input  wire [  LANES*32-1:0] grp_b_i,
    input  wire [  LANES*32-1:0] grp_c_i,
    input  wire [     LANES-1:0] grp_pred_i,
    // result, to the collector
    output wire                  res_valid_o,
    input  wire                  res_ready_i,
    output wire                  res_more_o,
    output wire [`WS_HEAD_W-1:0] res_head_o,
    output wire [  LANES*32-1:0] res_d_o,
    output wire [  LANES*32-1:0] res_d_hi_o,
    output wire [     LANES-1:0] res_p_o
);
  generate
    if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : g_illegal
      ws_vote_illegal_LANES illegal ();
    end
  endgenerate

  reg in_valid;
  wire out_ready, out_load;
  reg [`WS_HEAD_W-1:0] in_head_q, out_head_q;
  reg [LANES-1:0] in_pred_q, out_d_q, out_p_q;
  wire [9:0] in_status = in_head_q[`WS_HEAD_STATUS];
  wire [11:0] in_op = in_head_q[`WS_HEAD_OP];
  wire [LANES-1:0] fn_d, fn_p;
  wire unused = &{1'b0, grp_key_i, grp_addr_i, grp_a_i, grp_b_i, grp_c_i, in_status[8:0], in_op[11:8]};

  ws_ready ready (
      .room_i     (!in_valid || !res_valid_o),
      .follows_i  (1'b1),
      .res_ready_i(res_ready_i),
      .ready_o    (grp_ready_o)
  );

  always @(posedge clk_i)
    if (!rst_ni) in_valid <= 1'b0;
    else in_valid <= grp_valid_i || (in_valid && !out_ready);

  always @(posedge clk_i)
    if (grp_valid_i) begin
      in_head_q <= grp_head_i;
      in_pred_q <= grp_pred_i;
    end

  ws_vote_fn #(
      .LANES(LANES)
  ) u_fn (
      .fn_i    (in_op[7:0]),
      .poison_i(in_status[9]),
      .lanes_i (in_head_q[`WS_HEAD_LANES]),
      .pred_i  (in_pred_q),
      .d_o     (fn_d),
      .p_o     (fn_p)
  );

  ws_stage u_out (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(in_valid),
      .ready_o(out_ready),
      .valid_o(res_valid_o),
      .ready_i(res_ready_i),
      .load_o (out_load)
  );

  always @(posedge clk_i)
    if (out_load) begin
      out_head_q <= in_head_q;
      out_d_q    <= fn_d;
      out_p_q    <= fn_p;
    end

  wire [31:0] d = {{32 - LANES{1'b0}}, out_d_q};

  assign res_more_o = 1'b0;
  assign res_head_o = out_head_q;
  assign res_d_o = {LANES{d}};
  assign res_d_hi_o = {LANES * 32{1'b0}};
  assign res_p_o = out_p_q;
endmodule
`default_nettype wire
