// SPDX-License-Identifier: Apache-2.0
// ws_sim_serial: runs tests of the serial line by name. Options and exit status as those of ws_sim_* (tb/cosim): 0 all passed, 1
// something failed, 2 wrong call. WS_OPS is the compiled RTL (serial_dut.cpp).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "serial_cover.h"
#include "chosen.h"
#include "counted.h"
#include "ports.h"
#include "reached.h"

extern const serial_dut_ops WS_OPS;

static const serial_tests *const files[] = {&serial_tests_bridge, &serial_tests_edges, &serial_tests_uart,
                                            &serial_tests_cover};
enum { FILES = sizeof files / sizeof files[0] };

static ws_options options;
static FILE *stimulus;
static ws_cover cover; // of all tests, if options.cover

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

static void one_test(void **state) {
  const serial_test *t = *state;
  serial_bench *b = calloc(1, sizeof *b);
  assert_non_null(b);
  b->ops = &WS_OPS;
  b->rng = ws_rng_make(options.seed, t->name);
  b->noise = ws_rng_make(options.seed, "stalls of the line");
  b->no_stalls = options.no_stalls;
  b->n = options.n;
  b->trace = options.trace ? stdout : NULL;
  b->stimulus = stimulus;
  char repeat[200];
  snprintf(repeat, sizeof repeat, "make sim TEST=%s SEED=%" PRIu64 " N=%" PRIu64, t->name, options.seed, options.n);
  b->test = t->name;
  b->seed = options.seed;
  b->repeat = repeat;
  b->rtl = WS_OPS.open(options.seed);
  const bool open = !options.waves || WS_OPS.waves(b->rtl, options.waves);
  if (!open)
    fprintf(stderr, "%s: no waves: the file cannot be written\n", t->name);
  const double start = now();
  ws_cover own;
  if (options.cover || t->covers) {
    if (!serial_cover_open(&own))
      fail();
    ws_cover_demand(&own, t->covers, true);
    b->cover = &own;
  }
  const bool good = open && run(b, t) && covered(b);
  const double seconds = now() - start;
  if (b->cover && options.cover)
    ws_cover_add(&cover, b->cover);
  if (b->cover)
    ws_bins_close(b->cover);
  WS_OPS.close(b->rtl);
  printf("%-26s seed %-6" PRIu64 " %9" PRIu64 " frames     %9" PRIu64 " cycles %7.0f k/s  %s%s\n", t->name,
         options.seed, b->frames, b->cycles, seconds > 0 ? (double)b->frames / seconds / 1000 : 0,
         good ? "PASS" : "FAIL", b->note);
  fflush(stdout);
  free(b);
  if (!good && options.stop)
    exit(1);
  if (!good)
    fail();
}

static ws_entry test_at(size_t k) {
  for (size_t f = 0; f < FILES; k -= files[f++]->count)
    if (k < files[f]->count)
      return (ws_entry){files[f]->test[k].name, files[f]->test[k].shows, &files[f]->test[k]};
  return (ws_entry){0};
}

int main(int argc, char **argv) {
  const ws_program program = {.of = "the serial line", .group = "serial", .at = test_at, .run = one_test};
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
  if (options.hash || options.side != WS_SIDE_BOTH) {
    fprintf(stderr, "error: --hash and one side alone are not for the bench of the serial line\n");
    return 2;
  }
  if (options.stimulus && !(stimulus = ws_ports_open(options.stimulus)))
    return 2;
  if (!ws_reached_at_exit(&options, WS_OPS.has_coverage, WS_OPS.coverage))
    return 2;
  if (options.cover) {
    if (!serial_cover_open(&cover))
      return 2;
    ws_counted_at_exit(&cover, options.cover);
  }
  char banner[100];
  snprintf(banner, sizeof banner, "seed %" PRIu64 ", on the serial line, RTL against model", options.seed);
  const int status = ws_run_chosen(&program, &options, banner);
  return stimulus && !ws_ports_close(stimulus, options.stimulus) ? 2 : status;
}
