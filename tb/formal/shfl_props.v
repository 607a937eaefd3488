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

// One class step with any b and c per lane: the class is the lanes of `rest` that agree with the lowest of them, it is not
// empty unless rest is, and each of its lanes gets from the butterfly what the crossbar form gives it.
module shfl_class_step #(
    parameter LANES = 32,
    parameter W     = 8
) (
    input wire [1:0] fn,
    input wire [LANES*$clog2(LANES)-1:0] b,
    input wire [2*LANES*$clog2(LANES)-1:0] c,
    input wire [LANES*W-1:0] a,
    input wire [LANES-1:0] act,
    input wire [LANES-1:0] rest,
    output wire bad
);
  localparam LOG = $clog2(LANES);
  `include "shfl/ws_shfl_fn.vh"
  wire [3*LOG-1:0] key = shfl_class_key(rest, b, c);
  wire [LANES-1:0] member = shfl_class_lanes(rest, key, b, c);

  // The lowest lane's operands by a plain search from above.
  reg [3*LOG-1:0] lead;
  reg [LANES-1:0] same;
  integer i;
  always @(*) begin
    lead = 0;
    for (i = LANES - 1; i >= 0; i = i - 1) if (rest[i]) lead = {b[i*LOG+:LOG], c[i*2*LOG+:2*LOG]};
    for (i = 0; i < LANES; i = i + 1) same[i] = rest[i] && b[i*LOG+:LOG] == lead[2*LOG+:LOG] && c[i*2*LOG+:2*LOG] == lead[0+:2*LOG];
  end

  wire [LANES*LOG-1:0] src;
  wire [LANES*W-1:0] d0, d1;
  wire [LANES-1:0] p0, p1, und0, und1, differs;
  ws_shfl_route #(.LANES(LANES), .STRUCT(0)) u_route (.fn_i(fn), .b_i(b), .c_i(c), .src_o(src), .p_o(p0));
  ws_shfl_xbar #(.LANES(LANES), .W(W), .STRUCT(0)) u_xbar (.a_i(a), .act_i(act), .src_i(src), .d_o(d0), .und_o(und0));
  ws_shfl_bfly #(.LANES(LANES), .W(W)) u_bfly (
      .fn_i(fn), .key_i(key), .a_i(a), .act_i(act), .d_o(d1), .p_o(p1), .und_o(und1));
  genvar lane;
  generate
    for (lane = 0; lane < LANES; lane = lane + 1) begin : gen_lane
      assign differs[lane] = member[lane] &&
          {d0[lane*W+:W], p0[lane], und0[lane]} != {d1[lane*W+:W], p1[lane], und1[lane]};
    end
  endgenerate
  assign bad = member != same || (|rest && ~|member) || |differs;
endmodule
