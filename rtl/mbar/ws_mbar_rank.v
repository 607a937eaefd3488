// SPDX-License-Identifier: Apache-2.0
// Each lane of a piece takes x from an object: the sum over all lanes, and the sum over the lanes below each quad. Pure.
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
    input  wire [   LANES-1:0] lanes_i,
    input  wire [        19:0] x_i,
    input  wire                ones_i,
    output wire [         5:0] count_o,  // lanes
    output wire [        24:0] total_o,  // count_o * x_i
    output wire [QUADS*20-1:0] before_o  // modulo 2^20
);
  // 1. The number of lanes in a quad, times x. 2. Prefix sums: at each level the quads of an upper half add the sum of their
  // lower half, for halves of 1, 2, 4 quads.
  wire [21:0] x3 = {2'd0, x_i} + {1'b0, x_i, 1'b0};
  reg [QUADS*25-1:0] sum0, sum1, sum2, sum3;
  reg [QUADS*6-1:0] num0, num1, num2, num3;
  integer q;

  always @(*) begin
    {sum0, sum1, sum2, sum3, num0, num1, num2, num3} = {4 * QUADS * 31{1'b0}};
    if (valid_i || STRUCT != 0) begin
      for (q = 0; q < QUADS; q = q + 1) begin
        num0[q*6+:6] = {5'd0, lanes_i[q*4]} + {5'd0, lanes_i[q*4+1]} + {5'd0, lanes_i[q*4+2]} + {5'd0, lanes_i[q*4+3]};
        case (num0[q*6+:3])
          3'd1: sum0[q*25+:25] = {5'd0, x_i};
          3'd2: sum0[q*25+:25] = {4'd0, x_i, 1'b0};
          3'd3: sum0[q*25+:25] = {3'd0, x3};
          3'd4: sum0[q*25+:25] = {3'd0, x_i, 2'd0};
          default: sum0[q*25+:25] = 25'd0;
        endcase
      end
      sum1 = sum0;
      num1 = num0;
      for (q = 1; q < QUADS; q = q + 2) begin
        sum1[q*25+:25] = sum0[q*25+:25] + sum0[(q-1)*25+:25];
        num1[q*6+:6] = num0[q*6+:6] + num0[(q-1)*6+:6];
      end
      sum2 = sum1;
      num2 = num1;
      for (q = 2; q < QUADS; q = q + 1)
        if (q % 4 >= 2) begin
          sum2[q*25+:25] = sum1[q*25+:25] + sum1[(q/4*4+1)*25+:25];
          num2[q*6+:6] = num1[q*6+:6] + num1[(q/4*4+1)*6+:6];
        end
      sum3 = sum2;
      num3 = num2;
      for (q = 4; q < QUADS; q = q + 1) begin
        sum3[q*25+:25] = sum2[q*25+:25] + sum2[(q/4*4-1)*25+:25];
        num3[q*6+:6] = num2[q*6+:6] + num2[(q/4*4-1)*6+:6];
      end
    end
  end

  // 3. The sum below a quad is the sum up to the quad before it.
  genvar g;
  generate
    assign before_o[19:0] = 20'd0;
    for (g = 1; g < QUADS; g = g + 1) begin : quads
      assign before_o[g*20+:20] = ones_i ? {14'd0, num3[(g-1)*6+:6]} : sum3[(g-1)*25+:20];
    end
  endgenerate

  assign count_o = num3[(QUADS-1)*6+:6];
  assign total_o = sum3[(QUADS-1)*25+:25];
  wire unused = &{1'b0, sum3, ones_i, valid_i};
endmodule
`default_nettype wire
