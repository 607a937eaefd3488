// SPDX-License-Identifier: Apache-2.0
// Classes of operations: see op_class.h.
#include "what/op_class.h"

static bool is_legacy_vote(uint32_t op) { return op >= WS_OP_VOTE_LEGACY_ALL && op <= WS_OP_VOTE_LEGACY_BALLOT; }

bool ws_sync_legal(uint32_t op, bool legacy, unsigned families) {
  if (is_legacy_vote(op))
    return legacy;
  return ws_op_built(op) && (ws_family_of(op) & families);
}

bool ws_sync_immediate(uint32_t op) { return op == WS_OP_ACTIVEMASK || op >> 8 == WS_UNIT_MBAR || is_legacy_vote(op); }

bool ws_sync_gathers(uint32_t op) { return op >> 8 == WS_UNIT_BAR || op >> 8 == WS_UNIT_CLUSTER; }

bool ws_bar_is_cluster(uint32_t op) { return op >> 8 == WS_UNIT_CLUSTER; }

bool ws_bar_blocks(uint32_t op) {
  return ws_bar_is_cluster(op) ? (op & 3) == (WS_OP_CLUSTER_WAIT & 3) : (op & 7) != (WS_OP_BAR_ARRIVE & 7);
}

bool ws_sync_aligned(uint32_t op, bool legacy) {
  return ws_sync_gathers(op) && (legacy || (op & (WS_OP_BAR_SYNC_ALIGNED ^ WS_OP_BAR_SYNC)));
}

uint32_t ws_sync_status(uint32_t op, uint32_t mask, uint32_t live) {
  bool reports = op == WS_OP_ELECT || op == WS_OP_BAR_WARP;
  return reports && (mask & ~live) ? WS_ST_CV_EXITED_MEMBER : WS_ST_OK;
}
