// SPDX-License-Identifier: Apache-2.0
// How to put ws_top into a SIMT core: an example, not part of the block and not in files.f.
//
// The core issues one warp instruction at a time from a decoded instruction register. ws_top answers in its own time, in one or
// more responses, and each lane that issues is named in exactly one of them; a value of 128 bits comes in two, of which the first has
// p = 1. So the scoreboard is a bit a lane in flight: set when the request is taken, cleared when a response names the lane for the last time. busy_o has a warp while one of its lanes is in flight; wait_o of
// ws_top is not that, it is 0 while an operation is in a pipeline. A lane in flight issues nothing: issue_ready_o is 0. Its other
// lanes may, so that the paths of a branch meet. A core that issues operations which do not depend on one another before the
// first has answered needs a bit a register in place of a bit a lane.
// Operands come from the register file as LANES*32 vectors; its write port takes a response in each cycle, so rsp_ready_i is
// constant. An instruction without a destination names a register that nobody reads. The scheduler ends a lane (end_*) when it
// is not in flight: one that waits would not exit.
// Shared memory lives in the block, beside the mbarrier objects: the core's load and store unit sorts the lanes' accesses
// into banks and uses the ls port. Copies (cp.async) read global memory and atomics change it, through the gm port. One CTA of start_warps_i
// warps, which barriers without a thread count wait for; no cluster: no other CTA sends messages, and the CTA alone makes
// up the barrier of its cluster. No engine completes transactions.
`default_nettype none
`include "ws_layout.vh"
module ws_example_core #(
    parameter LANES = 32,
    parameter WARPS = 4
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,
    // issue stage: one decoded warp instruction; taken when issue_ready_o
    input  wire                     issue_valid_i,
    output wire                     issue_ready_o,
    input  wire [      WARP_W-1:0]  issue_warp_i,
    input  wire [            11:0]  issue_op_i,      // WS_OP_* of ws_ops.vh
    input  wire [       LANES-1:0]  issue_lanes_i,   // active lanes whose guard holds
    input  wire [             4:0]  issue_rd_i,      // destination register
    input  wire                     issue_neg_i,     // predicate source is complemented
    // register file, read in the issue stage
    input  wire [   LANES*32-1:0]   rf_mask_i,       // membermask register of each lane
    input  wire [   LANES*64-1:0]   rf_addr_i,       // addresses of mbarriers, atomics and copies
    input  wire [   LANES*64-1:0]   rf_a_i,
    input  wire [   LANES*32-1:0]   rf_b_i,
    input  wire [   LANES*32-1:0]   rf_c_i,
    input  wire [       LANES-1:0]  rf_pred_i,
    // register file, write: d and p of the lanes in wb_lanes_o
    output wire                     wb_valid_o,
    output wire [      WARP_W-1:0]  wb_warp_o,
    output wire [             4:0]  wb_rd_o,
    output wire [       LANES-1:0]  wb_lanes_o,
    output wire [   LANES*32-1:0]   wb_d_o,
    output wire [   LANES*32-1:0]   wb_d_hi_o,       // of 64 bits; of 128 wb_p_o tells the lower ones
    output wire [       LANES-1:0]  wb_p_o,
    output wire                     wb_error_o,      // status of severity E or T: trap
    // load and store unit: one word a bank of shared memory
    input  wire                     lsu_valid_i,
    output wire                     lsu_ready_o,
    input  wire [            31:0]  lsu_banks_i,
    input  wire [        32*7-1:0]  lsu_rows_i,
    input  wire [        32*4-1:0]  lsu_bytes_i,     // to be written; 0 reads
    input  wire [       32*32-1:0]  lsu_wdata_i,
    output wire                     lsu_rvalid_o,
    output wire [       32*32-1:0]  lsu_rdata_o,
    // global memory, for copies and atomics
    output wire                     mem_valid_o,
    input  wire                     mem_ready_i,
    output wire [            31:0]  mem_addr_o,
    output wire [             4:0]  mem_bytes_o,
    output wire [    `WS_GM_W-1:0]  mem_more_o,
    output wire                     mem_tag_o,
    input  wire                     mem_rvalid_i,
    output wire                     mem_rready_o,
    input  wire [           127:0]  mem_rdata_i,
    input  wire                     mem_rtag_i,
    // a pulse each 10 ns, for the limits of mbarrier.try_wait
    input  wire                     tick_i,
    // warp scheduler: start of a warp, end of lanes
    input  wire                     start_valid_i,
    input  wire [      WARP_W-1:0]  start_warp_i,
    input  wire [       LANES-1:0]  start_lanes_i,
    input  wire [             5:0]  start_warps_i,   // warps of the CTA, with the start of its first warp
    input  wire                     end_valid_i,
    input  wire [      WARP_W-1:0]  end_warp_i,
    input  wire [       LANES-1:0]  end_lanes_i,
    output wire [       WARPS-1:0]  busy_o           // warps with lanes in flight: issued, and not answered
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  localparam WARP_W = WARPS > 1 ? $clog2(WARPS) : 1;
  localparam MSG_W = `WS_MSG_W;  // of a message between CTAs

  // A membermask names lanes of this warp: with fewer than 32 lanes the upper bits of the register do not exist.
  wire [LANES*LANES-1:0] mask;
  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : g_mask
      assign mask[lane*LANES+:LANES] = rf_mask_i[lane*32+:LANES];
    end
  endgenerate

  wire        req_ready;
  wire        rsp_valid;
  wire [ 9:0] rsp_status;

  // The other bits of a status say why (see ws_ops.vh); this core only traps.
  wire unused = ^{rf_mask_i, rsp_status[8:0]};

  // The scoreboard. An issue that meets a lane in flight is not offered to ws_top.
  reg  [WARPS*LANES-1:0] flight_q;
  wire [LANES-1:0] flight = flight_q[issue_warp_i*LANES+:LANES];
  wire             hazard = |(flight & issue_lanes_i);
  wire             taken  = issue_valid_i && issue_ready_o;

  assign issue_ready_o = req_ready && !hazard;
  assign wb_valid_o    = rsp_valid;
  assign wb_error_o    = rsp_valid && rsp_status[9];

  // Lanes that have the lower half of 128 bits.
  wire [11:0] rsp_op;
  wire [LANES-1:0] half = rsp_op[11:8] == WS_UNIT_ATOM && atom_is_quad(rsp_op[7:0]) ? wb_p_o : {LANES{1'b0}};

  genvar warp;
  generate
    for (warp = 0; warp < WARPS; warp = warp + 1) begin : g_busy
      wire [LANES-1:0] set = taken && issue_warp_i == warp ? issue_lanes_i : {LANES{1'b0}};
      wire [LANES-1:0] clear = rsp_valid && wb_warp_o == warp ? wb_lanes_o & ~half : {LANES{1'b0}};
      always @(posedge clk_i) begin
        if (!rst_ni) flight_q[warp*LANES+:LANES] <= {LANES{1'b0}};
        else flight_q[warp*LANES+:LANES] <= (flight_q[warp*LANES+:LANES] | set) & ~clear;
      end
      assign busy_o[warp] = |flight_q[warp*LANES+:LANES];
    end
  endgenerate

  // The tag comes back with the answer; here it carries the destination register. Lanes that arrive in pieces
  // execute one instruction, so they agree on it.
  ws_top #(
      .LANES(LANES),
      .WARPS(WARPS),
      .TAG_W(5)
  ) u_warpsync (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      // configuration
      .cfg_legacy_i  (1'b0),
      .cfg_watchdog_i(16'd0),
      .cfg_trywait_i (16'd1024),
      .cfg_rank_i    (3'd0),
      .cfg_ctas_i    (4'd1),
      .tick_i        (tick_i),
      // request
      .req_valid_i   (issue_valid_i && !hazard),
      .req_ready_o   (req_ready),
      .req_judged_o  (),
      .req_tag_i     (issue_rd_i),
      .req_warp_i    (issue_warp_i),
      .req_op_i      (issue_op_i),
      .req_lanes_i   (issue_lanes_i),
      .req_neg_i     (issue_neg_i),
      .req_mask_i    (mask),
      .req_addr_i    (rf_addr_i),
      .req_a_i       (rf_a_i),
      .req_b_i       (rf_b_i),
      .req_c_i       (rf_c_i),
      .req_pred_i    (rf_pred_i),
      // exits and launches
      .exit_valid_i  (end_valid_i),
      .exit_warp_i   (end_warp_i),
      .exit_lanes_i  (end_lanes_i),
      .exit_done_o   (),
      .launch_valid_i(start_valid_i),
      .launch_warp_i (start_warp_i),
      .launch_lanes_i(start_lanes_i),
      .launch_warps_i(start_warps_i),
      // response
      .rsp_valid_o   (rsp_valid),
      .rsp_ready_i   (1'b1),
      .rsp_tag_o     (wb_rd_o),
      .rsp_warp_o    (wb_warp_o),
      .rsp_op_o      (rsp_op),
      .rsp_lanes_o   (wb_lanes_o),
      .rsp_status_o  (rsp_status),
      .rsp_d_o       (wb_d_o),
      .rsp_d_hi_o    (wb_d_hi_o),
      .rsp_p_o       (wb_p_o),
      // shared memory
      .ls_valid_i    (lsu_valid_i),
      .ls_ready_o    (lsu_ready_o),
      .ls_en_i       (lsu_banks_i),
      .ls_row_i      (lsu_rows_i),
      .ls_be_i       (lsu_bytes_i),
      .ls_wdata_i    (lsu_wdata_i),
      .ls_rsp_valid_o(lsu_rvalid_o),
      .ls_rsp_en_o   (),
      .ls_rsp_raw_o  (),
      .ls_rsp_rdata_o(lsu_rdata_o),
      // no asynchronous engine
      .tx_valid_i    (1'b0),
      .tx_ready_o    (),
      .tx_addr_i     (32'd0),
      .tx_bytes_i    (32'd0),
      // copies and atomics
      .gm_valid_o    (mem_valid_o),
      .gm_ready_i    (mem_ready_i),
      .gm_addr_o     (mem_addr_o),
      .gm_bytes_o    (mem_bytes_o),
      .gm_more_o     (mem_more_o),
      .gm_tag_o      (mem_tag_o),
      .gm_rsp_valid_i(mem_rvalid_i),
      .gm_rsp_ready_o(mem_rready_o),
      .gm_rsp_data_i (mem_rdata_i),
      .gm_rsp_tag_i  (mem_rtag_i),
      // no other CTA
      .net_valid_o   (),
      .net_ready_i   (1'b1),
      .net_dest_o    (),
      .net_msg_o     (),
      .net_valid_i   (1'b0),
      .net_ready_o   (),
      .net_msg_i     ({MSG_W{1'b0}}),
      .ask_valid_o   (),
      .ask_ready_i   (1'b1),
      .ask_dest_o    (),
      .ask_msg_o     (),
      .ask_valid_i   (1'b0),
      .ask_ready_o   (),
      .ask_msg_i     ({`WS_ASK_W{1'b0}}),
      .ans_valid_o   (),
      .ans_ready_i   (1'b1),
      .ans_dest_o    (),
      .ans_msg_o     (),
      .ans_valid_i   (1'b0),
      .ans_ready_o   (),
      .ans_msg_i     ({`WS_ANS_W{1'b0}}),
      .clb_o         (),
      .clb_phase_i   (1'b0),
      // state
      .live_o        (),
      .wait_o        (),
      .idle_o        (),
      .err_valid_o   (),
      .err_status_o  (),
      .err_warp_o    (),
      .err_op_o      (),
      .err_lanes_o   (),
      .err_opnd_o    (),
      .err_cta_o     ()
  );
endmodule
`default_nettype wire
