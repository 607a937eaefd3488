// SPDX-License-Identifier: Apache-2.0
// Directed tests of the transaction count: expect_tx, complete_tx, arrive.expect_tx and the tx port, in every order; of
// the limits of all counts; and the trace of one object through every kind of operation.
#include "tests_mbar.h"

enum { A = 0x40, B = 0x48, C = 0x1ff8 };

static void scene_expect_tx(ws_scene *t) {
  unsigned n = t->lanes;
  mb_init(t, A, 1);
  mb_count(t, WS_OP_MBAR_EXPECT_TX, 4, A, 64);
  mb_gives(t, 4, WS_ST_OK, 0);
  mb_object(t, A, mb_word(0, 1, 64, 1));
  mb_count(t, WS_OP_MBAR_ARRIVE, 4, A, 1);
  mb_gives(t, 4, WS_ST_OK, mb_token(0, 1, false));
  mb_object(t, A, mb_word(0, 0, 64, 1)); // all arrived, bytes outstanding
  mb_count(t, WS_OP_MBAR_ARRIVE, 4, A, 1);
  mb_gives(t, 4, WS_ST_MB_PENDING_UNDERFLOW, 0);
  mb_tx(t, A, 63);
  mb_object(t, A, mb_word(0, 0, 1, 1));
  mb_count(t, WS_OP_MBAR_COMPLETE_TX, 4, A, 1);
  mb_gives(t, 4, WS_ST_OK, 0);
  mb_object(t, A, mb_word(1, 1, 0, 1));
  mb_init(t, B, n); // every lane expects bytes of its own
  mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX, t->all, B, 16);
  for (unsigned i = 0; i < n; i++)
    mb_gives(t, mb_bit(i), WS_ST_OK, mb_token(0, n - i, false));
  mb_object(t, B, mb_word(0, 0, (int32_t)(16 * n), n));
  mb_count(t, WS_OP_MBAR_COMPLETE_TX, t->all, B, 16);
  mb_gives(t, t->all, WS_ST_OK, 0);
  mb_object(t, B, mb_word(1, n, 0, n));
  mb_init(t, C, n); // and different numbers of them
  int32_t sum = 0;
  for (unsigned i = 0; i < n; sum += (int32_t)(100 * i), i++)
    t->q.addr[i] = C, t->q.b[i] = 100 * i;
  mb_issue(t, WS_OP_MBAR_EXPECT_TX, t->all);
  mb_gives(t, t->all, WS_ST_OK, 0);
  mb_object(t, C, mb_word(0, n, sum, n));
}

// arrive.expect_tx looks for a completion once, after both: with the bytes already there it completes at once.
static void scene_arrive_expect(ws_scene *t) {
  mb_init(t, A, 2);
  mb_tx(t, A, 32);
  mb_object(t, A, mb_word(0, 2, -32, 2));
  mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX, 3, A, 16);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 2, false));
  mb_gives(t, 2, WS_ST_OK, mb_token(0, 1, false));
  mb_object(t, A, mb_word(1, 2, 0, 2));
  mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 1, A, 8);
  mb_gives(t, 1, WS_ST_MB_MISSING_WAIT, 0);
  mb_object(t, A, mb_word(1, 1, 8, 2));
  mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX, 1, A, 0x100000); // neither part takes place
  mb_gives(t, 1, WS_ST_MB_TX_OVERFLOW, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX, 1, A, MB_MAX - 7);
  mb_gives(t, 1, WS_ST_MB_TX_OVERFLOW, 0);
  mb_object(t, A, mb_word(1, 1, 8, 2));
}

// An object of one arrival and 48 bytes: arrive, expect_tx and complete_tx in each order. The phase ends with the last
// of the three, but an arrival before any expect_tx ends it alone, and the other two are then in the next phase.
static void scene_tx_order(ws_scene *t) {
  enum { ARR = WS_OP_MBAR_ARRIVE_SINK, EXP = WS_OP_MBAR_EXPECT_TX, CPL = WS_OP_MBAR_COMPLETE_TX };
  static const struct {
    uint32_t op[3];
    int32_t phase[3], pending[3], tx[3];
  } order[] = {
      {{EXP, CPL, ARR}, {0, 0, 1}, {1, 1, 1}, {48, 0, 0}},  {{EXP, ARR, CPL}, {0, 0, 1}, {1, 0, 1}, {48, 48, 0}},
      {{CPL, EXP, ARR}, {0, 0, 1}, {1, 1, 1}, {-48, 0, 0}}, {{CPL, ARR, EXP}, {0, 0, 1}, {1, 0, 1}, {-48, -48, 0}},
      {{ARR, EXP, CPL}, {1, 1, 1}, {1, 1, 1}, {0, 48, 0}},  {{ARR, CPL, EXP}, {1, 1, 1}, {1, 1, 1}, {0, -48, 0}},
  };
  for (unsigned port = 0; port < 2; port++) // bytes by complete_tx of a lane, or by the tx port
    for (size_t k = 0; k < sizeof order / sizeof order[0]; k++) {
      uint32_t addr = (uint32_t)(0x800 + 8 * (6 * port + k));
      mb_init(t, addr, 1);
      for (unsigned j = 0; j < 3; j++) {
        uint32_t op = order[k].op[j];
        if (op == CPL && port)
          mb_tx(t, addr, 48);
        else
          mb_count(t, op, 1, addr, op == ARR ? 1 : 48);
        mb_object(t, addr, mb_word((unsigned)order[k].phase[j], (uint32_t)order[k].pending[j], order[k].tx[j], 1));
      }
    }
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
}

// A phase that ends in the middle of a warp's transactions: those before count for it, those after for the next one.
static void scene_tx_lanes(ws_scene *t) {
  int32_t n = (int32_t)t->lanes;
  mb_init(t, A, 1);
  mb_count(t, WS_OP_MBAR_COMPLETE_TX, 1, A, 32);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, A, 1);
  mb_object(t, A, mb_word(0, 0, -32, 1));
  mb_count(t, WS_OP_MBAR_EXPECT_TX, t->all, A, 16); // the second lane ends it
  mb_gives(t, t->all, WS_ST_OK, 0);
  mb_object(t, A, mb_word(1, 1, 16 * (n - 2), 1));
  mb_init(t, B, 1);
  mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 1, B, 24);
  mb_count(t, WS_OP_MBAR_COMPLETE_TX, t->all, B, 8); // the third lane
  mb_gives(t, t->all, WS_ST_OK, 0);
  mb_object(t, B, mb_word(1, 1, -8 * (n - 3), 1));
  mb_init(t, C, 1); // past zero without touching it: no end
  mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 1, C, 20);
  mb_count(t, WS_OP_MBAR_COMPLETE_TX, t->all, C, 8);
  mb_gives(t, t->all, WS_ST_OK, 0);
  mb_object(t, C, mb_word(0, 0, 20 - 8 * n, 1));
  mb_init(t, 0x700, 1); // lanes of different tx-counts, and the end in the middle
  mb_tx(t, 0x700, 9);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 8, 0x700, 1);
  for (unsigned i = 0; i < 3; i++)
    t->q.b[i] = 5 - i;
  mb_issue(t, WS_OP_MBAR_EXPECT_TX, 7); // 5, 4, 3
  mb_gives(t, 7, WS_ST_OK, 0);
  mb_object(t, 0x700, mb_word(1, 1, 3, 1));
}

// ------------------------------------------------------------------------------------------------------ limits

static void scene_limits(ws_scene *t) {
  unsigned n = t->lanes;
  mb_init(t, A, MB_MAX);
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, MB_MAX); // the largest phase in one arrival
  mb_gives(t, 1, WS_ST_OK, mb_token(0, MB_MAX, false));
  mb_object(t, A, mb_word(1, MB_MAX, 0, MB_MAX));
  mb_seen(t, A, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE, t->all, A, MB_MAX / 4); // 2^20 - 1 = 4 * 262143 + 3
  for (unsigned i = 0; i < n; i++)
    mb_gives(t, mb_bit(i), i < 4 ? WS_ST_OK : WS_ST_MB_PENDING_UNDERFLOW,
             i < 4 ? mb_token(1, MB_MAX - i * (MB_MAX / 4), false) : 0);
  mb_object(t, A, mb_word(1, 3, 0, MB_MAX));
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP, 1, A, MB_MAX);
  mb_gives(t, 1, WS_ST_MB_PENDING_UNDERFLOW, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE, 7, A, 1);
  mb_object(t, A, mb_word(0, MB_MAX, 0, MB_MAX));
  mb_seen(t, A, 1);
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP, 1, A, MB_MAX);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, MB_MAX, false));
  mb_object(t, A, mb_word(1, 0, 0, 0));
  mb_init(t, B, MB_MAX);
  mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE, 2, B, 0); // one more than can be pending
  mb_gives(t, 2, WS_ST_MB_PENDING_OVERFLOW, 0);
  mb_object(t, B, mb_word(0, MB_MAX, 0, MB_MAX));
}

static void scene_limits_tx(ws_scene *t) {
  static const uint32_t big[] = {0x100000, 0x100001, 0x200000, 0x80000000, UINT32_MAX};
  int32_t n = (int32_t)t->lanes;
  mb_init(t, A, 1);
  mb_count(t, WS_OP_MBAR_EXPECT_TX, 1, A, MB_MAX);
  mb_gives(t, 1, WS_ST_OK, 0);
  mb_object(t, A, mb_word(0, 1, MB_MAX, 1));
  mb_count(t, WS_OP_MBAR_EXPECT_TX, 1, A, 1);
  mb_gives(t, 1, WS_ST_MB_TX_OVERFLOW, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX, 1, A, 1);
  mb_gives(t, 1, WS_ST_MB_TX_OVERFLOW, 0);
  mb_object(t, A, mb_word(0, 1, MB_MAX, 1));
  for (unsigned k = 0; k < 2; k++) { // from one end of the range to the other
    mb_count(t, WS_OP_MBAR_COMPLETE_TX, 1, A, MB_MAX);
    mb_gives(t, 1, WS_ST_OK, 0);
  }
  mb_object(t, A, mb_word(0, 1, -MB_MAX, 1));
  mb_count(t, WS_OP_MBAR_COMPLETE_TX, 1, A, 1);
  mb_gives(t, 1, WS_ST_MB_TX_UNDERFLOW, 0);
  mb_object(t, A, mb_word(0, 1, -MB_MAX, 1));
  for (size_t k = 0; k < sizeof big / sizeof big[0]; k++) { // 32-bit operands are not cut
    mb_count(t, WS_OP_MBAR_EXPECT_TX, 1, A, big[k]);
    mb_gives(t, 1, WS_ST_MB_TX_OVERFLOW, 0);
    mb_count(t, WS_OP_MBAR_COMPLETE_TX, 1, A, big[k]);
    mb_gives(t, 1, WS_ST_MB_TX_UNDERFLOW, 0);
  }
  mb_object(t, A, mb_word(0, 1, -MB_MAX, 1));
  mb_init(t, B, 1); // lanes that go over the limit: those that still fit count
  mb_count(t, WS_OP_MBAR_EXPECT_TX, t->all, B, MB_MAX / 3 + 1);
  mb_gives(t, 3, WS_ST_OK, 0);
  mb_gives(t, t->all & ~3u, WS_ST_MB_TX_OVERFLOW, 0);
  mb_object(t, B, mb_word(0, 1, 2 * (MB_MAX / 3 + 1), 1));
  mb_init(t, C, 1);
  mb_count(t, WS_OP_MBAR_COMPLETE_TX, t->all, C, (uint32_t)(MB_MAX / n));
  mb_gives(t, t->all, WS_ST_OK, 0);
  mb_object(t, C, mb_word(0, 1, -n * (MB_MAX / n), 1));
}

static void scene_limits_tx_port(ws_scene *t) {
  mb_init(t, A, 1);
  mb_tx(t, A, MB_MAX);
  mb_object(t, A, mb_word(0, 1, -MB_MAX, 1));
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
  mb_tx(t, A, 1);
  mb_object(t, A, mb_word(0, 1, -MB_MAX, 1));
  mb_capture(t, WS_ST_MB_TX_UNDERFLOW, 0, 0, WS_OP_MBAR_COMPLETE_TX, 0);
  mb_tx(t, A, 0x100000);
  mb_tx(t, A, UINT32_MAX);
  mb_object(t, A, mb_word(0, 1, -MB_MAX, 1));
}

// All that is left of a count is one bit, which keeps the phase from ending; what came before is little, much, or anything.
static void scene_limits_bit(ws_scene *t) {
  for (unsigned k = 0; k < 20; k++)
    for (unsigned much = 0; much < 3; much++) {
      uint32_t bit = 1u << k, room = MB_MAX - bit, some = (0x9e3779b1u * (k + 1) >> 12) % room + 1;
      uint32_t n = much == 0 ? 1 : much == 1 ? room : some;
      mb_init(t, A, bit + n);
      mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, n);
      mb_object(t, A, mb_word(0, bit, 0, bit + n));
      mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, bit + (0x80000u >> k)); // more than are pending, by one bit
      mb_gives(t, 1, WS_ST_MB_PENDING_UNDERFLOW, 0);
      mb_count(t, WS_OP_MBAR_ARRIVE_NOCOMPLETE, 1, A, bit);
      mb_gives(t, 1, WS_ST_MB_NOCOMPLETE_VIOLATION, 0);
      mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, bit);
      mb_object(t, A, mb_word(1, bit + n, 0, bit + n));
      mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
      mb_init(t, A, MB_MAX - bit); // one more for a moment: there is room
      mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE, 2, A, 0);
      mb_gives(t, 2, WS_ST_OK, 0);
      mb_object(t, A, mb_word(0, MB_MAX - bit, 0, MB_MAX - bit));
      mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
      for (unsigned first = 0; first < 2; first++) { // bytes announced before they are reported, then after
        uint32_t ops[] = {WS_OP_MBAR_EXPECT_TX, WS_OP_MBAR_COMPLETE_TX};
        int32_t left = first ? -(int32_t)bit : (int32_t)bit;
        mb_init(t, A, 1);
        mb_count(t, ops[first], 1, A, bit + n);
        mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
        mb_count(t, ops[!first], 1, A, n);
        mb_object(t, A, mb_word(0, 0, left, 1));
        mb_count(t, ops[!first], 1, A, bit);
        mb_object(t, A, mb_word(1, 1, 0, 1));
        mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
      }
    }
}

// ------------------------------------------------------------------------------------------------------- trace

typedef struct trace_row {
  uint32_t op, b;
  uint64_t word, token; // afterwards
  uint32_t status;
} trace_row;

static const trace_row golden[] = {
    {WS_OP_MBAR_INIT, 4, 0x7fffe000001ffff8, 0, WS_ST_OK},
    {WS_OP_MBAR_ARRIVE, 1, 0x7fffe800001ffff8, 0x7fffe00000000001, WS_ST_OK},
    {WS_OP_MBAR_ARRIVE_NOCOMPLETE, 2, 0x7ffff800001ffff8, 0x7fffe80000000003, WS_ST_OK},
    {WS_OP_MBAR_ARRIVE_NOCOMPLETE, 1, 0x7ffff800001ffff8, 0, WS_ST_MB_NOCOMPLETE_VIOLATION},
    {WS_OP_MBAR_COMPLETE_TX, 32, 0x7ffffffff81ffff8, 0, WS_ST_OK},
    {WS_OP_MBAR_ARRIVE, 1, 0x000007fff81ffff8, 0x7ffff80000000001, WS_ST_OK},
    {WS_OP_MBAR_ARRIVE, 1, 0x000007fff81ffff8, 0, WS_ST_MB_PENDING_UNDERFLOW},
    {WS_OP_MBAR_EXPECT_TX, 32, 0xffffe000001ffff8, 0, WS_ST_OK},
    {WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX, 16, 0xffffe800041ffffa, 0xffffe00000000001, WS_ST_OK},
    {WS_OP_MBAR_ARRIVE, 3, 0x80000000041ffffa, 0xffffe80000000001, WS_ST_OK},
    {WS_OP_MBAR_COMPLETE_TX, 16, 0x7fffe800001ffffa, 0, WS_ST_OK},
    {WS_OP_MBAR_ARRIVE_DROP, 3, 0x8000000000000000, 0x7fffe80000000001, WS_ST_OK},
    {WS_OP_MBAR_ARRIVE, 1, 0x8000000000000000, 0, WS_ST_MB_PENDING_UNDERFLOW},
    {WS_OP_MBAR_EXPECT_TX, 1048575, 0x800003ffffc00000, 0, WS_ST_OK},
    {WS_OP_MBAR_EXPECT_TX, 1, 0x800003ffffc00000, 0, WS_ST_MB_TX_OVERFLOW},
};

// With a wait after each phase every status is the one above; without, the first arrival of the next phase, until
// somebody saw the end of the last one, says so and takes place all the same.
static void scene_golden(ws_scene *t) {
  for (unsigned waits = 0; waits < 2; waits++) {
    uint32_t addr = waits ? A : C;
    unsigned phase = 0;
    bool seen = true;
    for (size_t k = 0; k < sizeof golden / sizeof golden[0]; k++) {
      const trace_row *r = &golden[k];
      bool arrives = ws_is_mbar_arrive(r->op);
      mb_count(t, r->op, 2, addr, r->b);
      mb_gives(t, 2, r->status == WS_ST_OK && arrives && !seen ? WS_ST_MB_MISSING_WAIT : r->status, r->token);
      mb_object(t, addr, r->word);
      if ((unsigned)(r->word >> 63) == phase)
        continue;
      seen = waits;
      if (waits)
        mb_seen(t, addr, phase);
      phase ^= 1;
    }
  }
}

#define ROW(name, text)                                                                                                \
  { "mbar_" #name, text, .scene = scene_##name }

static const ws_test tests[] = {
    ROW(expect_tx, "bytes announced and reported, by one lane and by all; the phase waits for them"),
    ROW(arrive_expect, "arrive.expect_tx is one step: one look for completion, and all of it or nothing"),
    ROW(tx_order, "arrive, expect_tx and complete_tx in each order, bytes also by the tx port"),
    ROW(tx_lanes, "a phase that ends in the middle of a warp's transactions"),
    ROW(limits, "counts of 2^20 - 1, by one lane, by several, dropped; one more by cp.async.mbarrier.arrive"),
    ROW(limits_tx, "tx-counts of +-(2^20 - 1), and what goes beyond"),
    ROW(limits_tx_port, "the tx port at the limit: the error is captured, the object stays"),
    ROW(limits_bit, "pending counts and tx-counts of a single bit, each of the 20: the phase waits for it"),
    ROW(golden, "one object through every kind of operation, its words read back through the ls port"),
};
WS_TESTS(mbar_tx, WS_FAMILY_MBAR)
