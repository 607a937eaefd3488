// SPDX-License-Identifier: Apache-2.0
// Steps that look at the block as a whole: warps, interrupt, back-pressure and counters. See step.h.
#include "step.h"

#include "bus/ws_regs.h"

static bool launch_all(selftest *st) {
  bool good = true;
  for (unsigned w = 0; w < st->dev.caps.warps && good; w++)
    good = check_call(st, ws_launch(&st->dev, w, st->all, 0), "ws_launch");
  return good;
}

void step_warps(selftest *st) {
  ws_first_error e;
  for (unsigned w = 0; w < st->dev.caps.warps; w++) {
    uint32_t lanes = (0x9e3779b1u * (w + 1) & st->all) | 3;
    check_register(st, "LIVE after a reset", WS_REG_LIVE(w), 0);
    check_call(st, ws_launch(&st->dev, w, lanes, 0), "ws_launch");
    check_register(st, "LIVE after a launch", WS_REG_LIVE(w), lanes);
    check_register(st, "WAIT after a launch", WS_REG_WAIT(w), 0);
    check_call(st, ws_exit(&st->dev, w, 1), "ws_exit");
    check_register(st, "LIVE after an exit", WS_REG_LIVE(w), lanes & ~1u);
  }
  check_register(st, "ERR_INFO", WS_REG_ERR_INFO, 0);
  check_call(st, ws_launch(&st->dev, 0, 1, 0), "ws_launch"); // of a warp that runs: left alone, and noted
  check_call(st, ws_first_error_get(&st->dev, &e), "ws_first_error_get");
  check_word(st, "ERR_STATUS", WS_REG_ERR_STATUS, WS_ST_CV_LANE_BUSY, e.status);
  check_call(st, ws_reset(&st->dev), "ws_reset");
  check_register(st, "ERR_INFO after a reset", WS_REG_ERR_INFO, 0);
  check_register(st, "LIVE after a reset", WS_REG_LIVE(0), 0);
}

// ----------------------------------------------------------------------------------------------------- interrupt

static ws_job *ballot(selftest *st, unsigned n, unsigned warp) {
  ws_job *job = job_new(st, n, WS_OP_VOTE_BALLOT, warp, st->all);
  job->pred = 0xc3a5f00fu + n;
  return job;
}

static bool check_ballot(selftest *st, const ws_job *job) {
  expectation e = {.p = 0, .any_p = true};
  ws_all64(e.d, job->pred & st->all);
  return check_job(st, job, &e);
}

static void irq_status(selftest *st, uint32_t expected) {
  check_register(st, "IRQ_STATUS", WS_REG_IRQ_STATUS, expected);
}

void step_interrupt(selftest *st) {
  ws_dev *dev = &st->dev;
  unsigned before = st->io->interrupts ? st->io->interrupts(st->io->user) : 0;
  const uint32_t edges = WS_IRQ_STATUS_IDLE_BM | WS_IRQ_STATUS_TAKEN_BM;
  uint32_t id;
  launch_all(st);
  settle(st);
  check_call(st, ws_reg_write(dev, WS_REG_IRQ_STATUS, edges), "IRQ_STATUS");
  irq_status(st, 0);

  // Two completions, a level of two: the first alone raises nothing.
  check_call(st, ws_reg_write(dev, WS_REG_IRQ_LEVEL, 2), "IRQ_LEVEL");
  for (unsigned n = 0; n < 2; n++) {
    job_start(st, ballot(st, n, 0));
    for (uint32_t i = 0, status = 0; i < dev->patience && status >> WS_STATUS_FILL_BP != n + 1; i++)
      if (ws_reg_read(dev, WS_REG_STATUS, &status))
        break;
    check_call(st, ws_reg_write(dev, WS_REG_IRQ_STATUS, edges), "IRQ_STATUS");
    irq_status(st, n ? WS_IRQ_STATUS_CPL_BM : 0);
  }
  check_call(st, ws_poll(dev, NULL), "ws_poll");
  check_ballot(st, &st->job[0]);
  check_ballot(st, &st->job[1]);
  irq_status(st, 0);
  check_call(st, ws_reg_write(dev, WS_REG_IRQ_LEVEL, 1), "IRQ_LEVEL");

  // What is noted and cleared by a 1.
  job_start(st, ballot(st, 0, 0));
  settle(st);
  irq_status(st, edges);
  check_call(st, ws_reg_write(dev, WS_REG_IRQ_STATUS, WS_IRQ_STATUS_IDLE_BM), "IRQ_STATUS");
  irq_status(st, WS_IRQ_STATUS_TAKEN_BM);
  check_call(st, ws_reg_write(dev, WS_REG_IRQ_STATUS, WS_IRQ_STATUS_TAKEN_BM), "IRQ_STATUS");
  irq_status(st, 0);

  // A refused access.
  (void)dev->port.read(dev->port.user, WS_REG_SUBMIT, &id);
  irq_status(st, WS_IRQ_STATUS_BUS_ERR_BM);
  check_call(st, ws_refusal(dev, &(ws_refused){0}), "ws_refusal");
  irq_status(st, 0);

  // The line itself, where the port sees it: a wait sleeps until it rises.
  check_call(st, ws_reg_write(dev, WS_REG_IRQ_ENABLE, WS_IRQ_ENABLE_CPL_BM), "IRQ_ENABLE");
  job_start(st, ballot(st, 0, 0));
  if (dev->port.wait)
    check_true(st, dev->port.wait(dev->port.user) == 0, "the port gave up waiting for an interrupt");
  check_true(st, !st->io->interrupts || st->io->interrupts(st->io->user) != before,
             "no interrupt came for a completion: IRQ_ENABLE (0x00044) is 1; is the line connected?");
  job_wait(st, &st->job[0]);
  check_ballot(st, &st->job[0]);
}

// -------------------------------------------------------------------------------------- back-pressure, counters

// Completions are left in the FIFO until nothing moves any more; then they are taken, and each is there.
void step_pressure(selftest *st) {
  ws_dev *dev = &st->dev;
  const bool counts = dev->caps.units & WS_CAP_UNITS_COUNTERS_BM;
  ws_counters c = {0};
  uint32_t status = 0;
  unsigned sent = 0;
  launch_all(st);
  if (counts) {
    check_call(st, ws_counters_clear(dev), "ws_counters_clear");
    check_call(st, ws_counters_get(dev, &c), "ws_counters_get");
    check_word(st, "CNT_REQ_LO after a clear", WS_REG_CNT_REQ_LO, 0, (uint32_t)c.requests);
  }

  for (; sent < ST_JOBS; sent++) { // until one is not taken
    int r = WS_E_BUSY;
    for (uint32_t i = 0; i < dev->patience / 4 && r == WS_E_BUSY; i++)
      r = ws_submit(dev, ballot(st, sent, sent % dev->caps.warps));
    if (r == WS_E_BUSY)
      break;
    if (!check_call(st, r, "ws_submit"))
      return;
  }
  check_call(st, ws_reg_read(dev, WS_REG_STATUS, &status), "STATUS");
  check_true(st, sent == ST_JOBS || (status & WS_STATUS_CPL_FULL_BM),
             "the block takes no request, but STATUS.cpl_full (0x00034) is 0");
  for (unsigned n = 0; n < sent; n++)
    if (job_wait(st, &st->job[n]))
      check_ballot(st, &st->job[n]);
  settle(st);
  if (!counts)
    return;
  check_call(st, ws_counters_get(dev, &c), "ws_counters_get");
  check_word(st, "CNT_REQ_LO", WS_REG_CNT_REQ_LO, sent, (uint32_t)c.requests);
  check_word(st, "CNT_CPL_LO", WS_REG_CNT_CPL_LO, sent, (uint32_t)c.completions);
  check_word(st, "CNT_ERR_LO", WS_REG_CNT_ERR_LO, 0, (uint32_t)c.errors);
  check_true(st, c.clocks != 0, "CNT_CLOCKS_LO (0x00108) does not count");
}
