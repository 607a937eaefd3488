// SPDX-License-Identifier: Apache-2.0
// Atomics in global memory, clock by clock: see atom_global.h.
#include "when/atom_global.h"

#include <string.h>

#include "what/bits.h"

static bool hint_or_part(const ws_req *req, unsigned lane) { return (req->pred >> lane & 1) != req->neg; }

uint32_t ws_atom_global_lanes(const group_head *head, const ws_req *req) {
  uint32_t set = 0;
  for (uint32_t left = head->lanes; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    set |= (uint32_t)ws_atom_global_lane(head->op & 0xff, req->addr[i], hint_or_part(req, i)).global << i;
  }
  return set;
}

// ---------------------------------------------------------------------------------------------------------- response

static bool is_red(const atom_global *g) { return g->op >> 8 == WS_UNIT_RED; }

// The lanes that answer: those with the status of the lowest one.
static uint32_t answering(const atom_global *g) {
  const unsigned first = bits_first(g->lanes);
  uint32_t set = 0;
  for (uint32_t left = g->lanes; left; left &= left - 1)
    set |= (uint32_t)(g->place[bits_first(left)].status == g->place[first].status) << bits_first(left);
  return set;
}

// The same lanes answer once more, with the high half of 16 bytes.
static bool again(const atom_global *g) {
  const atom_global_lane *first = &g->place[bits_first(g->lanes)];
  return first->bytes == 16 && !is_red(g) && first->status == WS_ST_OK && !g->half;
}

bool ws_atom_global_result(const atom_global *g, ws_rsp *rsp) {
  if (!g->res || !rsp)
    return g->res;
  *rsp = (ws_rsp){.valid = true, .tag = g->tag, .warp = g->warp, .op = g->op, .lanes = answering(g)};
  rsp->status = g->place[bits_first(g->lanes)].status;
  rsp->p = again(g) ? rsp->lanes : 0;
  for (uint32_t left = rsp->lanes; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    const uint64_t d = g->half ? g->old[i].hi : g->old[i].lo;
    rsp->d[i] = (uint32_t)d;
    rsp->d_hi[i] = (uint32_t)(d >> 32);
  }
  return true;
}

static void answered(atom_global *g) {
  const bool more = again(g);
  if (!more)
    g->lanes &= ~answering(g);
  g->half = more;
  if (!g->lanes)
    g->open = false;
}

// ------------------------------------------------------------------------------------------------------------ memory

// The request of the lane whose turn it is.
static void ask(atom_global *g) {
  const atom_global_lane *p = &g->place[g->lane];
  const ws_atom_value s = g->s[g->lane];
  g->gm = (ws_gm){.valid = true, .addr = p->at, .bytes = p->bytes, .op = WS_GM_ATOM, .fn = p->fn, .tag = 1};
  g->gm.s = s;
  g->gm.t.lo = s.hi; // c of cas
  g->gm_valid = true;
}

static void answer(atom_global *g, const ws_gm_rsp *rsp) {
  const unsigned i = bits_first(g->owed), bytes = g->place[i].bytes;
  ws_atom_value old = {.lo = rsp->data[0], .hi = (uint64_t)rsp->data[3] << 32 | rsp->data[2]};
  if (bytes == 2)
    old.lo &= 0xffff;
  if (bytes > 4)
    old.lo |= (uint64_t)rsp->data[1] << 32;
  g->old[i] = is_red(g) ? (ws_atom_value){0} : old;
  g->owed &= g->owed - 1;
}

static void load(atom_global *g, const group_head *head, const ws_req *req) {
  g->open = true;
  g->warp = head->warp;
  g->tag = head->tag;
  g->op = head->op;
  g->lanes = head->lanes;
  g->todo = 0;
  memset(g->old, 0, sizeof g->old);
  for (uint32_t left = head->lanes; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    g->place[i] = ws_atom_global_lane(head->op & 0xff, req->addr[i], hint_or_part(req, i));
    g->s[i] = (ws_atom_value){req->a[i], (uint64_t)req->c[i] << 32 | req->b[i]};
    g->todo |= (uint32_t)(g->place[i].status == WS_ST_OK) << i;
  }
  g->owed = g->todo;
}

void ws_atom_global_step(atom_global *g, const atom_global_in *in) {
  if (!g->open && !in->head)
    return;
  const bool all_here = g->open && !g->owed;
  if (in->res_taken)
    answered(g);
  g->res = all_here && g->open;
  if (in->gm_rsp)
    answer(g, in->gm_rsp);
  g->out += in->gm_taken;
  g->out -= in->gm_rsp != NULL;
  if (in->gm_taken)
    g->gm_valid = false;
  if (g->lane_valid && !g->gm_valid) {
    ask(g);
    g->lane_valid = false;
  }
  if (g->todo && !g->lane_valid) {
    g->lane = bits_first(g->todo);
    g->lane_valid = true;
    g->todo &= g->todo - 1;
  }
  if (in->head)
    load(g, in->head, in->req);
}
