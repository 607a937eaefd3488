// SPDX-License-Identifier: Apache-2.0
// How a program uses libwarpsync, without Verilog and without the rest of this tree:
//   cc -std=c11 -O2 -Icmodel cmodel/example.c cmodel/ops.c cmodel/*/*.c -o example
// First the pure functions: a sum over the warp by shfl.sync.bfly, and a vote. Then the cycle-accurate core: two halves
// of a warp arrive one after the other at the same vote and complete together. Exits 1 if a result is not as stated.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "ws.h"

enum { LANES = 32 };
static const uint32_t ALL = 0xffffffffu;

static int failures = 0;

static void check(const char *what, uint32_t got, uint32_t expected) {
  printf("%-44s 0x%08" PRIx32 " %s\n", what, got, got == expected ? "ok" : "WRONG");
  failures += got != expected;
}

// Each lane adds the value of the lane 16, 8, 4, 2, 1 away; after five steps all hold the sum.
static void reduce_by_butterfly(void) {
  uint32_t x[LANES], y[LANES], b[LANES], c[LANES], p, und;
  for (unsigned lane = 0; lane < LANES; lane++) {
    x[lane] = lane + 1;
    c[lane] = 0x1f; // no segments: maxLane 31
  }
  for (uint32_t distance = LANES / 2; distance > 0; distance /= 2) {
    for (unsigned lane = 0; lane < LANES; lane++)
      b[lane] = distance;
    ws_shfl(LANES, WS_OP_SHFL_BFLY, ALL, x, b, c, y, &p, &und);
    for (unsigned lane = 0; lane < LANES; lane++)
      x[lane] += y[lane];
  }
  check("sum of 1..32 in lane 0", x[0], 528);
  check("sum of 1..32 in lane 31", x[31], 528);
}

static void vote(void) {
  uint32_t even = 0x55555555u, d;
  ws_vote(WS_OP_VOTE_BALLOT, 0x0000ffff, even, &d);
  check("vote.ballot of the even lanes among 0..15", d, 0x00005555);
  ws_vote(WS_OP_VOTE_ALL, even, even, &d);
  check("vote.all over the even lanes", d, 1);
}

// One clock. Prints and counts what answers.
static uint32_t step(ws_core *core, const ws_in *in, ws_rsp *last) {
  ws_out out;
  ws_core_step(core, in, &out);
  if (!out.rsp.valid)
    return 0;
  *last = out.rsp;
  return out.rsp.lanes;
}

static void arrive_in_pieces(void) {
  const ws_config config = ws_config_default(); // 32 lanes, 4 warps
  void *mem = malloc(ws_core_size());
  ws_core *core = ws_core_init(mem, &config);
  if (!core) {
    fprintf(stderr, "no core: %s\n", mem ? ws_config_error(&config, 0) : "no memory");
    exit(2);
  }
  ws_rsp rsp = {0};
  uint32_t answered = 0;
  ws_in in = {.rsp_ready = true};

  in.launch = (ws_lanes){.valid = true, .warp = 2, .lanes = ALL};
  step(core, &in, &rsp);
  in.launch.valid = false;

  // The core is idle, so that each request is taken in its first cycle.
  in.req = (ws_req){.valid = true, .tag = 7, .warp = 2, .op = WS_OP_VOTE_BALLOT, .pred = 0xf00000ff};
  for (unsigned lane = 0; lane < LANES; lane++)
    in.req.mask[lane] = ALL;
  in.req.lanes = 0x0000ffff;
  answered |= step(core, &in, &rsp);
  in.req.valid = false;
  for (int clock = 0; clock < 20; clock++)
    answered |= step(core, &in, &rsp);
  check("lanes answered while the upper half is away", answered, 0);

  in.req.valid = true;
  in.req.lanes = 0xffff0000;
  answered |= step(core, &in, &rsp);
  in.req.valid = false;
  for (int clock = 0; clock < 20; clock++)
    answered |= step(core, &in, &rsp);
  check("lanes answered when all have arrived", answered, ALL);
  check("ballot that lane 0 receives", rsp.d[0], 0xf00000ff);
  check("status", rsp.status, WS_ST_OK);
  free(mem);
}

int main(void) {
  reduce_by_butterfly();
  vote();
  arrive_in_pieces();
  return failures != 0;
}
