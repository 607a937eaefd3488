// SPDX-License-Identifier: Apache-2.0
// atom and red in shared memory (PTX 9.7.13.5, 9.7.13.6). C twin: atom_unit.c.
//
//   grp ─► W: operation ─► V: chunk of lanes ─► Q: window, word slots ─► P1 read ─► P2 get ─► P3 calculate ─► P4 write ─► result ─► res
//                                                    └─ who may go ───► ALUs ──────── ws_smem ───────────────┘
//
// A word of memory belongs to one of ALUS ALUs, the lowest bits of its address say to which; each ALU has banks of its own. An element of
// 64 or 128 bits takes two or four of them. A window has as many lanes as there are ALUs for; its lanes go in ascending order at each
// ALU, in one clock where no two need one. Each lane has the old value that this order gives it. Where all lanes of a red are at one word
// they go together: their operands are combined on the way to P3 (ws_atom_fold).
// What goes moves on a stage a clock, and its word to memory from P4. Three that follow at one word have not found it there: they get it
// from P4 (at P3, and at P2), and from what was in P4 before (P5). All stages stand still (stall) while P4 has a result and the response
// before it has not been taken.
// Sums of floats go one lane a clock, in order, and take ATOM_FLOAT_CLKS clocks more between P3 and P4 (ws_atom_float); a lane waits
// until its word is no longer under way. Such an operation begins when all before it has been answered, so that none has to stand still.
//
// A group enters in clock t and goes in t + 4 at the earliest, as memory is given to it (mem_go_i); its response stands at res in t + 9.
// A lane whose address is misaligned (AT_MISALIGNED) or outside the CTA's window (AT_BAD_SPACE) does nothing; an access to a word of an
// mbarrier object is done and says MB_RAW_ACCESS. One response a status, and of 128 bits two. A cas.b128 takes the c that its lane has laid
// down before, and is illegal where it has not. Bit TAG_W - 1 of a tag says that the group comes from another CTA (ws_atom_guest.v), bits 7:5
// its rank. Nothing but control is reset.
`default_nettype none
`include "ws_layout.vh"
module ws_atom #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter SLOTS  = 1,
    parameter WARP_W = 2,
    parameter TAG_W  = 9,              // at least 9
    parameter ALUS   = 8               // 4, 8, 16, 32; cost grows with it, and by the square in part
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
    input  wire [     LANES-1:0] grp_laid_i,       // lanes that have laid down the c of a cas.b128
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
  localparam G = $clog2(S);
  localparam LANE_W = $clog2(LANES);
  localparam [31:0] CL = S < LANES ? S : LANES;  // lanes of a chunk
  localparam CHUNKS = LANES / CL;
  localparam L4 = S / 4 < CL ? S / 4 : CL;  // lanes of a window, of 128 bits
  localparam REC = 14 + 64 + 32 + 32 + 3;  // a lane: at, a, b, c, code

  generate
    if (ALUS != 4 && ALUS != 8 && ALUS != 16 && ALUS != 32) begin : bad_alus
      ws_atom_ALUS_must_be_4_8_16_or_32 illegal ();
    end
  endgenerate

  // ------------------------------------------------------------------------------------------------- W: an operation

  wire [11:0] grp_op = grp_head_i[`WS_HEAD_OP];
  wire [WARP_W-1:0] grp_warp = grp_head_i[`WS_HEAD_WARP];
  wire [LANES-1:0] grp_lanes = grp_head_i[`WS_HEAD_LANES];
  wire [LANES*3-1:0] grp_code;
  wire [LANES*14-1:0] grp_at;
  wire [13:0] window;
  reg [LANES-1:0] grp_ok;
  integer i;

  generate
    if (SLOTS == 1) begin : one
      assign window = 14'd0;
    end else begin : more
      assign window = {grp_warp[WARP_W-1-:$clog2(SLOTS)], {14 - $clog2(SLOTS) {1'b0}}};  // each slot has as many warps
    end
  endgenerate

  ws_atom_place #(
      .LANES   (LANES),
      .WINDOW_W(14 - $clog2(SLOTS))
  ) place (
      .valid_i (grp_valid_i),
      .fn_i    (grp_op[7:0]),
      .rank_i  (cfg_rank_i),
      .window_i(window),
      .addr_i  (grp_addr_i),
      .lay_i   (grp_pred_i),
      .laid_i  (grp_laid_i),
      .code_o  (grp_code),
      .at_o    (grp_at)
  );

  always @(*) begin
    grp_ok = {LANES{1'b0}};
    if (grp_valid_i) for (i = 0; i < LANES; i = i + 1) grp_ok[i] = grp_code[i*3+:3] == CODE_OK;
  end

  // What a stage knows of the operation: {close, base, op, tag, warp}.
  localparam HEAD = 1 + LANE_W + 12 + TAG_W + WARP_W, OP_AT = TAG_W + WARP_W;

  reg w_valid_q, w_new_q;  // new: nothing of the operation has gone
  reg [12+TAG_W+WARP_W-1:0] w_head_q;
  reg [LANES-1:0] w_todo_q, w_ok_q;
  reg [LANES*REC-1:0] w_rec_q;

  // The lowest chunk in which a lane is left, and its lowest lane that uses memory.
  reg [CHUNKS-1:0] w_any;
  reg [LANES-1:0] w_first;
  reg [LANE_W-1:0] w_base;
  wire [CHUNKS-1:0] w_chunk = w_any & (~w_any + {{CHUNKS - 1{1'b0}}, 1'b1});
  wire [LANES-1:0] w_rest;
  wire [CL-1:0] chunk_todo, chunk_first;
  wire [CL*REC-1:0] chunk_rec;

  always @(*) begin
    w_base = {LANE_W{1'b0}};
    for (i = 0; i < CHUNKS; i = i + 1) begin
      w_any[i] = |w_todo_q[i*CL+:CL];
      w_first[i*CL+:CL] = w_todo_q[i*CL+:CL] & w_ok_q[i*CL+:CL] & ~((w_todo_q[i*CL+:CL] & w_ok_q[i*CL+:CL]) - {{CL - 1{1'b0}}, 1'b1});
      if (w_chunk[i]) w_base = w_base | i[LANE_W-1:0] * CL[LANE_W-1:0];
    end
  end

  genvar g;
  generate
    for (g = 0; g < CHUNKS; g = g + 1) begin : rest
      assign w_rest[g*CL+:CL] = w_chunk[g] ? {CL{1'b0}} : w_todo_q[g*CL+:CL];
    end
  endgenerate

  ws_pick #(
      .N(CHUNKS),
      .W(CL)
  ) pick_todo (
      .sel_i  (w_chunk),
      .words_i(w_todo_q),
      .word_o (chunk_todo)
  );
  ws_pick #(
      .N(CHUNKS),
      .W(CL)
  ) pick_first (
      .sel_i  (w_chunk),
      .words_i(w_first),
      .word_o (chunk_first)
  );
  ws_pick #(
      .N(CHUNKS),
      .W(CL * REC)
  ) pick_rec (
      .sel_i  (w_chunk),
      .words_i(w_rec_q),
      .word_o (chunk_rec)
  );

  wire v_free, q_free;
  wire w_go = w_valid_q && v_free;
  wire w_last = w_rest == {LANES{1'b0}};
  wire w_leaves = w_go && w_last;
  assign grp_ready_o = (!w_valid_q || w_leaves) && !mem_sweep_i;

  always @(posedge clk_i)
    if (!rst_ni) w_valid_q <= 1'b0;
    else w_valid_q <= grp_valid_i || (w_valid_q && !w_leaves);

  always @(posedge clk_i)
    if (grp_valid_i) begin
      w_head_q <= {grp_op, grp_head_i[`WS_HEAD_TAG], grp_warp};
      w_todo_q <= grp_lanes;
      w_ok_q   <= grp_ok;
      for (i = 0; i < LANES; i = i + 1)
        w_rec_q[i*REC+:REC] <= {grp_at[i*14+:14], grp_a_i[i*64+:64], grp_b_i[i*32+:32], grp_c_i[i*32+:32], grp_code[i*3+:3]};
      w_new_q  <= 1'b1;
    end else if (w_go) begin
      w_todo_q <= w_rest;
      w_new_q  <= 1'b0;
    end

  // ---------------------------------------------------------------------------------------------- V: a chunk of lanes

  reg v_valid_q, v_new_q;
  reg [HEAD-1:0] v_head_q;
  reg [CL-1:0] v_todo_q, v_first_q;
  reg [CL*14-1:0] v_at_q;
  reg [CL*64-1:0] v_a_q;
  reg [CL*32-1:0] v_b_q, v_c_q;
  reg [CL*3-1:0] v_code_q;
  wire [7:0] v_fn = v_head_q[OP_AT+:8];

  wire [CL-1:0] load_lanes;
  wire [4:0] load_base;
  wire [S-1:0] load_todo, load_use, load_half, load_same_word;
  wire [S*3-1:0] load_code;
  wire [S*12-1:0] load_word;
  wire [S*32-1:0] load_s, load_t;
  wire [S*S-1:0] load_same_slot;
  wire [LANE_W-1:0] load_lane = v_head_q[OP_AT+12+:LANE_W] | load_base[LANE_W-1:0];

  ws_atom_load #(
      .CL(CL),
      .S (S)
  ) load (
      .valid_i    (v_valid_q),
      .fn_i       (v_fn),
      .todo_i     (v_todo_q),
      .first_i    (v_first_q),
      .code_i     (v_code_q),
      .at_i       (v_at_q),
      .a_i        (v_a_q),
      .b_i        (v_b_q),
      .c_i        (v_c_q),
      .lanes_o    (load_lanes),
      .base_o     (load_base),
      .todo_o     (load_todo),
      .use_o      (load_use),
      .code_o     (load_code),
      .word_o     (load_word),
      .half_o     (load_half),
      .s_o        (load_s),
      .t_o        (load_t),
      .same_slot_o(load_same_slot),
      .same_word_o(load_same_word)
  );

  wire [CL-1:0] v_rest = v_todo_q & ~load_lanes;
  wire v_go = v_valid_q && q_free;
  wire v_last = v_rest == {CL{1'b0}};
  assign v_free = !v_valid_q || (q_free && v_last);

  always @(posedge clk_i)
    if (!rst_ni) v_valid_q <= 1'b0;
    else v_valid_q <= w_go || (v_valid_q && !v_free);

  always @(posedge clk_i)
    if (w_go) begin
      v_head_q  <= {w_last, w_base, w_head_q};
      v_todo_q  <= chunk_todo;
      v_first_q <= chunk_first;
      v_new_q   <= w_new_q;
      for (i = 0; i < CL; i = i + 1)
        {v_at_q[i*14+:14], v_a_q[i*64+:64], v_b_q[i*32+:32], v_c_q[i*32+:32], v_code_q[i*3+:3]} <= chunk_rec[i*REC+:REC];
    end else if (v_go) begin
      v_todo_q <= v_rest;
      v_new_q  <= 1'b0;
    end

  // What was laid down for a cas.b128.
  reg [L4-1:0] load_lay;
  reg [L4*128-1:0] load_value;
  wire [L4*128-1:0] laid;

  always @(*)
    for (i = 0; i < L4; i = i + 1) begin
      load_lay[i] = v_go && load_todo[i*4] && load_code[i*12+:3] == CODE_LAID;
      load_value[i*128+:128] = load_s[i*128+:128];
    end

  ws_atom_laid #(
      .LANES (LANES),
      .WARPS (WARPS),
      .WARP_W(WARP_W),
      .N     (L4),
      .GUESTS(8)
  ) laid_down (
      .clk_i    (clk_i),
      .at_warp_i(v_head_q[WARP_W-1:0]),
      .at_lane_i(load_lane),
      .guest_i  (v_head_q[WARP_W+TAG_W-1]),
      .rank_i   (v_head_q[WARP_W+5+:3]),
      .put_i    (load_lay),
      .t_i      (load_value),
      .get_i    (v_go && atom_is_pairs(v_fn)),
      .t_o      (laid)
  );

  // ------------------------------------------------------------------------------------- Q: a window, and who may go

  reg q_valid_q, q_new_q, q_whole_q;  // whole: nothing of the window has gone
  reg [HEAD-1:0] q_head_q;
  reg [S-1:0] q_todo_q, q_use_q, q_half_q, q_same_word_q;
  reg [S*3-1:0] q_code_q;
  reg [S*12-1:0] q_word_q;
  reg [S*32-1:0] q_s_q, q_t_q;
  reg [S*S-1:0] q_same_slot_q;
  reg [S*32-1:0] q_t;
  reg [S*G-1:0] q_alu;

  wire stall, float_late, float_busy, result_busy;
  wire [11:0] q_op = q_head_q[OP_AT+:12];
  wire q_float = atom_is_float(q_op[7:0]);
  wire q_wide = atom_is_wide(q_op[7:0]);

  // All lanes of a red at one word.
  wire q_fold = q_whole_q && q_op[11:8] == WS_UNIT_RED && atom_is_fold(q_op[7:0]) && (q_same_word_q | ~q_use_q) == {S{1'b1}};

  // Of a sum the lowest lane alone, if its word is not under way.
  wire [S-1:0] low = q_todo_q & (~q_todo_q + {{S - 1{1'b0}}, 1'b1});
  wire [S-1:0] lane = low | (q_wide ? low << 1 : {S{1'b0}});
  reg [11:0] low_word;
  wire [S-1:0] go;
  wire [S*S-1:0] from;
  wire float_held = q_float && ((|(low & q_use_q) && float_late) || (q_new_q && (mem_uses_o || result_busy)));
  integer n;

  always @(*) begin
    low_word = 12'd0;
    q_alu = {S * G{1'b0}};
    if (q_valid_q)
      for (n = 0; n < S; n = n + 1) begin
        if (low[n]) low_word = low_word | q_word_q[n*12+:12];
        q_alu[n*G+:G] = q_word_q[n*12+:G];
      end
  end

  always @(*) begin
    q_t = q_t_q;
    if (atom_is_pairs(q_op[7:0])) q_t[L4*128-1:0] = laid;
  end

  ws_atom_pick #(
      .S(S)
  ) pick (
      .todo_i     (q_valid_q ? q_todo_q : {S{1'b0}}),
      .use_i      (q_use_q),
      .only_i     (q_float ? lane : {S{1'b1}}),
      .fold_i     (q_fold),
      .alu_i      (q_alu),
      .same_slot_i(q_same_slot_q),
      .go_o       (go),
      .from_o     (from)
  );

  // Sums and others wait for one another.
  wire other = !q_float && float_busy;
  wire q_uses = |(q_todo_q & q_use_q);
  wire issue = q_valid_q && !stall && !other && !float_held && (mem_go_i || !q_uses);
  wire [S-1:0] q_rest = q_todo_q & ~go;
  assign q_free = !q_valid_q || (issue && q_rest == {S{1'b0}});

  always @(posedge clk_i)
    if (!rst_ni) q_valid_q <= 1'b0;
    else q_valid_q <= v_go || (q_valid_q && !q_free);

  always @(posedge clk_i)
    if (v_go) begin
      q_head_q      <= {v_head_q[HEAD-1] && v_last, load_lane, v_head_q[OP_AT+12-1:0]};
      q_todo_q      <= load_todo;
      q_use_q       <= load_use;
      q_half_q      <= load_half;
      q_code_q      <= load_code;
      q_word_q      <= load_word;
      q_s_q         <= load_s;
      q_t_q         <= load_t;
      q_same_slot_q <= load_same_slot;
      q_same_word_q <= load_same_word;
      q_new_q       <= v_new_q;
      q_whole_q     <= 1'b1;
    end else if (issue) begin
      q_todo_q  <= q_rest;
      q_new_q   <= 1'b0;
      q_whole_q <= 1'b0;
    end

  // -------------------------------------------------------------------------------------------- P1 to P4, and results

  wire pipe_uses, p4_valid, p4_ready;
  wire [SLOTS-1:0] pipe_busy;
  wire [HEAD-1:0] p4_head;
  wire [S-1:0] p4_go;
  wire [S*3-1:0] p4_code;
  wire [S*32-1:0] p4_old;

  ws_atom_pipe #(
      .LANES (LANES),
      .WARPS (WARPS),
      .SLOTS (SLOTS),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W),
      .S     (S)
  ) pipe (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .issue_i        (issue),
      .head_i         ({q_head_q[HEAD-1] && q_rest == {S{1'b0}}, q_head_q[HEAD-2:0]}),
      .fold_i         (q_fold),
      .go_i           (go),
      .code_i         (q_code_q),
      .alu_i          (q_alu),
      .from_i         (from),
      .word_i         (q_word_q),
      .half_i         (q_half_q),
      .s_i            (q_s_q),
      .t_i            (q_t),
      .low_word_i     (low_word),
      .low_use_i      (|(low & q_use_q)),
      .late_o         (float_late),
      .float_busy_o   (float_busy),
      .stall_o        (stall),
      .uses_o         (pipe_uses),
      .busy_o         (pipe_busy),
      .valid_o        (p4_valid),
      .ready_i        (p4_ready),
      .head_o         (p4_head),
      .go_o           (p4_go),
      .code_o         (p4_code),
      .old_o          (p4_old),
      .mem_read_o     (mem_read_o),
      .mem_read_row_o (mem_read_row_o),
      .mem_rdata_i    (mem_rdata_i),
      .mem_raw_i      (mem_raw_i),
      .mem_be_o       (mem_be_o),
      .mem_write_row_o(mem_write_row_o),
      .mem_wdata_o    (mem_wdata_o)
  );

  ws_atom_result #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W),
      .S     (S)
  ) result (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .busy_o     (result_busy),
      .ready_o    (p4_ready),
      .merge_i    (p4_valid && p4_ready),
      .close_i    (p4_head[HEAD-1]),
      .warp_i     (p4_head[WARP_W-1:0]),
      .tag_i      (p4_head[WARP_W+:TAG_W]),
      .op_i       (p4_head[OP_AT+:12]),
      .base_i     (p4_head[OP_AT+12+:LANE_W]),
      .go_i       (p4_go),
      .code_i     (p4_code),
      .old_i      (p4_old),
      .res_valid_o(res_valid_o),
      .res_ready_i(res_ready_i),
      .res_head_o (res_head_o),
      .res_d_o    (res_d_o),
      .res_d_hi_o (res_d_hi_o),
      .res_p_o    (res_p_o)
  );
  assign res_more_o = 1'b0;

  // ---------------------------------------------------------------------------------------------------------- turns

  assign mem_uses_o = pipe_uses;
  assign mem_want_o = w_valid_q || v_valid_q || q_valid_q || mem_uses_o;
  assign quiet_o = !mem_want_o && !result_busy;

  generate
    for (g = 0; g < SLOTS; g = g + 1) begin : slots
      localparam AT = $clog2(WARPS / SLOTS);
      assign mem_busy_o[g] = (w_valid_q && w_head_q[WARP_W-1:0] >> AT == g[WARP_W-1:0]) || (v_valid_q && v_head_q[WARP_W-1:0] >> AT == g[WARP_W-1:0]) ||
          (q_valid_q && q_head_q[WARP_W-1:0] >> AT == g[WARP_W-1:0]) || pipe_busy[g];
    end
  endgenerate

  wire unused = &{1'b0, grp_head_i, grp_key_i, load_base};
endmodule
`default_nettype wire
