// SPDX-License-Identifier: Apache-2.0
// Cores with the oracles of barriers at the ports, see bar_bench.h.
#include <stdlib.h>
#include <string.h>

#include "bar_bench.h"

// Enough for a search for deadlocks in every warp, one after the other, for every barrier of every slot to be examined, and
// for the words of the cluster's barrier.
static unsigned patience(const ws_config *cfg) {
  return cfg->warps * (cfg->lanes * cfg->lanes + 40 * cfg->lanes + 20) + 16 * cfg->slots + 4 * cfg->hop + 3000;
}

void bar_bench_start(bar_bench *b, const ws_config *cfg, uint64_t seed, bool calm) {
  free(b->mem);
  b->cfg = *cfg;
  b->ctas = cfg->ctas ? cfg->ctas : 1;
  b->mem = malloc(b->ctas > 1 ? ws_cluster_size(cfg) : ws_core_size());
  b->core = b->mem && b->ctas == 1 ? ws_core_init(b->mem, cfg) : NULL;
  b->cluster = b->mem && b->ctas > 1 ? ws_cluster_init(b->mem, cfg) : NULL;
  if (!b->core && !b->cluster)
    abort();
  bar_set_init(&b->shared, true, false);
  b->shared.no_launch = calm;
  for (unsigned c = 0; c < b->ctas; c++) {
    oracle_init(&b->oracle[c], cfg, seed);
    oracle_bar_init(&b->bar[c], cfg, c, b->ctas > 1 ? &b->shared : NULL);
    b->oracle[c].bar = &b->bar[c];
    b->stalled[c] = 0;
  }
  memset(b->in, 0, sizeof b->in);
  memset(b->held, 0, sizeof b->held);
  b->cycle = 0;
  b->settled = false;
}

void bar_bench_end(bar_bench *b) {
  free(b->mem);
  b->mem = NULL;
  bar_set_free(&b->shared);
  for (unsigned c = 0; c < WS_CTAS_MAX; c++)
    oracle_bar_free(&b->bar[c]);
}

bool bar_bench_failed(const bar_bench *b) {
  bool failed = false;
  for (unsigned c = 0; c < b->ctas; c++)
    failed = failed || b->oracle[c].failed;
  return failed;
}

unsigned bar_bench_widest(const bar_bench *b) {
  unsigned widest = 0;
  for (unsigned c = 0; c < b->ctas; c++)
    widest = b->bar[c].widest > widest ? b->bar[c].widest : widest;
  return widest;
}

static bool moved(const ws_config *cfg, const ws_rsp *x, const ws_rsp *y) {
  bool same = y->valid && x->tag == y->tag && x->warp == y->warp && x->op == y->op && x->lanes == y->lanes &&
              x->status == y->status && !((x->p ^ y->p) & x->lanes);
  for (unsigned i = 0; i < cfg->lanes; i++)
    same = same && (!(x->lanes >> i & 1) || x->d[i] == y->d[i]);
  return !same;
}

static void one_cta(bar_bench *b, unsigned c) {
  ws_in *in = &b->in[c];
  const ws_out *out = &b->out[c];
  oracle *o = &b->oracle[c];
  const bool accepted = in->req.valid && out->req_ready;
  if (b->held[c].valid && moved(&b->cfg, &b->held[c], &out->rsp))
    oracle_fail(o, b->held[c].warp, "a response changed while it was not taken");
  b->held[c] = out->rsp;
  b->held[c].valid = out->rsp.valid && !in->rsp_ready;
  b->held_cycles += b->held[c].valid;
  b->stall_cycles += in->req.valid && !accepted;
  b->stalled[c] = accepted || !in->req.valid ? 0 : b->stalled[c] + !b->held[c].valid;
  if (b->stalled[c] > b->longest_stall)
    b->longest_stall = b->stalled[c];
  if (b->stalled[c] > patience(&b->cfg))
    oracle_fail(o, in->req.warp, "a request is not taken");
  oracle_cycle(o, in, out);
  in->exit.valid = in->launch.valid = in->tick = false;
  if (accepted)
    in->req.valid = false;
}

void bar_bench_cycle(bar_bench *b) {
  for (unsigned c = 0; c < b->ctas; c++) // no look is taken at what comes from a cluster that is not there
    b->in[c].clb_phase = b->ctas == 1 && (b->x = b->x * 6364136223846793005u + 1442695040888963407u) >> 63;
  if (b->core)
    ws_core_step(b->core, b->in, b->out);
  else
    ws_cluster_step(b->cluster, b->in, b->out);
  if (b->cluster)
    oracle_bar_together(&b->shared, b->bar, b->out, b->ctas);
  b->settled = true;
  for (unsigned c = 0; c < b->ctas; c++) {
    const ws_in *in = &b->in[c];
    b->settled = b->settled && b->out[c].idle && !in->req.valid && !in->exit.valid && !in->launch.valid;
    one_cta(b, c);
  }
  if (b->settled && b->cluster && !bar_set_settled(&b->shared, UINT32_MAX, true))
    oracle_fail(&b->oracle[0], 0, "all CTAs are idle, but the barrier of the cluster is complete");
  b->cycle++;
  b->cycles++;
}

void bar_bench_drain(bar_bench *b) {
  for (unsigned n = 0; !bar_bench_failed(b); n++) {
    for (unsigned c = 0; c < b->ctas; c++)
      b->in[c].rsp_ready = true;
    bar_bench_cycle(b);
    if (b->settled)
      return;
    if (n > patience(&b->cfg))
      oracle_fail(&b->oracle[0], 0, "not idle %u cycles after the last input", n);
  }
}
