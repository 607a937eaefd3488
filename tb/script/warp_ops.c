// SPDX-License-Identifier: Apache-2.0
// Instructions that the block carries out, atom and red too. A request goes in for the lanes of the statement; answers come lane by lane,
// now or during a later statement, and each lane writes the destinations of the instruction that it is in. What it sends
// to other CTAs is delivered before the statement ends; an atomic for one is carried out there and answered as it leaves.
#include "machine.h"

static bool is_mbar(const ws_insn *in) { return in->helper == WS_H_NONE && in->op >> 8 == WS_UNIT_MBAR; }

static bool is_bar(const ws_insn *in) { return in->helper == WS_H_NONE && in->op >> 8 == WS_UNIT_BAR; }

static bool is_copy(const ws_insn *in) { return in->op == WS_OP_CP_ASYNC_CA || in->op == WS_OP_CP_ASYNC_CG; }

static uint32_t read32(machine *m, const ws_operand *o, unsigned lane, uint32_t absent) {
  return o->kind == WS_O_NONE ? absent : (uint32_t)operand_read(m, o, lane).lo;
}

// Operands of mbarrier operations and of copies; ws_req says which field is what.
static void fill_mbar(machine *m, const ws_insn *in, unsigned i, ws_req *req) {
  if (in->op_[WS_R_ADDR].kind != WS_O_NONE)
    req->addr[i] = operand_address(m, &in->op_[WS_R_ADDR], i);
  if (is_copy(in)) {
    uint32_t size = read32(m, &in->op_[WS_R_SIZE], i, 0);
    req->a[i] = operand_address(m, &in->op_[WS_R_ADDR2], i);
    req->b[i] = size;
    const ws_operand *src = &in->op_[WS_R_SRC];
    bool ignore = src->type == WS_T_PRED && operand_read(m, src, i).lo; // nothing is read, zeros are written
    req->c[i] = src->type == WS_T_PRED ? (ignore ? 0 : size) : read32(m, src, i, size);
    return;
  }
  req->a[i] = operand_read(m, &in->op_[WS_R_STATE], i).lo;
  req->b[i] = read32(m, &in->op_[WS_R_CNT], i, 1);
  req->c[i] = read32(m, &in->op_[WS_R_HINT], i, 0);
}

static void fill_request(machine *m, const ws_insn *in, uint32_t lanes, ws_req *req) {
  const ws_operand *q = &in->op_[is_bar(in) ? WS_R_C : WS_R_A]; // a, or the predicate of a reduction over a barrier
  bool pred = q->type == WS_T_PRED && q->kind == WS_O_REG;
  req->warp = m->cur_warp;
  req->op = in->op;
  req->lanes = lanes;
  req->tag = (uint32_t)m->statements & 0xff; // for traces; answers are matched by warp and lane
  req->neg = pred && q->neg;                 // the block complements, not the replayer
  for (unsigned i = 0; i < m->lanes; i++) {
    if (!(lanes >> i & 1))
      continue;
    if (is_mbar(in)) {
      fill_mbar(m, in, i, req);
      continue;
    }
    uint64_t x = operand_read(m, q, i).lo ^ req->neg;
    req->pred |= (uint32_t)(x & 1) << i;
    if (is_bar(in)) {
      req->a[i] = read32(m, &in->op_[WS_R_BAR], i, 0);
      req->b[i] = read32(m, &in->op_[WS_R_CNT], i, 0);
      continue;
    }
    // shfl without .sync: the lanes of the issue
    req->mask[i] = read32(m, &in->op_[WS_R_MASK], i, in->op >> 8 == WS_UNIT_SHFL ? lanes : 0) & m->all;
    req->a[i] = x;
    req->b[i] = (uint32_t)operand_read(m, &in->op_[WS_R_B], i).lo;
    req->c[i] = (uint32_t)operand_read(m, &in->op_[WS_R_C], i).lo;
  }
}

// The generic address of an element, which a request has. What is not in the space that the instruction names is in no memory.
static uint64_t generic_address(const ws_insn *in, uint64_t at) {
  uint64_t nowhere = 0x7ffffff0 | (at & 15); // as aligned as it was
  switch (in->space) {
  case WS_SP_GLOBAL: return WS_GLOBAL_WINDOW | (at >> 31 ? nowhere : at);
  case WS_SP_SHARED_CLUSTER: return at >> 31 ? nowhere : at;
  case WS_SP_SHARED_CTA: return at >> 24 ? nowhere : at;
  case WS_SP_GENERIC: break;
  }
  return at;
}

static unsigned value_bits(const ws_insn *in) { return ws_type_bits(in->type) * (in->vec ? in->vec : 1); }

static void put_operand(ws_req *req, unsigned lane, value v) {
  req->a[lane] = v.lo;
  req->b[lane] = (uint32_t)v.hi;
  req->c[lane] = (uint32_t)(v.hi >> 32);
}

// ---------------------------------------------------------------------------------------------------- try_wait

// Lanes of one statement that wait at the same object for the same time with the same status take one place.
static bool same_place(const ws_req *req, const warp_state *w, unsigned i, unsigned k, bool parity) {
  bool odd = parity ? (uint32_t)req->a[i] > 1 : !(req->a[i] & 1);
  bool odd_k = parity ? (uint32_t)req->a[k] > 1 : !(req->a[k] & 1);
  return req->addr[i] == req->addr[k] && w->limit[i].end == w->limit[k].end && odd == odd_k;
}

static unsigned places_taken(const machine *m, const cta_state *cta) {
  unsigned n = 0;
  for (unsigned k = 0; k < m->s->machine.warps; k++) {
    const warp_state *w = &cta->warp[k];
    uint32_t groups = 0;
    for (unsigned i = 0; i < m->lanes; i++)
      if (w->pending >> i & 1 && is_try_wait(w->at[i]->insn))
        groups |= 1u << w->limit[i].group;
    n += (unsigned)__builtin_popcount(groups);
  }
  return n;
}

// Notes when each lane's limit passes. False: the block has no place for so many that wait, and until a limit passes it
// would take nothing else.
static bool note_limits(machine *m, const ws_insn *in, const ws_req *req) {
  warp_state *w = warp_of(m);
  bool parity = ws_insn_has(in, "parity");
  unsigned groups = 0, taken = places_taken(m, cta_of(m));
  for (unsigned i = 0; i < m->lanes; i++) {
    if (!(req->lanes >> i & 1))
      continue;
    w->limit[i].end = m->ticks + wait_ticks(m, in, i);
    unsigned k = 0;
    while (k < i && !(req->lanes >> k & 1 && same_place(req, w, i, k, parity)))
      k++;
    w->limit[i].group = k;
    groups += k == i && w->limit[i].end > m->ticks;
  }
  if (taken + groups <= BLOCK_WAITERS)
    return true;
  script_error(m, "%u groups of lanes of this CTA may wait in mbarrier.try_wait, %u would", BLOCK_WAITERS,
               taken + groups);
  return false;
}

// ---------------------------------------------------------------------------------------------------- messages

void on_message(void *user, const ws_msg *msg) {
  machine *m = ((cta_state *)user)->m;
  if (m->mails < WS_LANES_MAX && msg->dest < m->s->machine.ctas)
    m->mail[m->mails++] = *msg;
  else
    difference(m, "a message to CTA %u that no lane has sent", msg->dest);
}

static void deliver(machine *m) {
  unsigned here = m->cur_cta;
  for (unsigned i = 0; i < m->mails && !m->stop; i++) {
    m->cur_cta = m->mail[i].dest;
    if (!block_deliver(cta_of(m)->block, &m->mail[i]))
      block_failed(m);
  }
  m->mails = 0;
  m->cur_cta = here;
}

// ---------------------------------------------------------------------------------------------------- operations

static void warp_op_send(machine *m, const ws_req *req) {
  warp_state *w = warp_of(m);
  for (unsigned i = 0; i < m->lanes; i++)
    if (req->lanes >> i & 1) {
      w->at[i] = m->now;
      w->addr[i] = req->addr[i];
    }
  w->pending |= req->lanes;
  if (!block_issue(cta_of(m)->block, req))
    block_failed(m);
  deliver(m);
}

void atom_run(machine *m, const ws_insn *in, uint32_t lanes) {
  ws_req ask = {.warp = m->cur_warp, .op = in->op, .tag = (uint32_t)m->statements & 0xff, .lanes = lanes};
  const bool pairs = in->op == WS_OP_ATOM_CAS_B128; // comes as two requests, the first of which lays down its c
  ws_req lay;
  for (unsigned i = 0; i < m->lanes; i++) {
    if (!(lanes >> i & 1))
      continue;
    value b = operand_joined(m, &in->op_[WS_R_B], value_bits(in), i);
    if (in->op_[WS_R_C].kind != WS_O_NONE && !pairs)
      b.hi = operand_read(m, &in->op_[WS_R_C], i).lo;
    ask.addr[i] = generic_address(in, operand_address(m, &in->op_[WS_R_ADDR], i));
    ask.pred |= (uint32_t)(in->op_[WS_R_POL].kind != WS_O_NONE) << i; // a cache hint
    put_operand(&ask, i, b);
  }
  if (pairs) {
    lay = ask;
    lay.pred = lanes;
    for (unsigned i = 0; i < m->lanes; i++)
      put_operand(&lay, i, operand_read(m, &in->op_[WS_R_C], i));
  }
  dests_resize(m, in);
  if (pairs && lanes) {
    warp_of(m)->laying = lanes;
    warp_op_send(m, &lay);
  }
  if (lanes && !m->stop)
    warp_op_send(m, &ask);
}

// An atomic for another CTA leaves: that one carries it out, and its answer comes before this one goes on.
void on_ask(void *user, const ws_ask *ask) {
  machine *m = ((cta_state *)user)->m;
  if (ask->dest >= m->s->machine.ctas)
    difference(m, "an atomic for CTA %u, which there is not", ask->dest);
  else if (!block_ask(m->cta[ask->dest].block, ask))
    block_failed(m);
}

void on_ans(void *user, const ws_ans *ans) {
  machine *m = ((cta_state *)user)->m;
  if (ans->dest >= m->s->machine.ctas)
    difference(m, "an answer for CTA %u, which there is not", ans->dest);
  else
    block_answer(m->cta[ans->dest].block, ans);
}

void warp_op_run(machine *m, const ws_insn *in, uint32_t lanes) {
  ws_req req = {0};
  fill_request(m, in, lanes, &req);
  bool wait = is_mbar(in) && in->op_[WS_R_STATE].kind != WS_O_NONE && in->op != WS_OP_MBAR_PENDING_COUNT;
  bool room = !is_try_wait(in) || note_limits(m, in, &req);
  token_check check = wait ? token_look(m, in, &req) : (token_check){0};
  dests_resize(m, in);
  if (!lanes || !room)
    return;
  warp_op_send(m, &req);
  token_report(m, &check);
}

void lane_complete(warp_state *w, unsigned lane, uint32_t status) {
  w->status[lane] = status;
  w->finished |= 1u << lane;
  w->fresh |= 1u << lane;
  w->pending &= ~(1u << lane);
}

static value result_of(const ws_rsp *rsp, const ws_operand *dest, unsigned lane) {
  if (dest->bits == 1)
    return (value){rsp->p >> lane & 1, 0};
  return (value){rsp->d[lane] | (dest->bits == 64 ? (uint64_t)rsp->d_hi[lane] << 32 : 0), 0};
}

// The old value of an element, or one of several in a vector.
static value old_value(const warp_state *w, const ws_insn *in, const ws_rsp *rsp, unsigned lane, unsigned k) {
  unsigned bits = value_bits(in);
  uint64_t d = rsp->d[lane] | (bits > 32 ? (uint64_t)rsp->d_hi[lane] << 32 : 0);
  return value_part(bits > 64 ? (value){w->low[lane], d} : (value){d, 0}, bits, in->vec, k);
}

void on_response(void *user, const ws_rsp *rsp) {
  cta_state *cta = user;
  machine *m = cta->m;
  warp_state *w = rsp->warp < m->s->machine.warps ? &cta->warp[rsp->warp] : NULL;
  uint32_t stray = 0;
  for (unsigned i = 0; i < m->lanes; i++) {
    if (!(rsp->lanes >> i & 1))
      continue;
    if (!w || !(w->pending >> i & 1) || w->at[i]->insn->op != rsp->op) {
      stray |= 1u << i;
      continue;
    }
    const ws_insn *in = w->at[i]->insn;
    const ws_operand *dest[WS_VEC_MAX + 1];
    unsigned n = insn_dests(in, dest);
    bool atom = in->helper == WS_H_ATOM;
    if (w->laying >> i & 1) {
      w->laying &= ~(1u << i);
      continue;
    }
    if (!(ws_rsp_ends(rsp) >> i & 1)) {
      w->low[i] = rsp->d[i] | (uint64_t)rsp->d_hi[i] << 32;
      continue;
    }
    for (unsigned k = 0; k < n; k++)
      dest_write(m, w, dest[k], i, atom ? old_value(w, in, rsp, i, k) : result_of(rsp, dest[k], i));
    w->low[i] = 0;
    if (is_mbar(in))
      token_answer(cta, w, i, rsp);
    lane_complete(w, i, rsp->status);
  }
  if (stray)
    difference(m, "cta %u warp %u lanes 0x%x: an answer to %s that no instruction waits for", (unsigned)(cta - m->cta),
               rsp->warp, stray, ws_op_name(rsp->op) ? ws_op_name(rsp->op) : "an unknown operation");
}
