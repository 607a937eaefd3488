// SPDX-License-Identifier: Apache-2.0
// Instructions that the block carries out. A request goes in for the lanes of the statement; answers come lane by lane,
// now or during a later statement, and each lane writes the destinations of the instruction that it is in.
#include "machine.h"

static void fill_request(machine *m, const ws_insn *in, uint32_t lanes, ws_req *req) {
  const ws_operand *a = &in->op_[WS_R_A];
  bool pred = a->type == WS_T_PRED && a->kind == WS_O_REG;
  req->warp = m->cur_warp;
  req->op = in->op;
  req->lanes = lanes;
  req->tag = (uint32_t)m->statements & 0xff; // for traces; answers are matched by warp and lane
  req->neg = pred && a->neg;                 // the block complements, not the replayer
  for (unsigned i = 0; i < m->lanes; i++) {
    if (!(lanes >> i & 1))
      continue;
    uint64_t x = operand_read(m, a, i).lo ^ req->neg;
    req->mask[i] = (uint32_t)operand_read(m, &in->op_[WS_R_MASK], i).lo & m->all;
    req->a[i] = x;
    req->b[i] = (uint32_t)operand_read(m, &in->op_[WS_R_B], i).lo;
    req->c[i] = (uint32_t)operand_read(m, &in->op_[WS_R_C], i).lo;
    req->pred |= (uint32_t)(x & 1) << i;
  }
}

void warp_op_run(machine *m, const ws_insn *in, uint32_t lanes) {
  ws_req req = {0};
  warp_state *w = warp_of(m);
  fill_request(m, in, lanes, &req);
  dests_resize(m, in);
  if (!lanes)
    return;
  for (unsigned i = 0; i < m->lanes; i++)
    if (lanes >> i & 1)
      w->at[i] = m->now;
  w->pending |= lanes;
  if (!block_issue(cta_of(m)->block, &req))
    block_failed(m);
}

void lane_complete(warp_state *w, unsigned lane, uint32_t status) {
  w->status[lane] = status;
  w->finished |= 1u << lane;
  w->fresh |= 1u << lane;
  w->pending &= ~(1u << lane);
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
    const ws_operand *dest[WS_VEC_MAX + 1];
    unsigned n = insn_dests(w->at[i]->insn, dest);
    for (unsigned k = 0; k < n; k++)
      dest_write(m, w, dest[k], i, (value){dest[k]->bits == 1 ? rsp->p >> i & 1 : rsp->d[i], 0});
    lane_complete(w, i, rsp->status);
  }
  if (stray)
    difference(m, "cta %u warp %u lanes 0x%x: an answer to %s that no instruction waits for", (unsigned)(cta - m->cta),
               rsp->warp, stray, ws_op_name(rsp->op) ? ws_op_name(rsp->op) : "an unknown operation");
}
