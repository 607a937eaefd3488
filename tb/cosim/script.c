// SPDX-License-Identifier: Apache-2.0
// The failing stream as a warp script (script.h).
//
// A script cannot launch a warp: each one starts live. So a launch that reuses a slot becomes a further warp of the
// script, as long as there are any. Nor can it name lanes that are blocked or exited; those are left out, in a comment.
#include "script.h"

#include <inttypes.h>
#include <string.h>

#include "text.h"

typedef struct writer {
  FILE *f;
  const ws_lockstep *ls;
  uint32_t all;                 // every lane
  unsigned current;             // warp selected in the script
  unsigned used;                // script warps in use
  unsigned name[WS_WARPS_MAX];  // slot -> script warp
  uint32_t live[WS_WARPS_MAX];  // by slot
  bool begun[WS_WARPS_MAX];     // by slot
} writer;

static bool wanted(const ws_lockstep *ls, uint64_t n, const ws_event *e, uint32_t *warp) {
  if (e->kind == WS_EV_TICK) return true;
  *warp = (e->kind == WS_EV_REQ ? e->req.warp : e->lanes.warp) & (ls->cfg.core.warps - 1);
  return n >= ls->clean[*warp];
}

static void select_warp(writer *w, uint32_t slot) {
  if (w->current == w->name[slot]) return;
  w->current = w->name[slot];
  fprintf(w->f, ".warp %u;\n", w->current);
}

// First mention of a slot: lets the lanes exit that were not live when its traffic began.
static void begin(writer *w, uint32_t slot, uint32_t live) {
  if (w->begun[slot]) return;
  w->begun[slot] = true;
  w->live[slot] = live;
  select_warp(w, slot);
  if (live != w->all) fprintf(w->f, ".exit 0x%" PRIx32 ";\n", w->all & ~live);
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
  if (w->begun[slot]) w->name[slot] = w->used++;
  w->begun[slot] = false;
  begin(w, slot, lanes & w->all);
}

static void request(writer *w, uint32_t slot, const ws_event *e) {
  char text[WS_TEXT_MAX], operands[WS_TEXT_MAX];
  unsigned lanes = w->ls->cfg.core.lanes;
  ws_req req = e->req;
  uint32_t lost = req.lanes & (e->wait | ~w->live[slot]);
  req.lanes &= ~lost & w->all;
  ws_text_operands(operands, &req, lanes);
  ws_text_ptx(text, &req, lanes);
  select_warp(w, slot);
  fprintf(w->f, "// cycle %" PRIu64 ", tag %" PRIu32, e->cycle, req.tag);
  if (lost) fprintf(w->f, "; also issued to blocked or exited lanes 0x%" PRIx32, lost);
  fprintf(w->f, "\n");
  if (!ws_op_name(req.op)) fprintf(w->f, "// %s\n", text);
  else if (req.lanes == w->all) fprintf(w->f, "%s%s\n", operands, text);
  else if (req.lanes) fprintf(w->f, ".set.pred g, 0x%" PRIx32 "; %s@g %s\n", req.lanes, operands, text);
}

static void event(writer *w, const ws_event *e, uint32_t slot) {
  bool fresh = e->kind == WS_EV_LAUNCH && !w->begun[slot];
  if (e->kind != WS_EV_TICK && !fresh) begin(w, slot, w->ls->clean[slot] ? w->ls->clean_live[slot] : e->live);
  switch (e->kind) {
  case WS_EV_REQ: request(w, slot, e); break;
  case WS_EV_LAUNCH: launch(w, slot, e->lanes.lanes); break;
  case WS_EV_TICK: fprintf(w->f, ".wait 1;\n"); break;
  case WS_EV_EXIT: {
    uint32_t lanes = e->lanes.lanes & w->live[slot] & ~e->wait;
    w->live[slot] &= ~lanes;
    select_warp(w, slot);
    if (lanes) fprintf(w->f, ".exit 0x%" PRIx32 "; // cycle %" PRIu64 "\n", lanes, e->cycle);
    break;
  }
  }
}

// Launches of slots that were in use before: that many warps more than the build has.
static unsigned script_warps(const ws_lockstep *ls, uint64_t first) {
  unsigned n = ls->cfg.core.warps;
  bool seen[WS_WARPS_MAX] = {false};
  uint32_t slot = 0;
  for (uint64_t i = first; i < ls->log_count; i++) {
    const ws_event *e = ws_lockstep_event(ls, i);
    if (!wanted(ls, i, e, &slot) || e->kind == WS_EV_TICK) continue;
    if (e->kind == WS_EV_LAUNCH && seen[slot]) n++;
    seen[slot] = true;
  }
  return n < WS_WARPS_MAX ? n : WS_WARPS_MAX;
}

bool ws_script_write(const ws_lockstep *ls, const char *file, const char *what) {
  FILE *f = fopen(file, "w");
  if (!f) return false;
  const ws_config *c = &ls->cfg.core;
  uint64_t first = ls->log_count > WS_LOG_SIZE ? ls->log_count - WS_LOG_SIZE : 0;
  fprintf(f, "// %s, seed %" PRIu64 ", cycle %" PRIu64 ": %s\n", ls->cfg.test, ls->cfg.seed, ls->cycle, what);
  fprintf(f, "// A script waits until the machine has settled after each statement; a fault that needs statements to overlap\n"
             "// in time shows only in the run itself%s%s\n",
          ls->cfg.repeat ? ": " : ".", ls->cfg.repeat ? ls->cfg.repeat : "");
  for (unsigned s = 0; s < c->warps; s++)
    if (ls->clean[s] < first && (ls->owed[s] || ls->out->wait[s]))
      fprintf(f, "// the beginning of warp %u's traffic is no longer known\n", s);
  fprintf(f, ".machine lanes=%u, warps=%u, target=%s", c->lanes, script_warps(ls, first), c->legacy ? "sm_60" : "sm_100a");
  if (c->watchdog) fprintf(f, ", watchdog=%u", c->watchdog);
  fprintf(f, ";\n");

  writer w = {.f = f, .ls = ls, .all = c->lanes == 32 ? UINT32_MAX : (1u << c->lanes) - 1, .used = c->warps};
  for (unsigned s = 0; s < WS_WARPS_MAX; s++) w.name[s] = s;
  uint32_t slot = 0;
  for (uint64_t n = first; n < ls->log_count; n++) {
    const ws_event *e = ws_lockstep_event(ls, n);
    if (wanted(ls, n, e, &slot)) event(&w, e, slot);
  }
  if (ls->in.req.valid && !ls->out->req_ready) fprintf(f, "// a further request stood at the port\n");
  return fclose(f) == 0;
}
