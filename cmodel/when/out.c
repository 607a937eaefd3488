// SPDX-License-Identifier: Apache-2.0
// The way from the rendezvous to the units: see out.h.
#include "when/out.h"

#include "what/bits.h"
#include "what/op_class.h"

static uint32_t warp_of(const out_entry *e) { return e->valid ? 1u << e->head.warp : 0; }

uint32_t ws_out_busy(const core_out *o) {
  uint32_t busy = warp_of(&o->last) | warp_of(&o->next);
  for (unsigned k = 0; k < OUT_SPARES; k++)
    busy |= warp_of(&o->spare[k]);
  return busy;
}

bool ws_out_blocks(const out_entry *e) {
  return (e->port == WS_PORT_BAR && ws_bar_blocks(e->head.op)) ||
         (e->port == WS_PORT_MBAR && ws_is_mbar_try_wait(e->head.op));
}

static uint32_t going(const out_entry *e, unsigned warp) {
  return e->valid && !e->store && e->head.warp == warp && ws_out_blocks(e) ? e->head.lanes & ~e->gone : 0;
}

uint32_t ws_out_going(const core_out *o, unsigned warp) {
  uint32_t lanes = going(&o->last, warp) | going(&o->next, warp);
  for (unsigned k = 0; k < OUT_SPARES; k++)
    lanes |= going(&o->spare[k], warp);
  return lanes;
}

void ws_out_step(core_out *o, bool leaves, const out_entry *push) {
  // While lanes are kept nothing is read.
  const bool moves = o->next.valid && (!o->last.valid || (leaves && !o->last.store));
  if (moves)
    o->last = o->next;
  else if (leaves)
    o->last.valid = false;
  if (moves || !o->next.valid) {
    o->next = o->spare[0];
    for (unsigned k = 1; k < OUT_SPARES; k++)
      o->spare[k - 1] = o->spare[k];
    o->spare[OUT_SPARES - 1].valid = false;
  }
  if (!push)
    return;
  out_entry *to = &o->next;
  for (unsigned k = 0; to->valid && k < OUT_SPARES; k++)
    to = &o->spare[k];
  *to = *push;
}
