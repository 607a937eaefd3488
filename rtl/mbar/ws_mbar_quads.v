// SPDX-License-Identifier: Apache-2.0
// The first step of what lanes of a piece take together, of which ws_mbar_rank is the second: how many lanes a quad has, and that
// number times x, or times -x. Pure. x times three is the only wide adder.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_mbar_quads #(
    parameter LANES  = 32,
    parameter STRUCT = 0,         // 0: nothing is calculated unless valid_i
    parameter QUADS  = LANES / 4  // derived, not to be set
) (
    input  wire                valid_i,  // else what comes out is not to be used
    input  wire [   LANES-1:0] lanes_i,
    input  wire [        19:0] x_i,
    input  wire                less_i,   // -x
    output reg  [ QUADS*3-1:0] num_o,    // lanes of each quad, 0 to 4
    output reg  [QUADS*23-1:0] own_o     // that many times x or -x, two's complement
);
  wire [20:0] minus = 21'd0 - {1'b0, x_i};
  wire [20:0] x = less_i ? minus : {1'b0, x_i};
  wire [22:0] x3 = {{2{x[20]}}, x} + {x[20], x, 1'b0};
  integer q;

  always @(*) begin
    num_o = {QUADS * 3{1'b0}};
    own_o = {QUADS * 23{1'b0}};
    if (valid_i || STRUCT != 0)
      for (q = 0; q < QUADS; q = q + 1) begin
        num_o[q*3+:3] = {2'd0, lanes_i[q*4]} + {2'd0, lanes_i[q*4+1]} + {2'd0, lanes_i[q*4+2]} + {2'd0, lanes_i[q*4+3]};
        case (num_o[q*3+:3])
          3'd1: own_o[q*23+:23] = {{2{x[20]}}, x};
          3'd2: own_o[q*23+:23] = {x[20], x, 1'b0};
          3'd3: own_o[q*23+:23] = x3;
          3'd4: own_o[q*23+:23] = {x, 2'd0};
          default: own_o[q*23+:23] = 23'd0;
        endcase
      end
  end
  wire unused = &{1'b0, valid_i};
endmodule
`default_nettype wire
