// SPDX-License-Identifier: Apache-2.0
// What is known of waiting lanes: one field of them, WARPS words deep.
//
// Write: lanes we_i of warp wwarp_i, at the clock edge. Read: all lanes of warp rwarp_i, in the same cycle; rdata_o is valid only
// while re_i is 1. Contents are not reset.
// STRUCT 1: one memory a lane, for distributed RAM. STRUCT 0: one memory of whole words, which are merged and written, and read only
// while re_i is 1: a simulator pays for one memory and not for one a lane.
`default_nettype none
module ws_sync_table #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter W      = 8,  // bits a lane
    parameter STRUCT = 0
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
  genvar g;

  generate
    if (STRUCT == 0) begin : whole
      reg [LANES*W-1:0] mem[0:WARPS-1];

      function [LANES*W-1:0] merge;
        input [LANES*W-1:0] old;
        input [LANES*W-1:0] data;
        input [LANES-1:0] we;
        integer i;
        begin
          merge = old;
          for (i = 0; i < LANES; i = i + 1) if (we[i]) merge[i*W+:W] = data[i*W+:W];
        end
      endfunction

      always @(posedge clk_i) if (|we_i) mem[wwarp_i] <= merge(mem[wwarp_i], wdata_i, we_i);
      assign rdata_o = re_i ? mem[rwarp_i] : {LANES * W{1'b0}};
    end else begin : split
      wire unused = &{1'b0, re_i};
      for (g = 0; g < LANES; g = g + 1) begin : lane
        (* no_rw_check *) reg [W-1:0] mem[0:WARPS-1];
        always @(posedge clk_i) if (we_i[g]) mem[wwarp_i] <= wdata_i[g*W+:W];
        assign rdata_o[g*W+:W] = mem[rwarp_i];
      end
    end
  endgenerate
endmodule
`default_nettype wire
