// SPDX-License-Identifier: Apache-2.0
// The tests of a program ws_sim_*: listed, chosen by name or pattern, run.
#ifndef WS_CHOSEN_H
#define WS_CHOSEN_H

#include "options.h"

typedef struct ws_entry {
  const char *name, *shows;
  const void *test; // the state of run; NULL: there is no such test
} ws_entry;

typedef struct ws_program {
  const char *of;                         // what is tested, for messages: "the bus"
  const char *group;                      // in JUnit XML
  ws_entry (*at)(size_t k);               // test number k
  void (*run)(void **state);              // one test, as cmocka calls it
  const char *(*lacks)(const void *test); // what it needs and this build has not, NULL if nothing; may be NULL itself
} ws_program;

// A line a test.
void ws_list(const ws_program *p);

// Says `banner` and runs the tests that the options name; those that this build cannot run are named and counted. Exit status: 0 all
// passed, 1 one failed, 2 no test is called so, or this build can run none of them.
int ws_run_chosen(const ws_program *p, const ws_options *options, const char *banner);

#endif
