// SPDX-License-Identifier: Apache-2.0
// What is always so of the job that ws_mbar_pipe carries out, whatever comes in: a wait, and an arrive behind copies, is what its code says.
wire [3:0] decoded = {4{!put_valid_q}} | {wait_q == (fn_o[4:2] == 3'd4), !(wait_q && (init_q || inval_q)),
                                          !try_q || (fn_o[4:1] == 4'd9 && put_x != 32'd0), !(inc_q || check_q) || fn_o[4:1] == 4'hc};
