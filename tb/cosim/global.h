// SPDX-License-Identifier: Apache-2.0
// Global memory as the bench has it: each request is carried out as it is taken, so that atomics of all CTAs have an order.
#ifndef WS_GLOBAL_H
#define WS_GLOBAL_H

#include "ws.h"

#ifdef __cplusplus
extern "C" {
#endif

// The answer of `mem`, WS_GMEM_BYTES, to a request; of an atomic with the effect. Bytes that were not asked for are no zeros.
ws_gm_rsp ws_global_serve(uint8_t *mem, const ws_gm *gm);

#ifdef __cplusplus
}
#endif
#endif
