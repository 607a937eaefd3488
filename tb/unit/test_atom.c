// SPDX-License-Identifier: Apache-2.0
// atom and red (PTX 9.7.13.5, 9.7.13.6): written-out vectors; every operation on every two of the values where it can go wrong,
// and on random ones, against an oracle that uses the host's arithmetic: its `float` and `double`, and for 16 bits a list
// of all numbers of the format, of which the nearest to the exact sum is looked up.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ws.h"

#define FN(name) (WS_OP_ATOM_##name & 255)
#define COUNT(x) (sizeof(x) / sizeof((x)[0]))

static ws_atom_value becomes(unsigned fn, bool ftz, ws_atom_value r, ws_atom_value b, ws_atom_value c) {
  ws_atom_value d;
  assert_int_equal(ws_atom(fn, ftz, r, b, c, &d), WS_ST_OK);
  return d;
}

static uint64_t atom(unsigned fn, bool ftz, uint64_t r, uint64_t b) {
  ws_atom_value v = becomes(fn, ftz, (ws_atom_value){r, 0}, (ws_atom_value){b, 0}, (ws_atom_value){0, 0});
  assert_int_equal(v.hi, 0);
  return v.lo;
}

static uint64_t random_bits(void) { // xorshift*
  static uint64_t s = 88172645463325252u;
  s ^= s >> 12;
  s ^= s << 25;
  s ^= s >> 27;
  return s * 2685821657736338717u;
}

// ------------------------------------------------------------------------------------------------- written vectors

static void written_integers(void **state) {
  (void)state;
  static const struct {
    unsigned fn;
    uint64_t r, b, is;
  } v[] = {
      {FN(AND_B32), 0xff00ff00, 0x0ff00ff0, 0x0f000f00},
      {FN(OR_B32), 0xff00ff00, 0x0ff00ff0, 0xfff0fff0},
      {FN(XOR_B32), 0xff00ff00, 0x0ff00ff0, 0xf0f0f0f0},
      {FN(AND_B64), 0xff00ff0012345678, 0x0ff00ff0ffff0000, 0x0f000f0012340000},
      {FN(OR_B64), 0xff00ff0012340000, 0x00ff00ff00005678, 0xffffffff12345678},
      {FN(XOR_B64), 0xffffffffffffffff, 0x8000000000000001, 0x7ffffffffffffffe},
      {FN(EXCH_B32), 0x11111111, 0x22222222, 0x22222222},
      {FN(EXCH_B64), 1, 0xfedcba9876543210, 0xfedcba9876543210},
      {FN(ADD_U32), 0xffffffff, 2, 1},
      {FN(ADD_S32), 0x7fffffff, 1, 0x80000000},
      {FN(ADD_U64), 0xffffffffffffffff, 1, 0},
      {FN(INC_U32), 4, 5, 5},
      {FN(INC_U32), 5, 5, 0},
      {FN(INC_U32), 6, 5, 0},
      {FN(INC_U32), 0xffffffff, 0xffffffff, 0},
      {FN(INC_U32), 0, 0, 0},
      {FN(DEC_U32), 5, 5, 4},
      {FN(DEC_U32), 0, 5, 5},
      {FN(DEC_U32), 6, 5, 5},
      {FN(DEC_U32), 1, 0, 0},
      {FN(DEC_U32), 0x80000000, 0x80000000, 0x7fffffff},
      {FN(MIN_U32), 0x80000000, 0x7fffffff, 0x7fffffff},
      {FN(MIN_S32), 0x80000000, 0x7fffffff, 0x80000000},
      {FN(MAX_U32), 0x80000000, 0x7fffffff, 0x80000000},
      {FN(MAX_S32), 0x80000000, 0x7fffffff, 0x7fffffff},
      {FN(MIN_U64), 0x8000000000000000, 1, 1},
      {FN(MIN_S64), 0x8000000000000000, 1, 0x8000000000000000},
      {FN(MAX_U64), 0x8000000000000000, 1, 0x8000000000000000},
      {FN(MAX_S64), 0x8000000000000000, 1, 1},
  };
  for (size_t i = 0; i < COUNT(v); i++)
    for (int ftz = 0; ftz < 2; ftz++)
      assert_int_equal(atom(v[i].fn, ftz, v[i].r, v[i].b), v[i].is);
}

static void written_floats(void **state) {
  (void)state;
  static const struct {
    unsigned fn, ftz; // ftz 2: either
    uint64_t r, b, is;
  } v[] = {
      {FN(ADD_F32), 2, 0x3f800000, 0x40000000, 0x40400000}, // 1 + 2
      {FN(ADD_F32), 2, 0x3f800000, 0xbf800000, 0x00000000}, // 1 + -1 is +0
      {FN(ADD_F32), 2, 0x80000000, 0x80000000, 0x80000000},
      {FN(ADD_F32), 2, 0x80000000, 0x00000000, 0x00000000},
      {FN(ADD_F32), 0, 0x80000001, 0x80000001, 0x80000002}, // subnormals: shared memory keeps them,
      {FN(ADD_F32), 1, 0x80000001, 0x80000001, 0x80000000}, // global memory does not
      {FN(ADD_F32), 0, 0x00800000, 0x80000001, 0x007fffff}, // a sum that is subnormal
      {FN(ADD_F32), 1, 0x00800001, 0x80800000, 0x00000000},
      {FN(ADD_F32), 1, 0x80800001, 0x00800000, 0x80000000},
      {FN(ADD_F32), 1, 0x00800000, 0x80000001, 0x00800000}, // an operand that is
      {FN(ADD_F32), 2, 0x7f7fffff, 0x7f7fffff, 0x7f800000}, // overflow
      {FN(ADD_F32), 2, 0x7f7fffff, 0x73000000, 0x7f800000}, // a tie that rounds up to infinity
      {FN(ADD_F32), 2, 0x7f7fffff, 0x72ffffff, 0x7f7fffff}, // just below it
      {FN(ADD_F32), 2, 0x3f800000, 0x33800000, 0x3f800000}, // ties to even: down,
      {FN(ADD_F32), 2, 0x3f800001, 0x33800000, 0x3f800002}, // up
      {FN(ADD_F32), 2, 0x7f800000, 0xff800000, 0x7fffffff}, // inf - inf
      {FN(ADD_F32), 2, 0xff800000, 0x7f7fffff, 0xff800000},
      {FN(ADD_F32), 2, 0xffc12345, 0x3f800000, 0x7fffffff}, // no payload goes through
      {FN(ADD_F64), 2, 0x3ff0000000000000, 0x4000000000000000, 0x4008000000000000},
      {FN(ADD_F64), 2, 0x8000000000000001, 0x8000000000000001, 0x8000000000000002},
      {FN(ADD_F64), 2, 0x7fefffffffffffff, 0x7fefffffffffffff, 0x7ff0000000000000},
      {FN(ADD_F64), 2, 0x7ff0000000000001, 0, 0xfff8000000000000},
      {FN(ADD_F64), 2, 0x7ff0000000000000, 0xfff0000000000000, 0xfff8000000000000}, // inf - inf
      {FN(ADD_F64), 2, 0x3ff0000000000000, 0x3ca0000000000000, 0x3ff0000000000000},
      {FN(ADD_F16), 2, 0x3c00, 0x4000, 0x4200},
      {FN(ADD_F16), 2, 0x0001, 0x0001, 0x0002},
      {FN(ADD_F16), 2, 0x7bff, 0x7bff, 0x7c00},
      {FN(ADD_F16), 2, 0x7c00, 0xfc00, 0x7fff},
      {FN(ADD_F16), 2, 0xfe01, 0x3c00, 0x7fff},
      {FN(ADD_F16X2), 2, 0x7bff0001, 0x7bff0001, 0x7c000002}, // no carry from half to half
      {FN(ADD_BF16), 2, 0x3f80, 0x4000, 0x4040},
      {FN(ADD_BF16), 2, 0x8001, 0x8001, 0x8002},
      {FN(ADD_BF16), 2, 0x7f7f, 0x7f7f, 0x7f80},
      {FN(ADD_BF16X2), 2, 0xffc03f80, 0x00004000, 0x7fff4040},
      {FN(MIN_F16), 2, 0x0000, 0x8000, 0x8000}, // -0 is below +0
      {FN(MAX_F16), 2, 0x8000, 0x0000, 0x0000},
      {FN(MIN_F16), 2, 0xbc00, 0xc000, 0xc000}, // -1, -2
      {FN(MAX_F16), 2, 0xbc00, 0xc000, 0xbc00},
      {FN(MIN_F16), 2, 0x7e00, 0x3c00, 0x3c00}, // a NaN loses,
      {FN(MAX_F16), 2, 0x3c00, 0xfe00, 0x3c00},
      {FN(MAX_F16), 2, 0x7c01, 0xfe00, 0x7fff}, // two are the canonical one
      {FN(MIN_BF16), 2, 0xff80, 0x7fff, 0xff80},
      {FN(MAX_BF16), 2, 0xffff, 0x7f81, 0x7fff},
      {FN(MIN_F16X2), 2, 0x3c00c000, 0x4000bc00, 0x3c00c000},
      {FN(MAX_BF16X2), 2, 0x3f80bf80, 0x40008000, 0x40008000},
  };
  for (size_t i = 0; i < COUNT(v); i++)
    for (unsigned ftz = 0; ftz < 2; ftz++)
      if (v[i].ftz == 2 || v[i].ftz == ftz)
        assert_int_equal(atom(v[i].fn, ftz, v[i].r, v[i].b), v[i].is);
}

// Every bit of a compare and swap matters, and none above the element's size does.
static void cas_compares_every_bit(void **state) {
  (void)state;
  static const unsigned fns[] = {FN(CAS_B16), FN(CAS_B32), FN(CAS_B64), FN(CAS_B128)};
  for (size_t k = 0; k < COUNT(fns); k++) {
    const unsigned bits = 16u << k;
    const ws_atom_value mask = {bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX, bits == 128 ? UINT64_MAX : 0};
    const ws_atom_value r = {random_bits(), random_bits()}, c = {random_bits(), random_bits()};
    assert_int_equal(ws_atom_bits(fns[k]), bits);
    ws_atom_value is = becomes(fns[k], false, r, r, c);
    assert_true(is.lo == (c.lo & mask.lo) && is.hi == (c.hi & mask.hi));
    for (unsigned bit = 0; bit < 128; bit++) {
      const ws_atom_value b = {bit < 64 ? r.lo ^ UINT64_C(1) << bit : r.lo,
                               bit < 64 ? r.hi : r.hi ^ UINT64_C(1) << (bit - 64)};
      const ws_atom_value want = bit < bits ? r : c;
      is = becomes(fns[k], true, r, b, c);
      assert_true(is.lo == (want.lo & mask.lo) && is.hi == (want.hi & mask.hi));
    }
    is = becomes(FN(EXCH_B128), false, r, c, r);
    assert_true(is.lo == c.lo && is.hi == c.hi);
  }
}

static void what_is_no_operation_is_illegal(void **state) {
  (void)state;
  unsigned operations = 0, vectors = 0;
  for (unsigned fn = 0; fn < 256; fn++) {
    const bool named = ws_op_name(WS_UNIT_ATOM << 8 | fn) != NULL,
               vector = named && ws_is_atom_vector(WS_UNIT_ATOM << 8 | fn);
    const bool of_vectors = (fn & 15) >= 8 && (fn & 15) <= 9 && fn >> 4 >= 10 && fn >> 4 <= 13; // min, max of halves
    assert_int_equal(ws_atom_bits(fn) != 0, (named && !vector) || of_vectors);
    assert_true(named || !ws_op_name(WS_UNIT_RED << 8 | fn));
    operations += ws_atom_bits(fn) != 0;
    vectors += vector;
  }
  for (unsigned fn = 0; fn < 4096; fn++) { // a whole code, or, below 256, the low byte of one
    const bool moves =
        (fn & 15) == (WS_OP_ATOM_EXCH_B32 & 15) || (fn & 15) == (WS_OP_ATOM_CAS_B32 & 15); // red does not
    const bool known =
        ws_atom_bits(fn & 255) && (fn < 256 || fn >> 8 == WS_UNIT_ATOM || (fn >> 8 == WS_UNIT_RED && !moves));
    ws_atom_value d = {1, 1};
    assert_int_equal(ws_atom(fn, false, (ws_atom_value){5, 6}, (ws_atom_value){7, 8}, (ws_atom_value){9, 9}, &d),
                     known ? WS_ST_OK : WS_ST_DEC_ILLEGAL);
    assert_true(known || (!d.lo && !d.hi));
  }
  assert_int_equal(operations, 40);
  assert_int_equal(vectors, 20);
}

// ------------------------------------------------------------------------------------------------------- oracle

static double as_f64(uint64_t bits) {
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

static float as_f32(uint64_t bits) {
  uint32_t low = (uint32_t)bits;
  float f;
  memcpy(&f, &low, sizeof f);
  return f;
}

static uint64_t bits_of_f64(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return isnan(d) ? 0xfff8000000000000u : bits;
}

static uint64_t bits_of_f32(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return isnan(f) ? 0x7fffffffu : bits;
}

static float no_subnormal(float f) { return fpclassify(f) == FP_SUBNORMAL ? copysignf(0, f) : f; }

static double f16_values[0x7c01]; // of 0 .. infinity, which stands where the next number would

static void list_f16(void) {
  for (unsigned i = 0; i <= 0x7c00; i++)
    f16_values[i] = i < 0x400 ? ldexp(i, -24) : ldexp(1024 + (i & 1023), (int)(i >> 10) - 25);
}

static double f16_to_double(uint32_t v) {
  const uint32_t m = v & 0x7fff;
  if (m > 0x7c00)
    return (double)NAN;
  const double d = m == 0x7c00 ? (double)INFINITY : f16_values[m];
  return v >> 15 ? -d : d;
}

// The sum of two f16 is exact in a double.
static uint32_t f16_add_oracle(uint32_t x, uint32_t y) {
  const double sum = f16_to_double(x) + f16_to_double(y), d = fabs(sum);
  if (isnan(sum))
    return 0x7fff;
  const uint32_t sign = signbit(sum) ? 0x8000 : 0;
  unsigned low = 0, high = 0x7c00; // f16_values[low] <= d
  if (d >= f16_values[high])
    return sign | high;
  while (high - low > 1)
    *(f16_values[(low + high) / 2] <= d ? &low : &high) = (low + high) / 2;
  const double under = d - f16_values[low], over = f16_values[high] - d;
  return sign | (under < over || (under == over && low % 2 == 0) ? low : high);
}

// A float has more than twice the bits of a bf16: its sum, rounded once more, is the sum rounded once.
static uint32_t bf16_add_oracle(uint32_t x, uint32_t y) {
  const float sum = as_f32(x << 16) + as_f32(y << 16);
  uint64_t bits = bits_of_f32(sum);
  if (isnan(sum))
    return 0x7fff;
  const unsigned rest = bits & 0xffff;
  bits >>= 16;
  return (uint32_t)(bits + (rest > 0x8000 || (rest == 0x8000 && bits % 2)));
}

static double half_number(bool bf16, uint32_t v) { return bf16 ? (double)as_f32(v << 16) : f16_to_double(v); }

static uint32_t half_min_max_oracle(bool bf16, bool max, uint32_t x, uint32_t y) {
  const double a = half_number(bf16, x), b = half_number(bf16, y);
  if (isnan(a) || isnan(b))
    return isnan(a) && isnan(b) ? 0x7fff : isnan(a) ? y : x;
  const bool x_less = a < b || (a == b && signbit(a) && !signbit(b));
  return x_less != max ? x : y;
}

static uint32_t half_oracle(bool bf16, unsigned op, uint32_t r, uint32_t b) {
  if (op != 5)
    return half_min_max_oracle(bf16, op == 9, r, b);
  return bf16 ? bf16_add_oracle(r, b) : f16_add_oracle(r, b);
}

static uint64_t float_oracle(unsigned fn, bool ftz, uint64_t r, uint64_t b) {
  const unsigned op = fn & 15;
  switch (fn >> 4) {
  case 8:
    return ftz ? bits_of_f32(no_subnormal(no_subnormal(as_f32(r)) + no_subnormal(as_f32(b))))
               : bits_of_f32(as_f32(r) + as_f32(b));
  case 9: return bits_of_f64(as_f64(r) + as_f64(b));
  case 10:
  case 11: return half_oracle(fn >> 4 == 11, op, r & 0xffff, b & 0xffff);
  default: break;
  }
  const bool bf16 = fn >> 4 == 13;
  return (uint64_t)half_oracle(bf16, op, r >> 16 & 0xffff, b >> 16 & 0xffff) << 16 |
         half_oracle(bf16, op, r & 0xffff, b & 0xffff);
}

static uint64_t oracle(unsigned fn, bool ftz, uint64_t r, uint64_t b) {
  const unsigned type = fn >> 4;
  const bool is_signed = type == 5 || type == 7, wide = ws_atom_bits(fn) == 64;
  const int64_t sr = wide ? (int64_t)r : is_signed ? (int32_t)(uint32_t)r : (int64_t)(uint32_t)r;
  const int64_t sb = wide ? (int64_t)b : is_signed ? (int32_t)(uint32_t)b : (int64_t)(uint32_t)b;
  const bool r_less = is_signed || !wide ? sr < sb : r < b;
  if (type >= 8)
    return float_oracle(fn, ftz, r, b);
  switch (fn & 15) {
  case 0: return r - (r & ~b);
  case 1: return r + (b & ~r);
  case 2: return (r | b) - (r & b);
  case 3: return b;
  case 5: return wide ? r + b : (uint32_t)(r + b);
  case 6: return sr < sb ? r + 1 : 0;
  case 7: return sr > 0 && sr <= sb ? r - 1 : b;
  case 8: return r_less ? r : b;
  default: return r_less ? b : r;
  }
}

static bool has_two_operands(unsigned fn) { return ws_atom_bits(fn) && ws_atom_bits(fn) < 128 && (fn & 15) != 4; }

static void agree(unsigned fn, uint64_t r, uint64_t b) {
  const uint64_t mask = UINT64_MAX >> (64 - ws_atom_bits(fn));
  r &= mask;
  b &= mask;
  for (int ftz = 0; ftz < 2; ftz++) {
    const uint64_t is = atom(fn, ftz, r, b), want = oracle(fn, ftz, r, b);
    if (is != want)
      fail_msg("%s, ftz %d: r 0x%llx, b 0x%llx give 0x%llx, the oracle says 0x%llx", ws_op_name(WS_UNIT_ATOM << 8 | fn),
               ftz, (unsigned long long)r, (unsigned long long)b, (unsigned long long)is, (unsigned long long)want);
  }
}

// Values around which an operation of this size turns: of f16, bf16, f32, f64 and of integers.
static uint64_t edge(unsigned bits, unsigned i) {
  static const uint16_t tops[] = {0x0000, 0x0001, 0x007f, 0x0080, 0x0081, 0x03ff, 0x0400, 0x0401,
                                  0x000f, 0x0010, 0x3bff, 0x3c00, 0x3c01, 0x3f7f, 0x3f80, 0x3f81,
                                  0x3ff0, 0x7bff, 0x7c00, 0x7c01, 0x7dff, 0x7e00, 0x7f7f, 0x7f80,
                                  0x7f81, 0x7fbf, 0x7fc0, 0x7fef, 0x7ff0, 0x7ff1, 0x7ff8, 0x7fff};
  static const uint64_t rests[] = {0, 1, UINT64_MAX};
  const uint64_t top = tops[i / 2 % COUNT(tops)] | (i % 2 ? 0x8000u : 0);
  return top << (bits - 16) | (bits > 16 ? rests[i / 64 % 3] & ((UINT64_C(1) << (bits - 16)) - 1) : 0);
}

static void every_operation_agrees_on_every_two_edges(void **state) {
  (void)state;
  for (unsigned fn = 0; fn < 256; fn++) {
    if (!has_two_operands(fn))
      continue;
    const unsigned bits = ws_atom_bits(fn), n = bits > 16 ? 192 : 64;
    for (unsigned i = 0; i < n; i++)
      for (unsigned k = 0; k < n; k++)
        agree(fn, edge(bits, i), edge(bits, k));
  }
}

// Random values, and such as are near one another or an exponent apart.
static void every_operation_agrees_on_random_values(void **state) {
  (void)state;
  for (unsigned fn = 0; fn < 256; fn++) {
    if (!has_two_operands(fn))
      continue;
    const unsigned bits = ws_atom_bits(fn);
    for (unsigned i = 0; i < 60000; i++) {
      const uint64_t r = random_bits() >> (64 - bits), far = random_bits();
      const uint64_t b = i % 4 == 0   ? far
                         : i % 4 == 1 ? r ^ UINT64_C(1) << far % bits
                         : i % 4 == 2 ? r + far % 5 - 2
                                      : r ^ far >> (64 - bits + 2 + far % (bits - 2));
      agree(fn, r, b);
    }
  }
}

// Every f16 and bf16 with itself, its neighbours and its negative, and with random ones: min, max, add, in either order.
static void every_half_meets_many_others(void **state) {
  (void)state;
  static const unsigned fns[] = {FN(ADD_F16), FN(MIN_F16), FN(MAX_F16), FN(ADD_BF16), FN(MIN_BF16), FN(MAX_BF16)};
  for (unsigned r = 0; r < 0x10000; r++)
    for (size_t k = 0; k < COUNT(fns); k++) {
      const uint32_t some = (uint32_t)random_bits();
      const uint32_t others[] = {r, r ^ 0x8000, r + 1, r - 1, some, some >> 16, r ^ (some & 0xffff) >> (some >> 28)};
      for (size_t n = 0; n < COUNT(others); n++) {
        agree(fns[k], r, others[n]);
        agree(fns[k], others[n], r);
      }
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(written_integers),
      cmocka_unit_test(written_floats),
      cmocka_unit_test(cas_compares_every_bit),
      cmocka_unit_test(what_is_no_operation_is_illegal),
      cmocka_unit_test(every_operation_agrees_on_every_two_edges),
      cmocka_unit_test(every_operation_agrees_on_random_values),
      cmocka_unit_test(every_half_meets_many_others),
  };
  list_f16();
  return cmocka_run_group_tests(tests, NULL, NULL);
}
