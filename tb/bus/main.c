// SPDX-License-Identifier: Apache-2.0
// ws_sim_*_bus: runs tests of the bus by name on one compiled configuration. Options and exit status as those of ws_sim_*
// (tb/cosim): 0 all passed, 1 something failed, 2 wrong call. WS_OPS is the compiled configuration (bus_dut.cpp).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "bus_cover.h"
#include "bus_ports.h"
#include "chosen.h"
#include "counted.h"
#include "ports.h"
#include "reached.h"

extern const ws_bus_dut_ops WS_OPS;

static const bus_tests *const files[] = {&bus_tests_map,  &bus_tests_ops,    &bus_tests_block, &bus_tests_mbar,
                                         &bus_tests_bits, &bus_tests_random, &bus_tests_cover};
enum { FILES = sizeof files / sizeof files[0] };

static ws_options options;
static FILE *stimulus;
static ws_cover cover; // of all tests, if options.cover

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static const char *open_sides(bus_bench *b) {
  void *mem = malloc(ws_bus_size(&b->cfg));
  if (!mem)
    return "out of memory";
  if (options.side == WS_SIDE_RTL)
    free(mem);
  else if (!(b->model = ws_bus_init(mem, &b->cfg))) {
    free(mem);
    return "the model rejects this configuration";
  }
  if (options.side != WS_SIDE_MODEL)
    b->rtl = WS_OPS.open(options.seed);
  if (b->rtl && options.waves && !WS_OPS.waves(b->rtl, options.waves))
    return "no waves: the file cannot be written";
  return NULL;
}

// Frees what open_sides made. Not called from the test, so that leaving it by longjmp loses nothing.
static void close_sides(bus_bench *b) {
  if (b->rtl)
    WS_OPS.close(b->rtl);
  free(b->model);
}

static bool run(bus_bench *b, const bus_test *t) {
  if (setjmp(b->leave))
    return false;
  bus_ports_reset(b);
  bus_fill(b);
  bus_stalls(b);
  t->run(b);
  return true;
}

// A bin was hit that cannot be hit.
static bool covered(const bus_bench *b) {
  if (!b->cover || !*b->cover->wrong)
    return true;
  fprintf(stderr, "\n%s: cycle %" PRIu64 ": %s\n  repeat       %s\n\n", b->test, b->cycles, b->cover->wrong, b->repeat);
  return false;
}

static void one_test(void **state) {
  const bus_test *t = *state;
  bus_bench *b = calloc(1, sizeof *b);
  assert_non_null(b);
  b->ops = &WS_OPS;
  b->cfg = WS_OPS.cfg;
  b->rng = ws_rng_make(options.seed, t->name);
  b->noise = ws_rng_make(options.seed, "noise of the bus");
  b->no_stalls = options.no_stalls;
  b->n = options.n;
  b->trace = options.trace ? stdout : NULL;
  b->stimulus = stimulus;
  char repeat[300];
  snprintf(repeat, sizeof repeat, "make sim TEST=%s SEED=%" PRIu64 " N=%" PRIu64 " %s", t->name, options.seed,
           options.n, WS_WORDS);
  b->test = t->name;
  b->seed = options.seed;
  b->repeat = repeat;
  const char *what = open_sides(b);
  if (what)
    fprintf(stderr, "%s: %s\n", t->name, what);
  const double start = now();
  ws_cover own;
  if (!what && (options.cover || t->covers)) {
    if (!bus_cover_open(&own, &b->cfg))
      fail();
    ws_cover_demand(&own, t->covers, b->model);
    b->cover = &own;
  }
  const bool good = !what && run(b, t) && covered(b);
  const double seconds = now() - start;
  if (b->cover && options.cover)
    ws_cover_add(&cover, b->cover);
  if (b->cover)
    ws_bins_close(b->cover);
  close_sides(b);
  printf("%-26s seed %-6" PRIu64 " %9" PRIu64 " accesses   %9" PRIu64 " cycles %7.0f k/s  %s%s\n", t->name,
         options.seed, b->accesses, b->cycles, seconds > 0 ? (double)b->accesses / seconds / 1000 : 0,
         good ? "PASS" : "FAIL", b->note);
  fflush(stdout);
  free(b);
  if (!good && options.stop)
    exit(1);
  if (!good)
    fail();
}

static const char *lacks(const void *test) { return bus_lacks(test, &WS_OPS.cfg); }

static ws_entry test_at(size_t k) {
  for (size_t f = 0; f < FILES; k -= files[f++]->count)
    if (k < files[f]->count)
      return (ws_entry){files[f]->test[k].name, files[f]->test[k].shows, &files[f]->test[k]};
  return (ws_entry){0};
}

int main(int argc, char **argv) {
  const ws_program program = {.of = "the bus", .group = "bus", .at = test_at, .run = one_test, .lacks = lacks};
  if (!ws_options_read(&options, argc, argv))
    return 2;
  if (options.list) {
    ws_list(&program);
    return 0;
  }
  if (options.waves && !WS_OPS.has_waves) {
    fprintf(stderr, "error: this program was built without waves; ws_sim_*_waves has them (make sim ... WAVES=1)\n");
    return 2;
  }
  options.cover = ws_counted_file(&options);
  if (options.hash) {
    fprintf(stderr, "error: --hash is not for the bench of the bus\n");
    return 2;
  }
  if (options.stimulus && !(stimulus = ws_ports_open(options.stimulus)))
    return 2;
  if (!ws_reached_at_exit(&options, WS_OPS.has_coverage, WS_OPS.coverage))
    return 2;
  if (options.cover) {
    if (!bus_cover_open(&cover, &WS_OPS.cfg))
      return 2;
    ws_counted_at_exit(&cover, options.cover);
  }
  static const char *const sides[] = {"RTL against model", "RTL alone, nothing is compared", "model alone"};
  char banner[120];
  snprintf(banner, sizeof banner, "seed %" PRIu64 ", %u lanes, %u warps, on the bus, %s", options.seed,
           WS_OPS.cfg.core.lanes, WS_OPS.cfg.core.warps, sides[options.side]);
  const int status = ws_run_chosen(&program, &options, banner);
  return stimulus && !ws_ports_close(stimulus, options.stimulus) ? 2 : status;
}
