// SPDX-License-Identifier: Apache-2.0
// What lanes have laid down for a cas.b128, which needs more operands than a request has: its c, 128 bits for each lane of each warp.
//
// A request lays down (lay_i) or uses; laid_o says which lanes of its warp have something, in the same clock; using takes it away. The
// values themselves come and go a window of lanes a clock, in the order of the requests: put_i writes, get_i brings them to t_o in the
// next clock. What is read without having been laid down is arbitrary.
`default_nettype none
module ws_atom_laid #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter N      = 2,              // lanes of a window
    parameter LANE_W = $clog2(LANES)   // derived, not to be set
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    // request
    input  wire              enter_i,
    input  wire [WARP_W-1:0] warp_i,
    input  wire [ LANES-1:0] lanes_i,
    input  wire [ LANES-1:0] lay_i,
    output wire [ LANES-1:0] laid_o,
    // window
    input  wire [WARP_W-1:0] at_warp_i,
    input  wire [LANE_W-1:0] at_lane_i,  // its lowest lane
    input  wire [     N-1:0] put_i,
    input  wire [ N*128-1:0] t_i,
    input  wire              get_i,
    output wire [ N*128-1:0] t_o
);
  localparam ROWS = WARPS * LANES / N;
  localparam ROW_W = ROWS > 1 ? $clog2(ROWS) : 1;
  reg [WARPS*LANES-1:0] laid_q;
  wire [WARP_W+LANE_W-1:0] place = {at_warp_i, at_lane_i} >> $clog2(N);
  wire [ROW_W-1:0] row = place[ROW_W-1:0];
  genvar k;

  generate
    if (WARPS == 1) begin : one
      assign laid_o = laid_q;
      always @(posedge clk_i)
        if (!rst_ni) laid_q <= {LANES{1'b0}};
        else if (enter_i) laid_q <= (laid_q & ~lanes_i) | (lanes_i & lay_i);
      wire unused = &{1'b0, warp_i};
    end else begin : more
      assign laid_o = laid_q[warp_i*LANES+:LANES];
      for (k = 0; k < WARPS; k = k + 1) begin : warps
        always @(posedge clk_i)
          if (!rst_ni) laid_q[k*LANES+:LANES] <= {LANES{1'b0}};
          else if (enter_i && warp_i == k[WARP_W-1:0]) laid_q[k*LANES+:LANES] <= (laid_q[k*LANES+:LANES] & ~lanes_i) | (lanes_i & lay_i);
      end
    end

    for (k = 0; k < N; k = k + 1) begin : lanes
      reg [127:0] mem[0:ROWS-1];
      reg [127:0] t_q;
      always @(posedge clk_i) begin
        if (put_i[k]) mem[row] <= t_i[k*128+:128];
        if (get_i) t_q <= mem[row];
      end
      assign t_o[k*128+:128] = t_q;
    end
  endgenerate
  wire unused_place = &{1'b0, place};
endmodule
`default_nettype wire
