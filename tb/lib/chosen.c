// SPDX-License-Identifier: Apache-2.0
// See chosen.h.
#include "chosen.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fnmatch.h>
#include <stdio.h>
#include <stdlib.h>

#include "names.h"
#include "runner.h"

void ws_list(const ws_program *p) {
  for (size_t k = 0; p->at(k).test; k++)
    if (!p->lacks || !p->lacks(p->at(k).test))
      printf("%-26s\t%s\n", p->at(k).name, p->at(k).shows);
}

static int unknown(const ws_program *p, const char *typed) {
  fprintf(stderr, "error: no test of %s is called '%s'", p->of, typed);
  unsigned near = 0;
  for (size_t k = 0; p->at(k).test; k++)
    if (ws_name_near(typed, p->at(k).name))
      fprintf(stderr, "%s %s", near++ ? "," : "; near it:", p->at(k).name);
  fprintf(stderr, "%s\n", near ? "" : "; `make list` shows them all");
  return 2;
}

int ws_run_chosen(const ws_program *p, const ws_options *options, const char *banner) {
  size_t all = 0, count = 0, skipped = 0;
  while (p->at(all).test)
    all++;
  struct CMUnitTest *chosen = calloc(all, sizeof *chosen);
  if (!chosen) {
    fprintf(stderr, "error: out of memory\n");
    return 2;
  }
  for (size_t k = 0; k < all; k++) {
    const ws_entry e = p->at(k);
    if (fnmatch(options->test, e.name, 0))
      continue;
    const char *lacks = p->lacks ? p->lacks(e.test) : NULL;
    if (lacks)
      printf("%-26s skipped: needs %s, left out of this build\n", e.name, lacks);
    else
      chosen[count++] =
          (struct CMUnitTest){.name = e.name, .test_func = p->run, .initial_state = (void *)(uintptr_t)e.test};
    skipped += lacks != NULL;
  }
  if (!count) {
    free(chosen);
    if (!skipped)
      return unknown(p, options->test);
    fprintf(stderr, "error: nothing was run: this build has none of what '%s' needs\n", options->test);
    return 2;
  }
  printf("%s\n", banner);
  fflush(stdout);
  int failed = ws_run_tests(p->group, chosen, count, options->junit);
  free(chosen);
  if (count > 1 || skipped)
    printf(skipped ? "%zu passed, %d failed, %zu skipped\n" : "%zu passed, %d failed\n", count - (size_t)failed, failed,
           skipped);
  return failed ? 1 : 0;
}
