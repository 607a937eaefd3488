// SPDX-License-Identifier: Apache-2.0
// Which sides a bench runs: RTL and model compared, or one of them alone.
#ifndef WS_SIDE_H
#define WS_SIDE_H

typedef enum ws_side { WS_SIDE_BOTH, WS_SIDE_RTL, WS_SIDE_MODEL } ws_side;

#endif
