// SPDX-License-Identifier: Apache-2.0
// atom and red, as the oracle knows them: lanes in ascending order, each at once, on the bytes that the oracle of mbarriers
// keeps; those in global memory are another file's. What one element becomes is asked of ws_atom, which tb/unit/test_atom.c holds against written values.
#include "oracle_atom.h"

#include "oracle_global.h"
#include "oracle_mbar.h"

bool oracle_atom_is(uint32_t op) { return op >> 8 == WS_UNIT_ATOM || op >> 8 == WS_UNIT_RED; }

// Operations 10 to 15 of f32, which has sums alone, f16, bf16, which have two elements, and their pairs.
static bool vector(uint32_t op) {
  const unsigned n = op & 15, type = op >> 4 & 15;
  return n >= 10 && ((type == 8 && n < 12) || ((type == 10 || type == 11) && n % 2 == 0) || type == 12 || type == 13);
}

// Scalars of all sizes, sums of pairs of halves, and vectors: what is built.
bool oracle_atom_legal(uint32_t op) {
  const unsigned type = op >> 4 & 15;
  const bool value_only = (op & 15) == (WS_OP_ATOM_EXCH_B32 & 15) || (op & 15) == (WS_OP_ATOM_CAS_B32 & 15);
  const bool sum = (op & 15) == (WS_OP_ATOM_ADD_U32 & 15);
  if (oracle_atom_is(op) && vector(op))
    return true;
  return oracle_atom_is(op) && ws_atom_bits(op & 0xff) && (type < 8 || sum) && !(op >> 8 == WS_UNIT_RED && value_only);
}

static uint32_t place(const oracle *o, uint64_t addr, unsigned bits) {
  const uint64_t owner = addr >> 24;
  if (addr % (bits / 8))
    return WS_ST_AT_MISALIGNED;
  if ((addr & 0xffffff) >= WS_SMEM_BYTES || (owner && owner != o->mbar->rank + 1u))
    return WS_ST_AT_BAD_SPACE;
  return WS_ST_OK;
}

static ws_atom_value get(const uint8_t *at, unsigned bytes) {
  ws_atom_value v = {0};
  for (unsigned k = 0; k < bytes; k++)
    *(k < 8 ? &v.lo : &v.hi) |= (uint64_t)at[k] << (8 * (k % 8));
  return v;
}

static void put(uint8_t *at, unsigned bytes, ws_atom_value v) {
  for (unsigned k = 0; k < bytes; k++)
    at[k] = (uint8_t)((k < 8 ? v.lo : v.hi) >> (8 * (k % 8)));
}

uint32_t oracle_atom_element(oracle_mbar *m, unsigned fn, uint32_t at, ws_atom_value b, ws_atom_value c,
                             ws_atom_value *old) {
  const unsigned bytes = ws_atom_bits(fn) / 8;
  ws_atom_value after;
  *old = get(&m->smem[at], bytes);
  ws_atom(fn, false, *old, b, c, &after);
  put(&m->smem[at], bytes, after);
  return m->vld[at / 8] || (bytes == 16 && m->vld[at / 8 + 1]) ? WS_ST_MB_RAW_ACCESS : WS_ST_OK;
}

typedef struct course { // of a request
  uint32_t status[WS_LANES_MAX];
  ws_atom_value old[WS_LANES_MAX];
  ws_atom_value c[WS_LANES_MAX]; // of cas.b128: what was laid down
  uint32_t laid, value;          // lanes that lay down, and that read and write
} course;

static ws_atom_value whole_operand(const ws_req *r, unsigned i) {
  return (ws_atom_value){r->a[i], (uint64_t)r->c[i] << 32 | r->b[i]};
}

// Of a cas.b128, before the comparison: a lane lays its c down, or uses it. x: its predicate.
static void lay_down(oracle *o, const ws_req *r, unsigned i, bool x, course *c) {
  const uint32_t lane = 1u << i;
  if (x) {
    o->laid[r->warp][i] = whole_operand(r, i);
    o->has_laid[r->warp] |= lane;
    c->laid |= lane;
    return;
  }
  c->status[i] = o->has_laid[r->warp] & lane ? WS_ST_OK : WS_ST_DEC_ILLEGAL;
  c->c[i] = o->laid[r->warp][i];
  o->has_laid[r->warp] &= ~lane;
}

// One lane in the CTA's own memory.
static void one(oracle *o, const ws_req *r, unsigned i, course *c) {
  const unsigned fn = r->op & 0xff, bits = ws_atom_bits(fn);
  const ws_atom_value operand = whole_operand(r, i);
  if (!c->status[i])
    c->status[i] = place(o, r->addr[i], bits);
  if (c->status[i])
    return;
  c->value |= 1u << i;
  c->status[i] =
      oracle_atom_element(o->mbar, fn, r->addr[i] & 0xffffff, bits == 128 ? operand : (ws_atom_value){.lo = operand.lo},
                          r->op == WS_OP_ATOM_CAS_B128 ? c->c[i] : (ws_atom_value){.lo = operand.hi}, &c->old[i]);
}

// Expects the answers of some lanes; half: which 64 bits of the old values. The upper ones come behind the lower ones: in one batch.
static void expect(oracle *o, const ws_req *r, uint32_t lanes, const oracle_lane lane[], const course *c, unsigned half,
                   uint32_t p) {
  const uint64_t batch = o->batches;
  uint32_t d[WS_LANES_MAX] = {0};
  if (!lanes)
    return;
  for (unsigned i = 0; i < o->cfg.lanes; i++)
    d[i] = r->op >> 8 == WS_UNIT_ATOM ? (uint32_t)(half ? c->old[i].hi : c->old[i].lo) : 0;
  oracle_expect_each(o, r->warp, lanes, c->status, lane, d, p);
  if (half)
    o->batches = batch;
  for (unsigned n = 0; n < o->count; n++) {
    oracle_expected *e = &o->expected[n];
    if (e->batch < batch + 1)
      continue;
    e->batch = half ? batch : e->batch;
    e->adjoining = false; // other units may answer between them
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      e->rsp.d_hi[i] = r->op >> 8 == WS_UNIT_ATOM ? (uint32_t)((half ? c->old[i].hi : c->old[i].lo) >> 32) : 0;
  }
}

void oracle_atom_request(oracle *o, const ws_req *r, uint32_t act, const oracle_lane lane[]) {
  oracle_lane shown[WS_LANES_MAX];
  course c = {0};
  for (unsigned i = 0; i < o->cfg.lanes && r->op == WS_OP_ATOM_CAS_B128; i++)
    if (act >> i & 1)
      lay_down(o, r, i, lane[i].x, &c);
  const uint32_t far = oracle_global_lanes(o, r, act & ~c.laid);
  if (far)
    oracle_global_request(o, r, far, lane, c.status, c.c);
  act &= ~far;
  if (!act)
    return;
  for (unsigned i = 0; i < o->cfg.lanes; i++) {
    shown[i] = lane[i];
    shown[i].mask = 0; // it has none
    if (act & ~c.laid & 1u << i)
      one(o, r, i, &c);
  }
  const bool twice = ws_atom_bits(r->op & 0xff) == 128;
  expect(o, r, c.laid, shown, &c, 0, 0);
  expect(o, r, act & ~c.laid, shown, &c, 0, twice ? c.value : 0);
  expect(o, r, twice ? c.value : 0, shown, &c, 1, 0);
}
