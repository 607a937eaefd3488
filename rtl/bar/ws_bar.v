// SPDX-License-Identifier: Apache-2.0
// The barriers of a core: 16 named ones a CTA (PTX 9.7.13.1) and that of the cluster (PTX 9.7.13.3), by warps. C twin:
// cmodel/when/bar_unit.c, which agrees in every clock.
//
// A group, the live lanes of a warp that have come together, stands in A, then, reduced, in B, where it meets its
// barrier; one a clock. What that says of warps stands in C: who waits, who goes on. Answers pass R, a register before the
// port; that of a group which does not wait stands there 5 clocks after it came. All that a barrier is stands in the table: who
// has arrived, how many are awaited, kind, count form and reduction. A warp waits at one place.
// An exit may complete or break barriers: the active ones of its CTA become dirty and are examined, one a clock, lowest
// slot and number first; B stalls meanwhile. Members are warps with a live lane, warps still to be launched, and warps whose group is
// in A or B; a barrier goes by those of the clock before. A launch that begins a CTA makes its barriers inactive. A group of the CTA before it may still be in A or B: it can only
// be an arrive, and it is answered without effect. Groups with an error do not come here, nor operations of other units.
`default_nettype none
`include "ws_layout.vh"
module ws_bar #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter SLOTS  = 1,   // CTAs, WARPS / SLOTS warps each
    parameter WARP_W = 2,
    parameter TAG_W  = 8
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,
    input  wire [            3:0] cfg_ctas_i,      // CTAs of the cluster
    // group, from the rendezvous; grp_valid_i is a strobe, only while grp_ready_o; its status is OK or BAR_ALIGNED_DIVERGED
    input  wire                   grp_valid_i,
    output wire                   grp_ready_o,
    input  wire [ `WS_HEAD_W-1:0] grp_head_i,
    input  wire [           11:0] grp_key_i,       // see ws_bar_ask
    input  wire [   LANES*64-1:0] grp_addr_i,
    input  wire [   LANES*64-1:0] grp_a_i,
    input  wire [   LANES*32-1:0] grp_b_i,
    input  wire [   LANES*32-1:0] grp_c_i,
    input  wire [      LANES-1:0] grp_pred_i,      // complement already applied
    // lanes and CTAs
    input  wire [WARPS*LANES-1:0] live_i,
    input  wire [      SLOTS-1:0] start_i,         // this launch begins a CTA
    input  wire                   launch_i,        // of the clock before: live_i shows it
    input  wire [     WARP_W-1:0] launch_warp_i,
    input  wire [            5:0] launch_warps_i,  // warps of a CTA that begins; 0 or too many: all of the slot
    output wire [WARPS*LANES-1:0] away_o,          // lanes blocked here
    output wire                   quiet_o,         // nothing more happens without an input
    // result, to the collector: d is that of red.popc, p that of red.and and red.or, else 0
    output wire                   res_valid_o,
    input  wire                   res_ready_i,
    output wire                   res_more_o,
    output wire [ `WS_HEAD_W-1:0] res_head_o,
    output wire [   LANES*32-1:0] res_d_o,
    output wire [   LANES*32-1:0] res_d_hi_o,
    output wire [      LANES-1:0] res_p_o,
    // cluster
    output wire [            2:0] clb_o,           // {phase, all members have arrived, there are members}
    input  wire                   clb_phase_i
);
  `include "ws_ops.vh"
  `include "bar/ws_bar_fn.vh"
  localparam WPS = WARPS / SLOTS;
  localparam CNT_W = $clog2(WPS) + 1;
  localparam BARS = SLOTS * 16;
  localparam IDX_W = $clog2(BARS);
  localparam ACC_W = $clog2(LANES * WPS) + 1;
  localparam SUM_W = $clog2(LANES) + 1;
  localparam KEPT_W = TAG_W + 6;
  localparam REC_W = ACC_W + 3 + WPS + CNT_W;  // {reduction, no count, kind, warps arrived, warps awaited}

  wire [WARP_W-1:0] grp_warp = grp_head_i[`WS_HEAD_WARP];
  wire [11:0] grp_code = grp_head_i[`WS_HEAD_OP];
  wire [LANES-1:0] grp_lanes = grp_head_i[`WS_HEAD_LANES];
  wire [5:0] grp_op = {grp_code[9], grp_code[4:0]};
  wire unused = &{1'b0, grp_head_i, grp_code, grp_addr_i, grp_a_i, grp_b_i, grp_c_i};

  integer n;
  genvar w, s;

  // ------------------------------------------------------------------------------------------------------- members

  reg [WARPS-1:0] pend_q, memb_q, alive_q, a_sel_q, b_sel_q;
  reg [SLOTS*CNT_W-1:0] cta_q;
  reg [WARPS-1:0] launched, grp_sel;
  wire [WARPS-1:0] memb, start, alive;
  reg [WARPS-1:0] gone_q;  // members that went a clock ago

  always @(*)
    for (n = 0; n < WARPS; n = n + 1) begin
      grp_sel[n]  = grp_warp == n[WARP_W-1:0];
      launched[n] = launch_i && launch_warp_i == n[WARP_W-1:0];
    end

  wire all_warps = launch_warps_i == 6'd0 || {26'd0, launch_warps_i} > WPS;
  wire [CNT_W-1:0] cta = all_warps ? WPS[CNT_W-1:0] : launch_warps_i[CNT_W-1:0];

  generate
    for (w = 0; w < WARPS; w = w + 1) begin : member
      assign alive[w] = |live_i[w*LANES+:LANES];
      assign memb[w] = alive_q[w] || pend_q[w] || a_sel_q[w] || b_sel_q[w];
      assign start[w] = start_i[w/WPS];

      always @(posedge clk_i)
        if (!rst_ni) pend_q[w] <= 1'b0;
        else if (launched[w]) pend_q[w] <= 1'b0;
        else if (start[w]) pend_q[w] <= w % WPS < {{32 - CNT_W{1'b0}}, cta};
    end
    for (s = 0; s < SLOTS; s = s + 1) begin : warps_of
      always @(posedge clk_i)
        if (!rst_ni) cta_q[s*CNT_W+:CNT_W] <= WPS[CNT_W-1:0];
        else if (start_i[s]) cta_q[s*CNT_W+:CNT_W] <= cta;
    end
  endgenerate

  always @(posedge clk_i)
    if (!rst_ni) {memb_q, alive_q, gone_q} <= {3 * WARPS{1'b0}};
    else {memb_q, alive_q, gone_q} <= {memb, alive, memb_q & ~memb};

  // ------------------------------------------------------------------------------------- A: the group as it came

  reg a_valid_q, a_div_q;
  reg [WARP_W-1:0] a_warp_q;
  reg [TAG_W-1:0] a_tag_q;
  reg [5:0] a_op_q;
  reg [LANES-1:0] a_lanes_q, a_pred_q;
  reg [11:0] a_key_q;
  wire take = grp_valid_i;
  wire b_leaves, b_free, a_moves;

  always @(posedge clk_i)
    if (!rst_ni) begin
      a_valid_q <= 1'b0;
      a_sel_q   <= {WARPS{1'b0}};
    end else begin
      a_valid_q <= take || (a_valid_q && !a_moves);
      a_sel_q   <= take ? grp_sel : a_moves ? {WARPS{1'b0}} : a_sel_q & ~start;
    end

  always @(posedge clk_i)
    if (take) begin
      a_div_q   <= |grp_head_i[`WS_HEAD_STATUS];
      a_warp_q  <= grp_warp;
      a_tag_q   <= grp_head_i[`WS_HEAD_TAG];
      a_op_q    <= grp_op;
      a_lanes_q <= grp_lanes;
      a_pred_q  <= grp_pred_i;
      a_key_q   <= grp_key_i;
    end

  // ------------------------------------------------------------------------------------- B: what it asks

  reg b_valid_q, b_div_q, b_all_q, b_bad_id_q, b_bad_count_q, b_blocks;
  reg [WARP_W-1:0] b_warp_q;
  reg [TAG_W-1:0] b_tag_q;
  reg [5:0] b_op_q;
  reg [SUM_W-1:0] b_sum_q;
  reg [LANES-1:0] b_lanes_q;
  reg [1:0] b_kind_q;
  reg [IDX_W-1:0] b_idx_q;  // its barrier, {slot, number}
  reg [CNT_W-1:0] b_want_q;
  wire [IDX_W-1:0] a_idx;
  wire [SLOTS-1:0] a_slot;
  wire [CNT_W-1:0] a_warps, want;
  wire [1:0] kind;
  wire [SUM_W-1:0] sum;
  wire all, bad_id, bad_count;

  ws_pick #(.N(SLOTS), .W(CNT_W)) pick_cta (.sel_i(a_slot), .words_i(cta_q), .word_o(a_warps));

  ws_bar_ask #(
      .LANES(LANES),
      .CNT_W(CNT_W)
  ) ask (
      .op_i       (a_op_q),
      .lanes_i    (a_lanes_q),
      .pred_i     (a_pred_q),
      .key_i      (a_key_q[11:4]),
      .warps_i    (a_warps),
      .kind_o     (kind),
      .all_o      (all),
      .want_o     (want),
      .bad_id_o   (bad_id),
      .bad_count_o(bad_count),
      .sum_o      (sum)
  );

  wire [WARPS-1:0] b_sel_d = (b_free ? a_sel_q : b_sel_q) & ~start;

  always @(posedge clk_i)
    if (!rst_ni) begin
      b_valid_q <= 1'b0;
      b_sel_q   <= {WARPS{1'b0}};
    end else begin
      b_valid_q <= a_moves || (b_valid_q && !b_leaves);
      b_sel_q   <= b_sel_d;
    end

  always @(posedge clk_i)
    if (a_moves) begin
      b_div_q       <= a_div_q;
      b_warp_q      <= a_warp_q;
      b_tag_q       <= a_tag_q;
      b_op_q        <= a_op_q;
      b_blocks      <= is_blocking(a_op_q);
      b_lanes_q     <= a_lanes_q;
      b_idx_q       <= a_idx;
      b_kind_q      <= kind;
      b_all_q       <= all;
      b_want_q      <= want;
      b_bad_id_q    <= bad_id;
      b_bad_count_q <= bad_count;
      b_sum_q       <= sum;
    end

  // ------------------------------------------------------------------------------------------ at its barrier

  reg [WARPS-1:0] wait_q;  // at a named barrier
  reg [WARPS-1:0] due_q;
  reg [WARPS-1:0] ask_q;  // B's warp, while nothing is examined
  reg [WARPS*IDX_W-1:0] place_q;
  reg [WARPS*KEPT_W-1:0] kept_q;  // {tag, operation} of the warp that is away
  reg [WARPS*ACC_W-1:0] acc_q;
  reg [WARPS-1:0] here;  // warps that wait at the barrier of C
  wire exam, exam_next, act, refused, clash, full, would, would_break, ends, broken;
  wire [IDX_W-1:0] look;
  wire [SLOTS-1:0] look_slot, gone_slot;
  wire [CNT_W-1:0] exp;
  wire uncount;  // one of those that have arrived named no count
  wire [1:0] of_kind;
  wire [WPS-1:0] arr, arr_d, live, mine;
  wire [ACC_W-1:0] acc, acc_d;
  wire [3:0] refusal;
  wire named = b_leaves && !b_op_q[5] && |b_sel_q;
  wire looks = exam || named;

  generate
    if (SLOTS == 1) begin : one_cta
      assign a_idx = a_key_q[3:0];
      assign look_slot = 1'b1;
    end else begin : more_ctas
      assign a_idx = {a_warp_q[WARP_W-1-:IDX_W-4], a_key_q[3:0]};
      for (s = 0; s < SLOTS; s = s + 1) begin : slot
        localparam [IDX_W-5:0] NUMBER = s;
        assign look_slot[s] = look[IDX_W-1:4] == NUMBER;
      end
    end
    for (s = 0; s < SLOTS; s = s + 1) begin : of_slot
      assign a_slot[s] = |a_sel_q[s*WPS+:WPS];
      assign gone_slot[s] = |gone_q[s*WPS+:WPS];
    end
  endgenerate

  ws_bar_table #(
      .SLOTS(SLOTS),
      .REC_W(REC_W)
  ) barriers (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .start_i     (start_i),
      .gone_i      (gone_slot),
      .a_idx_i     (a_idx),
      .b_idx_i     (b_idx_q),
      .a_moves_on_i(b_free),
      .exam_o      (exam),
      .look_o      (look),
      .act_o       (act),
      .rec_o       ({acc, uncount, of_kind, arr, exp}),
      .named_i     (named),
      .bad_i       (b_bad_id_q || b_bad_count_q),
      .clash_i     (clash),
      .would_i     (would),
      .rec_i       ({acc_d, (act && uncount) || b_all_q, b_kind_q, arr_d, b_want_q}),
      .exam_next_o (exam_next)
  );

  ws_pick #(.N(SLOTS), .W(WPS)) pick_live (.sel_i(look_slot), .words_i(memb_q), .word_o(live));
  ws_pick #(.N(SLOTS), .W(WPS)) pick_mine (.sel_i(look_slot), .words_i(ask_q), .word_o(mine));

  ws_bar_next #(
      .WPS  (WPS),
      .ACC_W(ACC_W),
      .SUM_W(SUM_W)
  ) next (
      .act_i          (act),
      .mix_i          (of_kind != b_kind_q),
      .exp_i          (exp),
      .all_i          (act && uncount),
      .arr_i          (arr),
      .acc_i          (act ? acc : {ACC_W{1'b0}}),
      .ask_valid_i    (!exam),
      .ask_warp_i     (mine),
      .ask_all_i      (b_all_q),
      .ask_want_i     (b_want_q),
      .ask_bad_id_i   (b_bad_id_q),
      .ask_bad_count_i(b_bad_count_q),
      .ask_sum_i      (b_sum_q),
      .live_i         (live),
      .refused_o      (refused),
      .clash_o        (clash),
      .status_o       (refusal),
      .ends_o         (ends),
      .would_o        (would),
      .full_o         (full),
      .broken_o       (broken),
      .would_break_o  (would_break),
      .arr_o          (arr_d),
      .acc_o          (acc_d)
  );

  always @(posedge clk_i) ask_q <= exam_next ? {WARPS{1'b0}} : b_sel_d;

  // ----------------------------------------------------------------------------------- the barrier of the cluster

  wire in_cluster = b_leaves && b_op_q[5];
  reg [WARPS-1:0] held_q;  // wait there
  wire [WARPS-1:0] comp;
  wire b_arrived, b_owed, clb_quiet;

  ws_bar_clb #(
      .WARPS(WARPS),
      .SLOTS(SLOTS)
  ) clb (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .many_i     (cfg_ctas_i > 4'd1),
      .memb_i     (memb),
      .awaited_i  (memb_q),
      .start_i    (start_i),
      .sel_i      (b_sel_q),
      .arrive_i   (in_cluster && !b_blocks),
      .wait_i     (in_cluster && b_blocks),
      .arrived_o  (b_arrived),
      .owed_o     (b_owed),
      .waiting_i  (held_q),
      .comp_o     (comp),
      .quiet_o    (clb_quiet),
      .clb_o      (clb_o),
      .clb_phase_i(clb_phase_i)
  );

  // ------------------------------------------------------------------------------------- what becomes of the group

  wire b_stale = b_sel_q == {WARPS{1'b0}};
  reg [3:0] b_status;  // unless it is refused

  always @(*) begin
    b_status = b_div_q ? WS_ST_BAR_ALIGNED_DIVERGED[3:0] : WS_ST_OK[3:0];
    if (b_op_q[5]) begin
      if (!b_stale && b_blocks && !b_owed) b_status = WS_ST_CLB_WAIT_NO_ARRIVE[3:0];
      else if (!b_stale && !b_blocks && b_arrived) b_status = SHORT_CLB_DUP_ARRIVE;
      else if (!b_stale && !b_blocks && b_owed && !b_div_q) b_status = WS_ST_CLB_SKIPPED_WAIT[3:0];
    end
  end

  wire unused_outcome = &{1'b0, ends, broken};  // C knows them: what depends on being refused comes late here

  // Its warp begins to wait, at a named barrier unless that ends with it, or at that of the cluster; or it goes on at once. C says so.
  wire b_held = in_cluster && b_blocks && b_owed && b_arrived;
  wire b_goes = in_cluster && b_blocks && !(b_owed && b_arrived);

  reg [WARPS*LANES-1:0] away_q;
  reg [WARPS*4-1:0] status_q;
  reg [WARPS-1:0] c_sel_q, c_asks_q, c_goes_q;  // its warp, if it blocks; at a named barrier; it goes on
  reg c_valid_q, c_refused_q, c_full_q, c_would_break_q;
  reg [3:0] c_status_q, c_refusal_q;
  reg [IDX_W-1:0] c_idx_q;
  reg [ACC_W-1:0] c_acc_q;
  wire [WARPS-1:0] goes;  // whose answer leaves for R
  wire [WARPS-1:0] gets;  // whose answer is taken

  assign away_o = away_q;

  always @(posedge clk_i)
    if (!rst_ni) begin
      {c_valid_q, c_refused_q, c_full_q, c_would_break_q} <= 4'b0000;
      {c_sel_q, c_asks_q, c_goes_q} <= {3 * WARPS{1'b0}};
    end else begin
      c_valid_q       <= looks || b_leaves;
      c_refused_q     <= named && refused;
      c_full_q        <= looks && full;
      c_would_break_q <= looks && would_break;
      c_sel_q         <= b_leaves && b_blocks ? b_sel_q : {WARPS{1'b0}};
      c_asks_q        <= named && b_blocks ? ask_q : {WARPS{1'b0}};
      c_goes_q        <= b_goes ? b_sel_q : {WARPS{1'b0}};
    end

  wire c_ends = (c_full_q || c_would_break_q) && !c_refused_q;
  wire c_broken = c_would_break_q && !c_refused_q;

  always @(posedge clk_i)
    if (looks || b_leaves) begin
      c_status_q  <= b_status;
      c_refusal_q <= refusal;
      c_idx_q     <= look;
      c_acc_q     <= acc_d;
    end

  always @(*) for (n = 0; n < WARPS; n = n + 1) here[n] = (c_asks_q[n] && !c_refused_q) || (wait_q[n] && place_q[n*IDX_W+:IDX_W] == c_idx_q);

  generate
    for (w = 0; w < WARPS; w = w + 1) begin : each
      wire me = b_leaves && b_blocks && b_sel_q[w];
      wire freed = c_ends && here[w];
      wire enters = take && grp_sel[w] && is_blocking(grp_op);

      always @(posedge clk_i)
        if (!rst_ni) begin
          wait_q[w] <= 1'b0;
          held_q[w] <= 1'b0;
          due_q[w] <= 1'b0;
        end else begin
          wait_q[w] <= ((c_asks_q[w] && !c_refused_q) || wait_q[w]) && !freed;
          held_q[w] <= (b_held && b_sel_q[w]) || (held_q[w] && !comp[w]);
          due_q[w] <= freed || c_goes_q[w] || (c_asks_q[w] && c_refused_q) || (held_q[w] && comp[w]) || (due_q[w] && !goes[w]);
        end

      always @(posedge clk_i)
        if (!rst_ni || gets[w]) away_q[w*LANES+:LANES] <= {LANES{1'b0}};
        else if (enters) away_q[w*LANES+:LANES] <= grp_lanes;

      always @(posedge clk_i) begin
        if (enters) kept_q[w*KEPT_W+:KEPT_W] <= {grp_head_i[`WS_HEAD_TAG], grp_op};
        if (me) place_q[w*IDX_W+:IDX_W] <= b_idx_q;
        if (freed) acc_q[w*ACC_W+:ACC_W] <= c_acc_q;
        if (c_sel_q[w] || (c_broken && here[w]))
          status_q[w*4+:4] <= c_broken ? WS_ST_BAR_UNSATISFIABLE[3:0] : c_refused_q ? c_refusal_q : c_status_q;
      end
    end
  endgenerate

  // --------------------------------------------------------------------------------------------------------- answers

  wire n_full, n_roomy, answers_quiet;

  ws_bar_go go (
      .a_valid_i (a_valid_q),
      .b_valid_i (b_valid_q),
      .b_blocks_i(b_blocks),
      .exam_i    (exam),
      .n_full_i  (n_full),
      .b_leaves_o(b_leaves),
      .b_free_o  (b_free),
      .a_moves_o (a_moves)
  );

  // Found a clock ahead: A is empty, or B takes what stands there, since nothing is examined and N has room for two more.
  reg ready_q;

  always @(posedge clk_i)
    if (!rst_ni) ready_q <= 1'b1;
    else ready_q <= (!exam_next && n_roomy) || ((!a_valid_q || a_moves) && !take);

  assign grp_ready_o = ready_q;

  assign quiet_o = !a_valid_q && !b_valid_q && !c_valid_q && answers_quiet && !exam && {memb_q & ~memb, gone_q} == {2 * WARPS{1'b0}} && alive == alive_q && clb_quiet;

  ws_bar_answer #(
      .LANES (LANES),
      .WARPS (WARPS),
      .WARP_W(WARP_W),
      .TAG_W (TAG_W),
      .ACC_W (ACC_W)
  ) answers (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .load_i     (b_leaves && !b_blocks),
      .full_o     (n_full),
      .roomy_o    (n_roomy),
      .warp_i     (b_warp_q),
      .tag_i      (b_tag_q),
      .op_i       (b_op_q),
      .lanes_i    (b_lanes_q),
      .status_i   (b_status),
      .refused_i  (named && refused),
      .refusal_i  (refusal),
      .due_i      (due_q),
      .away_i     (away_q),
      .kept_i     (kept_q),
      .statuses_i (status_q),
      .acc_i      (acc_q),
      .goes_o     (goes),
      .gets_o     (gets),
      .quiet_o    (answers_quiet),
      .res_valid_o(res_valid_o),
      .res_ready_i(res_ready_i),
      .res_head_o (res_head_o),
      .res_d_o    (res_d_o),
      .res_p_o    (res_p_o)
  );

  assign res_more_o = 1'b0;
  assign res_d_hi_o = {LANES * 32{1'b0}};
endmodule
`default_nettype wire
