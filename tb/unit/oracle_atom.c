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

typedef struct course { // of a request
  uint32_t status[WS_LANES_MAX];
  ws_atom_value old[WS_LANES_MAX];
  uint32_t laid, value; // lanes that lay down, and that read and write
} course;

// One lane. x: its predicate.
static void one(oracle *o, const ws_req *r, unsigned i, bool x, course *c) {
  const unsigned fn = r->op & 0xff, bits = ws_atom_bits(fn);
  const uint64_t upper = (uint64_t)r->c[i] << 32 | r->b[i], lane = UINT64_C(1) << i;
  const ws_atom_value operand = {.lo = r->a[i], .hi = bits == 128 ? upper : 0};
  ws_atom_value other = {.lo = upper};
  if (r->op == WS_OP_ATOM_CAS_B128 && x) { // comes before the comparison
    o->laid[r->warp][i] = operand;
    o->has_laid[r->warp] |= (uint32_t)lane;
    c->laid |= (uint32_t)lane;
    return;
  }
  if (r->op == WS_OP_ATOM_CAS_B128) {
    const bool has = o->has_laid[r->warp] & lane;
    o->has_laid[r->warp] &= ~(uint32_t)lane;
    other = o->laid[r->warp][i];
    c->status[i] = has ? WS_ST_OK : WS_ST_DEC_ILLEGAL;
  }
  if (!c->status[i])
    c->status[i] = place(o, r->addr[i], bits);
  if (c->status[i])
    return;
  const uint32_t at = r->addr[i] & 0xffffff;
  c->old[i] = get(&o->mbar->smem[at], bits / 8);
  c->value |= (uint32_t)lane;
  ws_atom_value after;
  ws_atom(fn, false, c->old[i], operand, other, &after);
  put(&o->mbar->smem[at], bits / 8, after);
  for (unsigned k = 0; k < bits; k += 64)
    if (o->mbar->vld[(at + k / 8) / 8])
      c->status[i] = WS_ST_MB_RAW_ACCESS;
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
  const uint32_t far = oracle_global_lanes(r, act);
  if (far)
    oracle_global_request(o, r, far, lane);
  act &= ~far;
  if (!act)
    return;
  oracle_lane shown[WS_LANES_MAX];
  course c = {0};
  for (unsigned i = 0; i < o->cfg.lanes; i++) {
    shown[i] = lane[i];
    shown[i].mask = 0; // it has none
    if (act >> i & 1)
      one(o, r, i, lane[i].x, &c);
  }
  const bool twice = ws_atom_bits(r->op & 0xff) == 128;
  expect(o, r, c.laid, shown, &c, 0, 0);
  expect(o, r, act & ~c.laid, shown, &c, 0, twice ? c.value : 0);
  expect(o, r, twice ? c.value : 0, shown, &c, 1, 0);
}
