// SPDX-License-Identifier: Apache-2.0
// Shared memory. Random: plain accesses to any banks, rows and bytes in cycle after cycle, and, at the same few rows, objects
// in any place, bytes of an engine and copies of every size; memory is full of words when its CTAs end and others begin.
// Directed: each bank and each pair of banks in turn, with objects, with copies onto them, with plain accesses beside them.
#include <inttypes.h>
#include <string.h>

#include "mbar/tests_mbar.h"

enum { NEAR = 4, OPS = 16, REST = 20000 };

typedef struct smem_stim {
  ws_rng rng;
  unsigned lanes, warps;
  uint32_t all, window;             // bytes of memory that a CTA has
  unsigned banks, line;             // line: bytes of a row
  unsigned left;                    // cycles of this phase
  unsigned plain, port, gap, stall; // percent of its cycles
  unsigned writes;                  // percent of its plain accesses
  bool near; // everything is in these rows, which differ by a bit or two, and mostly in one place of them
  uint16_t row[NEAR];
  uint32_t place;
  unsigned first, ops; // operations of this stretch, in the table
  unsigned cold;       // percent of its operations on objects: where there may be none
  bool begins;         // with an object in each of these rows
  bool drain, stalls;
  uint32_t tag;
} smem_stim;

static void new_phase(smem_stim *s, ws_lockstep *ls) {
  static const uint8_t rates[8] = {0, 10, 30, 60, 90, 100, 100, 100}, stalls[8] = {0, 0, 0, 0, 10, 40, 70, 90};
  static const uint8_t latency[8] = {1, 1, 2, 3, 4, 6, 40, 150};
  s->left = 20 + ws_rng_below(&s->rng, 200);
  s->plain = rates[ws_rng_below(&s->rng, 8)];
  s->port = ws_rng_percent(&s->rng, 75) ? 0 : rates[ws_rng_below(&s->rng, 8)];
  s->writes = rates[ws_rng_below(&s->rng, 8)];
  s->gap = s->stalls ? stalls[ws_rng_below(&s->rng, 8)] : 0;
  s->stall = s->stalls ? stalls[ws_rng_below(&s->rng, 8)] : 0;
  s->near = ws_rng_percent(&s->rng, 60);
  ls->copy_latency = latency[ws_rng_below(&s->rng, 8)];
  ls->copy_stall = s->stalls ? stalls[ws_rng_below(&s->rng, 8)] : 0;
}

// Rows and place of a stretch, in the window of the first CTA, and its operations.
static void new_stretch(smem_stim *s) {
  uint32_t x = ws_rng_u32(&s->rng), rows = s->window / s->line, bits = (uint32_t)__builtin_ctz(rows);
  s->place = x & (s->line - 1);
  s->row[0] = (uint16_t)(x >> 8 & (rows - 1));
  for (unsigned k = 1; k < NEAR; k++)
    s->row[k] = (uint16_t)(s->row[0] ^ 1u << ((x >> 16) + k) % bits);
  s->ops = x & 1u << 20 ? OPS : 2u << (x >> 21 & 1);
  s->first = x >> 22 & (OPS - 1);
  s->left = 0;
  s->cold = x >> 26 & 1 ? 0 : x >> 27 & 31;
  s->begins = true;
}

static uint32_t draw_row(smem_stim *s) {
  return s->near ? s->row[ws_rng_below(&s->rng, NEAR)] : ws_rng_below(&s->rng, WS_SMEM_BYTES / s->line);
}

static uint32_t draw_addr(smem_stim *s, uint32_t size) {
  uint32_t x = ws_rng_u32(&s->rng), at = s->near && (x >> 30) ? s->place : x & (s->line - 1);
  return draw_row(s) * s->line + (at & ~(size - 1));
}

static uint32_t draw_object(smem_stim *s) {
  return !ws_rng_percent(&s->rng, s->cold) ? s->row[ws_rng_below(&s->rng, NEAR)] * s->line + (s->place & ~7u)
                                           : draw_addr(s, 8);
}

// Some of the bits of `from`: all, one, half of them, a few.
static uint32_t some(smem_stim *s, uint32_t from) {
  uint32_t x = ws_rng_u32(&s->rng) & from, y = ws_rng_u32(&s->rng), one = from;
  for (unsigned skip = ws_rng_below(&s->rng, (uint32_t)__builtin_popcount(from)); skip; skip--)
    one &= one - 1;
  switch (y >> 28 & 7) {
  case 0: return from;
  case 1: return x;
  case 2:
  case 3: return x & y & ws_rng_u32(&s->rng);
  default: return one & (0u - one);
  }
}

static void plain(smem_stim *s, ws_in *in, const ws_out *out) {
  ws_ls *x = &in->ls;
  if (x->valid && !out->ls_ready)
    return;
  x->valid = !s->drain && ws_rng_percent(&s->rng, s->plain);
  x->en = some(s, UINT32_MAX >> (32 - s->banks));
  bool writes = ws_rng_percent(&s->rng, s->writes), one = ws_rng_percent(&s->rng, 30);
  uint32_t row = draw_row(s), stored = writes ? some(s, x->en) : 0, be = ws_rng_u32(&s->rng) & 15;
  for (unsigned k = 0; k < s->banks; k++) {
    x->row[k] = (uint16_t)(one ? row : draw_row(s));
    x->be[k] = stored >> k & 1 ? (uint8_t)(be ? be : ws_rng_u32(&s->rng) & 15) : 0;
    x->wdata[k] = ws_rng_u32(&s->rng);
  }
}

static void bytes(smem_stim *s, ws_in *in, const ws_out *out) {
  ws_tx *x = &in->tx;
  if (x->valid && !out->tx_ready)
    return;
  x->valid = !s->drain && ws_rng_percent(&s->rng, s->port);
  x->addr = draw_object(s);
  x->bytes = ws_rng_below(&s->rng, 4);
}

static void request(smem_stim *s, ws_lockstep *ls, ws_req *q, const ws_out *out) {
  static const uint16_t ops[OPS] = {WS_OP_CP_ASYNC_CA,
                                    WS_OP_CP_ASYNC_CA,
                                    WS_OP_CP_ASYNC_CA,
                                    WS_OP_CP_ASYNC_CG,
                                    WS_OP_CP_ASYNC_CG,
                                    WS_OP_MBAR_INIT,
                                    WS_OP_MBAR_INIT,
                                    WS_OP_MBAR_INVAL,
                                    WS_OP_MBAR_ARRIVE,
                                    WS_OP_MBAR_ARRIVE_DROP,
                                    WS_OP_MBAR_ARRIVE_EXPECT_TX,
                                    WS_OP_MBAR_EXPECT_TX,
                                    WS_OP_MBAR_COMPLETE_TX,
                                    WS_OP_MBAR_TEST_WAIT_PARITY,
                                    WS_OP_MBAR_CP_ASYNC_ARRIVE,
                                    WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC};
  if (q->valid && !out->req_ready)
    return;
  ls->new_req = 1;
  uint32_t w = ws_rng_below(&s->rng, s->warps), lanes = some(s, out->live[w] & ~out->wait[w]);
  q->valid = !s->drain && lanes && !ws_rng_percent(&s->rng, s->gap);
  if (!q->valid)
    return;
  *q = (ws_req){.valid = true,
                .warp = w,
                .lanes = lanes,
                .tag = s->tag++ & 0xff,
                .op = ops[(s->first + ws_rng_below(&s->rng, s->ops)) % OPS]};
  if (s->begins) { // with an object in each row
    q->op = WS_OP_MBAR_INIT, q->lanes = (1u << NEAR) - 1;
    for (unsigned k = 0; k < NEAR; k++)
      q->addr[k] = s->row[k] * s->line + (s->place & ~7u),
      q->b[k] = 1 + (ws_rng_u32(&s->rng) >> (13 + ws_rng_below(&s->rng, 19)));
    s->begins = false;
    return;
  }
  bool copy = ws_is_mbar_copy(q->op), one = ws_rng_percent(&s->rng, 50);
  uint32_t shift = 11 + ws_rng_below(&s->rng, 20); // of counts
  uint32_t size = !copy ? 8 : ws_is_mbar_cg(q->op) ? 16 : 4u << ws_rng_below(&s->rng, 3);
  for (unsigned i = 0; i < s->lanes; i++) {
    bool same = one && i && !copy;
    q->addr[i] = same ? q->addr[0] : (copy ? draw_addr(s, size) : draw_object(s)) & (s->window - 1);
    q->a[i] = copy ? ws_rng_u32(&s->rng) & (WS_GMEM_BYTES - 1) & ~(size - 1) : ws_rng_u32(&s->rng) & 1;
    q->b[i] = copy ? size : ws_rng_u32(&s->rng) >> shift;
    q->c[i] = ws_rng_percent(&s->rng, 80) ? size : ws_rng_below(&s->rng, size + 1);
  }
}

static bool step(smem_stim *s, ws_lockstep *ls) {
  if (!s->left--)
    new_phase(s, ls);
  ws_in *in = &ls->in[0];
  const ws_out *out = &ls->out[0];
  request(s, ls, &in->req, out);
  plain(s, in, out);
  bytes(s, in, out);
  in->rsp_ready = s->drain || !s->stall || !ws_rng_percent(&s->rng, s->stall);
  return ws_lockstep_step(ls);
}

// Until nothing stands at the ports; `idle`: and nothing is under way any more, and no sweep.
static bool rest(smem_stim *s, ws_lockstep *ls, bool idle) {
  bool busy = true;
  s->drain = true;
  for (unsigned k = 0; k < REST && busy; k++) {
    if (!step(s, ls))
      return false;
    const ws_in *in = &ls->in[0];
    busy = (idle && !ws_lockstep_idle(ls)) || in->req.valid || in->ls.valid || in->tx.valid;
  }
  s->drain = false;
  if (busy)
    fprintf(stderr, "\n%s: cycle %" PRIu64 ": the block does not come to rest\n  repeat       %s\n", ls->cfg.test,
            ls->cycle, ls->cfg.repeat);
  return !busy;
}

// Stretches of traffic, some of them short and of a few operations only, so that the first error, which is kept, is one of any kind.
// After each a reset, or all leave and others begin, some while copies are still under way.
static bool run_random(ws_run *r) {
  ws_lockstep ls;
  if (!ws_run_open(r, &ls))
    return false;
  smem_stim s = {.rng = ws_rng_make(r->seed, r->name), .lanes = r->core.lanes, .warps = r->core.warps};
  s.all = UINT32_MAX >> (32 - s.lanes);
  s.window = WS_SMEM_BYTES / ws_dut_slots(&r->core);
  s.banks = ws_dut_banks(&r->core);
  s.line = 4 * s.banks;
  s.stalls = !r->no_stalls;
  for (uint32_t i = 0; i < WS_GMEM_BYTES; i++)
    ls.gmem[i] = (uint8_t)ws_rng_u32(&s.rng);
  bool good = true;
  while (good && ls.accepted < r->n) {
    uint32_t x = ws_rng_u32(&s.rng);
    uint64_t length = 2 + ws_rng_below(&s.rng, 4u << x % 7), left = r->n - ls.accepted;
    uint64_t end = ls.accepted + (left < length ? left : length);
    new_stretch(&s);
    good = ws_launch_all(&ls) && rest(&s, &ls, true);
    while (good && ls.accepted < end)
      good = step(&s, &ls);
    bool reset = x >> 30, settles = reset || (x >> 29 & 1);
    good = good && rest(&s, &ls, settles) && (!settles || ws_compare_memory(&ls));
    if (good && reset)
      ws_lockstep_reset(&ls);
    else
      good = good && ws_leave_all(&ls);
  }
  ws_run_close(r, &ls);
  return good;
}

// ------------------------------------------------------------------------------------------------ each bank in turn

// Copies of every size onto an object: onto each half of it, or onto either one of two. Whichever bank it is, the copy is captured.
static void scene_copy_banks(ws_scene *t) {
  enum { SRC = 0x8000 };
  const uint32_t line = 4 * ws_dut_banks(&t->run->core), rows = WS_SMEM_BYTES / line;
  mb_fill_global(t);
  for (uint32_t size = 4; size <= 16; size *= 2)
    for (uint32_t at = 0; at < line && !t->bad; at += size < 8 ? 4 : 8) {
      uint32_t row = (at + size) % rows * line, dst = row + (at & ~(size - 1)), lane = at / 4 & (t->lanes - 1);
      t->bad = !ws_session_reset(t->s); // only the first error is kept
      mb_launch(t, 0, t->all);
      mb_init(t, row + (at & ~7u), 3);
      for (unsigned i = 0; i < t->lanes; i++)
        t->q.addr[i] = dst, t->q.a[i] = SRC + dst, t->q.b[i] = t->q.c[i] = size;
      mb_issue(t, WS_OP_CP_ASYNC_CA, mb_bit(lane));
      mb_capture(t, WS_ST_MB_RAW_ACCESS, 0, 0, WS_OP_CP_ASYNC_CA, mb_bit(lane));
    }
}

// An object in each pair of banks, on which any word is stored: a wait that is over writes back what it has read, bit by bit.
static void scene_pairs(ws_scene *t) {
  const uint32_t banks = ws_dut_banks(&t->run->core), rows = WS_SMEM_BYTES / 4 / banks;
  for (uint32_t k = 0; k < banks; k++) { // each pair twice, each bit of it once 0 and once 1
    uint32_t pair = k / 2, addr = (37 * k + 5) % rows * 4 * banks + 8 * pair;
    uint64_t word = (0x0123456789abcdefu * (2 * pair + 1)) ^ (k & 1 ? UINT64_MAX : 0);
    mb_init(t, addr, 1);
    mb_store(t, addr, 8, word, true);
    mb_seen(t, addr, !(word >> 63));
    mb_object(t, addr, word);
  }
}

static uint32_t stored(uint32_t pair, unsigned access, unsigned bank) {
  return access << 16 | pair << 8 | (bank ^ 0xff);
}

// Bytes in each cycle for an object in one pair of banks, and accesses to all others at other rows, which write and then read: they take
// turns, neither waits for long, and what was written is read.
static void scene_beside(ws_scene *t) {
  enum { TURN_ROWS = 4, TURNS = 4 * TURN_ROWS, CLOCKS = 2 * TURNS + 8, BYTES = 8 };
  const uint32_t banks = ws_dut_banks(&t->run->core);
  for (uint32_t pair = 0; pair < banks / 2; pair++) {
    uint32_t row = 8 * pair, addr = 4 * banks * (row + TURN_ROWS) + 8 * pair;
    unsigned taken = 0, answers = 0, txs = 0;
    ws_in in = {.rsp_ready = true, .tx = {true, addr, 1}, .ls = {.en = ~(3u << 2 * pair)}};
    mb_init(t, addr, 1);
    ws_settle(t);
    for (unsigned k = 0; k < CLOCKS && !t->bad; k++) {
      in.ls.valid = taken < TURNS;
      memset(in.ls.be, taken / TURN_ROWS % 2 ? 0 : 15, sizeof in.ls.be);
      for (unsigned b = 0; b < banks; b++)
        in.ls.row[b] = (uint16_t)(row + taken % TURN_ROWS), in.ls.wdata[b] = stored(pair, taken, b);
      t->bad = !ws_session_cycle(t->s, &in);
      const ws_out *out = ws_session_out(t->s);
      txs += out->tx_ready;
      taken += in.ls.valid && out->ls_ready;
      for (unsigned b = 0; b < banks && out->ls_rsp.valid && answers / TURN_ROWS % 2 && !t->bad; b++) {
        uint32_t was = stored(pair, answers - TURN_ROWS, b);
        if (in.ls.en >> b & 1 && out->ls_rsp.rdata[b] != was)
          ws_wrong(t, "beside an object in pair %u access %u reads 0x%08x in bank %u, 0x%08x was stored", pair, answers,
                   out->ls_rsp.rdata[b], b, was);
      }
      answers += out->ls_rsp.valid;
    }
    if (!t->bad && (txs < BYTES || answers != TURNS))
      ws_wrong(t, "in %u clocks %u bytes were taken, not %u or more, and %u accesses beside them answered, not %u",
               CLOCKS, txs, BYTES, answers, TURNS);
    mb_object(t, addr, mb_word(0, 1, -(int32_t)txs, 1));
  }
}

static const ws_test tests[] = {
    {"smem_random",
     "plain accesses to any banks, rows and bytes beside objects and copies; memory is cleared for the next CTA",
     .run = run_random, .sized = true, .any_slots = true},
    {"smem_copy_banks", "cp.async of every size onto an object in each bank is captured", .scene = scene_copy_banks},
    {"smem_pairs", "an object in each pair of banks: any word that is stored on it is read back, bit by bit",
     .scene = scene_pairs},
    {"smem_beside", "an object in each pair of banks, and accesses to all other banks: they take turns",
     .scene = scene_beside, .needs_model = "it counts what is taken in a number of clocks"},
};
WS_TESTS(smem, WS_FAMILY_MBAR)
