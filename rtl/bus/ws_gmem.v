// SPDX-License-Identifier: Apache-2.0
// Global memory: a RAM of BYTES, 32 bits wide, with one port. The bus reads and writes it; copies read it, with addresses modulo
// BYTES. The bus goes first. A copy of n words takes n + 2 clocks, and one more for each in which the bus used the RAM. One copy
// is served at a time. Words of its answer beyond those it asked for are arbitrary.
`default_nettype none
module ws_gmem #(
    parameter BYTES  = 4096,               // power of two, 256 to 65536
    parameter WORD_W = $clog2(BYTES) - 2   // derived, not to be set
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    // bus: read, its word at rdata_o in the next clock; write
    input  wire              read_i,
    input  wire              write_i,
    input  wire [WORD_W-1:0] word_i,
    input  wire [      31:0] wdata_i,
    input  wire [       3:0] wstrb_i,
    output wire [      31:0] rdata_o,
    // copies
    input  wire              gm_valid_i,
    output wire              gm_ready_o,
    input  wire [      31:0] gm_addr_i,
    input  wire [       4:0] gm_bytes_i,   // 4, 8, 16
    output wire              gm_rsp_valid_o,
    input  wire              gm_rsp_ready_i,
    output wire [     127:0] gm_rsp_data_o
);
  reg [31:0] word_mem[0:BYTES/4-1];
  reg [31:0] word_q;
  reg [WORD_W-1:0] at_q;   // word that is read next
  reg [2:0] left_q;        // words still to be read
  reg [1:0] came_q;        // words that have come
  reg reading_q;           // one was read in the clock before
  reg full_q;              // the answer is whole
  reg [127:0] data_q;

  wire none = left_q == 3'd0;
  wire take = gm_valid_i && gm_ready_o;
  wire issue = !none && !read_i && !write_i;
  wire [WORD_W-1:0] at = issue ? at_q : word_i;
  integer k;

  always @(posedge clk_i)
    if (!rst_ni) begin
      left_q <= 3'd0;
      reading_q <= 1'b0;
      full_q <= 1'b0;
    end else begin
      left_q <= take ? gm_bytes_i[4:2] : left_q - {2'd0, issue};
      reading_q <= issue;
      full_q <= (reading_q && none) || (full_q && !gm_rsp_ready_i);
    end

  always @(posedge clk_i) begin
    if (take) at_q <= gm_addr_i[2+:WORD_W];
    else if (issue) at_q <= at_q + {{WORD_W - 1{1'b0}}, 1'b1};
    came_q <= take ? 2'd0 : came_q + {1'b0, reading_q};
    if (reading_q) for (k = 0; k < 4; k = k + 1) if (came_q == k[1:0]) data_q[k*32+:32] <= word_q;
  end

  always @(posedge clk_i) begin
    if (write_i) begin
      for (k = 0; k < 4; k = k + 1) if (wstrb_i[k]) word_mem[at][k*8+:8] <= wdata_i[k*8+:8];
    end else if (read_i || issue) word_q <= word_mem[at];
  end

  assign rdata_o = word_q;
  assign gm_ready_o = none && !reading_q && !full_q;
  assign gm_rsp_valid_o = full_q;
  assign gm_rsp_data_o = data_q;
  wire unused = &{1'b0, gm_addr_i, gm_bytes_i[1:0]};
endmodule
`default_nettype wire
