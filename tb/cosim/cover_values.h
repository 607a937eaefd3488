// SPDX-License-Identifier: Apache-2.0
// Which of the patterns up to WS_VAL_COMMON (cover_patterns.h) the values of a group have, a bit each.
#ifndef WS_COVER_VALUES_H
#define WS_COVER_VALUES_H

#include <stdbool.h>
#include <stdint.h>

#include "cover_patterns.h"

// ones: the value of all ones, as wide as the operation's.
static inline unsigned ws_values_of(const uint64_t v[], unsigned n, uint64_t ones) {
  unsigned values = 0;
  bool zeros = true, all_ones = true;
  for (unsigned k = 0; k < n; k++) {
    bool fresh = true;
    for (unsigned m = 0; m < k && fresh; m++)
      fresh = v[m] != v[k];
    values += fresh;
    zeros &= v[k] == 0;
    all_ones &= v[k] == ones;
  }
  return (unsigned)(n > 1 && values == 1) << WS_VAL_EQUAL | (unsigned)(n > 1 && values == n) << WS_VAL_DISTINCT |
         (unsigned)(n > 2 && values == 2) << WS_VAL_TWO | (unsigned)(values > 2 && values < n) << WS_VAL_MANY |
         (unsigned)zeros << WS_VAL_ZEROS | (unsigned)all_ones << WS_VAL_ONES;
}

#endif
