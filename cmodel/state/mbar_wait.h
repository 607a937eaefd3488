// SPDX-License-Identifier: Apache-2.0
// The table of groups of lanes that wait in mbarrier.try_wait (PTX 9.7.13.15.16), cycle for cycle as
// rtl/mbar/ws_mbar_wait.v. Internal to libwarpsync.
#ifndef WS_STATE_MBAR_WAIT_H
#define WS_STATE_MBAR_WAIT_H

#include "ws.h"

#define MBAR_WAITERS_MAX 64

typedef struct mbar_wait_put { // a group that begins to wait
  uint32_t warp, tag, fn, lanes, status;
  uint32_t slot;
  uint32_t limit; // nanoseconds, above 0
} mbar_wait_put;

typedef struct mbar_wait_entry {
  mbar_wait_put group;
  uint32_t left; // nanoseconds that it still waits
} mbar_wait_entry;

typedef struct mbar_wait {
  unsigned entries, tick_ns;
  uint64_t waiting, released, truth; // entries, as bits; truth: released by a flip
  uint64_t round;                    // released ones that go before all others
  mbar_wait_entry entry[MBAR_WAITERS_MAX];
  bool pick_valid, pick_p; // a released entry has been chosen
  unsigned pick;           // which
  bool out_valid, out_p;   // the wake register
  mbar_wait_put out;
} mbar_wait;

// State after reset. cfg: complete.
void ws_mbar_wait_init(mbar_wait *w, const ws_config *cfg);

// What stands at the wake port. False if nothing does; then *rsp is untouched. d and d_hi are 0; p is for all lanes or none.
bool ws_mbar_wait_woken(const mbar_wait *w, ws_rsp *rsp);

// Entries free.
unsigned ws_mbar_wait_free(const mbar_wait *w);

// True if an entry waits on `slot`, not yet released.
bool ws_mbar_wait_hit(const mbar_wait *w, uint32_t slot);

// True if no entry is on its way out or released by `tick` in this clock; those that go on waiting do not count.
bool ws_mbar_wait_quiet(const mbar_wait *w, bool tick);

// The clock edge. put: NULL or a group, only while an entry is free; flip: the object at flip_slot completes its phase;
// woken_taken: the handshake of the wake port took place.
void ws_mbar_wait_step(mbar_wait *w, const mbar_wait_put *put, bool flip, uint32_t flip_slot, bool tick,
                       bool woken_taken);

#endif
