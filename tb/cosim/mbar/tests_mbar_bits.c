// SPDX-License-Identifier: Apache-2.0
// Directed tests in which a single bit decides: operands of one lane that differ in a bit from those of the others, in
// every bit; limits in which a bit is all there is; and sums over lanes whose highest bit tells that they do not fit.
#include <inttypes.h>

#include "tests_mbar.h"

enum { A = 0x300, B = 0x2aa8, ROUNDS = 4 };

// Lanes that are tried with bit k: each of a narrow warp, four of a wide one, others with the next bit.
static unsigned odd_lane(const ws_scene *t, unsigned k, unsigned round) { return (5 * k + round) & (t->lanes - 1); }

// A number that depends on what is tried, not on the seed.
static uint64_t mix(uint64_t k) {
  k = (k + 1) * UINT64_C(0x9e3779b97f4a7c15);
  return k ^ k >> 29;
}

// All lanes ask for the same, but for one; it gets `odd`, the others what is right.
static void gives_but(ws_scene *t, unsigned lane, uint32_t right, uint32_t odd) {
  mb_gives(t, t->all & ~mb_bit(lane), right, 0);
  mb_gives(t, mb_bit(lane), odd, 0);
}

static void operands(ws_scene *t, uint64_t addr, uint64_t a, uint32_t b, uint32_t c) {
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.addr[i] = addr, t->q.a[i] = a, t->q.b[i] = b, t->q.c[i] = c;
}

// ----------------------------------------------------------------------------------------------------- one lane's bit

// What an address that is another one in bits `flipped` belongs to: bit 24 names the own CTA, which is the same place.
static uint32_t place_status(uint64_t flipped) {
  flipped &= ~(UINT64_C(1) << 24);
  return flipped & 7               ? WS_ST_MB_MISALIGNED
         : flipped >> 14           ? WS_ST_MB_BAD_SPACE
         : (flipped & 0x3fff) != 0 ? WS_ST_MB_NOT_INIT
                                   : WS_ST_OK;
}

// Addresses: the bit alone, then with others above it. The other lanes' arrivals count.
static void scene_bits_lane(ws_scene *t) {
  uint32_t left[2] = {MB_MAX, MB_MAX};
  mb_init(t, A, MB_MAX);
  mb_init(t, B, MB_MAX);
  for (unsigned k = 0; k < 64; k++)
    for (unsigned round = 0; round < 2 * ROUNDS; round++) {
      unsigned lane = odd_lane(t, k, round), at = (k + round) & 1;
      uint32_t addr = at ? B : A;
      uint64_t flipped = UINT64_C(1) << k | (round < ROUNDS ? 0 : mix(64 * round + k) << k);
      if (flipped == (A ^ B)) // the other object
        continue;
      operands(t, addr, 0, 1, 0);
      t->q.addr[lane] ^= flipped;
      mb_issue(t, WS_OP_MBAR_ARRIVE_SINK, t->all);
      gives_but(t, lane, WS_ST_OK, place_status(flipped));
      left[at] -= t->lanes - (place_status(flipped) != WS_ST_OK);
      mb_object(t, addr, mb_word(0, left[at], 0, MB_MAX));
    }
}

// Counts: bytes of one lane that are a single bit, or have one too many, announced and reported.
static void scene_bits_count(ws_scene *t) {
  mb_init(t, B, 1);
  for (unsigned k = 0; k < 32; k++)
    for (unsigned round = 0; round < 2 * ROUNDS; round++) {
      unsigned lane = odd_lane(t, k, round);
      uint32_t bytes = 1u << k | (round < ROUNDS ? 0 : (uint32_t)mix(32 * round + k) & 0x7ffff), some = k & 1 ? 1 : 3;
      bool fits = bytes <= MB_MAX - some * t->lanes;
      if (!fits && bytes <= MB_MAX)
        continue;
      for (unsigned complete = 0; complete < 2; complete++) {
        operands(t, B, 0, some, 0);
        t->q.b[lane] = bytes;
        mb_issue(t, complete ? WS_OP_MBAR_COMPLETE_TX : WS_OP_MBAR_EXPECT_TX, t->all);
        gives_but(t, lane, WS_ST_OK, fits ? WS_ST_OK : complete ? WS_ST_MB_TX_UNDERFLOW : WS_ST_MB_TX_OVERFLOW);
        mb_object(t, B, mb_word(0, 1, complete ? 0 : (int32_t)(some * (t->lanes - 1) + (fits ? bytes : 0)), 1));
      }
    }
}

// States, parities and what pending_count reads, each with one bit otherwise in one lane.
static void scene_bits_state(ws_scene *t) {
  const uint64_t state = mb_token(0, 0x5a5a5, true) | 0x000002aaaaaaaaa8;
  mb_init(t, A, 1);
  for (unsigned k = 0; k < 64; k++)
    for (unsigned round = 0; round < ROUNDS; round++) {
      unsigned lane = odd_lane(t, k, round);
      uint32_t rest = t->all & ~mb_bit(lane);
      uint64_t bit = UINT64_C(1) << k;
      operands(t, A, state, 0, 0); // of the phase that is on: not over
      t->q.a[lane] ^= bit;
      mb_issue(t, WS_OP_MBAR_TEST_WAIT, t->all);
      mb_gives_p(t, rest, WS_ST_OK, false);
      mb_gives_p(t, mb_bit(lane), k == 0 ? WS_ST_MB_BAD_TOKEN : WS_ST_OK, k == 63);
      mb_issue(t, WS_OP_MBAR_PENDING_COUNT, t->all);
      mb_gives(t, rest, WS_ST_OK, 0x5a5a5);
      mb_gives(t, mb_bit(lane),
               k == 0   ? WS_ST_MB_BAD_TOKEN
               : k == 1 ? WS_ST_MB_TOKEN_NOT_NOCOMPLETE
                        : WS_ST_OK,
               k >= 43 && k < 63 ? (0x100000 - (t->q.a[lane] >> 43 & 0xfffff)) & 0xfffff : 0x5a5a5);
      operands(t, A, 0, 0, 0);
      t->q.a[lane] ^= bit;
      mb_issue(t, WS_OP_MBAR_TEST_WAIT_PARITY, t->all);
      mb_gives_p(t, rest, WS_ST_OK, false);
      mb_gives_p(t, mb_bit(lane), k > 0 && k < 32 ? WS_ST_MB_BAD_PARITY : WS_ST_OK, k == 0);
    }
  mb_object(t, A, mb_word(0, 1, 0, 1));
}

static bool run_bits_lane(ws_run *r) {
  return ws_play(r, scene_bits_lane) && ws_play(r, scene_bits_count) && ws_play(r, scene_bits_state);
}

// Limits: 4 ticks, but for one lane, whose limit is otherwise in one bit. Who has still to wait after 8 is let go by the
// end of the phase.
static void scene_bits_limit(ws_scene *t) {
  enum { TICK_NS = 10, NS = 40, LONG = 8 };
  unsigned phase = 0;
  mb_init(t, A, 1);
  for (unsigned k = 0; k < 32; k++)
    for (unsigned round = 0; round < ROUNDS && !t->bad; round++) {
      unsigned lane = odd_lane(t, k, round);
      uint32_t odd = mb_bit(lane), rest = t->all & ~odd, limit = NS ^ 1u << k;
      uint32_t ticks = limit > LONG * TICK_NS ? LONG + 1 : (limit + TICK_NS - 1) / TICK_NS;
      operands(t, A, phase, 0, NS);
      t->q.c[lane] = limit;
      mb_issue(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, t->all);
      for (unsigned tick = 0; tick <= LONG; tick++) {
        ws_expect_wait(t, (tick < NS / TICK_NS ? rest : 0) | (tick < ticks ? odd : 0));
        if (tick < LONG)
          mb_tick(t, 1);
      }
      mb_woken(t, rest, WS_ST_OK, false);
      if (ticks > LONG) {
        mb_count(t, WS_OP_MBAR_ARRIVE_SINK, mb_bit((lane + 1) & (t->lanes - 1)), A, 1);
        phase ^= 1;
      }
      mb_woken(t, odd, WS_ST_OK, ticks > LONG);
    }
}

// --------------------------------------------------------------------------------------------------- sums over lanes

// Sets of lanes: the lowest, the highest, all but every fourth.
static uint32_t lanes_of(const ws_scene *t, unsigned set, unsigned n) {
  uint32_t low = n == 32 ? UINT32_MAX : mb_bit(n) - 1;
  return set == 0 ? low : set == 1 ? low << (t->lanes - n) : t->all & ~(0x11111111u << (n & 3));
}

// What each of n lanes takes: as much as fits exactly, and sums of a little more than a power of two, 2^21 and above.
static uint32_t share(unsigned k, unsigned n) {
  static const uint32_t sum[] = {2 * MB_MAX, 0x200000, 0x200000, 0x400000, 0x600000, 0x800000, 0x1000000};
  uint32_t x = k == 0 ? sum[0] / n : sum[k] / n + (k == 1 ? 1 : 2);
  return x > MB_MAX ? MB_MAX - k : x;
}
enum { SHARES = 7, SETS = 3 };

// Bytes, from one end of the range: lanes in ascending order have theirs counted as long as they fit.
static void sum_of_bytes(ws_scene *t, uint32_t lanes, uint32_t x, bool complete) {
  int32_t tx = complete ? MB_MAX : -MB_MAX;
  uint32_t good = 0;
  mb_store(t, A, 8, mb_word(0, 1, tx, 1), true);
  mb_count(t, complete ? WS_OP_MBAR_COMPLETE_TX : WS_OP_MBAR_EXPECT_TX, lanes, A, x);
  for (unsigned i = 0; i < t->lanes; i++) {
    int32_t after = complete ? tx - (int32_t)x : tx + (int32_t)x;
    if (lanes >> i & 1 && after <= MB_MAX && after >= -MB_MAX)
      good |= mb_bit(i), tx = after;
  }
  mb_gives(t, good, WS_ST_OK, 0);
  mb_gives(t, lanes & ~good, complete ? WS_ST_MB_TX_UNDERFLOW : WS_ST_MB_TX_OVERFLOW, 0);
  mb_object(t, A, mb_word(0, 1, tx, 1));
}

// Arrivals of x each at an object of `count`: over the end of as many phases as there are.
static void sum_of_arrivals(ws_scene *t, uint32_t lanes, uint32_t x, uint32_t count) {
  uint32_t pending = count;
  unsigned phase = 0;
  bool seen = true; // the end of the phase before
  mb_count(t, WS_OP_MBAR_INVAL, 1, B, 0);
  mb_init(t, B, count);
  mb_count(t, WS_OP_MBAR_ARRIVE, lanes, B, x);
  for (unsigned i = 0; i < t->lanes; i++) {
    if (!(lanes >> i & 1))
      continue;
    if (x > pending) {
      mb_gives(t, mb_bit(i), WS_ST_MB_PENDING_UNDERFLOW, 0);
      continue;
    }
    mb_gives(t, mb_bit(i), seen ? WS_ST_OK : WS_ST_MB_MISSING_WAIT, mb_token(phase, pending, false));
    pending -= x;
    if (pending == 0)
      pending = count, phase ^= 1, seen = false;
  }
  mb_object(t, B, mb_word(phase, pending, 0, count));
}

static void scene_limits_sum(ws_scene *t) {
  mb_init(t, A, 1);
  mb_init(t, B, 1);
  for (unsigned n = 1; n <= t->lanes && !t->bad; n = n < 8 ? n + 1 : n + 7)
    for (unsigned set = 0; set < SETS; set++)
      for (unsigned k = 0; k < SHARES; k++) {
        uint32_t lanes = lanes_of(t, set, n), x = share(k, set == 2 ? (unsigned)__builtin_popcount(lanes) : n);
        sum_of_bytes(t, lanes, x, k & 1);
        sum_of_bytes(t, lanes, x, !(k & 1));
        if (k < 3) {
          sum_of_arrivals(t, lanes, x, x); // a phase a lane
          sum_of_arrivals(t, lanes, x, x / 2 * 3 < MB_MAX ? x / 2 * 3 : MB_MAX);
        }
      }
}

// Clocks of a warp's transactions, from its request to its last answer.
static uint64_t clocks(ws_scene *t, uint64_t word, uint32_t op, uint32_t x) {
  mb_store(t, A, 8, word, true);
  ws_settle(t);
  uint64_t start = ws_session_cycles(t->s);
  mb_count(t, op, t->all, A, x);
  mb_gives(t, t->all, WS_ST_OK, 0);
  return ws_session_cycles(t->s) - start;
}

// Bytes that lead over zero in the middle of a warp end no phase while arrivals are pending, were it by one bit of their
// count: then it is one step, as any other. With none pending the two lanes that lead there go one by one, three
// clocks each, for one of them may end it; not so where the bytes of all lead to zero, or from there.
static void scene_limits_zero(ws_scene *t) {
  int32_t all = 3 * (int32_t)t->lanes;
  mb_init(t, A, 1);
  for (unsigned k = 0; k <= 20; k++)
    for (unsigned complete = 0; complete < 2; complete++) {
      uint32_t op = complete ? WS_OP_MBAR_COMPLETE_TX : WS_OP_MBAR_EXPECT_TX;
      uint32_t pending = k < 20 ? 0x100000 - (1u << k) : 0;
      int32_t sign = complete ? -1 : 1;
      const int32_t from[] = {5 * sign, -5 * sign, -all * sign, 0};
      uint64_t took[4] = {0};
      for (unsigned i = 0; i < 4; i++) {
        bool ends = k == 20 && i == 2;
        took[i] = clocks(t, mb_word(1, pending, from[i], 1), op, 3);
        mb_object(t, A, ends ? mb_word(0, 1, 0, 1) : mb_word(1, pending, from[i] + all * sign, 1));
        if (!t->bad && !t->stall && took[i] != took[0] + (k == 20 && i == 1 ? 6 : 0))
          ws_wrong(t,
                   "%" PRIu32 " arrivals pending, %" PRId32 " bytes: those of all lanes take %" PRIu64
                   " clocks; from %" PRId32 ", which is not near zero, %" PRIu64,
                   pending, from[i], took[i], from[0], took[0]);
      }
    }
}

#define ROW(name, text)                                                                                                \
  { "mbar_" #name, text, .scene = scene_##name }
#define RUN(name, text)                                                                                                \
  { "mbar_" #name, text, .run = run_##name }

static const ws_test tests[] = {
    RUN(bits_lane,
        "one lane whose address, count, state or parity is otherwise in one bit, each bit: its answer alone"),
    ROW(bits_limit, "one lane whose limit of a try_wait is otherwise in one bit: it waits as long as that says"),
    ROW(limits_sum, "bytes and arrivals of several lanes whose sum just fits, or is beyond by up to its highest bit"),
    {"mbar_limits_zero", "bytes of a warp that lead over zero, with every single bit of a count pending",
     .scene = scene_limits_zero, .whole = true},
};
WS_TESTS(mbar_bits, WS_FAMILY_MBAR)
