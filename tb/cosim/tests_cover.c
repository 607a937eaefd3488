// SPDX-License-Identifier: Apache-2.0
// Random tests of the warp families that end when every bin of their coverage (cover.h) was hit, and fail if one stays empty.
// Traffic is steered by what is missing (stim_steer.h), under three profiles in turn: sm_100a, sm_6x, and sm_100a with the
// watchdog on.
#include <inttypes.h>
#include <string.h>

#include "lane_book.h"
#include "stim_steer.h"
#include "test.h"

enum {
  FULL = 50000,
  STRETCH = 1000,
  WATCHDOG = 50
}; // operations from which on every bin must have been hit; of a profile

static const uint16_t ops[] = {WS_OP_SHFL_UP,
                               WS_OP_SHFL_DOWN,
                               WS_OP_SHFL_BFLY,
                               WS_OP_SHFL_IDX,
                               WS_OP_VOTE_ALL,
                               WS_OP_VOTE_ANY,
                               WS_OP_VOTE_UNI,
                               WS_OP_VOTE_BALLOT,
                               WS_OP_ACTIVEMASK,
                               WS_OP_ELECT,
                               WS_OP_BAR_WARP,
                               WS_OP_VOTE_LEGACY_ALL,
                               WS_OP_VOTE_LEGACY_ANY,
                               WS_OP_VOTE_LEGACY_UNI,
                               WS_OP_VOTE_LEGACY_BALLOT,
                               WS_OP_MATCH_ANY_B32,
                               WS_OP_MATCH_ALL_B32,
                               WS_OP_MATCH_ANY_B64,
                               WS_OP_MATCH_ALL_B64,
                               WS_OP_REDUX_ADD_U32,
                               WS_OP_REDUX_MIN_U32,
                               WS_OP_REDUX_MAX_U32,
                               WS_OP_REDUX_ADD_S32,
                               WS_OP_REDUX_MIN_S32,
                               WS_OP_REDUX_MAX_S32,
                               WS_OP_REDUX_AND_B32,
                               WS_OP_REDUX_OR_B32,
                               WS_OP_REDUX_XOR_B32,
                               WS_OP_REDUX_MIN_F32,
                               WS_OP_REDUX_MAX_F32,
                               WS_OP_REDUX_MIN_ABS_F32,
                               WS_OP_REDUX_MAX_ABS_F32,
                               WS_OP_REDUX_MIN_NAN_F32,
                               WS_OP_REDUX_MAX_NAN_F32,
                               WS_OP_REDUX_MIN_ABS_NAN_F32,
                               WS_OP_REDUX_MAX_ABS_NAN_F32};
enum { OPS = sizeof ops / sizeof ops[0], VOTE = 4, MATCH = 15, REDUX = 19 };

#define MIX(first, count)                                                                                              \
  { .ops = ops + (first), .op_count = (count), .stream = 6, .pieces = 1, .wild = 1, .exits = 4, .stalls = true }
static const ws_stim_cfg shfl = MIX(0, VOTE), vote = MIX(VOTE, MATCH - VOTE), match = MIX(MATCH, REDUX - MATCH),
                         redux = MIX(REDUX, OPS - REDUX), every = MIX(0, OPS);

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
  r->core.watchdog = profile == WS_PROFILE_WATCHDOG ? WATCHDOG : 0;
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

static bool play(ws_run *r, const ws_stim_cfg *plan) {
  ws_rng rng = ws_rng_make(r->seed, r->name);
  const ws_cover *c = r->cover;
  bool good = true;
  while (good && r->ops < r->n && c->empties) {
    uint64_t left = r->n - r->ops;
    ws_profile profile = profile_of(r, &rng);
    if (profile == WS_PROFILE_WATCHDOG && !r->rtl->has_watchdog)
      profile = (ws_profile)0;
    good = stretch(r, plan, profile, (ws_rng){ws_rng_u64(&rng)}, left < STRETCH ? left : STRETCH);
  }
  int n = snprintf(r->note, sizeof r->note, "bins %u/%u", c->demanded - c->empties, c->demanded);
  if (!c->empties)
    snprintf(r->note + n, sizeof r->note - (size_t)n, " after %" PRIu64 " operations", c->full_at);
  return good && ws_run_covered(r, r->n >= FULL);
}

static bool run_shfl(ws_run *r) { return play(r, &shfl); }
static bool run_vote(ws_run *r) { return play(r, &vote); }
static bool run_match(ws_run *r) { return play(r, &match); }
static bool run_redux(ws_run *r) { return play(r, &redux); }
static bool run_rendezvous(ws_run *r) { return play(r, &every); }

#define ROW(name, family, text)                                                                                        \
  {                                                                                                                    \
#name "_cover", text, .run = run_##name, .sized = true, .families = WS_FAMILY_##family,                            \
                          .covers = 1 << WS_COVER_##family                                                             \
  }

static const ws_test tests[] = {
    ROW(shfl, SHFL, "shfl.sync until every mask, segment, clamp, b, source and stall was met"),
    ROW(vote, VOTE, "vote, elect, activemask, bar.warp.sync until every mask, predicate pattern and stall was met"),
    ROW(match, MATCH, "match.sync until every mask, pattern of keys and stall was met"),
    ROW(redux, REDUX, "redux.sync until every mask, pattern of operands and stall was met"),
    {"rendezvous_cover",
     "every status of every operation, every situation of the rendezvous, every pair of operations in neighbouring "
     "cycles",
     .run = run_rendezvous, .sized = true, .covers = 1u << WS_COVER_SYNC, .watchdog = WATCHDOG,
     .families = WS_FAMILY_SHFL | WS_FAMILY_MATCH | WS_FAMILY_REDUX},
};
WS_TESTS(cover, 0)
