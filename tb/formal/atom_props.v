// SPDX-License-Identifier: Apache-2.0
// What is proved of the arithmetic of atom and red: each module has one output `bad` that must stay 0, and a rule written a second time
// in it. Each bit of the output `reached` must be 1 for some input.
`default_nettype none

// The sum as the C model's `add` has it, step by step.
module atom_sum #(
    parameter           EXP  = 8,
    parameter           FRAC = 23,
    parameter           W    = 1 + EXP + FRAC,
    parameter [W-1:0]   NAN  = {1'b0, {W - 1{1'b1}}}
) (
    input  wire         ftz,
    input  wire [W-1:0] x,
    input  wire [W-1:0] y,
    output reg  [W-1:0] z
);
  localparam [W-2:0] INF = {{EXP{1'b1}}, {FRAC{1'b0}}};
  reg [W-1:0] a, b, v;
  reg [EXP:0] exp, ae, be, n;
  reg [FRAC+4:0] big, small, sum, cut;
  reg apart;
  integer i;

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
    if (a[W-2:0] > INF || (apart && b[W-2:0] == INF)) z = NAN;
    else if (a[W-2:0] == INF) z = a;
    else if (apart && big == small) z = {W{1'b0}};
    else begin
      if (sum[FRAC+4]) begin
        sum = {1'b0, sum[FRAC+4:2], sum[1] || sum[0]};
        exp = exp + 1;
      end
      for (i = 0; i < FRAC + 3; i = i + 1)
        if (!sum[FRAC+3] && exp > 1) begin
          sum = sum << 1;
          exp = exp - 1;
        end
      v = {1'b0, exp[EXP-1:0] - {{EXP - 1{1'b0}}, 1'b1}, {FRAC{1'b0}}} + {{EXP - 1{1'b0}}, sum[FRAC+3:3]};
      if (sum[2] && (sum[1:0] != 0 || sum[3])) v = v + 1;
      if (v > {1'b0, INF}) v = {1'b0, INF};
      z = {a[W-1], v[W-2:0]};
      if (ftz) z = flushed(z);
    end
  end
endmodule

// The pipelined adder: the sum comes 8 clocks after its operands, and 0 without operands. Registers may hold anything before.
module atom_fadd_same #(
    parameter         EXP  = 8,
    parameter         FRAC = 23,
    parameter         HALF = 0,
    parameter         W    = HALF != 0 ? 16 : 1 + EXP + FRAC,
    parameter [W-1:0] NAN  = {1'b0, {W - 1{1'b1}}}
) (
    input  wire         clk,
    input  wire         valid,
    input  wire         ftz,
    input  wire         bf,
    input  wire [W-1:0] x,
    input  wire [W-1:0] y,
    output wire         bad,
    output wire [  4:0] reached
);
  reg [8*W-1:0] want_q;
  reg [7:0] valid_q;
  wire [W-1:0] sum, z;
  wire valid_z;

  always @(posedge clk) begin
    want_q <= {want_q[7*W-1:0], valid ? sum : {W{1'b0}}};
    valid_q <= {valid_q[6:0], valid};
  end

  generate
    if (HALF != 0) begin : g_half
      wire [15:0] f16, bf16;
      atom_sum #(
          .EXP (5),
          .FRAC(10)
      ) u_f16 (
          .ftz(ftz),
          .x  (x),
          .y  (y),
          .z  (f16)
      );
      atom_sum #(
          .EXP (8),
          .FRAC(7)
      ) u_bf16 (
          .ftz(ftz),
          .x  (x),
          .y  (y),
          .z  (bf16)
      );
      assign sum = bf ? bf16 : f16;
    end else begin : g_one
      atom_sum #(
          .EXP (EXP),
          .FRAC(FRAC),
          .NAN (NAN)
      ) u_sum (
          .ftz(ftz),
          .x  (x),
          .y  (y),
          .z  (sum)
      );
    end
  endgenerate

  ws_atom_fadd #(
      .EXP (EXP),
      .FRAC(FRAC),
      .HALF(HALF),
      .NAN (NAN)
  ) dut (
      .clk_i  (clk),
      .rst_ni (1'b1),
      .valid_i(valid),
      .ftz_i  (ftz),
      .bf_i   (bf),
      .x_i    (x),
      .y_i    (y),
      .valid_o(valid_z),
      .z_o    (z)
  );
  wire [W-1:0] want = want_q[7*W+:W];
  assign bad = valid_z != valid_q[7] || z != want;
  // NaN, infinity, a subnormal number, 0 and a normal number
  assign reached = {5{valid_z}} & {z[W-2:W-9] != 0 && !z[W-2], z[W-2:0] == 0, z[W-2:W-9] == 0 && z[W-2:0] != 0, z[W-2:W-4] == 7 && z[0] == 0, &z[W-1:W-4]};
endmodule

// Integers and bits in 4 slices, all functions, against the operators: words, pairs of words and all four at once.
module atom_int_same (
    input  wire [  7:0] fn,
    input  wire [127:0] r,
    input  wire [127:0] s,
    input  wire [127:0] t,
    input  wire [  7:0] stay,
    output wire         bad,
    output wire [ 26:0] reached
);
  localparam [3:0] AND = 0, OR = 1, XOR = 2, EXCH = 3, CAS = 4, ADD = 5, INC = 6, DEC = 7, MIN = 8, MAX = 9;
  localparam [3:0] B16 = 0, B32 = 1, B64 = 2, B128 = 3, U32 = 4, S32 = 5, U64 = 6, S64 = 7;
  wire [3:0] op = fn[3:0];
  wire [3:0] kind = fn[7:4];
  wire bits = op == AND || op == OR || op == XOR;
  wire order = op == MIN || op == MAX;
  wire legal = kind == B16 ? op == CAS :
      kind == B32 || kind == B64 ? bits || op == EXCH || op == CAS :
      kind == B128 ? op == EXCH || op == CAS :
      kind == U32 ? op == ADD || op == INC || op == DEC || order :
      kind == S32 || kind == U64 ? op == ADD || order :
      kind == S64 && order;
  `include "atom/ws_atom_fn.vh"
  wire [127:0] d, d_stay, a, b, a_stay, b_stay;
  wire [15:0] sel, sel_stay;
  reg [127:0] want, want_stay;  // the latter: of halves some stay as they are
  integer i;

  // Of 64 bits or, sign-extended by the caller, of fewer.
  function [63:0] plain(input [3:0] what, input is_signed, input signed [63:0] a, input signed [63:0] b, input [63:0] c);
    reg less;
    begin
      less = is_signed ? a < b : $unsigned(a) < $unsigned(b);
      case (what)
        AND: plain = a & b;
        OR: plain = a | b;
        XOR: plain = a ^ b;
        EXCH: plain = b;
        CAS: plain = a == b ? c : a;
        ADD: plain = a + b;
        INC: plain = less ? a + 1 : 0;
        DEC: plain = a == 0 || $unsigned(a) > $unsigned(b) ? b : a - 1;
        MIN: plain = less ? a : b;
        default: plain = less ? b : a;
      endcase
    end
  endfunction

  always @(*) begin
    want = 128'd0;
    case (kind)
      B16: for (i = 0; i < 8; i = i + 1) want[i*16+:16] = plain(op, 1'b0, {48'd0, r[i*16+:16]}, {48'd0, s[i*16+:16]}, {48'd0, t[i*16+:16]});
      B64, U64, S64: for (i = 0; i < 2; i = i + 1) want[i*64+:64] = plain(op, kind == S64, r[i*64+:64], s[i*64+:64], t[i*64+:64]);
      B128: want = op == EXCH || r == s ? (op == EXCH ? s : t) : r;
      S32: for (i = 0; i < 4; i = i + 1) want[i*32+:32] = plain(op, 1'b1, {{32{r[i*32+31]}}, r[i*32+:32]}, {{32{s[i*32+31]}}, s[i*32+:32]}, 64'd0);
      default: for (i = 0; i < 4; i = i + 1) want[i*32+:32] = plain(op, 1'b0, {32'd0, r[i*32+:32]}, {32'd0, s[i*32+:32]}, {32'd0, t[i*32+:32]});
    endcase
  end

  always @(*) begin
    want_stay = want;
    if (kind == B16) for (i = 0; i < 8; i = i + 1) if (stay[i]) want_stay[i*16+:16] = r[i*16+:16];
  end

  ws_atom_int #(
      .SLICES(4)
  ) dut (
      .ctl_i (atom_int_ctl(fn)),
      .r_i   (r),
      .s_i   (s),
      .t_i   (t),
      .stay_i(8'd0),
      .a_o   (a),
      .b_o   (b),
      .sel_o (sel)
  );
  ws_atom_end #(
      .SLICES(4)
  ) dut_end (
      .a_i  (a),
      .b_i  (b),
      .sel_i(sel),
      .d_o  (d)
  );
  ws_atom_int #(
      .SLICES(4),
      .T_ZERO(1)
  ) zero (
      .ctl_i (atom_int_ctl(fn)),
      .r_i   (r),
      .s_i   (s),
      .t_i   (op == CAS ? t : 128'd0),
      .stay_i(stay),
      .a_o   (a_stay),
      .b_o   (b_stay),
      .sel_o (sel_stay)
  );
  ws_atom_end #(
      .SLICES(4)
  ) zero_end (
      .a_i  (a_stay),
      .b_i  (b_stay),
      .sel_i(sel_stay),
      .d_o  (d_stay)
  );
  assign bad = legal && (d != want || d_stay != want_stay);
  // Each operation, and what counts up, down or is compared at either side; each type.
  assign reached = {27{legal}} & {
    want_stay != want, 8'd1 << kind & {8{d != r}}, op == MAX && d == r, op == MIN && d == r, op == CAS && d == r, op == CAS && kind == B128 && r == s, op == INC && d[31:0] == 0 && r[31:0] != 0,
    op == DEC && d[31:0] == s[31:0] && r[31:0] == 0, op == DEC && d[31:0] == s[31:0] && r[31:0] != 0, op == ADD && kind == U64 && d[31:0] == 0 && r[32] != d[32],
    10'd1 << op & {10{d != r}}};
endmodule

// The smaller and the larger of two f16 or bf16, in both halves of a word, by numbers that order as they do.
module atom_minmax_same (
    input  wire        max,
    input  wire        bf,
    input  wire [31:0] x,
    input  wire [31:0] y,
    output wire        bad,
    output wire [ 5:0] reached
);
  wire [31:0] z;
  reg [31:0] want;
  integer i;

  function nan(input is_bf, input [15:0] v);
    nan = v[14:0] > (is_bf ? 15'h7f80 : 15'h7c00);
  endfunction

  function signed [16:0] number(input [15:0] v);  // -0 is -1, and so on
    number = v[15] ? -$signed({2'd0, v[14:0]}) - 17'sd1 : $signed({2'd0, v[14:0]});
  endfunction

  always @(*)
    for (i = 0; i < 2; i = i + 1)
      if (nan(bf, x[i*16+:16]) && nan(bf, y[i*16+:16])) want[i*16+:16] = 16'h7fff;
      else if (nan(bf, x[i*16+:16])) want[i*16+:16] = y[i*16+:16];
      else if (nan(bf, y[i*16+:16])) want[i*16+:16] = x[i*16+:16];
      else if (max ? number(x[i*16+:16]) > number(y[i*16+:16]) : number(x[i*16+:16]) < number(y[i*16+:16])) want[i*16+:16] = x[i*16+:16];
      else want[i*16+:16] = y[i*16+:16];

  ws_atom_fminmax dut (
      .max_i(max),
      .bf_i (bf),
      .x_i  (x),
      .y_i  (y),
      .z_o  (z)
  );
  assign bad = z != want;
  assign reached = {z[15:0] == 16'h7fff && !bf, z[15:0] == 16'h7fff && bf, z[15:0] == 16'h8000 && !max, z[15:0] == 0 && max && x[15], nan(bf, x[15:0]) && z == y, z[31] && !z[15]};
endmodule
`default_nettype wire
