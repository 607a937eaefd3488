// SPDX-License-Identifier: Apache-2.0
// What is always so in ws_mbar, at 4 lanes and 4 warps: each job in the pipe that may have to wait has an entry of the table of those who wait,
// and one at most has arrives for the copies, which are ready for them. Pieces come one operation after the other: behind one that is not the
// last comes another that gives a token too, or does not either; and one that gives a token has no status that only another can have, nor one
// that there is not. So long as what came is what may come. scripts/mutant_rows.py has the row, asked and foreign.
`include "mbar/ws_mbar_fn.vh"
function waits(input [77:0] job);
  waits = job[77:76] == 2'd0 && !job[74] && job[65:62] == 4'd9 && job[35:4] != 32'd0;
endfunction
function defers(input [77:0] job);
  defers = job[77:76] == 2'd0 && !job[74] && job[65:62] == 4'hc;
endfunction

wire [3:0] there = {of_pipe_spare_valid_q, of_pipe_job_valid_q, of_pipe_get_valid_q, of_pipe_put_valid_q};
wire [3:0] waiting = there & {waits(of_pipe_spare_q), waits(of_pipe_job_q), waits(of_pipe_get_q), waits(of_pipe_put_q)};
wire [3:0] deferring = there & {defers(of_pipe_spare_q), defers(of_pipe_job_q), defers(of_pipe_get_q), defers(of_pipe_put_q)};
wire [2:0] sum_waiting = {2'd0, waiting[0]} + {2'd0, waiting[1]} + {2'd0, waiting[2]} + {2'd0, waiting[3]};
wire [2:0] sum_deferring = {2'd0, deferring[0]} + {2'd0, deferring[1]} + {2'd0, deferring[2]} + {2'd0, deferring[3]};

wire [3:0] piece = there & {of_pipe_spare_q[77:76] == 2'd0, of_pipe_job_q[77:76] == 2'd0, of_pipe_get_q[77:76] == 2'd0, of_pipe_put_q[77:76] == 2'd0};
wire [3:0] gives = {gives_token(of_pipe_spare_q[68:61]), gives_token(of_pipe_job_q[68:61]), gives_token(of_pipe_get_q[68:61]),
                    gives_token(of_pipe_put_q[68:61])};
wire [3:0] last = {of_pipe_spare_q[75], of_pipe_job_q[75], of_pipe_get_q[75], of_pipe_put_q[75]};
// Is there more to come of the operation, and does it give a token?
wire [1:0] result_more = {|of_result_lanes_q && !of_result_closed_q, gives_token(res_fn_o)};
wire [1:0] put_more = piece[0] ? {!last[0], gives[0]} : result_more;
wire [1:0] get_more = piece[1] ? {!last[1], gives[1]} : put_more;
wire [1:0] job_more = piece[2] ? {!last[2], gives[2]} : get_more;
wire [1:0] spare_more = piece[3] ? {!last[3], gives[3]} : job_more;
wire [4:0] ordered = {!piece[0] || !result_more[1] || result_more[0] == gives[0], !piece[1] || !put_more[1] || put_more[0] == gives[1],
                      !piece[2] || !get_more[1] || get_more[0] == gives[2], !piece[3] || !job_more[1] || job_more[0] == gives[3],
                      !spare_more[1] || (piece_valid && spare_more[0] == gives_token(piece_fn))};

wire [3:0] odd = of_result_lanes_q & {foreign(of_result_short_q[19:15]), foreign(of_result_short_q[14:10]), foreign(of_result_short_q[9:5]),
                                      foreign(of_result_short_q[4:0])};
reg wrong_q;
always @(posedge clk_i) wrong_q <= wrong_q || !asked;
wire [9:0] states = {{6{wrong_q}} | {!gives_token(res_fn_o) || odd == 4'd0, ordered}, sum_waiting <= waits_q, waits_q <= wait_free,
                     sum_deferring <= {2'd0, defers_q}, !defers_q || copy_arr_ready};
