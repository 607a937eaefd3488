// SPDX-License-Identifier: Apache-2.0
// The rest of the core of ws_example_core, as far as one needs it to see that the block answers: a warp starts, executes a
// reduction, a shuffle and, in two parts, a vote, and ends. Ends the process with status 1 if anything was wrong.
`default_nettype none
module ws_example_core_tb;
  `include "ws_ops.vh"
  localparam LANES = 4, WARPS = 2, PATIENCE = 200;
  localparam [LANES-1:0] ALL = {LANES{1'b1}};

  reg clk = 1'b0, rst_n = 1'b0;
  always #5 clk = !clk;

  reg issue = 1'b0, start = 1'b0, stop = 1'b0;
  reg warp = 1'b1;
  reg [11:0] op;
  reg [LANES-1:0] lanes = ALL, pred = 4'b0110;
  reg [4:0] rd = 5'd9;
  reg [LANES*32-1:0] b = {LANES{32'd1}}, c = {LANES{32'h1f}};
  reg [LANES*64-1:0] a;
  wire issue_ready, wb, wb_error, wb_warp, mem_valid, lsu_ready;
  wire [4:0] wb_rd;
  wire [LANES-1:0] wb_lanes, wb_p;
  wire [LANES*32-1:0] wb_d, wb_d_hi;
  wire [WARPS-1:0] busy;

  ws_example_core #(
      .LANES(LANES),
      .WARPS(WARPS)
  ) core (
      .clk_i(clk), .rst_ni(rst_n),
      .issue_valid_i(issue), .issue_ready_o(issue_ready), .issue_warp_i(warp), .issue_op_i(op), .issue_lanes_i(lanes), .issue_rd_i(rd),
      .issue_neg_i(1'b0), .rf_mask_i({LANES{32'hffffffff}}), .rf_addr_i({LANES{64'd0}}), .rf_a_i(a), .rf_b_i(b), .rf_c_i(c), .rf_pred_i(pred),
      .wb_valid_o(wb), .wb_warp_o(wb_warp), .wb_rd_o(wb_rd), .wb_lanes_o(wb_lanes), .wb_d_o(wb_d), .wb_d_hi_o(wb_d_hi), .wb_p_o(wb_p),
      .wb_error_o(wb_error),
      .lsu_valid_i(1'b0), .lsu_ready_o(lsu_ready), .lsu_banks_i(32'd0), .lsu_rows_i(224'd0), .lsu_bytes_i(128'd0), .lsu_wdata_i(1024'd0),
      .lsu_rvalid_o(), .lsu_rdata_o(),
      .mem_valid_o(mem_valid), .mem_ready_i(1'b1), .mem_addr_o(), .mem_bytes_o(), .mem_rvalid_i(1'b0), .mem_rready_o(), .mem_rdata_i(128'd0),
      .tick_i(1'b0),
      .start_valid_i(start), .start_warp_i(warp), .start_lanes_i(ALL), .start_warps_i(6'd0), .end_valid_i(stop), .end_warp_i(warp),
      .end_lanes_i(ALL), .busy_o(busy)
  );

  integer checks = 0, failures = 0, clocks, lane;

  task expect_word(input [31:0] got, input [31:0] wanted, input [40*8-1:0] what);
    begin
      checks = checks + 1;
      if (got !== wanted) begin
        failures = failures + 1;
        $display("FAIL %0s: got 0x%08x, expected 0x%08x, at time %0t", what, got, wanted, $time);
      end
    end
  endtask

  task put(input [11:0] code, input [LANES-1:0] which);
    begin
      {issue, op, lanes} = {1'b1, code, which};
      @(negedge clk);
      while (!issue_ready) @(negedge clk);
      @(posedge clk) #1 issue = 1'b0;
    end
  endtask

  // The answer of all lanes, at the write port of the register file.
  task take;
    begin
      for (clocks = 0; !wb && clocks < PATIENCE; clocks = clocks + 1) @(negedge clk);
      expect_word({31'd0, wb}, 32'd1, "an answer");
      expect_word({26'd0, wb_warp, wb_rd}, {26'd0, warp, rd}, "warp and register of the answer");
      expect_word({27'd0, wb_error, wb_lanes}, {27'd0, 1'b0, ALL}, "no error, all lanes");
    end
  endtask

  initial begin
    for (lane = 0; lane < LANES; lane = lane + 1) a[64*lane+:64] = 64'd100 + lane;
    repeat (4) @(posedge clk);
    #1 rst_n = 1'b1;
    start = 1'b1;
    @(posedge clk) #1 start = 1'b0;

    put(WS_OP_REDUX_ADD_U32, ALL);
    take;
    for (lane = 0; lane < LANES; lane = lane + 1) expect_word(wb_d[32*lane+:32], 32'd406, "redux.sync.add.u32");
    @(posedge clk);

    put(WS_OP_SHFL_BFLY, ALL);
    take;
    for (lane = 0; lane < LANES; lane = lane + 1) expect_word(wb_d[32*lane+:32], 32'd100 + (lane ^ 1), "shfl.sync.bfly.b32");
    @(posedge clk);

    put(WS_OP_VOTE_BALLOT, 4'b0101);  // the others come later
    repeat (20) @(posedge clk);
    expect_word({30'd0, busy}, 32'b10, "the warp waits for its other lanes");
    put(WS_OP_VOTE_BALLOT, 4'b1010);
    take;
    for (lane = 0; lane < LANES; lane = lane + 1) expect_word(wb_d[32*lane+:32], 32'b0110, "vote.sync.ballot.b32");
    repeat (4) @(posedge clk);
    expect_word({30'd0, busy}, 32'd0, "nobody waits any more");
    stop = 1'b1;
    @(posedge clk) #1 stop = 1'b0;

    $display("%0d passed, %0d failed", checks - failures, failures);
    if (failures != 0) $fatal(1);
    $finish;
  end
endmodule
`default_nettype wire
