// SPDX-License-Identifier: Apache-2.0
// A failure as one block, in the form of tb/cosim/report.c, which scripts/regression/block.py reads: what differs, the last bytes and
// accesses, the command that repeats it.
#include <inttypes.h>
#include <stdarg.h>

#include "serial_bench.h"

enum { BYTES = 64, ACCESSES = 8 };

static void print_accesses(const serial_bench *b, FILE *f) {
  const unsigned first = b->accesses_seen > ACCESSES ? b->accesses_seen - ACCESSES : 0;
  for (unsigned k = first; k < b->accesses_seen; k++) {
    const serial_access *a = &b->access[k];
    fprintf(f, "  access       %s 0x%05" PRIx32 " = 0x%08" PRIx32 "%s\n", a->write ? "write" : "read ", a->addr,
            a->data, a->resp ? (a->resp == WS_SERIAL_REFUSED ? "  SLVERR" : "  DECERR") : "");
  }
}

void serial_differ(serial_bench *b, const serial_port *port, unsigned ports, const char *what) {
  FILE *f = stderr;
  fflush(stdout);
  fprintf(f, "\n%s: cycle %" PRIu64 ": %s\n", b->test, b->cycles, what);
  fprintf(f, "  seed         %" PRIu64 "; %s mode; after %" PRIu64 " frames and %" PRIu64 " bytes\n", b->seed,
          b->model.checked ? "checked" : "open", b->frames, b->came);
  for (unsigned k = 0; k < ports; k++)
    fprintf(f, "  %-12s RTL 0x%" PRIx32 "  expected 0x%" PRIx32 "\n", port[k].name, port[k].got, port[k].want);
  const uint64_t kept = b->came < BYTES ? b->came : BYTES;
  for (uint64_t k = 0; k < kept; k++)
    fprintf(f, "%s%02x",
            k % 32 ? " "
            : k    ? "\n  bytes        "
                   : "  bytes        ",
            b->history[(b->came - kept + k) % SERIAL_HISTORY]);
  fprintf(f, kept ? "\n" : "");
  print_accesses(b, f);
  fprintf(f, "  repeat       %s\n\n", b->repeat);
  fflush(f);
  longjmp(b->leave, 1);
}

void serial_fail(serial_bench *b, const char *format, ...) {
  char what[300];
  va_list args;
  va_start(args, format);
  vsnprintf(what, sizeof what, format, args);
  va_end(args);
  serial_differ(b, NULL, 0, what);
}
