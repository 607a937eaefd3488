// SPDX-License-Identifier: Apache-2.0
// Floats by the host's arithmetic and by MPFR's.
#include <math.h>
#include <string.h>

#include <mpfr.h>

#include "reference.h"

double half_values[2][0x10000];

static double as_f64(uint64_t bits) {
  double d;
  memcpy(&d, &bits, sizeof d);
  return d;
}

static uint64_t bits_of_f64(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return bits;
}

static float as_f32(uint64_t bits) {
  const uint32_t low = (uint32_t)bits;
  float f;
  memcpy(&f, &low, sizeof f);
  return f;
}

static uint64_t bits_of_f32(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return bits;
}

// Any float as a double: scaled from its fields, which is exact.
static double as_double(const float_format *f, uint64_t v) {
  if (f->frac == 52)
    return as_f64(v);
  const uint64_t one = UINT64_C(1) << f->frac, frac = v & (one - 1), exp = v >> f->frac & ((UINT64_C(1) << f->exp) - 1);
  const int bias = (1 << (f->exp - 1)) - 1;
  double d =
      exp ? ldexp((double)(frac | one), (int)exp - bias - (int)f->frac) : ldexp((double)frac, 1 - bias - (int)f->frac);
  if (exp == (UINT64_C(1) << f->exp) - 1)
    d = frac ? (double)NAN : (double)INFINITY;
  return v >> (f->exp + f->frac) & 1 ? -d : d;
}

void list_halves(void) {
  for (unsigned format = FORMAT_F16; format <= FORMAT_BF16; format++)
    for (unsigned v = 0; v < 0x10000; v++)
      half_values[format][v] = as_double(&formats[format], v);
}

uint16_t half_sum(unsigned format, uint16_t x, uint16_t y) {
  // The lowest normal number, the unit of the last place of subnormal ones, infinity; and bits of a double that a half has not.
  static const double normal[2] = {0x1p-14, 0x1p-126}, big[2] = {0x1.8p28, 0x1.8p-81};
  static const uint16_t inf[2] = {0x7c00, 0x7f80};
  static const unsigned cut[2] = {42, 45}, rebias[2] = {1023 - 15, 1023 - 127};
  const double sum = half_values[format][x] + half_values[format][y], size = fabs(sum);
  if (isnan(sum))
    return 0x7fff;
  const uint16_t sign = signbit(sum) ? 0x8000 : 0;
  if (size < normal[format]) // beside `big` a double's last place is that of a subnormal half
    return (uint16_t)(sign | (bits_of_f64(size + big[format]) & 0x7ff));
  uint64_t bits = bits_of_f64(size);
  bits += (UINT64_C(1) << (cut[format] - 1)) - 1 + (bits >> cut[format] & 1);
  bits = (bits >> cut[format]) - ((uint64_t)rebias[format] << (52 - cut[format]));
  return (uint16_t)(sign | (bits < inf[format] ? bits : inf[format]));
}

uint16_t half_least(unsigned format, bool max, uint16_t x, uint16_t y) {
  const double a = half_values[format][x], b = half_values[format][y];
  if (isnan(a) || isnan(b))
    return isnan(a) && isnan(b) ? 0x7fff : isnan(a) ? y : x;
  const bool x_less = a < b || (a == b && signbit(a) && !signbit(b));
  return x_less != max ? x : y;
}

static float no_subnormal(float f) { return fpclassify(f) == FP_SUBNORMAL ? copysignf(0, f) : f; }

uint64_t host_sum(unsigned format, bool ftz, uint64_t x, uint64_t y) {
  if (format == FORMAT_F64) {
    const double d = as_f64(x) + as_f64(y);
    return isnan(d) ? UINT64_C(0xfff8000000000000) : bits_of_f64(d);
  }
  const float f = ftz ? no_subnormal(no_subnormal(as_f32(x)) + no_subnormal(as_f32(y))) : as_f32(x) + as_f32(y);
  return isnan(f) ? 0x7fffffff : bits_of_f32(f);
}

// Exponents of MPFR's numbers, which are 0.1... times a power of two, and their bits.
static const struct {
  mpfr_exp_t least, most;
  mpfr_prec_t bits;
} ranges[FORMATS] = {{-23, 16, 11}, {-132, 128, 8}, {-148, 128, 24}, {-1073, 1024, 53}};

static mpfr_t a, b, z;
static unsigned ready = FORMATS; // format for which they were made

static void prepare(unsigned format) {
  if (ready == format)
    return;
  exact_done();
  mpfr_set_emin(ranges[format].least);
  mpfr_set_emax(ranges[format].most);
  mpfr_init2(a, ranges[format].bits);
  mpfr_init2(b, ranges[format].bits);
  mpfr_init2(z, ranges[format].bits);
  ready = format;
}

void exact_done(void) {
  if (ready == FORMATS)
    return;
  mpfr_clears(a, b, z, (mpfr_ptr)NULL);
  mpfr_free_cache();
  ready = FORMATS;
}

// Back to bits, from sign, exponent and significand.
static uint64_t packed(const float_format *f, mpfr_srcptr v) {
  const uint64_t sign = (uint64_t)(mpfr_signbit(v) != 0) << (f->exp + f->frac), inf = ((UINT64_C(1) << f->exp) - 1)
                                                                                      << f->frac;
  if (mpfr_zero_p(v))
    return sign;
  if (mpfr_inf_p(v))
    return sign | inf;
  const double d = fabs(mpfr_get_d(v, MPFR_RNDN)); // exact
  const int bias = (1 << (f->exp - 1)) - 1, exp = (int)mpfr_get_exp(v) - 1 + bias;
  if (exp <= 0)
    return sign | (uint64_t)ldexp(d, bias - 1 + (int)f->frac);
  return sign | (((uint64_t)(exp - 1) << f->frac) + (uint64_t)ldexp(d, bias - exp + (int)f->frac));
}

static void take(mpfr_ptr v, const float_format *f, bool ftz, uint64_t bits) {
  const double d = as_double(f, bits);
  mpfr_set_d(v, ftz && fabs(d) < 0x1p-126 ? copysign(0, d) : d, MPFR_RNDN);
}

uint64_t exact_sum(unsigned format, bool ftz, uint64_t x, uint64_t y) {
  static const uint64_t nan[FORMATS] = {0x7fff, 0x7fff, 0x7fffffff, UINT64_C(0xfff8000000000000)};
  const float_format *f = &formats[format];
  prepare(format);
  take(a, f, ftz, x);
  take(b, f, ftz, y);
  const int inexact = mpfr_add(z, a, b, MPFR_RNDN);
  mpfr_subnormalize(z, inexact, MPFR_RNDN);
  if (mpfr_nan_p(z))
    return nan[format];
  const uint64_t sum = packed(f, z), low = sum & 0x7fffffff;
  return ftz && low < 0x800000 ? sum & 0x80000000 : sum;
}
