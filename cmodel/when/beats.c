// SPDX-License-Identifier: Apache-2.0
// Groups in beats of fewer lanes: see beats.h.
#include "when/beats.h"

#include <string.h>

#include "what/bits.h"

ws_config ws_beats_config(const ws_config *cfg) {
  ws_config inside = *cfg;
  inside.lanes = cfg->beat;
  inside.warps = cfg->warps * (cfg->lanes / cfg->beat);
  return inside;
}

void ws_beats_init(core_beats *b, const ws_config *cfg) {
  memset(b, 0, sizeof *b);
  b->lanes = cfg->lanes;
  b->beat = cfg->beat;
}

static unsigned beats(const core_beats *b) { return b->lanes / b->beat; }

uint32_t ws_beats_warp(const core_beats *b, uint32_t warp) { return warp / beats(b); }

uint32_t ws_beats_lanes(const core_beats *b, uint32_t warp, uint32_t lanes) {
  return lanes << warp % beats(b) * b->beat;
}

// The lanes of a group from `first` on, as a warp of their own.
static void take(core_beat *to, const core_beats *b, const out_entry *e, unsigned first) {
  const ws_req *req = e->req;
  *to = (core_beat){.valid = true, .head = e->head};
  to->head.warp = e->head.warp * beats(b) + first / b->beat;
  to->head.lanes = e->head.lanes >> first & bits_ones(b->beat);
  to->head.opnd = 0;
  to->req.neg = req->neg;
  to->req.pred = req->pred >> first;
  for (unsigned i = 0; i < b->beat; i++) {
    to->req.addr[i] = req->addr[first + i];
    to->req.a[i] = req->a[first + i];
    to->req.b[i] = req->b[first + i];
    to->req.c[i] = req->c[first + i];
  }
}

uint32_t ws_beats_plan(core_beats *b, const out_entry *e, bool taken, bool *leaves) {
  const uint32_t left = b->begun ? b->rest : e->head.lanes;
  const bool free = !b->now.valid || taken;
  *leaves = b->done;
  b->next = b->now;
  if (b->done) { // nothing of it is left to come or stands
    b->done = b->begun = false;
    return 0;
  }
  b->done = taken && !left;
  if (free)
    b->next.valid = false;
  if (free && left) {
    const unsigned first = bits_first(left) / b->beat * b->beat;
    take(&b->next, b, e, first);
    b->begun = true;
    b->rest = left & ~(bits_ones(b->beat) << first);
  }
  return taken ? ws_beats_lanes(b, b->now.head.warp, b->now.head.lanes) : 0;
}
