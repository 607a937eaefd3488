// SPDX-License-Identifier: Apache-2.0
// What has to hold of the combinational leaves of rtl/shfl: each module's output bad must be 0 for every input.
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
    output reg                      p_o
);
  integer lane, bval, seg, cval, maxl, minl, j;
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
    if (!p_o) j = lane;
    src_o = j;
  end
endmodule

// Both forms of the index calculation are the naive one.
module shfl_route_same #(
    parameter LANES = 32
) (
    input wire [1:0] fn,
    input wire [LANES*$clog2(LANES)-1:0] b,
    input wire [2*LANES*$clog2(LANES)-1:0] c,
    output wire bad
);
  localparam LOG = $clog2(LANES);
  wire [LANES*LOG-1:0] src, src0, src1;
  wire [LANES-1:0] p, p0, p1;
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
          .p_o   (p[lane])
      );
    end
  endgenerate
  ws_shfl_route #(.LANES(LANES), .STRUCT(0)) u_plain (.fn_i(fn), .b_i(b), .c_i(c), .src_o(src0), .p_o(p0));
  ws_shfl_route #(.LANES(LANES), .STRUCT(1)) u_struct (.fn_i(fn), .b_i(b), .c_i(c), .src_o(src1), .p_o(p1));
  assign bad = {src0, p0} != {src, p} || {src1, p1} != {src, p};
endmodule

// Chains of LUTs and plain indexing are the same crossbar.
module shfl_xbar_same #(
    parameter LANES = 32,
    parameter W     = 8
) (
    input wire [LANES*W-1:0] a,
    input wire [LANES-1:0] act,
    input wire [LANES*$clog2(LANES)-1:0] src,
    output wire bad
);
  wire [LANES*W-1:0] d0, d1;
  wire [LANES-1:0] und0, und1;
  ws_shfl_xbar #(.LANES(LANES), .W(W), .STRUCT(0)) u_plain (.a_i(a), .act_i(act), .src_i(src), .d_o(d0), .und_o(und0));
  ws_shfl_xbar #(.LANES(LANES), .W(W), .STRUCT(1)) u_struct (.a_i(a), .act_i(act), .src_i(src), .d_o(d1), .und_o(und1));
  assign bad = {d0, und0} != {d1, und1};
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
    output wire bad
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
    output wire bad
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
  assign bad = |wrong_key || |wrong_member || |differs;
endmodule
