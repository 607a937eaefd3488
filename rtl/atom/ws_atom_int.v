// SPDX-License-Identifier: Apache-2.0
// What integers and bits in memory become: and, or, xor, exch, cas, add, inc, dec, min, max (PTX 9.7.13.5). Pure; the rule is ws_atom
// of the C model.
//
// SLICES words side by side, all under one function. A value of 32 bits takes one slice, of 64 bits slices 2k and 2k + 1, of 128
// bits 4k to 4k + 3, the low word in the lowest. Of 16 bits there are two in a slice, each for itself: whoever has one alone says
// that the other stays, or takes its half of the result. Codes that are no function of integers give an arbitrary result, and so do values that
// need more slices than there are.
//
// A slice has two carry chains, and three LUTs a bit beside them:
//
//   r, s ─────────────► r >= s ─┐
//   r, s ─────────────► r == s ─┴─► takes b? ─┐
//   r ────────────────► r + y + c = a ──────► [a, b, a & b, a ^ b] ─► d
//   r, s ─► y: 0, s, ones, s & ~r ─┘          │
//   s, t ─► b: s, t, 0 ───────────────────────┘
//
// r + (s & ~r) is r | s, because nothing carries; r + 0 is r. Each chain is one for two slices: a place between them hands the
// carry on if the value has 64 bits, or makes the one with which the upper slice begins.
//
// The attribute has a synthesizer map it by itself, for its own depth.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_int #(
    parameter SLICES = 4,  // 1, 2, 4, 8, 16 or 32
    parameter T_ZERO = 0   // 1: t_i is 0 where the function is not cas, which saves a LUT a bit
) (
    input  wire [         17:0] ctl_i,   // atom_int_ctl of the function, ws_atom_fn.vh
    input  wire [SLICES*32-1:0] r_i,     // memory
    input  wire [SLICES*32-1:0] s_i,     // b of the instruction
    input  wire [SLICES*32-1:0] t_i,     // c of cas
    input  wire [ SLICES*2-1:0] stay_i,  // of values of 16 bits: cas leaves this half as it is
    output wire [SLICES*32-1:0] d_o
);
  localparam [3:0] A = 4'b1010, B = 4'b1100, AND = 4'b1000, XOR = 4'b0110, B_NOT_A = 4'b0100, ZERO = 4'b0000, ONES = 4'b1111;

  generate
    if (SLICES != 1 && SLICES != 2 && SLICES != 4 && SLICES != 8 && SLICES != 16 && SLICES != 32) begin : g_illegal
      ws_atom_int_illegal_SLICES illegal ();
    end
  endgenerate

  // 1. The function, for all slices.
  wire xor_, bitwise, at_least, below, turn_hi, turn_lo, inc, dec, cas_or_inc, cas_word, cas_half, two, four, two_or_inc, one_dec, one_not_dec;
  wire [1:0] y_sel;
  assign {xor_, bitwise, y_sel, at_least, below, turn_hi, turn_lo, inc, dec, cas_or_inc, cas_word, cas_half, two, four, two_or_inc, one_dec, one_not_dec} =
      ctl_i;

  // 2. Each slice: the sum, and what it can say of its own word.
  wire [SLICES-1:0] ge;                // r >= s of the value; of dec r > s
  wire [SLICES*4-1:0] same;            // r == s, by byte
  wire [SLICES-1:0] some;              // r != 0, told by the carry of r + ones
  wire [SLICES*32-1:0] y, a;
  wire [SLICES*32-1:0] b = !cas_or_inc ? s_i : inc && T_ZERO == 0 ? {SLICES * 32{1'b0}} : t_i;
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

  generate
    for (i = 0; i < SLICES; i = i + 1) begin : g_word
      assign same[i*4+:4] = {r_i[i*32+24+:8] == s_i[i*32+24+:8], r_i[i*32+16+:8] == s_i[i*32+16+:8], r_i[i*32+8+:8] == s_i[i*32+8+:8],
        r_i[i*32+:8] == s_i[i*32+:8]};
    end

    if (SLICES == 1) begin : g_one
      wire [33:0] less = {1'b0, r_i[31] ^ turn_hi, r_i[30:0], 1'b0} - {1'b0, s_i[31] ^ turn_hi, s_i[30:0], dec};
      assign ge = !less[33];
      assign {some, a} = {1'b0, r_i} + {1'b0, y} + {32'd0, inc};
      wire unused = &{1'b0, less[32:0]};
    end else begin : g_pairs
      for (i = 0; i < SLICES; i = i + 2) begin : g_pair
        // The place between holds 0 + 0, or 1 + 0 to hand a carry on, or 1 + 1 to make one; the place below does what c would.
        wire from, between;
        assign {some[i+1], a[i*32+32+:32], between, a[i*32+:32], from} =
            {1'b0, r_i[i*32+32+:32], two_or_inc, r_i[i*32+:32], inc} + {1'b0, y[i*32+32+:32], inc, y[i*32+:32], inc};
        assign some[i] = between;
        // As well; a borrow comes in from below, so that r == s has one, for dec alone.
        wire [66:0] less = {1'b0, r_i[i*32+63] ^ turn_hi, r_i[i*32+32+:31], one_not_dec, r_i[i*32+31] ^ turn_lo, r_i[i*32+:31], 1'b0} -
            {1'b0, s_i[i*32+63] ^ turn_hi, s_i[i*32+32+:31], one_dec, s_i[i*32+31] ^ turn_lo, s_i[i*32+:31], dec};
        assign ge[i+1] = !less[66];
        assign ge[i] = two ? !less[66] : less[33];
        wire unused = &{1'b0, from, less[65:34], less[32:0]};
      end
    end
  endgenerate

  // 3. Each value: is its result b? Two levels from the bytes that are the same to the choice.

  generate
    for (i = 0; i < SLICES; i = i + 1) begin : g_value
      // Slices of the same value of 64 bits, and those of the other half of one of 128.
      localparam LO = i & ~1;
      localparam HI = SLICES == 1 ? 0 : LO + 1;
      localparam OTHER = SLICES < 4 ? LO : LO ^ 2;
      localparam OTHER_HI = SLICES < 4 ? HI : HI ^ 2;
      wire own = &same[i*4+:4];
      wire pair = cas_word && own && (!two || &same[(LO^HI^i)*4+:4]);
      wire rest = !four || (&same[OTHER*4+:4] && &same[OTHER_HI*4+:4]);
      wire [1:0] half = {2{cas_half}} & ~stay_i[i*2+:2] & {&same[i*4+2+:2], &same[i*4+:2]};
      wire takes_b = (ge[i] ? at_least : below) || (dec && !some[i]);
      wire [1:0] pick = {2{takes_b || (pair && rest)}} | half;

      ws_atom_bits #(
          .W (16),
          .F0(A),
          .F1(B),
          .F2(AND),
          .F3(XOR)
      ) u_lo (
          .sel_i({bitwise, xor_ || pick[0]}),
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
          .sel_i({bitwise, xor_ || pick[1]}),
          .a_i  (a[i*32+16+:16]),
          .b_i  (b[i*32+16+:16]),
          .y_o  (d_o[i*32+16+:16])
      );
    end
  endgenerate
endmodule
`default_nettype wire
