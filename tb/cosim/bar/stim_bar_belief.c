// SPDX-License-Identifier: Apache-2.0
// Random traffic for the barriers (stim_bar.h): what the ports tell of the cycle before, and what is believed by that.
#include "stim_bar.h"

#include <string.h>

#include "what/op_class.h"

enum { HOPS = 24 }; // clocks from the last sure arrival to the end of a cluster's phase, at most

static bool is_barrier(uint32_t op) { return ws_op_gathers(op) && ws_op_name(op); }

static ws_bar_stim_slot *slot_of(ws_bar_stim *s, unsigned c, unsigned warp) { return &s->cta[c].slot[warp / s->room]; }

// As ws_bar has it.
static unsigned kind_of(uint32_t op) {
  return ws_is_bar_popc(op) ? 1 : ws_is_bar_red_and(op) ? 2 : ws_is_bar_red_or(op) ? 3 : 0;
}

// The warp has come as a whole with its plan.
static void arrived(ws_bar_stim *s, unsigned c, unsigned warp) {
  ws_bar_plan *p = &s->cta[c].plan[warp];
  ws_bar_stim_arrived(s, c, warp, p);
  p->version = slot_of(s, c, warp)->version[ws_bar_key(p->op, p->a, p->b) & 15];
  s->cta[c].last[warp] = *p;
  if (p->op >> 8 == WS_UNIT_CLUSTER && !ws_is_cluster_wait(p->op))
    s->cta[c].there[warp] = *p;
  p->valid = false;
}

// Returns the lanes of the warp that live after the exit of the last cycle.
static uint32_t follow_exit(ws_bar_stim *s, const ws_in *in, const ws_out *out, unsigned c) {
  uint32_t w = in->exit.warp, live = out->live[w], after = live & ~(in->exit.lanes & ~out->wait[w]);
  if (live && !after) {
    ws_bar_stim_gone(slot_of(s, c, w), w % s->room);
    s->cta[c].plan[w].valid = s->cta[c].last[w].valid = false;
  } else if (after != live && s->cta[c].plan[w].valid && !(after & ~s->cta[c].plan[w].sent)) {
    arrived(s, c, w);
  }
  return after;
}

static void follow_launch(ws_bar_stim *s, const ws_in *in, unsigned c) {
  uint32_t w = in->launch.warp;
  ws_bar_stim_slot *x = slot_of(s, c, w);
  s->cta[c].plan[w].valid = s->cta[c].last[w].valid = false;
  if (!in->launch.lanes) {
    ws_bar_stim_gone(x, w % s->room);
    return;
  }
  if (!x->live) {
    ws_bar_stim_begin(x, in->launch_warps && in->launch_warps <= s->room ? in->launch_warps : s->room);
    if (s->mbar)
      ws_mbar_stim_cleared(s->mbar, c, w);
  }
  x->live |= 1u << w % s->room;
  x->pending &= ~(1u << w % s->room);
}

// The warp is seen to wait no more: what it waited for has happened.
static void runs(ws_bar_stim *s, unsigned c, unsigned warp) {
  ws_bar_stim_slot *x = slot_of(s, c, warp);
  uint32_t me = 1u << warp % s->room;
  for (unsigned i = 0; i < WS_BARRIERS; i++)
    if (x->waiters[i] & me)
      x->waiters[i] = 0, x->bar[i].act = false, x->version[i]++;
  if (!(x->cluster_waiters & me))
    return;
  if (s->ctas > 1)
    ws_bar_stim_cluster_over(s);
  x->owed &= ~x->cluster_waiters;
  x->arrived = x->sure = x->cluster_waiters = 0;
}

// A refusal tells what a barrier holds, or at least what it does not hold.
static void refused(ws_bar_stim *s, const ws_rsp *rsp, const ws_bar_plan *p, unsigned c) {
  ws_bar_stim_slot *x = slot_of(s, c, rsp->warp);
  uint32_t key = ws_bar_key(p->op, p->a, p->b), want = ws_is_bar_counted(p->op) ? key >> 5 & 63 : x->warps;
  ws_bar *b = &x->bar[key & 15];
  if (p->version != x->version[key & 15]) // it has moved on
    return;
  if (rsp->status == WS_ST_BAR_COUNT_MISMATCH && (!b->act || b->exp == want))
    *b = (ws_bar){.act = true, .exp = want % x->warps + 1};
  if (rsp->status == WS_ST_BAR_KIND_MIX && (!b->act || b->kind == kind_of(p->op)))
    *b = (ws_bar){.act = true, .exp = want, .kind = (kind_of(p->op) + 1 + (rsp->tag & 1)) & 3};
  if (rsp->status == WS_ST_BAR_DUP_ARRIVE)
    b->act = true, b->exp = want, b->kind = kind_of(p->op), b->arr |= 1u << rsp->warp % s->room;
}

// Does this response belong to the requests of that plan?
static bool answers(const ws_rsp *rsp, const ws_bar_plan *p) {
  return p->valid && rsp->op == p->op && ((rsp->tag - p->first) & 255) <= ((p->latest - p->first) & 255);
}

static void follow_response(ws_bar_stim *s, const ws_rsp *rsp, unsigned c) {
  ws_bar_stim_slot *x = slot_of(s, c, rsp->warp);
  uint32_t me = 1u << rsp->warp % s->room;
  const ws_bar_plan *p = &s->cta[c].last[rsp->warp];
  if (!is_barrier(rsp->op) || rsp->status == WS_ST_CV_LANE_BUSY || rsp->status == WS_ST_CV_QUAL_MISMATCH)
    return;
  if (rsp->op >> 8 == WS_UNIT_CLUSTER && answers(rsp, &s->cta[c].there[rsp->warp]) &&
      (rsp->status == WS_ST_CLB_DUP_ARRIVE || (x->arrived & me)))
    x->arrived |= me, x->sure |= me;
  if (!answers(rsp, p))
    return;
  if (ws_bar_blocks(rsp->op))
    runs(s, c, rsp->warp);
  if (rsp->op >> 8 == WS_UNIT_BAR)
    refused(s, rsp, p, c);
}

// Returns the lanes that it may block.
static uint32_t follow_request(ws_bar_stim *s, const ws_req *q, uint32_t live, uint32_t wait, unsigned c) {
  ws_bar_stim_cta *cta = &s->cta[c];
  ws_bar_plan *p = &cta->plan[q->warp];
  uint32_t lanes = q->lanes & live & ~wait, w = q->warp;
  if (!lanes)
    return 0;
  cta->last[w].valid = false;
  runs(s, c, w);
  bool waits = ws_mbar_stim_waits(q->op);
  bool same = p->valid && p->op == q->op && is_barrier(q->op);
  for (uint32_t m = lanes; m; m &= m - 1) {
    unsigned i = (unsigned)__builtin_ctz(m);
    same &= ws_bar_key(q->op, (uint32_t)q->a[i], q->b[i]) == ws_bar_key(p->op, p->a, p->b);
  }
  if (!same)
    return is_barrier(q->op) || waits ? lanes : 0;
  p->first = p->sent ? p->first : q->tag;
  p->latest = q->tag;
  p->sent |= lanes;
  if (live & ~p->sent)
    return lanes;
  arrived(s, c, w);
  return ws_bar_blocks(q->op) || lanes != live ? lanes : 0;
}

static void follow(ws_bar_stim *s, const ws_lockstep *ls, unsigned c) {
  const ws_in *in = &ls->in[c];
  const ws_out *out = &ls->out[c];
  uint32_t w = in->req.warp, live = out->live[w], begins = 0;
  if (in->exit.valid) {
    uint32_t after = follow_exit(s, in, out, c);
    live = in->exit.warp == w ? after : live;
  }
  if (in->launch.valid && !(slot_of(s, c, in->launch.warp)->live >> in->launch.warp % s->room & 1)) {
    follow_launch(s, in, c);
    live = in->launch.warp == w ? in->launch.lanes : live;
  }
  if (in->req.valid && out->req_ready)
    begins = follow_request(s, &in->req, live, out->wait[w], c);
  ws_under_way_follow(&s->cta[c].way, in, out, begins);
  if (out->rsp.valid && in->rsp_ready)
    follow_response(s, &out->rsp, c);
}

// All arrivals of the cluster's phase have been answered: it ends soon.
static void follow_cluster(ws_bar_stim *s) {
  bool all = s->ctas > 1, any = false;
  for (unsigned c = 0; c < s->ctas; c++)
    for (unsigned k = 0; k < s->slots; k++) {
      const ws_bar_stim_slot *x = &s->cta[c].slot[k];
      uint32_t of = x->live | x->pending;
      bool done = !(of & ~(x->arrived & x->sure));
      all = s->ctas > 1 ? all && done : all || (of && done);
      any |= of != 0;
    }
  s->phase_over = all && any ? s->phase_over + 1 : 0;
  if (s->phase_over <= (s->ctas > 1 ? (unsigned)HOPS : 6u))
    return;
  ws_bar_stim_cluster_over(s);
  s->phase_over = 0;
}

// Nothing is on its way: who is blocked shows who waits.
static void put_right(ws_bar_stim *s, const ws_out *out, unsigned c) {
  for (unsigned w = 0; w < s->warps; w++) {
    ws_bar_stim_slot *x = slot_of(s, c, w);
    const ws_bar_plan *p = &s->cta[c].last[w];
    uint32_t me = 1u << w % s->room, key = ws_bar_key(p->op, p->a, p->b);
    bool waits = out->live[w] && out->wait[w] == out->live[w];
    if (waits && !p->valid && s->cta[c].plan[w].valid && s->cta[c].plan[w].sent && !s->mbar)
      arrived(s, c, w);
    for (unsigned i = 0; i < WS_BARRIERS && !waits; i++)
      if (x->waiters[i] & me)
        x->waiters[i] = 0, x->bar[i].act = false;
    x->cluster_waiters &= waits ? UINT32_MAX : ~me;
    if (!waits || !p->valid || p->op >> 8 != WS_UNIT_BAR)
      continue;
    ws_bar *b = &x->bar[key & 15];
    ws_bar is = {.act = true, .kind = kind_of(p->op), .exp = ws_is_bar_counted(p->op) ? key >> 5 & 63 : x->warps};
    if (!is.exp || is.exp > x->warps) // it has been refused, and waits for something else
      continue;
    if (!b->act || b->kind != is.kind || b->exp != is.exp || (unsigned)__builtin_popcount(b->arr | me) >= b->exp)
      *b = is, x->waiters[key & 15] = 0;
    b->all |= !ws_is_bar_counted(p->op);
    b->arr |= me;
    x->waiters[key & 15] |= me;
  }
}

// Where the warps of a CTA wait, one bit a barrier and one for the cluster's. 0 if a warp runs or is still to be launched.
static uint32_t standstill(const ws_bar_stim *s, const ws_out *out, unsigned c, unsigned k) {
  const ws_bar_stim_slot *x = &s->cta[c].slot[k];
  uint32_t places = 0;
  for (unsigned w = k * s->room; w < (k + 1) * s->room; w++) {
    const ws_bar_plan *p = &s->cta[c].last[w];
    if (out->live[w] && (out->wait[w] != out->live[w] || !p->valid))
      return 0;
    if (out->live[w])
      places |= 1u << (p->op >> 8 == WS_UNIT_BAR ? ws_bar_key(p->op, p->a, p->b) & 15 : WS_BARRIERS);
  }
  return x->pending ? 0 : places;
}

// Idle: does a CTA stand still for good?
static bool stuck(const ws_bar_stim *s, const ws_lockstep *ls) {
  for (unsigned c = 0; c < s->ctas; c++)
    for (unsigned k = 0; k < s->slots; k++) {
      uint32_t at = standstill(s, &ls->out[c], c, k);
      if (at && at != 1u << WS_BARRIERS)
        return true;
    }
  return false;
}

void ws_bar_stim_follow(ws_bar_stim *s, const ws_lockstep *ls, bool quiet) {
  for (unsigned c = 0; c < s->ctas; c++)
    follow(s, ls, c);
  follow_cluster(s);
  s->stuck = false;
  if (!quiet)
    return;
  for (unsigned c = 0; c < s->ctas; c++)
    put_right(s, &ls->out[c], c);
  s->stuck = stuck(s, ls);
}
