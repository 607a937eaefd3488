// SPDX-License-Identifier: Apache-2.0
// shfl.sync behind IN, butterfly form: the classes of a group go through the butterfly one after the other, OUT gathers the result.
//
//   IN ─► one class? its b, c ──► KEY ─► route, members ─► SEL ─► stages 0 .. HALF-1 ─► MID ─► the others, own or 0 ─► OUT
//                                  ▲  └─ lanes left ─► next class ─┐
//                                  └───────────────────────────────┘
//
// A class: the lanes of the group with the same b and c. A group whose lanes are one class stays in KEY for a clock. Of n > 1 classes
// it stays for 2 n + 1: in one clock the {b, c} of the lowest lane left becomes the next class, in the next one that class leaves KEY; and
// when no lane is left, an empty class ends the group. Latency 4 clocks, or 2 n + 4; one group of one class a clock.
// All stages move together, unless OUT is full and not taken; IN goes on by itself. Contract of the results: ws_shfl.v.
// STRUCT 1 gives each lane selects of its own (ws_shfl_ctl), so that none drives more than the bits of its lane.
`default_nettype none
module ws_shfl_net #(
    parameter LANES  = 32,  // 4, 8, 16, 32
    parameter META_W = 8,   // >= 1
    parameter STRUCT = 0    // 0, 1
) (
    input  wire                             clk_i,
    input  wire                             rst_ni,
    // from IN
    input  wire                             in_valid_i,
    output wire                             in_ready_o,
    output wire                             in_goes_o,    // IN moves on if OUT does, whatever the classes of the group in KEY are
    output wire                             in_free_o,    // IN moves on whether OUT does or not
    input  wire [               META_W-1:0] in_meta_i,
    input  wire [                      1:0] in_fn_i,
    input  wire [                LANES-1:0] in_lanes_i,
    input  wire [             LANES*32-1:0] in_a_i,
    input  wire [  LANES*$clog2(LANES)-1:0] in_b_i,
    input  wire [LANES*2*$clog2(LANES)-1:0] in_c_i,
    // from OUT
    output wire                             out_valid_o,
    input  wire                             out_ready_i,
    output reg  [               META_W-1:0] out_meta_o,
    output reg  [                LANES-1:0] out_lanes_o,
    output reg  [             LANES*32-1:0] out_d_o,
    output reg  [                LANES-1:0] out_p_o,
    output reg  [                LANES-1:0] out_und_o
);
  localparam LOG = $clog2(LANES);
  localparam HALF = (LOG + 1) / 2;
  localparam W = 32;
  localparam ROUTE_W = LANES * (LOG + 1);
  `include "shfl/ws_shfl_fn.vh"

  reg key_valid_q, sel_valid_q, mid_valid_q, out_valid_q;
  reg out_too_q;  // a copy of out_valid_q for the unit's ready, set from itself, so that synthesis does not merge them
  wire move = !out_valid_q || out_ready_i;

  // 1. KEY: a group, and the class of it that goes next.
  reg [     META_W-1:0] key_meta_q;
  reg [            1:0] key_fn_q;
  reg [      LANES-1:0] key_lanes_q;
  reg [    LANES*W-1:0] key_a_q;
  reg [  LANES*LOG-1:0] key_b_q;
  reg [LANES*2*LOG-1:0] key_c_q;
  reg [      LANES-1:0] rest_q;     // lanes of no class that has left
  reg [      3*LOG-1:0] class_q;    // {b, c} of the class
  reg                   uniform_q;  // it is the only one
  reg                   first_q;    // it is the first one
  reg                   seek_q;     // the next one is looked for
  reg                   none_left_q;  // rest_q is 0
  reg                   goes_q;     // no group is there, or it is one class: a register, for every ready hangs on it
  reg [      LANES-1:0] member;     // its lanes
  wire key_ends = uniform_q || (seek_q && none_left_q);
  wire key_sends = key_valid_q && (!seek_q || none_left_q);
  wire key_load = in_valid_i && in_ready_o;

  // The {b, c} of lanes that agree is the or of theirs.
  reg [3*LOG-1:0] in_ones, in_zeros;
  wire in_uniform = !(|(in_ones & in_zeros));

  always @(*) begin
    {in_ones, in_zeros} = {6 * LOG{1'b0}};
    if (in_valid_i || STRUCT != 0) {in_zeros, in_ones} = shfl_bits_seen(in_lanes_i, in_b_i, in_c_i);
  end

  assign in_ready_o = move && (!key_valid_q || key_ends);
  assign in_goes_o = goes_q;
  assign in_free_o = goes_q && !out_too_q;

  always @(*) begin
    member = {LANES{1'b0}};
    if (key_valid_q || STRUCT != 0) member = shfl_class_lanes(rest_q, class_q, key_b_q, key_c_q);
  end

  always @(posedge clk_i)
    if (!rst_ni) {goes_q, key_valid_q} <= 2'b10;
    else if (move) begin
      key_valid_q <= in_valid_i || (key_valid_q && !key_ends);
      goes_q      <= (goes_q || key_ends) && (!in_valid_i || in_uniform);
    end

  always @(posedge clk_i)
    if (key_load) begin
      key_meta_q  <= in_meta_i;
      key_fn_q    <= in_fn_i;
      key_lanes_q <= in_lanes_i;
      key_a_q     <= in_a_i;
      key_b_q     <= in_b_i;
      key_c_q     <= in_c_i;
      rest_q      <= in_lanes_i;
      class_q     <= in_ones;
      uniform_q   <= in_uniform;
      first_q     <= 1'b1;
      seek_q      <= !in_uniform;
      none_left_q <= 1'b0;
    end else if (key_valid_q && move) begin
      seek_q <= !seek_q;
      if (seek_q) class_q <= shfl_class_key(rest_q, key_b_q, key_c_q);
      else {first_q, rest_q, none_left_q} <= {1'b0, rest_q & ~member, !(|(rest_q & ~member))};
    end

  // 2. SEL, MID, OUT: a class each. OUT is valid with the last one of its group.
  reg [ META_W-1:0] sel_meta_q, mid_meta_q;
  reg [  LANES-1:0] sel_lanes_q, sel_member_q, mid_lanes_q, mid_member_q, mid_act_q;
  reg [LANES*W-1:0] sel_a_q, mid_a_q, mid_x_q;
  reg sel_first_q, sel_last_q, mid_first_q, mid_last_q;
  wire [ROUTE_W-1:0] sel_route, mid_route;
  wire [LANES-1:0] mid_p = mid_route[LOG*LANES+:LANES];
  wire sel_load = move && key_sends;
  wire mid_load = move && sel_valid_q;
  wire out_load = move && mid_valid_q;

  assign out_valid_o = out_valid_q;

  always @(posedge clk_i)
    if (!rst_ni) {sel_valid_q, mid_valid_q, out_valid_q} <= 3'b000;
    else if (move) {sel_valid_q, mid_valid_q, out_valid_q} <= {key_sends, sel_valid_q, mid_valid_q && mid_last_q};

  always @(posedge clk_i)
    if (!rst_ni) out_too_q <= 1'b0;
    else if (!out_too_q || out_ready_i) out_too_q <= mid_valid_q && mid_last_q;

  always @(posedge clk_i) begin
    if (sel_load) begin
      sel_meta_q   <= key_meta_q;
      sel_lanes_q  <= key_lanes_q;
      sel_member_q <= seek_q ? {LANES{1'b0}} : member;
      sel_a_q      <= key_a_q;
      sel_first_q  <= first_q;
      sel_last_q   <= key_ends;
    end
    if (mid_load) begin
      mid_meta_q   <= sel_meta_q;
      mid_lanes_q  <= sel_lanes_q;
      mid_member_q <= sel_member_q;
      mid_a_q      <= sel_a_q;
      mid_x_q      <= shfl_bfly_words(sel_route, sel_a_q, 0, HALF);
      mid_act_q    <= shfl_bfly_bits(sel_route, sel_lanes_q, 0, HALF);
      mid_first_q  <= sel_first_q;
      mid_last_q   <= sel_last_q;
    end
  end

  // Selects of a lane, and its p.
  genvar lane, k;
  generate
    if (STRUCT == 0) begin : gen_plain
      reg [ROUTE_W-1:0] sel_q, mid_q;
      always @(posedge clk_i) begin
        if (sel_load) sel_q <= shfl_bfly_route(key_fn_q, class_q);
        if (mid_load) mid_q <= sel_q;
      end
      assign sel_route = sel_q;
      assign mid_route = mid_q;
    end else begin : gen_copies
      wire [ROUTE_W-1:0] key_route = shfl_bfly_route(key_fn_q, class_q);
      for (lane = 0; lane < LANES; lane = lane + 1) begin : gen_lane
        wire [LOG:0] key_ctl, sel_ctl, mid_ctl;
        for (k = 0; k <= LOG; k = k + 1) begin : gen_bit
          assign key_ctl[k] = key_route[k*LANES+lane];
          assign sel_route[k*LANES+lane] = sel_ctl[k];
          assign mid_route[k*LANES+lane] = mid_ctl[k];
        end
        ws_shfl_ctl #(.W(LOG + 1)) u_sel (.clk_i(clk_i), .load_i(sel_load), .d_i(key_ctl), .q_o(sel_ctl));
        ws_shfl_ctl #(.W(LOG + 1)) u_mid (.clk_i(clk_i), .load_i(mid_load), .d_i(sel_ctl), .q_o(mid_ctl));
      end
    end
  endgenerate

  // The other stages. OUT takes the results of the class, and drops p and und of an earlier group.
  reg [LANES-1:0] ok;

  always @(*) begin
    ok = {LANES{1'b0}};
    if (mid_valid_q || STRUCT != 0) ok = (mid_p & shfl_bfly_bits(mid_route, mid_act_q, HALF, LOG)) | (~mid_p & mid_lanes_q);
  end

  generate
    if (STRUCT == 0) begin : gen_gather
      always @(posedge clk_i)
        if (out_load)
          out_d_o <= shfl_gather(mid_member_q, shfl_bfly_d(mid_p, ok, shfl_bfly_words(mid_route, mid_x_q, HALF, LOG), mid_a_q), out_d_o);
    end else begin : gen_lanes
      // The synchronous reset of the registers, stronger than their enable, gives the 0 of a lane whose source does not take part.
      wire [LANES-1:0] take = mid_member_q & {LANES{out_load}};
      wire [LANES-1:0] clear = take & ~ok;
      wire [LANES*W-1:0] d = shfl_bfly_d(mid_p, {LANES{1'b1}}, shfl_bfly_words(mid_route, mid_x_q, HALF, LOG), mid_a_q);
      for (lane = 0; lane < LANES; lane = lane + 1) begin : gen_d
        always @(posedge clk_i)
          if (clear[lane]) out_d_o[lane*W+:W] <= {W{1'b0}};
          else if (take[lane]) out_d_o[lane*W+:W] <= d[lane*W+:W];
      end
    end
  endgenerate

  always @(posedge clk_i)
    if (out_load) begin
      out_meta_o  <= mid_meta_q;
      out_lanes_o <= mid_lanes_q;
      out_p_o     <= (mid_p & mid_member_q) | (out_p_o & {LANES{!mid_first_q}});
      out_und_o   <= (~ok & mid_member_q) | (out_und_o & {LANES{!mid_first_q}});
    end
endmodule
`default_nettype wire
