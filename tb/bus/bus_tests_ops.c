// SPDX-License-Identifier: Apache-2.0
// Operations through the registers, several under way, against the pure functions of the model: whole warps, random operands.
#include <string.h>

#include "bus_bench.h"
#include "what/op_lists.h"

enum { UNDER_WAY = 3 };

typedef struct wanted {
  bool due;
  uint32_t op, warp, pred;
  uint32_t d[WS_LANES_MAX];
} wanted;

typedef struct operands {
  uint64_t a[WS_LANES_MAX];
  uint32_t b[WS_LANES_MAX], c[WS_LANES_MAX], pred;
} operands;

static void fill(uint32_t d[], unsigned lanes, uint32_t value) {
  for (unsigned i = 0; i < lanes; i++)
    d[i] = value;
}

static void compute(wanted *w, unsigned lanes, const operands *x) {
  const uint32_t all = UINT32_MAX >> (32 - lanes), fn = w->op & 0xff;
  uint32_t low[WS_LANES_MAX], und, d = 0;
  for (unsigned i = 0; i < lanes; i++)
    low[i] = (uint32_t)x->a[i];
  w->pred = 0;
  fill(w->d, lanes, 0);
  switch (w->op >> 8) {
  case WS_UNIT_SHFL: ws_shfl(lanes, fn, all, low, x->b, x->c, w->d, &w->pred, &und); break;
  case WS_UNIT_REDUX:
    ws_redux(lanes, fn, all, low, &d);
    fill(w->d, lanes, d);
    break;
  case WS_UNIT_MATCH:
    if (!(fn & 1)) {
      ws_match_any(lanes, ws_is_match_b64(w->op) ? 64 : 32, all, x->a, w->d);
    } else {
      w->pred = ws_match_all(lanes, ws_is_match_b64(w->op) ? 64 : 32, all, x->a, &d) ? all : 0;
      fill(w->d, lanes, d);
    }
    break;
  default:
    if (w->op == WS_OP_ACTIVEMASK || w->op == WS_OP_VOTE_BALLOT)
      fill(w->d, lanes, w->op == WS_OP_ACTIVEMASK ? all : x->pred);
    else if (w->op == WS_OP_ELECT)
      w->pred = 1;
    else if (w->op != WS_OP_BAR_WARP && ws_vote(fn, all, x->pred, &d) == WS_ST_OK)
      w->pred = d ? all : 0;
  }
}

// Operands that make results differ: few distinct values for match, now and then all alike.
static void draw(bus_bench *b, uint32_t op, operands *x) {
  const unsigned lanes = b->cfg.core.lanes;
  const bool match = op >> 8 == WS_UNIT_MATCH;
  const uint64_t one = ws_rng_u64(&b->rng);
  for (unsigned i = 0; i < lanes; i++) {
    x->a[i] = !match                        ? ws_rng_u64(&b->rng)
              : ws_rng_percent(&b->rng, 95) ? one
                                            : one ^ 1ull << ws_rng_below(&b->rng, 64);
    x->b[i] = ws_rng_below(&b->rng, lanes);
    x->c[i] = ws_rng_percent(&b->rng, 50) ? lanes - 1 : ws_rng_u32(&b->rng) & 0x1f1f;
  }
  if (match && ws_rng_percent(&b->rng, 40))
    for (unsigned i = 0; i < lanes; i++)
      x->a[i] = one;
  x->pred = (ws_rng_percent(&b->rng, 30)   ? 0
             : ws_rng_percent(&b->rng, 40) ? UINT32_MAX
                                           : ws_rng_u32(&b->rng)) &
            bus_all(b);
}

static void write_operands(bus_bench *b, uint32_t op, const operands *x) {
  const uint32_t unit = op >> 8;
  const bool a = unit != WS_UNIT_VOTE;
  for (unsigned i = 0; a && i < b->cfg.core.lanes; i++) {
    bus_write(b, WS_REG_LANE_A_LO(i), (uint32_t)x->a[i]);
    if (unit == WS_UNIT_MATCH)
      bus_write(b, WS_REG_LANE_A_HI(i), (uint32_t)(x->a[i] >> 32));
    if (unit == WS_UNIT_SHFL) {
      bus_write(b, WS_REG_LANE_B(i), x->b[i]);
      bus_write(b, WS_REG_LANE_C(i), x->c[i]);
    }
  }
}

static void collect(bus_bench *b, wanted w[256], unsigned *under_way) {
  bus_completion_seen c;
  bus_pop(b, &c);
  wanted *want = &w[c.tag];
  if (!want->due)
    bus_fail(b, "a completion that is not due: tag 0x%x", (unsigned)c.tag);
  want->due = false;
  --*under_way;
  bus_expect(b, "operation", c.op, want->op);
  bus_expect(b, "warp", c.warp, want->warp);
  bus_expect(b, "status", c.status, WS_ST_OK);
  bus_expect(b, "lanes", c.lanes, bus_all(b));
  bus_expect(b, "predicates", c.pred, want->pred);
  for (unsigned i = 0; i < b->cfg.core.lanes; i++) {
    bus_expect(b, "d", c.d[i], want->d[i]);
    bus_expect(b, "upper half of d", c.d_hi[i], 0);
  }
}

static void family(bus_bench *b, const uint16_t ops[], unsigned count) {
  static wanted w[256];
  static operands x;
  memset(w, 0, sizeof w);
  unsigned under_way = 0;
  for (unsigned k = 0; k < b->cfg.core.warps; k++)
    bus_launch(b, k, bus_all(b));
  bus_write(b, WS_REG_LANE_ALL_MASK, bus_all(b));
  const uint64_t n = 2 * count + b->n / 400;
  for (uint64_t k = 0; k < n; k++) {
    wanted *want = &w[k % 256];
    want->op = ops[k % count];
    want->warp = ws_rng_below(&b->rng, b->cfg.core.warps);
    want->due = true;
    draw(b, want->op, &x);
    compute(want, b->cfg.core.lanes, &x);
    bus_until(b, WS_STATUS_BUSY_BM, 0);
    write_operands(b, want->op, &x);
    const bool neg = ws_rng_percent(&b->rng, 30);
    bus_write(b, WS_REG_REQ_LANES, bus_all(b));
    bus_write(b, WS_REG_REQ_PRED, neg ? ~x.pred : x.pred);
    bus_submit(b, want->op | (neg ? WS_SUBMIT_NEG_BM : 0), want->warp, (uint32_t)(k % 256));
    under_way++;
    while (under_way > UNDER_WAY || (under_way && ws_rng_percent(&b->rng, 30)))
      collect(b, w, &under_way);
    if (k % 16 == 0)
      bus_stalls(b);
  }
  while (under_way)
    collect(b, w, &under_way);
  bus_until(b, WS_STATUS_IDLE_BM, WS_STATUS_IDLE_BM);
  bus_expect(b, "completions left", bus_read(b, WS_REG_STATUS) & WS_STATUS_FILL_BM, 0);
}

#define FAMILY(name, ...)                                                                                              \
  static void name(bus_bench *b) {                                                                                     \
    static const uint16_t ops[] = {__VA_ARGS__};                                                                       \
    family(b, ops, sizeof ops / sizeof *ops);                                                                          \
  }
FAMILY(shfl, WS_OPS_SHFL)
FAMILY(vote, WS_OPS_VOTE_SYNC, WS_OP_ACTIVEMASK, WS_OP_ELECT, WS_OP_BAR_WARP)
FAMILY(match, WS_OPS_MATCH)
FAMILY(redux, WS_OPS_REDUX)
FAMILY(mixed, WS_OPS_WARP)

static const bus_test tests[] = {
    {"bus_shfl", "shuffles through the registers, several under way", .run = shfl, .families = WS_FAMILY_SHFL},
    {"bus_vote", "votes, elect, activemask and bar.warp.sync through the registers", .run = vote},
    {"bus_match", "match.any and match.all of 32 and 64 bits through the registers", .run = match,
     .families = WS_FAMILY_MATCH},
    {"bus_redux", "reductions through the registers", .run = redux, .families = WS_FAMILY_REDUX},
    {"bus_mixed", "operations of slow and fast units under way together: tags tell which is which", .run = mixed,
     .families = WS_FAMILY_SHFL | WS_FAMILY_MATCH | WS_FAMILY_REDUX},
};
BUS_TESTS(ops)
