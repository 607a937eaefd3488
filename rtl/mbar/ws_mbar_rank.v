// SPDX-License-Identifier: Apache-2.0
// Each lane of a piece takes x from an object: the sum over all lanes, and the sum over the lanes below each quad, from what each quad
// takes (ws_mbar_quads). Pure.
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
    input  wire [QUADS*22-1:0] own_i,    // what they take
    input  wire                ones_i,
    output wire [         5:0] count_o,  // lanes
    output wire [        24:0] total_o,  // what all take
    output wire [QUADS*20-1:0] before_o  // modulo 2^20
);
  // 1. Prefix sums: at each level the quads of an upper half add the sum of their lower half, for halves of 1, 2, 4 quads.
  reg [QUADS*25-1:0] sum0, sum1, sum2, sum3;
  reg [QUADS*6-1:0] num0, num1, num2, num3;
  integer q;

  always @(*) begin
    {sum0, sum1, sum2, sum3, num0, num1, num2, num3} = {4 * QUADS * 31{1'b0}};
    if (valid_i || STRUCT != 0) begin
      for (q = 0; q < QUADS; q = q + 1) begin
        num0[q*6+:6]   = {3'd0, num_i[q*3+:3]};
        sum0[q*25+:25] = {3'd0, own_i[q*22+:22]};
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

  // 2. The sum below a quad is the sum up to the quad before it.
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
