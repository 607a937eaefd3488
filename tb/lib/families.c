// SPDX-License-Identifier: Apache-2.0
// See families.h.
#include "families.h"

#include <stddef.h>
#include <stdio.h>

const char *ws_family_names(unsigned families, char text[64]) {
  static const char *const name[] = {"shfl", "vote", "match", "redux", "bar", "cluster", "mbar", "copy"};
  size_t n = 0;
  text[0] = 0;
  for (unsigned k = 0; k < sizeof name / sizeof name[0]; k++)
    if (families >> k & 1)
      n += (size_t)snprintf(text + n, 64 - n, "%s%s", n ? ", " : "", name[k]);
  return text;
}
