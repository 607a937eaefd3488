// SPDX-License-Identifier: Apache-2.0
// The run of random tests of warp operations that end when every bin of their coverage (cover.h) was hit (random.h).
// Traffic is steered by what is missing (stim_steer.h), under three profiles in turn: sm_100a, sm_6x, and sm_100a with the
// watchdog on.
#include <inttypes.h>
#include <string.h>

#include "lane_book.h"
#include "random.h"
#include "stim_steer.h"

// Operations from which on every bin must have been hit; of a profile.
enum { FULL = 50000, STRETCH = 1000 };

static ws_profile profile_of(const ws_run *r, ws_rng *rng) {
  if (r->steering == WS_STEER_OFF)
    return (ws_profile)(ws_rng_below(rng, 10) < 8 ? 0 : 1 + ws_rng_below(rng, 2));
  ws_wish w = ws_cover_pick(r->cover, rng, r->steering == WS_STEER_BLIND);
  return ws_steer_profile(&w);
}

static bool stretch(ws_run *r, const ws_stim_cfg *plan, ws_profile profile, ws_rng rng, uint64_t n) {
  static ws_steer steer;
  ws_stim_cfg cfg = *plan;
  ws_lockstep ls;
  ws_stim stim;
  r->core.legacy = profile == WS_PROFILE_SM6X;
  r->core.watchdog = profile == WS_PROFILE_WATCHDOG ? WS_COVER_WATCHDOG : 0;
  cfg.ticks = profile == WS_PROFILE_WATCHDOG;
  cfg.stalls = !r->no_stalls;
  if (!ws_run_open(r, &ls))
    return false;
  ws_stim_init(&stim, &cfg, &r->core, rng);
  memset(&steer, 0, sizeof steer);
  steer = (ws_steer){.cover = r->cover, .blind = r->steering == WS_STEER_BLIND, .profile = profile};
  if (r->steering != WS_STEER_OFF)
    stim.steer = &steer;
  uint64_t ops_before = r->ops, cycles_before = r->cycles;
  bool good = ws_launch_all(&ls) && ws_stim_run(&stim, &ls, n);
  ws_run_close(r, &ls);
  r->ops += ops_before;
  r->cycles += cycles_before;
  return good;
}

bool ws_run_cover(ws_run *r) {
  ws_rng rng = ws_rng_make(r->seed, r->name);
  const ws_cover *c = r->cover;
  bool good = true;
  while (good && r->ops < r->n && c->empties) {
    uint64_t left = r->n - r->ops;
    ws_profile profile = profile_of(r, &rng);
    if (profile == WS_PROFILE_WATCHDOG && !r->rtl->has_watchdog)
      profile = (ws_profile)0;
    good = stretch(r, r->test->random, profile, (ws_rng){ws_rng_u64(&rng)}, left < STRETCH ? left : STRETCH);
  }
  int n = snprintf(r->note, sizeof r->note, "bins %u/%u", c->demanded - c->empties, c->demanded);
  if (!c->empties)
    snprintf(r->note + n, sizeof r->note - (size_t)n, " after %" PRIu64 " operations", c->full_at);
  return good && ws_run_covered(r, r->n >= FULL);
}
