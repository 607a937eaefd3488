// SPDX-License-Identifier: Apache-2.0
// Shared memory and what uses it (ws_memory), which take a warp in beats of BEAT lanes (common/ws_beats.v): each beat answers by itself. Where
// BEAT is LANES it is ws_memory and nothing else.
//
// To the units a warp of LANES lanes is LANES / BEAT warps; messages to other CTAs name these, too.
`default_nettype none
`include "ws_layout.vh"
module ws_memory_beats #(
    parameter LANES   = 32,
    parameter WARPS   = 4,
    parameter SLOTS   = 1,
    parameter WARP_W  = 2,
    parameter TAG_W   = 8,
    parameter BEAT    = LANES,
    parameter TICK_NS = 10,
    parameter WAITERS = 8,
    parameter COPIES  = 8,
    parameter ALUS    = 8,
    parameter BANKS   = 32,
    parameter [15:0] FAMILIES = 16'hffff,
    parameter STRUCT  = 0,
    parameter ROW_W   = 12 - $clog2(BANKS),  // derived, not to be set
    parameter MSG_W   = `WS_BEAT_MSG_W  // derived, not to be set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // configuration (static) and time
    input  wire [            2:0] cfg_rank_i,
    input  wire [            3:0] cfg_ctas_i,
    input  wire [           16:0] cfg_trywait_i,   // {not 0, ticks}
    input  wire                   tick_i,
    // group, from the rendezvous
    input  wire [            1:0] grp_stands_i,    // one of atomics, one of mbarriers: it stands there until it is taken
    output wire [            1:0] grp_ready_o,
    output wire [      LANES-1:0] grp_took_o,      // of one that goes in beats, the lanes that are taken in this clock
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
  localparam HEAD_W = `WS_HEAD_W, BEAT_HEAD_W = `WS_BEAT_HEAD_W;

  wire [1:0] stands, ready;
  wire [BEAT_HEAD_W-1:0] grp_head, late_head;
  wire [BEAT*64-1:0] addr, a;
  wire [BEAT*32-1:0] b, c;
  wire [BEAT-1:0] pred;
  wire [4*BEAT_HEAD_W-1:0] head;
  wire [4*BEAT*32-1:0] d, d_hi;
  wire [4*BEAT-1:0] p;
  genvar g;

  ws_beats #(
      .LANES (LANES),
      .WARPS (WARPS),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W),
      .PORTS (2),
      .BEAT  (BEAT)
  ) beats (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .stands_i  (grp_stands_i),
      .ready_o   (grp_ready_o),
      .took_o    (grp_took_o),
      .grp_head_i(grp_head_i),
      .grp_addr_i(grp_addr_i),
      .grp_a_i   (grp_a_i),
      .grp_b_i   (grp_b_i),
      .grp_c_i   (grp_c_i),
      .grp_pred_i(grp_pred_i),
      .stands_o  (stands),
      .ready_i   (ready),
      .head_o    (grp_head),
      .addr_o    (addr),
      .a_o       (a),
      .b_o       (b),
      .c_o       (c),
      .pred_o    (pred)
  );

  generate
    for (g = 0; g < 4; g = g + 1) begin : result
      ws_beats_head #(
          .LANES (LANES),
          .WARPS (WARPS),
          .WARP_W(WARP_W),
          .TAG_W (TAG_W),
          .BEAT  (BEAT)
      ) whose (
          .head_i(head[g*BEAT_HEAD_W+:BEAT_HEAD_W]),
          .head_o(res_head_o[g*HEAD_W+:HEAD_W])
      );
      // Lanes of other beats are not named and may show anything; so that it costs no gate they show the same.
      assign res_d_o[g*LANES*32+:LANES*32] = {LANES / BEAT{d[g*BEAT*32+:BEAT*32]}};
      assign res_d_hi_o[g*LANES*32+:LANES*32] = {LANES / BEAT{d_hi[g*BEAT*32+:BEAT*32]}};
      assign res_p_o[g*LANES+:LANES] = {LANES / BEAT{p[g*BEAT+:BEAT]}};
    end
  endgenerate

  ws_beats_head #(
      .LANES (LANES),
      .WARPS (WARPS),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W),
      .BEAT  (BEAT)
  ) late_whose (
      .head_i(late_head),
      .head_o(late_head_o)
  );

  ws_memory #(
      .LANES   (BEAT),
      .WARPS   (WARPS * LANES / BEAT),
      .SLOTS   (SLOTS),
      .WARP_W  (`WS_BEAT_WARP_W),
      .TAG_W   (TAG_W),
      .TICK_NS (TICK_NS),
      .WAITERS (WAITERS),
      .COPIES  (COPIES),
      .ALUS    (ALUS),
      .BANKS   (BANKS),
      .FAMILIES(FAMILIES),
      .STRUCT  (STRUCT)
  ) memory (
      .clk_i            (clk_i),
      .rst_ni           (rst_ni),
      .cfg_rank_i       (cfg_rank_i),
      .cfg_ctas_i       (cfg_ctas_i),
      .cfg_trywait_i    (cfg_trywait_i),
      .tick_i           (tick_i),
      .mbar_grp_valid_i (stands[0] && ready[0]),
      .mbar_grp_ready_o (ready[0]),
      .atom_grp_valid_i (stands[1] && ready[1]),
      .atom_grp_stands_i(stands[1]),
      .atom_grp_ready_o (ready[1]),
      .grp_head_i       (grp_head),
      .grp_key_i        (grp_key_i),
      .grp_addr_i       (addr),
      .grp_a_i          (a),
      .grp_b_i          (b),
      .grp_c_i          (c),
      .grp_pred_i       (pred),
      .alive_i          (alive_i),
      .start_i          (start_i),
      .away_o           (away_o),
      .quiet_o          (quiet_o),
      .res_valid_o      (res_valid_o),
      .res_ready_i      (res_ready_i),
      .res_more_o       (res_more_o),
      .res_head_o       (head),
      .res_d_o          (d),
      .res_d_hi_o       (d_hi),
      .res_p_o          (p),
      .late_valid_o     (late_valid_o),
      .late_head_o      (late_head),
      .late_cta_o       (late_cta_o),
      .ls_valid_i       (ls_valid_i),
      .ls_ready_o       (ls_ready_o),
      .ls_en_i          (ls_en_i),
      .ls_row_i         (ls_row_i),
      .ls_be_i          (ls_be_i),
      .ls_wdata_i       (ls_wdata_i),
      .ls_rsp_valid_o   (ls_rsp_valid_o),
      .ls_rsp_en_o      (ls_rsp_en_o),
      .ls_rsp_raw_o     (ls_rsp_raw_o),
      .ls_rsp_rdata_o   (ls_rsp_rdata_o),
      .tx_valid_i       (tx_valid_i),
      .tx_ready_o       (tx_ready_o),
      .tx_addr_i        (tx_addr_i),
      .tx_bytes_i       (tx_bytes_i),
      .gm_valid_o       (gm_valid_o),
      .gm_ready_i       (gm_ready_i),
      .gm_addr_o        (gm_addr_o),
      .gm_bytes_o       (gm_bytes_o),
      .gm_more_o        (gm_more_o),
      .gm_tag_o         (gm_tag_o),
      .gm_rsp_valid_i   (gm_rsp_valid_i),
      .gm_rsp_ready_o   (gm_rsp_ready_o),
      .gm_rsp_data_i    (gm_rsp_data_i),
      .gm_rsp_tag_i     (gm_rsp_tag_i),
      .net_valid_o      (net_valid_o),
      .net_ready_i      (net_ready_i),
      .net_dest_o       (net_dest_o),
      .net_msg_o        (net_msg_o),
      .net_valid_i      (net_valid_i),
      .net_ready_o      (net_ready_o),
      .net_msg_i        (net_msg_i),
      .ask_valid_o      (ask_valid_o),
      .ask_ready_i      (ask_ready_i),
      .ask_dest_o       (ask_dest_o),
      .ask_msg_o        (ask_msg_o),
      .ask_valid_i      (ask_valid_i),
      .ask_ready_o      (ask_ready_o),
      .ask_msg_i        (ask_msg_i),
      .ans_valid_o      (ans_valid_o),
      .ans_ready_i      (ans_ready_i),
      .ans_dest_o       (ans_dest_o),
      .ans_msg_o        (ans_msg_o),
      .ans_valid_i      (ans_valid_i),
      .ans_ready_o      (ans_ready_o),
      .ans_msg_i        (ans_msg_i)
  );
endmodule
`default_nettype wire
