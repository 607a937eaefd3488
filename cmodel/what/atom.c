// SPDX-License-Identifier: Apache-2.0
// atom and red (PTX 9.7.13.5, 9.7.13.6): what one element of memory becomes. The only place where this is said.
//
// Floating-point sums are exact integers, rounded once to nearest, ties to even: nothing depends on the host's arithmetic.
#include "what/bits.h"
#include "ws.h"

enum { OP_AND, OP_OR, OP_XOR, OP_EXCH, OP_CAS, OP_ADD, OP_INC, OP_DEC, OP_MIN, OP_MAX };
enum {
  TYPE_B16,
  TYPE_B32,
  TYPE_B64,
  TYPE_B128,
  TYPE_U32,
  TYPE_S32,
  TYPE_U64,
  TYPE_S64,
  TYPE_F32,
  TYPE_F64,
  TYPE_F16,
  TYPE_BF16,
  TYPE_F16X2,
  TYPE_BF16X2
};

#define BIT(n) (1u << (n))
#define INT_TYPES (BIT(TYPE_U32) | BIT(TYPE_S32) | BIT(TYPE_U64) | BIT(TYPE_S64))
#define HALF_TYPES (BIT(TYPE_F16) | BIT(TYPE_BF16) | BIT(TYPE_F16X2) | BIT(TYPE_BF16X2))

// The function that a code names; red has no exch and no cas.
static unsigned function(unsigned fn) {
  const unsigned op = fn & 15, which = fn >> 8 == WS_UNIT_RED ? fn & 0xff : ws_fn_of(WS_UNIT_ATOM, fn);
  return fn >> 8 == WS_UNIT_RED && (op == OP_EXCH || op == OP_CAS) ? 0xf : which;
}

unsigned ws_atom_bits(unsigned fn) {
  static const uint8_t bits[16] = {16, 32, 64, 128, 32, 32, 64, 64, 32, 64, 16, 16, 32, 32, 0, 0};
  static const uint16_t types[16] = {
      // that an operation has
      [OP_AND] = BIT(TYPE_B32) | BIT(TYPE_B64),
      [OP_OR] = BIT(TYPE_B32) | BIT(TYPE_B64),
      [OP_XOR] = BIT(TYPE_B32) | BIT(TYPE_B64),
      [OP_EXCH] = BIT(TYPE_B32) | BIT(TYPE_B64) | BIT(TYPE_B128),
      [OP_CAS] = BIT(TYPE_B16) | BIT(TYPE_B32) | BIT(TYPE_B64) | BIT(TYPE_B128),
      [OP_ADD] = BIT(TYPE_U32) | BIT(TYPE_S32) | BIT(TYPE_U64) | BIT(TYPE_F32) | BIT(TYPE_F64) | HALF_TYPES,
      [OP_INC] = BIT(TYPE_U32),
      [OP_DEC] = BIT(TYPE_U32),
      [OP_MIN] = INT_TYPES | HALF_TYPES,
      [OP_MAX] = INT_TYPES | HALF_TYPES,
  };
  const unsigned which = function(fn), op = which & 15, type = which >> 4 & 15;
  return which < 256 && (types[op] >> type & 1) ? bits[type] : 0;
}

// ------------------------------------------------------------------------------------------------ floating point

typedef struct format {
  unsigned frac; // bits of the fraction
  unsigned exp;  // bits of the exponent; the sign stands above
  uint64_t nan;  // the NaN that results are, whatever the operands': the one that a GPU makes of inf - inf
} format;

static const format f16 = {10, 5, 0x7fff}, bf16 = {7, 8, 0x7fff}, f32 = {23, 8, 0x7fffffff},
                    f64 = {52, 11, UINT64_C(0xfff8000000000000)};

static uint64_t sign_of(const format *f) { return UINT64_C(1) << (f->frac + f->exp); }
static uint64_t inf_of(const format *f) { return ((UINT64_C(1) << f->exp) - 1) << f->frac; }
static bool is_nan(const format *f, uint64_t v) { return (v & (sign_of(f) - 1)) > inf_of(f); }

// A subnormal becomes 0 of its sign.
static uint64_t flushed(const format *f, uint64_t v) {
  const bool subnormal = !(v & inf_of(f));
  return subnormal ? v & sign_of(f) : v;
}

// v / 2^n, cut; the lowest bit is set if a 1 was cut off.
static uint64_t shift_sticky(uint64_t v, unsigned n) {
  if (n > 63)
    return v != 0;
  return v >> n | ((v & ((UINT64_C(1) << n) - 1)) != 0);
}

// The number whose exponent field is `exp` and whose leading 1 and fraction are `sum`, with three bits below the fraction, of which the
// lowest is sticky: brought into place, rounded, packed. sum may stand one place too high, or any number too low.
static uint64_t rounded(const format *f, bool sign, unsigned exp, uint64_t sum) {
  const uint64_t one = UINT64_C(1) << f->frac; // a normal number's leading 1
  if (sum >= one << 4) {
    sum = shift_sticky(sum, 1);
    exp++;
  }
  while (sum < one << 3 && exp > 1) {
    sum <<= 1;
    exp--;
  }
  const unsigned below = sum & 7;
  uint64_t frac = sum >> 3;
  frac += below > 4 || (below == 4 && (frac & 1));
  // A leading 1 adds 1 to the exponent that is written, and so does a carry out of the fraction.
  uint64_t v = ((uint64_t)(exp - 1) << f->frac) + frac;
  if (v > inf_of(f))
    v = inf_of(f);
  return v | (sign ? sign_of(f) : 0);
}

static uint64_t add(const format *f, uint64_t x, uint64_t y) {
  const uint64_t sign = sign_of(f), inf = inf_of(f), one = UINT64_C(1) << f->frac;
  if ((x & ~sign) < (y & ~sign)) { // x is the greater in magnitude
    const uint64_t t = x;
    x = y;
    y = t;
  }
  const bool apart = (x ^ y) & sign;
  if (is_nan(f, x) || is_nan(f, y) || (apart && (y & ~sign) == inf))
    return f->nan;
  if ((x & ~sign) == inf)
    return x;
  const unsigned xe = (unsigned)((x & inf) >> f->frac), ye = (unsigned)((y & inf) >> f->frac);
  const unsigned exp = xe ? xe : 1; // a subnormal has exponent 1 and no leading 1
  const uint64_t big = ((x & (one - 1)) | (xe ? one : 0)) << 3;
  const uint64_t small = shift_sticky(((y & (one - 1)) | (ye ? one : 0)) << 3, exp - (ye ? ye : 1));
  if (apart && big == small)
    return 0; // x + -x is +0
  return rounded(f, x & sign, exp, apart ? big - small : big + small);
}

// -0 is below +0; a NaN loses against a number.
static uint64_t min_max_float(const format *f, bool max, uint64_t x, uint64_t y) {
  const uint64_t sign = sign_of(f);
  if (is_nan(f, x))
    return is_nan(f, y) ? f->nan : y;
  if (is_nan(f, y))
    return x;
  // Numbers that order like the operands: those of negative ones are turned round, positive ones stand above them.
  const uint64_t x_key = x & sign ? ~x & (2 * sign - 1) : x | sign, y_key = y & sign ? ~y & (2 * sign - 1) : y | sign;
  return (max ? y_key > x_key : y_key < x_key) ? y : x;
}

static uint64_t of_float(const format *f, unsigned op, uint64_t r, uint64_t b) {
  return op == OP_ADD ? add(f, r, b) : min_max_float(f, op == OP_MAX, r, b);
}

static uint64_t of_pair(const format *f, unsigned op, uint64_t r, uint64_t b) {
  return of_float(f, op, r >> 16, b >> 16) << 16 | of_float(f, op, r & 0xffff, b & 0xffff);
}

// ------------------------------------------------------------------------------------------------ integers and bits

static uint64_t min_max(unsigned type, bool max, uint64_t r, uint64_t b) {
  // Turning the sign bit makes signed numbers order as unsigned ones.
  const uint64_t turn = type == TYPE_S32 ? UINT64_C(1) << 31 : type == TYPE_S64 ? UINT64_C(1) << 63 : 0;
  const uint64_t r_key = r ^ turn, b_key = b ^ turn;
  return (max ? b_key > r_key : b_key < r_key) ? b : r;
}

static uint64_t of_integer(unsigned op, unsigned type, uint64_t r, uint64_t b) {
  switch (op) {
  case OP_AND: return r & b;
  case OP_OR: return r | b;
  case OP_XOR: return r ^ b;
  case OP_ADD: return r + b;
  case OP_INC: return r >= b ? 0 : r + 1;
  case OP_DEC: return r == 0 || r > b ? b : r - 1;
  default: return min_max(type, op == OP_MAX, r, b);
  }
}

static uint64_t of_number(unsigned op, unsigned type, bool ftz, uint64_t r, uint64_t b) {
  switch (type) {
  case TYPE_F16: return of_float(&f16, op, r, b);
  case TYPE_BF16: return of_float(&bf16, op, r, b);
  case TYPE_F16X2: return of_pair(&f16, op, r, b);
  case TYPE_BF16X2: return of_pair(&bf16, op, r, b);
  case TYPE_F64: return add(&f64, r, b);
  case TYPE_F32: return ftz ? flushed(&f32, add(&f32, flushed(&f32, r), flushed(&f32, b))) : add(&f32, r, b);
  default: return of_integer(op, type, r, b);
  }
}

uint32_t ws_atom(unsigned fn, bool ftz, ws_atom_value r, ws_atom_value b, ws_atom_value c, ws_atom_value *d) {
  const unsigned op = fn & 15, type = fn >> 4 & 15, bits = ws_atom_bits(fn);
  const uint64_t mask = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX;
  *d = (ws_atom_value){0};
  if (!bits)
    return WS_ST_DEC_ILLEGAL;
  if (bits < 128)
    r.hi = b.hi = c.hi = 0;
  r.lo &= mask;
  b.lo &= mask;
  c.lo &= mask;
  if (op == OP_EXCH)
    *d = b;
  else if (op == OP_CAS)
    *d = r.lo == b.lo && r.hi == b.hi ? c : r;
  else
    d->lo = of_number(op, type, ftz, r.lo, b.lo) & mask;
  return WS_ST_OK;
}
