// SPDX-License-Identifier: Apache-2.0
// A core with the oracle at its ports, see core_bench.h.
#include <stdlib.h>
#include <string.h>

#include "core_bench.h"

// Enough for a search for deadlocks in every warp one after the other (lanes passes over lanes, and their answers) and for
// the slowest operation of as many groups as there can be.
static unsigned patience(const ws_config *cfg) {
  return cfg->warps * (cfg->lanes * cfg->lanes + 40 * cfg->lanes) + 100;
}

void core_bench_start(core_bench *b, const ws_config *cfg, uint64_t seed) {
  if (!b->mem)
    b->mem = malloc(ws_core_size());
  b->cfg = *cfg;
  b->core = b->mem ? ws_core_init(b->mem, cfg) : NULL;
  if (!b->core)
    abort();
  memset(&b->in, 0, sizeof b->in);
  memset(&b->held, 0, sizeof b->held);
  b->in.rsp_ready = true;
  b->stalled = 0;
  b->cycle = 0;
  oracle_init(&b->oracle, cfg, seed);
}

void core_bench_end(core_bench *b) {
  free(b->mem);
  b->mem = NULL;
}

static bool moved(const ws_config *cfg, const ws_rsp *x, const ws_rsp *y) {
  bool same = y->valid && x->tag == y->tag && x->warp == y->warp && x->op == y->op && x->lanes == y->lanes &&
              x->status == y->status && !((x->p ^ y->p) & x->lanes);
  for (unsigned i = 0; i < cfg->lanes; i++)
    same = same && (!(x->lanes >> i & 1) || x->d[i] == y->d[i]);
  return !same;
}

bool core_bench_cycle(core_bench *b) {
  ws_in *in = &b->in;
  ws_out *out = &b->out;

  ws_core_step(b->core, in, out);
  const bool accepted = in->req.valid && out->req_ready;
  if (b->held.valid && moved(&b->cfg, &b->held, &out->rsp))
    oracle_fail(&b->oracle, b->held.warp, "a response changed while it was not taken");
  b->held = out->rsp;
  b->held.valid = out->rsp.valid && !in->rsp_ready;
  b->held_cycles += b->held.valid;
  if (accepted || !in->req.valid)
    b->stalled = 0;
  else {
    b->stall_cycles++;
    b->stalled += !b->held.valid;
  }
  if (b->stalled > b->longest_stall)
    b->longest_stall = b->stalled;
  if (b->stalled > patience(&b->cfg))
    oracle_fail(&b->oracle, in->req.warp, "a request is not taken");
  oracle_cycle(&b->oracle, in, out);
  b->cycle++;
  b->cycles++;
  in->exit.valid = in->launch.valid = in->tick = false;
  if (accepted)
    in->req.valid = false;
  return accepted;
}

void core_bench_drain(core_bench *b) {
  b->in.rsp_ready = true;
  for (unsigned n = 0; b->in.req.valid && !core_bench_failed(b); n++)
    core_bench_cycle(b);
  for (unsigned n = 0; !core_bench_failed(b); n++) {
    core_bench_cycle(b);
    if (b->out.idle)
      return;
    if (n > patience(&b->cfg)) {
      const ws_rsp *late = &b->oracle.expected[0].rsp;
      oracle_fail(&b->oracle, b->oracle.count ? late->warp : 0, "not idle %u cycles after the last input", n);
    }
  }
}
