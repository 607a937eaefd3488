// SPDX-License-Identifier: Apache-2.0
// ws_collect: the handshake of the response port, and that no result is lost. One result of one source, any, is marked: its
// tag is 1, that of all others 0. It becomes one response, or two if lanes of a shuffle group read lanes that take no part;
// these name each of its lanes once, with its own operation, warp and status, within LATE clocks in which the response
// port is ready, whatever the other sources want. Only the marked source and the shuffle are held to the handshake.
`default_nettype none

module collect_once #(
    parameter LATE = 10
) (
    input  wire         clk_i, rst_ni, r_rsp, mark, warp,
    input  wire [  2:0] which,      // the source to mark
    input  wire [  7:0] want,
    input  wire [  9:0] status,
    input  wire [ 11:0] op,
    input  wire [  3:0] lanes,
    input  wire [  3:0] und,
    input  wire [127:0] other_meta, // of the others: {status, op, warp, ...}
    input  wire [ 31:0] other_lanes,
    input  wire [255:0] d,          // results, of any source
    output wire         bad,
    output wire [  6:0] reached,
    output wire [287:0] v_rsp
);
  `include "ws_ops.vh"
  localparam META_W = 10 + 4 + 12 + 1 + 1;
  wire on, valid, tag, rsp_warp, bad_port, capture;
  wire [11:0] rsp_op;
  wire [3:0] rsp_lanes, rsp_p, capture_lanes;
  wire [9:0] rsp_status;
  wire [127:0] rsp_d, rsp_d_hi;
  wire [META_W-1:0] capture_meta;
  wire [7:0] ready;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  // The marked result, and what the shuffle shows.
  reg marked_q, within_q;  // one has been marked; it stands at its source
  reg [2:0] which_q;
  reg [META_W-1:0] meta_q;
  reg [3:0] lanes_q, und_q;
  wire mark_now = on && mark && !marked_q && want[which] && !(which == 1 && held_q);
  wire [2:0] source = marked_q ? which_q : which;
  wire [META_W-1:0] meta = marked_q ? meta_q : {status, 4'd0, op, 1'b1, warp};
  wire [3:0] some = lanes == 0 ? 4'd1 : lanes;
  wire [3:0] mine = marked_q ? lanes_q : some;
  wire [3:0] mine_und = marked_q ? und_q : und & some;
  wire shows = mark_now || within_q;

  reg held_q;  // the shuffle's result that is not marked stands
  reg [3:0] held_lanes_q, held_und_q;
  reg [META_W-1:0] held_meta_q;
  reg [7:0] valid_i;
  reg [META_W*8-1:0] metas;
  reg [31:0] all_lanes;
  reg [3:0] shfl_und;
  integer s;
  always @(*) begin
    shfl_und = und & other_lanes[7:4];
    for (s = 0; s < 8; s = s + 1) begin
      metas[s*META_W+:META_W] = {other_meta[s*16+:10], 4'd0, other_meta[s*16+4+:12], 2'b00};
      all_lanes[s*4+:4] = other_lanes[s*4+:4];
      valid_i[s] = want[s];
      if (s == 1 && held_q) begin
        valid_i[s] = 1;
        metas[s*META_W+:META_W] = held_meta_q;
        all_lanes[s*4+:4] = held_lanes_q;
        shfl_und = held_und_q;
      end
      if (shows && source == s) begin
        valid_i[s] = 1;
        metas[s*META_W+:META_W] = meta;
        all_lanes[s*4+:4] = mine;
        if (s == 1) shfl_und = mine_und;
      end else if (marked_q && which_q == s && !within_q && s != 1) valid_i[s] = want[s];
    end
  end

  ws_collect #(.LANES(4), .WARP_W(1), .TAG_W(1)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni),
      .vote_res_valid_i(valid_i[0]), .vote_res_ready_o(ready[0]), .vote_res_meta_i(metas[0+:META_W]),
      .vote_res_lanes_i(all_lanes[3:0]), .vote_res_d_i(d[3:0]), .vote_res_p_i(d[7:4]),
      .shfl_res_valid_i(valid_i[1]), .shfl_res_ready_o(ready[1]), .shfl_res_meta_i(metas[META_W+:META_W]),
      .shfl_res_lanes_i(all_lanes[7:4]), .shfl_res_d_i(d[127:0]), .shfl_res_p_i(d[131:128]), .shfl_res_und_i(shfl_und),
      .redux_res_valid_i(valid_i[2]), .redux_res_ready_o(ready[2]), .redux_res_meta_i(metas[2*META_W+:META_W]),
      .redux_res_lanes_i(all_lanes[11:8]), .redux_res_d_i(d[31:0]),
      .match_all_res_valid_i(valid_i[3]), .match_all_res_ready_o(ready[3]), .match_all_res_meta_i(metas[3*META_W+:META_W]),
      .match_all_res_lanes_i(all_lanes[15:12]), .match_all_res_d_i(d[3:0]), .match_all_res_p_i(d[4]),
      .match_any_res_valid_i(valid_i[4]), .match_any_res_ready_o(ready[4]), .match_any_res_meta_i(metas[4*META_W+:META_W]),
      .match_any_res_lanes_i(all_lanes[19:16]), .match_any_res_d_i(d[15:0]),
      .mbar_res_valid_i(valid_i[5]), .mbar_res_ready_o(ready[5]), .mbar_res_meta_i(metas[5*META_W+:META_W]),
      .mbar_res_lanes_i(all_lanes[23:20]), .mbar_res_token_i(d[4]), .mbar_res_mark_i(d[6:5]), .mbar_res_d_hi_i(d[255:128]), .mbar_res_p_i(d[3:0]),
      .wake_res_valid_i(valid_i[6]), .wake_res_ready_o(ready[6]), .wake_res_meta_i(metas[6*META_W+:META_W]),
      .wake_res_lanes_i(all_lanes[27:24]), .wake_res_p_i(d[0]),
      .bar_res_valid_i(valid_i[7]), .bar_res_ready_o(ready[7]), .bar_res_meta_i(metas[7*META_W+:META_W]),
      .bar_res_lanes_i(all_lanes[31:28]), .bar_res_d_i(d[10:0]), .bar_res_p_i(d[11]),
      .rsp_valid_o(valid), .rsp_ready_i(r_rsp), .rsp_tag_o(tag), .rsp_warp_o(rsp_warp), .rsp_op_o(rsp_op),
      .rsp_lanes_o(rsp_lanes), .rsp_status_o(rsp_status), .rsp_d_o(rsp_d), .rsp_d_hi_o(rsp_d_hi), .rsp_p_o(rsp_p),
      .capture_o(capture), .capture_meta_o(capture_meta), .capture_lanes_o(capture_lanes));
  assign v_rsp = {valid, tag, rsp_warp, rsp_op, rsp_lanes, rsp_status, rsp_p, rsp_d, rsp_d_hi[126:0]};

  port_out #(.W(33 + 255)) port (
      .clk_i(clk_i), .on_i(on), .valid_i(valid), .ready_i(r_rsp),
      .payload_i({rsp_d_hi[127], v_rsp[286:0]}), .bad_o(bad_port), .waited_o(reached[6]));

  reg [3:0] seen_q;   // lanes of the marked result that have been answered
  reg [4:0] late_q;
  wire out = valid && r_rsp;
  wire taken = shows && |(ready & valid_i & (8'd1 << source));
  wire [3:0] seen = seen_q | (out && tag ? rsp_lanes : 4'd0);
  always @(posedge clk_i)
    if (!rst_ni) begin
      marked_q <= 0;
      within_q <= 0;
      held_q <= 0;
      seen_q <= 0;
    end else begin
      if (mark_now) begin
        marked_q <= 1;
        which_q <= which;
        meta_q <= meta;
        lanes_q <= mine;
        und_q <= mine_und;
        late_q <= 0;
      end else if (marked_q && r_rsp && seen_q != lanes_q && late_q != LATE) late_q <= late_q + 1;
      within_q <= shows && !taken;
      held_q <= valid_i[1] && !ready[1] && !(shows && source == 1);
      held_meta_q <= metas[META_W+:META_W];
      held_lanes_q <= all_lanes[7:4];
      held_und_q <= shfl_und;
      seen_q <= mark_now ? 4'd0 : seen;
    end

  wire half = which_q == 1 && und_q != 0;
  wire wrong_what = out && tag && (!marked_q || |(rsp_lanes & seen_q) || |(rsp_lanes & ~lanes_q) || rsp_lanes == 0 ||
      rsp_op != meta_q[13:2] || rsp_warp != meta_q[0] ||
      (half && |(rsp_lanes & und_q) ? rsp_status != WS_ST_SH_SRC_INACTIVE || |(rsp_lanes & ~und_q) :
                                      rsp_status != meta_q[META_W-1-:10]));
  wire wrong_lost = marked_q && !within_q && !(valid && tag) && seen_q != lanes_q;
  wire wrong_late = marked_q && late_q == LATE && seen_q != lanes_q;
  assign bad = bad_port || on && (wrong_what || wrong_lost || wrong_late);
  assign reached[5:0] = {6{on}} & {
    out && tag && half && seen_q != 0,                // the second of two
    out && tag && late_q == LATE - 1,                 // as late as can be
    out && tag && which_q == 7, out && tag && which_q == 0,
    out && tag && which_q == 1 && und_q == lanes_q,
    out && tag && rsp_lanes == 4'hf
  };
endmodule
`default_nettype wire
