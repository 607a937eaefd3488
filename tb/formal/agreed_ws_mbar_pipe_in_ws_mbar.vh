// SPDX-License-Identifier: Apache-2.0
// What is always so of the jobs in ws_mbar_pipe: what the one that is carried out does is what its code says, and a piece of an operation that
// gives a token passes with no status that only another can have. scripts/mutant_rows.py has the row, and foreign.
`include "mbar/ws_mbar_fn.vh"
function sound(input [77:0] job);
  sound = job[77:76] != 2'd0 || !job[74] || !gives_token(job[68:61]) || !foreign(job[73:69]);
endfunction

wire [3:0] sounds = {!spare_valid_q || sound(spare_q), !job_valid_q || sound(job_q), !get_valid_q || sound(get_q), !put_valid_q || sound(put_q)};
wire off_sound = off_short_q == 5'h0b || off_short_q == 5'h14 || off_short_q == 5'h15;
wire [5:0] does = {6{!put_valid_q}} | {off_sound, init_q == (is_init(fn_o) && !put_pass),
                                       wait_q == (fn_o[4:2] == 3'd4), !(wait_q && (init_q || inval_q)),
                                       !try_q || (fn_o[4:1] == 4'd9 && put_x != 32'd0), !(inc_q || check_q) || fn_o[4:1] == 4'hc};
wire [9:0] decoded = {sounds, does};
