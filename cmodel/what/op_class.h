// SPDX-License-Identifier: Apache-2.0
// What the rendezvous and the barriers ask of an operation beside its classes in ws_ops.h. Internal to libwarpsync.
#ifndef WS_WHAT_OP_CLASS_H
#define WS_WHAT_OP_CLASS_H

#include "ws.h"

// True if `op` is in the table and its family built; deprecated vote only under the legacy profile (PTX 9.7.13.8).
bool ws_sync_legal(uint32_t op, bool legacy, unsigned families);

// True if the barrier of a gather is that of the cluster, and if the warp waits there: all operations but arrive do that.
bool ws_bar_is_cluster(uint32_t op);
bool ws_bar_blocks(uint32_t op);

// True if a group of `op` that came from more than one request is BAR_ALIGNED_DIVERGED: gathers with .aligned, which is
// implied under the legacy profile (PTX 9.7.13.1).
bool ws_sync_aligned(uint32_t op, bool legacy);

// The status of a complete group of `op`: CV_EXITED_MEMBER where the operation reports members that have exited (elect and
// bar.warp.sync), else OK.
uint32_t ws_sync_status(uint32_t op, uint32_t mask, uint32_t live);

#endif
