// SPDX-License-Identifier: Apache-2.0
// A bench: its tests, and how one is run. The programs ws_sim_* are tb/lib/main.c, compiled with WS_BENCH, the name of a
// ws_bench, and WS_OPS, that of the compiled RTL.
#ifndef WS_BENCH_H
#define WS_BENCH_H

#include "cover_bins.h"
#include "options.h"

typedef struct ws_entry {
  const char *name, *shows;
  const void *test; // NULL: there is no such test
} ws_entry;

typedef struct ws_result { // of one run of a test
  bool good;
  uint64_t ops, cycles;
  double seconds; // spent in the run proper
  char note[200]; // behind the verdict, with what stands between
} ws_result;

typedef struct ws_built { // how the RTL was compiled
  bool has_waves, has_coverage;
  bool (*coverage)(const char *file);
} ws_built;

typedef struct ws_bench {
  const char *group;  // in JUnit XML
  const char *of;     // what is tested, for messages: " of the bus"; "": the block
  const char *counts; // what is counted, ten letters wide

  // Before anything else: the RTL, the words of make sim that ask for the build, the command line, which lives on and may be
  // completed. False
  // after printing what cannot be.
  bool (*begin)(const void *ops, const char *words, ws_options *options, ws_built *built);
  ws_entry (*at)(size_t k);               // test number k
  const char *(*lacks)(const void *test); // "needs match, left out of this build"; NULL: nothing. May be NULL itself
  // Words of the build that a test needs in place of this one, "" if it needs one of one CTA; NULL: it fits. May be NULL itself.
  const char *(*elsewhere)(const void *test);
  bool (*lists_all)(void); // --list shows those too; NULL: there are none
  void (*banner)(char *text, size_t size);
  bool (*cover)(ws_cover *all);                                    // opens the coverage of all tests
  void (*run)(const void *test, ws_cover *all, ws_result *result); // all: NULL if nobody asks
} ws_bench;

// What main does.
int ws_bench_main(const ws_bench *bench, const void *ops, const char *words, int argc, char **argv);

#endif
