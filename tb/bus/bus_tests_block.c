// SPDX-License-Identifier: Apache-2.0
// What happens around operations: a slow reader, interrupts, errors, resets, warps that start and end, barriers, mbarriers, copies,
// counters, accesses to shared memory that has to wait. Expected values stand here or come from the pure functions.
#include "bus_bench.h"

static void operand(bus_bench *b, unsigned lane, uint64_t addr, uint64_t a, uint32_t bb, uint32_t c) {
  bus_until(b, WS_STATUS_BUSY_BM, 0);
  bus_write(b, WS_REG_LANE_ADDR_LO(lane), (uint32_t)addr);
  bus_write(b, WS_REG_LANE_ADDR_HI(lane), (uint32_t)(addr >> 32));
  bus_write(b, WS_REG_LANE_A_LO(lane), (uint32_t)a);
  bus_write(b, WS_REG_LANE_A_HI(lane), (uint32_t)(a >> 32));
  bus_write(b, WS_REG_LANE_B(lane), bb);
  bus_write(b, WS_REG_LANE_C(lane), c);
}

static void lanes(bus_bench *b, uint32_t set) {
  bus_until(b, WS_STATUS_BUSY_BM, 0);
  bus_write(b, WS_REG_REQ_LANES, set);
}

static void idle(bus_bench *b) { bus_until(b, WS_STATUS_IDLE_BM, WS_STATUS_IDLE_BM); }

// One lane's answer, popped.
static bus_completion_seen answer(bus_bench *b, uint32_t op, uint32_t status) {
  bus_completion_seen c;
  bus_pop(b, &c);
  bus_expect(b, "operation", c.op, op);
  bus_expect(b, "status", c.status, status);
  return c;
}

// Nobody reads: FIFO, block and the request register fill; then everything comes out in order.
static void slow_reader(bus_bench *b) {
  uint32_t submitted = 0, popped = 0;
  bus_launch(b, 0, bus_all(b));
  bus_write(b, WS_REG_LANE_ALL_MASK, bus_all(b));
  bus_write(b, WS_REG_REQ_LANES, bus_all(b));
  for (unsigned round = 0; round < 6; round++) {
    while (submitted < 250 && !(bus_read(b, WS_REG_STATUS) & WS_STATUS_BUSY_BM)) {
      bus_write(b, WS_REG_REQ_PRED, submitted);
      bus_write(b, WS_REG_SUBMIT, WS_OP_VOTE_BALLOT | submitted++ << WS_SUBMIT_TAG_BP);
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
      const bus_completion_seen c = answer(b, WS_OP_VOTE_BALLOT, WS_ST_OK);
      bus_expect(b, "tag", c.tag, popped & 0xff);
      bus_expect(b, "ballot", c.d[1], popped & bus_all(b));
      popped++;
    }
  }
  idle(b);
  bus_expect(b, "CPL_POP of nothing", bus_try_write(b, WS_REG_CPL_POP, 1, 15), WS_BUS_SLVERR);
  bus_expect(b, "kind", bus_read(b, WS_REG_BUS_ERR_INFO) >> WS_BUS_ERR_INFO_KIND_BP, WS_BUS_ERR_INFO_KIND_EMPTY);
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
  bus_expect(b, "requests", bus_read(b, WS_REG_CNT_REQ_LO), submitted);
  bus_expect(b, "completions", bus_read(b, WS_REG_CNT_CPL_LO), submitted);
}

static void expect_irq(bus_bench *b, const char *what, uint32_t status, bool line) {
  bus_wait(b, 3);
  bus_expect(b, what, bus_read(b, WS_REG_IRQ_STATUS), status);
  bus_expect(b, "the interrupt line", b->out.irq, line);
}

static void interrupts(bus_bench *b) {
  uint32_t data;
  bus_launch(b, 0, bus_all(b));
  idle(b);
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
      idle(b);
      raised = WS_IRQ_STATUS_CPL_BM | WS_IRQ_STATUS_IDLE_BM | WS_IRQ_STATUS_TAKEN_BM;
    } else if (bit == 1) {
      bus_launch(b, 0, 1); // it lives: an error
      idle(b);
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
  bus_write(b, WS_REG_IRQ_LEVEL, 3);
  for (unsigned k = 1; k <= 4; k++) {
    bus_submit(b, WS_OP_ELECT, 0, k);
    idle(b);
    bus_wait(b, 2);
    bus_expect(b, "the line at 3 completions", b->out.irq, k >= 3);
  }
  bus_write(b, WS_REG_IRQ_LEVEL, 0); // counts as 1
  for (unsigned k = 4; k > 0; k--) {
    bus_wait(b, 2);
    bus_expect(b, "the line at 1 completion", b->out.irq, true);
    answer(b, WS_OP_ELECT, WS_ST_OK);
  }
  bus_wait(b, 2);
  bus_expect(b, "the line at none", b->out.irq, false);
}

static void errors(bus_bench *b) {
  bus_launch(b, 1, 3);
  bus_write(b, WS_REG_LANE_ALL_MASK, 2); // lane 0 names a mask without itself
  bus_write(b, WS_REG_REQ_LANES, 1);
  bus_submit(b, WS_OP_BAR_WARP, 1, 9);
  bus_completion_seen c = answer(b, WS_OP_BAR_WARP, WS_ST_CV_NOT_MEMBER);
  bus_expect(b, "lanes", c.lanes, 1);
  bus_submit(b, 0xfff, 1, 9); // no such operation
  answer(b, 0xfff, WS_ST_DEC_ILLEGAL);
  bus_expect(b, "STATUS.err", bus_read(b, WS_REG_STATUS) & WS_STATUS_ERR_BM, WS_STATUS_ERR_BM);
  bus_expect(b, "ERR_INFO", bus_read(b, WS_REG_ERR_INFO),
             WS_OP_BAR_WARP | WS_ERR_INFO_VALID_BM | 1u << WS_ERR_INFO_WARP_BP);
  bus_expect(b, "ERR_STATUS", bus_read(b, WS_REG_ERR_STATUS), WS_ST_CV_NOT_MEMBER);
  bus_expect(b, "ERR_LANES", bus_read(b, WS_REG_ERR_LANES), 1);
  bus_expect(b, "ERR_OPND", bus_read(b, WS_REG_ERR_OPND), 2);
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
  bus_expect(b, "errors counted", bus_read(b, WS_REG_CNT_ERR_LO), 2);
  bus_write(b, WS_REG_CTRL, WS_CTRL_RESET_BM);
  bus_expect(b, "ERR_INFO after reset", bus_read(b, WS_REG_ERR_INFO), 0);
  bus_expect(b, "ERR_LANES after reset", bus_read(b, WS_REG_ERR_LANES), 0);
}

static void software_reset(bus_bench *b) {
  for (unsigned k = 0; k < 4; k++) {
    bus_write(b, WS_REG_SCRATCH, 0x600d0000 + k);
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
    bus_write(b, WS_REG_CTRL, WS_CTRL_RESET_BM | WS_CTRL_LEGACY_BM);
    bus_expect(b, "CTRL.reset", bus_read(b, WS_REG_CTRL), WS_CTRL_RESET_BM); // operands are being cleared
    for (unsigned i = 0; i < b->cfg.core.lanes; i++)
      bus_expect(b, "an operand", bus_read(b, WS_REG_LANE_B(i)) | bus_read(b, WS_REG_LANE_MASK(i)), 0);
    bus_expect(b, "CTRL", bus_read(b, WS_REG_CTRL), 0);
    bus_expect(b, "completions", bus_read(b, WS_REG_STATUS) & (WS_STATUS_FILL_BM | WS_STATUS_BUSY_BM), 0);
    bus_expect(b, "IRQ_ENABLE", bus_read(b, WS_REG_IRQ_ENABLE), 0);
    bus_expect(b, "LIVE", bus_read(b, WS_REG_LIVE(0)), 0);
    bus_expect(b, "SCRATCH", bus_read(b, WS_REG_SCRATCH), 0x600d0000 + k);
    bus_expect(b, "global memory", bus_read(b, WS_REG_GMEM + 8), 0xfeed0000 + k);
    idle(b);
  }
  bus_reset(b);
  bus_expect(b, "SCRATCH after reset from outside", bus_read(b, WS_REG_SCRATCH), 0);
}

static void launch_exit(bus_bench *b) {
  const uint32_t all = bus_all(b);
  for (unsigned w = 0; w < b->cfg.core.warps; w++) {
    bus_launch(b, w, all & ~(1u << w));
    bus_expect(b, "LIVE", bus_read(b, WS_REG_LIVE(w)), all & ~(1u << w));
  }
  bus_exit(b, 1, 1);
  bus_expect(b, "LIVE after exit", bus_read(b, WS_REG_LIVE(1)), all & ~3u);
  bus_expect(b, "no error", bus_read(b, WS_REG_ERR_INFO), 0);
  bus_write(b, WS_REG_LANE_ALL_MASK, 0xc);
  lanes(b, 4);
  bus_submit(b, WS_OP_BAR_WARP, 1, 7);
  bus_until(b, WS_STATUS_BUSY_BM, 0);
  bus_wait(b, 20);
  bus_expect(b, "WAIT", bus_read(b, WS_REG_WAIT(1)), 4);
  bus_exit(b, 1, 8); // the lane that it waits for
  const bus_completion_seen c = answer(b, WS_OP_BAR_WARP, WS_ST_CV_EXITED_MEMBER);
  bus_expect(b, "lanes", c.lanes, 4);
  bus_expect(b, "WAIT", bus_read(b, WS_REG_WAIT(1)), 0);
  bus_launch(b, 1, all); // it lives
  bus_expect(b, "ERR_STATUS", bus_read(b, WS_REG_ERR_STATUS), WS_ST_CV_LANE_BUSY);
  bus_exit(b, 1, all);
  bus_expect(b, "LIVE", bus_read(b, WS_REG_LIVE(1)), 0);
  bus_launch(b, 1, 1);
  bus_expect(b, "LIVE", bus_read(b, WS_REG_LIVE(1)), 1);
}

static void barrier(bus_bench *b) {
  const unsigned warps = b->cfg.core.warps;
  for (unsigned w = 0; w < warps; w++)
    bus_launch(b, w, bus_all(b));
  idle(b);
  bus_write(b, WS_REG_LANE_ALL_A_LO, 3);
  lanes(b, bus_all(b));
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
    const bus_completion_seen c = answer(b, WS_OP_BAR_RED_POPC, WS_ST_OK);
    bus_expect(b, "sum", c.d[0], sum);
    bus_expect(b, "tag", c.tag, c.warp);
    seen |= 1u << c.warp;
  }
  bus_expect(b, "warps", seen, (1u << warps) - 1);
  bus_submit(b, WS_OP_CLUSTER_ARRIVE_RELEASE, 0, 1); // a CTA is its own cluster
  answer(b, WS_OP_CLUSTER_ARRIVE_RELEASE, WS_ST_OK);
}

static void mbarrier(bus_bench *b) {
  const ws_mbar_step one = {.arr = 1};
  bus_launch(b, 0, 3);
  idle(b);
  operand(b, 0, 0x40, 0, 3, 0);
  lanes(b, 1);
  bus_submit(b, WS_OP_MBAR_INIT, 0, 1);
  answer(b, WS_OP_MBAR_INIT, WS_ST_OK);
  uint64_t word = ws_mbar_word(3);
  uint64_t token[3];
  operand(b, 0, 0x40, 0, 1, 0);
  for (unsigned k = 0; k < 2; k++) {
    token[k] = ws_mbar_token(word, false);
    bus_submit(b, WS_OP_MBAR_ARRIVE, 0, k);
    const bus_completion_seen c = answer(b, WS_OP_MBAR_ARRIVE, WS_ST_OK);
    bus_expect(b, "token", c.d[0] | (uint64_t)c.d_hi[0] << 32, token[k]);
    word = ws_mbar_next(word, &one).word;
    bus_expect(b, "the object, low", bus_read(b, WS_REG_SMEM + 0x40), (uint32_t)word);
    bus_expect(b, "STATUS.raw", bus_read(b, WS_REG_STATUS) & WS_STATUS_RAW_BM, WS_STATUS_RAW_BM);
    bus_expect(b, "the object, high", bus_read(b, WS_REG_SMEM + 0x44), word >> 32);
    bus_read(b, WS_REG_SMEM + 0x48);
    bus_expect(b, "STATUS.raw beside it", bus_read(b, WS_REG_STATUS) & WS_STATUS_RAW_BM, 0);
  }
  operand(b, 1, 0x40, token[0], 0, 60000);
  lanes(b, 2);
  bus_submit(b, WS_OP_MBAR_TRY_WAIT_HINT, 0, 5);
  bus_wait(b, 30);
  bus_expect(b, "WAIT", bus_read(b, WS_REG_WAIT(0)), 2);
  lanes(b, 1);
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
  operand(b, 1, 0x40, 1, 0, 0);
  bus_submit(b, WS_OP_MBAR_TEST_WAIT_PARITY, 0, 2);
  idle(b);
  bus_write(b, WS_REG_CPL_POP, 1);
  lanes(b, 2);
  operand(b, 1, 0x40, 1, 0, 0); // the phase under way has parity 1: nobody ends it
  bus_submit(b, WS_OP_MBAR_TRY_WAIT_PARITY, 0, 8);
  bus_expect(b, "a wait that ends by its limit", answer(b, WS_OP_MBAR_TRY_WAIT_PARITY, WS_ST_OK).pred, 0);
}

// pending_count of what is no token: bit 1 tells lanes apart for the pipe, the answer is one.
static void no_tokens(bus_bench *b) {
  bus_launch(b, 0, bus_all(b));
  idle(b);
  for (unsigned k = 0; k < 8; k++) {
    for (unsigned i = 0; i < b->cfg.core.lanes; i++)
      bus_write(b, WS_REG_LANE_A_LO(i), k < 4 ? i % 2 * 2 : ws_rng_below(&b->rng, 4));
    lanes(b, bus_all(b));
    bus_submit(b, WS_OP_MBAR_PENDING_COUNT, 0, k);
    idle(b);
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
  idle(b);
  operand(b, 0, 0x40, 0, 3, 0);
  lanes(b, 1);
  bus_submit(b, WS_OP_MBAR_INIT, 0, 1);
  answer(b, WS_OP_MBAR_INIT, WS_ST_OK);
  bus_write(b, WS_REG_TRYWAIT, 4000);
  bus_write(b, WS_REG_LANE_ALL_ADDR_LO, 0x40);
  for (unsigned k = 0; k < n; k++) {
    lanes(b, 1u << k % of_warp);
    bus_submit(b, WS_OP_MBAR_TRY_WAIT_PARITY, k / of_warp, k);
  }
  bus_until(b, WS_STATUS_BUSY_BM, 0);
  bus_wait(b, 30);
  bus_write(b, WS_REG_TRYWAIT, 3);
  uint32_t seen = 0;
  for (unsigned k = 0; k < n; k++) {
    const bus_completion_seen c = answer(b, WS_OP_MBAR_TRY_WAIT_PARITY, WS_ST_OK);
    bus_expect(b, "predicate", c.pred, 0);
    seen |= 1u << c.tag;
  }
  bus_expect(b, "waiters that answered", seen, (1u << n) - 1);
}

// An engine's bytes complete a phase; TX registers are locked only while the block has not taken them.
static void transactions(bus_bench *b) {
  bus_launch(b, 0, 1);
  idle(b);
  operand(b, 0, 0x80, 0, 1, 0);
  lanes(b, 1);
  bus_submit(b, WS_OP_MBAR_INIT, 0, 1);
  answer(b, WS_OP_MBAR_INIT, WS_ST_OK);
  operand(b, 0, 0x80, 0, 100, 0);
  bus_submit(b, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 0, 1);
  answer(b, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, WS_ST_OK);
  bus_write(b, WS_REG_TX_ADDR, 0x80);
  bus_write(b, WS_REG_TX_BYTES, 40);
  idle(b);
  bus_expect(b, "phase", bus_read(b, WS_REG_SMEM + 0x84) >> 31, 0);
  bus_until(b, WS_STATUS_TX_BUSY_BM, 0);
  bus_write(b, WS_REG_TX_BYTES, 60);
  idle(b);
  bus_expect(b, "phase", bus_read(b, WS_REG_SMEM + 0x84) >> 31, 1);
  bus_write(b, WS_REG_TX_ADDR, 0x83); // misaligned: into the capture
  bus_write(b, WS_REG_TX_BYTES, 1);
  idle(b);
  bus_expect(b, "ERR_STATUS", bus_read(b, WS_REG_ERR_STATUS), WS_ST_MB_MISALIGNED);
  bus_write(b, WS_REG_CTRL, WS_CTRL_RESET_BM);
  bus_write(b, WS_REG_TX_ADDR, 0x88);
  bus_write(b, WS_REG_TX_BYTES, 1); // memory is being cleared: it waits
  bus_expect(b, "TX_BYTES while busy", bus_try_write(b, WS_REG_TX_BYTES, 2, 15), WS_BUS_SLVERR);
  bus_expect(b, "TX_ADDR while busy", bus_try_write(b, WS_REG_TX_ADDR, 2, 15), WS_BUS_SLVERR);
  bus_expect(b, "TX_ADDR", bus_read(b, WS_REG_TX_ADDR), 0x88);
  bus_expect(b, "kind", bus_read(b, WS_REG_BUS_ERR_INFO) >> WS_BUS_ERR_INFO_KIND_BP, WS_BUS_ERR_INFO_KIND_BUSY);
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
      operand(b, i, 0x1000 + 16 * i, from[i], bytes, take[i]);
    }
    lanes(b, bus_all(b));
    bus_submit(b, bytes == 16 ? WS_OP_CP_ASYNC_CG : WS_OP_CP_ASYNC_CA, 2, round);
    for (unsigned k = 0; k < 20; k++) // the bus and the copies want the memory at once
      bus_read(b, WS_REG_GMEM + 4 * ws_rng_below(&b->rng, b->cfg.gmem_bytes / 4));
    idle(b);
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

static void counters(bus_bench *b) {
  bus_launch(b, 0, bus_all(b));
  bus_write(b, WS_REG_LANE_ALL_MASK, bus_all(b));
  lanes(b, bus_all(b));
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM | WS_CNT_CTRL_CLEAR_BM);
  const uint64_t start = b->cycles;
  for (unsigned k = 0; k < 5; k++) {
    bus_submit(b, WS_OP_ELECT, 0, k);
    answer(b, WS_OP_ELECT, WS_ST_OK);
  }
  const uint64_t before = b->cycles;
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
  const uint64_t after = b->cycles;
  bus_wait(b, 100);
  const uint64_t clocks = bus_read(b, WS_REG_CNT_CLOCKS_LO) | (uint64_t)bus_read(b, WS_REG_CNT_CLOCKS_HI) << 32;
  if (clocks < before - start || clocks > after - start + 100)
    bus_fail(b, "CNT_CLOCKS %u is not the clocks between clear and snap, %u to %u", (unsigned)clocks,
             (unsigned)(before - start), (unsigned)(after - start + 100));
  bus_expect(b, "CNT_REQ", bus_read(b, WS_REG_CNT_REQ_LO), 5);
  bus_expect(b, "CNT_CPL", bus_read(b, WS_REG_CNT_CPL_LO), 5);
  bus_expect(b, "CNT_ERR", bus_read(b, WS_REG_CNT_ERR_LO), 0);
  bus_expect(b, "CNT_CPL_WAIT", bus_read(b, WS_REG_CNT_CPL_WAIT_LO), 0);
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_CLEAR_BM);
  bus_expect(b, "CNT_REQ, as it was taken", bus_read(b, WS_REG_CNT_REQ_LO), 5);
  bus_write(b, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
  bus_expect(b, "CNT_REQ", bus_read(b, WS_REG_CNT_REQ_LO), 0);
}

// Results that nobody reads hold an mbarrier operation in the pipe, and with it its banks: an access to them is refused in the
// end, others go on, and once results are read all goes on.
static void smem_held(bus_bench *b) {
  bus_launch(b, 0, bus_all(b));
  idle(b);
  for (unsigned i = 0; i < 4; i++)
    operand(b, i, 0x100 + 8 * i, 0, 5, 0);
  lanes(b, 15);
  unsigned submitted = 0;
  for (unsigned k = 0; k < 60 && !(bus_read(b, WS_REG_STATUS) & WS_STATUS_BUSY_BM); k++) {
    bus_write(b, WS_REG_SUBMIT,
              WS_OP_MBAR_TEST_WAIT_PARITY | submitted++ << WS_SUBMIT_TAG_BP); // no object there: errors
    bus_wait(b, 4 * b->cfg.core.lanes + 20);
  }
  bus_expect(b, "STATUS.cpl_full", bus_read(b, WS_REG_STATUS) & WS_STATUS_CPL_FULL_BM, WS_STATUS_CPL_FULL_BM);
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
  bus_completion_seen c;
  for (uint32_t tags = 0; submitted; submitted -= (unsigned)__builtin_popcount(c.lanes) == 4 || ++tags % 4 == 0)
    bus_pop(b, &c);
  idle(b);
  bus_write(b, WS_REG_SMEM + 0x100, 0x5a);
  bus_expect(b, "shared memory, free again", bus_read(b, WS_REG_SMEM + 0x100), 0x5a);
}

static void watchdog(bus_bench *b) {
  bus_launch(b, 0, 3);
  bus_write(b, WS_REG_WATCHDOG, 40);
  bus_write(b, WS_REG_TICK_DIV, 1);
  bus_write(b, WS_REG_LANE_ALL_MASK, 3);
  lanes(b, 1);
  bus_submit(b, WS_OP_BAR_WARP, 0, 3); // lane 1 never comes
  const bus_completion_seen c = answer(b, WS_OP_BAR_WARP, WS_ST_CV_MISSING);
  bus_expect(b, "lanes", c.lanes, 1);
}

static const bus_test tests[] = {
    {"bus_slow_reader",
     "back-pressure: the FIFO fills, the block waits, SUBMIT and operands are refused, nothing is lost", slow_reader},
    {"bus_interrupts",
     "each source: levels end with their cause, the others when 1 is written; the level of completions", interrupts},
    {"bus_errors", "the first error of the block is captured, later ones are counted", errors},
    {"bus_soft_reset", "reset by software in the middle of traffic; SCRATCH and global memory stay", software_reset},
    {"bus_launch_exit", "launches and exits; an exit completes a wait", launch_exit},
    {"bus_barrier", "a barrier of all warps with a reduction, one request a warp; the cluster of one", barrier},
    {"bus_mbarrier", "tokens, the object in shared memory, a waiter woken by a flip and one by its limit", mbarrier},
    {"bus_no_tokens", "mbarrier.pending_count of what is no token", no_tokens},
    {"bus_new_limit", "TRYWAIT changes while a try_wait stands before the full table", new_limit},
    {"bus_tx", "bytes of an engine complete a phase; a second report waits for the first", transactions},
    {"bus_copies", "cp.async reads global memory while the bus does", copies},
    {"bus_counters", "counters, snapped and cleared", counters},
    {"bus_smem_held", "shared memory that is never free refuses the access, nothing hangs", smem_held},
    {"bus_watchdog", "the watchdog ends a wait that nobody completes", watchdog},
};
const bus_tests bus_tests_block = BUS_TESTS(tests);
