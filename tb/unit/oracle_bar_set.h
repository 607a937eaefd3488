// SPDX-License-Identifier: Apache-2.0
// All that may have happened at one barrier, as far as the ports tell: a set of states, each of them a history that is
// right and fits to what was seen.
//
// Events go in: a warp whose lanes have come together, a warp that lives or does so no longer, a new CTA. When they take
// effect is not known, only what must come before what. So each cycle adds to the set every state that can be reached
// from those in it (bar_set_close), and each observation (an answer, a lane that is no longer blocked, idle) removes the
// states that do not fit. A set that runs empty is a disagreement. Where the order does not matter, states meet again.
#ifndef ORACLE_BAR_SET_H
#define ORACLE_BAR_SET_H

#include "oracle_bar_list.h"

enum {
  BAR_EVENTS = 64,       // under way at a barrier
  BAR_STATES_MAX = 20000 // more of them are a failure of the test
};

// How an answer came about.
enum {
  HOW_NOT,
  HOW_REFUSED,
  HOW_ARRIVED,           // an arrive
  HOW_LAST_CAME,         // released: the last one came
  HOW_LAST_ONLY_ARRIVED, // ... and did not wait itself
  HOW_EXIT,              // ... the last one that was awaited exited
  HOW_OUT_OF_REACH,      // broken by an exit
  HOW_NEVER_IN_REACH,    // broken from the start
  HOW_CLUSTER,           // released from the barrier of the cluster
  HOW_AT_ONCE,           // the phase was over before the wait
  HOW_STALE,             // its CTA had ended
  HOW_NOT_GATHERED,      // its lanes were released instead
  HOWS
};

typedef struct bar_event { // a warp whose lanes have come together; no longer in use when its answer was seen
  bool used;
  bar_guest guest; // .warp: number among the members of the barrier
  unsigned rank, warp;
  uint32_t tag;
  uint32_t whole;   // status that it brings
  uint32_t instead; // if not 0: statuses, a set by code, with which its lanes may have been released instead
  bool blocks;
  bool sent;       // it is known to be on its way to the barrier: others that come now are behind it
  bool shown;      // the ports have shown that its lanes are blocked
  bool released;   // the ports have shown that its lanes run again
  uint64_t before; // events that come before it
} bar_event;

typedef struct bar_answer {
  uint16_t status, value, how;
} bar_answer;

typedef struct bar_state {
  uint64_t hash; // of what follows; states are compared byte for byte, so there is no room between the fields
  uint64_t pending, waiting; // events that have not arrived yet, and those that arrived and wait
  uint32_t members;          // as the barrier sees them
  uint32_t dirty;            // 0, or 1: one left since it was looked at
  uint32_t full;             // of the cluster: 0, or 1: all have arrived, the end of the phase is on its way
  uint32_t arr, owed;        // of the cluster
  bar_list list;             // of a named barrier, by warp
  bar_answer answer[BAR_EVENTS];
} bar_state;
_Static_assert(sizeof(bar_state) == 3 * 8 + 5 * 4 + sizeof(bar_list) + BAR_EVENTS * sizeof(bar_answer), "no padding");

typedef struct bar_set {
  bool cluster;            // the barrier of the cluster
  bool at_once;            // ... whose phase ends with the last arrival; else some time after it
  bool no_launch;          // nothing is launched while arrivals are under way, so that they can be taken at once
  unsigned cta;            // warps of the CTA
  uint32_t members, loose; // as the ports show them; those with an answer outstanding, who may be seen to leave later
  uint32_t fresh;          // members whose CTA has begun since the last look at them
  bool open;               // states may be reached that are not in the set
  bool lost;               // too many
  bar_event event[BAR_EVENTS];
  bar_state *state;
  unsigned states, room;
} bar_set;

static inline uint64_t bar_bit(unsigned n) { return UINT64_C(1) << n; }

void bar_set_init(bar_set *b, bool cluster, bool at_once);
void bar_set_free(bar_set *b);

// Events. Returns the number of the new one, or BAR_EVENTS if there is no room.
unsigned bar_set_come(bar_set *b, const bar_event *e);
void bar_set_members(bar_set *b, uint32_t members, uint32_t loose);
void bar_set_start(bar_set *b, uint32_t members); // of a new CTA: nothing of the old one of these members is left
void bar_set_close(bar_set *b);

// Observations: what does not fit is removed. False if nothing is left; then nothing is removed.
bool bar_set_still_pending(bar_set *b, unsigned e);
bool bar_set_answered(bar_set *b, unsigned e);                                       // somehow
bool bar_set_answer(bar_set *b, unsigned e, uint32_t status, const uint32_t *value); // value NULL: not seen
bool bar_set_settled(bar_set *b, uint32_t members, bool all); // nothing of theirs is under way; all: nor of others

bool bar_set_may_answer(const bar_set *b, unsigned e, uint32_t status); // asks, and removes nothing

// The answer of the event was seen; returns how it came about.
unsigned bar_set_drop(bar_set *b, unsigned e);

#endif
