// SPDX-License-Identifier: Apache-2.0
// What lanes have laid down for a cas.b128, which needs more operands than a request has: its c, 128 bits for each lane of each warp.
//
// A request lays down (lay_i) or uses; laid_o says which lanes of its warp have something, in the same clock; using takes it away. The
// values themselves come and go a lane a clock, in the order of the requests: put_i writes, get_i brings one to t_o in the next clock. What
// is read without having been laid down is arbitrary.
`default_nettype none
module ws_atom_laid #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
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
    // lane
    input  wire [WARP_W-1:0] at_warp_i,
    input  wire [LANE_W-1:0] at_lane_i,
    input  wire              put_i,
    input  wire [     127:0] t_i,
    input  wire              get_i,
    output reg  [     127:0] t_o
);
  // A row of lanes for each warp. What it holds counts from the first request of its warp on.
  reg [LANES-1:0] laid[0:(1<<WARP_W)-1];
  reg [(1<<WARP_W)-1:0] some_q;
  assign laid_o = some_q[warp_i] ? laid[warp_i] : {LANES{1'b0}};

  always @(posedge clk_i)
    if (!rst_ni) some_q <= {1 << WARP_W{1'b0}};
    else if (enter_i) some_q[warp_i] <= 1'b1;

  always @(posedge clk_i) if (enter_i) laid[warp_i] <= (laid_o & ~lanes_i) | (lanes_i & lay_i);

  (* ram_style = "block", no_rw_check *) reg [127:0] mem[0:(1<<(WARP_W+LANE_W))-1];

  always @(posedge clk_i) begin
    if (put_i) mem[{at_warp_i, at_lane_i}] <= t_i;
    if (get_i) t_o <= mem[{at_warp_i, at_lane_i}];
  end
endmodule
`default_nettype wire
