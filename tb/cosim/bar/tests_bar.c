// SPDX-License-Identifier: Apache-2.0
// Directed tests of the named barriers of a CTA: who waits for whom, and what reductions give.
#include "tests_bar.h"
#include "what/op_lists.h"

// -------------------------------------------------------------------------------------------------- sync, arrive

// All warps of the CTA, in every order of the last one, at each kind of barrier.sync without a count.
static void scene_sync(ws_scene *t) {
  static const uint32_t ops[] = {WS_OP_BAR_SYNC, WS_OP_BAR_SYNC_ALIGNED};
  unsigned n = bar_room(t);
  bar_cta(t, 0, n);
  for (unsigned k = 0; k < 2 * n; k++) { // one after the other from k % n on, at barriers 0, 15, 0, 15 ...
    for (unsigned i = 0; i + 1 < n; i++) {
      bar_come(t, (k + i) % n, ops[k / n], k & 1 ? 15 : 0, 0);
      bar_silent(t, (k + i) % n);
    }
    bar_blocked(t, bar_set(0, n) & ~(1u << (k + n - 1) % n));
    bar_come(t, (k + n - 1) % n, ops[k / n], k & 1 ? 15 : 0, 0);
    bar_blocked(t, 0);
    bar_all_give(t, bar_set(0, n), WS_ST_OK);
  }
  bar_capture(t, WS_ST_OK, 0, 0, 0);
}

// One that only arrives goes on at once, whoever completes the barrier.
static void scene_arrive(ws_scene *t) {
  bar_cta(t, 0, bar_room(t));
  bar_come(t, 0, WS_OP_BAR_ARRIVE, 3, 2); // a producer, then the consumer
  bar_gives(t, 0, WS_ST_OK);
  bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 3, 2);
  bar_gives(t, 1, WS_ST_OK);
  bar_come(t, 1, WS_OP_BAR_SYNC_ALIGNED_COUNT, 3, 2); // the other way round
  bar_blocked(t, 2);
  bar_come(t, 0, WS_OP_BAR_ARRIVE_ALIGNED, 3, 2);
  bar_gives(t, 0, WS_ST_OK);
  bar_gives(t, 1, WS_ST_OK);
  for (unsigned k = 0; k < 3; k++) { // nobody waits at all: the barrier is complete and begins anew
    bar_come(t, 1, WS_OP_BAR_ARRIVE, 3, 2);
    bar_gives(t, 1, WS_ST_OK);
    bar_come(t, 0, WS_OP_BAR_ARRIVE, 3, 2);
    bar_gives(t, 0, WS_ST_OK);
  }
  bar_come(t, 0, WS_OP_BAR_ARRIVE, 3, 2); // twice in one generation: the second one does not count
  bar_gives(t, 0, WS_ST_OK);
  bar_come(t, 0, WS_OP_BAR_ARRIVE, 3, 2);
  bar_gives(t, 0, WS_ST_BAR_DUP_ARRIVE);
  bar_come(t, 0, WS_OP_BAR_SYNC_COUNT, 3, 2); // and does not block
  bar_gives(t, 0, WS_ST_BAR_DUP_ARRIVE);
  bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 3, 2);
  bar_gives(t, 1, WS_ST_OK);
  bar_come(t, 0, WS_OP_BAR_ARRIVE, 3, 1); // alone: complete at once, again and again
  bar_gives(t, 0, WS_ST_OK);
  bar_come(t, 0, WS_OP_BAR_ARRIVE, 3, 1);
  bar_gives(t, 0, WS_ST_OK);
}

// Every count from one warp to the whole CTA; a count of the whole CTA and none are the same.
static void scene_count(ws_scene *t) {
  unsigned n = bar_room(t);
  bar_cta(t, 0, n);
  for (unsigned k = 1; k <= n; k++) {
    for (unsigned i = 0; i < k; i++) {
      bar_blocked(t, bar_set(0, i));
      bar_come(t, i, WS_OP_BAR_SYNC_COUNT, k % 16, k);
    }
    bar_blocked(t, 0);
    bar_all_give(t, bar_set(0, k), WS_ST_OK);
  }
  for (unsigned i = 0; i < n; i++)
    bar_come(t, i, i & 1 ? WS_OP_BAR_SYNC : WS_OP_BAR_SYNC_COUNT, 0, n);
  bar_blocked(t, 0);
  bar_all_give(t, bar_set(0, n), WS_ST_OK);
  bar_capture(t, WS_ST_OK, 0, 0, 0);
}

// sync, arrive, with a count and without, all in one generation; completed by an arrive.
static void scene_mixed(ws_scene *t) {
  static const uint32_t ops[] = {WS_OP_BAR_SYNC, WS_OP_BAR_SYNC_ALIGNED_COUNT, WS_OP_BAR_ARRIVE, WS_OP_BAR_SYNC_ALIGNED,
                                 WS_OP_BAR_SYNC_COUNT};
  unsigned n = bar_room(t);
  bar_cta(t, 0, n);
  for (unsigned k = 0; k < 5; k++) {
    uint32_t wait = 0;
    for (unsigned i = 0; i < n; i++) {
      uint32_t op = i + 1 < n ? ops[(i + k) % 5] : WS_OP_BAR_ARRIVE_ALIGNED;
      bar_blocked(t, wait);
      bar_come(t, i, op, 7, n);
      if (op == WS_OP_BAR_ARRIVE || op == WS_OP_BAR_ARRIVE_ALIGNED)
        bar_gives(t, i, WS_ST_OK);
      else
        wait |= 1u << i;
    }
    bar_blocked(t, 0);
    bar_all_give(t, wait, WS_ST_OK);
  }
  bar_come(t, 0, WS_OP_BAR_SYNC_COUNT, 7, 2); // a reduction cannot join in, of any kind; nor the other way round
  bar_red(t, 1, WS_OP_BAR_RED_POPC_COUNT, 7, 2, 5);
  bar_gives(t, 1, WS_ST_BAR_KIND_MIX);
  bar_red(t, 1, WS_OP_BAR_RED_AND_COUNT, 7, 2, t->all);
  bar_gives(t, 1, WS_ST_BAR_KIND_MIX);
  bar_red(t, 1, WS_OP_BAR_RED_OR_ALIGNED_COUNT, 7, 2, t->all);
  bar_gives(t, 1, WS_ST_BAR_KIND_MIX);
  bar_blocked(t, 1);
  bar_come(t, 1, WS_OP_BAR_ARRIVE, 7, 2);
  bar_all_give(t, 3, WS_ST_OK);
  bar_red(t, 1, WS_OP_BAR_RED_POPC_ALIGNED_COUNT, 7, 2, 5);
  bar_come(t, 0, WS_OP_BAR_ARRIVE, 7, 2);
  bar_gives(t, 0, WS_ST_BAR_KIND_MIX);
  bar_red(t, 0, WS_OP_BAR_RED_AND_COUNT, 7, 2, 0);
  bar_gives(t, 0, WS_ST_BAR_KIND_MIX);
  bar_red(t, 0, WS_OP_BAR_RED_POPC_COUNT, 7, 2, 2);
  bar_gives_d(t, 0, 3);
  bar_gives_d(t, 1, 3);
  bar_capture(t, WS_ST_BAR_KIND_MIX, 1, WS_OP_BAR_RED_POPC_COUNT, t->all);
}

// Sixteen barriers in use at a time: each waits for its own second warp.
static void scene_all_ids(ws_scene *t) {
  bar_cta(t, 0, bar_room(t));
  for (unsigned id = 0; id < 16; id++) {
    bar_come(t, 0, WS_OP_BAR_ARRIVE, id, 2);
    bar_gives(t, 0, WS_ST_OK);
  }
  for (unsigned k = 0; k < 16; k++) { // 5, 12, 3, 10 ...
    unsigned id = (5 + 7 * k) % 16;
    bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, id, 2);
    bar_gives(t, 1, WS_ST_OK);
    bar_come(t, 0, WS_OP_BAR_ARRIVE, id, 2); // the next generation of this one
    bar_gives(t, 0, WS_ST_OK);
  }
  for (unsigned id = 0; id < 16; id++) {
    bar_come(t, 0, WS_OP_BAR_ARRIVE, id, 2);
    bar_gives(t, 0, WS_ST_BAR_DUP_ARRIVE);
    bar_come(t, 1, WS_OP_BAR_ARRIVE, id, 2);
    bar_gives(t, 1, WS_ST_OK);
  }
}

// ---------------------------------------------------------------------------------------------------- reductions

static unsigned ones(uint32_t x) { return (unsigned)__builtin_popcount(x); }

static void scene_red_popc(ws_scene *t) {
  static const uint16_t ops[] = {WS_OPS_BAR_POPC};
  unsigned n = bar_room(t);
  bar_cta(t, 0, n);
  for (unsigned i = 0; i < n; i++) // three of each warp
    bar_red(t, i, ops[i % 4], 2, n, i & 1 ? 7 : 13);
  for (unsigned i = 0; i < n; i++)
    bar_gives_d(t, i, 3 * n);
  for (unsigned i = 0; i < n; i++) // every lane
    bar_red(t, i, ops[i % 4], 2, n, t->all);
  for (unsigned i = 0; i < n; i++)
    bar_gives_d(t, i, n * t->lanes);
  for (unsigned i = 0; i < n; i++) // none; nothing is left of the generations before
    bar_red(t, i, ops[i % 4], 2, n, 0);
  for (unsigned i = 0; i < n; i++)
    bar_gives_d(t, i, 0);
  uint32_t sum = 0;
  for (unsigned i = 0; i < n; i++) {
    uint32_t pred = 0x9e3779b9u * (i + 1) & t->all;
    sum += ones(pred);
    bar_red(t, n - 1 - i, WS_OP_BAR_RED_POPC, 2, n, pred);
  }
  for (unsigned i = 0; i < n; i++)
    bar_gives_d(t, i, sum);
  t->warp = 1; // predicates of lanes that have exited do not count; those of lanes that are left do
  ws_exit(t, t->all & ~6u);
  bar_red(t, 0, WS_OP_BAR_RED_POPC_COUNT, 9, 2, 1);
  t->q.pred = t->q.neg ? 0 : t->all;
  bar_part(t, 1, 6, WS_OP_BAR_RED_POPC_COUNT, 9, 2);
  bar_gives_d(t, 0, 3);
  bar_gives_d(t, 1, 3);
  bar_red(t, 0, WS_OP_BAR_RED_POPC_COUNT, 9, 1, 14); // alone
  bar_gives_d(t, 0, 3);
}

// The result where exactly one lane of one warp differs from all others, for each warp; `rest`: what the others hold.
static void one_differs(ws_scene *t, const uint16_t ops[4], bool rest) {
  unsigned n = bar_room(t);
  bar_cta(t, 0, n);
  for (unsigned k = 0; k <= n; k++) { // k == n: nobody differs
    for (unsigned i = 0; i < n; i++) {
      uint32_t odd = i == k ? ws_bit(t, 3 * k + 1) : 0;
      bar_red(t, (i + k) % n, ops[(i + k) % 4], k % 16, n, rest ? t->all & ~odd : odd);
    }
    for (unsigned i = 0; i < n; i++)
      bar_gives_p(t, i, k < n ? !rest : rest);
  }
  t->warp = 0; // a lane that differs, and has exited
  ws_exit(t, 2);
  t->q.pred = (rest ? t->all & ~2u : 2) ^ (t->q.neg ? t->all : 0);
  bar_part(t, 0, t->all & ~2u, ops[1], 4, 2);
  bar_red(t, 1, ops[1], 4, 2, rest ? t->all : 0);
  bar_gives_p(t, 0, rest);
  bar_gives_p(t, 1, rest);
  bar_red(t, 1, ops[1], 4, 1, rest ? 0 : t->all); // alone
  bar_gives_p(t, 1, !rest);
}

static void scene_red_and(ws_scene *t) {
  static const uint16_t ops[] = {WS_OPS_BAR_RED_AND};
  one_differs(t, ops, true);
}

static void scene_red_or(ws_scene *t) {
  static const uint16_t ops[] = {WS_OPS_BAR_RED_OR};
  one_differs(t, ops, false);
}

// Every thread of the largest CTA counts, and one less.
static void scene_1024(ws_scene *t) {
  enum { WARPS = 32 };
  bar_cta(t, 0, WARPS);
  for (unsigned k = 0; k < 2; k++) {
    for (unsigned i = 0; i < WARPS; i++)
      bar_red(t, i * 7 % WARPS, WS_OP_BAR_RED_POPC, 15, 0, k && i == 3 ? t->all & ~1u : t->all);
    for (unsigned i = 0; i < WARPS; i++)
      bar_gives_d(t, i, WARPS * t->lanes - k);
  }
  for (unsigned i = 0; i + 1 < WARPS; i++)
    bar_come(t, i, WS_OP_BAR_SYNC_COUNT, 15, WARPS);
  bar_blocked(t, bar_set(0, WARPS - 1));
  bar_come(t, WARPS - 1, WS_OP_BAR_ARRIVE, 15, WARPS);
  bar_all_give(t, UINT32_MAX, WS_ST_OK);
}

#define ROW(name, text)                                                                                                \
  { "bar_" #name, text, .scene = scene_##name, .warps = 2, .any_slots = true }

static const ws_test tests[] = {
    ROW(sync, "barrier.sync of the whole CTA: all but the last wait, whoever that is"),
    ROW(arrive, "barrier.arrive goes on at once, counts once, completes the barrier like any other"),
    ROW(count, "counts of one warp to the whole CTA; the whole CTA's count and none are the same"),
    ROW(mixed, "sync and arrive, with a count and without, in one generation; reductions do not mix in"),
    ROW(all_ids, "sixteen barriers in use at a time, completed in another order"),
    ROW(red_popc, "barrier.red.popc: all, none, some, complements; not the lanes that have exited"),
    ROW(red_and, "barrier.red.and: one lane of one warp is enough, unless it has exited"),
    ROW(red_or, "barrier.red.or: one lane of one warp is enough, unless it has exited"),
    {"bar_1024", "32 warps: every thread of the largest CTA counts", .scene = scene_1024, .warps = 32,
     .any_slots = true},
};
WS_TESTS(bar, WS_FAMILY_BAR)
