// SPDX-License-Identifier: Apache-2.0
// Keeps events at shared memory apart whose order the ports do not show (judge.h): requests of the unit MBAR, bytes of the
// engine, messages, plain accesses, data of copies. Each event touches some words of a CTA; where an unsettled event of another
// port has touched one of them, it waits.
// An atomic also waits until the copies of its CTA, and its atomics in global memory, have been answered: it would stand behind them, with all
// requests behind it, while the data of a copy may wait for it. So do operations on objects while a copy may wait for room.
// What may release lanes that wait also lets the requests go on that stand behind them for want of room: it waits where one of those would meet
// another event.
#ifndef WS_JUDGE_GATE_H
#define WS_JUDGE_GATE_H

#include "oracle_global.h"
#include "oracle_mbar.h"

enum { WS_GATE_SOURCES = 5, WS_GATE_PLACES = WS_SMEM_BYTES / 8 + 1 };

typedef struct ws_gate {
  const oracle_mbar *mbar; // of each CTA
  const oracle_global *global;
  unsigned ctas;
  bool whole;                                    // requests may touch words of other CTAs
  uint64_t touched[WS_CTAS_MAX][WS_GATE_PLACES]; // by ports, a bit each, since all was settled
  bool shown[WS_CTAS_MAX][WS_GATE_SOURCES];      // stands at the port of the RTL and is not taken yet
  bool draining;                                 // nothing new is given in until all is settled
  bool busy;                                     // something was given in since all was settled
  bool asks[WS_CTAS_MAX];                        // by CTA: ... also a copy, or an atomic in global memory
  uint32_t leaving[WS_CTAS_MAX][WS_WARPS_MAX];   // lanes that were told to exit, and may live on for some clocks
  unsigned copied[WS_CTAS_MAX];                  // by CTA: copies given in since then
  bool far;                                      // ... also an atomic for another CTA
  bool tries;                                    // ... also a try_wait, or one waited then
  bool apart;                                    // ... or a CTA ended or began: what comes next waits in any case
  bool ends;                                     // one does so in this cycle
  unsigned turn;                                 // who is asked first
  unsigned rest, quiet;                          // cycles in a row: idle; without a transfer
} ws_gate;

void ws_gate_reset(ws_gate *g, const oracle_mbar mbar[], const oracle_global global[], unsigned ctas, bool whole);

// Takes `valid` away from what must wait.
void ws_gate_apply(ws_gate *g, ws_in in[]);

// Looks at a cycle; reads: plain accesses without an answer so far.
void ws_gate_follow(ws_gate *g, const ws_in in[], const ws_out out[], unsigned reads);

static inline bool ws_gate_settled(const ws_gate *g) { return !g->busy; }

// Whether the owner's time must stand still first: for a tick that a waiting lane could see, for the end and the begin of a CTA.
bool ws_gate_stands(const ws_gate *g, const ws_in in[]);

#endif
