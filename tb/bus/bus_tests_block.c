// SPDX-License-Identifier: Apache-2.0
// What happens around operations: a slow reader, interrupts, errors, resets, warps that start and end, barriers,
// counters. Expected values stand here or come from the pure functions.
#include "bus_bench.h"

// Nobody reads: FIFO, block and the request register fill; then everything comes out in order.
static void slow_reader(bus_bench *b) {
  uint32_t submitted = 0, popped = 0;
  bus_launch(b, 0, bus_all(b));
  bus_write(b, WS_REG_LANE_ALL_MASK, bus_all(b));
  bus_write(b, WS_REG_REQ_LANES, bus_all(b));
  for (unsigned round = 0; round < 6; round++) {
    while (submitted < 250 && !(bus_read(b, WS_REG_STATUS) & WS_STATUS_BUSY_BM)) {
      const bool neg = round % 2 || submitted % 3 == 2; // in odd rounds also of the one that waits
      bus_write(b, WS_REG_REQ_PRED, neg ? ~submitted : submitted);
      bus_write(b, WS_REG_SUBMIT, WS_OP_VOTE_BALLOT | (neg ? WS_SUBMIT_NEG_BM : 0) | submitted++ << WS_SUBMIT_TAG_BP);
      bus_wait(b, 3 * b->cfg.core.lanes);
    }
    bus_expect(b, "STATUS.cpl_full", bus_read(b, WS_REG_STATUS) & WS_STATUS_CPL_FULL_BM, WS_STATUS_CPL_FULL_BM);
    bus_expect(b, "completions", (bus_read(b, WS_REG_STATUS) & WS_STATUS_FILL_BM) >> WS_STATUS_FILL_BP, b->cfg.fifo);
    bus_expect(b, "SUBMIT while busy", bus_try_write(b, WS_REG_SUBMIT, WS_OP_ELECT, 15), WS_BUS_SLVERR);
    bus_expect(b, "an operand while busy", bus_try_write(b, WS_REG_LANE_A_LO(1), 5, 15), WS_BUS_SLVERR);
    bus_expect(b, "all operands while busy", bus_try_write(b, WS_REG_LANE_ALL_B, 5, 1), WS_BUS_SLVERR);
    bus_expect(b, "REQ_PRED while busy", bus_try_write(b, WS_REG_REQ_PRED, 0xff, 15), WS_BUS_SLVERR);
    bus_expect(b, "kind", bus_read(b, WS_REG_BUS_ERR_INFO) >> WS_BUS_ERR_INFO_KIND_BP, WS_BUS_ERR_INFO_KIND_BUSY);
    bus_write(b, WS_REG_BUS_ERR_INFO, 1);
    const uint32_t upto = round == 5 ? submitted : submitted - ws_rng_below(&b->rng, 6);
    while (popped < upto) {
      const bus_completion_seen c = bus_answer(b, WS_OP_VOTE_BALLOT, WS_ST_OK);
      bus_expect(b, "tag", c.tag, popped & 0xff);
      bus_expect(b, "ballot", c.d[1], popped & bus_all(b));
      popped++;
    }
  }
  bus_until_idle(b);
  bus_expect(b, "CPL_POP of nothing", bus_try_write(b, WS_REG_CPL_POP, 1, 15), WS_BUS_SLVERR);
  bus_expect(b, "kind", bus_read(b, WS_REG_BUS_ERR_INFO) >> WS_BUS_ERR_INFO_KIND_BP, WS_BUS_ERR_INFO_KIND_EMPTY);
  if (b->cfg.no_counters)
    return;
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
  bus_expect(b, "requests", bus_counted(b, WS_REG_CNT_REQ_LO), submitted);
  bus_expect(b, "completions", bus_counted(b, WS_REG_CNT_CPL_LO), submitted);
}

static void expect_irq(bus_bench *b, const char *what, uint32_t status, bool line) {
  bus_wait(b, 3);
  bus_expect(b, what, bus_read(b, WS_REG_IRQ_STATUS), status);
  bus_expect(b, "the interrupt line", b->out.irq, line);
}

static void interrupts(bus_bench *b) {
  uint32_t data;
  bus_launch(b, 0, bus_all(b));
  bus_until_idle(b);
  bus_write(b, WS_REG_IRQ_STATUS, 0xffffffff);
  expect_irq(b, "nothing stands", 0, false);
  for (unsigned bit = 0; bit < 5; bit++) { // one source after the other, each enabled alone and all others masked
    const uint32_t own = 1u << bit, others = 31u & ~own;
    bus_write(b, WS_REG_IRQ_ENABLE, own);
    bus_write(b, WS_REG_LANE_ALL_MASK, bus_all(b));
    bus_write(b, WS_REG_REQ_LANES, bus_all(b));
    uint32_t raised = 0;
    if (bit == 0 || bit > 2) {
      bus_submit(b, WS_OP_ACTIVEMASK, 0, bit);
      bus_until(b, WS_STATUS_CPL_VALID_BM, WS_STATUS_CPL_VALID_BM);
      bus_until_idle(b);
      raised = WS_IRQ_STATUS_CPL_BM | WS_IRQ_STATUS_IDLE_BM | WS_IRQ_STATUS_TAKEN_BM;
    } else if (bit == 1) {
      bus_launch(b, 0, 1); // it lives: an error
      bus_until_idle(b);
      raised = WS_IRQ_STATUS_ERR_BM | WS_IRQ_STATUS_IDLE_BM;
    } else {
      bus_try_read(b, 1, &data);
      raised = WS_IRQ_STATUS_BUS_ERR_BM;
    }
    const uint32_t err = bit > 1 ? WS_IRQ_STATUS_ERR_BM : 0; // stays until a reset
    expect_irq(b, "what stands", raised | err, true);
    bus_write(b, WS_REG_IRQ_ENABLE, others & ~(raised | err));
    expect_irq(b, "what stands, masked", raised | err, false);
    bus_write(b, WS_REG_IRQ_ENABLE, own);
    bus_write(b, WS_REG_IRQ_STATUS, 0xffffffff);
    const uint32_t level = raised & (WS_IRQ_STATUS_CPL_BM | WS_IRQ_STATUS_ERR_BM | WS_IRQ_STATUS_BUS_ERR_BM);
    expect_irq(b, "levels stay, the others are cleared", level | err, (level & own) != 0);
    if (raised & WS_IRQ_STATUS_CPL_BM)
      bus_write(b, WS_REG_CPL_POP, 1);
    if (raised & WS_IRQ_STATUS_BUS_ERR_BM)
      bus_write(b, WS_REG_BUS_ERR_INFO, 1);
    expect_irq(b, "levels end with their cause", err | (bit == 1 ? WS_IRQ_STATUS_ERR_BM : 0), bit == 1);
  }
  bus_write(b, WS_REG_IRQ_ENABLE, WS_IRQ_ENABLE_CPL_BM);
  const unsigned most = b->cfg.fifo < 4 ? b->cfg.fifo : 4;
  bus_write(b, WS_REG_IRQ_LEVEL, most - 1);
  for (unsigned k = 1; k <= most; k++) {
    bus_submit(b, WS_OP_ELECT, 0, k);
    bus_until_idle(b);
    bus_wait(b, 2);
    bus_expect(b, "the line at the level of completions", b->out.irq, k >= most - 1);
  }
  for (unsigned bit = 3; bit < 8; bit++) { // levels that are above what the FIFO has now
    bus_write(b, WS_REG_IRQ_LEVEL, 1u << bit);
    bus_wait(b, 2);
    bus_expect(b, "the line below its level", b->out.irq, false);
  }
  bus_write(b, WS_REG_IRQ_LEVEL, 0); // counts as 1
  for (unsigned k = most; k > 0; k--) {
    bus_wait(b, 2);
    bus_expect(b, "the line at 1 completion", b->out.irq, true);
    bus_answer(b, WS_OP_ELECT, WS_ST_OK);
  }
  bus_wait(b, 2);
  bus_expect(b, "the line at none", b->out.irq, false);
}

static void errors(bus_bench *b) {
  const unsigned warp = b->cfg.core.warps > 1;
  bus_launch(b, warp, 3);
  bus_write(b, WS_REG_LANE_ALL_MASK, 2); // lane 0 names a mask without itself
  bus_write(b, WS_REG_REQ_LANES, 1);
  bus_submit(b, WS_OP_BAR_WARP, warp, 9);
  bus_completion_seen c = bus_answer(b, WS_OP_BAR_WARP, WS_ST_CV_NOT_MEMBER);
  bus_expect(b, "lanes", c.lanes, 1);
  bus_submit(b, 0xfff, warp, 9); // no such operation
  bus_answer(b, 0xfff, WS_ST_DEC_ILLEGAL);
  bus_expect(b, "STATUS.err", bus_read(b, WS_REG_STATUS) & WS_STATUS_ERR_BM, WS_STATUS_ERR_BM);
  bus_expect(b, "ERR_INFO", bus_read(b, WS_REG_ERR_INFO),
             WS_OP_BAR_WARP | WS_ERR_INFO_VALID_BM | warp << WS_ERR_INFO_WARP_BP);
  bus_expect(b, "ERR_STATUS", bus_read(b, WS_REG_ERR_STATUS), WS_ST_CV_NOT_MEMBER);
  bus_expect(b, "ERR_LANES", bus_read(b, WS_REG_ERR_LANES), 1);
  bus_expect(b, "ERR_OPND", bus_read(b, WS_REG_ERR_OPND), 2);
  if (!b->cfg.no_counters) {
    bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
    bus_expect(b, "errors counted", bus_counted(b, WS_REG_CNT_ERR_LO), 2);
  }
  bus_write(b, WS_REG_CTRL, WS_CTRL_RESET_BM);
  bus_expect(b, "ERR_INFO after reset", bus_read(b, WS_REG_ERR_INFO), 0);
  bus_expect(b, "ERR_LANES after reset", bus_read(b, WS_REG_ERR_LANES), 0);
}

static void software_reset(bus_bench *b) {
  for (unsigned k = 0; k < 4; k++) {
    bus_write(b, WS_REG_SCRATCH, 0x600d0000 + k);
    if (bus_has_memory(b))
      bus_write(b, WS_REG_GMEM + 8, 0xfeed0000 + k);
    for (unsigned w = 0; w < b->cfg.core.warps; w++)
      bus_launch(b, w, bus_all(b));
    bus_write(b, WS_REG_LANE_ALL_MASK, bus_all(b));
    bus_write(b, WS_REG_LANE_ALL_B, 77);
    for (unsigned n = 0; n < 3 * k; n++) // with nobody reading, in the end one waits in front of the block
      if (!(bus_read(b, WS_REG_STATUS) & WS_STATUS_BUSY_BM)) {
        bus_write(b, WS_REG_REQ_LANES, n % 2 ? 1 : bus_all(b));
        bus_submit(b, n % 2 ? WS_OP_BAR_WARP : WS_OP_MATCH_ANY_B64, n % b->cfg.core.warps, n);
      }
    bus_write(b, WS_REG_IRQ_ENABLE, 31);
    bus_wait(b, ws_rng_below(&b->rng, 40));
    unsigned stall[BUS_CHANNELS];
    for (unsigned c = 0; c < BUS_CHANNELS; c++) { // the read comes before the operands are clear
      stall[c] = b->stall[c];
      b->stall[c] = 0;
    }
    bus_write(b, WS_REG_CTRL, WS_CTRL_RESET_BM | WS_CTRL_LEGACY_BM);
    bus_expect(b, "CTRL.reset", bus_read(b, WS_REG_CTRL), WS_CTRL_RESET_BM); // operands are being cleared
    for (unsigned c = 0; c < BUS_CHANNELS; c++)
      b->stall[c] = stall[c];
    for (unsigned i = 0; i < b->cfg.core.lanes; i++)
      bus_expect(b, "an operand", bus_read(b, WS_REG_LANE_B(i)) | bus_read(b, WS_REG_LANE_MASK(i)), 0);
    bus_expect(b, "CTRL", bus_read(b, WS_REG_CTRL), 0);
    bus_expect(b, "completions", bus_read(b, WS_REG_STATUS) & (WS_STATUS_FILL_BM | WS_STATUS_BUSY_BM), 0);
    bus_expect(b, "IRQ_ENABLE", bus_read(b, WS_REG_IRQ_ENABLE), 0);
    bus_expect(b, "LIVE", bus_read(b, WS_REG_LIVE(0)), 0);
    bus_expect(b, "SCRATCH", bus_read(b, WS_REG_SCRATCH), 0x600d0000 + k);
    if (bus_has_memory(b))
      bus_expect(b, "global memory", bus_read(b, WS_REG_GMEM + 8), 0xfeed0000 + k);
    bus_until_idle(b);
  }
  bus_reset(b);
  bus_expect(b, "SCRATCH after reset from outside", bus_read(b, WS_REG_SCRATCH), 0);
}

static void launch_exit(bus_bench *b) {
  const uint32_t all = bus_all(b);
  const unsigned warp = b->cfg.core.warps > 1;
  for (unsigned w = 0; w < b->cfg.core.warps; w++) {
    bus_launch(b, w, all & ~(1u << w));
    bus_expect(b, "LIVE", bus_read(b, WS_REG_LIVE(w)), all & ~(1u << w));
  }
  bus_exit(b, warp, 3);
  bus_expect(b, "LIVE after exit", bus_read(b, WS_REG_LIVE(warp)), all & ~3u);
  bus_expect(b, "no error", bus_read(b, WS_REG_ERR_INFO), 0);
  bus_write(b, WS_REG_LANE_ALL_MASK, 0xc);
  bus_lanes(b, 4);
  bus_submit(b, WS_OP_BAR_WARP, warp, 7);
  bus_until(b, WS_STATUS_BUSY_BM, 0);
  bus_wait(b, 20);
  bus_expect(b, "WAIT", bus_read(b, WS_REG_WAIT(warp)), 4);
  bus_exit(b, warp, 8); // the lane that it waits for
  const bus_completion_seen c = bus_answer(b, WS_OP_BAR_WARP, WS_ST_CV_EXITED_MEMBER);
  bus_expect(b, "lanes", c.lanes, 4);
  bus_expect(b, "WAIT", bus_read(b, WS_REG_WAIT(warp)), 0);
  bus_launch(b, warp, all); // it lives
  bus_expect(b, "ERR_STATUS", bus_read(b, WS_REG_ERR_STATUS), WS_ST_CV_LANE_BUSY);
  bus_exit(b, warp, all);
  bus_expect(b, "LIVE", bus_read(b, WS_REG_LIVE(warp)), 0);
  bus_launch(b, warp, 1);
  bus_expect(b, "LIVE", bus_read(b, WS_REG_LIVE(warp)), 1);
}

static void barrier(bus_bench *b) {
  const unsigned warps = b->cfg.core.warps;
  for (unsigned w = 0; w < warps; w++)
    bus_launch(b, w, bus_all(b));
  bus_until_idle(b);
  bus_write(b, WS_REG_LANE_ALL_A_LO, 3);
  bus_lanes(b, bus_all(b));
  for (unsigned w = 0; w < warps; w++) {
    bus_until(b, WS_STATUS_BUSY_BM, 0);
    bus_write(b, WS_REG_REQ_PRED, w + 1);
    bus_expect(b, "nothing before the last warp", bus_read(b, WS_REG_STATUS) & WS_STATUS_FILL_BM, 0);
    bus_submit(b, WS_OP_BAR_RED_POPC, w, w);
    bus_wait(b, 60);
  }
  uint32_t seen = 0, sum = 0;
  for (unsigned w = 0; w < warps; w++)
    sum += (uint32_t)__builtin_popcount((w + 1) & bus_all(b));
  for (unsigned w = 0; w < warps; w++) {
    const bus_completion_seen c = bus_answer(b, WS_OP_BAR_RED_POPC, WS_ST_OK);
    bus_expect(b, "sum", c.d[0], sum);
    bus_expect(b, "tag", c.tag, c.warp);
    seen |= 1u << c.warp;
  }
  bus_expect(b, "warps", seen, (1u << warps) - 1);
  bus_submit(b, WS_OP_CLUSTER_ARRIVE_RELEASE, 0, 1); // a CTA is its own cluster
  bus_answer(b, WS_OP_CLUSTER_ARRIVE_RELEASE, WS_ST_OK);
}

// What was taken stays, however often and whenever it is read.
static void counters_stay(bus_bench *b) {
  uint32_t kept[(WS_REG_CNT_CPL_WAIT_HI - WS_REG_CNT_CLOCKS_LO) / 4 + 1];
  for (unsigned round = 0; round < 8; round++) {
    for (uint32_t at = WS_REG_CNT_CLOCKS_LO; at <= WS_REG_CNT_CPL_WAIT_HI; at += 4) {
      uint32_t *was = &kept[(at - WS_REG_CNT_CLOCKS_LO) / 4], is = bus_read(b, at);
      if (round)
        bus_expect(b, "a counter as it was taken", is, *was);
      *was = is;
    }
    bus_wait(b, ws_rng_below(&b->rng, 4));
  }
}

static void counters(bus_bench *b) {
  bus_launch(b, 0, bus_all(b));
  bus_write(b, WS_REG_LANE_ALL_MASK, bus_all(b));
  bus_lanes(b, bus_all(b));
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM | WS_CNT_CTRL_CLEAR_BM);
  const uint64_t start = b->cycles;
  for (unsigned k = 0; k < 5; k++) {
    bus_submit(b, WS_OP_ELECT, 0, k);
    bus_answer(b, WS_OP_ELECT, WS_ST_OK);
  }
  const uint64_t before = b->cycles;
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
  const uint64_t after = b->cycles;
  bus_wait(b, 100);
  const uint64_t clocks = bus_counted(b, WS_REG_CNT_CLOCKS_LO);
  if (clocks < before - start || clocks > after - start + 100)
    bus_fail(b, "CNT_CLOCKS %u is not the clocks between clear and snap, %u to %u", (unsigned)clocks,
             (unsigned)(before - start), (unsigned)(after - start + 100));
  bus_expect(b, "CNT_REQ", bus_counted(b, WS_REG_CNT_REQ_LO), 5);
  bus_expect(b, "CNT_CPL", bus_counted(b, WS_REG_CNT_CPL_LO), 5);
  bus_expect(b, "CNT_ERR", bus_counted(b, WS_REG_CNT_ERR_LO), 0);
  bus_expect(b, "CNT_CPL_WAIT", bus_counted(b, WS_REG_CNT_CPL_WAIT_LO), 0);
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_CLEAR_BM);
  bus_expect(b, "CNT_REQ, as it was taken", bus_counted(b, WS_REG_CNT_REQ_LO), 5);
  counters_stay(b);
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
  bus_expect(b, "CNT_REQ", bus_counted(b, WS_REG_CNT_REQ_LO), 0);
}

// A build of its own, CNT_START, begins a hundred events before the last bit of each counter.
static void counters_carry(bus_bench *b) {
  const unsigned errors = 110, fine = 110;
  uint32_t submitted = 0;
  bus_launch(b, 0, bus_all(b));
  bus_write(b, WS_REG_LANE_ALL_MASK, 2);
  bus_until_idle(b);
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_CLEAR_BM);
  const uint64_t start = b->cycles;
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM); // of all bits that carry, as they are before
  const uint64_t first = b->cycles - start;
  if (bus_counted(b, WS_REG_CNT_CLOCKS_LO) > first + 100)
    bus_fail(b, "CNT_CLOCKS counted more than %llu clocks from clear to snap", (unsigned long long)first + 100);
  for (uint32_t at = WS_REG_CNT_REQ_LO; at <= WS_REG_CNT_CPL_WAIT_LO; at += 8)
    bus_expect(b, "a counter after CNT_CTRL.clear", bus_counted(b, at), 0);
  counters_stay(b);
  bus_lanes(b, 2);
  for (unsigned k = 0; k < fine; k++) {
    bus_submit(b, WS_OP_ELECT, 0, submitted++);
    bus_answer(b, WS_OP_ELECT, WS_ST_OK);
  }
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM); // requests and completions have carried, errors have not
  bus_expect(b, "CNT_REQ", bus_counted(b, WS_REG_CNT_REQ_LO), fine);
  bus_expect(b, "CNT_CPL", bus_counted(b, WS_REG_CNT_CPL_LO), fine);
  bus_expect(b, "CNT_ERR", bus_counted(b, WS_REG_CNT_ERR_LO), 0);
  counters_stay(b);
  bus_lanes(b, 1);
  for (unsigned k = 0; k < errors; k++) {
    bus_submit(b, WS_OP_BAR_WARP, 0, submitted++); // lane 0 is not in the mask
    bus_answer(b, WS_OP_BAR_WARP, WS_ST_CV_NOT_MEMBER);
  }
  bus_lanes(b, 2);
  unsigned unread = 0; // until a completion waits for the FIFO, and in the end a request for the block
  for (; !(bus_read(b, WS_REG_STATUS) & WS_STATUS_BUSY_BM); unread++) {
    bus_submit(b, WS_OP_ELECT, 0, submitted++);
    bus_wait(b, 3 * b->cfg.core.lanes);
  }
  bus_wait(b, 40);
  while (unread--)
    bus_answer(b, WS_OP_ELECT, WS_ST_OK);
  bus_until_idle(b);
  const uint64_t before = b->cycles;
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
  const uint64_t after = b->cycles, clocks = bus_counted(b, WS_REG_CNT_CLOCKS_LO);
  if (clocks + 100 < before - start || clocks > after - start + 100)
    bus_fail(b, "CNT_CLOCKS counted %llu clocks from clear to snap, not some %llu", (unsigned long long)clocks,
             (unsigned long long)(before - start));
  bus_expect(b, "CNT_REQ", bus_counted(b, WS_REG_CNT_REQ_LO), submitted);
  bus_expect(b, "CNT_CPL", bus_counted(b, WS_REG_CNT_CPL_LO), submitted);
  bus_expect(b, "CNT_ERR", bus_counted(b, WS_REG_CNT_ERR_LO), errors);
  const uint64_t full = bus_counted(b, WS_REG_CNT_CPL_WAIT_LO), waited = bus_counted(b, WS_REG_CNT_REQ_WAIT_LO);
  if (full < 40 || full > clocks)
    bus_fail(b, "CNT_CPL_WAIT counted %llu clocks of %llu, a completion waited for 40 at least",
             (unsigned long long)full, (unsigned long long)clocks);
  if (!waited || waited > clocks)
    bus_fail(b, "CNT_REQ_WAIT counted %llu clocks of %llu", (unsigned long long)waited, (unsigned long long)clocks);
  counters_stay(b);
}

static void watchdog(bus_bench *b) {
  bus_launch(b, 0, 3);
  bus_write(b, WS_REG_WATCHDOG, 40);
  bus_write(b, WS_REG_TICK_DIV, 1);
  bus_write(b, WS_REG_LANE_ALL_MASK, 3);
  bus_lanes(b, 1);
  bus_submit(b, WS_OP_BAR_WARP, 0, 3); // lane 1 never comes
  const bus_completion_seen c = bus_answer(b, WS_OP_BAR_WARP, WS_ST_CV_MISSING);
  bus_expect(b, "lanes", c.lanes, 1);
}

// Ticks under a limit leave ages to be looked at; without a limit none of them is too old.
static void watchdog_off(bus_bench *b) {
  bus_launch(b, 0, 3);
  bus_write(b, WS_REG_TICK_DIV, 1);
  bus_write(b, WS_REG_LANE_ALL_MASK, 3);
  for (uint32_t limit = 20; limit; limit /= 2) {
    bus_write(b, WS_REG_WATCHDOG, limit);
    bus_write(b, WS_REG_WATCHDOG, 0);
    bus_lanes(b, 1);
    bus_submit(b, WS_OP_BAR_WARP, 0, 3);
    for (unsigned k = 0; k < 50; k++)
      bus_expect(b, "CPL_VALID", bus_read(b, WS_REG_STATUS) & WS_STATUS_CPL_VALID_BM, 0);
    bus_lanes(b, 2);
    bus_submit(b, WS_OP_BAR_WARP, 0, 4);
    bus_expect(b, "lanes", bus_answer(b, WS_OP_BAR_WARP, WS_ST_OK).lanes, 3);
  }
}

// So many ticks are so many clocks, whatever a tick is; of no clocks it is one of one.
static void ticks(bus_bench *b) {
  enum { TICKS = 200, MORE = 80 }; // accesses and the way of a request to its table
  static const uint32_t clocks[] = {1, 0, 2, 0, 9, 64};
  for (unsigned c = 0; c < BUS_CHANNELS; c++) // the accesses that look for the end take few clocks
    b->stall[c] = 0;
  bus_launch(b, 0, 3);
  bus_write(b, WS_REG_WATCHDOG, TICKS);
  bus_write(b, WS_REG_LANE_ALL_MASK, 3);
  bus_lanes(b, 1);
  for (unsigned k = 0; k < sizeof clocks / sizeof *clocks; k++) {
    const unsigned tick = clocks[k] ? clocks[k] : 1, most = TICKS * tick + MORE;
    bus_write(b, WS_REG_TICK_DIV, clocks[k]);
    bus_submit(b, WS_OP_BAR_WARP, 0, k); // lane 1 never comes
    const uint64_t start = b->cycles;
    while (!(bus_read(b, WS_REG_STATUS) & WS_STATUS_CPL_VALID_BM))
      if (b->cycles - start > 2 * most)
        bus_fail(b, "TICK_DIV %u: after %u clocks the watchdog has not ended a wait of %u ticks", (unsigned)clocks[k],
                 2 * most, TICKS);
    const unsigned took = (unsigned)(b->cycles - start);
    if (took + MORE < TICKS * tick || took > most)
      bus_fail(b, "TICK_DIV %u: the watchdog ended a wait of %u ticks after %u clocks", (unsigned)clocks[k], TICKS,
               took);
    bus_expect(b, "lanes", bus_answer(b, WS_OP_BAR_WARP, WS_ST_CV_MISSING).lanes, 1);
  }
}

static const bus_test tests[] = {
    {"bus_slow_reader",
     "back-pressure: the FIFO fills, the block waits, SUBMIT and operands are refused, nothing is lost",
     .run = slow_reader},
    {"bus_interrupts",
     "each source: levels end with their cause, the others when 1 is written; the level of completions",
     .run = interrupts},
    {"bus_errors", "the first error of the block is captured, later ones are counted", .run = errors},
    {"bus_soft_reset", "reset by software in the middle of traffic; SCRATCH and global memory stay",
     .run = software_reset},
    {"bus_launch_exit", "launches and exits; an exit completes a wait", .run = launch_exit},
    {"bus_barrier", "a barrier of all warps with a reduction, one request a warp; the cluster of one", .run = barrier,
     .families = WS_FAMILY_BAR},
    {"bus_counters", "counters, snapped and cleared", .run = counters, .counters = true},
    {"bus_counters_carry", "each counter counts, and carries into all its bits where the build begins short of that",
     .run = counters_carry, .counters = true},
    {"bus_ticks", "so many ticks are so many clocks, also of no clocks", .run = ticks, .watchdog = true},
    {"bus_watchdog", "the watchdog ends a wait that nobody completes", .run = watchdog, .watchdog = true},
    {"bus_watchdog_off", "a watchdog that is set back to 0 ends no wait", .run = watchdog_off, .watchdog = true},
};
BUS_TESTS(block)
