// SPDX-License-Identifier: Apache-2.0
// Makes a failing stream short (shrink.h).
#include "shrink.h"

#include <string.h>

#include "later.h"
#include "session.h"
#include "text.h"

enum { REPLAYS_MAX = 600 }; // some seconds at most

// The first lane that runs, as the one that a script lets access memory: its bit, 0 if there is none, and its warp. With
// `slot` one of the CTA that this place of memory belongs to.
static uint32_t find_lane(const ws_lockstep *ls, const ws_session *m, const ws_slot *slot, uint32_t *lane) {
  const ws_out *out = ws_session_out(m);
  for (unsigned w = 0; w < ls->cfg.core.warps; w++) {
    uint32_t run = out->live[w] & ~out->wait[w];
    *lane = run & (0u - run);
    if (run && (!slot || ws_lockstep_cta(ls, slot->cta, w) == ws_lockstep_owner(ls, slot->cta, slot->addr)))
      return w;
  }
  *lane = 0;
  return 0;
}

static bool access_memory(const ws_lockstep *ls, ws_session *m, ws_stream *s, size_t k) {
  const ws_event *e = s->event[k];
  ws_ls_rsp rsp;
  s->warp[k] = (uint8_t)find_lane(ls, m, NULL, &s->lanes[k]);
  return e->kind == WS_EV_LS ? ws_session_ls(m, &e->ls, &rsp) : ws_session_tx(m, e->tx.addr, e->tx.bytes);
}

static bool play(const ws_lockstep *ls, ws_session *m, ws_stream *s, size_t k) {
  const ws_event *e = s->event[k];
  uint32_t *lanes = &s->lanes[k], which = ls->cfg.core.warps - 1;
  ws_session_cta(m, e->cta);
  const ws_out *out = ws_session_out(m);
  *lanes = 0;
  switch (e->kind) {
  case WS_EV_TICK: return ws_session_tick(m, 1);
  case WS_EV_LAUNCH:
    if (out->live[e->lanes.warp & which])
      return true;
    *lanes = e->lanes.lanes;
    ws_session_warps(m, ls->cta_warps[ws_lockstep_cta(ls, e->cta, e->lanes.warp & which)]);
    return ws_session_launch(m, e->lanes.warp & which, *lanes);
  case WS_EV_EXIT:
    *lanes = e->lanes.lanes & out->live[e->lanes.warp & which] & ~out->wait[e->lanes.warp & which];
    return !*lanes || ws_session_exit(m, e->lanes.warp & which, *lanes);
  case WS_EV_LS:
  case WS_EV_TX: return access_memory(ls, m, s, k);
  case WS_EV_MSG: return true;
  default: break;
  }
  ws_req req = e->req;
  *lanes = req.lanes &= out->live[req.warp & which] & ~out->wait[req.warp & which];
  if (!req.lanes || ws_text_unwritable(&req, ls->cfg.core.lanes))
    return true;
  return ws_session_issue(m, &req);
}

static bool one_lane(ws_session *m, uint32_t op, uint32_t warp, uint32_t lane, uint32_t addr) {
  ws_req req = {.op = op, .warp = warp, .lanes = lane};
  req.addr[__builtin_ctz(lane)] = addr;
  req.b[__builtin_ctz(lane)] = WS_SETUP_COUNT;
  return ws_session_issue(m, &req) && ws_session_settle(m);
}

// Shared memory as it was. A CTA of which no lane lives is cleared when it is launched.
static bool set_up(const ws_lockstep *ls, ws_session *m, const ws_stream *s) {
  uint32_t window = WS_SMEM_BYTES / ws_dut_slots(&ls->cfg.core);
  bool good = true;
  for (size_t k = 0; k < s->setups && good; k++) {
    const ws_slot *slot = &s->setup[k];
    ws_session_cta(m, slot->cta);
    uint32_t lane, warp = find_lane(ls, m, slot, &lane);
    if (slot->object && lane)
      good = one_lane(m, WS_OP_MBAR_INIT, warp, lane, slot->addr % window);
    if (slot->object && !slot->seen && lane && good)
      good = one_lane(m, WS_OP_MBAR_ARRIVE_SINK, warp, lane, slot->addr % window);
    good = good && ws_session_store(m, slot->addr, 8, slot->word, NULL);
  }
  return good;
}

// The lanes that live when the stream begins. A launch without lanes is the end of a warp that was to be launched.
static bool begin(const ws_lockstep *ls, ws_session *m, const ws_stream *s) {
  bool good = ws_session_settle(m);
  for (unsigned c = 0; c < ls->ctas; c++) {
    bool lives[WS_CTAS_MAX] = {false};
    ws_session_cta(m, c);
    for (uint32_t w = 0; w < ls->cfg.core.warps && good; w++) {
      unsigned cta = ws_lockstep_cta(ls, c, w);
      lives[cta] |= s->live[c][w] != 0;
      ws_session_warps(m, ls->cta_warps[cta]);
      if (s->live[c][w])
        good = ws_session_launch(m, w, s->live[c][w]);
    }
    for (uint32_t w = 0; w < ls->cfg.core.warps && good; w++)
      if ((s->gone[c] >> w & 1) && lives[ws_lockstep_cta(ls, c, w)])
        good = ws_session_launch(m, w, 0);
  }
  return good && ws_session_settle(m) && set_up(ls, m, s);
}

// Whether the stream makes RTL and model differ, or hang, when it is played with time to settle after each statement.
static bool fails(const ws_lockstep *ls, ws_stream *s, const char *waves, FILE *nowhere) {
  ws_session_cfg cfg = {.core = ls->cfg.core,
                        .rtl = ls->rtl_ops,
                        .test = ls->cfg.test,
                        .seed = ls->cfg.seed,
                        .global = ls->gmem,
                        .waves = waves,
                        .err = nowhere};
  ws_session *m = ws_session_open(&cfg);
  if (!m)
    return false;
  bool good = begin(ls, m, s);
  for (size_t k = 0; k < s->count && good; k++) {
    good = play(ls, m, s, k) && ws_session_settle(m);
    if (!good)
      s->count = k + 1;
  }
  return !ws_session_close(m);
}

// *less = *s without `gone` events, or slots of memory, from `at` on.
static void without(const ws_stream *s, bool slots, size_t at, size_t gone, ws_stream *less) {
  *less = *s;
  if (slots) {
    memmove(&less->setup[at], &s->setup[at + gone], (s->setups - at - gone) * sizeof less->setup[0]);
    less->setups -= gone;
  } else {
    memmove(&less->event[at], &s->event[at + gone], (s->count - at - gone) * sizeof less->event[0]);
    less->count -= gone;
  }
}

// Takes away stretches, half of the stream at first, in the end single events.
static void reduce(const ws_lockstep *ls, ws_stream *s, bool slots, FILE *nowhere) {
  unsigned replays = 0;
  const size_t *count = slots ? &s->setups : &s->count;
  for (size_t size = (*count + 1) / 2; size; size /= 2) {
    for (size_t at = 0; at < *count && replays < REPLAYS_MAX; replays++) {
      ws_stream less;
      without(s, slots, at, size < *count - at ? size : *count - at, &less);
      if (fails(ls, &less, NULL, nowhere))
        *s = less;
      else
        at += size;
    }
  }
}

bool ws_shrink(const ws_lockstep *ls, ws_stream *s) {
  if (!ls->rtl || !ls->model || ls->cfg.joined)
    return false; // with one side alone there is nothing to differ; with one CTA alone others would have to talk
  FILE *nowhere = fopen("/dev/null", "w");
  if (!nowhere)
    return false;
  ws_stream first = *s;
  bool shows = fails(ls, &first, NULL, nowhere);
  if (shows) {
    reduce(ls, &first, false, nowhere);
    reduce(ls, &first, true, nowhere);
    *s = first;
  }
  fclose(nowhere);
  return shows;
}

bool ws_shrink_waves(const ws_lockstep *ls, ws_stream *s, const char *file) {
  char part[600];
  if (!ws_later_begin(file, part, sizeof part))
    return false;
  FILE *nowhere = fopen("/dev/null", "w");
  const bool failed = nowhere && fails(ls, s, part, nowhere);
  if (nowhere)
    fclose(nowhere);
  if (!failed) // waves of a run without a failure show nothing
    remove(part);
  return failed && ws_later_end(file, part);
}
