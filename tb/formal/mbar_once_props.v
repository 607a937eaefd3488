// SPDX-License-Identifier: Apache-2.0
// What becomes of an mbarrier operation from grp to res or to the table of those who wait. One group, any one, is marked as it enters,
// and two of its lanes, w and o. Its tag is 1, that of groups before it 0, of those behind it 2. Each of its lanes is carried out
// once, on the object and with the count of its own operands, in the order in which the pieces were cut, and ascending where that counts;
// it is answered once, by a response of its warp and fn with what came of it, not before the whole operation has been carried out, and
// between the groups before and behind; or it is handed to the table once, where an entry is free. What is left to do falls in
// every clock in which nothing enters, but for those in which a response is not taken or the next piece needs what it cannot have.
// What is said of registers inside makes it hold from clock to clock (induct=1); aig.sh connects the wires to them.
// Shared memory says anything (mbar_block.v). That who waits is answered once is prove_mbar_wait, what put does prove_mbar_unit.
`default_nettype none
`include "ws_layout.vh"
module mbar_once (
    input  wire         clk_i, rst_ni, want, mark, warp, alive, tick,
    input  wire [  2:0] rank,
    input  wire [  3:0] ctas,
    input  wire [ 15:0] limit,
    input  wire [  7:0] any_fn,
    input  wire [  3:0] any_lanes,
    input  wire [  1:0] any_w, any_o,
    input  wire [255:0] addr, a,
    input  wire [127:0] b, c, gm_data,
    input  wire         tx, net, gm_rsp,
    input  wire [ 31:0] tx_addr, tx_bytes,
    input  wire [ 47:0] any_msg,
    input  wire         take_res, take_wake, take_net, take_gm,
    output wire         bad,
    output wire [  9:0] reached
);
  localparam WINDOW_W = 14;
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"
  `include "mbar/ws_mbar_lane.vh"

  localparam LANES = 4, TAG_W = 2, WARP_W = 1;
  wire on, ready, res_valid, net_valid, mark_now;
  wire [1:0] tag;
  wire [3:0] res_p;
  wire [127:0] res_low, res_d;
  wire [`WS_HEAD_W-1:0] res_head;
  wire [11:0] res_op = res_head[`WS_HEAD_OP];
  wire [7:0] res_fn = res_op[7:0];
  wire [3:0] res_lanes = res_head[`WS_HEAD_LANES];
  wire [9:0] res_status = res_head[`WS_HEAD_STATUS];
  wire [1:0] res_tag = res_head[`WS_HEAD_TAG];
  wire res_warp = res_head[`WS_HEAD_WARP];
  wire take = on && want && ready;
  wire [3:0] lanes = any_lanes == 0 ? 4'd1 : any_lanes;
  wire [7:0] fn = ws_op_is_built({WS_UNIT_MBAR, any_fn}) ? any_fn : WS_OP_MBAR_INIT[7:0];
  // Of lanes, and of an operation that may travel, as ws_mbar sends it.
  wire [7:0] msg_fn = ws_op_is_built({WS_UNIT_MBAR, any_msg[39:32]}) && mbar_is_remote(any_msg[39:32]) ? any_msg[39:32] : WS_OP_MBAR_COMPLETE_TX[7:0];
  wire [47:0] msg = {any_msg[47:44], any_msg[43:40] == 0 ? 4'd1 : any_msg[43:40], msg_fn, any_msg[31:0]};
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));
  reg [2:0] rank_q;  // what is configured stands from the end of the reset on
  reg [3:0] ctas_q;
  wire [2:0] own_rank = on ? rank_q : rank;
  wire [3:0] all_ctas = on ? ctas_q : ctas;
  always @(posedge clk_i) {rank_q, ctas_q} <= {own_rank, all_ctas};
  mbar_block #(.LANES(4), .WARPS(2), .WARP_W(1), .TAG_W(2), .WAITERS(2), .COPIES(2)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .cfg_rank_i(own_rank), .cfg_ctas_i(all_ctas), .cfg_trywait_i(limit), .tick_i(tick),
      .grp_valid_i(take), .grp_ready_o(ready), .grp_head_i({WS_ST_OK, 4'd0, lanes, WS_UNIT_MBAR, fn, tag, warp}),
      .grp_addr_i(addr), .grp_a_i(a), .grp_b_i(b), .grp_c_i(c), .alive_i(alive), .res_valid_o(res_valid), .res_ready_i(take_res),
      .res_more_o(), .res_head_o(res_head), .res_d_o(res_low), .res_d_hi_o(res_d), .res_p_o(res_p), .wake_valid_o(),
      .wake_ready_i(take_wake), .wake_head_o(), .wake_p_o(), .tx_valid_i(tx), .tx_addr_i(tx_addr), .tx_bytes_i(tx_bytes), .gm_valid_o(),
      .gm_ready_i(take_gm), .gm_addr_o(), .gm_bytes_o(), .gm_rsp_valid_i(gm_rsp), .gm_rsp_data_i(gm_data), .net_valid_o(net_valid),
      .net_ready_i(take_net), .net_dest_o(), .net_msg_o(), .net_valid_i(net), .net_msg_i(msg));

  // ---------------------------------------------------------------------------------- what stands inside; nothing here drives these

  wire in_v, cut_v, low_v, out_v, back_v, whole, apart, ends, in_single, in_full, low_last, take_off, pick;  // back: the spare place of issue
  wire [10:0] in_head, cut_head, low_head;
  wire [7:0] in_kind, cut_kind, low_kind;
  wire [3:0] in_lanes, in_first, todo, first, same, other, cut_piece, low_lanes, self;
  wire [83:0] in_brief, cut_brief;
  wire [127:0] in_x, cut_x;
  wire [75:0] in_copy, cut_copy;
  wire [20:0] low_brief;
  wire [31:0] low_x;
  wire [18:0] low_copy;
  wire [1:0] cut_step;
  wire [74:0] o_place0, o_place1;  // what a piece is, and the piece
  wire o_from, o_first, o_to, in_ready;
  wire [67:0] out_p = o_from ? o_place1[67:0] : o_place0[67:0], back_p = o_from ? o_place0[67:0] : o_place1[67:0];
  wire [6:0] out_is = o_from ? o_place1[74:68] : o_place0[74:68], back_is = o_from ? o_place0[74:68] : o_place1[74:68];
  wire piece_take, enter_valid, job_v, raw_v, got_v, spare_v, sum_v, put_v, put_go, put_some, put_finish, suspend, closed, open_r, once, valid_r, moves;
  wire [3:0] step, left, r_lanes, r_bit, put_piece;
  wire [1:0] room;  // entries of the table that are free and not kept; some: above 0; what came back in the clock before does not count yet
  wire room_back, room_freed, room_some;
  wire [70:0] job_j, raw_j, got_j, spare_j, sum_j, put_j;
  wire [2:0] raw_num;
  wire [69:0] got_f, spare_f;  // {does, expect, complete, tx, token, count, total, before}
  wire [5:0] count, sum_count;
  wire [13:0] does, sum_does;  // {counts, begins, pass, init, inval, waits, check, off, try, tx, inc, drop, nc, arrive}
  wire sum_counts, put_counts, put_acts;
  wire [82:0] outcome;
  wire all, straight, calc, put_bad, put_whole, put_mine_any, put_single;  // of put; mine_any: a piece of a warp's operation
  wire t_pick;
  wire [1:0] t_pick_sel;
  wire value, bit_value, defers, r_warp, push_ready, arr_ready, copy_job, held, sweep;
  wire [4:0] short;
  wire [19:0] base, before, each, r_short;
  wire [79:0] r_value;
  wire r_mixed, r_last, tx_in;  // tx_in: bytes that were taken stand before the pipe
  wire [4:0] r_shown, r_pick;
  wire [3:0] r_group;
  wire [1:0] r_step;  // pick, share, show
  wire [1:0] r_tag, t_wait, t_done, t_free;
  wire [7:0] r_fn;

  // ------------------------------------------------------------------------------------------------------------- the marked group

  reg marked_q, warp_q, part_q, must_q;
  reg [7:0] fn_q;
  reg [3:0] lanes_q, left_q;  // left: neither answered nor handed to the table
  reg [1:0] w_q, o_q;
  reg [20:0] brief_q, other_q;  // of w, and of o
  reg [31:0] x_q;
  reg [18:0] copy_q;
  reg gone_q, first_q, w_done_q, o_done_q;  // w has left issue; o was left behind when w left `cut`; carried out
  reg [10:0] slot_q;  // of its job
  reg [31:0] count_q;
  reg [4:0] short_q;  // of its result
  reg bit_q;
  reg [19:0] value_q;
  reg [10:0] id_q;  // the last operation of which something was carried out: {warp, tag, fn}; part: not all of it
  reg [41:0] more_q;  // what was left to do
  reg [2:0] pieces_q, steps_q;
  reg waited_q, went_q;

  wire [8:0] kind = decode_fn(fn);
  wire zero, home, copy, pending, one, counts, hint, wait_, low;
  assign {zero, home, copy, pending, one, counts, hint, wait_, low} = kind;
  assign mark_now = take && mark && !marked_q;
  assign tag = mark_now ? 2'd1 : marked_q ? 2'd2 : 2'd0;

  function [BRIEF_W-1:0] brief(input counts, input zero, input waits, input low, input pending, input copy, input [3:0] self,
                               input [63:0] addr, input [63:0] a, input [31:0] b);
    reg a_high, none, b_high, b_rest;
    begin
      a_high = a[31:16] != 16'd0;
      none = low ? a_high || a[15:1] != 15'd0 : !a[0];
      b_high = b[31:20] != 12'd0;
      b_rest = {b[19:5], b[1:0]} != 17'd0;
      brief = {
        ((waits || pending) && none) || ((counts || copy) && b_high) || (copy ? b_rest : counts && !zero && !b_rest && b[4:2] == 3'd0),
        pending ? a[1] : waits && (low ? a[0] : a[63]),
        {addr[32:31], addr[16:WINDOW_W]} != 0 || (copy && (a_high || a[63:32] != 32'd0)),
        addr[27:24] & {4{addr[27:24] != self}},  // AND gates: of ?: synthesis would make a reset of the flops
        addr[13:0]
      };
    end
  endfunction

  // What the operands of w say, as ws_mbar_issue is to tell it.
  function [20:0] brief_of(input [1:0] n);
    brief_of = brief(counts, zero, wait_, low, pending, copy, {1'b0, rank_q} + 4'd1, addr[n*64+:64], a[n*64+:64], b[n*32+:32]);
  endfunction
  wire [31:0] own_b = b[any_w*32+:32], own_c = c[any_w*32+:32];
  wire [63:0] own_a = a[any_w*64+:64];
  wire [19:0] own_x = hint || copy ? own_c[19:0] : counts ? own_b[19:0] : pending ? own_a[62:43] : 20'd0;
  wire [8:0] kind_q = decode_fn(fn_q);
  wire [51:0] ask = decode(kind_q[7:0], ctas_q, brief_q, x_q, copy_q);
  wire [31:0] own_count = mbar_is_try_wait(fn_q) && !fn_q[5] && !is_early(ask[51:49]) ? {16'd0, limit} * 10 : ask[31:0];

  wire [3:0] piece = out_p[56:53];
  wire [7:0] out_fn = out_p[64:57];
  wire mine = out_v && out_p[66:65] == 1 && piece_take;
  wire [3:0] cut_now = take_off ? cut_piece : !pick || !(whole || apart) ? 4'd0 : whole ? todo : first;  // leave `cut`
  wire put_mine = put_go && put_some && put_j[70:69] == 0 && put_j[51:50] == 1;
  wire put_local = put_go && put_some && put_j[70:69] == 0;
  wire answer = res_valid && take_res;
  wire w_now = put_mine && step[w_q], o_now = put_mine && step[o_q];
  // In the order of ws_mbar_result, so that the adders here and there are seen to be one.
  wire [19:0] below_1 = before + (put_piece[0] ? each : 20'd0), below_2 = below_1 + (put_piece[1] ? each : 20'd0), sum_2 = base + below_2;
  wire [79:0] sums = {sum_2 + (put_piece[2] ? each : 20'd0), sum_2, base + below_1, base + before};
  wire [19:0] sum = sums[w_q*20+:20];
  integer i;

  always @(posedge clk_i)
    if (!rst_ni) begin
      {marked_q, part_q, must_q, left_q, id_q} <= 0;
      {gone_q, first_q, w_done_q, o_done_q, waited_q, pieces_q, steps_q} <= 0;
    end else begin
      if (mark_now) begin
        marked_q <= 1;
        {warp_q, fn_q, lanes_q, w_q, o_q} <= {warp, fn, lanes, any_w, any_o};
        brief_q <= brief_of(any_w);
        other_q <= brief_of(any_o);
        x_q <= {own_c[31:20], own_x};
        copy_q <= {own_b[4:2], own_a[15:0]};
      end
      if (mine) begin
        pieces_q <= pieces_q + 1;
        if (piece[w_q]) begin
          gone_q <= 1;
          slot_q <= ask[43:33];
          count_q <= own_count;
        end
      end
      if (cut_v && cut_head[9:8] == 1 && cut_now[w_q]) first_q <= todo[o_q] && !cut_now[o_q];
      if (put_local) begin
        part_q <= !(put_j[68] && put_finish);
        id_q <= {put_j[52:50], put_j[61:54]};
      end
      if (put_mine) begin
        if (!put_finish) steps_q <= steps_q + 1;
        if (suspend) waited_q <= 1;
      end
      if (w_now) begin
        w_done_q <= 1;
        {short_q, bit_q, value_q} <= {short, bit_value, value ? sum : 20'd0};
      end
      if (o_now) o_done_q <= 1;
      left_q <= mark_now ? lanes : left_q & ~(answer && res_tag == 1 ? res_lanes : 4'd0) & ~(put_mine && suspend ? step : 4'd0);
      more_q <= more;
      must_q <= on && !take && !(enter_valid && !piece_take) && !none_left && !halts;
      went_q <= answer && res_tag == 1;
    end

  // -------------------------------------------------------------------------------- what is inside, from the oldest to the youngest

  function [2:0] ones(input [3:0] x);
    ones = x[0] + x[1] + x[2] + x[3];
  endfunction
  wire [425:0] jobs = {job_j, raw_j, got_j, spare_j, sum_j, put_j};
  wire [5:0] valid = {job_v, raw_v, got_v, spare_v, sum_v, put_v};

  reg [1:0] j_from, j_tag, highest;
  reg j_last, j_pass, j_want, j_warp;
  reg [4:0] j_short;
  reg [7:0] j_fn;
  reg [3:0] at_w, at_o;  // 0 to 5 in the pipe, 6 to 10 in issue, 15 nowhere
  reg [2:0] j_cta, needs, defer;
  reg [10:0] j_slot, id;
  reg [31:0] j_x;
  reg [3:0] j_lanes, found;
  reg [32:0] at;  // lanes in each place
  reg open, twice, wrong_order, wrong_what, i_valid, i_last;
  reg [10:0] i_head;
  reg [3:0] i_lanes;
  integer k;

  always @(*) begin
    found = r_lanes != 0 && r_tag == 1 ? r_lanes : 4'd0;
    {twice, wrong_order, wrong_what, needs, defer, at} = 0;
    {at_w, at_o} = {4'd15, 4'd15};
    open = part_q;
    id = id_q;
    {j_from, j_last, j_pass, j_short, j_fn, j_want, j_warp, j_tag, j_cta, j_slot, j_x, j_lanes} = 0;
    for (k = 0; k < 6; k = k + 1) begin
      {j_from, j_last, j_pass, j_short, j_fn, j_want, j_warp, j_tag, j_cta, j_slot, j_x, j_lanes} = jobs[k*71+:71];
      if (k == 0) j_lanes = left;
      else if (j_from == 3) j_lanes = 4'd1;
      if (valid[k]) begin
        at[k*3+:3] = ones(j_lanes);
        if (j_lanes == 0) wrong_what = 1;
        if (j_from == 0) begin
          if (open ? {j_warp, j_tag, j_fn} != id : id[9:8] == 1 && j_tag == 1) wrong_order = 1;
          if (j_tag < id[9:8] || j_tag == 3) wrong_order = 1;
          open = !j_last;
          id = {j_warp, j_tag, j_fn};
          if (mbar_is_try_wait(j_fn) && j_x != 0 && !j_pass) needs = needs + 1;
          if (mbar_is_cp_arrive(j_fn) && !j_pass) defer = defer + 1;
          if (j_tag == 1) begin
            if ((found & j_lanes) != 0) twice = 1;
            found = found | j_lanes;
            if (j_warp != warp_q || j_fn != fn_q) wrong_what = 1;
            if (j_lanes[w_q]) begin
              at_w = k;
              if (j_x != count_q || (j_slot != slot_q && !mbar_is_pending_count(fn_q))) wrong_what = 1;
            end
            if (j_lanes[o_q]) at_o = k;
          end
        end
      end
    end
    // issue: pieces that are decoded, a piece, what is left of a group, a group
    for (k = 6; k < 11; k = k + 1) begin
      {i_valid, i_head, i_lanes, i_last} = 0;
      case (k)
        6: {i_valid, i_head, i_lanes, i_last} = {out_v, out_p[67:52]};
        7: {i_valid, i_head, i_lanes, i_last} = {back_v, back_p[67:52]};
        8: {i_valid, i_head, i_lanes, i_last} = {low_v, low_head, low_lanes, low_last};
        9: {i_valid, i_head, i_lanes, i_last} = {cut_v, cut_head, todo, 1'b1};
        default: {i_valid, i_head, i_lanes, i_last} = {in_v, in_head, in_lanes, 1'b1};
      endcase
      if (i_valid) begin
        at[k*3+:3] = ones(i_lanes);
        if (i_lanes == 0 || !ws_op_is_built({WS_UNIT_MBAR, i_head[7:0]})) wrong_what = 1;
        if (open ? i_head != id : id[9:8] == 1 && i_head[9:8] == 1) wrong_order = 1;
        if (i_head[9:8] < id[9:8] || i_head[9:8] == 3) wrong_order = 1;
        open = !i_last;
        id = i_head;
        if (i_head[9:8] == 1) begin
          if ((found & i_lanes) != 0) twice = 1;
          found = found | i_lanes;
          if (i_head[10] != warp_q || i_head[7:0] != fn_q) wrong_what = 1;
          if (i_lanes[w_q]) at_w = k;
          if (i_lanes[o_q]) at_o = k;
        end
      end
    end
    if (open) wrong_order = 1;
  end

  // What is left to do: lanes in each place, those that came last first, and the clocks that a place takes for itself. A lane that goes on leaves the
  // number smaller, whatever it does to those behind it.
  wire [1:0] cut_steps = !cut_v || cut_step == 2 ? 2'd0 : cut_step == 1 ? 2'd1 : 2'd2;
  wire [1:0] put_steps = {put_v && all, put_v && calc};
  wire [1:0] show_steps = !closed || !r_mixed || r_step == 2 ? 2'd0 : r_step == 1 ? 2'd1 : 2'd2;
  wire [41:0] more = {at[32:27], cut_steps, at[26:0], put_steps, ones(r_lanes), show_steps};
  wire none_left = {at, r_lanes} == 0;

  // ---------------------------------------------------------------------------------------------------- what is inside issue

  // An operand alike that of w, as far as it counts.
  function like(input [20:0] b, input [31:0] x, input [18:0] c);
    like = (kind_q[5] || b[18:0] == brief_q[18:0]) && b[20:19] == brief_q[20:19] && x[19:0] == x_q[19:0] &&
           (!(kind_q[2] || kind_q[6]) || x[31:20] == x_q[31:20]) && (!kind_q[6] || c == copy_q);
  endfunction
  function near(input [20:0] b, input [20:0] d);
    near = kind_q[5] || b[18:0] == d[18:0];
  endfunction
  function decoded(input [51:0] p);  // as w asks for
    decoded = {p[51:44], p[31:0]} == {ask[51:44], ask[31:0]} && (p[43:32] == ask[43:32] || mbar_is_pending_count(fn_q));
  endfunction
  function [6:0] is(input [67:0] p);
    is = {piece_is(p[64:57], p[51:49], p[48:45]), mbar_is_limit(p[64:57]), mbar_is_limit(p[64:57]) && p[31:0] != 0};
  endfunction
  function legal(input [67:0] p);  // of another CTA is only what may be, or an error
    legal = is_early(p[51:49]) || p[48:45] == 0 || mbar_is_remote(p[64:57]);
  endfunction
  reg [20:0] first_brief;
  reg [31:0] first_x;
  reg [3:0] cut_like;
  reg wrong_issue;
  always @(*) begin
    {first_brief, first_x, wrong_issue} = 0;
    for (i = 0; i < 4; i = i + 1) begin
      if (first[i]) {first_brief, first_x} = {first_brief | cut_brief[i*21+:21], first_x | cut_x[i*32+:32]};
      cut_like[i] = like(cut_brief[i*21+:21], cut_x[i*32+:32], cut_copy[i*19+:19]);
    end
    if (self != {1'b0, rank_q} + 4'd1 || (back_v && !out_v) || cut_step == 3) wrong_issue = 1;
    if (o_first == o_from || o_to != (o_from ^ (out_v && !back_v)) || in_ready != (!in_v || !cut_v || (ends && (!low_v || !back_v)))) wrong_issue = 1;
    // in
    if (in_v && (in_first != (in_lanes & -in_lanes) || {1'b0, in_kind} != (decode_fn(in_head[7:0]) & 9'h0ff) ||
                 in_single != (ones(in_lanes) == 1) || in_full != (&in_lanes && !in_kind[6])))
      wrong_issue = 1;
    if (in_v && in_head[9:8] == 1 && (in_brief[w_q*21+:21] != brief_q || in_brief[o_q*21+:21] != other_q || in_x[w_q*32+:32] != x_q ||
                                      in_copy[w_q*19+:19] != copy_q))
      wrong_issue = 1;
    // cut
    if (cut_v && (first != (todo & -todo) || {1'b0, cut_kind} != (decode_fn(cut_head[7:0]) & 9'h0ff) || apart != cut_kind[6] ||
                  ends != (whole || (apart && ones(todo) == 1)) || (whole && ones(todo) != 1 && (apart || !(&todo)))))
      wrong_issue = 1;
    if (cut_v && cut_head[9:8] == 1) begin
      if (cut_brief[w_q*21+:21] != brief_q || cut_brief[o_q*21+:21] != other_q || cut_x[w_q*32+:32] != x_q || cut_copy[w_q*19+:19] != copy_q)
        wrong_issue = 1;
      if (whole && todo[w_q] && ones(todo) != 1 && !(&cut_like)) wrong_issue = 1;
    end
    if (cut_step != 0) begin
      if (!cut_v || whole || apart || low_v || low_head != cut_head || low_kind != cut_kind || low_brief != first_brief || low_x != first_x)
        wrong_issue = 1;
      if (cut_step == 2 && ((same & first) == 0 || (other & (same | first | ~todo)) != 0)) wrong_issue = 1;
      if (cut_step == 2 && cut_head[9:8] == 1) begin
        if (same[w_q] && !like(low_brief, low_x, copy_q)) wrong_issue = 1;
        if (same[o_q] && !near(low_brief, other_q)) wrong_issue = 1;
        if (other[w_q] != (todo[w_q] && kind_q[3] && near(low_brief, brief_q) && !same[w_q])) wrong_issue = 1;
        if (take_off && cut_piece[o_q] && todo[w_q] && !cut_piece[w_q] && w_q < o_q && kind_q[3] && brief_q[18:0] == other_q[18:0])
          wrong_issue = 1;
      end
    end
    // low, out
    if (low_v && {1'b0, low_kind} != (decode_fn(low_head[7:0]) & 9'h0ff)) wrong_issue = 1;
    if (low_v && low_head[9:8] == 1 && low_lanes[w_q] && !like(low_brief, low_x, low_copy)) wrong_issue = 1;
    if ((out_v && out_is != is(out_p)) || (back_v && back_is != is(back_p))) wrong_issue = 1;
    if ((out_v && !legal(out_p)) || (back_v && !legal(back_p))) wrong_issue = 1;
    if (out_v && out_p[66:65] == 1 && out_p[53+w_q] && !decoded(out_p[51:0])) wrong_issue = 1;
    if (back_v && back_p[66:65] == 1 && back_p[53+w_q] && !decoded(back_p[51:0])) wrong_issue = 1;
  end

  // A clock in which what is inside may stand: a response is not taken, or nothing but a piece is left, and it does not go.
  wire pipe_empty = valid == 0;
  wire idle = pipe_empty && !closed && out_v && !piece_take;
  wire halts = closed ? !take_res : pipe_empty && out_v && !piece_take;
  // ... which then needs what it cannot have.
  wire need = held || tx_in || copy_job || (net && !sweep) || !arr_ready || (net_valid && !take_net && (mbar_is_arrive(out_fn) || mbar_is_tx(out_fn))) ||
              (mbar_is_copy(out_fn) && !push_ready) || (mbar_is_try_wait(out_fn) && room == 0 && (t_free == 0 || room_back || room_freed));

  wire wrong_left = id_q[9:8] == 3 || found != left_q || twice || (left_q & ~lanes_q) != 0 || (!marked_q && id[9:8] != 0) ||
                    (marked_q && id_q[9:8] == 0 && left_q != lanes_q);
  wire wrong_answer = res_valid && (res_lanes == 0 || res_tag == 3 || (res_tag == 1 && ((res_lanes & ~left_q) != 0 || res_warp != warp_q ||
                      res_fn != fn_q || at_w != 15 || at_o != 15)) || (res_tag == 2 && left_q != 0) || (res_tag == 0 && left_q != lanes_q && marked_q));
  // The same of what is complete and has no response yet.
  wire wrong_closed = closed && (r_tag == 3 || (r_tag == 1 && ((r_lanes & ~left_q) != 0 || r_warp != warp_q || r_fn != fn_q || at_w != 15 || at_o != 15)) ||
                      (r_tag == 2 && left_q != 0) || (r_tag == 0 && left_q != lanes_q && marked_q));
  wire token = mbar_is_token(fn_q);
  wire wrong_result = (r_lanes[w_q] && r_tag == 1 && marked_q && (r_short[w_q*5+:5] != short_q || r_bit[w_q] != bit_q || r_value[w_q*20+:20] != value_q)) ||
      (res_valid && res_tag == 1 && res_lanes[w_q] && (res_status != long_status(short_q) || res_p[w_q] != (!token && bit_q) ||
       res_low[w_q*32+:32] != (!take_res ? 32'd0 : !token ? {12'd0, value_q} : is_error(short_q) ? 32'd0 : {30'd0, mbar_is_nocomplete(fn_q), 1'b1}) ||
       res_d[w_q*32+:32] != {bit_q, value_q, 11'd0}));
  wire wrong_hand = suspend && (t_free == 0 || !put_finish || (put_mine && (step & ~left_q) != 0));
  wire wrong_done = marked_q && ((w_now && w_done_q) || (lanes_q[w_q] ? (at_w == 15) != w_done_q : w_done_q || at_w != 15) ||
      (lanes_q[o_q] ? (at_o == 15) != o_done_q : o_done_q || at_o != 15) || (lanes_q[w_q] && gone_q != (at_w < 6 || at_w == 15)) ||
      (first_q && !w_done_q && (o_done_q || at_o <= at_w || at_o == 15)));
  wire wrong_once = !marked_q && (w_done_q || o_done_q || gone_q || first_q || left_q != 0);
  wire wrong_rest = (closed && (r_lanes == 0 || part_q)) || (r_lanes != 0 && ({r_warp, r_tag, r_fn} != id_q || (!closed && !part_q)));
  reg wrong_mixed;
  always @(*) begin
    wrong_mixed = open_r == closed || once != (closed && !r_mixed) || valid_r != (closed && (!r_mixed || r_step == 2)) || (r_step == 2 && r_shown != r_pick);
    if (r_step == 3 || (r_step != 0 && !(closed && r_mixed)) || (r_step == 2 && r_last != (r_group == r_lanes))) wrong_mixed = 1;
    for (i = 0; i < 4; i = i + 1) begin
      if (r_lanes[i] && !r_mixed && r_short[i*5+:5] != r_shown) wrong_mixed = 1;
      if (r_step != 0 && (r_lanes & -r_lanes) == 4'd1 << i && r_short[i*5+:5] != r_pick) wrong_mixed = 1;
      if (r_step == 2 && r_group[i] != (r_lanes[i] && r_short[i*5+:5] == r_pick)) wrong_mixed = 1;
    end
  end
  // What a job does, as its record says it; what comes of it, as far as it matters who is done; how put goes on.
  function [2:0] lanes_of(input [70:0] j);  // the tx port has none, and counts as one
    lanes_of = j[70:69] == 3 ? 3'd1 : ones(j[3:0]);
  endfunction
  function does_not(input [70:0] j, input [13:0] d);
    does_not = (d[13] && d[11:6] != 0) || (d[12] && !d[10]) || d[11] != j[67] || d[10] != (mbar_is_init(j[61:54]) && !j[67]) || d[9] != (mbar_is_inval(j[61:54]) && !j[67]) ||
               d[8] != mbar_is_wait(j[61:54]) || d[5] != (mbar_is_try_wait(j[61:54]) && j[35:4] != 0) ||
               (j[70:69] == 0 && (d[3] || d[7]) != mbar_is_cp_arrive(j[61:54]));
  endfunction
  wire wrong_put = (sum_v && (does_not(sum_j, sum_does) || sum_count != lanes_of(sum_j) || (sum_counts && !sum_does[13]))) ||
      (raw_v && raw_num != lanes_of(raw_j)) || (got_v && (does_not(got_j, got_f[69:56]) || got_f[51:46] != lanes_of(got_j))) ||
      (spare_v && (does_not(spare_j, spare_f[69:56]) || spare_f[51:46] != lanes_of(spare_j))) || put_acts != (put_v && !calc) || moves == spare_v ||
      (put_v && (does_not(put_j, does) || count != ones(left) || (put_j[70:69] == 0 && (left & ~put_j[3:0]) != 0))) ||
      (calc && !put_v) || (put_v && straight && (calc || !all || outcome[72] || put_bad)) || (put_v && put_single != (count == 1)) ||
      (put_v && put_mine_any != (put_j[70:69] == 0)) || (put_v && !calc && ((put_bad && !put_counts) || put_whole != (all || put_bad) ||
       put_finish != ((all && !outcome[72] && !put_bad) || count == 1 || (put_bad && !all)) || put_some != (put_finish || !all))) ||
      (put_v && outcome[82] && (!does[8] || !does[5] || does[11])) || (put_v && does[8] && (calc || !straight || outcome[72] || put_bad)) || (put_v && put_counts && !does[13]);
  wire wrong_table = {2'd0, room} + room_back + room_freed + needs != t_free || room_some != (room != 0) || defer != defers || t_free + ones({t_wait, t_done}) + t_pick != 2 || (t_wait & t_done) != 0 ||
                     ((t_wait | t_done) & t_pick_sel) != 0 || (t_pick_sel != 0) != t_pick || t_pick_sel == 3;
  wire wrong_stand = (must_q && more >= more_q) || (idle && !need) || (spare_v && !sum_v) ||
                     (pipe_empty && !closed && !in_v && !cut_v && !low_v && !out_v && !none_left);
  reg wrong_code;
  always @(*) begin
    wrong_code = (r_lanes != 0 && !ws_op_is_built({WS_UNIT_MBAR, r_fn})) || (marked_q && !ws_op_is_built({WS_UNIT_MBAR, fn_q}));
    for (i = 0; i < 6; i = i + 1) if (valid[i] && !ws_op_is_built({WS_UNIT_MBAR, jobs[i*71+54+:8]})) wrong_code = 1;
  end
  assign bad = on && (wrong_mixed || wrong_code || wrong_left || wrong_answer || wrong_closed || wrong_result || wrong_hand || wrong_issue || wrong_done || wrong_once || wrong_rest ||
                      wrong_order || wrong_what || wrong_put || wrong_table || wrong_stand);

  wire over = answer && res_tag == 1 && left_q == res_lanes;
  assign reached = {10{on}} & {
    over && pieces_q == 4, over && steps_q == 3 && pieces_q == 1, over && left_q != lanes_q && !waited_q, over && waited_q,
    valid == 6'h3f && closed && !take_res && in_v && back_v, idle && t_free == 0 && out_p[66:65] == 1, mine && mbar_is_copy(out_fn) && out_p[51:49] == 0,
    mine && out_p[48:45] != 0 && out_p[51:49] == 0, idle && defers == 0 && !arr_ready && out_p[66:65] == 1, went_q && answer && res_tag == 2
  };
endmodule
`default_nettype wire
