// SPDX-License-Identifier: Apache-2.0
// Arithmetic of the helper instructions: one function of two values each, no state. Integers wrap at the size of the
// type; f32 and f64 round to nearest even, a NaN result is the canonical NaN.
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

static int64_t sign_extend(uint64_t v, unsigned bits) {
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

value alu_eval(ws_helper h, ws_type t, value a, value b) {
  unsigned bits = ws_type_bits(t);
  value v = a;
  if (t == WS_T_F32 && (h == WS_H_ADD || h == WS_H_SUB))
    return from_f32(h == WS_H_ADD ? to_f32(a) + to_f32(b) : to_f32(a) - to_f32(b));
  if (t == WS_T_F64 && (h == WS_H_ADD || h == WS_H_SUB))
    return from_f64(h == WS_H_ADD ? to_f64(a) + to_f64(b) : to_f64(a) - to_f64(b));
  switch (h) {
  case WS_H_ADD: v.lo = a.lo + b.lo; break;
  case WS_H_SUB: v.lo = a.lo - b.lo; break;
  case WS_H_MUL_LO: v.lo = a.lo * b.lo; break;
  case WS_H_AND: v = (value){a.lo & b.lo, a.hi & b.hi}; break;
  case WS_H_OR: v = (value){a.lo | b.lo, a.hi | b.hi}; break;
  case WS_H_XOR: v = (value){a.lo ^ b.lo, a.hi ^ b.hi}; break;
  case WS_H_NOT: v = (value){~a.lo, ~a.hi}; break;
  case WS_H_SHL:
  case WS_H_SHR: v = shift(h, t, a, (uint32_t)b.lo); break;
  default: break;
  }
  return value_cut(v, bits);
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
