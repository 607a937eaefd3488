// SPDX-License-Identifier: Apache-2.0
// Scenes that lead to bins of the coverage of mbarrier's operations that the model tells (steer_mbar.h): what a step finds and leaves in
// an object, who waits, what no response says.
#include "steer_mbar.h"

enum { MAX = WS_MBAR_MAX, MANY = 1000 };

static bool percent(ws_mbar_steer *s, unsigned p) { return ws_rng_percent(&s->rng, p); }
static void send(ws_mbar_steer *s, ws_req q) { ws_ms_send(s, s->cta, &q); }

// -------------------------------------------------------------------------------------- what a step does to an object

static bool lowers(unsigned change) {
  return change == WS_CHG_COMPLETE || change == WS_CHG_PORT || change == WS_CHG_FAR_COMPLETE;
}

static bool no_arrival(unsigned change) {
  return change == WS_CHG_EXPECT || change == WS_CHG_FAR_EXPECT || lowers(change);
}

static bool one_each(unsigned change) {
  return change == WS_CHG_ARRIVE_TX || change == WS_CHG_DROP_TX || change == WS_CHG_FAR_ARRIVE_TX ||
         change == WS_CHG_FAR_DROP_TX;
}

static ws_mbar_scene pending(ws_mbar_steer *s, unsigned change, unsigned class, unsigned effect) {
  uint32_t p = ws_ms_pending(s, class), any = ws_ms_draw(s, 1, 99), over = MAX + any;
  ws_mbar_scene x = {.change = change, .pending = p, .expected = p ? p : MANY, .n = 1, .x = 1};
  bool deferred = change == WS_CHG_DEFERRED, inc = change == WS_CHG_INC;
  if (effect == WS_EFF_REFUSED) {
    bool low = inc ? p < MAX : p > 0;
    x.tx = inc || deferred ? low ? WS_TX_BELOW : 3 : 0;
    x.x = no_arrival(change) || one_each(change) || percent(s, 50) ? over : p + 1;
  } else if (effect == WS_EFF_MORE) {
    x.x = no_arrival(change) || one_each(change) || p < 3 ? 1 : ws_ms_draw(s, 1, p - 1);
    x.expected = MAX;
  } else if (no_arrival(change)) {
    x.x = any;
    x.tx = effect == WS_EFF_REST ? 0 : lowers(change) ? (int32_t)any : -(int32_t)any;
  } else {
    x.n = one_each(change) ? p : 1;
    x.x = one_each(change) ? any : p;
    x.tx = effect == WS_EFF_REST ? (int32_t)any : one_each(change) ? -(int32_t)(any * p) : 0;
  }
  return x;
}

static void expected(ws_mbar_steer *s, unsigned drop, unsigned class, unsigned effect) {
  unsigned change = ws_mbar_drops[drop];
  uint32_t have = ws_ms_pending(s, class);
  ws_mbar_scene x = {.change = change, .pending = MAX, .expected = have, .tx = 5, .n = 1, .x = 1};
  if (!one_each(change))
    x.x = effect == WS_EXP_REFUSED ? have + 1 : effect == WS_EXP_NONE ? have : ws_ms_draw(s, 1, have - 1);
  else if (effect == WS_EXP_NONE)
    x.n = have;
  ws_ms_scene(s, &x);
}

static int32_t tx_of(ws_mbar_steer *s, unsigned class) {
  int32_t small = (int32_t)ws_ms_draw(s, 1, percent(s, 50) ? 99 : MAX - 1);
  return class == WS_TXC_BELOW   ? WS_TX_BELOW
         : class == WS_TXC_MIN   ? -MAX
         : class == WS_TXC_MINUS ? -small
         : class == WS_TXC_0     ? 0
         : class == WS_TXC_PLUS  ? small
                                 : MAX;
}

static void tx(ws_mbar_steer *s, unsigned tx, unsigned before, unsigned after) {
  unsigned change = ws_mbar_txs[tx];
  ws_mbar_scene x = {.change = change, .pending = MANY, .expected = MANY, .n = 1};
  x.tx = tx_of(s, before);
  x.x = MAX + ws_ms_draw(s, 1, 99);
  for (unsigned tries = 0; tries < 1000 && after != WS_TXA_REFUSED; tries++) {
    x.tx = tx_of(s, before);
    int32_t diff = tx_of(s, after) - x.tx;
    x.n = change == WS_CHG_PORT ? 1 : ws_ms_draw(s, 1, s->lanes);
    diff = lowers(change) ? -diff : diff;
    x.x = (uint32_t)diff / x.n;
    if (diff >= 0 && (uint32_t)diff % x.n == 0 && x.x <= MAX)
      break;
  }
  ws_ms_scene(s, &x);
}

static void release(ws_mbar_steer *s, unsigned who, unsigned rel) {
  unsigned change = ws_mbar_flippers[who];
  ws_mbar_scene x = pending(s, change, no_arrival(change) ? WS_PND_0 : WS_PND_1, WS_EFF_FLIP);
  x.waiters = rel == WS_REL_ONE ? 1 : rel == WS_REL_MORE ? 2 : 0;
  x.beside = rel == WS_REL_BESIDE;
  s->ticks = 0;
  ws_ms_scene(s, &x);
}

static void late(ws_mbar_steer *s, unsigned source, uint32_t wanted) {
  static const uint8_t changes[WS_LATS] = {WS_CHG_PORT,          WS_CHG_DEFERRED,     0,
                                           WS_CHG_FAR_EXPECT,    WS_CHG_FAR_COMPLETE, WS_CHG_FAR_ARRIVE,
                                           WS_CHG_FAR_ARRIVE_TX, WS_CHG_FAR_DROP,     WS_CHG_FAR_DROP_TX};
  unsigned change = changes[source];
  ws_mbar_scene x = {.change = change, .pending = MANY, .expected = MANY, .n = 1, .x = 1};
  if (source == WS_LAT_COPY) {
    ws_ms_make(s, s->cta, MANY, 0, MANY, false);
    ws_req q = ws_ms_copy(s, WS_CPY_8, ws_ms_some(s, 1));
    for (unsigned i = 0; i < s->lanes && wanted; i++)
      q.addr[i] = s->at;
    send(s, q);
    return;
  }
  switch (wanted) {
  case WS_ST_MB_MISALIGNED: ws_ms_bytes(s, s->cta, s->at + ws_ms_draw(s, 1, 7), 1); return;
  case WS_ST_MB_BAD_SPACE: ws_ms_bytes(s, s->cta, s->at + WS_SMEM_BYTES, 1); return;
  case WS_ST_MB_NOT_INIT: x.dead = true; break;
  case WS_ST_MB_BAD_COUNT: x.x = percent(s, 50) ? 0 : MAX + 1; break;
  case WS_ST_MB_PENDING_UNDERFLOW: x.pending = 0, x.tx = 2; break;
  case WS_ST_MB_TX_OVERFLOW: x.x = MAX + 1; break;
  case WS_ST_MB_TX_UNDERFLOW: x.tx = WS_TX_BELOW, x.x = one_each(change) || no_arrival(change) ? 0 : 1; break;
  case WS_ST_MB_EXPECT_UNDERFLOW: x.expected = one_each(change) ? 0 : 2, x.x = 3; break;
  case WS_ST_MB_MISSING_WAIT: x.unseen = true; break;
  case WS_ST_MB_CTA_GONE:
    for (unsigned w = 0; w < s->warps; w++)
      ws_ms_exit(s, (s->cta + 1) % s->ctas, w, s->all);
    ws_ms_cycles(s, 3);
    ws_req q = ws_ms_request(s,
                             change < WS_CHG_FAR_ARRIVE ? WS_OP_MBAR_EXPECT_TX + change - WS_CHG_FAR_EXPECT
                                                        : WS_OP_MBAR_ARRIVE_SINK | (change - WS_CHG_FAR_ARRIVE) % 2 |
                                                              (change - WS_CHG_FAR_ARRIVE) / 2 * 8,
                             ws_ms_some(s, 1));
    for (unsigned i = 0; i < s->lanes; i++)
      q.addr[i] |= (uint64_t)((s->cta + 1) % s->ctas + 1) << 24;
    send(s, q);
    return;
  default: break;
  }
  ws_ms_scene(s, &x);
}

// -------------------------------------------------------------------------------------------------------------- waits

// Somebody waits for phase `phase` to end, with a limit of so many nanoseconds if it has one of its own; then it ends, or not.
static void wait(ws_mbar_steer *s, uint32_t op, unsigned out, unsigned phase, bool flaw, uint32_t limit) {
  bool parity = ws_is_mbar_parity(op), over = out == WS_OUT_ONCE || out == WS_OUT_REFUSED;
  uint32_t set = ws_ms_some(s, ws_ms_draw(s, 1, s->lanes - 1)),
           tick = s->ls->cfg.core.tick_ns ? s->ls->cfg.core.tick_ns : 10;
  unsigned ticks = ws_is_mbar_limit(op) ? (limit + tick - 1) / tick : s->ls->cfg.core.trywait;
  uint64_t a = parity ? phase : (uint64_t)phase << 63 | 1;
  s->phase = over ? !phase : phase;
  a = !flaw ? a : parity ? a | (uint64_t)ws_ms_draw(s, 1, 99) << 1 : a & ~(uint64_t)1;
  s->ticks = 0;
  ws_ms_make(s, s->cta, MANY, 0, MANY, false);
  if (out == WS_OUT_REFUSED)
    ws_ms_ask(s, WS_OP_MBAR_INVAL, 1, 0);
  ws_ms_quiet(s);
  ws_req q = ws_ms_request(s, op, set);
  for (unsigned i = 0; i < s->lanes; i++)
    q.a[i] = a, q.c[i] = limit;
  send(s, q);
  if (out == WS_OUT_ONCE || out == WS_OUT_REFUSED || out == WS_OUT_NOT)
    return;
  ws_ms_cycles(s, 15);
  if (out == WS_OUT_LIMIT) {
    ws_ms_tick(s, ticks);
    return;
  }
  if (out == WS_OUT_TIE)
    ws_ms_tick(s, ticks - 1);
  q = ws_ms_request(s, WS_OP_MBAR_ARRIVE, 1);
  q.warp = (s->warp + 1) % s->warps;
  q.b[0] = MANY;
  send(s, q);
  // From the acceptance to the end of the phase it is fourteen clocks, where nothing stands in the way.
  ws_ms_cycles(s, out != WS_OUT_TIE ? 0 : percent(s, 70) ? 14 : 11 + ws_rng_below(&s->rng, 8));
  if (out == WS_OUT_TIE)
    ws_ms_tick(s, 1);
}

static uint32_t limit_of(ws_mbar_steer *s, unsigned class) {
  uint32_t tick = s->ls->cfg.core.tick_ns ? s->ls->cfg.core.tick_ns : 10;
  switch (class) {
  case WS_LIM_0: return 0;
  case WS_LIM_BELOW: return ws_ms_draw(s, 1, tick - 1);
  case WS_LIM_TICK: return tick;
  case WS_LIM_SOME: return ws_ms_draw(s, tick + 1, 20 * tick);
  default: return ws_ms_draw(s, 256 * tick, 300 * tick);
  }
}

// ---------------------------------------------------------------------------------------------------------------- all

void ws_ms_step(ws_mbar_steer *s, unsigned group, const unsigned at[]) {
  static const uint8_t outs[4] = {WS_OUT_ONCE, WS_OUT_AFTER, WS_OUT_NOT, WS_OUT_LIMIT};
  switch (group) {
  case WS_MBG_PENDING: {
    ws_mbar_scene x = pending(s, at[0], at[1], at[2]);
    ws_ms_scene(s, &x);
    break;
  }
  case WS_MBG_EXPECTED: expected(s, at[0], at[1], at[2]); break;
  case WS_MBG_TX: tx(s, at[0], at[1], at[2]); break;
  case WS_MBG_WAIT:
    wait(s, ws_mbar_wait_codes[at[0]], at[1], at[2] & 1, at[2] >= WS_FLW_0_UNDEFINED,
         at[1] == WS_OUT_NOT ? 0 : limit_of(s, WS_LIM_SOME));
    break;
  case WS_MBG_LIMIT: wait(s, ws_mbar_hint_codes[at[0]], outs[at[2]], s->phase, false, limit_of(s, at[1])); break;
  case WS_MBG_RELEASE: release(s, at[0], at[1]); break;
  case WS_MBG_LATE: late(s, at[0], ws_mbar_late_statuses[at[1]]); break;
  default: break;
  }
}
