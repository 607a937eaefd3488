// SPDX-License-Identifier: Apache-2.0
// The processor as a TLM-2.0 initiator: rv32_engine, with time. An instruction takes a clock, an access what the bus says.
// Between accesses it runs ahead of SystemC's time, by at most the global quantum. An interrupt is seen where the engine
// stops: at the end of a quantum, behind an access, in wfi, which ends after PLATFORM_WFI_NS at the latest.
#ifndef WS_SYSC_CPU_H
#define WS_SYSC_CPU_H

#include <chrono>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/tlm_quantumkeeper.h>

#include "rv32_engine.h"

class cpu : public sc_core::sc_module {
public:
  tlm_utils::simple_initiator_socket<cpu> socket;
  sc_core::sc_in<bool> irq;

  // start: where the program begins, in memory that grants DMI. limit, wall_s: simulated time and seconds after which the
  // run is stopped.
  cpu(const sc_core::sc_module_name &name, uint32_t start, const sc_core::sc_time &period,
      const sc_core::sc_time &limit, double wall_s);

  uint64_t retired() const { return engine_ ? engine_->retired() : 0; }
  const std::string &stopped() const { return stopped_; } // why it ended the run, or empty: it did not
  bool out_of_time() const { return out_of_time_; }

private:
  void start_of_simulation() override;
  void run();
  bool interrupt();
  uint64_t budget() const;
  void access();
  void wait_for_interrupt();
  void sync();
  void stop(const std::string &why);

  const uint32_t start_;
  const sc_core::sc_time period_, limit_;
  const std::chrono::steady_clock::time_point wall_end_;
  const double wall_s_;
  std::unique_ptr<rv32_engine> engine_;
  tlm_utils::tlm_quantumkeeper time_;
  sc_core::sc_event never_;
  std::string stopped_;
  bool out_of_time_ = false;
};

#endif
