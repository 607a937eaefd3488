// SPDX-License-Identifier: Apache-2.0
// Front end: checks of the helper instructions that need more than one part of a statement.
#include <string.h>

#include "front.h"

// Can every number of `from` be one of `to`? Integers.
static bool contains(ws_type to, ws_type from) {
  unsigned spare = ws_type_signed(to) && !ws_type_signed(from) ? 1 : 0;
  if (ws_type_signed(from) && !ws_type_signed(to))
    return false;
  return ws_type_bits(to) >= ws_type_bits(from) + spare;
}

static int mantissa(ws_type t) { return t == WS_T_BF16 ? 7 : t == WS_T_F16 ? 10 : t == WS_T_F32 ? 23 : 52; }

// Does every number of `from` fit `to`? Floats; f16 and bf16 do not fit one another.
static bool widens(ws_type to, ws_type from) {
  return to == from || (ws_type_bits(to) > ws_type_bits(from) && mantissa(to) > mantissa(from));
}

// What rounding the types need: none, a rounding to the format (rn ...), to an integer (rni ...), or perhaps one.
static bool cvt_rounding(parser *p, const ws_insn *in, const tok *at) {
  ws_type to = in->type, from = in->type2;
  bool to_float = ws_type_float(to), from_float = ws_type_float(from);
  bool integral = ws_insn_has(in, "rni") || ws_insn_has(in, "rzi") || ws_insn_has(in, "rmi") || ws_insn_has(in, "rpi");
  bool plain = ws_insn_has(in, "rn") || ws_insn_has(in, "rz") || ws_insn_has(in, "rm") || ws_insn_has(in, "rp");
  const char *wrong = NULL;
  if (!to_float && from_float)
    wrong = integral ? NULL : "needs .rni, .rzi, .rmi or .rpi";
  else if (!to_float)
    wrong = integral || plain ? "takes no rounding" : NULL;
  else if (!from_float || (!widens(to, from) && from != WS_T_BF16 && to != WS_T_BF16) ||
           (to == WS_T_BF16 && from != to))
    wrong = plain || (from == WS_T_F16 && to == WS_T_BF16 && !integral) ? NULL : "needs .rn, .rz, .rm or .rp";
  else if (to == from)
    wrong = plain ? "rounds to an integer only: .rni, .rzi, .rmi, .rpi" : NULL;
  else if (from == WS_T_BF16)
    wrong = integral ? "takes no rounding to an integer" : NULL;
  else
    wrong = integral || plain ? "takes no rounding" : NULL;
  if (wrong)
    error_at(p, at, "cvt.%s.%s %s", ws_type_name(to), ws_type_name(from), wrong);
  return !wrong;
}

static bool cvt_rule(parser *p, const ws_insn *in, const tok *at) {
  ws_type to = in->type, from = in->type2;
  bool bf16 = to == WS_T_BF16 || from == WS_T_BF16;
  bool integers = !ws_type_float(to) && !ws_type_float(from);
  const char *wrong = NULL;
  if (bf16 && (ws_type_bits(to) == 8 || ws_type_bits(from) == 8))
    wrong = "does not exist";
  else if (ws_insn_has(in, "ftz") && to != WS_T_F32 && from != WS_T_F32)
    wrong = "takes no .ftz, which is for .f32";
  else if (ws_insn_has(in, "sat") && (bf16 || (integers && contains(to, from))))
    wrong = "takes no .sat";
  if (wrong) {
    error_at(p, at, "cvt.%s.%s %s", ws_type_name(to), ws_type_name(from), wrong);
    return false;
  }
  return cvt_rounding(p, in, at);
}

static bool fraction_rule(parser *p, const ws_insn *in) {
  const ws_operand *f = &in->op_[WS_R_A];
  float x;
  uint32_t bits = (uint32_t)f->imm;
  memcpy(&x, &bits, sizeof x);
  if (f->kind != WS_O_IMM || (x > 0.0f && x <= 1.0f))
    return true;
  error_at(p, f, "the fraction must be above 0.0 and at most 1.0");
  return false;
}

bool check_helper(parser *p, const ws_insn *in, const tok *at) {
  unsigned rules = in->row->rules;
  if ((rules & WS_RULE_ROUND) && ws_insn_has(in, "rn") && !ws_type_float(in->type)) {
    error_at(p, at, "a rounding mode needs .f32 or .f64");
    return false;
  }
  if (rules & WS_RULE_CMP) {
    bool uns = in->type >= WS_T_U8 && in->type <= WS_T_U64, bits = in->type >= WS_T_B8 && in->type <= WS_T_B128;
    bool named = ws_insn_has(in, "lo") || ws_insn_has(in, "ls") || ws_insn_has(in, "hi") || ws_insn_has(in, "hs");
    if ((named && !uns) || (bits && in->cmp > WS_CMP_NE)) {
      error_at(p, at,
               named ? "setp: .lo .ls .hi .hs are for unsigned types" : "setp: bit-size types know only .eq and .ne");
      return false;
    }
  }
  if (rules & WS_RULE_CVT)
    return cvt_rule(p, in, at);
  if (rules & WS_RULE_FRACTION)
    return fraction_rule(p, in);
  if (rules & WS_RULE_LDST) {
    if (ws_insn_has(in, "nc") && in->space != WS_SP_GLOBAL) {
      error_at(p, at, "%s needs .global", in->name);
      return false;
    }
    if (ws_insn_has(in, "L2::cache_hint") && in->space != WS_SP_GLOBAL && in->space != WS_SP_GENERIC) {
      error_at(p, at, "a cache hint is for global memory only");
      return false;
    }
    bool strong = in->sem != WS_SEM_NONE;
    if (strong != (in->scope != WS_SC_NONE)) {
      error_at(p, at,
               strong ? "%s with .relaxed, .acquire or .release needs a scope"
                      : "%s takes a scope only with .relaxed, .acquire or .release",
               in->name);
      return false;
    }
    if (in->vec * ws_type_bits(in->type) > 128) {
      error_at(p, at, "%s moves at most 128 bits", in->name);
      return false;
    }
  }
  return true;
}
