// SPDX-License-Identifier: Apache-2.0
// Tests by name. A random test is a table row (tests.c); a directed one is a function that says in written-out values
// what must come back (tests_*.c).
#ifndef WS_TEST_H
#define WS_TEST_H

#include "cover.h"
#include "session.h"
#include "stim_steer.h"

typedef struct ws_run { // one run of one test: what it runs on, and what it counted
  const ws_dut_ops *rtl;
  ws_side side;
  ws_config core;
  uint64_t seed, n;
  bool no_stalls; // random tests without gaps and back-pressure, for measuring
  ws_steering steering;
  FILE *trace, *stimulus;
  uint64_t *hash; // of the outputs of all cycles (stimulus.h); NULL: none
  const char *waves, *short_waves, *faildir, *repeat;
  const char *name;
  uint64_t ops, cycles;
  double seconds;  // of processor time, spent in the run proper
  char note[120];  // a word on what was covered
  ws_cover *cover; // NULL: nobody asks, and the test does not
} ws_run;

typedef struct ws_test {
  const char *name, *shows;  // name and one line for `make list`
  const ws_stim_cfg *random; // a random test ...
  bool (*run)(ws_run *r);    // ... or a function, which may use `random`
  bool sized;                // runs as many operations as it is told; true of those with `random`
  bool legacy;               // target profile sm_6x
  uint16_t watchdog;         // ticks
  unsigned ctas;             // needs a cluster of at least so many CTAs; 0: one CTA, and runs on builds of one
  unsigned slots;            // needs a block for at least so many CTAs; 0: for one, and runs on builds for one
  unsigned warps;            // needs at least so many warps in a CTA
  unsigned waiters;          // needs room for at least so many groups that wait
  bool fills;                // fills the table of waiters, four groups a warp or two, with two warps to spare
  bool any_slots;            // in place of `slots`: runs on builds for any number
  unsigned tick_ns;          // needs a block with ticks of so many nanoseconds; 0: of 10
  unsigned covers;           // families, a bit each, whose coverage it counts in any case
} ws_test;

typedef struct ws_tests { // one array for each file
  const ws_test *test;
  size_t count;
} ws_tests;
extern const ws_tests ws_tests_random, ws_tests_shfl, ws_tests_vote, ws_tests_match, ws_tests_redux, ws_tests_sync,
    ws_tests_mbar, ws_tests_mbar_tx, ws_tests_mbar_wait, ws_tests_mbar_memory, ws_tests_mbar_copy, ws_tests_mbar_ports,
    ws_tests_mbar_remote, ws_tests_mbar_random, ws_tests_mbar_slots, ws_tests_mbar_time, ws_tests_mbar_bits,
    ws_tests_bar, ws_tests_bar_time, ws_tests_bar_exit, ws_tests_bar_gather, ws_tests_bar_launch, ws_tests_bar_cluster,
    ws_tests_bar_random, ws_tests_cover, ws_tests_exhaustive, ws_tests_mbar_exhaustive, ws_tests_mbar_joined,
    ws_tests_config, ws_tests_cluster_ports, ws_tests_smem, ws_tests_mbar_turns, ws_tests_mbar_cover;

// Runs `t` with r's seed and settings. False when it failed; the reason has been printed.
bool ws_test_run(const ws_test *t, ws_run *r);

// What directed tests run on: a session ...
ws_session_cfg ws_run_session(const ws_run *r, unsigned stall);

// ... and random ones: a lockstep pair, with every warp launched by ws_launch_all. Closing counts operations and cycles.
bool ws_run_open(ws_run *r, ws_lockstep *ls);
bool ws_launch_all(ws_lockstep *ls);
void ws_run_close(ws_run *r, ws_lockstep *ls);

// Judges what the test reached of the families that it covers, when the run was long enough to reach all: prints what is
// missing. False if something is.
bool ws_run_covered(ws_run *r, bool whole);

// Reads all of every shared memory, row by row: RTL and model must hold the same, words and objects.
bool ws_compare_memory(ws_lockstep *ls);

#endif
