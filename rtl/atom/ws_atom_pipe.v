// SPDX-License-Identifier: Apache-2.0
// The stages of the atomic unit behind Q: P1 read, P2 get, P3 calculate, P4 write; see ws_atom.v. C twin: advance in atom_unit.c.
//
// What lanes are to know stands by word slot (go, code, and the ALU that has the slot), what is done by ALU (use, word, operands). Lanes that
// go have their results at *_o 4 clocks later, those of sums 12 clocks; they stand while ready_i is 0, and with them all stages
// (stall_o): then nothing may be issued. A sum may be issued only while no result stands or comes.
`default_nettype none
`include "ws_layout.vh"
module ws_atom_pipe #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter SLOTS  = 1,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter S      = 8,                                          // ALUs, and word slots
    parameter G      = $clog2(S),                                  // derived, not to be set
    parameter HEAD   = 1 + $clog2(LANES) + 12 + TAG_W + WARP_W     // derived: {close, base, op, tag, warp}
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    // lanes go
    input  wire             issue_i,
    input  wire [ HEAD-1:0] head_i,
    input  wire             fold_i,        // all are at one word, one goes for all
    input  wire [    S-1:0] go_i,          // slots
    input  wire [  S*3-1:0] code_i,
    input  wire [  S*G-1:0] alu_i,         // the slot's ALU
    input  wire [  S*S-1:0] from_i,        // bit i*S + j: ALU i takes slot j
    input  wire [ S*12-1:0] word_i,
    input  wire [    S-1:0] half_i,        // of 16 bits: the upper half of its word
    input  wire [ S*32-1:0] s_i,
    input  wire [ S*32-1:0] t_i,
    input  wire [     11:0] low_word_i,    // of a sum: its word, the lower one of two
    input  wire             low_use_i,     // ... uses memory
    output wire             late_o,        // ... is under way
    output wire             float_busy_o,  // a sum is under way
    output wire             stall_o,
    output wire             uses_o,        // something is under way
    output wire [SLOTS-1:0] busy_o,        // CTAs of which it is
    // they have gone
    output wire             valid_o,
    input  wire             ready_i,
    output wire [ HEAD-1:0] head_o,
    output wire [    S-1:0] go_o,
    output wire [  S*3-1:0] code_o,
    output reg  [ S*32-1:0] old_o,         // old word of each slot, 0 where there is none
    // shared memory
    output wire [     31:0] mem_read_o,
    output wire [ 32*7-1:0] mem_read_row_o,
    input  wire [32*32-1:0] mem_rdata_i,
    input  wire [     31:0] mem_raw_i,
    output wire [ 32*4-1:0] mem_be_o,
    output wire [ 32*7-1:0] mem_write_row_o,
    output wire [32*32-1:0] mem_wdata_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "atom/ws_atom_code.vh"
  localparam W_W = 12 - G, OP_AT = TAG_W + WARP_W;
  // Levels of the tree that combines: some on the way to P1, to P2, to P3.
  localparam F1 = (G + 2) / 3, F2 = (G - F1 + 1) / 2, F3 = G - F1 - F2;

  reg p1_valid_q, p2_valid_q, p3_valid_q, p4_valid_q;
  reg p1_fold_q, p2_fold_q;
  reg [HEAD-1:0] p1_head_q, p2_head_q, p3_head_q, p4_head_q;
  // by slot
  reg [S-1:0] p1_go_q, p2_go_q, p3_go_q, p4_go_q;
  reg [S*3-1:0] p1_code_q, p2_code_q, p3_code_q, p4_code_q;
  reg [S*G-1:0] p1_alu_q, p2_alu_q, p3_alu_q, p4_alu_q;
  // by ALU
  reg [S-1:0] p1_use_q, p2_use_q, p3_use_q, p4_use_q, p5_use_q;
  reg [S-1:0] p1_half_q, p2_half_q, p3_half_q, p4_half_q;
  reg [S*W_W-1:0] p1_word_q, p2_word_q, p3_word_q, p4_word_q, p5_word_q;
  reg [S*32-1:0] p1_s_q, p1_t_q, p2_s_q, p2_t_q, p3_s_q, p3_t_q, p3_r_q, p4_d_q, p4_old_q, p5_d_q;
  reg [S-1:0] p3_near_q;  // what went a clock before is at the same word
  reg [(S>>F1)*32-1:0] p1_fold_s_q;
  reg [(S>>(F1+F2))*32-1:0] p2_fold_s_q;
  integer i, j;

  wire [11:0] p3_op = p3_head_q[OP_AT+:12];
  wire [7:0] p4_fn = p4_head_q[OP_AT+:8];
  wire p3_float = atom_is_float(p3_op[7:0]);
  wire p3_half = atom_is_half(p3_op[7:0]);
  assign stall_o = p4_valid_q && !ready_i;

  // ------------------------------------------------------------------------------------------- to P1: slots to ALUs

  reg [S-1:0] take_use, take_half;
  reg [S*W_W-1:0] take_word;
  reg [S*32-1:0] take_s, take_t;
  wire [(S>>F1)*32-1:0] fold_1;

  always @(*) begin
    take_use  = {S{1'b0}};
    take_half = {S{1'b0}};
    take_word = {S * W_W{1'b0}};
    take_s    = {S * 32{1'b0}};
    take_t    = {S * 32{1'b0}};
    for (i = 0; i < S; i = i + 1)
      for (j = 0; j < S; j = j + 1)
        if (from_i[i*S+j]) begin
          take_use[i] = 1'b1;
          take_half[i] = take_half[i] | half_i[j];
          take_word[i*W_W+:W_W] = take_word[i*W_W+:W_W] | word_i[j*12+G+:W_W];
          take_s[i*32+:32] = take_s[i*32+:32] | s_i[j*32+:32];
          take_t[i*32+:32] = take_t[i*32+:32] | t_i[j*32+:32];
        end
  end

  ws_atom_fold #(
      .N     (S),
      .LEVELS(F1)
  ) to_p1 (
      .fn_i(head_i[OP_AT+:8]),
      .x_i (s_i),
      .y_o (fold_1)
  );

  always @(posedge clk_i)
    if (issue_i) begin
      p1_head_q <= head_i;
      p1_fold_q <= fold_i;
      {p1_go_q, p1_code_q, p1_alu_q} <= {go_i, code_i, alu_i};
      {p1_use_q, p1_half_q, p1_word_q, p1_s_q, p1_t_q} <= {take_use, take_half, take_word, take_s, take_t};
      if (fold_i) p1_fold_s_q <= fold_1;
    end

  // ---------------------------------------------------------------------------------------------------------- to P2

  wire [(S>>(F1+F2))*32-1:0] fold_2;

  ws_atom_fold #(
      .N     (S >> F1),
      .LEVELS(F2)
  ) to_p2 (
      .fn_i(p1_head_q[OP_AT+:8]),
      .x_i (p1_fold_s_q),
      .y_o (fold_2)
  );

  always @(posedge clk_i)
    if (!stall_o && p1_valid_q) begin
      p2_head_q <= p1_head_q;
      p2_fold_q <= p1_fold_q;
      {p2_go_q, p2_code_q, p2_alu_q} <= {p1_go_q, p1_code_q, p1_alu_q};
      {p2_use_q, p2_half_q, p2_word_q, p2_s_q, p2_t_q} <= {p1_use_q, p1_half_q, p1_word_q, p1_s_q, p1_t_q};
      if (p1_fold_q) p2_fold_s_q <= fold_2;
    end

  // ------------------------------------------------------------------------ to P3: the word, from memory or on the way

  wire [S*32-1:0] get;
  wire [S-1:0] raw;
  wire [31:0] fold_3;
  reg [S-1:0] near, mid, far;
  reg [S*3-1:0] code;
  reg [S*32-1:0] r;

  ws_atom_fold #(
      .N     (S >> (F1 + F2)),
      .LEVELS(F3)
  ) to_p3 (
      .fn_i(p2_head_q[OP_AT+:8]),
      .x_i (p2_fold_s_q),
      .y_o (fold_3)
  );

  always @(*) begin
    near = {S{1'b0}};
    mid  = {S{1'b0}};
    far  = {S{1'b0}};
    r    = get;
    if (p2_valid_q)
      for (i = 0; i < S; i = i + 1) begin
        near[i] = p3_valid_q && p3_use_q[i] && p3_word_q[i*W_W+:W_W] == p2_word_q[i*W_W+:W_W];
        mid[i]  = p4_valid_q && p4_use_q[i] && p4_word_q[i*W_W+:W_W] == p2_word_q[i*W_W+:W_W];
        far[i]  = p5_use_q[i] && p5_word_q[i*W_W+:W_W] == p2_word_q[i*W_W+:W_W];
        if (mid[i]) r[i*32+:32] = p4_d_q[i*32+:32];
        else if (far[i]) r[i*32+:32] = p5_d_q[i*32+:32];
      end
  end

  always @(*) begin
    code = p2_code_q;
    if (p2_valid_q)
      for (j = 0; j < S; j = j + 1)
        for (i = 0; i < S; i = i + 1) if (p2_code_q[j*3+:3] == CODE_OK && p2_alu_q[j*G+:G] == i[G-1:0] && raw[i]) code[j*3+:3] = CODE_RAW;
  end

  always @(posedge clk_i)
    if (!stall_o && p2_valid_q) begin
      p3_head_q <= p2_head_q;
      {p3_go_q, p3_code_q, p3_alu_q} <= {p2_go_q, code, p2_alu_q};
      {p3_use_q, p3_half_q, p3_word_q, p3_t_q, p3_r_q, p3_near_q} <= {p2_use_q, p2_half_q, p2_word_q, p2_t_q, r, near};
      p3_s_q <= p2_fold_q ? {S{fold_3}} : p2_s_q;
    end

  // ------------------------------------------------------------------------------------------- to P4: what it becomes

  wire [S*32-1:0] after;
  reg [S*32-1:0] prior, merged, old;

  ws_atom_int #(
      .SLICES(S)
  ) alus (
      .fn_i(p3_op[7:0]),
      .r_i (prior),
      .s_i (p3_s_q),
      .t_i (p3_t_q),
      .d_o (after)
  );

  // Of a half the other one stays.
  always @(*) begin
    prior = {S * 32{1'b0}};
    if (p3_valid_q) for (i = 0; i < S; i = i + 1) prior[i*32+:32] = p3_near_q[i] ? p4_d_q[i*32+:32] : p3_r_q[i*32+:32];
  end

  always @(*) begin
    merged = {S * 32{1'b0}};
    old = {S * 32{1'b0}};
    if (p3_valid_q)
      for (i = 0; i < S; i = i + 1) begin
        merged[i*32+:16] = p3_half && p3_half_q[i] ? prior[i*32+:16] : after[i*32+:16];
        merged[i*32+16+:16] = p3_half && !p3_half_q[i] ? prior[i*32+16+:16] : after[i*32+16+:16];
        if (p3_op[11:8] == WS_UNIT_ATOM)
          old[i*32+:32] = p3_half ? {16'd0, p3_half_q[i] ? prior[i*32+16+:16] : prior[i*32+:16]} : prior[i*32+:32];
      end
  end

  // A sum leaves here and comes to P4 some clocks later, by the same ALUs.
  wire float_valid, float_use, float_upper;
  wire [11:0] float_word;
  wire [63:0] float_new2, float_old2;
  wire [HEAD-1:0] float_head;
  wire [S-1:0] float_go;
  wire [2:0] float_code;
  wire [11:0] float_op = float_head[OP_AT+:12];
  wire float_wide = atom_is_wide(float_op[7:0]);
  wire [G-1:0] float_lo = float_word[G-1:0], float_hi = float_lo | {{G - 1{1'b0}}, float_wide};
  reg [WARP_W-1:0] float_warp_q;
  reg [2:0] p3_code;
  reg [S-1:0] float_alus;
  reg [S*G-1:0] float_alu;
  reg [S*32-1:0] float_new, float_old;

  always @(*) begin
    p3_code = 3'd0;
    if (p3_valid_q) for (j = 0; j < S; j = j + 1) if (p3_go_q[j]) p3_code = p3_code | p3_code_q[j*3+:3];
  end

  always @(*) begin
    float_alus = {S{1'b0}};
    float_alu = {S * G{1'b0}};
    float_new = {S * 32{1'b0}};
    float_old = {S * 32{1'b0}};
    if (float_valid)
      for (i = 0; i < S; i = i + 1) begin
        float_alus[i] = float_use && (float_lo == i[G-1:0] || float_hi == i[G-1:0]);
        float_alu[i*G+:G] = i % 2 == 1 ? float_hi : float_lo;
        float_new[i*32+:32] = float_wide && i % 2 == 1 ? float_new2[63:32] : float_new2[31:0];
        if (float_op[11:8] == WS_UNIT_ATOM) float_old[i*32+:32] = float_wide && i % 2 == 1 ? float_old2[63:32] : float_old2[31:0];
      end
  end

  ws_atom_float #(
      .S     (S),
      .INFO_W(HEAD + S + 3)
  ) sums (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .issue_i     (issue_i && atom_is_float(head_i[OP_AT+:8])),
      .issue_use_i (low_use_i),
      .issue_word_i(low_word_i),
      .late_o      (late_o),
      .launch_i    (p3_valid_q && p3_float && !stall_o),
      .fn_i        (p3_op[7:0]),
      .half_i      (p3_half),
      .use_i       (p3_use_q),
      .upper_i     (p3_half_q),
      .r_i         (p3_r_q),
      .s_i         (p3_s_q),
      .info_i      ({p3_head_q, p3_go_q, p3_code}),
      .busy_o      (float_busy_o),
      .valid_o     (float_valid),
      .use_o       (float_use),
      .upper_o     (float_upper),
      .word_o      (float_word),
      .new_o       (float_new2),
      .old_o       (float_old2),
      .info_o      ({float_head, float_go, float_code})
  );

  always @(posedge clk_i) if (issue_i && atom_is_float(head_i[OP_AT+:8])) float_warp_q <= head_i[WARP_W-1:0];

  always @(posedge clk_i)
    if (!stall_o && p3_valid_q && !p3_float) begin
      p4_head_q <= p3_head_q;
      {p4_go_q, p4_code_q, p4_alu_q} <= {p3_go_q, p3_code_q, p3_alu_q};
      {p4_use_q, p4_half_q, p4_word_q, p4_d_q, p4_old_q} <= {p3_use_q, p3_half_q, p3_word_q, merged, old};
    end else if (float_valid) begin
      p4_head_q <= float_head;
      {p4_go_q, p4_code_q, p4_alu_q} <= {float_go, {S{float_code}}, float_alu};
      {p4_use_q, p4_half_q, p4_word_q, p4_d_q, p4_old_q} <= {float_alus, {S{float_upper}}, {S{float_word[11:G]}}, float_new, float_old};
    end

  always @(posedge clk_i)
    if (!rst_ni) {p1_valid_q, p2_valid_q, p3_valid_q, p4_valid_q} <= 4'd0;
    else if (!stall_o)
      {p1_valid_q, p2_valid_q, p3_valid_q, p4_valid_q} <= {issue_i, p1_valid_q, p2_valid_q, (p3_valid_q && !p3_float) || float_valid};

  // ----------------------------------------------------------------------- behind P4: what was written a clock before

  always @(posedge clk_i)
    if (!rst_ni) p5_use_q <= {S{1'b0}};
    else if (!stall_o) p5_use_q <= p4_valid_q ? p4_use_q : {S{1'b0}};

  always @(posedge clk_i) if (!stall_o && p4_valid_q) {p5_word_q, p5_d_q} <= {p4_word_q, p4_d_q};

  // -------------------------------------------------------------------------------------------------- memory, results

  // Which halves of its word an ALU writes.
  wire p4_half = atom_is_half(p4_fn);
  reg [S*2-1:0] halves;
  always @(*) for (i = 0; i < S; i = i + 1) halves[i*2+:2] = {!p4_half || p4_half_q[i], !p4_half || !p4_half_q[i]};

  ws_atom_banks #(
      .S(S)
  ) banks (
      .read_i      (p1_valid_q && !stall_o ? p1_use_q : {S{1'b0}}),
      .read_word_i (p1_word_q),
      .read_o      (mem_read_o),
      .read_row_o  (mem_read_row_o),
      .get_i       (p2_valid_q ? p2_use_q : {S{1'b0}}),
      .get_word_i  (p2_word_q),
      .rdata_i     (mem_rdata_i),
      .raw_i       (mem_raw_i),
      .get_o       (get),
      .raw_o       (raw),
      .write_i     (p4_valid_q && !stall_o ? p4_use_q : {S{1'b0}}),
      .write_word_i(p4_word_q),
      .write_half_i(halves),
      .write_data_i(p4_d_q),
      .be_o        (mem_be_o),
      .write_row_o (mem_write_row_o),
      .wdata_o     (mem_wdata_o)
  );

  reg [S-1:0] has_old;

  always @(*) begin
    old_o = {S * 32{1'b0}};
    has_old = {S{1'b0}};
    for (j = 0; j < S; j = j + 1) begin
      has_old[j] = p4_valid_q && (p4_code_q[j*3+:3] == CODE_OK || p4_code_q[j*3+:3] == CODE_RAW);
      for (i = 0; i < S; i = i + 1)
        if (has_old[j] && p4_alu_q[j*G+:G] == i[G-1:0]) old_o[j*32+:32] = old_o[j*32+:32] | p4_old_q[i*32+:32];
    end
  end

  assign valid_o = p4_valid_q;
  assign head_o = p4_head_q;
  assign go_o = p4_go_q;
  assign code_o = p4_code_q;
  assign uses_o = p1_valid_q || p2_valid_q || p3_valid_q || p4_valid_q || float_busy_o;

  genvar s;
  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : slots
      localparam AT = $clog2(WARPS / SLOTS);
      assign busy_o[s] = (p1_valid_q && p1_head_q[WARP_W-1:0] >> AT == s[WARP_W-1:0]) || (p2_valid_q && p2_head_q[WARP_W-1:0] >> AT == s[WARP_W-1:0]) ||
          (p3_valid_q && p3_head_q[WARP_W-1:0] >> AT == s[WARP_W-1:0]) || (p4_valid_q && p4_head_q[WARP_W-1:0] >> AT == s[WARP_W-1:0]) ||
          (float_busy_o && float_warp_q >> AT == s[WARP_W-1:0]);
    end
  endgenerate

  wire unused = &{1'b0, word_i, p2_head_q[OP_AT+8+:4]};
endmodule
`default_nettype wire
