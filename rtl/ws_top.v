// SPDX-License-Identifier: Apache-2.0
// The warp unit: shfl.sync, vote.sync, match.sync, redux.sync, elect.sync, activemask, bar.warp.sync for WARPS warps of
// LANES lanes. This file only wires; what each port means stands in rtl/README.md.
//
// One request record in, one response record out, valid/ready. Exits, launches and ticks are always accepted. One
// response carries one status for the lanes it names; a request is done when the lanes of its responses make up its
// lanes. Responses of different units may overtake one another.
// Latency from acceptance to response, nothing competing: vote, elect, activemask, bar.warp 3; shfl and match.all 4;
// redux 5; match.any 2 + 32 or 64 / MATCH_BITS. One operation a clock, but match.any.
`default_nettype none
module ws_top #(
    parameter LANES      = 32,  // 4, 8, 16, 32; at 32 everything is PTX bit for bit
    parameter WARPS      = 4,   // power of two, 1 to 32; each costs a table of LANES waiting lanes
    parameter TAG_W      = 8,   // bits of a request's tag, 1 to 32
    parameter SHFL_FORM  = 0,   // 0: crossbar, any b and c in one clock; 1: butterfly, one clock a distinct (b, c), less than half the area
    parameter MATCH_BITS = 4,   // bits of a key that match.any compares in a clock: 4, 8, 16, 32; area grows with it
    parameter WATCHDOG   = 0,   // 1: builds the watchdog on blocked lanes (a time stamp a lane)
    parameter STRUCT     = 0,   // 1: structure for LUT synthesis; 0: plain loops, which simulate fast. Same function
    parameter WARP_W     = WARPS == 1 ? 1 : $clog2(WARPS)  // derived, not to be set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // configuration (static) and time
    input  wire                   cfg_legacy_i,
    input  wire [           15:0] cfg_watchdog_i,
    input  wire                   tick_i,
    // request
    input  wire                   req_valid_i,
    output wire                   req_ready_o,
    input  wire [      TAG_W-1:0] req_tag_i,
    input  wire [     WARP_W-1:0] req_warp_i,
    input  wire [           11:0] req_op_i,
    input  wire [      LANES-1:0] req_lanes_i,
    input  wire                   req_neg_i,
    input  wire [LANES*LANES-1:0] req_mask_i,
    input  wire [   LANES*64-1:0] req_a_i,
    input  wire [   LANES*32-1:0] req_b_i,
    input  wire [   LANES*32-1:0] req_c_i,
    input  wire [      LANES-1:0] req_pred_i,
    // lanes that exit, warps that start
    input  wire                   exit_valid_i,
    input  wire [     WARP_W-1:0] exit_warp_i,
    input  wire [      LANES-1:0] exit_lanes_i,
    input  wire                   launch_valid_i,
    input  wire [     WARP_W-1:0] launch_warp_i,
    input  wire [      LANES-1:0] launch_lanes_i,
    // response
    output wire                   rsp_valid_o,
    input  wire                   rsp_ready_i,
    output wire [      TAG_W-1:0] rsp_tag_o,
    output wire [     WARP_W-1:0] rsp_warp_o,
    output wire [           11:0] rsp_op_o,
    output wire [      LANES-1:0] rsp_lanes_o,
    output wire [            9:0] rsp_status_o,
    output wire [   LANES*32-1:0] rsp_d_o,
    output wire [      LANES-1:0] rsp_p_o,
    // state
    output wire [WARPS*LANES-1:0] live_o,
    output wire [WARPS*LANES-1:0] wait_o,
    output wire                   idle_o,
    // first error since reset
    output wire                   err_valid_o,
    output wire [            9:0] err_status_o,
    output wire [     WARP_W-1:0] err_warp_o,
    output wire [           11:0] err_op_o,
    output wire [      LANES-1:0] err_lanes_o,
    output wire [      LANES-1:0] err_opnd_o
);
  localparam META_W = 10 + LANES + 12 + TAG_W + WARP_W;

  generate
    if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : bad_lanes
      ws_top_LANES_must_be_4_8_16_or_32 illegal ();
    end
    if (WARPS != 1 && WARPS != 2 && WARPS != 4 && WARPS != 8 && WARPS != 16 && WARPS != 32) begin : bad_warps
      ws_top_WARPS_must_be_a_power_of_two_from_1_to_32 illegal ();
    end
    if (TAG_W < 1 || TAG_W > 32) begin : bad_tag
      ws_top_TAG_W_must_be_1_to_32 illegal ();
    end
    if (WATCHDOG != 0 && WATCHDOG != 1) begin : bad_watchdog
      ws_top_WATCHDOG_must_be_0_or_1 illegal ();
    end
    if (STRUCT != 0 && STRUCT != 1) begin : bad_struct
      ws_top_STRUCT_must_be_0_or_1 illegal ();
    end
  endgenerate

  // With one warp the index has a bit that means nothing.
  localparam [WARP_W-1:0] WARP_BITS = WARPS == 1 ? {WARP_W{1'b0}} : {WARP_W{1'b1}};
  wire [WARP_W-1:0] req_warp = req_warp_i & WARP_BITS;
  wire [WARP_W-1:0] exit_warp = exit_warp_i & WARP_BITS;
  wire [WARP_W-1:0] launch_warp = launch_warp_i & WARP_BITS;

  wire [            4:0] grp_valid, grp_ready;
  wire [     WARP_W-1:0] grp_warp;
  wire [           11:0] grp_op;
  wire [      TAG_W-1:0] grp_tag;
  wire [      LANES-1:0] grp_lanes, grp_opnd, grp_pred;
  wire [            9:0] grp_status;
  wire [   LANES*64-1:0] grp_a;
  wire [   LANES*32-1:0] grp_b, grp_c;
  wire [     META_W-1:0] grp_meta = {grp_status, grp_opnd, grp_op, grp_tag, grp_warp};
  wire [   LANES*32-1:0] grp_a_low;
  wire                   exit_busy, launch_busy, sync_quiet;
  wire [      LANES-1:0] exit_busy_lanes;

  genvar g;
  generate
    for (g = 0; g < LANES; g = g + 1) begin : low
      assign grp_a_low[g*32+:32] = grp_a[g*64+:32];
    end
  endgenerate

  ws_sync #(
      .LANES   (LANES),
      .WARPS   (WARPS),
      .WARP_W  (WARP_W),
      .TAG_W   (TAG_W),
      .WATCHDOG(WATCHDOG),
      .STRUCT  (STRUCT)
  ) sync (
      .clk_i            (clk_i),
      .rst_ni           (rst_ni),
      .cfg_legacy_i     (cfg_legacy_i),
      .cfg_watchdog_i   (cfg_watchdog_i),
      .tick_i           (tick_i),
      .req_valid_i      (req_valid_i),
      .req_ready_o      (req_ready_o),
      .req_tag_i        (req_tag_i),
      .req_warp_i       (req_warp),
      .req_op_i         (req_op_i),
      .req_lanes_i      (req_lanes_i),
      .req_mask_i       (req_mask_i),
      .req_a_i          (req_a_i),
      .req_b_i          (req_b_i),
      .req_c_i          (req_c_i),
      .req_pred_i       (req_pred_i ^ {LANES{req_neg_i}}),
      .exit_valid_i     (exit_valid_i),
      .exit_warp_i      (exit_warp),
      .exit_lanes_i     (exit_lanes_i),
      .launch_valid_i   (launch_valid_i),
      .launch_warp_i    (launch_warp),
      .launch_lanes_i   (launch_lanes_i),
      .grp_valid_o      (grp_valid),
      .grp_ready_i      (grp_ready),
      .grp_warp_o       (grp_warp),
      .grp_op_o         (grp_op),
      .grp_tag_o        (grp_tag),
      .grp_lanes_o      (grp_lanes),
      .grp_status_o     (grp_status),
      .grp_opnd_o       (grp_opnd),
      .grp_a_o          (grp_a),
      .grp_b_o          (grp_b),
      .grp_c_o          (grp_c),
      .grp_pred_o       (grp_pred),
      .exit_busy_o      (exit_busy),
      .exit_busy_lanes_o(exit_busy_lanes),
      .launch_busy_o    (launch_busy),
      .live_o           (live_o),
      .wait_o           (wait_o),
      .quiet_o          (sync_quiet)
  );

  // -------------------------------------------------------------------------------------------------------- units

  wire [     META_W-1:0] vote_res_meta, shfl_res_meta, redux_res_meta, match_all_res_meta, match_any_res_meta;
  wire [      LANES-1:0] vote_res_lanes, shfl_res_lanes, redux_res_lanes, match_all_res_lanes, match_any_res_lanes;
  wire [            4:0] res_valid, res_ready;
  wire [      LANES-1:0] vote_res_d, vote_res_p, shfl_res_p, shfl_res_und, match_all_res_d;
  wire [   LANES*32-1:0] shfl_res_d;
  wire [           31:0] redux_res_d;
  wire                   match_all_res_p;
  wire [LANES*LANES-1:0] match_any_res_d;

  ws_vote #(
      .LANES (LANES),
      .META_W(META_W)
  ) vote (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .grp_valid_i (grp_valid[0]),
      .grp_ready_o (grp_ready[0]),
      .grp_meta_i  (grp_meta),
      .grp_fn_i    (grp_op[7:0]),
      .grp_lanes_i (grp_lanes),
      .grp_pred_i  (grp_pred),
      .grp_poison_i(grp_status[9]),
      .res_valid_o (res_valid[0]),
      .res_ready_i (res_ready[0]),
      .res_meta_o  (vote_res_meta),
      .res_lanes_o (vote_res_lanes),
      .res_d_o     (vote_res_d),
      .res_p_o     (vote_res_p)
  );

  ws_shfl #(
      .LANES (LANES),
      .META_W(META_W),
      .FORM  (SHFL_FORM),
      .STRUCT(STRUCT)
  ) shfl (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .grp_valid_i(grp_valid[1]),
      .grp_ready_o(grp_ready[1]),
      .grp_meta_i (grp_meta),
      .grp_fn_i   (grp_op[7:0]),
      .grp_lanes_i(grp_lanes),
      .grp_a_i    (grp_a_low),
      .grp_b_i    (grp_b),
      .grp_c_i    (grp_c),
      .res_valid_o(res_valid[1]),
      .res_ready_i(res_ready[1]),
      .res_meta_o (shfl_res_meta),
      .res_lanes_o(shfl_res_lanes),
      .res_d_o    (shfl_res_d),
      .res_p_o    (shfl_res_p),
      .res_und_o  (shfl_res_und)
  );

  ws_redux #(
      .LANES (LANES),
      .META_W(META_W)
  ) redux (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .grp_valid_i(grp_valid[2]),
      .grp_ready_o(grp_ready[2]),
      .grp_meta_i (grp_meta),
      .grp_fn_i   (grp_op[7:0]),
      .grp_lanes_i(grp_lanes),
      .grp_a_i    (grp_a_low),
      .res_valid_o(res_valid[2]),
      .res_ready_i(res_ready[2]),
      .res_meta_o (redux_res_meta),
      .res_lanes_o(redux_res_lanes),
      .res_d_o    (redux_res_d)
  );

  ws_match_all #(
      .LANES (LANES),
      .META_W(META_W)
  ) match_all (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .grp_valid_i(grp_valid[3]),
      .grp_ready_o(grp_ready[3]),
      .grp_meta_i (grp_meta),
      .grp_fn_i   (grp_op[7:0]),
      .grp_lanes_i(grp_lanes),
      .grp_a_i    (grp_a),
      .res_valid_o(res_valid[3]),
      .res_ready_i(res_ready[3]),
      .res_meta_o (match_all_res_meta),
      .res_lanes_o(match_all_res_lanes),
      .res_d_o    (match_all_res_d),
      .res_p_o    (match_all_res_p)
  );

  ws_match_any #(
      .LANES (LANES),
      .META_W(META_W),
      .BITS  (MATCH_BITS),
      .STRUCT(STRUCT)
  ) match_any (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .grp_valid_i(grp_valid[4]),
      .grp_ready_o(grp_ready[4]),
      .grp_meta_i (grp_meta),
      .grp_fn_i   (grp_op[7:0]),
      .grp_lanes_i(grp_lanes),
      .grp_a_i    (grp_a),
      .res_valid_o(res_valid[4]),
      .res_ready_i(res_ready[4]),
      .res_meta_o (match_any_res_meta),
      .res_lanes_o(match_any_res_lanes),
      .res_d_o    (match_any_res_d)
  );

  // ---------------------------------------------------------------------------------------------------- responses

  wire              capture;
  wire [META_W-1:0] capture_meta;
  wire [ LANES-1:0] capture_lanes;

  ws_collect #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W)
  ) collect (
      .clk_i                (clk_i),
      .rst_ni               (rst_ni),
      .vote_res_valid_i     (res_valid[0]),
      .vote_res_ready_o     (res_ready[0]),
      .vote_res_meta_i      (vote_res_meta),
      .vote_res_lanes_i     (vote_res_lanes),
      .vote_res_d_i         (vote_res_d),
      .vote_res_p_i         (vote_res_p),
      .shfl_res_valid_i     (res_valid[1]),
      .shfl_res_ready_o     (res_ready[1]),
      .shfl_res_meta_i      (shfl_res_meta),
      .shfl_res_lanes_i     (shfl_res_lanes),
      .shfl_res_d_i         (shfl_res_d),
      .shfl_res_p_i         (shfl_res_p),
      .shfl_res_und_i       (shfl_res_und),
      .redux_res_valid_i    (res_valid[2]),
      .redux_res_ready_o    (res_ready[2]),
      .redux_res_meta_i     (redux_res_meta),
      .redux_res_lanes_i    (redux_res_lanes),
      .redux_res_d_i        (redux_res_d),
      .match_all_res_valid_i(res_valid[3]),
      .match_all_res_ready_o(res_ready[3]),
      .match_all_res_meta_i (match_all_res_meta),
      .match_all_res_lanes_i(match_all_res_lanes),
      .match_all_res_d_i    (match_all_res_d),
      .match_all_res_p_i    (match_all_res_p),
      .match_any_res_valid_i(res_valid[4]),
      .match_any_res_ready_o(res_ready[4]),
      .match_any_res_meta_i (match_any_res_meta),
      .match_any_res_lanes_i(match_any_res_lanes),
      .match_any_res_d_i    (match_any_res_d),
      .rsp_valid_o          (rsp_valid_o),
      .rsp_ready_i          (rsp_ready_i),
      .rsp_tag_o            (rsp_tag_o),
      .rsp_warp_o           (rsp_warp_o),
      .rsp_op_o             (rsp_op_o),
      .rsp_lanes_o          (rsp_lanes_o),
      .rsp_status_o         (rsp_status_o),
      .rsp_d_o              (rsp_d_o),
      .rsp_p_o              (rsp_p_o),
      .capture_o            (capture),
      .capture_meta_o       (capture_meta),
      .capture_lanes_o      (capture_lanes)
  );

  ws_capture #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W)
  ) first_error (
      .clk_i            (clk_i),
      .rst_ni           (rst_ni),
      .exit_busy_i      (exit_busy),
      .exit_warp_i      (exit_warp),
      .exit_busy_lanes_i(exit_busy_lanes),
      .exit_lanes_i     (exit_lanes_i),
      .launch_busy_i    (launch_busy),
      .launch_warp_i    (launch_warp),
      .launch_lanes_i   (launch_lanes_i),
      .rsp_capture_i    (capture),
      .rsp_meta_i       (capture_meta),
      .rsp_lanes_i      (capture_lanes),
      .err_valid_o      (err_valid_o),
      .err_status_o     (err_status_o),
      .err_warp_o       (err_warp_o),
      .err_op_o         (err_op_o),
      .err_lanes_o      (err_lanes_o),
      .err_opnd_o       (err_opnd_o)
  );

  wire units_empty;

  ws_inflight inflight (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .in_i   (|grp_valid),
      .out_i  (|(res_valid & res_ready)),
      .empty_o(units_empty)
  );

  assign idle_o = sync_quiet && units_empty && !rsp_valid_o;
endmodule
`default_nettype wire
