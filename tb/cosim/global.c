// SPDX-License-Identifier: Apache-2.0
// Global memory of the bench: see global.h. What one element becomes is asked of ws_atom.
#include "global.h"

enum { FIRST_OF_VECTORS = 10 };

// The function of one element, and its bytes.
static unsigned element(const ws_gm *gm, unsigned *bytes) {
  static const unsigned char one[] = {WS_OP_ATOM_ADD_U32 & 15, WS_OP_ATOM_MIN_U32 & 15, WS_OP_ATOM_MAX_U32 & 15};
  const unsigned op = gm->fn & 15;
  *bytes = op < FIRST_OF_VECTORS ? gm->bytes : 4;
  return op < FIRST_OF_VECTORS ? gm->fn : (gm->fn & 0xf0) | one[(op - FIRST_OF_VECTORS) / 2];
}

static uint8_t byte_of(ws_atom_value v, unsigned k) { return (uint8_t)((k < 8 ? v.lo : v.hi) >> 8 * (k % 8)); }

// Bytes [first, first + n) of a value, in the low ones.
static ws_atom_value part(ws_atom_value v, unsigned first, unsigned n) {
  ws_atom_value p = {0, 0};
  for (unsigned k = 0; k < n; k++)
    *(k < 8 ? &p.lo : &p.hi) |= (uint64_t)byte_of(v, first + k) << 8 * (k % 8);
  return p;
}

static void change(uint8_t *at, const ws_gm *gm, ws_atom_value old) {
  unsigned bytes;
  const unsigned fn = element(gm, &bytes);
  for (unsigned first = 0; first < gm->bytes; first += bytes) {
    const ws_atom_value r = part(old, first, bytes), s = part(gm->s, first, bytes);
    ws_atom_value after;
    ws_atom(fn, true, r, s, gm->t, &after);
    for (unsigned k = 0; k < bytes; k++)
      at[first + k] = byte_of(after, k);
  }
}

ws_gm_rsp ws_global_serve(uint8_t *mem, const ws_gm *gm) {
  ws_gm_rsp rsp = {.valid = true, .tag = gm->tag};
  ws_atom_value old = {0, 0};
  for (unsigned k = 0; k < 16; k++) {
    const uint8_t byte = k < gm->bytes ? mem[(gm->addr + k) % WS_GMEM_BYTES] : (uint8_t)(0xa5 + k);
    *(k < 8 ? &old.lo : &old.hi) |= (uint64_t)byte << 8 * (k % 8);
    rsp.data[k / 4] |= (uint32_t)byte << 8 * (k % 4);
  }
  if (gm->op == WS_GM_ATOM)
    change(&mem[gm->addr % WS_GMEM_BYTES], gm, old);
  return rsp;
}
