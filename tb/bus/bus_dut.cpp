// SPDX-License-Identifier: Apache-2.0
// tb/bus/ws_bus_bench.v, compiled by Verilator, behind bus_dut.h. Compiled once for each set of parameters, with
//   WS_PREFIX   class that Verilator made            WS_OPS      name of the ws_bus_dut_ops to define
//   WS_LANES WS_WARPS WS_FAMILIES WS_SHFL_FORM WS_WAITERS WS_COPIES WS_ALUS WS_BANKS WS_BEAT WS_WATCHDOG WS_COUNTERS WS_CNT_START WS_FIFO WS_GMEM   the parameters
//   VM_TRACE_FST  1 when built with tracing (from Verilator's CMake package)
#include <cstdio>

#include "bus_dut.h"
#include "instances.h"

struct ws_bus_dut : ws_instance<WS_PREFIX> {
  using ws_instance::ws_instance;
  unsigned early = 0; // readies while the bus was still in reset
};

namespace {

void drive(WS_PREFIX &top, const ws_bus_in &in, unsigned prot) {
  top.axil_awvalid_i = in.awvalid;
  top.axil_awaddr_i = in.awaddr & 0x1ffff;
  top.axil_awprot_i = prot & 7;
  top.axil_wvalid_i = in.wvalid;
  top.axil_wdata_i = in.wdata;
  top.axil_wstrb_i = in.wstrb & 15;
  top.axil_bready_i = in.bready;
  top.axil_arvalid_i = in.arvalid;
  top.axil_araddr_i = in.araddr & 0x1ffff;
  top.axil_arprot_i = prot >> 3 & 7;
  top.axil_rready_i = in.rready;
}

unsigned rtl_step(ws_bus_dut *dut, const ws_bus_in *in, unsigned prot, ws_bus_out *out) {
  WS_PREFIX &top = *dut->top;
  top.clk_i = 0;
  drive(top, *in, prot);
  dut->eval();
  *out = {};
  out->awready = top.axil_awready_o;
  out->wready = top.axil_wready_o;
  out->bvalid = top.axil_bvalid_o;
  out->bresp = top.axil_bresp_o;
  out->arready = top.axil_arready_o;
  out->rvalid = top.axil_rvalid_o;
  out->rdata = top.axil_rdata_o;
  out->rresp = top.axil_rresp_o;
  out->irq = top.irq_o;
  out->busy = top.busy_o;
  out->err = top.err_o;
  top.clk_i = 1;
  dut->eval();
  return top.errors_o + dut->early;
}

// Over four edges, of which the last is the one in which the bus has not yet seen that the reset is over. Requests stand at the ports meanwhile, none may stick, and no response is taken, none may stay.
void rtl_reset(ws_bus_dut *dut) {
  WS_PREFIX &top = *dut->top;
  for (unsigned i = 0; i < 8; i++) {
    top.rst_ni = i >= 6;
    ws_bus_in in = {};
    in.awvalid = in.wvalid = in.arvalid = i < 6;
    drive(top, in, 0);
    top.clk_i = i & 1;
    dut->eval();
    if (i == 6 && (top.axil_awready_o || top.axil_wready_o || top.axil_arready_o)) {
      fprintf(stderr, "ws_bus: a ready is 1 in the clock after a reset, in which the bus still takes nothing\n");
      dut->early++;
    }
  }
  top.clk_i = 0;
  dut->eval();
}

ws_instances<ws_bus_dut> instances;

ws_bus_dut *rtl_open(uint64_t seed) {
  ws_bus_dut *dut = instances.open(seed);
  rtl_reset(dut);
  return dut;
}

void rtl_close(ws_bus_dut *dut) { instances.close(dut); }

bool rtl_coverage(const char *file) { return instances.write(file); }

bool rtl_waves(ws_bus_dut *dut, const char *file) { return dut->waves(file); }

ws_bus_config built() {
  ws_bus_config cfg = {};
  cfg.core.lanes = WS_LANES;
  cfg.core.warps = WS_WARPS;
  cfg.core.families = WS_FAMILIES & WS_FAMILY_ALL;
  cfg.core.shfl_form = WS_SHFL_FORM;
  cfg.core.waiters = WS_WAITERS;
  cfg.core.copies = WS_COPIES;
  cfg.core.alus = WS_ALUS;
  cfg.core.banks = WS_BANKS;
  cfg.core.beat = WS_BEAT;
  cfg.no_watchdog = !WS_WATCHDOG;
  cfg.no_counters = !WS_COUNTERS;
  cfg.cnt_start = WS_CNT_START;
  cfg.fifo = WS_FIFO;
  cfg.gmem_bytes = WS_GMEM;
  cfg.tick_div = 3;
  cfg.build = 0x20260704;
  return cfg;
}

} // namespace

extern "C" const ws_bus_dut_ops WS_OPS;
const ws_bus_dut_ops WS_OPS = {built(),   VM_TRACE_FST != 0, VM_COVERAGE != 0, rtl_open,    rtl_close,
                               rtl_reset, rtl_step,          rtl_waves,        rtl_coverage};
