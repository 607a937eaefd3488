// SPDX-License-Identifier: Apache-2.0
// What one operation makes of an mbarrier object. Pure; C twin ws_mbar_next. The only place where counts and phase change.
//
// word_i: bit 63 phase, 62:43 2^20 - P (arrivals pending), 42:22 T (tx-count, two's complement), 20:1 2^20 - X (arrivals
// expected in the next phase), 21 and 0 reserved; both counts modulo 2^20. Any word is an object.
// An operation takes arr_i from P (inc_i: adds it), adds dtx_i to T, takes drop_i from X, each unsigned or, dtx_i, two's
// complement. If then P = 0 and T = 0, and it was not so before, the phase is complete: it flips and P becomes X.
// With inc_i no phase is completed.
//
// status_o is the first that applies, and on any but OK word_o is word_i and flip_o 0:
//   P below 0  MB_PENDING_UNDERFLOW    P above 2^20 - 1     MB_PENDING_OVERFLOW     X below 0  MB_EXPECT_UNDERFLOW
//   T above 2^20 - 1  MB_TX_OVERFLOW   T below 1 - 2^20     MB_TX_UNDERFLOW
//   the phase would be complete and nc_i   MB_NOCOMPLETE_VIOLATION
// On OK the reserved bits of word_o are 0.
//
// P and X are kept negated, so that taking away is adding, and 0 is where the carry comes out. Proved equal to plain
// integers in tb/formal.
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
  wire [19:0] arr = arr_i[19:0] ^ {20{inc_i}};
  wire [21:0] np_sum = {1'b0, np, 1'b1} + {1'b0, arr, inc_i};
  wire [20:0] nx_sum = {1'b0, nx} + {1'b0, drop_i[19:0]};
  wire [26:0] tx_sum = {{6{tx[20]}}, tx} + {dtx_i[25], dtx_i};
  wire [19:0] np_after = np_sum[20:1];
  wire [19:0] nx_after = nx_sum[19:0];
  wire unused_carry_in = np_sum[0];

  // 2. Is a sum 0? Bit by bit and without its carries: x + y = 0 just when in each bit x ^ y is the or of x and y one
  //    bit lower. Then the carry into each bit is that or.
  wire [19:0] np_zero = np ^ arr ^ {np[18:0] | arr[18:0], inc_i};
  wire [19:0] tx_zero = tx[19:0] ^ dtx_i[19:0] ^ {tx[18:0] | dtx_i[18:0], 1'b0};
  wire p_zero_after = np_zero == 20'd0;
  wire t_zero_after = tx_zero == 20'd0;  // of a sum in range, whose bit 20 is then 0 too

  // 3. Errors. np = 0 stands for 2^20: it counts as a carry, and adding to it gives none.
  wire p_zero = np == 20'd0;
  wire x_zero = nx == 20'd0;
  wire p_big = arr_i[24:20] != 5'd0;
  wire p_bad = p_big || (inc_i ? !p_zero && (!np_sum[21] || p_zero_after) : (p_zero || np_sum[21]) && !p_zero_after);
  wire x_bad = drop_i[24:20] != 5'd0 || ((x_zero || nx_sum[20]) && nx_after != 20'd0);
  wire t_over = !tx_sum[26] && tx_sum[25:20] != 6'd0;
  wire t_under = tx_sum[26] && (tx_sum[25:20] != 6'h3f || t_zero_after);

  // 4. The end of a phase.
  wire complete = !inc_i && p_zero_after && t_zero_after && !(p_zero && tx == 21'd0);

  // 5. Outcome.
  wire bad = p_bad || x_bad || t_over || t_under || (complete && nc_i);
  always @(*)
    if (p_bad) status_o = inc_i ? WS_ST_MB_PENDING_OVERFLOW : WS_ST_MB_PENDING_UNDERFLOW;
    else if (x_bad) status_o = WS_ST_MB_EXPECT_UNDERFLOW;
    else if (t_over) status_o = WS_ST_MB_TX_OVERFLOW;
    else if (t_under) status_o = WS_ST_MB_TX_UNDERFLOW;
    else if (complete && nc_i) status_o = WS_ST_MB_NOCOMPLETE_VIOLATION;
    else status_o = WS_ST_OK;
  assign flip_o = complete && !bad;
  assign word_o = bad ? word_i : {phase ^ complete, complete ? nx_after : np_after, tx_sum[20:0], 1'b0, nx_after, 1'b0};
endmodule
`default_nettype wire
