// SPDX-License-Identifier: Apache-2.0
// ws_collect: the handshake of the response port, and that no result is lost. Two results of one port, any, are marked: the first one
// says that the other follows; or one that says so of none. Their tag is 1, that of all others 0. Each becomes one response with its
// own head, d and p, the second right behind the first, within LATE clocks in which the response port is ready, whatever the other
// ports want. Only the marked port is held to the handshake; all others do as they like, but that what follows follows at once.
`default_nettype none
`include "ws_layout.vh"
module collect_once #(
    parameter LATE = 17
) (
    input  wire         clk_i, rst_ni, r_rsp, mark, two,
    input  wire [  2:0] which,   // the port to mark
    input  wire [  7:0] want, others_more,
    input  wire [ 31:0] head, second,
    input  wire [255:0] heads,
    input  wire [127:0] any_d,
    input  wire [  3:0] any_p,
    output wire         bad,
    output wire [  5:0] reached,
    output wire [287:0] v_rsp
);
  localparam LANES = 4, TAG_W = 1, WARP_W = 1, PORTS = 8, HEAD_W = `WS_HEAD_W, ALIKE = 8'b11001101, GATED = 8'b00100000;
  wire on, valid, tag, warp, bad_port, capture;
  wire [11:0] op;
  wire [3:0] lanes, p;
  wire [9:0] status;
  wire [127:0] d, d_hi;
  wire [HEAD_W-1:0] capture_head;
  wire [7:0] ready;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  function [HEAD_W-1:0] with_tag(input [HEAD_W-1:0] any, input mine);
    begin
      with_tag = any;
      with_tag[`WS_HEAD_TAG] = mine;
    end
  endfunction

  // The marked results stand at their port until taken; the others may come and go, but for the second of two.
  reg marked_q, within_q, second_q, two_q;
  reg [2:0] which_q;
  reg [HEAD_W-1:0] head_q, head2_q;
  reg [127:0] d_q;
  reg [3:0] p_q;
  reg [7:0] owes_q;  // another port's result was taken that says that one more follows
  wire mark_now = on && mark && !marked_q && want[which] && !owes_q[which];
  wire [2:0] port = marked_q ? which_q : which;
  wire shows = mark_now || within_q;
  wire [HEAD_W-1:0] mine = with_tag(marked_q ? (second_q ? head2_q : head_q) : head, 1'b1);
  wire mine_more = marked_q ? two_q && !second_q : two;
  wire [127:0] mine_d = marked_q ? d_q : any_d;
  wire [3:0] mine_p = marked_q ? p_q : any_p;
  reg [7:0] valid_i, more;
  reg [PORTS*HEAD_W-1:0] all_heads;
  reg [PORTS*128-1:0] all_d;
  reg [PORTS*4-1:0] all_p;
  integer s;
  always @(*)
    for (s = 0; s < 8; s = s + 1) begin
      valid_i[s] = want[s] || owes_q[s];
      more[s] = others_more[s] && !owes_q[s];  // two at most
      all_heads[s*HEAD_W+:HEAD_W] = with_tag(heads[s*HEAD_W+:HEAD_W], 1'b0);
      all_d[s*128+:128] = ALIKE[s] ? {4{any_d[31:0]}} : any_d;
      all_p[s*4+:4] = any_p;
      if (shows && port == s) begin
        valid_i[s] = 1;
        more[s] = mine_more;
        all_heads[s*HEAD_W+:HEAD_W] = mine;
        all_d[s*128+:128] = ALIKE[s] ? {4{mine_d[31:0]}} : mine_d;
        all_p[s*4+:4] = mine_p;
      end
    end

  genvar g;
  wire [PORTS*128-1:0] gated_d;
  generate
    for (g = 0; g < PORTS; g = g + 1) begin : gate
      assign gated_d[g*128+:128] = GATED[g] && !ready[g] ? 128'd0 : all_d[g*128+:128];
    end
  endgenerate

  ws_collect #(.LANES(4), .WARP_W(1), .TAG_W(1), .PORTS(8), .ALIKE(ALIKE), .GATED(GATED)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .res_valid_i(valid_i), .res_ready_o(ready), .res_more_i(more), .res_head_i(all_heads),
      .res_d_i(gated_d), .res_d_hi_i(~all_d), .res_p_i(all_p),
      .rsp_valid_o(valid), .rsp_ready_i(r_rsp), .rsp_tag_o(tag), .rsp_warp_o(warp), .rsp_op_o(op), .rsp_lanes_o(lanes),
      .rsp_status_o(status), .rsp_d_o(d), .rsp_d_hi_o(d_hi), .rsp_p_o(p), .capture_o(capture), .capture_head_o(capture_head));
  assign v_rsp = {valid, tag, warp, op, lanes, status, p, d, d_hi[126:0]};
  port_out #(.W(33 + 255)) handshake (
      .clk_i(clk_i), .on_i(on), .valid_i(valid), .ready_i(r_rsp),
      .payload_i({d_hi[127], v_rsp[286:0]}), .bad_o(bad_port), .waited_o(reached[5]));

  reg [1:0] seen_q;  // marked results that have been answered
  reg [4:0] late_q;
  reg between_q;     // the first of two has been answered last
  wire [1:0] all = two_q ? 2'd2 : 2'd1;
  wire out = valid && r_rsp;
  wire taken = shows && ready[port];
  wire [HEAD_W-1:0] wanted = seen_q == 0 ? head_q : head2_q;
  always @(posedge clk_i)
    if (!rst_ni) begin
      {marked_q, within_q, second_q, between_q} <= 0;
      seen_q <= 0;
      owes_q <= 0;
    end else begin
      owes_q <= (owes_q & ~ready) | (ready & more & ~(shows ? 8'd1 << port : 8'd0));
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
      if (out) between_q <= tag && two_q && seen_q == 0;
    end

  wire right = {status, lanes, op, warp} == {wanted[`WS_HEAD_STATUS], wanted[`WS_HEAD_LANES], wanted[`WS_HEAD_OP], wanted[`WS_HEAD_WARP]} &&
               d == (ALIKE[which_q] ? {4{d_q[31:0]}} : d_q) && d_hi == ~(ALIKE[which_q] ? {4{d_q[31:0]}} : d_q) && p == p_q;
  wire wrong_what = valid && tag && (!marked_q || seen_q == all || !right);
  wire wrong_turn = valid && between_q && !tag;
  wire wrong_lost = marked_q && !within_q && !(valid && tag) && seen_q != all;
  wire wrong_late = marked_q && late_q == LATE && seen_q != all;
  wire wrong_capture = capture && !capture_head[HEAD_W-1];
  assign bad = bad_port || on && (wrong_what || wrong_turn || wrong_lost || wrong_late || wrong_capture);
  assign reached[4:0] = {5{on}} & {
    out && tag && two_q && seen_q != 0,  // the second of two
    out && tag && late_q == LATE - 1,    // as late as can be
    out && tag && which_q == 7, out && tag && which_q == 0, capture
  };
endmodule
`default_nettype wire
