// SPDX-License-Identifier: Apache-2.0
// iCEBreaker: iCE40UP5K in SG48, oscillator of 12 MHz. Pins in ws_icebreaker.pcf, tools and goals in boards.toml, which
// scripts/fpga.py compares with the parameters here.
`default_nettype none
`include "ws_layout.vh"
module ws_icebreaker #(
    parameter CLK_HZ     = 30000000,  // of the PLL
    parameter BAUD       = 1000000,
    parameter LANES      = 4,
    parameter WARPS      = 4,
    parameter FAMILIES   = `WS_HAS_VOTE,
    parameter COUNTERS   = 0,
    parameter FIFO_DEPTH = 2,
    parameter GMEM_BYTES = 256
) (
    input  wire       clk_osc_i,
    input  wire       button_n_i,
    input  wire       rx_i,
    output wire       tx_o,
    output wire       green_n_o,
    output wire       red_n_o,
    output wire [5:1] led_o        // on the section that can be broken off
);
  wire clk, locked;
  wire [7:0] led;

  // 12 MHz * 80 / 32. The oscillator is at the PLL's own pin, so no logic can use it directly.
  SB_PLL40_PAD #(
      .FEEDBACK_PATH("SIMPLE"),
      .DIVR         (4'd0),
      .DIVF         (7'd79),
      .DIVQ         (3'd5),
      .FILTER_RANGE (3'd1)
  ) pll (
      .PACKAGEPIN  (clk_osc_i),
      .PLLOUTGLOBAL(clk),
      .LOCK        (locked),
      .BYPASS      (1'b0),
      .RESETB      (1'b1)
  );

  ws_board #(
      .CLK_HZ    (CLK_HZ),
      .BAUD      (BAUD),
      .LANES     (LANES),
      .WARPS     (WARPS),
      .FAMILIES  (FAMILIES),
      .COUNTERS  (COUNTERS),
      .FIFO_DEPTH(FIFO_DEPTH),
      .GMEM_BYTES(GMEM_BYTES)
  ) board (
      .clk_i   (clk),
      .locked_i(locked),
      .button_i(!button_n_i),
      .rx_i    (rx_i),
      .tx_o    (tx_o),
      .led_o   (led)
  );

  assign green_n_o = !led[0];
  assign red_n_o = !(led[3] || led[4]);
  assign led_o = {led[7:6], led[5], led[2:1]};
endmodule
`default_nettype wire
