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

static bool names(unsigned slots, const atom_way *way, uint32_t word) {
  for (unsigned k = 0; k < slots; k++)
    if ((way->use >> k & 1) && way->word[k] == word)
      return true;
  return false;
}

uint32_t ws_atom_pick(unsigned slots, uint32_t todo, const atom_way *way, const atom_way *near, const atom_way *mid,
                      const atom_way *far) {
  uint32_t go = 0, banks = 0; // banks: that lower slots use
  for (unsigned j = 0; j < slots; j++) {
    if (!(todo >> j & 1))
      continue;
    const uint32_t word = way->word[j], bank = 1u << word % WS_BANKS;
    if (!(way->use >> j & 1)) {
      go |= 1u << j;
      continue;
    }
    const bool late = names(slots, mid, word) || names(slots, far, word);
    if (!(banks & bank) && (!late || names(slots, near, word)))
      go |= 1u << j;
    banks |= bank;
  }
  return go;
}
