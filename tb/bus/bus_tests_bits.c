// SPDX-License-Identifier: Apache-2.0
// One bit at a time: of each operand of each lane, of each result, of the lanes that ask and are answered; and copies in each clock of
// which something else happens. Expected values stand here or come from the pure functions; what is read is compared in any case.
#include "bus_bench.h"

enum { OBJECTS = 0x100, COPIED = 0x1000 }; // in shared memory, 8 and 16 bytes a lane

// A word with bit k of lane 0, other bits of the others: alone, or alone not.
static uint32_t bit_of(unsigned lane, unsigned k, bool cold) {
  return (cold ? UINT32_MAX : 0) ^ 1u << (k + 7 * lane) % 32;
}

typedef struct answers {
  uint32_t d[WS_LANES_MAX], d_hi[WS_LANES_MAX], status[WS_LANES_MAX];
} answers;

// All lanes ask; their answers, in as many pieces as they come. The masks are written last: all other operands stay what they are.
static answers ask(bus_bench *b, uint32_t op) {
  answers all = {0};
  uint32_t seen = 0;
  bus_write(b, WS_REG_LANE_ALL_MASK, bus_all(b));
  bus_lanes(b, bus_all(b));
  bus_submit(b, op, 0, op & 0xff);
  while (seen != bus_all(b)) {
    bus_completion_seen c;
    bus_pop(b, &c);
    bus_expect(b, "operation", c.op, op);
    for (unsigned i = 0; i < b->cfg.core.lanes; i++)
      if (c.lanes >> i & 1) {
        all.d[i] = c.d[i];
        all.d_hi[i] = c.d_hi[i];
        all.status[i] = c.status;
      }
    seen |= c.lanes;
  }
  return all;
}

static void begin(bus_bench *b) {
  bus_launch(b, 0, bus_all(b));
  bus_until_idle(b);
  bus_write(b, WS_REG_LANE_ALL_MASK, bus_all(b));
}

// Global memory with no word like another.
static void fill_apart(bus_bench *b) {
  for (uint32_t k = 0; k < b->cfg.gmem_bytes / 4; k++)
    bus_write(b, WS_REG_GMEM + 4 * k, (uint32_t)ws_rng_mix(k) | 1);
}

// a, lower half: each lane gets that of its neighbour. Upper half: neighbours have the same, all others have not.
static void bits_of_a(bus_bench *b) {
  const unsigned lanes = b->cfg.core.lanes;
  begin(b);
  bus_write(b, WS_REG_LANE_ALL_B, 1);
  bus_write(b, WS_REG_LANE_ALL_C, 0x1f);
  for (unsigned k = 0; k < 64; k++) {
    for (unsigned i = 0; i < lanes; i++)
      bus_write(b, WS_REG_LANE_A_LO(i), bit_of(i, k, k >= 32));
    const answers c = ask(b, WS_OP_SHFL_BFLY);
    for (unsigned i = 0; i < lanes; i++)
      bus_expect(b, "a of the neighbour", c.d[i], bit_of(i ^ 1, k, k >= 32));
  }
  bus_write(b, WS_REG_LANE_ALL_A_LO, 0);
  for (unsigned k = 0; k < 64; k++) {
    for (unsigned i = 0; i < lanes; i++)
      bus_write(b, WS_REG_LANE_A_HI(i), bit_of(i / 2, k, k >= 32));
    const answers c = ask(b, WS_OP_MATCH_ANY_B64);
    for (unsigned i = 0; i < lanes; i++)
      for (unsigned j = 0; j < lanes; j++)
        bus_expect(b, "lanes with the same a", c.d[i] >> j & 1, bit_of(i / 2, k, k >= 32) == bit_of(j / 2, k, k >= 32));
  }
}

// b: a count of arrivals that an object begins with, or one that is none. c: bytes that a copy takes of its source.
static void bits_of_b_and_c(bus_bench *b) {
  enum { LIMIT = 1 << 20, BYTES = 16 };
  const unsigned lanes = b->cfg.core.lanes;
  begin(b);
  fill_apart(b);
  for (unsigned i = 0; i < lanes; i++)
    bus_operand(b, i, OBJECTS + 8 * i, 0, 0, 0);
  for (unsigned k = 0; k < 64; k++) {
    uint32_t count[WS_LANES_MAX];
    for (unsigned i = 0; i < lanes; i++) {
      count[i] = k < 32 ? bit_of(i, k, false) : bit_of(i, k, true) % LIMIT;
      bus_write(b, WS_REG_LANE_B(i), count[i]);
    }
    ask(b, WS_OP_MBAR_INIT);
    for (unsigned i = 0; i < lanes; i++) {
      const uint32_t low = bus_read(b, WS_REG_SMEM + OBJECTS + 8 * i);
      const uint32_t high = bus_read(b, WS_REG_SMEM + OBJECTS + 8 * i + 4);
      if (count[i] < LIMIT)
        bus_expect(b, "an object of that count", low | (uint64_t)high << 32, ws_mbar_word(count[i]));
    }
  }
  bus_write(b, WS_REG_LANE_ALL_B, BYTES);
  for (unsigned i = 0; i < lanes; i++)
    bus_operand(b, i, COPIED + BYTES * i, BYTES * i, BYTES, 0);
  for (unsigned n = 0; n < 4 * 32; n++) {
    const unsigned lane = n % 4 * lanes / 4;
    const uint32_t take = 1u << n / 4;
    bus_write(b, WS_REG_LANE_C(lane), take);
    ask(b, WS_OP_CP_ASYNC_CG);
    bus_until_idle(b);
    for (unsigned i = 0; i < lanes; i++) {
      const uint32_t got = bus_read(b, WS_REG_SMEM + COPIED + BYTES * i), whole = bus_read(b, WS_REG_GMEM + BYTES * i);
      bus_expect(b, "bytes that were taken", got, i != lane ? 0 : take < 4 ? whole & ((1u << 8 * take) - 1) : whole);
    }
    bus_write(b, WS_REG_LANE_C(lane), 0);
  }
}

// c of a wait: how long. One lane after the other, the rest waits shortly; then whoever waits is let go by his limit alone.
static void bits_of_limits(bus_bench *b) {
  enum { SHORT = 16, BITS = 14 };
  const unsigned lanes = b->cfg.core.lanes;
  begin(b);
  for (unsigned i = 0; i < lanes; i++)
    bus_operand(b, i, OBJECTS, 0, 5, SHORT);
  ask(b, WS_OP_MBAR_INIT);
  bus_write(b, WS_REG_LANE_ALL_A_LO, 0); // the phase that is on
  for (unsigned n = 0; n < 3 * 4 * BITS; n++) {
    const unsigned lane = n % 4 * lanes / 4;
    bus_write(b, WS_REG_LANE_C(lane), 1u << n / 4 % BITS);
    bus_wait(b, ws_rng_below(&b->rng, 4));
    const answers c = ask(b, WS_OP_MBAR_TRY_WAIT_PARITY_HINT);
    for (unsigned i = 0; i < lanes; i++)
      bus_expect(b, "status", c.status[i], WS_ST_OK);
    bus_write(b, WS_REG_LANE_C(lane), SHORT);
  }
}

// addr: where an object is made, or why not; of the upper half no bit may be set, whatever the others have.
static void bits_of_addr(bus_bench *b) {
  const unsigned lanes = b->cfg.core.lanes;
  begin(b);
  bus_write(b, WS_REG_LANE_ALL_A_LO, 0);
  bus_write(b, WS_REG_LANE_ALL_A_HI, 0);
  bus_write(b, WS_REG_LANE_ALL_B, 5);
  for (unsigned k = 0; k < 64; k++) {
    uint32_t addr[WS_LANES_MAX];
    for (unsigned i = 0; i < lanes; i++) {
      addr[i] = k < 32 ? bit_of(i, k, false) : bit_of(i, k, true) % WS_SMEM_BYTES & ~7u;
      bus_write(b, WS_REG_LANE_ADDR_LO(i), addr[i]);
      bus_write(b, WS_REG_LANE_ADDR_HI(i), 0);
    }
    ask(b, WS_OP_MBAR_INIT);
    for (unsigned i = 0; i < lanes; i++)
      if (addr[i] < WS_SMEM_BYTES && addr[i] % 8 == 0)
        bus_expect(b, "half of an object", bus_read(b, WS_REG_SMEM + addr[i] + 4), ws_mbar_word(5) >> 32);
  }
  for (unsigned i = 0; i < lanes; i++)
    bus_write(b, WS_REG_LANE_ADDR_LO(i), OBJECTS + 8 * i);
  for (unsigned n = 0; n < 4 * 32; n++) {
    const unsigned lane = n % 4 * lanes / 4;
    bus_write(b, WS_REG_LANE_ADDR_HI(lane), 1u << n / 4);
    bus_expect(b, "status of an address beyond 32 bits", ask(b, WS_OP_MBAR_INIT).status[lane], WS_ST_MB_BAD_SPACE);
    bus_write(b, WS_REG_LANE_ADDR_HI(lane), 0);
  }
}

// Operands in each order: the word that is written last changes no other, at the block.
static void operands_apart(bus_bench *b) {
  enum { COUNT = 0x41, PLACE = 0x410, BYTES = 16, WORDS = 8 };
  const unsigned lanes = b->cfg.core.lanes;
  begin(b);
  fill_apart(b);
  for (unsigned last = 0; last < WORDS; last++)
    for (unsigned round = 0; round < 3; round++) {
      const uint32_t op[] = {WS_OP_SHFL_BFLY, WS_OP_MBAR_INIT, WS_OP_CP_ASYNC_CG}, place = round == 2 ? COPIED : PLACE;
      for (unsigned k = 1; k <= WORDS; k++)
        for (unsigned i = 0; i < lanes; i++) {
          const uint32_t own = 4 * BYTES * (i % 4), at = place + BYTES * i;
          const uint32_t word[3][WORDS] = {{bus_all(b), 1, 0x1f, 0, 0x5a5a5a5a + i, 0xffffffff, 0xffffffff, 0xffffffff},
                                           {bus_all(b), COUNT, 0xffffffff, 0, 0xffffffff, 0xffffffff, at, 0},
                                           {bus_all(b), BYTES, 7, 0, own, 0, at, 0}};
          const unsigned n = (last + k) % WORDS; // 3: no word is there
          if (n != 3)
            bus_write(b, WS_REG_LANE_MASK(i) + 4 * n, word[round][n]);
        }
      const answers c = ask(b, op[round]);
      bus_until_idle(b);
      for (unsigned i = 0; i < lanes; i++) {
        const uint32_t first = bus_read(b, WS_REG_SMEM + place + BYTES * i);
        bus_expect(b, "status", c.status[i] & ~(uint32_t)WS_ST_MB_REINIT, WS_ST_OK);
        if (round == 0)
          bus_expect(b, "a of the neighbour", c.d[i], 0x5a5a5a5a + (i ^ 1));
        else
          bus_expect(b, "the first word that was written", first,
                     round == 1 ? (uint32_t)ws_mbar_word(COUNT) : bus_read(b, WS_REG_GMEM + 4 * BYTES * (i % 4)));
      }
    }
}

// Operands are written while a request waits: refused, and no bit is another.
static void operands_refused(bus_bench *b) {
  enum { WORDS = 8 };
  const unsigned lanes = b->cfg.core.lanes;
  begin(b);
  for (unsigned round = 0; round < 2; round++) {
    const uint32_t kept = round ? UINT32_MAX : 0, mask = bus_all(b);
    for (unsigned n = 1; n < WORDS; n++)
      if (n != 3)
        bus_write(b, WS_REG_LANE_ALL_MASK + 4 * n, kept);
    bus_lanes(b, mask);
    unsigned submitted = 0;
    while (!(bus_read(b, WS_REG_STATUS) & WS_STATUS_BUSY_BM)) {
      bus_write(b, WS_REG_SUBMIT, WS_OP_ACTIVEMASK | submitted++ << WS_SUBMIT_TAG_BP);
      bus_wait(b, 3 * lanes);
    }
    for (unsigned i = 0; i < lanes; i++)
      for (unsigned n = 0; n < WORDS; n++)
        if (n != 3)
          bus_expect(b, "an operand while busy", bus_try_write(b, WS_REG_LANE_MASK(i) + 4 * n, ~kept, 15),
                     WS_BUS_SLVERR);
    for (unsigned k = 0; k < submitted; k++)
      bus_expect(b, "lanes", bus_answer(b, WS_OP_ACTIVEMASK, WS_ST_OK).d[0], mask);
    for (unsigned i = 0; i < lanes; i++)
      for (unsigned n = 0; n < WORDS; n++)
        if (n != 3)
          bus_expect(b, "an operand", bus_read(b, WS_REG_LANE_MASK(i) + 4 * n), n ? kept : mask);
  }
}

// The masks, the lanes that ask, their predicates: one lane or two that are near, and all lanes but those.
static void bits_of_sets(bus_bench *b) {
  const unsigned lanes = b->cfg.core.lanes;
  begin(b);
  for (unsigned i = 0; i < lanes; i++)
    for (unsigned j = i; j < lanes && j < i + 4; j++)
      for (unsigned but = 0; but < 2; but++) {
        const uint32_t some = 1u << i | 1u << j, set = but ? bus_all(b) & ~some : some;
        if (!set)
          continue;
        for (unsigned n = 0; n < lanes; n++)
          bus_write(b, WS_REG_LANE_MASK(n), set >> n & 1 ? set : ~set);
        bus_lanes(b, set);
        bus_write(b, WS_REG_REQ_PRED, set);
        bus_submit(b, WS_OP_VOTE_ALL, 0, 1);
        const bus_completion_seen c = bus_answer(b, WS_OP_VOTE_ALL, WS_ST_OK);
        bus_expect(b, "lanes", c.lanes, set);
        bus_expect(b, "predicates", c.pred, set);
        bus_write(b, WS_REG_REQ_PRED, some);
        bus_submit(b, WS_OP_VOTE_BALLOT, 0, 2);
        bus_expect(b, "ballot", bus_answer(b, WS_OP_VOTE_BALLOT, WS_ST_OK).d[__builtin_ctz(set)], set & some);
      }
}

// Each operation that arrives: whether it gives a token, and which.
static void kinds_of_tokens(bus_bench *b) {
  static const uint16_t op[] = {WS_OP_MBAR_ARRIVE,
                                WS_OP_MBAR_ARRIVE_DROP,
                                WS_OP_MBAR_ARRIVE_EXPECT_TX,
                                WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX,
                                WS_OP_MBAR_ARRIVE_NOCOMPLETE,
                                WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE,
                                WS_OP_MBAR_ARRIVE_SINK,
                                WS_OP_MBAR_ARRIVE_DROP_SINK,
                                WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK,
                                WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX_SINK,
                                WS_OP_MBAR_ARRIVE_NOCOMPLETE_SINK,
                                WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE_SINK,
                                WS_OP_MBAR_EXPECT_TX,
                                WS_OP_MBAR_COMPLETE_TX,
                                WS_OP_MBAR_TEST_WAIT_PARITY,
                                WS_OP_MBAR_INVAL};
  enum { TOKENS = 6 };
  const unsigned lanes = b->cfg.core.lanes;
  begin(b);
  for (unsigned k = 0; k < sizeof op / sizeof *op; k++) {
    for (unsigned i = 0; i < lanes; i++)
      bus_operand(b, i, OBJECTS + 8 * i, 0, 0xaaaaa >> (k + i) % 2, 0);
    ask(b, WS_OP_MBAR_INIT);
    bus_write(b, WS_REG_LANE_ALL_B, 1);
    const answers c = ask(b, op[k]);
    for (unsigned i = 0; i < lanes; i++) {
      const uint64_t word = ws_mbar_word(0xaaaaa >> (k + i) % 2);
      const bool none = op[k] == WS_OP_MBAR_ARRIVE_NOCOMPLETE || op[k] == WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE;
      bus_expect(b, "token", c.d[i] | (uint64_t)c.d_hi[i] << 32, k < TOKENS ? ws_mbar_token(word, none) : 0);
      bus_write(b, WS_REG_LANE_A_LO(i), c.d[i]);
      bus_write(b, WS_REG_LANE_A_HI(i), c.d_hi[i]);
    }
    const answers pending = ask(b, WS_OP_MBAR_PENDING_COUNT); // what it gives is no token
    for (unsigned i = 0; i < lanes; i++) {
      uint32_t status, count = ws_mbar_pending_count(c.d[i] | (uint64_t)c.d_hi[i] << 32, &status);
      bus_expect(b, "status", pending.status[i], status);
      bus_expect(b, "pending count", pending.d[i], count);
      bus_expect(b, "its upper half", pending.d_hi[i], 0);
    }
  }
}

// Copies while an operation whose result nobody reads holds banks: one waits for memory, the next waits for that one. How many
// results there is room for before, the rounds find out.
static void copies_held(bus_bench *b) {
  enum { ROW = 128, BYTES = 16, ROUNDS = 48 };
  const unsigned lanes = b->cfg.core.lanes;
  begin(b);
  fill_apart(b);
  for (unsigned round = 0; round < ROUNDS; round++) {
    const unsigned before = b->cfg.fifo + round % 12, delay = round / 12;
    bus_lanes(b, 1);
    bus_write(b, WS_REG_LANE_ALL_ADDR_LO, 0);
    for (unsigned k = 0; k < before && !(bus_read(b, WS_REG_STATUS) & WS_STATUS_BUSY_BM); k++)
      bus_write(b, WS_REG_SUBMIT, WS_OP_MBAR_TEST_WAIT_PARITY | k << WS_SUBMIT_TAG_BP); // no object is there
    bus_wait(b, 4 * lanes);
    const bool copies = !(bus_read(b, WS_REG_STATUS) & WS_STATUS_BUSY_BM);
    if (copies) {
      for (unsigned i = 0; i < lanes; i++)
        bus_operand(b, i, ROW * (8 + i), BYTES * ((i + round) % 16), BYTES, BYTES);
      bus_lanes(b, bus_all(b));
      bus_write(b, WS_REG_SUBMIT, WS_OP_CP_ASYNC_CG | 0x80u << WS_SUBMIT_TAG_BP);
      bus_wait(b, delay);
    }
    for (unsigned k = 0; k < 3; k++)
      if (!(bus_read(b, WS_REG_STATUS) & WS_STATUS_BUSY_BM))
        bus_write(b, WS_REG_SUBMIT, WS_OP_MBAR_TEST_WAIT_PARITY | (0x81u + k) << WS_SUBMIT_TAG_BP);
    for (unsigned k = 0; k < 8; k++) // global memory belongs to the bus while an answer stands there
      bus_read(b, WS_REG_GMEM + 4 * k);
    for (uint32_t status;
         status = bus_read(b, WS_REG_STATUS), (status & WS_STATUS_CPL_VALID_BM) || !(status & WS_STATUS_IDLE_BM);) {
      bus_completion_seen c;
      if (status & WS_STATUS_CPL_VALID_BM)
        bus_pop(b, &c);
    }
    for (unsigned i = 0; copies && i < lanes; i++)
      for (unsigned word = 0; word < BYTES / 4; word++)
        bus_expect(b, "a word that was copied", bus_read(b, WS_REG_SMEM + ROW * (8 + i) + 4 * word),
                   bus_read(b, WS_REG_GMEM + BYTES * ((i + round) % 16) + 4 * word));
  }
}

// A reset by software in each clock of a copy, and a copy after it.
static void copies_reset(bus_bench *b) {
  enum { BYTES = 8 };
  fill_apart(b);
  for (unsigned delay = 0; delay < 40; delay++) {
    if (delay % 2 == 0)
      begin(b);
    bus_operand(b, 0, COPIED, BYTES * delay, BYTES, BYTES);
    bus_operand(b, 1, COPIED + BYTES, BYTES * delay + 0x40, BYTES, BYTES);
    bus_lanes(b, 3);
    bus_submit(b, WS_OP_CP_ASYNC_CA, 0, 1);
    if (delay % 2) {
      bus_wait(b, delay / 2);
      bus_write(b, WS_REG_CTRL, WS_CTRL_RESET_BM);
      bus_until(b, WS_STATUS_IDLE_BM, WS_STATUS_IDLE_BM);
      continue;
    }
    bus_until_idle(b);
    bus_answer(b, WS_OP_CP_ASYNC_CA, WS_ST_OK);
    for (unsigned word = 0; word < 2 * BYTES / 4; word++)
      bus_expect(b, "a word that was copied", bus_read(b, WS_REG_SMEM + COPIED + 4 * word),
                 bus_read(b, WS_REG_GMEM + BYTES * delay + (word / 2 * 0x40) + 4 * (word % 2)));
  }
}

static const bus_test tests[] = {
    {"bus_bits_a", "each bit of a of each lane, alone and all but it", .run = bits_of_a,
     .families = WS_FAMILY_SHFL | WS_FAMILY_MATCH},
    {"bus_bits_bc", "the same of b and c", .run = bits_of_b_and_c, .families = WS_FAMILY_MBAR},
    {"bus_bits_limit", "the same of c where it is a limit of time", .run = bits_of_limits, .families = WS_FAMILY_MBAR},
    {"bus_bits_addr", "the same of addr", .run = bits_of_addr, .families = WS_FAMILY_MBAR},
    {"bus_operands_apart", "operands in each order: the last word that is written changes no other",
     .run = operands_apart, .families = WS_FAMILY_SHFL | WS_FAMILY_MBAR},
    {"bus_operands_refused", "a write to an operand that is refused changes no bit of it", .run = operands_refused},
    {"bus_bits_sets", "one lane or two, and all but those: masks, lanes, predicates", .run = bits_of_sets},
    {"bus_token_kinds", "each operation that arrives gives a token, or none", .run = kinds_of_tokens,
     .families = WS_FAMILY_MBAR},
    {"bus_copies_held", "a copy waits for its bank, the next one for that", .run = copies_held,
     .families = WS_FAMILY_MBAR},
    {"bus_copies_reset", "reset by software in each clock of a copy", .run = copies_reset, .families = WS_FAMILY_MBAR},
};
BUS_TESTS(bits)
