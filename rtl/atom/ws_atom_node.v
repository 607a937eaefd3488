// SPDX-License-Identifier: Apache-2.0
// Two operands of a red become one: and, or, xor, add, min, max of 32 bits; other functions give an arbitrary result. Pure.
//
// An operand that does not count (has_*_i = 0) leaves the other one as it is; of two the result is arbitrary.
`default_nettype none
module ws_atom_node (
    input  wire [ 6:0] ctl_i,    // atom_fold_ctl of the function, ws_atom_fn.vh
    input  wire        has_r_i,
    input  wire        has_s_i,
    input  wire [31:0] r_i,
    input  wire [31:0] s_i,
    output wire        has_o,
    output wire [31:0] d_o
);
  localparam [3:0] A = 4'b1010, B = 4'b1100, AND = 4'b1000, XOR = 4'b0110, B_NOT_A = 4'b0100, ZERO = 4'b0000;
  wire turn, add, or_, xor_, and_xor, min, max;
  wire both = has_r_i && has_s_i;
  assign {turn, add, or_, xor_, and_xor, min, max} = ctl_i;
  wire [31:0] y;

  // The sum is r + s, r | s = r + (s & ~r), or r.
  ws_atom_bits #(
      .W (32),
      .F0(ZERO),
      .F1(B),
      .F2(B_NOT_A),
      .F3(ZERO)
  ) u_y (
      .sel_i({both && or_, both && add}),
      .a_i  (r_i),
      .b_i  (s_i),
      .y_o  (y)
  );
  wire [31:0] a = r_i + y;
  wire [32:0] less = {1'b0, r_i[31] ^ turn, r_i[30:0]} - {1'b0, s_i[31] ^ turn, s_i[30:0]};
  wire takes_s = !has_r_i || (has_s_i && (less[32] ? max : min));
  wire bitwise = both && and_xor;

  ws_atom_bits #(
      .W (32),
      .F0(A),
      .F1(B),
      .F2(AND),
      .F3(XOR)
  ) u_d (
      .sel_i({bitwise, bitwise ? xor_ : takes_s}),
      .a_i  (a),
      .b_i  (s_i),
      .y_o  (d_o)
  );
  assign has_o = has_r_i || has_s_i;
  wire unused = &{1'b0, less[31:0]};
endmodule
`default_nettype wire
