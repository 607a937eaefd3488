// SPDX-License-Identifier: Apache-2.0
// x + y of floats, rounded to nearest, ties to even. Subnormals are kept, or with ftz_i read and given as 0 of their sign. x + -x is +0.
// A result that is a NaN is NAN, whatever the operands'. The rule is `add` of the C model's atom.c.
//
// EXP and FRAC say the format: sign, exponent, fraction. HALF = 1 with EXP = 8 and FRAC = 10 adds both formats of 16 bits: f16, or bf16
// if bf_i is 1. Both become {sign, 8, 10}: f16 with three zeros before its exponent, bf16 with three behind its fraction.
//
// ATOM_FLOAT_CLKS clocks, one sum a clock, no stall; registers load where an operation is. Without a result z_o is 0, so that
// results of several adders may be joined by an OR.
//
//   1 swap   the larger magnitude is big         5 count   zeros above the first 1 of the sum, at most as the exponent allows
//   2 apart  by how much the exponents differ    6 shift   left, by the high bits of the count
//   3 shift  small to the right, by high bits    7 shift   by the low ones; round up?
//   4 add    shifted by low bits, +- big         8 round   an addition in which the exponent takes the carry
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_atom_fadd #(
    parameter           EXP  = 8,
    parameter           FRAC = 23,
    parameter           HALF = 0,
    parameter           W    = HALF != 0 ? 16 : 1 + EXP + FRAC,         // derived, not to be set
    parameter [W-1:0]   NAN  = {1'b0, {W - 1{1'b1}}}
) (
    input  wire         clk_i,
    input  wire         rst_ni,
    // operands
    input  wire         valid_i,
    input  wire         ftz_i,
    input  wire         bf_i,    // HALF alone
    input  wire [W-1:0] x_i,
    input  wire [W-1:0] y_i,
    // sum
    output wire         valid_o,
    output wire [W-1:0] z_o
);
  `include "atom/ws_atom_fn.vh"
  localparam S_W = FRAC + 4;          // leading 1, fraction, two bits below it, sticky bit
  localparam T_W = S_W + 1;           // and the carry above
  localparam SH = $clog2(T_W);        // bits of a shift
  localparam LOW = SH / 2;            // of which this many go last
  localparam [EXP-1:0] MAX = {EXP{1'b1}};

  reg [ATOM_FLOAT_CLKS-1:0] valid_q;  // bit k: the registers of stage k + 1 hold an operation

  always @(posedge clk_i)
    if (!rst_ni) valid_q <= {ATOM_FLOAT_CLKS{1'b0}};
    else valid_q <= {valid_q[ATOM_FLOAT_CLKS-2:0], valid_i};

  // 1. The order of magnitudes is that of the bits below the sign, NaN above infinity.
  wire [W-1:0] less = {1'b0, x_i[W-2:0]} - {1'b0, y_i[W-2:0]};
  wire x_less = less[W-1];
  reg sign_1q, apart_1q, ftz_1q, bf_1q;
  reg [W-2:0] big_1q, small_1q;

  always @(posedge clk_i)
    if (valid_i) begin
      sign_1q  <= x_less ? y_i[W-1] : x_i[W-1];
      apart_1q <= x_i[W-1] ^ y_i[W-1];
      ftz_1q   <= ftz_i;
      bf_1q    <= bf_i;
      big_1q   <= x_less ? y_i[W-2:0] : x_i[W-2:0];
      small_1q <= x_less ? x_i[W-2:0] : y_i[W-2:0];
    end

  // 2. A subnormal has exponent 1 and no leading 1. An infinity is taken for 1.0 with its exponent and nothing is added to it; only
  // the larger operand has to be looked at, because it is the NaN, or one of the infinities.
  wire [EXP-1:0] big_exp, small_exp;
  wire [FRAC-1:0] big_frac, small_frac;
  wire big_max;  // exponent all ones

  generate
    if (HALF != 0) begin : g_half
      assign {big_exp, big_frac} = bf_1q ? {big_1q, 3'd0} : {3'd0, big_1q};
      assign {small_exp, small_frac} = bf_1q ? {small_1q, 3'd0} : {3'd0, small_1q};
      assign big_max = &big_1q[14:10] && (!bf_1q || &big_1q[9:7]);
    end else begin : g_one
      assign {big_exp, big_frac} = big_1q;
      assign {small_exp, small_frac} = small_1q;
      assign big_max = &big_exp;
    end
  endgenerate

  wire big_sub = big_exp == {EXP{1'b0}};
  wire small_sub = small_exp == {EXP{1'b0}};
  wire [EXP-1:0] exp_2 = {big_exp[EXP-1:1], big_exp[0] || big_sub};
  wire [EXP-1:0] diff = exp_2 - {small_exp[EXP-1:1], small_exp[0] || small_sub};
  reg sign_2q, apart_2q, ftz_2q, bf_2q, nan_2q, far_2q;
  reg [EXP-1:0] exp_2q;
  reg [FRAC:0] big_2q, small_2q;
  reg [SH-1:0] diff_2q;

  always @(posedge clk_i)
    if (valid_q[0]) begin
      sign_2q  <= sign_1q;
      apart_2q <= apart_1q;
      ftz_2q   <= ftz_1q;
      bf_2q    <= bf_1q;
      nan_2q   <= big_max && (big_frac != {FRAC{1'b0}} || (apart_1q && small_exp == big_exp));
      exp_2q   <= exp_2;
      diff_2q  <= diff[SH-1:0];
      far_2q   <= diff >> SH != {EXP{1'b0}};
      big_2q[FRAC] <= !big_sub;
      if (big_max || (big_sub && ftz_1q)) big_2q[FRAC-1:0] <= {FRAC{1'b0}};
      else big_2q[FRAC-1:0] <= big_frac;
      if (big_max || (small_sub && ftz_1q)) small_2q <= {FRAC + 1{1'b0}};
      else small_2q <= {!small_sub, small_frac};
    end

  // 3, 4. The smaller to the right; the lowest bit keeps whether a 1 went out there. What is far goes out as a whole.
  function [S_W-1:0] right(input [S_W-1:0] v, input [SH-1:0] n);
    integer i;
    reg lost;
    begin
      right = v;
      for (i = SH - 1; i >= 0; i = i - 1)
        if (n[i]) begin
          lost = (right & ~({S_W{1'b1}} << (1 << i) << 1)) != {S_W{1'b0}};
          right = right >> (1 << i);
          right[0] = lost;
        end
    end
  endfunction

  localparam [SH-1:0] FIRST = {SH{1'b1}} << (LOW);  // bits of a shift that go first
  reg sign_3q, apart_3q, ftz_3q, bf_3q, nan_3q;
  reg [EXP-1:0] exp_3q;
  reg [FRAC:0] big_3q;
  reg [S_W-1:0] small_3q;
  reg [LOW-1:0] diff_3q;

  always @(posedge clk_i)
    if (valid_q[1]) begin
      sign_3q  <= sign_2q;
      apart_3q <= apart_2q;
      ftz_3q   <= ftz_2q;
      bf_3q    <= bf_2q;
      nan_3q   <= nan_2q;
      exp_3q   <= exp_2q;
      big_3q   <= big_2q;
      diff_3q  <= diff_2q[LOW-1:0];
      if (far_2q) small_3q <= {{S_W - 1{1'b0}}, small_2q != {FRAC + 1{1'b0}}};
      else small_3q <= right({small_2q, 3'd0}, diff_2q & FIRST);
    end

  function [T_W-1:0] add(input [FRAC:0] big, input [S_W-1:0] less_big, input apart);
    reg unused;
    {add, unused} = {1'b0, big, 3'd0, 1'b1} + {apart, less_big ^ {S_W{apart}}, apart};
  endfunction

  reg sign_4q, apart_4q, ftz_4q, bf_4q, nan_4q;
  reg [EXP-1:0] exp_4q;
  reg [T_W-1:0] sum_4q;

  always @(posedge clk_i)
    if (valid_q[2]) begin
      sign_4q  <= sign_3q;
      apart_4q <= apart_3q;
      ftz_4q   <= ftz_3q;
      bf_4q    <= bf_3q;
      nan_4q   <= nan_3q;
      exp_4q   <= exp_3q;
      sum_4q   <= add(big_3q, right(small_3q, {{SH - LOW{1'b0}}, diff_3q}), apart_3q);
    end

  // 5. By how much to the left: until the first 1 stands in the place of the carry, exponent + 1, but no further than exponent 1.
  // {no 1 at all, zeros above the highest 1}, by a tree whose nodes join two counts, one LUT a level:
  //   7 6 5 4 3 2 1 0     bits
  //    ○   ○   ○   ○      none? and which of the two
  //      ○       ○        the upper one's count, or 2 + the lower one's
  //          ○            without a 1 the count is 2^SH - 1
  function [SH:0] zeros(input [T_W-1:0] bits);
    reg [(1<<SH)-1:0] none;  // node k of a level stands in place k; that of the level below has been read by then
    reg [(1<<SH)*SH-1:0] count;
    integer level, k;
    begin
      none = ~{bits, {(1 << SH) - T_W{1'b0}}};
      count = {(1 << SH) * SH{1'b0}};
      for (level = 0; level < SH; level = level + 1)
        for (k = 0; k < 1 << (SH - 1 - level); k = k + 1) begin
          count[k*SH+:SH] = none[2*k+1] ? count[2*k*SH+:SH] : count[(2*k+1)*SH+:SH];
          count[k*SH+level] = none[2*k+1];
          none[k] = none[2*k+1] && none[2*k];
        end
      zeros = {none[0], count[SH-1:0]};
    end
  endfunction

  reg none_5;
  reg [SH-1:0] count_5;

  always @(*) begin
    {none_5, count_5} = {SH + 1{1'bx}};  // not gated; a simulator works it out when it is asked
    if (valid_q[3]) {none_5, count_5} = zeros(sum_4q);
  end

  wire [EXP:0] room_5 = {1'b0, exp_4q} - {{EXP + 1 - SH{1'b0}}, count_5};
  reg sign_5q, ftz_5q, bf_5q, nan_5q, none_5q, limited_5q, over_5q;
  reg [EXP-1:0] exp_5q;
  reg [SH-1:0] count_5q;
  reg [T_W-1:0] sum_5q;

  always @(posedge clk_i)
    if (valid_q[3]) begin
      sign_5q    <= sign_4q && !(none_5 && apart_4q);
      ftz_5q     <= ftz_4q;
      bf_5q      <= bf_4q;
      nan_5q     <= nan_4q;
      none_5q    <= none_5;
      limited_5q <= room_5[EXP];
      over_5q    <= sum_4q[T_W-1] && exp_4q == (HALF != 0 && !bf_4q ? MAX >> 3 : MAX) - {{EXP - 1{1'b0}}, 1'b1};
      exp_5q     <= exp_4q;
      count_5q   <= count_5;
      sum_5q     <= sum_4q;
    end

  // 6, 7. To the left. What is limited is subnormal; what is over is infinite, with a fraction of 0.
  function [T_W-1:0] left(input [T_W-1:0] v, input [SH-1:0] n);
    integer i;
    begin
      left = v;
      for (i = SH - 1; i >= 0; i = i - 1) if (n[i]) left = left << (1 << i);
    end
  endfunction

  wire [SH-1:0] shift_6 = limited_5q ? exp_5q[SH-1:0] : count_5q;
  reg sign_6q, bf_6q, nan_6q, sign_7q, bf_7q, nan_7q;
  reg [EXP-1:0] exp_6q, exp_7q;
  reg [LOW-1:0] shift_6q;
  reg [T_W-1:0] sum_6q;
  reg [FRAC-1:0] frac_7q;
  reg up_7q;

  always @(posedge clk_i)
    if (valid_q[4]) begin
      sign_6q  <= sign_5q;
      bf_6q    <= bf_5q;
      nan_6q   <= nan_5q;
      shift_6q <= shift_6[LOW-1:0];
      if (limited_5q || none_5q) exp_6q <= {EXP{1'b0}};
      else exp_6q <= exp_5q - {{EXP - SH{1'b0}}, count_5q} + {{EXP - 1{1'b0}}, 1'b1};
      if (over_5q || (limited_5q && ftz_5q)) sum_6q <= {T_W{1'b0}};
      else sum_6q <= left(sum_5q, shift_6 & FIRST);
    end

  // {fraction, round up}. Below the fraction stand four bits. With bf it ends three places further up, and ones let the carry through to it.
  function [FRAC:0] cut(input [T_W-1:0] sum, input bf);
    reg half, more, unused;
    begin
      half = bf ? sum[6] : sum[3];
      more = sum[2:0] != 3'd0 || (bf && sum[5:3] != 3'd0) || (bf ? sum[7] : sum[4]);
      unused = sum[T_W-1];
      cut = {sum[FRAC+3:7], sum[6:4] | {3{bf}}, half && more};
    end
  endfunction

  wire unused = &{1'b0, less[W-2:0], bf_7q, room_5[EXP-1:0]};

  always @(posedge clk_i)
    if (!valid_q[5]) begin
      sign_7q <= 1'b0;
      nan_7q  <= 1'b0;
      exp_7q  <= {EXP{1'b0}};
      frac_7q <= {FRAC{1'b0}};
      up_7q   <= 1'b0;
    end else begin
      sign_7q <= sign_6q;
      bf_7q   <= bf_6q;
      nan_7q  <= nan_6q;
      exp_7q  <= exp_6q;
      {frac_7q, up_7q} <= cut(left(sum_6q, {{SH - LOW{1'b0}}, shift_6q}), HALF != 0 && bf_6q);
    end

  // 8. Rounding may make a power of two, or infinity.
  wire [EXP+FRAC-1:0] sum_8 = {exp_7q, frac_7q} + {{EXP + FRAC - 1{1'b0}}, up_7q};
  reg [W-1:0] z_q;

  generate
    if (HALF != 0) begin : g_z_half
      always @(posedge clk_i)
        if (nan_7q) z_q <= NAN;
        else z_q <= {sign_7q, bf_7q ? sum_8[17:3] : sum_8[14:0]};
    end else begin : g_z_one
      always @(posedge clk_i)
        if (nan_7q) z_q <= NAN;
        else z_q <= {sign_7q, sum_8};
    end
  endgenerate

  assign valid_o = valid_q[ATOM_FLOAT_CLKS-1];
  assign z_o = z_q;
endmodule
`default_nettype wire
