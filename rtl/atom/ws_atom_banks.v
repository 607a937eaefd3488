// SPDX-License-Identifier: Apache-2.0
// ALUs and the banks of shared memory that belong to them: bank b to ALU b modulo S. Pure.
//
// An ALU names a word by its address / 4 / S: the bank among its own in the low bits, the row above.
`default_nettype none
module ws_atom_banks #(
    parameter S     = 8,                   // ALUs
    parameter BANKS = 32,                  // S or more
    parameter W_W   = 12 - $clog2(S),      // derived, not to be set
    parameter ROW_W = 12 - $clog2(BANKS)   // derived, not to be set
) (
    // read
    input  wire [          S-1:0] read_i,
    input  wire [      S*W_W-1:0] read_word_i,
    output reg  [      BANKS-1:0] read_o,
    output wire [BANKS*ROW_W-1:0] read_row_o,
    // in which bank the words were read in the clock before, a bit a bank and 0 of an ALU without one; the same, 0 of those that are on the way to
    // memory, which come in their place: those of mid_i, far_i (one of them)
    input  wire [      BANKS-1:0] bank_i,
    input  wire [      BANKS-1:0] ram_i,
    input  wire [          S-1:0] mid_i,
    input  wire [          S-1:0] far_i,
    input  wire [       S*32-1:0] mid_word_i,
    input  wire [       S*32-1:0] far_word_i,
    input  wire [   BANKS*32-1:0] rdata_i,
    input  wire [      BANKS-1:0] raw_i,
    output wire [       S*32-1:0] get_o,
    output wire [          S-1:0] raw_o,
    // write
    input  wire [          S-1:0] write_i,
    input  wire [      S*W_W-1:0] write_word_i,
    input  wire [        S*2-1:0] write_half_i,  // halves of its word
    input  wire [       S*32-1:0] write_data_i,
    output reg  [    BANKS*4-1:0] be_o,
    output wire [BANKS*ROW_W-1:0] write_row_o,
    output wire [   BANKS*32-1:0] wdata_o
);
  localparam N = BANKS / S, B_W = W_W - ROW_W;  // banks of an ALU, bits of one among them, perhaps none
  localparam [31:0] B_MASK = N - 1;
  integer b, j;

  function [31:0] bank_of(input [W_W-1:0] word);
    bank_of = {{32 - W_W{1'b0}}, word} & B_MASK;
  endfunction

  reg [S*ROW_W-1:0] read_rows, write_rows;

  // Rows and words stand at all banks of an ALU; which one uses them is said apart.
  always @(*)
    for (j = 0; j < S; j = j + 1) begin
      read_rows[j*ROW_W+:ROW_W]  = read_word_i[j*W_W+B_W+:ROW_W];
      write_rows[j*ROW_W+:ROW_W] = write_word_i[j*W_W+B_W+:ROW_W];
    end
  assign read_row_o  = {N{read_rows}};
  assign write_row_o = {N{write_rows}};
  assign wdata_o     = {N{write_data_i}};

  always @(*) begin
    read_o = {BANKS{1'b0}};
    if (|read_i) for (b = 0; b < BANKS; b = b + 1) read_o[b] = read_i[b%S] && bank_of(read_word_i[b%S*W_W+:W_W]) == b / S;
  end

  genvar i, k;
  generate
    for (i = 0; i < S; i = i + 1) begin : alu
      wire [N-1:0] at, ram, raws;
      wire [N*32-1:0] words;
      for (k = 0; k < N; k = k + 1) begin : bank
        assign {at[k], ram[k], raws[k]} = {bank_i[k*S+i], ram_i[k*S+i], raw_i[k*S+i]};
        assign words[k*32+:32] = rdata_i[(k*S+i)*32+:32];
      end
      ws_atom_get #(
          .N   (N),
          .W   (1),
          .LATE(0)
      ) raw (
          .one_i     (at),
          .words_i   (raws),
          .mid_i     (1'b0),
          .far_i     (1'b0),
          .mid_word_i(1'b0),
          .far_word_i(1'b0),
          .word_o    (raw_o[i])
      );
      if (N == 4) begin : four
        wire late = mid_i[i] || far_i[i];
        wire [1:0] which = {at[3] || at[2], at[3] || at[1]};
        wire unused = &{1'b0, ram};
        ws_atom_mux6 #(
            .W(32)
        ) mux (
            .sel_i({late, which[1] && !late, which[1] || late, late ? far_i[i] : which[0]}),
            .a_i  (words[31:0]),
            .b_i  (words[63:32]),
            .c_i  (words[95:64]),
            .d_i  (words[127:96]),
            .e_i  (mid_word_i[i*32+:32]),
            .f_i  (far_word_i[i*32+:32]),
            .y_o  (get_o[i*32+:32])
        );
      end else if (N == 1) begin : sole
        wire unused = &{1'b0, ram};
        ws_mux4 #(
            .W(32)
        ) mux (
            .sel_i({mid_i[i] || far_i[i], far_i[i]}),
            .a_i  (words),
            .b_i  (words),
            .c_i  (mid_word_i[i*32+:32]),
            .d_i  (far_word_i[i*32+:32]),
            .y_o  (get_o[i*32+:32])
        );
      end else begin : others
        ws_atom_get #(
            .N(N),
            .W(32)
        ) word (
            .one_i     (ram),
            .words_i   (words),
            .mid_i     (mid_i[i]),
            .far_i     (far_i[i]),
            .mid_word_i(mid_word_i[i*32+:32]),
            .far_word_i(far_word_i[i*32+:32]),
            .word_o    (get_o[i*32+:32])
        );
      end
    end
  endgenerate

  always @(*) begin
    be_o = {BANKS * 4{1'b0}};
    if (|write_i)
      for (b = 0; b < BANKS; b = b + 1)
        if (write_i[b%S] && bank_of(write_word_i[b%S*W_W+:W_W]) == b / S) be_o[b*4+:4] = {{2{write_half_i[b%S*2+1]}}, {2{write_half_i[b%S*2]}}};
  end
endmodule
`default_nettype wire
