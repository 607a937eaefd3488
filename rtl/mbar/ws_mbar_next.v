// SPDX-License-Identifier: Apache-2.0
// The next state of an mbarrier object after one operation. Pure; C twin ws_mbar_next. The only place where counts and phase change.
//
// word_i: bit 63 phase, 62:43 2^20 - P (arrivals pending), 42:22 T (tx-count, two's complement), 20:1 2^20 - X (arrivals
// expected in the next phase), 21 and 0 reserved; both counts modulo 2^20. Every word is a legal object.
// An operation subtracts arr_i from P (with inc_i it adds), adds dtx_i to T and subtracts drop_i from X. dtx_i is two's complement,
// the others are unsigned. If then P = 0 and T = 0, and not before, the phase is complete: it flips and P becomes X. With inc_i no
// phase completes.
//
// on_i = 0: nothing is counted, and the word becomes other_i.
//
// flaws_o: what is wrong, of which the lowest bit counts; where it is not 0, word_o and flip_o are what would come if nothing were.
//   0 P below 0   1 P above 2^20 - 1   2 X below 0   3 T above 2^20 - 1   4 T below 1 - 2^20   5 the phase would be complete and nc_i
// Of a word that was counted the reserved bits are 0.
//
// P and X are stored negated, so a subtraction is an addition, and its carry says that the result is 0 or below. Proved equal to
// plain integers in tb/formal. About 280 LUT4; from word_i to word_o 6 levels, in each of which stands nothing that looks at errors.
`default_nettype none
module ws_mbar_next (
    // object
    input  wire [63:0] word_i,
    input  wire [63:0] other_i,
    // operation
    input  wire        on_i,
    input  wire [24:0] arr_i,
    input  wire [25:0] dtx_i,
    input  wire [24:0] drop_i,
    input  wire        nc_i,
    input  wire        inc_i,
    // outcome
    output wire [ 5:0] flaws_o,
    output wire [63:0] word_o,
    output wire        flip_o,
    output wire [63:0] still_o   // word_o, unless the phase is complete: then word_o follows from it
);
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
  wire unused = &{1'b0, np_sum[0], word_i[21], word_i[0]};

  // 2. Will P, T, X be 0? Without a carry chain: x + y = 0 exactly if in each bit x ^ y equals x | y of the bit below, because
  //    that or is then the carry into the bit. (Not of P with inc_i, where the answer is not used.)
  wire [19:0] np_carry = np ^ arr ^ {np[18:0] | arr[18:0], 1'b0};
  wire [19:0] tx_carry = tx[19:0] ^ dtx_i[19:0] ^ {tx[18:0] | dtx_i[18:0], 1'b0};
  wire [19:0] nx_carry = nx ^ drop_i[19:0] ^ {nx[18:0] | drop_i[18:0], 1'b0};
  wire p_zero_after = np_carry == 20'd0;
  wire x_zero_after = nx_carry == 20'd0;
  wire t_zero_after = tx_carry == 20'd0;  // of a sum in range, whose bit 20 is then 0 too

  // 3. Errors. np = 0 stands for 2^20: it counts as a carry, and adding to it gives none.
  wire p_zero = np == 20'd0;
  wire x_zero = nx == 20'd0;
  wire p_big = arr_i[24:20] != 5'd0;
  wire p_under = !inc_i && (p_big || ((p_zero || np_sum[21]) && !p_zero_after));
  wire p_over = inc_i && (p_big || (!p_zero && (!np_sum[21] || np == arr)));
  wire x_under = drop_i[24:20] != 5'd0 || ((x_zero || nx_sum[20]) && !x_zero_after);
  wire t_far = (tx_sum[25:20] ^ {6{tx_sum[26]}}) != 6'd0;  // beyond 21 bits
  wire t_out = t_far || (tx_sum[26] && t_zero_after);

  // 4. The end of a phase, in one gate of many inputs, because all of the word depends on it.
  wire idle = {np, tx} == 41'd0;
  wire complete = {np_carry, tx_carry, inc_i, idle, !on_i} == 43'd0;

  // 5. Outcome.
  assign flaws_o = on_i ? {complete && nc_i, t_out && tx_sum[26], t_out && !tx_sum[26], x_under, p_over, p_under} : 6'd0;
  assign flip_o = complete;
  wire [63:0] still = on_i ? {phase, np_after, tx_sum[20:0], 1'b0, nx_after, 1'b0} : other_i;
  assign still_o = still;
  assign word_o = complete ? {!phase, nx_after, 22'd0, nx_after, 1'b0} : still;
endmodule
`default_nettype wire
