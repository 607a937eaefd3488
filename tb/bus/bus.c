// SPDX-License-Identifier: Apache-2.0
// The bench of the block on a bus (tb/lib/bench.h): ws_sim_*_bus on what bus_dut.cpp compiled.
#include <inttypes.h>
#include <setjmp.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"
#include "bus_cover.h"
#include "bus_ports.h"

static const ws_bus_dut_ops *rtl;
static const ws_options *options;
static const char *words; // of make sim, for this build

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static const char *open_sides(bus_bench *b) {
  void *mem = malloc(ws_bus_size(&b->cfg));
  if (!mem)
    return "out of memory";
  if (options->side == WS_SIDE_RTL)
    free(mem);
  else if (!(b->model = ws_bus_init(mem, &b->cfg))) {
    free(mem);
    return "the model rejects this configuration";
  }
  if (options->side != WS_SIDE_MODEL)
    b->rtl = rtl->open(options->seed);
  if (b->rtl && options->waves && !rtl->waves(b->rtl, options->waves))
    return "no waves: the file cannot be written";
  return NULL;
}

// Frees what open_sides made. Not called from the test, so that leaving it by longjmp loses nothing.
static void close_sides(bus_bench *b) {
  if (b->rtl)
    rtl->close(b->rtl);
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

static void run_test(const void *test, ws_cover *all, ws_result *result) {
  const bus_test *t = test;
  bus_bench *b = calloc(1, sizeof *b);
  if (!b) {
    fprintf(stderr, "%s: out of memory\n", t->name);
    return;
  }
  b->ops = rtl;
  b->cfg = rtl->cfg;
  b->rng = ws_rng_make(options->seed, t->name);
  b->noise = ws_rng_make(options->seed, "noise of the bus");
  b->no_stalls = options->no_stalls;
  b->n = options->n;
  b->trace = options->trace ? stdout : NULL;
  b->stimulus = options->stimulus;
  char repeat[300];
  snprintf(repeat, sizeof repeat, "make sim TEST=%s SEED=%" PRIu64 " N=%" PRIu64 " %s", t->name, options->seed,
           options->n, words);
  b->test = t->name;
  b->seed = options->seed;
  b->repeat = repeat;
  const char *what = open_sides(b);
  ws_cover own;
  if (!what && (all || t->covers)) {
    if (!bus_cover_open(&own, &b->cfg))
      what = "no memory for coverage";
    else {
      ws_cover_demand(&own, t->covers, b->model);
      b->cover = &own;
    }
  }
  if (what)
    fprintf(stderr, "%s: %s\n", t->name, what);
  const double start = now();
  result->good = !what && run(b, t) && covered(b);
  result->seconds = now() - start;
  if (b->cover && all)
    ws_cover_add(all, b->cover);
  if (b->cover)
    ws_bins_close(b->cover);
  close_sides(b);
  result->ops = b->accesses;
  result->cycles = b->cycles;
  snprintf(result->note, sizeof result->note, "%s", b->note);
  free(b);
}

static const char *lacks(const void *test) {
  static char text[120];
  const char *what = bus_lacks(test, &rtl->cfg);
  snprintf(text, sizeof text, "needs %s, left out of this build", what ? what : "");
  return what ? text : NULL;
}

static ws_entry at(size_t k) {
  for (const bus_tests *const *f = bus_tests_files; *f; k -= (*f++)->count)
    if (k < (*f)->count)
      return (ws_entry){(*f)->test[k].name, (*f)->test[k].shows, &(*f)->test[k]};
  return (ws_entry){0};
}

static bool begin(const void *ops, const char *asked, ws_options *o, ws_built *built) {
  rtl = ops;
  words = asked;
  options = o;
  *built = (ws_built){rtl->has_waves, rtl->has_coverage, rtl->coverage};
  if (o->hash || o->oracle)
    fprintf(stderr, "error: --hash and --judge=oracle are not for the bench of the bus\n");
  return !o->hash && !o->oracle;
}

static void banner(char *text, size_t size) {
  static const char *const sides[] = {"RTL against model", "RTL alone, nothing is compared", "model alone"};
  snprintf(text, size, "%u lanes, %u warps, on the bus, %s", rtl->cfg.core.lanes, rtl->cfg.core.warps,
           sides[options->side]);
}

static bool cover(ws_cover *all) { return bus_cover_open(all, &rtl->cfg); }

extern const ws_bench ws_bench_bus;
const ws_bench ws_bench_bus = {
    .group = "bus",
    .of = " of the bus",
    .counts = "accesses",
    .begin = begin,
    .at = at,
    .lacks = lacks,
    .banner = banner,
    .cover = cover,
    .run = run_test,
};
