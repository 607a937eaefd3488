// SPDX-License-Identifier: Apache-2.0
// ULX3S with an LFE5U-85F in CABGA381, oscillator of 25 MHz. Pins in ws_ulx3s.lpf, tools and goals in boards.toml, which
// scripts/fpga.py compares with the parameters here.
`default_nettype none
module ws_ulx3s #(
    parameter CLK_HZ     = 60000000,  // of the PLL: 600 MHz by a whole number
    parameter BAUD       = 3000000,
    parameter LANES      = 8,
    parameter WARPS      = 4,
    parameter FAMILIES   = 65535,
    parameter ALUS       = 4,
    parameter BANKS      = 4,
    parameter BEAT       = 8,
    parameter COUNTERS   = 1,
    parameter FIFO_DEPTH = 8,
    parameter GMEM_BYTES = 4096
) (
    input  wire       clk_osc_i,
    input  wire       button_i,      // FIRE1
    input  wire       rx_i,
    output wire       tx_o,
    output wire       wifi_gpio0_o,  // high: the ESP32 keeps its hands off the FPGA
    output wire [7:0] led_o
);
  wire clk, feedback, locked;

  // 25 MHz * 24 / DIV: the oscillator of the PLL runs at 600 MHz, with CLKOP as feedback. The attributes set current and filter of its
  // loop, with the values of Project Trellis' ecppll: without them nextpnr takes 0.
  localparam DIV = 600000000 / CLK_HZ;
  (* ICP_CURRENT = "12", LPF_RESISTOR = "8", MFG_ENABLE_FILTEROPAMP = "1", MFG_GMCREF_SEL = "2" *)
  EHXPLLL #(
      .CLKI_DIV    (1),
      .CLKFB_DIV   (1),
      .CLKOP_DIV   (24),
      .CLKOP_CPHASE(11),
      .CLKOP_ENABLE("ENABLED"),
      .CLKOS_DIV   (DIV),
      .CLKOS_CPHASE(DIV / 2),
      .CLKOS_ENABLE("ENABLED"),
      .FEEDBK_PATH ("CLKOP")
  ) pll (
      .CLKI        (clk_osc_i),
      .CLKFB       (feedback),
      .CLKOP       (feedback),
      .CLKOS       (clk),
      .LOCK        (locked),
      .RST         (1'b0),
      .STDBY       (1'b0),
      .PHASESEL0   (1'b0),
      .PHASESEL1   (1'b0),
      .PHASEDIR    (1'b1),
      .PHASESTEP   (1'b1),
      .PHASELOADREG(1'b1),
      .PLLWAKESYNC (1'b0),
      .ENCLKOP     (1'b0)
  );

  ws_board #(
      .CLK_HZ    (CLK_HZ),
      .BAUD      (BAUD),
      .LANES     (LANES),
      .WARPS     (WARPS),
      .FAMILIES  (FAMILIES),
      .ALUS      (ALUS),
      .BANKS     (BANKS),
      .BEAT      (BEAT),
      .COUNTERS  (COUNTERS),
      .FIFO_DEPTH(FIFO_DEPTH),
      .GMEM_BYTES(GMEM_BYTES)
  ) board (
      .clk_i   (clk),
      .locked_i(locked),
      .button_i(button_i),
      .rx_i    (rx_i),
      .tx_o    (tx_o),
      .led_o   (led_o)
  );

  assign wifi_gpio0_o = 1'b1;
endmodule
`default_nettype wire
