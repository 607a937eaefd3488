// SPDX-License-Identifier: Apache-2.0
// atom and red in shared memory. Every scene keeps its own copy of the words it uses, changed lane after lane by plain arithmetic of the
// host, and compares each old value, each status and each word afterwards. Operands are corner values and random ones.
#include <inttypes.h>
#include <string.h>

#include "arith.h"
#include "atom_sums.h"
#include "directed.h"
#include "rng.h"

enum { WORDS = 256, BASE = 0x400, ROUNDS = 24 }; // the words of a scene: 8 rows of all banks

typedef enum pattern { // where the lanes of an operation go
  OWN,                 // each at an element of its own, side by side
  SAME,                // all at one
  NEIGHBOURS,          // pairs at the halves of a word, or words of a pair
  BANK,                // all in one bank, in eight rows
  FEW,                 // anywhere in a few elements
  ANYWHERE,
  PATTERNS
} pattern;

typedef struct kind { // an operation
  uint32_t op;        // WS_OP_ATOM_*; the same code of the other unit is red
  unsigned bits;
  uint64_t (*next)(uint64_t r, uint64_t b, uint64_t c);
} kind;

typedef struct atoms {
  ws_scene *t;
  ws_rng rng;
  uint32_t word[WORDS];
} atoms;

static const kind adds[] = {
    {WS_OP_ATOM_ADD_U32, 32, add}, {WS_OP_ATOM_ADD_S32, 32, add}, {WS_OP_ATOM_ADD_U64, 64, add}};
static const kind logic[] = {{WS_OP_ATOM_AND_B32, 32, and_}, {WS_OP_ATOM_OR_B32, 32, or_},
                             {WS_OP_ATOM_XOR_B32, 32, xor_}, {WS_OP_ATOM_AND_B64, 64, and_},
                             {WS_OP_ATOM_OR_B64, 64, or_},   {WS_OP_ATOM_XOR_B64, 64, xor_}};
static const kind minmax[] = {{WS_OP_ATOM_MIN_U32, 32, min_u},   {WS_OP_ATOM_MAX_U32, 32, max_u},
                              {WS_OP_ATOM_MIN_S32, 32, min_s32}, {WS_OP_ATOM_MAX_S32, 32, max_s32},
                              {WS_OP_ATOM_MIN_U64, 64, min_u},   {WS_OP_ATOM_MAX_U64, 64, max_u},
                              {WS_OP_ATOM_MIN_S64, 64, min_s64}, {WS_OP_ATOM_MAX_S64, 64, max_s64}};
static const kind incdec[] = {{WS_OP_ATOM_INC_U32, 32, inc}, {WS_OP_ATOM_DEC_U32, 32, dec}};
static const kind exchs[] = {{WS_OP_ATOM_EXCH_B32, 32, exch}, {WS_OP_ATOM_EXCH_B64, 64, exch}};
static const kind cass[] = {{WS_OP_ATOM_CAS_B32, 32, cas}, {WS_OP_ATOM_CAS_B64, 64, cas}};
static const kind b16[] = {{WS_OP_ATOM_CAS_B16, 16, cas}};
static const kind floats[] = {{WS_OP_ATOM_ADD_F32, 32, add_f32},     {WS_OP_ATOM_ADD_F64, 64, add_f64},
                              {WS_OP_ATOM_ADD_F16, 16, add_f16},     {WS_OP_ATOM_ADD_BF16, 16, add_bf16},
                              {WS_OP_ATOM_ADD_F16X2, 32, add_f16x2}, {WS_OP_ATOM_ADD_BF16X2, 32, add_bf16x2}};
static const kind mixed[] = {
    {WS_OP_ATOM_ADD_U32, 32, add},     {WS_OP_ATOM_CAS_B16, 16, cas},     {WS_OP_ATOM_ADD_U64, 64, add},
    {WS_OP_ATOM_EXCH_B32, 32, exch},   {WS_OP_ATOM_INC_U32, 32, inc},     {WS_OP_ATOM_CAS_B64, 64, cas},
    {WS_OP_ATOM_ADD_F32, 32, add_f32}, {WS_OP_ATOM_ADD_F64, 64, add_f64}, {WS_OP_ATOM_ADD_BF16, 16, add_bf16},
    {WS_OP_ATOM_DEC_U32, 32, dec},     {WS_OP_ATOM_MAX_S64, 64, max_s64}, {WS_OP_ATOM_XOR_B32, 32, xor_}};

// ------------------------------------------------------------------------------------------------------------ memory

static uint64_t get(const atoms *a, uint32_t at, unsigned bits) {
  const uint32_t w = (at - BASE) / 4;
  if (bits == 64)
    return (uint64_t)a->word[w + 1] << 32 | a->word[w];
  return bits == 16 ? a->word[w] >> 8 * (at & 2) & 0xffff : a->word[w];
}

static void put(atoms *a, uint32_t at, unsigned bits, uint64_t v) {
  const uint32_t w = (at - BASE) / 4, shift = 8 * (at & 2);
  if (bits == 16) {
    a->word[w] = (a->word[w] & ~(0xffffu << shift)) | (uint32_t)(v & 0xffff) << shift;
    return;
  }
  a->word[w] = (uint32_t)v;
  if (bits == 64)
    a->word[w + 1] = (uint32_t)(v >> 32);
}

// Of any size: small, at the borders of signed and unsigned ones, anything.
static uint64_t draw(atoms *a) {
  static const uint64_t corners[] = {
      0,
      1,
      2,
      UINT64_MAX,
      0x7fffffff,
      0x80000000,
      UINT32_MAX,
      0x100000000,
      0x7fffffffffffffff,
      0x8000000000000000,
      0xffffffff00000000,
      0x8000000080000000,
      0x7fff,
      0x8000,
      0x00000001, // floats: the least, 1, the greatest, infinities, NaN, alone and in pairs
      0x3f800000,
      0x7f7fffff,
      0x7f800000,
      0xff800000,
      0x7fc00000,
      0x3ff0000000000000,
      0x7fefffffffffffff,
      0x7ff0000000000000,
      0xfff0000000000000,
      0x7ff8000000000000,
      0x3c003c00,
      0x7bff7bff,
      0x7c00fc00,
      0x7e000001};
  const uint32_t x = ws_rng_u32(&a->rng);
  if (x >> 30 == 0)
    return corners[x % (sizeof corners / sizeof corners[0])];
  if (x >> 29 == 2) // floats of like exponents, with few bits
    return (uint64_t)(0x3f000000 | (x & 0x81e00001)) << 32 | 0x3f000000 | (x << 3 & 0x81e10001);
  return x >> 29 == 3 ? x & 7 : ws_rng_u64(&a->rng);
}

static void open_words(atoms *a, ws_scene *t) {
  memset(a, 0, sizeof *a);
  a->t = t;
  a->rng = ws_rng_make(t->run->seed, t->run->name);
  for (uint32_t w = 0; w < WORDS; w++) {
    a->word[w] = (uint32_t)draw(a);
    ws_session_store(t->s, BASE + 4 * w, 4, a->word[w], NULL);
  }
}

static void compare_words(atoms *a) {
  for (uint32_t w = 0; w < WORDS && !a->t->bad; w++) {
    uint64_t got;
    if (!ws_session_load(a->t->s, BASE + 4 * w, 4, &got, NULL))
      a->t->bad = true;
    else if (got != a->word[w])
      ws_wrong(a->t, "word 0x%x: got 0x%08" PRIx64 ", expected 0x%08" PRIx32, BASE + 4 * w, got, a->word[w]);
  }
}

static uint32_t place(atoms *a, pattern p, unsigned bits, unsigned lane) {
  const uint32_t size = bits / 8, n = 4 * WORDS / size, x = ws_rng_u32(&a->rng);
  switch (p) {
  case OWN: return BASE + lane * size;
  case SAME: return BASE + 40 / size * size;
  case NEIGHBOURS: return BASE + 64 + (lane / 2 % 4 * 2 + lane % 2) * size;
  case BANK: return BASE + 8 + (x >> 4) % (WORDS / WS_BANKS_MAX) * WS_BANKS_MAX * 4 + (x & 7) * size % 8;
  case FEW: return BASE + 16 + x % 6 * size;
  default: return BASE + x % n * size;
  }
}

// ------------------------------------------------------------------------------------------------------- one operation

// Issues an operation, as red if it is to give no values, on these lanes at these places, with what was drawn; b or c of a lane is now
// and then what its element holds, so that cas succeeds. old: what lanes are to get.
static void issue(atoms *a, const kind *k, bool red, uint32_t lanes, const uint32_t at[], uint64_t old[]) {
  ws_scene *t = a->t;
  const uint64_t mask = k->bits == 64 ? UINT64_MAX : (UINT64_C(1) << k->bits) - 1;
  for (unsigned i = 0; i < t->lanes; i++) {
    t->q.addr[i] = at[i];
    uint64_t b = draw(a), c = draw(a); // bits above the element's are not to count
    if (ws_rng_percent(&a->rng, 50) && (lanes >> i & 1))
      b = get(a, at[i], k->bits) | (b & ~mask);
    t->q.a[i] = b;
    t->q.b[i] = (uint32_t)c;
    t->q.c[i] = (uint32_t)(c >> 32);
    if (!(lanes >> i & 1))
      continue;
    old[i] = get(a, at[i], k->bits);
    put(a, at[i], k->bits, k->next(old[i], b & mask, c & mask) & mask);
  }
  ws_do(t, red ? (k->op & 0xff) | WS_UNIT_RED << 8 : k->op, lanes, t->all);
}

static void expect(ws_scene *t, uint32_t lanes, const uint64_t old[]) {
  ws_expect_status(t, lanes, WS_ST_OK);
  for (unsigned i = 0; i < t->lanes; i++)
    if (lanes >> i & 1)
      ws_expect_d(t, i, old[i]);
}

static void one(atoms *a, const kind *k, bool red, uint32_t lanes, const uint32_t at[]) {
  static const uint64_t none[WS_LANES_MAX];
  uint64_t old[WS_LANES_MAX] = {0};
  issue(a, k, red, lanes, at, old);
  expect(a->t, lanes, red ? none : old);
}

static uint32_t some_lanes(atoms *a) {
  const uint32_t x = ws_rng_u32(&a->rng) & a->t->all;
  return x && ws_rng_percent(&a->rng, 50) ? x : a->t->all;
}

// Every operation of a list in every pattern, or in one.
static void play_list(ws_scene *t, const kind *list, size_t count, int only, bool red) {
  static atoms a;
  open_words(&a, t);
  for (unsigned round = 0; round < ROUNDS && !t->bad; round++)
    for (size_t k = 0; k < count && !t->bad; k++) {
      if (red && (list[k].next == cas || list[k].next == exch))
        continue;
      uint32_t at[WS_LANES_MAX];
      const pattern p = only < 0 ? (pattern)(round % PATTERNS) : (pattern)only;
      for (unsigned i = 0; i < t->lanes; i++)
        at[i] = place(&a, p, list[k].bits, i);
      one(&a, &list[k], red, some_lanes(&a), at);
    }
  compare_words(&a);
}

#define LIST(name, list)                                                                                               \
  static void scene_##name(ws_scene *t) { play_list(t, list, sizeof list / sizeof list[0], -1, false); }               \
  static void scene_red_##name(ws_scene *t) { play_list(t, list, sizeof list / sizeof list[0], -1, true); }
LIST(add, adds)
LIST(logic, logic)
LIST(minmax, minmax)
LIST(incdec, incdec)
LIST(floats, floats)
static void scene_exch(ws_scene *t) { play_list(t, exchs, 2, -1, false); }
static void scene_cas(ws_scene *t) { play_list(t, cass, 2, -1, false); }
static void scene_b16(ws_scene *t) { play_list(t, b16, 1, -1, false); }
#define PATTERN(name, p)                                                                                               \
  static void scene_##name(ws_scene *t) { play_list(t, mixed, sizeof mixed / sizeof mixed[0], p, false); }             \
  static void scene_red_##name(ws_scene *t) { play_list(t, mixed, sizeof mixed / sizeof mixed[0], p, true); }
PATTERN(same_word, SAME)
PATTERN(neighbours, NEIGHBOURS)
PATTERN(conflicts, BANK)

// ----------------------------------------------------------------------------------------------------------- 128 bits

typedef struct quad {
  uint32_t w[4];
} quad;

static quad draw_quad(atoms *a) {
  const uint64_t lo = draw(a), hi = draw(a);
  return (quad){{(uint32_t)lo, (uint32_t)(lo >> 32), (uint32_t)hi, (uint32_t)(hi >> 32)}};
}

static void quad_operand(ws_scene *t, unsigned i, quad v) {
  t->q.a[i] = (uint64_t)v.w[1] << 32 | v.w[0];
  t->q.b[i] = v.w[2];
  t->q.c[i] = v.w[3];
}

static void expect_quad(ws_scene *t, unsigned i, quad v) {
  ws_expect_d(t, i, (uint64_t)v.w[1] << 32 | v.w[0]);
  const uint64_t top = (uint64_t)v.w[3] << 32 | v.w[2], got = t->bad ? top : ws_session_lane(t->s, t->warp, i)->top;
  if (got != top)
    ws_wrong(t, "lane %u: upper half 0x%016" PRIx64 " expected 0x%016" PRIx64, i, got, top);
}

// What a lane compares with: its element as it is, with one bit of one word changed, or anything.
static quad near_quad(atoms *a, quad now) {
  const uint32_t x = ws_rng_u32(&a->rng);
  if (x % 8 == 0)
    return draw_quad(a);
  if (x & 8)
    now.w[x >> 4 & 3] ^= 1u << (x >> 6 & 31);
  return now;
}

// The first request of a cas lays down what is to be written in other lanes than it will be used in, too; all lanes at elements of a few
// rows, of which some are shared. Exch in turn with it.
static void scene_b128(ws_scene *t, bool cas) {
  static atoms a;
  open_words(&a, t);
  for (unsigned round = 0; round < ROUNDS && !t->bad; round++) {
    const uint32_t lanes = some_lanes(&a);
    uint32_t at[WS_LANES_MAX];
    quad b[WS_LANES_MAX], c[WS_LANES_MAX], old[WS_LANES_MAX];
    for (unsigned i = 0; i < t->lanes; i++) {
      at[i] = place(&a, (pattern)(round % PATTERNS), 128, i) & ~15u;
      c[i] = draw_quad(&a);
      quad_operand(t, i, c[i]);
      t->q.addr[i] = ws_rng_u64(&a.rng); // of no meaning yet
    }
    if (cas) {
      t->q.pred = t->all;
      ws_do(t, WS_OP_ATOM_CAS_B128, lanes, t->all);
      ws_expect_status(t, lanes, WS_ST_OK);
    }
    for (unsigned i = 0; i < t->lanes; i++) {
      uint32_t *word = &a.word[(at[i] - BASE) / 4];
      memcpy(old[i].w, word, sizeof old[i].w);
      b[i] = cas ? near_quad(&a, old[i]) : draw_quad(&a);
      t->q.addr[i] = at[i];
      quad_operand(t, i, b[i]);
      if ((lanes >> i & 1) && (!cas || !memcmp(b[i].w, old[i].w, sizeof b[i].w)))
        memcpy(word, cas ? c[i].w : b[i].w, sizeof b[i].w);
    }
    t->q.pred = 0;
    ws_do(t, cas ? WS_OP_ATOM_CAS_B128 : WS_OP_ATOM_EXCH_B128, lanes, t->all);
    ws_expect_status(t, lanes, WS_ST_OK);
    for (unsigned i = 0; i < t->lanes; i++)
      if (lanes >> i & 1)
        expect_quad(t, i, old[i]);
  }
  compare_words(&a);
}

static void scene_cas128(ws_scene *t) { scene_b128(t, true); }
static void scene_exch128(ws_scene *t) { scene_b128(t, false); }

// A cas.b128 with nothing laid down, or used already, and lanes that lay down beside lanes that compare; an address at 8 bytes.
static void scene_cas128_errors(ws_scene *t) {
  const uint32_t at = 0x300, even = 0x55555555 & t->all;
  for (unsigned k = 0; k < 4; k++)
    ws_session_store(t->s, at + 4 * k, 4, 0, NULL);
  ws_all_addr(t, at);
  ws_all_a(t, 0);
  ws_all_bc(t, 0, 0);
  t->q.pred = 0;
  ws_do(t, WS_OP_ATOM_CAS_B128, t->all, t->all);
  ws_expect_status(t, t->all, WS_ST_DEC_ILLEGAL);
  ws_all_a(t, 5);
  t->q.pred = t->all;
  ws_do(t, WS_OP_ATOM_CAS_B128, even, t->all); // lay down 5
  ws_expect_status(t, even, WS_ST_OK);
  ws_expect_d(t, 0, 0);
  ws_all_a(t, 0);
  t->q.pred = t->all & ~even;
  ws_do(t, WS_OP_ATOM_CAS_B128, t->all, t->all); // the others lay down 0, these compare with 0
  ws_expect_status(t, t->all, WS_ST_OK);
  ws_expect_d(t, 0, 0);
  ws_expect_d(t, 1, 0);
  ws_expect_d(t, 2, 5);
  t->q.pred = 0;
  t->q.addr[1] = at + 8;
  ws_do(t, WS_OP_ATOM_CAS_B128, t->all, t->all);
  ws_expect_status(t, even, WS_ST_DEC_ILLEGAL);
  ws_expect_status(t, 2, WS_ST_AT_MISALIGNED);
  ws_expect_d(t, 3, 5);
}

// ---------------------------------------------------------------------------------------------------- errors, objects

// Lanes with a wrong address do nothing; the others go on, also at the same word.
static void errors(ws_scene *t, bool red) {
  static atoms a;
  open_words(&a, t);
  for (unsigned round = 0; round < ROUNDS && !t->bad; round++) {
    const kind *k = &mixed[round % (sizeof mixed / sizeof mixed[0])];
    if (red && (k->next == cas || k->next == exch))
      continue;
    uint32_t at[WS_LANES_MAX], off = 0, out = 0;
    uint64_t old[WS_LANES_MAX] = {0};
    for (unsigned i = 0; i < t->lanes; i++) {
      at[i] = place(&a, FEW, k->bits, i);
      t->q.addr[i] = at[i];
      t->q.a[i] = 3;
      t->q.b[i] = t->q.c[i] = 0;
      const uint32_t x = ws_rng_u32(&a.rng);
      if (x % 4 == 0) { // misaligned goes before outside
        t->q.addr[i] += 1 + (x >> 8) % (k->bits / 8 - 1);
        t->q.addr[i] |= x & 0x100 ? 0x00800000 : 0;
        off |= 1u << i;
      } else if (x % 4 == 1) {
        static const uint64_t far[] = {0x4000, 0x200000000, 0x8000000000000000, 0x80000000, 0x00c00000, 0x0f000000};
        t->q.addr[i] |= far[(x >> 8) % 6];
        out |= 1u << i;
      } else {
        t->q.addr[i] |= x & 0x400 ? 0x01000000 : 0; // the own CTA by its rank
        old[i] = get(&a, at[i], k->bits);
        const uint64_t mask = k->bits == 64 ? UINT64_MAX : (UINT64_C(1) << k->bits) - 1;
        put(&a, at[i], k->bits, k->next(old[i], 3, 0) & mask);
      }
    }
    ws_do(t, red ? (k->op & 0xff) | WS_UNIT_RED << 8 : k->op, t->all, t->all);
    ws_expect_status(t, off, WS_ST_AT_MISALIGNED);
    ws_expect_status(t, out, WS_ST_AT_BAD_SPACE);
    ws_expect_status(t, t->all & ~off & ~out, WS_ST_OK);
    for (unsigned i = 0; i < t->lanes; i++)
      ws_expect_d(t, i, red ? 0 : old[i]);
  }
  compare_words(&a);
}

static void scene_errors(ws_scene *t) { errors(t, false); }
static void scene_red_errors(ws_scene *t) { errors(t, true); }

// An atomic at a word of an mbarrier object changes it as a plain store does, and says so; the object stays one.
static void scene_mbar_mix(ws_scene *t) {
  const uint32_t at = 0x200;
  ws_all_addr(t, at);
  ws_all_bc(t, 8, 0);
  ws_do(t, WS_OP_MBAR_INIT, 1, t->all); // expects 8
  ws_expect_status(t, 1, WS_ST_OK);
  ws_all_a(t, 0);
  ws_all_bc(t, 1, 0);
  ws_do(t, WS_OP_MBAR_ARRIVE_SINK, 3, t->all);
  ws_settle(t);
  uint64_t word;
  ws_session_load(t->s, at, 8, &word, NULL);
  ws_all_a(t, UINT64_C(1) << 43); // an arrival, as the count of a word runs upwards
  ws_do(t, WS_OP_ATOM_ADD_U64, 3, t->all);
  ws_expect_status(t, 3, WS_ST_MB_RAW_ACCESS);
  ws_expect_d(t, 0, word);
  ws_expect_d(t, 1, word + (UINT64_C(1) << 43));
  ws_all_a(t, 0);
  t->q.addr[1] = at + 8;
  ws_do(t, WS_OP_ATOM_ADD_U32, 3, t->all); // one lane at the object, one beside it: a status each
  ws_expect_status(t, 1, WS_ST_MB_RAW_ACCESS);
  ws_expect_status(t, 2, WS_ST_OK);
  ws_all_addr(t, at);
  ws_all_bc(t, 1, 0);
  ws_do(t, WS_OP_MBAR_ARRIVE_SINK, 15, t->all); // the last four
  ws_all_a(t, 0);
  ws_do(t, WS_OP_MBAR_TEST_WAIT_PARITY, 1, t->all);
  ws_expect_p(t, 1, 1);
  // A red that combines: each lane says so, whoever is not there or has a wrong address.
  ws_rng rng = ws_rng_make(t->run->seed, t->run->name);
  for (unsigned n = 0; n < 4 * ROUNDS && !t->bad; n++) {
    const uint32_t lanes = (ws_rng_u32(&rng) & t->all) | 1u << ws_rng_u32(&rng) % t->lanes;
    const uint32_t wrong = ws_rng_u32(&rng) & ws_rng_u32(&rng) & lanes;
    for (unsigned i = 0; i < t->lanes; i++) {
      const uint32_t elsewhere = 0x300 + ws_rng_u32(&rng) % 256;
      t->q.addr[i] = wrong >> i & 1 ? elsewhere | 1 : lanes >> i & 1 ? at : elsewhere & ~3u;
      t->q.a[i] = 0;
    }
    ws_do(t, WS_OP_RED_ADD_U32, lanes, t->all);
    ws_expect_status(t, wrong, WS_ST_AT_MISALIGNED);
    ws_expect_status(t, lanes & ~wrong, WS_ST_MB_RAW_ACCESS);
  }
}

// Several operations of one warp and of others at one word, without waiting in between: none is lost.
static void scene_in_flight(ws_scene *t) {
  for (unsigned round = 0; round < 8 && !t->bad; round++) {
    ws_all_addr(t, 0x100);
    ws_all_a(t, 1);
    ws_all_bc(t, 0, 0);
    for (unsigned n = 0; n < 6; n++)
      ws_do(t, n % 2 ? WS_OP_RED_ADD_U32 : WS_OP_ATOM_ADD_U32, t->all, t->all);
  }
  ws_settle(t);
  uint64_t got;
  if (ws_session_load(t->s, 0x100, 4, &got, NULL) && got != 48 * t->lanes)
    ws_wrong(t, "48 operations of %u lanes that add 1 make %" PRIu64, t->lanes, got);
}

// Operations of several widths at the same words, one behind the other without waiting: each finds what the one before left. Lanes of
// a sum go one a clock and are written some clocks later, those of others together.
static void scene_overlap(ws_scene *t) {
  enum { ROW = 3 };
  static atoms a;
  open_words(&a, t);
  for (unsigned round = 0; round < ROUNDS && !t->bad; round++) {
    uint32_t lanes = 0, at[WS_LANES_MAX];
    uint64_t old[WS_LANES_MAX] = {0};
    for (unsigned n = 0; n < ROW; n++) {
      const kind *list = round % 3 == 2 ? mixed : floats; // two times of three sums alone
      const unsigned count = round % 3 == 2 ? sizeof mixed / sizeof mixed[0] : sizeof floats / sizeof floats[0];
      const kind *k = &list[ws_rng_u32(&a.rng) % count];
      const uint32_t upper = ws_rng_percent(&a.rng, 50) && k->bits < 64 ? 4 : 0; // which word of 64 bits
      lanes = some_lanes(&a);
      for (unsigned i = 0; i < t->lanes; i++)
        at[i] = BASE + 8 * i + upper;
      issue(&a, k, false, lanes, at, old);
    }
    expect(t, lanes, old); // of the last one
  }
  compare_words(&a);
}

static const ws_test tests[] = {
    {"atom_add", "atom.add of 32 and 64 bits, lanes anywhere", .scene = scene_add},
    {"atom_logic", "atom.and, .or, .xor", .scene = scene_logic},
    {"atom_minmax", "atom.min, .max, signed and unsigned", .scene = scene_minmax},
    {"atom_incdec", "atom.inc, .dec, below, at and above the bound", .scene = scene_incdec},
    {"atom_exch", "atom.exch", .scene = scene_exch},
    {"atom_cas", "atom.cas that succeed and fail", .scene = scene_cas},
    {"atom_cas128", "atom.cas.b128 that succeed and fail by one bit in one of the words", .scene = scene_cas128},
    {"atom_exch128", "atom.exch.b128", .scene = scene_exch128},
    {"atom_cas128_errors",
     "atom.cas.b128 without what is to be written, in some lanes or in all; at half its alignment",
     .scene = scene_cas128_errors},
    {"atom_b16", "atom.cas.b16: the other half of the word stays", .scene = scene_b16},
    {"atom_floats", "atom.add of f32, f64, halves and pairs of them; subnormals, infinities, NaN",
     .scene = scene_floats},
    {"atom_same_word", "all lanes at one element: each has what the lane before left", .scene = scene_same_word},
    {"atom_neighbours", "lanes at halves of one word, at words of one pair", .scene = scene_neighbours},
    {"atom_conflicts", "lanes in one bank, in several rows", .scene = scene_conflicts},
    {"atom_errors", "misaligned and outside: its status, nothing done; the other lanes go on", .scene = scene_errors},
    {"atom_mbar_mix", "at a word of an mbarrier object: done, MB_RAW_ACCESS, and the object lives on",
     .scene = scene_mbar_mix, .families = WS_FAMILY_ATOM | WS_FAMILY_MBAR},
    {"atom_in_flight", "operations at one word, one behind the other: none is lost", .scene = scene_in_flight},
    {"atom_overlap", "operations of several widths at the same words, one behind the other", .scene = scene_overlap},
    {"red_add", "red.add", .scene = scene_red_add},
    {"red_logic", "red.and, .or, .xor", .scene = scene_red_logic},
    {"red_minmax", "red.min, .max", .scene = scene_red_minmax},
    {"red_incdec", "red.inc, .dec", .scene = scene_red_incdec},
    {"red_floats", "red.add of floats", .scene = scene_red_floats},
    {"red_same_word", "red of all lanes at one element", .scene = scene_red_same_word},
    {"red_neighbours", "red at words of one pair", .scene = scene_red_neighbours},
    {"red_conflicts", "red in one bank, in several rows", .scene = scene_red_conflicts},
    {"red_errors", "red with wrong addresses", .scene = scene_red_errors},
};
WS_TESTS(atom, WS_FAMILY_ATOM)
