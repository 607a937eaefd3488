// SPDX-License-Identifier: Apache-2.0
// Directed tests of match.sync (PTX 9.7.13.10).
#include "directed.h"
#include "random.h"

static void scene_many_classes(ws_scene *t) {
  unsigned n = t->lanes;
  for (unsigned i = 0; i < n; i++)
    t->q.a[i] = i; // all distinct
  for (unsigned k = 0; k < 2; k++) {
    ws_do(t, k ? WS_OP_MATCH_ANY_B64 : WS_OP_MATCH_ANY_B32, t->all, t->all);
    for (unsigned i = 0; i < n; i++)
      ws_expect_d(t, i, ws_bit(t, i));
  }
  for (unsigned i = 0; i < n; i++)
    t->q.a[i] = i / 2; // pairs
  ws_do(t, WS_OP_MATCH_ANY_B32, t->all, t->all);
  for (unsigned i = 0; i < n; i++)
    ws_expect_d(t, i, 3u << (i & ~1u));
  for (unsigned i = 0; i < n; i++)
    t->q.a[i] = i & 1 ? 0x80000000u : 0; // two classes, one bit apart
  ws_do(t, WS_OP_MATCH_ANY_B32, t->all, t->all);
  for (unsigned i = 0; i < n; i++)
    ws_expect_d(t, i, (i & 1 ? 0xaaaaaaaau : 0x55555555u) & t->all);
  for (unsigned bit = 0; bit < 64; bit++) { // each bit of the key counts
    for (unsigned i = 0; i < n; i++)
      t->q.a[i] = (uint64_t)(i == bit % n) << bit;
    ws_do(t, WS_OP_MATCH_ANY_B64, t->all, t->all);
    ws_expect_d(t, bit % n, ws_bit(t, bit));
    ws_expect_d(t, (bit + 1) % n, t->all & ~ws_bit(t, bit));
  }
}

static void scene_high_word(ws_scene *t) {
  unsigned n = t->lanes;
  uint32_t odd = 0xaaaaaaaau & t->all;
  for (unsigned i = 0; i < n; i++)
    t->q.a[i] = (uint64_t)(i & 1) << 63 | 0x12345678u;
  ws_do(t, WS_OP_MATCH_ANY_B64, t->all, t->all);
  for (unsigned i = 0; i < n; i++)
    ws_expect_d(t, i, i & 1 ? odd : t->all & ~odd);
  ws_do(t, WS_OP_MATCH_ALL_B64, t->all, t->all);
  ws_expect_d_lanes(t, t->all, 0);
  ws_expect_p(t, t->all, 0);
  ws_do(t, WS_OP_MATCH_ALL_B32, t->all, t->all); // b32 does not look there
  ws_expect_d_lanes(t, t->all, t->all);
  ws_expect_p(t, t->all, t->all);
  ws_do(t, WS_OP_MATCH_ANY_B32, t->all, t->all);
  ws_expect_d_lanes(t, t->all, t->all);
}

static void scene_exited(ws_scene *t) {
  unsigned n = t->lanes;
  uint32_t gone = ws_bit(t, 0) | ws_bit(t, n - 1), here = t->all & ~gone;
  ws_all_a(t, 7);
  t->q.a[0] = t->q.a[n - 1] = 8; // they differ, but have exited
  ws_exit(t, gone);
  ws_do(t, WS_OP_MATCH_ALL_B32, here, t->all);
  ws_expect_d_lanes(t, here, here);
  ws_expect_p(t, here, t->all);
  ws_do(t, WS_OP_MATCH_ANY_B64, here, t->all);
  ws_expect_d_lanes(t, here, here);
  ws_expect_status(t, here, WS_ST_OK);
  t->q.a[1] = 9;
  ws_do(t, WS_OP_MATCH_ALL_B32, 2, 2); // alone in its mask
  ws_expect_d(t, 1, 2);
  ws_expect_p(t, 2, 2);
}

// One lane has what no other has, or lacks what all others have: each bit of the key in each lane, in up to eight of them.
static void scene_one_bit(ws_scene *t) {
  unsigned n = t->lanes, step = n < 8 ? 1 : n / 8;
  for (unsigned bit = 0; bit < 64; bit++)
    for (unsigned odd = bit % step; odd < n; odd += step)
      for (unsigned k = 0; k < 2; k++) {
        ws_all_a(t, k ? UINT64_MAX : 0);
        t->q.a[odd] ^= (uint64_t)1 << bit;
        ws_do(t, WS_OP_MATCH_ALL_B64, t->all, t->all);
        ws_expect_p(t, t->all, 0);
        ws_expect_d_lanes(t, t->all, 0);
      }
}

// Keys that differ in two places by the same bits: a sum or xor of parts of the key must not be taken for the key.
static void scene_two_places(ws_scene *t) {
  unsigned n = t->lanes;
  for (unsigned low = 0; low < 64; low += 4)
    for (unsigned high = low + 4; high < 64; high += 4) {
      unsigned odd = (low + high) / 4 % n;
      ws_all_a(t, 0x0123456789abcdefu * (low + 1));
      t->q.a[odd] ^= (uint64_t)1 << low | (uint64_t)1 << high;
      ws_do(t, WS_OP_MATCH_ANY_B64, t->all, t->all);
      for (unsigned i = 0; i < n; i++)
        ws_expect_d(t, i, i == odd ? ws_bit(t, i) : t->all & ~ws_bit(t, odd));
    }
}

static const ws_test tests[] = {
    {"match_any_b32", "match.any.sync.b32: the high word of the lane bus is not looked at",
     WS_STREAM(WS_OP_MATCH_ANY_B32)},
    {"match_any_b64", "match.any.sync.b64: keys that differ in one word only", WS_STREAM(WS_OP_MATCH_ANY_B64)},
    {"match_all_b32", "match.all.sync.b32", WS_STREAM(WS_OP_MATCH_ALL_B32)},
    {"match_all_b64", "match.all.sync.b64", WS_STREAM(WS_OP_MATCH_ALL_B64)},
    {"match_many_classes", "as many classes as lanes, pairs, two classes one bit apart, each bit of the key",
     .scene = scene_many_classes},
    {"match_b64_high_word", "keys that differ in the high word only: b64 sees it, b32 does not",
     .scene = scene_high_word},
    {"match_exited_lanes", "exited lanes are in no mask and are not compared", .scene = scene_exited},
    {"match_all_one_bit", "all: one lane with or without a bit, each bit of the key", .scene = scene_one_bit},
    {"match_any_two_places", "any: keys that differ by the same bits in two places are not equal",
     .scene = scene_two_places},
    {"match_cover", "match.sync until every mask, pattern of keys and stall was met", WS_COVERS(MATCH, WS_OPS_MATCH)},
};
WS_TESTS(match, WS_FAMILY_MATCH)
