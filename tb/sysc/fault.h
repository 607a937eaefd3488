// SPDX-License-Identifier: Apache-2.0
// A planted fault: between an initiator and a target, one bit of what reads of one word give is inverted.
#ifndef WS_SYSC_FAULT_H
#define WS_SYSC_FAULT_H

#include <cstdint>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

class fault : public sc_core::sc_module {
public:
  tlm_utils::simple_target_socket<fault> socket;
  tlm_utils::simple_initiator_socket<fault> to;

  fault(const sc_core::sc_module_name &name, uint64_t word, unsigned bit);

private:
  void b_transport(tlm::tlm_generic_payload &trans, sc_core::sc_time &delay);

  const uint64_t byte_;
  const unsigned char flip_;
};

#endif
