// SPDX-License-Identifier: Apache-2.0
// redux.sync (PTX 9.7.13.12): one value out of the values of the lanes in `act`.
//
// The order of the lanes does not matter for any of the operations, f32 included: min and max pick one of the inputs.
// f32: a NaN never wins against a number, so it takes part only in the count of numbers; with .NaN one is enough to make
// the result NaN. The result is then the canonical NaN, never a payload. -0 is below +0, subnormals are kept.
#include "what/bits.h"
#include "ws.h"

#define F32_CANONICAL_NAN 0x7fffffffu
#define F32_INF 0x7f800000u
#define SIGN 0x80000000u

enum { OP_ADD, OP_MIN, OP_MAX, OP_AND, OP_OR, OP_XOR };
enum { TYPE_U32, TYPE_S32, TYPE_F32 };

// fn: [2:0] operation, [4:3] type, [5] .abs and [6] .NaN of f32.
static bool is_function(unsigned fn) {
  const unsigned op = fn & 7u, type = fn >> 3 & 3u;
  const bool orders = op == OP_MIN || op == OP_MAX;
  switch (type) {
  case TYPE_U32: return fn >> 5 == 0 && op <= OP_XOR;
  case TYPE_S32: return fn >> 5 == 0 && (op == OP_ADD || orders);
  case TYPE_F32: return fn >> 7 == 0 && orders;
  default: return false;
  }
}

// An unsigned number that orders like the operand. f32: the bits of a negative number grow as it falls, so all of them are
// turned round; a positive one only has to move above the negative ones.
static uint32_t redux_key(unsigned type, uint32_t v) {
  if (type == TYPE_U32)
    return v;
  if (type == TYPE_F32 && (v & SIGN))
    return ~v;
  return v ^ SIGN;
}

// The inverse of redux_key.
static uint32_t redux_unkey(unsigned type, uint32_t key) {
  if (type == TYPE_U32)
    return key;
  if (type == TYPE_F32 && !(key & SIGN))
    return ~key;
  return key ^ SIGN;
}

static uint32_t min_max(unsigned lanes, unsigned fn, uint32_t act, const uint32_t a[]) {
  const unsigned type = fn >> 3 & 3u;
  const bool is_f32 = type == TYPE_F32;
  const bool abs = is_f32 && (fn >> 5 & 1u);
  const bool nan_wins = fn >> 6 & 1u;
  bool any_nan = false, any_number = false;
  uint32_t best = 0;

  for (unsigned i = 0; i < lanes; i++) {
    const uint32_t v = abs ? a[i] & ~SIGN : a[i];
    const uint32_t key = redux_key(type, v);
    const bool member = act >> i & 1u;
    const bool nan = is_f32 && (v & ~SIGN) > F32_INF;
    const bool better = (fn & 7u) == OP_MIN ? key < best : key > best;

    best = member && !nan && (better || !any_number) ? key : best;
    any_nan |= member && nan;
    any_number |= member && !nan;
  }
  if (any_nan && (nan_wins || !any_number))
    return F32_CANONICAL_NAN;
  return any_number ? redux_unkey(type, best) : 0;
}

// add, and, or, xor: the type does not matter.
static uint32_t bitwise(unsigned lanes, unsigned op, uint32_t act, const uint32_t a[]) {
  uint32_t sum = 0, all = ~0u, some = 0, odd = 0;

  for (unsigned i = 0; i < lanes; i++) {
    const uint32_t in = act >> i & 1u ? ~0u : 0;

    sum += a[i] & in;
    all &= a[i] | ~in;
    some |= a[i] & in;
    odd ^= a[i] & in;
  }
  switch (op) {
  case OP_ADD: return sum;
  case OP_AND: return all;
  case OP_OR: return some;
  default: return odd;
  }
}

uint32_t ws_redux(unsigned lanes, unsigned fn, uint32_t act, const uint32_t a[], uint32_t *d) {
  const unsigned which = ws_fn_of(WS_UNIT_REDUX, fn), op = which & 7u;

  if (!is_function(which) || act == 0)
    *d = 0;
  else
    *d = op == OP_MIN || op == OP_MAX ? min_max(lanes, which, act, a) : bitwise(lanes, op, act, a);
  return is_function(which) ? WS_ST_OK : WS_ST_DEC_ILLEGAL;
}
