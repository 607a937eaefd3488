// SPDX-License-Identifier: Apache-2.0
// The driver's functions for the block as a whole, on the golden model: identification, reset, warps, settings, counters,
// captures, memories; and that no access that fails is silent.
#include "test_port.h"

static void open_reads_what_the_block_is(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 8, 4);
  assert_int_equal(g.dev.caps.lanes, 8);
  assert_int_equal(g.dev.caps.warps, 4);
  assert_int_equal(g.dev.caps.slots, 1);
  assert_int_equal(g.dev.caps.fifo, 4);
  assert_int_equal(g.dev.caps.smem_bytes, 16384);
  assert_int_equal(g.dev.caps.gmem_bytes, 4096);
  assert_int_equal(g.dev.caps.map, WS_BUS_MAP);
  assert_true(g.dev.caps.units & WS_CAP_UNITS_MBAR_BM);
  assert_int_equal(g.dev.caps.tick_ns, 10);
  rig_close(&g);
}

static int open_with(rig *g, uint32_t addr, uint32_t clear, uint32_t set) {
  ws_dev dev;
  g->force_addr = addr;
  g->force_clear = clear;
  g->force_set = set;
  int r = ws_open(&dev, &g->port);
  rig_quiet(g);
  return r;
}

static void open_refuses_what_is_not_the_block_or_has_another_map(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 32, 8);
  uint64_t before = g.writes;
  assert_int_equal(open_with(&g, WS_REG_ID, ~0u, 0xdeadbeef), WS_E_ID);
  assert_int_equal(open_with(&g, WS_REG_MAP, ~0u, WS_BUS_MAP ^ 1), WS_E_MAP);
  assert_int_equal(open_with(&g, WS_REG_CAP_SIZE, WS_CAP_SIZE_LANES_BM, 5), WS_E_CAP);
  assert_int_equal(open_with(&g, WS_REG_CAP_SIZE, WS_CAP_SIZE_LANES_BM, 0), WS_E_CAP);
  assert_int_equal(open_with(&g, WS_REG_CAP_SIZE, WS_CAP_SIZE_WARPS_BM, 0), WS_E_CAP);
  assert_int_equal(open_with(&g, WS_REG_CAP_SIZE, WS_CAP_SIZE_SLOTS_BM, 8u << WS_CAP_SIZE_SLOTS_BP), WS_E_CAP);
  assert_int_equal(open_with(&g, WS_REG_CAP_SIZE, WS_CAP_SIZE_FIFO_BM, 0), WS_E_CAP);
  assert_int_equal(open_with(&g, WS_REG_CAP_MEM, ~0u, 0), WS_E_CAP);
  assert_int_equal(open_with(&g, WS_REG_CAP_TICK, ~0u, 0), WS_E_CAP);
  assert_int_equal(open_with(&g, WS_REG_CAP_UNITS, WS_CAP_UNITS_VOTE_BM, 0), WS_E_CAP);
  assert_int_equal(open_with(&g, WS_REG_CAP_UNITS, WS_CAP_UNITS_MBAR_BM, 0), WS_E_CAP);
  assert_int_equal(open_with(&g, ~0u, 0, 0), WS_OK);
  assert_int_equal(g.writes, before); // identification writes nothing
  rig_close(&g);
}

// One run through the driver. Returns the first result that is not WS_OK.
static int whole_run(rig *g) {
  const uint32_t words[2] = {1, 2};
  uint32_t a[32] = {0}, got[2], live, waiting;
  ws_settings settings;
  ws_counters counters;
  ws_first_error error;
  ws_refused refused;
  int r = ws_open(&g->dev, &g->port);
  r = r ? r : ws_reset(&g->dev);
  r = r ? r : ws_launch(&g->dev, 0, rig_all(g), 0);
  r = r ? r : ws_warp_state(&g->dev, 0, &live, &waiting);
  r = r ? r : ws_settings_get(&g->dev, &settings);
  r = r ? r : ws_settings_put(&g->dev, &settings);
  r = r ? r : ws_smem_write(&g->dev, 0, words, 2);
  r = r ? r : ws_smem_read(&g->dev, 0, got, 2);
  r = r ? r : ws_gmem_write(&g->dev, 0, words, 2);
  r = r ? r : ws_gmem_read(&g->dev, 0, got, 2);
  r = r ? r : ws_engine_tx(&g->dev, 0x40, 4);
  r = r ? r : ws_do_redux(&g->dev, ws_whole(0, rig_all(g)), WS_OP_REDUX_ADD_U32, a, got);
  r = r ? r : ws_do_mbar_arrive(&g->dev, ws_whole(0, 1), WS_OP_MBAR_ARRIVE, 0x40, 1, NULL);
  r = r == WS_E_STATUS ? WS_OK : r;
  r = r ? r : ws_first_error_get(&g->dev, &error);
  r = r ? r : ws_counters_get(&g->dev, &counters);
  r = r ? r : ws_counters_clear(&g->dev);
  r = r ? r : ws_exit(&g->dev, 0, 1);
  return r ? r : ws_refusal(&g->dev, &refused);
}

static void no_access_that_fails_is_silent(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 4, 8);
  g.accesses = 0;
  assert_int_equal(whole_run(&g), WS_OK);
  uint64_t accesses = g.accesses;
  assert_in_range(accesses, 60, 400);
  for (uint64_t n = 1; n <= accesses; n++) {
    assert_int_equal(ws_reset(&g.dev), WS_OK);
    g.accesses = 0;
    g.fail_at = n;
    assert_int_equal(whole_run(&g), WS_E_BUS);
    g.fail_at = 0;
  }
  g.accesses = 0;
  g.fail_from = 1; // gone for good: returns at once
  assert_int_equal(whole_run(&g), WS_E_BUS);
  assert_int_equal(g.accesses, 1);
  assert_int_equal(g.dev.last_addr, WS_REG_ID);
  assert_false(g.dev.last_write);
  rig_close(&g);
}

static void reset_gives_up_on_a_block_that_stays_in_reset(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 32, 8);
  g.force_addr = WS_REG_CTRL;
  g.force_set = WS_CTRL_RESET_BM;
  assert_int_equal(ws_reset(&g.dev), WS_E_TIMEOUT);
  rig_quiet(&g);
  assert_int_equal(ws_reset(&g.dev), WS_OK);
  rig_close(&g);
}

static void warps_live_and_exit(void **state) {
  rig g;
  uint32_t live, waiting;
  (void)state;
  rig_open(&g, 8, 8);
  assert_int_equal(ws_launch(&g.dev, 2, 0x7e, 0), WS_OK);
  assert_int_equal(ws_exit(&g.dev, 2, 0x18), WS_OK);
  assert_int_equal(ws_warp_state(&g.dev, 2, &live, &waiting), WS_OK);
  assert_int_equal(live, 0x66);
  assert_int_equal(waiting, 0);
  assert_int_equal(ws_launch(&g.dev, 4, 1, 0), WS_E_ARG); // no such warp
  assert_int_equal(ws_launch(&g.dev, 0, 0x100, 0), WS_E_ARG);
  assert_int_equal(ws_launch(&g.dev, 0, 1, 5), WS_E_ARG);
  assert_int_equal(ws_exit(&g.dev, 4, 1), WS_E_ARG);
  assert_int_equal(ws_exit(&g.dev, 0, 0x100), WS_E_ARG);
  assert_int_equal(ws_warp_state(&g.dev, 4, &live, &waiting), WS_E_ARG);
  rig_close(&g);
}

// Two of the four warps make up the CTA: a barrier without a count awaits no more.
static void a_launch_announces_the_warps_of_its_cta(void **state) {
  rig g;
  (void)state;
  rig_open(&g, 4, 8);
  for (unsigned w = 0; w < 2; w++)
    assert_int_equal(ws_launch(&g.dev, w, 0xf, 2), WS_OK);
  ws_job job = {.op = WS_OP_BAR_SYNC, .lanes = 0xf};
  assert_int_equal(ws_start(&g.dev, &job), WS_OK);
  assert_int_equal(ws_do_barrier(&g.dev, ws_whole(1, 0xf), WS_OP_BAR_SYNC, 0, 0, 0, NULL), WS_OK);
  assert_int_equal(ws_wait(&g.dev, &job), WS_OK);
  rig_close(&g);
}

static void settings_are_kept_and_checked(void **state) {
  rig g;
  ws_settings s;
  (void)state;
  rig_open(&g, 32, 8);
  assert_int_equal(ws_settings_get(&g.dev, &s), WS_OK);
  assert_int_equal(s.trywait, 1024);
  assert_false(s.legacy);
  const ws_settings other = {true, 77, 88, 99};
  assert_int_equal(ws_settings_put(&g.dev, &other), WS_OK);
  assert_int_equal(ws_settings_get(&g.dev, &s), WS_OK);
  assert_true(s.legacy);
  assert_int_equal(s.watchdog, 77);
  assert_int_equal(s.trywait, 88);
  assert_int_equal(s.tick_div, 99);
  assert_int_equal(ws_settings_put(&g.dev, &(ws_settings){.watchdog = 32768}), WS_E_ARG);
  assert_int_equal(ws_settings_put(&g.dev, &(ws_settings){.trywait = 65536}), WS_E_ARG);
  assert_int_equal(ws_settings_put(&g.dev, &(ws_settings){.tick_div = 65536}), WS_E_ARG);
  g.dev.caps.units &= ~WS_CAP_UNITS_WATCHDOG_BM;
  assert_int_equal(ws_settings_put(&g.dev, &(ws_settings){.watchdog = 1}), WS_E_ARG);
  rig_close(&g);
}

static void counters_count(void **state) {
  rig g;
  ws_counters c;
  (void)state;
  rig_open(&g, 32, 8);
  rig_launch(&g);
  assert_int_equal(ws_counters_clear(&g.dev), WS_OK);
  for (unsigned n = 0; n < 3; n++)
    assert_int_equal(ws_do_bar_warp(&g.dev, ws_whole(n, rig_all(&g))), WS_OK);
  assert_int_equal(ws_do_mbar_inval(&g.dev, ws_whole(0, 1), 8), WS_E_STATUS);
  assert_int_equal(ws_counters_get(&g.dev, &c), WS_OK);
  assert_int_equal(c.requests, 4);
  assert_int_equal(c.completions, 4);
  assert_int_equal(c.errors, 1);
  assert_true(c.clocks > 20);
  const uint64_t before = g.writes; // what is not built is not asked for
  g.dev.caps.units &= ~(WS_CAP_UNITS_COUNTERS_BM | WS_CAP_UNITS_MBAR_BM);
  assert_int_equal(ws_counters_get(&g.dev, &c), WS_E_ARG);
  assert_int_equal(ws_counters_clear(&g.dev), WS_E_ARG);
  assert_int_equal(ws_engine_tx(&g.dev, 0, 8), WS_E_ARG);
  assert_int_equal(g.writes, before);
  rig_close(&g);
}

static void the_first_error_is_kept(void **state) {
  rig g;
  ws_first_error e;
  (void)state;
  rig_open(&g, 32, 8);
  rig_launch(&g);
  assert_int_equal(ws_first_error_get(&g.dev, &e), WS_OK);
  assert_false(e.valid);
  assert_int_equal(ws_do_bar_warp(&g.dev, (ws_who){3, 6, 4}), WS_E_STATUS);
  assert_int_equal(g.dev.status, WS_ST_CV_NOT_MEMBER);
  assert_int_equal(ws_do_mbar_inval(&g.dev, ws_whole(0, 1), 8), WS_E_STATUS);
  assert_int_equal(ws_first_error_get(&g.dev, &e), WS_OK);
  assert_true(e.valid);
  assert_int_equal(e.status, WS_ST_CV_NOT_MEMBER);
  assert_int_equal(e.op, WS_OP_BAR_WARP);
  assert_int_equal(e.warp, 3);
  assert_int_equal(e.cta, 0);
  assert_int_equal(e.lanes, 2);
  assert_int_equal(e.operand, 4);
  rig_close(&g);
}

static void a_refused_access_is_told_with_its_reason(void **state) {
  static const struct {
    uint32_t addr;
    bool write;
    uint32_t kind;
  } access[] = {{WS_REG_SCRATCH + 2, false, WS_BUS_ERR_INFO_KIND_UNALIGNED},
                {WS_REG_SCRATCH + 1, true, WS_BUS_ERR_INFO_KIND_UNALIGNED},
                {0x4000, false, WS_BUS_ERR_INFO_KIND_UNMAPPED},
                {WS_REG_LANE_MASK(8), true, WS_BUS_ERR_INFO_KIND_UNMAPPED},
                {WS_REG_ID, true, WS_BUS_ERR_INFO_KIND_READ_ONLY},
                {WS_REG_SUBMIT, false, WS_BUS_ERR_INFO_KIND_WRITE_ONLY},
                {WS_REG_CPL_POP, true, WS_BUS_ERR_INFO_KIND_EMPTY}};
  rig g;
  ws_refused got;
  uint32_t data;
  (void)state;
  rig_open(&g, 8, 8);
  for (unsigned i = 0; i < sizeof access / sizeof access[0]; i++) {
    data = 0xdead;
    assert_int_equal(access[i].write ? ws_reg_write(&g.dev, access[i].addr, 1)
                                     : ws_reg_read(&g.dev, access[i].addr, &data),
                     WS_E_BUS);
    assert_int_equal(data, access[i].write ? 0xdead : 0);
    assert_int_equal(g.dev.last_addr, access[i].addr);
    assert_int_equal(g.dev.last_write, access[i].write);
    assert_int_equal(ws_refusal(&g.dev, &got), WS_OK);
    assert_true(got.valid);
    assert_int_equal(got.addr, access[i].addr);
    assert_int_equal(got.kind, access[i].kind);
    assert_int_equal(got.write, access[i].write);
    assert_int_equal(ws_refusal(&g.dev, &got), WS_OK); // and cleared
    assert_false(got.valid);
  }
  rig_close(&g);
}

// As over a serial line: nobody says that the write was refused, but the next call finds out.
static void a_write_refused_in_silence_is_found(void **state) {
  rig g;
  ws_refused got;
  (void)state;
  rig_open(&g, 8, 8);
  rig_launch(&g);
  g.posted = true;
  assert_int_equal(ws_reg_write(&g.dev, WS_REG_ID, 0), WS_OK);
  assert_int_equal(ws_do_bar_warp(&g.dev, ws_whole(0, rig_all(&g))), WS_E_BUS);
  assert_int_equal(ws_refusal(&g.dev, &got), WS_OK);
  assert_int_equal(got.kind, WS_BUS_ERR_INFO_KIND_READ_ONLY);
  assert_int_equal(ws_do_bar_warp(&g.dev, ws_whole(0, rig_all(&g))), WS_OK);
  rig_close(&g);
}

static void memories_have_an_end(void **state) {
  rig g;
  uint32_t words[4] = {1, 0x80000000u, 3, 4}, got[4];
  (void)state;
  rig_open(&g, 32, 8);
  assert_int_equal(ws_smem_write(&g.dev, 16384 - 16, words, 4), WS_OK);
  assert_int_equal(ws_smem_read(&g.dev, 16384 - 16, got, 4), WS_OK);
  assert_memory_equal(got, words, sizeof words);
  assert_int_equal(ws_gmem_write(&g.dev, 4096 - 16, words, 4), WS_OK);
  assert_int_equal(ws_gmem_read(&g.dev, 4096 - 16, got, 4), WS_OK);
  assert_memory_equal(got, words, sizeof words);
  assert_int_equal(ws_smem_write(&g.dev, 16384 - 12, words, 4), WS_E_ARG);
  assert_int_equal(ws_smem_read(&g.dev, 2, got, 1), WS_E_ARG);
  assert_int_equal(ws_gmem_write(&g.dev, 4096 - 12, words, 4), WS_E_ARG);
  assert_int_equal(ws_gmem_read(&g.dev, 4100, got, 0), WS_E_ARG);
  rig_close(&g);
}

static void an_engine_completes_a_transaction(void **state) {
  rig g;
  uint32_t p = 0;
  uint64_t parity[32] = {0};
  (void)state;
  rig_open(&g, 32, 8);
  rig_launch(&g);
  const ws_who one = ws_whole(0, 1);
  assert_int_equal(ws_do_mbar_init(&g.dev, one, 0x80, 1), WS_OK);
  assert_int_equal(ws_do_mbar_arrive(&g.dev, one, WS_OP_MBAR_ARRIVE_EXPECT_TX, 0x80, 48, NULL), WS_OK);
  assert_int_equal(ws_engine_tx(&g.dev, 0x80, 16), WS_OK);
  assert_int_equal(ws_do_mbar_wait(&g.dev, one, WS_OP_MBAR_TEST_WAIT_PARITY, 0x80, parity, 0, &p), WS_OK);
  assert_int_equal(p, 0);
  assert_int_equal(ws_engine_tx(&g.dev, 0x80, 32), WS_OK);
  assert_int_equal(ws_do_mbar_wait(&g.dev, one, WS_OP_MBAR_TEST_WAIT_PARITY, 0x80, parity, 0, &p), WS_OK);
  assert_int_equal(p, 1);
  g.force_addr = WS_REG_STATUS;
  g.force_set = WS_STATUS_TX_BUSY_BM;
  assert_int_equal(ws_engine_tx(&g.dev, 0x80, 16), WS_E_TIMEOUT);
  rig_close(&g);
}

static void every_result_has_a_name(void **state) {
  (void)state;
  for (int r = WS_OK; r <= WS_E_RESET; r++)
    assert_memory_equal(ws_result_name(r), "WS_", 3);
  assert_string_equal(ws_result_name(WS_E_TIMEOUT), "WS_E_TIMEOUT");
  assert_string_equal(ws_result_name(WS_E_RESET + 1), "?");
  assert_string_equal(ws_result_name(-1), "?");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(open_reads_what_the_block_is),
      cmocka_unit_test(open_refuses_what_is_not_the_block_or_has_another_map),
      cmocka_unit_test(no_access_that_fails_is_silent),
      cmocka_unit_test(reset_gives_up_on_a_block_that_stays_in_reset),
      cmocka_unit_test(warps_live_and_exit),
      cmocka_unit_test(a_launch_announces_the_warps_of_its_cta),
      cmocka_unit_test(settings_are_kept_and_checked),
      cmocka_unit_test(counters_count),
      cmocka_unit_test(the_first_error_is_kept),
      cmocka_unit_test(a_refused_access_is_told_with_its_reason),
      cmocka_unit_test(a_write_refused_in_silence_is_found),
      cmocka_unit_test(memories_have_an_end),
      cmocka_unit_test(an_engine_completes_a_transaction),
      cmocka_unit_test(every_result_has_a_name),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
