// SPDX-License-Identifier: Apache-2.0
// Accesses that directed tests and random traffic do not come to, for bus_cover: by address, by bytes, right behind something, together.
#include "bus_cover.h"
#include "register_table.h"

static void unaligned_everywhere(bus_bench *b) {
  const uint32_t others[] = {WS_REG_SMEM,
                             WS_REG_GMEM,
                             0x38,
                             WS_REG_LANE_MASK(0) + 0xc,
                             WS_REG_LANE_MASK(b->cfg.core.lanes),
                             WS_REG_LIVE(b->cfg.core.warps),
                             WS_REG_SMEM + WS_REG_SMEM_BYTES,
                             WS_REG_GMEM + b->cfg.gmem_bytes % WS_REG_GMEM_BYTES};
  const unsigned registers = sizeof ws_register_table / sizeof *ws_register_table;
  for (unsigned k = 0; k < registers + sizeof others / sizeof *others; k++)
    for (uint32_t off = 1; off < 4; off++) {
      const uint32_t addr = (k < registers ? ws_register_table[k].addr : others[k - registers]) + off;
      uint32_t data;
      bus_expect(b, "response", bus_try_read(b, addr, &data), WS_BUS_SLVERR);
      bus_expect(b, "response", bus_try_write(b, addr, ws_rng_u32(&b->rng), ws_rng_below(&b->rng, 16)), WS_BUS_SLVERR);
    }
}

static void bytes_of_scratch(bus_bench *b) {
  uint32_t want = 0;
  bus_write(b, WS_REG_SCRATCH, 0);
  for (uint32_t strb = 0; strb < 16; strb++) {
    const uint32_t data = ws_rng_u32(&b->rng);
    bus_write_bytes(b, WS_REG_SCRATCH, data, strb);
    for (unsigned k = 0; k < 4; k++)
      if (strb >> k & 1)
        want = (want & ~(0xffu << 8 * k)) | (data & 0xffu << 8 * k);
    bus_expect(b, "SCRATCH", bus_read(b, WS_REG_SCRATCH), want);
  }
}

static uint32_t address_of(const bus_bench *b, unsigned area) {
  switch (area) {
  case BUS_A_REGISTER: return WS_REG_SCRATCH;
  case BUS_A_LANE: return WS_REG_LANE_B(b->cfg.core.lanes - 1);
  case BUS_A_ALL: return WS_REG_LANE_ALL_C;
  case BUS_A_RESULT: return WS_REG_RESULT_D(1);
  case BUS_A_SMEM: return WS_REG_SMEM + 0x40;
  case BUS_A_GMEM: return WS_REG_GMEM + 0x40;
  default: return 0x38;
  }
}

static void first_accesses(bus_bench *b) {
  uint32_t data;
  for (unsigned k = 0; k < 2 * BUS_AREAS; k++)
    for (unsigned after = 0; after < BUS_AFTERS; after++) {
      if (after == BUS_AFTER_RESET)
        bus_reset(b);
      else if (after == BUS_AFTER_SOFT)
        bus_write(b, WS_REG_CTRL, WS_CTRL_RESET_BM);
      else
        bus_expect(b, "response", bus_try_read(b, WS_REG_SUBMIT, &data), WS_BUS_SLVERR);
      if (k % 2)
        bus_try_write(b, address_of(b, k / 2), 0x1234, 15);
      else
        bus_try_read(b, address_of(b, k / 2), &data);
    }
}

// A write and a read that are asked for at once, whichever has its turn; their answers stand together and are taken together.
static void pair(bus_bench *b, uint32_t to, uint32_t from) {
  bool b_over = false, r_over = false;
  ws_bus_in *in = &b->in;
  bus_access w = {.write = true, .addr = to, .data = 0x600d, .strb = 15}, r = {.addr = from};
  for (unsigned clocks = 0; !b_over || !r_over; clocks++) {
    if (clocks == 3000)
      bus_fail(b, "a write and a read at once are not answered");
    bus_noise(b);
    if (!clocks) {
      in->awvalid = in->wvalid = in->arvalid = true;
      in->awaddr = to;
      in->araddr = from;
      in->wdata = w.data;
      in->wstrb = w.strb;
    }
    in->bready = in->rready = clocks && b->out.bvalid && b->out.rvalid;
    bus_clock(b);
    in->awvalid = in->awvalid && !b->out.awready;
    in->wvalid = in->wvalid && !b->out.wready;
    in->arvalid = in->arvalid && !b->out.arready;
    b_over = b_over || (b->out.bvalid && in->bready);
    r_over = r_over || (b->out.rvalid && in->rready);
  }
  w.resp = b->out.bresp;
  r.resp = b->out.rresp;
  r.data = b->out.rdata;
  bus_keep(b, &w);
  bus_keep(b, &r);
}

static void pairs(bus_bench *b) {
  for (unsigned k = 0; k < BUS_AREAS * BUS_AREAS * 2; k++) {
    if (k % 2)
      bus_write(b, WS_REG_SCRATCH, k); // then the read is first
    pair(b, address_of(b, k / 2 % BUS_AREAS), address_of(b, k / 2 / BUS_AREAS));
  }
}

// Two accesses in one direction, the second of which stands while the first is under way.
static void two(bus_bench *b, bool write, uint32_t first, uint32_t second) {
  const uint32_t addr[3] = {first, second, 0};
  unsigned a = 0, d = 0, over = 0; // of each, how many have passed
  ws_bus_in *in = &b->in;
  while (over < 2) {
    bus_noise(b);
    in->awvalid = write && a < 2;
    in->wvalid = write && d < 2;
    in->arvalid = !write && a < 2;
    if (a < 2)
      *(write ? &in->awaddr : &in->araddr) = addr[a];
    if (in->wvalid) {
      in->wdata = 0x600d;
      in->wstrb = 15;
    }
    bus_clock(b);
    a += write ? in->awvalid && b->out.awready : in->arvalid && b->out.arready;
    d += in->wvalid && b->out.wready;
    if (write ? b->out.bvalid && in->bready : b->out.rvalid && in->rready) {
      const bus_access done = {write, addr[over++], write ? 0x600d : b->out.rdata, 15,
                               write ? b->out.bresp : b->out.rresp};
      bus_keep(b, &done);
    }
  }
  in->awvalid = in->wvalid = in->arvalid = false;
}

static void behind(bus_bench *b) {
  for (unsigned k = 0; k < BUS_AREAS * BUS_AREAS * 2; k++)
    two(b, k % 2, address_of(b, k / 2 % BUS_AREAS), address_of(b, k / 2 / BUS_AREAS));
}

// Shared memory is held by results that nobody reads: a write of any bytes is refused in the end.
static void bytes_of_held_memory(bus_bench *b) {
  bus_launch(b, 0, bus_all(b));
  bus_until_idle(b);
  const unsigned submitted = bus_hold(b);
  for (uint32_t strb = 1; strb < 16; strb++) {
    unsigned tries = 0;
    while (bus_try_write(b, WS_REG_SMEM + 0x100 + 4 * tries, 0xa5a5a5a5, strb) == WS_BUS_OKAY)
      if (++tries == 32)
        bus_fail(b, "no write of bytes %x to shared memory was held by results that nobody reads", (unsigned)strb);
  }
  bus_let_go(b, submitted);
}

// Operands of all lanes and of one while a request waits: refused, whichever bytes.
static void bytes_of_busy_operands(bus_bench *b) {
  bus_launch(b, 0, bus_all(b));
  bus_write(b, WS_REG_LANE_ALL_MASK, bus_all(b));
  bus_lanes(b, bus_all(b));
  for (unsigned k = 0; k < 200 && !(bus_read(b, WS_REG_STATUS) & WS_STATUS_BUSY_BM); k++) {
    bus_write(b, WS_REG_SUBMIT, WS_OP_ELECT);
    bus_wait(b, 3 * b->cfg.core.lanes);
  }
  for (uint32_t strb = 0; strb < 16; strb++) {
    const unsigned want = strb ? WS_BUS_SLVERR : WS_BUS_OKAY;
    bus_expect(b, "response", bus_try_write(b, WS_REG_LANE_ALL_B, 1, strb), want);
    bus_expect(b, "response", bus_try_write(b, WS_REG_LANE_B(1), 1, strb), want);
  }
}

const bus_scene bus_scenes[] = {
    {unaligned_everywhere, false},
    {bytes_of_scratch, false},
    {first_accesses, false},
    {behind, false},
    {pairs, false},
    {bytes_of_busy_operands, false},
    {bytes_of_held_memory, true},
    {NULL, false},
};
