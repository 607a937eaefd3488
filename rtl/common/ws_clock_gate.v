// SPDX-License-Identifier: Apache-2.0
// The clock of a unit that may stand still: clk_o is clk_i while there is work, and for LINGER clocks longer.
//
// wake_i: something comes from outside in this clock, or the unit has something to give or to do; it may depend on inputs of this clock.
// It counts while clk_i is low, so a simulator need not calculate it while clk_i is high.
// What a unit does LINGER clocks after that it must be able to do as well when the next work comes: it has no other state left to change.
// In reset the clock runs.
// Unless the macro WS_CLOCK_GATES is defined, clk_o is clk_i, as an FPGA needs it. The benches define it, because a simulator does not evaluate
// what has no clock. On a chip put your library's cell for clock gating in the place of latch and gate, and define it too.
`default_nettype none
module ws_clock_gate #(
    // At least the clocks from an input until wake_i shows what has come of it, and those until all registers rest. The longest: a
    // butterfly of 32 classes, 2 * 32 + 5.
    parameter LINGER = 80
) (
    input  wire clk_i,
    input  wire rst_ni,
    input  wire wake_i,
    output wire clk_o
);
`ifdef WS_CLOCK_GATES
  localparam W = $clog2(LINGER + 1);
  reg [W-1:0] left_q;
  reg enable, wake;

  always @(posedge clk_i)
    if (wake) left_q <= LINGER[W-1:0];
    else if (left_q != {W{1'b0}}) left_q <= left_q - {{W - 1{1'b0}}, 1'b1};

  always @(*)
    if (!clk_i) begin
      wake   = wake_i || !rst_ni;
      enable = wake || left_q != {W{1'b0}};
    end

  assign clk_o = clk_i && enable;
`else
  wire unused = &{1'b0, rst_ni, wake_i, LINGER[0]};
  assign clk_o = clk_i;
`endif
endmodule
`default_nettype wire
