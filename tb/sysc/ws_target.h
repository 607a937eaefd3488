// SPDX-License-Identifier: Apache-2.0
// The block on a bus as a TLM-2.0 target, for any platform. What it is made of is one of two derived classes:
//   ws_target_cmodel   the C model, loosely timed: b_transport annotates its time and never waits   (ws_target_cmodel.h)
//   ws_target_rtl      rtl/bus/ws_bus.v, compiled by Verilator: b_transport waits, clock by clock   (ws_target_rtl.h)
//
// Both drive the same AXI4-Lite accesses from the same code, so an access takes the same clocks with both.
//
// Transactions. 128 KiB of addresses from 0, words of 32 bits (rtl/bus/registers.md). Whatever lies within one word becomes
// one access of the bus, byte enables become its write strobes; bytes not enabled are left alone by reads too. Longer ones
// are aligned words, one access each, and end at the first that is refused. A word or half word that crosses into the
// next word is handed on as it is, and the block refuses it. A streaming width of words repeats the address.
//
//   response of the bus   response status
//   OKAY                  TLM_OK_RESPONSE
//   DECERR                TLM_ADDRESS_ERROR_RESPONSE, as is an address beyond the 128 KiB
//   SLVERR                TLM_GENERIC_ERROR_RESPONSE; register BUS_ERR_INFO says why
//   none                  TLM_BURST_ERROR_RESPONSE for other lengths and widths, TLM_BYTE_ENABLE_ERROR_RESPONSE for
//                         byte enables of length 0
//
// DMI is refused: reads and writes have to be seen. transport_dbg looks and changes nothing but memories; with the RTL it
// has no access (0 bytes).
#ifndef WS_TARGET_H
#define WS_TARGET_H

#include <cstdint>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

#include "bus/ws_bus.h"

class ws_target : public sc_core::sc_module {
public:
  tlm_utils::simple_target_socket<ws_target, 32> socket;
  sc_core::sc_out<bool> irq;

  // Clocks of reset from time 0 on. An access in that time waits.
  static constexpr unsigned RESET_CLOCKS = 4;

  uint64_t accesses() const { return accesses_; }
  uint64_t operations() const { return operations_; } // requests that SUBMIT has taken

protected:
  ws_target(const sc_core::sc_module_name &name, const sc_core::sc_time &period);

  // An access begins not before now + delay; delay becomes the time from now to the phase in which its first clock begins.
  virtual void begin(sc_core::sc_time &delay) = 0;
  // One clock of the block; delay grows by a period, or time passes.
  virtual void clock(const ws_bus_in &in, ws_bus_out &out, sc_core::sc_time &delay) = 0;
  virtual void end(const sc_core::sc_time &delay) = 0;
  // Looks and memory writes of a debugger; false where there are none.
  virtual bool peek(uint32_t address, uint32_t &data) = 0;
  virtual bool poke(uint32_t address, uint32_t data) = 0;

  const sc_core::sc_time period_;

private:
  void b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay);
  tlm::tlm_response_status transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay);
  unsigned access(bool write, uint32_t address, uint32_t &data, unsigned strobes, sc_core::sc_time &delay);
  unsigned transport_dbg(tlm::tlm_generic_payload &trans);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload &trans, tlm::tlm_dmi &dmi);

  uint64_t accesses_ = 0, operations_ = 0;
};

#endif
