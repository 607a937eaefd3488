// SPDX-License-Identifier: Apache-2.0
// Global memory: a RAM of BYTES, with one port. The bus reads and writes it, a word at a time, and goes first; a write takes effect a clock
// later. Requests of the block are served
// one at a time, in order of arrival; each is answered, with its tag. Addresses count modulo BYTES.
//
//   read    4, 8 or 16 bytes: n words take n + 2 clocks, and one more for each in which the bus used the RAM. A word is all that is aligned.
//           Words of the answer beyond those asked for are arbitrary
//   write   the bytes of s with a 1 in be, from addr on; the answer's data mean nothing
//   atomic  fn on 2, 4, 8 or 16 bytes, answered by what stood there (ws_gmem_atom)
//
// Writes and atomics lie within a size of 2, 4, 8 or 16 bytes, aligned to it. They are built if ATOM is 1; then the RAM has four words side by
// side, of which a read of the bus takes one. If it is 0 every request is a read.
`default_nettype none
`include "ws_layout.vh"
module ws_gmem #(
    parameter BYTES  = 4096,               // power of two, 256 to 65536
    parameter ATOM   = 0,                  // 1: writes and atomics
    parameter TAG_W  = 1,
    parameter WORD_W = $clog2(BYTES) - 2   // derived, not to be set
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    // bus: read, its word at rdata_o in the next clock, and not in the clock after a write; write
    input  wire              read_i,
    input  wire              write_i,
    input  wire [WORD_W-1:0] word_i,
    input  wire [      31:0] wdata_i,
    input  wire [       3:0] wstrb_i,
    output wire [      31:0] rdata_o,
    // block
    input  wire              gm_valid_i,
    output wire              gm_ready_o,
    input  wire [      31:0] gm_addr_i,
    input  wire [       4:0] gm_bytes_i,   // 2, 4, 8, 16; a read has no 2
    input  wire [`WS_GM_W-1:0] gm_more_i,  // record: op 0 read, 1 write, 2 atomic; be of writes; fn, s (b), t (c) of atomics; s of writes
    input  wire [ TAG_W-1:0] gm_tag_i,
    output wire              gm_rsp_valid_o,
    input  wire              gm_rsp_ready_i,
    output wire [     127:0] gm_rsp_data_o,
    output wire [ TAG_W-1:0] gm_rsp_tag_o
);
  reg [WORD_W-1:0] at_q;   // word that is read next
  reg [2:0] left_q;        // words still to be read
  reg [1:0] came_q;        // words that have come
  reg reading_q;           // one was read in the clock before
  reg full_q;              // the answer is whole
  reg ready_q;             // nothing is under way: each request has an answer, and nothing is left to be done once that is whole
  reg loads_q;             // a copy of it, set from itself so that synthesis does not merge them: it enables what takes a request
  reg [127:0] data_q;
  reg [TAG_W-1:0] tag_q;

  // Of an atomic or a write: it wants the row of `at_q`; old values to be answered; it is done.
  wire row_read, row_write, old_load, done;
  wire [127:0] row_wdata, old, row;
  wire [15:0] row_be;

  wire none = left_q == 3'd0;
  wire take = gm_valid_i && loads_q;
  wire [1:0] op = gm_more_i[`WS_GM_OP];
  wire take_read = take && (ATOM == 0 || op == 2'd0);
  reg bus_write_q;  // a write of the bus, in the clock after
  reg [WORD_W-1:0] bus_word_q;
  reg [31:0] bus_wdata_q;
  reg [15:0] bus_be_q;  // of its row
  wire quiet = !read_i && !bus_write_q;
  wire [WORD_W-1:0] at = bus_write_q ? bus_word_q : read_i ? word_i : at_q;
  wire issue = !none && quiet;
  wire [31:0] word;        // that was read in the clock before
  integer k;

  always @(posedge clk_i)
    if (!rst_ni) begin
      left_q <= 3'd0;
      reading_q <= 1'b0;
      full_q <= 1'b0;
      ready_q <= 1'b1;
      loads_q <= 1'b1;
    end else begin
      left_q <= take_read ? gm_bytes_i[4:2] : left_q - {2'd0, issue};
      reading_q <= issue;
      ready_q <= ready_q ? !gm_valid_i : full_q && gm_rsp_ready_i;
      loads_q <= loads_q ? !gm_valid_i : full_q && gm_rsp_ready_i;
      full_q <= (reading_q && none) || done || (full_q && !gm_rsp_ready_i);
    end

  always @(posedge clk_i) begin
    bus_write_q <= rst_ni && write_i;
    if (write_i) begin
      {bus_word_q, bus_wdata_q} <= {word_i, wdata_i};
      bus_be_q <= {12'd0, wstrb_i} << {word_i[1:0], 2'd0};
    end
    if (loads_q) {tag_q, at_q} <= {gm_tag_i, gm_addr_i[2+:WORD_W]};  // taken or not, which comes late
    else if (issue) at_q <= at_q + {{WORD_W - 1{1'b0}}, 1'b1};
    came_q <= loads_q ? 2'd0 : came_q + {1'b0, reading_q};
    if (old_load) data_q <= old;
    else if (reading_q) for (k = 0; k < 4; k = k + 1) if (came_q == k[1:0]) data_q[k*32+:32] <= word;
  end

  generate
    if (ATOM == 0) begin : g_words
      reg [31:0] word_mem[0:BYTES/4-1];
      reg [31:0] word_q;
      wire [3:0] be = bus_be_q[3:0] | bus_be_q[7:4] | bus_be_q[11:8] | bus_be_q[15:12];
      integer j;

      always @(posedge clk_i) begin
        if (bus_write_q && rst_ni) begin
          for (j = 0; j < 4; j = j + 1) if (be[j]) word_mem[at][j*8+:8] <= bus_wdata_q[j*8+:8];
        end else if (read_i || issue) word_q <= word_mem[at];
      end
      assign word = word_q;
      assign row = 128'd0;
      assign {row_read, row_write, old_load, done, row_wdata, row_be, old} = 0;
      wire unused = &{1'b0, gm_more_i, row, row_read, row_write, row_wdata, row_be, data_q};
    end else begin : g_rows
      reg [1:0] which_q;
      genvar b;

      for (b = 0; b < 4; b = b + 1) begin : g_bank
        reg [31:0] bank_mem[0:BYTES/16-1];
        reg [31:0] bank_q;
        wire [3:0] be = bus_write_q ? bus_be_q[b*4+:4] : row_be[b*4+:4];
        wire [31:0] wdata = bus_write_q ? bus_wdata_q : row_wdata[b*32+:32];
        integer j;

        always @(posedge clk_i) begin
          if ((bus_write_q || row_write) && rst_ni) begin
            for (j = 0; j < 4; j = j + 1) if (be[j]) bank_mem[at[WORD_W-1:2]][j*8+:8] <= wdata[j*8+:8];
          end else if (read_i || issue || row_read) bank_q <= bank_mem[at[WORD_W-1:2]];
        end
        assign row[b*32+:32] = bank_q;
      end

      always @(posedge clk_i) if (read_i || issue) which_q <= at[1:0];
      assign word = row[which_q*32+:32];

      ws_gmem_atom u_atom (
          .clk_i      (clk_i),
          .rst_ni     (rst_ni),
          .stands_i   (loads_q),
          .start_i    (take && op != 2'd0),
          .write_i    (op == 2'd1),
          .fn_i       (gm_more_i[`WS_GM_FN]),
          .addr_i     (gm_addr_i[3:0]),
          .bytes_i    (gm_bytes_i),
          .be_i       (gm_more_i[`WS_GM_BE]),
          .s_i        (gm_more_i[`WS_GM_S]),
          .t_i        (gm_more_i[`WS_GM_T]),
          .quiet_i    (quiet),
          .changed_i  (bus_write_q && bus_word_q[WORD_W-1:2] == at_q[WORD_W-1:2]),
          .row_read_o (row_read),
          .row_i      (row),
          .row_write_o(row_write),
          .row_be_o   (row_be),
          .row_wdata_o(row_wdata),
          .old_load_o (old_load),
          .old_o      (old),
          .old_i      (data_q),
          .done_o     (done)
      );
    end
  endgenerate

  assign rdata_o = word;
  assign gm_ready_o = ready_q;
  assign gm_rsp_valid_o = full_q;
  assign gm_rsp_data_o = data_q;
  assign gm_rsp_tag_o = tag_q;
  wire unused_addr = &{1'b0, gm_addr_i, gm_bytes_i[1:0]};
endmodule
`default_nettype wire
