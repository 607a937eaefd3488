// SPDX-License-Identifier: Apache-2.0
// rtl/bus/ws_gmem.v behind gmem_dut.h.
#include "gmem_dut.h"
#include "instance.h"

struct gmem_dut : ws_instance<WS_PREFIX> {
  using ws_instance::ws_instance;
};

namespace {

// Bits of the record that stand beside address and bytes.
template <typename Port> void put(Port &port, unsigned at, unsigned width, uint64_t value) {
  for (unsigned k = 0; k < width; k++)
    if (const uint32_t bit = 1u << (at + k) % 32; value >> k & 1)
      port[(at + k) / 32] |= bit;
}

} // namespace

extern "C" {

gmem_dut *gmem_open(uint64_t seed) { return new gmem_dut(seed, true); }

void gmem_close(gmem_dut *dut) {
  dut->top->final();
  delete dut;
}

gmem_out gmem_step(gmem_dut *dut, bool reset, const ws_gmem_host *host, const ws_gm *gm, bool rsp_ready) {
  auto &top = *dut->top;
  top.clk_i = 0;
  top.rst_ni = !reset;
  top.read_i = host->read;
  top.write_i = host->write;
  top.word_i = host->word % GMEM_WORDS;
  top.wdata_i = host->data;
  top.wstrb_i = host->strb;
  top.gm_valid_i = gm->valid;
  top.gm_addr_i = gm->addr;
  top.gm_bytes_i = gm->bytes;
  for (unsigned k = 0; k < (WS_GM_W + 31) / 32; k++)
    top.gm_more_i[k] = 0;
  put(top.gm_more_i, WS_GM_OP_AT, 2, gm->op);
  put(top.gm_more_i, WS_GM_FN_AT, 8, gm->fn);
  put(top.gm_more_i, WS_GM_BE_AT, 16, gm->be);
  put(top.gm_more_i, WS_GM_S_AT, 64, gm->s.lo);
  put(top.gm_more_i, WS_GM_S_AT + 64, 64, gm->s.hi);
  put(top.gm_more_i, WS_GM_T_AT, 64, gm->t.lo);
  put(top.gm_more_i, WS_GM_T_AT + 64, 64, gm->t.hi);
  top.gm_tag_i = gm->tag;
  top.gm_rsp_ready_i = rsp_ready;
  dut->eval();
  gmem_out out = {};
  out.ready = top.gm_ready_o;
  out.rsp.valid = top.gm_rsp_valid_o;
  out.rsp.tag = top.gm_rsp_tag_o;
  for (unsigned word = 0; word < 4; word++)
    out.rsp.data[word] = top.gm_rsp_data_o[word];
  out.rdata = top.rdata_o;
  top.clk_i = 1;
  dut->eval();
  return out;
}
}
