// SPDX-License-Identifier: Apache-2.0
// Random tests of the rendezvous: how lanes arrive, with which masks, what exits, deadlocks and the watchdog do.
#include "random.h"

// Operations that wait, from each unit.
#define WAITING                                                                                                        \
  WS_OP_BAR_WARP, WS_OP_VOTE_BALLOT, WS_OP_ELECT, WS_OP_SHFL_BFLY, WS_OP_MATCH_ALL_B32, WS_OP_REDUX_ADD_U32

static const ws_test tests[] = {
    {"rendezvous_pieces", "lanes arrive in random portions, several groups of a warp at once",
     WS_MIX(0, 1, 0, 2, WAITING)},
    {"rendezvous_masks",
     "flawed arrivals: not a member, M = 0, other masks, other operations, blocked and exited lanes",
     WS_MIX(0, 1, 2, 4, WAITING)},
    {"rendezvous_exit", "exits complete waits; exit, launch and request of one warp in one cycle",
     WS_MIX(1, 8, 2, 150, WAITING)},
    {"rendezvous_deadlock", "lanes that wait for one another in vain are released, each with its reason",
     .random = &(const ws_stim_cfg){WS_OPS(WAITING), .pieces = 4, .wild = 1, .knots = 60, .stalls = true}},
    {"rendezvous_launch", "warps exit whole and their slots are launched again, with any lanes",
     WS_MIX(3, 3, 1, 300, WAITING)},
    {"rendezvous_watchdog", "a wait of more than 50 ticks is broken with CV_MISSING, MASK_ or QUAL_MISMATCH",
     .random = &(const ws_stim_cfg){WS_OPS(WAITING), .pieces = 2, .wild = 1, .exits = 1, .stalls = true, .ticks = true},
     .watchdog = 50},
    {"rendezvous_impatient", "the same after 6 ticks: ends of waits fall together with arrivals, exits, other ends",
     .random =
         &(const ws_stim_cfg){WS_OPS(WAITING), .pieces = 3, .wild = 1, .exits = 20, .stalls = true, .ticks = true},
     .watchdog = 6},
};
WS_TESTS(sync_random, 0)
