// SPDX-License-Identifier: Apache-2.0
// Whose turn it is to enter the pipe, and what goes with it: at most one, in the order tx port, deferred arrive, message, piece. Pure. A piece waits
// for what it needs beside the pipe, as ws_mbar_enter.v says.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_mbar_turn (
    input  wire open_i,            // the pipe takes a job
    input  wire sweep_i,
    input  wire push_ready_i,
    input  wire send_ready_i,
    input  wire entry_ready_i,
    input  wire arrive_ready_i,
    // who stands there
    input  wire tx_valid_i,
    input  wire deferred_valid_i,
    input  wire net_valid_i,
    input  wire piece_valid_i,
    input  wire piece_remote_i,
    input  wire piece_copy_i,
    input  wire piece_defers_i,
    input  wire piece_waits_i,
    // who is first of these, the piece whether it may enter or not
    output wire by_tx_o,
    output wire by_deferred_o,
    output wire by_net_o,
    output wire by_piece_o,
    // who may enter, what leaves beside the pipe, what does enter
    output wire tx_ready_o,
    output wire deferred_ready_o,
    output wire net_ready_o,
    output wire piece_take_o,
    output wire push_o,
    output wire send_o,
    output wire job_valid_o,
    output wire job_defers_o
);
  wire net = net_valid_i && !sweep_i;
  wire piece_can = arrive_ready_i && (!piece_remote_i || send_ready_i) && (!piece_copy_i || push_ready_i) && (!piece_waits_i || entry_ready_i);

  assign by_tx_o = tx_valid_i;
  assign by_deferred_o = deferred_valid_i && !tx_valid_i;
  assign by_net_o = net && !tx_valid_i && !deferred_valid_i;
  assign by_piece_o = piece_valid_i && !tx_valid_i && !deferred_valid_i && !net;
  assign tx_ready_o = open_i;
  assign deferred_ready_o = open_i && !tx_valid_i;
  assign net_ready_o = open_i && !sweep_i && !tx_valid_i && !deferred_valid_i;
  assign piece_take_o = open_i && !tx_valid_i && !deferred_valid_i && !net && piece_valid_i && piece_can;
  assign push_o = piece_take_o && piece_copy_i;
  assign send_o = piece_take_o && piece_remote_i;
  assign job_valid_o = piece_take_o || (open_i && (tx_valid_i || deferred_valid_i || net));
  assign job_defers_o = piece_take_o && piece_defers_i;
endmodule
`default_nettype wire
