// SPDX-License-Identifier: Apache-2.0
// Crossbar of shfl.sync: each lane reads any lane. Combinational.
//
// und[i]: lane i takes part, its source does not. d[i]: a of the source, 0 if that does not take part.
// STRUCT 0: indexing, fast to simulate. STRUCT 1: chains of one LUT4 a node, here for 32 lanes and one data bit:
//
//   src[0] & group 0 -> node(a0,a1) -> node(a2,a3) -> node(a4,a5) -> node(a6,a7) --+
//   src[0] & group 1 -> node(a8,a9) -> ...                                       --+-- or -> d
//   ...                                                                            |
//
// A node whose turn it is takes one of its two sources by what arrives, src[0]; the others hand on what arrives, 0 in
// the groups that are not meant. 17 LUT4 a bit, 5 levels behind a decoder of 20 LUT4 a lane. Taking part is one more
// bit that travels the same way; the last select of d falls into the synchronous reset of the register behind it.
`default_nettype none
module ws_shfl_xbar #(
    parameter LANES  = 32,  // 4, 8, 16, 32
    parameter W      = 32,  // data bits a lane, >= 1
    parameter STRUCT = 0    // 0, 1
) (
    input  wire [               LANES*W-1:0] a_i,
    input  wire [                 LANES-1:0] act_i,
    input  wire [LANES*$clog2(LANES)-1:0] src_i,
    output wire [               LANES*W-1:0] d_o,
    output wire [                 LANES-1:0] und_o
);
  localparam LOG = $clog2(LANES);
  localparam NODES = LANES > 8 ? 4 : LANES / 2;  // of one chain
  localparam CHAINS = LANES / (2 * NODES);
  `include "shfl/ws_shfl_fn.vh"

  genvar lane, w, g, n;
  generate
    if (STRUCT == 0) begin : gen_plain
      assign und_o = act_i & ~shfl_xbar_ok(act_i, src_i);
      assign d_o   = shfl_xbar_d(act_i, src_i, a_i);
    end else begin : gen_chains
      for (lane = 0; lane < LANES; lane = lane + 1) begin : gen_lane
        wire [LOG-1:0] src = src_i[lane*LOG+:LOG];
        wire [LANES/2-1:0] take;
        wire [CHAINS-1:0] start;
        wire [W:0] got;
        for (n = 0; n < LANES / 2; n = n + 1) begin : gen_take
          assign take[n] = src[LOG-1:1] == n;
        end
        for (g = 0; g < CHAINS; g = g + 1) begin : gen_start
          assign start[g] = src[0] && (src >> $clog2(2 * NODES)) == g;
        end
        for (w = 0; w <= W; w = w + 1) begin : gen_bit
          wire [LANES-1:0] data;
          wire [CHAINS-1:0] last;
          for (n = 0; n < LANES; n = n + 1) begin : gen_data
            assign data[n] = w < W ? a_i[n*W+w%W] : act_i[n];
          end
          for (g = 0; g < CHAINS; g = g + 1) begin : gen_chain
            wire [NODES:0] x;
            assign x[0] = start[g];
            for (n = 0; n < NODES; n = n + 1) begin : gen_node
              ws_shfl_mux u_node (
                  .take_i(take[g*NODES+n]),
                  .prev_i(x[n]),
                  .d0_i  (data[2*(g*NODES+n)]),
                  .d1_i  (data[2*(g*NODES+n)+1]),
                  .y_o   (x[n+1])
              );
            end
            assign last[g] = x[NODES];
          end
          assign got[w] = |last;
        end
        assign und_o[lane] = act_i[lane] && !got[W];
        assign d_o[lane*W+:W] = got[W] ? got[W-1:0] : {W{1'b0}};
      end
    end
  endgenerate
endmodule
`default_nettype wire
