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

  genvar lane, g, n;
  generate
    if (STRUCT == 0) begin : gen_plain
      assign und_o = act_i & ~shfl_xbar_ok(act_i, src_i);
      assign d_o   = shfl_xbar_d(act_i, src_i, a_i);
    end else begin : gen_chains
      for (lane = 0; lane < LANES; lane = lane + 1) begin : gen_lane
        wire [LOG-1:0] src = src_i[lane*LOG+:LOG];
        for (g = 0; g < CHAINS; g = g + 1) begin : gen_chain
          wire start = src[0] && (src >> $clog2(2 * NODES)) == g;
          for (n = 0; n <= NODES; n = n + 1) begin : gen_node
            wire [W:0] x;
            if (n == 0) begin : gen_start
              assign x = {W + 1{start}};
            end else begin : gen_mux
              localparam N = g * NODES + n - 1;  // serves the sources 2N and 2N + 1
              ws_shfl_mux #(
                  .W(W + 1)
              ) u_mux (
                  .take_i({1'b0, src[LOG-1:1]} == N[LOG-1:0]),
                  .prev_i(gen_node[n-1].x),
                  .d0_i  ({act_i[2*N], a_i[2*N*W+:W]}),
                  .d1_i  ({act_i[2*N+1], a_i[(2*N+1)*W+:W]}),
                  .y_o   (x)
              );
            end
          end
          // What has been found so far; the chains that are not meant give 0.
          wire [W:0] found;
          if (g == 0) begin : gen_first
            assign found = gen_node[NODES].x;
          end else begin : gen_next
            assign found = gen_chain[g-1].found | gen_node[NODES].x;
          end
        end
        wire [W:0] got = gen_chain[CHAINS-1].found;
        assign und_o[lane] = act_i[lane] && !got[W];
        assign d_o[lane*W+:W] = got[W] ? got[W-1:0] : {W{1'b0}};
      end
    end
  endgenerate
endmodule
`default_nettype wire
