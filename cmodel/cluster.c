// SPDX-License-Identifier: Apache-2.0
// A cluster: cores and the network between them, cycle for cycle as rtl/cluster/ws_cluster.v.
#include "core.h"
#include "net.h"

struct ws_cluster {
  unsigned ctas;
  ws_core *core[WS_CTAS_MAX];
  cluster_net net;
  ws_in in; // of the core that is stepped
};

static unsigned ctas_of(const ws_config *cfg) { return cfg->ctas ? cfg->ctas : 1; }
static unsigned hop_of(const ws_config *cfg) { return cfg->hop ? cfg->hop : 4; }

// Bytes of a part, so that the next one is aligned.
static size_t rounded(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

// The parts one behind the other: the cluster itself, the queues of the network, the cores.
static size_t queue_at(void) { return rounded(sizeof(ws_cluster)); }

static size_t core_at(const ws_config *cfg, unsigned rank) {
  size_t queues = sizeof(cluster_net_entry) * ctas_of(cfg) * cluster_net_depth(hop_of(cfg));
  return queue_at() + rounded(queues) + rank * rounded(ws_core_size());
}

size_t ws_cluster_size(const ws_config *cfg) { return core_at(cfg, ctas_of(cfg)); }

ws_cluster *ws_cluster_init(void *mem, const ws_config *cfg) {
  ws_cluster *cluster = mem;
  if (ctas_of(cfg) > WS_CTAS_MAX || hop_of(cfg) > 255)
    return NULL;
  *cluster = (ws_cluster){.ctas = ctas_of(cfg)};
  cluster_net_init(&cluster->net, ctas_of(cfg), hop_of(cfg), (void *)((char *)mem + queue_at()));
  for (unsigned c = 0; c < cluster->ctas; c++) {
    cluster->core[c] = ws_core_init_rank((char *)mem + core_at(cfg, c), cfg, c);
    if (!cluster->core[c])
      return NULL;
  }
  return cluster;
}

const ws_core *ws_cluster_core(const ws_cluster *cluster, unsigned rank) { return cluster->core[rank]; }

void ws_cluster_step(ws_cluster *cluster, const ws_in in[], ws_out out[]) {
  cluster_net *net = &cluster->net;
  const ws_msg *sent[WS_CTAS_MAX] = {0};
  bool empty = cluster_net_empty(net);
  uint32_t taken = 0;
  for (unsigned c = 0; c < cluster->ctas; c++) {
    cluster->in = in[c];
    cluster->in.net_ready = cluster_net_ready(net, c);
    cluster->in.net = net->out[c];
    ws_core_step(cluster->core[c], &cluster->in, &out[c]);
    out[c].idle = out[c].idle && empty;
    if (out[c].net.valid && cluster->in.net_ready)
      sent[c] = &out[c].net;
    taken |= (uint32_t)(net->out[c].valid && out[c].net_ready) << c;
  }
  cluster_net_step(net, sent, taken);
}
