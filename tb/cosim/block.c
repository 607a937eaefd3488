// SPDX-License-Identifier: Apache-2.0
// The bench of the block, and of clusters of it (bench.h): ws_sim_<build> on what ws_dut compiled.
#include <inttypes.h>
#include <string.h>
#include <unistd.h>

#include "bench.h"
#include "families.h"
#include "judge.h"
#include "test.h"
#include "waves.h"

static const ws_dut_ops *rtl;
static const ws_options *options;
static const char *words;                               // of make sim, for this build
static const uint64_t hash_start = 0xcbf29ce484222325u; // as tb/gate/fourstate.v has it

// Tests of one CTA run on builds of one, the others on clusters of at least as many CTAs as they need. With slots alike.
static bool fits_one(unsigned need, unsigned built) { return built == 1 ? need <= 1 : need > 1 && need <= built; }

// Warps that a test needs in each CTA, a power of two.
static unsigned warps(const ws_test *t) {
  const unsigned waiters = rtl->fixed.waiters;
  unsigned n = 1;
  while (n < t->warps || (t->fills && (n < waiters / 2 || n < waiters / 4 + 2)))
    n *= 2;
  return n;
}

static bool fits(const ws_test *t) {
  const ws_config *c = &rtl->fixed;
  return fits_one(t->ctas, ws_dut_ctas(c)) && (t->any_slots || fits_one(t->slots, ws_dut_slots(c))) &&
         warps(t) <= ws_dut_cta_warps(c) && t->waiters <= c->waiters && (!t->fills || c->waiters % 4 == 0) &&
         (t->tick_ns ? t->tick_ns : 10) == c->tick_ns && (!t->whole || ws_dut_beat(c) == c->lanes) &&
         (!t->beats || ws_dut_beat(c) < c->lanes);
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
  if (t->waiters > rtl->fixed.waiters || (t->fills && rtl->fixed.waiters % 4))
    n += snprintf(text + n, sizeof text - (size_t)n, " WAITERS=%u", (rtl->fixed.waiters + 3) / 4 * 4);
  else if (warps(t) > ws_dut_cta_warps(&rtl->fixed))
    n += snprintf(text + n, sizeof text - (size_t)n, " WARPS=%u", warps(t) * (t->slots > 1 ? t->slots : 1));
  if (t->whole && ws_dut_beat(&rtl->fixed) < rtl->fixed.lanes)
    n += snprintf(text + n, sizeof text - (size_t)n, " BEAT=%u", rtl->fixed.lanes);
  if (t->beats && ws_dut_beat(&rtl->fixed) == rtl->fixed.lanes)
    n += snprintf(text + n, sizeof text - (size_t)n, " LANES=8 BEAT=4");
  if (t->tick_ns)
    n += snprintf(text + n, sizeof text - (size_t)n, " TICK_NS=%u", t->tick_ns);
  return n ? text + 1 : text;
}

static ws_entry at(size_t k) {
  for (const ws_tests *const *f = ws_tests_files; *f; k -= (*f++)->count)
    if (k < (*f)->count)
      return (ws_entry){(*f)->test[k].name, (*f)->test[k].shows, &(*f)->test[k]};
  return (ws_entry){0};
}

static unsigned families(const ws_test *t) {
  for (const ws_tests *const *f = ws_tests_files; *f; f++)
    if (t >= (*f)->test && t < (*f)->test + (*f)->count)
      return t->families ? t->families : (*f)->families;
  return t->families;
}

static const char *lacks(const void *test) {
  static char text[160];
  char names[64];
  const ws_test *t = test;
  const unsigned out = families(t) & ~ws_dut_families(&rtl->fixed);
  if (out)
    snprintf(text, sizeof text, "needs %s, left out of this build", ws_family_names(out, names));
  else if (t->watchdog && !rtl->has_watchdog && options->side != WS_SIDE_MODEL)
    snprintf(text, sizeof text, "needs the watchdog, left out of this build");
  else if (options->oracle && t->needs_model)
    snprintf(text, sizeof text, "needs the model: %s", t->needs_model);
  else
    return NULL;
  return text;
}

static const char *elsewhere(const void *test) { return fits(test) ? NULL : needs(test); }

// A build of one CTA and 4 warps with everything in it lists every test, any other what it can run.
static bool lists_all(void) {
  const ws_config *c = &rtl->fixed;
  return ws_dut_ctas(c) == 1 && ws_dut_slots(c) == 1 && c->warps == 4 && c->tick_ns == 10 &&
         ws_dut_families(c) == WS_FAMILY_ALL && rtl->has_watchdog;
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

static bool begin(const void *ops, const char *asked, ws_options *o, ws_built *built) {
  rtl = ops;
  words = asked;
  options = o;
  if (!o->faildir)
    o->faildir = own_folder();
  *built = (ws_built){rtl->has_waves, rtl->has_coverage, rtl->coverage};
  const char *refused = o->oracle ? ws_judge_refuses(&rtl->fixed) : NULL;
  if (refused)
    fprintf(stderr, "error: --judge=oracle: %s\n", refused);
  return !refused;
}

static void banner(char *text, size_t size) {
  static const char *const sides[] = {"RTL against model", "RTL alone, nothing is checked", "model alone"};
  const ws_config *c = &rtl->fixed;
  char names[64];
  size_t n = (size_t)snprintf(text, size, "%u lanes, %u warps, ", c->lanes, c->warps);
  if (c->ctas > 1)
    n += (size_t)snprintf(text + n, size - n, "%u CTAs, ", c->ctas);
  if (c->slots > 1)
    n += (size_t)snprintf(text + n, size - n, "%u slots, ", c->slots);
  if (c->tick_ns != 10)
    n += (size_t)snprintf(text + n, size - n, "%u ns a tick, ", c->tick_ns);
  if (ws_dut_families(c) != WS_FAMILY_ALL)
    n += (size_t)snprintf(text + n, size - n, "only %s, ", ws_family_names(c->families, names));
  snprintf(text + n, size - n, "%s shuffle, %s", c->shfl_form ? "butterfly" : "crossbar",
           options->oracle ? "RTL judged by the untimed oracles" : sides[options->side]);
}

static bool cover(ws_cover *all) { return ws_cover_open(all, &rtl->fixed, UINT32_MAX); }

// The GTKWave save file beside a wave file, if that was written.
static void save_view(const char *waves, const ws_config *core) {
  if (waves && !access(waves, R_OK) && !ws_waves_save(waves, core))
    fprintf(stderr, "cannot write the save file of %s\n", waves);
}

static void run(const void *test, ws_cover *all, ws_result *result) {
  const ws_test *t = test;
  char repeat[400];
  int len = snprintf(repeat, sizeof repeat, "make sim TEST=%s SEED=%" PRIu64, t->name, options->seed);
  if (t->random || t->sized)
    len += snprintf(repeat + len, sizeof repeat - (size_t)len, " N=%" PRIu64, options->n);
  snprintf(repeat + len, sizeof repeat - (size_t)len, " %s%s", words, options->oracle ? " JUDGE=oracle" : "");
  uint64_t hash = hash_start;
  ws_run r = {
      .rtl = rtl,
      .side = options->side,
      .oracle = options->oracle,
      .core = rtl->fixed,
      .seed = options->seed,
      .n = options->n,
      .no_stalls = options->no_stalls,
      .steering = options->steering,
      .trace = options->trace ? stdout : NULL,
      .stimulus = options->stimulus,
      .hash = options->hash ? &hash : NULL,
      .waves = options->waves,
      .short_waves = options->short_waves,
      .faildir = options->faildir,
      .repeat = repeat,
      .cover = all,
  };
  char stream[600]; // of an earlier run, which says nothing about this one
  snprintf(stream, sizeof stream, "%s/fail_%s_%" PRIu64 ".wsv", options->faildir, t->name, options->seed);
  remove(stream);
  result->good = ws_test_run(t, &r);
  save_view(options->waves, &r.core);
  if (!result->good)
    save_view(options->short_waves, &r.core);
  result->ops = r.ops;
  result->cycles = r.cycles;
  result->seconds = r.seconds;
  len = snprintf(result->note, sizeof result->note, "%s%s", *r.note ? "  " : "", r.note);
  if (r.hash)
    snprintf(result->note + len, sizeof result->note - (size_t)len, "  hash %016" PRIx64, *r.hash);
}

extern const ws_bench ws_bench_block;
const ws_bench ws_bench_block = {
    .group = "cosim",
    .of = "",
    .counts = "operations",
    .begin = begin,
    .at = at,
    .lacks = lacks,
    .elsewhere = elsewhere,
    .lists_all = lists_all,
    .banner = banner,
    .cover = cover,
    .run = run,
};
