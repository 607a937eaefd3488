// SPDX-License-Identifier: Apache-2.0
// Two operands of a red become one: and, or, xor, add, min, max of 32 bits; other functions give an arbitrary result. Pure.
//
// An operand that does not count (has_*_i = 0) leaves the other one as it is; of two the result is arbitrary.
`default_nettype none
module ws_atom_node (
    input  wire [ 7:0] fn_i,
    input  wire        has_r_i,
    input  wire        has_s_i,
    input  wire [31:0] r_i,
    input  wire [31:0] s_i,
    output wire        has_o,
    output wire [31:0] d_o
);
  `include "atom/ws_atom_fn.vh"
  localparam [3:0] A = 4'b1010, B = 4'b1100, AND = 4'b1000, XOR = 4'b0110, B_NOT_A = 4'b0100, ZERO = 4'b0000;
  wire [3:0] op = fn_i[3:0];
  wire turn = fn_i[7:4] == ATOM_S32;  // signed: the highest bits order the other way round
  wire both = has_r_i && has_s_i;
  wire order = op == ATOM_MIN || op == ATOM_MAX;
  wire [31:0] y;

  // The sum is r + s, r | s = r + (s & ~r), or r.
  ws_atom_bits #(
      .W (32),
      .F0(ZERO),
      .F1(B),
      .F2(B_NOT_A),
      .F3(ZERO)
  ) u_y (
      .sel_i({both && op == ATOM_OR, both && op == ATOM_ADD}),
      .a_i  (r_i),
      .b_i  (s_i),
      .y_o  (y)
  );
  wire [31:0] a = r_i + y;
  wire [32:0] less = {1'b0, r_i[31] ^ turn, r_i[30:0]} - {1'b0, s_i[31] ^ turn, s_i[30:0]};
  wire takes_s = !has_r_i || (has_s_i && order && less[32] == (op == ATOM_MAX));
  wire bitwise = both && (op == ATOM_AND || op == ATOM_XOR);

  ws_atom_bits #(
      .W (32),
      .F0(A),
      .F1(B),
      .F2(AND),
      .F3(XOR)
  ) u_d (
      .sel_i({bitwise, bitwise ? op == ATOM_XOR : takes_s}),
      .a_i  (a),
      .b_i  (s_i),
      .y_o  (d_o)
  );
  assign has_o = has_r_i || has_s_i;
  wire unused = &{1'b0, less[31:0]};
endmodule
`default_nettype wire
