// SPDX-License-Identifier: Apache-2.0
// One bank of shared memory: ROWS words of 32 bits, and beside each word two bits, seen and vld of its mbarrier slot.
//
// One read and one write port. Either serves a plain access (ls_*: both at the same row, byte by byte) or the bus of the
// unit (bus_*: objects, copies, the sweep; whole words). A read gives in the next clock what stood there before a write
// of the same clock, and stays until the next read. Two inferred RAMs, neither reset.
`default_nettype none
module ws_smem_bank #(
    parameter ROWS  = 128,
    parameter ROW_W = $clog2(ROWS)  // derived, not to be set
) (
    input  wire             clk_i,
    // plain access
    input  wire             ls_i,
    input  wire [ROW_W-1:0] ls_row_i,
    input  wire [      3:0] ls_be_i,
    input  wire [     31:0] ls_wdata_i,
    // bus
    input  wire             bus_read_i,
    input  wire [ROW_W-1:0] bus_read_row_i,
    input  wire             bus_write_i,
    input  wire             bus_side_i,       // the write is one of an object, with its side bits
    input  wire [ROW_W-1:0] bus_write_row_i,
    input  wire [     31:0] bus_wdata_i,
    input  wire [      1:0] bus_wside_i,
    // read data
    output wire [     31:0] rdata_o,
    output wire [      1:0] rside_o
);
  reg [31:0] word_q[0:ROWS-1];
  reg [1:0] side_q[0:ROWS-1];
  reg [31:0] rdata_q;
  reg [1:0] rside_q;

  wire [ROW_W-1:0] read_row = ls_i ? ls_row_i : bus_read_row_i;
  wire [ROW_W-1:0] write_row = ls_i ? ls_row_i : bus_write_row_i;
  wire [3:0] write = ls_i ? ls_be_i : {4{bus_write_i}};
  wire [31:0] wdata = ls_i ? ls_wdata_i : bus_wdata_i;
  integer k;

  always @(posedge clk_i) begin
    if (ls_i || bus_read_i) rdata_q <= word_q[read_row];
    for (k = 0; k < 4; k = k + 1) if (write[k]) word_q[write_row][k*8+:8] <= wdata[k*8+:8];
  end

  always @(posedge clk_i) begin
    if (ls_i || bus_read_i) rside_q <= side_q[read_row];
    if (bus_side_i) side_q[bus_write_row_i] <= bus_wside_i;
  end

  assign rdata_o = rdata_q;
  assign rside_o = rside_q;
endmodule
`default_nettype wire
