// SPDX-License-Identifier: Apache-2.0
// See router.h.
#include "router.h"

#include <algorithm>
#include <stdexcept>

using tlm::tlm_generic_payload;

router::router(const sc_core::sc_module_name &name, const sc_core::sc_time &period, const std::vector<range> &ranges)
    : sc_module(name), socket("socket"), period_(period) {
  socket.register_b_transport(this, &router::b_transport);
  socket.register_transport_dbg(this, &router::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &router::get_direct_mem_ptr);
  for (const range &r : ranges)
    ways_.push_back(std::make_unique<way>(r));
}

tlm_utils::simple_initiator_socket<router> &router::to(uint64_t base) {
  for (const auto &w : ways_)
    if (w->at.base == base)
      return w->socket;
  throw std::invalid_argument("router: no range begins there");
}

// Where all bytes of the transaction are.
router::way *router::find(const tlm_generic_payload &trans) {
  const uint64_t address = trans.get_address(), reach = std::max(trans.get_data_length(), 1u);
  for (const auto &w : ways_)
    if (address >= w->at.base && address - w->at.base < w->at.size && reach <= w->at.size - (address - w->at.base))
      return w.get();
  return nullptr;
}

void router::b_transport(tlm_generic_payload &trans, sc_core::sc_time &delay) {
  way *w = find(trans);
  if (!w) {
    delay += period_;
    trans.set_response_status(tlm::TLM_ADDRESS_ERROR_RESPONSE);
    return;
  }
  const uint64_t address = trans.get_address();
  trans.set_address(address - w->at.base);
  w->socket->b_transport(trans, delay);
  trans.set_address(address);
}

unsigned router::transport_dbg(tlm_generic_payload &trans) {
  way *w = find(trans);
  if (!w)
    return 0;
  const uint64_t address = trans.get_address();
  trans.set_address(address - w->at.base);
  const unsigned done = w->socket->transport_dbg(trans);
  trans.set_address(address);
  return done;
}

bool router::get_direct_mem_ptr(tlm_generic_payload &trans, tlm::tlm_dmi &dmi) {
  way *w = find(trans);
  if (!w)
    return false;
  const uint64_t address = trans.get_address();
  trans.set_address(address - w->at.base);
  const bool granted = w->socket->get_direct_mem_ptr(trans, dmi);
  trans.set_address(address);
  dmi.set_start_address(dmi.get_start_address() + w->at.base);
  dmi.set_end_address(std::min<uint64_t>(dmi.get_end_address(), w->at.size - 1) + w->at.base);
  return granted;
}
