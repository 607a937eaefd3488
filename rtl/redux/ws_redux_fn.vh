// SPDX-License-Identifier: Apache-2.0
// The arithmetic of redux as pure functions, for inclusion inside a module.
//
// One unsigned tree serves all operations, because each operand becomes a key (redux_key), the tree adds, ors, xors keys or
// takes the larger one (redux_node), and the key that is left becomes the result (redux_unkey):
//   max        the key orders as the operand does. Signed: sign bit turned. f32: a negative number's bits grow as it falls,
//              so all of them are turned; a positive one only has its sign bit turned, which puts it above all negative ones.
//              That orders infinities, subnormals and -0 < +0 as well; equal keys are equal bits, so ties do not matter.
//   min        is max of the complement, and    and   is or of the complement (De Morgan), complemented again at the end.
//   a lane that does not take part, and a NaN   has key 0, which changes nothing in a sum, an or, an xor or an unsigned
//              maximum. That is not an identity value of the operands: that NaN stood alone is known from flags (ws_redux).

localparam [1:0] REDUX_ADD = 2'd0, REDUX_OR = 2'd1, REDUX_XOR = 2'd2, REDUX_MAX = 2'd3;

// fn[2:0] is the operation, fn[4:3] the type (0 u32 or b32, 1 s32, 2 f32), fn[5] abs, fn[6] NaN.
function [1:0] redux_mode;
  input [2:0] op;
  case (op)
    3'd0: redux_mode = REDUX_ADD;
    3'd1, 3'd2: redux_mode = REDUX_MAX;
    3'd3, 3'd4: redux_mode = REDUX_OR;
    default: redux_mode = REDUX_XOR;
  endcase
endfunction

function redux_complement;  // min, and
  input [2:0] op;
  redux_complement = op == 3'd1 || op == 3'd3;
endfunction

function redux_turns_sign;  // an order in which the sign bit counts downward
  input [4:0] fn;
  redux_turns_sign = redux_mode(fn[2:0]) == REDUX_MAX && fn[4:3] != 2'd0;
endfunction

function redux_is_nan;  // ws_redux keeps its two parts, in a clock of their own
  input is_f32;
  input [30:0] a;  // without the sign
  redux_is_nan = is_f32 && &a[30:23] && |a[22:0];
endfunction

function [31:0] redux_key;
  input [5:0] fn;
  input take;  // the lane takes part, and is not a NaN of f32
  input [31:0] a;
  reg v31;  // sign after abs
  reg turn;
  begin
    v31 = a[31] && !fn[5];
    turn = redux_complement(fn[2:0]) ^ (fn[4] && v31);
    redux_key = {v31 ^ redux_complement(fn[2:0]) ^ redux_turns_sign(fn[4:0]), a[30:0] ^ {31{turn}}} & {32{take}};
  end
endfunction

function [31:0] redux_unkey;
  input [4:0] fn;
  input nan;  // the result is the canonical NaN
  input [31:0] key;
  reg v31;
  reg turn;
  begin
    v31 = key[31] ^ redux_complement(fn[2:0]) ^ redux_turns_sign(fn);
    turn = redux_complement(fn[2:0]) ^ (fn[4] && v31);
    redux_unkey = {v31 && !nan, (key[30:0] ^ {31{turn}}) | {31{nan}}};
  end
endfunction

// Add, or, xor or larger of two keys, around one carry chain: a plain case of four results takes half as much again.
// y makes the chain do all four. It adds b; or is a + (b without a), which never carries; xor is the sum without its
// carries; a + ~b carries out when a > b, and there t, the xor of a and y, says where a and b are equal, so that b is a with
// the other bits turned.
function [31:0] redux_node;
  input [1:0] mode;
  input [31:0] a;
  input [31:0] b;
  reg [31:0] y, t;
  reg [32:0] sum;
  begin
    y = mode == REDUX_MAX ? ~b : mode == REDUX_OR ? b & ~a : b;
    sum = {1'b0, a} + {1'b0, y};
    t = mode[1] ? a ^ y : sum[31:0];
    redux_node = mode != REDUX_MAX ? t : sum[32] ? a : ~(a ^ t);
  end
endfunction
