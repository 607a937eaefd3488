// SPDX-License-Identifier: Apache-2.0
// The next state of an mbarrier object after one operation. Pure; C twin ws_mbar_next. The only place where counts and phase change.
//
// word_i: bit 63 phase, 62:43 2^20 - P (arrivals pending), 42:22 T (tx-count, two's complement), 20:1 2^20 - X (arrivals
// expected in the next phase), 21 and 0 reserved; both counts modulo 2^20. Every word is a legal object.
// An operation subtracts arr_i from P (with inc_i it adds), adds dtx_i to T and subtracts drop_i from X. dtx_i is two's complement,
// the others are unsigned. If then P = 0 and T = 0, and not before, the phase is complete: it flips and P becomes X. With inc_i no
// phase completes.
//
// status_o is the first that applies. Unless it is OK, word_o is word_i and flip_o is 0:
//   P below 0  MB_PENDING_UNDERFLOW    P above 2^20 - 1     MB_PENDING_OVERFLOW     X below 0  MB_EXPECT_UNDERFLOW
//   T above 2^20 - 1  MB_TX_OVERFLOW   T below 1 - 2^20     MB_TX_UNDERFLOW
//   the phase would be complete and nc_i   MB_NOCOMPLETE_VIOLATION
// On OK the reserved bits of word_o are 0.
//
// P and X are stored negated, so a subtraction is an addition, and its carry says that the result is 0 or below. Proved equal to
// plain integers in tb/formal. About 300 LUT4, 7 levels.
`default_nettype none
module ws_mbar_next (
    // object
    input  wire [63:0] word_i,
    // operation
    input  wire [24:0] arr_i,
    input  wire [25:0] dtx_i,
    input  wire [24:0] drop_i,
    input  wire        nc_i,
    input  wire        inc_i,
    // outcome
    output reg  [ 9:0] status_o,
    output wire [63:0] word_o,
    output wire        flip_o
);
  `include "ws_ops.vh"
  wire phase = word_i[63];
  wire [19:0] np = word_i[62:43];
  wire [20:0] tx = word_i[42:22];
  wire [19:0] nx = word_i[20:1];

  // 1. Sums. One bit below P's takes inc_i in as carry, for np - arr = np + ~arr + 1.
  wire [19:0] arr = arr_i[19:0];
  wire [21:0] np_sum = {1'b0, np, 1'b1} + {1'b0, arr ^ {20{inc_i}}, inc_i};
  wire [20:0] nx_sum = {1'b0, nx} + {1'b0, drop_i[19:0]};
  wire [26:0] tx_sum = {{6{tx[20]}}, tx} + {dtx_i[25], dtx_i};
  wire [19:0] np_after = np_sum[20:1];
  wire [19:0] nx_after = nx_sum[19:0];
  wire unused_carry_in = np_sum[0];

  // 2. Will P, will T be 0? Without a carry chain: x + y = 0 exactly if in each bit x ^ y equals x | y of the bit below, because
  //    that or is then the carry into the bit. (Not of P with inc_i, where the answer is not used.)
  wire [19:0] np_carry = np ^ arr ^ {np[18:0] | arr[18:0], 1'b0};
  wire [19:0] tx_carry = tx[19:0] ^ dtx_i[19:0] ^ {tx[18:0] | dtx_i[18:0], 1'b0};
  wire p_zero_after = np_carry == 20'd0;
  wire t_zero_after = tx_carry == 20'd0;  // of a sum in range, whose bit 20 is then 0 too

  // 3. Errors. np = 0 stands for 2^20: it counts as a carry, and adding to it gives none.
  wire p_zero = np == 20'd0;
  wire x_zero = nx == 20'd0;
  wire p_big = arr_i[24:20] != 5'd0;
  wire p_under = !inc_i && (p_big || ((p_zero || np_sum[21]) && !p_zero_after));
  wire p_over = inc_i && (p_big || (!p_zero && (!np_sum[21] || np == arr)));
  wire x_under = drop_i[24:20] != 5'd0 || ((x_zero || nx_sum[20]) && nx_after != 20'd0);
  wire t_far = (tx_sum[25:20] ^ {6{tx_sum[26]}}) != 6'd0;  // beyond 21 bits
  wire t_out = t_far || (tx_sum[26] && t_zero_after);

  // 4. The end of a phase, in one gate of many inputs, because all other outputs depend on it.
  wire idle = {np, tx} == 41'd0;
  wire complete = {np_carry, tx_carry, inc_i, idle} == 42'd0;
  wire violation = {np_carry, tx_carry, inc_i, idle, !nc_i} == 43'd0;

  // 5. Outcome.
  wire bad = (p_under || p_over || x_under) || (t_out || violation);
  always @(*)
    if (p_under) status_o = WS_ST_MB_PENDING_UNDERFLOW;
    else if (p_over) status_o = WS_ST_MB_PENDING_OVERFLOW;
    else if (x_under) status_o = WS_ST_MB_EXPECT_UNDERFLOW;
    else if (t_out) status_o = tx_sum[26] ? WS_ST_MB_TX_UNDERFLOW : WS_ST_MB_TX_OVERFLOW;
    else if (violation) status_o = WS_ST_MB_NOCOMPLETE_VIOLATION;
    else status_o = WS_ST_OK;
  assign flip_o = complete && !bad;
  assign word_o = bad ? word_i : {phase ^ complete, complete ? nx_after : np_after, tx_sum[20:0], 1'b0, nx_after, 1'b0};
endmodule
`default_nettype wire
