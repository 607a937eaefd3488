// SPDX-License-Identifier: Apache-2.0
// Directed tests of objects as words of shared memory: what plain accesses see and do, inval and init in the same place,
// neighbours, words that no operation leaves behind, the sweep; and of every error that an address can make.
#include "tests_mbar.h"

#include <string.h>

enum { A = 0x1238, LINE = 128, COUNT_OPS = 14 }; // LINE: bytes of a row of memory

// Operations on an object that exists, each with an operand that is fine.
static const uint32_t object_ops[COUNT_OPS] = {
    WS_OP_MBAR_INVAL,
    WS_OP_MBAR_EXPECT_TX,
    WS_OP_MBAR_COMPLETE_TX,
    WS_OP_MBAR_ARRIVE,
    WS_OP_MBAR_ARRIVE_DROP,
    WS_OP_MBAR_ARRIVE_EXPECT_TX,
    WS_OP_MBAR_ARRIVE_SINK,
    WS_OP_MBAR_ARRIVE_NOCOMPLETE,
    WS_OP_MBAR_TEST_WAIT,
    WS_OP_MBAR_TRY_WAIT,
    WS_OP_MBAR_TEST_WAIT_PARITY,
    WS_OP_MBAR_TRY_WAIT_PARITY_HINT,
    WS_OP_MBAR_CP_ASYNC_ARRIVE,
    WS_OP_MBAR_CP_ASYNC_ARRIVE_NOINC,
};

// ------------------------------------------------------------------------------------------------------- validity

static void scene_reinit(ws_scene *t) {
  mb_init(t, A, 1);
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
  mb_object(t, A, mb_word(1, 1, 0, 1));
  mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
  mb_gives(t, 1, WS_ST_OK, 0);
  mb_plain(t, A, 0);
  mb_store(t, A, 8, 0x0123456789abcdef, false); // memory like any other now
  mb_store(t, A + 6, 2, 0xcafe, false);
  mb_store(t, A + 1, 1, 0x55, false);
  for (unsigned k = 0; k < COUNT_OPS; k++) {
    for (unsigned i = 0; i < t->lanes; i++)
      t->q.a[i] = 1, t->q.c[i] = 100;
    mb_count(t, object_ops[k], 2, A, 1);
    mb_gives(t, 2, WS_ST_MB_NOT_INIT, 0);
    mb_gives_p(t, 2, WS_ST_MB_NOT_INIT, false);
  }
  mb_plain(t, A, 0xcafe456789ab55ef);
  mb_init(t, A, 2); // no MB_REINIT, and phase 0 again
  mb_object(t, A, mb_word(0, 2, 0, 2));
  mb_count(t, WS_OP_MBAR_ARRIVE, 3, A, 1);
  mb_gives(t, 1, WS_ST_OK, mb_token(0, 2, false));
  mb_gives(t, 2, WS_ST_OK, mb_token(0, 1, false));
  mb_count(t, WS_OP_MBAR_INIT, 1, A, 7); // over a live one: done, and told
  mb_gives(t, 1, WS_ST_MB_REINIT, 0);
  mb_object(t, A, mb_word(0, 7, 0, 7));
  mb_count(t, WS_OP_MBAR_INVAL, t->all, A, 0); // the second lane finds none
  mb_gives(t, 1, WS_ST_OK, 0);
  mb_gives(t, t->all & ~1u, WS_ST_MB_NOT_INIT, 0);
  mb_plain(t, A, 0);
}

// ------------------------------------------------------------------------------------------------------ neighbours

// Operations back to back at objects side by side, and one row of memory apart: each counts its own.
static void scene_adjacent(ws_scene *t) {
  static const uint32_t at[] = {A, A + 8, A - 8, A + LINE, A + LINE + 8, A - LINE};
  enum { OBJECTS = 6, TURNS = 5 };
  uint32_t n = t->lanes;
  mb_store(t, A + 16, 8, 0x1111111111111111, false);
  mb_store(t, A - 16, 8, 0x2222222222222222, false);
  for (unsigned k = 0; k < OBJECTS; k++)
    mb_init(t, at[k], 1000 * (k + 1));
  for (unsigned turn = 0; turn < TURNS; turn++)
    for (unsigned k = 0; k < OBJECTS; k++) // nothing settles in between
      mb_count(t, k & 1 ? WS_OP_MBAR_ARRIVE_EXPECT_TX : WS_OP_MBAR_ARRIVE, t->all, at[k], k & 1 ? k : k + 1);
  for (unsigned k = 0; k < OBJECTS; k++) {
    uint32_t arrived = TURNS * n * (k & 1 ? 1 : k + 1);
    mb_object(t, at[k], mb_word(0, 1000 * (k + 1) - arrived, k & 1 ? (int32_t)(TURNS * n * k) : 0, 1000 * (k + 1)));
  }
  mb_plain(t, A + 16, 0x1111111111111111);
  mb_plain(t, A - 16, 0x2222222222222222);
  for (unsigned i = 0; i < t->lanes; i++) // all of them in one operation
    t->q.addr[i] = at[i % OBJECTS], t->q.b[i] = 1;
  mb_issue(t, WS_OP_MBAR_COMPLETE_TX, t->all);
  for (unsigned k = 0; k < OBJECTS; k++) {
    uint32_t arrived = TURNS * n * (k & 1 ? 1 : k + 1), lanes = n / OBJECTS + (k < n % OBJECTS);
    int32_t tx = k & 1 ? (int32_t)(TURNS * n * k) : 0;
    mb_object(t, at[k], mb_word(0, 1000 * (k + 1) - arrived, tx - (int32_t)lanes, 1000 * (k + 1)));
  }
  mb_count(t, WS_OP_MBAR_INVAL, 1, A, 0);
  mb_plain(t, A, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE_SINK, 1, A, 1);
  mb_gives(t, 1, WS_ST_MB_NOT_INIT, 0);
  for (unsigned k = 1; k < OBJECTS; k++) { // its neighbours are still live
    mb_count(t, WS_OP_MBAR_EXPECT_TX, 1, at[k], 1);
    mb_gives(t, 1, WS_ST_OK, 0);
  }
}

// --------------------------------------------------------------------------------------------------- plain accesses

static void scene_raw(ws_scene *t) {
  uint64_t got = 0;
  bool raw = false;
  mb_init(t, A, 3);
  for (unsigned bytes = 1; bytes <= 8; bytes *= 2)
    for (uint32_t at = A - 8; at < A + 16; at += bytes) {
      uint64_t word = at >= A && at < A + 8 ? mb_word(0, 3, 0, 3) >> 8 * (at - A) : 0;
      if (bytes < 8)
        word &= ((uint64_t)1 << 8 * bytes) - 1;
      ws_settle(t);
      if (!t->bad && !ws_session_load(t->s, at, bytes, &got, &raw))
        t->bad = true;
      if (!t->bad && (got != word || raw != (at >= A && at < A + 8)))
        ws_wrong(t, "%u bytes at 0x%04x: 0x%016llx, %sobject; expected 0x%016llx", bytes, at, (unsigned long long)got,
                 raw ? "" : "no ", (unsigned long long)word);
    }
  mb_store(t, A + 7, 1, 0xff, true); // the sign of the word: phase 1
  mb_object(t, A, mb_word(1, 3, 0, 3));
  mb_count(t, WS_OP_MBAR_ARRIVE, 7, A, 1);
  mb_gives(t, 4, WS_ST_OK, mb_token(1, 1, false));
  mb_object(t, A, mb_word(0, 3, 0, 3));
  mb_store(t, A, 4, (uint32_t)mb_word(0, 3, 0, 9), true); // the lower half: what is expected
  mb_object(t, A, mb_word(0, 3, 0, 9));
  mb_store(t, A + 8, 8, UINT64_MAX, false);
  mb_store(t, A - 8, 8, UINT64_MAX, false);
  mb_object(t, A, mb_word(0, 3, 0, 9));
}

// Accesses to all banks in one clock, each with its own row, bytes and data: the old data comes back, only the bytes named change.
static void scene_raw_wide(ws_scene *t) {
  ws_ls x = {.en = UINT32_MAX};
  ws_ls_rsp y;
  const unsigned banks = ws_dut_banks(&t->run->core);
  uint32_t want[WS_BANKS_MAX], live = 0;
  for (unsigned b = 0; b < banks; b++) { // word i of memory is row i / banks of bank i % banks
    x.row[b] = (uint16_t)(3 * b + 7), x.be[b] = 15, x.wdata[b] = 0x01010101u * (b + 1);
    want[b] = x.wdata[b];
  }
  ws_settle(t);
  if (t->bad || !ws_session_ls(t->s, &x, &y)) {
    t->bad = true;
    return;
  }
  for (unsigned b = 0; b < banks; b += 6) { // some objects over what was written
    mb_init(t, 4 * (x.row[b] * banks + b), b + 1);
    want[b] = (uint32_t)mb_word(0, b + 1, 0, b + 1);
    live |= 1u << b;
  }
  for (unsigned turn = 0; turn < 3 && !t->bad; turn++) {
    for (unsigned b = 0; b < banks; b++)
      x.be[b] = (uint8_t)(turn == 1 ? b & 15 : 0), x.wdata[b] = 0xa5a5a5a5u ^ b;
    memset(&y, 0, sizeof y);
    ws_settle(t);
    if (!ws_session_ls(t->s, &x, &y))
      t->bad = true;
    for (unsigned b = 0; b < banks && !t->bad; b++) {
      if (y.rdata[b] != want[b] || (y.raw >> b & 1) != (live >> b & 1))
        ws_wrong(t, "bank %u row %u: 0x%08x, raw %u; expected 0x%08x, %u", b, x.row[b], y.rdata[b], y.raw >> b & 1,
                 want[b], live >> b & 1);
      for (unsigned byte = 0; byte < 4; byte++)
        if (x.be[b] >> byte & 1)
          want[b] = (want[b] & ~(0xffu << 8 * byte)) | (x.wdata[b] & 0xffu << 8 * byte);
    }
  }
}

// Words that only a store leaves behind are taken as what their fields say; an operation that succeeds clears bits 21
// and 0, and a tx-count below the range is an underflow until it is brought back.
static void scene_garbage(ws_scene *t) {
  mb_init(t, A, 1);
  mb_store(t, A, 8, UINT64_MAX, true); // phase 1, pending 1, tx -1, expected 1
  mb_wait(t, WS_OP_MBAR_TEST_WAIT_PARITY, 1, A, 0, 0);
  mb_gives_p(t, 1, WS_ST_OK, true);
  mb_object(t, A, UINT64_MAX); // a look changes nothing
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 2);
  mb_gives(t, 1, WS_ST_MB_PENDING_UNDERFLOW, 0);
  mb_object(t, A, UINT64_MAX);
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
  mb_gives(t, 1, WS_ST_OK, mb_token(1, 1, false));
  mb_object(t, A, mb_word(1, 0, -1, 1));
  mb_count(t, WS_OP_MBAR_EXPECT_TX, 1, A, 1);
  mb_gives(t, 1, WS_ST_OK, 0);
  mb_object(t, A, mb_word(0, 1, 0, 1));
  mb_store(t, A, 8, 0, true); // nothing pending, nothing expected
  mb_count(t, WS_OP_MBAR_ARRIVE, 1, A, 1);
  mb_gives(t, 1, WS_ST_MB_PENDING_UNDERFLOW, 0);
  mb_object(t, A, 0);
  uint64_t below = mb_word(0, 5, -0x100000, 5) | (uint64_t)1 << 21;
  mb_store(t, A, 8, below, true);
  mb_count(t, WS_OP_MBAR_COMPLETE_TX, 1, A, 0);
  mb_gives(t, 1, WS_ST_MB_TX_UNDERFLOW, 0);
  mb_count(t, WS_OP_MBAR_EXPECT_TX, 1, A, 0);
  mb_gives(t, 1, WS_ST_MB_TX_UNDERFLOW, 0);
  mb_count(t, WS_OP_MBAR_ARRIVE, 3, A, 1);
  mb_gives(t, 3, WS_ST_MB_TX_UNDERFLOW, 0);
  mb_object(t, A, below);
  mb_count(t, WS_OP_MBAR_EXPECT_TX, 3, A, 1);
  mb_gives(t, 3, WS_ST_OK, 0);
  mb_object(t, A, mb_word(0, 5, -0x100000 + 2, 5));
}

// ----------------------------------------------------------------------------------------------------------- sweep

// Cycles until the unit takes something, with a plain access at its port and, if `request`, an operation. The other ports
// are ready no earlier.
static unsigned swept_after(ws_scene *t, bool request) {
  enum {
    LIMIT = 2000,
    LAUNCH = 5
  }; // clocks between that of the port, the next one and that in which the unit is told of it
  ws_in in = {.rsp_ready = true};
  unsigned first = LIMIT;
  if (request) { // the launch takes effect
    in.req = (ws_req){.valid = true, .op = WS_OP_MBAR_INIT, .lanes = 1};
    in.req.addr[0] = A, in.req.b[0] = 1;
    t->bad = t->bad || !ws_session_cycle(t->s, &in);
    in.req.valid = false;
    for (unsigned k = 0; k < LAUNCH && !t->bad; k++)
      t->bad = !ws_session_cycle(t->s, &in);
  }
  in.ls = (ws_ls){.valid = true, .en = 1};
  for (unsigned k = 0; k < LIMIT && !t->bad; k++) {
    t->bad = !ws_session_cycle(t->s, &in);
    const ws_out *out = ws_session_out(t->s);
    if (first > k && (out->ls_ready || out->tx_ready || out->rsp.valid))
      first = k;
    if (out->ls_ready)
      break;
  }
  return first;
}

// From a launch of the first warp on: the memory is cleared, one row a clock; warp operations go on, objects are gone.
static void scene_sweep(ws_scene *t) {
  for (unsigned k = 0; k < 3; k++) {
    uint32_t addr = k * 0x1000 + 0xff8;
    mb_init(t, addr, 5);
    mb_store(t, k * 8, 8, UINT64_MAX, false);
    mb_store(t, WS_SMEM_BYTES - 8 - 8 * k, 8, UINT64_MAX, false);
  }
  mb_launch(t, 1, t->all); // not the first one: nothing happens
  mb_object(t, 0xff8, mb_word(0, 5, 0, 5));
  ws_exit(t, t->all);
  mb_object(t, 0xff8, mb_word(0, 5, 0, 5)); // another warp lives
  mb_launch(t, 0, t->all);
  mb_object(t, 0xff8, mb_word(0, 5, 0, 5));
  ws_exit(t, t->all);
  t->warp = 1;
  ws_exit(t, t->all);
  mb_object(t, 0xff8, mb_word(0, 5, 0, 5)); // nobody lives, memory stays
  ws_settle(t);
  t->warp = 2;
  mb_launch(t, 2, t->all);
  t->q.pred = t->all;
  ws_issue_masks(t, WS_OP_ACTIVEMASK, t->all); // its lanes do not wait for the sweep
  mb_init(t, 0x20, 1);                         // this does
  mb_object(t, 0x20, mb_word(0, 1, 0, 1));
  for (unsigned k = 0; k < 3; k++) {
    mb_plain(t, k * 0x1000 + 0xff8, 0);
    mb_plain(t, k * 8, 0);
    mb_plain(t, WS_SMEM_BYTES - 8 - 8 * k, 0);
    mb_count(t, WS_OP_MBAR_ARRIVE, 1, k * 0x1000 + 0xff8, 1);
    mb_gives(t, 1, WS_ST_MB_NOT_INIT, 0);
  }
}

// A clock a row and one more, 129 with 32 banks, and one more after reset, in which neither bytes nor plain accesses are taken nor a request of
// the unit is answered.
static bool run_sweep_clocks(ws_run *r) {
  ws_session_cfg cfg = ws_run_session(r, 0);
  ws_scene t = {.run = r, .lanes = r->core.lanes, .all = UINT32_MAX >> (32 - r->core.lanes)};
  if (!(t.s = ws_session_open(&cfg)))
    return false;
  for (unsigned k = 0; k < 3; k++) { // after reset, after a launch, after the next one
    if (k == 2)
      ws_exit(&t, t.all);
    if (k)
      mb_launch(&t, 0, t.all);
    unsigned clocks = swept_after(&t, k > 0), promised = WS_SMEM_BYTES / 4 / ws_dut_banks(&r->core) + (k ? 1 : 2);
    if (!t.bad && clocks != promised)
      ws_wrong(&t, "%u clocks after %s something was taken, %u promised", clocks, k ? "the launch" : "reset", promised);
    ws_settle(&t);
  }
  r->ops = ws_session_issued(t.s);
  r->cycles = ws_session_cycles(t.s);
  return ws_session_close(t.s) && !t.bad;
}

// ---------------------------------------------------------------------------------------------------------- errors

// Every operation at an address that it must not have: its status, a poisoned answer, nobody blocked, nothing changed.
static void scene_errors(ws_scene *t) {
  static const struct {
    uint64_t addr;
    uint32_t status;
  } bad[] = {{A + 4, WS_ST_MB_MISALIGNED},
             {A + 1, WS_ST_MB_MISALIGNED},
             {WS_SMEM_BYTES, WS_ST_MB_BAD_SPACE},
             {0x00fffff8, WS_ST_MB_BAD_SPACE},
             {WS_SMEM_BYTES + A, WS_ST_MB_BAD_SPACE},
             {0xff000000 | A, WS_ST_MB_BAD_SPACE},
             {(uint64_t)1 << 32 | A, WS_ST_MB_BAD_SPACE},
             {(uint64_t)1 << 63 | A, WS_ST_MB_BAD_SPACE},
             {0x02000000 | A, WS_ST_MB_BAD_SPACE}, // the second CTA of one
             {WS_SMEM_BYTES + 1, WS_ST_MB_MISALIGNED},
             {(uint64_t)1 << 40 | 7, WS_ST_MB_MISALIGNED},
             {A + 8, WS_ST_MB_NOT_INIT}};
  uint64_t word = mb_word(1, 2, 0, 3);
  mb_init(t, A, 3);
  mb_store(t, A, 8, word, true);
  for (size_t k = 0; k < sizeof bad / sizeof bad[0]; k++)
    for (unsigned j = 0; j < COUNT_OPS + 1; j++) {
      uint32_t op = j < COUNT_OPS ? object_ops[j] : WS_OP_MBAR_INIT;
      if (op == WS_OP_MBAR_INIT && bad[k].status == WS_ST_MB_NOT_INIT)
        continue;
      for (unsigned i = 0; i < t->lanes; i++)
        t->q.addr[i] = bad[k].addr, t->q.a[i] = 1, t->q.b[i] = 0, t->q.c[i] = 50; // b: no count, but that comes later
      mb_issue(t, op, 10);
      mb_gives(t, 10, bad[k].status, 0);
      mb_gives_p(t, 10, bad[k].status, false);
      ws_expect_wait(t, 0);
    }
  mb_object(t, A, word);
  mb_plain(t, A + 8, 0);
  mb_capture(t, WS_ST_MB_MISALIGNED, 0, 0, object_ops[0], 10);
  for (unsigned i = 0; i < 4; i++) // lanes of one operation, each with its own
    t->q.addr[i] = i == 0 ? A + 2 : i == 1 ? 0x4000 : i == 2 ? A : A + 8, t->q.b[i] = 1;
  mb_issue(t, WS_OP_MBAR_ARRIVE, 15);
  mb_gives(t, 1, WS_ST_MB_MISALIGNED, 0);
  mb_gives(t, 2, WS_ST_MB_BAD_SPACE, 0);
  mb_gives(t, 4, WS_ST_OK, mb_token(1, 2, false));
  mb_gives(t, 8, WS_ST_MB_NOT_INIT, 0);
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.addr[i] = 0x01000000 | A; // the own CTA by its rank
  mb_issue(t, WS_OP_MBAR_ARRIVE, 2);
  mb_gives(t, 2, WS_ST_OK, mb_token(1, 1, false));
  mb_object(t, A, mb_word(0, 3, 0, 3));
}

// The tx port has no one to answer to: what is wrong goes to the capture.
static void tx_error(ws_scene *t, uint32_t addr, uint32_t status) {
  mb_init(t, A, 3);
  mb_tx(t, addr, 8);
  mb_capture(t, status, 0, 0, WS_OP_MBAR_COMPLETE_TX, 0);
  mb_object(t, A, mb_word(0, 3, 0, 3));
  mb_tx(t, A, 8);
  mb_object(t, A, mb_word(0, 3, -8, 3));
}

static void scene_tx_misaligned(ws_scene *t) { tx_error(t, A + 4, WS_ST_MB_MISALIGNED); }
static void scene_tx_window(ws_scene *t) { tx_error(t, WS_SMEM_BYTES, WS_ST_MB_BAD_SPACE); }
static void scene_tx_absent(ws_scene *t) { tx_error(t, A + 8, WS_ST_MB_NOT_INIT); }

static bool run_tx_errors(ws_run *r) {
  return ws_play(r, scene_tx_misaligned) && ws_play(r, scene_tx_window) && ws_play(r, scene_tx_absent);
}

// Operands that are wrong in a single bit, each bit in turn: none of them is overlooked.
static void wrong_bit(ws_scene *t, uint32_t op, uint64_t addr, uint64_t a, uint32_t b, uint32_t status) {
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.addr[i] = addr, t->q.a[i] = a, t->q.b[i] = b, t->q.c[i] = 8;
  mb_issue(t, op, 5);
  mb_gives(t, 5, status, 0);
}

static void scene_bits(ws_scene *t) {
  uint64_t word = mb_word(0, 3, 0, 3), one = 1;
  mb_init(t, A, 3);
  for (unsigned k = 14; k < 64; k++) { // beyond the window of 2^14 bytes; bit 24 is the rank of the own CTA
    if (k != 24) {
      wrong_bit(t, WS_OP_MBAR_ARRIVE, A | one << k, 0, 1, WS_ST_MB_BAD_SPACE);
      wrong_bit(t, WS_OP_CP_ASYNC_CA, 0x100 | one << k, 0, 8, WS_ST_AT_BAD_SPACE);
    }
    if (k >= 16) // global memory has 2^16 bytes
      wrong_bit(t, WS_OP_CP_ASYNC_CA, 0x100, one << k, 8, WS_ST_AT_BAD_SPACE);
  }
  for (unsigned k = 20; k < 32; k++) { // counts end at 2^20 - 1
    wrong_bit(t, WS_OP_MBAR_ARRIVE, A, 0, 1u << k | 1, WS_ST_MB_BAD_COUNT);
    wrong_bit(t, WS_OP_MBAR_INIT, A, 0, 1u << k | 1, WS_ST_MB_BAD_COUNT);
    wrong_bit(t, WS_OP_MBAR_EXPECT_TX, A, 0, 1u << k, WS_ST_MB_TX_OVERFLOW);
  }
  for (unsigned k = 1; k < 32; k++) { // a parity is 0 or 1
    wrong_bit(t, WS_OP_MBAR_TEST_WAIT_PARITY, A, one << k, 0, WS_ST_MB_BAD_PARITY);
    wrong_bit(t, WS_OP_MBAR_TEST_WAIT_PARITY, A, one << k | 1, 0, WS_ST_MB_BAD_PARITY);
  }
  for (unsigned k = 0; k < 32; k++) // a copy has 4, 8 or 16 bytes
    if (k < 2 || k > 4) {
      wrong_bit(t, WS_OP_CP_ASYNC_CA, 0x100, 0, 1u << k, WS_ST_AT_MISALIGNED);
      wrong_bit(t, WS_OP_CP_ASYNC_CA, 0x100, 0, 1u << k | 4, WS_ST_AT_MISALIGNED);
    }
  mb_object(t, A, word);
  mb_plain(t, 0x100, 0);
}

static unsigned tx_bit;
static void scene_tx_bit(ws_scene *t) { tx_error(t, A | 1u << tx_bit, WS_ST_MB_BAD_SPACE); }

static bool run_bits(ws_run *r) {
  bool good = ws_play(r, scene_bits);
  for (tx_bit = 14; tx_bit < 32 && good; tx_bit++) // one a run, for the capture keeps the first error
    good = ws_play(r, scene_tx_bit);
  return good;
}

#define ROW(name, text)                                                                                                \
  { "mbar_" #name, text, .scene = scene_##name }
#define RUN(name, ...)                                                                                                 \
  { "mbar_" #name, __VA_ARGS__, .run = run_##name }

static const ws_test tests[] = {
    ROW(reinit, "inval, plain stores, init in one place; init over a live object"),
    ROW(adjacent, "neighbours in memory, back to back and in one operation, each count their own"),
    ROW(raw, "plain accesses of 1 to 8 bytes in, before and behind a live object"),
    ROW(raw_wide, "plain accesses to all banks in one clock, each with its own row and bytes"),
    ROW(garbage, "words that only a store leaves behind"),
    {"mbar_sweep", "the first warp of a CTA finds memory cleared and no object; later ones change nothing",
     .scene = scene_sweep, .warps = 3},
    RUN(sweep_clocks, "the sweep takes a clock a row and one more, and nothing of the unit is taken before",
        .needs_model = "it counts clocks"),
    ROW(errors, "every operation at every kind of wrong address: status, poison, nothing changed, nobody blocked"),
    RUN(tx_errors, "the tx port at a wrong address: the error is captured"),
    RUN(bits, "addresses, counts, parities and sizes that are wrong in one bit, each bit in turn, at the tx port too"),
};
WS_TESTS(mbar_memory, WS_FAMILY_MBAR)
