// SPDX-License-Identifier: Apache-2.0
// A few words in which directed tests are written. A scene is played on a fresh machine without stalls and again under
// random stalls on both sides; what must come back is the same each time. The first value that is wrong is printed and
// ends the scene's checks; steps after it do nothing.
#ifndef WS_DIRECTED_H
#define WS_DIRECTED_H

#include "test.h"

typedef struct ws_scene {
  ws_run *run;
  ws_session *s;
  unsigned lanes;
  uint32_t all;  // every lane
  unsigned cta;  // that the steps below are about; by ws_cta
  uint32_t warp; // and the warp
  ws_req q;      // the next request; operands stay from one to the next
  bool bad;
  unsigned stall;
  unsigned answered[WS_CTAS_MAX][WS_WARPS_MAX][WS_LANES_MAX]; // answers that bar_gives has seen (tests_bar.h)
} ws_scene;

// Plays `scene` in all variants: warp 0 of every CTA launched with every lane, the others exited.
bool ws_play(ws_run *r, void (*scene)(ws_scene *));

// Issues `op` on `lanes`, all with the same mask; operands are those in t->q.
void ws_do(ws_scene *t, uint32_t op, uint32_t lanes, uint32_t mask);
void ws_issue_masks(ws_scene *t, uint32_t op, uint32_t lanes); // masks are those in t->q
void ws_exit(ws_scene *t, uint32_t lanes);
void ws_settle(ws_scene *t);
void ws_tick(ws_scene *t, uint64_t n);  // of all CTAs; settles after each
void ws_ticks(ws_scene *t, uint64_t n); // in about as many cycles
void ws_cta(ws_scene *t, unsigned cta); // steps from here on are about this CTA

void ws_all_addr(ws_scene *t, uint64_t addr); // the operand of every lane
void ws_all_a(ws_scene *t, uint64_t a);
void ws_all_bc(ws_scene *t, uint32_t b, uint32_t c);

// Checks, on what each lane got last. They settle first.
void ws_expect_d(ws_scene *t, unsigned lane, uint64_t d);
void ws_expect_d_lanes(ws_scene *t, uint32_t lanes, uint64_t d);
void ws_expect_p(ws_scene *t, uint32_t lanes, uint32_t p);
void ws_expect_status(ws_scene *t, uint32_t lanes, uint32_t status);
void ws_expect_wait(ws_scene *t, uint32_t lanes);
void ws_expect_error(ws_scene *t, uint32_t status, uint32_t lanes); // the sticky capture
void ws_expect_count(ws_scene *t, uint32_t lanes, unsigned count);  // completions since the launch

// Fails the scene: prints what is wrong, the last request, and how to repeat the run.
void ws_wrong(ws_scene *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

// A lane number folded into the lanes of this build.
static inline uint32_t ws_bit(const ws_scene *t, unsigned lane) { return 1u << (lane & (t->lanes - 1)); }

#endif
