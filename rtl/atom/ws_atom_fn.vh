// SPDX-License-Identifier: Apache-2.0
// What the parts of the atomic unit have in common, for inclusion inside a module: the two halves of a function code, and latencies.
// A function code is the low byte of WS_OP_ATOM_* and WS_OP_RED_*: the type above, the operation below.

localparam [3:0] ATOM_AND = 4'd0, ATOM_OR = 4'd1, ATOM_XOR = 4'd2, ATOM_EXCH = 4'd3, ATOM_CAS = 4'd4, ATOM_ADD = 4'd5, ATOM_INC = 4'd6,
    ATOM_DEC = 4'd7, ATOM_MIN = 4'd8, ATOM_MAX = 4'd9;
localparam [3:0] ATOM_B16 = 4'd0, ATOM_B32 = 4'd1, ATOM_B64 = 4'd2, ATOM_B128 = 4'd3, ATOM_U32 = 4'd4, ATOM_S32 = 4'd5, ATOM_U64 = 4'd6,
    ATOM_S64 = 4'd7, ATOM_F32 = 4'd8, ATOM_F64 = 4'd9, ATOM_F16 = 4'd10, ATOM_BF16 = 4'd11, ATOM_F16X2 = 4'd12, ATOM_BF16X2 = 4'd13;

// Clocks from operands to result.
localparam ATOM_INT_CLKS = 1, ATOM_FLOAT_CLKS = 8;
