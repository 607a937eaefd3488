// SPDX-License-Identifier: Apache-2.0
// What stood in shared memory when a failing stream begins: the log holds the last events only, and objects are older.
// Now and then the model's memory is copied; a stream then begins at such a copy. Where the model does not run there is
// none.
#ifndef WS_SNAPSHOT_H
#define WS_SNAPSHOT_H

#include "lockstep.h"

typedef struct ws_slot { // 8 bytes of shared memory that are not zero, or hold an object
  unsigned cta;
  uint32_t addr;
  uint64_t word;
  bool object, seen; // seen: a wait has been true since the last phase was completed
} ws_slot;

// To be called after a cycle whose inputs are in the log.
void ws_snapshot_take(ws_lockstep *ls);
void ws_snapshot_free(ws_lockstep *ls);

// The log position from which on the events of a CTA are known, with the memory before: that of a snapshot, or where it
// was cleared last.
uint64_t ws_snapshot_begin(const ws_lockstep *ls, unsigned cta);

// The slots in use at these positions, at most `room`; how many.
size_t ws_snapshot_slots(const ws_lockstep *ls, ws_slot *slot, size_t room);

#endif
