// SPDX-License-Identifier: Apache-2.0
// Barriers of CTAs and of a cluster in the cycle-accurate core against the untimed oracle (oracle_bar.h): 4 to 32 lanes,
// 1 to 32 warps, 1 to 4 CTA slots, or 1 to 8 CTAs in a cluster.
//
// Usage: test_core_bar [SEED [RUNS]]. A run is one core, or cluster, from reset to idle. Each slot has a few barriers that
// are "hot", with an operation and a count that some warps can reach. A warp comes converged, in pieces, or with lanes
// that name different things; it may also do something else of the .sync family, alone or against a gather. Warps that
// could complete a barrier where others wait do so now and then, and one warp of a slot never waits unless it is the last,
// so that there is always somebody to go on. Lanes and warps exit and are launched at any time, CTAs of fewer warps than
// there are begin. Responses are taken with random pauses. Every status and every way to an answer must have been seen.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "bar_bench.h"
#include "what/op_lists.h"

enum { CYCLES = 500, PIECES = 6, HOT = 3, WIDE = 100 };

static uint64_t first_seed = 1;
static unsigned runs = 40;
static bar_bench b;

typedef struct hot { // an arrival that warps of a slot agree upon
  uint32_t op, a, n;
} hot;

static struct {
  uint64_t x; // random state
  unsigned density, taking, exits, launches, late, ticks, wild, other, cluster;
  bool calm, hold;
  unsigned pause, ending[WS_CTAS_MAX]; // ending: 1 + a slot whose warps exit one after the other
  hot hot[WS_CTAS_MAX][ORACLE_BAR_SLOTS][HOT];
  unsigned pieces[WS_CTAS_MAX][WS_WARPS_MAX];
  bool owes[WS_CTAS_MAX][WS_WARPS_MAX]; // arrived at the barrier of the cluster, and is to wait
  ws_req piece[WS_CTAS_MAX][WS_WARPS_MAX][PIECES];
  uint32_t tag;
} s;

static uint64_t draw64(void) {
  s.x ^= s.x >> 12;
  s.x ^= s.x << 25;
  s.x ^= s.x >> 27;
  return s.x * UINT64_C(2685821657736338717);
}
static uint32_t draw(void) { return (uint32_t)(draw64() >> 32); }
static unsigned below(unsigned n) { return draw() % n; }
static bool percent(unsigned n) { return below(100) < n; }
static uint32_t all_lanes(void) { return UINT32_MAX >> (32 - b.cfg.lanes); }
static unsigned per_slot(void) { return b.bar[0].per; }

static uint32_t some_of(uint32_t set) {
  switch (below(4)) {
  case 0: return set & (UINT32_C(1) << below(b.cfg.lanes));
  case 1: return set & ~(UINT32_C(1) << below(b.cfg.lanes));
  default: return set & draw();
  }
}

// ----------------------------------------------------------------------------------------------------------- requests

static ws_req *add(unsigned c, unsigned w, uint32_t op, uint32_t lanes) {
  static ws_req nowhere;
  ws_req *r = s.pieces[c][w] < PIECES ? &s.piece[c][w][s.pieces[c][w]++] : &nowhere;
  *r = (ws_req){.valid = true, .tag = s.tag++ & 255, .warp = w, .op = op, .lanes = lanes, .neg = percent(40)};
  r->pred = percent(30) ? 0 - (draw() & 1) : draw();
  for (unsigned i = 0; i < WS_LANES_MAX; i++) { // what is not looked at
    r->mask[i] = draw();
    r->a[i] = draw64();
    r->b[i] = draw();
    r->c[i] = draw();
  }
  return r;
}

static void name(ws_req *r, uint32_t lanes, uint32_t a, uint32_t n) {
  const bar_code *code = bar_code_of(r->op);
  for (unsigned i = 0; i < WS_LANES_MAX; i++)
    if (lanes >> i & 1) {
      r->a[i] = (r->a[i] & ~(uint64_t)UINT32_MAX) | a;
      r->b[i] = code && !code->counted ? r->b[i] : n;
    }
}

// The lanes of a warp come together, in up to four requests in any order.
static void add_pieces(unsigned c, unsigned w, const hot *h, uint32_t lanes, bool converged) {
  uint32_t part[4];
  unsigned n = 0;
  for (unsigned k = converged ? 0 : below(4); k > 0 && lanes; k--) {
    part[n] = some_of(lanes);
    lanes &= ~part[n];
    n += part[n] != 0;
  }
  if (lanes)
    part[n++] = lanes;
  for (; n > 0; n--) {
    const unsigned k = below(n);
    name(add(c, w, h->op, part[k]), part[k], h->a, h->n);
    part[k] = part[n - 1];
  }
}

static uint32_t warps_alive(unsigned c, unsigned slot) {
  uint32_t set = 0;
  for (unsigned w = slot * per_slot(); w < (slot + 1) * per_slot(); w++)
    set |= oracle_live(&b.oracle[c], w) ? 1u << w : 0;
  return set;
}

static hot draw_hot(unsigned c, unsigned slot) {
  const unsigned alive = (unsigned)__builtin_popcount(warps_alive(c, slot)), cta = oracle_bar_cta(&b.bar[c], slot);
  const unsigned most = alive && alive < cta ? alive : cta;
  hot h = {.op = percent(20) ? WS_OP_BAR_ARRIVE : bar_codes[below(BAR_CODES)].op, .a = below(percent(70) ? 3 : 16)};
  h.n = 32 * (1 + below(percent(80) ? most : cta));
  if (percent(30)) // all the warps that are there
    h.n = 32 * most;
  if (b.cfg.legacy || percent(30))
    h.op &= ~16u;
  return h;
}

// The warp does what a barrier where others have come still needs. False if there is none, or if it would wait longer.
static bool join(unsigned c, unsigned w, bool only_last, hot *h) {
  const unsigned slot = w / per_slot(), unit = w % per_slot();
  for (unsigned k = 0, place = below(WS_BARRIERS); k < WS_BARRIERS; k++, place = (place + 1) % WS_BARRIERS) {
    const bar_set *set = oracle_bar_at(&b.bar[c], slot, place);
    const bar_list *l = &set->state[below(set->states)].list;
    if (l->n == 0)
      continue;
    const bar_guest *first = &l->of[0];
    const bool counted = bar_code_of(first->op)->counted;
    const unsigned want = counted ? first->b : 32 * set->cta;
    uint32_t came = 0;
    for (unsigned n = 0; n < l->n; n++)
      came |= 1u << l->of[n].warp;
    if (came >> unit & 1)
      continue;
    *h = (hot){first->op, first->a, first->b};
    const bool last = 32 * l->n + 32 == want || (!counted && !(set->members & ~came & ~(1u << unit)));
    if (only_last && !last) {
      if (bar_code_of(first->op)->form > ARRIVE)
        continue;
      *h = (hot){WS_OP_BAR_ARRIVE, first->a, want};
    }
    return true;
  }
  return false;
}

// ---------------------------------------------------------------------------------------------------------- scenarios

static void come_to_barrier(unsigned c, unsigned w, uint32_t lanes) {
  const unsigned slot = w / per_slot();
  const bool runner = w % per_slot() == 0;
  hot h = s.hot[c][slot][below(HOT)];
  if (!(runner || percent(30)) || !join(c, w, runner, &h))
    if (runner && oracle_bar_blocks(h.op) && percent(98)) {
      h.op = WS_OP_BAR_ARRIVE;
      h.n = percent(50) ? 32 : h.n;
    }
  if (percent(s.wild) && !runner) {
    static const uint32_t ids[] = {15, 16, 17, 255, 0x80000000, UINT32_MAX};
    static const uint32_t counts[] = {0, 1, 31, 33, 1024, 1056, 0x80000020, UINT32_MAX};
    h.op = percent(50) ? bar_codes[below(BAR_CODES)].op : h.op;
    h.a = percent(30) ? ids[below(6)] : h.a;
    h.n = percent(50) ? counts[below(8)] : 32 * below(oracle_bar_cta(&b.bar[c], slot) + 2);
  }
  add_pieces(c, w, &h, lanes, percent(60));
  if (percent(s.wild) && s.pieces[c][w] > 1) { // lanes that do not agree
    ws_req *r = &s.piece[c][w][0];
    if (percent(50))
      name(r, r->lanes & draw(), h.a ^ below(2), h.n + 32 * below(2));
    else
      r->op ^= percent(50) ? 16 : 8;
  }
}

static void come_to_cluster(unsigned c, unsigned w, uint32_t lanes) {
  static const uint32_t arrives[] = {WS_OP_CLUSTER_ARRIVE_RELEASE, WS_OP_CLUSTER_ARRIVE_RELEASE_ALIGNED,
                                     WS_OP_CLUSTER_ARRIVE_RELAXED, WS_OP_CLUSTER_ARRIVE_RELAXED_ALIGNED};
  const bool wait = s.owes[c][w] ? !percent(15) : percent(s.wild / 2);
  hot h = {.op = wait ? WS_OP_CLUSTER_WAIT + 16 * below(2) : arrives[below(4)]};
  s.owes[c][w] = !wait;
  if (w % per_slot() == 0 && wait && percent(50)) // the one that never waits for long
    return;
  add_pieces(c, w, &h, lanes, percent(60));
}

// Something else of the family, over all live lanes or some.
static void do_another(unsigned c, unsigned w, uint32_t live, uint32_t running) {
  static const uint16_t ops[] = {WS_OPS_WARP};
  const uint32_t op = ops[below(WS_OPS_COUNT(WS_OPS_WARP))], mask = percent(50)   ? live
                                                                    : percent(70) ? running
                                                                                  : running & draw();
  for (unsigned k = 0; k < 2; k++) {
    const uint32_t lanes = k ? mask & running : percent(60) ? mask & running : some_of(mask & running);
    if (!lanes)
      continue;
    ws_req *r = add(c, w, op, lanes);
    for (unsigned i = 0; i < WS_LANES_MAX; i++)
      r->mask[i] = percent(99) ? mask : draw();
    running &= ~lanes;
  }
}

// The lanes that a group which waits still needs.
static bool go_on(unsigned c, unsigned w, uint32_t running) {
  for (unsigned n = 0, i = below(b.cfg.lanes); n < b.cfg.lanes; n++, i = (i + 1) % b.cfg.lanes) {
    const oracle_lane *lane = &b.oracle[c].lane[w][i];
    if (lane->state != LANE_WAITING)
      continue;
    const hot h = {lane->op, (uint32_t)lane->a, lane->b};
    const uint32_t lanes = lane->mask & running;
    if (lanes && (lane->op >> 8 == WS_UNIT_BAR || lane->op >> 8 == WS_UNIT_CLUSTER)) {
      add_pieces(c, w, &h, lanes, false);
    } else if (lanes) {
      ws_req *r = add(c, w, lane->op, lanes);
      for (unsigned k = 0; k < WS_LANES_MAX; k++)
        r->mask[k] = lane->mask;
    }
    return true;
  }
  return false;
}

static void new_scenario(unsigned c, unsigned w) {
  const uint32_t live = oracle_live(&b.oracle[c], w), running = live & ~oracle_blocked(&b.oracle[c], w);
  const unsigned slot = w / per_slot();
  if (percent(2))
    s.hot[c][slot][below(HOT)] = draw_hot(c, slot);
  if (percent(s.wild / 4)) { // any code of the two units, any lanes
    const uint32_t op = (WS_UNIT_BAR + below(2)) << 8 | below(percent(70) ? 32 : 256);
    name(add(c, w, op, draw() & all_lanes()), draw(), below(17), 32 * below(4));
  } else if (percent(60) && go_on(c, w, running)) {
    return;
  } else if (running && percent(s.other)) {
    do_another(c, w, live, running);
  } else if (running && percent(s.cluster)) {
    come_to_cluster(c, w, running);
  } else if (running) {
    come_to_barrier(c, w, running);
  }
}

// -------------------------------------------------------------------------------------------------------------- a run

static void drive_exit(unsigned c) {
  const unsigned w = b.in[c].req.valid && percent(50) ? b.in[c].req.warp : below(b.cfg.warps);
  uint32_t lanes = percent(50) ? all_lanes() : percent(50) ? 1u << below(b.cfg.lanes) : draw() & draw();
  const uint32_t waiting = oracle_blocked(&b.oracle[c], w);
  if (waiting && percent(60)) // those that the others wait for
    lanes = ~waiting;
  b.in[c].exit = (ws_lanes){.valid = true, .warp = w, .lanes = lanes & all_lanes()};
}

static void drive_launch(unsigned c, unsigned w) {
  b.in[c].launch = (ws_lanes){.valid = true, .warp = w, .lanes = percent(80) ? all_lanes() : draw() & all_lanes()};
  s.owes[c][w] = s.owes[c][w] && percent(5);
}

// The warps of a slot exit, and a new CTA begins there, at once or some time later.
static void drive_end(unsigned c) {
  const unsigned slot = s.ending[c] - 1;
  const uint32_t alive = warps_alive(c, slot);
  for (unsigned w = slot * per_slot(); w < (slot + 1) * per_slot(); w++)
    if ((alive >> w & 1) && !oracle_blocked(&b.oracle[c], w)) {
      b.in[c].exit = (ws_lanes){.valid = true, .warp = w, .lanes = all_lanes()};
      if (alive & ~(1u << w))
        return;
      if (!s.calm && percent(60))
        drive_launch(c, percent(50) ? w : slot * per_slot() + below(per_slot()));
      break;
    }
  s.ending[c] = 0;
}

// only_launch: nothing is under way in any CTA, and nothing else begins in this cycle.
static void drive(unsigned c, bool only_launch) {
  ws_in *in = &b.in[c];
  in->rsp_ready = percent(s.taking);
  in->tick = percent(s.ticks);
  in->launch_warps = percent(50) ? 0 : draw() % (per_slot() + 2);
  if (s.hold || (s.pause && b.cycle > b.cfg.warps))
    return;
  if (s.exits && !s.ending[c] && below(1000) < (b.held[c].valid ? 20 : 3))
    s.ending[c] = 1 + below(b.cfg.slots);
  if (!only_launch && s.ending[c])
    drive_end(c);
  else if (!only_launch && below(1000) < s.exits)
    drive_exit(c);
  const unsigned w = in->exit.valid && percent(50) ? in->exit.warp : below(b.cfg.warps);
  const uint32_t left = oracle_live(&b.oracle[c], w) & ~(in->exit.valid && in->exit.warp == w ? in->exit.lanes : 0);
  if (in->launch.valid)
    s.pieces[c][in->launch.warp] = 0;
  else if (b.cycle < b.cfg.warps && (b.cycle == 0 || !percent(s.late)))
    drive_launch(c, (unsigned)b.cycle);
  else if (b.cycle >= b.cfg.warps && (!s.calm || only_launch) && below(1000) < (left ? 2 : s.calm ? 500 : s.launches))
    drive_launch(c, w);
  if (in->req.valid || only_launch || !percent(s.density) || (s.calm && b.cycle < b.cfg.warps))
    return;
  const unsigned r = below(b.cfg.warps);
  if (s.ending[c] == 1 + r / per_slot())
    return;
  if (s.pieces[c][r] == 0)
    new_scenario(c, r);
  if (s.pieces[c][r] > 0)
    in->req = s.piece[c][r][--s.pieces[c][r]];
}

static void one_run(const ws_config *shape, uint64_t seed) {
  ws_config cfg = *shape;
  s.x = seed * UINT64_C(0x9e3779b97f4a7c15) + cfg.lanes * 4096 + cfg.warps * 64 + cfg.slots * 8 + cfg.ctas;
  for (unsigned n = 0; n < 4; n++)
    draw();
  cfg.match_bits = 4;
  cfg.legacy = percent(20);
  cfg.watchdog = (uint16_t)(percent(20) ? 1 + below(60) : 0);
  cfg.hop = 1 + below(percent(80) ? 6 : 40);
  s.calm = cfg.ctas > 1 && (cfg.ctas > 2 || percent(50));
  bar_bench_start(&b, &cfg, seed, s.calm);
  s.density = percent(30) ? 100 : 5 + below(95);
  if (cfg.ctas > 1 && !s.calm)
    s.density = 5 + below(30);
  s.taking = percent(40) ? 100 : 10 + below(90);
  s.exits = percent(30) ? 0 : 1 + below(percent(50) ? 10 : 60);
  s.launches = 20 + below(400);
  s.late = percent(70) ? 0 : below(80);
  s.ticks = below(101);
  s.wild = below(3) * 8;
  s.other = below(3) * 12;
  s.cluster = cfg.ctas > 1 ? 30 + below(70) : percent(50) ? 0 : 5 + below(60);
  s.hold = false;
  s.pause = 0;
  for (unsigned c = 0; c < b.ctas; c++) {
    s.ending[c] = 0;
    for (unsigned k = 0; k < cfg.slots * HOT; k++)
      s.hot[c][k / HOT][k % HOT] = draw_hot(c, k / HOT);
    for (unsigned w = 0; w < cfg.warps; w++)
      s.pieces[c][w] = s.owes[c][w] = 0;
  }
  for (unsigned n = 0; n < CYCLES && !bar_bench_failed(&b); n++) {
    s.hold = bar_bench_widest(&b) > WIDE || (s.hold && !b.settled);
    s.pause = s.pause ? s.pause - 1 : percent(1) ? below(60 + 6 * cfg.lanes) : 0;
    const bool only_launch = s.calm && b.settled && percent(50);
    for (unsigned c = 0; c < b.ctas; c++)
      drive(c, only_launch);
    bar_bench_cycle(&b);
  }
  bar_bench_drain(&b);
}

// All threads of 32 warps of 32 lanes at one barrier.
static void the_largest_barrier_counts_1024_threads(void **state) {
  (void)state;
  const ws_config cfg = {.lanes = 32, .warps = 32, .slots = 1, .match_bits = 4};
  bar_bench_start(&b, &cfg, 0, false);
  for (unsigned n = 0; n < 96 && !bar_bench_failed(&b);) {
    const unsigned w = n % 32;
    const bool launches = n < 32;
    b.in[0].rsp_ready = true;
    if (launches) {
      b.in[0].launch = (ws_lanes){.valid = true, .warp = w, .lanes = UINT32_MAX};
    } else if (!b.in[0].req.valid) {
      b.in[0].req = (ws_req){.valid = true, .warp = w, .op = WS_OP_BAR_RED_POPC_COUNT, .lanes = UINT32_MAX};
      b.in[0].req.pred = n < 64 ? UINT32_MAX : w;
      name(&b.in[0].req, UINT32_MAX, 7, 1024);
    }
    bar_bench_cycle(&b);
    n += launches || !b.in[0].req.valid;
    if (n == 64 && !b.in[0].req.valid)
      bar_bench_drain(&b);
  }
  bar_bench_drain(&b);
  assert_false(bar_bench_failed(&b));
  assert_int_equal(b.bar[0].most, 1024);
}

static void agree(unsigned lanes, unsigned warps, unsigned slots, unsigned ctas, unsigned times) {
  for (unsigned n = 0; n < times; n++) {
    const ws_config shape = {.lanes = lanes, .warps = warps, .slots = slots, .ctas = ctas};
    one_run(&shape, first_seed + n);
    if (bar_bench_failed(&b))
      fail_msg("lanes %u, warps %u, slots %u, ctas %u, seed %llu; again with: test_core_bar %llu 1", lanes, warps,
               slots, ctas, (unsigned long long)(first_seed + n), (unsigned long long)(first_seed + n));
  }
}

static void cores_agree_with_the_untimed_oracle(void **state) {
  (void)state;
  for (unsigned lanes = 4; lanes <= 32; lanes *= 2)
    for (unsigned warps = 1; warps <= 32; warps *= 2)
      for (unsigned slots = 1; slots <= 4 && slots <= warps; slots *= 2)
        agree(lanes, warps, slots, 1, lanes == 4 ? runs : runs / 4 + 1);
}

static void clusters_agree_with_the_untimed_oracle(void **state) {
  (void)state;
  for (unsigned lanes = 4; lanes <= 32; lanes *= 8)
    for (unsigned warps = 1; warps <= 8; warps *= 2)
      for (unsigned ctas = 2; ctas <= 8 && ctas * warps <= 32; ctas *= 2)
        agree(lanes, warps, 1, ctas, lanes == 4 ? runs : runs / 8 + 1);
}

static void every_answer_was_seen(void **state) {
  (void)state;
  static const uint32_t statuses[] = {WS_ST_OK,
                                      WS_ST_BAR_ALIGNED_DIVERGED,
                                      WS_ST_BAR_KIND_MIX,
                                      WS_ST_BAR_DUP_ARRIVE,
                                      WS_ST_BAR_BAD_COUNT,
                                      WS_ST_BAR_COUNT_MISMATCH,
                                      WS_ST_BAR_BAD_ID,
                                      WS_ST_BAR_UNSATISFIABLE,
                                      WS_ST_CLB_DUP_ARRIVE,
                                      WS_ST_CLB_WAIT_NO_ARRIVE,
                                      WS_ST_CLB_SKIPPED_WAIT};
  static const char *const ways[HOWS] = {[HOW_REFUSED] = "refused",
                                         [HOW_ARRIVED] = "arrived",
                                         [HOW_LAST_CAME] = "released by the last that came",
                                         [HOW_LAST_ONLY_ARRIVED] = "released by the last, an arrive",
                                         [HOW_EXIT] = "released by an exit",
                                         [HOW_OUT_OF_REACH] = "broken by an exit",
                                         [HOW_NEVER_IN_REACH] = "broken from the start",
                                         [HOW_CLUSTER] = "released from the barrier of the cluster",
                                         [HOW_AT_ONCE] = "not blocked by a wait",
                                         [HOW_STALE] = "arrived, but its CTA had ended",
                                         [HOW_NOT_GATHERED] =
                                             "released by the watchdog as an exit completed the gather"};
  static const int situations[] = {ORACLE_GROUP_COMPLETED_BY_EXIT,
                                   ORACLE_DEAD_ALL,
                                   ORACLE_DEAD_SOME,
                                   ORACLE_T_QUAL_MISMATCH,
                                   ORACLE_T_MISSING,
                                   ORACLE_REFUSED_EXITED,
                                   ORACLE_REFUSED_BUSY,
                                   ORACLE_REFUSED_ILLEGAL,
                                   ORACLE_EXIT_REFUSED,
                                   ORACLE_LAUNCH_AGAIN,
                                   ORACLE_LAUNCH_IN_CYCLE_OF_EXIT};
  uint64_t seen, less = 0, most = 0;
  unsigned missed = 0;
  for (unsigned n = 0; n < sizeof statuses / sizeof statuses[0]; n++, missed += seen == 0) {
    seen = 0;
    for (unsigned c = 0; c < WS_CTAS_MAX; c++)
      seen += b.bar[c].answered[statuses[n] & 255];
    printf("  %9llu  %s\n", (unsigned long long)seen, ws_status_name(statuses[n]));
  }
  for (unsigned n = HOW_REFUSED; n < HOWS; n++) {
    seen = 0;
    for (unsigned c = 0; c < WS_CTAS_MAX; c++)
      seen += b.bar[c].how[n];
    printf("  %9llu  %s\n", (unsigned long long)seen, ways[n]);
    missed += seen == 0 && n != HOW_NOT_GATHERED; // that needs an exit whose turn comes in two certain clocks
  }
  for (unsigned n = 0; n < sizeof situations / sizeof situations[0]; n++) {
    seen = 0;
    for (unsigned c = 0; c < WS_CTAS_MAX; c++)
      seen += b.oracle[c].reached[situations[n]];
    printf("  %9llu  %s\n", (unsigned long long)seen, oracle_situation_name[situations[n]]);
    missed += seen == 0;
  }
  for (unsigned c = 0; c < WS_CTAS_MAX; c++) {
    less += b.bar[c].launched_less;
    most = b.bar[c].most > most ? b.bar[c].most : most;
  }
  printf("  %9llu  CTAs of fewer warps than the slot has; at most %llu threads counted\n", (unsigned long long)less,
         (unsigned long long)most);
  printf("  %9llu  cycles of a response not taken\n  %9llu  cycles of a request held back, at most %u in a row\n",
         (unsigned long long)b.held_cycles, (unsigned long long)b.stall_cycles, b.longest_stall);
  printf("  %9llu  cycles in all\n", (unsigned long long)b.cycles);
  if (runs >= 10) // a short run by hand need not see everything
    assert_true(missed == 0 && less > 0 && b.held_cycles > 0);
}

int main(int argc, char **argv) {
  if (argc > 1)
    first_seed = strtoull(argv[1], NULL, 0);
  if (argc > 2)
    runs = (unsigned)strtoul(argv[2], NULL, 0);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(cores_agree_with_the_untimed_oracle),
      cmocka_unit_test(the_largest_barrier_counts_1024_threads),
      cmocka_unit_test(clusters_agree_with_the_untimed_oracle),
      cmocka_unit_test(every_answer_was_seen),
  };
  printf("seeds %llu to %llu at each shape\n", (unsigned long long)first_seed,
         (unsigned long long)(first_seed + runs - 1));
  const int failed = cmocka_run_group_tests_name("core_bar", tests, NULL, NULL);
  bar_bench_end(&b);
  return failed;
}
