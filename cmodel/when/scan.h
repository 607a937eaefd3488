// SPDX-License-Identifier: Apache-2.0
// The examiner of waiting groups, shared by all warps, cycle for cycle as rtl/sync/ws_sync_scan.v. Internal to libwarpsync.
//
// In one clock a lane is chosen, in the next its group is examined. A group that is complete goes to its unit. One that is not
// stays; when all that wait have been examined, those that can never complete are looked for, and released with an error.
#ifndef WS_WHEN_SCAN_H
#define WS_WHEN_SCAN_H

#include "state/sync.h"
#include "when/units.h"

#define SCAN_STREAK 7

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

typedef struct scan_in { // of one cycle
  const ws_config *cfg;
  uint16_t now; // ticks
  uint32_t
      touched; // warps of which a request is not judged, or an exit or a launch takes effect: no deadlock is decided in them
  uint32_t storing;      // warps of which lanes are on their way to the table
  const core_port *port; // to the units
} scan_in;

// One clock. All that is chosen goes by the state before this cycle: lanes that arrive in it are looked at from the next one on.
// True if a group goes to its unit: *head is that group, whose lanes wait no longer; their operands still stand in the table.
bool ws_scan_step(core_scan *s, sync_warp warp[], const scan_in *in, group_head *head);

// True if nothing is to be examined.
bool ws_scan_quiet(const core_scan *s, const sync_warp warp[], unsigned warps);

#endif
