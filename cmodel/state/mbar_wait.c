// SPDX-License-Identifier: Apache-2.0
// Waiting in mbarrier.try_wait: see mbar_wait.h.
#include "state/mbar_wait.h"

#include "what/bits.h"

void ws_mbar_wait_init(mbar_wait *w, const ws_config *cfg) {
  *w = (mbar_wait){.entries = cfg->waiters, .tick_ns = cfg->tick_ns};
}

bool ws_mbar_wait_woken(const mbar_wait *w, ws_rsp *rsp) {
  if (!w->out_valid)
    return false;
  *rsp = (ws_rsp){.valid = true,
                  .tag = w->out.tag,
                  .warp = w->out.warp,
                  .op = WS_UNIT_MBAR << 8 | w->out.fn,
                  .lanes = w->out.lanes,
                  .status = w->out.status,
                  .p = w->out_p ? w->out.lanes : 0};
  return true;
}

unsigned ws_mbar_wait_free(const mbar_wait *w) {
  return w->entries - (unsigned)__builtin_popcountll(w->waiting | w->released) - w->pick_valid;
}

bool ws_mbar_wait_hit(const mbar_wait *w, uint32_t slot) {
  for (uint64_t left = w->waiting; left; left &= left - 1)
    if (w->entry[__builtin_ctzll(left)].group.slot == slot)
      return true;
  return false;
}

bool ws_mbar_wait_quiet(const mbar_wait *w, bool tick) {
  bool quiet = !w->released && !w->pick_valid && !w->out_valid;
  for (uint64_t left = tick ? w->waiting : 0; left && quiet; left &= left - 1)
    quiet = w->entry[__builtin_ctzll(left)].left > w->tick_ns;
  return quiet;
}

void ws_mbar_wait_step(mbar_wait *w, const mbar_wait_put *put, bool flip, uint32_t flip_slot, bool tick,
                       bool woken_taken) {
  if (!put && !(w->waiting | w->released) && !w->pick_valid && !w->out_valid)
    return;
  uint64_t free = ~(w->waiting | w->released | (uint64_t)w->pick_valid << w->pick), was_waiting = w->waiting;

  // the entry that was chosen leaves, and the lowest released one of the round is chosen
  if (woken_taken)
    w->out_valid = false;
  if (!w->out_valid && w->pick_valid) {
    w->out_valid = true;
    w->out = w->entry[w->pick].group;
    w->out_p = w->pick_p;
    w->pick_valid = false;
  }
  if (!w->pick_valid && w->released) {
    uint64_t round = w->released & w->round ? w->released & w->round : w->released;
    unsigned i = (unsigned)__builtin_ctzll(round);
    w->round = round & (round - 1);
    w->pick_valid = true;
    w->pick = i;
    w->pick_p = w->truth >> i & 1;
    w->released &= ~(1ull << i);
  }

  // flip and tick release
  for (uint64_t left = flip || tick ? was_waiting : 0; left; left &= left - 1) {
    unsigned i = (unsigned)__builtin_ctzll(left);
    mbar_wait_entry *e = &w->entry[i];
    bool truth = flip && e->group.slot == flip_slot, expired = tick && e->left <= w->tick_ns;
    if (tick)
      e->left -= w->tick_ns; // of no use once expired
    if (!truth && !expired)
      continue;
    w->waiting &= ~(1ull << i);
    w->released |= 1ull << i;
    w->truth = truth ? w->truth | 1ull << i : w->truth & ~(1ull << i);
  }

  // the lowest entry that was free takes the group
  if (put) {
    unsigned i = (unsigned)__builtin_ctzll(free);
    w->entry[i] = (mbar_wait_entry){.group = *put, .left = put->limit};
    w->waiting |= 1ull << i;
  }
}
