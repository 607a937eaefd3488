// SPDX-License-Identifier: Apache-2.0
// What is always so inside ws_completion on the bus, of 4 lanes and 4 entries, and what two of it agree on. Inside a module with
// ws_completion's nets; scripts/mutant_rows.py has the row.
reg fresh, stands;  // it was looked at in the clock before; then it was not empty
always @(posedge clk_i) {fresh, stands} <= {look_i, rst_ni && look_i && fill_q != 3'd0};

// What is removed was looked at in the clock before, and is there. A response that waits for the FIFO is stored from its first lane on; before
// the first reset from none. Each follows from all of them, one clock earlier.
wire [3:0] states = {
  !pop_i || (stands && !look_i),
  !stands || fill_q != 3'd0,
  !full_o || (fill_q == 3'd4 && lane_q == 4'd1),
  (lane_q & (lane_q - 4'd1)) == 4'd0
};
