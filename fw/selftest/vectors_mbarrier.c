// SPDX-License-Identifier: Apache-2.0
// Vectors of mbarrier (PTX 9.7.13.15) and of cp.async with it (9.7.9.25.3.1, 9.7.13.15.15).
#include "vectors_bench.h"

#include <string.h>

#include "random.h"
#include "what/op_lists.h"

enum { OBJECT = 0x40, OTHER = 0x80, BUFFER = 0x100 };
static const uint32_t FOREVER = 0xffffffffu; // limit of a wait that another warp ends

static ws_req at(const bench *b, uint32_t op, uint32_t lanes, uint32_t addr, uint32_t n) {
  ws_req r = bench_req(op, 0, lanes);
  for (unsigned lane = 0; lane < b->lanes; lane++) {
    r.addr[lane] = addr;
    r.b[lane] = n;
  }
  return r;
}

static void step(bench *b, uint32_t op, uint32_t lanes, uint32_t addr, uint32_t n) {
  ws_req r = at(b, op, lanes, addr, n);
  bench_do(b, &r);
}

static void init(bench *b, uint32_t addr, uint32_t count) { step(b, WS_OP_MBAR_INIT, 1, addr, count); }

static ws_req wait_req(const bench *b, uint32_t op, uint32_t lanes, uint32_t addr, uint64_t state, uint32_t limit) {
  ws_req r = at(b, op, lanes, addr, 0);
  for (unsigned lane = 0; lane < b->lanes; lane++) {
    r.a[lane] = state;
    r.c[lane] = limit;
  }
  return r;
}

static void wait(bench *b, uint32_t op, uint32_t lanes, uint32_t addr, uint64_t state, uint32_t limit) {
  ws_req r = wait_req(b, op, lanes, addr, state, limit);
  bench_do(b, &r);
}

static void one_warp(bench *b, enum vector_family family, const char *name) {
  bench_scenario(b, family, 1, name);
  bench_set(b, false, 16, 1);
  bench_launch(b, 0, b->all, 1);
}

static void phases(bench *b) {
  one_warp(b, FAMILY_MBARRIER, "phases, tokens and the object in memory");
  init(b, OBJECT, b->lanes);
  bench_smem_get(b, OBJECT, 2);
  for (unsigned n = 0; n < 2; n++) {
    step(b, WS_OP_MBAR_ARRIVE, 5, OBJECT, 1); // tokens by lane
    uint64_t token = b->job[0].d[0];
    wait(b, WS_OP_MBAR_TEST_WAIT, 5, OBJECT, token, 0);
    wait(b, WS_OP_MBAR_TEST_WAIT_PARITY, 3, OBJECT, n, 0);
    bench_smem_get(b, OBJECT, 2);
    step(b, WS_OP_MBAR_ARRIVE_SINK, b->all & ~5u, OBJECT, 1);
    wait(b, WS_OP_MBAR_TEST_WAIT, 5, OBJECT, token, 0);
    wait(b, WS_OP_MBAR_TRY_WAIT, 1, OBJECT, token, 0);
    wait(b, WS_OP_MBAR_TRY_WAIT_PARITY, b->all, OBJECT, n, 0);
    bench_smem_get(b, OBJECT, 2);
  }
  wait(b, WS_OP_MBAR_TRY_WAIT, 1, OBJECT, b->job[0].d[0] | 1, 0);
  wait(b, WS_OP_MBAR_TRY_WAIT_PARITY, 2, OBJECT, 0, 0); // to its limit
  wait(b, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 6, OBJECT, 0, 90);
  wait(b, WS_OP_MBAR_TRY_WAIT_HINT, 1, OBJECT, 1, 50);
  step(b, WS_OP_MBAR_INVAL, 1, OBJECT, 0);
  bench_raw(b, OBJECT);
  init(b, OBJECT, 1);
  bench_raw(b, OBJECT);
}

// Every arrival once, with and without a token, each followed by a look at the object.
static void arrivals(bench *b) {
  static const uint16_t ops[] = {WS_OPS_MBAR_ARRIVE};
  one_warp(b, FAMILY_MBARRIER, "each form of arrive");
  init(b, OBJECT, 1000);
  for (unsigned k = 0; k < WS_OPS_COUNT(WS_OPS_MBAR_ARRIVE); k++) {
    step(b, ops[k], k & 1 ? b->all : 6, OBJECT, k + 2);
    bench_smem_get(b, OBJECT, 2);
  }
  uint64_t token = b->job[0].d[1];
  step(b, WS_OP_MBAR_ARRIVE_NOCOMPLETE, 1, OBJECT, 7);
  token = b->job[0].d[0];
  wait(b, WS_OP_MBAR_PENDING_COUNT, 3, 0, token, 0);
  wait(b, WS_OP_MBAR_PENDING_COUNT, 3, 0, token & ~2ull, 0); // not of noComplete
  wait(b, WS_OP_MBAR_PENDING_COUNT, 3, 0, token & ~3ull, 0); // no token
}

static void transactions(bench *b) {
  one_warp(b, FAMILY_MBARRIER, "transactions");
  init(b, OBJECT, 1);
  step(b, WS_OP_MBAR_EXPECT_TX, 3, OBJECT, 32);
  step(b, WS_OP_MBAR_ARRIVE_SINK, 1, OBJECT, 1);
  bench_smem_get(b, OBJECT, 2);
  step(b, WS_OP_MBAR_COMPLETE_TX, 1, OBJECT, 32);
  wait(b, WS_OP_MBAR_TEST_WAIT_PARITY, 1, OBJECT, 0, 0);
  bench_tx(b, OBJECT, 32);
  bench_smem_get(b, OBJECT, 2);
  wait(b, WS_OP_MBAR_TEST_WAIT_PARITY, 1, OBJECT, 0, 0);

  bench_scenario(b, FAMILY_MBARRIER, 2, "a wait that another warp ends");
  bench_set(b, false, 0xffff, 0xffff);
  bench_launch(b, 0, b->all, 2);
  bench_launch(b, 1, b->all, 2);
  init(b, OTHER, 1);
  ws_req r = wait_req(b, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, b->all, OTHER, 0, FOREVER);
  bench_op(b, 0, &r);
  r = wait_req(b, WS_OP_MBAR_TRY_WAIT_HINT, 1, OTHER, 1, FOREVER);
  r.warp = 1;
  bench_op(b, 1, &r);
  bench_waits(b, 0);
  bench_warp(b, 0);
  r = at(b, WS_OP_MBAR_ARRIVE_SINK, 2, OTHER, 1);
  r.warp = 1;
  bench_op(b, 2, &r);
  bench_answer(b, 2);
  bench_answer(b, 0);
  bench_answer(b, 1);
}

static void refusals(bench *b) {
  one_warp(b, FAMILY_MBARRIER, "what is refused, object by object");
  step(b, WS_OP_MBAR_ARRIVE, 1, OBJECT, 1); // MB_NOT_INIT
  bench_error(b);
  step(b, WS_OP_MBAR_INIT, 1, OBJECT, 0);        // MB_BAD_COUNT
  step(b, WS_OP_MBAR_INIT, 1, OBJECT + 4, 1);    // MB_MISALIGNED
  step(b, WS_OP_MBAR_INIT, 1, WS_SMEM_BYTES, 1); // MB_BAD_SPACE
  init(b, OBJECT, 2);                            // then the same again: MB_REINIT
  init(b, OBJECT, 2);
  step(b, WS_OP_MBAR_ARRIVE, 1, OBJECT, 1u << 20);     // MB_BAD_COUNT
  step(b, WS_OP_MBAR_ARRIVE, 1, OBJECT, 3);            // MB_PENDING_UNDERFLOW
  step(b, WS_OP_MBAR_ARRIVE_NOCOMPLETE, 1, OBJECT, 2); // MB_NOCOMPLETE_VIOLATION
  step(b, WS_OP_MBAR_EXPECT_TX, 1, OBJECT, 1u << 20);  // MB_TX_OVERFLOW
  step(b, WS_OP_MBAR_COMPLETE_TX, 1, OBJECT, 0xfffff);
  step(b, WS_OP_MBAR_COMPLETE_TX, 1, OBJECT, 1); // MB_TX_UNDERFLOW
  step(b, WS_OP_MBAR_EXPECT_TX, 1, OBJECT, 0xfffff);
  wait(b, WS_OP_MBAR_TEST_WAIT_PARITY, 1, OBJECT, 2, 0); // MB_BAD_PARITY
  wait(b, WS_OP_MBAR_TEST_WAIT, 1, OBJECT, 0, 0);        // MB_BAD_TOKEN
  step(b, WS_OP_MBAR_ARRIVE, 3, OBJECT, 1);              // a phase is over, nobody looks
  step(b, WS_OP_MBAR_ARRIVE, 1, OBJECT, 1);              // MB_MISSING_WAIT
  bench_smem_get(b, OBJECT, 2);

  ws_req r = at(b, WS_OP_MBAR_ARRIVE, b->all, OTHER, 1); // some lanes at an object, some at none
  init(b, OTHER, b->lanes);
  for (unsigned lane = 0; lane < b->lanes; lane += 3)
    r.addr[lane] = BUFFER;
  bench_do(b, &r);
  bench_smem_get(b, OTHER, 2);
}

// ---------------------------------------------------------------------------------------------------------- copies

static ws_req copy(const bench *b, uint32_t op, uint32_t lanes, uint32_t bytes, uint32_t take) {
  ws_req r = bench_req(op, 0, lanes);
  for (unsigned lane = 0; lane < b->lanes; lane++) {
    r.addr[lane] = BUFFER + lane * bytes;
    r.a[lane] = (b->lanes - 1 - lane) * bytes;
    r.b[lane] = bytes;
    r.c[lane] = take;
  }
  return r;
}

static void copies(bench *b) {
  uint32_t words[128], zero[128] = {0};
  for (unsigned i = 0; i < 128; i++)
    words[i] = random32(&b->random);
  bench_scenario(b, FAMILY_COPY, 1, "cp.async of each size, and what waits for it");
  bench_set(b, false, 0xffff, 0xffff);
  bench_gmem_put(b, 0, words, b->lanes * 4);
  bench_smem_put(b, BUFFER, zero, b->lanes * 4);
  bench_launch(b, 0, b->all, 1);
  static const struct {
    uint32_t op, bytes, take;
  } form[] = {{WS_OP_CP_ASYNC_CA, 4, 4},   {WS_OP_CP_ASYNC_CA, 8, 8},  {WS_OP_CP_ASYNC_CA, 16, 16},
              {WS_OP_CP_ASYNC_CG, 16, 16}, {WS_OP_CP_ASYNC_CA, 16, 5}, {WS_OP_CP_ASYNC_CG, 16, 0}};
  for (unsigned n = 0; n < sizeof form / sizeof form[0]; n++) {
    bool noinc = n & 1;
    uint32_t object = OBJECT + 8 * n;
    init(b, object, noinc ? b->lanes : 1);
    ws_req r = copy(b, form[n].op, b->all, form[n].bytes, form[n].take);
    bench_do(b, &r);
    step(b, noinc ? WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC : WS_OP_MBAR_CP_ASYNC_ARRIVE, b->all, object, 0);
    if (!noinc)
      step(b, WS_OP_MBAR_ARRIVE_SINK, 1, object, 1);
    wait(b, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 1, object, 0, FOREVER);
    bench_smem_get(b, BUFFER, b->lanes * form[n].bytes / 4);
  }
  one_warp(b, FAMILY_COPY, "copies that are refused");
  ws_req r = copy(b, WS_OP_CP_ASYNC_CG, b->all, 8, 8);
  bench_do(b, &r);
  r = copy(b, WS_OP_CP_ASYNC_CA, b->all, 16, 16);
  r.addr[1] += 8;
  r.a[2] += 4;
  r.addr[3] = WS_SMEM_BYTES;
  bench_do(b, &r);
  bench_error(b);
  step(b, WS_OP_MBAR_CP_ASYNC_ARRIVE, b->all, OTHER + 4, 0);
  step(b, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, b->all, OTHER, 0);
}

void vectors_mbarrier(bench *b) {
  phases(b);
  arrivals(b);
  transactions(b);
  refusals(b);
  copies(b);
}
