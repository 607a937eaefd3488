// SPDX-License-Identifier: Apache-2.0
// atom and red in shared memory (PTX 9.7.13.5, 9.7.13.6): what a lane's operands name, which lanes go together. Pure functions; the pipe
// that calls them is when/atom_unit.c. Internal to libwarpsync.
//
// Lanes go window by window. A window is a set of word slots, `alus` of them; an element of 64 bits takes two in a row.
#ifndef WS_WHAT_ATOM_OP_H
#define WS_WHAT_ATOM_OP_H

#include "what/op_fn.h"
#include "ws.h"

#define ATOM_SLOTS_MAX 32

// Words of an element: 1, also of one of 16 bits, or 2.
static inline unsigned atom_words(uint32_t fn) { return atom_is_wide(fn) ? 2 : 1; }

typedef struct atom_place {
  uint16_t status; // OK, AT_MISALIGNED or AT_BAD_SPACE
  uint16_t at;     // byte address in memory
} atom_place;

// Where a lane's address points to: the CTA of `slot` of `slots` has a window of memory. rank: of the CTA.
atom_place ws_atom_place(uint32_t fn, uint64_t addr, unsigned slot, unsigned slots, unsigned rank);

// Slots on their way that use memory, and the words that they name (address / 4).
typedef struct atom_way {
  uint32_t use;
  uint16_t word[ATOM_SLOTS_MAX];
} atom_way;

// The slots of `todo` that may go now. way: those that are still to go and use memory; near, mid, far: those of one, two, three clocks ago.
uint32_t ws_atom_pick(unsigned slots, uint32_t todo, const atom_way *way, const atom_way *near, const atom_way *mid,
                      const atom_way *far);

#endif
