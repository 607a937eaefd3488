// SPDX-License-Identifier: Apache-2.0
// The block as a TLM-2.0 target: the C model of cmodel/bus/ws_bus.h. Needs libwarpsync, SystemC, ws_target.cpp and
// ws_target_cmodel.cpp.
//
// Loosely timed: the model is brought to the time of each access, which may lie ahead of SystemC's, and stands still in
// between. Only while irq can change by itself (ws_bus_irq_moves) it is run clock by clock, so that irq rises at its clock.
// An access at an earlier time than the last one is carried out behind that one.
#ifndef WS_TARGET_CMODEL_H
#define WS_TARGET_CMODEL_H

#include <cstddef>
#include <vector>

#include "ws_target.h"

class ws_target_cmodel : public ws_target {
public:
  // Throws std::invalid_argument if ws_bus_init refuses the configuration.
  explicit ws_target_cmodel(const sc_core::sc_module_name &name, const ws_bus_config &config = ws_bus_config(),
                            const sc_core::sc_time &period = sc_core::sc_time(10, sc_core::SC_NS));

private:
  void begin(sc_core::sc_time &delay) override;
  void clock(const ws_bus_in &in, ws_bus_out &out, sc_core::sc_time &delay) override;
  void end(const sc_core::sc_time &delay) override;
  bool peek(uint32_t address, uint32_t &data) override;
  bool poke(uint32_t address, uint32_t data) override;

  void tick();
  void advance(uint64_t clocks);
  sc_core::sc_time time() const;

  std::vector<std::max_align_t> memory_;
  ws_bus *bus_;
  uint64_t clocks_ = 0; // since reset, done
  sc_core::sc_event changed_;
};

#endif
