// SPDX-License-Identifier: Apache-2.0
// Directed tests of cp.async and cp.async.mbarrier.arrive: what a copy writes, what it refuses, and when the arrive that
// waits for it takes place.
#include "mbar/tests_mbar.h"

enum { A = 0x3000, B = 0x3008, SRC = 0x8000, SLOW = 3000 };

// What mb_fill_global puts there.
static uint64_t global8(uint32_t addr, unsigned bytes) {
  uint64_t value = 0;
  for (unsigned k = 0; k < bytes; k++)
    value |= (uint64_t)(uint8_t)(7 * (addr + k) + 3) << 8 * k;
  return value;
}

static void copy(ws_scene *t, uint32_t op, uint32_t lanes, uint32_t dst, uint32_t src, uint32_t size, uint32_t take) {
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.addr[i] = dst, t->q.a[i] = src, t->q.b[i] = size, t->q.c[i] = take;
  mb_issue(t, op, lanes);
}

static void latency(ws_scene *t, unsigned cycles) { ws_session_lockstep(t->s)->copy_latency = cycles; }

// The word at addr as it is now, with copies under way: nothing settles.
static void holds_now(ws_scene *t, uint32_t addr, uint64_t word) {
  uint64_t got = 0;
  mb_cycles(t, 200);
  if (!t->bad && !ws_session_load(t->s, addr, 8, &got, NULL))
    t->bad = true;
  if (!t->bad && got != word)
    ws_wrong(t, "the word at 0x%04x is 0x%016llx before the copies are done, expected 0x%016llx", addr,
             (unsigned long long)got, (unsigned long long)word);
  if (!t->bad && ws_session_out(t->s)->idle)
    ws_wrong(t, "idle although copies are under way");
}

static void scene_copy(ws_scene *t) {
  unsigned n = t->lanes;
  mb_fill_global(t);
  for (unsigned size = 4; size <= 16; size *= 2) {
    for (unsigned i = 0; i < n; i++) // to places apart, from places that have nothing to do with them
      t->q.addr[i] = 0x400 * (size / 4) + 32 * i + (size & 4), t->q.a[i] = SRC + 48 * (n - i), t->q.b[i] = size,
      t->q.c[i] = size;
    mb_issue(t, WS_OP_CP_ASYNC_CA, t->all);
    mb_gives(t, t->all, WS_ST_OK, 0);
    for (unsigned i = 0; i < n; i++) {
      uint32_t dst = (uint32_t)t->q.addr[i], src = (uint32_t)t->q.a[i];
      if (size == 4) {
        mb_plain(t, dst & ~7u, global8(src, 4) << 32);
        continue;
      }
      mb_plain(t, dst, global8(src, 8));
      mb_plain(t, dst + 8, size == 16 ? global8(src + 8, 8) : 0);
      mb_plain(t, dst + 16, 0);
    }
  }
  copy(t, WS_OP_CP_ASYNC_CG, 1, 0x3ff0, WS_GMEM_BYTES - 16, 16, 16); // the last bytes of both memories
  mb_gives(t, 1, WS_ST_OK, 0);
  mb_plain(t, 0x3ff0, global8(WS_GMEM_BYTES - 16, 8));
  mb_plain(t, 0x3ff8, global8(WS_GMEM_BYTES - 8, 8));
  ws_expect_error(t, WS_ST_OK, 0);
}

// Fewer bytes than the size: zeros follow. More: the size.
static void scene_copy_take(ws_scene *t) {
  mb_fill_global(t);
  for (uint32_t take = 0; take <= 20; take++) {
    uint32_t dst = 0x100 * take, low = take < 8 ? take : 8, high = take < 8 ? 0 : take < 16 ? take - 8 : 8;
    mb_store(t, dst, 8, UINT64_MAX, false);
    mb_store(t, dst + 8, 8, UINT64_MAX, false);
    copy(t, take & 1 ? WS_OP_CP_ASYNC_CA : WS_OP_CP_ASYNC_CG, 4, dst, SRC, 16, take < 20 ? take : UINT32_MAX);
    mb_gives(t, 4, WS_ST_OK, 0);
    mb_plain(t, dst, global8(SRC, low));
    mb_plain(t, dst + 8, global8(SRC + 8, high));
  }
  mb_store(t, 0x2000, 8, UINT64_MAX, false);
  copy(t, WS_OP_CP_ASYNC_CA, 4, 0x2004, SRC + 4, 4, 3);
  mb_gives(t, 4, WS_ST_OK, 0);
  mb_plain(t, 0x2000, global8(SRC + 4, 3) << 32 | 0xffffffff);
}

static void scene_copy_errors(ws_scene *t) {
  static const struct {
    uint32_t op;
    uint64_t dst, src;
    uint32_t size, status;
  } bad[] = {
      {WS_OP_CP_ASYNC_CA, 0x104, SRC, 8, WS_ST_AT_MISALIGNED},
      {WS_OP_CP_ASYNC_CA, 0x108, SRC, 16, WS_ST_AT_MISALIGNED},
      {WS_OP_CP_ASYNC_CA, 0x102, SRC, 4, WS_ST_AT_MISALIGNED},
      {WS_OP_CP_ASYNC_CA, 0x100, SRC + 4, 8, WS_ST_AT_MISALIGNED},
      {WS_OP_CP_ASYNC_CG, 0x100, SRC + 8, 16, WS_ST_AT_MISALIGNED},
      {WS_OP_CP_ASYNC_CA, 0x100, SRC + 1, 4, WS_ST_AT_MISALIGNED},
      {WS_OP_CP_ASYNC_CA, 0x100, SRC, 0, WS_ST_AT_MISALIGNED},
      {WS_OP_CP_ASYNC_CA, 0x100, SRC, 2, WS_ST_AT_MISALIGNED},
      {WS_OP_CP_ASYNC_CA, 0x100, SRC, 12, WS_ST_AT_MISALIGNED},
      {WS_OP_CP_ASYNC_CA, 0x100, SRC, 32, WS_ST_AT_MISALIGNED},
      {WS_OP_CP_ASYNC_CA, 0x100, SRC, 0x80000004, WS_ST_AT_MISALIGNED},
      {WS_OP_CP_ASYNC_CG, 0x100, SRC, 8, WS_ST_AT_MISALIGNED},
      {WS_OP_CP_ASYNC_CG, 0x100, SRC, 4, WS_ST_AT_MISALIGNED},
      {WS_OP_CP_ASYNC_CA, 0x4000, SRC, 16, WS_ST_AT_BAD_SPACE},
      {WS_OP_CP_ASYNC_CA, 0x04000100, SRC, 16, WS_ST_AT_BAD_SPACE},
      {WS_OP_CP_ASYNC_CA, 0x100000100, SRC, 16, WS_ST_AT_BAD_SPACE},
      {WS_OP_CP_ASYNC_CA, 0x100, WS_GMEM_BYTES, 4, WS_ST_AT_BAD_SPACE},
      {WS_OP_CP_ASYNC_CA, 0x100, 0xfffffff0, 16, WS_ST_AT_BAD_SPACE},
      {WS_OP_CP_ASYNC_CA, 0x100, 0x100008000, 16, WS_ST_AT_BAD_SPACE},
  };
  mb_fill_global(t);
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++) {
    for (unsigned i = 0; i < t->lanes; i++)
      t->q.addr[i] = bad[k].dst, t->q.a[i] = bad[k].src, t->q.b[i] = t->q.c[i] = bad[k].size;
    mb_issue(t, bad[k].op, 6);
    mb_gives(t, 6, bad[k].status, 0);
  }
  mb_capture(t, WS_ST_AT_MISALIGNED, 0, 0, WS_OP_CP_ASYNC_CA, 6);
  mb_plain(t, 0x100, 0);
  mb_plain(t, 0x108, 0);
  for (unsigned i = 0; i < 4; i++) // one lane's error is its own
    t->q.addr[i] = 0x200 + 16 * i + (i == 2 ? 4 : 0), t->q.a[i] = i == 1 ? WS_GMEM_BYTES : SRC + 16 * i,
    t->q.b[i] = t->q.c[i] = 16;
  mb_issue(t, WS_OP_CP_ASYNC_CA, 15);
  mb_gives(t, 9, WS_ST_OK, 0);
  mb_gives(t, 2, WS_ST_AT_BAD_SPACE, 0);
  mb_gives(t, 4, WS_ST_AT_MISALIGNED, 0);
  mb_plain(t, 0x200, global8(SRC, 8));
  mb_plain(t, 0x210, 0);
  mb_plain(t, 0x220, 0);
  mb_plain(t, 0x238, global8(SRC + 56, 8));
}

// A copy onto a live object is written; the object stays one, and the capture says who did it.
static void scene_copy_raw(ws_scene *t) {
  mb_fill_global(t);
  mb_init(t, A, 3);
  copy(t, WS_OP_CP_ASYNC_CA, 4, A + 4, SRC, 4, 4);
  mb_gives(t, 4, WS_ST_OK, 0);
  mb_object(t, A, global8(SRC, 4) << 32 | (uint32_t)mb_word(0, 3, 0, 3));
  mb_capture(t, WS_ST_MB_RAW_ACCESS, 0, 0, WS_OP_CP_ASYNC_CA, 4);
}

// -------------------------------------------------------------------------------------- cp.async.mbarrier.arrive

// Without copies the arrive follows the increment at once: nothing is left of the two.
static void scene_cp_async(ws_scene *t) {
  unsigned n = t->lanes;
  mb_fill_global(t);
  mb_init(t, A, 2);
  mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE, t->all, A, 0);
  mb_gives(t, t->all, WS_ST_OK, 0);
  mb_object(t, A, mb_word(0, 2, 0, 2));
  latency(t, SLOW); // two lanes copy twice and then arrive: one more pending for each, until its copies are there
  for (unsigned k = 0; k < 2; k++) {
    for (unsigned i = 0; i < n; i++)
      t->q.addr[i] = 0x100 * (k + 1) + 16 * i, t->q.a[i] = SRC + 16 * i, t->q.b[i] = t->q.c[i] = 16;
    mb_issue(t, WS_OP_CP_ASYNC_CG, 3);
  }
  mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE, 3, A, 0);
  holds_now(t, A, mb_word(0, 4, 0, 2));
  mb_plain(t, A + 16, 0); // settles
  mb_object(t, A, mb_word(0, 2, 0, 2));
  mb_plain(t, 0x200, global8(SRC, 8));
  copy(t, WS_OP_CP_ASYNC_CA, 8, 0x800, SRC, 16, 16);
  mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE, 12, A, 0); // lane 2 has no copy under way: its arrive is through at once
  holds_now(t, A, mb_word(0, 3, 0, 2));
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 2);
  holds_now(t, A, mb_word(0, 1, 0, 2)); // now the phase hangs on the copy
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 2, A, 0, UINT32_MAX);
  mb_woken(t, 2, WS_ST_OK, true);
  mb_object(t, A, mb_word(1, 2, 0, 2));
  mb_plain(t, 0x800, global8(SRC, 8));
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
}

// Several arrives behind one copy, and arrives behind several copies: each comes, and none before its last copy.
static void scene_cp_async_many(ws_scene *t) {
  mb_fill_global(t);
  mb_init(t, A, 7);
  mb_init(t, B, 7);
  latency(t, 300);
  for (unsigned k = 0; k < 5; k++) {
    copy(t, WS_OP_CP_ASYNC_CA, 2, 0x100 + 16 * k, SRC, 4, 4);
    if (k & 1)
      mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, 2, A, 0);
  }
  mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, 2, A, 0); // three behind the same copy
  mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, 2, B, 0);
  mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE, 2, A, 0);
  ws_settle(t);
  mb_object(t, A, mb_word(0, 4, 0, 7));
  mb_object(t, B, mb_word(0, 6, 0, 7));
  mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, 15, B, 0); // no copy is under way
  mb_object(t, B, mb_word(0, 2, 0, 7));
}

static void scene_cp_async_noinc(ws_scene *t) {
  unsigned n = t->lanes;
  mb_fill_global(t);
  mb_launch(t, 1, t->all);
  mb_init(t, A, n); // the pattern of a loader: each lane copies and counts itself off
  latency(t, 400);
  t->warp = 1;
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, t->all, A, 0, UINT32_MAX);
  t->warp = 0;
  for (unsigned i = 0; i < n; i++)
    t->q.addr[i] = 0x1000 + 16 * i, t->q.a[i] = SRC + 16 * i, t->q.b[i] = t->q.c[i] = 16;
  mb_issue(t, WS_OP_CP_ASYNC_CG, t->all);
  mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, t->all, A, 0);
  mb_gives(t, t->all, WS_ST_OK, 0);
  mb_object(t, A, mb_word(1, n, 0, n));
  for (unsigned i = 0; i < n; i++)
    mb_plain(t, 0x1000 + 16 * i, global8(SRC + 16 * i, 8));
  t->warp = 1;
  mb_woken(t, t->all, WS_ST_OK, true);
  t->warp = 0;
  mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, 1, B, 0); // no object: nothing is scheduled
  mb_gives(t, 1, WS_ST_MB_NOT_INIT, 0);
  mb_capture(t, WS_ST_MB_NOT_INIT, 0, 0, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, 1);
}

// Lanes for which nothing more may become pending get an error, in order, and no arrive; those before them get theirs.
static void scene_cp_async_full(ws_scene *t) {
  for (unsigned at = 0; at < t->lanes; at += 4)
    for (uint32_t four = 1; four < 16; four++)
      for (unsigned room = 0; room < 4 && !t->bad; room++) {
        uint32_t lanes = four << at, fine = 0, left = lanes;
        for (unsigned k = 0; k < room && left; k++, left &= left - 1)
          fine |= left & -left;
        mb_init(t, A, MB_MAX - room);
        mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE, lanes, A, 0);
        mb_gives(t, fine, WS_ST_OK, 0);
        mb_gives(t, left, WS_ST_MB_PENDING_OVERFLOW, 0);
        ws_settle(t);
        mb_object(t, A, mb_word(0, MB_MAX - room, 0, MB_MAX - room));
        mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
      }
  ws_expect_error(t, WS_ST_MB_PENDING_OVERFLOW, 1);
}

// Lanes of one operation, each with an object of its own, but for one whose address is wrong: the others get their arrives.
static void scene_cp_async_apart(ws_scene *t) {
  unsigned n = t->lanes;
  for (unsigned i = 0; i < n; i++)
    mb_init(t, A + 16 * i, n + 1);
  for (unsigned wrong = 0; wrong < n && !t->bad; wrong++) {
    for (unsigned i = 0; i < n; i++)
      t->q.addr[i] = A + 16 * i + (i == wrong ? 4 : 0);
    mb_issue(t, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, t->all);
    mb_gives(t, t->all & ~mb_bit(wrong), WS_ST_OK, 0);
    mb_gives(t, mb_bit(wrong), WS_ST_MB_MISALIGNED, 0);
    ws_settle(t);
  }
  for (unsigned i = 0; i < n; i++) // n operations, one of them wrong
    mb_object(t, A + 16 * i, mb_word(0, 2, 0, n + 1));
}

// An operation that fails ends no phase, though nothing would be left to wait for: those who wait go on waiting.
static void scene_wait_errors(ws_scene *t) {
  mb_fill_global(t);
  mb_init(t, A, 1);
  mb_launch(t, 1, t->all);
  t->warp = 1;
  mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 4, A, 0, UINT32_MAX);
  t->warp = 0;
  mb_count(t, WS_OP_MBAR_ARRIVE_NOCOMPLETE, 1, A, 1);
  mb_gives(t, 1, WS_ST_MB_NOCOMPLETE_VIOLATION, 0);
  t->warp = 1;
  ws_expect_wait(t, 4);
  t->warp = 0;
  latency(t, SLOW);
  copy(t, WS_OP_CP_ASYNC_CA, 8, 0x100, SRC, 4, 4);
  mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE, 8, A, 0); // two are pending, one is expected
  mb_count(t, WS_OP_MBAR_ARRIVE_DROP, 1, A, 2);
  holds_now(t, A, mb_word(0, 2, 0, 1));
  mb_gives(t, 1, WS_ST_MB_EXPECT_UNDERFLOW, 0); // the copy is there now, and its arrival
  mb_object(t, A, mb_word(0, 1, 0, 1));
  t->warp = 1;
  ws_expect_wait(t, 4);
  t->warp = 0;
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, A, 1);
  t->warp = 1;
  mb_woken(t, 4, WS_ST_OK, true);
}

// What a deferred arrive finds wrong is captured, for nobody is left to be told: the lane has had its answer.
static void deferred_error(ws_scene *t, uint32_t addr, unsigned kind, uint32_t status) {
  mb_init(t, addr, 1);
  latency(t, SLOW);
  mb_fill_global(t);
  copy(t, WS_OP_CP_ASYNC_CA, 4, 0, SRC, 4, 4);
  mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, 4, addr, 0);
  if (kind == 0)
    mb_count(t, WS_OP_MBAR_INVAL, 1, addr, 0);
  else if (kind == 1)
    mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 1, addr, 16);
  else
    mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, addr, 1);
  ws_settle(t);
  if (!t->bad && !ws_session_out(t->s)->err.valid)
    ws_wrong(t, "an arrive behind a copy that cannot take place leaves nothing in the capture");
  ws_expect_error(t, status, 4);
  if (kind == 0)
    mb_plain(t, addr, 0);
  else
    mb_object(t, addr, kind == 1 ? mb_word(0, 0, 16, 1) : mb_word(0, 1, 0, 1));
}

static void scene_deferred_not_init(ws_scene *t) { deferred_error(t, A, 0, WS_ST_MB_NOT_INIT); }
static void scene_deferred_underflow(ws_scene *t) { deferred_error(t, A, 1, WS_ST_MB_PENDING_UNDERFLOW); }
static void scene_deferred_no_wait(ws_scene *t) { deferred_error(t, B, 2, WS_ST_MB_MISSING_WAIT); }

static bool run_cp_async_late(ws_run *r) {
  return ws_play(r, scene_deferred_not_init) && ws_play(r, scene_deferred_underflow) &&
         ws_play(r, scene_deferred_no_wait);
}

// Who copies onto an object, or has an arrive behind a copy that cannot take place: every lane of several warps, from every entry
// of the table of copies.
static void blame(ws_scene *t, unsigned warp, unsigned lane, unsigned kind, unsigned entry) {
  uint32_t addr = 0x1000 + (warp * 32 + lane) % 64 * 0x90, op = WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC,
           status = WS_ST_MB_NOT_INIT;
  t->bad = t->bad || !ws_session_reset(t->s);
  mb_launch(t, warp, t->all);
  t->warp = warp;
  mb_init(t, addr, 1);
  latency(t, kind < 2 ? 1 + lane % 8 : 400); // what comes behind the copies comes before their data
  for (unsigned k = 0; k < entry; k++)
    copy(t, WS_OP_CP_ASYNC_CA, mb_bit((lane + k + 1) & (t->lanes - 1)), 0x200 + 16 * k, SRC, 4, 4);
  if (kind < 2) {
    op = kind ? WS_OP_CP_ASYNC_CG : WS_OP_CP_ASYNC_CA, status = WS_ST_MB_RAW_ACCESS;
    copy(t, op, mb_bit(lane), addr & ~15u, SRC, 16, 16);
  } else if (kind == 2) {
    copy(t, WS_OP_CP_ASYNC_CA, mb_bit(lane), 0x100, SRC, 8, 8);
    mb_count(t, op, mb_bit(lane), addr, 0);
    mb_count(t, WS_OP_MBAR_INVAL, 1, addr, 0);
  } else { // no copy of this lane is under way
    mb_count(t, WS_OP_MBAR_ARRIVE_EXPECT_TX_SINK, 1, addr, 16);
    mb_count(t, op, mb_bit(lane), addr, 0);
    status = WS_ST_MB_PENDING_UNDERFLOW;
  }
  mb_capture(t, status, 0, warp, kind < 2 ? op : WS_OP_MBAR_CP_ASYNC_ARRIVE, mb_bit(lane)); // with .noinc too
}

static void scene_copy_blame(ws_scene *t) {
  enum { KINDS = 4, ENTRIES = 4 };
  mb_fill_global(t);
  for (unsigned warp = 0; warp < t->run->core.warps; warp = warp < 3 ? warp + 1 : 2 * warp - 1)
    for (unsigned lane = 0; lane < t->lanes && !t->bad; lane++)
      for (unsigned kind = 0; kind < KINDS; kind++)
        blame(t, warp, lane, kind, (lane + warp) % ENTRIES);
}

// ------------------------------------------------------------------------------------------------------ who has to wait

// Clocks with a byte at the tx port in each, which comes before everything else, for the object at addr. Returns how many
// it took.
static unsigned busy(ws_scene *t, uint32_t addr, unsigned cycles) {
  ws_in in = {.rsp_ready = true, .tx = {true, addr, 1}};
  unsigned taken = 0;
  for (; cycles && !t->bad; cycles--) {
    t->bad = !ws_session_cycle(t->s, &in);
    taken += ws_session_out(t->s)->tx_ready;
  }
  return taken;
}

// A copy onto an object that stands in banks which are busy: it is written in the end, and captured as what it is.
static void scene_copy_waits(ws_scene *t) {
  enum { NEXT = A + 128 }; // in the same banks
  mb_fill_global(t);
  for (unsigned k = 0; k < 16 && !t->bad; k++) {
    unsigned lane = 5 * k & (t->lanes - 1), op = k & 1 ? WS_OP_CP_ASYNC_CA : WS_OP_CP_ASYNC_CG;
    t->bad = !ws_session_reset(t->s);
    mb_launch(t, 0, t->all);
    mb_init(t, A, 3);
    mb_init(t, NEXT, 1);
    latency(t, 24 + k / 2);
    copy(t, op, mb_bit(lane), A, SRC + 16 * k, 16, 16);
    mb_cycles(t, 20); // it has asked for its bytes
    int32_t bytes = (int32_t)busy(t, NEXT, 60);
    mb_object(t, A, global8(SRC + 16 * k, 8));
    mb_object(t, NEXT, mb_word(0, 1, -bytes, 1));
    mb_capture(t, WS_ST_MB_RAW_ACCESS, 0, 0, op, mb_bit(lane));
  }
}

// More copies than the table holds, of every warp, out of a memory that is slow; behind them arrives of all lanes, which
// come while the tx port is busy, and of lanes that have no copy.
static void scene_copy_full(ws_scene *t) {
  unsigned n = t->lanes, warps = t->run->core.warps < 4 ? t->run->core.warps : 4;
  static const unsigned late[] = {1, 7, 60, 150};
  mb_fill_global(t);
  for (uint32_t w = 1; w < warps; w++)
    mb_launch(t, w, t->all);
  for (unsigned k = 0; k < 4 && !t->bad; k++) {
    mb_init(t, A, (warps + 1) * n);
    mb_init(t, B, 1);
    latency(t, late[k]);
    for (t->warp = 0; t->warp < warps; t->warp++) {
      for (unsigned i = 0; i < n; i++)
        t->q.addr[i] = 0x800 * t->warp + 16 * (n - 1 - i), t->q.a[i] = SRC + 0x800 * t->warp + 16 * i,
        t->q.b[i] = t->q.c[i] = 16;
      mb_issue(t, WS_OP_CP_ASYNC_CG, t->warp & 1 ? t->all & 0x55555555 : t->all);
      mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, t->all, A, 0);
      if (t->warp & 1)
        mb_count(t, WS_OP_MBAR_EXPECT_TX, 1, B, 0x1000);
    }
    int32_t bytes = (int32_t)busy(t, B, 50 + late[k]);
    t->warp = 0;
    mb_object(t, A, mb_word(0, n, 0, (warps + 1) * n));
    mb_object(t, B, mb_word(0, 1, (int32_t)(0x1000 * (warps / 2)) - bytes, 1));
    mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, t->all, A, 0);
    mb_object(t, A, mb_word(1, (warps + 1) * n, 0, (warps + 1) * n));
    for (unsigned w = 0; w < warps; w++)
      for (unsigned i = 0; i < n; i += w & 1 ? 2 : 1)
        mb_plain(t, 0x800 * w + 16 * (n - 1 - i), global8(SRC + 0x800 * w + 16 * i, 8));
    mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
    mb_count(t, WS_OP_MBAR_INVAL, 1, B, 0);
  }
  mb_capture(t, WS_ST_OK, 0, 0, 0, 0);
}

static bool run_copy_busy(ws_run *r) { return ws_play(r, scene_copy_waits) && ws_play(r, scene_copy_full); }

#define ROW(name, text)                                                                                                \
  { "mbar_" #name, text, .scene = scene_##name }
#define RUN(name, text)                                                                                                \
  { "mbar_" #name, text, .run = run_##name }

static const ws_test tests[] = {
    ROW(copy, "cp.async of 4, 8 and 16 bytes by every lane, up to the last bytes of both memories"),
    ROW(copy_take, "cp.async that takes 0 to 16 bytes of its source: zeros follow"),
    ROW(copy_errors, "cp.async with wrong alignment, size or place copies nothing"),
    ROW(copy_raw, "cp.async onto a live object: written, and captured"),
    ROW(copy_blame, "which lane of which warp a copy onto an object is captured for, or an arrive behind it"),
    RUN(copy_busy,
        "copies that wait: for banks in use, for a slow memory, for room in the table; and arrives for their port"),
    ROW(cp_async, "cp.async.mbarrier.arrive: one more pending until the lane's copies are done"),
    ROW(cp_async_many, "several arrives behind a copy, several copies before an arrive"),
    ROW(cp_async_noinc, ".noinc: the phase ends with the last lane's last copy, and the data is there"),
    ROW(cp_async_full,
        "lanes for which nothing more may become pending: those before them get their arrives, they get none"),
    ROW(cp_async_apart, "lanes with an object each, one at a wrong address: the others get their arrives"),
    ROW(wait_errors, "arrivals that fail, though they would be the last ones, wake nobody"),
    RUN(cp_async_late, "an arrive behind a copy that fails or comes unseen: captured for its lane"),
};
WS_TESTS(copy, WS_FAMILY_MBAR)
