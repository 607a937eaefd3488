// SPDX-License-Identifier: Apache-2.0
// One call an operation, on the golden model: what each returns, and that it refuses the codes of other families.
#include "test_port.h"

static rig g; // of one test

static int start(void **state) {
  (void)state;
  rig_open(&g, 32, 8);
  rig_launch(&g);
  return 0;
}

static int end(void **state) {
  (void)state;
  rig_close(&g);
  return 0;
}

static ws_who all(void) { return ws_whole(0, 0xffffffff); }

static void shuffles(void **state) {
  uint32_t a[32], b[32], c[32], d[32], p = 0;
  (void)state;
  for (unsigned lane = 0; lane < 32; lane++) {
    a[lane] = 100 + lane;
    b[lane] = 2;
    c[lane] = 0;
  }
  assert_int_equal(ws_do_shfl(&g.dev, all(), WS_OP_SHFL_UP, a, b, c, d, &p), WS_OK);
  assert_int_equal(d[31], 129);
  assert_int_equal(d[0], 100);
  assert_int_equal(p, 0xfffffffc);
  assert_int_equal(ws_do_shfl(&g.dev, all(), WS_OP_SHFL_UP, a, b, c, NULL, NULL), WS_OK);
  assert_int_equal(ws_do_shfl(&g.dev, all(), WS_OP_VOTE_ALL, a, b, c, d, &p), WS_E_ARG);
  assert_int_equal(ws_do_shfl(&g.dev, all(), 0x1ff, a, b, c, d, &p), WS_E_ARG);
}

static void undefined_input_is_answered_and_told(void **state) {
  uint32_t a[32] = {0}, b[32], c[32], d[32];
  (void)state;
  ws_all32(b, 20);
  ws_all32(c, 0x1f);
  ws_all32(d, 9);
  assert_int_equal(ws_do_shfl(&g.dev, ws_whole(0, 0xff), WS_OP_SHFL_IDX, a, b, c, d, NULL), WS_OK);
  assert_int_equal(g.dev.status, WS_ST_SH_SRC_INACTIVE);
  assert_string_equal(ws_status_name(g.dev.status), "SH_SRC_INACTIVE");
  assert_int_equal(d[7], 0);
  assert_int_equal(d[8], 9); // took no part
}

static void votes(void **state) {
  uint32_t d = 7;
  (void)state;
  assert_int_equal(ws_do_vote(&g.dev, all(), WS_OP_VOTE_ALL, 0xffffffff, false, &d), WS_OK);
  assert_int_equal(d, 1);
  assert_int_equal(ws_do_vote(&g.dev, all(), WS_OP_VOTE_ANY, 0xffffffff, true, &d), WS_OK);
  assert_int_equal(d, 0);
  assert_int_equal(ws_do_vote(&g.dev, ws_whole(1, 0xff00), WS_OP_VOTE_BALLOT, 0x12345678, false, &d), WS_OK);
  assert_int_equal(d, 0x5600);
  assert_int_equal(ws_do_vote(&g.dev, all(), WS_OP_ELECT, 0, false, &d), WS_E_ARG);
  assert_int_equal(ws_do_vote(&g.dev, all(), WS_OP_VOTE_LEGACY_ANY, 1, false, &d), WS_E_STATUS);
  assert_int_equal(g.dev.status, WS_ST_DEC_ILLEGAL);
  assert_int_equal(ws_settings_put(&g.dev, &(ws_settings){.legacy = true}), WS_OK);
  assert_int_equal(ws_do_vote(&g.dev, all(), WS_OP_VOTE_LEGACY_ANY, 1, false, &d), WS_OK);
  assert_int_equal(d, 1);
}

static void elect_activemask_and_the_warps_barrier(void **state) {
  uint32_t d;
  (void)state;
  assert_int_equal(ws_do_elect(&g.dev, ws_whole(2, 0xfff0), &d), WS_OK);
  assert_int_equal(d, 4);
  assert_int_equal(ws_do_activemask(&g.dev, ws_whole(2, 0x8001), &d), WS_OK);
  assert_int_equal(d, 0x8001);
  assert_int_equal(ws_do_bar_warp(&g.dev, ws_whole(2, 0x8001)), WS_OK);
}

static void matches(void **state) {
  uint64_t a[32];
  uint32_t d[32], p;
  (void)state;
  for (unsigned lane = 0; lane < 32; lane++)
    a[lane] = (uint64_t)(lane & 1) << 40;
  assert_int_equal(ws_do_match(&g.dev, all(), WS_OP_MATCH_ANY_B64, a, d, NULL), WS_OK);
  assert_int_equal(d[3], 0xaaaaaaaa);
  assert_int_equal(ws_do_match(&g.dev, all(), WS_OP_MATCH_ALL_B32, a, d, &p), WS_OK);
  assert_int_equal(d[3], 0xffffffff);
  assert_int_equal(p, 0xffffffff);
  assert_int_equal(ws_do_match(&g.dev, all(), WS_OP_MATCH_ALL_B64, a, NULL, &p), WS_OK);
  assert_int_equal(p, 0);
  assert_int_equal(ws_do_match(&g.dev, all(), WS_OP_REDUX_ADD_U32, a, d, &p), WS_E_ARG);
}

static void reductions(void **state) {
  uint32_t a[32], d;
  (void)state;
  for (unsigned lane = 0; lane < 32; lane++)
    a[lane] = lane - 5;
  assert_int_equal(ws_do_redux(&g.dev, all(), WS_OP_REDUX_ADD_U32, a, &d), WS_OK);
  assert_int_equal(d, 496 - 160);
  assert_int_equal(ws_do_redux(&g.dev, all(), WS_OP_REDUX_MIN_S32, a, &d), WS_OK);
  assert_int_equal(d, 0u - 5);
  assert_int_equal(ws_do_redux(&g.dev, all(), WS_OP_MATCH_ANY_B32, a, &d), WS_E_ARG);
}

static void barriers(void **state) {
  uint32_t d = 0;
  (void)state;
  for (unsigned w = 1; w < 4; w++) // the other three warps come first, and wait not
    assert_int_equal(ws_do_barrier(&g.dev, ws_whole(w, 0xffffffff), WS_OP_BAR_ARRIVE, 5, 128, 0, NULL), WS_OK);
  assert_int_equal(ws_do_barrier(&g.dev, all(), WS_OP_BAR_SYNC_COUNT, 5, 128, 0, NULL), WS_OK);
  assert_int_equal(ws_do_barrier(&g.dev, all(), WS_OP_BAR_RED_POPC_COUNT, 6, 32, 0xff, &d), WS_OK);
  assert_int_equal(d, 8);
  assert_int_equal(ws_do_barrier(&g.dev, all(), WS_OP_BAR_RED_OR_COUNT, 6, 32, 0x100, &d), WS_OK);
  assert_int_equal(d, 1);
  assert_int_equal(ws_do_barrier(&g.dev, all(), WS_OP_BAR_SYNC, 16, 0, 0, NULL), WS_E_STATUS);
  assert_int_equal(g.dev.status, WS_ST_BAR_BAD_ID);
  assert_int_equal(ws_do_barrier(&g.dev, all(), WS_OP_CLUSTER_WAIT, 0, 0, 0, NULL), WS_E_ARG);
  for (unsigned w = 0; w < 4; w++)
    assert_int_equal(ws_do_cluster(&g.dev, ws_whole(w, 0xffffffff), WS_OP_CLUSTER_ARRIVE_RELEASE), WS_OK);
  for (unsigned w = 0; w < 4; w++)
    assert_int_equal(ws_do_cluster(&g.dev, ws_whole(w, 0xffffffff), WS_OP_CLUSTER_WAIT), WS_OK);
  assert_int_equal(ws_do_cluster(&g.dev, all(), WS_OP_CLUSTER_WAIT), WS_E_STATUS);
  assert_int_equal(g.dev.status, WS_ST_CLB_WAIT_NO_ARRIVE);
  assert_int_equal(ws_do_cluster(&g.dev, all(), WS_OP_BAR_SYNC), WS_E_ARG);
}

static void mbarriers(void **state) {
  const ws_who two = ws_whole(0, 3);
  uint64_t token[32] = {0};
  uint32_t d[32], p;
  (void)state;
  assert_int_equal(ws_do_mbar_init(&g.dev, ws_whole(0, 1), 0x40, 4), WS_OK);
  assert_int_equal(ws_do_mbar_arrive(&g.dev, two, WS_OP_MBAR_ARRIVE_NOCOMPLETE, 0x40, 1, token), WS_OK);
  assert_int_equal(ws_do_mbar_pending_count(&g.dev, two, token, d), WS_OK);
  assert_int_equal(d[0], 4);
  assert_int_equal(d[1], 3);
  assert_int_equal(ws_do_mbar_wait(&g.dev, two, WS_OP_MBAR_TEST_WAIT, 0x40, token, 0, &p), WS_OK);
  assert_int_equal(p, 0);
  assert_int_equal(ws_do_mbar_expect_tx(&g.dev, ws_whole(0, 1), 0x40, 8), WS_OK);
  assert_int_equal(ws_do_mbar_arrive(&g.dev, two, WS_OP_MBAR_ARRIVE_SINK, 0x40, 1, NULL), WS_OK);
  assert_int_equal(ws_do_mbar_complete_tx(&g.dev, ws_whole(0, 1), 0x40, 8), WS_OK);
  assert_int_equal(ws_do_mbar_wait(&g.dev, two, WS_OP_MBAR_TRY_WAIT_HINT, 0x40, token, 50, &p), WS_OK);
  assert_int_equal(p, 3);
  assert_int_equal(ws_do_mbar_inval(&g.dev, ws_whole(0, 1), 0x40), WS_OK);
  assert_int_equal(ws_do_mbar_inval(&g.dev, ws_whole(0, 1), 0x40), WS_E_STATUS);
  assert_string_equal(ws_status_name(g.dev.status), "MB_NOT_INIT");
  assert_int_equal(ws_do_mbar_arrive(&g.dev, two, WS_OP_MBAR_TEST_WAIT, 0x40, 1, NULL), WS_E_ARG);
  assert_int_equal(ws_do_mbar_arrive(&g.dev, two, 0x722, 0x40, 1, NULL), WS_E_ARG);
  assert_int_equal(ws_do_mbar_wait(&g.dev, two, WS_OP_MBAR_ARRIVE, 0x40, token, 0, &p), WS_E_ARG);
  assert_int_equal(ws_do_mbar_wait(&g.dev, two, WS_OP_MBAR_PENDING_COUNT, 0x40, token, 0, &p), WS_E_ARG);
}

static void a_limit_of_a_wait_is_its_time(void **state) {
  uint64_t parity[32] = {0};
  ws_counters before, after;
  uint32_t p = 1;
  (void)state;
  assert_int_equal(ws_do_mbar_init(&g.dev, ws_whole(0, 1), 0x40, 1), WS_OK);
  assert_int_equal(ws_counters_get(&g.dev, &before), WS_OK);
  assert_int_equal(ws_do_mbar_wait(&g.dev, ws_whole(0, 1), WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 0x40, parity, 100000, &p),
                   WS_OK);
  assert_int_equal(ws_counters_get(&g.dev, &after), WS_OK);
  assert_int_equal(p, 0);
  assert_in_range(after.clocks - before.clocks, 10000, 11000); // ticks of 10 ns, a clock each
}

static void copies(void **state) {
  uint32_t dst[32], src[32], words[4] = {11, 22, 33, 44}, got[4], p;
  uint64_t parity[32] = {0};
  (void)state;
  for (unsigned lane = 0; lane < 32; lane++) {
    dst[lane] = 0x100 + 8 * lane;
    src[lane] = 8 - 8 * (lane & 1);
  }
  const ws_who two = ws_whole(0, 3);
  assert_int_equal(ws_gmem_write(&g.dev, 0, words, 4), WS_OK);
  assert_int_equal(ws_do_mbar_init(&g.dev, ws_whole(0, 1), 0x40, 2), WS_OK);
  assert_int_equal(ws_do_cp_async(&g.dev, two, WS_OP_CP_ASYNC_CA, dst, src, 8, 8), WS_OK);
  assert_int_equal(ws_do_cp_async_arrive(&g.dev, two, 0x40, true), WS_OK);
  assert_int_equal(ws_do_mbar_wait(&g.dev, ws_whole(0, 1), WS_OP_MBAR_TRY_WAIT_PARITY, 0x40, parity, 0, &p), WS_OK);
  assert_int_equal(p, 1);
  assert_int_equal(ws_smem_read(&g.dev, 0x100, got, 4), WS_OK);
  assert_int_equal(got[0], 33);
  assert_int_equal(got[1], 44);
  assert_int_equal(got[2], 11);
  assert_int_equal(got[3], 22);
  assert_int_equal(ws_do_cp_async(&g.dev, two, WS_OP_CP_ASYNC_CG, dst, src, 8, 8), WS_E_STATUS);
  assert_int_equal(g.dev.status, WS_ST_AT_MISALIGNED);
  assert_int_equal(ws_do_cp_async(&g.dev, two, WS_OP_MBAR_ARRIVE, dst, src, 8, 8), WS_E_ARG);
  assert_int_equal(ws_do_cp_async_arrive(&g.dev, two, 0x44, false), WS_E_STATUS);
}

// What the driver knows of operations; that it writes the operands which each looks at, the vectors of the self-test show.
static void operations_are_known(void **state) {
  (void)state;
  for (uint32_t op = 0; op < 0x1000; op++) {
    if (!ws_op_built(op))
      continue;
    assert_true(ws_op_uses(op) || ws_op_gathers(op));
    assert_int_equal(ws_op_gives_token(op) && !ws_op_gives_d(op), 0);
  }
  assert_int_equal(ws_op_uses(0xfff), WS_USES_ALL);
  assert_false(ws_op_gives_d(WS_OP_VOTE_ALL));
  assert_true(ws_op_gives_token(WS_OP_MBAR_ARRIVE));
  assert_false(ws_op_gives_token(WS_OP_MBAR_ARRIVE_SINK));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, start, end)

int main(void) {
  const struct CMUnitTest tests[] = {
      TEST(shuffles),
      TEST(undefined_input_is_answered_and_told),
      TEST(votes),
      TEST(elect_activemask_and_the_warps_barrier),
      TEST(matches),
      TEST(reductions),
      TEST(barriers),
      TEST(mbarriers),
      TEST(a_limit_of_a_wait_is_its_time),
      TEST(copies),
      TEST(operations_are_known),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
