// SPDX-License-Identifier: Apache-2.0
// Counter-based random numbers: number n of a stream is a hash of (seed, name, n), so a run repeats exactly and streams
// with different names never depend on each other. Finalizer of SplitMix64.
#ifndef WS_RNG_H
#define WS_RNG_H

#include <stdbool.h>
#include <stdint.h>

typedef struct ws_rng {
  uint64_t state;
} ws_rng;

static inline uint64_t ws_rng_mix(uint64_t z) {
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

static inline ws_rng ws_rng_make(uint64_t seed, const char *name) {
  uint64_t key = ws_rng_mix(seed + 0x9e3779b97f4a7c15u);
  for (; *name; name++)
    key = ws_rng_mix(key ^ (uint64_t)(unsigned char)*name);
  return (ws_rng){key};
}

static inline uint64_t ws_rng_u64(ws_rng *r) { return ws_rng_mix(r->state += 0x9e3779b97f4a7c15u); }

static inline uint32_t ws_rng_u32(ws_rng *r) { return (uint32_t)(ws_rng_u64(r) >> 32); }

// 0 .. n-1; n >= 1. The bias of n/2^32 does not matter here.
static inline uint32_t ws_rng_below(ws_rng *r, uint32_t n) { return (uint32_t)(((uint64_t)ws_rng_u32(r) * n) >> 32); }

// True in `percent` of the draws.
static inline bool ws_rng_percent(ws_rng *r, unsigned percent) { return ws_rng_below(r, 100) < percent; }

#endif
