// SPDX-License-Identifier: Apache-2.0
// atom and red in shared memory, as the oracle knows them: lanes in ascending order, each at once, on the bytes that the oracle of mbarriers
// keeps. What one element becomes is asked of ws_atom, which tb/unit/test_atom.c holds against written values.
#include "oracle_atom.h"

#include "oracle_mbar.h"

bool oracle_atom_is(uint32_t op) { return op >> 8 == WS_UNIT_ATOM || op >> 8 == WS_UNIT_RED; }

// Of 16, 32 and 64 bits, and sums of pairs of halves: what is built.
bool oracle_atom_legal(uint32_t op) {
  const unsigned type = op >> 4 & 15, bits = ws_atom_bits(op & 0xff);
  const bool value_only = (op & 15) == (WS_OP_ATOM_EXCH_B32 & 15) || (op & 15) == (WS_OP_ATOM_CAS_B32 & 15);
  const bool sum = (op & 15) == (WS_OP_ATOM_ADD_U32 & 15);
  return oracle_atom_is(op) && bits && bits <= 64 && (type < 8 || sum) && !(op >> 8 == WS_UNIT_RED && value_only);
}

static uint32_t place(const oracle *o, uint64_t addr, unsigned bits) {
  const uint64_t owner = addr >> 24;
  if (addr % (bits / 8))
    return WS_ST_AT_MISALIGNED;
  if ((addr & 0xffffff) >= WS_SMEM_BYTES || (owner && owner != o->mbar->rank + 1u))
    return WS_ST_AT_BAD_SPACE;
  return WS_ST_OK;
}

void oracle_atom_request(oracle *o, const ws_req *r, uint32_t act, const oracle_lane lane[]) {
  const unsigned fn = r->op & 0xff, bits = ws_atom_bits(fn);
  oracle_lane shown[WS_LANES_MAX];
  uint32_t status[WS_LANES_MAX] = {0}, d[WS_LANES_MAX] = {0}, d_hi[WS_LANES_MAX] = {0};
  for (unsigned i = 0; i < o->cfg.lanes; i++) {
    shown[i] = lane[i];
    shown[i].mask = 0; // it has none
    if (!(act >> i & 1))
      continue;
    status[i] = place(o, r->addr[i], bits);
    if (status[i])
      continue;
    uint8_t *at = &o->mbar->smem[r->addr[i] & 0xffffff];
    uint64_t old = 0;
    for (unsigned k = 0; k < bits / 8; k++)
      old |= (uint64_t)at[k] << (8 * k);
    const ws_atom_value b = {.lo = r->a[i]}, c = {.lo = (uint64_t)r->c[i] << 32 | r->b[i]};
    const uint64_t after = ws_atom(fn, false, (ws_atom_value){.lo = old}, b, c).lo;
    for (unsigned k = 0; k < bits / 8; k++)
      at[k] = (uint8_t)(after >> (8 * k));
    if (o->mbar->vld[(r->addr[i] & 0xffffff) / 8])
      status[i] = WS_ST_MB_RAW_ACCESS;
    if (r->op >> 8 == WS_UNIT_ATOM) {
      d[i] = (uint32_t)old;
      d_hi[i] = (uint32_t)(old >> 32);
    }
  }
  oracle_expect_each(o, r->warp, act, status, shown, d, 0);
  for (unsigned n = 0; n < o->count; n++)
    if (o->expected[n].batch == o->batches) {
      o->expected[n].adjoining = false; // other units may answer between them
      for (unsigned i = 0; i < o->cfg.lanes; i++)
        o->expected[n].rsp.d_hi[i] = d_hi[i];
    }
}
