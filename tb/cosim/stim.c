// SPDX-License-Identifier: Apache-2.0
// Random stimulus (stim.h).
#include "stim.h"

#include <inttypes.h>
#include <string.h>

#include "report.h"
#include "stim_steer.h"

enum { STREAM, PIECES, WILD };
enum { SILENCE = 200000 }; // cycles without a request in which something must be wrong with this generator

static uint32_t any_lanes(ws_stim *s) { return ws_rng_u32(&s->rng) & s->all; }

// A non-empty subset of `from`, which is not empty.
static uint32_t some_of(ws_stim *s, uint32_t from) {
  uint32_t set = from & any_lanes(s);
  if (set)
    return set;
  unsigned skip = ws_rng_below(&s->rng, (uint32_t)__builtin_popcount(from));
  while (skip--)
    from &= from - 1;
  return from & (0u - from);
}

static uint32_t one_of(ws_stim *s, uint32_t from) {
  unsigned skip = ws_rng_below(&s->rng, (uint32_t)__builtin_popcount(from));
  while (skip--)
    from &= from - 1;
  return from & (0u - from);
}

static uint32_t draw_op(ws_stim *s) { return s->cfg.ops[ws_rng_below(&s->rng, s->cfg.op_count)]; }

void ws_stim_init(ws_stim *s, const ws_stim_cfg *cfg, const ws_config *core, ws_rng rng) {
  memset(s, 0, sizeof *s);
  s->cfg = *cfg;
  s->rng = rng;
  s->lanes = core->lanes;
  s->warps = core->warps;
  s->all = core->lanes == 32 ? UINT32_MAX : (1u << core->lanes) - 1;
}

static void new_phase(ws_stim *s) {
  const ws_stim_cfg *c = &s->cfg;
  unsigned pick = ws_rng_below(&s->rng, c->stream + c->pieces + c->wild);
  s->style = pick < c->stream ? STREAM : pick < c->stream + c->pieces ? PIECES : WILD;
  s->left = 64 + ws_rng_below(&s->rng, 448);
  s->warp = ws_rng_percent(&s->rng, 25) ? (int)ws_rng_below(&s->rng, s->warps) : -1;
  s->gap = s->stall = 0;
  s->bursts = false;
  if (s->steer)
    ws_steer_phase(s);
  if (!c->stalls || (s->steer && s->steer->stall != WS_COVER_FREE))
    return;
  static const unsigned level[8] = {0, 0, 0, 10, 30, 50, 80, 95};
  s->gap = level[ws_rng_below(&s->rng, 8)];
  s->stall = level[ws_rng_below(&s->rng, 8)];
  s->bursts = ws_rng_percent(&s->rng, 30);
  if (s->gap + s->stall > 100)
    s->left /= 4; // such phases move little
}

// ---------------------------------------------------------------------------------------------------- requests

// A whole operation in one request: nobody has to wait for anybody.
static bool stream(ws_stim *s, ws_req *q, const ws_out *out) {
  uint32_t w = q->warp, live = out->live[w] & ~s->w[w].sent & ~out->wait[w];
  if (!live)
    return false;
  uint32_t x = ws_rng_u32(&s->rng), set = live, gone = s->all & ~out->live[w];
  switch (x >> 28) {
  case 0: set = some_of(s, live); break;
  case 1: set = one_of(s, live); break;
  case 2: { // a tile
    unsigned size = s->lanes >> (1 + (x >> 8) % 2);
    set = live & ((1u << size) - 1) << (size * ((x >> 16) % (s->lanes / size)));
    if (!set)
      set = live;
    break;
  }
  case 3: // one or two lanes
    set = one_of(s, live) | one_of(s, live);
    break;
  default: break;
  }
  uint32_t mask = set | (gone ? gone & ws_rng_u32(&s->rng) : 0);
  q->op = draw_op(s);
  q->lanes = set;
  for (unsigned i = 0; i < s->lanes; i++)
    q->mask[i] = mask;
  return true;
}

// Cuts `lanes` into groups, each with an operation and a mask.
static void plan(ws_stim *s, ws_stim_warp *p, uint32_t lanes, uint32_t gone) {
  p->groups = 0;
  unsigned shape = ws_rng_below(&s->rng, 5), parts = 1;
  if (shape == 1)
    parts = 2;
  if (shape == 2)
    parts = 4;
  if (shape >= 3)
    parts = 1 + ws_rng_below(&s->rng, WS_STIM_GROUPS);
  uint32_t left = lanes, op = draw_op(s);
  bool one_op = ws_rng_percent(&s->rng, 60);
  for (unsigned k = 0; k < parts && left; k++) {
    uint32_t set = left;
    if (shape == 1 || shape == 2) {
      unsigned size = s->lanes / parts;
      set = left & ((1u << size) - 1) << (size * k);
    } else if (k + 1 < parts || shape == 4) { // shape 4 leaves some lanes out
      set = some_of(s, left);
    }
    if (!set)
      continue;
    left &= ~set;
    ws_stim_group *g = &p->group[p->groups++];
    *g = (ws_stim_group){set, set | (gone & any_lanes(s)), one_op ? op : draw_op(s)};
  }
}

// Sends a portion of what the plan still holds: lanes of one operation, maybe of several groups.
static bool portion(ws_stim *s, ws_req *q, uint32_t free) {
  ws_stim_warp *p = &s->w[q->warp];
  for (unsigned k = 0; k < p->groups;) { // lanes that exited or block since then drop out
    p->group[k].lanes &= free;
    if (p->group[k].lanes)
      k++;
    else
      p->group[k] = p->group[--p->groups];
  }
  if (!p->groups)
    return false;
  q->op = p->group[ws_rng_below(&s->rng, p->groups)].op;
  uint32_t pick = ws_rng_percent(&s->rng, 40) ? s->all : any_lanes(s), set = 0;
  for (unsigned k = 0; k < p->groups; k++) {
    ws_stim_group *g = &p->group[k];
    if (g->op != q->op)
      continue;
    uint32_t part = g->lanes & pick;
    if (!part && !set)
      part = one_of(s, g->lanes);
    for (uint32_t m = part; m; m &= m - 1)
      q->mask[__builtin_ctz(m)] = g->mask;
    g->lanes &= ~part;
    set |= part;
  }
  q->lanes = set;
  return true;
}

// Brings the lanes that a blocked lane waits for, where they run.
static bool rescue(ws_stim *s, ws_req *q, uint32_t wait, uint32_t free) {
  const ws_stim_warp *p = &s->w[q->warp];
  unsigned i = (unsigned)__builtin_ctz(one_of(s, wait));
  uint32_t mask = p->mask[i];
  if (!(mask & free))
    return false;
  q->op = p->op[i];
  q->lanes = mask & free;
  for (unsigned k = 0; k < s->lanes; k++)
    q->mask[k] = mask;
  return true;
}

// Lets lanes that run wait for lanes that are blocked elsewhere.
static bool tangle(ws_stim *s, ws_req *q, uint32_t wait, uint32_t free) {
  q->op = draw_op(s);
  q->lanes = ws_rng_percent(&s->rng, 50) ? free : some_of(s, free);
  uint32_t mask = q->lanes | some_of(s, wait);
  for (unsigned k = 0; k < s->lanes; k++)
    q->mask[k] = mask;
  return true;
}

static bool pieces(ws_stim *s, ws_req *q, const ws_out *out) {
  uint32_t w = q->warp, wait = out->wait[w], free = out->live[w] & ~wait & ~s->w[w].sent;
  if (!free)
    return false;
  if (portion(s, q, free))
    return true;
  if (wait) {
    unsigned what = ws_rng_below(&s->rng, 100), knots = s->cfg.knots ? s->cfg.knots : 15;
    if (what < knots)
      return tangle(s, q, wait, free);
    if (what < 70 && rescue(s, q, wait, free))
      return true;
  }
  plan(s, &s->w[w], free, s->all & ~out->live[w]);
  return portion(s, q, free);
}

// Any operation code but those of memory, which need operands of their own, and time; and but those of barriers, where a warp
// would wait for others that never come.
static uint32_t no_op_that_stays(uint32_t code) {
  return ws_dut_addressed(code) || (ws_op_gathers(code) && ws_op_name(code)) ? code | 0xf00 : code;
}

static bool wild(ws_stim *s, ws_req *q, const ws_out *out) {
  uint32_t x = ws_rng_u32(&s->rng);
  if (x & 1 && pieces(s, q, out)) { // something sensible with a flaw
    unsigned i = x >> 8 & (s->lanes - 1);
    switch (x >> 1 & 7) {
    case 0: q->mask[i] ^= 1u << (x >> 16 & (s->lanes - 1)); break; // one bit of one mask
    case 1: q->mask[i] = 0; break;
    case 2: q->lanes |= 1u << i; break; // one lane too many
    case 3: q->op = draw_op(s); break;  // another operation than planned
    case 4: q->mask[i] &= ~(1u << i); break;
    default: break;
    }
    q->lanes &= s->all;
    return true;
  }
  q->op = (x & 0x70) ? draw_op(s) : no_op_that_stays(x >> 16 & 0xfffu);
  q->lanes = x & 2 ? any_lanes(s) : x & 4 ? out->live[q->warp] : any_lanes(s) & any_lanes(s);
  uint32_t mask = x & 8 ? s->all : any_lanes(s);
  for (unsigned i = 0; i < s->lanes; i++)
    q->mask[i] = x & 256 ? mask : x & 512 ? mask | 1u << i : any_lanes(s);
  if ((x >> 24) < 8)
    memset(q->mask, 0, sizeof q->mask);
  return true;
}

static bool make_request(ws_stim *s, ws_req *q, const ws_out *out) {
  if (s->steer && ws_steer_request(s, q, out)) {
    q->tag = s->tag++ & 0xff;
    return true;
  }
  q->warp = s->warp >= 0 ? (uint32_t)s->warp : ws_rng_below(&s->rng, s->warps);
  if (s->steer && s->steer->plan[q->warp].count)
    return false;
  s->tracked = s->style != STREAM;
  bool made = s->style == STREAM ? stream(s, q, out) : s->style == PIECES ? pieces(s, q, out) : wild(s, q, out);
  if (!made)
    return false;
  q->tag = s->tag++ & 0xff;
  ws_stim_operands(&s->rng, q, s->lanes);
  return true;
}

// ---------------------------------------------------------------------------------------------- exits, launches

static void exits(ws_stim *s, ws_in *in, const ws_out *out) {
  in->exit.valid = in->launch.valid = false;
  if (s->cfg.exits && ws_rng_below(&s->rng, 1000) < s->cfg.exits) {
    uint32_t w = in->req.valid && ws_rng_percent(&s->rng, 40) ? in->req.warp : ws_rng_below(&s->rng, s->warps);
    uint32_t live = out->live[w], run = live & ~out->wait[w], x = ws_rng_u32(&s->rng), set;
    switch (x & 7) {
    case 0:
    case 1: set = live; break; // the whole warp; blocked lanes refuse
    case 2:
    case 3: set = run & any_lanes(s) & any_lanes(s); break;
    case 4: set = s->style == WILD ? any_lanes(s) : run; break;
    default: set = run ? one_of(s, run) : 0; break;
    }
    in->exit = (ws_lanes){true, w, set};
  }
  uint32_t w = ws_rng_below(&s->rng, s->warps), x = ws_rng_u32(&s->rng);
  // A warp that lost some lanes loses the rest before long; else nearly all warps would be partial ones.
  if (s->cfg.exits && !in->exit.valid && out->live[w] && out->live[w] != s->all && (x >> 16 & 127) == 0)
    in->exit = (ws_lanes){true, w, out->live[w] & ~out->wait[w]};
  // A warp slot that ran empty is used again soon; sometimes one that did not is tried.
  bool empty = !out->live[w] || (in->exit.valid && in->exit.warp == w && !(out->live[w] & ~in->exit.lanes));
  if (empty ? (x & 3) == 0 : s->style == WILD && (x & 0xfff) == 0) {
    uint32_t set = x >> 29 ? s->all : any_lanes(s);
    if (s->cfg.exits == 0)
      set = s->all;
    in->launch = (ws_lanes){true, w, set ? set : 1};
  }
}

// ----------------------------------------------------------------------------------------------------- a cycle

// Follows what the ports say about lanes sent in pieces.
static void track(ws_stim *s, const ws_in *in, const ws_out *out) {
  if (in->req.valid && out->req_ready && (s->steer ? s->tracked : s->style != STREAM)) {
    ws_stim_warp *p = &s->w[in->req.warp];
    for (uint32_t m = in->req.lanes & ~out->wait[in->req.warp]; m; m &= m - 1) {
      unsigned i = (unsigned)__builtin_ctz(m);
      p->mask[i] = in->req.mask[i];
      p->op[i] = in->req.op;
    }
    p->sent |= in->req.lanes;
  }
  if (out->rsp.valid && in->rsp_ready)
    s->w[out->rsp.warp & (s->warps - 1)].sent &= ~ws_rsp_ends(&out->rsp);
}

void ws_stim_next(ws_stim *s, ws_lockstep *ls) {
  ws_in *in = &ls->in[s->cta];
  const ws_out *out = &ls->out[s->cta];
  track(s, in, out);
  bool held = in->req.valid && !out->req_ready;
  if (!s->left--)
    new_phase(s);
  if (!held) {
    bool now = (s->steer && s->steer->pair) || !(s->gap && ws_rng_percent(&s->rng, s->gap));
    in->req.valid = !s->drain && now && make_request(s, &in->req, out);
    ls->new_req |= 1u << s->cta; // an absent request leaves garbage at the port on purpose
  }
  if (s->drain)
    in->exit.valid = in->launch.valid = false;
  else
    exits(s, in, out);
  if (s->steer && !s->drain)
    ws_steer_ports(s, in, out);
  if (s->bursts)
    s->burst_ready = ws_rng_percent(&s->rng, 4) ? !s->burst_ready : s->burst_ready;
  in->rsp_ready = s->bursts ? s->burst_ready : !s->stall || !ws_rng_percent(&s->rng, s->stall);
  in->tick = s->cfg.ticks && ws_rng_percent(&s->rng, 20);
}

static bool settle(ws_stim *s, ws_lockstep *ls) {
  do {
    ws_stim_next(s, ls);
    if (!ws_lockstep_step(ls))
      return false;
  } while (!ws_lockstep_idle(ls) || ls->in[s->cta].req.valid);
  return true;
}

// Lets every running lane of a warp exit, again and again, as lanes are released by that. In the end nobody is left.
static bool leave(ws_stim *s, ws_lockstep *ls, uint32_t w) {
  const ws_out *out = &ls->out[s->cta];
  uint32_t run;
  while ((run = out->live[w] & ~out->wait[w]) != 0) {
    ls->in[s->cta].exit = (ws_lanes){true, w, run};
    bool good = ws_lockstep_step(ls);
    ls->in[s->cta].exit.valid = false;
    if (!good || !settle(s, ls))
      return false;
  }
  if (!out->wait[w])
    return true;
  fprintf(ls->cfg.err,
          "\n%s: cycle %" PRIu64 ": lanes 0x%" PRIx32 " of warp %" PRIu32
          " stay blocked although no lane of the warp runs\n  seed         %" PRIu64 "\n  repeat       %s\n",
          ls->cfg.test, ls->cycle, out->wait[w], w, ls->cfg.seed, ls->cfg.repeat);
  return false;
}

bool ws_stim_run(ws_stim *s, ws_lockstep *ls, uint64_t n) {
  uint64_t end = ls->accepted + n, last = ls->accepted, since = ls->cycle;
  while (ls->accepted < end) {
    ws_stim_next(s, ls);
    if (!ws_lockstep_step(ls))
      return false;
    if (ls->accepted != last)
      last = ls->accepted, since = ls->cycle;
    if (ls->cycle - since > SILENCE) {
      fprintf(ls->cfg.err, "\n%s: cycle %" PRIu64 ": no request was accepted for %u cycles\n  repeat       %s\n",
              ls->cfg.test, ls->cycle, SILENCE, ls->cfg.repeat);
      return false;
    }
  }
  s->drain = true;
  if (!settle(s, ls))
    return false;
  for (uint32_t w = 0; w < s->warps; w++)
    if (!leave(s, ls, w))
      return false;
  return true;
}
