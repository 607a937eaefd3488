// SPDX-License-Identifier: Apache-2.0
// The failing stream as a warp script: the accepted inputs since the failing warp's (and every other warp's) last moment
// of rest, each as one statement, shrunk to those that are needed where the failure shows in such a replay.
#ifndef WS_SCRIPT_H
#define WS_SCRIPT_H

#include "lockstep.h"

// Writes the stream to `file`; `what` goes into the head comment, one line. False when the file cannot be written.
bool ws_script_write(const ws_lockstep *ls, const char *file, const char *what);

#endif
