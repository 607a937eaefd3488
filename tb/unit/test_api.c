// SPDX-License-Identifier: Apache-2.0
// What ws.h promises of all functions alike: the pure ones work in place and refuse codes that are none; a configuration that is
// refused says why; what a word of 0 is as an mbarrier object.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bus/ws_bus.h"
#include "ws.h"

#define LANES WS_LANES_MAX
#define COUNT(x) (sizeof(x) / sizeof((x)[0]))

static const unsigned lane_counts[] = {4, 8, 16, 32};

// A fixed stream of numbers, the same on every machine.
static uint32_t next_random(void) {
  static uint64_t state = 1;
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(state >> 32);
}

static void draw(uint32_t v[LANES]) {
  for (unsigned i = 0; i < LANES; i++)
    v[i] = next_random() % 64 + (next_random() % 32 << 8);
}

// ------------------------------------------------------------------------------------------------------- in place

// What shfl makes of v[0], v[1], v[2] as a, b, c: once into memory of its own, once over the operand `over`.
static void shfl_over(unsigned lanes, unsigned fn, unsigned over) {
  uint32_t v[3][LANES], w[3][LANES], d[LANES], p, und, p_in_place, und_in_place;
  const uint32_t act = next_random() | next_random();
  for (unsigned k = 0; k < 3; k++)
    draw(v[k]);
  memcpy(w, v, sizeof w);
  memcpy(d, v[over], sizeof d); // lanes outside act keep what the operand holds
  ws_shfl(lanes, fn, act, v[0], v[1], v[2], d, &p, &und);
  ws_shfl(lanes, fn, act, w[0], w[1], w[2], w[over], &p_in_place, &und_in_place);
  assert_memory_equal(w[over], d, sizeof d);
  assert_int_equal(p_in_place, p);
  assert_int_equal(und_in_place, und);
}

static void shfl_may_write_over_each_operand(void **state) {
  (void)state;
  for (unsigned run = 0; run < 2000; run++)
    for (unsigned over = 0; over < 3; over++)
      shfl_over(lane_counts[run % 4], run / 4 % 4, over);
}

static void shfl_may_put_predicates_into_an_operand(void **state) {
  (void)state;
  for (unsigned run = 0; run < 1000; run++) {
    uint32_t v[3][LANES], d[LANES] = {0}, e[LANES] = {0}, p, und;
    for (unsigned k = 0; k < 3; k++)
      draw(v[k]);
    ws_shfl(32, run % 4, ~0u, v[0], v[1], v[2], d, &p, &und);
    ws_shfl(32, run % 4, ~0u, v[0], v[1], v[2], e, &v[0][0], &v[1][31]);
    assert_memory_equal(e, d, sizeof d);
    assert_int_equal(v[0][0], p);
    assert_int_equal(v[1][31], und);
  }
}

static void match_any_may_write_over_its_operand(void **state) {
  (void)state;
  for (unsigned run = 0; run < 1000; run++) {
    const unsigned lanes = lane_counts[run % 4], bits = run / 4 % 2 ? 64 : 32;
    uint64_t *a = malloc(LANES * sizeof *a);
    uint32_t d[LANES];
    assert_non_null(a);
    for (unsigned i = 0; i < LANES; i++)
      a[i] = (uint64_t)(next_random() % 3) << 32 | next_random() % 3;
    ws_match_any(lanes, bits, ~0u, a, d);
    ws_match_any(lanes, bits, ~0u, a, (uint32_t *)(void *)a);
    assert_memory_equal(a, d, lanes * sizeof d[0]);
    free(a);
  }
}

static void redux_may_write_over_each_lane_of_its_operand(void **state) {
  (void)state;
  static const unsigned fns[] = {WS_OP_REDUX_ADD_U32, WS_OP_REDUX_AND_B32, WS_OP_REDUX_OR_B32, WS_OP_REDUX_XOR_B32,
                                 WS_OP_REDUX_MIN_S32, WS_OP_REDUX_MAX_U32, WS_OP_REDUX_MIN_F32};
  for (unsigned k = 0; k < COUNT(fns); k++)
    for (unsigned lane = 0; lane < LANES; lane++) {
      uint32_t a[LANES], b[LANES], d;
      draw(a);
      memcpy(b, a, sizeof b);
      ws_redux(32, fns[k], ~0u, a, &d);
      ws_redux(32, fns[k], ~0u, a, &a[lane]);
      assert_int_equal(a[lane], d);
      b[lane] = d; // and nothing else
      assert_memory_equal(a, b, sizeof a);
    }
}

static void vote_elect_and_match_all_may_write_over_their_operands(void **state) {
  (void)state;
  for (unsigned run = 0; run < 1000; run++) {
    const uint32_t act = next_random(), pred = next_random() | next_random();
    uint32_t d, word = pred;
    ws_vote(run % 8, act, pred, &d);
    ws_vote(run % 8, act, word, &word);
    assert_int_equal(word, d);
    word = act;
    word = ws_elect(word);
    assert_int_equal(word, ws_elect(act));
  }
  uint32_t *word = malloc(LANES * sizeof(uint64_t)), d;
  uint64_t a[LANES];
  assert_non_null(word);
  for (unsigned i = 0; i < LANES; i++)
    a[i] = 5;
  assert_true(ws_match_all(32, 64, 0xff, a, &d));
  memcpy(word, a, sizeof a);
  assert_true(ws_match_all(32, 64, 0xff, (const uint64_t *)(const void *)word, word));
  assert_int_equal(word[0], d);
  free(word);
}

static void objects_and_elements_may_be_assigned_what_becomes_of_them(void **state) {
  (void)state;
  const ws_mbar_step arrive = {.arr = 1};
  ws_mbar_result r = {.word = ws_mbar_word(2)};
  const uint64_t once = ws_mbar_next(ws_mbar_word(2), &arrive).word;
  r = ws_mbar_next(r.word, &arrive);
  assert_true(r.word == once && !r.flip);
  uint32_t status = 7;
  status = ws_mbar_pending_count(ws_mbar_token(once, true), &status);
  assert_int_equal(status, 1);

  ws_bar bar = {0};
  const ws_bar_ask ask = {.warp = 0, .op = WS_OP_BAR_SYNC};
  const ws_bar one = ws_bar_next(&bar, &ask, 3, 2).bar;
  bar = ws_bar_next(&bar, &ask, 3, 2).bar;
  assert_memory_equal(&bar, &one, sizeof bar);

  ws_atom_value x = {5, 0}, b = {3, 0};
  assert_int_equal(ws_atom(WS_OP_ATOM_ADD_U32 & 0xff, false, x, x, x, &x), WS_ST_OK);
  assert_int_equal(x.lo, 10);
  assert_int_equal(ws_atom(WS_OP_ATOM_CAS_B32, false, b, b, x, &b), WS_ST_OK);
  assert_int_equal(b.lo, 10);
}

// -------------------------------------------------------------------------------------------- codes that are none

// Is it one that shfl, vote or redux has? The table of operations says so. Elect and bar.warp.sync are no votes.
static bool is_function(unsigned unit, unsigned fn) {
  const char *name = ws_op_name(unit << 8 | fn);
  return fn < 256 && name && (unit != WS_UNIT_VOTE || !strncmp(name, "vote", 4));
}

static void exactly_the_functions_of_the_table_are_accepted(void **state) {
  (void)state;
  uint32_t a[LANES], b[LANES], c[LANES], d[LANES], p, und, one;
  draw(a);
  draw(b);
  draw(c);
  for (unsigned fn = 0; fn < 0x2000; fn++)
    for (unsigned unit = WS_UNIT_SHFL; unit <= WS_UNIT_REDUX; unit++) {
      const bool good = is_function(unit, fn >> 8 == unit ? fn & 0xff : fn);
      const uint32_t wanted = good ? WS_ST_OK : WS_ST_DEC_ILLEGAL;
      switch (unit) {
      case WS_UNIT_SHFL: assert_int_equal(ws_shfl(32, fn, ~0u, a, b, c, d, &p, &und), wanted); break;
      case WS_UNIT_VOTE: assert_int_equal(ws_vote(fn, ~0u, 0, &one), wanted); break;
      case WS_UNIT_REDUX: assert_int_equal(ws_redux(32, fn, ~0u, a, &one), wanted); break;
      default: break;
      }
    }
  assert_string_equal(ws_status_name(ws_shfl(32, 77, ~0u, a, b, c, d, &p, &und)), "DEC_ILLEGAL");
}

static void what_is_refused_has_results_of_zero(void **state) {
  (void)state;
  uint32_t a[LANES], d[LANES], p = 9, und = 9, one = 9;
  draw(a);
  memset(d, 0xff, sizeof d);
  ws_shfl(32, 77, 0x0000ffff, a, a, a, d, &p, &und);
  for (unsigned i = 0; i < LANES; i++)
    assert_int_equal(d[i], i < 16 ? 0 : ~0u);
  assert_int_equal(p | und, 0);
  assert_int_equal(ws_shfl_route(32, 77, 11, 1, 0x1f), 11);
  ws_vote(9, ~0u, ~0u, &one);
  assert_int_equal(one, 0);
  one = 9;
  ws_redux(32, 0x18, ~0u, a, &one);
  assert_int_equal(one, 0);
}

static void a_whole_code_is_as_good_as_its_low_byte(void **state) {
  (void)state;
  uint32_t a[LANES], d, e;
  draw(a);
  assert_int_equal(ws_shfl_route(32, WS_OP_SHFL_BFLY, 3, 1, 0x1f), ws_shfl_route(32, 2, 3, 1, 0x1f));
  ws_redux(32, WS_OP_REDUX_MAX_ABS_NAN_F32, ~0u, a, &d);
  ws_redux(32, WS_OP_REDUX_MAX_ABS_NAN_F32 & 0xff, ~0u, a, &e);
  assert_int_equal(d, e);
}

static void a_barrier_refuses_what_is_no_operation_of_barriers(void **state) {
  (void)state;
  static const uint32_t none[] = {WS_OP_CLUSTER_WAIT, WS_OP_SHFL_UP, 0x501, 0x5ff, 0, 77};
  const ws_bar bar = {0};
  for (unsigned k = 0; k < COUNT(none); k++) {
    const ws_bar_ask ask = {.op = none[k]};
    const ws_bar_result r = ws_bar_next(&bar, &ask, 1, 1);
    assert_int_equal(r.status, WS_ST_DEC_ILLEGAL);
    assert_false(r.bar.act || r.done || r.broken);
  }
}

// ------------------------------------------------------------------------------------------------- configurations

static void the_default_is_accepted_and_complete(void **state) {
  (void)state;
  ws_config cfg = ws_config_default();
  assert_null(ws_config_error(&cfg, 0));
  for (cfg.lanes = 4; cfg.lanes < 32; cfg.lanes *= 2) // a caller changes one field
    assert_null(ws_config_error(&cfg, 0));
  assert_int_equal(cfg.lanes, 32);
  assert_int_equal(cfg.warps, 4);
  assert_true(cfg.trywait && cfg.tick_ns && cfg.waiters && cfg.copies && cfg.ctas && cfg.hop && cfg.slots);
  assert_int_equal(cfg.families, WS_FAMILY_ALL);
  void *mem = malloc(ws_core_size());
  assert_non_null(ws_core_init(mem, &cfg));
  assert_null(ws_core_init(NULL, &cfg));
  free(mem);
}

static void each_refusal_names_its_field(void **state) {
  (void)state;
  const struct {
    const char *field; // the sentence begins with it
    unsigned at, value;
  } bad[] = {
      {"lanes ", offsetof(ws_config, lanes), 7},
      {"lanes ", offsetof(ws_config, lanes), 64},
      {"warps ", offsetof(ws_config, warps), 0},
      {"warps ", offsetof(ws_config, warps), 3},
      {"shfl_form ", offsetof(ws_config, shfl_form), 2},
      {"match_bits ", offsetof(ws_config, match_bits), 0},
      {"tick_ns ", offsetof(ws_config, tick_ns), 1001},
      {"waiters ", offsetof(ws_config, waiters), 1},
      {"copies ", offsetof(ws_config, copies), 12},
      {"alus ", offsetof(ws_config, alus), 3},
      {"banks ", offsetof(ws_config, banks), 12},
      {"banks ", offsetof(ws_config, banks), 4}, // fewer than ALUs
      {"beat ", offsetof(ws_config, beat), 5},
      {"beat ", offsetof(ws_config, beat), 64}, // more than lanes
      {"ctas ", offsetof(ws_config, ctas), 9},
      {"hop ", offsetof(ws_config, hop), 256},
      {"slots ", offsetof(ws_config, slots), 3},
      {"slots ", offsetof(ws_config, slots), 8}, // more than warps
      {"families ", offsetof(ws_config, families), WS_FAMILY_SHFL},
      {"families ", offsetof(ws_config, families), WS_FAMILY_ALL + 1},
  };
  void *mem = malloc(ws_core_size());
  for (unsigned k = 0; k < COUNT(bad); k++) {
    ws_config cfg = ws_config_default();
    memcpy((char *)&cfg + bad[k].at, &bad[k].value, sizeof bad[k].value);
    const char *why = ws_config_error(&cfg, 0);
    assert_non_null(why);
    assert_memory_equal(why, bad[k].field, strlen(bad[k].field));
    assert_null(ws_core_init(mem, &cfg));
    assert_null(ws_cluster_init(mem, &cfg));
  }
  ws_config cfg = ws_config_default();
  assert_string_equal(ws_config_error(&cfg, 1), "rank must be below ctas");
  assert_null(ws_core_init_rank(mem, &cfg, 1));
  cfg.ctas = cfg.slots = 2;
  assert_string_equal(ws_config_error(&cfg, 0),
                      "slots must be 1 where ctas is above 1: a core of a cluster holds one CTA");
  assert_non_null(strstr(ws_config_error(NULL, 0), "NULL"));
  free(mem);
}

static void a_bus_says_why_too(void **state) {
  (void)state;
  void *mem = malloc(ws_bus_size(NULL));
  ws_bus_config cfg = {.fifo = 3};
  assert_memory_equal(ws_bus_config_error(&cfg), "fifo ", 5);
  assert_null(ws_bus_init(mem, &cfg));
  cfg = (ws_bus_config){.core.lanes = 5};
  assert_memory_equal(ws_bus_config_error(&cfg), "lanes ", 6);
  cfg = (ws_bus_config){.core.ctas = 2};
  assert_memory_equal(ws_bus_config_error(&cfg), "core.ctas ", 10);
  cfg = (ws_bus_config){.gmem_bytes = 100};
  assert_memory_equal(ws_bus_config_error(&cfg), "gmem_bytes ", 11);
  cfg = (ws_bus_config){.tick_div = 65536};
  assert_memory_equal(ws_bus_config_error(&cfg), "tick_div ", 9);
  cfg = (ws_bus_config){0};
  assert_null(ws_bus_config_error(&cfg));
  assert_non_null(ws_bus_init(mem, &cfg));
  free(mem);
}

// ----------------------------------------------------------------------------------------------------- mbarriers

static void a_word_of_zero_is_an_object_without_arrivals(void **state) {
  (void)state;
  const ws_mbar_step arrive = {.arr = 1}, expect = {.dtx = 64}, complete = {.dtx = -64};
  assert_int_equal(ws_mbar_word(0), 0);
  ws_mbar_result r = ws_mbar_next(0, &arrive);
  assert_int_equal(r.status, WS_ST_MB_PENDING_UNDERFLOW);
  assert_true(r.word == 0 && !r.flip);
  r = ws_mbar_next(0, &expect);
  assert_true(r.status == WS_ST_OK && !r.flip);
  r = ws_mbar_next(r.word, &complete);
  assert_true(r.status == WS_ST_OK && r.flip && r.word == UINT64_C(1) << 63);
}

static void the_version_is_that_of_the_header(void **state) {
  (void)state;
  assert_string_equal(ws_version(), WS_VERSION);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(shfl_may_write_over_each_operand),
      cmocka_unit_test(shfl_may_put_predicates_into_an_operand),
      cmocka_unit_test(match_any_may_write_over_its_operand),
      cmocka_unit_test(redux_may_write_over_each_lane_of_its_operand),
      cmocka_unit_test(vote_elect_and_match_all_may_write_over_their_operands),
      cmocka_unit_test(objects_and_elements_may_be_assigned_what_becomes_of_them),
      cmocka_unit_test(exactly_the_functions_of_the_table_are_accepted),
      cmocka_unit_test(what_is_refused_has_results_of_zero),
      cmocka_unit_test(a_whole_code_is_as_good_as_its_low_byte),
      cmocka_unit_test(a_barrier_refuses_what_is_no_operation_of_barriers),
      cmocka_unit_test(the_default_is_accepted_and_complete),
      cmocka_unit_test(each_refusal_names_its_field),
      cmocka_unit_test(a_bus_says_why_too),
      cmocka_unit_test(a_word_of_zero_is_an_object_without_arrivals),
      cmocka_unit_test(the_version_is_that_of_the_header),
  };
  return cmocka_run_group_tests_name("api", tests, NULL, NULL);
}
