// SPDX-License-Identifier: Apache-2.0
// ALUs and the banks of shared memory that belong to them: bank b to ALU b modulo S. Pure.
//
// An ALU names a word by its address / 4 / S: the bank among its own in the low bits, the row above.
`default_nettype none
module ws_atom_banks #(
    parameter S   = 8,               // ALUs
    parameter W_W = 12 - $clog2(S)   // derived, not to be set
) (
    // read
    input  wire [    S-1:0] read_i,
    input  wire [S*W_W-1:0] read_word_i,
    output reg  [     31:0] read_o,
    output wire [ 32*7-1:0] read_row_o,
    // the words that were read in the clock before
    input  wire [    S-1:0] get_i,
    input  wire [S*W_W-1:0] get_word_i,
    input  wire [32*32-1:0] rdata_i,
    input  wire [     31:0] raw_i,
    output reg  [ S*32-1:0] get_o,
    output reg  [    S-1:0] raw_o,
    // write
    input  wire [    S-1:0] write_i,
    input  wire [S*W_W-1:0] write_word_i,
    input  wire [  S*2-1:0] write_half_i,  // halves of its word
    input  wire [ S*32-1:0] write_data_i,
    output reg  [ 32*4-1:0] be_o,
    output wire [ 32*7-1:0] write_row_o,
    output wire [32*32-1:0] wdata_o
);
  localparam B_W = W_W - 7;  // bits of a bank among those of an ALU
  localparam [31:0] B_MASK = 32 / S - 1;
  integer b, j;

  function [31:0] bank_of(input [W_W-1:0] word);
    bank_of = {{32 - W_W{1'b0}}, word} & B_MASK;
  endfunction

  reg [S*7-1:0] read_rows, write_rows;

  // Rows and words stand at all banks of an ALU; which one uses them is said apart.
  always @(*)
    for (j = 0; j < S; j = j + 1) begin
      read_rows[j*7+:7]  = read_word_i[j*W_W+B_W+:7];
      write_rows[j*7+:7] = write_word_i[j*W_W+B_W+:7];
    end
  assign read_row_o  = {32 / S{read_rows}};
  assign write_row_o = {32 / S{write_rows}};
  assign wdata_o     = {32 / S{write_data_i}};

  always @(*) begin
    read_o = 32'd0;
    if (|read_i) for (b = 0; b < 32; b = b + 1) read_o[b] = read_i[b%S] && bank_of(read_word_i[b%S*W_W+:W_W]) == b / S;
  end

  always @(*) begin
    get_o = {S * 32{1'b0}};
    raw_o = {S{1'b0}};
    for (j = 0; j < S; j = j + 1)
      for (b = 0; b < 32; b = b + S)
        if (get_i[j] && bank_of(get_word_i[j*W_W+:W_W]) == b / S) begin
          get_o[j*32+:32] = get_o[j*32+:32] | rdata_i[(b+j)*32+:32];
          raw_o[j] = raw_o[j] | raw_i[b+j];
        end
  end

  always @(*) begin
    be_o = {32 * 4{1'b0}};
    if (|write_i)
      for (b = 0; b < 32; b = b + 1)
        if (write_i[b%S] && bank_of(write_word_i[b%S*W_W+:W_W]) == b / S) be_o[b*4+:4] = {{2{write_half_i[b%S*2+1]}}, {2{write_half_i[b%S*2]}}};
  end
endmodule
`default_nettype wire
