// SPDX-License-Identifier: Apache-2.0
// See fault.h.
#include "fault.h"

fault::fault(const sc_core::sc_module_name &name, uint64_t word, unsigned bit)
    : sc_module(name), socket("socket"), to("to"), byte_(word + bit / 8),
      flip_(static_cast<unsigned char>(1u << bit % 8)) {
  socket.register_b_transport(this, &fault::b_transport);
}

void fault::b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay) {
  to->b_transport(trans, delay);
  const uint64_t begin = trans.get_address();
  if (trans.is_read() && trans.is_response_ok() && byte_ >= begin && byte_ - begin < trans.get_data_length())
    trans.get_data_ptr()[byte_ - begin] ^= flip_;
}
