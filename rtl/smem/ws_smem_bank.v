// SPDX-License-Identifier: Apache-2.0
// One bank of shared memory: ROWS words of 32 bits, and beside each word two bits, seen and vld of its mbarrier slot.
//
// One read and one write port. Each serves plain accesses, while ls_own_i (ls_*: one row, read and written by bytes), or else the bus (bus_*:
// atomics, objects, copies, the sweep; a row is read, one written by bytes). A word that is read stands at the output from the next clock until the next read. In a
// clock that writes a row, a read of that row gives no word to use: so no_rw_check, any RAM will do, whatever its order of read and write.
// Two inferred block RAMs without reset.
`default_nettype none
module ws_smem_bank #(
    parameter ROWS  = 128,
    parameter ROW_W = $clog2(ROWS)  // derived, not to be set
) (
    input  wire             clk_i,
    // plain access
    input  wire             ls_own_i,         // then nothing comes from the bus
    input  wire             ls_i,
    input  wire [ROW_W-1:0] ls_row_i,
    input  wire [      3:0] ls_be_i,
    input  wire [     31:0] ls_wdata_i,
    // bus
    input  wire             bus_read_i,
    input  wire [ROW_W-1:0] bus_read_row_i,
    input  wire [      3:0] bus_be_i,
    input  wire             bus_side_i,       // the write is one with side bits
    input  wire [ROW_W-1:0] bus_write_row_i,
    input  wire [     31:0] bus_wdata_i,
    input  wire [      1:0] bus_wside_i,
    // read data
    output wire [     31:0] rdata_o,
    output wire [      1:0] rside_o
);
  (* ram_style = "block", no_rw_check *) reg [31:0] word_q[0:ROWS-1];
  (* ram_style = "block", no_rw_check *) reg [1:0] side_q[0:ROWS-1];
  reg [31:0] rdata_q;
  reg [1:0] rside_q;

  wire [ROW_W-1:0] read_row = ls_own_i ? ls_row_i : bus_read_row_i;
  wire [ROW_W-1:0] write_row = ls_own_i ? ls_row_i : bus_write_row_i;
  wire [3:0] write = (ls_be_i & {4{ls_i}}) | bus_be_i;
  wire [31:0] wdata = ls_own_i ? ls_wdata_i : bus_wdata_i;
  wire read = ls_i || bus_read_i;
  integer k;

  always @(posedge clk_i) begin
    if (read) rdata_q <= word_q[read_row];
    for (k = 0; k < 4; k = k + 1) if (write[k]) word_q[write_row][k*8+:8] <= wdata[k*8+:8];
  end

  always @(posedge clk_i) begin
    if (read) rside_q <= side_q[read_row];
    if (bus_side_i) side_q[write_row] <= bus_wside_i;
  end

  assign rdata_o = rdata_q;
  assign rside_o = rside_q;
endmodule
`default_nettype wire
