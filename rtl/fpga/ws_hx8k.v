// SPDX-License-Identifier: Apache-2.0
// iCE40-HX8K breakout board: iCE40HX8K in CT256, oscillator of 12 MHz, no button. Pins in ws_hx8k.pcf, tools and goals in
// boards.toml, which scripts/fpga.py compares with the parameters here.
`default_nettype none
`include "ws_layout.vh"
module ws_hx8k #(
    parameter CLK_HZ     = 72000000,  // of the PLL
    parameter BAUD       = 1000000,
    parameter LANES      = 4,
    parameter WARPS      = 1,
    parameter FAMILIES   = `WS_HAS_SHFL | `WS_HAS_VOTE | `WS_HAS_REDUX,
    parameter COUNTERS   = 0,
    parameter FIFO_DEPTH = 2,
    parameter GMEM_BYTES = 256
) (
    input  wire       clk_osc_i,
    input  wire       rx_i,
    output wire       tx_o,
    output wire [7:0] led_o
);
  wire clk, locked;

  // 12 MHz * 48 / 8
  SB_PLL40_CORE #(
      .FEEDBACK_PATH("SIMPLE"),
      .DIVR         (4'd0),
      .DIVF         (7'd47),
      .DIVQ         (3'd3),
      .FILTER_RANGE (3'd1)
  ) pll (
      .REFERENCECLK(clk_osc_i),
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
      .SHFL_FORM (0),  // at 4 lanes a crossbar is as small, and its path shorter
      .FIFO_DEPTH(FIFO_DEPTH),
      .GMEM_BYTES(GMEM_BYTES)
  ) board (
      .clk_i   (clk),
      .locked_i(locked),
      .button_i(1'b0),
      .rx_i    (rx_i),
      .tx_o    (tx_o),
      .led_o   (led_o)
  );
endmodule
`default_nettype wire
