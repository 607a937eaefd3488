// SPDX-License-Identifier: Apache-2.0
// For proofs of who meets whom in ws_atom: arithmetic of two bits in place of ws_atom_int, which prove_atom_int.sh is about, add and exch
// alone; and no sums of floats, which are not issued then.
`default_nettype none
module ws_atom_int #(
    parameter SLICES = 4,
    parameter FOLD   = 0
) (
    input  wire [          7:0] fn_i,
    input  wire [SLICES*32-1:0] r_i, s_i, t_i,
    output reg  [SLICES*32-1:0] d_o
);
  integer i;
  always @(*) begin
    d_o = 0;
    for (i = 0; i < SLICES; i = i + 1) d_o[i*32+:2] = fn_i[3:0] == 3 && FOLD == 0 ? s_i[i*32+:2] : r_i[i*32+:2] + s_i[i*32+:2];
  end
endmodule

module ws_atom_float #(
    parameter S      = 8,
    parameter INFO_W = 8
) (
    input  wire              clk_i, rst_ni, issue_i, issue_use_i, launch_i, half_i,
    input  wire [      11:0] issue_word_i,
    input  wire [       7:0] fn_i,
    input  wire [     S-1:0] use_i, upper_i,
    input  wire [  S*32-1:0] r_i, s_i,
    input  wire [INFO_W-1:0] info_i,
    output wire              late_o, busy_o, valid_o, use_o, upper_o,
    output wire [      11:0] word_o,
    output wire [      63:0] new_o, old_o,
    output wire [INFO_W-1:0] info_o
);
  assign {late_o, busy_o, valid_o, use_o, upper_o, word_o, new_o, old_o, info_o} = 0;
endmodule
`default_nettype wire
