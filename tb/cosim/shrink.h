// SPDX-License-Identifier: Apache-2.0
// Makes a failing stream short: plays it statement by statement, as the replayer would, and leaves out what is not
// needed for RTL and model to differ still.
#ifndef WS_SHRINK_H
#define WS_SHRINK_H

#include "stream.h"

// The operations that make an object: init with a count of one, and an arrival where no wait was true since the last
// phase. Then its word is stored.
#define WS_SETUP_COUNT 1u

// Shortens *s and sets its lanes. False, with *s as it was, when the failure does not show in a replay of the whole.
bool ws_shrink(const ws_lockstep *ls, ws_stream *s);

// Plays *s, which was made short, once more with waves into `file`. False when they could not be written, or it did not fail.
bool ws_shrink_waves(const ws_lockstep *ls, ws_stream *s, const char *file);

#endif
