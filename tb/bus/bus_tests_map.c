// SPDX-License-Identifier: Apache-2.0
// The register map: what the table made from its description says of every register, every address, bytes, refused accesses.
#include <string.h>

#include "bus_bench.h"
#include "register_table.h"

enum { REGISTERS = sizeof ws_register_table / sizeof *ws_register_table };

// Whether it is built: TX needs mbarriers, CNT counters.
static bool there(const bus_bench *b, const ws_register *r) {
  return (bus_has_memory(b) || strncmp(r->name, "TX_", 3)) && (!b->cfg.no_counters || strncmp(r->name, "CNT_", 4));
}

// Instances that are there: of arrays by warp or by lane only those of the instance.
static uint32_t instances(const bus_bench *b, const ws_register *r) {
  if (!there(b, r))
    return 0;
  if (r->count == 1)
    return 1;
  const bool warp = !strcmp(r->name, "LIVE") || !strcmp(r->name, "WAIT");
  return warp ? b->cfg.core.warps : b->cfg.core.lanes;
}

// Whether it holds the time of what is not built: then it reads 0.
static bool timeless(const bus_bench *b, const ws_register *r) {
  return (!bus_has_memory(b) && !strcmp(r->name, "TRYWAIT")) || (b->cfg.no_watchdog && !strcmp(r->name, "WATCHDOG"));
}

// Bits that a register keeps: of vectors of lanes those of lanes that are there.
static uint32_t keeps(const bus_bench *b, const ws_register *r) {
  if (timeless(b, r))
    return 0;
  const size_t n = strlen(r->name);
  const bool lanes =
      (n > 6 && !strcmp(r->name + n - 6, "_LANES")) || !strcmp(r->name, "REQ_PRED") || !strcmp(r->name, "LANE_MASK");
  return lanes ? r->keeps & bus_all(b) : r->keeps;
}

static const ws_register *register_at(const bus_bench *b, uint32_t addr) {
  for (size_t k = 0; k < REGISTERS; k++) {
    const ws_register *r = &ws_register_table[k];
    for (uint32_t i = 0; i < instances(b, r); i++)
      if (r->addr + i * r->stride == addr)
        return r;
  }
  return NULL;
}

static void values_after_reset(bus_bench *b) {
  bus_reset(b);
  bus_read(b, WS_REG_LANE_MASK(0)); // waits until operands are cleared
  for (size_t k = 0; k < REGISTERS; k++) {
    const ws_register *r = &ws_register_table[k];
    if (!r->read || (!r->keeps && !r->reset))
      continue;
    const uint32_t want = !strcmp(r->name, "TICK_DIV") ? b->cfg.tick_div : timeless(b, r) ? 0 : r->reset;
    for (uint32_t i = 0; i < instances(b, r); i++)
      bus_expect(b, r->name, bus_read(b, r->addr + i * r->stride), want);
  }
  bus_expect(b, "MAP", bus_read(b, WS_REG_MAP), WS_BUS_MAP);
  bus_expect(b, "BUILD", bus_read(b, WS_REG_BUILD), b->cfg.build);
  bus_expect(b, "lanes", bus_read(b, WS_REG_CAP_SIZE) & WS_CAP_SIZE_LANES_BM, b->cfg.core.lanes);
  bus_expect(b, "entries", bus_read(b, WS_REG_CAP_SIZE) >> WS_CAP_SIZE_FIFO_BP, b->cfg.fifo);
  bus_expect(b, "IRQ_ENABLE", bus_read(b, WS_REG_IRQ_ENABLE), 0);
  const uint32_t units = bus_read(b, WS_REG_CAP_UNITS), memory = bus_read(b, WS_REG_CAP_MEM);
  bus_expect(b, "families", units & WS_FAMILY_ALL, b->cfg.core.families);
  bus_expect(b, "counters", units & WS_CAP_UNITS_COUNTERS_BM, b->cfg.no_counters ? 0 : WS_CAP_UNITS_COUNTERS_BM);
  bus_expect(b, "watchdog", units & WS_CAP_UNITS_WATCHDOG_BM, b->cfg.no_watchdog ? 0 : WS_CAP_UNITS_WATCHDOG_BM);
  bus_expect(b, "shared memory", memory & WS_CAP_MEM_SMEM_BM, bus_has_memory(b) ? WS_SMEM_BYTES / 1024 : 0);
}

static void walking(bus_bench *b) {
  for (size_t k = 0; k < REGISTERS; k++) {
    const ws_register *r = &ws_register_table[k];
    if (!r->read || !r->write || !r->keeps)
      continue;
    for (uint32_t i = 0; i < instances(b, r); i++)
      for (unsigned bit = 0; bit < 64; bit++) {
        const uint32_t value = bit < 32 ? 1u << bit : ~(1u << (bit - 32)), addr = r->addr + i * r->stride;
        if (addr == WS_REG_CTRL && (value & WS_CTRL_RESET_BM))
          continue;
        bus_write(b, addr, value);
        bus_expect(b, r->name, bus_read(b, addr), value & keeps(b, r));
      }
  }
}

// Each register holds its own value while all others hold theirs.
static void all_at_once(bus_bench *b) {
  for (unsigned pass = 0; pass < 2; pass++)
    for (size_t k = 0; k < REGISTERS; k++) {
      const ws_register *r = &ws_register_table[k];
      if (!r->read || !r->write || !r->keeps)
        continue;
      for (uint32_t i = 0; i < instances(b, r); i++) {
        const uint32_t addr = r->addr + i * r->stride,
                       value = (uint32_t)(ws_rng_mix(addr * 77u) >> 17) & ~WS_CTRL_RESET_BM;
        if (!pass)
          bus_write(b, addr, value);
        else
          bus_expect(b, r->name, bus_read(b, addr), value & keeps(b, r));
      }
    }
}

// What stands in the capture of the bus, which is cleared.
static void expect_capture(bus_bench *b, uint32_t addr, bool write, uint32_t kind) {
  bus_expect(b, "BUS_ERR_ADDR", bus_read(b, WS_REG_BUS_ERR_ADDR), addr);
  bus_expect(b, "BUS_ERR_INFO", bus_read(b, WS_REG_BUS_ERR_INFO),
             WS_BUS_ERR_INFO_VALID_BM | (write ? WS_BUS_ERR_INFO_WRITE_BM : 0) | kind << WS_BUS_ERR_INFO_KIND_BP);
  bus_write(b, WS_REG_BUS_ERR_INFO, WS_BUS_ERR_INFO_VALID_BM);
}

static void expect_refusal(bus_bench *b, uint32_t addr, bool write, uint32_t kind, unsigned resp, uint32_t data) {
  const unsigned want = !kind ? WS_BUS_OKAY : kind == WS_BUS_ERR_INFO_KIND_UNMAPPED ? WS_BUS_DECERR : WS_BUS_SLVERR;
  bus_expect(b, "response", resp, want);
  if (kind) {
    bus_expect(b, "data of a refused access", data, 0);
    expect_capture(b, addr, write, kind);
  }
}

static bool in_memory(const bus_bench *b, uint32_t addr) {
  return bus_has_memory(b) && ((addr >= WS_REG_SMEM && addr < WS_REG_SMEM + WS_REG_SMEM_BYTES) ||
                               (addr >= WS_REG_GMEM && addr < WS_REG_GMEM + b->cfg.gmem_bytes));
}

// Reads, writes no byte of, and writes two bytes of one address.
static void probe(bus_bench *b, uint32_t addr) {
  const ws_register *r = register_at(b, addr);
  const bool memory = in_memory(b, addr), may_read = memory || (r && r->read), may_write = memory || (r && r->write);
  const bool bytes = memory || (r && (!strncmp(r->name, "LANE_", 5) || !strcmp(r->name, "SCRATCH")));
  uint32_t data = 0;
  unsigned resp = bus_try_read(b, addr, &data);
  const uint32_t nothing = may_read || may_write ? 0 : WS_BUS_ERR_INFO_KIND_UNMAPPED;
  expect_refusal(b, addr, false, nothing ? nothing : may_read ? 0 : WS_BUS_ERR_INFO_KIND_WRITE_ONLY, resp, data);
  resp = bus_try_write(b, addr, 0xffffffff, 0);
  const uint32_t write_kind = nothing ? nothing : may_write ? 0 : WS_BUS_ERR_INFO_KIND_READ_ONLY;
  expect_refusal(b, addr, true, write_kind, resp, 0);
  resp = bus_try_write(b, addr, 0x12345678, 6);
  expect_refusal(b, addr, true, write_kind || bytes ? write_kind : WS_BUS_ERR_INFO_KIND_STROBES, resp, 0);
}

static void addresses(bus_bench *b) {
  for (uint32_t addr = 0; addr < 0x400; addr += 4)
    probe(b, addr);
  for (uint32_t addr = 0x1000; addr < 0x1480; addr += 4)
    probe(b, addr);
  for (uint32_t addr = 0x2000; addr < 0x2140; addr += 4)
    probe(b, addr);
  static const uint32_t edges[] = {0xffc,  0x1ffc,  0x7ffc,  0x8000,  0xbffc,  0xc000,
                                   0xfffc, 0x10000, 0x100fc, 0x10400, 0x1fffc, WS_REG_GMEM + 0x1000};
  for (size_t k = 0; k < sizeof edges / sizeof *edges; k++)
    probe(b, edges[k]);
  probe(b, WS_REG_GMEM + b->cfg.gmem_bytes - 4);
  for (unsigned k = 0; k < 1500; k++)
    probe(b, ws_rng_below(&b->rng, WS_BUS_BYTES / 4) * 4);
}

static void unaligned(bus_bench *b) {
  for (unsigned k = 0; k < 300; k++) {
    const uint32_t addr = (ws_rng_below(&b->rng, WS_BUS_BYTES >> (k % 3 * 4)) & ~3u) | (1 + ws_rng_below(&b->rng, 3));
    uint32_t data = 0;
    unsigned resp = bus_try_read(b, addr, &data);
    expect_refusal(b, addr, false, WS_BUS_ERR_INFO_KIND_UNALIGNED, resp, data);
    resp = bus_try_write(b, addr, 0xffffffff, ws_rng_below(&b->rng, 16));
    expect_refusal(b, addr, true, WS_BUS_ERR_INFO_KIND_UNALIGNED, resp, 0);
  }
}

// The first refused access stays, whatever comes after it, until it is cleared; refused writes change nothing.
static void first_refusal_stays(bus_bench *b) {
  uint32_t data;
  bus_write(b, WS_REG_REQ_LANES, 0x5);
  bus_expect(b, "response", bus_try_write(b, WS_REG_REQ_LANES, 0, 7), WS_BUS_SLVERR);
  for (unsigned k = 0; k < 20; k++) {
    bus_try_read(b, ws_rng_u32(&b->rng) % WS_BUS_BYTES, &data);
    bus_try_write(b, WS_REG_ID, ws_rng_u32(&b->rng), 15);
  }
  bus_expect(b, "STATUS.bus_err", bus_read(b, WS_REG_STATUS) & WS_STATUS_BUS_ERR_BM, WS_STATUS_BUS_ERR_BM);
  bus_write(b, WS_REG_BUS_ERR_INFO, 0xfffffffe); // not its bit
  expect_capture(b, WS_REG_REQ_LANES, true, WS_BUS_ERR_INFO_KIND_STROBES);
  bus_expect(b, "STATUS.bus_err", bus_read(b, WS_REG_STATUS) & WS_STATUS_BUS_ERR_BM, 0);
  bus_expect(b, "REQ_LANES", bus_read(b, WS_REG_REQ_LANES), 5);
  bus_expect(b, "ID", bus_read(b, WS_REG_ID), WS_ID_RESET);
}

// A register that takes whole words takes no part of one: each set of bytes but all and none.
static void strobes(bus_bench *b) {
  bus_write(b, WS_REG_IRQ_ENABLE, 0x1f);
  for (uint32_t strb = 1; strb < 15; strb++) {
    const unsigned resp = bus_try_write(b, WS_REG_IRQ_ENABLE, 0, strb);
    expect_refusal(b, WS_REG_IRQ_ENABLE, true, WS_BUS_ERR_INFO_KIND_STROBES, resp, 0);
  }
  bus_expect(b, "IRQ_ENABLE", bus_read(b, WS_REG_IRQ_ENABLE), 0x1f);
}

// While operands are being cleared, accesses to them and requests wait, all others do not. Each as the first one after the reset, in
// each clock of it; how long it takes is compared.
static void clearing(bus_bench *b) {
  static const struct {
    uint32_t addr;
    bool write;
  } access[] = {{WS_REG_SUBMIT, true},
                {WS_REG_SUBMIT, false},
                {WS_REG_LANE_B(1), true},
                {WS_REG_LANE_MASK(2), false},
                {WS_REG_LANE_ALL_A_LO, true},
                {WS_REG_SCRATCH, true},
                {WS_REG_STATUS, false},
                {WS_REG_RESULT_D(1), false},
                {WS_REG_GMEM + WS_REG_SUBMIT, true},
                {WS_REG_SMEM + WS_REG_SUBMIT, true},
                {WS_REG_LAUNCH, true}};
  for (unsigned k = 0; k < 3 * sizeof access / sizeof *access; k++) {
    const uint32_t addr = access[k / 3].addr;
    uint32_t data;
    bus_write(b, WS_REG_CTRL, WS_CTRL_RESET_BM);
    bus_wait(b, ws_rng_below(&b->rng, 8 * b->cfg.core.lanes / 4));
    if (access[k / 3].write)
      bus_try_write(b, addr, 1, 15);
    else
      bus_try_read(b, addr, &data);
    bus_until(b, WS_STATUS_BUSY_BM, 0);
    bus_expect(b, "an operand", bus_read(b, WS_REG_LANE_C(b->cfg.core.lanes - 1)), 0);
  }
}

// Writes and reads take turns, and a write is first after a reset, whatever was last before.
static void turns(bus_bench *b) {
  for (unsigned k = 0; k < 40; k++) {
    bus_access write = {.write = true, .addr = WS_REG_SCRATCH, .data = k, .strb = 15}, read = {.addr = WS_REG_SCRATCH};
    for (unsigned n = 0; n < k % 4; n++)
      bus_write(b, WS_REG_SCRATCH, 0x5000 + n);
    if (k & 4)
      bus_read(b, WS_REG_ID);
    bus_reset(b);
    bus_both(b, &write, &read);
    bus_both(b, &write, &read);
    bus_expect(b, "SCRATCH", bus_read(b, WS_REG_SCRATCH), k);
  }
}

// A response that stands and is not taken ends with a reset, however long it has stood.
static void reset_answers(bus_bench *b) {
  for (unsigned k = 0; k < 8; k++) {
    const bool write = k & 1, refused = k & 2, waits = k & 4;
    bus_read(b, WS_REG_LANE_MASK(0)); // operands are cleared: what comes next takes no longer than it has to
    b->in.awvalid = b->in.wvalid = write;
    b->in.arvalid = !write;
    b->in.awaddr = b->in.araddr = refused ? WS_REG_ID + 1 : WS_REG_SCRATCH;
    b->in.wdata = 0x600d;
    b->in.wstrb = 15;
    b->in.bready = b->in.rready = false;
    bus_clock(b);
    b->in.awvalid = b->in.wvalid = b->in.arvalid = false;
    for (unsigned clocks = waits ? 20 : 7; clocks; clocks--)
      bus_clock(b);
    bus_expect(b, "the response before the reset", write ? b->out.bvalid : b->out.rvalid, true);
    bus_reset(b);
    bus_clock(b);
    bus_expect(b, "BVALID after the reset", b->out.bvalid, false);
    bus_expect(b, "RVALID after the reset", b->out.rvalid, false);
    bus_expect(b, "SCRATCH after the reset", bus_read(b, WS_REG_SCRATCH), 0);
  }
}

// LANE_ALL writes all lanes, LANE one, each only the bytes named.
static void operands(bus_bench *b) {
  static const uint32_t words[] = {0x00, 0x04, 0x08, 0x10, 0x14, 0x18, 0x1c};
  uint32_t shadow[WS_LANES_MAX][7] = {{0}};
  for (unsigned k = 0; k < 300; k++) {
    const unsigned w = ws_rng_below(&b->rng, 7), lane = ws_rng_below(&b->rng, b->cfg.core.lanes);
    const uint32_t data = ws_rng_u32(&b->rng), strb = ws_rng_below(&b->rng, 16);
    const bool all = ws_rng_percent(&b->rng, 20);
    bus_write_bytes(b, (all ? WS_REG_LANE_ALL_MASK : WS_REG_LANE_MASK(lane)) + words[w], data, strb);
    for (unsigned i = 0; i < b->cfg.core.lanes; i++)
      for (unsigned k8 = 0; k8 < 4 && (all || i == lane); k8++)
        if (strb >> k8 & 1)
          shadow[i][w] = (shadow[i][w] & ~(0xffu << 8 * k8)) | (data & 0xffu << 8 * k8);
    for (unsigned i = 0; i < b->cfg.core.lanes; i++)
      shadow[i][0] &= bus_all(b);
    const unsigned i = ws_rng_below(&b->rng, b->cfg.core.lanes), v = ws_rng_below(&b->rng, 7);
    bus_expect(b, "operand", bus_read(b, WS_REG_LANE_MASK(i) + words[v]), shadow[i][v]);
  }
  for (unsigned i = 0; i < b->cfg.core.lanes; i++)
    for (unsigned w = 0; w < 7; w++)
      bus_expect(b, "operand", bus_read(b, WS_REG_LANE_MASK(i) + words[w]), shadow[i][w]);
}

static void memory(bus_bench *b, uint32_t base, uint32_t bytes) {
  static uint32_t shadow[WS_GMEM_BYTES / 4];
  memset(shadow, 0, sizeof shadow);
  for (uint32_t k = 0; k < bytes / 4; k++)
    bus_write(b, base + 4 * k, shadow[k] = (uint32_t)ws_rng_mix(k + bytes));
  for (unsigned k = 0; k < 500; k++) {
    const uint32_t word = ws_rng_below(&b->rng, bytes / 4), data = ws_rng_u32(&b->rng),
                   strb = ws_rng_below(&b->rng, 16);
    bus_write_bytes(b, base + 4 * word, data, strb);
    for (unsigned i = 0; i < 4; i++)
      if (strb >> i & 1)
        shadow[word] = (shadow[word] & ~(0xffu << 8 * i)) | (data & 0xffu << 8 * i);
  }
  for (uint32_t k = 0; k < bytes / 4; k++)
    bus_expect(b, "word of memory", bus_read(b, base + 4 * k), shadow[k]);
}

static void smem(bus_bench *b) { memory(b, WS_REG_SMEM, WS_REG_SMEM_BYTES); }
static void gmem(bus_bench *b) { memory(b, WS_REG_GMEM, b->cfg.gmem_bytes); }

// Ones in a memory of zeros, then zeros in one of ones: the bytes named change, and no other of any word.
static void gmem_apart(bus_bench *b) {
  const uint32_t words = b->cfg.gmem_bytes / 4;
  for (unsigned pass = 0; pass < 2; pass++) {
    const uint32_t was = pass ? UINT32_MAX : 0;
    for (uint32_t k = 0; k < words; k++)
      bus_write(b, WS_REG_GMEM + 4 * k, was);
    for (uint32_t strb = 1; strb < 15; strb++) {
      const uint32_t word = 1 + ws_rng_below(&b->rng, words - 2);
      uint32_t want = was;
      bus_write_bytes(b, WS_REG_GMEM + 4 * word, ~was, strb);
      for (unsigned i = 0; i < 4; i++)
        want ^= strb >> i & 1 ? 0xffu << 8 * i : 0;
      bus_expect(b, "the word that was written", bus_read(b, WS_REG_GMEM + 4 * word), want);
      bus_write(b, WS_REG_GMEM + 4 * word, was);
    }
    for (uint32_t k = 0; k < words; k++)
      bus_expect(b, "a word beside those that were written", bus_read(b, WS_REG_GMEM + 4 * k), was);
  }
}

static const bus_test tests[] = {
    {"bus_reset_values", "registers after reset read what their description says", .run = values_after_reset},
    {"bus_walking_ones", "each register keeps the bits that its description says, by walking ones and zeros",
     .run = walking},
    {"bus_registers_apart", "no register disturbs another", .run = all_at_once},
    {"bus_addresses", "every address answers as the map says: read, write of no byte, of two bytes", .run = addresses},
    {"bus_unaligned", "an address that is no multiple of 4 is refused, whatever else it is", .run = unaligned},
    {"bus_first_refusal", "the first refused access is kept; refused accesses change nothing",
     .run = first_refusal_stays},
    {"bus_strobes", "a register that takes whole words takes no part of one", .run = strobes},
    {"bus_clearing", "what waits for the end of a reset, and what does not", .run = clearing},
    {"bus_turns", "of a write and a read at once the write is first after a reset, then they take turns", .run = turns},
    {"bus_reset_answers", "a response that is not taken ends with a reset", .run = reset_answers},
    {"bus_operands", "operands of one lane and of all, byte by byte", .run = operands},
    {"bus_smem", "all words of shared memory, byte by byte", .run = smem, .families = WS_FAMILY_MBAR},
    {"bus_gmem", "all words of global memory, byte by byte", .run = gmem, .families = WS_FAMILY_MBAR},
    {"bus_gmem_apart", "some bytes of a word of global memory change no other, zeros or ones", .run = gmem_apart,
     .families = WS_FAMILY_MBAR},
};
BUS_TESTS(map)
