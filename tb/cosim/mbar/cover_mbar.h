// SPDX-License-Identifier: Apache-2.0
// Coverage of the mbarrier unit (cover.h): the statuses that its ports showed, and, where the model runs, which kinds of
// operation its pipe carried out at one object in neighbouring cycles, and with which counts.
//
// Kinds: every operation on an object that differs in more than where its token goes or how long it waits; bytes at the tx
// port; arrives behind copies; operations of other CTAs.
#ifndef WS_COVER_MBAR_H
#define WS_COVER_MBAR_H

#include "cover.h"

// Statuses of the unit; the last three need another CTA.
#define WS_MBAR_STATUSES                                                                                               \
  WS_ST_MB_NOT_INIT, WS_ST_MB_RAW_ACCESS, WS_ST_MB_REINIT, WS_ST_MB_BAD_COUNT, WS_ST_MB_BAD_SPACE,                     \
      WS_ST_MB_MISALIGNED, WS_ST_MB_NOCOMPLETE_VIOLATION, WS_ST_MB_PENDING_UNDERFLOW, WS_ST_MB_PENDING_OVERFLOW,       \
      WS_ST_MB_TX_OVERFLOW, WS_ST_MB_TX_UNDERFLOW, WS_ST_MB_EXPECT_UNDERFLOW, WS_ST_MB_BAD_PARITY,                     \
      WS_ST_MB_MISSING_WAIT, WS_ST_MB_TOKEN_NOT_NOCOMPLETE, WS_ST_MB_BAD_TOKEN, WS_ST_AT_MISALIGNED,                   \
      WS_ST_AT_BAD_SPACE, WS_ST_MB_REMOTE_UNSUPPORTED, WS_ST_MB_REMOTE_RESULT, WS_ST_MB_CTA_GONE

enum { WS_MBAR_KINDS = 24 };

// Operations whose frequent use at one object may lead to a pair not yet seen, the `pick`-th of them going round: writes
// their codes to ops[] and returns how many. 0: nothing is missing, or the model does not run.
unsigned ws_mbar_cover_missing(const ws_cover *c, const ws_lockstep *ls, uint32_t pick, uint16_t ops[4]);

// "statuses 18/18, pairs 300/300, ..."
void ws_mbar_cover_text(const ws_cover *c, const ws_lockstep *ls, char *text, size_t size);

#endif
