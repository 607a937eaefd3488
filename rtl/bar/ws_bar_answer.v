// SPDX-License-Identifier: Apache-2.0
// Answers of the barriers: those of arrives, in N, and of warps that are due, one a clock through R to the collector. C twins:
// send_answer, take_answer.
//
// load_i: an arrive has an answer, given only where full_o is 0. A warp that is due keeps what it brought until its answer is taken
// (gets_o), but is due no more when the answer stands in R (goes_o). d is that of red.popc, p that of red.and and red.or, else 0.
`default_nettype none
`include "ws_layout.vh"
module ws_bar_answer #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter ACC_W  = 8,         // bits of a reduction
    parameter KEPT_W = TAG_W + 6  // derived, not to be set
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,
    // an arrive
    input  wire                    load_i,
    output wire                    full_o,
    output wire                    roomy_o,     // it will be 0 in the next clock
    input  wire [      WARP_W-1:0] warp_i,
    input  wire [       TAG_W-1:0] tag_i,
    input  wire [             5:0] op_i,        // see ws_bar_fn.vh
    input  wire [       LANES-1:0] lanes_i,
    input  wire [             3:0] status_i,    // short, if it is not refused
    input  wire                    refused_i,
    input  wire [             3:0] refusal_i,   // short status of one that is
    // of each warp: it has an answer, its lanes, {tag, operation}, short status, reduction
    input  wire [       WARPS-1:0] due_i,
    input  wire [ WARPS*LANES-1:0] away_i,
    input  wire [WARPS*KEPT_W-1:0] kept_i,
    input  wire [     WARPS*4-1:0] statuses_i,
    input  wire [ WARPS*ACC_W-1:0] acc_i,
    output wire [       WARPS-1:0] goes_o,
    output wire [       WARPS-1:0] gets_o,
    output wire                    quiet_o,
    // result, to the collector
    output wire                    res_valid_o,
    input  wire                    res_ready_i,
    output wire [  `WS_HEAD_W-1:0] res_head_o,
    output wire [    LANES*32-1:0] res_d_o,
    output wire [       LANES-1:0] res_p_o
);
  `include "ws_ops.vh"
  `include "bar/ws_bar_fn.vh"

  // N: at most four. One stands there for a clock before it can go, as a warp is due a clock after the group that frees it.
  localparam N_W = WARP_W + TAG_W + 3 + LANES + 9;
  (* no_rw_check *) reg [N_W-1:0] n_mem[0:3];
  reg [1:0] in_q, out_q;
  reg [2:0] count_q;
  reg n_valid_q;  // there is one that can go
  wire [WARP_W-1:0] n_warp;
  wire [TAG_W-1:0] n_tag;
  wire [2:0] n_code;  // {cluster, aligned, relaxed or named}
  wire [LANES-1:0] n_lanes;
  wire [3:0] n_status, n_refusal;
  wire n_goes, n_refused;
  reg r_valid_q;
  wire r_free = !r_valid_q || res_ready_i;
  wire n_taken = n_goes && r_free;
  wire [2:0] left = count_q - {2'd0, n_taken};
  wire [WARPS-1:0] turn;
  integer n;

  assign full_o = count_q[2];
  assign roomy_o = !count_q[2] && count_q[1:0] != 2'd3;
  assign goes_o = r_free && !n_goes ? turn : {WARPS{1'b0}};
  assign {n_warp, n_tag, n_code, n_lanes, n_status, n_refused, n_refusal} = n_mem[out_q];

  // Nothing is taken in the clock after a reset, so its reset may come from a register of its own.
  reg rst_turns_nq;
  always @(posedge clk_i) rst_turns_nq <= rst_ni;

  ws_bar_turn #(
      .WARPS(WARPS)
  ) turns (
      .clk_i   (clk_i),
      .rst_ni  (rst_turns_nq),
      .arrive_i(n_valid_q),
      .due_i   (due_i),
      .taken_i (r_free && (n_valid_q || |due_i)),
      .arrive_o(n_goes),
      .warp_o  (turn)
  );

  always @(posedge clk_i)
    if (!rst_ni) begin
      {in_q, out_q} <= 4'd0;
      count_q   <= 3'd0;
      n_valid_q <= 1'b0;
    end else begin
      in_q      <= in_q + {1'b0, load_i};
      out_q     <= out_q + {1'b0, n_taken};
      count_q   <= left + {2'd0, load_i};
      n_valid_q <= left != 3'd0;
    end

  always @(posedge clk_i) if (load_i) n_mem[in_q] <= {warp_i, tag_i, op_i[5:4], op_i[0], lanes_i, status_i, refused_i, refusal_i};

  wire [TAG_W-1:0] tag;
  wire [5:0] op;
  wire [3:0] status;
  wire [ACC_W-1:0] result;
  wire [LANES-1:0] lanes;
  reg [WARP_W-1:0] warp;

  ws_pick #(.N(WARPS), .W(KEPT_W)) pick_kept (
      .sel_i  (turn),
      .words_i(kept_i),
      .word_o ({tag, op})
  );
  ws_pick #(.N(WARPS), .W(4)) pick_status (.sel_i(turn), .words_i(statuses_i), .word_o(status));
  ws_pick #(.N(WARPS + 1), .W(LANES)) pick_lanes (
      .sel_i  ({n_goes, turn & ~{WARPS{n_goes}}}),
      .words_i({n_lanes, away_i}),
      .word_o (lanes)
  );
  ws_pick #(.N(WARPS), .W(ACC_W)) pick_result (.sel_i(turn), .words_i(acc_i), .word_o(result));

  // Which warps' answers have a number, and for which of those of .and and .or the predicate holds, found beside the turn, not behind it.
  wire [WARPS-1:0] counts, holds;
  wire number = |(turn & counts) && !n_goes;
  wire predicate = |(turn & holds) && !n_goes;

  genvar v;
  generate
    for (v = 0; v < WARPS; v = v + 1) begin : each
      ws_bar_value #(
          .ACC_W(ACC_W)
      ) value (
          .op_i    (kept_i[v*KEPT_W+:6]),
          .status_i(statuses_i[v*4+:4]),
          .acc_i   (acc_i[v*ACC_W+:ACC_W]),
          .counts_o(counts[v]),
          .holds_o (holds[v])
      );
    end
  endgenerate

  always @(*) begin
    warp = {WARP_W{1'b0}};
    for (n = 0; n < WARPS; n = n + 1) if (turn[n]) warp = warp | n[WARP_W-1:0];
  end

  wire [5:0] n_op = {n_code[2:1], !n_code[2], 2'd0, n_code[0]};

  // R: the answer that is sent.
  reg [WARPS-1:0] r_sel_q;  // whose it is, if its lanes are blocked
  reg [WARP_W-1:0] r_warp_q;
  reg [TAG_W-1:0] r_tag_q;
  reg [5:0] r_op_q;
  reg [LANES-1:0] r_lanes_q;
  reg [3:0] r_status_q;
  reg [ACC_W-1:0] r_acc_q;
  reg r_number_q, r_predicate_q;
  wire [31:0] d = r_number_q ? {{32 - ACC_W{1'b0}}, r_acc_q} : 32'd0;

  always @(posedge clk_i)
    if (!rst_ni) r_valid_q <= 1'b0;
    else if (r_free) r_valid_q <= n_valid_q || |due_i;

  always @(posedge clk_i)
    if (r_free && (n_valid_q || |due_i)) begin
      r_sel_q       <= goes_o;
      r_warp_q      <= n_goes ? n_warp : warp;
      r_tag_q       <= n_goes ? n_tag : tag;
      r_op_q        <= n_goes ? n_op : op;
      r_lanes_q     <= lanes;
      r_status_q    <= !n_goes ? status : n_refused ? n_refusal : n_status;
      r_acc_q       <= result;
      r_number_q    <= number;
      r_predicate_q <= predicate;
    end

  assign gets_o = r_valid_q && res_ready_i ? r_sel_q : {WARPS{1'b0}};
  assign res_valid_o = r_valid_q;
  assign res_head_o[`WS_HEAD_STATUS] = long_status(r_status_q);
  assign res_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign res_head_o[`WS_HEAD_LANES] = r_lanes_q;
  assign res_head_o[`WS_HEAD_OP] = long_op(r_op_q);
  assign res_head_o[`WS_HEAD_TAG] = r_tag_q;
  assign res_head_o[`WS_HEAD_WARP] = r_warp_q;
  assign res_d_o = {LANES{d}};
  assign res_p_o = r_lanes_q & {LANES{r_predicate_q}};
  wire unused = &{1'b0, op_i[3:1]};
  assign quiet_o = count_q == 3'd0 && due_i == {WARPS{1'b0}} && !r_valid_q;
endmodule
`default_nettype wire
