// SPDX-License-Identifier: Apache-2.0
// Atomics of other CTAs, clock by clock: see atom_guest.h.
#include "when/atom_guest.h"

#include "what/op_fn.h"

static bool is_pairs(const atom_guest *g) { return atom_is_pairs(g->ask.fn); }

// Somebody lives here, and did so when the c came.
static bool here(const atom_guest *g, bool alive) {
  return alive && !(is_pairs(g) && !g->ask.lay && (g->lost >> g->ask.src & 1));
}

atom_guest_plan ws_atom_guest_plan(const atom_guest *g, bool alive, bool result, bool ready) {
  const bool enters = ws_atom_guest_holds(g) && ready, finds = g->ask_valid && here(g, alive);
  return (atom_guest_plan){.enters = enters,
                           .refused = g->ask_valid && !g->wants && !finds && !g->ans.valid && !result,
                           .takes = result && ws_atom_guest_takes(g),
                           .wants = g->wants ? !enters : finds};
}

void ws_atom_guest_group(atom_guest *g) {
  const ws_ask *a = &g->ask;
  g->head = (group_head){.op = WS_UNIT_ATOM << 8 | a->fn, .tag = a->src << 5 | a->lane, .lanes = 1};
  g->req.addr[0] = a->at;
  g->req.a[0] = a->s.lo;
  g->req.b[0] = (uint32_t)a->s.hi;
  g->req.c[0] = (uint32_t)(a->s.hi >> 32);
  g->req.pred = a->lay;
}

// The result of lane 0. Of 16 bytes the low half comes first, with p = 1; what comes with p = 0 and without it has laid down a c.
static void result(atom_guest *g, const ws_rsp *rsp) {
  const uint64_t d = (uint64_t)rsp->d_hi[0] << 32 | rsp->d[0];
  const bool second = g->half;
  g->half = rsp->p & 1;
  if (g->half)
    g->low = d;
  if (g->half || (atom_is_pairs(rsp->op & 0xff) && !second))
    return;
  g->ans = (ws_ans){.valid = true,
                    .dest = rsp->tag >> 5,
                    .lane = rsp->tag & 31,
                    .raw = rsp->status == WS_ST_MB_RAW_ACCESS,
                    .d = second ? (ws_atom_value){g->low, d} : (ws_atom_value){.lo = d}};
}

void ws_atom_guest_step(atom_guest *g, const atom_guest_plan *plan, bool alive, const ws_in *in, const ws_rsp *rsp,
                        bool ready) {
  const bool comes = !g->ask_valid && in->ask.valid, lay = g->ask.lay;
  if (g->ans.valid)
    g->ans.valid = !in->ans_ready;
  else if (plan->takes)
    result(g, rsp);
  else if (plan->refused && !lay)
    g->ans = (ws_ans){.valid = true, .dest = g->ask.src, .lane = g->ask.lane, .gone = true};
  if (plan->enters || plan->refused) {
    const uint32_t from = 1u << g->ask.src;
    if (is_pairs(g) && lay)
      g->lost = plan->refused ? g->lost | from : g->lost & ~from;
    g->ask_valid = false;
  }
  if (ready)
    g->turn = plan->enters;
  g->wants = plan->wants;
  if (comes) {
    g->ask = in->ask;
    g->ask_valid = true;
    g->wants = here(g, alive);
  }
}
