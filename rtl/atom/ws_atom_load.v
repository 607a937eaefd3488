// SPDX-License-Identifier: Apache-2.0
// The next lanes of a chunk as word slots. Pure; C twin: fill in atom_unit.c.
//
// A window has as many lanes as there are slots for: CL, S / 2 of 64 bits, S / 4 of 128. It is the one in which the lowest lane stands that
// is left. An element takes slots in a row, its low word in the lowest. A half stands in both halves of s and t, half_o says which one of
// the word it is. fold_i: the operation can be combined; lanes without a part in it have the s that changes nothing, and same_word_o
// names lanes at the word of first_i.
`default_nettype none
module ws_atom_load #(
    parameter CL = 8,            // lanes of a chunk, at most S
    parameter S  = 8,            // slots, at least 4
    parameter G  = $clog2(S)     // derived, not to be set
) (
    input  wire             valid_i,      // else the outputs mean nothing
    input  wire [      7:0] fn_i,
    input  wire [   CL-1:0] todo_i,
    input  wire [   CL-1:0] first_i,      // the lowest lane that uses memory
    input  wire [ CL*3-1:0] code_i,       // 0: uses memory
    input  wire [CL*14-1:0] at_i,         // byte address in memory
    input  wire [CL*64-1:0] a_i,
    input  wire [CL*32-1:0] b_i,
    input  wire [CL*32-1:0] c_i,
    output reg  [   CL-1:0] lanes_o,      // of the window
    output reg  [      4:0] base_o,       // its lowest lane in the chunk
    output reg  [    S-1:0] todo_o,
    output reg  [    S-1:0] use_o,        // uses memory
    output reg  [  S*3-1:0] code_o,
    output reg  [ S*12-1:0] word_o,       // address / 4
    output reg  [    S-1:0] half_o,
    output reg  [ S*32-1:0] s_o,
    output reg  [ S*32-1:0] t_o,
    output reg  [  S*S-1:0] same_slot_o,  // bit j*S + k, k < j: the words of j and k have equal numbers modulo S
    output reg  [    S-1:0] same_word_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "atom/ws_atom_fn.vh"
  localparam [31:0] L2 = S / 2 < CL ? S / 2 : CL, L4 = S / 4 < CL ? S / 4 : CL;
  localparam N2 = CL / L2, N4 = CL / L4;
  wire half = atom_is_half(fn_i);
  wire wide = atom_is_wide(fn_i);
  wire quad = atom_is_quad(fn_i);
  wire fold = atom_is_fold(fn_i);
  wire narrow = valid_i && !wide && !quad;

  // What changes nothing: all ones of and and of min of unsigned words, the greatest and the least of signed ones, 0.
  wire signed_word = fn_i[7:4] == ATOM_S32;
  wire one_lo = fn_i[3:0] == ATOM_AND || fn_i[3:0] == ATOM_MIN;
  wire one_hi = fn_i[3:0] == ATOM_AND || (fn_i[3:0] == ATOM_MIN && !signed_word) || (fn_i[3:0] == ATOM_MAX && signed_word);

  // 1. Which window: one bit each, all 0 of another size.
  reg [N2-1:0] any2, sel2;
  reg [N4-1:0] any4, sel4;
  integer k, l;

  always @(*) begin
    for (k = 0; k < N2; k = k + 1) any2[k] = |todo_i[k*L2+:L2];
    for (k = 0; k < N4; k = k + 1) any4[k] = |todo_i[k*L4+:L4];
    sel2 = any2 & (~any2 + {{N2 - 1{1'b0}}, 1'b1}) & {N2{valid_i && wide}};
    sel4 = any4 & (~any4 + {{N4 - 1{1'b0}}, 1'b1}) & {N4{valid_i && quad}};
    base_o = 5'd0;
    lanes_o = {CL{narrow}};
    for (k = 0; k < N2; k = k + 1)
      if (sel2[k]) begin
        base_o = base_o | k[4:0] * L2[4:0];
        lanes_o[k*L2+:L2] = {L2{1'b1}};
      end
    for (k = 0; k < N4; k = k + 1)
      if (sel4[k]) begin
        base_o = base_o | k[4:0] * L4[4:0];
        lanes_o[k*L4+:L4] = {L4{1'b1}};
      end
  end

  // 2. Its lanes in slots. One of at most 1 + N2 + N4 sources each.
  localparam SRC = 1 + 3 + 12 + 1;  // todo, code, word, half
  reg [SRC-1:0] place;
  reg [63:0] value;  // t, s

  always @(*) begin
    todo_o = {S{1'b0}};
    use_o  = {S{1'b0}};
    half_o = {S{1'b0}};
    code_o = {S * 3{1'b0}};
    word_o = {S * 12{1'b0}};
    s_o    = {S * 32{1'b0}};
    t_o    = {S * 32{1'b0}};
    place  = {SRC{1'b0}};
    value  = 64'd0;
    for (l = 0; l < S; l = l + 1) begin
      place = {SRC{1'b0}};
      value = 64'd0;
      if (l < CL && narrow) begin
        place = {todo_i[l%CL], code_i[l%CL*3+:3], at_i[l%CL*14+2+:12], at_i[l%CL*14+1]};
        value = half ? {{2{b_i[l%CL*32+:16]}}, {2{a_i[l%CL*64+:16]}}} : {b_i[l%CL*32+:32], a_i[l%CL*64+:32]};
      end
      for (k = 0; k < N2; k = k + 1)
        if (l / 2 < L2 && sel2[k]) begin
          place = place | {todo_i[k*L2+l/2%L2], code_i[(k*L2+l/2%L2)*3+:3], at_i[(k*L2+l/2%L2)*14+3+:11], l[0], 1'b0};
          value = value | {l % 2 == 1 ? c_i[(k*L2+l/2%L2)*32+:32] : b_i[(k*L2+l/2%L2)*32+:32], a_i[(k*L2+l/2%L2)*64+l%2*32+:32]};
        end
      for (k = 0; k < N4; k = k + 1)
        if (l / 4 < L4 && sel4[k]) begin
          place = place | {todo_i[k*L4+l/4%L4], code_i[(k*L4+l/4%L4)*3+:3], at_i[(k*L4+l/4%L4)*14+4+:10], l[1:0], 1'b0};
          value[31:0] = value[31:0] | (l % 4 == 3 ? c_i[(k*L4+l/4%L4)*32+:32] : l % 4 == 2 ? b_i[(k*L4+l/4%L4)*32+:32] : a_i[(k*L4+l/4%L4)*64+l%4%2*32+:32]);
        end
      {todo_o[l], code_o[l*3+:3], word_o[l*12+:12], half_o[l]} = place;
      use_o[l] = place[SRC-1] && place[SRC-2-:3] == 3'd0;
      {t_o[l*32+:32], s_o[l*32+:32]} = value;
      if (fold && !use_o[l]) s_o[l*32+:32] = {one_hi, {31{one_lo}}};
    end
  end

  // 3. Who is in whose way, who is together.
  reg [11:0] first_word;

  always @(*) begin
    same_slot_o = {S * S{1'b0}};
    if (valid_i)
      for (l = 1; l < S; l = l + 1) for (k = 0; k < l; k = k + 1) same_slot_o[l*S+k] = word_o[l*12+:G] == word_o[k*12+:G];
  end

  always @(*) begin
    first_word  = 12'd0;
    same_word_o = {S{1'b0}};
    if (valid_i && fold) begin
      for (k = 0; k < CL; k = k + 1) if (first_i[k]) first_word = first_word | at_i[k*14+2+:12];
      for (k = 0; k < CL; k = k + 1) same_word_o[k] = at_i[k*14+2+:12] == first_word;
    end
  end
  wire unused = &{1'b0, at_i, fn_i};
endmodule
`default_nettype wire
