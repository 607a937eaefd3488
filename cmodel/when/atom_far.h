// SPDX-License-Identifier: Apache-2.0
// atom and red in global memory and in other CTAs, cycle for cycle as rtl/atom/ws_atom_far.v (PTX 9.7.13.5, 9.7.13.6). Internal to libwarpsync.
//
//   head ─► the operation ─► lane ─┬► gm ── gm_rsp ─┬─► old values ─► response
//                                  └► ask ──── ans ─┘
#ifndef WS_WHEN_ATOM_FAR_H
#define WS_WHEN_ATOM_FAR_H

#include "state/sync.h"
#include "what/atom_op.h"

typedef struct atom_far {
  unsigned rank, ctas;
  bool open; // there is an operation
  uint32_t warp, tag, op;
  atom_far_lane place[WS_LANES_MAX];
  ws_atom_value s[WS_LANES_MAX], t[WS_LANES_MAX]; // t: c of a cas.b128
  uint32_t lay;                                   // lanes that lay down such a c
  uint32_t wants;                                 // lanes that ask or lay down
  uint32_t due;                                   // lanes of which the operands have not come
  uint32_t todo;                                  // lanes of which they have, and that have not asked or laid down
  uint32_t owed;                                  // lanes without an answer
  uint32_t lanes;                                 // lanes without a response
  bool lane_valid;                                // a lane has been chosen
  unsigned lane;                                  // which
  bool out_valid, away;                           // a request stands at the gm port, or, away, at the ask port
  ws_gm gm;                                       // which
  ws_ask ask;
  unsigned out;     // requests to memory without an answer
  bool gm_answered; // memory's answer has come
  ws_gm_rsp gm_rsp; // which
  bool fresh;       // a group has come; who asks is found out in this clock
  bool ans_valid;   // an answer of a CTA has come
  ws_ans ans;       // which
  ws_atom_value old[WS_LANES_MAX];
  bool passes;    // what stood in front of the unit in the clock before has nothing to do here
  unsigned fetch; // upper halves that are still to be fetched
  uint32_t group; // lanes that answer
  bool res, half; // they stand at the result port; it is, or will be, the second time
} atom_far;

typedef struct atom_far_in { // what takes place at the edge
  const group_head *head;    // a group enters, with the lanes that leave; NULL if none
  const ws_req *req;         // ... with these operands
  uint32_t lay;              // ... and these lanes lay down the c of a cas.b128
  uint32_t laid;             // ... these have done so before
  const ws_atom_value *c;    // ... what, by lane
  uint32_t row;              // lanes of which the operands come
  const ws_gm_rsp *gm_rsp;   // memory answers; NULL if it does not
  const ws_ans *ans;         // what stands at the ans port
  bool gm_taken, ask_taken, res_taken;
} atom_far_in;

void ws_atom_far_init(atom_far *g, const ws_config *cfg, unsigned rank);

// The lanes of a group that are this unit's, and those that lay down the c of a cas.b128. laid: as above.
uint32_t ws_atom_far_lanes(const atom_far *g, const group_head *head, const ws_req *req, uint32_t laid);
uint32_t ws_atom_far_lay(const group_head *head, const ws_req *req);

// Whether a group may have lanes for this unit: it has, or one of them names a CTA that there is not.
bool ws_atom_far_any(const atom_far *g, const group_head *head, const ws_req *req, uint32_t laid);

// Whether a group that stands there and is not taken may pass in the next clock: its lanes stay, and what is here is another warp's.
bool ws_atom_far_passes(const atom_far *g, const group_head *head, const ws_req *req, uint32_t laid);

static inline bool ws_atom_far_quiet(const atom_far *g) { return !g->open; }

// What stands at the ports, of memory or of another CTA.
static inline bool ws_atom_far_memory(const atom_far *g) { return g->out_valid && !g->away; }
static inline bool ws_atom_far_asks(const atom_far *g) { return g->out_valid && g->away; }

// What stands at the result port; rsp may be NULL, else it is written if something stands there.
bool ws_atom_far_result(const atom_far *g, ws_rsp *rsp);

// The clock edge.
void ws_atom_far_step(atom_far *g, const atom_far_in *in);

#endif
