// SPDX-License-Identifier: Apache-2.0
// Random traffic for the barriers of a block, or of a cluster of them. It looks at nothing but the ports, so that it
// drives any device, and a run repeats exactly from (seed, test name).
//
// The generator keeps an estimate of every barrier from the requests that were accepted, and steers by it: warps come to
// barriers that await somebody, new ones are opened with counts that the warps left can reach, and a warp waits only if
// those that still run can release everybody in some order. An estimate may be wrong (requests in pieces overtake one
// another); it is put right whenever the block is idle. Where all warps of a CTA wait for one another in vain, which a
// program may bring about, the stretch of traffic ends, and a reset follows.
//
// A run is a chain of phases of some hundred cycles, each with a style, a pattern of stalls and a number of barriers in use:
//   flow     the whole CTA, mostly without a count
//   pairs    counts of two or three warps at several barriers, producers that only arrive
//   tight    counts of one and two at one or two barriers, a request a clock
//   sums     reductions of all kinds
//   pieces   lanes come in portions, some to another barrier than the rest of their warp
//   cluster  mostly barrier.cluster
//   clash    everything at one barrier, while warps exit and are launched again all the time
//   wild     wrong numbers, counts and kinds, arrivals twice, blocked and exited lanes, codes that are not in the table
//   ends     CTAs end all the time, the last warp with arrivals that are not answered, and others begin at once
// Warps exit and are launched again; now and then a CTA ends, and one of another size begins, its warps one after another.
//
// With `mbar`, part of the requests are of the mbarrier unit (stim_mbar.h) and of the warp families, all lanes of which
// answer for themselves; bytes at the tx port and plain accesses come as well.
#ifndef WS_STIM_BAR_H
#define WS_STIM_BAR_H

#include "mbar/stim_mbar.h"

enum {
  WS_BAR_FLOW,
  WS_BAR_PAIRS,
  WS_BAR_TIGHT,
  WS_BAR_SUMS,
  WS_BAR_PIECES,
  WS_BAR_CLUSTER,
  WS_BAR_CLASH,
  WS_BAR_WILD,
  WS_BAR_ENDS,
  WS_BAR_STYLES
};
enum { WS_BAR_SLOTS = 8 };

typedef struct ws_bar_stim_cfg {
  unsigned weight[WS_BAR_STYLES];
  unsigned exits;  // in 1000 cycles
  unsigned others; // percent of requests that are of other units; needs mbar
  bool stalls;     // gaps between requests, back-pressure
} ws_bar_stim_cfg;

typedef struct ws_bar_stim_slot { // what is believed of a CTA; sets of warps count from its first one
  ws_bar bar[WS_BARRIERS];
  uint32_t waiters[WS_BARRIERS]; // warps blocked there
  unsigned version[WS_BARRIERS]; // changes with the belief
  uint32_t live, pending;        // warps that live; that are still to be launched
  uint32_t arrived, sure, owed;  // barrier of the cluster; sure: the arrive was answered
  uint32_t cluster_waiters;
  unsigned warps; // of the CTA
  unsigned rest;  // cycles until the next one begins
  bool ending;    // its warps leave
} ws_bar_stim_slot;

typedef struct ws_bar_plan { // what a warp comes to a barrier with
  bool valid;
  uint32_t op, a, b, sent; // lanes that have come
  uint32_t first, latest;  // tags of their requests
  unsigned version;        // of the barrier when the last of them came
} ws_bar_plan;

typedef struct ws_bar_stim_cta {
  ws_bar_stim_slot slot[WS_BAR_SLOTS];
  ws_bar_plan plan[WS_WARPS_MAX];  // of which lanes have come
  ws_bar_plan last[WS_WARPS_MAX];  // with which the warp came last, as a whole; valid until it does something else
  ws_bar_plan there[WS_WARPS_MAX]; // with which it came last to arrive at the cluster's barrier
  ws_under_way way;                // lanes that came, and may be blocked when that is judged
  uint32_t tag;
} ws_bar_stim_cta;

typedef struct ws_bar_stim {
  ws_bar_stim_cfg cfg;
  ws_rng rng;
  unsigned lanes, warps, ctas, slots, room; // room: warps of a slot
  uint32_t all;
  unsigned style, left, pause; // of the phase; cycles left in it; cycles in which nothing new is asked
  unsigned gap, stall;         // percent of this phase
  unsigned first, ids, joins;  // barriers in use; percent of arrivals that join one which is active
  unsigned threads;            // nearly every predicate is 0, 1; 2: any
  unsigned hunt;               // style that more than half of the phases have; WS_BAR_STYLES: none
  unsigned phase_over;         // cycles since every warp of the cluster is sure to have arrived
  unsigned rush, rush_gap, rush_cta,
      rush_warp;      // cycles left of an end and a new begin in one go, and between the two; the last warp
  unsigned rush_late; // cycles for which the exit waits for what comes before it
  bool bursts, burst_ready;
  bool drain;         // nothing new: those who run help those who wait
  bool leave;         // those who run exit
  bool stuck;         // all warps of a CTA wait for one another for good
  ws_mbar_stim *mbar; // NULL: none
  ws_bar_stim_cta cta[WS_CTAS_MAX];
} ws_bar_stim;

void ws_bar_stim_init(ws_bar_stim *s, const ws_bar_stim_cfg *cfg, const ws_config *core, ws_rng rng,
                      ws_mbar_stim *mbar);

// Fills ls->in for the next cycle. To be called in every cycle, after all warps have been launched.
void ws_bar_stim_next(ws_bar_stim *s, ws_lockstep *ls);

// What has happened in the last cycle (stim_bar_belief.c). quiet: nothing is on its way, and nothing came.
void ws_bar_stim_follow(ws_bar_stim *s, const ws_lockstep *ls, bool quiet);

// Draws an operation on a barrier for `warp` of CTA `cta` (stim_bar_ops.c). Not valid: there is nothing that it can do.
// With `rush` an arrive, for which nobody waits.
void ws_bar_stim_draw(ws_bar_stim *s, unsigned cta, unsigned warp, ws_bar_plan *plan);

// The operation that helps those who wait most, of a warp that runs. False if this warp can help nobody.
bool ws_bar_stim_rescue(ws_bar_stim *s, unsigned cta, unsigned warp, ws_bar_plan *plan);

// The estimate after all live lanes of a warp have come, after a warp has exited, and when a CTA begins.
void ws_bar_stim_arrived(ws_bar_stim *s, unsigned cta, unsigned warp, const ws_bar_plan *plan);
void ws_bar_stim_gone(ws_bar_stim_slot *slot, unsigned w);
void ws_bar_stim_begin(ws_bar_stim_slot *slot, unsigned warps);
void ws_bar_stim_cluster_over(
    ws_bar_stim *s); // the phase of the cluster's barrier is over; of each CTA alone if ctas is 1

// True if the warps that run can release all others in some order.
bool ws_bar_stim_safe(const ws_bar_stim *s);

#endif
