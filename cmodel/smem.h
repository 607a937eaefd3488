// SPDX-License-Identifier: Apache-2.0
// Shared memory of a core with the sideband of its mbarrier objects, cycle for cycle as rtl/smem. Internal to libwarpsync.
//
// 32 banks of 128 rows of 4 bytes. An object is an aligned 8-byte slot: the same row of a pair of banks. Beside each slot
// stand vld (it holds an object) and seen (a wait was true since the last phase was completed), never in its word.
// The mbarrier pipe reads and writes objects; plain accesses and copies go through a second port, the side port.
// Of several CTAs each has a window: the rows from slot * SMEM_ROWS / slots on. All addresses here are those of memory.
#ifndef WS_SMEM_H
#define WS_SMEM_H

#include "mbar_copy.h"

#define SMEM_SLOTS (WS_SMEM_BYTES / 8)
#define SMEM_ROWS (WS_SMEM_BYTES / 4 / WS_BANKS)

typedef struct smem_object {
  uint64_t word;
  bool vld, seen;
} smem_object;

// An access of the side port on its way to its answer.
typedef struct smem_access {
  bool ls, copy;    // who; neither: nothing
  uint32_t en, raw; // banks, and those whose word belongs to an object
  uint32_t rdata[WS_BANKS];
  uint32_t warp, lane; // of a copy
  bool cg;
} smem_access;

typedef struct smem {
  uint32_t word[WS_SMEM_BYTES / 4];
  uint32_t vld[SMEM_SLOTS / 32], seen[SMEM_SLOTS / 32]; // a bit a slot
  uint64_t phases[SMEM_SLOTS];                          // phases completed since init; of the model alone
  unsigned slots;                                       // windows
  uint32_t sweep;                                       // those being cleared, or that will be when all is still
  unsigned row;                                         // next to be cleared, if its window is to be
  bool held;                                            // an access had to wait for the pipe: no new job enters it
  bool begun;                                           // a plain access that writes has been read
  smem_access read, answer;                             // accesses taken one and two cycles ago
} smem;

// Where jobs of the pipe stand that use memory.
typedef struct smem_busy {
  uint32_t pairs; // pairs of banks, 16 bits
} smem_busy;

// State after reset: a sweep of all windows lies ahead.
void smem_init(smem *m, unsigned slots);

// Objects, at a slot.
smem_object smem_get(const smem *m, uint32_t slot);
void smem_put(smem *m, uint32_t slot, const smem_object *o);

// Ready of the side port: for a copy, and for a plain access while no copy stands there. A plain access that writes is
// read in one clock and written and taken in the next, or begins again if the pipe or a copy came between.
bool smem_copy_ready(const smem_busy *busy);
bool smem_ls_ready(const smem *m, const smem_busy *busy, bool copy, const ws_ls *ls);

// The clock edge. copy, ls: what is offered, NULL if nothing; what is ready as above is taken. start: windows whose sweep
// begins. still: nothing uses memory in this clock, nor those windows before their sweep ends.
void smem_step(smem *m, const smem_busy *busy, const mbar_copy_wr *copy, const ws_ls *ls, uint32_t start, bool still);

// True if no access and no sweep is under way.
bool smem_quiet(const smem *m);

#endif
