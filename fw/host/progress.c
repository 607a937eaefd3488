// SPDX-License-Identifier: Apache-2.0
// Progress of long work; see wsctl.h.
#define _DEFAULT_SOURCE
#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "wsctl.h"

enum { BAR = 30, TERMINAL_MS = 100, LINE_MS = 10000 };

static bool on_terminal(void) { return isatty(STDERR_FILENO); }

void progress_begin(progress *p, const char *what, uint64_t total, bool quiet) {
  *p = (progress){.what = what, .total = total ? total : 1, .quiet = quiet};
  p->next_ms = line_now_ms() + (on_terminal() ? TERMINAL_MS : LINE_MS);
}

void progress_hide(progress *p) {
  if (p->shown)
    fprintf(stderr, "\r\033[K");
  p->shown = false;
}

static void show_bar(progress *p) {
  char bar[BAR + 1];
  uint64_t full = p->done * BAR / p->total;
  for (unsigned i = 0; i < BAR; i++)
    bar[i] = i < full ? '#' : '.';
  bar[BAR] = '\0';
  fprintf(stderr, "\r\033[K[%s] %" PRIu64 " of %" PRIu64 " %ss", bar, p->done, p->total, p->what);
  fflush(stderr);
  p->shown = true;
}

void progress_step(progress *p, uint64_t done) {
  p->done = done < p->total ? done : p->total;
  int64_t now = line_now_ms();
  if (p->quiet || now < p->next_ms)
    return;
  p->next_ms = now + (on_terminal() ? TERMINAL_MS : LINE_MS);
  if (on_terminal())
    show_bar(p);
  else
    fprintf(stderr, "%" PRIu64 " of %" PRIu64 " %ss\n", p->done, p->total, p->what);
}
