// SPDX-License-Identifier: Apache-2.0
// What is always so in ws_mbar, at 4 lanes: pieces come one operation after the other, and behind one that is not the last comes another that
// is an arrive without result too, or not either; and of those nothing is kept for the upper half of a result. So long as groups come when
// it is ready for them. scripts/mutant_rows.py has the row.
function sink(input [7:0] fn);  // and nothing else that gives a value
  sink = fn[5:4] == 2'd2;
endfunction

wire [3:0] there = {of_pipe_spare_valid_q, of_pipe_job_valid_q, of_pipe_get_valid_q, of_pipe_put_valid_q};
wire [3:0] piece = there & {of_pipe_spare_q[77:76] == 2'd0, of_pipe_job_q[77:76] == 2'd0, of_pipe_get_q[77:76] == 2'd0, of_pipe_put_q[77:76] == 2'd0};
wire [3:0] sinks = {sink(of_pipe_spare_q[68:61]), sink(of_pipe_job_q[68:61]), sink(of_pipe_get_q[68:61]), sink(of_pipe_put_q[68:61])};
wire [3:0] last = {of_pipe_spare_q[75], of_pipe_job_q[75], of_pipe_get_q[75], of_pipe_put_q[75]};
// Is there more to come of the operation, and of which kind is it?
wire [1:0] result_more = {|of_result_lanes_q && !of_result_closed_q, sink(res_fn_o)};
wire [1:0] put_more = piece[0] ? {!last[0], sinks[0]} : result_more;
wire [1:0] get_more = piece[1] ? {!last[1], sinks[1]} : put_more;
wire [1:0] job_more = piece[2] ? {!last[2], sinks[2]} : get_more;
wire [1:0] spare_more = piece[3] ? {!last[3], sinks[3]} : job_more;
wire [4:0] ordered = {!piece[0] || !result_more[1] || result_more[0] == sinks[0], !piece[1] || !put_more[1] || put_more[0] == sinks[1],
                      !piece[2] || !get_more[1] || get_more[0] == sinks[2], !piece[3] || !job_more[1] || job_more[0] == sinks[3],
                      !spare_more[1] || (piece_valid && spare_more[0] == sink(piece_fn))};

wire [3:0] kept = of_result_lanes_q & {of_result_bit_q[3] || |of_result_value_q[79:60], of_result_bit_q[2] || |of_result_value_q[59:40],
                                       of_result_bit_q[1] || |of_result_value_q[39:20], of_result_bit_q[0] || |of_result_value_q[19:0]};
reg wrong_q = 1'b0;
always @(posedge clk_i) wrong_q <= wrong_q || (grp_valid_i && !grp_ready_o);
wire [5:0] states = {6{wrong_q}} | {!sink(res_fn_o) || kept == 4'd0, ordered};
