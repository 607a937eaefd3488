// SPDX-License-Identifier: Apache-2.0
// Random numbers that are the same on every machine.
#ifndef SILICON_RANDOM_H
#define SILICON_RANDOM_H

#include <cstdint>

struct random_source { // splitmix64
  uint64_t state;

  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  uint32_t word() { return (uint32_t)(next() >> 32); }
  uint32_t below(uint32_t n) { return (uint32_t)((next() >> 32) * n >> 32); }
};

#endif
