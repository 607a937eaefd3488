// SPDX-License-Identifier: Apache-2.0
// atom and red in the shared memory of other CTAs: every function, lanes of one operation at several CTAs, errors, CTAs that are gone. A scene
// keeps a copy of a part of each CTA's memory, changes it lane after lane by plain arithmetic of the host (arith.h), and compares each old
// value, each status and each word afterwards. They need a cluster.
#include <inttypes.h>
#include <string.h>

#include "arith.h"
#include "atom_sums.h"
#include "directed.h"
#include "rng.h"

enum { BASE = 0x400, BYTES = 0x400, ROUNDS = 24 }; // the part of each CTA

typedef enum pattern { // where the lanes of an operation go
  OWN,                 // each at an element of its own, side by side
  SAME,                // all at one
  NEIGHBOURS,          // side by side in a few words
  FEW,                 // anywhere in a few elements
  ANYWHERE,
  PATTERNS
} pattern;

typedef struct kind { // an operation
  uint32_t op;        // WS_OP_ATOM_*; the same code of the other unit is red
  unsigned bits;
  arith *next; // of 128 bits: NULL
} kind;

static const kind kinds[] = {
    {WS_OP_ATOM_ADD_U32, 32, add},         {WS_OP_ATOM_ADD_S32, 32, add},          {WS_OP_ATOM_ADD_U64, 64, add},
    {WS_OP_ATOM_AND_B32, 32, and_},        {WS_OP_ATOM_OR_B32, 32, or_},           {WS_OP_ATOM_XOR_B32, 32, xor_},
    {WS_OP_ATOM_AND_B64, 64, and_},        {WS_OP_ATOM_OR_B64, 64, or_},           {WS_OP_ATOM_XOR_B64, 64, xor_},
    {WS_OP_ATOM_EXCH_B32, 32, exch},       {WS_OP_ATOM_EXCH_B64, 64, exch},        {WS_OP_ATOM_EXCH_B128, 128, NULL},
    {WS_OP_ATOM_CAS_B16, 16, cas},         {WS_OP_ATOM_CAS_B32, 32, cas},          {WS_OP_ATOM_CAS_B64, 64, cas},
    {WS_OP_ATOM_CAS_B128, 128, NULL},      {WS_OP_ATOM_INC_U32, 32, inc},          {WS_OP_ATOM_DEC_U32, 32, dec},
    {WS_OP_ATOM_MIN_U32, 32, min_u},       {WS_OP_ATOM_MAX_U32, 32, max_u},        {WS_OP_ATOM_MIN_S32, 32, min_s32},
    {WS_OP_ATOM_MAX_S32, 32, max_s32},     {WS_OP_ATOM_MIN_U64, 64, min_u},        {WS_OP_ATOM_MAX_U64, 64, max_u},
    {WS_OP_ATOM_MIN_S64, 64, min_s64},     {WS_OP_ATOM_MAX_S64, 64, max_s64},      {WS_OP_ATOM_ADD_F32, 32, add_f32},
    {WS_OP_ATOM_ADD_F64, 64, add_f64},     {WS_OP_ATOM_ADD_F16, 16, add_f16},      {WS_OP_ATOM_ADD_BF16, 16, add_bf16},
    {WS_OP_ATOM_ADD_F16X2, 32, add_f16x2}, {WS_OP_ATOM_ADD_BF16X2, 32, add_bf16x2}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static bool only_values(const kind *k) { return !k->next || k->next == cas || k->next == exch; } // there is no red

typedef struct memory {
  ws_scene *t;
  ws_rng rng;
  unsigned ctas;
  uint64_t word[WS_CTAS_MAX][BYTES / 8];
} memory;

static void open_memory(memory *m, ws_scene *t) {
  memset(m, 0, sizeof *m);
  m->t = t;
  m->rng = ws_rng_make(t->run->seed, t->run->name);
  m->ctas = t->run->core.ctas;
  for (unsigned c = 0; c < m->ctas; c++) {
    ws_cta(t, c);
    for (unsigned k = 0; k < BYTES / 8; k++) {
      m->word[c][k] = draw_operand(&m->rng);
      ws_session_store(t->s, BASE + 8 * k, 8, m->word[c][k], NULL);
    }
  }
}

static void compare_memory(memory *m) {
  ws_scene *t = m->t;
  ws_settle(t);
  for (unsigned c = 0; c < m->ctas; c++) {
    ws_cta(t, c);
    for (unsigned k = 0; k < BYTES / 8 && !t->bad; k++) {
      uint64_t got;
      if (!ws_session_load(t->s, BASE + 8 * k, 8, &got, NULL))
        t->bad = true;
      else if (got != m->word[c][k])
        ws_wrong(t, "bytes 0x%x of CTA %u: got 0x%016" PRIx64 ", expected 0x%016" PRIx64, BASE + 8 * k, c, got,
                 m->word[c][k]);
    }
  }
}

static uint32_t place(memory *m, pattern p, unsigned size, unsigned lane) {
  const uint32_t x = ws_rng_u32(&m->rng);
  switch (p) {
  case OWN: return lane * size;
  case SAME: return 48;
  case NEIGHBOURS: return 64 + lane % 8 * size;
  case FEW: return 16 * (x % 3) + (x >> 8) % (16 / size) * size;
  default: return x % (BYTES / size) * size;
  }
}

// ------------------------------------------------------------------------------------------------------- one operation

typedef struct lanes { // of one operation
  unsigned cta[WS_LANES_MAX];
  uint32_t at[WS_LANES_MAX]; // behind BASE
  ws_atom_value b[WS_LANES_MAX], c[WS_LANES_MAX], old[WS_LANES_MAX];
} lanes;

static uint64_t generic(unsigned cta, uint32_t offset) { return (uint64_t)(cta + 1) << 24 | offset; }

static void operand(ws_scene *t, unsigned i, ws_atom_value v) {
  t->q.a[i] = v.lo;
  t->q.b[i] = (uint32_t)v.hi;
  t->q.c[i] = (uint32_t)(v.hi >> 32);
}

// Changes the copy as lane i does, which had drawn b and c; b is now and then what its element holds.
static void carry_out(memory *m, const kind *k, lanes *l, unsigned i) {
  uint64_t *w = &m->word[l->cta[i]][l->at[i] / 8];
  const unsigned shift = l->at[i] % 8 * 8;
  const uint64_t mask = k->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << k->bits) - 1;
  const bool hit = ws_rng_percent(&m->rng, 50);
  l->old[i] = (ws_atom_value){w[0] >> shift & mask, k->bits == 128 ? w[1] : 0};
  if (hit)
    l->b[i] = (ws_atom_value){l->old[i].lo | (l->b[i].lo & ~mask), l->old[i].hi};
  if (hit && k->bits == 128 && ws_rng_percent(&m->rng, 30))
    l->b[i].hi ^= UINT64_C(1) << (l->c[i].lo & 63); // in the upper half alone
  if (k->next) {
    w[0] = (w[0] & ~(mask << shift)) | (k->next(l->old[i].lo, l->b[i].lo & mask, l->c[i].lo & mask) & mask) << shift;
    return;
  }
  const bool same = l->b[i].lo == w[0] && l->b[i].hi == w[1], compares = k->op == WS_OP_ATOM_CAS_B128;
  const ws_atom_value *put = !compares ? &l->b[i] : same ? &l->c[i] : &l->old[i];
  w[0] = put->lo;
  w[1] = put->hi;
}

static void expect(memory *m, const kind *k, bool red, uint32_t set, const lanes *l) {
  ws_scene *t = m->t;
  ws_expect_status(t, set, WS_ST_OK);
  for (uint32_t left = set; left && !t->bad; left &= left - 1) {
    const unsigned i = (unsigned)__builtin_ctz(left);
    ws_expect_d(t, i, red ? 0 : l->old[i].lo);
    const uint64_t top = t->bad ? 0 : ws_session_lane(t->s, t->warp, i)->top;
    if (!t->bad && k->bits == 128 && top != l->old[i].hi)
      ws_wrong(t, "lane %u: upper half 0x%016" PRIx64 " expected 0x%016" PRIx64, i, top, l->old[i].hi);
  }
}

// A cas.b128 lays down its c first, in the lanes that will use it.
static void lay_down(memory *m, uint32_t set, const lanes *l) {
  ws_scene *t = m->t;
  for (unsigned i = 0; i < t->lanes; i++) {
    operand(t, i, l->c[i]);
    t->q.addr[i] = ws_rng_u64(&m->rng); // of no meaning
  }
  t->q.pred = t->all;
  ws_do(t, WS_OP_ATOM_CAS_B128, set, t->all);
  t->q.pred = 0;
}

// whole: all lanes at one CTA. l->at, l->cta say where they went.
static void one(memory *m, const kind *k, bool red, pattern p, bool whole, lanes *l) {
  ws_scene *t = m->t;
  const uint32_t x = ws_rng_u32(&m->rng), some = ws_rng_u32(&m->rng) & t->all;
  const uint32_t set = some && x & 1 ? some : t->all;
  ws_cta(t, (x >> 1) % m->ctas);
  const unsigned other = (t->cta + 1 + (x >> 8) % (m->ctas - 1)) % m->ctas;
  for (unsigned i = 0; i < t->lanes; i++) {
    l->cta[i] = whole ? other : ws_rng_below(&m->rng, m->ctas);
    l->at[i] = place(m, p, k->bits / 8, i);
    l->b[i] = (ws_atom_value){draw_operand(&m->rng), draw_operand(&m->rng)};
    l->c[i] = (ws_atom_value){draw_operand(&m->rng), draw_operand(&m->rng)};
    if (set >> i & 1)
      carry_out(m, k, l, i);
  }
  if (k->op == WS_OP_ATOM_CAS_B128)
    lay_down(m, set, l);
  for (unsigned i = 0; i < t->lanes; i++) {
    t->q.addr[i] = generic(l->cta[i], BASE + l->at[i]);
    operand(t, i, k->bits == 128 ? l->b[i] : (ws_atom_value){l->b[i].lo, l->c[i].lo});
  }
  ws_do(t, red ? (k->op & 0xff) | WS_UNIT_RED << 8 : k->op, set, t->all);
  expect(m, k, red, set, l);
}

static void play(ws_scene *t, bool red) {
  static memory m;
  static lanes l;
  open_memory(&m, t);
  for (unsigned round = 0; round < ROUNDS && !t->bad; round++)
    for (unsigned k = 0; k < KINDS && !t->bad; k++)
      if (!red || !only_values(&kinds[k]))
        one(&m, &kinds[k], red, (pattern)(round % PATTERNS), round / PATTERNS % 2 == 0, &l);
  compare_memory(&m);
}

static void scene_remote(ws_scene *t) { play(t, false); }
static void scene_red_remote(ws_scene *t) { play(t, true); }

// A subnormal f32 stays in another CTA: 1 + 1 units of the last place.
static void scene_subnormal(ws_scene *t) {
  uint64_t got;
  ws_cta(t, 1);
  ws_session_store(t->s, BASE, 4, 0x80000001, NULL);
  ws_cta(t, 0);
  ws_all_addr(t, generic(1, BASE));
  ws_all_a(t, 0x80000001);
  ws_do(t, WS_OP_ATOM_ADD_F32, 2, t->all);
  ws_expect_d(t, 1, 0x80000001);
  ws_cta(t, 1);
  if (!t->bad && ws_session_load(t->s, BASE, 4, &got, NULL) && got != 0x80000002)
    ws_wrong(t, "the sum is 0x%08" PRIx64 ", expected 0x80000002", got);
}

// ------------------------------------------------------------------------------------------------------------- errors

// What is wrong with the place of a lane in another CTA, if anything; 8 bytes.
static uint32_t spoil(memory *m, const kind *k, unsigned i) {
  ws_req *q = &m->t->q;
  const uint32_t x = ws_rng_u32(&m->rng), size = k->bits / 8;
  switch (x % 8) {
  case 0: q->addr[i] += 1 + (x >> 8) % (size - 1); return WS_ST_AT_MISALIGNED;
  case 1: q->addr[i] += WS_SMEM_BYTES << (x >> 8) % 10; return WS_ST_AT_BAD_SPACE; // behind its window
  case 2: q->addr[i] = generic(m->ctas + (x >> 8) % (127 - m->ctas), BASE); return WS_ST_AT_BAD_SPACE; // of no CTA
  case 3: q->addr[i] |= UINT64_C(1) << (33 + (x >> 8) % 31); return WS_ST_AT_BAD_SPACE;
  case 4:
    q->pred |= only_values(k) && k->next != exch ? 0 : 1u << i;
    return q->pred >> i & 1 ? WS_ST_AT_BAD_HINT : WS_ST_OK;
  default: return WS_ST_OK;
  }
}

// Lanes with an error do nothing; the others go on.
static void errors(ws_scene *t, bool red) {
  static memory m;
  static lanes l;
  open_memory(&m, t);
  for (unsigned round = 0; round < 4 * KINDS && !t->bad; round++) {
    const kind *k = &kinds[round % KINDS];
    uint32_t status[WS_LANES_MAX], fine = 0;
    if (k->bits == 128 || (red && only_values(k)))
      continue;
    ws_cta(t, ws_rng_below(&m.rng, m.ctas));
    t->q.pred = 0;
    for (unsigned i = 0; i < t->lanes; i++) {
      l.cta[i] = (t->cta + 1 + ws_rng_below(&m.rng, m.ctas - 1)) % m.ctas;
      l.at[i] = place(&m, FEW, k->bits / 8, i);
      l.b[i] = (ws_atom_value){.lo = draw_operand(&m.rng)};
      l.c[i] = (ws_atom_value){.lo = draw_operand(&m.rng)};
      t->q.addr[i] = generic(l.cta[i], BASE + l.at[i]);
      status[i] = spoil(&m, k, i);
      fine |= (uint32_t)(status[i] == WS_ST_OK) << i;
      if (fine >> i & 1)
        carry_out(&m, k, &l, i);
      operand(t, i, (ws_atom_value){l.b[i].lo, l.c[i].lo});
    }
    ws_do(t, red ? (k->op & 0xff) | WS_UNIT_RED << 8 : k->op, t->all, t->all);
    for (unsigned i = 0; i < t->lanes; i++)
      ws_expect_status(t, 1u << i, status[i]);
    expect(&m, k, red, fine, &l);
  }
  t->q.pred = 0;
  ws_cta(t, 0);
  ws_all_addr(t, generic(1, BASE)); // a vector has no other memory than the global one
  ws_do(t, WS_OP_ATOM_ADD_V4_F32, t->all, t->all);
  ws_expect_status(t, t->all, WS_ST_AT_BAD_SPACE);
  ws_do(t, WS_OP_ATOM_CAS_B128, t->all, t->all); // nothing is laid down
  ws_expect_status(t, t->all, WS_ST_DEC_ILLEGAL);
  compare_memory(&m);
}

static void scene_errors(ws_scene *t) { errors(t, false); }
static void scene_red_errors(ws_scene *t) { errors(t, true); }

// The c of a cas.b128 that was used in one memory is used up in all of them.
static void scene_used(ws_scene *t) {
  const uint64_t at[] = {BASE, generic(1, BASE), WS_GLOBAL_WINDOW + BASE};
  static memory m;
  static lanes l;
  open_memory(&m, t);
  ws_cta(t, 0);
  for (unsigned n = 0; n < 9; n++) {
    lay_down(&m, t->all, &l);
    ws_all_addr(t, at[n / 3]);
    ws_do(t, WS_OP_ATOM_CAS_B128, t->all, t->all);
    ws_expect_status(t, t->all, WS_ST_OK);
    ws_all_addr(t, at[n % 3]);
    ws_do(t, WS_OP_ATOM_CAS_B128, t->all, t->all);
    ws_expect_status(t, t->all, WS_ST_DEC_ILLEGAL);
  }
}

// ------------------------------------------------------------------------------------------------- objects, gone CTAs

// An operation on a word of an mbarrier object there is done, and says so, also of its upper half alone.
static void raw(ws_scene *t, bool red) {
  uint64_t got;
  ws_cta(t, 1);
  t->q.a[0] = t->q.c[0] = 0;
  t->q.b[0] = 5;
  t->q.addr[0] = BASE;
  ws_do(t, WS_OP_MBAR_INIT, 1, t->all);
  ws_settle(t);
  ws_session_load(t->s, BASE, 8, &got, NULL);
  ws_session_store(t->s, BASE + 8, 4, 7, NULL);
  ws_cta(t, 0);
  t->q.addr[0] = generic(1, BASE + 4), t->q.addr[1] = generic(1, BASE + 8);
  ws_all_a(t, 0);
  ws_do(t, red ? WS_OP_RED_ADD_U32 : WS_OP_ATOM_ADD_U32, 3, t->all);
  ws_expect_status(t, 1, WS_ST_MB_RAW_ACCESS);
  ws_expect_status(t, 2, WS_ST_OK);
  ws_expect_d(t, 0, red ? 0 : got >> 32);
  ws_expect_d(t, 1, red ? 0 : 7);
  ws_expect_error(t, WS_ST_OK, 0);
}

static void scene_raw(ws_scene *t) { raw(t, false); }
static void scene_red_raw(ws_scene *t) { raw(t, true); }

// Nobody lives in the CTA: nothing is accessed there, and the other lanes go on; until it is launched again.
static void gone(ws_scene *t, bool red) {
  const uint32_t odd = 0xaaaaaaaa & t->all, op = red ? WS_OP_RED_ADD_U32 : WS_OP_ATOM_ADD_U32;
  uint64_t got;
  for (unsigned n = 0; n < 2; n++) {
    ws_cta(t, 1);
    ws_session_store(t->s, BASE, 4, 40, NULL);
    ws_exit(t, t->all);
    ws_settle(t);
    ws_cta(t, 0);
    ws_session_store(t->s, BASE, 4, 50, NULL);
    for (unsigned i = 0; i < t->lanes; i++)
      t->q.addr[i] = generic(i & 1, BASE), t->q.a[i] = 1;
    ws_do(t, op, t->all, t->all);
    ws_expect_status(t, odd, WS_ST_RA_CTA_GONE);
    ws_expect_status(t, t->all & ~odd, WS_ST_OK);
    ws_expect_error(t, WS_ST_RA_CTA_GONE, odd);
    ws_expect_d(t, 2, red ? 0 : 51);
    if (!red) { // its c arrives, and is lost
      t->q.pred = t->all;
      ws_do(t, WS_OP_ATOM_CAS_B128, odd, t->all);
      t->q.pred = 0;
      ws_do(t, WS_OP_ATOM_CAS_B128, odd, t->all);
      ws_expect_status(t, odd, WS_ST_RA_CTA_GONE);
    }
    ws_cta(t, 1);
    if (!t->bad && ws_session_load(t->s, BASE, 4, &got, NULL) && got != 40)
      ws_wrong(t, "the word of the CTA that is gone is %" PRIu64, got);
    if (!t->bad && !ws_session_launch(t->s, 0, t->all))
      t->bad = true;
    ws_settle(t);
    ws_session_store(t->s, BASE, 4, 40, NULL);
    ws_cta(t, 0);
    ws_do(t, op, odd, t->all);
    ws_expect_status(t, odd, WS_ST_OK);
    ws_expect_d(t, 1, red ? 0 : 40);
    ws_expect_d(t, 3, red ? 0 : 41);
  }
}

static void scene_gone(ws_scene *t) { gone(t, false); }
static void scene_red_gone(ws_scene *t) { gone(t, true); }

static const ws_test tests[] = {
    {"atom_remote", "every operation, 16 to 128 bits, in other CTAs and in the own one by its rank",
     .scene = scene_remote, .ctas = 2},
    {"red_remote", "the same without values", .scene = scene_red_remote, .ctas = 2},
    {"atom_remote_subnormal", "a subnormal f32 stays in another CTA", .scene = scene_subnormal, .ctas = 2},
    {"atom_remote_errors", "wrong places of and beside other CTAs: nothing is done there, other lanes go on",
     .scene = scene_errors, .ctas = 2},
    {"red_remote_errors", "the same without values", .scene = scene_red_errors, .ctas = 2},
    {"atom_cas128_used", "the c of a cas.b128 is used once, in whatever memory", .scene = scene_used, .ctas = 2},
    {"atom_remote_raw", "a word of an mbarrier object of another CTA", .scene = scene_raw, .ctas = 2,
     .families = WS_FAMILY_ATOM | WS_FAMILY_MBAR},
    {"red_remote_raw", "the same without values", .scene = scene_red_raw, .ctas = 2,
     .families = WS_FAMILY_ATOM | WS_FAMILY_MBAR},
    {"atom_remote_gone", "a CTA in which nobody lives: its lanes get RA_CTA_GONE, until it is launched again",
     .scene = scene_gone, .ctas = 2, .whole = true},
    {"red_remote_gone", "the same without values", .scene = scene_red_gone, .ctas = 2, .whole = true},
};
WS_TESTS(atom_remote, WS_FAMILY_ATOM)
