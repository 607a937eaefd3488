// SPDX-License-Identifier: Apache-2.0
// The failing stream as a warp script (script.h).
//
// A script cannot launch a warp: each one starts live. So a launch that reuses a slot becomes a further warp of the
// script, as long as there are any. Nor can it name lanes that are blocked or exited; those are left out, in a comment.
// Accesses at the port of shared memory and reports of an asynchronous engine become instructions of a lane that runs.
#include "script.h"

#include <inttypes.h>
#include <string.h>

#include "shrink.h"
#include "text.h"

typedef struct cta_slots {
  unsigned used;               // script warps in use
  unsigned name[WS_WARPS_MAX]; // slot -> script warp
  uint32_t live[WS_WARPS_MAX]; // by slot
  bool begun[WS_WARPS_MAX];    // by slot
} cta_slots;

typedef struct writer {
  FILE *f;
  const ws_lockstep *ls;
  uint32_t all;       // every lane
  unsigned cta, warp; // selected in the script
  cta_slots at[WS_CTAS_MAX];
} writer;

static bool of_a_warp(const ws_event *e) {
  return e->kind == WS_EV_REQ || e->kind == WS_EV_EXIT || e->kind == WS_EV_LAUNCH;
}

static uint32_t slot_of(const ws_lockstep *ls, const ws_event *e) {
  return (e->kind == WS_EV_REQ ? e->req.warp : e->lanes.warp) & (ls->cfg.core.warps - 1);
}

static bool uses_memory(const ws_event *e) {
  return e->kind == WS_EV_REQ ? e->req.op >> 8 == WS_UNIT_MBAR
                              : e->kind == WS_EV_LS || e->kind == WS_EV_TX || e->kind == WS_EV_MSG;
}

static uint64_t oldest(const ws_lockstep *ls) { return ls->log_count > WS_LOG_SIZE ? ls->log_count - WS_LOG_SIZE : 0; }

// The events that may matter: of each warp those since it last had neither blocked lanes nor open answers; where shared
// memory was used, all since it was cleared.
static void collect(const ws_lockstep *ls, ws_stream *s) {
  bool seen[WS_CTAS_MAX][WS_WARPS_MAX] = {{false}}, memory = false;
  *s = (ws_stream){.count = 0};
  for (uint64_t n = oldest(ls); n < ls->log_count; n++) {
    const ws_event *e = ws_lockstep_event(ls, n);
    memory |= n >= ls->swept[e->cta] && uses_memory(e);
  }
  for (uint64_t n = oldest(ls); n < ls->log_count; n++) {
    const ws_event *e = ws_lockstep_event(ls, n);
    uint32_t slot = of_a_warp(e) ? slot_of(ls, e) : 0;
    if (e->kind != WS_EV_TICK && n < (memory ? ws_snapshot_begin(ls, e->cta) : ls->clean[e->cta][slot]))
      continue;
    if (of_a_warp(e) && !seen[e->cta][slot])
      s->live[e->cta][slot] = e->live;
    seen[e->cta][slot] |= of_a_warp(e);
    uint32_t run = e->live & ~e->wait;
    if (of_a_warp(e))
      s->lanes[s->count] = e->kind == WS_EV_REQ ? e->req.lanes & run : e->lanes.lanes & ~e->wait;
    else
      s->lanes[s->count] = run & (0u - run); // of warp 0
    s->event[s->count++] = e;
  }
  if (memory)
    s->setups = ws_snapshot_slots(ls, s->setup, WS_SETUP_MAX);
  // Of a cluster all is set up: an operation may find its owner gone.
  for (unsigned cta = 0; cta < ls->ctas && ls->ctas > 1; cta++)
    for (unsigned slot = 0; slot < ls->cfg.core.warps; slot++)
      if (!seen[cta][slot])
        s->live[cta][slot] = ls->out[cta].live[slot];
}

static void select_warp(writer *w, unsigned cta, unsigned warp) {
  if (w->cta != cta)
    fprintf(w->f, ".cta %u;\n", cta);
  if (w->warp != warp)
    fprintf(w->f, ".warp %u;\n", warp);
  w->cta = cta;
  w->warp = warp;
}

// First mention of a slot: lets the lanes exit that were not live when its traffic began.
static void begin(writer *w, unsigned cta, uint32_t slot, uint32_t live) {
  cta_slots *at = &w->at[cta];
  if (at->begun[slot])
    return;
  at->begun[slot] = true;
  at->live[slot] = live;
  if (live == w->all)
    return;
  select_warp(w, cta, at->name[slot]);
  fprintf(w->f, ".exit 0x%" PRIx32 ";\n", w->all & ~live);
}

static void launch(writer *w, unsigned cta, uint32_t slot, uint32_t lanes) {
  cta_slots *at = &w->at[cta];
  if (at->begun[slot] && at->live[slot]) {
    fprintf(w->f, "// a launch of warp %" PRIu32 ", which still had live lanes\n", slot);
    return;
  }
  if (at->begun[slot] && at->used == WS_WARPS_MAX) {
    fprintf(w->f, "// warp %" PRIu32 " launched with lanes 0x%" PRIx32 ": out of script warps\n", slot, lanes);
    return;
  }
  if (at->begun[slot])
    at->name[slot] = at->used++;
  at->begun[slot] = false;
  begin(w, cta, slot, lanes & w->all);
}

static void request(writer *w, uint32_t slot, const ws_event *e, uint32_t to) {
  char text[WS_TEXT_MAX], operands[WS_TEXT_MAX];
  unsigned lanes = w->ls->cfg.core.lanes;
  ws_req req = e->req;
  uint32_t lost = req.lanes & ~to;
  req.lanes = to;
  ws_text_operands(operands, &req, lanes);
  ws_text_ptx(text, &req, lanes);
  select_warp(w, e->cta, w->at[e->cta].name[slot]);
  fprintf(w->f, "// cycle %" PRIu64 ", tag %" PRIu32, e->cycle, req.tag);
  if (lost)
    fprintf(w->f, "; also issued to blocked or exited lanes 0x%" PRIx32, lost);
  fprintf(w->f, "\n");
  const char *why = ws_text_unwritable(&req, lanes);
  if (why)
    fprintf(w->f, "// %s: %s%s\n", why, operands, text);
  else if (req.lanes == w->all)
    fprintf(w->f, "%s%s\n", operands, text);
  else if (req.lanes)
    fprintf(w->f, ".set.pred g, 0x%" PRIx32 "; %s@g %s\n", req.lanes, operands, text);
}

// What came at a port of its own becomes an instruction of one lane.
static void memory(writer *w, const ws_event *e, uint32_t lane, unsigned slot) {
  char name[40];
  if (e->kind == WS_EV_MSG) {
    fprintf(w->f, "// from CTA %" PRIu32 ": %s [0x%" PRIx32 "], 0x%" PRIx32 "\n", e->msg.src,
            ws_text_op(name, e->msg.op), 8 * e->msg.slot, e->msg.count);
    return;
  }
  const char *head = lane ? "" : "// no lane runs: ";
  if (lane)
    select_warp(w, e->cta, w->at[e->cta].name[slot]);
  fprintf(w->f, "// cycle %" PRIu64 "\n", e->cycle);
  if (e->kind == WS_EV_LS)
    ws_text_ls(w->f, &e->ls, lane ? (unsigned)__builtin_ctz(lane) : 0, head);
  else
    fprintf(w->f,
            "%s.set.pred g, 0x%" PRIx32 "; .set.b64 addr, 0x%" PRIx32
            "; @g mbarrier.complete_tx.shared::cta.b64 [addr], 0x%" PRIx32 "; // reported by an asynchronous engine\n",
            head, lane, e->tx.addr, e->tx.bytes);
}

static void event(writer *w, const ws_event *e, uint32_t to, unsigned warp) {
  uint32_t slot = of_a_warp(e) ? slot_of(w->ls, e) : 0;
  switch (e->kind) {
  case WS_EV_REQ: request(w, slot, e, to); break;
  case WS_EV_LAUNCH: launch(w, e->cta, slot, to); break;
  case WS_EV_TICK: fprintf(w->f, ".wait 1;\n"); break;
  case WS_EV_EXIT: {
    uint32_t lanes = to & w->at[e->cta].live[slot];
    w->at[e->cta].live[slot] &= ~lanes;
    if (!lanes)
      break;
    select_warp(w, e->cta, w->at[e->cta].name[slot]);
    fprintf(w->f, ".exit 0x%" PRIx32 "; // cycle %" PRIu64 "\n", lanes, e->cycle);
    break;
  }
  default: memory(w, e, to, warp); break;
  }
}

// Launches of slots that were in use before: that many warps more than the build has.
static unsigned script_warps(const ws_lockstep *ls, const ws_stream *s) {
  unsigned most = ls->cfg.core.warps;
  for (unsigned cta = 0; cta < ls->ctas; cta++) {
    unsigned n = ls->cfg.core.warps;
    bool seen[WS_WARPS_MAX] = {false};
    for (size_t k = 0; k < s->count; k++) {
      const ws_event *e = s->event[k];
      if (e->cta != cta || !of_a_warp(e))
        continue;
      uint32_t slot = slot_of(ls, e);
      if (e->kind == WS_EV_LAUNCH && (seen[slot] || s->live[cta][slot]))
        n++;
      seen[slot] = true;
    }
    most = n > most ? n : most;
  }
  return most < WS_WARPS_MAX ? most : WS_WARPS_MAX;
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
  if (ls->ctas > 1)
    fprintf(f, ", ctas=%u", ls->ctas);
  if (c->trywait)
    fprintf(f, ", trywait=%u", c->trywait);
  if (c->watchdog)
    fprintf(f, ", watchdog=%u", c->watchdog);
  fprintf(f, ";\n");
}

// The words of global memory that copies of the stream read, where they are not zero.
static void global_memory(const ws_lockstep *ls, FILE *f, const ws_stream *s) {
  uint8_t done[WS_GMEM_BYTES / 32] = {0};
  for (size_t k = 0; k < s->count; k++) {
    const ws_req *q = &s->event[k]->req;
    if (s->event[k]->kind != WS_EV_REQ || (q->op != WS_OP_CP_ASYNC_CA && q->op != WS_OP_CP_ASYNC_CG))
      continue;
    for (uint32_t m = s->lanes[k]; m; m &= m - 1) {
      unsigned i = (unsigned)__builtin_ctz(m);
      for (uint64_t at = q->a[i] & ~(uint64_t)3; at < q->a[i] + q->b[i] && at < WS_GMEM_BYTES; at += 4) {
        const uint8_t *b = &ls->gmem[at];
        uint32_t word = b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
        if (word && !(done[at / 32] >> (at / 4 % 8) & 1))
          fprintf(f, ".set.mem.global.b32 [0x%" PRIx64 "], 0x%" PRIx32 ";\n", at, word);
        done[at / 32] |= (uint8_t)(1u << (at / 4 % 8));
      }
    }
  }
}

// Whether an event names an object of this CTA from another one.
static bool reaches(const ws_event *e, uint32_t lanes, unsigned cta) {
  bool it_does = false;
  if (e->kind == WS_EV_REQ && e->req.op >> 8 == WS_UNIT_MBAR)
    for (uint32_t m = lanes; m; m &= m - 1)
      it_does |= (e->req.addr[__builtin_ctz(m)] >> 24 & 0xff) == cta + 1;
  return it_does;
}

// The lanes that live when the stream begins. A slot that is not live and will be launched is left to that. Of a cluster
// each CTA that matters is set up whole: an operation may find it gone.
static void begin_cta(writer *w, const ws_stream *s, unsigned cta) {
  bool needed[WS_WARPS_MAX] = {false}, launched[WS_WARPS_MAX] = {false}, whole = false;
  for (size_t k = 0; k < s->count; k++) {
    const ws_event *e = s->event[k];
    whole |= w->ls->ctas > 1 && e->kind != WS_EV_TICK && (e->cta == cta || reaches(e, s->lanes[k], cta));
    if (e->cta != cta || e->kind == WS_EV_TICK)
      continue;
    unsigned slot = of_a_warp(e) ? slot_of(w->ls, e) : s->warp[k];
    needed[slot] = true;
    launched[slot] |= e->kind == WS_EV_LAUNCH;
  }
  w->at[cta].used = w->ls->cfg.core.warps;
  for (unsigned slot = 0; slot < WS_WARPS_MAX; slot++)
    w->at[cta].name[slot] = slot;
  for (unsigned slot = 0; slot < w->ls->cfg.core.warps; slot++)
    if (s->live[cta][slot] ? needed[slot] || whole : !launched[slot] && whole)
      begin(w, cta, slot, s->live[cta][slot]);
}

// What stands in shared memory when the stream begins; every lane lives then.
static void shared_memory(writer *w, const ws_stream *s) {
  if (s->setups)
    fprintf(w->f, "// memory as it was before\n.set.pred g, 0x1;\n");
  for (size_t k = 0; k < s->setups; k++) {
    const ws_slot *slot = &s->setup[k];
    select_warp(w, slot->cta, 0);
    if (slot->object)
      fprintf(w->f, "@g mbarrier.init.shared::cta.b64 [0x%" PRIx32 "], %u; ", slot->addr, WS_SETUP_COUNT);
    if (slot->object && !slot->seen)
      fprintf(w->f, "@g mbarrier.arrive.shared::cta.b64 _, [0x%" PRIx32 "], %u; ", slot->addr, WS_SETUP_COUNT);
    fprintf(w->f, ".set.mem.shared.b64 [0x%" PRIx32 "], 0x%" PRIx64 ";\n", slot->addr, slot->word);
  }
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
  global_memory(ls, f, &s);
  unsigned lanes = ls->cfg.core.lanes;
  writer w = {.f = f, .ls = ls, .all = lanes == 32 ? UINT32_MAX : (1u << lanes) - 1};
  shared_memory(&w, &s);
  for (unsigned cta = 0; cta < ls->ctas; cta++)
    begin_cta(&w, &s, cta);
  for (size_t k = 0; k < s.count; k++)
    event(&w, s.event[k], s.lanes[k], s.warp[k]);
  if (!shows && ls->in->req.valid && !ls->out->req_ready)
    fprintf(f, "// a further request stood at the port\n");
  return fclose(f) == 0;
}
