// SPDX-License-Identifier: Apache-2.0
// Steered traffic (stim_steer.h): the requests, exits and launches of one warp that lead to a bin.
#include <string.h>

#include "lane_book.h"
#include "cover_patterns.h"
#include "sync/cover_sync.h"
#include "stim_steer.h"
#include "what/op_lists.h"

// ------------------------------------------------------------------------------------------------------------- steps

static ws_steer_step *add(ws_steer_plan *p, ws_steer_step step) {
  if (p->count == WS_STEER_STEPS)
    return &p->step[WS_STEER_STEPS - 1];
  p->step[p->count] = step;
  return &p->step[p->count++];
}

static void ask(ws_steer_plan *p, uint32_t op, uint32_t lanes, uint32_t mask) {
  add(p, (ws_steer_step){.kind = WS_STEP_REQUEST, .op = op, .lanes = lanes, .mask = mask});
}

static void leave(ws_steer_plan *p, uint32_t lanes) { add(p, (ws_steer_step){.kind = WS_STEP_EXIT, .lanes = lanes}); }

static void launch(ws_steer_plan *p, uint32_t lanes) {
  add(p, (ws_steer_step){.kind = WS_STEP_LAUNCH, .lanes = lanes});
}

// The warp whole again, with these lanes live now.
static uint32_t restore(ws_stim *s, ws_steer_plan *p, uint32_t live) {
  if (live == s->all)
    return live;
  leave(p, live);
  launch(p, s->all);
  return s->all;
}

// ------------------------------------------------------------------------------------------------------------- draws

static unsigned count(uint32_t set) { return (unsigned)__builtin_popcount(set); }

static uint32_t one_of(ws_stim *s, uint32_t from) {
  unsigned skip = from ? ws_rng_below(&s->rng, count(from)) : 0;
  while (skip--)
    from &= from - 1;
  return from & (0u - from);
}

static bool of_cover(const ws_wish *w) { return w->at[WS_AX_OP] != WS_COVER_FREE; }

// An operation that waits, other than this one.
static uint32_t other_op(ws_stim *s, uint32_t op) {
  static const uint16_t ops[] = {WS_OPS_MASKED};
  uint32_t other = op;
  while (other == op)
    other = ops[ws_rng_below(&s->rng, sizeof ops / sizeof ops[0])];
  return other;
}

static uint32_t no_op(ws_stim *s) {
  uint32_t code;
  do
    code = 0x100 + ws_rng_below(&s->rng, 0x400);
  while (ws_op_name(code));
  return code;
}

// A mask of this shape.
static uint32_t mask_of(ws_stim *s, unsigned shape) {
  uint32_t x = ws_rng_u32(&s->rng), n = s->lanes, k = 2 + (x >> 8) % (n - 2);
  switch (shape) {
  case WS_SHAPE_FULL: return s->all;
  case WS_SHAPE_ONE: return 1u << x % n;
  case WS_SHAPE_TWO: {
    uint32_t first = 1u << x % n;
    return first | one_of(s, s->all & ~first);
  }
  case WS_SHAPE_PREFIX: return (1u << k) - 1;
  case WS_SHAPE_SUFFIX: return s->all & ~(s->all >> k);
  case WS_SHAPE_ALTERNATING: return (x & 1 ? 0x55555555u : 0xaaaaaaaau) & s->all;
  case WS_SHAPE_SPARSE:
    for (unsigned tries = 0; tries < 100 && !(ws_shapes_of(n, x & s->all) >> WS_SHAPE_SPARSE & 1); tries++)
      x = ws_rng_u32(&s->rng);
    return x & s->all;
  default: x = ws_rng_u32(&s->rng) & s->all; return x ? x : s->all;
  }
}

// Lanes that a pattern of operands needs, at most.
static unsigned lanes_for(const ws_wish *w) {
  if (w->at[WS_AX_PATTERN] == WS_COVER_FREE)
    return 1;
  return w->family == WS_COVER_REDUX || w->family == WS_COVER_MATCH || w->family == WS_COVER_VOTE ? 4 : 1;
}

// ------------------------------------------------------------------------------------------------------------- plans

// One request of a shape, for operands.
static void plan_shape(ws_stim *s, ws_steer_plan *p, const ws_wish *w, uint32_t live) {
  unsigned shape = w->at[WS_AX_SHAPE] == WS_COVER_FREE ? ws_rng_below(&s->rng, WS_SHAPE_EXITED) : w->at[WS_AX_SHAPE];
  uint32_t op = w->at[WS_AX_OP];
  bool outside = w->family == WS_COVER_VOTE && w->at[WS_AX_PATTERN] == WS_VOTE_OUTSIDE && shape == WS_SHAPE_FULL;
  bool exited = shape == WS_SHAPE_EXITED || w->at[WS_AX_STATUS] == WS_ST_CV_EXITED_MEMBER || outside;
  if (exited) {
    if (live == s->all || count(live) < s->lanes / 2) {
      live = restore(s, p, live);
      uint32_t gone = one_of(s, live);
      leave(p, gone);
      live &= ~gone;
    }
    uint32_t mask = shape == WS_SHAPE_FULL || ws_rng_percent(&s->rng, 50) ? s->all : mask_of(s, WS_SHAPES);
    mask |= s->all & ~live;
    if (!(mask & live))
      mask = s->all;
    ask(p, op, mask & live, mask);
    return;
  }
  uint32_t mask = mask_of(s, shape);
  unsigned want = lanes_for(w);
  for (unsigned k = 0; k < 16 && count(mask) < want; k++)
    mask = mask_of(s, shape);
  if (!(mask & live) || count(mask & live) < want || ((mask & ~live) && ws_rng_percent(&s->rng, 50)))
    live = restore(s, p, live);
  if (shape == WS_SHAPE_STRANGER) {
    uint32_t x = one_of(s, live);
    ask(p, op, x, s->all & ~x);
    return;
  }
  if (shape == WS_SHAPE_MIXED) {
    uint32_t x = one_of(s, live), rest = live & ~x;
    if (!rest)
      rest = (live = restore(s, p, live)) & ~x;
    add(p, (ws_steer_step){.kind = WS_STEP_REQUEST,
                           .op = op,
                           .lanes = x,
                           .mask = x,
                           .more = rest,
                           .more_mask = rest | (s->all & ~live)});
    return;
  }
  ask(p, op, mask & live, mask);
}

static void plan_status(ws_stim *s, ws_steer_plan *p, const ws_wish *w, uint32_t live) {
  uint32_t op = w->at[WS_AX_OP] == 0xff ? no_op(s) : w->at[WS_AX_OP], status = w->at[WS_AX_STATUS];
  if (status == WS_ST_CV_EXITED_MEMBER || (status == WS_ST_OK && w->at[WS_AX_OP] != 0xff)) {
    plan_shape(s, p, w, live);
    return;
  }
  live = restore(s, p, live);
  uint32_t x = one_of(s, live), y = one_of(s, live & ~x), z = one_of(s, live & ~x & ~y), wait = other_op(s, op);
  switch (status) {
  case WS_ST_CV_NOT_MEMBER: ask(p, op, x, y); break;
  case WS_ST_CV_LANE_EXITED:
    leave(p, x);
    ask(p, op, x, x);
    break;
  case WS_ST_CV_LANE_BUSY:
    ask(p, wait, x, x | y);
    ask(p, op, x, x);
    ask(p, wait, y, x | y);
    break;
  case WS_ST_CV_MASK_MISMATCH:
    ask(p, op, x, x | y);
    ask(p, op, y, x | y | z);
    break;
  case WS_ST_CV_QUAL_MISMATCH:
    ask(p, op, x, x | y);
    ask(p, wait, y, x | y);
    break;
  case WS_ST_CV_MISSING: ask(p, op, x, x | y); break;
  case WS_ST_CV_LEGACY_DIVERGED:
    ask(p, op, x, x | y);
    ask(p, op, y, x | y);
    break;
  case WS_ST_SH_SRC_INACTIVE: ask(p, op, x | y, x | y); break;
  default: ask(p, op, x, x); break; // DEC_ILLEGAL
  }
  add(p, (ws_steer_step){.kind = WS_STEP_HOLD});
}

static void plan_row(ws_stim *s, ws_steer_plan *p, const ws_wish *w, uint32_t live) {
  uint32_t op = w->at[WS_AX_OP], other = other_op(s, op);
  live = restore(s, p, live);
  uint32_t x = one_of(s, live), y = one_of(s, live & ~x), z = one_of(s, live & ~x & ~y);
  switch (w->at[WS_AX_ROW]) {
  case WS_ROW_PIECES:
  case WS_ROW_LEGACY:
    ask(p, op, x, x | y);
    ask(p, op, y, x | y);
    break;
  case WS_ROW_DISJOINT:
    ask(p, op, x, x | y);
    ask(p, op, z, z);
    ask(p, op, y, x | y);
    break;
  case WS_ROW_OVERLAP:
  case WS_ROW_SEQUENCE:
    ask(p, op, x, x | y);
    ask(p, op, y, y | z);
    ask(p, op, z, y | z);
    ask(p, op, y, x | y);
    break;
  case WS_ROW_OTHER_KEY:
  case WS_ROW_OTHER_KEY_BROKEN:
    ask(p, op, x, x | y);
    ask(p, other, y, x | y);
    break;
  case WS_ROW_MASKS_BROKEN:
    ask(p, op, x, x | y);
    ask(p, op, y, x | y | z);
    break;
  case WS_ROW_EXIT:
    ask(p, op, x, x | y | z);
    leave(p, y);
    ask(p, op, z, x | y | z);
    break;
  case WS_ROW_EXIT_ENDS:
    ask(p, op, x, x | y);
    leave(p, y);
    break;
  case WS_ROW_EXIT_TWO:
    ask(p, op, x, x | y);
    ask(p, op, z, y | z);
    leave(p, y);
    break;
  case WS_ROW_EXIT_ARRIVE:
    ask(p, op, x, x | y | z);
    add(p, (ws_steer_step){.kind = WS_STEP_REQUEST, .op = op, .lanes = y, .mask = x | y | z, .exit = z});
    break;
  case WS_ROW_GUARD_LATER:
  case WS_ROW_GUARD_EXIT:
    ask(p, op, x, x | y);
    ask(p, other, y, y);
    if (w->at[WS_AX_ROW] == WS_ROW_GUARD_EXIT)
      leave(p, y);
    else
      ask(p, op, y, x | y);
    break;
  case WS_ROW_ZERO: ask(p, op, x | y, 0); break;
  case WS_ROW_ALONE:
    leave(p, live & ~x);
    ask(p, op, x, x | y);
    break;
  default: // a warp that never was whole
    leave(p, live);
    launch(p, s->all & ~x);
    ask(p, op, s->all & ~x, s->all);
    break;
  }
  add(p, (ws_steer_step){.kind = WS_STEP_HOLD});
}

static void plan_break(ws_stim *s, ws_steer_plan *p, const ws_wish *w, uint32_t live) {
  uint32_t op = w->at[WS_AX_OP];
  live = restore(s, p, live);
  uint32_t x = one_of(s, live), y = one_of(s, live & ~x);
  ask(p, op, x, x | y);
  if (w->at[WS_AX_BREAK] == WS_BREAK_ALL)
    ask(p, other_op(s, op), live & ~x, live);
  else if (w->at[WS_AX_BREAK] == WS_BREAK_SOME)
    ask(p, other_op(s, op), y, x | y);
  add(p, (ws_steer_step){.kind = WS_STEP_HOLD});
}

// Every step that a lane can take.
static void plan_lane(ws_stim *s, ws_steer_plan *p, uint32_t live) {
  live = restore(s, p, live);
  uint32_t x = one_of(s, live), y = one_of(s, live & ~x), op = other_op(s, 0);
  ask(p, op, x, x | y);
  leave(p, x);
  launch(p, s->all);
  ask(p, op, y, x | y);
  add(p, (ws_steer_step){.kind = WS_STEP_HOLD});
}

void ws_steer_make(ws_stim *s, ws_steer_plan *p, const ws_wish *w, uint32_t live) {
  memset(p, 0, sizeof *p);
  p->wish = *w;
  if (!of_cover(w))
    plan_lane(s, p, live);
  else if (w->at[WS_AX_STATUS] != WS_COVER_FREE)
    plan_status(s, p, w, live);
  else if (w->at[WS_AX_ROW] != WS_COVER_FREE)
    plan_row(s, p, w, live);
  else if (w->at[WS_AX_BREAK] != WS_COVER_FREE)
    plan_break(s, p, w, live);
  else
    plan_shape(s, p, w, live);
}
