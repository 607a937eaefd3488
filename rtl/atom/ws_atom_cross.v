// SPDX-License-Identifier: Apache-2.0
// From word slots to banks and back: two selections of the same shape, and the one that brings read words home. Pure.
//
// A slot names a word of shared memory, its bank in bits 4:0, its row above. No two slots that read name one bank, nor do two that write.
//   read    slots that read      ─► banks and their rows
//   get     banks' words         ─► the slots that read them in the clock before
//   write   slots that write     ─► banks, rows, bytes, words
`default_nettype none
module ws_atom_cross #(
    parameter S = 8  // slots
) (
    // read
    input  wire [     S-1:0] read_i,
    input  wire [  S*12-1:0] read_word_i,
    output reg  [      31:0] read_o,
    output reg  [  32*7-1:0] read_row_o,
    // get
    input  wire [     S-1:0] get_i,
    input  wire [  S*12-1:0] get_word_i,
    input  wire [32*32-1:0]  rdata_i,
    input  wire [      31:0] raw_i,
    output reg  [  S*32-1:0] get_o,
    output reg  [     S-1:0] raw_o,
    // write
    input  wire [     S-1:0] write_i,
    input  wire [  S*12-1:0] write_word_i,
    input  wire [   S*2-1:0] write_half_i,  // halves of its word
    input  wire [  S*32-1:0] write_data_i,
    output reg  [  32*4-1:0] be_o,
    output reg  [  32*7-1:0] write_row_o,
    output reg  [ 32*32-1:0] wdata_o
);
  integer b, j;

  // Nothing is selected without a slot, which saves the simulator work.
  always @(*) begin
    read_o = 32'd0;
    read_row_o = {32 * 7{1'b0}};
    if (|read_i)
      for (b = 0; b < 32; b = b + 1)
        for (j = 0; j < S; j = j + 1)
          if (read_i[j] && read_word_i[j*12+:5] == b[4:0]) begin
            read_o[b] = 1'b1;
            read_row_o[b*7+:7] = read_row_o[b*7+:7] | read_word_i[j*12+5+:7];
          end
  end

  always @(*) begin
    get_o = {S * 32{1'b0}};
    raw_o = {S{1'b0}};
    if (|get_i)
      for (j = 0; j < S; j = j + 1)
        for (b = 0; b < 32; b = b + 1)
          if (get_i[j] && get_word_i[j*12+:5] == b[4:0]) begin
            get_o[j*32+:32] = get_o[j*32+:32] | rdata_i[b*32+:32];
            raw_o[j] = raw_o[j] | raw_i[b];
          end
  end

  always @(*) begin
    be_o = {32 * 4{1'b0}};
    write_row_o = {32 * 7{1'b0}};
    wdata_o = {32 * 32{1'b0}};
    if (|write_i)
      for (b = 0; b < 32; b = b + 1)
        for (j = 0; j < S; j = j + 1)
          if (write_i[j] && write_word_i[j*12+:5] == b[4:0]) begin
            be_o[b*4+:4] = be_o[b*4+:4] | {{2{write_half_i[j*2+1]}}, {2{write_half_i[j*2]}}};
            write_row_o[b*7+:7] = write_row_o[b*7+:7] | write_word_i[j*12+5+:7];
            wdata_o[b*32+:32] = wdata_o[b*32+:32] | write_data_i[j*32+:32];
          end
  end
endmodule
`default_nettype wire
