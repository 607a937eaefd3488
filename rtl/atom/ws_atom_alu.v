// SPDX-License-Identifier: Apache-2.0
// What one element of memory becomes: every function of atom and red (PTX 9.7.13.5, 9.7.13.6). The rule is ws_atom of the C model.
//
//   fn, r, s, t ─┬─► int, minmax ─► d ───────────┬─► d_o
//                └─► one adder of all formats ─► ┘
//
// An element stands in the low bits of r, s, t and d: 16, 32, 64 or 128 of them. Bits of d above it mean nothing. A result comes ATOM_INT_CLKS
// after its operation, from registers through two LUTs, that of a floating-point sum ATOM_SERIAL_CLKS (ws_atom_fn.vh), of a pair twice that. Until
// then no other operation is taken, and fn, r and s of the sum stand. Nothing holds a result back. A code that is no function gives an arbitrary value after
// ATOM_INT_CLKS. add.f32 takes and gives subnormals as 0, as in global memory.
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
  wire now_add = fn_i[3:0] == ATOM_ADD;
  wire now_half = kind == ATOM_F16 || kind == ATOM_BF16 || kind == ATOM_F16X2 || kind == ATOM_BF16X2;
  wire now_bf = kind == ATOM_BF16 || kind == ATOM_BF16X2;
  wire is_half, is_bf, is_max;
  wire [3:0] now_format = {kind == ATOM_F64, kind == ATOM_F32, now_half && !now_bf, now_bf};
  wire [3:0] format;  // f64, f32, f16, bf16
  wire now_pair = kind == ATOM_F16X2 || kind == ATOM_BF16X2;
  wire is_add, is_pair;
  wire is_sum = is_add && |format;
  wire take = valid_i && ready_o;

  // 1. Sums, of pairs the lower one first.
  reg sum_q, upper_q;        // a sum is under way; the upper one of a pair
  reg again_q;               // that begins
  reg [TAG_W-1:0] sum_tag_q;
  reg [15:0] lower_q;        // sum of the lower one
  wire done;
  wire [63:0] sum;
  wire ends = done && (upper_q || !is_pair);

  always @(posedge clk_i)
    if (!rst_ni) {sum_q, upper_q, again_q} <= 3'b000;
    else begin
      sum_q   <= (take && is_sum) || (sum_q && !ends);
      upper_q <= is_pair && sum_q && (done || upper_q) && !ends;
      again_q <= done && !ends;
    end

  always @(posedge clk_i) begin
    if (take) sum_tag_q <= tag_i;
    if (done) lower_q <= sum[15:0];
  end

  ws_atom_serial adder (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .start_i((take && is_sum) || again_q),
      .f64_i  (format[3]),
      .f32_i  (format[2]),
      .f16_i  (format[1]),
      .bf_i   (format[0]),
      .upper_i(upper_q),
      .x_i    (r_i[63:0]),
      .y_i    (s_i[63:0]),
      .done_o (done),
      .z_o    (sum)
  );

  // 2. All else; one result at most.
  wire [127:0] a, b, one;
  wire [15:0] sel;
  wire [31:0] least;
  wire [ATOM_CTL_W-1:0] ctl;
  reg one_q;
  reg [TAG_W-1:0] one_tag_q;
  reg [127:0] a_q, b_q;  // 0 without a result, or where it stands in rest_q, which is 0 else
  reg [15:0] sel_q;
  reg [63:0] rest_q;

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
      reg half_q, bf_q, max_q, add_q, pair_q;
      reg [3:0] format_q;
      always @(posedge clk_i) begin
        ctl_q <= atom_int_ctl(fn_i);
        {half_q, bf_q, max_q, format_q, add_q, pair_q} <= {now_half, now_bf, fn_i[0], now_format, now_add, now_pair};
      end
      assign {ctl, is_half, is_bf, is_max, format, is_add, is_pair} = {ctl_q, half_q, bf_q, max_q, format_q, add_q, pair_q};
    end else begin : g_at_once
      assign {ctl, is_half, is_bf, is_max, format, is_add, is_pair} = {atom_int_ctl(fn_i), now_half, now_bf, fn_i[0], now_format, now_add, now_pair};  // ATOM_MIN is even
    end
  endgenerate

  always @(posedge clk_i)
    if (!rst_ni) one_q <= 1'b0;
    else one_q <= (take && !is_sum) || ends;

  always @(posedge clk_i) begin
    one_tag_q <= sum_q ? sum_tag_q : tag_i;
    sel_q <= sel;
    if (!take || is_sum || is_half) {a_q, b_q} <= 256'd0;
    else {a_q, b_q} <= {a, b};
    if (sum_q) rest_q <= ends ? {sum[63:32], is_pair ? {sum[15:0], lower_q} : sum[31:0]} : 64'd0;
    else rest_q <= take && !is_sum && is_half ? {32'd0, least} : 64'd0;
  end

  assign ready_o = !sum_q;
  assign valid_o = one_q;
  assign d_o = one | {64'd0, rest_q};
  assign tag_o = one_tag_q;
endmodule
`default_nettype wire
