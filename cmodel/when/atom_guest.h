// SPDX-License-Identifier: Apache-2.0
// Atomics of other CTAs in the shared memory of this one, cycle for cycle as rtl/atom/ws_atom_guest.v. Internal to libwarpsync.
//
//   ask ─► a group of one lane, for when/atom_unit.c ─► its result ─► ans
#ifndef WS_WHEN_ATOM_GUEST_H
#define WS_WHEN_ATOM_GUEST_H

#include "state/sync.h"

typedef struct atom_guest {
  bool ask_valid;  // one has come
  bool turn;       // a guest went last
  bool wants;      // what has come found somebody alive: it enters
  ws_ask ask;      // which
  uint32_t lost;   // by rank: the c of its cas.b128 found nobody alive
  bool half;       // the low half of 16 bytes has come
  uint64_t low;    // ... which
  ws_ans ans;      // stands at the ans port
  group_head head; // of the guest that enters; tag: {rank, lane} of who asks, 3 and 5 bits
  ws_req req;
} atom_guest;

typedef struct atom_guest_plan { // what takes place at the edge
  bool enters, refused;          // the guest goes in, or is answered at once: nobody lives here
  bool takes;                    // the result of a guest is taken
  bool wants;                    // the guest here is to enter from the next clock on
} atom_guest_plan;

// The guest waits to go in, so that no group of this CTA may.
static inline bool ws_atom_guest_holds(const atom_guest *g) { return g->wants && !g->turn; }

// Whether a result that stands there for a guest is taken.
static inline bool ws_atom_guest_takes(const atom_guest *g) { return !g->ans.valid; }

// alive: a warp of this CTA lives; result: one stands there for a guest; ready: the unit of shared memory takes a group.
atom_guest_plan ws_atom_guest_plan(const atom_guest *g, bool alive, bool result, bool ready);

// The guest as a group and its operands, into g->head and g->req.
void ws_atom_guest_group(atom_guest *g);

// The clock edge. alive: as above; in: ask and ans_ready; rsp: the result that is taken for a guest; ready: as above.
void ws_atom_guest_step(atom_guest *g, const atom_guest_plan *plan, bool alive, const ws_in *in, const ws_rsp *rsp,
                        bool ready);

static inline bool ws_atom_guest_quiet(const atom_guest *g) { return !g->ask_valid && !g->ans.valid; }

#endif
