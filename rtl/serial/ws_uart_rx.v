// SPDX-License-Identifier: Apache-2.0
// Receiver of a serial line: 8 bits, no parity, least significant bit first. rx_i is asynchronous; it passes two flops.
//
// A byte stands at byte_o with valid_o from the middle of its stop bit until it is taken. Not taken until the middle of the first bit
// of the next byte, it is lost. If the stop bit is 0 (a break, another speed), error_o is 1 for a clock, the byte is dropped, and the
// next one begins after the line has been 1. A start bit that is 1 in its middle is ignored.
// Each bit is sampled once, in its middle: the two ends may differ by 3 % in speed, less the rounding of DIV.
`default_nettype none
module ws_uart_rx #(
    parameter CLK_HZ = 12000000,
    parameter BAUD   = 1000000  // CLK_HZ / BAUD, rounded, is 8 to 65535 clocks a bit, and off by at most 2 %
) (
    input  wire       clk_i,
    input  wire       rst_ni,
    // line
    input  wire       rx_i,
    // bytes
    output wire       valid_o,
    input  wire       ready_i,
    output wire [7:0] byte_o,
    output wire       error_o
);
  localparam DIV = (CLK_HZ + BAUD / 2) / BAUD;
  localparam W = $clog2(DIV);
  localparam LAST = DIV - 1;
  localparam HALF = (DIV - 2) / 2;  // the start of a bit is seen up to a clock late
  `include "serial/ws_uart_check.vh"

  reg [1:0] sync_q;
  reg armed_q;  // the line has been 1 since the byte before
  reg active_q;
  reg [W-1:0] count_q;  // clocks to the middle of the bit
  reg start_q, first_q;  // the bit is the start, the first of the byte
  reg [8:0] shift_q;  // the byte from the top, a 1 below what has come of it; the next bit is the stop when that 1 is the lowest
  reg valid_q, error_q;

  wire line = sync_q[1];
  wire sample = active_q && count_q == {W{1'b0}};
  wire stop = sample && shift_q[0] && !start_q && !first_q;

  always @(posedge clk_i)
    if (!rst_ni) begin
      sync_q <= 2'b00;
      {armed_q, active_q, valid_q, error_q} <= 4'd0;
    end else begin
      sync_q <= {sync_q[0], rx_i};
      armed_q <= line || (armed_q && !stop);
      active_q <= active_q ? !(stop || (sample && start_q && line)) : armed_q && !line;
      valid_q <= (stop && line) || (valid_q && !ready_i && !(sample && first_q));
      error_q <= stop && !line;
    end

  always @(posedge clk_i) begin
    if (!active_q) count_q <= HALF[W-1:0];
    else count_q <= sample ? LAST[W-1:0] : count_q - {{W - 1{1'b0}}, 1'b1};
    start_q <= !active_q || (start_q && !sample);
    if (!active_q || sample) first_q <= active_q && start_q;
    if (sample && first_q) shift_q <= {line, 8'h80};
    else if (sample && !start_q && !shift_q[0]) shift_q <= {line, shift_q[8:1]};
  end

  assign valid_o = valid_q;
  assign byte_o = shift_q[8:1];
  assign error_o = error_q;
endmodule
`default_nettype wire
