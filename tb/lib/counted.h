// SPDX-License-Identifier: Apache-2.0
// Functional coverage of all tests of a run, in a file at its end.
#ifndef WS_COUNTED_H
#define WS_COUNTED_H

#include "cover_bins.h"
#include "options.h"

// The file of --cover or, without it, of WS_COVER in the environment. NULL: none.
const char *ws_counted_file(const ws_options *options);

// Sees to it that `total` is written to the file when the program ends, --stop or not.
void ws_counted_at_exit(const ws_cover *total, const char *file);

#endif
