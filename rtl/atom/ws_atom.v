// SPDX-License-Identifier: Apache-2.0
// atom and red in shared memory (PTX 9.7.13.5, 9.7.13.6). C twin: atom_unit.c.
//
//   grp ─► W: the operation ─► Q: a window of lanes in word slots ─► P1 read ─► P2 get ─► P3 calculate ─► P4 write ─► result ─► res
//                                    └─ who may go (ws_atom_pick) ──┘ └───────────── ws_smem ────────────────┘
//
// A slot is a word of 32 bits; elements of 64 bits take two of them. A window has as many lanes as there are slots for; its lanes go in
// ascending order at each word, in one clock where no two need one bank. Each lane has the old value that this order gives it.
// Sums of floats go one lane a clock, in order, and take ATOM_FLOAT_CLKS clocks more between P3 and P4 (ws_atom_float); a lane waits
// until its word is no longer under way. Such an operation begins when all before it has been answered, so that none has to stand still.
// What goes moves on a stage a clock; all stages stand still (stall) while P4 has a result and the response before it has not been taken.
// In P3 a slot has the word that it read, or the new one of a slot that went in the clock before.
//
// A group enters in clock t and goes in t + 3 at the earliest, as memory is given to it (mem_go_i); its response stands at res in t + 8.
// A lane whose address is misaligned (AT_MISALIGNED) or outside the CTA's window (AT_BAD_SPACE) does nothing; an access to a word of an
// mbarrier object is done and says MB_RAW_ACCESS. One response a status. Nothing but control is reset.
`default_nettype none
`include "ws_layout.vh"
module ws_atom #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter SLOTS  = 1,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter ALUS   = 8               // word slots: 4, 8, 16, 32; cost grows with it, and by the square in part
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    input  wire [           2:0] cfg_rank_i,
    // group, from the rendezvous; grp_valid_i is a strobe, only while grp_ready_o
    input  wire                  grp_valid_i,
    output wire                  grp_ready_o,
    input  wire [`WS_HEAD_W-1:0] grp_head_i,
    input  wire [          11:0] grp_key_i,
    input  wire [  LANES*64-1:0] grp_addr_i,
    input  wire [  LANES*64-1:0] grp_a_i,
    input  wire [  LANES*32-1:0] grp_b_i,
    input  wire [  LANES*32-1:0] grp_c_i,
    input  wire [     LANES-1:0] grp_pred_i,
    // result, to the collector
    output wire                  res_valid_o,
    input  wire                  res_ready_i,
    output wire                  res_more_o,
    output wire [`WS_HEAD_W-1:0] res_head_o,
    output wire [  LANES*32-1:0] res_d_o,
    output wire [  LANES*32-1:0] res_d_hi_o,
    output wire [     LANES-1:0] res_p_o,
    // shared memory: turns, read, the words read in the clock before, write
    output wire                  mem_want_o,       // something is to use memory or uses it
    output wire                  mem_uses_o,       // ... uses it
    input  wire                  mem_go_i,         // more may begin to
    input  wire                  mem_sweep_i,      // no group is to enter
    output wire [     SLOTS-1:0] mem_busy_o,       // CTAs of which a group is under way
    output wire [          31:0] mem_read_o,
    output wire [      32*7-1:0] mem_read_row_o,
    input  wire [     32*32-1:0] mem_rdata_i,
    input  wire [          31:0] mem_raw_i,
    output wire [      32*4-1:0] mem_be_o,
    output wire [      32*7-1:0] mem_write_row_o,
    output wire [     32*32-1:0] mem_wdata_o,
    output wire                  quiet_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "atom/ws_atom_code.vh"
  localparam S = ALUS;
  localparam LANE_W = $clog2(LANES);
  localparam WINDOW_W = 14 - $clog2(SLOTS);

  generate
    if (ALUS != 4 && ALUS != 8 && ALUS != 16 && ALUS != 32) begin : bad_alus
      ws_atom_ALUS_must_be_4_8_16_or_32 illegal ();
    end
  endgenerate

  // ------------------------------------------------------------------------------------------------- W: an operation

  reg w_valid_q;
  reg [WARP_W-1:0] w_warp_q;
  reg [TAG_W-1:0] w_tag_q;
  reg [11:0] w_op_q;
  reg [LANES-1:0] w_todo_q;
  reg [LANES*3-1:0] w_code_q;
  reg [LANES*14-1:0] w_at_q;
  reg [LANES*64-1:0] w_a_q;
  reg [LANES*32-1:0] w_b_q, w_c_q;

  wire [11:0] grp_op = grp_head_i[`WS_HEAD_OP];
  wire [WARP_W-1:0] grp_warp = grp_head_i[`WS_HEAD_WARP];
  wire [3:0] self = {1'b0, cfg_rank_i} + 4'd1;
  reg [LANES*3-1:0] grp_code;
  reg [LANES*14-1:0] grp_at;
  reg [63:0] addr;
  reg off, out;
  integer i;

  // The CTA's window: which, as the upper bits of an address in memory.
  wire [13:0] window;
  generate
    if (SLOTS == 1) begin : one
      assign window = 14'd0;
    end else begin : more
      assign window = {grp_warp[WARP_W-1-:$clog2(SLOTS)], {WINDOW_W{1'b0}}};  // each slot has as many warps
    end
  endgenerate

  always @(*) begin
    grp_code = {LANES * 3{1'b0}};
    grp_at = {LANES * 14{1'b0}};
    {addr, off, out} = 66'd0;
    if (grp_valid_i)
      for (i = 0; i < LANES; i = i + 1) begin
        addr = grp_addr_i[i*64+:64];
        off = addr[0] || (addr[1] && !atom_is_half(grp_op[7:0])) || (addr[2] && atom_is_wide(grp_op[7:0]));
        out = {addr[63:32], addr[23:WINDOW_W]} != 0 || (addr[31:24] != 8'd0 && addr[31:24] != {4'd0, self});
        grp_code[i*3+:3] = off ? CODE_MISALIGNED : out ? CODE_SPACE : CODE_OK;
        grp_at[i*14+:14] = addr[13:0] & {{14 - WINDOW_W{1'b0}}, {WINDOW_W{1'b1}}} | window;
      end
  end

  wire w_half = atom_is_half(w_op_q[7:0]);
  wire w_wide = atom_is_wide(w_op_q[7:0]);
  wire [LANES-1:0] load_lanes;
  wire [LANE_W-1:0] load_base;
  wire [S-1:0] load_todo, load_use, load_half;
  wire [S*3-1:0] load_code;
  wire [S*12-1:0] load_word;
  wire [S*32-1:0] load_s, load_t;

  ws_atom_load #(
      .LANES(LANES),
      .S    (S)
  ) load (
      .todo_any_i(w_valid_q),
      .todo_i    (w_todo_q),
      .half_i    (w_half),
      .wide_i    (w_wide),
      .code_i    (w_code_q),
      .at_i      (w_at_q),
      .a_i       (w_a_q),
      .b_i       (w_b_q),
      .c_i       (w_c_q),
      .lanes_o   (load_lanes),
      .base_o    (load_base),
      .todo_o    (load_todo),
      .use_o     (load_use),
      .code_o    (load_code),
      .word_o    (load_word),
      .half_o    (load_half),
      .s_o       (load_s),
      .t_o       (load_t)
  );

  wire q_free;
  wire [LANES-1:0] w_rest = w_todo_q & ~load_lanes;
  wire w_go = w_valid_q && q_free;
  wire w_last = w_rest == {LANES{1'b0}};
  wire w_leaves = w_go && w_last;
  assign grp_ready_o = (!w_valid_q || w_leaves) && !mem_sweep_i;

  always @(posedge clk_i)
    if (!rst_ni) w_valid_q <= 1'b0;
    else w_valid_q <= grp_valid_i || (w_valid_q && !w_leaves);

  always @(posedge clk_i)
    if (grp_valid_i) begin
      w_warp_q <= grp_warp;
      w_tag_q  <= grp_head_i[`WS_HEAD_TAG];
      w_op_q   <= grp_op;
      w_todo_q <= grp_head_i[`WS_HEAD_LANES];
      w_code_q <= grp_code;
      w_at_q   <= grp_at;
      w_a_q    <= grp_a_i;
      w_b_q    <= grp_b_i;
      w_c_q    <= grp_c_i;
      w_new_q  <= 1'b1;
    end else if (w_go) begin
      w_todo_q <= w_rest;
      w_new_q  <= 1'b0;
    end

  // ------------------------------------------------------------------------------------- Q: a window, and who may go

  // What a stage knows of the operation: {close, base, op, tag, warp}.
  localparam HEAD = 1 + LANE_W + 12 + TAG_W + WARP_W;

  reg q_valid_q, p1_valid_q, p2_valid_q, p3_valid_q, p4_valid_q;
  reg [HEAD-1:0] q_head_q, p1_head_q, p2_head_q, p3_head_q, p4_head_q;
  reg [S-1:0] q_todo_q, q_use_q, q_half_q;
  reg [S*3-1:0] q_code_q;
  reg [S*12-1:0] q_word_q;
  reg [S*32-1:0] q_s_q, q_t_q;
  reg [S-1:0] p1_go_q, p2_go_q, p3_go_q, p4_go_q;     // slots
  reg [S-1:0] p1_use_q, p2_use_q, p3_use_q, p4_use_q;  // those of them that use memory
  reg [S-1:0] p1_half_q, p2_half_q, p3_half_q, p4_half_q;
  reg [S*3-1:0] p1_code_q, p2_code_q, p3_code_q, p4_code_q;
  reg [S*12-1:0] p1_word_q, p2_word_q, p3_word_q, p4_word_q;
  reg [S*32-1:0] p1_s_q, p1_t_q, p2_s_q, p2_t_q, p3_s_q, p3_t_q, p3_r_q, p4_d_q, p4_old_q;
  reg [S*S-1:0] p1_from_q, p2_from_q, p3_from_q;

  reg w_new_q, q_new_q;  // nothing of the operation has gone
  wire [S-1:0] go;
  wire [S*S-1:0] from;
  wire [S-1:0] may_go;
  wire stall, result_ready, p3_float;
  wire [11:0] q_op = q_head_q[TAG_W+WARP_W+:12], p1_op = p1_head_q[TAG_W+WARP_W+:12], p2_op = p2_head_q[TAG_W+WARP_W+:12];
  wire [11:0] p3_op = p3_head_q[TAG_W+WARP_W+:12], p4_op = p4_head_q[TAG_W+WARP_W+:12];

  ws_atom_pick #(
      .S(S)
  ) pick (
      .todo_i     (q_valid_q ? q_todo_q : {S{1'b0}}),
      .use_i      (q_use_q),
      .word_i     (q_word_q),
      .near_i     (p1_valid_q ? p1_use_q : {S{1'b0}}),
      .near_word_i(p1_word_q),
      .mid_i      (p2_valid_q ? p2_use_q : {S{1'b0}}),
      .mid_word_i (p2_word_q),
      .far_i      (p3_valid_q ? p3_use_q : {S{1'b0}}),
      .far_word_i (p3_word_q),
      .go_o       (may_go),
      .from_o     (from)
  );

  // Of a sum the lowest lane alone, if its word is not under way.
  wire q_float = atom_is_float(q_op[7:0]);
  wire q_wide = atom_is_wide(q_op[7:0]);
  wire [S-1:0] low = q_todo_q & (~q_todo_q + {{S - 1{1'b0}}, 1'b1});
  wire [S-1:0] lane = low | (q_wide ? low << 1 : {S{1'b0}});
  reg [S-1:0] near;
  wire [S-1:0] float_late;
  wire float_busy;
  integer n;
  always @(*) for (n = 0; n < S; n = n + 1) near[n] = |from[n*S+:S];
  wire float_held = |(lane & q_use_q & (~may_go | near | float_late)) || (q_new_q && (mem_uses_o || res_valid_o));
  assign go = !q_float ? may_go : float_held ? {S{1'b0}} : lane;

  // An operation of another kind waits until what is before it is written: new values are handed on by words alone.
  wire [1:0] q_kind = {q_float, q_wide};
  wire other = (p1_valid_q && {atom_is_float(p1_op[7:0]), atom_is_wide(p1_op[7:0])} != q_kind) ||
      (p2_valid_q && {atom_is_float(p2_op[7:0]), atom_is_wide(p2_op[7:0])} != q_kind) ||
      (p3_valid_q && {p3_float, atom_is_wide(p3_op[7:0])} != q_kind) || (float_busy && !q_float);
  wire q_uses = |(q_todo_q & q_use_q);
  wire q_can = q_valid_q && !stall && !other && (mem_go_i || !q_uses);
  wire issue = q_can && |go;
  wire [S-1:0] q_rest = q_todo_q & ~(issue ? go : {S{1'b0}});
  assign q_free = !q_valid_q || q_rest == {S{1'b0}};

  always @(posedge clk_i)
    if (!rst_ni) q_valid_q <= 1'b0;
    else q_valid_q <= w_go || (q_valid_q && !q_free);

  always @(posedge clk_i)
    if (w_go) begin
      q_head_q <= {w_last, load_base, w_op_q, w_tag_q, w_warp_q};
      q_todo_q <= load_todo;
      q_use_q  <= load_use;
      q_half_q <= load_half;
      q_code_q <= load_code;
      q_word_q <= load_word;
      q_s_q    <= load_s;
      q_t_q    <= load_t;
      q_new_q  <= w_new_q;
    end else if (issue) begin
      q_todo_q <= q_rest;
      q_new_q  <= 1'b0;
    end

  // ------------------------------------------------------------------------- P1 read, P2 get, P3 calculate, P4 write

  wire [S*32-1:0] get, after;
  wire [S-1:0] raw;
  reg [S*32-1:0] prior, merged, old;
  reg [S*3-1:0] code;
  integer j, k;

  // The words that a slot of P3 works on, and what becomes of them. Of a half the other one stays.
  wire p3_half = atom_is_half(p3_op[7:0]);

  always @(*) begin
    prior = {S * 32{1'b0}};
    if (p3_valid_q)
      for (j = 0; j < S; j = j + 1) begin
        for (k = 0; k < S; k = k + 1) if (p3_from_q[j*S+k]) prior[j*32+:32] = prior[j*32+:32] | p4_d_q[k*32+:32];
        if (!(|p3_from_q[j*S+:S])) prior[j*32+:32] = p3_r_q[j*32+:32];
      end
  end

  always @(*) begin
    merged = {S * 32{1'b0}};
    old = {S * 32{1'b0}};
    if (p3_valid_q)
      for (j = 0; j < S; j = j + 1) begin
        merged[j*32+:16] = p3_half && p3_half_q[j] ? prior[j*32+:16] : after[j*32+:16];
        merged[j*32+16+:16] = p3_half && !p3_half_q[j] ? prior[j*32+16+:16] : after[j*32+16+:16];
        if (p3_use_q[j] && p3_op[11:8] == WS_UNIT_ATOM)
          old[j*32+:32] = p3_half ? {16'd0, p3_half_q[j] ? prior[j*32+16+:16] : prior[j*32+:16]} : prior[j*32+:32];
      end
  end

  ws_atom_int #(
      .SLICES(S)
  ) alu (
      .fn_i(p3_op[7:0]),
      .r_i (prior),
      .s_i (p3_s_q),
      .t_i (p3_t_q),
      .d_o (after)
  );

  always @(*) begin
    code = p2_code_q;
    if (p2_valid_q) for (k = 0; k < S; k = k + 1) if (p2_use_q[k] && raw[k]) code[k*3+:3] = CODE_RAW;
  end

  assign stall = p4_valid_q && !result_ready;

  always @(posedge clk_i)
    if (!rst_ni) {p1_valid_q, p2_valid_q, p3_valid_q, p4_valid_q} <= 4'd0;
    else if (!stall)
      {p1_valid_q, p2_valid_q, p3_valid_q, p4_valid_q} <= {issue, p1_valid_q, p2_valid_q, (p3_valid_q && !p3_float) || float_valid};

  always @(posedge clk_i) begin
    if (issue) begin
      p1_head_q <= {q_head_q[HEAD-1] && q_free, q_head_q[HEAD-2:0]};
      {p1_go_q, p1_use_q, p1_half_q, p1_code_q, p1_word_q, p1_s_q, p1_t_q, p1_from_q} <=
          {go, go & q_use_q, q_half_q, q_code_q, q_word_q, q_s_q, q_t_q, from};
    end
    if (!stall && p1_valid_q) begin
      p2_head_q <= p1_head_q;
      {p2_go_q, p2_use_q, p2_half_q, p2_code_q, p2_word_q, p2_s_q, p2_t_q, p2_from_q} <=
          {p1_go_q, p1_use_q, p1_half_q, p1_code_q, p1_word_q, p1_s_q, p1_t_q, p1_from_q};
    end
    if (!stall && p2_valid_q) begin
      p3_head_q <= p2_head_q;
      {p3_go_q, p3_use_q, p3_half_q, p3_code_q, p3_word_q, p3_s_q, p3_t_q, p3_from_q, p3_r_q} <=
          {p2_go_q, p2_use_q, p2_half_q, code, p2_word_q, p2_s_q, p2_t_q, p2_from_q, get};
    end
    if (!stall && p3_valid_q && !p3_float) begin
      p4_head_q <= p3_head_q;
      {p4_go_q, p4_use_q, p4_half_q, p4_code_q, p4_word_q, p4_d_q, p4_old_q} <=
          {p3_go_q, p3_use_q, p3_half_q, p3_code_q, p3_word_q, merged, old};
    end else if (float_valid) begin
      p4_head_q <= float_head;
      {p4_go_q, p4_use_q, p4_half_q, p4_code_q, p4_word_q, p4_d_q, p4_old_q} <=
          {float_go, float_use, {S{float_upper}}, {S{float_code}}, float_words, float_new, float_old};
    end
  end

  // Sums: a lane leaves P3, and comes to P4 some clocks later, in the slots that it has had.
  wire float_valid, float_upper, float_uses;
  wire [S-1:0] float_go;
  wire [11:0] float_word;
  wire [63:0] float_new2, float_old2;
  wire [HEAD-1:0] float_head;
  wire [2:0] float_code;
  wire [11:0] float_op = float_head[TAG_W+WARP_W+:12];
  wire [S-1:0] float_use = float_uses ? float_go : {S{1'b0}};
  reg [2:0] p3_code;
  reg [S*12-1:0] float_words;
  reg [S*32-1:0] float_new, float_old;
  assign p3_float = atom_is_float(p3_op[7:0]);

  always @(*) begin
    p3_code = 3'd0;
    if (p3_valid_q) for (j = 0; j < S; j = j + 1) if (p3_go_q[j]) p3_code = p3_code | p3_code_q[j*3+:3];
  end

  always @(*) begin
    float_words = {S * 12{1'b0}};
    float_new = {S * 32{1'b0}};
    float_old = {S * 32{1'b0}};
    if (float_valid)
      for (j = 0; j < S; j = j + 1) begin
        float_words[j*12+:12] = {float_word[11:1], float_word[0] || (atom_is_wide(float_op[7:0]) && j % 2 == 1)};
        float_new[j*32+:32] = atom_is_wide(float_op[7:0]) && j % 2 == 1 ? float_new2[63:32] : float_new2[31:0];
        if (float_uses && float_op[11:8] == WS_UNIT_ATOM)
          float_old[j*32+:32] = atom_is_wide(float_op[7:0]) && j % 2 == 1 ? float_old2[63:32] : float_old2[31:0];
      end
  end

  ws_atom_float #(
      .S     (S),
      .INFO_W(HEAD + 4)
  ) sums (
      .clk_i     (clk_i),
      .rst_ni    (rst_ni),
      .launch_i  (p3_valid_q && p3_float && !stall),
      .fn_i      (p3_op[7:0]),
      .half_i    (p3_half),
      .go_i      (p3_go_q),
      .upper_i   (p3_half_q),
      .r_i       (p3_r_q),
      .s_i       (p3_s_q),
      .word_i    (p3_word_q),
      .use_i     (|p3_use_q),
      .info_i    ({p3_head_q, p3_code, |p3_use_q}),
      .ask_word_i(q_word_q),
      .ask_wide_i(q_wide),
      .late_o    (float_late),
      .busy_o    (float_busy),
      .valid_o   (float_valid),
      .go_o      (float_go),
      .upper_o   (float_upper),
      .word_o    (float_word),
      .new_o     (float_new2),
      .old_o     (float_old2),
      .info_o    ({float_head, float_code, float_uses})
  );

  reg [WARP_W-1:0] float_warp_q;  // whose sums are under way
  always @(posedge clk_i) if (p3_valid_q && p3_float) float_warp_q <= p3_head_q[WARP_W-1:0];

  // Which halves of its word a slot of P4 writes.
  wire p4_half = atom_is_half(p4_op[7:0]);
  reg [S*2-1:0] halves;
  always @(*) for (k = 0; k < S; k = k + 1) halves[k*2+:2] = {!p4_half || p4_half_q[k], !p4_half || !p4_half_q[k]};

  ws_atom_cross #(
      .S(S)
  ) crossing (
      .read_i      (p1_valid_q && !stall ? p1_use_q : {S{1'b0}}),
      .read_word_i (p1_word_q),
      .read_o      (mem_read_o),
      .read_row_o  (mem_read_row_o),
      .get_i       (p2_valid_q ? p2_use_q : {S{1'b0}}),
      .get_word_i  (p2_word_q),
      .rdata_i     (mem_rdata_i),
      .raw_i       (mem_raw_i),
      .get_o       (get),
      .raw_o       (raw),
      .write_i     (p4_valid_q && !stall ? p4_use_q : {S{1'b0}}),
      .write_word_i(p4_word_q),
      .write_half_i(halves),
      .write_data_i(p4_d_q),
      .be_o        (mem_be_o),
      .write_row_o (mem_write_row_o),
      .wdata_o     (mem_wdata_o)
  );

  ws_atom_result #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W),
      .S     (S)
  ) result (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .ready_o    (result_ready),
      .merge_i    (p4_valid_q && result_ready),
      .close_i    (p4_head_q[HEAD-1]),
      .warp_i     (p4_head_q[WARP_W-1:0]),
      .tag_i      (p4_head_q[WARP_W+:TAG_W]),
      .op_i       (p4_op),
      .base_i     (p4_head_q[TAG_W+WARP_W+12+:LANE_W]),
      .wide_i     (atom_is_wide(p4_op[7:0])),
      .go_i       (p4_go_q),
      .code_i     (p4_code_q),
      .old_i      (p4_old_q),
      .res_valid_o(res_valid_o),
      .res_ready_i(res_ready_i),
      .res_more_o (res_more_o),
      .res_head_o (res_head_o),
      .res_d_o    (res_d_o),
      .res_d_hi_o (res_d_hi_o),
      .res_p_o    (res_p_o)
  );

  // ---------------------------------------------------------------------------------------------------------- turns

  assign mem_uses_o = p1_valid_q || p2_valid_q || p3_valid_q || p4_valid_q || float_busy;
  assign mem_want_o = w_valid_q || q_valid_q || mem_uses_o;
  assign quiet_o = !mem_want_o && !res_valid_o;

  genvar s;
  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : slots
      localparam AT = $clog2(WARPS / SLOTS);
      assign mem_busy_o[s] = (w_valid_q && w_warp_q >> AT == s[WARP_W-1:0]) || (q_valid_q && q_head_q[WARP_W-1:0] >> AT == s[WARP_W-1:0]) ||
          (p1_valid_q && p1_head_q[WARP_W-1:0] >> AT == s[WARP_W-1:0]) || (p2_valid_q && p2_head_q[WARP_W-1:0] >> AT == s[WARP_W-1:0]) ||
          (p3_valid_q && p3_head_q[WARP_W-1:0] >> AT == s[WARP_W-1:0]) || (p4_valid_q && p4_head_q[WARP_W-1:0] >> AT == s[WARP_W-1:0]) ||
          (float_busy && float_warp_q >> AT == s[WARP_W-1:0]);
    end
  endgenerate

  wire unused = &{1'b0, grp_head_i, grp_key_i, grp_pred_i, q_op[11:8], p1_op[11:8], p2_op[11:8]};
endmodule
`default_nettype wire
