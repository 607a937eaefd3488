// SPDX-License-Identifier: Apache-2.0
// Who uses shared memory in which clock: see smem_port.h.
#include "when/smem_port.h"

#include <string.h>

#include "what/bits.h"

void ws_smem_port_init(smem_port *p, unsigned slots) {
  memset(p, 0, sizeof *p);
  p->slots = slots;
  p->sweep = (1u << slots) - 1;
}

bool ws_smem_copy_ready(const smem_port *p, const smem_use *use) { return !use->pairs && !p->own; }

// Somebody else waits for memory, and atomics have had their turn.
static bool others(const smem_port *p, const smem_use *use) {
  return use->copy || (use->ls->valid && !p->sweep) || use->wait;
}
static bool yield(const smem_port *p) { return p->others && !p->budget; }

bool ws_smem_atom_go(const smem_port *p) { return p->own && !yield(p); }

// Can a plain access use its banks? copy: one stands before it.
static bool ls_can(const smem_port *p, const smem_use *use, bool copy) {
  if (p->sweep || copy || p->own)
    return false;
  for (unsigned k = 0; k < WS_BANKS / 2; k++)
    if ((use->pairs >> k & 1) && (use->ls->en >> 2 * k & 3))
      return false;
  return true;
}

static bool ls_writes(const ws_ls *ls) {
  for (uint32_t left = ls->en; left; left &= left - 1)
    if (ls->be[bits_first(left)] & 0xf)
      return true;
  return false;
}

bool ws_smem_ls_ready(const smem_port *p, const smem_use *use) {
  if (!use->ls->valid)
    return !p->sweep && !use->copy;
  return ls_can(p, use, use->copy) && (p->begun || !ls_writes(use->ls));
}

static void access_bank(smem *m, smem_access *a, unsigned bank, uint32_t row, uint32_t bytes, uint32_t data) {
  bool raw;
  a->rdata[bank] = ws_smem_access(m, bank, row, bytes, data, &raw);
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
    access_bank(m, a, at % WS_BANKS, at / WS_BANKS, 0xf, copy->data[k]);
  }
}

static void access_ls(smem_port *p, smem *m, const ws_ls *ls) {
  p->read.ls = true;
  for (uint32_t left = ls->en; left; left &= left - 1) {
    unsigned b = bits_first(left);
    access_bank(m, &p->read, b, ls->row[b], ls->be[b], ls->wdata[b]);
  }
}

// A clock of the sweep, owned: atomics have memory: a row, or past a window that is not to be cleared. A row is cleared when nothing uses memory in this
// clock and nothing of the CTA that is about to begin is under way. What others have under way goes on meanwhile, and the
// sweep comes between; it has an end, since nothing more enters.
static void sweep(smem_port *p, smem *m, const smem_use *use, bool owned) {
  const unsigned rows = SMEM_ROWS / p->slots, slot = p->row / rows;
  if (!(p->sweep >> slot & 1)) {
    p->row = (p->row + rows) % SMEM_ROWS;
  } else if (!use->jobs && !use->copy && !owned && !(use->busy & p->sweep)) {
    if (p->row % rows == rows - 1)
      p->sweep &= ~(1u << slot);
    ws_smem_clear(m, p->row);
    p->row = (p->row + 1) % SMEM_ROWS;
  }
}

// Atomics take memory when nobody can enter the pipe and nothing is in it. True if they ask for it or have it from now on.
static bool turn(smem_port *p, const smem_use *use) {
  const bool ask = use->at_want && !p->own && !p->rest, take = ask && p->held && !use->jobs;
  const bool give = p->own && !use->at_uses && (yield(p) || !use->at_want);
  const bool others_wait = others(p, use);
  p->rest = give && others_wait ? 3 : p->rest ? p->rest - 1 : 0;
  p->budget = take ? 7 : p->budget ? p->budget - 1 : 0;
  p->own = take || (p->own && !give);
  p->others = others_wait;
  return ask || p->own;
}

void ws_smem_port_step(smem_port *p, smem *m, const smem_use *use) {
  const ws_ls *ls = use->ls;
  const bool copy_goes = use->copy && ws_smem_copy_ready(p, use), ls_goes = ls->valid && ws_smem_ls_ready(p, use);
  if (p->read.ls || p->read.copy || p->answer.ls || p->answer.copy)
    p->answer = p->read;
  p->read.ls = p->read.copy = false;
  p->read.en = p->read.raw = 0;
  const bool can = ls->valid && ls_can(p, use, false);
  const bool held = use->copy ? !copy_goes : ls->valid && !p->sweep && !can;
  p->begun = can && !use->copy && !p->begun && ls_writes(ls);
  if (copy_goes)
    access_copy(p, m, &use->wr);
  if (ls_goes)
    access_ls(p, m, ls);
  const bool owned = p->own, asks = turn(p, use);
  if (p->sweep)
    sweep(p, m, use, owned);
  p->held = asks || held;
  p->sweep |= use->start;
}

bool ws_smem_port_quiet(const smem_port *p) {
  return !p->sweep && !p->own && !p->read.ls && !p->read.copy && !p->answer.ls && !p->answer.copy;
}
