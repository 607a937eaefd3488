// SPDX-License-Identifier: Apache-2.0
// The pipelined adder in two parts, cut behind its fourth stage, where the formats are too wide to be proved in one: what stands in the
// registers there equals atom_align, and what comes out 4 clocks later equals atom_round of it. Wires at_* are those registers (probes of
// aig.sh). The steps are those of atom_sum in atom_props.v, without ftz.
`default_nettype none

// The steps of atom_sum up to there: the operands in order, the smaller one shifted, added or subtracted. Infinity
// stands for 1.0 to which nothing is added.
module atom_align #(
    parameter EXP  = 8,
    parameter FRAC = 23,
    parameter W    = 1 + EXP + FRAC
) (
    input  wire              ftz,
    input  wire [     W-1:0] x,
    input  wire [     W-1:0] y,
    output reg  [FRAC+4:0]   sum,    // the carry, the leading 1, the fraction, two bits below it and the sticky bit
    output reg  [ EXP-1:0]   exp,
    output reg               sign,
    output reg               apart,  // subtracted
    output reg               nan
);
  localparam [W-2:0] INF = {{EXP{1'b1}}, {FRAC{1'b0}}};
  reg [W-1:0] a, b, v;
  reg [EXP:0] ae, be, n;
  reg [FRAC+4:0] big, small, cut;

  function [W-1:0] flushed(input [W-1:0] f);
    flushed = f[W-2:FRAC] == {EXP{1'b0}} ? {f[W-1], {W - 1{1'b0}}} : f;
  endfunction

  always @(*) begin
    a = ftz ? flushed(x) : x;
    b = ftz ? flushed(y) : y;
    if (a[W-2:0] < b[W-2:0]) begin
      v = a;
      a = b;
      b = v;
    end
    v = {W{1'b0}};
    sign = a[W-1];
    apart = a[W-1] != b[W-1];
    ae = {1'b0, a[W-2:FRAC]};
    be = {1'b0, b[W-2:FRAC]};
    exp = ae == 0 ? 1 : ae;
    n = exp - (be == 0 ? 1 : be);
    big = {1'b0, ae != 0, a[FRAC-1:0], 3'd0};
    small = {1'b0, be != 0, b[FRAC-1:0], 3'd0};
    cut = small & ~({FRAC + 5{1'b1}} << n);
    small = small >> n;
    small[0] = small[0] || cut != 0;
    sum = apart ? big - small : big + small;
    nan = a[W-2:0] > INF || (apart && b[W-2:0] == INF);
    if (a[W-2:0] >= INF) sum = {2'b01, {FRAC + 3{1'b0}}};
  end
endmodule

// And from there: the sum brought into place a bit at a time, rounded, packed.
module atom_round #(
    parameter           EXP  = 8,
    parameter           FRAC = 23,
    parameter           W    = 1 + EXP + FRAC,
    parameter [W-1:0]   NAN  = {1'b0, {W - 1{1'b1}}}
) (
    input  wire            ftz,
    input  wire [FRAC+4:0] sum,
    input  wire [ EXP-1:0] exp,
    input  wire            sign,
    input  wire            apart,
    input  wire            nan,
    output reg  [   W-1:0] z
);
  localparam [W-2:0] INF = {{EXP{1'b1}}, {FRAC{1'b0}}};
  reg [FRAC+4:0] s;
  reg [EXP:0] e;
  reg [W-1:0] v;
  integer i;

  always @(*) begin
    s = sum;
    e = {1'b0, exp};
    v = {W{1'b0}};
    if (nan) z = NAN;
    else if (exp == {EXP{1'b1}}) z = {sign, INF};
    else if (sum == 0) z = {sign && !apart, {W - 1{1'b0}}};
    else begin
      if (s[FRAC+4]) begin
        s = {1'b0, s[FRAC+4:2], s[1] || s[0]};
        e = e + 1;
      end
      for (i = 0; i < FRAC + 3; i = i + 1)
        if (!s[FRAC+3] && e > 1) begin
          s = s << 1;
          e = e - 1;
        end
      v = {1'b0, e[EXP-1:0] - {{EXP - 1{1'b0}}, 1'b1}, {FRAC{1'b0}}} + {{EXP - 1{1'b0}}, s[FRAC+3:3]};
      if (s[2] && (s[1:0] != 0 || s[3])) v = v + 1;
      if (v > {1'b0, INF}) v = {1'b0, INF};
      z = {sign, v[W-2:0]};
      if (ftz && v[W-2:FRAC] == 0) z = {sign, {W - 1{1'b0}}};
    end
  end
endmodule

module atom_fadd_first #(
    parameter EXP  = 11,
    parameter FRAC = 52,
    parameter W    = 1 + EXP + FRAC
) (
    input  wire         clk,
    input  wire         valid,
    input  wire [W-1:0] x,
    input  wire [W-1:0] y,
    output wire         bad,
    output wire [  2:0] reached
);
  localparam Q = FRAC + EXP + 8;
  wire [FRAC+4:0] sum, at_sum;
  wire [EXP-1:0] exp, at_exp;
  wire sign, apart, nan, at_sign, at_apart, at_nan, at_ftz;
  wire [7:0] at_valid;
  reg [4*Q-1:0] want_q;
  reg [3:0] valid_q;

  always @(posedge clk) begin
    want_q <= {want_q[3*Q-1:0], sum, exp, apart, nan, sign};
    valid_q <= {valid_q[2:0], valid};
  end

  atom_align #(
      .EXP (EXP),
      .FRAC(FRAC)
  ) u_align (
      .ftz  (1'b0),
      .x    (x),
      .y    (y),
      .sum  (sum),
      .exp  (exp),
      .sign (sign),
      .apart(apart),
      .nan  (nan)
  );
  ws_atom_fadd #(
      .EXP (EXP),
      .FRAC(FRAC)
  ) dut (
      .clk_i  (clk),
      .rst_ni (1'b1),
      .valid_i(valid),
      .ftz_i  (1'b0),
      .bf_i   (1'b0),
      .x_i    (x),
      .y_i    (y),
      .valid_o(),
      .z_o    ()
  );
  // What the other part is told to expect.
  wire fits = !at_ftz && at_exp != 0 && (at_exp != {EXP{1'b1}} || at_sum == {2'b01, {FRAC + 3{1'b0}}});
  assign bad = at_valid[3] != valid_q[3] || (valid_q[3] && (!fits || {at_sum, at_exp, at_apart, at_nan, at_sign} != want_q[3*Q+:Q]));
  assign reached = {3{at_valid[3]}} & {at_nan, at_sum == 0, at_sum[0]};
endmodule

module atom_fadd_last #(
    parameter         EXP  = 11,
    parameter         FRAC = 52,
    parameter         W    = 1 + EXP + FRAC,
    parameter [W-1:0] NAN  = 64'hfff8000000000000
) (
    input  wire         clk,
    input  wire         valid,
    input  wire         ftz,
    input  wire [W-1:0] x,
    input  wire [W-1:0] y,
    output wire         bad,
    output wire [  2:0] reached
);
  wire [FRAC+4:0] at_sum;
  wire [EXP-1:0] at_exp;
  wire at_sign, at_apart, at_nan, at_ftz;
  wire [7:0] at_valid;
  wire [W-1:0] want, z;
  reg [4*W-1:0] want_q;
  reg [3:0] valid_q;
  wire fits = !at_ftz && at_exp != 0 && (at_exp != {EXP{1'b1}} || at_sum == {2'b01, {FRAC + 3{1'b0}}});

  always @(posedge clk) begin
    want_q <= {want_q[3*W-1:0], want};
    valid_q <= {valid_q[2:0], at_valid[3] && fits};
  end

  atom_round #(
      .EXP (EXP),
      .FRAC(FRAC),
      .NAN (NAN)
  ) u_round (
      .ftz  (1'b0),
      .sum  (at_sum),
      .exp  (at_exp),
      .sign (at_sign),
      .apart(at_apart),
      .nan  (at_nan),
      .z    (want)
  );
  ws_atom_fadd #(
      .EXP (EXP),
      .FRAC(FRAC),
      .NAN (NAN)
  ) dut (
      .clk_i  (clk),
      .rst_ni (1'b1),
      .valid_i(valid),
      .ftz_i  (ftz),
      .bf_i   (1'b0),
      .x_i    (x),
      .y_i    (y),
      .valid_o(),
      .z_o    (z)
  );
  assign bad = valid_q[3] && z != want_q[3*W+:W];
  assign reached = {3{valid_q[3]}} & {z == NAN, z[W-2:0] == 0, z[W-2:FRAC] == 0 && z[0]};
endmodule
`default_nettype wire
