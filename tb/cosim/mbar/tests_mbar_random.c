// SPDX-License-Identifier: Apache-2.0
// Random tests of the mbarrier unit (stim_mbar.h) and what they reached (cover_mbar.h).
#include <inttypes.h>
#include <string.h>
#include <time.h>

#include "cover_mbar.h"
#include "stim_mbar.h"
#include "test.h"

enum { FULL = 100000, TICKS_MAX = 4000 }; // operations from which on everything reachable must have been reached

bool ws_mbar_leave(ws_mbar_stim *s, ws_lockstep *ls) {
  s->drain = true;
  for (unsigned c = 0; c < ls->ctas; c++)
    ls->in[c].exit.valid = ls->in[c].launch.valid = false;
  uint32_t waiting = 0;
  bool busy = true;
  for (unsigned k = 0; k < 100 * TICKS_MAX && (waiting || busy); k++) {
    ws_mbar_stim_next(s, ls);
    if (!ws_lockstep_step(ls))
      return false;
    waiting = 0;
    busy = !ws_lockstep_idle(ls);
    for (unsigned c = 0; c < ls->ctas; c++) {
      busy |= ls->in[c].req.valid || ls->in[c].tx.valid || ls->in[c].ls.valid;
      for (unsigned w = 0; w < s->warps; w++)
        waiting |= ls->out[c].wait[w];
    }
  }
  if (!waiting && !busy)
    return true;
  fprintf(stderr, "\n%s: cycle %" PRIu64 ": %s\n  repeat       %s\n", ls->cfg.test, ls->cycle,
          waiting ? "lanes stay blocked in try_wait beyond every limit" : "the block does not come to rest",
          ls->cfg.repeat);
  return false;
}

bool ws_compare_memory(ws_lockstep *ls) {
  const unsigned rows = WS_SMEM_BYTES / 4 / ws_dut_banks(&ls->cfg.core);
  for (unsigned row = 0; row < rows + 3; row++) {
    for (unsigned c = 0; c < ls->ctas; c++) {
      ws_in *in = &ls->in[c];
      in->tick = false;
      in->ls = (ws_ls){.valid = row < rows, .en = UINT32_MAX};
      for (unsigned k = 0; k < WS_BANKS_MAX; k++)
        in->ls.row[k] = (uint16_t)row;
    }
    if (!ws_lockstep_step(ls))
      return false;
  }
  return true;
}

static bool stretch(ws_mbar_stim *s, ws_lockstep *ls, const ws_cover *cover, uint64_t n) {
  uint64_t end = ls->accepted + n;
  while (ls->accepted < end) {
    if (cover && !s->left)
      s->hunts = ws_mbar_cover_missing(cover, ls, ws_rng_u32(&s->rng), s->hunt);
    ws_mbar_stim_next(s, ls);
    if (!ws_lockstep_step(ls))
      return false;
  }
  return ws_mbar_leave(s, ls) && ws_compare_memory(ls);
}

// Random traffic in stretches, with a reset after each, so that the error capture shows more than one error; `cover`:
// counts what is reached, and after a quarter draws operations of pairs that are missing more often.
static bool play(ws_run *r, const ws_mbar_stim_cfg *plan, bool measure, uint64_t piece) {
  ws_mbar_stim_cfg cfg = *plan;
  static ws_mbar_stim s;
  ws_lockstep ls;
  cfg.stalls = cfg.stalls && !r->no_stalls;
  r->core.trywait = 60;
  if (!ws_run_open(r, &ls))
    return false;
  ws_rng rng = ws_rng_make(r->seed, r->name);
  for (uint32_t i = 0; i < WS_GMEM_BYTES; i++)
    ls.gmem[i] = (uint8_t)ws_rng_u32(&rng);
  bool good = true;
  uint64_t stale = 0;
  for (uint64_t n = r->n; n && good; stale += s.stale) {
    uint64_t now = n < piece ? n : piece;
    ws_mbar_stim_init(&s, &cfg, &r->core, (ws_rng){ws_rng_u64(&rng)});
    if (ls.ctas > 1) { // one of them is empty at first, and messages go to it
      s.home = ws_rng_below(&rng, ls.ctas);
      s.cta[s.home].gone = 200;
      s.style = WS_MBAR_WILD, s.left = 300, s.focus = WS_MBAR_OBJECTS;
    }
    good = ws_launch_all(&ls) && stretch(&s, &ls, measure && n <= r->n / 4 * 3 ? r->cover : NULL, now);
    n -= now;
    if (good && n)
      ws_lockstep_reset(&ls);
  }
  if (good && measure) {
    ws_mbar_cover_text(r->cover, &ls, r->note, sizeof r->note);
    size_t at = strlen(r->note);
    if (stale)
      snprintf(r->note + at, sizeof r->note - at, ", %" PRIu64 " MB_STALE_TOKEN", stale);
    good = ws_run_covered(r, r->n >= FULL);
  }
  ws_run_close(r, &ls);
  return good;
}

// Weights: flow, focus, limits, waits, copies, wild.
static const ws_mbar_stim_cfg mix = {.weight = {30, 25, 15, 12, 12, 8}, .exits = 3, .plain = true, .stalls = true};
static const ws_mbar_stim_cfg far = {
    .weight = {30, 30, 15, 12, 6, 8}, .remote = 45, .exits = 3, .plain = true, .stalls = true};
static const ws_mbar_stim_cfg slots = {.weight = {30, 25, 15, 12, 12, 8}, .exits = 20, .plain = true, .stalls = true};
static const ws_mbar_stim_cfg flow = {.weight = {1}, .exits = 1, .stalls = true};
static const ws_mbar_stim_cfg calm = {.weight = {[WS_MBAR_CALM] = 1}, .exits = 1, .stalls = true};
static const ws_mbar_stim_cfg waits = {.weight = {[WS_MBAR_WAITS] = 1}, .exits = 1, .stalls = true};
static const ws_mbar_stim_cfg brief = {.weight = {10, 20, 20, 5, 25, 20}, .plain = true, .stalls = true};
static const ws_mbar_stim_cfg brief_far = {
    .weight = {10, 20, 20, 5, 25, 20}, .remote = 60, .plain = true, .stalls = true};
static const ws_mbar_stim_cfg copies = {.weight = {[WS_MBAR_COPIES] = 1}, .exits = 1, .stalls = true};

static bool run_random(ws_run *r) { return play(r, &mix, true, 5000); }
static bool run_remote_random(ws_run *r) { return play(r, &far, true, 2500); }
static bool run_slots_random(ws_run *r) { return play(r, &slots, false, 5000); }
static bool run_flow_random(ws_run *r) { return play(r, &flow, false, UINT64_MAX); }
static bool run_stream(ws_run *r) { return play(r, &calm, false, UINT64_MAX); }
static bool run_wait_random(ws_run *r) { return play(r, &waits, false, UINT64_MAX); }
static bool run_first_error(ws_run *r) { return play(r, &brief, false, 25); }
static bool run_remote_first_error(ws_run *r) { return play(r, &brief_far, false, 25); }
static bool run_copy_random(ws_run *r) { return play(r, &copies, false, UINT64_MAX); }

#define ROW(name, text)                                                                                                \
  { "mbar_" #name, text, .run = run_##name, .sized = true }
#define COVERS .covers = 1 << WS_COVER_MBAR

static const ws_test tests[] = {
    {"mbar_random", "everything at once; reaches each status and each pair of operations in neighbouring cycles",
     .run = run_random, .sized = true, COVERS},
    ROW(flow_random, "phases as kernels make them: arrivals, bytes and waits of whole warps"),
    ROW(stream, "whole warps, each at one object: an operation is one step of it"),
    ROW(wait_random, "mostly try_wait, with limits of 0 to 300 ticks, on a few objects"),
    ROW(copy_random, "cp.async and the arrives behind it, latencies of 1 to 150 cycles"),
    ROW(first_error, "a reset after every 25 operations: the error that is kept is one of any kind"),
    {"mbar_remote_random", "random traffic between the CTAs of a cluster; reaches each status and each pair",
     .run = run_remote_random, .sized = true, .ctas = 2, COVERS},
    {"mbar_remote_first_error", "the same between the CTAs of a cluster: it is kept where the object is, or would be",
     .run = run_remote_first_error, .sized = true, .ctas = 2},
    {"mbar_slots_random", "random traffic of several CTAs in one block, which end and begin while the others go on",
     .run = run_slots_random, .sized = true, .slots = 2},
};
WS_TESTS(mbar_random, WS_FAMILY_MBAR)
