// SPDX-License-Identifier: Apache-2.0
// See devices.h.
#include "devices.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <poll.h>
#include <unistd.h>

using sc_core::sc_time;
using tlm::tlm_generic_payload;

ram::ram(const sc_core::sc_module_name &name, uint32_t size, const sc_time &period)
    : sc_module(name), socket("socket"), size_(size), period_(period),
      data_(static_cast<uint8_t *>(std::aligned_alloc(4096, size)), std::free) {
  memset(data_.get(), 0, size);
  socket.register_b_transport(this, &ram::b_transport);
  socket.register_transport_dbg(this, &ram::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &ram::get_direct_mem_ptr);
}

bool ram::copy(tlm_generic_payload &trans) {
  const uint64_t address = trans.get_address();
  const unsigned length = trans.get_data_length();
  if (address > size_ || length > size_ - address)
    return false;
  for (unsigned i = 0; i < length; ++i) {
    const unsigned char *enables = trans.get_byte_enable_ptr();
    if (enables && enables[i % trans.get_byte_enable_length()] != TLM_BYTE_ENABLED)
      continue;
    if (trans.is_write())
      data_[address + i] = trans.get_data_ptr()[i];
    else if (trans.is_read())
      trans.get_data_ptr()[i] = data_[address + i];
  }
  return true;
}

void ram::b_transport(tlm_generic_payload &trans, sc_time &delay) {
  delay += period_;
  trans.set_dmi_allowed(true);
  if (trans.get_streaming_width() < trans.get_data_length())
    trans.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
  else
    trans.set_response_status(copy(trans) ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
}

unsigned ram::transport_dbg(tlm_generic_payload &trans) { return copy(trans) ? trans.get_data_length() : 0; }

bool ram::get_direct_mem_ptr(tlm_generic_payload &, tlm::tlm_dmi &dmi) {
  dmi.set_dmi_ptr(data_.get());
  dmi.set_start_address(0);
  dmi.set_end_address(size_ - 1);
  dmi.set_read_latency(period_);
  dmi.set_write_latency(period_);
  dmi.allow_read_write();
  return true;
}

// Is there a byte to read?
bool uart::receive() {
  pollfd input = {STDIN_FILENO, POLLIN, 0};
  if (byte_ < 0 && !closed_ && poll(&input, 1, 0) > 0) {
    unsigned char byte = 0;
    if (::read(STDIN_FILENO, &byte, 1) == 1)
      byte_ = byte;
    else
      closed_ = true;
  }
  return byte_ >= 0;
}

bool uart::read(uint32_t offset, uint32_t &data, const sc_time &) {
  fflush(stdout); // who asks for input wants its question to be seen
  switch (offset) {
  case 4:
    data = receive() ? static_cast<uint32_t>(byte_) : 1u << 31;
    byte_ = -1;
    return true;
  case 8: data = 1u | (receive() ? 2u : 0u); return true;
  default: return false;
  }
}

bool uart::write(uint32_t offset, uint32_t data, const sc_time &) {
  if (offset)
    return false;
  putchar(static_cast<int>(data & 0xff));
  return true;
}

bool sys::read(uint32_t offset, uint32_t &data, const sc_time &delay) {
  const uint64_t ns = (sc_core::sc_time_stamp() + delay).value() / sc_time(1, sc_core::SC_NS).value();
  switch (offset) {
  case 4: data = static_cast<uint32_t>(ns); return true;
  case 8: data = static_cast<uint32_t>(ns >> 32); return true;
  case 12: data = static_cast<uint32_t>(instructions_()); return true;
  default: return false;
  }
}

bool sys::write(uint32_t offset, uint32_t data, const sc_time &delay) {
  if (offset)
    return false;
  ended_ = true;
  status_ = data;
  end_time_ = sc_core::sc_time_stamp() + delay;
  sc_core::sc_stop();
  wait(); // in the thread of who wrote it: nothing follows
  return true;
}
