// SPDX-License-Identifier: Apache-2.0
// Operands on which the functions of atom and red can go wrong.
#include "operands.h"

const float_format formats[FORMATS] = {
    {"f16", 5, 10, WS_OP_ATOM_ADD_F16 & 255},
    {"bf16", 8, 7, WS_OP_ATOM_ADD_BF16 & 255},
    {"f32", 8, 23, WS_OP_ATOM_ADD_F32 & 255},
    {"f64", 11, 52, WS_OP_ATOM_ADD_F64 & 255},
};

random_state random_from(uint64_t seed) {
  random_state random = {seed * UINT64_C(0x9e3779b97f4a7c15) + 88172645463325252u};
  for (unsigned i = 0; i < 8; i++)
    random_next(&random);
  return random;
}

uint64_t random_next(random_state *random) { // xorshift*
  uint64_t s = random->s ? random->s : 1;
  s ^= s >> 12;
  s ^= s << 25;
  s ^= s >> 27;
  random->s = s;
  return s * 2685821657736338717u;
}

static uint64_t ones(unsigned n) { return n < 64 ? (UINT64_C(1) << n) - 1 : UINT64_MAX; }

static uint64_t fraction(const float_format *f, random_state *random) {
  const uint64_t dice = random_next(random), mask = ones(f->frac);
  const unsigned i = (unsigned)(dice >> 8) % f->frac, k = (unsigned)(dice >> 16) % f->frac;
  uint64_t v = 0;
  switch (dice & 7) {
  case 0: break;
  case 1: v = UINT64_C(1) << i; break;
  case 2: v = UINT64_C(1) << i | UINT64_C(1) << k; break;
  case 3: v = ones(i); break;
  case 4: v = ones(i) ^ ones(k); break;
  default: v = random_next(random);
  }
  return (dice >> 32 & 1 ? ~v : v) & mask;
}

static uint64_t packed(const float_format *f, uint64_t sign, uint64_t exp, uint64_t frac) {
  return (sign & 1) << (f->exp + f->frac) | (exp & ones(f->exp)) << f->frac | (frac & ones(f->frac));
}

// y such that the lowest n bits of its significand, brought to x's exponent, are 100...0.
static operands tie(const float_format *f, uint64_t exp, random_state *random) {
  const uint64_t dice = random_next(random);
  const unsigned n = 1 + (unsigned)(dice >> 8) % (f->frac + 1);
  uint64_t x_exp = exp;
  if (x_exp <= n)
    x_exp = n + 1;
  if (x_exp >= ones(f->exp))
    x_exp = ones(f->exp) - 1;
  const uint64_t low = n > f->frac ? 0 : (fraction(f, random) & ~ones(n)) | UINT64_C(1) << (n - 1);
  return (operands){packed(f, dice, x_exp, fraction(f, random)), packed(f, dice >> 1, x_exp - n, low)};
}

operands float_operands(const float_format *f, uint64_t index, random_state *random) {
  const uint64_t dice = random_next(random), x_exp = index & ones(f->exp);
  uint64_t y_exp = index >> f->exp & ones(f->exp);
  if ((dice >> 16 & 7) == 0)
    return tie(f, x_exp, random);
  if ((dice >> 16 & 7) == 1) { // beside each other, or a few places apart, mostly with different signs
    const uint64_t x = packed(f, dice, x_exp, fraction(f, random));
    const uint64_t apart = dice >> 24 & 1 ? dice >> 32 & 7 : UINT64_C(1) << (dice >> 32) % f->frac;
    const uint64_t y = dice >> 25 & 1 ? x + apart : x - apart;
    return (operands){x, (y ^ (dice >> 26 & 3 ? UINT64_C(1) << (f->exp + f->frac) : 0)) & ones(f->exp + f->frac + 1)};
  }
  return (operands){packed(f, dice, x_exp, fraction(f, random)), packed(f, dice >> 1, y_exp, fraction(f, random))};
}

uint64_t integer_operand(unsigned bits, uint64_t near, random_state *random) {
  const uint64_t dice = random_next(random), mask = ones(bits);
  const unsigned i = (unsigned)(dice >> 8) % bits;
  switch (dice & 7) {
  case 0: return near & mask;
  case 1: return (near + (dice >> 16 & 3) - 1) & mask;
  case 2: return (near ^ UINT64_C(1) << i) & mask;
  case 3: return ones(i);
  case 4: return mask ^ ones(i);
  case 5: return (UINT64_C(1) << i) - (dice >> 16 & 1);
  default: return random_next(random) & mask;
  }
}
