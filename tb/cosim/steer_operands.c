// SPDX-License-Identifier: Apache-2.0
// Steered traffic (stim_steer.h): operands that show what a bin asks for, in the lanes of a request.
#include "cover_patterns.h"
#include "shfl/cover_shfl.h"
#include "stim_steer.h"

static unsigned lane_of(uint32_t set, unsigned rank) {
  while (rank--)
    set &= set - 1;
  return (unsigned)__builtin_ctz(set);
}

// -------------------------------------------------------------------------------------------------------------- shfl

static uint32_t segment_of(ws_stim *s, unsigned segment) {
  uint32_t seg;
  if (segment < WS_SEGMENTS - 1)
    return s->lanes - (32u >> segment);
  do
    seg = ws_rng_u32(&s->rng) & (s->lanes - 1);
  while (ws_shfl_segment(s->lanes, seg << 8) != WS_SEGMENTS - 1);
  return seg;
}

// b and c by which some lane of the request has this source, found by trying; the segment is given.
static void aim(ws_stim *s, ws_req *q, unsigned source, uint32_t seg) {
  for (unsigned k = 0; k < 64; k++) {
    uint32_t b = ws_rng_u32(&s->rng) & (s->lanes - 1), clamp = ws_rng_u32(&s->rng) & (s->lanes - 1),
             c = seg << 8 | clamp;
    for (uint32_t left = q->lanes; left; left &= left - 1) {
      unsigned i = (unsigned)__builtin_ctz(left), route = ws_shfl_route(s->lanes, q->op & 3, i, b, c),
               from = route & 31;
      bool in = (route & 32) != 0, active = q->lanes >> from & 1;
      bool found = source == WS_SOURCE_OUT        ? !in
                   : source == WS_SOURCE_OWN      ? in && from == i
                   : source == WS_SOURCE_BELOW    ? in && from < i
                   : source == WS_SOURCE_ABOVE    ? in && from > i
                   : source == WS_SOURCE_INACTIVE ? in && !active
                                                  : in && ((from ^ i) & seg);
      if (!found)
        continue;
      for (unsigned lane = 0; lane < s->lanes; lane++)
        q->b[lane] = b, q->c[lane] = c;
      return;
    }
  }
}

static void shfl(ws_stim *s, ws_req *q, const ws_wish *w) {
  uint32_t low = s->lanes - 1, x = ws_rng_u32(&s->rng), first = (uint32_t)__builtin_ctz(q->lanes);
  uint32_t seg = w->at[WS_AX_SEGMENT] == WS_COVER_FREE ? x >> 8 & low : segment_of(s, w->at[WS_AX_SEGMENT]);
  uint32_t clamp = w->at[WS_AX_CLAMP] == 0   ? 0
                   : w->at[WS_AX_CLAMP] == 1 ? low
                   : w->at[WS_AX_CLAMP] == 2 ? 1 + (x >> 16) % (low - 1)
                                             : x & low;
  uint32_t c = seg << 8 | clamp | (w->at[WS_AX_CLAMP] == WS_CLAMP_OTHER ? 0x80000000u | (x & ~(low << 8 | low)) : 0),
           b = q->b[first];
  if (w->at[WS_AX_SOURCE] != WS_COVER_FREE || w->at[WS_AX_STATUS] == WS_ST_SH_SRC_INACTIVE) {
    aim(s, q, w->at[WS_AX_SOURCE] == WS_COVER_FREE ? WS_SOURCE_INACTIVE : w->at[WS_AX_SOURCE], seg);
    return;
  }
  switch (w->at[WS_AX_B]) {
  case 0: b = 0; break;
  case 1: b = 1; break;
  case 2: b = 2 + (x >> 4) % (low > 2 ? low - 2 : 1); break;
  case 3: b = low; break;
  case WS_B_BEYOND: b |= s->lanes; break;
  default: break;
  }
  for (unsigned i = 0; i < s->lanes; i++) {
    q->b[i] = w->at[WS_AX_B] == WS_B_DIFFERS ? b + i : b;
    q->c[i] = w->at[WS_AX_B] == WS_C_DIFFERS ? c ^ (i & low) : c;
  }
}

// -------------------------------------------------------------------------------------------------------------- vote

static void vote(ws_stim *s, ws_req *q, unsigned pattern) {
  uint32_t x = ws_rng_u32(&s->rng), set = q->lanes, n = (uint32_t)__builtin_popcount(set);
  uint32_t one = 1u << lane_of(set, x % n), two = one | 1u << lane_of(set, (x + 1) % n), pred = x;
  switch (pattern) {
  case WS_VOTE_NONE: pred = x & ~set; break;
  case WS_VOTE_ALL: pred = x | set; break;
  case WS_VOTE_ONE: pred = (x & ~set) | one; break;
  case WS_VOTE_BUT_ONE: pred = (x | set) & ~one; break;
  case WS_VOTE_MIXED: pred = (x & ~set) | two; break;
  case WS_VOTE_OUTSIDE: pred = ~set; break;
  default: q->neg = true; return;
  }
  q->pred = q->neg ? ~pred : pred;
}

// ------------------------------------------------------------------------------------------------------- match, redux

// Values of a group of n lanes with these classes.
static void values(ws_stim *s, ws_req *q, unsigned pattern, uint64_t base) {
  uint32_t n = (uint32_t)__builtin_popcount(q->lanes), x = ws_rng_u32(&s->rng);
  for (unsigned k = 0; k < n; k++) {
    unsigned i = lane_of(q->lanes, k);
    switch (pattern) {
    case WS_VAL_EQUAL: q->a[i] = base; break;
    case WS_VAL_DISTINCT: q->a[i] = base + k; break;
    case WS_VAL_TWO: q->a[i] = base + (k == x % n || (k > 1 && (x >> k & 1) && k != (x + 1) % n)); break;
    case WS_VAL_MANY: q->a[i] = base + (k < 2 ? 0 : k < 4 ? k - 1 : x >> k & 3); break;
    case WS_VAL_ZEROS: q->a[i] = 0; break;
    default: q->a[i] = UINT64_MAX; break;
    }
  }
}

static void match(ws_stim *s, ws_req *q, unsigned pattern) {
  uint64_t base = ws_rng_u64(&s->rng) & ~(uint64_t)0xff; // room for what is added
  uint32_t n = (uint32_t)__builtin_popcount(q->lanes), x = ws_rng_u32(&s->rng);
  if (pattern < WS_VAL_COMMON) {
    values(s, q, pattern, base);
    return;
  }
  for (unsigned k = 0; k < n; k++) {
    unsigned i = lane_of(q->lanes, k);
    bool odd = k == x % n;
    q->a[i] = base ^ (pattern == WS_MATCH_ONE_BIT ? (uint64_t)odd << (x >> 8 & 31)
                      : pattern == WS_MATCH_LOW   ? (uint64_t)odd << (32 + (x >> 8 & 31))
                                                  : (uint64_t)odd << (x >> 8 & 31));
  }
}

static void integers(ws_stim *s, ws_req *q, unsigned pattern) {
  uint32_t n = (uint32_t)__builtin_popcount(q->lanes), x = ws_rng_u32(&s->rng);
  if (pattern < WS_VAL_COMMON) {
    values(s, q, pattern, x & 0xffffff00u);
    return;
  }
  for (unsigned k = 0; k < n; k++) {
    unsigned i = lane_of(q->lanes, k);
    q->a[i] = pattern == WS_INT_SIGN ? 0x7fffffffu + (k + x) % 2 : UINT32_MAX - (x & 0xff);
  }
}

static void f32(ws_stim *s, ws_req *q, unsigned pattern) {
  static const uint32_t value[WS_F32_PATTERNS][2] = {
      [WS_F32_ZEROS] = {0x00000000, 0x80000000},   [WS_F32_NAN] = {0x7fc00000, 0x40490fdb},
      [WS_F32_ALL_NAN] = {0x7fc00000, 0xffc00001}, [WS_F32_SIGNALLING] = {0x7f800001, 0xff800001},
      [WS_F32_INF] = {0x7f800000, 0xff800000},     [WS_F32_SUBNORMAL] = {0x00000001, 0x807fffff},
      [WS_F32_SIGNS] = {0x3f800000, 0xbf800000},
  };
  uint32_t n = (uint32_t)__builtin_popcount(q->lanes), x = ws_rng_u32(&s->rng);
  if (pattern <= WS_F32_DISTINCT) {
    values(s, q, pattern == WS_F32_EQUAL ? WS_VAL_EQUAL : WS_VAL_DISTINCT, x & 0xffffff00u);
    return;
  }
  bool alone = n > 1 && pattern != WS_F32_ALL_NAN && (x >> 16 & 1); // one such lane among others
  for (unsigned k = 0; k < n; k++) {
    unsigned i = lane_of(q->lanes, k);
    bool both = pattern == WS_F32_ZEROS || pattern == WS_F32_NAN || pattern == WS_F32_SIGNS;
    if (!alone || both || k == x % n)
      q->a[i] = value[pattern][(k + (x >> 8)) & 1];
  }
}

void ws_steer_operands(ws_stim *s, ws_req *q, const ws_wish *w) {
  unsigned pattern = w->at[WS_AX_PATTERN];
  if (!q->lanes)
    return;
  if (q->op >> 8 == WS_UNIT_SHFL)
    shfl(s, q, w);
  if (pattern == WS_COVER_FREE)
    return;
  switch (w->family) {
  case WS_COVER_VOTE: vote(s, q, pattern); break;
  case WS_COVER_MATCH: match(s, q, pattern); break;
  case WS_COVER_REDUX:
    if ((q->op >> 3 & 3) == 2)
      f32(s, q, pattern);
    else
      integers(s, q, pattern);
    break;
  default: break;
  }
}
