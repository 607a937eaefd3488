// SPDX-License-Identifier: Apache-2.0
// Cuts a warp's mbarrier operation into pieces: the lanes that ask for the same, lowest first. C twin: issue_* in
// mbar_unit.c.
//
// The operands of a group are decoded as it is loaded; a piece stands at the outputs from the next clock until taken. The
// next group can be loaded in the clock in which the last piece is taken, so that groups of one piece pass one a clock.
// Where an operation changes counts, a piece ends before a lane that asks for something else of the same object: lanes
// take effect in ascending order. Lanes with an early error form pieces by their error, cp.async is cut lane by lane.
`default_nettype none
module ws_mbar_issue #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter SLOTS  = 1,  // CTAs: 1, 2, 4, 8, at most WARPS
    parameter WARP_W = 2,
    parameter TAG_W  = 8
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
  `include "mbar/ws_mbar_fn.vh"
  `include "mbar/ws_mbar_lane.vh"

  reg valid_q;
  reg [WARP_W-1:0] warp_q;
  reg [TAG_W-1:0] tag_q;
  reg [7:0] fn_q;
  reg [LANES-1:0] todo_q;  // lanes still to be sent
  reg [LANES-1:0] first_q;  // the lowest of them
  reg [ASK_W-1:0] head_q;  // what it asks for
  reg [LANES*ASK_W-1:0] ask_q;

  wire [LANES-1:0] one = {{LANES - 1{1'b0}}, 1'b1};
  wire [2:0] code = head_q[ASK_W-1-:3];
  wire early = is_early(code);

  // 1. The piece: who asks for the same as the lowest lane, and what is left then. other: asks for something else of its
  // object; the lanes below the lowest such lane are those of (other - 1) & ~other.
  reg [LANES-1:0] same, other;
  integer i;
  wire ordered = !early && (is_init(fn_q) || is_tx(fn_q) || is_arrive(fn_q));

  always @(*) begin
    same = {LANES{1'b0}};
    other = {LANES{1'b0}};
    if (valid_q)
      for (i = 0; i < LANES; i = i + 1) begin
        same[i] = ask_q[i*ASK_W+ASK_W-3+:3] == code &&
                  (early || ask_q[i*ASK_W+:ASK_W-3] == head_q[ASK_W-4:0]);
        other[i] = todo_q[i] && ordered && !same[i] && !is_early(ask_q[i*ASK_W+ASK_W-3+:3]) &&
                   ask_q[i*ASK_W+45+:4] == head_q[48:45] && ask_q[i*ASK_W+32+:12] == head_q[43:32];
      end
  end

  wire [LANES-1:0] low = (other - one) & ~other;
  wire [LANES-1:0] piece = is_copy(fn_q) && !early ? first_q : todo_q & same & low;
  wire [LANES-1:0] rest = todo_q & ~piece;
  wire last = rest == {LANES{1'b0}};
  wire [LANES-1:0] rest_first = rest & (~rest + one);
  wire [LANES-1:0] grp_first = grp_lanes_i & (~grp_lanes_i + one);

  assign grp_ready_o = !valid_q || (piece_take_i && last);

  always @(posedge clk_i)
    if (!rst_ni) valid_q <= 1'b0;
    else if (grp_ready_o) valid_q <= grp_valid_i;

  // 2. A group comes, or the next piece.
  function [ASK_W-1:0] pick(input [LANES-1:0] sel, input [LANES*ASK_W-1:0] asks);
    integer n;
    begin
      pick = {ASK_W{1'b0}};
      for (n = 0; n < LANES; n = n + 1) if (sel[n]) pick = pick | asks[n*ASK_W+:ASK_W];
    end
  endfunction

  // The same of a group that comes.
  function [ASK_W-1:0] pick_new(input [LANES-1:0] sel, input [KIND_W-1:0] kind, input [3:0] me, input [3:0] ctas,
                                input [LANES*64-1:0] addr, input [LANES*64-1:0] a, input [LANES*32-1:0] b,
                                input [LANES*32-1:0] c);
    integer n;
    begin
      pick_new = {ASK_W{1'b0}};
      for (n = 0; n < LANES; n = n + 1)
        if (sel[n])
          pick_new = pick_new | decode_lane(kind, me, ctas, addr[n*64+:64], a[n*64+:64], b[n*32+:32], c[n*32+:32]);
    end
  endfunction

  wire [3:0] self = {1'b0, cfg_rank_i} + 4'd1;
  reg [KIND_W-1:0] grp_kind;
  integer k;

  always @(*) begin
    grp_kind = {KIND_W{1'b0}};
    if (grp_valid_i) grp_kind = decode_fn(grp_fn_i);
  end

  always @(posedge clk_i)
    if (grp_valid_i) begin
      warp_q  <= grp_warp_i;
      tag_q   <= grp_tag_i;
      fn_q    <= grp_fn_i;
      todo_q  <= grp_lanes_i;
      first_q <= grp_first;
      for (k = 0; k < LANES; k = k + 1)
        ask_q[k*ASK_W+:ASK_W] <= decode_lane(grp_kind, self, cfg_ctas_i, req_addr_i[k*64+:64], req_a_i[k*64+:64],
                                             req_b_i[k*32+:32], req_c_i[k*32+:32]);
      head_q <= pick_new(grp_first, grp_kind, self, cfg_ctas_i, req_addr_i, req_a_i, req_b_i, req_c_i);
    end else if (piece_take_i) begin
      todo_q  <= rest;
      first_q <= rest_first;
      head_q  <= pick(rest_first, ask_q);
    end

  assign piece_valid_o = valid_q;
  assign piece_last_o = last;
  assign piece_warp_o = warp_q;
  assign piece_tag_o = tag_q;
  assign piece_fn_o = fn_q;
  assign piece_lanes_o = piece;

  // Where the window is that `at` counts from. One that is not within it belongs to an error.
  wire [11:0] slot = {{12 - WARP_W{1'b0}}, warp_q} >> $clog2(WARPS / SLOTS);
  wire [11:0] at;
  assign {piece_code_o, piece_owner_o, piece_want_o, at, piece_x_o} = head_q;
  assign piece_at_o = at | slot << (WINDOW_W - 2);
endmodule
`default_nettype wire
