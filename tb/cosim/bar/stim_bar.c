// SPDX-License-Identifier: Apache-2.0
// Random traffic for the barriers (stim_bar.h): phases of traffic, requests, exits and launches.
#include "stim_bar.h"

#include <string.h>

#include "operands.h"
#include "what/op_lists.h"

void ws_bar_stim_init(ws_bar_stim *s, const ws_bar_stim_cfg *cfg, const ws_config *core, ws_rng rng,
                      ws_mbar_stim *mbar) {
  memset(s, 0, sizeof *s);
  s->cfg = *cfg;
  s->rng = rng;
  s->mbar = mbar;
  s->hunt = WS_BAR_STYLES;
  s->lanes = core->lanes;
  s->warps = core->warps;
  s->ctas = ws_dut_ctas(core);
  s->slots = ws_dut_slots(core);
  s->room = ws_dut_cta_warps(core);
  s->all = core->lanes == 32 ? UINT32_MAX : (1u << core->lanes) - 1;
  for (unsigned c = 0; c < s->ctas; c++)
    for (unsigned k = 0; k < s->slots; k++) {
      ws_bar_stim_begin(&s->cta[c].slot[k], s->room);
      s->cta[c].slot[k].live = s->cta[c].slot[k].pending;
      s->cta[c].slot[k].pending = 0;
    }
}

static void new_phase(ws_bar_stim *s) {
  static const uint8_t gaps[8] = {0, 0, 0, 0, 10, 40, 70, 95}, stalls[8] = {0, 0, 0, 0, 10, 40, 70, 90};
  static const uint8_t many[4] = {1, 2, 4, 16};
  unsigned sum = 0, k = 0;
  for (unsigned i = 0; i < WS_BAR_STYLES; i++)
    sum += s->cfg.weight[i];
  unsigned pick = ws_rng_below(&s->rng, sum);
  while (pick >= s->cfg.weight[k])
    pick -= s->cfg.weight[k++];
  s->style = s->hunt < WS_BAR_STYLES && ws_rng_percent(&s->rng, 60) ? s->hunt : k;
  s->left = 100 + ws_rng_below(&s->rng, 400);
  s->pause = ws_rng_percent(&s->rng, 70) ? 60 : 0;
  s->ids = many[ws_rng_u32(&s->rng) & (s->style == WS_BAR_TIGHT ? 1 : 3)];
  if (s->style == WS_BAR_CLASH && s->ids < 16)
    s->ids = 1;
  s->first = ws_rng_u32(&s->rng) & 15;
  s->threads = ws_rng_below(&s->rng, 3);
  s->joins = 75;
  if (ws_rng_percent(&s->rng, 18)) // all of them in use
    s->joins = 5, s->ids = 16;
  s->gap = s->stall = 0;
  s->bursts = false;
  if (!s->cfg.stalls)
    return;
  s->gap = s->style == WS_BAR_TIGHT || s->style == WS_BAR_CLASH ? 0 : gaps[ws_rng_u32(&s->rng) & 7];
  s->stall = stalls[ws_rng_u32(&s->rng) & 7];
  s->bursts = ws_rng_percent(&s->rng, 25);
}

static ws_bar_stim_slot *slot_of(ws_bar_stim *s, unsigned c, unsigned warp) { return &s->cta[c].slot[warp / s->room]; }

// ----------------------------------------------------------------------------------------------------- requests

static uint32_t some_of(ws_bar_stim *s, uint32_t from) {
  uint32_t set = from & ws_rng_u32(&s->rng);
  return set ? set : from & (0u - from);
}

static void predicates(ws_bar_stim *s, ws_req *q) {
  uint32_t r = ws_rng_u32(&s->rng), one = 1u << (r & (s->lanes - 1));
  static const uint32_t same[] = {0, UINT32_MAX};
  if (s->threads < 2 && (r >> 16 & 31)) // nearly all alike in this phase
    r = (r & 0xff0000ffu) | s->threads << 8;
  q->neg = r >> 31;
  q->pred = (r >> 8 & 3) < 2 ? same[r >> 8 & 1] : r >> 10 & 1 ? ws_rng_u32(&s->rng) : r >> 11 & 1 ? one : ~one;
  q->pred ^= q->neg ? UINT32_MAX : 0;
}

// Fills a request with the plan of its warp, which `free` lanes can carry out.
static void fill(ws_bar_stim *s, ws_req *q, ws_bar_plan *p, uint32_t free) {
  static const uint8_t parts[WS_BAR_STYLES] = {3, 3, 0, 5, 65, 10, 2, 25, 0},
                       knots[WS_BAR_STYLES] = {0, 0, 0, 0, 12, 5, 0, 10, 0};
  q->op = p->op;
  q->lanes = ws_rng_percent(&s->rng, s->drain ? 0 : parts[s->style]) ? some_of(s, free) : free;
  bool other = p->sent && !s->drain && ws_rng_percent(&s->rng, knots[s->style]), each = false;
  if (other)
    each = ws_rng_percent(&s->rng, 50);
  if (other && !each)
    q->op ^= WS_OP_BAR_SYNC ^ WS_OP_BAR_SYNC_ALIGNED; // .aligned or not: another operation
  for (unsigned i = 0; i < s->lanes; i++) {
    uint32_t r = ws_rng_u32(&s->rng);
    q->a[i] = (uint64_t)r << 32 | (p->a ^ (each && (r & 1)));
    bool counts = ws_is_bar_counted(p->op); // b counts for nothing otherwise, and may look as if it did
    q->b[i] = counts || (r & 2) ? p->b : 32 * (1 + (r >> 8) % 32);
    q->c[i] = q->mask[i] = r;
  }
  predicates(s, q);
  if (s->style == WS_BAR_WILD && ws_rng_percent(&s->rng, 3)) // blocked and exited lanes too
    q->lanes = s->all;
}

// An operation of another unit, for which nobody waits.
static void other_unit(ws_bar_stim *s, ws_lockstep *ls, unsigned c, ws_req *q, uint32_t free) {
  static const uint16_t ops[] = {WS_OPS_WARP};
  q->lanes = ws_rng_percent(&s->rng, 60) ? free : some_of(s, free);
  if (ws_rng_percent(&s->rng, 65)) {
    ws_mbar_stim_request(s->mbar, ls, c, q);
    return;
  }
  q->op = ops[ws_rng_below(&s->rng, sizeof ops / sizeof ops[0])];
  ws_stim_operands(&s->rng, q, s->lanes);
  for (unsigned i = 0; i < s->lanes; i++)
    q->mask[i] = q->lanes;
}

// Draws a request for a warp. False if it can do nothing that helps.
static bool ask(ws_bar_stim *s, ws_lockstep *ls, unsigned c, unsigned w, uint32_t free, ws_req *q) {
  ws_bar_plan *p = &s->cta[c].plan[w];
  const ws_out *out = &ls->out[c];
  q->warp = w;
  q->tag = s->cta[c].tag & 0xff;
  if (p->valid &&
      !(p->sent & (out->wait[w] | ws_under_way_lanes(&s->cta[c].way, w)))) // not begun, or released without the others
    p->valid = false;
  if (!p->valid && !s->rush && (free & ~out->wait[w]) && out->wait[w] && !s->mbar &&
      !ws_rng_percent(&s->rng, 10)) // the rest will be, too
    return false;
  bool helps = !s->rush && (s->drain || s->pause || slot_of(s, c, w)->ending);
  if (!helps && s->mbar && ws_rng_percent(&s->rng, s->cfg.others)) {
    other_unit(s, ls, c, q, free);
    return true;
  }
  bool split = out->wait[w] && !s->mbar; // some of its lanes wait for these
  if (!p->valid && !(helps && ws_bar_stim_rescue(s, c, w, p)) && (split || !helps))
    ws_bar_stim_draw(s, c, w, p);
  if (p->valid)
    fill(s, q, p, free);
  return p->valid;
}

static void request(ws_bar_stim *s, ws_lockstep *ls, unsigned c) {
  ws_req *q = &ls->in[c].req;
  const ws_out *out = &ls->out[c];
  if (q->valid && !out->req_ready)
    return;
  ls->new_req |= 1u << c;
  q->valid = false;
  if (s->leave || (s->gap && !s->drain && ws_rng_percent(&s->rng, s->gap)))
    return;
  if (s->drain && !ws_lockstep_idle(ls) && ws_rng_percent(&s->rng, 95)) // so that beliefs are put right between
    return;
  unsigned w = ws_rng_below(&s->rng, s->warps);
  if (s->style == WS_BAR_WILD && !s->drain && !s->pause &&
      ws_rng_percent(&s->rng, 4)) // whoever is blocked or gone, too
    q->valid = ask(s, ls, c, w, s->all, q);
  for (unsigned k = 0; k < s->warps && !q->valid; k++, w = (w + 1) & (s->warps - 1)) {
    uint32_t free = out->live[w] & ~out->wait[w] & ~ws_under_way_lanes(&s->cta[c].way, w);
    q->valid = free && ask(s, ls, c, w, free, q);
  }
  s->cta[c].tag += q->valid;
}

// ------------------------------------------------------------------------------------------------ exits, launches

// Would those who wait still find a way if this warp were gone, as far as they have one?
static bool may_go(ws_bar_stim *s, unsigned c, unsigned w) {
  ws_bar_stim_slot *x = slot_of(s, c, w), before = *x;
  ws_bar_stim_gone(x, w % s->room);
  bool safe = ws_bar_stim_safe(s);
  *x = before;
  return safe || !ws_bar_stim_safe(s);
}

static void exits(ws_bar_stim *s, ws_in *in, const ws_out *out, unsigned c) {
  uint32_t r = ws_rng_u32(&s->rng), w = ws_rng_below(&s->rng, s->warps);
  bool rare = ws_rng_below(&s->rng, 1000) < s->cfg.exits * (s->style == WS_BAR_CLASH ? 15 : 1);
  if (rare && in->req.valid && (r & 3) == 0)
    w = in->req.warp;
  ws_bar_stim_slot *x = slot_of(s, c, w);
  uint32_t live = out->live[w], run = live & ~out->wait[w];
  const uint32_t seldom = s->style == WS_BAR_ENDS ? 0x3f : s->room > 8 ? 0x1ff : 0x7ff;
  if (!x->ending && s->cfg.exits && x->live && (r >> 8 & seldom) == 0)
    x->ending = true;
  if (x->ending) {
    for (unsigned k = 0; k < s->room && !(run == live && live); k++) { // somebody who can
      w = w / s->room * s->room + (w + 1) % s->room;
      live = out->live[w], run = live & ~out->wait[w];
    }
    if (run == live && live && !ws_under_way_lanes(&s->cta[c].way, w) && may_go(s, c, w))
      in->exit = (ws_lanes){true, w, live};
    return;
  }
  if (!rare || !live)
    return;
  uint32_t lanes = live;
  if ((r & 0x30) == 0) // the lowest lane that runs, and all that are blocked
    lanes = (run & (0u - run)) | out->wait[w];
  else if ((r & 0x30) == 0x10)
    lanes = run & (r >> 8);
  if ((live & ~(lanes & ~out->wait[w])) || may_go(s, c, w))
    in->exit = (ws_lanes){true, w, lanes};
}

// What a launch says of its CTA: nothing, too much, a few warps, anything.
static uint32_t said(const ws_bar_stim *s, uint32_t r) {
  unsigned kind = r >> 20 & 15;
  return kind < 3 ? 0 : kind < 5 ? s->room + (r >> 8 & 7) : kind < 9 ? 1 + (r >> 8 & 3) * (r >> 10 & 1) : r >> 8 & 31;
}

static void launches(ws_bar_stim *s, ws_in *in, const ws_out *out, unsigned c) {
  uint32_t r = ws_rng_u32(&s->rng);
  unsigned k = ws_rng_below(&s->rng, s->slots);
  ws_bar_stim_slot *x = &s->cta[c].slot[k];
  uint32_t live = 0, lanes = r >> 29 ? s->all : r >> 26 & 3 ? some_of(s, s->all) : 0;
  unsigned w = k * s->room + ws_rng_below(&s->rng, s->room);
  in->launch_warps = said(s, r);
  for (unsigned i = 0; i < s->room; i++)
    live |= out->live[k * s->room + i];
  if (!live) { // a new CTA
    if (x->rest) {
      x->rest--;
      return;
    }
    x->rest = r >> 4 & 31;
    if (in->launch_warps > 1 && in->launch_warps <= s->room && (r >> 12 & 15))
      w = k * s->room + w % in->launch_warps;
    else if ((r >> 12 & 15) > 8)
      in->launch_warps = s->room;
    in->launch = (ws_lanes){true, w, lanes};
    return;
  }
  bool wanted = x->pending >> w % s->room & 1;
  bool soon = wanted || (s->style == WS_BAR_CLASH && !x->ending);
  if (soon || x->ending ? (r & 0x30) != 0 : (r & 0xff0) != 0)
    return;
  const bool lives = x->live >> w % s->room & 1; // and is not about to exit
  if ((!x->ending || wanted) && (!out->live[w] || (lives && w != in->exit.warp && (r >> 12 & 31) == 0)))
    in->launch = (ws_lanes){true, w, lanes};
}

static void leave(ws_in *in, const ws_out *out, unsigned w) {
  uint32_t run = out->live[w] & ~out->wait[w];
  in->exit = (ws_lanes){run != 0, w, run};
}

// The last warp of a CTA arrives while no answer is taken, exits, and a new CTA begins at once.
static void rush(ws_bar_stim *s, ws_lockstep *ls, unsigned c) {
  ws_in *in = &ls->in[c];
  unsigned w = s->rush_warp;
  bool held = in->req.valid && !ls->out[c].req_ready;
  s->rush--;
  if (!held) {
    ls->new_req |= 1u << c;
    in->req.valid = s->rush > s->rush_gap && ask(s, ls, c, w, ls->out[c].live[w], &in->req);
    s->cta[c].tag += in->req.valid;
  }
  if (s->rush == s->rush_gap)
    in->exit = (ws_lanes){true, w, s->all};
  if (s->rush == 0 && ls->out[c].live[w] && !s->drain) { // its requests go first
    in->rsp_ready = s->rush_late++ > 30;
    s->rush = 1;
    return;
  }
  s->rush_late = 0;
  in->launch_warps = said(s, ws_rng_u32(&s->rng));
  if (s->rush == 0)
    in->launch = (ws_lanes){true, w, s->all};
}

// Some CTA whose last warp runs, as it is about to end.
static void begin_rush(ws_bar_stim *s, const ws_lockstep *ls, unsigned c) {
  ws_bar_stim_slot *x = &s->cta[c].slot[ws_rng_below(&s->rng, s->slots)];
  if (!x->ending || !x->live || (x->live & (x->live - 1)) || x->pending ||
      !ws_rng_percent(&s->rng, s->style == WS_BAR_ENDS ? 90 : 20))
    return;
  unsigned k = (unsigned)(x - s->cta[c].slot), w = k * s->room + (unsigned)__builtin_ctz(x->live);
  if (ls->out[c].wait[w] || !ls->out[c].live[w] || ws_under_way_lanes(&s->cta[c].way, w))
    return;
  s->rush_gap = 1 + ws_rng_below(&s->rng, 4);
  s->rush = s->rush_gap + 3 + ws_rng_below(&s->rng, 9);
  s->rush_cta = c;
  s->rush_warp = w;
}

// A request in the clock in which its warp is launched.
static void enter_at_once(ws_bar_stim *s, ws_lockstep *ls, unsigned c, bool held) {
  ws_in *in = &ls->in[c];
  ws_bar_stim_slot *x = slot_of(s, c, in->launch.warp);
  if (!in->launch.valid || !in->launch.lanes || held || !ws_rng_percent(&s->rng, 40))
    return;
  s->cta[c].plan[in->launch.warp].valid = false;
  if (!x->live)
    x->ending = false;
  in->req.valid = ask(s, ls, c, in->launch.warp, in->launch.lanes, &in->req);
  ls->new_req |= 1u << c;
  s->cta[c].tag += in->req.valid;
}

static void drive(ws_bar_stim *s, ws_lockstep *ls, unsigned c) {
  ws_in *in = &ls->in[c];
  bool held = in->req.valid && !ls->out[c].req_ready;
  in->exit.valid = in->launch.valid = false;
  in->rsp_ready = s->bursts && !s->drain ? s->burst_ready : !s->stall || !ws_rng_percent(&s->rng, s->stall);
  if (!s->rush && !s->drain && s->cfg.exits)
    begin_rush(s, ls, c);
  if (s->rush && s->rush_cta == c) {
    in->rsp_ready = false;
    rush(s, ls, c);
    if (!s->rush)
      enter_at_once(s, ls, c, held);
    return;
  }
  request(s, ls, c);
  if (s->leave) {
    leave(in, &ls->out[c], ws_rng_below(&s->rng, s->warps));
  } else if (!s->drain && !s->pause) {
    exits(s, in, &ls->out[c], c);
    launches(s, in, &ls->out[c], c);
    enter_at_once(s, ls, c, held);
  }
}

void ws_bar_stim_next(ws_bar_stim *s, ws_lockstep *ls) {
  bool quiet = ws_lockstep_idle(ls);
  if (s->mbar) {
    s->mbar->drain = s->drain;
    ws_mbar_stim_follow(s->mbar, ls);
  }
  for (unsigned c = 0; c < s->ctas; c++)
    quiet &= !ls->in[c].req.valid && !ls->in[c].exit.valid && !ls->in[c].launch.valid;
  ws_bar_stim_follow(s, ls, quiet);
  if (quiet || (s->pause && !--s->pause))
    s->pause = 0;
  if (!s->left--)
    new_phase(s);
  if (s->bursts)
    s->burst_ready = ws_rng_percent(&s->rng, 4) ? !s->burst_ready : s->burst_ready;
  for (unsigned c = 0; c < s->ctas; c++) {
    drive(s, ls, c);
    if (!s->mbar)
      continue;
    ws_mbar_stim_ports(s->mbar, ls, c);
    ls->in[c].tick = ws_rng_percent(&s->rng, s->drain ? 50 : s->mbar->ticks);
  }
}
