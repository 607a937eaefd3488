// SPDX-License-Identifier: Apache-2.0
// Which lanes have laid down the c of a cas.b128, of each warp. A request lays down (lay_i) or uses; laid_o says which lanes of its warp have
// something, in the same clock; using takes it away.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself: the RAM is read by the address as it comes, and not by a copy of its register
module ws_atom_lays #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              enter_i,
    input  wire [WARP_W-1:0] warp_i,
    input  wire [ LANES-1:0] lanes_i,
    input  wire [ LANES-1:0] lay_i,
    output wire [ LANES-1:0] laid_o
);
  // What the row of a warp holds counts from the first request of the warp on. With one warp its index has a bit that means nothing.
  reg [LANES-1:0] laid[0:(1<<WARP_W)-1];
  reg [(1<<WARP_W)-1:0] some_q;
  integer w;
  wire [WARP_W-1:0] row = WARPS == 1 ? {WARP_W{1'b0}} : warp_i;
  assign laid_o = some_q[row] ? laid[row] : {LANES{1'b0}};

  always @(posedge clk_i)
    if (!rst_ni) some_q <= {1 << WARP_W{1'b0}};
    else for (w = 0; w < 1 << WARP_W; w = w + 1) if (enter_i && row == w[WARP_W-1:0]) some_q[w] <= 1'b1;

  always @(posedge clk_i) if (enter_i) laid[row] <= (laid_o & ~lanes_i) | (lanes_i & lay_i);
endmodule
`default_nettype wire
