// SPDX-License-Identifier: Apache-2.0
// Control of one elastic pipeline stage (valid/ready on both sides).
//
// The stage loads when it is empty, or when its content is taken in the same clock. `load_o` is the write enable of the stage's
// payload registers, which stand in the user's module and need no reset.
// Latency 1 clock, throughput 1 per clock. ready_o depends on ready_i combinationally.
`default_nettype none
module ws_stage (
    input  wire clk_i,
    input  wire rst_ni,
    // upstream
    input  wire valid_i,
    output wire ready_o,
    // downstream
    output reg  valid_o,
    input  wire ready_i,
    // payload write enable
    output wire load_o
);
  assign ready_o = !valid_o || ready_i;
  assign load_o  = valid_i && ready_o;

  always @(posedge clk_i)
    if (!rst_ni) valid_o <= 1'b0;
    else if (ready_o) valid_o <= valid_i;
endmodule
`default_nettype wire
