// SPDX-License-Identifier: Apache-2.0
// A platform that has nothing of this folder but the target: a thread that has a warp vote, and waits for the interrupt.
#include <cstdint>
#include <cstdio>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "ws_target_cmodel.h"

struct master : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<master> socket{"socket"};
  sc_core::sc_in<bool> irq{"irq"};
  uint32_t result = 0;

  explicit master(const sc_core::sc_module_name &name) : sc_module(name) {
    SC_HAS_PROCESS(master);
    SC_THREAD(run);
  }

  uint32_t access(tlm::tlm_command command, uint32_t address, uint32_t data = 0) {
    tlm::tlm_generic_payload trans;
    sc_core::sc_time delay;
    trans.set_command(command);
    trans.set_address(address);
    trans.set_data_ptr(reinterpret_cast<unsigned char *>(&data));
    trans.set_data_length(4);
    trans.set_streaming_width(4);
    socket->b_transport(trans, delay);
    if (trans.is_response_error())
      SC_REPORT_ERROR(name(), trans.get_response_string().c_str());
    wait(delay);
    return data;
  }

  void run() {
    const auto write = tlm::TLM_WRITE_COMMAND, read = tlm::TLM_READ_COMMAND;
    access(write, WS_REG_LAUNCH_LANES, 0xff);
    access(write, WS_REG_LAUNCH, 0);
    access(write, WS_REG_LANE_ALL_MASK, 0xff);
    access(write, WS_REG_REQ_LANES, 0xff);
    access(write, WS_REG_REQ_PRED, 0x5a);
    access(write, WS_REG_IRQ_ENABLE, WS_IRQ_ENABLE_CPL_BM);
    access(write, WS_REG_SUBMIT, WS_OP_VOTE_BALLOT);
    if (!irq.read())
      wait(irq.posedge_event());
    result = access(read, WS_REG_RESULT_D(0));
    printf("vote.sync.ballot.b32: 0x%02x at %s\n", result, sc_core::sc_time_stamp().to_string().c_str());
    sc_core::sc_stop();
  }
};

int sc_main(int, char *[]) {
  ws_bus_config config = {};
  config.core.lanes = 8;
  master m("master");
  ws_target_cmodel block("block", config);
  sc_core::sc_signal<bool> irq("irq");
  m.socket.bind(block.socket);
  m.irq(irq);
  block.irq(irq);
  sc_core::sc_start();
  return m.result != 0x5a;
}
