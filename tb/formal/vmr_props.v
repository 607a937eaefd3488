// SPDX-License-Identifier: Apache-2.0
// What is proved of vote, match and redux: each module has one output `bad` that must stay 0. The rule is written a second
// time, as a loop in the language's own operators.
`default_nettype none

// vote, activemask, elect at 32 lanes, every group but the empty one, all codes.
module vote_same (
    input wire [ 3:0] fn,
    input wire        poison,
    input wire [31:0] lanes,
    input wire [31:0] pred,
    output wire       bad
);
  wire [31:0] d, p;
  reg [31:0] want_d, want_p;
  reg all, any, found;
  integer i;
  ws_vote_fn #(
      .LANES(32)
  ) dut (
      .fn_i    ({4'd0, fn}),
      .poison_i(poison),
      .lanes_i (lanes),
      .pred_i  (pred),
      .d_o     (d),
      .p_o     (p)
  );
  always @(*) begin
    all = 1'b1;
    any = 1'b0;
    found = 1'b0;
    want_d = 32'd0;
    want_p = 32'd0;
    for (i = 0; i < 32; i = i + 1)
      if (lanes[i]) begin
        all = all && pred[i];
        any = any || pred[i];
      end
    for (i = 0; i < 32; i = i + 1)
      if (lanes[i]) begin
        case (fn)
          4'd0, 4'd4: want_p[i] = all;
          4'd1, 4'd5: want_p[i] = any;
          4'd2, 4'd6: want_p[i] = all || !any;
          4'd3, 4'd7: want_d[i] = pred[i];
          4'd8: want_d[i] = 1'b1;
          4'd9: if (!found) begin
              want_p[i] = 1'b1;
              want_d = i;
            end
          default: ;
        endcase
        found = 1'b1;
      end
    if (poison) begin
      want_d = 32'd0;
      want_p = 32'd0;
    end
  end
  assign bad = lanes != 32'd0 && (d != want_d || p != want_p);
endmodule

// The tree node, 32 bits.
module redux_node_same (
    input wire [ 1:0] mode,
    input wire [31:0] a,
    input wire [31:0] b,
    output wire       bad
);
  `include "redux/ws_redux_fn.vh"
  wire [31:0] want = mode == REDUX_ADD ? a + b : mode == REDUX_OR ? (a | b) : mode == REDUX_XOR ? (a ^ b) : a > b ? a : b;
  assign bad = redux_node(mode, a, b) != want;
endmodule

// Keys: what the node picks or combines out of two lanes is what the operation gives, 32 bits, all codes but add.
// (A sum needs no key.) Either lane may be absent, not both. f32 is compared by sign and magnitude.
module redux_pair_same (
    input wire [ 6:0] fn,
    input wire [ 1:0] lanes,
    input wire [31:0] a,
    input wire [31:0] b,
    output wire       bad
);
  `include "redux/ws_redux_fn.vh"
  wire f32 = fn[4];
  wire nan_a = redux_is_nan(f32, a[30:0]), nan_b = redux_is_nan(f32, b[30:0]);
  wire any_nan = (lanes[0] && nan_a) || (lanes[1] && nan_b);
  wire any_number = (lanes[0] && !nan_a) || (lanes[1] && !nan_b);
  wire [31:0] got = redux_unkey(
      fn[4:0],
      any_nan && (fn[6] || !any_number),
      redux_node(
          redux_mode(fn[2:0]),
          redux_key(fn[5:0], lanes[0] && !nan_a, a),
          redux_key(fn[5:0], lanes[1] && !nan_b, b)
      )
  );
  wire legal = fn[2:0] == 3'd1 || fn[2:0] == 3'd2 ? fn[4:3] != 2'd3 && (f32 || fn[6:5] == 2'd0)
                                                  : fn[2:0] >= 3'd3 && fn[2:0] <= 3'd5 && fn[6:3] == 4'd0;
  wire [31:0] x = fn[5] ? {1'b0, a[30:0]} : a;
  wire [31:0] y = fn[5] ? {1'b0, b[30:0]} : b;
  reg less;  // x < y
  reg x_nan, y_nan;
  reg [31:0] want;
  always @(*) begin
    x_nan = f32 && x[30:0] > 31'h7f800000;
    y_nan = f32 && y[30:0] > 31'h7f800000;
    case (fn[4:3])
      2'd0: less = x < y;
      2'd1: less = $signed(x) < $signed(y);
      default: less = x[31] != y[31] ? x[31] : x[31] ? x[30:0] > y[30:0] : x[30:0] < y[30:0];
    endcase
    if (lanes == 2'd1) want = x_nan ? 32'h7fffffff : x;
    else if (lanes == 2'd2) want = y_nan ? 32'h7fffffff : y;
    else
      case (fn[2:0])
        3'd3: want = x & y;
        3'd4: want = x | y;
        3'd5: want = x ^ y;
        default:
        if (x_nan || y_nan) want = fn[6] || (x_nan && y_nan) ? 32'h7fffffff : x_nan ? y : x;
        else want = (fn[2:0] == 3'd1) == less ? x : y;
      endcase
  end
  assign bad = legal && lanes != 2'd0 && got != want;
endmodule

// The node may be grouped in any order and 0 changes nothing: so the shape of the tree does not matter, nor do absent words.
// add is left out, where this is arithmetic and costs a prover hours.
module redux_node_order (
    input wire [ 1:0] mode,
    input wire [31:0] a,
    input wire [31:0] b,
    input wire [31:0] c,
    output wire       bad
);
  `include "redux/ws_redux_fn.vh"
  wire grouped = redux_node(mode, redux_node(mode, a, b), c) == redux_node(mode, a, redux_node(mode, b, c));
  wire swapped = redux_node(mode, a, b) == redux_node(mode, b, a);
  wire neutral = redux_node(mode, a, 32'd0) == a;
  assign bad = !(neutral && (mode == REDUX_ADD || (grouped && swapped)));
endmodule

// The symbols of ws_match_serial: all equal exactly if the keys are, 64 bits in words of 4 and 32 bits likewise.
module match_symbols (
    input  wire [63:0] a,
    input  wire [63:0] b,
    output wire        bad
);
  reg [3:0] x, y;
  reg all;
  integer k;
  always @(*) begin
    x = 4'd0;
    y = 4'd0;
    all = 1'b1;
    for (k = 0; k < 16; k = k + 1) begin
      x = x ^ a[k*4+:4];
      y = y ^ b[k*4+:4];
      all = all && x == y;
    end
  end
  assign bad = all != (a == b);
endmodule

// match.all against a loop over the lanes, one group that enters after reset and is taken at once.
module match_all_same (
    input  wire         clk_i,
    input  wire         b64,
    input  wire [  3:0] lanes,
    input  wire [255:0] a,
    output wire         bad
);
  reg [2:0] t_q = 3'd0;  // 0 reset, 1 the group enters, 2 to 4 on its way
  reg b64_q;
  reg [3:0] lanes_q;
  reg [255:0] a_q;
  wire ready, valid, p, meta;
  wire [3:0] l, d;
  reg equal;
  integer i, j;
  always @(posedge clk_i) begin
    if (t_q != 3'd7) t_q <= t_q + 3'd1;
    if (t_q == 3'd1) begin
      b64_q <= b64;
      lanes_q <= lanes;
      a_q <= a;
    end
  end
  ws_match_all #(
      .LANES(4), .META_W(1)
  ) dut (
      .clk_i(clk_i), .rst_ni(t_q != 3'd0), .grp_valid_i(t_q == 3'd1), .grp_ready_o(ready), .grp_meta_i(b64),
      .grp_fn_i({6'd0, b64, 1'b1}), .grp_lanes_i(lanes), .grp_a_i(a), .res_valid_o(valid), .res_ready_i(1'b1),
      .res_meta_o(meta), .res_lanes_o(l), .res_d_o(d), .res_p_o(p)
  );
  always @(*) begin
    equal = 1'b1;
    for (i = 0; i < 4; i = i + 1)
      for (j = 0; j < i; j = j + 1)
        if (lanes_q[i] && lanes_q[j])
          if (a_q[i*64+:32] != a_q[j*64+:32] || (b64_q && a_q[i*64+32+:32] != a_q[j*64+32+:32])) equal = 1'b0;
  end
  assign bad = (t_q == 3'd1 && !ready) || (t_q != 3'd0 && valid != (t_q == 3'd4)) ||
               (valid && t_q == 3'd4 && (p != equal || d != (equal ? lanes_q : 4'd0) || l != lanes_q));
endmodule
`default_nettype wire
