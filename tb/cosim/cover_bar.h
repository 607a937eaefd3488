// SPDX-License-Identifier: Apache-2.0
// What a random test of the barriers reached: each operation with each status, at the response port; and, where the model
// runs, each kind of operation right behind each other at one barrier in the next clock, and situations that have a name.
//
// Kinds: sync, arrive, the three reductions, and the examination of a barrier after an exit.
#ifndef WS_COVER_BAR_H
#define WS_COVER_BAR_H

#include "bar_unit.h"
#include "lockstep.h"

enum { WS_BAR_CLASSES = 7, WS_BAR_KINDS = 6, WS_BAR_SITUATIONS = 64 };

typedef struct ws_bar_cover {
  uint32_t status[WS_BAR_CLASSES]; // bits of statuses, by place in the table of cover_bar.c
  uint32_t pair[WS_BAR_KINDS];     // bits of kinds that came right behind
  uint64_t situation[WS_BAR_SITUATIONS];
  uint64_t generations; // completed, of named barriers; phases of the cluster
  struct {
    bar_unit before; // the unit in the cycle that is being stepped
    unsigned kind;   // of the transition in the cycle before; WS_BAR_KINDS: none
    unsigned slot, id;
    bool done, exited; // it completed its barrier; a warp was gone
  } cta[WS_CTAS_MAX];
} ws_bar_cover;

// Around each ws_lockstep_step.
void ws_bar_cover_before(ws_bar_cover *c, const ws_lockstep *ls);
void ws_bar_cover_after(ws_bar_cover *c, const ws_lockstep *ls);

// A style of traffic (stim_bar.h) in which what is missing is met more often; WS_BAR_STYLES: nothing is missing, or no style
// is better than another.
unsigned ws_bar_cover_hunt(const ws_bar_cover *c, const ws_lockstep *ls);

// Writes "statuses 67/67, pairs 36/36, situations 40/40, ..." to `text`. True if nothing is missing that this build can
// reach; what is missing is printed on `err`, if that is given.
bool ws_bar_cover_text(const ws_bar_cover *c, const ws_lockstep *ls, char *text, size_t size, FILE *err);

#endif
