// SPDX-License-Identifier: Apache-2.0
// ws_atom_result with 4 lanes in chunks of 2: lanes of an operation come in any pieces, each lane once; of 128 bits one at a time. One lane, any
// one, is followed. It is answered after the operation is complete and before the next one begins, once with its status and old value, 0 where
// there is none, or of red; of 128 bits twice, p = 1 with the low half, then p = 0 with the high one. All are answered within LATE clocks in which the response is taken.
`default_nettype none
`include "ws_layout.vh"
module atom_result #(
    parameter LATE = 26
) (
    input  wire        clk_i, rst_ni, want, close, any_wide, any_quad, any_half, any_red, any_warp, any_base, r_res,
    input  wire [ 1:0] any_i, any_tag, any_go, lo, hi,
    input  wire [ 3:0] any_fn,
    input  wire [ 5:0] code,
    input  wire [ 1:0] upper,
    output wire        bad,
    output wire [ 6:0] reached,
    output wire        v_res
);
  localparam LANES = 4, WARP_W = 1, TAG_W = 2;
  `include "ws_ops.vh"
  `include "atom/ws_atom_code.vh"
  wire on, ready, busy, again;
  reset_any r (.clk_i(clk_i), .rst_ni(rst_ni), .on_o(on));

  // 1. An operation, as pieces of it come.
  reg open_q, closed_q, wide_q, quad_q, half_q, red_q, warp_q;
  reg [1:0] tag_q, i_q;
  reg [3:0] fn_q, done_q;  // lanes that have come
  wire first = !open_q || closed_q;
  wire wide = first ? any_wide || any_quad : wide_q, quad = first ? any_quad : quad_q, half = first ? any_half && !wide : half_q, red = first ? any_red && !quad : red_q, warp = first ? any_warp : warp_q;
  wire [1:0] tag = first ? any_tag : tag_q;
  wire [3:0] fn = first ? any_fn : fn_q;
  wire [3:0] done = first ? 4'd0 : done_q;
  wire [1:0] go = any_go & ~(any_base ? done[3:2] : done[1:0]) & {!(quad && any_go[0]), 1'b1};
  wire fits = (quad || (code[5:3] != CODE_LAID && code[2:0] != CODE_LAID)) && go != 2'd0;
  wire merge = on && want && ready && fits;
  wire [3:0] came = any_base ? {go, 2'd0} : {2'd0, go};
  wire [11:0] op = {WS_UNIT_ATOM, 4'd0, fn};
  wire [31:0] up_0, up_1;
  reg [63:0] lo_in, hi_in;
  always @(*) begin
    {lo_in, hi_in} = 128'd0;
    {lo_in[48], lo_in[16]} = lo;  // of 16 bits they are another half's
    {lo_in[32], lo_in[0]} = again ? {up_0[0], up_0[0]} : lo;  // as prove_atom_bank.sh has it of the way back
    {hi_in[32], hi_in[0]} = again ? {up_1[0], up_1[0]} : hi;
  end
  wire [`WS_HEAD_W-1:0] head;
  wire [127:0] d, d_hi;
  wire [3:0] p;
  ws_atom_result #(.LANES(4), .WARP_W(1), .TAG_W(2), .CL(2)) dut (
      .clk_i(clk_i), .rst_ni(rst_ni), .busy_o(busy), .ready_o(ready), .valid_i(on && want && fits), .close_i(close), .warp_i(warp), .tag_i(tag), .op_i(op),
      .wide_i(wide), .quad_i(quad), .half_i(half), .red_i(red), .base_i({any_base, 1'b0}), .go_i(go), .code_i(code), .lo_i(lo_in), .hi_i(hi_in),
      .upper_i({31'd0, upper[1], 31'd0, upper[0]}), .again_o(again), .upper_o({up_1, up_0}), .res_valid_o(v_res), .res_ready_i(r_res),
      .res_head_o(head), .res_d_o(d), .res_d_hi_o(d_hi), .res_p_o(p));

  // 2. The lane: what it has, and whether it has been answered, once or with the low half.
  reg here_q, low_q, answered_q, lo_q, hi_q;
  reg [2:0] code_q;
  reg [1:0] up_q;
  wire taken = v_res && r_res;
  wire named = head[`WS_HEAD_LANES] >> i_q;
  wire value = code_q == CODE_OK || code_q == CODE_RAW;
  wire two = quad_q && value;
  wire ends = taken && named && !(two && !low_q);
  wire comes = merge && came[i_q];
  always @(posedge clk_i) begin
    if (!on) i_q <= any_i;
    if (!rst_ni) {open_q, closed_q, here_q, low_q, answered_q, done_q} <= 9'd0;
    else begin
      if (merge) begin
        {open_q, closed_q, done_q} <= {1'b1, close, done | came};
        {wide_q, quad_q, half_q, red_q, warp_q, tag_q, fn_q} <= {wide, quad, half, red, warp, tag, fn};
        here_q <= comes || (here_q && !first);
        if (first) {low_q, answered_q} <= 2'd0;
      end else if (closed_q && ready) {open_q, closed_q, here_q} <= 3'd0;
      else begin
        if (taken && named) low_q <= 1'b1;
        if (ends) answered_q <= 1'b1;
      end
      if (comes) {code_q, lo_q, hi_q, up_q} <= {code[i_q[0]*3+:3], lo[i_q[0]], hi[i_q[0]], upper};
    end
  end

  // 3. What has to hold.
  reg [5:0] late_q;
  always @(posedge clk_i) late_q <= !on || !closed_q || ready ? 6'd0 : late_q + {5'd0, r_res && late_q != 6'd63};
  wire high = two && low_q;
  wire wrong_head = v_res && (!closed_q || head[`WS_HEAD_LANES] == 4'd0 || |(head[`WS_HEAD_LANES] & ~done_q) || head[`WS_HEAD_TAG] != tag_q || head[`WS_HEAD_WARP] != warp_q ||
      head[`WS_HEAD_OP] != {WS_UNIT_ATOM, 4'd0, fn_q});
  wire wrong_lane = v_res && named && (!here_q || answered_q || head[`WS_HEAD_STATUS] != long_status(code_q) || p[i_q] != (two && !low_q) ||
      d[i_q*32] != (high ? up_q[0] : value && !red_q && lo_q) || d_hi[i_q*32] != (high ? up_q[1] : value && !red_q && wide_q && hi_q) ||
      (!quad_q && d[i_q*32+16] != (value && !red_q && !half_q && lo_q)));
  wire wrong_end = closed_q && ready && here_q && !(answered_q || ends);
  wire wrong_busy = closed_q && !busy && !ready;  // ready: all have been answered, see wrong_end
  wire wrong_port, waited;
  port_out #(.W(`WS_HEAD_W + 3)) o (.clk_i(clk_i), .on_i(on), .valid_i(v_res), .ready_i(r_res), .payload_i({head, named && d[i_q*32], named && d_hi[i_q*32], p[i_q]}),
                                    .bad_o(wrong_port), .waited_o(waited));
  assign bad = on && (wrong_head || wrong_lane || wrong_end || wrong_port || wrong_busy || late_q == LATE);
  // An answer that stood; a lane that was not in the first response; the high half; its status is not as of others with a value; two pieces; the next one at once.
  assign reached = {7{on}} & {
    waited, taken && named && here_q && low_q == 0 && late_q > 3, taken && named && high && &up_q, taken && named && code_q == CODE_RAW && done_q == 4'd15,
    merge && close && !first && came[i_q], merge && first && closed_q, taken && quad_q && !value && named && late_q > 2
  };
endmodule
`default_nettype wire
