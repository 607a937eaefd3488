// SPDX-License-Identifier: Apache-2.0
// The units of the warp-wide operations, side by side: vote (with elect, activemask, bar.warp and poison), shfl, redux,
// match.all, match.any. This file only wires. Bits of valid and ready: {match_any, match_all, redux, shfl, vote}.
`default_nettype none
module ws_units #(
    parameter LANES      = 32,
    parameter META_W     = 64,
    parameter SHFL_FORM  = 0,
    parameter MATCH_BITS = 4,
    parameter STRUCT     = 0
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,
    // group from ws_sync: grp_valid_i only where grp_ready_o
    input  wire               [4:0] grp_valid_i,
    output wire               [4:0] grp_ready_o,
    input  wire        [META_W-1:0] grp_meta_i,
    input  wire               [7:0] grp_fn_i,
    input  wire                     grp_poison_i,
    input  wire         [LANES-1:0] grp_lanes_i,
    input  wire      [LANES*64-1:0] grp_a_i,
    input  wire      [LANES*32-1:0] grp_b_i,
    input  wire      [LANES*32-1:0] grp_c_i,
    input  wire         [LANES-1:0] grp_pred_i,
    // results
    output wire               [4:0] res_valid_o,
    input  wire               [4:0] res_ready_i,
    // result of ws_vote
    output wire        [META_W-1:0] vote_res_meta_o,
    output wire         [LANES-1:0] vote_res_lanes_o,
    output wire         [LANES-1:0] vote_res_d_o,
    output wire         [LANES-1:0] vote_res_p_o,
    // result of ws_shfl
    output wire        [META_W-1:0] shfl_res_meta_o,
    output wire         [LANES-1:0] shfl_res_lanes_o,
    output wire      [LANES*32-1:0] shfl_res_d_o,
    output wire         [LANES-1:0] shfl_res_p_o,
    output wire         [LANES-1:0] shfl_res_und_o,
    // result of ws_redux
    output wire        [META_W-1:0] redux_res_meta_o,
    output wire         [LANES-1:0] redux_res_lanes_o,
    output wire              [31:0] redux_res_d_o,
    // result of ws_match_all
    output wire        [META_W-1:0] match_all_res_meta_o,
    output wire         [LANES-1:0] match_all_res_lanes_o,
    output wire         [LANES-1:0] match_all_res_d_o,
    output wire                     match_all_res_p_o,
    // result of ws_match_any
    output wire        [META_W-1:0] match_any_res_meta_o,
    output wire         [LANES-1:0] match_any_res_lanes_o,
    output wire   [LANES*LANES-1:0] match_any_res_d_o
);
  wire [LANES*32-1:0] grp_a_low;

  genvar g;
  generate
    for (g = 0; g < LANES; g = g + 1) begin : low
      assign grp_a_low[g*32+:32] = grp_a_i[g*64+:32];
    end
  endgenerate

  ws_vote #(
      .LANES (LANES),
      .META_W(META_W)
  ) vote (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .grp_valid_i (grp_valid_i[0]),
      .grp_ready_o (grp_ready_o[0]),
      .grp_meta_i  (grp_meta_i),
      .grp_fn_i    (grp_fn_i),
      .grp_lanes_i (grp_lanes_i),
      .grp_pred_i  (grp_pred_i),
      .grp_poison_i(grp_poison_i),
      .res_valid_o (res_valid_o[0]),
      .res_ready_i (res_ready_i[0]),
      .res_meta_o  (vote_res_meta_o),
      .res_lanes_o (vote_res_lanes_o),
      .res_d_o     (vote_res_d_o),
      .res_p_o     (vote_res_p_o)
  );

  ws_shfl #(
      .LANES (LANES),
      .META_W(META_W),
      .FORM  (SHFL_FORM),
      .STRUCT(STRUCT)
  ) shfl (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .grp_valid_i(grp_valid_i[1]),
      .grp_ready_o(grp_ready_o[1]),
      .grp_meta_i (grp_meta_i),
      .grp_fn_i   (grp_fn_i),
      .grp_lanes_i(grp_lanes_i),
      .grp_a_i    (grp_a_low),
      .grp_b_i    (grp_b_i),
      .grp_c_i    (grp_c_i),
      .res_valid_o(res_valid_o[1]),
      .res_ready_i(res_ready_i[1]),
      .res_meta_o (shfl_res_meta_o),
      .res_lanes_o(shfl_res_lanes_o),
      .res_d_o    (shfl_res_d_o),
      .res_p_o    (shfl_res_p_o),
      .res_und_o  (shfl_res_und_o)
  );

  ws_redux #(
      .LANES (LANES),
      .META_W(META_W)
  ) redux (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .grp_valid_i(grp_valid_i[2]),
      .grp_ready_o(grp_ready_o[2]),
      .grp_meta_i (grp_meta_i),
      .grp_fn_i   (grp_fn_i),
      .grp_lanes_i(grp_lanes_i),
      .grp_a_i    (grp_a_low),
      .res_valid_o(res_valid_o[2]),
      .res_ready_i(res_ready_i[2]),
      .res_meta_o (redux_res_meta_o),
      .res_lanes_o(redux_res_lanes_o),
      .res_d_o    (redux_res_d_o)
  );

  ws_match_all #(
      .LANES (LANES),
      .META_W(META_W)
  ) match_all (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .grp_valid_i(grp_valid_i[3]),
      .grp_ready_o(grp_ready_o[3]),
      .grp_meta_i (grp_meta_i),
      .grp_fn_i   (grp_fn_i),
      .grp_lanes_i(grp_lanes_i),
      .grp_a_i    (grp_a_i),
      .res_valid_o(res_valid_o[3]),
      .res_ready_i(res_ready_i[3]),
      .res_meta_o (match_all_res_meta_o),
      .res_lanes_o(match_all_res_lanes_o),
      .res_d_o    (match_all_res_d_o),
      .res_p_o    (match_all_res_p_o)
  );

  ws_match_any #(
      .LANES (LANES),
      .META_W(META_W),
      .BITS  (MATCH_BITS),
      .STRUCT(STRUCT)
  ) match_any (
      .clk_i      (clk_i),
      .rst_ni     (rst_ni),
      .grp_valid_i(grp_valid_i[4]),
      .grp_ready_o(grp_ready_o[4]),
      .grp_meta_i (grp_meta_i),
      .grp_fn_i   (grp_fn_i),
      .grp_lanes_i(grp_lanes_i),
      .grp_a_i    (grp_a_i),
      .res_valid_o(res_valid_o[4]),
      .res_ready_i(res_ready_i[4]),
      .res_meta_o (match_any_res_meta_o),
      .res_lanes_o(match_any_res_lanes_o),
      .res_d_o    (match_any_res_d_o)
  );
endmodule
`default_nettype wire
