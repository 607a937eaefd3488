// SPDX-License-Identifier: Apache-2.0
// Shared memory of a core, with what stands beside it about the mbarrier objects in it, as rtl/smem. It belongs to the core:
// mbarrier operations, copies, messages of other CTAs and plain accesses all use it. Internal to libwarpsync.
//
// `banks` banks of 4096 / banks rows of 4 bytes: word i is row i / banks of bank i % banks. An object is an aligned 8-byte slot: the same row of a pair of banks. Beside each slot
// stand vld (it holds an object) and seen (a wait was true since the last phase was completed), never in its word.
// Of several CTAs each has a window, as many rows as the others, lowest CTA first. All addresses here are those of memory.
#ifndef WS_STATE_SMEM_H
#define WS_STATE_SMEM_H

#include "what/mbar_op.h"

#define SMEM_SLOTS (WS_SMEM_BYTES / 8)
#define SMEM_WORDS (WS_SMEM_BYTES / 4)

typedef struct smem {
  uint32_t word[SMEM_WORDS];
  uint32_t vld[SMEM_SLOTS / 32], seen[SMEM_SLOTS / 32]; // a bit a slot
  uint64_t phases[SMEM_SLOTS];                          // phases completed since init; of the model alone
} smem;

// The object at a slot.
mbar_object ws_smem_get(const smem *m, uint32_t slot);

// An mbarrier operation `fn` on the object at a slot takes effect: `d` is its outcome.
void ws_smem_done(smem *m, uint32_t slot, uint32_t fn, const mbar_done *d);

// One bank of an access: writes `bytes` of word `at`, a bit a byte, and returns what stood there. *raw: it belongs to an object.
uint32_t ws_smem_access(smem *m, uint32_t at, uint32_t bytes, uint32_t data, bool *raw);

// Clears `words` words from `at` on, a row, with their objects.
void ws_smem_clear(smem *m, uint32_t at, unsigned words);

#endif
