// SPDX-License-Identifier: Apache-2.0
// What is always so of the job that ws_mbar_pipe carries out, at 4 lanes and 4 warps: it has lanes, what is left of it is what they take, each
// the same, and what it does is what its code says; one that passes does nothing else, with an error if it gives a token, and one that
// raises what is pending does so by one a lane. scripts/mutant_rows.py has the rows, and what of a job matters.
`include "mbar/ws_mbar_fn.vh"
wire [2:0] some = {2'd0, left_q[0]} + {2'd0, left_q[1]} + {2'd0, left_q[2]} + {2'd0, left_q[3]};
wire [24:0] one_arr = {5'd0, one_arr_q};
wire [25:0] one_dtx = {{5{one_dtx_q[20]}}, one_dtx_q};
wire [24:0] arr = (some[0] ? one_arr : 25'd0) + (some[1] ? one_arr << 1 : 25'd0) + (some[2] ? one_arr << 2 : 25'd0);
wire [25:0] dtx = (some[0] ? one_dtx : 26'd0) + (some[1] ? one_dtx << 1 : 26'd0) + (some[2] ? one_dtx << 2 : 26'd0);
wire one_each = tx_q || one_dtx_q == 21'd0 || one_arr_q == 20'd1;  // bytes that come with arrivals
wire [4:0] counted = {some != 3'd0, count_q == {3'd0, some}, arr_q == arr, dtx_q == dtx, dtx_q[25:22] == {4{dtx_q[25]}}};
wire [5:0] decoded = {put_from != 2'd0 || !put_pass || !gives_token(fn_o) || error_q, !inc_q || one_arr_q == 20'd1,
                      wait_q == (fn_o[4:2] == 3'd4), pending_q == (fn_o[4:2] == 3'd5), !try_q || fn_o[4:1] == 4'd9,
                      !put_pass || !(init_q || inval_q || token_q)};

function sound(input [77:0] job);  // as it comes in
  sound = (job[77:76] == 2'd3 || |job[3:0]) && (job[77:76] == 2'd2 || job[65:62] != 4'hc || job[23:4] == 20'd1) &&
          (job[77:76] != 2'd0 || !job[74] || !gives_token(job[68:61]) || is_error(job[73:69]));
endfunction

wire [2:0] sounds = {!spare_valid_q || sound(spare_q), !job_valid_q || sound(job_q), !get_valid_q || sound(get_q)};
wire [14:0] states = {sounds, {12{!put_valid_q}} | {one_each, counted, decoded}};
