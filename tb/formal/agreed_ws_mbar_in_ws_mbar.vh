// SPDX-License-Identifier: Apache-2.0
// What is always so in ws_mbar, at 4 lanes and 4 warps: each job in the pipe that may have to wait has an entry of the table of those who wait,
// and one at most has arrives for the copies, which are ready for them. scripts/mutant_rows.py has the row.
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
wire [3:0] states = {sum_waiting <= waits_q, waits_q <= wait_free, sum_deferring <= {2'd0, defers_q}, !defers_q || copy_arr_ready};
