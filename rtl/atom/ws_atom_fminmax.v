// SPDX-License-Identifier: Apache-2.0
// The smaller or larger of two f16 or bf16, and the same of two such in one word, each half for itself. Pure; the rule is min_max_float of
// the C model's atom.c: -0 is below +0, a NaN loses against a number, of two NaNs 7fff comes out.
`default_nettype none
module ws_atom_fminmax (
    input  wire        max_i,
    input  wire        bf_i,  // bf16, else f16
    input  wire [31:0] x_i,
    input  wire [31:0] y_i,
    output wire [31:0] z_o
);
  function is_nan(input bf, input [14:0] v);
    is_nan = &v[14:10] && (bf ? &v[9:7] && |v[6:0] : |v[9:0]);
  endfunction

  genvar k;

  generate
    for (k = 0; k < 2; k = k + 1) begin : g_half
      wire [15:0] x = x_i[k*16+:16];
      wire [15:0] y = y_i[k*16+:16];
      wire x_nan = is_nan(bf_i, x[14:0]);
      wire y_nan = is_nan(bf_i, y[14:0]);
      // Of two negative ones the larger magnitude is the smaller number. Of equal operands either will do.
      wire [15:0] less = {1'b0, x[14:0]} - {1'b0, y[14:0]};
      wire below = x[15] != y[15] ? x[15] : less[15] != x[15];
      wire take_y = x_nan || (!y_nan && below == max_i);
      wire [15:0] z = take_y ? y : x;
      assign z_o[k*16+:16] = {z[15] && !(x_nan && y_nan), z[14:0] | {15{x_nan && y_nan}}};
      wire unused = &{1'b0, less[14:0]};
    end
  endgenerate
endmodule
`default_nettype wire
