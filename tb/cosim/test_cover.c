// SPDX-License-Identifier: Apache-2.0
// The coverage's own test: what is asked for, what an impossible hit does, and to which request an answer belongs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "mbar/cover_mbar_ops.h"
#include "shfl/cover_shfl.h"
#include "session.h"

enum { SOURCE = 4, UP = 0, OF_4 = 3, OF_1 = 5 }; // group and places of shfl
static const ws_config four = {.lanes = 4, .warps = 4, .match_bits = 4};

static void a_hit_of_what_cannot_be_hit_is_kept_with_its_reason(void **state) {
  ws_cover c;
  (void)state;
  assert_true(ws_cover_open(&c, &four, UINT32_MAX));
  ws_cover_hit(&c, WS_COVER_SHFL, SOURCE, UP, OF_4, WS_SOURCE_BELOW);
  assert_string_equal(c.wrong, "");
  ws_cover_hit(&c, WS_COVER_SHFL, SOURCE, UP, OF_4, WS_SOURCE_ABOVE);
  assert_string_equal(c.wrong,
                      "shfl, source: shfl.sync.up.b32 x of 4 x a higher lane: was hit and cannot be: up reads no "
                      "higher lane");
  ws_cover_close(&c);
}

static void bins_are_asked_for_until_they_are_hit(void **state) {
  ws_cover c;
  ws_rng r = {1};
  (void)state;
  assert_true(ws_cover_open(&c, &four, UINT32_MAX));
  assert_false(ws_cover_pick(&c, &r, false).valid); // nothing is asked for
  ws_cover_demand(&c, 1 << WS_COVER_BAR, true);
  unsigned both = c.demanded, bins, hit;
  ws_cover_demand(&c, 1 << WS_COVER_BAR, false); // without the model less can be counted
  assert_true(c.demanded < both && c.demanded);
  ws_cover_demand(&c, 1 << WS_COVER_SHFL, true);
  ws_cover_count(&c, WS_COVER_SHFL, -1, &bins, &hit);
  assert_int_equal(c.demanded, bins);
  unsigned before = c.empties;
  ws_cover_hit(&c, WS_COVER_SHFL, SOURCE, UP, OF_4, WS_SOURCE_BELOW);
  ws_cover_hit(&c, WS_COVER_SHFL, SOURCE, UP, OF_4, WS_SOURCE_BELOW);
  ws_cover_hit(&c, WS_COVER_SHFL, SOURCE, UP, 0, WS_SOURCE_BELOW); // segments of 32: not asked for, and welcome
  assert_int_equal(c.empties, before - 1);
  assert_int_equal(ws_cover_hits(&c, WS_COVER_SHFL, SOURCE, UP, OF_4, WS_SOURCE_BELOW), 2);
  assert_string_equal(c.wrong, "");
  for (unsigned k = 0; k < 2000; k++) { // never the one that was hit
    ws_wish w = ws_cover_pick(&c, &r, false);
    assert_true(w.valid && w.family == WS_COVER_SHFL);
    assert_false(w.at[WS_AX_SOURCE] == WS_SOURCE_BELOW && w.at[WS_AX_OP] == WS_OP_SHFL_UP &&
                 w.at[WS_AX_SEGMENT] == OF_4);
  }
  FILE *text = tmpfile();
  char line[200] = "";
  assert_int_equal(ws_cover_missing(&c, "mine", text), before - 1);
  rewind(text);
  assert_non_null(fgets(line, sizeof line, text));
  assert_string_equal(line, "mine: shfl, mask: shfl.sync.up.b32 x full: was never hit\n");
  fclose(text);
  ws_cover_close(&c);
}

static void hits_of_runs_are_added(void **state) {
  ws_cover one, all;
  (void)state;
  assert_true(ws_cover_open(&one, &four, UINT32_MAX) && ws_cover_open(&all, &four, UINT32_MAX));
  ws_cover_hit(&one, WS_COVER_SHFL, SOURCE, UP, OF_4, WS_SOURCE_OWN);
  ws_cover_hit(&one, WS_COVER_SHFL, SOURCE, UP, OF_4, WS_SOURCE_ABOVE);
  ws_cover_add(&all, &one);
  ws_cover_add(&all, &one);
  assert_int_equal(ws_cover_hits(&all, WS_COVER_SHFL, SOURCE, UP, OF_4, WS_SOURCE_OWN), 2);
  assert_string_equal(all.wrong, one.wrong);
  ws_cover_close(&one);
  ws_cover_close(&all);
}

// Lane 3 waits with its own c; the request that completes the group names lane 3 again, with another c, which is refused. The
// group answers in two parts, both with the tag of that request.
static void an_answer_belongs_to_the_request_that_was_granted(void **state) {
  ws_cover c;
  (void)state;
  assert_true(ws_cover_open(&c, &four, UINT32_MAX));
  ws_session_cfg cfg = {.core = four, .side = WS_SIDE_MODEL, .test = "cover", .watch = c.watch};
  ws_session *s = ws_session_open(&cfg);
  ws_req q = {.op = WS_OP_SHFL_UP, .tag = 29, .lanes = 8, .mask = {15, 15, 15, 15}, .b = {2, 2, 2, 2}};
  assert_true(s && ws_session_launch(s, 0, 12) && ws_session_launch(s, 1, 15));
  assert_true(ws_session_issue(s, &q) && ws_session_settle(s));
  // Votes stand in all places behind the port for a while, so that the group's answers come before that to the refused lane.
  ws_in in = {.req = {.valid = true, .op = WS_OP_VOTE_ANY, .tag = 7, .warp = 1, .lanes = 15, .mask = {15, 15, 15, 15}}};
  for (unsigned k = 0; k < 3; k++)
    assert_true(ws_session_cycle(s, &in));
  q.valid = true, q.tag = 30, q.lanes = 12;
  for (unsigned i = 0; i < 4; i++)
    q.b[i] = 0, q.c[i] = 0x300; // segments of one lane: each reads itself
  in.req = q;
  assert_true(ws_session_cycle(s, &in));
  in.req.valid = false;
  for (unsigned k = 0; k < 20; k++)
    assert_true(ws_session_cycle(s, &in));
  assert_true(ws_session_settle(s));
  assert_int_equal(ws_session_lane(s, 0, 3)->status, WS_ST_CV_LANE_BUSY); // it came last
  assert_string_equal(c.wrong, "");
  assert_int_equal(ws_cover_hits(&c, WS_COVER_SHFL, SOURCE, UP, OF_4, WS_SOURCE_INACTIVE), 1);
  assert_int_equal(ws_cover_hits(&c, WS_COVER_SHFL, SOURCE, UP, OF_1, WS_SOURCE_OWN), 1);
  assert_int_equal(ws_cover_hits(&c, WS_COVER_SHFL, SOURCE, UP, OF_1, WS_SOURCE_INACTIVE), 0);
  assert_true(ws_session_close(s));
  ws_cover_close(&c);
}

static void the_shapes_of_a_mask_are_told(void **state) {
  static const struct {
    uint32_t mask;
    unsigned lanes, shapes;
  } row[] = {
      {0xf, 4, 1 << WS_SHAPE_FULL},
      {0x4, 4, 1 << WS_SHAPE_ONE},
      {0x3, 4, 1 << WS_SHAPE_TWO | 1 << WS_SHAPE_PREFIX},
      {0xe, 4, 1 << WS_SHAPE_SUFFIX},
      {0x5, 4, 1 << WS_SHAPE_TWO | 1 << WS_SHAPE_ALTERNATING},
      {0x9, 4, 1 << WS_SHAPE_TWO | 1 << WS_SHAPE_SPARSE},
      {0xffffffff, 32, 1 << WS_SHAPE_FULL},
      {0x7fffffff, 32, 1 << WS_SHAPE_PREFIX},
      {0xfffffffc, 32, 1 << WS_SHAPE_SUFFIX},
      {0xaaaaaaaa, 32, 1 << WS_SHAPE_ALTERNATING},
      {0x80000001, 32, 1 << WS_SHAPE_TWO | 1 << WS_SHAPE_SPARSE},
      {0x00ffff00, 32, 0}, // in one piece, at neither end
  };
  (void)state;
  for (unsigned k = 0; k < sizeof row / sizeof row[0]; k++)
    assert_int_equal(ws_shapes_of(row[k].lanes, row[k].mask), row[k].shapes);
}

// ----------------------------------------------------------------------------------------------------------- mbarrier

enum { INVAL = 1, ARRIVE = 4, TEST_PARITY = 1, TRY_PARITY_HINT = 5 }; // places: operations; waits

static unsigned place_of(const uint16_t *list, unsigned size, uint32_t code) {
  unsigned k = 0;
  while (k < size && list[k] != code)
    k++;
  assert_true(k < size);
  return k;
}

static void a_status_that_an_operation_cannot_have_is_kept(void **state) {
  ws_cover c;
  unsigned reinit = place_of(ws_mbar_op_statuses, WS_MBO_STATUSES, WS_ST_MB_REINIT);
  (void)state;
  assert_true(ws_cover_open(&c, &four, UINT32_MAX));
  ws_cover_hit(&c, WS_COVER_MBAR_OPS, WS_MBG_STATUS, 0, reinit, 0);
  assert_string_equal(c.wrong, "");
  ws_cover_hit(&c, WS_COVER_MBAR_OPS, WS_MBG_STATUS, INVAL, reinit, 0);
  assert_string_equal(
      c.wrong, "mbarrier, operation and status: mbarrier.inval.b64 x MB_REINIT: was hit and cannot be: only init "
               "makes an object");
  ws_cover_close(&c);
}

// The rules, at one case each of what makes a difference: they hold for states that nothing plays often.
static void what_cannot_become_of_an_object_is_known(void **state) {
  static const struct {
    const char *(*never)(const ws_config *core, const unsigned at[]);
    unsigned at[3];
    bool can;
  } row[] = {
      {ws_mbar_never_pending, {WS_CHG_ARRIVE, WS_PND_0, WS_EFF_MORE}, false},
      {ws_mbar_never_pending, {WS_CHG_ARRIVE, WS_PND_MAX, WS_EFF_FLIP}, true},
      {ws_mbar_never_pending, {WS_CHG_ARRIVE_TX, WS_PND_MANY, WS_EFF_FLIP}, false},
      {ws_mbar_never_pending, {WS_CHG_ARRIVE_TX, WS_PND_FEW, WS_EFF_FLIP}, true},
      {ws_mbar_never_pending, {WS_CHG_ARRIVE_NC, WS_PND_1, WS_EFF_FLIP}, false},
      {ws_mbar_never_pending, {WS_CHG_DEFERRED, WS_PND_FEW, WS_EFF_REST}, false},
      {ws_mbar_never_pending, {WS_CHG_EXPECT, WS_PND_0, WS_EFF_FLIP}, true},
      {ws_mbar_never_pending, {WS_CHG_EXPECT, WS_PND_1, WS_EFF_FLIP}, false},
      {ws_mbar_never_pending, {WS_CHG_INC, WS_PND_MAX, WS_EFF_MORE}, false},
      {ws_mbar_never_tx, {0, WS_TXC_MIN, WS_TXC_MAX}, true}, // expect_tx of two lanes
      {ws_mbar_never_tx, {0, WS_TXC_BELOW, WS_TXC_MAX}, false},
      {ws_mbar_never_tx, {0, WS_TXC_PLUS, WS_TXC_0}, false},
      {ws_mbar_never_tx, {1, WS_TXC_MAX, WS_TXC_MIN}, true},
      {ws_mbar_never_tx, {1, WS_TXC_BELOW, WS_TXC_MIN}, false},
      {ws_mbar_never_tx, {4, WS_TXC_MAX, WS_TXC_MINUS}, false}, // one count at the tx port
      {ws_mbar_never_expected, {0, WS_PND_MANY, WS_EXP_NONE}, true},
      {ws_mbar_never_expected, {1, WS_PND_MANY, WS_EXP_NONE}, false},
      {ws_mbar_never_limit, {0, WS_LIM_TICK, 2}, false},
      {ws_mbar_never_limit, {0, WS_LIM_0, 2}, true},
  };
  (void)state;
  for (unsigned k = 0; k < sizeof row / sizeof row[0]; k++)
    if (!row[k].never(&four, row[k].at) != row[k].can)
      fail_msg("row %u", k);
}

static ws_session *session_of(ws_cover *c) {
  assert_true(ws_cover_open(c, &four, UINT32_MAX));
  ws_session_cfg cfg = {.core = four, .side = WS_SIDE_MODEL, .test = "cover", .watch = c->watch};
  ws_session *s = ws_session_open(&cfg);
  ws_req init = {.op = WS_OP_MBAR_INIT, .tag = 1, .lanes = 1, .addr = {64, 64, 64, 64}, .b = {100}};
  assert_true(s && ws_session_launch(s, 0, 15) && ws_session_issue(s, &init) && ws_session_settle(s));
  return s;
}

// A lane may issue a test_wait and a try_wait behind it before any answer is taken: the answer of the first says nothing of the other.
static void a_wait_is_told_from_the_one_behind_it(void **state) {
  ws_cover c;
  (void)state;
  ws_session *s = session_of(&c);
  ws_req test = {.valid = true, .op = WS_OP_MBAR_TEST_WAIT_PARITY, .tag = 2, .lanes = 1, .addr = {64}}, wait = test;
  wait.op = WS_OP_MBAR_TRY_WAIT_PARITY_HINT, wait.tag = 3, wait.c[0] = 50;
  ws_in in = {.req = test};
  assert_true(ws_session_cycle(s, &in));
  in.req = wait;
  assert_true(ws_session_cycle(s, &in));
  in.req.valid = false;
  for (unsigned k = 0; k < 20; k++)
    assert_true(ws_session_cycle(s, &in));
  assert_true(ws_session_settle(s) && ws_session_tick(s, 5) && ws_session_settle(s));
  assert_string_equal(c.wrong, "");
  assert_int_equal(ws_cover_hits(&c, WS_COVER_MBAR_OPS, WS_MBG_WAIT, TEST_PARITY, WS_OUT_NOT, WS_FLW_0), 1);
  assert_int_equal(ws_cover_hits(&c, WS_COVER_MBAR_OPS, WS_MBG_WAIT, TRY_PARITY_HINT, WS_OUT_LIMIT, WS_FLW_0), 1);
  assert_int_equal(ws_cover_hits(&c, WS_COVER_MBAR_OPS, WS_MBG_LIMIT, 1, WS_LIM_SOME, 3), 1);
  assert_true(ws_session_close(s));
  ws_cover_close(&c);
}

static bool says(FILE *text, const char *wanted) {
  char line[300];
  rewind(text);
  while (fgets(line, sizeof line, text))
    if (strstr(line, wanted))
      return true;
  return false;
}

// Traffic that only ever names all lanes, at one object: what it lacks has a name.
static void lanes_that_nobody_names_are_missed(void **state) {
  ws_cover c;
  (void)state;
  ws_session *s = session_of(&c);
  ws_req q = {.op = WS_OP_MBAR_ARRIVE, .tag = 2, .lanes = 15, .addr = {64, 64, 64, 64}, .b = {1, 1, 1, 1}};
  assert_true(ws_session_issue(s, &q) && ws_session_settle(s));
  ws_cover_demand(&c, 1u << WS_COVER_MBAR_OPS, true);
  FILE *text = tmpfile();
  assert_non_null(text);
  assert_int_equal(ws_cover_missing(&c, "mine", text), c.empties);
  assert_false(says(text, "operation and lanes: mbarrier.arrive.b64 x all x carried out:"));
  assert_false(says(text, "objects and lanes: mbarrier.arrive.b64 x one object, asked alike x all lanes:"));
  assert_false(says(text, "step, pending count and effect: arrive x more than lanes x some left pending:"));
  assert_true(
      says(text, "mine: mbarrier, operation and lanes: mbarrier.arrive.b64 x one x carried out: was never hit\n"));
  assert_true(says(text, "mine: mbarrier, operation, objects and lanes: mbarrier.arrive.b64 x an object each x all "
                         "lanes: was never hit\n"));
  assert_int_equal(ws_cover_hits(&c, WS_COVER_MBAR_OPS, WS_MBG_STATUS, ARRIVE, 0, 0), 1);
  fclose(text);
  assert_true(ws_session_close(s));
  ws_cover_close(&c);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_hit_of_what_cannot_be_hit_is_kept_with_its_reason),
      cmocka_unit_test(bins_are_asked_for_until_they_are_hit),
      cmocka_unit_test(hits_of_runs_are_added),
      cmocka_unit_test(an_answer_belongs_to_the_request_that_was_granted),
      cmocka_unit_test(the_shapes_of_a_mask_are_told),
      cmocka_unit_test(a_status_that_an_operation_cannot_have_is_kept),
      cmocka_unit_test(what_cannot_become_of_an_object_is_known),
      cmocka_unit_test(a_wait_is_told_from_the_one_behind_it),
      cmocka_unit_test(lanes_that_nobody_names_are_missed),
  };
  return cmocka_run_group_tests_name("coverage", tests, NULL, NULL);
}
