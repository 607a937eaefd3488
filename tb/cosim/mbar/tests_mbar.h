// SPDX-License-Identifier: Apache-2.0
// Words for tests of the mbarrier unit, beside those of directed.h. What an object must hold and what a token must be is
// put together from their fields by mb_word and mb_token, which share nothing with the model.
#ifndef WS_TESTS_MBAR_H
#define WS_TESTS_MBAR_H

#include "directed.h"

enum { MB_MAX = 0xfffff }; // largest count and tx-count

// The word of an object in these counts (layout: ws.h). tx may be negative.
uint64_t mb_word(unsigned phase, uint32_t pending, int32_t tx, uint32_t expected);

// The token of an arrival that met this phase and pending count.
uint64_t mb_token(unsigned phase, uint32_t pending, bool no_complete);

// Issues `op` on `lanes`, all with the same operands. b: count or tx-count; a: state or parity; c: limit.
void mb_count(ws_scene *t, uint32_t op, uint32_t lanes, uint32_t addr, uint32_t b);
void mb_wait(ws_scene *t, uint32_t op, uint32_t lanes, uint32_t addr, uint64_t a, uint32_t c);
void mb_issue(ws_scene *t, uint32_t op, uint32_t lanes); // with the operands in t->q

void mb_init(ws_scene *t, uint32_t addr, uint32_t count); // lane 0; must answer OK
void mb_seen(ws_scene *t, uint32_t addr, unsigned phase); // lane 0 waits for `phase`, which is over: True

// What the lanes answered to the last request.
void mb_gives(ws_scene *t, uint32_t lanes, uint32_t status, uint64_t d);
void mb_gives_p(ws_scene *t, uint32_t lanes, uint32_t status, bool p);

// What lanes answered that were blocked in try_wait and are no longer.
void mb_woken(ws_scene *t, uint32_t lanes, uint32_t status, bool p);

// What shared memory holds, read through the ls port of the CTA: a live object, or 8 bytes that are none.
void mb_object(ws_scene *t, uint32_t addr, uint64_t word);
void mb_plain(ws_scene *t, uint32_t addr, uint64_t value);
void mb_store(ws_scene *t, uint32_t addr, unsigned bytes, uint64_t value, bool live);

// The error capture of the CTA, whole; `status` WS_ST_OK: empty.
void mb_capture(ws_scene *t, uint32_t status, uint32_t cta, uint32_t warp, uint32_t op, uint32_t lanes);

void mb_fill_global(ws_scene *t);                       // byte i is 7 i + 3
void mb_tx(ws_scene *t, uint32_t addr, uint32_t bytes); // by the tx port
void mb_tick(ws_scene *t, unsigned n);
void mb_launch(ws_scene *t, uint32_t warp, uint32_t lanes);
void mb_cycles(ws_scene *t, unsigned n); // clocks without input

static inline uint32_t mb_bit(unsigned lane) { return 1u << lane; }

#endif
