// SPDX-License-Identifier: Apache-2.0
// What is always so in ws_mbar_issue: what is known of an operation is what its code says.
`include "mbar/ws_mbar_fn.vh"
localparam WINDOW_W = 14;
`include "mbar/ws_mbar_lane.vh"
wire [8:0] kind = decode_fn(fn_q);
