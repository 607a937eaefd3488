// SPDX-License-Identifier: Apache-2.0
// A file that a run may write: it is made beside the one that was named, and takes its place at the end if there is anything in
// it. Until then, and where nothing was written, what stands there stays.
#ifndef WS_LATER_H
#define WS_LATER_H

#include <stdbool.h>
#include <stddef.h>

// The name to write to, "FILE.part"; what is left there of an earlier run is removed. False, after saying so, where FILE is there
// and no plain file, or its name is too long.
bool ws_later_begin(const char *file, char *part, size_t size);

// Puts the part in the place of the file if it is not empty, and removes it if it is. False, after saying so, if that fails.
bool ws_later_end(const char *file, const char *part);

#endif
