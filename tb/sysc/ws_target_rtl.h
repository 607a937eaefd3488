// SPDX-License-Identifier: Apache-2.0
// The block as a TLM-2.0 target: rtl/bus/ws_bus.v, compiled by Verilator into a SystemC module, class Vws_bus. Parameters
// are those of that compilation.
//
// Exact: an access first waits until its time, then the pins are driven clock by clock. A clock's period begins with
// the pins, its rising edge is in the middle. Accesses of several initiators take turns.
#ifndef WS_TARGET_RTL_H
#define WS_TARGET_RTL_H

#include <memory>

#include "ws_target.h"

class ws_target_rtl : public ws_target {
public:
  explicit ws_target_rtl(const sc_core::sc_module_name &name,
                         const sc_core::sc_time &period = sc_core::sc_time(10, sc_core::SC_NS));
  ~ws_target_rtl() override;

private:
  void begin(sc_core::sc_time &delay) override;
  void clock(const ws_bus_in &in, ws_bus_out &out, sc_core::sc_time &delay) override;
  void end(const sc_core::sc_time &delay) override;
  bool peek(uint32_t, uint32_t &) override { return false; }
  bool poke(uint32_t, uint32_t) override { return false; }

  void reset();

  struct pins;
  std::unique_ptr<pins> pins_;
  sc_core::sc_mutex turn_;
};

#endif
