// SPDX-License-Identifier: Apache-2.0
// What has to hold of the combinational leaves of rtl/shfl: each module's output bad must be 0 for every input, and each bit of its
// output reached 1 for some input.
// The proofs are prove_shfl_*.sh. At 32 lanes. Data bits are
// all alike and do not meet, so 8 of them stand for 32; Yosys then takes seconds, not minutes. ABC needs no time at either width.

// The route of one lane as the manual words it (PTX 9.7.9.6), in plain integers: the reference of shfl_route_same.
module shfl_route_naive #(
    parameter LANES = 32,
    parameter LANE  = 0
) (
    input  wire [              1:0] fn_i,
    input  wire [$clog2(LANES)-1:0] b_i,
    input  wire [$clog2(LANES)-1:0] seg_i,
    input  wire [$clog2(LANES)-1:0] cval_i,
    output reg  [$clog2(LANES)-1:0] src_o,
    output reg                      p_o,
    output wire [             16:0] case_o
);
  integer lane, bval, seg, cval, maxl, minl, j, from;
  always @(*) begin
    lane = LANE;
    bval = b_i;
    seg  = seg_i;
    cval = cval_i;
    maxl = (lane & seg) | (cval & ~seg);
    minl = lane & seg;
    if (fn_i == 0) j = lane - bval;
    else if (fn_i == 1) j = lane + bval;
    else if (fn_i == 2) j = lane ^ bval;
    else j = minl | (bval & ~seg);
    if (fn_i == 0) p_o = !(j < maxl);
    else p_o = !(j > maxl);
    from = j;
    if (!p_o) j = lane;
    src_o = j;
  end

  // Of this lane: the index is in range, right at the end of it, one behind it, outside of the warp, in another segment.
  wire far = src_o != lane;
  assign case_o = {
    fn_i == 0 && p_o && far && maxl == 0,
    fn_i == 0 && p_o && far && from == maxl && maxl > 0,
    fn_i == 0 && !p_o && from == maxl - 1 && from >= 0,
    fn_i == 0 && !p_o && from < 0,
    fn_i == 0 && !p_o && seg == LANES / 2 && minl != 0 && from >= 0 && (from & seg) == 0,
    fn_i == 1 && p_o && far && from < maxl,
    fn_i == 1 && p_o && far && from == maxl && maxl < LANES - 1,
    fn_i == 1 && !p_o && from == maxl + 1 && from < LANES,
    fn_i == 1 && !p_o && from >= LANES && maxl == LANES - 1,
    fn_i == 2 && p_o && far && from == maxl,
    fn_i == 2 && p_o && from < lane && maxl < lane,
    fn_i == 2 && !p_o && from == maxl + 1,
    fn_i == 2 && !p_o && seg == LANES / 2 && cval == LANES - 1 && lane < seg && from >= seg,
    fn_i == 3 && p_o && far && from == maxl && bval < maxl,
    fn_i == 3 && p_o && bval > maxl,  // the segment takes away what is too much
    fn_i == 3 && !p_o && from == maxl + 1,
    fn_i == 3 && p_o && bval == lane && bval != 0
  };
endmodule

// Both forms of the index calculation are the naive one.
module shfl_route_same #(
    parameter LANES = 32
) (
    input wire [1:0] fn,
    input wire [LANES*$clog2(LANES)-1:0] b,
    input wire [2*LANES*$clog2(LANES)-1:0] c,
    output wire bad,
    output wire [20:0] reached
);
  localparam LOG = $clog2(LANES);
  wire [LANES*LOG-1:0] src, src0, src1;
  wire [LANES-1:0] p, p0, p1;
  wire [LANES*17-1:0] of_lane;
  reg [16:0] of_any;  // the cases of one lane, and what all lanes can do at once
  integer i;
  always @(*) begin
    of_any = 17'd0;
    for (i = 0; i < LANES; i = i + 1) of_any = of_any | of_lane[i*17+:17];
  end
  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : gen_lane
      shfl_route_naive #(
          .LANES(LANES),
          .LANE (lane)
      ) u_naive (
          .fn_i  (fn),
          .b_i   (b[lane*LOG+:LOG]),
          .seg_i (c[lane*2*LOG+LOG+:LOG]),
          .cval_i(c[lane*2*LOG+:LOG]),
          .src_o (src[lane*LOG+:LOG]),
          .p_o   (p[lane]),
          .case_o(of_lane[lane*17+:17])
      );
    end
  endgenerate
  ws_shfl_route #(.LANES(LANES), .STRUCT(0)) u_plain (.fn_i(fn), .b_i(b), .c_i(c), .src_o(src0), .p_o(p0));
  ws_shfl_route #(.LANES(LANES), .STRUCT(1)) u_struct (.fn_i(fn), .b_i(b), .c_i(c), .src_o(src1), .p_o(p1));
  assign bad = {src0, p0} != {src, p} || {src1, p1} != {src, p};
  assign reached = {fn == 0 && &p && b != 0, fn == 1 && p1 == 0, fn == 2 && &p && &b, fn == 3 && &p && src0 == 0, of_any};
endmodule

// Chains of LUTs and plain indexing are the same crossbar.
module shfl_xbar_same #(
    parameter LANES = 32,
    parameter W     = 8
) (
    input wire [LANES*W-1:0] a,
    input wire [LANES-1:0] act,
    input wire [LANES*$clog2(LANES)-1:0] src,
    output wire bad,
    output wire [11:0] reached
);
  localparam LOG = $clog2(LANES);
  wire [LANES*W-1:0] d0, d1;
  wire [LANES-1:0] und0, und1;
  ws_shfl_xbar #(.LANES(LANES), .W(W), .STRUCT(0)) u_plain (.a_i(a), .act_i(act), .src_i(src), .d_o(d0), .und_o(und0));
  ws_shfl_xbar #(.LANES(LANES), .W(W), .STRUCT(1)) u_struct (.a_i(a), .act_i(act), .src_i(src), .d_o(d1), .und_o(und1));
  assign bad = {d0, und0} != {d1, und1};

  // Lanes that read the first, the last of each quarter; all read one, the next, the opposite; sources that do not take part.
  reg same, turned, next;
  reg [LANES*W-1:0] mirror;
  integer i;
  always @(*) begin
    {same, turned, next} = 3'd7;
    for (i = 0; i < LANES; i = i + 1) begin
      same = same && src[i*LOG+:LOG] == i;
      turned = turned && src[i*LOG+:LOG] == LANES - 1 - i;
      next = next && src[i*LOG+:LOG] == (i + 1) % LANES;
      mirror[i*W+:W] = a[(LANES-1-i)*W+:W];
    end
  end
  wire all = &act, uneven = a[W-1:0] != a[LANES*W-1-:W] && a[W-1:0] != 0;
  assign reached = {
    all && same && uneven && d1 == a,
    all && turned && uneven && d1 == mirror && a != mirror,
    all && next && uneven && d1 == {a[W-1:0], a[LANES*W-1:W]},
    all && src == 0 && uneven && d1 == {LANES{a[W-1:0]}},
    all && &src && uneven && d1 == {LANES{a[LANES*W-1-:W]}},
    all && src[LOG-1:0] == LANES / 4 - 1 && src[2*LOG-1-:LOG] == LANES / 4 && uneven && d1[W-1:0] != d1[2*W-1-:W],
    all && src[LOG-1:0] == LANES / 2 - 1 && src[2*LOG-1-:LOG] == LANES / 2 && uneven && d1[W-1:0] != d1[2*W-1-:W],
    act[0] && !act[7] && src[LOG-1:0] == 7 && und1[0] && a[7*W+:W] != 0 && d1[W-1:0] == 0,
    !act[0] && act[7] && src[LOG-1:0] == 7 && !und1[0] && a[7*W+:W] != 0 && d1[W-1:0] == a[7*W+:W],
    !act[0] && !act[7] && src[LOG-1:0] == 7 && !und1[0],
    act == 1 && src[LOG-1:0] != 0 && und1 == 1 && d1[W-1:0] == 0,
    act == 0 && uneven && und1 == 0 && d1 == 0
  };
endmodule

// With one b and one c for all lanes the butterfly is the index calculation followed by the crossbar.
module shfl_bfly_same #(
    parameter LANES = 32,
    parameter W     = 8
) (
    input wire [1:0] fn,
    input wire [3*$clog2(LANES)-1:0] key,
    input wire [LANES*W-1:0] a,
    input wire [LANES-1:0] act,
    output wire bad,
    output wire [14:0] reached
);
  localparam LOG = $clog2(LANES);
  wire [LANES*LOG-1:0] src;
  wire [LANES*W-1:0] d0, d1;
  wire [LANES-1:0] p0, p1, und0, und1;
  ws_shfl_route #(.LANES(LANES), .STRUCT(0)) u_route (
      .fn_i(fn), .b_i({LANES{key[2*LOG+:LOG]}}), .c_i({LANES{key[0+:2*LOG]}}), .src_o(src), .p_o(p0));
  ws_shfl_xbar #(.LANES(LANES), .W(W), .STRUCT(0)) u_xbar (.a_i(a), .act_i(act), .src_i(src), .d_o(d0), .und_o(und0));
  ws_shfl_bfly #(.LANES(LANES), .W(W)) u_bfly (
      .fn_i(fn), .key_i(key), .a_i(a), .act_i(act), .d_o(d1), .p_o(p1), .und_o(und1));
  assign bad = {d0, p0, und0} != {d1, p1, und1};

  wire [LOG-1:0] by, seg, cval;
  assign {by, seg, cval} = key;
  wire all = &act, uneven = a[W-1:0] != a[LANES*W-1-:W] && a[W-1:0] != 0 && a[LANES*W-1-:W] != 0;
  assign reached = {
    fn == 0 && by == 1 && all && uneven && d1 == {a[LANES*W-W-1:0], a[W-1:0]} && p1 == ~1,
    fn == 0 && by == LANES - 1 && all && p1 == 1 << LANES - 1 && d1[LANES*W-1-:W] == a[W-1:0] && uneven,
    fn == 0 && by == LANES / 2 && seg == LANES / 2 && all && uneven && p1 == 0 && d1 == a,  // none reads another segment
    fn == 1 && by == 1 && cval == LANES - 1 && all && uneven && d1 == {a[LANES*W-1-:W], a[LANES*W-1:W]} && !p1[LANES-1],
    fn == 1 && by == 2 && seg == LANES / 2 && p1[LANES/2-3] && !p1[LANES/2-2],
    fn == 1 && cval == 3 && seg == 0 && by == 1 && p1 == 7,  // the clamp
    fn == 2 && by == LANES - 1 && all && &p1 && d1[W-1:0] == a[LANES*W-1-:W] && uneven,
    fn == 2 && by == 1 && all && &p1 && d1[W-1:0] == a[W+:W] && uneven && a[W-1:0] != a[W+:W],
    fn == 2 && by == LANES / 2 && cval == LANES / 2 - 1 && p1 == ~0 << LANES / 2,
    fn == 3 && by == 0 && all && &p1 && uneven && d1 == {LANES{a[W-1:0]}},
    fn == 3 && by == LANES - 1 && cval == LANES - 1 && all && &p1 && uneven && d1 == {LANES{a[LANES*W-1-:W]}},
    fn == 3 && seg == LANES / 2 && by == 1 && all && &p1 && d1 == {{LANES / 2{a[(LANES/2+1)*W+:W]}}, {LANES / 2{a[W+:W]}}} && a[W+:W] != 0,
    fn == 3 && by > cval && seg == 0 && all && p1 == 0 && d1 == a && uneven,
    act[0] && und1[0] && p1[0] && d1[W-1:0] == 0 && uneven,
    act == 0 && uneven && und1 == 0
  };
endmodule

// One class step with any b and c per lane. The class is the lanes of `rest` that agree with the lowest of them, so not
// empty unless rest is. Whatever the key, a lane of the class has, by its own b and c, the index and the p that the key
// gives it; so shfl_bfly_same holds for each lane of a class, for a lane of the crossbar looks at no other lane's index.
module shfl_class_step #(
    parameter LANES = 32
) (
    input wire [1:0] fn,
    input wire [LANES*$clog2(LANES)-1:0] b,
    input wire [2*LANES*$clog2(LANES)-1:0] c,
    input wire [LANES-1:0] rest,
    input wire [3*$clog2(LANES)-1:0] any_key,
    output wire bad,
    output wire [16:0] reached
);
  localparam LOG = $clog2(LANES);
  localparam W = 32;
  `include "shfl/ws_shfl_fn.vh"
  wire [3*LOG-1:0] key = shfl_class_key(rest, b, c);
  wire [LANES-1:0] member = shfl_class_lanes(rest, key, b, c);
  wire [LANES-1:0] any_member = shfl_class_lanes(rest, any_key, b, c);

  wire [LANES*LOG-1:0] own_src, key_src;
  wire [LANES-1:0] own_p, key_p, differs, wrong_key, wrong_member;
  ws_shfl_route #(.LANES(LANES), .STRUCT(0)) u_own (.fn_i(fn), .b_i(b), .c_i(c), .src_o(own_src), .p_o(own_p));
  ws_shfl_route #(.LANES(LANES), .STRUCT(0)) u_key (
      .fn_i(fn), .b_i({LANES{any_key[2*LOG+:LOG]}}), .c_i({LANES{any_key[0+:2*LOG]}}), .src_o(key_src), .p_o(key_p));
  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : gen_lane
      assign differs[lane] = any_member[lane] &&
          {own_src[lane*LOG+:LOG], own_p[lane]} != {key_src[lane*LOG+:LOG], key_p[lane]};

      // The lowest lane's operands are the key, and a class is the lanes that have the key.
      wire [LANES-1:0] below = rest & ((1 << lane) - 1);
      wire [3*LOG-1:0] own = {b[lane*LOG+:LOG], c[lane*2*LOG+:2*LOG]};
      assign wrong_key[lane]    = rest[lane] && ~|below && (key != own || !member[lane]);
      assign wrong_member[lane] = member[lane] != (rest[lane] && ~|(key ^ own));
    end
  endgenerate
  wire [3*LOG-1:0] zeros, ones;
  assign {zeros, ones} = shfl_bits_seen(rest, b, c);
  wire uniform = !(|(zeros & ones));
  wire wrong_uniform = uniform != (member == rest) || (uniform && rest != 0 && ones != key);
  assign bad = |wrong_key || |wrong_member || |differs || wrong_uniform;

  wire [3*LOG-1:0] first = {b[0+:LOG], c[0+:2*LOG]}, last = {b[LANES*LOG-1-:LOG], c[2*LANES*LOG-1-:2*LOG]}, apart = first ^ last;
  wire other = any_key != key && any_member != 0;  // the class is not the next one
  wire ends = rest[0] && rest[LANES-1] && any_key == first;
  assign reached = {
    rest == 0 && member == 0,
    &rest && member == rest,                                 // one class
    &rest && member == 1,                                    // the lowest lane is alone
    rest == 1 << LANES - 1 && member == rest,                // the highest lane is left alone
    !rest[0] && rest[LANES-1] && (member & (member - 1'b1)) == 0 && rest != member,
    &rest && member != rest && member[LANES-1] && member[0],
    key == any_key && any_member == member && !rest[0] && first == key && member != 0,  // a lane that has been served
    rest != 0 && any_member == 0,                            // a key that no lane has
    ends && any_member[0] && !any_member[LANES-1] && apart >> 2 * LOG != 0 && apart[2*LOG-1:0] == 0,  // b, seg, cval alone differ
    ends && !any_member[LANES-1] && apart[2*LOG-1:LOG] != 0 && {apart >> 2 * LOG, apart[LOG-1:0]} == 0,
    ends && !any_member[LANES-1] && apart[LOG-1:0] != 0 && apart >> LOG == 0,
    other && fn == 0 && (any_member & own_p) != 0 && (any_member & ~own_p) != 0,
    other && fn == 1 && (any_member & own_p) != 0 && (any_member & ~own_p) != 0,
    other && fn == 2 && (any_member & own_p) != 0 && (any_member & ~own_p) != 0,
    other && fn == 3 && (any_member & own_p) == any_member && own_src != {LANES{own_src[LOG-1:0]}},  // for idx a class has one p
    other && fn == 3 && (any_member & own_p) == 0,
    other && any_member == ~member && &rest
  };
endmodule
