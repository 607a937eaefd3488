// SPDX-License-Identifier: Apache-2.0
// Random tests of the warp operations (stim.h), as their rows say them: how traffic is mixed, and from which operations. Each
// has stalls.
#ifndef WS_RANDOM_H
#define WS_RANDOM_H

#include "test.h"
#include "what/op_lists.h"

#define WS_OPS(...) .ops = (const uint16_t[]){__VA_ARGS__}, .op_count = WS_OPS_COUNT(__VA_ARGS__)

// Weights: stream, pieces, wild; exits in 1000 cycles.
#define WS_MIX(s, p, w, x, ...)                                                                                        \
  .random = &(const ws_stim_cfg) {                                                                                     \
    WS_OPS(__VA_ARGS__), .stream = s, .pieces = p, .wild = w, .exits = x, .stalls = true                               \
  }

// What a converged core sends, mostly.
#define WS_STREAM(...) WS_MIX(92, 5, 3, 3, __VA_ARGS__)

// `run` of a test of coverage: until every bin of what it covers was hit; a long run fails if one stays empty. Traffic is steered
// by what is missing, under three profiles in turn: sm_100a, sm_6x, and sm_100a with the watchdog on.
bool ws_run_cover(ws_run *r);
enum { WS_COVER_WATCHDOG = 50 };

#define WS_COVERS(family, ...) WS_MIX(6, 1, 1, 4, __VA_ARGS__), .run = ws_run_cover, .covers = 1u << WS_COVER_##family

#endif
