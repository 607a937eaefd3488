// SPDX-License-Identifier: Apache-2.0
// ws_collect: the handshake of the response port, and that no result is lost. Two results of one port, any, are marked: the first one
// says that the other follows; or one that says so of none. Their tag is 1, that of all others 0. Each becomes one response with its
// own head, d and p, the second right behind the first, within LATE clocks in which the response port is ready, whatever the other
// ports want. Each is shown to the capture when it is answered or before, once if it is an error, else never, and the collector is not quiet
// before. Only the marked port is held to the handshake; all others do as they like, but that what follows follows at once.
`default_nettype none
`include "ws_layout.vh"
module collect_once #(
    parameter LATE = 11
) (
    input  wire         clk_i, rst_ni, r_rsp, mark, two,
    input  wire [  1:0] which,   // the port to mark
    input  wire [  3:0] want, others_more,
    input  wire [ 27:0] head, second,
    input  wire [111:0] heads,
    input  wire [ 63:0] any_d,
    input  wire [  1:0] any_p,
    output wire         bad,
    output wire [  6:0] reached,
    output wire [160:0] v_rsp
);
  localparam LANES = 2, D_W = 64, TAG_W = 1, WARP_W = 1, PORTS = 4, HEAD_W = `WS_HEAD_W, ALIKE = 4'b1001, HIGH = 4'b0100, GATED = 4'b0100;
  wire on, valid, tag, warp, bad_port, capture, quiet;
  wire [11:0] op;
  wire [1:0] lanes, p;
  wire [9:0] status;
  wire [63:0] d, d_hi;
  wire [HEAD_W-1:0] capture_head;
  wire [3:0] ready;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  function [HEAD_W-1:0] with_tag(input [HEAD_W-1:0] any, input mine);
    begin
      with_tag = any;
      with_tag[`WS_HEAD_TAG] = mine;
    end
  endfunction

  // The marked results stand at their port until taken; the others may come and go, but for the second of two.
  reg marked_q, within_q, second_q, two_q;
  reg [1:0] which_q;
  reg [HEAD_W-1:0] head_q, head2_q;
  reg [63:0] d_q;
  reg [1:0] p_q;
  reg [3:0] owes_q;  // another port's result was taken that says that one more follows
  wire mark_now = on && mark && !marked_q && want[which] && !owes_q[which];
  wire [1:0] port = marked_q ? which_q : which;
  wire shows = mark_now || within_q;
  wire [HEAD_W-1:0] mine = with_tag(marked_q ? (second_q ? head2_q : head_q) : head, 1'b1);
  wire mine_more = marked_q ? two_q && !second_q : two;
  wire [63:0] mine_d = marked_q ? d_q : any_d;
  wire [1:0] mine_p = marked_q ? p_q : any_p;
  reg [3:0] valid_i, more;
  reg [PORTS*HEAD_W-1:0] all_heads;
  reg [PORTS*D_W-1:0] all_d;
  reg [PORTS*2-1:0] all_p;
  integer s;
  always @(*)
    for (s = 0; s < 4; s = s + 1) begin
      valid_i[s] = want[s] || owes_q[s];
      more[s] = others_more[s] && !owes_q[s];  // two at most
      all_heads[s*HEAD_W+:HEAD_W] = with_tag(heads[s*HEAD_W+:HEAD_W], 1'b0);
      all_d[s*D_W+:D_W] = ALIKE[s] ? {2{any_d[31:0]}} : any_d;
      all_p[s*2+:2] = any_p;
      if (shows && port == s) begin
        valid_i[s] = 1;
        more[s] = mine_more;
        all_heads[s*HEAD_W+:HEAD_W] = mine;
        all_d[s*D_W+:D_W] = ALIKE[s] ? {2{mine_d[31:0]}} : mine_d;
        all_p[s*2+:2] = mine_p;
      end
    end

  genvar g;
  wire [PORTS*D_W-1:0] gated_d;
  generate
    for (g = 0; g < PORTS; g = g + 1) begin : gate
      assign gated_d[g*D_W+:D_W] = GATED[g] && !(ready[g] && valid_i[g]) ? 64'd0 : all_d[g*D_W+:D_W];
    end
  endgenerate

  ws_collect #(.LANES(2), .WARP_W(1), .TAG_W(1), .PORTS(PORTS), .ALIKE(ALIKE), .HIGH(HIGH), .GATED(GATED)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .res_valid_i(valid_i), .res_ready_o(ready), .res_more_i(more), .res_head_i(all_heads),
      .res_d_i(gated_d), .res_d_hi_i(~all_d), .res_p_i(all_p),
      .rsp_valid_o(valid), .rsp_ready_i(r_rsp), .rsp_tag_o(tag), .rsp_warp_o(warp), .rsp_op_o(op), .rsp_lanes_o(lanes),
      .rsp_status_o(status), .rsp_d_o(d), .rsp_d_hi_o(d_hi), .rsp_p_o(p), .quiet_o(quiet), .capture_o(capture), .capture_head_o(capture_head));
  assign v_rsp = {ready, valid, tag, warp, op, lanes, status, p, d, d_hi};
  port_out #(.W(156)) handshake (
      .clk_i(clk_i), .on_i(on), .valid_i(valid), .ready_i(r_rsp), .payload_i(v_rsp[155:0]), .bad_o(bad_port), .waited_o(reached[6]));

  reg [1:0] seen_q, taken_q;  // marked results that have been answered, that have been taken
  reg [1:0] shown_q, wrong_q;  // those shown to the capture; errors that have been answered
  reg [4:0] late_q;
  reg between_q;     // the first of two has been answered last
  wire [1:0] all = two_q ? 2'd2 : 2'd1;
  wire out = valid && r_rsp;
  wire taken = shows && ready[port];
  wire is_error = status[9];
  wire show = capture && capture_head[`WS_HEAD_TAG];
  wire [HEAD_W-1:0] wanted = seen_q == 0 ? head_q : head2_q;
  always @(posedge clk_i)
    if (!rst_ni) begin
      {marked_q, within_q, second_q, between_q} <= 0;
      {seen_q, taken_q, shown_q, wrong_q} <= 0;
      owes_q <= 0;
    end else begin
      owes_q <= (owes_q & ~ready) | (ready & valid_i & more & ~(shows ? 4'd1 << port : 4'd0));
      if (mark_now) begin
        marked_q <= 1;
        which_q <= which;
        two_q <= two;
        {head_q, head2_q, d_q, p_q} <= {head, second, any_d, any_p};
        late_q <= 0;
      end else if (marked_q && r_rsp && seen_q != all && late_q != LATE) late_q <= late_q + 1;
      within_q <= shows && !(taken && !mine_more);
      if (taken && mine_more) second_q <= 1;
      if (out && tag) seen_q <= seen_q + 1;
      if (taken) taken_q <= taken_q + 1;
      if (show) shown_q <= shown_q + 1;
      if (out && tag && is_error) wrong_q <= wrong_q + 1;
      if (out) between_q <= tag && two_q && seen_q == 0;
    end

  wire right = {status, lanes, op, warp} == {wanted[`WS_HEAD_STATUS], wanted[`WS_HEAD_LANES], wanted[`WS_HEAD_OP], wanted[`WS_HEAD_WARP]} &&
               d == (ALIKE[which_q] ? {2{d_q[31:0]}} : d_q) && (HIGH[which_q] ? d_hi == ~d_q : d_hi == 0) && p == p_q;
  wire wrong_what = valid && tag && (!marked_q || seen_q == all || !right);
  wire wrong_turn = valid && between_q && !tag;
  wire wrong_quiet = quiet && (valid || taken_q != seen_q);
  wire wrong_capture = capture && !capture_head[HEAD_W-1] || show && shown_q >= taken_q || valid && tag && is_error && {1'b0, shown_q} + {2'b00, show} <= {1'b0, wrong_q};
  wire wrong_late = marked_q && late_q == LATE && seen_q != all;
  assign bad = bad_port || on && (wrong_what || wrong_turn || wrong_quiet || wrong_late || wrong_capture);
  assign reached[5:0] = {6{on}} & {
    out && tag && taken_q == 2 && seen_q == 0,  // both of two inside
    out && tag && two_q && seen_q != 0,  // the second of two
    out && tag && late_q == LATE - 1,    // as late as can be
    out && tag && which_q == 3, out && tag && which_q == 0, capture
  };
endmodule
`default_nettype wire
