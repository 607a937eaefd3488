// SPDX-License-Identifier: Apache-2.0
// Combines neighbouring words LEVELS times: N words become N >> LEVELS, each what the function makes of those below it. Pure.
// Functions: and, or, xor, add, min and max of 32 bits; others give an arbitrary result.
`default_nettype none
module ws_atom_fold #(
    parameter N      = 8,  // words, a power of two
    parameter LEVELS = 1   // 0: what comes goes
) (
    input  wire [                  7:0] fn_i,
    input  wire [             N*32-1:0] x_i,
    output wire [(N>>LEVELS)*32-1:0] y_o
);
  genvar k, j;
  generate
    for (k = 0; k <= LEVELS; k = k + 1) begin : level
      wire [(N>>k)*32-1:0] x;
    end
    assign level[0].x = x_i;
    for (k = 0; k < LEVELS; k = k + 1) begin : node
      localparam M = N >> (k + 1);
      wire [M*32-1:0] r, s;
      for (j = 0; j < M; j = j + 1) begin : pair
        assign {s[j*32+:32], r[j*32+:32]} = level[k].x[j*64+:64];
      end
      ws_atom_int #(
          .SLICES(M),
          .FOLD  (1)
      ) alu (
          .fn_i(fn_i),
          .r_i (r),
          .s_i (s),
          .t_i ({M * 32{1'b0}}),
          .d_o (level[k+1].x)
      );
    end
  endgenerate
  assign y_o = level[LEVELS].x;
  wire unused = &{1'b0, fn_i};
endmodule
`default_nettype wire
