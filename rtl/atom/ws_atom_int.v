// SPDX-License-Identifier: Apache-2.0
// What integers and bits in memory become: and, or, xor, exch, cas, add, inc, dec, min, max (PTX 9.7.13.5). Pure; the rule is ws_atom
// of the C model.
//
// SLICES words side by side, all under one function. A value of 32 bits takes one slice, of 64 bits slices 2k and 2k + 1, of 128
// bits 4k to 4k + 3, the low word in the lowest. Of 16 bits there are two in a slice, each for itself: whoever has one alone says
// that the other stays, or takes its half of the result. The last step is not taken here: what the result is made of may stand in registers
// before ws_atom_end takes it. Codes that are no function of integers give an arbitrary result, and so do values that
// need more slices than there are.
//
// A slice has two carry chains, and three LUTs a bit beside them:
//
//   r, s ─────────────► r >= s ─┐
//   r, s ─────────────► r == s ─┴─► takes b? ─┐
//   r ────────────────► r + y + c = a ──────► [a, a & b, a ^ b, b] ─► result (ws_atom_end)
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
    input  wire [         21:0] ctl_i,   // atom_int_ctl of the function, ws_atom_fn.vh
    input  wire [SLICES*32-1:0] r_i,     // memory
    input  wire [SLICES*32-1:0] s_i,     // b of the instruction
    input  wire [SLICES*32-1:0] t_i,     // c of cas
    input  wire [ SLICES*2-1:0] stay_i,  // of values of 16 bits: cas leaves this half as it is
    output wire [SLICES*32-1:0] a_o,
    output wire [SLICES*32-1:0] b_o,
    output wire [ SLICES*4-1:0] sel_o    // of each half word: the result is a, a & b, a ^ b, b
);
  localparam [3:0] B = 4'b1100, B_NOT_A = 4'b0100, ZERO = 4'b0000, ONES = 4'b1111;

  generate
    if (SLICES != 1 && SLICES != 2 && SLICES != 4 && SLICES != 8 && SLICES != 16 && SLICES != 32) begin : g_illegal
      ws_atom_int_illegal_SLICES illegal ();
    end
  endgenerate

  // 1. The function, for all slices.
  wire turn_hi, turn_lo, inc, dec, cas_or_inc, cas_word, cas_half, two, four, two_or_inc, one_dec, one_not_dec;
  wire [1:0] y_sel, at_least, below, pair_at_least, pair_below;
  assign {pair_at_least, pair_below, y_sel, at_least, below, turn_hi, turn_lo, inc, dec, cas_or_inc, cas_word, cas_half, two, four, two_or_inc, one_dec, one_not_dec} =
      ctl_i;

  // 2. Each slice: the sum, and what it can say of its own word.
  wire [SLICES-1:0] under;             // r < s of the value, of upper words; of dec r <= s
  wire [SLICES*2-1:0] low;             // of lower words, of a value of 32 bits
  wire [SLICES-1:0] same;              // r == s, by word
  wire [SLICES*2-1:0] half;            // ... by half word, of cas of 16 bits
  wire [SLICES*32-1:0] y;
  assign b_o = !cas_or_inc ? s_i : inc && T_ZERO == 0 ? {SLICES * 32{1'b0}} : t_i;
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
      ws_atom_same u_same (
          .r_i       (r_i[i*32+:32]),
          .s_i       (s_i[i*32+:32]),
          .cas_half_i(cas_half),
          .stay_i    (stay_i[i*2+:2]),
          .word_o    (same[i]),
          .half_o    (half[i*2+:2])
      );
    end

    if (SLICES == 1) begin : g_one
      wire [33:0] less = {1'b0, r_i[31] ^ turn_hi, r_i[30:0], 1'b0} - {1'b0, s_i[31] ^ turn_hi, s_i[30:0], dec};
      assign under = less[33];
      assign low = 2'd0;
      assign a_o = r_i + y + {31'd0, inc};
      wire unused = &{1'b0, less[32:0]};
    end else begin : g_pairs
      for (i = 0; i < SLICES; i = i + 2) begin : g_pair
        // The place between holds 0 + 0, or 1 + 0 to hand a carry on, or 1 + 1 to make one; the place below does what c would.
        wire from, between;
        assign {a_o[i*32+32+:32], between, a_o[i*32+:32], from} =
            {r_i[i*32+32+:32], two_or_inc, r_i[i*32+:32], inc} + {y[i*32+32+:32], inc, y[i*32+:32], inc};
        // As well; a borrow comes in from below, so that r == s has one, for dec alone.
        wire [66:0] less = {1'b0, r_i[i*32+63] ^ turn_hi, r_i[i*32+32+:31], one_not_dec, r_i[i*32+31] ^ turn_lo, r_i[i*32+:31], 1'b0} -
            {1'b0, s_i[i*32+63] ^ turn_hi, s_i[i*32+32+:31], one_dec, s_i[i*32+31] ^ turn_lo, s_i[i*32+:31], dec};
        assign under[i+:2] = {2{less[66]}};
        assign low[i*2+:4] = {2'd0, two ? 2'd0 : less[33] ? at_least : below};
        wire unused = &{1'b0, from, between, less[65:34], less[32:0]};
      end
    end
  endgenerate

  // 3. Each value: is its result b? Two levels from the words that are the same to the choice. Bitwise functions have their own, whatever r is.

  generate
    for (i = 0; i < SLICES; i = i + 1) begin : g_value
      // Slices of the same value of 64 bits, and those of the other half of one of 128.
      localparam LO = i & ~1;
      localparam HI = SLICES == 1 ? 0 : LO + 1;
      localparam OTHER = SLICES < 4 ? LO : LO ^ 2;
      localparam OTHER_HI = SLICES < 4 ? HI : HI ^ 2;
      ws_atom_takes u_takes (
          .cas_i   (cas_word),
          .two_i   (two),
          .four_i  (four),
          .same_i  (same[i]),
          .mate_i  (same[LO^HI^i]),
          .others_i({same[OTHER_HI], same[OTHER]}),
          .low_i   (low[i*2+:2]),
          .less_i  (under[i]),
          .at_least_i(i + 1 < SLICES && i % 2 == 0 ? pair_at_least : at_least),
          .below_i (i + 1 < SLICES && i % 2 == 0 ? pair_below : below),
          .half_i  (half[i*2+:2] | {2{dec && r_i[i*32+:32] == 32'd0}}),
          .sel_o   (sel_o[i*4+:4])
      );
    end
  endgenerate
endmodule
`default_nettype wire
