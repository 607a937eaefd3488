// SPDX-License-Identifier: Apache-2.0
// The events of a failing run that may matter to a replay of it: of each warp those since it last had neither blocked lanes
// nor open answers; where shared memory or barriers were used, all since their CTA was started, as far as they are known.
#ifndef WS_STREAM_H
#define WS_STREAM_H

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
  bool barriers;                            // some event is an arrival at a barrier: who else is there matters
  bool cut;                                 // and arrivals older than the stream are not known any more
  uint32_t gone[WS_CTAS_MAX];               // then: warps of which no lane lives or is to be launched any more
} ws_stream;

void ws_stream_collect(const ws_lockstep *ls, ws_stream *s);

// The warp that an event is of; false for accesses to memory, messages and ticks.
bool ws_stream_of_a_warp(const ws_lockstep *ls, const ws_event *e, uint32_t *warp);

#endif
