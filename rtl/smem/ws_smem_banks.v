// SPDX-License-Identifier: Apache-2.0
// The banks of shared memory: ROWS rows of 32 bits each, and beside each slot of 8 bytes (a row of a pair of banks)
// seen and vld of its mbarrier object.
//
//   ls_*       plain access: each enabled bank reads its row, and writes bytes of it
//   at_*       atomics, while at_own_i: each enabled bank reads a row, others write bytes of one, in the same clock; banks whose numbers
//              are equal modulo ALUS have the same row and word
//   copy_*     banks of one row are read and overwritten; word k of the bus goes to banks k, k + 4, k + 8 ...
//   read, write  an object. With keep_i in the clock after read_i its word and side bits are at object_o from then on, given its pair
//   clear_i    a row of all banks, with its side bits
// rdata_o, rvld_o: the old contents of the banks of a plain access or of atomics, rvld_o also of a copy, from the next clock until the
// next read. kept_o: rdata_o as it stood with the last keep_i.
// Values of banks that were not read are arbitrary, and so is a word that is read and written in one clock; its rvld_o is not, unless an
// object is written there.
// In one clock a bank gets at most one of these, except a read and a write of objects, or of atomics; while at_own_i atomics alone, while
// ls_own_i plain accesses, while copy_own_i copies. These come early, so rows and words are chosen by them.
// STRUCT 1: two block RAMs a bank. STRUCT 0: one memory for all banks, accessed only where an operation needs it.
`default_nettype none
module ws_smem_banks #(
    parameter BANKS  = 32,                 // 4, 8, 16, 32, at least ALUS
    parameter ROWS   = 4096 / BANKS,
    parameter ALUS   = 8,                  // 4, 8, 16, 32
    parameter STRUCT = 0,                  // 0, 1
    parameter ROW_W  = $clog2(ROWS),       // derived, not to be set
    parameter BANK_W = $clog2(BANKS),      // derived, not to be set
    parameter SLOT_W = ROW_W + BANK_W - 1  // derived, not to be set
) (
    input  wire                   clk_i,
    // plain access
    input  wire                   ls_own_i,
    input  wire                   ls_i,
    input  wire [      BANKS-1:0] ls_en_i,
    input  wire [BANKS*ROW_W-1:0] ls_row_i,
    input  wire [    BANKS*4-1:0] ls_be_i,
    input  wire [   BANKS*32-1:0] ls_wdata_i,
    // atomics
    input  wire                   at_own_i,
    input  wire [      BANKS-1:0] at_read_i,
    input  wire [BANKS*ROW_W-1:0] at_read_row_i,
    input  wire [    BANKS*4-1:0] at_be_i,
    input  wire [BANKS*ROW_W-1:0] at_write_row_i,
    input  wire [   BANKS*32-1:0] at_wdata_i,
    // copy
    input  wire                   copy_own_i,
    input  wire                   copy_i,
    input  wire [      BANKS-1:0] copy_banks_i,
    input  wire [       SLOT_W:0] copy_at_i,       // row and lowest bank
    input  wire [          127:0] copy_data_i,
    // object
    input  wire                   read_i,
    input  wire [     SLOT_W-1:0] read_slot_i,
    input  wire                   keep_i,
    input  wire [    BANKS/2-1:0] pair_i,          // one-hot
    output wire [           65:0] object_o,        // {seen, vld, word}
    input  wire                   write_i,
    input  wire [     SLOT_W-1:0] write_slot_i,
    input  wire [           65:0] write_object_i,
    // sweep
    input  wire                   clear_i,
    input  wire [      ROW_W-1:0] clear_row_i,
    // banks read
    output wire [   BANKS*32-1:0] rdata_o,
    output wire [   BANKS*32-1:0] kept_o,
    output wire [      BANKS-1:0] rvld_o
);
  genvar g;
  generate
    if (STRUCT == 0) begin : plain
      reg [31:0] word_q[0:ROWS*BANKS-1];
      reg [1:0] side_q[0:ROWS*BANKS/2-1];
      reg [65:0] object_q, kept_object_q;
      reg read_q;  // what was read last is an object
      reg [BANKS*32-1:0] rdata_q, kept_q;
      reg [BANKS-1:0] rvld_q;
      integer b;

      // Writes the bytes of `word` that be names.
      function [31:0] merge(input [31:0] old, input [31:0] word, input [3:0] be);
        reg [31:0] bytes;
        begin
          bytes = {{8{be[3]}}, {8{be[2]}}, {8{be[1]}}, {8{be[0]}}};
          merge = (old & ~bytes) | (word & bytes);
        end
      endfunction

      always @(posedge clk_i) begin
        if (ls_i)
          for (b = 0; b < BANKS; b = b + 1)
            if (ls_en_i[b]) begin
              rdata_q[b*32+:32] <= word_q[{ls_row_i[b*ROW_W+:ROW_W], b[BANK_W-1:0]}];
              rvld_q[b] <= side_q[{ls_row_i[b*ROW_W+:ROW_W], b[BANK_W-1:1]}][0];
            end
        if (ls_i || clear_i)
          for (b = 0; b < BANKS; b = b + 1)
            if (clear_i || (ls_en_i[b] && |ls_be_i[b*4+:4]))
              word_q[{clear_i ? clear_row_i : ls_row_i[b*ROW_W+:ROW_W], b[BANK_W-1:0]}] <= clear_i ? 32'd0 :
                  merge(word_q[{ls_row_i[b*ROW_W+:ROW_W], b[BANK_W-1:0]}], ls_wdata_i[b*32+:32], ls_be_i[b*4+:4]);
        if (|at_read_i)
          for (b = 0; b < BANKS; b = b + 1)
            if (at_read_i[b]) begin
              rdata_q[b*32+:32] <= word_q[{at_read_row_i[b*ROW_W+:ROW_W], b[BANK_W-1:0]}];
              rvld_q[b] <= side_q[{at_read_row_i[b*ROW_W+:ROW_W], b[BANK_W-1:1]}][0];
            end
        if (|at_be_i)
          for (b = 0; b < BANKS; b = b + 1)
            if (|at_be_i[b*4+:4])
              word_q[{at_write_row_i[b*ROW_W+:ROW_W], b[BANK_W-1:0]}] <=
                  merge(word_q[{at_write_row_i[b*ROW_W+:ROW_W], b[BANK_W-1:0]}], at_wdata_i[b*32+:32], at_be_i[b*4+:4]);
        if (copy_i)
          for (b = 0; b < 4; b = b + 1)
            if (copy_banks_i[copy_at_i[BANK_W-1:0]+b[BANK_W-1:0]]) begin
              rvld_q[copy_at_i[BANK_W-1:0]+b[BANK_W-1:0]] <= side_q[copy_at_i[SLOT_W:1]+{{SLOT_W - 1{1'b0}}, b[1]}][0];
              word_q[copy_at_i+{{SLOT_W - 1{1'b0}}, b[1:0]}] <= copy_data_i[{copy_at_i[1:0]+b[1:0], 5'd0}+:32];
            end
        if (read_i) object_q <= {side_q[read_slot_i], word_q[{read_slot_i, 1'b1}], word_q[{read_slot_i, 1'b0}]};
        if (read_i || ls_i) read_q <= read_i;
        if (keep_i) begin
          if (read_q) kept_object_q <= object_q;
          else kept_q <= rdata_q;
        end
        if (write_i) begin
          word_q[{write_slot_i, 1'b0}] <= write_object_i[31:0];
          word_q[{write_slot_i, 1'b1}] <= write_object_i[63:32];
          side_q[write_slot_i] <= write_object_i[65:64];
        end
        if (clear_i) for (b = 0; b < BANKS / 2; b = b + 1) side_q[{clear_row_i, b[BANK_W-2:0]}] <= 2'd0;
      end

      assign object_o = kept_object_q;
      assign kept_o   = kept_q;
      assign rdata_o  = rdata_q;
      assign rvld_o   = rvld_q;
      wire unused = &{1'b0, pair_i, at_own_i, ls_own_i, copy_own_i};
    end else begin : rams
      localparam [BANKS/2-1:0] PAIR_0 = 1;
      wire [BANKS/2-1:0] read_pair = read_i ? PAIR_0 << read_slot_i[BANK_W-2:0] : {BANKS / 2{1'b0}};
      wire [BANKS/2-1:0] write_pair = clear_i ? {BANKS / 2{1'b1}} : write_i ? PAIR_0 << write_slot_i[BANK_W-2:0] : {BANKS / 2{1'b0}};
      wire [BANKS-1:0] copy_banks = copy_i ? copy_banks_i : {BANKS{1'b0}};
      wire [ROW_W-1:0] read_row = copy_own_i ? copy_at_i[SLOT_W:BANK_W] : read_slot_i[SLOT_W-1:BANK_W-1];
      wire [ROW_W-1:0] write_row = write_i ? write_slot_i[SLOT_W-1:BANK_W-1] : copy_own_i ? copy_at_i[SLOT_W:BANK_W] : clear_row_i;
      // A row is cleared with the 0 that stands where nobody writes, so that no word hangs on the sweep.
      wire [127:0] bus = (copy_data_i & {128{copy_own_i}}) | ({2{write_object_i[63:0]}} & {128{write_i}});
      wire [1:0] bus_side = write_object_i[65:64] & {2{write_i}};
      wire [BANKS*2-1:0] rside;
      reg [BANKS*32-1:0] kept_q;  // the words of all banks go to registers before one is chosen, because a block RAM answers late
      reg [BANKS-1:0] kept_side_q;  // of the even banks
      integer k;

      always @(posedge clk_i)
        if (keep_i) begin
          kept_q <= rdata_o;
          for (k = 0; k < BANKS / 2; k = k + 1) kept_side_q[k*2+:2] <= rside[k*4+:2];
        end

      assign kept_o = kept_q;

      // Whoever uses memory beside plain accesses: atomics have it alone, so that their rows and words are chosen once an ALU, not in
      // each bank.
      wire [ALUS*ROW_W-1:0] bus_read_row = at_own_i ? at_read_row_i[ALUS*ROW_W-1:0] : {ALUS{read_row}};
      wire [ALUS*ROW_W-1:0] bus_write_row = at_own_i ? at_write_row_i[ALUS*ROW_W-1:0] : {ALUS{write_row}};
      wire [ALUS*32-1:0] bus_wdata = at_own_i ? at_wdata_i[ALUS*32-1:0] : {ALUS / 4{bus}};

      for (g = 0; g < BANKS; g = g + 1) begin : banks
        ws_smem_bank #(
            .ROWS(ROWS)
        ) bank (
            .clk_i          (clk_i),
            .ls_own_i       (ls_own_i),
            .ls_i           (ls_i && ls_en_i[g]),
            .ls_row_i       (ls_row_i[g*ROW_W+:ROW_W]),
            .ls_be_i        (ls_be_i[g*4+:4]),
            .ls_wdata_i     (ls_wdata_i[g*32+:32]),
            .bus_read_i     (at_read_i[g] || read_pair[g/2] || copy_banks[g]),
            .bus_read_row_i (bus_read_row[g%ALUS*ROW_W+:ROW_W]),
            .bus_be_i       (at_be_i[g*4+:4] | {4{write_pair[g/2] || copy_banks[g]}}),
            .bus_side_i     (write_pair[g/2]),
            .bus_write_row_i(bus_write_row[g%ALUS*ROW_W+:ROW_W]),
            .bus_wdata_i    (bus_wdata[g%ALUS*32+:32]),
            .bus_wside_i    (bus_side),
            .rdata_o        (rdata_o[g*32+:32]),
            .rside_o        (rside[g*2+:2])
        );
        assign rvld_o[g] = rside[g*2];
      end

      // The pair that was read. The and-or form never becomes a shifter.
      for (g = 0; g < BANKS - 1; g = g + 1) begin : pairs
        wire [65:0] word;
        if (g < BANKS / 2) begin : one
          assign word = pair_i[g] ? {kept_side_q[g*2+:2], kept_q[g*64+:64]} : 66'd0;
        end else begin : two
          localparam K = (g - BANKS / 2) * 2;
          assign word = pairs[K].word | pairs[K+1].word;
        end
      end
      assign object_o = pairs[BANKS-2].word;
      wire unused = &{1'b0, copy_at_i[BANK_W-1:0], at_read_row_i, at_write_row_i, at_wdata_i, rside};
    end
  endgenerate
endmodule
`default_nettype wire
