// SPDX-License-Identifier: Apache-2.0
// All warps of all CTAs of a cluster at one element of one of them, at once. Their old values must form one order: some lane found what stood
// there, each next one what the one before left, the last one left what stands there now; and lanes of one request in ascending
// order. What an operation leaves is told by plain arithmetic of the host (arith.h). They need a cluster.
#include <inttypes.h>
#include <string.h>

#include "arith.h"
#include "atom_sums.h"
#include "directed.h"
#include "rng.h"

enum { BASE = 0x800, ROUNDS = 6, MANY = WS_CTAS_MAX * WS_WARPS_MAX * WS_LANES_MAX };

typedef struct took_part { // a lane
  uint16_t cta, warp, lane;
  bool done;
  ws_atom_value b, old;
} took_part;

typedef struct crowd {
  ws_scene *t;
  ws_rng rng;
  unsigned n;
  took_part who[MANY];
} crowd;

typedef struct kind {
  uint32_t op;
  unsigned bytes;
  arith *next;          // NULL: 16 bytes, exchanged
  uint64_t start, step; // what stands there at first; operand k is (k + 1) * step
  unsigned most;        // lanes that the type can count
} kind;

// Of floats sums of equal numbers, which are exact.
static const kind kinds[] = {
    {WS_OP_ATOM_ADD_U32, 4, add, 0xfffff000, 3, MANY},      {WS_OP_ATOM_ADD_U64, 8, add, 0xfffff000, 0x100000001, MANY},
    {WS_OP_ATOM_EXCH_B32, 4, exch, 0x80000000, 5, MANY},    {WS_OP_ATOM_EXCH_B64, 8, exch, 1, 0x300000000, MANY},
    {WS_OP_ATOM_EXCH_B128, 16, NULL, 1, 0x700000000, MANY}, {WS_OP_ATOM_INC_U32, 4, inc, 7, 0, MANY},
    {WS_OP_ATOM_DEC_U32, 4, dec, UINT32_MAX, 0, MANY},      {WS_OP_ATOM_ADD_F32, 4, add_f32, 0, 0, MANY},
    {WS_OP_ATOM_ADD_F64, 8, add_f64, 0, 0, MANY},           {WS_OP_ATOM_ADD_F16, 2, add_f16, 0, 0, 2048}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static uint64_t operand(const kind *k, unsigned n) {
  switch (k->op) {
  case WS_OP_ATOM_INC_U32:
  case WS_OP_ATOM_DEC_U32: return UINT32_MAX;
  case WS_OP_ATOM_ADD_F32: return 0x3f800000;
  case WS_OP_ATOM_ADD_F64: return 0x3ff0000000000000;
  case WS_OP_ATOM_ADD_F16: return 0x3c00;
  default: return (n + 1) * k->step;
  }
}

static void start_all(ws_scene *t) {
  for (unsigned c = 0; c < t->run->core.ctas; c++) {
    ws_cta(t, c);
    for (unsigned w = 1; w < t->run->core.warps && !t->bad; w++)
      t->bad = !ws_session_launch(t->s, w, t->all);
  }
  ws_settle(t);
}

static void put(ws_scene *t, unsigned home, ws_atom_value v) {
  ws_cta(t, home);
  ws_session_store(t->s, BASE, 8, v.lo, NULL);
  ws_session_store(t->s, BASE + 8, 8, v.hi, NULL);
}

static ws_atom_value get(ws_scene *t, unsigned home) {
  ws_atom_value v = {0};
  ws_settle(t);
  ws_cta(t, home);
  t->bad = t->bad || !ws_session_load(t->s, BASE, 8, &v.lo, NULL) || !ws_session_load(t->s, BASE + 8, 8, &v.hi, NULL);
  return v;
}

// Requests of all warps, of all CTAs in turn, without waiting for an answer. b: by lane, in the order of who.
static void ask_all(crowd *c, uint32_t op, unsigned bytes, unsigned home) {
  ws_scene *t = c->t;
  const unsigned ctas = t->run->core.ctas, warps = t->run->core.warps;
  for (unsigned n = 0; n < ctas * warps; n++) {
    ws_cta(t, n % ctas);
    t->warp = n / ctas;
    for (unsigned i = 0; i < t->lanes; i++) {
      const took_part *p = &c->who[n * t->lanes + i];
      const bool plain = t->cta == home && ws_rng_percent(&c->rng, 50); // it need not name its own rank
      t->q.addr[i] = plain ? BASE : (uint64_t)(home + 1) << 24 | BASE;
      t->q.a[i] = p->b.lo;
      t->q.b[i] = bytes == 16 ? (uint32_t)p->b.hi : 0;
      t->q.c[i] = bytes == 16 ? (uint32_t)(p->b.hi >> 32) : 0;
    }
    ws_do(t, op, t->all, t->all);
  }
  ws_settle(t);
}

static void take_part(crowd *c, const kind *k) {
  const ws_scene *t = c->t;
  const unsigned ctas = t->run->core.ctas, warps = t->run->core.warps;
  c->n = 0;
  for (unsigned n = 0; n < ctas * warps; n++)
    for (unsigned i = 0; i < t->lanes; i++, c->n++)
      c->who[c->n] = (took_part){(uint16_t)(n % ctas),
                                 (uint16_t)(n / ctas),
                                 (uint16_t)i,
                                 false,
                                 {operand(k, c->n), k->bytes == 16 ? ~operand(k, c->n) : 0},
                                 {0}};
}

static void hear_all(crowd *c) {
  ws_scene *t = c->t;
  for (unsigned n = 0; n < c->n && !t->bad; n++) {
    took_part *p = &c->who[n];
    ws_cta(t, p->cta);
    t->warp = p->warp;
    ws_expect_status(t, 1u << p->lane, WS_ST_OK);
    const ws_lane_result *r = ws_session_lane(t->s, p->warp, p->lane);
    p->old = (ws_atom_value){r->d, r->top};
  }
}

static ws_atom_value after(const kind *k, const took_part *p) {
  const uint64_t mask = k->bytes < 8 ? (UINT64_C(1) << 8 * k->bytes) - 1 : UINT64_MAX;
  return k->next ? (ws_atom_value){.lo = k->next(p->old.lo, p->b.lo & mask, 0) & mask} : p->b;
}

// Who found this value and is not in the order yet; the lowest lane of a request first.
static took_part *next(crowd *c, ws_atom_value v) {
  for (unsigned n = 0; n < c->n; n++)
    if (!c->who[n].done && c->who[n].old.lo == v.lo && c->who[n].old.hi == v.hi)
      return &c->who[n];
  return NULL;
}

static void judge(crowd *c, const kind *k, unsigned home, ws_atom_value now, ws_atom_value end) {
  ws_scene *t = c->t;
  const uint64_t mask = k->bytes < 8 ? (UINT64_C(1) << 8 * k->bytes) - 1 : UINT64_MAX;
  uint32_t seen[WS_CTAS_MAX][WS_WARPS_MAX] = {{0}};
  for (unsigned n = 0; n < c->n && !t->bad; n++) {
    took_part *p = next(c, now);
    if (!p) {
      ws_wrong(t, "CTA %u's element: after %u of %u lanes it is 0x%016" PRIx64 "_%016" PRIx64 ", which nobody found",
               home, n, c->n, now.hi, now.lo);
      return;
    }
    if (seen[p->cta][p->warp] >> p->lane)
      ws_wrong(t, "CTA %u, warp %u: lane %u went after a higher one", p->cta, p->warp, p->lane);
    seen[p->cta][p->warp] |= 1u << p->lane;
    p->done = true;
    now = after(k, p);
  }
  if (!t->bad && (((now.lo ^ end.lo) & mask) || (k->bytes == 16 && now.hi != end.hi)))
    ws_wrong(t,
             "CTA %u's element is 0x%016" PRIx64 "_%016" PRIx64 ", but the last lane left 0x%016" PRIx64 "_%016" PRIx64,
             home, end.hi, end.lo & mask, now.hi, now.lo);
}

static void scene_order(ws_scene *t) {
  static crowd c;
  c.t = t;
  c.rng = ws_rng_make(t->run->seed, t->run->name);
  start_all(t);
  for (unsigned round = 0; round < ROUNDS * KINDS && !t->bad; round++) {
    const kind *k = &kinds[round % KINDS];
    const unsigned home = ws_rng_below(&c.rng, t->run->core.ctas);
    const ws_atom_value start = {.lo = k->start};
    take_part(&c, k);
    if (c.n > k->most)
      continue;
    put(t, home, start);
    ask_all(&c, k->op, k->bytes, home);
    hear_all(&c);
    judge(&c, k, home, start, get(t, home));
  }
}

// Sums without values: nothing is lost, and nothing done twice.
static void scene_red_order(ws_scene *t) {
  static crowd c;
  c.t = t;
  c.rng = ws_rng_make(t->run->seed, t->run->name);
  start_all(t);
  for (unsigned round = 0; round < ROUNDS && !t->bad; round++) {
    const unsigned home = ws_rng_below(&c.rng, t->run->core.ctas);
    const kind *k = &kinds[round % 2];
    uint64_t sum = k->start;
    take_part(&c, k);
    for (unsigned n = 0; n < c.n; n++)
      sum += c.who[n].b.lo;
    put(t, home, (ws_atom_value){.lo = k->start});
    ask_all(&c, (k->op & 0xff) | WS_UNIT_RED << 8, k->bytes, home);
    const uint64_t mask = k->bytes == 4 ? UINT32_MAX : UINT64_MAX, got = get(t, home).lo & mask;
    if (!t->bad && got != (sum & mask))
      ws_wrong(t, "CTA %u's sum of %u lanes is 0x%" PRIx64 ", expected 0x%" PRIx64, home, c.n, got, sum & mask);
  }
}

// Everybody compares with 0 and brings a number of its own: one succeeds, and the others find its number.
static void scene_one_wins(ws_scene *t) {
  static crowd c;
  static const kind all[] = {{WS_OP_ATOM_CAS_B32, 4, cas, 0, 0, 0},
                             {WS_OP_ATOM_CAS_B64, 8, cas, 0, 0, 0},
                             {WS_OP_ATOM_CAS_B16, 2, cas, 0, 0, 0}};
  c.t = t;
  c.rng = ws_rng_make(t->run->seed, t->run->name);
  start_all(t);
  for (unsigned round = 0; round < 2 * ROUNDS && !t->bad; round++) {
    const kind *k = &all[round % 3];
    const unsigned home = ws_rng_below(&c.rng, t->run->core.ctas), ctas = t->run->core.ctas;
    unsigned winners = 0;
    take_part(&c, k);
    put(t, home, (ws_atom_value){0});
    for (unsigned n = 0; n < c.n / t->lanes; n++) {
      ws_cta(t, n % ctas);
      t->warp = n / ctas;
      ws_all_addr(t, (uint64_t)(home + 1) << 24 | BASE);
      ws_all_a(t, 0);
      for (unsigned i = 0; i < t->lanes; i++)
        t->q.b[i] = n * t->lanes + i + 1, t->q.c[i] = 0;
      ws_do(t, k->op, t->all, t->all);
    }
    ws_settle(t);
    hear_all(&c);
    const uint64_t left = get(t, home).lo;
    for (unsigned n = 0; n < c.n && !t->bad; n++) {
      winners += c.who[n].old.lo == 0;
      if (c.who[n].old.lo != left && (c.who[n].old.lo || n + 1 != left))
        ws_wrong(t, "CTA %u, warp %u, lane %u found %" PRIu64 ", but %" PRIu64 " stands there", c.who[n].cta,
                 c.who[n].warp, c.who[n].lane, c.who[n].old.lo, left);
    }
    if (!t->bad && winners != 1)
      ws_wrong(t, "%u lanes found 0", winners);
  }
}

// ------------------------------------------------------------------------------------------------------------ clocks

enum { ALONE = 28, PATIENCE = 5000 };

// Clocks from the request of some lanes of CTA 0 at another CTA, while nothing else is under way, to its response; 0 if none comes.
static unsigned clocks(ws_lockstep *ls, uint32_t lanes) {
  ws_req *q = &ls->in[0].req;
  uint64_t from = 0;
  *q = (ws_req){.valid = true, .lanes = lanes, .op = WS_OP_ATOM_ADD_U32};
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    q->addr[i] = 2u << 24 | BASE;
  ls->new_req = 1;
  for (unsigned k = 0; k < PATIENCE && ws_lockstep_step(ls); k++) {
    if (q->valid && ls->out[0].req_ready) {
      q->valid = false;
      from = ls->cycle;
    }
    if (ls->out[0].rsp.valid)
      return (unsigned)(ls->cycle - from);
  }
  return 0;
}

// One lane: ALONE clocks and the way there and back; each lane more takes 2.
static bool run_clocks(ws_run *r) {
  ws_lockstep ls;
  if (!ws_run_open(r, &ls))
    return false;
  const unsigned hop = r->core.hop ? r->core.hop : 4, most = ALONE + 2 * hop + 2 * (r->core.lanes - 1);
  bool good = ws_launch_all(&ls);
  ls.in[0].rsp_ready = ls.in[1].rsp_ready = true;
  const unsigned sweep = WS_SMEM_BYTES / 4 / ws_dut_banks(&r->core);
  for (unsigned k = 0; k < sweep + 72 && good; k++)
    good = ws_lockstep_step(&ls);
  const unsigned one = good ? clocks(&ls, 1) : 0, all = one ? clocks(&ls, UINT32_MAX) : 0;
  if (all && (one != ALONE + 2 * hop || all > most)) {
    fprintf(stderr, "\n%s: a lane takes %u clocks, expected %u; all lanes %u, at most %u\n  repeat       %s\n", r->name,
            one, ALONE + 2 * hop, all, most, r->repeat);
    good = false;
  }
  r->ops = 2;
  ws_run_close(r, &ls);
  return good && all;
}

static const ws_test tests[] = {
    {"atom_remote_clocks", "clocks of an atomic in another CTA, one lane and all", .run = run_clocks, .ctas = 2,
     .whole = true, .needs_model = "it counts clocks"},
    {"atom_remote_order", "all lanes of a cluster at one element: their old values form one order",
     .scene = scene_order, .ctas = 2},
    {"red_remote_order", "all lanes of a cluster at one element: the sum is right", .scene = scene_red_order,
     .ctas = 2},
    {"atom_remote_cas", "all lanes of a cluster compare with 0 at one element: one succeeds", .scene = scene_one_wins,
     .ctas = 2},
};
WS_TESTS(atom_order, WS_FAMILY_ATOM)
