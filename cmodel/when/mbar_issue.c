// SPDX-License-Identifier: Apache-2.0
// A warp's operation is cut into pieces, which leave one a clock: see mbar_unit.h.
#include "when/mbar_unit.h"

#include <string.h>

#include "what/bits.h"

void ws_mbar_unit_limit(mbar_unit *m, uint32_t limit) {
  mbar_issue *q = &m->issue;
  m->limit = limit;
  if (!mbar_is_try_wait(q->fn) || mbar_is_limit(q->fn))
    return;
  for (uint32_t left = q->lanes; left; left &= left - 1) {
    mbar_operand *ask = &q->ask[bits_first(left)];
    ask->x = ask->early ? 0 : limit;
  }
}

// Does the order of lanes matter that ask for different things of one object?
static bool is_ordered(uint32_t fn) { return mbar_is_init(fn) || mbar_is_tx(fn) || mbar_is_arrive(fn); }

static bool same_object(const mbar_operand *a, const mbar_operand *b) {
  return !a->early && !b->early && a->at == b->at && a->owner == b->owner;
}

// The lanes of the next piece: those that ask for the same as the lowest, up to the first that asks for something else of
// the same object where order matters. Copies and lanes with an early error go one by one.
static uint32_t piece_of(const mbar_issue *q) {
  if (!q->lanes)
    return 0;
  unsigned first = bits_first(q->lanes);
  if (mbar_is_copy(q->fn) || q->ask[first].early)
    return 1u << first;
  bool ordered = is_ordered(q->fn);
  uint32_t set = 0;
  for (uint32_t left = q->lanes; left; left &= left - 1) {
    unsigned i = bits_first(left);
    if (memcmp(&q->ask[i], &q->ask[first], sizeof(mbar_operand)) == 0)
      set |= 1u << i;
    else if (ordered && same_object(&q->ask[i], &q->ask[first]))
      break;
  }
  return set;
}

static bool same_operands(const ws_req *req, unsigned i, unsigned j) {
  return req->addr[i] == req->addr[j] && req->a[i] == req->a[j] && req->b[i] == req->b[j] && req->c[i] == req->c[j];
}

void ws_mbar_issue_load(mbar_unit *m, const group_head *head, const ws_req *req) {
  mbar_issue *q = &m->issue;
  const mbar_window window = {.slot = ws_slot_of(m->warps, m->slots, head->warp),
                              .slots = m->slots,
                              .rank = m->rank,
                              .ctas = m->ctas,
                              .limit = m->limit};
  q->warp = head->warp;
  q->tag = head->tag;
  q->fn = head->op & 0xff;
  q->lanes = head->lanes;
  unsigned before = bits_first(q->lanes);
  q->ask[before] = ws_mbar_decode(&window, q->fn, req, before);
  for (uint32_t left = q->lanes & (q->lanes - 1); left; left &= left - 1) {
    unsigned i = bits_first(left);
    q->ask[i] = same_operands(req, i, before) ? q->ask[before] : ws_mbar_decode(&window, q->fn, req, i);
    before = i;
  }
  q->piece = piece_of(q);
  if (mbar_is_try_wait(q->fn))
    m->away[q->warp] |= q->lanes;
}

const mbar_operand *ws_mbar_piece_ask(const mbar_unit *m) { return &m->issue.ask[bits_first(m->issue.piece)]; }

// Jobs on their way that may need an entry of the waiter table, and whether a cp.async.mbarrier.arrive is among them.
static unsigned reserved(const mbar_unit *m, bool *cp_arrive) {
  const struct {
    bool valid;
    const mbar_job *job;
  } stage[] = {{m->spare_valid, &m->spare}, {m->job_valid, &m->job}, {m->get_valid, &m->get}, {m->put_valid, &m->put}};
  unsigned n = 0;
  for (unsigned k = 0; k < 4; k++) {
    const mbar_job *j = stage[k].job;
    if (!stage[k].valid || j->from != MBAR_LOCAL || j->pass)
      continue;
    n += mbar_is_try_wait(j->fn) && j->ask.x > 0;
    *cp_arrive |= mbar_is_cp_arrive(j->fn);
  }
  return n;
}

bool ws_mbar_piece_can_go(const mbar_unit *m, bool net_ready) {
  const mbar_operand *ask = ws_mbar_piece_ask(m);
  bool cp_arrive = false;
  unsigned waits = reserved(m, &cp_arrive);
  if (cp_arrive || !ws_async_copy_arr_ready(&m->copy))
    return false; // the arrives of the operation before are not yet behind their copies
  if (ask->early)
    return true;
  if (mbar_is_copy(m->issue.fn))
    return ws_async_copy_push_ready(&m->copy);
  if (ask->owner)
    return !m->net.valid || net_ready;
  return !mbar_is_try_wait(m->issue.fn) || ask->x == 0 || waits < ws_mbar_wait_free(&m->wait);
}

mbar_job ws_mbar_piece_job(const mbar_unit *m) {
  const mbar_issue *q = &m->issue;
  const mbar_operand *ask = ws_mbar_piece_ask(m);
  return (mbar_job){.from = MBAR_LOCAL,
                    .pass = ask->early || ask->owner || mbar_is_copy(q->fn) || mbar_is_pending_count(q->fn),
                    .last = q->piece == q->lanes,
                    .warp = q->warp,
                    .tag = q->tag,
                    .fn = q->fn,
                    .lanes = q->piece,
                    .cta = m->rank,
                    .ask = *ask};
}

async_copy_push ws_mbar_piece_copy(const mbar_unit *m) {
  const mbar_operand *ask = ws_mbar_piece_ask(m);
  return (async_copy_push){.warp = m->issue.warp,
                           .lane = bits_first(m->issue.piece),
                           .dst = ask->at * 4u,
                           .src = ask->x & 0xffff,
                           .bytes = 4u << (ask->x >> 21 & 3),
                           .take = ask->x >> 16 & 31,
                           .cg = mbar_is_cg(m->issue.fn)};
}

static ws_msg piece_message(const mbar_unit *m) {
  const mbar_operand *ask = ws_mbar_piece_ask(m);
  return (ws_msg){.valid = true,
                  .dest = ask->owner - 1u,
                  .src = m->rank,
                  .warp = m->issue.warp,
                  .lanes = m->issue.piece,
                  .op = (uint32_t)WS_UNIT_MBAR << 8 | m->issue.fn,
                  .slot = ask->at / 2u,
                  .count = ask->x};
}

void ws_mbar_piece_leave(mbar_unit *m) {
  mbar_issue *q = &m->issue;
  const mbar_operand *ask = ws_mbar_piece_ask(m);
  if (ask->owner)
    m->net = piece_message(m);
  q->lanes &= ~q->piece;
  q->piece = piece_of(q);
}

bool ws_mbar_issue_quiet(const mbar_unit *m) {
  if (!m->issue.lanes)
    return true;
  const mbar_operand *ask = ws_mbar_piece_ask(m);
  return mbar_is_try_wait(m->issue.fn) && !ask->early && ask->x > 0 && ws_mbar_wait_free(&m->wait) == 0;
}
