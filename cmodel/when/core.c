// SPDX-License-Identifier: Apache-2.0
// The cycle-accurate core: every port of rtl/ws_top.v has a value in each clock cycle. See ws.h for the interface.
//
// A cycle, in the order in which its parts depend on one another:
//   outputs    what stands in the registers
//   collect    the unit that has the grant gives its result (or the second half of one); earlier ones move towards the port
//   advance    the units' stages move on; now it is known which unit can take a group
//   request    accepted or not; sorted into errors, a fast group, or waiting lanes
//   scan       the group of the lane chosen in the cycle before is examined, or released if it is dead; the next lane is
//              chosen
//   one group  at most goes to a unit: errors first, then the fast group, then what the scan completed
//   memory, mbarriers, barriers
//   exit, launch, tick
#include "when/core.h"

#include <string.h>

#include "what/bits.h"
#include "what/config.h"
#include "what/op_class.h"

size_t ws_core_size(void) { return sizeof(ws_core); }

ws_core *ws_core_init(void *mem, const ws_config *cfg) { return ws_core_init_rank(mem, cfg, 0); }

ws_core *ws_core_init_rank(void *mem, const ws_config *cfg, unsigned rank) {
  if (!mem || ws_config_error(cfg, rank))
    return NULL;
  ws_config full = *cfg;
  ws_config_complete(&full);
  ws_core *core = mem;
  memset(core, 0, sizeof *core);
  core->cfg = full;
  core->rank = rank;
  ws_smem_port_init(&core->mem_port, full.slots);
  ws_mbar_unit_init(&core->mbar, &full, rank);
  ws_atom_unit_init(&core->atom, &full, rank);
  ws_bar_unit_init(&core->bar, &full);
  for (unsigned u = 0; u < UNITS; u++)
    ws_core_unit_init(&full, &core->unit[u], u);
  return core;
}

uint64_t ws_core_phases(const ws_core *core, unsigned slot) { return core->mem.phases[slot % SMEM_SLOTS]; }

// ------------------------------------------------------------------------------------------------- lanes and warps

uint32_t ws_core_blocked(const ws_core *core, unsigned warp) {
  return core->warp[warp].wait | core->mbar.away[warp] | core->bar.warp[warp].away;
}

// A warp number as a port carries it: the bits that this core has.
static unsigned warp_of(const ws_core *core, uint32_t port) { return port & (core->cfg.warps - 1); }

// Lanes live after the exit of this cycle, which comes first.
static uint32_t live_after_exit(const ws_core *core, const ws_in *in, unsigned warp) {
  bool here = in->exit.valid && warp_of(core, in->exit.warp) == warp;
  return core->warp[warp].live & ~(here ? in->exit.lanes & ~ws_core_blocked(core, warp) : 0);
}

// Lanes live after the exit and the launch of this cycle, which come before the request of this cycle.
static uint32_t live_after(const ws_core *core, const ws_in *in, unsigned warp) {
  uint32_t live = live_after_exit(core, in, warp);
  if (in->launch.valid && warp_of(core, in->launch.warp) == warp && !live)
    live = in->launch.lanes & bits_ones(core->cfg.lanes);
  return live;
}

// The CTA that begins in this cycle, as one bit of its slot: a warp is launched while no other lane of the CTA lives.
static uint32_t cta_starts(const ws_core *core, const ws_in *in) {
  const unsigned warps = core->cfg.warps, slots = core->cfg.slots;
  if (!in->launch.valid || !(in->launch.lanes & bits_ones(core->cfg.lanes)))
    return 0;
  const unsigned slot = ws_slot_of(warps, slots, warp_of(core, in->launch.warp));
  uint32_t live = 0;
  for (unsigned w = 0; w < warps; w++)
    live |= ws_slot_of(warps, slots, w) == slot ? live_after_exit(core, in, w) : 0;
  return live ? 0 : 1u << slot;
}

// ---------------------------------------------------------------------------------------- one group goes to a unit

// What goes to a unit in a cycle. A group for the pipelines is loaded at once, one for mbarriers or barriers stays here until their turn.
typedef struct sending {
  core_port port;
  bool mbar, atom, bar;
  group_head head;
  uint32_t pred;
} sending;

// The port takes the group.
static void load(ws_core *core, sending *to, const group_head *h, const uint64_t a[], const uint32_t b[],
                 const uint32_t c[], uint32_t pred) {
  const unsigned u = ws_core_unit_for(&core->cfg, h->op, h->status);
  to->port.used = true;
  to->mbar = u == WS_PORT_MBAR;
  to->atom = u == WS_PORT_ATOM;
  to->bar = u == WS_PORT_BAR;
  to->head = *h;
  to->pred = pred;
  if (u < UNITS)
    ws_core_unit_load(&core->cfg, &core->unit[u], u, h, a, b, c, pred);
}

static bool refusal_pending(const core_refusal *r) { return (r->exited | r->busy | r->other) != 0; }

// The next error response of a request that had any.
static void refuse(ws_core *core, sending *to) {
  core_refusal *r = &core->refusal;
  const sync_warp *w = &core->warp[0]; // no operand is looked at
  uint32_t first = bits_lowest(r->exited | r->busy | r->other);
  uint32_t *set = r->exited & first ? &r->exited : r->busy & first ? &r->busy : &r->other;
  uint32_t status = set == &r->exited ? WS_ST_CV_LANE_EXITED : set == &r->busy ? WS_ST_CV_LANE_BUSY : r->other_status;
  group_head h = {r->warp, r->op, r->tag, *set, status, r->opnd};
  if (!ws_core_port_takes(&to->port, &core->cfg, h.op, h.status))
    return;
  load(core, to, &h, w->a, w->b, w->c, 0);
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

static bool request_ready(const ws_core *core, const ws_req *req, unsigned warp, uint32_t ready) {
  const core_scan *s = &core->scan;
  return !refusal_pending(&core->refusal) && !s->yield && !core->warp[warp].dirty &&
         !(s->mode == SCAN_BREAK && s->warp == warp) && (ready >> ws_core_unit_of(&core->cfg, req->op) & 1);
}

// A request is accepted. A group that is complete by itself goes to its unit; *x says what becomes of the other lanes.
static void accept(ws_core *core, const ws_in *in, sending *to, sync_arrival *x) {
  const ws_req *req = &in->req;
  const unsigned warp = warp_of(core, req->warp);
  const uint32_t live = live_after(core, in, warp);
  *x = ws_sync_arrive(&core->cfg, live, ws_core_blocked(core, warp), req);
  group_head h = {warp, req->op, req->tag, x->ok, ws_sync_status(req->op, x->mask, live), x->mask};
  if (x->fast && ws_core_port_takes(&to->port, &core->cfg, h.op, h.status))
    load(core, to, &h, req->a, req->b, req->c, req->neg ? ~req->pred : req->pred);
  keep_errors(core, warp, x, req);
}

static void scan(ws_core *core, uint32_t touched, sending *to) {
  const scan_in in = {.cfg = &core->cfg, .now = core->now, .touched = touched, .port = &to->port};
  group_head h;
  if (!ws_scan_step(&core->scan, core->warp, &in, &h))
    return;
  const sync_warp *w = &core->warp[h.warp];
  load(core, to, &h, w->a, w->b, w->c, w->pred);
}

// --------------------------------------------------------------------------------------------- memory and mbarriers

static bool memory_quiet(const ws_core *core) {
  return core->still ||
         (ws_mbar_unit_quiet(&core->mbar) && ws_atom_unit_quiet(&core->atom) && ws_smem_port_quiet(&core->mem_port));
}

static bool memory_still(const ws_core *core) {
  const smem_port *p = &core->mem_port;
  return ws_mbar_unit_quiet(&core->mbar) && !core->mbar.wait.waiting && ws_atom_unit_quiet(&core->atom) &&
         ws_smem_port_quiet(p) && !p->held && !p->begun && !p->rest && !p->budget;
}

static void show_still(ws_out *out) {
  out->ls_ready = out->tx_ready = out->net_ready = true;
  out->gm_rsp_ready = out->gm.valid = out->net.valid = out->ls_rsp.valid = false;
}

// Without the family its ports are never ready, and nothing comes from them.
static void show_none(ws_out *out) {
  show_still(out);
  out->ls_ready = out->tx_ready = out->net_ready = false;
}

static void show_accesses(const ws_core *core, const smem_use *use, ws_out *out) {
  const smem_access *answer = &core->mem_port.answer;
  out->ls_ready = ws_smem_ls_ready(&core->mem_port, use);
  out->ls_rsp.valid = answer->ls;
  if (answer->ls) {
    out->ls_rsp.en = answer->en;
    out->ls_rsp.raw = answer->raw;
    memcpy(out->ls_rsp.rdata, answer->rdata, sizeof answer->rdata);
  }
}

// What no response tells: the status of a job that no warp waits for, else a copy onto an object, when its access is answered.
static void capture_late(ws_core *core, ws_err late) {
  const smem_access *a = &core->mem_port.answer;
  if (!late.valid && a->copy && a->raw)
    late = (ws_err){.valid = true,
                    .status = WS_ST_MB_RAW_ACCESS,
                    .warp = a->warp,
                    .op = WS_OP_CP_ASYNC_CA | a->cg,
                    .lanes = 1u << a->lane,
                    .cta = core->rank};
  if (!core->err.valid)
    core->err = late;
}

// The ports of the mbarrier unit where there is none.
static void show_no_mbar(ws_out *out) {
  out->tx_ready = out->net_ready = out->gm_rsp_ready = false;
  out->gm.valid = out->net.valid = false;
}

// What goes on in memory in a cycle.
typedef struct memory_in {
  mbar_in mbar;
  smem_use use;
  atom_plan atom;
  bool atom_taken;             // the collector took the result of atomics
  const group_head *atom_head; // a group enters them; NULL if none
} memory_in;

// A cycle without input in which nothing goes on.
static bool memory_sleeps(const ws_core *core, const ws_in *ports, uint32_t start) {
  return core->still && !start && !ports->ls.valid && !ports->tx.valid && !ports->net.valid;
}

static void plan_memory(const ws_core *core, const ws_in *in, uint32_t start, memory_in *m) {
  const smem_port *p = &core->mem_port;
  const bool swept = p->sweep != 0;
  m->use = (smem_use){.ls = &in->ls, .start = start};
  if (core_has(core, WS_FAMILY_MBAR)) {
    ws_mbar_unit_use(&core->mbar, swept, &m->use);
    m->use.wait |= !swept && (in->tx.valid || in->net.valid);
  }
  ws_atom_unit_use(&core->atom, &m->use);
  m->atom = ws_atom_unit_plan(&core->atom, m->atom_taken, ws_smem_atom_go(p, &m->use), swept);
}

static void step_memory(ws_core *core, memory_in *m, uint32_t start, const ws_req *req, ws_out *out) {
  const ws_in *ports = m->mbar.ports;
  if (!core_has(core, WS_FAMILY_MEMORY)) {
    show_none(out);
    return;
  }
  if (memory_sleeps(core, ports, start) && !m->mbar.head && !m->atom_head) {
    show_still(out);
    if (!core_has(core, WS_FAMILY_MBAR))
      show_no_mbar(out);
    return;
  }
  show_accesses(core, &m->use, out);
  m->mbar.copy_ready = ws_smem_copy_ready(&core->mem_port, &m->use);
  ws_err late = {0};
  if (core_has(core, WS_FAMILY_MBAR))
    ws_mbar_unit_step(&core->mbar, &core->mem, &m->mbar, out, &late);
  else
    show_no_mbar(out);
  ws_atom_unit_step(&core->atom, &core->mem, &m->atom, m->atom_taken, m->atom_head, req);
  capture_late(core, late);
  ws_smem_port_step(&core->mem_port, &core->mem, &m->use);
  core->still = memory_still(core);
}

// ------------------------------------------------------------------------------------------------------- outputs

static bool is_idle(const ws_core *core, const bar_in *bar) {
  bool busy = core->collect.out || core->collect.gate || (core_has(core, WS_FAMILY_MEMORY) && !memory_quiet(core)) ||
              (core_has(core, WS_FAMILY_BAR) && !ws_bar_unit_quiet(&core->bar, bar)) ||
              refusal_pending(&core->refusal) || !ws_scan_quiet(&core->scan, core->warp, core->cfg.warps);
  for (unsigned u = 0; u < UNITS && !busy; u++)
    busy = ws_core_unit_busy(&core->unit[u]);
  return !busy;
}

// Of a response only what it has: the upper halves and phases stand in those of mbarrier operations and atomics alone.
static void show_response(const ws_rsp *from, unsigned lanes, ws_rsp *rsp) {
  memcpy(rsp, from, offsetof(ws_rsp, d));
  memcpy(rsp->d, from->d, lanes * sizeof rsp->d[0]);
  const uint32_t unit = from->op >> 8;
  if (unit != WS_UNIT_MBAR && unit != WS_UNIT_ATOM && unit != WS_UNIT_RED)
    return;
  memcpy(rsp->d_hi, from->d_hi, lanes * sizeof rsp->d_hi[0]);
  memcpy(rsp->phase, from->phase, lanes * sizeof rsp->phase[0]);
}

static void show(const ws_core *core, const bar_in *bar, ws_out *out) {
  out->idle = is_idle(core, bar);
  out->err = core->err;
  out->clb = core_has(core, WS_FAMILY_BAR) ? ws_bar_unit_clb(&core->bar, bar->live) : (ws_clb){0};
  out->rsp.valid = core->collect.out != NULL;
  if (core->collect.out)
    show_response(core->collect.out, core->cfg.lanes, &out->rsp);
  for (unsigned w = 0; w < core->cfg.warps; w++) {
    out->live[w] = core->warp[w].live;
    out->wait[w] = ws_core_blocked(core, w);
  }
}

// ------------------------------------------------------------------------------------------------- the whole cycle

// Exits and launches that change nothing but the error capture; they are older than a response of this cycle.
static void capture_ports(ws_core *core, const ws_in *in) {
  const unsigned exit_warp = warp_of(core, in->exit.warp), launch_warp = warp_of(core, in->launch.warp);
  const uint32_t all = bits_ones(core->cfg.lanes), busy = in->exit.lanes & ws_core_blocked(core, exit_warp);
  if (in->exit.valid && busy)
    ws_core_capture(core, WS_ST_CV_LANE_BUSY, exit_warp, 0, busy, in->exit.lanes & all);
  if (in->launch.valid && live_after_exit(core, in, launch_warp))
    ws_core_capture(core, WS_ST_CV_LANE_BUSY, launch_warp, 0, in->launch.lanes & all, in->launch.lanes & all);
}

void ws_core_step(ws_core *core, const ws_in *in, ws_out *out) {
  const ws_req *req = &in->req;
  const unsigned req_warp = warp_of(core, req->warp), exit_warp = warp_of(core, in->exit.warp),
                 launch_warp = warp_of(core, in->launch.warp);

  bar_in bar = {.clb_phase = in->clb_phase};
  for (unsigned w = 0; w < core->cfg.warps; w++)
    bar.live |= (uint32_t)(core->warp[w].live != 0) << w;
  show(core, &bar, out);
  capture_ports(core, in);

  // collect, advance
  unsigned done = ws_core_collect(core, in->rsp_ready);
  sending to = {0};
  for (unsigned u = 0; u < UNITS; u++)
    to.port.ready |= (uint32_t)ws_core_unit_advance(&core->unit[u], u == done) << u;
  memory_in memory = {.atom_taken = done == WS_PORT_ATOM};
  memory.mbar = (mbar_in){.res_taken = done == WS_PORT_MBAR,
                          .wake_taken = done == WS_PORT_MBAR_WAKE,
                          .alive = bar.live != 0,
                          .tick = in->tick,
                          .swept = core->mem_port.sweep != 0,
                          .held = core->mem_port.held,
                          .ports = in};
  bar.taken = done == WS_PORT_BAR;
  bar.start = cta_starts(core, in);
  bar.launch = in->launch.valid && !live_after_exit(core, in, launch_warp);
  bar.launch_warp = launch_warp;
  bar.launch_warps = in->launch_warps;
  plan_memory(core, in, bar.start, &memory);
  to.port.ready |= (uint32_t)ws_mbar_unit_ready(&core->mbar, &memory.mbar) << WS_PORT_MBAR;
  to.port.ready |= (uint32_t)memory.atom.ready << WS_PORT_ATOM;
  to.port.ready |= (uint32_t)ws_bar_unit_ready(&core->bar, bar.taken) << WS_PORT_BAR;

  // request
  out->req_ready = request_ready(core, req, req_warp, to.port.ready);
  const bool accepted = req->valid && out->req_ready;
  sync_arrival x = {0};
  if (refusal_pending(&core->refusal))
    refuse(core, &to);
  if (accepted)
    accept(core, in, &to, &x);

  // exits and launches go by the lanes blocked before the scan releases any
  const uint32_t exit_wait = ws_core_blocked(core, exit_warp);
  uint32_t exit_live = live_after(core, in, exit_warp), launched = live_after(core, in, launch_warp);
  uint32_t gone = in->exit.valid ? core->warp[exit_warp].live & in->exit.lanes & ~exit_wait : 0;

  scan(core,
       (uint32_t)req->valid << req_warp | (uint32_t)in->exit.valid << exit_warp |
           (uint32_t)in->launch.valid << launch_warp,
       &to);

  // mbarriers; what of them nobody gets a response to is younger than a response of this cycle
  if (to.mbar) {
    memory.mbar.req = req;
    memory.mbar.head = &to.head;
  }
  if (to.atom)
    memory.atom_head = &to.head;
  step_memory(core, &memory, bar.start, req, out);

  // barriers
  bar.head = to.bar ? &to.head : NULL;
  bar.pred = to.pred;
  if (core_has(core, WS_FAMILY_BAR))
    ws_bar_unit_step(&core->bar, &bar);

  // arrivals, exits and launches take effect
  if (accepted && x.ok && !x.fast) {
    ws_sync_store(core->cfg.lanes, &core->warp[req_warp], &x, req, core->now);
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
