// SPDX-License-Identifier: Apache-2.0
// The failing stream as a warp script (script.h).
//
// A script cannot launch a warp: each one starts live. So a launch that reuses a slot becomes a further warp of the
// script, as long as there are any. Nor can it name lanes that are blocked or exited; those are left out, in a comment.
#include "script.h"

#include <inttypes.h>
#include <string.h>

#include "shrink.h"
#include "text.h"

typedef struct writer {
  FILE *f;
  const ws_lockstep *ls;
  uint32_t all;                // every lane
  unsigned current;            // warp selected in the script
  unsigned used;               // script warps in use
  unsigned name[WS_WARPS_MAX]; // slot -> script warp
  uint32_t live[WS_WARPS_MAX]; // by slot
  bool begun[WS_WARPS_MAX];    // by slot
} writer;

static uint32_t slot_of(const ws_lockstep *ls, const ws_event *e) {
  return (e->kind == WS_EV_REQ ? e->req.warp : e->lanes.warp) & (ls->cfg.core.warps - 1);
}

// The events that may matter: of each warp those since it last had neither blocked lanes nor open answers.
static void collect(const ws_lockstep *ls, ws_stream *s) {
  bool seen[WS_WARPS_MAX] = {false};
  *s = (ws_stream){.count = 0};
  for (uint64_t n = ls->log_count > WS_LOG_SIZE ? ls->log_count - WS_LOG_SIZE : 0; n < ls->log_count; n++) {
    const ws_event *e = ws_lockstep_event(ls, n);
    uint32_t slot = slot_of(ls, e);
    if (e->kind != WS_EV_TICK && n < ls->clean[slot])
      continue;
    if (e->kind != WS_EV_TICK && !seen[slot])
      s->live[slot] = e->live;
    seen[slot] |= e->kind != WS_EV_TICK;
    s->lanes[s->count] = e->kind == WS_EV_REQ ? e->req.lanes & e->live & ~e->wait : e->lanes.lanes & ~e->wait;
    s->event[s->count++] = e;
  }
}

static void select_warp(writer *w, uint32_t slot) {
  if (w->current == w->name[slot])
    return;
  w->current = w->name[slot];
  fprintf(w->f, ".warp %u;\n", w->current);
}

// First mention of a slot: lets the lanes exit that were not live when its traffic began.
static void begin(writer *w, uint32_t slot, uint32_t live) {
  if (w->begun[slot])
    return;
  w->begun[slot] = true;
  w->live[slot] = live;
  if (live == w->all)
    return;
  select_warp(w, slot);
  fprintf(w->f, ".exit 0x%" PRIx32 ";\n", w->all & ~live);
}

static void launch(writer *w, uint32_t slot, uint32_t lanes) {
  if (w->begun[slot] && w->live[slot]) {
    fprintf(w->f, "// a launch of warp %" PRIu32 ", which still had live lanes\n", slot);
    return;
  }
  if (w->begun[slot] && w->used == WS_WARPS_MAX) {
    fprintf(w->f, "// warp %" PRIu32 " launched with lanes 0x%" PRIx32 ": out of script warps\n", slot, lanes);
    return;
  }
  if (w->begun[slot])
    w->name[slot] = w->used++;
  w->begun[slot] = false;
  begin(w, slot, lanes & w->all);
}

static void request(writer *w, uint32_t slot, const ws_event *e, uint32_t to) {
  char text[WS_TEXT_MAX], operands[WS_TEXT_MAX];
  unsigned lanes = w->ls->cfg.core.lanes;
  ws_req req = e->req;
  uint32_t lost = req.lanes & ~to;
  req.lanes = to;
  ws_text_operands(operands, &req, lanes);
  ws_text_ptx(text, &req, lanes);
  select_warp(w, slot);
  fprintf(w->f, "// cycle %" PRIu64 ", tag %" PRIu32, e->cycle, req.tag);
  if (lost)
    fprintf(w->f, "; also issued to blocked or exited lanes 0x%" PRIx32, lost);
  fprintf(w->f, "\n");
  if (!ws_op_name(req.op))
    fprintf(w->f, "// %s\n", text);
  else if (req.lanes == w->all)
    fprintf(w->f, "%s%s\n", operands, text);
  else if (req.lanes)
    fprintf(w->f, ".set.pred g, 0x%" PRIx32 "; %s@g %s\n", req.lanes, operands, text);
}

static void event(writer *w, const ws_event *e, uint32_t to) {
  uint32_t slot = slot_of(w->ls, e);
  switch (e->kind) {
  case WS_EV_REQ: request(w, slot, e, to); break;
  case WS_EV_LAUNCH: launch(w, slot, to); break;
  case WS_EV_TICK: fprintf(w->f, ".wait 1;\n"); break;
  case WS_EV_EXIT: {
    uint32_t lanes = to & w->live[slot];
    w->live[slot] &= ~lanes;
    if (!lanes)
      break;
    select_warp(w, slot);
    fprintf(w->f, ".exit 0x%" PRIx32 "; // cycle %" PRIu64 "\n", lanes, e->cycle);
    break;
  }
  }
}

// Launches of slots that were in use before: that many warps more than the build has.
static unsigned script_warps(const ws_lockstep *ls, const ws_stream *s) {
  unsigned n = ls->cfg.core.warps;
  bool seen[WS_WARPS_MAX] = {false};
  for (size_t k = 0; k < s->count; k++) {
    if (s->event[k]->kind == WS_EV_TICK)
      continue;
    uint32_t slot = slot_of(ls, s->event[k]);
    if (s->event[k]->kind == WS_EV_LAUNCH && (seen[slot] || s->live[slot]))
      n++;
    seen[slot] = true;
  }
  return n < WS_WARPS_MAX ? n : WS_WARPS_MAX;
}

static void head(const ws_lockstep *ls, FILE *f, const char *what, const ws_stream *s, size_t whole, bool shows) {
  const ws_config *c = &ls->cfg.core;
  fprintf(f, "// %s, seed %" PRIu64 ", cycle %" PRIu64 ": %s\n", ls->cfg.test, ls->cfg.seed, ls->cycle, what);
  if (shows)
    fprintf(f, "// %zu of %zu events; RTL and model differ in a replay of these\n", s->count, whole);
  else
    fprintf(f,
            "// Statement by statement, with time to settle between, this passes: the fault needs them to overlap in "
            "time.\n"
            "// The run itself: %s\n",
            ls->cfg.repeat ? ls->cfg.repeat : "");
  fprintf(f, ".machine lanes=%u, warps=%u, target=%s", c->lanes, script_warps(ls, s), c->legacy ? "sm_60" : "sm_100a");
  if (c->watchdog)
    fprintf(f, ", watchdog=%u", c->watchdog);
  fprintf(f, ";\n");
}

bool ws_script_write(const ws_lockstep *ls, const char *file, const char *what) {
  FILE *f = fopen(file, "w");
  if (!f)
    return false;
  ws_stream s;
  collect(ls, &s);
  size_t whole = s.count;
  bool shows = ws_shrink(ls, &s);
  head(ls, f, what, &s, whole, shows);
  unsigned lanes = ls->cfg.core.lanes, warps = ls->cfg.core.warps;
  writer w = {.f = f, .ls = ls, .all = lanes == 32 ? UINT32_MAX : (1u << lanes) - 1, .used = warps};
  for (unsigned slot = 0; slot < WS_WARPS_MAX; slot++)
    w.name[slot] = slot;
  bool needed[WS_WARPS_MAX] = {false};
  for (size_t k = 0; k < s.count; k++)
    if (s.event[k]->kind != WS_EV_TICK)
      needed[slot_of(ls, s.event[k])] = true;
  for (unsigned slot = 0; slot < warps; slot++)
    if (needed[slot] && s.live[slot])
      begin(&w, slot, s.live[slot]); // a slot that is not live will be launched
  for (size_t k = 0; k < s.count; k++)
    event(&w, s.event[k], s.lanes[k]);
  if (!shows && ls->in.req.valid && !ls->out->req_ready)
    fprintf(f, "// a further request stood at the port\n");
  return fclose(f) == 0;
}
