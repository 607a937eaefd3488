// SPDX-License-Identifier: Apache-2.0
// Which events at shared memory may be under way together (judge_gate.h).
#include "judge_gate.h"

#include <string.h>

// Sources; those behind DATA are none that wait at a port: the arrive behind a copy, a tick, a request that waits for a copy.
enum { REQ, MSG, BYTES, ACCESS, DATA, LATE, TICK, BEHIND };
enum { REST = 4, QUIET = 200, COPIES = WS_SMEM_BYTES / 8 }; // COPIES: a place that stands for who waits for which copy

typedef struct places {
  unsigned n;
  uint16_t at[WS_LANES_MAX + 4];
  uint8_t by[WS_LANES_MAX + 4]; // source, as a bit
} places;

static void add_place(places *p, unsigned place, unsigned source) {
  p->at[p->n] = (uint16_t)place;
  p->by[p->n++] = (uint8_t)(1u << source);
}
static void add(places *p, uint64_t addr, unsigned source) {
  add_place(p, (unsigned)(addr % WS_SMEM_BYTES / 8), source);
}

static bool is_copy(uint32_t op) { return op == WS_OP_CP_ASYNC_CA || op == WS_OP_CP_ASYNC_CG; }
static bool is_copy_arrive(uint32_t op) {
  return op == WS_OP_MBAR_CP_ASYNC_ARRIVE || op == WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC;
}
static bool is_try(uint32_t op) {
  return op == WS_OP_MBAR_TRY_WAIT || op == WS_OP_MBAR_TRY_WAIT_HINT || op == WS_OP_MBAR_TRY_WAIT_PARITY ||
         op == WS_OP_MBAR_TRY_WAIT_PARITY_HINT;
}

static bool valid(const ws_in *in, unsigned source) {
  const bool at[WS_GATE_SOURCES] = {in->req.valid, in->net.valid, in->tx.valid, in->ls.valid, in->gm_rsp.valid};
  return at[source];
}

static void close_port(ws_in *in, unsigned source) {
  bool *at[WS_GATE_SOURCES] = {&in->req.valid, &in->net.valid, &in->tx.valid, &in->ls.valid, &in->gm_rsp.valid};
  *at[source] = false;
}

// Which words the event at this port touches.
static void touches(const ws_gate *g, const ws_in *in, unsigned source, places *p) {
  const oracle_mbar_copy *c = &g->mbar->copy[0];
  p->n = 0;
  switch (source) {
  case REQ:
    if (in->req.op >> 8 != WS_UNIT_MBAR || is_copy(in->req.op)) // a copy touches memory when its data comes
      return;
    for (unsigned i = 0; i < g->mbar->cfg.lanes; i++)
      if (in->req.lanes >> i & 1)
        add(p, in->req.addr[i], REQ);
    if (is_copy_arrive(in->req.op))
      add_place(p, COPIES, REQ);
    break;
  case MSG: add(p, (uint64_t)in->net.slot * 8, MSG); break;
  case BYTES: add(p, in->tx.addr, BYTES); break;
  case ACCESS:
    for (unsigned k = 0; k < WS_BANKS; k++)
      if (in->ls.en >> k & 1)
        add(p, ((uint64_t)in->ls.row[k] * WS_BANKS + k) * 4, ACCESS);
    break;
  default:
    add_place(p, COPIES, DATA);
    if (!g->mbar->copies)
      return;
    add(p, c->dst, DATA);
    add(p, c->dst + c->bytes - 1, DATA);
    if (c->arrive)
      add(p, (uint64_t)c->slot * 8, LATE);
  }
}

static bool meets(const ws_gate *g, const places *p) {
  for (unsigned n = 0; n < p->n; n++) {
    // Requests take their turn, and data is what the one in front waits for.
    const unsigned behind = p->by[n] & (1u << REQ | 1u << DATA | 1u << LATE) ? 1u << BEHIND : 0;
    if (g->touched[p->at[n]] & ~(p->by[n] | behind))
      return true;
  }
  return false;
}

void ws_gate_reset(ws_gate *g, const oracle_mbar *mbar) {
  memset(g, 0, sizeof *g);
  g->mbar = mbar;
  g->busy = g->apart = true; // memory is swept first
}

static bool ends_or_begins(const ws_gate *g, const ws_in *in) {
  uint32_t left = 0;
  if (in->launch.valid && !oracle_mbar_alive(g->mbar))
    return true;
  for (unsigned w = 0; w < g->mbar->cfg.warps && in->exit.valid; w++)
    left |= g->mbar->live[w] & (w == in->exit.warp ? ~in->exit.lanes : UINT32_MAX);
  return in->exit.valid && !left && oracle_mbar_alive(g->mbar);
}

// Somebody waits, or did so when all was settled last.
static bool waits(const ws_gate *g) {
  bool any = g->tries;
  for (unsigned n = 0; n < g->mbar->cfg.waiters && !any; n++)
    any = g->mbar->waiter[n].lanes != 0;
  return any;
}

void ws_gate_apply(ws_gate *g, ws_in *in) {
  bool held = false;
  g->ends = ends_or_begins(g, in);
  const bool alone = g->ends || g->apart || (in->tick && (waits(g) || (in->req.valid && is_try(in->req.op))));
  for (unsigned n = 0; n < WS_GATE_SOURCES; n++) {
    const unsigned source = (n + g->turn) % WS_GATE_SOURCES;
    if (!valid(in, source)) {
      g->shown[source] = false; // withdrawn
      continue;
    }
    places p;
    touches(g, in, source, &p);
    const bool matters = p.n > 0 || (source == REQ && is_copy(in->req.op));
    if (g->shown[source] && !(alone && matters))
      continue;
    // Data of copies comes while all else waits for them.
    if ((g->draining && source != DATA) || (matters && (alone || meets(g, &p)))) {
      close_port(in, source);
      g->shown[source] = false;
      held = true;
      continue;
    }
    for (unsigned k = 0; k < p.n; k++)
      g->touched[p.at[k]] |= p.by[k];
    g->shown[source] = true;
    g->quiet = 0;
    g->busy |= matters;
    g->tries |= source == REQ && is_try(in->req.op);
  }
  g->draining |= held;
}

bool ws_gate_stands(const ws_gate *g, const ws_in *in) {
  return g->busy && ((in->tick && waits(g)) || ends_or_begins(g, in));
}

void ws_gate_follow(ws_gate *g, const ws_in *in, const ws_out *out, unsigned reads) {
  const bool ready[WS_GATE_SOURCES] = {out->req_ready, out->net_ready, out->tx_ready, out->ls_ready, out->gm_rsp_ready};
  const bool stuck = (out->rsp.valid && !in->rsp_ready) || (out->net.valid && !in->net_ready) ||
                     (out->gm.valid && !in->gm_ready);
  bool moved = out->rsp.valid || out->net.valid || out->gm.valid || reads;
  bool here = moved || in->exit.valid || in->launch.valid || in->tick;
  for (unsigned source = 0; source < WS_GATE_SOURCES; source++) {
    const bool taken = valid(in, source) && ready[source];
    here |= valid(in, source);
    moved |= taken;
    if (taken)
      g->shown[source] = false;
  }
  if (in->tick && waits(g)) {
    g->busy = moved = true;
    for (unsigned n = 0; n < g->mbar->cfg.waiters; n++)
      if (g->mbar->waiter[n].lanes)
        g->touched[g->mbar->waiter[n].slot] |= 1u << TICK;
  }
  if (g->ends)
    g->busy = g->apart = moved = true;
  g->rest = out->idle && !here ? g->rest + 1 : 0;
  g->quiet = moved || stuck ? 0 : g->quiet + 1;
  if (g->rest < REST && g->quiet < QUIET)
    return;
  g->turn += g->draining;
  g->busy = g->draining = g->tries = g->apart = false;
  g->tries = waits(g);
  memset(g->touched, 0, sizeof g->touched);
  for (unsigned n = 0; n < g->mbar->ops; n++) // arrives that wait for a copy take place with its data
    for (unsigned i = 0; i < g->mbar->cfg.lanes && is_copy_arrive(g->mbar->op[n].req.op); i++)
      if (g->mbar->op[n].lanes >> i & 1)
        g->touched[g->mbar->op[n].req.addr[i] % WS_SMEM_BYTES / 8] |= 1u << BEHIND;
  memset(g->shown, 0, sizeof g->shown); // what still stands there touches its words anew
}
