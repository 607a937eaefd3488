// SPDX-License-Identifier: Apache-2.0
// Vectors of the rendezvous: lanes in pieces, exits, masks of their own, and what is refused.
#include "vectors_bench.h"

static uint32_t low_half(const bench *b) { return b->all >> b->lanes / 2; }
static uint32_t high_half(const bench *b) { return b->all & ~low_half(b); }

static ws_req ballot(const bench *b, unsigned warp, uint32_t lanes) {
  ws_req r = bench_req(WS_OP_VOTE_BALLOT, warp, lanes);
  for (unsigned lane = 0; lane < b->lanes; lane++)
    r.mask[lane] = b->all;
  r.pred = 0x96a5c3f1u + warp;
  return r;
}

static void pieces(bench *b) {
  bench_scenario(b, FAMILY_SYNC, 1, "two halves of a warp");
  bench_launch(b, 0, b->all, 1);
  ws_req r = ballot(b, 0, high_half(b));
  bench_op(b, 0, &r);
  bench_waits(b, 0);
  bench_warp(b, 0);
  r = ballot(b, 0, low_half(b));
  bench_op(b, 1, &r);
  bench_answer(b, 0);
  bench_answer(b, 1);

  bench_scenario(b, FAMILY_SYNC, 4, "four warps in halves, interleaved");
  for (unsigned w = 0; w < 4; w++)
    bench_launch(b, w, b->all, 4);
  for (unsigned w = 0; w < 4; w++) {
    r = ballot(b, w, low_half(b));
    bench_op(b, w, &r);
  }
  for (unsigned w = 4; w-- > 0;) {
    r = ballot(b, w, high_half(b));
    bench_op(b, 4 + w, &r);
  }
  for (unsigned job = 0; job < 8; job++)
    bench_answer(b, job);

  bench_scenario(b, FAMILY_SYNC, 1, "tiles of two lanes, masks of their own");
  bench_launch(b, 0, b->all, 1);
  r = bench_req(WS_OP_SHFL_BFLY, 0, b->all);
  for (unsigned lane = 0; lane < b->lanes; lane++) {
    r.mask[lane] = 3u << (lane & ~1u);
    r.a[lane] = 100 + lane;
    r.b[lane] = 1;
    r.c[lane] = 0x1f;
  }
  bench_do(b, &r);

  bench_scenario(b, FAMILY_SYNC, 1, "bar.warp.sync in pieces");
  bench_launch(b, 0, b->all, 1);
  r = bench_req(WS_OP_BAR_WARP, 0, b->all);
  bench_do(b, &r);
  r.lanes = low_half(b);
  bench_op(b, 0, &r);
  r.lanes = high_half(b);
  bench_op(b, 1, &r);
  bench_answer(b, 0);
  bench_answer(b, 1);
}

static void exits(bench *b) {
  bench_scenario(b, FAMILY_SYNC, 1, "an exit completes a wait");
  bench_launch(b, 0, b->all, 1);
  ws_req r = ballot(b, 0, low_half(b));
  bench_op(b, 0, &r);
  bench_waits(b, 0);
  bench_exit(b, 0, high_half(b));
  bench_answer(b, 0);
  bench_warp(b, 0);
  r = bench_req(WS_OP_ELECT, 0, low_half(b)); // a member has exited
  for (unsigned lane = 0; lane < b->lanes; lane++)
    r.mask[lane] = b->all;
  bench_do(b, &r);
  r.op = WS_OP_BAR_WARP;
  bench_do(b, &r);
  bench_exit(b, 0, low_half(b));
  bench_warp(b, 0);
  bench_launch(b, 0, low_half(b), 1);
  bench_warp(b, 0);

  bench_scenario(b, FAMILY_SYNC, 1, "lanes that have exited or wait already");
  bench_launch(b, 0, b->all & ~1u, 1);
  r = bench_req(WS_OP_VOTE_ANY, 0, b->all);
  r.pred = 2;
  bench_op(b, 0, &r);
  bench_answer(b, 0);
  bench_error(b);
  r = ballot(b, 0, 2);
  bench_op(b, 1, &r);
  bench_waits(b, 1);
  r = ballot(b, 0, 6);
  bench_op(b, 2, &r);
  bench_waits(b, 2);
  r = ballot(b, 0, b->all & ~7u);
  bench_op(b, 3, &r);
  bench_answer(b, 1);
  bench_answer(b, 2);
  bench_answer(b, 3);
}

static void refusals(bench *b) {
  bench_scenario(b, FAMILY_SYNC, 1, "a lane outside its mask");
  bench_launch(b, 0, b->all, 1);
  ws_req r = bench_req(WS_OP_REDUX_ADD_U32, 0, b->all);
  for (unsigned lane = 0; lane < b->lanes; lane++) {
    r.mask[lane] = b->all & ~1u;
    r.a[lane] = lane;
  }
  bench_do(b, &r);
  bench_error(b);

  bench_scenario(b, FAMILY_SYNC, 1, "masks that contradict each other");
  bench_launch(b, 0, b->all, 1);
  r = ballot(b, 0, low_half(b));
  bench_op(b, 0, &r);
  r = ballot(b, 0, high_half(b));
  for (unsigned lane = 0; lane < b->lanes; lane++)
    r.mask[lane] = b->all & ~1u;
  bench_op(b, 1, &r);
  bench_answer(b, 0);
  bench_answer(b, 1);
  bench_error(b);

  bench_scenario(b, FAMILY_SYNC, 1, "two operations that wait for each other");
  bench_launch(b, 0, b->all, 1);
  r = ballot(b, 0, low_half(b));
  bench_op(b, 0, &r);
  r = ballot(b, 0, high_half(b));
  r.op = WS_OP_VOTE_ALL;
  bench_op(b, 1, &r);
  bench_answer(b, 0);
  bench_answer(b, 1);

  bench_scenario(b, FAMILY_SYNC, 1, "a code that is no operation");
  bench_launch(b, 0, b->all, 1);
  r = bench_req(0x1ff, 0, b->all);
  bench_do(b, &r);
  bench_error(b);
}

void vectors_sync(bench *b) {
  pieces(b);
  exits(b);
  refusals(b);
}
