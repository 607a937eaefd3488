// SPDX-License-Identifier: Apache-2.0
// A core with the mbarrier oracle at its ports. One cycle at a time: what transfers goes to the oracle as an event or is
// judged by it; inputs stay at their ports until they are taken. Global memory and the other CTAs are played by it.
#ifndef MBAR_BENCH_H
#define MBAR_BENCH_H

#include "oracle_mbar.h"
#include "oracle_ports.h"

typedef struct mbar_bench {
  ws_core *core;
  ws_in in; // of the next cycle
  ws_out out;
  oracle_mbar oracle;
  oracle_ports ports;
  uint8_t gmem[WS_GMEM_BYTES];
  uint64_t x; // random state
  unsigned taking,
      sending;  // percent of the cycles in which responses, and messages and reads of global memory, are taken
  unsigned due; // reads of global memory that may be answered now
  uint64_t cycles;
  // of the bench itself
  unsigned quiet, asked; // cycles without a transfer; reads of global memory not answered yet
  bool active;
  ws_gm read[64];
  ws_ls_rsp want[2]; // what the access port must show in the next cycle and in the one after
} mbar_bench;

// A core after reset. cfg: complete; `mem` holds ws_core_size() bytes.
void mbar_bench_start(mbar_bench *b, const ws_config *cfg, unsigned rank, void *mem);

void mbar_bench_cycle(mbar_bench *b);

// Until nothing moves any more: idle, or operations without room, or copies whose data is withheld. Fails if that takes
// too long, or if something is owed then.
void mbar_bench_settle(mbar_bench *b);

// Answers all reads of global memory; one at a time, settling in between, where the order of their effects would be open
// or one_by_one asks for it.
void mbar_bench_release(mbar_bench *b, bool one_by_one);

// True if operations found no room, or data arrives where a scheduled arrival goes.
bool mbar_bench_entangled(const mbar_bench *b);

static inline bool mbar_bench_failed(const mbar_bench *b) { return b->oracle.failed; }

uint64_t mbar_bench_draw64(mbar_bench *b);
static inline uint32_t mbar_bench_draw(mbar_bench *b) { return (uint32_t)(mbar_bench_draw64(b) >> 32); }

#endif
