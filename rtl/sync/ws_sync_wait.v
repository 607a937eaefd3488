// SPDX-License-Identifier: Apache-2.0
// What is known of the lanes of each warp that wait in the rendezvous, a bit a lane.
//
//   wait    waits                       dirty   its group has not been examined since it last could have become complete
//   old     examined at least once      joined  of a group that came from more than one request
// Reset clears wait and dirty; old and joined mean something of waiting lanes alone.
`default_nettype none
module ws_sync_wait #(
    parameter LANES = 32,
    parameter WARPS = 4
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // lanes that begin to wait, and their warp
    input  wire [      LANES-1:0] came_i,
    input  wire [      WARPS-1:0] came_w_i,
    // lanes of a group that goes, or that is found incomplete; joined_i: it came from more than one request
    input  wire                   freed_i,
    input  wire                   kept_i,
    input  wire                   joined_i,
    input  wire [      LANES-1:0] lanes_i,
    input  wire [      WARPS-1:0] lanes_w_i,
    // warps in which a lane exits: every group must be examined again
    input  wire [      WARPS-1:0] again_w_i,
    // state
    output reg  [WARPS*LANES-1:0] wait_o,
    output reg  [WARPS*LANES-1:0] dirty_o,
    output reg  [WARPS*LANES-1:0] old_o,
    output reg  [WARPS*LANES-1:0] joined_o
);
  genvar g;
  generate
    for (g = 0; g < WARPS; g = g + 1) begin : warp
      wire [LANES-1:0] looked = lanes_w_i[g] && (freed_i || kept_i) ? lanes_i : {LANES{1'b0}};
      wire [LANES-1:0] freed = freed_i ? looked : {LANES{1'b0}};
      wire [LANES-1:0] kept = kept_i ? looked : {LANES{1'b0}};
      wire [LANES-1:0] came = came_w_i[g] ? came_i : {LANES{1'b0}};
      wire [LANES-1:0] wait_d = (wait_o[g*LANES+:LANES] & ~freed) | came;

      always @(posedge clk_i)
        if (!rst_ni) begin
          wait_o[g*LANES+:LANES]  <= {LANES{1'b0}};
          dirty_o[g*LANES+:LANES] <= {LANES{1'b0}};
        end else begin
          wait_o[g*LANES+:LANES]  <= wait_d;
          dirty_o[g*LANES+:LANES] <= again_w_i[g] ? wait_d : (dirty_o[g*LANES+:LANES] & ~looked) | came;
        end

      always @(posedge clk_i) begin
        old_o[g*LANES+:LANES] <= (old_o[g*LANES+:LANES] | kept) & ~came;
        joined_o[g*LANES+:LANES] <= ((joined_o[g*LANES+:LANES] & ~kept) | (joined_i ? kept : {LANES{1'b0}})) & ~came;
      end
    end
  endgenerate
endmodule
`default_nettype wire
