// SPDX-License-Identifier: Apache-2.0
// How to put ws_top into a SIMT core: an example, not part of the block and not in files.f.
//
// The core issues one warp instruction at a time from a decoded instruction register and keeps a bit for each warp that
// waits for an answer: ws_top answers in its own time, in one or more pieces, so a warp may issue again when
// all lanes it issued have been named in responses. Operands come from the register file as LANES*32 vectors.
// The write port of the register file takes a response in each cycle, so rsp_ready_i is constant.
`default_nettype none
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
    output wire [       LANES-1:0]  wb_p_o,
    output wire                     wb_error_o,      // status of severity E or T: trap
    // warp scheduler: start of a warp, end of lanes
    input  wire                     start_valid_i,
    input  wire [      WARP_W-1:0]  start_warp_i,
    input  wire [       LANES-1:0]  start_lanes_i,
    input  wire                     end_valid_i,
    input  wire [      WARP_W-1:0]  end_warp_i,
    input  wire [       LANES-1:0]  end_lanes_i,
    output wire [       WARPS-1:0]  busy_o           // warps with lanes that wait for an answer
);
  localparam WARP_W = WARPS > 1 ? $clog2(WARPS) : 1;

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
  wire [WARPS*LANES-1:0] waiting;

  // The other bits of a status say why (see ws_ops.vh); this core only traps.
  wire unused = ^{rf_mask_i, rsp_status[8:0]};

  assign issue_ready_o = req_ready;
  assign wb_valid_o    = rsp_valid;
  assign wb_error_o    = rsp_valid && rsp_status[9];

  genvar warp;
  generate
    for (warp = 0; warp < WARPS; warp = warp + 1) begin : g_busy
      assign busy_o[warp] = |waiting[warp*LANES+:LANES];
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
      .tick_i        (1'b0),
      // request
      .req_valid_i   (issue_valid_i),
      .req_ready_o   (req_ready),
      .req_tag_i     (issue_rd_i),
      .req_warp_i    (issue_warp_i),
      .req_op_i      (issue_op_i),
      .req_lanes_i   (issue_lanes_i),
      .req_neg_i     (issue_neg_i),
      .req_mask_i    (mask),
      .req_a_i       (rf_a_i),
      .req_b_i       (rf_b_i),
      .req_c_i       (rf_c_i),
      .req_pred_i    (rf_pred_i),
      // exits and launches
      .exit_valid_i  (end_valid_i),
      .exit_warp_i   (end_warp_i),
      .exit_lanes_i  (end_lanes_i),
      .launch_valid_i(start_valid_i),
      .launch_warp_i (start_warp_i),
      .launch_lanes_i(start_lanes_i),
      // response
      .rsp_valid_o   (rsp_valid),
      .rsp_ready_i   (1'b1),
      .rsp_tag_o     (wb_rd_o),
      .rsp_warp_o    (wb_warp_o),
      .rsp_op_o      (),
      .rsp_lanes_o   (wb_lanes_o),
      .rsp_status_o  (rsp_status),
      .rsp_d_o       (wb_d_o),
      .rsp_p_o       (wb_p_o),
      // state
      .live_o        (),
      .wait_o        (waiting),
      .idle_o        (),
      .err_valid_o   (),
      .err_status_o  (),
      .err_warp_o    (),
      .err_op_o      (),
      .err_lanes_o   (),
      .err_opnd_o    ()
  );
endmodule
`default_nettype wire
