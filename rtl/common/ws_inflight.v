// SPDX-License-Identifier: Apache-2.0
// Counts operations under way: up by one when one enters, down by one when one leaves; at most 31. An operation counts from the clock after
// it has entered until two clocks after it has left.
`default_nettype none
module ws_inflight (
    input  wire clk_i,
    input  wire rst_ni,
    input  wire in_i,
    input  wire out_i,
    output wire empty_o
);
  reg in_q, out_q;
  reg [4:0] count_q;

  assign empty_o = count_q == 5'd0 && !in_q;

  always @(posedge clk_i) {in_q, out_q} <= rst_ni ? {in_i, out_i} : 2'b00;

  always @(posedge clk_i)
    if (!rst_ni) count_q <= 5'd0;
    else if (in_q && !out_q) count_q <= count_q + 5'd1;
    else if (out_q && !in_q) count_q <= count_q - 5'd1;
endmodule
`default_nettype wire
