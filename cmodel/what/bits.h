// SPDX-License-Identifier: Apache-2.0
// Sets as the bits of a word, and other small things that many files need. Internal to libwarpsync.
#ifndef WS_WHAT_BITS_H
#define WS_WHAT_BITS_H

#include <stdbool.h>
#include <stdint.h>

#include "what/op_fn.h"

// n ones from bit 0 on, n at most 32.
static inline uint32_t bits_ones(unsigned n) { return n == 32 ? ~0u : (1u << n) - 1; }

static inline unsigned bits_count(uint32_t set) { return (unsigned)__builtin_popcount(set); }

// Number of the lowest member. `set` is not empty.
static inline unsigned bits_first(uint32_t set) { return (unsigned)__builtin_ctz(set); }

// The lowest member alone; nothing of an empty set.
static inline uint32_t bits_lowest(uint32_t set) { return set & (0u - set); }

// Number of the first member after `last`, going round. `set` is not empty.
static inline unsigned bits_next(uint32_t set, unsigned last) {
  uint32_t above = last == 31 ? 0 : set & (0xfffffffeu << last);
  return bits_first(above ? above : set);
}

// A word in which the bytes named in `bytes`, a bit a byte, are new. Bits of `bytes` above 3 do not count.
static inline uint32_t bits_merge(uint32_t old, uint32_t data, uint32_t bytes) {
  uint32_t mask = 0;
  for (unsigned k = 0; k < 4; k++)
    mask |= bytes >> k & 1 ? 0xffu << 8 * k : 0;
  return (old & ~mask) | (data & mask);
}

static inline bool bits_power_of_two(unsigned n, unsigned least, unsigned most) {
  return n >= least && n <= most && !(n & (n - 1));
}

// Warps of a core are divided evenly among the slots of its CTAs: how many one has, the slot of a warp, the warps of a slot.
static inline unsigned ws_slot_warps(unsigned warps, unsigned slots) { return warps / slots; }
static inline unsigned ws_slot_of(unsigned warps, unsigned slots, unsigned warp) {
  return warp / ws_slot_warps(warps, slots);
}
static inline uint32_t ws_slot_set(unsigned warps, unsigned slots, unsigned slot) {
  return bits_ones(ws_slot_warps(warps, slots)) << slot * ws_slot_warps(warps, slots);
}

// The low byte of an operation code: fn as callers of the pure functions may give it, whole or its low byte. A code of another
// unit stays as it is, and is then no function of this one.
static inline unsigned ws_fn_of(unsigned unit, unsigned fn) { return fn >> 8 == unit ? fn & 0xffu : fn; }

// A status of severity E or T: the operation did nothing, its results are 0.
static inline bool ws_is_error(uint32_t status) { return status >= 0x200; }

#endif
