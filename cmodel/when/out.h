// SPDX-License-Identifier: Apache-2.0
// The way from the rendezvous to the units, clock for clock as rtl/sync/ws_sync_out.v. Internal to libwarpsync.
#ifndef WS_WHEN_OUT_H
#define WS_WHEN_OUT_H

#include "state/sync.h"

typedef struct out_entry {
  bool valid;
  bool store;    // no group: lanes that are to wait
  bool several;  // ... and carry several keys
  unsigned port; // WS_PORT_* of a group
  group_head head;
  uint32_t gone;     // lanes of it that its unit has taken before the others
  const ws_req *req; // its operands; NULL: of lanes that waited
} out_entry;

enum { OUT_SPARES = 3 };

typedef struct core_out {
  out_entry last, next, spare[OUT_SPARES]; // in the order in which they came
} core_out;

// Two places are free: a push needs it in its clock or in the one before.
static inline bool ws_out_room(const core_out *o) { return !o->spare[OUT_SPARES - 2].valid; }
static inline bool ws_out_empty(const core_out *o) { return !o->last.valid && !o->next.valid; }

// Warps of which something is inside.
uint32_t ws_out_busy(const core_out *o);

// True if its unit blocks the lanes of such a group.
bool ws_out_blocks(const out_entry *e);

// Lanes of a warp that their unit will block.
uint32_t ws_out_going(const core_out *o, unsigned warp);

// The clock edge. leaves: `last` goes. push: what was found in this clock, or NULL.
void ws_out_step(core_out *o, bool leaves, const out_entry *push);

#endif
