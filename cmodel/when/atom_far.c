// SPDX-License-Identifier: Apache-2.0
// Atomics in global memory and in other CTAs, clock by clock: see atom_far.h.
#include "when/atom_far.h"

#include <string.h>

#include "what/bits.h"

void ws_atom_far_init(atom_far *g, const ws_config *cfg, unsigned rank) {
  memset(g, 0, sizeof *g);
  g->rank = rank;
  g->ctas = cfg->ctas;
}

static uint32_t pred_of(const ws_req *req) { return req->neg ? ~req->pred : req->pred; }

static atom_far_lane lane_of(const atom_far *g, const group_head *head, const ws_req *req, unsigned i, uint32_t laid) {
  return ws_atom_far_lane(head->op & 0xff, req->addr[i], pred_of(req) >> i & 1, laid >> i & 1, g->rank, g->ctas);
}

uint32_t ws_atom_far_lanes(const atom_far *g, const group_head *head, const ws_req *req, uint32_t laid) {
  uint32_t set = 0;
  for (uint32_t left = head->lanes; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    set |= (uint32_t)lane_of(g, head, req, i, laid).leaves << i;
  }
  return set;
}

uint32_t ws_atom_far_lay(const group_head *head, const ws_req *req) {
  return atom_is_pairs(head->op & 0xff) ? head->lanes & pred_of(req) : 0;
}

bool ws_atom_far_any(const atom_far *g, const group_head *head, const ws_req *req, uint32_t laid) {
  bool any = ws_atom_far_lanes(g, head, req, laid) || ws_atom_far_lay(head, req);
  for (uint32_t left = head->lanes; left; left &= left - 1) {
    const uint64_t owner = req->addr[bits_first(left)] >> 24; // a CTA, whether there is one or not
    any |= owner && owner < 16 && owner != g->rank + 1;
  }
  return any;
}

bool ws_atom_far_passes(const atom_far *g, const group_head *head, const ws_req *req, uint32_t laid) {
  return head->warp != g->warp && !ws_atom_far_any(g, head, req, laid);
}

// ---------------------------------------------------------------------------------------------------------- response

static bool is_red(const atom_far *g) { return g->op >> 8 == WS_UNIT_RED; }

// The lanes that answer next: those with the status of the lowest one.
static uint32_t alike(const atom_far *g) {
  const unsigned first = bits_first(g->lanes);
  uint32_t set = 0;
  for (uint32_t left = g->lanes; left; left &= left - 1)
    set |= (uint32_t)(g->place[bits_first(left)].status == g->place[first].status) << bits_first(left);
  return set;
}

// The same lanes answer once more, with the high half of 16 bytes.
static bool again(const atom_far *g) {
  const atom_far_lane *first = &g->place[bits_first(g->group)];
  const bool value = first->status == WS_ST_OK || first->status == WS_ST_MB_RAW_ACCESS;
  return first->bytes == 16 && !is_red(g) && value && !g->half;
}

bool ws_atom_far_result(const atom_far *g, ws_rsp *rsp) {
  if (!g->res || !rsp)
    return g->res;
  *rsp = (ws_rsp){.valid = true, .tag = g->tag, .warp = g->warp, .op = g->op, .lanes = g->group};
  rsp->status = g->place[bits_first(g->group)].status;
  rsp->p = again(g) ? rsp->lanes : 0;
  for (uint32_t left = rsp->lanes; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    const uint64_t d = g->half ? g->old[i].hi : g->old[i].lo;
    rsp->d[i] = (uint32_t)d;
    rsp->d_hi[i] = (uint32_t)(d >> 32);
  }
  return true;
}

// A clock of the responses. What is to stand is chosen in the clock before, or comes again when the upper halves have been fetched, a lane a
// clock.
static void respond(atom_far *g, bool taken) {
  const bool low = taken && again(g);
  if (g->res) {
    g->res = !taken;
    g->half = taken ? low : g->half;
  } else if (g->half) {
    g->res = !g->fetch;
  } else if (g->lanes && !g->owed) {
    g->group = alike(g);
    g->lanes &= ~g->group;
    g->res = true;
  }
  g->fetch = low ? bits_count(g->group) : g->fetch ? g->fetch - 1 : 0;
}

// ----------------------------------------------------------------------------------------------------------- request

// The request of the lane whose turn it is.
static void ask(atom_far *g) {
  const unsigned i = g->lane;
  const atom_far_lane *p = &g->place[i];
  const bool pairs = atom_is_pairs(p->fn);
  g->out_valid = true;
  g->away = p->away;
  g->gm = (ws_gm){.valid = true, .addr = p->at, .bytes = p->bytes, .op = WS_GM_ATOM, .fn = p->fn, .tag = 1};
  g->gm.s = g->s[i];
  g->gm.t = pairs ? g->t[i] : (ws_atom_value){.lo = g->s[i].hi}; // c of cas
  g->ask = (ws_ask){.valid = true, .dest = p->dest, .src = g->rank, .lane = i, .lay = pairs, .fn = p->fn, .at = p->at};
  g->ask.s = pairs ? g->t[i] : g->s[i];
}

// The other CTA took a message; behind one that lays down a c the operation itself follows.
static void sent(atom_far *g) {
  g->out_valid = g->ask.lay;
  g->ask.lay = false;
  g->ask.s = g->s[g->ask.lane];
}

static void go(atom_far *g) {
  if (!(g->lay >> g->lane & 1))
    ask(g);
  g->lane_valid = false;
}

// ------------------------------------------------------------------------------------------------------------ answer

static void keep(atom_far *g, unsigned i, ws_atom_value old) {
  g->old[i] = is_red(g) ? (ws_atom_value){0} : old;
  g->owed &= ~(1u << i);
}

// Memory answers the lowest lane that it owes an answer.
static void answer(atom_far *g, const ws_gm_rsp *rsp) {
  uint32_t left = g->owed;
  while (g->place[bits_first(left)].away)
    left &= left - 1;
  const unsigned i = bits_first(left), bytes = g->place[i].bytes;
  ws_atom_value old = {.lo = rsp->data[0], .hi = (uint64_t)rsp->data[3] << 32 | rsp->data[2]};
  if (bytes == 2)
    old.lo &= 0xffff;
  if (bytes > 4)
    old.lo |= (uint64_t)rsp->data[1] << 32;
  keep(g, i, old);
}

static void come_back(atom_far *g) {
  const ws_ans *a = &g->ans;
  g->place[a->lane].status = (uint16_t)(a->gone ? WS_ST_RA_CTA_GONE : a->raw ? WS_ST_MB_RAW_ACCESS : WS_ST_OK);
  keep(g, a->lane, a->d);
  g->ans_valid = false;
}

static void load(atom_far *g, const atom_far_in *in) {
  const group_head *head = in->head;
  const ws_req *req = in->req;
  g->open = g->fresh = true;
  g->warp = head->warp;
  g->tag = head->tag;
  g->op = head->op;
  g->lanes = head->lanes;
  g->lay = in->lay;
  g->todo = 0;
  g->due = head->lanes | in->lay;
  g->owed = 0;
  memset(g->old, 0, sizeof g->old);
  for (uint32_t left = head->lanes; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    g->place[i] = lane_of(g, head, req, i, in->laid);
    g->s[i] = (ws_atom_value){req->a[i], (uint64_t)req->c[i] << 32 | req->b[i]};
    g->t[i] = in->c[i];
    g->owed |= (uint32_t)(g->place[i].status == WS_ST_OK) << i;
  }
  g->wants = g->owed | in->lay;
}

void ws_atom_far_step(atom_far *g, const atom_far_in *in) {
  if (!g->open && !in->head)
    return;
  if (g->fresh) {
    g->fresh = false;
    return;
  }
  const bool over = g->res ? in->res_taken && !again(g) : !g->half;
  const bool ends = over && !g->lanes && !g->todo && !g->due && !g->lane_valid;
  const bool comes = in->ans->valid && !g->ans_valid;
  respond(g, in->res_taken);
  g->open = g->open && !ends;
  g->out += in->gm_taken;
  if (g->gm_answered) {
    answer(g, &g->gm_rsp);
    g->out--;
  } else if (g->ans_valid) {
    come_back(g);
  }
  g->gm_answered = in->gm_rsp != NULL;
  if (in->gm_rsp)
    g->gm_rsp = *in->gm_rsp;
  if (comes) {
    g->ans = *in->ans;
    g->ans_valid = true;
  }
  const bool free = !g->out_valid;
  if (in->gm_taken)
    g->out_valid = false;
  if (in->ask_taken)
    sent(g);
  if (g->lane_valid && free)
    go(g);
  if (g->todo && !g->lane_valid) {
    g->lane = bits_first(g->todo);
    g->lane_valid = true;
    g->todo &= g->todo - 1;
  }
  g->todo |= in->row & g->wants;
  g->due &= ~in->row;
  if (in->head)
    load(g, in);
}
