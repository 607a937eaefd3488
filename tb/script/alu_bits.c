// SPDX-License-Identifier: Apache-2.0
// Helper instructions on bits and bit fields: functions of values, no state.
#include "machine.h"

static uint64_t ones(unsigned n) { return n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1; }

static uint64_t reversed(uint64_t v, unsigned bits) {
  uint64_t r = 0;
  for (unsigned i = 0; i < bits; i++)
    r |= (v >> i & 1) << (bits - 1 - i);
  return r;
}

// The highest bit that is set, of a negative number the highest that is not; all ones if there is none.
static uint32_t find(const ws_insn *in, uint64_t v) {
  unsigned bits = ws_type_bits(in->type);
  if (ws_type_signed(in->type) && v >> (bits - 1) & 1)
    v = ~v & ones(bits);
  if (!v)
    return 0xffffffffu;
  unsigned at = 63 - (unsigned)__builtin_clzll(v);
  return ws_insn_has(in, "shiftamt") ? bits - 1 - at : at;
}

// bfe: bits beyond the number, and above the field, are those of the sign.
static uint64_t extracted(ws_type t, uint64_t a, unsigned at, unsigned length) {
  unsigned bits = ws_type_bits(t), top = at + length - 1 < bits - 1 ? at + length - 1 : bits - 1;
  uint64_t sign = ws_type_signed(t) && length ? a >> top & 1 : 0, d = 0;
  for (unsigned i = 0; i < bits; i++)
    d |= (i < length && at + i < bits ? a >> (at + i) & 1 : sign) << i;
  return d;
}

static uint64_t inserted(unsigned bits, uint64_t a, uint64_t b, unsigned at, unsigned length) {
  for (unsigned i = 0; i < length && at + i < bits; i++)
    b = (b & ~(UINT64_C(1) << (at + i))) | (a >> i & 1) << (at + i);
  return b;
}

static uint32_t mask(const ws_insn *in, uint32_t at, uint32_t width) {
  if (ws_insn_has(in, "wrap"))
    at &= 31, width &= 31;
  if (at >= 32)
    return 0;
  return (uint32_t)(ones(width < 32 ? width : 32) << at);
}

// Byte i of the result: one of the eight bytes of {b, a}. Bit 3 of a choice spreads the sign of that byte.
static unsigned choice(const ws_insn *in, uint32_t c, unsigned i) {
  unsigned of = c & 3;
  if (ws_insn_has(in, "f4e"))
    return i + of;
  if (ws_insn_has(in, "b4e"))
    return (of - i) & 7;
  if (ws_insn_has(in, "rc8"))
    return of;
  if (ws_insn_has(in, "ecl"))
    return i > of ? i : of;
  if (ws_insn_has(in, "ecr"))
    return i < of ? i : of;
  if (ws_insn_has(in, "rc16"))
    return (i & 1) + 2 * (of & 1);
  return c >> 4 * i & 15;
}

static uint32_t permuted(const ws_insn *in, uint32_t a, uint32_t b, uint32_t c) {
  uint64_t pool = (uint64_t)b << 32 | a;
  uint32_t d = 0;
  for (unsigned i = 0; i < 4; i++) {
    unsigned of = choice(in, c, i);
    uint32_t byte = (uint32_t)(pool >> 8 * (of & 7)) & 0xff;
    if (of & 8)
      byte = byte & 0x80 ? 0xff : 0;
    d |= byte << 8 * i;
  }
  return d;
}

static uint32_t by_table(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
  uint32_t d = 0;
  for (unsigned i = 0; i < 32; i++)
    d |= (table >> ((a >> i & 1) << 2 | (b >> i & 1) << 1 | (c >> i & 1)) & 1) << i;
  return d;
}

static uint32_t funnel(const ws_insn *in, uint32_t a, uint32_t b, uint32_t c) {
  unsigned n = ws_insn_has(in, "wrap") ? c & 31 : c < 32 ? c : 32;
  uint64_t both = (uint64_t)b << 32 | a;
  return ws_insn_has(in, "l") ? (uint32_t)(both << n >> 32) : (uint32_t)(both >> n);
}

value alu_bits(const ws_insn *in, const value src[4]) {
  unsigned bits = ws_type_bits(in->type);
  uint64_t a = src[0].lo, b = src[1].lo;
  uint32_t c = (uint32_t)src[2].lo, e = (uint32_t)src[3].lo;
  switch (in->helper) {
  case WS_H_POPC: return (value){(uint64_t)__builtin_popcountll(a), 0};
  case WS_H_CLZ: return (value){a ? (uint64_t)__builtin_clzll(a) - (64 - bits) : bits, 0};
  case WS_H_BREV: return (value){reversed(a, bits), 0};
  case WS_H_BFIND: return (value){find(in, a), 0};
  case WS_H_BFE: return (value){extracted(in->type, a, b & 0xff, c & 0xff), 0};
  case WS_H_BFI: return (value){inserted(bits, a, b, c & 0xff, e & 0xff), 0};
  case WS_H_BMSK: return (value){mask(in, (uint32_t)a, (uint32_t)b), 0};
  case WS_H_PRMT: return (value){permuted(in, (uint32_t)a, (uint32_t)b, c), 0};
  case WS_H_LOP3: return (value){by_table((uint32_t)a, (uint32_t)b, c, e), 0};
  case WS_H_SHF: return (value){funnel(in, (uint32_t)a, (uint32_t)b, c), 0};
  default: return src[0];
  }
}
