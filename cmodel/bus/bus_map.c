// SPDX-License-Identifier: Apache-2.0
// The register map of the block on a bus: what stands at an address, why an access is refused, what registers read.
#include "bus/bus.h"

static uint32_t lanes_of(const ws_bus *bus) { return bits_ones(bus->cfg.core.lanes); }

static bus_place reg_place(const ws_bus *bus, uint32_t addr) {
  const bus_place rw = {.read = true, .write = true}, r = {.read = true}, w = {.write = true}, none = {0};
  bus_place req = rw;
  if (addr >= WS_REG_LIVE(0) && addr < WS_REG_WAIT(WS_WARPS_MAX))
    return (addr - WS_REG_LIVE(0)) / 4 % WS_WARPS_MAX < bus->cfg.core.warps ? r : none;
  switch (addr) {
  case WS_REG_SCRATCH: return (bus_place){.read = true, .write = true, .bytes = true};
  case WS_REG_CTRL:
  case WS_REG_WATCHDOG:
  case WS_REG_TRYWAIT:
  case WS_REG_TICK_DIV:
  case WS_REG_IRQ_STATUS:
  case WS_REG_IRQ_ENABLE:
  case WS_REG_IRQ_LEVEL:
  case WS_REG_LAUNCH_LANES:
  case WS_REG_EXIT_LANES:
  case WS_REG_BUS_ERR_INFO: return rw;
  case WS_REG_TX_ADDR: return bus_has_mbar(bus) ? rw : none;
  case WS_REG_TX_BYTES: return bus_has_mbar(bus) ? w : none;
  case WS_REG_CNT_CTRL: return bus->cfg.no_counters ? none : w;
  case WS_REG_REQ_LANES:
  case WS_REG_REQ_PRED: req.locked = true; return req;
  case WS_REG_SUBMIT: return (bus_place){.write = true, .locked = true};
  case WS_REG_LAUNCH:
  case WS_REG_EXIT:
  case WS_REG_CPL_POP: return w;
  case WS_REG_ID:
  case WS_REG_VERSION:
  case WS_REG_MAP:
  case WS_REG_BUILD:
  case WS_REG_CAP_SIZE:
  case WS_REG_CAP_UNITS:
  case WS_REG_CAP_MEM:
  case WS_REG_CAP_TICK:
  case WS_REG_STATUS:
  case WS_REG_CPL_INFO:
  case WS_REG_CPL_LANES:
  case WS_REG_CPL_STATUS:
  case WS_REG_CPL_PRED:
  case WS_REG_ERR_INFO:
  case WS_REG_ERR_STATUS:
  case WS_REG_ERR_LANES:
  case WS_REG_ERR_OPND:
  case WS_REG_BUS_ERR_ADDR: return r;
  default: return addr >= WS_REG_CNT_CLOCKS_LO && addr <= WS_REG_CNT_CPL_WAIT_HI && !bus->cfg.no_counters ? r : none;
  }
}

// The words of an operand: the one at 0xc is not there.
static bool is_operand(uint32_t addr) { return (addr & 0x1c) != 0xc; }

bus_place ws_bus_place_of(const ws_bus *bus, uint32_t addr) {
  const uint32_t lane = addr >> 5 & 31, word = addr >> 2 & 31;
  bus_place place = {0};
  if (addr >= WS_REG_GMEM) {
    place.region = BUS_GMEM;
    place.read = place.write = place.bytes = bus_has_mbar(bus) && addr - WS_REG_GMEM < bus->cfg.gmem_bytes;
  } else if (addr >= WS_REG_SMEM) {
    place.region = BUS_SMEM;
    place.read = place.write = place.bytes = bus_has_mbar(bus) && addr - WS_REG_SMEM < WS_REG_SMEM_BYTES;
  } else if (addr >= WS_REG_LANE_MASK(0) && addr < WS_REG_LANE_MASK(WS_LANES_MAX)) {
    place.region = BUS_LANE;
    place.read = place.write = place.bytes = place.locked = is_operand(addr) && lane < bus->cfg.core.lanes;
  } else if (addr >= WS_REG_LANE_ALL_MASK && addr <= WS_REG_LANE_ALL_ADDR_HI) {
    place.region = BUS_LANE_ALL;
    place.write = place.bytes = place.locked = is_operand(addr);
  } else if (addr >= WS_REG_RESULT_D(0) && addr < WS_REG_RESULT_D_HI(WS_LANES_MAX)) {
    place.region = BUS_RESULT;
    place.read = word < bus->cfg.core.lanes;
  } else {
    place = reg_place(bus, addr);
  }
  return place;
}

unsigned ws_bus_refusal(const ws_bus *bus, bool write, uint32_t addr, uint32_t strb) {
  const bus_place place = ws_bus_place_of(bus, addr & ~3u);
  const bool tx = addr == WS_REG_TX_ADDR || addr == WS_REG_TX_BYTES;
  if (addr & 3)
    return WS_BUS_ERR_INFO_KIND_UNALIGNED;
  if (!place.read && !place.write)
    return WS_BUS_ERR_INFO_KIND_UNMAPPED;
  if (write ? !place.write : !place.read)
    return write ? WS_BUS_ERR_INFO_KIND_READ_ONLY : WS_BUS_ERR_INFO_KIND_WRITE_ONLY;
  if (!write || !strb)
    return 0;
  if (strb != 15 && !place.bytes)
    return WS_BUS_ERR_INFO_KIND_STROBES;
  if ((place.locked && bus->busy) || (tx && bus->tx_busy))
    return WS_BUS_ERR_INFO_KIND_BUSY;
  return addr == WS_REG_CPL_POP && !ws_bus_fill(bus) ? WS_BUS_ERR_INFO_KIND_EMPTY : 0;
}

// ------------------------------------------------------------------------------------------------------ what reads

static uint32_t version(void) {
  uint32_t number[3] = {0}, k = 0;
  for (const char *c = WS_VERSION; *c && *c != '-'; c++) // "-dev" is not in the register
    if (*c == '.')
      k++;
    else
      number[k] = number[k] * 10 + (uint32_t)(*c - '0');
  return number[0] << WS_VERSION_MAJOR_BP | number[1] << WS_VERSION_MINOR_BP | number[2] << WS_VERSION_PATCH_BP;
}

static uint32_t cap_units(const ws_bus *bus) {
  const ws_config *core = &bus->cfg.core;
  return core->families | (core->families & WS_FAMILY_SHFL ? core->shfl_form << WS_CAP_UNITS_SHFL_FORM_BP : 0) |
         (core->families & WS_FAMILY_MATCH ? core->match_bits << WS_CAP_UNITS_MATCH_BITS_BP : 0) |
         (bus->cfg.no_watchdog ? 0 : WS_CAP_UNITS_WATCHDOG_BM) | (bus->cfg.no_counters ? 0 : WS_CAP_UNITS_COUNTERS_BM);
}

bool ws_bus_idle(const ws_bus *bus) { return bus->idle && !bus->busy && !bus->tx_busy; }

uint32_t ws_bus_irq_status(const ws_bus *bus) {
  const uint32_t level = bus->irq_level ? bus->irq_level : 1;
  return (ws_bus_fill(bus) >= level ? WS_IRQ_STATUS_CPL_BM : 0) | (bus->core.err.valid ? WS_IRQ_STATUS_ERR_BM : 0) |
         (bus->bus_err ? WS_IRQ_STATUS_BUS_ERR_BM : 0) | (bus->irq_idle ? WS_IRQ_STATUS_IDLE_BM : 0) |
         (bus->irq_taken ? WS_IRQ_STATUS_TAKEN_BM : 0);
}

static uint32_t status(const ws_bus *bus) {
  return (bus->busy ? WS_STATUS_BUSY_BM : 0) | (ws_bus_idle(bus) ? WS_STATUS_IDLE_BM : 0) |
         (ws_bus_fill(bus) ? WS_STATUS_CPL_VALID_BM : 0) |
         (ws_bus_fill(bus) == bus->cfg.fifo ? WS_STATUS_CPL_FULL_BM : 0) |
         (bus->core.err.valid ? WS_STATUS_ERR_BM : 0) | (bus->bus_err ? WS_STATUS_BUS_ERR_BM : 0) |
         (bus->tx_busy ? WS_STATUS_TX_BUSY_BM : 0) | (bus->raw ? WS_STATUS_RAW_BM : 0) |
         ws_bus_fill(bus) << WS_STATUS_FILL_BP;
}

static uint32_t bus_err_info(const ws_bus *bus) {
  return (bus->bus_err ? WS_BUS_ERR_INFO_VALID_BM : 0) | (bus->bus_err_write ? WS_BUS_ERR_INFO_WRITE_BM : 0) |
         bus->bus_err_kind << WS_BUS_ERR_INFO_KIND_BP;
}

static uint32_t completion(const ws_bus *bus, uint32_t addr) {
  const bus_completion *c = &bus->fifo[bus->head];
  switch (addr) {
  case WS_REG_CPL_LANES: return c->lanes;
  case WS_REG_CPL_STATUS: return c->status;
  case WS_REG_CPL_PRED: return c->pred;
  default: return c->op | WS_CPL_INFO_VALID_BM | c->warp << WS_CPL_INFO_WARP_BP | c->tag << WS_CPL_INFO_TAG_BP;
  }
}

static uint32_t first_error(const ws_bus *bus, uint32_t addr) {
  const ws_err *e = &bus->core.err;
  switch (addr) {
  case WS_REG_ERR_STATUS: return e->status;
  case WS_REG_ERR_LANES: return e->lanes;
  case WS_REG_ERR_OPND: return e->opnd;
  default: return e->op | WS_ERR_INFO_VALID_BM | e->warp << WS_ERR_INFO_WARP_BP | e->cta << WS_ERR_INFO_CTA_BP;
  }
}

static uint32_t counter(const ws_bus *bus, uint32_t addr) {
  const uint64_t value = bus->snap[(addr - WS_REG_CNT_CLOCKS_LO) / 8];
  return (uint32_t)(addr & 4 ? value >> 32 : value);
}

uint32_t ws_bus_reg_read(const ws_bus *bus, uint32_t addr, bool cpl) {
  const ws_config *core = &bus->cfg.core;
  if (addr >= WS_REG_WAIT(0))
    return bus->out.wait[addr / 4 % WS_WARPS_MAX]; // of the clock before
  if (addr >= WS_REG_LIVE(0))
    return bus->core.warp[addr / 4 % WS_WARPS_MAX].live;
  if (addr >= WS_REG_CNT_CLOCKS_LO)
    return counter(bus, addr);
  if (addr >= WS_REG_CPL_INFO && addr <= WS_REG_CPL_PRED)
    return cpl ? completion(bus, addr) : 0;
  if (addr >= WS_REG_ERR_INFO && addr <= WS_REG_ERR_OPND)
    return bus->core.err.valid ? first_error(bus, addr) : 0;
  switch (addr) {
  case WS_REG_ID: return WS_ID_RESET;
  case WS_REG_VERSION: return version();
  case WS_REG_MAP: return WS_BUS_MAP;
  case WS_REG_BUILD: return bus->cfg.build;
  case WS_REG_CAP_SIZE:
    return core->lanes << WS_CAP_SIZE_LANES_BP | core->warps << WS_CAP_SIZE_WARPS_BP |
           core->slots << WS_CAP_SIZE_SLOTS_BP | bus->cfg.fifo << WS_CAP_SIZE_FIFO_BP;
  case WS_REG_CAP_UNITS: return cap_units(bus);
  case WS_REG_CAP_MEM:
    if (!bus_has_mbar(bus))
      return 0;
    return WS_SMEM_BYTES / 1024u << WS_CAP_MEM_SMEM_BP | bus->cfg.gmem_bytes / 256 << WS_CAP_MEM_GMEM_BP |
           core->waiters << WS_CAP_MEM_WAITERS_BP | core->copies << WS_CAP_MEM_COPIES_BP;
  case WS_REG_CAP_TICK: return core->tick_ns;
  case WS_REG_SCRATCH: return bus->scratch;
  case WS_REG_CTRL: return (bus->soft || bus->clear ? WS_CTRL_RESET_BM : 0) | (bus->legacy ? WS_CTRL_LEGACY_BM : 0);
  case WS_REG_WATCHDOG: return bus->watchdog;
  case WS_REG_TRYWAIT: return bus->trywait;
  case WS_REG_TICK_DIV: return bus->tick_div;
  case WS_REG_STATUS: return status(bus);
  case WS_REG_IRQ_STATUS: return ws_bus_irq_status(bus);
  case WS_REG_IRQ_ENABLE: return bus->irq_enable;
  case WS_REG_IRQ_LEVEL: return bus->irq_level;
  case WS_REG_REQ_LANES: return bus->in.req.lanes;
  case WS_REG_REQ_PRED: return bus->in.req.pred;
  case WS_REG_LAUNCH_LANES: return bus->launch_lanes;
  case WS_REG_EXIT_LANES: return bus->exit_lanes;
  case WS_REG_TX_ADDR: return bus->in.tx.addr;
  case WS_REG_BUS_ERR_ADDR: return bus->bus_err_addr;
  case WS_REG_BUS_ERR_INFO: return bus_err_info(bus);
  default: return 0;
  }
}

uint32_t ws_bus_result_read(const ws_bus *bus, uint32_t addr, bool cpl) {
  const bus_completion *c = &bus->fifo[bus->head];
  const uint32_t lane = addr >> 2 & 31;
  return !cpl ? 0 : addr >= WS_REG_RESULT_D_HI(0) ? c->d_hi[lane] : c->d[lane];
}

// ------------------------------------------------------------------------------------------------------- operands

uint32_t ws_bus_lane_read(const ws_bus *bus, uint32_t addr) {
  const ws_req *req = &bus->in.req;
  const unsigned lane = addr >> 5 & 31;
  switch (addr & 0x1c) {
  case 0x00: return req->mask[lane];
  case 0x04: return req->b[lane];
  case 0x08: return req->c[lane];
  case 0x10: return (uint32_t)req->a[lane];
  case 0x14: return (uint32_t)(req->a[lane] >> 32);
  case 0x18: return (uint32_t)req->addr[lane];
  default: return (uint32_t)(req->addr[lane] >> 32);
  }
}

static uint64_t low(uint64_t old, uint32_t data) { return (old & ~0xffffffffull) | data; }

static uint64_t high(uint64_t old, uint32_t data) { return (old & 0xffffffffull) | (uint64_t)data << 32; }

void ws_bus_lane_write(ws_bus *bus, uint32_t addr, unsigned lane, uint32_t data) {
  ws_req *req = &bus->in.req;
  switch (addr & 0x1c) {
  case 0x00: req->mask[lane] = data & lanes_of(bus); break;
  case 0x04: req->b[lane] = data; break;
  case 0x08: req->c[lane] = data; break;
  case 0x10: req->a[lane] = low(req->a[lane], data); break;
  case 0x14: req->a[lane] = high(req->a[lane], data); break;
  case 0x18: req->addr[lane] = low(req->addr[lane], data); break;
  default: req->addr[lane] = high(req->addr[lane], data);
  }
}
