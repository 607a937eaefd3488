// SPDX-License-Identifier: Apache-2.0
// State of the cycle-accurate core. Internal to libwarpsync; of its files core.c, memory.c and collect.c alone know the whole of it, the
// others are given what they need and return what has happened.
#ifndef WS_WHEN_CORE_H
#define WS_WHEN_CORE_H

#include "state/smem.h"
#include "state/sync.h"
#include "when/atom_far.h"
#include "when/atom_guest.h"
#include "when/atom_unit.h"
#include "when/bar_unit.h"
#include "when/beats.h"
#include "when/front.h"
#include "when/gm_port.h"
#include "when/mbar_unit.h"
#include "when/out.h"
#include "when/smem_port.h"
#include "when/units.h"
#include "when/walk.h"

// Error responses of the last request that had any, one status a clock, lowest lane first.
typedef struct core_refusal {
  uint32_t warp, op, tag, opnd;
  uint32_t exited, busy, other; // lanes still to be answered
  uint32_t other_status;        // DEC_ILLEGAL or CV_NOT_MEMBER
  unsigned clocks;              // until the next one can be answered
} core_refusal;

// Between the units and the response port, as rtl/collect/ws_collect.v: results one behind the other, the first one at the port.
typedef struct core_collect {
  unsigned turn;              // source that was granted last
  bool granted;               // it may give a result now
  bool half;                  // the shuffle's group has answered for the first of two statuses
  ws_rsp *out, *spare, *gate; // NULL: nothing there. `gate` moves on to `out` or, while that waits, to `spare`
  uint32_t opnd;              // of `gate`, for the capture
  ws_err bad;                 // an error that left `gate` in the clock before
  ws_rsp pool[3];
} core_collect;

// Exits and the launch that took effect in the clock before, as the units and the error capture are told of them.
typedef struct core_late {
  bool alive;               // a lane lived before them
  uint32_t start;           // CTAs that begin, a bit a slot
  bool launch, launch_busy; // it was free; it was not, and is ignored
  unsigned launch_warp, exit_warp;
  uint32_t launch_lanes, launch_warps;
  uint32_t exit_busy, exit_lanes; // lanes that are blocked and stay, of those named
} core_late;

struct ws_core {
  ws_config cfg;
  unsigned rank;
  uint16_t now; // ticks
  sync_warp warp[WS_WARPS_MAX];
  core_front front;
  core_out out;
  core_walk walk;
  core_refusal refusal;
  // what the rendezvous knows of the clock before: lanes blocked in units, lanes that reached such a unit in it, warps of which something
  // has changed that a request is judged by, warps in which no deadlock is decided
  uint32_t away[WS_WARPS_MAX], arrived;
  unsigned arrived_warp;
  uint32_t recent, touched;
  bool promised; // the head is judged in this clock
  core_late late;
  core_unit unit[UNITS];
  core_beats beats;
  smem mem; // shared memory, and who uses it
  smem_port mem_port;
  mbar_unit mbar;
  atom_unit atom;
  atom_far far;
  atom_guest guest;
  gm_port gm; // copies and atomics at the port of global memory
  bool
      still; // nothing is under way in memory and its clients, and nobody waits: a cycle without input changes nothing there
  bar_unit bar;
  core_collect collect;
  ws_err err;
};

// Lanes blocked: in the rendezvous, in an mbarrier or a barrier, or on their way there.
uint32_t ws_core_blocked(const ws_core *core, unsigned warp);

// Keeps an error if it is the first (collect.c).
void ws_core_capture(ws_core *core, uint32_t status, uint32_t warp, uint32_t op, uint32_t lanes, uint32_t opnd);

// One clock edge (collect.c). Returns the source whose result is done with, or SOURCES.
unsigned ws_core_collect(ws_core *core, bool rsp_ready);

static inline bool core_has(const ws_core *core, unsigned family) { return core->cfg.families & family; }

#endif
