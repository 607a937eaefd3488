// SPDX-License-Identifier: Apache-2.0
// The first step of what lanes of a piece take together, of which ws_mbar_rank is the second: how many lanes a quad has, and that number
// times x. Pure. x times three is the only adder.
`default_nettype none
module ws_mbar_quads #(
    parameter LANES  = 32,
    parameter STRUCT = 0,         // 0: nothing is calculated unless valid_i
    parameter QUADS  = LANES / 4  // derived, not to be set
) (
    input  wire                valid_i,  // else what comes out is not to be used
    input  wire [   LANES-1:0] lanes_i,
    input  wire [        19:0] x_i,
    output reg  [ QUADS*3-1:0] num_o,    // lanes of each quad, 0 to 4
    output reg  [QUADS*22-1:0] own_o     // that many times x_i
);
  wire [21:0] x3 = {2'd0, x_i} + {1'b0, x_i, 1'b0};
  integer q;

  always @(*) begin
    num_o = {QUADS * 3{1'b0}};
    own_o = {QUADS * 22{1'b0}};
    if (valid_i || STRUCT != 0)
      for (q = 0; q < QUADS; q = q + 1) begin
        num_o[q*3+:3] = {2'd0, lanes_i[q*4]} + {2'd0, lanes_i[q*4+1]} + {2'd0, lanes_i[q*4+2]} + {2'd0, lanes_i[q*4+3]};
        case (num_o[q*3+:3])
          3'd1: own_o[q*22+:22] = {2'd0, x_i};
          3'd2: own_o[q*22+:22] = {1'b0, x_i, 1'b0};
          3'd3: own_o[q*22+:22] = x3;
          3'd4: own_o[q*22+:22] = {x_i, 2'd0};
          default: own_o[q*22+:22] = 22'd0;
        endcase
      end
  end
  wire unused = &{1'b0, valid_i};
endmodule
`default_nettype wire
