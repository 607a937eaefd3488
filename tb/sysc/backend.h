// SPDX-License-Identifier: Apache-2.0
// The RTL that this program was built with: backend_rtl.cpp, or backend_none.cpp for none.
#ifndef WS_SYSC_BACKEND_H
#define WS_SYSC_BACKEND_H

#include <memory>

#include "ws_target.h"

unsigned rtl_lanes(); // 0: built without RTL
std::unique_ptr<ws_target> make_rtl(const char *name, const sc_core::sc_time &period);

#endif
