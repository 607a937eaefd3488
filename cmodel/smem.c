// SPDX-License-Identifier: Apache-2.0
// Shared memory: see smem.h.
#include "smem.h"

#include <string.h>

void smem_init(smem *m, unsigned slots) {
  memset(m, 0, sizeof *m);
  m->slots = slots;
  m->sweep = (1u << slots) - 1;
}

static uint32_t bit(const uint32_t set[], uint32_t slot) { return set[slot / 32] >> slot % 32 & 1; }

static void set_bit(uint32_t set[], uint32_t slot, bool value) {
  set[slot / 32] = (set[slot / 32] & ~(1u << slot % 32)) | (uint32_t)value << slot % 32;
}

smem_object smem_get(const smem *m, uint32_t slot) {
  return (smem_object){.word = (uint64_t)m->word[2 * slot + 1] << 32 | m->word[2 * slot],
                       .vld = bit(m->vld, slot),
                       .seen = bit(m->seen, slot)};
}

void smem_put(smem *m, uint32_t slot, const smem_object *o) {
  m->word[2 * slot] = (uint32_t)o->word;
  m->word[2 * slot + 1] = (uint32_t)(o->word >> 32);
  set_bit(m->vld, slot, o->vld);
  set_bit(m->seen, slot, o->seen);
}

// A copy goes while no job uses memory, a plain access while none uses its banks.
bool smem_copy_ready(const smem_busy *busy) { return !busy->pairs; }

// Can a plain access use its banks?
static bool ls_can(const smem *m, const smem_busy *busy, bool copy, const ws_ls *ls) {
  if (m->sweep || copy)
    return false;
  for (unsigned k = 0; k < WS_BANKS / 2; k++)
    if ((busy->pairs >> k & 1) && (ls->en >> 2 * k & 3))
      return false;
  return true;
}

static bool ls_writes(const ws_ls *ls) {
  for (uint32_t left = ls->en; left; left &= left - 1)
    if (ls->be[__builtin_ctz(left)] & 0xf)
      return true;
  return false;
}

bool smem_ls_ready(const smem *m, const smem_busy *busy, bool copy, const ws_ls *ls) {
  if (!ls->valid)
    return !m->sweep && !copy;
  return ls_can(m, busy, copy, ls) && (m->begun || !ls_writes(ls));
}

// One bank of an access: what stands there, then what is written there. be: a bit a byte.
static void access_bank(smem *m, smem_access *a, unsigned bank, uint32_t row, uint32_t be, uint32_t data) {
  uint32_t at = row % SMEM_ROWS * WS_BANKS + bank, mask = 0;
  for (unsigned k = 0; k < 4; k++)
    mask |= be >> k & 1 ? 0xffu << 8 * k : 0;
  a->en |= 1u << bank;
  a->raw |= bit(m->vld, at / 2) << bank;
  a->rdata[bank] = m->word[at];
  m->word[at] = (m->word[at] & ~mask) | (data & mask);
}

static void access_copy(smem *m, const mbar_copy_wr *copy) {
  smem_access *a = &m->read;
  a->copy = true;
  a->warp = copy->warp;
  a->lane = copy->lane;
  a->cg = copy->cg;
  for (unsigned k = 0; k < copy->bytes / 4; k++) {
    uint32_t at = copy->addr / 4 + k;
    access_bank(m, a, at % WS_BANKS, at / WS_BANKS, 0xf, copy->data[k]);
  }
}

static void access_ls(smem *m, const ws_ls *ls) {
  m->read.ls = true;
  for (uint32_t left = ls->en; left; left &= left - 1) {
    unsigned b = (unsigned)__builtin_ctz(left);
    access_bank(m, &m->read, b, ls->row[b], ls->be[b], ls->wdata[b]);
  }
}

static void clear_row(smem *m) { // the next one
  uint32_t slot = m->row * WS_BANKS / 2;
  for (unsigned k = 0; k < WS_BANKS / 2; k++) {
    smem_put(m, slot + k, &(smem_object){0});
    m->phases[slot + k] = 0;
  }
  m->row = (m->row + 1) % SMEM_ROWS;
}

// A clock of the sweep: a row, or past a window that is not to be cleared.
static void sweep(smem *m, bool still) {
  const unsigned rows = SMEM_ROWS / m->slots, slot = m->row / rows;
  if (!(m->sweep >> slot & 1)) {
    m->row = (m->row + rows) % SMEM_ROWS;
  } else if (still) {
    if (m->row % rows == rows - 1)
      m->sweep &= ~(1u << slot);
    clear_row(m);
  }
}

void smem_step(smem *m, const smem_busy *busy, const mbar_copy_wr *copy, const ws_ls *ls, uint32_t start, bool still) {
  bool copy_goes = copy && smem_copy_ready(busy), ls_goes = ls && smem_ls_ready(m, busy, copy != NULL, ls);
  if (m->read.ls || m->read.copy || m->answer.ls || m->answer.copy)
    m->answer = m->read;
  m->read.ls = m->read.copy = false;
  m->read.en = m->read.raw = 0;
  const bool can = ls && ls_can(m, busy, false, ls);
  m->held = copy ? !copy_goes : ls && !m->sweep && !can;
  m->begun = can && !copy && !m->begun && ls_writes(ls);
  if (copy_goes)
    access_copy(m, copy);
  if (ls_goes)
    access_ls(m, ls);
  if (m->sweep)
    sweep(m, still);
  m->sweep |= start;
}

bool smem_quiet(const smem *m) { return !m->sweep && !m->read.ls && !m->read.copy && !m->answer.ls && !m->answer.copy; }
