// SPDX-License-Identifier: Apache-2.0
// What one element of memory becomes: every function of atom and red (PTX 9.7.13.5, 9.7.13.6). The rule is ws_atom of the C model.
//
//   fn, ftz, r, s, t ─┬─► int, minmax ─► d ───────────────────┬─ OR ─► d_o
//                     ├─► fadd f32 ─► . ─► . ─► .   (8) ──────┤
//                     ├─► fadd f16, bf16, two of them         ┤
//                     └─► fadd f64                            ┘
//
// An element stands in the low bits of r, s, t and d: 16, 32, 64 or 128 of them. Bits of d above it mean nothing. A result comes ATOM_INT_CLKS
// after its operation, from registers through two LUTs, that of a floating-point sum ATOM_FLOAT_CLKS (ws_atom_fn.vh). Sums come in their order. An operation that is no sum is
// refused by ready_o in the clock in which its result would meet that of a sum; sums never are. Nothing holds a result back. A code that is no
// function gives an arbitrary value after ATOM_INT_CLKS.
`default_nettype none
module ws_atom_alu #(
    parameter TAG_W  = 1,
    parameter MINMAX = 1,  // 1: with min and max of halves, which only vectors have, and so only global memory
    parameter EARLY  = 0   // 1: fn_i stands from the clock before on, in which it is decoded
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    // operation
    input  wire             valid_i,
    output wire             ready_o,
    input  wire [      7:0] fn_i,     // low byte of WS_OP_ATOM_*
    input  wire             ftz_i,    // add.f32: subnormals are 0, as in global memory
    input  wire [    127:0] r_i,      // memory
    input  wire [    127:0] s_i,      // b of the instruction
    input  wire [    127:0] t_i,      // c of cas
    input  wire [TAG_W-1:0] tag_i,
    // result
    output wire             valid_o,
    output wire [    127:0] d_o,
    output wire [TAG_W-1:0] tag_o
);
  `include "atom/ws_atom_fn.vh"

  wire [3:0] kind = fn_i[7:4];
  wire is_add = fn_i[3:0] == ATOM_ADD;
  wire now_half = kind == ATOM_F16 || kind == ATOM_BF16 || kind == ATOM_F16X2 || kind == ATOM_BF16X2;
  wire now_bf = kind == ATOM_BF16 || kind == ATOM_BF16X2;
  wire is_half, is_bf, is_max;
  wire is_sum = is_add && (kind == ATOM_F32 || kind == ATOM_F64 || is_half);
  wire take = valid_i && ready_o;

  // 1. Sums.
  reg [ATOM_FLOAT_CLKS-1:0] sum_q;  // bit k: a sum entered k + 1 clocks ago
  reg [ATOM_FLOAT_CLKS*TAG_W-1:0] sum_tag_q;
  reg rst_nq;  // of the adders, see ws_atom_float.v
  always @(posedge clk_i) rst_nq <= rst_ni;
  wire [31:0] f32, halves;
  wire [63:0] f64;
  wire [3:0] sums;
  genvar k;

  always @(posedge clk_i)
    if (!rst_ni) sum_q <= {ATOM_FLOAT_CLKS{1'b0}};
    else sum_q <= {sum_q[ATOM_FLOAT_CLKS-2:0], valid_i && is_sum};

  always @(posedge clk_i) sum_tag_q <= {sum_tag_q[(ATOM_FLOAT_CLKS-1)*TAG_W-1:0], tag_i};

  ws_atom_fadd #(
      .EXP (8),
      .FRAC(23)
  ) u_f32 (
      .clk_i  (clk_i),
      .rst_ni (rst_nq),
      .valid_i(valid_i && is_add && kind == ATOM_F32),
      .ftz_i  (ftz_i),
      .bf_i   (1'b0),
      .x_i    (r_i[31:0]),
      .y_i    (s_i[31:0]),
      .valid_o(sums[0]),
      .z_o    (f32)
  );
  ws_atom_fadd #(
      .EXP (11),
      .FRAC(52),
      .NAN (64'hfff8000000000000)
  ) u_f64 (
      .clk_i  (clk_i),
      .rst_ni (rst_nq),
      .valid_i(valid_i && is_add && kind == ATOM_F64),
      .ftz_i  (1'b0),
      .bf_i   (1'b0),
      .x_i    (r_i[63:0]),
      .y_i    (s_i[63:0]),
      .valid_o(sums[1]),
      .z_o    (f64)
  );
  generate
    for (k = 0; k < 2; k = k + 1) begin : g_half
      ws_atom_fadd #(
          .EXP (8),
          .FRAC(10),
          .HALF(1)
      ) u_half (
          .clk_i  (clk_i),
          .rst_ni (rst_nq),
          .valid_i(valid_i && is_add && is_half),
          .ftz_i  (1'b0),
          .bf_i   (is_bf),
          .x_i    (r_i[k*16+:16]),
          .y_i    (s_i[k*16+:16]),
          .valid_o(sums[2+k]),
          .z_o    (halves[k*16+:16])
      );
    end
  endgenerate

  // 2. All else.
  wire [127:0] a, b, one;
  wire [15:0] sel;
  wire [31:0] least;
  wire [ATOM_CTL_W-1:0] ctl;
  reg one_q;
  reg [TAG_W-1:0] one_tag_q;
  reg [127:0] a_q, b_q;  // 0 without a result, or where it stands in least_q, which is 0 else
  reg [15:0] sel_q;
  reg [31:0] least_q;

  ws_atom_int #(
      .SLICES(4)
  ) u_int (
      .ctl_i (ctl),
      .r_i   (r_i),
      .s_i   (s_i),
      .t_i   (t_i),
      .stay_i(8'd0),
      .a_o   (a),
      .b_o   (b),
      .sel_o (sel)
  );
  ws_atom_end #(
      .SLICES(4)
  ) u_end (
      .a_i  (a_q),
      .b_i  (b_q),
      .sel_i(sel_q),
      .d_o  (one)
  );
  generate
    if (MINMAX != 0) begin : g_minmax
      ws_atom_fminmax u_minmax (
          .max_i(is_max),
          .bf_i (is_bf),
          .x_i  (r_i[31:0]),
          .y_i  (s_i[31:0]),
          .z_o  (least)
      );
    end else begin : g_no_minmax
      assign least = 32'd0;
      wire unused_max = &{1'b0, is_max};
    end
  endgenerate

  generate
    if (EARLY != 0) begin : g_early
      reg [ATOM_CTL_W-1:0] ctl_q;
      reg half_q, bf_q, max_q;
      always @(posedge clk_i) {ctl_q, half_q, bf_q, max_q} <= {atom_int_ctl(fn_i), now_half, now_bf, fn_i[0]};
      assign {ctl, is_half, is_bf, is_max} = {ctl_q, half_q, bf_q, max_q};
    end else begin : g_at_once
      assign {ctl, is_half, is_bf, is_max} = {atom_int_ctl(fn_i), now_half, now_bf, fn_i[0]};  // ATOM_MIN is even
    end
  endgenerate

  always @(posedge clk_i)
    if (!rst_ni) one_q <= 1'b0;
    else one_q <= take && !is_sum;

  always @(posedge clk_i) begin
    {one_tag_q, sel_q} <= {tag_i, sel};
    if (!take || is_sum || is_half) {a_q, b_q} <= 256'd0;
    else {a_q, b_q} <= {a, b};
    if (!take || is_sum || !is_half) least_q <= 32'd0;
    else least_q <= least;
  end

  // 3. One result at most.
  assign ready_o = is_sum || !sum_q[ATOM_FLOAT_CLKS-2];
  assign valid_o = one_q || sum_q[ATOM_FLOAT_CLKS-1];
  assign d_o = one | {64'd0, f64} | {96'd0, f32 | halves | least_q};
  assign tag_o = one_q ? one_tag_q : sum_tag_q[(ATOM_FLOAT_CLKS-1)*TAG_W+:TAG_W];
  wire unused = &{1'b0, sums};
endmodule
`default_nettype wire
