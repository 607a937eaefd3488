// SPDX-License-Identifier: Apache-2.0
// Counts operations under way: up by one when one enters, by whichever of PORTS, down by one when one leaves; at most 31. An operation counts
// from the clock after it has entered until two clocks after it has left. in_i comes late, so each bit of it goes to a register first.
`default_nettype none
module ws_inflight #(
    parameter PORTS = 1
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    input  wire [PORTS-1:0] in_i,    // at most one
    input  wire             out_i,
    output wire             empty_o
);
  reg [PORTS-1:0] in_q;
  reg out_q;
  reg [4:0] count_q;
  wire in = |in_q;

  assign empty_o = count_q == 5'd0 && !in;

  always @(posedge clk_i) {in_q, out_q} <= rst_ni ? {in_i, out_i} : {PORTS + 1{1'b0}};

  always @(posedge clk_i)
    if (!rst_ni) count_q <= 5'd0;
    else if (in && !out_q) count_q <= count_q + 5'd1;
    else if (out_q && !in) count_q <= count_q - 5'd1;
endmodule
`default_nettype wire
