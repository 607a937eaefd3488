// SPDX-License-Identifier: Apache-2.0
// Coverage of match.sync (cover.h): operation against mask, keys and stalls.
#include "lane_book.h"
#include "cover_patterns.h"
#include "cover_values.h"
#include "what/op_lists.h"

enum { OPS = WS_OPS_COUNT(WS_OPS_MATCH), G_MASK = 0, G_PATTERN, G_STALL };
static const uint16_t op_codes[OPS] = {WS_OPS_MATCH};
static const ws_cover_axis axis_op = {"operation", WS_AX_OP, OPS, NULL, op_codes};

static const char *const patterns[WS_MATCH_PATTERNS] = {"all equal",     "all distinct",    "two values",
                                                        "many values",   "zeros",           "ones",
                                                        "one bit apart", "equal low words", "equal high words"};
static const ws_cover_axis axis_pattern = {"keys", WS_AX_PATTERN, WS_MATCH_PATTERNS, patterns, NULL};

static const char *never_pattern(const ws_config *core, const unsigned at[]) {
  static const unsigned needs[WS_MATCH_PATTERNS] = {2, 2, 3, 4, 1, 1, 2, 2, 2};
  return ws_never_set(core, at[2], needs[at[1]]);
}

static const ws_cover_group groups[] = {
    {"mask", {&axis_op, &ws_axis_shape, NULL}, NULL, NULL, false},
    {"keys and mask", {&axis_op, &axis_pattern, &ws_axis_set}, never_pattern, NULL, false},
    {"keys and stalls", {&axis_op, &axis_pattern, &ws_axis_stall}, NULL, NULL, false},
};

// Also of b32, which must not look at the high words: equal low words there are equal keys.
static unsigned words(const uint64_t a[], unsigned n) {
  bool low = true, high = true, same = true;
  for (unsigned k = 1; k < n; k++) {
    low &= (uint32_t)a[k] == (uint32_t)a[0];
    high &= a[k] >> 32 == a[0] >> 32;
    same &= a[k] == a[0];
  }
  return n > 1 && !same ? (unsigned)low << WS_MATCH_LOW | (unsigned)high << WS_MATCH_HIGH : 0;
}

static void answer(ws_cover *c, const ws_lockstep *ls, const ws_answer *a) {
  unsigned op = ws_cover_place(&axis_op, a->rsp->op), n = 0;
  (void)ls;
  if (op == OPS)
    return;
  bool b64 = ws_is_match_b64(a->rsp->op);
  ws_cover_cross(c, WS_COVER_MATCH, G_MASK, op, a->shapes, 1);
  if (!a->granted)
    return;
  uint64_t key[WS_LANES_MAX], whole[WS_LANES_MAX];
  for (uint32_t left = a->rsp->lanes; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    whole[n] = a->of[i]->a[i];
    key[n++] = b64 ? a->of[i]->a[i] : (uint32_t)a->of[i]->a[i];
  }
  unsigned seen = ws_values_of(key, n, b64 ? UINT64_MAX : UINT32_MAX) | words(whole, n);
  uint64_t other = 0;
  bool one_bit = true;
  for (unsigned k = 1; k < n; k++) {
    uint64_t x = key[k] ^ key[0];
    one_bit &= !(x & (x - 1)) && (!x || !other || x == other);
    other |= x;
  }
  seen |= (unsigned)(one_bit && other != 0) << WS_MATCH_ONE_BIT;
  ws_cover_seen(c, WS_COVER_MATCH, G_PATTERN, G_STALL, op, seen, a);
}

const ws_cover_family ws_cover_match = {"match", groups, sizeof groups / sizeof groups[0], 0, NULL, NULL, answer};
