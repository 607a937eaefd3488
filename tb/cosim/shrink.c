// SPDX-License-Identifier: Apache-2.0
// Makes a failing stream short (shrink.h).
#include "shrink.h"

#include <string.h>

#include "session.h"

enum { REPLAYS_MAX = 600 }; // some seconds at most

static bool issue(ws_session *m, const ws_event *e, uint32_t slot, uint32_t *lanes) {
  const ws_out *out = ws_session_out(m);
  uint32_t run = out->live[slot] & ~out->wait[slot];
  *lanes = 0;
  if (e->kind == WS_EV_TICK)
    return ws_session_tick(m, 1);
  if (e->kind == WS_EV_LAUNCH) {
    if (out->live[slot])
      return true;
    *lanes = e->lanes.lanes;
    return ws_session_launch(m, slot, *lanes);
  }
  if (e->kind == WS_EV_EXIT) {
    *lanes = e->lanes.lanes & run;
    return !*lanes || ws_session_exit(m, slot, *lanes);
  }
  ws_req req = e->req;
  if (!ws_op_name(req.op))
    return true;
  *lanes = req.lanes &= run;
  return !req.lanes || ws_session_issue(m, &req);
}

// Whether the stream makes RTL and model differ, or hang, when it is played with time to settle after each statement.
static bool fails(const ws_lockstep *ls, ws_stream *s, FILE *nowhere) {
  ws_session_cfg cfg = {
      .core = ls->cfg.core, .rtl = ls->rtl_ops, .test = ls->cfg.test, .seed = ls->cfg.seed, .err = nowhere};
  ws_session *m = ws_session_open(&cfg);
  if (!m)
    return false;
  uint32_t which = cfg.core.warps - 1;
  bool good = ws_session_settle(m);
  for (uint32_t w = 0; w < cfg.core.warps && good; w++)
    if (s->live[w])
      good = ws_session_launch(m, w, s->live[w]);
  good = good && ws_session_settle(m);
  for (size_t k = 0; k < s->count && good; k++) {
    const ws_event *e = s->event[k];
    good =
        issue(m, e, (e->kind == WS_EV_REQ ? e->req.warp : e->lanes.warp) & which, &s->lanes[k]) && ws_session_settle(m);
    if (!good)
      s->count = k + 1;
  }
  return !ws_session_close(m);
}

// Takes away stretches, half of the stream at first, in the end single events.
static void reduce(const ws_lockstep *ls, ws_stream *s, FILE *nowhere) {
  unsigned replays = 0;
  for (size_t size = s->count / 2; size; size /= 2) {
    for (size_t at = 0; at < s->count && replays < REPLAYS_MAX; replays++) {
      ws_stream less = *s;
      size_t gone = size < s->count - at ? size : s->count - at;
      memmove(&less.event[at], &s->event[at + gone], (s->count - at - gone) * sizeof less.event[0]);
      less.count -= gone;
      if (fails(ls, &less, nowhere))
        *s = less;
      else
        at += size;
    }
  }
}

bool ws_shrink(const ws_lockstep *ls, ws_stream *s) {
  if (!ls->rtl || !ls->model)
    return false; // with one side alone there is nothing to differ
  FILE *nowhere = fopen("/dev/null", "w");
  if (!nowhere)
    return false;
  ws_stream first = *s;
  bool shows = fails(ls, &first, nowhere);
  if (shows) {
    reduce(ls, &first, nowhere);
    *s = first;
  }
  fclose(nowhere);
  return shows;
}
