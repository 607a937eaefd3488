// SPDX-License-Identifier: Apache-2.0
// No warp waits for ever at a barrier: what is proved of the whole unit ws_bar, one CTA, 4 lanes a warp, two of the named
// barriers and that of the cluster. Around it stands what ws_sync keeps to: groups come from live warps that are not
// blocked, exits leave blocked ones alone, launches need a warp that has exited. All else is free, in every clock.
`default_nettype none
`include "ws_layout.vh"

module bar_hang #(
    parameter WARPS  = 2,
    parameter WARP_W = 1,
    parameter CALM   = 10 // clocks without anything new after which the unit is quiet
) (
    input  wire              clk_i,
    input  wire              rst_ni,
    input  wire              exit,
    input  wire [WARP_W-1:0] exit_warp,
    input  wire              launch, launch_none,  // launch_none: without lanes
    input  wire [WARP_W-1:0] launch_warp,
    input  wire [       5:0] launch_warps,
    input  wire              come,
    input  wire [WARP_W-1:0] warp,
    input  wire              tag,
    input  wire              cluster, aligned, counted, diverged, pred,
    input  wire [       2:0] low,  // of the operation's code
    input  wire              id, bad_id, bad_count,
    input  wire [       1:0] count,
    input  wire              res_ready,
    output wire              bad,
    output wire [       8:0] reached
);
  localparam W = WARPS;
  reg started;  // a reset has been
  reg [W-1:0] live, pend, tags;
  reg [W*2-1:0] place;  // {cluster, id} where a blocked warp waits, or is going to
  reg [W*4-1:0] form;   // {counted, count} that it named
  reg [W*2-1:0] came;   // barriers at which it has said bar.arrive
  wire [W*4-1:0] away_lanes;
  localparam LANES = 4, TAG_W = 1;
  `include "ws_ops.vh"
  // The unit is told of a launch in the clock in which live_i shows it.
  reg start_q, launched_q;
  reg [WARP_W-1:0] launch_warp_q;
  reg [5:0] launch_warps_q;
  wire ready, unit_quiet, valid;
  wire quiet = unit_quiet && !launched_q;  // ws_sync is not quiet in the clock in which it tells of a launch
  wire [`WS_HEAD_W-1:0] res_head;
  wire [127:0] d;
  wire [3:0] p;
  wire [WARP_W-1:0] res_warp = res_head[`WS_HEAD_WARP];
  wire res_tag = res_head[`WS_HEAD_TAG], res_p = |p;
  wire [11:0] res_op = res_head[`WS_HEAD_OP];
  wire [3:0] res_lanes = res_head[`WS_HEAD_LANES];
  wire [9:0] res_status = res_head[`WS_HEAD_STATUS];
  wire [31:0] res_d = d[31:0];
  wire [2:0] clb;

  // What the warps do.
  reg [W-1:0] away, left, entered, next;
  reg [W*4-1:0] live_lanes;
  integer w, v;
  always @(*) begin
    for (w = 0; w < W; w = w + 1) begin
      away[w] = |away_lanes[w*4+:4];
      live_lanes[w*4+:4] = {4{live[w]}};
      left[w] = live[w] && !(exit && exit_warp == w && !away[w]);
      entered[w] = launch && launch_warp == w && !left[w];
    end
    next = left | (launch_none ? 0 : entered);
  end
  wire launched = |entered;
  wire start = launched && !launch_none && left == 0;
  wire [5:0] warps = launch_warps == 0 || launch_warps > W ? W : launch_warps;
  wire legal = cluster ? low <= 2 && !counted : low <= 4 && (low != 1 || counted);
  wire take = come && legal && warp < W && live[warp] && left[warp] && !(launched_q && launch_warp_q == warp) && !away[warp] && ready;
  wire blocks = cluster ? low == 2 : low != 1;
  wire [5:0] key_count = !counted || bad_count ? 6'd0 : count == 0 ? 6'd4 : {4'd0, count};

  ws_bar #(.LANES(4), .WARPS(W), .SLOTS(1), .WARP_W(WARP_W), .TAG_W(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .cfg_ctas_i(4'd1),
      .grp_valid_i(take), .grp_ready_o(ready),
      .grp_head_i({diverged ? WS_ST_BAR_ALIGNED_DIVERGED : WS_ST_OK, 4'd0, 4'hf, cluster ? WS_UNIT_CLUSTER : WS_UNIT_BAR, 3'd0, aligned,
                   counted, low, tag, warp}),
      .grp_key_i(cluster ? 12'd0 : {counted && bad_count, key_count, bad_id, 3'd0, id && !bad_id}),
      .grp_addr_i(256'd0), .grp_a_i(256'd0), .grp_b_i(128'd0), .grp_c_i(128'd0), .grp_pred_i({4{pred}}),
      .live_i(live_lanes), .start_i(start_q), .launch_i(launched_q), .launch_warp_i(launch_warp_q), .launch_warps_i(launch_warps_q),
      .away_o(away_lanes), .quiet_o(unit_quiet),
      .res_valid_o(valid), .res_ready_i(res_ready), .res_more_o(), .res_head_o(res_head), .res_d_o(d), .res_d_hi_o(), .res_p_o(p),
      .clb_o(clb), .clb_phase_i(1'b0)
  );
  wire res_arrive = res_op[9] ? !res_op[1] : res_op[2:0] == 1;

  always @(posedge clk_i) begin
    {start_q, launched_q} <= rst_ni ? {start, launched} : 0;
    {launch_warp_q, launch_warps_q} <= {launch_warp, launch_warps};
  end

  reg [2:0] arrives;  // on their way
  reg [4:0] calm;     // clocks in which nothing new came and answers were taken
  always @(posedge clk_i) begin
    started <= started || !rst_ni;
    if (!rst_ni) begin
      live <= 0;
      pend <= 0;
      arrives <= 0;
      calm <= 0;
    end else begin
      live <= next;
      for (w = 0; w < W; w = w + 1) begin
        if (start) pend[w] <= w < warps;
        if (entered[w]) pend[w] <= 0;
        if (take && blocks && warp == w) begin
          place[w*2+:2] <= {cluster, id && !bad_id && !cluster};
          form[w*4+:4] <= {counted, key_count[2:0]};
          tags[w] <= tag;
        end
        if (start) came[w*2+:2] <= 0;
        if (take && !blocks && !cluster && warp == w) came[w*2+id] <= 1;
      end
      arrives <= arrives + (take && !blocks) - (valid && res_ready && res_arrive);
      calm <= take || launched || left != live || !res_ready ? 0 : calm == 31 ? 31 : calm + 1;
    end
  end

  // 1. At rest, a blocked warp waits for another one: a member of the CTA that is not blocked at the same place. And if
  // those who are have all named a count, it can still be reached, by members and warps that arrived before they exited.
  reg hangs, other, all;
  reg [2:0] can;
  always @(*) begin
    hangs = 0;
    for (w = 0; w < W; w = w + 1) begin
      other = 0;
      all = 0;
      can = 0;
      for (v = 0; v < W; v = v + 1) begin
        if (away[v] && place[v*2+:2] == place[w*2+:2]) all = all || !form[v*4+3];
        else if (live[v] || pend[v]) other = 1;
        if (live[v] || pend[v] || came[v*2+place[w*2]]) can = can + 1;
      end
      if (away[w] && (!other || (!all && can < form[w*4+:3]))) hangs = 1;
    end
  end
  // 2. If nothing new comes and answers are taken, it comes to rest.
  wire restless = calm > CALM && !quiet;
  // 3. Each answer is due: of a blocked warp its own, of an arrive one that is on its way; none is lost.
  wire wrong_answer = valid && (res_warp >= W || (res_arrive ? arrives == 0 : !away[res_warp] || res_tag != tags[res_warp] ||
                                                  res_lanes != 4'hf));
  wire lost = quiet && arrives != 0;
  // 4. A blocked warp lives.
  wire ghost = |(away & ~live);
  // 5. Inside, so that reachability finds an end: an arrive on its way is in A, B, N or R; a blocked warp is in one place, with its tag; a
  // barrier knows who waits there and what they named, and is not complete, nor broken, unless it is dirty or about to be.
  (* hierconn *) wire \dut.a_valid_q , \dut.b_valid_q , \dut.b_blocks , \dut.answers.r_valid_q , \dut.answers.n_valid_q ;
  (* hierconn *) wire [WARP_W-1:0] \dut.a_warp_q , \dut.b_warp_q , \dut.answers.r_warp_q ;
  (* hierconn *) wire [5:0] \dut.a_op_q , \dut.b_op_q , \dut.answers.r_op_q ;
  (* hierconn *) wire [2:0] \dut.answers.count_q ;
  (* hierconn *) wire [3:0] \dut.answers.r_lanes_q ;
  (* hierconn *) wire \dut.answers.r_tag_q ;
  (* hierconn *) wire [W-1:0] \dut.a_sel_q , \dut.b_sel_q , \dut.c_asks_q , \dut.c_goes_q , \dut.wait_q , \dut.held_q , \dut.due_q , \dut.answers.r_sel_q ;
  (* hierconn *) wire [W*4-1:0] \dut.place_q ;
  (* hierconn *) wire [W*7-1:0] \dut.kept_q ;
  localparam CNT_W = $clog2(W) + 1, REC_W = $clog2(4 * W) + 4 + W + CNT_W;
  (* hierconn *) wire \dut.barriers.write , \dut.barriers.b_act_q , \dut.c_ends , \dut.c_refused_q ;
  (* hierconn *) wire [15:0] \dut.barriers.act , \dut.barriers.dirty_q ;
  (* hierconn *) wire [3:0] \dut.barriers.look_q , \dut.c_idx_q , \dut.b_idx_q ;
  (* hierconn *) wire [REC_W-1:0] \dut.barriers.rec_q , \dut.barriers.rec_i ;
  (* hierconn *) wire [W-1:0] \dut.memb_q , \dut.gone_q , \dut.clb.arrived_q ;
  reg [REC_W-1:0] table_0, table_1, record;
  always @(posedge clk_i) begin
    if (\dut.barriers.write && \dut.barriers.look_q == 0) table_0 <= \dut.barriers.rec_i ;
    if (\dut.barriers.write && \dut.barriers.look_q == 1) table_1 <= \dut.barriers.rec_i ;
  end
  reg [W-1:0] arrived, waits_there;
  reg [CNT_W-1:0] awaited;
  reg uncounted;
  integer k;
  function [2:0] number(input [W-1:0] set);
    integer z;
    begin
      number = 0;
      for (z = 0; z < W; z = z + 1) number = number + set[z];
    end
  endfunction
  function blocking(input [5:0] op);
    blocking = op[5] ? op[1:0] == 2 : op[2:0] != 1;
  endfunction
  wire a_waits = \dut.a_valid_q && blocking(\dut.a_op_q ), b_waits = \dut.b_valid_q && \dut.b_blocks ;
  wire [W-1:0] r_sel = \dut.answers.r_valid_q ? \dut.answers.r_sel_q : 0;
  reg [18:0] broken;
  reg [3:0] in;
  always @(*) begin
    broken = 0;
    if (arrives != \dut.answers.count_q + (\dut.a_valid_q && !a_waits) + (\dut.b_valid_q && !b_waits) + (\dut.answers.r_valid_q && r_sel == 0)) broken[0] = 1;
    if (\dut.b_valid_q && \dut.b_blocks != blocking(\dut.b_op_q )) broken[1] = 1;
    if (\dut.answers.r_valid_q && blocking(\dut.answers.r_op_q ) != (r_sel != 0)) broken[2] = 1;
    if (\dut.answers.count_q > 4 || (\dut.answers.n_valid_q && \dut.answers.count_q == 0)) broken[3] = 1;
    for (w = 0; w < W; w = w + 1) begin
      in = (a_waits && \dut.a_warp_q == w) + (b_waits && \dut.b_warp_q == w) + \dut.c_asks_q [w] + \dut.c_goes_q [w] + \dut.wait_q [w] +
           \dut.held_q [w] + \dut.due_q [w] + r_sel[w];
      if (in != away[w]) broken[4] = 1;
      if (away[w] && (away_lanes[w*4+:4] != 4'hf || \dut.kept_q [w*7+6] != tags[w])) broken[5] = 1;
      if (a_waits && \dut.a_warp_q == w && \dut.a_sel_q != 1 << w) broken[6] = 1;
      if (b_waits && \dut.b_warp_q == w && \dut.b_sel_q != 1 << w) broken[7] = 1;
      if (r_sel[w] && (r_sel != 1 << w || \dut.answers.r_warp_q != w || \dut.answers.r_tag_q != tags[w] || \dut.answers.r_lanes_q != 4'hf)) broken[8] = 1;
      if ((\dut.wait_q [w] || \dut.c_asks_q [w]) && (place[w*2+1] || \dut.place_q [w*4+:4] != place[w*2])) broken[9] = 1;
      if (\dut.held_q [w] && (!place[w*2+1] || !\dut.clb.arrived_q [w])) broken[10] = 1;
    end
    if (\dut.barriers.look_q == 0 && \dut.barriers.rec_q != table_0) broken[11] = 1;
    if (\dut.barriers.look_q == 1 && \dut.barriers.rec_q != table_1) broken[12] = 1;
    if (\dut.b_sel_q != 0 && \dut.barriers.b_act_q != \dut.barriers.act [\dut.b_idx_q ]) broken[13] = 1;
    for (k = 0; k < 2; k = k + 1) begin
      record = k == 0 ? table_0 : table_1;
      {uncounted, arrived, awaited} = {record[W+CNT_W+2], record[W+CNT_W-1:0]};
      for (w = 0; w < W; w = w + 1) begin
        waits_there[w] = (\dut.wait_q [w] && \dut.place_q [w*4+:4] == k && !(\dut.c_ends && \dut.c_idx_q == k)) ||
                         (\dut.c_asks_q [w] && !\dut.c_refused_q && \dut.c_idx_q == k && !\dut.c_ends );
        if (waits_there[w] && form[w*4+3] && awaited != form[w*4+:3]) broken[14] = 1;
        if (waits_there[w] && !form[w*4+3] && !uncounted) broken[15] = 1;
        if (\dut.barriers.act [k] && arrived[w] && !waits_there[w] && !start_q && !came[w*2+k]) broken[16] = 1;
      end
      if ((waits_there & ~(\dut.barriers.act [k] ? arrived : 0)) != 0) broken[17] = 1;
      if (\dut.barriers.act [k] && !\dut.barriers.dirty_q [k] && \dut.gone_q == 0 &&
          (number(arrived) >= awaited || (uncounted ? (\dut.memb_q & ~arrived) == 0 : number(arrived | \dut.memb_q ) < awaited))) broken[18] = 1;
    end
  end
  assign bad = started && rst_ni && ((quiet && hangs) || restless || wrong_answer || lost || ghost || broken != 0);

  wire now = started && rst_ni;
  wire blocked = quiet && away != 0;
  assign reached = {9{now}} & {
    blocked && calm > CALM,                                        // a warp waits for another
    valid && res_status == WS_ST_BAR_UNSATISFIABLE,                 // broken
    valid && !res_arrive && res_op[11:8] == WS_UNIT_BAR && res_status == 0 && live == 1 && !pend[0] && calm > 1,
    valid && res_op == WS_OP_CLUSTER_WAIT && res_status == 0,      // the cluster's phase has ended
    valid && res_status[7:0] == WS_ST_CLB_SKIPPED_WAIT[7:0],
    valid && res_d == 8,                                           // two warps of lanes that hold
    quiet && &away && place[1:0] != place[3:2],                    // each waits for the other, at different barriers
    calm == CALM && !quiet,                                        // as long as it may take
    valid && arrives == 4
  };
endmodule

// Three warps and one named barrier: with two barriers the proof takes more than ten minutes. bar_hang has two, with two warps.
// all[1], a barrier breaks, is left out: it does not occur within the 24 clocks that a case has. The planted bug, in which none breaks, is found.
module bar_hang_3 (
    input  wire       clk_i, rst_ni, exit, launch, launch_none, come, tag, cluster, aligned, counted, diverged, pred,
    input  wire [1:0] exit_warp, launch_warp, warp, count,
    input  wire [5:0] launch_warps,
    input  wire [2:0] low,
    input  wire       bad_id, bad_count, res_ready,
    output wire       bad,
    output wire [7:0] reached
);
  wire [8:0] all;
  assign reached = {all[8:2], all[0]};
  bar_hang #(.WARPS(3), .WARP_W(2), .CALM(12)) hang (
      .clk_i(clk_i), .rst_ni(rst_ni), .exit(exit), .exit_warp(exit_warp), .launch(launch), .launch_none(launch_none),
      .launch_warp(launch_warp), .launch_warps(launch_warps), .come(come), .warp(warp), .tag(tag), .cluster(cluster),
      .aligned(aligned), .counted(counted), .diverged(diverged), .pred(pred), .low(low), .id(1'b0), .bad_id(bad_id),
      .bad_count(bad_count), .count(count), .res_ready(res_ready), .bad(bad), .reached(all)
  );
endmodule
`default_nettype wire
