// SPDX-License-Identifier: Apache-2.0
// Words for tests of the barriers (tests_bar.h).
#include "tests_bar.h"

#include <inttypes.h>

#include "text.h"

unsigned bar_room(const ws_scene *t) { return ws_dut_cta_warps(&t->run->core); }

static uint32_t live(const ws_scene *t, unsigned warp) { return ws_session_out(t->s)->live[warp]; }

void bar_cta(ws_scene *t, unsigned first, unsigned warps) {
  ws_settle(t);
  for (unsigned w = first; w < first + bar_room(t); w++)
    if (!t->bad && live(t, w))
      bar_leave(t, w);
  ws_session_warps(t->s, warps);
  for (unsigned w = first; w < first + warps; w++)
    bar_launch(t, w);
  ws_settle(t);
}

void bar_launch(ws_scene *t, unsigned warp) {
  if (!t->bad && !ws_session_launch(t->s, warp, t->all))
    t->bad = true;
}

void bar_leave(ws_scene *t, unsigned warp) {
  t->warp = warp;
  ws_exit(t, t->all);
}

// Barriers look at the low half of a, at b if there is a count, at predicates in reductions; at no mask and no c.
static void operands(const ws_scene *t, ws_req *q, uint32_t op, uint32_t id, unsigned warps) {
  bool counted = ws_is_bar_counted(op);
  for (unsigned i = 0; i < t->lanes; i++) {
    q->a[i] = (uint64_t)0x5eed0000 << 32 | (op >> 8 == WS_UNIT_BAR ? id : 0x77u * i);
    q->b[i] = counted ? 32 * warps : i & 1 ? 0xdead0001u + i : 32 + 32 * i; // counts, but for nothing
    q->c[i] = 0xfeed0001u + i;
    q->mask[i] = i & 1 ? 0 : 0x5a5a5a5au;
  }
}

void bar_part(ws_scene *t, unsigned warp, uint32_t lanes, uint32_t op, uint32_t id, unsigned warps) {
  t->warp = warp;
  operands(t, &t->q, op, id, warps);
  ws_issue_masks(t, op, lanes);
}

void bar_come(ws_scene *t, unsigned warp, uint32_t op, uint32_t id, unsigned warps) {
  bar_part(t, warp, t->all, op, id, warps);
}

void bar_raw(ws_scene *t, unsigned warp, uint32_t op, uint32_t a, uint32_t b) {
  t->warp = warp;
  operands(t, &t->q, op, a, 0);
  for (unsigned i = 0; i < t->lanes; i++)
    t->q.b[i] = b;
  ws_issue_masks(t, op, t->all);
}

void bar_red(ws_scene *t, unsigned warp, uint32_t op, uint32_t id, unsigned warps, uint32_t pred) {
  t->q.neg = !t->q.neg; // c and !c in turn
  t->q.pred = t->q.neg ? ~pred : pred;
  bar_come(t, warp, op, id, warps);
}

void bar_blocked(ws_scene *t, uint32_t warps) {
  ws_settle(t);
  for (unsigned w = 0; w < t->run->core.warps && !t->bad; w++) {
    uint32_t wait = ws_session_out(t->s)->wait[w], want = warps >> w & 1 ? live(t, w) : 0;
    if (wait != want)
      ws_wrong(t, "warp %u: blocked lanes 0x%08" PRIx32 " expected 0x%08" PRIx32, w, wait, want);
  }
}

static void answered(ws_scene *t, unsigned warp, uint32_t status, uint32_t d, bool p) {
  char x[16], y[16];
  ws_settle(t);
  if (t->bad)
    return;
  for (uint32_t m = live(t, warp); m && !t->bad; m &= m - 1) {
    unsigned i = (unsigned)__builtin_ctz(m), seen = ++t->answered[t->cta][warp][i];
    const ws_lane_result *l = ws_session_lane(t->s, warp, i);
    if (ws_session_out(t->s)->wait[warp] >> i & 1u)
      ws_wrong(t, "warp %u lane %u: is blocked, expected status %s", warp, i, ws_text_status(y, status));
    else if (l->count != seen)
      ws_wrong(t, "warp %u lane %u: has answered %u times, expected %u", warp, i, l->count, seen);
    else if (l->status != status)
      ws_wrong(t, "warp %u lane %u: status %s expected %s", warp, i, ws_text_status(x, l->status),
               ws_text_status(y, status));
    else if (l->d != d)
      ws_wrong(t, "warp %u lane %u: d = %" PRIu64 " expected %" PRIu32, warp, i, l->d, d);
    else if (l->p != p)
      ws_wrong(t, "warp %u lane %u: p = %d expected %d", warp, i, l->p, p);
  }
}

void bar_gives(ws_scene *t, unsigned warp, uint32_t status) { answered(t, warp, status, 0, false); }
void bar_gives_d(ws_scene *t, unsigned warp, uint32_t d) { answered(t, warp, WS_ST_OK, d, false); }
void bar_gives_p(ws_scene *t, unsigned warp, bool p) { answered(t, warp, WS_ST_OK, 0, p); }

void bar_all_give(ws_scene *t, uint32_t warps, uint32_t status) {
  for (; warps; warps &= warps - 1)
    bar_gives(t, (unsigned)__builtin_ctz(warps), status);
}

void bar_silent(ws_scene *t, unsigned warp) {
  ws_settle(t);
  for (uint32_t m = t->bad ? 0 : live(t, warp); m && !t->bad; m &= m - 1) {
    unsigned i = (unsigned)__builtin_ctz(m), count = ws_session_lane(t->s, warp, i)->count;
    if (count != t->answered[t->cta][warp][i])
      ws_wrong(t, "warp %u lane %u: has answered %u times, expected %u", warp, i, count, t->answered[t->cta][warp][i]);
  }
}

void bar_skip(ws_scene *t, unsigned warp) {
  ws_settle(t);
  for (unsigned i = 0; i < t->lanes; i++)
    t->answered[t->cta][warp][i] = ws_session_lane(t->s, warp, i)->count;
}

void bar_capture(ws_scene *t, uint32_t status, unsigned warp, uint32_t op, uint32_t lanes) {
  ws_settle(t);
  if (t->bad)
    return;
  const ws_err *e = &ws_session_out(t->s)->err;
  char x[16], y[16], ox[40], oy[40];
  uint32_t got = e->valid ? e->status : WS_ST_OK;
  if (got != status)
    ws_wrong(t, "captured error %s expected %s", ws_text_status(x, got), ws_text_status(y, status));
  else if (status != WS_ST_OK && (e->cta != t->cta || e->warp != warp || e->op != op || e->lanes != lanes || e->opnd))
    ws_wrong(t,
             "captured error of warp %" PRIu32 ", lanes 0x%08" PRIx32 ", operand 0x%" PRIx32
             ", %s expected warp %u, lanes 0x%08" PRIx32 ", operand 0x0, %s",
             e->warp, e->lanes, e->opnd, ws_text_op(ox, e->op), warp, lanes, ws_text_op(oy, op));
}

void bar_cycle(ws_scene *t, ws_in *in) {
  if (!t->bad)
    t->bad = !ws_session_cycle(t->s, in);
}

ws_req bar_request(ws_scene *t, unsigned warp, uint32_t op, uint32_t id, unsigned warps) {
  ws_req q = {.valid = true, .op = op, .warp = warp, .lanes = t->all, .tag = warp};
  operands(t, &q, op, id, warps);
  return q;
}
