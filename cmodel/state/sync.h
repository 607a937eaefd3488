// SPDX-License-Identifier: Apache-2.0
// The rendezvous of a warp: which lanes take part in a .sync operation. Internal to libwarpsync.
//
// A lane that executes a .sync operation with key K (the operation code) and membermask M waits until every live lane
// of M waits with the same K and the same M. Lanes arrive in pieces, carry different masks, and leave by exit.
// An operation on a barrier of the CTA or the cluster is a gather: its M is every live lane of the warp, and what its
// operands name (ws_bar_key) is part of its key.
// Here are the lanes that wait and the rules on them; when/scan.c says in which clock a rule is applied.
#ifndef WS_STATE_SYNC_H
#define WS_STATE_SYNC_H

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

// The lanes of one request: four disjoint sets of errors, and the lanes that take part.
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

// The lanes that go to a unit together, and what they ask for. opnd: their membermask; of refused lanes the union of the
// membermasks of the request; of a gather its ws_bar_key.
typedef struct group_head {
  uint32_t warp, op, tag, lanes, status, opnd;
} group_head;

// Sorts the lanes of a request, given the lanes live and blocked at this moment.
sync_arrival ws_sync_arrive(const ws_config *cfg, uint32_t live, uint32_t wait, const ws_req *req);

// The lanes `arrival->ok` of a request wait from now on.
void ws_sync_store(sync_warp *w, const sync_arrival *arrival, const ws_req *req, uint16_t now);

// What these lanes brought along, some clocks later. Until then nobody looks at it.
void ws_sync_keep(unsigned lanes, sync_warp *w, uint32_t set, const ws_req *req);

// The group of lane `i`, where `wait` and `live` are the sets to judge by.
sync_group ws_sync_group_of(unsigned lanes, const sync_warp *w, unsigned i, uint32_t wait, uint32_t live);

// True if the group came from more than one request. Exact because a warp's next request is held back until every
// waiting lane has been examined: lanes not yet `old` then belong to one request.
bool ws_sync_is_joined(const sync_warp *w, uint32_t group);

// The status of a group of `op` that can never complete (severity T): why its missing lanes are missing.
uint32_t ws_sync_blame(const sync_group *g, uint32_t op, uint32_t wait);

// The head of a group of waiting lanes of warp number `warp`.
group_head ws_sync_head(const sync_warp *w, unsigned warp, uint32_t lanes, uint32_t status);

// The lanes wait no longer.
void ws_sync_release(sync_warp *w, uint32_t lanes);

#endif
