// SPDX-License-Identifier: Apache-2.0
// One initiator, several targets, each in a range of addresses. What is in none of them is an address error.
#ifndef WS_SYSC_ROUTER_H
#define WS_SYSC_ROUTER_H

#include <cstdint>
#include <memory>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>
#include <vector>

class router : public sc_core::sc_module {
public:
  tlm_utils::simple_target_socket<router> socket;

  struct range {
    uint64_t base, size;
  };
  router(const sc_core::sc_module_name &name, const sc_core::sc_time &period, const std::vector<range> &ranges);

  // The socket for the target in the range that begins at base.
  tlm_utils::simple_initiator_socket<router> &to(uint64_t base);

private:
  struct way {
    range at;
    tlm_utils::simple_initiator_socket<router> socket;
    explicit way(const range &r) : at(r), socket(sc_core::sc_gen_unique_name("to")) {}
  };
  way *find(const tlm::tlm_generic_payload &trans);
  void b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay);
  unsigned transport_dbg(tlm::tlm_generic_payload &trans);
  bool get_direct_mem_ptr(tlm::tlm_generic_payload &trans, tlm::tlm_dmi &dmi);

  const sc_core::sc_time period_;
  std::vector<std::unique_ptr<way>> ways_;
};

#endif
