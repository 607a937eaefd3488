// SPDX-License-Identifier: Apache-2.0
// The failing stream as a warp script (script.h).
//
// A script cannot launch a warp: each one starts live. So a launch that reuses a slot becomes a further warp of the
// script, as long as there are any; where barriers are used, which count warps, it becomes a comment. Nor can a script name
// lanes that are blocked or exited; those are left out, in a comment.
// Accesses at the port of shared memory and reports of an asynchronous engine become instructions of a lane that runs.
//
// A block with room for several CTAs becomes a cluster of them: shared memory and named barriers are the same there, the
// cluster's barrier is not.
#include "script.h"

#include <inttypes.h>
#include <string.h>

#include "shrink.h"
#include "text.h"

// Where a warp of the run stands in the script: a block with room for several CTAs is a cluster of them there.
typedef struct place {
  unsigned cta, warp;
} place;

typedef struct cta_warps {     // by warp of the CTA
  unsigned used;               // script warps in use
  unsigned name[WS_WARPS_MAX]; // the script warp
  uint32_t live[WS_WARPS_MAX];
  bool begun[WS_WARPS_MAX];
} cta_warps;

typedef struct writer {
  FILE *f;
  const ws_lockstep *ls;
  const ws_stream *s;
  uint32_t all;   // every lane
  place now;      // selected in the script
  unsigned warps; // of a CTA of the script
  cta_warps at[WS_CTAS_MAX];
} writer;

static place place_of(const ws_lockstep *ls, unsigned cta, unsigned warp) {
  return (place){ws_lockstep_cta(ls, cta, warp), warp % ws_dut_cta_warps(&ls->cfg.core)};
}

static void select_warp(writer *w, place p) {
  unsigned warp = w->at[p.cta].name[p.warp];
  if (w->now.cta != p.cta)
    fprintf(w->f, ".cta %u;\n", p.cta);
  if (w->now.warp != warp)
    fprintf(w->f, ".warp %u;\n", warp);
  w->now = (place){p.cta, warp};
}

// First mention of a warp: lets the lanes exit that were not live when its traffic began.
static void begin(writer *w, place p, uint32_t live) {
  cta_warps *at = &w->at[p.cta];
  if (at->begun[p.warp])
    return;
  at->begun[p.warp] = true;
  at->live[p.warp] = live;
  if (live == w->all)
    return;
  select_warp(w, p);
  fprintf(w->f, ".exit 0x%" PRIx32 ";\n", w->all & ~live);
}

static void launch(writer *w, place p, uint32_t lanes) {
  cta_warps *at = &w->at[p.cta];
  if (at->begun[p.warp] && at->live[p.warp]) {
    fprintf(w->f, "// a launch of warp %u, which still had live lanes\n", p.warp);
    return;
  }
  if (at->begun[p.warp] && (w->s->barriers || at->used == WS_WARPS_MAX)) {
    fprintf(w->f, "// warp %u launched again with lanes 0x%" PRIx32 ": %s\n", p.warp, lanes,
            w->s->barriers ? "a script cannot, and barriers would tell another one" : "out of script warps");
    return;
  }
  if (at->begun[p.warp])
    at->name[p.warp] = at->used++;
  at->begun[p.warp] = false;
  begin(w, p, lanes & w->all);
}

static void request(writer *w, place p, const ws_event *e, uint32_t to) {
  char text[WS_TEXT_MAX], operands[WS_TEXT_MAX];
  unsigned lanes = w->ls->cfg.core.lanes;
  ws_req req = e->req;
  uint32_t lost = req.lanes & ~to;
  req.lanes = to;
  ws_text_localize(&req, &w->ls->cfg.core);
  ws_text_operands(operands, &req, lanes);
  ws_text_ptx(text, &req, lanes);
  select_warp(w, p);
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
static void memory(writer *w, place p, const ws_event *e, uint32_t lane) {
  char name[40];
  const ws_config *cfg = &w->ls->cfg.core;
  if (e->kind == WS_EV_MSG) {
    fprintf(w->f, "// from CTA %" PRIu32 ": %s [0x%" PRIx32 "], 0x%" PRIx32 "\n", e->msg.src,
            ws_text_op(name, e->msg.op), 8 * e->msg.slot, e->msg.count);
    return;
  }
  const char *head = lane ? "" : "// no lane runs: ";
  if (lane)
    select_warp(w, p);
  fprintf(w->f, "// cycle %" PRIu64 "\n", e->cycle);
  if (e->kind == WS_EV_LS)
    ws_text_ls(w->f, cfg, &e->ls, lane ? (unsigned)__builtin_ctz(lane) : 0, head);
  else
    fprintf(w->f,
            "%s.set.pred g, 0x%" PRIx32 "; .set.b64 addr, 0x%" PRIx32
            "; @g mbarrier.complete_tx.%s.b64 [addr], 0x%" PRIx32 "; // reported by an asynchronous engine\n",
            head, lane, ws_text_place(cfg, e->tx.addr), ws_text_space(cfg), e->tx.bytes);
}

static void event(writer *w, size_t k) {
  const ws_event *e = w->s->event[k];
  uint32_t warp, to = w->s->lanes[k];
  bool of_a_warp = ws_stream_of_a_warp(w->ls, e, &warp);
  place p = place_of(w->ls, e->cta, of_a_warp ? warp : w->s->warp[k]);
  switch (e->kind) {
  case WS_EV_REQ: request(w, p, e, to); break;
  case WS_EV_LAUNCH: launch(w, p, to); break;
  case WS_EV_TICK: fprintf(w->f, ".wait 1;\n"); break;
  case WS_EV_EXIT: {
    uint32_t lanes = to & w->at[p.cta].live[p.warp];
    w->at[p.cta].live[p.warp] &= ~lanes;
    if (!lanes)
      break;
    select_warp(w, p);
    fprintf(w->f, ".exit 0x%" PRIx32 "; // cycle %" PRIu64 "\n", lanes, e->cycle);
    break;
  }
  default: memory(w, p, e, to); break;
  }
}

// CTAs of the script.
static unsigned script_ctas(const ws_lockstep *ls) { return ls->ctas > 1 ? ls->ctas : ws_dut_slots(&ls->cfg.core); }

// Warps of a CTA that barriers await: as many as it was launched with, and those beyond that have something to do.
static unsigned counted_warps(const ws_lockstep *ls, const ws_stream *s) {
  unsigned most = 1;
  for (unsigned cta = 0; cta < script_ctas(ls); cta++)
    most = ls->cta_warps[cta] > most ? ls->cta_warps[cta] : most;
  for (size_t k = 0; k < s->count; k++) {
    uint32_t warp;
    if (ws_stream_of_a_warp(ls, s->event[k], &warp) && place_of(ls, 0, warp).warp >= most)
      most = place_of(ls, 0, warp).warp + 1;
  }
  return most;
}

// Launches of warps that were in use before: that many warps more than the build has for a CTA.
static unsigned script_warps(const ws_lockstep *ls, const ws_stream *s) {
  unsigned built = ws_dut_cta_warps(&ls->cfg.core), most = built, n[WS_CTAS_MAX] = {0};
  bool seen[WS_CTAS_MAX][WS_WARPS_MAX] = {{false}};
  if (s->barriers)
    return counted_warps(ls, s);
  for (size_t k = 0; k < s->count; k++) {
    const ws_event *e = s->event[k];
    uint32_t warp;
    if (!ws_stream_of_a_warp(ls, e, &warp))
      continue;
    unsigned cta = ws_lockstep_cta(ls, e->cta, warp);
    if (e->kind == WS_EV_LAUNCH && (seen[e->cta][warp] || s->live[e->cta][warp]))
      n[cta]++;
    seen[e->cta][warp] = true;
    most = built + n[cta] > most ? built + n[cta] : most;
  }
  return most < WS_WARPS_MAX ? most : WS_WARPS_MAX;
}

// What the script cannot say.
static void limits(const ws_lockstep *ls, FILE *f, const ws_stream *s) {
  unsigned slots = ws_dut_slots(&ls->cfg.core), warps = script_warps(ls, s);
  bool cluster = false;
  for (size_t k = 0; k < s->count; k++)
    cluster |= s->event[k]->kind == WS_EV_REQ && s->event[k]->req.op >> 8 == WS_UNIT_CLUSTER;
  if (slots > 1)
    fprintf(f, "// One block with room for %u CTAs; here they are a cluster%s.\n", slots,
            cluster ? ", although each of them was one by itself for barrier.cluster" : "");
  if (s->cut)
    fprintf(f, "// There were arrivals at barriers before these events, which are not known any more.\n");
  for (unsigned cta = 0; cta < script_ctas(ls) && s->barriers; cta++)
    if (ls->cta_warps[cta] && ls->cta_warps[cta] != warps)
      fprintf(f, "// CTA %u was launched with %" PRIu32 " warps.\n", cta, ls->cta_warps[cta]);
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
  limits(ls, f, s);
  fprintf(f, ".machine lanes=%u, warps=%u, target=%s", c->lanes, script_warps(ls, s), c->legacy ? "sm_60" : "sm_100a");
  if (script_ctas(ls) > 1)
    fprintf(f, ", ctas=%u", script_ctas(ls));
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
    if (s->event[k]->kind != WS_EV_REQ || !ws_is_mbar_copy(q->op))
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

// What the stream does with the warps of a block.
typedef struct block_use {
  bool needed[WS_WARPS_MAX], launched[WS_WARPS_MAX]; // by warp
  bool used[WS_CTAS_MAX], started[WS_CTAS_MAX];      // by CTA: it matters; some lane of it lives, now or later
} block_use;

static void look_at_block(const writer *w, unsigned cta, block_use *u) {
  const ws_stream *s = w->s;
  for (unsigned warp = 0; warp < w->ls->cfg.core.warps; warp++)
    u->started[ws_lockstep_cta(w->ls, cta, warp)] |= s->live[cta][warp] != 0;
  for (size_t k = 0; k < s->count; k++) {
    const ws_event *e = s->event[k];
    uint32_t warp;
    u->used[cta] |= w->ls->ctas > 1 && e->kind != WS_EV_TICK && (s->barriers || reaches(e, s->lanes[k], cta));
    if (e->cta != cta || e->kind == WS_EV_TICK)
      continue;
    warp = ws_stream_of_a_warp(w->ls, e, &warp) ? warp : s->warp[k];
    unsigned of = ws_lockstep_cta(w->ls, cta, warp);
    u->needed[warp] = true;
    u->used[of] |= w->ls->ctas > 1 || s->barriers;
    u->launched[warp] |= e->kind == WS_EV_LAUNCH;
    u->started[of] |= e->kind == WS_EV_LAUNCH && e->lanes.lanes;
  }
}

// The lanes that live when the stream begins. A warp that is not live and will be launched is left to that. Of a cluster,
// and where there are barriers, each CTA that matters is set up whole: an operation may find it gone, a barrier awaits all
// of its warps, also those that are still to be launched.
static void begin_block(writer *w, unsigned cta) {
  const ws_stream *s = w->s;
  block_use u = {.needed = {false}};
  look_at_block(w, cta, &u);
  for (unsigned warp = 0; warp < w->ls->cfg.core.warps; warp++) {
    place p = place_of(w->ls, cta, warp);
    bool gone = s->barriers ? !u.started[p.cta] || (s->gone[cta] >> warp & 1) : !u.launched[warp];
    if ((s->live[cta][warp] ? u.needed[warp] || u.used[p.cta] : gone && u.used[p.cta]) && p.warp < w->warps)
      begin(w, p, s->live[cta][warp]);
  }
}

// What stands in shared memory when the stream begins; every lane lives then.
static void shared_memory(writer *w) {
  uint32_t window = WS_SMEM_BYTES / ws_dut_slots(&w->ls->cfg.core);
  if (w->s->setups)
    fprintf(w->f, "// memory as it was before\n.set.pred g, 0x1;\n");
  for (size_t k = 0; k < w->s->setups; k++) {
    const ws_slot *slot = &w->s->setup[k];
    uint32_t addr = slot->addr % window;
    select_warp(w, (place){ws_lockstep_owner(w->ls, slot->cta, slot->addr), 0});
    if (slot->object)
      fprintf(w->f, "@g mbarrier.init.shared::cta.b64 [0x%" PRIx32 "], %u; ", addr, WS_SETUP_COUNT);
    if (slot->object && !slot->seen)
      fprintf(w->f, "@g mbarrier.arrive.shared::cta.b64 _, [0x%" PRIx32 "], %u; ", addr, WS_SETUP_COUNT);
    fprintf(w->f, ".set.mem.shared.b64 [0x%" PRIx32 "], 0x%" PRIx64 ";\n", addr, slot->word);
  }
}

bool ws_script_write(const ws_lockstep *ls, const char *file, const char *what) {
  FILE *f = fopen(file, "w");
  if (!f)
    return false;
  ws_stream s;
  ws_stream_collect(ls, &s);
  size_t whole = s.count;
  bool shows = ws_shrink(ls, &s);
  if (shows && ls->cfg.short_waves)
    fprintf(ls->cfg.err, "  waves        %s%s\n", ws_shrink_waves(ls, &s, ls->cfg.short_waves) ? "" : "cannot write ",
            ls->cfg.short_waves);
  head(ls, f, what, &s, whole, shows);
  global_memory(ls, f, &s);
  unsigned lanes = ls->cfg.core.lanes;
  writer w = {
      .f = f, .ls = ls, .s = &s, .all = lanes == 32 ? UINT32_MAX : (1u << lanes) - 1, .warps = script_warps(ls, &s)};
  for (unsigned cta = 0; cta < WS_CTAS_MAX; cta++) {
    w.at[cta].used = ws_dut_cta_warps(&ls->cfg.core);
    for (unsigned warp = 0; warp < WS_WARPS_MAX; warp++)
      w.at[cta].name[warp] = warp;
  }
  shared_memory(&w);
  for (unsigned cta = 0; cta < ls->ctas; cta++)
    begin_block(&w, cta);
  for (size_t k = 0; k < s.count; k++)
    event(&w, k);
  if (!shows && ls->in->req.valid && !ls->out->req_ready)
    fprintf(f, "// a further request stood at the port\n");
  return fclose(f) == 0;
}
