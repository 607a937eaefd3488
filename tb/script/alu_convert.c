// SPDX-License-Identifier: Apache-2.0
// cvt: integers and floats of all sizes. The exact value of the source is a long double, which has 64 bits at least;
// it is rounded once. A number too large for an integer becomes its largest or smallest, a NaN becomes 0.
#include <float.h>
#include <math.h>
#include <string.h>

#include "machine.h"

#if LDBL_MANT_DIG < 64
#error "cvt needs a long double of 64 bits of mantissa"
#endif

typedef struct format {
  int mantissa, least, most; // bits of the fraction; exponents of the smallest and the largest normal number
  uint64_t nan;
} format;

static const format *format_of(ws_type t) {
  static const format f16 = {10, -14, 15, 0x7fff}, bf16 = {7, -126, 127, 0x7fff}, f32 = {23, -126, 127, 0x7fffffff},
                      f64 = {52, -1022, 1023, UINT64_C(0xfff8000000000000)};
  return t == WS_T_F16 ? &f16 : t == WS_T_BF16 ? &bf16 : t == WS_T_F32 ? &f32 : &f64;
}

static long double from_bits(ws_type t, uint64_t v) {
  const format *f = format_of(t);
  unsigned top = ws_type_bits(t) - 1;
  uint64_t fraction = v & ((UINT64_C(1) << f->mantissa) - 1), exponent = (v & ~(UINT64_C(1) << top)) >> f->mantissa;
  long double x;
  if (exponent == (UINT64_C(1) << (top - (unsigned)f->mantissa)) - 1)
    x = fraction ? (long double)NAN : (long double)INFINITY;
  else if (exponent)
    x = ldexpl((long double)(fraction | UINT64_C(1) << f->mantissa), (int)exponent - 1 + f->least - f->mantissa);
  else
    x = ldexpl((long double)fraction, f->least - f->mantissa);
  return v >> top & 1 ? -x : x;
}

// x as an integer: n nearest even, z toward 0, m down, p up.
static long double rounded(long double x, char way) {
  long double low = floorl(x), rest = x - low;
  switch (way) {
  case 'z': return truncl(x);
  case 'm': return low;
  case 'p': return ceill(x);
  default: return rest > 0.5L || (rest == 0.5L && fmodl(low, 2) != 0) ? low + 1 : low;
  }
}

static uint64_t to_bits(ws_type t, long double x, char way) {
  const format *f = format_of(t);
  uint64_t sign = signbit(x) ? UINT64_C(1) << (ws_type_bits(t) - 1) : 0;
  uint64_t infinite = (uint64_t)(f->most - f->least + 2) << f->mantissa;
  if (isnan(x))
    return f->nan;
  if (isinf(x))
    return sign | infinite;
  long double size = fabsl(x);
  if (size == 0)
    return sign;
  int exponent = ilogbl(size) < f->least ? f->least : ilogbl(size);
  char toward = sign ? (way == 'm' ? 'p' : way == 'p' ? 'm' : way) : way; // of the size
  long double digits = rounded(ldexpl(size, f->mantissa - exponent), toward);
  uint64_t bits = ((uint64_t)(exponent - f->least) << f->mantissa) + (uint64_t)digits;
  if (bits >= infinite)
    bits = toward == 'n' || toward == 'p' ? infinite : infinite - 1;
  return sign | bits;
}

static long double smallest(ws_type t) { return ws_type_signed(t) ? -ldexpl(1, (int)ws_type_bits(t) - 1) : 0; }
static long double largest(ws_type t) { return ldexpl(1, (int)ws_type_bits(t) - ws_type_signed(t)) - 1; }

static uint64_t to_integer(ws_type t, long double x, char way) {
  if (isnan(x))
    return 0;
  x = isinf(x) ? x : rounded(x, way);
  x = x < smallest(t) ? smallest(t) : x > largest(t) ? largest(t) : x;
  return x < 0 ? (uint64_t)(int64_t)x : (uint64_t)x;
}

// The way of a rounding qualifier: rni and rn are n, rzi and rz are z. 0: none.
static char way_of(const ws_insn *in, bool *integral) {
  static const char *const names[] = {"rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi"};
  for (unsigned i = 0; i < 8; i++)
    if (ws_insn_has(in, names[i])) {
      *integral = i >= 4;
      return names[i][1];
    }
  *integral = false;
  return 0;
}

static uint64_t flush(uint64_t v) { return v & 0x7f800000u ? v : v & 0x80000000u; }

value alu_convert(const ws_insn *in, value a) {
  ws_type to = in->type, from = in->type2;
  unsigned bits = ws_type_bits(from);
  bool sat = ws_insn_has(in, "sat"), ftz = ws_insn_has(in, "ftz"), integral;
  char way = way_of(in, &integral);
  uint64_t v = value_cut(a, bits).lo;
  if (!ws_type_float(to) && !ws_type_float(from)) {
    int64_t number = ws_type_signed(from) ? sign_extend(v, bits) : (int64_t)v;
    if (sat)
      v = to_integer(to, ws_type_signed(from) ? (long double)number : (long double)v, 'n');
    else
      v = (uint64_t)number;
    return value_cut((value){v, 0}, ws_type_bits(to));
  }
  long double x;
  if (ws_type_float(from))
    x = from_bits(from, ftz && from == WS_T_F32 ? flush(v) : v);
  else
    x = ws_type_signed(from) ? (long double)sign_extend(v, bits) : (long double)v;
  if (!ws_type_float(to))
    return value_cut((value){to_integer(to, x, way), 0}, ws_type_bits(to));
  if (integral && isfinite(x))
    x = copysignl(rounded(x, way), x);
  if (sat)
    x = isnan(x) || x < 0 || (x == 0 && signbit(x)) ? 0 : x > 1 ? 1 : x;
  v = to_bits(to, x, integral || !way ? 'n' : way);
  return (value){ftz && to == WS_T_F32 ? flush(v) : v, 0};
}
