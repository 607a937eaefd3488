// SPDX-License-Identifier: Apache-2.0
// One CTA of a cluster of eight or six whose others are played: every rank as sender, as receiver and as the one to blame. The
// messages are looked at where they leave, not only by what they do at the other end.
#include "tests_mbar.h"

#include <inttypes.h>

enum { A = 0x500, B = 0x3ff8, RANKS = 8 };

static uint32_t at(unsigned rank, uint32_t offset) { return (rank + 1) << 24 | offset; }

typedef struct mail { // what left since it was looked at last
  ws_msg msg;
  unsigned count;
} mail;

static void on_msg(void *user, const ws_msg *msg) {
  mail *m = user;
  m->msg = *msg;
  m->count++;
}

static void left(ws_scene *t, mail *m, const ws_msg *want) {
  const ws_msg *g = &m->msg;
  ws_settle(t);
  if (!t->bad && (m->count != 1 || g->dest != want->dest || g->src != want->src || g->warp != want->warp ||
                  g->lanes != want->lanes || g->op != want->op || g->slot != want->slot || g->count != want->count))
    ws_wrong(t,
             "%u messages left; the last is {dest %u, src %u, warp %u, lanes %" PRIx32 ", op %" PRIx32 ", slot %" PRIx32
             ", count %" PRIx32 "} expected one {%u, %u, %u, %" PRIx32 ", %" PRIx32 ", %" PRIx32 ", %" PRIx32 "}",
             m->count, g->dest, g->src, g->warp, g->lanes, g->op, g->slot, g->count, want->dest, want->src, want->warp,
             want->lanes, want->op, want->slot, want->count);
  m->count = 0;
}

static void comes(ws_scene *t, unsigned src, uint32_t op, uint32_t lanes, uint32_t addr, uint32_t count) {
  ws_msg msg = {
      .src = src, .warp = src & (t->run->core.warps - 1), .lanes = lanes, .op = op, .slot = addr / 8, .count = count};
  if (!t->bad && !ws_session_msg(t->s, &msg))
    t->bad = true;
}

static unsigned ctas_of(unsigned rank) { return rank & 1 && rank < 6 ? 6 : RANKS; }

static void scene(ws_scene *t, unsigned rank, mail *m) {
  unsigned lanes = t->lanes, ctas = ctas_of(rank), foe = ctas - 1 - rank;
  for (unsigned k = 0; k < ctas; k++) { // to each of the others
    uint32_t addr = k & 1 ? A : B, bytes = k ? 0xaaaaau >> (k & 1) : MB_MAX;
    if (k == rank)
      continue;
    mb_count(t, WS_OP_MBAR_EXPECT_TX, t->all & ~1u, at(k, addr), bytes);
    left(t, m, &(ws_msg){true, k, rank, 0, t->all & ~1u, WS_OP_MBAR_EXPECT_TX, addr / 8, bytes});
  }
  mb_init(t, A, ctas * lanes + 1);
  for (unsigned k = 0; k < ctas; k++) // from each of them
    comes(t, k, WS_OP_MBAR_ARRIVE_SINK, t->all, A, 1);
  ws_settle(t);
  mb_object(t, A, mb_word(0, 1, 0, ctas * lanes + 1));
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 1, A, 0, UINT32_MAX);
  ws_expect_wait(t, 1);
  comes(t, foe, WS_OP_MBAR_ARRIVE_SINK, 2, A, 1);
  mb_woken(t, 1, WS_ST_OK, true);
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
  comes(t, foe, WS_OP_MBAR_EXPECT_TX, t->all, B, 8); // no object there: the sender is to blame
  ws_settle(t);
  mb_capture(t, WS_ST_MB_NOT_INIT, foe, foe & (t->run->core.warps - 1), WS_OP_MBAR_EXPECT_TX, t->all);
}

// A message that fails and, some clocks behind it, a launch that is refused: in the clock in which both are said, the launch is
// the first error, and this CTA is to blame.
static void scene_first(ws_scene *t, unsigned rank) {
  enum { CLOCKS = 16 }; // more than a message takes
  unsigned foe = RANKS - 1 - rank, turned = 0;
  bool before = true;
  for (unsigned clocks = 0; clocks < CLOCKS && !t->bad; clocks++) {
    t->bad = !ws_session_reset(t->s);
    mb_launch(t, 0, t->all);
    ws_settle(t);
    comes(t, foe, WS_OP_MBAR_EXPECT_TX, t->all, B, 8);
    ws_in in = {.rsp_ready = true, .net_ready = true};
    for (unsigned k = 0; k < clocks && !t->bad; k++)
      t->bad = !ws_session_cycle(t->s, &in);
    mb_launch(t, 0, t->all);
    ws_settle(t);
    if (t->bad)
      return;
    const ws_err *err = &ws_session_out(t->s)->err;
    bool launch = err->status == WS_ST_CV_LANE_BUSY;
    if (err->cta != (launch ? rank : foe))
      ws_wrong(t, "status %" PRIx32 " is blamed on CTA %u", err->status, err->cta);
    turned += before && !launch;
    before = launch;
  }
  if (!t->bad && (turned != 1 || before))
    ws_wrong(t, "no number of clocks between message and launch is the one from which on the message is first");
}

static bool run_joined(ws_run *r) {
  bool good = true;
  for (unsigned rank = 0; rank < RANKS && good; rank++) {
    mail m = {.count = 0};
    ws_session_cfg cfg = ws_run_session(r, rank % 3 * 30);
    cfg.joined = true;
    cfg.rank = rank;
    cfg.core.ctas = ctas_of(rank);
    cfg.on_msg = on_msg;
    cfg.user = &m;
    if (rank)
      cfg.waves = NULL;
    ws_scene t = {.run = r, .lanes = r->core.lanes, .stall = cfg.stall};
    t.all = t.lanes == 32 ? UINT32_MAX : (1u << t.lanes) - 1;
    t.s = ws_session_open(&cfg);
    if (!t.s)
      return false;
    mb_launch(&t, 0, t.all);
    scene(&t, rank, &m);
    if (!cfg.stall && ctas_of(rank) == RANKS)
      scene_first(&t, rank);
    r->ops += ws_session_issued(t.s);
    r->cycles += ws_session_cycles(t.s);
    good = ws_session_close(t.s) && !t.bad;
  }
  return good;
}

static const ws_test tests[] = {
    {"mbar_joined",
     "one CTA of eight or six whose others are played: messages to and from every rank, and who is to blame",
     .run = run_joined, .whole = true},
};
WS_TESTS(mbar_joined, WS_FAMILY_MBAR)
