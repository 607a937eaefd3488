// SPDX-License-Identifier: Apache-2.0
// Shared memory: BANKS banks of 4096 / BANKS words, 16 KiB, with the sideband of the mbarrier objects, and who goes when. It belongs to no unit:
// its clients are mbarrier operations, atomics, asynchronous copies and plain accesses. C twins: smem_port.c, smem.c.
// Each of SLOTS CTAs has a window, as many rows as the others, lowest CTA first. Addresses here are those of the whole memory.
//
// A slot is 8 bytes: one row of a pair of banks. Beside it stand vld (it holds an object) and seen.
//   object port  for the pipe of mbarrier operations. What read_i reads comes out of the banks in the next clock; with keep_i in that clock it
//                goes to a register, and stands at word_o until the next keep_i. A write takes effect in its clock
//   copies, plain accesses (ls) and atomics (at) have memory for themselves while they use it: they ask for it, held_o empties the pipe, then it
//                is theirs (copy_ready_o, ls_ready_o, at_go_o). If somebody else waits, it is theirs for 8 clocks more, or until the clock after
//                that in which somebody came; then 4 clocks go to the others. If several ask, it goes to the next of at, ls, copies, behind
//                the one that had it last
//   copies       1 to 4 banks in one row, a copy a clock
//   ls           one word a bank, an access a clock. Neither ready depends on what stands there
//   at           read some banks and write others in each clock. What has begun is written (at_uses_i) before memory is given back, so a
//                word is never changed between an atomic's read and its write
// held_o keeps new jobs out of the pipe; it is 1 in the clock after somebody had to wait for it, so neither side starves the other.
// ls: two clocks after the access was taken the old words of the banks that it read stand at ls_rsp, with raw set for words of objects;
// words of other banks are arbitrary. A copy onto an object sets copy_raw_o two clocks later.
// sweep_o: windows that are being cleared, with their sideband, or will be (ws_smem_sweep.v). What other CTAs have under way goes on,
// the sweep in between. Until the sweep ends memory is not given to ls, and clients must begin nothing.
`default_nettype none
module ws_smem #(
    parameter META_W = 8,  // bits that travel with a copy, 1 or more
    parameter SLOTS  = 1,  // windows: 1, 2, 4, 8
    parameter ALUS   = 8,  // of atomics
    parameter BANKS  = 32,  // 4, 8, 16, 32, at least ALUS
    parameter STRUCT = 0,   // 0: one memory, simulates fast; 1: block RAMs, for synthesis
    parameter ROW_W  = 12 - $clog2(BANKS)  // derived, not to be set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    // sweep
    input  wire [      SLOTS-1:0] start_i,
    input  wire                   idle_i,           // no job of a client is under way that uses memory
    input  wire [      SLOTS-1:0] busy_i,           // windows that a client is still to use
    output wire [      SLOTS-1:0] sweep_o,
    // objects
    input  wire                   read_i,
    input  wire [           10:0] read_slot_i,
    input  wire                   keep_i,
    input  wire [    BANKS/2-1:0] pair_i,           // pair of banks of the word that is kept, one-hot
    output wire [           63:0] word_o,
    output wire                   vld_o,
    output wire                   seen_o,
    input  wire                   write_i,
    input  wire [           10:0] write_slot_i,
    input  wire [           63:0] write_word_i,
    input  wire                   write_vld_i,
    input  wire                   write_seen_i,
    output wire                   held_o,
    input  wire                   wait_i,           // a job waits to enter the pipe
    // atomics
    input  wire                   at_want_i,
    input  wire                   at_uses_i,        // some have read and not been written, or read now
    output wire                   at_go_o,          // more may read in the next clock
    input  wire [      BANKS-1:0] at_read_i,
    input  wire [BANKS*ROW_W-1:0] at_read_row_i,    // equal, as are words, for banks whose numbers are equal modulo ALUS
    output wire [   BANKS*32-1:0] at_rdata_o,       // of the banks read in the clock before
    output wire [      BANKS-1:0] at_raw_o,
    input  wire [    BANKS*4-1:0] at_be_i,
    input  wire [BANKS*ROW_W-1:0] at_write_row_i,
    input  wire [   BANKS*32-1:0] at_wdata_i,
    // copies
    input  wire                   copy_valid_i,
    output wire                   copy_ready_o,
    input  wire [           13:0] copy_addr_i,
    input  wire [            4:0] copy_bytes_i,     // 4, 8, 16
    input  wire [          127:0] copy_data_i,
    input  wire [     META_W-1:0] copy_meta_i,
    output wire                   copy_raw_o,
    output wire [     META_W-1:0] copy_raw_meta_o,
    // plain accesses
    input  wire                   ls_valid_i,
    output wire                   ls_ready_o,       // a register
    input  wire [      BANKS-1:0] ls_en_i,
    input  wire [BANKS*ROW_W-1:0] ls_row_i,
    input  wire [    BANKS*4-1:0] ls_be_i,
    input  wire [   BANKS*32-1:0] ls_wdata_i,
    output wire                   ls_rsp_valid_o,
    output wire [      BANKS-1:0] ls_rsp_en_o,
    output wire [      BANKS-1:0] ls_rsp_raw_o,
    output wire [   BANKS*32-1:0] ls_rsp_rdata_o,
    // no access and no sweep under way
    output wire                   quiet_o
);
  reg held_q;
  reg idle_q;                  // nothing was in the pipe a clock ago, and nothing entered it
  reg own_q, ls_q, copy_q;     // memory is theirs: of atomics, of plain accesses, of copies
  reg owned;                   // ... is somebody's
  reg last_own_q, last_ls_q;   // atomics, plain accesses had it last; neither: copies
  reg yield_q;                 // its owner is to give it back: somebody else waits, and its clocks are over
  reg at_go_q;
  reg [2:0] budget_q;          // clocks that its owner has left although others wait
  reg [1:0] rest_q, ls_rest_q, copy_rest_q; // clocks that atomics, plain accesses, copies leave to the others
  reg read_ls_q, read_copy_q, answer_ls_q, answer_copy_q;
  reg [BANKS-1:0] read_en_q, answer_en_q, answer_raw_q;
  reg [META_W-1:0] read_meta_q, answer_meta_q;

  // -------------------------------------------------------------------------------------------------- who may go

  wire clear;
  wire [ROW_W-1:0] clear_row;

  ws_smem_sweep #(
      .ROWS (4096 / BANKS),
      .SLOTS(SLOTS)
  ) sweeper (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .start_i(start_i),
      .idle_i (idle_i),
      .free_i (!owned),
      .busy_i (busy_i),
      .sweep_o(sweep_o),
      .clear_o(clear),
      .row_o  (clear_row)
  );

  wire sweep = |sweep_o;
  wire copy_go = copy_valid_i && copy_q;
  wire ls_go = ls_valid_i && ls_q;

  // Memory is taken when nobody can enter the pipe and nothing is in it, which is seen a clock late, and given back.
  wire at_ask = at_want_i && !own_q && rest_q == 2'd0;
  wire ls_ask = ls_valid_i && !sweep && !owned && ls_rest_q == 2'd0;
  wire copy_ask = copy_valid_i && !owned && copy_rest_q == 2'd0;
  wire empty = held_q && idle_q && !owned;
  wire at_take = empty && at_ask && !(last_own_q && ls_ask) && !((last_own_q || last_ls_q) && copy_ask);
  wire ls_take = empty && ls_ask && !(last_ls_q && (copy_ask || at_ask)) && !(!last_own_q && at_ask);
  wire copy_take = empty && copy_ask && !at_take && !ls_take;
  wire others = (copy_valid_i && !copy_q) || wait_i || (at_want_i && !own_q) || (ls_valid_i && !sweep && !ls_q);
  wire take = at_take || ls_take || copy_take;
  wire [2:0] budget = take ? 3'd7 : budget_q - {2'd0, budget_q != 3'd0};
  wire yield = others && budget == 3'd0;  // in the next clock
  wire at_give = own_q && !at_uses_i && (yield_q || !at_want_i);
  wire ls_give = ls_q && (yield_q || !ls_valid_i || sweep);
  wire copy_give = copy_q && (yield_q || !copy_valid_i);
  wire own = at_take || (own_q && !at_give);
  wire ls = ls_take || (ls_q && !ls_give);
  wire copy = copy_take || (copy_q && !copy_give);

  assign at_go_o = at_go_q;
  assign copy_ready_o = copy_q;
  assign ls_ready_o = ls_q;
  assign held_o = held_q;
  assign quiet_o = !sweep && !own_q && !read_ls_q && !read_copy_q && !answer_ls_q && !answer_copy_q;

  always @(posedge clk_i)
    if (!rst_ni) begin
      {held_q, idle_q, own_q, ls_q, copy_q, owned, last_own_q, last_ls_q, yield_q, at_go_q} <= 10'd0;
      {rest_q, ls_rest_q, copy_rest_q} <= 6'd0;
      {read_ls_q, read_copy_q, answer_ls_q, answer_copy_q} <= 4'd0;
    end else begin
      idle_q <= idle_i && (held_q || !wait_i);
      held_q <= at_ask || own || ls_ask || ls || copy_ask || copy;
      {own_q, ls_q, copy_q, owned} <= {own, ls, copy, own || ls || copy};
      if (take) {last_own_q, last_ls_q} <= {at_take, ls_take};
      {yield_q, at_go_q} <= {yield, own && !yield};
      rest_q <= at_give && others ? 2'd3 : rest_q - {1'b0, rest_q != 2'd0};
      ls_rest_q <= ls_give && others ? 2'd3 : ls_rest_q - {1'b0, ls_rest_q != 2'd0};
      copy_rest_q <= copy_give && others ? 2'd3 : copy_rest_q - {1'b0, copy_rest_q != 2'd0};
      {read_ls_q, read_copy_q} <= {ls_go, copy_go};
      {answer_ls_q, answer_copy_q} <= {read_ls_q, read_copy_q};
    end

  always @(posedge clk_i) budget_q <= budget;

  // -------------------------------------------------------------------------------------------------------- banks

  localparam LAST_QUAD = BANKS / 4 - 1;
  // A copy takes 1, 2 or 4 banks in a row; each of four words of the bus serves every fourth bank.
  wire [2:0] copy_quad = copy_addr_i[6:4] & LAST_QUAD[2:0];
  wire [3:0] copy_word = copy_bytes_i[4] ? 4'b1111 : copy_bytes_i[3] ? (copy_addr_i[3] ? 4'b1100 : 4'b0011) : 4'b0001 << copy_addr_i[3:2];
  wire [BANKS-1:0] copy_banks;
  genvar g;
  generate
    for (g = 0; g < BANKS / 4; g = g + 1) begin : quad
      assign copy_banks[g*4+:4] = copy_word & {4{copy_quad == g[2:0]}};
    end
  endgenerate
  wire [31:0] copy_odd = copy_bytes_i[4:3] == 2'b00 ? copy_data_i[31:0] : copy_data_i[63:32];
  wire [63:0] copy_high = copy_bytes_i[4] ? copy_data_i[127:64] : {copy_odd, copy_data_i[31:0]};
  wire [BANKS*32-1:0] rdata;
  wire [BANKS-1:0] rvld;

  ws_smem_banks #(
      .BANKS (BANKS),
      .ROWS  (4096 / BANKS),
      .ALUS  (ALUS),
      .STRUCT(STRUCT)
  ) banks (
      .clk_i         (clk_i),
      .ls_own_i      (ls_q),
      .ls_i          (ls_go),
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
      .copy_own_i    (copy_q),
      .copy_i        (copy_go),
      .copy_banks_i  (copy_banks),
      .copy_at_i     (copy_addr_i[13:2]),
      .copy_data_i   ({copy_high, copy_odd, copy_data_i[31:0]}),
      .read_i        (read_i),
      .read_slot_i   (read_slot_i),
      .keep_i        (keep_i || read_ls_q),
      .pair_i        (pair_i),
      .object_o      ({seen_o, vld_o, word_o}),
      .write_i       (write_i),
      .write_slot_i  (write_slot_i),
      .write_object_i({write_seen_i, write_vld_i, write_word_i}),
      .clear_i       (clear),
      .clear_row_i   (clear_row),
      .rdata_o       (rdata),
      .kept_o        (ls_rsp_rdata_o),
      .rvld_o        (rvld)
  );

  assign at_rdata_o = rdata;
  assign at_raw_o   = rvld;

  // ------------------------------------------------------------------------------------------------------ answers

  always @(posedge clk_i) begin
    // Looked at only in the clock after one went.
    if (copy_valid_i) read_meta_q <= copy_meta_i;
    if (copy_valid_i || ls_valid_i) read_en_q <= ls_q ? ls_en_i : copy_banks;
    if (read_copy_q) answer_meta_q <= read_meta_q;
    if (read_copy_q || read_ls_q) begin
      answer_en_q  <= read_en_q;
      answer_raw_q <= read_en_q & rvld;
    end
  end

  assign copy_raw_o = answer_copy_q && |answer_raw_q;
  assign copy_raw_meta_o = answer_meta_q;
  assign ls_rsp_valid_o = answer_ls_q;
  assign ls_rsp_en_o = answer_en_q;
  assign ls_rsp_raw_o = answer_raw_q;
  wire unused = &{1'b0, copy_addr_i[1:0], copy_bytes_i[2:0]};
endmodule
`default_nettype wire
