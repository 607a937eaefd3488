// SPDX-License-Identifier: Apache-2.0
// The mbarrier unit with the copies beside it, as ws_memory wires them, for proofs about the unit. Shared memory says anything in any
// clock, so what is proved holds with the real memory too.
`default_nettype none
`include "ws_layout.vh"
module mbar_block #(
    parameter LANES   = 4,
    parameter WARPS   = 2,
    parameter WARP_W  = 1,
    parameter TAG_W   = 1,
    parameter WAITERS = 2,
    parameter COPIES  = 2,
    parameter MSG_W   = `WS_MSG_W,
    parameter LANE_W  = $clog2(LANES)
) (
    input  wire                   clk_i, rst_ni,
    input  wire [            2:0] cfg_rank_i,
    input  wire [            3:0] cfg_ctas_i,
    input  wire [           15:0] cfg_trywait_i,
    input  wire                   tick_i, grp_valid_i,
    output wire                   grp_ready_o,
    input  wire [ `WS_HEAD_W-1:0] grp_head_i,
    input  wire [   LANES*64-1:0] grp_addr_i, grp_a_i,
    input  wire [   LANES*32-1:0] grp_b_i, grp_c_i,
    input  wire                   alive_i,
    output wire                   res_valid_o,
    input  wire                   res_ready_i,
    output wire                   res_more_o,
    output wire [ `WS_HEAD_W-1:0] res_head_o,
    output wire [   LANES*32-1:0] res_d_o, res_d_hi_o,
    output wire [      LANES-1:0] res_p_o,
    output wire                   wake_valid_o,
    input  wire                   wake_ready_i,
    output wire [ `WS_HEAD_W-1:0] wake_head_o,
    output wire [      LANES-1:0] wake_p_o,
    input  wire                   tx_valid_i,
    input  wire [           31:0] tx_addr_i, tx_bytes_i,
    output wire                   gm_valid_o,
    input  wire                   gm_ready_i,
    output wire [           31:0] gm_addr_o,
    output wire [            4:0] gm_bytes_o,
    input  wire                   gm_rsp_valid_i,
    input  wire [          127:0] gm_rsp_data_i,
    output wire                   net_valid_o,
    input  wire                   net_ready_i,
    output wire [            2:0] net_dest_o,
    output wire [      MSG_W-1:0] net_msg_o,
    input  wire                   net_valid_i,
    input  wire [      MSG_W-1:0] net_msg_i
);
  wire push_valid, push_stands, push_ready, push_cg, arr_valid, arr_ready, job_valid, job_ready;
  wire [WARP_W-1:0] push_warp, arr_warp, job_warp;
  wire [LANES-1:0] push_lanes, arr_lanes;
  wire [11:0] push_at;
  wire [31:0] push_x;
  wire [10:0] arr_slot, job_slot;
  wire [LANE_W-1:0] job_lane;
  wire [63:0] word;
  wire vld, seen, held, sweep, copy_ready, raw;
  wire [WARP_W+LANE_W:0] raw_meta;
  assign word = $anyseq;
  assign vld = $anyseq;
  assign seen = $anyseq;
  assign held = $anyseq;
  assign sweep = $anyseq;
  assign copy_ready = $anyseq;
  assign raw = $anyseq;
  assign raw_meta = $anyseq;

  ws_mbar #(.LANES(LANES), .WARPS(WARPS), .WARP_W(WARP_W), .TAG_W(TAG_W), .WAITERS(WAITERS), .STRUCT(1)) mbar (
      .clk_i(clk_i), .rst_ni(rst_ni), .cfg_rank_i(cfg_rank_i), .cfg_ctas_i(cfg_ctas_i), .cfg_trywait_i({|cfg_trywait_i, cfg_trywait_i}), .tick_i(tick_i),
      .grp_valid_i(grp_valid_i), .grp_ready_o(grp_ready_o), .grp_head_i(grp_head_i), .grp_key_i(12'd0), .grp_addr_i(grp_addr_i),
      .grp_a_i(grp_a_i), .grp_b_i(grp_b_i), .grp_c_i(grp_c_i), .grp_pred_i({LANES{1'b0}}), .alive_i(alive_i), .away_o(), .quiet_o(),
      .res_valid_o(res_valid_o), .res_ready_i(res_ready_i), .res_more_o(res_more_o), .res_head_o(res_head_o), .res_d_o(res_d_o),
      .res_d_hi_o(res_d_hi_o), .res_p_o(res_p_o), .wake_valid_o(wake_valid_o), .wake_ready_i(wake_ready_i), .wake_more_o(),
      .wake_head_o(wake_head_o), .wake_d_o(), .wake_d_hi_o(), .wake_p_o(wake_p_o), .late_valid_o(), .late_head_o(), .late_cta_o(),
      .mem_read_o(), .mem_read_slot_o(), .mem_keep_o(), .mem_pair_o(), .mem_word_i(word), .mem_vld_i(vld), .mem_seen_i(seen), .mem_write_o(),
      .mem_write_slot_o(), .mem_write_word_o(), .mem_write_vld_o(), .mem_write_seen_o(), .mem_held_i(held),
      .mem_sweep_i(sweep), .mem_idle_o(), .mem_wait_o(), .mem_busy_o(), .push_valid_o(push_valid), .push_stands_o(push_stands), .push_ready_i(push_ready), .push_warp_o(push_warp),
      .push_lanes_o(push_lanes), .push_at_o(push_at), .push_x_o(push_x), .push_cg_o(push_cg), .arr_valid_o(arr_valid),
      .arr_ready_i(arr_ready), .arr_warp_o(arr_warp), .arr_lanes_o(arr_lanes), .arr_slot_o(arr_slot), .job_valid_i(job_valid),
      .job_ready_o(job_ready), .job_slot_i(job_slot), .job_warp_i(job_warp), .job_lane_i(job_lane), .tx_valid_i(tx_valid_i),
      .tx_ready_o(), .tx_addr_i(tx_addr_i), .tx_bytes_i(tx_bytes_i), .net_valid_o(net_valid_o), .net_ready_i(net_ready_i),
      .net_dest_o(net_dest_o), .net_msg_o(net_msg_o), .net_valid_i(net_valid_i), .net_ready_o(), .net_msg_i(net_msg_i));

  ws_async #(.LANES(LANES), .WARPS(WARPS), .WARP_W(WARP_W), .TAG_W(TAG_W), .COPIES(COPIES)) copies (
      .clk_i(clk_i), .rst_ni(rst_ni), .cfg_rank_i(cfg_rank_i), .push_valid_i(push_valid), .push_stands_i(push_stands), .push_ready_o(push_ready),
      .push_warp_i(push_warp), .push_lanes_i(push_lanes), .push_at_i(push_at), .push_x_i(push_x), .push_cg_i(push_cg),
      .arr_valid_i(arr_valid), .arr_ready_o(arr_ready), .arr_warp_i(arr_warp), .arr_lanes_i(arr_lanes), .arr_slot_i(arr_slot),
      .job_valid_o(job_valid), .job_ready_i(job_ready), .job_slot_o(job_slot), .job_warp_o(job_warp), .job_lane_o(job_lane),
      .gm_valid_o(gm_valid_o), .gm_ready_i(gm_ready_i), .gm_addr_o(gm_addr_o), .gm_bytes_o(gm_bytes_o), .gm_rsp_valid_i(gm_rsp_valid_i),
      .gm_rsp_ready_o(), .gm_rsp_data_i(gm_rsp_data_i), .copy_valid_o(), .copy_ready_i(copy_ready), .copy_addr_o(), .copy_bytes_o(),
      .copy_data_o(), .copy_meta_o(), .copy_raw_i(raw), .copy_raw_meta_i(raw_meta), .busy_o(), .late_valid_o(), .late_head_o(),
      .late_cta_o());
endmodule
`default_nettype wire
