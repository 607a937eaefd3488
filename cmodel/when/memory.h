// SPDX-License-Identifier: Apache-2.0
// Shared memory and what uses it: mbarrier operations, atomics, asynchronous copies, plain accesses, other CTAs; as rtl/ws_memory.v. Internal to
// libwarpsync.
#ifndef WS_WHEN_MEMORY_H
#define WS_WHEN_MEMORY_H

#include "when/core.h"

// What goes on in memory in a cycle.
typedef struct memory_in {
  mbar_in mbar;
  smem_use use;
  atom_plan atom;
  bool atom_taken,
      far_taken; // the collector took the result of atomics in shared memory, or a guest its own; of the others
  atom_guest_plan guest;
  const group_head *atom_head; // a group enters them; NULL if none
  const ws_req *atom_req;      // its operands
} memory_in;

// Nothing more happens without an input.
bool ws_memory_quiet(const ws_core *core);

// Lanes of a warp that are blocked there.
uint32_t ws_memory_away(const ws_core *core, unsigned warp);

// The units name the warp and the lanes of a beat. Puts those of the core there: of a status that no response tells, and of a response, whole.
void ws_memory_whose(const ws_core *core, uint32_t *warp, uint32_t *lanes);
void ws_memory_widen(const ws_core *core, ws_rsp *rsp);

// What goes on in this cycle, as far as it is known before a group enters: m->mbar, m->atom_taken and m->far_taken are filled in. start: CTAs
// that begin, a bit a slot.
void ws_memory_plan(const ws_core *core, const ws_in *in, uint32_t start, memory_in *m);

// The ports in this cycle, and the clock edge.
void ws_memory_step(ws_core *core, memory_in *m, uint32_t start, ws_out *out);

#endif
