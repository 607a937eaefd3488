// SPDX-License-Identifier: Apache-2.0
// Tests that end when every bin of the coverage of mbarrier's operations (cover_mbar_ops.h) was hit, and fail if one stays empty:
// random traffic (stim_mbar.h) for a while, then scenes that lead to what is missing (steer_mbar.h), in turn.
#include <inttypes.h>

#include "steer_mbar.h"
#include "stim_mbar.h"
#include "test.h"

enum {
  FULL = 20000,
  TRAFFIC = 500,
  SCENES = 1500,
  TRYWAIT = 6
}; // FULL: operations from which on every bin must have been hit

static const ws_mbar_stim_cfg mix = {.weight = {30, 25, 15, 12, 12, 8}, .exits = 3, .plain = true, .stalls = true};
static const ws_mbar_stim_cfg far = {
    .weight = {30, 30, 15, 12, 6, 8}, .remote = 45, .exits = 3, .plain = true, .stalls = true};

static bool traffic(ws_run *r, ws_lockstep *ls, ws_rng rng, uint64_t end) {
  static ws_mbar_stim stim;
  ws_mbar_stim_cfg cfg = ls->ctas > 1 ? far : mix;
  cfg.stalls = !r->no_stalls;
  ws_mbar_stim_init(&stim, &cfg, &r->core, rng);
  while (ls->accepted < end && (r->cover->empties || r->steering != WS_STEER_ON)) {
    ws_mbar_stim_next(&stim, ls);
    if (!ws_lockstep_step(ls))
      return false;
  }
  return ws_mbar_leave(&stim, ls);
}

static bool scenes(ws_run *r, ws_lockstep *ls, ws_rng rng, uint64_t end) {
  ws_mbar_steer steer;
  ws_mbar_steer_init(&steer, ls, r->cover, rng);
  steer.blind = r->steering == WS_STEER_BLIND;
  steer.stalls = !r->no_stalls;
  while (ls->accepted < end && r->cover->empties)
    if (!ws_mbar_steer_play(&steer))
      return false;
  return true;
}

static bool run_cover(ws_run *r) {
  const ws_cover *c = r->cover;
  ws_lockstep ls;
  r->core.trywait = TRYWAIT;
  if (!ws_run_open(r, &ls))
    return false;
  ws_rng rng = ws_rng_make(r->seed, r->name);
  for (uint32_t i = 0; i < WS_GMEM_BYTES; i++)
    ls.gmem[i] = (uint8_t)ws_rng_u32(&rng);
  bool good = true;
  while (good && ls.accepted < r->n && c->empties) {
    uint64_t end = ls.accepted + TRAFFIC;
    good = ws_launch_all(&ls) && traffic(r, &ls, (ws_rng){ws_rng_u64(&rng)}, end < r->n ? end : r->n);
    end = ls.accepted + SCENES;
    if (good && r->steering != WS_STEER_OFF)
      good = scenes(r, &ls, (ws_rng){ws_rng_u64(&rng)}, end < r->n ? end : r->n);
    if (good)
      good = ws_compare_memory(&ls);
    if (good && ls.accepted < r->n && c->empties)
      ws_lockstep_reset(&ls);
  }
  int n = snprintf(r->note, sizeof r->note, "bins %u/%u", c->demanded - c->empties, c->demanded);
  if (!c->empties)
    snprintf(r->note + n, sizeof r->note - (size_t)n, " after %" PRIu64 " operations", c->full_at);
  good = good && ws_run_covered(r, r->n >= FULL);
  ws_run_close(r, &ls);
  return good;
}

static const ws_test tests[] = {
    {"mbar_cover",
     "every operation with each status, lanes, objects, counts, stall, wait and copy that makes a difference",
     .run = run_cover, .sized = true, .covers = 1u << WS_COVER_MBAR_OPS, .whole = true},
    {"mbar_remote_cover", "the same in a cluster, where other CTAs ask too", .run = run_cover, .sized = true, .ctas = 2,
     .covers = 1u << WS_COVER_MBAR_OPS, .whole = true},
};
WS_TESTS(mbar_cover, WS_FAMILY_MBAR)
