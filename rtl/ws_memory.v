// SPDX-License-Identifier: Apache-2.0
// Shared memory and what uses it: mbarrier operations, atomics, asynchronous copies, plain accesses. This file only wires.
//
// Memory (ws_smem) belongs to none of them; it says who goes in which clock. A result leaves by res, those of lanes that waited by wake.
// late: statuses that no response carries, a strobe. Of two in one clock the first is captured.
`default_nettype none
`include "ws_layout.vh"
module ws_memory #(
    parameter LANES   = 32,
    parameter WARPS   = 4,
    parameter SLOTS   = 1,
    parameter WARP_W  = 2,
    parameter TAG_W   = 8,
    parameter TICK_NS = 10,
    parameter WAITERS = 8,
    parameter COPIES  = 8,
    parameter ALUS    = 8,
    parameter BANKS   = 32,
    parameter [15:0] FAMILIES = 16'hffff,
    parameter STRUCT  = 0,
    parameter ROW_W   = 12 - $clog2(BANKS),  // derived, not to be set
    parameter MSG_W   = `WS_MSG_W            // derived, not to be set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // configuration (static) and time
    input  wire [            2:0] cfg_rank_i,
    input  wire [            3:0] cfg_ctas_i,
    input  wire [           16:0] cfg_trywait_i,   // {not 0, ticks}
    input  wire                   tick_i,
    // group, from the rendezvous
    input  wire                   mbar_grp_valid_i,
    output wire                   mbar_grp_ready_o,
    input  wire                   atom_grp_valid_i,
    input  wire                   atom_grp_stands_i,  // it stands there until it is taken
    output wire                   atom_grp_ready_o,
    input  wire [ `WS_HEAD_W-1:0] grp_head_i,
    input  wire [           11:0] grp_key_i,
    input  wire [   LANES*64-1:0] grp_addr_i,
    input  wire [   LANES*64-1:0] grp_a_i,
    input  wire [   LANES*32-1:0] grp_b_i,
    input  wire [   LANES*32-1:0] grp_c_i,
    input  wire [      LANES-1:0] grp_pred_i,
    // lanes and CTAs
    input  wire                   alive_i,         // a lane lives
    input  wire [      SLOTS-1:0] start_i,
    output wire [WARPS*LANES-1:0] away_o,
    output wire                   quiet_o,
    // results, to the collector: part 0 of mbarrier operations, 1 of lanes that waited, 2 of atomics in shared memory, 3 of others
    output wire [            3:0] res_valid_o,
    input  wire [            3:0] res_ready_i,
    output wire [            3:0] res_more_o,
    output wire [4*`WS_HEAD_W-1:0] res_head_o,
    output wire [  4*LANES*32-1:0] res_d_o,
    output wire [  4*LANES*32-1:0] res_d_hi_o,
    output wire [     4*LANES-1:0] res_p_o,
    // to the error capture
    output wire                   late_valid_o,
    output wire [ `WS_HEAD_W-1:0] late_head_o,
    output wire [            2:0] late_cta_o,
    // plain access to shared memory, one word a bank
    input  wire                   ls_valid_i,
    output wire                   ls_ready_o,
    input  wire [      BANKS-1:0] ls_en_i,
    input  wire [BANKS*ROW_W-1:0] ls_row_i,
    input  wire [    BANKS*4-1:0] ls_be_i,
    input  wire [   BANKS*32-1:0] ls_wdata_i,
    output wire                   ls_rsp_valid_o,
    output wire [      BANKS-1:0] ls_rsp_en_o,
    output wire [      BANKS-1:0] ls_rsp_raw_o,
    output wire [   BANKS*32-1:0] ls_rsp_rdata_o,
    // bytes that an asynchronous engine has completed
    input  wire                   tx_valid_i,
    output wire                   tx_ready_o,
    input  wire [           31:0] tx_addr_i,
    input  wire [           31:0] tx_bytes_i,
    // copies and atomics: global memory
    output wire                   gm_valid_o,
    input  wire                   gm_ready_i,
    output wire [           31:0] gm_addr_o,
    output wire [            4:0] gm_bytes_o,
    output wire [   `WS_GM_W-1:0] gm_more_o,
    output wire                   gm_tag_o,
    input  wire                   gm_rsp_valid_i,
    output wire                   gm_rsp_ready_o,
    input  wire [          127:0] gm_rsp_data_i,
    input  wire                   gm_rsp_tag_i,
    // operations on objects of other CTAs, and of other CTAs on objects here
    output wire                   net_valid_o,
    input  wire                   net_ready_i,
    output wire [            2:0] net_dest_o,
    output wire [      MSG_W-1:0] net_msg_o,
    input  wire                   net_valid_i,
    output wire                   net_ready_o,
    input  wire [      MSG_W-1:0] net_msg_i,
    // atomics in other CTAs, and of other CTAs here
    output wire                   ask_valid_o,
    input  wire                   ask_ready_i,
    output wire [            2:0] ask_dest_o,
    output wire [  `WS_ASK_W-1:0] ask_msg_o,
    input  wire                   ask_valid_i,
    output wire                   ask_ready_o,
    input  wire [  `WS_ASK_W-1:0] ask_msg_i,
    // ... and their answers
    output wire                   ans_valid_o,
    input  wire                   ans_ready_i,
    output wire [            2:0] ans_dest_o,
    output wire [  `WS_ANS_W-1:0] ans_msg_o,
    input  wire                   ans_valid_i,
    output wire                   ans_ready_o,
    input  wire [  `WS_ANS_W-1:0] ans_msg_i
);
  `include "ws_ops.vh"
  localparam META_W = WARP_W + $clog2(LANES) + 1, D_W = LANES * 32;

  // -------------------------------------------------------------------------------------------------------- memory

  wire obj_read, obj_vld, obj_seen, obj_write, obj_write_vld, obj_write_seen, obj_held, copy_valid, copy_ready, copy_raw, smem_quiet;
  wire [10:0] obj_read_slot, obj_write_slot;
  wire [BANKS/2-1:0] obj_pair;
  wire obj_keep;
  wire [63:0] obj_word, obj_write_word;
  wire [13:0] copy_addr;
  wire [4:0] copy_bytes;
  wire [127:0] copy_data;
  wire [META_W-1:0] copy_meta, copy_raw_meta;
  wire [SLOTS-1:0] sweep, mbar_busy, copy_busy, atom_busy;
  reg swept_q;  // memory was swept a clock ago: the units look at a register of their own
  wire mbar_idle, mbar_wait, at_want, at_uses, at_go;
  wire [BANKS-1:0] at_read, at_raw;
  wire [BANKS*ROW_W-1:0] at_read_row, at_write_row;
  wire [BANKS*4-1:0] at_be;
  wire [BANKS*32-1:0] at_rdata, at_wdata;

  always @(posedge clk_i) swept_q <= !rst_ni || |sweep;
  ws_smem #(
      .META_W(META_W),
      .SLOTS (SLOTS),
      .ALUS  (ALUS),
      .BANKS (BANKS),
      .STRUCT(STRUCT)
  ) smem (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .start_i        (start_i),
      .idle_i         (mbar_idle),
      .busy_i         (mbar_busy | copy_busy | atom_busy),
      .sweep_o        (sweep),
      .read_i         (obj_read),
      .read_slot_i    (obj_read_slot),
      .keep_i         (obj_keep),
      .pair_i         (obj_pair),
      .word_o         (obj_word),
      .vld_o          (obj_vld),
      .seen_o         (obj_seen),
      .write_i        (obj_write),
      .write_slot_i   (obj_write_slot),
      .write_word_i   (obj_write_word),
      .write_vld_i    (obj_write_vld),
      .write_seen_i   (obj_write_seen),
      .held_o         (obj_held),
      .wait_i         (mbar_wait),
      .at_want_i      (at_want),
      .at_uses_i      (at_uses),
      .at_go_o        (at_go),
      .at_read_i      (at_read),
      .at_read_row_i  (at_read_row),
      .at_rdata_o     (at_rdata),
      .at_raw_o       (at_raw),
      .at_be_i        (at_be),
      .at_write_row_i (at_write_row),
      .at_wdata_i     (at_wdata),
      .copy_valid_i   (copy_valid),
      .copy_ready_o   (copy_ready),
      .copy_addr_i    (copy_addr),
      .copy_bytes_i   (copy_bytes),
      .copy_data_i    (copy_data),
      .copy_meta_i    (copy_meta),
      .copy_raw_o     (copy_raw),
      .copy_raw_meta_o(copy_raw_meta),
      .ls_valid_i     (ls_valid_i),
      .ls_ready_o     (ls_ready_o),
      .ls_en_i        (ls_en_i),
      .ls_row_i       (ls_row_i),
      .ls_be_i        (ls_be_i),
      .ls_wdata_i     (ls_wdata_i),
      .ls_rsp_valid_o (ls_rsp_valid_o),
      .ls_rsp_en_o    (ls_rsp_en_o),
      .ls_rsp_raw_o   (ls_rsp_raw_o),
      .ls_rsp_rdata_o (ls_rsp_rdata_o),
      .quiet_o        (smem_quiet)
  );

  // ------------------------------------------------------------------------------------------- mbarriers and copies

  wire mbar_quiet, mbar_late_valid, copy_late_valid, c_gm_valid, c_gm_ready, c_gm_owed, c_gm_rsp_valid, c_gm_rsp_ready;
  wire [31:0] c_gm_addr;
  wire [4:0] c_gm_bytes;
  wire [`WS_HEAD_W-1:0] mbar_late_head, copy_late_head;
  wire [2:0] mbar_late_cta, copy_late_cta;

  generate
    if (FAMILIES[WS_FAMILY_MBAR]) begin : with_mbar
      wire push_valid, push_stands, push_ready, push_cg, arr_valid, arr_ready, job_valid, job_ready;
      wire [WARP_W-1:0] push_warp, arr_warp, job_warp;
      wire [LANES-1:0] push_lanes, arr_lanes;
      wire [11:0] push_at;
      wire [31:0] push_x;
      wire [10:0] arr_slot, job_slot;
      wire [$clog2(LANES)-1:0] job_lane;

      ws_mbar #(
          .LANES  (LANES),
          .WARPS  (WARPS),
          .SLOTS  (SLOTS),
          .WARP_W (WARP_W),
          .TAG_W  (TAG_W),
          .TICK_NS(TICK_NS),
          .WAITERS(WAITERS),
          .BANKS  (BANKS),
          .STRUCT (STRUCT)
      ) mbar (
          .clk_i           (clk_i),
          .rst_ni          (rst_ni),
          .grp_valid_i     (mbar_grp_valid_i),
          .grp_ready_o     (mbar_grp_ready_o),
          .grp_head_i      (grp_head_i),
          .grp_key_i       (grp_key_i),
          .grp_addr_i      (grp_addr_i),
          .grp_a_i         (grp_a_i),
          .grp_b_i         (grp_b_i),
          .grp_c_i         (grp_c_i),
          .grp_pred_i      (grp_pred_i),
          .res_valid_o     (res_valid_o[0]),
          .res_ready_i     (res_ready_i[0]),
          .res_more_o      (res_more_o[0]),
          .res_head_o      (res_head_o[0+:`WS_HEAD_W]),
          .res_d_o         (res_d_o[0+:D_W]),
          .res_d_hi_o      (res_d_hi_o[0+:D_W]),
          .res_p_o         (res_p_o[0+:LANES]),
          .wake_valid_o    (res_valid_o[1]),
          .wake_ready_i    (res_ready_i[1]),
          .wake_more_o     (res_more_o[1]),
          .wake_head_o     (res_head_o[1*`WS_HEAD_W+:`WS_HEAD_W]),
          .wake_d_o        (res_d_o[1*D_W+:D_W]),
          .wake_d_hi_o     (res_d_hi_o[1*D_W+:D_W]),
          .wake_p_o        (res_p_o[1*LANES+:LANES]),
          .late_valid_o    (mbar_late_valid),
          .late_head_o     (mbar_late_head),
          .late_cta_o      (mbar_late_cta),
          .cfg_rank_i      (cfg_rank_i),
          .cfg_ctas_i      (cfg_ctas_i),
          .cfg_trywait_i   (cfg_trywait_i),
          .tick_i          (tick_i),
          .alive_i         (alive_i),
          .away_o          (away_o),
          .quiet_o         (mbar_quiet),
          .mem_read_o      (obj_read),
          .mem_read_slot_o (obj_read_slot),
          .mem_keep_o      (obj_keep),
          .mem_pair_o      (obj_pair),
          .mem_word_i      (obj_word),
          .mem_vld_i       (obj_vld),
          .mem_seen_i      (obj_seen),
          .mem_write_o     (obj_write),
          .mem_write_slot_o(obj_write_slot),
          .mem_write_word_o(obj_write_word),
          .mem_write_vld_o (obj_write_vld),
          .mem_write_seen_o(obj_write_seen),
          .mem_held_i      (obj_held),
          .mem_sweep_i     (swept_q),
          .mem_idle_o      (mbar_idle),
          .mem_wait_o      (mbar_wait),
          .mem_busy_o      (mbar_busy),
          .push_valid_o    (push_valid),
          .push_stands_o   (push_stands),
          .push_ready_i    (push_ready),
          .push_warp_o     (push_warp),
          .push_lanes_o    (push_lanes),
          .push_at_o       (push_at),
          .push_x_o        (push_x),
          .push_cg_o       (push_cg),
          .arr_valid_o     (arr_valid),
          .arr_ready_i     (arr_ready),
          .arr_warp_o      (arr_warp),
          .arr_lanes_o     (arr_lanes),
          .arr_slot_o      (arr_slot),
          .job_valid_i     (job_valid),
          .job_ready_o     (job_ready),
          .job_slot_i      (job_slot),
          .job_warp_i      (job_warp),
          .job_lane_i      (job_lane),
          .tx_valid_i      (tx_valid_i),
          .tx_ready_o      (tx_ready_o),
          .tx_addr_i       (tx_addr_i),
          .tx_bytes_i      (tx_bytes_i),
          .net_valid_o     (net_valid_o),
          .net_ready_i     (net_ready_i),
          .net_dest_o      (net_dest_o),
          .net_msg_o       (net_msg_o),
          .net_valid_i     (net_valid_i),
          .net_ready_o     (net_ready_o),
          .net_msg_i       (net_msg_i)
      );

      ws_async #(
          .LANES (LANES),
          .WARPS (WARPS),
          .WARP_W(WARP_W),
          .TAG_W (TAG_W),
          .SLOTS (SLOTS),
          .COPIES(COPIES)
      ) copies (
          .clk_i          (clk_i),
          .rst_ni         (rst_ni),
          .cfg_rank_i     (cfg_rank_i),
          .push_valid_i   (push_valid),
          .push_stands_i  (push_stands),
          .push_ready_o   (push_ready),
          .push_warp_i    (push_warp),
          .push_lanes_i   (push_lanes),
          .push_at_i      (push_at),
          .push_x_i       (push_x),
          .push_cg_i      (push_cg),
          .arr_valid_i    (arr_valid),
          .arr_ready_o    (arr_ready),
          .arr_warp_i     (arr_warp),
          .arr_lanes_i    (arr_lanes),
          .arr_slot_i     (arr_slot),
          .job_valid_o    (job_valid),
          .job_ready_i    (job_ready),
          .job_slot_o     (job_slot),
          .job_warp_o     (job_warp),
          .job_lane_o     (job_lane),
          .gm_valid_o     (c_gm_valid),
          .gm_ready_i     (c_gm_ready),
          .gm_addr_o      (c_gm_addr),
          .gm_bytes_o     (c_gm_bytes),
          .gm_owed_o      (c_gm_owed),
          .gm_rsp_valid_i (c_gm_rsp_valid),
          .gm_rsp_ready_o (c_gm_rsp_ready),
          .gm_rsp_data_i  (gm_rsp_data_i),
          .copy_valid_o   (copy_valid),
          .copy_ready_i   (copy_ready),
          .copy_addr_o    (copy_addr),
          .copy_bytes_o   (copy_bytes),
          .copy_data_o    (copy_data),
          .copy_meta_o    (copy_meta),
          .copy_raw_i     (copy_raw),
          .copy_raw_meta_i(copy_raw_meta),
          .busy_o         (copy_busy),
          .late_valid_o   (copy_late_valid),
          .late_head_o    (copy_late_head),
          .late_cta_o     (copy_late_cta)
      );
    end else begin : no_mbar
      assign {mbar_grp_ready_o, res_valid_o[1:0], res_more_o[1:0], res_head_o[0+:2*`WS_HEAD_W], res_p_o[0+:2*LANES]} = 0;
      assign {res_d_o[0+:2*D_W], res_d_hi_o[0+:2*D_W]} = 0;
      assign {mbar_late_valid, mbar_late_head, mbar_late_cta, copy_late_valid, copy_late_head, copy_late_cta} = 0;
      assign {away_o, mbar_busy, copy_busy, mbar_wait, tx_ready_o, net_valid_o, net_dest_o, net_msg_o, net_ready_o} = 0;
      assign {obj_read, obj_read_slot, obj_keep, obj_pair, obj_write, obj_write_slot, obj_write_word, obj_write_vld, obj_write_seen} = 0;
      assign {copy_valid, copy_addr, copy_bytes, copy_data, copy_meta, c_gm_valid, c_gm_addr, c_gm_bytes, c_gm_owed, c_gm_rsp_ready} = 0;
      assign {mbar_quiet, mbar_idle} = 2'b11;
    end
  endgenerate

  // ------------------------------------------------------------------------------------------------------- atomics

  wire atom_quiet, a_gm_valid, a_gm_ready, a_gm_rsp_valid, a_gm_rsp_ready;
  wire [31:0] a_gm_addr;
  wire [4:0] a_gm_bytes;
  wire [`WS_GM_W-1:0] a_gm_more;

  generate
    if (FAMILIES[WS_FAMILY_ATOM]) begin : with_atom
      wire clk;  // runs while there are atomics
      ws_clock_gate gate (
          .clk_i (clk_i),
          .rst_ni(rst_ni),
          .wake_i(atom_grp_valid_i || !atom_quiet || |res_valid_o[3:2] || a_gm_rsp_valid || ask_valid_i || ans_valid_i),
          .clk_o (clk)
      );

      ws_atom_ways #(
          .LANES (LANES),
          .WARPS (WARPS),
          .SLOTS (SLOTS),
          .WARP_W(WARP_W),
          .TAG_W (TAG_W),
          .ALUS  (ALUS < 4 ? 4 : ALUS),  // fewer are refused by ws_top, and nothing else is said first
          .BANKS (BANKS)
      ) atomics (
          .clk_i          (clk),
          .rst_ni         (rst_ni),
          .cfg_rank_i     (cfg_rank_i),
          .cfg_ctas_i     (cfg_ctas_i),
          .alive_i        (alive_i),
          .grp_stands_i   (atom_grp_stands_i),
          .grp_ready_o    (atom_grp_ready_o),
          .grp_head_i     (grp_head_i),
          .grp_key_i      (grp_key_i),
          .grp_addr_i     (grp_addr_i),
          .grp_a_i        (grp_a_i),
          .grp_b_i        (grp_b_i),
          .grp_c_i        (grp_c_i),
          .grp_pred_i     (grp_pred_i),
          .res_valid_o    (res_valid_o[3:2]),
          .res_ready_i    (res_ready_i[3:2]),
          .res_more_o     (res_more_o[3:2]),
          .res_head_o     (res_head_o[2*`WS_HEAD_W+:2*`WS_HEAD_W]),
          .res_d_o        (res_d_o[2*D_W+:2*D_W]),
          .res_d_hi_o     (res_d_hi_o[2*D_W+:2*D_W]),
          .res_p_o        (res_p_o[2*LANES+:2*LANES]),
          .mem_want_o     (at_want),
          .mem_uses_o     (at_uses),
          .mem_go_i       (at_go),
          .mem_sweep_i    (swept_q),
          .mem_busy_o     (atom_busy),
          .mem_read_o     (at_read),
          .mem_read_row_o (at_read_row),
          .mem_rdata_i    (at_rdata),
          .mem_raw_i      (at_raw),
          .mem_be_o       (at_be),
          .mem_write_row_o(at_write_row),
          .mem_wdata_o    (at_wdata),
          .gm_valid_o     (a_gm_valid),
          .gm_ready_i     (a_gm_ready),
          .gm_addr_o      (a_gm_addr),
          .gm_bytes_o     (a_gm_bytes),
          .gm_more_o      (a_gm_more),
          .gm_rsp_valid_i (a_gm_rsp_valid),
          .gm_rsp_ready_o (a_gm_rsp_ready),
          .gm_rsp_data_i  (gm_rsp_data_i),
          .ask_valid_o    (ask_valid_o),
          .ask_ready_i    (ask_ready_i),
          .ask_dest_o     (ask_dest_o),
          .ask_msg_o      (ask_msg_o),
          .ask_valid_i    (ask_valid_i),
          .ask_ready_o    (ask_ready_o),
          .ask_msg_i      (ask_msg_i),
          .ans_valid_o    (ans_valid_o),
          .ans_ready_i    (ans_ready_i),
          .ans_dest_o     (ans_dest_o),
          .ans_msg_o      (ans_msg_o),
          .ans_valid_i    (ans_valid_i),
          .ans_ready_o    (ans_ready_o),
          .ans_msg_i      (ans_msg_i),
          .quiet_o        (atom_quiet)
      );
    end else begin : no_atom
      assign {atom_grp_ready_o, res_valid_o[3:2], res_more_o[3:2], res_head_o[2*`WS_HEAD_W+:2*`WS_HEAD_W], res_p_o[2*LANES+:2*LANES]} = 0;
      assign {res_d_o[2*D_W+:2*D_W], res_d_hi_o[2*D_W+:2*D_W]} = 0;
      assign {a_gm_valid, a_gm_addr, a_gm_bytes, a_gm_more, a_gm_rsp_ready} = 0;
      assign {at_want, at_uses, atom_busy, at_read, at_read_row, at_be, at_write_row, at_wdata} = 0;
      assign {ask_valid_o, ask_dest_o, ask_msg_o, ask_ready_o, ans_valid_o, ans_dest_o, ans_msg_o, ans_ready_o} = 0;
      assign atom_quiet = 1'b1;
    end
  endgenerate

  ws_atom_gm share (
      .clk_i           (clk_i),
      .rst_ni          (rst_ni),
      .copy_valid_i    (c_gm_valid),
      .copy_ready_o    (c_gm_ready),
      .copy_addr_i     (c_gm_addr),
      .copy_bytes_i    (c_gm_bytes),
      .copy_owed_i     (c_gm_owed),
      .copy_rsp_valid_o(c_gm_rsp_valid),
      .copy_rsp_ready_i(c_gm_rsp_ready),
      .atom_valid_i    (a_gm_valid),
      .atom_ready_o    (a_gm_ready),
      .atom_addr_i     (a_gm_addr),
      .atom_bytes_i    (a_gm_bytes),
      .atom_more_i     (a_gm_more),
      .atom_rsp_valid_o(a_gm_rsp_valid),
      .atom_rsp_ready_i(a_gm_rsp_ready),
      .gm_valid_o      (gm_valid_o),
      .gm_ready_i      (gm_ready_i),
      .gm_addr_o       (gm_addr_o),
      .gm_bytes_o      (gm_bytes_o),
      .gm_more_o       (gm_more_o),
      .gm_tag_o        (gm_tag_o),
      .gm_rsp_valid_i  (gm_rsp_valid_i),
      .gm_rsp_ready_o  (gm_rsp_ready_o),
      .gm_rsp_tag_i    (gm_rsp_tag_i)
  );

  assign quiet_o = mbar_quiet && copy_busy == {SLOTS{1'b0}} && atom_quiet && smem_quiet;
  assign late_valid_o = mbar_late_valid || copy_late_valid;
  assign late_head_o = mbar_late_valid ? mbar_late_head : copy_late_head;
  assign late_cta_o = mbar_late_valid ? mbar_late_cta : copy_late_cta;

  // What nobody looks at depends on what is built.
  wire unused = &{1'b0, cfg_rank_i, cfg_ctas_i, cfg_trywait_i, tick_i, mbar_grp_valid_i, atom_grp_valid_i, atom_grp_stands_i, grp_head_i, grp_key_i, grp_addr_i, grp_a_i,
                  grp_b_i, grp_c_i, grp_pred_i, alive_i, res_ready_i, obj_word, obj_vld, obj_seen, obj_held,
                  copy_ready, copy_raw, copy_raw_meta, at_go, at_rdata, at_raw, tx_valid_i, tx_addr_i, tx_bytes_i, c_gm_ready,
                  c_gm_rsp_valid, a_gm_ready, a_gm_rsp_valid, gm_rsp_data_i, net_ready_i, net_valid_i, net_msg_i,
                  ask_ready_i, ask_valid_i, ask_msg_i, ans_ready_i, ans_valid_i, ans_msg_i};
endmodule
`default_nettype wire
