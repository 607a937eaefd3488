// SPDX-License-Identifier: Apache-2.0
// The model of the block on a bus, as software sees it: identification, an operation of each family through the registers
// against the pure functions, several in flight, memories, refused accesses, interrupts, reset by software.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bus/ws_bus.h"

static ws_bus *bus;
static const uint32_t lane_words[] = {0x00, 0x04, 0x08, 0x10, 0x14, 0x18, 0x1c};

static void wr(uint32_t addr, uint32_t data) {
  uint64_t clocks = 0;
  assert_int_equal(ws_bus_write(bus, addr, data, 15, &clocks), WS_BUS_OKAY);
  assert_true(clocks < 2000);
}

static uint32_t rd(uint32_t addr) {
  uint32_t data = 0, peeked = 0;
  uint64_t clocks = 0;
  assert_true(ws_bus_peek(bus, addr, &peeked));
  assert_int_equal(ws_bus_read(bus, addr, &data, &clocks), WS_BUS_OKAY);
  assert_true(clocks < 2000);
  return data;
}

static int open_bus(void **state) {
  (void)state;
  const ws_bus_config cfg = {.build = 0x1234};
  bus = ws_bus_init(malloc(ws_bus_size(&cfg)), &cfg);
  assert_non_null(bus);
  return 0;
}

static int close_bus(void **state) {
  (void)state;
  free(bus);
  return 0;
}

static void launch(unsigned warp, uint32_t lanes) {
  wr(WS_REG_LAUNCH_LANES, lanes);
  wr(WS_REG_LAUNCH, warp);
  while (!(rd(WS_REG_STATUS) & WS_STATUS_IDLE_BM))
    ;
}

// Until the block has taken what was submitted before.
static void taken(void) {
  while (rd(WS_REG_STATUS) & WS_STATUS_BUSY_BM)
    ;
}

static void submit(uint32_t op, unsigned warp, uint32_t tag) {
  taken();
  wr(WS_REG_SUBMIT, op | warp << WS_SUBMIT_WARP_BP | tag << WS_SUBMIT_TAG_BP);
}

static void await(void) {
  for (unsigned k = 0; k < 1000 && !(rd(WS_REG_STATUS) & WS_STATUS_CPL_VALID_BM); k++)
    ;
  assert_true(rd(WS_REG_STATUS) & WS_STATUS_CPL_VALID_BM);
}

static void identifies(void **state) {
  (void)state;
  assert_int_equal(rd(WS_REG_ID), 'W' | 'S' << 8 | 'Y' << 16 | 'N' << 24);
  assert_int_equal(rd(WS_REG_MAP), WS_BUS_MAP);
  assert_int_equal(rd(WS_REG_BUILD), 0x1234);
  assert_int_equal(rd(WS_REG_CAP_SIZE), 32 | 4 << 8 | 1 << 16 | 8 << 24);
  assert_int_equal(rd(WS_REG_CAP_MEM) >> WS_CAP_MEM_GMEM_BP & 511, 16);
  assert_int_equal(rd(WS_REG_CAP_TICK), 10);
}

static void refuses_configurations(void **state) {
  (void)state;
  static const ws_bus_config bad[] = {{.core = {.lanes = 5}}, {.core = {.warps = 3}},
                                      {.core = {.ctas = 2}},  {.fifo = 3},
                                      {.fifo = 128},          {.fifo = 1},
                                      {.gmem_bytes = 128},    {.gmem_bytes = 131072},
                                      {.gmem_bytes = 5000},   {.core = {.match_bits = 5}},
                                      {.tick_div = 65536}};
  void *mem = malloc(ws_bus_size(&bad[0]));
  for (size_t k = 0; k < sizeof bad / sizeof *bad; k++)
    assert_null(ws_bus_init(mem, &bad[k]));
  free(mem);
}

static void shfl_as_the_pure_function(void **state) {
  (void)state;
  uint32_t a[32], b[32], c[32], d[32], p, und;
  launch(1, 0xffffffff);
  wr(WS_REG_LANE_ALL_MASK, 0xffffffff);
  for (unsigned i = 0; i < 32; i++) {
    wr(WS_REG_LANE_A_LO(i), a[i] = 0xa0000000u + 0x1111 * i);
    wr(WS_REG_LANE_B(i), b[i] = i % 7);
    wr(WS_REG_LANE_C(i), c[i] = i % 3 ? 0x1f : 0x081f);
  }
  wr(WS_REG_REQ_LANES, 0xffffffff);
  submit(WS_OP_SHFL_BFLY, 1, 0x5a);
  await();
  ws_shfl(32, WS_OP_SHFL_BFLY, 0xffffffff, a, b, c, d, &p, &und);
  assert_int_equal(und, 0);
  assert_int_equal(rd(WS_REG_CPL_INFO), WS_OP_SHFL_BFLY | WS_CPL_INFO_VALID_BM | 1 << 16 | 0x5au << 24);
  assert_int_equal(rd(WS_REG_CPL_LANES), 0xffffffff);
  assert_int_equal(rd(WS_REG_CPL_STATUS), WS_ST_OK);
  assert_int_equal(rd(WS_REG_CPL_PRED), p);
  for (unsigned i = 0; i < 32; i++) {
    assert_int_equal(rd(WS_REG_RESULT_D(i)), d[i]);
    assert_int_equal(rd(WS_REG_RESULT_D_HI(i)), 0);
  }
  wr(WS_REG_CPL_POP, 1);
  assert_int_equal(rd(WS_REG_CPL_INFO), 0);
  assert_int_equal(rd(WS_REG_RESULT_D(3)), 0);
}

// Nobody reads: the FIFO fills, the block waits, nothing is lost, the bus answers.
static void slow_reader_loses_nothing(void **state) {
  (void)state;
  const unsigned n = 11; // 8 entries, one in the response register, one in the unit, one in front
  for (unsigned w = 0; w < 4; w++)
    launch(w, 0xff);
  wr(WS_REG_LANE_ALL_MASK, 0xff);
  wr(WS_REG_REQ_LANES, 0xff);
  for (uint32_t k = 0; k < n; k++) {
    taken();
    wr(WS_REG_REQ_PRED, k);
    submit(WS_OP_VOTE_BALLOT, k % 4, k);
  }
  ws_bus_run(bus, 2000);
  assert_int_equal(rd(WS_REG_STATUS) >> WS_STATUS_FILL_BP & 255, 8);
  assert_true(rd(WS_REG_STATUS) & WS_STATUS_CPL_FULL_BM);
  for (uint32_t k = 0; k < n; k++) {
    await();
    assert_int_equal(rd(WS_REG_CPL_INFO) >> 24, k);
    assert_int_equal(rd(WS_REG_RESULT_D(5)), k);
    assert_int_equal(rd(WS_REG_RESULT_D(9)), 0); // a lane that took no part
    wr(WS_REG_CPL_POP, 1);
  }
  wr(WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
  assert_int_equal(rd(WS_REG_CNT_REQ_LO), n);
  assert_int_equal(rd(WS_REG_CNT_CPL_LO), n);
  assert_int_equal(rd(WS_REG_CNT_ERR_LO), 0);
  assert_true(rd(WS_REG_CNT_CPL_WAIT_LO) > 1900);
}

static void mbarrier_gives_tokens(void **state) {
  (void)state;
  launch(0, 1);
  wr(WS_REG_LANE_ADDR_LO(0), 0x40);
  wr(WS_REG_LANE_B(0), 3);
  wr(WS_REG_REQ_LANES, 1);
  submit(WS_OP_MBAR_INIT, 0, 1);
  taken();
  wr(WS_REG_LANE_B(0), 1);
  submit(WS_OP_MBAR_ARRIVE_SINK, 0, 2);
  submit(WS_OP_MBAR_ARRIVE, 0, 3);
  for (unsigned k = 0; k < 2; k++) {
    await();
    wr(WS_REG_CPL_POP, 1);
  }
  await();
  const ws_mbar_step one = {.arr = 1};
  const uint64_t before = ws_mbar_next(ws_mbar_word(3), &one).word, after = ws_mbar_next(before, &one).word;
  const uint64_t token = ws_mbar_token(before, false);
  assert_int_equal(rd(WS_REG_CPL_STATUS), WS_ST_OK);
  assert_int_equal(rd(WS_REG_RESULT_D(0)), (uint32_t)token);
  assert_int_equal(rd(WS_REG_RESULT_D_HI(0)), token >> 32);
  assert_int_equal(rd(WS_REG_SMEM + 0x40), (uint32_t)after);
  assert_int_equal(rd(WS_REG_SMEM + 0x44), after >> 32);
  assert_true(rd(WS_REG_STATUS) & WS_STATUS_RAW_BM);
  rd(WS_REG_SMEM + 0x48);
  assert_false(rd(WS_REG_STATUS) & WS_STATUS_RAW_BM);
}

static void copies_global_memory(void **state) {
  (void)state;
  for (uint32_t k = 0; k < 8; k++)
    wr(WS_REG_GMEM + 0x100 + 4 * k, 0x01010101 * (k + 1));
  launch(2, 3);
  for (unsigned i = 0; i < 2; i++) {
    wr(WS_REG_LANE_ADDR_LO(i), 0x200 + 16 * i);
    wr(WS_REG_LANE_A_LO(i), 0x100 + 16 * i);
    wr(WS_REG_LANE_B(i), 16);
    wr(WS_REG_LANE_C(i), i ? 6 : 16);
  }
  wr(WS_REG_REQ_LANES, 3);
  submit(WS_OP_CP_ASYNC_CG, 2, 0);
  while (!(rd(WS_REG_STATUS) & WS_STATUS_IDLE_BM) && !(rd(WS_REG_STATUS) & WS_STATUS_CPL_VALID_BM))
    ;
  ws_bus_run(bus, 200);
  for (uint32_t k = 0; k < 4; k++) {
    uint32_t second = 0x01010101 * (k + 5);
    assert_int_equal(rd(WS_REG_SMEM + 0x200 + 4 * k), 0x01010101 * (k + 1));
    assert_int_equal(rd(WS_REG_SMEM + 0x210 + 4 * k), k == 0 ? second : k == 1 ? second & 0xffff : 0);
  }
}

static void refusals_are_answered_and_kept(void **state) {
  (void)state;
  static const struct {
    uint32_t addr, strb;
    bool write;
    unsigned resp, kind;
  } cases[] = {{0x3, 15, false, WS_BUS_SLVERR, WS_BUS_ERR_INFO_KIND_UNALIGNED},
               {0x38, 15, false, WS_BUS_DECERR, WS_BUS_ERR_INFO_KIND_UNMAPPED},
               {0x38, 15, true, WS_BUS_DECERR, WS_BUS_ERR_INFO_KIND_UNMAPPED},
               {0x210, 15, false, WS_BUS_DECERR, WS_BUS_ERR_INFO_KIND_UNMAPPED}, // warp 4
               {0x100c, 15, true, WS_BUS_DECERR, WS_BUS_ERR_INFO_KIND_UNMAPPED},
               {0x11000, 15, true, WS_BUS_DECERR, WS_BUS_ERR_INFO_KIND_UNMAPPED},
               {WS_REG_ID, 15, true, WS_BUS_SLVERR, WS_BUS_ERR_INFO_KIND_READ_ONLY},
               {WS_REG_SUBMIT, 15, false, WS_BUS_SLVERR, WS_BUS_ERR_INFO_KIND_WRITE_ONLY},
               {WS_REG_REQ_LANES, 3, true, WS_BUS_SLVERR, WS_BUS_ERR_INFO_KIND_STROBES},
               {WS_REG_CPL_POP, 15, true, WS_BUS_SLVERR, WS_BUS_ERR_INFO_KIND_EMPTY}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    uint32_t data = 1;
    const unsigned resp = cases[k].write ? ws_bus_write(bus, cases[k].addr, 1, cases[k].strb, NULL)
                                         : ws_bus_read(bus, cases[k].addr, &data, NULL);
    assert_int_equal(resp, cases[k].resp);
    assert_int_equal(cases[k].write ? 0 : data, 0);
    assert_int_equal(rd(WS_REG_BUS_ERR_ADDR), cases[k].addr);
    assert_int_equal(rd(WS_REG_BUS_ERR_INFO), 1u | (uint32_t)cases[k].write << 1 | cases[k].kind << 4);
    assert_int_equal(ws_bus_write(bus, WS_REG_ID, 0, 15, NULL), WS_BUS_SLVERR); // not kept: one is
    assert_int_equal(rd(WS_REG_BUS_ERR_ADDR), cases[k].addr);
    wr(WS_REG_BUS_ERR_INFO, 1);
    assert_int_equal(rd(WS_REG_STATUS) & WS_STATUS_BUS_ERR_BM, 0);
  }
  assert_int_equal(ws_bus_write(bus, WS_REG_REQ_LANES, 0xffffffff, 0, NULL), WS_BUS_OKAY);
  assert_int_equal(rd(WS_REG_REQ_LANES), 0);
}

static void bytes_of_operands_and_memories(void **state) {
  (void)state;
  static const uint32_t at[] = {WS_REG_SCRATCH, WS_REG_SMEM + 0x3ffc, WS_REG_GMEM + 0xffc};
  for (unsigned k = 0; k < 3; k++) {
    wr(at[k], 0x44332211);
    assert_int_equal(ws_bus_write(bus, at[k], 0xddccbbaa, 5, NULL), WS_BUS_OKAY);
    assert_int_equal(rd(at[k]), 0x44cc22aa);
  }
  for (unsigned k = 0; k < sizeof lane_words / sizeof *lane_words; k++) {
    wr(WS_REG_LANE_ALL_MASK + lane_words[k], 0x44332211);
    assert_int_equal(ws_bus_write(bus, WS_REG_LANE_MASK(7) + lane_words[k], 0xddccbbaa, 8, NULL), WS_BUS_OKAY);
    assert_int_equal(rd(WS_REG_LANE_MASK(7) + lane_words[k]), 0xdd332211);
    assert_int_equal(rd(WS_REG_LANE_MASK(31) + lane_words[k]), 0x44332211);
  }
}

static void interrupts(void **state) {
  (void)state;
  assert_false(ws_bus_irq(bus));
  wr(WS_REG_IRQ_ENABLE, WS_IRQ_ENABLE_BUS_ERR_BM);
  assert_int_equal(ws_bus_write(bus, WS_REG_ID, 0, 15, NULL), WS_BUS_SLVERR);
  ws_bus_run(bus, 2);
  assert_true(ws_bus_irq(bus));
  wr(WS_REG_BUS_ERR_INFO, 1);
  ws_bus_run(bus, 2);
  assert_false(ws_bus_irq(bus));

  launch(0, 0xf);
  wr(WS_REG_IRQ_STATUS, WS_IRQ_STATUS_IDLE_BM | WS_IRQ_STATUS_TAKEN_BM);
  wr(WS_REG_IRQ_ENABLE, WS_IRQ_ENABLE_CPL_BM);
  wr(WS_REG_IRQ_LEVEL, 2);
  wr(WS_REG_REQ_LANES, 0xf);
  submit(WS_OP_ACTIVEMASK, 0, 0);
  ws_bus_run(bus, 100);
  assert_false(ws_bus_irq(bus));
  assert_int_equal(rd(WS_REG_IRQ_STATUS), WS_IRQ_STATUS_IDLE_BM | WS_IRQ_STATUS_TAKEN_BM);
  submit(WS_OP_ACTIVEMASK, 0, 0);
  ws_bus_run(bus, 100);
  assert_true(ws_bus_irq(bus));
  wr(WS_REG_CPL_POP, 1);
  ws_bus_run(bus, 2);
  assert_false(ws_bus_irq(bus));
}

static void reset_by_software(void **state) {
  (void)state;
  wr(WS_REG_SCRATCH, 0xcafe);
  wr(WS_REG_GMEM, 0xbeef);
  launch(0, 0xf);
  wr(WS_REG_LANE_ALL_MASK, 0xf);
  wr(WS_REG_REQ_LANES, 0x3);
  submit(WS_OP_BAR_WARP, 0, 0); // waits for ever
  ws_bus_run(bus, 50);
  assert_int_equal(rd(WS_REG_WAIT(0)), 3);
  wr(WS_REG_CTRL, WS_CTRL_RESET_BM);
  assert_true(rd(WS_REG_CTRL) & WS_CTRL_RESET_BM);
  assert_int_equal(rd(WS_REG_LANE_MASK(9)), 0); // waits until that is cleared
  assert_int_equal(rd(WS_REG_CTRL), 0);
  assert_int_equal(rd(WS_REG_WAIT(0)), 0);
  assert_int_equal(rd(WS_REG_LIVE(0)), 0);
  assert_int_equal(rd(WS_REG_REQ_LANES), 0);
  assert_int_equal(rd(WS_REG_SCRATCH), 0xcafe);
  assert_int_equal(rd(WS_REG_GMEM), 0xbeef);
}

// The same access to a second model, with the same answer after as many clocks.
static uint32_t both(ws_bus *twin, bool write, uint32_t addr, uint32_t data) {
  uint64_t clocks[2] = {0, 0};
  uint32_t got[2] = {0, 0};
  unsigned resp[2];
  for (unsigned k = 0; k < 2; k++) {
    ws_bus *const one = k ? twin : bus;
    resp[k] = write ? ws_bus_write(one, addr, data, 15, &clocks[k]) : ws_bus_read(one, addr, &got[k], &clocks[k]);
  }
  assert_int_equal(resp[0], resp[1]);
  assert_int_equal(got[0], got[1]);
  assert_int_equal(clocks[0], clocks[1]);
  return got[0];
}

// All that a debugger sees, up to the results.
static void assert_same(const ws_bus *twin) {
  assert_int_equal(ws_bus_irq(bus), ws_bus_irq(twin));
  for (uint32_t addr = 0; addr < WS_REG_SMEM; addr += 4) {
    uint32_t got[2] = {0, 0};
    assert_int_equal(ws_bus_peek(bus, addr, &got[0]), ws_bus_peek(twin, addr, &got[1]));
    assert_int_equal(got[0], got[1]);
  }
}

static void one_by_one(ws_bus *twin, uint64_t clocks) {
  const ws_bus_in none = {.bready = true, .rready = true};
  ws_bus_out out;
  while (clocks--)
    ws_bus_step(twin, &none, &out);
}

// ws_bus_run leaves out the clocks of a block at rest; a twin that takes them one by one must not be told apart, also by what
// depends on ticks: each round rests, then has an operation whose end is awaited clock by clock: a wait with a limit, one
// that the watchdog breaks, one that waits for nothing.
static void time_passes_as_clock_by_clock(void **state) {
  (void)state;
  const ws_bus_config cfg = {.build = 0x1234};
  ws_bus *const twin = ws_bus_init(malloc(ws_bus_size(&cfg)), &cfg);
  assert_non_null(twin);
  uint32_t random = 1;
  for (unsigned round = 0; round < 120; round++) {
    random = random * 1664525 + 1013904223;
    const bool watchdog = round / 20 % 2;
    if (round % 20 == 0) {
      both(twin, true, WS_REG_CTRL, WS_CTRL_RESET_BM);
      both(twin, true, WS_REG_WATCHDOG, watchdog ? 9 : 0);
      both(twin, true, WS_REG_LAUNCH_LANES, 0xff);
      both(twin, true, WS_REG_LAUNCH, 0);
      both(twin, true, WS_REG_LANE_ALL_MASK, 0xff);
      both(twin, true, WS_REG_LANE_ALL_B, 1);
      both(twin, true, WS_REG_TRYWAIT, 9);
      both(twin, true, WS_REG_LANE_ALL_ADDR_LO, 0x40);
      both(twin, true, WS_REG_REQ_LANES, 0xff);
      both(twin, true, WS_REG_SUBMIT, WS_OP_MBAR_INIT);
      both(twin, true, WS_REG_IRQ_ENABLE, WS_IRQ_ENABLE_CPL_BM);
      while (!(both(twin, false, WS_REG_STATUS, 0) & WS_STATUS_CPL_VALID_BM))
        ;
      both(twin, true, WS_REG_CPL_POP, 1);
      both(twin, true, WS_REG_TICK_DIV, random >> 24);
    }
    const uint64_t clocks = (random >> 8) % (round % 5 ? 400 : 9000);
    ws_bus_run(bus, clocks);
    one_by_one(twin, clocks);
    while (both(twin, false, WS_REG_STATUS, 0) & WS_STATUS_CPL_VALID_BM)
      both(twin, true, WS_REG_CPL_POP, 1);
    const uint32_t ops[] = {WS_OP_MBAR_TRY_WAIT, WS_OP_BAR_WARP, WS_OP_VOTE_BALLOT};
    const uint32_t op = ops[round % 3];
    both(twin, true, WS_REG_REQ_LANES, op == WS_OP_BAR_WARP && watchdog ? 0xf : 0xff);
    both(twin, true, WS_REG_SUBMIT, op);
    if (round % 4 == 3) { // the wait ends in the middle of it
      ws_bus_run(bus, 9000);
      one_by_one(twin, 9000);
    }
    for (unsigned k = 0; k < 9000 && !ws_bus_irq(twin); k++) {
      ws_bus_run(bus, 1);
      one_by_one(twin, 1);
      assert_int_equal(ws_bus_irq(bus), ws_bus_irq(twin));
    }
    assert_true(ws_bus_irq(bus));
    while (both(twin, false, WS_REG_STATUS, 0) & WS_STATUS_CPL_VALID_BM)
      both(twin, true, WS_REG_CPL_POP, 1);
    both(twin, true, WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
    assert_same(twin);
  }
  free(twin);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(identifies, open_bus, close_bus),
      cmocka_unit_test(refuses_configurations),
      cmocka_unit_test_setup_teardown(shfl_as_the_pure_function, open_bus, close_bus),
      cmocka_unit_test_setup_teardown(slow_reader_loses_nothing, open_bus, close_bus),
      cmocka_unit_test_setup_teardown(mbarrier_gives_tokens, open_bus, close_bus),
      cmocka_unit_test_setup_teardown(copies_global_memory, open_bus, close_bus),
      cmocka_unit_test_setup_teardown(refusals_are_answered_and_kept, open_bus, close_bus),
      cmocka_unit_test_setup_teardown(bytes_of_operands_and_memories, open_bus, close_bus),
      cmocka_unit_test_setup_teardown(interrupts, open_bus, close_bus),
      cmocka_unit_test_setup_teardown(reset_by_software, open_bus, close_bus),
      cmocka_unit_test_setup_teardown(time_passes_as_clock_by_clock, open_bus, close_bus),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
