// SPDX-License-Identifier: Apache-2.0
// The command line of ws_sim_* (options.h).
#include "options.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char help[] =
    "usage: %s --test=NAME|'PATTERN*' [options]\n"
    "  --list          every test, a tab, what it shows\n"
    "  --seed=N        seed of the run, default 1\n"
    "  --n=N           operations of a random test, default 100000\n"
    "  --dut=both|rtl|model   RTL against model, RTL alone, model alone\n"
    "  --judge=model|oracle   RTL against the model in every cycle, or RTL alone, judged by oracles that know no time\n"
    "  --trace         a line for each arrival, completion, exit and captured error\n"
    "  --waves=FILE    FST file; needs a ws_sim_*_waves build\n"
    "  --short-waves=FILE  the same, of a failing run's stream made short, if it fails so too\n"
    "  --coverage=FILE what of the RTL was reached, for scripts/coverage_merge; needs a ws_sim_*_cov build.\n"
    "                  Default: the environment's WS_COVERAGE, if that is set\n"
    "  --cover=FILE    functional coverage: every bin with its hits, for scripts/functional_merge.\n"
    "                  Default: the environment's WS_COVER, if that is set\n"
    "  --stimulus=FILE what stands at the ports in every cycle\n"
    "  --hash          of each test, a hash of all outputs of all cycles\n"
    "  --no-stalls     random tests without gaps and back-pressure, for measuring\n"
    "  --steer=on|blind|off   *_cover: by the bins still empty, by any bin, not at all\n"
    "  --stop          end at the first test that fails\n"
    "  --junit=FILE    results as JUnit XML\n"
    "  --faildir=DIR   where a failing stream is written, default: beside this program\n";

static bool number(const char *name, const char *text, uint64_t *value) {
  char *end;
  errno = 0;
  *value = strtoull(text, &end, 0);
  if (isdigit((unsigned char)*text) && !*end && !errno)
    return true;
  fprintf(stderr, "error: %s must be a number from 0 to 2^64 - 1, not '%s'\n", name, text);
  return false;
}

static bool side(const char *text, ws_side *s) {
  if (!strcmp(text, "both"))
    *s = WS_SIDE_BOTH;
  else if (!strcmp(text, "rtl"))
    *s = WS_SIDE_RTL;
  else if (!strcmp(text, "model") || !strcmp(text, "cmodel"))
    *s = WS_SIDE_MODEL;
  else {
    fprintf(stderr, "error: --dut is both, rtl or model, not '%s'\n", text);
    return false;
  }
  return true;
}

static bool steering(const char *text, ws_steering *s) {
  static const char *const name[] = {[WS_STEER_ON] = "on", [WS_STEER_BLIND] = "blind", [WS_STEER_OFF] = "off"};
  for (unsigned k = 0; k < sizeof name / sizeof name[0]; k++)
    if (!strcmp(text, name[k])) {
      *s = (ws_steering)k;
      return true;
    }
  fprintf(stderr, "error: --steer is on, blind or off, not '%s'\n", text);
  return false;
}

bool ws_options_read(ws_options *o, int argc, char **argv) {
  *o = (ws_options){.seed = 1, .n = 100000, .side = WS_SIDE_BOTH};
  for (int i = 1; i < argc; i++) {
    char *arg = argv[i], *eq = strchr(arg, '=');
    const char *value = eq ? eq + 1 : NULL;
    size_t n = eq ? (size_t)(eq - arg) : strlen(arg);
#define IS(name) (n == strlen(name) && !strncmp(arg, name, n))
    if (!value && IS("--help")) {
      printf(help, argv[0]);
      exit(0);
    }
    if (!value && IS("--list"))
      o->list = true;
    else if (!value && IS("--hash"))
      o->hash = true;
    else if (!value && IS("--trace"))
      o->trace = true;
    else if (!value && IS("--stop"))
      o->stop = true;
    else if (!value && IS("--no-stalls"))
      o->no_stalls = true;
    else if (value && IS("--test"))
      o->test = value;
    else if (value && IS("--waves"))
      o->waves = value;
    else if (value && IS("--short-waves"))
      o->short_waves = value;
    else if (value && IS("--stimulus"))
      o->stimulus_file = value;
    else if (value && IS("--junit"))
      o->junit = value;
    else if (value && IS("--coverage"))
      o->coverage = value;
    else if (value && IS("--cover"))
      o->cover = value;
    else if (value && IS("--faildir"))
      o->faildir = value;
    else if (value && IS("--seed")) {
      if (!number("--seed", value, &o->seed))
        return false;
    } else if (value && IS("--n")) {
      if (!number("--n", value, &o->n))
        return false;
      if (!o->n) {
        fprintf(stderr, "error: --n must be at least 1, not %s\n", value);
        return false;
      }
    } else if (value && IS("--steer")) {
      if (!steering(value, &o->steering))
        return false;
    } else if (value && IS("--judge")) {
      o->oracle = !strcmp(value, "oracle");
      if (!o->oracle && strcmp(value, "model")) {
        fprintf(stderr, "error: --judge is model or oracle, not '%s'\n", value);
        return false;
      }
    } else if (value && IS("--dut")) {
      if (!side(value, &o->side))
        return false;
    } else {
      fprintf(stderr, "error: unknown option '%s'\n", arg);
      fprintf(stderr, help, argv[0]);
      return false;
    }
#undef IS
  }
  if (o->oracle && o->side == WS_SIDE_MODEL) {
    fprintf(stderr, "error: --judge=oracle judges the RTL; --dut=model has none\n");
    return false;
  }
  if (o->oracle)
    o->side = WS_SIDE_RTL;
  if (!o->list && !o->test) {
    fprintf(stderr, "error: no --test given; --list shows the tests\n");
    return false;
  }
  return true;
}
