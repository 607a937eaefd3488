// SPDX-License-Identifier: Apache-2.0
// A warp's operation is cut into pieces, see mbar_unit.h.
#include "when/mbar_unit.h"

#include "what/bits.h"

// Does the order of lanes matter that ask for different things of one object?
static bool is_ordered(uint32_t fn) { return mbar_is_init(fn) || mbar_is_tx(fn) || mbar_is_arrive(fn); }

// The lanes that go next: those that ask for the same as the lowest, up to the first that asks for something else of the same object
// where order matters.
static uint32_t piece_of(const mbar_group *g) {
  const unsigned first = bits_first(g->lanes);
  if (g->whole || g->apart)
    return g->whole ? g->lanes : 1u << first;
  uint32_t set = 0;
  for (uint32_t left = g->lanes; left; left &= left - 1) {
    const unsigned i = bits_first(left);
    if (g->digest[i] == g->digest[first])
      set |= 1u << i;
    else if (is_ordered(g->fn) && mbar_same_object(g->digest[i], g->digest[first]))
      break;
  }
  return set;
}

// Do all lanes of a warp ask for the same?
static bool is_one(const mbar_unit *m, const mbar_group *g) {
  for (unsigned i = 1; i < m->lanes; i++)
    if (g->digest[i] != g->digest[0])
      return false;
  return true;
}

static void load(mbar_unit *m, const group_head *head, const ws_req *req) {
  mbar_group *g = &m->issue.in;
  const mbar_window window = {.slot = ws_slot_of(m->warps, m->slots, head->warp),
                              .slots = m->slots,
                              .rank = m->rank,
                              .ctas = m->ctas,
                              .limit = m->limit};
  g->valid = true;
  g->warp = head->warp;
  g->tag = head->tag;
  g->fn = head->op & 0xff;
  g->lanes = head->lanes;
  g->apart = mbar_is_copy(g->fn);
  g->whole = !(g->lanes & (g->lanes - 1));
  for (uint32_t left = g->whole || g->apart ? 0 : g->lanes; left; left &= left - 1)
    g->digest[bits_first(left)] = ws_mbar_digest(&window, g->fn, req, bits_first(left));
  g->whole |= !g->apart && g->lanes == bits_ones(m->lanes) && is_one(m, g);
  const uint32_t asked = g->whole ? bits_lowest(g->lanes) : g->lanes;
  for (uint32_t left = asked; left; left &= left - 1)
    g->ask[bits_first(left)] = ws_mbar_decode(&window, g->fn, req, bits_first(left));
  if (mbar_is_try_wait(g->fn))
    m->away[g->warp] |= g->lanes;
}

static mbar_piece next_piece(const mbar_unit *m, const mbar_group *g) {
  const mbar_operand *ask = &g->ask[bits_first(g->lanes)];
  const uint32_t lanes = piece_of(g);
  return (mbar_piece){.valid = true,
                      .job = {.from = MBAR_LOCAL,
                              .pass = ask->early || ask->owner || mbar_is_copy(g->fn) || mbar_is_pending_count(g->fn),
                              .last = lanes == g->lanes,
                              .warp = g->warp,
                              .tag = g->tag,
                              .fn = g->fn,
                              .lanes = lanes,
                              .cta = m->rank,
                              .ask = *ask}};
}

// The last piece of `cut` leaves for `low` without a comparison, if that is free.
static bool cut_ends(const mbar_issue *q) {
  const mbar_group *g = &q->cut;
  return q->step == MBAR_PICK && (g->whole || (g->apart && !(g->lanes & (g->lanes - 1))));
}

bool ws_mbar_issue_ready(const mbar_issue *q) {
  return !q->in.valid || !q->cut.valid || (cut_ends(q) && (!q->low.valid || !q->spare.valid));
}

static bool move(mbar_piece *to, mbar_piece *from) {
  if (to->valid || !from->valid)
    return false;
  *to = *from;
  from->valid = false;
  return true;
}

// A piece is sent to `low` at once, or after two cycles of comparing.
static void step_cut(mbar_unit *m) {
  mbar_issue *q = &m->issue;
  mbar_group *g = &q->cut;
  if (!g->valid || q->low.valid)
    return;
  if (!g->whole && !g->apart && q->step != MBAR_TAKE) {
    q->step = q->step == MBAR_PICK ? MBAR_COMPARE : MBAR_TAKE;
    return;
  }
  q->step = MBAR_PICK;
  q->low = next_piece(m, g);
  g->lanes &= ~q->low.job.lanes;
  g->valid = g->lanes != 0;
}

void ws_mbar_issue_step(mbar_unit *m, bool taken, const group_head *head, const ws_req *req) {
  mbar_issue *q = &m->issue;
  const bool held = q->spare.valid; // then `low` stays
  q->out.valid &= !taken;
  if (held)
    move(&q->out, &q->spare);
  else if (!move(&q->out, &q->low))
    move(&q->spare, &q->low);
  const bool free = !q->cut.valid || (cut_ends(q) && !q->low.valid);
  step_cut(m);
  if (free && q->in.valid) {
    q->cut = q->in;
    q->in.valid = false;
  }
  if (head)
    load(m, head, req);
}

// ------------------------------------------------------------------------------------- the piece at the outputs

// A limit that the operation does not name is that of the clock in which the piece leaves.
mbar_job ws_mbar_piece_job(const mbar_unit *m) {
  mbar_job job = m->issue.out.job;
  if (mbar_is_try_wait(job.fn) && !mbar_is_limit(job.fn) && !job.ask.early)
    job.ask.x = m->limit;
  return job;
}

// Jobs on their way that may need an entry of the waiter table, and whether a cp.async.mbarrier.arrive is among them.
static unsigned reserved(const mbar_unit *m, bool *cp_arrive) {
  const struct {
    bool valid;
    const mbar_job *job;
  } stage[] = {{m->job_valid, &m->job},     {m->raw_valid, &m->raw}, {m->got_valid, &m->got},
               {m->spare_valid, &m->spare}, {m->sum_valid, &m->sum}, {m->put_valid, &m->put}};
  unsigned n = 0;
  for (unsigned k = 0; k < sizeof stage / sizeof *stage; k++) {
    const mbar_job *j = stage[k].job;
    if (!stage[k].valid || j->from != MBAR_LOCAL || j->pass)
      continue;
    n += mbar_is_try_wait(j->fn) && j->ask.x > 0;
    *cp_arrive |= mbar_is_cp_arrive(j->fn);
  }
  return n;
}

unsigned ws_mbar_room(const mbar_unit *m) {
  bool cp_arrive = false;
  return ws_mbar_wait_free(&m->wait) - reserved(m, &cp_arrive);
}

bool ws_mbar_piece_can_go(const mbar_unit *m, bool net_ready) {
  const mbar_job job = ws_mbar_piece_job(m);
  bool cp_arrive = false;
  reserved(m, &cp_arrive);
  if (cp_arrive || !ws_async_copy_arr_ready(&m->copy))
    return false; // the arrives of the operation before are not yet behind their copies
  if (job.ask.early)
    return true;
  if (mbar_is_copy(job.fn))
    return ws_async_copy_push_ready(&m->copy);
  if (job.ask.owner)
    return !m->net.valid || net_ready;
  return !mbar_is_try_wait(job.fn) || job.ask.x == 0 || ws_mbar_room(m) > m->given;
}

async_copy_push ws_mbar_piece_copy(const mbar_unit *m) {
  const mbar_job *j = &m->issue.out.job;
  return (async_copy_push){.warp = j->warp,
                           .lane = bits_first(j->lanes),
                           .dst = j->ask.at * 4u,
                           .src = j->ask.x & 0xffff,
                           .bytes = 4u << (j->ask.x >> 21 & 3),
                           .take = j->ask.x >> 16 & 31,
                           .cg = mbar_is_cg(j->fn)};
}

void ws_mbar_piece_send(mbar_unit *m) {
  const mbar_job *j = &m->issue.out.job;
  m->net = (ws_msg){.valid = true,
                    .dest = j->ask.owner - 1u,
                    .src = m->rank,
                    .warp = j->warp,
                    .lanes = j->lanes,
                    .op = (uint32_t)WS_UNIT_MBAR << 8 | j->fn,
                    .slot = j->ask.at / 2u,
                    .count = j->ask.x};
}

// ------------------------------------------------------------------------------------------------ what is inside

uint32_t ws_mbar_issue_slots(const mbar_unit *m) {
  const mbar_issue *q = &m->issue;
  const mbar_group *groups[] = {&q->in, &q->cut};
  const mbar_piece *pieces[] = {&q->low, &q->out, &q->spare};
  uint32_t slots = 0;
  for (unsigned k = 0; k < 2; k++)
    slots |= (uint32_t)groups[k]->valid << ws_slot_of(m->warps, m->slots, groups[k]->warp);
  for (unsigned k = 0; k < 3; k++)
    slots |= (uint32_t)pieces[k]->valid << ws_slot_of(m->warps, m->slots, pieces[k]->job.warp);
  return slots;
}

bool ws_mbar_issue_quiet(const mbar_unit *m) {
  const mbar_issue *q = &m->issue;
  if (!q->in.valid && !q->cut.valid && !q->low.valid && !q->out.valid && !q->spare.valid)
    return true;
  const mbar_job job = ws_mbar_piece_job(m);
  return q->out.valid && mbar_is_try_wait(job.fn) && !job.ask.early && job.ask.x > 0 &&
         ws_mbar_wait_free(&m->wait) == 0;
}
