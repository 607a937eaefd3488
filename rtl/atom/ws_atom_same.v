// SPDX-License-Identifier: Apache-2.0
// Whether a word is s, for ws_atom_int. Pure; three LUT levels, which the attribute keeps from being shared with those behind them.
`default_nettype none
(* keep_hierarchy *)
module ws_atom_same (
    input  wire [31:0] r_i,
    input  wire [31:0] s_i,
    input  wire        cas_half_i,
    input  wire [ 1:0] stay_i,
    output wire        word_o,      // r == s
    output wire [ 1:0] half_o       // cas of 16 bits: r == s, and this half does not stay
);
  wire [15:0] pairs;
  wire [3:0] same = {&pairs[15:12], &pairs[11:8], &pairs[7:4], &pairs[3:0]};
  ws_atom_alike u_alike (
      .r_i   (r_i),
      .s_i   (s_i),
      .same_o(pairs)
  );
  assign word_o = &same;
  assign half_o = {2{cas_half_i}} & ~stay_i & {&same[3:2], &same[1:0]};
endmodule
`default_nettype wire
