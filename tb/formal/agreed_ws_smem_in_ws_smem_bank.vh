// SPDX-License-Identifier: Apache-2.0
// What is always so in ws_smem, one window, of banks that were read last while their row was written: no access has read such a word or such
// side bits, no copy such side bits, and an object's pair is so if and only if the object was written in the clock in which it was read.
// scripts/mutant_rows.py has the rows.
wire [6:0] copy_row = copy_addr_i[13:7];
reg [31:0] old_q, old_side_q, read_q, en_q;  // of each bank: its word, its side bits; it was read in the clock before; the access then
reg waits_q;  // that one had to wait, and stays what it is
reg fresh_q, again_q;  // an object was read in the clock before, and written too
reg [3:0] pair_q;
wire [31:0] reads, writes, writes_side, same_row;
genvar n;
generate
  for (n = 0; n < 32; n = n + 1) begin : old
    wire ls = ls_en_i[n], read_here = read_i && read_slot_i[3:0] == n / 2, write_here = write_i && write_slot_i[3:0] == n / 2;
    wire [6:0] row = ls_row_i[n*7+:7];
    assign reads[n] = (ls_read && ls) || read_here || (copy_go && copy_banks[n]);
    assign writes_side[n] = clear || write_here;
    assign writes[n] = ls_write && ls ? |ls_be_i[n*4+:4] : writes_side[n] || (copy_go && copy_banks[n]);
    assign same_row[n] = (ls_read && ls ? row : copy_go ? copy_row : read_slot_i[10:4]) ==
                         (ls_write && ls ? row : clear ? row_q : copy_go ? copy_row : write_slot_i[10:4]);
  end
endgenerate
always @(posedge clk_i) begin
  old_q <= (old_q & ~reads) | (reads & same_row & writes);
  old_side_q <= (old_side_q & ~reads) | (reads & same_row & writes_side);
  read_q <= reads;
  en_q <= ls_en_i;
  waits_q <= rst_ni && ls_valid_i && !ls_ready_o;
  fresh_q <= read_i;
  again_q <= read_i && write_i && read_slot_i == write_slot_i;
  pair_q <= read_slot_i[3:0];
end
wire [31:0] of_access = ({32{read_ls_q}} & read_en_q) | ({32{begun_q}} & en_q);
wire [31:0] of_object = {32{fresh_q}} & (32'd3 << {pair_q, 1'b0});
wire [160:0] states = ~{begun_q && !waits_q, of_object & ~read_q, of_access & (old_q | old_side_q), {32{read_copy_q}} & read_en_q & old_side_q,
                        of_object & (old_q ^ {32{again_q}}), of_object & (old_side_q ^ {32{again_q}})};
wire [31:0] answer_looks = {32{answer_ls_q}} & answer_en_q;
