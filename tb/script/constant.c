// SPDX-License-Identifier: Apache-2.0
// Front end: how a constant fits a type. In a directive it has to fit as it stands; in an instruction the assembler's
// rules hold, which cuts what is too large.
#include <math.h>
#include <string.h>

#include "front.h"

static bool fit_float(parser *p, const value *v, ws_type t, ws_value *out) {
  if (ws_type_bits(t) == 32) {
    float f = (float)v->f;
    uint32_t bits;
    if (isinf(f) && !isinf(v->f)) {
      error_at(p, v, "value does not fit 32 bits");
      return false;
    }
    memcpy(&bits, &f, 4);
    if (v->flt == FLT_F32)
      bits = (uint32_t)v->lo; // NaN payloads stay as written
    out->lo = bits;
  } else if (v->flt == FLT_F64) {
    out->lo = v->lo;
  } else {
    memcpy(&out->lo, &v->f, 8);
  }
  return true;
}

bool fit(parser *p, const value *v, ws_type t, bool zero, ws_value *out) {
  unsigned bits = ws_type_bits(t);
  *out = (ws_value){0};
  if (v->is_float) {
    if ((t == WS_T_F32 || t == WS_T_B32 || t == WS_T_F64 || t == WS_T_B64) && !(v->flt == FLT_F64 && t == WS_T_B32))
      return fit_float(p, v, t, out);
    error_at(p, v, "a floating-point number cannot be an operand of type .%s", ws_type_name(t));
    return false;
  }
  if (ws_type_float(t) && !(zero && !v->lo && !v->hi)) {
    error_at(p, v, "an integer cannot be an operand of type .%s%s", ws_type_name(t),
             t == WS_T_F32 || t == WS_T_F64 ? "; write 1.0 or the bits as 0f3F800000" : "");
    return false;
  }
  out->lo = v->lo, out->hi = v->hi;
  bool negative = !v->uns && v->lo >> 63 && !v->hi;
  if (bits == 128) {
    out->hi = negative ? ~0ull : v->hi;
    return true;
  }
  bool fits = !v->hi;
  if (bits < 64 && fits) {
    uint64_t top = bits == 1 ? 1 : (1ull << bits) - 1;
    int64_t low = bits == 1 ? -1 : -(1ll << (bits - 1));
    // An operator works on 64 bits, so ~0xff in 32 bits has ones above; a literal has to fit as it stands.
    if (negative || (!v->literal && v->lo >> 63))
      fits = (int64_t)v->lo >= low;
    else
      fits = v->lo <= top;
    out->lo &= top;
  }
  if (!fits)
    error_at(p, v, "value does not fit %u bit%s", bits, bits == 1 ? "" : "s");
  return fits;
}

// 0f... is a number of 32 bits, all others have 64. A float type takes them all; one of bits alone takes those of its size.
static bool float_suits(const value *v, ws_type t) {
  if (t == WS_T_F32 || t == WS_T_F64)
    return true;
  return v->flt == FLT_F32 ? t == WS_T_B32 : t == WS_T_B64;
}

bool fit_operand(parser *p, const value *v, ws_type t, bool integer, uint64_t *out) {
  if (v->is_float && !integer && float_suits(v, t)) {
    ws_value bits = {0};
    bool ok = fit_float(p, v, t, &bits);
    *out = bits.lo;
    return ok;
  }
  if (v->is_float) {
    error_at(p, v,
             t == WS_T_PRED ? "a floating-point number cannot be a predicate"
                            : "a floating-point number cannot be an operand of type .%s",
             ws_type_name(t));
    return false;
  }
  if (ws_type_float(t)) {
    error_at(p, v, "an integer cannot be an operand of type .%s%s", ws_type_name(t),
             t == WS_T_F32 || t == WS_T_F64 ? "; write 1.0 or the bits as 0f3F800000" : "");
    return false;
  }
  if (v->hi) {
    error_at(p, v, "number too large");
    return false;
  }
  unsigned bits = ws_type_bits(t);
  *out = t == WS_T_PRED ? (uint64_t)(v->lo != 0) : bits < 64 ? v->lo & ((1ull << bits) - 1) : v->lo;
  int64_t least = bits < 64 ? -(1ll << (bits - 1)) : INT64_MIN;
  bool fits = t == WS_T_PRED || bits >= 64 || v->lo == *out || ((int64_t)v->lo < 0 && (int64_t)v->lo >= least);
  if (!fits)
    warn_at(p, v, "value does not fit %u bits, 0x%llx is taken", bits, (unsigned long long)*out);
  return true;
}
