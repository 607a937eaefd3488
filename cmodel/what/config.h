// SPDX-License-Identifier: Apache-2.0
// Defaults and ranges of a configuration. Internal to libwarpsync.
#ifndef WS_WHAT_CONFIG_H
#define WS_WHAT_CONFIG_H

#include "ws.h"

// Puts the default where a field is 0. False if a field is outside its range.
bool ws_config_complete(ws_config *cfg);

#endif
