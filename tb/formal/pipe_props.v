// SPDX-License-Identifier: Apache-2.0
// The units without a state of their own: the handshake of their result port, and that every group comes out once, in
// order, with its own meta and lanes, in time (group_once in port_props.v). 4 lanes, operands as wide as they are.
// v_NAME stands for what must not depend on the input r_NAME in the same clock.
`default_nettype none

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
  wire ready, take, valid;
  wire [2:0] m;
  wire [3:0] l, d, p;
  ws_vote #(.LANES(4), .META_W(3)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .grp_valid_i(take), .grp_ready_o(ready), .grp_meta_i(meta), .grp_fn_i(fn),
      .grp_lanes_i(lanes), .grp_pred_i(pred), .grp_poison_i(poison), .res_valid_o(valid), .res_ready_i(r_res),
      .res_meta_o(m), .res_lanes_o(l), .res_d_o(d), .res_p_o(p));
  assign v_res = {valid, m, l, d, p};
  result_once #(.W(16), .DEPTH(2), .LATE(2)) once (
      .clk_i(clk_i), .rst_ni(rst_ni), .want_i(want), .ready_i(ready), .take_o(take), .mark_i(mark), .meta_i(meta),
      .lanes_i(lanes), .res_i(v_res), .r_res_i(r_res), .bad_o(bad), .reached_o(reached));
endmodule

module pipe_shfl #(
    parameter FORM = 0,
    parameter LATE = 3
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
    output wire [143:0] v_res
);
  wire ready, take, valid;
  wire [2:0] m;
  wire [3:0] l, p, und;
  wire [127:0] d;
  wire [127:0] wide_b, wide_c;
  genvar g;
  generate
    for (g = 0; g < 4; g = g + 1) begin : operand
      assign wide_b[g*32+:32] = {30'd0, b[g*2+:2]};
      assign wide_c[g*32+:32] = {22'd0, c[g*4+2+:2], 6'd0, c[g*4+:2]};
    end
  endgenerate
  ws_shfl #(.LANES(4), .META_W(3), .FORM(FORM), .STRUCT(0)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .grp_valid_i(take), .grp_ready_o(ready), .grp_meta_i(meta), .grp_fn_i({6'd0, fn}),
      .grp_lanes_i(lanes), .grp_a_i(a), .grp_b_i(wide_b), .grp_c_i(wide_c), .res_valid_o(valid), .res_ready_i(r_res),
      .res_meta_o(m), .res_lanes_o(l), .res_d_o(d), .res_p_o(p), .res_und_o(und));
  assign v_res = {valid, m, l, d, p, und};
  result_once #(.W(144), .DEPTH(3), .LATE(LATE)) once (
      .clk_i(clk_i), .rst_ni(rst_ni), .want_i(want), .ready_i(ready), .take_o(take), .mark_i(mark), .meta_i(meta),
      .lanes_i(lanes), .res_i(v_res), .r_res_i(r_res), .bad_o(bad), .reached_o(reached));
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
    output wire [143:0] v_res
);
  // four classes in each of the two groups that have not reached OUT
  pipe_shfl #(.FORM(1), .LATE(9)) shfl (
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
  wire ready, take, valid;
  wire [2:0] m;
  wire [3:0] l;
  wire [31:0] d;
  ws_redux #(.LANES(4), .META_W(3)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .grp_valid_i(take), .grp_ready_o(ready), .grp_meta_i(meta), .grp_fn_i(fn),
      .grp_lanes_i(lanes), .grp_a_i(a), .res_valid_o(valid), .res_ready_i(r_res), .res_meta_o(m), .res_lanes_o(l), .res_d_o(d));
  assign v_res = {valid, m, l, d};
  result_once #(.W(40), .DEPTH(4), .LATE(4)) once (
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
  wire ready, take, valid, p;
  wire [2:0] m;
  wire [3:0] l, d;
  ws_match_all #(.LANES(4), .META_W(3)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .grp_valid_i(take), .grp_ready_o(ready), .grp_meta_i(meta), .grp_fn_i({6'd0, b64, 1'b1}),
      .grp_lanes_i(lanes), .grp_a_i(a), .res_valid_o(valid), .res_ready_i(r_res), .res_meta_o(m), .res_lanes_o(l),
      .res_d_o(d), .res_p_o(p));
  assign v_res = {valid, m, l, d, p};
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
  wire ready, take, valid;
  wire [2:0] m;
  wire [3:0] l;
  wire [15:0] d;
  ws_match_any #(.LANES(4), .META_W(3), .BITS(4), .STRUCT(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .grp_valid_i(take), .grp_ready_o(ready), .grp_meta_i(meta), .grp_fn_i({6'd0, b64, 1'b0}),
      .grp_lanes_i(lanes), .grp_a_i(a), .res_valid_o(valid), .res_ready_i(r_res), .res_meta_o(m), .res_lanes_o(l), .res_d_o(d));
  assign v_res = {valid, m, l, d};
  result_once #(.W(24), .DEPTH(2), .LATE(17)) once (
      .clk_i(clk_i), .rst_ni(rst_ni), .want_i(want), .ready_i(ready), .take_o(take), .mark_i(mark), .meta_i(meta),
      .lanes_i(lanes), .res_i(v_res), .r_res_i(r_res), .bad_o(bad), .reached_o(reached));
endmodule
`default_nettype wire
