// SPDX-License-Identifier: Apache-2.0
// The processor of ws_example_soc: what software does to use the block, as accesses on the bus, each result checked. Ends the
// process with status 1 if anything was wrong. Verilog with $fatal of SystemVerilog: iverilog -g2012, or Verilator --binary.
`default_nettype none
module ws_example_soc_tb;
  `include "ws_ops.vh"
  `include "bus/ws_regs.vh"
  localparam LANES = 4;
  localparam [31:0] ALL = (32'd1 << LANES) - 1;
  localparam [31:0] RAM = 32'h0000_0000, BLOCK = 32'h4000_0000;
  localparam [1:0] OKAY = 2'd0, SLVERR = 2'd2, DECERR = 2'd3;
  localparam PATIENCE = 2000;  // clocks

  reg clk = 1'b0, rst_n = 1'b0;
  always #5 clk = !clk;

  reg awvalid = 1'b0, wvalid = 1'b0, bready = 1'b0, arvalid = 1'b0, rready = 1'b0;
  reg [31:0] awaddr, wdata, araddr;
  reg [3:0] wstrb;
  wire awready, wready, bvalid, arready, rvalid, irq;
  wire [1:0] bresp, rresp;
  wire [31:0] rdata, breaches;

  ws_example_soc #(
      .LANES(LANES)
  ) soc (
      .clk_i(clk), .rst_ni(rst_n), .axil_awvalid_i(awvalid), .axil_awready_o(awready), .axil_awaddr_i(awaddr), .axil_awprot_i(3'd0),
      .axil_wvalid_i(wvalid), .axil_wready_o(wready), .axil_wdata_i(wdata), .axil_wstrb_i(wstrb), .axil_bvalid_o(bvalid),
      .axil_bready_i(bready), .axil_bresp_o(bresp), .axil_arvalid_i(arvalid), .axil_arready_o(arready), .axil_araddr_i(araddr),
      .axil_arprot_i(3'd0), .axil_rvalid_o(rvalid), .axil_rready_i(rready), .axil_rdata_o(rdata), .axil_rresp_o(rresp), .irq_o(irq)
  );

  ws_axil_check #(
      .MAX_WAIT(200),
      .NAME    ("the processor's port")
  ) check (
      .clk_i(clk), .rst_ni(rst_n), .awvalid_i(awvalid), .awready_i(awready), .awaddr_i(awaddr), .awprot_i(3'd0), .wvalid_i(wvalid),
      .wready_i(wready), .wdata_i(wdata), .wstrb_i(wstrb), .bvalid_i(bvalid), .bready_i(bready), .bresp_i(bresp), .arvalid_i(arvalid),
      .arready_i(arready), .araddr_i(araddr), .arprot_i(3'd0), .rvalid_i(rvalid), .rready_i(rready), .rdata_i(rdata), .rresp_i(rresp),
      .errors_o(breaches)
  );

  // ------------------------------------------------------------------------------------------------------ accesses

  integer checks = 0, failures = 0, clocks, lane;
  reg [31:0] word, sum;

  task expect_word(input [31:0] got, input [31:0] wanted, input [40*8-1:0] what);
    begin
      checks = checks + 1;
      if (got !== wanted) begin
        failures = failures + 1;
        $display("FAIL %0s: got 0x%08x, expected 0x%08x, at time %0t", what, got, wanted, $time);
      end
    end
  endtask

  task too_long(input [40*8-1:0] what);
    begin
      $display("FAIL %0s: nothing in %0d clocks, at time %0t", what, PATIENCE, $time);
      $fatal(1);
    end
  endtask

  // Waits for `ready` at a rising edge; the signals change behind it.
  task write_bytes(input [31:0] addr, input [31:0] data, input [3:0] bytes, input [1:0] wanted);
    begin
      {awvalid, awaddr, wvalid, wdata, wstrb} = {1'b1, addr, 1'b1, data, bytes};
      bready = 1'b1;
      for (clocks = 0; (awvalid || wvalid || bready) && clocks < PATIENCE; clocks = clocks + 1) begin
        @(negedge clk);
        word = {29'd0, awvalid && awready, wvalid && wready, bvalid};
        @(posedge clk) #1;
        if (word[2]) awvalid = 1'b0;
        if (word[1]) wvalid = 1'b0;
        if (word[0]) bready = 1'b0;
      end
      if (clocks == PATIENCE) too_long("a write");
      expect_word({30'd0, bresp_q}, {30'd0, wanted}, "response to a write");
    end
  endtask

  reg [1:0] bresp_q;
  always @(posedge clk) if (bvalid && bready) bresp_q <= bresp;

  task write(input [31:0] addr, input [31:0] data);
    write_bytes(addr, data, 4'hf, OKAY);
  endtask

  reg [31:0] rdata_q;
  reg [1:0] rresp_q;
  always @(posedge clk) if (rvalid && rready) {rresp_q, rdata_q} <= {rresp, rdata};

  task read(input [31:0] addr, input [1:0] wanted);
    begin
      {arvalid, araddr} = {1'b1, addr};
      rready = 1'b1;
      for (clocks = 0; (arvalid || rready) && clocks < PATIENCE; clocks = clocks + 1) begin
        @(negedge clk);
        word = {30'd0, arvalid && arready, rvalid};
        @(posedge clk) #1;
        if (word[1]) arvalid = 1'b0;
        if (word[0]) rready = 1'b0;
      end
      if (clocks == PATIENCE) too_long("a read");
      expect_word({30'd0, rresp_q}, {30'd0, wanted}, "response to a read");
    end
  endtask

  task expect_at(input [31:0] addr, input [31:0] wanted, input [40*8-1:0] what);
    begin
      read(addr, OKAY);
      expect_word(rdata_q, wanted, what);
    end
  endtask

  // ---------------------------------------------------------------------------------------------------- operations

  // Submits an operation of all lanes of warp 0, and waits for its interrupt. It has to end well.
  task run(input [11:0] op);
    begin
      write(BLOCK + REG_LANE_ALL_MASK, ALL);
      write(BLOCK + REG_REQ_LANES, ALL);
      write(BLOCK + REG_SUBMIT, {20'd0, op});
      for (clocks = 0; !irq && clocks < PATIENCE; clocks = clocks + 1) @(posedge clk) #1;
      if (!irq) too_long("the interrupt of a completion");
      read(BLOCK + REG_CPL_INFO, OKAY);
      expect_word(rdata_q & 32'h1fff, {20'd1, op}, "CPL_INFO");
      expect_at(BLOCK + REG_CPL_LANES, ALL, "CPL_LANES");
      expect_at(BLOCK + REG_CPL_STATUS, 32'd0, "CPL_STATUS");
    end
  endtask

  task done;
    begin
      write(BLOCK + REG_CPL_POP, 32'd1);
      repeat (4) @(posedge clk);
      expect_word({31'd0, irq}, 32'd0, "the interrupt behind the last completion");
    end
  endtask

  initial begin
    repeat (4) @(posedge clk);
    #1 rst_n = 1'b1;

    // the memory map
    write(RAM + 32'h10, 32'h0123_4567);
    write_bytes(RAM + 32'h10, 32'haabb_ccdd, 4'b0100, OKAY);
    expect_at(RAM + 32'h10, 32'h01bb_4567, "a byte in RAM");
    write_bytes(32'h8000_0000, 32'd0, 4'hf, DECERR);
    read(32'h0000_1000, DECERR);
    expect_at(BLOCK + REG_ID, ID_RESET, "ID");
    expect_at(BLOCK + REG_MAP, BUS_MAP, "MAP");
    write_bytes(BLOCK + REG_ID, 32'd0, 4'hf, SLVERR);
    write(BLOCK + REG_BUS_ERR_INFO, 32'd1);

    // all lanes of warp 0 live; an interrupt for each completion
    write(BLOCK + REG_LAUNCH_LANES, ALL);
    write(BLOCK + REG_LAUNCH, 32'd0);
    write(BLOCK + REG_IRQ_ENABLE, 32'd1);

    // redux.sync.add over values that stand in RAM; the sum goes there
    sum = 32'd0;
    for (lane = 0; lane < LANES; lane = lane + 1) begin
      write(RAM + 4 * lane, 32'h1000_0000 * lane + 32'd7);
      sum = sum + 32'h1000_0000 * lane + 32'd7;
    end
    for (lane = 0; lane < LANES; lane = lane + 1) begin
      read(RAM + 4 * lane, OKAY);
      write(BLOCK + REG_LANE_A_LO + 32 * lane, rdata_q);
    end
    run(WS_OP_REDUX_ADD_U32);
    for (lane = 0; lane < LANES; lane = lane + 1) expect_at(BLOCK + REG_RESULT_D + 4 * lane, sum, "redux.sync.add.u32");
    write(RAM + 32'h20, rdata_q);
    done;
    expect_at(RAM + 32'h20, sum, "the sum in RAM");

    // shfl.sync.bfly 1: each lane gets the value of its neighbour
    write(BLOCK + REG_LANE_ALL_B, 32'd1);
    write(BLOCK + REG_LANE_ALL_C, 32'h1f);
    run(WS_OP_SHFL_BFLY);
    for (lane = 0; lane < LANES; lane = lane + 1)
      expect_at(BLOCK + REG_RESULT_D + 4 * lane, 32'h1000_0000 * (lane ^ 1) + 32'd7, "shfl.sync.bfly.b32");
    done;

    expect_word(breaches, 32'd0, "breaches of AXI4-Lite");
    $display("%0d passed, %0d failed", checks - failures, failures);
    if (failures != 0) $fatal(1);
    $finish;
  end
endmodule
`default_nettype wire
