// SPDX-License-Identifier: Apache-2.0
// What is always so inside ws_bar_clb, of 4 warps, and when its registers matter; see agreed_ws_bar.vh.
wire [3:0] pays = ~(waiting_i & arrived_q) & memb_i;          // who waits owes nothing afterwards
wire [7:0] owes = {~arrived_q | owed_q, ~waiting_i | arrived_q};  // who has arrived owes a wait, who waits has arrived
