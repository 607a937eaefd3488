// SPDX-License-Identifier: Apache-2.0
// The walker: what becomes of groups that wait, and in which clock, as rtl/sync/ws_sync_walk.v. Internal to libwarpsync.
//
// It has one thing to do at a time, for which it looks at the records of a warp, one a clock: a piece joins one or founds one, an exit
// may have completed some, some may be dead or too old. What is complete goes; what is given up goes with an error.
#ifndef WS_WHEN_WALK_H
#define WS_WHEN_WALK_H

#include "state/sync.h"

enum {
  WALK_PIECES = 8, // pieces that wait, one of a warp at most
  WALK_STREAK = 7  // pieces in a row while something else is to be done
};

typedef struct walk_piece {
  unsigned warp;
  sync_record group; // its lanes as a group by themselves
  bool several;      // they carry several keys
} walk_piece;

typedef struct core_walk {
  walk_piece piece[WALK_PIECES];
  unsigned first, count;
  uint32_t pend;    // warps that have a piece here
  uint32_t exits;   // warps of which lanes have exited
  uint32_t check;   // warps in which a deadlock may have come into being
  uint32_t overdue; // warps whose groups' ages are to be looked at
  unsigned streak;  // pieces in a row
  unsigned last;    // warp whose turn it was last; turns go round from here
  // the piece whose lanes carry several keys; there is one at most
  bool several, kept; // kept: the keys are here
  uint32_t keys[WS_LANES_MAX];
  // what it does, in the order of their turn, and the three steps in which groups are given up
  enum walk_kind { WALK_PIECE, WALK_EXIT, WALK_DEAD, WALK_AGE, WALK_FIND, WALK_BLAME, WALK_PURGE } kind, next_kind;
  enum {
    STEP_IDLE,
    STEP_LEAD,   // the first record is on its way
    STEP_ALONE,  // the piece as a group by itself
    STEP_RECORD, // the record at place `at`
    STEP_AGAIN,  // ... which could not go: begin again there
    STEP_KEYS,   // lanes are left whose keys are needed
    STEP_PICK,
    STEP_COMPARE,
    STEP_PART,   // those with one key are a piece
    STEP_SETTLE, // DEAD: the end of a pass
    STEP_DECIDE,
    STEP_GIVE, // BLAME: the end
    STEP_NEXT  // the next walk begins
  } step;
  bool next; // next_kind, for next_warp, is to be done next
  unsigned next_warp;
  unsigned warp, at;
  uint32_t live, wait; // as they were when it began
  sync_record group;   // PIECE; BLAME: the group to be given up
  uint32_t rest;       // PIECE: lanes with other keys
  bool piece_several;  // PIECE: its lanes carry several
  bool removed;        // a record has left during this walk
  bool search, fresh;  // DEAD: goes on with search_warp; begins
  unsigned search_warp;
  uint32_t reach; // DEAD: lanes that can go on; FIND: lanes still to be given up
  uint32_t dead;  // lanes given up
  bool changed;   // DEAD: this pass has found some that can
  bool disturbed; // DEAD, AGE: the warp is not what it was
  bool blamed;    // BLAME: a lane that is missing waits with the same operation
  bool holds;     // no request of the warp is judged
  enum { GIVEN_ALL, GIVEN_SOME, GIVEN_OLD } why;
  // the group that goes when there is room
  bool valid;
  group_head head;
} core_walk;

typedef struct walk_in { // of one clock
  const ws_config *cfg;
  uint16_t now;     // ticks
  uint32_t touched; // warps of which a request is not judged, or an exit or a launch takes effect
  bool sent;        // the group that stood there goes
} walk_in;

// Warps of which no request may be judged.
uint32_t ws_walk_hold(const core_walk *k);

// True if a piece of this clock and one of the next have room. A warp has one at most.
static inline bool ws_walk_room(const core_walk *k, unsigned warps) {
  return warps <= WALK_PIECES || k->count + 1 < WALK_PIECES;
}

// True if a group is being given up.
static inline bool ws_walk_gives(const core_walk *k) { return k->step != STEP_IDLE && k->kind >= WALK_FIND; }

// One clock, by the state before it.
void ws_walk_step(core_walk *k, sync_warp warp[], const walk_in *in);

// The clock edge: lanes of a warp wait from now on; their keys are here; lanes of a warp have exited, and met others that wait.
void ws_walk_piece(core_walk *k, unsigned warp, const sync_record *group, bool several);
void ws_walk_keys(core_walk *k, unsigned lanes, const ws_req *req);
void ws_walk_exit(core_walk *k, unsigned warp, bool met);

// True if nothing is to be done.
bool ws_walk_quiet(const core_walk *k, const sync_warp warp[], unsigned warps);

#endif
