// SPDX-License-Identifier: Apache-2.0
// A device of a few registers of 32 bits: a TLM-2.0 target that is read and written a register, or its low bytes, at a
// time. Accesses take a clock.
#ifndef WS_SYSC_REGISTER_DEVICE_H
#define WS_SYSC_REGISTER_DEVICE_H

#include <cstdint>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_target_socket.h>

class register_device : public sc_core::sc_module {
public:
  tlm_utils::simple_target_socket<register_device> socket;

protected:
  register_device(const sc_core::sc_module_name &name, const sc_core::sc_time &period);
  // False where there is no such register. delay: the time of the access, from now.
  virtual bool read(uint32_t offset, uint32_t &data, const sc_core::sc_time &delay) = 0;
  virtual bool write(uint32_t offset, uint32_t data, const sc_core::sc_time &delay) = 0;

private:
  void b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay);

  const sc_core::sc_time period_;
};

#endif
