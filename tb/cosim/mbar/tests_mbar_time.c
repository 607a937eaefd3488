// SPDX-License-Identifier: Apache-2.0
// Limits of try_wait up to the longest there is, 2^32 - 1 ns, to the tick, and time beyond the place where the unit's own
// count of it begins anew, 2^33 ns. At 10 ns a tick that would be 859 million clocks: these are tests of a block whose ticks are longer.
#include <inttypes.h>

#include "stim_mbar.h"
#include "tests_mbar.h"

enum { TICK_NS = 1000, A = 0x300 };
static const uint64_t round_ns = UINT64_C(1) << 33;

// ------------------------------------------------------------------------------------------------- one at a time

// A limit ends with the tick that reaches it and with none before, for each lane in an entry of its own of the table of
// those who wait.
static void ends_with(ws_scene *t, uint32_t lanes, uint32_t limit) {
  uint32_t ticks = limit / TICK_NS + (limit % TICK_NS != 0);
  for (uint32_t m = lanes; m; m &= m - 1)
    mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, m & -m, A, 0, limit);
  ws_expect_wait(t, lanes);
  ws_ticks(t, ticks - 1);
  ws_expect_wait(t, lanes);
  mb_tick(t, 1);
  mb_woken(t, lanes, WS_ST_OK, false);
}

// All together they take more than a round.
static void scene_timeout_long(ws_scene *t) {
  static const uint32_t limit[] = {1,          TICK_NS - 1, TICK_NS,    TICK_NS + 1, 0x10000,         0x100000,
                                   0x1000000,  0x10000000,  0x40000000, 0x80000000,  UINT32_MAX - 12, UINT32_MAX,
                                   2 * TICK_NS};
  if (t->stall) // which costs hours, and changes nothing while nothing comes or goes
    return;
  mb_init(t, A, 1);
  for (size_t k = 0; k < sizeof limit / sizeof limit[0]; k++)
    ends_with(t, 2, limit[k]);
}

// Limits that are a single bit, of those above: each other bit would make them longer.
static void scene_bits_limit_long(ws_scene *t) {
  if (t->stall)
    return;
  mb_init(t, A, 1);
  for (unsigned k = 10; k < 31; k++)
    ends_with(t, 15, 1u << k);
}

// -------------------------------------------------------------------------------------------------------- at random

// Clocks with a tick each and no new operation, until nobody waits if `empty`.
static bool leap(ws_mbar_stim *s, ws_lockstep *ls, uint64_t ticks, bool empty) {
  bool waits = empty;
  s->drain = true;
  ls->in[0].exit.valid = ls->in[0].launch.valid = false;
  for (uint64_t k = 0; k < ticks && (waits || !empty); k++) {
    ws_mbar_stim_next(s, ls);
    ls->in[0].tick = true;
    if (!ws_lockstep_step(ls))
      return false;
    waits = !ws_lockstep_idle(ls);
    for (unsigned w = 0; w < s->warps; w++)
      waits |= ls->out[0].wait[w] != 0;
  }
  s->drain = false;
  return true;
}

// Traffic in pieces, and between them leaps, half of them short, so that a run goes through a round and a half whatever its
// length.
static bool run_wait_long(ws_run *r) {
  static const ws_mbar_stim_cfg plan = {
      .weight = {[WS_MBAR_FLOW] = 1, [WS_MBAR_WAITS] = 3}, .long_limits = true, .stalls = true};
  enum { PIECE = 40, PIECES_MAX = 400, CALM = 500 };
  static ws_mbar_stim s;
  ws_lockstep ls;
  r->core.trywait = 60;
  if (!ws_run_open(r, &ls))
    return false;
  ls.still_max = (uint32_t)(round_ns / TICK_NS); // who finds no entry in the table of waiters holds all others up
  ws_rng rng = ws_rng_make(r->seed, r->name);
  ws_mbar_stim_init(&s, &plan, &r->core, (ws_rng){ws_rng_u64(&rng)});
  const uint64_t pieces = r->n / PIECE < 8 ? 8 : r->n / PIECE < PIECES_MAX ? r->n / PIECE : PIECES_MAX;
  const uint32_t far = (uint32_t)(round_ns / TICK_NS * 3 / 2 / pieces);
  bool good = ws_launch_all(&ls);
  for (uint64_t k = 0; k < pieces && good; k++) {
    uint64_t end = r->n * (k + 1) / pieces;
    for (uint64_t calm = 0, before = ls.accepted; ls.accepted < end && good; before = ls.accepted) {
      ws_mbar_stim_next(&s, &ls);
      good = ws_lockstep_step(&ls);
      calm = ls.accepted == before ? calm + 1 : 0;
      if (calm > CALM) // everybody waits, or is behind one who does
        good = good && leap(&s, &ls, 1 + ws_rng_below(&rng, far / 64 + 64), false), calm = 0;
    }
    good = good && leap(&s, &ls, 1 + ws_rng_below(&rng, k & 1 ? 4 * far : far / 64 + 64), false);
  }
  good = good && leap(&s, &ls, UINT32_MAX, true) && ws_compare_memory(&ls);
  ws_run_close(r, &ls);
  return good;
}

static const ws_test tests[] = {
    {"mbar_timeout_long", "limits up to 2^32 - 1 ns, to the tick, until time has begun anew",
     .scene = scene_timeout_long, .tick_ns = TICK_NS},
    {"mbar_bits_limit_long", "limits of a single bit of 2^10 to 2^30 ns, to the tick, in four entries",
     .scene = scene_bits_limit_long, .tick_ns = TICK_NS},
    {"mbar_wait_long", "random traffic with limits of any length, and leaps of time between", .run = run_wait_long,
     .sized = true, .tick_ns = TICK_NS},
};
WS_TESTS(mbar_time, WS_FAMILY_MBAR)
