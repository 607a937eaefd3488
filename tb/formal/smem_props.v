// SPDX-License-Identifier: Apache-2.0
// Shared memory. One bit of one word is chosen, any, and held; what has to be read of it is worked out here from what was asked
// for, whatever is asked for of all other words. The environment is the owner as ws_smem.v wants it: it uses only pairs of
// banks that it says it uses, no more once it was kept out and used none, a window that is swept not at all once the first row is
// cleared, and it says which window a copy waits for.
`default_nettype none

// A bank of 4 rows keeps the promise of bank_row.v.
module smem_bank_row (
    input  wire        clk_i,
    input  wire [ 1:0] row, ls_row, bus_read_row, bus_write_row,
    input  wire [ 4:0] place,
    input  wire        ls_own, ls, bus_read, bus_side,
    input  wire [ 3:0] be, bus_be,
    input  wire [31:0] ls_wdata, bus_wdata,
    input  wire [ 1:0] wside,
    output wire        bad,
    output wire [ 5:0] reached
);
  reg begun_q = 0, wrote_ls_q, wrote_bus_q, held_q;
  reg [1:0] row_q;
  reg [4:0] place_q;
  wire sure, value, side_sure;
  wire [31:0] rdata;
  wire [1:0] side, rside;
  always @(posedge clk_i) begin
    begun_q <= 1;
    if (!begun_q) {row_q, place_q} <= {row, place};
    if (ls && be == 1 && ls_row == row_q) wrote_ls_q <= 1;
    if (bus_be == 2 && bus_write_row == row_q) wrote_bus_q <= 1;
    held_q <= !ls && !bus_read;
  end
  bank_row #(.ROW_W(2)) promise (
      .clk_i(clk_i), .row_i(row_q), .place_i(place_q), .ls_own_i(ls_own), .ls_i(begun_q && ls), .ls_row_i(ls_row),
      .ls_be_i(be), .ls_wdata_i(ls_wdata), .bus_read_i(begun_q && bus_read), .bus_read_row_i(bus_read_row),
      .bus_be_i(begun_q ? bus_be : 4'd0), .bus_side_i(begun_q && bus_side), .bus_write_row_i(bus_write_row), .bus_wdata_i(bus_wdata),
      .bus_wside_i(wside), .sure_o(sure), .bit_o(value), .side_sure_o(side_sure), .side_o(side));
  ws_smem_bank #(.ROWS(4)) dut (
      .clk_i(clk_i), .ls_own_i(ls_own), .ls_i(begun_q && ls), .ls_row_i(ls_row), .ls_be_i(be), .ls_wdata_i(ls_wdata),
      .bus_read_i(begun_q && bus_read), .bus_read_row_i(bus_read_row), .bus_be_i(begun_q ? bus_be : 4'd0), .bus_side_i(begun_q && bus_side),
      .bus_write_row_i(bus_write_row), .bus_wdata_i(bus_wdata), .bus_wside_i(wside), .rdata_o(rdata), .rside_o(rside));
  assign bad = (sure && rdata[place_q] != value) || (side_sure && rside != side);
  assign reached = {
    sure && held_q && row_q == 3,               // stands while others are written
    sure && value && wrote_ls_q && place_q < 8, sure && value && wrote_ls_q && place_q > 7, side_sure && side == 2, sure && value,
    sure && value && wrote_bus_q && place_q > 7 && place_q < 16
  };
endmodule

// The 4 banks around the word are looked at, 16 bytes, as far as their side bits go.
// QUIET: the first reset and its sweep go by with nothing else, so that what comes after them is soon found; else as it likes.
module smem_word #(
    parameter SLOTS = 2,
    parameter QUIET = 0,
    parameter CASES = QUIET ? 10 : 4  // the first of them occur while other windows are still swept
) (
    input  wire             clk_i, rst_i,
    input  wire [      6:0] row, ls_row,
    input  wire [      4:0] bank, place,
    input  wire [SLOTS-1:0] any_start,
    input  wire             any_still, any_read, any_write, any_copy_now, any_ls, ls_en, write_vld, write_seen, copy_meta,
    input  wire [     15:0] any_used,
    input  wire [     10:0] read_slot, write_slot,
    input  wire [      3:0] pair, ls_be,
    input  wire [     63:0] write_word,
    input  wire [     11:0] copy_at,
    input  wire [      1:0] copy_size,
    input  wire [    127:0] copy_data,
    input  wire [     31:0] en,         // of the other banks, in any clock another
    input  wire [    223:0] rows,
    input  wire [    127:0] bes,
    input  wire [   1023:0] wdata,
    output wire             bad,
    output wire [CASES-1:0] reached
);
  reg [7:0] clocks_q = 0;
  always @(posedge clk_i) if (clocks_q != 132) clocks_q <= clocks_q + 1;
  wire free = !QUIET || clocks_q == 132;
  wire rst_ni = free ? !rst_i : clocks_q != 0;
  wire want_still = any_still || !free, want_read = any_read && free, want_write = any_write && free;
  wire want_copy = any_copy_now && free, want_ls = any_ls && free;
  wire [SLOTS-1:0] start = free ? any_start : {SLOTS{1'b0}};
  reg shut_q;  // the pipe is empty and kept out
  wire [15:0] used = free && !shut_q ? any_used : 16'd0;
  wire on;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  // The word and the bit.
  reg begun_q = 0;
  reg [6:0] row_q;
  reg [4:0] bank_q, place_q;
  always @(posedge clk_i) begin
    begun_q <= 1;
    if (!begun_q) {row_q, bank_q, place_q} <= {row, bank, place};
  end
  reg [31:0] kept;
  integer k;
  always @(*) for (k = 0; k < 32; k = k + 1) kept[k] = k / 4 == bank_q[4:2];
  wire [31:0] mine = 32'd1 << bank_q;
  function [2:0] window(input [6:0] of);
    window = of / (128 / SLOTS);
  endfunction

  // Objects: where the owner says so.
  wire [SLOTS-1:0] sweep;
  reg [SLOTS-1:0] touched_q;  // a row of a window that is swept has been cleared
  wire read = want_read && used[read_slot[3:0]];
  reg calm_q;  // the pipe was empty: what has entered does not write yet
  wire write = want_write && used[write_slot[3:0]] && !touched_q[window(write_slot[10:4])] && !calm_q;
  reg [3:0] pair_q, kept_pair_q;
  reg was_read_q, kept_now_q;

  // A copy, aligned; its data may change while it waits.
  wire copy_held, copy_valid, copy_ready, copy_raw, copy_raw_meta, m;
  wire [11:0] at;
  wire [1:0] size;
  wire [13:0] any_copy = copy_size == 0 ? {copy_at, 2'd0} : copy_size == 1 ? {copy_at[11:1], 1'b0, 2'd1} : {copy_at[11:2], 2'd0, 2'd2};
  port_in #(.W(15)) cp (
      .clk_i(clk_i), .on_i(on), .want_i(want_copy && !sweep[window(copy_at[11:5])] && !start[window(copy_at[11:5])]),
      .any_i({copy_meta, any_copy}), .valid_o(copy_valid), .ready_i(copy_ready), .payload_o({m, at, size}), .waited_o());
  wire copy = copy_valid && copy_ready;
  wire [SLOTS-1:0] busy = copy_valid ? {{SLOTS - 1{1'b0}}, 1'b1} << window(at[11:5]) : {SLOTS{1'b0}};

  // A plain access; what it wants of other banks may change while it waits.
  wire ls_held, ls_valid, ls_ready, rsp_valid, e, quiet, held;
  wire [6:0] lr;
  wire [3:0] be;
  wire [31:0] rsp_en, rsp_raw;
  wire [1023:0] rdata;
  port_in #(.W(12)) ls (
      .clk_i(clk_i), .on_i(on), .want_i(want_ls), .any_i({ls_en, ls_row, ls_be}), .valid_o(ls_valid), .ready_i(ls_ready),
      .payload_o({e, lr, be}), .waited_o());
  wire taken = ls_valid && ls_ready;
  reg [31:0] all_en;
  reg [223:0] all_rows;
  reg [127:0] all_be;
  always @(*) begin
    {all_en, all_rows, all_be} = {en, rows, bes};
    for (k = 0; k < 32; k = k + 1)
      if (mine[k]) begin
        all_en[k] = e;
        all_rows[k*7+:7] = lr;
        all_be[k*4+:4] = be;
      end
  end
  wire still = want_still && used == 0;
  always @(posedge clk_i) begin
    shut_q <= rst_ni && held && (shut_q || still);
    calm_q <= rst_ni && still;
  end

  wire [63:0] word;
  wire vld, seen;
  ws_smem #(.META_W(1), .SLOTS(SLOTS), .STRUCT(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .start_i(start), .idle_i(still), .busy_i(busy), .sweep_o(sweep), .read_i(read), .read_slot_i(read_slot),
      .keep_i(was_read_q), .pair_i(16'd1 << (kept_now_q ? kept_pair_q : pair)), .word_o(word), .vld_o(vld), .seen_o(seen), .write_i(write), .write_slot_i(write_slot),
      .write_word_i(write_word), .write_vld_i(write_vld), .write_seen_i(write_seen), .held_o(held), .wait_i(1'b1), .at_want_i(1'b0), .at_uses_i(1'b0), .at_go_o(), .at_read_i(32'd0),
      .at_read_row_i(224'd0), .at_rdata_o(), .at_raw_o(), .at_be_i(128'd0), .at_write_row_i(224'd0), .at_wdata_i(1024'd0),
      .copy_valid_i(copy_valid), .copy_ready_o(copy_ready), .copy_addr_i({at, 2'd0}), .copy_bytes_i(5'd4 << size),
      .copy_data_i(copy_data), .copy_meta_i(m), .copy_raw_o(copy_raw), .copy_raw_meta_o(copy_raw_meta), .ls_valid_i(ls_valid),
      .ls_ready_o(ls_ready), .ls_en_i(all_en), .ls_row_i(all_rows), .ls_be_i(all_be), .ls_wdata_i(wdata), .ls_rsp_valid_o(rsp_valid),
      .ls_rsp_en_o(rsp_en), .ls_rsp_raw_o(rsp_raw), .ls_rsp_rdata_o(rdata), .quiet_o(quiet));

  // What stands there. After a sweep it is 0.
  reg bit_q, swept_q;
  reg [3:0] side_q;  // {seen, vld} of the two slots
  wire swept = swept_q && !sweep[window(row_q)];
  wire known = !sweep[window(row_q)];
  wire value = !swept && bit_q;
  wire [3:0] side = swept ? 4'd0 : side_q;
  wire [11:0] index = {row_q, bank_q};        // of the word
  wire [11:0] nth = index - at;               // word of the copy
  wire copied = copy && nth < (1 << size);
  wire put = write && write_slot == index[11:1];
  wire got = read && read_slot == index[11:1];
  wire stored = taken && e && lr == row_q && be[place_q[4:3]];
  always @(posedge clk_i) begin
    swept_q <= sweep[window(row_q)];
    bit_q <= put ? write_word[{bank_q[0], place_q}] : copied ? copy_data[{nth[1:0], place_q}] :
             stored ? wdata[{bank_q, place_q}] : value;
    side_q <= side;
    for (k = 0; k < 2; k = k + 1)
      if (write && write_slot[10:1] == index[11:2] && write_slot[0] == k) side_q[k*2+:2] <= {write_seen, write_vld};
    touched_q <= rst_ni ? (touched_q | ({SLOTS{still}} & ~busy)) & sweep : {SLOTS{1'b0}};
    was_read_q <= read;
    pair_q <= read_slot[3:0];
    kept_now_q <= was_read_q;
    kept_pair_q <= pair_q;
  end

  // The object that was read.
  reg got_q, got_bit_q, near_q;
  reg [1:0] got_side_q;
  wire near = read && read_slot[10:1] == index[11:2] && !(write && write_slot == read_slot) && known;
  always @(posedge clk_i) begin
    got_q <= on && got && near;
    got_bit_q <= value;
    near_q <= on && near;
    got_side_q <= side[{read_slot[0], 1'b0}+:2];
  end
  reg kept_got_q, kept_bit_q, kept_near_q;  // ... and went to the register
  reg [1:0] kept_side_q;
  always @(posedge clk_i) {kept_got_q, kept_near_q, kept_bit_q, kept_side_q} <= {got_q && on, near_q && on, got_bit_q, got_side_q};
  wire wrong_object = (kept_got_q && word[{bank_q[0], place_q}] != kept_bit_q) || (kept_near_q && {seen, vld} != kept_side_q);

  // Answers two clocks later, of an access and of a copy.
  reg [1:0] access_q, copy_q, look_q, word_q, seen_bit_q, seen_vld_q, meta_q, here_q, raw_q;
  reg [63:0] en_q;
  wire [1:0] of_copy = size == 0 || size == 1 ? (at[1] ? 2'd2 : 2'd1) : 2'd3;  // which of the two slots
  always @(posedge clk_i) begin
    access_q <= {access_q[0], taken} & {2{rst_ni}};
    copy_q <= {copy_q[0], copy} & {2{rst_ni}};
    look_q <= {look_q[0], e && lr == row_q && known};
    word_q <= {word_q[0], be == 0};  // what is written is not read
    seen_bit_q <= {seen_bit_q[0], value};
    seen_vld_q <= {seen_vld_q[0], bank_q[1] ? side[2] : side[0]};
    en_q <= {en_q[31:0], all_en};
    meta_q <= {meta_q[0], m};
    here_q <= {here_q[0], at[11:2] == index[11:2] && known};
    raw_q <= {raw_q[0], |(of_copy & {side[2], side[0]})};
  end
  wire wrong_access = rsp_valid != access_q[1] || (rsp_valid && (rsp_en != en_q[63:32] ||
      (look_q[1] && ((word_q[1] && rdata[{bank_q, place_q}] != seen_bit_q[1]) || rsp_raw[bank_q] != seen_vld_q[1]))));
  wire wrong_copy = (copy_raw && (!copy_q[1] || copy_raw_meta != meta_q[1])) || (copy_q[1] && here_q[1] && copy_raw != raw_q[1]);

  // Nobody goes where another is.
  wire wrong_turn = ((copy_ready || ls_ready) && (used != 0 || clear || !(shut_q && held))) || (copy_ready && ls_ready) || own ||
                    (ls_ready && touched_q != 0) || owned != (copy_ready || ls_ready) || (idle && !shut_q) || (calm && (!calm_q || (sweep & ~touched_q) != 0));
  wire wrong_quiet = quiet && (|sweep || |access_q || |copy_q);

  // What stands in the banks, so that what is shown of one clock holds for ever; aig.sh connects these wires to the registers.
  // While a window is swept its rows up to the next one to be cleared are 0, and nobody uses it.
  wire [31:0] has, value_in, has_side, sure, value_out, sure_side, read_en;
  wire [63:0] side_in, side_out;
  wire own, owned, idle, calm, clear, read_ls, read_copy, read_meta, answer_copy;
  wire [6:0] clears;                                // the row to be cleared next
  wire [6:0] within = clears & (128 / SLOTS - 1);   // of its window
  wire passed = sweep[window(row_q)] && window(clears) == window(row_q) && row_q < clears;
  reg wrong_held;
  always @(*) begin
    wrong_held = !begun_q || within != 0 && !(sweep[window(clears)] && touched_q[window(clears)]);
    for (k = 0; k < 32; k = k + 1) begin
      if (k == bank_q && (known || passed)) wrong_held = wrong_held || !has[k] || value_in[k] != (value && !passed);
      if (kept[k] && (known || passed))
        wrong_held = wrong_held || !has_side[k] || side_in[k*2+:2] != (passed ? 2'd0 : k & 2 ? side[3:2] : side[1:0]);
    end
  end
  // What stands at the outputs of the banks: of an object, of an access that was taken, of a copy.
  reg wrong_out, raw_out;
  wire out = sure[bank_q] && value_out[bank_q];
  wire out_vld = side_out[{bank_q, 1'b0}];
  always @(*) begin
    wrong_out = read_ls != access_q[0] || read_copy != copy_q[0] || answer_copy != copy_q[1] ||
                (read_ls && read_copy);
    if (got_q && !(sure[bank_q] && out == got_bit_q)) wrong_out = 1;
    if (near_q)
      for (k = 0; k < 32; k = k + 1)
        if (k / 2 == pair_q && !(sure_side[k] && side_out[k*2+:2] == got_side_q)) wrong_out = 1;
    if (read_ls && look_q[0] && !(sure_side[bank_q] && out_vld == seen_vld_q[0])) wrong_out = 1;
    if (read_ls && look_q[0] && word_q[0] && !(sure[bank_q] && out == seen_bit_q[0])) wrong_out = 1;
    if (read_ls && (read_en != en_q[31:0] || (look_q[0] && !en_q[bank_q]))) wrong_out = 1;
    if (read_copy && read_meta != meta_q[0]) wrong_out = 1;
    raw_out = 0;
    for (k = 0; k < 32; k = k + 1)
      if (read_copy && here_q[0] && read_en[k]) begin
        if (!kept[k] || !sure_side[k]) wrong_out = 1;
        raw_out = raw_out || side_out[k*2];
      end
    if (read_copy && here_q[0] && raw_out != raw_q[0]) wrong_out = 1;
    if (near_q && pair_q[3:1] != bank_q[4:2]) wrong_out = 1;
    if (got_q && (!near_q || pair_q != bank_q[4:1])) wrong_out = 1;
    if (near_q && !was_read_q) wrong_out = 1;
  end
  wire wrong_copy_in = copy_held && (size == 3 || (size == 1 && at[0]) || (size == 2 && at[1:0] != 0) || touched_q[window(at[11:5])]);
  assign bad = on && (wrong_out || wrong_copy_in || wrong_object || wrong_access || wrong_copy || wrong_turn || wrong_quiet || wrong_held);

  // Cases of interest: how the bit that is read as 1 came there, and what became of the slot.
  reg [1:0] by_q;  // put, copied, stored
  always @(posedge clk_i) by_q <= put ? 1 : copied ? 2 : stored ? 3 : by_q;
  wire shown = rsp_valid && look_q[1] && seen_bit_q[1];
  wire [9:0] all = {10{on}} & {
    shown && by_q == 1 && word_q[1], shown && by_q == 2 && word_q[1], shown && by_q == 3 && word_q[1], rsp_valid && look_q[1] && seen_vld_q[1],
    got_q && got_bit_q && by_q == 3, got_q && !got_bit_q && !swept_q && by_q != 0,
    got_q && got_bit_q && by_q == 1, got_q && got_bit_q && by_q == 2, copy_raw && here_q[1] && !quiet, near_q && got_side_q == 3
  };
  assign reached = all[CASES-1:0];
endmodule
`default_nettype wire
