// SPDX-License-Identifier: Apache-2.0
// Copies and the arrives that wait for them: see async_copy.h.
#include "state/async_copy.h"

#include "what/bits.h"

void ws_async_copy_init(async_copy *m, const ws_config *cfg) {
  *m = (async_copy){.entries = cfg->copies, .slot_warps = ws_slot_warps(cfg->warps, cfg->slots)};
}

static async_copy_entry *at(async_copy *m, uint32_t number) { return &m->entry[number & (m->entries - 1)]; }

static const async_copy_push *copy_at(const async_copy *m, uint32_t number) {
  return &m->entry[number & (m->entries - 1)].copy;
}

bool ws_async_copy_arr_ready(const async_copy *m) {
  return !m->arr.lanes && !m->lane_valid && !(m->job_valid && m->job_direct);
}

bool ws_async_copy_push_ready(const async_copy *m) { return ws_async_copy_arr_ready(m) && !m->full; }

bool ws_async_copy_owed(const async_copy *m) { return m->got != m->asked; }

bool ws_async_copy_gm_out(const async_copy *m, ws_gm *gm) {
  gm->valid = m->gm_valid;
  if (m->gm_valid) {
    gm->addr = copy_at(m, m->asked)->src;
    gm->bytes = copy_at(m, m->asked)->bytes;
    gm->op = WS_GM_READ;
    gm->tag = 0;
  }
  return m->gm_valid;
}

bool ws_async_copy_wr_out(const async_copy *m, async_copy_wr *wr) {
  if (!m->wr_valid)
    return false;
  const async_copy_push *c = copy_at(m, m->done);
  const uint32_t *data = m->entry[m->done & (m->entries - 1)].data;
  *wr = (async_copy_wr){.addr = c->dst, .bytes = c->bytes, .warp = c->warp, .lane = c->lane, .cg = c->cg};
  for (unsigned k = 0; k < 16; k++)
    if (k < c->take)
      wr->data[k / 4] |= data[k / 4] & 0xffu << 8 * (k % 4);
  return true;
}

bool ws_async_copy_empty(const async_copy *m) {
  return m->pushed == m->out && !m->taken && !m->arr.lanes && !m->lane_valid && !m->job_valid;
}

static uint32_t slot_bit(const async_copy *m, uint32_t warp) { return 1u << warp / m->slot_warps; }

uint32_t ws_async_copy_slots(const async_copy *m) {
  uint32_t set = 0;
  for (uint32_t k = m->out; k != m->pushed; k++)
    set |= slot_bit(m, copy_at(m, k)->warp);
  if (m->taken)
    set |= slot_bit(m, m->take.warp);
  if (m->arr.lanes || m->lane_valid)
    set |= slot_bit(m, m->arr.warp);
  return m->job_valid ? set | slot_bit(m, m->job.warp) : set;
}

// The newest copy under way of a lane; NULL if none is.
static async_copy_entry *newest(async_copy *m, uint32_t warp, uint32_t lane) {
  for (unsigned i = 0; i < m->entries; i++)
    if (m->entry[i].newest && m->entry[i].copy.warp == warp && m->entry[i].copy.lane == lane)
      return &m->entry[i];
  return NULL;
}

static void fire(async_copy *m, uint32_t slot, uint32_t warp, uint32_t lane, bool direct) {
  m->job = (async_copy_job){slot, warp, lane};
  m->job_valid = true;
  m->job_direct = direct;
}

// The turn of the chosen lane. True if it is over.
static bool arrive(async_copy *m) {
  async_copy_entry *e = newest(m, m->arr.warp, m->lane);
  if (e && e->attached)
    return false;
  if (!e && m->job_valid)
    return false;
  if (e) {
    e->attached = true;
    e->slot = m->arr.slot;
  } else {
    fire(m, m->arr.slot, m->arr.warp, m->lane, true);
  }
  return true;
}

// Copies that were complete before leave the queue, one a clock; one that an arrive waits for gives a job.
static void leave(async_copy *m, uint32_t done) {
  if (m->out == done)
    return;
  async_copy_entry *e = at(m, m->out);
  if (e->attached && m->job_valid)
    return;
  if (e->attached)
    fire(m, e->slot, e->copy.warp, e->copy.lane, false);
  m->out++;
}

void ws_async_copy_step(async_copy *m, const async_copy_in *in) {
  if (!in->push && !in->arr && ws_async_copy_empty(m))
    return;
  const uint32_t pushed = m->pushed, done = m->done, got = m->got, lanes = m->arr.lanes;

  m->full = pushed + m->taken - m->out + (in->push != NULL) >= m->entries;
  if (in->job_taken)
    m->job_valid = false;

  // the next copy that was answered before takes the place of one whose write is taken
  m->done += in->wr_taken;
  m->wr_valid = (m->wr_valid && !in->wr_taken) || got != m->done;
  if (in->gm_rsp) {
    async_copy_entry *e = at(m, m->got++);
    for (unsigned k = 0; k < 4; k++)
      e->data[k] = in->gm_rsp->data[k];
  }
  if (in->gm_taken) {
    m->asked++;
    m->gm_valid = false;
  }
  m->gm_valid = m->asked != pushed;

  // arrives
  leave(m, done);
  if (m->lane_valid && arrive(m))
    m->lane_valid = false;
  if (!m->lane_valid && lanes) {
    m->lane_valid = true;
    m->lane = bits_first(lanes);
    m->arr.lanes &= lanes - 1;
  }
  if (in->arr)
    m->arr = *in->arr;

  // a copy whose write was taken is complete for who comes later
  if (in->wr_taken)
    at(m, done)->newest = false;

  // a new copy
  if (m->taken) {
    async_copy_entry *e = newest(m, m->take.warp, m->take.lane);
    if (e)
      e->newest = false;
    *at(m, m->pushed++) = (async_copy_entry){.copy = m->take, .newest = true};
  }
  m->taken = in->push != NULL;
  if (m->taken)
    m->take = *in->push;
}
