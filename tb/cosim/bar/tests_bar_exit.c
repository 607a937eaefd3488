// SPDX-License-Identifier: Apache-2.0
// Directed tests of the named barriers when warps exit, and of what is refused.
#include "tests_bar.h"

// ------------------------------------------------------------------------------------------------------------ exit

// What a warp's exit completes: barriers without a count.
static void scene_exit(ws_scene *t) {
  unsigned n = bar_room(t), last = n - 1;
  bar_cta(t, 0, n);
  for (unsigned w = 0; w < last; w++)
    bar_come(t, w, w & 1 ? WS_OP_BAR_SYNC : WS_OP_BAR_SYNC_ALIGNED, 0, 0);
  for (unsigned i = 0; i < t->lanes; i++) { // a warp takes part as long as one of its lanes lives
    bar_blocked(t, bar_set(0, last));
    t->warp = last;
    ws_exit(t, ws_bit(t, i ^ 1));
  }
  bar_blocked(t, 0);
  bar_all_give(t, bar_set(0, last), WS_ST_OK);
  for (unsigned w = 0; w < last; w++) // without it from now on
    bar_come(t, w, WS_OP_BAR_SYNC, 0, 0);
  bar_all_give(t, bar_set(0, last), WS_ST_OK);
  // One exit ends two barriers, at each of which a warp has only arrived.
  bar_cta(t, 0, n);
  bar_come(t, 0, WS_OP_BAR_ARRIVE, 1, n);
  bar_gives(t, 0, WS_ST_OK);
  bar_come(t, 1, WS_OP_BAR_ARRIVE, 9, n);
  bar_gives(t, 1, WS_ST_OK);
  bar_come(t, 0, WS_OP_BAR_SYNC, 9, 0);
  bar_come(t, 1, WS_OP_BAR_SYNC, 1, 0);
  for (unsigned w = 2; w < n; w++) {
    bar_blocked(t, 3);
    bar_leave(t, w);
  }
  bar_all_give(t, 3, WS_ST_OK);
  // A reduction is that of the warps that have arrived.
  bar_cta(t, 0, n);
  for (unsigned w = 0; w < last; w++)
    bar_red(t, w, WS_OP_BAR_RED_POPC, 15, 0, 6);
  bar_leave(t, last);
  for (unsigned w = 0; w < last; w++)
    bar_gives_d(t, w, 2 * last);
  for (unsigned w = 1; w < last; w++)
    bar_red(t, w, WS_OP_BAR_RED_AND, 15, 0, t->all);
  t->warp = 0;
  bar_leave(t, 0);
  for (unsigned w = 1; w < last; w++)
    bar_gives_p(t, w, true);
  bar_capture(t, WS_ST_OK, 0, 0, 0);
}

// A count does not shrink: who has arrived counts, exited or not, and where too few are left the barrier is broken.
static void scene_exit_count(ws_scene *t) {
  unsigned n = bar_room(t);
  bar_cta(t, 0, n);
  bar_come(t, 0, WS_OP_BAR_ARRIVE, 3, 2);
  bar_leave(t, 0);
  bar_silent(t, 1);
  bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 3, 2);
  bar_gives(t, 1, WS_ST_OK);
  bar_cta(t, 0, n);
  bar_skip(t, 0); // its arrive
  bar_red(t, 1, WS_OP_BAR_RED_POPC_COUNT, 4, 3, t->all);
  bar_come(t, 2, WS_OP_BAR_SYNC_COUNT, 5, 2);
  bar_capture(t, WS_ST_OK, 0, 0, 0);
  for (unsigned w = 3; w < n; w++)
    bar_leave(t, w);
  bar_blocked(t, 6); // two others are left, and one
  bar_leave(t, 0);
  bar_gives(t, 1, WS_ST_BAR_UNSATISFIABLE); // and its result is 0
  bar_blocked(t, 4);
  bar_capture(t, WS_ST_BAR_UNSATISFIABLE, 1, WS_OP_BAR_RED_POPC_COUNT, t->all);
  bar_red(t, 1, WS_OP_BAR_RED_OR_COUNT, 4, 3, t->all); // never enough from the outset
  bar_gives(t, 1, WS_ST_BAR_UNSATISFIABLE);
  bar_come(t, 1, WS_OP_BAR_ARRIVE, 4, 3); // an arrive is not told
  bar_gives(t, 1, WS_ST_OK);
  bar_red(t, 1, WS_OP_BAR_RED_OR_COUNT, 4, 1, t->all); // free for another count and kind
  bar_gives_p(t, 1, true);
  bar_leave(t, 1);
  bar_gives(t, 2, WS_ST_BAR_UNSATISFIABLE);
  bar_come(t, 2, WS_OP_BAR_SYNC, 5, 0); // the last one is the CTA
  bar_gives(t, 2, WS_ST_OK);
}

// The exit of one warp and the last arrival of another, from 8 clocks apart one way to 8 the other: one completion.
static void scene_exit_arrival(ws_scene *t) {
  enum { APART = 8 };
  unsigned n = bar_room(t);
  for (unsigned k = 0; k < 3 * APART + 1; k++) {
    bool counted = k > 2 * APART;
    unsigned exits = counted ? APART + 1 + k % APART : k % (2 * APART + 1); // counted: behind its own arrival
    unsigned who = n - 2, leaver = counted ? who : n - 1;
    bar_cta(t, 0, n);
    if (counted)
      bar_come(t, 0, WS_OP_BAR_SYNC_COUNT, k % 16, 2);
    for (unsigned w = 0; w < who && !counted; w++)
      bar_come(t, w, WS_OP_BAR_SYNC, k % 16, 0);
    ws_settle(t);
    for (unsigned c = 0; c <= 2 * APART; c++) {
      ws_in in = {.rsp_ready = c % 3 != 2 || !t->stall, .exit = {c == exits, leaver, t->all}};
      if (c == APART)
        in.req = bar_request(t, who, counted ? WS_OP_BAR_ARRIVE : WS_OP_BAR_SYNC, k % 16, 2);
      bar_cycle(t, &in);
      if (c == APART && !t->bad && !ws_session_out(t->s)->req_ready)
        ws_wrong(t, "an arrival was not accepted at once");
    }
    bar_blocked(t, 0);
    bar_all_give(t, counted ? 1 : bar_set(0, n - 1), WS_ST_OK);
    bar_skip(t, who);
  }
  bar_capture(t, WS_ST_OK, 0, 0, 0);
}

// --------------------------------------------------------------------------------------------------------- refusals

// Each finding leaves the barrier as it was: a warp that waits there goes on waiting, and is then released. The first
// finding of several counts.
static void scene_errors(ws_scene *t) {
  static const uint32_t ids[] = {16, 17, 31, 32, 0x10000, 0x80000003, UINT32_MAX};
  static const uint32_t counted[] = {WS_OP_BAR_SYNC_COUNT,         WS_OP_BAR_ARRIVE,
                                     WS_OP_BAR_RED_POPC_COUNT,     WS_OP_BAR_RED_AND_ALIGNED_COUNT,
                                     WS_OP_BAR_SYNC_ALIGNED_COUNT, WS_OP_BAR_RED_OR_COUNT};
  unsigned n = bar_room(t);
  uint32_t beyond = 32 * (n + 1);
  const uint32_t counts[] = {0,    1,        31,   33,         63,         95,         beyond,
                             1056, 32 * 64u, 4096, 0x80000020, 0xffffffe0, 0x00010020, UINT32_MAX};
  bar_cta(t, 0, n);
  t->q.pred = t->all;
  bar_come(t, 0, WS_OP_BAR_SYNC_COUNT, 3, 2);
  for (unsigned k = 0; k < 7; k++) {
    bar_raw(t, 1, counted[k % 6], ids[k], k & 1 ? 64 : 7); // a wrong count as well
    bar_gives(t, 1, WS_ST_BAR_BAD_ID);
  }
  for (unsigned w = n + 1; w <= 32; w++) { // more warps than the CTA has, each number of them
    bar_raw(t, 1, counted[w % 6], 4, 32 * w);
    bar_gives(t, 1, WS_ST_BAR_BAD_COUNT);
  }
  bar_capture(t, WS_ST_BAR_BAD_ID, 1, WS_OP_BAR_SYNC_COUNT, t->all);
  bar_raw(t, 1, WS_OP_BAR_SYNC, 16, 0);
  bar_gives(t, 1, WS_ST_BAR_BAD_ID);
  for (unsigned k = 0; k < sizeof counts / sizeof counts[0]; k++) {
    bar_raw(t, 1, counted[k % 6], k & 1 ? 3 : 8, counts[k]);
    bar_gives(t, 1, WS_ST_BAR_BAD_COUNT);
  }
  for (unsigned k = 0; k < 6; k++) { // at once of another count, another kind, and again from a warp that has arrived
    bar_raw(t, 1, counted[k], 3, 32);
    bar_gives(t, 1, WS_ST_BAR_COUNT_MISMATCH);
  }
  bar_come(t, 1, WS_OP_BAR_ARRIVE, 5, 2);
  bar_gives(t, 1, WS_ST_OK);
  bar_come(t, 1, WS_OP_BAR_RED_POPC_COUNT, 5, 1);
  bar_gives(t, 1, WS_ST_BAR_COUNT_MISMATCH);
  bar_come(t, 1, WS_OP_BAR_RED_POPC_COUNT, 5, 2);
  bar_gives(t, 1, WS_ST_BAR_KIND_MIX);
  bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 5, 2);
  bar_gives(t, 1, WS_ST_BAR_DUP_ARRIVE);
  if (n > 2) { // no count stands for that of the CTA
    bar_come(t, 1, WS_OP_BAR_SYNC, 3, 0);
    bar_gives(t, 1, WS_ST_BAR_COUNT_MISMATCH);
    bar_come(t, 2, WS_OP_BAR_RED_OR, 3, 0);
    bar_gives(t, 2, WS_ST_BAR_COUNT_MISMATCH);
  }
  bar_blocked(t, 1);
  bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 3, 2);
  bar_all_give(t, 3, WS_ST_OK);
  bar_come(t, 0, WS_OP_BAR_SYNC_COUNT, 5, 2);
  bar_gives(t, 0, WS_ST_OK);
}

// Codes of these units that no operation has.
static void scene_illegal(ws_scene *t) {
  static const uint32_t codes[] = {0x501, 0x505, 0x506, 0x507, 0x50d, 0x50e, 0x50f, 0x511, 0x515, 0x51d, 0x51f, 0x520,
                                   0x528, 0x540, 0x580, 0x603, 0x604, 0x608, 0x613, 0x614, 0x618, 0x620, 0x640, 0x682};
  bar_cta(t, 0, bar_room(t));
  bar_come(t, 0, WS_OP_BAR_ARRIVE, 0, 2);
  bar_gives(t, 0, WS_ST_OK);
  for (size_t k = 0; k < sizeof codes / sizeof codes[0]; k++) {
    bar_raw(t, 1, codes[k], 0, 64);
    bar_gives(t, 1, WS_ST_DEC_ILLEGAL);
  }
  bar_capture(t, WS_ST_DEC_ILLEGAL, 1, 0x501, t->all);
  bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 0, 2);
  bar_gives(t, 1, WS_ST_OK);
}

// Lanes that wait can do nothing else: no operation, no exit, no launch.
static void scene_busy(ws_scene *t) {
  static const uint32_t ops[] = {WS_OP_BAR_SYNC, WS_OP_BAR_ARRIVE, WS_OP_BAR_WARP, WS_OP_CLUSTER_ARRIVE_RELEASE};
  bar_cta(t, 0, bar_room(t));
  bar_come(t, 0, WS_OP_BAR_SYNC_COUNT, 2, 2);
  bar_blocked(t, 1);
  for (unsigned k = 0; k < 4; k++) {
    bar_come(t, 0, ops[k], 1, 1);
    ws_settle(t);
    for (unsigned i = 0; i < t->lanes && !t->bad; i++) {
      const ws_lane_result *l = ws_session_lane(t->s, 0, i);
      if (l->count != ++t->answered[0][0][i] || l->status != WS_ST_CV_LANE_BUSY)
        ws_wrong(t, "lane %u: status 0x%03x after %u answers, expected CV_LANE_BUSY", i, l->status, l->count);
    }
    bar_blocked(t, 1);
  }
  bar_capture(t, WS_ST_CV_LANE_BUSY, 0, WS_OP_BAR_SYNC, t->all);
  bar_leave(t, 0);
  bar_launch(t, 0);
  bar_blocked(t, 1);
  bar_come(t, 1, WS_OP_BAR_ARRIVE, 1, 1); // barrier 1 was not touched
  bar_gives(t, 1, WS_ST_OK);
  bar_come(t, 1, WS_OP_BAR_SYNC_COUNT, 2, 2);
  bar_all_give(t, 3, WS_ST_OK);
  bar_leave(t, 0); // now it can
  ws_settle(t);
  if (!t->bad && ws_session_out(t->s)->live[0])
    ws_wrong(t, "lanes 0x%x of warp 0 still live", ws_session_out(t->s)->live[0]);
  bar_come(t, 0, WS_OP_BAR_SYNC, 0, 0); // exited lanes do not arrive
  bar_come(t, 1, WS_OP_BAR_ARRIVE, 0, bar_room(t));
  bar_gives(t, 1, WS_ST_OK);
}

#define ROW(name, need, text)                                                                                          \
  { "bar_" #name, text, .scene = scene_##name, .warps = need, .any_slots = true }

static const ws_test tests[] = {
    ROW(exit, 4, "an exit completes barriers without a count, one or two; the last lane of a warp decides"),
    ROW(exit_count, 4, "a count does not shrink: BAR_UNSATISFIABLE where too few are left, poison, free again"),
    ROW(exit_arrival, 4, "exit and last arrival up to 8 clocks apart; a warp that leaves behind its arrival"),
    ROW(errors, 2, "wrong numbers and counts, other counts and kinds, twice: each status, first finding, no change"),
    ROW(illegal, 2, "codes of the two units that no operation has"),
    ROW(busy, 2, "lanes that wait: no operation, no exit, no launch; and exited lanes do not arrive"),
};
WS_TESTS(bar_exit, WS_FAMILY_BAR)
