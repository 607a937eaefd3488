// SPDX-License-Identifier: Apache-2.0
// Faults in what comes back of barriers, which show only when lanes have met there:
//   popc  a sum of more than three is one too high
//   sync  barrier.sync with a count gives a predicate to lane 1
//   wait  barrier.cluster.wait that is let go says that a wait has been left out
//   test  mbarrier.test_wait.parity is false where it should be true
#ifndef WS_BROKEN_H
#define WS_BROKEN_H

#include <string.h>

#include "ws.h"

static inline void break_answer(const char *fault, ws_rsp *rsp) {
  if (!rsp->valid || rsp->status)
    return;
  if (!strcmp(fault, "popc") && ws_is_bar_popc(rsp->op) && rsp->d[__builtin_ctz(rsp->lanes)] > 3)
    for (unsigned i = 0; i < WS_LANES_MAX; i++)
      rsp->d[i]++;
  if (!strcmp(fault, "sync") && rsp->op == WS_OP_BAR_SYNC_COUNT)
    rsp->p ^= 2;
  if (!strcmp(fault, "wait") && rsp->op == WS_OP_CLUSTER_WAIT)
    rsp->status = WS_ST_CLB_SKIPPED_WAIT;
  if (!strcmp(fault, "test") && rsp->op == WS_OP_MBAR_TEST_WAIT_PARITY)
    rsp->p = 0;
}

#endif
