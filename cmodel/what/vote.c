// SPDX-License-Identifier: Apache-2.0
// vote.sync, deprecated vote, elect.sync (PTX 9.7.13.9, 9.7.13.8, 9.7.13.14): what they compute, for a set of lanes.
//
// A lane outside `act` has no say, whatever its predicate holds. The complement of the predicate operand is the caller's
// business, and comes before this masking: a lane outside `act` stays 0 in a ballot over !a.
#include "what/bits.h"
#include "ws.h"

// Without voters, all and uni hold (nobody objects) and any does not.
uint32_t ws_vote(unsigned fn, uint32_t act, uint32_t pred, uint32_t *d) {
  const uint32_t yes = act & pred;
  const uint32_t no = act & ~pred;

  switch (ws_fn_of(WS_UNIT_VOTE, fn)) {
  case WS_OP_VOTE_ALL & 0xff:
  case WS_OP_VOTE_LEGACY_ALL & 0xff: *d = no == 0; return WS_ST_OK;
  case WS_OP_VOTE_ANY & 0xff:
  case WS_OP_VOTE_LEGACY_ANY & 0xff: *d = yes != 0; return WS_ST_OK;
  case WS_OP_VOTE_UNI & 0xff:
  case WS_OP_VOTE_LEGACY_UNI & 0xff: *d = no == 0 || yes == 0; return WS_ST_OK;
  case WS_OP_VOTE_BALLOT & 0xff:
  case WS_OP_VOTE_LEGACY_BALLOT & 0xff: *d = yes; return WS_ST_OK;
  default: *d = 0; return WS_ST_DEC_ILLEGAL;
  }
}

unsigned ws_elect(uint32_t act) {
  unsigned leader = 0;

  if (act == 0)
    return 0;
  while (!(act >> leader & 1u))
    leader++;
  return leader;
}
