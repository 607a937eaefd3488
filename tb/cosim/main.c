// SPDX-License-Identifier: Apache-2.0
// ws_sim_*: runs tests by name on one compiled configuration. Exit status: 0 all passed, 1 something failed, 2 wrong call.
// WS_OPS is the compiled configuration (dut_verilated.cpp).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "counted.h"
#include "families.h"
#include "names.h"
#include "needs.h"
#include "options.h"
#include "ports.h"
#include "reached.h"
#include "runner.h"
#include "test.h"
#include "waves.h"

extern const ws_dut_ops WS_OPS;

static const ws_tests *const files[] = {&ws_tests_random,      &ws_tests_shfl,        &ws_tests_vote,
                                        &ws_tests_match,       &ws_tests_redux,       &ws_tests_sync,
                                        &ws_tests_mbar,        &ws_tests_mbar_tx,     &ws_tests_mbar_wait,
                                        &ws_tests_mbar_memory, &ws_tests_mbar_copy,   &ws_tests_mbar_ports,
                                        &ws_tests_mbar_remote, &ws_tests_mbar_random, &ws_tests_mbar_slots,
                                        &ws_tests_mbar_time,   &ws_tests_mbar_bits,   &ws_tests_bar,
                                        &ws_tests_bar_time,    &ws_tests_bar_exit,    &ws_tests_bar_gather,
                                        &ws_tests_bar_launch,  &ws_tests_bar_cluster, &ws_tests_bar_random,
                                        &ws_tests_cover,       &ws_tests_exhaustive,  &ws_tests_mbar_exhaustive,
                                        &ws_tests_mbar_joined, &ws_tests_config,      &ws_tests_cluster_ports,
                                        &ws_tests_smem,        &ws_tests_mbar_turns,  &ws_tests_mbar_cover};
enum { FILES = sizeof files / sizeof files[0], TESTS_MAX = 256 };

static ws_options options;
static FILE *stimulus;
static const uint64_t hash_start = 0xcbf29ce484222325u; // as tb/gate/fourstate.v has it
static ws_cover cover;                                  // of all tests, if options.cover

// The GTKWave save file beside a wave file, if that was written.
static void save_view(const char *waves, const ws_config *core) {
  if (waves && !access(waves, R_OK) && !ws_waves_save(waves, core))
    fprintf(stderr, "cannot write the save file of %s\n", waves);
}

static void print_result(const ws_run *r, bool good) {
  double rate = r->seconds > 0 ? (double)r->ops / r->seconds / 1000 : 0;
  printf("%-26s seed %-6" PRIu64 " %9" PRIu64 " operations %9" PRIu64 " cycles %7.0f k/s  %s%s%s", r->name, r->seed,
         r->ops, r->cycles, rate, good ? "PASS" : "FAIL", *r->note ? "  " : "", r->note);
  if (r->hash)
    printf("  hash %016" PRIx64, *r->hash);
  putchar('\n');
  fflush(stdout);
}

static void one_test(void **state) {
  const ws_test *t = *state;
  const ws_config *fixed = &WS_OPS.fixed;
  char repeat[400];
  int len = snprintf(repeat, sizeof repeat, "make sim TEST=%s SEED=%" PRIu64, t->name, options.seed);
  if (t->random || t->sized)
    len += snprintf(repeat + len, sizeof repeat - (size_t)len, " N=%" PRIu64, options.n);
  snprintf(repeat + len, sizeof repeat - (size_t)len, " %s", WS_WORDS);
  uint64_t hash = hash_start;
  ws_run r = {
      .rtl = &WS_OPS,
      .side = options.side,
      .core = *fixed,
      .seed = options.seed,
      .n = options.n,
      .no_stalls = options.no_stalls,
      .steering = options.steering,
      .trace = options.trace ? stdout : NULL,
      .stimulus = stimulus,
      .hash = options.hash ? &hash : NULL,
      .waves = options.waves,
      .short_waves = options.short_waves,
      .faildir = options.faildir,
      .repeat = repeat,
      .cover = options.cover ? &cover : NULL,
  };
  char stream[600]; // of an earlier run, which says nothing about this one
  snprintf(stream, sizeof stream, "%s/fail_%s_%" PRIu64 ".wsv", options.faildir, t->name, options.seed);
  remove(stream);
  if (options.short_waves)
    remove(options.short_waves);
  bool good = ws_test_run(t, &r);
  print_result(&r, good);
  save_view(options.waves, &r.core);
  save_view(options.short_waves, &r.core);
  if (!good && options.stop)
    exit(1);
  if (!good)
    fail();
}

// Tests of one CTA run on builds of one, the others on clusters of at least as many CTAs as they need. With slots alike.
static bool fits_one(unsigned need, unsigned built) { return built == 1 ? need <= 1 : need > 1 && need <= built; }

// Warps that a test needs in each CTA, a power of two.
static unsigned warps(const ws_test *t) {
  const unsigned waiters = WS_OPS.fixed.waiters;
  unsigned n = 1;
  while (n < t->warps || (t->fills && (n < waiters / 2 || n < waiters / 4 + 2)))
    n *= 2;
  return n;
}

static bool fits(const ws_test *t) {
  const ws_config *c = &WS_OPS.fixed;
  return fits_one(t->ctas, ws_dut_ctas(c)) && (t->any_slots || fits_one(t->slots, ws_dut_slots(c))) &&
         warps(t) <= ws_dut_cta_warps(c) && t->waiters <= c->waiters && (!t->fills || c->waiters % 4 == 0) &&
         (t->tick_ns ? t->tick_ns : 10) == c->tick_ns;
}

// What a test needs of a build, as one types it, or "".
static const char *needs(const ws_test *t) {
  static char text[60];
  int n = 0;
  text[0] = 0;
  if (t->ctas > 1)
    n += snprintf(text + n, sizeof text - (size_t)n, " CTAS=%u", t->ctas);
  if (t->slots > 1)
    n += snprintf(text + n, sizeof text - (size_t)n, " SLOTS=%u", t->slots);
  if (t->waiters > WS_OPS.fixed.waiters || (t->fills && WS_OPS.fixed.waiters % 4))
    n += snprintf(text + n, sizeof text - (size_t)n, " WAITERS=%u", (WS_OPS.fixed.waiters + 3) / 4 * 4);
  else if (warps(t) > ws_dut_cta_warps(&WS_OPS.fixed))
    n += snprintf(text + n, sizeof text - (size_t)n, " WARPS=%u", warps(t) * (t->slots > 1 ? t->slots : 1));
  if (t->tick_ns)
    snprintf(text + n, sizeof text - (size_t)n, " TICK_NS=%u", t->tick_ns);
  return text;
}

// What a test needs and this build leaves out, or NULL.
static const char *left_out_of(const ws_test *t) {
  static char names[64];
  const unsigned lacks = ws_test_lacks(t, ws_dut_families(&WS_OPS.fixed));
  if (lacks)
    return ws_family_names(lacks, names);
  return t->watchdog && !WS_OPS.has_watchdog && options.side != WS_SIDE_MODEL ? "the watchdog" : NULL;
}

// A build of one CTA and 4 warps with everything in it lists every test, any other what it can run.
static void list(void) {
  const ws_config *c = &WS_OPS.fixed;
  const bool all = ws_dut_ctas(c) == 1 && ws_dut_slots(c) == 1 && c->warps == 4 && c->tick_ns == 10 &&
                   ws_dut_families(c) == WS_FAMILY_ALL && WS_OPS.has_watchdog;
  for (size_t f = 0; f < FILES; f++)
    for (size_t k = 0; k < files[f]->count; k++) {
      const ws_test *t = &files[f]->test[k];
      if (fits(t) && !left_out_of(t))
        printf("%-26s\t%s\n", t->name, t->shows);
      else if (all)
        printf("%-26s\t%s (%s)\n", t->name, t->shows, needs(t) + 1);
    }
}

// A test of what is not built: said, and counted.
static bool skipped(const ws_test *t) {
  const char *lacks = left_out_of(t);
  if (lacks)
    printf("%-26s skipped: needs %s, left out of this build\n", t->name, lacks);
  return lacks;
}

static int unknown(const char *typed) {
  fprintf(stderr, "error: no test is called '%s'", typed);
  for (size_t f = 0; f < FILES; f++)
    for (size_t k = 0; k < files[f]->count; k++) {
      const ws_test *t = &files[f]->test[k];
      if (!fnmatch(typed, t->name, 0) && !fits(t)) {
        if (*needs(t))
          fprintf(stderr, " on this build: %s needs%s or more\n", t->name, needs(t));
        else
          fprintf(stderr, " on this build: %s is a test of one CTA\n", t->name);
        return 2;
      }
    }
  unsigned near = 0;
  for (size_t f = 0; f < FILES; f++)
    for (size_t k = 0; k < files[f]->count; k++) {
      const ws_test *t = &files[f]->test[k];
      if (ws_name_near(typed, t->name))
        fprintf(stderr, "%s %s", near++ ? "," : "; near it:", t->name);
    }
  fprintf(stderr, "%s\n", near ? "" : "; `make list` shows them all");
  return 2;
}

static const char *own_folder(void) {
  static char path[500];
  ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
  char *slash = n > 0 ? strrchr(path, '/') : NULL;
  if (!slash)
    return ".";
  *slash = 0;
  return path;
}

int main(int argc, char **argv) {
  if (!ws_options_read(&options, argc, argv))
    return 2;
  options.cover = ws_counted_file(&options);
  if (options.list) {
    list();
    return 0;
  }
  if (!options.faildir)
    options.faildir = own_folder();
  if ((options.waves || options.short_waves) && !WS_OPS.has_waves) {
    fprintf(stderr, "error: this program was built without waves; ws_sim_*_waves has them (make sim ... WAVES=1)\n");
    return 2;
  }
  if (options.stimulus && !(stimulus = ws_ports_open(options.stimulus)))
    return 2;
  struct CMUnitTest selected[TESTS_MAX];
  size_t count = 0, left_out = 0;
  for (size_t f = 0; f < FILES; f++)
    for (size_t k = 0; k < files[f]->count; k++) {
      const ws_test *t = &files[f]->test[k];
      if (fnmatch(options.test, t->name, 0) || !fits(t))
        continue;
      if (count == TESTS_MAX) {
        fprintf(stderr, "error: more than %d tests: TESTS_MAX is too small\n", TESTS_MAX);
        return 2;
      }
      if (skipped(t)) {
        left_out++;
        continue;
      }
      selected[count++] =
          (struct CMUnitTest){.name = t->name, .test_func = one_test, .initial_state = (void *)(uintptr_t)t};
    }
  if (!count && left_out) {
    fprintf(stderr, "error: nothing was run: this build has none of what '%s' needs\n", options.test);
    return 2;
  }
  if (!count)
    return unknown(options.test);
  const ws_config *c = &WS_OPS.fixed;
  char names[64];
  static const char *const sides[] = {"RTL against model", "RTL alone, nothing is checked", "model alone"};
  printf("seed %" PRIu64 ", %u lanes, %u warps, ", options.seed, c->lanes, c->warps);
  if (c->ctas > 1)
    printf("%u CTAs, ", c->ctas);
  if (c->slots > 1)
    printf("%u slots, ", c->slots);
  if (c->tick_ns != 10)
    printf("%u ns a tick, ", c->tick_ns);
  if (ws_dut_families(c) != WS_FAMILY_ALL)
    printf("only %s, ", ws_family_names(c->families, names));
  printf("%s shuffle, %s\n", c->shfl_form ? "butterfly" : "crossbar", sides[options.side]);
  fflush(stdout);
  if (!ws_reached_at_exit(&options, WS_OPS.has_coverage, WS_OPS.coverage))
    return 2;
  if (options.cover && !ws_cover_open(&cover, c, UINT32_MAX))
    return 2;
  if (options.cover)
    ws_counted_at_exit(&cover, options.cover);
  int failed = ws_run_tests("cosim", selected, count, options.junit);
  if (stimulus && !ws_ports_close(stimulus, options.stimulus))
    return 2;
  if (count > 1 || left_out)
    printf(left_out ? "%zu passed, %d failed, %zu skipped\n" : "%zu passed, %d failed\n", count - (size_t)failed,
           failed, left_out);
  return failed ? 1 : 0;
}
