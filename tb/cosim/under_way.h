// SPDX-License-Identifier: Apache-2.0
// Which lanes have requests that were accepted and are not judged, as far as a generator of traffic needs it: such a lane may be blocked
// as soon as its request is judged, and no port shows it yet.
#ifndef WS_UNDER_WAY_H
#define WS_UNDER_WAY_H

#include "ws.h"

enum { WS_UNDER_WAY = 32 };

typedef struct ws_under_way {
  uint32_t lanes[WS_UNDER_WAY];
  uint8_t warp[WS_UNDER_WAY];
  unsigned first, count;
  bool judged; // the first one, in the cycle before: `wait` shows it from now on
} ws_under_way;

// Once a cycle. lanes: of a request that was accepted in it, those that it may block.
static inline void ws_under_way_follow(ws_under_way *u, const ws_in *in, const ws_out *out, uint32_t lanes) {
  if (u->judged && u->count) {
    u->first = (u->first + 1) % WS_UNDER_WAY;
    u->count--;
  }
  u->judged = out->req_judged;
  if (!in->req.valid || !out->req_ready || u->count == WS_UNDER_WAY)
    return;
  const unsigned at = (u->first + u->count++) % WS_UNDER_WAY;
  u->lanes[at] = lanes;
  u->warp[at] = (uint8_t)in->req.warp;
}

static inline uint32_t ws_under_way_lanes(const ws_under_way *u, unsigned warp) {
  uint32_t set = 0;
  for (unsigned k = 0; k < u->count; k++)
    set |= u->warp[(u->first + k) % WS_UNDER_WAY] == warp ? u->lanes[(u->first + k) % WS_UNDER_WAY] : 0;
  return set;
}

#endif
