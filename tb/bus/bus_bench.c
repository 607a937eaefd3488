// SPDX-License-Identifier: Apache-2.0
// The comparator of the bus: see bus_bench.h.
#include "bus_bench.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "bus_ports.h"
#include "register_table.h"

enum { ACCESS_CLOCKS = 40000 }; // under the heaviest stalls; without any 2,100

const char *bus_name(uint32_t addr, char text[40]) {
  if (addr >= WS_REG_SMEM && addr < WS_REG_SMEM + WS_REG_SMEM_BYTES)
    return snprintf(text, 40, "SMEM"), text;
  if (addr >= WS_REG_GMEM && addr < WS_REG_GMEM + WS_REG_GMEM_BYTES)
    return snprintf(text, 40, "GMEM"), text;
  for (size_t k = 0; k < sizeof ws_register_table / sizeof *ws_register_table; k++) {
    const ws_register *r = &ws_register_table[k];
    for (uint32_t i = 0; i < r->count; i++)
      if (r->addr + i * r->stride == addr)
        return r->count > 1 ? snprintf(text, 40, "%s(%" PRIu32 ")", r->name, i) : snprintf(text, 40, "%s", r->name),
               text;
  }
  return "nothing";
}

static void print_access(FILE *to, const bus_access *a) {
  char text[40];
  fprintf(to, "  %s 0x%05" PRIx32 " %s", a->write ? "write" : "read ", a->addr, bus_name(a->addr, text));
  if (a->write && a->strb != 15)
    fprintf(to, " bytes %" PRIx32, a->strb);
  fprintf(to, " = 0x%08" PRIx32 "%s\n", a->data,
          a->resp == WS_BUS_OKAY     ? ""
          : a->resp == WS_BUS_SLVERR ? "  SLVERR"
          : a->resp == WS_BUS_DECERR ? "  DECERR"
                                     : "  ?");
}

void bus_fail(bus_bench *b, const char *format, ...) {
  va_list args;
  va_start(args, format);
  fprintf(stderr, "cycle %" PRIu64 ": ", b->cycles);
  vfprintf(stderr, format, args);
  fprintf(stderr, "\nthe last accesses:\n");
  va_end(args);
  const uint64_t kept = b->accesses < BUS_HISTORY ? b->accesses : BUS_HISTORY;
  for (uint64_t k = b->accesses - kept; k < b->accesses; k++)
    print_access(stderr, &b->history[k % BUS_HISTORY]);
  longjmp(b->leave, 1);
}

// Names the first output that differs; NULL: none does.
static const char *difference(const ws_bus_out *x, const ws_bus_out *y, uint32_t *rtl, uint32_t *model) {
#define SAME(field)                                                                                                    \
  if (x->field != y->field)                                                                                            \
  return *rtl = (uint32_t)x->field, *model = (uint32_t)y->field, #field
  SAME(awready);
  SAME(wready);
  SAME(arready);
  SAME(bvalid);
  SAME(rvalid);
  if (x->bvalid)
    SAME(bresp);
  if (x->rvalid) {
    SAME(rresp);
    SAME(rdata);
  }
  SAME(irq);
  SAME(busy);
  SAME(err);
#undef SAME
  return NULL;
}

void bus_clock(bus_bench *b) {
  ws_bus_out model;
  unsigned breaches = 0;
  if (b->model)
    ws_bus_step(b->model, &b->in, &model);
  b->prot = (b->prot & b->prot_held) | (ws_rng_below(&b->noise, 64) & ~b->prot_held);
  if (b->rtl)
    breaches = b->ops->step(b->rtl, &b->in, b->prot, &b->out);
  else
    b->out = model;
  b->prot_held = (b->in.awvalid && !b->out.awready ? 7u : 0) | (b->in.arvalid && !b->out.arready ? 7u << 3 : 0);
  uint32_t x = 0, y = 0;
  const char *what = b->rtl && b->model ? difference(&b->out, &model, &x, &y) : NULL;
  if (what)
    bus_fail(b, "RTL and model differ: %s: 0x%" PRIx32 " and 0x%" PRIx32, what, x, y);
  if (breaches)
    bus_fail(b, "AXI4-Lite is broken %u times, see above", breaches);
  bus_ports_step(b);
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

// The model begins anew, but global memory outlives a reset.
static void reset_model(bus_bench *b) {
  static uint32_t kept[WS_GMEM_BYTES / 4];
  const uint32_t words = bus_has_memory(b) ? b->cfg.gmem_bytes / 4 : 0;
  for (uint32_t k = 0; k < words; k++)
    ws_bus_peek(b->model, WS_REG_GMEM + 4 * k, &kept[k]);
  ws_bus_init(b->model, &b->cfg);
  for (uint32_t k = 0; k < words; k++)
    ws_bus_poke(b->model, WS_REG_GMEM + 4 * k, kept[k]);
}

void bus_reset(bus_bench *b) {
  if (b->rtl)
    b->ops->reset(b->rtl);
  if (b->model)
    reset_model(b);
  memset(&b->in, 0, sizeof b->in);
  b->prot_held = 0;
  bus_ports_reset(b);
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
    print_access(b->trace, a);
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

void bus_expect(bus_bench *b, const char *what, uint64_t got, uint64_t want) {
  if (got != want)
    bus_fail(b, "%s: 0x%" PRIx64 ", expected 0x%" PRIx64, what, got, want);
}
