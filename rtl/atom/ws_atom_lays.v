// SPDX-License-Identifier: Apache-2.0
// Which lanes have laid down the c of a cas.b128, of each warp. A request lays down (lay_i) or uses; laid_o says which lanes of its warp have
// something, in the same clock; using takes it away. What a request makes of its row is written in the clock after enter_i, from registers,
// and counts in that clock too.
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
  reg put_q;  // is written
  reg [WARP_W-1:0] row_q;
  reg [LANES-1:0] new_q;
  assign laid_o = put_q && row == row_q ? new_q : some_q[row] ? laid[row] : {LANES{1'b0}};

  always @(posedge clk_i) put_q <= rst_ni && enter_i;
  always @(posedge clk_i) {row_q, new_q} <= {row, (laid_o & ~lanes_i) | (lanes_i & lay_i)};

  always @(posedge clk_i)
    if (!rst_ni) some_q <= {1 << WARP_W{1'b0}};
    else for (w = 0; w < 1 << WARP_W; w = w + 1) if (put_q && row_q == w[WARP_W-1:0]) some_q[w] <= 1'b1;

  always @(posedge clk_i) if (put_q) laid[row_q] <= new_q;
endmodule
`default_nettype wire
