// SPDX-License-Identifier: Apache-2.0
// What waiting lanes brought along: one small memory a lane and field, WARPS words deep.
//
// Write: lanes we_i of warp wwarp_i, at the clock edge. Read: all lanes of warp rwarp_i while re_i is 1, in the same
// cycle (distributed RAM where the device has it, else flip-flops); 0 otherwise, which keeps what follows quiet. A lane
// is never read for its value while it is being written: it is not waiting then. Contents are not reset.
`default_nettype none
module ws_sync_table #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter W      = 8,   // bits a lane
    parameter KEEP   = W    // of these, low bits that are stored; the others read as 0
) (
    input  wire               clk_i,
    // write
    input  wire [  LANES-1:0] we_i,
    input  wire [ WARP_W-1:0] wwarp_i,
    input  wire [LANES*W-1:0] wdata_i,
    // read
    input  wire               re_i,
    input  wire [ WARP_W-1:0] rwarp_i,
    output wire [LANES*W-1:0] rdata_o
);
  wire   unused = &{1'b0, wdata_i};
  genvar g;

  generate
    for (g = 0; g < LANES; g = g + 1) begin : lane
      reg [KEEP-1:0] mem[0:WARPS-1];
      always @(posedge clk_i) if (we_i[g]) mem[wwarp_i] <= wdata_i[g*W+:KEEP];
      assign rdata_o[g*W+:KEEP] = re_i ? mem[rwarp_i] : {KEEP{1'b0}};
      if (KEEP < W) begin : rest
        assign rdata_o[g*W+KEEP+:W-KEEP] = {W - KEEP{1'b0}};
      end
    end
  endgenerate
endmodule
`default_nettype wire
