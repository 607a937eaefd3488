// SPDX-License-Identifier: Apache-2.0
// Unit of redux: one value out of the values of the lanes of a group, integer, bitwise and f32 on one tree.
//
//   operands -> key -> IN -> 4:1 -> S1 -> 4:1 -> S2 -> 2:1 -> result -> OUT
//              x32   keys    x8   8 keys   x2  2 keys
//
// Latency 4 clocks, one group per clock. f32: -0 < +0, subnormals kept; NaN loses against numbers, and wins if fn[6] is set;
// a result that is NaN is 7fffffff. A group is never empty. Keys, tree node and why they are right: ws_redux_fn.vh.
// With fewer than 32 lanes the tree has fewer levels and the stages shorter ways; the picture is that of 32.
// Each stage may load when it is empty or its content is taken in the same cycle. Reset clears the valid bits only.
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

  // Control of the four stages.
  wire in_valid, in_load, s1_ready, s1_valid, s1_load, s2_ready, s2_valid, s2_load, out_ready, out_load;

  ws_stage u_in (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(grp_valid_i),
      .ready_o(grp_ready_o),
      .valid_o(in_valid),
      .ready_i(s1_ready),
      .load_o (in_load)
  );
  ws_stage u_s1 (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(in_valid),
      .ready_o(s1_ready),
      .valid_o(s1_valid),
      .ready_i(s2_ready),
      .load_o (s1_load)
  );
  ws_stage u_s2 (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(s1_valid),
      .ready_o(s2_ready),
      .valid_o(s2_valid),
      .ready_i(out_ready),
      .load_o (s2_load)
  );
  ws_stage u_out (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(s2_valid),
      .ready_o(out_ready),
      .valid_o(res_valid_o),
      .ready_i(res_ready_i),
      .load_o (out_load)
  );

  // A group that comes here has no status: what is refused or broken goes to vote. So tag, warp and the code's low bits, of which the
  // last is 0 in all codes, are all that goes along with its lanes.
  localparam META_W = 7 + TAG_W + WARP_W;
  wire [11:0] grp_op = grp_head_i[`WS_HEAD_OP];
  wire [6:0] grp_fn = grp_op[6:0];
  wire [LANES-1:0] grp_lanes = grp_head_i[`WS_HEAD_LANES];
  wire [META_W-1:0] grp_meta = {grp_fn, grp_head_i[`WS_HEAD_TAG], grp_head_i[`WS_HEAD_WARP]};
  wire unused = &{1'b0, grp_head_i, grp_op[11:7], grp_key_i, grp_addr_i, grp_a_i, grp_b_i, grp_c_i, grp_pred_i};

  // 1. IN: keys. A lane with a NaN stays out of the tree and is remembered.
  reg [META_W-1:0] in_meta_q;
  reg [4:0] in_fn_q;
  reg in_nan_wins_q;
  reg [LANES-1:0] in_lanes_q, in_nan_q;
  reg [LANES*32-1:0] in_keys_q;
  integer i;

  always @(posedge clk_i)
    if (in_load) begin
      in_meta_q  <= grp_meta;
      in_fn_q    <= grp_fn[4:0];
      in_nan_wins_q <= grp_fn[6];
      in_lanes_q <= grp_lanes;
      for (i = 0; i < LANES; i = i + 1) begin
        in_nan_q[i] <= grp_lanes[i] && redux_is_nan(grp_fn[4], grp_a_i[i*64+:31]);
        in_keys_q[i*32+:32] <= redux_key(
            grp_fn[5:0], grp_lanes[i] && !redux_is_nan(grp_fn[4], grp_a_i[i*64+:31]), grp_a_i[i*64+:32]
        );
      end
    end

  // 2. S1: fours of lanes, or pairs if that leaves no more than two levels. Whether the result is NaN is decided here.
  localparam S1_N = LANES < 16 ? LANES / 2 : LANES / 4;
  reg [META_W-1:0] s1_meta_q;
  reg [4:0] s1_fn_q;
  reg [LANES-1:0] s1_lanes_q;
  reg [S1_N*32-1:0] s1_keys_q;
  reg s1_nan_q;
  wire in_any_nan = |in_nan_q;
  wire in_any_number = |(in_lanes_q & ~in_nan_q);
  integer j;

  generate
    if (LANES < 16) begin : g_s1_pairs
      always @(posedge clk_i)
        if (s1_load)
          for (j = 0; j < S1_N; j = j + 1)
            s1_keys_q[j*32+:32] <= redux_node(redux_mode(in_fn_q[2:0]), in_keys_q[j*64+:32], in_keys_q[j*64+32+:32]);
    end else begin : g_s1_fours
      always @(posedge clk_i)
        if (s1_load)
          for (j = 0; j < S1_N; j = j + 1) s1_keys_q[j*32+:32] <= redux_four(redux_mode(in_fn_q[2:0]), in_keys_q[j*128+:128]);
    end
  endgenerate

  always @(posedge clk_i)
    if (s1_load) begin
      s1_meta_q  <= in_meta_q;
      s1_fn_q    <= in_fn_q;
      s1_lanes_q <= in_lanes_q;
      s1_nan_q   <= in_any_nan && (in_nan_wins_q || !in_any_number);
    end

  // 3. S2: two keys; of 4 lanes the last one.
  localparam S2_N = LANES == 4 ? 1 : 2;
  reg [META_W-1:0] s2_meta_q;
  reg [4:0] s2_fn_q;
  reg [LANES-1:0] s2_lanes_q;
  reg [S2_N*32-1:0] s2_keys_q;
  reg s2_nan_q;
  integer k;

  generate
    if (LANES < 32) begin : g_s2_pairs
      always @(posedge clk_i)
        if (s2_load)
          for (k = 0; k < S2_N; k = k + 1)
            s2_keys_q[k*32+:32] <= redux_node(redux_mode(s1_fn_q[2:0]), s1_keys_q[k*64+:32], s1_keys_q[k*64+32+:32]);
    end else begin : g_s2_fours
      always @(posedge clk_i)
        if (s2_load)
          for (k = 0; k < S2_N; k = k + 1) s2_keys_q[k*32+:32] <= redux_four(redux_mode(s1_fn_q[2:0]), s1_keys_q[k*128+:128]);
    end
  endgenerate

  always @(posedge clk_i)
    if (s2_load) begin
      s2_meta_q  <= s1_meta_q;
      s2_fn_q    <= s1_fn_q;
      s2_lanes_q <= s1_lanes_q;
      s2_nan_q   <= s1_nan_q;
    end

  // 4. OUT: the last two, and back from key to value.
  reg [META_W-1:0] out_meta_q;
  reg [LANES-1:0] out_lanes_q;
  reg [31:0] out_d_q;

  generate
    if (LANES == 4) begin : g_out_one
      always @(posedge clk_i) if (out_load) out_d_q <= redux_unkey(s2_fn_q, s2_nan_q, s2_keys_q);
    end else begin : g_out_two
      always @(posedge clk_i)
        if (out_load)
          out_d_q <= redux_unkey(
              s2_fn_q, s2_nan_q, redux_node(redux_mode(s2_fn_q[2:0]), s2_keys_q[31:0], s2_keys_q[63:32])
          );
    end
  endgenerate

  always @(posedge clk_i)
    if (out_load) begin
      out_meta_q  <= s2_meta_q;
      out_lanes_q <= s2_lanes_q;
    end

  assign res_more_o = 1'b0;
  assign res_head_o[`WS_HEAD_STATUS] = WS_ST_OK;
  assign res_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign res_head_o[`WS_HEAD_LANES] = out_lanes_q;
  assign res_head_o[`WS_HEAD_OP] = {WS_UNIT_REDUX, 1'b0, out_meta_q[META_W-1-:7]};
  assign {res_head_o[`WS_HEAD_TAG], res_head_o[`WS_HEAD_WARP]} = out_meta_q[TAG_W+WARP_W-1:0];
  assign res_d_o = {LANES{out_d_q}};
  assign res_d_hi_o = {LANES * 32{1'b0}};
  assign res_p_o = {LANES{1'b0}};
endmodule
`default_nettype wire
