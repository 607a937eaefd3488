// SPDX-License-Identifier: Apache-2.0
// The barriers of a core: 16 named ones a CTA (PTX 9.7.13.1) and that of the cluster (PTX 9.7.13.3), by warps. C twin:
// cmodel/when/bar_unit.c, which agrees in every clock.
//
// A group, the live lanes of a warp that have come together, stands in A, then, reduced, in B, where it meets its
// barrier; one a clock. Its answer stands at res 3 clocks after it came, if it does not wait. A warp waits at one place,
// so what it brought to a barrier is kept with the warp: kind, count form and reduction of a barrier are those of the
// warps that wait there. The barrier itself keeps who has arrived and how many it awaits.
// An exit may complete or break barriers: the active ones of its CTA become dirty and are examined, one a clock, lowest
// slot and number first; B stalls meanwhile. Members are warps with a live lane, warps still to be launched, and warps whose group is
// in A or B. A launch that begins a CTA makes its barriers inactive. A group of the CTA before it may still be in A or B: it can only
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
    // group, from the rendezvous; its status is OK or BAR_ALIGNED_DIVERGED
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
    input  wire                   launch_i,
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
  localparam KEPT_W = TAG_W + 5;

  wire [WARP_W-1:0] grp_warp = grp_head_i[`WS_HEAD_WARP];
  wire [11:0] grp_code = grp_head_i[`WS_HEAD_OP];
  wire [LANES-1:0] grp_lanes = grp_head_i[`WS_HEAD_LANES];
  wire [5:0] grp_op = {grp_code[9], grp_code[4:0]};
  wire unused = &{1'b0, grp_head_i, grp_code, grp_addr_i, grp_a_i, grp_b_i, grp_c_i};

  integer n;
  genvar w, s;

  // ------------------------------------------------------------------------------------------------------- members

  reg [WARPS-1:0] pend_q, memb_q, alive_q, launched_q, a_sel_q, b_sel_q;
  reg [SLOTS*CNT_W-1:0] cta_q;
  reg [WARPS-1:0] launched, grp_sel;
  wire [WARPS-1:0] memb, start, alive;
  wire [WARPS-1:0] gone = memb_q & ~memb;

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
        else if (start[w]) pend_q[w] <= w % WPS < {{32 - CNT_W{1'b0}}, cta};
        else if (launched_q[w]) pend_q[w] <= 1'b0;
    end
    for (s = 0; s < SLOTS; s = s + 1) begin : warps_of
      always @(posedge clk_i)
        if (!rst_ni) cta_q[s*CNT_W+:CNT_W] <= WPS[CNT_W-1:0];
        else if (start_i[s]) cta_q[s*CNT_W+:CNT_W] <= cta;
    end
  endgenerate

  // That a lane of a warp lives is known a clock late, so a launch counts until then.
  always @(posedge clk_i)
    if (!rst_ni) {memb_q, alive_q, launched_q} <= {3 * WARPS{1'b0}};
    else {memb_q, alive_q, launched_q} <= {memb, alive, launched};

  // ------------------------------------------------------------------------------------- A: the group as it came

  reg a_valid_q, a_div_q;
  reg [WARP_W-1:0] a_warp_q;
  reg [TAG_W-1:0] a_tag_q;
  reg [5:0] a_op_q;
  reg [LANES-1:0] a_lanes_q, a_pred_q;
  reg [11:0] a_key_q;
  wire take = grp_valid_i && grp_ready_o;
  wire b_leaves, b_free;
  wire a_moves = a_valid_q && b_free;

  assign grp_ready_o = !a_valid_q || b_free;

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

  reg b_valid_q, b_div_q, b_all_q, b_bad_id_q, b_bad_count_q;
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

  assign b_free = !b_valid_q || b_leaves;

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
  reg [WARPS*KEPT_W-1:0] kept_q;  // {tag, aligned, cluster, no count, kind} of the warp that is away
  reg [WARPS*ACC_W-1:0] acc_q;
  wire exam, exam_next, act, refused, ends, would, broken;
  wire [IDX_W-1:0] look;
  wire [SLOTS-1:0] look_slot, gone_slot;
  wire [WARPS-1:0] here;  // warps that wait there
  wire [WARPS-1:0] uncount, differs;  // warps that named no count; whose kind is not B's
  wire [CNT_W-1:0] exp;
  wire [WPS-1:0] arr, arr_d, live, mine;
  wire [ACC_W-1:0] acc, acc_d;
  wire [3:0] refusal;
  wire named = b_leaves && !b_op_q[5] && |b_sel_q;
  wire writes = named && !refused;
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
      assign gone_slot[s] = |gone[s*WPS+:WPS];
    end
    for (w = 0; w < WARPS; w = w + 1) begin : waiting
      assign here[w] = wait_q[w] && place_q[w*IDX_W+:IDX_W] == look;
      assign uncount[w] = kept_q[w*KEPT_W+2];
      assign differs[w] = kept_q[w*KEPT_W+:2] != b_kind_q;
    end
  endgenerate

  ws_bar_table #(
      .SLOTS(SLOTS),
      .REC_W(WPS + CNT_W)
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
      .rec_o       ({arr, exp}),
      .named_i     (named),
      .refused_i   (refused),
      .would_i     (would),
      .rec_i       ({arr_d, b_want_q}),
      .exam_next_o (exam_next)
  );

  ws_pick #(.N(SLOTS), .W(WPS)) pick_live (.sel_i(look_slot), .words_i(memb), .word_o(live));
  ws_pick #(.N(SLOTS), .W(WPS)) pick_mine (.sel_i(look_slot), .words_i(ask_q), .word_o(mine));
  ws_pick #(.N(WARPS), .W(ACC_W)) pick_acc (.sel_i(here), .words_i(acc_q), .word_o(acc));
  // Those of a barrier all have the same kind; an arrive, which leaves nothing here, has kind 0 and a count.
  wire mix = |(here & differs) || (here == {WARPS{1'b0}} && b_kind_q != 2'd0);

  ws_bar_next #(
      .WPS  (WPS),
      .ACC_W(ACC_W),
      .SUM_W(SUM_W)
  ) next (
      .act_i          (act),
      .mix_i          (mix),
      .exp_i          (exp),
      .all_i          (|(here & uncount)),
      .arr_i          (arr),
      .acc_i          (acc),
      .ask_valid_i    (!exam),
      .ask_warp_i     (mine),
      .ask_all_i      (b_all_q),
      .ask_want_i     (b_want_q),
      .ask_bad_id_i   (b_bad_id_q),
      .ask_bad_count_i(b_bad_count_q),
      .ask_sum_i      (b_sum_q),
      .live_i         (live),
      .refused_o      (refused),
      .status_o       (refusal),
      .ends_o         (ends),
      .would_o        (would),
      .broken_o       (broken),
      .arr_o          (arr_d),
      .acc_o          (acc_d)
  );

  always @(posedge clk_i) ask_q <= exam_next ? {WARPS{1'b0}} : b_sel_d;

  // ----------------------------------------------------------------------------------- the barrier of the cluster

  wire b_blocks = is_blocking(b_op_q);
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
  reg [3:0] b_status;

  always @(*) begin
    b_status = b_div_q ? WS_ST_BAR_ALIGNED_DIVERGED[3:0] : WS_ST_OK[3:0];
    if (b_op_q[5]) begin
      if (!b_stale && b_blocks && !b_owed) b_status = WS_ST_CLB_WAIT_NO_ARRIVE[3:0];
      else if (!b_stale && !b_blocks && b_arrived) b_status = SHORT_CLB_DUP_ARRIVE;
      else if (!b_stale && !b_blocks && b_owed && !b_div_q) b_status = WS_ST_CLB_SKIPPED_WAIT[3:0];
    end else if (!b_stale && refused) b_status = refusal;
  end

  // Its warp begins to wait, at a named barrier unless that ends with it, or at that of the cluster; or it goes on at once.
  wire b_joins = writes && b_blocks;
  wire b_held = in_cluster && b_blocks && b_owed && b_arrived;
  wire b_goes = b_leaves && b_blocks && (b_op_q[5] ? !(b_owed && b_arrived) : refused);

  reg [WARPS*LANES-1:0] away_q;
  reg [WARPS*4-1:0] status_q;
  wire [WARPS-1:0] gets;  // whose answer is taken

  assign away_o = away_q;

  generate
    for (w = 0; w < WARPS; w = w + 1) begin : each
      wire me = b_leaves && b_blocks && b_sel_q[w];
      wire ours = looks && here[w];
      wire joins = b_joins && ask_q[w];
      wire asks = named && b_blocks && ask_q[w];
      wire enters = take && grp_sel[w] && is_blocking(grp_op);

      always @(posedge clk_i)
        if (!rst_ni) begin
          wait_q[w] <= 1'b0;
          held_q[w] <= 1'b0;
          due_q[w] <= 1'b0;
        end else begin
          wait_q[w] <= (joins && !ends) || (wait_q[w] && !(ours && ends));
          held_q[w] <= (b_held && b_sel_q[w]) || (held_q[w] && !comp[w]);
          due_q[w] <= (ends && (ours || asks)) || (b_goes && b_sel_q[w]) || (held_q[w] && comp[w]) || (due_q[w] && !gets[w]);
        end

      always @(posedge clk_i)
        if (!rst_ni || gets[w]) away_q[w*LANES+:LANES] <= {LANES{1'b0}};
        else if (enters) away_q[w*LANES+:LANES] <= grp_lanes;

      always @(posedge clk_i) begin
        if (enters) kept_q[w*KEPT_W+:KEPT_W] <= {grp_head_i[`WS_HEAD_TAG], grp_op[4], grp_op[5], !grp_op[3], kind_of(grp_op)};
        if (me) place_q[w*IDX_W+:IDX_W] <= b_idx_q;
        if (writes && (ask_q[w] || here[w])) acc_q[w*ACC_W+:ACC_W] <= acc_d;
        if (me || (ours && broken)) status_q[w*4+:4] <= looks && broken ? WS_ST_BAR_UNSATISFIABLE[3:0] : b_status;
      end
    end
  endgenerate

  // --------------------------------------------------------------------------------------------------------- answers

  // N: the answer of an arrive.
  reg n_valid_q;
  reg [WARP_W-1:0] n_warp_q;
  reg [TAG_W-1:0] n_tag_q;
  reg [2:0] n_op_q;  // {cluster, aligned, relaxed or named}
  reg [LANES-1:0] n_lanes_q;
  reg [3:0] n_status_q;
  wire n_goes;
  wire taken = res_valid_o && res_ready_i;
  wire n_taken = n_goes && res_ready_i;
  wire [WARPS-1:0] turn;

  assign b_leaves = b_valid_q && !exam && (b_blocks || !n_valid_q || n_taken);
  assign gets = res_ready_i && !n_goes ? turn : {WARPS{1'b0}};

  ws_bar_turn #(
      .WARPS(WARPS)
  ) answers (
      .clk_i   (clk_i),
      .rst_ni  (rst_ni),
      .arrive_i(n_valid_q),
      .due_i   (due_q),
      .taken_i (taken),
      .arrive_o(n_goes),
      .warp_o  (turn)
  );

  always @(posedge clk_i)
    if (!rst_ni) n_valid_q <= 1'b0;
    else n_valid_q <= (b_leaves && !b_blocks) || (n_valid_q && !n_taken);

  always @(posedge clk_i)
    if (b_leaves && !b_blocks) begin
      n_warp_q   <= b_warp_q;
      n_tag_q    <= b_tag_q;
      n_op_q     <= {b_op_q[5:4], b_op_q[0]};
      n_lanes_q  <= b_lanes_q;
      n_status_q <= b_status;
    end

  wire [TAG_W-1:0] tag;
  wire aligned, cluster, uncounted;
  wire [1:0] way;
  wire [3:0] status;
  wire [ACC_W-1:0] result;
  wire [LANES-1:0] lanes;
  reg [WARP_W-1:0] warp;

  ws_pick #(.N(WARPS), .W(KEPT_W)) pick_kept (
      .sel_i  (turn),
      .words_i(kept_q),
      .word_o ({tag, aligned, cluster, uncounted, way})
  );
  ws_pick #(.N(WARPS), .W(4)) pick_status (.sel_i(turn), .words_i(status_q), .word_o(status));
  ws_pick #(.N(WARPS + 1), .W(LANES)) pick_lanes (
      .sel_i  ({n_goes, turn & ~{WARPS{n_goes}}}),
      .words_i({n_lanes_q, away_q}),
      .word_o (lanes)
  );
  ws_pick #(.N(WARPS), .W(ACC_W)) pick_result (.sel_i(turn), .words_i(acc_q), .word_o(result));

  // Which warps' answers have a number, and for which of those of .and and .or the predicate holds, found beside the turn, not behind it.
  reg [WARPS-1:0] counts, holds;
  wire number = |(turn & counts) && !n_goes;
  wire predicate = |(turn & holds) && !n_goes;

  always @(*)
    for (n = 0; n < WARPS; n = n + 1) begin
      counts[n] = !is_poison(status_q[n*4+:4]) && kept_q[n*KEPT_W+:2] == 2'd1;
      holds[n]  = !is_poison(status_q[n*4+:4]) && kept_q[n*KEPT_W+1] && |acc_q[n*ACC_W+:ACC_W] == kept_q[n*KEPT_W];
    end

  always @(*) begin
    warp = {WARP_W{1'b0}};
    for (n = 0; n < WARPS; n = n + 1) if (turn[n]) warp = warp | n[WARP_W-1:0];
  end

  wire [5:0] n_op = {n_op_q[2:1], !n_op_q[2], 2'd0, n_op_q[0]};
  // Low bits of the operation: barrier.cluster.wait; sync; or red, whose three are in the order of their kinds.
  wire [2:0] low = cluster ? WS_OP_CLUSTER_WAIT[2:0] : way == 2'd0 ? WS_OP_BAR_SYNC[2:0] : WS_OP_BAR_RED_POPC[2:0] + {1'b0, way} - 3'd1;

  wire [31:0] d = number ? {{32 - ACC_W{1'b0}}, result} : 32'd0;

  assign res_valid_o = n_valid_q || due_q != {WARPS{1'b0}};
  assign res_more_o = 1'b0;
  assign res_head_o[`WS_HEAD_STATUS] = long_status(n_goes ? n_status_q : status);
  assign res_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign res_head_o[`WS_HEAD_LANES] = lanes;
  assign res_head_o[`WS_HEAD_OP] = long_op(n_goes ? n_op : {cluster, aligned, !cluster && !uncounted, low});
  assign res_head_o[`WS_HEAD_TAG] = n_goes ? n_tag_q : tag;
  assign res_head_o[`WS_HEAD_WARP] = n_goes ? n_warp_q : warp;
  assign res_d_o = {LANES{d}};
  assign res_d_hi_o = {LANES * 32{1'b0}};
  assign res_p_o = lanes & {LANES{predicate}};
  assign quiet_o = !a_valid_q && !b_valid_q && !res_valid_o && !exam && gone == {WARPS{1'b0}} && alive == alive_q && launched_q == {WARPS{1'b0}} && clb_quiet;
endmodule
`default_nettype wire
