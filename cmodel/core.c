// SPDX-License-Identifier: Apache-2.0
// The cycle-accurate core: every port of rtl/ws_top.v has a value in each clock cycle. See ws.h for the interface.
//
// A cycle, in the order in which its parts depend on one another:
//   outputs    what stands in the registers
//   collect    one unit's result (or the second half of one) moves into the response register
//   advance    the units' stages move on; now it is known which unit can take a group
//   request    accepted or not; sorted into errors, a fast group, or waiting lanes
//   scan       the group of the lane chosen in the cycle before is examined, or released if it is dead; the next lane is
//              chosen
//   one group  at most goes to a unit: errors first, then the fast group, then what the scan completed
//   exit, launch, tick
#include "core.h"

#include <string.h>

static uint32_t lowest(uint32_t set) { return set & (0u - set); }

// The first warp of `set` after `last`, going round. `set` is not empty.
static unsigned next_warp(uint32_t set, unsigned last) {
  uint32_t above = last == 31 ? 0 : set & (0xfffffffeu << last);
  return (unsigned)__builtin_ctz(above ? above : set);
}

size_t ws_core_size(void) { return sizeof(ws_core); }

ws_core *ws_core_init(void *mem, const ws_config *cfg) {
  bool lanes = cfg->lanes == 4 || cfg->lanes == 8 || cfg->lanes == 16 || cfg->lanes == 32;
  bool warps = cfg->warps >= 1 && cfg->warps <= WS_WARPS_MAX && !(cfg->warps & (cfg->warps - 1));
  bool bits = cfg->match_bits == 4 || cfg->match_bits == 8 || cfg->match_bits == 16 || cfg->match_bits == 32;
  if (!lanes || !warps || !bits || cfg->shfl_form > 1)
    return NULL;
  ws_core *core = mem;
  memset(core, 0, sizeof *core);
  core->cfg = *cfg;
  for (unsigned u = 0; u < UNITS; u++)
    core_unit_init(&core->unit[u], u);
  return core;
}

// ------------------------------------------------------------------------------------------------------- collect

static void capture(ws_core *core, uint32_t status, uint32_t warp, uint32_t op, uint32_t lanes, uint32_t opnd) {
  if (core->err.valid)
    return;
  core->err = (ws_err){.valid = true, .status = status, .warp = warp, .op = op, .lanes = lanes, .opnd = opnd};
}

// Loads the response register if it is free. Returns the unit whose result is done with, or UNITS.
static unsigned collect(ws_core *core, bool rsp_ready) {
  ws_rsp *rsp = &core->rsp;
  if (rsp->valid && !rsp_ready)
    return UNITS;
  rsp->valid = false;
  unsigned u = core->turn;
  if (!core->half) { // whose turn it is; the second half of a group follows at once
    unsigned tries = 0;
    do {
      u = u == UNITS - 1 ? 0 : u + 1;
      if (tries++ == UNITS)
        return UNITS;
    } while (!core->unit[u].valid[core->unit[u].stages - 1]);
  }
  const core_unit *unit = &core->unit[u];
  const core_group *g = unit->group[unit->stages - 1];
  bool both = g->und && g->und != g->head.lanes;
  bool und = both ? (lowest(g->head.lanes) & g->und) != 0 : g->und != 0; // which half comes first
  if (core->half)
    und = !und;
  rsp->valid = true;
  rsp->tag = g->head.tag;
  rsp->warp = g->head.warp;
  rsp->op = g->head.op;
  rsp->lanes = und ? g->und : g->head.lanes & ~g->und;
  rsp->status = und ? WS_ST_SH_SRC_INACTIVE : g->head.status;
  rsp->p = g->p;
  memcpy(rsp->d, g->d, core->cfg.lanes * sizeof rsp->d[0]);
  if (core_is_poison(rsp->status))
    capture(core, rsp->status, rsp->warp, rsp->op, rsp->lanes, g->head.opnd);
  core->turn = u;
  core->half = both && !core->half;
  return core->half ? UNITS : u;
}

// ------------------------------------------------------------------------------------- one group goes to a unit

typedef struct group_port {
  uint32_t ready; // units that can take a group in this cycle
  bool used;
} group_port;

static unsigned unit_for(const core_head *h) { return core_is_poison(h->status) ? UNIT_VOTE : core_unit_of(h->op); }

static bool send(ws_core *core, group_port *port, const core_head *h, const uint64_t a[], const uint32_t b[],
                 const uint32_t c[], uint32_t pred) {
  unsigned u = unit_for(h);
  if (port->used || !(port->ready >> u & 1))
    return false;
  core_unit_load(&core->cfg, &core->unit[u], u, h, a, b, c, pred);
  return port->used = true;
}

// Sends lanes that wait in the table of their warp; they are blocked no longer.
static bool send_waiting(ws_core *core, group_port *port, unsigned warp, uint32_t lanes, uint32_t status) {
  sync_warp *w = &core->warp[warp];
  unsigned i = (unsigned)__builtin_ctz(lanes);
  core_head h = {warp, w->op[i], w->tag[i], lanes, status, w->mask[i]};
  if (!send(core, port, &h, w->a, w->b, w->c, w->pred))
    return false;
  w->wait &= ~lanes;
  w->dirty &= ~lanes;
  return true;
}

static uint32_t group_status(uint32_t op, uint32_t mask, uint32_t live) {
  return sync_reports_exited(op) && (mask & ~live) ? WS_ST_CV_EXITED_MEMBER : WS_ST_OK;
}

// -------------------------------------------------------------------------------------------------------- errors

static bool refusal_pending(const core_refusal *r) { return (r->exited | r->busy | r->other) != 0; }

static void refuse(ws_core *core, group_port *port) {
  core_refusal *r = &core->refusal;
  uint32_t first = lowest(r->exited | r->busy | r->other);
  uint32_t *set = r->exited & first ? &r->exited : r->busy & first ? &r->busy : &r->other;
  uint32_t status = set == &r->exited ? WS_ST_CV_LANE_EXITED : set == &r->busy ? WS_ST_CV_LANE_BUSY : r->other_status;
  core_head h = {r->warp, r->op, r->tag, *set, status, r->opnd};
  if (send(core, port, &h, core->warp[0].a, core->warp[0].b, core->warp[0].c, 0))
    *set = 0;
}

static void keep_errors(ws_core *core, unsigned warp, const sync_arrival *x, const ws_req *req) {
  uint32_t all = x->exited | x->busy | x->illegal | x->stranger;
  if (!all)
    return;
  core->refusal = (core_refusal){.warp = warp,
                                 .op = req->op,
                                 .tag = req->tag,
                                 .opnd = x->masks,
                                 .exited = x->exited,
                                 .busy = x->busy,
                                 .other = x->illegal | x->stranger,
                                 .other_status = x->illegal ? WS_ST_DEC_ILLEGAL : WS_ST_CV_NOT_MEMBER};
}

// ---------------------------------------------------------------------------------------------------------- scan

static uint32_t warps_with(const ws_core *core, uint32_t candidates, bool dirty) {
  uint32_t set = 0;
  for (unsigned w = 0; w < core->cfg.warps; w++)
    set |= (uint32_t)((dirty ? core->warp[w].dirty : core->warp[w].wait) != 0) << w;
  return set & candidates;
}

static void begin_break(ws_core *core, uint32_t victims) {
  core_scan *s = &core->scan;
  s->mode = SCAN_BREAK;
  s->left = victims;
  s->wait = core->warp[s->warp].wait;
  s->live = core->warp[s->warp].live;
}

// Releases the group of the chosen lane. Judged by the sets at the time of the decision: lanes released first run again.
static bool scan_break(ws_core *core, group_port *port) {
  core_scan *s = &core->scan;
  sync_group g = sync_group_of(core->cfg.lanes, &core->warp[s->pick_warp], s->pick_lane, s->wait, s->live);
  s->yield = port->used;
  if (!send_waiting(core, port, s->pick_warp, g.lanes, sync_blame(&g, s->wait)))
    return false;
  s->left &= ~g.lanes;
  if (!s->left)
    s->mode = SCAN_IDLE;
  return true;
}

// Examines the group of the chosen lane: complete, it goes to its unit; else it is known to be blocked. False if it is
// complete and could not go.
static bool scan_dirty(ws_core *core, group_port *port) {
  unsigned i = core->scan.pick_lane;
  sync_warp *w = &core->warp[core->scan.pick_warp];
  sync_group g = sync_group_of(core->cfg.lanes, w, i, w->wait, w->live);
  bool joined = sync_is_joined(w, g.lanes);
  if (g.missing) {
    w->dirty &= ~g.lanes;
    w->old |= g.lanes;
    w->joined = joined ? w->joined | g.lanes : w->joined & ~g.lanes;
    return true;
  }
  core->scan.yield = port->used;
  uint32_t status = group_status(w->op[i], w->mask[i], w->live);
  return send_waiting(core, port, core->scan.pick_warp, g.lanes,
                      core->cfg.legacy && joined ? WS_ST_CV_LEGACY_DIVERGED : status);
}

// The group of the chosen lane on the way to the lanes that can still go on, or the age of the lane.
static void scan_look(ws_core *core) {
  core_scan *s = &core->scan;
  const sync_warp *w = &core->warp[s->warp];
  sync_group g = sync_group_of(core->cfg.lanes, w, s->pick_lane, w->wait, w->live);
  if (s->mode == SCAN_AGE) {
    s->left &= ~(1u << s->pick_lane);
    if ((uint16_t)(core->now - w->stamp[s->pick_lane]) < core->cfg.watchdog)
      return;
    s->overdue |= 1u << s->warp;
    begin_break(core, g.lanes);
  } else if (g.missing & ~s->reach) {
    s->seen |= g.lanes;
  } else {
    s->reach |= g.lanes;
    s->changed = 1;
  }
}

// What the clock has to do: the group of the lane chosen before. True if a complete group keeps its place.
static bool scan_examine(ws_core *core, group_port *port, bool hold) {
  switch (core->scan.pick) {
  case PICK_DIRTY: return !scan_dirty(core, port);
  case PICK_BREAK: return !scan_break(core, port);
  case PICK_LOOK:
    if (!hold)
      scan_look(core);
    return false;
  default: return false;
  }
}

static void choose(core_scan *s, int what, unsigned warp, uint32_t lanes) {
  s->pick = what;
  s->pick_warp = warp;
  s->pick_lane = (unsigned)__builtin_ctz(lanes);
}

// One step towards the lanes that can still go on: running lanes can, and so can a group that misses only such lanes.
// What is left at the end is dead for certain. If nobody runs, everybody is. Or the next lane whose age is to be seen.
static void choose_look(ws_core *core) {
  core_scan *s = &core->scan;
  const sync_warp *w = &core->warp[s->warp];
  bool nobody_runs = !(w->live & ~w->wait);
  uint32_t todo = s->mode == SCAN_AGE ? s->left & w->wait : w->wait & ~s->reach & ~s->seen;
  if (todo && (s->mode == SCAN_AGE || !nobody_runs)) {
    choose(s, PICK_LOOK, s->warp, todo);
  } else if (s->mode == SCAN_AGE) {
    s->mode = SCAN_IDLE;
  } else if (s->changed && !nobody_runs) {
    s->seen = s->changed = 0;
  } else {
    uint32_t dead = nobody_runs ? w->wait : w->wait & ~s->reach;
    s->check &= ~(1u << s->warp);
    s->mode = SCAN_IDLE;
    if (dead)
      begin_break(core, dead);
  }
}

// The warp in which a deadlock or a lane's age is looked for next. One that a port names stands back, so that it cannot
// keep the others waiting.
static void begin_look(ws_core *core, uint32_t open) {
  core_scan *s = &core->scan;
  uint32_t check = s->check & open, age = s->overdue & open;
  if (!(check | age))
    return;
  s->warp = s->last = next_warp(check ? check : age, s->last);
  s->mode = check ? SCAN_DEAD : SCAN_AGE;
  s->reach = ~core->warp[s->warp].wait;
  s->seen = s->changed = 0;
  s->left = core->warp[s->warp].wait;
  if (!check)
    s->overdue &= ~(1u << s->warp);
}

// touched: warps named by a port in this cycle; no deadlock is decided in them. came: lanes that begin to wait in this
// cycle in warp `where`. All that is chosen goes by the state before this cycle.
static void scan(ws_core *core, group_port *port, uint32_t touched, unsigned where, uint32_t came) {
  core_scan *s = &core->scan, was = *s;
  uint32_t dirty = warps_with(core, ~0u, true), waiting = warps_with(core, ~0u, false);
  if (!dirty && !came && was.pick == PICK_NONE && was.mode == SCAN_IDLE && !((was.check | was.overdue) & waiting)) {
    s->streak = 0; // nothing to do
    s->yield = false;
    return;
  }
  uint32_t lane[WS_WARPS_MAX];
  for (unsigned w = 0; w < core->cfg.warps; w++)
    lane[w] = core->warp[w].dirty;
  bool hold = touched >> was.warp & 1;

  s->yield = false;
  bool keep = scan_examine(core, port, hold);
  s->pick = PICK_NONE;
  if (was.mode == SCAN_BREAK) {
    s->streak = 0;
    if (was.pick != PICK_BREAK)
      choose(s, PICK_BREAK, was.warp, was.left);
    else if (keep)
      s->pick = PICK_BREAK;
    return;
  }
  // Endless arrivals in other warps must not keep a deadlock from being found: it gets one clock in eight.
  bool to_look = was.mode != SCAN_IDLE || ((was.check | was.overdue) & waiting & ~dirty);
  bool may_dirty = !(was.streak == SCAN_STREAK && to_look);
  // The warp whose group is examined now is not chosen from: what of it will be left is not known yet.
  uint32_t others = dirty & ~(was.pick == PICK_DIRTY ? 1u << was.pick_warp : 0);
  bool turn = may_dirty && (others || keep || came);
  s->streak = !turn ? 0 : was.streak < SCAN_STREAK ? was.streak + 1 : SCAN_STREAK;

  if (was.mode != SCAN_IDLE && hold) { // to begin again, after other warps had their turn; `check` still stands
    if (was.mode == SCAN_AGE)
      s->overdue |= 1u << was.warp;
    s->mode = SCAN_IDLE;
  }
  if (turn && others) {
    s->last = next_warp(others, was.last);
    choose(s, PICK_DIRTY, s->last, lane[s->last]);
  } else if (turn && keep) {
    s->pick = PICK_DIRTY;
  } else if (turn) {
    s->last = where;
    choose(s, PICK_DIRTY, where, came);
  } else if (was.mode == SCAN_IDLE) {
    begin_look(core, waiting & ~(touched | dirty));
  } else if (!hold && was.pick != PICK_LOOK) {
    choose_look(core);
  }
}

// ------------------------------------------------------------------------------------- exit, launch, the whole cycle

// Lanes live after the exit and the launch of this cycle, which come before the request of this cycle.
static uint32_t live_after(const ws_core *core, const ws_in *in, unsigned warp) {
  uint32_t all = sync_all(core->cfg.lanes), live = core->warp[warp].live, which = core->cfg.warps - 1;
  if (in->exit.valid && (in->exit.warp & which) == warp)
    live &= ~(in->exit.lanes & ~core->warp[warp].wait);
  if (in->launch.valid && (in->launch.warp & which) == warp && !live)
    live = in->launch.lanes & all;
  return live;
}

static bool is_idle(const ws_core *core) {
  const core_scan *s = &core->scan;
  bool busy = core->rsp.valid || refusal_pending(&core->refusal) || s->mode != SCAN_IDLE ||
              warps_with(core, ~0u, true) || warps_with(core, s->check | s->overdue, false);
  for (unsigned u = 0; u < UNITS && !busy; u++)
    for (unsigned k = 0; k < core->unit[u].stages; k++)
      busy |= core->unit[u].valid[k];
  return !busy;
}

static bool request_ready(const ws_core *core, const ws_req *req, unsigned warp, uint32_t ready) {
  const core_scan *s = &core->scan;
  return !refusal_pending(&core->refusal) && !s->yield && !core->warp[warp].dirty &&
         !(s->mode == SCAN_BREAK && s->warp == warp) && (ready >> core_unit_of(req->op) & 1);
}

void ws_core_step(ws_core *core, const ws_in *in, ws_out *out) {
  const ws_req *req = &in->req;
  unsigned which = core->cfg.warps - 1, lanes = core->cfg.lanes;
  unsigned req_warp = req->warp & which, exit_warp = in->exit.warp & which, launch_warp = in->launch.warp & which;

  // outputs
  out->idle = is_idle(core);
  out->err = core->err;
  out->rsp.valid = core->rsp.valid;
  if (core->rsp.valid)
    out->rsp = core->rsp;
  for (unsigned w = 0; w < core->cfg.warps; w++) {
    out->live[w] = core->warp[w].live;
    out->wait[w] = core->warp[w].wait;
  }

  // exits and launches that change nothing but the error capture; they are older than a response of this cycle
  uint32_t exit_wait = core->warp[exit_warp].wait;
  if (in->exit.valid && (in->exit.lanes & exit_wait))
    capture(core, WS_ST_CV_LANE_BUSY, exit_warp, 0, in->exit.lanes & exit_wait, in->exit.lanes & sync_all(lanes));
  uint32_t launch_live = core->warp[launch_warp].live;
  if (in->exit.valid && exit_warp == launch_warp)
    launch_live &= ~(in->exit.lanes & ~exit_wait);
  if (in->launch.valid && launch_live)
    capture(core, WS_ST_CV_LANE_BUSY, launch_warp, 0, in->launch.lanes & sync_all(lanes),
            in->launch.lanes & sync_all(lanes));

  // collect, advance
  unsigned done = collect(core, in->rsp_ready);
  group_port port = {0};
  for (unsigned u = 0; u < UNITS; u++)
    port.ready |= (uint32_t)core_unit_advance(&core->unit[u], u == done) << u;

  // request
  out->req_ready = request_ready(core, req, req_warp, port.ready);
  bool accept = req->valid && out->req_ready;
  sync_arrival x = {0};
  if (refusal_pending(&core->refusal))
    refuse(core, &port);
  if (accept) {
    uint32_t live = live_after(core, in, req_warp);
    x = sync_arrive(lanes, core->cfg.legacy, live, core->warp[req_warp].wait, req);
    core_head h = {req_warp, req->op, req->tag, x.ok, group_status(req->op, x.mask, live), x.mask};
    if (x.fast)
      send(core, &port, &h, req->a, req->b, req->c, req->neg ? ~req->pred : req->pred);
    keep_errors(core, req_warp, &x, req);
  }

  // exits and launches go by the lanes blocked before the scan releases any
  uint32_t exit_live = live_after(core, in, exit_warp), launched = live_after(core, in, launch_warp);
  uint32_t gone = in->exit.valid ? core->warp[exit_warp].live & in->exit.lanes & ~exit_wait : 0;

  // scan
  uint32_t touched = (uint32_t)req->valid << req_warp | (uint32_t)in->exit.valid << exit_warp |
                     (uint32_t)in->launch.valid << launch_warp;
  scan(core, &port, touched, req_warp, accept && !x.fast ? x.ok : 0);

  // arrivals, exits and launches take effect
  if (accept && x.ok && !x.fast) {
    sync_store(lanes, &core->warp[req_warp], &x, req, core->now);
    core->scan.check |= 1u << req_warp;
  }
  if (gone) {
    core->warp[exit_warp].dirty |= core->warp[exit_warp].wait;
    core->scan.check |= 1u << exit_warp;
  }
  core->warp[exit_warp].live = exit_live;
  core->warp[launch_warp].live = launched;
  if (in->tick) {
    core->now++;
    if (core->cfg.watchdog)
      core->scan.overdue = ~0u;
  }
}
