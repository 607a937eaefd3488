// SPDX-License-Identifier: Apache-2.0
// Random tests of all warp operations at once.
#include "random.h"

#define EVERY                                                                                                          \
  WS_OP_SHFL_UP, WS_OP_SHFL_DOWN, WS_OP_SHFL_BFLY, WS_OP_SHFL_IDX, WS_OP_VOTE_ALL, WS_OP_VOTE_ANY, WS_OP_VOTE_UNI,     \
      WS_OP_VOTE_BALLOT, WS_OP_ACTIVEMASK, WS_OP_ELECT, WS_OP_BAR_WARP, WS_OP_MATCH_ANY_B32, WS_OP_MATCH_ALL_B32,      \
      WS_OP_MATCH_ANY_B64, WS_OP_MATCH_ALL_B64, WS_OP_REDUX_ADD_U32, WS_OP_REDUX_MIN_U32, WS_OP_REDUX_MAX_U32,         \
      WS_OP_REDUX_ADD_S32, WS_OP_REDUX_MIN_S32, WS_OP_REDUX_MAX_S32, WS_OP_REDUX_AND_B32, WS_OP_REDUX_OR_B32,          \
      WS_OP_REDUX_XOR_B32, WS_OP_REDUX_MIN_F32, WS_OP_REDUX_MAX_F32, WS_OP_REDUX_MIN_ABS_F32, WS_OP_REDUX_MAX_ABS_F32, \
      WS_OP_REDUX_MIN_NAN_F32, WS_OP_REDUX_MAX_NAN_F32, WS_OP_REDUX_MIN_ABS_NAN_F32, WS_OP_REDUX_MAX_ABS_NAN_F32
#define LEGACY WS_OP_VOTE_LEGACY_ALL, WS_OP_VOTE_LEGACY_ANY, WS_OP_VOTE_LEGACY_UNI, WS_OP_VOTE_LEGACY_BALLOT

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
     WS_MIX(1, 4, 1, 10, EVERY, LEGACY), .legacy = true},
    {"warp_random", "everything at once: every operation, every style, exits, launches, stalls",
     WS_MIX(8, 3, 1, 10, EVERY)},
    {"reset_in_traffic",
     "reset after some dozen cycles, again and again: nothing survives; the error capture is filled anew",
     WS_MIX(1, 1, 3, 40, EVERY), .run = run_resets},
    {"rendezvous_cover",
     "every status of every operation, every situation of the rendezvous, every pair of operations in neighbouring "
     "cycles",
     WS_COVERS(SYNC, WS_OP_SHFL_UP, WS_OP_SHFL_DOWN, WS_OP_SHFL_BFLY, WS_OP_SHFL_IDX, WS_OP_VOTE_ALL, WS_OP_VOTE_ANY,
               WS_OP_VOTE_UNI, WS_OP_VOTE_BALLOT, WS_OP_ACTIVEMASK, WS_OP_ELECT, WS_OP_BAR_WARP, WS_OP_VOTE_LEGACY_ALL,
               WS_OP_VOTE_LEGACY_ANY, WS_OP_VOTE_LEGACY_UNI, WS_OP_VOTE_LEGACY_BALLOT, WS_OP_MATCH_ANY_B32,
               WS_OP_MATCH_ALL_B32, WS_OP_MATCH_ANY_B64, WS_OP_MATCH_ALL_B64, WS_OP_REDUX_ADD_U32, WS_OP_REDUX_MIN_U32,
               WS_OP_REDUX_MAX_U32, WS_OP_REDUX_ADD_S32, WS_OP_REDUX_MIN_S32, WS_OP_REDUX_MAX_S32, WS_OP_REDUX_AND_B32,
               WS_OP_REDUX_OR_B32, WS_OP_REDUX_XOR_B32, WS_OP_REDUX_MIN_F32, WS_OP_REDUX_MAX_F32,
               WS_OP_REDUX_MIN_ABS_F32, WS_OP_REDUX_MAX_ABS_F32, WS_OP_REDUX_MIN_NAN_F32, WS_OP_REDUX_MAX_NAN_F32,
               WS_OP_REDUX_MIN_ABS_NAN_F32, WS_OP_REDUX_MAX_ABS_NAN_F32),
     .watchdog = WS_COVER_WATCHDOG, .families = WS_FAMILY_SHFL | WS_FAMILY_MATCH | WS_FAMILY_REDUX},
};
WS_TESTS(random, 0)
