// SPDX-License-Identifier: Apache-2.0
// Registers of a warp, and operands that name them. A register without declaration has the size of its last write.
#include <stdlib.h>

#include "machine.h"

value value_cut(value v, unsigned bits) {
  if (bits < 128)
    v.hi = 0;
  if (bits < 64)
    v.lo &= (UINT64_C(1) << bits) - 1;
  return v;
}

reg_state *reg_of(machine *m, warp_state *w, const ws_reg *r) {
  if (!w->reg)
    w->reg = must_alloc(m->s->nregs, sizeof *w->reg);
  reg_state **slot = &w->reg[r->id];
  if (!*slot) {
    *slot = must_alloc(1, sizeof **slot);
    if (r->declared)
      (*slot)->bits = ws_type_bits(r->type);
  }
  return *slot;
}

void reg_resize(machine *m, warp_state *w, const ws_reg *r, unsigned bits) {
  reg_state *s = reg_of(m, w, r);
  if (r->declared || s->bits == bits)
    return;
  *s = (reg_state){.bits = bits, .touched = s->touched};
}

void reg_write(machine *m, warp_state *w, const ws_reg *r, unsigned lane, value v) {
  reg_state *s = reg_of(m, w, r);
  s->v[lane] = value_cut(v, s->bits);
  s->token[lane].known = false;
  s->written |= 1u << lane;
}

void regs_forget(machine *m, warp_state *w) {
  for (unsigned i = 0; w->reg && i < m->s->nregs; i++)
    free(w->reg[i]);
  free(w->reg);
  w->reg = NULL;
}

static uint64_t special(machine *m, ws_sreg r, unsigned lane) {
  uint32_t eq = 1u << lane, lt = eq - 1;
  switch (r) {
  case WS_SR_LANEID: return lane;
  case WS_SR_LANEMASK_EQ: return eq;
  case WS_SR_LANEMASK_LT: return lt;
  case WS_SR_LANEMASK_LE: return lt | eq;
  case WS_SR_LANEMASK_GT: return m->all & ~(lt | eq);
  case WS_SR_LANEMASK_GE: return m->all & ~lt;
  case WS_SR_WARPID: return m->cur_warp;
  case WS_SR_NWARPID: return m->s->machine.warps;
  case WS_SR_TID_X: return m->cur_warp * m->lanes + lane;
  case WS_SR_NTID_X: return m->s->machine.warps * m->lanes;
  case WS_SR_CTAID_X:
  case WS_SR_CLUSTER_CTAID_X:
  case WS_SR_CLUSTER_CTARANK: return m->cur_cta;
  case WS_SR_NCTAID_X:
  case WS_SR_CLUSTER_NCTAID_X:
  case WS_SR_CLUSTER_NCTARANK: return m->s->machine.ctas;
  case WS_SR_NTID_Y:
  case WS_SR_NTID_Z:
  case WS_SR_NCTAID_Y:
  case WS_SR_NCTAID_Z:
  case WS_SR_NCLUSTERID_X:
  case WS_SR_NCLUSTERID_Y:
  case WS_SR_NCLUSTERID_Z:
  case WS_SR_CLUSTER_NCTAID_Y:
  case WS_SR_CLUSTER_NCTAID_Z:
  case WS_SR_IS_EXPLICIT_CLUSTER: return 1;
  case WS_SR_TID_Y:
  case WS_SR_TID_Z:
  case WS_SR_CTAID_Y:
  case WS_SR_CTAID_Z:
  case WS_SR_CLUSTERID_X:
  case WS_SR_CLUSTERID_Y:
  case WS_SR_CLUSTERID_Z:
  case WS_SR_CLUSTER_CTAID_Y:
  case WS_SR_CLUSTER_CTAID_Z: return 0;
  case WS_SR_CLOCK: return (uint32_t)m->instructions;
  case WS_SR_CLOCK_HI: return m->instructions >> 32;
  case WS_SR_CLOCK64: return m->instructions;
  case WS_SR_GLOBALTIMER: return m->ticks * 10;
  case WS_SR_COUNT: break;
  }
  return 0;
}

value operand_read(machine *m, const ws_operand *o, unsigned lane) {
  value v = {0, 0};
  switch (o->kind) {
  case WS_O_REG:
    v = reg_of(m, warp_of(m), o->reg)->v[lane];
    if (o->neg)
      v.lo ^= 1; // predicates only
    if (o->imm)
      v = value_cut((value){v.lo + o->imm, v.hi}, o->bits);
    break;
  case WS_O_IMM: v.lo = o->imm; break;
  case WS_O_SREG: v.lo = special(m, o->sreg, lane); break;
  default: break;
  }
  return v;
}

value value_part(value v, unsigned bits, unsigned n, unsigned i) {
  unsigned width = bits / n, at = width * i;
  return value_cut((value){at < 64 ? v.lo >> at : v.hi >> (at - 64), at ? 0 : v.hi}, width);
}

value operand_joined(machine *m, const ws_operand *o, unsigned bits, unsigned lane) {
  if (o->kind != WS_O_VEC)
    return operand_read(m, o, lane);
  unsigned width = bits / o->n;
  value v = {0, 0};
  for (unsigned i = 0; i < o->n; i++) {
    uint64_t x = value_cut(operand_read(m, &o->elem[i], lane), width).lo;
    unsigned at = width * i;
    *(at < 64 ? &v.lo : &v.hi) |= x << at % 64;
  }
  return v;
}

unsigned insn_dests(const ws_insn *in, const ws_operand *dest[WS_VEC_MAX + 1]) {
  const ws_operand *d = &in->op_[WS_R_D], *p = &in->op_[WS_R_P];
  unsigned n = 0;
  if (d->kind == WS_O_VEC)
    for (unsigned i = 0; i < d->n && i < WS_VEC_MAX; i++)
      dest[n++] = &d->elem[i];
  else if (d->kind != WS_O_NONE)
    dest[n++] = d;
  if (p->kind != WS_O_NONE)
    dest[n++] = p;
  return n;
}

void dests_resize(machine *m, const ws_insn *in) {
  const ws_operand *dest[WS_VEC_MAX + 1];
  unsigned n = insn_dests(in, dest);
  for (unsigned i = 0; i < n; i++)
    if (dest[i]->kind == WS_O_REG)
      reg_resize(m, warp_of(m), dest[i]->reg, dest[i]->bits);
}

void dest_write(machine *m, warp_state *w, const ws_operand *o, unsigned lane, value v) {
  if (o->kind != WS_O_REG)
    return;
  reg_write(m, w, o->reg, lane, v);
  reg_of(m, w, o->reg)->touched = true;
}
