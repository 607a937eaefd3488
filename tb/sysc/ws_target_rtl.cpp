// SPDX-License-Identifier: Apache-2.0
// See ws_target_rtl.h.
#include "ws_target_rtl.h"

#include "Vws_bus.h"

using sc_core::sc_signal;
using sc_core::sc_time;
using sc_core::sc_time_stamp;

struct ws_target_rtl::pins {
  sc_core::sc_clock clk;
  sc_signal<bool> rst_n{"rst_n"}, busy{"busy"}, err{"err"};
  sc_signal<bool> awvalid{"awvalid"}, awready{"awready"}, wvalid{"wvalid"}, wready{"wready"}, bvalid{"bvalid"},
      bready{"bready"};
  sc_signal<bool> arvalid{"arvalid"}, arready{"arready"}, rvalid{"rvalid"}, rready{"rready"};
  sc_signal<uint32_t> awaddr{"awaddr"}, araddr{"araddr"}, prot{"prot"}, wdata{"wdata"}, wstrb{"wstrb"}, bresp{"bresp"},
      rdata{"rdata"}, rresp{"rresp"};
  Vws_bus dut{"dut"};

  explicit pins(const sc_time &period) : clk("clk", period, 0.5, period / 2, true) {
    dut.clk_i(clk);
    dut.rst_ni(rst_n);
    dut.axil_awvalid_i(awvalid);
    dut.axil_awready_o(awready);
    dut.axil_awaddr_i(awaddr);
    dut.axil_awprot_i(prot);
    dut.axil_wvalid_i(wvalid);
    dut.axil_wready_o(wready);
    dut.axil_wdata_i(wdata);
    dut.axil_wstrb_i(wstrb);
    dut.axil_bvalid_o(bvalid);
    dut.axil_bready_i(bready);
    dut.axil_bresp_o(bresp);
    dut.axil_arvalid_i(arvalid);
    dut.axil_arready_o(arready);
    dut.axil_araddr_i(araddr);
    dut.axil_arprot_i(prot);
    dut.axil_rvalid_o(rvalid);
    dut.axil_rready_i(rready);
    dut.axil_rdata_o(rdata);
    dut.axil_rresp_o(rresp);
    dut.busy_o(busy);
    dut.err_o(err);
    bready.write(true);
    rready.write(true);
  }
};

ws_target_rtl::ws_target_rtl(const sc_core::sc_module_name &name, const sc_time &period)
    : ws_target(name, period), pins_(std::make_unique<pins>(period)) {
  pins_->dut.irq_o(irq);
  SC_HAS_PROCESS(ws_target_rtl);
  SC_THREAD(reset);
}

ws_target_rtl::~ws_target_rtl() { pins_->dut.final(); }

void ws_target_rtl::reset() {
  wait(period_ * (RESET_CLOCKS - 1)); // the bus sees the end of the reset a clock later
  pins_->rst_n.write(true);
}

void ws_target_rtl::begin(sc_time &delay) {
  turn_.lock();
  const uint64_t ticks = (sc_time_stamp() + delay).value(), period = period_.value();
  const uint64_t clocks = std::max<uint64_t>((ticks + period - 1) / period, RESET_CLOCKS);
  const sc_time start = period_ * static_cast<double>(clocks);
  if (start > sc_time_stamp())
    wait(start - sc_time_stamp());
  delay = sc_core::SC_ZERO_TIME;
}

void ws_target_rtl::clock(const ws_bus_in &in, ws_bus_out &out, sc_time &) {
  pins &p = *pins_;
  p.awvalid.write(in.awvalid);
  p.awaddr.write(in.awaddr);
  p.wvalid.write(in.wvalid);
  p.wdata.write(in.wdata);
  p.wstrb.write(in.wstrb);
  p.arvalid.write(in.arvalid);
  p.araddr.write(in.araddr);
  wait(p.clk.posedge_event());
  out.awready = p.awready.read();
  out.wready = p.wready.read();
  out.bvalid = p.bvalid.read();
  out.bresp = p.bresp.read();
  out.arready = p.arready.read();
  out.rvalid = p.rvalid.read();
  out.rdata = p.rdata.read();
  out.rresp = p.rresp.read();
  wait(period_ / 2);
}

void ws_target_rtl::end(const sc_time &) {
  // The answer has come in the last clock, and with it no pin is valid any more.
  pins_->awvalid.write(false);
  pins_->wvalid.write(false);
  pins_->arvalid.write(false);
  turn_.unlock();
}
