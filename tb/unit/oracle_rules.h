// SPDX-License-Identifier: Apache-2.0
// The inside of the oracle: what oracle.c, which reads the ports, asks of oracle_rules.c, which knows the rules.
#ifndef ORACLE_RULES_H
#define ORACLE_RULES_H

#include "oracle.h"

enum { ORACLE_E = 2 }; // severities from here on give no result and are captured

static inline uint32_t bit(unsigned lane) { return UINT32_C(1) << lane; }
static inline uint32_t all_lanes(const oracle *o) { return UINT32_MAX >> (32 - o->cfg.lanes); }

static inline unsigned lowest(uint32_t set) {
  unsigned lane = 0;
  while (lane < 31 && !(set >> lane & 1))
    lane++;
  return lane;
}

// A set of statuses, by their codes.
static inline uint32_t oracle_code(uint32_t status) { return UINT32_C(1) << (status & 31); }

// Adds a line to what a failure prints. req and rsp may be NULL.
void oracle_log(oracle *o, unsigned w, const char *what, uint32_t lanes, const ws_req *req, const ws_rsp *rsp);

bool oracle_legacy_vote(unsigned op);
bool oracle_waits(unsigned op);   // for its mask; else it takes the lanes issued
bool oracle_gathers(unsigned op); // all lanes of the warp, for a barrier
bool oracle_legal(const oracle *o, unsigned op);

// An error that the sticky capture may show, from the cycle `done` on.
void oracle_note_error(oracle *o, uint32_t status, unsigned w, uint32_t op, uint32_t lanes, uint32_t opnd,
                       uint64_t done);

// Expects one response for each distinct status among `lanes`, the one with the lowest lane first. d NULL: poison.
void oracle_expect_each(oracle *o, unsigned w, uint32_t lanes, const uint32_t status[], const oracle_lane lane[],
                        const uint32_t d[], uint32_t p);

// Expects the operation's results for its participants. `whole`: the status of the group as a whole.
void oracle_answer(oracle *o, unsigned w, uint32_t act, const oracle_lane lane[], uint32_t whole);

// Lanes that wait in an incomplete group.
uint32_t oracle_waiting(const oracle *o, unsigned warp);

// Whom lane i waits for, and for how many ticks the oldest lane of its group has waited.
uint32_t oracle_missing(const oracle *o, unsigned w, unsigned i);
uint64_t oracle_age(const oracle *o, unsigned w, unsigned i);

// Carries out every complete group of a warp; its lanes run again. Returns their number.
unsigned oracle_complete_groups(oracle *o, unsigned w, bool by_exit);

// Lanes that no continuation of the program can set free.
uint32_t oracle_dead(const oracle *o, unsigned w);

// The core released lanes of incomplete groups: was it right, and what must it answer?
void oracle_released(oracle *o, unsigned w, uint32_t gone);

// No releases of a warp are going on any more (see condemn_one_or_all).
void oracle_decided(oracle *o, unsigned w);

#endif
