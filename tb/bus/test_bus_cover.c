// SPDX-License-Identifier: Apache-2.0
// The coverage of the bus by itself, on the model alone: what an access counts, what is asked for of a build, what a bin that cannot be hit
// and one that was not hit are called.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "bus_cover.h"

static const ws_bus_config whole = {
    .core = {.lanes = 4, .warps = 4, .families = WS_FAMILY_ALL}, .fifo = 4, .gmem_bytes = 1024, .tick_div = 1};

typedef struct place { // the model on a bench without RTL, and its coverage
  bus_bench b;
  ws_cover cover;
} place;

static place *open_place(const ws_bus_config *cfg) {
  place *p = calloc(1, sizeof *p);
  void *mem = malloc(ws_bus_size(cfg));
  assert_non_null(p);
  assert_non_null(mem);
  p->b.cfg = *cfg;
  p->b.model = ws_bus_init(mem, cfg);
  assert_non_null(p->b.model);
  p->b.test = "mine";
  p->b.repeat = "";
  assert_true(bus_cover_open(&p->cover, &p->b.cfg));
  p->b.cover = &p->cover;
  if (setjmp(p->b.leave))
    fail();
  return p;
}

static void close_place(place *p) {
  ws_bins_close(&p->cover);
  free(p->b.model);
  free(p);
}

static uint64_t hits(const place *p, bus_group group, unsigned i, unsigned j, unsigned k) {
  return ws_cover_hits(&p->cover, 0, group, i, j, k);
}

static void an_access_is_counted_as_it_was_answered(void **state) {
  place *p = open_place(&whole);
  uint32_t data;
  (void)state;
  bus_write_bytes(&p->b, WS_REG_SCRATCH, 5, 3);
  bus_read(&p->b, WS_REG_SCRATCH);
  assert_int_equal(bus_try_read(&p->b, WS_REG_SUBMIT, &data), WS_BUS_SLVERR);
  assert_int_equal(bus_try_write(&p->b, 0x38, 0, 15), WS_BUS_DECERR);
  assert_int_equal(hits(p, BUS_G_REGISTER, bus_place_at(WS_REG_SCRATCH), 1, 0), 1);
  assert_int_equal(hits(p, BUS_G_REGISTER, bus_place_at(WS_REG_SCRATCH), 0, 0), 1);
  assert_int_equal(hits(p, BUS_G_REGISTER, bus_place_at(WS_REG_SUBMIT), 0, 1), 1);
  assert_int_equal(hits(p, BUS_G_REGISTER, bus_place_at(0x38), 1, 2), 1);
  assert_int_equal(hits(p, BUS_G_BYTES, 3, BUS_B_SCRATCH, 0), 1);
  assert_int_equal(hits(p, BUS_G_REFUSAL, WS_BUS_ERR_INFO_KIND_WRITE_ONLY - 1, BUS_A_REGISTER, 0), 1);
  assert_int_equal(hits(p, BUS_G_REFUSAL, WS_BUS_ERR_INFO_KIND_UNMAPPED - 1, BUS_A_NOTHING, 1), 1);
  assert_int_equal(hits(p, BUS_G_AFTER, BUS_AFTER_REFUSED, BUS_AREAS + BUS_A_NOTHING, 0), 1);
  assert_string_equal(p->cover.wrong, "");
  close_place(p);
}

static void an_operation_is_counted_when_its_status_is_read(void **state) {
  place *p = open_place(&whole);
  const ws_cover_axis *ops = bus_groups[BUS_G_OPERATION].axis[0];
  const unsigned elect = ws_cover_place(ops, WS_OP_ELECT);
  (void)state;
  bus_launch(&p->b, 0, 15);
  bus_write(&p->b, WS_REG_LANE_ALL_MASK, 15);
  bus_lanes(&p->b, 15);
  bus_submit(&p->b, WS_OP_ELECT, 0, 1);
  bus_until_idle(&p->b);
  assert_int_equal(hits(p, BUS_G_OPERATION, elect, 0, 0), 0);
  bus_answer(&p->b, WS_OP_ELECT, WS_ST_OK);
  assert_int_equal(hits(p, BUS_G_OPERATION, elect, 0, 0), 1);
  assert_int_equal(hits(p, BUS_G_OPERATION, elect, 1, 0), 0);
  assert_int_equal(hits(p, BUS_G_FIFO, BUS_F_POP, BUS_FILL_ONE, 0), 1);
  bus_reset(&p->b);
  assert_int_equal(hits(p, BUS_G_RESET, 0, BUS_U_NOTHING, 0), 1);
  assert_string_equal(p->cover.wrong, "");
  close_place(p);
}

static void a_hit_of_what_cannot_be_hit_is_kept_with_its_reason(void **state) {
  place *p = open_place(&whole);
  (void)state;
  ws_cover_hit(&p->cover, 0, BUS_G_REGISTER, bus_place_at(WS_REG_ID), 1, 0);
  assert_string_equal(p->cover.wrong, "bus, register: ID x write x OKAY: was hit and cannot be: it cannot be written");
  close_place(p);
}

static void an_empty_bin_is_named(void **state) {
  place *p = open_place(&whole);
  char line[200] = "";
  FILE *text = tmpfile();
  (void)state;
  ws_cover_demand(&p->cover, 1, true);
  const unsigned all = p->cover.empties;
  bus_read(&p->b, WS_REG_ID);
  assert_true(p->cover.empties < all);
  assert_int_equal(ws_cover_missing(&p->cover, "mine", text), p->cover.empties);
  rewind(text);
  assert_non_null(fgets(line, sizeof line, text));
  assert_string_equal(line, "mine: bus, register: ID x read x SLVERR: was never hit\n");
  fclose(text);
  close_place(p);
}

// What a build leaves out is not asked for, but for the answer that nothing is there.
static void a_build_is_asked_for_what_it_has(void **state) {
  ws_bus_config small = whole;
  small.core.families = WS_FAMILY_VOTE;
  small.no_counters = true;
  place *all = open_place(&whole), *few = open_place(&small);
  uint32_t data;
  (void)state;
  ws_cover_demand(&few->cover, 1, true);
  ws_cover_demand(&all->cover, 1, true);
  assert_true(few->cover.demanded < all->cover.demanded);
  assert_int_equal(bus_try_read(&few->b, WS_REG_SMEM, &data), WS_BUS_DECERR);
  assert_string_equal(few->cover.wrong, "");
  close_place(few);
  close_place(all);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(an_access_is_counted_as_it_was_answered),
      cmocka_unit_test(an_operation_is_counted_when_its_status_is_read),
      cmocka_unit_test(a_hit_of_what_cannot_be_hit_is_kept_with_its_reason),
      cmocka_unit_test(an_empty_bin_is_named),
      cmocka_unit_test(a_build_is_asked_for_what_it_has),
  };
  return cmocka_run_group_tests_name("coverage of the bus", tests, NULL, NULL);
}
