// SPDX-License-Identifier: Apache-2.0
// mbarriers, copies, and accesses to shared memory that has to wait, through the registers. Expected values stand here or come from the
// pure functions.
#include "bus_bench.h"

#include <string.h>

// Lane 0 makes a fresh object; it is the only lane of what is submitted next.
static void object(bus_bench *b, uint32_t addr, uint32_t count) {
  bus_operand(b, 0, addr, 0, count, 0);
  bus_lanes(b, 1);
  bus_submit(b, WS_OP_MBAR_INIT, 0, 1);
  bus_answer(b, WS_OP_MBAR_INIT, WS_ST_OK);
}

static void mbarrier(bus_bench *b) {
  const ws_mbar_step one = {.arr = 1};
  bus_launch(b, 0, 3);
  bus_until_idle(b);
  object(b, 0x40, 3);
  uint64_t word = ws_mbar_word(3);
  uint64_t token[3];
  bus_operand(b, 0, 0x40, 0, 1, 0);
  for (unsigned k = 0; k < 2; k++) {
    token[k] = ws_mbar_token(word, false);
    bus_submit(b, WS_OP_MBAR_ARRIVE, 0, k);
    const bus_completion_seen c = bus_answer(b, WS_OP_MBAR_ARRIVE, WS_ST_OK);
    bus_expect(b, "token", c.d[0] | (uint64_t)c.d_hi[0] << 32, token[k]);
    word = ws_mbar_next(word, &one).word;
    bus_expect(b, "the object, low", bus_read(b, WS_REG_SMEM + 0x40), (uint32_t)word);
    bus_expect(b, "STATUS.raw", bus_read(b, WS_REG_STATUS) & WS_STATUS_RAW_BM, WS_STATUS_RAW_BM);
    bus_expect(b, "the object, high", bus_read(b, WS_REG_SMEM + 0x44), word >> 32);
    bus_read(b, WS_REG_SMEM + 0x48);
    bus_expect(b, "STATUS.raw beside it", bus_read(b, WS_REG_STATUS) & WS_STATUS_RAW_BM, 0);
  }
  bus_operand(b, 1, 0x40, token[0], 0, 60000);
  bus_lanes(b, 2);
  bus_submit(b, WS_OP_MBAR_TRY_WAIT_HINT, 0, 5);
  bus_wait(b, 30);
  bus_expect(b, "WAIT", bus_read(b, WS_REG_WAIT(0)), 2);
  bus_lanes(b, 1);
  bus_submit(b, WS_OP_MBAR_ARRIVE_SINK, 0, 6); // the last arrival
  bool woken = false;
  for (unsigned k = 0; k < 2; k++) {
    bus_completion_seen c;
    bus_pop(b, &c);
    bus_expect(b, "status", c.status, WS_ST_OK);
    if (c.op == WS_OP_MBAR_TRY_WAIT_HINT) {
      woken = true;
      bus_expect(b, "tag of the waiter", c.tag, 5);
      bus_expect(b, "its predicate", c.pred, 2);
    }
  }
  bus_expect(b, "woken", woken, true);
  bus_write(b, WS_REG_TRYWAIT, 50); // ticks of 3 clocks
  bus_operand(b, 1, 0x40, 1, 0, 0);
  bus_submit(b, WS_OP_MBAR_TEST_WAIT_PARITY, 0, 2);
  bus_until_idle(b);
  bus_write(b, WS_REG_CPL_POP, 1);
  bus_lanes(b, 2);
  bus_operand(b, 1, 0x40, 1, 0, 0); // the phase under way has parity 1: nobody ends it
  bus_submit(b, WS_OP_MBAR_TRY_WAIT_PARITY, 0, 8);
  bus_expect(b, "a wait that ends by its limit", bus_answer(b, WS_OP_MBAR_TRY_WAIT_PARITY, WS_ST_OK).pred, 0);
}

// The answers of an operation of all lanes, which may come in pieces.
static bus_completion_seen all_answers(bus_bench *b, uint32_t op, uint32_t status) {
  bus_completion_seen all = {0};
  while (all.lanes != bus_all(b)) {
    const bus_completion_seen c = bus_answer(b, op, status);
    for (unsigned i = 0; i < b->cfg.core.lanes; i++)
      if (c.lanes >> i & 1) {
        all.d[i] = c.d[i];
        all.d_hi[i] = c.d_hi[i];
      }
    all.lanes |= c.lanes;
  }
  return all;
}

// Each lane has an object of its own, in each round another: every bit of a token of every lane comes back, in either phase, and the
// words of the objects are those that the tokens told of.
static void tokens(bus_bench *b) {
  enum { ROUNDS = 40, ARRIVALS = 2 };
  const unsigned lanes = b->cfg.core.lanes;
  uint64_t word[WS_LANES_MAX];
  bus_launch(b, 0, bus_all(b));
  bus_until_idle(b);
  bus_lanes(b, bus_all(b));
  for (unsigned k = 0; k < ROUNDS; k++) {
    uint32_t count[WS_LANES_MAX];
    for (unsigned i = 0; i < lanes; i++) {
      count[i] = (1u << (k + i) % 20) + (k < 20 ? 0 : ws_rng_below(&b->rng, 1u << (k + i) % 20));
      word[i] = ws_mbar_word(count[i]);
      bus_operand(b, i, 8 * (lanes * k + i), 0, count[i], 0);
    }
    bus_submit(b, WS_OP_MBAR_INIT, 0, k);
    all_answers(b, WS_OP_MBAR_INIT, WS_ST_OK);
    for (unsigned n = 0; n < ARRIVALS; n++) { // the first ends the phase, for which nobody waits
      for (unsigned i = 0; n && i < lanes; i++)
        bus_write(b, WS_REG_LANE_B(i), count[i] = 1 + count[i] / 4);
      bus_submit(b, WS_OP_MBAR_ARRIVE, 0, k);
      const bus_completion_seen c = all_answers(b, WS_OP_MBAR_ARRIVE, n ? WS_ST_MB_MISSING_WAIT : WS_ST_OK);
      for (unsigned i = 0; i < lanes; i++) {
        const ws_mbar_step step = {.arr = count[i]};
        bus_expect(b, "token", c.d[i] | (uint64_t)c.d_hi[i] << 32, ws_mbar_token(word[i], false));
        word[i] = ws_mbar_next(word[i], &step).word;
      }
    }
    for (unsigned i = 0; i < 2 * lanes; i++) { // both halves of each, where the port says that they belong to an object
      bus_expect(b, "the object", bus_read(b, WS_REG_SMEM + 8 * lanes * k + 4 * i),
                 (uint32_t)(word[i / 2] >> i % 2 * 32));
      bus_expect(b, "STATUS.raw", bus_read(b, WS_REG_STATUS) & WS_STATUS_RAW_BM, WS_STATUS_RAW_BM);
    }
  }
}

// pending_count of what is no token: bit 1 tells lanes apart for the pipe, the answer is one.
static void no_tokens(bus_bench *b) {
  bus_launch(b, 0, bus_all(b));
  bus_until_idle(b);
  for (unsigned k = 0; k < 8; k++) {
    for (unsigned i = 0; i < b->cfg.core.lanes; i++)
      bus_write(b, WS_REG_LANE_A_LO(i), k < 4 ? i % 2 * 2 : ws_rng_below(&b->rng, 4));
    bus_lanes(b, bus_all(b));
    bus_submit(b, WS_OP_MBAR_PENDING_COUNT, 0, k);
    bus_until_idle(b);
    uint32_t answered = 0;
    while (answered != bus_all(b)) {
      bus_completion_seen c;
      bus_pop(b, &c);
      answered |= c.lanes;
      if (k < 4)
        bus_expect(b, "status", c.status, WS_ST_MB_BAD_TOKEN);
    }
  }
}

// TRYWAIT is changed while the table of waiters is full and one more stands before it: that one waits by the new limit.
static void new_limit(bus_bench *b) {
  const unsigned n = b->cfg.core.waiters + 1, of_warp = b->cfg.core.lanes;
  for (unsigned w = 0; w < b->cfg.core.warps; w++)
    bus_launch(b, w, bus_all(b));
  bus_until_idle(b);
  object(b, 0x40, 3);
  bus_write(b, WS_REG_TRYWAIT, 4000);
  bus_write(b, WS_REG_LANE_ALL_ADDR_LO, 0x40);
  for (unsigned k = 0; k < n; k++) {
    bus_lanes(b, 1u << k % of_warp);
    bus_submit(b, WS_OP_MBAR_TRY_WAIT_PARITY, k / of_warp, k);
  }
  bus_until(b, WS_STATUS_BUSY_BM, 0);
  bus_wait(b, 30);
  bus_write(b, WS_REG_TRYWAIT, 3);
  uint32_t seen = 0;
  for (unsigned k = 0; k < n; k++) {
    const bus_completion_seen c = bus_answer(b, WS_OP_MBAR_TRY_WAIT_PARITY, WS_ST_OK);
    bus_expect(b, "predicate", c.pred, 0);
    seen |= 1u << c.tag;
  }
  bus_expect(b, "waiters that answered", seen, (1u << n) - 1);
}

// A limit of one tick, where a tick is tens of thousands of clocks.
static void slow_ticks(bus_bench *b) {
  static const uint32_t clocks[] = {0xa5a5, 0x5a5a};
  bus_launch(b, 0, 1);
  bus_until_idle(b);
  object(b, 0x40, 3);
  bus_write(b, WS_REG_TRYWAIT, 1);
  for (unsigned k = 0; k < 2; k++) {
    bus_write(b, WS_REG_TICK_DIV, clocks[k]);
    bus_wait(b, 2); // the tick that the write makes
    bus_submit(b, WS_OP_MBAR_TRY_WAIT_PARITY, 0, k);
    bus_wait(b, clocks[k] - 1000);
    bus_expect(b, "WAIT within the tick", bus_read(b, WS_REG_WAIT(0)), 1);
    bus_wait(b, clocks[k] + 1000);
    bus_expect(b, "predicate", bus_answer(b, WS_OP_MBAR_TRY_WAIT_PARITY, WS_ST_OK).pred, 0);
  }
}

// An engine's bytes complete a phase; TX registers are locked only while the block has not taken them.
static void transactions(bus_bench *b) {
  bus_launch(b, 0, 1);
  bus_until_idle(b);
  object(b, 0x80, 1);
  bus_operand(b, 0, 0x80, 0, 100, 0);
  bus_submit(b, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 0, 1);
  bus_answer(b, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, WS_ST_OK);
  bus_write(b, WS_REG_TX_ADDR, 0x80);
  bus_write(b, WS_REG_TX_BYTES, 40);
  bus_until_idle(b);
  bus_expect(b, "phase", bus_read(b, WS_REG_SMEM + 0x84) >> 31, 0);
  bus_until(b, WS_STATUS_TX_BUSY_BM, 0);
  bus_write(b, WS_REG_TX_BYTES, 60);
  bus_until_idle(b);
  bus_expect(b, "phase", bus_read(b, WS_REG_SMEM + 0x84) >> 31, 1);
  bus_write(b, WS_REG_TX_ADDR, 0x83); // misaligned: into the capture
  bus_write(b, WS_REG_TX_BYTES, 1);
  bus_until_idle(b);
  bus_expect(b, "ERR_STATUS", bus_read(b, WS_REG_ERR_STATUS), WS_ST_MB_MISALIGNED);
  unsigned stall[BUS_CHANNELS];
  memcpy(stall, b->stall, sizeof stall);
  memset(b->stall, 0,
         sizeof b->stall); // memory is cleared for 128 clocks, in which all of these accesses have to be made
  bus_write(b, WS_REG_CTRL, WS_CTRL_RESET_BM);
  bus_write(b, WS_REG_TX_ADDR, 0x88);
  bus_write(b, WS_REG_TX_BYTES, 1);     // it waits
  bus_write(b, WS_REG_SCRATCH, 0x600d); // no other register waits for it
  bus_expect(b, "TX_BYTES while busy", bus_try_write(b, WS_REG_TX_BYTES, 2, 15), WS_BUS_SLVERR);
  bus_expect(b, "TX_ADDR while busy", bus_try_write(b, WS_REG_TX_ADDR, 2, 15), WS_BUS_SLVERR);
  bus_expect(b, "TX_ADDR", bus_read(b, WS_REG_TX_ADDR), 0x88);
  bus_expect(b, "kind", bus_read(b, WS_REG_BUS_ERR_INFO) >> WS_BUS_ERR_INFO_KIND_BP, WS_BUS_ERR_INFO_KIND_BUSY);
  memcpy(b->stall, stall, sizeof stall);
  bus_until(b, WS_STATUS_TX_BUSY_BM, 0);
}

static void copies(bus_bench *b) {
  const unsigned n = b->cfg.core.lanes;
  const uint32_t size[] = {4, 8, 16};
  bus_launch(b, 2, bus_all(b));
  for (uint32_t k = 0; k < b->cfg.gmem_bytes / 4; k++)
    bus_write(b, WS_REG_GMEM + 4 * k, (uint32_t)ws_rng_mix(k));
  for (unsigned round = 0; round < 12; round++) {
    const uint32_t bytes = size[round % 3];
    uint32_t from[WS_LANES_MAX], take[WS_LANES_MAX];
    for (unsigned i = 0; i < n; i++) {
      from[i] = ws_rng_below(&b->rng, 65536 / bytes) * bytes; // modulo the memory that is there
      take[i] = ws_rng_percent(&b->rng, 70) ? bytes : ws_rng_below(&b->rng, bytes + 1);
      bus_operand(b, i, 0x1000 + 16 * i, from[i], bytes, take[i]);
    }
    bus_lanes(b, bus_all(b));
    bus_submit(b, bytes == 16 ? WS_OP_CP_ASYNC_CG : WS_OP_CP_ASYNC_CA, 2, round);
    for (unsigned k = 0; k < 20; k++) { // the bus and the copies want the memory at once
      const uint32_t word = ws_rng_below(&b->rng, b->cfg.gmem_bytes / 4);
      if (k % 2)
        bus_write(b, WS_REG_GMEM + 4 * word, (uint32_t)ws_rng_mix(word)); // what stands there
      else
        bus_expect(b, "a word beside copies", bus_read(b, WS_REG_GMEM + 4 * word), (uint32_t)ws_rng_mix(word));
    }
    bus_until_idle(b);
    while (bus_read(b, WS_REG_STATUS) & WS_STATUS_CPL_VALID_BM)
      bus_write(b, WS_REG_CPL_POP, 1);
    bus_until(b, WS_STATUS_IDLE_BM | WS_STATUS_CPL_VALID_BM, WS_STATUS_IDLE_BM);
    for (unsigned i = 0; i < n; i++)
      for (unsigned byte = 0; byte < bytes; byte++) {
        const uint32_t at = (from[i] + byte) % b->cfg.gmem_bytes;
        const uint32_t want = byte < take[i] ? (uint32_t)ws_rng_mix(at / 4) >> 8 * (at % 4) & 0xff : 0;
        if (byte % 4 == 0 || byte == take[i])
          bus_expect(b, "a byte that was copied",
                     bus_read(b, WS_REG_SMEM + 0x1000 + 16 * i + (byte & ~3u)) >> 8 * (byte % 4) & 0xff, want);
      }
  }
}

// All lanes add 1 to one word of global memory, again and again, and bits to another, as the bus reads and writes the words beside: no
// update is lost, and each lane has the old value that the order of lanes gives it. A vector of f32 beside them.
static void atomics(bus_bench *b) {
  const unsigned n = b->cfg.core.lanes;
  const uint32_t at = 0x40;
  bus_launch(b, 2, bus_all(b));
  for (uint32_t k = 0; k < 16; k++)
    bus_write(b, WS_REG_GMEM + 4 * k + at - 16, 0);
  for (uint32_t round = 0; round < 12; round++) {
    for (unsigned i = 0; i < n; i++)
      bus_operand(b, i, WS_GLOBAL_WINDOW + at, 1, 0, 0);
    bus_lanes(b, bus_all(b));
    bus_write(b, WS_REG_REQ_PRED, 0);
    bus_submit(b, round % 2 ? WS_OP_RED_ADD_U32 : WS_OP_ATOM_ADD_U32, 2, round);
    for (uint32_t k = 0; k < 20; k++) { // the other words of the row
      const uint32_t beside = WS_REG_GMEM + at + 4 * (1 + k % 3);
      bus_write(b, beside, round << 8 | k);
      bus_expect(b, "a word beside atomics", bus_read(b, beside), round << 8 | k);
    }
    bus_completion_seen c = {.lanes = 1};
    for (uint32_t left = bus_all(b); left && c.lanes; left &= ~c.lanes) { // one of each beat
      bus_pop(b, &c);
      for (unsigned i = 0; i < n && round % 2 == 0; i++)
        if (c.lanes >> i & 1)
          bus_expect(b, "an old value", c.d[i], round * n + i);
    }
  }
  bus_expect(b, "the word that all lanes added to", bus_read(b, WS_REG_GMEM + at), 12 * n);
  for (unsigned i = 0; i < n; i++) // 1, 1, 1, 1 in f32
    bus_operand(b, i, WS_GLOBAL_WINDOW + at + 16, 0x3f8000003f800000, 0x3f800000, 0x3f800000);
  bus_submit(b, WS_OP_RED_ADD_V4_F32, 2, 99);
  bus_until_idle(b);
  for (uint32_t k = 0; k < 4; k++) {
    const uint32_t sum = n == 4 ? 0x40800000 : n == 8 ? 0x41000000 : n == 16 ? 0x41800000 : 0x42000000;
    bus_expect(b, "an element that all lanes added 1 to", bus_read(b, WS_REG_GMEM + at + 16 + 4 * k), sum);
  }
}

unsigned bus_hold(bus_bench *b) {
  unsigned submitted = 0;
  for (unsigned i = 0; i < 4; i++)
    bus_operand(b, i, 0x100 + 8 * i, 0, 5, 0);
  bus_lanes(b, 15);
  for (unsigned k = 0; k < 60 && !(bus_read(b, WS_REG_STATUS) & WS_STATUS_BUSY_BM); k++) {
    bus_write(b, WS_REG_SUBMIT, WS_OP_MBAR_TEST_WAIT_PARITY | submitted++ << WS_SUBMIT_TAG_BP);
    bus_wait(b, 4 * b->cfg.core.lanes + 20);
  }
  bus_expect(b, "STATUS.cpl_full", bus_read(b, WS_REG_STATUS) & WS_STATUS_CPL_FULL_BM, WS_STATUS_CPL_FULL_BM);
  return submitted;
}

void bus_let_go(bus_bench *b, unsigned submitted) {
  bus_completion_seen c;
  for (uint32_t tags = 0; submitted; submitted -= (unsigned)__builtin_popcount(c.lanes) == 4 || ++tags % 4 == 0)
    bus_pop(b, &c);
  bus_until_idle(b);
}

// While results that nobody reads hold an operation in the pipe, and with it its banks, an access to them is refused in the
// end, others go on, and once results are read all goes on.
static void smem_held(bus_bench *b) {
  bus_launch(b, 0, bus_all(b));
  bus_until_idle(b);
  const unsigned submitted = bus_hold(b);
  unsigned refused = 0;
  for (unsigned i = 0; i < 32; i++) {
    uint32_t data;
    const uint32_t addr = WS_REG_SMEM + 0x100 + 4 * i;
    const unsigned resp = i % 2 ? bus_try_read(b, addr, &data) : bus_try_write(b, addr, 0xa5a5a5a5, 15);
    refused += resp == WS_BUS_SLVERR;
    if (resp == WS_BUS_SLVERR && refused == 1) {
      bus_expect(b, "BUS_ERR_ADDR", bus_read(b, WS_REG_BUS_ERR_ADDR), addr);
      bus_expect(b, "kind", bus_read(b, WS_REG_BUS_ERR_INFO) >> WS_BUS_ERR_INFO_KIND_BP, WS_BUS_ERR_INFO_KIND_BUSY);
    }
  }
  if (!refused)
    bus_fail(b, "no access to shared memory was held by results that nobody reads");
  bus_let_go(b, submitted);
  bus_write(b, WS_REG_SMEM + 0x100, 0x5a);
  bus_expect(b, "shared memory, free again", bus_read(b, WS_REG_SMEM + 0x100), 0x5a);
}

// Bytes of an engine wait with them, and count what they are: each bit of the number, and some.
static void tx_held(bus_bench *b) {
  enum { OBJECT = 0x80, BITS = 20 };
  bus_launch(b, 0, bus_all(b));
  bus_until_idle(b);
  for (unsigned k = 0; k < 2 * BITS; k++) {
    const uint32_t bytes = k < BITS ? 1u << k : (1u << (k - BITS) | 0xa5a5) & 0xfffff;
    const ws_mbar_step step = {.dtx = -(int32_t)bytes};
    object(b, OBJECT, 1);
    const unsigned submitted = bus_hold(b);
    bus_write(b, WS_REG_TX_ADDR, OBJECT);
    bus_write(b, WS_REG_TX_BYTES, bytes);
    bus_wait(b, 4 + k % 4);
    bus_let_go(b, submitted);
    const uint64_t low = bus_read(b, WS_REG_SMEM + OBJECT), high = bus_read(b, WS_REG_SMEM + OBJECT + 4);
    bus_expect(b, "bytes that waited", low | high << 32, ws_mbar_next(ws_mbar_word(1), &step).word);
    bus_operand(b, 0, OBJECT, 0, 0, 0);
    bus_lanes(b, 1);
    bus_submit(b, WS_OP_MBAR_INVAL, 0, 1);
    bus_answer(b, WS_OP_MBAR_INVAL, WS_ST_OK);
  }
}

static const bus_test tests[] = {
    {"bus_mbarrier", "tokens, the object in shared memory, a waiter woken by a flip and one by its limit",
     .run = mbarrier, .families = WS_FAMILY_MBAR},
    {"bus_tokens", "every bit of the state token of every lane, in both phases", .run = tokens,
     .families = WS_FAMILY_MBAR},
    {"bus_no_tokens", "mbarrier.pending_count of what is no token", .run = no_tokens, .families = WS_FAMILY_MBAR},
    {"bus_new_limit", "TRYWAIT changes while a try_wait stands before the full table", .run = new_limit,
     .families = WS_FAMILY_MBAR},
    {"bus_slow_ticks", "a limit of one tick of tens of thousands of clocks", .run = slow_ticks,
     .families = WS_FAMILY_MBAR},
    {"bus_tx", "bytes of an engine complete a phase; a second report waits for the first", .run = transactions,
     .families = WS_FAMILY_MBAR},
    {"bus_atomics", "atomics in global memory beside accesses of the bus: none is lost", .run = atomics,
     .families = WS_FAMILY_MBAR | WS_FAMILY_ATOM},
    {"bus_copies", "cp.async reads global memory while the bus does", .run = copies, .families = WS_FAMILY_MBAR},
    {"bus_tx_held", "bytes of an engine wait for memory that is never free, and count what they are", .run = tx_held,
     .families = WS_FAMILY_MBAR},
    {"bus_smem_held", "shared memory that is never free refuses the access, nothing hangs", .run = smem_held,
     .families = WS_FAMILY_MBAR},
};
BUS_TESTS(mbar)
