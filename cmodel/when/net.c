// SPDX-License-Identifier: Apache-2.0
// Messages between CTAs: see net.h.
#include "when/net.h"

unsigned ws_net_depth(unsigned hop) {
  unsigned depth = 2;
  while (depth < hop)
    depth *= 2;
  return depth;
}

void ws_net_init(cluster_net *net, unsigned ctas, unsigned hop, cluster_net_entry *queue) {
  *net = (cluster_net){.ctas = ctas, .hop = hop, .depth = ws_net_depth(hop), .queue = queue};
  for (unsigned d = 0; d < ctas; d++)
    net->last[d] = ctas - 1;
}

static cluster_net_entry *entry(const cluster_net *net, unsigned src, uint32_t number) {
  return &net->queue[src * net->depth + (number & (net->depth - 1))];
}

bool ws_net_ready(const cluster_net *net, unsigned src) { return net->written[src] - net->read[src] < net->depth; }

bool ws_net_empty(const cluster_net *net) { return net->under_way == 0; }

// The source whose oldest message goes to `dest` next: ripe, and next in turn. ctas if there is none.
static unsigned turn(const cluster_net *net, unsigned dest, const uint32_t oldest[]) {
  for (unsigned k = 1; k <= net->ctas; k++) {
    unsigned s = (net->last[dest] + k) % net->ctas;
    if (oldest[s] == net->written[s])
      continue;
    const cluster_net_entry *e = entry(net, s, oldest[s]);
    if (e->ripe <= net->now && e->dest == dest)
      return s;
  }
  return net->ctas;
}

void ws_net_step(cluster_net *net, const cluster_net_in in[], uint32_t out_taken) {
  for (unsigned s = 0; s < net->ctas; s++)
    if (in[s].valid) {
      *entry(net, s, net->written[s]++) = (cluster_net_entry){in[s].msg, in[s].dest, net->now + net->hop - 1};
      net->under_way++;
    }
  if (net->under_way) {
    uint32_t oldest[WS_CTAS_MAX]; // as the clock begins: a source sends one message a clock
    for (unsigned s = 0; s < net->ctas; s++)
      oldest[s] = net->read[s];
    for (unsigned d = 0; d < net->ctas; d++) {
      if (out_taken >> d & 1) {
        net->full &= ~(1u << d);
        net->under_way--;
      }
      unsigned s = net->full >> d & 1 ? net->ctas : turn(net, d, oldest);
      if (s == net->ctas)
        continue;
      net->full |= 1u << d;
      net->out[d] = entry(net, s, net->read[s]++)->msg;
      net->last[d] = s;
    }
  }
  net->now++;
}
