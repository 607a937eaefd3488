// SPDX-License-Identifier: Apache-2.0
// rtl/atom/ws_atom_alu.v behind alu_dut.h.
#include "alu_dut.h"
#include "instance.h"

struct alu_dut : ws_instance<WS_PREFIX> {
  using ws_instance::ws_instance;
};

namespace {

template <typename Port> void put(Port &port, const ws_atom_value &v) {
  for (unsigned word = 0; word < 4; word++)
    port[word] = uint32_t((word < 2 ? v.lo : v.hi) >> (word % 2 * 32));
}

} // namespace

extern "C" {

alu_dut *alu_open(uint64_t seed) { return new alu_dut(seed, true); }

void alu_close(alu_dut *dut) {
  dut->top->final();
  delete dut;
}

alu_out alu_step(alu_dut *dut, const alu_in *in) {
  auto &top = *dut->top;
  top.clk_i = 0;
  top.rst_ni = !in->reset;
  top.valid_i = in->valid;
  top.fn_i = in->fn;
  top.tag_i = in->tag;
  put(top.r_i, in->r);
  put(top.s_i, in->s);
  put(top.t_i, in->t);
  dut->eval();
  alu_out out = {};
  out.ready = top.ready_o;
  out.valid = top.valid_o;
  out.tag = top.tag_o;
  out.d.lo = uint64_t(top.d_o[1]) << 32 | top.d_o[0];
  out.d.hi = uint64_t(top.d_o[3]) << 32 | top.d_o[2];
  top.clk_i = 1;
  dut->eval();
  return out;
}
}
