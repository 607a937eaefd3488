// SPDX-License-Identifier: Apache-2.0
// A second formulation of a named barrier (PTX 9.7.13.1): the list of the warps that came, with their operands as the lanes
// hold them. Whatever is asked is found by loops over the list and over threads; nothing is counted along the way.
#ifndef ORACLE_BAR_LIST_H
#define ORACLE_BAR_LIST_H

#include "ws.h"

enum { SYNC, ARRIVE, POPC, AND, OR };

// What an operation code says.
typedef struct bar_code {
  uint32_t op;
  int form;
  bool counted;
} bar_code;

enum { BAR_CODES = 18 };
extern const bar_code bar_codes[BAR_CODES];
const bar_code *bar_code_of(uint32_t op); // NULL: none of a named barrier

typedef struct bar_guest { // a warp that came
  uint32_t warp, op, a, b, lanes, pred;
} bar_guest;

typedef struct bar_list { // those that came since the barrier was last empty
  unsigned n;
  bar_guest of[32];
} bar_list;

typedef struct bar_outcome {
  uint32_t status;
  bool done, broken;
  unsigned popc; // of all that came, before the list is emptied
  bool all_true, any_true;
} bar_outcome;

// A warp comes, or, if g is NULL, one has exited. live: warps of the CTA with a thread that has not exited; cta: warps of
// the CTA.
bar_outcome bar_list_tell(bar_list *l, const bar_guest *g, uint32_t live, unsigned cta);

#endif
