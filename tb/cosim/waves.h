// SPDX-License-Identifier: Apache-2.0
// A GTKWave save file beside a wave file, so that it opens on the named ports of the block.
#ifndef WS_WAVES_H
#define WS_WAVES_H

#include "ws.h"

// Writes `waves` with its suffix replaced by .gtkw. False when that cannot be written.
bool ws_waves_save(const char *waves, const ws_config *cfg);

#endif
