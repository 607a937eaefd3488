// SPDX-License-Identifier: Apache-2.0
// Whole accesses of the block on a bus, and looks past the bus: see ws_bus.h.
#include "bus/bus.h"

static const ws_bus_in idle = {.bready = true, .rready = true};

static void step(ws_bus *bus, const ws_bus_in *in, ws_bus_out *out, uint64_t *clocks) {
  ws_bus_step(bus, in, out);
  if (clocks)
    ++*clocks;
}

unsigned ws_bus_read(ws_bus *bus, uint32_t addr, uint32_t *data, uint64_t *clocks) {
  ws_bus_in in = idle;
  ws_bus_out out;
  in.arvalid = true;
  in.araddr = addr;
  do {
    step(bus, &in, &out, clocks);
    in.arvalid &= !out.arready;
  } while (!out.rvalid);
  *data = out.rdata;
  return out.rresp;
}

unsigned ws_bus_write(ws_bus *bus, uint32_t addr, uint32_t data, unsigned strb, uint64_t *clocks) {
  ws_bus_in in = idle;
  ws_bus_out out;
  in.awvalid = in.wvalid = true;
  in.awaddr = addr;
  in.wdata = data;
  in.wstrb = strb;
  do {
    step(bus, &in, &out, clocks);
    in.awvalid &= !out.awready;
    in.wvalid &= !out.wready;
  } while (!out.bvalid);
  return out.bresp;
}

static bool lanes_wait(const ws_bus *bus) {
  uint32_t waits = 0;
  for (unsigned w = 0; w < bus->cfg.core.warps; w++)
    waits |= bus->out.wait[w];
  return waits != 0;
}

// Nothing but time changes in the clocks to come. A lane that waits may have a limit, so it is none of that.
static bool quiet(const ws_bus *bus) {
  return ws_bus_idle(bus) && bus->idle_was && !lanes_wait(bus) && !bus->core.cfg.watchdog && !bus->active &&
         !bus->aw_full && !bus->w_full && !bus->ar_full && !bus->bvalid && !bus->rvalid && !bus->soft &&
         !bus->configures && !bus->clear && ws_gmem_ready(&bus->gmem);
}

// Time alone: the counter of clocks, and ticks.
static void skip(ws_bus *bus, uint64_t clocks) {
  const uint32_t period = bus->tick_div ? bus->tick_div : 1, first = bus->tick;
  bus->count[BUS_CLOCKS] += clocks;
  if (clocks <= first) {
    bus->tick = first - (uint32_t)clocks;
    return;
  }
  const uint64_t after = clocks - first - 1; // clocks behind the first tick
  bus->core.now = (uint16_t)(bus->core.now + 1 + after / period);
  bus->tick = period - 1 - (uint32_t)(after % period);
}

// Clocks after which a quiet block has come to rest: longer than its pipelines, and than the walks of its warps.
enum { REST = 64 };

void ws_bus_run(ws_bus *bus, uint64_t clocks) {
  ws_bus_out out;
  for (unsigned rest = 0; clocks && rest < REST; clocks--) {
    ws_bus_step(bus, &idle, &out);
    rest = quiet(bus) ? rest + 1 : 0;
  }
  if (clocks)
    skip(bus, clocks);
}

bool ws_bus_irq(const ws_bus *bus) { return bus->irq; }

bool ws_bus_irq_moves(const ws_bus *bus) {
  const bool next = (ws_bus_irq_status(bus) & bus->irq_enable) != 0;
  return bus->irq != next || (bus->irq_enable && (lanes_wait(bus) || !ws_bus_idle(bus) || !bus->idle_was));
}

bool ws_bus_peek(const ws_bus *bus, uint32_t addr, uint32_t *data) {
  const bus_place place = ws_bus_place_of(bus, addr);
  const bool cpl = ws_bus_fill(bus) != 0;
  if (addr % 4 || addr >= WS_BUS_BYTES || !place.read)
    return false;
  switch (place.region) {
  case BUS_LANE: *data = ws_bus_lane_read(bus, addr); break;
  case BUS_RESULT: *data = ws_bus_result_read(bus, addr, cpl); break;
  case BUS_SMEM: *data = bus->core.mem.word[(addr - WS_REG_SMEM) / 4]; break;
  case BUS_GMEM: *data = bus->gmem_word[(addr - WS_REG_GMEM) / 4]; break;
  default: *data = ws_bus_reg_read(bus, addr, cpl);
  }
  return true;
}

bool ws_bus_poke(ws_bus *bus, uint32_t addr, uint32_t data) {
  const bus_place place = ws_bus_place_of(bus, addr);
  if (addr % 4 || addr >= WS_BUS_BYTES || !place.write)
    return false;
  if (place.region == BUS_SMEM)
    bus->core.mem.word[(addr - WS_REG_SMEM) / 4] = data;
  else if (place.region == BUS_GMEM)
    bus->gmem_word[(addr - WS_REG_GMEM) / 4] = data;
  else if (addr == WS_REG_SCRATCH)
    bus->scratch = data;
  else
    return false;
  return true;
}
