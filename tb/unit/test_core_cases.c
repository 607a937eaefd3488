// SPDX-License-Identifier: Apache-2.0
// The rendezvous case by case, on a warp of eight lanes: who waits for whom, what an exit does, what is a deadlock and
// what is not, how many clocks an answer takes. The untimed oracle (oracle.h) judges every cycle besides.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core_bench.h"

static core_bench b;

// Clocks until exits, and until a launch, have taken effect.
enum { EXIT = 5, LAUNCH = 5 };

static void check(void) { assert_false(core_bench_failed(&b)); }

static void start(ws_config cfg) {
  core_bench_start(&b, &cfg, 0);
  for (unsigned w = 0; w < cfg.warps; w++) {
    b.in.launch = (ws_lanes){.valid = true, .warp = w, .lanes = UINT32_MAX >> (32 - cfg.lanes)};
    core_bench_cycle(&b);
  }
  for (unsigned n = 1; n < LAUNCH; n++)
    core_bench_cycle(&b);
  check();
}

static void start_eight(void) { start((ws_config){.lanes = 8, .warps = 1, .match_bits = 4}); }

// Stands a request at the port of the coming cycles. Lane i's operand is i, all predicates are true.
static void offer(unsigned warp, unsigned op, uint32_t lanes, uint32_t mask) {
  b.in.req = (ws_req){.valid = true, .tag = lanes & 255, .warp = warp, .op = op, .lanes = lanes, .pred = UINT32_MAX};
  for (unsigned i = 0; i < WS_LANES_MAX; i++) {
    b.in.req.mask[i] = mask;
    b.in.req.a[i] = i;
    b.in.req.c[i] = 31;
  }
}

static void issue(unsigned op, uint32_t lanes, uint32_t mask) {
  offer(0, op, lanes, mask);
  for (unsigned n = 0; n < 50 && !core_bench_cycle(&b); n++)
    check();
  check();
  assert_false(b.in.req.valid);
}

static void leave(uint32_t lanes) {
  b.in.exit = (ws_lanes){.valid = true, .warp = 0, .lanes = lanes};
  for (unsigned n = 0; n < EXIT; n++)
    core_bench_cycle(&b);
  check();
}

// The next response names these lanes with this status.
static void answers(uint32_t lanes, uint32_t status) {
  for (unsigned n = 0; n < 400; n++) {
    core_bench_cycle(&b);
    check();
    if (b.out.rsp.valid) {
      assert_int_equal(b.out.rsp.lanes, lanes);
      assert_int_equal(b.out.rsp.status, status);
      return;
    }
  }
  fail_msg("no response for lanes %x", lanes);
}

// Nothing comes any more, and exactly these lanes stay blocked.
static void rests_with(uint32_t waiting) {
  core_bench_drain(&b);
  check();
  assert_int_equal(b.oracle.count, 0);
  assert_int_equal(b.out.wait[0], waiting);
  assert_int_equal(oracle_blocked(&b.oracle, 0), waiting);
}

// ------------------------------------------------------------------------------------------------ who waits for whom

static void same_operation_and_mask_in_different_cycles_is_one_group(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_REDUX_ADD_U32, 0x05, 0x0f);
  rests_with(0x05);
  issue(WS_OP_REDUX_ADD_U32, 0x02, 0x0f);
  rests_with(0x07);
  issue(WS_OP_REDUX_ADD_U32, 0x08, 0x0f);
  answers(0x0f, WS_ST_OK);
  assert_int_equal(b.out.rsp.d[2], 0 + 1 + 2 + 3);
  rests_with(0);
}

static void disjoint_masks_are_independent_groups(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_BAR_WARP, 0x07, 0x0f);
  issue(WS_OP_BAR_WARP, 0x70, 0xf0);
  rests_with(0x77);
  issue(WS_OP_BAR_WARP, 0x80, 0xf0);
  answers(0xf0, WS_ST_OK);
  rests_with(0x07);
  issue(WS_OP_BAR_WARP, 0x08, 0x0f);
  answers(0x0f, WS_ST_OK);
  rests_with(0);
}

static void overlapping_masks_may_resolve_in_sequence(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_BAR_WARP, 0x01, 0x03);
  issue(WS_OP_BAR_WARP, 0x02, 0x06);
  rests_with(0x03); // a mismatch, but no deadlock: lane 2 can release lane 1, which can then join lane 0
  issue(WS_OP_BAR_WARP, 0x04, 0x06);
  answers(0x06, WS_ST_OK);
  issue(WS_OP_BAR_WARP, 0x02, 0x03);
  answers(0x03, WS_ST_OK);
  rests_with(0);
}

static void different_operations_over_one_mask_deadlock_when_they_exhaust_each_other(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_VOTE_ALL, 0x0f, 0xff);
  rests_with(0x0f);
  issue(WS_OP_VOTE_ANY, 0xf0, 0xff);
  answers(0x0f, WS_ST_CV_QUAL_MISMATCH);
  answers(0xf0, WS_ST_CV_QUAL_MISMATCH);
  rests_with(0);
}

static void different_masks_that_lock_each_other_are_released_while_other_lanes_run(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_VOTE_ALL, 0x01, 0x03);
  issue(WS_OP_VOTE_ALL, 0x02, 0x07);
  answers(0x01, WS_ST_CV_MASK_MISMATCH);
  answers(0x02, WS_ST_CV_MASK_MISMATCH);
  rests_with(0);
}

static void lanes_behind_a_deadlock_are_released_with_it(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_VOTE_ALL, 0x01, 0x03);
  issue(WS_OP_VOTE_ANY, 0x04, 0x05); // waits for lane 0
  issue(WS_OP_VOTE_ALL, 0x30, 0x70); // waits for lane 6, which runs
  rests_with(0x35);
  issue(WS_OP_VOTE_ANY, 0x02, 0x03);
  answers(0x01, WS_ST_CV_QUAL_MISMATCH);
  answers(0x02, WS_ST_CV_QUAL_MISMATCH);
  answers(0x04, WS_ST_CV_QUAL_MISMATCH);
  rests_with(0x30);
}

static void lane_whose_guard_is_false_is_waited_for_until_it_executes(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_VOTE_BALLOT, 0xfe, 0xff);
  rests_with(0xfe);
  issue(WS_OP_VOTE_BALLOT, 0x01, 0xff);
  answers(0xff, WS_ST_OK);
  assert_int_equal(b.out.rsp.d[7], 0xff);
}

static void masks_of_half_a_warp_in_one_request_form_two_groups(void **state) {
  (void)state;
  start_eight();
  offer(0, WS_OP_REDUX_ADD_U32, 0xff, 0x0f);
  for (unsigned i = 4; i < 8; i++)
    b.in.req.mask[i] = 0xf0;
  assert_true(core_bench_cycle(&b));
  answers(0x0f, WS_ST_OK);
  assert_int_equal(b.out.rsp.d[0], 0 + 1 + 2 + 3);
  answers(0xf0, WS_ST_OK);
  assert_int_equal(b.out.rsp.d[4], 4 + 5 + 6 + 7);
}

// -------------------------------------------------------------------------------------------------------------- exits

static void exit_of_an_awaited_lane_completes_the_group(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_REDUX_ADD_U32, 0x0e, 0x0f);
  rests_with(0x0e);
  leave(0x01);
  answers(0x0e, WS_ST_OK);
  assert_int_equal(b.out.rsp.d[1], 1 + 2 + 3);
}

static void last_arrival_and_an_exit_in_one_cycle_complete_once(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_VOTE_BALLOT, 0x03, 0x0f);
  rests_with(0x03);
  offer(0, WS_OP_VOTE_BALLOT, 0x04, 0x0f);
  b.in.exit = (ws_lanes){.valid = true, .lanes = 0x08};
  assert_true(core_bench_cycle(&b));
  answers(0x07, WS_ST_OK);
  rests_with(0);
}

static void lane_freed_by_an_exit_that_comes_with_its_request_takes_part(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_BAR_WARP, 0x01, 0x03);
  rests_with(0x01);
  offer(0, WS_OP_BAR_WARP, 0x05, 0x05);
  b.in.exit = (ws_lanes){.valid = true, .lanes = 0x02};
  assert_true(core_bench_cycle(&b));
  answers(0x01, WS_ST_CV_EXITED_MEMBER);
  answers(0x05, WS_ST_OK);
  rests_with(0);
}

static void empty_mask_refuses_every_executing_lane(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_SHFL_IDX, 0x3c, 0);
  answers(0x3c, WS_ST_CV_NOT_MEMBER);
  rests_with(0);
  assert_true(b.out.err.valid);
  assert_int_equal(b.out.err.status, WS_ST_CV_NOT_MEMBER);
}

static void mask_of_exited_lanes_and_oneself_completes_alone(void **state) {
  (void)state;
  start_eight();
  leave(0xf0);
  issue(WS_OP_VOTE_BALLOT, 0x01, 0xf1);
  answers(0x01, WS_ST_OK);
  issue(WS_OP_ELECT, 0x04, 0xf4);
  answers(0x04, WS_ST_CV_EXITED_MEMBER);
  assert_int_equal(b.out.rsp.d[2], 2);
  assert_int_equal(b.out.rsp.p & 0x04, 0x04);
}

static void full_mask_of_a_partial_warp_completes(void **state) {
  (void)state;
  start_eight();
  leave(0xff);
  b.in.launch = (ws_lanes){.valid = true, .lanes = 0x1f};
  core_bench_cycle(&b);
  issue(WS_OP_REDUX_ADD_U32, 0x1f, 0xff);
  answers(0x1f, WS_ST_OK);
  assert_int_equal(b.out.rsp.d[0], 0 + 1 + 2 + 3 + 4);
}

static void exit_of_a_blocked_lane_is_ignored_and_captured(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_BAR_WARP, 0x01, 0x03);
  rests_with(0x01);
  leave(0x81);
  rests_with(0x01);
  assert_int_equal(b.out.live[0], 0x7f);
  assert_true(b.out.err.valid);
  assert_int_equal(b.out.err.status, WS_ST_CV_LANE_BUSY);
  assert_int_equal(b.out.err.lanes, 0x01);
}

static void launch_of_a_warp_that_runs_is_ignored_and_captured(void **state) {
  (void)state;
  start_eight();
  leave(0xfe);
  b.in.launch = (ws_lanes){.valid = true, .lanes = 0xff};
  for (unsigned n = 0; n <= LAUNCH + 1; n++) // the error port is told a clock later
    core_bench_cycle(&b);
  check();
  assert_int_equal(b.out.live[0], 0x01);
  assert_int_equal(b.out.err.status, WS_ST_CV_LANE_BUSY);
}

static void activemask_names_the_lanes_issued_less_the_refused(void **state) {
  (void)state;
  start_eight();
  leave(0x04);
  issue(WS_OP_BAR_WARP, 0x01, 0x81);
  rests_with(0x01);
  issue(WS_OP_ACTIVEMASK, 0x0f, 0);
  unsigned seen = 0;
  for (unsigned n = 0; n < 20; n++) {
    core_bench_cycle(&b);
    if (b.out.rsp.valid && b.out.rsp.status == WS_ST_OK)
      assert_int_equal(b.out.rsp.d[1], 0x0a);
    seen |= b.out.rsp.valid ? b.out.rsp.lanes : 0;
  }
  check();
  assert_int_equal(seen, 0x0f);
}

static void request_without_lanes_does_nothing(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_VOTE_ALL, 0, 0xff);
  for (unsigned n = 0; n < 20; n++) {
    core_bench_cycle(&b);
    assert_false(b.out.rsp.valid);
  }
  rests_with(0);
}

// ---------------------------------------------------------------------------------------------------- legacy, watchdog

static void legacy_profile_rejects_a_group_of_two_requests(void **state) {
  (void)state;
  start((ws_config){.lanes = 8, .warps = 1, .match_bits = 4, .legacy = true});
  issue(WS_OP_VOTE_ALL, 0x0f, 0xff);
  issue(WS_OP_VOTE_ALL, 0xf0, 0xff);
  answers(0xff, WS_ST_CV_LEGACY_DIVERGED);
  assert_int_equal(b.out.rsp.p & 0xff, 0);
  issue(WS_OP_VOTE_ALL, 0xff, 0xff);
  answers(0xff, WS_ST_OK);
  assert_int_equal(b.out.rsp.p & 0xff, 0xff);
}

static void deprecated_vote_is_illegal_without_the_legacy_profile(void **state) {
  (void)state;
  start_eight();
  issue(WS_OP_VOTE_LEGACY_ANY, 0xff, 0);
  answers(0xff, WS_ST_DEC_ILLEGAL);
}

static void watchdog_releases_a_group_after_its_ticks(void **state) {
  (void)state;
  start((ws_config){.lanes = 8, .warps = 1, .match_bits = 4, .watchdog = 5});
  issue(WS_OP_VOTE_ALL, 0x0f, 0xff);
  rests_with(0x0f);
  for (unsigned n = 0; n < 4; n++) {
    b.in.tick = true;
    core_bench_cycle(&b);
    rests_with(0x0f);
  }
  b.in.tick = true;
  core_bench_cycle(&b);
  answers(0x0f, WS_ST_CV_MISSING);
}

// A warp that keeps its port busy for ever must not keep others from being freed.
static void deadlock_of_one_warp_is_found_while_another_never_pauses(void **state) {
  (void)state;
  for (unsigned busy = 0; busy < 4; busy++) {
    start((ws_config){.lanes = 8, .warps = 4, .match_bits = 4});
    offer(busy, WS_OP_BAR_WARP, 0x01, 0x03); // waits, and is to be examined for as long as its warp is busy
    core_bench_cycle(&b);
    for (unsigned round = 0; round < 12; round++) {
      const unsigned w = (busy + 1 + round % 3) % 4;
      offer(w, WS_OP_VOTE_ALL, 0x01, 0x03);
      while (!core_bench_cycle(&b))
        check();
      offer(w, WS_OP_VOTE_ANY, 0x02, 0x03);
      while (!core_bench_cycle(&b))
        check();
      unsigned released = 0;
      for (unsigned n = 0; n < 200; n++) {
        offer(busy, WS_OP_VOTE_ALL, 0xf0, 0xf0);
        core_bench_cycle(&b);
        check();
        released += b.out.rsp.valid && b.out.rsp.status == WS_ST_CV_QUAL_MISMATCH;
      }
      assert_int_equal(released, 2);
      core_bench_drain(&b);
    }
    check();
  }
}

// --------------------------------------------------------------------------------------------------------------- time

// Clocks from the acceptance to the end of the way through the rendezvous; from a result to its response, where its port has the grant; to get that.
enum { FRONT = 6, COLLECT = 2, GRANT = 1 };

static const struct {
  unsigned op, clocks; // in its unit, of 8 lanes
  bool one_a_clock;
} timing[] = {
    {WS_OP_VOTE_ALL, 2, true},       {WS_OP_VOTE_BALLOT, 2, true},   {WS_OP_ELECT, 2, true},
    {WS_OP_BAR_WARP, 2, true},       {WS_OP_ACTIVEMASK, 2, true},    {WS_OP_SHFL_UP, 4, true},
    {WS_OP_SHFL_IDX, 4, true},       {WS_OP_MATCH_ALL_B32, 3, true}, {WS_OP_MATCH_ALL_B64, 3, true},
    {WS_OP_REDUX_ADD_U32, 6, true},  {WS_OP_REDUX_MAX_F32, 6, true}, {WS_OP_MATCH_ANY_B32, 1, false},
    {WS_OP_MATCH_ANY_B64, 1, false},
};

// After a reset the port of vote has the grant.
static unsigned clocks_of(unsigned n, unsigned match_bits, unsigned form) {
  const unsigned op = timing[n].op, bits = op == WS_OP_MATCH_ANY_B64 ? 64 : 32;
  const unsigned more = (op >> 8 == WS_UNIT_SHFL && form ? 2u : 0) + (op >> 8 == WS_UNIT_VOTE ? 0u : GRANT);
  return FRONT + timing[n].clocks + more + COLLECT + (timing[n].one_a_clock ? 0 : bits / match_bits);
}

static unsigned clocks_to_response(void) {
  for (unsigned n = 1; n < 50; n++) {
    core_bench_cycle(&b);
    check();
    if (b.out.rsp.valid)
      return n;
  }
  return 0;
}

static void converged_request_is_answered_after_the_latency_of_its_unit(void **state) {
  (void)state;
  for (unsigned n = 0; n < sizeof timing / sizeof timing[0]; n++)
    for (unsigned match_bits = 4; match_bits <= 32; match_bits *= 2)
      for (unsigned form = 0; form < 2; form++)
        for (unsigned live = 0; live < 2; live++) { // all lanes, or an exited one in the mask
          start((ws_config){.lanes = 8, .warps = 1, .match_bits = match_bits, .shfl_form = form});
          const uint32_t lanes = live ? 0xfb : 0xff;
          leave(0xff & ~lanes);
          offer(0, timing[n].op, lanes, 0xff);
          assert_true(core_bench_cycle(&b));
          assert_int_equal(clocks_to_response(), clocks_of(n, match_bits, form));
        }
}

static void group_of_two_requests_takes_five_clocks_more(void **state) {
  (void)state;
  for (unsigned n = 0; n < sizeof timing / sizeof timing[0]; n++) {
    if (timing[n].op == WS_OP_ACTIVEMASK)
      continue;
    start_eight();
    issue(timing[n].op, 0x0f, 0xff);
    rests_with(0x0f);
    offer(0, timing[n].op, 0xf0, 0xff);
    assert_true(core_bench_cycle(&b));
    assert_int_equal(clocks_to_response(), clocks_of(n, 4, 0) + 5);
  }
}

static void one_warp_is_served_in_every_clock(void **state) {
  (void)state;
  for (unsigned n = 0; n < sizeof timing / sizeof timing[0]; n++) {
    if (!timing[n].one_a_clock)
      continue;
    start_eight();
    issue(timing[n].op, 0xff, 0xff); // its port has the grant from here on
    core_bench_drain(&b);
    for (unsigned t = 0; t < 40; t++) {
      offer(0, timing[n].op, 0xff, 0xff);
      assert_true(core_bench_cycle(&b));
      assert_true(b.out.rsp.valid == (t >= FRONT + timing[n].clocks + COLLECT));
    }
    core_bench_drain(&b);
    check();
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(same_operation_and_mask_in_different_cycles_is_one_group),
      cmocka_unit_test(disjoint_masks_are_independent_groups),
      cmocka_unit_test(overlapping_masks_may_resolve_in_sequence),
      cmocka_unit_test(different_operations_over_one_mask_deadlock_when_they_exhaust_each_other),
      cmocka_unit_test(different_masks_that_lock_each_other_are_released_while_other_lanes_run),
      cmocka_unit_test(lanes_behind_a_deadlock_are_released_with_it),
      cmocka_unit_test(lane_whose_guard_is_false_is_waited_for_until_it_executes),
      cmocka_unit_test(masks_of_half_a_warp_in_one_request_form_two_groups),
      cmocka_unit_test(exit_of_an_awaited_lane_completes_the_group),
      cmocka_unit_test(last_arrival_and_an_exit_in_one_cycle_complete_once),
      cmocka_unit_test(lane_freed_by_an_exit_that_comes_with_its_request_takes_part),
      cmocka_unit_test(empty_mask_refuses_every_executing_lane),
      cmocka_unit_test(mask_of_exited_lanes_and_oneself_completes_alone),
      cmocka_unit_test(full_mask_of_a_partial_warp_completes),
      cmocka_unit_test(exit_of_a_blocked_lane_is_ignored_and_captured),
      cmocka_unit_test(launch_of_a_warp_that_runs_is_ignored_and_captured),
      cmocka_unit_test(activemask_names_the_lanes_issued_less_the_refused),
      cmocka_unit_test(request_without_lanes_does_nothing),
      cmocka_unit_test(legacy_profile_rejects_a_group_of_two_requests),
      cmocka_unit_test(deprecated_vote_is_illegal_without_the_legacy_profile),
      cmocka_unit_test(watchdog_releases_a_group_after_its_ticks),
      cmocka_unit_test(deadlock_of_one_warp_is_found_while_another_never_pauses),
      cmocka_unit_test(converged_request_is_answered_after_the_latency_of_its_unit),
      cmocka_unit_test(group_of_two_requests_takes_five_clocks_more),
      cmocka_unit_test(one_warp_is_served_in_every_clock),
  };
  const int failed = cmocka_run_group_tests_name("core cases", tests, NULL, NULL);
  core_bench_end(&b);
  return failed;
}
