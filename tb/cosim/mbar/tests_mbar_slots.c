// SPDX-License-Identifier: Apache-2.0
// Directed tests of several CTAs in one block: each has its window of shared memory, and one that begins finds its window
// cleared, while the others go on.
#include "tests_mbar.h"

enum { A = 0x230, SRC = 0x8000, SLOW = 3000 };

static unsigned slots(const ws_scene *t) { return ws_dut_slots(&t->run->core); }
static uint32_t window(const ws_scene *t) { return WS_SMEM_BYTES / slots(t); }

// The first warp of a CTA; steps from here on are about it.
static uint32_t first_warp(const ws_scene *t, unsigned slot) { return slot * ws_dut_cta_warps(&t->run->core); }
static void turn(ws_scene *t, unsigned slot) { t->warp = first_warp(t, slot); }

static void launch_all(ws_scene *t) {
  for (unsigned s = 1; s < slots(t); s++)
    mb_launch(t, first_warp(t, s), t->all);
  ws_settle(t);
}

static void copy(ws_scene *t, uint32_t lanes, uint32_t dst, uint32_t bytes) {
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.addr[i] = dst, t->q.a[i] = SRC, t->q.b[i] = bytes, t->q.c[i] = bytes;
  mb_issue(t, WS_OP_CP_ASYNC_CA, lanes);
}

static void latency(ws_scene *t, unsigned cycles) { ws_session_lockstep(t->s)->copy_latency = cycles; }

// -------------------------------------------------------------------------------------------------------- windows

// One offset is another object in each CTA; tx port and plain accesses name it by its place in memory.
static void scene_windows(ws_scene *t) {
  const uint32_t w = window(t), last = w - 8;
  launch_all(t);
  for (unsigned s = 0; s < slots(t); s++) {
    turn(t, s);
    mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
    mb_gives(t, 1, WS_ST_MB_NOT_INIT, 0);
    mb_init(t, A, s + 2);
    mb_init(t, last, 100);
    mb_init(t, 0, 200);
  }
  for (unsigned s = 0; s < slots(t); s++) {
    turn(t, s);
    mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
    mb_gives(t, 1, WS_ST_OK, mb_token(0, s + 2, false));
    mb_tx(t, s * w + A, s + 5);
  }
  for (unsigned s = 0; s < slots(t); s++) {
    mb_object(t, s * w + A, mb_word(0, s + 1, -(int32_t)(s + 5), s + 2));
    mb_object(t, s * w + last, mb_word(0, 100, 0, 100));
    mb_object(t, s * w, mb_word(0, 200, 0, 200));
  }
  for (unsigned s = 0; s < slots(t); s++) { // beyond it there is nothing, whatever stands in memory there
    turn(t, s);
    for (uint32_t past = w; past <= 0x800000; past *= 2) {
      mb_count(t, WS_OP_MBAR_ARRIVE, 2, past + A, 1);
      mb_gives(t, 2, WS_ST_MB_BAD_SPACE, 0);
      copy(t, 2, past, 8);
      mb_gives(t, 2, WS_ST_AT_BAD_SPACE, 0);
    }
    mb_count(t, WS_OP_MBAR_ARRIVE, 2, 0x01000000 | (A + 8), 1); // the own CTA by its rank
    mb_gives(t, 2, WS_ST_MB_NOT_INIT, 0);
    mb_count(t, WS_OP_MBAR_ARRIVE, 2, 0x02000000 | A, 1);
    mb_gives(t, 2, WS_ST_MB_BAD_SPACE, 0);
  }
  for (unsigned s = 0; s < slots(t); s++)
    mb_object(t, s * w + A, mb_word(0, s + 1, -(int32_t)(s + 5), s + 2));
}

// Who waits for an object is let go by its own one, not by those of other CTAs.
static void scene_waits(ws_scene *t) {
  const unsigned n = slots(t) < 4 ? slots(t) : 4; // entries that the table of waiters has in any case
  launch_all(t);
  for (unsigned s = 0; s < n; s++) {
    turn(t, s);
    mb_init(t, A, 1);
    mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 4, A, 0, 1000000);
  }
  for (unsigned s = n; s--;) {
    turn(t, s);
    ws_expect_wait(t, 4);
    mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
    mb_gives(t, 1, WS_ST_OK, mb_token(0, 1, false));
    mb_woken(t, 4, WS_ST_OK, true);
  }
}

// Copies, and the arrives that wait for them.
static void scene_copies(ws_scene *t) {
  const uint32_t w = window(t);
  uint8_t *g = ws_session_global(t->s);
  launch_all(t);
  for (unsigned k = 0; k < 16; k++)
    g[SRC + k] = (uint8_t)(0x10 + k);
  for (unsigned s = 0; s < slots(t); s++) {
    turn(t, s);
    mb_init(t, A, 2);
    copy(t, 1, w - 16, 16);
    mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, 1, A, 1);
    mb_gives(t, 1, WS_ST_OK, 0);
    for (unsigned k = 0; k < slots(t); k++) {
      mb_plain(t, k * w + w - 16, k > s ? 0 : 0x1716151413121110);
      mb_plain(t, k * w + w - 8, k > s ? 0 : 0x1f1e1d1c1b1a1918);
    }
    mb_object(t, s * w + A, mb_word(0, 1, 0, 2));
  }
}

// ------------------------------------------------------------------------------------------------------ a CTA begins

// It finds its window cleared, all of it; the others have what they had, and who waits there waits on.
static void scene_begins(ws_scene *t) {
  const uint32_t w = window(t);
  launch_all(t);
  for (uint32_t at = 0; at < WS_SMEM_BYTES; at += 1016)
    mb_store(t, at, 8, ~(uint64_t)at, false);
  for (unsigned s = 0; s < slots(t); s++)
    mb_store(t, s * w + w - 8, 8, UINT64_MAX, false);
  for (unsigned s = 0; s < slots(t); s++) {
    turn(t, s);
    mb_init(t, A, 3);
    mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
  }
  for (unsigned k = 0; k < slots(t); k++) { // each of them begins anew, the last one first
    unsigned s = slots(t) - 1 - k, other = (s + 1) % slots(t);
    turn(t, other);
    mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, 2, A, 0, 100000);
    turn(t, s);
    ws_exit(t, t->all);
    ws_settle(t);
    mb_object(t, s * w + A, mb_word(0, 2, 0, 3)); // memory stays until somebody comes
    mb_launch(t, first_warp(t, s), t->all);
    for (unsigned i = 0; i < slots(t); i++)
      if (i < s) {
        mb_object(t, i * w + A, mb_word(0, 2, 0, 3));
        mb_plain(t, i * w + w - 8, UINT64_MAX);
      } else if (i == s) {
        mb_plain(t, i * w + A, 0);
        mb_plain(t, i * w + w - 8, 0);
      }
    for (uint32_t at = 0; at < WS_SMEM_BYTES; at += 1016)
      mb_plain(t, at, at / w >= s ? 0 : ~(uint64_t)at);
    mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
    mb_gives(t, 1, WS_ST_MB_NOT_INIT, 0);
    turn(t, other);
    ws_expect_wait(t, 2);
    mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, k ? 1 : 2); // of the one that began before: its new object
    mb_woken(t, 2, WS_ST_OK, true);
    mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
    mb_init(t, A, 3);
    mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
    turn(t, s);
    mb_init(t, A, 1);
  }
}

// Clocks from the launch of a slot's first warp until memory is cleared; `in`: what stands at the other ports meanwhile.
static unsigned begins_after(ws_scene *t, unsigned slot, ws_in in) {
  in.rsp_ready = true;
  in.launch = (ws_lanes){true, first_warp(t, slot), t->all};
  if (!t->bad)
    t->bad = !ws_session_cycle(t->s, &in);
  in.launch.valid = false;
  for (unsigned k = 0; k < 6 && !t->bad; k++) // until memory is told of it
    t->bad = !ws_session_cycle(t->s, &in);
  for (unsigned k = 0; k < 2 * SLOW && !t->bad; k++) {
    t->bad = !ws_session_cycle(t->s, &in);
    if (ws_session_out(t->s)->tx_ready)
      return k;
  }
  return 2 * SLOW;
}

// That it waits for what is under way of its own, and for nothing of the others: neither for slow copies nor for those who
// wait nor for ports that are always busy.
static void scene_bound(ws_scene *t) {
  const uint32_t w = window(t), rows = w / 4 / ws_dut_banks(&t->run->core);
  const unsigned last = slots(t) - 1, waiters = t->run->rtl ? t->run->rtl->fixed.waiters : 8,
                 limit = rows + slots(t) + 12;
  ws_in busy = {.tx = {true, A, 1}, .ls = {.valid = true, .en = UINT32_MAX}};
  launch_all(t);
  for (unsigned i = 1; i < ws_dut_cta_warps(&t->run->core); i++)
    mb_launch(t, i, t->all);
  turn(t, 0);
  mb_init(t, A, 0xfffff);
  turn(t, last);
  ws_exit(t, t->all);
  ws_settle(t);
  unsigned clocks = begins_after(t, last, (ws_in){.rsp_ready = true});
  if (!t->bad && (clocks < rows || clocks > rows + slots(t) + 1))
    ws_wrong(t, "%u clocks after the launch the window was cleared, %u promised", clocks, rows);

  for (unsigned k = 0; k < 3; k++) {
    ws_exit(t, t->all);
    ws_settle(t);
    turn(t, 0);
    latency(t, k == 1 ? SLOW : 1);
    if (k == 1)
      copy(t, 15, w / 2, 16);
    for (unsigned i = 0; k == 2 && i <= waiters; i++) { // one more than the table has entries for
      t->warp = i / t->lanes;
      mb_wait(t, WS_OP_MBAR_TRY_WAIT_PARITY_HINT, mb_bit(i % t->lanes), A, 0, 1000000);
      mb_cycles(t, 20);
    }
    turn(t, last);
    clocks = begins_after(t, last, busy);
    if (!t->bad && clocks > limit)
      ws_wrong(t, "%u clocks after the launch the window was cleared, case %u, %u are enough", clocks, k, limit);
    if (k < 2)
      mb_init(t, A, 1);
  }
}

// Copies of the CTA before are waited for: nothing is written behind the sweep.
static void scene_late_copies(ws_scene *t) {
  const uint32_t w = window(t);
  uint8_t *g = ws_session_global(t->s);
  launch_all(t);
  for (unsigned k = 0; k < 16; k++)
    g[SRC + k] = 0xee;
  turn(t, 1);
  mb_init(t, A, 1);
  latency(t, SLOW / 4);
  copy(t, 15, A + 16, 16);
  mb_count(t, WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC, 1, A, 1);
  mb_cycles(t, 100);
  ws_exit(t, t->all);
  mb_cycles(t, 20);
  unsigned clocks = begins_after(t, 1, (ws_in){.rsp_ready = true});
  if (!t->bad && clocks < SLOW / 8)
    ws_wrong(t, "the CTA began after %u clocks, before the copies of the one before were done", clocks);
  mb_plain(t, w + A, 0);
  mb_plain(t, w + A + 16, 0);
  mb_plain(t, w + A + 24, 0);
}

#define ROW(name, text)                                                                                                \
  { "mbar_slots_" #name, text, .scene = scene_##name, .slots = 2, .warps = 2 }

static const ws_test tests[] = {
    ROW(windows, "CTAs of one block: one offset is another object in each, beyond the window there is none"),
    ROW(waits, "who waits is let go by the object of his own CTA"),
    ROW(copies, "cp.async writes into the own window, and its arrive is at the own object"),
    ROW(begins, "a CTA that begins finds its window cleared, the others keep theirs and go on waiting"),
    ROW(bound, "it begins in time, whatever the other CTAs are doing"),
    ROW(late_copies, "copies of the CTA before it are not written over it"),
};
WS_TESTS(mbar_slots, WS_FAMILY_MBAR)
