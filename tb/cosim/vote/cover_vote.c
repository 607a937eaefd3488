// SPDX-License-Identifier: Apache-2.0
// Coverage of vote, elect, activemask and bar.warp.sync (cover.h): operation against mask, predicates and stalls.
#include "lane_book.h"
#include "cover_patterns.h"
#include "what/op_lists.h"

enum { VOTES = WS_OPS_COUNT(WS_OPS_VOTE_VOTES), OPS = WS_OPS_COUNT(WS_OPS_VOTE) };
enum { G_MASK = 0, G_PATTERN, G_STALL, G_PATTERN_STALL };
static const uint16_t op_codes[OPS] = {WS_OPS_VOTE_VOTES, WS_OPS_VOTE_OTHERS};
static const ws_cover_axis axis_op = {"operation", WS_AX_OP, OPS, NULL, op_codes};
static const ws_cover_axis axis_vote = {"operation", WS_AX_OP, VOTES, NULL, op_codes};

static const char *const patterns[WS_VOTE_PATTERNS] = {"none",  "all",          "one",         "all but one",
                                                       "mixed", "only outside", "complemented"};
static const ws_cover_axis axis_pattern = {"predicates", WS_AX_PATTERN, WS_VOTE_PATTERNS, patterns, NULL};

static bool legacy(unsigned op) { return ws_op_is_legacy(op_codes[op]); }

static const char *never_mask(const ws_config *core, const unsigned at[]) {
  (void)core;
  bool mask = at[1] == WS_SHAPE_EXITED || at[1] == WS_SHAPE_MIXED || at[1] == WS_SHAPE_STRANGER;
  return mask && ws_cover_immediate(op_codes[at[0]]) ? "the operation has no membermask" : NULL;
}

static const char *never_pattern(const ws_config *core, const unsigned at[]) {
  static const unsigned needs[WS_VOTE_PATTERNS] = {1, 1, 2, 3, 4, 1, 1};
  if (at[1] == WS_VOTE_OUTSIDE && at[2] == WS_SHAPE_FULL && legacy(at[0]))
    return "no lane is outside";
  if (at[2] == WS_SHAPE_EXITED && legacy(at[0]))
    return "the operation has no membermask";
  return ws_never_set(core, at[2], needs[at[1]]);
}

static const ws_cover_group groups[] = {
    {"mask", {&axis_op, &ws_axis_shape, NULL}, never_mask, NULL, false},
    {"predicates and mask", {&axis_vote, &axis_pattern, &ws_axis_set}, never_pattern, NULL, false},
    {"stalls", {&axis_op, &ws_axis_stall, NULL}, NULL, NULL, false},
    {"predicates and stalls", {&axis_vote, &axis_pattern, &ws_axis_stall}, NULL, NULL, false},
};

static unsigned patterns_of(uint32_t set, uint32_t pred, bool neg) {
  unsigned count = (unsigned)__builtin_popcount(set), yes = (unsigned)__builtin_popcount(set & pred);
  return (unsigned)(yes == 0) << WS_VOTE_NONE | (unsigned)(yes == count) << WS_VOTE_ALL |
         (unsigned)(yes == 1 && count > 1) << WS_VOTE_ONE |
         (unsigned)(yes + 1 == count && count > 2) << WS_VOTE_BUT_ONE |
         (unsigned)(yes > 1 && count - yes > 1) << WS_VOTE_MIXED | (unsigned)neg << WS_VOTE_NEG;
}

static void answer(ws_cover *c, const ws_lockstep *ls, const ws_answer *a) {
  unsigned op = ws_cover_place(&axis_op, a->rsp->op);
  if (op == OPS)
    return;
  ws_cover_cross(c, WS_COVER_VOTE, G_MASK, op, a->shapes, 1);
  if (!a->granted)
    return;
  uint32_t pred = 0, set = a->rsp->lanes, all = UINT32_MAX >> (32 - ls->cfg.core.lanes);
  for (uint32_t left = set; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctz(left);
    pred |= (a->of[i]->neg ? ~a->of[i]->pred : a->of[i]->pred) & 1u << i;
  }
  uint32_t beside = (a->first->neg ? ~a->first->pred : a->first->pred) & all & ~set;
  unsigned seen = patterns_of(set, pred, a->first->neg);
  seen |= (unsigned)(!pred && beside) << WS_VOTE_OUTSIDE;
  ws_cover_cross(c, WS_COVER_VOTE, G_STALL, op, a->stalls, 1);
  if (op < VOTES)
    ws_cover_seen(c, WS_COVER_VOTE, G_PATTERN, G_PATTERN_STALL, op, seen, a);
}

const ws_cover_family ws_cover_vote = {"vote", groups, sizeof groups / sizeof groups[0], 0, NULL, NULL, answer};
