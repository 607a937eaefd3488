// SPDX-License-Identifier: Apache-2.0
// Atomics in global memory and in other CTAs: see oracle_global.h.
#include "oracle_global.h"

#include <string.h>

#include "oracle_atom.h"
#include "oracle_mbar.h"

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

static bool away(const oracle *o, uint64_t addr) {
  const uint64_t owner = addr >> 24;
  return owner && owner <= o->cfg.ctas && owner != o->mbar->rank + 1u;
}

uint32_t oracle_global_lanes(const oracle *o, const ws_req *r, uint32_t act) {
  uint32_t set = 0;
  for (uint32_t left = act; left; left &= left - 1) {
    const unsigned i = lowest(left);
    set |= in_window(r->addr[i]) || away(o, r->addr[i]) || shape_of(r->op).vector || hinted(r, i) ? bit(i) : 0;
  }
  return set;
}

static uint32_t place(const oracle *o, const ws_req *r, unsigned i, shape s) {
  const uint64_t addr = r->addr[i];
  if (!in_window(addr) && hinted(r, i))
    return WS_ST_AT_BAD_HINT;
  if (addr % s.bytes)
    return WS_ST_AT_MISALIGNED;
  if (in_window(addr))
    return addr - WS_GLOBAL_WINDOW < WS_GMEM_BYTES ? WS_ST_OK : WS_ST_AT_BAD_SPACE;
  if (!away(o, addr) || s.vector || (addr & 0xffffff) >= WS_SMEM_BYTES)
    return WS_ST_AT_BAD_SPACE;
  return o->cluster && !oracle_mbar_alive(&o->cluster[(addr >> 24) - 1]) ? WS_ST_RA_CTA_GONE : WS_ST_OK;
}

static void answer(oracle *o, const oracle_global_op *p);

// A lane that may access memory. c: of a cas.
static void one(oracle *o, const ws_req *r, unsigned i, shape s, ws_atom_value c, oracle_global_op *p) {
  const ws_atom_value b = {r->a[i], (uint64_t)r->c[i] << 32 | r->b[i]};
  p->lanes |= bit(i);
  if (in_window(r->addr[i])) {
    p->gm[i] = (ws_gm){.addr = (uint32_t)(r->addr[i] - WS_GLOBAL_WINDOW),
                       .bytes = s.bytes,
                       .op = WS_GM_ATOM,
                       .fn = s.fn,
                       .s = b,
                       .t = c};
    p->left |= bit(i);
    return;
  }
  if (!o->cluster) {
    oracle_fail(o, r->warp, "lane %u goes to another CTA, of which the oracle knows nothing", i);
    return;
  }
  ws_atom_value old;
  p->status[i] = oracle_atom_element(&o->cluster[(r->addr[i] >> 24) - 1], s.fn, r->addr[i] & 0xffffff,
                                     s.bytes == 16 ? b : (ws_atom_value){.lo = b.lo}, c, &old);
  p->lo[i] = p->op >> 8 == WS_UNIT_ATOM ? old.lo : 0;
  p->hi[i] = p->op >> 8 == WS_UNIT_ATOM ? old.hi : 0;
}

void oracle_global_request(oracle *o, const ws_req *r, uint32_t act, const oracle_lane lane[], const uint32_t status[],
                           const ws_atom_value c[]) {
  oracle_global *g = o->global;
  const shape s = shape_of(r->op);
  uint32_t found[WS_LANES_MAX] = {0}, wrong = 0;
  if (g->ops == ORACLE_GLOBAL_OPS) {
    oracle_fail(o, r->warp, "too many operations in global memory under way");
    return;
  }
  oracle_global_op *p = &g->op[g->ops];
  *p = (oracle_global_op){.warp = r->warp, .op = r->op, .two = r->op >> 8 == WS_UNIT_ATOM && s.bytes == 16};
  for (unsigned i = 0; i < o->cfg.lanes; i++) {
    p->lane[i] = lane[i];
    p->lane[i].mask = 0; // it has none
    if (!(act >> i & 1))
      continue;
    found[i] = status[i] ? status[i] : place(o, r, i, s);
    if (found[i] != WS_ST_OK)
      wrong |= bit(i);
    else
      one(o, r, i, s, r->op == WS_OP_ATOM_CAS_B128 ? c[i] : (ws_atom_value){.lo = (uint64_t)r->c[i] << 32 | r->b[i]},
          p);
  }
  p->unasked = p->left;
  if (p->left)
    g->ops++;
  else if (p->lanes)
    answer(o, p);
  if (wrong) {
    oracle_expect_each(o, r->warp, wrong, found, p->lane, NULL, 0);
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

// Those of the lanes with one status.
static void answer_alike(oracle *o, const oracle_global_op *p, uint32_t lanes) {
  uint32_t d[WS_LANES_MAX];
  for (unsigned half = 0; half < (p->two ? 2 : 1); half++) {
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      d[i] = (uint32_t)(half ? p->hi[i] : p->lo[i]);
    oracle_expect_each(o, p->warp, lanes, p->status, p->lane, d, p->two && !half ? UINT32_MAX : 0);
    oracle_expected *e = &o->expected[o->count - 1];
    e->adjoining = false; // other units may answer between them
    o->batches -= half;   // the high half comes behind the low one
    e->batch = o->batches;
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      e->rsp.d_hi[i] = (uint32_t)((half ? p->hi[i] : p->lo[i]) >> 32);
  }
}

// All lanes have their answers.
static void answer(oracle *o, const oracle_global_op *p) {
  for (uint32_t left = p->lanes, same; left; left &= ~same) {
    same = 0;
    for (unsigned i = 0; i < o->cfg.lanes; i++)
      if ((left >> i & 1) && p->status[i] == p->status[lowest(left)])
        same |= bit(i);
    answer_alike(o, p, same);
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
