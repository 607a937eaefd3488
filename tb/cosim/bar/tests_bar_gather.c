// SPDX-License-Identifier: Apache-2.0
// Directed tests of how the lanes of a warp come together for a barrier: in pieces, with different operands, beside other
// operations.
#include "tests_bar.h"
#include "mbar/tests_mbar.h"

// Every lane of every warp in a request of its own; only the last lane of the last warp completes the barrier.
static void scene_pieces(ws_scene *t) {
  static const uint32_t ops[] = {WS_OP_BAR_SYNC, WS_OP_BAR_SYNC_COUNT, WS_OP_BAR_RED_POPC};
  unsigned n = bar_room(t);
  bar_cta(t, 0, n);
  for (unsigned k = 0; k < 3; k++) {
    uint32_t pred = 0xb5u & t->all;
    for (unsigned i = 0; i < t->lanes; i++)
      for (unsigned w = 0; w < n; w++) {
        bar_silent(t, 0);
        t->q.neg = i & 1;
        t->q.pred = t->q.neg ? ~pred : pred;
        bar_part(t, w, ws_bit(t, i * 5 + w), ops[k], k + 4, n);
      }
    bar_blocked(t, 0);
    for (unsigned w = 0; w < n; w++)
      bar_gives_d(t, w, k == 2 ? n * (unsigned)__builtin_popcount(pred) : 0);
  }
  bar_part(t, 0, 1, WS_OP_BAR_SYNC_COUNT, 4, 2); // lanes that are missing exit
  bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 4, 2);
  t->warp = 0;
  ws_exit(t, t->all & ~3u);
  ws_expect_wait(t, 1);
  ws_exit(t, 2);
  bar_all_give(t, 3, WS_ST_OK);
  bar_capture(t, WS_ST_OK, 0, 0, 0);
}

static uint32_t low(const ws_scene *t) { return (1u << t->lanes / 2) - 1; }

// One warp in two requests, one in one, at an .aligned operation: a status for the one, and the barrier is carried out.
static void diverged(ws_scene *t, uint32_t op, uint32_t status) {
  uint32_t both = t->all;
  t->q.pred = t->q.neg ? 0 : both;
  bar_part(t, 0, low(t), op, 1, 2);
  t->warp = 0;
  ws_expect_wait(t, low(t));
  bar_part(t, 0, both & ~low(t), op, 1, 2);
  bar_come(t, 1, op == WS_OP_BAR_ARRIVE_ALIGNED ? WS_OP_BAR_SYNC_COUNT : op, 1, 2);
  bar_blocked(t, 0);
  for (unsigned i = 0; i < t->lanes; i++)
    t->answered[0][0][i]++, t->answered[0][1][i]++;
  ws_expect_count(t, both, t->answered[0][1][0]);
  ws_expect_status(t, both, WS_ST_OK);
  t->warp = 0;
  ws_expect_count(t, both, t->answered[0][0][0]);
  ws_expect_status(t, both, status);
  bool popc = ws_is_bar_popc(op), red = ws_is_bar_red_and(op) || ws_is_bar_red_or(op);
  for (t->warp = 0; t->warp < 2; t->warp++) {
    ws_expect_d_lanes(t, both, popc ? 2 * t->lanes : 0);
    ws_expect_p(t, both, red ? both : 0);
  }
}

static void scene_diverged(ws_scene *t) {
  static const uint32_t ops[] = {WS_OP_BAR_SYNC_ALIGNED_COUNT, WS_OP_BAR_ARRIVE_ALIGNED,
                                 WS_OP_BAR_RED_POPC_ALIGNED_COUNT, WS_OP_BAR_RED_AND_ALIGNED_COUNT,
                                 WS_OP_BAR_RED_OR_ALIGNED_COUNT};
  bar_cta(t, 0, bar_room(t));
  for (unsigned k = 0; k < 5; k++) {
    diverged(t, ops[k], WS_ST_BAR_ALIGNED_DIVERGED);
    diverged(t, ops[k] ^ WS_OP_BAR_SYNC ^ WS_OP_BAR_SYNC_ALIGNED,
             t->run->core.legacy ? WS_ST_BAR_ALIGNED_DIVERGED : WS_ST_OK);
  }
  bar_capture(t, WS_ST_OK, 0, 0, 0);
  bar_part(t, 0, low(t), WS_OP_BAR_SYNC_ALIGNED_COUNT, 16, 2); // an error tells more
  bar_part(t, 0, t->all & ~low(t), WS_OP_BAR_SYNC_ALIGNED_COUNT, 16, 2);
  bar_gives(t, 0, WS_ST_BAR_BAD_ID);
  bar_part(t, 0, low(t), WS_OP_BAR_ARRIVE_ALIGNED, 2, 77);
  bar_part(t, 0, t->all & ~low(t), WS_OP_BAR_ARRIVE_ALIGNED, 2, 77);
  bar_gives(t, 0, WS_ST_BAR_BAD_COUNT);
}

// Lanes of a warp that name different things wait for one another in vain: each group is released with CV_QUAL_MISMATCH,
// the barriers have seen nothing of it.
static void scene_deadlock(ws_scene *t) {
  static const struct {
    uint32_t op[2], id[2], warps[2];
  } pairs[] = {{{WS_OP_BAR_SYNC, WS_OP_BAR_SYNC}, {1, 2}, {0, 0}},
               {{WS_OP_BAR_SYNC_COUNT, WS_OP_BAR_SYNC_COUNT}, {1, 1}, {1, 2}},
               {{WS_OP_BAR_SYNC_COUNT, WS_OP_BAR_SYNC_COUNT}, {1, 17}, {2, 2}},
               {{WS_OP_BAR_SYNC, WS_OP_BAR_SYNC_ALIGNED}, {1, 1}, {0, 0}},
               {{WS_OP_BAR_SYNC, WS_OP_BAR_SYNC_COUNT}, {1, 1}, {0, 2}},
               {{WS_OP_BAR_RED_AND, WS_OP_BAR_RED_OR}, {3, 3}, {0, 0}},
               {{WS_OP_BAR_ARRIVE, WS_OP_BAR_SYNC_COUNT}, {1, 1}, {2, 2}},
               {{WS_OP_CLUSTER_ARRIVE_RELEASE, WS_OP_CLUSTER_ARRIVE_RELAXED}, {0, 0}, {0, 0}},
               {{WS_OP_CLUSTER_WAIT, WS_OP_BAR_SYNC}, {0, 1}, {0, 0}}};
  bar_cta(t, 0, bar_room(t));
  bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 1, 2);
  for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++) {
    for (unsigned h = 0; h < 2; h++) {
      bar_part(t, 0, h ? t->all & ~5u : 5, pairs[k].op[h], pairs[k].id[h], pairs[k].warps[h]);
      if (!h)
        ws_expect_wait(t, 5);
    }
    bar_blocked(t, 2);
    bar_gives(t, 0, WS_ST_CV_QUAL_MISMATCH);
  }
  bar_capture(t, WS_ST_CV_QUAL_MISMATCH, 0, WS_OP_BAR_SYNC, 5);
  for (unsigned i = 0; i < t->lanes; i++) { // both in one request: numbers by lane
    t->q.a[i] = i & 1 ? 4 : 5;
    t->q.b[i] = 64;
  }
  t->warp = 0;
  ws_issue_masks(t, WS_OP_BAR_SYNC_COUNT, t->all);
  bar_gives(t, 0, WS_ST_CV_QUAL_MISMATCH);
  bar_part(t, 0, 1, WS_OP_BAR_SYNC, 1, 0); // against bar.warp.sync, which waits for lane 0
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.mask[i] = t->all;
  ws_issue_masks(t, WS_OP_BAR_WARP, t->all & ~1u);
  bar_gives(t, 0, WS_ST_CV_QUAL_MISMATCH);
  bar_part(t, 0, 1, WS_OP_BAR_SYNC_COUNT, 1,
           2); // no deadlock while other lanes can come: these first do something else
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.mask[i] = t->all & ~1u;
  ws_issue_masks(t, WS_OP_BAR_WARP, t->all & ~1u);
  ws_expect_wait(t, 1);
  ws_expect_status(t, t->all & ~1u, WS_ST_OK);
  bar_skip(t, 0);
  bar_part(t, 0, t->all & ~1u, WS_OP_BAR_SYNC_COUNT, 1, 2);
  bar_all_give(t, 3, WS_ST_OK);
}

// What two lanes name differs in as little as it can, in every way; they are in one request, then in two, the one lane the
// lowest, the highest, or among half of the warp. They never meet.
static void scene_keys(ws_scene *t) {
  static const struct {
    uint32_t id[2], warps[2]; // barrier 16 is none, 77 warps are no count
  } pairs[] = {{{0, 1}, {2, 2}},   {{0, 2}, {2, 2}},   {{0, 4}, {2, 2}},    {{0, 8}, {2, 2}},  {{0, 16}, {2, 2}},
               {{3, 3}, {2, 3}},   {{3, 3}, {1, 3}},   {{3, 3}, {1, 5}},    {{3, 3}, {1, 9}},  {{3, 3}, {1, 17}},
               {{3, 3}, {1, 32}},  {{3, 3}, {1, 77}},  {{3, 3}, {2, 77}},   {{3, 3}, {4, 77}}, {{3, 3}, {8, 77}},
               {{3, 3}, {16, 77}}, {{3, 3}, {32, 77}}, {{15, 15}, {31, 32}}};
  bar_cta(t, 0, bar_room(t));
  for (size_t k = 0; k < sizeof pairs / sizeof pairs[0]; k++)
    for (unsigned split = 0; split < 6; split++) {
      uint32_t some = split < 2 ? 1 : split < 4 ? ws_bit(t, t->lanes - 1) : 0x55555555u & t->all;
      for (unsigned i = 0; i < t->lanes; i++) {
        unsigned h = (some >> i & 1) ^ (split & 1);
        t->q.a[i] = pairs[k].id[h];
        t->q.b[i] = 32 * pairs[k].warps[h];
      }
      t->warp = 0;
      ws_issue_masks(t, WS_OP_BAR_SYNC_COUNT, t->all);
      bar_gives(t, 0, WS_ST_CV_QUAL_MISMATCH);
      bar_part(t, 0, some, WS_OP_BAR_SYNC_COUNT, pairs[k].id[0], pairs[k].warps[0]);
      ws_expect_wait(t, some);
      bar_part(t, 0, t->all & ~some, WS_OP_BAR_SYNC_COUNT, pairs[k].id[1], pairs[k].warps[1]);
      bar_gives(t, 0, WS_ST_CV_QUAL_MISMATCH);
    }
  for (unsigned k = 0; k < 54; k++) { // each bit of a number or a count that must not be set, in each lane another
    for (unsigned i = 0; i < t->lanes; i++) {
      unsigned id_bit = 4 + (k + i) % 28, bit = (k + i) % 26, count_bit = bit < 5 ? bit : bit + 6;
      t->q.a[i] = k < 28 ? 1u << id_bit : 1;
      t->q.b[i] = k < 28 ? 64 : 64 | (1u << count_bit);
    }
    t->warp = 0;
    ws_issue_masks(t, WS_OP_BAR_SYNC_COUNT, t->all);
    bar_gives(t, 0, k < 28 ? WS_ST_BAR_BAD_ID : WS_ST_BAR_BAD_COUNT);
  }
  for (unsigned k = 0; k < 5; k++) { // and more than 32 warps
    for (unsigned i = 0; i < t->lanes; i++)
      t->q.a[i] = 1, t->q.b[i] = 32 * (32 + (1u << ((k + i) % 5)));
    ws_issue_masks(t, WS_OP_BAR_SYNC_COUNT, t->all);
    bar_gives(t, 0, WS_ST_BAR_BAD_COUNT);
  }
  bar_cta(t, 0, 2); // more warps than there are is no count either
  bar_come(t, 0, WS_OP_BAR_SYNC_COUNT, 2, 32);
  bar_gives(t, 0, WS_ST_BAR_BAD_COUNT);
}

// Lanes one by one, then those that have not exited at once: what the other lanes hold in their operands counts for nothing.
static void scene_bystanders(ws_scene *t) {
  static const struct {
    uint32_t id, warps, status; // of a CTA of two warps
  } v[] = {{15, 31, WS_ST_BAR_BAD_COUNT},
           {0, 32, WS_ST_BAR_BAD_COUNT},
           {5, 21, WS_ST_BAR_BAD_COUNT},
           {10, 10, WS_ST_BAR_BAD_COUNT},
           {3, 77, WS_ST_BAR_BAD_COUNT},
           {16, 2, WS_ST_BAR_BAD_ID},
           {7, 1, WS_ST_OK}};
  enum { VALUES = sizeof v / sizeof v[0] };
  for (unsigned part = 0; part < 3; part++) {
    uint32_t live = part == 0 ? t->all : part == 1 ? low(t) : t->all & ~low(t);
    bar_cta(t, 0, 2);
    t->warp = 0;
    if (part)
      ws_exit(t, t->all & ~live);
    for (unsigned k = 0; k < VALUES * VALUES; k++) {
      unsigned own = k / VALUES, other = k % VALUES;
      for (uint32_t left = live; left;) {
        uint32_t come = part ? left : left & -left;
        for (unsigned i = 0; i < t->lanes; i++) {
          unsigned mine = come >> i & 1 ? own : other;
          t->q.a[i] = v[mine].id;
          t->q.b[i] = 32 * v[mine].warps;
        }
        t->warp = 0;
        ws_issue_masks(t, WS_OP_BAR_SYNC_COUNT, come);
        left &= ~come;
        ws_expect_wait(t, left ? live & ~left : 0);
      }
      bar_gives(t, 0, v[own].status);
    }
  }
}

// ------------------------------------------------------------------------------------------ beside other operations

enum { OBJECT = 0x140 };

// Warps that wait at barriers, in an mbarrier and in a rendezvous at once, and shuffles between; nobody disturbs anybody.
static void scene_warp_mix(ws_scene *t) {
  bar_cta(t, 0, bar_room(t));
  t->warp = 3;
  mb_init(t, OBJECT, 1);
  bar_come(t, 0, WS_OP_BAR_SYNC_COUNT, 2, 2);
  t->warp = 1; // half of warp 1 waits in the mbarrier, the other half for that one to come to the barrier
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, low(t), OBJECT, 0, UINT32_MAX);
  ws_expect_wait(t, low(t));
  bar_part(t, 1, t->all & ~low(t), WS_OP_BAR_SYNC_COUNT, 2, 2);
  ws_expect_wait(t, t->all);
  t->warp = 2;
  t->q.pred = low(t), t->q.neg = false;
  ws_do(t, WS_OP_VOTE_BALLOT, low(t), t->all); // and half of warp 2 in a vote
  for (unsigned k = 0; k < 3; k++) {
    t->warp = 3;
    ws_all_bc(t, 1, 0x1f);
    for (unsigned i = 0; i < t->lanes; i++)
      t->q.a[i] = 100 * k + i;
    ws_do(t, WS_OP_SHFL_BFLY, t->all, t->all);
    ws_expect_d(t, 2, 100 * k + 3);
    bar_skip(t, 3);
    bar_come(t, 3, WS_OP_BAR_ARRIVE, 9, 2); // at a barrier of its own; the second time is one too many
    bar_gives(t, 3, k ? WS_ST_BAR_DUP_ARRIVE : WS_ST_OK);
  }
  for (unsigned w = 0; w < 3; w++) {
    t->warp = w;
    ws_expect_wait(t, w < 2 ? t->all : low(t));
  }
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, ws_bit(t, t->lanes - 1), OBJECT, 1); // the phase ends
  t->warp = 1;
  mb_woken(t, low(t), WS_ST_OK, true);
  bar_skip(t, 1);
  ws_expect_wait(t, t->all & ~low(t));
  bar_part(t, 1, low(t), WS_OP_BAR_SYNC_COUNT, 2, 2);
  bar_all_give(t, 3, WS_ST_OK);
  t->warp = 2;
  ws_do(t, WS_OP_VOTE_BALLOT, t->all & ~low(t), t->all);
  ws_expect_d_lanes(t, t->all, low(t));
  bar_skip(t, 2);
  bar_come(t, 2, WS_OP_BAR_SYNC_COUNT, 9, 2);
  bar_gives(t, 2, WS_ST_OK);
}

#define ROW(name, need, text)                                                                                          \
  { "bar_" #name, text, .scene = scene_##name, .warps = need, .any_slots = true }

static const ws_test tests[] = {
    ROW(pieces, 2, "lanes that come one by one: a warp arrives when its last lane does, or when the missing ones exit"),
    ROW(diverged, 2, ".aligned in two requests is BAR_ALIGNED_DIVERGED, and carried out; not .aligned is not"),
    {"bar_legacy", "sm_6x: every barrier is .aligned", .scene = scene_diverged, .legacy = true, .warps = 2,
     .any_slots = true},
    ROW(deadlock, 2, "lanes of a warp at different barriers, counts, operations: CV_QUAL_MISMATCH, no arrival"),
    ROW(keys, 2, "lanes that name things one bit apart never meet, in one request or two"),
    ROW(bystanders, 2, "operands of lanes that do not issue count for nothing"),
    {"bar_warp_mix", "warps at barriers, in an mbarrier and in a vote at once, shuffles between",
     .scene = scene_warp_mix, .warps = 4, .any_slots = true, .families = WS_FAMILY_ALL},
};
WS_TESTS(bar_gather, WS_FAMILY_BAR)
