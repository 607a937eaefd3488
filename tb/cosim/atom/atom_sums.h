// SPDX-License-Identifier: Apache-2.0
// What sums of floats make of an element, by the host's arithmetic and not by the model's.
#ifndef ATOM_SUMS_H
#define ATOM_SUMS_H

#include <math.h>
#include <stdint.h>
#include <string.h>

// Sums by the host's own arithmetic, which rounds to nearest even and keeps subnormals; of halves in double, which is exact, and rounded once.
static inline uint64_t add_f32(uint64_t r, uint64_t b, uint64_t c) {
  const uint32_t x = (uint32_t)r, y = (uint32_t)b;
  volatile float fx, fy, sum;
  float out;
  uint32_t v;
  memcpy(&out, &x, 4), fx = out;
  memcpy(&out, &y, 4), fy = out;
  sum = fx + fy, out = sum;
  memcpy(&v, &out, 4);
  return (void)c, isnan(out) ? 0x7fffffff : v;
}

static inline uint64_t add_f64(uint64_t r, uint64_t b, uint64_t c) {
  volatile double x, y, sum;
  double out;
  uint64_t v;
  memcpy(&out, &r, 8), x = out;
  memcpy(&out, &b, 8), y = out;
  sum = x + y, out = sum;
  memcpy(&v, &out, 8);
  return (void)c, isnan(out) ? UINT64_C(0xfff8000000000000) : v;
}

// A number of 16 bits with so many bits of exponent, and the nearest one to a number.
static inline double of_half(uint64_t v, int exp_bits) {
  const int frac_bits = 15 - exp_bits, bias = (1 << (exp_bits - 1)) - 1,
            exp = (int)(v >> frac_bits) & ((1 << exp_bits) - 1);
  const double frac = (double)(v & ((1u << frac_bits) - 1)), sign = v & 0x8000 ? -1 : 1;
  if (exp == (1 << exp_bits) - 1)
    return frac != 0 ? (double)NAN : sign * (double)INFINITY;
  return sign * (exp ? ldexp(frac + (1 << frac_bits), exp - bias - frac_bits) : ldexp(frac, 1 - bias - frac_bits));
}

static inline uint64_t to_half(double v, int exp_bits) {
  const int frac_bits = 15 - exp_bits, bias = (1 << (exp_bits - 1)) - 1;
  const uint64_t sign = signbit(v) ? 0x8000 : 0, inf = (uint64_t)((1 << exp_bits) - 1) << frac_bits;
  int exp;
  if (isnan(v))
    return 0x7fff;
  if (isinf(v))
    return sign | inf;
  frexp(v, &exp); // v = 0.1xxx * 2^exp
  int field = exp - 1 + bias;
  field = field < 1 || v == 0 ? 1 : field;
  const double scaled = nearbyint(ldexp(fabs(v), frac_bits + bias - field)); // units of the last place
  const uint64_t bits = (uint64_t)scaled + ((uint64_t)(field - 1) << frac_bits);
  return sign | (bits > inf ? inf : bits);
}

static inline uint64_t sum_half(uint64_t r, uint64_t b, int exp_bits) {
  return to_half(of_half(r & 0xffff, exp_bits) + of_half(b & 0xffff, exp_bits), exp_bits);
}
static inline uint64_t add_f16(uint64_t r, uint64_t b, uint64_t c) { return (void)c, sum_half(r, b, 5); }
static inline uint64_t add_bf16(uint64_t r, uint64_t b, uint64_t c) { return (void)c, sum_half(r, b, 8); }
static inline uint64_t add_f16x2(uint64_t r, uint64_t b, uint64_t c) {
  return (void)c, sum_half(r >> 16, b >> 16, 5) << 16 | sum_half(r, b, 5);
}
static inline uint64_t add_bf16x2(uint64_t r, uint64_t b, uint64_t c) {
  return (void)c, sum_half(r >> 16, b >> 16, 8) << 16 | sum_half(r, b, 8);
}

#endif
