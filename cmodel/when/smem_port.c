// SPDX-License-Identifier: Apache-2.0
// Who uses shared memory in which clock: see smem_port.h.
#include "when/smem_port.h"

#include <string.h>

#include "what/bits.h"

void ws_smem_port_init(smem_port *p, unsigned slots, unsigned banks) {
  memset(p, 0, sizeof *p);
  p->slots = slots;
  p->banks = banks;
  p->rows = SMEM_WORDS / banks;
  p->sweep = (1u << slots) - 1;
  p->swept = true;
}

bool ws_smem_copy_ready(const smem_port *p) { return p->copy; }

bool ws_smem_ls_ready(const smem_port *p) { return p->ls; }

static bool yield(const smem_port *p) { return p->others && !p->budget; }

bool ws_smem_atom_go(const smem_port *p) { return p->own && !yield(p); }

static void access_bank(smem_port *p, smem *m, unsigned bank, uint32_t row, uint32_t bytes, uint32_t data) {
  smem_access *a = &p->read;
  bool raw;
  a->rdata[bank] = ws_smem_access(m, row % p->rows * p->banks + bank, bytes, data, &raw);
  a->en |= 1u << bank;
  a->raw |= (uint32_t)raw << bank;
}

static void access_copy(smem_port *p, smem *m, const async_copy_wr *copy) {
  smem_access *a = &p->read;
  a->copy = true;
  a->warp = copy->warp;
  a->lane = copy->lane;
  a->cg = copy->cg;
  for (unsigned k = 0; k < copy->bytes / 4; k++) {
    uint32_t at = copy->addr / 4 + k;
    access_bank(p, m, at % p->banks, at / p->banks, 0xf, copy->data[k]);
  }
}

static void access_ls(smem_port *p, smem *m, const ws_ls *ls) {
  p->read.ls = true;
  for (unsigned b = 0; b < p->banks; b++)
    if (ls->en >> b & 1)
      access_bank(p, m, b, ls->row[b], ls->be[b], ls->wdata[b]);
}

// A clock of the sweep, owned: somebody has memory for himself: a row, or past a window that is not to be cleared. A row is cleared when nothing uses memory in this
// clock and nothing of the CTA that is about to begin is under way. What others have under way goes on meanwhile, and the
// sweep comes between; it has an end, since nothing more enters.
static void sweep(smem_port *p, smem *m, bool owned) {
  const unsigned rows = p->rows / p->slots, slot = p->row / rows;
  if (!(p->sweep >> slot & 1)) {
    p->row = (p->row + rows) % p->rows;
  } else if (p->calm && !owned) {
    if (p->row % rows == rows - 1)
      p->sweep &= ~(1u << slot);
    ws_smem_clear(m, p->row * p->banks, p->banks);
    p->row = (p->row + 1) % p->rows;
  }
}

// Who takes memory when nobody can enter the pipe and nothing is in it, and who gives it back. True if somebody asks for it or has it from
// now on.
static bool turn(smem_port *p, const smem_use *use) {
  const bool owned = p->own || p->ls || p->copy, empty = p->held && p->empty && !owned;
  const bool ls_waits = use->ls->valid && !p->sweep;
  const bool at_ask = use->at_want && !p->own && !p->rest, ls_ask = ls_waits && !owned && !p->ls_rest,
             copy_ask = use->copy && !owned && !p->copy_rest;
  const bool others = (use->copy && !p->copy) || use->wait || (use->at_want && !p->own) || (ls_waits && !p->ls);
  const bool at_give = p->own && !use->at_uses && (yield(p) || !use->at_want);
  const bool ls_give = p->ls && (yield(p) || !use->ls->valid || p->sweep);
  const bool copy_give = p->copy && (yield(p) || !use->copy);
  // The next of the three behind the one that had it last.
  const bool ls_first = p->last_own && ls_ask, copy_first = (p->last_own || p->last_ls) && copy_ask;
  const bool at_take = empty && at_ask && !ls_first && !copy_first;
  const bool ls_take = empty && ls_ask && !at_take && !(p->last_ls && copy_ask);
  const bool copy_take = empty && copy_ask && !at_take && !ls_take, take = at_take || ls_take || copy_take;
  p->rest = at_give && others ? 3 : p->rest ? p->rest - 1 : 0;
  p->ls_rest = ls_give && others ? 3 : p->ls_rest ? p->ls_rest - 1 : 0;
  p->copy_rest = copy_give && others ? 3 : p->copy_rest ? p->copy_rest - 1 : 0;
  p->budget = take ? 7 : p->budget ? p->budget - 1 : 0;
  p->last_own = take ? at_take : p->last_own;
  p->last_ls = take ? ls_take : p->last_ls;
  p->own = at_take || (p->own && !at_give);
  p->ls = ls_take || (p->ls && !ls_give);
  p->copy = copy_take || (p->copy && !copy_give);
  p->others = others;
  p->empty = !use->jobs && (p->held || !use->wait);
  return at_ask || ls_ask || copy_ask || p->own || p->ls || p->copy;
}

void ws_smem_port_step(smem_port *p, smem *m, const smem_use *use) {
  const ws_ls *ls = use->ls;
  p->swept = p->sweep != 0;
  const bool copy_goes = use->copy && p->copy, ls_goes = ls->valid && p->ls;
  if (p->read.ls || p->read.copy || p->answer.ls || p->answer.copy)
    p->answer = p->read;
  p->read.ls = p->read.copy = false;
  p->read.en = p->read.raw = 0;
  if (copy_goes)
    access_copy(p, m, &use->wr);
  if (ls_goes)
    access_ls(p, m, ls);
  const bool owned = p->own || p->ls || p->copy, asks = turn(p, use);
  const bool calm = p->sweep && !use->start && !use->jobs && !(use->busy & p->sweep);
  if (p->sweep)
    sweep(p, m, owned);
  p->calm = calm;
  p->held = asks;
  p->sweep |= use->start;
}

bool ws_smem_port_quiet(const smem_port *p) {
  return !p->sweep && !p->own && !p->read.ls && !p->read.copy && !p->answer.ls && !p->answer.copy;
}
