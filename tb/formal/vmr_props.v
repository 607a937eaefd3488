// SPDX-License-Identifier: Apache-2.0
// What is proved of the functions of vote, match and redux: each module has one output `bad` that must stay 0, and a rule written a
// second time in it, as a loop in the language's own operators. Each bit of the output `reached` must be 1 for some input.
`default_nettype none

// vote, activemask, elect at 32 lanes, every group but the empty one, all codes.
module vote_same (
    input wire [ 3:0] fn,
    input wire        poison,
    input wire [31:0] lanes,
    input wire [31:0] pred,
    output wire       bad,
    output wire [21:0] reached
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
  wire asked = lanes != 32'd0;
  assign bad = asked && (d != want_d || p != want_p);

  wire full = &lanes, one = (lanes & (lanes - 32'd1)) == 32'd0, part = !full && !one;
  wire [31:0] yes = lanes & pred, no = lanes & ~pred;
  wire [2:0] vote = fn[3] || poison ? 3'd7 : {1'b0, fn[1:0]};  // either form
  assign reached = {22{asked}} & {
    vote == 3'd0 && full && p == lanes,                                    // all agree
    vote == 3'd0 && full && p == 32'd0 && no == 32'h80000000,              // all but the last
    vote == 3'd0 && part && p == lanes && pred != ~32'd0,                  // those who say no are not in the group
    vote == 3'd0 && one && p == 32'd0,
    vote == 3'd1 && full && p == lanes && yes == 32'h80000000,             // only the last one
    vote == 3'd1 && part && p == 32'd0 && pred != 32'd0,                   // those who say yes are not in the group
    vote == 3'd1 && one && p == lanes,
    vote == 3'd2 && full && p == lanes && yes == 32'd0,
    vote == 3'd2 && part && p == lanes && no == 32'd0,
    vote == 3'd2 && full && p == 32'd0 && no == 32'd1,
    vote == 3'd3 && full && d[31:0] == 32'd0,                              // an empty ballot
    vote == 3'd3 && full && d[31:0] == ~32'd0,
    vote == 3'd3 && part && d[31:0] == yes && yes != 32'd0 && no != 32'd0,
    !poison && fn[3:2] == 2'd1 && p == lanes,                              // a deprecated form
    !poison && fn == 4'd8 && full && d == ~32'd0,
    !poison && fn == 4'd8 && part && d == lanes,
    !poison && fn == 4'd9 && full && p == 32'd1 && d == 32'd0,
    !poison && fn == 4'd9 && part && p != 32'd0 && d == 32'd17,
    !poison && fn == 4'd9 && one && p[31] && d == 32'd31,
    !poison && fn == 4'd10 && full && yes == lanes && p == 32'd0 && d == 32'd0,  // no answer belongs to it
    poison && fn == 4'd0 && no == 32'd0 && p == 32'd0,
    poison && fn == 4'd9 && p == 32'd0 && d == 32'd0
  };
endmodule

// The tree node, 32 bits.
module redux_node_same (
    input wire [ 1:0] mode,
    input wire [31:0] a,
    input wire [31:0] b,
    output wire       bad,
    output wire [13:0] reached
);
  `include "redux/ws_redux_fn.vh"
  wire [31:0] got = redux_node(mode, a, b);
  wire [31:0] want = mode == REDUX_ADD ? a + b : mode == REDUX_OR ? (a | b) : mode == REDUX_XOR ? (a ^ b) : a > b ? a : b;
  assign bad = got != want;

  assign reached = {
    mode == REDUX_ADD && got == 32'd0 && a != 32'd0,                  // it wraps to 0
    mode == REDUX_ADD && got < a && got != 32'd0,
    mode == REDUX_ADD && got == ~32'd0 && a != 32'd0 && b != 32'd0,
    mode == REDUX_ADD && a == b && got[31] && !a[31],                 // a carry into the sign
    mode == REDUX_OR && got == a && (a & b) == b && b != 32'd0 && a != b,
    mode == REDUX_OR && (a & b) == 32'd0 && got == ~32'd0 && a != 32'd0 && b != 32'd0,
    mode == REDUX_OR && a == b && got == a && a != 32'd0,
    mode == REDUX_XOR && a == b && got == 32'd0 && a != 32'd0,
    mode == REDUX_XOR && (a & b) != 32'd0 && got == (a & ~b) && got != 32'd0,  // a sum would carry
    mode == REDUX_MAX && got == a && a == b + 32'd1,
    mode == REDUX_MAX && got == b && b == a + 32'd1,
    mode == REDUX_MAX && got == a && a[31] && !b[31] && b[30:0] > a[30:0],
    mode == REDUX_MAX && got == b && b[31] && !a[31] && a[30:0] > b[30:0],
    mode == REDUX_MAX && a == b && got == a && a != 32'd0
  };
endmodule

// Keys: what the node picks or combines out of two lanes is what the operation gives, 32 bits, all codes but add.
// (A sum needs no key.) Either lane may be absent, not both. f32 is compared by sign and magnitude.
module redux_pair_same (
    input wire [ 6:0] fn,
    input wire [ 1:0] lanes,
    input wire [31:0] a,
    input wire [31:0] b,
    output wire       bad,
    output wire [26:0] reached
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
  wire asked = legal && lanes != 2'd0;
  assign bad = asked && got != want;

  // 11 of min and max of each type, one lane's word and the other's; what is special of f32; and, or, xor; a lane alone.
  wire both = lanes == 2'd3;
  wire min = fn[2:0] == 3'd1, max = fn[2:0] == 3'd2;
  wire u32 = fn[4:3] == 2'd0, s32 = fn[4:3] == 2'd1, number = f32 && !x_nan && !y_nan;
  wire abs = fn[5], with_nan = fn[6];
  assign reached = {27{asked}} & {
    both && min && u32 && got == a && a[31] && b == ~32'd0 && a != b,
    both && max && u32 && got == b && b[31] && !a[31],
    both && max && u32 && a == b && got == a && a != 32'd0,
    both && min && s32 && got == a && a[31] && !b[31],
    both && max && s32 && got == b && a[31] && !b[31],
    both && min && s32 && got == b && a[31] && b == 32'h80000000 && a != b,
    both && min && number && !abs && got == b && a[31] && b[31] && b[30:0] > a[30:0],
    both && max && number && !abs && got == a && !a[31] && !b[31] && a[30:0] > b[30:0],
    both && max && number && !abs && got == b && a[31] && !b[31],
    both && min && number && abs && a[31] && got == x && x != a && x < y,
    both && max && number && abs && b[31] && got == y && y != b && y > x,
    both && min && number && !abs && a == 32'd0 && b == 32'h80000000 && got == b,      // -0 is less than +0
    both && max && number && !abs && a == 32'd0 && b == 32'h80000000 && got == a,
    both && max && number && a == 32'h7f800000 && b == 32'h7f7fffff && got == a,       // infinity
    both && min && number && !abs && a == 32'hff800000 && b == 32'hff7fffff && got == a,
    both && min && number && a == 32'd1 && b == 32'd2 && got == a,                     // subnormal
    both && min && x_nan && !y_nan && !with_nan && got == y,
    both && max && y_nan && !x_nan && !with_nan && got == x,
    both && min && x_nan && !y_nan && with_nan && got == 32'h7fffffff,
    both && max && x_nan && y_nan && !with_nan && got == 32'h7fffffff && a != b,
    both && fn[2:0] == 3'd3 && got == (a & b) && got != 32'd0 && got != a && got != b,
    both && fn[2:0] == 3'd4 && got == (a | b) && got != ~32'd0 && got != a && got != b,
    both && fn[2:0] == 3'd5 && got == (a ^ b) && (a & b) != 32'd0 && got != 32'd0,
    lanes == 2'd1 && fn[2:0] == 3'd3 && got == a && a != 32'd0,                        // the absent lane is not 0
    lanes == 2'd2 && min && s32 && got == b && a[31] && !b[31],
    lanes == 2'd1 && max && f32 && x_nan && !with_nan && got == 32'h7fffffff,
    lanes == 2'd2 && min && f32 && abs && b[31] && !y_nan && got == y
  };
endmodule

// The node may be grouped in any order and 0 changes nothing: so the shape of the tree does not matter, nor do absent words.
// add is left out, where this is arithmetic and costs a prover hours.
module redux_node_order (
    input wire [ 1:0] mode,
    input wire [31:0] a,
    input wire [31:0] b,
    input wire [31:0] c,
    output wire       bad,
    output wire [10:0] reached
);
  `include "redux/ws_redux_fn.vh"
  wire grouped = redux_node(mode, redux_node(mode, a, b), c) == redux_node(mode, a, redux_node(mode, b, c));
  wire swapped = redux_node(mode, a, b) == redux_node(mode, b, a);
  wire neutral = redux_node(mode, a, 32'd0) == a;
  assign bad = !(neutral && (mode == REDUX_ADD || (grouped && swapped)));

  wire [31:0] got = redux_node(mode, redux_node(mode, a, b), c);
  wire differ = a != b && b != c && a != c, full = a != 32'd0 && b != 32'd0 && c != 32'd0;
  assign reached = {
    mode == REDUX_ADD && a == ~32'd0,
    mode == REDUX_OR && full && differ && got != a && got != b && got != c,
    mode == REDUX_OR && a == 32'd0 && b == 32'd0 && c == 32'd0,
    mode == REDUX_XOR && full && differ && got == 32'd0,
    mode == REDUX_XOR && full && a == b && got == c,
    mode == REDUX_MAX && full && differ && got == a,
    mode == REDUX_MAX && full && differ && got == b,
    mode == REDUX_MAX && full && differ && got == c,
    mode == REDUX_MAX && a == b && c[31] && !a[31] && got == c,
    mode == REDUX_MAX && a == b && b == c && got == a && full,
    mode == REDUX_MAX && a == 32'd0 && b == 32'd0 && got == c && full == 0 && c != 32'd0
  };
endmodule

// The symbols of ws_match_serial: all equal exactly if the keys are, 64 bits in words of 4 and 32 bits likewise.
module match_symbols (
    input  wire [63:0] a,
    input  wire [63:0] b,
    output wire        bad,
    output wire [ 7:0] reached
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

  wire [63:0] differ = a ^ b;
  assign reached = {
    all && a == ~64'd0,
    all && a == 64'd0,
    all && a[31:0] != a[63:32] && x != 4'd0,
    !all && differ == 64'd1,                                       // the first bit alone, the last, one in the middle
    !all && differ == {1'b1, 63'd0},
    !all && differ == 64'h80000000,
    !all && x == y && differ[3:0] == 4'd0 && differ[63:60] != 0,   // the last symbols are equal, though the keys are not
    !all && differ == ~64'd0
  };
endmodule

`default_nettype wire
