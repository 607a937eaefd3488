// SPDX-License-Identifier: Apache-2.0
// See reached.h.
#include "reached.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static const char *file;
static bool (*write_to)(const char *file);

// At exit a lost file can only be told by ending at once.
static void at_exit(void) {
  if (write_to(file))
    return;
  fprintf(stderr, "error: no coverage could be written to %s\n", file);
  fflush(NULL);
  _exit(1);
}

bool ws_reached_at_exit(const ws_options *options, bool has, bool (*write)(const char *file)) {
  file = options->coverage || !has ? options->coverage : getenv("WS_COVERAGE");
  if (!file)
    return true;
  if (!has || options->side == WS_SIDE_MODEL) {
    fprintf(stderr, "error: --coverage: %s\n",
            has ? "--dut=model runs no RTL" : "this program counts nothing; ws_sim_*_cov does (make coverage)");
    return false;
  }
  write_to = write;
  atexit(at_exit);
  return true;
}
