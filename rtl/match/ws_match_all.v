// SPDX-License-Identifier: Apache-2.0
// Unit of match.all: do all lanes of a group hold the same 32- or 64-bit value?
//
//   operands -> absent lanes 0s -> IN -> OR of the lanes ------> KEY -> a bit in the OR and not in the AND? -> OUT
//                               keys `-> absent lanes 1s -> AND
//
// Latency 3 clocks, one group per clock. p: all are equal; d: then the group, else 0. b64: 64 bits are compared, else the low 32.
// An empty group is equal, with d = 0.
// Why it is right: a bit of the key is equal in all lanes exactly if the AND and the OR over the lanes agree in it. An
// absent lane is 0 where the OR is formed and 1 where the AND is. No lane's key has to be chosen or compared with.
// Zeros cost no LUT: they are the synchronous reset of IN, one control per lane, which comes before its enable and needs no group that enters:
// what stands in IN is then taken, or nothing. Ones do: a LUT takes two lanes into the AND, and four into the OR; a copy of all keys with ones in
// them would save that third, at 64 flops a lane. The unit's own reset touches the valid bits only.
// Each stage may load when it is empty or its content is taken in the same cycle.
`default_nettype none
`include "ws_layout.vh"
module ws_match_all #(
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
  `include "ws_class.vh"

  generate
    if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : g_illegal
      ws_match_all_illegal_LANES illegal ();
    end
  endgenerate

  // A group that comes here has no status: what is refused or broken goes to vote. So tag, warp and the type are all that goes along
  // with its lanes.
  localparam META_W = 1 + TAG_W + WARP_W;
  wire [11:0] grp_op = grp_head_i[`WS_HEAD_OP];
  wire [LANES-1:0] grp_lanes = grp_head_i[`WS_HEAD_LANES];
  wire grp_b64 = match_is_b64(grp_op[7:0]);
  wire [META_W-1:0] grp_meta = {grp_b64, grp_head_i[`WS_HEAD_TAG], grp_head_i[`WS_HEAD_WARP]};
  wire unused = &{1'b0, grp_head_i, grp_op[11:8], grp_key_i, grp_addr_i, grp_b_i, grp_c_i, grp_pred_i};
  reg [META_W-1:0] out_meta_q;
  reg [LANES-1:0] out_lanes_q, out_d_q;
  reg out_p_q;

  reg in_valid;
  wire key_ready, key_valid, key_load, out_ready, out_load;

  ws_ready ready (
      .room_i     (!in_valid || !key_valid || !res_valid_o),
      .follows_i  (1'b1),
      .res_ready_i(res_ready_i),
      .ready_o    (grp_ready_o)
  );

  always @(posedge clk_i)
    if (!rst_ni) in_valid <= 1'b0;
    else in_valid <= grp_valid_i || (in_valid && !key_ready);

  ws_stage u_key (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(in_valid),
      .ready_o(key_ready),
      .valid_o(key_valid),
      .ready_i(out_ready),
      .load_o (key_load)
  );
  ws_stage u_out (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(key_valid),
      .ready_o(out_ready),
      .valid_o(res_valid_o),
      .ready_i(res_ready_i),
      .load_o (out_load)
  );

  function [63:0] or_of_lanes;
    input [LANES*64-1:0] keys;
    integer lane;
    begin
      or_of_lanes = 64'd0;
      for (lane = 0; lane < LANES; lane = lane + 1) or_of_lanes = or_of_lanes | keys[lane*64+:64];
    end
  endfunction

  function [63:0] and_of_lanes;
    input [LANES*64-1:0] keys;
    input [LANES-1:0] lanes;
    integer lane;
    begin
      and_of_lanes = ~64'd0;
      for (lane = 0; lane < LANES; lane = lane + 1) and_of_lanes = and_of_lanes & (keys[lane*64+:64] | {64{!lanes[lane]}});
    end
  endfunction

  // 1. IN: the keys, 0 in absent lanes, and in the upper half unless 64 bits are compared.
  reg [META_W-1:0] in_meta_q;
  reg [LANES-1:0] in_lanes_q;
  reg [LANES*64-1:0] in_keys_q;
  integer i;

  always @(posedge clk_i)
    if (grp_valid_i) begin
      in_meta_q  <= grp_meta;
      in_lanes_q <= grp_lanes;
    end

  always @(posedge clk_i)
    for (i = 0; i < LANES; i = i + 1) begin
      if (grp_ready_o && !grp_lanes[i]) in_keys_q[i*64+:32] <= 32'd0;
      else if (grp_valid_i) in_keys_q[i*64+:32] <= grp_a_i[i*64+:32];
      if (grp_ready_o && !(grp_lanes[i] && grp_b64)) in_keys_q[i*64+32+:32] <= 32'd0;
      else if (grp_valid_i) in_keys_q[i*64+32+:32] <= grp_a_i[i*64+32+:32];
    end

  // 2. KEY: the OR, and the AND with absent lanes 1.
  reg [META_W-1:0] key_meta_q;
  reg [LANES-1:0] key_lanes_q;
  reg [63:0] key_or_q, key_and_q;

  always @(posedge clk_i)
    if (key_load) begin
      key_meta_q  <= in_meta_q;
      key_lanes_q <= in_lanes_q;
      key_or_q    <= or_of_lanes(in_keys_q);
      key_and_q   <= and_of_lanes(in_keys_q, in_lanes_q);
    end

  // 3. OUT: a bit that some lane has and some lane has not?
  wire equal = !(|(key_or_q & ~key_and_q));

  always @(posedge clk_i)
    if (out_load) begin
      out_meta_q  <= key_meta_q;
      out_lanes_q <= key_lanes_q;
      out_d_q     <= key_lanes_q & {LANES{equal}};
      out_p_q     <= equal;
    end

  assign res_more_o = 1'b0;
  assign res_head_o[`WS_HEAD_STATUS] = WS_ST_OK;
  assign res_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign res_head_o[`WS_HEAD_LANES] = out_lanes_q;
  assign res_head_o[`WS_HEAD_OP] = out_meta_q[META_W-1] ? WS_OP_MATCH_ALL_B64 : WS_OP_MATCH_ALL_B32;
  assign {res_head_o[`WS_HEAD_TAG], res_head_o[`WS_HEAD_WARP]} = out_meta_q[TAG_W+WARP_W-1:0];
  assign res_d_hi_o = {LANES * 32{1'b0}};
  wire [31:0] d = {{32 - LANES{1'b0}}, out_d_q};
  assign res_d_o = {LANES{d}};
  assign res_p_o = out_lanes_q & {LANES{out_p_q}};
endmodule
`default_nettype wire
