// SPDX-License-Identifier: Apache-2.0
// The barriers of a core: see bar_table.h.
#include "state/bar_table.h"

#include "what/bits.h"

void ws_bar_slot_start(bar_slot *s, unsigned warps) {
  for (unsigned i = 0; i < WS_BARRIERS; i++)
    s->bar[i].act = false;
  s->dirty = 0;
  s->warps = warps;
}

uint32_t ws_bar_slot_active(const bar_slot *s) {
  uint32_t set = 0;
  for (unsigned i = 0; i < WS_BARRIERS; i++)
    set |= (uint32_t)s->bar[i].act << i;
  return set;
}

ws_bar_result ws_bar_slot_next(bar_slot *s, unsigned id, const ws_bar_ask *ask, uint32_t live) {
  ws_bar_result r = ws_bar_next(&s->bar[id], ask, live, s->warps);
  s->bar[id] = r.bar;
  return r;
}

void ws_bar_warp_wait(bar_warp *w, unsigned place, uint32_t status) {
  w->waiting = true;
  w->place = place;
  w->status = status;
}

uint32_t ws_bar_waiting(const bar_warp warp[], uint32_t set, unsigned place) {
  uint32_t at = 0;
  for (uint32_t left = set; left; left &= left - 1) {
    const bar_warp *w = &warp[bits_first(left)];
    if (w->waiting && w->place == place)
      at |= bits_lowest(left);
  }
  return at;
}

void ws_bar_warp_go(bar_warp *w, uint32_t status, uint32_t result) {
  w->waiting = false;
  w->status = status;
  w->result = ws_is_error(status) ? 0 : result;
}

void ws_bar_warp_response(const bar_warp *w, unsigned lanes, unsigned warp, ws_rsp *rsp) {
  const bool popc = ws_is_bar_popc(w->op), red = ws_is_bar_red_and(w->op) || ws_is_bar_red_or(w->op);
  rsp->valid = true;
  rsp->tag = w->tag;
  rsp->warp = warp;
  rsp->op = w->op;
  rsp->lanes = w->away;
  rsp->status = w->status;
  rsp->p = red && w->result ? w->away : 0;
  for (unsigned i = 0; i < lanes; i++)
    rsp->d[i] = popc ? w->result : 0;
}
