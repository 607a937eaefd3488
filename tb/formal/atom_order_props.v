// SPDX-License-Identifier: Apache-2.0
// What ws_atom issues to its pipe, with 8 lanes in chunks of 4; the pipe and memory say anything (free_pipe.v). One group, any one, is marked as it
// enters, and of its lanes i and a lower one, j. Its tag is 1, that of groups before it 0, of those behind it 2. Each of its lanes is issued
// once, with its own operands and status, behind all groups before it and before all behind it; i not before j where both use one word, and
// together only where they are combined; the last one closes. What is issued is fit for the pipe (atom_issue_ok). While the pipe takes what comes, what is
// left to do falls in every clock in which nothing enters. What is said of registers inside makes it hold from clock to clock (induct=1).
`default_nettype none
`include "ws_layout.vh"
module atom_order (
    input  wire         clk_i, rst_ni, want, mark, red, sweep, mem_go,
    input  wire [  2:0] rank,
    input  wire [  7:0] any_fn, any_lanes, pred, laid,
    input  wire [  2:0] any_i, any_j,
    input  wire [511:0] addr,
    input  wire [  7:0] a, b, c,   // a bit of each lane's operands
    output wire         bad,
    output wire [  8:0] reached
);
  localparam LANES = 8, TAG_W = 9, WARP_W = 1, KIND = TAG_W + WARP_W + 12, HEAD = 7 + KIND, REC = 148, W_REC = 154;
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "atom/ws_atom_code.vh"
  `include "atom/ws_atom_brief.vh"
  wire on, ready;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  // 1. Groups, of operations in shared memory, of another CTA: so that no lane leaves, also of those that lay down.
  reg marked_q;
  reg [2:0] i_q, j_q;  // of these i is the higher one
  reg [2:0] rank_q;
  wire [2:0] own_rank = on ? rank_q : rank;
  wire [11:0] op = {red ? WS_UNIT_RED : WS_UNIT_ATOM, any_fn};
  wire built = ws_op_is_built(op) && !atom_is_vector(any_fn);
  wire [7:0] lanes = any_lanes;
  wire mark_now = mark && !marked_q && lanes[i_q];
  wire [1:0] tag = mark_now ? 2'd1 : marked_q ? 2'd2 : 2'd0;
  wire enter = on && want && ready && built && lanes != 8'd0;
  wire [7:0] pred_in = pred & {8{atom_is_pairs(any_fn)}};
  reg [511:0] a_in, addr_in;
  reg [255:0] b_in, c_in;
  integer n, m;
  always @(*) begin
    {a_in, b_in, c_in} = 1024'd0;
    addr_in = addr;
    for (n = 0; n < 8; n = n + 1) {a_in[n*64], b_in[n*32], c_in[n*32], addr_in[n*64+31]} = {a[n], b[n], c[n], 1'b0};
  end
  wire [`WS_HEAD_W-1:0] head;
  assign head[`WS_HEAD_STATUS] = WS_ST_OK;
  assign head[`WS_HEAD_OPND] = 8'd0;
  assign head[`WS_HEAD_LANES] = lanes;
  assign head[`WS_HEAD_OP] = op;
  assign head[`WS_HEAD_TAG] = {7'h40, tag};
  assign head[`WS_HEAD_WARP] = 1'b0;
  ws_atom #(.LANES(LANES), .WARPS(2), .SLOTS(1), .WARP_W(WARP_W), .TAG_W(TAG_W), .ALUS(4)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .self_i({1'b0, own_rank} + 4'd1), .ctas_i(4'd0), .grp_valid_i(enter), .grp_ready_o(ready), .grp_head_i(head), .grp_key_i(12'd0),
      .grp_addr_i(addr_in), .grp_a_i(a_in), .grp_b_i(b_in), .grp_c_i(c_in), .grp_pred_i(pred_in), .grp_laid_i(laid),
      .first_addr_i(addr_in[63:0]), .first_a_i(a_in[63:0]), .first_b_i(b_in[31:0]), .first_c_i(c_in[31:0]), .first_pred_i(pred_in[0]), .first_laid_i(laid[0]), .new_o(), .far_valid_o(), .far_row_o(), .far_lanes_o(), .far_rec_o(), .res_valid_o(), .res_ready_i(1'b0),
      .res_more_o(), .res_head_o(), .res_d_o(), .res_d_hi_o(), .res_p_o(), .mem_want_o(), .mem_uses_o(), .mem_go_i(mem_go), .mem_sweep_i(sweep),
      .mem_busy_o(), .mem_read_o(), .mem_read_row_o(), .mem_rdata_i(1024'd0), .mem_raw_i(32'd0), .mem_be_o(), .mem_write_row_o(),
      .mem_wdata_o(), .quiet_o());

  // 2. What lanes i and j are: status and address as ws_atom_place says of each, operands.
  wire [5:0] code;
  wire [27:0] at = {addr[j_q*64+:14], addr[i_q*64+:14]};
  wire [2:0] size = size_of(any_fn);
  wire [2*BRIEF_W-1:0] briefs = {
    brief_of({1'b0, own_rank} + 4'd1, 4'd0, 14, size, addr_in[j_q*64+31+:2], addr_in[j_q*64+24+:4], addr_in[j_q*64+:17], pred_in[j_q], laid[j_q]),
    brief_of({1'b0, own_rank} + 4'd1, 4'd0, 14, size, addr_in[i_q*64+31+:2], addr_in[i_q*64+24+:4], addr_in[i_q*64+:17], pred_in[i_q], laid[i_q])
  };
  ws_atom_place #(.LANES(2)) place (.fn_i(any_fn), .brief_i(briefs), .code_o(code));
  localparam OF = 13 + 3 + 3;  // at / 2, a, b, c, code
  reg [OF-1:0] of_i, of_j;
  reg [7:0] lanes_q, fn_q;
  reg red_q, i_done_q, j_done_q, closed_q;
  reg mem_go_q;              // memory said a clock ago that it may be used
  always @(posedge clk_i) mem_go_q <= on && mem_go;
  reg seen_q, seen_use_q;    // of sums: the lane that goes next has been named to the pipe
  reg [11:0] seen_word_q;
  wire half = atom_is_half(fn_q);
  wire j_in = lanes_q[j_q];
  wire [OF-1:0] now_i = {at[13:1], a[i_q], b[i_q], c[i_q], code[2:0]}, now_j = {at[27:15], a[j_q], b[j_q], c[j_q], code[5:3]};

  // 3. What is issued, and what stands inside; nothing here drives these.
  wire issue, is_fold, is_lay, one_use, room, late, float_busy, is_first, is_next_use, some_far;
  wire [HEAD+3:0] is_head;
  wire [3:0] is_go, is_take, is_has, is_half, is_one, is_place;
  wire [11:0] is_code, one_word, is_next_word;
  wire [47:0] is_word;
  wire [255:0] is_a;
  wire [127:0] is_b, is_c;
  wire go_inside, wv, vv, xv, uv, qv, w_last, knows_vector, knows_pairs, knows_hints, v_last, u_any, u_same, q_fold, q_last, q_uses, q_lay, q_first;
  wire [HEAD-1:0] w_head, v_head;
  wire [HEAD+3:0] u_head, x_head, q_head;
  wire [1:0] w_turn, x_free;  // w_turn: the chunk that goes next; knows_*: registers that have what the operation is
  wire [HEAD+593:0] x_all;
  wire [575:0] x_lane;  // {word, half, a, b, c, code} of each
  wire [7:0] w_todo, w_far;
  wire [3:0] v_todo, v_use, v_far;
  wire [2:0] v_base;
  wire v_done, v_some;
  wire [8*W_REC-1:0] w_rec;
  reg [8*BRIEF_W-1:0] w_briefs;
  wire [23:0] w_code;
  always @(*) for (n = 0; n < 8; n = n + 1) w_briefs[n*BRIEF_W+:BRIEF_W] = w_rec[n*W_REC+141+:BRIEF_W];
  ws_atom_place #(.LANES(8)) w_place (.fn_i(w_head[KIND-12+:8]), .brief_i(w_briefs), .code_o(w_code));
  wire [4*REC-1:0] v_rec;
  wire [3:0] x_todo, x_use, x_lays;
  wire x_any, x_same;
  assign {x_head, x_todo, x_use, x_lays, x_any, x_same, x_lane} = x_all;
  wire [3:0] u_todo, u_use, u_lays, u_half, q_todo, q_use, q_go, q_take, q_lays, q_half, q_one, q_place;
  wire [47:0] u_word, q_word;
  wire [255:0] u_a, q_a;
  wire [127:0] u_b, q_b, u_c, q_c;
  wire [11:0] u_code, q_code, q_one_word, q_next_word;
  wire [3:0] q_next_one;
  wire [15:0] q_meet;

  wire [1:0] is_tag = is_head[WARP_W+:2];
  wire is_close = is_head[HEAD+3];
  wire is_upper = is_head[HEAD+2];  // the chunk
  wire is_1 = issue && is_tag == 2'd1;
  wire i_goes = is_1 && is_upper == i_q[2] && is_go[i_q[1:0]], j_goes = is_1 && is_upper == j_q[2] && is_go[j_q[1:0]];
  always @(posedge clk_i) begin
    if (!on) {i_q, j_q} <= any_i > any_j ? {any_i, any_j} : any_i == any_j ? 6'b001000 : {any_j, any_i};
    rank_q <= own_rank;
    if (!on) {marked_q, i_done_q, j_done_q, closed_q, seen_q} <= 5'd0;
    else begin
      if (enter && mark_now) {marked_q, lanes_q, fn_q, red_q, of_i, of_j} <= {1'b1, lanes, any_fn, red, now_i, now_j};
      if (i_goes) i_done_q <= 1'b1;
      if (j_goes) j_done_q <= 1'b1;
      if (is_1 && is_close) closed_q <= 1'b1;
      if (is_first || issue) {seen_q, seen_use_q, seen_word_q} <= {1'b1, is_next_use, is_next_word};
      else if (issue) seen_q <= 1'b0;
    end
  end

  // 4. What must be.
  wire [6:0] kind = {red_q && atom_is_fold(fn_q), red_q, atom_is_cas(fn_q), atom_is_float(fn_q), half, atom_is_quad(fn_q), atom_is_quad(fn_q) || atom_is_wide(fn_q)};
  function right(input [OF-1:0] of_lane, input half_op, input [11:0] word_in, input half_in, a_in_, b_in_, c_in_, input [2:0] code_in);
    right = {word_in, half_in, a_in_, b_in_, c_in_, code_in} == of_lane;
  endfunction
  wire is_right_i = right(of_i, half, is_word[i_q[1:0]*12+:12], is_half[i_q[1:0]], is_a[i_q[1:0]*64], is_b[i_q[1:0]*32], is_c[i_q[1:0]*32], is_code[i_q[1:0]*3+:3]);
  wire i_uses = of_i[2:0] == CODE_OK, j_uses = j_in && of_j[2:0] == CODE_OK;
  wire same = of_i[OF-1:7] == of_j[OF-1:7] || (kind[0] && of_i[OF-1:8] == of_j[OF-1:8]) || (kind[1] && of_i[OF-1:9] == of_j[OF-1:9]);  // word, of two, of four
  wire ok;
  atom_issue_ok fit (.kind(is_head[KIND+:7]), .fn(is_head[KIND-12+:8]), .fold(is_fold), .lay(is_lay), .go(is_go), .take(is_take), .has(is_has), .one(is_one),
                     .place(is_place), .word(is_word), .one_use(one_use), .one_word(one_word), .ok(ok));
  wire wrong_seen = issue && is_head[KIND+3] && (!seen_q || seen_use_q != one_use || (one_use && seen_word_q != one_word));
  wire wrong_fit = issue && (!ok || wrong_seen || !room || (is_head[KIND+3] ? late : float_busy) || (!mem_go_q && |(is_take & {4{!is_lay}})));
  wire wrong_i = i_goes && (i_done_q || !is_right_i || is_head[KIND+:7] != kind || is_head[KIND-12+:8] != fn_q ||
      !(is_fold ? is_has[i_q[1:0]] == i_uses : is_take[i_q[1:0]] == (i_uses || (kind[1] && of_i[2:0] == CODE_LAID))) || is_lay != (kind[1] && of_i[2:0] == CODE_LAID));
  wire wrong_order = i_goes && i_uses && j_uses && same && !j_done_q && !(j_goes && is_fold);
  wire wrong_turn = (issue && is_tag == 2'd0 && (i_done_q || j_done_q || closed_q)) || (issue && is_tag == 2'd2 && !closed_q) || (is_1 && (closed_q || !marked_q));
  wire wrong_close = is_1 && is_close && !(i_done_q || i_goes);

  // 5. Where lanes i and j are: in one place until they go, as they came. 0: W, 1: V, 2: X, 3: U, 4: Q, 5: gone.
  wire w_1 = wv && w_head[WARP_W+:2] == 2'd1, v_1 = vv && v_head[WARP_W+:2] == 2'd1, x_1 = xv && x_head[WARP_W+:2] == 2'd1, u_1 = uv && u_head[WARP_W+:2] == 2'd1, q_1 = qv && q_head[WARP_W+:2] == 2'd1;
  wire [4:0] i_at = {q_1 && q_head[HEAD+2] == i_q[2] && q_todo[i_q[1:0]], u_1 && u_head[HEAD+2] == i_q[2] && u_todo[i_q[1:0]],
      x_1 && x_head[HEAD+2] == i_q[2] && x_todo[i_q[1:0]], v_1 && v_base[2] == i_q[2] && v_todo[i_q[1:0]], w_1 && w_todo[i_q]};
  wire [4:0] j_at = {q_1 && q_head[HEAD+2] == j_q[2] && q_todo[j_q[1:0]], u_1 && u_head[HEAD+2] == j_q[2] && u_todo[j_q[1:0]],
      x_1 && x_head[HEAD+2] == j_q[2] && x_todo[j_q[1:0]], v_1 && v_base[2] == j_q[2] && v_todo[j_q[1:0]], w_1 && w_todo[j_q]};
  wire [W_REC-1:0] w_i = w_rec[i_q*W_REC+:W_REC], w_j = w_rec[j_q*W_REC+:W_REC];
  wire [REC-1:0] v_i = v_rec[i_q[1:0]*REC+:REC], v_j = v_rec[j_q[1:0]*REC+:REC];
  wire [1:0] il = i_q[1:0], jl = j_q[1:0];
  wire [143:0] x_i = x_lane[il*144+:144], x_j = x_lane[jl*144+:144];
  wire i_right = (!i_at[0] || right(of_i, half, w_i[129+:12], w_i[128], w_i[64], w_i[32], w_i[0], w_code[i_q*3+:3])) &&
      (!i_at[1] || right(of_i, half, v_i[132+:12], v_i[131], v_i[67], v_i[35], v_i[3], v_i[2:0])) &&
      (!i_at[2] || right(of_i, half, x_i[132+:12], x_i[131], x_i[67], x_i[35], x_i[3], x_i[2:0])) &&
      (!i_at[3] || right(of_i, half, u_word[il*12+:12], u_half[il], u_a[il*64], u_b[il*32], u_c[il*32], u_code[il*3+:3])) &&
      (!i_at[4] || right(of_i, half, q_word[il*12+:12], q_half[il], q_a[il*64], q_b[il*32], q_c[il*32], q_code[il*3+:3]));
  wire j_right = (!j_at[0] || {w_j[129+:12], w_code[j_q*3+:3]} == {of_j[OF-1:7], of_j[2:0]}) && (!j_at[1] || {v_j[132+:12], v_j[2:0]} == {of_j[OF-1:7], of_j[2:0]}) &&
      (!j_at[2] || {x_j[132+:12], x_j[2:0]} == {of_j[OF-1:7], of_j[2:0]}) && (!j_at[3] || {u_word[jl*12+:12], u_code[jl*3+:3]} == {of_j[OF-1:7], of_j[2:0]}) && (!j_at[4] || {q_word[jl*12+:12], q_code[jl*3+:3]} == {of_j[OF-1:7], of_j[2:0]});
  wire i_once = i_at == 0 ? !marked_q || i_done_q : marked_q && !i_done_q && (i_at & (i_at - 1)) == 0;
  wire j_once = j_at == 0 ? !marked_q || !j_in || j_done_q : marked_q && j_in && !j_done_q && (j_at & (j_at - 1)) == 0;
  // The lower one is not behind; in another chunk it is further.
  wire [5:0] i_pos = {i_done_q, i_at}, j_pos = {j_done_q, j_at};
  wire in_order = !(marked_q && j_in) || (i_q[2] == j_q[2] ? (i_at[3:0] == j_at[3:0] && (|i_at[3:0] || (i_at[4] || i_done_q) && (j_at[4] || j_done_q))) :
      j_pos > i_pos || (i_at[0] && j_at[0]) || (i_done_q && j_done_q));
  wire kind_in = (!w_1 || {w_head[KIND+:7], w_head[KIND-12+:8]} == {kind, fn_q}) && (!v_1 || {v_head[KIND+:7], v_head[KIND-12+:8]} == {kind, fn_q}) &&
      (!x_1 || {x_head[KIND+:7], x_head[KIND-12+:8]} == {kind, fn_q}) && (!u_1 || {u_head[KIND+:7], u_head[KIND-12+:8]} == {kind, fn_q}) && (!q_1 || {q_head[KIND+:7], q_head[KIND-12+:8]} == {kind, fn_q});
  wire marks_ok = i_q > j_q && i_right && j_right && i_once && j_once && in_order && kind_in && !(!marked_q && (i_done_q || j_done_q || closed_q)) && !(marked_q && !lanes_q[i_q]);

  // 6. Groups in their order; the last chunk of the marked one is the last.
  wire [1:0] w_tag = w_head[WARP_W+:2], v_tag = v_head[WARP_W+:2], x_tag = x_head[WARP_W+:2], u_tag = u_head[WARP_W+:2], q_tag = q_head[WARP_W+:2];
  wire [1:0] top = marked_q ? 2'd2 : 2'd0;
  wire [1:0] above_v = wv ? w_tag : top, above_x = vv ? v_tag : above_v, above_u = xv ? x_tag : above_x, above_q = uv ? u_tag : above_u;
  wire order_ok = !(wv && w_tag > top) && !(vv && v_tag > above_v) && !(xv && x_tag > above_x) && !(uv && u_tag > above_u) &&
      !(qv && q_tag > above_q) && !(wv && w_tag == 3) && !(xv && !uv) && x_free == {2{!xv}} &&
      !((i_done_q || j_done_q || closed_q) && ((wv && w_tag == 0) || (vv && v_tag == 0) || (xv && x_tag == 0) || (uv && u_tag == 0) || (qv && q_tag == 0))) &&
      !(v_1 && (v_last == w_1)) && !(x_1 && (x_head[HEAD+3] == (v_1 || w_1))) && !(u_1 && (u_head[HEAD+3] == (x_1 || v_1 || w_1))) &&
      !(q_1 && (q_head[HEAD+3] == (u_1 || x_1 || v_1 || w_1))) && (w_1 || v_1 || x_1 || u_1 || q_1) == (marked_q && !closed_q) &&
      !(q_1 && u_1 && q_head[HEAD+2] >= u_head[HEAD+2]) && !(q_1 && x_1 && q_head[HEAD+2] >= x_head[HEAD+2]) && !(u_1 && x_1 && u_head[HEAD+2] >= x_head[HEAD+2]) &&
      !(v_1 && w_1 && !(!v_base[2] && w_todo[3:0] == 0)) && !(x_1 && (v_1 || w_1) && x_head[HEAD+2]) && !(u_1 && (v_1 || w_1) && u_head[HEAD+2]) &&
      !(q_1 && (v_1 || w_1) && q_head[HEAD+2]) && !((x_1 || u_1 || q_1) && w_1 && w_todo[3:0] != 0) && !((x_1 || u_1 || q_1) && v_1 && !v_base[2]);
  wire heads_in = !(xv && x_head[HEAD+:2] != 0) && !(uv && u_head[HEAD+:2] != 0) && !(qv && q_head[HEAD+:2] != 0);

  // 7. Each stage by itself: who uses memory has CODE_OK and is aligned, and what the stage knows of its lanes is so.
  function aligned(input wide_op, quad_op, input [11:0] word_in);
    aligned = !(wide_op && word_in[0]) && !(quad_op && word_in[1]);
  endfunction
  reg w_fine, v_fine, x_fine, u_fine, q_fine, x_alike, u_alike, q_alike;
  always @(*) begin
    {w_fine, v_fine, x_fine, u_fine, q_fine, x_alike, u_alike, q_alike} = 8'hff;
    for (n = 0; n < 8; n = n + 1) begin
      if (w_todo[n] && w_code[n*3+:3] == CODE_OK && !aligned(w_head[KIND], w_head[KIND+1], w_rec[n*W_REC+129+:12])) w_fine = 1'b0;
      if (w_todo[n] && (w_briefs[n*BRIEF_W+BRIEF_THERE] || w_briefs[n*BRIEF_W+BRIEF_AWAY] || (w_briefs[n*BRIEF_W+BRIEF_PRED] && !atom_is_pairs(w_head[KIND-12+:8])))) w_fine = 1'b0;
    end
    for (n = 0; n < 4; n = n + 1) begin
      if (v_use[n] != (v_todo[n] && v_rec[n*REC+:3] == CODE_OK)) v_fine = 1'b0;
      if (v_use[n] && !aligned(v_head[KIND], v_head[KIND+1], v_rec[n*REC+132+:12])) v_fine = 1'b0;
    end
    if (w_todo == 0 || w_last != (w_todo[7:4] == 0 || w_todo[3:0] == 0) || atom_is_vector(w_head[KIND-12+:8]) ||
        (atom_is_pairs(w_head[KIND-12+:8]) && !atom_is_cas(w_head[KIND-12+:8]))) w_fine = 1'b0;
    if (w_turn != (w_todo[3:0] == 0 ? 2'b10 : 2'b01) ||
        {knows_vector, knows_pairs, knows_hints} != {atom_is_vector(w_head[KIND-12+:8]), atom_is_pairs(w_head[KIND-12+:8]), !atom_is_cas(w_head[KIND-12+:8])}) w_fine = 1'b0;
    if (v_todo == 0 || v_base[1:0] != 0 || v_far != 0 || !v_done || !v_some) v_fine = 1'b0;
    for (n = 0; n < 4; n = n + 1) begin
      if (x_use[n] != (x_todo[n] && x_lane[n*144+:3] == CODE_OK) || x_lays[n] != (x_head[KIND+1] && x_lane[n*144+:3] == CODE_LAID)) x_fine = 1'b0;
      if (x_use[n] && !aligned(x_head[KIND], x_head[KIND+1], x_lane[n*144+132+:12])) x_fine = 1'b0;
      if (u_use[n] != (u_todo[n] && u_code[n*3+:3] == CODE_OK) || u_lays[n] != (u_head[KIND+1] && u_code[n*3+:3] == CODE_LAID)) u_fine = 1'b0;
      if (u_use[n] && !aligned(u_head[KIND], u_head[KIND+1], u_word[n*12+:12])) u_fine = 1'b0;
      if (q_todo[n] && (q_use[n] != (q_code[n*3+:3] == CODE_OK) || q_lays[n] != (q_head[KIND+1] && q_code[n*3+:3] == CODE_LAID))) q_fine = 1'b0;
      if (q_todo[n] && q_use[n] && !aligned(q_head[KIND], q_head[KIND+1], q_word[n*12+:12])) q_fine = 1'b0;
      if ({q_one[n], q_place[n]} != (q_lays[n] ? 2'd0 : {q_word[n*12+1] ^ q_word[n*12], q_word[n*12+1]})) q_fine = 1'b0;
      for (m = 0; m < n; m = m + 1) begin
        if (x_use[n] && x_use[m] && x_lane[n*144+132+:12] != x_lane[m*144+132+:12]) x_alike = 1'b0;
        if (u_use[n] && u_use[m] && u_word[n*12+:12] != u_word[m*12+:12]) u_alike = 1'b0;
        if (q_todo[n] && q_todo[m] && q_use[n] && q_use[m] && q_word[n*12+:12] != q_word[m*12+:12]) q_alike = 1'b0;
      end
    end
    if (x_todo == 0 || (x_same && !x_alike) || x_any != |x_use) x_fine = 1'b0;
    if (u_todo == 0 || (u_same && !u_alike) || u_any != |u_use) u_fine = 1'b0;
    if (q_todo == 0 || (q_fold && !(q_alike && q_head[KIND+6] && (q_use & ~q_todo) == 0)) || q_uses != |(q_todo & q_use)) q_fine = 1'b0;
  end
  // Laid down is only for what has pairs.
  reg laid_ok;
  always @(*) begin
    laid_ok = 1'b1;
    for (n = 0; n < 8; n = n + 1) begin
      if (wv && w_todo[n] && w_code[n*3+:3] == CODE_LAID && !(w_head[KIND+1] && w_head[KIND+4])) laid_ok = 1'b0;
    end
    for (n = 0; n < 4; n = n + 1) begin
      if (vv && v_todo[n] && v_rec[n*REC+:3] == CODE_LAID && !(v_head[KIND+1] && v_head[KIND+4])) laid_ok = 1'b0;
      if (xv && x_todo[n] && x_lane[n*144+:3] == CODE_LAID && !(x_head[KIND+1] && x_head[KIND+4])) laid_ok = 1'b0;
      if (uv && u_todo[n] && u_code[n*3+:3] == CODE_LAID && !(u_head[KIND+1] && u_head[KIND+4])) laid_ok = 1'b0;
      if (qv && q_todo[n] && q_code[n*3+:3] == CODE_LAID && !(q_head[KIND+1] && q_head[KIND+4])) laid_ok = 1'b0;
    end
  end
  wire [4:0] kinds;
  atom_kind_ok k0 (.kind(w_head[KIND+:7]), .fn(w_head[KIND-12+:8]), .ok(kinds[0]));
  atom_kind_ok k1 (.kind(v_head[KIND+:7]), .fn(v_head[KIND-12+:8]), .ok(kinds[1]));
  atom_kind_ok k2 (.kind(u_head[KIND+:7]), .fn(u_head[KIND-12+:8]), .ok(kinds[2]));
  atom_kind_ok k3 (.kind(q_head[KIND+:7]), .fn(q_head[KIND-12+:8]), .ok(kinds[3]));
  atom_kind_ok k4 (.kind(x_head[KIND+:7]), .fn(x_head[KIND-12+:8]), .ok(kinds[4]));
  wire [15:0] meets;
  wire [3:0] go, take, low;
  wire last;
  reg [15:0] met;  // pairs that are left
  reg [11:0] low_word, next_word;
  // Of sums: in the first clock the lane that goes next is the next one, then it is the one behind.
  wire [3:0] rest = q_todo & ~q_go, second = rest & (~rest + 4'd1), next_one = q_first ? low : second;
  always @(*) begin
    met = 16'd0;
    {low_word, next_word} = 24'd0;
    for (n = 0; n < 4; n = n + 1) begin
      if (low[n]) low_word = low_word | q_word[n*12+:12];
      if (next_one[n]) next_word = next_word | q_word[n*12+:12];
      for (m = 0; m < n; m = m + 1) met[n*4+m] = 1'b1;
    end
  end
  ws_atom_meet #(.CL(4), .S(4)) meet (.wide_i(q_head[KIND]), .alu_i({q_word[37:36], q_word[25:24], q_word[13:12], q_word[1:0]}), .meet_o(meets));
  ws_atom_pick #(.CL(4)) pick (.todo_i(q_todo), .use_i(q_use | q_lays), .fold_i(q_fold), .one_i(q_head[KIND+1] || q_head[KIND+3]), .meet_i(q_meet), .go_o(go),
                               .take_o(take), .low_o(low), .last_o(last));
  wire pick_ok = {q_go, q_take, q_last} == {go, take, last} && q_meet == meets && q_lay == |(low & q_lays) &&
      (!q_head[KIND+3] || ({q_next_one, q_next_word} == {next_one, next_word} && (q_first || (seen_q && q_one_word == low_word && seen_word_q == low_word && seen_use_q == |(low & q_use))))) &&
      !(q_first && !q_head[KIND+3]);
  wire stages_ok = !(wv && !(w_fine && kinds[0] && !some_far && w_far == 0 && w_head[KIND-13])) && !(vv && !(v_fine && kinds[1])) && !(xv && !(x_fine && kinds[4])) && !(uv && !(u_fine && kinds[2])) && !(qv && !(q_fine && kinds[3] && pick_ok)) && laid_ok && !(q_first && !qv) && go_inside == mem_go_q;

  // 8. What is left: a lane counts by its stage, and the clock in which a chunk of sums is compared counts 1. It falls when the pipe takes what comes and nothing enters.
  reg [7:0] left, left_q;
  reg free_q;
  always @(*) begin
    left = {7'd0, q_first};
    for (n = 0; n < 8; n = n + 1) left = left + (wv && w_todo[n] ? 8'd6 : 8'd0) + (vv && n < 4 && v_todo[n%4] ? 8'd5 : 8'd0);
    for (n = 0; n < 4; n = n + 1) left = left + (xv && x_todo[n] ? 8'd4 : 8'd0) + (uv && u_todo[n] ? 8'd3 : 8'd0) + (qv && q_todo[n] ? 8'd1 : 8'd0);
  end
  always @(posedge clk_i) {left_q, free_q} <= {left, on && !enter && room && mem_go_q && !late && !float_busy};
  wire wrong_late = free_q && left_q != 0 && left >= left_q;

  assign bad = on && (wrong_fit || wrong_i || wrong_order || wrong_turn || wrong_close || wrong_late || !(marks_ok && order_ok && heads_in && stages_ok));
  assign reached = {9{on}} & {
    i_goes && is_fold && j_goes, i_goes && j_done_q && same && i_uses && j_uses, i_goes && is_lay, i_goes && kind[1] && !is_lay && i_uses, i_goes && kind[3] && j_done_q && i_uses,
    i_goes && !i_uses && is_take != 0, i_goes && is_upper && j_done_q && is_close, issue && is_tag == 2 && i_q[2], q_1 && late && i_at[4]
  };
endmodule
`default_nettype wire
