// SPDX-License-Identifier: Apache-2.0
// Values of the elements on which atom and red work. An operation's code holds the operation in its low four bits and the
// type above it. The halves of a packed type are made as elements of their own.
#include "atom_values.h"
#include "../../cmodel/ws_ops.h"

namespace {

constexpr unsigned operation(uint32_t op) { return op & 15; }
constexpr unsigned type(uint32_t op) { return op >> 4 & 15; }

struct format {       // of floating point
  unsigned frac, exp; // bits

  uint64_t one() const { return 1ull << frac; }      // of the exponent; the least normal number
  uint64_t top() const { return (1ull << exp) - 2; } // exponent of the largest numbers
  uint64_t bias() const { return top() / 2; }
  uint64_t sign() const { return 1ull << (frac + exp); }
  uint64_t inf() const { return sign() - one(); }
};

// Type of a sum, minimum or maximum; false: integers.
bool floating(uint32_t op, format &f) {
  switch (type(op)) {
  case type(WS_OP_ATOM_ADD_F32): f = {23, 8}; return true;
  case type(WS_OP_ATOM_ADD_F64): f = {52, 11}; return true;
  case type(WS_OP_ATOM_ADD_F16):
  case type(WS_OP_ATOM_ADD_F16X2): f = {10, 5}; return true;
  case type(WS_OP_ATOM_ADD_BF16):
  case type(WS_OP_ATOM_ADD_BF16X2): f = {7, 8}; return true;
  default: return false;
  }
}

bool packed(uint32_t op) { return type(op) == type(WS_OP_ATOM_ADD_F16X2) || type(op) == type(WS_OP_ATOM_ADD_BF16X2); }

enum { SPECIAL_FLOATS = 30, SPECIAL_INTEGERS = 12 };

uint64_t special_float(const format &f, uint64_t i) {
  const uint64_t one = f.one(), magnitudes[SPECIAL_FLOATS / 2] = {
                                    0,
                                    1,                             // the least subnormal
                                    one - 1,                       // the largest
                                    one,                           // the least normal
                                    f.bias() << f.frac,            // 1
                                    (f.bias() << f.frac) + 1,      // the next
                                    (f.bias() - f.frac - 1) * one, // half the distance of these two
                                    (f.bias() + f.frac + 1) * one, // 1 is half the distance to the next
                                    (f.top() - f.frac - 1) * one,  // half the last distance
                                    f.inf() - 1,                   // the largest number
                                    f.inf(),
                                    f.inf() | one >> 1,     // NaN: quiet
                                    f.inf() | one >> 1 | 5, // with a payload
                                    f.inf() | 1,            // signalling
                                    f.sign() - 1,           // all ones
                                };
  return magnitudes[i / 2 % (SPECIAL_FLOATS / 2)] | (i & 1 ? f.sign() : 0);
}

uint64_t special_integer(unsigned bits, uint64_t i) {
  const uint64_t most = bits < 64 ? (1ull << bits) - 1 : UINT64_MAX, middle = most / 2 + 1;
  const uint64_t values[SPECIAL_INTEGERS] = {0,
                                             1,
                                             2,
                                             most,
                                             most - 1,
                                             middle,
                                             middle + 1,
                                             middle - 1,
                                             middle - 2,
                                             most / 255 * 15,
                                             most / 3 * 2,
                                             most >> bits / 2};
  return values[i % SPECIAL_INTEGERS];
}

struct pair {
  uint64_t r, b;
};

// Pair i of n values. step has no divisor in common with n, so that all come; some 0.6 n^2 of it makes them various.
pair pair_of(uint64_t i, uint64_t n, uint64_t step) {
  const uint64_t at = i * step % (n * n);
  return {at % n, at / n};
}

pair directed_floats(const format &f, uint64_t i) {
  const pair at = pair_of(i, SPECIAL_FLOATS, 557);
  return {special_float(f, at.r), special_float(f, at.b)};
}

// Sums that are rounded, that cancel, that leave the range at either end.
pair random_floats(random_source &random, const format &f) {
  const auto sign = [&] { return random.below(2) ? f.sign() : 0; };
  const auto number = [&](uint64_t exp) {
    const uint64_t v = sign() | exp << f.frac;
    return v | (random.next() & (f.one() - 1));
  };
  const uint64_t top = f.top(), exp = 1 + random.below((uint32_t)top), all = 2 * f.sign() - 1;
  pair p = {number(exp), 0};

  switch (random.below(8)) {
  case 0:
  case 1: { // exponents as far apart as matters
    const uint64_t reach = f.frac + 3, least = exp > reach ? exp - reach : 0,
                   most = exp + reach < top ? exp + reach : top;
    p.b = number(least + random.below((uint32_t)(most - least + 1)));
    break;
  }
  case 2: p.b = (p.r + random.below(8) - 4) & all, p.b ^= sign(); break; // a few units apart
  case 3: {                                                              // half a unit, or next to it
    const uint64_t apart = f.frac + 1, great = apart + 1 + random.below((uint32_t)(top - apart));
    p = {number(great), (great - apart) * f.one() + random.below(3) - 1};
    p.b |= sign();
    break;
  }
  case 4: p = {number(random.below(3)), number(random.below(3))}; break;
  case 5: p = {number(top - random.below(2)), number(top - random.below(2))}; break;
  case 6: p.b = special_float(f, random.next()); break;
  default: p = {random.next() & all, random.next() & all}; break;
  }
  return random.below(2) ? p : pair{p.b, p.r};
}

pair random_integers(random_source &random, unsigned bits) {
  const uint64_t most = bits < 64 ? (1ull << bits) - 1 : UINT64_MAX;
  pair p = {random.next() & most, random.next() & most};

  switch (random.below(6)) {
  case 0: break;
  case 1: p = {p.r >> random.below(bits), p.b >> random.below(bits)}; break;
  case 2: p.b = (p.r + random.below(3) - 1) & most; break;
  case 3: p = {special_integer(bits, p.r), special_integer(bits, p.b)}; break;
  case 4: p.b = special_integer(bits, p.b); break;
  default: p.r = special_integer(bits, p.r); break;
  }
  return p;
}

// What stands in memory is compared with b: the same, or unlike in one bit, or in many.
void compare(atom_operands &values, unsigned bits, unsigned how, unsigned bit) {
  if (how == 2)
    return;
  values.b = values.r;
  if (how == 1)
    (bit % bits < 64 ? values.b.lo : values.b.hi) ^= 1ull << bit % bits % 64;
}

} // namespace

atom_order atom_commutes(uint32_t op) {
  format f;
  switch (operation(op)) {
  case operation(WS_OP_ATOM_EXCH_B32):
  case operation(WS_OP_ATOM_CAS_B32): return ORDER_MATTERS;
  case operation(WS_OP_ATOM_INC_U32):
  case operation(WS_OP_ATOM_DEC_U32): return SAME_B;
  default: return floating(op, f) ? ORDER_MATTERS : ANY_ORDER;
  }
}

atom_operands atom_directed(uint64_t i, uint32_t op, unsigned bits) {
  format f;
  if (floating(op, f)) {
    const pair low = directed_floats(f, i),
               high = packed(op) ? directed_floats(f, i + SPECIAL_FLOATS * SPECIAL_FLOATS / 2) : pair{0, 0};
    return {{low.r | high.r << 16, 0}, {low.b | high.b << 16, 0}, {0, 0}};
  }
  const unsigned half = bits > 64 ? 64 : bits;
  const pair at = pair_of(i, SPECIAL_INTEGERS, 89);
  atom_operands values = {};
  values.r = {special_integer(half, at.r), bits > 64 ? special_integer(half, at.b) : 0};
  values.b = {special_integer(half, at.b), bits > 64 ? special_integer(half, at.r + 1) : 0};
  values.c = {special_integer(half, at.b + 1), bits > 64 ? special_integer(half, at.b + 2) : 0};
  if (operation(op) == operation(WS_OP_ATOM_CAS_B32))
    compare(values, bits, (unsigned)(i % 2), (unsigned)(i / 2));
  return values;
}

atom_operands atom_random(random_source &random, uint32_t op, unsigned bits) {
  format f;
  if (floating(op, f)) {
    const pair low = random_floats(random, f), high = packed(op) ? random_floats(random, f) : pair{0, 0};
    return {{low.r | high.r << 16, 0}, {low.b | high.b << 16, 0}, {0, 0}};
  }
  const unsigned half = bits > 64 ? 64 : bits;
  const pair low = random_integers(random, half), high = bits > 64 ? random_integers(random, half) : pair{0, 0};
  atom_operands values = {{low.r, high.r}, {low.b, high.b}, {random.next(), bits > 64 ? random.next() : 0}};
  const unsigned how = random.below(3);
  if (bits < 64)
    values.c.lo &= (1ull << bits) - 1;
  if (operation(op) == operation(WS_OP_ATOM_CAS_B32))
    compare(values, bits, how, random.below(bits));
  return values;
}
