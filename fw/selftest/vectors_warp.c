// SPDX-License-Identifier: Apache-2.0
// Vectors of the warp's operations: shfl, vote, elect, activemask, match, redux (PTX 9.7.9.6, 9.7.13.8 to .14).
#include "vectors_bench.h"

#include "random.h"
#include "what/op_lists.h"

static uint32_t some_lanes(bench *b) {
  uint32_t lanes = random32(&b->random) & b->all;
  return lanes ? lanes : 1;
}

static void random_a(bench *b, ws_req *r) {
  for (unsigned lane = 0; lane < b->lanes; lane++)
    r->a[lane] = random32(&b->random);
}

// ---------------------------------------------------------------------------------------------------------- shfl

static void shfl(bench *b, uint32_t op, const char *name) {
  const uint32_t clamp = op == WS_OP_SHFL_UP ? 0 : 0x1f;
  bench_scenario(b, FAMILY_SHFL, 1, name);
  bench_launch(b, 0, b->all, 1);

  ws_req r = bench_req(op, 0, b->all); // the neighbour's value
  for (unsigned lane = 0; lane < b->lanes; lane++) {
    r.a[lane] = 0x1000 + lane;
    r.b[lane] = 1;
    r.c[lane] = clamp;
  }
  bench_do(b, &r);

  random_a(b, &r); // segments of half a warp, of two lanes
  for (unsigned width = b->lanes / 2; width; width = width == 2 ? 0 : 2) {
    for (unsigned lane = 0; lane < b->lanes; lane++) {
      r.b[lane] = lane % 3;
      r.c[lane] = (32 - width) << 8 | clamp;
    }
    bench_do(b, &r);
  }
  r = bench_req(op, 0, some_lanes(b) | 1); // sources that take no part; what b and c hold beside what counts
  for (unsigned n = 0; n < 2; n++) {
    random_a(b, &r);
    for (unsigned lane = 0; lane < b->lanes; lane++) {
      r.b[lane] = random32(&b->random);
      r.c[lane] = random32(&b->random);
    }
    bench_do(b, &r);
  }
}

// ---------------------------------------------------------------------------------------------------------- vote

static void votes(bench *b, uint32_t first, uint32_t last) {
  for (uint32_t op = first; op <= last; op++)
    for (unsigned n = 0; n < 4; n++) {
      ws_req r = bench_req(op, 0, n == 3 ? some_lanes(b) : b->all);
      const uint32_t pred[] = {0, b->all, 1u << (b->lanes - 2), random32(&b->random)};
      r.pred = pred[n];
      r.neg = (op + n) & 1;
      bench_do(b, &r);
    }
}

static void vote(bench *b) {
  bench_scenario(b, FAMILY_VOTE, 1, "vote.sync");
  bench_launch(b, 0, b->all, 1);
  votes(b, WS_OP_VOTE_ALL, WS_OP_VOTE_BALLOT);

  bench_scenario(b, FAMILY_VOTE, 1, "vote of sm_6x");
  bench_set(b, true, 1024, 1);
  bench_launch(b, 0, b->all, 1);
  votes(b, WS_OP_VOTE_LEGACY_ALL, WS_OP_VOTE_LEGACY_BALLOT);

  bench_scenario(b, FAMILY_VOTE, 1, "vote without .sync, not of sm_6x");
  bench_launch(b, 0, b->all, 1);
  ws_req r = bench_req(WS_OP_VOTE_LEGACY_ANY, 0, b->all);
  bench_do(b, &r);
  bench_error(b);

  bench_scenario(b, FAMILY_VOTE, 1, "elect, activemask");
  bench_launch(b, 0, b->all, 1);
  const uint32_t lanes[] = {b->all, b->all & ~1u, 1u << (b->lanes - 1), some_lanes(b)};
  for (unsigned n = 0; n < 4; n++) {
    r = bench_req(WS_OP_ELECT, 0, lanes[n]);
    bench_do(b, &r);
    r = bench_req(WS_OP_ACTIVEMASK, 0, lanes[n]);
    bench_do(b, &r);
  }
}

// --------------------------------------------------------------------------------------------------------- match

static void match(bench *b) {
  static const uint16_t ops[] = {WS_OPS_MATCH};
  bench_scenario(b, FAMILY_MATCH, 1, "match");
  bench_launch(b, 0, b->all, 1);
  for (unsigned k = 0; k < WS_OPS_COUNT(WS_OPS_MATCH); k++)
    for (unsigned n = 0; n < 4; n++) {
      ws_req r = bench_req(ops[k], 0, n == 3 ? some_lanes(b) : b->all);
      for (unsigned lane = 0; lane < b->lanes; lane++) {
        uint64_t high = (uint64_t)random_below(&b->random, 3) << 33, low = random_below(&b->random, 3);
        const uint64_t a[] = {0x1234567890abcdefu, high, low << 13 | 0x5a, high | low};
        r.a[lane] = a[n];
      }
      if (n == 0 && (k & 1)) // one bit of one lane
        r.a[b->lanes - 1] ^= 1ull << 63;
      bench_do(b, &r);
    }
}

// --------------------------------------------------------------------------------------------------------- redux

static void redux(bench *b) {
  static const uint32_t floats[] = {0x3f800000, 0xbf800000, 0x00000001, 0x80000001, 0x7f800000, 0xff800000,
                                    0x00000000, 0x80000000, 0x7fc00000, 0xffc00001, 0x7f7fffff, 0x40490fdb};
  bench_scenario(b, FAMILY_REDUX, 1, "redux");
  bench_launch(b, 0, b->all, 1);
  for (uint32_t op = WS_UNIT_REDUX << 8; op < (WS_UNIT_REDUX + 1) << 8; op++) {
    if (!ws_op_name(op))
      continue;
    ws_req r = bench_req(op, 0, b->all);
    random_a(b, &r);
    bench_do(b, &r);
    r = bench_req(op, 0, some_lanes(b)); // few values, NaN among them
    for (unsigned lane = 0; lane < b->lanes; lane++)
      r.a[lane] = floats[random_below(&b->random, 12)];
    bench_do(b, &r);
    r = bench_req(op, 0, b->all & ~2u); // no NaN
    for (unsigned lane = 0; lane < b->lanes; lane++)
      r.a[lane] = floats[random_below(&b->random, 8)];
    bench_do(b, &r);
  }
}

void vectors_warp(bench *b) {
  shfl(b, WS_OP_SHFL_UP, "shfl.up");
  shfl(b, WS_OP_SHFL_DOWN, "shfl.down");
  shfl(b, WS_OP_SHFL_BFLY, "shfl.bfly");
  shfl(b, WS_OP_SHFL_IDX, "shfl.idx");
  vote(b);
  match(b);
  redux(b);
}
