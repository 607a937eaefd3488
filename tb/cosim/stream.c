// SPDX-License-Identifier: Apache-2.0
// What of the log belongs to a failing stream (stream.h).
#include "stream.h"

#include "when/core.h"

bool ws_stream_of_a_warp(const ws_lockstep *ls, const ws_event *e, uint32_t *warp) {
  bool it_is = e->kind == WS_EV_REQ || e->kind == WS_EV_EXIT || e->kind == WS_EV_LAUNCH;
  *warp = it_is ? (e->kind == WS_EV_REQ ? e->req.warp : e->lanes.warp) & (ls->cfg.core.warps - 1) : 0;
  return it_is;
}

static bool uses_memory(const ws_event *e) {
  return e->kind == WS_EV_REQ ? ws_dut_addressed(e->req.op)
                              : e->kind == WS_EV_LS || e->kind == WS_EV_TX || e->kind == WS_EV_MSG;
}

static bool uses_barrier(const ws_event *e) { return e->kind == WS_EV_REQ && ws_op_gathers(e->req.op); }

static uint64_t oldest(const ws_lockstep *ls) { return ls->log_count > WS_LOG_SIZE ? ls->log_count - WS_LOG_SIZE : 0; }

// The CTA whose state an event changes; of an access to the memory of several, the one of its first word.
static unsigned cta_of(const ws_lockstep *ls, const ws_event *e) {
  uint32_t warp;
  if (ws_stream_of_a_warp(ls, e, &warp))
    return ws_lockstep_cta(ls, e->cta, warp);
  if (e->kind == WS_EV_TX)
    return ws_lockstep_owner(ls, e->cta, e->tx.addr);
  if (e->kind != WS_EV_LS || !e->ls.en)
    return e->cta;
  unsigned bank = (unsigned)__builtin_ctz(e->ls.en);
  return ws_lockstep_owner(ls, e->cta, 4 * (e->ls.row[bank] * ws_dut_banks(&ls->cfg.core) + bank));
}

// Whether the log still holds everything since a CTA was started.
static bool whole(const ws_lockstep *ls, unsigned cta) { return ls->swept[cta] >= oldest(ls); }

// Where the events of a CTA begin that may matter.
static uint64_t begins(const ws_lockstep *ls, const ws_stream *s, bool memory, const ws_event *e) {
  uint32_t warp;
  unsigned cta = cta_of(ls, e);
  if (s->barriers && whole(ls, cta))
    return ls->swept[cta];
  if (memory)
    return ws_snapshot_begin(ls, cta);
  return ws_stream_of_a_warp(ls, e, &warp) && !s->barriers ? ls->clean[e->cta][warp] : 0;
}

static void look_for_uses(const ws_lockstep *ls, ws_stream *s, bool *memory) {
  for (uint64_t n = oldest(ls); n < ls->log_count; n++) {
    const ws_event *e = ws_lockstep_event(ls, n);
    bool counts = n >= ls->swept[cta_of(ls, e)];
    *memory |= counts && uses_memory(e);
    s->barriers |= counts && uses_barrier(e);
  }
}

// A CTA whose events all stand in the stream begins with empty memory.
static void set_up(const ws_lockstep *ls, ws_stream *s) {
  size_t n = 0, all = ws_snapshot_slots(ls, s->setup, WS_SETUP_MAX);
  for (size_t k = 0; k < all; k++)
    if (!s->barriers || !whole(ls, ws_lockstep_owner(ls, s->setup[k].cta, s->setup[k].addr)))
      s->setup[n++] = s->setup[k];
  s->setups = n;
}

// Warps without an event: what they are at the end they have always been.
static void other_warps(const ws_lockstep *ls, ws_stream *s, const bool seen[][WS_WARPS_MAX]) {
  for (unsigned cta = 0; cta < ls->ctas; cta++)
    for (unsigned w = 0; w < ls->cfg.core.warps; w++) {
      if (seen[cta][w])
        continue;
      bool pending = ls->model && ws_dut_model_core(ls->model, cta)->bar.pending >> w & 1;
      s->live[cta][w] = ls->out[cta].live[w];
      s->gone[cta] |= (uint32_t)(!s->live[cta][w] && !pending) << w;
    }
}

void ws_stream_collect(const ws_lockstep *ls, ws_stream *s) {
  bool seen[WS_CTAS_MAX][WS_WARPS_MAX] = {{false}}, memory = false;
  *s = (ws_stream){.count = 0};
  look_for_uses(ls, s, &memory);
  for (uint64_t n = oldest(ls); n < ls->log_count; n++) {
    const ws_event *e = ws_lockstep_event(ls, n);
    uint32_t warp;
    bool of_a_warp = ws_stream_of_a_warp(ls, e, &warp);
    if (e->kind != WS_EV_TICK && n < begins(ls, s, memory, e))
      continue;
    if (of_a_warp && !seen[e->cta][warp]) {
      s->live[e->cta][warp] = e->live;
      s->gone[e->cta] |= (uint32_t)(!e->live && e->kind != WS_EV_LAUNCH) << warp;
    }
    seen[e->cta][warp] |= of_a_warp;
    uint32_t run = e->live & ~e->wait;
    if (of_a_warp)
      s->lanes[s->count] = e->kind == WS_EV_REQ ? e->req.lanes & run : e->lanes.lanes & ~e->wait;
    else
      s->lanes[s->count] = run & (0u - run); // of warp 0
    s->cut |= s->barriers && e->kind != WS_EV_TICK && !whole(ls, cta_of(ls, e));
    s->event[s->count++] = e;
  }
  if (memory)
    set_up(ls, s);
  if (ls->ctas > 1 || s->barriers) // an operation may find its owner gone, a barrier awaits all that live
    other_warps(ls, s, seen);
}
