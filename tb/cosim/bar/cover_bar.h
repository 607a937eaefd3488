// SPDX-License-Identifier: Apache-2.0
// Coverage of the barriers (cover.h): each operation with each status, at the response port; and, where the model runs, each
// kind of operation right behind each other at one barrier in the next clock, and situations that have a name.
//
// Kinds: sync, arrive, the three reductions, and the examination of a barrier after an exit.
#ifndef WS_COVER_BAR_H
#define WS_COVER_BAR_H

#include "cover.h"

// A style of traffic (stim_bar.h) in which what is missing is met more often; WS_BAR_STYLES: nothing is missing, or no style
// is better than another.
unsigned ws_bar_cover_hunt(const ws_cover *c, const ws_lockstep *ls);

// "statuses 67/67, pairs 36/36, situations 40/40, ..."
void ws_bar_cover_text(const ws_cover *c, const ws_lockstep *ls, char *text, size_t size);

#endif
