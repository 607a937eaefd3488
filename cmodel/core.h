// SPDX-License-Identifier: Apache-2.0
// State of the cycle-accurate core. Internal to libwarpsync.
#ifndef WS_CORE_H
#define WS_CORE_H

#include "bar_unit.h"
#include "mbar_unit.h"
#include "sync.h"

// What the collector takes turns with: the ports of ws_ops.h. The first ones, UNITS of them, are pipelines.
enum { UNITS = WS_PORT_MBAR, SOURCES = WS_PORTS };

#define CORE_STAGES 4 // register stages of the deepest unit

// A completed group on its way through a unit, with what will come out.
typedef struct core_group {
  core_head head;
  uint32_t und;    // lanes that answer with SH_SRC_INACTIVE instead of `status`
  unsigned clocks; // in the unit's slow stage
  uint32_t p;
  uint32_t d[WS_LANES_MAX];
} core_group;

// One elastic pipeline. Results are computed when the group enters; the stages only carry them. One stage may be slow:
// a group stays there `clocks` clocks. The steps of match.any need nothing behind them but the last; those of the
// shuffle's butterfly each write into the stage behind.
typedef struct core_unit {
  unsigned stages, slow;
  bool step_needs_next;
  unsigned left; // clocks that the group in the slow stage still needs
  bool valid[CORE_STAGES];
  core_group *group[CORE_STAGES];
  core_group pool[CORE_STAGES + 1];
  unsigned next; // next entry of the pool
} core_unit;

#define SCAN_STREAK 7

// The one examiner of groups, shared by all warps. In one clock a lane is chosen, in the next its group is examined.
typedef struct core_scan {
  unsigned last;    // warp chosen last; turns go round from here
  uint32_t check;   // warps in which a deadlock may have come into being
  uint32_t overdue; // warps whose waiting lanes' ages are to be looked at
  unsigned streak;  // clocks in a row that chose or examined a dirty lane, up to SCAN_STREAK
  bool yield;       // a complete group lost its turn to a fast request: requests stand back one clock
  enum { SCAN_IDLE, SCAN_DEAD, SCAN_AGE, SCAN_BREAK } mode;
  unsigned warp;          // warp of DEAD, AGE, BREAK
  uint32_t reach;         // DEAD: lanes known to be able to go on
  uint32_t seen, changed; // DEAD: lanes visited in this pass, whether the pass found something
  uint32_t left;          // AGE: lanes still to be visited; BREAK: lanes still to be released
  uint32_t wait, live;    // BREAK: the sets as they were when the break was decided
  // the lane chosen in the clock before, and what for
  enum { PICK_NONE, PICK_DIRTY, PICK_LOOK, PICK_BREAK } pick;
  unsigned pick_warp, pick_lane;
} core_scan;

// Error responses of the last request that had any, one status a clock, lowest lane first.
typedef struct core_refusal {
  uint32_t warp, op, tag, opnd;
  uint32_t exited, busy, other; // lanes still to be answered
  uint32_t other_status;        // DEC_ILLEGAL or CV_NOT_MEMBER
} core_refusal;

struct ws_core {
  ws_config cfg;
  unsigned rank;
  uint16_t now; // ticks
  sync_warp warp[WS_WARPS_MAX];
  core_scan scan;
  core_refusal refusal;
  core_unit unit[UNITS];
  mbar_unit mbar;
  bar_unit bar;
  unsigned turn; // source that answered last
  bool half;     // its group has answered for the first of two statuses
  ws_rsp rsp;    // response register
  ws_err err;
};

// Family units (units.c): the operation of a group is carried out as it enters.
unsigned core_unit_of(const ws_config *cfg, uint32_t op);
void core_unit_init(core_unit *u, unsigned which);

// One clock edge: groups move on, the last one leaves if `taken`. True if the first stage is free to be loaded.
bool core_unit_advance(core_unit *u, bool taken);

// Loads the first stage. a: 64 bits a lane; operations of 32 bits look at the low half. pred: complement applied.
void core_unit_load(const ws_config *cfg, core_unit *u, unsigned which, const core_head *head, const uint64_t a[],
                    const uint32_t b[], const uint32_t c[], uint32_t pred);

// The port to the units: one group at most goes through it in a cycle.
typedef struct core_port {
  uint32_t ready; // units that can take a group in this cycle
  bool used;
  bool mbar, bar; // the group goes to the mbarrier unit, to the barriers: with this head and these predicates
  core_head head;
  uint32_t pred;
} core_port;

// Sends lanes that wait in the table of their warp; they are blocked no longer. False if their unit, or the port, is taken.
bool core_send_waiting(ws_core *core, core_port *port, unsigned warp, uint32_t lanes, uint32_t status);

// The status of a complete group: whether it reports members that have exited.
uint32_t core_group_status(uint32_t op, uint32_t mask, uint32_t live);

// The warps of `candidates` that have lanes waiting (dirty: lanes whose group has not been examined).
uint32_t core_warps_with(const ws_core *core, uint32_t candidates, bool dirty);

// The first member of `set` after `last`, going round. `set` is not empty.
unsigned core_next_of(uint32_t set, unsigned last);

// One clock of the examiner of groups (scan.c). touched: warps named by a port in this cycle; no deadlock is decided in
// them. All that is chosen goes by the state before this cycle: lanes that arrive in it are looked at from the next one on.
void core_scan_step(ws_core *core, core_port *port, uint32_t touched);

#endif
