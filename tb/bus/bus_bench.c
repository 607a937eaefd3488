// SPDX-License-Identifier: Apache-2.0
// The comparator of the bus: see bus_bench.h.
#include "bus_cover.h"

#include <string.h>

#include "bus_ports.h"

enum { ACCESS_CLOCKS = 40000 }; // under the heaviest stalls; without any 2,100

// The outputs that differ; returns how many.
static unsigned difference(const ws_bus_out *x, const ws_bus_out *y, bus_port port[BUS_PORTS]) {
  unsigned n = 0;
#define SAME(field)                                                                                                    \
  if (x->field != y->field)                                                                                            \
  port[n++] = (bus_port){#field, (uint64_t)x->field, (uint64_t)y->field}
  SAME(awready);
  SAME(wready);
  SAME(arready);
  SAME(bvalid);
  SAME(rvalid);
  if (x->bvalid && y->bvalid)
    SAME(bresp);
  if (x->rvalid && y->rvalid) {
    SAME(rresp);
    SAME(rdata);
  }
  SAME(irq);
  SAME(busy);
  SAME(err);
#undef SAME
  return n;
}

void bus_clock(bus_bench *b) {
  ws_bus_out model;
  unsigned breaches = 0;
  if (b->cover)
    bus_cover_before(b);
  if (b->model)
    ws_bus_step(b->model, &b->in, &model);
  b->prot = (b->prot & b->prot_held) | (ws_rng_below(&b->noise, 64) & ~b->prot_held);
  if (b->rtl)
    breaches = b->ops->step(b->rtl, &b->in, b->prot, &b->out);
  else
    b->out = model;
  b->prot_held = (b->in.awvalid && !b->out.awready ? 7u : 0) | (b->in.arvalid && !b->out.arready ? 7u << 3 : 0);
  bus_port port[BUS_PORTS];
  const unsigned differ = b->rtl && b->model ? difference(&b->out, &model, port) : 0;
  if (differ)
    bus_differ(b, port, differ, "RTL and model differ");
  if (breaches)
    bus_fail(b, "AXI4-Lite is broken %u times, see above", breaches);
  bus_ports_step(b);
  bus_done done[2];
  const unsigned answered = bus_watch_clock(&b->watch, &b->in, &b->out, b->cycles, b->cfg.core.lanes, done);
  if (b->cover)
    bus_cover_clock(b, done, answered);
  b->cycles++;
}

void bus_noise(bus_bench *b) {
  ws_bus_in *in = &b->in;
  if (!in->awvalid)
    in->awaddr = ws_rng_u32(&b->noise);
  if (!in->wvalid) {
    in->wdata = ws_rng_u32(&b->noise);
    in->wstrb = ws_rng_below(&b->noise, 16);
  }
  if (!in->arvalid)
    in->araddr = ws_rng_u32(&b->noise);
  in->bready = !ws_rng_percent(&b->noise, b->stall[BUS_B]);
  in->rready = !ws_rng_percent(&b->noise, b->stall[BUS_R]);
}

void bus_wait(bus_bench *b, unsigned clocks) {
  while (clocks--) {
    bus_noise(b);
    bus_clock(b);
  }
}

void bus_stalls(bus_bench *b) {
  static const unsigned percent[] = {0, 0, 0, 20, 50, 90};
  for (unsigned c = 0; c < BUS_CHANNELS; c++)
    b->stall[c] = b->no_stalls ? 0 : percent[ws_rng_below(&b->rng, 6)];
}

// The model begins anew a clock later, for the bus sees the reset only then, and global memory outlives it.
static void reset_model(bus_bench *b) {
  const ws_bus_in last = {.awvalid = true, .wvalid = true, .arvalid = true}; // as rtl_reset drives the ports
  ws_bus_out out;
  ws_bus_step(b->model, &last, &out);
  static uint32_t kept[WS_GMEM_BYTES / 4];
  const uint32_t words = bus_has_memory(b) ? b->cfg.gmem_bytes / 4 : 0;
  for (uint32_t k = 0; k < words; k++)
    ws_bus_peek(b->model, WS_REG_GMEM + 4 * k, &kept[k]);
  ws_bus_init(b->model, &b->cfg);
  for (uint32_t k = 0; k < words; k++)
    ws_bus_poke(b->model, WS_REG_GMEM + 4 * k, kept[k]);
}

void bus_reset(bus_bench *b) {
  if (b->cover)
    bus_cover_reset(b);
  if (b->rtl)
    b->ops->reset(b->rtl);
  if (b->model)
    reset_model(b);
  memset(&b->in, 0, sizeof b->in);
  b->prot_held = 0;
  bus_ports_reset(b);
  bus_watch_reset(&b->watch);
}

void bus_fill(bus_bench *b) {
  for (uint32_t k = 0; bus_has_memory(b) && k < b->cfg.gmem_bytes / 4; k++)
    bus_write(b, WS_REG_GMEM + 4 * k, 0);
}

static bool begins(bus_bench *b, bool wanted, bool valid, unsigned channel) {
  return valid || (wanted && !ws_rng_percent(&b->rng, b->stall[channel]));
}

void bus_keep(bus_bench *b, const bus_access *a) {
  b->history[b->accesses++ % BUS_HISTORY] = *a;
  if (b->trace)
    bus_print_access(b->trace, a);
}

void bus_both(bus_bench *b, bus_access *w, bus_access *r) {
  bool aw = w, wd = w, bb = w, ar = r, rr = r; // still to be transferred
  ws_bus_in *in = &b->in;
  for (unsigned clocks = 0; bb || rr; clocks++) {
    if (clocks == ACCESS_CLOCKS) {
      bus_access *late = bb ? w : r;
      late->data = 0;
      late->resp = 9;
      bus_keep(b, late);
      bus_fail(b, "the last access is not answered in %d clocks", ACCESS_CLOCKS);
    }
    bus_noise(b);
    in->awvalid = begins(b, aw, in->awvalid, BUS_AW);
    in->wvalid = begins(b, wd, in->wvalid, BUS_W);
    in->arvalid = begins(b, ar, in->arvalid, BUS_AR);
    if (in->awvalid)
      in->awaddr = w->addr;
    if (in->wvalid) {
      in->wdata = w->data;
      in->wstrb = w->strb;
    }
    if (in->arvalid)
      in->araddr = r->addr;
    bus_clock(b);
    const ws_bus_out *out = &b->out;
    if (in->awvalid && out->awready)
      in->awvalid = aw = false;
    if (in->wvalid && out->wready)
      in->wvalid = wd = false;
    if (in->arvalid && out->arready)
      in->arvalid = ar = false;
    if (bb && out->bvalid && in->bready) {
      w->resp = out->bresp;
      bb = false;
    }
    if (rr && out->rvalid && in->rready) {
      r->resp = out->rresp;
      r->data = out->rdata;
      rr = false;
    }
  }
  if (w)
    bus_keep(b, w);
  if (r)
    bus_keep(b, r);
}

unsigned bus_try_write(bus_bench *b, uint32_t addr, uint32_t data, uint32_t strb) {
  bus_access a = {.write = true, .addr = addr, .data = data, .strb = strb};
  bus_both(b, &a, NULL);
  return a.resp;
}

unsigned bus_try_read(bus_bench *b, uint32_t addr, uint32_t *data) {
  bus_access a = {.addr = addr};
  bus_both(b, NULL, &a);
  *data = a.data;
  return a.resp;
}

void bus_write_bytes(bus_bench *b, uint32_t addr, uint32_t data, uint32_t strb) {
  if (bus_try_write(b, addr, data, strb) != WS_BUS_OKAY)
    bus_fail(b, "a write is refused");
}

void bus_write(bus_bench *b, uint32_t addr, uint32_t data) { bus_write_bytes(b, addr, data, 15); }

uint32_t bus_read(bus_bench *b, uint32_t addr) {
  uint32_t data;
  if (bus_try_read(b, addr, &data) != WS_BUS_OKAY)
    bus_fail(b, "a read is refused");
  return data;
}
