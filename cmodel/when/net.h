// SPDX-License-Identifier: Apache-2.0
// A network between the CTAs of a cluster, cycle for cycle as rtl/cluster/ws_net.v. Internal to libwarpsync.
#ifndef WS_WHEN_NET_H
#define WS_WHEN_NET_H

#include "ws.h"

typedef union cluster_net_msg { // what a network carries, all of one kind
  ws_msg msg;
  ws_ask ask;
  ws_ans ans;
} cluster_net_msg;

typedef struct cluster_net_entry {
  cluster_net_msg msg;
  uint32_t dest;
  uint64_t ripe; // clock from which on it may go to its destination
} cluster_net_entry;

typedef struct cluster_net_in { // a message that is taken
  bool valid;
  uint32_t dest;
  cluster_net_msg msg;
} cluster_net_in;

typedef struct cluster_net {
  unsigned ctas, hop, depth;
  uint64_t now;                                     // clocks since reset
  unsigned under_way;                               // messages in the network
  uint32_t written[WS_CTAS_MAX], read[WS_CTAS_MAX]; // by source: how many entered and left its queue
  unsigned last[WS_CTAS_MAX];                       // by destination: the source whose turn was last
  uint32_t full;                                    // destinations where something stands
  cluster_net_msg out[WS_CTAS_MAX];                 // by destination: what
  cluster_net_entry *queue;                         // [source * depth + number % depth]
} cluster_net;

// Messages that the queue of one source holds: the least power of two from 2 on that is not below hop.
unsigned ws_net_depth(unsigned hop);

// State after reset. queue: memory for ctas * ws_net_depth(hop) entries.
void ws_net_init(cluster_net *net, unsigned ctas, unsigned hop, cluster_net_entry *queue);

// True if the network takes a message of CTA `src` in this cycle.
bool ws_net_ready(const cluster_net *net, unsigned src);

// True if no message is under way.
bool ws_net_empty(const cluster_net *net);

// The clock edge. in[s]: message of CTA s, if one was taken. out_taken: destinations that took what stood in net->out.
void ws_net_step(cluster_net *net, const cluster_net_in in[], uint32_t out_taken);

#endif
