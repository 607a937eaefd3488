// SPDX-License-Identifier: Apache-2.0
// Unit test of cmodel/what/shfl.c (PTX 9.7.9.6): written-out vectors, counts and digests over the whole space of one lane
// (lane, b, clamp, segment mask: 2^20 cases a mode), and a second oracle that shares no expression with the model.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ws.h"

enum { UP, DOWN, BFLY, IDX, MODES };
#define ALL32 0xffffffffu

// ------------------------------------------------------------------------------------------------- second oracle

// The rule as a person walks it: positions on a line of integers, each bit of a lane number looked at by itself.
static unsigned oracle_route(int lanes, int mode, int lane, int b, int clamp, int seg) {
  int limit = 0, base = 0, target = 0;
  for (int w = 1; w < lanes; w *= 2) {
    const int fixed = seg / w % 2, mine = lane / w % 2, step = b / w % 2, edge = clamp / w % 2;
    limit += w * (fixed ? mine : edge);
    base += w * (fixed ? mine : 0);
    target += w * (mode == BFLY ? (mine + step) % 2 : fixed ? mine : step);
  }
  if (mode == UP)
    target = lane - b;
  else if (mode == DOWN)
    target = lane + b;
  else if (mode == IDX && target < base)
    fail_msg("an indexed lane lies below its segment");
  for (int candidate = 0; candidate < lanes; candidate++)
    if (candidate == target && !(mode == UP && limit > candidate) && !(mode != UP && limit < candidate))
      return (unsigned)(candidate + 32);
  return (unsigned)lane;
}

// Values of a that no other lane has and that are never 0.
static void fill(uint32_t a[WS_LANES_MAX]) {
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    a[i] = 0xa0000001u + i * 0x01010101u;
}

static void spread(uint32_t v[WS_LANES_MAX], uint32_t value) {
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    v[i] = value;
}

// A fixed stream of numbers, the same on every machine.
static uint32_t next_random(uint64_t *state) {
  *state = *state * 6364136223846793005u + 1442695040888963407u;
  return (uint32_t)(*state >> 32);
}

// ------------------------------------------------------------------------------------------------- whole space

static uint64_t fnv1a(uint64_t hash, uint32_t word) {
  for (int byte = 0; byte < 4; byte++)
    hash = (hash ^ (word >> 8 * byte & 0xffu)) * 0x100000001b3u;
  return hash;
}

static uint64_t digest_mode(uint64_t hash, unsigned mode) {
  for (uint32_t packed = 0; packed < 1024; packed++)
    for (uint32_t b = 0; b < 32; b++)
      for (unsigned lane = 0; lane < 32; lane++)
        hash = fnv1a(hash, ws_shfl_route(32, mode, lane, b, (packed >> 5) << 8 | (packed & 31)));
  return hash;
}

static void digests_of_all_routes_match_the_published_ones(void **state) {
  (void)state;
  static const uint64_t want[MODES] = {0xd2601e2d1d7dfca5u, 0x6c863829f43e02a5u, 0xdf405128fac14325u,
                                       0x88586e5b36257b25u};
  uint64_t chained = 0xcbf29ce484222325u;
  for (unsigned mode = 0; mode < MODES; mode++) {
    assert_true(digest_mode(0xcbf29ce484222325u, mode) == want[mode]);
    chained = digest_mode(chained, mode);
  }
  assert_true(chained == 0xd1811e79363c5425u);
}

static void counts_of_lanes_in_range_match_the_published_ones(void **state) {
  (void)state;
  static const uint32_t want[MODES] = {124352, 124352, 540672, 648704};
  for (unsigned mode = 0; mode < MODES; mode++) {
    uint32_t in_range = 0;
    for (uint32_t packed = 0; packed < 1u << 15; packed++)
      for (unsigned lane = 0; lane < 32; lane++)
        in_range += ws_shfl_route(32, mode, lane, packed & 31, (packed >> 10) << 8 | (packed >> 5 & 31)) >> 5;
    assert_int_equal(in_range, want[mode]);
  }
}

static void routes_agree_with_a_second_oracle(unsigned lanes) {
  for (unsigned mode = 0; mode < MODES; mode++)
    for (unsigned lane = 0; lane < lanes; lane++)
      for (unsigned b = 0; b < lanes; b++)
        for (unsigned clamp = 0; clamp < lanes; clamp++)
          for (unsigned seg = 0; seg < lanes; seg++) {
            const unsigned got = ws_shfl_route(lanes, mode, lane, b, seg << 8 | clamp);
            const unsigned want = oracle_route((int)lanes, (int)mode, (int)lane, (int)b, (int)clamp, (int)seg);
            if (got != want)
              fail_msg("lanes %u mode %u lane %u b %u clamp %u seg %u: got %u, want %u", lanes, mode, lane, b, clamp,
                       seg, got, want);
          }
}

static void every_route_agrees_with_a_second_oracle_at_4_lanes(void **state) {
  (void)state;
  routes_agree_with_a_second_oracle(4);
}

static void every_route_agrees_with_a_second_oracle_at_8_lanes(void **state) {
  (void)state;
  routes_agree_with_a_second_oracle(8);
}

static void every_route_agrees_with_a_second_oracle_at_16_lanes(void **state) {
  (void)state;
  routes_agree_with_a_second_oracle(16);
}

static void every_route_agrees_with_a_second_oracle_at_32_lanes(void **state) {
  (void)state;
  routes_agree_with_a_second_oracle(32);
}

static void whole_warps_agree_with_a_second_oracle(void **state) {
  (void)state;
  uint64_t rng = 1;
  for (unsigned lanes = 4; lanes <= 32; lanes *= 2)
    for (unsigned round = 0; round < 20000; round++) {
      uint32_t a[WS_LANES_MAX], b[WS_LANES_MAX], c[WS_LANES_MAX], d[WS_LANES_MAX], p, und;
      const uint32_t every = lanes == 32 ? ALL32 : (1u << lanes) - 1;
      const uint32_t act = every & (round % 3 ? next_random(&rng) : ALL32) & (round % 5 ? ALL32 : next_random(&rng));
      const unsigned mode = round % MODES;
      for (unsigned i = 0; i < lanes; i++) {
        a[i] = next_random(&rng);
        b[i] = next_random(&rng);
        c[i] = next_random(&rng);
        d[i] = 0x5eed0000u + i;
      }
      ws_shfl(lanes, mode, act, a, b, c, d, &p, &und);
      for (unsigned i = 0; i < lanes; i++) {
        const int n = (int)lanes, clamp = (int)(c[i] % lanes), seg = (int)(c[i] / 256 % lanes);
        const unsigned route = oracle_route(n, (int)mode, (int)i, (int)(b[i] % lanes), clamp, seg), src = route % 32;
        const bool acts = act >> i & 1, src_acts = act >> src & 1;
        assert_int_equal(d[i], !acts ? 0x5eed0000u + i : src_acts ? a[src] : WS_SHFL_INACTIVE_D);
        assert_int_equal(p >> i & 1, acts && route >= 32);
        assert_int_equal(und >> i & 1, acts && !src_acts);
      }
      assert_int_equal((p | und) & ~act, 0);
    }
}

// ------------------------------------------------------------------------------------------------- written out

// Runs a converged warp of 32 lanes with one b and one c.
static void run32(unsigned mode, uint32_t act, uint32_t bval, uint32_t cval, uint32_t d[], uint32_t *p, uint32_t *und) {
  uint32_t a[WS_LANES_MAX], b[WS_LANES_MAX], c[WS_LANES_MAX];
  fill(a);
  spread(b, bval);
  spread(c, cval);
  ws_shfl(32, mode, act, a, b, c, d, p, und);
}

static void up_keeps_own_value_when_out_of_range(void **state) {
  (void)state;
  uint32_t a[WS_LANES_MAX], d[WS_LANES_MAX], p, und;
  fill(a);
  run32(UP, ALL32, 1, 0x0000, d, &p, &und);
  assert_int_equal(p, 0xfffffffe);
  assert_int_equal(und, 0);
  assert_int_equal(d[0], a[0]);
  for (unsigned i = 1; i < 32; i++)
    assert_int_equal(d[i], a[i - 1]);
}

static void up_with_a_nonzero_clamp_holds_only_above_it(void **state) {
  (void)state;
  uint32_t d[WS_LANES_MAX], p, und;
  run32(UP, ALL32, 0, 0x1f, d, &p, &und);
  assert_int_equal(p, 0x80000000);
  run32(UP, ALL32, 2, 5, d, &p, &und); // lanes 7.. reach lane 5 and above
  assert_int_equal(p, 0xffffff80);
}

static void down_does_not_wrap_past_the_last_lane(void **state) {
  (void)state;
  uint32_t a[WS_LANES_MAX], d[WS_LANES_MAX], p, und;
  fill(a);
  run32(DOWN, ALL32, 31, 0x1f, d, &p, &und);
  assert_int_equal(p, 1);
  assert_int_equal(d[0], a[31]);
  for (unsigned i = 1; i < 32; i++)
    assert_int_equal(d[i], a[i]);
}

static void down_by_zero_is_out_of_range_above_the_clamp(void **state) {
  (void)state;
  assert_int_equal(ws_shfl_route(32, DOWN, 10, 0, 3), 10);
  assert_int_equal(ws_shfl_route(32, DOWN, 3, 0, 3), 32 + 3);
}

static void bfly_reads_a_lower_segment_but_not_a_higher_one(void **state) {
  (void)state;
  // Segments of 8 lanes; lane 9 xor 8 is lane 1 below (in range), lane 1 xor 8 is lane 9 above (not).
  assert_int_equal(ws_shfl_route(32, BFLY, 9, 8, 0x181f), 32 + 1);
  assert_int_equal(ws_shfl_route(32, BFLY, 1, 8, 0x181f), 1);
}

static void idx_stays_in_its_segment(void **state) {
  (void)state;
  uint32_t a[WS_LANES_MAX], d[WS_LANES_MAX], p, und;
  fill(a);
  run32(IDX, ALL32, 29, 0x181f, d, &p, &und); // lane 5 of each segment of 8
  assert_int_equal(p, ALL32);
  for (unsigned i = 0; i < 32; i++)
    assert_int_equal(d[i], a[i / 8 * 8 + 5]);
}

static void segment_masks_with_holes_follow_the_formula(void **state) {
  (void)state;
  // seg = 0b01010: lane 13 = 0b01101 keeps bit 3; bits 0, 2 and 4 come from b = 0b10011.
  assert_int_equal(ws_shfl_route(32, IDX, 13, 0x13, 0x0a1f), 32 + 0x19);
  // up by 9: lane 13 has maxLane 8 and reaches 4 only, out of range; lane 21 has maxLane 0 and crosses to lane 12.
  assert_int_equal(ws_shfl_route(32, UP, 13, 9, 0x0a00), 13);
  assert_int_equal(ws_shfl_route(32, UP, 21, 9, 0x0a00), 32 + 12);
}

static void bits_of_b_and_c_beyond_a_lane_index_are_ignored(void **state) {
  (void)state;
  for (unsigned mode = 0; mode < MODES; mode++)
    for (unsigned lane = 0; lane < 32; lane++)
      for (uint32_t b = 0; b < 64; b++)
        assert_int_equal(ws_shfl_route(32, mode, lane, b | 0xffffff00u, 0xffffe0e0u | 0x1000u | 0x0du),
                         ws_shfl_route(32, mode, lane, b & 31u, 0x1000u | 0x0du));
}

static void a_source_that_does_not_take_part_gives_zero_and_p_from_the_index(void **state) {
  (void)state;
  uint32_t a[WS_LANES_MAX], d[WS_LANES_MAX], p, und;
  fill(a);
  spread(d, 0x77);
  run32(BFLY, 0x00000005, 1, 0x1f, d, &p, &und); // lanes 0 and 2 read lanes 1 and 3, which are absent
  assert_int_equal(p, 5);
  assert_int_equal(und, 5);
  assert_int_equal(d[0], WS_SHFL_INACTIVE_D);
  assert_int_equal(d[1], 0x77);
  assert_int_equal(d[2], WS_SHFL_INACTIVE_D);
}

static void a_lane_out_of_range_is_its_own_source_and_never_undefined(void **state) {
  (void)state;
  uint32_t a[WS_LANES_MAX], d[WS_LANES_MAX], p, und;
  fill(a);
  run32(UP, 1u << 31, 5, 31, d, &p, &und);
  assert_int_equal(p, 0);
  assert_int_equal(und, 0);
  assert_int_equal(d[31], a[31]);
}

static void classes_count_distinct_operands_of_active_lanes(void **state) {
  (void)state;
  uint32_t b[WS_LANES_MAX], c[WS_LANES_MAX];
  spread(b, 3);
  spread(c, 0x1c1f);
  assert_int_equal(ws_shfl_classes(32, ALL32, b, c), 1);
  assert_int_equal(ws_shfl_classes(32, 0, b, c), 0);
  b[7] = 3 + 32; // the same b as far as a lane index goes
  c[7] = 0xffe0e000u | 0x1c1f;
  assert_int_equal(ws_shfl_classes(32, ALL32, b, c), 1);
  b[7] = 4;
  c[9] = 0x1c1e;
  c[11] = 0x1d1f;
  c[13] = 0x1d1f;
  assert_int_equal(ws_shfl_classes(32, ALL32, b, c), 4);
  assert_int_equal(ws_shfl_classes(32, ~(1u << 9), b, c), 3);
  assert_int_equal(ws_shfl_classes(4, 0xf, b, c), 1);
  for (unsigned i = 0; i < 32; i++)
    b[i] = i;
  assert_int_equal(ws_shfl_classes(32, ALL32, b, c), 32);
  assert_int_equal(ws_shfl_classes(8, 0xff, b, c), 8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(digests_of_all_routes_match_the_published_ones),
      cmocka_unit_test(counts_of_lanes_in_range_match_the_published_ones),
      cmocka_unit_test(every_route_agrees_with_a_second_oracle_at_4_lanes),
      cmocka_unit_test(every_route_agrees_with_a_second_oracle_at_8_lanes),
      cmocka_unit_test(every_route_agrees_with_a_second_oracle_at_16_lanes),
      cmocka_unit_test(every_route_agrees_with_a_second_oracle_at_32_lanes),
      cmocka_unit_test(whole_warps_agree_with_a_second_oracle),
      cmocka_unit_test(up_keeps_own_value_when_out_of_range),
      cmocka_unit_test(up_with_a_nonzero_clamp_holds_only_above_it),
      cmocka_unit_test(down_does_not_wrap_past_the_last_lane),
      cmocka_unit_test(down_by_zero_is_out_of_range_above_the_clamp),
      cmocka_unit_test(bfly_reads_a_lower_segment_but_not_a_higher_one),
      cmocka_unit_test(idx_stays_in_its_segment),
      cmocka_unit_test(segment_masks_with_holes_follow_the_formula),
      cmocka_unit_test(bits_of_b_and_c_beyond_a_lane_index_are_ignored),
      cmocka_unit_test(a_source_that_does_not_take_part_gives_zero_and_p_from_the_index),
      cmocka_unit_test(a_lane_out_of_range_is_its_own_source_and_never_undefined),
      cmocka_unit_test(classes_count_distinct_operands_of_active_lanes),
  };
  return cmocka_run_group_tests_name("shfl", tests, NULL, NULL);
}
