// SPDX-License-Identifier: Apache-2.0
// atom and red in shared and in global memory and in other CTAs beside all else that uses them. Random: operations of every kind, whole warps or a few lanes, at a few rows,
// in front of and behind mbarrier operations, copies, bytes of an engine and plain accesses at the same words; wrong addresses and codes;
// CTAs that end while operations are under way and begin again. Measured: the clocks that a stream of operations takes.
#include <inttypes.h>
#include <string.h>

#include "directed.h"
#include "rng.h"

enum {
  LINE = 4 * WS_BANKS_MAX, // bytes, of a row or of several
  NEAR = 3,
  REST = 20000,
  FNS = 256,
  FULL = 50000
}; // FULL: operations a CTA from which on every bin must have been hit

typedef struct atom_stim {
  ws_rng rng;
  unsigned lanes, warps, cta, ctas;
  uint32_t all, window;
  unsigned left; // cycles of this phase
  unsigned plain, port, gap, stall,
      other;      // percent of its cycles; other: of its requests, mbarrier operations and copies
  unsigned wrong; // percent of lanes with a wrong address
  unsigned far;   // percent of lanes that go to global memory
  unsigned away;  // percent of lanes whose address names a CTA of the cluster
  unsigned same;  // percent of operations that go to one element
  unsigned banks;
  uint8_t line[NEAR];
  bool drain, stalls, mbar, tight; // tight: most lanes of this phase go to 8 bytes
  uint32_t tag;
  uint16_t op[2 * FNS];
  unsigned ops;
} atom_stim;

static void new_phase(atom_stim *s, ws_lockstep *ls) {
  static const uint8_t rates[8] = {0, 0, 10, 30, 60, 90, 100, 100}, stalls[8] = {0, 0, 0, 0, 10, 40, 70, 95};
  s->left = 20 + ws_rng_below(&s->rng, 200);
  s->plain = rates[ws_rng_below(&s->rng, 8)];
  s->tight = s->ctas > 1 && ws_rng_percent(&s->rng, 30);
  s->port = s->mbar && ws_rng_percent(&s->rng, 40) ? rates[ws_rng_below(&s->rng, 8)] : 0;
  s->other = s->mbar ? rates[ws_rng_below(&s->rng, 6)] : 0;
  s->wrong = ws_rng_percent(&s->rng, 60) ? 0 : 1 + ws_rng_below(&s->rng, 50);
  s->same = rates[ws_rng_below(&s->rng, 8)];
  s->far = rates[ws_rng_below(&s->rng, 8)];
  s->away = s->ctas > 1 ? rates[ws_rng_below(&s->rng, 8)] : 0;
  s->gap = s->stalls ? stalls[ws_rng_below(&s->rng, 8)] : 0;
  s->stall = s->stalls ? stalls[ws_rng_below(&s->rng, 8)] : 0;
  for (unsigned k = 0; k < NEAR; k++)
    s->line[k] = (uint8_t)ws_rng_below(&s->rng, s->window / LINE);
  ls->copy_latency = 1 + ws_rng_below(&s->rng, 30);
}

static uint32_t draw_addr(atom_stim *s, uint32_t size) {
  const uint32_t x = ws_rng_u32(&s->rng);
  if (s->tight && x >> 28 < 12)
    return s->line[0] * LINE + (x & 7) / size * size;
  return s->line[x % NEAR] * LINE + (x >> 8) % (x >> 31 ? LINE : 32) / size * size;
}

// Of a CTA of the cluster, or of none; `one`: it is this one.
static uint64_t window_of(atom_stim *s, uint32_t one) {
  return (uint64_t)(ws_rng_percent(&s->rng, 50) ? one : 1 + ws_rng_below(&s->rng, s->ctas)) << 24;
}

// One of each kind as well, since few operations are on 128 bits, and one alone is on 16.
static uint16_t draw_op(atom_stim *s) {
  static const uint16_t kinds[] = {WS_OP_ATOM_CAS_B16, WS_OP_ATOM_CAS_B16,  WS_OP_ATOM_CAS_B16,   WS_OP_ATOM_ADD_U32,
                                   WS_OP_RED_ADD_U32,  WS_OP_ATOM_EXCH_B64, WS_OP_ATOM_EXCH_B128, WS_OP_ATOM_ADD_F32};
  if (ws_rng_percent(&s->rng, s->ctas > 1 ? 30 : 12))
    return kinds[ws_rng_below(&s->rng, sizeof kinds / sizeof kinds[0])];
  return s->op[ws_rng_below(&s->rng, s->ops)];
}

static void draw_atom(atom_stim *s, ws_req *q) {
  const uint32_t bits = ws_atom_bits(q->op & 0xff), size = bits ? bits / 8 : 16, place = draw_addr(s, size);
  const bool same = ws_rng_percent(&s->rng, s->same), own = ws_rng_percent(&s->rng, 30);
  const uint32_t step = ws_rng_percent(&s->rng, 70) ? size : LINE; // LINE: all of one ALU
  const uint32_t one = s->ctas > 1 ? 1 + ws_rng_below(&s->rng, s->ctas) : 0;
  for (unsigned i = 0; i < s->lanes; i++) {
    const uint32_t x = ws_rng_u32(&s->rng);
    q->addr[i] = same ? place : own ? (place + i * step) % s->window : draw_addr(s, size);
    if (ws_rng_percent(&s->rng, s->far))
      q->addr[i] += WS_GLOBAL_WINDOW;
    else if (s->away && ws_rng_percent(&s->rng, s->away))
      q->addr[i] += window_of(s, one);
    if (ws_rng_percent(&s->rng, s->wrong / 2))
      q->pred ^= 1u << i;
    if (ws_rng_percent(&s->rng, s->wrong))
      q->addr[i] ^= x >> 30 == 0 ? 1u << (x & 3) : UINT64_C(1) << (x & 63);
    q->a[i] = x & 1 ? x >> 1 & 7 : ws_rng_u64(&s->rng);
    q->b[i] = x & 16 ? x >> 5 & 7 : ws_rng_u32(&s->rng);
    q->c[i] = x & 256 ? 0 : ws_rng_u32(&s->rng);
  }
}

static void draw_other(atom_stim *s, ws_req *q) {
  static const uint16_t ops[] = {WS_OP_MBAR_INIT,        WS_OP_MBAR_INVAL,
                                 WS_OP_MBAR_ARRIVE,      WS_OP_MBAR_ARRIVE_EXPECT_TX,
                                 WS_OP_MBAR_COMPLETE_TX, WS_OP_MBAR_TEST_WAIT_PARITY,
                                 WS_OP_CP_ASYNC_CA};
  q->op = ops[ws_rng_below(&s->rng, sizeof ops / sizeof ops[0])];
  const bool copy = ws_is_mbar_copy(q->op), one = ws_rng_percent(&s->rng, 50);
  for (unsigned i = 0; i < s->lanes; i++) {
    q->addr[i] = one && i && !copy ? q->addr[0] : draw_addr(s, 8);
    q->a[i] = copy ? ws_rng_u32(&s->rng) & (s->far ? LINE - 8 : WS_GMEM_BYTES - 8) : ws_rng_u32(&s->rng) & 1;
    q->b[i] = copy ? 8 : 1 + (ws_rng_u32(&s->rng) >> 28);
    q->c[i] = 8;
  }
}

static void request(atom_stim *s, ws_lockstep *ls, ws_req *q, const ws_out *out) {
  if (q->valid && !out->req_ready)
    return;
  ls->new_req |= 1u << s->cta;
  const uint32_t w = ws_rng_below(&s->rng, s->warps), some = ws_rng_percent(&s->rng, 60) ? UINT32_MAX
                                                             : ws_rng_percent(&s->rng, 75)
                                                                 ? ws_rng_u32(&s->rng)
                                                                 : UINT32_C(1) << ws_rng_below(&s->rng, s->lanes);
  const uint32_t lanes = some & out->live[w] & ~out->wait[w];
  q->valid = !s->drain && lanes && !ws_rng_percent(&s->rng, s->gap);
  if (!q->valid)
    return;
  *q = (ws_req){.valid = true, .warp = w, .lanes = lanes, .tag = s->tag++ & 0xff};
  if (ws_rng_percent(&s->rng, s->other)) {
    draw_other(s, q);
    return;
  }
  q->op = ws_rng_percent(&s->rng, 99) ? draw_op(s) : WS_UNIT_ATOM << 8 | (ws_rng_u32(&s->rng) & 0xff);
  if (ws_rng_percent(&s->rng, 4))
    q->op = WS_OP_ATOM_CAS_B128;
  q->neg = s->tag & 1;
  q->pred = q->neg ? UINT32_MAX : 0;
  if (q->op == WS_OP_ATOM_CAS_B128)
    q->pred = ws_rng_u32(&s->rng); // who lays down, and who uses it
  draw_atom(s, q);
}

static void plain(atom_stim *s, ws_in *in, const ws_out *out) {
  ws_ls *x = &in->ls;
  if (x->valid && !out->ls_ready)
    return;
  x->valid = !s->drain && ws_rng_percent(&s->rng, s->plain);
  const bool writes = ws_rng_percent(&s->rng, 50);
  x->en = ws_rng_u32(&s->rng) & (ws_rng_percent(&s->rng, 50) ? 0xff : UINT32_MAX);
  const unsigned rows = WS_BANKS_MAX / s->banks; // of a line
  for (unsigned k = 0; k < s->banks; k++) {
    x->row[k] = (uint16_t)(s->line[ws_rng_below(&s->rng, NEAR)] * rows + (rows > 1 ? ws_rng_below(&s->rng, rows) : 0));
    x->be[k] = writes ? (uint8_t)(ws_rng_u32(&s->rng) & 15) : 0;
    x->wdata[k] = ws_rng_u32(&s->rng);
  }
}

static void bytes(atom_stim *s, ws_in *in, const ws_out *out) {
  ws_tx *x = &in->tx;
  if (x->valid && !out->tx_ready)
    return;
  x->valid = !s->drain && ws_rng_percent(&s->rng, s->port);
  x->addr = draw_addr(s, 8);
  x->bytes = ws_rng_below(&s->rng, 4);
}

// Of each CTA.
typedef struct stims {
  unsigned ctas;
  atom_stim of[WS_CTAS_MAX];
} stims;

static bool step(stims *all, ws_lockstep *ls) {
  for (unsigned c = 0; c < all->ctas; c++) {
    atom_stim *s = &all->of[c];
    if (!s->left--) {
      new_phase(s, ls);
      if (c && ws_rng_percent(&s->rng, 70)) // CTAs of a cluster meet at the same words
        memcpy(s->line, all->of[0].line, sizeof s->line);
    }
    ws_in *in = &ls->in[c];
    const ws_out *out = &ls->out[c];
    request(s, ls, &in->req, out);
    plain(s, in, out);
    bytes(s, in, out);
    in->rsp_ready = s->drain || !s->stall || !ws_rng_percent(&s->rng, s->stall);
  }
  return ws_lockstep_step(ls);
}

// Until nothing stands at the ports; `idle`: and nothing is under way any more, and no sweep.
static bool rest(stims *all, ws_lockstep *ls, bool idle) {
  bool busy = true;
  for (unsigned c = 0; c < all->ctas; c++)
    all->of[c].drain = true;
  for (unsigned k = 0; k < REST && busy; k++) {
    if (!step(all, ls))
      return false;
    busy = idle && !ws_lockstep_idle(ls);
    for (unsigned c = 0; c < all->ctas; c++)
      busy |= ls->in[c].req.valid || ls->in[c].ls.valid || ls->in[c].tx.valid;
  }
  for (unsigned c = 0; c < all->ctas; c++)
    all->of[c].drain = false;
  if (busy)
    fprintf(stderr, "\n%s: cycle %" PRIu64 ": the block does not come to rest\n  repeat       %s\n", ls->cfg.test,
            ls->cycle, ls->cfg.repeat);
  return !busy;
}

// A CTA of a cluster ends, in which others may still ask, and begins again.
static bool restart(ws_lockstep *ls, stims *all, unsigned c) {
  for (unsigned w = 0; w < all->of[c].warps; w++) {
    ls->in[c].exit = (ws_lanes){true, w, UINT32_MAX};
    if (!step(all, ls))
      return false;
    ls->in[c].exit.valid = false;
  }
  bool alive = true;
  for (unsigned k = 0; k < 40 || (alive && k < REST); k++) {
    if (!step(all, ls))
      return false;
    alive = false;
    for (unsigned w = 0; w < all->of[c].warps; w++)
      alive |= ls->out[c].live[w] != 0;
  }
  for (unsigned w = 0; w < all->of[c].warps; w++) {
    ls->in[c].launch = (ws_lanes){true, w, UINT32_MAX};
    if (!step(all, ls))
      return false;
    ls->in[c].launch.valid = false;
  }
  return true;
}

static void built(atom_stim *s, const ws_config *core) {
  s->mbar = ws_dut_families(core) & WS_FAMILY_MBAR;
  for (uint32_t fn = 0; fn < FNS; fn++)
    for (uint32_t unit = WS_UNIT_ATOM; unit <= WS_UNIT_RED; unit++)
      if (ws_op_built(unit << 8 | fn))
        s->op[s->ops++] = (uint16_t)(unit << 8 | fn);
}

// It is a run until all bins were hit, and all were.
static bool covered(const ws_run *r) { return r->test->covers && r->cover && !r->cover->empties; }

static bool run_random(ws_run *r) {
  ws_lockstep ls;
  if (!ws_run_open(r, &ls))
    return false;
  static stims all;
  all.ctas = ls.ctas;
  for (unsigned c = 0; c < ls.ctas; c++) {
    atom_stim *s = &all.of[c];
    *s =
        (atom_stim){.rng = ws_rng_make(r->seed + c, r->name), .lanes = r->core.lanes, .warps = r->core.warps, .cta = c};
    s->ctas = ls.ctas;
    s->all = UINT32_MAX >> (32 - s->lanes);
    s->window = WS_SMEM_BYTES / ws_dut_slots(&r->core);
    s->banks = ws_dut_banks(&r->core);
    s->stalls = !r->no_stalls;
    built(s, &r->core);
  }
  ws_rng *rng = &all.of[0].rng;
  for (uint32_t i = 0; i < WS_GMEM_BYTES; i++)
    ls.gmem[i] = (uint8_t)ws_rng_u32(rng);
  bool good = true;
  while (good && ls.accepted < r->n && !covered(r)) {
    const uint32_t x = ws_rng_u32(rng);
    const uint64_t length = 5 + ws_rng_below(rng, 8u << x % 8), left = r->n - ls.accepted;
    const uint64_t end = ls.accepted + (left < length ? left : length);
    good = ws_launch_all(&ls) && rest(&all, &ls, true);
    while (good && ls.accepted < end) {
      good = step(&all, &ls);
      if (good && ls.ctas > 1 && ws_rng_below(rng, 400) == 0)
        good = restart(&ls, &all, ws_rng_below(rng, ls.ctas));
    }
    const bool reset = x >> 30, settles = reset || (x >> 29 & 1);
    good = good && rest(&all, &ls, settles) && (!settles || ws_compare_memory(&ls));
    if (good && reset)
      ws_lockstep_reset(&ls);
    else
      good = good && ws_leave_all(&ls);
  }
  ws_run_close(r, &ls);
  return good;
}

static bool run_cover(ws_run *r) {
  const bool good = run_random(r);
  const ws_cover *c = r->cover;
  snprintf(r->note, sizeof r->note, "bins %u/%u", c->demanded - c->empties, c->demanded);
  return good && ws_run_covered(r, r->n >= FULL * (r->test->ctas ? r->test->ctas : 1));
}

// ------------------------------------------------------------------------------------------------------------ figures

enum { STREAM = 64 }; // operations of a stream

// The next operation of a stream, if there is one and the port is free.
static void draw_next(const ws_run *r, ws_lockstep *ls, uint32_t op, uint32_t step, unsigned *sent) {
  ws_req *q = &ls->in[0].req;
  if (q->valid || *sent == STREAM)
    return;
  *q = (ws_req){.valid = true, .warp = *sent % r->core.warps, .lanes = UINT32_MAX, .op = op, .tag = *sent & 0xff};
  for (unsigned i = 0; i < r->core.lanes; i++) {
    q->addr[i] = *sent % 4 * 4 * LINE + i * step;
    q->a[i] = 1;
  }
  ls->new_req = 1;
  ++*sent;
}

// Clocks from the end of the first to that of the last operation of a stream of operations of all warps in turn, without stalls. step: bytes
// from the element of a lane to that of the next.
static uint64_t clocks(ws_run *r, ws_lockstep *ls, uint32_t op, uint32_t step) {
  ws_in *in = &ls->in[0];
  unsigned sent = 0, answered = 0;
  uint64_t first = 0, last = 0;
  in->rsp_ready = true;
  draw_next(r, ls, op, step, &sent);
  for (unsigned k = 0; k < 2 * REST && answered < STREAM; k++) {
    if (!ws_lockstep_step(ls))
      return 0;
    if (in->req.valid && ls->out[0].req_ready)
      in->req.valid = false;
    if (ls->out[0].rsp.valid && ws_rsp_ends(&ls->out[0].rsp)) {
      last = ls->cycle;
      first = answered++ ? first : last;
    }
    draw_next(r, ls, op, step, &sent);
  }
  in->req.valid = false;
  return answered == STREAM ? last - first : UINT64_MAX;
}

static bool at_most(ws_run *r, ws_lockstep *ls, const char *what, uint32_t op, uint32_t step, unsigned each) {
  const uint64_t got = clocks(r, ls, op, step), most = (uint64_t)(STREAM - 1) * each;
  if (got && got <= most)
    return true;
  if (got)
    fprintf(stderr, "\n%s: %s: %d operations take %" PRIu64 " clocks, more than %u each\n  repeat       %s\n", r->name,
            what, STREAM - 1, got, each, r->repeat);
  return false;
}

// One word a lane and as many words a clock as there are ALUs; a lane a clock at one word, and as if side by side where operands can be combined;
// 64 bits take two ALUs; 128 bits go a lane a clock, and as many clocks and 4 go by before their second response. Sums of floats: a lane a
// clock and a clock a chunk, each after the last one's end at one word.
static bool run_throughput(ws_run *r) {
  enum { SUM = 12 }; // clocks of a sum from its read to the next read of its word
  ws_lockstep ls;
  if (!ws_run_open(r, &ls))
    return false;
  const unsigned alus = r->core.alus ? r->core.alus : 8, lanes = r->core.lanes;
  const struct {
    const char *what;
    uint32_t op, step;
    unsigned each;
  } streams[] = {
      {"atom.add.u32 side by side", WS_OP_ATOM_ADD_U32, 4, (lanes + alus - 1) / alus},
      {"atom.add.u32 at one word", WS_OP_ATOM_ADD_U32, 0, lanes},
      {"red.add.u32 side by side", WS_OP_RED_ADD_U32, 4, (lanes + alus - 1) / alus},
      {"red.add.u32 at one word", WS_OP_RED_ADD_U32, 0, (lanes + alus - 1) / alus},
      {"red.max.s32 at one word", WS_OP_RED_MAX_S32, 0, (lanes + alus - 1) / alus},
      {"red.inc.u32 at one word", WS_OP_RED_INC_U32, 0, lanes},
      {"atom.add.u64 side by side", WS_OP_ATOM_ADD_U64, 8, (2 * lanes + alus - 1) / alus},
      {"atom.exch.b128 side by side", WS_OP_ATOM_EXCH_B128, 16, 2 * lanes + 4},
      {"atom.add.f32 side by side", WS_OP_ATOM_ADD_F32, 4, lanes + (lanes + alus - 1) / alus},
      {"atom.add.f32 at one word", WS_OP_ATOM_ADD_F32, 0, SUM * lanes},
  };
  bool good = ws_launch_all(&ls);
  for (unsigned k = 0; k < sizeof streams / sizeof streams[0] && good; k++)
    good = at_most(r, &ls, streams[k].what, streams[k].op, streams[k].step, streams[k].each);
  r->ops = sizeof streams / sizeof streams[0] * STREAM;
  ws_run_close(r, &ls);
  return good;
}

static const ws_test tests[] = {
    {"atom_random",
     "atom and red beside mbarriers, copies, plain accesses at the same words; errors; CTAs end and begin",
     .run = run_random, .sized = true},
    {"atom_remote_random", "the same in a cluster, whose CTAs end and begin one by one too", .run = run_random,
     .sized = true, .ctas = 2},
    {"atom_slots_random", "the same of several CTAs in one block", .run = run_random, .sized = true, .slots = 2},
    {"atom_cover",
     "the same until every operation, status, meeting of lanes and pair of operations at one word was met",
     .run = run_cover, .sized = true, .families = WS_FAMILY_ATOM | WS_FAMILY_MBAR, .covers = 1u << WS_COVER_ATOM},
    {"atom_remote_cover", "the same in a cluster, and all that lanes in another CTA can meet", .run = run_cover,
     .sized = true, .ctas = 2, .families = WS_FAMILY_ATOM | WS_FAMILY_MBAR, .covers = 1u << WS_COVER_ATOM},
    {"atom_throughput", "clocks that an operation takes: side by side, at one word, 64 bits, sums of floats",
     .run = run_throughput, .whole = true, .needs_model = "it counts clocks"},
};
WS_TESTS(atom_random, WS_FAMILY_ATOM)
