// SPDX-License-Identifier: Apache-2.0
// Which lanes have laid down the c of a cas.b128, of each warp. A request lays down (lay_i) or uses; laid_o says which lanes of its warp have
// something, in the same clock; using takes it away.
`default_nettype none
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
  reg [WARPS*LANES-1:0] laid_q;
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
  endgenerate
endmodule
`default_nettype wire
