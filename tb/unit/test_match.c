// SPDX-License-Identifier: Apache-2.0
// match.any and match.all (PTX 9.7.13.10): written-out vectors, all sets of 4 lanes with all 2-bit keys, and random keys of
// many and few classes, against an oracle that sorts the lanes by key.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ws.h"

typedef struct holder {
  uint64_t key;
  unsigned lane;
} holder;

static int by_key(const void *x, const void *y) {
  const uint64_t a = ((const holder *)x)->key, b = ((const holder *)y)->key;
  return a < b ? -1 : a > b;
}

// A second opinion: the lanes of the set sorted by key; each run of one key is a class. Returns the number of classes.
static unsigned sorted_classes(unsigned lanes, unsigned bits, uint32_t act, const uint64_t a[], uint32_t d[]) {
  holder list[32];
  size_t n = 0;
  unsigned classes = 0;

  for (unsigned lane = 0; lane < lanes; lane++)
    if (act & 1u << lane)
      list[n++] = (holder){bits == 32 ? (uint32_t)a[lane] : a[lane], lane};
  if (n > 1)
    qsort(list, n, sizeof list[0], by_key);
  for (size_t first = 0, end; first < n; first = end) {
    uint32_t set = 0;
    for (end = first; end < n && list[end].key == list[first].key; end++)
      set |= 1u << list[end].lane;
    for (size_t k = first; k < end; k++)
      d[list[k].lane] = set;
    classes++;
  }
  return classes;
}

static void agree(unsigned lanes, unsigned bits, uint32_t act, const uint64_t a[]) {
  uint32_t want[32] = {0}, got[32] = {0}, all = 0x12345678;
  const unsigned classes = sorted_classes(lanes, bits, act, a, want);
  const bool equal = ws_match_all(lanes, bits, act, a, &all);

  ws_match_any(lanes, bits, act, a, got);
  for (unsigned lane = 0; lane < lanes; lane++)
    if (act >> lane & 1)
      assert_int_equal(got[lane], want[lane]);
  assert_int_equal(equal, classes <= 1);
  assert_int_equal(all, classes <= 1 ? act : 0);
}

static void every_set_of_four_lanes_with_every_two_bit_key_agrees_with_sorting(void **state) {
  (void)state;
  static const uint64_t spread[3] = {UINT64_C(0x0000000000000001), UINT64_C(0x0000000080000000),
                                     UINT64_C(0x8000000000000000)};
  for (uint32_t act = 0; act < 16; act++)
    for (unsigned keys = 0; keys < 256; keys++)
      for (unsigned low = 0; low < 3; low++)
        for (unsigned high = 0; high < 3; high++) {
          uint64_t a[4];
          for (unsigned lane = 0; lane < 4; lane++)
            a[lane] = (keys >> 2 * lane & 1) * spread[low] ^ (keys >> (2 * lane + 1) & 1) * spread[high];
          agree(4, 32, act, a);
          agree(4, 64, act, a);
        }
}

static void random_keys_of_few_and_many_classes_agree_with_sorting(void **state) {
  (void)state;
  static const unsigned lane_counts[4] = {4, 8, 16, 32};
  uint64_t x = 1;
  for (unsigned n = 0; n < 40000; n++) {
    uint64_t a[32];
    const unsigned lanes = lane_counts[n & 3], classes = 1 + n % 37;
    for (unsigned lane = 0; lane < 32; lane++) {
      x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
      a[lane] = (x >> 33) % classes * UINT64_C(0x9e3779b97f4a7c15);
      if (n % 5 == 0)
        a[lane] &= UINT64_C(0xffffffff00000000);
    }
    const uint32_t set = (uint32_t)(x >> 20) & (lanes == 32 ? ~0u : (1u << lanes) - 1);
    agree(lanes, 32, set, a);
    agree(lanes, 64, set, a);
  }
}

static void keys_that_differ_in_the_high_word_only_match_as_b32_and_not_as_b64(void **state) {
  (void)state;
  const uint64_t a[4] = {UINT64_C(0x100000007), 7, UINT64_C(0x100000007), UINT64_C(0x8000000000000007)};
  uint32_t d[4], all;

  ws_match_any(4, 32, 0xf, a, d);
  for (unsigned lane = 0; lane < 4; lane++)
    assert_int_equal(d[lane], 0xf);
  ws_match_any(4, 64, 0xf, a, d);
  assert_int_equal(d[0], 0x5);
  assert_int_equal(d[1], 0x2);
  assert_int_equal(d[2], 0x5);
  assert_int_equal(d[3], 0x8);
  assert_true(ws_match_all(4, 32, 0xf, a, &all));
  assert_int_equal(all, 0xf);
  assert_false(ws_match_all(4, 64, 0xf, a, &all));
  assert_int_equal(all, 0);
}

static void a_lane_outside_the_set_is_neither_compared_nor_named(void **state) {
  (void)state;
  const uint64_t a[4] = {1, 2, 2, 1};
  uint32_t d[4] = {99, 99, 99, 99}, all;

  ws_match_any(4, 32, 0xa, a, d); // lanes 1 and 3
  assert_int_equal(d[1], 0x2);
  assert_int_equal(d[3], 0x8);
  assert_int_equal(d[0], 99); // not written
  assert_true(ws_match_all(4, 32, 0x9, a, &all));
  assert_int_equal(all, 0x9);
}

static void one_lane_matches_itself(void **state) {
  (void)state;
  uint64_t a[32];
  uint32_t d[32], all;

  for (unsigned lane = 0; lane < 32; lane++)
    a[lane] = lane;
  for (unsigned lane = 0; lane < 32; lane++) {
    ws_match_any(32, 64, 1u << lane, a, d);
    assert_int_equal(d[lane], 1u << lane);
    assert_true(ws_match_all(32, 64, 1u << lane, a, &all));
    assert_int_equal(all, 1u << lane);
  }
  ws_match_any(32, 64, 0xffffffff, a, d); // 32 classes of one
  for (unsigned lane = 0; lane < 32; lane++)
    assert_int_equal(d[lane], 1u << lane);
}

static void an_empty_set_matches_all_and_names_nobody(void **state) {
  (void)state;
  const uint64_t a[4] = {1, 2, 3, 4};
  uint32_t d[4] = {99, 99, 99, 99}, all = 99;

  ws_match_any(4, 64, 0, a, d);
  for (unsigned lane = 0; lane < 4; lane++)
    assert_int_equal(d[lane], 99);
  assert_true(ws_match_all(4, 64, 0, a, &all));
  assert_int_equal(all, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_set_of_four_lanes_with_every_two_bit_key_agrees_with_sorting),
      cmocka_unit_test(random_keys_of_few_and_many_classes_agree_with_sorting),
      cmocka_unit_test(keys_that_differ_in_the_high_word_only_match_as_b32_and_not_as_b64),
      cmocka_unit_test(a_lane_outside_the_set_is_neither_compared_nor_named),
      cmocka_unit_test(one_lane_matches_itself),
      cmocka_unit_test(an_empty_set_matches_all_and_names_nobody),
  };
  return cmocka_run_group_tests_name("match", tests, NULL, NULL);
}
