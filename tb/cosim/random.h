// SPDX-License-Identifier: Apache-2.0
// Random tests of the warp operations (stim.h), as their rows say them: how traffic is mixed, and from which operations. Each
// has stalls.
#ifndef WS_RANDOM_H
#define WS_RANDOM_H

#include "test.h"

#define WS_OPS(...) .ops = (const uint16_t[]){__VA_ARGS__}, .op_count = sizeof((const uint16_t[]){__VA_ARGS__}) / 2

// Weights: stream, pieces, wild; exits in 1000 cycles.
#define WS_MIX(s, p, w, x, ...)                                                                                        \
  .random = &(const ws_stim_cfg) {                                                                                     \
    WS_OPS(__VA_ARGS__), .stream = s, .pieces = p, .wild = w, .exits = x, .stalls = true                               \
  }

// What a converged core sends, mostly.
#define WS_STREAM(...) WS_MIX(92, 5, 3, 3, __VA_ARGS__)

#endif
