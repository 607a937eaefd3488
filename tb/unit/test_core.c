// SPDX-License-Identifier: Apache-2.0
// The cycle-accurate core against the untimed oracle (oracle.h) under random stimulus: 4 to 32 lanes, 1 to 4 warps,
// both shfl forms, every match width, with and without the sm_6x profile and the watchdog.
//
// Usage: test_core [SEED [RUNS]]. A run is one core from reset to idle. The stimulus of a run is drawn from its seed:
// how dense requests are, how often responses are taken, how often lanes exit, and three operations and four masks that
// are "hot", so that requests meet. Requests come from scenarios: a converged warp; pieces of one mask in random order;
// tiles with one mask each; the lanes that a waiting group still needs; two masks or two operations that lock each
// other; and wild ones. Pauses without requests let the deadlock search finish.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core_bench.h"
#include "what/op_lists.h"

enum { CYCLES = 600, PIECES = 6, HOT_OPS = 3, HOT_MASKS = 4 };

static uint64_t first_seed = 1;
static unsigned runs = 400;
static core_bench bench;

typedef struct stimulus {
  uint64_t x; // random state
  unsigned density, taking, exits, launches, ticks, wild;
  uint32_t op[HOT_OPS], mask[HOT_MASKS];
  unsigned pause, pieces[WS_WARPS_MAX];
  ws_req piece[WS_WARPS_MAX][PIECES];
  uint32_t tag;
} stimulus;

static const uint16_t ops[] = {WS_OPS_WARP, WS_OPS_LEGACY};

static uint64_t draw64(stimulus *s) {
  s->x ^= s->x >> 12;
  s->x ^= s->x << 25;
  s->x ^= s->x >> 27;
  return s->x * UINT64_C(2685821657736338717);
}
static uint32_t draw(stimulus *s) { return (uint32_t)(draw64(s) >> 32); }
static unsigned below(stimulus *s, unsigned n) { return draw(s) % n; }
static bool percent(stimulus *s, unsigned n) { return below(s, 100) < n; }
static uint32_t all_lanes(void) { return UINT32_MAX >> (32 - bench.cfg.lanes); }

// Some of `set`: one lane, about half, or nearly all.
static uint32_t some_of(stimulus *s, uint32_t set) {
  switch (below(s, 4)) {
  case 0: return set & (UINT32_C(1) << below(s, bench.cfg.lanes));
  case 1: return set & ~(UINT32_C(1) << below(s, bench.cfg.lanes));
  default: return set & draw(s);
  }
}

static uint32_t draw_op(stimulus *s) {
  return percent(s, 80) ? s->op[below(s, HOT_OPS)] : ops[below(s, sizeof ops / sizeof ops[0])];
}

// Operands of all lanes: equal, few values, or anything; b and c also uniform, as programs have them.
static void draw_operands(stimulus *s, ws_req *r) {
  const unsigned kind = below(s, 4), route = below(s, 3);
  const uint64_t same = draw64(s);
  const uint32_t b = draw(s) & 31, c = (draw(s) & 7) << 10 | (draw(s) & 1) * 31;
  for (unsigned i = 0; i < WS_LANES_MAX; i++) {
    r->a[i] = kind == 0 ? same : kind == 1 ? same ^ (uint64_t)below(s, 3) << (below(s, 2) * 32) : draw64(s);
    r->b[i] = route == 0 ? b : draw(s);
    r->c[i] = route == 0 ? c : route == 1 ? (c & ~31u) | (draw(s) & 31) : draw(s);
  }
  r->pred = kind == 0 ? 0 - (draw(s) & 1) : draw(s);
  r->neg = percent(s, 40);
}

// Puts one request into the warp's queue. mask NULL: `m` for all lanes.
static void add(stimulus *s, unsigned w, uint32_t op, uint32_t lanes, const uint32_t *mask, uint32_t m) {
  if (s->pieces[w] == PIECES)
    return;
  ws_req *r = &s->piece[w][s->pieces[w]++];
  const uint32_t dirt = percent(s, 50) ? ~all_lanes() : 0; // bits above the lanes mean nothing
  *r = (ws_req){.valid = true, .tag = s->tag++ & 255, .warp = w, .op = op, .lanes = lanes & all_lanes()};
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    r->mask[i] = (mask ? mask[i] : m) | (dirt & draw(s));
  draw_operands(s, r);
}

// Delivers `lanes` with mask m in up to four pieces, in random order.
static void add_pieces(stimulus *s, unsigned w, uint32_t op, uint32_t lanes, uint32_t m) {
  for (unsigned n = below(s, 3); n > 0; n--) {
    const uint32_t piece = some_of(s, lanes);
    if (piece)
      add(s, w, op, piece, NULL, m);
    lanes &= ~piece;
  }
  if (lanes)
    add(s, w, op, lanes, NULL, m);
}

// The lanes that a waiting group still needs, or some of them.
static void add_completion(stimulus *s, unsigned w, uint32_t running) {
  const uint32_t blocked = oracle_blocked(&bench.oracle, w);
  for (unsigned n = 0, i = below(s, bench.cfg.lanes); n < bench.cfg.lanes; n++, i = (i + 1) % bench.cfg.lanes)
    if (blocked >> i & 1) {
      const oracle_lane *lane = &bench.oracle.lane[w][i];
      const uint32_t lanes = lane->mask & running;
      if (lanes)
        add_pieces(s, w, lane->op, lanes, lane->mask);
      return;
    }
}

static void add_tiles(stimulus *s, unsigned w, uint32_t op, uint32_t running) {
  uint32_t mask[WS_LANES_MAX];
  const unsigned size = 1u << below(s, 5), twist = below(s, 2) * below(s, 32);
  for (unsigned i = 0; i < WS_LANES_MAX; i++) {
    mask[i] = 0;
    for (unsigned j = 0; j < WS_LANES_MAX; j++)
      if ((j ^ twist) / size == (i ^ twist) / size)
        mask[i] |= UINT32_C(1) << j;
  }
  const uint32_t first = percent(s, 60) ? running : some_of(s, running);
  add(s, w, op, first, mask, 0);
  if (running & ~first)
    add(s, w, op, running & ~first, mask, 0);
}

// Any code at all, but for those of barriers and mbarriers, which have oracles of their own.
static uint32_t draw_code(stimulus *s) {
  const uint32_t code = draw(s) & 0xfff;
  return ws_op_built(code) && code >> 8 >= WS_UNIT_BAR ? 0xfff : code;
}

static void add_wild(stimulus *s, unsigned w, uint32_t running) {
  uint32_t mask[WS_LANES_MAX];
  const unsigned shape = below(s, 4);
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    mask[i] = shape == 0   ? s->mask[below(s, HOT_MASKS)]
              : shape == 1 ? (UINT32_C(1) << i) | UINT32_C(1) << (i + 1) % bench.cfg.lanes
              : shape == 2 ? (percent(s, 20) ? 0 : draw(s))
                           : (UINT32_C(1) << i) | s->mask[0];
  const uint32_t lanes = percent(s, 50) ? some_of(s, running) : percent(s, 10) ? 0 : draw(s);
  add(s, w, percent(s, 85) ? draw_op(s) : draw_code(s), lanes, mask, 0);
}

static void new_scenario(stimulus *s, unsigned w) {
  const uint32_t live = oracle_live(&bench.oracle, w), running = live & ~oracle_blocked(&bench.oracle, w);
  const uint32_t op = draw_op(s), m = s->mask[below(s, HOT_MASKS)];
  s->pieces[w] = 0;
  if (percent(s, s->wild)) {
    add_wild(s, w, running);
    return;
  }
  switch (below(s, 7)) {
  case 0: add(s, w, op, running, NULL, percent(s, 50) ? all_lanes() : live); break;
  case 1: add_pieces(s, w, op, live & m, m); break;
  case 2: add_tiles(s, w, op, running); break;
  case 3: // two masks or two operations over the same lanes
    add(s, w, op, running & m, NULL, live);
    add(s, w, percent(s, 50) ? op : draw_op(s), running & ~m, NULL, percent(s, 50) ? live : live | m);
    break;
  default: add_completion(s, w, running); break;
  }
  for (unsigned n = s->pieces[w]; n > 1; n--) { // any order
    const unsigned k = below(s, n);
    const ws_req swap = s->piece[w][n - 1];
    s->piece[w][n - 1] = s->piece[w][k];
    s->piece[w][k] = swap;
  }
}

// Any lanes, or just those that some waiting group still needs (also while a request stands at the port).
static ws_lanes draw_exit(stimulus *s, unsigned w) {
  const uint32_t blocked = oracle_blocked(&bench.oracle, w);
  uint32_t lanes = percent(s, 10) ? all_lanes() : percent(s, 50) ? UINT32_C(1) << below(s, 32) : draw(s) & draw(s);
  if (blocked && percent(s, 60)) {
    unsigned i = below(s, bench.cfg.lanes);
    while (!(blocked >> i & 1))
      i = (i + 1) % bench.cfg.lanes;
    lanes = bench.oracle.lane[w][i].mask & ~blocked;
  }
  return (ws_lanes){.valid = true, .warp = w, .lanes = lanes & all_lanes()};
}

static void drive(stimulus *s) {
  ws_in *in = &bench.in;
  const unsigned warps = bench.cfg.warps;
  in->rsp_ready = percent(s, s->taking);
  in->tick = percent(s, s->ticks);
  if (below(s, 1000) < s->exits)
    in->exit = draw_exit(s, in->req.valid && percent(s, 60) ? in->req.warp : below(s, warps));
  const unsigned w = in->exit.valid && percent(s, 50) ? in->exit.warp : below(s, warps);
  const uint32_t left = oracle_live(&bench.oracle, w) & ~(in->exit.valid && in->exit.warp == w ? in->exit.lanes : 0);
  if (below(s, 1000) < (left ? 2 : s->launches)) {
    const uint32_t lanes = percent(s, 70) ? all_lanes() : draw(s) & all_lanes();
    in->launch = (ws_lanes){.valid = true, .warp = w, .lanes = lanes};
  }
  if (s->pause > 0)
    s->pause--;
  else if (percent(s, 1))
    s->pause = below(s, 6 * bench.cfg.lanes);
  else if (!in->req.valid && percent(s, s->density)) {
    const unsigned r = below(s, warps);
    if (s->pieces[r] == 0)
      new_scenario(s, r);
    if (s->pieces[r] > 0)
      in->req = s->piece[r][--s->pieces[r]];
  }
}

static void one_run(const ws_config *shape, uint64_t seed) {
  static stimulus s;
  s = (stimulus){.x = seed * UINT64_C(0x9e3779b97f4a7c15) + 1};
  for (unsigned n = 0; n < 4; n++)
    draw(&s);
  ws_config cfg = *shape;
  cfg.shfl_form = below(&s, 2);
  cfg.match_bits = 4u << below(&s, 4);
  cfg.legacy = percent(&s, 25);
  cfg.watchdog = (uint16_t)(percent(&s, 30) ? 1 + below(&s, 40) : 0);
  core_bench_start(&bench, &cfg, seed);
  s.density = percent(&s, 30) ? 100 : 5 + below(&s, 95);
  s.taking = percent(&s, 30) ? 100 : 10 + below(&s, 90);
  s.exits = percent(&s, 30) ? 0 : 1 + below(&s, 80);
  s.launches = 20 + below(&s, 400);
  s.ticks = below(&s, 101);
  s.wild = below(&s, 3) * 25;
  for (unsigned n = 0; n < HOT_OPS; n++)
    s.op[n] = ops[below(&s, sizeof ops / sizeof ops[0] - (cfg.legacy ? 0 : WS_OPS_COUNT(WS_OPS_LEGACY)))];
  for (unsigned n = 0; n < HOT_MASKS; n++)
    s.mask[n] = (n == 0 ? UINT32_MAX : n == 1 ? 3u << below(&s, cfg.lanes - 1) : draw(&s)) & all_lanes();
  for (unsigned n = 0; n < CYCLES && !core_bench_failed(&bench); n++) {
    if (n < cfg.warps)
      bench.in.launch = (ws_lanes){.valid = true, .warp = n, .lanes = percent(&s, 80) ? all_lanes() : draw(&s)};
    bench.in.launch.lanes &= all_lanes();
    drive(&s);
    core_bench_cycle(&bench);
  }
  core_bench_drain(&bench);
}

static void core_agrees_with_the_untimed_oracle(void **state) {
  (void)state;
  printf("seeds %llu to %llu at each of 12 shapes\n", (unsigned long long)first_seed,
         (unsigned long long)(first_seed + runs - 1));
  for (unsigned lanes = 4; lanes <= 32; lanes *= 2)
    for (unsigned warps = 1; warps <= 4; warps *= 2)
      for (unsigned n = 0; n < runs; n++) {
        const ws_config shape = {.lanes = lanes, .warps = warps};
        one_run(&shape, first_seed + n);
        if (bench.oracle.failed)
          fail_msg("lanes %u, warps %u, seed %llu; again with: test_core %llu 1", lanes, warps,
                   (unsigned long long)(first_seed + n), (unsigned long long)(first_seed + n));
      }
}

static void random_runs_reach_every_situation(void **state) {
  (void)state;
  unsigned missed = 0;
  for (unsigned n = 0; n < ORACLE_SITUATIONS; n++) {
    printf("  %9llu  %s\n", (unsigned long long)bench.oracle.reached[n], oracle_situation_name[n]);
    missed += bench.oracle.reached[n] == 0;
  }
  printf("  %9llu  cycles of a response not taken\n  %9llu  cycles of a request held back, at most %u in a row\n",
         (unsigned long long)bench.held_cycles, (unsigned long long)bench.stall_cycles, bench.longest_stall);
  printf("  %9llu  cycles in all\n", (unsigned long long)bench.cycles);
  assert_true(bench.held_cycles > 0 && bench.stall_cycles > 0);
  if (runs >= 10) // a short run by hand need not see everything
    assert_int_equal(missed, 0);
}

int main(int argc, char **argv) {
  if (argc > 1)
    first_seed = strtoull(argv[1], NULL, 0);
  if (argc > 2)
    runs = (unsigned)strtoul(argv[2], NULL, 0);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(core_agrees_with_the_untimed_oracle),
      cmocka_unit_test(random_runs_reach_every_situation),
  };
  const int failed = cmocka_run_group_tests_name("core", tests, NULL, NULL);
  core_bench_end(&bench);
  return failed;
}
