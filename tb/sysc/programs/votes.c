// SPDX-License-Identifier: Apache-2.0
// Votes of a warp of four lanes with all predicates, and shuffles of what they gave; each result is computed here too. Says
// which lane has which wrong bits. What the block reads is all that it says of the block, so the log is that of any back end.
#include "program.h"

#define LANES 4u

static void run(uint32_t op) {
  *block(WS_REG_SUBMIT) = op;
  for (uint32_t n = 0; n < 1000 && !(*block(WS_REG_STATUS) & WS_STATUS_CPL_VALID_BM); ++n)
    ;
  check("operation", *block(WS_REG_CPL_INFO), op | WS_CPL_INFO_VALID_BM);
  check("lanes", *block(WS_REG_CPL_LANES), (1u << LANES) - 1);
  check("status", *block(WS_REG_CPL_STATUS), 0);
}

int main(void) {
  *block(WS_REG_LAUNCH_LANES) = (1u << LANES) - 1;
  *block(WS_REG_LAUNCH) = 0;
  *block(WS_REG_LANE_ALL_MASK) = (1u << LANES) - 1;
  *block(WS_REG_LANE_ALL_C) = 0x1f;
  *block(WS_REG_REQ_LANES) = (1u << LANES) - 1;
  for (uint32_t round = 0; round < 1000; ++round) {
    const uint32_t pred = round % 16;
    *block(WS_REG_REQ_PRED) = pred;
    run(WS_OP_VOTE_BALLOT);
    for (uint32_t lane = 0; lane < LANES; ++lane) {
      const uint32_t d = *block(WS_REG_RESULT_D(lane));
      check("vote.sync.ballot", d, pred);
      *block(WS_REG_LANE_A_LO(lane)) = d + lane * 0x1000u + round;
    }
    *block(WS_REG_CPL_POP) = 1;
    *block(WS_REG_LANE_ALL_B) = round % LANES;
    run(WS_OP_SHFL_IDX);
    for (uint32_t lane = 0; lane < LANES; ++lane)
      check("shfl.sync.idx", *block(WS_REG_RESULT_D(lane)), pred + round % LANES * 0x1000u + round);
    *block(WS_REG_CPL_POP) = 1;
    if (round % 100 == 99)
      print("100 rounds\n");
    if (failures > 10)
      break;
  }
  return (int)verdict("votes");
}
