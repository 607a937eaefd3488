// SPDX-License-Identifier: Apache-2.0
// Lanes of atom and red: see atom_op.h.
#include "what/atom_op.h"

#include "what/bits.h"

atom_place ws_atom_place(uint32_t fn, uint64_t addr, unsigned slot, unsigned slots, unsigned rank) {
  const unsigned bytes = atom_is_half(fn) ? 2 : 4 * atom_words(fn), window = WS_SMEM_BYTES / slots;
  const uint32_t owner = addr >> 24 & 0xff, offset = addr & 0xffffff;
  atom_place p = {.at = (uint16_t)(offset % window + slot * window)};
  if (addr % bytes)
    p.status = WS_ST_AT_MISALIGNED;
  else if (addr >> 32 || offset >= window || (owner && owner != rank + 1))
    p.status = WS_ST_AT_BAD_SPACE;
  return p;
}

static bool at_one_word(const atom_way *way) {
  bool one = true;
  for (uint32_t left = way->use; left; left &= left - 1)
    one &= way->word[bits_first(left)] == way->word[bits_first(way->use)];
  return one;
}

// Word w belongs to ALU w modulo slots.
uint32_t ws_atom_pick(unsigned slots, uint32_t todo, const atom_way *way, bool fold) {
  uint32_t go = todo & ~way->use, alus = 0; // alus: that lower slots use
  if (fold && at_one_word(way))
    return todo;
  for (uint32_t left = way->use; left; left &= left - 1) {
    const unsigned j = bits_first(left);
    const uint32_t alu = 1u << way->word[j] % slots;
    if (!(alus & alu))
      go |= 1u << j;
    alus |= alu;
  }
  return go;
}
