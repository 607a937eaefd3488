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

unsigned core_next_of(uint32_t set, unsigned last) {
  uint32_t above = last == 31 ? 0 : set & (0xfffffffeu << last);
  return (unsigned)__builtin_ctz(above ? above : set);
}

size_t ws_core_size(void) { return sizeof(ws_core); }

ws_core *ws_core_init(void *mem, const ws_config *cfg) { return ws_core_init_rank(mem, cfg, 0); }

// Puts the defaults where a field is 0. False if a field is outside its range.
static bool complete(ws_config *cfg) {
  cfg->trywait = cfg->trywait ? cfg->trywait : 1024;
  cfg->tick_ns = cfg->tick_ns ? cfg->tick_ns : 10;
  cfg->waiters = cfg->waiters ? cfg->waiters : 8;
  cfg->copies = cfg->copies ? cfg->copies : 8;
  cfg->ctas = cfg->ctas ? cfg->ctas : 1;
  cfg->hop = cfg->hop ? cfg->hop : 4;
  cfg->slots = cfg->slots ? cfg->slots : 1;
  cfg->families = cfg->families ? cfg->families : WS_FAMILY_ALL;
  bool copies = cfg->copies >= 2 && cfg->copies <= 64 && !(cfg->copies & (cfg->copies - 1));
  bool slots = cfg->slots <= BAR_SLOTS_MAX && !(cfg->slots & (cfg->slots - 1)) && cfg->slots <= cfg->warps &&
               (cfg->slots == 1 || cfg->ctas == 1);
  bool families = cfg->families <= WS_FAMILY_ALL && (cfg->families & WS_FAMILY_ALWAYS) == WS_FAMILY_ALWAYS;
  return families && cfg->tick_ns <= 1000 && cfg->waiters >= 2 && cfg->waiters <= 64 && copies && slots &&
         cfg->ctas <= WS_CTAS_MAX && cfg->hop <= 255;
}

ws_core *ws_core_init_rank(void *mem, const ws_config *cfg, unsigned rank) {
  bool lanes = cfg->lanes == 4 || cfg->lanes == 8 || cfg->lanes == 16 || cfg->lanes == 32;
  bool warps = cfg->warps >= 1 && cfg->warps <= WS_WARPS_MAX && !(cfg->warps & (cfg->warps - 1));
  bool bits = cfg->match_bits == 4 || cfg->match_bits == 8 || cfg->match_bits == 16 || cfg->match_bits == 32;
  ws_config full = *cfg;
  if (!lanes || !warps || !bits || cfg->shfl_form > 1 || !complete(&full) || rank >= full.ctas)
    return NULL;
  ws_core *core = mem;
  memset(core, 0, sizeof *core);
  core->cfg = full;
  core->rank = rank;
  mbar_unit_init(&core->mbar, &full, rank);
  bar_unit_init(&core->bar, &full);
  for (unsigned u = 0; u < UNITS; u++)
    core_unit_init(&core->unit[u], u);
  return core;
}

// ------------------------------------------------------------------------------------------------------- collect

static bool has(const ws_core *core, unsigned family) { return core->cfg.families & family; }

static void capture(ws_core *core, uint32_t status, uint32_t warp, uint32_t op, uint32_t lanes, uint32_t opnd) {
  if (core->err.valid)
    return;
  core->err = (ws_err){
      .valid = true, .status = status, .warp = warp, .op = op, .lanes = lanes, .opnd = opnd, .cta = core->rank};
}

// The sources with a result, one bit each.
static uint32_t results(const ws_core *core) {
  uint32_t set = (uint32_t)mbar_unit_result(&core->mbar, NULL) << WS_PORT_MBAR |
                 (uint32_t)mbar_unit_woken(&core->mbar, NULL) << WS_PORT_MBAR_WAKE |
                 (uint32_t)bar_unit_result(&core->bar, NULL) << WS_PORT_BAR;
  for (unsigned u = 0; u < UNITS; u++)
    set |= (uint32_t)core->unit[u].valid[core->unit[u].stages - 1] << u;
  return set;
}

// The response of a pipeline's last stage. True when the group has then answered whole.
static bool respond(ws_core *core, const core_group *g) {
  ws_rsp *rsp = &core->rsp;
  bool both = g->und && g->und != g->head.lanes;
  bool und = both ? (lowest(g->head.lanes) & g->und) != 0 : g->und != 0; // which half comes first
  if (core->half)
    und = !und;
  rsp->tag = g->head.tag;
  rsp->warp = g->head.warp;
  rsp->op = g->head.op;
  rsp->lanes = und ? g->und : g->head.lanes & ~g->und;
  rsp->status = und ? WS_ST_SH_SRC_INACTIVE : g->head.status;
  rsp->p = g->p;
  memcpy(rsp->d, g->d, core->cfg.lanes * sizeof rsp->d[0]);
  if (core_is_poison(rsp->status)) {
    memset(rsp->d_hi, 0, core->cfg.lanes * sizeof rsp->d_hi[0]);
    capture(core, rsp->status, rsp->warp, rsp->op, rsp->lanes,
            sync_gathers(rsp->op) && has(core, WS_FAMILY_BAR) ? 0 : g->head.opnd);
  }
  core->half = both && !core->half;
  return !core->half;
}

// Loads the response register if it is free. Returns the source whose result is done with, or SOURCES.
static unsigned collect(ws_core *core, bool rsp_ready) {
  ws_rsp *rsp = &core->rsp;
  if (rsp->valid && !rsp_ready)
    return SOURCES;
  uint32_t have = results(core);
  rsp->valid = have != 0;
  if (!have)
    return SOURCES;
  if (!core->half) // whose turn it is; the second half of a group follows at once
    core->turn = core_next_of(have, core->turn);
  unsigned u = core->turn;
  if (u < UNITS)
    return respond(core, core->unit[u].group[core->unit[u].stages - 1]) ? u : SOURCES;
  if (u == WS_PORT_MBAR)
    mbar_unit_result(&core->mbar, rsp);
  else if (u == WS_PORT_MBAR_WAKE)
    mbar_unit_woken(&core->mbar, rsp);
  else
    bar_unit_result(&core->bar, rsp);
  if (core_is_poison(rsp->status))
    capture(core, rsp->status, rsp->warp, rsp->op, rsp->lanes, 0);
  return u;
}

// ------------------------------------------------------------------------------------- one group goes to a unit

static unsigned unit_for(const ws_core *core, const core_head *h) {
  return core_is_poison(h->status) ? WS_PORT_VOTE : core_unit_of(&core->cfg, h->op);
}

static bool send(ws_core *core, core_port *port, const core_head *h, const uint64_t a[], const uint32_t b[],
                 const uint32_t c[], uint32_t pred) {
  unsigned u = unit_for(core, h);
  if (port->used || !(port->ready >> u & 1))
    return false;
  if (u == WS_PORT_MBAR || u == WS_PORT_BAR) {
    port->mbar = u == WS_PORT_MBAR;
    port->bar = u == WS_PORT_BAR;
    port->head = *h;
    port->pred = pred;
  } else {
    core_unit_load(&core->cfg, &core->unit[u], u, h, a, b, c, pred);
  }
  return port->used = true;
}

bool core_send_waiting(ws_core *core, core_port *port, unsigned warp, uint32_t lanes, uint32_t status) {
  sync_warp *w = &core->warp[warp];
  unsigned i = (unsigned)__builtin_ctz(lanes);
  core_head h = {warp, w->op[i], w->tag[i], lanes, status, w->mask[i]};
  if (!send(core, port, &h, w->a, w->b, w->c, w->pred))
    return false;
  w->wait &= ~lanes;
  w->dirty &= ~lanes;
  return true;
}

uint32_t core_group_status(uint32_t op, uint32_t mask, uint32_t live) {
  return sync_reports_exited(op) && (mask & ~live) ? WS_ST_CV_EXITED_MEMBER : WS_ST_OK;
}

// -------------------------------------------------------------------------------------------------------- errors

static bool refusal_pending(const core_refusal *r) { return (r->exited | r->busy | r->other) != 0; }

static void refuse(ws_core *core, core_port *port) {
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

// ------------------------------------------------------------------------------------- exit, launch, the whole cycle

// Lanes blocked: in the rendezvous, in an mbarrier, or in a barrier.
static uint32_t blocked(const ws_core *core, unsigned warp) {
  return core->warp[warp].wait | core->mbar.away[warp] | core->bar.warp[warp].away;
}

// Lanes live after the exit of this cycle, which comes first.
static uint32_t live_after_exit(const ws_core *core, const ws_in *in, unsigned warp) {
  bool here = in->exit.valid && (in->exit.warp & (core->cfg.warps - 1)) == warp;
  return core->warp[warp].live & ~(here ? in->exit.lanes & ~blocked(core, warp) : 0);
}

// Lanes live after the exit and the launch of this cycle, which come before the request of this cycle.
static uint32_t live_after(const ws_core *core, const ws_in *in, unsigned warp) {
  uint32_t live = live_after_exit(core, in, warp);
  if (in->launch.valid && (in->launch.warp & (core->cfg.warps - 1)) == warp && !live)
    live = in->launch.lanes & sync_all(core->cfg.lanes);
  return live;
}

static unsigned slot_of(const ws_core *core, unsigned warp) { return warp / (core->cfg.warps / core->cfg.slots); }

// The CTA that begins in this cycle, as one bit of its slot: a warp is launched while no other lane of the CTA lives.
static uint32_t cta_starts(const ws_core *core, const ws_in *in) {
  if (!in->launch.valid || !(in->launch.lanes & sync_all(core->cfg.lanes)))
    return 0;
  const unsigned slot = slot_of(core, in->launch.warp & (core->cfg.warps - 1));
  uint32_t live = 0;
  for (unsigned w = 0; w < core->cfg.warps; w++)
    live |= slot_of(core, w) == slot ? live_after_exit(core, in, w) : 0;
  return live ? 0 : 1u << slot;
}

static bool is_idle(const ws_core *core, const bar_in *bar) {
  const core_scan *s = &core->scan;
  bool busy = core->rsp.valid || (has(core, WS_FAMILY_MBAR) && !mbar_unit_quiet(&core->mbar)) ||
              (has(core, WS_FAMILY_BAR) && !bar_unit_quiet(&core->bar, bar)) || refusal_pending(&core->refusal) ||
              s->mode != SCAN_IDLE || core_warps_with(core, ~0u, true) ||
              core_warps_with(core, s->check | s->overdue, false);
  for (unsigned u = 0; u < UNITS && !busy; u++)
    for (unsigned k = 0; k < core->unit[u].stages; k++)
      busy |= core->unit[u].valid[k];
  return !busy;
}

static bool request_ready(const ws_core *core, const ws_req *req, unsigned warp, uint32_t ready) {
  const core_scan *s = &core->scan;
  return !refusal_pending(&core->refusal) && !s->yield && !core->warp[warp].dirty &&
         !(s->mode == SCAN_BREAK && s->warp == warp) && (ready >> core_unit_of(&core->cfg, req->op) & 1);
}

// Of a response only what it has: the upper halves and phases stand in those of mbarrier operations alone.
static void show_response(const ws_core *core, ws_rsp *rsp) {
  unsigned lanes = core->cfg.lanes;
  memcpy(rsp, &core->rsp, offsetof(ws_rsp, d));
  memcpy(rsp->d, core->rsp.d, lanes * sizeof rsp->d[0]);
  if (core->rsp.op >> 8 != WS_UNIT_MBAR)
    return;
  memcpy(rsp->d_hi, core->rsp.d_hi, lanes * sizeof rsp->d_hi[0]);
  memcpy(rsp->phase, core->rsp.phase, lanes * sizeof rsp->phase[0]);
}

// Without the family its ports are never ready, and nothing comes from them.
static void step_mbarriers(ws_core *core, const mbar_in *in, ws_out *out) {
  mbar_late late = {0};
  if (has(core, WS_FAMILY_MBAR))
    mbar_unit_step(&core->mbar, in, out, &late);
  else
    out->ls_ready = out->ls_rsp.valid = out->tx_ready = out->gm.valid = out->gm_rsp_ready = out->net.valid =
        out->net_ready = false;
  if (late.valid && !core->err.valid)
    core->err = (ws_err){
        .valid = true, .status = late.status, .warp = late.warp, .op = late.op, .lanes = late.lanes, .cta = late.cta};
}

void ws_core_step(ws_core *core, const ws_in *in, ws_out *out) {
  const ws_req *req = &in->req;
  unsigned which = core->cfg.warps - 1, lanes = core->cfg.lanes;
  unsigned req_warp = req->warp & which, exit_warp = in->exit.warp & which, launch_warp = in->launch.warp & which;

  uint32_t alive = 0; // CTAs, a bit a slot
  bar_in bar = {.clb_phase = in->clb_phase};
  for (unsigned w = 0; w < core->cfg.warps; w++) {
    bar.live |= (uint32_t)(core->warp[w].live != 0) << w;
    alive |= (uint32_t)(core->warp[w].live != 0) << slot_of(core, w);
  }

  // outputs
  out->idle = is_idle(core, &bar);
  out->err = core->err;
  out->clb = has(core, WS_FAMILY_BAR) ? bar_unit_clb(&core->bar, bar.live) : (ws_clb){0};
  out->rsp.valid = core->rsp.valid;
  if (core->rsp.valid)
    show_response(core, &out->rsp);
  for (unsigned w = 0; w < core->cfg.warps; w++) {
    out->live[w] = core->warp[w].live;
    out->wait[w] = blocked(core, w);
  }

  // exits and launches that change nothing but the error capture; they are older than a response of this cycle
  uint32_t exit_wait = blocked(core, exit_warp);
  if (in->exit.valid && (in->exit.lanes & exit_wait))
    capture(core, WS_ST_CV_LANE_BUSY, exit_warp, 0, in->exit.lanes & exit_wait, in->exit.lanes & sync_all(lanes));
  if (in->launch.valid && live_after_exit(core, in, launch_warp))
    capture(core, WS_ST_CV_LANE_BUSY, launch_warp, 0, in->launch.lanes & sync_all(lanes),
            in->launch.lanes & sync_all(lanes));

  // collect, advance
  unsigned done = collect(core, in->rsp_ready);
  core_port port = {0};
  for (unsigned u = 0; u < UNITS; u++)
    port.ready |= (uint32_t)core_unit_advance(&core->unit[u], u == done) << u;
  mbar_in mbar = {.res_taken = done == WS_PORT_MBAR,
                  .wake_taken = done == WS_PORT_MBAR_WAKE,
                  .alive = alive,
                  .start = cta_starts(core, in),
                  .tick = in->tick,
                  .ports = in};
  bar.taken = done == WS_PORT_BAR;
  bar.start = mbar.start;
  bar.launch = in->launch.valid && !live_after_exit(core, in, launch_warp);
  bar.launch_warp = launch_warp;
  bar.launch_warps = in->launch_warps;
  port.ready |= (uint32_t)mbar_unit_ready(&core->mbar, &mbar) << WS_PORT_MBAR;
  port.ready |= (uint32_t)bar_unit_ready(&core->bar, bar.taken) << WS_PORT_BAR;

  // request
  out->req_ready = request_ready(core, req, req_warp, port.ready);
  bool accept = req->valid && out->req_ready;
  sync_arrival x = {0};
  if (refusal_pending(&core->refusal))
    refuse(core, &port);
  if (accept) {
    uint32_t live = live_after(core, in, req_warp);
    x = sync_arrive(&core->cfg, live, blocked(core, req_warp), req);
    core_head h = {req_warp, req->op, req->tag, x.ok, core_group_status(req->op, x.mask, live), x.mask};
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
  core_scan_step(core, &port, touched);

  // mbarriers; what of them nobody gets a response to is younger than a response of this cycle
  if (port.mbar) {
    mbar.req = req;
    mbar.head = &port.head;
  }
  step_mbarriers(core, &mbar, out);

  // barriers
  bar.head = port.bar ? &port.head : NULL;
  bar.pred = port.pred;
  if (has(core, WS_FAMILY_BAR))
    bar_unit_step(&core->bar, &bar);

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

uint64_t ws_core_phases(const ws_core *core, unsigned slot) { return core->mbar.mem.phases[slot % SMEM_SLOTS]; }
