// SPDX-License-Identifier: Apache-2.0
// See ports.h.
#include "ports.h"

#include <inttypes.h>

void ws_bits_add(ws_bits *b, unsigned width, uint64_t value) {
  for (unsigned k = 0; k < width; k++)
    b->bit[b->n++] = k < 64 && (value >> k & 1);
}

void ws_bits_put(FILE *f, const ws_bits *b) {
  if (!f)
    return;
  fputc(' ', f);
  for (unsigned k = (b->n + 3) / 4; k--;) {
    unsigned digit = 0;
    for (unsigned j = 0; j < 4 && 4 * k + j < b->n; j++)
      digit |= (unsigned)b->bit[4 * k + j] << j;
    fputc("0123456789abcdef"[digit], f);
  }
}

void ws_ports_put(FILE *f, unsigned width, uint64_t value) {
  if (f)
    fprintf(f, " %" PRIx64, width < 64 ? value & ((UINT64_C(1) << width) - 1) : value);
}

FILE *ws_ports_open(const char *path) {
  FILE *f = fopen(path, "w");
  if (!f)
    perror(path);
  return f;
}

bool ws_ports_close(FILE *f, const char *path) {
  if (!(ferror(f) | fclose(f)))
    return true;
  fprintf(stderr, "error: %s could not be written\n", path);
  return false;
}
