// SPDX-License-Identifier: Apache-2.0
// match.any.sync and match.all.sync (PTX 9.7.13.10): which lanes hold the same value.
//
// A lane outside `act` appears in no mask and its key is never looked at. `bits` is 32 or 64; a 32-bit match ignores the
// upper half of a key.
#include "ws.h"

static uint64_t key_mask(unsigned bits) { return bits == 64 ? ~UINT64_C(0) : UINT64_C(0xffffffff); }

// The lanes whose key is `key`. Always all 32 of them, key halves and lane bits in 32-bit words: a loop that compilers turn
// into vector compares. Lanes beyond the configured ones never are in `act`.
static uint32_t holders(const uint32_t lo[WS_LANES_MAX], const uint32_t hi[WS_LANES_MAX], uint64_t key) {
  static const uint32_t lane_bit[WS_LANES_MAX] = {
      1u << 0,  1u << 1,  1u << 2,  1u << 3,  1u << 4,  1u << 5,  1u << 6,  1u << 7,  1u << 8,  1u << 9,  1u << 10,
      1u << 11, 1u << 12, 1u << 13, 1u << 14, 1u << 15, 1u << 16, 1u << 17, 1u << 18, 1u << 19, 1u << 20, 1u << 21,
      1u << 22, 1u << 23, 1u << 24, 1u << 25, 1u << 26, 1u << 27, 1u << 28, 1u << 29, 1u << 30, 1u << 31};
  const uint32_t key_lo = (uint32_t)key, key_hi = (uint32_t)(key >> 32);
  uint32_t set = 0;

  for (unsigned j = 0; j < WS_LANES_MAX; j++)
    set |= ((lo[j] ^ key_lo) | (hi[j] ^ key_hi)) == 0 ? lane_bit[j] : 0;
  return set;
}

void ws_match_any(unsigned lanes, unsigned bits, uint32_t act, const uint64_t a[], uint32_t d[]) {
  const uint64_t mask = key_mask(bits);
  uint32_t lo[WS_LANES_MAX] = {0}, hi[WS_LANES_MAX] = {0}, done = 0;

  for (unsigned i = 0; i < lanes; i++) {
    lo[i] = (uint32_t)(a[i] & mask);
    hi[i] = (uint32_t)((a[i] & mask) >> 32);
  }
  for (unsigned i = 0; i < lanes; i++) {
    if (!(act >> i & 1u) || done >> i & 1u)
      continue;
    const uint32_t set = act & holders(lo, hi, (uint64_t)hi[i] << 32 | lo[i]); // a is read no more: d may lie over it

    d[i] = set; // the others of the set get the same
    for (unsigned j = i + 1; j < lanes && set >> j != 0; j++)
      if (set >> j & 1u)
        d[j] = set;
    done |= set;
  }
}

// Every lane of `act` is compared with the lowest one. Without lanes the values are all the same: true, *d = 0.
bool ws_match_all(unsigned lanes, unsigned bits, uint32_t act, const uint64_t a[], uint32_t *d) {
  const uint64_t mask = key_mask(bits);
  const uint64_t key = a[ws_elect(act)];
  uint64_t differ = 0;

  for (unsigned j = 0; j < lanes; j++)
    if (act >> j & 1u)
      differ |= (a[j] ^ key) & mask;
  *d = differ ? 0 : act;
  return differ == 0;
}
