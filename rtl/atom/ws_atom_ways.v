// SPDX-License-Identifier: Apache-2.0
// The ways that atomics take: in shared memory here (ws_atom), in global memory or another CTA (ws_atom_far), and those of other CTAs here
// (ws_atom_guest). This file only wires.
//
// Lanes of one group may go both ways; it enters when both are free, or, a clock later, when all its lanes are for shared memory and what is
// under way elsewhere is another warp's. Results: part 0 in shared memory, 1 of the others.
`default_nettype none
`include "ws_layout.vh"
module ws_atom_ways #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter SLOTS  = 1,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter ALUS   = 8,
    parameter BANKS  = 32,
    parameter ROW_W  = 12 - $clog2(BANKS)  // derived, not to be set
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    input  wire [           2:0] cfg_rank_i,
    input  wire [           3:0] cfg_ctas_i,
    input  wire                  alive_i,      // a lane of the CTA lives
    // group, from the rendezvous: stands there until grp_ready_o, and enters then
    input  wire                  grp_stands_i,
    output wire                  grp_ready_o,
    input  wire [`WS_HEAD_W-1:0] grp_head_i,
    input  wire [          11:0] grp_key_i,
    input  wire [  LANES*64-1:0] grp_addr_i,
    input  wire [  LANES*64-1:0] grp_a_i,
    input  wire [  LANES*32-1:0] grp_b_i,
    input  wire [  LANES*32-1:0] grp_c_i,
    input  wire [     LANES-1:0] grp_pred_i,
    // results, to the collector
    output wire [           1:0] res_valid_o,
    input  wire [           1:0] res_ready_i,
    output wire [           1:0] res_more_o,
    output wire [2*`WS_HEAD_W-1:0] res_head_o,
    output wire [2*LANES*32-1:0] res_d_o,
    output wire [2*LANES*32-1:0] res_d_hi_o,
    output wire [   2*LANES-1:0] res_p_o,
    // shared memory, as in ws_atom
    output wire                  mem_want_o,
    output wire                  mem_uses_o,
    input  wire                  mem_go_i,
    input  wire                  mem_sweep_i,
    output wire [     SLOTS-1:0] mem_busy_o,
    output wire [     BANKS-1:0] mem_read_o,
    output wire [BANKS*ROW_W-1:0] mem_read_row_o,
    input  wire [  BANKS*32-1:0] mem_rdata_i,
    input  wire [     BANKS-1:0] mem_raw_i,
    output wire [   BANKS*4-1:0] mem_be_o,
    output wire [BANKS*ROW_W-1:0] mem_write_row_o,
    output wire [  BANKS*32-1:0] mem_wdata_o,
    // global memory
    output wire                  gm_valid_o,
    input  wire                  gm_ready_i,
    output wire [          31:0] gm_addr_o,
    output wire [           4:0] gm_bytes_o,
    output wire [  `WS_GM_W-1:0] gm_more_o,
    input  wire                  gm_rsp_valid_i,
    output wire                  gm_rsp_ready_o,
    input  wire [         127:0] gm_rsp_data_i,
    // other CTAs: asked, and asking
    output wire                  ask_valid_o,
    input  wire                  ask_ready_i,
    output wire [           2:0] ask_dest_o,
    output wire [ `WS_ASK_W-1:0] ask_msg_o,
    input  wire                  ask_valid_i,
    output wire                  ask_ready_o,
    input  wire [ `WS_ASK_W-1:0] ask_msg_i,
    output wire                  ans_valid_o,
    input  wire                  ans_ready_i,
    output wire [           2:0] ans_dest_o,
    output wire [ `WS_ANS_W-1:0] ans_msg_o,
    input  wire                  ans_valid_i,
    output wire                  ans_ready_o,
    input  wire [ `WS_ANS_W-1:0] ans_msg_i,
    output wire                  quiet_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  localparam IN_TAG_W = TAG_W > 8 ? TAG_W + 1 : 9;  // of the unit of shared memory: says whose a group is
  localparam HEAD_W = `WS_HEAD_W, IN_HEAD_W = HEAD_W - TAG_W + IN_TAG_W;

  wire near_ready, far_quiet, near_quiet, guest_quiet, hold;
  wire [LANES-1:0] laid;
  wire [LANES*7+12:0] fresh;
  wire row_valid;
  wire [$clog2(LANES)-2:0] row;
  wire [1:0] row_lanes;
  wire [2*146-1:0] row_rec;
  wire [11:0] grp_op = grp_head_i[`WS_HEAD_OP];
  wire [WARP_W-1:0] grp_warp = grp_head_i[`WS_HEAD_WARP];
  wire grp_valid = grp_stands_i && grp_ready_o;  // made here too, so that it need not come back from there

  // Configuration: static, and from registers, so that nothing of it shows at a port in the same clock.
  reg [2:0] rank_q;
  reg [3:0] self_q, ctas_q;
  always @(posedge clk_i) {rank_q, self_q, ctas_q} <= {cfg_rank_i, {1'b0, cfg_rank_i} + 4'd1, cfg_ctas_i};

  ws_atom_lays #(
      .LANES (LANES),
      .WARPS (WARPS),
      .WARP_W(WARP_W)
  ) lays (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .enter_i(grp_valid && atom_is_pairs(grp_op[7:0])),
      .warp_i (grp_warp),
      .lanes_i(grp_head_i[`WS_HEAD_LANES]),
      .lay_i  (grp_pred_i),
      .laid_o (laid)
  );

  ws_atom_far #(
      .LANES (LANES),
      .WARPS (WARPS),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W)
  ) far (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .rank_i        (rank_q),
      .self_i        (self_q),
      .grp_valid_i   (grp_valid),
      .grp_stands_i  (grp_stands_i),
      .room_i        (near_ready),
      .hold_i        (hold),
      .grp_ready_o   (grp_ready_o),
      .grp_head_i    (grp_head_i),
      .grp_addr_i    (grp_addr_i),
      .grp_pred_i    (grp_pred_i),
      .new_i         (fresh),
      .row_valid_i   (row_valid),
      .row_i         (row),
      .row_lanes_i   (row_lanes),
      .row_rec_i     (row_rec),
      .res_valid_o   (res_valid_o[1]),
      .res_ready_i   (res_ready_i[1]),
      .res_more_o    (res_more_o[1]),
      .res_head_o    (res_head_o[HEAD_W+:HEAD_W]),
      .res_d_o       (res_d_o[LANES*32+:LANES*32]),
      .res_d_hi_o    (res_d_hi_o[LANES*32+:LANES*32]),
      .res_p_o       (res_p_o[LANES+:LANES]),
      .gm_valid_o    (gm_valid_o),
      .gm_ready_i    (gm_ready_i),
      .gm_addr_o     (gm_addr_o),
      .gm_bytes_o    (gm_bytes_o),
      .gm_more_o     (gm_more_o),
      .gm_rsp_valid_i(gm_rsp_valid_i),
      .gm_rsp_ready_o(gm_rsp_ready_o),
      .gm_rsp_data_i (gm_rsp_data_i),
      .ask_valid_o   (ask_valid_o),
      .ask_ready_i   (ask_ready_i),
      .ask_dest_o    (ask_dest_o),
      .ask_msg_o     (ask_msg_o),
      .ans_valid_i   (ans_valid_i),
      .ans_ready_o   (ans_ready_o),
      .ans_msg_i     (ans_msg_i),
      .quiet_o       (far_quiet)
  );

  wire in_valid, out_valid, out_own, out_guest_ready, out_more;
  wire [IN_HEAD_W-1:0] in_head, out_head;
  wire [63:0] in_addr, in_a;  // lane 0, which may be a guest
  wire [31:0] in_b, in_c;
  wire in_pred, in_laid;

  ws_atom_guest #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .OWN_W (TAG_W),
      .TAG_W (IN_TAG_W)
  ) guest (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .alive_i    (alive_i),
      .ask_valid_i(ask_valid_i),
      .ask_ready_o(ask_ready_o),
      .ask_msg_i  (ask_msg_i),
      .ans_valid_o(ans_valid_o),
      .ans_ready_i(ans_ready_i),
      .ans_dest_o (ans_dest_o),
      .ans_msg_o  (ans_msg_o),
      .hold_o     (hold),
      .own_valid_i(grp_valid),
      .own_op_i   (grp_op),
      .own_lanes_i(grp_head_i[`WS_HEAD_LANES]),
      .own_tag_i  (grp_head_i[`WS_HEAD_TAG]),
      .own_warp_i (grp_warp),
      .own_addr_i (grp_addr_i[63:0]),
      .own_a_i    (grp_a_i[63:0]),
      .own_b_i    (grp_b_i[31:0]),
      .own_c_i    (grp_c_i[31:0]),
      .own_pred_i (grp_pred_i[0]),
      .own_laid_i (laid[0]),
      .grp_valid_o(in_valid),
      .grp_ready_i(near_ready),
      .grp_head_o (in_head),
      .grp_addr_o (in_addr),
      .grp_a_o    (in_a),
      .grp_b_o    (in_b),
      .grp_c_o    (in_c),
      .grp_pred_o (in_pred),
      .grp_laid_o (in_laid),
      .res_valid_i(out_valid),
      .res_own_o  (out_own),
      .res_ready_o(out_guest_ready),
      .res_head_i (out_head),
      .res_d_i    (res_d_o[31:0]),
      .res_d_hi_i (res_d_hi_o[31:0]),
      .res_p_i    (res_p_o[0]),
      .quiet_o    (guest_quiet)
  );

  ws_atom #(
      .LANES (LANES),
      .WARPS (WARPS),
      .SLOTS (SLOTS),
      .WARP_W(WARP_W),
      .TAG_W (IN_TAG_W),
      .ALUS  (ALUS),
      .BANKS (BANKS)
  ) unit (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .self_i         (self_q),
      .ctas_i         (ctas_q),
      .grp_valid_i    (in_valid),
      .grp_ready_o    (near_ready),
      .grp_head_i     (in_head),
      .grp_key_i      (grp_key_i),
      .grp_addr_i     (grp_addr_i),
      .grp_a_i        (grp_a_i),
      .grp_b_i        (grp_b_i),
      .grp_c_i        (grp_c_i),
      .grp_pred_i     (grp_pred_i),
      .grp_laid_i     (laid),
      .first_addr_i   (in_addr),
      .first_a_i      (in_a),
      .first_b_i      (in_b),
      .first_c_i      (in_c),
      .first_pred_i   (in_pred),
      .first_laid_i   (in_laid),
      .new_o          (fresh),
      .far_valid_o    (row_valid),
      .far_row_o      (row),
      .far_lanes_o    (row_lanes),
      .far_rec_o      (row_rec),
      .res_valid_o    (out_valid),
      .res_ready_i    (out_own ? res_ready_i[0] : out_guest_ready),
      .res_more_o     (out_more),
      .res_head_o     (out_head),
      .res_d_o        (res_d_o[0+:LANES*32]),
      .res_d_hi_o     (res_d_hi_o[0+:LANES*32]),
      .res_p_o        (res_p_o[0+:LANES]),
      .mem_want_o     (mem_want_o),
      .mem_uses_o     (mem_uses_o),
      .mem_go_i       (mem_go_i),
      .mem_sweep_i    (mem_sweep_i),
      .mem_busy_o     (mem_busy_o),
      .mem_read_o     (mem_read_o),
      .mem_read_row_o (mem_read_row_o),
      .mem_rdata_i    (mem_rdata_i),
      .mem_raw_i      (mem_raw_i),
      .mem_be_o       (mem_be_o),
      .mem_write_row_o(mem_write_row_o),
      .mem_wdata_o    (mem_wdata_o),
      .quiet_o        (near_quiet)
  );

  assign res_valid_o[0] = out_valid && out_own;
  assign res_more_o[0] = out_more;
  assign res_head_o[HEAD_W-1:0] = {out_head[IN_HEAD_W-1:WARP_W+IN_TAG_W], out_head[WARP_W+TAG_W-1:0]};  // without the upper bits of the tag
  assign quiet_o = far_quiet && near_quiet && guest_quiet;
  wire unused = &{1'b0, out_head};
endmodule
`default_nettype wire
