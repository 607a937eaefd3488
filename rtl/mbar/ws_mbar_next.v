// SPDX-License-Identifier: Apache-2.0
// The next state of an mbarrier object after one operation. Pure; C twin ws_mbar_next. The only place where counts and phase change.
//
// word_i: bit 63 phase, 62:43 2^20 - P (arrivals pending), 42:22 T (tx-count, two's complement), 20:1 2^20 - X (arrivals
// expected in the next phase), 21 and 0 reserved; both counts modulo 2^20. Every word is a legal object.
// An operation subtracts arr_i from P (with inc_i it adds), adds dtx_i to T and, with drops_i, subtracts drop_i from X. dtx_i is two's complement,
// the others are unsigned. If then P = 0 and T = 0, and not before, the phase is complete: it flips and P becomes X. With inc_i no
// phase completes.
//
// on_i = 0: nothing is counted, the word becomes other_i, and flaws_o does not count.
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
    input  wire        drops_i,  // else drop_i is not looked at
    input  wire        nc_i,
    input  wire        inc_i,
    input  wire        looks_i,        // may T pass 0?
    // outcome
    output wire [ 5:0] flaws_o,
    output wire [ 3:0] wrong_o,        // 0 if there are none and on_i
    output wire        passes_zero_o,  // P is 0, and T passes 0
    output wire [ 2:0] ends_o,   // {P is 0 then, T is, both are now}: with on_i and without inc_i, 110 ends the phase
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
  wire [19:0] nx_after = drops_i ? nx_sum[19:0] : nx;
  wire unused = &{1'b0, np_sum[0], word_i[21], word_i[0]};

  // 2. Are P, T, X 0, and will they be? Of P not with inc_i.
  wire p_zero, x_zero, p_zero_after, x_zero_after;
  wire t_zero_after;  // of a sum in range, whose bit 20 is then 0 too
  wire idle;  // P and T are 0: a phase is over already
  wire same;  // np is arr

  ws_mbar_none #(.W(20)) p_now (.bits_i(np), .none_o(p_zero));
  ws_mbar_none #(.W(20)) x_now (.bits_i(nx), .none_o(x_zero));
  ws_mbar_none #(.W(41)) now (.bits_i({np, tx}), .none_o(idle));
  ws_mbar_none #(.W(20)) p_same (.bits_i(np ^ arr), .none_o(same));
  ws_mbar_zero p_after (.a_i(np), .b_i(arr), .zero_o(p_zero_after));
  ws_mbar_zero x_after (.a_i(nx), .b_i(drop_i[19:0]), .zero_o(x_zero_after));
  ws_mbar_zero t_after (.a_i(tx[19:0]), .b_i(dtx_i[19:0]), .zero_o(t_zero_after));

  // 3. Errors. np = 0 stands for 2^20: it counts as a carry, and adding to it gives none.
  wire p_big = arr_i[24:20] != 5'd0;
  wire p_end = p_zero || np_sum[21], x_end = x_zero || nx_sum[20];  // what is left is 0 or below
  wire p_under = !inc_i && (p_big || (p_end && !p_zero_after));
  wire p_over = inc_i && (p_big || (!p_zero && (!np_sum[21] || same)));
  wire x_big = drop_i[24:20] != 5'd0;
  wire x_under = drops_i && (x_big || (x_end && !x_zero_after));
  wire t_far = (tx_sum[25:20] ^ {6{tx_sum[26]}}) != 6'd0;  // beyond 21 bits
  wire t_out = t_far || (tx_sum[26] && t_zero_after);

  // 4. The end of a phase, in one gate behind the counts, because all of the word depends on it, and on_i comes late.
  wire complete = p_zero_after && t_zero_after && !idle && (on_i && !inc_i);

  // 5. Outcome.
  assign flaws_o = {complete && nc_i, t_out && tx_sum[26], t_out && !tx_sum[26], x_under, p_over, p_under};

  wire known;

  ws_mbar_far far (
      .on_i (on_i),
      .big_i(p_big || (drops_i && x_big)),
      .top_i(tx_sum[26:20]),
      .far_o(known)
  );
  ws_mbar_wrong wrong (
      .known_i      (known),
      .inc_i        (on_i && inc_i),
      .p_none_i     (p_zero),
      .p_fits_i     (np_sum[21]),
      .p_full_i     (same),
      .p_ends_i     (on_i && !inc_i && p_end),
      .p_zero_i     (p_zero_after),
      .x_ends_i     (on_i && drops_i && x_end),
      .x_zero_i     (x_zero_after),
      .t_minus_i    (on_i && tx_sum[26]),
      .t_zero_i     (t_zero_after),
      .nc_i         (on_i && nc_i && !inc_i),
      .idle_i       (idle),
      .passes_i     (on_i && looks_i && (tx[20] ^ tx_sum[20])),
      .flaws_o      (wrong_o),
      .passes_zero_o(passes_zero_o)
  );

  assign ends_o  = {p_zero_after, t_zero_after, idle};
  assign flip_o = complete;
  assign word_o = complete ? {!phase, nx_after, 22'd0, nx_after, 1'b0} : still_o;

  ws_late #(
      .W(64)
  ) still (
      .late_i(on_i),
      .yes_i ({phase, np_after, tx_sum[20:0], 1'b0, nx_after, 1'b0}),
      .no_i  (other_i),
      .word_o(still_o)
  );
endmodule
`default_nettype wire
