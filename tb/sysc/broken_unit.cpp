// SPDX-License-Identifier: Apache-2.0
// In place of ws_redux of the model, by the linker's --wrap: redux.sync.add leaves out the last of several lanes.
#include "ws.h"

extern "C" uint32_t __real_ws_redux(unsigned lanes, unsigned fn, uint32_t act, const uint32_t a[], uint32_t *d);
extern "C" uint32_t __wrap_ws_redux(unsigned lanes, unsigned fn, uint32_t act, const uint32_t a[], uint32_t *d);

uint32_t __wrap_ws_redux(unsigned lanes, unsigned fn, uint32_t act, const uint32_t a[], uint32_t *d) {
  uint32_t last = act;
  while (last & (last - 1))
    last &= last - 1;
  const unsigned low = fn & 0xff;
  const bool add = low == (WS_OP_REDUX_ADD_U32 & 0xff) || low == (WS_OP_REDUX_ADD_S32 & 0xff);
  return __real_ws_redux(lanes, fn, add && act != last ? act ^ last : act, a, d);
}
