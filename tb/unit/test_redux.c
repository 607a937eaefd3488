// SPDX-License-Identifier: Apache-2.0
// redux (PTX 9.7.13.12): written-out vectors, small operands exhaustively at 4 lanes, and random sets at every lane count,
// against an oracle in the language's own arithmetic: 64-bit sums, signed compares, and C `float` for f32.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "ws.h"

#define FN(name) (WS_OP_REDUX_##name & 255)
#define NAN_OUT 0x7fffffffu
#define INF 0x7f800000u
#define ONE 0x3f800000u
#define MINUS_ONE 0xbf800000u
#define ZERO 0x00000000u
#define MINUS_ZERO 0x80000000u
#define COUNT(x) (sizeof(x) / sizeof((x)[0]))

static const unsigned integer_fns[] = {FN(ADD_U32), FN(MIN_U32), FN(MAX_U32), FN(ADD_S32), FN(MIN_S32),
                                       FN(MAX_S32), FN(AND_B32), FN(OR_B32),  FN(XOR_B32)};
static const unsigned f32_fns[] = {FN(MIN_F32),     FN(MAX_F32),     FN(MIN_ABS_F32),     FN(MAX_ABS_F32),
                                   FN(MIN_NAN_F32), FN(MAX_NAN_F32), FN(MIN_ABS_NAN_F32), FN(MAX_ABS_NAN_F32)};

static uint32_t redux(unsigned lanes, unsigned fn, uint32_t act, const uint32_t a[]) {
  uint32_t d;
  assert_int_equal(ws_redux(lanes, fn, act, a, &d), WS_ST_OK);
  return d;
}

static float as_float(uint32_t bits) {
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}

static uint32_t as_bits(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

// x before y in the order of f32 min: C's `<`, which knows subnormals and infinities but not the sign of zero.
static bool float_less(float x, float y) { return x < y || (x == y && signbit(x) && !signbit(y)); }

static uint32_t float_oracle(bool is_min, bool abs, bool nan_wins, unsigned n, const uint32_t list[]) {
  float best = 0;
  unsigned numbers = 0;

  for (unsigned k = 0; k < n; k++) {
    const float x = abs ? fabsf(as_float(list[k])) : as_float(list[k]);
    if (isnan(x)) {
      if (nan_wins)
        return NAN_OUT;
    } else if (numbers++ == 0 || (is_min ? float_less(x, best) : float_less(best, x))) {
      best = x;
    }
  }
  return numbers ? as_bits(best) : NAN_OUT;
}

static uint32_t integer_oracle(unsigned fn, unsigned n, const uint32_t list[]) {
  int64_t sum = 0, low = INT64_MAX, high = INT64_MIN;
  uint32_t logic = 0;
  const bool is_signed = fn == FN(MIN_S32) || fn == FN(MAX_S32);

  for (unsigned k = 0; k < n; k++) {
    const int64_t v = is_signed ? (int64_t)(int32_t)list[k] : (int64_t)list[k];
    sum += v;
    low = v < low ? v : low;
    high = v > high ? v : high;
  }
  for (unsigned bit = 0; bit < 32; bit++) {
    unsigned ones = 0;
    for (unsigned k = 0; k < n; k++)
      ones += list[k] >> bit & 1;
    if (fn == FN(AND_B32) ? ones == n : fn == FN(OR_B32) ? ones > 0 : ones % 2 == 1)
      logic |= 1u << bit;
  }
  if (fn == FN(ADD_U32) || fn == FN(ADD_S32))
    return (uint32_t)sum;
  if (fn == FN(MIN_U32) || fn == FN(MIN_S32))
    return (uint32_t)low;
  return fn == FN(MAX_U32) || fn == FN(MAX_S32) ? (uint32_t)high : logic;
}

static uint32_t oracle(unsigned lanes, unsigned fn, uint32_t act, const uint32_t a[]) {
  uint32_t list[32];
  unsigned n = 0;

  for (unsigned lane = 0; lane < lanes; lane++)
    if (act & 1u << lane)
      list[n++] = a[lane];
  if (n == 0)
    return 0;
  if ((fn & 0x18) == 0x10)
    return float_oracle((fn & 7) == 1, (fn & 0x20) != 0, (fn & 0x40) != 0, n, list);
  return integer_oracle(fn, n, list);
}

static uint32_t pair(unsigned fn, uint32_t x, uint32_t y) { // over lanes 2 and 3 of 4; the others hold bait
  const uint32_t a[4] = {NAN_OUT, 0xff800000, x, y};
  return redux(4, fn, 0xc, a);
}

static void every_operation_of_four_lanes_agrees_on_small_operands(void **state) {
  (void)state;
  // Each lane takes one of four values; the two sets of them cover carry, sign and order.
  static const uint32_t values[2][4] = {{0, 1, 2, 3}, {0, 0x7fffffff, 0x80000000, 0xffffffff}};
  for (unsigned set = 0; set < 2; set++)
    for (uint32_t act = 0; act < 16; act++)
      for (unsigned digits = 0; digits < 256; digits++) {
        uint32_t a[4];
        for (unsigned lane = 0; lane < 4; lane++)
          a[lane] = values[set][digits >> 2 * lane & 3];
        for (size_t k = 0; k < COUNT(integer_fns); k++)
          assert_int_equal(redux(4, integer_fns[k], act, a), oracle(4, integer_fns[k], act, a));
      }
}

static const uint32_t f32_values[] = {ZERO,       MINUS_ZERO, ONE,        MINUS_ONE,  INF,        0xff800000,
                                      0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff,
                                      0x7fffffff, 0xffc00001, 0x7f800001, 0xff800001};

static void every_set_of_three_f32_lanes_agrees_with_c_float(void **state) {
  (void)state;
  const size_t n = COUNT(f32_values);
  for (uint32_t act = 0; act < 8; act++)
    for (size_t x = 0; x < n; x++)
      for (size_t y = 0; y < n; y++)
        for (size_t z = 0; z < n; z++) {
          const uint32_t a[4] = {f32_values[x], f32_values[y], f32_values[z], ONE};
          for (size_t k = 0; k < COUNT(f32_fns); k++)
            assert_int_equal(redux(4, f32_fns[k], act, a), oracle(4, f32_fns[k], act, a));
        }
}

static void random_sets_at_every_lane_count_agree(void **state) {
  (void)state;
  uint64_t x = 1;
  for (unsigned n = 0; n < 40000; n++) {
    const unsigned lanes = 4u << (n & 3);
    uint32_t a[32], act = 0;
    for (unsigned lane = 0; lane < lanes; lane++) {
      x = x * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
      a[lane] = (uint32_t)(x >> 32) >> (n % 7 ? 0 : 28);
      if (x >> 24 & (n % 11 ? 1 : 0)) // special f32 values among the others, sometimes nothing but NaN
        a[lane] = n % 13 ? f32_values[x >> 28 & 15] : INF + 1 + (a[lane] >> 10);
      act |= (uint32_t)(x >> 22 & x >> 23 & 1 ? 1 : n & 4 ? 1 : 0) << lane;
    }
    for (size_t k = 0; k < COUNT(integer_fns); k++)
      assert_int_equal(redux(lanes, integer_fns[k], act, a), oracle(lanes, integer_fns[k], act, a));
    for (size_t k = 0; k < COUNT(f32_fns); k++)
      assert_int_equal(redux(lanes, f32_fns[k], act, a), oracle(lanes, f32_fns[k], act, a));
  }
}

static void one_or_two_sparse_lanes_are_not_diluted_by_the_rest(void **state) {
  (void)state;
  uint32_t a[32];
  for (unsigned lane = 0; lane < 32; lane++)
    a[lane] = 0x80000000u | lane;
  a[7] = 5;
  a[29] = 0xf000000c;
  assert_int_equal(redux(32, FN(AND_B32), 1u << 7, a), 5);
  assert_int_equal(redux(32, FN(AND_B32), 1u << 7 | 1u << 29, a), 4);
  assert_int_equal(redux(32, FN(MIN_U32), 1u << 29, a), 0xf000000c);
  assert_int_equal(redux(32, FN(MAX_S32), 1u << 29, a), 0xf000000c);
  assert_int_equal(redux(32, FN(MIN_S32), 1u << 7, a), 5);
  assert_int_equal(redux(32, FN(MIN_S32), 1u << 7 | 1u << 29, a), 0xf000000c);
  assert_int_equal(redux(32, FN(MAX_S32), 1u << 7 | 1u << 29, a), 5);
  assert_int_equal(redux(32, FN(MAX_F32), 1u << 29, a), 0xf000000c);
  assert_int_equal(redux(32, FN(ADD_U32), 1u << 7 | 1u << 29, a), 0xf0000011);
}

static void add_wraps_modulo_two_to_the_32(void **state) {
  (void)state;
  uint32_t a[32];
  for (unsigned lane = 0; lane < 32; lane++)
    a[lane] = 0xffffffff;
  assert_int_equal(redux(32, FN(ADD_U32), 0xffffffff, a), (uint32_t)-32);
  assert_int_equal(redux(32, FN(ADD_S32), 0xffffffff, a), (uint32_t)-32);
  assert_int_equal(redux(32, FN(XOR_B32), 0xffffffff, a), 0);
  assert_int_equal(redux(32, FN(XOR_B32), 0x7fffffff, a), 0xffffffff);
}

static void f32_orders_numbers_and_abs_drops_the_sign_first(void **state) {
  (void)state;
  assert_int_equal(pair(FN(MIN_F32), ONE, MINUS_ONE), MINUS_ONE);
  assert_int_equal(pair(FN(MIN_ABS_F32), ONE, MINUS_ONE), ONE);
  assert_int_equal(pair(FN(MAX_ABS_F32), 0xff800000, INF), INF);
  assert_int_equal(pair(FN(MAX_F32), 0xff800000, 0xff7fffff), 0xff7fffff);
  assert_int_equal(pair(FN(MIN_ABS_F32), MINUS_ZERO, ONE), ZERO);
}

static void f32_minus_zero_is_below_zero(void **state) {
  (void)state;
  assert_int_equal(pair(FN(MAX_F32), MINUS_ZERO, ZERO), ZERO);
  assert_int_equal(pair(FN(MIN_F32), MINUS_ZERO, ZERO), MINUS_ZERO);
  assert_int_equal(pair(FN(MIN_F32), ZERO, MINUS_ZERO), MINUS_ZERO);
  assert_int_equal(pair(FN(MAX_F32), MINUS_ZERO, MINUS_ZERO), MINUS_ZERO);
}

static void f32_subnormals_are_kept(void **state) {
  (void)state;
  assert_int_equal(pair(FN(MIN_F32), 0x00000001, 0x80000001), 0x80000001);
  assert_int_equal(pair(FN(MAX_F32), 0x00000001, ZERO), 0x00000001);
  assert_int_equal(pair(FN(MIN_ABS_F32), 0x80000001, 0x00000002), 0x00000001);
}

static void f32_nan_loses_against_a_number_unless_asked_for(void **state) {
  (void)state;
  assert_int_equal(pair(FN(MAX_F32), 0x7fc00000, 0x40000000), 0x40000000);
  assert_int_equal(pair(FN(MAX_NAN_F32), 0x7fc00000, 0x40000000), NAN_OUT);
  assert_int_equal(pair(FN(MIN_F32), 0xff800001, 0xff800000), 0xff800000); // a signalling NaN is a NaN
  assert_int_equal(pair(FN(MIN_NAN_F32), 0xff800001, 0xff800000), NAN_OUT);
  assert_int_equal(pair(FN(MAX_ABS_F32), 0xffffffff, MINUS_ZERO), ZERO);
  assert_int_equal(pair(FN(MIN_ABS_NAN_F32), 0xffffffff, MINUS_ZERO), NAN_OUT);
  assert_int_equal(pair(FN(MIN_NAN_F32), INF, 0xff800000), 0xff800000); // an infinity is not
}

static void f32_of_nothing_but_nan_is_the_canonical_nan(void **state) {
  (void)state;
  uint32_t a[32];
  for (unsigned lane = 0; lane < 32; lane++)
    a[lane] = 0xffc00001;
  for (size_t k = 0; k < COUNT(f32_fns); k++) {
    assert_int_equal(redux(32, f32_fns[k], 0xffffffff, a), NAN_OUT);
    assert_int_equal(redux(32, f32_fns[k], 0x00010000, a), NAN_OUT);
  }
}

static void an_empty_set_gives_zero(void **state) {
  (void)state;
  const uint32_t a[4] = {1, 2, 3, 0x7fc00000};
  for (size_t k = 0; k < COUNT(integer_fns); k++)
    assert_int_equal(redux(4, integer_fns[k], 0, a), 0);
  for (size_t k = 0; k < COUNT(f32_fns); k++)
    assert_int_equal(redux(4, f32_fns[k], 0, a), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_operation_of_four_lanes_agrees_on_small_operands),
      cmocka_unit_test(every_set_of_three_f32_lanes_agrees_with_c_float),
      cmocka_unit_test(random_sets_at_every_lane_count_agree),
      cmocka_unit_test(one_or_two_sparse_lanes_are_not_diluted_by_the_rest),
      cmocka_unit_test(add_wraps_modulo_two_to_the_32),
      cmocka_unit_test(f32_orders_numbers_and_abs_drops_the_sign_first),
      cmocka_unit_test(f32_minus_zero_is_below_zero),
      cmocka_unit_test(f32_subnormals_are_kept),
      cmocka_unit_test(f32_nan_loses_against_a_number_unless_asked_for),
      cmocka_unit_test(f32_of_nothing_but_nan_is_the_canonical_nan),
      cmocka_unit_test(an_empty_set_gives_zero),
  };
  return cmocka_run_group_tests_name("redux", tests, NULL, NULL);
}
