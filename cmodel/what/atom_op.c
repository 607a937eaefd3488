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

enum { FIRST_OF_VECTORS = 10 };

// A vector of two halves is a pair, and its operation that of one element.
static uint32_t pair_of_halves(uint32_t fn) {
  static const uint8_t one[] = {WS_OP_ATOM_ADD_U32 & 15, WS_OP_ATOM_MIN_U32 & 15, WS_OP_ATOM_MAX_U32 & 15};
  const uint32_t type = fn >> 4 == (WS_OP_ATOM_ADD_F16 >> 4 & 15) ? WS_OP_ATOM_ADD_F16X2 : WS_OP_ATOM_ADD_BF16X2;
  return (type & 0xf0) | one[(fn % 16 - FIRST_OF_VECTORS) / 2];
}

atom_far_lane ws_atom_far_lane(uint32_t fn, uint64_t addr, bool pred, bool laid, unsigned rank, unsigned ctas) {
  const bool vector = atom_is_vector(fn), halves = vector && fn >> 4 >= 10 && fn >> 4 <= 11;
  const bool in_window = addr >> 31 == WS_GLOBAL_WINDOW >> 31, hint = pred && !atom_is_cas(fn);
  const uint64_t owner = addr >> 24;
  atom_far_lane g = {.away = owner && owner <= ctas && owner != rank + 1, .fn = halves ? pair_of_halves(fn) : fn};
  g.leaves = ((in_window || g.away) && !(atom_is_pairs(fn) && pred)) || vector || hint;
  g.bytes = !vector ? (atom_is_half(fn) ? 2 : 4 * atom_words(fn)) : halves ? 4 : atom_is_quad(fn) ? 16 : 8;
  g.at = (uint32_t)addr % (g.away ? WS_SMEM_BYTES : WS_GMEM_BYTES);
  g.dest = (uint32_t)owner - 1;
  if (hint && !in_window)
    g.status = WS_ST_AT_BAD_HINT;
  else if (atom_is_pairs(fn) && !laid)
    g.status = WS_ST_DEC_ILLEGAL;
  else if (addr % g.bytes)
    g.status = WS_ST_AT_MISALIGNED;
  else if (in_window ? addr - WS_GLOBAL_WINDOW >= WS_GMEM_BYTES
                     : !g.away || vector || addr % (1 << 24) >= WS_SMEM_BYTES)
    g.status = WS_ST_AT_BAD_SPACE;
  return g;
}

static bool at_one_word(const atom_way *way) {
  bool one = true;
  for (uint32_t left = way->use; left; left &= left - 1)
    one &= way->word[bits_first(left)] == way->word[bits_first(way->use)];
  return one;
}

// Two lanes of a chunk need one ALU, or one wire of the network before the ALUs: in step 1 lanes j and j + alus / 2 have one to each half of
// the ALUs, in step 2 those of equal numbers modulo alus / 4 to each quarter, and so on until four are left. The highest and the lowest bit
// of an ALU's number say to which half, then the highest two to which quarter. More than 32 bits take the wires to both halves.
static bool in_the_way(unsigned alus, unsigned chunk, bool wide, unsigned j, unsigned k, const atom_way *way) {
  const unsigned apart = (way->word[j] ^ way->word[k]) % alus;
  bool met = (wide ? apart / 2 : apart) == 0;
  bool one_wire = wide || (apart / (alus / 2) ^ (apart & 1)) == 0;
  for (unsigned part = alus / 2, bit = alus / 2; part == alus / 2 || part >= 4; part /= 2) {
    met |= one_wire && j % chunk % part == k % chunk % part;
    one_wire &= !(apart & bit) == !(apart & bit / 2);
    bit /= 2;
  }
  return met;
}

uint32_t ws_atom_pick(unsigned alus, unsigned chunk, uint32_t fn, uint32_t todo, const atom_way *way, bool fold) {
  if (atom_is_quad(fn) || atom_is_float(fn))
    return todo & -todo;
  if (fold && at_one_word(way))
    return todo;
  uint32_t go = todo;
  for (uint32_t left = way->use; left; left &= left - 1)
    for (uint32_t lower = way->use & bits_ones(bits_first(left)); lower; lower &= lower - 1)
      if (in_the_way(alus, chunk, atom_is_wide(fn), bits_first(left), bits_first(lower), way))
        go &= ~(1u << bits_first(left));
  return go;
}
