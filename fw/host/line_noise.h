// SPDX-License-Identifier: Apache-2.0
// A bad serial line: bytes are lost, changed and inserted at random.
#ifndef LINE_NOISE_H
#define LINE_NOISE_H

#include <stdint.h>

typedef struct line_noise {
  uint32_t drop, flip, insert; // of a million bytes
  uint64_t state;              // of the random numbers: the seed
  uint64_t hits;               // bytes lost, changed and inserted so far
} line_noise;

static inline uint32_t line_noise_random(line_noise *n) { // SplitMix64
  uint64_t z = n->state += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)((z ^ (z >> 31)) >> 32);
}

static inline int line_noise_strikes(line_noise *n, uint32_t of_a_million) {
  int hit = of_a_million && line_noise_random(n) % 1000000 < of_a_million;
  n->hits += (uint64_t)hit;
  return hit;
}

// What becomes of a byte on the line: 0 to 2 bytes in `to`; returns how many.
static inline unsigned line_noise_pass(line_noise *n, uint8_t byte, uint8_t to[2]) {
  unsigned count = 0;
  if (line_noise_strikes(n, n->insert))
    to[count++] = (uint8_t)line_noise_random(n);
  if (!line_noise_strikes(n, n->drop))
    to[count++] = line_noise_strikes(n, n->flip) ? (uint8_t)(byte ^ (1u << line_noise_random(n) % 8)) : byte;
  return count;
}

#endif
