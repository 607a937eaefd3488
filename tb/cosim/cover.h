// SPDX-License-Identifier: Apache-2.0
// Functional coverage of the block (cover_bins.h), counted at the comparison point of the lockstep bench.
//
// A family joins with a file cover_NAME.c that has `const ws_cover_family ws_cover_NAME`: its groups, and what counts a hit. CMake finds it.
#ifndef WS_COVER_H
#define WS_COVER_H

#include "cover_bins.h"
#include "lockstep.h"

#include "cover_ids.h" // ws_cover_id: WS_COVER_NAME of each file cover_NAME.c, and WS_COVER_FAMILIES; written by CMake

typedef struct ws_answer ws_answer; // lane_book.h

typedef struct ws_cover_family {
  const char *name;
  const ws_cover_group *group;
  unsigned groups;
  size_t size; // of what it keeps from cycle to cycle, zero at first and after a reset
  // Around each step, and for each answer to a request that is not of the units MBAR, BAR and CLUSTER. NULL: nothing.
  void (*before)(ws_cover *c, void *state, const ws_lockstep *ls);
  void (*after)(ws_cover *c, void *state, const ws_lockstep *ls);
  void (*answer)(ws_cover *c, const ws_lockstep *ls, const ws_answer *a);
} ws_cover_family;

extern const ws_cover_family *const ws_cover_files[]; // of all, by ws_cover_id; written by CMake

// core: of the build; watched: families that are counted, a bit each, the others stay empty. False when memory is out.
bool ws_cover_open(ws_cover *c, const ws_config *core, unsigned watched);
void ws_cover_close(ws_cover *c);

#endif
