// SPDX-License-Identifier: Apache-2.0
// What integers and bits in memory become: and, or, xor, exch, cas, add, inc, dec, min, max (PTX 9.7.13.5). Pure; the rule is ws_atom
// of the C model.
//
// SLICES words side by side, all under one function. A value of 32 bits takes one slice, of 64 bits slices 2k and 2k + 1, of 128
// bits 4k to 4k + 3, the low word in the lowest. Of 16 bits there are two in a slice, each for itself: whoever has one alone takes its half of
// the result and leaves the other. Codes that are no function of integers give an arbitrary result, and so do values that
// need more slices than there are.
//
// A slice has two carry chains, and three LUTs a bit beside them:
//
//   r, s ─────────────► r - s ─► r >= s ─┬─► pick
//                       r == s, r != 0 ──┘    │
//   r ────────────────► r + y + c = a ──────► [a, b, a & b, a ^ b] ─► d
//   r, s ─► y: 0, s, ones, s & ~r ─┘          │
//   s, t ─► b: s, t, 0 ───────────────────────┘
//
// r + (s & ~r) is r | s, because nothing carries; r + 0 is r. The chain of the sum is one for two slices: a place between them hands the
// carry on if the value has 64 bits, or makes the one with which the upper slice begins.
`default_nettype none
module ws_atom_int #(
    parameter SLICES = 4,  // 1, 2, 4, 8, 16 or 32
    parameter FOLD   = 0   // 1: nothing but and, or, xor, add, min and max of 32 bits
) (
    input  wire [          7:0] fn_i,
    input  wire [SLICES*32-1:0] r_i,   // memory
    input  wire [SLICES*32-1:0] s_i,   // b of the instruction
    input  wire [SLICES*32-1:0] t_i,   // c of cas
    output wire [SLICES*32-1:0] d_o
);
  `include "atom/ws_atom_fn.vh"
  localparam [3:0] A = 4'b1010, B = 4'b1100, AND = 4'b1000, XOR = 4'b0110, B_NOT_A = 4'b0100, ZERO = 4'b0000, ONES = 4'b1111;

  generate
    if (SLICES != 1 && SLICES != 2 && SLICES != 4 && SLICES != 8 && SLICES != 16 && SLICES != 32) begin : g_illegal
      ws_atom_int_illegal_SLICES illegal ();
    end
  endgenerate

  // 1. The function, for all slices.
  wire [3:0] op = fn_i[3:0];
  wire [3:0] kind = fn_i[7:4];
  wire inc = FOLD == 0 && op == ATOM_INC;
  wire dec = FOLD == 0 && op == ATOM_DEC;
  wire cas = FOLD == 0 && op == ATOM_CAS;
  wire bitwise = op == ATOM_AND || op == ATOM_XOR;
  wire turn = kind == ATOM_S32 || kind == ATOM_S64;
  wire two = FOLD == 0 && (kind == ATOM_B64 || kind == ATOM_B128 || kind == ATOM_U64 || kind == ATOM_S64);
  wire four = FOLD == 0 && kind == ATOM_B128;
  wire [1:0] y_sel = {dec || op == ATOM_OR, dec || op == ATOM_ADD};
  wire [1:0] b_sel = {inc, cas};

  // 2. Each slice: the sum, and what it can say of its own word.
  wire [SLICES-1:0] ge;                // r >= s
  wire [SLICES-1:0] same_lo, same_hi;  // r == s
  wire [SLICES-1:0] some;              // r != 0, told by the carry of r + ones
  wire [SLICES*32-1:0] y, b, a;
  genvar i;

  ws_atom_bits #(
      .W (SLICES * 32),
      .F0(ZERO),
      .F1(B),
      .F2(B_NOT_A),
      .F3(ONES)
  ) u_y (
      .sel_i(y_sel),
      .a_i  (r_i),
      .b_i  (s_i),
      .y_o  (y)
  );
  ws_atom_bits #(
      .W (SLICES * 32),
      .F0(A),
      .F1(B),
      .F2(ZERO),
      .F3(ZERO)
  ) u_b (
      .sel_i(b_sel),
      .a_i  (s_i),
      .b_i  (t_i),
      .y_o  (b)
  );

  generate
    for (i = 0; i < SLICES; i = i + 1) begin : g_word
      wire [32:0] less = {1'b0, r_i[i*32+:32]} - {1'b0, s_i[i*32+:32]};
      assign ge[i] = !less[32];
      assign same_lo[i] = r_i[i*32+:16] == s_i[i*32+:16];
      assign same_hi[i] = r_i[i*32+16+:16] == s_i[i*32+16+:16];
      wire unused = &{1'b0, less[31:0]};
    end

    if (SLICES == 1) begin : g_one
      assign {some, a} = {1'b0, r_i} + {1'b0, y} + {32'd0, inc};
    end else begin : g_pairs
      for (i = 0; i < SLICES; i = i + 2) begin : g_pair
        // The place between holds 0 + 0, or 1 + 0 to hand a carry on, or 1 + 1 to make one; the place below does what c would.
        wire from, between;
        assign {some[i+1], a[i*32+32+:32], between, a[i*32+:32], from} =
            {1'b0, r_i[i*32+32+:32], two || inc, r_i[i*32+:32], inc} + {1'b0, y[i*32+32+:32], inc, y[i*32+:32], inc};
        assign some[i] = between;
        wire unused = &{1'b0, from};
      end
    end
  endgenerate

  // 3. Each value: is its result b?
  wire [SLICES-1:0] same = same_lo & same_hi;
  wire order = op == ATOM_MIN || op == ATOM_MAX;
  wire max = op == ATOM_MAX;
  wire exch = FOLD == 0 && op == ATOM_EXCH;
  wire halves = FOLD == 0 && kind == ATOM_B16;

  generate
    for (i = 0; i < SLICES; i = i + 1) begin : g_value
      // Slices of the same value of 64 bits, and those of the other half of one of 128.
      localparam LO = i & ~1;
      localparam HI = SLICES == 1 ? 0 : LO + 1;
      localparam OTHER = SLICES < 4 ? LO : LO ^ 2;
      localparam OTHER_HI = SLICES < 4 ? HI : HI ^ 2;
      wire same_2 = same[LO] && same[HI];
      wire same_4 = same_2 && same[OTHER] && same[OTHER_HI];
      wire equal = four ? same_4 : two ? same_2 : same[i];
      // Signed words of different signs order the other way round.
      wire ge_i = ge[i] ^ (turn && r_i[i*32+31] != s_i[i*32+31]);
      wire ge_hi = ge[HI] ^ (turn && r_i[HI*32+31] != s_i[HI*32+31]);
      wire at_least = two ? (same[HI] ? ge[LO] : ge_hi) : ge_i;
      wire takes_b = exch || (order && at_least != max) || (inc && ge[i]) || (dec && (!some[i] || (ge[i] && !same[i])));
      wire [1:0] swap = halves ? {same_hi[i], same_lo[i]} : {equal, equal};
      wire [1:0] pick = {2{takes_b}} | ({2{cas}} & swap);

      ws_atom_bits #(
          .W (16),
          .F0(A),
          .F1(B),
          .F2(AND),
          .F3(XOR)
      ) u_lo (
          .sel_i({bitwise, op == ATOM_XOR || pick[0]}),
          .a_i  (a[i*32+:16]),
          .b_i  (b[i*32+:16]),
          .y_o  (d_o[i*32+:16])
      );
      ws_atom_bits #(
          .W (16),
          .F0(A),
          .F1(B),
          .F2(AND),
          .F3(XOR)
      ) u_hi (
          .sel_i({bitwise, op == ATOM_XOR || pick[1]}),
          .a_i  (a[i*32+16+:16]),
          .b_i  (b[i*32+16+:16]),
          .y_o  (d_o[i*32+16+:16])
      );
    end
  endgenerate
endmodule
`default_nettype wire
