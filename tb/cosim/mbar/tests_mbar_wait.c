// SPDX-License-Identifier: Apache-2.0
// Directed tests of what looks at an object: test_wait, try_wait and pending_count, by state and by parity; who is
// suspended, who is released, when, and with which answer.
#include "tests_mbar.h"

#include <inttypes.h>

enum { A = 0x300, B = 0x308, C = 0x1000, EVEN = 0x55555555 };

static void scene_test_wait(ws_scene *t) {
  uint64_t t0 = mb_token(0, 2, false), t1 = mb_token(1, 2, false);
  uint32_t odd = t->all & ~(uint32_t)EVEN;
  mb_wait(t, WS_OP_MBAR_TEST_WAIT, t->all, A, t0, 0); // no object yet
  mb_gives_p(t, t->all, WS_ST_MB_NOT_INIT, false);
  mb_init(t, A, 2);
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
  mb_gives(t, 1, WS_ST_OK, t0);
  mb_wait(t, WS_OP_MBAR_TEST_WAIT, t->all, A, t0, 0);
  mb_gives_p(t, t->all, WS_ST_OK, false);
  mb_object(t, A, mb_word(0, 1, 0, 2));
  mb_count(t, WS_OP_MBAR_ARRIVE, 2, A, 1);
  mb_wait(t, WS_OP_MBAR_TEST_WAIT, t->all, A, t0, 0);
  mb_gives_p(t, t->all, WS_ST_OK, true);
  mb_object(t, A, mb_word(1, 2, 0, 2));
  mb_count(t, WS_OP_MBAR_ARRIVE, 2, A, 1); // in the next phase: its token waits, that of the phase before does not
  mb_gives(t, 2, WS_ST_OK, t1);
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.a[i] = i & 1 ? t0 : t1;
  mb_issue(t, WS_OP_MBAR_TEST_WAIT, t->all);
  mb_gives_p(t, odd, WS_ST_OK, true);
  mb_gives_p(t, t->all & EVEN, WS_ST_OK, false);
  mb_count(t, WS_OP_MBAR_ARRIVE, 2, A, 1);
  mb_wait(t, WS_OP_MBAR_TEST_WAIT, 4, A, t1, 0);
  mb_gives_p(t, 4, WS_ST_OK, true);
  mb_wait(t, WS_OP_MBAR_TEST_WAIT, 4, A, t0, 0); // two phases old: one bit of phase cannot tell it from a new one
  mb_gives_p(t, 4, WS_ST_OK, false);
  mb_wait(t, WS_OP_MBAR_TEST_WAIT, 4, A, t1 & ~(uint64_t)1, 0); // no token of this machine, compared all the same
  mb_gives_p(t, 4, WS_ST_MB_BAD_TOKEN, true);
  mb_wait(t, WS_OP_MBAR_TEST_WAIT, 4, A, 0, 0);
  mb_gives_p(t, 4, WS_ST_MB_BAD_TOKEN, false);
  mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
  mb_wait(t, WS_OP_MBAR_TEST_WAIT, 4, A, 0, 0); // the error wins
  mb_gives_p(t, 4, WS_ST_MB_NOT_INIT, false);
}

static void scene_parity(ws_scene *t) {
  static const uint32_t waits[] = {WS_OP_MBAR_TEST_WAIT_PARITY, WS_OP_MBAR_TRY_WAIT_PARITY_HINT};
  for (unsigned k = 0; k < 2; k++) { // a limit of 0 makes try_wait a test_wait
    uint32_t op = waits[k], addr = k ? B : A;
    mb_init(t, addr, 1);
    mb_wait(t, op, t->all, addr, 1, 0); // the phase before the first one is over
    mb_gives_p(t, t->all, WS_ST_OK, true);
    mb_wait(t, op, t->all, addr, 0, 0);
    mb_gives_p(t, t->all, WS_ST_OK, false);
    for (unsigned i = 0; i < t->lanes; i++)
      t->q.a[i] = i & 1;
    mb_issue(t, op, t->all);
    mb_gives_p(t, t->all & ~(uint32_t)EVEN, WS_ST_OK, true);
    mb_gives_p(t, t->all & EVEN, WS_ST_OK, false);
    mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, addr, 1);
    mb_wait(t, op, t->all, addr, 0, 0);
    mb_gives_p(t, t->all, WS_ST_OK, true);
    mb_wait(t, op, t->all, addr, 1, 0);
    mb_gives_p(t, t->all, WS_ST_OK, false);
    mb_wait(t, op, 1, addr, 2, 0); // neither 0 nor 1: the low bit counts
    mb_gives_p(t, 1, WS_ST_MB_BAD_PARITY, true);
    mb_wait(t, op, 1, addr, UINT32_MAX, 0);
    mb_gives_p(t, 1, WS_ST_MB_BAD_PARITY, false);
    mb_wait(t, op, 1, addr, 0xffffffff00000000, 0); // a parity has 32 bits
    mb_gives_p(t, 1, WS_ST_OK, true);
    mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, addr, 1);
    mb_gives(t, 1, WS_ST_OK, 0); // a wait answered true
  }
}

// Who arrives in a phase before anybody saw the end of the one before is told so.
static void scene_missing_wait(ws_scene *t) {
  mb_init(t, A, 2);
  mb_count(t, WS_OP_MBAR_ARRIVE, 3, A, 1); // the first phase follows none
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 2, false));
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
  mb_gives(t, 1, WS_ST_MB_MISSING_WAIT, mb_token(1, 2, false));
  mb_wait(t, WS_OP_MBAR_TEST_WAIT_PARITY, 1, A, 1, 0); // a wait that fails is none
  mb_gives_p(t, 1, WS_ST_OK, false);
  mb_count(t, WS_OP_MBAR_EXPECT_TX, 1, A, 4); // no arrival
  mb_gives(t, 1, WS_ST_OK, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_NOCOMPLETE, 1, A, 1);
  mb_gives(t, 1, WS_ST_MB_MISSING_WAIT, mb_token(1, 1, true));
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, A, 1); // an error says only that
  mb_gives(t, 1, WS_ST_MB_PENDING_UNDERFLOW, 0);
  mb_count(t, WS_OP_MBAR_COMPLETE_TX, 1, A, 4);
  mb_gives(t, 1, WS_ST_OK, 0);
  mb_wait(t, WS_OP_MBAR_TEST_WAIT, 2, A, mb_token(1, 1, false), 0);
  mb_gives_p(t, 2, WS_ST_OK, true);
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 2, false));
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY, 2, A, 0, 0); // who is waiting when the phase ends has seen it
  ws_expect_wait(t, 2);
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
  mb_woken(t, 2, WS_ST_OK, true);
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP, 5, A, 1);
  mb_gives(t, 1, WS_ST_OK, mb_token(1, 2, false));
  mb_gives(t, 4, WS_ST_OK, mb_token(1, 1, false));
  mb_init(t, B, 2);
  mb_count(t, WS_OP_MBAR_ARRIVE, 3, B, 1);
  mb_count(t, WS_OP_MBAR_INIT, 1, B, 2); // a new object follows no phase
  mb_gives(t, 1, WS_ST_MB_REINIT, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, B, 1);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 2, false));
}

// ---------------------------------------------------------------------------------------------------- suspension

static void scene_try_wait(ws_scene *t) {
  uint32_t rest = t->all & ~3u;
  mb_init(t, A, 2);
  mb_init(t, B, 1);
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT, rest, A, mb_token(0, 2, false), 0);
  ws_expect_wait(t, rest);
  t->q.pred = t->all; // the other lanes go on, in this unit and elsewhere
  ws_do(t, WS_OP_VOTE_BALLOT, 3, 3);
  ws_expect_d_lanes(t, 3, 3);
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, B, 1);                         // the end of a phase of another object
  mb_wait(t, WS_OP_MBAR_TRY_WAIT, 1, B, mb_token(0, 1, false), 0); // over already
  mb_gives_p(t, 1, WS_ST_OK, true);
  ws_expect_wait(t, rest);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY, 1, A, 0, 0);
  ws_expect_wait(t, rest | 1);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 2, A, 1);
  mb_gives(t, 2, WS_ST_OK, 0);
  mb_woken(t, rest | 1, WS_ST_OK, true);
  ws_expect_wait(t, 0);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT, t->all, A, mb_token(0, 1, false), 0);
  mb_gives_p(t, t->all, WS_ST_OK, true);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY, 4, A, 7, 0); // suspended with a status to bring
  ws_expect_wait(t, 4);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT, 8, A, mb_token(1, 0, false) - 1, 0);
  ws_expect_wait(t, 12);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, A, 2);
  mb_woken(t, 4, WS_ST_MB_BAD_PARITY, true);
  mb_woken(t, 8, WS_ST_MB_BAD_TOKEN, true);
}

// A lane that waits is refused: neither does it issue nor exit. Afterwards it does both.
static void scene_wait_refused(ws_scene *t) {
  mb_init(t, A, 1);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY, 6, A, 0, 0);
  ws_expect_wait(t, 6);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 2, A, 1);
  ws_expect_count(t, 2, 1);
  ws_expect_error(t, WS_ST_CV_LANE_BUSY, 2);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY, 4, A, 0, 0);
  ws_expect_count(t, 4, 1);
  ws_exit(t, 14); // of these only lane 3 runs
  ws_expect_wait(t, 6);
  if (!t->bad && ws_session_out(t->s)->live[0] != (t->all & ~8u))
    ws_wrong(t, "live lanes 0x%08" PRIx32 " expected 0x%08" PRIx32, ws_session_out(t->s)->live[0], t->all & ~8u);
  mb_object(t, A, mb_word(0, 1, 0, 1));
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, A, 1);
  mb_woken(t, 6, WS_ST_OK, true);
  ws_expect_count(t, 6, 2);
  mb_count(t, WS_OP_MBAR_ARRIVE, 6, A, 1);
  mb_gives(t, 2, WS_ST_OK, mb_token(1, 1, false));
  mb_gives(t, 4, WS_ST_MB_MISSING_WAIT, mb_token(0, 1, false));
  ws_exit(t, 6);
  mb_count(t, WS_OP_MBAR_ARRIVE, 6, A, 1);
  mb_gives(t, 6, WS_ST_CV_LANE_EXITED, 0);
}

// All lanes of a warp wait, one of them in try_wait: no deadlock, since that one comes back.
static void scene_wait_rendezvous(ws_scene *t) {
  mb_init(t, A, 1);
  mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 1, A, 8);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY, 1, A, 0, 0);
  ws_do(t, WS_OP_BAR_WARP, t->all & ~1u, t->all);
  ws_expect_wait(t, t->all);
  mb_tick(t, 20);
  ws_expect_wait(t, t->all);
  mb_tx(t, A, 8);
  mb_woken(t, 1, WS_ST_OK, true);
  ws_expect_wait(t, t->all & ~1u);
  ws_do(t, WS_OP_BAR_WARP, 1, t->all);
  ws_expect_wait(t, 0);
  ws_expect_status(t, t->all, WS_ST_OK);
  ws_expect_error(t, WS_ST_OK, 0);
}

// The objects of inval, init and plain stores wake nobody; the end of a phase in that place does.
static void scene_wait_edge(ws_scene *t) {
  mb_init(t, A, 1);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY, 2, A, 0, 0);
  mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
  ws_expect_wait(t, 2);
  mb_store(t, A, 8, mb_word(1, 1, 0, 1), false); // as if the phase were over
  ws_expect_wait(t, 2);
  mb_init(t, A, 2);
  mb_count(t, WS_OP_MBAR_INIT, 1, A, 1);
  mb_store(t, A, 8, mb_word(1, 1, 0, 1), true);
  ws_expect_wait(t, 2);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, A, 1); // from phase 1 to phase 0
  mb_woken(t, 2, WS_ST_OK, true);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 2, A, 0, 10);
  mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
  ws_expect_wait(t, 2);
  mb_tick(t, 1); // and at its limit it gets a no
  mb_woken(t, 2, WS_ST_OK, false);
}

// ---------------------------------------------------------------------------------------------------------- limits

static void scene_timeout(ws_scene *t) {
  static const struct {
    uint32_t ns, ticks; // of 10 ns
  } limit[] = {{1, 1}, {9, 1}, {10, 1}, {11, 2}, {19, 2}, {20, 2}, {21, 3}, {200, 20}};
  mb_init(t, A, 1);
  for (size_t k = 0; k < sizeof limit / sizeof limit[0]; k++) {
    bool parity = k & 1;
    mb_wait(t, parity ? WS_OP_MBAR_TRY_WAIT_PARITY_HINT : WS_OP_MBAR_TRY_WAIT_HINT, 6, A,
            parity ? 0 : mb_token(0, 1, false), limit[k].ns);
    mb_tick(t, limit[k].ticks - 1);
    ws_expect_wait(t, 6);
    mb_tick(t, 1);
    ws_expect_wait(t, 0);
    mb_woken(t, 6, WS_ST_OK, false);
  }
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 6, A, 0, 0);
  mb_gives_p(t, 6, WS_ST_OK, false); // a limit of 0 suspends nobody
  for (unsigned i = 0; i < 4; i++)   // a limit for each lane
    t->q.c[i] = 30 - 10 * (i & 3), t->q.addr[i] = A, t->q.a[i] = 0;
  mb_issue(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 15);
  mb_gives_p(t, 8, WS_ST_OK, false);
  for (unsigned k = 0; k < 3; k++) {
    ws_expect_wait(t, 7 >> k);
    mb_tick(t, 1);
    mb_woken(t, 4u >> k, WS_ST_OK, false);
  }
  ws_expect_wait(t, 0);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 6, A, 0, UINT32_MAX);
  mb_tick(t, 300);
  ws_expect_wait(t, 6);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, A, 1);
  mb_woken(t, 6, WS_ST_OK, true);
}

static void limit_without_hint(ws_scene *t, unsigned ticks) {
  mb_init(t, A, 1);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY, 2, A, 0, 12345);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT, 4, A, mb_token(0, 1, false), 10);
  mb_tick(t, ticks - 1);
  ws_expect_wait(t, 6);
  mb_tick(t, 1);
  ws_expect_wait(t, 0);
  mb_woken(t, 6, WS_ST_OK, false);
}

static void scene_timeout_default(ws_scene *t) { limit_without_hint(t, 1024); }
static void scene_timeout_short(ws_scene *t) { limit_without_hint(t, 7); }

static bool run_timeout_default(ws_run *r) {
  if (!ws_play(r, scene_timeout_default))
    return false;
  r->core.trywait = 7;
  return ws_play(r, scene_timeout_short);
}

// The limit and the end of the phase, at every distance from one another. The tick that is the limit falls `at` cycles
// after the bytes that end the phase enter at the tx port; *when: the cycle of the answer. Returns the answer.
static bool race(ws_scene *t, uint32_t addr, unsigned at, unsigned *when) {
  enum { LONG = 80 };
  mb_init(t, addr, 1);
  mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 1, addr, 8);
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 2, addr, 0, 10);
  ws_expect_wait(t, 2);
  bool p = false;
  *when = LONG;
  for (unsigned k = 0; k < LONG && !t->bad; k++) {
    ws_in in = {.rsp_ready = true, .tick = k == at};
    if (k == 0)
      in.tx = (ws_tx){true, addr, 8};
    t->bad = !ws_session_cycle(t->s, &in);
    const ws_out *out = ws_session_out(t->s);
    if (k == 0 && !out->tx_ready && !t->bad)
      ws_wrong(t, "the tx port of an idle block is not ready");
    if (out->rsp.valid && *when == LONG)
      *when = k, p = out->rsp.p >> 1 & 1;
  }
  ws_settle(t);
  if (!t->bad && *when == LONG)
    ws_wrong(t, "neither the end of the phase nor the limit released the lane");
  return p;
}

static void scene_limit_and_flip(ws_scene *t) {
  enum { AT = 24 };
  if (t->stall) // the cycles are counted; traffic and stalls are the random test's
    return;
  bool p[AT] = {false};
  unsigned when[AT], same = 0;
  for (unsigned at = 0; at < AT; at++)
    p[at] = race(t, 0x400 + 8 * at, at, &when[at]);
  while (same < AT && !p[same])
    same++;
  if (!t->bad && (same == 0 || same == AT))
    ws_wrong(t, "the limit at every distance from the end of the phase gives p = %d", same == 0);
  for (unsigned at = 0; at < AT && !t->bad; at++) {
    if (p[at] != (at >= same))
      ws_wrong(t, "limit %u cycles after the last byte: p = %d, and 1 when it comes after %u", at, p[at], same);
    // The limit answers at its time, the end of the phase always at the same one: that of a limit in cycle `same`.
    unsigned want = (at < same ? at : same) + when[0];
    if (!t->bad && when[at] != want)
      ws_wrong(t, "limit %u cycles after the last byte, phase over after %u: answered in cycle %u, expected %u", at,
               same, when[at], want);
  }
}

// ------------------------------------------------------------------------------------------------- many who wait

// As many groups as the table holds: four lanes of each of the first warps, each lane at an object of its own whose last
// bytes are under way.
static unsigned groups(const ws_scene *t) { return t->run->core.waiters; }

static void launch_rest(ws_scene *t) {
  for (uint32_t w = 1; w < t->run->core.warps; w++)
    mb_launch(t, w, t->all);
}

static void fill(ws_scene *t, uint32_t first) {
  for (unsigned i = 0; i < groups(t); i++) {
    mb_init(t, first + 8 * i, 1);
    mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 1, first + 8 * i, 8);
  }
  for (t->warp = 0; t->warp < groups(t) / 4; t->warp++) {
    for (unsigned i = 0; i < 4; i++)
      t->q.addr[i] = first + 8 * (4 * t->warp + i), t->q.a[i] = 0;
    mb_issue(t, WS_OP_MBAR_TRY_WAIT_PARITY, 15);
    ws_expect_wait(t, 15);
  }
  t->warp = 0;
}

static void scene_many_objects(ws_scene *t) {
  uint32_t waiting[WS_WARPS_MAX], warps = groups(t) / 4;
  launch_rest(t);
  fill(t, A);
  for (unsigned w = 0; w < warps; w++)
    waiting[w] = 15;
  for (unsigned k = 0; k < groups(t); k++) { // their ends come in another order
    unsigned i = (5 * k + 3) % groups(t);
    mb_tx(t, A + 8 * i, 8);
    t->warp = i / 4;
    mb_woken(t, mb_bit(i & 3), WS_ST_OK, true);
    waiting[i / 4] &= ~mb_bit(i & 3);
    for (t->warp = 0; t->warp < warps; t->warp++)
      ws_expect_wait(t, waiting[t->warp]);
  }
}

static void scene_many_waiters(ws_scene *t) {
  launch_rest(t);
  mb_init(t, A, 1);
  mb_init(t, B, 1);
  for (uint32_t w = 0; w < groups(t) / 2; w++) { // in each warp two groups: lanes of the upper half have a limit
    uint32_t low = (1u << t->lanes / 2) - 1, high = t->all & ~low;
    t->warp = w;
    mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY, low & ~1u, A, 0, 0);
    mb_wait(t, WS_OP_MBAR_TRY_WAIT_HINT, high, A, mb_token(0, 1, false), 5000);
    ws_expect_wait(t, t->all & ~1u);
  }
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, B, 1); // the neighbour's phase is not theirs
  ws_expect_wait(t, t->all & ~1u);
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 1, false));
  for (t->warp = 0; t->warp < groups(t) / 2; t->warp++) {
    ws_expect_wait(t, 0);
    mb_woken(t, t->all & ~1u, WS_ST_OK, true);
  }
  t->warp = 0;
}

// A group more than the table holds wants to wait: it and what comes behind it stand back, bytes go on, nothing is lost.
static void scene_full_table(ws_scene *t) {
  unsigned other = t->run->core.warps - 2; // this warp and the next hold no group
  launch_rest(t);
  mb_init(t, C, 1);
  mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 1, C, 4);
  mb_init(t, C + 8, 2);
  fill(t, A);
  t->warp = other;
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY, t->all, C, 0, 0);
  mb_cycles(t, 60);
  const ws_out *out = ws_session_out(t->s);
  if (!t->bad && out->wait[other] != t->all)
    ws_wrong(t, "lanes of the last group blocked: 0x%08" PRIx32 " expected 0x%08" PRIx32, out->wait[other], t->all);
  if (!t->bad && !out->idle)
    ws_wrong(t, "not idle although all that wait can only be released from outside");
  ws_in in = {.rsp_ready = true};
  in.req =
      (ws_req){.valid = true, .warp = other + 1, .op = WS_OP_MBAR_ARRIVE, .lanes = t->all & 3, .tag = t->q.tag = 77};
  for (unsigned i = 0; i < t->lanes; i++)
    in.req.addr[i] = C + 8, in.req.b[i] = 1;
  bool taken = false, sent = false;
  for (unsigned k = 0; k < 400 && !(taken && sent) && !t->bad; k++) {
    in.req.valid = !taken;
    in.tx = (ws_tx){k >= 40 && !sent, A + 16, 8}; // makes room
    t->bad = !ws_session_cycle(t->s, &in);
    taken |= in.req.valid && out->req_ready;
    sent |= in.tx.valid && out->tx_ready;
  }
  ws_settle(t);
  if (!t->bad && !(taken && sent))
    ws_wrong(t, "%s was not taken", sent ? "the operation behind the last group" : "the tx port");
  t->warp = other + 1;
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 2, false));
  mb_gives(t, 2, WS_ST_OK, mb_token(0, 1, false));
  t->warp = 0;
  ws_expect_wait(t, 11);
  mb_woken(t, 4, WS_ST_OK, true);
  t->warp = other;
  ws_expect_wait(t, t->all);
  mb_tx(t, C, 4);
  mb_woken(t, t->all, WS_ST_OK, true);
  for (unsigned i = 0; i < groups(t); i++)
    if (i != 2)
      mb_tx(t, A + 8 * i, 8);
  for (t->warp = 0; t->warp < groups(t) / 4; t->warp++)
    mb_woken(t, 15, WS_ST_OK, true);
}

// --------------------------------------------------------------------------------------------------- pending_count

static void scene_pending_count(ws_scene *t) {
  enum { PC = WS_OP_MBAR_PENDING_COUNT };
  mb_init(t, A, 9);
  mb_count(t, WS_OP_MBAR_ARRIVE_NOCOMPLETE, 1, A, 4);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 9, true));
  mb_wait(t, PC, t->all, 0xffffffff, mb_token(0, 9, true), 0); // the address is not looked at
  mb_gives(t, t->all, WS_ST_OK, 9);
  mb_wait(t, PC, 1, A, mb_token(1, MB_MAX, true), 0);
  mb_gives(t, 1, WS_ST_OK, MB_MAX);
  mb_wait(t, PC, 1, A, mb_token(1, 0, true), 0);
  mb_gives(t, 1, WS_ST_OK, 0);
  mb_wait(t, PC, 1, A, mb_token(0, 3, true) | 0x000007fffffffffc, 0); // the bits between say nothing
  mb_gives(t, 1, WS_ST_OK, 3);
  mb_wait(t, PC, 1, A, mb_token(0, 6, false), 0);
  mb_gives(t, 1, WS_ST_MB_TOKEN_NOT_NOCOMPLETE, 6);
  mb_wait(t, PC, 1, A, mb_token(0, 6, true) - 1, 0);
  mb_gives(t, 1, WS_ST_MB_BAD_TOKEN, 6);
  mb_wait(t, PC, 1, A, mb_token(0, 6, false) - 1, 0);
  mb_gives(t, 1, WS_ST_MB_BAD_TOKEN, 6);
  for (unsigned i = 0; i < t->lanes; i++) // a token each
    t->q.a[i] = mb_token(i, 1000 * i, i & 1) ^ (i % 3 == 2);
  mb_issue(t, PC, t->all);
  for (unsigned i = 0; i < t->lanes; i++)
    mb_gives(t, mb_bit(i),
             i % 3 == 2 ? WS_ST_MB_BAD_TOKEN
             : i & 1    ? WS_ST_OK
                        : WS_ST_MB_TOKEN_NOT_NOCOMPLETE,
             1000 * i);
  mb_object(t, A, mb_word(0, 5, 0, 9));
}

#define ROW(name, ...)                                                                                                 \
  { "mbar_" #name, __VA_ARGS__, .scene = scene_##name }
#define RUN(name, ...)                                                                                                 \
  { "mbar_" #name, __VA_ARGS__, .run = run_##name }

static const ws_test tests[] = {
    ROW(test_wait, "test_wait by state: this phase, the one before, one too old, no token, no object"),
    ROW(parity, "waits by parity, also on a fresh object; parities that are none"),
    ROW(missing_wait, "an arrival in a phase before anybody saw the last one end is performed and told so"),
    ROW(try_wait, "try_wait suspends, the end of the phase releases; others go on"),
    ROW(wait_refused, "a suspended lane neither issues nor exits; afterwards it does both"),
    ROW(wait_rendezvous, "lanes that wait for one in try_wait are not dead"),
    ROW(wait_edge, "inval, init and plain stores wake nobody; the next end of a phase there does"),
    {"mbar_timeout", "limits from 0 to 2^32 - 1 ns, to the tick; lanes of one issue with different ones",
     .scene = scene_timeout, .waiters = 4},
    RUN(timeout_default, "the limit of who names none: cfg_trywait_i, 1024 and 7 ticks"),
    ROW(limit_and_flip, "limit and end of the phase at every distance; in one cycle the answer is true",
        .needs_model = "it counts on the clock in which bytes are taken"),
    {"mbar_many_objects", "a table full of groups at an object each: each end releases its own",
     .scene = scene_many_objects, .fills = true},
    {"mbar_many_waiters", "a table full of groups at one object: one end releases all", .scene = scene_many_waiters,
     .fills = true, .whole = true},
    {"mbar_full_table", "a group more than the table holds stands back and is not lost; bytes go on",
     .scene = scene_full_table, .fills = true, .whole = true},
    ROW(pending_count, "the count in a token, a token a lane; other words"),
};
WS_TESTS(mbar_wait, WS_FAMILY_MBAR)
