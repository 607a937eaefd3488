// SPDX-License-Identifier: Apache-2.0
// The units without a state of their own: the handshake of their result port, and that every group comes out once, in
// order, with its own meta and lanes, in time (group_once in port_props.v). 4 lanes, operands as wide as they are.
// v_NAME stands for what must not depend on the input r_NAME in the same clock.
`default_nettype none
`include "ws_layout.vh"

// What is to be shown of each unit. res_i is its result port: valid, meta, lanes, and what else holds while it stands.
module result_once #(
    parameter W     = 9,  // bits of res_i, at least 8
    parameter DEPTH = 2,
    parameter LATE  = 2
) (
    input  wire         clk_i, rst_ni, want_i, ready_i,
    output wire         take_o,  // a group is taken in this clock
    input  wire         mark_i,
    input  wire [  2:0] meta_i,
    input  wire [  3:0] lanes_i,
    input  wire [W-1:0] res_i,
    input  wire         r_res_i,
    output wire         bad_o,
    output wire [  3:0] reached_o
);
  wire on, valid, bad_port, bad_once;
  wire [2:0] meta;
  wire [3:0] lanes;
  assign {valid, meta, lanes} = res_i[W-1-:8];
  assign take_o = want_i && ready_i && on;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));
  port_out #(.W(W - 1)) port (
      .clk_i(clk_i), .on_i(on), .valid_i(valid), .ready_i(r_res_i), .payload_i(res_i[W-2:0]), .bad_o(bad_port),
      .waited_o(reached_o[3]));
  group_once #(.DEPTH(DEPTH), .LATE(LATE)) once (
      .clk_i(clk_i), .rst_ni(rst_ni), .on_i(on), .take_i(take_o), .mark_i(mark_i), .meta_i(meta_i), .lanes_i(lanes_i),
      .valid_i(valid), .ready_i(r_res_i), .meta_o_i(meta), .lanes_o_i(lanes), .bad_o(bad_once), .reached_o(reached_o[2:0]));
  assign bad_o = bad_port || bad_once;
endmodule

// The record of a group of 4 lanes, with 2 bits of tag and one of warp, which together are its meta here.
`define HEAD(STATUS, LANES_IN, OP, META) {STATUS, 4'd0, LANES_IN, OP, META}
`define OUT_OF(HEAD, META, LANES_OUT) \
  wire [2:0] META = {HEAD[`WS_HEAD_TAG], HEAD[`WS_HEAD_WARP]}; \
  wire [3:0] LANES_OUT = HEAD[`WS_HEAD_LANES];

module pipe_vote (
    input  wire        clk_i, rst_ni, want, mark, r_res,
    input  wire [ 2:0] meta,
    input  wire [ 7:0] fn,
    input  wire [ 3:0] lanes, pred,
    input  wire        poison,
    output wire        bad,
    output wire [ 3:0] reached,
    output wire [15:0] v_res
);
  localparam LANES = 4, TAG_W = 2, WARP_W = 1;
  `include "ws_ops.vh"
  wire ready, take, valid;
  wire [`WS_HEAD_W-1:0] head;
  wire [127:0] d;
  wire [3:0] p;
  ws_vote #(.LANES(4), .TAG_W(2), .WARP_W(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .grp_valid_i(take), .grp_ready_o(ready),
      .grp_head_i(`HEAD((poison ? WS_ST_CV_MISSING : WS_ST_OK), lanes, {WS_UNIT_VOTE, fn}, meta)), .grp_key_i(12'd0),
      .grp_addr_i(256'd0), .grp_a_i(256'd0), .grp_b_i(128'd0), .grp_c_i(128'd0), .grp_pred_i(pred), .res_valid_o(valid),
      .res_ready_i(r_res), .res_more_o(), .res_head_o(head), .res_d_o(d), .res_d_hi_o(), .res_p_o(p));
  `OUT_OF(head, m, l)
  assign v_res = {valid, m, l, d[3:0], p};
  result_once #(.W(16), .DEPTH(2), .LATE(2)) once (
      .clk_i(clk_i), .rst_ni(rst_ni), .want_i(want), .ready_i(ready), .take_o(take), .mark_i(mark), .meta_i(meta),
      .lanes_i(lanes), .res_i(v_res), .r_res_i(r_res), .bad_o(bad), .reached_o(reached));
endmodule

module pipe_shfl #(
    parameter FORM = 0,
    parameter DEPTH = 4,
    parameter LATE = 8
) (
    input  wire         clk_i, rst_ni, want, mark, r_res,
    input  wire [  2:0] meta,
    input  wire [  1:0] fn,
    input  wire [  3:0] lanes,
    input  wire [127:0] a,
    input  wire [  7:0] b,
    input  wire [ 15:0] c,
    output wire         bad,
    output wire [  3:0] reached,
    output wire [140:0] v_res
);
  localparam LANES = 4, TAG_W = 2, WARP_W = 1;
  `include "ws_ops.vh"
  wire ready, take, valid, more;
  wire [`WS_HEAD_W-1:0] head;
  wire [3:0] p;
  wire [127:0] d;
  wire [127:0] wide_b, wide_c;
  wire [255:0] wide_a;
  genvar g;
  generate
    for (g = 0; g < 4; g = g + 1) begin : operand
      assign wide_a[g*64+:64] = {32'd0, a[g*32+:32]};
      assign wide_b[g*32+:32] = {30'd0, b[g*2+:2]};
      assign wide_c[g*32+:32] = {22'd0, c[g*4+2+:2], 6'd0, c[g*4+:2]};
    end
  endgenerate
  ws_shfl #(.LANES(4), .TAG_W(2), .WARP_W(1), .FORM(FORM), .STRUCT(0)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .grp_valid_i(take), .grp_ready_o(ready),
      .grp_head_i(`HEAD(WS_ST_OK, lanes, {WS_OP_SHFL_UP[11:2], fn}, meta)), .grp_key_i(12'd0), .grp_addr_i(256'd0), .grp_a_i(wide_a),
      .grp_b_i(wide_b), .grp_c_i(wide_c), .grp_pred_i(4'd0), .res_valid_o(valid), .res_ready_i(r_res), .res_more_o(more),
      .res_head_o(head), .res_d_o(d), .res_d_hi_o(), .res_p_o(p));
  `OUT_OF(head, m, l)
  assign v_res = {valid, m, l, d, p, more};
  // The two results of a group are one for the rules: that with `more` is put together with the one that follows.
  reg held;  // the first of two is taken
  reg [3:0] first;
  reg [2:0] first_meta;
  wire [6:0] whole = {m, held ? first | l : l};
  wire wrong_pair = held && (!valid || more || m != first_meta || (first & l) != 0 || l == 0) || (valid && more && l == 0);
  wire bad_port, bad_once, on;
  wire [3:0] reached_once;
  always @(posedge clk_i)
    if (!rst_ni) held <= 1'b0;
    else if (valid && r_res) begin
      held <= more;
      first <= l;
      first_meta <= m;
    end
  assign take = want && ready && on;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));
  port_out #(.W(140)) port (
      .clk_i(clk_i), .on_i(on), .valid_i(valid), .ready_i(r_res), .payload_i(v_res[139:0]), .bad_o(bad_port), .waited_o(reached[3]));
  group_once #(.DEPTH(DEPTH), .LATE(LATE)) once (
      .clk_i(clk_i), .rst_ni(rst_ni), .on_i(on), .take_i(take), .mark_i(mark), .meta_i(meta), .lanes_i(lanes),
      .valid_i(valid && !more), .ready_i(r_res), .meta_o_i(whole[6:4]), .lanes_o_i(whole[3:0]), .bad_o(bad_once), .reached_o(reached[2:0]));
  assign bad = bad_port || bad_once || (on && wrong_pair);
endmodule

module pipe_shfl_bfly (
    input  wire         clk_i, rst_ni, want, mark, r_res,
    input  wire [  2:0] meta,
    input  wire [  1:0] fn,
    input  wire [  3:0] lanes,
    input  wire [127:0] a,
    input  wire [  7:0] b,
    input  wire [ 15:0] c,
    output wire         bad,
    output wire [  3:0] reached,
    output wire [140:0] v_res
);
  // four classes in each of the two groups that have not left KEY
  pipe_shfl #(.FORM(1), .DEPTH(6), .LATE(25)) shfl (
      .clk_i(clk_i), .rst_ni(rst_ni), .want(want), .mark(mark), .r_res(r_res), .meta(meta), .fn(fn), .lanes(lanes), .a(a),
      .b(b), .c(c), .bad(bad), .reached(reached), .v_res(v_res));
endmodule

module pipe_redux (
    input  wire         clk_i, rst_ni, want, mark, r_res,
    input  wire [  2:0] meta,
    input  wire [  7:0] fn,
    input  wire [  3:0] lanes,
    input  wire [127:0] a,
    output wire         bad,
    output wire [  3:0] reached,
    output wire [ 39:0] v_res
);
  localparam LANES = 4, TAG_W = 2, WARP_W = 1;
  `include "ws_ops.vh"
  wire ready, take, valid;
  wire [`WS_HEAD_W-1:0] head;
  wire [127:0] d;
  ws_redux #(.LANES(4), .TAG_W(2), .WARP_W(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .grp_valid_i(take), .grp_ready_o(ready),
      .grp_head_i(`HEAD(WS_ST_OK, lanes, {WS_UNIT_REDUX, fn}, meta)), .grp_key_i(12'd0), .grp_addr_i(256'd0),
      .grp_a_i({32'd0, a[127:96], 32'd0, a[95:64], 32'd0, a[63:32], 32'd0, a[31:0]}), .grp_b_i(128'd0), .grp_c_i(128'd0),
      .grp_pred_i(4'd0), .res_valid_o(valid), .res_ready_i(r_res), .res_more_o(), .res_head_o(head), .res_d_o(d), .res_d_hi_o(),
      .res_p_o());
  `OUT_OF(head, m, l)
  assign v_res = {valid, m, l, d[31:0]};
  result_once #(.W(40), .DEPTH(5), .LATE(5)) once (
      .clk_i(clk_i), .rst_ni(rst_ni), .want_i(want), .ready_i(ready), .take_o(take), .mark_i(mark), .meta_i(meta),
      .lanes_i(lanes), .res_i(v_res), .r_res_i(r_res), .bad_o(bad), .reached_o(reached));
endmodule

module pipe_match_all (
    input  wire         clk_i, rst_ni, want, mark, r_res, b64,
    input  wire [  2:0] meta,
    input  wire [  3:0] lanes,
    input  wire [255:0] a,
    output wire         bad,
    output wire [  3:0] reached,
    output wire [ 12:0] v_res
);
  localparam LANES = 4, TAG_W = 2, WARP_W = 1;
  `include "ws_ops.vh"
  wire ready, take, valid;
  wire [`WS_HEAD_W-1:0] head;
  wire [127:0] d;
  wire [3:0] p;
  ws_match_all #(.LANES(4), .TAG_W(2), .WARP_W(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .grp_valid_i(take), .grp_ready_o(ready),
      .grp_head_i(`HEAD(WS_ST_OK, lanes, (b64 ? WS_OP_MATCH_ALL_B64 : WS_OP_MATCH_ALL_B32), meta)), .grp_key_i(12'd0), .grp_addr_i(256'd0),
      .grp_a_i(a), .grp_b_i(128'd0), .grp_c_i(128'd0), .grp_pred_i(4'd0), .res_valid_o(valid), .res_ready_i(r_res), .res_more_o(),
      .res_head_o(head), .res_d_o(d), .res_d_hi_o(), .res_p_o(p));
  `OUT_OF(head, m, l)
  assign v_res = {valid, m, l, d[3:0], |p};
  result_once #(.W(13), .DEPTH(3), .LATE(3)) once (
      .clk_i(clk_i), .rst_ni(rst_ni), .want_i(want), .ready_i(ready), .take_o(take), .mark_i(mark), .meta_i(meta),
      .lanes_i(lanes), .res_i(v_res), .r_res_i(r_res), .bad_o(bad), .reached_o(reached));
endmodule

// Four bits a clock: 8 or 16 clocks a group.
module pipe_match_any (
    input  wire         clk_i, rst_ni, want, mark, r_res, b64,
    input  wire [  2:0] meta,
    input  wire [  3:0] lanes,
    input  wire [255:0] a,
    output wire         bad,
    output wire [  3:0] reached,
    output wire [ 23:0] v_res
);
  localparam LANES = 4, TAG_W = 2, WARP_W = 1;
  `include "ws_ops.vh"
  wire ready, take, valid;
  wire [`WS_HEAD_W-1:0] head;
  wire [127:0] d;
  ws_match_any #(.LANES(4), .TAG_W(2), .WARP_W(1), .BITS(4), .STRUCT(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .grp_valid_i(take), .grp_ready_o(ready),
      .grp_head_i(`HEAD(WS_ST_OK, lanes, (b64 ? WS_OP_MATCH_ANY_B64 : WS_OP_MATCH_ANY_B32), meta)), .grp_key_i(12'd0), .grp_addr_i(256'd0),
      .grp_a_i(a), .grp_b_i(128'd0), .grp_c_i(128'd0), .grp_pred_i(4'd0), .res_valid_o(valid), .res_ready_i(r_res), .res_more_o(),
      .res_head_o(head), .res_d_o(d), .res_d_hi_o(), .res_p_o());
  `OUT_OF(head, m, l)
  assign v_res = {valid, m, l, d[99:96], d[67:64], d[35:32], d[3:0]};
  result_once #(.W(24), .DEPTH(2), .LATE(17)) once (
      .clk_i(clk_i), .rst_ni(rst_ni), .want_i(want), .ready_i(ready), .take_o(take), .mark_i(mark), .meta_i(meta),
      .lanes_i(lanes), .res_i(v_res), .r_res_i(r_res), .bad_o(bad), .reached_o(reached));
endmodule
`default_nettype wire
