// SPDX-License-Identifier: Apache-2.0
// The mbarrier unit inside the cycle-accurate core against the untimed oracle (oracle_mbar.h): 4 to 32 lanes, 1 to 4
// warps, 1 to 4 CTAs of which this core is one, small tables of waiting groups and copies, some with memory in beats.
//
// Usage: test_core_mbar [SEED [RUNS]]. A run is one core from reset. It is a sequence of acts of one source each, after
// each of which the machine settles: a burst of operations of all warps at full speed, plain accesses, tx reports,
// messages from other CTAs, ticks, exits and launches, data from global memory. Operations go to few objects, with counts
// drawn near those that the objects hold, so that phases end and errors happen; some are wild. In the end all of shared
// memory is read and compared. Every mbarrier status must have been seen.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "mbar_bench.h"
#include "what/op_lists.h"

enum { ACTS = 40, HOT = 4, QUIET = 100, MAX = 1048575 };

static uint64_t first_seed = 1;
static unsigned runs = 60;

static mbar_bench b;
static unsigned wild; // percent of operands that are
static uint32_t slot_of[HOT], next_tag;

static void cycle(void) { mbar_bench_cycle(&b); }
static void settle(void) { mbar_bench_settle(&b); }
static uint64_t draw64(void) { return mbar_bench_draw64(&b); }
static uint32_t draw(void) { return mbar_bench_draw(&b); }
static unsigned below(unsigned n) { return draw() % n; }
static bool percent(unsigned n) { return below(100) < n; }
static uint32_t all_lanes(void) { return oracle_mbar_all_lanes(&b.oracle); }
static unsigned hot(void) { return slot_of[below(HOT)]; }

// ----------------------------------------------------------------------------------------------------------- stimulus

static uint32_t pending(unsigned slot) { return (0u - (uint32_t)(oracle_mbar_word(&b.oracle, slot) >> 43)) & MAX; }
static int32_t tx_count(unsigned slot) {
  const uint32_t bits = oracle_mbar_word(&b.oracle, slot) >> 22 & 0x1fffff;
  return bits > MAX ? (int32_t)bits - 0x200000 : (int32_t)bits;
}

static uint64_t draw_address(unsigned slot) {
  const uint64_t at = slot * 8, own = (uint64_t)(b.oracle.rank + 1) << 24;
  if (!percent(wild))
    return percent(90) ? at : at | own;
  switch (below(7)) {
  case 0: return at + 1 + below(7);
  case 1: return percent(50) ? WS_SMEM_BYTES : at + WS_SMEM_BYTES * (uint64_t)(1 + below(1023));
  case 2: return at | (uint64_t)(b.oracle.cfg.ctas + 1 + below(3)) << 24;
  case 3: return at | UINT64_C(1) << (32 + below(32));
  default: return at | (uint64_t)(1 + below(b.oracle.cfg.ctas)) << 24;
  }
}

static uint32_t draw_count(unsigned slot, uint32_t op) {
  const unsigned kind = op & 7, lanes = b.oracle.cfg.lanes;
  const bool bytes = op == WS_OP_MBAR_EXPECT_TX || op == WS_OP_MBAR_COMPLETE_TX || ((op & 31) < 16 && kind == 5);
  const uint32_t t = (uint32_t)abs(tx_count(slot));
  if (percent(wild))
    return percent(20)   ? 0
           : percent(40) ? MAX - 1 + below(4)
           : percent(50) ? draw()
                         : (1u << 20) * (1 + below(8)) + below(3);
  if (op == WS_OP_MBAR_INIT)
    return percent(80) ? 1 + below(2 * lanes) : MAX - below(3);
  if (bytes)
    return percent(40) ? t : percent(20) && t ? t / (1 + below(lanes)) : percent(5) ? MAX - below(40) : 16 * below(5);
  return percent(70) ? 1 : percent(40) ? pending(slot) : percent(50) ? pending(slot) + below(3) - 1 : 1 + below(4);
}

static uint64_t draw_state(unsigned slot, uint32_t op) {
  const uint64_t word = oracle_mbar_word(&b.oracle, slot);
  if (op == WS_OP_MBAR_PENDING_COUNT)
    return draw64() | (percent(60) ? 3 : 0);
  if (op & 1)
    return percent(94) ? (word >> 63 ^ (uint64_t)percent(35)) | (draw64() << 32) : draw64();
  return (percent(35) ? ~word : word) >> 43 << 43 | (percent(95) ? 1 : 0);
}

static uint32_t draw_op(void) {
  static const uint16_t common[] = {WS_OP_MBAR_ARRIVE,           WS_OP_MBAR_ARRIVE_SINK,       WS_OP_MBAR_ARRIVE_DROP,
                                    WS_OP_MBAR_ARRIVE_EXPECT_TX, WS_OP_MBAR_ARRIVE_NOCOMPLETE, WS_OP_MBAR_EXPECT_TX,
                                    WS_OP_MBAR_COMPLETE_TX,      WS_OP_MBAR_TRY_WAIT_PARITY,   WS_OP_MBAR_TEST_WAIT};
  static const uint16_t others[] = {WS_OPS_MBAR, WS_OP_MBAR_INIT, WS_OP_MBAR_INIT, WS_OP_CP_ASYNC_CA};
  if (percent(1))
    return WS_UNIT_MBAR << 8 | below(256);
  return percent(55) ? common[below(sizeof common / sizeof common[0])]
                     : others[below(sizeof others / sizeof others[0])];
}

// `alike`: as the lane below.
static void draw_copy(ws_req *r, unsigned i, bool alike) {
  const uint32_t size = r->op == WS_OP_CP_ASYNC_CG ? 16 : 4u << below(3);
  r->b[i] = percent(wild) ? below(20) : size;
  r->c[i] = percent(70) ? size : below(20);
  r->a[i] = below(WS_GMEM_BYTES / 16) * 16;
  r->addr[i] = percent(8) ? hot() * 8 & ~15u : (512 + below(512)) * 16;
  if (percent(wild))
    r->addr[i] = draw_address((unsigned)(r->addr[i] / 8)) ^ (percent(20) ? 4 : 0);
  if (percent(wild))
    r->a[i] = percent(50) ? WS_GMEM_BYTES - 16 + below(3) * size : r->a[i] + below(16) + (draw64() << (20 + below(44)));
  if (alike && i > 0)
    r->addr[i] = r->addr[i - 1], r->a[i] = r->a[i - 1], r->b[i] = r->b[i - 1], r->c[i] = r->c[i - 1];
}

static ws_req draw_request(void) {
  const unsigned w = below(b.oracle.cfg.warps), shape = below(4), slot = hot();
  const uint32_t live = b.oracle.live[w] & ~(percent(85) ? oracle_mbar_away(&b.oracle, w) : 0), op = draw_op();
  ws_req r = {.valid = true, .warp = w, .op = op, .tag = next_tag++ & 255, .pred = draw(), .neg = percent(50)};
  const uint32_t count = draw_count(slot, op);
  const uint64_t addr = draw_address(slot), state = draw_state(slot, op);
  const uint32_t limit = percent(10) ? 0 : percent(95) ? below(6 * b.oracle.cfg.tick_ns) : draw();

  r.lanes = percent(50) ? live : percent(50) ? live & draw() : percent(60) ? 1u << below(32) : draw();
  r.lanes &= all_lanes();
  if ((op & 31) >= 18 && (op & 31) < 20 && percent(80))
    r.lanes &= draw() & draw();
  for (unsigned i = 0; i < WS_LANES_MAX; i++) {
    const unsigned s = shape < 2 ? slot : shape == 2 ? slot_of[i % HOT] : hot();
    const bool alike = shape == 0 || percent(80);
    r.mask[i] = draw();
    r.addr[i] = alike && s == slot ? addr : draw_address(s);
    r.a[i] = alike && s == slot ? state : draw_state(s, op);
    r.b[i] = alike && s == slot ? count : draw_count(s, op);
    r.c[i] = alike ? limit : below(5 * b.oracle.cfg.tick_ns);
    if (op == WS_OP_CP_ASYNC_CA || op == WS_OP_CP_ASYNC_CG)
      draw_copy(&r, i, shape == 0 && percent(50));
  }
  return r;
}

// --------------------------------------------------------------------------------------------------------------- acts

static void burst(void) {
  const unsigned density = percent(60) ? 100 : 5 + below(95);
  for (unsigned n = 1 + below(percent(70) ? 8 : 40), waited = 0; n > 0 && waited < QUIET && !mbar_bench_failed(&b);) {
    if (!b.in.req.valid && percent(density)) {
      b.in.req = draw_request();
      n--;
      waited = 0;
    }
    cycle();
    waited = b.in.req.valid && oracle_mbar_stalled(&b.oracle) ? waited + 1 : 0;
  }
}

static void report_bytes(void) {
  const unsigned slot = hot();
  const uint32_t at = percent(wild) ? percent(30) ? WS_SMEM_BYTES : draw() & 0xffffff : slot * 8;
  b.in.tx = (ws_tx){.valid = true, .addr = at, .bytes = draw_count(slot, WS_OP_MBAR_COMPLETE_TX)};
}

static void message(void) {
  static const uint16_t ops[] = {WS_OPS_MBAR_REMOTE};
  const unsigned slot = hot(), others = b.oracle.cfg.ctas - 1;
  const uint32_t op = ops[below(WS_OPS_COUNT(WS_OPS_MBAR_REMOTE))], count = draw_count(slot, op);
  const unsigned beat = b.oracle.cfg.beat; // of that many lanes is a warp, to the network
  const uint32_t all = UINT32_MAX >> (32 - beat);
  ws_msg m = {.valid = true, .warp = below(b.oracle.cfg.warps * b.oracle.cfg.lanes / beat), .op = op, .slot = slot};
  m.src = (b.oracle.rank + 1 + below(others)) % b.oracle.cfg.ctas;
  m.lanes = percent(40) ? all : percent(50) ? 1u << below(beat) : draw() & all;
  m.lanes |= m.lanes ? 0 : 1;
  m.count = (count & MAX) | (count > MAX || (count == 0 && (op & 7) == 4) ? 1u << 20 : 0);
  b.in.net = m;
}

static void access_memory(bool whole, unsigned row) {
  ws_ls *ls = &b.in.ls;
  *ls = (ws_ls){.valid = true, .en = whole ? UINT32_MAX : draw() & draw()};
  for (unsigned k = 0; k < WS_BANKS_MAX; k++) {
    ls->row[k] = (uint16_t)(whole ? row : below(128));
    ls->wdata[k] = percent(50) ? draw() : 0;
    ls->be[k] = (uint8_t)(whole || percent(60) ? 0 : below(16));
  }
  if (!whole && percent(60)) { // an object, its low word with a tx-count of either end now and then
    const unsigned slot = hot(), k = slot * 2 % WS_BANKS_MAX;
    ls->en |= 3u << k;
    ls->row[k] = ls->row[k + 1] = (uint16_t)(slot * 2 / WS_BANKS_MAX);
    ls->be[k] = ls->be[k + 1] = percent(20) ? 15 : 0;
    ls->wdata[k + 1] = percent(50) ? 0xfffffc00 : 0x00000400 | draw();
  }
  while (b.in.ls.valid && !mbar_bench_failed(&b))
    cycle();
}

static void release_copies(void) { mbar_bench_release(&b, percent(30)); }

static void ticks(unsigned n) {
  while (n-- > 0 && !mbar_bench_failed(&b)) {
    b.in.tick = true;
    cycle();
    settle();
  }
}

static void launch(unsigned w) {
  if (b.in.req.valid || oracle_mbar_stalled(&b.oracle))
    return;
  const uint32_t lanes = percent(80) ? all_lanes() : (draw() | 1u) & all_lanes();
  b.in.launch = (ws_lanes){.valid = true, .warp = w, .lanes = lanes};
  for (unsigned n = 0; n <= ORACLE_LAUNCH; n++) // until it has taken effect
    cycle();
  if (b.oracle.sweeping)
    release_copies();
}

static void leave(unsigned w) {
  b.in.exit = (ws_lanes){.valid = true, .warp = w, .lanes = (percent(40) ? UINT32_MAX : draw() & draw()) & all_lanes()};
  cycle();
}

// Operations without room: one event of another source at a time, and none where it matters who came first.
static unsigned some(void) {
  return oracle_mbar_stalled(&b.oracle) ? !b.oracle.doubtful && !mbar_bench_entangled(&b) : 1 + below(6);
}

static void act(void) {
  const unsigned kind = below(100), w = below(b.oracle.cfg.warps);
  if (kind < 50 && !b.in.req.valid)
    burst();
  else if (kind < 60)
    for (unsigned n = some(); n > 0 && !mbar_bench_failed(&b); n--)
      for (report_bytes(); b.in.tx.valid && !mbar_bench_failed(&b);)
        cycle();
  else if (kind < 70 && b.oracle.cfg.ctas > 1)
    for (unsigned n = some(); n > 0 && !mbar_bench_failed(&b); n--)
      for (message(); b.in.net.valid && !mbar_bench_failed(&b);)
        cycle();
  else if (kind < 80)
    access_memory(false, 0);
  else if (kind < 90)
    ticks(1 + below(8));
  else if (kind < 95)
    release_copies();
  else if (kind < 97 || b.oracle.live[w] == 0)
    launch(w);
  else if (kind < 99)
    leave(w);
  settle();
}

// Most objects exist from the start; now and then the first error is a copy on top of one.
static void prepare(void) {
  ws_req r = {.valid = true, .op = WS_OP_MBAR_INIT};
  r.lanes = b.oracle.live[0] & (0u - b.oracle.live[0]);
  for (unsigned n = 0; n < HOT; n++)
    if (percent(85)) {
      for (unsigned i = 0; i < b.oracle.cfg.lanes; i++) {
        r.addr[i] = slot_of[n] * 8;
        r.b[i] = percent(95) ? 1 + below(2 * b.oracle.cfg.lanes) : MAX - below(3);
      }
      b.in.req = r;
      settle();
    }
  if (percent(4)) {
    r.op = WS_OP_CP_ASYNC_CA;
    for (unsigned i = 0; i < b.oracle.cfg.lanes; i++) {
      r.addr[i] = slot_of[0] * 8;
      r.b[i] = 8;
    }
    b.in.req = r;
    settle();
    release_copies();
  }
}

static void *memory; // of the core

// A core of that shape, its warps launched. Parameters and objects are drawn.
static void start(unsigned lanes, unsigned warps, uint64_t seed) {
  ws_config cfg = {.lanes = lanes, .warps = warps, .match_bits = 4};
  b.x = seed * UINT64_C(0x9e3779b97f4a7c15) + lanes * 64 + warps;
  for (unsigned n = 0; n < 4; n++)
    draw();
  cfg.beat = percent(30) ? 4u << below(4) : lanes;
  cfg.beat = cfg.beat < lanes ? cfg.beat : lanes;
  cfg.ctas = 1 + below(4);
  cfg.waiters = percent(50) ? 2 + below(4) : 8;
  cfg.copies = 2u << below(4);
  cfg.trywait = (uint16_t)(1 + below(8));
  cfg.tick_ns = percent(50) ? 10 : 1 + below(100);
  const unsigned rank = below(cfg.ctas);
  b.taking = percent(40) ? 100 : 10 + below(90);
  b.sending = percent(40) ? 100 : 10 + below(90);
  wild = percent(40) ? 0 : 1 + below(15);
  for (unsigned n = 0; n < HOT; n++)
    slot_of[n] = n == 1 ? slot_of[0] ^ 1 : below(2000);
  mbar_bench_start(&b, &cfg, rank, memory);
  if (cfg.ctas > 1 && percent(15)) { // nobody is there yet
    message();
    settle();
  }
  for (unsigned w = 0; w < warps && !mbar_bench_failed(&b); w++)
    launch(w);
  settle();
}

// All of shared memory is as the oracle has it.
static void compare_memory(void) {
  for (unsigned row = 0; row < 128 && !mbar_bench_failed(&b); row++)
    access_memory(true, row);
  settle();
}

static void not_failed(unsigned lanes, unsigned warps, uint64_t seed) {
  if (mbar_bench_failed(&b))
    fail_msg("lanes %u, warps %u, seed %llu; again with: test_core_mbar %llu 1", lanes, warps, (unsigned long long)seed,
             (unsigned long long)seed);
}

static void core_agrees_with_the_untimed_oracle(void **state) {
  (void)state;
  printf("seeds %llu to %llu at each of 12 shapes\n", (unsigned long long)first_seed,
         (unsigned long long)(first_seed + runs - 1));
  for (unsigned lanes = 4; lanes <= 32; lanes *= 2)
    for (unsigned warps = 1; warps <= 4; warps *= 2)
      for (uint64_t seed = first_seed; seed < first_seed + runs; seed++) {
        start(lanes, warps, seed);
        prepare();
        for (unsigned n = 0; n < ACTS && !mbar_bench_failed(&b); n++)
          act();
        release_copies();
        compare_memory();
        not_failed(lanes, warps, seed);
      }
}

// An operation whose effect on a large object, and whose answer, are the same whenever it takes place.
static ws_req draw_commuting(void) {
  static const uint16_t ops[] = {
      WS_OP_MBAR_ARRIVE_SINK,     WS_OP_MBAR_ARRIVE_DROP_SINK,      WS_OP_MBAR_EXPECT_TX,
      WS_OP_MBAR_COMPLETE_TX,     WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, WS_OP_MBAR_ARRIVE_NOCOMPLETE_SINK,
      WS_OP_MBAR_CP_ASYNC_ARRIVE, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, WS_OP_CP_ASYNC_CA};
  ws_req r = {.valid = true, .warp = below(b.oracle.cfg.warps), .op = ops[below(9)], .tag = next_tag++ & 255};
  const unsigned one = hot();
  const bool alike = percent(50);
  r.lanes = b.oracle.live[r.warp] & (percent(50) ? UINT32_MAX : draw());
  for (unsigned i = 0; i < WS_LANES_MAX; i++) {
    r.addr[i] = 8 * (alike ? one : hot());
    r.b[i] = 1 + (alike ? 0 : below(3));
    if (r.op == WS_OP_CP_ASYNC_CA)
      draw_copy(&r, i, alike);
    if (r.op == WS_OP_CP_ASYNC_CA)
      r.addr[i] |= 8192; // away from the objects
  }
  return r;
}

// Warps, engine, other CTAs, copies with their arrivals and plain accesses, all in the same cycles. What is left in memory
// and what is answered does not depend on who came first; that all came shows.
static void nothing_is_lost_where_all_sources_compete(void **state) {
  (void)state;
  uint64_t stood[4] = {0}, taken[3] = {0}; // cycles in which so many of warps, engine, other CTAs asked; what was taken
  for (unsigned lanes = 4; lanes <= 32; lanes *= 2)
    for (uint64_t seed = first_seed; seed < first_seed + runs / 6 + 1; seed++) {
      start(lanes, 4, seed);
      wild = 0;
      for (unsigned n = 0; n < HOT; n++) {
        slot_of[n] = n == 1 ? slot_of[0] ^ 1 : below(500);
        b.in.req = (ws_req){.valid = true, .op = WS_OP_MBAR_INIT, .lanes = b.oracle.live[0]};
        for (unsigned i = 0; i < lanes; i++) {
          b.in.req.addr[i] = slot_of[n] * 8;
          b.in.req.b[i] = MAX / 2;
        }
        settle();
      }
      const unsigned density = 5 + below(50);
      for (unsigned n = 0; n < 1500 && !mbar_bench_failed(&b); n++) {
        if (!b.in.req.valid && percent(90))
          b.in.req = draw_commuting();
        if (!b.in.tx.valid && percent(density))
          b.in.tx = (ws_tx){.valid = true, .addr = hot() * 8, .bytes = below(5)};
        if (!b.in.net.valid && b.oracle.cfg.ctas > 1 && percent(density)) {
          message();
          b.in.net.count = 1 + below(3);
        }
        if (!b.in.ls.valid && percent(50)) { // rows 32 to 63 hold neither objects nor copies
          b.in.ls = (ws_ls){.valid = true, .en = draw()};
          for (unsigned k = 0; k < WS_BANKS_MAX; k++) {
            b.in.ls.row[k] = (uint16_t)(32 + below(32));
            b.in.ls.wdata[k] = draw();
            b.in.ls.be[k] = (uint8_t)below(16);
          }
        }
        const bool warp = b.in.req.valid, engine = b.in.tx.valid, other = b.in.net.valid;
        stood[warp + engine + other]++;
        b.due = b.asked;
        cycle();
        taken[0] += warp && !b.in.req.valid;
        taken[1] += engine && !b.in.tx.valid;
        taken[2] += other && !b.in.net.valid;
      }
      b.due = b.asked;
      settle();
      release_copies();
      compare_memory();
      not_failed(lanes, 4, seed);
    }
  printf("  %llu operations of warps, %llu of the engine, %llu of other CTAs; two asked in %llu cycles, all in %llu\n",
         (unsigned long long)taken[0], (unsigned long long)taken[1], (unsigned long long)taken[2],
         (unsigned long long)stood[2], (unsigned long long)stood[3]);
  if (runs >= 10)
    assert_true(taken[0] > 1000 && taken[1] > 1000 && taken[2] > 1000 && stood[3] > 1000);
}

static void every_status_was_seen(void **state) {
  (void)state;
  static const struct {
    uint32_t code;
    const char *name;
  } all[] = {
#define STATUS(name) {WS_ST_##name & 255, #name}
      STATUS(MB_NOT_INIT),
      STATUS(MB_RAW_ACCESS),
      STATUS(MB_REINIT),
      STATUS(MB_BAD_COUNT),
      STATUS(MB_BAD_SPACE),
      STATUS(MB_MISALIGNED),
      STATUS(MB_REMOTE_UNSUPPORTED),
      STATUS(MB_REMOTE_RESULT),
      STATUS(MB_CTA_GONE),
      STATUS(MB_NOCOMPLETE_VIOLATION),
      STATUS(MB_PENDING_UNDERFLOW),
      STATUS(MB_PENDING_OVERFLOW),
      STATUS(MB_TX_OVERFLOW),
      STATUS(MB_TX_UNDERFLOW),
      STATUS(MB_EXPECT_UNDERFLOW),
      STATUS(MB_BAD_PARITY),
      STATUS(MB_MISSING_WAIT),
      STATUS(MB_TOKEN_NOT_NOCOMPLETE),
      STATUS(MB_BAD_TOKEN),
      STATUS(AT_MISALIGNED),
      STATUS(AT_BAD_SPACE),
      STATUS(CV_LANE_EXITED),
      STATUS(CV_LANE_BUSY),
      STATUS(DEC_ILLEGAL),
      STATUS(OK)};
#undef STATUS
  const oracle_mbar *o = &b.oracle;
  unsigned missed = 0;
  printf("  %9s %9s\n", "answered", "captured");
  for (unsigned n = 0; n < sizeof all / sizeof all[0]; n++) {
    printf("  %9llu %9llu  %s\n", (unsigned long long)o->answered[all[n].code],
           (unsigned long long)o->kept[all[n].code], all[n].name);
    missed += o->answered[all[n].code] + o->kept[all[n].code] == 0;
  }
  printf(
      "  %llu phases completed, %llu groups woken, %llu timed out, %llu operations without room, %llu raw accesses\n",
      (unsigned long long)o->flips, (unsigned long long)o->wakes, (unsigned long long)o->timeouts,
      (unsigned long long)o->stalls, (unsigned long long)o->raw);
  printf("  %llu cycles in all\n", (unsigned long long)b.cycles);
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
      cmocka_unit_test(every_status_was_seen),
      cmocka_unit_test(nothing_is_lost_where_all_sources_compete),
  };
  memory = malloc(ws_core_size());
  if (!memory)
    return 1;
  for (unsigned n = 0; n < WS_GMEM_BYTES; n++)
    b.gmem[n] = (uint8_t)(n * 2654435761u >> 24);
  const int failed = cmocka_run_group_tests_name("core_mbar", tests, NULL, NULL);
  free(memory);
  return failed;
}
