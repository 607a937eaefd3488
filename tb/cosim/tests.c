// SPDX-License-Identifier: Apache-2.0
// The random tests: which operations, which styles of traffic (stim.h). And how any test is run.
#include "needs.h"

#include <string.h>
#include <time.h>

#define COUNT(x) (sizeof(x) / sizeof(x)[0])

#define OPS(name, ...) static const uint16_t name[] = {__VA_ARGS__}
OPS(ops_up, WS_OP_SHFL_UP);
OPS(ops_down, WS_OP_SHFL_DOWN);
OPS(ops_bfly, WS_OP_SHFL_BFLY);
OPS(ops_idx, WS_OP_SHFL_IDX);
OPS(ops_all, WS_OP_VOTE_ALL);
OPS(ops_any, WS_OP_VOTE_ANY);
OPS(ops_uni, WS_OP_VOTE_UNI);
OPS(ops_ballot, WS_OP_VOTE_BALLOT);
OPS(ops_legacy, WS_OP_VOTE_LEGACY_ALL, WS_OP_VOTE_LEGACY_ANY, WS_OP_VOTE_LEGACY_UNI, WS_OP_VOTE_LEGACY_BALLOT);
OPS(ops_many32, WS_OP_MATCH_ANY_B32);
OPS(ops_many64, WS_OP_MATCH_ANY_B64);
OPS(ops_mall32, WS_OP_MATCH_ALL_B32);
OPS(ops_mall64, WS_OP_MATCH_ALL_B64);
OPS(ops_add, WS_OP_REDUX_ADD_U32, WS_OP_REDUX_ADD_S32);
OPS(ops_min, WS_OP_REDUX_MIN_U32, WS_OP_REDUX_MIN_S32);
OPS(ops_max, WS_OP_REDUX_MAX_U32, WS_OP_REDUX_MAX_S32);
OPS(ops_and, WS_OP_REDUX_AND_B32);
OPS(ops_or, WS_OP_REDUX_OR_B32);
OPS(ops_xor, WS_OP_REDUX_XOR_B32);
OPS(ops_f32, WS_OP_REDUX_MIN_F32, WS_OP_REDUX_MAX_F32, WS_OP_REDUX_MIN_ABS_F32, WS_OP_REDUX_MAX_ABS_F32,
    WS_OP_REDUX_MIN_NAN_F32, WS_OP_REDUX_MAX_NAN_F32, WS_OP_REDUX_MIN_ABS_NAN_F32, WS_OP_REDUX_MAX_ABS_NAN_F32);
OPS(ops_elect, WS_OP_ELECT);
OPS(ops_active, WS_OP_ACTIVEMASK);
OPS(ops_bar, WS_OP_BAR_WARP);
// Operations that wait, from each unit: what the rendezvous tests are made of.
OPS(ops_sync, WS_OP_BAR_WARP, WS_OP_VOTE_BALLOT, WS_OP_ELECT, WS_OP_SHFL_BFLY, WS_OP_MATCH_ALL_B32,
    WS_OP_REDUX_ADD_U32);
#define EVERY_OP                                                                                                       \
  WS_OP_SHFL_UP, WS_OP_SHFL_DOWN, WS_OP_SHFL_BFLY, WS_OP_SHFL_IDX, WS_OP_VOTE_ALL, WS_OP_VOTE_ANY, WS_OP_VOTE_UNI,     \
      WS_OP_VOTE_BALLOT, WS_OP_ACTIVEMASK, WS_OP_ELECT, WS_OP_BAR_WARP, WS_OP_MATCH_ANY_B32, WS_OP_MATCH_ALL_B32,      \
      WS_OP_MATCH_ANY_B64, WS_OP_MATCH_ALL_B64, WS_OP_REDUX_ADD_U32, WS_OP_REDUX_MIN_U32, WS_OP_REDUX_MAX_U32,         \
      WS_OP_REDUX_ADD_S32, WS_OP_REDUX_MIN_S32, WS_OP_REDUX_MAX_S32, WS_OP_REDUX_AND_B32, WS_OP_REDUX_OR_B32,          \
      WS_OP_REDUX_XOR_B32, WS_OP_REDUX_MIN_F32, WS_OP_REDUX_MAX_F32, WS_OP_REDUX_MIN_ABS_F32, WS_OP_REDUX_MAX_ABS_F32, \
      WS_OP_REDUX_MIN_NAN_F32, WS_OP_REDUX_MAX_NAN_F32, WS_OP_REDUX_MIN_ABS_NAN_F32, WS_OP_REDUX_MAX_ABS_NAN_F32
OPS(ops_every, EVERY_OP);
OPS(ops_every_legacy, EVERY_OP, WS_OP_VOTE_LEGACY_ALL, WS_OP_VOTE_LEGACY_ANY, WS_OP_VOTE_LEGACY_UNI,
    WS_OP_VOTE_LEGACY_BALLOT);

// Weights: stream, pieces, wild; exits in 1000 cycles. Every random test has stalls.
#define MIX(set, s, p, w, x)                                                                                           \
  .random = &(const ws_stim_cfg) {                                                                                     \
    .ops = set, .op_count = COUNT(set), .stream = s, .pieces = p, .wild = w, .exits = x, .stalls = true                \
  }
#define FAMILY(set) MIX(set, 92, 5, 3, 3)

// Seconds of this process: rates are per core, whatever else the machine does.
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

bool ws_launch_all(ws_lockstep *ls) {
  for (uint32_t w = 0; w < ls->cfg.core.warps; w++) {
    for (unsigned c = 0; c < ls->ctas; c++)
      ls->in[c].launch = (ws_lanes){true, w, UINT32_MAX >> (32 - ls->cfg.core.lanes)};
    if (!ws_lockstep_step(ls))
      return false;
  }
  for (unsigned c = 0; c < ls->ctas; c++)
    ls->in[c].launch.valid = false;
  return true;
}

static const ws_test *test_named(const char *name);

bool ws_run_open(ws_run *r, ws_lockstep *ls) {
  ws_lockstep_cfg lc = {.core = r->core,
                        .rtl = r->rtl,
                        .side = r->side,
                        .seed = r->seed,
                        .test = r->name,
                        .repeat = r->repeat,
                        .waves = r->waves,
                        .short_waves = r->short_waves,
                        .faildir = r->faildir,
                        .trace = r->trace,
                        .stimulus = r->stimulus,
                        .hash = r->hash,
                        .watch = r->cover ? r->cover->watch : NULL};
  return ws_lockstep_open(ls, &lc);
}

void ws_run_close(ws_run *r, ws_lockstep *ls) {
  r->ops = ls->accepted;
  r->cycles = ls->cycle;
  ws_lockstep_close(ls);
}

static bool run_resets(ws_run *r) {
  ws_stim_cfg cfg = *test_named(r->name)->random;
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

static bool run_random(const ws_test *t, ws_run *r) {
  ws_stim_cfg cfg = *t->random;
  cfg.stalls = cfg.stalls && !r->no_stalls;
  uint16_t ops[WS_BUILT_OPS];
  ws_built_ops(&cfg, &r->core, ops);
  ws_lockstep ls;
  if (!ws_run_open(r, &ls))
    return false;
  ws_stim stim;
  ws_stim_init(&stim, &cfg, &r->core, ws_rng_make(r->seed, t->name));
  double start = now();
  bool good = ws_launch_all(&ls) && ws_stim_run(&stim, &ls, r->n);
  r->seconds = now() - start;
  ws_run_close(r, &ls);
  return good;
}

static const ws_test tests[] = {
    {"shfl_up", "shfl.sync.up, random operands, masks, exits and stalls", FAMILY(ops_up)},
    {"shfl_down", "shfl.sync.down, random operands, masks, exits and stalls", FAMILY(ops_down)},
    {"shfl_bfly", "shfl.sync.bfly, random operands, masks, exits and stalls", FAMILY(ops_bfly)},
    {"shfl_idx", "shfl.sync.idx, random operands, masks, exits and stalls", FAMILY(ops_idx)},
    {"vote_all", "vote.sync.all, with and without complement", FAMILY(ops_all)},
    {"vote_any", "vote.sync.any, with and without complement", FAMILY(ops_any)},
    {"vote_uni", "vote.sync.uni, with and without complement", FAMILY(ops_uni)},
    {"vote_ballot", "vote.sync.ballot: nothing set outside the participants, not even complemented",
     FAMILY(ops_ballot)},
    {"vote_legacy", "deprecated vote under the sm_6x profile: no mask, no waiting", FAMILY(ops_legacy), .legacy = true},
    {"vote_legacy_illegal", "deprecated vote under sm_100a: DEC_ILLEGAL, never a wait", FAMILY(ops_legacy)},
    {"match_any_b32", "match.any.sync.b32: the high word of the lane bus is not looked at", FAMILY(ops_many32)},
    {"match_any_b64", "match.any.sync.b64: keys that differ in one word only", FAMILY(ops_many64)},
    {"match_all_b32", "match.all.sync.b32", FAMILY(ops_mall32)},
    {"match_all_b64", "match.all.sync.b64", FAMILY(ops_mall64)},
    {"redux_add", "redux.sync.add.u32 and .s32", FAMILY(ops_add)},
    {"redux_min", "redux.sync.min.u32 and .s32", FAMILY(ops_min)},
    {"redux_max", "redux.sync.max.u32 and .s32", FAMILY(ops_max)},
    {"redux_and", "redux.sync.and.b32", FAMILY(ops_and)},
    {"redux_or", "redux.sync.or.b32", FAMILY(ops_or)},
    {"redux_xor", "redux.sync.xor.b32", FAMILY(ops_xor)},
    {"redux_f32", "redux.sync.min and .max.f32 with .abs and .NaN: zeros, subnormals, infinities, NaN",
     FAMILY(ops_f32)},
    {"elect", "elect.sync: the lowest participant, also after exits", MIX(ops_elect, 70, 25, 5, 10)},
    {"activemask", "activemask: the lanes of the issue, never a wait", MIX(ops_active, 90, 7, 3, 10)},
    {"warp_barrier", "bar.warp.sync, arrivals in pieces", MIX(ops_bar, 40, 55, 5, 10)},
    {"rendezvous_pieces", "lanes arrive in random portions, several groups of a warp at once",
     MIX(ops_sync, 0, 1, 0, 2)},
    {"rendezvous_masks",
     "flawed arrivals: not a member, M = 0, other masks, other operations, blocked and exited lanes",
     MIX(ops_sync, 0, 1, 2, 4)},
    {"rendezvous_exit", "exits complete waits; exit, launch and request of one warp in one cycle",
     MIX(ops_sync, 1, 8, 2, 150)},
    {"rendezvous_deadlock", "lanes that wait for one another in vain are released, each with its reason",
     .random =
         &(const ws_stim_cfg){
             .ops = ops_sync, .op_count = COUNT(ops_sync), .pieces = 4, .wild = 1, .knots = 60, .stalls = true}},
    {"rendezvous_launch", "warps exit whole and their slots are launched again, with any lanes",
     MIX(ops_sync, 3, 3, 1, 300)},
    {"rendezvous_legacy", "sm_6x: a group from more than one issue is CV_LEGACY_DIVERGED",
     MIX(ops_every_legacy, 1, 4, 1, 10), .legacy = true},
    {"rendezvous_watchdog", "a wait of more than 50 ticks is broken with CV_MISSING, MASK_ or QUAL_MISMATCH",
     .random = &(const ws_stim_cfg){.ops = ops_sync,
                                    .op_count = COUNT(ops_sync),
                                    .pieces = 2,
                                    .wild = 1,
                                    .exits = 1,
                                    .stalls = true,
                                    .ticks = true},
     .watchdog = 50},
    {"rendezvous_impatient", "the same after 6 ticks: ends of waits fall together with arrivals, exits, other ends",
     .random = &(const ws_stim_cfg){.ops = ops_sync,
                                    .op_count = COUNT(ops_sync),
                                    .pieces = 3,
                                    .wild = 1,
                                    .exits = 20,
                                    .stalls = true,
                                    .ticks = true},
     .watchdog = 6},
    {"warp_random", "everything at once: every operation, every style, exits, launches, stalls",
     MIX(ops_every, 8, 3, 1, 10)},
    {"reset_in_traffic",
     "reset after some dozen cycles, again and again: nothing survives; the error capture is filled anew",
     MIX(ops_every, 1, 1, 3, 40), .run = run_resets},
};
const ws_tests ws_tests_random = {tests, COUNT(tests)};

static const ws_test *test_named(const char *name) {
  for (size_t k = 0; k < COUNT(tests); k++)
    if (!strcmp(tests[k].name, name))
      return &tests[k];
  return NULL;
}

static bool run(const ws_test *t, ws_run *r) {
  if (!t->run)
    return run_random(t, r);
  double start = now();
  bool good = t->run(r);
  r->seconds = now() - start;
  return good;
}

bool ws_run_covered(ws_run *r, bool whole) {
  return !whole || !r->cover || !ws_cover_missing(r->cover, r->name, stderr);
}

bool ws_test_run(const ws_test *t, ws_run *r) {
  r->name = t->name;
  r->core.legacy = t->legacy;
  r->core.watchdog = t->watchdog;
  r->ops = r->cycles = 0;
  r->note[0] = 0;
  ws_cover *total = r->cover, own;
  r->cover = NULL;
  if (!total && !t->covers)
    return run(t, r);
  if (!ws_cover_open(&own, &r->rtl->fixed, total ? UINT32_MAX : t->covers))
    return false;
  ws_cover_demand(&own, t->covers, r->side != WS_SIDE_RTL);
  r->cover = &own;
  bool good = run(t, r);
  if (good && *own.wrong)
    fprintf(stderr, "%s: %s\n  repeat       %s\n", t->name, own.wrong, r->repeat);
  good = good && !*own.wrong;
  if (total)
    ws_cover_add(total, &own);
  r->cover = total;
  ws_cover_close(&own);
  return good;
}
