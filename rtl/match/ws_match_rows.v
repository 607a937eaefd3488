// SPDX-License-Identifier: Apache-2.0
// Keys and result of match.any in the plain form: all pairs of lanes are compared over their whole width at take_i.
//
// For simulation, where it is fast because nothing happens between load_i and take_i. ws_match_serial is the same function
// as a circuit of sensible size. lanes_i holds from the clock after load_i up to take_i.
`default_nettype none
module ws_match_rows #(
    parameter LANES = 32  // 4, 8, 16 or 32
) (
    input  wire                   clk_i,
    // request
    input  wire                   load_i,   // take a_i
    input  wire                   b64_i,    // with load_i: compare 64 bits, else the low 32
    input  wire [   LANES*64-1:0] a_i,
    // result
    input  wire [      LANES-1:0] lanes_i,
    input  wire                   take_i,   // give d_o in the next clock
    output reg  [LANES*LANES-1:0] d_o
);
  reg [LANES*64-1:0] keys_q;
  integer i, j;

  always @(posedge clk_i)
    if (load_i)
      for (i = 0; i < LANES; i = i + 1) keys_q[i*64+:64] <= {b64_i ? a_i[i*64+32+:32] : 32'd0, a_i[i*64+:32]};

  function [LANES-1:0] row;  // the lanes that hold this key
    input [63:0] key;
    input [LANES*64-1:0] keys;
    integer lane;
    for (lane = 0; lane < LANES; lane = lane + 1) row[lane] = keys[lane*64+:64] == key;
  endfunction

  always @(posedge clk_i)
    if (take_i)
      for (j = 0; j < LANES; j = j + 1)
        d_o[j*LANES+:LANES] <= lanes_i[j] ? lanes_i & row(keys_q[j*64+:64], keys_q) : {LANES{1'b0}};
endmodule
`default_nettype wire
