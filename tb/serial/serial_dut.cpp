// SPDX-License-Identifier: Apache-2.0
// tb/serial/ws_serial_bench.v, compiled by Verilator, behind serial_dut.h. WS_PREFIX: class that Verilator made; WS_OPS: name of the
// serial_dut_ops to define; VM_TRACE_FST: 1 when built with tracing.
#include "serial_dut.h"
#include "instances.h"

struct serial_dut : ws_instance<WS_PREFIX> {
  using ws_instance::ws_instance;
};

namespace {

void drive(WS_PREFIX &top, const serial_in &in) {
  top.rx_valid_i = in.rx_valid;
  top.rx_byte_i = in.rx_byte;
  top.tx_ready_i = in.tx_ready;
  top.axil_awready_i = in.awready;
  top.axil_wready_i = in.wready;
  top.axil_bvalid_i = in.bvalid;
  top.axil_bresp_i = in.bresp & 3;
  top.axil_arready_i = in.arready;
  top.axil_rvalid_i = in.rvalid;
  top.axil_rdata_i = in.rdata;
  top.axil_rresp_i = in.rresp & 3;
  top.line_i = in.line;
  top.uart_rx_ready_i = in.uart_rx_ready;
  top.uart_tx_valid_i = in.uart_tx_valid;
  top.uart_tx_byte_i = in.uart_tx_byte;
}

unsigned rtl_step(serial_dut *dut, const serial_in *in, serial_out *out) {
  WS_PREFIX &top = *dut->top;
  top.clk_i = 0;
  drive(top, *in);
  dut->eval();
  *out = {};
  out->rx_ready = top.rx_ready_o;
  out->tx_valid = top.tx_valid_o;
  out->tx_byte = top.tx_byte_o;
  out->checked = top.checked_o;
  out->bad = top.bad_o;
  out->awvalid = top.axil_awvalid_o;
  out->awaddr = top.axil_awaddr_o;
  out->wvalid = top.axil_wvalid_o;
  out->wdata = top.axil_wdata_o;
  out->wstrb = top.axil_wstrb_o;
  out->bready = top.axil_bready_o;
  out->arvalid = top.axil_arvalid_o;
  out->araddr = top.axil_araddr_o;
  out->rready = top.axil_rready_o;
  out->uart_rx_valid = top.uart_rx_valid_o;
  out->uart_rx_byte = top.uart_rx_byte_o;
  out->uart_rx_error = top.uart_rx_error_o;
  out->uart_tx_ready = top.uart_tx_ready_o;
  out->line = top.line_o;
  top.clk_i = 1;
  dut->eval();
  return top.errors_o;
}

// Bytes stand at the ports meanwhile: none may stick.
void rtl_reset(serial_dut *dut) {
  WS_PREFIX &top = *dut->top;
  top.rst_ni = 0;
  for (unsigned i = 0; i < 8; i++) {
    serial_in in = {};
    in.line = true;
    in.rx_valid = in.uart_tx_valid = i < 6;
    in.rx_byte = 0x7e;
    drive(top, in);
    top.clk_i = i & 1;
    dut->eval();
  }
  top.clk_i = 0;
  top.rst_ni = 1;
  dut->eval();
}

ws_instances<serial_dut> instances;

serial_dut *rtl_open(uint64_t seed) {
  serial_dut *dut = instances.open(seed);
  rtl_reset(dut);
  return dut;
}

void rtl_close(serial_dut *dut) { instances.close(dut); }

bool rtl_coverage(const char *file) { return instances.write(file); }

bool rtl_waves(serial_dut *dut, const char *file) { return dut->waves(file); }

} // namespace

extern "C" const serial_dut_ops WS_OPS;
const serial_dut_ops WS_OPS = {VM_TRACE_FST != 0, VM_COVERAGE != 0, rtl_open,  rtl_close,
                               rtl_reset,         rtl_step,         rtl_waves, rtl_coverage};
