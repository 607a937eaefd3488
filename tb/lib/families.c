// SPDX-License-Identifier: Apache-2.0
// See families.h.
#include "families.h"

#include <stddef.h>
#include <stdio.h>

#include "ws_ops.h"

const char *ws_family_names(unsigned families, char text[64]) {
  size_t n = 0;
  text[0] = 0;
  for (unsigned k = 0; ws_family_name(k); k++)
    if (families >> k & 1)
      n += (size_t)snprintf(text + n, 64 - n, "%s%s", n ? ", " : "", ws_family_name(k));
  return text;
}
