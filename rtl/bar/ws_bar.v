// SPDX-License-Identifier: Apache-2.0
// The barriers of a core: 16 named ones a CTA (PTX 9.7.13.1) and that of the cluster (PTX 9.7.13.3), by warps. C twin:
// cmodel/bar_unit.c, which agrees in every clock.
//
// A group, the live lanes of a warp that have come together, stands in A, then, reduced, in B, where it meets its
// barrier; one a clock. Its answer stands at res 3 clocks after it came, if it does not wait. A warp waits at one place,
// so what it brought to a barrier is kept with the warp: kind, count form and reduction of a barrier are those of the
// warps that wait there. The barrier itself keeps who has arrived and how many it awaits.
// An exit may complete or break barriers: the active ones of its CTA become dirty and are examined, one a clock, lowest
// slot and number first, while B stands still. Members are warps with a live lane, those still to be launched, and those
// in A and B. A CTA that begins finds everything inactive; a group of the CTA before it, which can only be an arrive,
// changes nothing any more. No group with an error comes here. Operations other than those of BAR and CLUSTER are not allowed.
`default_nettype none
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
    // group from ws_sync
    input  wire                   grp_valid_i,
    output wire                   grp_ready_o,
    input  wire [     WARP_W-1:0] grp_warp_i,
    input  wire [      TAG_W-1:0] grp_tag_i,
    input  wire [           11:0] grp_op_i,
    input  wire [      LANES-1:0] grp_lanes_i,
    input  wire [      LANES-1:0] grp_pred_i,      // complement already applied
    input  wire [           11:0] grp_key_i,       // see ws_bar_ask
    input  wire [            9:0] grp_status_i,    // OK or BAR_ALIGNED_DIVERGED
    // lanes and CTAs
    input  wire [WARPS*LANES-1:0] live_i,
    input  wire [      SLOTS-1:0] start_i,         // this launch begins a CTA
    input  wire                   launch_i,
    input  wire [     WARP_W-1:0] launch_warp_i,
    input  wire [            5:0] launch_warps_i,  // warps of a CTA that begins; 0 or too many: all of the slot
    output wire [WARPS*LANES-1:0] away_o,          // lanes blocked here
    output wire                   quiet_o,         // nothing more happens without an input
    // answer
    output wire                   res_valid_o,
    input  wire                   res_ready_i,
    output wire [      TAG_W-1:0] res_tag_o,
    output wire [     WARP_W-1:0] res_warp_o,
    output wire [           11:0] res_op_o,
    output wire [      LANES-1:0] res_lanes_o,
    output wire [            9:0] res_status_o,
    output wire [           10:0] res_d_o,         // red.popc, else 0
    output wire                   res_p_o,         // red.and, red.or, else 0
    // cluster
    output wire [            2:0] clb_o,           // {phase, all members have arrived, there are members}
    input  wire                   clb_phase_i
);
  `include "ws_ops.vh"
  `include "bar/ws_bar_fn.vh"
  localparam WPS = WARPS / SLOTS;
  localparam CNT_W = $clog2(WPS) + 1;
  localparam BARS = SLOTS * 16;
  localparam ACC_W = 11;
  localparam KEPT_W = TAG_W + 5;

  integer n;
  genvar w, s, i;

  // ------------------------------------------------------------------------------------------------------- members

  reg [WARPS-1:0] pend_q, memb_q, a_sel_q, b_sel_q;
  reg [SLOTS*CNT_W-1:0] cta_q;
  reg [WARPS-1:0] launched, grp_sel;
  wire [WARPS-1:0] memb, start;
  wire [WARPS-1:0] gone = memb_q & ~memb;

  always @(*)
    for (n = 0; n < WARPS; n = n + 1) begin
      grp_sel[n]  = grp_warp_i == n[WARP_W-1:0];
      launched[n] = launch_i && launch_warp_i == n[WARP_W-1:0];
    end

  wire all_warps = launch_warps_i == 6'd0 || {26'd0, launch_warps_i} > WPS;
  wire [CNT_W-1:0] cta = all_warps ? WPS[CNT_W-1:0] : launch_warps_i[CNT_W-1:0];

  generate
    for (w = 0; w < WARPS; w = w + 1) begin : member
      assign memb[w] = |live_i[w*LANES+:LANES] || pend_q[w] || a_sel_q[w] || b_sel_q[w];
      assign start[w] = start_i[w/WPS];

      always @(posedge clk_i)
        if (!rst_ni) pend_q[w] <= 1'b0;
        else pend_q[w] <= (start[w] ? all_warps || w % WPS < {26'd0, launch_warps_i} : pend_q[w]) && !launched[w];
    end
    for (s = 0; s < SLOTS; s = s + 1) begin : warps_of
      always @(posedge clk_i)
        if (!rst_ni) cta_q[s*CNT_W+:CNT_W] <= WPS[CNT_W-1:0];
        else if (start_i[s]) cta_q[s*CNT_W+:CNT_W] <= cta;
    end
  endgenerate

  always @(posedge clk_i)
    if (!rst_ni) memb_q <= {WARPS{1'b0}};
    else memb_q <= memb;

  // ------------------------------------------------------------------------------------- A: the group as it came

  reg a_valid_q, a_div_q;
  reg [WARP_W-1:0] a_warp_q;
  reg [TAG_W-1:0] a_tag_q;
  reg [5:0] a_op_q;
  reg [LANES-1:0] a_lanes_q, a_pred_q;
  reg [11:0] a_key_q;
  wire [5:0] grp_op = {grp_op_i[9], grp_op_i[4:0]};
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
      a_div_q   <= |grp_status_i;
      a_warp_q  <= grp_warp_i;
      a_tag_q   <= grp_tag_i;
      a_op_q    <= grp_op;
      a_lanes_q <= grp_lanes_i;
      a_pred_q  <= grp_pred_i;
      a_key_q   <= grp_key_i;
    end

  // ------------------------------------------------------------------------------------- B: what it asks

  reg b_valid_q, b_div_q, b_all_q, b_bad_id_q, b_bad_count_q;
  reg [WARP_W-1:0] b_warp_q;
  reg [TAG_W-1:0] b_tag_q;
  reg [5:0] b_op_q, b_val_q;
  reg [LANES-1:0] b_lanes_q;
  reg [1:0] b_kind_q;
  reg [3:0] b_id_q;
  reg [CNT_W-1:0] b_want_q;
  wire [SLOTS-1:0] a_slot, b_slot;
  wire [CNT_W-1:0] a_warps, want;
  wire [1:0] kind;
  wire [5:0] val;
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
      .key_i      (a_key_q),
      .warps_i    (a_warps),
      .kind_o     (kind),
      .all_o      (all),
      .want_o     (want),
      .bad_id_o   (bad_id),
      .bad_count_o(bad_count),
      .val_o      (val)
  );

  always @(posedge clk_i)
    if (!rst_ni) begin
      b_valid_q <= 1'b0;
      b_sel_q   <= {WARPS{1'b0}};
    end else begin
      b_valid_q <= a_moves || (b_valid_q && !b_leaves);
      b_sel_q   <= (b_free ? a_sel_q : b_sel_q) & ~start;
    end

  always @(posedge clk_i)
    if (a_moves) begin
      b_div_q       <= a_div_q;
      b_warp_q      <= a_warp_q;
      b_tag_q       <= a_tag_q;
      b_op_q        <= a_op_q;
      b_lanes_q     <= a_lanes_q;
      b_id_q        <= a_key_q[3:0];
      b_kind_q      <= kind;
      b_all_q       <= all;
      b_want_q      <= want;
      b_bad_id_q    <= bad_id;
      b_bad_count_q <= bad_count;
      b_val_q       <= val;
    end

  // ------------------------------------------------------------------------------ which barrier is looked at

  reg [BARS-1:0] act_q, dirty_q;
  reg [BARS*CNT_W-1:0] exp_q;
  reg [BARS*WPS-1:0] arr_q;
  wire [BARS-1:0] exam = dirty_q & (~dirty_q + 1'b1);
  wire examine = |dirty_q;
  wire [SLOTS-1:0] slot;
  wire [BARS-1:0] sel, became;  // this one; those that an exit makes dirty
  reg [3:0] exam_id;

  always @(*) begin
    exam_id = 4'd0;
    for (n = 0; n < BARS; n = n + 1) if (exam[n]) exam_id = exam_id | n[3:0];
  end

  wire [3:0] id = examine ? exam_id : b_id_q;

  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : of_slot
      assign a_slot[s] = |a_sel_q[s*WPS+:WPS];
      assign b_slot[s] = |b_sel_q[s*WPS+:WPS];
      assign slot[s] = examine ? |exam[s*16+:16] : b_slot[s];
      assign became[s*16+:16] = |gone[s*WPS+:WPS] ? act_q[s*16+:16] : 16'd0;
      for (i = 0; i < 16; i = i + 1) begin : barrier
        localparam [3:0] ID = i;
        assign sel[s*16+i] = examine ? exam[s*16+i] : b_slot[s] && b_id_q == ID;
      end
    end
  endgenerate

  // ------------------------------------------------------------------------------------------ its transition

  reg [WARPS-1:0] wait_q;  // at a named barrier
  reg [WARPS-1:0] due_q;
  reg [WARPS*4-1:0] place_q;
  reg [WARPS*3-1:0] form_q;  // {kind, no count} of what the warp brought
  reg [WARPS*ACC_W-1:0] acc_q;
  wire [WARPS-1:0] here;  // warps that wait there
  wire named = b_leaves && !b_op_q[5] && |b_sel_q;
  wire act = |(act_q & sel);
  wire [CNT_W-1:0] exp, exp_d;
  wire [WPS-1:0] arr, arr_d, live, b_mine;
  wire [ACC_W-1:0] acc, acc_d;
  wire [2:0] form;
  wire [3:0] refusal;
  wire done, broken, act_d;
  wire [1:0] unused_kind;
  wire unused_all;

  ws_pick #(.N(BARS), .W(CNT_W)) pick_exp (.sel_i(sel), .words_i(exp_q), .word_o(exp));
  ws_pick #(.N(BARS), .W(WPS)) pick_arr (.sel_i(sel), .words_i(arr_q), .word_o(arr));
  ws_pick #(.N(SLOTS), .W(WPS)) pick_live (.sel_i(slot), .words_i(memb), .word_o(live));
  ws_pick #(.N(SLOTS), .W(WPS)) pick_mine (.sel_i(b_slot), .words_i(b_sel_q), .word_o(b_mine));
  ws_pick #(.N(WARPS), .W(ACC_W)) pick_acc (.sel_i(here), .words_i(acc_q), .word_o(acc));
  // those of a barrier all have the same kind, and an arrive, which leaves nothing here, has kind 0 and a count
  ws_pick #(.N(WARPS), .W(3)) pick_form (.sel_i(here), .words_i(form_q), .word_o(form));

  ws_bar_next #(
      .WPS  (WPS),
      .ACC_W(ACC_W)
  ) next (
      .act_i          (act),
      .kind_i         (form[2:1]),
      .exp_i          (exp),
      .all_i          (form[0]),
      .arr_i          (arr),
      .acc_i          (acc),
      .ask_valid_i    (!examine),
      .ask_warp_i     (b_mine),
      .ask_kind_i     (b_kind_q),
      .ask_all_i      (b_all_q),
      .ask_want_i     (b_want_q),
      .ask_bad_id_i   (b_bad_id_q),
      .ask_bad_count_i(b_bad_count_q),
      .ask_val_i      ({{ACC_W - 6{1'b0}}, b_val_q}),
      .live_i         (live),
      .status_o       (refusal),
      .done_o         (done),
      .broken_o       (broken),
      .act_o          (act_d),
      .kind_o         (unused_kind),
      .exp_o          (exp_d),
      .all_o          (unused_all),
      .arr_o          (arr_d),
      .acc_o          (acc_d)
  );

  wire writes = named && refusal == 4'd0;
  wire breaks = (examine || named) && broken;
  wire released = (examine || named) && (done || broken);

  generate
    for (s = 0; s < SLOTS; s = s + 1) begin : stored
      for (i = s * 16; i < s * 16 + 16; i = i + 1) begin : barrier
        always @(posedge clk_i)
          if (!rst_ni) begin
            act_q[i]   <= 1'b0;
            dirty_q[i] <= 1'b0;
          end else begin
            act_q[i]   <= !start_i[s] && (sel[i] && (examine || writes) ? act_d : act_q[i]);
            dirty_q[i] <= !start_i[s] && (became[i] || (dirty_q[i] && !exam[i]));
          end

        always @(posedge clk_i)
          if (sel[i] && writes) begin
            exp_q[i*CNT_W+:CNT_W] <= exp_d;
            arr_q[i*WPS+:WPS] <= arr_d;
          end
      end
    end
  endgenerate

  // ----------------------------------------------------------------------------------- the barrier of the cluster

  wire b_blocks = is_blocking(b_op_q);
  wire in_cluster = b_leaves && b_op_q[5];
  reg [WARPS-1:0] held_q;  // wait there
  wire [WARPS-1:0] comp, arrived, owed, b_arrives, b_pays;
  wire b_arrived = |(b_sel_q & arrived);
  wire b_owed = |(b_sel_q & owed);
  wire clb_quiet;

  assign b_arrives = in_cluster && !b_blocks && !b_arrived ? b_sel_q : {WARPS{1'b0}};
  assign b_pays = in_cluster && b_blocks && !b_arrived ? b_sel_q : {WARPS{1'b0}};

  ws_bar_clb #(
      .WARPS(WARPS),
      .SLOTS(SLOTS)
  ) clb (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .many_i     (cfg_ctas_i > 4'd1),
      .memb_i     (memb),
      .start_i    (start_i),
      .arrive_i   (b_arrives),
      .pay_i      (b_pays),
      .waiting_i  (held_q),
      .comp_o     (comp),
      .arrived_o  (arrived),
      .owed_o     (owed),
      .quiet_o    (clb_quiet),
      .clb_o      (clb_o),
      .clb_phase_i(clb_phase_i)
  );

  // ------------------------------------------------------------------------------------- what becomes of the group

  // Of B: its status, whether it waits, at which of the two.
  wire b_stale = b_sel_q == {WARPS{1'b0}};
  reg [3:0] b_status;

  always @(*) begin
    b_status = b_div_q ? WS_ST_BAR_ALIGNED_DIVERGED[3:0] : WS_ST_OK[3:0];
    if (b_op_q[5]) begin
      if (!b_stale && b_blocks && !b_owed) b_status = WS_ST_CLB_WAIT_NO_ARRIVE[3:0];
      else if (!b_stale && !b_blocks && b_arrived) b_status = SHORT_CLB_DUP_ARRIVE;
      else if (!b_stale && !b_blocks && b_owed && !b_div_q) b_status = WS_ST_CLB_SKIPPED_WAIT[3:0];
    end else if (!b_stale && refusal != 4'd0) b_status = refusal;
  end

  wire b_due = is_poison(b_status) || (b_op_q[5] ? !b_arrived : released);
  wire b_waits = b_leaves && b_blocks;

  reg [WARPS*LANES-1:0] away_q;
  reg [WARPS*KEPT_W-1:0] kept_q;  // {tag, aligned, counted, cluster, kind} of the warp that is away
  reg [WARPS*4-1:0] status_q;
  wire [WARPS-1:0] gets;  // whose answer is taken

  assign away_o = away_q;

  generate
    for (w = 0; w < WARPS; w = w + 1) begin : each
      wire mine = b_waits && b_sel_q[w];
      wire freed = released && here[w];
      wire enters = take && grp_sel[w] && is_blocking(grp_op);
      assign here[w] = wait_q[w] && place_q[w*4+:4] == id && slot[w/WPS];

      always @(posedge clk_i)
        if (!rst_ni) begin
          wait_q[w] <= 1'b0;
          held_q[w] <= 1'b0;
          due_q[w] <= 1'b0;
          away_q[w*LANES+:LANES] <= {LANES{1'b0}};
        end else begin
          wait_q[w] <= (mine && !b_due && !b_op_q[5]) || (wait_q[w] && !freed);
          held_q[w] <= (mine && !b_due && b_op_q[5]) || (held_q[w] && !comp[w]);
          due_q[w] <= (mine && b_due) || freed || (held_q[w] && comp[w]) || (due_q[w] && !gets[w]);
          if (enters) away_q[w*LANES+:LANES] <= grp_lanes_i;
          else if (gets[w]) away_q[w*LANES+:LANES] <= {LANES{1'b0}};
        end

      always @(posedge clk_i) begin
        if (enters) kept_q[w*KEPT_W+:KEPT_W] <= {grp_tag_i, grp_op[4:3], grp_op[5], kind_of(grp_op)};
        if (mine) begin
          place_q[w*4+:4] <= b_id_q;
          form_q[w*3+:3]  <= {b_kind_q, b_all_q};
        end
        if (mine || (writes && here[w])) acc_q[w*ACC_W+:ACC_W] <= acc_d;
        if (mine || (breaks && here[w])) status_q[w*4+:4] <= breaks ? WS_ST_BAR_UNSATISFIABLE[3:0] : b_status;
      end
    end
  endgenerate

  // --------------------------------------------------------------------------------------------------------- answers

  // N: the answer of an arrive.
  reg n_valid_q;
  reg [WARP_W-1:0] n_warp_q;
  reg [TAG_W-1:0] n_tag_q;
  reg [5:0] n_op_q;
  reg [LANES-1:0] n_lanes_q;
  reg [3:0] n_status_q;
  wire n_goes;
  wire taken = res_valid_o && res_ready_i;
  wire n_taken = n_goes && res_ready_i;
  wire [WARPS-1:0] turn;

  assign b_leaves = b_valid_q && !examine && (b_blocks || !n_valid_q || n_taken);
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
      n_op_q     <= b_op_q;
      n_lanes_q  <= b_lanes_q;
      n_status_q <= b_status;
    end

  wire [TAG_W-1:0] tag;
  wire [1:0] mode;  // aligned, counted
  wire cluster;
  wire [1:0] way;
  wire [3:0] status;
  wire [LANES-1:0] lanes;
  wire [ACC_W-1:0] result;
  reg [WARP_W-1:0] warp;

  ws_pick #(.N(WARPS), .W(KEPT_W)) pick_kept (.sel_i(turn), .words_i(kept_q), .word_o({tag, mode, cluster, way}));
  ws_pick #(.N(WARPS), .W(4)) pick_status (.sel_i(turn), .words_i(status_q), .word_o(status));
  ws_pick #(.N(WARPS), .W(LANES)) pick_lanes (.sel_i(turn), .words_i(away_q), .word_o(lanes));
  ws_pick #(.N(WARPS), .W(ACC_W)) pick_result (.sel_i(turn), .words_i(acc_q), .word_o(result));

  always @(*) begin
    warp = {WARP_W{1'b0}};
    for (n = 0; n < WARPS; n = n + 1) if (turn[n]) warp = warp | n[WARP_W-1:0];
  end

  wire [2:0] low = cluster ? 3'd2 : way == 2'd0 ? 3'd0 : {1'b0, way} + 3'd1;
  wire good = !n_goes && !is_poison(status);

  assign res_valid_o = n_valid_q || due_q != {WARPS{1'b0}};
  assign res_tag_o = n_goes ? n_tag_q : tag;
  assign res_warp_o = n_goes ? n_warp_q : warp;
  assign res_op_o = long_op(n_goes ? n_op_q : {cluster, mode, low});
  assign res_lanes_o = n_goes ? n_lanes_q : lanes;
  assign res_status_o = long_status(n_goes ? n_status_q : status);
  assign res_d_o = good && way == 2'd1 ? result : 11'd0;
  assign res_p_o = good && way[1] && result[0];
  assign quiet_o = !a_valid_q && !b_valid_q && !res_valid_o && !examine && gone == {WARPS{1'b0}} && clb_quiet;

  wire unused = &{1'b0, grp_op_i, unused_kind, unused_all};
endmodule
`default_nettype wire
