// SPDX-License-Identifier: Apache-2.0
// The stages of the atomic unit behind Q: P1 read, P2 get, P3 calculate, P4 write; see ws_atom.v. C twin: advance in atom_unit.c.
//
// What lanes are to know stands by lane (go, code, and the way to their ALUs), what is done by ALU (use, word, operands). Nothing stands still:
// lanes that go have their results at *_o 3 clocks later, for that clock, and there is a place for them (ws_atom_queue). So registers load what
// stands before them whether it counts or not.
//
// What a word becomes is chosen as P4 begins, so that the comparison in P3 has its clock to itself.
//
// A word that was written one, two or three clocks before was not found in memory: it comes from P4 at P3 (near), from P4 at P2 (mid), or
// from what was in P4 before (far). Sums leave at P3 and are written later. The word of the next lane of sums is compared with all that are under
// way in the clock before it may go; where it meets one it is late_o until none is.
`default_nettype none
`include "ws_layout.vh"
module ws_atom_pipe #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter SLOTS  = 1,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter CL     = 8,                                             // lanes of a chunk
    parameter S      = 8,                                             // ALUs
    parameter BANKS  = 32,                                            // of shared memory
    parameter ROW_W  = 12 - $clog2(BANKS),                            // derived, not to be set
    parameter G      = $clog2(S),                                     // derived, not to be set
    parameter WAY    = CL + S / 2 + S * G,                            // derived
    parameter HEAD   = 1 + $clog2(LANES) + 7 + 12 + TAG_W + WARP_W    // derived: {close, base, kind, op, tag, warp}
) (
    input  wire             clk_i,
    input  wire             rst_ni,
    // lanes, and whether they go
    input  wire             issue_i,
    input  wire [ HEAD-1:0] head_i,
    input  wire             fold_i,        // all are at one word, one goes for all
    input  wire [      6:0] fold_ctl_i,    // atom_fold_ctl of the function
    input  wire             lay_i,         // one goes, and lays down
    input  wire [   CL-1:0] go_i,
    input  wire [   CL-1:0] take_i,        // of these: takes an ALU
    input  wire [   CL-1:0] has_i,         // where all go: uses memory
    input  wire [ CL*3-1:0] code_i,
    input  wire [CL*12-1:0] word_i,        // address / 4
    input  wire [   CL-1:0] upper_half_i,  // of 16 bits: the upper half of its word
    input  wire [   CL-1:0] one_i,         // goes, with its low word, to half 1 of the ALUs, and where there (ws_atom_in)
    input  wire [CL*(G-1)-1:0] place_i,
    input  wire [CL*64-1:0] a_i,
    input  wire [CL*32-1:0] b_i,
    input  wire [CL*32-1:0] c_i,
    input  wire             first_i,       // of sums: the first lane is to take its turn, the next one; so it does as one goes
    input  wire             next_use_i,    // ... uses memory
    input  wire [     11:0] next_word_i,   // ... its word, the lower one of two
    input  wire [     11:0] one_word_i,    // that of the lane whose turn it is
    input  wire             one_use_i,     // it uses memory
    output reg              late_o,        // it must wait
    output reg              float_busy_o,  // a sum is under way
    output reg              uses_o,        // something is under way
    output wire [SLOTS-1:0] busy_o,        // CTAs of which it is
    // c of cas.b128: that of a lane in P1 is laid down; that of the one in P2
    output wire [    127:0] lay_o,
    input  wire [    127:0] laid_i,
    // they are in P3: as they came, their status, their way back
    output wire             valid_o,
    output wire [ HEAD-1:0] head_o,
    output wire [   CL-1:0] go_o,
    output reg  [ CL*3-1:0] code_o,
    output wire [  WAY-1:0] way_o,
    output reg  [ S*32-1:0] old_o,         // old words, by ALU; one of 16 bits in the low half
    // shared memory
    output wire [ BANKS-1:0] mem_read_o,
    output wire [BANKS*ROW_W-1:0] mem_read_row_o,
    input  wire [BANKS*32-1:0] mem_rdata_i,
    input  wire [ BANKS-1:0] mem_raw_i,
    output wire [BANKS*4-1:0] mem_be_o,
    output wire [BANKS*ROW_W-1:0] mem_write_row_o,
    output wire [BANKS*32-1:0] mem_wdata_o
);
  `include "ws_ops.vh"
  `include "atom/ws_atom_code.vh"
  `include "atom/ws_atom_fn.vh"
  localparam W_W = 12 - G, OP_AT = TAG_W + WARP_W;
  // Levels of the tree that combines: some on the way to P1, to P2, to P3.
  localparam LG = $clog2(CL), F1 = (LG + 2) / 3, F2 = (LG - F1 + 1) / 2, F3 = LG - F1 - F2;

  reg p1_valid_q, p2_valid_q, p3_valid_q, p4_valid_q;
  reg p1_fold_q, p2_fold_q, p3_fold_q, p1_float_q, p2_float_q;  // float: sums are there
  reg [ATOM_FOLD_W-1:0] p1_ctl_q, p2_ctl_q;
  reg [HEAD-1:0] p1_head_q, p2_head_q, p3_head_q;
  reg [WARP_W-1:0] p4_warp_q;
  reg p1_one_q, p2_one_q, p3_one_q;  // a sum that uses memory
  reg [11:0] p1_one_word_q, p2_one_word_q, p3_one_word_q;
  // by lane
  reg [CL-1:0] p1_go_q, p2_go_q, p3_go_q;
  reg [CL*3-1:0] p1_code_q, p2_code_q, p3_code_q;
  reg [WAY-1:0] p1_way_q, p2_way_q, p3_way_q;
  // by ALU; what an unused one has for s and r is 0 from P2 on. use: also of no lane where none is there, from P2 on
  reg [S-1:0] p1_use_q, p2_use_q, p3_use_q, p4_use_q, p1_half_q, p2_half_q, p3_half_q;
  reg [S*W_W-1:0] p1_word_q, p2_word_q, p3_word_q, p4_word_q;
  reg [S*32-1:0] p1_s_q, p1_t_q, p2_s_q, p2_t_q, p3_s_q, p3_t_q, p3_r_q, p4_a_q, p4_b_q, p5_d_q;
  reg [S*4-1:0] p4_sel_q;  // of a and b: what the word becomes
  reg [S-1:0] p2_near_q, p2_mid_q, p2_far_q, p3_near_q;
  reg [BANKS-1:0] p1_bank, p2_bank_q, p2_ram_q;  // banks that are read, a bit each; of these, whose words come from there
  reg [ATOM_CTL_W-1:0] p3_ctl_q;
  reg [S-1:0] p3_raw_q;  // the word is of an mbarrier object
  reg [(CL>>F1)*32-1:0] p1_fold_s_q;
  reg [(CL>>F1)-1:0] p1_has_q;
  reg [(CL>>(F1+F2))*32-1:0] p2_fold_s_q;
  reg [(CL>>(F1+F2))-1:0] p2_has_q;
  integer i;
  // What a head knows: {red, cas, float, half, quad, wide}.
  localparam KIND = OP_AT + 12;
  wire quad_i = head_i[KIND+1], p2_cas = p2_head_q[KIND+4], p2_quad = p2_head_q[KIND+1];
  wire p3_wide = p3_head_q[KIND], p3_half = p3_head_q[KIND+2];
  wire [7:0] p3_fn = p3_head_q[OP_AT+:8];

  // ------------------------------------------------------------------------------------------- to P1: lanes to ALUs

  wire [S-1:0] take_use, take_half;
  wire [S*W_W-1:0] take_word;
  wire [S*32-1:0] take_s, take_t;
  wire [WAY-1:0] take_way;
  wire [(CL>>F1)*32-1:0] fold_1;
  wire [(CL>>F1)-1:0] has_1;
  wire [CL*32-1:0] x;
  genvar g;

  generate
    for (g = 0; g < CL; g = g + 1) begin : lane
      assign x[g*32+:32] = a_i[g*64+:32];
    end
  endgenerate

  ws_atom_in #(
      .CL(CL),
      .S (S)
  ) to_alus (
      .take_i (take_i),
      .wide_i (head_i[KIND]),
      .quad_i (quad_i),
      .one_i  (one_i),
      .place_i(place_i),
      .word_i (word_i),
      .half_i (upper_half_i),
      .a_i    (a_i),
      .b_i    (b_i),
      .c_i    (c_i),
      .use_o  (take_use),
      .half_o (take_half),
      .word_o (take_word),
      .s_o    (take_s),
      .t_o    (take_t),
      .way_o  (take_way)
  );
  assign lay_o = {p1_t_q[63:0], p1_s_q[63:0]};

  ws_atom_fold #(
      .N     (CL),
      .LEVELS(F1)
  ) to_p1 (
      .ctl_i(fold_ctl_i),
      .has_i(has_i),
      .x_i  (x),
      .has_o(has_1),
      .y_o  (fold_1)
  );

  always @(posedge clk_i) begin
    p1_head_q <= head_i;
    p1_fold_q <= fold_i;
    p1_ctl_q <= fold_ctl_i;
    {p1_one_q, p1_one_word_q} <= {one_use_i, one_word_i};
    {p1_go_q, p1_code_q, p1_way_q} <= {go_i, code_i, take_way};
    {p1_half_q, p1_word_q, p1_s_q, p1_t_q} <= {take_half, take_word, take_s, take_t};
    p1_use_q <= lay_i ? {S{1'b0}} : take_use;
    p1_has_q <= has_1;
    p1_fold_s_q <= fold_1;
  end

  // ---------------------------------------------------------------------------------------------------------- to P2

  wire [(CL>>(F1+F2))*32-1:0] fold_2;
  wire [(CL>>(F1+F2))-1:0] has_2;
  reg [S-1:0] near, mid, far;
  reg [127:0] p3_laid_q;

  ws_atom_fold #(
      .N     (CL >> F1),
      .LEVELS(F2)
  ) to_p2 (
      .ctl_i(p1_ctl_q),
      .has_i(p1_has_q),
      .x_i  (p1_fold_s_q),
      .has_o(has_2),
      .y_o  (fold_2)
  );

  // Who is where at P2 is known a clock before. What is in P4 is a sum, or is written.
  always @(*) begin
    for (i = 0; i < S; i = i + 1) begin
      near[i] = p1_use_q[i] && p2_use_q[i] && p2_word_q[i*W_W+:W_W] == p1_word_q[i*W_W+:W_W];
      mid[i]  = p1_use_q[i] && p3_use_q[i] && p3_word_q[i*W_W+:W_W] == p1_word_q[i*W_W+:W_W];
      far[i]  = p1_use_q[i] && p4_use_q[i] && p4_word_q[i*W_W+:W_W] == p1_word_q[i*W_W+:W_W];
    end
    for (i = 0; i < BANKS; i = i + 1) p1_bank[i] = p1_use_q[i%S] && {{32 - W_W{1'b0}}, p1_word_q[i%S*W_W+:W_W]} % (BANKS / S) == i / S;
  end

  always @(posedge clk_i) begin
    p2_head_q <= p1_head_q;
    p2_ctl_q <= p1_ctl_q;
    p2_fold_q <= p1_fold_q;
    {p2_one_q, p2_one_word_q} <= {p1_one_q, p1_one_word_q};
    {p2_go_q, p2_code_q, p2_way_q} <= {p1_go_q, p1_code_q, p1_way_q};
    {p2_half_q, p2_word_q, p2_t_q} <= {p1_half_q, p1_word_q, p1_t_q};
    {p2_near_q, p2_mid_q, p2_far_q} <= {near, mid, far & ~mid};
    {p2_bank_q, p2_ram_q} <= {p1_bank, p1_bank & ~{BANKS / S{mid | far}}};
  end

  always @(posedge clk_i)
    for (i = 0; i < S; i = i + 1)
      if (!p1_use_q[i] || p1_fold_q) p2_s_q[i*32+:32] <= 32'd0;
      else p2_s_q[i*32+:32] <= p1_s_q[i*32+:32];

  // Without operands that count nothing is 0.
  always @(posedge clk_i)
    if (!p1_fold_q) {p2_has_q, p2_fold_s_q} <= {(CL >> (F1 + F2)) * 33{1'b0}};
    else {p2_has_q, p2_fold_s_q} <= {has_2, fold_2};

  // ------------------------------------------------------------------------ to P3: the word, from memory or on the way

  wire [S*32-1:0] get;
  wire [S-1:0] raw;
  wire [31:0] fold_3;
  wire has_3;
  reg [S*32-1:0] s;
  ws_atom_fold #(
      .N     (CL >> (F1 + F2)),
      .LEVELS(F3)
  ) to_p3 (
      .ctl_i(p2_ctl_q),
      .has_i(p2_has_q),
      .x_i  (p2_fold_s_q),
      .has_o(has_3),
      .y_o  (fold_3)
  );

  // s of whoever takes part, or what was combined: the other one is 0. Of 128 bits words 2 and 3 came as t of the ALUs before.
  always @(*)
    for (i = 0; i < S; i = i + 1)
      s[i*32+:32] = (p2_quad && i % 4 >= 2 ? p2_t_q[(i^2)*32+:32] : p2_s_q[i*32+:32]) | fold_3;

  reg p3_none_q;  // no word is written from here: none is there, or a sum
  always @(posedge clk_i) begin
    p3_head_q <= p2_head_q;
    p3_fold_q <= p2_fold_q;
    p3_ctl_q <= atom_int_ctl(p2_head_q[OP_AT+:8]);
    {p3_one_q, p3_one_word_q} <= {p2_one_q, p2_one_word_q};
    {p3_go_q, p3_code_q, p3_way_q} <= {p2_go_q, p2_code_q, p2_way_q};
    {p3_half_q, p3_word_q, p3_near_q, p3_s_q} <= {p2_half_q, p2_word_q, p2_near_q, s};
    for (i = 0; i < S; i = i + 1) p3_raw_q[i] <= raw[i] || (p2_quad && i % 4 < 2 && raw[i^2]);
  end

  // Of a cas t: c, or what was laid down.
  reg p3_cas_q, p3_pairs_q;
  always @(posedge clk_i) {p3_cas_q, p3_pairs_q, p3_t_q, p3_laid_q} <= {p2_cas && !p2_quad, p2_cas && p2_quad, p2_t_q, laid_i};

  always @(posedge clk_i)
    for (i = 0; i < S; i = i + 1)
      if (!p2_use_q[i]) p3_r_q[i*32+:32] <= 32'd0;
      else p3_r_q[i*32+:32] <= get[i*32+:32];

  // ------------------------------------------------------------------------------------------- to P4: what it becomes

  wire [S*32-1:0] a, b, p4_d;
  wire [S*4-1:0] sel;
  reg [S*32-1:0] prior, t;
  reg [S*2-1:0] stay;
  always @(*)
    for (i = 0; i < S; i = i + 1) begin
      prior[i*32+:32] = p3_near_q[i] ? p4_d[i*32+:32] : p3_r_q[i*32+:32];
      t[i*32+:32] = (p3_t_q[i*32+:32] & {32{p3_cas_q}}) | (p3_laid_q[i%4*32+:32] & {32{p3_pairs_q}});
      stay[i*2+:2] = {!p3_half_q[i], p3_half_q[i]};
    end

  ws_atom_int #(
      .SLICES(S),
      .T_ZERO(1)
  ) alus (
      .ctl_i (p3_ctl_q),
      .r_i   (prior),
      .s_i   (p3_s_q),
      .t_i   (t),
      .stay_i(stay),
      .a_o   (a),
      .b_o   (b),
      .sel_o (sel)
  );
  ws_atom_end #(
      .SLICES(S)
  ) ends (
      .a_i  (p4_a_q),
      .b_i  (p4_b_q),
      .sel_i(p4_sel_q),
      .d_o  (p4_d)
  );

  always @(posedge clk_i) {p4_warp_q, p4_word_q, p4_sel_q} <= {p3_head_q[WARP_W-1:0], p3_word_q, sel};

  // 0 where nothing is written from here: a sum may be.
  always @(posedge clk_i)
    if (p3_none_q) {p4_a_q, p4_b_q} <= {2 * S * 32{1'b0}};
    else {p4_a_q, p4_b_q} <= {a, b};

  // Of an mbarrier object: that is a status. Of lanes that are combined only one has a way to the word.
  wire [CL-1:0] raw_lo, raw_hi;
  wire p3_fold_raw = p3_fold_q && |p3_raw_q;  // combined, at a word of an mbarrier object

  ws_atom_out #(
      .CL(CL),
      .S (S),
      .W (1)
  ) raws (
      .way_i (p3_way_q),
      .word_i(p3_raw_q),
      .lo_o  (raw_lo),
      .hi_o  (raw_hi)
  );

  always @(*) begin
    code_o = p3_code_q;
    for (i = 0; i < CL; i = i + 1) if (p3_code_q[i*3+:3] == CODE_OK && (p3_fold_raw || raw_lo[i] || (p3_wide && raw_hi[i]))) code_o[i*3+:3] = CODE_RAW;
  end

  always @(*)
    for (i = 0; i < S; i = i + 1) begin
      old_o[i*32+:16] = p3_half && p3_half_q[i] ? prior[i*32+16+:16] : prior[i*32+:16];
      old_o[i*32+16+:16] = prior[i*32+16+:16];
    end
  assign {valid_o, head_o, go_o, way_o} = {p3_valid_q, p3_head_q, p3_go_q, p3_way_q};

  always @(posedge clk_i)
    if (!rst_ni) begin
      {p1_valid_q, p2_valid_q, p3_valid_q, p4_valid_q} <= 4'd0;
      {p1_float_q, p2_float_q} <= 2'd0;
      {p2_use_q, p3_use_q, p4_use_q} <= {3 * S{1'b0}};
      p3_none_q <= 1'b1;
    end else begin
      {p1_valid_q, p2_valid_q, p3_valid_q, p4_valid_q} <= {issue_i, p1_valid_q, p2_valid_q, p3_valid_q};
      {p1_float_q, p2_float_q} <= {issue_i && head_i[KIND+3], p1_float_q};
      {p2_use_q, p3_use_q} <= {p1_use_q & {S{p1_valid_q}}, p2_use_q};
      p4_use_q <= p3_none_q ? {S{1'b0}} : p3_use_q;  // that are written from here
      p3_none_q <= !p2_valid_q || p2_float_q;
    end

  // Behind P4: what was written a clock before.
  always @(posedge clk_i) p5_d_q <= p4_d;

  // ----------------------------------------------------------------------------------------------------------- sums

  wire [6:0] sum_late, sum_late_wide;
  wire [7*12-1:0] sum_late_word;
  wire sum_stays, sum_write, sum_wide, sum_half, sum_upper;
  wire [11:0] sum_word;
  wire [63:0] sum_words;  // of odd ALUs above, of even ones below
  wire [SLOTS-1:0] sum_slots, p3_slot;

  ws_atom_float #(
      .S    (S),
      .SLOTS(SLOTS)
  ) sums (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .launch_i   (launch),
      .fn_i       (p3_fn),
      .wide_i     (p3_wide),
      .half_i     (p3_half),
      .upper_i    (|(p3_use_q & p3_half_q)),
      .word_i     (p3_one_word_q),
      .slot_i     (p3_slot),
      .r_i        (prior),
      .s_i        (p3_s_q),
      .late_o     (sum_late),
      .late_wide_o(sum_late_wide),
      .late_word_o(sum_late_word),
      .stays_o    (sum_stays),
      .slots_o    (sum_slots),
      .write_o    (sum_write),
      .wide_o     (sum_wide),
      .half_o     (sum_half),
      .upper_o    (sum_upper),
      .word_o     (sum_word),
      .sum_o      (sum_words)
  );
  // The next lane's word among those of the lane that goes, P1, P2, P3, and behind.
  wire [1:0] late, busy;
  wire [2:0] ones = {p3_valid_q && p3_one_q, p2_valid_q && p2_one_q, p1_valid_q && p1_one_q};
  ws_atom_late when (
      .first_i    (first_i),
      .late_i     (late_o),
      .use_i      (next_use_i),
      .wide_i     (head_i[KIND]),
      .word_i     (next_word_i),
      .ones_i     ({sum_late, ones, one_use_i}),
      .ones_wide_i({sum_late_wide, p3_wide, p2_head_q[KIND], p1_head_q[KIND], 1'b0}),
      .ones_word_i({sum_late_word, p3_one_word_q, p2_one_word_q, p1_one_word_q, one_word_i}),
      .float_i    (head_i[KIND+3]),
      .stays_i    (p1_float_q || p2_float_q || sum_stays),
      .late_o     (late),
      .busy_o     (busy)
  );
  always @(posedge clk_i) {late_o, float_busy_o} <= {late[issue_i], rst_ni && busy[issue_i]};
  wire launch = ones[2];

  // -------------------------------------------------------------------------------------------------- memory, results

  // What is written: by P4, or a sum. While one is under way there is nothing else that P4 could write. P4 writes
  // whole words, of a cas of 16 bits too, which leaves the other half as it was (stay_i); a sum of 16 bits writes its half. Either has 0 where the
  // other one writes.
  reg [S-1:0] write;
  reg [S*W_W-1:0] write_word;
  reg [S*2-1:0] write_half;
  reg [S*32-1:0] write_data;
  wire [G-1:0] sum_lo = sum_word[G-1:0];

  always @(*)
    for (i = 0; i < S; i = i + 1) begin
      write[i] = sum_write ? (i[G-1:1] == sum_lo[G-1:1] && (sum_wide || i[0] == sum_lo[0])) : p4_use_q[i];
      write_word[i*W_W+:W_W] = sum_write ? sum_word[11:G] : p4_word_q[i*W_W+:W_W];
      write_half[i*2+:2] = sum_write ? {!sum_half || sum_upper, !sum_half || !sum_upper} : 2'b11;
      write_data[i*32+:32] = p4_d[i*32+:32] | sum_words[i%2*32+:32];
    end

  ws_atom_banks #(.S(S), .BANKS(BANKS)) banks (
      .read_i      (p1_valid_q ? p1_use_q : {S{1'b0}}),
      .read_word_i (p1_word_q),
      .read_o      (mem_read_o),
      .read_row_o  (mem_read_row_o),
      .bank_i      (p2_bank_q),
      .ram_i       (p2_ram_q),
      .mid_i       (p2_mid_q),
      .far_i       (p2_far_q),
      .mid_word_i  (p4_d),
      .far_word_i  (p5_d_q),
      .rdata_i     (mem_rdata_i),
      .raw_i       (mem_raw_i),
      .get_o       (get),
      .raw_o       (raw),
      .write_i     (write),
      .write_word_i(write_word),
      .write_half_i(write_half),
      .write_data_i(write_data),
      .be_o        (mem_be_o),
      .write_row_o (mem_write_row_o),
      .wdata_o     (mem_wdata_o)
  );

  always @(posedge clk_i) uses_o <= rst_ni && (issue_i || p1_valid_q || p2_valid_q || p3_valid_q || sum_stays);

  generate
    for (g = 0; g < SLOTS; g = g + 1) begin : slots
      localparam AT = $clog2(WARPS / SLOTS);
      assign p3_slot[g] = p3_head_q[WARP_W-1:0] >> AT == g[WARP_W-1:0];
      assign busy_o[g] = (p1_valid_q && p1_head_q[WARP_W-1:0] >> AT == g[WARP_W-1:0]) || (p2_valid_q && p2_head_q[WARP_W-1:0] >> AT == g[WARP_W-1:0]) ||
          (p3_valid_q && p3_slot[g]) || (p4_valid_q && p4_warp_q >> AT == g[WARP_W-1:0]) || sum_slots[g];
    end
  endgenerate

  wire unused = &{1'b0, has_3, p2_head_q, p4_warp_q, word_i};
endmodule
`default_nettype wire
