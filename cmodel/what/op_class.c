// SPDX-License-Identifier: Apache-2.0
// Classes of operations: see op_class.h.
#include "what/op_class.h"

bool ws_sync_legal(uint32_t op, bool legacy, unsigned families) {
  if (ws_op_is_legacy(op))
    return legacy;
  return ws_op_built(op) && (ws_family_of(op) & families);
}

bool ws_bar_is_cluster(uint32_t op) { return op >> 8 == WS_UNIT_CLUSTER; }

bool ws_bar_blocks(uint32_t op) { return ws_is_cluster_wait(op) || (!ws_bar_is_cluster(op) && !ws_is_bar_arrive(op)); }

bool ws_sync_aligned(uint32_t op, bool legacy) { return ws_op_gathers(op) && (legacy || ws_op_is_aligned(op)); }

uint32_t ws_sync_status(uint32_t op, uint32_t mask, uint32_t live) {
  return ws_op_is_reports(op) && (mask & ~live) ? WS_ST_CV_EXITED_MEMBER : WS_ST_OK;
}
