// SPDX-License-Identifier: Apache-2.0
// Models of the PLL cells for simulation. The clock goes through: a board's bench drives the clock that the PLL would give, and
// LOCK comes after 16 of its edges. Only the ports that the tops connect; the parameters are looked at by scripts/boards.py.
// WS_NETLIST: Yosys' models of the cells are there too, in which the PLLs are empty; ours have other names then.
`default_nettype none
`ifdef WS_NETLIST
`define CORE ws_pll_core
`define PAD ws_pll_pad
`else
`define CORE SB_PLL40_CORE
`define PAD SB_PLL40_PAD
`endif
module ws_pll_model (
    input  wire clk_i,
    output wire lock_o
);
  reg [4:0] edges_q;
  initial edges_q = 5'd0;
  always @(posedge clk_i) if (!edges_q[4]) edges_q <= edges_q + 5'd1;
  assign lock_o = edges_q[4];
endmodule

module `CORE #(
    parameter FEEDBACK_PATH = "SIMPLE",
    parameter DIVR          = 4'd0,
    parameter DIVF          = 7'd0,
    parameter DIVQ          = 3'd0,
    parameter FILTER_RANGE  = 3'd0
) (
    input  wire REFERENCECLK,
    output wire PLLOUTGLOBAL,
    output wire LOCK,
    input  wire BYPASS,
    input  wire RESETB
);
  ws_pll_model model (
      .clk_i (REFERENCECLK),
      .lock_o(LOCK)
  );
  assign PLLOUTGLOBAL = REFERENCECLK;
endmodule

module `PAD #(
    parameter FEEDBACK_PATH = "SIMPLE",
    parameter DIVR          = 4'd0,
    parameter DIVF          = 7'd0,
    parameter DIVQ          = 3'd0,
    parameter FILTER_RANGE  = 3'd0
) (
    input  wire PACKAGEPIN,
    output wire PLLOUTGLOBAL,
    output wire LOCK,
    input  wire BYPASS,
    input  wire RESETB
);
  ws_pll_model model (
      .clk_i (PACKAGEPIN),
      .lock_o(LOCK)
  );
  assign PLLOUTGLOBAL = PACKAGEPIN;
endmodule

module EHXPLLL #(
    parameter CLKI_DIV     = 1,
    parameter CLKFB_DIV    = 1,
    parameter CLKOP_DIV    = 8,
    parameter CLKOP_CPHASE = 0,
    parameter CLKOP_ENABLE = "ENABLED",
    parameter CLKOS_DIV    = 8,
    parameter CLKOS_CPHASE = 0,
    parameter CLKOS_ENABLE = "DISABLED",
    parameter FEEDBK_PATH  = "CLKOP"
) (
    input  wire CLKI,
    input  wire CLKFB,
    output wire CLKOP,
    output wire CLKOS,
    output wire LOCK,
    input  wire RST,
    input  wire STDBY,
    input  wire PHASESEL0,
    input  wire PHASESEL1,
    input  wire PHASEDIR,
    input  wire PHASESTEP,
    input  wire PHASELOADREG,
    input  wire PLLWAKESYNC,
    input  wire ENCLKOP
);
  ws_pll_model model (
      .clk_i (CLKI),
      .lock_o(LOCK)
  );
  assign CLKOP = CLKI;
  assign CLKOS = CLKI;
endmodule
`default_nettype wire
