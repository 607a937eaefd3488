// SPDX-License-Identifier: Apache-2.0
// Sender of a serial line: 8 bits, no parity, one stop bit, least significant bit first. A byte takes 10 bit times and a clock; ready_o
// is 1 between bytes. The line is 1 after reset and while it rests.
`default_nettype none
module ws_uart_tx #(
    parameter CLK_HZ = 12000000,
    parameter BAUD   = 1000000  // as for ws_uart_rx
) (
    input  wire       clk_i,
    input  wire       rst_ni,
    // bytes
    input  wire       valid_i,
    output wire       ready_o,
    input  wire [7:0] byte_i,
    // line
    output wire       tx_o
);
  localparam DIV = (CLK_HZ + BAUD / 2) / BAUD;
  localparam W = $clog2(DIV);
  localparam LAST = DIV - 1;
  `include "serial/ws_uart_check.vh"

  reg active_q;
  reg [W-1:0] count_q;  // clocks that are left of the bit
  reg [9:0] shift_q;  // the bit on the line is the lowest, the stop bit the highest 1

  wire over = count_q == {W{1'b0}};
  wire last = shift_q[9:1] == 9'd0;

  always @(posedge clk_i)
    if (!rst_ni) begin
      active_q <= 1'b0;
      shift_q <= 10'd1;
    end else if (!active_q) begin
      active_q <= valid_i;
      if (valid_i) shift_q <= {1'b1, byte_i, 1'b0};
    end else if (over) begin
      active_q <= !last;
      if (!last) shift_q <= {1'b0, shift_q[9:1]};
    end

  always @(posedge clk_i)
    if (!active_q || over) count_q <= LAST[W-1:0];
    else count_q <= count_q - {{W - 1{1'b0}}, 1'b1};

  assign ready_o = !active_q;
  assign tx_o = shift_q[0];
endmodule
`default_nettype wire
