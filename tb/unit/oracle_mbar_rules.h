// SPDX-License-Identifier: Apache-2.0
// Inside the mbarrier oracle: what oracle_mbar.c, which takes events and operations apart, asks of oracle_mbar_object.c,
// which knows what one lane does to one object, and of oracle_mbar_judge.c, which compares.
#ifndef ORACLE_MBAR_RULES_H
#define ORACLE_MBAR_RULES_H

#include "oracle_mbar.h"
#include "oracle_ports.h"

enum { ORACLE_MBAR_COUNT_MAX = 1048575, ORACLE_MBAR_FAR = 1 << 20 }; // FAR: a count that is out of range

// Operation codes: kind in bits 2:0 of an arrival, DROP; SINK of an arrival, HINT of a try_wait.
enum { ORACLE_MBAR_WITH_TX = 5, ORACLE_MBAR_NO_COMPLETE = 6, ORACLE_MBAR_DROP = 8, ORACLE_MBAR_SINK = 32 };
enum { ORACLE_MBAR_HINT = 32 };

static inline uint32_t oracle_mbar_bit(unsigned lane) { return UINT32_C(1) << lane; }

static inline unsigned oracle_mbar_lowest(uint32_t set) {
  unsigned lane = 0;
  while (lane < 31 && !(set >> lane & 1))
    lane++;
  return lane;
}

// init, inval, tx-counts and arrivals on an object of this CTA; count with ORACLE_MBAR_FAR. Returns the status.
uint32_t oracle_mbar_carry_out(oracle_mbar *o, uint32_t op, unsigned slot, uint32_t count);

// One more arrival will come: the first half of cp.async.mbarrier.arrive. Returns the status.
uint32_t oracle_mbar_raise(oracle_mbar *o, unsigned slot);

// An arrival that cp.async.mbarrier.arrive scheduled; errors name that operation, also for its form without increment.
void oracle_mbar_late_arrival(oracle_mbar *o, unsigned warp, unsigned lane, unsigned slot);

// A waiting group is done: it is answered, and its place is free.
void oracle_mbar_wake(oracle_mbar *o, oracle_mbar_waiter *w, bool in_time);

// What is owed from now on.
void oracle_mbar_expect(oracle_mbar *o, const ws_rsp *r, bool new_batch);
void oracle_mbar_error(oracle_mbar *o, uint32_t status, unsigned cta, unsigned warp, uint32_t op, uint32_t lanes,
                       uint32_t opnd);
void oracle_mbar_log(oracle_mbar *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
