// SPDX-License-Identifier: Apache-2.0
// The virtual platform: processor, RAM, serial port, system register and the block on one bus. See README.md.
//
//   cpu ─► router ─┬─► ram
//    ▲             ├─► uart   standard input and output
//    │             ├─► sys    ends the run, time
//    └── irq ◄──── └─► ws_target_cmodel or ws_target_rtl
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <exception>
#include <memory>
#include <systemc>

#include "../../fw/rv32/platform.h"
#include "backend.h"
#include "cpu.h"
#include "devices.h"
#include "fault.h"
#include "loader.h"
#include "options.h"
#include "router.h"
#include "ws_target_cmodel.h"

namespace {

enum { STATUS_CALL = 2, STATUS_MOST = 123, STATUS_LIMIT = 124, STATUS_LOST = 125 };

// One clock for all: 100 MHz.
const sc_core::sc_time &period() {
  static const sc_core::sc_time value(10, sc_core::SC_NS);
  return value;
}

std::unique_ptr<ws_target> make_block(const options &chosen) {
  if (chosen.rtl) {
    if (!rtl_lanes())
      throw wrong_call("--backend=rtl: this program was built without the RTL; ws_vp_32 has it");
    if (chosen.lanes && chosen.lanes != rtl_lanes())
      throw wrong_call("--lanes=" + std::to_string(chosen.lanes) + ": the RTL of this program has " +
                       std::to_string(rtl_lanes()));
    return make_rtl("block", period());
  }
  ws_bus_config config = {};
  config.core.lanes = chosen.lanes ? chosen.lanes : rtl_lanes();
  return std::make_unique<ws_target_cmodel>("block", config, period());
}

struct platform {
  sc_core::sc_signal<bool> irq{"irq"};
  cpu processor;
  router bus{
      "bus",
      period(),
      {{PLATFORM_RAM, PLATFORM_RAM_BYTES}, {PLATFORM_BLOCK, WS_BUS_BYTES}, {PLATFORM_UART, 16}, {PLATFORM_SYS, 16}}};
  ram memory{"ram", PLATFORM_RAM_BYTES, period()};
  uart serial{"uart", period()};
  sys system;
  std::unique_ptr<ws_target> block;
  std::unique_ptr<fault> broken;

  explicit platform(const options &chosen)
      : processor("cpu", PLATFORM_RAM, period(), sc_core::sc_time(chosen.limit_ms, sc_core::SC_MS), chosen.wall_s),
        system("sys", period(), [this] { return processor.retired(); }), block(make_block(chosen)) {
    processor.socket.bind(bus.socket);
    bus.to(PLATFORM_RAM).bind(memory.socket);
    bus.to(PLATFORM_UART).bind(serial.socket);
    bus.to(PLATFORM_SYS).bind(system.socket);
    auto &to_block = bus.to(PLATFORM_BLOCK);
    if (chosen.broken) {
      broken = std::make_unique<fault>("broken", chosen.broken_word, chosen.broken_bit);
      to_block.bind(broken->socket);
      broken->to.bind(block->socket);
    } else {
      to_block.bind(block->socket);
    }
    block->irq(irq);
    processor.irq(irq);
    load_program(chosen.program, memory.data(), PLATFORM_RAM, PLATFORM_RAM_BYTES);
  }
};

void print_speed(const options &chosen, const platform &p, double seconds) {
  const double instructions = static_cast<double>(p.processor.retired());
  fprintf(stderr,
          "vp: %s: %.0f instructions (%.1f M/s), %llu operations (%.0f/s), %llu accesses, %s simulated, %.2f s\n",
          chosen.rtl ? "rtl" : "cmodel", instructions, instructions / seconds * 1e-6,
          static_cast<unsigned long long>(p.block->operations()), static_cast<double>(p.block->operations()) / seconds,
          static_cast<unsigned long long>(p.block->accesses()),
          (p.system.ended() ? p.system.end_time() : sc_core::sc_time_stamp()).to_string().c_str(), seconds);
}

int run(const options &chosen) {
  tlm::tlm_global_quantum::instance().set(sc_core::sc_time(chosen.quantum_ns, sc_core::SC_NS));
  platform p(chosen);
  const std::clock_t start = std::clock();
  sc_core::sc_start();
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC; // of the processor
  if (fflush(stdout) || ferror(stdout)) {
    fprintf(stderr, "vp: standard output, where the UART sends to, cannot be written: %s\n", strerror(errno));
    return STATUS_LOST;
  }
  if (!chosen.quiet)
    print_speed(chosen, p, seconds);
  if (!p.system.ended()) {
    fprintf(stderr, "vp: %s: %s\n", chosen.program.c_str(), p.processor.stopped().c_str());
    return p.processor.out_of_time() ? STATUS_LIMIT : STATUS_LOST;
  }
  return p.system.status() < STATUS_MOST ? static_cast<int>(p.system.status()) : STATUS_MOST;
}

} // namespace

// SystemC's own main() prints a banner.
int main(int argc, char *argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}

int sc_main(int argc, char *argv[]) {
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING); // "stopped by user"
  try {
    options chosen;
    return parse_options(argc, argv, chosen) ? run(chosen) : 0;
  } catch (const sc_core::sc_report &report) {
    fprintf(stderr, "vp: %s\n", report.what());
    return STATUS_LOST;
  } catch (const std::exception &error) {
    fprintf(stderr, "vp: %s\n", error.what());
    return STATUS_CALL;
  }
}
