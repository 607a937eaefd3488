// SPDX-License-Identifier: Apache-2.0
// See cpu.h.
#include "cpu.h"

#include <cstdio>
#include <cstring>

#include "../../fw/rv32/platform.h"

using sc_core::sc_time;
using sc_core::sc_time_stamp;

namespace {

constexpr size_t STACK = 1 << 20; // the engine compiles code on the stack of the thread

std::chrono::steady_clock::time_point after(double seconds) {
  return std::chrono::steady_clock::now() +
         std::chrono::duration_cast<std::chrono::steady_clock::duration>(std::chrono::duration<double>(seconds));
}

} // namespace

cpu::cpu(const sc_core::sc_module_name &name, uint32_t start, const sc_time &period, const sc_time &limit,
         double wall_s)
    : sc_module(name), socket("socket"), irq("irq"), start_(start), period_(period), limit_(limit),
      wall_end_(after(wall_s)), wall_s_(wall_s) {
  SC_HAS_PROCESS(cpu);
  SC_THREAD(run);
  set_stack_size(STACK);
}

// Programs run from memory that is handed over by DMI.
void cpu::start_of_simulation() {
  tlm::tlm_generic_payload trans;
  tlm::tlm_dmi dmi;
  trans.set_command(tlm::TLM_READ_COMMAND);
  trans.set_address(start_);
  if (!socket->get_direct_mem_ptr(trans, dmi) || !dmi.is_read_write_allowed() || dmi.get_start_address() != start_)
    SC_REPORT_FATAL(name(), "no memory with DMI begins at the first instruction");
  const uint64_t size = dmi.get_end_address() - dmi.get_start_address() + 1;
  engine_ = std::make_unique<rv32_engine>(dmi.get_dmi_ptr(), start_, static_cast<uint32_t>(size));
}

void cpu::stop(const std::string &why) {
  char pc[64];
  snprintf(pc, sizeof pc, ", pc 0x%08x", engine_->pc());
  stopped_ = why + pc;
  sc_core::sc_stop();
  wait(); // does not come back
}

void cpu::run() {
  time_.reset();
  try {
    for (;;) {
      const uint64_t before = engine_->retired();
      const rv32_engine::event event = engine_->run(interrupt() ? 1 : budget());
      time_.inc(period_ * static_cast<double>(engine_->retired() - before));
      switch (event) {
      case rv32_engine::event::budget: break;
      case rv32_engine::event::access: access(); break;
      case rv32_engine::event::wfi: wait_for_interrupt(); break;
      case rv32_engine::event::exception: engine_->trap(engine_->exception_cause(), engine_->exception_value()); break;
      }
      if (time_.need_sync())
        sync();
    }
  } catch (const rv32_lost &lost) {
    stopped_ = lost.what();
    sc_core::sc_stop();
  }
}

// Takes an interrupt if one stands and is let in. True if one stands: the engine then runs block by block, and since an
// instruction that lets it in ends a block, it is taken right behind that one.
bool cpu::interrupt() {
  if (irq.read() && engine_->interrupts_on()) {
    time_.sync(); // irq is as old as SystemC's time
    if (irq.read())
      engine_->trap(rv32_engine::external_interrupt, 0);
  }
  return irq.read();
}

// Instructions that are left of the quantum.
uint64_t cpu::budget() const {
  const sc_time quantum = tlm::tlm_global_quantum::instance().get();
  return quantum > time_.get_local_time() ? (quantum - time_.get_local_time()).value() / period_.value() : 1;
}

void cpu::access() {
  const rv32_engine::access &a = engine_->pending();
  unsigned char data[4] = {};
  tlm::tlm_generic_payload trans;
  trans.set_command(a.write ? tlm::TLM_WRITE_COMMAND : tlm::TLM_READ_COMMAND);
  trans.set_address(a.address);
  trans.set_data_ptr(data);
  trans.set_data_length(a.size);
  trans.set_streaming_width(a.size);
  if (a.write)
    memcpy(data, &a.data, a.size);
  sc_time delay = time_.get_local_time();
  socket->b_transport(trans, delay);
  time_.set(delay);
  if (!trans.is_response_ok()) {
    engine_->trap(a.write ? rv32_engine::store_fault : rv32_engine::load_fault, a.address);
  } else if (a.write) {
    engine_->stored();
  } else {
    uint32_t word = 0;
    memcpy(&word, data, a.size);
    engine_->loaded(word);
  }
  sync(); // so that an interrupt that this access has raised or ended is seen before the next instruction
}

void cpu::sync() {
  time_.sync();
  if (sc_time_stamp() >= limit_) {
    out_of_time_ = true;
    stop("stopped after " + limit_.to_string() + " of simulated time (--limit)");
  }
  if (std::chrono::steady_clock::now() >= wall_end_) {
    char seconds[32];
    snprintf(seconds, sizeof seconds, "%g", wall_s_);
    out_of_time_ = true;
    stop(std::string("stopped after ") + seconds + " s (--wall)");
  }
}

// Goes on at a clock of its own.
void cpu::wait_for_interrupt() {
  time_.sync();
  if (irq.read() && engine_->wakes())
    return;
  wait(sc_time(PLATFORM_WFI_NS, sc_core::SC_NS), engine_->wakes() ? irq.posedge_event() : never_);
  time_.reset();
  const uint64_t past = sc_time_stamp().value() % period_.value();
  if (past)
    time_.inc(sc_time::from_value(period_.value() - past));
  sync();
}
