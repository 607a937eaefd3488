// SPDX-License-Identifier: Apache-2.0
// Self-test of ws_handshake_check: plays traces with one kind of breach each and expects exactly that many reports;
// clean traces, with every pattern of stalls, expect none. Exit status 0 only if all agree.
`default_nettype none
module test_handshake_check;
  `include "test_check.vh"

  reg valid = 1'b0, ready = 1'b0;
  reg [7:0] data = 8'h00;

  ws_handshake_check #(.WIDTH(8), .MAX_WAIT(3), .NAME("channel")) dut (
      .clk_i(clk), .rst_ni(rst_n), .valid_i(valid), .ready_i(ready), .payload_i(data), .errors_o(errors)
  );

  // The same channel, watched only with +fatal.
  ws_handshake_check #(.WIDTH(8), .MAX_WAIT(3), .NAME("fatal"), .FATAL(1)) dut_fatal (
      .clk_i(clk), .rst_ni(rst_n && fatal), .valid_i(valid), .ready_i(ready), .payload_i(data), .errors_o(unused_errors)
  );

  // Puts one cycle on the channel: stable around the rising edge.
  task cycle(input v, input r, input [7:0] d);
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
      cycle(1'b0, 1'b0, 8'h00);
      rst_n = 1'b1;
    end
  endtask

  initial begin
    @(negedge clk);
    restart;
    for (step = 0; step < 64; step = step + 1) begin  // each pattern of stalls of a transfer, then of gaps
      cycle(1'b1, step[0], step[7:0]);
      if (!step[0]) cycle(1'b1, step[1], step[7:0]);
      if (!step[0] && !step[1]) cycle(1'b1, 1'b0, step[7:0]);
      if (!step[0] && !step[1]) cycle(1'b1, 1'b1, step[7:0]);
      if (step[2]) cycle(1'b0, step[3], ~step[7:0]);
    end
    expect_errors(0, "clean trace");

    restart;
    cycle(1'b1, 1'b0, 8'h11);
    cycle(1'b0, 1'b0, 8'h11);
    cycle(1'b0, 1'b1, 8'h11);
    expect_errors(1, "dropped valid");

    restart;
    cycle(1'b1, 1'b0, 8'h11);
    cycle(1'b1, 1'b0, 8'h12);
    cycle(1'b1, 1'b1, 8'h13);
    expect_errors(2, "changed payload");

    restart;
    cycle(1'b1, 1'b0, 8'h11);
    cycle(1'b1, 1'b0, 8'h11);
    cycle(1'b1, 1'b0, 8'h11);
    cycle(1'b1, 1'b1, 8'h11);
    expect_errors(0, "longest legal wait");

    restart;
    for (step = 0; step < 9; step = step + 1) cycle(1'b1, 1'b0, 8'h11);
    cycle(1'b1, 1'b1, 8'h11);
    expect_errors(1, "waited too long");

`ifdef FOUR_STATE
    restart;
    cycle(1'bx, 1'b0, 8'h11);
    cycle(1'b0, 1'bx, 8'h11);
    cycle(1'b1, 1'bx, 8'h11);
    cycle(1'b1, 1'b1, 8'h11);
    expect_errors(2, "unknown valid, ready");
`endif
    if (failures != 0) $fatal(1, "%0d traces failed", failures);
    $finish;
  end
endmodule
`default_nettype wire
