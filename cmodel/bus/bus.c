// SPDX-License-Identifier: Apache-2.0
// The block on a bus, clock by clock: see ws_bus.h. Functions are called after the files of rtl/bus.
//
// An access goes through five clocks or more: it is chosen; decoded; looked at (is it refused, memories are read); it acts,
// which may take long; and is done, in the clock before its answer stands.
#include "bus/bus.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------ reset

static void complete(ws_bus_config *cfg) {
  cfg->core.lanes = cfg->core.lanes ? cfg->core.lanes : 32;
  cfg->core.warps = cfg->core.warps ? cfg->core.warps : 4;
  cfg->core.match_bits = cfg->core.match_bits ? cfg->core.match_bits : 4;
  cfg->core.ctas = cfg->core.ctas ? cfg->core.ctas : 1;
  cfg->core.legacy = false;
  cfg->core.watchdog = 0;
  cfg->core.trywait = 1024;
  cfg->fifo = cfg->fifo ? cfg->fifo : 8;
  cfg->gmem_bytes = cfg->gmem_bytes ? cfg->gmem_bytes : 4096;
  cfg->tick_div = cfg->tick_div ? cfg->tick_div : 1;
}

// All but the channels, SCRATCH and the memories.
static void reset(ws_bus *bus) {
  ws_core_init(&bus->core, &bus->cfg.core);
  memset(&bus->in, 0, sizeof bus->in);
  memset(&bus->out, 0, sizeof bus->out);
  bus->gmem = (ws_gmem){.words_only = !(bus->cfg.core.families & WS_FAMILY_ATOM)};
  bus->head = bus->fill = bus->walk = 0;
  bus->kept = false;
  bus->clear = bus->cfg.core.lanes * 8;
  bus->soft = bus->configures = bus->legacy = bus->busy = bus->tx_busy = bus->raw = bus->idle = bus->idle_was = false;
  bus->irq = bus->irq_idle = bus->irq_taken = bus->bus_err = bus->bus_err_write = false;
  bus->bus_err_addr = bus->bus_err_kind = bus->irq_enable = bus->launch_lanes = bus->exit_lanes = 0;
  bus->irq_level = 1;
  bus->watchdog = 0;
  bus->trywait = bus_has_mbar(bus) ? bus->cfg.core.trywait : 0;
  bus->tick_div = bus->cfg.tick_div;
  bus->tick = 1;
  for (unsigned k = 0; k < BUS_COUNTERS; k++)
    bus->count[k] = bus->cfg.cnt_start;
  memset(bus->snap, 0, sizeof bus->snap);
  memset(bus->more, 0, sizeof bus->more);
}

// The block has a register of its own for each of these.
static void configure(ws_bus *bus) {
  bus->core.cfg.legacy = bus->legacy;
  bus->core.cfg.watchdog = bus->watchdog;
  if (bus_has_mbar(bus))
    ws_mbar_unit_limit(&bus->core.mbar, bus->trywait * bus->cfg.core.tick_ns);
  bus->configures = false;
}

size_t ws_bus_size(const ws_bus_config *cfg) {
  (void)cfg;
  return sizeof(ws_bus);
}

const char *ws_bus_config_error(const ws_bus_config *cfg) {
  if (!cfg)
    return "there is no configuration: cfg is NULL";
  ws_bus_config full = *cfg;
  complete(&full);
  if (full.core.ctas != 1)
    return "core.ctas must be 1: a bus has no network to other CTAs";
  if (!bits_power_of_two(full.fifo, 2, BUS_FIFO_MAX))
    return "fifo must be 2, 4, 8, 16, 32 or 64, or 0, which stands for 8";
  if (!bits_power_of_two(full.gmem_bytes, 256, WS_GMEM_BYTES))
    return "gmem_bytes must be a power of two from 256 to 65536, or 0, which stands for 4096";
  if (full.tick_div > 0xffff)
    return "tick_div must be 1 to 65535, or 0, which stands for 1";
  return ws_config_error(&full.core, 0);
}

ws_bus *ws_bus_init(void *mem, const ws_bus_config *cfg) {
  ws_bus *bus = mem;
  if (!mem || ws_bus_config_error(cfg))
    return NULL;
  memset(bus, 0, sizeof *bus);
  bus->cfg = *cfg;
  complete(&bus->cfg);
  ws_core_init(&bus->core, &bus->cfg.core);
  bus->cfg.core = bus->core.cfg; // with its defaults
  reset(bus);
  return bus;
}

// ------------------------------------------------------------------------------------------------------- the access

// What takes effect in this clock.
typedef struct action {
  bool look, act; // an access is looked at; it acts
  bool effect;    // it is not refused, and no write of no bytes
  uint32_t addr, data, strb;
  uint32_t irq; // IRQ_STATUS before the edge
  bool last;    // it has acted with this clock
  uint32_t rdata;
} action;

// Operands are cleared after a reset; what looks at them waits for that.
static bool held(const ws_bus *bus, uint32_t addr) {
  return bus->clear && (addr >> 12 == 1 || (bus->write && addr == WS_REG_SUBMIT));
}

static action begin(const ws_bus *bus) {
  action a = {.addr = bus->write ? bus->aw_addr : bus->ar_addr, .data = bus->w_data, .strb = bus->w_strb};
  a.look = bus->look && !held(bus, a.addr);
  a.act = bus->act;
  a.effect = a.act && !bus->kind && !(bus->write && !a.strb);
  a.irq = ws_bus_irq_status(bus);
  return a;
}

static bool writes(const ws_bus *bus, const action *a, uint32_t addr) {
  return a->effect && bus->write && bus->region == BUS_REGS && a->addr == addr;
}

// An access of shared memory: until the block takes it, or too long.
static bool ls_asks(const ws_bus *bus, const action *a) {
  return a->effect && bus->region == BUS_SMEM && !bus->ls_sent &&
         bus->ls_clocks < ws_bus_smem_clocks(bus->cfg.core.banks);
}

// The ports of the block but those of global memory.
static void drive(ws_bus *bus, const action *a) {
  ws_in *in = &bus->in;
  in->req.valid = bus->busy;
  in->tx.valid = bus->tx_busy;
  in->tick = bus->tick == 0;
  in->rsp_ready = bus->fill != bus->cfg.fifo && bus->walk == bus->cfg.core.lanes - 1;
  in->net_ready = in->ask_ready = in->ans_ready = true;
  in->launch = (ws_lanes){writes(bus, a, WS_REG_LAUNCH), a->data & WS_LAUNCH_WARP_BM, bus->launch_lanes};
  in->launch_warps = (a->data & WS_LAUNCH_WARPS_BM) >> WS_LAUNCH_WARPS_BP;
  in->exit = (ws_lanes){writes(bus, a, WS_REG_EXIT), a->data & WS_EXIT_WARP_BM, bus->exit_lanes};
  in->ls.valid = ls_asks(bus, a);
  if (in->ls.valid) {
    const unsigned word = (a->addr - WS_REG_SMEM) / 4, banks = bus->cfg.core.banks, bank = word % banks;
    in->ls.en = 1u << bank;
    in->ls.row[bank] = (uint16_t)(word / banks);
    in->ls.be[bank] = (uint8_t)(bus->write ? a->strb : 0);
    in->ls.wdata[bank] = a->data;
  }
  in->gm_ready = ws_gmem_ready(&bus->gmem);
  in->gm_rsp = ws_gmem_rsp(&bus->gmem);
}

static void operand(ws_bus *bus, uint32_t addr, unsigned lane, const action *a) {
  const uint32_t of_lane = WS_REG_LANE_MASK(lane) + (addr & 0x1f);
  ws_bus_lane_write(bus, addr, lane, bits_merge(ws_bus_lane_read(bus, of_lane), a->data, a->strb));
}

// Refused in the clock in which it acts: shared memory was not free for too long.
static bool given_up(const ws_bus *bus, const action *a) {
  return a->effect && bus->region == BUS_SMEM && !bus->ls_sent &&
         bus->ls_clocks == ws_bus_smem_clocks(bus->cfg.core.banks);
}

// Whether the access acts for the last time, and what it reads; all registers as they are before the edge.
static void answer(const ws_bus *bus, action *a) {
  a->last = a->act;
  if (!a->effect)
    return;
  switch (bus->region) {
  case BUS_REGS: a->rdata = ws_bus_reg_read(bus, a->addr, bus->cpl_seen); break;
  case BUS_LANE: a->rdata = ws_bus_lane_read(bus, a->addr); break;
  case BUS_LANE_ALL: a->last = bus->lane == bus->cfg.core.lanes - 1; break;
  case BUS_RESULT: a->rdata = ws_bus_result_read(bus, a->addr, bus->cpl_seen); break;
  case BUS_SMEM:
    a->last = bus->ls_came || given_up(bus, a);
    a->rdata = bus->ls_came ? bus->ls_word : 0;
    break;
  default: a->rdata = bus->gmem_word[(a->addr - WS_REG_GMEM) / 4];
  }
}

// The access takes effect: operands and memories. Registers: see registers().
static void effect(ws_bus *bus, const action *a) {
  if (!a->effect)
    return;
  if (bus->region == BUS_LANE && bus->write)
    operand(bus, a->addr, a->addr >> 5 & 31, a);
  if (bus->region == BUS_LANE_ALL)
    operand(bus, a->addr, bus->lane++, a);
  if (bus->region == BUS_SMEM) {
    bus->ls_sent |= bus->in.ls.valid && bus->out.ls_ready;
    bus->ls_clocks += !bus->ls_sent && bus->in.ls.valid;
    bus->ls_came = bus->out.ls_rsp.valid;
    bus->ls_word = bus->out.ls_rsp.rdata[a->addr / 4 % bus->cfg.core.banks];
    if (bus->ls_came && !bus->write)
      bus->raw = bus->out.ls_rsp.raw != 0;
  }
}

static void refused(ws_bus *bus, const action *a) {
  if (bus->bus_err)
    return;
  bus->bus_err = true;
  bus->bus_err_write = bus->write;
  bus->bus_err_kind = bus->kind;
  bus->bus_err_addr = a->addr;
}

// -------------------------------------------------------------------------------------------------------- registers

static void write_reg(ws_bus *bus, const action *a) {
  const uint32_t all = bits_ones(bus->cfg.core.lanes), data = a->data;
  ws_req *req = &bus->in.req;
  switch (a->addr) {
  case WS_REG_SCRATCH: bus->scratch = bits_merge(bus->scratch, data, a->strb); break;
  case WS_REG_CTRL:
    bus->soft = data & WS_CTRL_RESET_BM;
    bus->legacy = (data & WS_CTRL_LEGACY_BM) != 0;
    bus->configures = true;
    break;
  case WS_REG_WATCHDOG:
    bus->watchdog = (uint16_t)(bus->cfg.no_watchdog ? 0 : data);
    bus->configures = true;
    break;
  case WS_REG_TRYWAIT:
    if (!bus_has_mbar(bus))
      break;
    bus->trywait = data & WS_TRYWAIT_TICKS_BM;
    bus->configures = true;
    break;
  case WS_REG_TICK_DIV:
    bus->tick_div = data & WS_TICK_DIV_CLOCKS_BM;
    bus->tick = 0;
    break;
  case WS_REG_IRQ_ENABLE: bus->irq_enable = data & 31; break;
  case WS_REG_IRQ_LEVEL: bus->irq_level = data & WS_IRQ_LEVEL_ENTRIES_BM; break;
  case WS_REG_REQ_LANES: req->lanes = data & all; break;
  case WS_REG_REQ_PRED: req->pred = data & all; break;
  case WS_REG_SUBMIT:
    req->op = data & WS_SUBMIT_OP_BM;
    req->neg = (data & WS_SUBMIT_NEG_BM) != 0;
    req->warp = (data & WS_SUBMIT_WARP_BM) >> WS_SUBMIT_WARP_BP & (bus->cfg.core.warps - 1);
    req->tag = data >> WS_SUBMIT_TAG_BP;
    bus->busy = true;
    break;
  case WS_REG_LAUNCH_LANES: bus->launch_lanes = data & all; break;
  case WS_REG_EXIT_LANES: bus->exit_lanes = data & all; break;
  case WS_REG_TX_ADDR: bus->in.tx.addr = data; break;
  case WS_REG_TX_BYTES:
    bus->in.tx.bytes = data;
    bus->tx_busy = true;
    break;
  case WS_REG_BUS_ERR_INFO: bus->bus_err = bus->bus_err && !(data & WS_BUS_ERR_INFO_VALID_BM); break;
  default: break;
  }
}

static void counters(ws_bus *bus, const action *a, bool taken, bool kept) {
  const uint32_t data = writes(bus, a, WS_REG_CNT_CTRL) ? a->data : 0;
  const bool err = kept && bus->out.rsp.status >> 9;
  const bool more[BUS_COUNTERS] = {
      true, taken, kept, err, bus->busy && !taken, bus->out.rsp.valid && ws_bus_fill(bus) == bus->cfg.fifo};
  for (unsigned k = 0; k < BUS_COUNTERS; k++) {
    if (data & WS_CNT_CTRL_SNAP_BM)
      bus->snap[k] = bus->count[k];
    bus->count[k] = data & WS_CNT_CTRL_CLEAR_BM ? bus->cfg.cnt_start : bus->count[k] + bus->more[k];
    bus->more[k] = more[k];
  }
}

// What registers keep by themselves, then what is written to them.
static void registers(ws_bus *bus, const action *a, bool taken) {
  const uint32_t ack = writes(bus, a, WS_REG_IRQ_STATUS) ? a->data : 0;
  const bool tx_taken = bus->tx_busy && bus->out.tx_ready, idle = ws_bus_idle(bus);
  const bool fire = taken || tx_taken || bus->in.launch.valid || bus->in.exit.valid;
  bus->irq = (a->irq & bus->irq_enable) != 0;
  bus->irq_idle = (idle && !bus->idle_was) || (bus->irq_idle && !(ack & WS_IRQ_STATUS_IDLE_BM));
  bus->irq_taken = taken || (bus->irq_taken && !(ack & WS_IRQ_STATUS_TAKEN_BM));
  bus->idle_was = idle;
  bus->idle = !fire && (a->effect && bus->region == BUS_SMEM ? bus->idle : bus->out.idle);
  bus->tick = bus->tick ? bus->tick - 1 : (bus->tick_div ? bus->tick_div - 1 : 0);
  bus->busy &= !taken;
  bus->tx_busy &= !tx_taken;
  bus->clear -= bus->clear > 0;
  if (a->effect && bus->write && bus->region == BUS_REGS)
    write_reg(bus, a);
}

// ------------------------------------------------------------------------------------------------------ completions

// A response is stored lane by lane, and is taken with its last one. True then.
static bool store(ws_bus *bus) {
  const ws_rsp *rsp = &bus->out.rsp;
  if (!rsp->valid || bus->fill == bus->cfg.fifo)
    return false;
  if (++bus->walk < bus->cfg.core.lanes)
    return false;
  bus_completion *c = &bus->fifo[(bus->head + bus->fill) % bus->cfg.fifo];
  *c = (bus_completion){rsp->tag, rsp->warp, rsp->op, rsp->lanes, rsp->status, rsp->p & rsp->lanes, {0}, {0}};
  const bool wide =
      ws_is_mbar_token(rsp->op) || ws_is_atom_wide(rsp->op) || ws_is_atom_quad(rsp->op) || ws_is_atom_vector(rsp->op);
  for (uint32_t left = rsp->lanes; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    c->d[i] = rsp->d[i];
    c->d_hi[i] = wide ? rsp->d_hi[i] : 0;
  }
  bus->walk = 0;
  return true;
}

static void completions(ws_bus *bus, const action *a, bool kept) {
  const bool pop = writes(bus, a, WS_REG_CPL_POP) && (a->data & WS_CPL_POP_POP_BM);
  bus->fill += kept;
  bus->kept = kept;
  bus->fill -= pop;
  bus->head = (bus->head + pop) % bus->cfg.fifo;
}

// ---------------------------------------------------------------------------------------------------- global memory

static void gmem(ws_bus *bus, const action *a) {
  const ws_gmem_host host = {.read = a->look && !bus->write && a->addr >= WS_REG_GMEM,
                             .write = a->effect && bus->write && bus->region == BUS_GMEM,
                             .word = (a->addr - WS_REG_GMEM) / 4 % (bus->cfg.gmem_bytes / 4),
                             .data = a->data,
                             .strb = a->strb};
  ws_gmem_step(&bus->gmem, bus->gmem_word, bus->cfg.gmem_bytes / 4, &host, &bus->out.gm, bus->out.gm_rsp_ready);
}

// --------------------------------------------------------------------------------------------------------- channels

static void channels(ws_bus *bus, const ws_bus_in *in, uint32_t resp) {
  const bool can_write = bus->aw_full && bus->w_full && !bus->bvalid, can_read = bus->ar_full && !bus->rvalid;
  const bool was_active = bus->active;
  if (in->awvalid && !bus->aw_full) {
    bus->aw_full = true;
    bus->aw_addr = in->awaddr & BUS_ADDR_MASK;
  }
  if (in->wvalid && !bus->w_full) {
    bus->w_full = true;
    bus->w_data = in->wdata;
    bus->w_strb = in->wstrb & 15;
  }
  if (in->arvalid && !bus->ar_full) {
    bus->ar_full = true;
    bus->ar_addr = in->araddr & BUS_ADDR_MASK;
  }
  bus->bvalid &= !in->bready;
  bus->rvalid &= !in->rready;
  if (bus->done) {
    bus->active = false;
    if (bus->write) {
      bus->aw_full = bus->w_full = false;
      bus->bvalid = true;
      bus->bresp = resp;
    } else {
      bus->ar_full = false;
      bus->rvalid = true;
      bus->rresp = resp;
      bus->rdata = bus->read;
    }
  } else if (!was_active && (can_write || can_read)) {
    bus->active = true;
    bus->write = can_write && !(can_read && bus->write); // turns
  }
}

static uint32_t response(unsigned kind) {
  return !kind ? WS_BUS_OKAY : kind == WS_BUS_ERR_INFO_KIND_UNMAPPED ? WS_BUS_DECERR : WS_BUS_SLVERR;
}

// The access goes a step on. decode: it is none of the others' turn, though an access is there.
static void steps(ws_bus *bus, const action *a, bool decode, unsigned refusal, bool cpl_seen, bool late) {
  bus->done = a->last;
  if (a->last) {
    bus->read = a->rdata;
    bus->act = false;
  }
  if (late)
    bus->kind = WS_BUS_ERR_INFO_KIND_BUSY;
  if (a->look) {
    bus->look = false;
    bus->act = true;
    bus->kind = refusal;
    bus->region = ws_bus_place_of(bus, a->addr).region;
    bus->cpl_seen = cpl_seen;
    bus->lane = bus->ls_clocks = 0;
    bus->ls_sent = bus->ls_came = false;
  }
  if (decode)
    bus->look = true;
}

void ws_bus_step(ws_bus *bus, const ws_bus_in *in, ws_bus_out *out) {
  *out = (ws_bus_out){.awready = !bus->aw_full,
                      .wready = !bus->w_full,
                      .arready = !bus->ar_full,
                      .bvalid = bus->bvalid,
                      .bresp = bus->bresp,
                      .rvalid = bus->rvalid,
                      .rdata = bus->rdata,
                      .rresp = bus->rresp,
                      .irq = bus->irq,
                      .busy = !ws_bus_idle(bus),
                      .err = bus->core.err.valid};
  action a = begin(bus);
  const bool soft = bus->soft, decode = bus->active && !bus->look && !bus->act && !bus->done;
  drive(bus, &a);
  // What the bus reads of the block are its registers, as they are before this clock.
  answer(bus, &a);
  ws_core_step(&bus->core, &bus->in, &bus->out);
  if (bus->configures)
    configure(bus);
  const bool late = given_up(bus, &a);
  const bool taken = bus->busy && bus->out.req_ready;
  const bool kept = store(bus);

  gmem(bus, &a);
  counters(bus, &a, taken, kept);
  const bool cpl_seen = ws_bus_fill(bus) != 0;
  const unsigned refusal = a.look ? ws_bus_refusal(bus, bus->write, a.addr, a.strb) : 0;
  registers(bus, &a, taken);
  completions(bus, &a, kept);
  effect(bus, &a);
  if (bus->done && bus->kind)
    refused(bus, &a);
  channels(bus, in, response(bus->kind));
  steps(bus, &a, decode, refusal, cpl_seen, late);
  if (soft)
    reset(bus);
}
