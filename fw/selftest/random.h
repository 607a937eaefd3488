// SPDX-License-Identifier: Apache-2.0
// Random numbers of the self-test, the same on every machine: 32-bit xorshift, period 2^32 - 1.
#ifndef SELFTEST_RANDOM_H
#define SELFTEST_RANDOM_H

#include <stdint.h>

static inline uint32_t random32(uint32_t *state) {
  uint32_t x = *state ? *state : 1;
  x ^= x << 13;
  x ^= x >> 17;
  x ^= x << 5;
  *state = x;
  return x * 0x9e3779b1u;
}

// 0 .. n-1; n >= 1.
static inline uint32_t random_below(uint32_t *state, uint32_t n) { return (random32(state) >> 8) % n; }

#endif
