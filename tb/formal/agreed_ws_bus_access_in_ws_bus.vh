// SPDX-License-Identifier: Apache-2.0
// What is always so inside ws_bus_access on the bus, and what two of it agree on. Inside a module with ws_bus_access's nets;
// scripts/mutant_rows.py has the rows.
`include "bus/ws_regs.vh"

// Whether it is a register matters where it is nothing else, and is not refused.
wire [5:0] where_counts = {5'h1f, fine_q && !(|where_q[5:1])};

// An access stays what it is while it takes effect, and only what the map allows does: one clock, all lanes, or shared memory. Only
// shared memory that was not taken has ever waited too long. Each follows from all of them, one clock earlier.
reg looked;  // in the clock before
always @(posedge clk_i) looked <= look;
wire pops = act_q && fine_q && acc_write_i && acc_addr_i == REG_CPL_POP;
wire [5:0] states = {
  !act_q || acc_valid_i,
  !act_q || where_q == where,
  !(act_q && fine_q) || (acc_addr_i[1:0] == 2'd0 && (acc_write_i ? may_write && |acc_wstrb_i : may_read)),
  !act_q || !ls_late || (there[4] && !ls_sent_q),
  !act_q || looked || there[2] || there[4],
  !pops || cpl_seen_q
};
