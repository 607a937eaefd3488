// SPDX-License-Identifier: Apache-2.0
// The barriers of a core, clock by clock: see bar_unit.h.
#include "core.h"

#include <string.h>

static unsigned warps_of_slot(const bar_unit *u) { return u->warps / u->slots; }

// The warps of a slot.
static uint32_t slot_set(const bar_unit *u, unsigned s) {
  unsigned n = warps_of_slot(u);
  return (n == 32 ? ~0u : (1u << n) - 1) << s * n;
}

void bar_unit_init(bar_unit *u, const ws_config *cfg) {
  memset(u, 0, sizeof *u);
  u->lanes = cfg->lanes;
  u->warps = cfg->warps;
  u->slots = cfg->slots;
  u->ctas = cfg->ctas;
  u->last = cfg->warps - 1;
  for (unsigned s = 0; s < u->slots; s++)
    u->slot[s].warps = warps_of_slot(u);
}

static bool is_cluster(uint32_t op) { return op >> 8 == WS_UNIT_CLUSTER; }

// Does the warp wait? All do but arrive.
static bool blocks(uint32_t op) { return ws_is_cluster_wait(op) || (!is_cluster(op) && !ws_is_bar_arrive(op)); }

// Warps that a barrier may still await: those that live or are to be launched, and those whose arrival is on its way,
// since they may exit before it takes effect.
static uint32_t members_of(const bar_unit *u, uint32_t live) {
  uint32_t set = live | u->pending;
  set |= (uint32_t)(u->came.valid && !u->came.stale) << u->came.head.warp;
  return set | (uint32_t)(u->next.valid && !u->next.stale) << u->next.head.warp;
}

// ------------------------------------------------------------------------------------------------------- answers

// An arrive and the warps that are due take turns.
static bool answer_goes(const bar_unit *u) { return u->answer.valid && (!u->due || !u->answered); }

bool bar_unit_result(const bar_unit *u, ws_rsp *rsp) {
  if ((!u->due && !u->answer.valid) || !rsp)
    return u->due || u->answer.valid;
  if (answer_goes(u)) {
    memcpy(rsp, &u->answer, offsetof(ws_rsp, d));
    memset(rsp->d, 0, u->lanes * sizeof rsp->d[0]);
    return true;
  }
  const unsigned which = core_next_of(u->due, u->last);
  const bar_warp *w = &u->warp[which];
  const bool popc = ws_is_bar_popc(w->op), red = ws_is_bar_red_and(w->op) || ws_is_bar_red_or(w->op);
  rsp->valid = true;
  rsp->tag = w->tag;
  rsp->warp = which;
  rsp->op = w->op;
  rsp->lanes = w->away;
  rsp->status = w->status;
  rsp->p = red && w->result ? w->away : 0;
  for (unsigned i = 0; i < u->lanes; i++)
    rsp->d[i] = popc ? w->result : 0;
  return true;
}

static void take_answer(bar_unit *u) {
  u->answered = answer_goes(u);
  if (u->answered) {
    u->answer.valid = false;
    return;
  }
  u->last = core_next_of(u->due, u->last);
  u->due &= ~(1u << u->last);
  u->warp[u->last].away = 0;
}

static void answer_warp(bar_unit *u, unsigned warp, uint32_t status, uint32_t result) {
  bar_warp *w = &u->warp[warp];
  u->due |= 1u << warp;
  w->waiting = false;
  w->status = status;
  w->result = core_is_poison(status) ? 0 : result;
}

// All warps of the slot that wait at a place go on.
static void release(bar_unit *u, unsigned s, unsigned place, uint32_t result, bool broken) {
  for (uint32_t left = slot_set(u, s); left; left &= left - 1) {
    const unsigned i = (unsigned)__builtin_ctz(left);
    const bar_warp *w = &u->warp[i];
    if (w->waiting && w->place == place)
      answer_warp(u, i, broken ? WS_ST_BAR_UNSATISFIABLE : w->status, result);
  }
}

// --------------------------------------------------------------------------------------------------- named barriers

// One transition of a barrier; ask NULL: an examination. Returns the status of the arrival.
static uint32_t transition(bar_unit *u, unsigned s, unsigned id, const ws_bar_ask *ask, uint32_t members) {
  bar_slot *slot = &u->slot[s];
  const unsigned base = s * warps_of_slot(u);
  ws_bar_result r = ws_bar_next(&slot->bar[id], ask, (members & slot_set(u, s)) >> base, slot->warps);
  slot->bar[id] = r.bar;
  if (r.done || r.broken)
    release(u, s, id, r.bar.acc, r.broken);
  return r.status;
}

// After an exit: one barrier a clock, of the lowest slot first. False if there is none.
static bool examine(bar_unit *u, uint32_t members) {
  for (unsigned s = 0; s < u->slots; s++)
    if (u->slot[s].dirty) {
      unsigned id = (unsigned)__builtin_ctz(u->slot[s].dirty);
      transition(u, s, id, NULL, members);
      u->slot[s].dirty &= ~(1u << id);
      return true;
    }
  return false;
}

// The warp waits at its barrier before the transition, so that it is released with the others if it is the last.
static uint32_t arrive_named(bar_unit *u, const bar_group *g, unsigned s, uint32_t members) {
  const core_head *h = &g->head;
  bar_warp *w = &u->warp[h->warp];
  const unsigned id = h->opnd & 15;
  const ws_bar_ask ask = {h->warp - s * warps_of_slot(u), h->op, h->opnd, g->val};
  if (blocks(h->op)) {
    w->waiting = true;
    w->place = id;
    w->status = h->status;
  }
  return transition(u, s, id, &ask, members);
}

// ------------------------------------------------------------------------------------------ the barrier of the cluster

// All live warps of all live CTAs have arrived.
static bool is_complete(const bar_unit *u, unsigned s, uint32_t members, bool clb_phase) {
  if (u->ctas > 1)
    return clb_phase != u->slot[s].phase;
  uint32_t of = members & slot_set(u, s);
  return of && !(of & ~u->arrived);
}

static void complete_clusters(bar_unit *u, uint32_t members, bool clb_phase) {
  for (unsigned s = 0; s < u->slots; s++) {
    if (!is_complete(u, s, members, clb_phase))
      continue;
    for (uint32_t left = slot_set(u, s); left; left &= left - 1) {
      unsigned w = (unsigned)__builtin_ctz(left);
      if (u->warp[w].waiting && u->warp[w].place == BAR_CLUSTER)
        u->owed &= ~(1u << w);
    }
    release(u, s, BAR_CLUSTER, 0, false);
    u->arrived &= ~slot_set(u, s);
    u->slot[s].phase = !u->slot[s].phase;
  }
}

static uint32_t arrive_cluster(bar_unit *u, const bar_group *g) {
  const uint32_t me = 1u << g->head.warp;
  if (!blocks(g->head.op)) {
    if (u->arrived & me)
      return WS_ST_CLB_DUP_ARRIVE;
    uint32_t status = u->owed & me ? WS_ST_CLB_SKIPPED_WAIT : WS_ST_OK;
    u->arrived |= me;
    u->owed |= me;
    return status;
  }
  if (!(u->owed & me))
    return WS_ST_CLB_WAIT_NO_ARRIVE;
  bar_warp *w = &u->warp[g->head.warp];
  w->status = g->head.status;
  if (u->arrived & me) {
    w->waiting = true;
    w->place = BAR_CLUSTER;
  } else {
    u->owed &= ~me;
    answer_warp(u, g->head.warp, g->head.status, 0);
  }
  return WS_ST_OK;
}

// ------------------------------------------------------------------------------------------------------ a clock cycle

static uint32_t higher(uint32_t a, uint32_t b) { return a >> 8 >= b >> 8 ? a : b; }

// Can the group in `next` leave, as far as its answer goes?
static bool has_room(const bar_unit *u, bool taken) {
  return blocks(u->next.head.op) || !u->answer.valid || (taken && answer_goes(u));
}

static bool is_dirty(const bar_unit *u) {
  uint32_t dirty = 0;
  for (unsigned s = 0; s < u->slots; s++)
    dirty |= u->slot[s].dirty;
  return dirty != 0;
}

static bool next_leaves(const bar_unit *u, bool taken) { return u->next.valid && !is_dirty(u) && has_room(u, taken); }

bool bar_unit_ready(const bar_unit *u, bool taken) { return !u->came.valid || !u->next.valid || next_leaves(u, taken); }

// The group in `next` meets its barrier.
static void carry_out(bar_unit *u, uint32_t members) {
  const bar_group *g = &u->next;
  const core_head *h = &g->head;
  uint32_t status = WS_ST_OK;
  if (!g->stale)
    status = is_cluster(h->op) ? arrive_cluster(u, g) : arrive_named(u, g, h->warp / warps_of_slot(u), members);
  status = higher(status, h->status);
  if (!blocks(h->op))
    u->answer =
        (ws_rsp){.valid = true, .tag = h->tag, .warp = h->warp, .op = h->op, .lanes = h->lanes, .status = status};
  else if (core_is_poison(status))
    answer_warp(u, h->warp, status, 0);
}

// The state of a CTA that begins: nothing of the one before is left.
static void start(bar_unit *u, const bar_in *in, unsigned s) {
  bar_slot *slot = &u->slot[s];
  const unsigned most = warps_of_slot(u);
  for (unsigned i = 0; i < WS_BARRIERS; i++)
    slot->bar[i].act = false;
  slot->dirty = 0;
  slot->warps = in->launch_warps && in->launch_warps <= most ? in->launch_warps : most;
  u->arrived &= ~slot_set(u, s);
  u->owed &= ~slot_set(u, s);
  uint32_t of = (slot->warps == 32 ? ~0u : (1u << slot->warps) - 1) << s * most;
  u->pending = (u->pending & ~slot_set(u, s)) | of;
}

static bool starts(const bar_unit *u, const bar_in *in, const bar_group *g) {
  return g->valid && (in->start >> g->head.warp / warps_of_slot(u) & 1);
}

static void enter(bar_unit *u, const bar_in *in) {
  const core_head *h = in->head;
  u->came = (bar_group){.valid = true, .head = *h, .val = ws_bar_val(h->op, h->lanes, in->pred)};
  bar_warp *w = &u->warp[h->warp];
  if (blocks(h->op)) {
    w->away = h->lanes;
    w->tag = h->tag;
    w->op = h->op;
  }
}

void bar_unit_step(bar_unit *u, const bar_in *in) {
  const uint32_t members = members_of(u, in->live), gone = u->members & ~members;
  if (!in->head && !in->launch && bar_unit_quiet(u, in)) {
    u->members = members;
    return;
  }
  const bool leaves = next_leaves(u, in->taken), moves = u->came.valid && (leaves || !u->next.valid);
  uint32_t act[BAR_SLOTS_MAX] = {0};
  for (unsigned s = 0; s < u->slots; s++)
    if (gone & slot_set(u, s))
      for (unsigned i = 0; i < WS_BARRIERS; i++)
        act[s] |= (uint32_t)u->slot[s].bar[i].act << i;

  if (in->taken)
    take_answer(u);
  complete_clusters(u, members, in->clb_phase);
  if (!examine(u, members) && leaves)
    carry_out(u, members);
  for (unsigned s = 0; s < u->slots; s++)
    u->slot[s].dirty |= act[s];
  u->arrived &= members; // what an exited warp owes is forgotten
  u->owed &= members;

  if (leaves)
    u->next.valid = false;
  if (moves) {
    u->next = u->came;
    u->came.valid = false;
  }
  u->next.stale |= starts(u, in, &u->next);
  u->came.stale |= starts(u, in, &u->came);
  if (in->head)
    enter(u, in);
  for (unsigned s = 0; s < u->slots; s++)
    if (in->start >> s & 1)
      start(u, in, s);
  if (in->launch)
    u->pending &= ~(1u << in->launch_warp);
  u->members = members;
}

ws_clb bar_unit_clb(const bar_unit *u, uint32_t live) {
  uint32_t of = members_of(u, live) & slot_set(u, 0);
  return (ws_clb){.phase = u->slot[0].phase, .done = !(of & ~u->arrived), .any = of != 0};
}

bool bar_unit_quiet(const bar_unit *u, const bar_in *in) {
  const uint32_t members = members_of(u, in->live);
  bool busy = u->came.valid || u->next.valid || u->answer.valid || u->due || is_dirty(u) || (u->members & ~members);
  for (unsigned s = 0; s < u->slots; s++)
    busy |= is_complete(u, s, members, in->clb_phase);
  return !busy;
}
