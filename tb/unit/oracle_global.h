// SPDX-License-Identifier: Apache-2.0
// atom and red in global memory and in other CTAs, as the oracle knows them: which accesses a request makes to global memory, in which order,
// and what its lanes answer once memory has answered all of them. Global memory itself is not judged: its answers come in. Memories of other
// CTAs change at once: who judges keeps apart what could meet.
#ifndef ORACLE_GLOBAL_H
#define ORACLE_GLOBAL_H

#include "oracle_rules.h"

enum { ORACLE_GLOBAL_OPS = 64 };

typedef struct oracle_global_op { // a request, of the lanes that have gone or will go to memory
  uint32_t warp, op;
  uint32_t lanes, left, unasked; // all; in global memory: without an answer; that have not asked
  uint32_t status[WS_LANES_MAX]; // OK or MB_RAW_ACCESS
  bool two;                      // of 16 bytes: two answers
  oracle_lane lane[WS_LANES_MAX];
  ws_gm gm[WS_LANES_MAX];
  uint64_t lo[WS_LANES_MAX], hi[WS_LANES_MAX];
} oracle_global_op;

typedef struct oracle_global {
  unsigned ops; // oldest first
  oracle_global_op op[ORACLE_GLOBAL_OPS];
} oracle_global;

// Lanes of a request that go there, or are refused because nothing else than global memory would do.
uint32_t oracle_global_lanes(const oracle *o, const ws_req *r, uint32_t act);

// These lanes of a request that was accepted. lane: as they came; status: what is found already; c: of a cas.b128.
void oracle_global_request(oracle *o, const ws_req *r, uint32_t act, const oracle_lane lane[], const uint32_t status[],
                           const ws_atom_value c[]);

// Memory took an atomic; it answered one.
void oracle_global_asked(oracle *o, const ws_gm *gm);
void oracle_global_answered(oracle *o, const ws_gm_rsp *rsp);

#endif
