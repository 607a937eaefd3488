// SPDX-License-Identifier: Apache-2.0
// Asynchronous copies (cp.async, PTX 9.7.9.25.3.1) beside the units: takes the pieces of an operation from the mbarrier unit, reads
// global memory, writes shared memory, and says when the arrives of cp.async.mbarrier.arrive are due. This file wires
// ws_async_copy to the record of a piece, to the copy port of ws_smem and to the error capture.
//
// A piece is one lane; x as in ws_mbar_lane.vh. late: MB_RAW_ACCESS, a copy wrote onto an mbarrier object, a strobe, four clocks after
// memory took the copy; its head names the lane. Only control is reset.
`default_nettype none
`include "ws_layout.vh"
module ws_async #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter SLOTS  = 1,                           // CTAs: 1, 2, 4, 8, at most WARPS
    parameter COPIES = 8,                           // copies under way, a power of two, 2 to 64
    parameter LANE_W = $clog2(LANES),               // derived, not to be set
    parameter META_W = WARP_W + $clog2(LANES) + 1   // derived, not to be set
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    input  wire [           2:0] cfg_rank_i,
    // a copy, from ws_mbar
    input  wire                  push_valid_i,
    input  wire                  push_stands_i,   // it stands there, taken in this clock or not; comes before push_valid_i
    output wire                  push_ready_o,
    input  wire [    WARP_W-1:0] push_warp_i,
    input  wire [     LANES-1:0] push_lanes_i,    // one lane
    input  wire [          11:0] push_at_i,       // destination / 4
    input  wire [          31:0] push_x_i,
    input  wire                  push_cg_i,
    // lanes whose arrives are to follow their copies, from ws_mbar
    input  wire                  arr_valid_i,
    output wire                  arr_ready_o,
    input  wire [    WARP_W-1:0] arr_warp_i,
    input  wire [     LANES-1:0] arr_lanes_i,
    input  wire [          10:0] arr_slot_i,
    // an arrive that is due, to ws_mbar
    output wire                  job_valid_o,
    input  wire                  job_ready_i,
    output wire [          10:0] job_slot_o,
    output wire [    WARP_W-1:0] job_warp_o,
    output wire [    LANE_W-1:0] job_lane_o,
    // global memory
    output wire                  gm_valid_o,
    input  wire                  gm_ready_i,
    output wire [          31:0] gm_addr_o,
    output wire [           4:0] gm_bytes_o,
    output wire                  gm_owed_o,
    input  wire                  gm_rsp_valid_i,
    output wire                  gm_rsp_ready_o,
    input  wire [         127:0] gm_rsp_data_i,
    // shared memory
    output wire                  copy_valid_o,
    input  wire                  copy_ready_i,
    output wire [          13:0] copy_addr_o,
    output wire [           4:0] copy_bytes_o,
    output wire [         127:0] copy_data_o,
    output wire [    META_W-1:0] copy_meta_o,
    input  wire                  copy_raw_i,
    input  wire [    META_W-1:0] copy_raw_meta_i,
    output wire [     SLOTS-1:0] busy_o,          // CTAs of which a copy or an arrive is under way
    // to the error capture
    output wire                  late_valid_o,
    output wire [`WS_HEAD_W-1:0] late_head_o,
    output wire [           2:0] late_cta_o
);
  `include "ws_ops.vh"

  wire copy_cg, raw_cg;
  wire [WARP_W-1:0] copy_warp, raw_warp;
  wire [LANE_W-1:0] copy_lane, raw_lane;
  integer n;

  // A copy that was taken stands in a register for a clock.
  reg push_q, push_cg_q;
  reg [WARP_W-1:0] push_warp_q;
  reg [LANES-1:0] push_lanes_q;
  reg [11:0] push_at_q;
  reg [22:0] push_x_q;
  reg [LANE_W-1:0] push_lane;
  wire [SLOTS-1:0] copies_busy;

  always @(posedge clk_i)
    if (!rst_ni) push_q <= 1'b0;
    else push_q <= push_valid_i;

  always @(posedge clk_i)
    if (push_stands_i)
      {push_cg_q, push_warp_q, push_lanes_q, push_at_q, push_x_q} <= {push_cg_i, push_warp_i, push_lanes_i, push_at_i, push_x_i[22:0]};

  always @(*) begin
    push_lane = {LANE_W{1'b0}};
    if (push_q) for (n = 0; n < LANES; n = n + 1) if (push_lanes_q[n]) push_lane = push_lane | n[LANE_W-1:0];
  end

  localparam AT = $clog2(WARPS / SLOTS);  // bit of a warp's number where its CTA begins
  wire [WARP_W-1:0] push_slot = push_warp_q >> AT;
  assign busy_o = copies_busy | (push_q ? {{SLOTS - 1{1'b0}}, 1'b1} << push_slot : {SLOTS{1'b0}});

  ws_async_copy #(
      .LANES  (LANES),
      .WARPS  (WARPS),
      .WARP_W (WARP_W),
      .ENTRIES(COPIES),
      .SLOTS  (SLOTS)
  ) copies (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .push_valid_i  (push_q),
      .push_next_i   (push_valid_i),
      .push_ready_o  (push_ready_o),
      .push_warp_i   (push_warp_q),
      .push_lane_i   (push_lane),
      .push_dst_i    ({push_at_q, 2'b00}),
      .push_bytes_i  ({push_x_q[22:21], push_x_q[22:21] == 2'd0, 2'b00}),
      .push_take_i   (push_x_q[20:16]),
      .push_src_i    ({16'd0, push_x_q[15:0]}),
      .push_cg_i     (push_cg_q),
      .arr_valid_i   (arr_valid_i),
      .arr_ready_o   (arr_ready_o),
      .arr_warp_i    (arr_warp_i),
      .arr_lanes_i   (arr_lanes_i),
      .arr_slot_i    (arr_slot_i),
      .job_valid_o   (job_valid_o),
      .job_ready_i   (job_ready_i),
      .job_slot_o    (job_slot_o),
      .job_warp_o    (job_warp_o),
      .job_lane_o    (job_lane_o),
      .gm_valid_o    (gm_valid_o),
      .gm_ready_i    (gm_ready_i),
      .gm_addr_o     (gm_addr_o),
      .gm_bytes_o    (gm_bytes_o),
      .gm_owed_o     (gm_owed_o),
      .gm_rsp_valid_i(gm_rsp_valid_i),
      .gm_rsp_ready_o(gm_rsp_ready_o),
      .gm_rsp_data_i (gm_rsp_data_i),
      .wr_valid_o    (copy_valid_o),
      .wr_ready_i    (copy_ready_i),
      .wr_addr_o     (copy_addr_o),
      .wr_bytes_o    (copy_bytes_o),
      .wr_data_o     (copy_data_o),
      .wr_warp_o     (copy_warp),
      .wr_lane_o     (copy_lane),
      .wr_cg_o       (copy_cg),
      .busy_o        (copies_busy)
  );

  assign copy_meta_o = {copy_warp, copy_lane, copy_cg};
  assign {raw_warp, raw_lane, raw_cg} = copy_raw_meta_i;

  assign late_valid_o = copy_raw_i;
  assign late_cta_o = cfg_rank_i;
  assign late_head_o[`WS_HEAD_STATUS] = WS_ST_MB_RAW_ACCESS;
  assign late_head_o[`WS_HEAD_LANES] = {{LANES - 1{1'b0}}, 1'b1} << raw_lane;
  assign late_head_o[`WS_HEAD_OP] = {WS_OP_CP_ASYNC_CA[11:1], raw_cg};
  assign late_head_o[`WS_HEAD_WARP] = raw_warp;
  assign {late_head_o[`WS_HEAD_OPND], late_head_o[`WS_HEAD_TAG]} = {LANES + TAG_W{1'b0}};
  wire unused = &{1'b0, push_x_i[31:23]};
endmodule
`default_nettype wire
