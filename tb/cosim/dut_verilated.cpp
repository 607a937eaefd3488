// SPDX-License-Identifier: Apache-2.0
// rtl/ws_top.v, compiled by Verilator, as a device under test. Compiled once for each set of parameters, with
//   WS_PREFIX   class that Verilator made            WS_OPS      name of the ws_dut_ops to define
//   WS_LANES WS_WARPS WS_SHFL_FORM WS_MATCH_BITS WS_WATCHDOG     the parameters of the build
//   VM_TRACE_FST  1 when built with tracing (from Verilator's CMake package)
//
// Ports are little-endian byte strings of the port's width, whatever C type Verilator chose for them, so that lane
// arrays of 64, 32, 16 and 8 bits go in by memcpy; only fields of 4 bits are packed by hand.
#include "dut.h"

#include <cstring>
#include <memory>
#include <verilated.h>
#define WS_STR2(x) #x
#define WS_STR(x) WS_STR2(x)
#include WS_STR(WS_PREFIX.h)
#if VM_TRACE_FST
#include <verilated_fst_c.h>
#endif

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "ports are copied as little-endian bytes");

struct ws_dut {
  std::unique_ptr<VerilatedContext> context;
  std::unique_ptr<WS_PREFIX> top;
#if VM_TRACE_FST
  std::unique_ptr<VerilatedFstC> fst;
#endif
};

namespace {

constexpr unsigned kLanes = WS_LANES, kWarps = WS_WARPS;

// One port <- n lane masks of kLanes bits.
template <unsigned n, typename Port> void put_masks(Port &port, const uint32_t *mask) {
  static_assert(sizeof(Port) * 8 >= n * kLanes, "port width");
  if (kLanes == 32) {
    memcpy(&port, mask, n * 4);
  } else if (kLanes == 16) {
    uint16_t half[n];
    for (unsigned i = 0; i < n; i++)
      half[i] = uint16_t(mask[i]);
    memcpy(&port, half, sizeof half);
  } else if (kLanes == 8) {
    uint8_t byte[n];
    for (unsigned i = 0; i < n; i++)
      byte[i] = uint8_t(mask[i]);
    memcpy(&port, byte, sizeof byte);
  } else {
    uint8_t byte[(n + 1) / 2] = {};
    for (unsigned i = 0; i < n; i++)
      byte[i / 2] |= uint8_t((mask[i] & 15) << i % 2 * 4);
    memcpy(&port, byte, sizeof byte);
  }
}

// n lane masks <- one port.
template <unsigned n, typename Port> void get_masks(uint32_t *mask, const Port &port) {
  if (kLanes == 32) {
    memcpy(mask, &port, n * 4);
  } else if (kLanes == 16) {
    uint16_t half[n];
    memcpy(half, &port, sizeof half);
    for (unsigned i = 0; i < n; i++)
      mask[i] = half[i];
  } else if (kLanes == 8) {
    uint8_t byte[n];
    memcpy(byte, &port, sizeof byte);
    for (unsigned i = 0; i < n; i++)
      mask[i] = byte[i];
  } else {
    uint8_t byte[(n + 1) / 2];
    memcpy(byte, &port, sizeof byte);
    for (unsigned i = 0; i < n; i++)
      mask[i] = byte[i / 2] >> i % 2 * 4 & 15;
  }
}

void eval(ws_dut *dut) {
  dut->top->eval();
#if VM_TRACE_FST
  if (dut->fst)
    dut->fst->dump(dut->context->time());
  dut->context->timeInc(1);
#endif
}

void put_request(WS_PREFIX &top, const ws_req &req) {
  constexpr uint32_t lanes = kLanes == 32 ? ~0u : (1u << kLanes % 32) - 1;
  top.req_tag_i = uint8_t(req.tag);
  top.req_warp_i = uint8_t(req.warp & (kWarps - 1));
  top.req_op_i = req.op & 0xfff;
  top.req_lanes_i = req.lanes & lanes;
  top.req_neg_i = req.neg;
  top.req_pred_i = req.pred & lanes;
  put_masks<kLanes>(top.req_mask_i, req.mask);
  memcpy(&top.req_a_i, req.a, kLanes * 8);
  memcpy(&top.req_b_i, req.b, kLanes * 4);
  memcpy(&top.req_c_i, req.c, kLanes * 4);
}

void sample(const WS_PREFIX &top, ws_out *out) {
  out->req_ready = top.req_ready_o;
  out->idle = top.idle_o;
  out->rsp.valid = top.rsp_valid_o;
  if (out->rsp.valid) {
    out->rsp.tag = top.rsp_tag_o;
    out->rsp.warp = top.rsp_warp_o;
    out->rsp.op = top.rsp_op_o;
    out->rsp.lanes = top.rsp_lanes_o;
    out->rsp.status = top.rsp_status_o;
    out->rsp.p = top.rsp_p_o;
    memcpy(out->rsp.d, &top.rsp_d_o, kLanes * 4);
  }
  out->err.valid = top.err_valid_o;
  if (out->err.valid) {
    out->err.status = top.err_status_o;
    out->err.warp = top.err_warp_o;
    out->err.op = top.err_op_o;
    out->err.lanes = top.err_lanes_o;
    out->err.opnd = top.err_opnd_o;
  }
  get_masks<kWarps>(out->live, top.live_o);
  get_masks<kWarps>(out->wait, top.wait_o);
}

void rtl_close(ws_dut *dut) {
#if VM_TRACE_FST
  if (dut->fst)
    dut->fst->close();
#endif
  dut->top->final();
  delete dut;
}

void rtl_step(ws_dut *dut, const ws_in *in, bool new_req, ws_out *out) {
  constexpr uint32_t lanes = kLanes == 32 ? ~0u : (1u << kLanes % 32) - 1;
  WS_PREFIX &top = *dut->top;
  top.clk_i = 0;
  if (new_req)
    put_request(top, in->req);
  top.req_valid_i = in->req.valid;
  top.exit_valid_i = in->exit.valid;
  if (in->exit.valid) {
    top.exit_warp_i = uint8_t(in->exit.warp & (kWarps - 1));
    top.exit_lanes_i = in->exit.lanes & lanes;
  }
  top.launch_valid_i = in->launch.valid;
  if (in->launch.valid) {
    top.launch_warp_i = uint8_t(in->launch.warp & (kWarps - 1));
    top.launch_lanes_i = in->launch.lanes & lanes;
  }
  top.rsp_ready_i = in->rsp_ready;
  top.tick_i = in->tick;
  eval(dut);
  sample(top, out);
  top.clk_i = 1;
  eval(dut);
}

// Over four edges, whether reset is built synchronous or asynchronous. Requests stand at the port meanwhile: none may stick.
void rtl_reset(ws_dut *dut) {
  WS_PREFIX &top = *dut->top;
  top.rst_ni = 0;
  top.rsp_ready_i = 1;
  top.req_valid_i = top.exit_valid_i = top.launch_valid_i = 1;
  for (unsigned i = 0; i < 8; i++) {
    if (i == 6)
      top.req_valid_i = top.exit_valid_i = top.launch_valid_i = 0;
    top.clk_i = i & 1;
    eval(dut);
  }
  top.clk_i = 0;
  top.rst_ni = 1;
  eval(dut);
}

ws_dut *rtl_open(const ws_config *cfg, uint64_t seed) {
  if (cfg->lanes != kLanes || cfg->warps != kWarps || cfg->shfl_form != WS_SHFL_FORM ||
      cfg->match_bits != WS_MATCH_BITS)
    return nullptr;
  auto *dut = new ws_dut;
  dut->context = std::make_unique<VerilatedContext>();
  dut->context->randReset(2);
  dut->context->randSeed(int(seed & 0x7fffffff) | 1);
#if VM_TRACE_FST
  dut->context->traceEverOn(true);
#endif
  dut->top = std::make_unique<WS_PREFIX>(dut->context.get());
  WS_PREFIX &top = *dut->top;
  top.cfg_legacy_i = cfg->legacy;
  top.cfg_watchdog_i = cfg->watchdog;
  rtl_reset(dut);
  return dut;
}

bool rtl_waves(ws_dut *dut, const char *file) {
#if VM_TRACE_FST
  dut->fst = std::make_unique<VerilatedFstC>();
  dut->top->trace(dut->fst.get(), 99);
  dut->fst->open(file);
  return dut->fst->isOpen();
#else
  (void)dut, (void)file;
  return false;
#endif
}

} // namespace

extern "C" const ws_dut_ops WS_OPS;
const ws_dut_ops WS_OPS = {
    "rtl",
    {kLanes, kWarps, WS_SHFL_FORM, WS_MATCH_BITS, false, 0},
    WS_WATCHDOG != 0,
    VM_TRACE_FST != 0,
    rtl_open,
    rtl_close,
    rtl_reset,
    rtl_step,
    rtl_waves,
};
