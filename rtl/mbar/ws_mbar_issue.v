// SPDX-License-Identifier: Apache-2.0
// Cuts a warp's mbarrier operation into pieces: the lanes that ask for the same, lowest first. C twin:
// mbar_issue.c.
//
// A piece stands at the outputs from the clock after the group's until it is taken. The next group can be loaded in the clock in
// which the last piece is taken, so groups of one piece pass one a clock.
// Lanes are compared by those bits of their operands that count for the operation; only the lowest lane's are decoded. Where an
// operation changes counts, a piece ends before a lane that wants another change of the same object, so lanes take effect in
// ascending order. A lane whose operands alone are an error, and a lane of cp.async, is a piece of its own.
`default_nettype none
module ws_mbar_issue #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter SLOTS  = 1,  // CTAs: 1, 2, 4, 8, at most WARPS
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter STRUCT = 0   // 0: nothing is compared unless there is a group
) (
    input  wire                clk_i,
    input  wire                rst_ni,
    input  wire [         2:0] cfg_rank_i,
    input  wire [         3:0] cfg_ctas_i,
    // a group with the operands of its lanes; grp_valid_i is a strobe, only while grp_ready_o
    input  wire                grp_valid_i,
    output wire                grp_ready_o,
    input  wire [  WARP_W-1:0] grp_warp_i,
    input  wire [   TAG_W-1:0] grp_tag_i,
    input  wire [         7:0] grp_fn_i,
    input  wire [   LANES-1:0] grp_lanes_i,
    input  wire [LANES*64-1:0] req_addr_i,
    input  wire [LANES*64-1:0] req_a_i,
    input  wire [LANES*32-1:0] req_b_i,
    input  wire [LANES*32-1:0] req_c_i,
    // a piece
    output wire                piece_valid_o,
    input  wire                piece_take_i,   // only while piece_valid_o
    output wire                piece_last_o,
    output wire [  WARP_W-1:0] piece_warp_o,
    output wire [   TAG_W-1:0] piece_tag_o,
    output wire [         7:0] piece_fn_o,
    output wire [   LANES-1:0] piece_lanes_o,
    output wire [         2:0] piece_code_o,   // as in ws_mbar_lane.vh
    output wire [         3:0] piece_owner_o,
    output wire                piece_want_o,
    output wire [        11:0] piece_at_o,
    output wire [        31:0] piece_x_o
);
  localparam WINDOW_W = 14 - $clog2(SLOTS);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"
  `include "mbar/ws_mbar_lane.vh"

  reg valid_q;
  reg [WARP_W-1:0] warp_q;
  reg [TAG_W-1:0] tag_q;
  reg [7:0] fn_q;
  reg [KIND_W-2:0] kind_q;
  reg [LANES-1:0] todo_q;  // lanes still to be sent
  reg [LANES-1:0] first_q;  // the lowest of them
  reg [LANES*BRIEF_W-1:0] brief_q;
  reg [LANES*32-1:0] x_q;
  reg [LANES*COPY_W-1:0] copy_q;
  reg [LANES-1:0] alone_q;  // lanes that go by themselves

  wire [LANES-1:0] one = {{LANES - 1{1'b0}}, 1'b1};
  wire [3:0] self = {1'b0, cfg_rank_i} + 4'd1;
  wire home, copy, pending, arrival, counts, hint, waits, parity;
  assign {home, copy, pending, arrival, counts, hint, waits, parity} = kind_q;
  wire unused = &{1'b0, home, copy, arrival, waits, parity};
  integer i, k, n, m;

  // 1. The lowest lane and what it asks for.
  reg [BRIEF_W-1:0] low_brief;
  reg [31:0] low_x;
  reg [COPY_W-1:0] low_copy;
  reg [ASK_W-1:0] ask;

  always @(*) begin
    low_brief = {BRIEF_W{1'b0}};
    low_x = 32'd0;
    low_copy = {COPY_W{1'b0}};
    if (valid_q || STRUCT != 0)
      for (i = 0; i < LANES; i = i + 1)
        if (first_q[i]) begin
          low_brief = low_brief | brief_q[i*BRIEF_W+:BRIEF_W];
          low_x = low_x | x_q[i*32+:32];
          low_copy = low_copy | copy_q[i*COPY_W+:COPY_W];
        end
  end
  always @(*) begin
    ask = {ASK_W{1'b0}};
    if (valid_q || STRUCT != 0) ask = decode(kind_q, cfg_ctas_i, low_brief, low_x, low_copy);
  end

  // 2. The piece: who asks for the same, and what is left then. other: who asks for something else of the same object; the
  // lanes below the lowest such lane are those of (other - 1) & ~other.
  reg [LANES-1:0] same, other;
  reg near;
  wire alone = |(alone_q & first_q);

  always @(*) begin
    same  = {LANES{1'b0}};
    other = {LANES{1'b0}};
    near  = 1'b0;
    if (valid_q || STRUCT != 0)
      for (k = 0; k < LANES; k = k + 1) begin
        near = pending || brief_q[k*BRIEF_W+:19] == low_brief[18:0];
        same[k] = near && brief_q[k*BRIEF_W+19+:2] == low_brief[20:19] && x_q[k*32+:20] == low_x[19:0] &&
                  (!hint || x_q[k*32+20+:12] == low_x[31:20]);
        other[k] = todo_q[k] && counts && near && !same[k];
      end
  end

  wire [LANES-1:0] low = (other - one) & ~other;
  wire [LANES-1:0] piece = alone ? first_q : todo_q & same & low;
  wire [LANES-1:0] rest = todo_q & ~piece;

  // The lowest lane that is left is the lowest one that is not `same`, because a lane that is and stays behind is above one that is not.
  wire [LANES-1:0] missed = todo_q & ~(alone ? first_q : same);
  wire last = missed == {LANES{1'b0}};

  assign grp_ready_o = !valid_q || (piece_take_i && last);

  always @(posedge clk_i)
    if (!rst_ni) valid_q <= 1'b0;
    else if (grp_ready_o) valid_q <= grp_valid_i;

  // 3. A group comes, or the next piece.
  reg [KIND_W-1:0] grp_kind;
  wire grp_zero, grp_home, grp_copy, grp_pending, grp_arrival, grp_counts, grp_hint, grp_waits, grp_parity;
  assign {grp_zero, grp_home, grp_copy, grp_pending, grp_arrival, grp_counts, grp_hint, grp_waits, grp_parity} = grp_kind;
  reg [LANES*BRIEF_W-1:0] grp_brief;
  wire unused_grp = &{1'b0, grp_arrival};

  always @(*) begin
    grp_kind = {KIND_W{1'b0}};
    if (grp_valid_i || STRUCT != 0) grp_kind = decode_fn(grp_fn_i);
  end
  always @(*) begin
    grp_brief = {LANES * BRIEF_W{1'b0}};
    if (grp_valid_i || STRUCT != 0)
      for (m = 0; m < LANES; m = m + 1)
        grp_brief[m*BRIEF_W+:BRIEF_W] = brief(grp_counts, grp_zero, grp_waits, grp_parity, grp_pending, grp_copy, self, req_addr_i[m*64+:64],
                                              req_a_i[m*64+:64], req_b_i[m*32+:32]);
  end

  always @(posedge clk_i)
    if (grp_valid_i) begin
      warp_q  <= grp_warp_i;
      tag_q   <= grp_tag_i;
      fn_q    <= grp_fn_i;
      kind_q  <= grp_kind[KIND_W-2:0];
      todo_q  <= grp_lanes_i;
      first_q <= grp_lanes_i & (~grp_lanes_i + one);
      for (n = 0; n < LANES; n = n + 1) begin
        brief_q[n*BRIEF_W+:BRIEF_W] <= grp_brief[n*BRIEF_W+:BRIEF_W];
        alone_q[n] <= grp_copy || (!grp_pending && early(grp_home, cfg_ctas_i, grp_brief[n*BRIEF_W+18], grp_brief[n*BRIEF_W+14+:4],
                                                         grp_brief[n*BRIEF_W+:3]));
        x_q[n*32+:32] <= {req_c_i[n*32+20+:12],
                          (grp_hint || grp_copy ? req_c_i[n*32+:20] : 20'd0) | (grp_counts ? req_b_i[n*32+:20] : 20'd0) |
                          (grp_pending ? req_a_i[n*64+43+:20] : 20'd0)};
        copy_q[n*COPY_W+:COPY_W] <= {req_b_i[n*32+2+:3], req_a_i[n*64+:16]};
      end
    end else if (piece_take_i) begin
      todo_q  <= rest;
      first_q <= missed & (~missed + one);
    end

  assign piece_valid_o = valid_q;
  assign piece_last_o = last;
  assign piece_warp_o = warp_q;
  assign piece_tag_o = tag_q;
  assign piece_fn_o = fn_q;
  assign piece_lanes_o = piece;

  // The window that `at` counts from. An address outside the window comes only with an error.
  wire [11:0] slot = {{12 - WARP_W{1'b0}}, warp_q} >> $clog2(WARPS / SLOTS);
  wire [11:0] at;
  assign {piece_code_o, piece_owner_o, piece_want_o, at, piece_x_o} = ask;
  assign piece_at_o = at | slot << (WINDOW_W - 2);
endmodule
`default_nettype wire
