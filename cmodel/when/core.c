// SPDX-License-Identifier: Apache-2.0
// The cycle-accurate core: every port of rtl/ws_top.v has a value in each clock cycle. See ws.h for the interface.
//
// A cycle, in the order in which its parts depend on one another:
//   outputs    what stands in the registers
//   collect    the unit that has the grant gives its result (or the second half of one); earlier ones move towards the port
//   advance    the units' stages move on; now it is known which unit can take a group, and the oldest one goes there
//   request    the oldest one is judged or not; sorted into errors, a fast group, or a piece
//   walk       pieces join groups that wait, those that are complete or dead go
//   one group  at most is found: errors first, then what the walk completed, then the fast group; it goes its way to a unit
//   memory, mbarriers, barriers
//   exit, launch, tick; what stands at the ports is accepted
#include "when/core.h"

#include <string.h>

#include "what/bits.h"
#include "what/config.h"
#include "what/op_class.h"
#include "when/memory.h"

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
  core->front.ready = true;
  ws_smem_port_init(&core->mem_port, full.slots, full.banks);
  const ws_config inside = ws_beats_config(&full);
  ws_beats_init(&core->beats, &full);
  ws_mbar_unit_init(&core->mbar, &inside, rank);
  ws_atom_unit_init(&core->atom, &inside, rank);
  ws_atom_far_init(&core->far, &inside, rank);
  ws_bar_unit_init(&core->bar, &full);
  for (unsigned u = 0; u < UNITS; u++)
    ws_core_unit_init(&full, &core->unit[u], u);
  return core;
}

uint64_t ws_core_phases(const ws_core *core, unsigned slot) { return core->mem.phases[slot % SMEM_SLOTS]; }

// ------------------------------------------------------------------------------------------------- lanes and warps

uint32_t ws_core_blocked(const ws_core *core, unsigned warp) {
  return core->warp[warp].wait | core->away[warp] | (core->arrived_warp == warp ? core->arrived : 0) |
         ws_out_going(&core->out, warp);
}

// A warp number as a port carries it: the bits that this core has.
static unsigned warp_of(const ws_core *core, uint32_t port) { return port & (core->cfg.warps - 1); }

// Exits and the launch that take effect in a cycle; exits first, and both before the request that is judged in it.
typedef struct changes {
  bool exit;
  unsigned exit_warp;
  uint32_t exit_lanes, exit_busy, gone; // named, blocked, those that go
  bool exit_met;                        // somebody waits there
  bool launch, launch_free;             // ... of a warp all of whose lanes have exited
  unsigned launch_warp;
  uint32_t launch_lanes;
} changes;

// Lanes of a warp that live after the exits of this cycle.
static uint32_t live_after_exit(const ws_core *core, const changes *c, unsigned warp) {
  return core->warp[warp].live & ~(c->exit && c->exit_warp == warp ? c->gone : 0);
}

// The exits whose turn it is, of one warp.
static changes take_turns(const ws_core *core) {
  const core_front *f = &core->front;
  const uint32_t can = ws_front_exits(f, core->cfg.warps);
  changes c = {.exit = can != 0};
  if (can) {
    c.exit_warp = bits_first(can);
    c.exit_lanes = f->leaving[c.exit_warp];
    c.exit_busy = c.exit_lanes & ws_core_blocked(core, c.exit_warp);
    c.gone = c.exit_lanes & ~c.exit_busy;
    c.exit_met = core->warp[c.exit_warp].records || (core->walk.pend >> c.exit_warp & 1);
  }
  c.launch = f->launch[0].valid;
  if (c.launch) {
    c.launch_warp = warp_of(core, f->launch[0].warp);
    c.launch_lanes = f->launch[0].lanes & bits_ones(core->cfg.lanes);
    c.launch_free = !live_after_exit(core, &c, c.launch_warp);
  }
  return c;
}

// The CTA that begins, as one bit of its slot: a warp is launched while no other lane of the CTA lives.
static uint32_t cta_starts(const ws_core *core, const changes *c) {
  const unsigned warps = core->cfg.warps, slots = core->cfg.slots;
  if (!c->launch || !c->launch_lanes)
    return 0;
  const unsigned slot = ws_slot_of(warps, slots, c->launch_warp);
  uint32_t live = 0;
  for (unsigned w = 0; w < warps; w++)
    live |= ws_slot_of(warps, slots, w) == slot ? live_after_exit(core, c, w) : 0;
  return live ? 0 : 1u << slot;
}

static core_late tell(const ws_core *core, const changes *c, bool alive) {
  return (core_late){.alive = alive,
                     .start = cta_starts(core, c),
                     .launch = c->launch && c->launch_free,
                     .launch_busy = c->launch && !c->launch_free,
                     .launch_warp = c->launch_warp,
                     .launch_lanes = c->launch_lanes,
                     .launch_warps = core->front.launch_warps[0],
                     .exit_warp = c->exit_warp,
                     .exit_lanes = c->exit_lanes,
                     .exit_busy = c->exit_busy};
}

// ------------------------------------------------------------------------------------------ one group a clock is found

static out_entry found(const ws_core *core, const group_head *h, const ws_req *req) {
  return (out_entry){.valid = true, .port = ws_core_unit_for(&core->cfg, h->op, h->status), .head = *h, .req = req};
}

// A status is found in three clocks: the lowest lane, its set, the set's lanes.
enum { REFUSAL_CLOCKS = 2 };

static bool refusal_pending(const core_refusal *r) { return (r->exited | r->busy | r->other) != 0; }

// The next error response of a request that had any.
static void refuse(ws_core *core, out_entry *to) {
  core_refusal *r = &core->refusal;
  uint32_t first = bits_lowest(r->exited | r->busy | r->other);
  uint32_t *set = r->exited & first ? &r->exited : r->busy & first ? &r->busy : &r->other;
  uint32_t status = set == &r->exited ? WS_ST_CV_LANE_EXITED : set == &r->busy ? WS_ST_CV_LANE_BUSY : r->other_status;
  if (r->clocks) {
    r->clocks--;
    return;
  }
  if (!ws_out_room(&core->out))
    return;
  const group_head h = {r->warp, r->op, r->tag, *set, status, r->opnd};
  *to = found(core, &h, NULL);
  *set = 0;
  r->clocks = REFUSAL_CLOCKS;
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
                                 .other_status = x->illegal ? WS_ST_DEC_ILLEGAL : WS_ST_CV_NOT_MEMBER,
                                 .clocks = REFUSAL_CLOCKS};
}

// What a request that is judged in the next cycle may have to wait for, as it was at the beginning of this one.
typedef struct ahead {
  bool room;      // for what is found
  bool apart;     // a piece with several keys is being taken apart, or comes
  bool walker;    // a group of the walker is there, and does not go
  uint32_t warps; // that are held
} ahead;

static ahead look_ahead(const ws_core *core) {
  const core_walk *k = &core->walk;
  const front_entry *e = core->promised ? ws_front_head(&core->front) : NULL;
  return (ahead){.room = ws_out_room(&core->out) && ws_walk_room(k, core->cfg.warps),
                 .apart = k->several || (e && e->several),
                 .walker = k->valid && (e || !ws_out_room(&core->out) || refusal_pending(&core->refusal)),
                 .warps = ws_walk_hold(k)};
}

// The oldest request is judged in the next cycle if what comes before it has been done by then, as far as that is known now.
static bool promised(const ws_core *core, const ahead *a, uint32_t piece) {
  const core_front *f = &core->front;
  const front_entry *e = ws_front_head(f);
  const uint32_t launch = f->launch[0].valid ? 1u << warp_of(core, f->launch[0].warp) : 0;
  return e && a->room && !a->walker && !refusal_pending(&core->refusal) && !(a->apart && e->several) &&
         !((a->warps | piece | f->soon | core->recent | launch) >> e->warp & 1);
}

// A group that is complete by itself goes to its unit; *x says what becomes of the other lanes.
static void judge(ws_core *core, const front_entry *e, out_entry *to, sync_arrival *x) {
  const uint32_t live = core->warp[e->warp].live;
  if (!e->lanes)
    return;
  const ws_req *req = e->req;
  *x = ws_sync_arrive(core->cfg.lanes, e->legal, live, ws_core_blocked(core, e->warp), req);
  const group_head h = {e->warp, req->op, req->tag, x->ok, ws_sync_status(req->op, x->mask, live), x->mask};
  if (x->ok) {
    *to = found(core, &h, req);
    to->store = !x->fast;
    to->several = x->several;
  }
  keep_errors(core, e->warp, x, req);
}

static void walk(ws_core *core, uint32_t touched, bool judged, out_entry *to) {
  core_walk *k = &core->walk;
  const walk_in in = {.cfg = &core->cfg,
                      .now = core->now,
                      .touched = touched,
                      .sent = k->valid && ws_out_room(&core->out) && !refusal_pending(&core->refusal) && !judged};
  const group_head h = k->head;
  ws_walk_step(k, core->warp, &in);
  if (!in.sent)
    return;
  *to = found(core, &h, NULL);
  core->warp[h.warp].wait &= ~h.lanes;
  core->recent |= 1u << h.warp;
}

// ---------------------------------------------------------------------------------------------------------- dispatch

static bool to_memory(const out_entry *e) {
  return e->valid && !e->store && (e->port == WS_PORT_MBAR || e->port == WS_PORT_ATOM);
}

// What stands before the units of memory goes there if they can take it. True if it does.
static bool enter_memory(ws_core *core, uint32_t ready, unsigned port, const group_head *head, const ws_req *req,
                         memory_in *memory) {
  const bool atomic = port == WS_PORT_ATOM, goes = ready >> port & 1;
  core->far.passes = atomic && !goes && ws_atom_far_passes(&core->far, head, req, core->atom.laid[head->warp]);
  if (!goes)
    return false;
  if (atomic) {
    memory->atom_req = req;
    memory->atom_head = head;
  } else {
    memory->mbar.req = req;
    memory->mbar.head = head;
  }
  return true;
}

// The same in beats. True if all lanes of the group have gone.
static bool enter_in_beats(ws_core *core, uint32_t ready, memory_in *memory) {
  out_entry *e = &core->out.last;
  const core_beat *now = &core->beats.now;
  bool leaves;
  const bool taken = now->valid && enter_memory(core, ready, e->port, &now->head, &now->req, memory);
  const uint32_t lanes = ws_beats_plan(&core->beats, e, taken, &leaves);
  core->arrived = ws_out_blocks(e) ? lanes : 0;
  core->arrived_warp = e->head.warp;
  e->gone |= lanes;
  return leaves;
}

// What came first leaves: lanes that are to wait at once, a group when its unit can take it.
static bool dispatch(ws_core *core, uint32_t ready, memory_in *memory, bar_in *bar) {
  const out_entry *e = &core->out.last;
  sync_warp *w = &core->warp[e->head.warp];
  core->arrived = 0;
  core->far.passes = false;
  if (to_memory(e) && ws_beats_any(&core->beats))
    return enter_in_beats(core, ready, memory);
  if (!e->valid || (!e->store && !(ready >> e->port & 1)))
    return to_memory(e) && enter_memory(core, ready, e->port, &e->head, e->req, memory);
  if (e->store) {
    ws_sync_keep(w, e->head.lanes, e->req);
    if (e->several)
      ws_walk_keys(&core->walk, core->cfg.lanes, e->req);
    return true;
  }
  core->arrived = ws_out_blocks(e) ? e->head.lanes : 0;
  core->arrived_warp = e->head.warp;
  const ws_req *req = e->req;
  const uint32_t pred = !req ? w->pred : req->neg ? ~req->pred : req->pred;
  if (e->port < UNITS) {
    ws_core_unit_load(&core->cfg, &core->unit[e->port], e->port, &e->head, req ? req->a : w->a, req ? req->b : w->b,
                      req ? req->c : w->c, pred);
  } else if (to_memory(e)) {
    enter_memory(core, ready, e->port, &e->head, req, memory);
  } else {
    bar->head = &e->head;
    bar->pred = pred;
  }
  return true;
}

// ------------------------------------------------------------------------------------------------------- outputs

static bool is_idle(const ws_core *core, const bar_in *bar) {
  bool busy = core->collect.out || core->collect.gate || (core_has(core, WS_FAMILY_MEMORY) && !ws_memory_quiet(core)) ||
              (core_has(core, WS_FAMILY_BAR) && !ws_bar_unit_quiet(&core->bar, bar)) || !ws_front_quiet(&core->front) ||
              core->late.launch || core->late.launch_busy || core->late.exit_busy || !ws_out_empty(&core->out) ||
              refusal_pending(&core->refusal) || !ws_walk_quiet(&core->walk, core->warp, core->cfg.warps);
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
  out->req_ready = core->front.ready;
  out->err = core->err;
  out->clb = core_has(core, WS_FAMILY_BAR) ? ws_bar_unit_clb(&core->bar) : (ws_clb){0};
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
static void capture_ports(ws_core *core, const core_late *late) {
  if (late->exit_busy)
    ws_core_capture(core, WS_ST_CV_LANE_BUSY, late->exit_warp, 0, late->exit_busy, late->exit_lanes);
  if (late->launch_busy)
    ws_core_capture(core, WS_ST_CV_LANE_BUSY, late->launch_warp, 0, late->launch_lanes, late->launch_lanes);
}

// Arrivals, exits and the launch take effect; what stands at the ports is accepted.
static void take_effect(ws_core *core, const ws_in *in, const front_entry *e, const sync_arrival *x, const changes *c,
                        front_in *front) {
  if (x->ok && !x->fast) {
    const uint32_t key = ws_sync_key(core->cfg.lanes, e->req, bits_first(x->ok));
    const sync_record piece = {.op = e->req->op, .key = key, .lanes = x->ok, .tag = e->req->tag, .since = core->now};
    core->warp[e->warp].wait |= x->ok;
    ws_walk_piece(&core->walk, e->warp, &piece, x->several);
  }
  ws_front_step(&core->front, front);
  if (c->exit) {
    ws_walk_exit(&core->walk, c->exit_warp, c->exit_met);
    core->warp[c->exit_warp].live &= ~c->gone;
  }
  if (c->launch_free)
    core->warp[c->launch_warp].live = c->launch_lanes;
  if (in->tick) {
    core->now++;
    if (core->cfg.watchdog)
      core->walk.overdue = ~0u;
  }
}

void ws_core_step(ws_core *core, const ws_in *in, ws_out *out) {
  const changes c = take_turns(core);
  const core_late late = core->late;
  bar_in bar = {.clb_phase = in->clb_phase};
  for (unsigned w = 0; w < core->cfg.warps; w++)
    bar.live |= (uint32_t)(core->warp[w].live != 0) << w;
  show(core, &bar, out);
  capture_ports(core, &late);
  core->late = tell(core, &c, bar.live != 0);

  // collect, advance
  unsigned done = ws_core_collect(core, in->rsp_ready);
  uint32_t ready = 0;
  for (unsigned u = 0; u < UNITS; u++)
    ready |= (uint32_t)ws_core_unit_advance(&core->unit[u], u == done) << u;
  memory_in memory = {.atom_taken = done == WS_PORT_ATOM, .far_taken = done == WS_PORT_ATOM_FAR};
  memory.mbar = (mbar_in){.res_taken = done == WS_PORT_MBAR,
                          .wake_taken = done == WS_PORT_MBAR_WAKE,
                          .alive = late.alive,
                          .tick = in->tick,
                          .swept = core->mem_port.swept,
                          .held = core->mem_port.held,
                          .ports = in};
  bar.taken = done == WS_PORT_BAR;
  bar.start = late.start;
  bar.launch = late.launch;
  bar.launch_warp = late.launch_warp;
  bar.launch_warps = late.launch_warps;
  ws_memory_plan(core, in, bar.start, &memory);
  ready |= (uint32_t)ws_mbar_unit_ready(&core->mbar, &memory.mbar) << WS_PORT_MBAR;
  const bool held = ws_atom_guest_holds(&core->guest);
  const bool far_ready = ws_atom_far_quiet(&core->far) || core->far.passes;
  ready |= (uint32_t)(memory.atom.ready && far_ready && !held) << WS_PORT_ATOM;
  ready |= (uint32_t)ws_bar_unit_ready(&core->bar) << WS_PORT_BAR;

  // request: judged by the lanes that live and are blocked before anything of this cycle takes effect
  const ahead before = look_ahead(core);
  const front_entry *e = core->promised ? ws_front_head(&core->front) : NULL;
  const core_walk *k = &core->walk;
  const uint32_t changed = (c.exit ? 1u << c.exit_warp : 0) | (uint32_t)c.launch << c.launch_warp;
  front_in front = {.cfg = &core->cfg,
                    .ports = in,
                    .pop = e != NULL,
                    .apart = core->walk.several,
                    .busy = ws_out_busy(&core->out) | ws_walk_hold(k) | (k->valid ? 1u << k->head.warp : 0),
                    .exited = c.exit ? 1u << c.exit_warp : 0,
                    .live = core->warp[warp_of(core, core->front.exit.warp)].live};
  out_entry to = {0};
  sync_arrival x = {0};
  out->req_judged = e != NULL;
  out->exit_done = front.exited;
  core->recent = changed;
  if (e)
    judge(core, e, &to, &x);
  front.goes_on = x.ok != 0;
  if (to.valid && ws_out_blocks(&to))
    core->recent |= 1u << e->warp;
  const uint32_t piece = x.ok && !x.fast ? 1u << e->warp : 0;
  walk(core, core->front.stands | core->touched, e != NULL, &to);
  core->touched =
      ws_front_inside(&core->front, core->cfg.warps) | ws_front_due(&core->front) | (uint32_t)c.launch << c.launch_warp;
  if (refusal_pending(&core->refusal) && !e)
    refuse(core, &to);

  // mbarriers and barriers; what of them nobody gets a response to is younger than a response of this cycle
  uint32_t away[WS_WARPS_MAX];
  for (unsigned w = 0; w < core->cfg.warps; w++)
    away[w] = ws_memory_away(core, w) | core->bar.warp[w].away;
  const bool leaves = dispatch(core, ready, &memory, &bar);
  ws_memory_step(core, &memory, bar.start, out);
  if (core_has(core, WS_FAMILY_BAR))
    ws_bar_unit_step(&core->bar, &bar);
  ws_beats_step(&core->beats);
  ws_out_step(&core->out, leaves, to.valid ? &to : NULL);
  take_effect(core, in, e, &x, &c, &front);
  memcpy(core->away, away, core->cfg.warps * sizeof away[0]);
  core->promised = promised(core, &before, piece);
}
