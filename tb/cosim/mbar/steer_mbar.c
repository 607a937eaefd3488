// SPDX-License-Identifier: Apache-2.0
// What scenes of mbarrier's operations are made of (steer_mbar.h).
#include "steer_mbar.h"

#include <string.h>

enum { PATIENCE = 100000, COPIES_AT = WS_SMEM_BYTES / 2 }; // cycles; where copies go

uint32_t ws_ms_draw(ws_mbar_steer *s, uint32_t from, uint32_t to) {
  return from + ws_rng_below(&s->rng, to - from + 1);
}

// ------------------------------------------------------------------------------------------------------------- cycles

void ws_ms_cycle(ws_mbar_steer *s) {
  if (!s->good)
    return;
  for (unsigned c = 0; c < s->ctas; c++) {
    s->ls->in[c].rsp_ready = s->stall < 100 && !ws_rng_percent(&s->rng, s->stall);
    s->ls->in[c].tick = ws_rng_percent(&s->rng, s->ticks);
  }
  s->good = ws_lockstep_step(s->ls);
  for (unsigned c = 0; c < s->ctas; c++) {
    ws_in *in = &s->ls->in[c];
    in->exit.valid = in->launch.valid = false;
    in->tx.valid &= !s->ls->out[c].tx_ready;
    in->ls.valid &= !s->ls->out[c].ls_ready;
  }
}

void ws_ms_cycles(ws_mbar_steer *s, unsigned n) {
  while (n--)
    ws_ms_cycle(s);
}

void ws_ms_tick(ws_mbar_steer *s, unsigned n) {
  unsigned ticks = s->ticks;
  s->ticks = 100;
  ws_ms_cycles(s, n);
  s->ticks = ticks;
}

static uint32_t waiting(const ws_mbar_steer *s) {
  uint32_t any = 0;
  for (unsigned c = 0; c < s->ctas; c++)
    for (unsigned w = 0; w < s->warps; w++)
      any |= s->ls->out[c].wait[w];
  return any;
}

static bool inputs(const ws_mbar_steer *s) {
  bool any = false;
  for (unsigned c = 0; c < s->ctas; c++)
    any |= s->ls->in[c].tx.valid || s->ls->in[c].ls.valid;
  return any;
}

void ws_ms_quiet(ws_mbar_steer *s) {
  unsigned n = 0;
  do
    ws_ms_cycle(s);
  while (s->good && (!ws_lockstep_idle(s->ls) || inputs(s)) && n++ < PATIENCE);
  ws_ms_cycles(s, 2);
}

void ws_ms_settle(ws_mbar_steer *s) {
  unsigned ticks = s->ticks, n = 0;
  s->stall = s->stall == 100 ? 0 : s->stall;
  do
    ws_ms_quiet(s), s->ticks = 100;
  while (s->good && waiting(s) && n++ < PATIENCE);
  s->ticks = ticks;
}

void ws_ms_exit(ws_mbar_steer *s, unsigned cta, unsigned warp, uint32_t lanes) {
  s->ls->in[cta].exit = (ws_lanes){lanes != 0, warp, lanes};
  ws_ms_cycle(s);
}

void ws_ms_restore(ws_mbar_steer *s) {
  ws_ms_settle(s);
  for (unsigned c = 0; c < s->ctas; c++)
    for (unsigned w = 0; w < s->warps; w++) {
      if (s->ls->out[c].live[w] == s->all)
        continue;
      ws_ms_exit(s, c, w, s->ls->out[c].live[w]);
      s->ls->in[c].launch = (ws_lanes){true, w, s->all};
      ws_ms_cycle(s);
      ws_ms_quiet(s);
    }
}

void ws_ms_send(ws_mbar_steer *s, unsigned cta, ws_req *q) {
  ws_req *port = &s->ls->in[cta].req;
  q->valid = true;
  q->tag = s->tag++ & 0xff;
  *port = *q;
  s->ls->new_req |= 1u << cta;
  unsigned n = 0;
  do {
    ws_ms_cycle(s);
    s->stall = n > 100 && s->stall == 100 ? 0 : s->stall; // the answers before stand in its way
  } while (s->good && !s->ls->out[cta].req_ready && n++ < PATIENCE);
  port->valid = false;
  s->ls->new_req |= 1u << cta;
}

void ws_ms_bytes(ws_mbar_steer *s, unsigned cta, uint32_t addr, uint32_t bytes) {
  unsigned n = 0;
  s->ls->in[cta].tx = (ws_tx){true, addr, bytes};
  do {
    ws_ms_cycle(s);
    s->stall = n > 8 && s->stall == 100 ? 0 : s->stall;
  } while (s->good && s->ls->in[cta].tx.valid && n++ < PATIENCE);
}

void ws_ms_store(ws_mbar_steer *s, unsigned cta, uint32_t at, uint64_t word) {
  ws_ls *x = &s->ls->in[cta].ls;
  const unsigned banks = ws_dut_banks(&s->ls->cfg.core), b = at / 4 % banks;
  unsigned n = 0;
  *x = (ws_ls){.valid = true, .en = 3u << b};
  x->row[b] = x->row[b + 1] = (uint16_t)(at / 4 / banks);
  x->be[b] = x->be[b + 1] = 15;
  x->wdata[b] = (uint32_t)word;
  x->wdata[b + 1] = (uint32_t)(word >> 32);
  do
    ws_ms_cycle(s);
  while (s->good && x->valid && n++ < PATIENCE);
}

// -------------------------------------------------------------------------------------------------- lanes, requests

uint32_t ws_ms_some(ws_mbar_steer *s, unsigned n) {
  uint32_t lanes = 0;
  while ((unsigned)__builtin_popcount(lanes) < n)
    lanes |= 1u << ws_rng_below(&s->rng, s->lanes);
  return lanes;
}

uint32_t ws_ms_shape(ws_mbar_steer *s, unsigned shape) {
  unsigned n = s->lanes, k = ws_ms_draw(s, 2, n - 1);
  uint32_t x = s->all;
  switch (shape) {
  case WS_SHAPE_ONE: return ws_ms_some(s, 1);
  case WS_SHAPE_TWO: return ws_ms_some(s, 2);
  case WS_SHAPE_PREFIX: return (1u << k) - 1;
  case WS_SHAPE_SUFFIX: return s->all & ~(s->all >> k);
  case WS_SHAPE_ALTERNATING: return (ws_rng_percent(&s->rng, 50) ? 0x55555555u : 0xaaaaaaaau) & s->all;
  case WS_SHAPE_SPARSE:
    while (!(ws_shapes_of(n, x) >> WS_SHAPE_SPARSE & 1))
      x = ws_rng_u32(&s->rng) & s->all;
    return x;
  default: return s->all;
  }
}

ws_req ws_ms_request(ws_mbar_steer *s, uint32_t op, uint32_t lanes) {
  ws_req q = {.op = op, .warp = s->warp, .lanes = lanes};
  const bool copy = ws_is_mbar_copy(op), wait = ws_is_mbar_wait(op);
  const uint64_t over = !s->phase; // waits are true at once
  for (unsigned i = 0; i < s->lanes; i++) {
    q.mask[i] = 1u << i;
    q.addr[i] = copy ? COPIES_AT + 16 * i : s->at;
    q.a[i] = copy ? 16 * i : ws_is_mbar_pending_count(op) ? 3 : 0;
    if (wait)
      q.a[i] = ws_is_mbar_parity(op) ? over : over << 63 | 1;
    q.b[i] = ws_is_mbar_cg(op) ? 16 : copy ? 4 : ws_is_mbar_init(op) ? 1000 : 1;
    q.c[i] = copy ? q.b[i] : 20;
  }
  return q;
}

void ws_ms_ask(ws_mbar_steer *s, uint32_t op, uint32_t lanes, uint32_t b) {
  ws_req q = ws_ms_request(s, op, lanes);
  for (unsigned i = 0; i < s->lanes; i++)
    q.b[i] = b;
  ws_ms_send(s, s->cta, &q);
}

// ------------------------------------------------------------------------------------------------------------ objects

uint64_t ws_ms_word(const ws_mbar_steer *s, uint32_t pending, int32_t tx, uint32_t expected) {
  return (uint64_t)s->phase << 63 | (uint64_t)(-pending & WS_MBAR_MAX) << 43 | ((uint64_t)tx & 0x1fffff) << 22 |
         (uint64_t)(-expected & WS_MBAR_MAX) << 1;
}

void ws_ms_make(ws_mbar_steer *s, unsigned cta, uint32_t pending, int32_t tx, uint32_t expected, bool unseen) {
  unsigned home = s->cta;
  bool plain = !unseen && !s->phase && pending == expected && pending && !tx && ws_rng_percent(&s->rng, 70);
  s->cta = cta;
  ws_ms_ask(s, WS_OP_MBAR_INIT, 1, plain ? pending : 1);
  if (unseen)
    ws_ms_ask(s, WS_OP_MBAR_ARRIVE, 1, 1);
  ws_ms_quiet(s);
  if (!plain)
    ws_ms_store(s, cta, s->at, ws_ms_word(s, pending, tx, expected));
  s->cta = home;
}

void ws_ms_make_many(ws_mbar_steer *s, uint32_t count) {
  s->phase = 0;
  ws_req q = ws_ms_request(s, WS_OP_MBAR_INIT, s->all);
  for (unsigned i = 0; i < s->lanes; i++)
    q.addr[i] = s->at + 8 * i, q.b[i] = count;
  ws_ms_send(s, s->cta, &q);
  ws_ms_quiet(s);
}

static void waiter(ws_mbar_steer *s, unsigned cta, unsigned lane, uint32_t at) {
  ws_req q = ws_ms_request(s, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 1u << lane);
  q.warp = (s->warp + 1) % s->warps;
  q.addr[lane] = at;
  q.a[lane] = s->phase;
  q.c[lane] = WS_NO_LIMIT;
  ws_ms_send(s, cta, &q);
}

static void others(ws_mbar_steer *s, unsigned cta, const ws_mbar_scene *x) {
  for (unsigned k = 0; k < x->waiters && k < s->lanes - 1; k++)
    waiter(s, cta, k, s->at);
  if (x->beside)
    waiter(s, cta, s->lanes - 1, s->at + 8);
  if (x->waiters || x->beside)
    ws_ms_cycles(s, 20 + 2 * x->waiters);
}

// The step itself; one of another CTA is sent by CTA `far`.
static void act(ws_mbar_steer *s, const ws_mbar_scene *x, unsigned far) {
  static const uint16_t ops[WS_CHGS] = {WS_OP_MBAR_EXPECT_TX,
                                        WS_OP_MBAR_COMPLETE_TX,
                                        WS_OP_MBAR_ARRIVE,
                                        WS_OP_MBAR_ARRIVE_EXPECT_TX,
                                        WS_OP_MBAR_ARRIVE_NOCOMPLETE,
                                        WS_OP_MBAR_ARRIVE_DROP,
                                        WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX,
                                        WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE,
                                        WS_OP_MBAR_CP_ASYNC_ARRIVE,
                                        0,
                                        0,
                                        WS_OP_MBAR_EXPECT_TX,
                                        WS_OP_MBAR_COMPLETE_TX,
                                        WS_OP_MBAR_ARRIVE_SINK,
                                        WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK,
                                        WS_OP_MBAR_ARRIVE_DROP_SINK,
                                        WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX_SINK};
  if (x->change == WS_CHG_PORT) {
    ws_ms_bytes(s, s->cta, s->at, x->x);
    return;
  }
  uint32_t sink = ((ops[x->change] & 0x14u) == 4 && ws_rng_percent(&s->rng, 50)) ? 32 : 0;
  ws_req q = ws_ms_request(s, ops[x->change] | sink, ws_ms_some(s, x->n));
  for (unsigned i = 0; i < s->lanes; i++) {
    q.b[i] = x->x;
    q.addr[i] |= x->change >= WS_CHG_FAR_EXPECT ? (uint64_t)(s->cta + 1) << 24 : 0;
  }
  ws_ms_send(s, x->change >= WS_CHG_FAR_EXPECT ? far : s->cta, &q);
}

void ws_ms_scene(ws_mbar_steer *s, const ws_mbar_scene *x) {
  unsigned far = (s->cta + 1) % s->ctas;
  bool deferred = x->change == WS_CHG_DEFERRED;
  if (x->beside) {
    s->at += 8;
    ws_ms_make(s, s->cta, 1000, 0, 1000, false);
    s->at -= 8;
  }
  ws_ms_make(s, s->cta, deferred ? 1000 : x->pending, deferred ? 0 : x->tx, deferred ? 1000 : x->expected, x->unseen);
  if (deferred) { // the state comes to be while the copy is under way
    uint32_t lane = ws_ms_some(s, 1);
    s->ls->copy_latency = 150 + 10 * x->waiters;
    ws_ms_ask(s, WS_OP_CP_ASYNC_CA, lane, 4);
    ws_ms_ask(s, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, lane, 0);
    ws_ms_cycles(s, 20);
    ws_ms_store(s, s->cta, s->at, ws_ms_word(s, x->pending, x->tx, x->expected));
  }
  others(s, s->cta, x);
  if (x->dead)
    ws_ms_ask(s, WS_OP_MBAR_INVAL, 1, 0);
  if (x->dead && x->change >= WS_CHG_FAR_EXPECT)
    ws_ms_quiet(s);
  if (!deferred)
    act(s, x, far);
  ws_ms_quiet(s);
}
