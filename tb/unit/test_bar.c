// SPDX-License-Identifier: Apache-2.0
// Named barriers of a CTA (PTX 9.7.13.1): written-out histories, every refusal and the order in which they are looked at,
// reductions up to 1,024 threads, exits. A second formulation, a list of those that came and loops over threads, against
// every arrival and every exit in every reachable situation of up to four warps, and against random histories of up to 32.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "oracle_bar_list.h"

// ------------------------------------------------------------------------------------------------------- comparison

static unsigned long long compared;

static ws_bar_result step(const ws_bar *bar, const bar_guest *g, uint32_t live, unsigned cta) {
  if (!g)
    return ws_bar_next(bar, NULL, live, cta);
  const ws_bar_ask ask = {
      .warp = g->warp, .op = g->op, .key = ws_bar_key(g->op, g->a, g->b), .val = ws_bar_val(g->op, g->lanes, g->pred)};
  return ws_bar_next(bar, &ask, live, cta);
}

static bool same_bar(const ws_bar *x, const ws_bar *y) {
  return x->act == y->act && x->all == y->all && x->kind == y->kind && x->exp == y->exp && x->arr == y->arr &&
         x->acc == y->acc;
}

static void show(const char *what, const bar_list *l, const bar_guest *g, uint32_t live, unsigned cta) {
  print_message("%s; CTA of %u warps, live %08x, came:\n", what, cta, live);
  for (unsigned n = 0; n < l->n + (g != NULL); n++) {
    const bar_guest *x = n < l->n ? &l->of[n] : g;
    print_message("  %s warp %u op %03x a %x b %u lanes %08x c %08x\n", n < l->n ? "     " : "next:", x->warp, x->op,
                  x->a, x->b, x->lanes, x->pred);
  }
}

// The reduction of a barrier that is over, or still to go on with.
static bool same_result(const ws_bar *bar, int form, const bar_outcome *o) {
  switch (form) {
  case POPC: return bar->acc == o->popc;
  case AND: return bar->acc == o->all_true;
  case OR: return bar->acc == o->any_true;
  default: return true;
  }
}

// Both take the step; `l` becomes what is left.
static ws_bar_result agree(const ws_bar *bar, bar_list *l, const bar_guest *g, uint32_t live, unsigned cta) {
  const bar_list before = *l;
  const ws_bar_result r = step(bar, g, live, cta);
  const bar_outcome o = bar_list_tell(l, g, live, cta);
  const int form = g ? bar_code_of(g->op)->form : before.n ? bar_code_of(before.of[0].op)->form : SYNC;
  bool same = r.status == o.status && r.done == o.done && r.broken == o.broken && r.bar.act == (l->n > 0);
  if (o.status)
    same = same && same_bar(&r.bar, bar); // an error changes nothing
  else if (l->n || o.done)
    same = same && same_result(&r.bar, form, &o);
  compared++;
  if (!same) {
    show("the model and the list disagree", &before, g, live, cta);
    print_message("model: status %03x done %d broken %d act %d acc %u\n", r.status, r.done, r.broken, r.bar.act,
                  r.bar.acc);
    print_message("list:  status %03x done %d broken %d act %d, popc %u all %d any %d\n", o.status, o.done, o.broken,
                  l->n > 0, o.popc, o.all_true, o.any_true);
    fail();
  }
  return r;
}

// --------------------------------------------------------------------------------------------------------- vectors

static const ws_bar empty = {0};
static ws_bar bar; // of the written histories

static bar_guest by(unsigned warp, uint32_t op, uint32_t b, uint32_t pred) {
  return (bar_guest){.warp = warp, .op = op, .b = b, .lanes = UINT32_MAX, .pred = pred};
}

static ws_bar_result arrive(unsigned cta, uint32_t live, bar_guest g) {
  const ws_bar_result r = step(&bar, &g, live, cta);
  bar = r.bar;
  return r;
}

static void waits(unsigned cta, uint32_t live, bar_guest g) {
  const ws_bar_result r = arrive(cta, live, g);
  assert_int_equal(r.status, WS_ST_OK);
  assert_false(r.done);
  assert_false(r.broken);
  assert_true(r.bar.act);
}

static void completes(unsigned cta, uint32_t live, bar_guest g, uint32_t result) {
  const ws_bar_result r = arrive(cta, live, g);
  assert_int_equal(r.status, WS_ST_OK);
  assert_true(r.done);
  assert_false(r.broken);
  assert_false(r.bar.act);
  assert_int_equal(r.bar.acc, result);
}

static void refuses(unsigned cta, bar_guest g, uint32_t status) {
  const ws_bar before = bar;
  const ws_bar_result r = arrive(cta, UINT32_MAX, g);
  assert_int_equal(r.status, status);
  assert_false(r.done);
  assert_false(r.broken);
  assert_true(same_bar(&before, &bar));
}

static void keys_name_barrier_and_warps(void **state) {
  (void)state;
  const uint32_t plain = WS_OP_BAR_SYNC, count = WS_OP_BAR_SYNC_COUNT;
  assert_int_equal(ws_bar_key(plain, 0, 77), 0); // without a count b is not looked at
  assert_int_equal(ws_bar_key(plain, 15, 0), 15);
  assert_int_equal(ws_bar_key(plain, 16, 0), 0x10);
  assert_int_equal(ws_bar_key(plain, 0x80000003, 0), 0x10);
  assert_int_equal(ws_bar_key(count, 3, 32), 3 | 1 << 5);
  assert_int_equal(ws_bar_key(count, 3, 1024), 3 | 32 << 5);
  assert_int_equal(ws_bar_key(count, 3, 0), 0x800 | 3);
  assert_int_equal(ws_bar_key(count, 3, 33), 0x800 | 3);
  assert_int_equal(ws_bar_key(count, 3, 1056), 0x800 | 3);
  assert_int_equal(ws_bar_key(count, 3, 0x10000020), 0x800 | 3);
  assert_int_equal(ws_bar_key(count, 3, 0xffffffe0), 0x800 | 3);
  assert_int_equal(ws_bar_key(WS_OP_BAR_ARRIVE, 16, 31), 0x810);
  assert_int_equal(ws_bar_key(WS_OP_CLUSTER_WAIT, 16, 31), 0);
  assert_int_equal(ws_bar_key(WS_OP_CLUSTER_ARRIVE_RELAXED_ALIGNED, 5, 64), 0);
  for (unsigned n = 0; n < BAR_CODES; n++) {
    const uint32_t key = ws_bar_key(bar_codes[n].op, 9, 96);
    assert_int_equal(key, bar_codes[n].counted ? 9 | 3 << 5 : 9);
  }
}

static void values_look_at_the_lanes_that_came(void **state) {
  (void)state;
  static const struct {
    uint32_t lanes, pred, popc, all, any;
  } v[] = {{UINT32_MAX, UINT32_MAX, 32, 1, 1}, {UINT32_MAX, 0, 0, 0, 0}, {UINT32_MAX, 0x80000001, 2, 0, 1},
           {0x0000ffff, 0xffff0000, 0, 0, 0},  {0x0f, 0xff, 4, 1, 1},    {0x0f, 0xf8, 1, 0, 1},
           {0x80000000, 0x80000000, 1, 1, 1}};
  for (unsigned n = 0; n < sizeof v / sizeof v[0]; n++)
    for (unsigned k = 0; k < BAR_CODES; k++) {
      const uint32_t val = ws_bar_val(bar_codes[k].op, v[n].lanes, v[n].pred);
      if (bar_codes[k].form > ARRIVE)
        assert_int_equal(val, bar_codes[k].form == POPC ? v[n].popc : bar_codes[k].form == AND ? v[n].all : v[n].any);
    }
}

static void a_barrier_is_complete_with_the_last_and_can_be_used_again_at_once(void **state) {
  (void)state;
  bar = empty;
  for (unsigned round = 0; round < 3; round++) {
    waits(3, 7, by(1, WS_OP_BAR_SYNC, 0, 0));
    waits(3, 7, by(0, WS_OP_BAR_SYNC_ALIGNED, 0, 0));
    completes(3, 7, by(2, WS_OP_BAR_SYNC, 0, 0), 0);
  }
  completes(3, 7, by(2, WS_OP_BAR_SYNC_COUNT, 32, 0), 0); // one warp alone
  waits(3, 7, by(2, WS_OP_BAR_SYNC_COUNT, 64, 0));
  completes(3, 7, by(0, WS_OP_BAR_SYNC_COUNT, 64, 0), 0); // warp 1 does not take part
  completes(1, 1, by(0, WS_OP_BAR_RED_POPC, 0, 0x10101), 3);
}

static void sync_and_arrive_meet_and_either_may_be_last(void **state) {
  (void)state;
  bar = empty;
  waits(4, 15, by(0, WS_OP_BAR_SYNC_COUNT, 64, 0));
  completes(4, 15, by(3, WS_OP_BAR_ARRIVE, 64, 0), 0);
  waits(4, 15, by(3, WS_OP_BAR_ARRIVE, 64, 0));
  refuses(4, by(3, WS_OP_BAR_SYNC_COUNT, 64, 0), WS_ST_BAR_DUP_ARRIVE);
  completes(4, 15, by(1, WS_OP_BAR_SYNC_COUNT, 64, 0), 0);
  waits(2, 3, by(0, WS_OP_BAR_SYNC, 0, 0)); // all threads of a CTA of 64 are 64 threads
  completes(2, 3, by(1, WS_OP_BAR_ARRIVE, 64, 0), 0);
  waits(2, 3, by(0, WS_OP_BAR_ARRIVE, 64, 0)); // nobody waits
  completes(2, 3, by(1, WS_OP_BAR_ARRIVE, 64, 0), 0);
}

static void refusals_come_in_their_order_and_change_nothing(void **state) {
  (void)state;
  bar = empty;
  bar_guest g = by(0, WS_OP_BAR_SYNC_COUNT, 33, 0); // wrong in every way that there is, then in one way less each time
  waits(4, 15, by(0, WS_OP_BAR_RED_OR_COUNT, 64, 1));
  g.a = 16;
  refuses(4, g, WS_ST_BAR_BAD_ID);
  g.a = 0;
  refuses(4, g, WS_ST_BAR_BAD_COUNT);
  g.b = 96;
  refuses(4, g, WS_ST_BAR_COUNT_MISMATCH);
  g.b = 64;
  refuses(4, g, WS_ST_BAR_KIND_MIX);
  g.op = WS_OP_BAR_RED_OR_COUNT;
  refuses(4, g, WS_ST_BAR_DUP_ARRIVE);
  g.warp = 3;
  completes(4, 15, g, 1);
  static const uint32_t counts[] = {0, 1, 31, 33, 63, 65, 160, 1024, 1056, 0x80000040, UINT32_MAX};
  for (unsigned n = 0; n < sizeof counts / sizeof counts[0]; n++) // 4 warps are 128 threads
    refuses(4, by(1, n & 1 ? WS_OP_BAR_ARRIVE : WS_OP_BAR_SYNC_COUNT, counts[n], 0), WS_ST_BAR_BAD_COUNT);
  waits(4, 15, by(1, WS_OP_BAR_SYNC, 0, 0)); // refused arrivals were not counted
  refuses(4, by(2, WS_OP_BAR_SYNC_COUNT, 96, 0), WS_ST_BAR_COUNT_MISMATCH);
  waits(4, 15, by(2, WS_OP_BAR_SYNC_COUNT, 128, 0));
}

static void kinds_do_not_mix(void **state) {
  (void)state;
  for (unsigned n = 0; n < BAR_CODES; n++)
    for (unsigned k = 0; k < BAR_CODES; k++) {
      bar = empty;
      waits(3, 7, by(0, bar_codes[n].op, 96, 0));
      if (bar_codes[n].form == bar_codes[k].form || (bar_codes[n].form <= ARRIVE && bar_codes[k].form <= ARRIVE))
        waits(3, 7, by(1, bar_codes[k].op, 96, 0));
      else
        refuses(3, by(1, bar_codes[k].op, 96, 0), WS_ST_BAR_KIND_MIX);
    }
}

static void reductions_of_32_warps_count_1024_threads(void **state) {
  (void)state;
  for (unsigned with = 0; with < 2; with++) {
    const uint32_t popc = with ? WS_OP_BAR_RED_POPC_COUNT : WS_OP_BAR_RED_POPC;
    const uint32_t and = with ? WS_OP_BAR_RED_AND_COUNT : WS_OP_BAR_RED_AND;
    const uint32_t or = with ? WS_OP_BAR_RED_OR_COUNT : WS_OP_BAR_RED_OR;
    bar = empty;
    for (unsigned w = 0; w < 31; w++)
      waits(32, UINT32_MAX, by(w, popc, 1024, UINT32_MAX));
    completes(32, UINT32_MAX, by(31, popc, 1024, UINT32_MAX), 1024);
    for (unsigned w = 0; w < 31; w++)
      waits(32, UINT32_MAX, by(31 - w, popc, 1024, w & 1 ? 1u << w : 0));
    completes(32, UINT32_MAX, by(0, popc, 1024, 0), 15);
    for (unsigned odd = 0; odd < 32; odd++) // the one thread that differs
      for (unsigned k = 0; k < 2; k++) {
        const uint32_t op = k ? or : and, rest = k ? 0 : UINT32_MAX;
        for (unsigned w = 0; w < 31; w++)
          waits(32, UINT32_MAX, by(w, op, 1024, w == odd ? rest ^ 1u << odd : rest));
        completes(32, UINT32_MAX, by(31, op, 1024, odd == 31 ? rest ^ 0x80000000 : rest), k);
      }
    for (unsigned w = 0; w < 31; w++)
      waits(32, UINT32_MAX, by(w, and, 1024, UINT32_MAX));
    completes(32, UINT32_MAX, by(31, and, 1024, UINT32_MAX), 1);
    for (unsigned w = 0; w < 31; w++)
      waits(32, UINT32_MAX, by(w, or, 1024, 0));
    completes(32, UINT32_MAX, by(31, or, 1024, 0), 0);
  }
}

static ws_bar_result leave(uint32_t live, unsigned cta) {
  const ws_bar_result r = step(&bar, NULL, live, cta);
  assert_int_equal(r.status, WS_ST_OK);
  bar = r.bar;
  return r;
}

static void without_a_count_exits_complete_a_barrier(void **state) {
  (void)state;
  bar = empty;
  assert_false(leave(0, 4).done); // nothing there to be examined
  waits(4, 15, by(0, WS_OP_BAR_RED_POPC, 0, 7));
  waits(4, 15, by(1, WS_OP_BAR_RED_POPC, 0, 1));
  assert_false(leave(7, 4).done);
  assert_false(bar.act == false);
  ws_bar_result r = leave(3, 4);
  assert_true(r.done && !r.broken && !r.bar.act);
  assert_int_equal(r.bar.acc, 4);
  waits(4, 3, by(1, WS_OP_BAR_SYNC, 0, 0)); // the two that are left
  completes(4, 3, by(0, WS_OP_BAR_SYNC, 0, 0), 0);
  waits(4, 15, by(2, WS_OP_BAR_ARRIVE, 128, 0)); // one that arrived, and exited, has arrived
  waits(4, 11, by(3, WS_OP_BAR_SYNC, 0, 0));
  waits(4, 11, by(0, WS_OP_BAR_SYNC, 0, 0));
  r = leave(9, 4);
  assert_true(r.done && !r.broken);
}

static void a_count_is_not_reduced_by_exits_and_breaks_when_out_of_reach(void **state) {
  (void)state;
  bar = empty;
  waits(4, 15, by(0, WS_OP_BAR_SYNC_COUNT, 96, 0));
  assert_true(leave(11, 4).bar.act); // three are left
  waits(4, 11, by(1, WS_OP_BAR_SYNC_COUNT, 96, 0));
  ws_bar_result r = leave(3, 4);
  assert_true(r.broken && !r.done && !r.bar.act);
  waits(4, 15, by(0, WS_OP_BAR_ARRIVE, 64, 0));
  assert_true(leave(2, 4).bar.act); // the one that left had arrived
  completes(4, 2, by(1, WS_OP_BAR_SYNC_COUNT, 64, 0), 0);
  const bar_guest late = by(1, WS_OP_BAR_SYNC_COUNT, 64, 0);
  r = step(&bar, &late, 2, 4); // out of reach from the start
  assert_true(r.status == WS_ST_OK && r.broken && !r.done && !r.bar.act);
  waits(3, 7, by(0, WS_OP_BAR_ARRIVE, 96, 0));
  waits(3, 7, by(1, WS_OP_BAR_SYNC, 0, 0)); // one without a count among them: exits complete it
  r = leave(3, 3);
  assert_true(r.done && !r.broken);
}

// ------------------------------------------------------------------------------------- every situation of few warps

static struct {
  unsigned warps, preds;
  unsigned long long lists, refused, completed, broken;
} walk;

// All that a warp can bring.
static unsigned all_guests(bar_guest g[], unsigned warp) {
  static const uint32_t preds[] = {0, 3, 1};
  unsigned n = 0;
  for (unsigned k = 0; k < BAR_CODES; k++)
    for (unsigned p = 0; p < (bar_codes[k].form > ARRIVE ? walk.preds : 1); p++)
      for (uint32_t b = 0; b <= 32 * (walk.warps + 1); b += 32) {
        bar_guest x = {.warp = warp, .op = bar_codes[k].op, .b = b ? b : 33, .lanes = 3, .pred = preds[p] | 0xf0};
        if (((k ^ warp) & 1) != (bar_codes[k].op >> 4 & 1)) // .aligned says nothing here: one of the two
          continue;
        g[n++] = x;
        if (!bar_codes[k].counted)
          break;
      }
  g[n] = (bar_guest){.warp = warp, .op = WS_OP_BAR_SYNC_COUNT, .a = 16, .b = 32, .lanes = 3};
  g[n + 1] = (bar_guest){.warp = warp, .op = WS_OP_BAR_RED_OR, .a = UINT32_MAX, .lanes = 3};
  g[n + 2] = (bar_guest){.warp = warp, .op = WS_OP_BAR_ARRIVE, .b = 0, .lanes = 3};
  return n + 3;
}

// Every arrival and every exit at a barrier where those of `l` have come; then every longer list.
static void visit(const ws_bar *at, const bar_list *l, unsigned cta) {
  bar_guest g[160];
  walk.lists++;
  for (uint32_t live = 0; live < 1u << walk.warps; live++) {
    bar_list left = *l;
    const ws_bar_result r = agree(at, &left, NULL, live, cta);
    // Nothing hangs: whoever waits at a barrier that goes on waits for a warp that can still come.
    if (r.bar.act && !(live & ~r.bar.arr))
      show("nobody is left to come", l, NULL, live, cta), fail();
  }
  for (unsigned w = 0; w < walk.warps; w++)
    for (unsigned k = 0, n = all_guests(g, w); k < n; k++) {
      ws_bar_result grown = {.status = WS_ST_OK};
      bar_list longer = {0};
      for (uint32_t live = 0; live < 1u << walk.warps; live++) {
        bar_list left = *l;
        const ws_bar_result r = agree(at, &left, &g[k], live, cta);
        walk.refused += r.status != WS_ST_OK;
        walk.completed += r.done;
        walk.broken += r.broken;
        if (r.status || r.done || r.broken)
          continue;
        assert_true(!longer.n || same_bar(&grown.bar, &r.bar));
        grown = r;
        longer = left;
      }
      if (longer.n)
        visit(&grown.bar, &longer, cta);
    }
}

static void every_arrival_in_every_situation_of_four_warps_agrees_with_a_list(void **state) {
  (void)state;
  const ws_bar left[] = {{0}, {.all = true, .kind = 2, .exp = 3, .arr = 0xf, .acc = 1}, {.kind = 1, .acc = 77}};
  for (walk.warps = 3, walk.preds = 3; walk.warps <= 4; walk.warps++) {
    const unsigned long long before = compared;
    walk.lists = walk.refused = walk.completed = walk.broken = 0;
    for (unsigned cta = 1; cta <= walk.warps; cta++)
      for (unsigned n = 0; n < (walk.warps == 3 ? 3 : 1); n++) // what an empty barrier still holds means nothing
        visit(&left[n], &(bar_list){0}, cta);
    print_message("  %u warps: %llu situations, %llu cases: %llu refused, %llu completed, %llu broken\n", walk.warps,
                  walk.lists, compared - before, walk.refused, walk.completed, walk.broken);
    assert_true(walk.refused && walk.completed && walk.broken);
  }
}

// ------------------------------------------------------------------------------------------------ random histories

static uint64_t x = 1;
static uint32_t draw(void) {
  x ^= x >> 12;
  x ^= x << 25;
  x ^= x >> 27;
  return (uint32_t)(x * UINT64_C(2685821657736338717) >> 32);
}

static void random_histories_of_many_warps_agree_with_a_list(void **state) {
  (void)state;
  unsigned long long done = 0, broken = 0, most = 0;
  for (unsigned run = 0; run < 20000; run++) {
    const unsigned cta = 1 + draw() % 32;
    const bar_code *hot = &bar_codes[draw() % BAR_CODES];
    const uint32_t b = 32 * (1 + draw() % cta), wild = draw() % 3 * 4, exits = draw() % 20;
    uint32_t live = UINT32_MAX >> (32 - cta);
    ws_bar at = {.arr = draw(), .exp = draw(), .acc = draw()};
    bar_list l = {0};
    for (unsigned n = 0; n < 3 * cta && live; n++) {
      const bool leaves = draw() % 100 < exits;
      bar_guest g = {.warp = draw() % cta, .op = hot->op, .a = draw() % 16, .b = b, .pred = draw()};
      if (draw() % 100 < 20 && hot->form <= ARRIVE)
        g.op = bar_codes[draw() % 6].op;
      if (draw() % 100 < wild)
        g = (bar_guest){.warp = g.warp, .op = bar_codes[draw() % BAR_CODES].op, .a = draw() % 17, .b = draw() % 1100};
      g.lanes = draw() % 4 ? UINT32_MAX : draw() | 1;
      g.pred = draw() % 3 == 0 ? UINT32_MAX : draw() % 2 ? 0 : g.pred;
      live &= leaves ? ~(1u << g.warp) : UINT32_MAX;
      if (!leaves && !(live >> g.warp & 1))
        continue;
      const ws_bar_result r = agree(&at, &l, leaves ? NULL : &g, live, cta);
      at = r.bar;
      done += r.done;
      broken += r.broken;
      most = r.done && r.bar.kind == 1 && r.bar.acc > most ? r.bar.acc : most;
      assert_true(!at.act || (live & ~at.arr));
    }
  }
  print_message("  %llu completed, %llu broken, at most %llu threads counted\n", done, broken, most);
  assert_true(done > 1000 && broken > 100 && most > 500);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(keys_name_barrier_and_warps),
      cmocka_unit_test(values_look_at_the_lanes_that_came),
      cmocka_unit_test(a_barrier_is_complete_with_the_last_and_can_be_used_again_at_once),
      cmocka_unit_test(sync_and_arrive_meet_and_either_may_be_last),
      cmocka_unit_test(refusals_come_in_their_order_and_change_nothing),
      cmocka_unit_test(kinds_do_not_mix),
      cmocka_unit_test(reductions_of_32_warps_count_1024_threads),
      cmocka_unit_test(without_a_count_exits_complete_a_barrier),
      cmocka_unit_test(a_count_is_not_reduced_by_exits_and_breaks_when_out_of_reach),
      cmocka_unit_test(every_arrival_in_every_situation_of_four_warps_agrees_with_a_list),
      cmocka_unit_test(random_histories_of_many_warps_agree_with_a_list),
  };
  return cmocka_run_group_tests_name("bar", tests, NULL, NULL);
}
