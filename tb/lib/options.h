// SPDX-License-Identifier: Apache-2.0
// The command line of ws_sim_*.
#ifndef WS_OPTIONS_H
#define WS_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "side.h"

typedef enum ws_steering { WS_STEER_ON, WS_STEER_BLIND, WS_STEER_OFF } ws_steering; // blind: by any bin, empty or not

typedef struct ws_options {
  const char *test; // name or shell pattern
  uint64_t seed, n;
  bool list, trace, no_stalls, stop, hash;
  ws_side side;
  bool oracle; // the RTL is judged by the untimed oracles in place of the model
  ws_steering steering;
  const char *waves;         // FST file
  const char *short_waves;   // FST file of a failing stream that was made short
  const char *stimulus_file; // of what stands at the ports; NULL: none
  FILE *stimulus;            // that file, open; by bench.c
  const char *junit;         // result file; NULL: none
  const char *coverage;      // file of Verilator's counters; NULL: none
  const char *cover;         // file of functional coverage; NULL: none
  const char *faildir;       // where failing streams go
} ws_options;

// Fills *o from the arguments. False after printing what is wrong; `--help` prints the options and exits 0.
bool ws_options_read(ws_options *o, int argc, char **argv);

#endif
