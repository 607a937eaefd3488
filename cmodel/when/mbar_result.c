// SPDX-License-Identifier: Apache-2.0
// Results of an mbarrier operation are gathered, then answered: see mbar_unit.h.
#include "when/mbar_unit.h"

#include "what/bits.h"

// Of several statuses each takes so long: to find that of the lowest lane, and who shares it.
enum { PICK_CYCLES = 2 };

// The lanes that answer next: those with the status of the lowest one.
static uint32_t answering(const mbar_gather *g) {
  uint32_t set = 0;
  unsigned first = bits_first(g->lanes);
  for (uint32_t left = g->lanes; left; left &= left - 1) {
    unsigned i = bits_first(left);
    set |= (uint32_t)(g->status[i] == g->status[first]) << i;
  }
  return set;
}

bool ws_mbar_unit_result(const mbar_unit *m, ws_rsp *rsp) {
  const mbar_gather *g = &m->gather;
  const bool stands = g->closed && !(g->mixed && g->after);
  if (!stands || !rsp)
    return stands;
  rsp->valid = true;
  rsp->tag = g->tag;
  rsp->warp = g->warp;
  rsp->op = (uint32_t)WS_UNIT_MBAR << 8 | g->fn;
  rsp->lanes = answering(g);
  rsp->status = g->status[bits_first(g->lanes)];
  rsp->p = g->p & rsp->lanes;
  for (uint32_t left = rsp->lanes; left; left &= left - 1) {
    unsigned i = bits_first(left);
    rsp->d[i] = (uint32_t)g->d[i];
    rsp->d_hi[i] = (uint32_t)(g->d[i] >> 32);
    rsp->phase[i] = g->phase[i];
  }
  return true;
}

bool ws_mbar_unit_woken(const mbar_unit *m, ws_rsp *rsp) {
  return rsp ? ws_mbar_wait_woken(&m->wait, rsp) : m->wait.out_valid;
}

void ws_mbar_answered(mbar_unit *m) {
  mbar_gather *g = &m->gather;
  uint32_t lanes = answering(g);
  if (mbar_is_try_wait(g->fn))
    m->away[g->warp] &= ~lanes;
  g->lanes &= ~lanes;
  g->closed = g->lanes != 0;
  g->after = PICK_CYCLES;
}

void ws_mbar_pick(mbar_unit *m) {
  mbar_gather *g = &m->gather;
  if (g->closed && g->after)
    g->after--;
}

// Tokens are those of one arrival after the other.
void ws_mbar_gather(mbar_unit *m, const mbar_done *d, uint64_t phases) {
  const mbar_job *j = &m->put;
  mbar_gather *g = &m->gather;
  g->warp = j->warp;
  g->tag = j->tag;
  g->fn = j->fn;
  if (!d->suspend) {
    const bool token = mbar_is_token(j->fn) && !j->pass && !ws_is_error(d->status);
    const uint64_t each = mbar_is_expect(j->fn) ? 1 : j->ask.x & WS_MBAR_MAX;
    g->mixed = g->lanes && (g->mixed || d->status != g->one);
    if (!g->lanes)
      g->one = (uint16_t)d->status;
    uint64_t old = d->before.word;
    for (uint32_t left = d->lanes; left; left &= left - 1) {
      unsigned i = bits_first(left);
      g->status[i] = (uint16_t)d->status;
      g->d[i] = token ? ws_mbar_token(old, mbar_is_nocomplete(j->fn)) : mbar_is_pending_count(j->fn) ? j->ask.x : 0;
      g->phase[i] = token ? phases : 0;
      old = (old & 1ull << 63) | ((old + (each << 43)) & ~(1ull << 63));
    }
    g->lanes |= d->lanes;
    g->p = d->p ? g->p | d->lanes : g->p & ~d->lanes;
  }
  if (j->last && d->lanes == m->left) {
    g->closed = g->lanes != 0;
    g->after = PICK_CYCLES;
  }
}
