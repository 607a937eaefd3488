// SPDX-License-Identifier: Apache-2.0
// ws_sim_*: runs tests by name on one compiled configuration. Exit status: 0 all passed, 1 something failed, 2 wrong call.
#include "bench.h"

extern const ws_bench WS_BENCH;
extern const struct ws_any_ops WS_OPS; // only the bench knows its type

// A build that make sim cannot ask for has no words.
#ifndef WS_WORDS
#define WS_WORDS "(no build of make sim)"
#endif

int main(int argc, char **argv) { return ws_bench_main(&WS_BENCH, &WS_OPS, WS_WORDS, argc, argv); }
