// SPDX-License-Identifier: Apache-2.0
// What a random test of the mbarrier unit reached: the statuses that its ports showed, and, where the model runs, which
// kinds of operation its pipe carried out at one object in neighbouring cycles, and with which counts.
//
// Kinds: every operation on an object that differs in more than where its token goes or how long it waits; bytes at the tx
// port; arrives behind copies; operations of other CTAs. Left out are pairs that the unit cannot have in neighbouring
// cycles: behind a cp.async.mbarrier.arrive the next operation of a warp is not issued before its arrives have been
// attached to copies (cover_mbar.c).
#ifndef WS_COVER_MBAR_H
#define WS_COVER_MBAR_H

#include "lockstep.h"

enum { WS_MBAR_KINDS = 24 };

typedef struct ws_mbar_cover {
  uint64_t status;              // bits, by place in the table of cover_mbar.c
  uint32_t pair[WS_MBAR_KINDS]; // bits of kinds that came right behind
  uint32_t count, tx;           // largest arrival performed, largest tx-count of an object, either sign
  uint64_t phases;              // completed
  uint64_t woken;               // groups released from try_wait with true
  struct {                      // by CTA: what the pipe carries out in this cycle, and in the one before
    bool valid, surely;
    unsigned kind, slot, before, before_slot;
    bool before_valid;
    uint32_t tag, warp, left, status, count;
    uint64_t word;
    bool flip;
  } cta[WS_CTAS_MAX];
} ws_mbar_cover;

// Around each ws_lockstep_step.
void ws_mbar_cover_before(ws_mbar_cover *c, const ws_lockstep *ls);
void ws_mbar_cover_after(ws_mbar_cover *c, const ws_lockstep *ls);

// Operations whose frequent use at one object may lead to a pair not yet seen, the `pick`-th of them going round: writes
// their codes to ops[] and returns how many. 0: nothing is missing, or the model does not run.
unsigned ws_mbar_cover_missing(const ws_mbar_cover *c, const ws_lockstep *ls, uint32_t pick, uint16_t ops[4]);

// Writes "statuses 18/18, pairs 300/300, ..." to `text`. True if nothing is missing that a build of `ctas` CTAs can reach;
// what is missing is printed on `err`, if that is given.
bool ws_mbar_cover_text(const ws_mbar_cover *c, const ws_lockstep *ls, char *text, size_t size, FILE *err);

#endif
