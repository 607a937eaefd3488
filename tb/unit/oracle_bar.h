// SPDX-License-Identifier: Apache-2.0
// A second, untimed opinion on the barriers of a CTA and of a cluster (PTX 9.7.13.1, 9.7.13.3), beside the oracle of the
// rendezvous (oracle.h), which says when the lanes of a warp have come together.
//
// For each barrier it keeps the set of what may have happened (oracle_bar_set.h). Known from the ports: the order of
// gathers that are complete with the request that brings them; that the lanes of an arrive have been sent, when `wait`
// shows them no longer; when a warp is released; that nothing is under way, by `idle`. Barriers do not depend on one
// another, so each has a set of its own.
#ifndef ORACLE_BAR_H
#define ORACLE_BAR_H

#include "oracle.h"
#include "oracle_bar_set.h"

enum {
  ORACLE_BAR_SLOTS = 8,
  ORACLE_BAR_PLACES = WS_BARRIERS + 1, // the last one: no barrier has this number
  ORACLE_BAR_FLIGHTS = 16              // answers outstanding of a warp
};

typedef struct bar_place { // an event, and where it is
  bar_set *set;
  unsigned e;
} bar_place;

typedef struct oracle_bar {
  unsigned rank, slots, per; // per: warps of a slot
  bar_set named[ORACLE_BAR_SLOTS][ORACLE_BAR_PLACES];
  bar_set own[ORACLE_BAR_SLOTS]; // barrier of a cluster of one
  bar_set *shared;               // of several CTAs, whose warps stand at rank * per; NULL if there are none
  uint32_t pend;                 // warps of a CTA that are still to be launched
  unsigned flying[WS_WARPS_MAX]; // answers outstanding, and which
  bar_place flight[WS_WARPS_MAX][ORACLE_BAR_FLIGHTS];
  unsigned widest;                   // states of the largest set
  uint64_t answered[256], how[HOWS]; // counters: by status code, by way
  uint64_t launched_less, most;      // CTAs of fewer warps than a slot has; most threads counted
} oracle_bar;

// Before a run. The counters go on. shared: see above, initialized by the caller.
void oracle_bar_init(oracle_bar *b, const ws_config *cfg, unsigned rank, bar_set *shared);
void oracle_bar_free(oracle_bar *b);

// Before the oracles of the CTAs take a cycle: who takes part in the barrier of their cluster.
void oracle_bar_together(bar_set *shared, const oracle_bar b[], const ws_out out[], unsigned ctas);

// ------------------------------------------------------------------------------------------------ asked by the oracle

bool oracle_bar_legal(uint32_t op);
bool oracle_bar_blocks(uint32_t op);                            // all do but arrive
uint32_t oracle_bar_names(uint32_t op, uint32_t a, uint32_t n); // what lanes must agree upon to come together

// A warp's lanes have come together. fast: with the request that brought them all.
void oracle_bar_gather(oracle *o, unsigned w, uint32_t act, uint32_t whole, bool fast, uint32_t instead);
void oracle_bar_launch(oracle *o, const ws_lanes *l, uint32_t warps); // before its lanes live
uint32_t oracle_bar_wait(oracle *o, unsigned w, uint32_t shown);      // returns further lanes that `wait` may show
void oracle_bar_cycle(oracle *o, const ws_out *out);
void oracle_bar_idle(oracle *o);
bool oracle_bar_response(oracle *o, const ws_rsp *r); // false: it is none of a barrier
bool oracle_bar_captured(oracle *o, const ws_err *err);

// --------------------------------------------------------------------------------------------- asked by the stimulus

// What is known of a barrier, and the warps of the CTA in a slot.
const bar_set *oracle_bar_at(const oracle_bar *b, unsigned slot, unsigned place); // WS_BARRIERS: of the cluster
unsigned oracle_bar_cta(const oracle_bar *b, unsigned slot);

// What a failure prints.
void oracle_bar_print(const oracle *o, unsigned w);

#endif
