// SPDX-License-Identifier: Apache-2.0
// Random traffic for the mbarrier unit (stim_mbar.h): operations, their operands, and the estimate of what objects hold.
#include "stim_mbar.h"

#include <string.h>

#include "what/op_fn.h"
#include "what/op_lists.h"

enum { MAX = WS_MBAR_MAX };

// ------------------------------------------------------------------------------------------------------ estimates

static void step(ws_mbar_object *o, int64_t arr, int64_t dtx, int64_t drop, bool no_complete) {
  int64_t pending = o->pending - arr, tx = o->tx + dtx;
  bool fin = pending == 0 && tx == 0 && (arr > 0 || dtx != 0);
  if (!o->live || pending < 0 || drop > o->expected || tx > MAX || tx < -MAX || (no_complete && fin))
    return;
  o->expected -= drop;
  o->pending = fin ? o->expected : pending;
  o->tx = tx;
  o->phase ^= fin;
}

void ws_mbar_stim_bytes(ws_mbar_object *o, uint32_t n) {
  if (n <= MAX)
    step(o, 0, -(int64_t)n, 0, false);
}

void ws_mbar_stim_word(ws_mbar_object *o, uint64_t word) {
  o->phase = (unsigned)(word >> 63);
  o->pending = (int64_t)(-(word >> 43) & MAX);
  o->tx = (int64_t)(word >> 22 & 0xfffff) - (int64_t)(word >> 22 & 0x100000);
  o->expected = (int64_t)(-(word >> 1) & MAX);
  o->tokens = 0;
}

// Low bits of operation codes. A code that no operation has counts as its neighbours do, and takes their operands.
enum {
  INIT = WS_OP_MBAR_INIT & 31,
  INVAL = WS_OP_MBAR_INVAL & 31,
  EXPECT = WS_OP_MBAR_EXPECT_TX & 31,
  ARRIVES = WS_OP_MBAR_ARRIVE & 31,
  WAITS = WS_OP_MBAR_TEST_WAIT & 31,
  BEHIND = WS_OP_MBAR_CP_ASYNC_ARRIVE & 31,
  NOINC = WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC & 31,
  COPIES = WS_OP_CP_ASYNC_CA & 31,
  FORM = 3, // of an arrive: these bits
  WITH_TX = WS_OP_MBAR_ARRIVE_EXPECT_TX & FORM,
  NO_COMPLETE = WS_OP_MBAR_ARRIVE_NOCOMPLETE & FORM,
  DROP = WS_OP_MBAR_ARRIVE ^ WS_OP_MBAR_ARRIVE_DROP,
  PARITY = WS_OP_MBAR_TEST_WAIT ^ WS_OP_MBAR_TEST_WAIT_PARITY,
  CG = WS_OP_CP_ASYNC_CA ^ WS_OP_CP_ASYNC_CG
};

static void lane_accepted(ws_mbar_object *o, uint32_t fn, uint32_t b) {
  bool in_range = b >= 1 && b <= MAX;
  if (fn == INIT) {
    if (in_range)
      *o = (ws_mbar_object){.offset = o->offset, .at = o->at, .live = true, .pending = b, .expected = b};
  } else if (fn == INVAL) {
    *o = (ws_mbar_object){.offset = o->offset, .at = o->at};
  } else if (fn < ARRIVES) {
    if (b <= MAX)
      step(o, 0, fn == EXPECT ? (int64_t)b : -(int64_t)b, 0, false);
  } else if (fn < WAITS) {
    bool expect = (fn & FORM) == WITH_TX;
    int64_t n = expect ? 1 : b;
    if (expect ? b <= MAX : in_range)
      step(o, n, expect ? (int64_t)b : 0, fn & DROP ? n : 0, (fn & FORM) == NO_COMPLETE);
  } else if (fn == NOINC) { // the arrive comes later; the increment of the other form is undone by it
    step(o, 1, 0, 0, false);
  }
}

void ws_mbar_stim_accepted(ws_mbar_stim *s, unsigned c, const ws_req *q, uint32_t lanes) {
  uint32_t fn = q->op & 31;
  if (q->op >> 8 != WS_UNIT_MBAR || (fn >= WAITS && fn != NOINC))
    return;
  const uint8_t *used = s->cta[c].used[q->tag & 0xff];
  for (uint32_t m = lanes; m; m &= m - 1) {
    unsigned i = (unsigned)__builtin_ctz(m), rank = q->addr[i] >> 24 & 0xff;
    ws_mbar_stim_cta *owner = rank && rank <= s->ctas ? &s->cta[rank - 1] : &s->cta[c];
    ws_mbar_object *o = &owner->object[used[i]];
    if ((q->addr[i] & 0xffffff) == o->offset)
      lane_accepted(o, fn, q->b[i]);
  }
}

// ------------------------------------------------------------------------------------------------------- operands

static uint32_t boundary(ws_mbar_stim *s) {
  static const uint32_t edge[8] = {0, MAX, MAX - 1, MAX + 1, UINT32_MAX, 0x80000001, MAX / 2, MAX / 2 + 1};
  return edge[ws_rng_below(&s->rng, 8)];
}

static uint32_t any_count(ws_mbar_stim *s) { return ws_rng_u32(&s->rng) >> (12 + ws_rng_below(&s->rng, 20)); }

uint32_t ws_mbar_stim_count(ws_mbar_stim *s, const ws_mbar_object *o, uint32_t lanes, bool tx) {
  uint32_t x = ws_rng_u32(&s->rng);
  bool limits = s->style == WS_MBAR_LIMITS;
  int64_t n = lanes, left = tx ? (o->tx < 0 ? -o->tx : o->tx) : o->pending, want;
  switch (x & 15) {
  case 0:
  case 1: want = (left + n - 1) / n; break;
  case 2:
  case 3: want = left / n; break;
  case 4: want = left; break;
  case 5: want = left + 1; break;
  case 6: want = left - n + 1; break;
  case 7: want = limits ? MAX - left : left - 1; break;
  case 8: want = limits ? o->expected + 1 : 1 + (x >> 8 & 3); break;
  case 9: want = limits ? any_count(s) : tx ? 16 * (x >> 8 & 3) : 1; break;
  case 10: want = limits ? boundary(s) : 1; break;
  case 11: want = limits ? MAX / n : tx ? (int64_t)(x >> 8 & 63) : 1; break;
  case 12: return (x >> 8 & 31) == 0 || limits ? boundary(s) : 1;
  default: want = 1; break;
  }
  return want > 0 && want <= UINT32_MAX ? (uint32_t)want : tx ? 0 : 1;
}

static uint32_t init_count(ws_mbar_stim *s) {
  uint32_t x = ws_rng_u32(&s->rng), n = s->lanes;
  if (s->style == WS_MBAR_LIMITS)
    return x & 1 ? MAX : x & 2 ? MAX - (x >> 8 & 63) : x & 4 ? 1 + (any_count(s) & (MAX - 1)) : boundary(s);
  switch (x & 15) {
  case 0:
  case 1:
  case 2: return n;
  case 3: return 2 * n;
  case 4: return n + 1;
  case 5: return s->warps * n;
  case 6: return (x >> 8 & 15) == 0 ? boundary(s) : 1;
  case 7: return n / 2;
  default: return 1 + (x >> 8 & 7);
  }
}

// A state token of the object: a new one, one of the phase before, one made up; rarely one that is too old, on purpose.
static uint64_t token(ws_mbar_stim *s, const ws_lockstep *ls, const ws_mbar_object *o, unsigned owner) {
  uint32_t x = ws_rng_u32(&s->rng);
  if (o->tokens && (x & 15) < 12) {
    unsigned k = (x & 3) ? 0 : (x >> 8) % o->tokens;
    uint64_t now = ls->model ? ws_core_phases(ws_dut_model_core(ls->model, owner), o->at / 8) : 0;
    bool old = ls->model && (o->born[k] > now || now - o->born[k] > 1);
    if (!old)
      return o->token[k];
    if ((x >> 16 & 7) == 0) {
      s->stale++;
      return o->token[k];
    }
  }
  uint64_t phase = (o->phase ^ ((x >> 4 & 7) == 0)) & 1u;
  return phase << 63 | (-(uint64_t)o->pending & MAX) << 43 | ((x >> 20 & 31) == 0 ? 0 : (x >> 25 & 1) ? 1 : 3);
}

// A limit in nanoseconds.
static uint32_t limit(ws_mbar_stim *s) {
  uint32_t x = ws_rng_u32(&s->rng);
  if (s->cfg.long_limits)
    return ws_rng_u32(&s->rng) >> (x & 31);
  return (x & 7) == 0 ? 0 : (x & 7) < 4 ? x >> 8 & 63 : (x & 7) < 7 ? 10 * (x >> 8 & 31) : x >> 8 & 2047;
}

static void wait_operands(ws_mbar_stim *s, const ws_lockstep *ls, const ws_mbar_object *o, unsigned owner, ws_req *q) {
  uint32_t x = ws_rng_u32(&s->rng), hint = limit(s);
  bool parity = q->op & PARITY, each = (x & 7) == 0;
  uint64_t a = parity ? (o->phase ^ ((x >> 4 & 3) == 0)) & 1u : token(s, ls, o, owner);
  if (parity && ((x >> 6 & 31) == 0 || (s->style == WS_MBAR_WILD && (x >> 6 & 3) == 0)))
    a ^= ws_rng_u64(&s->rng) & (x & 0x800 ? ~(uint64_t)0 : ~(uint64_t)UINT32_MAX);
  for (unsigned i = 0; i < s->lanes; i++) {
    q->a[i] = each && (x >> (12 + i % 16) & 1) ? (parity ? a ^ 1 : token(s, ls, o, owner)) : a;
    q->c[i] = each && (x & 8) ? hint + 10 * (i & 3) : hint;
  }
}

static void copy_operands(ws_mbar_stim *s, const ws_mbar_object *o, ws_req *q) {
  uint32_t x = ws_rng_u32(&s->rng), size = q->op & CG ? 16 : 4u << ws_rng_below(&s->rng, 3);
  uint32_t take = (x & 3) ? size : x >> 24 & 31, flaw = s->style == WS_MBAR_WILD && (x & 0x30) == 0 ? x >> 6 & 7 : 7;
  bool onto = (x >> 10 & 63) == 0; // an object
  for (unsigned i = 0; i < s->lanes; i++) {
    uint32_t y = ws_rng_u32(&s->rng);
    q->addr[i] = onto && i == 0 ? o->offset & ~(size - 1) : s->window / 2 + (y & 0x7ff & ~(size - 1));
    q->a[i] = y >> 16 & 0xffff & ~(size - 1);
    q->b[i] = size, q->c[i] = take;
    switch (i & 1 ? 7 : flaw) {
    case 0: q->addr[i] += 1 + (y & 3); break;
    case 1: q->a[i] += 1 + (y & 3); break;
    case 2: q->b[i] = y & 63; break;
    case 3: q->a[i] = (uint64_t)0x10000 << (y & 31); break;
    case 4: q->addr[i] |= (uint64_t)0x4000 << (y & 31); break;
    case 5: q->c[i] = y; break;
    case 6: q->b[i] = y; break;
    default: break;
    }
  }
}

// ------------------------------------------------------------------------------------------------------ operations

// Of a style each: flow, focus, limits, waits, copies, wild. An operation without a row has NEW in each.
enum { NEW = 2 };
static const uint8_t weights[256][WS_MBAR_CALM] = {
    [WS_OP_MBAR_INIT & 255] = {2, 4, 8, 3, 3, 4},
    [WS_OP_MBAR_INVAL & 255] = {1, 3, 2, 1, 2, 3},
    [WS_OP_MBAR_EXPECT_TX & 255] = {5, 4, 8, 2, 4, 3},
    [WS_OP_MBAR_COMPLETE_TX & 255] = {6, 4, 8, 3, 4, 3},
    [WS_OP_MBAR_ARRIVE & 255] = {20, 3, 10, 8, 6, 3},
    [WS_OP_MBAR_ARRIVE_SINK & 255] = {8, 2, 4, 4, 4, 2},
    [WS_OP_MBAR_ARRIVE_EXPECT_TX & 255] = {6, 3, 6, 3, 3, 3},
    [WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK & 255] = {2, 2, 3, 1, 1, 2},
    [WS_OP_MBAR_ARRIVE_NOCOMPLETE & 255] = {4, 4, 6, 2, 4, 3},
    [WS_OP_MBAR_ARRIVE_NOCOMPLETE_SINK & 255] = {1, 2, 2, 1, 1, 2},
    [WS_OP_MBAR_ARRIVE_DROP & 255] = {2, 3, 6, 1, 5, 3},
    [WS_OP_MBAR_ARRIVE_DROP_SINK & 255] = {1, 1, 2, 1, 1, 2},
    [WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX & 255] = {1, 3, 4, 1, 3, 2},
    [WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX_SINK & 255] = {1, 1, 1, 1, 1, 2},
    [WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE & 255] = {1, 3, 3, 1, 5, 3},
    [WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE_SINK & 255] = {1, 1, 1, 1, 1, 2},
    [WS_OP_MBAR_TEST_WAIT & 255] = {8, 4, 4, 6, 4, 4},
    [WS_OP_MBAR_TEST_WAIT_PARITY & 255] = {4, 4, 4, 4, 4, 4},
    [WS_OP_MBAR_TRY_WAIT & 255] = {2, 2, 1, 8, 2, 3},
    [WS_OP_MBAR_TRY_WAIT_HINT & 255] = {3, 3, 2, 12, 3, 3},
    [WS_OP_MBAR_TRY_WAIT_PARITY & 255] = {1, 2, 1, 6, 2, 3},
    [WS_OP_MBAR_TRY_WAIT_PARITY_HINT & 255] = {2, 3, 2, 10, 3, 3},
    [WS_OP_MBAR_PENDING_COUNT & 255] = {4, 1, 3, 1, 1, 4},
    [WS_OP_MBAR_CP_ASYNC_ARRIVE & 255] = {2, 8, 5, 2, 14, 3},
    [WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC & 255] = {1, 8, 2, 2, 12, 3},
    [WS_OP_CP_ASYNC_CA & 255] = {2, 9, 1, 1, 18, 4},
    [WS_OP_CP_ASYNC_CG & 255] = {1, 1, 1, 1, 12, 4},
};
static const uint8_t weight_other[WS_MBAR_CALM] = {1, 0, 1, 1, 1, 1}, weight_none[WS_MBAR_CALM] = {[WS_MBAR_WILD] = 1};
enum { NO_OP = 0 }; // stands for any code of the unit
static const uint16_t draws[] = {WS_OPS_MBAR, WS_OP_ACTIVEMASK, WS_OP_VOTE_BALLOT, NO_OP};
enum { DRAWS = sizeof draws / sizeof draws[0] };

static unsigned weight(unsigned op, unsigned style) {
  if (op >> 8 != WS_UNIT_MBAR)
    return (op == NO_OP ? weight_none : weight_other)[style];
  const uint8_t *of = weights[op & 255];
  return of[WS_MBAR_WILD] ? of[style] : NEW;
}

static uint32_t draw_op(ws_mbar_stim *s) {
  if (s->style == WS_MBAR_FOCUS && s->hunts && ws_rng_percent(&s->rng, 60))
    return s->hunt[ws_rng_below(&s->rng, s->hunts)];
  unsigned sum = 0, k = 0;
  for (unsigned i = 0; i < DRAWS; i++)
    sum += weight(draws[i], s->style);
  unsigned pick = ws_rng_below(&s->rng, sum);
  while (pick >= weight(draws[k], s->style))
    pick -= weight(draws[k++], s->style);
  return draws[k] ? draws[k] : (uint32_t)WS_UNIT_MBAR << 8 | (ws_rng_u32(&s->rng) & 0xff);
}

// Are the operations that are wanted ones of the CTA itself?
static bool hunts_at_home(const ws_mbar_stim *s) {
  unsigned far = 0;
  for (unsigned k = 0; k < s->hunts; k++)
    far += ws_is_mbar_remote(s->hunt[k]);
  return s->hunts && !far;
}

// An operation that other CTAs may ask for.
static uint32_t far_op(ws_mbar_stim *s) {
  static const uint16_t ops[] = {WS_OPS_MBAR_REMOTE};
  uint32_t hunt = s->hunts ? s->hunt[ws_rng_below(&s->rng, s->hunts)] : 0;
  for (unsigned k = 0; k < sizeof ops / sizeof ops[0]; k++)
    if (ops[k] == hunt)
      return hunt;
  return ops[ws_rng_below(&s->rng, sizeof ops / sizeof ops[0])];
}

// Brings an object that can do nothing by itself back to life; most styles would soon know only dead ones.
static uint32_t revive(ws_mbar_stim *s, const ws_mbar_object *o, uint32_t op, bool remote) {
  unsigned often = s->style == WS_MBAR_FOCUS || s->style == WS_MBAR_WILD ? 30 : 75;
  if (op >> 8 != WS_UNIT_MBAR || !ws_rng_percent(&s->rng, often))
    return op;
  if (!o->live || (!o->pending && !o->tx))
    return remote ? op : WS_OP_MBAR_INIT;
  if (!o->pending)
    return o->tx > 0 ? WS_OP_MBAR_COMPLETE_TX : WS_OP_MBAR_EXPECT_TX;
  return op;
}

// A flaw in the addresses of some lanes.
static void spoil(ws_mbar_stim *s, ws_req *q) {
  uint32_t x = ws_rng_u32(&s->rng), lanes = x & 1 ? UINT32_MAX : ws_rng_u32(&s->rng);
  for (unsigned i = 0; i < s->lanes; i++) {
    if (!(lanes >> i & 1))
      continue;
    switch (x >> 1 & 3) {
    case 0: q->addr[i] += 1 + (x >> 8 & 7); break;
    case 1: q->addr[i] |= (uint64_t)0x4000 << (x >> 8 & 7); break;
    case 2: q->addr[i] |= (uint64_t)1 << (24 + (x >> 8 & 31)); break;
    default: q->addr[i] = ws_rng_u64(&s->rng) >> (x >> 8 & 63); break;
    }
  }
}

// Addresses: one object for all lanes, or two, or any.
static unsigned place(ws_mbar_stim *s, unsigned c, unsigned owner, ws_req *q) {
  uint32_t x = ws_rng_u32(&s->rng), any = ws_rng_u32(&s->rng);
  unsigned first = s->focus < WS_MBAR_OBJECTS && (x & 7) ? s->focus : x >> 8 & 7, second = x >> 12 & 7;
  uint8_t *used = s->cta[c].used[q->tag & 0xff];
  uint64_t rank = owner != c || (x >> 16 & 15) == 0 ? (uint64_t)(owner + 1) << 24 : 0;
  unsigned shape = s->style == WS_MBAR_FOCUS ? 15 : x >> 20 & 15;
  for (unsigned i = 0; i < s->lanes; i++) {
    unsigned k = shape == 0 ? (any >> i % 16) & 7 : shape == 1 ? (any >> i & 1 ? second : first) : first;
    k = ws_mbar_stim_own(s, q->warp, k);
    used[i] = (uint8_t)k;
    q->addr[i] = rank | s->cta[owner].object[k].offset;
  }
  return ws_mbar_stim_own(s, q->warp, first);
}

// Whole warps whose counts go into what is pending, as kernels are written.
static void calm(ws_mbar_stim *s, const ws_lockstep *ls, unsigned c, ws_req *q) {
  static const uint16_t ops[16] = {WS_OP_MBAR_ARRIVE,           WS_OP_MBAR_ARRIVE,
                                   WS_OP_MBAR_ARRIVE,           WS_OP_MBAR_ARRIVE,
                                   WS_OP_MBAR_ARRIVE_SINK,      WS_OP_MBAR_ARRIVE_SINK,
                                   WS_OP_MBAR_ARRIVE_EXPECT_TX, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK,
                                   WS_OP_MBAR_EXPECT_TX,        WS_OP_MBAR_COMPLETE_TX,
                                   WS_OP_MBAR_COMPLETE_TX,      WS_OP_MBAR_TEST_WAIT,
                                   WS_OP_MBAR_TEST_WAIT_PARITY, WS_OP_MBAR_TEST_WAIT,
                                   WS_OP_MBAR_TEST_WAIT_PARITY, WS_OP_MBAR_TRY_WAIT_PARITY_HINT};
  uint32_t x = ws_rng_u32(&s->rng), n = (uint32_t)__builtin_popcount(q->lanes);
  unsigned k = ws_mbar_stim_own(s, q->warp, s->focus < WS_MBAR_OBJECTS ? s->focus : x >> 4 & 7);
  const ws_mbar_object *o = &s->cta[c].object[k];
  bool dead = !o->live || o->pending % n || (!o->pending && !o->tx);
  q->op = dead ? (uint32_t)WS_OP_MBAR_INIT : ops[x & 15];
  if (!dead && (!o->pending || (q->op == WS_OP_MBAR_COMPLETE_TX && o->tx)))
    q->op = o->tx > 0 ? WS_OP_MBAR_COMPLETE_TX : WS_OP_MBAR_EXPECT_TX;
  uint32_t fn = q->op & 0xff, tx = (uint32_t)(o->tx < 0 ? -o->tx : o->tx), b = 1;
  if (dead)
    b = n * (1 + (x >> 8 & 3)), q->lanes &= 0u - q->lanes;
  else if (mbar_is_tx(fn))
    b = o->pending && !o->tx ? 16 : tx / n;
  else if (mbar_is_expect(fn))
    b = 4 * (1 + (x >> 8 & 3));
  if (mbar_is_tx(fn) && tx % n) // lanes have left since
    b = tx, q->lanes &= 0u - q->lanes;
  memset(s->cta[c].used[q->tag & 0xff], (int)k, s->lanes);
  uint64_t a = mbar_is_parity(fn) ? o->phase ^ (x >> 16 & 1u) : mbar_is_wait(fn) ? token(s, ls, o, c) : 0;
  for (unsigned i = 0; i < s->lanes; i++)
    q->addr[i] = o->offset, q->b[i] = b, q->a[i] = a, q->c[i] = 10 * (x >> 24 & 7);
}

void ws_mbar_stim_request(ws_mbar_stim *s, const ws_lockstep *ls, unsigned c, ws_req *q) {
  if (s->style == WS_MBAR_CALM) {
    calm(s, ls, c, q);
    return;
  }
  bool remote = s->ctas > 1 && ws_rng_percent(&s->rng, c == s->home || hunts_at_home(s) ? 10 : s->cfg.remote);
  unsigned owner = !remote ? c : ws_rng_percent(&s->rng, 80) ? s->home : ws_rng_below(&s->rng, s->ctas);
  q->op = remote && ws_rng_percent(&s->rng, s->style == WS_MBAR_WILD ? 70 : 95) ? far_op(s) : draw_op(s);
  unsigned k = place(s, c, owner, q);
  const ws_mbar_object *o = &s->cta[owner].object[k];
  uint32_t old = q->op, x = ws_rng_u32(&s->rng), n = (uint32_t)__builtin_popcount(q->lanes);
  q->op = revive(s, o, q->op, owner != c);
  if (q->op != old && q->lanes) // one lane will do
    q->lanes &= 0u - q->lanes, n = 1;
  if (q->op >> 8 != WS_UNIT_MBAR) { // nobody waits for anybody
    for (unsigned i = 0; i < s->lanes; i++)
      q->mask[i] = 1u << i;
    return;
  }
  uint32_t fn = q->op & 31;
  if (fn >= COPIES)
    copy_operands(s, o, q);
  else if (fn >= WAITS && fn < BEHIND)
    wait_operands(s, ls, o, owner, q);
  else {
    bool tx = mbar_is_tx(fn) || mbar_is_expect(fn), each = (x & 7) == 0;
    uint32_t b = fn == INIT ? init_count(s) : ws_mbar_stim_count(s, o, n ? n : 1, tx);
    if (q->op != old && fn != INIT)
      b = (uint32_t)(o->tx < 0 ? -o->tx : o->tx);
    for (unsigned i = 0; i < s->lanes; i++)
      q->b[i] = each && (x >> (3 + i % 16) & 1) ? ws_mbar_stim_count(s, o, n ? n : 1, tx) : b;
  }
  if ((x >> 24) < (s->style == WS_MBAR_WILD ? 40u : 2u))
    spoil(s, q);
}
