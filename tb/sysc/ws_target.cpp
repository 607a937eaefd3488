// SPDX-License-Identifier: Apache-2.0
// See ws_target.h.
#include "ws_target.h"

#include <algorithm>

using sc_core::sc_time;
using tlm::tlm_generic_payload;

namespace {

// No access takes longer than the wait for shared memory and a few clocks; a block that does not answer is broken.
const unsigned ANSWER_CLOCKS = ws_bus_smem_clocks(4) + 64; // 4 banks: the longest

// The part of a transaction that lies in one word of the bus.
struct piece {
  uint64_t address;
  unsigned lane, bytes, at; // first byte of the word, number of bytes, index into the data
};

piece piece_at(const tlm_generic_payload &trans, unsigned width, unsigned at) {
  const unsigned length = trans.get_data_length();
  const uint64_t address = trans.get_address() + at % width;
  const unsigned lane = address % 4;
  return {address - lane, lane, std::min({4 - lane, length - at, width - at % width}), at};
}

bool enabled(const tlm_generic_payload &trans, unsigned index) {
  const unsigned char *enables = trans.get_byte_enable_ptr();
  return !enables || enables[index % trans.get_byte_enable_length()] == TLM_BYTE_ENABLED;
}

uint32_t gather(const tlm_generic_payload &trans, const piece &p, unsigned &strobes) {
  uint32_t word = 0;
  strobes = 0;
  for (unsigned i = 0; i < p.bytes; ++i)
    if (enabled(trans, p.at + i)) {
      word |= uint32_t(trans.get_data_ptr()[p.at + i]) << 8 * (p.lane + i);
      strobes |= 1u << (p.lane + i);
    }
  return word;
}

void scatter(tlm_generic_payload &trans, const piece &p, uint32_t word) {
  for (unsigned i = 0; i < p.bytes; ++i)
    if (enabled(trans, p.at + i))
      trans.get_data_ptr()[p.at + i] = static_cast<unsigned char>(word >> 8 * (p.lane + i));
}

// A word or half word across two words: what the bus calls unaligned.
bool unaligned(const tlm_generic_payload &trans) {
  const unsigned length = trans.get_data_length();
  return (length == 2 || length == 4) && trans.get_address() % 4 + length > 4;
}

tlm::tlm_response_status check(const tlm_generic_payload &trans) {
  const unsigned length = trans.get_data_length(), width = trans.get_streaming_width();
  if (trans.get_byte_enable_ptr() && !trans.get_byte_enable_length())
    return tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE;
  if (!trans.get_data_ptr() || !length || !width || (width < length && width % 4))
    return tlm::TLM_BURST_ERROR_RESPONSE;
  const bool one_word = trans.get_address() % 4 + length <= 4;
  if (!one_word && !unaligned(trans) && (trans.get_address() % 4 || length % 4))
    return tlm::TLM_BURST_ERROR_RESPONSE;
  if (trans.get_address() >= WS_BUS_BYTES || std::min(length, width) > WS_BUS_BYTES - trans.get_address())
    return tlm::TLM_ADDRESS_ERROR_RESPONSE;
  return tlm::TLM_OK_RESPONSE;
}

} // namespace

ws_target::ws_target(const sc_core::sc_module_name &name, const sc_time &period)
    : sc_module(name), socket("socket"), irq("irq"), period_(period) {
  socket.register_b_transport(this, &ws_target::b_transport);
  socket.register_transport_dbg(this, &ws_target::transport_dbg);
  socket.register_get_direct_mem_ptr(this, &ws_target::get_direct_mem_ptr);
}

void ws_target::b_transport(tlm_generic_payload &trans, sc_time &delay) {
  trans.set_dmi_allowed(false);
  tlm::tlm_response_status status = check(trans);
  if (status == tlm::TLM_OK_RESPONSE && trans.get_command() != tlm::TLM_IGNORE_COMMAND) {
    begin(delay);
    status = transport(trans, delay);
    end(delay);
  }
  trans.set_response_status(status);
}

tlm::tlm_response_status ws_target::transport(tlm_generic_payload &trans, sc_time &delay) {
  const bool write = trans.is_write();
  for (unsigned at = 0; at < trans.get_data_length();) {
    const piece p = piece_at(trans, trans.get_streaming_width(), at);
    const uint64_t address = unaligned(trans) ? trans.get_address() : p.address;
    unsigned strobes = 0xf;
    uint32_t word = write ? gather(trans, p, strobes) : 0;
    const unsigned response = access(write, static_cast<uint32_t>(address), word, strobes, delay);
    if (response != WS_BUS_OKAY)
      return response == WS_BUS_DECERR ? tlm::TLM_ADDRESS_ERROR_RESPONSE : tlm::TLM_GENERIC_ERROR_RESPONSE;
    if (!write)
      scatter(trans, p, word);
    at += p.bytes;
  }
  return tlm::TLM_OK_RESPONSE;
}

// One access of AXI4-Lite; answers are taken at once.
unsigned ws_target::access(bool write, uint32_t address, uint32_t &data, unsigned strobes, sc_time &delay) {
  ws_bus_in in = {};
  ws_bus_out out = {};
  in.bready = in.rready = true;
  in.awvalid = in.wvalid = write;
  in.arvalid = !write;
  in.awaddr = in.araddr = address;
  in.wdata = data;
  in.wstrb = strobes;
  ++accesses_;
  for (unsigned clocks = 0; clocks < ANSWER_CLOCKS; ++clocks) {
    clock(in, out, delay);
    in.awvalid = in.awvalid && !out.awready;
    in.wvalid = in.wvalid && !out.wready;
    in.arvalid = in.arvalid && !out.arready;
    if (write && out.bvalid) {
      operations_ += out.bresp == WS_BUS_OKAY && address == WS_REG_SUBMIT && strobes == 0xf;
      return out.bresp;
    }
    if (!write && out.rvalid) {
      data = out.rdata;
      return out.rresp;
    }
  }
  SC_REPORT_ERROR(name(), "the block does not answer on its bus");
  return WS_BUS_SLVERR;
}

unsigned ws_target::transport_dbg(tlm_generic_payload &trans) {
  if (trans.get_command() == tlm::TLM_IGNORE_COMMAND || !trans.get_data_ptr())
    return 0;
  unsigned at = 0;
  while (at < trans.get_data_length()) {
    const piece p = piece_at(trans, trans.get_data_length(), at); // no streaming here
    uint32_t word = 0;
    if (p.address >= WS_BUS_BYTES || !peek(static_cast<uint32_t>(p.address), word))
      break;
    if (trans.is_read()) {
      scatter(trans, p, word);
    } else {
      unsigned strobes = 0;
      const uint32_t data = gather(trans, p, strobes);
      for (unsigned byte = 0; byte < 4; ++byte)
        if (strobes >> byte & 1)
          word = (word & ~(0xffu << 8 * byte)) | (data & 0xffu << 8 * byte);
      if (!poke(static_cast<uint32_t>(p.address), word))
        break;
    }
    at += p.bytes;
  }
  return at;
}

bool ws_target::get_direct_mem_ptr(tlm_generic_payload &trans, tlm::tlm_dmi &dmi) {
  trans.set_dmi_allowed(false);
  dmi.allow_none();
  dmi.set_start_address(0);
  dmi.set_end_address(WS_BUS_BYTES - 1);
  return false;
}
