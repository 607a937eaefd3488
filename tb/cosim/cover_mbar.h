// SPDX-License-Identifier: Apache-2.0
// Coverage of the mbarrier unit (cover.h): the statuses that its ports showed, and, where the model runs, which kinds of
// operation its pipe carried out at one object in neighbouring cycles, and with which counts.
//
// Kinds: every operation on an object that differs in more than where its token goes or how long it waits; bytes at the tx
// port; arrives behind copies; operations of other CTAs.
#ifndef WS_COVER_MBAR_H
#define WS_COVER_MBAR_H

#include "cover.h"

enum { WS_MBAR_KINDS = 24 };

// Operations whose frequent use at one object may lead to a pair not yet seen, the `pick`-th of them going round: writes
// their codes to ops[] and returns how many. 0: nothing is missing, or the model does not run.
unsigned ws_mbar_cover_missing(const ws_cover *c, const ws_lockstep *ls, uint32_t pick, uint16_t ops[4]);

// "statuses 18/18, pairs 300/300, ..."
void ws_mbar_cover_text(const ws_cover *c, const ws_lockstep *ls, char *text, size_t size);

#endif
