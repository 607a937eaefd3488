// SPDX-License-Identifier: Apache-2.0
// Each lane of a piece takes x from an object: the sum over all lanes, and the sum over the lanes below each quad, from what each quad
// takes (ws_mbar_quads). Pure; three adders deep at 32 lanes with STRUCT 1.
//
// A lane's state token shows the arrivals pending before its own; ws_mbar_result adds the lanes within a quad. With ones_i the sums
// below the quads count 1 a lane, as arrivals of arrive.expect_tx do; the sum over all lanes is still that of x.
`default_nettype none
module ws_mbar_rank #(
    parameter LANES  = 32,
    parameter STRUCT = 0,         // 0: nothing is calculated unless valid_i
    parameter QUADS  = LANES / 4  // derived, not to be set
) (
    input  wire                valid_i,  // else what comes out is not to be used
    input  wire [ QUADS*3-1:0] num_i,    // lanes of each quad
    input  wire [QUADS*23-1:0] own_i,    // what they take, two's complement
    input  wire                ones_i,
    output wire [         5:0] count_o,  // lanes
    output wire [        25:0] total_o,  // what all take
    output wire [QUADS*20-1:0] before_o  // modulo 2^20
);
  localparam LEVELS = QUADS == 1 ? 1 : $clog2(QUADS) + 1;

  wire [QUADS*26-1:0] owns, sums;  // of each quad, and up to each
  wire [QUADS*6-1:0] nums;
  genvar l, g;
  generate
    if (STRUCT == 0) begin : plain
      reg [QUADS*26-1:0] sum;
      reg [QUADS*6-1:0] num;
      reg [25:0] s;
      reg [5:0] n;
      integer q;
      assign {owns, sums, nums} = {{QUADS * 26{1'b0}}, sum, num};
      always @(*) begin
        {sum, num, s, n} = {QUADS * 32 + 32{1'b0}};
        if (valid_i)
          for (q = 0; q < QUADS; q = q + 1) begin
            s = s + {{3{own_i[q*23+22]}}, own_i[q*23+:23]};
            n = n + {3'd0, num_i[q*3+:3]};
            sum[q*26+:26] = s;
            num[q*6+:6] = n;
          end
      end
    end else begin : structure
      // Prefix sums: at each level the quads of an upper half add the sum of their lower half, for halves of 1, 2, 4 quads.
      for (l = 0; l < LEVELS; l = l + 1) begin : level
        wire [QUADS*26-1:0] sum;
        wire [QUADS*6-1:0] num;
        for (g = 0; g < QUADS; g = g + 1) begin : quad
          localparam HALF = l == 0 ? 1 : 1 << (l - 1), LOW = g / HALF * HALF - 1;
          if (l == 0) begin : own
            assign sum[g*26+:26] = {{3{own_i[g*23+22]}}, own_i[g*23+:23]};
            assign num[g*6+:6] = {3'd0, num_i[g*3+:3]};
          end else if ((g / HALF) % 2 == 0) begin : same
            assign sum[g*26+:26] = level[l-1].sum[g*26+:26];
            assign num[g*6+:6] = level[l-1].num[g*6+:6];
          end else begin : upper
            ws_mbar_add #(
                .W(26)
            ) x (
                .a_i  (level[l-1].sum[g*26+:26]),
                .b_i  (level[l-1].sum[LOW*26+:26]),
                .sum_o(sum[g*26+:26])
            );
            ws_mbar_add #(
                .W(6)
            ) ones (
                .a_i  (level[l-1].num[g*6+:6]),
                .b_i  (level[l-1].num[LOW*6+:6]),
                .sum_o(num[g*6+:6])
            );
          end
        end
      end
      assign {owns, sums, nums} = {level[0].sum, level[LEVELS-1].sum, level[LEVELS-1].num};
    end
  endgenerate

  // The sum below a quad is the sum up to the quad before it.
  generate
    assign before_o[19:0] = 20'd0;
    for (g = 1; g < QUADS; g = g + 1) begin : quads
      assign before_o[g*20+:20] = ones_i ? {14'd0, nums[(g-1)*6+:6]} : sums[(g-1)*26+:20];
    end
  endgenerate

  assign count_o = nums[(QUADS-1)*6+:6];
  assign total_o = sums[(QUADS-1)*26+:26];
  wire unused = &{1'b0, owns, sums, ones_i, valid_i};
endmodule
`default_nettype wire
