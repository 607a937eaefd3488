// SPDX-License-Identifier: Apache-2.0
// A cluster: cores and the networks between them, cycle for cycle as rtl/cluster/ws_cluster.v.
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

enum { MSGS, ASKS, ANSWERS, NETS };

struct ws_cluster {
  unsigned ctas;
  cluster_barrier barrier;
  ws_core *core[WS_CTAS_MAX];
  cluster_net net[NETS];
  ws_in in; // of the core that is stepped
};

// Bytes of a part, so that the next one is aligned.
static size_t rounded(size_t bytes) { return (bytes + 63) & ~(size_t)63; }

// The parts one behind the other: the cluster itself, the queues of the networks, the cores.
static size_t queue_at(void) { return rounded(sizeof(ws_cluster)); }

// cfg: complete.
static size_t core_at(const ws_config *cfg, unsigned rank) {
  size_t queues = sizeof(cluster_net_entry) * NETS * cfg->ctas * ws_net_depth(cfg->hop);
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
  cluster_net_entry *queue = (void *)((char *)mem + queue_at());
  for (unsigned n = 0; n < NETS; n++)
    ws_net_init(&cluster->net[n], full.ctas, full.hop, queue + n * full.ctas * ws_net_depth(full.hop));
  for (unsigned c = 0; c < cluster->ctas; c++)
    cluster->core[c] = ws_core_init_rank((char *)mem + core_at(&full, c), &full, c);
  return cluster;
}

const ws_core *ws_cluster_core(const ws_cluster *cluster, unsigned rank) { return cluster->core[rank]; }

// What the networks show a CTA.
static void show(const ws_cluster *cluster, unsigned c, ws_in *in) {
  const cluster_net *net = cluster->net;
  in->net_ready = ws_net_ready(&net[MSGS], c);
  in->ask_ready = ws_net_ready(&net[ASKS], c);
  in->ans_ready = ws_net_ready(&net[ANSWERS], c);
  in->net = net[MSGS].out[c].msg;
  in->ask = net[ASKS].out[c].ask;
  in->ans = net[ANSWERS].out[c].ans;
  in->net.valid = net[MSGS].full >> c & 1;
  in->ask.valid = net[ASKS].full >> c & 1;
  in->ans.valid = net[ANSWERS].full >> c & 1;
  in->clb_phase = cluster->barrier.phase;
}

// What a CTA puts into them.
static void send(const ws_in *in, const ws_out *out, cluster_net_in sent[NETS][WS_CTAS_MAX], unsigned c) {
  sent[MSGS][c].valid = out->net.valid && in->net_ready;
  sent[ASKS][c].valid = out->ask.valid && in->ask_ready;
  sent[ANSWERS][c].valid = out->ans.valid && in->ans_ready;
  if (sent[MSGS][c].valid)
    sent[MSGS][c] = (cluster_net_in){true, out->net.dest, {.msg = out->net}};
  if (sent[ASKS][c].valid)
    sent[ASKS][c] = (cluster_net_in){true, out->ask.dest, {.ask = out->ask}};
  if (sent[ANSWERS][c].valid)
    sent[ANSWERS][c] = (cluster_net_in){true, out->ans.dest, {.ans = out->ans}};
}

void ws_cluster_step(ws_cluster *cluster, const ws_in in[], ws_out out[]) {
  cluster_net_in sent[NETS][WS_CTAS_MAX];
  bool quiet = true;
  ws_clb said[WS_CTAS_MAX];
  uint32_t taken[NETS] = {0};
  for (unsigned n = 0; n < NETS; n++)
    quiet &= ws_net_empty(&cluster->net[n]);
  for (unsigned c = 0; c < cluster->ctas; c++) {
    ws_in *own = &cluster->in;
    *own = in[c];
    show(cluster, c, own);
    ws_core_step(cluster->core[c], own, &out[c]);
    said[c] = out[c].clb;
    send(own, &out[c], sent, c);
    taken[MSGS] |= (uint32_t)(own->net.valid && out[c].net_ready) << c;
    taken[ASKS] |= (uint32_t)(own->ask.valid && out[c].ask_ready) << c;
    taken[ANSWERS] |= (uint32_t)(own->ans.valid && out[c].ans_ready) << c;
  }
  quiet = quiet && (cluster->ctas == 1 || barrier_quiet(&cluster->barrier, cluster->ctas, said));
  for (unsigned c = 0; c < cluster->ctas; c++)
    out[c].idle = out[c].idle && quiet;
  for (unsigned n = 0; n < NETS; n++)
    ws_net_step(&cluster->net[n], sent[n], taken[n]);
  barrier_step(&cluster->barrier, cluster->ctas, said);
}
