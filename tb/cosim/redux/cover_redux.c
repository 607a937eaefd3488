// SPDX-License-Identifier: Apache-2.0
// Coverage of redux.sync (cover.h): operation against mask, operands and stalls; integers and f32 apart.
#include "lane_book.h"
#include "cover_patterns.h"
#include "cover_values.h"
#include "what/op_lists.h"

enum { INTS = WS_OPS_COUNT(WS_OPS_REDUX_INT), OPS = WS_OPS_COUNT(WS_OPS_REDUX) };
enum { G_MASK = 0, G_INT, G_F32, G_INT_STALL, G_F32_STALL };
static const uint16_t op_codes[OPS] = {WS_OPS_REDUX_INT, WS_OPS_REDUX_FLOAT};
static const ws_cover_axis axis_op = {"operation", WS_AX_OP, OPS, NULL, op_codes};
static const ws_cover_axis axis_int = {"operation", WS_AX_OP, INTS, NULL, op_codes};
static const ws_cover_axis axis_f32 = {"operation", WS_AX_OP, OPS - INTS, NULL, op_codes + INTS};

static const char *const ints[WS_INT_PATTERNS] = {"all equal", "all distinct", "two values",    "many values",
                                                  "zeros",     "ones",         "sign boundary", "carry out"};
static const char *const f32s[WS_F32_PATTERNS] = {"all equal",       "all distinct", "zeros of both signs",
                                                  "NaN and numbers", "NaN alone",    "signalling NaN",
                                                  "infinity",        "subnormal",    "both signs"};
static const ws_cover_axis axis_ints = {"integers", WS_AX_PATTERN, WS_INT_PATTERNS, ints, NULL};
static const ws_cover_axis axis_f32s = {"f32", WS_AX_PATTERN, WS_F32_PATTERNS, f32s, NULL};

static const char *never_int(const ws_config *core, const unsigned at[]) {
  static const unsigned needs[WS_INT_PATTERNS] = {2, 2, 3, 4, 1, 1, 2, 2};
  return ws_never_set(core, at[2], needs[at[1]]);
}

static const char *never_f32(const ws_config *core, const unsigned at[]) {
  static const unsigned needs[WS_F32_PATTERNS] = {2, 2, 2, 2, 1, 1, 1, 1, 2};
  return ws_never_set(core, at[2], needs[at[1]]);
}

static const ws_cover_group groups[] = {
    {"mask", {&axis_op, &ws_axis_shape, NULL}, NULL, NULL, false},
    {"integers and mask", {&axis_int, &axis_ints, &ws_axis_set}, never_int, NULL, false},
    {"f32 and mask", {&axis_f32, &axis_f32s, &ws_axis_set}, never_f32, NULL, false},
    {"integers and stalls", {&axis_int, &axis_ints, &ws_axis_stall}, NULL, NULL, false},
    {"f32 and stalls", {&axis_f32, &axis_f32s, &ws_axis_stall}, NULL, NULL, false},
};

static unsigned ints_of(const uint64_t v[], unsigned n) {
  uint64_t sum = 0;
  bool most = false, least = false;
  for (unsigned k = 0; k < n; k++) {
    sum += v[k];
    most |= v[k] == 0x7fffffff;
    least |= v[k] == 0x80000000;
  }
  return ws_values_of(v, n, UINT32_MAX) | (unsigned)(most && least) << WS_INT_SIGN |
         (unsigned)(sum >> 32 != 0) << WS_INT_CARRY;
}

static unsigned f32s_of(const uint64_t v[], unsigned n) {
  bool nan = false, number = false, quiet_missing = false, inf = false, subnormal = false, plus = false, minus = false,
       zero = false, negative_zero = false;
  for (unsigned k = 0; k < n; k++) {
    uint32_t x = (uint32_t)v[k], size = x & 0x7fffffff;
    bool is_nan = size > 0x7f800000;
    nan |= is_nan;
    number |= !is_nan;
    quiet_missing |= is_nan && !(x & 0x400000);
    inf |= size == 0x7f800000;
    subnormal |= size && size < 0x800000;
    plus |= !is_nan && size && !(x >> 31);
    minus |= !is_nan && size && x >> 31;
    zero |= x == 0;
    negative_zero |= x == 0x80000000;
  }
  unsigned common = ws_values_of(v, n, UINT32_MAX);
  return (common >> WS_VAL_EQUAL & 1) << WS_F32_EQUAL | (common >> WS_VAL_DISTINCT & 1) << WS_F32_DISTINCT |
         (unsigned)(zero && negative_zero) << WS_F32_ZEROS | (unsigned)(nan && number) << WS_F32_NAN |
         (unsigned)(nan && !number) << WS_F32_ALL_NAN | (unsigned)quiet_missing << WS_F32_SIGNALLING |
         (unsigned)inf << WS_F32_INF | (unsigned)subnormal << WS_F32_SUBNORMAL |
         (unsigned)(plus && minus) << WS_F32_SIGNS;
}

static void answer(ws_cover *c, const ws_lockstep *ls, const ws_answer *a) {
  unsigned op = ws_cover_place(&axis_op, a->rsp->op), n = 0;
  (void)ls;
  if (op == OPS)
    return;
  ws_cover_cross(c, WS_COVER_REDUX, G_MASK, op, a->shapes, 1);
  if (!a->granted)
    return;
  uint64_t value[WS_LANES_MAX];
  for (uint32_t left = a->rsp->lanes; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    value[n++] = (uint32_t)a->of[i]->a[i];
  }
  bool f32 = op >= INTS;
  unsigned seen = f32 ? f32s_of(value, n) : ints_of(value, n), row = f32 ? op - INTS : op;
  ws_cover_seen(c, WS_COVER_REDUX, f32 ? G_F32 : G_INT, f32 ? G_F32_STALL : G_INT_STALL, row, seen, a);
}

const ws_cover_family ws_cover_redux = {"redux", groups, sizeof groups / sizeof groups[0], 0, NULL, NULL, answer};
