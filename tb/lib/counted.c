// SPDX-License-Identifier: Apache-2.0
// See counted.h.
#include "counted.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const ws_cover *all;
static const char *file;

// As the coverage of the RTL (reached.c): at exit a lost file can only be told by ending at once.
static void at_exit(void) {
  if (ws_cover_write(all, file))
    return;
  fprintf(stderr, "error: no coverage could be written to %s\n", file);
  fflush(NULL);
  _exit(1);
}

const char *ws_counted_file(const ws_options *options) { return options->cover ? options->cover : getenv("WS_COVER"); }

void ws_counted_at_exit(const ws_cover *total, const char *name) {
  all = total;
  file = name;
  atexit(at_exit);
}
