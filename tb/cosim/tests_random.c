// SPDX-License-Identifier: Apache-2.0
// Random tests of all warp operations at once.
#include "random.h"

static bool run_resets(ws_run *r) {
  ws_stim_cfg cfg = *r->test->random;
  uint16_t ops[WS_BUILT_OPS];
  ws_built_ops(&cfg, &r->core, ops);
  ws_lockstep ls;
  if (!ws_run_open(r, &ls))
    return false;
  ws_rng rng = ws_rng_make(r->seed, r->name);
  unsigned resets = 0;
  bool good = true;
  for (; good && ls.accepted < r->n; resets++) {
    ws_stim stim;
    ws_stim_init(&stim, &cfg, &r->core, (ws_rng){ws_rng_u64(&rng)});
    good = ws_launch_all(&ls);
    for (unsigned k = ws_rng_below(&rng, 200); k && good; k--) {
      ws_stim_next(&stim, &ls);
      good = ws_lockstep_step(&ls);
    }
    if (good)
      ws_lockstep_reset(&ls);
  }
  snprintf(r->note, sizeof r->note, "%u resets", resets);
  ws_run_close(r, &ls);
  return good;
}

static const ws_test tests[] = {
    {"rendezvous_legacy", "sm_6x: a group from more than one issue is CV_LEGACY_DIVERGED",
     WS_MIX(1, 4, 1, 10, WS_OPS_WARP, WS_OPS_LEGACY), .legacy = true},
    {"warp_random", "everything at once: every operation, every style, exits, launches, stalls",
     WS_MIX(8, 3, 1, 10, WS_OPS_WARP)},
    {"reset_in_traffic",
     "reset after some dozen cycles, again and again: nothing survives; the error capture is filled anew",
     WS_MIX(1, 1, 3, 40, WS_OPS_WARP), .run = run_resets},
    {"rendezvous_cover",
     "every status of every operation, every situation of the rendezvous, every pair of operations in neighbouring "
     "cycles",
     WS_COVERS(SYNC, WS_OPS_WARP, WS_OPS_LEGACY), .watchdog = WS_COVER_WATCHDOG,
     .families = WS_FAMILY_SHFL | WS_FAMILY_MATCH | WS_FAMILY_REDUX},
};
WS_TESTS(random, 0)
