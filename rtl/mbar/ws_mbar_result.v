// SPDX-License-Identifier: Apache-2.0
// Gathers the results of an operation piece by piece and answers once its last piece is done: one response a status,
// that of the lowest lane first. C twin: mbar_result.c.
//
// Where all lanes have one status, the response stands in the clock after the last piece. Else each takes two clocks more: `pick`, the status of
// the lowest lane that is left; `share`, who has the same.
//
// Results of the next operation may come in the clock in which a response is taken that is the only one of its operation (once_o), after
// one of several in the next clock: so whether they may is said by two flags and res_ready_i. If no lane has a
// result, since all of them wait, nothing is answered. A token is {phase, pending count in word form, 0.., nc, 1}: the
// count is base_i and what the lanes below in the piece have taken. d of a token is its low half, d_hi its upper half. d of another
// operation is its value, which also stands in bits 30:11 of d_hi, where nobody looks. d and p of lanes that the result does not name are arbitrary.
`default_nettype none
`include "ws_layout.vh"
module ws_mbar_result #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter STRUCT = 0,         // 0: nothing is calculated without a result
    parameter QUADS  = LANES / 4  // derived, not to be set
) (
    input  wire                clk_i,
    input  wire                rst_ni,
    // from the pipe, only while open_o or, if the response is taken, once_o; what comes before that is known is of the same clock
    output wire                open_o,
    output wire                once_o,
    output wire [         4:0] shown_o,   // status of lanes that came before
    input  wire                merge_i,   // lanes have a result
    input  wire                merges_i,  // ... or would have, if it may come: there are some
    input  wire                closes_i,  // the operation is complete with this, if it may come
    input  wire [  WARP_W-1:0] warp_i,
    input  wire [   TAG_W-1:0] tag_i,
    input  wire [         7:0] fn_i,
    input  wire [   LANES-1:0] lanes_i,
    input  wire [   LANES-1:0] piece_i,   // all lanes of the piece
    input  wire [         4:0] short_i,
    input  wire                differs_i, // ... is not shown_o
    input  wire                counts_i,  // the operation gives values
    input  wire                value_i,   // and the lanes have one
    input  wire                bit_i,     // p of a wait, phase of a token
    input  wire [        19:0] base_i,    // value of the piece's lowest lane
    input  wire [QUADS*20-1:0] before_i,  // what is added to it before each quad
    input  wire [        19:0] each_i,    // ... and by each lane
    // response
    output wire                res_valid_o,
    input  wire                res_ready_i,
    output wire                res_more_o,
    output wire [`WS_HEAD_W-1:0] res_head_o,
    output reg  [LANES*32-1:0] res_d_o,
    output reg  [LANES*32-1:0] res_d_hi_o,
    output wire [   LANES-1:0] res_p_o,
    output wire                busy_o     // an operation is complete and not answered
);
  `include "ws_ops.vh"
  `include "ws_class.vh"
  `include "mbar/ws_mbar_fn.vh"

  reg closed_q;
  reg once_q, open_q;  // closed_q, with one status; not closed_q
  reg valid_q;  // a response stands
  reg mixed_q;  // lanes of this operation had different statuses
  reg [4:0] short_shown_q;  // status of those that came first; while a response of several stands, its own
  reg [WARP_W-1:0] warp_q;
  reg [TAG_W-1:0] tag_q;
  reg [7:0] fn_q;
  reg [LANES-1:0] lanes_q;  // have a result and no answer yet
  reg [LANES-1:0] bit_q;
  reg [LANES*5-1:0] short_q;
  reg [LANES*20-1:0] value_q;

  // 1. The status of the lowest lane, and who shares it.
  localparam [1:0] PICK = 2'd0, SHARE = 2'd1, SHOW = 2'd2;
  reg [1:0] step_q;  // if there are several statuses
  reg [4:0] pick_q, pick;
  reg [LANES-1:0] group_q, share;
  reg last_q;  // these are all that are left
  localparam [QUADS-1:0] ONE = {QUADS{1'b1}} >> (QUADS - 1);
  wire [QUADS-1:0] some;  // quads that have a lane
  wire [QUADS-1:0] first = some & (~some + ONE);
  integer i, j;
  genvar g;
  generate
    for (g = 0; g < QUADS; g = g + 1) begin : has
      assign some[g] = |lanes_q[g*4+:4];
    end
  endgenerate

  always @(*) begin
    pick = 5'd0;
    if (mixed_q || STRUCT != 0)
      for (i = 0; i < QUADS; i = i + 1)
        if (first[i])
          pick = pick | (lanes_q[i*4] ? short_q[i*20+:5] : lanes_q[i*4+1] ? short_q[i*20+5+:5] : lanes_q[i*4+2] ? short_q[i*20+10+:5] :
                         short_q[i*20+15+:5]);
  end
  always @(*) begin
    share = {LANES{1'b0}};
    if (step_q == SHARE || STRUCT != 0) for (i = 0; i < LANES; i = i + 1) share[i] = lanes_q[i] && short_q[i*5+:5] == pick_q;
  end

  wire taken = res_valid_o && res_ready_i;

  always @(posedge clk_i)
    if (!rst_ni) step_q <= PICK;
    else
      case (step_q)
        PICK: if (closed_q && mixed_q) step_q <= SHARE;
        SHARE: step_q <= SHOW;
        default: if (taken) step_q <= PICK;
      endcase

  always @(posedge clk_i) begin
    if (mixed_q) pick_q <= pick;
    if (step_q == SHARE) {last_q, group_q} <= {share == lanes_q, share};
  end

  wire [LANES-1:0] group = mixed_q ? group_q : lanes_q;
  wire last = !mixed_q || last_q;
  wire [LANES-1:0] rest = taken ? (mixed_q ? lanes_q & ~group_q : {LANES{1'b0}}) : lanes_q;
  assign {open_o, once_o, shown_o} = {open_q, once_q, short_shown_q};

  // 2. Merge.

  wire begins = closed_q || lanes_q == {LANES{1'b0}};  // these are the first results of an operation
  wire mixed = merge_i ? !begins && (mixed_q || differs_i) : mixed_q;

  // Where a response is the only one, nothing of its operation is left with it. Whether a status differs comes last.
  wire any = lanes_q != {LANES{1'b0}};
  wire ends = closes_i && (any || merges_i);  // closed, if it was open
  wire follows = once_q && (!res_ready_i || (closes_i && merges_i));  // closed with one status, if it was closed
  wire closed = open_q ? ends : follows || (closed_q && !once_q && !(taken && last));
  wire one_apart = open_q ? ends && !(merges_i ? any : mixed_q) : follows;  // with one status, if it differs
  wire one_alike = open_q ? ends && !(mixed_q && (any || !merges_i)) : follows;
  wire shows = step_q == SHARE || (step_q == SHOW && !res_ready_i);
  wire one, valid;

  ws_late #(
      .W(2)
  ) late (
      .late_i(differs_i),
      .yes_i ({one_apart, one_apart || shows}),
      .no_i  ({one_alike, one_alike || shows}),
      .word_o({one, valid})
  );

  always @(posedge clk_i)
    if (!rst_ni) begin
      {closed_q, once_q, valid_q, open_q} <= 4'b0001;
      lanes_q <= {LANES{1'b0}};
    end else begin
      lanes_q <= merge_i ? rest | lanes_i : rest;
      {closed_q, once_q, valid_q, open_q} <= {closed, one, valid, !closed};
    end

  always @(posedge clk_i) mixed_q <= mixed;

  // Results do not come while the status of a response of several is found.
  always @(posedge clk_i) if (step_q == SHARE || (merge_i && begins)) short_shown_q <= step_q == SHARE ? pick_q : short_i;

  always @(posedge clk_i)
    if (merge_i) begin
      warp_q <= warp_i;
      tag_q  <= tag_i;
      fn_q   <= fn_i;
    end

  // The values of four lanes, each of which adds `each` for those above it in the piece. base comes late: two sums behind it, not four.
  function [79:0] quad(input [19:0] base, input [19:0] below, input [2:0] set, input [19:0] each);
    reg [19:0] b1, b2, v2;
    begin
      b1   = below + (set[0] ? each : 20'd0);
      b2   = b1 + (set[1] ? each : 20'd0);
      v2   = base + b2;
      quad = {v2 + (set[2] ? each : 20'd0), v2, base + b1, base + below};
    end
  endfunction

  genvar q;
  generate
    for (q = 0; q < QUADS; q = q + 1) begin : quads
      reg [79:0] value;

      always @(*) begin
        value = 80'd0;
        if (counts_i || STRUCT != 0) value = quad(base_i, before_i[q*20+:20], piece_i[q*4+:3], each_i);
      end

      always @(posedge clk_i) begin : merge
        integer k;
        if (merge_i)
          for (k = 0; k < 4; k = k + 1)
            if (lanes_i[q*4+k]) begin
              value_q[(q*4+k)*20+:20] <= value_i ? value[k*20+:20] : 20'd0;
              short_q[(q*4+k)*5+:5]   <= short_i;
              bit_q[q*4+k]            <= bit_i;
            end
      end
    end
  endgenerate

  // 3. The response. mark: bits 1:0 of a token, 0 for one that an error spoils.
  wire token = mbar_is_token(fn_q);
  wire [1:0] mark = is_error(short_shown_q) ? 2'b00 : {mbar_is_nocomplete(fn_q), 1'b1};

  // d is 0 while it is not taken: the collector gates it no more, so that its register clears d both for that and for a token.
  wire gives_value = taken && !token;
  wire [1:0] low = taken && token ? mark : 2'b00;

  always @(*) begin
    res_d_o = {LANES * 32{1'b0}};
    res_d_hi_o = {LANES * 32{1'b0}};
    if (closed_q || STRUCT != 0)
      for (j = 0; j < LANES; j = j + 1) begin
        res_d_o[j*32+:20] = gives_value ? value_q[j*20+:20] : {18'd0, low};
        res_d_hi_o[j*32+:32] = {bit_q[j], value_q[j*20+:20], 11'd0};
      end
  end

  wire unused = &{1'b0, piece_i};

  assign res_valid_o = valid_q;
  assign busy_o = closed_q;
  assign res_more_o = 1'b0;
  assign res_head_o[`WS_HEAD_STATUS] = long_status(short_shown_q);
  assign res_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign res_head_o[`WS_HEAD_LANES] = group;
  assign res_head_o[`WS_HEAD_OP] = {WS_UNIT_MBAR, fn_q};
  assign {res_head_o[`WS_HEAD_TAG], res_head_o[`WS_HEAD_WARP]} = {tag_q, warp_q};
  assign res_p_o = token ? {LANES{1'b0}} : bit_q;
endmodule
`default_nettype wire
