// SPDX-License-Identifier: Apache-2.0
// The rendezvous of a warp: which lanes take part in a .sync operation. Internal to libwarpsync.
//
// A lane that executes a .sync operation with key K (the operation code) and membermask M waits until every live lane
// of M waits with the same K and the same M. Lanes arrive in pieces, carry different masks, and leave by exit.
// An operation on a barrier of the CTA or the cluster is a gather: its M is every live lane of the warp, and what its
// operands name (ws_bar_key) is part of its key.
// Here are the groups that wait and the rules on them; when/walk.c says in which clock a rule is applied.
#ifndef WS_STATE_SYNC_H
#define WS_STATE_SYNC_H

#include "ws.h"

// A group that waits: lanes with the same operation and the same key.
typedef struct sync_record {
  uint32_t op;
  uint32_t key; // membermask; of a gather its ws_bar_key
  uint32_t lanes;
  uint32_t tag;   // of its lowest lane
  uint16_t since; // tick when its first lanes came
  bool joined;    // it came from more than one request
} sync_record;

// State of one warp.
typedef struct sync_warp {
  uint32_t live;    // lanes that have not exited
  uint32_t wait;    // lanes blocked here
  unsigned records; // groups, in the order in which they were founded
  sync_record record[WS_LANES_MAX];
  // what waiting lanes brought along; meaningful while bit `lane` of wait is set
  uint32_t pred;
  uint32_t b[WS_LANES_MAX], c[WS_LANES_MAX];
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
  bool several;   // it waits, and the lanes of the request carry several keys
} sync_arrival;

// The lanes that go to a unit together, and what they ask for. opnd: their membermask; of refused lanes the union of the
// membermasks of the request; of a gather its ws_bar_key.
typedef struct group_head {
  uint32_t warp, op, tag, lanes, status, opnd;
} group_head;

// Sorts the lanes of a request, given the lanes live and blocked at this moment.
sync_arrival ws_sync_arrive(unsigned lanes, bool legal, uint32_t live, uint32_t wait, const ws_req *req);

// What a lane of a request must agree on with others.
uint32_t ws_sync_key(unsigned lanes, const ws_req *req, unsigned lane);

// True if the lanes of a request that waits carry several keys.
bool ws_sync_several(unsigned lanes, bool legal, const ws_req *req);

// What these lanes brought along, for as long as they wait.
void ws_sync_keep(sync_warp *w, uint32_t set, const ws_req *req);

// Live lanes that a group waits for.
uint32_t ws_sync_missing(unsigned lanes, const sync_record *r, uint32_t live);

// True if lanes belong together; those of `piece`, which came later, join.
bool ws_sync_same(const sync_record *r, const sync_record *piece);
void ws_sync_join(sync_record *r, const sync_record *piece);

// A group begins to wait; the one at place `at` goes, and those behind it move up.
void ws_sync_found(sync_warp *w, const sync_record *group);
void ws_sync_remove(sync_warp *w, unsigned at);

// The status of a group that waited and is complete.
uint32_t ws_sync_whole(const ws_config *cfg, const sync_record *r, uint32_t live);

// The status of a group of `op` that can never complete (severity T): a lane that is missing waits with the same operation, or waits.
uint32_t ws_sync_blame(uint32_t op, bool same_op, bool waits);

#endif
