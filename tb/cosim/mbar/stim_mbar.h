// SPDX-License-Identifier: Apache-2.0
// Random traffic for the mbarrier unit of one CTA, of a cluster, or of several CTAs in one block. It looks at the ports, and at the model only for the
// number of phases that an object has completed (where the model runs). A run repeats exactly from (seed, test name).
//
// Each CTA has a handful of objects: side by side, one row of memory apart, at both ends of memory. The generator keeps,
// from the requests that were accepted, an estimate of what each holds; operands are drawn around it, so that phases end
// often and every count is now and then one too many. A run is a chain of phases of traffic of some hundred cycles, each
// with a style, a pattern of stalls, a copy latency, and rates of ticks, of bytes at the tx port and of plain accesses:
//   flow     warps arrive, expect and complete bytes, wait; objects are made and dropped
//   focus    every kind of operation, lane by lane, at one object in cycle after cycle, bytes at the tx port among them
//   limits   counts and tx-counts near 2^20 - 1, and words of garbage by plain stores
//   waits    mostly try_wait, with limits of 0 to 300 ticks
//   copies   cp.async, and arrives behind them
//   wild     wrong addresses, counts, parities, tokens, sizes; codes that are not in the table
//   calm     whole warps, each at one object, that arrive, expect, complete and look: one operation is one step of an object
// Exits and launches fall between; now and then all of a CTA's warps leave, and a launch clears its memory. Of several
// CTAs in one block each has its share of the objects, in its own window.
//
// State tokens come from responses and are used once more on purpose when they are old: one of a phase before the last
// completed one is an error of the stimulus (MB_STALE_TOKEN). Machines answer by one bit of phase; `stale` counts them.
#ifndef WS_STIM_MBAR_H
#define WS_STIM_MBAR_H

#include "lockstep.h"
#include "rng.h"
#include "under_way.h"

enum {
  WS_MBAR_FLOW,
  WS_MBAR_FOCUS,
  WS_MBAR_LIMITS,
  WS_MBAR_WAITS,
  WS_MBAR_COPIES,
  WS_MBAR_WILD,
  WS_MBAR_CALM,
  WS_MBAR_STYLES
};
enum { WS_MBAR_OBJECTS = 8, WS_MBAR_TOKENS = 6 };

// Whether a request waits in try_wait, or may: the high bits of a code that no operation has do not count.
static inline bool ws_mbar_stim_waits(uint32_t op) {
  const uint32_t low = op & 31;
  return op >> 8 == WS_UNIT_MBAR && (low == (WS_OP_MBAR_TRY_WAIT & 31) || low == (WS_OP_MBAR_TRY_WAIT_PARITY & 31));
}

typedef struct ws_mbar_stim_cfg {
  unsigned weight[WS_MBAR_STYLES];
  unsigned remote;  // percent of requests that go to other CTAs, where there are any
  unsigned exits;   // in 1000 cycles
  bool plain;       // plain accesses
  bool long_limits; // of any length up to 2^32 - 1 ns, in place of 0 to 2047 ns
  bool stalls;      // gaps between requests, back-pressure, copies held back
} ws_mbar_stim_cfg;

typedef struct ws_mbar_object { // what the generator believes
  uint32_t offset;              // in the window of its CTA
  uint32_t at;                  // in memory
  bool live;
  unsigned phase;
  int64_t pending, tx, expected;
  unsigned tokens; // kept, newest first, with the phases that the object had completed
  uint64_t token[WS_MBAR_TOKENS], born[WS_MBAR_TOKENS];
} ws_mbar_object;

typedef struct ws_mbar_stim_cta {
  ws_mbar_object object[WS_MBAR_OBJECTS];
  ws_under_way way;                // lanes with a try_wait that is not judged
  uint8_t used[256][WS_LANES_MAX]; // object of each lane of the request with this tag
  unsigned gone;                   // cycles for which a CTA stays empty
  unsigned going;                  // which, of several in the block
  uint32_t tag;
} ws_mbar_stim_cta;

typedef struct ws_mbar_stim {
  ws_mbar_stim_cfg cfg;
  ws_rng rng;
  unsigned lanes, warps, ctas, slots, banks;
  uint32_t window; // bytes of memory that each CTA of a block has
  uint32_t all;
  unsigned style, left;                    // of the phase; cycles left in it
  unsigned gap, stall, ticks, port, plain; // percent of the cycles of this phase
  unsigned home;                           // CTA to which most requests for other CTAs go
  unsigned focus;                          // object of most requests of the phase, or WS_MBAR_OBJECTS: all of them
  unsigned hunts;                          // operations that are wanted often in the style focus
  uint16_t hunt[4];                        // which
  bool bursts, burst_ready, drain;
  uint64_t stale;
  ws_mbar_stim_cta cta[WS_CTAS_MAX];
} ws_mbar_stim;

void ws_mbar_stim_init(ws_mbar_stim *s, const ws_mbar_stim_cfg *cfg, const ws_config *core, ws_rng rng);

// Fills ls->in for the next cycle.
void ws_mbar_stim_next(ws_mbar_stim *s, ws_lockstep *ls);

// Lets everybody who waits come to his limit, and the warps leave. False after a failure, or if somebody stays blocked
// (tests_mbar_random.c).
bool ws_mbar_leave(ws_mbar_stim *s, ws_lockstep *ls);

// The object that warps of its CTA use in place of object k.
unsigned ws_mbar_stim_own(const ws_mbar_stim *s, unsigned warp, unsigned k);

// Parts of it, for those who draw requests, exits and launches themselves: what has happened in the cycle before; bytes and
// plain accesses of the next one; and that a CTA begins with this warp, which
// clears its memory.
void ws_mbar_stim_follow(ws_mbar_stim *s, ws_lockstep *ls);
void ws_mbar_stim_ports(ws_mbar_stim *s, ws_lockstep *ls, unsigned cta);
void ws_mbar_stim_cleared(ws_mbar_stim *s, unsigned cta, unsigned warp);

// Draws an operation and its operands for a request of CTA `cta`, whose warp and lanes are set (stim_mbar_ops.c).
void ws_mbar_stim_request(ws_mbar_stim *s, const ws_lockstep *ls, unsigned cta, ws_req *q);

// The estimate after an accepted request, after bytes at the tx port, and after a plain store of a whole word.
void ws_mbar_stim_accepted(ws_mbar_stim *s, unsigned cta, const ws_req *q, uint32_t lanes);
void ws_mbar_stim_bytes(ws_mbar_object *o, uint32_t bytes);
void ws_mbar_stim_word(ws_mbar_object *o, uint64_t word);

// A count or tx-count that an object in this state may find too large, just enough or far too small.
uint32_t ws_mbar_stim_count(ws_mbar_stim *s, const ws_mbar_object *o, uint32_t lanes, bool tx);

#endif
