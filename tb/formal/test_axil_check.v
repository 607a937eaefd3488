// SPDX-License-Identifier: Apache-2.0
// Self-test of ws_axil_check: plays traces with one kind of breach each, on one channel after the other, and expects exactly that
// many reports; clean traces expect none. Exit status 0 only if all agree.
`default_nettype none
module test_axil_check;
  `include "test_check.vh"

  reg [4:0] valid = 5'd0, ready = 5'd0;  // {R, AR, B, W, AW}
  reg [31:0] data = 32'd0;               // payload of all channels
  reg [1:0] resp = 2'd0;
  reg [4:0] ch;

  ws_axil_check #(.ADDR_W(17), .MAX_WAIT(4), .NAME("port")) dut (
      .clk_i(clk), .rst_ni(rst_n), .awvalid_i(valid[0]), .awready_i(ready[0]), .awaddr_i(data[16:0]), .awprot_i(3'd0),
      .wvalid_i(valid[1]), .wready_i(ready[1]), .wdata_i(data), .wstrb_i(data[3:0]), .bvalid_i(valid[2]), .bready_i(ready[2]),
      .bresp_i(resp), .arvalid_i(valid[3]), .arready_i(ready[3]), .araddr_i(data[16:0]), .arprot_i(3'd0),
      .rvalid_i(valid[4]), .rready_i(ready[4]), .rdata_i(data), .rresp_i(resp), .errors_o(errors)
  );

  // The same port, watched only with +fatal.
  ws_axil_check #(.ADDR_W(17), .MAX_WAIT(4), .NAME("fatal"), .FATAL(1)) dut_fatal (
      .clk_i(clk), .rst_ni(rst_n && fatal), .awvalid_i(valid[0]), .awready_i(ready[0]), .awaddr_i(data[16:0]), .awprot_i(3'd0),
      .wvalid_i(valid[1]), .wready_i(ready[1]), .wdata_i(data), .wstrb_i(data[3:0]), .bvalid_i(valid[2]), .bready_i(ready[2]),
      .bresp_i(resp), .arvalid_i(valid[3]), .arready_i(ready[3]), .araddr_i(data[16:0]), .arprot_i(3'd0),
      .rvalid_i(valid[4]), .rready_i(ready[4]), .rdata_i(data), .rresp_i(resp), .errors_o(unused_errors)
  );

  localparam [4:0] AW = 5'd1, W = 5'd2, B = 5'd4, AR = 5'd8, R = 5'd16;

  // One cycle: stable around the rising edge.
  task cycle(input [4:0] v, input [4:0] r, input [31:0] d);
    begin
      valid = v;
      ready = r;
      data  = d;
      @(negedge clk);
    end
  endtask

  task restart;
    begin
      rst_n = 1'b0;
      resp  = 2'd0;
      cycle(5'd0, 5'd0, 32'd0);
      rst_n = 1'b1;
    end
  endtask

  initial begin
    @(negedge clk);
    restart;
    cycle(W, W, 1);  // data before the address
    cycle(AW, 5'd0, 2);
    cycle(AW | AR, AW, 2);
    cycle(AR, AR, 2);
    cycle(B, 5'd0, 3);
    cycle(B | R, B, 3);
    cycle(R, R, 3);
    cycle(AW | W | AR, AW | W | AR, 4);
    cycle(AW | W | B | AR | R, AW | W | B | AR | R, 4);  // the next with the response to the one before
    cycle(B | R, B | R, 5);
    expect_errors(0, "clean trace");

    for (step = 0; step < 4; step = step + 1) begin  // each channel drops its valid
      restart;
      cycle(AW | W | AR, AW | W | AR, 1);
      ch = step == 0 ? AW : step == 1 ? W : step == 2 ? AR : B;
      cycle(ch, 5'd0, 1);
      cycle(5'd0, 5'd0, 1);
      expect_errors(1, "dropped valid");
      restart;
      cycle(AW | W | AR, AW | W | AR, 1);
      cycle(ch | R, R, 1);
      cycle(ch, 5'd0, 1);
      if (step == 3) resp = 2'd2;
      cycle(ch, ch, 2);
      expect_errors(1, "changed payload");
    end

    restart;
    cycle(AW, AW, 1);
    cycle(B, B, 1);
    expect_errors(1, "write answered without data");
    restart;
    cycle(R, R, 1);
    expect_errors(1, "read answered unasked");
    restart;
    cycle(AW | W, AW | W, 1);
    cycle(B, B, 1);
    cycle(B, B, 1);
    expect_errors(1, "write answered twice");
    restart;
    cycle(AW | W, AW | W, 1);
    cycle(B, B, 1);
    cycle(W, W, 1);
    cycle(B, B, 1);
    expect_errors(1, "the second write answered without address");
    restart;
    cycle(AW | W, AW | W, 1);
    cycle(B, B, 1);
    cycle(AW, AW, 1);
    cycle(B, B, 1);
    expect_errors(1, "the second write answered without data");
    restart;
    cycle(AW | W | B, AW | W | B, 1);
    expect_errors(1, "write answered in its own clock");

    restart;
    cycle(AW | W | AR, AW | W | AR, 1);
    resp = 2'd1;
    cycle(B | R, B | R, 1);
    expect_errors(2, "EXOKAY");

    restart;
    for (step = 0; step < 4; step = step + 1) cycle(AW, 5'd0, 1);
    cycle(AW | W, AW | W, 1);
    for (step = 0; step < 4; step = step + 1) cycle(5'd0, 5'd0, 1);
    cycle(B, B, 1);
    expect_errors(0, "longest legal waits");
    restart;
    for (step = 0; step < 9; step = step + 1) cycle(AR, 5'd0, 1);
    cycle(AR, AR, 1);
    for (step = 0; step < 9; step = step + 1) cycle(5'd0, 5'd0, 1);
    expect_errors(2, "too late: ready, response");
    restart;
    cycle(AW, AW, 1);
    for (step = 0; step < 9; step = step + 1) cycle(AW, 5'd0, 1);  // its own data is missing
    expect_errors(0, "held by the manager");

`ifdef FOUR_STATE
    restart;
    cycle(5'b0000x, 5'd0, 1);
    cycle(5'd0, 5'bxxxxx, 1);
    cycle(AR, 5'b0x000, 1);
    cycle(AR, AR, 1);
    expect_errors(2, "unknown valid, ready");
`endif
    if (failures != 0) $fatal(1, "%0d traces failed", failures);
    $finish;
  end
endmodule
`default_nettype wire
