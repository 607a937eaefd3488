// SPDX-License-Identifier: Apache-2.0
// warpsync golden model: the one public header of libwarpsync.
//
// Three layers, each usable without the next:
//   what   pure functions, one per family: operand arrays in, results out, no state   (shfl.c vote.c match.c redux.c)
//   state  who takes part: the rendezvous of a warp                                    (sync.c)
//   when   ws_core: every port of rtl/ws_top.v has a value in each clock cycle         (core.c)
//
// Lanes are bits and array indices, lane 0 lowest. `lanes` is 4, 8, 16 or 32; at 32 everything is PTX bit for bit,
// below it lane indices, b and both halves of c are cut to log2(lanes) bits and masks to `lanes` bits.
// No function allocates, prints or keeps globals. `act` is the set of lanes that take part.
#ifndef WS_H
#define WS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "ws_ops.h"

#ifdef __cplusplus
extern "C" {
#endif

#define WS_VERSION "0.1.0"
#define WS_LANES_MAX 32
#define WS_WARPS_MAX 32

// The value of d in a lane whose shfl source does not take part (PTX 9.7.9.6 leaves it undefined).
#define WS_SHFL_INACTIVE_D 0u

// ---------------------------------------------------------------------------------------------------------- what

// shfl.sync (PTX 9.7.9.6). fn: low byte of WS_OP_SHFL_*. Reads a, b, c of the lanes in `act`; writes d of those lanes.
// *p: lanes whose computed index is in range. *und: lanes whose source lane is not in `act` (d = WS_SHFL_INACTIVE_D).
void ws_shfl(unsigned lanes, unsigned fn, uint32_t act, const uint32_t a[], const uint32_t b[], const uint32_t c[],
             uint32_t d[], uint32_t *p, uint32_t *und);

// The source lane that shfl computes for one lane, in bits [4:0], and its predicate in bit 5.
unsigned ws_shfl_route(unsigned lanes, unsigned fn, unsigned lane, uint32_t b, uint32_t c);

// How many distinct (b, c) pairs, as far as shfl looks at them, the lanes in `act` hold: the clocks that the butterfly form takes.
unsigned ws_shfl_classes(unsigned lanes, uint32_t act, const uint32_t b[], const uint32_t c[]);

// vote.sync and deprecated vote (PTX 9.7.13.9, 9.7.13.8). pred: the predicate of each lane, complement already applied.
// Returns 0/1 for all, any, uni (an empty act gives 1, 0, 1), the lane mask for ballot.
uint32_t ws_vote(unsigned fn, uint32_t act, uint32_t pred);

// elect.sync (PTX 9.7.13.14): the lowest lane of `act`; 0 if empty.
unsigned ws_elect(uint32_t act);

// match.any.sync (PTX 9.7.13.10): d[i] = lanes of `act` whose a equals lane i's, for each lane i of `act`. bits: 32 or 64 compared.
void ws_match_any(unsigned lanes, unsigned bits, uint32_t act, const uint64_t a[], uint32_t d[]);

// match.all.sync: true if all lanes of `act` hold the same a; then *d = act, else 0.
bool ws_match_all(unsigned lanes, unsigned bits, uint32_t act, const uint64_t a[], uint32_t *d);

// redux.sync (PTX 9.7.13.12). fn: low byte of WS_OP_REDUX_*. act must not be empty (an empty one gives 0).
uint32_t ws_redux(unsigned lanes, unsigned fn, uint32_t act, const uint32_t a[]);

// ---------------------------------------------------------------------------------------------------------- when

typedef struct ws_config {
  unsigned lanes;      // 4, 8, 16, 32
  unsigned warps;      // power of two, 1..32
  unsigned shfl_form;  // 0 crossbar, 1 butterfly (parameter SHFL_FORM)
  unsigned match_bits; // 4, 8, 16, 32           (parameter MATCH_BITS)
  bool legacy;         // cfg_legacy_i: target sm_6x
  uint16_t watchdog;   // cfg_watchdog_i, ticks; 0 off
} ws_config;

typedef struct ws_req { // request port
  bool valid, neg;
  uint32_t tag, warp, op, lanes, pred;
  uint32_t mask[WS_LANES_MAX]; // membermask of each lane
  uint64_t a[WS_LANES_MAX];
  uint32_t b[WS_LANES_MAX], c[WS_LANES_MAX];
} ws_req;

typedef struct ws_rsp { // response port; d and p only of the lanes named
  bool valid;
  uint32_t tag, warp, op, lanes, status, p;
  uint32_t d[WS_LANES_MAX];
} ws_rsp;

typedef struct ws_lanes { // exit and launch ports
  bool valid;
  uint32_t warp, lanes;
} ws_lanes;

typedef struct ws_err { // sticky capture of the first error since reset
  bool valid;
  uint32_t status, warp, op, lanes, opnd;
} ws_err;

typedef struct ws_in { // what enters in one cycle
  ws_req req;
  ws_lanes exit, launch;
  bool rsp_ready, tick;
} ws_in;

typedef struct ws_out { // what stands at the outputs in the same cycle
  bool req_ready, idle;
  ws_rsp rsp;
  ws_err err;
  uint32_t live[WS_WARPS_MAX], wait[WS_WARPS_MAX];
} ws_out;

typedef struct ws_core ws_core;

// Bytes and alignment-safe size of the core's state; the caller owns the memory (malloc alignment).
size_t ws_core_size(void);

// Puts a core into `mem` in its state after reset. NULL if a field of cfg is outside its range.
ws_core *ws_core_init(void *mem, const ws_config *cfg);

// One clock cycle: *out is what the ports show in this cycle given *in; then the state advances by one edge.
void ws_core_step(ws_core *core, const ws_in *in, ws_out *out);

#ifdef __cplusplus
}
#endif
#endif
