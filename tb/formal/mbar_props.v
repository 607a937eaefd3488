// SPDX-License-Identifier: Apache-2.0
// What is proved of the transition of an mbarrier object: each module has one output `bad` that must stay 0, and each bit of its
// output `reached` must be 1 for some input. Counts here are plain integers, taken from the word by mbar_counts.
`default_nettype none

// The word as integers: P and X are 0 .. 2^20 - 1, T is -2^20 .. 2^20 - 1.
module mbar_counts (
    input  wire        [63:0] word,
    output wire               phase,
    output wire signed [31:0] p,
    output wire signed [31:0] t,
    output wire signed [31:0] x
);
  assign phase = word[63];
  assign p = word[62:43] == 20'd0 ? 32'sd0 : 32'sd1048576 - $signed({12'd0, word[62:43]});
  assign x = word[20:1] == 20'd0 ? 32'sd0 : 32'sd1048576 - $signed({12'd0, word[20:1]});
  assign t = $signed({12'd0, word[41:22]}) - (word[42] ? 32'sd1048576 : 32'sd0);
endmodule

// The unit with its flaws as a status, and with the word as it stays where there is one.
module mbar_next_whole (
    input  wire [63:0] word_i,
    input  wire [24:0] arr_i,
    input  wire [25:0] dtx_i,
    input  wire [24:0] drop_i,
    input  wire        nc_i,
    input  wire        inc_i,
    output reg  [ 9:0] status_o,
    output wire [63:0] word_o,
    output wire        flip_o
);
  `include "ws_ops.vh"
  wire [5:0] flaws;
  wire [63:0] word;
  wire flip;
  ws_mbar_next next (
      .word_i(word_i), .other_i(64'd0), .on_i(1'b1), .arr_i(arr_i), .dtx_i(dtx_i), .drop_i(drop_i), .drops_i(1'b1), .nc_i(nc_i), .inc_i(inc_i), .looks_i(1'b0),
      .flaws_o(flaws), .word_o(word), .flip_o(flip)
  );
  always @(*) begin
    status_o = WS_ST_OK;
    if (flaws[5]) status_o = WS_ST_MB_NOCOMPLETE_VIOLATION;
    if (flaws[4]) status_o = WS_ST_MB_TX_UNDERFLOW;
    if (flaws[3]) status_o = WS_ST_MB_TX_OVERFLOW;
    if (flaws[2]) status_o = WS_ST_MB_EXPECT_UNDERFLOW;
    if (flaws[1]) status_o = WS_ST_MB_PENDING_OVERFLOW;
    if (flaws[0]) status_o = WS_ST_MB_PENDING_UNDERFLOW;
  end
  assign word_o = status_o == WS_ST_OK ? word : word_i;
  assign flip_o = status_o == WS_ST_OK && flip;
endmodule

// The unit equals the rule as the manual says it, in integers, with the word put together by arithmetic.
module mbar_next_same (
    input  wire [63:0] word,
    input  wire [24:0] arr,
    input  wire [25:0] dtx,
    input  wire [24:0] drop,
    input  wire        nc,
    input  wire        inc,
    output wire        bad,
    output wire [16:0] reached
);
  `include "ws_ops.vh"
  localparam signed [31:0] MAX = 1048575;
  wire [9:0] status;
  wire [63:0] word_after;
  wire flip, phase;
  wire signed [31:0] p, t, x;
  mbar_next_whole dut (
      .word_i(word), .arr_i(arr), .dtx_i(dtx), .drop_i(drop), .nc_i(nc), .inc_i(inc),
      .status_o(status), .word_o(word_after), .flip_o(flip)
  );
  mbar_counts before (.word(word), .phase(phase), .p(p), .t(t), .x(x));

  reg signed [31:0] p1, t1, x1, np, nx, bytes;
  reg [9:0] want;
  reg [63:0] want_word;
  reg want_flip;
  always @(*) begin
    bytes = {{6{dtx[25]}}, dtx};
    p1 = inc ? p + $signed({7'd0, arr}) : p - $signed({7'd0, arr});
    x1 = x - $signed({7'd0, drop});
    t1 = t + bytes;
    want_flip = !inc && (arr != 25'd0 || dtx != 26'd0) && p1 == 0 && t1 == 0;
    want = WS_ST_OK;
    if (want_flip && nc) want = WS_ST_MB_NOCOMPLETE_VIOLATION;
    if (t1 < -MAX) want = WS_ST_MB_TX_UNDERFLOW;
    if (t1 > MAX) want = WS_ST_MB_TX_OVERFLOW;
    if (x1 < 0) want = WS_ST_MB_EXPECT_UNDERFLOW;
    if (p1 > MAX) want = WS_ST_MB_PENDING_OVERFLOW;
    if (p1 < 0) want = WS_ST_MB_PENDING_UNDERFLOW;
    if (want_flip) p1 = x1;
    np = 1048576 - p1;
    nx = 1048576 - x1;
    want_word = {phase ^ want_flip, np[19:0], t1[20:0], 1'b0, nx[19:0], 1'b0};
    if (want != WS_ST_OK) begin
      want_word = word;
      want_flip = 1'b0;
    end
  end
  assign bad = status != want || word_after != want_word || flip != want_flip;

  // p1 and x1 are those after it, p1 after a flip too.
  wire ok = status == WS_ST_OK;
  assign reached = {
    status == WS_ST_MB_PENDING_UNDERFLOW && p == 0 && arr == 25'd1,
    status == WS_ST_MB_PENDING_UNDERFLOW && x1 < 0 && t1 > MAX,      // three errors at once: the first is said
    status == WS_ST_MB_PENDING_OVERFLOW && p == MAX && arr == 25'd1,
    status == WS_ST_MB_EXPECT_UNDERFLOW && x1 == -1 && p > 0,
    status == WS_ST_MB_EXPECT_UNDERFLOW && t1 < -MAX,
    status == WS_ST_MB_TX_OVERFLOW && t1 == MAX + 1,
    status == WS_ST_MB_TX_UNDERFLOW && t1 == -MAX - 1,
    status == WS_ST_MB_TX_UNDERFLOW && t1 == -MAX - 2 && t == -MAX - 1,
    status == WS_ST_MB_NOCOMPLETE_VIOLATION,
    ok && t1 == MAX && dtx != 26'd0,
    ok && t1 == -MAX && dtx != 26'd0,
    ok && inc && p1 == MAX && arr != 25'd0,
    ok && !flip && p1 == 1 && t1 == 0 && arr != 25'd0,
    ok && !flip && p1 == 0 && t1 == 1 && arr != 25'd0,
    flip && !phase && x == MAX && arr == 25'd1,
    flip && phase && t != 0 && arr == 25'd0,
    flip && x1 == 0 && drop != 25'd0
  };
endmodule

// Rules that hold whatever the form, each a line.
module mbar_next_rules (
    input  wire [63:0] word,
    input  wire [24:0] arr,
    input  wire [25:0] dtx,
    input  wire [24:0] drop,
    input  wire        nc,
    input  wire        inc,
    input  wire [63:0] other,
    output wire        bad,
    output wire [13:0] reached
);
  `include "ws_ops.vh"
  wire [9:0] status;
  wire [63:0] word_after;
  wire flip, phase, phase_after;
  wire signed [31:0] p, t, x, p_after, t_after, x_after;
  mbar_next_whole dut (
      .word_i(word), .arr_i(arr), .dtx_i(dtx), .drop_i(drop), .nc_i(nc), .inc_i(inc),
      .status_o(status), .word_o(word_after), .flip_o(flip)
  );
  wire [63:0] off_word;
  wire off_flip;
  ws_mbar_next off (
      .word_i(word), .other_i(other), .on_i(1'b0), .arr_i(arr), .dtx_i(dtx), .drop_i(drop), .drops_i(1'b1), .nc_i(nc), .inc_i(inc), .looks_i(1'b0),
      .word_o(off_word), .flip_o(off_flip)
  );
  mbar_counts before (.word(word), .phase(phase), .p(p), .t(t), .x(x));
  mbar_counts after (.word(word_after), .phase(phase_after), .p(p_after), .t(t_after), .x(x_after));
  wire signed [31:0] arrivals = {7'd0, arr};
  wire signed [31:0] drops = {7'd0, drop};
  wire signed [31:0] bytes = {{6{dtx[25]}}, dtx};
  wire ok = status == WS_ST_OK;
  wire looks = !inc && (arr != 25'd0 || dtx != 26'd0);  // the operation may complete a phase

  // 1. Counts stay in range, the reserved bits 0.
  wire in_range = p_after >= 0 && p_after <= 1048575 && x_after >= 0 && x_after <= 1048575 && t_after >= -1048575 &&
                  t_after <= 1048575 && !word_after[21] && !word_after[0];
  // 2. No arrival is lost, none counted twice; the same for bytes and drops.
  wire counted = (flip ? p == arrivals && p_after == x_after : p_after == (inc ? p + arrivals : p - arrivals)) &&
                 x_after == x - drops && t_after == t + bytes;
  // 3. A phase is completed exactly when an operation leaves both P and T at 0; only then the phase bit changes.
  wire completes = flip == (looks && p == arrivals && t + bytes == 0) && flip == (phase_after != phase);
  // 4. An error changes nothing, and severity E is the only one.
  wire unchanged = word_after == word && !flip && status[9:8] == 2'd2;
  // 5. An operation that fits is never refused.
  wire fits = (inc ? p + arrivals <= 1048575 : p >= arrivals) && x >= drops && t + bytes <= 1048575 &&
              t + bytes >= -1048575 && !(nc && looks && p == arrivals && t + bytes == 0);
  // 6. Where nothing is to be counted, nothing is.
  wire counts_off = off_flip || off_word != other;
  assign bad = counts_off || ok != fits || !(ok ? in_range && counted && completes && !(flip && nc) : unchanged);

  // What each rule is about.
  assign reached = {
    ok && p_after == 1048575 && inc && arr != 25'd0,
    ok && t_after == -1048575 && bytes < 0,
    ok && t_after == 1048575 && bytes > 0,
    ok && (word[21] || word[0]) && arr != 25'd0,  // reserved bits stood there
    ok && flip && arrivals > 1 && drops > 0 && drops < x && p_after != x,
    ok && !flip && p_after != 0 && arrivals > 0 && bytes != 0 && drops > 0,
    ok && looks && flip && phase && bytes < 0 && arr == 25'd0,
    ok && looks && flip && !phase && bytes == 0,
    ok && !looks && inc && p_after > p,
    ok && !looks && !inc && p == 0 && t == 0 && !flip,   // at rest
    ok && nc && looks && p_after == 0 && t_after != 0,
    !ok && !fits && p > arrivals && x > drops && t_after == t && nc == 0,  // bytes alone do not fit
    !ok && nc && looks && p == arrivals && t + bytes == 0,
    !ok && inc && p + arrivals == 1048576
  };
endmodule

// Arrivals and bytes taken at once are the same as in two parts, unless the first part completes a phase: so that a
// warp's equal arrivals may be one step. Of an object with T in range, and bytes of one sign.
module mbar_next_parts (
    input  wire [63:0] word,
    input  wire [24:0] arr_a,
    input  wire [24:0] arr_b,
    input  wire [24:0] dtx_a,
    input  wire [24:0] dtx_b,
    input  wire        less,   // bytes are taken away
    input  wire        drops,
    input  wire        nc,
    input  wire        inc,
    output wire        bad,
    output wire [13:0] reached
);
  `include "ws_ops.vh"
  wire [9:0] status_a, status_b, status;
  wire [63:0] word_a, word_b, word_after;
  wire flip_a, flip_b, flip;
  wire [25:0] bytes_a = less ? -{1'b0, dtx_a} : {1'b0, dtx_a};
  wire [25:0] bytes_b = less ? -{1'b0, dtx_b} : {1'b0, dtx_b};
  wire [25:0] arr = arr_a + arr_b;
  wire [25:0] dtx = dtx_a + dtx_b;
  wire [25:0] bytes = less ? -dtx : dtx;
  mbar_next_whole first (
      .word_i(word), .arr_i(arr_a), .dtx_i(bytes_a), .drop_i(drops ? arr_a : 25'd0), .nc_i(nc), .inc_i(inc),
      .status_o(status_a), .word_o(word_a), .flip_o(flip_a)
  );
  mbar_next_whole second (
      .word_i(word_a), .arr_i(arr_b), .dtx_i(bytes_b), .drop_i(drops ? arr_b : 25'd0), .nc_i(nc), .inc_i(inc),
      .status_o(status_b), .word_o(word_b), .flip_o(flip_b)
  );
  mbar_next_whole both (
      .word_i(word), .arr_i(arr[24:0]), .dtx_i(bytes), .drop_i(drops ? arr[24:0] : 25'd0), .nc_i(nc), .inc_i(inc),
      .status_o(status), .word_o(word_after), .flip_o(flip)
  );
  wire asked = !arr[25] && !dtx[25] && word[42:22] != 21'h100000 && !flip_a &&
               status_a != WS_ST_MB_NOCOMPLETE_VIOLATION;
  wire parts_ok = status_a == WS_ST_OK && status_b == WS_ST_OK;
  wire both_ok = status == WS_ST_OK;
  assign bad = asked && (parts_ok != both_ok || (both_ok && (word_after != word_b || flip != flip_b)));

  wire two = arr_a != 25'd0 && arr_b != 25'd0;  // both parts arrive
  assign reached = {14{asked}} & {
    both_ok && flip && two && dtx == 26'd0,
    both_ok && flip && two && dtx_a != 25'd0 && dtx_b != 25'd0 && less,
    both_ok && flip && arr == 26'd0 && dtx_b != 25'd0 && !less,
    both_ok && !flip && two && drops,
    both_ok && flip && two && drops && word_after[20:1] == 20'd0,
    both_ok && !flip && two && inc && word_after[62:43] == 20'd1,
    both_ok && !flip && nc && two && word_after[62:43] == 20'd0,
    both_ok && !flip && dtx_a != 25'd0 && dtx_b != 25'd0 && word_after[42:22] == 21'h0fffff && !less,
    both_ok && !flip && dtx_a != 25'd0 && dtx_b != 25'd0 && word_after[42:22] == 21'h100001 && less,
    status_a != WS_ST_OK && !both_ok,                      // the first part does not fit
    status_a == WS_ST_OK && status == WS_ST_MB_PENDING_UNDERFLOW && two,  // each part alone would
    status_a == WS_ST_OK && status == WS_ST_MB_TX_OVERFLOW && dtx_b != 25'd0,
    status_a == WS_ST_OK && status == WS_ST_MB_NOCOMPLETE_VIOLATION && two,
    status_a == WS_ST_OK && status == WS_ST_MB_EXPECT_UNDERFLOW && status_b == WS_ST_MB_EXPECT_UNDERFLOW
  };
endmodule

// What must be possible, so that the proofs above are not about nothing.
module mbar_next_reach (
    input  wire [63:0] word,
    input  wire [24:0] arr,
    input  wire [25:0] dtx,
    input  wire [24:0] drop,
    input  wire        nc,
    input  wire        inc,
    output wire [13:0] reached
);
  `include "ws_ops.vh"
  wire [9:0] status;
  wire [63:0] word_after;
  wire flip, phase, phase_after;
  wire signed [31:0] p, t, x, p_after, t_after, x_after;
  mbar_next_whole dut (
      .word_i(word), .arr_i(arr), .dtx_i(dtx), .drop_i(drop), .nc_i(nc), .inc_i(inc),
      .status_o(status), .word_o(word_after), .flip_o(flip)
  );
  mbar_counts before (.word(word), .phase(phase), .p(p), .t(t), .x(x));
  mbar_counts after (.word(word_after), .phase(phase_after), .p(p_after), .t(t_after), .x(x_after));
  wire ok = status == WS_ST_OK;
  assign reached = {
    flip && x_after == 0 && drop != 25'd0,  // all expected arrivals dropped
    flip && p == 1048575 && arr == 25'd1048575,  // the largest count at once
    flip && arr == 25'd0 && !dtx[25],  // bytes were expected late
    flip && arr != 25'd0 && dtx != 26'd0,
    ok && p == 0 && t != 0 && dtx != 26'd0 && !flip,
    ok && !flip && p_after == 0 && t_after == 0,  // at rest with nothing pending, nothing looks
    ok && inc && arr != 25'd0 && p == 0,
    status == WS_ST_MB_PENDING_UNDERFLOW,
    status == WS_ST_MB_PENDING_OVERFLOW,
    status == WS_ST_MB_EXPECT_UNDERFLOW,
    status == WS_ST_MB_TX_OVERFLOW,
    status == WS_ST_MB_TX_UNDERFLOW && t + $signed({{6{dtx[25]}}, dtx}) == -1048576,
    status == WS_ST_MB_NOCOMPLETE_VIOLATION,
    ok && nc && p_after == 0 && arr != 25'd0
  };
endmodule
`default_nettype wire
