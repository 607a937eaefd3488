// SPDX-License-Identifier: Apache-2.0
// Which events at shared memory may be under way together (judge_gate.h).
#include "judge_gate.h"

#include <string.h>

#include "dut.h"

// Ports of a CTA; atomics, which come as requests and overtake mbarrier operations; and what waits at no port: the arrive behind a copy,
// a tick, a request that waits for a copy.
enum { REQ, MSG, BYTES, ACCESS, DATA };
#define ATOMIC(cta) (UINT64_C(1) << (48 + (cta)))
#define LATE (UINT64_C(1) << 61)
#define TICK (UINT64_C(1) << 62)
#define BEHIND (UINT64_C(1) << 63)
enum {
  REST = 4,
  QUIET = 200,
  A_LANE = 13,
  FAR_QUIET = 1500,
  COPIES = WS_SMEM_BYTES / 8
}; // A_LANE: more for each lane, as sums of floats at one word take 12 clocks. FAR_QUIET: with atomics in other CTAs. COPIES: a place
    // that stands for who waits for which copy

// Clocks of a sweep beyond those that the numbers above have room for: it takes one a row.
static unsigned more_rows(const ws_gate *g) { return WS_SMEM_BYTES / 4 / ws_dut_banks(&g->mbar[0].cfg) - 128; }

typedef struct places { // words of memory, each of a CTA, and who touches them
  unsigned n;
  uint8_t cta[2 * WS_LANES_MAX + 4];
  uint16_t at[2 * WS_LANES_MAX + 4];
  uint64_t by[2 * WS_LANES_MAX + 4];
} places;

static uint64_t port(unsigned cta, unsigned source) { return UINT64_C(1) << (cta * WS_GATE_SOURCES + source); }

static void add_place(places *p, unsigned cta, unsigned place, uint64_t by) {
  p->cta[p->n] = (uint8_t)cta;
  p->at[p->n] = (uint16_t)place;
  p->by[p->n++] = by;
}
static void add(places *p, unsigned cta, uint64_t addr, uint64_t by) {
  add_place(p, cta, (unsigned)(addr % WS_SMEM_BYTES / 8), by);
}

// The CTA that an address is of.
static unsigned owner(const ws_gate *g, unsigned cta, uint64_t addr) {
  const unsigned field = addr >> 24 & 255;
  return g->whole && field && field <= g->ctas ? field - 1 : cta;
}

static bool is_copy(uint32_t op) { return ws_is_mbar_copy(op) && ws_op_name(op); }
static bool is_copy_arrive(uint32_t op) { return ws_is_mbar_cp_arrive(op) && ws_op_name(op); }
static bool is_try(uint32_t op) { return ws_is_mbar_try_wait(op) && ws_op_name(op); }

static bool valid(const ws_in *in, unsigned source) {
  const bool at[WS_GATE_SOURCES] = {in->req.valid, in->net.valid, in->tx.valid, in->ls.valid, in->gm_rsp.valid};
  return at[source];
}

static void close_port(ws_in *in, unsigned source) {
  bool *at[WS_GATE_SOURCES] = {&in->req.valid, &in->net.valid, &in->tx.valid, &in->ls.valid, &in->gm_rsp.valid};
  *at[source] = false;
}

// Which words the event at this port touches.
static void touches(const ws_gate *g, const ws_in *in, unsigned cta, unsigned source, places *p) {
  const oracle_mbar *o = &g->mbar[cta];
  const oracle_mbar_copy *c = &o->copy[0];
  const uint64_t by = port(cta, source);
  p->n = 0;
  switch (source) {
  case REQ:
    for (unsigned i = 0; i < o->cfg.lanes && ws_dut_atomic(in->req.op); i++)
      if ((in->req.lanes >> i & 1) && in->req.addr[i] < WS_GLOBAL_WINDOW) { // global memory is no affair of this
        const unsigned of = owner(g, cta, in->req.addr[i]);
        add(p, of, in->req.addr[i], ATOMIC(cta));
        if (ws_is_atom_quad(in->req.op))
          add(p, of, in->req.addr[i] ^ 8, ATOMIC(cta));
      }
    if (in->req.op >> 8 != WS_UNIT_MBAR || is_copy(in->req.op)) // a copy touches memory when its data comes
      return;
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      if (in->req.lanes >> i & 1)
        add(p, owner(g, cta, in->req.addr[i]), in->req.addr[i], by);
    if (is_copy_arrive(in->req.op))
      add_place(p, cta, COPIES, by);
    break;
  case MSG: add(p, cta, (uint64_t)in->net.slot * 8, by); break;
  case BYTES: add(p, cta, in->tx.addr, by); break;
  case ACCESS:
    for (unsigned k = 0, n = ws_dut_banks(&o->cfg); k < n; k++)
      if (in->ls.en >> k & 1)
        add(p, cta, ((uint64_t)in->ls.row[k] * n + k) * 4, by);
    break;
  default:
    if (in->gm_rsp.tag)
      return;
    add_place(p, cta, COPIES, by);
    if (!o->copies)
      return;
    add(p, cta, c->dst, by);
    add(p, cta, c->dst + c->bytes - 1, by);
    if (c->arrive)
      add(p, cta, (uint64_t)c->slot * 8, LATE);
  }
}

static bool meets(const ws_gate *g, const places *p, unsigned cta) {
  for (unsigned n = 0; n < p->n; n++) {
    // Requests of the CTA take their turn, and data is what the one in front waits for.
    const bool turn = p->cta[n] == cta && (p->by[n] & (port(cta, REQ) | port(cta, DATA) | LATE));
    if (g->touched[p->cta[n]][p->at[n]] & ~(p->by[n] | (turn ? BEHIND : 0)))
      return true;
  }
  return false;
}

void ws_gate_reset(ws_gate *g, const oracle_mbar mbar[], const oracle_global global[], unsigned ctas, bool whole) {
  memset(g, 0, sizeof *g);
  g->mbar = mbar;
  g->global = global;
  g->ctas = ctas;
  g->whole = whole;
  g->busy = g->apart = true; // memory is swept first
}

// Somebody waits, or did so when all was settled last.
static bool waits(const ws_gate *g) {
  bool any = g->tries;
  for (unsigned c = 0; c < g->ctas; c++)
    for (unsigned n = 0; n < g->mbar[c].cfg.waiters && !any; n++)
      any = g->mbar[c].waiter[n].lanes != 0;
  return any;
}

// Lanes of a CTA that live and have not been told to exit, but for those of `exit`.
static bool stays(const ws_gate *g, const ws_lanes *exit, unsigned c) {
  const oracle_mbar *o = &g->mbar[c];
  uint32_t left = 0;
  for (unsigned w = 0; w < o->cfg.warps; w++)
    left |= o->live[w] & ~g->leaving[c][w] & (exit->valid && w == exit->warp ? ~exit->lanes : UINT32_MAX);
  return left != 0;
}

static bool ends_or_begins(const ws_gate *g, const ws_in in[]) {
  bool any = false;
  for (unsigned c = 0; c < g->ctas; c++)
    any |= (in[c].launch.valid && !stays(g, &(ws_lanes){0}, c)) ||
           (in[c].exit.valid && oracle_mbar_alive(&g->mbar[c]) && !stays(g, &in[c].exit, c));
  return any;
}

static bool ticks(const ws_gate *g, const ws_in in[]) {
  bool any = false;
  for (unsigned c = 0; c < g->ctas; c++)
    any = any || in[c].tick;
  return any;
}

static bool is_atomic(const ws_in *in, unsigned source) { return source == REQ && ws_dut_atomic(in->req.op); }

static bool in_global(const ws_gate *g, const ws_in *in, unsigned cta) {
  bool any = false;
  for (unsigned i = 0; i < g->mbar[cta].cfg.lanes; i++)
    any |= (in->req.lanes >> i & 1) && in->req.addr[i] >= WS_GLOBAL_WINDOW;
  return any;
}

static bool goes_far(const places *p, unsigned cta, unsigned source) {
  bool far = false;
  for (unsigned k = 0; k < p->n && source == REQ; k++)
    far |= p->by[k] == ATOMIC(cta) && p->cta[k] != cta;
  return far;
}

// An atomic would stand behind others, or, in another CTA that has begun anew, behind copies of the one before.
static bool atomic_waits(const ws_gate *g, unsigned cta, const places *p) {
  bool any = g->asks[cta] || g->global[cta].ops || g->mbar[cta].copies;
  for (unsigned k = 0; k < p->n; k++)
    any |= g->copied[p->cta[k]] || g->mbar[p->cta[k]].copies;
  return any;
}

// A copy may wait for room, and what is behind it: one that was given in since all was settled, or before that.
static bool crowded(const ws_gate *g, unsigned cta) {
  const oracle_mbar *o = &g->mbar[cta];
  unsigned asked = 0;
  for (unsigned n = 0; n < o->ops; n++)
    asked += is_copy(o->op[n].req.op) ? (unsigned)__builtin_popcount(o->op[n].lanes) : 0;
  if (asked < g->copied[cta])
    asked = g->copied[cta];
  return asked && asked + o->copies > (o->cfg.copies ? o->cfg.copies : 8);
}

// Copies of this CTA, also those that wait for room, will write this word.
static bool will_write(const oracle_mbar *o, unsigned word) {
  bool any = false;
  for (unsigned k = 0; k < o->copies; k++)
    any |= word >= o->copy[k].dst / 8 && word <= (o->copy[k].dst + o->copy[k].bytes - 1) / 8;
  for (unsigned n = 0; n < o->ops; n++)
    for (unsigned i = 0; i < o->cfg.lanes && is_copy(o->op[n].req.op); i++)
      if (o->op[n].lanes >> i & 1) { // 16 bytes at most
        const unsigned at = (unsigned)(o->op[n].req.addr[i] % WS_SMEM_BYTES / 8);
        any |= word == at || word == at + 1;
      }
  return any;
}

// A request would meet such a word. In the RTL it may wait for the copy's data, which would have to wait for it here.
static bool meets_copy(const ws_gate *g, const places *p) {
  bool any = false;
  for (unsigned n = 0; n < p->n; n++)
    any = any || will_write(&g->mbar[p->cta[n]], p->at[n]);
  return any;
}

// This event touches a place at which lanes of a CTA wait, and may release them.
static bool releases(const ws_gate *g, const places *p, unsigned cta) {
  const oracle_mbar *o = &g->mbar[cta];
  bool any = false;
  for (unsigned k = 0; k < p->n; k++)
    for (unsigned n = 0; n < o->cfg.waiters; n++)
      any |= p->cta[k] == cta && o->waiter[n].lanes && o->waiter[n].slot == p->at[k];
  return any;
}

// Requests of a CTA that stand behind one without room would touch a place that another event has touched.
static bool queue_meets(const ws_gate *g, unsigned cta) {
  const oracle_mbar *o = &g->mbar[cta];
  bool any = false;
  for (unsigned n = 0; n < o->ops; n++)
    for (unsigned i = 0; i < o->cfg.lanes && !is_copy(o->op[n].req.op); i++)
      if (o->op[n].lanes >> i & 1) {
        const uint64_t addr = o->op[n].req.addr[i];
        any |= (g->touched[owner(g, cta, addr)][addr % WS_SMEM_BYTES / 8] & ~(port(cta, REQ) | BEHIND)) != 0;
      }
  return any;
}

// With this event at a port of `cta`, the requests of CTA k that stand for want of room, or for this data, may go on. A remote arrival
// among these that would do the same in a third CTA is not looked for.
static bool frees_queue(const ws_gate *g, const places *p, unsigned cta, unsigned source, unsigned k) {
  return p->n && ((source == DATA && k == cta) || releases(g, p, k));
}

// It has to wait, because one of those would meet another event. A request stands behind its own CTA's.
static bool frees_crowd(const ws_gate *g, const places *p, unsigned cta, unsigned source) {
  bool any = false;
  for (unsigned k = 0; k < g->ctas && !any; k++)
    any = !(source == REQ && k == cta) && frees_queue(g, p, cta, source, k) && queue_meets(g, k);
  return any;
}

// With this event the request in front may go on, and all that stand behind it: from now on they touch their words.
static void moves_on(ws_gate *g, unsigned cta) {
  const oracle_mbar *o = &g->mbar[cta];
  for (unsigned n = 0; n < o->ops; n++)
    for (unsigned i = 0; i < o->cfg.lanes && !is_copy(o->op[n].req.op); i++)
      if (o->op[n].lanes >> i & 1) {
        const uint64_t addr = o->op[n].req.addr[i];
        g->touched[owner(g, cta, addr)][addr % WS_SMEM_BYTES / 8] |= port(cta, REQ);
      }
}

// One port: false if what stands there must wait.
static bool admit(ws_gate *g, const ws_in in[], unsigned c, unsigned source, bool alone) {
  const ws_in *at = &in[c];
  places p;
  touches(g, at, c, source, &p);
  const bool atomic = is_atomic(at, source), copy = source == REQ && is_copy(at->req.op);
  const bool behind = atomic ? atomic_waits(g, c, &p) : p.n && source == REQ && (crowded(g, c) || meets_copy(g, &p));
  const bool matters = p.n > 0 || atomic || copy;
  const bool begins_wait = source == REQ && is_try(at->req.op) && ticks(g, in);
  if (g->shown[c][source] && !(alone && matters))
    return true;
  // Data of copies comes while all else waits for them.
  if ((g->draining && source != DATA) ||
      (matters && (alone || begins_wait || meets(g, &p, c) || behind || frees_crowd(g, &p, c, source))))
    return false;
  for (unsigned k = 0; k < p.n; k++)
    g->touched[p.cta[k]][p.at[k]] |= p.by[k];
  for (unsigned k = 0; k < g->ctas; k++)
    if (frees_queue(g, &p, c, source, k))
      moves_on(g, k);
  g->shown[c][source] = true;
  g->quiet = 0;
  g->busy |= matters;
  g->far |= goes_far(&p, c, source);
  g->copied[c] += copy ? (unsigned)__builtin_popcount(at->req.lanes) : 0;
  g->asks[c] |= copy || (atomic && in_global(g, at, c));
  g->tries |= source == REQ && is_try(at->req.op);
  return true;
}

// The same, and closes the port.
static bool pass(ws_gate *g, ws_in in[], unsigned c, unsigned source, bool alone) {
  const bool stands = valid(&in[c], source), may = stands && admit(g, in, c, source, alone);
  if (stands && !may)
    close_port(&in[c], source);
  g->shown[c][source] = g->shown[c][source] && may; // held, or withdrawn
  return may || !stands;
}

void ws_gate_apply(ws_gate *g, ws_in in[]) {
  bool held = false;
  g->ends = ends_or_begins(g, in);
  const bool alone = g->ends || g->apart || (ticks(g, in) && waits(g));
  // Data of copies first: a CTA that has ended or begun may wait for it, and take nothing else until then.
  for (unsigned c = 0; c < g->ctas; c++)
    held |= !pass(g, in, c, DATA, alone);
  for (unsigned n = 0; n < g->ctas * WS_GATE_SOURCES; n++) {
    const unsigned k = (n + g->turn) % (g->ctas * WS_GATE_SOURCES);
    if (k % WS_GATE_SOURCES != DATA)
      held |= !pass(g, in, k / WS_GATE_SOURCES, k % WS_GATE_SOURCES, alone);
  }
  g->draining |= held;
  // A tick ends waits, and what had no room behind them goes on.
  for (unsigned c = 0; c < g->ctas && ticks(g, in) && waits(g); c++)
    moves_on(g, c);
}

bool ws_gate_stands(const ws_gate *g, const ws_in in[]) {
  return g->busy && ((ticks(g, in) && waits(g)) || ends_or_begins(g, in));
}

// All that was under way has had its effect.
static void settled(ws_gate *g) {
  g->turn += g->draining;
  g->busy = g->draining = g->tries = g->apart = g->far = false;
  g->tries = waits(g);
  memset(g->asks, 0, sizeof g->asks);
  memset(g->copied, 0, sizeof g->copied);
  memset(g->touched, 0, g->ctas * sizeof g->touched[0]);
  memset(g->shown, 0, sizeof g->shown); // what still stands there touches its words anew
  for (unsigned c = 0; c < g->ctas; c++)
    for (unsigned n = 0; n < g->mbar[c].ops; n++) { // arrives that wait for a copy take place with its data
      const oracle_mbar_op *op = &g->mbar[c].op[n];
      for (unsigned i = 0; i < g->mbar[c].cfg.lanes && is_copy_arrive(op->req.op); i++)
        if (op->lanes >> i & 1)
          g->touched[c][op->req.addr[i] % WS_SMEM_BYTES / 8] |= BEHIND;
    }
}

void ws_gate_follow(ws_gate *g, const ws_in in[], const ws_out out[], unsigned reads) {
  bool moved = reads > 0, here = moved, stuck = false, idle = true;
  for (unsigned c = 0; c < g->ctas; c++) {
    const ws_in *i = &in[c];
    const ws_out *o = &out[c];
    const bool net = !g->whole && o->net.valid;
    const bool ready[WS_GATE_SOURCES] = {o->req_ready, o->net_ready, o->tx_ready, o->ls_ready, o->gm_rsp_ready};
    idle &= o->idle;
    stuck |= (o->rsp.valid && !i->rsp_ready) || (net && !i->net_ready) || (o->gm.valid && !i->gm_ready);
    moved |= o->rsp.valid || net || o->gm.valid;
    if (i->exit.valid)
      g->leaving[c][i->exit.warp % WS_WARPS_MAX] |= i->exit.lanes;
    if (i->launch.valid)
      g->leaving[c][i->launch.warp % WS_WARPS_MAX] = 0;
    here |= moved || i->exit.valid || i->launch.valid || i->tick;
    for (unsigned source = 0; source < WS_GATE_SOURCES; source++) {
      here |= valid(i, source);
      if (!valid(i, source) || !ready[source])
        continue;
      g->shown[c][source] = false;
      moved = true;
    }
  }
  if (ticks(g, in) && waits(g)) {
    g->busy = moved = true;
    for (unsigned c = 0; c < g->ctas; c++)
      for (unsigned n = 0; n < g->mbar[c].cfg.waiters; n++)
        if (g->mbar[c].waiter[n].lanes)
          g->touched[c][g->mbar[c].waiter[n].slot] |= TICK;
  }
  if (g->ends)
    g->busy = g->apart = moved = true;
  g->rest = idle && !here ? g->rest + 1 : 0;
  g->quiet = moved || stuck ? 0 : g->quiet + 1;
  const unsigned quiet = (g->far ? FAR_QUIET : QUIET + A_LANE * g->mbar[0].cfg.lanes) + (g->apart ? more_rows(g) : 0);
  if (g->rest >= REST || g->quiet >= quiet)
    settled(g);
}
