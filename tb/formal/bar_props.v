// SPDX-License-Identifier: Apache-2.0
// What is proved of a named barrier, ws_bar_ask and ws_bar_next together: each module has one output `bad` that must stay
// 0, and a bit of its output `reached` for each case that must occur. The inputs of all are those of bar_arrival.
`default_nettype none

// A barrier, a group of 4 lanes that comes to it or an examination, and what becomes of it. `asked` is 0 for states that
// are none: an inactive barrier has nobody waiting, so neither kind nor form nor a reduction; warps counted lanes only if
// they have arrived. The other fields of an inactive barrier are whatever they are.
module bar_arrival #(
    parameter WPS   = 4,
    parameter CNT_W = $clog2(WPS) + 1,
    parameter ACC_W = $clog2(4 * WPS) + 1
) (
    input  wire             act, all, ask,
    input  wire [      1:0] kind,
    input  wire [CNT_W-1:0] exp, cta,
    input  wire [  WPS-1:0] arr, live, warp,  // warp: one-hot
    input  wire [ACC_W-1:0] acc,
    input  wire [      2:0] op,               // low bits of the code, and whether it has a count
    input  wire             counted,
    input  wire [     11:4] key,
    input  wire [      3:0] lanes, pred,
    output wire             asked,
    output wire [      1:0] ask_kind,
    output wire             refused, ends, broken,
    output wire [      3:0] status,
    output wire [  WPS-1:0] arr_after,
    output wire [ACC_W-1:0] acc_after
);
  wire ask_all, bad_id, bad_count;
  wire [CNT_W-1:0] want;
  wire [2:0] sum;
  ws_bar_ask #(.LANES(4), .CNT_W(CNT_W)) group (
      .op_i({2'b00, counted, op}), .lanes_i(lanes), .pred_i(pred), .key_i(key), .warps_i(cta), .kind_o(ask_kind),
      .all_o(ask_all), .want_o(want), .bad_id_o(bad_id), .bad_count_o(bad_count), .sum_o(sum)
  );
  ws_bar_next #(.WPS(WPS), .ACC_W(ACC_W), .SUM_W(3)) dut (
      .act_i(act), .mix_i(kind != ask_kind), .exp_i(exp), .all_i(all), .arr_i(arr), .acc_i(acc), .ask_valid_i(ask),
      .ask_warp_i(ask ? warp : {WPS{1'b0}}), .ask_all_i(ask_all), .ask_want_i(want),
      .ask_bad_id_i(bad_id), .ask_bad_count_i(bad_count), .ask_sum_i(sum), .live_i(live),
      .refused_o(refused), .status_o(status), .ends_o(ends), .would_o(), .broken_o(broken), .arr_o(arr_after), .acc_o(acc_after)
  );
  integer w;
  reg [ACC_W-1:0] most;  // lanes of those that have arrived
  reg [5:0] warps, limit;
  always @(*) begin
    most = 0;
    warps = 0;
    limit = WPS;
    for (w = 0; w < WPS; w = w + 1) begin
      if (arr[w]) most = most + 4;
      if (warp[w]) warps = warps + 1;
    end
  end
  // an arrive has a count; a count that is in the key is a multiple of 32 up to 32 warps, 0 only without one
  wire legal = op <= 3'd4 && (op != 3'd1 || counted) && key[10:5] <= 6'd32 && (key[10:5] == 0) == (!counted || key[11]);
  assign asked = legal && warps == 1 && cta != 0 && cta <= limit && (act ? acc <= most : kind == 0 && !all && acc == 0);
endmodule

// The rule as the manual and the list of findings have it, in integers, a warp after the other.
module bar_next_same #(
    parameter WPS   = 4,
    parameter CNT_W = $clog2(WPS) + 1,
    parameter ACC_W = $clog2(4 * WPS) + 1
) (
    input  wire             act, all, ask,
    input  wire [      1:0] kind,
    input  wire [CNT_W-1:0] exp, cta,
    input  wire [  WPS-1:0] arr, live, warp,
    input  wire [ACC_W-1:0] acc,
    input  wire [      2:0] op,
    input  wire             counted,
    input  wire [     11:4] key,
    input  wire [      3:0] lanes, pred,
    output wire             bad,
    output wire [     20:0] reached
);
  `include "ws_ops.vh"
  wire asked, refused, ends, broken;
  wire [1:0] ask_kind;
  wire [3:0] status;
  wire [WPS-1:0] arr_after;
  wire [ACC_W-1:0] acc_after;
  bar_arrival #(.WPS(WPS)) arrival (
      .act(act), .all(all), .ask(ask), .kind(kind), .exp(exp), .cta(cta), .arr(arr), .live(live), .warp(warp), .acc(acc),
      .op(op), .counted(counted), .key(key), .lanes(lanes), .pred(pred), .asked(asked), .ask_kind(ask_kind),
      .refused(refused), .ends(ends), .broken(broken), .status(status), .arr_after(arr_after), .acc_after(acc_after)
  );

  reg [9:0] want_status;
  reg r_act, r_all, done, unsat, missing;
  reg [1:0] r_kind, want_kind;
  reg [5:0] r_exp, want, arrived, possible;
  reg [WPS-1:0] r_arr;
  reg [ACC_W-1:0] popc, r_popc;
  reg yes_all, yes_any, r_and, r_or;
  integer w;
  always @(*) begin
    {r_act, r_kind, r_exp, r_all, r_arr} = {act, kind, 6'd0 | exp, all, arr};
    r_popc = acc;
    r_and = acc == 0;
    r_or = acc != 0;
    want = counted ? key[10:5] : 6'd0 | cta;
    want_kind = op == WS_OP_BAR_RED_POPC[2:0] ? 1 : op == WS_OP_BAR_RED_AND[2:0] ? 2 : op == WS_OP_BAR_RED_OR[2:0] ? 3 : 0;
    popc = 0;
    yes_all = 1;
    yes_any = 0;
    for (w = 0; w < 4; w = w + 1)
      if (lanes[w]) begin
        popc = popc + pred[w];
        yes_all = yes_all && pred[w];
        yes_any = yes_any || pred[w];
      end
    want_status = WS_ST_OK;
    if (ask) begin
      if (act && |(arr & warp)) want_status = WS_ST_BAR_DUP_ARRIVE;
      if (act && kind != want_kind) want_status = WS_ST_BAR_KIND_MIX;
      if (act && exp != want) want_status = WS_ST_BAR_COUNT_MISMATCH;
      if (counted && (key[11] || want > cta)) want_status = WS_ST_BAR_BAD_COUNT;
      if (key[4]) want_status = WS_ST_BAR_BAD_ID;
      if (want_status == WS_ST_OK) begin
        if (!act) begin
          r_act = 1;
          r_exp = want;
          r_kind = want_kind;
          r_arr = 0;
          r_popc = 0;
          r_and = 1;
          r_or = 0;
        end
        if (!counted) r_all = 1;
        r_arr = r_arr | warp;
        r_popc = r_popc + popc;
        r_and = r_and && yes_all;
        r_or = r_or || yes_any;
      end
    end
    arrived = 0;
    possible = 0;
    missing = 0;
    for (w = 0; w < WPS; w = w + 1) begin
      if (r_arr[w]) arrived = arrived + 1;
      if (r_arr[w] || live[w]) possible = possible + 1;
      if (live[w] && !r_arr[w]) missing = 1;
    end
    done = r_act && want_status == WS_ST_OK && (arrived == r_exp || (r_all && !missing));
    unsat = r_act && want_status == WS_ST_OK && !done && !r_all && possible < r_exp;
  end
  wire right_status = refused == (want_status != WS_ST_OK) && (!refused || {6'b100001, status} == want_status);
  wire right_set = refused || !r_act || arr_after == r_arr;
  wire right_acc = refused || !ask || (r_kind == 1 ? acc_after == r_popc : r_kind == 2 ? (acc_after == 0) == r_and :
                                       r_kind == 3 ? (acc_after != 0) == r_or : 1'b1);
  wire right_end = ends == (done || unsat) && broken == unsat;
  // an examination asks for nothing, and is of an active barrier
  wire now = asked && (ask || act);
  assign bad = now && !(right_status && right_set && right_acc && right_end);

  wire joins = ask && !refused, goes_on = r_act && !ends;
  assign reached = {21{now}} & {
    refused && status == WS_ST_BAR_BAD_ID[3:0],
    refused && status == WS_ST_BAR_BAD_ID[3:0] && counted && key[11],            // two errors at once: the first is said
    refused && status == WS_ST_BAR_BAD_COUNT[3:0] && key[11],
    refused && status == WS_ST_BAR_BAD_COUNT[3:0] && !key[11] && want == cta + 1,
    refused && status == WS_ST_BAR_COUNT_MISMATCH[3:0] && kind == ask_kind,
    refused && status == WS_ST_BAR_KIND_MIX[3:0] && |(arr & warp),
    refused && status == WS_ST_BAR_DUP_ARRIVE[3:0],
    joins && !act && goes_on && arr != 0,        // the first to arrive; what stood there is gone
    joins && act && goes_on && counted && !all,
    joins && ends && !broken && arrived == WPS && cta == WPS,
    joins && ends && !broken && act && counted && !all && arrived < cta,         // a count below all warps
    joins && ends && !broken && arrived < want && act,                           // the last member, though more were awaited
    joins && broken && act,
    joins && !act && broken,
    !ask && ends && !broken,                     // an exit completes it
    !ask && broken,                              // an exit breaks it
    !ask && goes_on,
    joins && goes_on && all && counted && act,
    joins && r_kind == 1 && act && acc_after == acc + 4 && acc != 0,
    joins && r_kind == 2 && ends && !broken && acc_after == 0 && lanes != 0 && act,
    joins && r_kind == 3 && ends && !broken && acc_after == acc && acc != 0 && lanes != 0 && pred == 0
  };
endmodule

module bar_next_same_32 (
    input  wire        act, all, ask,
    input  wire [ 1:0] kind,
    input  wire [ 5:0] exp, cta,
    input  wire [31:0] arr, live, warp,
    input  wire [ 7:0] acc,
    input  wire [ 2:0] op,
    input  wire        counted,
    input  wire [11:4] key,
    input  wire [ 3:0] lanes, pred,
    output wire        bad,
    output wire [20:0] reached
);
  bar_next_same #(.WPS(32)) same (
      .act(act), .all(all), .ask(ask), .kind(kind), .exp(exp), .cta(cta), .arr(arr), .live(live), .warp(warp), .acc(acc),
      .op(op), .counted(counted), .key(key), .lanes(lanes), .pred(pred), .bad(bad), .reached(reached)
  );
endmodule

// Rules that hold whatever the form, each a line.
module bar_next_rules #(
    parameter WPS   = 4,
    parameter CNT_W = $clog2(WPS) + 1,
    parameter ACC_W = $clog2(4 * WPS) + 1
) (
    input  wire             act, all, ask,
    input  wire [      1:0] kind,
    input  wire [CNT_W-1:0] exp, cta,
    input  wire [  WPS-1:0] arr, live, warp,
    input  wire [ACC_W-1:0] acc,
    input  wire [      2:0] op,
    input  wire             counted,
    input  wire [     11:4] key,
    input  wire [      3:0] lanes, pred,
    output wire             bad,
    output wire [     13:0] reached
);
  `include "ws_ops.vh"
  wire asked, refused, ends, broken;
  wire [1:0] ask_kind;
  wire [3:0] status;
  wire [WPS-1:0] arr_after;
  wire [ACC_W-1:0] acc_after;
  bar_arrival #(.WPS(WPS)) arrival (
      .act(act), .all(all), .ask(ask), .kind(kind), .exp(exp), .cta(cta), .arr(arr), .live(live), .warp(warp), .acc(acc),
      .op(op), .counted(counted), .key(key), .lanes(lanes), .pred(pred), .asked(asked), .ask_kind(ask_kind),
      .refused(refused), .ends(ends), .broken(broken), .status(status), .arr_after(arr_after), .acc_after(acc_after)
  );
  reg [5:0] before, after, want;
  integer w;
  always @(*) begin
    before = 0;
    after = 0;
    for (w = 0; w < WPS; w = w + 1) begin
      if (arr[w]) before = before + 1;
      if (arr_after[w]) after = after + 1;
    end
    want = act ? 6'd0 | exp : counted ? key[10:5] : 6'd0 | cta;
  end
  wire joins = ask && !refused;
  wire all_after = all || (joins && !counted);
  // what holds of an active barrier: it awaits more than have arrived, at least one
  wire open = act && before < exp && exp != 0 && exp <= cta;
  wire [WPS-1:0] missing = live & ~arr_after;
  wire done = ends && !broken;

  // 1. A refused arrival ends nothing.
  wire quiet_error = !refused || (!ends && !broken);
  // 2. The set of an active barrier grows, by the warp that arrives, which is new to it, and by no other.
  wire [WPS-1:0] own = act ? arr : {WPS{1'b0}};
  wire grows = !joins || ((own & warp) == 0 && arr_after == (own | warp));
  // 3. The count awaited is never passed, and reached only at the end.
  wire counts = refused || (after <= want && (ends || after < want));
  // 4. It is complete exactly if the count is reached, or one named none and every member has arrived.
  wire exact = refused || done == (after == want || (all_after && missing == 0));
  // 5. A barrier that stays active misses a member that has not arrived: so whoever waits there waits for a warp that lives.
  wire awaits = refused || ends || missing != 0;
  // 6. With a count, it is broken only if even with every member the count could not be reached.
  wire fair = !broken || (!all_after && missing == 0 && after < want) || (missing != 0 && !all_after);
  assign bad = asked && (open || (ask && !act)) && !(quiet_error && grows && counts && exact && awaits && fair);

  wire now = asked && (open || (ask && !act));
  assign reached = {14{now}} & {
    refused && status == WS_ST_BAR_BAD_ID[3:0],
    refused && status == WS_ST_BAR_BAD_COUNT[3:0],
    refused && status == WS_ST_BAR_COUNT_MISMATCH[3:0],
    refused && status == WS_ST_BAR_KIND_MIX[3:0],
    refused && status == WS_ST_BAR_DUP_ARRIVE[3:0],
    joins && done && after == WPS,
    joins && done && after < want,      // the last member, though more were awaited
    joins && broken && act,             // with this arrival it is plain that others will not come
    joins && !act && done,              // alone
    joins && !act && broken,
    !ask && done,                       // an exit completes it
    !ask && broken,                     // an exit breaks it
    joins && !ends && act && all && counted,
    joins && done && ask_kind == 1 && acc_after == 4 * WPS
  };
endmodule
`default_nettype wire
