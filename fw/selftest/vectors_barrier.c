// SPDX-License-Identifier: Apache-2.0
// Vectors of barrier and bar (PTX 9.7.13.1) and of barrier.cluster (9.7.13.3), two warps.
#include "vectors_bench.h"

#include "random.h"

static void two_warps(bench *b, enum vector_family family, const char *name) {
  bench_scenario(b, family, 2, name);
  bench_launch(b, 0, b->all, 2);
  bench_launch(b, 1, b->all, 2);
}

static ws_req barrier(const bench *b, uint32_t op, unsigned warp, unsigned number, unsigned threads) {
  ws_req r = bench_req(op, warp, b->all);
  for (unsigned lane = 0; lane < b->lanes; lane++) {
    r.a[lane] = number;
    r.b[lane] = threads;
  }
  return r;
}

// Each code between two warps; an arrival meets a sync.
static void each_code(bench *b) {
  unsigned number = 0;
  two_warps(b, FAMILY_BARRIER, "each form of barrier");
  for (uint32_t op = WS_UNIT_BAR << 8; op < (WS_UNIT_BAR + 1) << 8; op++) {
    if (!ws_op_name(op))
      continue;
    const bool plain = !ws_is_bar_arrive(op) && !(ws_op_fields(op) & WS_FIELD_PRED); // sync
    for (unsigned n = 0; n < (plain ? 1 : 2); n++) {
      ws_req first = barrier(b, op, n & 1, number % WS_BARRIERS, 64), second = first;
      if (ws_is_bar_arrive(op))
        second.op = ws_op_is_aligned(op) ? WS_OP_BAR_SYNC_ALIGNED_COUNT : WS_OP_BAR_SYNC_COUNT;
      second.warp ^= 1;
      first.pred = n ? b->all : random32(&b->random);
      second.pred = n ? b->all & ~(number & 1) : random32(&b->random);
      first.neg = second.neg = number >> 1 & 1;
      bench_op(b, 0, &first);
      bench_op(b, 1, &second);
      bench_answer(b, 0);
      bench_answer(b, 1);
      number++;
    }
  }
}

static void refused(bench *b, const char *name, const ws_req *before, const ws_req *r) {
  two_warps(b, FAMILY_BARRIER, name);
  if (before)
    bench_op(b, 0, before);
  bench_op(b, 1, r);
  bench_answer(b, 1);
  if (before && !ws_is_bar_arrive(before->op))
    bench_waits(b, 0);
  bench_error(b);
}

static void refusals(bench *b) {
  ws_req sync = barrier(b, WS_OP_BAR_SYNC_COUNT, 0, 3, 64), r;
  r = barrier(b, WS_OP_BAR_SYNC, 1, 16, 0);
  refused(b, "no barrier of this number", NULL, &r);
  r = barrier(b, WS_OP_BAR_SYNC_COUNT, 1, 3, 65);
  refused(b, "a count that is no multiple of 32", NULL, &r);
  r = barrier(b, WS_OP_BAR_SYNC_COUNT, 1, 3, 96);
  refused(b, "a count above the CTA", NULL, &r);
  r = barrier(b, WS_OP_BAR_SYNC_COUNT, 1, 3, 32);
  refused(b, "counts that differ", &sync, &r);
  r = barrier(b, WS_OP_BAR_RED_POPC_COUNT, 1, 3, 64);
  refused(b, "a reduction among syncs", &sync, &r);
  ws_req arrive = barrier(b, WS_OP_BAR_ARRIVE, 1, 3, 64);
  refused(b, "a warp arrives twice", &arrive, &arrive);

  two_warps(b, FAMILY_BARRIER, "a barrier that can never be complete");
  bench_op(b, 0, &sync);
  bench_waits(b, 0);
  bench_exit(b, 1, b->all);
  bench_answer(b, 0);
  bench_error(b);

  two_warps(b, FAMILY_BARRIER, "an exit completes a barrier");
  r = barrier(b, WS_OP_BAR_RED_OR, 0, 7, 0);
  r.pred = 1;
  bench_op(b, 0, &r);
  bench_waits(b, 0);
  bench_exit(b, 1, b->all);
  bench_answer(b, 0);

  two_warps(b, FAMILY_BARRIER, "halves of a warp at an aligned barrier");
  sync = barrier(b, WS_OP_BAR_SYNC_ALIGNED, 0, 0, 0);
  sync.lanes = b->all >> b->lanes / 2;
  bench_op(b, 0, &sync);
  sync.lanes = b->all & ~sync.lanes;
  bench_op(b, 1, &sync);
  r = barrier(b, WS_OP_BAR_SYNC_ALIGNED, 1, 0, 0);
  bench_op(b, 2, &r);
  for (unsigned job = 0; job < 3; job++)
    bench_answer(b, job);
}

// --------------------------------------------------------------------------------------------------------- cluster

static void cluster(bench *b) {
  static const uint32_t arrive[] = {WS_OP_CLUSTER_ARRIVE_RELEASE, WS_OP_CLUSTER_ARRIVE_RELEASE_ALIGNED,
                                    WS_OP_CLUSTER_ARRIVE_RELAXED, WS_OP_CLUSTER_ARRIVE_RELAXED_ALIGNED};
  ws_req r;
  two_warps(b, FAMILY_CLUSTER, "phases of the cluster's barrier");
  for (unsigned n = 0; n < 4; n++) {
    uint32_t wait = n & 1 ? WS_OP_CLUSTER_WAIT_ALIGNED : WS_OP_CLUSTER_WAIT;
    r = bench_req(arrive[n], 0, b->all);
    bench_op(b, 0, &r);
    bench_answer(b, 0);
    r = bench_req(wait, 0, b->all);
    bench_op(b, 1, &r);
    bench_waits(b, 1);
    r = bench_req(arrive[n], 1, b->all);
    bench_op(b, 2, &r);
    bench_answer(b, 2);
    bench_answer(b, 1);
    r = bench_req(wait, 1, b->all);
    bench_op(b, 3, &r);
    bench_answer(b, 3);
  }
  two_warps(b, FAMILY_CLUSTER, "two arrivals, a wait without one");
  r = bench_req(arrive[0], 0, b->all);
  bench_do(b, &r);
  bench_do(b, &r);
  bench_error(b);
  r = bench_req(WS_OP_CLUSTER_WAIT, 1, b->all);
  bench_do(b, &r);

  bench_scenario(b, FAMILY_CLUSTER, 1, "an arrival that skips the wait");
  bench_launch(b, 0, b->all, 1);
  r = bench_req(arrive[2], 0, b->all);
  bench_do(b, &r);
  bench_do(b, &r);
  r = bench_req(WS_OP_CLUSTER_WAIT, 0, b->all);
  bench_do(b, &r);
}

void vectors_barrier(bench *b) {
  each_code(b);
  refusals(b);
  cluster(b);
}
