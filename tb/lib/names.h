// SPDX-License-Identifier: Apache-2.0
// Names that a person may have meant.
#ifndef WS_NAMES_H
#define WS_NAMES_H

#include <stdbool.h>

// Whether `name` is near to `typed`: one contains the other, or a few letters are wrong.
bool ws_name_near(const char *typed, const char *name);

#endif
