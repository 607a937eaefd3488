// SPDX-License-Identifier: Apache-2.0
// Random traffic for the barriers (stim_bar.h): the estimate of what they hold, and what a warp comes with.
#include "stim_bar.h"

#include <string.h>

#include "what/op_class.h"

enum { // bits of operation codes; kinds of ws_bar are 1 less but for sync
  COUNTED = WS_OP_BAR_SYNC ^ WS_OP_BAR_SYNC_COUNT,
  ALIGNED = WS_OP_BAR_SYNC ^ WS_OP_BAR_SYNC_ALIGNED,
  SYNC = WS_OP_BAR_SYNC & 7,
  ARRIVE = WS_OP_BAR_ARRIVE & 7
};

static unsigned ones(uint32_t x) { return (unsigned)__builtin_popcount(x); }
static uint32_t members(const ws_bar_stim_slot *x) { return x->live | x->pending; }

static uint32_t blocked(const ws_bar_stim_slot *x) {
  uint32_t set = x->cluster_waiters;
  for (unsigned i = 0; i < WS_BARRIERS; i++)
    set |= x->waiters[i];
  return set;
}

// ------------------------------------------------------------------------------------------------------ estimates

void ws_bar_stim_begin(ws_bar_stim_slot *x, unsigned warps) {
  *x = (ws_bar_stim_slot){.warps = warps, .pending = warps == 32 ? UINT32_MAX : (1u << warps) - 1};
}

static void arrived_cluster(ws_bar_stim_slot *x, uint32_t me, uint32_t op) {
  if (ws_bar_blocks(op)) {
    if ((x->owed & me) && (x->arrived & me))
      x->cluster_waiters |= me;
    else
      x->owed &= ~me;
  } else if (!(x->arrived & me)) {
    x->arrived |= me;
    x->owed |= me;
    x->sure &= ~me;
  }
}

// Warp w of the CTA has come as a whole.
static void arrive(ws_bar_stim_slot *x, unsigned w, const ws_bar_plan *p) {
  uint32_t key = ws_bar_key(p->op, p->a, p->b), id = key & 15;
  if (!ws_op_name(p->op))
    return;
  if (ws_bar_is_cluster(p->op)) {
    arrived_cluster(x, 1u << w, p->op);
    return;
  }
  ws_bar_ask ask = {w, p->op, key, 0};
  ws_bar_result r = ws_bar_next(&x->bar[id], &ask, members(x), x->warps);
  if (r.status)
    return;
  x->version[id]++;
  x->bar[id] = r.bar;
  if (r.done || r.broken)
    x->waiters[id] = 0;
  else if (ws_bar_blocks(p->op))
    x->waiters[id] |= 1u << w;
}

void ws_bar_stim_arrived(ws_bar_stim *s, unsigned c, unsigned warp, const ws_bar_plan *p) {
  arrive(&s->cta[c].slot[warp / s->room], warp % s->room, p);
}

void ws_bar_stim_gone(ws_bar_stim_slot *x, unsigned w) {
  x->live &= ~(1u << w);
  x->pending &= ~(1u << w);
  x->arrived &= ~(1u << w);
  x->owed &= ~(1u << w);
  for (unsigned i = 0; i < WS_BARRIERS; i++) {
    ws_bar_result r = ws_bar_next(&x->bar[i], NULL, members(x), x->warps);
    x->bar[i] = r.bar;
    if (r.done || r.broken)
      x->waiters[i] = 0;
  }
}

void ws_bar_stim_cluster_over(ws_bar_stim *s) {
  for (unsigned c = 0; c < s->ctas; c++)
    for (unsigned k = 0; k < s->slots; k++) {
      ws_bar_stim_slot *x = &s->cta[c].slot[k];
      if (s->ctas == 1 && (!members(x) || (members(x) & ~(x->arrived & x->sure))))
        continue;
      x->owed &= ~x->cluster_waiters;
      x->arrived = x->sure = x->cluster_waiters = 0;
    }
}

// Can the warps `run` complete this barrier?
static bool can(const ws_bar_stim_slot *x, unsigned id, uint32_t run) {
  const ws_bar *b = &x->bar[id];
  return !b->act || ones(run & ~b->arr) + ones(b->arr) >= b->exp || (b->all && !(members(x) & ~b->arr & ~run));
}

// What is believed, and that those who have begun to come to a barrier will all have come.
static void foresee(const ws_bar_stim *s, ws_bar_stim_slot all[WS_CTAS_MAX][WS_BAR_SLOTS]) {
  for (unsigned c = 0; c < s->ctas; c++)
    for (unsigned k = 0; k < s->slots; k++) {
      all[c][k] = s->cta[c].slot[k];
      for (unsigned w = 0; w < s->room; w++) {
        const ws_bar_plan *p = &s->cta[c].plan[k * s->room + w];
        if (p->valid && p->sent)
          arrive(&all[c][k], w, p);
      }
    }
}

bool ws_bar_stim_safe(const ws_bar_stim *s) {
  ws_bar_stim_slot all[WS_CTAS_MAX][WS_BAR_SLOTS];
  uint32_t run[WS_CTAS_MAX][WS_BAR_SLOTS];
  bool again = true, left = true;
  foresee(s, all);
  for (unsigned c = 0; c < s->ctas; c++)
    for (unsigned k = 0; k < s->slots; k++)
      run[c][k] = members(&all[c][k]) & ~blocked(&all[c][k]);
  while (again) {
    again = left = false;
    uint32_t missing[WS_BAR_SLOTS] = {0};
    for (unsigned c = 0; c < s->ctas; c++)
      for (unsigned k = 0; k < s->slots; k++) {
        const ws_bar_stim_slot *x = &all[c][k];
        for (unsigned i = 0; i < WS_BARRIERS; i++)
          if ((x->waiters[i] & ~run[c][k]) && can(x, i, run[c][k])) {
            run[c][k] |= x->waiters[i];
            again = true;
          }
        missing[k] |= members(x) & ~x->arrived & ~run[c][k];
        left |= (blocked(x) & ~run[c][k]) != 0;
      }
    for (unsigned c = 0; c < s->ctas; c++)
      for (unsigned k = 0; k < s->slots; k++)
        if (!missing[k] && (all[c][k].cluster_waiters & ~run[c][k])) {
          run[c][k] |= all[c][k].cluster_waiters;
          again = true;
        }
  }
  return !left;
}

// ---------------------------------------------------------------------------------------------------------- draws

// A kind of barrier as the low bits of an operation.
static uint32_t op_of_kind(unsigned kind, bool arrive) { return kind ? kind + 1 : arrive ? ARRIVE : SYNC; }

static void give(ws_bar_stim *s, ws_bar_plan *p, uint32_t low, uint32_t id, unsigned want, bool counted) {
  counted |= low == ARRIVE;
  bool aligned = ws_rng_percent(&s->rng, s->style == WS_BAR_PIECES ? 30 : 50);
  p->op = (uint32_t)WS_UNIT_BAR << 8 | low | (counted ? COUNTED : 0) | (aligned ? ALIGNED : 0);
  p->a = id;
  p->b = counted ? 32 * want : ws_rng_u32(&s->rng);
}

// A barrier for which `fits`, from a random one on; WS_BARRIERS: none.
static unsigned find(ws_bar_stim *s, const ws_bar_stim_slot *x, uint32_t me, bool act, bool waited, unsigned ids) {
  unsigned i = ws_rng_below(&s->rng, ids);
  for (unsigned k = 0; k < ids; k++, i = (i + 1) % ids) {
    unsigned id = (s->first + i) % WS_BARRIERS;
    if (x->bar[id].act == act && (!act || !(x->bar[id].arr & me)) && (!waited || x->waiters[id]))
      return id;
  }
  return WS_BARRIERS;
}

static void join(ws_bar_stim *s, ws_bar_stim_slot *x, unsigned id, ws_bar_plan *p) {
  const ws_bar *b = &x->bar[id];
  bool counted = b->exp != x->warps || ws_rng_percent(&s->rng, 40);
  give(s, p, op_of_kind(b->kind, ws_rng_percent(&s->rng, 35)), id, b->exp, counted);
}

static void open(ws_bar_stim *s, ws_bar_stim_slot *x, unsigned id, ws_bar_plan *p) {
  bool sum = ws_rng_percent(&s->rng, s->style == WS_BAR_SUMS ? 85 : s->style == WS_BAR_CLASH ? 60 : 25);
  unsigned kind = sum ? 1 + ws_rng_below(&s->rng, 3) : 0, most = ones(members(x)), want;
  bool counted = true;
  switch (s->style) {
  case WS_BAR_PAIRS: want = 2 + (ws_rng_u32(&s->rng) & 1); break;
  case WS_BAR_TIGHT: want = 1 + (ws_rng_u32(&s->rng) & 1); break;
  case WS_BAR_FLOW:
    want = x->warps;
    counted = ws_rng_percent(&s->rng, 25);
    break;
  default:
    want = 1 + ws_rng_below(&s->rng, x->warps);
    counted = ws_rng_percent(&s->rng, 65);
    break;
  }
  if (counted && want > most && !ws_rng_percent(&s->rng, 10)) // there will never be so many; now and then all the same
    want = most;
  if (want > x->warps)
    want = x->warps;
  give(s, p, op_of_kind(kind, counted && ws_rng_percent(&s->rng, 40)), id, want ? want : 1, counted);
}

static void draw_cluster(ws_bar_stim *s, const ws_bar_stim_slot *x, uint32_t me, ws_bar_plan *p) {
  uint32_t r = ws_rng_u32(&s->rng), op = WS_OP_CLUSTER_ARRIVE_RELEASE | (r & 1);
  bool over = !(members(x) & ~x->arrived); // about to be
  bool wait = x->arrived & me ? (r >> 8 & (over ? 1 : 31)) != 0 : x->owed & me ? (r >> 8 & 7) != 0 : (r >> 8 & 31) == 0;
  if (wait)
    op = WS_OP_CLUSTER_WAIT;
  p->op = op | (r & 2 ? ALIGNED : 0);
  p->a = ws_rng_u32(&s->rng);
  p->b = ws_rng_u32(&s->rng);
}

// One thing wrong, or what may be.
static void spoil(ws_bar_stim *s, const ws_bar_stim_slot *x, uint32_t me, ws_bar_plan *p) {
  static const uint32_t counts[] = {0, 1, 31, 33, 48, 1024 + 32, 2048, 0x80000020, UINT32_MAX};
  uint32_t r = ws_rng_u32(&s->rng);
  switch (r & 7) {
  case 0: p->a = r & 64 ? r >> 8 : 16 + (r >> 8 & 15); break;
  case 1: p->op |= COUNTED, p->b = counts[(r >> 8) % 9]; break;
  case 2: p->op |= COUNTED, p->b = 32 * (x->warps + 1 + (r >> 8 & 1)); break;
  case 3: p->op |= COUNTED, p->b = 32 * (1 + (r >> 8 & 3)); break; // another count than the one that fits
  case 4: p->op = (p->op & ~7u) | (r >> 8) % 5, p->op |= (p->op & 7) == ARRIVE ? COUNTED : 0; break; // another kind
  case 5:                                                                                            // once more
  case 6:
    for (unsigned k = 0, i = r >> 8; k < WS_BARRIERS; k++, i++)
      if (x->bar[i % WS_BARRIERS].act && (x->bar[i % WS_BARRIERS].arr & me)) {
        const ws_bar *b = &x->bar[i % WS_BARRIERS];
        give(s, p, op_of_kind(b->kind, r >> 16 & 1), i % WS_BARRIERS, b->exp, true);
        break;
      }
    break;
  default: p->op = (r >> 8 & 1 ? 0x500u : 0x600u) | (r >> 16 & 0xffu); break; // most of them are not in the table
  }
}

// Something that makes nobody wait: a barrier of this warp alone, or an arrive.
static void alone(ws_bar_stim *s, ws_bar_stim_slot *x, uint32_t me, ws_bar_plan *p) {
  unsigned id = find(s, x, me, false, false, WS_BARRIERS);
  if (id < WS_BARRIERS) {
    give(s, p, op_of_kind(ws_rng_below(&s->rng, 4), ws_rng_percent(&s->rng, 50)), id, 1, true);
    return;
  }
  id = find(s, x, me, true, false, WS_BARRIERS);
  p->valid = id < WS_BARRIERS && x->bar[id].kind == 0;
  if (p->valid)
    give(s, p, ARRIVE, id, x->bar[id].exp, true);
}

void ws_bar_stim_draw(ws_bar_stim *s, unsigned c, unsigned warp, ws_bar_plan *p) {
  static const uint8_t flaws[WS_BAR_STYLES] = {0, 2, 2, 2, 2, 2, 12, 30, 2};
  ws_bar_stim_slot *x = &s->cta[c].slot[warp / s->room], before;
  uint32_t me = 1u << warp % s->room;
  *p = (ws_bar_plan){.valid = true};
  if (s->rush) {
    give(s, p, ARRIVE, ws_rng_below(&s->rng, WS_BARRIERS), 1 + ws_rng_below(&s->rng, x->warps), true);
    return;
  }
  if (ws_rng_percent(&s->rng, s->style == WS_BAR_CLUSTER ? 75 : s->style == WS_BAR_TIGHT ? 2 : 6)) {
    draw_cluster(s, x, me, p);
  } else {
    unsigned id = ws_rng_percent(&s->rng, s->joins) ? find(s, x, me, true, false, s->ids) : WS_BARRIERS;
    if (id < WS_BARRIERS) {
      join(s, x, id, p);
    } else {
      id = find(s, x, me, false, false, s->ids);
      open(s, x, id < WS_BARRIERS ? id : (s->first + ws_rng_below(&s->rng, s->ids)) % WS_BARRIERS, p);
    }
    if (ws_rng_percent(&s->rng, flaws[s->style]))
      spoil(s, x, me, p);
  }
  before = *x;
  ws_bar_stim_arrived(s, c, warp, p);
  bool safe = ws_bar_stim_safe(s);
  *x = before;
  if (!safe)
    alone(s, x, me, p);
}

bool ws_bar_stim_rescue(ws_bar_stim *s, unsigned c, unsigned warp, ws_bar_plan *p) {
  ws_bar_stim_slot *x = &s->cta[c].slot[warp / s->room];
  uint32_t me = 1u << warp % s->room, run = members(x) & ~blocked(x);
  *p = (ws_bar_plan){.valid = true};
  unsigned last = WS_BARRIERS;
  for (unsigned k = 0, i = ws_rng_below(&s->rng, WS_BARRIERS); k < WS_BARRIERS; k++, i = (i + 1) % WS_BARRIERS)
    if (x->waiters[i] && x->bar[i].act && !(x->bar[i].arr & me) && can(x, i, run))
      last = i;
  bool cluster = false;
  for (unsigned d = 0; d < s->ctas; d++)
    cluster |= s->cta[d].slot[s->ctas > 1 ? 0 : warp / s->room].cluster_waiters != 0;
  if (last < WS_BARRIERS)
    give(s, p, op_of_kind(x->bar[last].kind, true), last, x->bar[last].exp, true);
  else if (cluster && !(x->arrived & me))
    p->op = WS_OP_CLUSTER_ARRIVE_RELEASE;
  else
    p->valid = false;
  return p->valid;
}
