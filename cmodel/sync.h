// SPDX-License-Identifier: Apache-2.0
// The rendezvous of a warp: which lanes take part in a .sync operation. Internal to libwarpsync.
//
// A lane that executes a .sync operation with key K (the operation code) and membermask M waits until every live lane
// of M waits with the same K and the same M. Lanes arrive in pieces, carry different masks, and leave by exit.
// An operation on a barrier of the CTA or the cluster is a gather: its M is every live lane of the warp, and what its
// operands name (ws_bar_key) is part of its key.
// Everything here is state passed in and rules on it; which rule runs in which clock cycle is core.c's business.
#ifndef WS_SYNC_H
#define WS_SYNC_H

#include "ws.h"

// State of one warp. A table entry [lane] is meaningful while bit `lane` of wait is set.
typedef struct sync_warp {
  uint32_t live;   // lanes that have not exited
  uint32_t wait;   // lanes blocked here
  uint32_t dirty;  // waiting lanes whose group has not been examined since it last could have become complete
  uint32_t old;    // waiting lanes examined at least once
  uint32_t joined; // waiting lanes of a group that came from more than one request
  uint32_t pred;
  uint32_t op[WS_LANES_MAX], tag[WS_LANES_MAX];
  uint32_t mask[WS_LANES_MAX]; // membermask; of a gather its ws_bar_key
  uint32_t b[WS_LANES_MAX], c[WS_LANES_MAX];
  uint16_t stamp[WS_LANES_MAX]; // tick of arrival
  uint64_t a[WS_LANES_MAX];
} sync_warp;

// How the lanes of one request fall apart: four disjoint sets of errors, and the lanes that take part.
typedef struct sync_arrival {
  uint32_t exited;   // E CV_LANE_EXITED
  uint32_t busy;     // E CV_LANE_BUSY: still blocked in an earlier operation
  uint32_t illegal;  // E DEC_ILLEGAL
  uint32_t stranger; // E CV_NOT_MEMBER: not in its own membermask
  uint32_t ok;
  uint32_t mask;  // membermask of the lowest lane of ok; of a gather its ws_bar_key
  uint32_t masks; // union of the membermasks of all lanes of the request
  bool fast;      // ok is a complete group by itself
} sync_arrival;

// The group of one waiting lane.
typedef struct sync_group {
  uint32_t peers;   // waiting lanes with the same key
  uint32_t lanes;   // ... and the same membermask
  uint32_t missing; // live lanes of the membermask that are not in `lanes`
} sync_group;

// Who a group is. opnd is its membermask, of refused lanes the union of those of the request, of a gather its ws_bar_key.
// A severity of E or T in status means poison.
typedef struct core_head {
  uint32_t warp, op, tag, lanes, status, opnd;
} core_head;

static inline bool core_is_poison(uint32_t status) { return status >= 0x200; }

static inline uint32_t sync_all(unsigned lanes) { return lanes == 32 ? 0xffffffffu : (1u << lanes) - 1; }

// True if `op` is in the table and its family built; deprecated vote only under the legacy profile (PTX 9.7.13.8).
bool sync_legal(uint32_t op, bool legacy, unsigned families);

// True if `op` never waits here: activemask, deprecated vote and the mbarrier family, whose set is the issue itself.
bool sync_immediate(uint32_t op);

// True if `op` is a gather: barriers of the CTA and the cluster.
bool sync_gathers(uint32_t op);

// True if a group of `op` that came from more than one request is BAR_ALIGNED_DIVERGED: gathers with .aligned, which is
// meant under the legacy profile (PTX 9.7.13.1).
bool sync_aligned(uint32_t op, bool legacy);

// True if a group of `op` reports members that have exited (CV_EXITED_MEMBER): elect and bar.warp.sync.
bool sync_reports_exited(uint32_t op);

// Sorts the lanes of a request, given the lanes live and blocked at this moment.
sync_arrival sync_arrive(const ws_config *cfg, uint32_t live, uint32_t wait, const ws_req *req);

// Stores the lanes `arrival->ok` of a request as waiting.
void sync_store(unsigned lanes, sync_warp *w, const sync_arrival *arrival, const ws_req *req, uint16_t now);

// The group of lane `i`, where `wait` and `live` are the sets to judge by.
sync_group sync_group_of(unsigned lanes, const sync_warp *w, unsigned i, uint32_t wait, uint32_t live);

// True if the group came from more than one request. Exact because a warp's next request is held back until every
// waiting lane has been examined: lanes not yet `old` then belong to one request.
bool sync_is_joined(const sync_warp *w, uint32_t group);

// The status of a group of `op` that can never complete (severity T): why its missing lanes are missing.
uint32_t sync_blame(const sync_group *g, uint32_t op, uint32_t wait);

#endif
