// SPDX-License-Identifier: Apache-2.0
// Jobs of the driver on the golden model: several in flight, answers in pieces, back-pressure, and every way in which waiting
// ends without an answer.
#include "test_port.h"

static void check_ballot(const ws_job *job, uint32_t lanes, uint32_t value) {
  assert_true(ws_done(job));
  assert_int_equal(job->done, lanes);
  for (unsigned lane = 0; lane < 32; lane++)
    if (lanes >> lane & 1) {
      assert_int_equal(job->d[lane], value);
      assert_int_equal(job->status[lane], WS_ST_OK);
    }
}

static void several_jobs_are_in_flight(void **state) {
  rig g;
  ws_job job[4];
  unsigned ended;
  (void)state;
  rig_open(&g, 32, 8);
  rig_launch(&g);
  for (unsigned w = 0; w < 4; w++) { // each waits for lane 31
    job[w] = rig_ballot(&g, w, 0x7fffffff, 0x11111111u * (w + 1));
    assert_int_equal(ws_start(&g.dev, &job[w]), WS_OK);
  }
  assert_int_equal(g.dev.in_flight, 4);
  assert_int_equal(ws_poll(&g.dev, &ended), WS_OK);
  assert_int_equal(ended, 0);
  ws_job last[4];
  for (unsigned w = 4; w-- > 0;) {
    last[w] = rig_ballot(&g, w, 0x80000000, 0);
    assert_int_equal(ws_start(&g.dev, &last[w]), WS_OK);
  }
  for (unsigned w = 0; w < 4; w++) {
    assert_int_equal(ws_wait(&g.dev, &job[w]), WS_OK);
    assert_int_equal(ws_wait(&g.dev, &last[w]), WS_OK);
    check_ballot(&job[w], 0x7fffffff, 0x11111111u * (w + 1) & 0x7fffffff);
    check_ballot(&last[w], 0x80000000, 0x11111111u * (w + 1) & 0x7fffffff);
  }
  assert_int_equal(g.dev.in_flight, 0);
  rig_close(&g);
}

// Lanes with masks of their own form groups of their own; each answers by itself.
static void an_answer_in_pieces_is_put_together(void **state) {
  rig g;
  ws_job job = {.op = WS_OP_SHFL_BFLY};
  (void)state;
  rig_open(&g, 32, 8);
  rig_launch(&g);
  job.lanes = rig_all(&g);
  for (unsigned lane = 0; lane < 32; lane++) {
    job.mask[lane] = 3u << (lane & ~1u);
    job.a[lane] = lane;
    job.b[lane] = 1;
    job.c[lane] = 0x1f;
  }
  assert_int_equal(ws_start(&g.dev, &job), WS_OK);
  assert_int_equal(ws_wait(&g.dev, &job), WS_OK);
  assert_int_equal(job.pieces, 16);
  for (unsigned lane = 0; lane < 32; lane++)
    assert_int_equal(job.d[lane], lane ^ 1);
  assert_int_equal(job.p, rig_all(&g));
  rig_close(&g);
}

// Two jobs make up one group, which answers twice, for each status: both times with the tag of lane 0, whose job has ended by then.
static void a_group_of_two_jobs_answers_both(void **state) {
  rig g;
  ws_job first = {.op = WS_OP_SHFL_IDX, .lanes = 1}, second = {.op = WS_OP_SHFL_IDX, .lanes = 0xe};
  (void)state;
  rig_open(&g, 32, 8);
  rig_launch(&g);
  for (unsigned lane = 0; lane < 32; lane++) {
    first.mask[lane] = second.mask[lane] = 0xf;
    first.a[lane] = second.a[lane] = 40 + lane;
    first.c[lane] = second.c[lane] = 0x1f;
    second.b[lane] = lane == 3 ? 9 : 0; // lane 9 takes no part
  }
  assert_int_equal(ws_start(&g.dev, &first), WS_OK);
  assert_int_equal(ws_start(&g.dev, &second), WS_OK);
  assert_int_equal(ws_wait(&g.dev, &first), WS_OK);
  assert_int_equal(ws_wait(&g.dev, &second), WS_OK);
  assert_int_equal(first.d[0], 40);
  assert_int_equal(second.d[2], 40);
  assert_int_equal(second.d[3], 0);
  assert_int_equal(second.status[2], WS_ST_OK);
  assert_int_equal(second.status[3], WS_ST_SH_SRC_INACTIVE);
  assert_int_equal(second.worst, WS_ST_SH_SRC_INACTIVE);
  rig_close(&g);
}

// A lane that waits issues again: the refusal is the second job's, the answer the first one's.
static void a_refusal_goes_to_the_job_that_it_refuses(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 4, 8);
  rig_launch(&g);
  ws_job first = rig_ballot(&g, 0, 1, 1), again = rig_ballot(&g, 0, 3, 2), rest = rig_ballot(&g, 0, 0xc, 4);
  assert_int_equal(ws_start(&g.dev, &first), WS_OK);
  assert_int_equal(ws_start(&g.dev, &again), WS_OK);
  assert_int_equal(ws_start(&g.dev, &rest), WS_OK);
  assert_int_equal(ws_wait(&g.dev, &again), WS_E_STATUS);
  assert_int_equal(again.status[0], WS_ST_CV_LANE_BUSY);
  assert_int_equal(again.status[1], WS_ST_OK);
  assert_int_equal(again.d[1], 7);
  assert_int_equal(ws_wait(&g.dev, &first), WS_OK);
  check_ballot(&first, 1, 7);
  assert_int_equal(ws_wait(&g.dev, &rest), WS_OK);
  rig_close(&g);
}

// More answers than the FIFO holds, and nobody takes any: the request port stands still, then all goes on.
static void back_pressure_loses_nothing(void **state) {
  rig g;
  ws_job job[40];
  unsigned sent = 0;
  int r = WS_OK;
  (void)state;
  rig_open(&g, 32, 2);
  rig_launch(&g);
  for (; sent < 40 && r == WS_OK; sent++) {
    job[sent] = rig_ballot(&g, sent % 4, 0xffffffff, 7 * sent);
    r = WS_E_BUSY;
    for (unsigned i = 0; i < 50 && r == WS_E_BUSY; i++)
      r = ws_submit(&g.dev, &job[sent]);
  }
  assert_int_equal(r, WS_E_BUSY);
  sent--; // the last one was not taken
  assert_in_range(sent, 3, 30);
  for (unsigned n = sent; n < 40; n++) {
    job[n] = rig_ballot(&g, n % 4, 0xffffffff, 7 * n);
    assert_int_equal(ws_start(&g.dev, &job[n]), WS_OK);
  }
  for (unsigned n = 0; n < 40; n++) {
    assert_int_equal(ws_wait(&g.dev, &job[n]), WS_OK);
    check_ballot(&job[n], 0xffffffff, 7 * n);
  }
  rig_close(&g);
}

// Each of 16 lanes of 16 warps waits in a job of its own: as many jobs as there are tags.
static void there_are_as_many_jobs_as_tags(void **state) {
  const ws_bus_config cfg = {.core = {.lanes = 32, .warps = 16, .slots = 1, .match_bits = 4}};
  model_port model;
  ws_dev dev;
  static ws_job job[WS_JOBS_MAX + 1];
  (void)state;
  assert_true(model_port_open(&model, &cfg));
  ws_port port = model_port_of(&model);
  assert_int_equal(ws_open(&dev, &port), WS_OK);
  assert_int_equal(ws_reset(&dev), WS_OK);
  for (unsigned w = 0; w < 16; w++)
    assert_int_equal(ws_launch(&dev, w, 0x1ffff, 0), WS_OK);
  for (unsigned n = 0; n <= WS_JOBS_MAX; n++) {
    job[n] = (ws_job){.op = WS_OP_REDUX_ADD_U32, .warp = n % 16, .lanes = 1u << n / 16};
    ws_all32(job[n].mask, 0x1ffff);
    ws_all64(job[n].a, n);
    if (n < WS_JOBS_MAX)
      assert_int_equal(ws_start(&dev, &job[n]), WS_OK);
  }
  assert_int_equal(ws_submit(&dev, &job[WS_JOBS_MAX]), WS_E_BUSY);
  assert_int_equal(dev.in_flight, WS_JOBS_MAX);
  for (unsigned w = 0; w < 16; w++) // the lane that is missing
    assert_int_equal(ws_exit(&dev, w, 0x10000), WS_OK);
  for (unsigned n = 0; n < WS_JOBS_MAX; n++) {
    assert_int_equal(ws_wait(&dev, &job[n]), WS_OK);
    assert_int_equal(job[n].d[n / 16], 16 * (n % 16) + 16 * 120); // the sum over n / 16 of 16 x (n / 16) + n % 16
  }
  model_port_close(&model);
}

static void a_tag_is_not_used_twice_at_a_time(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 4, 8);
  rig_launch(&g);
  ws_job waits = rig_ballot(&g, 0, 1, 1), job = rig_ballot(&g, 1, 0xf, 1);
  assert_int_equal(ws_start(&g.dev, &waits), WS_OK);
  for (unsigned n = 0; n < 300; n++) {
    assert_int_equal(ws_start(&g.dev, &job), WS_OK);
    assert_int_not_equal(job.tag, waits.tag);
    assert_int_equal(ws_wait(&g.dev, &job), WS_OK);
  }
  rig_close(&g);
}

static void predicates_are_those_of_the_lanes_answered(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 32, 8);
  rig_launch(&g);
  ws_job job = {.op = WS_OP_VOTE_ANY, .lanes = 0xf0, .pred = 0x10};
  ws_all32(job.mask, 0xf0);
  g.force_addr = WS_REG_CPL_PRED;
  g.force_set = ~0u;
  assert_int_equal(ws_start(&g.dev, &job), WS_OK);
  assert_int_equal(ws_wait(&g.dev, &job), WS_OK);
  assert_int_equal(job.p, 0xf0);
  rig_close(&g);
}

static void arguments_are_checked(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 8, 8);
  rig_launch(&g);
  ws_job job = rig_ballot(&g, 0, 0, 0);
  assert_int_equal(ws_submit(&g.dev, &job), WS_E_ARG); // no lanes
  job = rig_ballot(&g, 0, 0x100, 0);
  assert_int_equal(ws_submit(&g.dev, &job), WS_E_ARG);
  job = rig_ballot(&g, 4, 1, 0);
  assert_int_equal(ws_submit(&g.dev, &job), WS_E_ARG);
  job = rig_ballot(&g, 0, 1, 0);
  job.op = 0x1000;
  assert_int_equal(ws_submit(&g.dev, &job), WS_E_ARG);
  job = rig_ballot(&g, 0, 1, 0);
  assert_int_equal(ws_wait(&g.dev, &job), WS_E_ARG); // not submitted
  assert_int_equal(ws_submit(&g.dev, &job), WS_OK);
  assert_int_equal(ws_submit(&g.dev, &job), WS_E_ARG); // in flight already
  rig_close(&g);
}

static void waiting_ends_when_patience_ends(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 4, 8);
  rig_launch(&g);
  g.dev.patience = 20;
  ws_job job = rig_ballot(&g, 0, 1, 1);
  assert_int_equal(ws_start(&g.dev, &job), WS_OK);
  assert_int_equal(ws_wait(&g.dev, &job), WS_E_TIMEOUT);
  assert_int_equal(g.waits, 20);
  g.gives_up = true;
  assert_int_equal(ws_wait(&g.dev, &job), WS_E_TIMEOUT);
  assert_int_equal(g.waits, 21);
  g.gives_up = false;
  g.dev.port.wait = NULL; // polls only
  assert_int_equal(ws_wait(&g.dev, &job), WS_E_TIMEOUT);
  assert_true(job.flying);
  assert_int_equal(ws_exit(&g.dev, 0, 0xe), WS_OK); // and is answered all the same when the rest is gone
  assert_int_equal(ws_wait(&g.dev, &job), WS_OK);
  check_ballot(&job, 1, 1);
  rig_close(&g);
}

// A request that the block never takes.
static void starting_ends_when_patience_ends(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 4, 8);
  rig_launch(&g);
  g.dev.patience = 20;
  g.force_addr = WS_REG_STATUS;
  g.force_set = WS_STATUS_BUSY_BM;
  ws_job job = rig_ballot(&g, 0, 0xf, 1);
  assert_int_equal(ws_submit(&g.dev, &job), WS_E_BUSY);
  assert_int_equal(ws_start(&g.dev, &job), WS_E_TIMEOUT);
  assert_int_equal(g.dev.in_flight, 0);
  rig_close(&g);
}

static void a_blocking_call_that_times_out_leaves_no_job_behind(void **state) {
  rig g;
  uint32_t d;
  (void)state;
  rig_open(&g, 4, 8);
  rig_launch(&g);
  g.dev.patience = 5;
  assert_int_equal(ws_do_vote(&g.dev, (ws_who){0, 1, 0xf}, WS_OP_VOTE_BALLOT, 1, false, &d), WS_E_TIMEOUT);
  assert_int_equal(g.dev.in_flight, 0);
  assert_int_equal(ws_exit(&g.dev, 0, 0xe), WS_OK);
  ws_job job = rig_ballot(&g, 1, 0xf, 3);
  assert_int_equal(ws_start(&g.dev, &job), WS_OK);
  assert_int_equal(ws_wait(&g.dev, &job), WS_E_STRAY); // what came too late
  assert_int_equal(ws_wait(&g.dev, &job), WS_OK);
  check_ballot(&job, 0xf, 3);
  rig_close(&g);
}

static void completions_that_belong_to_nobody_are_strays(void **state) {
  static const struct {
    uint32_t addr, clear, set;
  } damage[] = {{WS_REG_CPL_INFO, WS_CPL_INFO_OP_BM, WS_OP_VOTE_ANY},
                {WS_REG_CPL_INFO, 0, 3u << WS_CPL_INFO_WARP_BP},
                {WS_REG_CPL_LANES, ~0u, 0},
                {WS_REG_CPL_LANES, 0, 0x10}};
  (void)state;
  for (unsigned i = 0; i < sizeof damage / sizeof damage[0]; i++) {
    rig g;
    rig_open(&g, 8, 8);
    rig_launch(&g);
    ws_job job = rig_ballot(&g, 0, 0xf, 1);
    ws_all32(job.mask, 0xf);
    assert_int_equal(ws_start(&g.dev, &job), WS_OK);
    g.force_addr = damage[i].addr;
    g.force_clear = damage[i].clear;
    g.force_set = damage[i].set;
    assert_int_equal(ws_wait(&g.dev, &job), WS_E_STRAY);
    rig_close(&g);
  }
}

static void a_pop_that_gets_lost_is_noticed(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 8, 8);
  rig_launch(&g);
  g.lose_addr = WS_REG_CPL_POP;
  ws_job job = rig_ballot(&g, 0, 0xff, 1), next = rig_ballot(&g, 1, 0xff, 2);
  assert_int_equal(ws_start(&g.dev, &job), WS_OK);
  assert_int_equal(ws_wait(&g.dev, &job), WS_OK);
  assert_int_equal(ws_start(&g.dev, &next), WS_OK);
  assert_int_equal(ws_wait(&g.dev, &next), WS_E_STRAY);
  rig_close(&g);
}

static void a_reset_ends_jobs_in_flight(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 8, 8);
  rig_launch(&g);
  ws_job job = rig_ballot(&g, 0, 1, 1);
  assert_int_equal(ws_start(&g.dev, &job), WS_OK);
  assert_int_equal(ws_reset(&g.dev), WS_OK);
  assert_int_equal(ws_wait(&g.dev, &job), WS_E_RESET);
  assert_false(ws_done(&job));
  assert_int_equal(g.dev.in_flight, 0);
  assert_null(g.dev.flight);
  assert_int_equal(ws_launch(&g.dev, 0, 1, 0), WS_OK);
  assert_int_equal(ws_start(&g.dev, &job), WS_OK); // the same job again
  assert_int_equal(ws_wait(&g.dev, &job), WS_OK);
  rig_close(&g);
}

// Two jobs of the same lanes: where an access fails while the answer of the first is taken, the second must not get it.
static void no_job_gets_the_answer_of_another(void **state) {
  rig g;
  unsigned torn = 0;
  (void)state;
  rig_open(&g, 4, 8);
  for (unsigned n = 1; n <= 12; n++) {
    rig_launch(&g);
    ws_job first = rig_ballot(&g, 0, rig_all(&g), 0x5), second = rig_ballot(&g, 0, rig_all(&g), 0xa);
    assert_int_equal(ws_start(&g.dev, &first), WS_OK);
    ws_bus_run(g.model.bus, 100);
    assert_int_equal(ws_start(&g.dev, &second), WS_OK);
    g.fail_at = g.accesses + n;
    int r = ws_poll(&g.dev, NULL);
    g.fail_at = 0;
    if (r)
      assert_int_equal(r, WS_E_BUS);
    ws_bus_run(g.model.bus, 100);
    r = ws_wait(&g.dev, &second);
    torn += r != WS_OK;
    assert_true(r == WS_OK || r == WS_E_BUS);
    if (ws_done(&first))
      assert_int_equal(first.d[0], 0x5);
    if (ws_done(&second))
      assert_int_equal(second.d[0], 0xa);
    assert_int_equal(ws_reset(&g.dev), WS_OK); // the driver lets go of both, which end here
  }
  assert_in_range(torn, 2, 11); // a completion not begun, or taken, is no reason to give up
  rig_close(&g);
}

static void a_wait_sleeps_until_the_interrupt(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 32, 8);
  rig_launch(&g);
  ws_job job = {.op = WS_OP_MBAR_TRY_WAIT_PARITY, .lanes = 1}; // 1,024 ticks
  ws_all64(job.addr, 0x40);
  assert_int_equal(ws_do_mbar_init(&g.dev, ws_whole(0, 1), 0x40, 1), WS_OK);
  assert_int_equal(ws_reg_write(&g.dev, WS_REG_IRQ_ENABLE, 0), WS_OK); // as nobody had waited yet
  g.dev.irq_on = false;
  g.waits = 0;
  assert_int_equal(ws_start(&g.dev, &job), WS_OK);
  unsigned before = g.model.interrupts;
  g.fail_at = g.accesses + 2; // after STATUS: the interrupt cannot be enabled
  assert_int_equal(ws_wait(&g.dev, &job), WS_E_BUS);
  assert_int_equal(g.dev.last_addr, WS_REG_IRQ_ENABLE);
  assert_int_equal(ws_wait(&g.dev, &job), WS_OK);
  assert_int_equal(g.model.interrupts, before + 1);
  assert_int_equal(g.waits, 1);
  rig_close(&g);
}

// Operands that agree in all lanes take one write, others one a lane that issues.
static void equal_operands_are_written_once(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 32, 8);
  rig_launch(&g);
  ws_job job = {.op = WS_OP_REDUX_ADD_U32, .lanes = 0xff};
  ws_all32(job.mask, 0xff);
  ws_all64(job.a, 5);
  uint64_t before = g.writes;
  assert_int_equal(ws_submit(&g.dev, &job), WS_OK);
  assert_int_equal(g.writes - before, 2 + 3); // mask, a; REQ_LANES, REQ_PRED, SUBMIT
  assert_int_equal(ws_wait(&g.dev, &job), WS_OK);
  assert_int_equal(job.d[0], 40);
  job.a[3] = 6;
  before = g.writes;
  assert_int_equal(ws_submit(&g.dev, &job), WS_OK);
  assert_int_equal(g.writes - before, 1 + 8 + 3);
  assert_int_equal(ws_wait(&g.dev, &job), WS_OK);
  assert_int_equal(job.d[0], 41);
  rig_close(&g);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(several_jobs_are_in_flight),
      cmocka_unit_test(an_answer_in_pieces_is_put_together),
      cmocka_unit_test(a_group_of_two_jobs_answers_both),
      cmocka_unit_test(a_refusal_goes_to_the_job_that_it_refuses),
      cmocka_unit_test(back_pressure_loses_nothing),
      cmocka_unit_test(there_are_as_many_jobs_as_tags),
      cmocka_unit_test(a_tag_is_not_used_twice_at_a_time),
      cmocka_unit_test(predicates_are_those_of_the_lanes_answered),
      cmocka_unit_test(arguments_are_checked),
      cmocka_unit_test(waiting_ends_when_patience_ends),
      cmocka_unit_test(starting_ends_when_patience_ends),
      cmocka_unit_test(a_blocking_call_that_times_out_leaves_no_job_behind),
      cmocka_unit_test(completions_that_belong_to_nobody_are_strays),
      cmocka_unit_test(a_pop_that_gets_lost_is_noticed),
      cmocka_unit_test(a_reset_ends_jobs_in_flight),
      cmocka_unit_test(no_job_gets_the_answer_of_another),
      cmocka_unit_test(a_wait_sleeps_until_the_interrupt),
      cmocka_unit_test(equal_operands_are_written_once),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
