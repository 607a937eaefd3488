// SPDX-License-Identifier: Apache-2.0
// atom and red in global memory, cycle for cycle as rtl/atom/ws_atom_global.v (PTX 9.7.13.5, 9.7.13.6). Internal to libwarpsync.
//
//   head ─► the operation ─► lane ─► gm ─► gm_rsp ─► old values ─► response
#ifndef WS_WHEN_ATOM_GLOBAL_H
#define WS_WHEN_ATOM_GLOBAL_H

#include "state/sync.h"
#include "what/atom_op.h"

typedef struct atom_global {
  bool open; // there is an operation
  uint32_t warp, tag, op;
  atom_global_lane place[WS_LANES_MAX];
  ws_atom_value s[WS_LANES_MAX];
  uint32_t todo;   // lanes that have not asked
  uint32_t owed;   // lanes that memory has not answered
  uint32_t lanes;  // lanes without a response
  bool lane_valid; // a lane has been chosen
  unsigned lane;   // which
  bool gm_valid;   // a request stands at the gm port
  ws_gm gm;        // which
  unsigned out;    // requests without an answer
  ws_atom_value old[WS_LANES_MAX];
  bool res, half; // a response stands at the result port; it is the second one of these lanes
} atom_global;

typedef struct atom_global_in { // what takes place at the edge
  const group_head *head;       // a group enters; NULL if none
  const ws_req *req;            // ... with these operands
  const ws_gm_rsp *gm_rsp;      // memory answers; NULL if it does not
  bool gm_taken, res_taken;
} atom_global_in;

// The lanes of a group that are this unit's.
uint32_t ws_atom_global_lanes(const group_head *head, const ws_req *req);

static inline bool ws_atom_global_quiet(const atom_global *g) { return !g->open; }

// What stands at the result port; rsp may be NULL, else it is written if something stands there.
bool ws_atom_global_result(const atom_global *g, ws_rsp *rsp);

// The clock edge.
void ws_atom_global_step(atom_global *g, const atom_global_in *in);

#endif
