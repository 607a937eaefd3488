// SPDX-License-Identifier: Apache-2.0
// The units behind the rendezvous, one instance each, all with the same record in and out. This file only wires.
//
// Ports are those of scripts/ops.toml, WS_PORT_*: a group goes to one of them, a result comes from one of them, and port k has bit k
// of each valid and ready and part k of each res vector, part 0 lowest. A family that FAMILIES leaves out is not built: its ports are
// never ready and never valid.
`default_nettype none
`include "ws_layout.vh"
module ws_units #(
    parameter        LANES      = 32,
    parameter        WARPS      = 4,
    parameter        SLOTS      = 1,
    parameter        WARP_W     = 2,
    parameter        TAG_W      = 8,
    parameter [15:0] FAMILIES   = 16'hffff,
    parameter        SHFL_FORM  = 0,
    parameter        MATCH_BITS = 4,
    parameter        TICK_NS    = 10,
    parameter        WAITERS    = 8,
    parameter        COPIES     = 8,
    parameter        ALUS       = 8,
    parameter        BANKS      = 32,
    parameter        BEAT       = LANES,
    parameter        STRUCT     = 0,
    parameter        ROW_W      = 12 - $clog2(BANKS),  // derived, not to be set
    parameter        MSG_W      = `WS_BEAT_MSG_W  // derived, not to be set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // configuration (static) and time
    input  wire [            2:0] cfg_rank_i,
    input  wire [            3:0] cfg_ctas_i,
    input  wire [           16:0] cfg_trywait_i,
    input  wire                   tick_i,
    // group, from the rendezvous: grp_valid_i only where grp_ready_o
    input  wire [  `WS_PORTS-1:0] grp_valid_i,
    input  wire [  `WS_PORTS-1:0] grp_stands_i,  // it stands there until it is taken
    output wire [  `WS_PORTS-1:0] grp_ready_o,
    output wire [      LANES-1:0] grp_took_o,    // of a group that a unit takes in parts: the lanes it takes in this clock
    input  wire [ `WS_HEAD_W-1:0] grp_head_i,
    input  wire [           11:0] grp_key_i,
    input  wire [   LANES*64-1:0] grp_addr_i,
    input  wire [   LANES*64-1:0] grp_a_i,
    input  wire [   LANES*32-1:0] grp_b_i,
    input  wire [   LANES*32-1:0] grp_c_i,
    input  wire [      LANES-1:0] grp_pred_i,
    // lanes and CTAs
    input  wire [WARPS*LANES-1:0] live_i,
    input  wire [      SLOTS-1:0] start_i,
    input  wire                   launch_i,
    input  wire [     WARP_W-1:0] launch_warp_i,
    input  wire [            5:0] launch_warps_i,
    output wire [WARPS*LANES-1:0] away_o,          // lanes blocked in a unit
    output wire                   quiet_o,         // nothing more happens without an input
    // results, to the collector
    output wire [  `WS_PORTS-1:0] res_valid_o,
    input  wire [  `WS_PORTS-1:0] res_ready_i,
    output wire [  `WS_PORTS-1:0] res_more_o,
    output wire [`WS_PORTS*`WS_HEAD_W-1:0] res_head_o,
    output wire [`WS_PORTS*LANES*32-1:0] res_d_o,
    output wire [`WS_PORTS*LANES*32-1:0] res_d_hi_o,
    output wire [`WS_PORTS*LANES-1:0] res_p_o,
    // statuses that no result carries, to the error capture
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
    input  wire [  `WS_ANS_W-1:0] ans_msg_i,
    // barrier of the cluster
    output wire [            2:0] clb_o,
    input  wire                   clb_phase_i
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  localparam HEAD_W = `WS_HEAD_W;
  localparam D_W = LANES * 32;
  localparam [WS_PORTS-1:0] BUILT = ws_ports_of(FAMILIES);

  wire [WARPS*LANES-1:0] bar_away, memory_away;
  wire bar_quiet, memory_quiet, flow_empty;
  reg alive_q;  // a lane lives, known a clock late as launches are

  always @(posedge clk_i) alive_q <= rst_ni && |live_i;

  // A unit's clock runs while something comes to it or stays in it. A pipeline (flows) has taken a group not long ago, for which ws_clock_gate
  // goes on, or has a result. All of memory has the clock of MBAR; in it ws_memory.v stops that of atomics.
  // What wakes a unit counts while the clock is low (ws_clock_gate.v). Verilator is told so and calculates it then alone, half the work; on
  // a chip the clock is no data.
`ifdef VERILATOR
  wire counts = !clk_i;
`else
  wire counts = 1'b1;
`endif
  genvar m;
  generate
    for (m = 0; m < WS_PORTS; m = m + 1) begin : clocks
      wire clk;

      if (WS_PORTS_FLOWS[m] || m == WS_PORT_BAR || m == WS_PORT_MBAR) begin : own
        reg wake;
        always @(*) begin
          wake = 1'b0;
          if (counts) begin
            wake = BEAT < LANES && m == WS_PORT_MBAR ? grp_stands_i[m] || grp_stands_i[WS_PORT_ATOM] : grp_valid_i[m];
            if (m != WS_PORT_MBAR) wake = wake || res_valid_o[m];
            if (m == WS_PORT_BAR) wake = wake || !bar_quiet || launch_i || |start_i;
            if (m == WS_PORT_MBAR)
              wake = wake || grp_valid_i[WS_PORT_ATOM] || !memory_quiet || |memory_away || ls_valid_i || tx_valid_i || net_valid_i ||
                     gm_rsp_valid_i || ask_valid_i || ans_valid_i || |start_i;
          end
        end

        ws_clock_gate gate (
            .clk_i (clk_i),
            .rst_ni(rst_ni),
            .wake_i(wake),
            .clk_o (clk)
        );
      end else begin : still
        assign clk = 1'b0;
      end
      wire unused = &{1'b0, clk, counts};
    end
  endgenerate

  generate
    if (FAMILIES[WS_FAMILY_VOTE]) begin : with_vote
      ws_vote #(
          .LANES(LANES),
          .WARP_W(WARP_W),
          .TAG_W(TAG_W)
      ) vote (
          .clk_i         (clocks[WS_PORT_VOTE].clk),
          .rst_ni        (rst_ni),
          .grp_valid_i   (grp_valid_i[WS_PORT_VOTE]),
          .grp_ready_o   (grp_ready_o[WS_PORT_VOTE]),
          .grp_head_i    (grp_head_i),
          .grp_key_i     (grp_key_i),
          .grp_addr_i    (grp_addr_i),
          .grp_a_i       (grp_a_i),
          .grp_b_i       (grp_b_i),
          .grp_c_i       (grp_c_i),
          .grp_pred_i    (grp_pred_i),
          .res_valid_o   (res_valid_o[WS_PORT_VOTE]),
          .res_ready_i   (res_ready_i[WS_PORT_VOTE]),
          .res_more_o    (res_more_o[WS_PORT_VOTE]),
          .res_head_o    (res_head_o[WS_PORT_VOTE*HEAD_W+:HEAD_W]),
          .res_d_o       (res_d_o[WS_PORT_VOTE*D_W+:D_W]),
          .res_d_hi_o    (res_d_hi_o[WS_PORT_VOTE*D_W+:D_W]),
          .res_p_o       (res_p_o[WS_PORT_VOTE*LANES+:LANES])
      );
    end
    if (FAMILIES[WS_FAMILY_SHFL]) begin : with_shfl
      ws_shfl #(
          .LANES(LANES),
          .WARP_W(WARP_W),
          .TAG_W(TAG_W),
          .FORM(SHFL_FORM),
          .STRUCT(STRUCT)
      ) shfl (
          .clk_i         (clocks[WS_PORT_SHFL].clk),
          .rst_ni        (rst_ni),
          .grp_valid_i   (grp_valid_i[WS_PORT_SHFL]),
          .grp_ready_o   (grp_ready_o[WS_PORT_SHFL]),
          .grp_head_i    (grp_head_i),
          .grp_key_i     (grp_key_i),
          .grp_addr_i    (grp_addr_i),
          .grp_a_i       (grp_a_i),
          .grp_b_i       (grp_b_i),
          .grp_c_i       (grp_c_i),
          .grp_pred_i    (grp_pred_i),
          .res_valid_o   (res_valid_o[WS_PORT_SHFL]),
          .res_ready_i   (res_ready_i[WS_PORT_SHFL]),
          .res_more_o    (res_more_o[WS_PORT_SHFL]),
          .res_head_o    (res_head_o[WS_PORT_SHFL*HEAD_W+:HEAD_W]),
          .res_d_o       (res_d_o[WS_PORT_SHFL*D_W+:D_W]),
          .res_d_hi_o    (res_d_hi_o[WS_PORT_SHFL*D_W+:D_W]),
          .res_p_o       (res_p_o[WS_PORT_SHFL*LANES+:LANES])
      );
    end
    if (FAMILIES[WS_FAMILY_REDUX]) begin : with_redux
      ws_redux #(
          .LANES(LANES),
          .WARP_W(WARP_W),
          .TAG_W(TAG_W)
      ) redux (
          .clk_i         (clocks[WS_PORT_REDUX].clk),
          .rst_ni        (rst_ni),
          .grp_valid_i   (grp_valid_i[WS_PORT_REDUX]),
          .grp_ready_o   (grp_ready_o[WS_PORT_REDUX]),
          .grp_head_i    (grp_head_i),
          .grp_key_i     (grp_key_i),
          .grp_addr_i    (grp_addr_i),
          .grp_a_i       (grp_a_i),
          .grp_b_i       (grp_b_i),
          .grp_c_i       (grp_c_i),
          .grp_pred_i    (grp_pred_i),
          .res_valid_o   (res_valid_o[WS_PORT_REDUX]),
          .res_ready_i   (res_ready_i[WS_PORT_REDUX]),
          .res_more_o    (res_more_o[WS_PORT_REDUX]),
          .res_head_o    (res_head_o[WS_PORT_REDUX*HEAD_W+:HEAD_W]),
          .res_d_o       (res_d_o[WS_PORT_REDUX*D_W+:D_W]),
          .res_d_hi_o    (res_d_hi_o[WS_PORT_REDUX*D_W+:D_W]),
          .res_p_o       (res_p_o[WS_PORT_REDUX*LANES+:LANES])
      );
    end
    if (FAMILIES[WS_FAMILY_MATCH]) begin : with_match
      ws_match_all #(
          .LANES(LANES),
          .WARP_W(WARP_W),
          .TAG_W(TAG_W)
      ) match_all (
          .clk_i         (clocks[WS_PORT_MATCH_ALL].clk),
          .rst_ni        (rst_ni),
          .grp_valid_i   (grp_valid_i[WS_PORT_MATCH_ALL]),
          .grp_ready_o   (grp_ready_o[WS_PORT_MATCH_ALL]),
          .grp_head_i    (grp_head_i),
          .grp_key_i     (grp_key_i),
          .grp_addr_i    (grp_addr_i),
          .grp_a_i       (grp_a_i),
          .grp_b_i       (grp_b_i),
          .grp_c_i       (grp_c_i),
          .grp_pred_i    (grp_pred_i),
          .res_valid_o   (res_valid_o[WS_PORT_MATCH_ALL]),
          .res_ready_i   (res_ready_i[WS_PORT_MATCH_ALL]),
          .res_more_o    (res_more_o[WS_PORT_MATCH_ALL]),
          .res_head_o    (res_head_o[WS_PORT_MATCH_ALL*HEAD_W+:HEAD_W]),
          .res_d_o       (res_d_o[WS_PORT_MATCH_ALL*D_W+:D_W]),
          .res_d_hi_o    (res_d_hi_o[WS_PORT_MATCH_ALL*D_W+:D_W]),
          .res_p_o       (res_p_o[WS_PORT_MATCH_ALL*LANES+:LANES])
      );

      ws_match_any #(
          .LANES(LANES),
          .WARP_W(WARP_W),
          .TAG_W(TAG_W),
          .BITS(MATCH_BITS),
          .STRUCT(STRUCT)
      ) match_any (
          .clk_i         (clocks[WS_PORT_MATCH_ANY].clk),
          .rst_ni        (rst_ni),
          .grp_valid_i   (grp_valid_i[WS_PORT_MATCH_ANY]),
          .grp_ready_o   (grp_ready_o[WS_PORT_MATCH_ANY]),
          .grp_head_i    (grp_head_i),
          .grp_key_i     (grp_key_i),
          .grp_addr_i    (grp_addr_i),
          .grp_a_i       (grp_a_i),
          .grp_b_i       (grp_b_i),
          .grp_c_i       (grp_c_i),
          .grp_pred_i    (grp_pred_i),
          .res_valid_o   (res_valid_o[WS_PORT_MATCH_ANY]),
          .res_ready_i   (res_ready_i[WS_PORT_MATCH_ANY]),
          .res_more_o    (res_more_o[WS_PORT_MATCH_ANY]),
          .res_head_o    (res_head_o[WS_PORT_MATCH_ANY*HEAD_W+:HEAD_W]),
          .res_d_o       (res_d_o[WS_PORT_MATCH_ANY*D_W+:D_W]),
          .res_d_hi_o    (res_d_hi_o[WS_PORT_MATCH_ANY*D_W+:D_W]),
          .res_p_o       (res_p_o[WS_PORT_MATCH_ANY*LANES+:LANES])
      );
    end
    if (FAMILIES[WS_FAMILY_BAR]) begin : with_bar
      ws_bar #(
          .LANES(LANES),
          .WARPS(WARPS),
          .SLOTS(SLOTS),
          .WARP_W(WARP_W),
          .TAG_W(TAG_W)
      ) bar (
          .clk_i         (clocks[WS_PORT_BAR].clk),
          .rst_ni        (rst_ni),
          .grp_valid_i   (grp_valid_i[WS_PORT_BAR]),
          .grp_ready_o   (grp_ready_o[WS_PORT_BAR]),
          .grp_head_i    (grp_head_i),
          .grp_key_i     (grp_key_i),
          .grp_addr_i    (grp_addr_i),
          .grp_a_i       (grp_a_i),
          .grp_b_i       (grp_b_i),
          .grp_c_i       (grp_c_i),
          .grp_pred_i    (grp_pred_i),
          .res_valid_o   (res_valid_o[WS_PORT_BAR]),
          .res_ready_i   (res_ready_i[WS_PORT_BAR]),
          .res_more_o    (res_more_o[WS_PORT_BAR]),
          .res_head_o    (res_head_o[WS_PORT_BAR*HEAD_W+:HEAD_W]),
          .res_d_o       (res_d_o[WS_PORT_BAR*D_W+:D_W]),
          .res_d_hi_o    (res_d_hi_o[WS_PORT_BAR*D_W+:D_W]),
          .res_p_o       (res_p_o[WS_PORT_BAR*LANES+:LANES]),
          .cfg_ctas_i    (cfg_ctas_i),
          .live_i        (live_i),
          .start_i       (start_i),
          .launch_i      (launch_i),
          .launch_warp_i (launch_warp_i),
          .launch_warps_i(launch_warps_i),
          .away_o        (bar_away),
          .quiet_o       (bar_quiet),
          .clb_o         (clb_o),
          .clb_phase_i   (clb_phase_i)
      );
    end else begin : no_bar
      assign {bar_away, clb_o} = 0;
      assign bar_quiet = 1'b1;
    end
    if ((FAMILIES & WS_FAMILIES_MEMORY) != 16'd0) begin : with_memory
      wire [1:0] mem_ready;
      wire [3:0] mem_valid, mem_more;
      wire [4*HEAD_W-1:0] mem_head;
      wire [4*D_W-1:0] mem_d, mem_d_hi;
      wire [4*LANES-1:0] mem_p;

      ws_memory_beats #(
          .LANES(LANES), .WARPS(WARPS), .SLOTS(SLOTS),
          .WARP_W(WARP_W), .TAG_W(TAG_W), .TICK_NS(TICK_NS),
          .WAITERS(WAITERS), .COPIES(COPIES),
          .ALUS(ALUS),
          .BANKS(BANKS),
          .BEAT(BEAT),
          .FAMILIES(FAMILIES),
          .STRUCT(STRUCT)
      ) memory (
          .clk_i         (clocks[WS_PORT_MBAR].clk),
          .rst_ni        (rst_ni),
          .grp_stands_i  ({grp_stands_i[WS_PORT_ATOM], grp_stands_i[WS_PORT_MBAR]}),
          .grp_ready_o   (mem_ready),
          .grp_took_o    (grp_took_o),
          .grp_head_i    (grp_head_i),
          .grp_key_i     (grp_key_i),
          .grp_addr_i    (grp_addr_i),
          .grp_a_i       (grp_a_i),
          .grp_b_i       (grp_b_i),
          .grp_c_i       (grp_c_i),
          .grp_pred_i    (grp_pred_i),
          .res_valid_o   (mem_valid),
          .res_ready_i   ({res_ready_i[WS_PORT_ATOM_FAR], res_ready_i[WS_PORT_ATOM], res_ready_i[WS_PORT_MBAR_WAKE], res_ready_i[WS_PORT_MBAR]}),
          .res_more_o    (mem_more),
          .res_head_o    (mem_head),
          .res_d_o       (mem_d),
          .res_d_hi_o    (mem_d_hi),
          .res_p_o       (mem_p),
          .late_valid_o  (late_valid_o),
          .late_head_o   (late_head_o),
          .late_cta_o    (late_cta_o),
          .cfg_rank_i    (cfg_rank_i),
          .cfg_ctas_i    (cfg_ctas_i),
          .cfg_trywait_i (cfg_trywait_i),
          .tick_i        (tick_i),
          .alive_i       (alive_q),
          .start_i       (start_i),
          .away_o        (memory_away),
          .quiet_o       (memory_quiet),
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
          .net_valid_o   (net_valid_o),
          .net_ready_i   (net_ready_i),
          .net_dest_o    (net_dest_o),
          .net_msg_o     (net_msg_o),
          .net_valid_i   (net_valid_i),
          .net_ready_o   (net_ready_o),
          .net_msg_i     (net_msg_i),
          .ask_valid_o   (ask_valid_o),
          .ask_ready_i   (ask_ready_i),
          .ask_dest_o    (ask_dest_o),
          .ask_msg_o     (ask_msg_o),
          .ask_valid_i   (ask_valid_i),
          .ask_ready_o   (ask_ready_o),
          .ask_msg_i     (ask_msg_i),
          .ans_valid_o   (ans_valid_o),
          .ans_ready_i   (ans_ready_i),
          .ans_dest_o    (ans_dest_o),
          .ans_msg_o     (ans_msg_o),
          .ans_valid_i   (ans_valid_i),
          .ans_ready_o   (ans_ready_o),
          .ans_msg_i     (ans_msg_i)
      );
      wire unused = &{1'b0, mem_ready, mem_valid, mem_more, mem_head, mem_d, mem_d_hi, mem_p};
      for (m = 0; m < 4; m = m + 1) begin : port
        localparam P = m == 0 ? WS_PORT_MBAR : m == 1 ? WS_PORT_MBAR_WAKE : m == 2 ? WS_PORT_ATOM : WS_PORT_ATOM_FAR;
        if (BUILT[P]) begin : built
          assign {res_valid_o[P], res_more_o[P], res_head_o[P*HEAD_W+:HEAD_W]} = {mem_valid[m], mem_more[m], mem_head[m*HEAD_W+:HEAD_W]};
          assign {res_d_o[P*D_W+:D_W], res_d_hi_o[P*D_W+:D_W]} = {mem_d[m*D_W+:D_W], mem_d_hi[m*D_W+:D_W]};
          assign res_p_o[P*LANES+:LANES] = mem_p[m*LANES+:LANES];
          if (!WS_PORTS_RESULTS[P]) begin : groups
            assign grp_ready_o[P] = mem_ready[m/2];
          end
        end
      end
    end else begin : no_memory
      assign {grp_took_o, memory_away, late_valid_o, late_head_o, late_cta_o} = 0;
      assign {ls_ready_o, ls_rsp_valid_o, ls_rsp_en_o, ls_rsp_raw_o, ls_rsp_rdata_o, tx_ready_o} = 0;
      assign {gm_valid_o, gm_addr_o, gm_bytes_o, gm_more_o, gm_tag_o, gm_rsp_ready_o, net_valid_o, net_dest_o, net_msg_o, net_ready_o} = 0;
      assign {ask_valid_o, ask_dest_o, ask_msg_o, ask_ready_o, ans_valid_o, ans_dest_o, ans_msg_o, ans_ready_o} = 0;
      assign memory_quiet = 1'b1;
    end
  endgenerate

  genvar g;
  generate
    for (g = 0; g < WS_PORTS; g = g + 1) begin : port
      if (!BUILT[g]) begin : absent
        assign {res_valid_o[g], res_more_o[g]} = 2'b00;
        assign res_head_o[g*HEAD_W+:HEAD_W] = {HEAD_W{1'b0}};
        assign {res_d_o[g*D_W+:D_W], res_d_hi_o[g*D_W+:D_W]} = {2 * D_W{1'b0}};
        assign res_p_o[g*LANES+:LANES] = {LANES{1'b0}};
      end
      if (!BUILT[g] || WS_PORTS_RESULTS[g]) begin : closed
        assign grp_ready_o[g] = 1'b0;
      end
    end
  endgenerate

  // Groups inside the ports that keep no state of their own.
  ws_inflight #(.PORTS(WS_PORTS)) inflight (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .in_i   (grp_valid_i & WS_PORTS_FLOWS),
      .out_i  (|(res_valid_o & res_ready_i & ~res_more_o & WS_PORTS_FLOWS)),
      .empty_o(flow_empty)
  );

  assign away_o  = bar_away | memory_away;
  assign quiet_o = flow_empty && bar_quiet && memory_quiet;

  // What nobody looks at depends on what is built.
  wire unused = &{1'b0, cfg_rank_i, cfg_ctas_i, cfg_trywait_i, tick_i, grp_valid_i, grp_stands_i, grp_head_i, grp_key_i, grp_addr_i, grp_a_i, grp_b_i,
                  grp_c_i, grp_pred_i, live_i, alive_q, start_i, launch_i, launch_warp_i, launch_warps_i, res_ready_i, clb_phase_i,
                  ls_valid_i, ls_en_i, ls_row_i, ls_be_i, ls_wdata_i, tx_valid_i, tx_addr_i, tx_bytes_i, gm_ready_i, gm_rsp_valid_i,
                  gm_rsp_data_i, gm_rsp_tag_i, net_ready_i, net_valid_i, net_msg_i,
                  ask_ready_i, ask_valid_i, ask_msg_i, ans_ready_i, ans_valid_i, ans_msg_i};
endmodule
`default_nettype wire
