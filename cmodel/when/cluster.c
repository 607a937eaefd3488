// SPDX-License-Identifier: Apache-2.0
// A cluster: cores and the network between them, cycle for cycle as rtl/cluster/ws_cluster.v.
#include <string.h>

#include "what/config.h"
#include "when/core.h"
#include "when/net.h"

// The barrier of the cluster, cycle for cycle as rtl/bar/ws_bar_cluster.v: what the CTAs say takes as long as a message.
typedef struct cluster_barrier {
  bool phase;
  unsigned hop, at;               // clocks; the words that came first
  ws_clb word[256 * WS_CTAS_MAX]; // [at of hop * WS_CTAS_MAX + rank]
} cluster_barrier;

struct ws_cluster {
  unsigned ctas;
  cluster_barrier barrier;
  ws_core *core[WS_CTAS_MAX];
  cluster_net net;
  ws_in in; // of the core that is stepped
};

// Bytes of a part, so that the next one is aligned.
static size_t rounded(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

// The parts one behind the other: the cluster itself, the queues of the network, the cores.
static size_t queue_at(void) { return rounded(sizeof(ws_cluster)); }

// cfg: complete.
static size_t core_at(const ws_config *cfg, unsigned rank) {
  size_t queues = sizeof(cluster_net_entry) * cfg->ctas * ws_net_depth(cfg->hop);
  return queue_at() + rounded(queues) + rank * rounded(ws_core_size());
}

size_t ws_cluster_size(const ws_config *cfg) {
  ws_config full = *cfg;
  ws_config_complete(&full);
  return core_at(&full, full.ctas);
}

static bool same_word(const ws_clb *a, const ws_clb *b) {
  return a->phase == b->phase && a->done == b->done && a->any == b->any;
}

// Every CTA is in this phase and has arrived, and one has warps.
static bool barrier_complete(const cluster_barrier *b, unsigned ctas) {
  bool done = true, any = false;
  for (unsigned c = 0; c < ctas; c++) {
    const ws_clb *w = &b->word[b->at * WS_CTAS_MAX + c];
    done &= w->phase == b->phase && w->done;
    any |= w->any;
  }
  return done && any;
}

// True if nothing is under way: what has been said is what is said now.
static bool barrier_quiet(const cluster_barrier *b, unsigned ctas, const ws_clb now[]) {
  bool quiet = !barrier_complete(b, ctas);
  for (unsigned k = 0; k < b->hop; k++)
    for (unsigned c = 0; c < ctas; c++)
      quiet &= same_word(&b->word[k * WS_CTAS_MAX + c], &now[c]);
  for (unsigned c = 0; c < ctas; c++)
    quiet &= now[c].phase == b->phase;
  return quiet;
}

static void barrier_step(cluster_barrier *b, unsigned ctas, const ws_clb now[]) {
  b->phase ^= barrier_complete(b, ctas);
  memcpy(&b->word[b->at * WS_CTAS_MAX], now, ctas * sizeof now[0]);
  b->at = (b->at + 1) % b->hop;
}

ws_cluster *ws_cluster_init(void *mem, const ws_config *cfg) {
  ws_cluster *cluster = mem;
  if (!mem || ws_config_error(cfg, 0))
    return NULL;
  ws_config full = *cfg;
  ws_config_complete(&full);
  memset(cluster, 0, sizeof *cluster);
  cluster->ctas = full.ctas;
  cluster->barrier.hop = full.hop;
  ws_net_init(&cluster->net, full.ctas, full.hop, (void *)((char *)mem + queue_at()));
  for (unsigned c = 0; c < cluster->ctas; c++)
    cluster->core[c] = ws_core_init_rank((char *)mem + core_at(&full, c), &full, c);
  return cluster;
}

const ws_core *ws_cluster_core(const ws_cluster *cluster, unsigned rank) { return cluster->core[rank]; }

void ws_cluster_step(ws_cluster *cluster, const ws_in in[], ws_out out[]) {
  cluster_net *net = &cluster->net;
  const ws_msg *sent[WS_CTAS_MAX] = {0};
  bool empty = ws_net_empty(net);
  ws_clb said[WS_CTAS_MAX];
  uint32_t taken = 0;
  for (unsigned c = 0; c < cluster->ctas; c++) {
    cluster->in = in[c];
    cluster->in.net_ready = ws_net_ready(net, c);
    cluster->in.net = net->out[c];
    cluster->in.clb_phase = cluster->barrier.phase;
    ws_core_step(cluster->core[c], &cluster->in, &out[c]);
    said[c] = out[c].clb;
    if (out[c].net.valid && cluster->in.net_ready)
      sent[c] = &out[c].net;
    taken |= (uint32_t)(net->out[c].valid && out[c].net_ready) << c;
  }
  const bool quiet = empty && (cluster->ctas == 1 || barrier_quiet(&cluster->barrier, cluster->ctas, said));
  for (unsigned c = 0; c < cluster->ctas; c++)
    out[c].idle = out[c].idle && quiet;
  ws_net_step(net, sent, taken);
  barrier_step(&cluster->barrier, cluster->ctas, said);
}
