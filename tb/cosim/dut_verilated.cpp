// SPDX-License-Identifier: Apache-2.0
// rtl/ws_top.v, or rtl/ws_cluster.v where there are several CTAs, compiled by Verilator, as a device under test. Compiled
// once for each set of parameters, with
//   WS_PREFIX   class that Verilator made            WS_OPS      name of the ws_dut_ops to define
//   WS_LANES WS_WARPS WS_SHFL_FORM WS_MATCH_BITS WS_WATCHDOG WS_WAITERS WS_COPIES WS_ALUS WS_BANKS WS_BEAT WS_CTAS WS_HOP WS_SLOTS WS_FAMILIES   the parameters
//   VM_TRACE_FST  1 when built with tracing; VM_COVERAGE  1 when built with coverage (both from Verilator's CMake package)
//
// Ports are little-endian bit strings of the port's width, whatever C type Verilator chose for them; those of a cluster
// are CTAS times as wide, CTA 0 in the low bits. Lane arrays of 64, 32, 16 and 8 bits go in by memcpy; the rest is placed
// by bits. Exit and launch ports that are not valid carry noise; others keep what they had.
#include "dut.h"

#include "instances.h"

#include <cstring>
#include <type_traits>

static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "ports are copied as little-endian bytes");

struct ws_dut : ws_instance<WS_PREFIX> {
  using ws_instance::ws_instance;
  unsigned resets = 0;
  uint32_t idle = 1;  // of what stands at exit and launch ports that are not valid: another value in each clock
  uint64_t noise = 0; // of registers without reset, before the first clock: the reset's clocks may load them
};

namespace {

constexpr unsigned kLanes = WS_LANES, kWarps = WS_WARPS, kCtas = WS_CTAS;
constexpr unsigned kBanks = WS_BANKS, kRowBits = 12 - __builtin_ctz(kBanks);
constexpr unsigned kWarpBits = kWarps <= 2 ? 1 : __builtin_ctz(kWarps);
// A message names a warp and lanes as the units of memory see them: a beat is a warp of its own.
constexpr unsigned kBeat = WS_BEAT, kBeats = kWarps * kLanes / kBeat;
constexpr unsigned kBeatBits = kBeats <= 2 ? 1 : __builtin_ctz(kBeats);
constexpr unsigned kMsgBits = 3 + kBeatBits + kBeat + 8 + 11 + 21;
constexpr uint32_t kAll = kLanes == 32 ? ~0u : (1u << kLanes % 32) - 1;

constexpr uint64_t ones(unsigned width) { return width >= 64 ? ~uint64_t(0) : (uint64_t(1) << width) - 1; }

// Bits [at +: width] of a port; width at most 64, at most 32 where the port is wider than 64 bits.
template <unsigned width, typename Port> void put_bits(Port &port, unsigned at, uint64_t value) {
  if constexpr (std::is_integral_v<Port>) {
    port = Port((port & ~(ones(width) << at)) | (value & ones(width)) << at);
  } else {
    static_assert(width <= 32, "a field of a wide port");
    uint64_t two;
    char *from = reinterpret_cast<char *>(&port) + at / 32 * 4;
    size_t bytes = at % 32 + width > 32 ? 8 : 4;
    two = 0;
    memcpy(&two, from, bytes);
    two = (two & ~(ones(width) << at % 32)) | (value & ones(width)) << at % 32;
    memcpy(from, &two, bytes);
  }
}
template <unsigned width, typename Port> uint64_t get_bits(const Port &port, unsigned at) {
  if constexpr (std::is_integral_v<Port>) {
    return port >> at & ones(width);
  } else {
    static_assert(width <= 32, "a field of a wide port");
    uint64_t two = 0;
    memcpy(&two, reinterpret_cast<const char *>(&port) + at / 32 * 4, at % 32 + width > 32 ? 8 : 4);
    return two >> at % 32 & ones(width);
  }
}

// One CTA's share of a port that is `width` bits wide for each.
template <unsigned width, typename Port> void put(Port &port, unsigned cta, uint64_t value) {
  if constexpr (kCtas == 1 && std::is_integral_v<Port>)
    port = Port(value & ones(width));
  else
    put_bits<width>(port, cta * width, value);
}
template <unsigned width, typename Port> uint64_t get(const Port &port, unsigned cta) {
  if constexpr (kCtas == 1 && std::is_integral_v<Port>)
    return port;
  else
    return get_bits<width>(port, cta * width);
}

// The same for whole bytes.
template <typename Port> void put_bytes(Port &port, unsigned cta, const void *from, size_t bytes) {
  memcpy(reinterpret_cast<char *>(&port) + cta * bytes, from, bytes);
}
template <typename Port> void get_bytes(void *to, const Port &port, unsigned cta, size_t bytes) {
  memcpy(to, reinterpret_cast<const char *>(&port) + cta * bytes, bytes);
}

// One port <- n lane masks of kLanes bits.
template <unsigned n, typename Port> void put_masks(Port &port, unsigned cta, const uint32_t *mask) {
  static_assert(sizeof(Port) * 8 >= kCtas * n * kLanes, "port width");
  static_assert(kCtas == 1 || n * kLanes % 8 == 0, "a CTA's share in whole bytes");
  if (kLanes == 32) {
    put_bytes(port, cta, mask, n * 4);
  } else if (kLanes == 16) {
    uint16_t half[n];
    for (unsigned i = 0; i < n; i++)
      half[i] = uint16_t(mask[i]);
    put_bytes(port, cta, half, sizeof half);
  } else if (kLanes == 8) {
    uint8_t byte[n];
    for (unsigned i = 0; i < n; i++)
      byte[i] = uint8_t(mask[i]);
    put_bytes(port, cta, byte, sizeof byte);
  } else {
    uint8_t byte[(n + 1) / 2] = {};
    for (unsigned i = 0; i < n; i++)
      byte[i / 2] |= uint8_t((mask[i] & 15) << i % 2 * 4);
    put_bytes(port, cta, byte, sizeof byte);
  }
}

// n lane masks <- one port.
template <unsigned n, typename Port> void get_masks(uint32_t *mask, const Port &port, unsigned cta) {
  static_assert(kCtas == 1 || n * kLanes % 8 == 0, "a CTA's share in whole bytes");
  if (kLanes == 32) {
    get_bytes(mask, port, cta, n * 4);
  } else if (kLanes == 16) {
    uint16_t half[n];
    get_bytes(half, port, cta, sizeof half);
    for (unsigned i = 0; i < n; i++)
      mask[i] = half[i];
  } else if (kLanes == 8) {
    uint8_t byte[n];
    get_bytes(byte, port, cta, sizeof byte);
    for (unsigned i = 0; i < n; i++)
      mask[i] = byte[i];
  } else {
    uint8_t byte[(n + 1) / 2];
    get_bytes(byte, port, cta, sizeof byte);
    for (unsigned i = 0; i < n; i++)
      mask[i] = byte[i / 2] >> i % 2 * 4 & 15;
  }
}

// ------------------------------------------------------------------------------------------------------------ inputs

void put_request(WS_PREFIX &top, unsigned cta, const ws_req &req) {
  put<8>(top.req_tag_i, cta, req.tag);
  put<kWarpBits>(top.req_warp_i, cta, req.warp & (kWarps - 1));
  put<12>(top.req_op_i, cta, req.op);
  put<kLanes>(top.req_lanes_i, cta, req.lanes);
  put<1>(top.req_neg_i, cta, req.neg);
  put<kLanes>(top.req_pred_i, cta, req.pred);
  put_masks<kLanes>(top.req_mask_i, cta, req.mask);
  if (ws_dut_addressed(req.op)) // no other looks at it
    put_bytes(top.req_addr_i, cta, req.addr, kLanes * 8);
  put_bytes(top.req_a_i, cta, req.a, kLanes * 8);
  put_bytes(top.req_b_i, cta, req.b, kLanes * 4);
  put_bytes(top.req_c_i, cta, req.c, kLanes * 4);
}

// A CTA's rows and byte enables are whole bytes of their ports, put together here: bank by bank in the port costs five times as much.
void put_ls(WS_PREFIX &top, unsigned cta, const ws_ls &ls) {
  uint32_t rows[(kBanks * kRowBits + 31) / 32] = {}, enables[(kBanks + 7) / 8] = {};
  for (unsigned k = 0; k < kBanks; k++) {
    const unsigned word = k * kRowBits / 32, bit = k * kRowBits % 32;
    const uint32_t row = ls.row[k] & uint32_t(ones(kRowBits));
    rows[word] |= row << bit;
    if (bit + kRowBits > 32)
      rows[word + 1] |= row >> (32 - bit);
    enables[k / 8] |= (ls.be[k] & 15u) << k % 8 * 4;
  }
  put<kBanks>(top.ls_en_i, cta, ls.en);
  put_bytes(top.ls_row_i, cta, rows, kBanks * kRowBits / 8);
  put_bytes(top.ls_be_i, cta, enables, kBanks / 2);
  put_bytes(top.ls_wdata_i, cta, ls.wdata, kBanks * 4);
}

#if WS_CTAS == 1
void put_net(WS_PREFIX &top, const ws_msg &msg) {
  put_bits<WS_MSG_COUNT_W>(top.net_msg_i, WS_MSG_COUNT_AT, msg.count);
  put_bits<WS_MSG_SLOT_W>(top.net_msg_i, WS_MSG_SLOT_AT, msg.slot);
  put_bits<WS_MSG_FN_W>(top.net_msg_i, WS_MSG_FN_AT, msg.op);
  put_bits<kBeat>(top.net_msg_i, WS_MSG_LANES_AT, msg.lanes);
  put_bits<kBeatBits>(top.net_msg_i, WS_MSG_WARP_AT(kBeat), msg.warp);
  put_bits<WS_MSG_SRC_W>(top.net_msg_i, WS_MSG_SRC_AT(kBeat, kBeatBits), msg.src);
}

void get_net(const WS_PREFIX &top, ws_msg *msg) {
  msg->dest = top.net_dest_o;
  msg->count = uint32_t(get_bits<WS_MSG_COUNT_W>(top.net_msg_o, WS_MSG_COUNT_AT));
  msg->slot = uint32_t(get_bits<WS_MSG_SLOT_W>(top.net_msg_o, WS_MSG_SLOT_AT));
  msg->op = WS_UNIT_MBAR << 8 | uint32_t(get_bits<WS_MSG_FN_W>(top.net_msg_o, WS_MSG_FN_AT));
  msg->lanes = uint32_t(get_bits<kBeat>(top.net_msg_o, WS_MSG_LANES_AT));
  msg->warp = uint32_t(get_bits<kBeatBits>(top.net_msg_o, WS_MSG_WARP_AT(kBeat)));
  msg->src = uint32_t(get_bits<WS_MSG_SRC_W>(top.net_msg_o, WS_MSG_SRC_AT(kBeat, kBeatBits)));
}

template <typename Port> void put_value(Port &port, unsigned at, const ws_atom_value &v) {
  const uint64_t half[] = {v.lo, v.hi};
  for (unsigned k = 0; k < 4; k++)
    put_bits<32>(port, at + 32 * k, uint32_t(half[k / 2] >> 32 * (k % 2)));
}

template <typename Port> ws_atom_value get_value(const Port &port, unsigned at) {
  return {get_bits<32>(port, at) | get_bits<32>(port, at + 32) << 32,
          get_bits<32>(port, at + 64) | get_bits<32>(port, at + 96) << 32};
}

void put_ask(WS_PREFIX &top, const ws_ask &ask) {
  put_bits<WS_ASK_SRC_W>(top.ask_msg_i, WS_ASK_SRC_AT, ask.src);
  put_bits<WS_ASK_LANE_W>(top.ask_msg_i, WS_ASK_LANE_AT, ask.lane);
  put_bits<WS_ASK_LAY_W>(top.ask_msg_i, WS_ASK_LAY_AT, ask.lay);
  put_bits<WS_ASK_FN_W>(top.ask_msg_i, WS_ASK_FN_AT, ask.fn);
  put_bits<WS_ASK_AT_W>(top.ask_msg_i, WS_ASK_AT_AT, ask.at);
  put_value(top.ask_msg_i, WS_ASK_S_AT, ask.s);
}

void put_ans(WS_PREFIX &top, const ws_ans &ans) {
  put_bits<WS_ANS_LANE_W>(top.ans_msg_i, WS_ANS_LANE_AT, ans.lane);
  put_bits<WS_ANS_GONE_W>(top.ans_msg_i, WS_ANS_GONE_AT, ans.gone);
  put_bits<WS_ANS_RAW_W>(top.ans_msg_i, WS_ANS_RAW_AT, ans.raw);
  put_value(top.ans_msg_i, WS_ANS_D_AT, ans.d);
}

void get_ask(const WS_PREFIX &top, ws_ask *ask) {
  ask->dest = top.ask_dest_o;
  ask->src = uint32_t(get_bits<WS_ASK_SRC_W>(top.ask_msg_o, WS_ASK_SRC_AT));
  ask->lane = uint32_t(get_bits<WS_ASK_LANE_W>(top.ask_msg_o, WS_ASK_LANE_AT));
  ask->lay = get_bits<WS_ASK_LAY_W>(top.ask_msg_o, WS_ASK_LAY_AT) != 0;
  ask->fn = uint32_t(get_bits<WS_ASK_FN_W>(top.ask_msg_o, WS_ASK_FN_AT));
  ask->at = uint32_t(get_bits<WS_ASK_AT_W>(top.ask_msg_o, WS_ASK_AT_AT));
  ask->s = get_value(top.ask_msg_o, WS_ASK_S_AT);
}

void get_ans(const WS_PREFIX &top, ws_ans *ans) {
  ans->dest = top.ans_dest_o;
  ans->lane = uint32_t(get_bits<WS_ANS_LANE_W>(top.ans_msg_o, WS_ANS_LANE_AT));
  ans->gone = get_bits<WS_ANS_GONE_W>(top.ans_msg_o, WS_ANS_GONE_AT) != 0;
  ans->raw = get_bits<WS_ANS_RAW_W>(top.ans_msg_o, WS_ANS_RAW_AT) != 0;
  ans->d = get_value(top.ans_msg_o, WS_ANS_D_AT);
}

void drive_net(WS_PREFIX &top, const ws_in &in) {
  top.net_ready_i = in.net_ready;
  top.net_valid_i = in.net.valid;
  if (in.net.valid)
    put_net(top, in.net);
  top.ask_ready_i = in.ask_ready;
  top.ask_valid_i = in.ask.valid;
  if (in.ask.valid)
    put_ask(top, in.ask);
  top.ans_ready_i = in.ans_ready;
  top.ans_valid_i = in.ans.valid;
  if (in.ans.valid)
    put_ans(top, in.ans);
  top.clb_phase_i = in.clb_phase;
}

void sample_net(const WS_PREFIX &top, ws_out *out) {
  out->net_ready = top.net_ready_o;
  out->net.valid = top.net_valid_o;
  if (out->net.valid)
    get_net(top, &out->net);
  out->ask_ready = top.ask_ready_o;
  out->ask.valid = top.ask_valid_o;
  if (out->ask.valid)
    get_ask(top, &out->ask);
  out->ans_ready = top.ans_ready_o;
  out->ans.valid = top.ans_valid_o;
  if (out->ans.valid)
    get_ans(top, &out->ans);
  out->clb = {(top.clb_o & 4) != 0, (top.clb_o & 2) != 0, (top.clb_o & 1) != 0};
}
#endif

uint32_t next_idle(ws_dut *dut) { return dut->idle = dut->idle * 1664525 + 1013904223; }

// idle: what stands at the exit and launch ports while they are not valid; other ports keep what they had.
void drive(WS_PREFIX &top, unsigned cta, const ws_in &in, uint32_t idle) {
  idle ^= idle >> 16;
  put<1>(top.req_valid_i, cta, in.req.valid);
  put<1>(top.exit_valid_i, cta, in.exit.valid);
  put<kWarpBits>(top.exit_warp_i, cta, (in.exit.valid ? in.exit.warp : idle) & (kWarps - 1));
  put<kLanes>(top.exit_lanes_i, cta, (in.exit.valid ? in.exit.lanes : ~idle) & kAll);
  put<1>(top.launch_valid_i, cta, in.launch.valid);
  put<kWarpBits>(top.launch_warp_i, cta, (in.launch.valid ? in.launch.warp : idle >> 5) & (kWarps - 1));
  put<kLanes>(top.launch_lanes_i, cta, (in.launch.valid ? in.launch.lanes : idle >> 3) & kAll);
  put<6>(top.launch_warps_i, cta, (in.launch.valid ? in.launch_warps : idle >> 7) & 63);
  put<1>(top.rsp_ready_i, cta, in.rsp_ready);
  put<1>(top.tick_i, cta, in.tick);
  put<1>(top.ls_valid_i, cta, in.ls.valid);
  if (in.ls.valid)
    put_ls(top, cta, in.ls);
  put<1>(top.tx_valid_i, cta, in.tx.valid);
  if (in.tx.valid) {
    put<32>(top.tx_addr_i, cta, in.tx.addr);
    put<32>(top.tx_bytes_i, cta, in.tx.bytes);
  }
  put<1>(top.gm_ready_i, cta, in.gm_ready);
  put<1>(top.gm_rsp_valid_i, cta, in.gm_rsp.valid);
  if (in.gm_rsp.valid)
    put_bytes(top.gm_rsp_data_i, cta, in.gm_rsp.data, sizeof in.gm_rsp.data);
  put<1>(top.gm_rsp_tag_i, cta, in.gm_rsp.tag);
#if WS_CTAS == 1
  drive_net(top, in);
#endif
}

// ----------------------------------------------------------------------------------------------------------- outputs

template <unsigned at, typename Port> uint64_t get_64(const Port &port, unsigned cta) {
  return get_bits<32>(port, cta * WS_GM_W + at) | get_bits<32>(port, cta * WS_GM_W + at + 32) << 32;
}

// What a request to global memory says beside address and bytes: more of an atomic than of a copy.
void get_gm(const WS_PREFIX &top, unsigned cta, ws_gm *gm) {
  gm->op = uint32_t(get_bits<WS_GM_OP_W>(top.gm_more_o, cta * WS_GM_W + WS_GM_OP_AT));
  if (gm->op != WS_GM_ATOM)
    return;
  gm->fn = uint32_t(get_bits<WS_GM_FN_W>(top.gm_more_o, cta * WS_GM_W + WS_GM_FN_AT));
  gm->s = {get_64<WS_GM_S_AT>(top.gm_more_o, cta), get_64<WS_GM_S_AT + 64>(top.gm_more_o, cta)};
  gm->t = {get_64<WS_GM_T_AT>(top.gm_more_o, cta), get_64<WS_GM_T_AT + 64>(top.gm_more_o, cta)};
}

void sample_memory(const WS_PREFIX &top, unsigned cta, ws_out *out) {
  out->ls_ready = get<1>(top.ls_ready_o, cta);
  out->ls_rsp.valid = get<1>(top.ls_rsp_valid_o, cta);
  if (out->ls_rsp.valid) {
    out->ls_rsp.en = uint32_t(get<kBanks>(top.ls_rsp_en_o, cta));
    out->ls_rsp.raw = uint32_t(get<kBanks>(top.ls_rsp_raw_o, cta));
    get_bytes(out->ls_rsp.rdata, top.ls_rsp_rdata_o, cta, kBanks * 4);
  }
  out->tx_ready = get<1>(top.tx_ready_o, cta);
  out->gm.valid = get<1>(top.gm_valid_o, cta);
  if (out->gm.valid) {
    out->gm.addr = uint32_t(get<32>(top.gm_addr_o, cta));
    out->gm.bytes = uint32_t(get<5>(top.gm_bytes_o, cta));
    out->gm.tag = uint32_t(get<1>(top.gm_tag_o, cta));
    get_gm(top, cta, &out->gm);
  }
  out->gm_rsp_ready = get<1>(top.gm_rsp_ready_o, cta);
#if WS_CTAS == 1
  sample_net(top, out);
#endif
}

void sample(const WS_PREFIX &top, unsigned cta, ws_out *out) {
  out->req_ready = get<1>(top.req_ready_o, cta);
  out->req_judged = get<1>(top.req_judged_o, cta);
  out->exit_done = uint32_t(get<kWarps>(top.exit_done_o, cta));
  out->idle = get<1>(top.idle_o, cta);
  out->rsp.valid = get<1>(top.rsp_valid_o, cta);
  if (out->rsp.valid) {
    out->rsp.tag = uint32_t(get<8>(top.rsp_tag_o, cta));
    out->rsp.warp = uint32_t(get<kWarpBits>(top.rsp_warp_o, cta));
    out->rsp.op = uint32_t(get<12>(top.rsp_op_o, cta));
    out->rsp.lanes = uint32_t(get<kLanes>(top.rsp_lanes_o, cta));
    out->rsp.status = uint32_t(get<10>(top.rsp_status_o, cta));
    out->rsp.p = uint32_t(get<kLanes>(top.rsp_p_o, cta));
    get_bytes(out->rsp.d, top.rsp_d_o, cta, kLanes * 4);
    if (ws_dut_wide(out->rsp.op))
      get_bytes(out->rsp.d_hi, top.rsp_d_hi_o, cta, kLanes * 4);
  }
  out->err.valid = get<1>(top.err_valid_o, cta);
  if (out->err.valid) {
    out->err.status = uint32_t(get<10>(top.err_status_o, cta));
    out->err.warp = uint32_t(get<kWarpBits>(top.err_warp_o, cta));
    out->err.op = uint32_t(get<12>(top.err_op_o, cta));
    out->err.lanes = uint32_t(get<kLanes>(top.err_lanes_o, cta));
    out->err.opnd = uint32_t(get<kLanes>(top.err_opnd_o, cta));
    out->err.cta = uint32_t(get<3>(top.err_cta_o, cta));
  }
  get_masks<kWarps>(out->live, top.live_o, cta);
  get_masks<kWarps>(out->wait, top.wait_o, cta);
  sample_memory(top, cta, out);
}

// ------------------------------------------------------------------------------------------------------- the seam

ws_instances<ws_dut> instances;

bool rtl_coverage(const char *file) { return instances.write(file); }

void rtl_close(ws_dut *dut) { instances.close(dut); }

void rtl_step(ws_dut *dut, const ws_in in[], uint32_t new_req, ws_out out[]) {
  WS_PREFIX &top = *dut->top;
  top.clk_i = 0;
  uint32_t idle = next_idle(dut);
  for (unsigned cta = 0; cta < kCtas; cta++) {
    if (new_req >> cta & 1)
      put_request(top, cta, in[cta].req);
    drive(top, cta, in[cta], idle + cta * 0x9e3779b9u);
  }
  dut->eval();
  for (unsigned cta = 0; cta < kCtas; cta++)
    sample(top, cta, &out[cta]);
  top.clk_i = 1;
  dut->eval();
}

// Whether reset is built synchronous or asynchronous: over four edges at first, then three, two, one, and so on; in every other
// reset nobody takes a response, for what is taken needs no reset. Inputs stand at the ports meanwhile: none may stick.
void rtl_reset(ws_dut *dut) {
  WS_PREFIX &top = *dut->top;
  unsigned edges = 4 - dut->resets++ % 4;
  top.rst_ni = 0;
  for (unsigned i = 0; i < 2 * edges + 1; i++) {
    bool noise = i < 2 * edges;
    uint32_t idle = next_idle(dut);
    for (unsigned cta = 0; cta < kCtas; cta++) {
      ws_in in = {};
      in.rsp_ready = edges % 2 == 0;
      drive(top, cta, in, idle + cta * 0x9e3779b9u);
      put<1>(top.req_valid_i, cta, noise);
      put<1>(top.exit_valid_i, cta, noise);
      put<1>(top.launch_valid_i, cta, noise);
      put<1>(top.ls_valid_i, cta, noise);
      put<1>(top.tx_valid_i, cta, noise);
      put<1>(top.gm_rsp_valid_i, cta, noise);
    }
#if WS_CTAS == 1
    top.net_valid_i = top.ask_valid_i = top.ans_valid_i = noise;
#endif
    top.clk_i = i & 1;
    dut->eval();
  }
  top.rst_ni = 1;
  dut->eval();
}

// Whether `value` of a configuration, where 0 means `standard`, is what was built.
bool built(unsigned value, unsigned standard, unsigned parameter) { return (value ? value : standard) == parameter; }

uint64_t response_hash(const WS_PREFIX &top) {
  uint8_t bytes[2 * kLanes * 4];
  get_bytes(bytes, top.rsp_d_o, 0, sizeof bytes / 2);
  get_bytes(bytes + sizeof bytes / 2, top.rsp_d_hi_o, 0, sizeof bytes / 2);
  uint64_t hash = 0xcbf29ce484222325;
  for (uint8_t byte : bytes)
    hash = (hash ^ byte) * 0x100000001b3; // FNV-1a
  return hash;
}

ws_dut *rtl_open(const ws_config *cfg, int rank, uint64_t seed) {
  if (cfg->lanes != kLanes || cfg->warps != kWarps || cfg->shfl_form != WS_SHFL_FORM ||
      cfg->match_bits != WS_MATCH_BITS || !built(cfg->tick_ns, 10, WS_TICK_NS) || !built(cfg->waiters, 8, WS_WAITERS) ||
      !built(cfg->copies, 8, WS_COPIES) || !built(cfg->alus, 8, WS_ALUS) ||
      !built(cfg->banks, WS_BANKS_MAX, WS_BANKS) || !built(cfg->beat, kLanes, kBeat))
    return nullptr;
  if (rank == WS_DUT_WHOLE ? ws_dut_ctas(cfg) != kCtas : kCtas != 1)
    return nullptr;
  if (!built(cfg->slots, 1, WS_SLOTS) || !built(cfg->families, WS_FAMILY_ALL, WS_FAMILIES & WS_FAMILY_ALL) ||
      (kCtas > 1 && !built(cfg->hop, 4, WS_HOP)))
    return nullptr;
  ws_dut *dut = instances.open(seed);
  WS_PREFIX &top = *dut->top;
  if (!dut->noise)
    dut->noise = response_hash(top);
  for (unsigned cta = 0; cta < kCtas; cta++) {
    put<1>(top.cfg_legacy_i, cta, cfg->legacy);
    put<16>(top.cfg_watchdog_i, cta, cfg->watchdog);
    put<16>(top.cfg_trywait_i, cta, cfg->trywait ? cfg->trywait : 1024);
  }
#if WS_CTAS == 1
  top.cfg_rank_i = rank == WS_DUT_WHOLE ? 0 : uint8_t(rank);
  top.cfg_ctas_i = uint8_t(ws_dut_ctas(cfg));
#endif
  rtl_reset(dut);
  return dut;
}

bool rtl_waves(ws_dut *dut, const char *file) { return dut->waves(file); }

uint64_t rtl_noise(const ws_dut *dut) { return dut->noise; }

} // namespace

extern "C" const ws_dut_ops WS_OPS;
const ws_dut_ops WS_OPS = {
    "rtl",
    {kLanes, kWarps, WS_SHFL_FORM, WS_MATCH_BITS, false, 0, 0, WS_TICK_NS, WS_WAITERS, WS_COPIES, WS_ALUS, kBanks,
     kCtas, WS_HOP, kBeat, WS_SLOTS, WS_FAMILIES &WS_FAMILY_ALL},
    WS_WATCHDOG != 0,
    VM_TRACE_FST != 0,
    VM_COVERAGE != 0,
    rtl_open,
    rtl_close,
    rtl_reset,
    rtl_step,
    rtl_waves,
    rtl_noise,
    rtl_coverage,
};
