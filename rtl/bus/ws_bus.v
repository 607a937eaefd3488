// SPDX-License-Identifier: Apache-2.0
// The block on a bus: an AXI4-Lite subordinate over ws_top. This file only wires. README.md: registers, steps, clocks, no hang.
// Software writes operands, submits an operation, and reads its completions. Several operations may be under way; their tags tell
// them apart. There is one CTA, or SLOTS of them; a CTA is its own cluster.
`default_nettype none
`include "ws_layout.vh"
module ws_bus #(
    // as in ws_top
    parameter LANES      = 32,
    parameter WARPS      = 4,
    parameter SLOTS      = 1,
    parameter FAMILIES   = 65535,
    parameter SHFL_FORM  = 0,
    parameter MATCH_BITS = 4,
    parameter TICK_NS    = 10,
    parameter WAITERS    = 8,
    parameter COPIES     = 8,
    parameter ALUS       = 8,
    parameter BANKS      = 32,
    parameter BEAT       = LANES,
    parameter WATCHDOG   = 1,
    parameter STRUCT     = 0,
    // of the bus
    parameter FIFO_DEPTH = 8,     // completions: power of two, 2 to 64
    parameter COUNTERS   = 1,     // 0: without the counters of events
    parameter GMEM_BYTES = 4096,  // global memory: power of two, 256 to 65536
    parameter TICK_DIV   = 1,     // clocks of a tick after reset, 1 to 65535
    parameter BUILD      = 0,     // 32 bits: what register BUILD reads
    parameter [63:0] CNT_START = 64'd0,  // what each counter begins with: benches begin where the next events carry into all bits
    parameter WARP_W     = WARPS == 1 ? 1 : $clog2(WARPS)  // derived, not to be set
) (
    input  wire        clk_i,
    input  wire        rst_ni,
    // AXI4-Lite: write address, write data, write response, read address, read data
    input  wire        axil_awvalid_i,
    output wire        axil_awready_o,
    input  wire [16:0] axil_awaddr_i,
    input  wire [ 2:0] axil_awprot_i,
    input  wire        axil_wvalid_i,
    output wire        axil_wready_o,
    input  wire [31:0] axil_wdata_i,
    input  wire [ 3:0] axil_wstrb_i,
    output wire        axil_bvalid_o,
    input  wire        axil_bready_i,
    output wire [ 1:0] axil_bresp_o,
    input  wire        axil_arvalid_i,
    output wire        axil_arready_o,
    input  wire [16:0] axil_araddr_i,
    input  wire [ 2:0] axil_arprot_i,
    output wire        axil_rvalid_o,
    input  wire        axil_rready_i,
    output wire [31:0] axil_rdata_o,
    output wire [ 1:0] axil_rresp_o,
    // state
    output wire        irq_o,   // an enabled interrupt stands
    output wire        busy_o,  // not STATUS.idle
    output wire        err_o    // STATUS.err
);
  `include "bus/ws_bus_check.vh"
  `include "bus/ws_regs.vh"

  localparam MBAR = (FAMILIES & `WS_HAS_MBAR) != 0;
  localparam PTR_W = $clog2(FIFO_DEPTH);
  localparam LANE_W = $clog2(LANES);
  localparam GMEM_W = $clog2(GMEM_BYTES) - 2;

  reg reset_q;  // the reset from outside: a register, and 1 while it resets (ws_regs.v)
  wire rst_q = !reset_q;
  always @(posedge clk_i) reset_q <= !rst_ni;
  wire        acc_valid, acc_write, acc_done;
  wire [16:0] acc_addr, addr;  // addr, wdata, wstrb: once more, from the clock after decode on
  wire [31:0] acc_wdata, acc_rdata, wdata;
  wire [ 3:0] acc_wstrb, wstrb;
  wire [ 1:0] acc_resp;

  ws_axil axil (
      .clk_i         (clk_i),
      .rst_ni        (rst_q),
      .axil_awvalid_i(axil_awvalid_i),
      .axil_awready_o(axil_awready_o),
      .axil_awaddr_i (axil_awaddr_i),
      .axil_awprot_i (axil_awprot_i),
      .axil_wvalid_i (axil_wvalid_i),
      .axil_wready_o (axil_wready_o),
      .axil_wdata_i  (axil_wdata_i),
      .axil_wstrb_i  (axil_wstrb_i),
      .axil_bvalid_o (axil_bvalid_o),
      .axil_bready_i (axil_bready_i),
      .axil_bresp_o  (axil_bresp_o),
      .axil_arvalid_i(axil_arvalid_i),
      .axil_arready_o(axil_arready_o),
      .axil_araddr_i (axil_araddr_i),
      .axil_arprot_i (axil_arprot_i),
      .axil_rvalid_o (axil_rvalid_o),
      .axil_rready_i (axil_rready_i),
      .axil_rdata_o  (axil_rdata_o),
      .axil_rresp_o  (axil_rresp_o),
      .acc_valid_o   (acc_valid),
      .acc_write_o   (acc_write),
      .acc_addr_o    (acc_addr),
      .acc_wdata_o   (acc_wdata),
      .acc_wstrb_o   (acc_wstrb),
      .acc_done_i    (acc_done),
      .acc_rdata_i   (acc_rdata),
      .acc_resp_i    (acc_resp)
  );

  wire decode, look, look_gmem, act, write, regs, lane, all, result, smem, gmem, cpl_seen, refused, clearing, busy, tx_busy, idle;
  wire ls_valid, ls_ready, ls_rsp_valid, launch_valid, exit_valid, rst_n, rst_block_n, rst_gmem_n;  // reset from outside or by software
  wire [BANKS-1:0] ls_en, ls_rsp_en, ls_rsp_raw;
  reg ls_came_q;  // shared memory has answered in the clock before
  wire [2:0] kind, clb;
  wire [LANE_W-1:0] all_lane;
  wire [PTR_W:0] fill;

  ws_bus_access #(
      .LANES     (LANES), .WARPS(WARPS), .BANKS(BANKS),
      .MBAR      (MBAR),
      .COUNTERS  (COUNTERS),
      .SMEM_CLOCKS(BANKS == 4 ? 2047 : 1023),  // longer than a sweep
      .GMEM_BYTES(GMEM_BYTES)
  ) access (
      .clk_i         (clk_i),
      .rst_ni        (rst_q),
      .acc_valid_i   (acc_valid),
      .acc_write_i   (acc_write),
      .acc_addr_i    (acc_addr),
      .acc_wdata_i   (acc_wdata),
      .acc_wstrb_i   (acc_wstrb),
      .acc_done_o    (acc_done),
      .acc_resp_o    (acc_resp),
      .clearing_i    (clearing),
      .busy_i        (busy),
      .tx_busy_i     (tx_busy),
      .cpl_empty_i   (fill == {PTR_W + 1{1'b0}}),
      .decode_o      (decode),
      .look_o        (look),
      .look_gmem_o   (look_gmem),
      .act_o         (act),
      .write_o       (write),
      .addr_o        (addr),
      .wdata_o       (wdata),
      .wstrb_o       (wstrb),
      .regs_o        (regs),
      .lane_o        (lane),
      .all_o         (all),
      .all_lane_o    (all_lane),
      .result_o      (result),
      .smem_o        (smem),
      .gmem_o        (gmem),
      .launch_o      (launch_valid),
      .exit_o        (exit_valid),
      .cpl_seen_o    (cpl_seen),
      .refused_o     (refused),
      .kind_o        (kind),
      .ls_valid_o    (ls_valid),
      .ls_en_o       (ls_en),
      .ls_ready_i    (ls_ready),
      .ls_came_i     (ls_came_q)
  );

  // ---------------------------------------------------------------------------------------------------- registers

  wire [31:0] regs_rdata, lane_rdata, gmem_rdata, cpl_word, cpl_d, cpl_d_hi, counter, tx_addr, tx_bytes;
  wire [11:0] counter_at;
  wire full, legacy, tick, req_valid, req_ready, req_neg, tx_valid, tx_ready, pop, snap, clear;
  wire [15:0] watchdog, trywait;
  wire [7:0] req_tag, cpl_tag;
  wire [WARP_W-1:0] req_warp, cpl_warp, err_warp;
  wire [11:0] req_op, cpl_op, err_op;
  wire [LANES-1:0] req_lanes, req_pred, exit_lanes, launch_lanes, cpl_lanes, cpl_pred, err_lanes, err_opnd;
  wire [9:0] cpl_status, err_status, rsp_status;
  wire [WARPS*LANES-1:0] live, waiting;
  wire block_idle, err_valid, judged;
  wire [2:0] err_cta;

  ws_regs #(
      .LANES     (LANES),
      .WARPS     (WARPS),
      .SLOTS     (SLOTS),
      .FAMILIES  (FAMILIES),
      .SHFL_FORM (SHFL_FORM),
      .MATCH_BITS(MATCH_BITS),
      .TICK_NS   (TICK_NS),
      .WAITERS(WAITERS), .COPIES(COPIES),
      .WATCHDOG  (WATCHDOG),
      .COUNTERS  (COUNTERS),
      .FIFO_DEPTH(FIFO_DEPTH),
      .GMEM_BYTES(GMEM_BYTES),
      .TICK_DIV  (TICK_DIV),
      .BUILD     (BUILD)
  ) registers (
      .clk_i         (clk_i),
      .rst_next_ni   (rst_ni),
      .rst_ni        (rst_q),
      .rst_no        (rst_n), .rst_block_no(rst_block_n), .rst_gmem_no(rst_gmem_n),
      .decode_i      (decode),
      .look_i        (look),
      .act_i         (act),
      .regs_i        (regs),
      .write_i       (write),
      .addr_i        (acc_addr),
      .wdata_i       (wdata),
      .wstrb_i       (wstrb),
      .refused_i     (refused),
      .kind_i        (kind),
      .rdata_o       (regs_rdata),
      .cpl_o         (cpl_word),
      .raw_valid_i   (smem && ls_rsp_valid && !write),
      .raw_i         (|ls_rsp_raw),
      .smem_i        (smem),
      .clearing_i    (clearing),
      .fill_i        ({{7 - PTR_W{1'b0}}, fill}),
      .full_i        (full),
      .counter_i     (counter),
      .counter_o     (counter_at),
      .cpl_seen_i    (cpl_seen),
      .cpl_tag_i     (cpl_tag),
      .cpl_warp_i    (cpl_warp),
      .cpl_op_i      (cpl_op),
      .cpl_lanes_i   (cpl_lanes),
      .cpl_status_i  (cpl_status),
      .cpl_pred_i    (cpl_pred),
      .legacy_o      (legacy),
      .watchdog_o    (watchdog),
      .trywait_o     (trywait),
      .tick_o        (tick),
      .req_valid_o   (req_valid),
      .req_ready_i   (req_ready),
      .req_tag_o     (req_tag),
      .req_warp_o    (req_warp),
      .req_op_o      (req_op),
      .req_lanes_o   (req_lanes),
      .req_neg_o     (req_neg),
      .req_pred_o    (req_pred),
      .exit_i        (exit_valid),
      .exit_lanes_o  (exit_lanes),
      .launch_i      (launch_valid),
      .launch_lanes_o(launch_lanes),
      .tx_valid_o    (tx_valid),
      .tx_ready_i    (tx_ready),
      .tx_addr_o     (tx_addr),
      .tx_bytes_o    (tx_bytes),
      .live_i        (live),
      .wait_i        (waiting),
      .idle_i        (block_idle),
      .err_valid_i   (err_valid),
      .err_status_i  (err_status),
      .err_warp_i    (err_warp),
      .err_op_i      (err_op),
      .err_lanes_i   (err_lanes),
      .err_opnd_i    (err_opnd),
      .err_cta_i     (err_cta),
      .pop_o         (pop),
      .snap_o        (snap),
      .clear_o       (clear),
      .busy_o        (busy),
      .tx_busy_o     (tx_busy),
      .idle_o        (idle),
      .irq_o         (irq_o)
  );

  wire rsp_valid, rsp_ready, kept;
  wire taken = req_valid && req_ready;

  generate
    if (COUNTERS != 0) begin : with_counters
      ws_bus_counters #(.START(CNT_START)) counters (
          .clk_i  (clk_i),
          .rst_ni (rst_n),
          .more_i ({rsp_valid && full, busy && !taken, kept && rsp_status[9], kept, taken, 1'b1}),
          .snap_i (snap),
          .clear_i(clear),
          .sel_i  (counter_at),
          .value_o(counter)
      );
    end else begin : no_counters
      wire unused_counters = &{1'b0, snap, clear, kept, taken};
      assign counter = 32'd0;
    end
  endgenerate

  // ------------------------------------------------------------------------------------------- operands, memories

  wire [LANES*LANES-1:0] req_mask;
  wire [LANES*32-1:0] req_b, req_c;
  wire [LANES*64-1:0] req_a, req_addr;
  ws_operands #(
      .LANES(LANES)
  ) operands (
      .clk_i     (clk_i),
      .rst_ni    (rst_n),
      .clearing_o(clearing),
      .look_i    (look),
      .addr_i    (addr[9:0]),
      .write_i   (lane && write),
      .all_i     (all),
      .all_lane_i(all_lane),
      .wdata_i   (wdata),
      .wstrb_i   (wstrb),
      .rdata_o   (lane_rdata),
      .mask_o(req_mask), .b_o(req_b), .c_o(req_c), .a_o(req_a), .addr_o(req_addr)
  );

  wire gm_valid, gm_ready, gm_tag, gm_rsp_valid, gm_rsp_ready, gm_rsp_tag;
  wire [31:0] gm_addr;
  wire [4:0] gm_bytes;
  wire [`WS_GM_W-1:0] gm_more;
  wire [127:0] gm_rsp_data;

  ws_bus_gmem #(
      .FAMILIES(FAMILIES),
      .BYTES   (GMEM_BYTES)
  ) global_memory (
      .clk_i         (clk_i),
      .rst_ni        (rst_gmem_n),
      .read_i        (look_gmem),
      .write_i       (gmem && write),
      .word_i        (addr[2+:GMEM_W]),
      .wdata_i       (wdata),
      .wstrb_i       (wstrb),
      .act_i         (act),
      .gmem_i        (gmem),
      .rdata_o       (gmem_rdata),
      .gm_valid_i    (gm_valid),
      .gm_ready_o    (gm_ready),
      .gm_addr_i     (gm_addr),
      .gm_bytes_i    (gm_bytes),
      .gm_more_i     (gm_more),
      .gm_tag_i      (gm_tag),
      .gm_rsp_valid_o(gm_rsp_valid),
      .gm_rsp_ready_i(gm_rsp_ready),
      .gm_rsp_data_o (gm_rsp_data),
      .gm_rsp_tag_o  (gm_rsp_tag)
  );

  // -------------------------------------------------------------------------------------------------- completions

  wire [7:0] rsp_tag;
  wire [WARP_W-1:0] rsp_warp;
  wire [11:0] rsp_op;
  wire [LANES-1:0] rsp_lanes, rsp_p;
  wire [LANES*32-1:0] rsp_d, rsp_d_hi;

  ws_completion #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .DEPTH (FIFO_DEPTH)
  ) completion (
      .clk_i       (clk_i),
      .rst_ni      (rst_n),
      .rsp_valid_i (rsp_valid),
      .rsp_ready_o (rsp_ready),
      .rsp_tag_i   (rsp_tag),
      .rsp_warp_i  (rsp_warp),
      .rsp_op_i    (rsp_op),
      .rsp_lanes_i (rsp_lanes),
      .rsp_status_i(rsp_status),
      .rsp_d_i     (rsp_d),
      .rsp_d_hi_i  (rsp_d_hi),
      .rsp_p_i     (rsp_p),
      .kept_o      (kept),
      .look_i      (look),
      .lane_i      (addr[6:2]),
      .pop_i       (pop),
      .fill_o      (fill),
      .full_o      (full),
      .tag_o       (cpl_tag),
      .warp_o      (cpl_warp),
      .op_o        (cpl_op),
      .lanes_o     (cpl_lanes),
      .status_o    (cpl_status),
      .pred_o      (cpl_pred),
      .d_o         (cpl_d),
      .d_hi_o      (cpl_d_hi)
  );

  // ---------------------------------------------------------------------------------------------------- the block

  // Word i of shared memory is row i / BANKS of bank i % BANKS.
  wire [BANKS*32-1:0] ls_rsp_rdata;
  wire [3:0] ls_be = write ? wstrb : 4'd0;
  wire [WARPS-1:0] exit_done;
  localparam MSG_W = `WS_BEAT_MSG_W;
  wire [MSG_W+`WS_ASK_W+`WS_ANS_W+14:0] others;
  wire unused = &{1'b0, addr, ls_rsp_en, others, clb, counter_at, judged, exit_done};

  ws_top #(
      .LANES     (LANES), .WARPS(WARPS), .SLOTS(SLOTS), .TAG_W(8),
      .FAMILIES  (FAMILIES),
      .SHFL_FORM (SHFL_FORM),
      .MATCH_BITS(MATCH_BITS),
      .TICK_NS   (TICK_NS),
      .WAITERS(WAITERS), .COPIES(COPIES),
      .ALUS(ALUS), .BANKS(BANKS), .BEAT(BEAT),
      .WATCHDOG  (WATCHDOG),
      .STRUCT    (STRUCT)
  ) block (
      .clk_i         (clk_i),
      .rst_ni        (rst_block_n),
      .cfg_legacy_i  (legacy),
      .cfg_watchdog_i(watchdog),
      .cfg_trywait_i (trywait),
      .cfg_rank_i    (3'd0),
      .cfg_ctas_i    (4'd1),
      .tick_i        (tick),
      .req_valid_i   (req_valid),
      .req_ready_o   (req_ready),
      .req_judged_o  (judged),
      .exit_done_o   (exit_done),
      .req_tag_i     (req_tag),
      .req_warp_i    (req_warp),
      .req_op_i      (req_op),
      .req_lanes_i   (req_lanes),
      .req_neg_i     (req_neg),
      .req_mask_i    (req_mask),
      .req_addr_i    (req_addr),
      .req_a_i       (req_a),
      .req_b_i       (req_b),
      .req_c_i       (req_c),
      .req_pred_i    (req_pred),
      .exit_valid_i  (exit_valid),
      .exit_warp_i   (wdata[WARP_W-1:0]),
      .exit_lanes_i  (exit_lanes),
      .launch_valid_i(launch_valid),
      .launch_warp_i (wdata[WARP_W-1:0]),
      .launch_lanes_i(launch_lanes),
      .launch_warps_i(wdata[13:8]),
      .rsp_valid_o   (rsp_valid),
      .rsp_ready_i   (rsp_ready),
      .rsp_tag_o     (rsp_tag),
      .rsp_warp_o    (rsp_warp),
      .rsp_op_o      (rsp_op),
      .rsp_lanes_o   (rsp_lanes),
      .rsp_status_o  (rsp_status),
      .rsp_d_o       (rsp_d),
      .rsp_d_hi_o    (rsp_d_hi),
      .rsp_p_o       (rsp_p),
      .ls_valid_i    (ls_valid),
      .ls_ready_o    (ls_ready),
      .ls_en_i       (ls_en),
      .ls_row_i      ({BANKS{addr[13:2+$clog2(BANKS)]}}),
      .ls_be_i       ({BANKS{ls_be}}),
      .ls_wdata_i    ({BANKS{wdata}}),
      .ls_rsp_valid_o(ls_rsp_valid),
      .ls_rsp_en_o   (ls_rsp_en),
      .ls_rsp_raw_o  (ls_rsp_raw),
      .ls_rsp_rdata_o(ls_rsp_rdata),
      .tx_valid_i    (tx_valid),
      .tx_ready_o    (tx_ready),
      .tx_addr_i     (tx_addr),
      .tx_bytes_i    (tx_bytes),
      .gm_valid_o    (gm_valid),
      .gm_ready_i    (gm_ready),
      .gm_addr_o     (gm_addr),
      .gm_bytes_o    (gm_bytes),
      .gm_more_o     (gm_more),
      .gm_tag_o      (gm_tag),
      .gm_rsp_valid_i(gm_rsp_valid),
      .gm_rsp_ready_o(gm_rsp_ready),
      .gm_rsp_data_i (gm_rsp_data),
      .gm_rsp_tag_i  (gm_rsp_tag),
      .net_valid_o(others[0]), .net_ready_i(1'b1), .net_dest_o(others[1+:3]), .net_msg_o(others[15+:MSG_W]),
      .net_valid_i(1'b0), .net_ready_o(others[4]), .net_msg_i({MSG_W{1'b0}}),
      .ask_valid_o(others[5]), .ask_ready_i(1'b1), .ask_dest_o(others[6+:3]), .ask_msg_o(others[15+MSG_W+:`WS_ASK_W]),
      .ask_valid_i(1'b0), .ask_ready_o(others[9]), .ask_msg_i({`WS_ASK_W{1'b0}}),
      .ans_valid_o(others[10]), .ans_ready_i(1'b1), .ans_dest_o(others[11+:3]), .ans_msg_o(others[15+MSG_W+`WS_ASK_W+:`WS_ANS_W]),
      .ans_valid_i(1'b0), .ans_ready_o(others[14]), .ans_msg_i({`WS_ANS_W{1'b0}}),
      .clb_o         (clb),
      .clb_phase_i   (1'b0),
      .live_o        (live),
      .wait_o        (waiting),
      .idle_o        (block_idle),
      .err_valid_o   (err_valid),
      .err_status_o  (err_status),
      .err_warp_o    (err_warp),
      .err_op_o      (err_op),
      .err_lanes_o   (err_lanes),
      .err_opnd_o    (err_opnd),
      .err_cta_o     (err_cta)
  );

  // What an access reads: three registers, two of them 0. Words of shared memory come from all over a chip: one is selected a clock before.
  reg [31:0] read, read_q, ls_word, ls_word_q;
  integer k;
  always @(*) begin
    read = lane ? lane_rdata : cpl_word;  // that of another place is 0
    if (result && cpl_seen) read = read | (addr[7] ? cpl_d_hi : cpl_d);
    if (smem && ls_came_q) read = read | ls_word_q;
    ls_word = 32'd0;
    if (ls_rsp_valid) for (k = 0; k < BANKS; k = k + 1) if (ls_en[k]) ls_word = ls_word | ls_rsp_rdata[k*32+:32];
  end
  always @(posedge clk_i) ls_came_q <= rst_n && ls_rsp_valid;
  always @(posedge clk_i) if (ls_rsp_valid) ls_word_q <= ls_word;

  always @(posedge clk_i) if (act) read_q <= read;
  assign {acc_rdata, busy_o, err_o} = {read_q | gmem_rdata | regs_rdata, !idle, err_valid};
endmodule
`default_nettype wire
