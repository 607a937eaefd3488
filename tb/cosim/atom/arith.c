// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the host: see arith.h.
#include "arith.h"

#include <stdbool.h>

#include "atom_sums.h"

uint64_t and_(uint64_t r, uint64_t b, uint64_t c) { return (void)c, r & b; }
uint64_t or_(uint64_t r, uint64_t b, uint64_t c) { return (void)c, r | b; }
uint64_t xor_(uint64_t r, uint64_t b, uint64_t c) { return (void)c, r ^ b; }
uint64_t exch(uint64_t r, uint64_t b, uint64_t c) { return (void)r, (void)c, b; }
uint64_t cas(uint64_t r, uint64_t b, uint64_t c) { return r == b ? c : r; }
uint64_t add(uint64_t r, uint64_t b, uint64_t c) { return (void)c, r + b; }
uint64_t inc(uint64_t r, uint64_t b, uint64_t c) { return (void)c, r >= b ? 0 : r + 1; }
uint64_t dec(uint64_t r, uint64_t b, uint64_t c) { return (void)c, r == 0 || r > b ? b : r - 1; }
uint64_t min_u(uint64_t r, uint64_t b, uint64_t c) { return (void)c, b < r ? b : r; }
uint64_t max_u(uint64_t r, uint64_t b, uint64_t c) { return (void)c, b > r ? b : r; }
uint64_t min_s32(uint64_t r, uint64_t b, uint64_t c) { return (void)c, (int32_t)b < (int32_t)r ? b : r; }
uint64_t max_s32(uint64_t r, uint64_t b, uint64_t c) { return (void)c, (int32_t)b > (int32_t)r ? b : r; }
uint64_t min_s64(uint64_t r, uint64_t b, uint64_t c) { return (void)c, (int64_t)b < (int64_t)r ? b : r; }
uint64_t max_s64(uint64_t r, uint64_t b, uint64_t c) { return (void)c, (int64_t)b > (int64_t)r ? b : r; }

static uint64_t flushed(uint64_t v) { return v & 0x7f800000 ? v : v & 0x80000000; }
uint64_t add_f32_flushed(uint64_t r, uint64_t b, uint64_t c) { return flushed(add_f32(flushed(r), flushed(b), c)); }

// A NaN loses against a number, -0 is below +0.
static uint64_t choose_half(uint64_t r, uint64_t b, int exp_bits, bool max) {
  const double x = of_half(r & 0xffff, exp_bits), y = of_half(b & 0xffff, exp_bits);
  if (isnan(x) || isnan(y))
    return isnan(x) && isnan(y) ? 0x7fff : isnan(x) ? b & 0xffff : r & 0xffff;
  const bool less = x < y || (x == y && signbit(x) && !signbit(y));
  return (less == max ? b : r) & 0xffff;
}
uint64_t min_f16(uint64_t r, uint64_t b, uint64_t c) { return (void)c, choose_half(r, b, 5, false); }
uint64_t max_f16(uint64_t r, uint64_t b, uint64_t c) { return (void)c, choose_half(r, b, 5, true); }
uint64_t min_bf16(uint64_t r, uint64_t b, uint64_t c) { return (void)c, choose_half(r, b, 8, false); }
uint64_t max_bf16(uint64_t r, uint64_t b, uint64_t c) { return (void)c, choose_half(r, b, 8, true); }

uint64_t draw_operand(ws_rng *rng) {
  static const uint64_t corners[] = {0,          1,          UINT64_MAX, 0x7fffffff, 0x80000000, 0xffffffff00000000,
                                     0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x80800000, 0x3f800000,
                                     0x7f7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0x00010001, 0x80000000,
                                     0x3c003c00, 0x7bff7bff, 0x7c00fc00, 0x7e000001, 0x80010400, 0x3ff0000000000000};
  const uint32_t x = ws_rng_u32(rng), n = sizeof corners / sizeof corners[0];
  if (x >> 30 == 0)
    return corners[x % n] | (x & 0x10000000 ? corners[(x >> 8) % n] << 32 : 0);
  if (x >> 29 == 2)
    return (uint64_t)(0x3f000000 | (x & 0x81e00001)) << 32 | 0x3f000000 | (x << 3 & 0x81e10001);
  return x >> 29 == 3 ? x & 7 : ws_rng_u64(rng);
}
