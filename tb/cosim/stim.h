// SPDX-License-Identifier: Apache-2.0
// Random stimulus. It looks at nothing but the ports (live and wait of the last cycle, what was accepted and answered),
// so it drives any device, and a run repeats exactly from (seed, test name).
//
// A run is a chain of phases of some hundred cycles. Each phase has a style of traffic and a pattern of stalls:
//   stream   whole operations, one request each, back to back, from all warps or one: what a converged core sends.
//            The lanes are all live ones, a tile, a random or a sparse set; the mask may name exited lanes too
//   pieces   each warp's lanes are cut into groups with an operation and a mask each; they arrive in random portions,
//            several groups and masks in one request. Lanes that wait in vain are later joined, left, or led into a deadlock
//   wild     anything: lanes outside their mask, M = 0, blocked and exited lanes, codes that are not in the table
// Exits and launches fall at random between, also in the same cycle as a request of the same warp.
#ifndef WS_STIM_H
#define WS_STIM_H

#include "lockstep.h"
#include "operands.h"
#include "rng.h"

typedef struct ws_stim_cfg {
  const uint16_t *ops; // operations to draw from
  unsigned op_count;
  unsigned stream, pieces, wild; // weights of the styles
  unsigned exits;                // exits in 1000 cycles
  unsigned knots;                // percent of moves that lead blocked lanes further into a deadlock; 0: some
  bool stalls;                   // gaps between requests and back-pressure, in about half of the phases
  bool ticks;                    // tick_i now and then
} ws_stim_cfg;

enum { WS_STIM_GROUPS = 8 };

typedef struct ws_stim_group {
  uint32_t lanes, mask; // lanes still to arrive
  uint32_t op;
} ws_stim_group;

typedef struct ws_stim_warp {
  ws_stim_group group[WS_STIM_GROUPS];
  unsigned groups;
  uint32_t sent;               // lanes sent in pieces and neither answered nor known to wait
  uint32_t mask[WS_LANES_MAX]; // what each lane sent last
  uint32_t op[WS_LANES_MAX];
} ws_stim_warp;

typedef struct ws_stim {
  ws_stim_cfg cfg;
  ws_rng rng;
  unsigned lanes, warps;
  unsigned cta; // the CTA that it drives; 0 after ws_stim_init
  uint32_t all;
  uint32_t tag;
  unsigned style;      // of the phase
  unsigned left;       // cycles left in the phase
  unsigned gap, stall; // percent of this phase
  bool bursts;         // responses are taken in bursts
  bool burst_ready;
  int warp; // the only warp of the phase, or -1
  bool drain;
  ws_stim_warp w[WS_WARPS_MAX];
  struct ws_steer *steer; // NULL: not steered (stim_steer.h)
  bool tracked;           // the lanes of the request at the port are followed in `sent`
} ws_stim;

void ws_stim_init(ws_stim *s, const ws_stim_cfg *cfg, const ws_config *core, ws_rng rng);

// Fills the ports of its CTA, in ls->in, for the next cycle; not those of shared and global memory, tx and net.
void ws_stim_next(ws_stim *s, ws_lockstep *ls);

// Runs until `n` requests are accepted, then lets every running lane exit and checks that nothing stays blocked
// (no status path may leave a lane blocked). False from the first failure on.
bool ws_stim_run(ws_stim *s, ws_lockstep *ls, uint64_t n);

#endif
