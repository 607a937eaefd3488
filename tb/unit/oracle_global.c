// SPDX-License-Identifier: Apache-2.0
// Atomics in global memory: see oracle_global.h.
#include "oracle_global.h"

#include <string.h>

enum { F16 = 10, BF16 = 11, F16X2 = 12, BF16X2 = 13 }; // types, as they stand in bits 7:4 of a code

typedef struct shape { // of an access
  unsigned bytes, fn;  // fn: as memory is to know it
  bool vector;
} shape;

static shape shape_of(uint32_t op) {
  const unsigned n = op & 15, type = op >> 4 & 15;
  if (n < 10)
    return (shape){ws_atom_bits(op & 0xff) / 8, op & 0xff, false};
  if (type == F16 || type == BF16) { // two halves
    const unsigned one = n == 10 ? 5 : n == 12 ? 8 : 9;
    return (shape){4, (type == F16 ? F16X2 : BF16X2) * 16u + one, true};
  }
  return (shape){n % 2 ? 16 : 8, op & 0xff, true};
}

static bool hinted(const ws_req *r, unsigned i) { return (r->op & 15) != 4 && (r->pred >> i & 1) != r->neg; }

static bool in_window(uint64_t addr) { return addr >= WS_GLOBAL_WINDOW && addr < WS_GLOBAL_WINDOW + 0x80000000u; }

uint32_t oracle_global_lanes(const ws_req *r, uint32_t act) {
  uint32_t set = 0;
  for (uint32_t left = act; left; left &= left - 1) {
    const unsigned i = lowest(left);
    set |=
        (in_window(r->addr[i]) && r->op != WS_OP_ATOM_CAS_B128) || shape_of(r->op).vector || hinted(r, i) ? bit(i) : 0;
  }
  return set;
}

static uint32_t place(const ws_req *r, unsigned i, unsigned bytes) {
  if (!in_window(r->addr[i]) && hinted(r, i))
    return WS_ST_AT_BAD_HINT;
  if (r->addr[i] % bytes)
    return WS_ST_AT_MISALIGNED;
  return in_window(r->addr[i]) && r->addr[i] - WS_GLOBAL_WINDOW < WS_GMEM_BYTES ? WS_ST_OK : WS_ST_AT_BAD_SPACE;
}

void oracle_global_request(oracle *o, const ws_req *r, uint32_t act, const oracle_lane lane[]) {
  oracle_global *g = o->global;
  const shape s = shape_of(r->op);
  oracle_lane shown[WS_LANES_MAX];
  uint32_t status[WS_LANES_MAX] = {0}, wrong = 0;
  if (g->ops == ORACLE_GLOBAL_OPS) {
    oracle_fail(o, r->warp, "too many operations in global memory under way");
    return;
  }
  oracle_global_op *p = &g->op[g->ops];
  *p = (oracle_global_op){.warp = r->warp, .op = r->op};
  for (unsigned i = 0; i < o->cfg.lanes; i++) {
    shown[i] = lane[i];
    shown[i].mask = 0; // it has none
    if (!(act >> i & 1))
      continue;
    status[i] = place(r, i, s.bytes);
    if (status[i] != WS_ST_OK) {
      wrong |= bit(i);
      continue;
    }
    const uint64_t upper = (uint64_t)r->c[i] << 32 | r->b[i];
    p->gm[i] =
        (ws_gm){.addr = (uint32_t)(r->addr[i] - WS_GLOBAL_WINDOW), .bytes = s.bytes, .op = WS_GM_ATOM, .fn = s.fn};
    p->gm[i].s = (ws_atom_value){r->a[i], upper};
    p->gm[i].t.lo = upper;
    p->lanes |= bit(i);
  }
  memcpy(p->lane, shown, sizeof shown);
  p->left = p->unasked = p->lanes;
  g->ops += p->lanes != 0;
  if (wrong) {
    oracle_expect_each(o, r->warp, wrong, status, shown, NULL, 0);
    for (unsigned n = 0; n < o->count; n++)
      o->expected[n].adjoining &= o->expected[n].batch != o->batches;
  }
}

static bool same_value(ws_atom_value x, ws_atom_value y, unsigned bytes) {
  const uint64_t mask = bytes < 8 ? (UINT64_C(1) << 8 * bytes) - 1 : UINT64_MAX;
  return !((x.lo ^ y.lo) & mask) && (bytes < 16 || x.hi == y.hi);
}

void oracle_global_asked(oracle *o, const ws_gm *gm) {
  oracle_global *g = o->global;
  unsigned n = 0;
  while (n < g->ops && !g->op[n].unasked)
    n++;
  if (n == g->ops) {
    oracle_fail(o, 0, "global memory is asked for an atomic at %x that no lane wants", gm->addr);
    return;
  }
  oracle_global_op *p = &g->op[n];
  const unsigned i = lowest(p->unasked);
  const ws_gm *want = &p->gm[i];
  const bool cas = (p->op & 15) == 4;
  if (gm->addr != want->addr || gm->bytes != want->bytes || gm->fn != want->fn ||
      !same_value(gm->s, want->s, want->bytes) || (cas && !same_value(gm->t, want->t, want->bytes)))
    oracle_fail(o, p->warp,
                "atomic of lane %u: fn %02x, %u bytes at %x, b %llx; expected fn %02x, %u bytes at %x, b %llx", i,
                gm->fn, gm->bytes, gm->addr, (unsigned long long)gm->s.lo, want->fn, want->bytes, want->addr,
                (unsigned long long)want->s.lo);
  p->unasked &= p->unasked - 1;
}

// All lanes have their answers.
static void answer(oracle *o, const oracle_global_op *p) {
  const bool two = (p->op >> 8) == WS_UNIT_ATOM && p->gm[lowest(p->lanes)].bytes == 16;
  uint32_t status[WS_LANES_MAX] = {0}, d[WS_LANES_MAX];
  for (unsigned half = 0; half < (two ? 2 : 1); half++) {
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      d[i] = (uint32_t)(half ? p->hi[i] : p->lo[i]);
    oracle_expect_each(o, p->warp, p->lanes, status, p->lane, d, two && !half ? UINT32_MAX : 0);
    oracle_expected *e = &o->expected[o->count - 1];
    e->adjoining = false; // other units may answer between them
    o->batches -= half;   // the high half comes behind the low one
    e->batch = o->batches;
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      e->rsp.d_hi[i] = (uint32_t)((half ? p->hi[i] : p->lo[i]) >> 32);
  }
}

void oracle_global_answered(oracle *o, const ws_gm_rsp *rsp) {
  oracle_global *g = o->global;
  oracle_global_op *p = &g->op[0];
  if (!g->ops || p->left == p->unasked) {
    oracle_fail(o, 0, "an answer for an atomic that nobody has asked for was taken");
    return;
  }
  const unsigned i = lowest(p->left), bytes = p->gm[i].bytes;
  const uint64_t mask = bytes < 8 ? (UINT64_C(1) << 8 * bytes) - 1 : UINT64_MAX;
  if (p->op >> 8 == WS_UNIT_ATOM) {
    p->lo[i] = ((uint64_t)rsp->data[1] << 32 | rsp->data[0]) & mask;
    p->hi[i] = bytes == 16 ? (uint64_t)rsp->data[3] << 32 | rsp->data[2] : 0;
  }
  p->left &= p->left - 1;
  if (p->left)
    return;
  answer(o, p);
  memmove(&g->op[0], &g->op[1], --g->ops * sizeof g->op[0]);
}
