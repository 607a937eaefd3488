// SPDX-License-Identifier: Apache-2.0
// Is a + b, modulo 2^20, 0? Pure. Without a carry chain: it is exactly if in each bit a ^ b equals a | b of the bit below, because that or is then the
// carry into the bit. A tree by itself, so that what else decides with it, and drives much, stands behind it and not in it.
`default_nettype none
(* keep_hierarchy *)  // mapped by itself, for its own depth
module ws_mbar_zero (
    input  wire [19:0] a_i,
    input  wire [19:0] b_i,
    output wire        zero_o
);
  wire [20:0] a = {a_i, 1'b0}, b = {b_i, 1'b0};
  wire [19:0] zero;

  genvar n;
  generate
    for (n = 0; n < 20; n = n + 1) begin : each
      ws_mbar_bit one (
          .a_i    (a[n+1]),
          .b_i    (b[n+1]),
          .low_a_i(a[n]),
          .low_b_i(b[n]),
          .zero_o (zero[n])
      );
    end
  endgenerate

  assign zero_o = &zero;
endmodule
`default_nettype wire
