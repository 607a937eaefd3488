// SPDX-License-Identifier: Apache-2.0
// Tests by name. A random test says what it draws from; a directed one is a scene that says in written-out values what must
// come back. Each is a row of the array `tests` at the end of its file, with all that is known of it; a file tests_NAME.c ends
// with WS_TESTS(NAME, families), and CMake finds it.
#ifndef WS_TEST_H
#define WS_TEST_H

#include "cover.h"
#include "session.h"
#include "stim_steer.h"

struct ws_scene;
struct ws_test;

typedef struct ws_run { // one run of one test: what it runs on, and what it counted
  const ws_dut_ops *rtl;
  ws_side side;
  bool oracle; // the RTL alone, judged by the untimed oracles (judge.h)
  ws_config core;
  uint64_t seed, n;
  bool no_stalls; // random tests without gaps and back-pressure, for measuring
  ws_steering steering;
  FILE *trace, *stimulus;
  uint64_t *hash; // of the outputs of all cycles (stimulus.h); NULL: none
  const char *waves, *short_waves, *faildir, *repeat;
  const char *name;
  const struct ws_test *test;
  uint64_t ops, cycles;
  double seconds;  // of processor time, spent in the run proper
  char note[120];  // a word on what was covered
  ws_cover *cover; // NULL: nobody asks, and the test does not
} ws_run;

typedef struct ws_test {
  const char *name, *shows;  // name and one line for `make list`
  const ws_stim_cfg *random; // a random test ...
  void (*scene)(struct ws_scene *
                    t); // ... or a directed one, played without stalls and under three amounts of them (directed.h) ...
  bool (*run)(ws_run *r);  // ... or a function, which may use `random`
  bool sized;              // runs as many operations as it is told; true of those with `random`
  bool legacy;             // target profile sm_6x
  uint16_t watchdog;       // ticks
  unsigned ctas;           // needs a cluster of at least so many CTAs; 0: one CTA, and runs on builds of one
  unsigned slots;          // needs a block for at least so many CTAs; 0: for one, and runs on builds for one
  unsigned warps;          // needs at least so many warps in a CTA
  unsigned waiters;        // needs room for at least so many groups that wait
  bool fills;              // fills the table of waiters, four groups a warp or two, with two warps to spare
  bool whole;              // needs units of memory that take a warp at once
  bool beats;              // needs units of memory that take a warp in beats
  bool any_slots;          // in place of `slots`: runs on builds for any number
  unsigned tick_ns;        // needs a block with ticks of so many nanoseconds; 0: of 10
  const char *needs_model; // why the oracles cannot stand in for the model (judge.h); NULL: they can
  unsigned families;       // that it needs, WS_FAMILY_*; 0: those of its file
  unsigned covers;         // families, a bit each, whose coverage it counts in any case
} ws_test;

typedef struct ws_tests { // of a file
  const ws_test *test;
  size_t count;
  unsigned families; // that its tests need, where they do not say otherwise
} ws_tests;

#define WS_TESTS(name, needed)                                                                                         \
  const ws_tests ws_tests_##name;                                                                                      \
  const ws_tests ws_tests_##name = {tests, sizeof tests / sizeof tests[0], needed};

extern const ws_tests *const ws_tests_files[]; // of all files, NULL behind the last; written by CMake

// Runs `t` with r's seed and settings. False when it failed; the reason has been printed.
bool ws_test_run(const ws_test *t, ws_run *r);

// What directed tests run on: a session ...
ws_session_cfg ws_run_session(const ws_run *r, unsigned stall);

// ... and random ones: a lockstep pair, with every warp launched by ws_launch_all. Closing counts operations and cycles.
bool ws_run_open(ws_run *r, ws_lockstep *ls);
bool ws_launch_all(ws_lockstep *ls);

// All warps of all CTAs exit, and responses are taken until no lane lives. False, and said, if one still does in the end.
bool ws_leave_all(ws_lockstep *ls);

void ws_run_close(ws_run *r, ws_lockstep *ls);

enum { WS_BUILT_OPS = 64 };

// Leaves in cfg the operations that are built; they stand in ops then. cfg as it was if all are.
void ws_built_ops(ws_stim_cfg *cfg, const ws_config *core, uint16_t ops[WS_BUILT_OPS]);

// Judges what the test reached of the families that it covers, when the run was long enough to reach all: prints what is
// missing. False if something is.
bool ws_run_covered(ws_run *r, bool whole);

// Reads all of every shared memory, row by row: RTL and model must hold the same, words and objects.
bool ws_compare_memory(ws_lockstep *ls);

#endif
