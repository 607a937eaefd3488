// SPDX-License-Identifier: Apache-2.0
// shfl.sync (PTX 9.7.9.6): which lane a lane reads, and what it gets.
//
// Pure functions of the operand arrays; the participants are decided elsewhere. Lane arithmetic is signed and one bit
// wider than a lane index: `up` below lane 0 and `down` above the last lane must be seen as out of range, not wrap.
#include "what/bits.h"
#include "ws.h"

enum { FN_UP = 0, FN_DOWN = 1, FN_BFLY = 2, FN_IDX = 3, FN_NONE = 4 };

// b, cval and seg of one lane packed side by side: all that shfl looks at, so two lanes with equal keys are one class.
static inline uint32_t shfl_key(unsigned lanes, uint32_t b, uint32_t c) {
  const uint32_t ones = lanes - 1;
  return (b & ones) << 16 | (c & (ones << 8 | ones));
}

static inline unsigned shfl_route(unsigned lanes, unsigned fn, unsigned lane, uint32_t b, uint32_t c) {
  const unsigned ones = lanes - 1;
  const unsigned bval = b & ones, cval = c & ones, seg = c >> 8 & ones;
  const int own = (int)lane, step = (int)bval;
  const int max_lane = (int)((lane & seg) | (cval & ~seg));
  const int min_lane = (int)(lane & seg);
  int from;
  bool in_range;

  switch (fn) {
  case FN_UP:
    from = own - step;
    in_range = from >= max_lane;
    break;
  case FN_DOWN:
    from = own + step;
    in_range = from <= max_lane;
    break;
  case FN_BFLY:
    from = own ^ step;
    in_range = from <= max_lane;
    break;
  case FN_IDX:
  default:
    from = min_lane | (int)(bval & ~seg);
    in_range = from <= max_lane;
    break;
  }
  return in_range ? (unsigned)from | 32u : lane;
}

unsigned ws_shfl_route(unsigned lanes, unsigned fn, unsigned lane, uint32_t b, uint32_t c) {
  const unsigned which = ws_fn_of(WS_UNIT_SHFL, fn);
  return which < FN_NONE ? shfl_route(lanes, which, lane, b, c) : lane;
}

// What is computed is kept aside until all operands have been read: d may be a, b or c.
uint32_t ws_shfl(unsigned lanes, unsigned fn, uint32_t act, const uint32_t a[], const uint32_t b[], const uint32_t c[],
                 uint32_t d[], uint32_t *p, uint32_t *und) {
  const unsigned which = ws_fn_of(WS_UNIT_SHFL, fn);
  uint32_t in_range = 0, inactive = 0, value[WS_LANES_MAX] = {0};

  for (unsigned lane = 0; lane < lanes && which < FN_NONE; lane++) {
    if (!(act >> lane & 1u))
      continue;
    const unsigned route = shfl_route(lanes, which, lane, b[lane], c[lane]);
    const unsigned src = route & 31u;
    const bool src_acts = act >> src & 1u;

    value[lane] = src_acts ? a[src] : WS_SHFL_INACTIVE_D;
    in_range |= (uint32_t)(route >> 5) << lane;
    inactive |= (uint32_t)!src_acts << lane;
  }
  for (unsigned lane = 0; lane < lanes; lane++)
    if (act >> lane & 1u)
      d[lane] = value[lane];
  *p = in_range;
  *und = inactive;
  return which < FN_NONE ? WS_ST_OK : WS_ST_DEC_ILLEGAL;
}

unsigned ws_shfl_classes(unsigned lanes, uint32_t act, const uint32_t b[], const uint32_t c[]) {
  unsigned classes = 0;

  for (unsigned lane = 0; lane < lanes; lane++) {
    if (!(act >> lane & 1u))
      continue;
    const uint32_t key = shfl_key(lanes, b[lane], c[lane]);
    bool seen = false;
    for (unsigned below = 0; below < lane && !seen; below++)
      seen = (act >> below & 1u) && shfl_key(lanes, b[below], c[below]) == key;
    classes += !seen;
  }
  return classes;
}
