// SPDX-License-Identifier: Apache-2.0
// Built without RTL.
#include "backend.h"

unsigned rtl_lanes() { return 0; }

std::unique_ptr<ws_target> make_rtl(const char *, const sc_core::sc_time &) { return nullptr; }
