// SPDX-License-Identifier: Apache-2.0
// What comes before a request is judged: see front.h.
#include "when/front.h"

#include <string.h>

#include "what/bits.h"
#include "state/sync.h"
#include "what/op_class.h"

const front_entry *ws_front_head(const core_front *f) {
  const front_entry *e = &f->queue[f->first];
  return f->count && f->clock >= e->at ? e : NULL;
}

uint32_t ws_front_inside(const core_front *f, unsigned warps) {
  uint32_t set = 0;
  for (unsigned w = 0; w < warps && f->count; w++)
    set |= (uint32_t)(f->inside[w] != 0) << w;
  return set;
}

uint32_t ws_front_due(const core_front *f) {
  uint32_t due = 0;
  for (uint32_t left = f->exits; left; left &= left - 1)
    due |= (uint32_t)(f->ahead[bits_first(left)] == 0) << bits_first(left);
  return due;
}

// The warp of the exit that was at the port in the clock before: its exits join first.
static uint32_t joining(const core_front *f, unsigned warps) {
  return f->exit.valid ? 1u << (f->exit.warp & (warps - 1)) : 0;
}

uint32_t ws_front_exits(const core_front *f, unsigned warps) { return f->going & ~joining(f, warps); }

bool ws_front_quiet(const core_front *f) {
  bool launches = false;
  for (unsigned n = 0; n < FRONT_LAUNCH; n++)
    launches |= f->launch[n].valid;
  return !f->count && !f->exits && !f->exit.valid && !launches;
}

// What the port brings goes into the ring. A request of no lanes leaves its place to the next.
static void accept(core_front *f, const ws_config *cfg, const ws_req *req) {
  const unsigned lanes = cfg->lanes, warp = req->warp & (cfg->warps - 1);
  ws_req *to = &f->ring[f->slot];
  memcpy(to, req, offsetof(ws_req, mask));
  memcpy(to->mask, req->mask, lanes * sizeof to->mask[0]);
  const uint32_t unit = req->op >> 8;
  if (unit == WS_UNIT_MBAR || unit == WS_UNIT_ATOM || unit == WS_UNIT_RED)
    memcpy(to->addr, req->addr, lanes * sizeof to->addr[0]);
  memcpy(to->a, req->a, lanes * sizeof to->a[0]);
  memcpy(to->b, req->b, lanes * sizeof to->b[0]);
  memcpy(to->c, req->c, lanes * sizeof to->c[0]);
  to->lanes &= bits_ones(lanes);
  f->queue[(f->first + f->count++) % FRONT_DEPTH] =
      (front_entry){.req = to, .warp = warp, .lanes = to->lanes, .at = f->clock + FRONT_CLOCKS};
  f->inside[warp]++;
  if (to->lanes)
    f->slot = (f->slot + 1) % FRONT_RING;
}

// before: requests that were accepted before the exit that was at the port in the clock before, and are not judged.
static void leave(core_front *f, const front_in *in, unsigned before) {
  const uint32_t can = f->exits ? ws_front_due(f) & ~(in->busy | f->chosen | f->going | joining(f, in->cfg->warps)) : 0;
  f->going = f->chosen & ~joining(f, in->cfg->warps);
  f->chosen = bits_lowest(can);
  if (in->exited) {
    f->leaving[bits_first(in->exited)] = 0;
    f->exits &= ~in->exited;
  }
  for (uint32_t left = in->pop ? f->exits : 0; left; left &= left - 1)
    if (f->ahead[bits_first(left)])
      f->ahead[bits_first(left)]--;
  const ws_lanes exit = f->exit;
  f->soon = ws_front_due(f) | joining(f, in->cfg->warps);
  f->exit = in->ports->exit;
  if (!exit.valid)
    return;
  const unsigned w = exit.warp & (in->cfg->warps - 1);
  uint32_t live = in->live;
  for (unsigned n = 0; n + 1 < FRONT_LAUNCH; n++) // launches that were given before it
    live |= f->launch[n].valid && (f->launch[n].warp & (in->cfg->warps - 1)) == w ? f->launch[n].lanes : 0;
  const uint32_t comes = exit.lanes & live & bits_ones(in->cfg->lanes) & ~f->leaving[w];
  if (!comes)
    return;
  f->leaving[w] |= comes;
  f->exits |= 1u << w;
  f->ahead[w] = (uint8_t)before;
}

// A launch comes at the end of those that are on their way.
static void launch(core_front *f, const ws_in *ports) {
  for (unsigned n = 0; n + 1 < FRONT_LAUNCH; n++) {
    f->launch[n] = f->launch[n + 1];
    f->launch_warps[n] = f->launch_warps[n + 1];
  }
  f->launch[FRONT_LAUNCH - 1] = ports->launch;
  f->launch_warps[FRONT_LAUNCH - 1] = ports->launch_warps;
}

static void decode(core_front *f, const ws_config *cfg) {
  front_entry *e = &f->queue[(f->first + f->count - 1) % FRONT_DEPTH];
  e->legal = ws_sync_legal(e->req->op, cfg->legacy, cfg->families);
  e->several = e->lanes && ws_sync_several(cfg->lanes, e->legal, e->req);
}

// Requests whose keys are kept apart; the place of keys that nobody needs any more is free a clock later.
static unsigned several(const core_front *f, bool apart) {
  unsigned n = (unsigned)(apart || f->apart) + f->dropped;
  for (unsigned k = 0; k < f->count; k++) {
    const front_entry *e = &f->queue[(f->first + k) % FRONT_DEPTH];
    n += e->several && f->clock + 1 >= e->at;
  }
  return n;
}

void ws_front_step(core_front *f, const front_in *in) {
  const ws_req *req = &in->ports->req;
  const bool full = several(f, in->apart) >= FRONT_KEYS;
  if (f->put)
    decode(f, in->cfg);
  const bool take = req->valid && f->ready;
  const unsigned inside = f->count + take;
  f->apart = in->apart;
  f->dropped = in->pop && !in->goes_on && f->queue[f->first].several;
  if (in->pop) {
    f->inside[f->queue[f->first].warp]--;
    f->first = (f->first + 1) % FRONT_DEPTH;
    f->count--;
  }
  leave(f, in, f->count - f->put);
  if (take)
    accept(f, in->cfg, req);
  f->put = take;
  f->ready = inside < FRONT_DEPTH && !full;
  f->stands = req->valid ? 1u << (req->warp & (in->cfg->warps - 1)) : 0;
  launch(f, in->ports);
  f->clock++;
}
