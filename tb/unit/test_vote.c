// SPDX-License-Identifier: Apache-2.0
// vote, elect (PTX 9.7.13.8, 9.7.13.9, 9.7.13.14): written-out vectors, and at 4 lanes every set of lanes with every
// predicate against an oracle that counts votes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ws.h"

enum {
  ALL = WS_OP_VOTE_ALL & 255,
  ANY = WS_OP_VOTE_ANY & 255,
  UNI = WS_OP_VOTE_UNI & 255,
  BALLOT = WS_OP_VOTE_BALLOT & 255
};
enum { LEGACY = WS_OP_VOTE_LEGACY_ALL - WS_OP_VOTE_ALL };

static uint32_t vote(unsigned fn, uint32_t act, uint32_t pred) {
  uint32_t d;
  assert_int_equal(ws_vote(fn, act, pred, &d), WS_ST_OK);
  return d;
}

// A second opinion: counts the voters and the votes, one lane at a time.
static uint32_t counted(unsigned fn, uint32_t act, uint32_t pred) {
  unsigned voters = 0, votes = 0;
  uint32_t ballot = 0;

  for (unsigned lane = 0; lane < 32; lane++) {
    if (act % 2 == 1) {
      voters++;
      if (pred % 2 == 1) {
        votes++;
        ballot += UINT32_C(1) << lane;
      }
    }
    act /= 2;
    pred /= 2;
  }
  if (fn == BALLOT)
    return ballot;
  if (fn == ALL)
    return votes == voters;
  if (fn == ANY)
    return votes > 0;
  return votes == voters || votes == 0;
}

static void every_vote_of_four_lanes_agrees_with_counting(void **state) {
  (void)state;
  for (uint32_t act = 0; act < 16; act++)
    for (uint32_t pred = 0; pred < 16; pred++)
      for (unsigned fn = ALL; fn <= BALLOT; fn++)
        assert_int_equal(vote(fn, act, pred), counted(fn, act, pred));
}

static void votes_of_32_lanes_agree_with_counting(void **state) {
  (void)state;
  uint32_t x = 1;
  for (unsigned n = 0; n < 100000; n++) {
    const uint32_t act = x * 2654435761u, pred = n % 3 == 0 ? act ^ (1u << n % 32) : n % 3 == 1 ? ~act : x ^ x << 7;
    for (unsigned fn = ALL; fn <= BALLOT; fn++)
      assert_int_equal(vote(fn, act, pred), counted(fn, act, pred));
    x = x * 1664525u + 1013904223u;
  }
}

static void the_deprecated_forms_compute_the_same(void **state) {
  (void)state;
  for (uint32_t act = 0; act < 16; act++)
    for (uint32_t pred = 0; pred < 16; pred++)
      for (unsigned fn = ALL; fn <= BALLOT; fn++)
        assert_int_equal(vote(fn + LEGACY, act, pred), vote(fn, act, pred));
}

static void an_empty_set_gives_vacuous_truth(void **state) {
  (void)state;
  assert_int_equal(vote(ALL, 0, 0xffffffff), 1);
  assert_int_equal(vote(ANY, 0, 0xffffffff), 0);
  assert_int_equal(vote(UNI, 0, 0xffffffff), 1);
  assert_int_equal(vote(BALLOT, 0, 0xffffffff), 0);
}

static void a_lane_outside_the_set_has_no_say(void **state) {
  (void)state;
  assert_int_equal(vote(ALL, 0x0000ffff, 0x0000ffff), 1);
  assert_int_equal(vote(ANY, 0x0000ffff, 0xffff0000), 0);
  assert_int_equal(vote(UNI, 0x0000ffff, 0xffff0000), 1);
  assert_int_equal(vote(UNI, 0x0000ffff, 0xffffffff), 1);
  assert_int_equal(vote(BALLOT, 0x0000ffff, 0xff00ff00), 0x0000ff00);
  // The complement of a predicate comes first, the mask last: nobody outside the set appears in a ballot over !a.
  assert_int_equal(vote(BALLOT, 0x0000000f, ~0x00000005u), 0x0000000a);
}

static void uni_holds_for_all_true_and_for_all_false(void **state) {
  (void)state;
  assert_int_equal(vote(UNI, 0xffffffff, 0xffffffff), 1);
  assert_int_equal(vote(UNI, 0xffffffff, 0), 1);
  assert_int_equal(vote(UNI, 0xffffffff, 0x80000000), 0);
  assert_int_equal(vote(UNI, 0x80000001, 0x80000000), 0);
  assert_int_equal(vote(UNI, 0x80000000, 0x80000000), 1);
}

static void complementing_the_predicate_swaps_all_with_none_and_keeps_uni(void **state) {
  (void)state;
  for (uint32_t act = 0; act < 16; act++)
    for (uint32_t pred = 0; pred < 16; pred++) {
      assert_int_equal(vote(ALL, act, ~pred), !vote(ANY, act, pred));
      assert_int_equal(vote(ANY, act, ~pred), !vote(ALL, act, pred));
      assert_int_equal(vote(UNI, act, ~pred), vote(UNI, act, pred));
    }
}

static void elect_takes_the_lowest_lane_left(void **state) {
  (void)state;
  assert_int_equal(ws_elect(0xffffffff), 0);
  assert_int_equal(ws_elect(0xfffffffe), 1); // lane 0 has gone
  assert_int_equal(ws_elect(0x80000000), 31);
  assert_int_equal(ws_elect(0xc0010000), 16);
  assert_int_equal(ws_elect(0), 0);
  for (uint32_t act = 1; act < 16; act++)
    for (unsigned lane = 0; lane < 4; lane++)
      // The leader is the only lane of the set with 2^lane below the set's remainder modulo 2^(lane+1).
      assert_int_equal(ws_elect(act) == lane, act % (2u << lane) == 1u << lane);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_vote_of_four_lanes_agrees_with_counting),
      cmocka_unit_test(votes_of_32_lanes_agree_with_counting),
      cmocka_unit_test(the_deprecated_forms_compute_the_same),
      cmocka_unit_test(an_empty_set_gives_vacuous_truth),
      cmocka_unit_test(a_lane_outside_the_set_has_no_say),
      cmocka_unit_test(uni_holds_for_all_true_and_for_all_false),
      cmocka_unit_test(complementing_the_predicate_swaps_all_with_none_and_keeps_uni),
      cmocka_unit_test(elect_takes_the_lowest_lane_left),
  };
  return cmocka_run_group_tests_name("vote", tests, NULL, NULL);
}
