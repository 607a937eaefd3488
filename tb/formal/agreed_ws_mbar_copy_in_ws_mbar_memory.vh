// SPDX-License-Identifier: Apache-2.0
// What is always so of the queue of copies inside ws_mbar_copy, of 4 entries; scripts/mutant_rows.py has the row.
wire [2:0] to_leave = done_q - out_q, to_write = ask_q - done_q, to_ask = push_q - ask_q;
wire [4:0] under_way = {2'd0, to_leave} + {2'd0, to_write} + {2'd0, to_ask};
wire [2:0] queue = {under_way <= 5'd4, !gm_valid_q || to_ask != 3'd0, !wr_valid_q || to_write != 3'd0};
