// SPDX-License-Identifier: Apache-2.0
// Makes a failing stream short: plays it statement by statement, as the replayer would, and leaves out what is not
// needed for RTL and model to differ still.
#ifndef WS_SHRINK_H
#define WS_SHRINK_H

#include "snapshot.h"

enum { WS_SETUP_MAX = 512 }; // slots of shared memory

typedef struct ws_stream {
  ws_slot setup[WS_SETUP_MAX]; // what stands in shared memory before the events
  size_t setups;
  const ws_event *event[WS_LOG_SIZE];
  uint32_t lanes[WS_LOG_SIZE]; // that the event is for, in a replay: not the blocked ones, nor exited ones of a request
  uint8_t warp[WS_LOG_SIZE];   // of an access to memory: a warp that can make it, with the one lane in `lanes`
  size_t count;
  uint32_t live[WS_CTAS_MAX][WS_WARPS_MAX]; // when the stream begins
} ws_stream;

// The operations that make an object: init with a count of one, and an arrival where no wait was true since the last
// phase. Then its word is stored.
#define WS_SETUP_COUNT 1u

// Shortens *s and sets its lanes. False, with *s as it was, when the failure does not show in a replay of the whole.
bool ws_shrink(const ws_lockstep *ls, ws_stream *s);

#endif
