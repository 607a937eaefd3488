// SPDX-License-Identifier: Apache-2.0
// The block as a TLM-2.0 target: the conventions of TLM-2.0, and what ws_target.h says. ws_target_test: the C model;
// ws_target_test_<lanes> rtl: the RTL. The lines that begin with "clocks" are to be the same for both.
// Ends with "N passed, N failed".
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <systemc>
#include <tlm>
#include <tlm_utils/simple_initiator_socket.h>

#include "backend.h"
#include "ws_target_cmodel.h"

using namespace tlm;
using sc_core::sc_time;
using sc_core::sc_time_stamp;

namespace {

constexpr unsigned char OFF = TLM_BYTE_DISABLED, ON = TLM_BYTE_ENABLED;
const char *name_of(tlm_response_status status) {
  tlm_generic_payload trans;
  trans.set_response_status(status);
  static std::string text;
  text = trans.get_response_string();
  return text.c_str();
}

class test : public sc_core::sc_module {
public:
  tlm_utils::simple_initiator_socket<test> socket{"socket"};
  sc_core::sc_in<bool> irq{"irq"};
  unsigned passed = 0, failed = 0;

  test(const sc_core::sc_module_name &name, bool rtl) : sc_module(name), rtl_(rtl) {
    SC_HAS_PROCESS(test);
    SC_THREAD(run);
  }

private:
  const bool rtl_;
  const sc_time period_{10, sc_core::SC_NS};
  sc_time delay_;
  uint64_t clocks_ = 0; // of the last transaction

  void check(const std::string &what, bool good) {
    good ? ++passed : ++failed;
    if (!good)
      printf("FAIL %s\n", what.c_str());
  }

  void check(const std::string &what, uint64_t got, uint64_t expected) {
    check(what, got == expected);
    if (got != expected)
      printf("     0x%llx, expected 0x%llx\n", static_cast<unsigned long long>(got),
             static_cast<unsigned long long>(expected));
  }

  tlm_response_status transport(tlm_generic_payload &trans) {
    const sc_time before = sc_time_stamp(), start = before + delay_;
    trans.set_response_status(TLM_INCOMPLETE_RESPONSE);
    trans.set_dmi_allowed(true);
    socket->b_transport(trans, delay_);
    check("no DMI hint", !trans.is_dmi_allowed());
    check("the C model waits for nothing", rtl_ || sc_time_stamp() == before);
    check("the RTL is at its time", !rtl_ || delay_ == sc_core::SC_ZERO_TIME);
    clocks_ = (sc_time_stamp() + delay_ - start).value() / period_.value();
    return trans.get_response_status();
  }

  tlm_response_status transport(tlm_command command, uint64_t address, void *data, unsigned length, unsigned width = 0,
                                const unsigned char *enables = nullptr, unsigned enable_length = 0) {
    tlm_generic_payload trans;
    trans.set_command(command);
    trans.set_address(address);
    trans.set_data_ptr(static_cast<unsigned char *>(data));
    trans.set_data_length(length);
    trans.set_streaming_width(width ? width : length);
    trans.set_byte_enable_ptr(const_cast<unsigned char *>(enables));
    trans.set_byte_enable_length(enable_length);
    return transport(trans);
  }

  uint32_t read(uint32_t address) {
    uint32_t data = 0;
    check("a read is answered", transport(TLM_READ_COMMAND, address, &data, 4) == TLM_OK_RESPONSE);
    return data;
  }

  void write(uint32_t address, uint32_t data) {
    check("a write is answered", transport(TLM_WRITE_COMMAND, address, &data, 4) == TLM_OK_RESPONSE);
  }

  void expect(const char *what, tlm_response_status got, tlm_response_status expected) {
    check(what, got == expected);
    if (got != expected)
      printf("     %s, ", name_of(got)), printf("expected %s\n", name_of(expected));
  }

  unsigned debug(tlm_command command, uint32_t address, void *data, unsigned length) {
    tlm_generic_payload trans;
    trans.set_command(command);
    trans.set_address(address);
    trans.set_data_ptr(static_cast<unsigned char *>(data));
    trans.set_data_length(length);
    return socket->transport_dbg(trans);
  }

  void run() {
    responses();
    shapes();
    direct_memory();
    debug_transport();
    time();
    interrupt();
    sc_core::sc_stop();
  }

  // What the bus answers.
  void responses() {
    uint32_t word = 0;
    check("ID", read(WS_REG_ID), WS_ID_RESET);
    expect("nothing there", transport(TLM_READ_COMMAND, 0x3000, &word, 4), TLM_ADDRESS_ERROR_RESPONSE);
    expect("nothing there, written", transport(TLM_WRITE_COMMAND, 0x3000, &word, 4), TLM_ADDRESS_ERROR_RESPONSE);
    expect("behind the block", transport(TLM_READ_COMMAND, WS_BUS_BYTES, &word, 4), TLM_ADDRESS_ERROR_RESPONSE);
    expect("far behind the block", transport(TLM_READ_COMMAND, uint64_t(1) << 32, &word, 4),
           TLM_ADDRESS_ERROR_RESPONSE);
    expect("read only", transport(TLM_WRITE_COMMAND, WS_REG_ID, &word, 4), TLM_GENERIC_ERROR_RESPONSE);
    expect("write only", transport(TLM_READ_COMMAND, WS_REG_SUBMIT, &word, 4), TLM_GENERIC_ERROR_RESPONSE);
    expect("no completion", transport(TLM_WRITE_COMMAND, WS_REG_CPL_POP, &(word = 1), 4), TLM_GENERIC_ERROR_RESPONSE);
    write(WS_REG_BUS_ERR_INFO, WS_BUS_ERR_INFO_VALID_BM);
    expect("unaligned", transport(TLM_READ_COMMAND, WS_REG_ID + 2, &word, 4), TLM_GENERIC_ERROR_RESPONSE);
    check("and the block says so", read(WS_REG_BUS_ERR_INFO),
          WS_BUS_ERR_INFO_KIND_UNALIGNED << WS_BUS_ERR_INFO_KIND_BP | 1u);
    write(WS_REG_BUS_ERR_INFO, WS_BUS_ERR_INFO_VALID_BM);
    word = 0x12345678;
    expect("ignored", transport(TLM_IGNORE_COMMAND, WS_REG_SCRATCH, &word, 4), TLM_OK_RESPONSE);
    check("nothing written by it", read(WS_REG_SCRATCH), 0);
  }

  // Lengths, byte enables, streaming.
  void shapes() {
    uint8_t bytes[16], got[16];
    for (unsigned i = 0; i < 16; ++i)
      bytes[i] = static_cast<uint8_t>(0xa0 + i);
    expect("16 bytes", transport(TLM_WRITE_COMMAND, WS_REG_SMEM + 32, bytes, 16), TLM_OK_RESPONSE);
    check("byte 5 of them, in its word", read(WS_REG_SMEM + 36) >> 8 & 0xff, 0xa5);
    expect("16 bytes back", transport(TLM_READ_COMMAND, WS_REG_SMEM + 32, got, 16), TLM_OK_RESPONSE);
    check("are the same", !memcmp(bytes, got, 16));
    for (unsigned at = 0; at < 4; ++at)
      for (unsigned length = 1; at + length <= 4; ++length) {
        memset(got, 0, sizeof got);
        const auto status = transport(TLM_READ_COMMAND, WS_REG_SMEM + 32 + at, got, length);
        check("within a word", status == TLM_OK_RESPONSE && !memcmp(got, bytes + at, length) && !got[length]);
      }
    expect("a byte", transport(TLM_WRITE_COMMAND, WS_REG_SMEM + 33, &bytes[15], 1), TLM_OK_RESPONSE);
    check("in its lane", read(WS_REG_SMEM + 32), 0xa3a2afa0);

    const unsigned char every_other[] = {OFF, ON};
    const auto masked = transport(TLM_WRITE_COMMAND, WS_REG_SMEM + 40, bytes, 8, 0, every_other, 2);
    expect("byte enables, repeated", masked, TLM_OK_RESPONSE);
    check("only these bytes, first word", read(WS_REG_SMEM + 40), 0xa3aaa1a8);
    check("second word", read(WS_REG_SMEM + 44), 0xa7aea5ac);
    memset(got, 0x11, sizeof got);
    transport(TLM_READ_COMMAND, WS_REG_SMEM + 32, got, 4, 0, every_other, 2);
    check("bytes not enabled are left alone", got[0] == 0x11 && got[1] == 0xaf && got[2] == 0x11 && got[3] == 0xa3);
    expect("byte enables of length 0", transport(TLM_READ_COMMAND, WS_REG_ID, got, 4, 0, every_other, 0),
           TLM_BYTE_ENABLE_ERROR_RESPONSE);
    expect("strobes where none act", transport(TLM_WRITE_COMMAND, WS_REG_IRQ_LEVEL, bytes, 4, 0, every_other, 2),
           TLM_GENERIC_ERROR_RESPONSE);
    write(WS_REG_BUS_ERR_INFO, WS_BUS_ERR_INFO_VALID_BM);

    expect("a stream to one register", transport(TLM_WRITE_COMMAND, WS_REG_SCRATCH, bytes, 12, 4), TLM_OK_RESPONSE);
    check("its last word stays", read(WS_REG_SCRATCH), 0xabaaa9a8);
    memset(got, 0, sizeof got);
    transport(TLM_READ_COMMAND, WS_REG_ID, got, 8, 4);
    check("a stream from one", !memcmp(got, "WSYNWSYN", 8));
    for (unsigned length : {0u, 3u, 5u, 6u, 9u})
      expect("a length that it does not do", transport(TLM_READ_COMMAND, WS_REG_SMEM + 2, got, length, 4),
             TLM_BURST_ERROR_RESPONSE);
    expect("a width that it does not do", transport(TLM_READ_COMMAND, WS_REG_SMEM, got, 8, 2),
           TLM_BURST_ERROR_RESPONSE);
    expect("no data", transport(TLM_READ_COMMAND, WS_REG_SMEM, nullptr, 4), TLM_BURST_ERROR_RESPONSE);
    memset(got, 0, sizeof got);
    expect("a burst out of the memory", transport(TLM_READ_COMMAND, WS_REG_SMEM + WS_SMEM_BYTES - 4, got, 8),
           TLM_ADDRESS_ERROR_RESPONSE);
    expect("a burst out of the block", transport(TLM_READ_COMMAND, WS_BUS_BYTES - 4, got, 8),
           TLM_ADDRESS_ERROR_RESPONSE);
  }

  void direct_memory() {
    tlm_generic_payload trans;
    tlm_dmi dmi;
    trans.set_command(TLM_READ_COMMAND);
    trans.set_address(WS_REG_SMEM);
    check("DMI refused", !socket->get_direct_mem_ptr(trans, dmi));
    check("for all of it",
          dmi.get_start_address() == 0 && dmi.get_end_address() == WS_BUS_BYTES - 1 && dmi.is_none_allowed());
  }

  void debug_transport() {
    const uint64_t requests = read(WS_REG_BUS_ERR_INFO);
    const sc_time before = sc_time_stamp();
    uint32_t words[2] = {0x01020304, 0x05060708};
    const unsigned done = debug(TLM_WRITE_COMMAND, WS_REG_SMEM + 64, words, 8);
    check("debug write", done, rtl_ ? 0 : 8);
    check("debug look where nothing is", debug(TLM_READ_COMMAND, 0x3000, words, 4), 0);
    check("debug write to a register", debug(TLM_WRITE_COMMAND, WS_REG_IRQ_ENABLE, words, 4), 0);
    check("debug out of the block", debug(TLM_READ_COMMAND, WS_BUS_BYTES, words, 4), 0);
    if (!rtl_) {
      words[0] = words[1] = 0;
      check("debug read", debug(TLM_READ_COMMAND, WS_REG_SMEM + 65, words, 7), 7);
      check("its bytes", words[0] == 0x08010203 && words[1] == 0x00050607);
      check("up to where nothing is", debug(TLM_READ_COMMAND, WS_REG_IRQ_LEVEL, words, 8), 4);
    }
    check("no time has passed", sc_time_stamp() == before);
    check("nothing was noticed", read(WS_REG_BUS_ERR_INFO), requests);
  }

  // Loosely timed: the delay is the access's own; a target that is behind waits, one that is ahead says so.
  void time() {
    for (uint32_t address : {WS_REG_ID, WS_REG_SCRATCH, WS_REG_LANE_MASK(0), WS_REG_SMEM, WS_REG_GMEM}) {
      read(address);
      printf("clocks of a read of 0x%05x: %llu\n", address, static_cast<unsigned long long>(clocks_));
      check("a few", clocks_ > 0 && clocks_ < 32);
      if (address != WS_REG_ID)
        write(address, 1);
    }
    uint32_t word = 0;
    transport(TLM_READ_COMMAND, 0x3000, &word, 4);
    printf("clocks of a refused read: %llu\n", static_cast<unsigned long long>(clocks_));
    write(WS_REG_BUS_ERR_INFO, WS_BUS_ERR_INFO_VALID_BM);

    // Counter of clocks, read twice 1 us apart in the initiator's time.
    write(WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
    const uint64_t aligned = clocks_;
    const uint32_t first = read(WS_REG_CNT_CLOCKS_LO);
    const sc_time start = sc_time_stamp() + delay_;
    delay_ += sc_time(1, sc_core::SC_US) - sc_time(3, sc_core::SC_NS);
    write(WS_REG_CNT_CTRL, WS_CNT_CTRL_SNAP_BM);
    check("between two clocks it waits for the next", clocks_, aligned);
    const uint32_t clocks = read(WS_REG_CNT_CLOCKS_LO) - first;
    const uint64_t expected = (sc_time_stamp() + delay_ - start).value() / period_.value();
    printf("clocks counted: %u\n", clocks);
    check("a clock is 10 ns", clocks, expected);
    check("times are whole clocks", (sc_time_stamp() + delay_).value() % period_.value(), 0);

    if (!rtl_) {
      const sc_time ahead = delay_;
      delay_ = sc_core::SC_ZERO_TIME;
      read(WS_REG_ID);
      check("an access at an earlier time comes behind the last one", delay_ > ahead);
    }
  }

  void interrupt() {
    wait(delay_);
    delay_ = sc_core::SC_ZERO_TIME;
    check("no interrupt", !irq.read());
    write(WS_REG_LAUNCH_LANES, 0xf);
    write(WS_REG_LAUNCH, 0);
    write(WS_REG_LANE_ALL_MASK, 0xf);
    write(WS_REG_REQ_LANES, 0xf);
    write(WS_REG_REQ_PRED, 0x6);
    write(WS_REG_IRQ_ENABLE, WS_IRQ_ENABLE_CPL_BM);
    submit(WS_OP_VOTE_BALLOT);
    check("result", read(WS_REG_RESULT_D(0)), 0x6);
    write(WS_REG_CPL_POP, 1);
    wait(delay_ + period_);
    check("it goes with its cause", !irq.read());

    // The block has come to rest: noted after the completion, and stays until a 1 is written.
    delay_ = sc_core::SC_ZERO_TIME;
    write(WS_REG_IRQ_STATUS, WS_IRQ_STATUS_IDLE_BM | WS_IRQ_STATUS_TAKEN_BM);
    write(WS_REG_IRQ_ENABLE, WS_IRQ_ENABLE_IDLE_BM);
    submit(WS_OP_VOTE_BALLOT);
    check("it is at rest", read(WS_REG_IRQ_STATUS) & WS_IRQ_STATUS_IDLE_BM, WS_IRQ_STATUS_IDLE_BM);
    check("and all it did is there", read(WS_REG_CPL_INFO), WS_OP_VOTE_BALLOT | WS_CPL_INFO_VALID_BM);
    write(WS_REG_CPL_POP, 1);
    write(WS_REG_IRQ_STATUS, WS_IRQ_STATUS_IDLE_BM);
    write(WS_REG_IRQ_ENABLE, WS_IRQ_ENABLE_CPL_BM);

    // A wait with a limit: nothing but time ends it.
    delay_ = sc_core::SC_ZERO_TIME;
    write(WS_REG_TRYWAIT, 50);
    write(WS_REG_LANE_ALL_B, 1);
    write(WS_REG_REQ_LANES, 1);
    submit(WS_OP_MBAR_INIT);
    check("init", read(WS_REG_CPL_STATUS), 0);
    write(WS_REG_CPL_POP, 1);
    submit(WS_OP_MBAR_TRY_WAIT);
    check("of the wait", read(WS_REG_CPL_INFO), WS_OP_MBAR_TRY_WAIT | WS_CPL_INFO_VALID_BM);
    check("which ended by its limit", read(WS_REG_CPL_PRED), 0);
  }

  // Until the interrupt comes.
  void submit(uint32_t op) {
    write(WS_REG_SUBMIT, op);
    const sc_time submitted = sc_time_stamp() + delay_;
    wait(delay_);
    if (!irq.read())
      wait(sc_time(10, sc_core::SC_US), irq.posedge_event());
    check("the interrupt comes", irq.read());
    printf("clocks to the interrupt: %g\n", (sc_time_stamp() - submitted) / period_); // it rises with the clock's edge
    delay_ = sc_core::SC_ZERO_TIME;
  }
};

} // namespace

int main(int argc, char *argv[]) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  return sc_core::sc_elab_and_sim(argc, argv);
}

int sc_main(int argc, char *argv[]) {
  const bool rtl = argc == 2 && !strcmp(argv[1], "rtl");
  if ((argc != 1 && !rtl) || (rtl && !rtl_lanes())) {
    fprintf(stderr, "usage: ws_target_test, or ws_target_test_<lanes> rtl\n");
    return 2;
  }
  sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING); // "stopped by user"
  const sc_time period(10, sc_core::SC_NS);
  sc_core::sc_signal<bool> irq("irq");
  test tester("test", rtl);
  std::unique_ptr<ws_target> block;
  ws_bus_config config = {};
  config.core.lanes = rtl_lanes() ? rtl_lanes() : 4;
  if (rtl)
    block = make_rtl("block", period);
  else
    block = std::make_unique<ws_target_cmodel>("block", config, period);
  tester.socket.bind(block->socket);
  tester.irq(irq);
  block->irq(irq);
  sc_core::sc_start();
  printf("%u passed, %u failed\n", tester.passed, tester.failed);
  return tester.failed != 0;
}
