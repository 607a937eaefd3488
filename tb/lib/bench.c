// SPDX-License-Identifier: Apache-2.0
// The tests of a bench: listed, chosen by name or pattern, run (bench.h).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "bench.h"
#include "counted.h"
#include "names.h"
#include "ports.h"
#include "reached.h"
#include "runner.h"

static const ws_bench *bench;
static ws_options options;
static ws_cover all; // of all tests, if options.cover

static const char *lacks(const void *test) { return bench->lacks ? bench->lacks(test) : NULL; }
static const char *elsewhere(const void *test) { return bench->elsewhere ? bench->elsewhere(test) : NULL; }

static void list(void) {
  for (size_t k = 0; bench->at(k).test; k++) {
    const ws_entry e = bench->at(k);
    const char *needs = elsewhere(e.test);
    if (!needs && !lacks(e.test))
      printf("%-26s\t%s\n", e.name, e.shows);
    else if (needs && bench->lists_all && bench->lists_all())
      printf("%-26s\t%s (%s)\n", e.name, e.shows, needs);
  }
}

static int unknown(const char *typed) {
  fprintf(stderr, "error: no test%s is called '%s'", bench->of, typed);
  unsigned near = 0;
  for (size_t k = 0; bench->at(k).test; k++) {
    const ws_entry e = bench->at(k);
    const char *needs = elsewhere(e.test);
    if (!needs || fnmatch(typed, e.name, 0))
      continue;
    if (*needs)
      fprintf(stderr, " on this build: %s needs %s or more\n", e.name, needs);
    else
      fprintf(stderr, " on this build: %s is a test of one CTA\n", e.name);
    return 2;
  }
  for (size_t k = 0; bench->at(k).test; k++)
    if (ws_name_near(typed, bench->at(k).name))
      fprintf(stderr, "%s %s", near++ ? "," : "; near it:", bench->at(k).name);
  fprintf(stderr, "%s\n", near ? "" : "; `make list` shows them all");
  return 2;
}

static void one_test(void **state) {
  const ws_entry *e = *state;
  ws_result r = {0};
  bench->run(e->test, options.cover ? &all : NULL, &r);
  printf("%-26s seed %-6" PRIu64 " %9" PRIu64 " %-10s %9" PRIu64 " cycles %7.0f k/s  %s%s\n", e->name, options.seed,
         r.ops, bench->counts, r.cycles, r.seconds > 0 ? (double)r.ops / r.seconds / 1000 : 0, r.good ? "PASS" : "FAIL",
         r.note);
  fflush(stdout);
  if (!r.good && options.stop)
    exit(1);
  if (!r.good)
    fail();
}

// The tests that the command line names; those that this build cannot run are named and counted.
static size_t choose(ws_entry *chosen, struct CMUnitTest *tests, size_t *skipped) {
  size_t count = 0;
  *skipped = 0;
  for (size_t k = 0; bench->at(k).test; k++) {
    const ws_entry e = bench->at(k);
    if (fnmatch(options.test, e.name, 0) || elsewhere(e.test))
      continue;
    const char *why = lacks(e.test);
    if (why) {
      printf("%-26s skipped: %s\n", e.name, why);
      ++*skipped;
      continue;
    }
    chosen[count] = e;
    tests[count] = (struct CMUnitTest){.name = e.name, .test_func = one_test, .initial_state = &chosen[count]};
    count++;
  }
  return count;
}

static int run(ws_entry *chosen, struct CMUnitTest *tests) {
  size_t skipped, count = choose(chosen, tests, &skipped);
  if (!count && skipped)
    fprintf(stderr, "error: nothing was run: this build has none of what '%s' needs\n", options.test);
  if (!count)
    return skipped ? 2 : unknown(options.test);
  char banner[240];
  bench->banner(banner, sizeof banner);
  printf("seed %" PRIu64 ", %s\n", options.seed, banner);
  fflush(stdout);
  if (options.cover) {
    if (!bench->cover(&all))
      return 2;
    ws_counted_at_exit(&all, options.cover);
  }
  const int failed = ws_run_tests(bench->group, tests, count, options.junit);
  if (count > 1 || skipped)
    printf(skipped ? "%zu passed, %d failed, %zu skipped\n" : "%zu passed, %d failed\n", count - (size_t)failed, failed,
           skipped);
  return failed ? 1 : 0;
}

int ws_bench_main(const ws_bench *b, const void *ops, const char *words, int argc, char **argv) {
  ws_built built = {0};
  bench = b;
  if (!ws_options_read(&options, argc, argv) || !bench->begin(ops, words, &options, &built))
    return 2;
  if (options.list) {
    list();
    return 0;
  }
  if ((options.waves || options.short_waves) && !built.has_waves) {
    fprintf(stderr, "error: this program was built without waves; ws_sim_*_waves has them (make sim ... WAVES=1)\n");
    return 2;
  }
  options.cover = ws_counted_file(&options);
  if (options.stimulus_file && !(options.stimulus = ws_ports_open(options.stimulus_file)))
    return 2;
  if (!ws_reached_at_exit(&options, built.has_coverage, built.coverage))
    return 2;
  size_t count = 1;
  while (bench->at(count - 1).test)
    count++;
  ws_entry *chosen = calloc(count, sizeof *chosen);
  struct CMUnitTest *tests = calloc(count, sizeof *tests);
  int status = 2;
  if (chosen && tests)
    status = run(chosen, tests);
  else
    fprintf(stderr, "error: out of memory\n");
  free(chosen);
  free(tests);
  return options.stimulus && !ws_ports_close(options.stimulus, options.stimulus_file) ? 2 : status;
}
