// SPDX-License-Identifier: Apache-2.0
// What of the RTL a run reached, in programs that Verilator's counters were built into (ws_sim_*_cov).
#ifndef WS_REACHED_H
#define WS_REACHED_H

#include <stdbool.h>

#include "options.h"

// Sees to it that `write` writes the counters when the program ends, --stop or not: to the file of --coverage or, without it, of WS_COVERAGE
// in the environment, or nowhere. has: the counters were built in. False after a wrong call, which was said on stderr.
bool ws_reached_at_exit(const ws_options *options, bool has, bool (*write)(const char *file));

#endif
