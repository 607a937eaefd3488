// SPDX-License-Identifier: Apache-2.0
// The rest of the core of ws_example_core: two warps, a register file, and a scheduler that issues for a warp as soon as busy_o says that
// it may. Each instruction of a program of random ones reads a register that an earlier one wrote, so that an issue before its
// answer reads a stale one. A second register file holds what each instruction would write at its issue; both must be equal in the
// end. Ends the process with status 1 if anything was wrong.
`default_nettype none
module ws_example_core_tb;
  `include "ws_ops.vh"
  localparam LANES = 4, WARPS = 2, REGS = 4, PATIENCE = 400, STEPS = 400;
  localparam [LANES-1:0] ALL = {LANES{1'b1}};

  reg clk = 1'b0, rst_n = 1'b0;
  always #5 clk = !clk;

  reg issue, start, stop, warp;  // set in an initial block: with -g2012 Icarus does not tell always @(*) of values set here
  reg [11:0] op;
  reg [LANES-1:0] lanes = ALL, pred;
  reg [4:0] rd, rs;
  reg [LANES*64-1:0] a, addr;
  reg [LANES*32-1:0] b;
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
      .issue_neg_i(1'b0), .rf_mask_i({LANES{32'hffffffff}}), .rf_addr_i(addr), .rf_a_i(a), .rf_b_i(b), .rf_c_i({LANES{32'h1f}}), .rf_pred_i(pred),
      .wb_valid_o(wb), .wb_warp_o(wb_warp), .wb_rd_o(wb_rd), .wb_lanes_o(wb_lanes), .wb_d_o(wb_d), .wb_d_hi_o(wb_d_hi), .wb_p_o(wb_p),
      .wb_error_o(wb_error),
      .lsu_valid_i(1'b0), .lsu_ready_o(lsu_ready), .lsu_banks_i(32'd0), .lsu_rows_i(224'd0), .lsu_bytes_i(128'd0), .lsu_wdata_i(1024'd0),
      .lsu_rvalid_o(), .lsu_rdata_o(),
      .mem_valid_o(mem_valid), .mem_ready_i(1'b1), .mem_addr_o(), .mem_bytes_o(), .mem_rvalid_i(1'b0), .mem_rready_o(), .mem_rdata_i(128'd0), .mem_more_o(), .mem_tag_o(), .mem_rtag_i(1'b0),
      .tick_i(1'b0),
      .start_valid_i(start), .start_warp_i(warp), .start_lanes_i(ALL), .start_warps_i(6'd2), .end_valid_i(stop), .end_warp_i(warp),
      .end_lanes_i(ALL), .busy_o(busy)
  );

  integer checks = 0, failures = 0, step, clocks, lane, w, r, kind, seed = 1;
  reg [31:0] file[0:WARPS*REGS*LANES-1];  // the core's registers
  reg [31:0] gold[0:WARPS*REGS*LANES-1];  // as if each instruction had answered at its issue
  reg [31:0] sum;
  reg [LANES-1:0] left[0:WARPS-1];  // lanes whose answers are outstanding, as this bench counts them

  function integer at(input integer of_warp, input integer of_reg, input integer of_lane);
    at = (of_warp * REGS + of_reg) * LANES + of_lane;
  endfunction

  task expect_word(input [31:0] got, input [31:0] wanted, input [60*8-1:0] what);
    begin
      checks = checks + 1;
      if (got !== wanted) begin
        failures = failures + 1;
        if (failures <= 10) $display("FAIL %0s: got 0x%08x, expected 0x%08x, at time %0t", what, got, wanted, $time);
      end
    end
  endtask

  // The write port of the register file, and in each clock: busy_o is what this bench counts.
  always @(negedge clk) if (rst_n) begin
    for (w = 0; w < WARPS; w = w + 1) expect_word({31'd0, busy[w]}, {31'd0, left[w] != 0}, "busy_o while lanes are unanswered, and then only");
    if (wb) begin
      expect_word({31'd0, wb_error}, 32'd0, "no error");
      expect_word({28'd0, wb_lanes & ~left[wb_warp]}, 32'd0, "no answer to lanes that have issued nothing");
      for (w = 0; w < LANES; w = w + 1) if (wb_lanes[w]) file[at(wb_warp, wb_rd, w)] = wb_d[32*w+:32];
    end
  end
  always @(posedge clk) begin
    if (wb) left[wb_warp] = left[wb_warp] & ~wb_lanes;
    if (issue && issue_ready) left[warp] = left[warp] | lanes;
  end

  // One instruction for some lanes, operands from the register file as it is at the issue.
  task put(input [11:0] code, input [LANES-1:0] which);
    begin
      {issue, op, lanes} = {1'b1, code, which};
      for (lane = 0; lane < LANES; lane = lane + 1) begin
        a[64*lane+:64] = {32'd0, file[at(warp, rs, lane)]};
        pred[lane] = file[at(warp, rs, lane)] & 1;
      end
      @(negedge clk);
      while (!issue_ready) @(negedge clk);
      @(posedge clk) #1 issue = 1'b0;
    end
  endtask

  task free;  // waits until the scoreboard lets the warp issue
    begin
      for (clocks = 0; busy[warp] && clocks < PATIENCE; clocks = clocks + 1) @(posedge clk) #1;
      if (clocks == PATIENCE) begin
        $display("FAIL warp %0d is busy for %0d clocks, at time %0t", warp, PATIENCE, $time);
        $fatal(1);
      end
    end
  endtask

  initial begin
    {issue, start, stop, warp} = 4'b0000;
    for (w = 0; w < WARPS; w = w + 1) left[w] = 0;
    for (r = 0; r < WARPS * REGS * LANES; r = r + 1) begin
      file[r] = 32'h9e3779b9 * (r + 1);
      gold[r] = file[r];
    end
    for (lane = 0; lane < LANES; lane = lane + 1) begin
      addr[64*lane+:64] = 8 * lane;
      b[32*lane+:32] = 32'd1;
    end
    @(posedge clk);  // one clock of reset
    #1 rst_n = 1'b1;
    for (r = 0; r < WARPS; r = r + 1) begin
      {start, warp} = {1'b1, r[0]};
      @(posedge clk) #1 start = 1'b0;
    end

    // mbarrier.init answers lane by lane, after memory has been cleared; warp 1 works meanwhile
    {warp, rd, rs} = {1'b0, 5'd0, 5'd1};
    put(WS_OP_MBAR_INIT, ALL);
    for (lane = 0; lane < LANES; lane = lane + 1) gold[at(0, 0, lane)] = 32'd0;  // what an operation without d writes

    for (step = 0; step < STEPS; step = step + 1) begin
      warp = $random(seed);
      free;
      rd = $unsigned($random(seed)) % REGS;
      rs = $unsigned($random(seed)) % REGS;
      kind = $unsigned($random(seed)) % 8;
      sum = 32'd0;
      for (lane = 0; lane < LANES; lane = lane + 1) sum = sum + gold[at(warp, rs, lane)];
      case (kind)
        0: begin
          put(WS_OP_REDUX_ADD_U32, ALL);
          for (lane = 0; lane < LANES; lane = lane + 1) gold[at(warp, rd, lane)] = sum;
        end
        1, 2: begin  // the value of the neighbour, since b is 1
          put(WS_OP_SHFL_BFLY, ALL);
          shuffle;
        end
        3: begin
          put(WS_OP_MATCH_ANY_B32, ALL);
          same_lanes;
        end
        4, 5, 6:  // an instruction of the core's own
        for (lane = 0; lane < LANES; lane = lane + 1) begin
          file[at(warp, rd, lane)] = file[at(warp, rs, lane)] * 32'h9e3779b1 + step + lane;
          gold[at(warp, rd, lane)] = gold[at(warp, rs, lane)] * 32'h9e3779b1 + step + lane;
        end
        default: begin  // the two paths of a branch, which meet in one vote
          ballot;
          put(WS_OP_VOTE_BALLOT, 4'b0101);
          repeat ($unsigned($random(seed)) % 8) @(posedge clk) #1;
          put(WS_OP_VOTE_BALLOT, 4'b1010);
          for (lane = 0; lane < LANES; lane = lane + 1) gold[at(warp, rd, lane)] = sum;
        end
      endcase
    end
    for (r = 0; r < WARPS; r = r + 1) begin
      warp = r[0];
      free;
    end
    for (r = 0; r < WARPS * REGS * LANES; r = r + 1) expect_word(file[r], gold[r], "a register at the end of the program");

    // a lane in flight issues nothing
    {warp, rd, rs} = {1'b1, 5'd2, 5'd1};
    put(WS_OP_VOTE_BALLOT, 4'b0001);
    {issue, op, lanes} = {1'b1, WS_OP_VOTE_BALLOT, 4'b0011};
    repeat (20) @(negedge clk) expect_word({31'd0, issue_ready}, 32'd0, "an issue that names a lane in flight waits");
    @(posedge clk) #1 issue = 1'b0;
    put(WS_OP_VOTE_BALLOT, 4'b1110);
    free;

    // lanes whose operation is in a pipeline may exit: they are answered all the same
    put(WS_OP_REDUX_ADD_U32, ALL);
    stop = 1'b1;
    @(posedge clk) #1 stop = 1'b0;
    free;
    $display("%0d passed, %0d failed", checks - failures, failures);
    if (failures != 0) $fatal(1);
    $finish;
  end

  // What the instructions write, of the register rs of the warp.
  reg [31:0] old[0:LANES-1];
  integer j, k;
  task keep;
    for (j = 0; j < LANES; j = j + 1) old[j] = gold[at(warp, rs, j)];
  endtask
  task shuffle;
    begin
      keep;
      for (j = 0; j < LANES; j = j + 1) gold[at(warp, rd, j)] = old[j^1];
    end
  endtask
  task same_lanes;
    begin
      keep;
      for (j = 0; j < LANES; j = j + 1) begin
        gold[at(warp, rd, j)] = 32'd0;
        for (k = 0; k < LANES; k = k + 1) if (old[j] == old[k]) gold[at(warp, rd, j)] = gold[at(warp, rd, j)] | 32'd1 << k;
      end
    end
  endtask
  task ballot;
    begin
      sum = 32'd0;
      for (j = 0; j < LANES; j = j + 1) sum = sum | (gold[at(warp, rs, j)] & 32'd1) << j;
    end
  endtask
endmodule
`default_nettype wire
