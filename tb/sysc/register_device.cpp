// SPDX-License-Identifier: Apache-2.0
// See register_device.h.
#include "register_device.h"

#include <cstring>

register_device::register_device(const sc_core::sc_module_name &name, const sc_core::sc_time &period)
    : sc_module(name), socket("socket"), period_(period) {
  socket.register_b_transport(this, &register_device::b_transport);
}

void register_device::b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay) {
  const unsigned length = trans.get_data_length();
  const uint32_t offset = static_cast<uint32_t>(trans.get_address());
  delay += period_;
  trans.set_dmi_allowed(false);
  if (trans.get_byte_enable_ptr()) {
    trans.set_response_status(tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  } else if (length > 4 || trans.get_streaming_width() < length) {
    trans.set_response_status(tlm::TLM_BURST_ERROR_RESPONSE);
  } else {
    uint32_t word = 0;
    bool there = offset % 4 == 0;
    if (trans.is_write()) {
      memcpy(&word, trans.get_data_ptr(), length);
      there = there && write(offset, word, delay);
    } else if (trans.is_read()) {
      there = there && read(offset, word, delay);
      memcpy(trans.get_data_ptr(), &word, length);
    }
    trans.set_response_status(there ? tlm::TLM_OK_RESPONSE : tlm::TLM_ADDRESS_ERROR_RESPONSE);
  }
}
