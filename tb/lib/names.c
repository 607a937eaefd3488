// SPDX-License-Identifier: Apache-2.0
// Names that a person may have meant (names.h).
#include "names.h"

#include <string.h>

enum { LONGEST = 64 };

static unsigned smaller(unsigned x, unsigned y) { return x < y ? x : y; }

// Edit distance, one row at a time; names longer than LONGEST are far from everything.
static unsigned distance(const char *x, const char *y) {
  size_t n = strlen(x), m = strlen(y);
  unsigned row[LONGEST + 1];
  if (n > LONGEST || m > LONGEST)
    return LONGEST;
  for (unsigned j = 0; j <= m; j++)
    row[j] = j;
  for (size_t i = 1; i <= n; i++) {
    unsigned corner = row[0];
    row[0] = (unsigned)i;
    for (size_t j = 1; j <= m; j++) {
      unsigned above = row[j];
      row[j] = smaller(smaller(row[j], row[j - 1]) + 1, corner + (x[i - 1] != y[j - 1]));
      corner = above;
    }
  }
  return row[m];
}

bool ws_name_near(const char *typed, const char *name) {
  size_t n = strlen(typed);
  if (n >= 3 && (strstr(name, typed) || strstr(typed, name)))
    return true;
  return distance(typed, name) <= 1 + n / 4;
}
