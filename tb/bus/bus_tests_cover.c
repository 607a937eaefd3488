// SPDX-License-Identifier: Apache-2.0
// Every bin of the functional coverage of the bus (bus_cover.h): scenes for what directed tests and random traffic do not come to, the
// directed tests in turn, and traffic until nothing is left. Fails if a bin stays empty, by its name.
#include <inttypes.h>

#include "bus_cover.h"

enum {
  FULL = 20000,
  ROUNDS = 10,
  STRETCH = 2000
}; // N from which on all bins must be hit, in so many times N accesses of traffic; those between two looks

static void no_stalls(bus_bench *b) {
  for (unsigned c = 0; c < BUS_CHANNELS; c++)
    b->stall[c] = 0;
}

static void soft_reset(bus_bench *b) { bus_write(b, WS_REG_CTRL, WS_CTRL_RESET_BM); }

// --------------------------------------------------------------------------------------------------------- operations

// Takes all completions, until nothing is under way and no lane of warp 0 waits, or has waited for longer than the watchdog lets it.
static void take_all(bus_bench *b) {
  for (unsigned waited = 0; waited < 40;) {
    const uint32_t lanes = bus_read(b, WS_REG_WAIT(0)), status = bus_read(b, WS_REG_STATUS); // in this order
    if (status & WS_STATUS_CPL_VALID_BM) {
      bus_read(b, WS_REG_CPL_INFO);
      bus_read(b, WS_REG_CPL_STATUS);
      bus_write(b, WS_REG_CPL_POP, 1);
    } else if (status & WS_STATUS_IDLE_BM) {
      waited = lanes ? waited + 1 : 40;
    }
  }
}

static void fresh(bus_bench *b, uint32_t more, uint32_t lanes) {
  soft_reset(b);
  bus_write(b, WS_REG_CTRL, more);
  bus_write(b, WS_REG_TICK_DIV, 1);
  bus_write(b, WS_REG_TRYWAIT, 4);
  bus_write(b, WS_REG_WATCHDOG, 60);
  bus_write(b, WS_REG_LAUNCH_LANES, lanes);
  bus_write(b, WS_REG_LAUNCH, 1 << WS_LAUNCH_WARPS_BP); // a CTA of one warp
  bus_until_idle(b);
  bus_write(b, WS_REG_LANE_ALL_MASK, bus_all(b));
  bus_lanes(b, bus_all(b));
}

static void submit(bus_bench *b, uint32_t op) {
  bus_until(b, WS_STATUS_BUSY_BM, 0);
  bus_write(b, WS_REG_SUBMIT, op);
  b->ops_done++;
  take_all(b);
}

static void all_operands(bus_bench *b, uint32_t addr, uint32_t a, uint32_t bb, uint32_t c) {
  bus_until(b, WS_STATUS_BUSY_BM, 0);
  bus_write(b, WS_REG_LANE_ALL_ADDR_LO, addr);
  bus_write(b, WS_REG_LANE_ALL_A_LO, a);
  bus_write(b, WS_REG_LANE_ALL_B, bb);
  bus_write(b, WS_REG_LANE_ALL_C, c);
}

// An operation of the mbarrier unit: on an object of its own, with what it needs, or where there is none, and not aligned.
static void on_object(bus_bench *b, uint32_t op, bool wrong) {
  enum { OBJECT = 0x100, BYTES = 16 };
  const bool copy = ws_is_mbar_copy(op), counts = op == WS_OP_MBAR_PENDING_COUNT;
  bus_lanes(b, 1);
  all_operands(b, OBJECT, 0, 100, 0);
  if (op != WS_OP_MBAR_INIT && !wrong && !copy)
    submit(b, WS_OP_MBAR_INIT);
  all_operands(b, (copy ? 0x1000u : OBJECT) + (wrong ? 3u : 0), 0, copy ? BYTES : 1, copy ? BYTES : 8);
  if (!wrong && op == WS_OP_MBAR_COMPLETE_TX)
    submit(b, WS_OP_MBAR_EXPECT_TX);
  if (counts || op == WS_OP_MBAR_TEST_WAIT || op == WS_OP_MBAR_TRY_WAIT || op == WS_OP_MBAR_TRY_WAIT_HINT) {
    bus_completion_seen c = {0};
    if (!wrong) {
      bus_write(b, WS_REG_SUBMIT, counts ? WS_OP_MBAR_ARRIVE_NOCOMPLETE : WS_OP_MBAR_ARRIVE);
      bus_pop(b, &c);
    }
    bus_write(b, WS_REG_LANE_A_LO(0), c.d[0]); // a token of the object, or none
    bus_write(b, WS_REG_LANE_A_HI(0), c.d_hi[0]);
  }
  submit(b, op);
}

static void one_operation(bus_bench *b, uint32_t op, bool wrong) {
  const unsigned unit = op >> 8;
  const bool token = op == WS_OP_MBAR_PENDING_COUNT, legacy = ws_op_is_legacy(op);
  const bool waits = ws_is_cluster_wait(op);
  fresh(b, legacy ? WS_CTRL_LEGACY_BM : 0,
        wrong && (unit < WS_UNIT_BAR || token || (unit == WS_UNIT_CLUSTER && !waits)) ? bus_all(b) - 1 : bus_all(b));
  if (unit == WS_UNIT_MBAR) {
    on_object(b, op, wrong);
    return;
  }
  if (unit == WS_UNIT_ATOM || unit == WS_UNIT_RED) {
    all_operands(b, wrong ? 0x201 : 0x200, 1, 1, 1);
    if (ws_is_atom_vector(WS_UNIT_ATOM << 8 | (op & 0xff))) // in global memory
      bus_write(b, WS_REG_LANE_ALL_ADDR_HI, 1);
    if (ws_is_atom_pairs(op) && !wrong) { // what is stored if the comparison is true comes before
      bus_write(b, WS_REG_REQ_PRED, bus_all(b));
      submit(b, op);
      bus_write(b, WS_REG_REQ_PRED, 0);
    }
  }
  if (unit == WS_UNIT_BAR) // of the one warp that there is
    all_operands(b, 0, wrong ? 99 : 1, 32, 0);
  if (waits && !wrong)
    submit(b, WS_OP_CLUSTER_ARRIVE_RELEASE);
  submit(b, op);
}

static void operations(bus_bench *b) {
  for (uint32_t op = 0; op < 0x1000; op++)
    for (unsigned wrong = 0; wrong < 2 && ws_op_built(op); wrong++)
      one_operation(b, op, wrong);
}

// All lanes ask, and no group of them comes together: lane 0 names one lane less. That takes the block some clocks to find.
static void mismatch(bus_bench *b) {
  fresh(b, 0, bus_all(b));
  bus_write(b, WS_REG_LANE_MASK(0), bus_all(b) >> 1);
}

static void severities(bus_bench *b) {
  static const uint16_t alone[] = {WS_OP_SHFL_IDX,      WS_OP_BAR_WARP, WS_OP_MATCH_ANY_B32,
                                   WS_OP_REDUX_ADD_U32, WS_OP_BAR_SYNC, WS_OP_CLUSTER_WAIT};
  for (unsigned k = 0; k < sizeof alone / sizeof *alone; k++) {
    fresh(b, 0, bus_all(b));
    bus_lanes(b, 1); // the others never come
    if (!b->cfg.no_watchdog)
      submit(b, alone[k]);
    mismatch(b);
    submit(b, alone[k]);
  }
  fresh(b, 0, bus_all(b)); // all wait, one at another barrier than the others
  bus_lanes(b, 1);
  bus_write(b, WS_REG_SUBMIT, WS_OP_BAR_SYNC);
  bus_lanes(b, bus_all(b) - 1);
  submit(b, WS_OP_CLUSTER_WAIT);
  fresh(b, 0, bus_all(b)); // lanes 0 and 1 read lane 3, which takes no part
  all_operands(b, 0, 5, 3, 0x1f);
  bus_write(b, WS_REG_LANE_ALL_MASK, 3);
  bus_lanes(b, 3);
  submit(b, WS_OP_SHFL_IDX);
  fresh(b, 0, 1); // atomics at a word of an object
  all_operands(b, 0x100, 0, 1, 0);
  submit(b, WS_OP_MBAR_INIT);
  submit(b, WS_OP_ATOM_ADD_U32);
  submit(b, WS_OP_RED_ADD_U32);
  fresh(b, 0, bus_all(b)); // aligned, and in two requests
  bus_write(b, WS_REG_WATCHDOG, 30000);
  bus_lanes(b, 3);
  bus_write(b, WS_REG_LANE_ALL_A_LO, 1);
  bus_write(b, WS_REG_SUBMIT, WS_OP_BAR_SYNC_ALIGNED);
  bus_wait(b, 20);
  bus_lanes(b, bus_all(b) - 3);
  submit(b, WS_OP_BAR_SYNC_ALIGNED);
}

// A word of an object is read while operations on it are under way, and global memory while copies want it.
static void memory_that_is_used(bus_bench *b) {
  no_stalls(b);
  fresh(b, 0, bus_all(b));
  bus_lanes(b, 1);
  all_operands(b, 0x100, 0, 1000, 0);
  submit(b, WS_OP_MBAR_INIT);
  for (unsigned k = 0; k < 2 * 12; k++) {
    bus_write(b, WS_REG_SUBMIT, WS_OP_MBAR_TEST_WAIT_PARITY);
    bus_wait(b, k / 2);
    if (k % 2)
      bus_write_bytes(b, WS_REG_SMEM + 0x180, k, 15);
    else
      bus_read(b, WS_REG_SMEM + 0x100);
    take_all(b);
  }
  all_operands(b, 0x1000, 0, 16, 16);
  for (unsigned k = 0; k < 2 * 24; k++) {
    bus_write(b, WS_REG_SUBMIT, WS_OP_CP_ASYNC_CG);
    bus_wait(b, k / 2);
    if (k % 2)
      bus_write(b, WS_REG_GMEM + 0x80, k);
    else
      bus_read(b, WS_REG_GMEM + 0x80);
    take_all(b);
  }
}

// ------------------------------------------------------------------------------------------- doorbells, interrupts, resets

// Requests of one lane whose results nobody reads, until one waits for the block, or as many as are said, the last one of this operation.
static unsigned fill(bus_bench *b, unsigned most, uint32_t last) {
  unsigned n = 0;
  fresh(b, 0, bus_all(b));
  bus_write(b, WS_REG_LANE_ALL_MASK, 1);
  bus_lanes(b, 1);
  bus_write(b, WS_REG_IRQ_LEVEL, b->cfg.fifo);
  for (; n < most && !(bus_read(b, WS_REG_STATUS) & WS_STATUS_BUSY_BM); n++) {
    bus_write(b, WS_REG_SUBMIT, n + 1 == most ? last : WS_OP_ELECT);
    bus_wait(b, 3 * b->cfg.core.lanes);
  }
  return n;
}

// A result is taken in the clock in which the next one comes.
static void taken_as_one_comes(bus_bench *b) {
  no_stalls(b);
  for (unsigned stand = 1; stand < b->cfg.fifo; stand += stand < 3 ? 1 : b->cfg.fifo / 2)
    for (unsigned clocks = 0; clocks < b->cfg.core.lanes + 16; clocks++) {
      fill(b, stand, WS_OP_ELECT);
      bus_until_idle(b);
      bus_write(b, WS_REG_SUBMIT, WS_OP_ELECT);
      bus_wait(b, clocks);
      bus_write(b, WS_REG_CPL_POP, 1);
      take_all(b);
    }
}

// A 1 is written to each source in the clock in which it comes, among others: of what is let go when a result is read, of a group that is
// found not to come together, of a request that waits until memory is clear.
static void acknowledged_as_it_comes(bus_bench *b) {
  no_stalls(b);
  const unsigned most = fill(b, 1000, 0);
  for (unsigned k = 0; k < 4 * 12; k++) {
    const bool waits = k % 4 == 3;
    if (k % 4 == 0) {
      fresh(b, 0, bus_all(b));
      bus_write(b, WS_REG_SUBMIT, WS_OP_ELECT);
    } else if (waits) {
      mismatch(b);
      bus_write(b, WS_REG_IRQ_STATUS, 31);
      bus_write(b, WS_REG_SUBMIT, WS_OP_BAR_WARP);
    } else {
      fill(b, most, k % 4 == 1 ? WS_OP_ELECT : 0xfff);
      bus_write(b, WS_REG_CPL_POP, 1);
    }
    if (k % 4 == 0 && bus_has_memory(b)) {
      soft_reset(b);
      bus_lanes(b, 1);
      bus_launch(b, 0, 1);
      while (
          !bus_try_write(b, WS_REG_SUBMIT, WS_OP_MBAR_INVAL, 15)) // more than the block takes, before memory is clear
        continue;
    }
    bus_wait(b, k / 4);
    for (unsigned n = 0; n < (k % 4 == 0 ? 80 : 20); n++)
      bus_write(b, WS_REG_IRQ_STATUS, 31);
    take_all(b);
  }
}

// The same of a request that waits for a unit which takes its time, while results have room.
static void acknowledged_as_it_is_taken(bus_bench *b) {
  no_stalls(b);
  for (unsigned clocks = 0; clocks < 16; clocks++) {
    fresh(b, 0, bus_all(b));
    bus_write(b, WS_REG_LANE_ALL_MASK, bus_all(b));
    for (unsigned n = 0; n < 64; n++) {
      bus_try_write(b, WS_REG_SUBMIT, WS_OP_MATCH_ANY_B64, 15);
      if (n % 2)
        bus_try_write(b, WS_REG_CPL_POP, 1, 15);
    }
    bus_wait(b, clocks);
    for (unsigned n = 0; n < 8; n++)
      bus_write(b, WS_REG_IRQ_STATUS, 31);
    take_all(b);
  }
}

static void doorbells_in_a_reset(bus_bench *b) {
  no_stalls(b);
  soft_reset(b);
  for (unsigned k = 0; k < 4; k++) {
    soft_reset(b);
    bus_try_write(b, WS_REG_TX_ADDR, 0x80, 15);
    bus_try_write(b, WS_REG_TX_BYTES, 8, 15);
    bus_try_write(b, WS_REG_TX_BYTES, 8, 15);
    soft_reset(b);
    bus_try_write(b, WS_REG_CPL_POP, 1, 15);
    bus_exit(b, 0, 1);
    bus_launch(b, 0, 1);
  }
}

// An engine's bytes wait while memory is cleared, and while results that nobody reads hold it. Only what is locked is refused.
static void doorbells_beside_bytes(bus_bench *b) {
  no_stalls(b);
  for (unsigned held = 0; held < 3; held++) {
    bus_reset(b);
    bus_read(b, WS_REG_LANE_MASK(0));
    bus_launch(b, 0, bus_all(b));
    if (held)
      bus_until_idle(b);
    const unsigned submitted = held ? bus_hold(b) : 0;
    bus_write(b, WS_REG_TX_ADDR, 0x100);
    bus_write(b, WS_REG_TX_BYTES, 8);
    if (held) // the unit has taken those, and has no place for more
      bus_write(b, WS_REG_TX_BYTES, 8);
    bus_expect(b, "STATUS.tx_busy", bus_read(b, WS_REG_STATUS) & WS_STATUS_TX_BUSY_BM, WS_STATUS_TX_BUSY_BM);
    bus_expect(b, "TX_BYTES", bus_try_write(b, WS_REG_TX_BYTES, 8, 15), WS_BUS_SLVERR);
    bus_expect(b, "SUBMIT", bus_try_write(b, WS_REG_SUBMIT, WS_OP_MBAR_INVAL, 15), held ? WS_BUS_SLVERR : WS_BUS_OKAY);
    bus_exit(b, b->cfg.core.warps - 1, 8); // nobody is there
    bus_launch(b, b->cfg.core.warps - 1, 8);
    bus_expect(b, "CPL_POP", bus_try_write(b, WS_REG_CPL_POP, !held, 15), held ? WS_BUS_OKAY : WS_BUS_SLVERR);
    if (held == 2)
      bus_let_go(b, submitted);
  }
}

// A reset from outside over each part of a write by itself, and in each clock of a copy.
static void resets_over(bus_bench *b) {
  for (unsigned k = 0; k < 2; k++) {
    bus_read(b, WS_REG_LANE_MASK(0));
    b->in.awvalid = !k;
    b->in.wvalid = k;
    b->in.awaddr = WS_REG_SCRATCH;
    b->in.wdata = 0xbad;
    b->in.wstrb = 15;
    bus_clock(b);
    b->in.awvalid = b->in.wvalid = false;
    bus_wait(b, 3);
    bus_reset(b);
    bus_expect(b, "SCRATCH", bus_read(b, WS_REG_SCRATCH), 0);
  }
  no_stalls(b);
  bus_access reset = {.write = true, .addr = WS_REG_CTRL, .data = WS_CTRL_RESET_BM, .strb = 15},
             id = {.addr = WS_REG_ID};
  bus_read(b, WS_REG_ID); // the write has its turn
  bus_both(b, &reset, &id);
  b->stall[BUS_R] = 100; // the answer of a read stands meanwhile
  b->in.arvalid = true;
  b->in.araddr = WS_REG_ID;
  bus_noise(b);
  bus_clock(b);
  b->in.arvalid = false;
  bus_wait(b, 8);
  soft_reset(b);
  bus_expect(b, "the answer behind the reset", b->out.rvalid && b->out.rdata == WS_ID_RESET, true);
  b->stall[BUS_R] = 0;
  bus_wait(b, 2);
  for (unsigned k = 0; k < 2 * 40 && bus_has_memory(b); k++) {
    fresh(b, 0, bus_all(b));
    for (unsigned i = 0; i < b->cfg.core.lanes; i++)
      bus_operand(b, i, 0x1000 + 16 * i, 16 * i, 16, 16);
    bus_write(b, WS_REG_SUBMIT, WS_OP_CP_ASYNC_CG);
    bus_wait(b, k / 2);
    if (k % 2)
      soft_reset(b);
    else
      bus_reset(b);
  }
}

// ---------------------------------------------------------------------------------------------------------------- all

static void play(bus_bench *b, void (*run)(bus_bench *b)) {
  bus_reset(b);
  bus_stalls(b);
  run(b);
}

static void play_scenes(bus_bench *b, const bus_scene *s) {
  for (; s->play; s++)
    if (!s->memory || bus_has_memory(b))
      play(b, s->play);
}

// Tests that it plays, in this order.
extern const bus_tests bus_tests_map, bus_tests_ops, bus_tests_block, bus_tests_mbar, bus_tests_bits;

static void cover(bus_bench *b) {
  static const bus_tests *const files[] = {&bus_tests_map, &bus_tests_ops, &bus_tests_block, &bus_tests_mbar,
                                           &bus_tests_bits};
  static const bus_scene own[] = {{operations, false},
                                  {severities, false},
                                  {resets_over, false},
                                  {doorbells_in_a_reset, false},
                                  {acknowledged_as_it_comes, false},
                                  {acknowledged_as_it_is_taken, false},
                                  {taken_as_one_comes, false},
                                  {doorbells_beside_bytes, true},
                                  {memory_that_is_used, true},
                                  {NULL, false}};
  play_scenes(b, bus_scenes);
  play_scenes(b, own);
  for (unsigned f = 0; f < sizeof files / sizeof *files; f++)
    for (unsigned k = 0; k < files[f]->count; k++)
      if (!bus_lacks(&files[f]->test[k], &b->cfg))
        play(b, files[f]->test[k].run);
  static const unsigned even[] = {1000, 0, 40};
  const ws_cover *c = b->cover;
  uint64_t n = 0;
  for (; n < ROUNDS * b->n && c->empties; n += STRETCH) {
    bus_reset(b);
    bus_traffic(b, STRETCH, even[n / STRETCH % 3]);
  }
  snprintf(b->note, sizeof b->note, "  bins %u/%u, %" PRIu64 " accesses of traffic", c->demanded - c->empties,
           c->demanded, n);
  if (b->n >= FULL && ws_cover_missing(c, b->test, stderr))
    bus_fail(b, "%u bins of the coverage were never hit, see above", c->empties);
}

static const bus_test tests[] = {
    {"bus_cover",
     "every register, area, refusal, stall, pair of accesses, operation, interrupt, doorbell, reset was met",
     .run = cover, .covers = true},
};
BUS_TESTS(cover)
