// SPDX-License-Identifier: Apache-2.0
// Turns results of the units into responses. C twin: ws_core_collect in cmodel/when/collect.c.
//
// Units take turns, the next one with a result after the one that answered last. A shuffle group in which some lanes
// read a lane that takes no part gives two responses in consecutive turns, that of its lowest lane first:
// SH_SRC_INACTIVE for those lanes, the group's own status for the others.
// meta is {status[9:0], opnd[LANES-1:0], op[11:0], tag, warp}. d of lanes not named in rsp_lanes_o is not to be used,
// nor d_hi unless the operation gives 64 bits.
// Latency 1 clock, one response a clock. capture_o tells ws_capture of a response of severity E or T as it is loaded.
`default_nettype none
module ws_collect #(
    parameter LANES  = 32,
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter META_W = 10 + LANES + 12 + TAG_W + WARP_W
) (
    input  wire                clk_i,
    input  wire                rst_ni,
    // from ws_vote
    input  wire                vote_res_valid_i,
    output wire                vote_res_ready_o,
    input  wire [  META_W-1:0] vote_res_meta_i,
    input  wire [   LANES-1:0] vote_res_lanes_i,
    input  wire [   LANES-1:0] vote_res_d_i,
    input  wire [   LANES-1:0] vote_res_p_i,
    // from ws_shfl
    input  wire                shfl_res_valid_i,
    output wire                shfl_res_ready_o,
    input  wire [  META_W-1:0] shfl_res_meta_i,
    input  wire [   LANES-1:0] shfl_res_lanes_i,
    input  wire [LANES*32-1:0] shfl_res_d_i,
    input  wire [   LANES-1:0] shfl_res_p_i,
    input  wire [   LANES-1:0] shfl_res_und_i,
    // from ws_redux
    input  wire                redux_res_valid_i,
    output wire                redux_res_ready_o,
    input  wire [  META_W-1:0] redux_res_meta_i,
    input  wire [   LANES-1:0] redux_res_lanes_i,
    input  wire [        31:0] redux_res_d_i,
    // from ws_match_all
    input  wire                match_all_res_valid_i,
    output wire                match_all_res_ready_o,
    input  wire [  META_W-1:0] match_all_res_meta_i,
    input  wire [   LANES-1:0] match_all_res_lanes_i,
    input  wire [   LANES-1:0] match_all_res_d_i,
    input  wire                match_all_res_p_i,
    // from ws_match_any
    input  wire                   match_any_res_valid_i,
    output wire                   match_any_res_ready_o,
    input  wire [     META_W-1:0] match_any_res_meta_i,
    input  wire [      LANES-1:0] match_any_res_lanes_i,
    input  wire [LANES*LANES-1:0] match_any_res_d_i,
    // from ws_mbar: operations
    input  wire                mbar_res_valid_i,
    output wire                mbar_res_ready_o,
    input  wire [  META_W-1:0] mbar_res_meta_i,
    input  wire [   LANES-1:0] mbar_res_lanes_i,
    input  wire                mbar_res_token_i,  // d is mark_i, else bits 30:11 of d_hi
    input  wire [         1:0] mbar_res_mark_i,
    input  wire [LANES*32-1:0] mbar_res_d_hi_i,
    input  wire [   LANES-1:0] mbar_res_p_i,
    // from ws_mbar: lanes whose wait has ended
    input  wire                wake_res_valid_i,
    output wire                wake_res_ready_o,
    input  wire [  META_W-1:0] wake_res_meta_i,
    input  wire [   LANES-1:0] wake_res_lanes_i,
    input  wire                wake_res_p_i,
    // from ws_bar
    input  wire                bar_res_valid_i,
    output wire                bar_res_ready_o,
    input  wire [  META_W-1:0] bar_res_meta_i,
    input  wire [   LANES-1:0] bar_res_lanes_i,
    input  wire [        10:0] bar_res_d_i,
    input  wire                bar_res_p_i,
    // response
    output reg                 rsp_valid_o,
    input  wire                rsp_ready_i,
    output reg  [   TAG_W-1:0] rsp_tag_o,
    output reg  [  WARP_W-1:0] rsp_warp_o,
    output reg  [        11:0] rsp_op_o,
    output reg  [   LANES-1:0] rsp_lanes_o,
    output reg  [         9:0] rsp_status_o,
    output reg  [LANES*32-1:0] rsp_d_o,
    output reg  [LANES*32-1:0] rsp_d_hi_o,
    output reg  [   LANES-1:0] rsp_p_o,
    // to ws_capture, with the response as it will stand in the next cycle
    output wire                capture_o,
    output wire [  META_W-1:0] capture_meta_o,
    output wire [   LANES-1:0] capture_lanes_o
);
  `include "ws_ops.vh"

  // The lowest source of a set, without a carry.
  function [7:0] first(input [7:0] set);
    integer n;
    begin
      first = 8'd0;
      for (n = 0; n < 8; n = n + 1) first[n] = set[n] && !(|(set & ((8'd1 << n) - 8'd1)));
    end
  endfunction

  // Whose turn: one bit a source, in the order {bar, wake, mbar, match_any, match_all, redux, shfl, vote}.
  reg [7:0] above_q;  // sources after the one that answered last
  reg       half_q;  // the shuffle still owes its second response

  wire [7:0] valid = {
    bar_res_valid_i,
    wake_res_valid_i,
    mbar_res_valid_i,
    match_any_res_valid_i,
    match_all_res_valid_i,
    redux_res_valid_i,
    shfl_res_valid_i,
    vote_res_valid_i
  };
  wire [7:0] above = valid & above_q;
  wire [7:0] turn = half_q ? 8'b00000010 : |above ? first(above) : first(valid);
  wire       free = !rsp_valid_o || rsp_ready_i;
  wire       load = free && |valid;

  // The two halves of a shuffle group.
  wire [LANES-1:0] lowest = shfl_res_lanes_i & (-shfl_res_lanes_i);
  wire [LANES-1:0] fine = shfl_res_lanes_i & ~shfl_res_und_i;
  wire             both = turn[1] && |shfl_res_und_i && |fine;
  wire             und_first = |shfl_res_und_i && (!(|fine) || |(lowest & shfl_res_und_i));
  wire             und = turn[1] && (und_first ^ half_q);
  wire             last = !both || half_q;
  wire [      7:0] ready = load && last ? turn : 8'd0;

  assign bar_res_ready_o  = ready[7];
  assign wake_res_ready_o = ready[6];
  assign mbar_res_ready_o = ready[5];
  assign {match_any_res_ready_o, match_all_res_ready_o, redux_res_ready_o, shfl_res_ready_o, vote_res_ready_o} = ready[4:0];

  wire [META_W-1:0] meta = ({META_W{turn[0]}} & vote_res_meta_i) | ({META_W{turn[1]}} & shfl_res_meta_i) |
                           ({META_W{turn[2]}} & redux_res_meta_i) | ({META_W{turn[3]}} & match_all_res_meta_i) |
                           ({META_W{turn[4]}} & match_any_res_meta_i) | ({META_W{turn[5]}} & mbar_res_meta_i) |
                           ({META_W{turn[6]}} & wake_res_meta_i) | ({META_W{turn[7]}} & bar_res_meta_i);
  wire [ LANES-1:0] lanes = ({LANES{turn[0]}} & vote_res_lanes_i) |
                            ({LANES{turn[1]}} & (und ? shfl_res_und_i : fine)) |
                            ({LANES{turn[2]}} & redux_res_lanes_i) | ({LANES{turn[3]}} & match_all_res_lanes_i) |
                            ({LANES{turn[4]}} & match_any_res_lanes_i) | ({LANES{turn[5]}} & mbar_res_lanes_i) |
                            ({LANES{turn[6]}} & wake_res_lanes_i) | ({LANES{turn[7]}} & bar_res_lanes_i);
  wire [ LANES-1:0] p = ({LANES{turn[0]}} & vote_res_p_i) | ({LANES{turn[1]}} & shfl_res_p_i) |
                        ({LANES{turn[3] & match_all_res_p_i}} & match_all_res_lanes_i) |
                        ({LANES{turn[5]}} & mbar_res_p_i) | ({LANES{turn[6] & wake_res_p_i}} & wake_res_lanes_i) |
                        ({LANES{turn[7] & bar_res_p_i}} & bar_res_lanes_i);
  wire [       9:0] status = und ? WS_ST_SH_SRC_INACTIVE : meta[META_W-1-:10];
  wire              value = turn[5] && !mbar_res_token_i;
  // One value for all lanes, from the units that give one.
  wire [      31:0] common = ({32{turn[2]}} & redux_res_d_i) | {21'd0, {11{turn[7]}} & bar_res_d_i} |
                             {30'd0, {2{turn[5] && mbar_res_token_i}} & mbar_res_mark_i} |
                             {{32 - LANES{1'b0}}, ({LANES{turn[0]}} & vote_res_d_i) |
                                                  ({LANES{turn[3]}} & match_all_res_d_i)};

  assign capture_o = load && status[9];
  assign capture_meta_o = meta;
  assign capture_lanes_o = lanes;

  always @(posedge clk_i)
    if (!rst_ni) begin
      rsp_valid_o <= 1'b0;
      above_q     <= 8'b11111110;
      half_q      <= 1'b0;
    end else if (free) begin
      rsp_valid_o <= |valid;
      if (|valid) begin
        above_q <= ~(turn | (turn - 8'd1));
        half_q  <= !last;
      end
    end

  integer i;

  always @(posedge clk_i)
    if (load) begin
      {rsp_op_o, rsp_tag_o, rsp_warp_o} <= meta[12+TAG_W+WARP_W-1:0];
      rsp_lanes_o  <= lanes;
      rsp_status_o <= status;
      rsp_p_o      <= p;
      for (i = 0; i < LANES; i = i + 1)
        rsp_d_o[i*32+:32] <= ({32{turn[1]}} & shfl_res_d_i[i*32+:32]) | {12'd0, {20{value}} & mbar_res_d_hi_i[i*32+11+:20]} |
                             {{32 - LANES{1'b0}}, {LANES{turn[4]}} & match_any_res_d_i[i*LANES+:LANES]} | common;
      if (turn[5]) rsp_d_hi_o <= mbar_res_d_hi_i;
      else if (turn[0]) rsp_d_hi_o <= {LANES * 32{1'b0}};  // an operation that gives 64 bits, refused
    end
endmodule
`default_nettype wire
