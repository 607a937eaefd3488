// SPDX-License-Identifier: Apache-2.0
// The coverage's own test: what is asked for, what an impossible hit does, and to which request an answer belongs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "cover_lanes.h"
#include "cover_shfl.h"
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
  // A vote stands in the way of all answers for a while, so that the group's come before that to the refused lane.
  ws_in in = {.req = {.valid = true, .op = WS_OP_VOTE_ANY, .tag = 7, .warp = 1, .lanes = 15, .mask = {15, 15, 15, 15}}};
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

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_hit_of_what_cannot_be_hit_is_kept_with_its_reason),
      cmocka_unit_test(bins_are_asked_for_until_they_are_hit),
      cmocka_unit_test(hits_of_runs_are_added),
      cmocka_unit_test(an_answer_belongs_to_the_request_that_was_granted),
      cmocka_unit_test(the_shapes_of_a_mask_are_told),
  };
  return cmocka_run_group_tests_name("coverage", tests, NULL, NULL);
}
