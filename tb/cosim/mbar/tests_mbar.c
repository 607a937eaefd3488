// SPDX-License-Identifier: Apache-2.0
// Directed tests of mbarrier.init, .arrive and .arrive_drop: words, tokens, statuses, and what several lanes at one
// object give. And of the trace of an object through every kind of operation.
#include "tests_mbar.h"

enum { A = 0x100, B = 0x108, C = 0x2000, LAST = WS_SMEM_BYTES - 8 };

// -------------------------------------------------------------------------------------------------------- init

static void scene_init(ws_scene *t) {
  unsigned n = t->lanes;
  mb_init(t, A, 4);
  mb_object(t, A, 0x7fffe000001ffff8);
  mb_init(t, B, 32);
  mb_object(t, B, 0x7fff0000001fffc0); // as it was seen in hardware
  mb_init(t, LAST, MB_MAX);
  mb_object(t, LAST, 0x0000080000000002);
  mb_plain(t, LAST - 8, 0);
  for (unsigned i = 0; i < n; i++) // an object a lane
    t->q.addr[i] = C + 8 * i, t->q.b[i] = i + 1;
  mb_issue(t, WS_OP_MBAR_INIT, t->all);
  mb_gives(t, t->all, WS_ST_OK, 0);
  for (unsigned i = 0; i < n; i++)
    mb_object(t, C + 8 * i, mb_word(0, i + 1, 0, i + 1));
  mb_count(t, WS_OP_MBAR_INIT, t->all, 0, 7); // all lanes at one: the first makes it, the others make it again
  mb_gives(t, 1, WS_ST_OK, 0);
  mb_gives(t, t->all & ~1u, WS_ST_MB_REINIT, 0);
  mb_object(t, 0, mb_word(0, 7, 0, 7));
  for (unsigned i = 0; i < n; i++)
    t->q.addr[i] = 8, t->q.b[i] = 100 - i;
  mb_issue(t, WS_OP_MBAR_INIT, t->all);
  mb_gives(t, t->all & ~1u, WS_ST_MB_REINIT, 0);
  mb_object(t, 8, mb_word(0, 101 - n, 0, 101 - n)); // the highest lane is the last
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
}

static void scene_init_count(ws_scene *t) {
  static const uint32_t bad[] = {0, 0x100000, 0x100001, 0x80000001, UINT32_MAX};
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
    mb_count(t, WS_OP_MBAR_INIT, 2, A, bad[k]);
    mb_gives(t, 2, WS_ST_MB_BAD_COUNT, 0);
    mb_plain(t, A, 0);
  }
  mb_capture(t, WS_ST_MB_BAD_COUNT, 0, 0, WS_OP_MBAR_INIT, 2);
  mb_init(t, A, 3);
  mb_count(t, WS_OP_MBAR_INIT, 1, A, 0x100000); // a live object stays as it is
  mb_gives(t, 1, WS_ST_MB_BAD_COUNT, 0);
  mb_object(t, A, mb_word(0, 3, 0, 3));
  t->q.b[0] = 5, t->q.b[1] = 0, t->q.b[2] = 6, t->q.b[3] = 0x100000;
  mb_issue(t, WS_OP_MBAR_INIT, 15);
  mb_gives(t, 5, WS_ST_MB_REINIT, 0);
  mb_gives(t, 10, WS_ST_MB_BAD_COUNT, 0);
  mb_object(t, A, mb_word(0, 6, 0, 6));
}

// ------------------------------------------------------------------------------------------------------ arrive

static void scene_arrive(ws_scene *t) {
  mb_init(t, A, 4);
  for (unsigned k = 0; k < 4; k++) { // one lane four times
    mb_count(t, WS_OP_MBAR_ARRIVE, 8, A, 1);
    mb_gives(t, 8, WS_ST_OK, mb_token(0, 4 - k, false));
    mb_object(t, A, k < 3 ? mb_word(0, 3 - k, 0, 4) : mb_word(1, 4, 0, 4));
  }
  mb_seen(t, A, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE, 7, A, 1); // three at once
  for (unsigned i = 0; i < 3; i++)
    mb_gives(t, mb_bit(i), WS_ST_OK, mb_token(1, 4 - i, false));
  mb_object(t, A, mb_word(1, 1, 0, 4));
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 4, A, 1);
  mb_gives(t, 4, WS_ST_OK, 0); // into the sink: no token
  mb_object(t, A, mb_word(0, 4, 0, 4));
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
}

// The arrivals of a whole warp: in one phase, and over the end of one or several.
static void scene_arrive_warp(ws_scene *t) {
  unsigned n = t->lanes;
  static const unsigned expected[] = {32, 31, 3, 2, 1, 33};
  for (unsigned k = 0; k < 6; k++) {
    unsigned x = expected[k] > 30 ? n + expected[k] - 32 : expected[k]; // n, n - 1, 3, 2, 1, n + 1
    mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
    mb_init(t, A, x);
    mb_count(t, WS_OP_MBAR_ARRIVE, t->all, A, 1);
    for (unsigned i = 0; i < n; i++) // nobody waits between the phases
      mb_gives(t, mb_bit(i), i < x ? WS_ST_OK : WS_ST_MB_MISSING_WAIT, mb_token(i / x, x - i % x, false));
    mb_object(t, A, mb_word(n / x, x - n % x, 0, x));
  }
}

// Sets of lanes with holes: a token counts the lanes below that take part.
static void scene_arrive_sparse(ws_scene *t) {
  mb_init(t, A, MB_MAX);
  unsigned left = MB_MAX;
  for (uint32_t k = 1; k < 16; k++) {
    uint32_t set = (k | (k * 7 & 15) << 4 | (k * 5 & 15) << 8 | (k ^ 15) << 12 | k * 0x10110000u) & t->all;
    mb_count(t, WS_OP_MBAR_ARRIVE, set, A, 3);
    for (uint32_t m = set; m; m &= m - 1, left -= 3)
      mb_gives(t, m & (0u - m), WS_ST_OK, mb_token(0, left, false));
  }
  mb_object(t, A, mb_word(0, left, 0, MB_MAX));
}

// Two objects in neighbouring slots, odd lanes at one, even ones at the other.
static void scene_arrive_split(ws_scene *t) {
  unsigned n = t->lanes;
  mb_init(t, A, n);
  mb_init(t, B, n / 2);
  for (unsigned i = 0; i < n; i++)
    t->q.addr[i] = i & 1 ? B : A, t->q.b[i] = 1;
  mb_issue(t, WS_OP_MBAR_ARRIVE, t->all);
  for (unsigned i = 0; i < n; i++)
    mb_gives(t, mb_bit(i), WS_ST_OK, mb_token(0, (i & 1 ? n / 2 : n) - i / 2, false));
  mb_object(t, A, mb_word(0, n / 2, 0, n));
  mb_object(t, B, mb_word(1, n / 2, 0, n / 2));
}

static void scene_arrive_count(ws_scene *t) {
  unsigned n = t->lanes;
  mb_init(t, A, 100);
  mb_count(t, WS_OP_MBAR_ARRIVE, 2, A, 30);
  mb_gives(t, 2, WS_ST_OK, mb_token(0, 100, false));
  mb_object(t, A, mb_word(0, 70, 0, 100));
  mb_count(t, WS_OP_MBAR_ARRIVE, 2, A, 71); // one too many: nothing changes
  mb_gives(t, 2, WS_ST_MB_PENDING_UNDERFLOW, 0);
  mb_object(t, A, mb_word(0, 70, 0, 100));
  mb_count(t, WS_OP_MBAR_ARRIVE, 2, A, 70);
  mb_gives(t, 2, WS_ST_OK, mb_token(0, 70, false));
  mb_object(t, A, mb_word(1, 100, 0, 100));
  mb_init(t, B, 3 * n); // the same count in all lanes: the warp completes the phase together
  mb_count(t, WS_OP_MBAR_ARRIVE, t->all, B, 3);
  for (unsigned i = 0; i < n; i++)
    mb_gives(t, mb_bit(i), WS_ST_OK, mb_token(0, 3 * (n - i), false));
  mb_object(t, B, mb_word(1, 3 * n, 0, 3 * n));
  mb_init(t, C, 5); // the third lane asks for more than is left, and so does every lane after it
  mb_count(t, WS_OP_MBAR_ARRIVE, t->all, C, 2);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 5, false));
  mb_gives(t, 2, WS_ST_OK, mb_token(0, 3, false));
  mb_gives(t, t->all & ~3u, WS_ST_MB_PENDING_UNDERFLOW, 0);
  mb_object(t, C, mb_word(0, 1, 0, 5));
}

static void scene_arrive_bad_count(ws_scene *t) {
  static const uint32_t ops[] = {
      WS_OP_MBAR_ARRIVE,      WS_OP_MBAR_ARRIVE_NOCOMPLETE,      WS_OP_MBAR_ARRIVE_SINK,
      WS_OP_MBAR_ARRIVE_DROP, WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE, WS_OP_MBAR_ARRIVE_DROP_SINK};
  static const uint32_t bad[] = {0, 0x100000, 0x100001, 0x80000001, UINT32_MAX};
  mb_init(t, A, 3);
  for (size_t k = 0; k < sizeof ops / sizeof ops[0]; k++)
    for (size_t j = 0; j < sizeof bad / sizeof bad[0]; j++) {
      mb_count(t, ops[k], 9, A, bad[j]);
      mb_gives(t, 9, WS_ST_MB_BAD_COUNT, 0);
    }
  mb_object(t, A, mb_word(0, 3, 0, 3));
  t->q.b[0] = 0, t->q.b[1] = 1, t->q.b[2] = 0x100000, t->q.b[3] = 2; // good ones between bad ones
  mb_issue(t, WS_OP_MBAR_ARRIVE, 15);
  mb_gives(t, 5, WS_ST_MB_BAD_COUNT, 0);
  mb_gives(t, 2, WS_ST_OK, mb_token(0, 3, false));
  mb_gives(t, 8, WS_ST_OK, mb_token(0, 2, false));
  mb_object(t, A, mb_word(1, 3, 0, 3));
  mb_capture(t, WS_ST_MB_BAD_COUNT, 0, 0, WS_OP_MBAR_ARRIVE, 9);
}

// Different counts at one object: the lanes come in ascending order, whatever they have in common.
static void scene_lane_order(ws_scene *t) {
  unsigned n = t->lanes, sum = 0;
  mb_init(t, A, 3 * n);
  for (unsigned i = 0; i < n; i++)
    t->q.addr[i] = A, t->q.b[i] = 1 + (i & 1);
  mb_issue(t, WS_OP_MBAR_ARRIVE, t->all); // 1 2 1 2 ...
  for (unsigned i = 0; i < n; sum += 1 + (i & 1), i++)
    mb_gives(t, mb_bit(i), WS_ST_OK, mb_token(0, 3 * n - sum, false));
  mb_object(t, A, mb_word(0, 3 * n - sum, 0, 3 * n));
  mb_init(t, B, n * (n + 1) / 2);
  sum = 0;
  for (unsigned i = 0; i < n; i++)
    t->q.addr[i] = B, t->q.b[i] = i + 1;
  mb_issue(t, WS_OP_MBAR_ARRIVE, t->all); // 1 2 3 4 ... complete it
  for (unsigned i = 0; i < n; sum += ++i)
    mb_gives(t, mb_bit(i), WS_ST_OK, mb_token(0, n * (n + 1) / 2 - sum, false));
  mb_object(t, B, mb_word(1, sum, 0, sum));
  mb_init(t, C, 5); // 2, then 4 is too much, 3 completes, 1 is in the next phase
  t->q.b[0] = 2, t->q.b[1] = 4, t->q.b[2] = 3, t->q.b[3] = 1;
  for (unsigned i = 0; i < 4; i++)
    t->q.addr[i] = C;
  mb_issue(t, WS_OP_MBAR_ARRIVE, 15);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 5, false));
  mb_gives(t, 2, WS_ST_MB_PENDING_UNDERFLOW, 0);
  mb_gives(t, 4, WS_ST_OK, mb_token(0, 3, false));
  mb_gives(t, 8, WS_ST_MB_MISSING_WAIT, mb_token(1, 5, false));
  mb_object(t, C, mb_word(1, 4, 0, 5));
}

// -------------------------------------------------------------------------------------------------- noComplete

static void scene_nocomplete(ws_scene *t) {
  unsigned n = t->lanes;
  mb_init(t, A, 4);
  mb_count(t, WS_OP_MBAR_ARRIVE_NOCOMPLETE, 1, A, 3);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 4, true));
  mb_object(t, A, mb_word(0, 1, 0, 4));
  mb_count(t, WS_OP_MBAR_ARRIVE_NOCOMPLETE, 1, A, 1); // would complete
  mb_gives(t, 1, WS_ST_MB_NOCOMPLETE_VIOLATION, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE, 1, A, 1);
  mb_gives(t, 1, WS_ST_MB_NOCOMPLETE_VIOLATION, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_NOCOMPLETE, 1, A, 2); // more than there is: that comes first
  mb_gives(t, 1, WS_ST_MB_PENDING_UNDERFLOW, 0);
  mb_object(t, A, mb_word(0, 1, 0, 4));
  mb_count(t, WS_OP_MBAR_EXPECT_TX, 1, A, 5); // bytes outstanding: pending may reach zero, since that completes nothing
  mb_gives(t, 1, WS_ST_OK, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_NOCOMPLETE, 1, A, 1);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 1, true));
  mb_object(t, A, mb_word(0, 0, 5, 4));
  mb_count(t, WS_OP_MBAR_COMPLETE_TX, 1, A, 5);
  mb_gives(t, 1, WS_ST_OK, 0);
  mb_object(t, A, mb_word(1, 4, 0, 4));
  mb_init(t, B, n); // all lanes, one each: only the last one would complete
  mb_count(t, WS_OP_MBAR_ARRIVE_NOCOMPLETE, t->all, B, 1);
  for (unsigned i = 0; i + 1 < n; i++)
    mb_gives(t, mb_bit(i), WS_ST_OK, mb_token(0, n - i, true));
  mb_gives(t, mb_bit(n - 1), WS_ST_MB_NOCOMPLETE_VIOLATION, 0);
  mb_object(t, B, mb_word(0, 1, 0, n));
  mb_init(t, C, 2 * n + 1); // all lanes, and one is left
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP_NOCOMPLETE, t->all, C, 2);
  for (unsigned i = 0; i < n; i++)
    mb_gives(t, mb_bit(i), WS_ST_OK, mb_token(0, 2 * (n - i) + 1, true));
  mb_object(t, C, mb_word(0, 1, 0, 1));
  mb_count(t, WS_OP_MBAR_ARRIVE_NOCOMPLETE_SINK, 1, C, 1);
  mb_gives(t, 1, WS_ST_MB_NOCOMPLETE_VIOLATION, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, C, 1);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 1, false));
  mb_object(t, C, mb_word(1, 1, 0, 1));
}

// -------------------------------------------------------------------------------------------------------- drop

static void scene_drop(ws_scene *t) {
  mb_init(t, A, 5);
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP, 1, A, 1);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 5, false));
  mb_object(t, A, mb_word(0, 4, 0, 4));
  mb_count(t, WS_OP_MBAR_ARRIVE, 15, A, 1);
  for (unsigned i = 0; i < 4; i++)
    mb_gives(t, mb_bit(i), WS_ST_OK, mb_token(0, 4 - i, false));
  mb_object(t, A, mb_word(1, 4, 0, 4)); // the next phase expects one less
  mb_seen(t, A, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP, 2, A, 2);
  mb_gives(t, 2, WS_ST_OK, mb_token(1, 4, false));
  mb_object(t, A, mb_word(1, 2, 0, 2));
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP_SINK, 4, A, 1);
  mb_gives(t, 4, WS_ST_OK, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP_EXPECT_TX, 1, A, 16); // the last one, and its bytes are still under way
  mb_gives(t, 1, WS_ST_OK, mb_token(1, 1, false));
  mb_object(t, A, mb_word(1, 0, 16, 0));
  mb_count(t, WS_OP_MBAR_COMPLETE_TX, 1, A, 16);
  mb_gives(t, 1, WS_ST_OK, 0);
  mb_object(t, A, mb_word(0, 0, 0, 0));
  mb_init(t, B, 3); // a drop that completes the phase counts for the next one already
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, B, 2);
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP, 1, B, 1);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 1, false));
  mb_object(t, B, mb_word(1, 2, 0, 2));
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP, 1, B, 3);
  mb_gives(t, 1, WS_ST_MB_PENDING_UNDERFLOW, 0);
  mb_object(t, B, mb_word(1, 2, 0, 2));
  mb_store(t, C, 8, mb_word(0, 4, 0, 2), false); // more pending than expected: only a store leaves that behind
  mb_init(t, C, 9);
  mb_store(t, C, 8, mb_word(0, 4, 0, 2), true);
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP, 1, C, 3);
  mb_gives(t, 1, WS_ST_MB_EXPECT_UNDERFLOW, 0);
  mb_object(t, C, mb_word(0, 4, 0, 2));
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP, t->all, C, 1);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 4, false));
  mb_gives(t, 2, WS_ST_OK, mb_token(0, 3, false));
  mb_gives(t, t->all & ~3u, WS_ST_MB_EXPECT_UNDERFLOW, 0);
  mb_object(t, C, mb_word(0, 2, 0, 0));
}

static void scene_drop_to_zero(ws_scene *t) {
  unsigned n = t->lanes;
  mb_init(t, A, n);
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP, t->all, A, 1);
  for (unsigned i = 0; i < n; i++)
    mb_gives(t, mb_bit(i), WS_ST_OK, mb_token(0, n - i, false));
  mb_object(t, A, 0x8000000000000000);
  mb_count(t, WS_OP_MBAR_ARRIVE, 2, A, 1); // nobody is expected any more
  mb_gives(t, 2, WS_ST_MB_PENDING_UNDERFLOW, 0);
  mb_count(t, WS_OP_MBAR_EXPECT_TX, 2, A, 0); // and nothing happens by itself
  mb_gives(t, 2, WS_ST_OK, 0);
  mb_object(t, A, 0x8000000000000000);
  mb_seen(t, A, 0);
  mb_count(t, WS_OP_MBAR_EXPECT_TX, 2, A, 8);
  mb_object(t, A, mb_word(1, 0, 8, 0));
  mb_count(t, WS_OP_MBAR_COMPLETE_TX, 2, A, 8); // bytes still make phases
  mb_gives(t, 2, WS_ST_OK, 0);
  mb_object(t, A, 0); // a live object of all zeros
  mb_count(t, WS_OP_MBAR_ARRIVE, 2, A, 1);
  mb_gives(t, 2, WS_ST_MB_PENDING_UNDERFLOW, 0);
  mb_count(t, WS_OP_MBAR_INVAL, 2, A, 0);
  mb_gives(t, 2, WS_ST_OK, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE, 2, A, 1); // the same word, not live
  mb_gives(t, 2, WS_ST_MB_NOT_INIT, 0);
  mb_plain(t, A, 0);
}

// A warp drops out lane by lane: each phase expects one less.
static void scene_drop_phases(ws_scene *t) {
  unsigned n = t->lanes;
  mb_init(t, A, n);
  for (unsigned k = 0; k < n; k++) {
    unsigned x = n - k; // lanes k.. are still in
    uint32_t rest = t->all & ~((2u << k) - 1);
    mb_count(t, WS_OP_MBAR_ARRIVE_DROP, mb_bit(k), A, 1);
    mb_gives(t, mb_bit(k), WS_ST_OK, mb_token(k, x, false));
    if (rest)
      mb_count(t, WS_OP_MBAR_ARRIVE, rest, A, 1);
    for (unsigned i = k + 1; i < n; i++)
      mb_gives(t, mb_bit(i), WS_ST_OK, mb_token(k, n - i, false));
    mb_object(t, A, mb_word(k + 1, x - 1, 0, x - 1));
    mb_seen(t, A, k);
  }
}

#define ROW(name, text)                                                                                                \
  { "mbar_" #name, text, .scene = scene_##name }

static const ws_test tests[] = {
    ROW(init, "mbarrier.init: the word, an object a lane, several lanes at one object"),
    ROW(init_count, "counts 0 and above 2^20 - 1 make no object and leave a live one alone"),
    ROW(arrive, "tokens and words of single arrivals, over two phases; the sink form gives none"),
    ROW(arrive_warp, "a warp at one object, over the end of none, one and several phases"),
    ROW(arrive_sparse, "tokens of sets of lanes with holes"),
    ROW(arrive_split, "odd and even lanes at neighbouring objects"),
    ROW(arrive_count, "arrivals with counts: up to what is pending, not beyond"),
    ROW(arrive_bad_count, "counts 0 and above 2^20 - 1 of every form of arrive"),
    ROW(lane_order, "lanes with different counts at one object come in ascending order"),
    ROW(nocomplete, ".noComplete up to the boundary; a completion in spite of it is an error"),
    ROW(drop, "arrive_drop: the next phase expects less; never more than is expected"),
    ROW(drop_to_zero, "the last drop: nobody is expected, bytes still make phases, all zeros is a live object"),
    ROW(drop_phases, "a warp drops out lane by lane, a phase each"),
};
WS_TESTS(mbar, WS_FAMILY_MBAR)
