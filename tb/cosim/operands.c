// SPDX-License-Identifier: Apache-2.0
// Operand values for random requests (operands.h).
#include "operands.h"

#include <string.h>

static void fill64(ws_rng *r, uint64_t *a, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    a[i] = ws_rng_u64(r);
}

// shfl. b: small, full range, or with the bits above 4 set (32..63 and more), uniform or per lane.
// c: the widths of CUDA, any cval and seg, masks with holes, garbage in the unused bits.
static uint32_t shfl_c(ws_rng *r, unsigned kind, uint32_t fn) {
  switch (kind) {
  case 0: // a width of CUDA
    return (32u - (1u << ws_rng_below(r, 6))) << 8 | (fn ? 0x1fu : 0u);
  case 1: return fn ? 0x1fu : 0u;
  case 2: return ws_rng_u32(r) & 0x1f1fu;
  default: return ws_rng_u32(r);
  }
}

static void shfl(ws_rng *r, ws_req *q, unsigned n) {
  uint32_t fn = q->op & 3;
  uint32_t draw = ws_rng_u32(r);
  unsigned kind = draw & 3;
  bool per_lane = (draw >> 2 & 7) == 0;
  uint32_t range = (draw >> 5 & 3) == 0 ? 0xffffffffu : (draw >> 5 & 3) == 1 ? 63u : n - 1;
  fill64(r, q->a, n);
  uint32_t b = ws_rng_u32(r) & range, c = shfl_c(r, kind, fn);
  for (unsigned i = 0; i < n; i++) {
    q->b[i] = per_lane ? ws_rng_u32(r) & range : b;
    q->c[i] = per_lane && (draw & 256) ? shfl_c(r, kind, fn) : c;
  }
}

// vote: mostly all or none but a few lanes, since all, any and uni turn on one lane.
static void vote(ws_rng *r, ws_req *q) {
  uint32_t x = ws_rng_u32(r), one = 1u << (x & 31);
  switch (x >> 29) {
  case 0: q->pred = 0; break;
  case 1: q->pred = UINT32_MAX; break;
  case 2: q->pred = one; break;
  case 3: q->pred = ~one; break;
  case 4: q->pred = q->lanes; break; // true in the participants, false outside, and the reverse
  case 5: q->pred = ~q->lanes; break;
  default: q->pred = ws_rng_u32(r); break;
  }
  q->neg = (x >> 28 & 1) != 0;
}

// match: few classes, one bit of difference, differences in the high word only, all distinct.
static void match(ws_rng *r, ws_req *q, unsigned n) {
  uint32_t draw = ws_rng_u32(r);
  uint64_t base = ws_rng_u64(r), noise = draw >> 8 & 1 ? 0 : ws_rng_u64(r) << 32;
  unsigned classes = 1 + (draw >> 16 & 3), flip = draw >> 24 & 63;
  unsigned odd = draw >> 3 & 31;
  switch (draw & 7) {
  case 0: // all equal
    for (unsigned i = 0; i < n; i++)
      q->a[i] = base;
    break;
  case 1: // one lane differs in one bit
    for (unsigned i = 0; i < n; i++)
      q->a[i] = base;
    q->a[odd % n] ^= (uint64_t)1 << flip;
    break;
  case 2: // equal low words
    for (unsigned i = 0; i < n; i++)
      q->a[i] = (base & 0xffffffffu) | (uint64_t)(ws_rng_u32(r) & 3) << 32;
    break;
  case 3: // equal high words
    for (unsigned i = 0; i < n; i++)
      q->a[i] = (base & ~(uint64_t)0xffffffffu) | (ws_rng_u32(r) & 3);
    break;
  case 4: fill64(r, q->a, n); break;
  case 5: // as many classes as lanes or half of that
    for (unsigned i = 0; i < n; i++)
      q->a[i] = base + (i >> (draw >> 9 & 1));
    break;
  default: // few classes one bit apart
    for (unsigned i = 0; i < n; i++)
      q->a[i] = base ^ (uint64_t)(ws_rng_u32(r) % classes) << (flip & 31);
    break;
  }
  if (!ws_is_match_b64(q->op))
    for (unsigned i = 0; i < n; i++)
      q->a[i] ^= noise * i; // b32 must not look at the high word
}

static const uint32_t f32_special[16] = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007fffff, 0x00800000, 0x3f800000, 0xbf800000,
    0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7f800001, 0x7fffffff,
};

static void redux(ws_rng *r, ws_req *q, unsigned n) {
  uint32_t draw = ws_rng_u32(r), base = ws_rng_u32(r);
  bool f32 = (q->op >> 3 & 3) == 2;
  switch (draw & 7) {
  case 0: // extremes of both integer types
    for (unsigned i = 0; i < n; i++)
      q->a[i] = (ws_rng_u32(r) & 1 ? 0x80000000u : 0) - (ws_rng_u32(r) & 1);
    break;
  case 1: // near one another
    for (unsigned i = 0; i < n; i++)
      q->a[i] = base ^ (ws_rng_u32(r) & 3);
    break;
  case 2: // f32 specials
    for (unsigned i = 0; i < n; i++)
      q->a[i] = f32_special[ws_rng_u32(r) & 15];
    break;
  case 3: // NaN nearly everywhere in f32; one bit in the others
    for (unsigned i = 0; i < n; i++)
      q->a[i] = f32 ? f32_special[12 + (ws_rng_u32(r) & 3)] : 1u << (ws_rng_u32(r) & 31);
    if (draw & 16)
      q->a[(draw >> 8) % n] = f32_special[draw >> 24 & 15];
    break;
  case 4: // zeros of both signs
    for (unsigned i = 0; i < n; i++)
      q->a[i] = ws_rng_u32(r) & 0x80000000u;
    break;
  case 5: // all bits but one
    for (unsigned i = 0; i < n; i++)
      q->a[i] = (uint32_t) ~(1u << (ws_rng_u32(r) & 31));
    break;
  default:
    for (unsigned i = 0; i < n; i++)
      q->a[i] = ws_rng_u32(r);
    break;
  }
}

void ws_stim_operands(ws_rng *rng, ws_req *req, unsigned lanes) {
  switch (req->op >> 8) {
  case WS_UNIT_SHFL: shfl(rng, req, lanes); break;
  case WS_UNIT_VOTE: vote(rng, req); break;
  case WS_UNIT_MATCH: match(rng, req, lanes); break;
  case WS_UNIT_REDUX: redux(rng, req, lanes); break;
  default: fill64(rng, req->a, lanes); break;
  }
}
