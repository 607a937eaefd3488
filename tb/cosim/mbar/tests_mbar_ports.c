// SPDX-License-Identifier: Apache-2.0
// Directed tests of operations that meet: from a warp, from the tx port and from a copy, at one object in one cycle and at
// every distance; of ports that are busy all the time; and of the throughput promised.
#include "tests_mbar.h"

#include <string.h>

enum { A = 0x200, SPREAD = 24 };

// One cycle with `lane` of warp 0 arriving at addr (lane 32: nobody) and `bytes` at the tx port (0: none). False if the
// unit, which is not busy, did not take them.
static void both(ws_scene *t, unsigned lane, uint32_t addr, uint32_t bytes) {
  ws_in in = {.rsp_ready = true, .tx = {bytes != 0, addr, bytes}};
  if (lane < 32) {
    in.req = (ws_req){.valid = true, .op = WS_OP_MBAR_ARRIVE_SINK, .lanes = 1u << lane};
    in.req.addr[lane] = addr, in.req.b[lane] = 1;
  }
  if (t->bad)
    return;
  t->bad = !ws_session_cycle(t->s, &in);
  const ws_out *out = ws_session_out(t->s);
  if (!t->bad && ((lane < 32 && !out->req_ready) || (bytes && !out->tx_ready)))
    ws_wrong(t, "a unit that has nothing to do takes %s in this cycle",
             out->tx_ready ? "bytes, but no arrival" : "an arrival, but no bytes");
}

// The last arrival and the last bytes, from 12 cycles apart one way to 12 the other: the phase ends once.
static void scene_same_cycle(ws_scene *t) {
  for (unsigned d = 0; d <= SPREAD; d++) {
    uint32_t addr = A + 8 * d;
    mb_init(t, addr, 2);
    mb_count(t, WS_OP_MBAR_EXPECT_TX, 2, addr, 16);
    mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 2, addr, 1);
    ws_settle(t);
    for (unsigned k = 0; k <= SPREAD; k++) // lane 2 in the middle, bytes at d
      both(t, k == SPREAD / 2 ? 2 : 32, addr, k == d ? 16 : 0);
    mb_object(t, addr, mb_word(1, 2, 0, 2));
    ws_settle(t);
    both(t, 0, addr, 5); // and more of both in one cycle, neither of which ends a phase
    both(t, 32, addr, 6);
    mb_object(t, addr, mb_word(1, 1, -11, 2));
  }
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
}

// An arrive behind a copy comes in as well, sooner or later than the other two.
static void scene_same_cycle_copy(ws_scene *t) {
  for (unsigned d = 0; d <= SPREAD; d++) {
    uint32_t addr = A + 8 * d;
    mb_init(t, addr, 4);
    mb_count(t, WS_OP_MBAR_EXPECT_TX, 2, addr, 20);
    ws_settle(t);
    for (unsigned i = 0; i < t->lanes; i++)
      t->q.addr[i] = 0x3000, t->q.a[i] = 0, t->q.b[i] = t->q.c[i] = 4;
    mb_issue(t, WS_OP_CP_ASYNC_CA, 2);
    mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, 2, addr, 0);
    mb_cycles(t, d);
    ws_in in = {.rsp_ready = true, .tx = {true, addr, 10}};
    in.req = (ws_req){.valid = true, .op = WS_OP_MBAR_ARRIVE_SINK, .lanes = 4};
    in.req.addr[2] = addr, in.req.b[2] = 1;
    for (unsigned k = 0, txs = 0; txs < 2 || in.req.valid; k++) { // each until it is taken, the bytes twice
      in.tx.valid = txs < 2;
      if (t->bad || (t->bad = !ws_session_cycle(t->s, &in)))
        return;
      in.req.valid = in.req.valid && !ws_session_out(t->s)->req_ready;
      txs += in.tx.valid && ws_session_out(t->s)->tx_ready;
      if (k == 100) {
        ws_wrong(t, "the tx port, which comes before everybody, is not taken");
        return;
      }
    }
    mb_object(t, addr, mb_word(0, 2, 0, 4));
    mb_count(t, WS_OP_MBAR_ARRIVE, 3, addr, 1);
    mb_gives(t, 1, WS_ST_OK, mb_token(0, 2, false));
    mb_gives(t, 2, WS_ST_OK, mb_token(0, 1, false));
    mb_object(t, addr, mb_word(1, 4, 0, 4));
  }
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
}

// Whole warps, bytes and plain accesses at one object, cycle after cycle: each is taken in the end, and counted
// once. Bytes come before operations; jobs and plain accesses leave one another their turn.
static void scene_busy_ports(ws_scene *t) {
  static const struct {
    uint32_t req, tx, ls; // one in so many cycles
  } mix[] = {{1, 2, 4}, {1, 3, 1}, {2, 2, 2}, {1, 1000, 1}, {3, 1, 3}, {1, 2, 1}};
  enum { TURNS = 200 };
  uint32_t n = t->lanes;
  for (size_t m = 0; m < sizeof mix / sizeof mix[0]; m++) {
    uint32_t reqs = 0, txs = 0, loads = 0, answers = 0;
    mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
    mb_init(t, A, MB_MAX);
    ws_settle(t);
    const unsigned banks = ws_dut_banks(&t->run->core), bank = A / 4 % banks;
    ws_in in = {.rsp_ready = true, .ls = {.en = 3u << bank}, .tx = {.addr = A, .bytes = 1}};
    in.req = (ws_req){.op = WS_OP_MBAR_ARRIVE_SINK, .lanes = t->all};
    in.ls.row[bank] = in.ls.row[bank + 1] = (uint16_t)(A / 4 / banks);
    for (unsigned i = 0; i < n; i++)
      in.req.addr[i] = A, in.req.b[i] = 1;
    for (unsigned k = 0; k < 4 * TURNS && !t->bad; k++) { // a port that is not ready sees the same again
      bool more = k < TURNS;
      in.req.valid |= more && k % mix[m].req == 0;
      in.tx.valid |= more && k % mix[m].tx == 0;
      in.ls.valid |= more && k % mix[m].ls == 0;
      t->bad = !ws_session_cycle(t->s, &in);
      const ws_out *out = ws_session_out(t->s);
      answers += out->ls_rsp.valid;
      if (in.req.valid && out->req_ready)
        reqs++, in.req.valid = false;
      if (in.tx.valid && out->tx_ready)
        txs++, in.tx.valid = false;
      if (in.ls.valid && out->ls_ready)
        loads++, in.ls.valid = false;
    }
    mb_object(t, A, mb_word(0, MB_MAX - n * reqs, -(int32_t)txs, MB_MAX));
    if (!t->bad && (in.req.valid || in.tx.valid || in.ls.valid))
      ws_wrong(t, "%s still stands at its port %u cycles later",
               in.req.valid  ? "an operation"
               : in.tx.valid ? "bytes"
                             : "a plain access",
               3 * TURNS);
    if (!t->bad && answers != loads)
      ws_wrong(t, "%u plain accesses were taken, %u answered", loads, answers);
    if (!t->bad && (reqs + txs < TURNS / 8 || loads < TURNS / 16))
      ws_wrong(t, "in %u cycles %u operations, %u bytes and %u plain accesses were taken: one side starves", TURNS,
               reqs, txs, loads);
  }
}

// ------------------------------------------------------------------------------------------------------ throughput

enum { COUNT = 256 };

typedef struct rate_row {
  const char *what;
  uint32_t op;
  unsigned lanes;   // 0: all; else so many of the lowest
  unsigned objects; // the operation uses object k % objects; 0: each lane its own
  unsigned count;   // of the objects at first; 0: the number of lanes, so that every operation ends a phase
  double clocks;    // promised for one; 0: each lane is a piece, 3 a piece and one for the operation
} rate_row;

static const rate_row rates[] = {
    {"arrivals of a warp at one object", WS_OP_MBAR_ARRIVE_SINK, 0, 1, MB_MAX, 1},
    {"arrivals of a warp with tokens", WS_OP_MBAR_ARRIVE, 0, 1, MB_MAX, 1},
    {"arrivals of a warp, each the end of a phase", WS_OP_MBAR_ARRIVE, 0, 1, 0, 1},
    {"arrivals of a lane, each the end of a phase", WS_OP_MBAR_ARRIVE, 1, 1, 0, 1},
    {"arrivals at two objects in turn", WS_OP_MBAR_ARRIVE, 0, 2, MB_MAX, 1},
    {"arrivals at five objects in turn", WS_OP_MBAR_ARRIVE_DROP, 0, 5, MB_MAX, 1},
    {"arrivals of a lane that do not complete", WS_OP_MBAR_ARRIVE_NOCOMPLETE, 1, 1, MB_MAX, 1},
    {"arrivals with bytes", WS_OP_MBAR_ARRIVE_EXPECT_TX, 0, 1, MB_MAX, 1},
    {"bytes expected", WS_OP_MBAR_EXPECT_TX, 0, 1, MB_MAX, 1},
    {"bytes complete", WS_OP_MBAR_COMPLETE_TX, 0, 1, MB_MAX, 1},
    {"waits that look once", WS_OP_MBAR_TEST_WAIT_PARITY, 0, 1, MB_MAX, 1},
    {"initialisations", WS_OP_MBAR_INIT, 1, 1, MB_MAX, 1},
    {"counts out of tokens", WS_OP_MBAR_PENDING_COUNT, 0, 1, MB_MAX, 1},
    {"arrivals of a warp, each lane at an object of its own", WS_OP_MBAR_ARRIVE, 0, 0, MB_MAX, 0},
};

static bool rate(ws_scene *t, const rate_row *x) {
  unsigned n = t->lanes, lanes = x->lanes ? x->lanes : n, objects = x->objects ? x->objects : n;
  ws_req q = {.op = x->op, .lanes = UINT32_MAX >> (32 - lanes)};
  for (unsigned k = 0; k < objects; k++) {
    mb_count(t, WS_OP_MBAR_INVAL, 1, A + 8 * k, 0);
    mb_init(t, A + 8 * k, x->count ? x->count : lanes);
  }
  ws_settle(t);
  uint64_t start = ws_session_cycles(t->s);
  for (unsigned k = 0; k < COUNT && !t->bad; k++) {
    for (unsigned i = 0; i < n; i++)
      q.addr[i] = A + 8 * (x->objects ? k % objects : i), q.a[i] = x->op == WS_OP_MBAR_PENDING_COUNT ? 0x1003 : 1,
      q.b[i] = 1;
    q.tag = k & 0xff;
    t->bad = !ws_session_issue(t->s, &q);
  }
  double clocks = (double)(ws_session_cycles(t->s) - start), want = (x->clocks > 0 ? x->clocks : 3 * lanes + 1) * COUNT;
  if (!t->bad && clocks > want + 8)
    ws_wrong(t, "%d %s took %.0f clocks, %.0f promised", COUNT, x->what, clocks, want);
  return !t->bad;
}

// Bytes at the tx port, or plain accesses: one a clock.
static void port_rate(ws_scene *t, bool tx) {
  mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
  mb_init(t, A, 1);
  ws_settle(t);
  ws_in in = {.rsp_ready = true, .tx = {tx, A, 1}, .ls = {.valid = !tx, .en = UINT32_MAX}};
  unsigned taken = 0;
  for (unsigned k = 0; k < COUNT && !t->bad; k++) {
    t->bad = !ws_session_cycle(t->s, &in);
    taken += tx ? ws_session_out(t->s)->tx_ready : ws_session_out(t->s)->ls_ready;
  }
  if (!t->bad && taken < COUNT - (tx ? 0 : 2)) // memory is given to plain accesses two clocks after they come
    ws_wrong(t, "%u %s in %d clocks, one a clock promised", taken, tx ? "bytes" : "plain accesses", COUNT);
  mb_object(t, A, mb_word(0, 1, tx ? -COUNT : 0, 1));
}

// Clocks from acceptance to response of an operation alone: those of the way through the rendezvous, 6, and three for each object that
// the warp names if these are several.
enum { FRONT = 6 };

static void latency(ws_scene *t, uint32_t op, bool spread) {
  ws_in in = {.rsp_ready = true, .req = {.valid = true, .op = op, .lanes = t->all}};
  unsigned want = FRONT + 11 + (spread ? 3 * t->lanes : 1), clocks = 0;
  for (unsigned i = 0; i < t->lanes; i++) {
    mb_count(t, WS_OP_MBAR_INVAL, 1, A + 8 * i, 0);
    mb_init(t, A + 8 * i, MB_MAX);
    in.req.addr[i] = A + (spread ? 8 * i : 0), in.req.a[i] = 1, in.req.b[i] = 1;
  }
  ws_settle(t);
  if (t->bad || !ws_session_cycle(t->s, &in) || !ws_session_out(t->s)->req_ready) {
    t->bad = true;
    return;
  }
  in.req.valid = false;
  do
    t->bad = !ws_session_cycle(t->s, &in);
  while (!t->bad && ++clocks < 200 && !ws_session_out(t->s)->rsp.valid);
  if (!t->bad && clocks != want)
    ws_wrong(t, "%s at %s took %u clocks to its response, %u promised", ws_op_name(op),
             spread ? "an object a lane" : "one object", clocks, want);
}

static bool run_throughput(ws_run *r) {
  ws_session_cfg cfg = ws_run_session(r, 0);
  ws_scene t = {.run = r, .lanes = r->core.lanes, .all = UINT32_MAX >> (32 - r->core.lanes)};
  if (!(t.s = ws_session_open(&cfg)))
    return false;
  mb_launch(&t, 0, t.all);
  for (size_t k = 0; k < sizeof rates / sizeof rates[0] && rate(&t, &rates[k]); k++)
    continue;
  static const uint32_t ops[] = {WS_OP_MBAR_ARRIVE, WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX, WS_OP_MBAR_EXPECT_TX,
                                 WS_OP_MBAR_TEST_WAIT, WS_OP_MBAR_TRY_WAIT_PARITY};
  for (size_t k = 0; k < 2 * sizeof ops / sizeof ops[0]; k++)
    latency(&t, ops[k / 2], k & 1);
  port_rate(&t, true);
  port_rate(&t, false);
  ws_settle(&t);
  r->ops = ws_session_issued(t.s);
  r->cycles = ws_session_cycles(t.s);
  return ws_session_close(t.s) && !t.bad;
}

// ------------------------------------------------------------------------------------------------------ who is let go

// Four groups wait at three objects, in every way, and the phases end in neighbouring clocks: each group is let go by its own
// object, as fast as one a clock, those of one round before those that are let go meanwhile.
static void scene_wake_order(ws_scene *t) {
  enum { GROUPS = 4, OBJECTS = 3, WAYS = 81, FIRST = 0x800 };
  for (unsigned way = 0; way < WAYS && !t->bad; way++) {
    uint32_t addr = FIRST + 8 * OBJECTS * way;
    for (unsigned k = 0; k < OBJECTS; k++) { // bytes alone are missing
      mb_init(t, addr + 8 * k, 1);
      mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 1, addr + 8 * k, 1);
    }
    for (unsigned i = 0, rest = way; i < GROUPS; i++, rest /= OBJECTS)
      mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, mb_bit(i), addr + 8 * (rest % OBJECTS), 0, UINT32_MAX);
    ws_expect_wait(t, mb_bit(GROUPS) - 1);
    for (unsigned k = 0; k < OBJECTS; k++)
      both(t, 32, addr + 8 * k, 1);
    mb_woken(t, mb_bit(GROUPS) - 1, WS_ST_OK, true);
    ws_expect_wait(t, 0);
  }
}

#define ROW(name, ...)                                                                                                 \
  { "mbar_" #name, __VA_ARGS__, .scene = scene_##name }

static const ws_test tests[] = {
    ROW(same_cycle, "the last arrival and the last bytes in one cycle and at every distance: one end of the phase",
        .needs_model = "arrival and bytes are taken in clocks that it names"),
    ROW(same_cycle_copy, "an arrival, bytes and the arrive behind a copy at one object: none is lost",
        .needs_model = "arrival, bytes and data are taken in clocks that it names"),
    ROW(busy_ports, "operations, bytes and plain accesses at one object, cycle after cycle: none lost",
        .needs_model = "it counts what is taken in a number of clocks"),
    {"mbar_wake_order",
     "groups that wait at several objects whose phases end in neighbouring clocks: each goes on, in turn",
     .scene = scene_wake_order, .waiters = 4, .needs_model = "bytes are taken in clocks that it names"},
    {"mbar_throughput",
     "operations per clock, back to back, and clocks to the response, as promised; bytes and plain accesses",
     .run = run_throughput, .waiters = 4, .whole = true, .needs_model = "it counts clocks"},
};
WS_TESTS(mbar_ports, WS_FAMILY_MBAR)
