// SPDX-License-Identifier: Apache-2.0
// What is always so in ws_mbar_pipe of the object that get has: it was read in the clock before, and what was written then is in `back`.
// A job that passes neither makes an object nor gives a token. scripts/mutant_rows.py has the row, and object_live.
reg fresh_q, again_q;  // an object was read in the clock before, and written too
reg [10:0] slot_q;
always @(posedge clk_i) begin
  fresh_q <= read_o;
  again_q <= read_o && write_o && read_slot_o == write_slot_o;
  slot_q <= read_slot_o;
end
wire got = get_valid_q && !get_pass;
wire hit = back_valid_q && back_slot_q == get_slot;
wire [3:0] states = {!got || fresh_q, !got || slot_q == get_slot, !got || again_q == hit, !put_valid_q || !put_pass || !(init_q || token_q)};
wire [65:0] object_looks = object_live & {66{put_valid_q && !put_pass}};
