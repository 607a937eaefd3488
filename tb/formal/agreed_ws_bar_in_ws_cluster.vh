// SPDX-License-Identifier: Apache-2.0
// What is so inside ws_bar in the first clocks after a reset, whatever comes in: nobody has arrived at the barrier of the
// cluster in the first three, for a group stands in A and in B before. Of its clb of_clb_*.
reg [4:0] left;  // 16 in the first clock after a reset, then less, 0 at last and before the first one
always @(posedge clk_i) left <= !rst_ni ? 5'd16 : left - (left != 5'd0);

wire [2:0] states = {
  left < 5'd14 || !(|{of_clb_arrived_q, of_clb_owed_q, held_q}), left < 5'd15 || !(|b_sel_q), left < 5'd16 || !(|a_sel_q)
};
