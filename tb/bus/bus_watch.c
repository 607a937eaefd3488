// SPDX-License-Identifier: Apache-2.0
// See bus_watch.h.
#include "bus_watch.h"

#include <string.h>

static void request(bus_line *l, bool valid, bool ready, uint32_t value, uint32_t strb, uint64_t clock) {
  if (valid && !l->stands)
    l->since = clock;
  l->stands = valid && !ready;
  if (valid && ready && l->count < BUS_OUTSTANDING)
    l->part[l->count++] = (bus_part){value, strb, l->since, clock};
}

static bus_part take(bus_line *l) {
  const bus_part p = l->part[0];
  if (l->count)
    memmove(l->part, l->part + 1, --l->count * sizeof *l->part);
  return p;
}

static bus_done written(bus_watch *w, const ws_bus_out *out, uint64_t clock) {
  const bus_part a = take(&w->aw), d = take(&w->w);
  return (bus_done){.write = true,
                    .addr = a.value & (WS_BUS_BYTES - 1),
                    .data = d.value,
                    .strb = d.strb,
                    .resp = out->bresp,
                    .stood = a.stood < d.stood ? a.stood : d.stood,
                    .whole = a.taken > d.taken ? a.taken : d.taken,
                    .rose = w->b_rose,
                    .over = clock,
                    .wait_a = (unsigned)(a.taken - a.stood),
                    .wait_w = (unsigned)(d.taken - d.stood),
                    .behind = (int)(int64_t)(d.taken - a.taken)};
}

static bus_done read_(bus_watch *w, const ws_bus_out *out, uint64_t clock) {
  const bus_part a = take(&w->ar);
  return (bus_done){.addr = a.value & (WS_BUS_BYTES - 1),
                    .data = out->rdata,
                    .resp = out->rresp,
                    .stood = a.stood,
                    .whole = a.taken,
                    .rose = w->r_rose,
                    .over = clock,
                    .wait_a = (unsigned)(a.taken - a.stood)};
}

// ---------------------------------------------------------------------------------------------------------- operands

static uint32_t merged(uint32_t old, const bus_done *d) {
  for (unsigned k = 0; k < 4; k++)
    if (d->strb >> k & 1)
      old = (old & ~(0xffu << 8 * k)) | (d->data & 0xffu << 8 * k);
  return old;
}

static uint64_t half(uint64_t old, bool high, const bus_done *d) {
  return high ? (old & 0xffffffff) | (uint64_t)merged((uint32_t)(old >> 32), d) << 32
              : (old & ~0xffffffffull) | merged((uint32_t)old, d);
}

static void operand(bus_operation *o, unsigned lane, uint32_t all, const bus_done *d) {
  switch (d->addr & 0x1c) {
  case 0x00: o->mask[lane] = merged(o->mask[lane], d) & all; break;
  case 0x04: o->b[lane] = merged(o->b[lane], d); break;
  case 0x08: o->c[lane] = merged(o->c[lane], d); break;
  case 0x10: o->a[lane] = half(o->a[lane], false, d); break;
  case 0x14: o->a[lane] = half(o->a[lane], true, d); break;
  case 0x18: o->addr[lane] = half(o->addr[lane], false, d); break;
  default: o->addr[lane] = half(o->addr[lane], true, d);
  }
}

static void wrote(bus_watch *w, unsigned lanes, const bus_done *d) {
  const uint32_t all = UINT32_MAX >> (32 - lanes);
  if (d->resp != WS_BUS_OKAY || !d->strb)
    return;
  if (d->addr >= WS_REG_LANE_MASK(0) && d->addr < WS_REG_LANE_MASK(WS_LANES_MAX))
    operand(&w->now, d->addr >> 5 & 31, all, d);
  else if (d->addr >= WS_REG_LANE_ALL_MASK && d->addr <= WS_REG_LANE_ALL_ADDR_HI)
    for (unsigned i = 0; i < lanes; i++)
      operand(&w->now, i, all, d);
  else if (d->addr == WS_REG_REQ_LANES)
    w->now.lanes = d->data & all;
  else if (d->addr == WS_REG_REQ_PRED)
    w->now.pred = d->data & all;
  else if (d->addr == WS_REG_CTRL && (d->data & WS_CTRL_RESET_BM))
    bus_watch_soft_reset(w);
  else if (d->addr == WS_REG_SUBMIT) {
    w->now.submit = d->data;
    w->launched[w->operations++ % BUS_OPERATIONS] = w->now;
  }
}

unsigned bus_watch_clock(bus_watch *w, const ws_bus_in *in, const ws_bus_out *out, uint64_t clock, unsigned lanes,
                         bus_done done[2]) {
  unsigned n = 0;
  request(&w->aw, in->awvalid, out->awready, in->awaddr, 0, clock);
  request(&w->w, in->wvalid, out->wready, in->wdata, in->wstrb & 15, clock);
  request(&w->ar, in->arvalid, out->arready, in->araddr, 0, clock);
  if (out->bvalid && !w->b_stands)
    w->b_rose = clock;
  if (out->rvalid && !w->r_stands)
    w->r_rose = clock;
  w->b_stands = out->bvalid && !in->bready;
  w->r_stands = out->rvalid && !in->rready;
  if (out->bvalid && in->bready) {
    done[n] = written(w, out, clock);
    wrote(w, lanes, &done[n++]);
  }
  if (out->rvalid && in->rready) {
    done[n] = read_(w, out, clock);
    if (done[n].addr == WS_REG_CPL_INFO && (done[n].data & WS_CPL_INFO_VALID_BM))
      w->info = done[n].data;
    n++;
  }
  return n;
}

void bus_watch_soft_reset(bus_watch *w) {
  memset(&w->now, 0, sizeof w->now);
  w->operations = 0;
  w->info = 0;
}

void bus_watch_reset(bus_watch *w) { memset(w, 0, sizeof *w); }

const bus_operation *bus_watch_operation(const bus_watch *w, uint32_t submit) {
  for (uint64_t k = w->operations; k-- > 0 && k + BUS_OPERATIONS >= w->operations;)
    if (!((w->launched[k % BUS_OPERATIONS].submit ^ submit) & ~WS_SUBMIT_NEG_BM))
      return &w->launched[k % BUS_OPERATIONS];
  return NULL;
}
