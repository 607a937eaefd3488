// SPDX-License-Identifier: Apache-2.0
// The barriers of a core, clock by clock: see bar_unit.h.
#include "when/bar_unit.h"

#include <string.h>

#include "what/bits.h"
#include "what/op_class.h"

static unsigned room_of(const bar_unit *u) { return ws_slot_warps(u->warps, u->slots); }
static uint32_t warps_of(const bar_unit *u, unsigned s) { return ws_slot_set(u->warps, u->slots, s); }

void ws_bar_unit_init(bar_unit *u, const ws_config *cfg) {
  memset(u, 0, sizeof *u);
  u->lanes = cfg->lanes;
  u->warps = cfg->warps;
  u->slots = cfg->slots;
  u->ctas = cfg->ctas;
  u->last = cfg->warps - 1;
  u->ready = true;
  for (unsigned s = 0; s < u->slots; s++)
    u->slot[s].warps = room_of(u);
}

// Warps that a barrier may still await: those that live or are to be launched, and those whose arrival is on its way,
// since they may exit before it takes effect. A barrier goes by u->members, those of the cycle before.
static uint32_t members_of(const bar_unit *u) {
  uint32_t set = u->alive | u->pending;
  set |= (uint32_t)(u->came.valid && !u->came.stale) << u->came.head.warp;
  return set | (uint32_t)(u->next.valid && !u->next.stale) << u->next.head.warp;
}

// ------------------------------------------------------------------------------------------------------- answers

// An arrive and the warps that are due take turns.
static bool answer_goes(const bar_unit *u) { return u->answers > u->fresh && !u->turn; }

bool ws_bar_unit_result(const bar_unit *u, ws_rsp *rsp) {
  if (!u->out.valid || !rsp)
    return u->out.valid;
  if (u->out_blocks) {
    ws_bar_warp_response(&u->warp[u->out.warp], u->lanes, u->out.warp, rsp);
    return true;
  }
  memcpy(rsp, &u->out, offsetof(ws_rsp, d));
  memset(rsp->d, 0, u->lanes * sizeof rsp->d[0]);
  return true;
}

// What stood at the port was taken: its lanes are free.
static void take_answer(bar_unit *u) {
  if (u->out_blocks)
    u->warp[u->out.warp].away = 0;
  u->out.valid = false;
}

// An answer goes to the port.
static void send_answer(bar_unit *u) {
  if (!u->due && u->answers == u->fresh)
    return;
  u->out_blocks = !answer_goes(u);
  u->turn = !u->out_blocks && u->due;
  if (!u->out_blocks) {
    memcpy(&u->out, &u->answer[u->first], offsetof(ws_rsp, d));
    u->first = (u->first + 1) % BAR_ANSWERS;
    u->answers--;
    return;
  }
  u->last = bits_next(u->due, u->last);
  u->due &= ~(1u << u->last);
  u->out.valid = true;
  u->out.warp = u->last;
}

static void answer_warp(bar_unit *u, unsigned warp, uint32_t status, uint32_t result) {
  u->soon |= 1u << warp;
  ws_bar_warp_go(&u->warp[warp], status, result);
}

// All warps of the slot that wait at a place go on. Returns them.
static uint32_t release(bar_unit *u, unsigned s, unsigned place, uint32_t result, bool broken) {
  const uint32_t set = ws_bar_waiting(u->warp, warps_of(u, s), place);
  for (uint32_t left = set; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    ws_bar_warp_go(&u->warp[i], broken ? WS_ST_BAR_UNSATISFIABLE : u->warp[i].status, result);
  }
  return set;
}

// --------------------------------------------------------------------------------------------------- named barriers

// One transition of a barrier; ask NULL: an examination. Returns the status of the arrival.
static uint32_t transition(bar_unit *u, unsigned s, unsigned id, const ws_bar_ask *ask) {
  const unsigned base = s * room_of(u);
  ws_bar_result r = ws_bar_slot_next(&u->slot[s], id, ask, (u->members & warps_of(u, s)) >> base);
  if (r.done || r.broken)
    u->soon |= release(u, s, id, r.bar.acc, r.broken);
  return r.status;
}

// After an exit: one barrier a clock, of the lowest slot first. False if there is none.
static bool examine(bar_unit *u) {
  for (unsigned s = 0; s < u->slots; s++)
    if (u->slot[s].dirty) {
      unsigned id = bits_first(u->slot[s].dirty);
      transition(u, s, id, NULL);
      u->slot[s].dirty &= ~(1u << id);
      return true;
    }
  return false;
}

// The warp waits at its barrier before the transition, so that it is released with the others if it is the last.
static uint32_t arrive_named(bar_unit *u, const bar_group *g, unsigned s) {
  const group_head *h = &g->head;
  const unsigned id = h->opnd & 15;
  const ws_bar_ask ask = {h->warp - s * room_of(u), h->op, h->opnd, g->val};
  if (ws_bar_blocks(h->op))
    ws_bar_warp_wait(&u->warp[h->warp], id, h->status);
  return transition(u, s, id, &ask);
}

// ------------------------------------------------------------------------------------------ the barrier of the cluster

// All live warps of all live CTAs have arrived.
static bool is_complete(const bar_unit *u, unsigned s, bool clb_phase) {
  if (u->ctas > 1)
    return clb_phase != u->slot[s].phase;
  uint32_t of = u->members & warps_of(u, s);
  return of && !(of & ~u->arrived);
}

static void complete_clusters(bar_unit *u, bool clb_phase) {
  for (unsigned s = 0; s < u->slots; s++) {
    if (!is_complete(u, s, clb_phase))
      continue;
    const uint32_t set = release(u, s, BAR_CLUSTER, 0, false);
    u->due |= set;
    u->owed &= ~set;
    u->arrived &= ~warps_of(u, s);
    u->slot[s].phase = !u->slot[s].phase;
  }
}

static uint32_t arrive_cluster(bar_unit *u, const bar_group *g) {
  const uint32_t me = 1u << g->head.warp;
  if (!ws_bar_blocks(g->head.op)) {
    if (u->arrived & me)
      return WS_ST_CLB_DUP_ARRIVE;
    uint32_t status = u->owed & me ? WS_ST_CLB_SKIPPED_WAIT : WS_ST_OK;
    u->arrived |= me;
    u->owed |= me;
    return status;
  }
  if (!(u->owed & me))
    return WS_ST_CLB_WAIT_NO_ARRIVE;
  if (u->arrived & me) {
    ws_bar_warp_wait(&u->warp[g->head.warp], BAR_CLUSTER, g->head.status);
  } else {
    u->owed &= ~me;
    answer_warp(u, g->head.warp, g->head.status, 0);
  }
  return WS_ST_OK;
}

// ------------------------------------------------------------------------------------------------------ a clock cycle

static uint32_t higher(uint32_t a, uint32_t b) { return a >> 8 >= b >> 8 ? a : b; }

// Can the group in `next` leave, as far as its answer goes?
static bool has_room(const bar_unit *u) { return ws_bar_blocks(u->next.head.op) || u->answers < BAR_ANSWERS; }

static bool is_dirty(const bar_unit *u) {
  uint32_t dirty = 0;
  for (unsigned s = 0; s < u->slots; s++)
    dirty |= u->slot[s].dirty;
  return dirty != 0;
}

static bool next_leaves(const bar_unit *u) { return u->next.valid && !is_dirty(u) && has_room(u); }

bool ws_bar_unit_ready(const bar_unit *u) { return u->ready; }

// The group in `next` meets its barrier.
static void carry_out(bar_unit *u) {
  const bar_group *g = &u->next;
  const group_head *h = &g->head;
  uint32_t status = WS_ST_OK;
  if (!g->stale)
    status =
        ws_bar_is_cluster(h->op) ? arrive_cluster(u, g) : arrive_named(u, g, ws_slot_of(u->warps, u->slots, h->warp));
  status = higher(status, h->status);
  if (!ws_bar_blocks(h->op)) {
    u->answer[(u->first + u->answers++) % BAR_ANSWERS] =
        (ws_rsp){.valid = true, .tag = h->tag, .warp = h->warp, .op = h->op, .lanes = h->lanes, .status = status};
    u->fresh = 1;
  } else if (ws_is_error(status)) {
    answer_warp(u, h->warp, status, 0);
  }
}

// The state of a CTA that begins: nothing of the one before is left.
static void start(bar_unit *u, const bar_in *in, unsigned s) {
  bar_slot *slot = &u->slot[s];
  const unsigned most = room_of(u);
  ws_bar_slot_start(slot, in->launch_warps && in->launch_warps <= most ? in->launch_warps : most);
  u->arrived &= ~warps_of(u, s);
  u->owed &= ~warps_of(u, s);
  uint32_t of = bits_ones(slot->warps) << s * most;
  u->pending = (u->pending & ~warps_of(u, s)) | of;
}

static bool starts(const bar_unit *u, const bar_in *in, const bar_group *g) {
  return g->valid && (in->start >> ws_slot_of(u->warps, u->slots, g->head.warp) & 1);
}

static void enter(bar_unit *u, const bar_in *in) {
  const group_head *h = in->head;
  u->came = (bar_group){.valid = true, .head = *h, .val = ws_bar_val(h->op, h->lanes, in->pred)};
  bar_warp *w = &u->warp[h->warp];
  if (ws_bar_blocks(h->op)) {
    w->away = h->lanes;
    w->tag = h->tag;
    w->op = h->op;
  }
}

void ws_bar_unit_step(bar_unit *u, const bar_in *in) {
  const uint32_t members = members_of(u);
  if (!in->head && !in->launch && ws_bar_unit_quiet(u, in)) {
    u->members = members;
    u->alive = in->live;
    u->ready = true;
    return;
  }
  const bool leaves = next_leaves(u), moves = u->came.valid && (leaves || !u->next.valid);
  const bool roomy = u->answers < BAR_ANSWERS - 1;
  uint32_t act[BAR_SLOTS_MAX] = {0};
  for (unsigned s = 0; s < u->slots; s++)
    if (u->gone & warps_of(u, s))
      act[s] = ws_bar_slot_active(&u->slot[s]);

  const uint32_t soon = u->soon;
  u->soon = 0;
  if (in->taken)
    take_answer(u);
  if (!u->out.valid)
    send_answer(u);
  u->fresh = 0;
  complete_clusters(u, in->clb_phase);
  const bool looks = examine(u) || leaves;
  if (leaves)
    carry_out(u);
  for (unsigned s = 0; s < u->slots; s++)
    u->slot[s].dirty |= act[s];
  u->arrived &= members; // what an exited warp owes is forgotten
  u->owed &= members;

  u->due |= soon;
  u->looked = looks;

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
  u->alive = in->live;
  u->gone = u->members & ~members;
  u->members = members;
  // A cycle ahead: `came` is free, or moves for certain.
  u->ready = !u->came.valid || (roomy && !is_dirty(u));
}

ws_clb ws_bar_unit_clb(const bar_unit *u) {
  uint32_t of = members_of(u) & warps_of(u, 0);
  return (ws_clb){.phase = u->slot[0].phase, .done = !(of & ~u->arrived), .any = of != 0};
}

bool ws_bar_unit_quiet(const bar_unit *u, const bar_in *in) {
  const uint32_t members = members_of(u);
  bool busy = u->came.valid || u->next.valid || u->answers || u->due || u->looked || u->out.valid || is_dirty(u) ||
              (u->members & ~members) || u->gone || u->alive != in->live;
  for (unsigned s = 0; s < u->slots; s++)
    busy |= is_complete(u, s, in->clb_phase);
  return !busy;
}
