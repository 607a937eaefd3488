// SPDX-License-Identifier: Apache-2.0
// Shared memory, and the copies into it. This file only wires ws_mbar_copy to the side port of ws_smem.
//
// A piece of cp.async is of one lane; x as in ws_mbar_lane.vh. raw_o: a copy wrote onto an object, with whose it was.
`default_nettype none
module ws_mbar_memory #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter SLOTS  = 1,              // CTAs: 1, 2, 4, 8, at most WARPS; each has a window of memory
    parameter COPIES = 8,              // cp.async under way
    parameter STRUCT = 0,
    parameter LANE_W = $clog2(LANES)   // derived, not to be set
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    // sweep, of the windows of CTAs that begin
    input  wire [ SLOTS-1:0] start_i,
    input  wire              piece_valid_i,  // a piece of push_warp_i's is still to enter the pipe
    input  wire              pipe_empty_i,
    output wire              sweep_o,        // no one is to ask for anything
    // a copy
    input  wire              push_valid_i,
    output wire              push_ready_o,
    input  wire [WARP_W-1:0] push_warp_i,
    input  wire [ LANES-1:0] push_lanes_i,  // one lane
    input  wire [      11:0] push_at_i,     // destination / 4
    input  wire [      31:0] push_x_i,
    input  wire              push_cg_i,
    // lanes whose arrives are to follow their copies
    input  wire              arr_valid_i,
    output wire              arr_ready_o,
    input  wire [WARP_W-1:0] arr_warp_i,
    input  wire [ LANES-1:0] arr_lanes_i,
    input  wire [      10:0] arr_slot_i,
    // a deferred arrive
    output wire              job_valid_o,
    input  wire              job_ready_i,
    output wire [      10:0] job_slot_o,
    output wire [WARP_W-1:0] job_warp_o,
    output wire [LANE_W-1:0] job_lane_o,
    // global memory
    output wire              gm_valid_o,
    input  wire              gm_ready_i,
    output wire [      31:0] gm_addr_o,
    output wire [       4:0] gm_bytes_o,
    input  wire              gm_rsp_valid_i,
    output wire              gm_rsp_ready_o,
    input  wire [     127:0] gm_rsp_data_i,
    // objects, for the pipe
    input  wire              read_i,
    input  wire [      10:0] read_slot_i,
    input  wire [       3:0] pair_i,
    output wire [      63:0] word_o,
    output wire              vld_o,
    output wire              seen_o,
    input  wire              write_i,
    input  wire [      10:0] write_slot_i,
    input  wire [      63:0] write_word_i,
    input  wire              write_vld_i,
    input  wire              write_seen_i,
    input  wire [      15:0] used_i,
    output wire              held_o,
    // plain accesses
    input  wire              ls_valid_i,
    output wire              ls_ready_o,
    input  wire [      31:0] ls_en_i,
    input  wire [  32*7-1:0] ls_row_i,
    input  wire [  32*4-1:0] ls_be_i,
    input  wire [ 32*32-1:0] ls_wdata_i,
    output wire              ls_rsp_valid_o,
    output wire [      31:0] ls_rsp_en_o,
    output wire [      31:0] ls_rsp_raw_o,
    output wire [ 32*32-1:0] ls_rsp_rdata_o,
    // a copy onto an object, a strobe
    output wire              raw_o,
    output wire [WARP_W-1:0] raw_warp_o,
    output wire [LANE_W-1:0] raw_lane_o,
    output wire              raw_cg_o,
    output wire              quiet_o        // no access, no sweep, no copy under way
);
  localparam META_W = WARP_W + LANE_W + 1;

  wire wr_valid, wr_ready, wr_cg, smem_quiet;
  wire [13:0] wr_addr;
  wire [4:0] wr_bytes;
  wire [127:0] wr_data;
  wire [WARP_W-1:0] wr_warp;
  wire [LANE_W-1:0] wr_lane;
  wire [SLOTS-1:0] copies_busy, sweep;
  reg [LANE_W-1:0] push_lane;
  integer n;

  always @(*) begin
    push_lane = {LANE_W{1'b0}};
    if (push_valid_i) for (n = 0; n < LANES; n = n + 1) if (push_lanes_i[n]) push_lane = push_lane | n[LANE_W-1:0];
  end

  ws_mbar_copy #(
      .LANES  (LANES),
      .WARPS  (WARPS),
      .WARP_W (WARP_W),
      .ENTRIES(COPIES),
      .SLOTS  (SLOTS)
  ) copies (
      .clk_i         (clk_i),
      .rst_ni        (rst_ni),
      .push_valid_i  (push_valid_i),
      .push_ready_o  (push_ready_o),
      .push_warp_i   (push_warp_i),
      .push_lane_i   (push_lane),
      .push_dst_i    ({push_at_i, 2'b00}),
      .push_bytes_i  ({push_x_i[22:21], push_x_i[22:21] == 2'd0, 2'b00}),
      .push_take_i   (push_x_i[20:16]),
      .push_src_i    ({16'd0, push_x_i[15:0]}),
      .push_cg_i     (push_cg_i),
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
      .gm_rsp_valid_i(gm_rsp_valid_i),
      .gm_rsp_ready_o(gm_rsp_ready_o),
      .gm_rsp_data_i (gm_rsp_data_i),
      .wr_valid_o    (wr_valid),
      .wr_ready_i    (wr_ready),
      .wr_addr_o     (wr_addr),
      .wr_bytes_o    (wr_bytes),
      .wr_data_o     (wr_data),
      .wr_warp_o     (wr_warp),
      .wr_lane_o     (wr_lane),
      .wr_cg_o       (wr_cg),
      .busy_o        (copies_busy)
  );

  // A row is cleared while nothing of the CTAs that begin is under way, and nobody uses memory. What others have under way
  // goes on meanwhile, the sweep in between; it has an end, since nothing more comes.
  reg [SLOTS-1:0] piece_slot;
  integer s;

  always @(*)
    for (s = 0; s < SLOTS; s = s + 1) piece_slot[s] = piece_valid_i && push_warp_i >> $clog2(WARPS / SLOTS) == s[WARP_W-1:0];

  wire still = pipe_empty_i && !wr_valid && ((piece_slot | copies_busy) & sweep) == {SLOTS{1'b0}};
  assign sweep_o = |sweep;

  ws_smem #(
      .META_W(META_W),
      .SLOTS (SLOTS),
      .STRUCT(STRUCT)
  ) smem (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .start_i        (start_i),
      .still_i        (still),
      .sweep_o        (sweep),
      .read_i         (read_i),
      .read_slot_i    (read_slot_i),
      .pair_i         (pair_i),
      .word_o         (word_o),
      .vld_o          (vld_o),
      .seen_o         (seen_o),
      .write_i        (write_i),
      .write_slot_i   (write_slot_i),
      .write_word_i   (write_word_i),
      .write_vld_i    (write_vld_i),
      .write_seen_i   (write_seen_i),
      .used_i         (used_i),
      .held_o         (held_o),
      .copy_valid_i   (wr_valid),
      .copy_ready_o   (wr_ready),
      .copy_addr_i    (wr_addr),
      .copy_bytes_i   (wr_bytes),
      .copy_data_i    (wr_data),
      .copy_meta_i    ({wr_warp, wr_lane, wr_cg}),
      .copy_raw_o     (raw_o),
      .copy_raw_meta_o({raw_warp_o, raw_lane_o, raw_cg_o}),
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

  assign quiet_o = smem_quiet && copies_busy == {SLOTS{1'b0}};
  wire unused = &{1'b0, push_x_i[31:23]};
endmodule
`default_nettype wire
