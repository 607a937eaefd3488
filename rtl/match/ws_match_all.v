// SPDX-License-Identifier: Apache-2.0
// Family unit of match.all: do all lanes of a group hold the same 32- or 64-bit value?
//
//   operands -> absent lanes 0s -> IN -> OR of the lanes ------> KEY -> a bit in the OR and not in the AND? -> OUT
//                               keys `-> absent lanes 1s -> keys     `-> AND of the lanes
//
// Latency 3 clocks, one group per clock. p: all are equal; d: then the group, else 0. fn[1]: compare 64 bits, else the low 32.
// An empty group is equal, with d = 0.
// Why it is right: a bit of the key is equal in all lanes exactly if the AND and the OR over the lanes agree in it. An
// absent lane is 0 where the OR is formed and 1 where the AND is. No lane's key has to be chosen or compared with.
// The fill costs no LUT: it is the synchronous reset or set of the key registers, one control per lane. This gates data;
// the unit's own reset touches the valid bits only.
// Each stage may load when it is empty or its content is taken in the same cycle.
`default_nettype none
module ws_match_all #(
    parameter LANES  = 32,  // 4, 8, 16 or 32
    parameter META_W = 16   // bits that travel with the group
) (
    input  wire                clk_i,
    input  wire                rst_ni,
    // From ws_sync
    input  wire                grp_valid_i,
    output wire                grp_ready_o,
    input  wire [  META_W-1:0] grp_meta_i,
    input  wire [         7:0] grp_fn_i,
    input  wire [   LANES-1:0] grp_lanes_i,
    input  wire [LANES*64-1:0] grp_a_i,
    // To ws_collect
    output wire                res_valid_o,
    input  wire                res_ready_i,
    output reg  [  META_W-1:0] res_meta_o,
    output reg  [   LANES-1:0] res_lanes_o,
    output reg  [   LANES-1:0] res_d_o,
    output reg                 res_p_o
);
  generate
    if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : g_illegal
      ws_match_all_illegal_LANES illegal ();
    end
  endgenerate

  wire in_valid, in_load, key_ready, key_valid, key_load, out_ready, out_load;

  ws_stage u_in (
      .clk_i  (clk_i),
      .rst_ni (rst_ni),
      .valid_i(grp_valid_i),
      .ready_o(grp_ready_o),
      .valid_o(in_valid),
      .ready_i(key_ready),
      .load_o (in_load)
  );
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
    integer lane;
    begin
      and_of_lanes = ~64'd0;
      for (lane = 0; lane < LANES; lane = lane + 1) and_of_lanes = and_of_lanes & keys[lane*64+:64];
    end
  endfunction

  // 1. IN: the keys, 0 in absent lanes, and in the upper half unless 64 bits are compared.
  reg [META_W-1:0] in_meta_q;
  reg [LANES-1:0] in_lanes_q;
  reg [LANES*64-1:0] in_keys_q;
  wire grp_b64 = grp_fn_i[1];
  wire unused_fn = &{1'b0, grp_fn_i[7:2], grp_fn_i[0]};
  integer i;

  always @(posedge clk_i)
    if (in_load) begin
      in_meta_q  <= grp_meta_i;
      in_lanes_q <= grp_lanes_i;
      for (i = 0; i < LANES; i = i + 1) begin
        in_keys_q[i*64+:32]    <= grp_lanes_i[i] ? grp_a_i[i*64+:32] : 32'd0;
        in_keys_q[i*64+32+:32] <= grp_lanes_i[i] && grp_b64 ? grp_a_i[i*64+32+:32] : 32'd0;
      end
    end

  // 2. KEY: the OR, and the keys with absent lanes 1.
  reg [META_W-1:0] key_meta_q;
  reg [LANES-1:0] key_lanes_q;
  reg [LANES*64-1:0] key_keys_q;
  reg [63:0] key_or_q;
  integer j;

  always @(posedge clk_i)
    if (key_load) begin
      key_meta_q  <= in_meta_q;
      key_lanes_q <= in_lanes_q;
      key_or_q    <= or_of_lanes(in_keys_q);
      for (j = 0; j < LANES; j = j + 1) key_keys_q[j*64+:64] <= in_lanes_q[j] ? in_keys_q[j*64+:64] : ~64'd0;
    end

  // 3. OUT: a bit that some lane has and some lane has not?
  wire equal = !(|(key_or_q & ~and_of_lanes(key_keys_q)));

  always @(posedge clk_i)
    if (out_load) begin
      res_meta_o  <= key_meta_q;
      res_lanes_o <= key_lanes_q;
      res_d_o     <= key_lanes_q & {LANES{equal}};
      res_p_o     <= equal;
    end
endmodule
`default_nettype wire
