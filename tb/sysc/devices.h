// SPDX-License-Identifier: Apache-2.0
// RAM, serial port and system register of the platform; addresses are those of fw/rv32/platform.h.
#ifndef WS_SYSC_DEVICES_H
#define WS_SYSC_DEVICES_H

#include <functional>
#include <memory>

#include "register_device.h"

// Grants DMI for all of itself.
class ram : public sc_core::sc_module {
public:
  tlm_utils::simple_target_socket<ram> socket;

  ram(const sc_core::sc_module_name &name, uint32_t size, const sc_core::sc_time &period);
  uint8_t *data() { return data_.get(); }

private:
  void b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay);
  unsigned transport_dbg(tlm::tlm_generic_payload &trans);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload &trans, tlm::tlm_dmi &dmi);
  bool copy(tlm::tlm_generic_payload &trans);

  const uint32_t size_;
  const sc_core::sc_time period_;
  std::unique_ptr<uint8_t[], void (*)(void *)> data_;
};

// +0 write: sends a byte to the standard output. +4 read: takes a byte of the standard input, bit 31: there is none.
// +8 read: bit 0 ready to send, bit 1 a byte is there. Waits for nothing.
class uart : public register_device {
public:
  uart(const sc_core::sc_module_name &name, const sc_core::sc_time &period) : register_device(name, period) {}

private:
  bool read(uint32_t offset, uint32_t &data, const sc_core::sc_time &delay) override;
  bool write(uint32_t offset, uint32_t data, const sc_core::sc_time &delay) override;
  bool receive();

  int byte_ = -1;
  bool closed_ = false;
};

// +0 write: ends the run with this status. +4, +8 read: nanoseconds, low and high. +12 read: instructions so far.
class sys : public register_device {
public:
  sys(const sc_core::sc_module_name &name, const sc_core::sc_time &period, std::function<uint64_t()> instructions)
      : register_device(name, period), instructions_(std::move(instructions)) {}

  bool ended() const { return ended_; }
  uint32_t status() const { return status_; }
  const sc_core::sc_time &end_time() const { return end_time_; }

private:
  bool read(uint32_t offset, uint32_t &data, const sc_core::sc_time &delay) override;
  bool write(uint32_t offset, uint32_t data, const sc_core::sc_time &delay) override;

  std::function<uint64_t()> instructions_;
  bool ended_ = false;
  uint32_t status_ = 0;
  sc_core::sc_time end_time_;
};

#endif
