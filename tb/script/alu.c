// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the helper instructions: functions of values, no state. Integers wrap at the size of the type; f32 and
// f64 round to nearest even, a NaN result is the canonical NaN. alu_bits.c has bit fields, alu_convert.c cvt.
#include <math.h>
#include <string.h>

#include "machine.h"

static float to_f32(value v) {
  uint32_t bits = (uint32_t)v.lo;
  float f;
  memcpy(&f, &bits, sizeof f);
  return f;
}

static double to_f64(value v) {
  double d;
  memcpy(&d, &v.lo, sizeof d);
  return d;
}

static value from_f32(float f) {
  uint32_t bits;
  memcpy(&bits, &f, sizeof bits);
  return (value){isnan(f) ? 0x7fffffffu : bits, 0};
}

static value from_f64(double d) {
  uint64_t bits;
  memcpy(&bits, &d, sizeof bits);
  return (value){isnan(d) ? UINT64_C(0xfff8000000000000) : bits, 0};
}

int64_t sign_extend(uint64_t v, unsigned bits) {
  uint64_t sign = UINT64_C(1) << (bits - 1);
  return (int64_t)((v ^ sign) - sign);
}

static value shift(ws_helper h, ws_type t, value a, uint32_t count) {
  unsigned bits = ws_type_bits(t);
  bool past = count >= bits;
  if (h == WS_H_SHL)
    return (value){past ? 0 : a.lo << count, 0};
  if (!ws_type_signed(t))
    return (value){past ? 0 : a.lo >> count, 0};
  int64_t s = sign_extend(a.lo, bits);
  uint64_t fill = s < 0 ? ~UINT64_C(0) : 0;
  if (past)
    return (value){fill, 0};
  return (value){count ? (uint64_t)s >> count | fill << (64 - count) : (uint64_t)s, 0};
}

// The product of two integers: its low half, its high half, or all of it where the type has at most 32 bits.
static uint64_t product(const ws_insn *in, uint64_t x, uint64_t y) {
  unsigned bits = ws_type_bits(in->type);
  bool sign = ws_type_signed(in->type);
  if (!ws_insn_has(in, "hi"))
    return sign ? (uint64_t)sign_extend(x, bits) * (uint64_t)sign_extend(y, bits) : x * y;
  if (bits < 64)
    return (sign ? (uint64_t)sign_extend(x, bits) * (uint64_t)sign_extend(y, bits) : x * y) >> bits;
  uint64_t x0 = x & 0xffffffff, x1 = x >> 32, y0 = y & 0xffffffff, y1 = y >> 32;
  uint64_t middle = x1 * y0 + (x0 * y0 >> 32), cross = x0 * y1 + (middle & 0xffffffff);
  uint64_t high = x1 * y1 + (middle >> 32) + (cross >> 32);
  if (sign && x >> 63)
    high -= y;
  if (sign && y >> 63)
    high -= x;
  return high;
}

static uint64_t quotient(ws_helper h, ws_type t, uint64_t x, uint64_t y) {
  if (!y)
    return h == WS_H_DIV ? ~UINT64_C(0) : x;
  if (!ws_type_signed(t))
    return h == WS_H_DIV ? x / y : x % y;
  int64_t a = sign_extend(x, ws_type_bits(t)), b = sign_extend(y, ws_type_bits(t));
  if (b == -1)
    return h == WS_H_DIV ? 0 - (uint64_t)a : 0; // also of the smallest number, which wraps
  return (uint64_t)(h == WS_H_DIV ? a / b : a % b);
}

static value float_result(const ws_insn *in, const value src[4]) {
  if (in->type == WS_T_F64) {
    double a = to_f64(src[0]), b = to_f64(src[1]), c = to_f64(src[2]);
    switch (in->helper) {
    case WS_H_ADD: return from_f64(a + b);
    case WS_H_SUB: return from_f64(a - b);
    case WS_H_MUL: return from_f64(a * b);
    case WS_H_MAD: return from_f64(fma(a, b, c));
    default: return from_f64(a / b);
    }
  }
  float a = to_f32(src[0]), b = to_f32(src[1]), c = to_f32(src[2]);
  switch (in->helper) {
  case WS_H_ADD: return from_f32(a + b);
  case WS_H_SUB: return from_f32(a - b);
  case WS_H_MUL: return from_f32(a * b);
  case WS_H_MAD: return from_f32(fmaf(a, b, c));
  default: return from_f32(a / b);
  }
}

static value flushed(const ws_insn *in, value v) { // .ftz: a subnormal f32 is a 0 of its sign
  if (in->type == WS_T_F32 && ws_insn_has(in, "ftz") && !(v.lo & 0x7f800000u))
    v.lo &= 0x80000000u;
  return v;
}

static bool is_nan(ws_type t, value v) { return t == WS_T_F32 ? isnan(to_f32(v)) : isnan(to_f64(v)); }

// min, max: -0 is below +0; a NaN loses, with .NaN it wins.
static value extreme(const ws_insn *in, value a, value b) {
  bool less, max = in->helper == WS_H_MAX;
  unsigned bits = ws_type_bits(in->type);
  if (ws_type_float(in->type)) {
    a = flushed(in, a), b = flushed(in, b);
    bool nan_a = is_nan(in->type, a), nan_b = is_nan(in->type, b);
    if ((nan_a && nan_b) || ((nan_a || nan_b) && ws_insn_has(in, "NaN")))
      return in->type == WS_T_F32 ? from_f32(NAN) : from_f64(NAN);
    if (nan_a || nan_b)
      return nan_a ? b : a;
    double x = in->type == WS_T_F32 ? (double)to_f32(a) : to_f64(a);
    double y = in->type == WS_T_F32 ? (double)to_f32(b) : to_f64(b);
    less = x < y || (x == y && signbit(x) && !signbit(y));
  } else if (ws_type_signed(in->type)) {
    less = sign_extend(a.lo, bits) < sign_extend(b.lo, bits);
  } else {
    less = a.lo < b.lo;
  }
  return less == max ? b : a;
}

static value negated(const ws_insn *in, value a) { // neg, abs
  unsigned bits = ws_type_bits(in->type);
  uint64_t sign = UINT64_C(1) << (bits - 1);
  if (ws_type_float(in->type)) {
    a = flushed(in, a);
    return (value){in->helper == WS_H_NEG ? a.lo ^ sign : a.lo & ~sign, 0};
  }
  return in->helper == WS_H_NEG || a.lo & sign ? (value){0 - a.lo, 0} : a;
}

value alu_eval(const ws_insn *in, const value src[4]) {
  unsigned bits = ws_type_bits(in->type);
  ws_helper h = in->helper;
  value a = src[0], b = src[1], v = a;
  bool arithmetic = h == WS_H_ADD || h == WS_H_SUB || h == WS_H_MUL || h == WS_H_MAD || h == WS_H_DIV;
  if (ws_type_float(in->type) && arithmetic)
    return float_result(in, src);
  switch (h) {
  case WS_H_ADD: v.lo = a.lo + b.lo; break;
  case WS_H_SUB: v.lo = a.lo - b.lo; break;
  case WS_H_MUL: v.lo = product(in, a.lo, b.lo); break;
  case WS_H_MAD: v.lo = product(in, a.lo, b.lo) + src[2].lo; break;
  case WS_H_DIV:
  case WS_H_REM: v.lo = quotient(h, in->type, a.lo, b.lo); break;
  case WS_H_MIN:
  case WS_H_MAX: v = extreme(in, a, b); break;
  case WS_H_NEG:
  case WS_H_ABS: v = negated(in, a); break;
  case WS_H_AND: v = (value){a.lo & b.lo, a.hi & b.hi}; break;
  case WS_H_OR: v = (value){a.lo | b.lo, a.hi | b.hi}; break;
  case WS_H_XOR: v = (value){a.lo ^ b.lo, a.hi ^ b.hi}; break;
  case WS_H_NOT: v = (value){~a.lo, ~a.hi}; break;
  case WS_H_SHL:
  case WS_H_SHR: v = shift(h, in->type, a, (uint32_t)b.lo); break;
  case WS_H_CVT: return alu_convert(in, a);
  default: return alu_bits(in, src);
  }
  return value_cut(v, ws_insn_has(in, "wide") ? 2 * bits : bits);
}

typedef struct order { // of two values
  bool less, equal, unordered;
} order;

static order compare(ws_type t, value a, value b) {
  if (t == WS_T_F32 || t == WS_T_F64) {
    double x = t == WS_T_F32 ? (double)to_f32(a) : to_f64(a), y = t == WS_T_F32 ? (double)to_f32(b) : to_f64(b);
    return (order){isless(x, y), !islessgreater(x, y) && !isunordered(x, y), isunordered(x, y)};
  }
  if (ws_type_signed(t)) {
    int64_t x = sign_extend(a.lo, ws_type_bits(t)), y = sign_extend(b.lo, ws_type_bits(t));
    return (order){x < y, x == y, false};
  }
  return (order){a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo), a.lo == b.lo && a.hi == b.hi, false};
}

bool alu_compare(ws_cmp cmp, ws_type t, value a, value b) {
  order o = compare(t, a, b);
  bool ordered = !o.unordered;
  switch (cmp) {
  case WS_CMP_EQ: return o.equal;
  case WS_CMP_NE: return ordered && !o.equal;
  case WS_CMP_LT: return o.less;
  case WS_CMP_LE: return o.less || o.equal;
  case WS_CMP_GT: return ordered && !o.less && !o.equal;
  case WS_CMP_GE: return ordered && !o.less;
  case WS_CMP_EQU: return !ordered || o.equal;
  case WS_CMP_NEU: return !ordered || !o.equal;
  case WS_CMP_LTU: return !ordered || o.less;
  case WS_CMP_LEU: return !ordered || o.less || o.equal;
  case WS_CMP_GTU: return !ordered || (!o.less && !o.equal);
  case WS_CMP_GEU: return !ordered || !o.less;
  case WS_CMP_NUM: return ordered;
  case WS_CMP_NAN: return !ordered;
  }
  return false;
}
