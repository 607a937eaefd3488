// SPDX-License-Identifier: Apache-2.0
// What the parts of the atomic unit have in common, for inclusion inside a module: the two halves of a function code, and latencies.
// A function code is the low byte of WS_OP_ATOM_* and WS_OP_RED_*: the type above, the operation below.

localparam [3:0] ATOM_AND = 4'd0, ATOM_OR = 4'd1, ATOM_XOR = 4'd2, ATOM_EXCH = 4'd3, ATOM_CAS = 4'd4, ATOM_ADD = 4'd5, ATOM_INC = 4'd6,
    ATOM_DEC = 4'd7, ATOM_MIN = 4'd8, ATOM_MAX = 4'd9;
localparam [3:0] ATOM_B16 = 4'd0, ATOM_B32 = 4'd1, ATOM_B64 = 4'd2, ATOM_B128 = 4'd3, ATOM_U32 = 4'd4, ATOM_S32 = 4'd5, ATOM_U64 = 4'd6,
    ATOM_S64 = 4'd7, ATOM_F32 = 4'd8, ATOM_F64 = 4'd9, ATOM_F16 = 4'd10, ATOM_BF16 = 4'd11, ATOM_F16X2 = 4'd12, ATOM_BF16X2 = 4'd13;

// Clocks from operands to result.
localparam ATOM_INT_CLKS = 1, ATOM_FLOAT_CLKS = 8, ATOM_SERIAL_CLKS = 27;

// What ws_atom_int is told of a function, so that whoever has a register there spares it the decoding.
localparam ATOM_CTL_W = 22;

function [ATOM_CTL_W-1:0] atom_int_ctl(input [7:0] fn);
  reg [3:0] op, kind;
  reg inc, dec, cas, two;
  reg [1:0] at_least, below;
  begin
    {kind, op} = fn;
    inc = op == ATOM_INC;
    dec = op == ATOM_DEC;
    cas = op == ATOM_CAS;
    two = kind == ATOM_B64 || kind == ATOM_B128 || kind == ATOM_U64 || kind == ATOM_S64;
    // b is the result where r >= s, where it is not; or a ^ b, a & b.
    at_least = {2{op == ATOM_EXCH || op == ATOM_MIN || inc || dec}} | {op == ATOM_XOR, op == ATOM_AND};
    below = {2{op == ATOM_EXCH || op == ATOM_MAX}} | {op == ATOM_XOR, op == ATOM_AND};
    atom_int_ctl = {
      at_least & {2{two}}, below & {2{two}},  // of pairs alone
      dec || op == ATOM_OR, dec || op == ATOM_ADD,  // what is added to r
      at_least, below,
      kind == ATOM_S32 || kind == ATOM_S64, kind == ATOM_S32,  // signed words of different signs order the other way round
      inc, dec, cas || inc,  // cas or inc: b is t
      cas && kind != ATOM_B16, cas && kind == ATOM_B16,
      two, kind == ATOM_B128, two || inc, !two && dec, !two && !dec
    };
  end
endfunction

// What ws_atom_fold is told: signed, so that the highest bits order the other way round; add, or, xor, one of and and xor, min, max.
localparam ATOM_FOLD_W = 7;

function [ATOM_FOLD_W-1:0] atom_fold_ctl(input [7:0] fn);
  reg [3:0] op;
  begin
    op = fn[3:0];
    atom_fold_ctl = {fn[7:4] == ATOM_S32, op == ATOM_ADD, op == ATOM_OR, op == ATOM_XOR, op == ATOM_AND || op == ATOM_XOR, op == ATOM_MIN, op == ATOM_MAX};
  end
endfunction
