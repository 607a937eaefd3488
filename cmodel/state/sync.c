// SPDX-License-Identifier: Apache-2.0
// The rendezvous of a warp: the rules. See sync.h.
#include "state/sync.h"

#include <string.h>

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

// Gathers: the lanes `ok` take part; they are complete if they are the issue, all that live, and name the same. True if they do that.
static bool arrive_gather(sync_arrival *r, uint32_t iss, uint32_t live, const ws_req *req) {
  unsigned first = bits_first(iss);
  r->mask = ws_bar_key(req->op, (uint32_t)req->a[first], req->b[first]);
  bool uniform = true;
  for (uint32_t left = iss; left; left &= left - 1) {
    unsigned i = bits_first(left);
    uniform &= ws_bar_key(req->op, (uint32_t)req->a[i], req->b[i]) == r->mask;
  }
  r->fast = r->ok == iss && live == iss && uniform;
  return uniform;
}

sync_arrival ws_sync_arrive(unsigned lanes, bool legal, uint32_t live, uint32_t wait, const ws_req *req) {
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
  if (!legal) {
    r.illegal = rest;
  } else if (ws_op_immediate(req->op)) {
    r.ok = r.mask = rest;
    r.fast = rest != 0;
  } else if (ws_op_gathers(req->op)) {
    r.ok = rest;
    r.several = !arrive_gather(&r, iss, live, req);
  } else {
    r.stranger = rest & ~self;
    r.ok = rest & self;
    r.mask = r.ok ? req->mask[bits_first(r.ok)] & all : 0;
    r.several = !uniform;
    r.fast = r.ok == iss && uniform && (r.mask & live) == r.ok;
  }
  return r;
}

uint32_t ws_sync_key(unsigned lanes, const ws_req *req, unsigned lane) {
  return ws_op_gathers(req->op) ? ws_bar_key(req->op, (uint32_t)req->a[lane], req->b[lane])
                                : req->mask[lane] & bits_ones(lanes);
}

bool ws_sync_several(unsigned lanes, bool legal, const ws_req *req) {
  const uint32_t iss = req->lanes & bits_ones(lanes);
  if (!iss || !legal || ws_op_immediate(req->op))
    return false;
  const uint32_t key = ws_sync_key(lanes, req, bits_first(iss));
  for (uint32_t left = iss; left; left &= left - 1)
    if (ws_sync_key(lanes, req, bits_first(left)) != key)
      return true;
  return false;
}

void ws_sync_keep(sync_warp *w, uint32_t set, const ws_req *req) {
  const uint32_t x = req->neg ? ~req->pred : req->pred;
  w->pred = (w->pred & ~set) | (x & set);
  for (uint32_t left = set; left; left &= left - 1) {
    unsigned i = bits_first(left);
    w->a[i] = req->a[i];
    w->b[i] = req->b[i];
    w->c[i] = req->c[i];
  }
}

uint32_t ws_sync_missing(unsigned lanes, const sync_record *r, uint32_t live) {
  return (ws_op_gathers(r->op) ? bits_ones(lanes) : r->key) & live & ~r->lanes;
}

bool ws_sync_same(const sync_record *r, const sync_record *piece) { return r->op == piece->op && r->key == piece->key; }

void ws_sync_join(sync_record *r, const sync_record *piece) {
  if (bits_first(piece->lanes) < bits_first(r->lanes))
    r->tag = piece->tag;
  r->lanes |= piece->lanes;
  r->joined = true;
}

void ws_sync_found(sync_warp *w, const sync_record *group) { w->record[w->records++] = *group; }

void ws_sync_remove(sync_warp *w, unsigned at) {
  w->records--;
  memmove(&w->record[at], &w->record[at + 1], (w->records - at) * sizeof w->record[0]);
}

uint32_t ws_sync_whole(const ws_config *cfg, const sync_record *r, uint32_t live) {
  if (r->joined && ws_op_gathers(r->op))
    return ws_sync_aligned(r->op, cfg->legacy) ? WS_ST_BAR_ALIGNED_DIVERGED : WS_ST_OK;
  if (r->joined && cfg->legacy)
    return WS_ST_CV_LEGACY_DIVERGED;
  return ws_sync_status(r->op, r->key, live);
}

uint32_t ws_sync_blame(uint32_t op, bool same_op, bool waits) {
  if (same_op && !ws_op_gathers(op))
    return WS_ST_CV_MASK_MISMATCH;
  return waits ? WS_ST_CV_QUAL_MISMATCH : WS_ST_CV_MISSING;
}
