// SPDX-License-Identifier: Apache-2.0
// Unit of shfl.sync (PTX 9.7.9.6): one warp operation per clock.
//
// Stages, each elastic:  FORM 0  IN -> SEL (index calculation done) -> OUT (crossbar done) -> RES, any b and c per lane.
//                        FORM 1  IN -> KEY (class known) -> SEL (selects) -> MID (half the butterfly) -> OUT (all of it) -> RES.
// In FORM 1 lanes with the same b and c are a class; a group of one class takes one clock of KEY, one of n classes 2 n + 1. OUT
// becomes valid with the last class. RES knows whether its group gives one result or two, so that no ready waits for that.
// grp_ready_o: IN is empty, or what stands there moves on for certain: not if n > 1 classes stand before it.
//
// A group in which some lanes read a lane that takes no part gives two results, that of its lowest lane first: SH_SRC_INACTIVE with
// d = 0 for those lanes, OK for the others; res_more_o is 1 with the first. d of lanes that a result does not name is arbitrary, p is
// that of the whole group. An empty group takes one clock and names no lane. No input is illegal.
// STRUCT 1 builds the LUT-level crossbar and index calculation; same function, slow to simulate.
`default_nettype none
`include "ws_layout.vh"
module ws_shfl #(
    parameter LANES  = 32,  // 4, 8, 16, 32
    parameter WARP_W = 2,
    parameter TAG_W  = 8,
    parameter FORM   = 0,   // 0 crossbar, 1 butterfly: less than half the area
    parameter STRUCT = 0    // 0, 1
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
    input  wire [  LANES*32-1:0] grp_c_i,       // a lane: cval in the low bits, seg from bit 8 on
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
  localparam LOG = $clog2(LANES);

  generate
    if (LANES != 4 && LANES != 8 && LANES != 16 && LANES != 32) begin : gen_illegal_lanes
      ws_shfl_illegal_LANES u_illegal ();
    end
    if (FORM != 0 && FORM != 1) begin : gen_illegal_form
      ws_shfl_illegal_FORM u_illegal ();
    end
    if (STRUCT != 0 && STRUCT != 1) begin : gen_illegal_struct
      ws_shfl_illegal_STRUCT u_illegal ();
    end
  endgenerate

  // A group that comes here has no status: what is refused or broken goes to vote. So tag, warp, the mode and which lane is the
  // lowest are all that goes along with its lanes.
  localparam META_W = LANES + 2 + TAG_W + WARP_W;
  wire [11:0] grp_op = grp_head_i[`WS_HEAD_OP];
  wire [LANES-1:0] grp_lanes = grp_head_i[`WS_HEAD_LANES];
  wire unused = &{1'b0, grp_head_i, grp_op[11:2], grp_key_i, grp_addr_i, grp_a_i, grp_b_i, grp_c_i, grp_pred_i};

  // ------------------------------------------------------------------------------------------------ IN
  reg in_valid;
  reg res_valid_q, more_q;  // of RES; another result of its group follows
  wire in_ready;  // it moves on
  wire in_goes, in_free;  // it does for certain if OUT does; it does though OUT stays
  reg [       META_W-1:0] in_meta_q;
  reg [              1:0] in_fn_q;
  reg [        LANES-1:0] in_lanes_q;
  reg [      LANES*32-1:0] in_a_q;
  reg [    LANES*LOG-1:0] in_b_q;
  reg [  LANES*2*LOG-1:0] in_c_q;

  ws_ready ready (
      .room_i     (!in_valid || in_free || (in_goes && !res_valid_q)),
      .follows_i  (in_goes && !more_q),
      .res_ready_i(res_ready_i),
      .ready_o    (grp_ready_o)
  );

  always @(posedge clk_i)
    if (!rst_ni) in_valid <= 1'b0;
    else in_valid <= grp_valid_i || (in_valid && !in_ready);

  always @(posedge clk_i)
    if (grp_valid_i) begin
      in_meta_q  <= {grp_lanes & (-grp_lanes), grp_op[1:0], grp_head_i[`WS_HEAD_TAG], grp_head_i[`WS_HEAD_WARP]};
      in_fn_q    <= grp_op[1:0];
      in_lanes_q <= grp_lanes;
      in_a_q     <= low_a(grp_a_i);
      in_b_q     <= low_b(grp_b_i);
      in_c_q     <= low_c(grp_c_i);
    end

  // The bits of a, b and c that a shuffle looks at, side by side. Functions, called only as IN loads: packing is not free
  // in a simulator.
  function [LANES*32-1:0] low_a;
    input [LANES*64-1:0] a;
    integer i;
    for (i = 0; i < LANES; i = i + 1) low_a[i*32+:32] = a[i*64+:32];
  endfunction

  function [LANES*LOG-1:0] low_b;
    input [LANES*32-1:0] b;
    integer i;
    for (i = 0; i < LANES; i = i + 1) low_b[i*LOG+:LOG] = b[i*32+:LOG];
  endfunction

  function [LANES*2*LOG-1:0] low_c;  // a lane: {seg, cval}
    input [LANES*32-1:0] c;
    integer i;
    for (i = 0; i < LANES; i = i + 1) low_c[i*2*LOG+:2*LOG] = {c[i*32+8+:LOG], c[i*32+:LOG]};
  endfunction

  wire out_valid, out_done;
  wire [META_W-1:0] out_meta;
  wire [LANES-1:0] fine, out_und;  // lanes whose source takes part, lanes whose source does not
  wire [LANES-1:0] out_p;
  wire [LANES*32-1:0] out_d;

  // ------------------------------------------------------------------------------------------------ SEL or NET, OUT
  generate
    if (FORM == 0) begin : gen_xbar
      assign in_goes = 1'b1;
      ws_shfl_sel #(
          .LANES (LANES),
          .META_W(META_W),
          .STRUCT(STRUCT)
      ) u_sel (
          .clk_i      (clk_i),
          .rst_ni     (rst_ni),
          .in_valid_i (in_valid),
          .in_ready_o (in_ready),
          .in_free_o  (in_free),
          .in_meta_i  (in_meta_q),
          .in_fn_i    (in_fn_q),
          .in_lanes_i (in_lanes_q),
          .in_a_i     (in_a_q),
          .in_b_i     (in_b_q),
          .in_c_i     (in_c_q),
          .out_valid_o(out_valid),
          .out_ready_i(out_done),
          .out_meta_o (out_meta),
          .out_fine_o (fine),
          .out_d_o    (out_d),
          .out_p_o    (out_p),
          .out_und_o  (out_und)
      );
    end else begin : gen_bfly
      wire [LANES-1:0] out_lanes;
      assign fine = out_lanes & ~out_und;
      ws_shfl_net #(
          .LANES (LANES),
          .META_W(META_W),
          .STRUCT(STRUCT)
      ) u_net (
          .clk_i      (clk_i),
          .rst_ni     (rst_ni),
          .in_valid_i (in_valid),
          .in_ready_o (in_ready),
          .in_goes_o  (in_goes),
          .in_free_o  (in_free),
          .in_meta_i  (in_meta_q),
          .in_fn_i    (in_fn_q),
          .in_lanes_i (in_lanes_q),
          .in_a_i     (in_a_q),
          .in_b_i     (in_b_q),
          .in_c_i     (in_c_q),
          .out_valid_o(out_valid),
          .out_ready_i(out_done),
          .out_meta_o (out_meta),
          .out_lanes_o(out_lanes),
          .out_d_o    (out_d),
          .out_p_o    (out_p),
          .out_und_o  (out_und)
      );
    end
  endgenerate

  // ------------------------------------------------------------------------------------------------ RES: one result or two
  reg und_q;  // the result is that of res_und_q
  reg [TAG_W+WARP_W+1:0] res_meta_q;
  reg [LANES-1:0] res_fine_q, res_und_q, res_p_q;
  reg [LANES*32-1:0] res_d_q;
  wire [LANES-1:0] lowest = out_meta[META_W-1-:LANES];

  assign out_done = !res_valid_q || (res_ready_i && !more_q);

  always @(posedge clk_i)
    if (!rst_ni) res_valid_q <= 1'b0;
    else if (out_done) res_valid_q <= out_valid;

  always @(posedge clk_i)
    if (out_valid && out_done) begin
      res_meta_q <= out_meta[TAG_W+WARP_W+1:0];
      res_fine_q <= fine;
      res_und_q  <= out_und;
      res_p_q    <= out_p;
      res_d_q    <= out_d;
      more_q     <= |out_und && |fine;
      und_q      <= |out_und && (!(|fine) || |(lowest & out_und));
    end else if (res_ready_i) begin
      more_q <= 1'b0;
      und_q  <= !und_q;
    end

  assign res_valid_o = res_valid_q;
  assign res_more_o = more_q;
  assign res_head_o[`WS_HEAD_STATUS] = und_q ? WS_ST_SH_SRC_INACTIVE : WS_ST_OK;
  assign res_head_o[`WS_HEAD_OPND] = {LANES{1'b0}};
  assign res_head_o[`WS_HEAD_LANES] = und_q ? res_und_q : res_fine_q;
  assign res_head_o[`WS_HEAD_OP] = {WS_OP_SHFL_UP[11:2], res_meta_q[TAG_W+WARP_W+:2]};
  assign {res_head_o[`WS_HEAD_TAG], res_head_o[`WS_HEAD_WARP]} = res_meta_q[TAG_W+WARP_W-1:0];
  assign res_d_o = res_d_q;
  assign res_d_hi_o = {LANES * 32{1'b0}};
  assign res_p_o = res_p_q;
endmodule
`default_nettype wire
