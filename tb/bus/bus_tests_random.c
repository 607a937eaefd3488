// SPDX-License-Identifier: Apache-2.0
// Everything mixed, at random, in lockstep. The weights of the kinds of accesses, the stalls and the clocks between accesses are drawn
// anew every few hundred accesses, so that there are times of nothing but traffic, of nobody reading, and of illegal accesses. Most
// operands are such that operations get somewhere: masks of live lanes, few objects, small counts.
#include "bus_bench.h"
#include "register_table.h"

enum { OPERANDS, REQUEST, SUBMIT, COMPLETION, SMEM, GMEM, WARPS, TX, STATE, CONFIG, WILD, EVENLY, KINDS };

typedef struct mix {
  unsigned weight[KINDS], pause, left;
} mix;

static uint32_t below(bus_bench *b, uint32_t n) { return ws_rng_below(&b->rng, n); }
static bool percent(bus_bench *b, unsigned n) { return ws_rng_percent(&b->rng, n); }

static void remix(bus_bench *b, mix *m, unsigned even) {
  static const unsigned usual[KINDS] = {30, 14, 16, 22, 8, 5, 6, 3, 6, 1, 3, 0};
  for (unsigned k = 0; k < KINDS; k++)
    m->weight[k] = usual[k] * (percent(b, 20) ? 0 : percent(b, 20) ? 4 : 1);
  m->weight[STATE]++;
  m->weight[EVENLY] = even;
  m->pause = percent(b, 60) ? 0 : below(b, 30);
  m->left = 100 + below(b, 400);
  bus_stalls(b);
}

// Each unit as often as the others, however many operations it has; now and then that which makes an object.
static uint32_t some_op(bus_bench *b) {
  if (percent(b, 4))
    return WS_OP_MBAR_INIT;
  uint32_t op;
  do
    op = below(b, 16) << 8;
  while (!ws_family_of(op));
  const uint32_t unit = op;
  do
    op = unit | below(b, 256);
  while (!ws_op_built(op));
  return op;
}

static uint32_t some_lanes(bus_bench *b) {
  switch (below(b, 4)) {
  case 0: return ws_rng_u32(&b->rng);
  case 1: return 1u << below(b, b->cfg.core.lanes);
  default: return UINT32_MAX;
  }
}

static uint32_t operand_value(bus_bench *b, uint32_t word) {
  if (percent(b, 4))
    return ws_rng_u32(&b->rng);
  switch (word) {
  case 0x00: return some_lanes(b);
  case 0x04: return percent(b, 30) ? 4u << below(b, 3) : below(b, 34);
  case 0x08: return percent(b, 50) ? 0x1f : below(b, 700);
  case 0x10: return percent(b, 50) ? below(b, 4) : below(b, 8) * 16;
  case 0x18: return percent(b, 95) ? below(b, 6) * 8 : below(b, 0x4000);
  default: return percent(b, 95) ? 0 : ws_rng_u32(&b->rng);
  }
}

static bus_access operands(bus_bench *b) {
  static const uint32_t words[] = {0x00, 0x00, 0x04, 0x08, 0x10, 0x14, 0x18, 0x1c};
  const uint32_t word = words[below(b, 8)],
                 base = percent(b, 40) ? WS_REG_LANE_ALL_MASK : WS_REG_LANE_MASK(below(b, b->cfg.core.lanes));
  bus_access a = {.write = percent(b, 85), .addr = base + word, .data = operand_value(b, word), .strb = 15};
  if (percent(b, 5))
    a.strb = below(b, 16);
  return a;
}

static bus_access completion(bus_bench *b) {
  static const uint32_t regs[] = {WS_REG_CPL_INFO, WS_REG_CPL_LANES, WS_REG_CPL_STATUS, WS_REG_CPL_PRED};
  if (percent(b, 40))
    return (bus_access){.write = true, .addr = WS_REG_CPL_POP, .data = percent(b, 95), .strb = 15};
  if (percent(b, 50))
    return (bus_access){.addr = regs[below(b, 4)]};
  const unsigned lane = below(b, b->cfg.core.lanes);
  return (bus_access){.addr = percent(b, 60) ? WS_REG_RESULT_D(lane) : WS_REG_RESULT_D_HI(lane)};
}

static bus_access memory(bus_bench *b, uint32_t base, uint32_t bytes) {
  const uint32_t at = percent(b, 60) ? below(b, 32) * 4 : below(b, bytes / 4) * 4;
  return (bus_access){.write = percent(b, 50), .addr = base + at, .data = ws_rng_u32(&b->rng), .strb = below(b, 16)};
}

static bus_access warps(bus_bench *b) {
  static const uint32_t regs[] = {WS_REG_LAUNCH_LANES, WS_REG_LAUNCH, WS_REG_LAUNCH, WS_REG_EXIT_LANES, WS_REG_EXIT};
  const uint32_t addr = regs[below(b, 5)];
  bus_access a = {.write = true, .addr = addr, .strb = 15, .data = some_lanes(b)};
  if (addr == WS_REG_LAUNCH || addr == WS_REG_EXIT)
    a.data = below(b, b->cfg.core.warps) | (percent(b, 80) ? 0 : below(b, 64) << 8);
  return a;
}

static bus_access state(bus_bench *b) {
  static const uint32_t regs[] = {WS_REG_STATUS,       WS_REG_STATUS,   WS_REG_IRQ_STATUS, WS_REG_ERR_INFO,
                                  WS_REG_ERR_LANES,    WS_REG_ERR_OPND, WS_REG_ERR_STATUS, WS_REG_BUS_ERR_ADDR,
                                  WS_REG_BUS_ERR_INFO, WS_REG_CTRL};
  switch (below(b, 5)) {
  case 0:
    return (bus_access){.addr = (percent(b, 50) ? WS_REG_LIVE(0) : WS_REG_WAIT(0)) + 4 * below(b, b->cfg.core.warps)};
  case 1: return (bus_access){.addr = WS_REG_CNT_CLOCKS_LO + 4 * below(b, 12)};
  case 2:
    return (bus_access){.write = true,
                        .addr = percent(b, 50) ? WS_REG_IRQ_STATUS : WS_REG_BUS_ERR_INFO,
                        .data = below(b, 32),
                        .strb = 15};
  default: return (bus_access){.addr = regs[below(b, 10)]};
  }
}

static bus_access config(bus_bench *b) {
  bus_access a = {.write = true, .strb = 15};
  switch (below(b, 8)) {
  case 0: a.addr = WS_REG_CTRL, a.data = percent(b, 40) | (percent(b, 50) ? WS_CTRL_LEGACY_BM : 0); break;
  case 1: a.addr = WS_REG_WATCHDOG, a.data = percent(b, 50) ? 0 : 20 + below(b, 3000); break;
  case 2: a.addr = WS_REG_TRYWAIT, a.data = percent(b, 80) ? below(b, 200) : below(b, 0x10000); break;
  case 3: a.addr = WS_REG_TICK_DIV, a.data = percent(b, 90) ? below(b, 6) : below(b, 0x4000); break;
  case 4: a.addr = WS_REG_IRQ_LEVEL, a.data = percent(b, 90) ? below(b, 6) : below(b, 256); break;
  case 5: a.addr = WS_REG_CNT_CTRL, a.data = below(b, 4); break;
  default: a.addr = WS_REG_IRQ_ENABLE, a.data = below(b, 32);
  }
  return a;
}

static bus_access wild(bus_bench *b) {
  const uint32_t range = percent(b, 40) ? 0x400 : percent(b, 50) ? 0x2200 : WS_BUS_BYTES;
  bus_access a = {.write = percent(b, 50), .addr = below(b, range), .data = ws_rng_u32(&b->rng), .strb = below(b, 16)};
  if (percent(b, 80))
    a.addr &= ~3u;
  if (a.addr == WS_REG_CTRL)
    a.data &= ~WS_CTRL_RESET_BM;
  return a;
}

// What there is, and what there is not, each as often.
static bus_access evenly(bus_bench *b) {
  static const uint32_t nothing[] = {0x38, 0x3fc, 0x100c, 0x1420, 0x7ffc, 0xc000, 0xfffc};
  bus_access a = {.write = percent(b, 50), .strb = percent(b, 70) ? 15 : below(b, 16), .data = ws_rng_u32(&b->rng)};
  const uint32_t words[] = {0x00, 0x04, 0x08, 0x10, 0x14, 0x18, 0x1c}, word = words[below(b, 7)];
  const uint32_t lane = below(b, b->cfg.core.lanes);
  switch (below(b, 7)) {
  case 0: a.addr = ws_register_table[below(b, sizeof ws_register_table / sizeof *ws_register_table)].addr; break;
  case 1: a.addr = WS_REG_LANE_MASK(lane) + word; break;
  case 2: a.addr = WS_REG_LANE_ALL_MASK + word; break;
  case 3: a.addr = percent(b, 50) ? WS_REG_RESULT_D(lane) : WS_REG_RESULT_D_HI(lane); break;
  case 4: a.addr = WS_REG_SMEM + 4 * below(b, WS_REG_SMEM_BYTES / 4); break;
  case 5: a.addr = WS_REG_GMEM + 4 * below(b, b->cfg.gmem_bytes / 4); break;
  default: a.addr = nothing[below(b, sizeof nothing / sizeof *nothing)];
  }
  if (a.addr == WS_REG_CTRL)
    a.data &= ~WS_CTRL_RESET_BM;
  if (a.addr == WS_REG_TICK_DIV) // waits end
    a.data &= 7;
  return a;
}

static bus_access draw(bus_bench *b, const mix *m) {
  unsigned sum = 0, kind = 0;
  for (unsigned k = 0; k < KINDS; k++)
    sum += m->weight[k];
  for (uint32_t x = below(b, sum); x >= m->weight[kind]; kind++)
    x -= m->weight[kind];
  switch (kind) {
  case OPERANDS: return operands(b);
  case REQUEST:
    return (bus_access){
        .write = true, .addr = percent(b, 60) ? WS_REG_REQ_LANES : WS_REG_REQ_PRED, .data = some_lanes(b), .strb = 15};
  case SUBMIT:
    return (bus_access){.write = true,
                        .addr = WS_REG_SUBMIT,
                        .strb = 15,
                        .data = (percent(b, 98) ? some_op(b) : below(b, 4096)) |
                                below(b, b->cfg.core.warps) << WS_SUBMIT_WARP_BP | below(b, 256) << WS_SUBMIT_TAG_BP |
                                (percent(b, 20) ? WS_SUBMIT_NEG_BM : 0)};
  case COMPLETION: return completion(b);
  case SMEM: return memory(b, WS_REG_SMEM, WS_REG_SMEM_BYTES);
  case GMEM: return memory(b, WS_REG_GMEM, b->cfg.gmem_bytes);
  case WARPS: return warps(b);
  case TX:
    return (bus_access){.write = true,
                        .addr = percent(b, 40) ? WS_REG_TX_ADDR : WS_REG_TX_BYTES,
                        .data = percent(b, 95) ? below(b, 8) * 8 : ws_rng_u32(&b->rng),
                        .strb = 15};
  case STATE: return state(b);
  case CONFIG: return config(b);
  case WILD: return wild(b);
  default: return evenly(b);
  }
}

static void everything(bus_bench *b) {
  mix m = {.left = 0};
  for (unsigned w = 0; w < b->cfg.core.warps; w++)
    bus_launch(b, w, bus_all(b));
  while (b->accesses < b->n) {
    if (!m.left--)
      remix(b, &m, 0);
    bus_access x = draw(b, &m), y = draw(b, &m);
    if (x.write != y.write && percent(b, 60))
      bus_both(b, x.write ? &x : &y, x.write ? &y : &x);
    else
      bus_both(b, x.write ? &x : NULL, x.write ? NULL : &x);
    if (m.pause && percent(b, 30))
      bus_wait(b, below(b, m.pause));
    if (percent(b, 1) && percent(b, 5))
      bus_reset(b);
  }
}

// Accesses of one direction that have begun, oldest first. Their requests go ahead of their responses.
enum { AHEAD = 4 };
typedef struct queue {
  bus_access access[AHEAD];
  uint64_t drawn, addresses, data, done;
} queue;

// Number k, drawn if it is the next one; NULL if too many wait for their response.
static bus_access *number(bus_bench *b, const mix *m, queue *q, uint64_t k, bool write) {
  if (k < q->drawn)
    return &q->access[k % AHEAD];
  if (q->drawn - q->done == AHEAD)
    return NULL;
  bus_access a;
  do
    a = draw(b, m);
  while (a.write != write);
  q->access[q->drawn % AHEAD] = a;
  return &q->access[q->drawn++ % AHEAD];
}

static bool begins(bus_bench *b, unsigned channel) { return !percent(b, b->stall[channel]); }

static void responses(bus_bench *b, queue *q, bool there, unsigned resp, uint32_t data) {
  if (!there)
    return;
  bus_access *a = &q->access[q->done++ % AHEAD];
  a->resp = resp;
  if (!a->write)
    a->data = data;
  bus_keep(b, a);
}

// Whether a write to global memory is under way. A reset now may come before it or behind it, and global memory outlives the reset.
static bool writes_gmem(const queue *w) {
  bool found = false;
  for (uint64_t k = w->done; k < w->drawn; k++)
    found |= w->access[k % AHEAD].addr >= WS_REG_GMEM;
  return found;
}

// Each channel by itself: requests while a response is not taken yet, data before their address and long behind it.
void bus_traffic(bus_bench *b, uint64_t n, unsigned even) {
  const uint64_t end = b->accesses + n;
  mix m = {.left = 0};
  queue w = {.drawn = 0}, r = {.drawn = 0};
  ws_bus_in *in = &b->in;
  for (unsigned k = 0; k < b->cfg.core.warps; k++)
    bus_launch(b, k, bus_all(b));
  while (b->accesses < end) {
    if (!m.left--)
      remix(b, &m, even);
    bus_noise(b);
    const bus_access *a;
    if (!in->awvalid && begins(b, BUS_AW) && (a = number(b, &m, &w, w.addresses, true))) {
      in->awvalid = true;
      in->awaddr = a->addr;
    }
    if (!in->wvalid && begins(b, BUS_W) && (a = number(b, &m, &w, w.data, true))) {
      in->wvalid = true;
      in->wdata = a->data;
      in->wstrb = a->strb;
    }
    if (!in->arvalid && begins(b, BUS_AR) && (a = number(b, &m, &r, r.addresses, false))) {
      in->arvalid = true;
      in->araddr = a->addr;
    }
    bus_clock(b);
    const ws_bus_out *out = &b->out;
    w.addresses += in->awvalid && out->awready;
    w.data += in->wvalid && out->wready;
    r.addresses += in->arvalid && out->arready;
    in->awvalid = in->awvalid && !out->awready;
    in->wvalid = in->wvalid && !out->wready;
    in->arvalid = in->arvalid && !out->arready;
    responses(b, &w, out->bvalid && in->bready, out->bresp, 0);
    responses(b, &r, out->rvalid && in->rready, out->rresp, out->rdata);
    if (percent(b, 1) && percent(b, 10) && !writes_gmem(&w)) {
      bus_reset(b);
      w = r = (queue){.drawn = 0};
    }
  }
}

static void channels(bus_bench *b) { bus_traffic(b, b->n > b->accesses ? b->n - b->accesses : 0, 0); }

// Reads alone, then writes alone, as fast as the bus takes them: with no stalls every access takes the same number of clocks.
static void clocks(bus_bench *b) {
  for (unsigned c = 0; c < BUS_CHANNELS; c++)
    b->stall[c] = 0;
  bus_wait(b, 400); // operands are cleared, shared memory is swept
  static const struct {
    uint32_t addr;
    unsigned least, most; // clocks from the transfer of the request to the response
  } reads[] = {{WS_REG_ID, 7, 7},   {WS_REG_LANE_A_LO(1), 7, 7}, {WS_REG_RESULT_D(0), 7, 7},
               {WS_REG_GMEM, 7, 7}, {WS_REG_SMEM, 12, 12},       {0x3, 7, 7}};
  for (size_t k = 0; k < sizeof reads / sizeof *reads; k++)
    for (unsigned write = reads[k].addr >= WS_REG_SMEM && !bus_has_memory(b) ? 2 : 0; write < 2; write++) {
      const uint64_t start = b->cycles;
      uint32_t data;
      if (write)
        bus_try_write(b, reads[k].addr, 0, 15);
      else
        bus_try_read(b, reads[k].addr, &data);
      const uint64_t took = b->cycles - start;
      if (took < reads[k].least || took > reads[k].most)
        bus_fail(b, "%s 0x%05x takes %u clocks, not %u to %u", write ? "write" : "read", (unsigned)reads[k].addr,
                 (unsigned)took, reads[k].least, reads[k].most);
    }
  const uint64_t start = b->cycles;
  bus_write(b, WS_REG_LANE_ALL_B, 1);
  bus_expect(b, "clocks of LANE_ALL", b->cycles - start, 6 + b->cfg.core.lanes);
}

static const bus_test tests[] = {
    {"bus_clocks", "how long an access takes when nothing stalls", .run = clocks},
    {"bus_random",
     "everything mixed: traffic, slow readers, memories, launches, resets, illegal accesses, both directions at once",
     .run = everything},
    {"bus_channels", "the same with each channel by itself: requests ahead of responses, data ahead of addresses",
     .run = channels},
};
BUS_TESTS(random)
