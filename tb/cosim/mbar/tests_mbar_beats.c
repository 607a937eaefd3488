// SPDX-License-Identifier: Apache-2.0
// Operations in shared memory of warps that go there in beats: each beat answers by itself and as soon as it can, a clock apart, and its lanes
// are free then, whatever the others of the warp wait for. How many there are the build says (BEAT).
#include "tests_mbar.h"

#include <inttypes.h>

enum { A = 0x800, COUNT = 64 };

static unsigned beat_of(const ws_scene *t) { return ws_dut_beat(&t->run->core); }
static uint32_t beat_lanes(const ws_scene *t, unsigned k) {
  return (UINT32_MAX >> (32 - beat_of(t))) << k * beat_of(t);
}
static unsigned beats_of(const ws_scene *t) { return t->lanes / beat_of(t); }

// The lanes of the next response to the request that was issued last.
static uint32_t answered(ws_scene *t) {
  ws_in in = {.rsp_ready = true};
  for (unsigned clocks = 0; clocks < 100 && !t->bad; clocks++) {
    t->bad = !ws_session_cycle(t->s, &in);
    if (!t->bad && ws_session_out(t->s)->rsp.valid)
      return ws_session_out(t->s)->rsp.lanes;
  }
  return 0;
}

// All lanes of a warp arrive at one object: a response a beat, in their order, a clock apart.
static void scene_beats(ws_scene *t) {
  mb_init(t, A, MB_MAX);
  ws_settle(t);
  ws_req q = {.op = WS_OP_MBAR_ARRIVE, .lanes = t->all};
  for (unsigned i = 0; i < t->lanes; i++)
    q.addr[i] = A, q.b[i] = 1;
  t->bad |= !ws_session_issue(t->s, &q);
  for (unsigned k = 0; k < beats_of(t) && !t->bad && !t->stall; k++) {
    const uint64_t before = ws_session_cycles(t->s);
    const uint32_t lanes = answered(t);
    const uint64_t clocks = ws_session_cycles(t->s) - before;
    if (!t->bad && lanes != beat_lanes(t, k))
      ws_wrong(t, "response %u is to lanes %" PRIx32 ", expected %" PRIx32, k, lanes, beat_lanes(t, k));
    if (!t->bad && k && clocks != 1)
      ws_wrong(t, "the response to beat %u comes %" PRIu64 " clocks after the one before", k, clocks);
  }
  mb_object(t, A, mb_word(0, MB_MAX - t->lanes, 0, MB_MAX));
  // A beat without lanes is left out.
  mb_count(t, WS_OP_MBAR_ARRIVE, mb_bit(t->lanes - 1), A, 1);
  mb_gives(t, mb_bit(t->lanes - 1), WS_ST_OK, mb_token(0, MB_MAX - t->lanes, false));
}

// One beat after the other waits for an object of its own: the lanes of the one that is let go are free, those of the others wait on.
static void scene_beats_free(ws_scene *t) {
  const unsigned beats = beats_of(t);
  for (unsigned k = 0; k < beats; k++) { // bytes alone are missing
    mb_init(t, A + 8 * k, 1);
    mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 1, A + 8 * k, 1);
  }
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.addr[i] = A + 8 * (i / beat_of(t)), t->q.a[i] = 0, t->q.c[i] = UINT32_MAX;
  mb_issue(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, t->all);
  ws_expect_wait(t, t->all);
  uint32_t left = t->all;
  for (unsigned k = beats; k-- > 0;) {
    mb_tx(t, A + 8 * k, 1);
    mb_woken(t, beat_lanes(t, k), WS_ST_OK, true);
    ws_expect_wait(t, left &= ~beat_lanes(t, k));
    mb_count(t, WS_OP_MBAR_TEST_WAIT_PARITY, beat_lanes(t, k), A + 8 * k, 0);
    mb_gives_p(t, beat_lanes(t, k), WS_ST_OK, true);
  }
}

static void blocked(ws_scene *t, uint32_t lanes) { // while an operation stands back, the block is not idle
  mb_cycles(t, 150);
  const uint32_t got = t->bad ? lanes : ws_session_out(t->s)->wait[t->warp];
  if (got != lanes)
    ws_wrong(t, "blocked lanes 0x%08" PRIx32 " expected 0x%08" PRIx32, got, lanes);
}

// The table of waiters is full before the last beats of a warp come: they stand back, and lanes that are let go meanwhile are free, although the
// operation of their warp has not left the rendezvous.
static void scene_beats_full(ws_scene *t) {
  for (unsigned i = 0; i < t->lanes; i++) { // an object a lane, bytes alone are missing
    mb_init(t, A + 8 * i, 1);
    mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 1, A + 8 * i, 1);
  }
  ws_settle(t);
  ws_req q = {.op = WS_OP_MBAR_TRY_WAIT_PARITY_HINT, .lanes = t->all};
  for (unsigned i = 0; i < t->lanes; i++)
    q.addr[i] = A + 8 * i, q.c[i] = UINT32_MAX;
  t->bad |= !ws_session_issue(t->s, &q);
  uint32_t left = t->all;
  blocked(t, left);
  for (unsigned i = 0; i < t->lanes; i++) {
    mb_tx(t, A + 8 * i, 1);
    blocked(t, left &= ~mb_bit(i));
  }
  mb_count(t, WS_OP_MBAR_TEST_WAIT_PARITY, t->all, A, 0);
  mb_gives_p(t, t->all, WS_ST_OK, true);
}

// Back to back: a clock a beat, and two for the group.
static bool run_rate(ws_run *r) {
  ws_session_cfg cfg = ws_run_session(r, 0);
  ws_scene t = {.run = r, .lanes = r->core.lanes, .all = UINT32_MAX >> (32 - r->core.lanes)};
  if (!(t.s = ws_session_open(&cfg)))
    return false;
  mb_launch(&t, 0, t.all);
  mb_init(&t, A, MB_MAX);
  ws_settle(&t);
  ws_req q = {.op = WS_OP_MBAR_ARRIVE, .lanes = t.all};
  const uint64_t start = ws_session_cycles(t.s);
  for (unsigned k = 0; k < COUNT && !t.bad; k++) {
    for (unsigned i = 0; i < t.lanes; i++)
      q.addr[i] = A, q.b[i] = 1;
    q.tag = k;
    t.bad = !ws_session_issue(t.s, &q);
  }
  const uint64_t clocks = ws_session_cycles(t.s) - start, want = COUNT * (beats_of(&t) + 2);
  if (!t.bad && clocks > want + 8)
    ws_wrong(&t, "%d arrivals of a warp at one object took %" PRIu64 " clocks, %" PRIu64 " promised", COUNT, clocks,
             want);
  ws_settle(&t);
  r->ops = ws_session_issued(t.s);
  r->cycles = ws_session_cycles(t.s);
  return ws_session_close(t.s) && !t.bad;
}

typedef struct mail {
  ws_msg msg[8];
  unsigned count;
} mail;

static void on_msg(void *user, const ws_msg *msg) {
  mail *m = user;
  if (m->count < 8)
    m->msg[m->count] = *msg;
  m->count++;
}

// Bytes expected in another CTA: a message a beat, which names it as a warp.
static bool run_messages(ws_run *r) {
  mail m = {.count = 0};
  ws_session_cfg cfg = ws_run_session(r, 0);
  cfg.joined = true;
  cfg.rank = 0;
  cfg.core.ctas = 2;
  cfg.on_msg = on_msg;
  cfg.user = &m;
  ws_scene t = {.run = r, .lanes = r->core.lanes, .all = UINT32_MAX >> (32 - r->core.lanes)};
  if (!(t.s = ws_session_open(&cfg)))
    return false;
  const unsigned warp = r->core.warps - 1;
  mb_launch(&t, warp, t.all);
  t.warp = warp;
  mb_count(&t, WS_OP_MBAR_EXPECT_TX, t.all & ~1u, 2u << 24 | A, 5);
  ws_settle(&t);
  if (!t.bad && m.count != beats_of(&t))
    ws_wrong(&t, "%u messages left, one a beat expected", m.count);
  for (unsigned k = 0; k < beats_of(&t) && !t.bad; k++) {
    const uint32_t lanes = (UINT32_MAX >> (32 - beat_of(&t))) & ~(k ? 0u : 1u);
    if (m.msg[k].warp != warp * beats_of(&t) + k || m.msg[k].lanes != lanes)
      ws_wrong(&t, "message %u names warp %u, lanes %" PRIx32 "; expected %u, %" PRIx32, k, m.msg[k].warp,
               m.msg[k].lanes, warp * beats_of(&t) + k, lanes);
  }
  r->ops = ws_session_issued(t.s);
  r->cycles = ws_session_cycles(t.s);
  return ws_session_close(t.s) && !t.bad;
}

#define ROW(name, text, ...)                                                                                           \
  { "mbar_" #name, text, .beats = true, __VA_ARGS__ }

static const ws_test tests[] = {
    ROW(beats, "a warp in beats: a response each, a clock apart; those without lanes are left out",
        .scene = scene_beats, .needs_model = "it counts clocks"),
    ROW(beats_free, "lanes of a beat that is let go are free, those of the others wait on", .scene = scene_beats_free),
    ROW(beats_full, "the same where the table of waiters has no room for the whole warp", .scene = scene_beats_full),
    ROW(beats_rate, "beats back to back", .run = run_rate, .needs_model = "it counts clocks"),
    ROW(beats_messages, "messages to other CTAs name a beat as a warp", .run = run_messages),
};
WS_TESTS(mbar_beats, WS_FAMILY_MBAR)
