// SPDX-License-Identifier: Apache-2.0
// What a bank of shared memory promises of one bit of one row and of the row's side bits, for smem_props.v and free_bank.v: what
// was written last, and what stands at the outputs since it was read last. sure: it is promised. Where two write at once
// nothing is, nor what is read by two at once, or while it is written.
`default_nettype none
module bank_row #(
    parameter ROW_W = 7
) (
    input  wire             clk_i,
    input  wire [ROW_W-1:0] row_i,    // the row, and which bit of its word
    input  wire [      4:0] place_i,
    input  wire             ls_own_i, ls_i, bus_read_i, bus_side_i,
    input  wire [ROW_W-1:0] ls_row_i, bus_read_row_i, bus_write_row_i,
    input  wire [      3:0] ls_be_i, bus_be_i,
    input  wire [     31:0] ls_wdata_i, bus_wdata_i,
    input  wire [      1:0] bus_wside_i,
    output reg              sure_o,   // of the bit read
    output reg              bit_o,
    output reg              side_sure_o,
    output reg  [      1:0] side_o
);
  reg has_q, bit_q;  // what stands in the row
  reg has_side_q;
  reg [1:0] side_q;
  wire ls_here = ls_row_i == row_i;
  wire bus_write = bus_be_i != 0;
  wire put_here = bus_write && bus_write_row_i == row_i;
  wire twice = ls_own_i ? bus_write || bus_side_i : ls_i;
  wire reads_twice = ls_own_i ? bus_read_i : ls_i;
  wire reads_here = ls_own_i ? ls_here : bus_read_row_i == row_i;

  always @(posedge clk_i) begin
    if (twice) has_q <= 0;
    else if (ls_i && ls_here && ls_be_i[place_i[4:3]]) {has_q, bit_q} <= {1'b1, ls_wdata_i[place_i]};
    else if (put_here && bus_be_i[place_i[4:3]]) {has_q, bit_q} <= {1'b1, bus_wdata_i[place_i]};

    if (bus_side_i && (twice || !bus_write)) has_side_q <= 0;
    else if (bus_side_i && put_here) {has_side_q, side_q} <= {1'b1, bus_wside_i};

    if (ls_i || bus_read_i) begin
      {bit_o, side_o} <= {bit_q, side_q};
      sure_o <= has_q;
      side_sure_o <= has_side_q;
      if (reads_twice || !reads_here) {sure_o, side_sure_o} <= 0;
      if ((ls_i && ls_here && ls_be_i != 0) || put_here || twice) sure_o <= 0;
      if (bus_side_i && (put_here || twice || !bus_write)) side_sure_o <= 0;
    end
  end
endmodule
`default_nettype wire
