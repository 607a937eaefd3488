// SPDX-License-Identifier: Apache-2.0
// Built with the RTL of WS_LANES lanes.
#include "backend.h"

#include "ws_target_rtl.h"

unsigned rtl_lanes() { return WS_LANES; }

std::unique_ptr<ws_target> make_rtl(const char *name, const sc_core::sc_time &period) {
  return std::make_unique<ws_target_rtl>(name, period);
}
