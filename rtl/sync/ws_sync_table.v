// SPDX-License-Identifier: Apache-2.0
// What waiting lanes brought along: one small memory a lane and field, WARPS words deep.
//
// Write: lanes we_i of warp wwarp_i, at the clock edge. Read: all lanes of warp rwarp_i, in the same cycle (distributed
// RAM where the device has it, else flip-flops). A lane is never read for its value while it is being written: it is
// not waiting then. Contents are not reset.
`default_nettype none
module ws_sync_table #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter W      = 8    // bits a lane
) (
    input  wire               clk_i,
    // write
    input  wire [  LANES-1:0] we_i,
    input  wire [ WARP_W-1:0] wwarp_i,
    input  wire [LANES*W-1:0] wdata_i,
    // read
    input  wire [ WARP_W-1:0] rwarp_i,
    output wire [LANES*W-1:0] rdata_o
);
  genvar g;

  generate
    for (g = 0; g < LANES; g = g + 1) begin : lane
      reg [W-1:0] mem[0:WARPS-1];
      always @(posedge clk_i) if (we_i[g]) mem[wwarp_i] <= wdata_i[g*W+:W];
      assign rdata_o[g*W+:W] = mem[rwarp_i];
    end
  endgenerate
endmodule
`default_nettype wire
