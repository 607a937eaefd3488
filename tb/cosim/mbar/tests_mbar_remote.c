// SPDX-License-Identifier: Apache-2.0
// Directed tests of operations on objects of other CTAs: what goes there, what is refused here, what the owner captures,
// and that nothing is lost on the way. They need a cluster.
#include "tests_mbar.h"

#include <string.h>

enum { A = 0x500, B = 0x508 };

// The address of `offset` in CTA `rank`, as mapa gives it.
static uint32_t at(unsigned rank, uint32_t offset) { return (rank + 1) << 24 | offset; }

static void scene_remote(ws_scene *t) {
  unsigned n = t->lanes;
  ws_cta(t, 1);
  mb_init(t, A, n + 2);
  mb_init(t, B, 1);
  ws_cta(t, 0);
  mb_init(t, A, 9); // the same offset here is another object
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, t->all, at(1, A), 1);
  mb_gives(t, t->all, WS_ST_OK, 0);
  mb_count(t, WS_OP_MBAR_EXPECT_TX, 2, at(1, A), 48);
  mb_gives(t, 2, WS_ST_OK, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 4, at(1, A), 16);
  mb_gives(t, 4, WS_ST_OK, 0);
  mb_object(t, A, mb_word(0, 9, 0, 9));
  ws_cta(t, 1);
  mb_object(t, A, mb_word(0, 1, 64, n + 2));
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 8, A, 0, UINT32_MAX);
  ws_expect_wait(t, 8);
  ws_cta(t, 0);
  mb_count(t, WS_OP_MBAR_COMPLETE_TX, 15, at(1, A), 16);
  mb_gives(t, 15, WS_ST_OK, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP_SINK, 1, at(1, A), 1); // the end of the phase, from here
  mb_gives(t, 1, WS_ST_OK, 0);
  ws_cta(t, 1);
  mb_woken(t, 8, WS_ST_OK, true);
  mb_object(t, A, mb_word(1, n + 1, 0, n + 1));
  mb_object(t, B, mb_word(0, 1, 0, 1));
  ws_cta(t, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX_SINK, 3, at(1, A), 5);
  for (unsigned i = 0; i < n; i++) // lanes of one operation at both CTAs, and at the own one by its rank
    t->q.addr[i] = i % 4 == 0 ? at(1, A) : i % 4 == 1 ? at(0, A) : i % 4 == 2 ? at(1, B) : A, t->q.b[i] = 2;
  mb_issue(t, WS_OP_MBAR_EXPECT_TX, t->all);
  mb_gives(t, t->all, WS_ST_OK, 0);
  mb_object(t, A, mb_word(0, 9, (int32_t)n, 9));
  ws_cta(t, 1);
  mb_object(t, A, mb_word(1, n - 1, 10 + (int32_t)n / 2, n - 1));
  mb_object(t, B, mb_word(0, 1, (int32_t)n / 2, 1));
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
  ws_cta(t, 0);
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
}

// What cannot be done from another CTA is refused where it is issued; the owner sees nothing of it.
static void scene_remote_refused(ws_scene *t) {
  static const struct {
    uint32_t op, status;
  } bad[] = {{WS_OP_MBAR_INIT, WS_ST_MB_REMOTE_UNSUPPORTED},
             {WS_OP_MBAR_INVAL, WS_ST_MB_REMOTE_UNSUPPORTED},
             {WS_OP_MBAR_ARRIVE_NOCOMPLETE, WS_ST_MB_REMOTE_UNSUPPORTED},
             {WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE_SINK, WS_ST_MB_REMOTE_UNSUPPORTED},
             {WS_OP_MBAR_TEST_WAIT, WS_ST_MB_REMOTE_UNSUPPORTED},
             {WS_OP_MBAR_TEST_WAIT_PARITY, WS_ST_MB_REMOTE_UNSUPPORTED},
             {WS_OP_MBAR_TRY_WAIT, WS_ST_MB_REMOTE_UNSUPPORTED},
             {WS_OP_MBAR_TRY_WAIT_PARITY_HINT, WS_ST_MB_REMOTE_UNSUPPORTED},
             {WS_OP_MBAR_CP_ASYNC_ARRIVE, WS_ST_MB_REMOTE_UNSUPPORTED},
             {WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, WS_ST_MB_REMOTE_UNSUPPORTED},
             {WS_OP_MBAR_ARRIVE, WS_ST_MB_REMOTE_RESULT},
             {WS_OP_MBAR_ARRIVE_DROP, WS_ST_MB_REMOTE_RESULT},
             {WS_OP_MBAR_ARRIVE_EXPECT_TX, WS_ST_MB_REMOTE_RESULT},
             {WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX, WS_ST_MB_REMOTE_RESULT}};
  unsigned ctas = t->run->core.ctas;
  ws_cta(t, 1);
  mb_init(t, A, 2);
  ws_cta(t, 0);
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
    for (unsigned i = 0; i < t->lanes; i++)
      t->q.a[i] = 1, t->q.c[i] = 50;
    mb_count(t, bad[k].op, 5, at(1, A), 1);
    mb_gives(t, 5, bad[k].status, 0);
    mb_gives_p(t, 5, bad[k].status, false);
    mb_count(t, bad[k].op, 5, at(1, A + 4), 1); // alignment and window come first
    mb_gives(t, 5, WS_ST_MB_MISALIGNED, 0);
    mb_count(t, bad[k].op, 5, at(1, WS_SMEM_BYTES), 1);
    mb_gives(t, 5, WS_ST_MB_BAD_SPACE, 0);
    mb_count(t, bad[k].op, 5, at(ctas, A), 1);
    mb_gives(t, 5, WS_ST_MB_BAD_SPACE, 0);
    ws_expect_wait(t, 0);
  }
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 2, at(ctas, A), 1);
  mb_gives(t, 2, WS_ST_MB_BAD_SPACE, 0);
  ws_all_a(t, 0);
  mb_count(t, WS_OP_CP_ASYNC_CA, 2, at(1, 0x100), 4); // b: 4 bytes
  mb_gives(t, 2, WS_ST_AT_BAD_SPACE, 0);
  mb_init(t, at(0, A), 1); // the own CTA by its rank is no other
  mb_count(t, WS_OP_MBAR_ARRIVE, 2, at(0, A), 1);
  mb_gives(t, 2, WS_ST_OK, mb_token(0, 1, false));
  mb_wait(t, WS_OP_MBAR_TEST_WAIT, 2, at(0, A), mb_token(0, 1, false), 0);
  mb_gives_p(t, 2, WS_ST_OK, true);
  ws_cta(t, 1);
  mb_object(t, A, mb_word(0, 2, 0, 2));
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
}

// What goes wrong at the owner is captured there, with who did it; the issuer is done when its message has left.
// Of a message the lanes are those that sent it, however many of them met the error.
typedef struct remote_error {
  uint32_t op, offset, count;
  uint32_t fine; // of the four lanes that issue, so many are carried out before the error
  uint32_t status;
} remote_error;

static const remote_error errors[] = {
    {WS_OP_MBAR_ARRIVE_SINK, B, 1, 0, WS_ST_MB_NOT_INIT},
    {WS_OP_MBAR_EXPECT_TX, B, 1, 0, WS_ST_MB_NOT_INIT},
    {WS_OP_MBAR_ARRIVE_SINK, A, 0, 0, WS_ST_MB_BAD_COUNT},
    {WS_OP_MBAR_ARRIVE_DROP_SINK, A, 0x100000, 0, WS_ST_MB_BAD_COUNT},
    {WS_OP_MBAR_EXPECT_TX, A, UINT32_MAX, 0, WS_ST_MB_TX_OVERFLOW},
    {WS_OP_MBAR_COMPLETE_TX, A, 0x100000, 0, WS_ST_MB_TX_UNDERFLOW},
    {WS_OP_MBAR_COMPLETE_TX, A, 0x7ffff, 2, WS_ST_MB_TX_UNDERFLOW},
    {WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, A, 0x80000, 1, WS_ST_MB_TX_OVERFLOW},
    {WS_OP_MBAR_ARRIVE_SINK, A, 2, 2, WS_ST_MB_PENDING_UNDERFLOW},
    {WS_OP_MBAR_ARRIVE_SINK, A, 6, 0, WS_ST_MB_PENDING_UNDERFLOW},
};
static const remote_error *error_now;

static void scene_remote_error(ws_scene *t) {
  const remote_error *e = error_now;
  ws_cta(t, 1);
  mb_init(t, A, 5);
  ws_cta(t, 0);
  t->warp = 1;
  mb_launch(t, 1, t->all);
  mb_count(t, e->op, 15, at(1, e->offset), e->count);
  mb_gives(t, 15, WS_ST_OK, 0);
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
  ws_cta(t, 1);
  mb_capture(t, e->status, 0, 1, e->op, 15);
  uint32_t fine = e->fine * e->count;
  if (e->op == WS_OP_MBAR_COMPLETE_TX)
    mb_object(t, A, mb_word(0, 5, -(int32_t)fine, 5));
  else if (e->op == WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK)
    mb_object(t, A, mb_word(0, 5 - e->fine, (int32_t)fine, 5));
  else
    mb_object(t, A, mb_word(0, 5 - fine, 0, 5));
}

static bool run_remote_errors(ws_run *r) {
  for (size_t k = 0; k < sizeof errors / sizeof errors[0]; k++) {
    error_now = &errors[k];
    if (!ws_play(r, scene_remote_error))
      return false;
  }
  return true;
}

static void scene_remote_missing_wait(ws_scene *t) {
  ws_cta(t, 1);
  mb_init(t, A, 1);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, A, 1);
  ws_cta(t, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 2, at(1, A), 1);
  mb_gives(t, 2, WS_ST_OK, 0);
  ws_cta(t, 1);
  mb_capture(t, WS_ST_MB_MISSING_WAIT, 0, 0, WS_OP_MBAR_ARRIVE_SINK, 2);
  mb_object(t, A, mb_word(0, 1, 0, 1));
}

// A CTA in which nobody lives any more, or not yet, owns nothing.
static void scene_remote_gone(ws_scene *t) {
  ws_cta(t, 1);
  mb_init(t, A, 4);
  ws_exit(t, t->all & ~1u);
  ws_cta(t, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, at(1, A), 1); // one lane is enough
  ws_cta(t, 1);
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
  mb_object(t, A, mb_word(0, 3, 0, 4));
  ws_exit(t, 1);
  ws_settle(t);
  ws_cta(t, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 6, at(1, A), 1);
  mb_gives(t, 6, WS_ST_OK, 0);
  ws_cta(t, 1);
  mb_capture(t, WS_ST_MB_CTA_GONE, 0, 0, WS_OP_MBAR_ARRIVE_SINK, 6);
  mb_object(t, A, mb_word(0, 3, 0, 4));
  t->warp = 3;
  mb_launch(t, 3, t->all); // the slot is used again: memory is cleared
  mb_init(t, A, 2);
  ws_cta(t, 0);
  t->warp = 0;
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 6, at(1, A), 1);
  mb_gives(t, 6, WS_ST_OK, 0);
  ws_cta(t, 1);
  mb_object(t, A, mb_word(1, 2, 0, 2));
}

// --------------------------------------------------------------------------------------------------- at one time

// One cycle with requests in several CTAs: lanes of warp 0 of each CTA in `ctas` arrive once at addr; bytes at the tx
// port of CTA 0. All are taken, since nobody is busy.
static void all_at_once(ws_scene *t, uint32_t ctas, uint32_t lanes, uint32_t addr, uint32_t bytes) {
  ws_lockstep *ls = ws_session_lockstep(t->s);
  if (t->bad)
    return;
  for (unsigned c = 0; c < ls->ctas; c++) {
    ws_in *in = &ls->in[c];
    in->rsp_ready = true;
    in->req.valid = ctas >> c & 1;
    in->req.warp = 0, in->req.op = WS_OP_MBAR_ARRIVE_SINK, in->req.lanes = lanes, in->req.tag = 1;
    for (unsigned i = 0; i < t->lanes; i++)
      in->req.addr[i] = addr, in->req.b[i] = 1;
  }
  ls->new_req = ctas;
  ls->in[0].tx = (ws_tx){bytes != 0, addr & 0xffffff, bytes};
  t->bad = !ws_lockstep_step(ls);
  for (unsigned c = 0; c < ls->ctas; c++) {
    ls->in[c].req.valid = false;
    if (!t->bad && (ctas >> c & 1) && !ls->out[c].req_ready)
      ws_wrong(t, "CTA %u, which has nothing to do, does not take an operation", c);
  }
  ls->in[0].tx.valid = false;
}

// An arrival of the owner, one from another CTA and bytes, at every distance of the three.
static void scene_remote_same_cycle(ws_scene *t) {
  enum { SPREAD = 20 };
  for (unsigned d = 0; d <= SPREAD; d++) {
    uint32_t addr = 0x800 + 8 * d;
    mb_init(t, addr, 3);
    mb_count(t, WS_OP_MBAR_EXPECT_TX, 1, addr, 8);
    ws_settle(t);
    for (unsigned k = 0; k <= SPREAD; k++) // the message leaves first; own arrival and bytes follow at d
      all_at_once(t, k == 0 ? (d == 0 ? 3 : 2) : k == d ? 1 : 0, 1, at(0, addr), k == d ? 8 : 0);
    mb_object(t, addr, mb_word(0, 1, 0, 3));
    mb_count(t, WS_OP_MBAR_ARRIVE, 2, addr, 1);
    mb_gives(t, 2, WS_ST_OK, mb_token(0, 1, false));
    mb_object(t, addr, mb_word(1, 3, 0, 3));
  }
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
}

// Every CTA at every other one's object, warps back to back: all of it arrives.
static void scene_remote_crowd(ws_scene *t) {
  enum { TURNS = 12 };
  ws_lockstep *ls = ws_session_lockstep(t->s);
  uint32_t n = t->lanes, ctas = ls->ctas, left[WS_CTAS_MAX];
  for (unsigned c = 0; c < ctas; c++) {
    ws_cta(t, c);
    mb_init(t, A, MB_MAX);
    left[c] = TURNS * ctas;
  }
  ws_settle(t);
  for (unsigned k = 0; k < 4000 && !t->bad; k++) {
    uint32_t busy = 0;
    for (unsigned c = 0; c < ctas; c++) {
      ws_in *in = &ls->in[c];
      in->rsp_ready = true;
      in->req.valid = left[c] > 0;
      in->req.warp = 0, in->req.op = WS_OP_MBAR_ARRIVE_SINK, in->req.lanes = t->all, in->req.tag = left[c];
      for (unsigned i = 0; i < n; i++)
        in->req.addr[i] = at(left[c] % ctas, A), in->req.b[i] = 1;
      busy += left[c] > 0;
    }
    ls->new_req = UINT32_MAX;
    t->bad = !ws_lockstep_step(ls);
    for (unsigned c = 0; c < ctas; c++)
      left[c] -= ls->in[c].req.valid && ls->out[c].req_ready;
    if (!busy)
      break;
  }
  for (unsigned c = 0; c < ctas; c++)
    ls->in[c].req.valid = false;
  for (unsigned c = 0; c < ctas; c++) {
    ws_cta(t, c);
    mb_object(t, A, mb_word(0, MB_MAX - TURNS * ctas * n, 0, MB_MAX));
    mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
  }
}

// Messages of a CTA to another stay in order: each second one would be out of range before the one in front of it.
static void scene_remote_order(ws_scene *t) {
  ws_cta(t, 1);
  mb_init(t, A, 1);
  ws_cta(t, 0);
  for (unsigned k = 0; k < 12; k++)
    mb_count(t, k & 1 ? WS_OP_MBAR_COMPLETE_TX : WS_OP_MBAR_EXPECT_TX, 1u << (k & 3), at(1, A), MB_MAX);
  ws_cta(t, 1);
  mb_object(t, A, mb_word(0, 1, 0, 1));
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
}

// ------------------------------------------------------------------------------------------------------- bit by bit

// Objects whose addresses have one bit in their 11, or all but one.
enum { SPOTS = 22, COUNT_BITS = 20 };
static uint32_t spot(unsigned k) { return k < SPOTS / 2 ? 8u << k : 0x3ff8 & ~(8u << (k - SPOTS / 2)); }

// One round of messages: what an operation does to an object, and the bit of the count that CTA 0 sends to object 0. A round sends
// at most 8 neighbouring bits to an object, one from each CTA, and those of rounds that add up do not overlap: no count overflows.
static const struct {
  uint32_t op, first;
  int tx;        // 1, -1: the count is bytes, expected or come
  bool arrivals; // the count is arrivals
  bool one;      // beside the bytes there is one arrival
  bool drop;     // which is not expected again
} rounds[] = {{WS_OP_MBAR_EXPECT_TX, 0, 1, false, false, false},
              {WS_OP_MBAR_ARRIVE_SINK, 7, 0, true, false, false},
              {WS_OP_MBAR_COMPLETE_TX, 0, -1, false, false, false}, // the bytes of the first round
              {WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX_SINK, 3, 1, false, true, true},
              {WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 11, 1, false, true, false}};

// Every CTA at every other one's objects, in each round with one bit of a count, another for each sender and object.
static void scene_remote_bits(ws_scene *t) {
  struct {
    uint32_t pending, expected;
    int32_t tx;
  } object[WS_CTAS_MAX][SPOTS];
  unsigned ctas = t->run->core.ctas;
  for (unsigned d = 0; d < ctas; d++)
    for (unsigned k = 0; k < SPOTS; k++) {
      ws_cta(t, d);
      mb_init(t, spot(k), MB_MAX);
      object[d][k].pending = object[d][k].expected = MB_MAX, object[d][k].tx = 0;
    }
  for (size_t r = 0; r < sizeof rounds / sizeof rounds[0]; r++) {
    for (unsigned s = 0; s < ctas; s++)
      for (unsigned d = 0; d < ctas; d++)
        for (unsigned k = 0; k < SPOTS && d != s; k++) {
          uint32_t count = 1u << (rounds[r].first + k + s) % COUNT_BITS;
          ws_cta(t, s);
          mb_count(t, rounds[r].op, ws_bit(t, k), at(d, spot(k)), count);
          object[d][k].pending -= rounds[r].arrivals ? count : rounds[r].one;
          object[d][k].expected -= rounds[r].drop;
          object[d][k].tx += rounds[r].tx * (int32_t)count;
        }
    for (unsigned d = 0; d < ctas; d++) {
      ws_cta(t, d);
      for (unsigned k = 0; k < SPOTS; k++)
        mb_object(t, spot(k), mb_word(0, object[d][k].pending, object[d][k].tx, object[d][k].expected));
      mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
    }
  }
}

// Every CTA is to blame at the one some places on: for an object that is none, with one bit of a count, or for a count that is
// too large. Each lane, alone and missing, each warp, each operation with either error in some turn.
static unsigned turn;
static void scene_remote_blame(ws_scene *t) {
  static const struct {
    uint32_t op, too_large;
  } far[] = {{WS_OP_MBAR_ARRIVE_SINK, WS_ST_MB_BAD_COUNT},
             {WS_OP_MBAR_EXPECT_TX, WS_ST_MB_TX_OVERFLOW},
             {WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, WS_ST_MB_TX_OVERFLOW},
             {WS_OP_MBAR_COMPLETE_TX, WS_ST_MB_TX_UNDERFLOW},
             {WS_OP_MBAR_ARRIVE_DROP_SINK, WS_ST_MB_BAD_COUNT},
             {WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX_SINK, WS_ST_MB_TX_OVERFLOW}};
  unsigned ctas = t->run->core.ctas, on = 1 + turn % (ctas - 1), k = turn / 2 % (sizeof far / sizeof far[0]);
  uint32_t warp = turn % t->run->core.warps, bit = ws_bit(t, turn / 2), lanes = turn & 1 ? t->all & ~bit : bit;
  uint32_t addr = spot(turn % SPOTS);
  bool large = turn % 5 == 4;
  for (unsigned s = 0; s < ctas; s++) {
    ws_cta(t, s);
    t->warp = 0;
    if (large)
      mb_init(t, addr, 9);
    t->warp = warp;
    if (warp)
      mb_launch(t, warp, t->all);
  }
  for (unsigned s = 0; s < ctas; s++) {
    ws_cta(t, s);
    mb_count(t, far[k].op, lanes, at((s + on) % ctas, addr), large ? MB_MAX + 1 : 1u << turn % COUNT_BITS);
    mb_gives(t, lanes, WS_ST_OK, 0);
  }
  for (unsigned s = 0; s < ctas; s++) {
    ws_cta(t, (s + on) % ctas);
    mb_capture(t, large ? far[k].too_large : WS_ST_MB_NOT_INIT, s, warp, far[k].op, lanes);
  }
}

static bool run_remote_blame(ws_run *r) {
  unsigned turns = 60 + 2 * r->core.lanes; // after 60 the operations and the errors have met
  bool good = true;
  for (turn = 0; turn < turns && good; turn++)
    good = ws_play(r, scene_remote_blame);
  return good;
}

#define ROW(name, ...)                                                                                                 \
  { "mbar_" #name, __VA_ARGS__, .scene = scene_##name, .ctas = 2 }
#define RUN(name, text)                                                                                                \
  { "mbar_" #name, text, .run = run_##name, .ctas = 2 }

static const ws_test tests[] = {
    ROW(remote, "arrivals, drops and bytes for an object of another CTA; the end of a phase wakes its waiter"),
    ROW(remote_refused, "what cannot be done from another CTA is refused at home; the own rank is no other CTA"),
    RUN(remote_errors, "what goes wrong at the owner is captured there, with CTA, warp and lanes"),
    ROW(remote_missing_wait, "an arrival before anybody saw the last phase end, from another CTA: done, captured"),
    ROW(remote_gone, "a CTA in which nobody lives owns nothing"),
    ROW(remote_same_cycle, "an arrival of the owner, one of another CTA and bytes in one cycle and at every distance",
        .needs_model = "operations and bytes are taken in clocks that it names"),
    ROW(remote_crowd, "every CTA at every other one's object, back to back: nothing is lost"),
    ROW(remote_order, "messages from one CTA to another stay in order"),
    ROW(remote_bits, "every CTA at every other one's objects, each bit of an address and of a count"),
    {"mbar_remote_blame",
     "every CTA is to blame at another: each warp, each lane, each operation, counts that are too large",
     .run = run_remote_blame, .ctas = 2, .whole = true},
};
WS_TESTS(mbar_remote, WS_FAMILY_MBAR)
