// SPDX-License-Identifier: Apache-2.0
// See later.h.
#include "later.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

bool ws_later_begin(const char *file, char *part, size_t size) {
  struct stat s;
  if (!stat(file, &s) && !S_ISREG(s.st_mode)) {
    fprintf(stderr, "error: %s is no plain file; it stays as it is\n", file);
    return false;
  }
  if ((size_t)snprintf(part, size, "%s.part", file) >= size) {
    fprintf(stderr, "error: %s: too long a name\n", file);
    return false;
  }
  if (!lstat(part, &s) && S_ISREG(s.st_mode))
    remove(part);
  return true;
}

bool ws_later_end(const char *file, const char *part) {
  struct stat s;
  if (lstat(part, &s))
    return true;
  if (!s.st_size)
    return !remove(part);
  if (!rename(part, file))
    return true;
  perror(file);
  return false;
}
