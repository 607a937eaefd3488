// SPDX-License-Identifier: Apache-2.0
// Words for tests of the mbarrier unit (tests_mbar.h).
#include "tests_mbar.h"

#include <inttypes.h>

#include "text.h"

uint64_t mb_word(unsigned phase, uint32_t pending, int32_t tx, uint32_t expected) {
  uint64_t word = (uint64_t)(phase & 1) << 63;
  word |= (uint64_t)((0x100000u - pending) & 0xfffffu) << 43;
  word |= (uint64_t)((uint32_t)tx & 0x1fffffu) << 22;
  return word | (uint64_t)((0x100000u - expected) & 0xfffffu) << 1;
}

uint64_t mb_token(unsigned phase, uint32_t pending, bool no_complete) {
  return (uint64_t)(phase & 1) << 63 | (uint64_t)((0x100000u - pending) & 0xfffffu) << 43 | (no_complete ? 3u : 1u);
}

void mb_issue(ws_scene *t, uint32_t op, uint32_t lanes) { ws_issue_masks(t, op, lanes); }

void mb_count(ws_scene *t, uint32_t op, uint32_t lanes, uint32_t addr, uint32_t b) {
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.addr[i] = addr, t->q.b[i] = b;
  ws_issue_masks(t, op, lanes);
}

void mb_wait(ws_scene *t, uint32_t op, uint32_t lanes, uint32_t addr, uint64_t a, uint32_t c) {
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.addr[i] = addr, t->q.a[i] = a, t->q.c[i] = c;
  ws_issue_masks(t, op, lanes);
}

void mb_init(ws_scene *t, uint32_t addr, uint32_t count) {
  mb_count(t, WS_OP_MBAR_INIT, 1, addr, count);
  mb_gives(t, 1, WS_ST_OK, 0);
}

void mb_seen(ws_scene *t, uint32_t addr, unsigned phase) {
  mb_wait(t, WS_OP_MBAR_TEST_WAIT_PARITY, 1, addr, phase & 1, 0);
  mb_gives_p(t, 1, WS_ST_OK, true);
}

// The answer of a lane to the last request, or NULL: then there is none, and the scene has failed.
static const ws_lane_result *answer(ws_scene *t, unsigned i, uint32_t status) {
  char x[16], y[16];
  if (t->bad)
    return NULL;
  const ws_lane_result *l = ws_session_lane(t->s, t->warp, i);
  if (ws_session_out(t->s)->wait[t->warp] >> i & 1u)
    ws_wrong(t, "lane %u: is blocked, expected status %s", i, ws_text_status(y, status));
  else if (!l->count || l->tag != t->q.tag)
    ws_wrong(t, "lane %u: did not answer, expected status %s", i, ws_text_status(y, status));
  else if (l->status != status)
    ws_wrong(t, "lane %u: status %s expected %s", i, ws_text_status(x, l->status), ws_text_status(y, status));
  return t->bad ? NULL : l;
}

void mb_gives(ws_scene *t, uint32_t lanes, uint32_t status, uint64_t d) {
  ws_settle(t);
  for (uint32_t m = lanes & t->all; m && !t->bad; m &= m - 1) {
    unsigned i = (unsigned)__builtin_ctz(m);
    const ws_lane_result *l = answer(t, i, status);
    if (l && l->d != d)
      ws_wrong(t, "lane %u: d = 0x%016" PRIx64 " expected 0x%016" PRIx64, i, l->d, d);
  }
}

void mb_gives_p(ws_scene *t, uint32_t lanes, uint32_t status, bool p) {
  ws_settle(t);
  for (uint32_t m = lanes & t->all; m && !t->bad; m &= m - 1) {
    unsigned i = (unsigned)__builtin_ctz(m);
    const ws_lane_result *l = answer(t, i, status);
    if (l && l->p != p)
      ws_wrong(t, "lane %u: p = %d expected %d", i, l->p, p);
  }
}

void mb_woken(ws_scene *t, uint32_t lanes, uint32_t status, bool p) {
  ws_expect_status(t, lanes, status);
  for (uint32_t m = lanes & t->all; m && !t->bad; m &= m - 1) {
    unsigned i = (unsigned)__builtin_ctz(m);
    const ws_lane_result *l = ws_session_lane(t->s, t->warp, i);
    if (!ws_is_mbar_try_wait(l->op))
      ws_wrong(t, "lane %u: answered %s last, expected the answer of a try_wait", i, ws_op_name(l->op));
    else if (l->p != p)
      ws_wrong(t, "lane %u: released with p = %d expected %d", i, l->p, p);
  }
}

static void holds(ws_scene *t, uint32_t addr, uint64_t value, bool live) {
  uint64_t got = 0;
  bool raw = false;
  ws_settle(t);
  if (t->bad)
    return;
  if (!ws_session_load(t->s, addr, 8, &got, &raw))
    t->bad = true;
  else if (got != value)
    ws_wrong(t, "the word at 0x%04" PRIx32 " is 0x%016" PRIx64 " expected 0x%016" PRIx64, addr, got, value);
  else if (raw != live)
    ws_wrong(t, "the word at 0x%04" PRIx32 " is %s object", addr,
             raw ? "a live mbarrier, expected no" : "no live mbarrier, expected an");
}

void mb_object(ws_scene *t, uint32_t addr, uint64_t word) { holds(t, addr, word, true); }

void mb_plain(ws_scene *t, uint32_t addr, uint64_t value) { holds(t, addr, value, false); }

void mb_store(ws_scene *t, uint32_t addr, unsigned bytes, uint64_t value, bool live) {
  bool raw = false;
  ws_settle(t);
  if (t->bad)
    return;
  if (!ws_session_store(t->s, addr, bytes, value, &raw))
    t->bad = true;
  else if (raw != live)
    ws_wrong(t, "a store of %u bytes at 0x%04" PRIx32 " %s MB_RAW_ACCESS", bytes, addr, raw ? "gave" : "did not give");
}

void mb_capture(ws_scene *t, uint32_t status, uint32_t cta, uint32_t warp, uint32_t op, uint32_t lanes) {
  ws_settle(t);
  if (t->bad)
    return;
  const ws_err *e = &ws_session_out(t->s)->err;
  char x[16], y[16];
  uint32_t got = e->valid ? e->status : WS_ST_OK;
  if (got != status)
    ws_wrong(t, "captured error %s expected %s", ws_text_status(x, got), ws_text_status(y, status));
  else if (status != WS_ST_OK && (e->cta != cta || e->warp != warp || e->op != op || e->lanes != lanes))
    ws_wrong(t,
             "captured error of CTA %" PRIu32 " warp %" PRIu32 " lanes 0x%08" PRIx32 " operation 0x%03" PRIx32
             " expected CTA %" PRIu32 " warp %" PRIu32 " lanes 0x%08" PRIx32 " operation 0x%03" PRIx32,
             e->cta, e->warp, e->lanes, e->op, cta, warp, lanes, op);
}

void mb_fill_global(ws_scene *t) {
  uint8_t *g = ws_session_global(t->s);
  for (uint32_t i = 0; i < WS_GMEM_BYTES; i++)
    g[i] = (uint8_t)(7 * i + 3);
}

void mb_tx(ws_scene *t, uint32_t addr, uint32_t bytes) {
  if (!t->bad && !ws_session_tx(t->s, addr, bytes))
    t->bad = true;
}

void mb_tick(ws_scene *t, unsigned n) {
  ws_settle(t);
  if (!t->bad && !ws_session_tick(t->s, n))
    t->bad = true;
}

void mb_launch(ws_scene *t, uint32_t warp, uint32_t lanes) {
  if (!t->bad && !ws_session_launch(t->s, warp, lanes))
    t->bad = true;
}

void mb_cycles(ws_scene *t, unsigned n) {
  ws_in in = {.rsp_ready = true};
  for (; n && !t->bad; n--)
    t->bad = !ws_session_cycle(t->s, &in);
}
