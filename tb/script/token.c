// SPDX-License-Identifier: Apache-2.0
// State tokens (PTX 9.7.13.15.16): a wait may ask with the token of an arrival in the current or in the preceding phase
// of the same object. The phase bit in the word cannot tell other tokens from these, so the answer would be one of two
// values by chance. The model counts phases, and the machine remembers for each register where its token came from.
#include "machine.h"

// The slot of a local mbarrier object; false: the block refuses the address, or the object is another CTA's.
static bool slot_of(const cta_state *cta, uint64_t address, uint16_t *slot) {
  uint64_t window = address >> 24, own = (uint64_t)(cta - cta->m->cta) + 1, offset = address & 0xffffff;
  *slot = (uint16_t)(offset / 8);
  return (!window || window == own) && offset < WS_SHARED_BYTES && !(offset % 8);
}

void token_answer(cta_state *cta, warp_state *w, unsigned lane, const ws_rsp *rsp) {
  const ws_insn *in = w->at[lane]->insn;
  const ws_operand *d = &in->op_[WS_R_D];
  uint16_t slot;
  if (is_error(rsp->status) || !slot_of(cta, w->addr[lane], &slot))
    return;
  if (rsp->op == WS_OP_MBAR_INIT)
    cta->life[slot]++;
  uint64_t now, then = block_token_phase(cta->block, rsp->warp, lane);
  if (d->kind != WS_O_REG || d->bits != 64 || !block_phases(cta->block, w->addr[lane] & 0xffffff, &now))
    return;
  reg_of(cta->m, w, d->reg)->token[lane] =
      (token){.known = true, .cta = (uint8_t)(cta - cta->m->cta), .slot = slot, .life = cta->life[slot], .phase = then};
}

token_check token_look(machine *m, const ws_insn *in, const ws_req *req) {
  const ws_operand *state = &in->op_[WS_R_STATE];
  const cta_state *cta = cta_of(m);
  token_check c = {0};
  if (state->kind != WS_O_REG || state->bits != 64)
    return c;
  for (unsigned i = 0; i < m->lanes; i++) {
    const token *t = &reg_of(m, warp_of(m), state->reg)->token[i];
    uint16_t slot;
    uint64_t phase;
    if (!(req->lanes >> i & 1) || !t->known || !slot_of(cta, req->addr[i], &slot))
      continue;
    if (&m->cta[t->cta] != cta || t->slot != slot || t->life != cta->life[slot])
      c.of_other |= 1u << i;
    else if (block_phases(cta->block, slot * 8u, &phase) && phase - t->phase > 1)
      c.old |= 1u << i;
  }
  return c;
}

void token_report(machine *m, const token_check *c) {
  const warp_state *w = warp_of(m);
  uint32_t bad = c->of_other | c->old;
  for (unsigned i = 0; i < m->lanes && !m->stop; i++) {
    if (!(bad >> i & 1) || (!(w->pending >> i & 1) && is_error(w->status[i])))
      continue;
    script_error(m, "lane %u: MB_STALE_TOKEN: the state is %s", i,
                 c->old >> i & 1 ? "more than one phase old" : "of another object");
    return; // the lowest of them
  }
}
