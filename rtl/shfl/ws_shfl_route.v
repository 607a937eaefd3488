// SPDX-License-Identifier: Apache-2.0
// shfl.sync index calculation of all lanes (PTX 9.7.9.6). Combinational; C twin ws_shfl_route.
//
// src: the lane that each lane reads, its own where p is 0. p: the computed index is in range.
// STRUCT 0: signed arithmetic a lane, fast to simulate. STRUCT 1: bitwise ripple, 31 LUT4 a lane and 7 levels where the
// adders and comparators that a synthesizer infers cost 67 and 12. Both are total functions; no input is illegal.
`default_nettype none
module ws_shfl_route #(
    parameter LANES  = 32,  // 4, 8, 16, 32
    parameter STRUCT = 0    // 0, 1
) (
    input  wire [                  1:0] fn_i,  // 0 up, 1 down, 2 bfly, 3 idx
    input  wire [LANES*$clog2(LANES)-1:0] b_i,
    input  wire [LANES*2*$clog2(LANES)-1:0] c_i,  // a lane: {seg, cval}
    output wire [LANES*$clog2(LANES)-1:0] src_o,
    output wire [              LANES-1:0] p_o
);
  localparam LOG = $clog2(LANES);
  localparam W = 32;
  `include "shfl/ws_shfl_fn.vh"

  generate
    if (STRUCT == 0) begin : gen_plain
      assign {p_o, src_o} = shfl_route_plain(fn_i, b_i, c_i);
    end else begin : gen_sliced
      wire [LANES*LOG-1:0] b, seg, cval, j;
      assign {p_o, j} = shfl_slice(fn_i, b, seg, cval);
      genvar lane, k;
      for (lane = 0; lane < LANES; lane = lane + 1) begin : gen_lane
        for (k = 0; k < LOG; k = k + 1) begin : gen_bit
          assign b[k*LANES+lane]    = b_i[lane*LOG+k];
          assign seg[k*LANES+lane]  = c_i[lane*2*LOG+LOG+k];
          assign cval[k*LANES+lane] = c_i[lane*2*LOG+k];
          assign src_o[lane*LOG+k]  = p_o[lane] ? j[k*LANES+lane] : OWN[k*32+lane];
        end
      end
    end
  endgenerate
endmodule
`default_nettype wire
