// SPDX-License-Identifier: Apache-2.0
// The rendezvous of a warp: the rules. See sync.h.
#include "state/sync.h"

#include "what/bits.h"
#include "what/op_class.h"

// True if all lanes of `set` carry the mask `mask`.
static bool carry_one_mask(unsigned lanes, uint32_t set, uint32_t all, const uint32_t masks[], uint32_t mask) {
  uint32_t differ = 0;
  if (set == all) {
    for (unsigned i = 0; i < lanes; i++)
      differ |= masks[i] ^ mask;
  } else {
    for (; set; set &= set - 1)
      differ |= masks[bits_first(set)] ^ mask;
  }
  return !(differ & all);
}

// Gathers: the lanes `ok` take part; they are complete if they are the issue, all that live, and name the same.
static void arrive_gather(sync_arrival *r, uint32_t iss, uint32_t live, const ws_req *req) {
  unsigned first = bits_first(iss);
  r->mask = ws_bar_key(req->op, (uint32_t)req->a[first], req->b[first]);
  r->fast = r->ok == iss && live == iss;
  for (uint32_t left = iss; left; left &= left - 1) {
    unsigned i = bits_first(left);
    r->fast &= ws_bar_key(req->op, (uint32_t)req->a[i], req->b[i]) == r->mask;
  }
}

sync_arrival ws_sync_arrive(const ws_config *cfg, uint32_t live, uint32_t wait, const ws_req *req) {
  const unsigned lanes = cfg->lanes;
  sync_arrival r = {0};
  uint32_t all = bits_ones(lanes), iss = req->lanes & all;
  uint32_t rest = iss & live & ~wait;
  if (!iss)
    return r;
  r.exited = iss & ~live;
  r.busy = iss & live & wait;
  r.masks = req->mask[bits_first(iss)] & all;
  bool uniform = carry_one_mask(lanes, iss, all, req->mask, r.masks);
  uint32_t self = uniform ? r.masks : 0; // lanes that stand in their own mask
  for (uint32_t left = uniform ? 0 : iss; left; left &= left - 1) {
    unsigned i = bits_first(left);
    r.masks |= req->mask[i] & all;
    self |= req->mask[i] & 1u << i;
  }
  if (!ws_sync_legal(req->op, cfg->legacy, cfg->families)) {
    r.illegal = rest;
  } else if (ws_op_immediate(req->op)) {
    r.ok = r.mask = rest;
    r.fast = rest != 0;
  } else if (ws_op_gathers(req->op)) {
    r.ok = rest;
    arrive_gather(&r, iss, live, req);
  } else {
    r.stranger = rest & ~self;
    r.ok = rest & self;
    r.mask = r.ok ? req->mask[bits_first(r.ok)] & all : 0;
    r.fast = r.ok == iss && uniform && (r.mask & live) == r.ok;
  }
  return r;
}

void ws_sync_store(sync_warp *w, const sync_arrival *arrival, const ws_req *req, uint16_t now) {
  for (uint32_t left = arrival->ok; left; left &= left - 1) {
    unsigned i = bits_first(left);
    w->op[i] = req->op;
    w->tag[i] = req->tag;
    w->stamp[i] = now;
  }
  w->wait |= arrival->ok;
  w->dirty |= arrival->ok;
  w->old &= ~arrival->ok;
  w->joined &= ~arrival->ok;
}

void ws_sync_keep(unsigned lanes, sync_warp *w, uint32_t set, const ws_req *req) {
  const uint32_t x = req->neg ? ~req->pred : req->pred;
  w->pred = (w->pred & ~set) | (x & set);
  for (uint32_t left = set; left; left &= left - 1) {
    unsigned i = bits_first(left);
    w->mask[i] =
        ws_op_gathers(req->op) ? ws_bar_key(req->op, (uint32_t)req->a[i], req->b[i]) : req->mask[i] & bits_ones(lanes);
    w->a[i] = req->a[i];
    w->b[i] = req->b[i];
    w->c[i] = req->c[i];
  }
}

sync_group ws_sync_group_of(unsigned lanes, const sync_warp *w, unsigned i, uint32_t wait, uint32_t live) {
  sync_group g = {0};
  uint32_t all = bits_ones(lanes);
  for (unsigned j = 0; j < lanes; j++) {
    uint32_t peer = (wait >> j & 1) && w->op[j] == w->op[i];
    g.peers |= peer << j;
    g.lanes |= (peer && w->mask[j] == w->mask[i] ? 1u : 0u) << j;
  }
  g.missing = (ws_op_gathers(w->op[i]) ? all : w->mask[i]) & live & ~g.lanes;
  return g;
}

bool ws_sync_is_joined(const sync_warp *w, uint32_t group) {
  return (w->joined & group) || ((w->old & group) && (~w->old & group));
}

uint32_t ws_sync_blame(const sync_group *g, uint32_t op, uint32_t wait) {
  if ((g->missing & g->peers) && !ws_op_gathers(op))
    return WS_ST_CV_MASK_MISMATCH;
  if (g->missing & wait)
    return WS_ST_CV_QUAL_MISMATCH;
  return WS_ST_CV_MISSING;
}

group_head ws_sync_head(const sync_warp *w, unsigned warp, uint32_t lanes, uint32_t status) {
  unsigned i = bits_first(lanes);
  return (group_head){warp, w->op[i], w->tag[i], lanes, status, w->mask[i]};
}

void ws_sync_release(sync_warp *w, uint32_t lanes) {
  w->wait &= ~lanes;
  w->dirty &= ~lanes;
}
