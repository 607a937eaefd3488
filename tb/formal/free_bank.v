// SPDX-License-Identifier: Apache-2.0
// In place of ws_smem_bank, for proofs about one bit of one row: it says of that what bank_row.v promises, and anything else
// in any clock. prove_smem.sh shows that a bank keeps this promise; so what is proved holds with the real banks too. row, place and
// kept have no driver here: aig.sh connects them to what the proof has chosen.
`default_nettype none
module ws_smem_bank #(
    parameter ROWS  = 128,
    parameter ROW_W = $clog2(ROWS)
) (
    input  wire             clk_i,
    input  wire             ls_own_i,
    input  wire             ls_i,
    input  wire [ROW_W-1:0] ls_row_i,
    input  wire [      3:0] ls_be_i,
    input  wire [     31:0] ls_wdata_i,
    input  wire             bus_read_i,
    input  wire [ROW_W-1:0] bus_read_row_i,
    input  wire [      3:0] bus_be_i,
    input  wire             bus_side_i,
    input  wire [ROW_W-1:0] bus_write_row_i,
    input  wire [     31:0] bus_wdata_i,
    input  wire [      1:0] bus_wside_i,
    output reg  [     31:0] rdata_o,
    output wire [      1:0] rside_o
);
  wire [ROW_W-1:0] row;
  wire [4:0] place;
  wire kept;  // this bank is one that is looked at
  wire sure, value, side_sure;
  wire [1:0] side;
  wire [31:0] any;
  wire [1:0] any_side;
  assign any = $anyseq;
  assign any_side = $anyseq;
  bank_row #(.ROW_W(ROW_W)) promise (
      .clk_i(clk_i), .row_i(row), .place_i(place), .ls_own_i(ls_own_i), .ls_i(ls_i), .ls_row_i(ls_row_i),
      .ls_be_i(ls_be_i), .ls_wdata_i(ls_wdata_i), .bus_read_i(bus_read_i), .bus_read_row_i(bus_read_row_i),
      .bus_be_i(bus_be_i), .bus_side_i(bus_side_i), .bus_write_row_i(bus_write_row_i), .bus_wdata_i(bus_wdata_i),
      .bus_wside_i(bus_wside_i), .sure_o(sure), .bit_o(value), .side_sure_o(side_sure), .side_o(side));
  always @(*) begin
    rdata_o = any;
    if (kept && sure) rdata_o[place] = value;
  end
  assign rside_o = kept && side_sure ? side : any_side;
endmodule
`default_nettype wire
