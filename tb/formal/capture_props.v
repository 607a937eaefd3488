// SPDX-License-Identifier: Apache-2.0
// ws_capture: what stands is the first error since reset, whatever comes. The reference goes through the four sources of a clock
// one after another, in the order the head of ws_capture.v says, and writes down the first that has something, if nothing is
// written down yet. 4 lanes.
`default_nettype none
module capture_first (
    input  wire        clk_i, rst_ni,
    input  wire [ 2:0] rank,
    input  wire        exit, exit_warp, launch, launch_warp, rsp, rsp_warp, rsp_tag, late, late_warp,
    input  wire [ 3:0] exit_busy_lanes, exit_lanes, launch_lanes, rsp_lanes, rsp_opnd, late_lanes,
    input  wire [ 9:0] rsp_status, late_status,
    input  wire [11:0] rsp_op, late_op,
    input  wire [ 2:0] late_cta,
    output wire        bad,
    output wire [ 6:0] reached
);
  `include "ws_ops.vh"
  localparam W = 10 + 1 + 12 + 4 + 4 + 3;
  wire on, valid;
  wire [W-1:0] got;  // {status, warp, op, lanes, opnd, cta}
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  ws_capture #(.LANES(4), .WARP_W(1), .TAG_W(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .cfg_rank_i(rank), .exit_busy_i(exit), .exit_warp_i(exit_warp),
      .exit_busy_lanes_i(exit_busy_lanes), .exit_lanes_i(exit_lanes), .launch_busy_i(launch), .launch_warp_i(launch_warp),
      .launch_lanes_i(launch_lanes), .rsp_capture_i(rsp), .rsp_head_i({rsp_status, rsp_opnd, rsp_lanes, rsp_op, rsp_tag, rsp_warp}),
      .late_valid_i(late), .late_head_i({late_status, 4'd0, late_lanes, late_op, rsp_tag, late_warp}), .late_cta_i(late_cta), .err_valid_o(valid), .err_status_o(got[33:24]), .err_warp_o(got[23]),
      .err_op_o(got[22:11]), .err_lanes_o(got[10:7]), .err_opnd_o(got[6:3]), .err_cta_o(got[2:0]));

  reg have_q, have;
  reg [W-1:0] first_q, first;
  reg [2:0] from_q, from, many;  // which source it was, and of how many in that clock
  reg again_q;                   // another came later
  always @(*) begin
    have = have_q;
    first = first_q;
    from = from_q;
    if (exit && !have) begin
      have = 1;
      from = 0;
      first = {WS_ST_CV_LANE_BUSY, exit_warp, 12'd0, exit_busy_lanes, exit_lanes, rank};
    end
    if (launch && !have) begin
      have = 1;
      from = 1;
      first = {WS_ST_CV_LANE_BUSY, launch_warp, 12'd0, launch_lanes, launch_lanes, rank};
    end
    if (rsp && !have) begin
      have = 1;
      from = 2;
      first = {rsp_status, rsp_warp, rsp_op, rsp_lanes, rsp_opnd, rank};
    end
    if (late && !have) begin
      have = 1;
      from = 3;
      first = {late_status, late_warp, late_op, late_lanes, 4'd0, late_cta};
    end
  end
  always @(posedge clk_i)
    if (!rst_ni) begin
      have_q <= 0;
      again_q <= 0;
    end else begin
      have_q <= have;
      first_q <= first;
      from_q <= from;
      if (!have_q) many <= exit + launch + rsp + late;
      if (have_q && (exit || launch || rsp || late)) again_q <= 1;
    end

  assign bad = on && (valid != have_q || (have_q && got != first_q));
  assign reached = {7{on && have_q}} & {
    again_q && many == 1, from_q == 0 && many == 4, from_q == 2 && many == 2,
    from_q == 3, from_q == 2, from_q == 1, from_q == 0
  };
endmodule
`default_nettype wire
