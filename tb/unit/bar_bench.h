// SPDX-License-Identifier: Apache-2.0
// A core, or the cores of a cluster, with the oracles of the rendezvous and of barriers at the ports. Each cycle is judged;
// besides the oracles' rules: a response holds its payload until it is taken, a request at the port is taken in bounded
// time, and so the whole becomes idle.
#ifndef BAR_BENCH_H
#define BAR_BENCH_H

#include "oracle_bar.h"

typedef struct bar_bench {
  ws_config cfg;
  unsigned ctas;
  ws_core *core;       // of a CTA alone
  ws_cluster *cluster; // of several
  void *mem;
  ws_in in[WS_CTAS_MAX]; // of the next cycle; valid bits are cleared after the cycle, a request when it is accepted
  ws_out out[WS_CTAS_MAX];
  oracle oracle[WS_CTAS_MAX];
  oracle_bar bar[WS_CTAS_MAX];
  bar_set shared;
  bool settled;             // in the last cycle all was idle, and nothing was given in
  ws_rsp held[WS_CTAS_MAX]; // responses that stood untaken at the end of the last cycle
  unsigned stalled[WS_CTAS_MAX], longest_stall;
  uint64_t x, cycle, cycles, held_cycles, stall_cycles; // x: random state
} bar_bench;

// Starts afresh; counters go on. `b` must have been zero before its first use. calm: nothing is launched while anything is
// under way.
void bar_bench_start(bar_bench *b, const ws_config *cfg, uint64_t seed, bool calm);
void bar_bench_end(bar_bench *b);
void bar_bench_cycle(bar_bench *b);

// Takes every response and gives nothing in until all is idle. Fails if that takes longer than it may.
void bar_bench_drain(bar_bench *b);

bool bar_bench_failed(const bar_bench *b);
unsigned bar_bench_widest(const bar_bench *b);

#endif
