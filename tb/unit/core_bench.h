// SPDX-License-Identifier: Apache-2.0
// A core with the oracle at its ports. Each cycle is judged; besides the oracle's rules: a response holds its payload
// until it is taken, and a request at the port is taken within a bounded number of cycles in which responses are taken.
#ifndef CORE_BENCH_H
#define CORE_BENCH_H

#include "oracle.h"

typedef struct core_bench {
  ws_config cfg;
  ws_core *core;
  void *mem;
  ws_in in;   // of the next cycle; valid bits are cleared after the cycle, a request when it is accepted
  ws_out out; // of the last cycle
  oracle oracle;
  ws_rsp held; // a response that stood untaken at the end of the last cycle
  unsigned stalled, longest_stall;
  uint64_t cycle, cycles, held_cycles, stall_cycles;
} core_bench;

// Starts afresh; counters of the oracle go on. `b` must have been zero before its first use.
void core_bench_start(core_bench *b, const ws_config *cfg, uint64_t seed);
void core_bench_end(core_bench *b);

// One cycle. Returns true if the request was accepted.
bool core_bench_cycle(core_bench *b);

// Takes every response and gives nothing in until the core is idle. Fails if that takes longer than it may.
void core_bench_drain(core_bench *b);

static inline bool core_bench_failed(const core_bench *b) { return b->oracle.failed; }

#endif
