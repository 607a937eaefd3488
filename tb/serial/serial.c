// SPDX-License-Identifier: Apache-2.0
// The bench of the serial line (tb/lib/bench.h): ws_sim_serial on what serial_dut.cpp compiled.
#include <inttypes.h>
#include <setjmp.h>
#include <stdlib.h>
#include <time.h>

#include "bench.h"
#include "serial_cover.h"

static const serial_dut_ops *rtl;
static const ws_options *options;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static bool run(serial_bench *b, const serial_test *t) {
  if (setjmp(b->leave))
    return false;
  serial_reset(b);
  serial_stalls(b);
  t->run(b);
  return true;
}

// A bin was hit that cannot be hit.
static bool covered(const serial_bench *b) {
  if (!b->cover || !*b->cover->wrong)
    return true;
  fprintf(stderr, "\n%s: cycle %" PRIu64 ": %s\n  repeat       %s\n\n", b->test, b->cycles, b->cover->wrong, b->repeat);
  return false;
}

static void run_test(const void *test, ws_cover *all, ws_result *result) {
  const serial_test *t = test;
  serial_bench *b = calloc(1, sizeof *b);
  ws_cover own;
  const bool counts = all || t->covers;
  if (!b || (counts && !serial_cover_open(&own))) {
    fprintf(stderr, "%s: out of memory\n", t->name);
    free(b);
    return;
  }
  b->ops = rtl;
  b->rng = ws_rng_make(options->seed, t->name);
  b->noise = ws_rng_make(options->seed, "stalls of the line");
  b->no_stalls = options->no_stalls;
  b->n = options->n;
  b->trace = options->trace ? stdout : NULL;
  b->stimulus = options->stimulus;
  char repeat[200];
  snprintf(repeat, sizeof repeat, "make sim TEST=%s SEED=%" PRIu64 " N=%" PRIu64, t->name, options->seed, options->n);
  b->test = t->name;
  b->seed = options->seed;
  b->repeat = repeat;
  b->rtl = rtl->open(options->seed);
  const bool open = !options->waves || rtl->waves(b->rtl, options->waves);
  if (!open)
    fprintf(stderr, "%s: no waves: the file cannot be written\n", t->name);
  if (counts) {
    ws_cover_demand(&own, t->covers, true);
    b->cover = &own;
  }
  const double start = now();
  result->good = open && run(b, t) && covered(b);
  result->seconds = now() - start;
  if (b->cover && all)
    ws_cover_add(all, b->cover);
  if (b->cover)
    ws_bins_close(b->cover);
  rtl->close(b->rtl);
  result->ops = b->frames;
  result->cycles = b->cycles;
  snprintf(result->note, sizeof result->note, "%s", b->note);
  free(b);
}

static ws_entry at(size_t k) {
  for (const serial_tests *const *f = serial_tests_files; *f; k -= (*f++)->count)
    if (k < (*f)->count)
      return (ws_entry){(*f)->test[k].name, (*f)->test[k].shows, &(*f)->test[k]};
  return (ws_entry){0};
}

static bool begin(const void *ops, const char *words, ws_options *o, ws_built *built) {
  (void)words; // there is one build
  rtl = ops;
  options = o;
  *built = (ws_built){rtl->has_waves, rtl->has_coverage, rtl->coverage};
  const bool good = !o->hash && !o->oracle && o->side == WS_SIDE_BOTH;
  if (!good)
    fprintf(stderr, "error: --hash, --judge=oracle and one side alone are not for the bench of the serial line\n");
  return good;
}

static void banner(char *text, size_t size) { snprintf(text, size, "on the serial line, RTL against model"); }

extern const ws_bench ws_bench_serial;
const ws_bench ws_bench_serial = {
    .group = "serial",
    .of = " of the serial line",
    .counts = "frames",
    .begin = begin,
    .at = at,
    .banner = banner,
    .cover = serial_cover_open,
    .run = run_test,
};
