// SPDX-License-Identifier: Apache-2.0
// The configuration at its largest: the watchdog, the limit of a try_wait that names none. And that what has no reset begins
// at random.
#include "mbar/tests_mbar.h"

#include <inttypes.h>
#include <stdio.h>

// --------------------------------------------------------------------------------------------------------- watchdog

// The longest limit there is; the time, of 16 bits, goes round meanwhile. Once will do: stalls are no part of it.
static void scene_watchdog(ws_scene *t) {
  if (t->stall)
    return;
  uint32_t rest = t->all & ~2u;
  ws_ticks(t, 0xe100);
  ws_do(t, WS_OP_BAR_WARP, rest, t->all);
  ws_settle(t); // the time counts from the clock in which the request is judged
  ws_ticks(t, UINT16_MAX - 1);
  ws_expect_wait(t, rest);
  ws_tick(t, 1);
  ws_expect_wait(t, 0);
  ws_expect_status(t, rest, WS_ST_CV_MISSING);
}

// A limit with a single bit, up to the largest power of two that is allowed; under stalls, which are no part of it, short ones only.
static void scene_watchdog_bit(ws_scene *t) {
  unsigned limit = t->run->core.watchdog;
  if (t->stall && limit > 64)
    return;
  ws_do(t, WS_OP_BAR_WARP, 1, 3);
  ws_settle(t);
  ws_ticks(t, limit - 1);
  ws_expect_wait(t, 1);
  ws_tick(t, 1);
  ws_expect_wait(t, 0);
  ws_expect_status(t, 1, WS_ST_CV_MISSING);
}

// In each CTA of a cluster but the first, whose capture stays empty; sm_6x meanwhile.
static void scene_cluster_watchdog(ws_scene *t) {
  unsigned ctas = t->run->core.ctas;
  if (t->stall)
    return;
  for (unsigned c = 0; c < ctas; c++) {
    ws_cta(t, c);
    t->q.pred = t->all;
    ws_do(t, WS_OP_VOTE_LEGACY_BALLOT, t->all, 0);
    ws_expect_d_lanes(t, t->all, t->all);
    if (c)
      ws_do(t, WS_OP_BAR_WARP, 1, 3);
  }
  ws_settle(t);
  ws_ticks(t, UINT16_MAX - 1);
  for (unsigned c = 0; c < ctas; c++) {
    ws_cta(t, c);
    ws_expect_wait(t, c > 0);
  }
  ws_ticks(t, 1);
  for (unsigned c = 1; c < ctas; c++) {
    ws_cta(t, c);
    ws_expect_wait(t, 0);
    ws_expect_error(t, WS_ST_CV_MISSING, 1);
  }
  ws_cta(t, 0);
  ws_settle(t);
  if (!t->bad && ws_session_out(t->s)->err.valid)
    ws_wrong(t, "CTA 0 has captured an error of another");
}

// --------------------------------------------------------------------------------------------------------- try_wait

enum { A = 0x300 };

// The longest that can be set; the ticks in a row, and once.
static void scene_trywait(ws_scene *t) {
  if (t->stall)
    return;
  mb_init(t, A, 1);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY, 2, A, 0, 12345);
  ws_expect_wait(t, 2);
  ws_ticks(t, UINT16_MAX - 1);
  ws_expect_wait(t, 2);
  mb_tick(t, 1);
  mb_woken(t, 2, WS_ST_OK, false);
}

// One between, of which the phase is over first.
static void scene_trywait_flip(ws_scene *t) {
  mb_init(t, A, 1);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY, 2, A, 0, 12345);
  mb_tick(t, 300);
  ws_expect_wait(t, 2);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, A, 1);
  mb_woken(t, 2, WS_ST_OK, true);
}

// A limit of its own, a single bit in nanoseconds or in ticks: the short ones end the wait, the long ones have not after 40 ticks.
static void scene_trywait_bit(ws_scene *t) {
  enum { TICK_NS = 10, TICKS = 40, IN_NS = 28, LIMITS = IN_NS + 27 };
  mb_init(t, A, 1);
  for (unsigned k = 0, phase = 0; k < LIMITS; k++) {
    uint32_t limit = k < IN_NS ? 1u << (4 + k) : (uint32_t)TICK_NS << (2 + k - IN_NS), ticks = limit / TICK_NS;
    mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 2, A, phase, limit);
    mb_tick(t, ticks < TICKS ? ticks - 1 : TICKS);
    ws_expect_wait(t, 2);
    if (ticks < TICKS) {
      mb_tick(t, 2); // a part of a tick is one
      mb_woken(t, 2, WS_ST_OK, false);
    } else {
      mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, A, 1);
      mb_woken(t, 2, WS_ST_OK, true);
      phase ^= 1;
    }
  }
}

static bool run_trywait_bits(ws_run *r) { return ws_play(r, scene_trywait_bit); }

static bool run_trywait(ws_run *r) {
  r->core.trywait = 0xa5a5;
  if (!ws_play(r, scene_trywait_flip))
    return false;
  r->core.trywait = UINT16_MAX;
  return ws_play(r, scene_trywait);
}

// ---------------------------------------------------------------------------------------- registers without reset

enum { SEEDS = 8 };

static bool run_registers(ws_run *r) {
  uint64_t noise[SEEDS + 1];
  if (!r->rtl || r->side == WS_SIDE_MODEL)
    return true;
  if (r->rtl->has_coverage) { // those begin at 0 to count toggles; what this one counts is written all the same
    r->rtl->close(r->rtl->open(&r->core, WS_DUT_WHOLE, r->seed));
    return true;
  }
  for (unsigned k = 0; k <= SEEDS; k++) {
    ws_dut *dut = r->rtl->open(&r->core, WS_DUT_WHOLE, r->seed + k % SEEDS);
    noise[k] = r->rtl->noise(dut);
    r->rtl->close(dut);
    for (unsigned i = 0; i < k; i++)
      if ((noise[i] == noise[k]) != (i == 0 && k == SEEDS)) {
        fprintf(stderr, "\n%s: with seeds %" PRIu64 " and %" PRIu64 " registers without reset begin %s\n", r->name,
                r->seed + i, r->seed + k % SEEDS, i == 0 && k == SEEDS ? "differently" : "alike");
        return false;
      }
  }
  return true;
}

static bool run_watchdog(ws_run *r) { return ws_play(r, scene_watchdog); }

static bool run_watchdog_bits(ws_run *r) {
  for (unsigned bit = 0; bit < 15; bit++) {
    r->core.watchdog = 1u << bit;
    if (!ws_play(r, scene_watchdog_bit))
      return false;
  }
  return true;
}

static bool run_cluster_watchdog(ws_run *r) { return ws_play(r, scene_cluster_watchdog); }

static const ws_test tests[] = {
    {"rendezvous_watchdog_65535", "the longest limit, while the time goes round: 65534 ticks do not break the wait",
     .run = run_watchdog, .watchdog = UINT16_MAX},
    {"rendezvous_watchdog_bits", "limits of 1, 2, 4 ... 16384 ticks: one tick less does not break the wait",
     .run = run_watchdog_bits, .watchdog = 1 /* then the others */},
    {"cluster_watchdog", "the longest limit in each CTA of a cluster, under sm_6x", .run = run_cluster_watchdog,
     .legacy = true, .watchdog = UINT16_MAX, .ctas = 2, .families = WS_FAMILY_ALL},
    {"mbar_timeout_65535", "cfg_trywait_i at its largest: 65534 ticks do not end the wait", .run = run_trywait,
     .families = WS_FAMILY_MBAR},
    {"mbar_timeout_bits",
     "limits of a try_wait of a single bit in ns or in ticks: none ends the wait too early, no short one too late",
     .run = run_trywait_bits, .families = WS_FAMILY_MBAR},
    {"registers_random", "what has no reset begins alike with one seed, and differently with another",
     .run = run_registers},
};
WS_TESTS(config, 0)
