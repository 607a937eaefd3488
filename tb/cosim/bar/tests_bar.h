// SPDX-License-Identifier: Apache-2.0
// Words for tests of the barriers, beside those of directed.h. Warps are those of the block; of a block for several CTAs
// the scenes use the first one unless they say otherwise. Operands that an operation does not look at are garbage.
#ifndef WS_TESTS_BAR_H
#define WS_TESTS_BAR_H

#include "directed.h"

// Warps that a CTA has room for.
unsigned bar_room(const ws_scene *t);

// The first n warps from `first` on, as bits.
static inline uint32_t bar_set(unsigned first, unsigned n) {
  return (n == 32 ? UINT32_MAX : (1u << n) - 1) << (first & 31);
}

// Ends what runs in the slot of warp `first` and begins a CTA of `warps` warps there, all of them launched.
void bar_cta(ws_scene *t, unsigned first, unsigned warps);
void bar_launch(ws_scene *t, unsigned warp); // with every lane
void bar_leave(ws_scene *t, unsigned warp);  // all lanes exit

// All lanes of a warp in one request. warps: counted operations await so many. With bar_part only `lanes` of them.
void bar_come(ws_scene *t, unsigned warp, uint32_t op, uint32_t id, unsigned warps);
void bar_part(ws_scene *t, unsigned warp, uint32_t lanes, uint32_t op, uint32_t id, unsigned warps);

// The same with these a and b in every lane.
void bar_raw(ws_scene *t, unsigned warp, uint32_t op, uint32_t a, uint32_t b);

// The same with the predicates c: those in `pred`, or their complement.
void bar_red(ws_scene *t, unsigned warp, uint32_t op, uint32_t id, unsigned warps, uint32_t pred);

// Exactly these warps are blocked, with all their lanes.
void bar_blocked(ws_scene *t, uint32_t warps);

// What live lanes of a warp answered, once each since they were asked last; d and p are 0 where not named.
void bar_gives(ws_scene *t, unsigned warp, uint32_t status);
void bar_gives_d(ws_scene *t, unsigned warp, uint32_t d);
void bar_gives_p(ws_scene *t, unsigned warp, bool p);
void bar_all_give(ws_scene *t, uint32_t warps, uint32_t status);
void bar_silent(ws_scene *t, unsigned warp); // no answer since
void bar_skip(ws_scene *t, unsigned warp);   // answers so far, of whichever lanes, were looked at otherwise

// The error capture of the CTA: `status` WS_ST_OK: empty. An operand is not kept.
void bar_capture(ws_scene *t, uint32_t status, unsigned warp, uint32_t op, uint32_t lanes);

// One cycle with these inputs, responses taken or not. The outputs are then those of that cycle.
void bar_cycle(ws_scene *t, ws_in *in);

// A request of a whole warp for bar_cycle.
ws_req bar_request(ws_scene *t, unsigned warp, uint32_t op, uint32_t id, unsigned warps);

#endif
