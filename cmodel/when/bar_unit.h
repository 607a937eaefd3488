// SPDX-License-Identifier: Apache-2.0
// The barriers of a core, cycle for cycle as rtl/bar/ws_bar.v: 16 named ones a CTA (PTX 9.7.13.1) and that of the cluster
// (PTX 9.7.13.3). Internal to libwarpsync.
//
//   group ─► came ─► next ─┬─► answer ────────────────────────────────────────────────────┬─► out
//                          └─► warp: waits until its barrier is complete or broken, then is due ┘
//
// A group, the live lanes of a warp that have come together, stands in `came`, then in `next`, where it meets its
// barrier; one a clock. Barriers that a warp's exit may have completed are examined before the next arrival is.
#ifndef WS_WHEN_BAR_UNIT_H
#define WS_WHEN_BAR_UNIT_H

#include "state/bar_table.h"
#include "state/sync.h"

#define BAR_SLOTS_MAX 8
#define BAR_ANSWERS 4 // of arrives

// A group on its way to its barrier.
typedef struct bar_group {
  bool valid;
  bool stale; // its CTA has ended, and another one has begun: it changes nothing
  group_head head;
  uint32_t val; // ws_bar_val
} bar_group;

// Sets of warps are a bit a warp of the core.
typedef struct bar_unit {
  unsigned lanes, warps, slots, ctas;
  bar_group came, next;
  ws_rsp answer[BAR_ANSWERS];     // of arrives: valid, tag, warp, op, lanes, status
  unsigned first, answers, fresh; // the oldest one, how many, and of them those that came in the cycle before
  ws_rsp out;                     // at the port, as `answer`
  bool out_blocks;                // it is that of a warp whose lanes are blocked
  bar_warp warp[WS_WARPS_MAX];
  bar_slot slot[BAR_SLOTS_MAX];
  uint32_t due;     // warps to be answered
  uint32_t soon;    // ... from the next cycle on
  bool looked;      // in the cycle before a barrier was looked at, or a group left `next`
  uint32_t pending; // warps of a CTA that are still to be launched
  uint32_t alive;   // warps that had a live lane a cycle ago
  uint32_t members; // warps that a barrier might await a cycle ago
  uint32_t gone;    // of those of the cycle before that one, which were none any more
  uint32_t arrived; // at the barrier of the cluster, in its present phase
  uint32_t owed;    // arrived there without a wait since
  unsigned last;    // warp that was answered last
  bool turn;        // of the warps that are due: `answer` went while they were
  bool ready;       // a group can enter
} bar_unit;

typedef struct bar_in {   // of one cycle
  const group_head *head; // a group enters; NULL if none
  uint32_t pred;          // its predicates, complement applied
  bool taken;             // the collector took what ws_bar_unit_result showed
  uint32_t live;          // warps with a live lane
  uint32_t start;         // slots whose first warp is launched
  bool launch;            // a launch took effect in the cycle before: `live` shows it
  unsigned launch_warp;
  uint32_t launch_warps; // as the port says
  bool clb_phase;
} bar_in;

// State after reset. cfg: complete.
void ws_bar_unit_init(bar_unit *u, const ws_config *cfg);

// What stands at the result port; rsp may be NULL, else it is written if something stands there.
bool ws_bar_unit_result(const bar_unit *u, ws_rsp *rsp);

// True if a group can enter in this cycle.
bool ws_bar_unit_ready(const bar_unit *u);

// True if nothing more happens without an input; warps that wait alone are quiet. in: live and clb_phase.
bool ws_bar_unit_quiet(const bar_unit *u, const bar_in *in);

// What is said to the cluster.
ws_clb ws_bar_unit_clb(const bar_unit *u);

// The clock edge.
void ws_bar_unit_step(bar_unit *u, const bar_in *in);

#endif
