// SPDX-License-Identifier: Apache-2.0
// Shared memory: 32 banks of 128 words, 16 KiB, with the sideband of the mbarrier objects, and who goes when. It belongs to no unit:
// its clients are mbarrier operations, atomics, asynchronous copies and plain accesses. C twins: smem_port.c, smem.c.
// Each of SLOTS CTAs has a window, 128 / SLOTS rows, lowest CTA first. Addresses here are those of the whole memory.
//
// A slot is 8 bytes: one row of a pair of banks. Beside it stand vld (it holds an object) and seen.
//   object port  for the pipe of mbarrier operations. A read gives its word in the next clock; a write takes effect in this one.
//   side port    plain accesses (ls), one word a bank, and copies, 1 to 4 banks in one row. Copies go first.
// A copy goes while no job of the pipe uses memory, a plain access while none uses its pairs of banks (used_i). If one had to
// wait, held_o is 1 in the next clock and keeps new jobs out of the pipe, so neither side starves the other.
//   atomics      read some banks and write others in each clock (at). They have memory for themselves while they use it: they ask for it
//                (at_want_i), held_o empties the pipe, then at_go_o. If somebody else waits, at_go_o falls 8 clocks later, or in the
//                clock after that in which somebody came; what has begun is written (at_uses_i), and 4 clocks go to the others. So a word is never changed between an atomic's read and its write.
// ls: two clocks after the access was taken its old words stand at ls_rsp, with raw set for words of objects; words of banks that
// it did not access are arbitrary. An access that writes reads in its first clock, and is written and taken in its second; it
// begins again if the pipe or a copy came between. A copy onto an object sets copy_raw_o two clocks later.
// sweep_o: windows that are being cleared, with their sideband, or will be (ws_smem_sweep.v). What other CTAs have under way goes on,
// the sweep in between. Until the sweep ends ls is not ready, and clients must begin nothing.
`default_nettype none
module ws_smem #(
    parameter META_W = 8,  // bits that travel with a copy, 1 or more
    parameter SLOTS  = 1,  // windows: 1, 2, 4, 8
    parameter ALUS   = 8,  // of atomics
    parameter STRUCT = 0   // 0: one memory, simulates fast; 1: block RAMs, for synthesis
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    // sweep
    input  wire [ SLOTS-1:0] start_i,
    input  wire              idle_i,        // no job of a client is under way that uses memory
    input  wire [ SLOTS-1:0] busy_i,        // windows that a client is still to use
    output wire [ SLOTS-1:0] sweep_o,
    // objects
    input  wire              read_i,
    input  wire [      10:0] read_slot_i,
    input  wire [      15:0] pair_i,        // pair of banks read in the clock before, one-hot
    output wire [      63:0] word_o,
    output wire              vld_o,
    output wire              seen_o,
    input  wire              write_i,
    input  wire [      10:0] write_slot_i,
    input  wire [      63:0] write_word_i,
    input  wire              write_vld_i,
    input  wire              write_seen_i,
    input  wire [      15:0] used_i,        // pairs of banks that jobs use
    input  wire              uses_i,        // ... are some
    output wire              held_o,
    input  wire              wait_i,        // a job waits to enter the pipe
    // atomics
    input  wire              at_want_i,
    input  wire              at_uses_i,     // some have read and not been written, or read now
    output wire              at_go_o,       // more may read in the next clock
    input  wire [      31:0] at_read_i,
    input  wire [  32*7-1:0] at_read_row_i,   // equal, as are words, for banks whose numbers are equal modulo ALUS
    output wire [ 32*32-1:0] at_rdata_o,    // of the banks read in the clock before
    output wire [      31:0] at_raw_o,
    input  wire [  32*4-1:0] at_be_i,
    input  wire [  32*7-1:0] at_write_row_i,
    input  wire [ 32*32-1:0] at_wdata_i,
    // copies
    input  wire              copy_valid_i,
    output wire              copy_ready_o,
    input  wire [      13:0] copy_addr_i,
    input  wire [       4:0] copy_bytes_i,  // 4, 8, 16
    input  wire [     127:0] copy_data_i,
    input  wire [META_W-1:0] copy_meta_i,
    output wire              copy_raw_o,
    output wire [META_W-1:0] copy_raw_meta_o,
    // plain accesses
    input  wire              ls_valid_i,
    output wire              ls_ready_o,
    input  wire [      31:0] ls_en_i,
    input  wire [  32*7-1:0] ls_row_i,
    input  wire [  32*4-1:0] ls_be_i,
    input  wire [ 32*32-1:0] ls_wdata_i,
    output wire              ls_rsp_valid_o,
    output wire [      31:0] ls_rsp_en_o,
    output wire [      31:0] ls_rsp_raw_o,
    output wire [ 32*32-1:0] ls_rsp_rdata_o,
    // no access and no sweep under way
    output wire              quiet_o
);
  reg held_q, begun_q, own_q, others_q;
  reg [2:0] budget_q;  // clocks that atomics have left although others wait
  reg [1:0] rest_q;    // clocks that are left to the others
  reg read_ls_q, read_copy_q, answer_ls_q, answer_copy_q;
  reg [31:0] read_en_q, answer_en_q, answer_raw_q;
  reg [META_W-1:0] read_meta_q, answer_meta_q;
  reg [1023:0] answer_rdata_q;

  // -------------------------------------------------------------------------------------------------- who may go

  wire clear;
  wire [6:0] clear_row;

  ws_smem_sweep #(
      .SLOTS(SLOTS)
  ) sweeper (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .start_i(start_i),
      .idle_i (idle_i && !copy_valid_i && !own_q),
      .busy_i (busy_i),
      .sweep_o(sweep_o),
      .clear_o(clear),
      .row_o  (clear_row)
  );

  wire sweep = |sweep_o;
  reg [15:0] ls_pairs;
  reg ls_writes;
  integer k;

  // Computed only for an access or a copy, which saves the simulator work.
  always @(*) begin
    ls_pairs  = 16'd0;
    ls_writes = 1'b0;
    if (ls_valid_i) begin
      for (k = 0; k < 16; k = k + 1) ls_pairs[k] = ls_en_i[2*k] || ls_en_i[2*k+1];
      for (k = 0; k < 32; k = k + 1) if (ls_en_i[k] && ls_be_i[k*4+:4] != 4'd0) ls_writes = 1'b1;
    end
  end

  wire copy_free = !uses_i && !own_q;
  wire ls_free = (ls_pairs & used_i) == 16'd0 && !own_q;
  wire copy_go = copy_valid_i && copy_free;
  wire ls_can = ls_valid_i && !sweep && !copy_valid_i && ls_free;
  wire ls_read = ls_can && !begun_q;
  wire ls_write = ls_can && begun_q;
  wire ls_go = ls_can && (begun_q || !ls_writes);

  // Atomics take memory when nobody can enter the pipe and nothing is in it.
  wire others = copy_valid_i || (ls_valid_i && !sweep) || wait_i;
  wire yield = others_q && budget_q == 3'd0;  // a clock late, so that atomics hang on no input
  wire ask = at_want_i && !own_q && rest_q == 2'd0;
  wire take = ask && held_q && idle_i;
  wire give = own_q && !at_uses_i && (yield || !at_want_i);
  wire own = take || (own_q && !give);
  assign at_go_o = own_q && !yield;

  assign copy_ready_o = copy_free;
  assign ls_ready_o = !sweep && !copy_valid_i && (!ls_valid_i || (ls_free && (begun_q || !ls_writes)));
  assign held_o = held_q;
  assign quiet_o = !sweep && !own_q && !read_ls_q && !read_copy_q && !answer_ls_q && !answer_copy_q;

  always @(posedge clk_i)
    if (!rst_ni) begin
      held_q <= 1'b0;
      begun_q <= 1'b0;
      own_q <= 1'b0;
      others_q <= 1'b0;
      rest_q <= 2'd0;
      {read_ls_q, read_copy_q, answer_ls_q, answer_copy_q} <= 4'd0;
    end else begin
      held_q <= (copy_valid_i ? !copy_free : ls_valid_i && !sweep && !ls_free) || ask || own;
      own_q <= own;
      others_q <= others;
      if (give && others) rest_q <= 2'd3;
      else if (rest_q != 2'd0) rest_q <= rest_q - 2'd1;
      begun_q <= ls_read && ls_writes;
      {read_ls_q, read_copy_q} <= {ls_go, copy_go};
      {answer_ls_q, answer_copy_q} <= {read_ls_q, read_copy_q};
    end

  always @(posedge clk_i)
    if (take) budget_q <= 3'd7;
    else if (budget_q != 3'd0) budget_q <= budget_q - 3'd1;

  // -------------------------------------------------------------------------------------------------------- banks

  // A copy takes 1, 2 or 4 banks in a row; each of four words of the bus serves every fourth bank.
  wire [31:0] copy_few = copy_bytes_i[4] ? 32'h0000000f : copy_bytes_i[3] ? 32'h00000003 : 32'h00000001;
  wire [31:0] copy_banks = copy_few << copy_addr_i[6:2];
  wire [31:0] copy_odd = copy_bytes_i[4:3] == 2'b00 ? copy_data_i[31:0] : copy_data_i[63:32];
  wire [63:0] copy_high = copy_bytes_i[4] ? copy_data_i[127:64] : {copy_odd, copy_data_i[31:0]};
  wire [1023:0] rdata;
  wire [31:0] rvld;

  ws_smem_banks #(
      .ROWS  (128),
      .ALUS  (ALUS),
      .STRUCT(STRUCT)
  ) banks (
      .clk_i         (clk_i),
      .ls_read_i     (ls_read),
      .ls_write_i    (ls_write),
      .ls_en_i       (ls_en_i),
      .ls_row_i      (ls_row_i),
      .ls_be_i       (ls_be_i),
      .ls_wdata_i    (ls_wdata_i),
      .at_own_i      (own_q),
      .at_read_i     (at_read_i),
      .at_read_row_i (at_read_row_i),
      .at_be_i       (at_be_i),
      .at_write_row_i(at_write_row_i),
      .at_wdata_i    (at_wdata_i),
      .copy_i        (copy_go),
      .copy_banks_i  (copy_banks),
      .copy_at_i     (copy_addr_i[13:2]),
      .copy_data_i   ({copy_high, copy_odd, copy_data_i[31:0]}),
      .read_i        (read_i),
      .read_slot_i   (read_slot_i),
      .pair_i        (pair_i),
      .object_o      ({seen_o, vld_o, word_o}),
      .write_i       (write_i),
      .write_slot_i  (write_slot_i),
      .write_object_i({write_seen_i, write_vld_i, write_word_i}),
      .clear_i       (clear),
      .clear_row_i   (clear_row),
      .rdata_o       (rdata),
      .rvld_o        (rvld)
  );

  assign at_rdata_o = rdata;
  assign at_raw_o   = rvld;

  // ------------------------------------------------------------------------------------------------------ answers

  always @(posedge clk_i) begin
    if (copy_go) read_meta_q <= copy_meta_i;
    if (copy_go || ls_can) read_en_q <= copy_go ? copy_banks : ls_en_i;  // looked at only in the clock after one went
    if (read_copy_q) answer_meta_q <= read_meta_q;
    if (read_copy_q || read_ls_q) begin
      answer_en_q  <= read_en_q;
      answer_raw_q <= read_en_q & rvld;
    end
    if (read_ls_q) answer_rdata_q <= rdata;
  end

  assign copy_raw_o = answer_copy_q && |answer_raw_q;
  assign copy_raw_meta_o = answer_meta_q;
  assign ls_rsp_valid_o = answer_ls_q;
  assign ls_rsp_en_o = answer_en_q;
  assign ls_rsp_raw_o = answer_raw_q;
  assign ls_rsp_rdata_o = answer_rdata_q;
  wire unused = &{1'b0, copy_addr_i[1:0], copy_bytes_i[2:0]};
endmodule
`default_nettype wire
