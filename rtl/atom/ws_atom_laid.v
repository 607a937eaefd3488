// SPDX-License-Identifier: Apache-2.0
// What lanes have laid down for a cas.b128, which needs more operands than a request has: its c, 128 bits for each lane of each warp, and
// for each CTA that does one here.
//
// Values come and go a lane a clock, in the order of the requests: put_i writes, get_i brings one to t_o in the next clock. What is read
// without having been laid down is arbitrary. Which lanes have laid something down: ws_atom_lays.
`default_nettype none
module ws_atom_laid #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter GUESTS = 0,              // 8, or 0: guest_i is 0
    parameter LANE_W = $clog2(LANES)   // derived, not to be set
) (
    input  wire              clk_i,
    input  wire [WARP_W-1:0] at_warp_i,
    input  wire [LANE_W-1:0] at_lane_i,
    input  wire              guest_i,    // another CTA's, of this rank
    input  wire [       2:0] rank_i,
    input  wire              put_i,
    input  wire [     127:0] t_i,
    input  wire              get_i,
    output reg  [     127:0] t_o
);
  localparam [31:0] OWN = WARPS * LANES;
  localparam ROWS = OWN + GUESTS;
  localparam ROW_W = $clog2(ROWS);
  // With one warp its index has a bit that means nothing.
  wire [WARP_W+LANE_W-1:0] lane = WARPS == 1 ? {{WARP_W{1'b0}}, at_lane_i} : {at_warp_i, at_lane_i};
  wire [31:0] row = guest_i ? OWN + {29'd0, rank_i} : {{32 - WARP_W - LANE_W{1'b0}}, lane};
  wire unused = &{1'b0, row, at_warp_i};

  (* ram_style = "block", no_rw_check *) reg [127:0] mem[0:ROWS-1];

  always @(posedge clk_i) begin
    if (put_i) mem[row[ROW_W-1:0]] <= t_i;
    if (get_i) t_o <= mem[row[ROW_W-1:0]];
  end
endmodule
`default_nettype wire
