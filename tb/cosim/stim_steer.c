// SPDX-License-Identifier: Apache-2.0
// Steered traffic (stim_steer.h): which bin is next, and when the steps towards it are taken.
#include "stim_steer.h"

#include <string.h>

#include "lane_book.h"
#include "sync/cover_sync.h"

// Clocks that match.any may hold its unit; requests in front of the fourth of a burst; cycles after which a plan is given up.
enum { ANY_CLOCKS = 20, BURST = 3, OLD = 4000 };

static bool is_any(uint32_t op) { return (op & ~2u) == WS_OP_MATCH_ANY_B32; }

ws_profile ws_steer_profile(const ws_wish *w) {
  if (w->at[WS_AX_STATUS] == WS_ST_CV_MISSING || w->at[WS_AX_BREAK] == WS_BREAK_AGE)
    return WS_PROFILE_WATCHDOG;
  bool refused = w->at[WS_AX_STATUS] == WS_ST_DEC_ILLEGAL;
  if ((ws_op_is_legacy(w->at[WS_AX_OP]) && !refused) || w->at[WS_AX_STATUS] == WS_ST_CV_LEGACY_DIVERGED ||
      w->at[WS_AX_ROW] == WS_ROW_LEGACY)
    return WS_PROFILE_SM6X;
  return WS_PROFILE_SM100;
}

void ws_steer_phase(ws_stim *s) {
  ws_steer *st = s->steer;
  st->stall = WS_COVER_FREE;
  for (unsigned k = 0; k < 8 && st->stall == WS_COVER_FREE; k++) {
    ws_wish w = ws_cover_pick(st->cover, &s->rng, st->blind);
    st->stall = w.valid ? w.at[WS_AX_STALL] : WS_COVER_FREE;
  }
  if (st->stall == WS_COVER_FREE)
    return;
  s->left = 64 + ws_rng_below(&s->rng, 64);
  s->gap = st->stall == WS_STALL_GAP ? 50 : st->stall == WS_STALL_RSP_HELD ? 30 : 0;
  s->stall = st->stall == WS_STALL_HELD ? 70 : st->stall == WS_STALL_RSP_HELD ? 50 : 0;
  s->bursts = st->stall == WS_STALL_RSP_BURST;
  s->warp = -1;
}

// Nothing of the warp is pending, as far as the ports show.
static bool calm(const ws_stim *s, const ws_out *out, unsigned w) {
  return !s->steer->plan[w].count && !s->w[w].sent && !out->wait[w];
}

static bool settled(const ws_stim *s, const ws_out *out, unsigned w) { return !(s->w[w].sent & ~out->wait[w]); }

static void simple(ws_stim *s, ws_req *q, unsigned w, uint32_t op, uint32_t live) {
  q->warp = w;
  q->op = op;
  q->lanes = live;
  for (unsigned i = 0; i < s->lanes; i++)
    q->mask[i] = live;
  ws_stim_operands(&s->rng, q, s->lanes);
}

// The request that a plan wants now. The plan is over when its last step is taken.
static void take(ws_stim *s, ws_req *q, unsigned w) {
  ws_steer *st = s->steer;
  ws_steer_plan *p = &st->plan[w];
  const ws_steer_step *step = &p->step[p->at++];
  q->warp = w;
  q->op = step->op;
  q->lanes = step->lanes | step->more;
  for (unsigned i = 0; i < s->lanes; i++)
    q->mask[i] = step->more >> i & 1 ? step->more_mask : step->mask;
  ws_stim_operands(&s->rng, q, s->lanes);
  if (p->wish.at[WS_AX_OP] == WS_COVER_FREE || q->op == p->wish.at[WS_AX_OP])
    ws_steer_operands(s, q, &p->wish);
  st->exit = step->exit;
  st->exit_warp = w;
  s->tracked = p->count > 1;
  if (p->at == p->count)
    p->count = p->at = 0;
}

static ws_wish pick(ws_stim *s) {
  ws_steer *st = s->steer;
  ws_wish w = {0};
  for (unsigned k = 0; k < 12; k++) {
    w = ws_cover_pick(st->cover, &s->rng, st->blind);
    bool other_stall = w.at[WS_AX_STALL] != WS_COVER_FREE && w.at[WS_AX_STALL] != st->stall;
    bool soon = st->since < ANY_CLOCKS && st->stall == WS_STALL_BURST && is_any(w.at[WS_AX_OP]);
    if (!w.valid || (ws_steer_profile(&w) == st->profile && !soon && (!other_stall || k > 8)))
      return w;
  }
  return (ws_wish){0};
}

// Two requests in neighbouring cycles. Of two match.any the first must leave the unit free: a lane that waits for another.
static bool begin_pair(ws_stim *s, ws_req *q, unsigned w, const ws_wish *wish, uint32_t live) {
  ws_steer *st = s->steer;
  uint32_t first = wish->at[WS_AX_OP], rest = live & (live - 1);
  bool both = is_any(first) && is_any(wish->at[WS_AX_SECOND]);
  if ((is_any(first) || is_any(wish->at[WS_AX_SECOND])) && st->since < ANY_CLOCKS)
    return false;
  if (both && !rest)
    return false;
  simple(s, q, w, first, live);
  s->tracked = both;
  if (both) {
    ws_steer_plan *p = &st->plan[w];
    *p = (ws_steer_plan){.count = 1};
    p->step[0] = (ws_steer_step){.kind = WS_STEP_REQUEST, .op = first, .lanes = live & (0u - live), .mask = live};
    q->lanes = rest;
  }
  st->pair = true;
  st->pair_op = wish->at[WS_AX_SECOND];
  st->pair_same = wish->at[WS_AX_WARPS] == 0;
  st->pair_warp = w;
  return true;
}

static bool second_of_pair(ws_stim *s, ws_req *q, const ws_out *out) {
  ws_steer *st = s->steer;
  st->pair = false;
  for (unsigned k = 0; k < s->warps; k++) {
    unsigned w = (st->pair_warp + k) % s->warps;
    bool this = k == 0;
    if (this != st->pair_same || (!this && !calm(s, out, w)) || !out->live[w])
      continue;
    simple(s, q, w, st->pair_op, out->live[w]);
    s->tracked = false;
    return true;
  }
  return false;
}

static bool request(ws_stim *s, ws_req *q, const ws_out *out) {
  ws_steer *st = s->steer;
  if (st->pair)
    return second_of_pair(s, q, out);
  unsigned first = ws_rng_below(&s->rng, s->warps), w = s->warps;
  for (unsigned k = 0; k < s->warps; k++) {
    unsigned x = (first + k) % s->warps;
    ws_steer_plan *p = &st->plan[x];
    if (p->count && p->step[p->at].kind == WS_STEP_REQUEST && settled(s, out, x)) {
      take(s, q, x);
      return true;
    }
    if (w == s->warps && calm(s, out, x) && out->live[x])
      w = x;
  }
  if (w == s->warps)
    return false;
  if (st->stall == WS_STALL_BURST && st->row < BURST) {
    simple(s, q, w, WS_OP_ELECT, out->live[w]);
    s->tracked = false;
    return true;
  }
  ws_wish wish = pick(s);
  if (!wish.valid)
    return false;
  if (wish.at[WS_AX_SECOND] != WS_COVER_FREE)
    return begin_pair(s, q, w, &wish, out->live[w]);
  ws_steer_make(s, &st->plan[w], &wish, out->live[w]);
  if (!st->plan[w].count || st->plan[w].step[0].kind != WS_STEP_REQUEST)
    return false;
  take(s, q, w);
  return true;
}

bool ws_steer_request(ws_stim *s, ws_req *q, const ws_out *out) {
  bool made = request(s, q, out);
  s->steer->row = made ? s->steer->row + 1 : 0;
  s->steer->since = made && is_any(q->op) ? 0 : s->steer->since + 1;
  return made;
}

void ws_steer_ports(ws_stim *s, ws_in *in, const ws_out *out) {
  ws_steer *st = s->steer;
  if (in->exit.valid && st->plan[in->exit.warp & (s->warps - 1)].count)
    in->exit.valid = false;
  if (in->launch.valid && st->plan[in->launch.warp & (s->warps - 1)].count)
    in->launch.valid = false;
  if (st->exit) {
    in->exit = (ws_lanes){true, st->exit_warp, st->exit};
    st->exit = 0;
    return;
  }
  for (unsigned w = 0; w < s->warps; w++) {
    ws_steer_plan *p = &st->plan[w];
    if (p->count && p->age++ > OLD)
      p->count = p->at = 0;
    if (!p->count || !settled(s, out, w) || (in->req.valid && in->req.warp == w))
      continue;
    const ws_steer_step *step = &p->step[p->at];
    if (step->kind == WS_STEP_REQUEST || (step->kind == WS_STEP_HOLD && out->wait[w]))
      continue;
    if (step->kind == WS_STEP_EXIT)
      in->exit = (ws_lanes){true, w, step->lanes};
    if (step->kind == WS_STEP_LAUNCH)
      in->launch = (ws_lanes){true, w, step->lanes};
    p->at++;
    if (p->at == p->count)
      p->count = p->at = 0;
    return;
  }
}
