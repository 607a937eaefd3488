// SPDX-License-Identifier: Apache-2.0
// atom and red in shared memory (PTX 9.7.13.5, 9.7.13.6): what a lane's operands name, which lanes go together. Pure functions; the pipe
// that calls them is when/atom_unit.c. Internal to libwarpsync.
//
// Lanes go chunk by chunk, each with as many lanes as there are ALUs. Word w of memory belongs to ALU w modulo their number.
#ifndef WS_WHAT_ATOM_OP_H
#define WS_WHAT_ATOM_OP_H

#include "what/op_fn.h"
#include "ws.h"

// Words of an element: 1, also of one of 16 bits, 2 or 4.
static inline unsigned atom_words(uint32_t fn) { return atom_is_quad(fn) ? 4 : atom_is_wide(fn) ? 2 : 1; }

typedef struct atom_place {
  uint16_t status; // OK, AT_MISALIGNED or AT_BAD_SPACE
  uint16_t at;     // byte address in memory
} atom_place;

// Where a lane's address points to: the CTA of `slot` of `slots` has a window of memory. rank: of the CTA.
atom_place ws_atom_place(uint32_t fn, uint64_t addr, unsigned slot, unsigned slots, unsigned rank);

// What a lane wants in global memory, as global memory is to know it (ws_gm), or in another CTA (ws_ask); fn and bytes are those of the
// operation.
typedef struct atom_far_lane {
  bool
      leaves; // the address is in the window of global memory or of another CTA, or the operation is a vector, or it brings a hint
  bool away;       // another CTA's
  uint16_t status; // OK, AT_BAD_HINT, DEC_ILLEGAL, AT_MISALIGNED or AT_BAD_SPACE, if it leaves
  uint32_t fn, bytes, at;
  uint32_t dest; // rank
} atom_far_lane;

// pred: of the lane; it says that it brings a hint, or, of a cas.b128, that it lays down its c: then it does not leave. laid: it has
// done so before. rank: of the CTA, in a cluster of so many.
atom_far_lane ws_atom_far_lane(uint32_t fn, uint64_t addr, bool pred, bool laid, unsigned rank, unsigned ctas);

// Lanes of a chunk that use memory, and the word (address / 4), the lowest one of several, of each.
typedef struct atom_way {
  uint32_t use;
  uint16_t word[WS_LANES_MAX];
} atom_way;

// The lanes of `todo` that go next. chunk: lanes of one; way: those that are still to go and use memory; fold: where all of these are at one
// word they go at once. Else a lane goes unless a lower one is in its way; of 128 bits and sums of floats the lowest lane alone.
uint32_t ws_atom_pick(unsigned alus, unsigned chunk, uint32_t fn, uint32_t todo, const atom_way *way, bool fold);

#endif
