// SPDX-License-Identifier: Apache-2.0
// ws_bench_model: how fast the C model is without a bench around it. Prints "NAME<tab>operations per second" a line:
// each function of the first layer, and the cycle-accurate core fed back to back from one warp.
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "operands.h"
#include "rng.h"
#include "ws.h"

enum { LANES = 32, SETS = 64 }; // operand sets, more than a branch predictor learns

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static ws_req req[SETS];
static uint32_t low[SETS][LANES]; // the low words of a
static volatile uint32_t sink;

static void fill(uint32_t op) {
  ws_rng rng = ws_rng_make(1, "bench");
  for (unsigned k = 0; k < SETS; k++) {
    req[k] = (ws_req){.valid = true, .op = op, .lanes = UINT32_MAX, .tag = k};
    ws_stim_operands(&rng, &req[k], LANES);
    for (unsigned i = 0; i < LANES; i++) {
      req[k].mask[i] = UINT32_MAX;
      low[k][i] = (uint32_t)req[k].a[i];
    }
  }
}

static void pure(unsigned k) {
  const ws_req *q = &req[k];
  uint32_t d[LANES], p, und;
  unsigned fn = q->op & 0xff;
  switch (q->op >> 8) {
  case WS_UNIT_SHFL:
    ws_shfl(LANES, fn, q->lanes, low[k], q->b, q->c, d, &p, &und);
    sink = d[0] ^ p ^ und;
    break;
  case WS_UNIT_VOTE: ws_vote(fn, q->lanes, q->pred, &p), sink = p; break;
  case WS_UNIT_MATCH:
    if (fn & 1)
      sink = ws_match_all(LANES, ws_is_match_b64(q->op) ? 64 : 32, q->lanes, q->a, d);
    else
      ws_match_any(LANES, ws_is_match_b64(q->op) ? 64 : 32, q->lanes, q->a, d), sink = d[0];
    break;
  default: ws_redux(LANES, fn, q->lanes, low[k], &p), sink = p; break;
  }
}

static void measure(const char *name, void (*run)(unsigned)) {
  double start = now(), seconds;
  unsigned long count = 0;
  do {
    for (unsigned k = 0; k < 1024; k++)
      run(k % SETS);
    count += 1024;
    seconds = now() - start;
  } while (seconds < 0.2);
  printf("%s\t%.0f\n", name, (double)count / seconds);
}

static ws_core *core;
static ws_out out;

static void cycle(unsigned k) {
  static ws_in in = {.rsp_ready = true};
  in.req = req[k];
  ws_core_step(core, &in, &out);
  sink = out.rsp.d[0];
}

int main(void) {
  static const uint32_t ops[] = {WS_OP_SHFL_BFLY,     WS_OP_SHFL_IDX,      WS_OP_VOTE_BALLOT,   WS_OP_MATCH_ALL_B32,
                                 WS_OP_MATCH_ANY_B32, WS_OP_REDUX_ADD_U32, WS_OP_REDUX_MIN_S32, WS_OP_REDUX_MIN_F32};
  for (size_t k = 0; k < sizeof ops / sizeof ops[0]; k++) {
    fill(ops[k]);
    measure(ws_op_name(ops[k]), pure);
  }
  ws_config cfg = {.lanes = LANES, .warps = 4, .match_bits = 4};
  void *mem = malloc(ws_core_size());
  if (!mem || !(core = ws_core_init(mem, &cfg)))
    return 1;
  ws_in launch = {.launch = {true, 0, UINT32_MAX}, .rsp_ready = true};
  ws_core_step(core, &launch, &out);
  fill(WS_OP_VOTE_BALLOT);
  measure("core vote.sync.ballot.b32", cycle);
  fill(WS_OP_SHFL_BFLY);
  measure("core shfl.sync.bfly.b32", cycle);
  free(mem);
  return 0;
}
