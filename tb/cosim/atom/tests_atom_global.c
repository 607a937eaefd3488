// SPDX-License-Identifier: Apache-2.0
// atom and red in global memory: scalars, vectors, generic addresses, errors. Every scene keeps its own copy of global memory, and of the
// words of shared memory that it uses, changes them lane after lane by plain arithmetic of the host (arith.h), and compares each old value,
// each status, and every byte afterwards.
#include <inttypes.h>
#include <string.h>

#include "arith.h"
#include "atom_sums.h"
#include "directed.h"
#include "rng.h"

enum {
  BASE = 0x1000,
  BYTES = 0x400,
  SHARED = 0x400,
  ROUNDS = 24
}; // of global memory, where lanes go; of shared memory as many from SHARED on

typedef enum pattern { // where the lanes of an operation go
  OWN,                 // each at an element of its own, side by side
  SAME,                // all at one
  NEIGHBOURS,          // side by side in a few words
  FEW,                 // anywhere in a few elements
  ANYWHERE,
  PATTERNS
} pattern;

typedef struct kind { // an operation: so many elements of so many bits
  uint32_t op;        // WS_OP_ATOM_*; the same code of the other unit is red
  unsigned bits, count;
  arith *next;
} kind;

typedef struct memory {
  ws_scene *t;
  ws_rng rng;
  uint8_t global[WS_GMEM_BYTES], shared[BYTES];
} memory;

static const kind scalars[] = {{WS_OP_ATOM_ADD_U32, 32, 1, add},
                               {WS_OP_ATOM_ADD_S32, 32, 1, add},
                               {WS_OP_ATOM_ADD_U64, 64, 1, add},
                               {WS_OP_ATOM_AND_B32, 32, 1, and_},
                               {WS_OP_ATOM_OR_B32, 32, 1, or_},
                               {WS_OP_ATOM_XOR_B32, 32, 1, xor_},
                               {WS_OP_ATOM_AND_B64, 64, 1, and_},
                               {WS_OP_ATOM_OR_B64, 64, 1, or_},
                               {WS_OP_ATOM_XOR_B64, 64, 1, xor_},
                               {WS_OP_ATOM_EXCH_B32, 32, 1, exch},
                               {WS_OP_ATOM_EXCH_B64, 64, 1, exch},
                               {WS_OP_ATOM_CAS_B16, 16, 1, cas},
                               {WS_OP_ATOM_CAS_B32, 32, 1, cas},
                               {WS_OP_ATOM_CAS_B64, 64, 1, cas},
                               {WS_OP_ATOM_INC_U32, 32, 1, inc},
                               {WS_OP_ATOM_DEC_U32, 32, 1, dec},
                               {WS_OP_ATOM_MIN_U32, 32, 1, min_u},
                               {WS_OP_ATOM_MAX_U32, 32, 1, max_u},
                               {WS_OP_ATOM_MIN_S32, 32, 1, min_s32},
                               {WS_OP_ATOM_MAX_S32, 32, 1, max_s32},
                               {WS_OP_ATOM_MIN_U64, 64, 1, min_u},
                               {WS_OP_ATOM_MAX_U64, 64, 1, max_u},
                               {WS_OP_ATOM_MIN_S64, 64, 1, min_s64},
                               {WS_OP_ATOM_MAX_S64, 64, 1, max_s64},
                               {WS_OP_ATOM_ADD_F32, 32, 1, add_f32_flushed},
                               {WS_OP_ATOM_ADD_F64, 64, 1, add_f64},
                               {WS_OP_ATOM_ADD_F16, 16, 1, add_f16},
                               {WS_OP_ATOM_ADD_BF16, 16, 1, add_bf16},
                               {WS_OP_ATOM_ADD_F16X2, 32, 1, add_f16x2},
                               {WS_OP_ATOM_ADD_BF16X2, 32, 1, add_bf16x2}};
static const kind vectors[] = {
    {WS_OP_ATOM_ADD_V2_F32, 32, 2, add_f32_flushed}, {WS_OP_ATOM_ADD_V4_F32, 32, 4, add_f32_flushed},
    {WS_OP_ATOM_ADD_V2_F16, 16, 2, add_f16},         {WS_OP_ATOM_ADD_V4_F16, 16, 4, add_f16},
    {WS_OP_ATOM_ADD_V8_F16, 16, 8, add_f16},         {WS_OP_ATOM_ADD_V2_BF16, 16, 2, add_bf16},
    {WS_OP_ATOM_ADD_V4_BF16, 16, 4, add_bf16},       {WS_OP_ATOM_ADD_V8_BF16, 16, 8, add_bf16},
    {WS_OP_ATOM_MIN_V2_F16, 16, 2, min_f16},         {WS_OP_ATOM_MIN_V4_F16, 16, 4, min_f16},
    {WS_OP_ATOM_MIN_V8_F16, 16, 8, min_f16},         {WS_OP_ATOM_MIN_V2_BF16, 16, 2, min_bf16},
    {WS_OP_ATOM_MIN_V4_BF16, 16, 4, min_bf16},       {WS_OP_ATOM_MIN_V8_BF16, 16, 8, min_bf16},
    {WS_OP_ATOM_MAX_V2_F16, 16, 2, max_f16},         {WS_OP_ATOM_MAX_V4_F16, 16, 4, max_f16},
    {WS_OP_ATOM_MAX_V8_F16, 16, 8, max_f16},         {WS_OP_ATOM_MAX_V2_BF16, 16, 2, max_bf16},
    {WS_OP_ATOM_MAX_V4_BF16, 16, 4, max_bf16},       {WS_OP_ATOM_MAX_V8_BF16, 16, 8, max_bf16}};
enum { SCALARS = sizeof scalars / sizeof scalars[0], VECTORS = sizeof vectors / sizeof vectors[0] };

static bool gives_only_values(const kind *k) { return k->next == cas || k->next == exch; } // no red
static unsigned size_of(const kind *k) { return k->bits / 8 * k->count; }
static uint32_t code(const kind *k, bool red) { return red ? (k->op & 0xff) | WS_UNIT_RED << 8 : k->op; }

// ------------------------------------------------------------------------------------------------------------ memory

static uint64_t get(const uint8_t *at, unsigned bytes) {
  uint64_t v = 0;
  for (unsigned k = 0; k < bytes; k++)
    v |= (uint64_t)at[k] << 8 * k;
  return v;
}
static void put(uint8_t *at, unsigned bytes, uint64_t v) {
  for (unsigned k = 0; k < bytes; k++)
    at[k] = (uint8_t)(v >> 8 * k);
}

static void open_memory(memory *m, ws_scene *t) {
  memset(m, 0, sizeof *m);
  m->t = t;
  m->rng = ws_rng_make(t->run->seed, t->run->name);
  ws_session_lockstep(t->s)->copy_latency = 1 + t->stall % 7;
  for (unsigned k = 0; k < WS_GMEM_BYTES; k += 8)
    put(&m->global[k], 8, draw_operand(&m->rng));
  memcpy(ws_session_global(t->s), m->global, WS_GMEM_BYTES);
  for (unsigned k = 0; k < BYTES; k += 8) {
    put(&m->shared[k], 8, draw_operand(&m->rng));
    ws_session_store(t->s, SHARED + k, 8, get(&m->shared[k], 8), NULL);
  }
}

static void compare_memory(memory *m) {
  ws_scene *t = m->t;
  ws_settle(t);
  const uint8_t *got = ws_session_global(t->s);
  for (unsigned k = 0; k < WS_GMEM_BYTES && !t->bad; k += 4)
    if (memcmp(&got[k], &m->global[k], 4))
      ws_wrong(t, "global word 0x%x: got 0x%08" PRIx64 ", expected 0x%08" PRIx64, k, get(&got[k], 4),
               get(&m->global[k], 4));
  for (unsigned k = 0; k < BYTES && !t->bad; k += 4) {
    uint64_t word;
    if (!ws_session_load(t->s, SHARED + k, 4, &word, NULL))
      t->bad = true;
    else if (word != get(&m->shared[k], 4))
      ws_wrong(t, "shared word 0x%x: got 0x%08" PRIx64 ", expected 0x%08" PRIx64, SHARED + k, word,
               get(&m->shared[k], 4));
  }
}

// Where in its 1,024 bytes a lane goes.
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

typedef struct values { // of lanes
  uint64_t lo[WS_LANES_MAX], hi[WS_LANES_MAX];
} values;

// The operands of a lane, now and then what its element holds, so that cas succeeds.
static void operands(memory *m, const kind *k, unsigned i, const uint8_t *at) {
  ws_req *q = &m->t->q;
  const uint64_t lo = draw_operand(&m->rng), hi = draw_operand(&m->rng);
  q->a[i] = lo;
  if (k->count == 1 && ws_rng_percent(&m->rng, 50))
    q->a[i] = get(at, size_of(k)) | (k->bits < 64 ? lo << k->bits : 0);
  q->b[i] = (uint32_t)hi;
  q->c[i] = (uint32_t)(hi >> 32);
}

// What a lane does to its element, and what it must get.
static void carry_out(memory *m, const kind *k, unsigned i, uint8_t *at, arith *next, values *old) {
  const ws_req *q = &m->t->q;
  const uint64_t mask = k->bits == 64 ? UINT64_MAX : (UINT64_C(1) << k->bits) - 1;
  const uint64_t hi = (uint64_t)q->c[i] << 32 | q->b[i];
  const unsigned each = k->bits / 8, size = size_of(k);
  old->lo[i] = get(at, size < 8 ? size : 8);
  old->hi[i] = size == 16 ? get(at + 8, 8) : 0;
  for (unsigned e = 0; e < k->count; e++) {
    const unsigned first = e * each;
    const uint64_t b = (first < 8 ? q->a[i] >> 8 * first : hi >> 8 * (first - 8)) & mask;
    put(&at[first], each, next(get(&at[first], each), b, hi & mask));
  }
}

// The lanes got these values and no errors.
static void expect(memory *m, const kind *k, bool red, uint32_t lanes, const values *old) {
  ws_scene *t = m->t;
  ws_expect_status(t, lanes, WS_ST_OK);
  for (uint32_t left = lanes; left && !t->bad; left &= left - 1) {
    const unsigned i = (unsigned)__builtin_ctz(left);
    const bool two = size_of(k) == 16 && !red;
    ws_expect_d(t, i, red ? 0 : old->lo[i]);
    const ws_lane_result *r = ws_session_lane(t->s, t->warp, i);
    if (!t->bad && two && r->top != old->hi[i])
      ws_wrong(t, "lane %u: upper half 0x%016" PRIx64 " expected 0x%016" PRIx64, i, r->top, old->hi[i]);
  }
}

static uint32_t some_lanes(memory *m) {
  const uint32_t x = ws_rng_u32(&m->rng) & m->t->all;
  return x && ws_rng_percent(&m->rng, 50) ? x : m->t->all;
}

static void one(memory *m, const kind *k, bool red, pattern p, bool alone) {
  ws_scene *t = m->t;
  const uint32_t lanes = alone ? ws_bit(t, ws_rng_u32(&m->rng)) : some_lanes(m);
  values old = {{0}, {0}};
  for (unsigned i = 0; i < t->lanes; i++) {
    uint8_t *at = &m->global[BASE + place(m, p, size_of(k), i)];
    t->q.addr[i] = WS_GLOBAL_WINDOW + (uint64_t)(at - m->global);
    operands(m, k, i, at);
    if (lanes >> i & 1)
      carry_out(m, k, i, at, k->next, &old);
  }
  t->q.pred = k->next == cas ? 0 : ws_rng_u32(&m->rng); // a cache hint changes nothing
  ws_do(t, code(k, red), lanes, t->all);
  expect(m, k, red, lanes, &old);
}

static void play_list(ws_scene *t, const kind *list, unsigned count, bool red) {
  static memory m;
  open_memory(&m, t);
  for (unsigned round = 0; round < ROUNDS && !t->bad; round++)
    for (unsigned n = 0; n < count && !t->bad; n++)
      if (!red || !gives_only_values(&list[n]))
        one(&m, &list[n], red, (pattern)(round % PATTERNS), round == ROUNDS - 1);
  compare_memory(&m);
}

static void scene_global(ws_scene *t) { play_list(t, scalars, SCALARS, false); }
static void scene_red_global(ws_scene *t) { play_list(t, scalars, SCALARS, true); }
static void scene_vector(ws_scene *t) { play_list(t, vectors, VECTORS, false); }
static void scene_red_vector(ws_scene *t) { play_list(t, vectors, VECTORS, true); }

// --------------------------------------------------------------------------------------------------- generic addresses

// Lanes of one operation go to shared memory, by the own rank or without, and to global memory, side by side.
static void generic(ws_scene *t, bool red) {
  static memory m;
  open_memory(&m, t);
  for (unsigned round = 0; round < ROUNDS && !t->bad; round++)
    for (unsigned n = 0; n < SCALARS && !t->bad; n++) {
      const kind *k = &scalars[n];
      values old = {{0}, {0}};
      if (red && gives_only_values(k))
        continue;
      for (unsigned i = 0; i < t->lanes; i++) {
        const uint32_t x = ws_rng_u32(&m.rng), at = place(&m, (pattern)(round % PATTERNS), size_of(k), i);
        const bool far = x & 1;
        uint8_t *here = far ? &m.global[BASE + at] : &m.shared[at];
        t->q.addr[i] = far ? WS_GLOBAL_WINDOW + BASE + at : SHARED + at + (x & 2 ? 0x01000000 : 0);
        operands(&m, k, i, here);
        carry_out(&m, k, i, here, !far && k->next == add_f32_flushed ? add_f32 : k->next, &old);
      }
      t->q.pred = 0;
      ws_do(t, code(k, red), t->all, t->all);
      expect(&m, k, red, t->all, &old);
    }
  compare_memory(&m);
}

static void scene_generic(ws_scene *t) { generic(t, false); }
static void scene_red_generic(ws_scene *t) { generic(t, true); }

// A subnormal f32 stays in shared memory and is 0 in global memory, in lanes of one operation: 1 + 1 units of the last place.
static void scene_flush(ws_scene *t) {
  static memory m;
  open_memory(&m, t);
  for (unsigned i = 0; i < 2; i++) {
    uint8_t *at = i ? &m.global[BASE] : &m.shared[0];
    put(at, 4, 0x80000001);
    t->q.addr[i] = i ? WS_GLOBAL_WINDOW + BASE : SHARED;
    t->q.a[i] = 0x80000001;
  }
  memcpy(ws_session_global(t->s), m.global, WS_GMEM_BYTES);
  ws_session_store(t->s, SHARED, 4, 0x80000001, NULL);
  ws_do(t, WS_OP_ATOM_ADD_F32, 3, t->all);
  ws_expect_d_lanes(t, 3, 0x80000001); // the old value is not flushed
  put(&m.shared[0], 4, 0x80000002);
  put(&m.global[BASE], 4, 0x80000000);
  compare_memory(&m);
}

// ------------------------------------------------------------------------------------------------------------- errors

// What is wrong with a lane's address, if anything.
static uint32_t spoil(memory *m, const kind *k, unsigned i) {
  static const uint64_t far[] = {0x10000, 0x40000000, 0x80000000, 0x100000000, 0x8000000000000000, 0xfffffffe00000000};
  ws_req *q = &m->t->q;
  const uint32_t x = ws_rng_u32(&m->rng), size = size_of(k);
  const bool hint = k->next != cas && (q->pred >> i & 1);
  uint32_t status = WS_ST_OK;
  if (x % 8 == 0) {
    q->addr[i] += 1 + (x >> 8) % (size - 1);
    status = WS_ST_AT_MISALIGNED;
  }
  if (x % 8 == 1) {
    q->addr[i] += far[(x >> 8) % 6];
    status = WS_ST_AT_BAD_SPACE;
    if (hint && (x >> 8) % 6 > 1) // a hint goes before all else, outside of the window
      status = WS_ST_AT_BAD_HINT;
  }
  if (x % 8 == 2) { // shared memory: no vectors, no hints
    q->addr[i] = SHARED + (x >> 8) % (BYTES / size) * size;
    status = hint ? WS_ST_AT_BAD_HINT : k->count > 1 ? WS_ST_AT_BAD_SPACE : WS_ST_OK;
  }
  return status;
}

// Lanes with an error do nothing; the others go on, also at the same element.
static void errors(ws_scene *t, bool red) {
  static memory m;
  open_memory(&m, t);
  for (unsigned round = 0; round < 8 * ROUNDS && !t->bad; round++) {
    const kind *k = round % 2 ? &vectors[round / 2 % VECTORS] : &scalars[round / 2 % SCALARS];
    uint32_t status[WS_LANES_MAX], fine = 0;
    values old = {{0}, {0}};
    if (red && gives_only_values(k))
      continue;
    t->q.pred = k->next == cas || round % 3 == 0 ? 0 : ws_rng_u32(&m.rng);
    for (unsigned i = 0; i < t->lanes; i++) {
      uint8_t *at = &m.global[BASE + place(&m, FEW, size_of(k), i)];
      t->q.addr[i] = WS_GLOBAL_WINDOW + (uint64_t)(at - m.global);
      status[i] = spoil(&m, k, i);
      const bool near = t->q.addr[i] < WS_GLOBAL_WINDOW;
      if (near && status[i] == WS_ST_OK)
        at = &m.shared[t->q.addr[i] - SHARED];
      operands(&m, k, i, at);
      if (status[i] != WS_ST_OK)
        continue;
      fine |= 1u << i;
      carry_out(&m, k, i, at, near && k->next == add_f32_flushed ? add_f32 : k->next, &old);
    }
    ws_do(t, code(k, red), t->all, t->all);
    for (unsigned i = 0; i < t->lanes; i++)
      if (status[i] != WS_ST_OK) {
        ws_expect_status(t, 1u << i, status[i]);
        ws_expect_d(t, i, 0);
      }
    expect(&m, k, red, fine, &old);
  }
  compare_memory(&m);
}

static void scene_errors(ws_scene *t) { errors(t, false); }
static void scene_red_errors(ws_scene *t) { errors(t, true); }

// ---------------------------------------------------------------------------------------------------------- all at once

// Operations of several warps, and of all CTAs of a cluster, at one element, without waiting in between: no update is lost.
static void scene_in_flight(ws_scene *t) {
  enum { ROUNDS_EACH = 8, EACH = 6 };
  const unsigned ctas = ws_dut_ctas(&t->run->core);
  ws_all_addr(t, WS_GLOBAL_WINDOW + BASE);
  ws_all_a(t, 1);
  ws_all_bc(t, 0, 0);
  t->q.pred = 0;
  memset(ws_session_global(t->s), 0, WS_GMEM_BYTES);
  for (unsigned n = 0; n < ROUNDS_EACH * EACH && !t->bad; n++)
    for (unsigned c = 0; c < ctas; c++) {
      ws_cta(t, c);
      ws_do(t, n % 2 ? WS_OP_RED_ADD_U32 : WS_OP_ATOM_ADD_U32, t->all, t->all);
    }
  ws_settle(t);
  const uint64_t got = get(&ws_session_global(t->s)[BASE], 4), want = ROUNDS_EACH * EACH * (uint64_t)ctas * t->lanes;
  if (!t->bad && got != want)
    ws_wrong(t, "%u operations of %u CTAs of %u lanes that add 1 make %" PRIu64, ROUNDS_EACH * EACH, ctas, t->lanes,
             got);
}

// --------------------------------------------------------------------------------------------------------- overtaking

// Cycles that are enough for an operation in shared memory, and not for one in global memory.
static void wait_some(ws_scene *t, unsigned cycles) {
  const ws_in in = {.rsp_ready = true};
  for (unsigned k = 0; k < cycles && !t->bad; k++)
    t->bad = !ws_session_cycle(t->s, &in);
}

static void expect_answers(ws_scene *t, unsigned warp, unsigned count) {
  const unsigned got = ws_session_lane(t->s, warp, 0)->count;
  if (!t->bad && got != count)
    ws_wrong(t, "warp %u: lane 0 has %u answers, expected %u", warp, got, count);
}

// An operation in shared memory does not wait for one of another warp in global memory, but for one of its own.
static void scene_overtakes(ws_scene *t) {
  enum { LONG = 1000, SHORT = 100 };
  const unsigned other = t->run->core.warps - 1;
  ws_session_lockstep(t->s)->copy_latency = LONG;
  if (!ws_session_launch(t->s, other, t->all))
    t->bad = true;
  ws_settle(t);
  ws_all_a(t, 1);
  ws_all_addr(t, WS_GLOBAL_WINDOW + BASE);
  ws_do(t, WS_OP_ATOM_ADD_U32, t->all, t->all);
  ws_all_addr(t, SHARED);
  for (unsigned n = 1; n <= 3; n++) {
    t->warp = other;
    ws_do(t, WS_OP_ATOM_ADD_U32, t->all, t->all);
    wait_some(t, SHORT);
    expect_answers(t, other, n);
    expect_answers(t, 0, 0);
  }
  t->warp = 0;
  ws_do(t, WS_OP_ATOM_ADD_U32, 1, t->all);
  wait_some(t, SHORT);
  expect_answers(t, 0, 0);
  ws_settle(t);
  expect_answers(t, 0, 2);
}

static const ws_test tests[] = {
    {"atom_overtakes", "an operation in shared memory passes one of another warp in global memory",
     .scene = scene_overtakes, .warps = 2, .whole = true, .needs_model = "the oracles keep the two apart"},
    {"atom_global", "atom in global memory, every scalar operation; f32 flushes", .scene = scene_global},
    {"atom_vector", "atom with vectors: .v2 .v4 .v8, element by element", .scene = scene_vector},
    {"atom_generic", "lanes of one operation in shared and in global memory", .scene = scene_generic},
    {"atom_f32_subnormal", "a subnormal stays in shared memory and is 0 in global memory", .scene = scene_flush},
    {"atom_global_errors", "misaligned, outside, a hint or a vector in shared memory: nothing done; others go on",
     .scene = scene_errors},
    {"atom_global_in_flight", "operations at one element, one behind the other: none is lost",
     .scene = scene_in_flight},
    {"atom_global_cluster", "the same of all CTAs of a cluster", .scene = scene_in_flight, .ctas = 2},
    {"red_global", "red in global memory", .scene = scene_red_global},
    {"red_vector", "red with vectors", .scene = scene_red_vector},
    {"red_generic", "red in shared and in global memory", .scene = scene_red_generic},
    {"red_global_errors", "red with wrong addresses, hints and vectors", .scene = scene_red_errors},
};
WS_TESTS(atom_global, WS_FAMILY_ATOM)
