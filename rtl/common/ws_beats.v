// SPDX-License-Identifier: Apache-2.0
// Takes groups apart into beats of fewer lanes, for units that take no more at a time. C twin: cmodel/when/beats.c.
//
// A unit of BEAT lanes sees a warp of LANES lanes as LANES / BEAT warps, one for every BEAT lanes in a row: lane l of warp w is lane
// l % BEAT of its warp w * (LANES / BEAT) + l / BEAT. What it keeps by warp and lane lies in the same order then. A beat without lanes is left out.
//
// A group stands at grp_* (stands_i) until ready_o. Its beats go one by one into a register, the first one in the first clock, and stand there
// until their unit takes them (ready_i). The group leaves a clock after its last beat was taken: so ready_o is a register, and whether the unit is
// ready is not on the way to the next group. took_o: lanes that the unit takes in this clock. Where BEAT is LANES there is no register, and a group
// goes through as it is. Of an address a beat keeps bits 32:31, 27:24 and 16:0: the rendezvous leaves all others 0 (sync/ws_sync_operands.v).
`default_nettype none
`include "ws_layout.vh"
module ws_beats #(
    parameter LANES  = 32,
    parameter WARPS  = 4,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter PORTS  = 2,  // of the unit
    parameter BEAT   = 8   // lanes of a beat, a power of two, at most LANES
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    // group, from the rendezvous
    input  wire [     PORTS-1:0] stands_i,   // at which port it stands
    output wire [     PORTS-1:0] ready_o,
    output wire [     LANES-1:0] took_o,
    input  wire [`WS_HEAD_W-1:0] grp_head_i,
    input  wire [  LANES*64-1:0] grp_addr_i,
    input  wire [  LANES*64-1:0] grp_a_i,
    input  wire [  LANES*32-1:0] grp_b_i,
    input  wire [  LANES*32-1:0] grp_c_i,
    input  wire [     LANES-1:0] grp_pred_i,
    // beat, to the unit: stands until it is taken
    output wire [     PORTS-1:0] stands_o,
    input  wire [     PORTS-1:0] ready_i,
    output wire [`WS_BEAT_HEAD_W-1:0] head_o,
    output wire [   BEAT*64-1:0] addr_o,
    output wire [   BEAT*64-1:0] a_o,
    output wire [   BEAT*32-1:0] b_o,
    output wire [   BEAT*32-1:0] c_o,
    output wire [      BEAT-1:0] pred_o
);
  localparam BEATS = LANES / BEAT;

  genvar g;
  generate
    if (BEATS == 1) begin : whole
      assign {stands_o, ready_o} = {stands_i, ready_i};
      assign head_o = grp_head_i;
      assign {addr_o, a_o, b_o, c_o, pred_o} = {grp_addr_i, grp_a_i, grp_b_i, grp_c_i, grp_pred_i};
      assign took_o = {LANES{1'b0}};
      wire unused = &{1'b0, clk_i, rst_ni};
    end else begin : apart
      localparam [BEATS-1:0] ONE = 1;
      localparam AT_W = 23;
      wire [LANES-1:0] grp_lanes = grp_head_i[`WS_HEAD_LANES];
      wire [WARP_W-1:0] grp_warp = grp_head_i[`WS_HEAD_WARP];
      reg [PORTS-1:0] stands_q;  // a beat, at its port
      reg begun_q;               // the first beat of the group has come to the register
      reg last_q;                // ... the last one has
      reg leaves_q;              // ... and the unit has taken it
      reg [BEATS-1:0] rest_q;    // those that have not come, once it has begun
      reg [BEATS-1:0] some;      // those with lanes
      wire unused = &{1'b0, grp_head_i, grp_addr_i};  // a group here has no masks
      wire taken = |(stands_q & ready_i), free = stands_q == {PORTS{1'b0}} || taken;
      wire [BEATS-1:0] left = begun_q ? rest_q : some;
      wire [BEATS-1:0] next = left & (~left + ONE), behind = left & ~next;
      wire load = |stands_i && free && !last_q;
      integer k;

      always @(*) for (k = 0; k < BEATS; k = k + 1) some[k] = |grp_lanes[k*BEAT+:BEAT];

      assign ready_o = {PORTS{leaves_q}};
      always @(posedge clk_i)
        if (!rst_ni) {stands_q, begun_q, last_q, leaves_q} <= {PORTS + 3{1'b0}};
        else begin
          if (free) stands_q <= stands_i & {PORTS{!last_q}};
          begun_q <= load || (begun_q && !leaves_q);
          last_q <= load ? behind == {BEATS{1'b0}} : last_q && !leaves_q;
          leaves_q <= taken && last_q;
        end

      always @(posedge clk_i) if (load) rest_q <= behind;

      // The lanes of that beat, of the whole group's.
      localparam NTH_W = $clog2(BEATS);
      reg [`WS_BEAT_HEAD_W-1:0] head, head_q;
      reg [BEAT-1:0] pred_q;
      reg [BEAT*AT_W-1:0] addr_q;
      reg [BEAT*64-1:0] a_q;
      reg [BEAT*32-1:0] b_q, c_q;
      wire [BEAT-1:0] lanes, pred;
      wire [LANES*AT_W-1:0] all_addr;
      wire [BEAT*AT_W-1:0] addr;
      wire [BEAT*64-1:0] a;
      wire [BEAT*32-1:0] b, c;
      reg [NTH_W-1:0] nth;  // which beat of its group it is
      wire [BEAT-1:0] lanes_q = head_q[`WS_BEAT_HEAD_LANES];
      wire [NTH_W-1:0] nth_q = head_q[0+:NTH_W];  // the low end of its warp

      ws_choose #(.N(BEATS), .W(BEAT))      choose_lanes (.one_i(next), .words_i(grp_lanes),  .word_o(lanes));
      ws_choose #(.N(BEATS), .W(BEAT))      choose_pred  (.one_i(next), .words_i(grp_pred_i), .word_o(pred));
      ws_choose #(.N(BEATS), .W(BEAT * AT_W)) choose_addr (.one_i(next), .words_i(all_addr), .word_o(addr));
      ws_choose #(.N(BEATS), .W(BEAT * 64)) choose_a     (.one_i(next), .words_i(grp_a_i),    .word_o(a));
      ws_choose #(.N(BEATS), .W(BEAT * 32)) choose_b     (.one_i(next), .words_i(grp_b_i),    .word_o(b));
      ws_choose #(.N(BEATS), .W(BEAT * 32)) choose_c     (.one_i(next), .words_i(grp_c_i),    .word_o(c));

      always @(*) begin
        nth = {NTH_W{1'b0}};
        for (k = 0; k < BEATS; k = k + 1) if (next[k]) nth = nth | k[NTH_W-1:0];
        head = {`WS_BEAT_HEAD_W{1'b0}};  // without masks
        head[`WS_BEAT_HEAD_STATUS] = grp_head_i[`WS_HEAD_STATUS];
        head[`WS_BEAT_HEAD_LANES] = lanes;
        head[`WS_BEAT_HEAD_OP] = grp_head_i[`WS_HEAD_OP];
        head[`WS_BEAT_HEAD_TAG] = grp_head_i[`WS_HEAD_TAG];
        head[0+:NTH_W] = nth;
        if (WARPS > 1) head[NTH_W+:WARP_W] = grp_warp;
      end

      always @(posedge clk_i) if (load) {head_q, pred_q, addr_q, a_q, b_q, c_q} <= {head, pred, addr, a, b, c};

      assign stands_o = stands_q;
      assign {head_o, a_o, b_o, c_o, pred_o} = {head_q, a_q, b_q, c_q, pred_q};
      for (g = 0; g < LANES; g = g + 1) begin : kept
        assign all_addr[g*AT_W+:AT_W] = {grp_addr_i[g*64+31+:2], grp_addr_i[g*64+24+:4], grp_addr_i[g*64+:17]};
      end
      for (g = 0; g < BEAT; g = g + 1) begin : lane
        wire [AT_W-1:0] at = addr_q[g*AT_W+:AT_W];
        assign addr_o[g*64+:64] = {31'd0, at[22:21], 3'd0, at[20:17], 7'd0, at[16:0]};
      end
      for (g = 0; g < BEATS; g = g + 1) begin : beat
        assign took_o[g*BEAT+:BEAT] = lanes_q & {BEAT{taken && nth_q == g}};
      end
    end
  endgenerate
endmodule
`default_nettype wire
