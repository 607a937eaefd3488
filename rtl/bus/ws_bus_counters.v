// SPDX-License-Identifier: Apache-2.0
// Counters of 64 bits that wrap, and a copy of all. What is to be counted is added a clock later. snap_i copies the values from before this clock;
// clear_i sets the counters to START and drops what this clock would add. sel_i: {counter, upper half}, a bit each.
`default_nettype none
module ws_bus_counters #(
    parameter        COUNTERS = 6,
    parameter [63:0] START    = 64'd0  // what each begins with
) (
    input  wire                clk_i,
    input  wire                rst_ni,
    input  wire [COUNTERS-1:0] more_i,
    input  wire                snap_i,
    input  wire                clear_i,
    input  wire [2*COUNTERS-1:0] sel_i,
    output reg  [        31:0] value_o
);
  reg [COUNTERS-1:0] more_q;
  reg [COUNTERS*64-1:0] count_q, snap_q;
  integer i, j;

  always @(posedge clk_i) more_q <= rst_ni ? more_i : {COUNTERS{1'b0}};

  always @(posedge clk_i)
    if (!rst_ni || clear_i) count_q <= {COUNTERS{START}};
    else for (i = 0; i < COUNTERS; i = i + 1) count_q[i*64+:64] <= count_q[i*64+:64] + {63'd0, more_q[i]};

  always @(posedge clk_i)
    if (!rst_ni) snap_q <= {COUNTERS * 64{1'b0}};
    else if (snap_i) snap_q <= count_q;

  always @(*) begin
    value_o = 32'd0;
    for (j = 0; j < 2 * COUNTERS; j = j + 1) if (sel_i[j]) value_o = value_o | snap_q[j*32+:32];
  end
endmodule
`default_nettype wire
