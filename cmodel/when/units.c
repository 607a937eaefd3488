// SPDX-License-Identifier: Apache-2.0
// The units behind the rendezvous: which unit an operation goes to, what it computes, how long it stays.
#include "when/units.h"

#include <string.h>

#include "what/bits.h"

unsigned ws_core_unit_of(const ws_config *cfg, uint32_t op) { return ws_op_port(op, cfg->families); }

unsigned ws_core_unit_for(const ws_config *cfg, uint32_t op, uint32_t status) {
  return ws_is_error(status) ? WS_PORT_VOTE : ws_core_unit_of(cfg, op);
}

void ws_core_unit_init(const ws_config *cfg, core_unit *u, unsigned which) {
  typedef struct unit_shape {
    unsigned stages, slow;
    bool rigid;
    unsigned tail;
  } unit_shape;
  static const unit_shape
      bfly = {6, 1, true, 1},
      shapes[UNITS] = {
          [WS_PORT_VOTE] = {2, CORE_STAGES, false, 0}, [WS_PORT_SHFL] = {4, CORE_STAGES, false, 0},
          [WS_PORT_REDUX] = {3, CORE_STAGES, true, 0}, [WS_PORT_MATCH_ALL] = {3, CORE_STAGES, false, 0},
          [WS_PORT_MATCH_ANY] = {2, 0, false, 0},
      };
  const unit_shape *shape = which == WS_PORT_SHFL && cfg->shfl_form ? &bfly : &shapes[which];
  memset(u, 0, sizeof *u);
  u->stages = shape->stages;
  u->slow = shape->slow;
  u->rigid = shape->rigid;
  u->tail = shape->tail;
  if (which == WS_PORT_REDUX) // and a stage for each level of the tree
    for (unsigned left = cfg->lanes; left > 1; left /= 2)
      u->stages++;
}

bool ws_core_unit_busy(const core_unit *u) {
  bool busy = false;
  for (unsigned k = 0; k < u->stages; k++)
    busy |= u->valid[k];
  return busy;
}

const core_group *ws_core_unit_last(const core_unit *u) {
  return u->valid[u->stages - 1] ? u->group[u->stages - 1] : NULL;
}

bool ws_core_unit_advance(core_unit *u, bool taken) {
  unsigned last = u->stages - 1;
  const bool behind_slow = u->tail && u->valid[0] && u->valid[u->slow] && u->group[u->slow]->clocks > 1;
  if (taken)
    u->valid[last] = false;
  for (; last > u->stages - 1 - u->tail; last--)
    if (u->valid[last - 1] && !u->valid[last]) {
      u->valid[last - 1] = false;
      u->valid[last] = true;
      u->group[last] = u->group[last - 1];
    }
  if (u->rigid && u->valid[last])
    return !u->valid[0];
  bool free = !u->valid[last];
  for (unsigned k = last; k-- > 0;) {
    bool go = u->valid[k] && free;
    if (k == u->slow && u->valid[k] && u->left > 1) {
      u->left--;
      go = false;
    }
    if (go) {
      u->valid[k] = false;
      u->valid[k + 1] = true;
      u->group[k + 1] = u->group[k];
      if (k + 1 == u->slow)
        u->left = u->group[k]->clocks;
    }
    free = !u->valid[k];
  }
  return free && !behind_slow;
}

// Same value in every lane of the group.
static void broadcast(unsigned lanes, core_group *g, uint32_t d) {
  for (unsigned i = 0; i < lanes; i++)
    g->d[i] = d;
}

static void run_vote(unsigned lanes, core_group *g, uint32_t pred) {
  const group_head *head = &g->head;
  uint32_t value = 0;
  if (ws_is_error(head->status)) {
    broadcast(lanes, g, 0);
    return;
  }
  switch (head->op) {
  case WS_OP_ACTIVEMASK: value = head->lanes; break;
  case WS_OP_ELECT:
    value = ws_elect(head->lanes);
    g->p = 1u << value;
    break;
  case WS_OP_BAR_WARP: break;
  case WS_OP_VOTE_BALLOT:
  case WS_OP_VOTE_LEGACY_BALLOT: ws_vote(head->op, head->lanes, pred, &value); break;
  default:
    ws_vote(head->op, head->lanes, pred, &value);
    g->p = value ? head->lanes : 0;
    value = 0;
  }
  broadcast(lanes, g, value);
}

void ws_core_unit_load(const ws_config *cfg, core_unit *u, unsigned which, const group_head *head, const uint64_t a[],
                       const uint32_t b[], const uint32_t c[], uint32_t pred) {
  unsigned lanes = cfg->lanes, bits = ws_is_match_b64(head->op) ? 64 : 32;
  uint32_t low[WS_LANES_MAX];
  core_group *g = &u->pool[u->next];
  u->next = u->next == CORE_STAGES ? 0 : u->next + 1;
  g->head = *head;
  g->p = g->und = 0;
  g->clocks = 1;
  if (which == WS_PORT_SHFL || which == WS_PORT_REDUX)
    for (unsigned i = 0; i < lanes; i++)
      low[i] = (uint32_t)a[i];

  switch (which) {
  case WS_PORT_SHFL:
    ws_shfl(lanes, head->op, head->lanes, low, b, c, g->d, &g->p, &g->und);
    if (cfg->shfl_form) { // each class is looked for and sent, and the end found
      unsigned classes = ws_shfl_classes(lanes, head->lanes, b, c);
      g->clocks = classes > 1 ? 2 * classes + 1 : 1;
    }
    break;
  case WS_PORT_REDUX: {
    uint32_t d;
    ws_redux(lanes, head->op, head->lanes, low, &d);
    broadcast(lanes, g, d);
    break;
  }
  case WS_PORT_MATCH_ALL: {
    uint32_t d;
    g->p = ws_match_all(lanes, bits, head->lanes, a, &d) ? head->lanes : 0;
    broadcast(lanes, g, d);
    break;
  }
  case WS_PORT_MATCH_ANY:
    ws_match_any(lanes, bits, head->lanes, a, g->d);
    g->clocks = bits / cfg->match_bits;
    break;
  default: run_vote(lanes, g, pred);
  }
  u->valid[0] = true;
  u->group[0] = g;
  if (u->slow == 0)
    u->left = g->clocks;
}
