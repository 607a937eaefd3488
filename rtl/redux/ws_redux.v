// SPDX-License-Identifier: Apache-2.0
// Unit of redux: one value out of the values of the lanes of a group, integer, bitwise and f32 on one tree.
//
//   operands ─► IN ─► keys ─► KEY ─► pairs ─► level 1 ─► pairs ─► level 2 ... level log2(LANES) ─► result ─► OUT
//                    x LANES               LANES/2 keys        LANES/4              1 key
//
// Latency log2(LANES) + 3 clocks, one group per clock. f32: -0 < +0, subnormals kept; NaN loses against numbers, and wins if fn[6] is
// set; a result that is NaN is 7fffffff. A group is never empty. Keys, tree node and why they are right: ws_redux_fn.vh.
// All stages move together, unless OUT is full and not taken; IN loads then if it is empty. A stage without a group keeps its registers. Reset clears the valid bits.
`default_nettype none
`include "ws_layout.vh"
module ws_redux #(
    parameter LANES  = 32,  // 4, 8, 16 or 32
    parameter WARP_W = 2,
    parameter TAG_W  = 8
) (
    input  wire                  clk_i,
    input  wire                  rst_ni,
    // group, from the rendezvous
    input  wire                  grp_valid_i,
    output wire                  grp_ready_o,
    input  wire [`WS_HEAD_W-1:0] grp_head_i,
    input  wire [          11:0] grp_key_i,
    input  wire [  LANES*64-1:0] grp_addr_i,
    input  wire [  LANES*64-1:0] grp_a_i,
    input  wire [  LANES*32-1:0] grp_b_i,
    input  wire [  LANES*32-1:0] grp_c_i,
    input  wire [     LANES-1:0] grp_pred_i,
    // result, to the collector
    output wire                  res_valid_o,
    input  wire                  res_ready_i,
    output wire                  res_more_o,
    output wire [`WS_HEAD_W-1:0] res_head_o,
    output wire [  LANES*32-1:0] res_d_o,
    output wire [  LANES*32-1:0] res_d_hi_o,
    output wire [     LANES-1:0] res_p_o
);
  `include "ws_ops.vh"
  `include "redux/ws_redux_fn.vh"

  generate
    if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : g_illegal
      ws_redux_illegal_LANES illegal ();
    end
  endgenerate

  // All stages: 0 is IN, 1 is KEY, 1 + k is level k of the tree, the last one is OUT.
  localparam LOG = $clog2(LANES);
  localparam STAGES = LOG + 3;
  reg [STAGES-1:0] valid_q;
  wire move = !valid_q[STAGES-1] || res_ready_i;
  wire [STAGES-1:0] load = {valid_q[STAGES-2:0] & {STAGES - 1{move}}, grp_valid_i};

  ws_ready ready (
      .room_i     (!valid_q[0] || !valid_q[STAGES-1]),
      .follows_i  (1'b1),
      .res_ready_i(res_ready_i),
      .ready_o    (grp_ready_o)
  );
  assign res_valid_o = valid_q[STAGES-1];

  always @(posedge clk_i)
    if (!rst_ni) valid_q <= {STAGES{1'b0}};
    else valid_q <= load | (valid_q & {STAGES{!move}});

  // What goes along. A group that comes here has no status: what is refused or broken goes to vote. So tag, warp and the code's low bits,
  // of which the last is 0 in all codes, are all that goes along with its lanes.
  localparam META_W = LANES + 7 + TAG_W + WARP_W;
  wire [11:0] grp_op = grp_head_i[`WS_HEAD_OP];
  wire [6:0] grp_fn = grp_op[6:0];
  wire [LANES-1:0] grp_lanes = grp_head_i[`WS_HEAD_LANES];
  wire unused = &{1'b0, grp_head_i, grp_op[11:7], grp_key_i, grp_addr_i, grp_a_i, grp_b_i, grp_c_i, grp_pred_i};
  reg [STAGES*META_W-1:0] meta_q;
  integer s;

  always @(posedge clk_i) begin
    if (load[0]) meta_q[0+:META_W] <= {grp_head_i[`WS_HEAD_TAG], grp_head_i[`WS_HEAD_WARP], grp_fn, grp_lanes};
    for (s = 1; s < STAGES; s = s + 1) if (load[s]) meta_q[s*META_W+:META_W] <= meta_q[(s-1)*META_W+:META_W];
  end

  // 1. IN: operands, and of each lane whether the exponent and the fraction are those of a NaN: the operands come late in their clock.
  wire [5:0] in_fn = meta_q[LANES+:6];
  wire [LANES-1:0] in_lanes = meta_q[0+:LANES];
  reg [LANES*32-1:0] in_a_q;
  reg [LANES-1:0] in_exp_q, in_frac_q;
  wire [LANES-1:0] in_nan = in_lanes & in_exp_q & in_frac_q;
  integer i;

  always @(posedge clk_i)
    if (load[0])
      for (i = 0; i < LANES; i = i + 1) begin
        in_a_q[i*32+:32] <= grp_a_i[i*64+:32];
        in_exp_q[i]      <= grp_fn[4] && &grp_a_i[i*64+23+:8];
        in_frac_q[i]     <= |grp_a_i[i*64+:23];
      end

  // 2. KEY: a lane with a NaN stays out of the tree and is remembered.
  wire key_nan_wins = meta_q[META_W+LANES+6];
  wire [LANES-1:0] key_lanes = meta_q[META_W+:LANES];
  reg [LANES*32-1:0] key_keys_q;
  reg [LANES-1:0] key_nan_q;
  integer j;

  always @(posedge clk_i)
    if (load[1]) begin
      key_nan_q <= in_nan;
      for (j = 0; j < LANES; j = j + 1)
        key_keys_q[j*32+:32] <= redux_key(in_fn, in_lanes[j] && !in_nan[j], in_a_q[j*32+:32]);
    end

  // 3. The tree, a level a stage. What a node does, and with the first level whether the result is NaN, is a register beside each level.
  reg [LOG*2-1:0] mode_q;  // of level k + 1, at [2k +: 2]
  reg [LOG-1:0] nan_q;     // of level k + 1, at [k]
  wire any_nan = |key_nan_q;
  wire any_number = |(key_lanes & ~key_nan_q);
  integer k;
  genvar g;

  always @(posedge clk_i) begin
    if (load[1]) mode_q[1:0] <= redux_mode(in_fn[2:0]);
    if (load[2]) nan_q[0] <= any_nan && (key_nan_wins || !any_number);
    for (k = 1; k < LOG; k = k + 1) begin
      if (load[1+k]) mode_q[2*k+:2] <= mode_q[2*k-2+:2];
      if (load[2+k]) nan_q[k] <= nan_q[k-1];
    end
  end

  generate
    for (g = 1; g <= LOG; g = g + 1) begin : level
      wire [(LANES>>(g-1))*32-1:0] below;
      reg [(LANES>>g)*32-1:0] keys_q;
      if (g == 1) begin : leaves
        assign below = key_keys_q;
      end else begin : inner
        assign below = level[g-1].keys_q;
      end

      always @(posedge clk_i) begin : nodes
        integer n;
        if (load[1+g])
          for (n = 0; n < LANES >> g; n = n + 1)
            keys_q[n*32+:32] <= redux_node(mode_q[2*g-2+:2], below[n*64+:32], below[n*64+32+:32]);
      end
    end
  endgenerate

  // 4. OUT: back from key to value.
  wire [4:0] top_fn = meta_q[(STAGES-2)*META_W+LANES+:5];
  wire [LANES-1:0] out_lanes;
  wire [6:0] out_fn;
  reg [31:0] out_d_q;

  always @(posedge clk_i) if (load[STAGES-1]) out_d_q <= redux_unkey(top_fn, nan_q[LOG-1], level[LOG].keys_q);

  assign {res_head_o[`WS_HEAD_TAG], res_head_o[`WS_HEAD_WARP], out_fn, out_lanes} = meta_q[(STAGES-1)*META_W+:META_W];
  assign res_more_o = 1'b0;
  assign res_head_o[`WS_HEAD_STATUS] = WS_ST_OK;
  assign res_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign res_head_o[`WS_HEAD_LANES] = out_lanes;
  assign res_head_o[`WS_HEAD_OP] = {WS_UNIT_REDUX, 1'b0, out_fn};
  assign res_d_o = {LANES{out_d_q}};
  assign res_d_hi_o = {LANES * 32{1'b0}};
  assign res_p_o = {LANES{1'b0}};
endmodule
`default_nettype wire
