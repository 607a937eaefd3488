// SPDX-License-Identifier: Apache-2.0
// The units that take a group as it comes, side by side: vote (with elect, activemask, bar.warp and poison), shfl, redux,
// match.all, match.any, and the barriers of the CTAs. This file only wires. Bits of valid and ready: {bar, match_any,
// match_all, redux, shfl, vote}. meta is {status[9:0], opnd[LANES-1:0], op[11:0], tag, warp}.
//
// A group of shfl, redux or match has no status: what is refused or poisoned goes to vote, and CV_EXITED_MEMBER is for elect
// and bar.warp alone. opnd is only for statuses. So those units carry tag, warp and the bits of op that differ among theirs.
// A family that FAMILIES leaves out is not built: no group ever goes to it, and nothing comes from it.
`default_nettype none
module ws_units #(
    parameter       LANES      = 32,
    parameter       WARPS      = 4,
    parameter       SLOTS      = 1,
    parameter       WARP_W     = 2,
    parameter       TAG_W      = 8,
    parameter [15:0] FAMILIES  = 16'hffff,
    parameter       SHFL_FORM  = 0,
    parameter       MATCH_BITS = 4,
    parameter       STRUCT     = 0,
    parameter       META_W     = 10 + LANES + 12 + TAG_W + WARP_W
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,
    // group from ws_sync: grp_valid_i only where grp_ready_o
    input  wire               [5:0] grp_valid_i,
    output wire               [5:0] grp_ready_o,
    input  wire        [META_W-1:0] grp_meta_i,
    input  wire         [LANES-1:0] grp_lanes_i,
    input  wire      [LANES*64-1:0] grp_a_i,
    input  wire      [LANES*32-1:0] grp_b_i,
    input  wire      [LANES*32-1:0] grp_c_i,
    input  wire         [LANES-1:0] grp_pred_i,
    input  wire              [11:0] grp_key_i,
    // warps and CTAs, for ws_bar
    input  wire               [3:0] cfg_ctas_i,
    input  wire   [WARPS*LANES-1:0] live_i,
    input  wire         [SLOTS-1:0] start_i,
    input  wire                     launch_i,
    input  wire        [WARP_W-1:0] launch_warp_i,
    input  wire               [5:0] launch_warps_i,
    output wire   [WARPS*LANES-1:0] bar_away_o,
    output wire                     bar_quiet_o,
    output wire               [2:0] clb_o,
    input  wire                     clb_phase_i,
    // results
    output wire               [5:0] res_valid_o,
    input  wire               [5:0] res_ready_i,
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
    output wire   [LANES*LANES-1:0] match_any_res_d_o,
    // result of ws_bar
    output wire        [META_W-1:0] bar_res_meta_o,
    output wire         [LANES-1:0] bar_res_lanes_o,
    output wire              [10:0] bar_res_d_o,
    output wire                     bar_res_p_o
);
  `include "ws_ops.vh"
  localparam WHO_W = TAG_W + WARP_W;

  wire [       9:0] grp_status, bar_res_status;
  wire [ LANES-1:0] grp_opnd;
  wire [      11:0] grp_op, bar_res_op;
  wire [ TAG_W-1:0] grp_tag, bar_res_tag;
  wire [WARP_W-1:0] grp_warp, bar_res_warp;

  assign {grp_status, grp_opnd, grp_op, grp_tag, grp_warp} = grp_meta_i;
  assign bar_res_meta_o = {bar_res_status, {LANES{1'b0}}, bar_res_op, bar_res_tag, bar_res_warp};

  wire [WHO_W+1:0] shfl_res_who;
  wire [WHO_W+6:0] redux_res_who;
  wire [WHO_W:0] match_all_res_who, match_any_res_who;

  assign shfl_res_meta_o = {WS_ST_OK, {LANES{1'b0}}, WS_OP_SHFL_UP[11:2], shfl_res_who};
  assign redux_res_meta_o = {WS_ST_OK, {LANES{1'b0}}, WS_UNIT_REDUX, 1'b0, redux_res_who};
  assign match_all_res_meta_o = {
    WS_ST_OK, {LANES{1'b0}}, WS_OP_MATCH_ALL_B32[11:2], match_all_res_who[WHO_W], 1'b1, match_all_res_who[WHO_W-1:0]
  };
  assign match_any_res_meta_o = {
    WS_ST_OK, {LANES{1'b0}}, WS_OP_MATCH_ANY_B32[11:2], match_any_res_who[WHO_W], 1'b0, match_any_res_who[WHO_W-1:0]
  };

  wire [LANES*32-1:0] grp_a_low;

  genvar g;
  generate
    for (g = 0; g < LANES; g = g + 1) begin : low
      assign grp_a_low[g*32+:32] = grp_a_i[g*64+:32];
    end
  endgenerate

  // Whether somebody looks at these depends on what is built.
  wire unused = &{1'b0, grp_status, grp_opnd, grp_op, grp_tag, grp_warp, grp_a_i, grp_a_low, grp_b_i, grp_c_i};

  ws_vote #(
      .LANES (LANES),
      .META_W(META_W)
  ) vote (
      .clk_i       (clk_i),
      .rst_ni      (rst_ni),
      .grp_valid_i (grp_valid_i[0]),
      .grp_ready_o (grp_ready_o[0]),
      .grp_meta_i  (grp_meta_i),
      .grp_fn_i    (grp_op[7:0]),
      .grp_lanes_i (grp_lanes_i),
      .grp_pred_i  (grp_pred_i),
      .grp_poison_i(grp_status[9]),
      .res_valid_o (res_valid_o[0]),
      .res_ready_i (res_ready_i[0]),
      .res_meta_o  (vote_res_meta_o),
      .res_lanes_o (vote_res_lanes_o),
      .res_d_o     (vote_res_d_o),
      .res_p_o     (vote_res_p_o)
  );

  generate
    if (FAMILIES[WS_FAMILY_SHFL]) begin : with_shfl
      ws_shfl #(
          .LANES (LANES),
          .META_W(WHO_W + 2),
          .FORM  (SHFL_FORM),
          .STRUCT(STRUCT)
      ) shfl (
          .clk_i      (clk_i),
          .rst_ni     (rst_ni),
          .grp_valid_i(grp_valid_i[1]),
          .grp_ready_o(grp_ready_o[1]),
          .grp_meta_i (grp_meta_i[WHO_W+1:0]),
          .grp_fn_i   (grp_op[7:0]),
          .grp_lanes_i(grp_lanes_i),
          .grp_a_i    (grp_a_low),
          .grp_b_i    (grp_b_i),
          .grp_c_i    (grp_c_i),
          .res_valid_o(res_valid_o[1]),
          .res_ready_i(res_ready_i[1]),
          .res_meta_o (shfl_res_who),
          .res_lanes_o(shfl_res_lanes_o),
          .res_d_o    (shfl_res_d_o),
          .res_p_o    (shfl_res_p_o),
          .res_und_o  (shfl_res_und_o)
      );
    end else begin : no_shfl
      wire unused_shfl = &{1'b0, grp_valid_i[1], res_ready_i[1]};
      assign {grp_ready_o[1], res_valid_o[1], shfl_res_who, shfl_res_lanes_o, shfl_res_d_o, shfl_res_p_o, shfl_res_und_o} = 0;
    end
  endgenerate

  generate
    if (FAMILIES[WS_FAMILY_REDUX]) begin : with_redux
      ws_redux #(
          .LANES (LANES),
          .META_W(WHO_W + 7)
      ) redux (
          .clk_i      (clk_i),
          .rst_ni     (rst_ni),
          .grp_valid_i(grp_valid_i[2]),
          .grp_ready_o(grp_ready_o[2]),
          .grp_meta_i (grp_meta_i[WHO_W+6:0]),
          .grp_fn_i   (grp_op[7:0]),
          .grp_lanes_i(grp_lanes_i),
          .grp_a_i    (grp_a_low),
          .res_valid_o(res_valid_o[2]),
          .res_ready_i(res_ready_i[2]),
          .res_meta_o (redux_res_who),
          .res_lanes_o(redux_res_lanes_o),
          .res_d_o    (redux_res_d_o)
      );
    end else begin : no_redux
      wire unused_redux = &{1'b0, grp_valid_i[2], res_ready_i[2]};
      assign {grp_ready_o[2], res_valid_o[2], redux_res_who, redux_res_lanes_o, redux_res_d_o} = 0;
    end
  endgenerate

  generate
    if (FAMILIES[WS_FAMILY_MATCH]) begin : with_match
      ws_match_all #(
          .LANES (LANES),
          .META_W(WHO_W + 1)
      ) match_all (
          .clk_i      (clk_i),
          .rst_ni     (rst_ni),
          .grp_valid_i(grp_valid_i[3]),
          .grp_ready_o(grp_ready_o[3]),
          .grp_meta_i ({grp_op[1], grp_meta_i[WHO_W-1:0]}),
          .grp_fn_i   (grp_op[7:0]),
          .grp_lanes_i(grp_lanes_i),
          .grp_a_i    (grp_a_i),
          .res_valid_o(res_valid_o[3]),
          .res_ready_i(res_ready_i[3]),
          .res_meta_o (match_all_res_who),
          .res_lanes_o(match_all_res_lanes_o),
          .res_d_o    (match_all_res_d_o),
          .res_p_o    (match_all_res_p_o)
      );

      ws_match_any #(
          .LANES (LANES),
          .META_W(WHO_W + 1),
          .BITS  (MATCH_BITS),
          .STRUCT(STRUCT)
      ) match_any (
          .clk_i      (clk_i),
          .rst_ni     (rst_ni),
          .grp_valid_i(grp_valid_i[4]),
          .grp_ready_o(grp_ready_o[4]),
          .grp_meta_i ({grp_op[1], grp_meta_i[WHO_W-1:0]}),
          .grp_fn_i   (grp_op[7:0]),
          .grp_lanes_i(grp_lanes_i),
          .grp_a_i    (grp_a_i),
          .res_valid_o(res_valid_o[4]),
          .res_ready_i(res_ready_i[4]),
          .res_meta_o (match_any_res_who),
          .res_lanes_o(match_any_res_lanes_o),
          .res_d_o    (match_any_res_d_o)
      );
    end else begin : no_match
      wire unused_match = &{1'b0, grp_valid_i[4:3], res_ready_i[4:3]};
      assign {grp_ready_o[4:3], res_valid_o[4:3]} = 0;
      assign {match_all_res_who, match_all_res_lanes_o, match_all_res_d_o, match_all_res_p_o} = 0;
      assign {match_any_res_who, match_any_res_lanes_o, match_any_res_d_o} = 0;
    end
  endgenerate

  generate
    if (FAMILIES[WS_FAMILY_BAR]) begin : with_bar
      ws_bar #(
          .LANES (LANES),
          .WARPS (WARPS),
          .SLOTS (SLOTS),
          .WARP_W(WARP_W),
          .TAG_W (TAG_W)
      ) bar (
          .clk_i         (clk_i),
          .rst_ni        (rst_ni),
          .cfg_ctas_i    (cfg_ctas_i),
          .grp_valid_i   (grp_valid_i[5]),
          .grp_ready_o   (grp_ready_o[5]),
          .grp_warp_i    (grp_warp),
          .grp_tag_i     (grp_tag),
          .grp_op_i      (grp_op),
          .grp_lanes_i   (grp_lanes_i),
          .grp_pred_i    (grp_pred_i),
          .grp_key_i     (grp_key_i),
          .grp_status_i  (grp_status),
          .live_i        (live_i),
          .start_i       (start_i),
          .launch_i      (launch_i),
          .launch_warp_i (launch_warp_i),
          .launch_warps_i(launch_warps_i),
          .away_o        (bar_away_o),
          .quiet_o       (bar_quiet_o),
          .res_valid_o   (res_valid_o[5]),
          .res_ready_i   (res_ready_i[5]),
          .res_tag_o     (bar_res_tag),
          .res_warp_o    (bar_res_warp),
          .res_op_o      (bar_res_op),
          .res_lanes_o   (bar_res_lanes_o),
          .res_status_o  (bar_res_status),
          .res_d_o       (bar_res_d_o),
          .res_p_o       (bar_res_p_o),
          .clb_o         (clb_o),
          .clb_phase_i   (clb_phase_i)
      );
    end else begin : no_bar
      wire unused_bar = &{1'b0, grp_valid_i[5], res_ready_i[5], grp_key_i, cfg_ctas_i, live_i, start_i, launch_i, launch_warp_i, launch_warps_i, clb_phase_i};
      assign {grp_ready_o[5], res_valid_o[5], bar_away_o, clb_o} = 0;
      assign bar_quiet_o = 1'b1;
      assign {bar_res_tag, bar_res_warp, bar_res_op, bar_res_lanes_o, bar_res_status, bar_res_d_o, bar_res_p_o} = 0;
    end
  endgenerate
endmodule
`default_nettype wire
