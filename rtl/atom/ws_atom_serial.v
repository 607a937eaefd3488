// SPDX-License-Identifier: Apache-2.0
// x + y of floats of any format, one sum at a time: where sums are rare, less than half of what one ws_atom_fadd of each format takes. Same rule:
// rounded to nearest, ties to even; f32 with subnormals as 0 of their sign; x + -x is +0; any NaN is the one of the format.
//
// start_i: a sum begins; its operands, in the low bits of x_i and y_i (or with upper_i in bits 31:16), and its format stand until done_o,
// ATOM_SERIAL_CLKS - 1 clocks later, in which z_o has the sum.
//
//   X, Y    unpacked, one after the other: 1.fraction at the top of a register, whatever the format
//   ORDER   which one is larger?
//   SWAP    that goes to a_q
//   APART   by how much the exponents differ
//   ALIGN   b_q to the right, 8 places a clock or 1; then a_q becomes a_q +- b_q
//   NORM    a_q to the left, 8 places or 1, until its first 1 is at the top or its exponent is 1; then what rounding adds goes to b_q
//   ROUND   a_q becomes a_q + b_q
// ALIGN and NORM take 18 clocks at most, since who moved by more than one place to the right moves by two at most to the left.
`default_nettype none
module ws_atom_serial (
    input  wire        clk_i,
    input  wire        rst_ni,
    // operands
    input  wire        start_i,
    input  wire        f64_i,    // one of these
    input  wire        f32_i,
    input  wire        f16_i,
    input  wire        bf_i,
    input  wire        upper_i,  // of halves: bits 31:16
    input  wire [63:0] x_i,
    input  wire [63:0] y_i,
    // sum
    output wire        done_o,
    output wire [63:0] z_o
);
  `include "atom/ws_atom_fn.vh"
  localparam X = 0, Y = 1, ORDER = 2, SWAP = 3, APART = 4, ALIGN = 5, NORM = 6, ROUND = 7, STATES = 8;  // X: nothing, or a sum that is done

  (* fsm_encoding = "none" *) reg [STATES-1:0] state_q;
  reg [4:0] count_q;
  reg busy_q;
  // A number: sign, exponent, at least 1; a_q has its leading bit in place 55, and in 56 from the addition on.
  reg a_sign_q, b_sign_q;
  reg [11:0] a_exp_q;
  reg [10:0] b_exp_q;
  reg [56:0] a_q;
  reg [55:0] b_q;
  reg [5:0] apart_q;                // places that b_q still has to go
  reg less_q;                       // a_q is the smaller one
  reg sub_q;                        // in ORDER, and where signs differ in ALIGN
  reg minus_q, high_q, nan_q, zero_q, carry_q, rounded_q, one_q, over_q;
  wire minus = a_sign_q ^ b_sign_q;

  // 1. A number unpacked. A subnormal one has exponent 1 and no leading 1.
  wire [63:0] word = state_q[Y] ? y_i : x_i;
  wire [15:0] half = upper_i ? word[31:16] : word[15:0];
  wire sign = f64_i ? word[63] : f32_i ? word[31] : half[15];
  wire [10:0] exp = f64_i ? word[62:52] : f32_i ? {3'd0, word[30:23]} : bf_i ? {3'd0, half[14:7]} : {6'd0, half[14:10]};
  wire some = exp != 11'd0;
  wire [51:0] frac = f64_i ? word[51:0] : f32_i ? {word[22:0] & {23{some}}, 29'd0} : bf_i ? {half[6:0], 45'd0} : {half[9:0], 42'd0};

  // 2. The adder, for all that is added, and compared.
  wire [57:0] total = {1'b0, a_q} + ({2'd0, b_q} ^ {58{sub_q}}) + {57'd0, sub_q};
  wire equal = a_exp_q[10:0] == b_exp_q;
  wire [11:0] differ = a_exp_q - {1'b0, b_exp_q};
  wire swap = state_q[SWAP] && less_q;

  // 3. The larger one is a NaN, or one of the infinities: whatever is added, the sum is over.
  wire highest = &a_exp_q[4:0] && (f16_i || &a_exp_q[7:5]) && (!f64_i || &a_exp_q[10:8]);

  // 4. Places to go.
  wire right_8 = apart_q[5:3] != 3'd0;
  wire aligned = apart_q == 6'd0;
  wire left_8 = a_q[56:49] == 8'd0 && a_exp_q[11:3] != 9'd0 && a_exp_q != 12'd8;
  wire [11:0] exp_8 = {a_exp_q[11:3] - 9'd1, a_exp_q[2:0]}, exp_1 = a_exp_q - 12'd1;  // left_8, known last, selects
  wire [3:0] below = {|a_q[47:45], |a_q[44:32], |a_q[31:3], |a_q[2:0]};
  wire zero = !(|a_q[56:48]) && below == 4'd0;
  wire normal = a_q[56] || zero_q || a_exp_q == 12'd1;  // a 0 is known a clock late, and goes nowhere

  // 5. Half a place more than the last one, and an odd one, or more: up.
  wire up_64 = a_q[3] && (below[0] || a_q[4]);
  wire up_32 = a_q[32] && (|below[1:0] || a_q[33]);
  wire up_16 = a_q[45] && (|below[2:0] || a_q[46]);
  wire up_bf = a_q[48] && (|below[3:0] || a_q[49]);

  // 6. Over: infinite.
  wire one = a_q[56] || carry_q;  // a leading 1
  wire over = one && (a_exp_q[11] || (f64_i ? &a_exp_q[10:0] : |a_exp_q[10:8] || (f16_i ? |a_exp_q[7:5] || &a_exp_q[4:0] : &a_exp_q[7:0])));

  always @(posedge clk_i)
    if (!rst_ni) begin
      state_q <= 8'd1;
      busy_q  <= 1'b0;
    end else begin
      state_q[X]     <= (state_q[X] && !start_i) || state_q[ROUND];
      state_q[Y]     <= state_q[X] && start_i;
      state_q[ORDER] <= state_q[Y];
      state_q[SWAP]  <= state_q[ORDER];
      state_q[APART] <= state_q[SWAP];
      state_q[ALIGN] <= state_q[APART] || (state_q[ALIGN] && !aligned);
      state_q[NORM]  <= (state_q[ALIGN] && aligned) || (state_q[NORM] && !normal);
      state_q[ROUND] <= state_q[NORM] && normal;
      busy_q         <= start_i || (busy_q && !done_o);
    end

  always @(posedge clk_i) begin
    count_q <= start_i ? 5'd1 : count_q + 5'd1;
    sub_q   <= state_q[Y] || ((state_q[APART] || state_q[ALIGN]) && minus);
    less_q  <= differ[11] || (equal && total[57]);

    // a: the first number, the larger one, the sum, to the left, rounded
    if (state_q[Y] || swap) a_q <= {1'b0, b_q};
    else if ((state_q[ALIGN] && aligned) || state_q[ROUND]) a_q <= total[56:0];
    else if (state_q[NORM] && !normal) a_q <= left_8 ? a_q << 8 : a_q << 1;

    if (state_q[Y] || swap) {a_sign_q, a_exp_q} <= {b_sign_q, 1'b0, b_exp_q};
    else if ((state_q[ALIGN] && aligned) || (rounded_q && carry_q)) a_exp_q <= a_exp_q + 12'd1;
    else if (state_q[NORM] && !normal) a_exp_q <= left_8 ? exp_8 : exp_1;

    // b: a number that has come, the smaller one, to the right with a last bit that says what was lost, what rounding adds
    if (state_q[X] || state_q[Y]) b_q <= {some, frac, 3'd0};
    else if (swap) b_q <= a_q[55:0];
    else if (state_q[NORM])
      b_q <= {6'd0, bf_i && up_bf, 2'd0, f16_i && up_16, 12'd0, f32_i && up_32, 28'd0, f64_i && up_64, 4'd0};
    else if (state_q[ALIGN] && !aligned) b_q <= right_8 ? {8'd0, b_q[55:9], |b_q[8:0]} : {1'b0, b_q[55:2], |b_q[1:0]};

    if (state_q[X] || state_q[Y]) {b_sign_q, b_exp_q} <= {sign, exp[10:1], exp[0] || !some};
    else if (swap) {b_sign_q, b_exp_q} <= {a_sign_q, a_exp_q[10:0]};

    if (state_q[APART]) begin
      apart_q <= differ[5:0] | {6{|differ[11:6]}};
      minus_q <= minus;
      high_q  <= highest;
      nan_q   <= highest && (|a_q[54:3] || (minus && equal));
    end else if (right_8) apart_q[5:3] <= apart_q[5:3] - 3'd1;
    else if (!aligned) apart_q[2:0] <= apart_q[2:0] - 3'd1;

    if (state_q[ALIGN] || state_q[NORM]) zero_q <= state_q[NORM] && zero;
    if (state_q[ROUND]) carry_q <= total[57];
    rounded_q <= state_q[ROUND];
    {one_q, over_q} <= {one, over || high_q};
  end

  // 7. Packed. An exact 0 of two signs is +0.
  wire [10:0] exp_z = (a_exp_q[10:0] & {11{one_q}}) | {11{over_q}};
  wire [51:0] frac_z = a_q[55:4] & {52{!over_q && (one_q || !f32_i)}};
  wire sign_z = a_sign_q && !(zero_q && minus_q);
  wire [15:0] half_z = nan_q ? 16'h7fff : {sign_z, bf_i ? {exp_z[7:0], frac_z[51:45]} : {exp_z[4:0], frac_z[51:42]}};
  wire [31:0] f32_z = nan_q ? 32'h7fffffff : {sign_z, exp_z[7:0], frac_z[51:29]};
  wire [63:0] f64_z = nan_q ? 64'hfff8000000000000 : {sign_z, exp_z, frac_z};

  assign z_o = f64_i ? f64_z : {32'd0, f32_i ? f32_z : {16'd0, half_z}};
  assign done_o = busy_q && count_q == ATOM_SERIAL_CLKS - 1;
endmodule
`default_nettype wire
