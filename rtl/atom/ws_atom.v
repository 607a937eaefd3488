// SPDX-License-Identifier: Apache-2.0
// atom and red in shared memory (PTX 9.7.13.5, 9.7.13.6). C twin: atom_unit.c.
//
//   grp ─► W: operation ─► V, U: chunk of lanes ─► Q: who goes ─► P1 read ─► P2 get ─► P3 calculate ─► P4 write ─► result ─► res
//                                                     └─ lanes to ALUs ───── ws_smem ───┘  └─► sums ──► write
//
// A word of memory belongs to one of ALUS ALUs, the lowest bits of its address say to which; each ALU has banks of its own. An element of
// 64 or 128 bits takes two or four of them. A chunk has as many lanes as there are ALUs. They go in ascending order at each ALU, in one clock
// where no two need one ALU or one wire to it. Each lane has the old value that this order gives it. Where all lanes of a red are at one word
// they go together: their operands are combined on the way to P3 (ws_atom_fold). Elements of 128 bits and sums go one lane a clock.
// What goes moves on a stage a clock, and its word to memory from P4. Results wait in a queue while the response before them has not been taken, and
// nothing goes for whose result it has no place: so no stage stands still. Sums of floats give their old value like others and are written ATOM_FLOAT_CLKS + 1 clocks after P3 (ws_atom_float); a lane
// waits until its word is no longer under way, and other operations until no sum is.
//
// A group enters in clock t and goes in t + 5 at the earliest, as memory is given to it (mem_go_i); its response stands at res in t + 10. A lane
// whose address is misaligned (AT_MISALIGNED) or outside the CTA's window (AT_BAD_SPACE) does nothing; an access to a word of an mbarrier
// object is done and says MB_RAW_ACCESS. One response a status, and of 128 bits two. A cas.b128 takes the c that its lane has laid down before,
// and is illegal where it has not. Lanes of a group that ws_atom_far takes come with it, and go there from V (ws_atom_chunk.v). Bit TAG_W - 1 of
// a tag says that the group comes from another CTA (ws_atom_guest.v), bits 7:5 its rank. Nothing but control is reset.
`default_nettype none
`include "ws_layout.vh"
module ws_atom #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter SLOTS  = 1,
    parameter WARP_W = 2,
    parameter TAG_W  = 9,              // at least 9
    parameter ALUS   = 8,              // 4, 8, 16, 32; cost grows with it
    parameter BANKS  = 32,             // of shared memory, at least ALUS
    parameter ROW_W  = 12 - $clog2(BANKS), // derived, not to be set
    parameter LANE_W = $clog2(LANES)   // derived, not to be set
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    input  wire [           3:0] self_i,           // rank + 1
    input  wire [           3:0] ctas_i,
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
    input  wire [          63:0] first_addr_i,     // these six in place of lane 0's: they may be another CTA's
    input  wire [          63:0] first_a_i,
    input  wire [          31:0] first_b_i,
    input  wire [          31:0] first_c_i,
    input  wire                  first_pred_i,
    input  wire                  first_laid_i,
    // for ws_atom_far: what it takes of the group that entered a clock ago; rows of two lanes
    output wire [  LANES*7+12:0] new_o,
    output wire                  far_valid_o,
    output wire [  LANE_W-2:0]   far_row_o,
    output wire [           1:0] far_lanes_o,
    output wire [     2*146-1:0] far_rec_o,
    // result, to the collector
    output wire                  res_valid_o,
    input  wire                  res_ready_i,
    output wire                  res_more_o,
    output wire [`WS_HEAD_W-1:0] res_head_o,
    output wire [  LANES*32-1:0] res_d_o,
    output wire [  LANES*32-1:0] res_d_hi_o,
    output wire [     LANES-1:0] res_p_o,
    // shared memory: turns, read, the words read in the clock before, write
    output wire                  mem_want_o,       // something is to use memory, or was a clock ago
    output wire                  mem_uses_o,       // ... uses it
    input  wire                  mem_go_i,         // more may begin to in the next clock
    input  wire                  mem_sweep_i,      // no group is to enter
    output wire [     SLOTS-1:0] mem_busy_o,       // CTAs of which a group is under way
    output wire [     BANKS-1:0] mem_read_o,
    output wire [BANKS*ROW_W-1:0] mem_read_row_o,
    input  wire [  BANKS*32-1:0] mem_rdata_i,
    input  wire [     BANKS-1:0] mem_raw_i,
    output wire [   BANKS*4-1:0] mem_be_o,
    output wire [BANKS*ROW_W-1:0] mem_write_row_o,
    output wire [  BANKS*32-1:0] mem_wdata_o,
    output wire                  quiet_o
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "atom/ws_atom_code.vh"
  `include "atom/ws_atom_fn.vh"
  localparam S = ALUS, G = $clog2(S), D = G - 1;
  localparam [31:0] CL = S < LANES ? S : LANES;  // lanes of a chunk
  `include "atom/ws_atom_where.vh"

  generate
    if (ALUS != 4 && ALUS != 8 && ALUS != 16 && ALUS != 32) begin : bad_alus
      ws_atom_ALUS_must_be_4_8_16_or_32 illegal ();
    end
  endgenerate

  // ------------------------------------------------------------------------------------------------- W: an operation

  wire [11:0] grp_op = grp_head_i[`WS_HEAD_OP];
  wire [7:0] grp_fn = grp_op[7:0];
  wire grp_quad = atom_is_quad(grp_fn);
  wire [WARP_W-1:0] grp_warp = grp_head_i[`WS_HEAD_WARP];
  wire [LANES-1:0] grp_lanes = grp_head_i[`WS_HEAD_LANES];
  integer i;

  // What a stage knows of the operation: {close, base, kind, op, tag, warp}; kind: {operands can be combined, red, cas, float, half, quad, wide or quad}.
  localparam OP_AT = TAG_W + WARP_W, KIND = OP_AT + 12, HEAD = 1 + LANE_W + 7 + KIND;
  wire grp_red = grp_op[11:8] != WS_UNIT_ATOM;
  wire [6:0] grp_kind = {
    grp_red && atom_is_fold(grp_fn), grp_red, atom_is_cas(grp_fn), atom_is_float(grp_fn), atom_is_half(grp_fn), grp_quad, grp_quad || atom_is_wide(grp_fn)
  };

  // ------------------------------------------------------------------------------ V, U: a chunk of lanes, and one in spare

  wire want, room, u_valid;
  wire issue, q_moves, q_free, q_load, u_free;
  wire [SLOTS-1:0] chunk_busy;
  wire [HEAD-1:0] u_head;
  wire u_any_use, u_same;
  wire [CL-1:0] u_todo, u_use, u_lays, u_half;
  wire [CL*12-1:0] u_word;
  wire [CL*64-1:0] u_a;
  wire [CL*32-1:0] u_b, u_c;
  wire [CL*3-1:0] u_code;

  ws_atom_chunk #(
      .LANES (LANES),
      .WARPS (WARPS),
      .SLOTS (SLOTS),
      .WARP_W(WARP_W),
      .CL    (CL),
      .HEAD  (7 + KIND),
      .KIND  (KIND)
  ) chunks (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .enter_i(grp_valid_i),
      .room_o (room),
      .head_i ({grp_kind, grp_op, grp_head_i[`WS_HEAD_TAG], grp_warp}),
      .lanes_i(grp_lanes),
      .self_i (self_i),
      .ctas_i (ctas_i),
      .addr_i (grp_addr_i),
      .a_i    (grp_a_i),
      .b_i    (grp_b_i),
      .c_i    (grp_c_i),
      .pred_i (grp_pred_i),
      .laid_i (grp_laid_i),
      .first_addr_i(first_addr_i),
      .first_a_i(first_a_i),
      .first_b_i(first_b_i),
      .first_c_i(first_c_i),
      .first_pred_i(first_pred_i),
      .first_laid_i(first_laid_i),
      .new_o  (new_o),
      .valid_o(u_valid),
      .free_i (u_free),
      .head_o (u_head),
      .todo_o (u_todo),
      .use_o  (u_use),
      .any_use_o(u_any_use),
      .same_o (u_same),
      .lays_o (u_lays),
      .half_o (u_half),
      .word_o (u_word),
      .a_o    (u_a),
      .b_o    (u_b),
      .c_o    (u_c),
      .code_o (u_code),
      .far_valid_o(far_valid_o),
      .far_row_o(far_row_o),
      .far_lanes_o(far_lanes_o),
      .far_rec_o(far_rec_o),
      .want_o (want),
      .busy_o (chunk_busy)
  );

  assign grp_ready_o = room && !mem_sweep_i;

  // ------------------------------------------------------------------------------------------ Q: a chunk, and who goes

  reg q_valid_q, q_fold_q, q_last_q;  // last: all that are to go do
  reg q_uses_q;  // who is to go uses memory
  reg [HEAD-1:0] q_head_q;
  reg [ATOM_FOLD_W-1:0] q_fold_ctl_q;
  reg [CL-1:0] q_todo_q, q_use_q, q_go_q, q_take_q;  // go; of these, take an ALU
  reg [CL*CL-1:0] q_meet_q;
  reg [CL-1:0] q_lays_q, q_half_q, q_one_q;
  reg [CL*12-1:0] q_words_q;
  reg [CL*(G-1)-1:0] q_place_q;
  reg q_lay_q;  // who goes lays down
  reg [CL*64-1:0] q_a_q;
  reg [CL*32-1:0] q_b_q, q_c_q;
  reg [CL*3-1:0] q_code_q;
  // Of sums: the first lane is compared with what is under way, and does not go; the words of the lane that goes and of the next one, and which that is.
  reg q_first_q;
  reg [11:0] q_word_q, q_next_word_q;
  reg [CL-1:0] q_next_one_q;
  localparam [CL-1:0] ONE = 1;
  wire late, float_busy, result_busy, queue_room;
  wire q_quad = q_head_q[KIND+1], q_float = q_head_q[KIND+3], q_cas = q_head_q[KIND+4];
  wire u_float = u_head[KIND+3];
  wire u_one = u_head[KIND+1] || u_float;

  genvar g;
  // 1. What comes from U: who is in whose way, who is together.
  wire [CL*G-1:0] u_alu;
  wire [CL*CL-1:0] u_meet;
  wire [CL-1:0] u_go, u_take, u_low, u_one_half;
  wire [CL*(G-1)-1:0] u_place;
  wire u_last;
  reg [11:0] u_one_word;
  wire u_fold = u_same && u_head[KIND+6];

  generate
    for (g = 0; g < CL; g = g + 1) begin : alus
      assign u_alu[g*G+:G] = u_word[g*12+:G];
      assign u_one_half[g] = !u_lays[g] && half_of(u_word[g*12+:G]);
      assign u_place[g*D+:D] = u_lays[g] ? {D{1'b0}} : place_of(u_word[g*12+:G]);  // what is laid down goes to the first ALUs
    end
  endgenerate

  always @(*) begin
    u_one_word = 12'd0;
    if (u_float) for (i = 0; i < CL; i = i + 1) if (u_low[i]) u_one_word = u_one_word | u_word[i*12+:12];
  end

  ws_atom_meet #(
      .CL(CL),
      .S (S)
  ) meet (
      .wide_i(u_head[KIND]),
      .alu_i (u_alu),
      .meet_o(u_meet)
  );
  ws_atom_pick #(
      .CL(CL)
  ) pick_first (
      .todo_i(u_todo),
      .use_i (u_use | u_lays),
      .fold_i(u_fold),
      .one_i (u_one),
      .meet_i(u_meet),
      .go_o  (u_go),
      .take_o(u_take),
      .low_o (u_low),
      .last_o(u_last)
  );

  // 2. What stays.
  wire [CL-1:0] q_rest = q_todo_q & ~q_go_q;
  wire [CL-1:0] q_next_go, q_next_take, q_next_low;
  wire q_next_last;

  ws_atom_pick #(
      .CL(CL)
  ) pick_next (
      .todo_i(q_valid_q ? q_rest : {CL{1'b0}}),
      .use_i (q_use_q | q_lays_q),
      .fold_i(1'b0),
      .one_i (q_quad || q_float),
      .meet_i(q_meet_q),
      .go_o  (q_next_go),
      .take_o(q_next_take),
      .low_o (q_next_low),
      .last_o(q_next_last)
  );

  // Of sums the lane after the one whose turn is next; they go alone, from the lowest one on.
  wire [CL-1:0] q_after = q_rest & ~q_next_one_q;
  wire [CL-1:0] q_after_one = q_after & (~q_after + ONE);
  reg [11:0] q_after_word;

  always @(*) begin
    q_after_word = 12'd0;
    if (q_float) for (i = 0; i < CL; i = i + 1) if (q_after_one[i]) q_after_word = q_after_word | q_words_q[i*12+:12];
  end

  // 3. It goes.
  reg mem_go_q;  // may begin to use memory in this clock, which mem_uses_o says then
  always @(posedge clk_i) mem_go_q <= rst_ni && mem_go_i;
  ws_atom_ready ready (
      .u_valid_i   (u_valid),
      .q_valid_i   (q_valid_q),
      .q_last_i    (q_last_q),
      .q_uses_i    (q_uses_q),
      .mem_go_i    (mem_go_q),
      .q_float_i   (q_float),
      .q_first_i   (q_first_q),
      .late_i      (late),
      .float_busy_i(float_busy),
      .room_i      (queue_room),
      .issue_o     (issue),
      .moves_o     (q_moves),
      .free_o      (q_free),
      .load_o      (q_load),
      .u_free_o    (u_free)
  );
  wire q_ends = !q_valid_q || q_last_q;  // behind what goes comes U
  wire q_next = q_first_q || issue;

  always @(posedge clk_i)
    if (!rst_ni) q_valid_q <= 1'b0;
    else q_valid_q <= u_valid || !q_free;

  always @(posedge clk_i)
    if (q_load) begin
      {q_head_q, q_use_q, q_meet_q} <= {u_head, u_use, u_meet};
      {q_half_q, q_words_q, q_fold_ctl_q} <= {u_half, u_word, atom_fold_ctl(u_head[OP_AT+:8])};
      {q_a_q, q_b_q, q_c_q, q_code_q, q_lays_q} <= {u_a, u_b, u_c, u_code, u_lays};
    end

  // What counts only with q_valid_q comes whether U has something or not.
  always @(posedge clk_i)
    if (q_moves) begin
      {q_todo_q, q_fold_q, q_lay_q} <= q_ends ? {u_todo, u_fold, |(u_low & u_lays)} : {q_rest, 1'b0, |(q_next_low & q_lays_q)};
      {q_go_q, q_take_q, q_last_q} <= q_ends ? {u_go, u_take, u_last} : {q_next_go, q_next_take, q_next_last};
      q_uses_q <= q_ends ? u_any_use : |(q_rest & q_use_q);
    end

  always @(posedge clk_i) if (q_free) {q_one_q, q_place_q} <= {u_one_half, u_place};

  always @(posedge clk_i)
    if (!rst_ni) q_first_q <= 1'b0;
    else q_first_q <= u_valid && q_free && u_float;

  always @(posedge clk_i) begin
    if (q_moves || q_first_q) {q_next_one_q, q_next_word_q} <= q_ends && !q_first_q ? {u_low, u_one_word} : {q_after_one, q_after_word};
    if (q_next) q_word_q <= q_next_word_q;
  end

  // 4. What is laid down for a cas.b128, a lane a clock: as its lane is in P1, from registers.
  wire [127:0] lay_value, laid_value;
  reg lay_q, get_q, guest_q;
  reg [2:0] rank_q;
  reg [WARP_W-1:0] warp_q;
  reg [LANE_W-1:0] lane_q;
  reg [LANE_W-1:0] q_lane;

  always @(*) begin
    q_lane = q_head_q[KIND+7+:LANE_W];
    if (q_quad) for (i = 0; i < CL; i = i + 1) if (q_go_q[i]) q_lane = q_lane | i[LANE_W-1:0];
  end

  always @(posedge clk_i) begin
    {lay_q, get_q} <= {2{rst_ni && issue}} & {q_lay_q, q_quad && q_cas && !q_lay_q};
    {guest_q, rank_q, warp_q, lane_q} <= {q_head_q[WARP_W+TAG_W-1], q_head_q[WARP_W+5+:3], q_head_q[WARP_W-1:0], q_lane};
  end

  ws_atom_laid #(
      .LANES (LANES),
      .WARPS (WARPS),
      .WARP_W(WARP_W),
      .GUESTS(8)
  ) laid_down (
      .clk_i    (clk_i),
      .at_warp_i(warp_q),
      .at_lane_i(lane_q),
      .guest_i  (guest_q),
      .rank_i   (rank_q),
      .put_i    (lay_q),
      .t_i      (lay_value),
      .get_i    (get_q),
      .t_o      (laid_value)
  );

  // -------------------------------------------------------------------------------------------- P1 to P4, and results

  localparam WAY = CL + S / 2 + S * G;
  wire pipe_uses, done;
  wire [SLOTS-1:0] pipe_busy;
  wire [HEAD-1:0] done_head;
  wire [CL-1:0] done_go;
  wire [CL*3-1:0] done_code;
  wire [WAY-1:0] done_way;
  wire [S*32-1:0] done_old;

  ws_atom_pipe #(
      .LANES (LANES),
      .WARPS (WARPS),
      .SLOTS (SLOTS),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W),
      .CL    (CL),
      .S     (S),
      .BANKS (BANKS)
  ) pipe (
      .clk_i          (clk_i),
      .rst_ni         (rst_ni),
      .issue_i        (issue),
      .head_i         ({q_head_q[HEAD-1] && q_last_q, q_head_q[HEAD-2:0]}),
      .fold_i         (q_fold_q),
      .fold_ctl_i     (q_fold_ctl_q),
      .lay_i          (q_lay_q),
      .go_i           (q_go_q),
      .take_i         (q_take_q),
      .has_i          (q_use_q),
      .code_i         (q_code_q),
      .word_i         (q_words_q),
      .upper_half_i   (q_half_q),
      .one_i          (q_one_q),
      .place_i        (q_place_q),
      .a_i            (q_a_q),
      .b_i            (q_b_q),
      .c_i            (q_c_q),
      .first_i        (q_first_q),
      .next_use_i     (|(q_next_one_q & q_use_q)),
      .next_word_i    (q_next_word_q),
      .one_word_i     (q_word_q),
      .one_use_i      (q_float && |q_take_q),
      .late_o         (late),
      .float_busy_o   (float_busy),
      .uses_o         (pipe_uses),
      .busy_o         (pipe_busy),
      .lay_o          (lay_value),
      .laid_i         (laid_value),
      .valid_o        (done),
      .head_o         (done_head),
      .go_o           (done_go),
      .code_o         (done_code),
      .way_o          (done_way),
      .old_o          (done_old),
      .mem_read_o     (mem_read_o),
      .mem_read_row_o (mem_read_row_o),
      .mem_rdata_i    (mem_rdata_i),
      .mem_raw_i      (mem_raw_i),
      .mem_be_o       (mem_be_o),
      .mem_write_row_o(mem_write_row_o),
      .mem_wdata_o    (mem_wdata_o)
  );

  ws_atom_done #(
      .LANES (LANES),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W),
      .CL    (CL),
      .S     (S)
  ) results (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .issue_i    (issue),
      .room_o     (queue_room),
      .busy_o     (result_busy),
      .valid_i    (done),
      .head_i     (done_head),
      .go_i       (done_go),
      .code_i     (done_code),
      .way_i      (done_way),
      .old_i      (done_old),
      .res_valid_o(res_valid_o),
      .res_ready_i(res_ready_i),
      .res_head_o (res_head_o),
      .res_d_o    (res_d_o),
      .res_d_hi_o (res_d_hi_o),
      .res_p_o    (res_p_o)
  );
  assign res_more_o = 1'b0;

  // ---------------------------------------------------------------------------------------------------------- turns

  assign mem_uses_o = pipe_uses || (q_valid_q && q_uses_q && mem_go_q);
  // From a register, a clock long behind the last one, which memory is used anyhow: much hangs on it.
  reg want_q;
  always @(posedge clk_i) want_q <= rst_ni && (grp_valid_i || want || q_valid_q);
  assign mem_want_o = want_q;
  assign quiet_o = !want_q && !pipe_uses && !result_busy;

  generate
    for (g = 0; g < SLOTS; g = g + 1) begin : slots
      localparam AT = $clog2(WARPS / SLOTS);
      assign mem_busy_o[g] = chunk_busy[g] || (q_valid_q && q_head_q[WARP_W-1:0] >> AT == g[WARP_W-1:0]) || pipe_busy[g];
    end
  endgenerate

  wire unused = &{1'b0, grp_head_i, grp_key_i};
endmodule
`default_nettype wire
