// SPDX-License-Identifier: Apache-2.0
// Scenes that lead to bins of the coverage of mbarrier's operations (steer_mbar.h): one function a group of those that the ports tell.
#include "steer_mbar.h"

enum { MAX = WS_MBAR_MAX, LAST = WS_SMEM_BYTES - 8, MANY = 1000 };

static uint32_t op_of(unsigned place) { return ws_mbar_op_codes[place]; }
static bool percent(ws_mbar_steer *s, unsigned p) { return ws_rng_percent(&s->rng, p); }
static unsigned first_of(uint32_t lanes) { return (unsigned)__builtin_ctz(lanes); }

static void send(ws_mbar_steer *s, ws_req q) { ws_ms_send(s, s->cta, &q); }

// ---------------------------------------------------------------------------------------------------------- statuses

static uint32_t no_code(ws_mbar_steer *s) {
  uint32_t code;
  do
    code = (uint32_t)WS_UNIT_MBAR << 8 | ws_rng_below(&s->rng, 256);
  while (ws_op_name(code));
  return code;
}

static void with_address(ws_mbar_steer *s, uint32_t op, uint64_t flaw) {
  ws_req q = ws_ms_request(s, op, ws_ms_some(s, 1));
  for (unsigned i = 0; i < s->lanes; i++)
    q.addr[i] += flaw;
  send(s, q);
}

static void with_operand(ws_mbar_steer *s, uint32_t op, uint64_t a) {
  ws_req q = ws_ms_request(s, op, ws_ms_some(s, 1));
  for (unsigned i = 0; i < s->lanes; i++)
    q.a[i] = a;
  send(s, q);
}

static void a_copy_in_error(ws_mbar_steer *s, uint32_t op, bool space) {
  ws_req q = ws_ms_request(s, op, ws_ms_some(s, 1));
  unsigned how = ws_rng_below(&s->rng, 3);
  for (unsigned i = 0; i < s->lanes; i++) {
    if (space)
      how & 1 ? (q.addr[i] |= WS_SMEM_BYTES) : (q.a[i] |= WS_GMEM_BYTES);
    else if (how == 0)
      q.b[i] = 3;
    else
      how & 1 ? (q.addr[i] += 2) : (q.a[i] += 1);
  }
  send(s, q);
}

// An operation on an object with this state.
static void on(ws_mbar_steer *s, uint32_t op, uint32_t pending, int32_t tx, uint32_t expected, uint32_t b) {
  ws_ms_make(s, s->cta, pending, tx, expected, false);
  ws_ms_quiet(s);
  ws_ms_ask(s, op, ws_ms_some(s, 1), b);
}

static void busy_lane(ws_mbar_steer *s, uint32_t op) {
  uint32_t lane = ws_ms_some(s, 1);
  ws_ms_make(s, s->cta, 2, 0, 2, false);
  ws_req q = ws_ms_request(s, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, lane);
  q.a[first_of(lane)] = 0, q.c[first_of(lane)] = 4000;
  send(s, q);
  send(s, ws_ms_request(s, op, percent(s, 50) ? lane : s->all));
  ws_ms_quiet(s);
}

static void exited_lane(ws_mbar_steer *s, uint32_t op) {
  uint32_t lane = ws_ms_some(s, 1);
  ws_ms_make(s, s->cta, MANY, 0, MANY, false);
  ws_ms_exit(s, s->cta, s->warp, lane);
  send(s, ws_ms_request(s, op, percent(s, 50) ? lane : s->all));
}

static void status(ws_mbar_steer *s, uint32_t op, uint32_t wanted) {
  uint32_t any = ws_ms_draw(s, 3, 50), over = percent(s, 50) ? MAX + 1 : MAX + any;
  uint64_t rank = (uint64_t)((s->cta + 1) % s->ctas + 1) << 24;
  switch (wanted) {
  case WS_ST_CV_LANE_BUSY: busy_lane(s, op); break;
  case WS_ST_CV_LANE_EXITED: exited_lane(s, op); break;
  case WS_ST_MB_NOT_INIT:
    ws_ms_make(s, s->cta, MANY, 0, MANY, false);
    ws_ms_ask(s, WS_OP_MBAR_INVAL, 1, 0);
    ws_ms_ask(s, op, ws_ms_some(s, 1), 1);
    break;
  case WS_ST_MB_MISALIGNED: with_address(s, op, ws_ms_draw(s, 1, 7)); break;
  case WS_ST_MB_BAD_SPACE: with_address(s, op, percent(s, 50) ? WS_SMEM_BYTES : (uint64_t)(s->ctas + any) << 24); break;
  case WS_ST_MB_REMOTE_UNSUPPORTED:
  case WS_ST_MB_REMOTE_RESULT: with_address(s, op, rank); break;
  case WS_ST_MB_BAD_COUNT: on(s, op, MANY, 0, MANY, percent(s, 50) ? 0 : over); break;
  case WS_ST_MB_NOCOMPLETE_VIOLATION: on(s, op, any, 0, any, any); break;
  case WS_ST_MB_PENDING_UNDERFLOW:
    ws_is_mbar_expect(op) ? on(s, op, 0, 1, 1, 0) : on(s, op, any, 0, any, any + 1);
    break;
  case WS_ST_MB_PENDING_OVERFLOW: on(s, op, MAX, 0, MAX, 1); break;
  case WS_ST_MB_TX_OVERFLOW: percent(s, 50) ? on(s, op, 5, MAX, 5, any) : on(s, op, 5, 0, 5, over); break;
  case WS_ST_MB_TX_UNDERFLOW:
    ws_is_mbar_complete(op) ? on(s, op, 5, percent(s, 50) ? -MAX : 0, 5, over)
                            : on(s, op, 5, WS_TX_BELOW, 5, ws_is_mbar_expect(op) || ws_is_mbar_tx(op) ? 0 : 1);
    break;
  case WS_ST_MB_EXPECT_UNDERFLOW: ws_is_mbar_expect(op) ? on(s, op, 5, 0, 0, 1) : on(s, op, 50, 0, 2, 3); break;
  case WS_ST_MB_MISSING_WAIT:
    ws_ms_make(s, s->cta, MANY, 0, MANY, true);
    ws_ms_ask(s, op, ws_ms_some(s, 1), 1);
    break;
  case WS_ST_MB_BAD_PARITY: ws_ms_make(s, s->cta, 2, 0, 2, false), with_operand(s, op, any); break;
  case WS_ST_MB_BAD_TOKEN: ws_ms_make(s, s->cta, 2, 0, 2, false), with_operand(s, op, (uint64_t)any << 44); break;
  case WS_ST_MB_TOKEN_NOT_NOCOMPLETE: with_operand(s, op, (uint64_t)any << 43 | 1); break;
  case WS_ST_AT_MISALIGNED: a_copy_in_error(s, op, false); break;
  case WS_ST_AT_BAD_SPACE: a_copy_in_error(s, op, true); break;
  case WS_ST_DEC_ILLEGAL: send(s, ws_ms_request(s, op, ws_ms_some(s, 1))); break;
  default: // carried out, also twice
    ws_ms_make(s, s->cta, MANY, 0, MANY, false);
    ws_ms_ask(s, op, ws_ms_some(s, 1), ws_is_mbar_copy(op) ? 16 : 1);
    break;
  }
}

// ------------------------------------------------------------------------------------------------- lanes and objects

static void lanes(ws_mbar_steer *s, uint32_t op, unsigned shape, unsigned fare) {
  uint32_t set = ws_ms_shape(s, shape), flawed = fare == WS_FARE_REFUSED ? set : 0;
  while (fare == WS_FARE_BOTH && (!flawed || flawed == set))
    flawed = set & ws_rng_u32(&s->rng);
  ws_ms_make_many(s, 100000);
  ws_req q = ws_ms_request(s, op, set);
  for (unsigned i = 0; i < s->lanes; i++) {
    q.addr[i] += ws_is_mbar_copy(op) || (op != WS_OP_MBAR_INVAL && shape % 2) ? 0 : 8 * i;
    if (flawed >> i & 1)
      ws_is_mbar_copy(op) ? (q.b[i] = 5) : (q.addr[i] += ws_ms_draw(s, 1, 7));
  }
  send(s, q);
}

static void objects(ws_mbar_steer *s, uint32_t op, unsigned kind, unsigned part) {
  unsigned n = part == WS_PART_TWO ? 2 : part == WS_PART_ALL ? s->lanes : ws_ms_draw(s, 3, s->lanes - 1), k = 0;
  uint32_t set = ws_ms_some(s, n);
  ws_ms_make_many(s, 100000);
  ws_req q = ws_ms_request(s, op, set);
  for (unsigned i = 0; i < s->lanes; i++) {
    if (!(set >> i & 1))
      continue;
    q.addr[i] += kind == WS_OBJ_EACH ? 8 * k : kind == WS_OBJ_SHARED ? 8 * (k / 2) : 0;
    if (kind == WS_OBJ_DIFFERENT)
      q.b[i] += k, q.c[i] += k, q.a[i] ^= (ws_is_mbar_parity(op) ? 1 : (uint64_t)1 << 63) * (k & 1);
    k++;
  }
  send(s, q);
}

// ------------------------------------------------------------------------------------------- counts, places, operands

static uint32_t count_of(ws_mbar_steer *s, unsigned class) {
  switch (class) {
  case WS_CNT_0: return 0;
  case WS_CNT_1: return 1;
  case WS_CNT_FEW: return ws_ms_draw(s, 2, 32);
  case WS_CNT_MANY: return percent(s, 50) ? ws_ms_draw(s, 33, MAX - 1) : ws_ms_draw(s, 33, 300);
  case WS_CNT_MAX: return MAX;
  case WS_CNT_OVER: return MAX + 1;
  default: return percent(s, 50) ? MAX + ws_ms_draw(s, 2, 99) : UINT32_MAX - ws_ms_draw(s, 0, 99);
  }
}

static void counts(ws_mbar_steer *s, uint32_t op, unsigned class, bool refused) {
  uint32_t v = count_of(s, class);
  bool in_range = class < WS_CNT_OVER, bytes = ws_is_mbar_tx(op) || ws_is_mbar_expect(op),
       lowers = ws_is_mbar_complete(op);
  if (ws_is_mbar_init(op))
    ws_ms_ask(s, op, ws_ms_some(s, 1), v);
  else if (!refused || !in_range || (!bytes && !v))
    on(s, op, bytes ? MANY : MAX, bytes ? 0 : 5, bytes ? MANY : MAX, v);
  else if (!bytes)
    on(s, op, v - 1, 5, MAX, v);
  else if (!v)
    on(s, op, 5, WS_TX_BELOW, 5, v);
  else
    on(s, op, 5, lowers ? (int32_t)v - 1 - MAX : MAX - (int32_t)v + 1, 5, v);
}

static void place(ws_mbar_steer *s, uint32_t op, unsigned spot) {
  s->at = spot == WS_SPOT_FIRST ? 0 : spot == WS_SPOT_LAST ? LAST : 8 * ws_ms_draw(s, 1, LAST / 8 - 1);
  on(s, op, MANY, 0, MANY, 1);
}

uint32_t ws_ms_pending(ws_mbar_steer *s, unsigned class) {
  return class < 2              ? class
         : class == WS_PND_FEW  ? ws_ms_draw(s, 2, s->lanes)
         : class == WS_PND_MANY ? ws_ms_draw(s, s->lanes + 1, percent(s, 50) ? MAX - 1 : 100)
                                : MAX;
}

static void token(ws_mbar_steer *s, unsigned kind, unsigned class) {
  uint64_t count = (0u - ws_ms_pending(s, class)) & MAX;
  uint32_t low = kind == WS_TOK_NC ? 3 : kind == WS_TOK_OTHER ? 1 : 0;
  with_operand(s, WS_OP_MBAR_PENDING_COUNT, count << 43 | low);
}

// ------------------------------------------------------------------------------------------------------------- stalls

static void other_requests(ws_mbar_steer *s, unsigned n) {
  ws_req q = {.op = WS_OP_ACTIVEMASK, .warp = (s->warp + 1) % s->warps, .lanes = s->all};
  while (n--)
    send(s, q);
}

static void stalls(ws_mbar_steer *s, uint32_t op, unsigned stall) {
  ws_ms_make_many(s, MANY);
  s->stall = 0;
  ws_req q = ws_ms_request(s, op, ws_ms_shape(s, ws_rng_below(&s->rng, WS_MBO_SHAPES)));
  switch (stall) {
  case WS_STALL_HELD: {
    ws_req before = ws_ms_request(s, WS_OP_MBAR_ARRIVE, s->all);
    for (unsigned i = 0; i < s->lanes; i++)
      before.b[i] = 1 + (i & 1);
    for (unsigned k = 0; k < 3; k++)
      send(s, before);
    break;
  }
  case WS_STALL_BURST: other_requests(s, 3); break;
  case WS_STALL_RSP_HELD: s->stall = 100; break;
  case WS_STALL_RSP_BURST: s->stall = 100, other_requests(s, ws_ms_draw(s, 1, 2)); break;
  default: ws_ms_cycles(s, 3); break;
  }
  send(s, q);
  if (s->stall == 100)
    ws_ms_cycles(s, 12 + 4 * s->lanes);
  s->stall = 0;
}

// ------------------------------------------------------------------------------------------------------------- copies

ws_req ws_ms_copy(ws_mbar_steer *s, unsigned kind, uint32_t set) {
  uint32_t size = kind == WS_CPY_4 ? 4 : kind == WS_CPY_8 ? 8 : 16;
  ws_req q = ws_ms_request(s, kind == WS_CPY_CG ? WS_OP_CP_ASYNC_CG : WS_OP_CP_ASYNC_CA, set);
  for (unsigned i = 0; i < s->lanes; i++) {
    q.b[i] = q.c[i] = size;
    q.addr[i] = WS_SMEM_BYTES / 2 + size * ws_ms_draw(s, 0, 255);
    q.a[i] = size * ws_ms_draw(s, 0, WS_GMEM_BYTES / size - 1);
  }
  return q;
}

// Where in a row of memory a copy of this size goes.
static uint32_t to_banks(ws_mbar_steer *s, uint32_t size, unsigned row) {
  uint32_t last = 4 * WS_BANKS_MAX - size;
  return row == WS_ROW_FIRST ? 0 : row == WS_ROW_LAST ? last : size * ws_ms_draw(s, 1, last / size - 1);
}

static void copies(ws_mbar_steer *s, unsigned kind, unsigned take, unsigned row) {
  ws_req q = ws_ms_copy(s, kind, ws_ms_some(s, 1));
  for (unsigned i = 0; i < s->lanes; i++) {
    uint32_t size = q.b[i];
    q.addr[i] = WS_SMEM_BYTES / 2 + 4 * WS_BANKS_MAX * ws_ms_draw(s, 0, 31) + to_banks(s, size, row);
    q.c[i] = take == WS_TAKE_ALL    ? size
             : take == WS_TAKE_SOME ? ws_ms_draw(s, 1, size - 1)
             : take == WS_TAKE_NONE ? 0
                                    : size + 1 + (ws_rng_u32(&s->rng) >> 8);
  }
  send(s, q);
}

static void sources(ws_mbar_steer *s, unsigned kind, unsigned from) {
  ws_req q = ws_ms_copy(s, kind, ws_ms_some(s, 1));
  for (unsigned i = 0; i < s->lanes; i++)
    q.a[i] = from == WS_SRC_FIRST  ? 0
             : from == WS_SRC_LAST ? WS_GMEM_BYTES - q.b[i]
                                   : 16 * ws_ms_draw(s, 0, 999) + 4 * from;
  send(s, q);
}

static void memory(ws_mbar_steer *s, unsigned kind, unsigned mem, unsigned row) {
  bool full = mem == WS_MEM_FULL;
  uint32_t size = kind == WS_CPY_4 ? 4 : kind == WS_CPY_8 ? 8 : 16, bank = to_banks(s, size, row);
  bool steps = mem == WS_MEM_WRITE_HELD; // of the pipe, as answers come
  s->ls->copy_latency = full ? 200 : steps ? 10 + s->lanes : ws_ms_draw(s, 1, 20);
  s->ls->copy_stall = mem == WS_MEM_ASK_HELD ? 80 : 0;
  s->at = s->at / (4 * WS_BANKS_MAX) * (4 * WS_BANKS_MAX) + bank / 8 * 8;
  ws_ms_make(s, s->cta, MANY, 0, MANY, false);
  for (unsigned k = 0; k < (full ? 1 + 64 / s->lanes : 1); k++) {
    ws_req q = ws_ms_copy(s, kind, s->all);
    for (unsigned i = 0; i < s->lanes; i++)
      q.addr[i] = WS_SMEM_BYTES / 2 + 4 * WS_BANKS_MAX * ws_ms_draw(s, 0, 31) + bank;
    send(s, q);
  }
  if (steps)
    ws_ms_cycles(s, 8 + s->lanes);
  for (unsigned k = 0; k < 20 + s->lanes && steps; k++)
    percent(s, 50) ? ws_ms_bytes(s, s->cta, s->at, 0) : ws_ms_cycle(s);
}

static void port(ws_mbar_steer *s, unsigned class, unsigned how) {
  ws_ms_make(s, s->cta, MAX, 0, MAX, false);
  ws_req q = ws_ms_request(s, WS_OP_MBAR_ARRIVE_SINK, s->all); // steps one after the other
  for (unsigned i = 0; i < s->lanes; i++)
    q.b[i] = 1 + (i & 1);
  bool held = how == WS_PRT_HELD;
  s->stall = held ? 100 : s->stall;        // answers that are not taken hold up the pipe
  for (unsigned k = 0; k < 6 && held; k++) // three answers have room behind the port, one in the unit
    send(s, q);
  ws_ms_cycles(s, held ? 20 * s->lanes : 0); // each lane is a piece, three cycles each
  for (unsigned k = 0; k < 5; k++)
    ws_ms_bytes(s, s->cta, s->at, count_of(s, class));
}

static void behind(ws_mbar_steer *s, bool noinc, unsigned under_way) {
  uint32_t set = ws_ms_some(s, ws_ms_draw(s, 1, s->lanes)), op = WS_OP_MBAR_CP_ASYNC_ARRIVE | noinc;
  s->ls->copy_latency = 80;
  ws_ms_make(s, s->cta, MANY, 0, MANY, false);
  for (unsigned k = under_way == WS_BHD_NONE ? 0 : under_way == WS_BHD_SEVERAL ? 2 : 1; k; k--)
    ws_ms_ask(s, WS_OP_CP_ASYNC_CA, set, 4);
  if (under_way == WS_BHD_ATTACHED)
    ws_ms_ask(s, op, set, 0);
  ws_ms_ask(s, op, set, 0);
}

// ---------------------------------------------------------------------------------------------------------------- all

static void play(ws_mbar_steer *s, unsigned group, const unsigned at[]) {
  uint32_t op = op_of(at[0] < WS_MBO_KNOWN ? at[0] : 0);
  switch (group) {
  case WS_MBG_STATUS: status(s, at[0] < WS_MBO_KNOWN ? op : no_code(s), ws_mbar_op_statuses[at[1]]); break;
  case WS_MBG_LANES: lanes(s, op, at[1], at[2]); break;
  case WS_MBG_OBJECTS: objects(s, op, at[1], at[2]); break;
  case WS_MBG_COUNT: counts(s, ws_mbar_counted_codes[at[0]], at[1], at[2]); break;
  case WS_MBG_STALL: stalls(s, op, at[1]); break;
  case WS_MBG_PLACE: place(s, op, at[1]); break;
  case WS_MBG_TOKEN: token(s, at[0], at[1]); break;
  case WS_MBG_COPY: copies(s, at[0], at[1], at[2]); break;
  case WS_MBG_SOURCE: sources(s, at[0], at[1]); break;
  case WS_MBG_PORT: port(s, at[0], at[1]); break;
  case WS_MBG_MEMORY: memory(s, at[0], at[1], at[2]); break;
  case WS_MBG_BEHIND: behind(s, at[0], at[1]); break;
  default: ws_ms_step(s, group, at); break;
  }
}

void ws_mbar_steer_init(ws_mbar_steer *s, ws_lockstep *ls, const ws_cover *cover, ws_rng rng) {
  const ws_config *core = &ls->cfg.core;
  *s = (ws_mbar_steer){.ls = ls, .cover = cover, .rng = rng, .good = true, .stalls = true};
  s->lanes = core->lanes;
  s->warps = core->warps;
  s->ctas = ws_dut_ctas(core);
  s->all = UINT32_MAX >> (32 - core->lanes);
}

bool ws_mbar_steer_play(ws_mbar_steer *s) {
  static const uint8_t often[4] = {0, 0, 30, 70};
  ws_wish w = ws_cover_pick(s->cover, &s->rng, s->blind);
  ws_ms_restore(s);
  if (!w.valid || !s->good)
    return s->good;
  s->cta = ws_rng_below(&s->rng, s->ctas);
  s->warp = ws_rng_below(&s->rng, s->warps);
  s->at = 8 * ws_ms_draw(s, 0, WS_SMEM_BYTES / 16 - 40);
  s->phase = ws_rng_below(&s->rng, 2);
  s->stall = s->stalls ? often[ws_rng_below(&s->rng, 4)] : 0;
  s->ticks = 10 * (ws_rng_u32(&s->rng) & 3);
  s->ls->copy_latency = ws_ms_draw(s, 1, 12);
  s->ls->copy_stall = s->stalls ? often[ws_rng_below(&s->rng, 4)] : 0;
  play(s, w.group, w.place);
  ws_ms_settle(s);
  return s->good;
}
