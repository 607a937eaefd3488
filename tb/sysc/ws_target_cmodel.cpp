// SPDX-License-Identifier: Apache-2.0
// See ws_target_cmodel.h.
#include "ws_target_cmodel.h"

#include <stdexcept>

using sc_core::sc_time;
using sc_core::sc_time_stamp;

ws_target_cmodel::ws_target_cmodel(const sc_core::sc_module_name &name, const ws_bus_config &config,
                                   const sc_time &period)
    : ws_target(name, period), memory_(ws_bus_size(&config) / sizeof(std::max_align_t) + 1),
      bus_(ws_bus_init(memory_.data(), &config)) {
  if (!bus_)
    throw std::invalid_argument("ws_target_cmodel: a field of the configuration is out of range");
  SC_HAS_PROCESS(ws_target_cmodel);
  SC_METHOD(tick);
  sensitive << changed_;
}

// When the next clock begins.
sc_time ws_target_cmodel::time() const { return period_ * static_cast<double>(clocks_ + RESET_CLOCKS); }

// To this many clocks since reset, if they are not done yet.
void ws_target_cmodel::advance(uint64_t clocks) {
  if (clocks > clocks_) {
    ws_bus_run(bus_, clocks - clocks_);
    clocks_ = clocks;
  }
}

void ws_target_cmodel::begin(sc_time &delay) {
  const uint64_t ticks = (sc_time_stamp() + delay).value(), period = period_.value();
  const uint64_t clocks = (ticks + period - 1) / period;
  advance(clocks > RESET_CLOCKS ? clocks - RESET_CLOCKS : 0);
  delay = time() - sc_time_stamp();
}

void ws_target_cmodel::clock(const ws_bus_in &in, ws_bus_out &out, sc_time &delay) {
  ws_bus_step(bus_, &in, &out);
  ++clocks_;
  delay += period_;
}

// The rising edge of the last clock is half a clock ago.
void ws_target_cmodel::end(const sc_time &delay) { changed_.notify(delay - period_ / 2); }

// Drives irq at the edges of the clock.
void ws_target_cmodel::tick() {
  const uint64_t clocks = sc_time_stamp().value() / period_.value() + 1;
  if (clocks >= clocks_ + RESET_CLOCKS) {
    advance(clocks - RESET_CLOCKS);
    irq.write(ws_bus_irq(bus_));
    if (ws_bus_irq_moves(bus_))
      changed_.notify(period_);
  } else if (clocks_) {
    changed_.notify(time() - period_ / 2 - sc_time_stamp()); // an access ran ahead of this time
  }
}

bool ws_target_cmodel::peek(uint32_t address, uint32_t &data) { return ws_bus_peek(bus_, address, &data); }
bool ws_target_cmodel::poke(uint32_t address, uint32_t data) { return ws_bus_poke(bus_, address, data); }
