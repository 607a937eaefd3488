// SPDX-License-Identifier: Apache-2.0
// The pipelines behind the rendezvous, and the port through which groups enter them. Internal to libwarpsync.
#ifndef WS_WHEN_UNITS_H
#define WS_WHEN_UNITS_H

#include "state/sync.h"

// What the collector takes turns with: the ports of ws_ops.h. The first ones, UNITS of them, are pipelines.
enum { UNITS = WS_PORTS_FLOW, SOURCES = WS_PORTS };

#define CORE_STAGES 8 // register stages of the deepest unit

// A completed group on its way through a unit, with what will come out.
typedef struct core_group {
  group_head head;
  uint32_t und;    // lanes that answer with SH_SRC_INACTIVE instead of `status`
  unsigned clocks; // in the unit's slow stage
  uint32_t p;
  uint32_t d[WS_LANES_MAX];
} core_group;

// One pipeline. Results are computed when the group enters; the stages only carry them. Each stage moves on when there is room behind
// it. In a rigid pipeline all stages but `tail` at the end move together, and none while the last one of them is full and stays; its first
// stage can be loaded even then if it is empty. One stage may be slow: a group stays there `clocks` clocks. Unless the pipeline is rigid,
// all of these but the last pass whether or not there is room behind; in a rigid one the first stage cannot be loaded in the clock in which
// a group of several clocks leaves the slow one behind it.
typedef struct core_unit {
  unsigned stages, slow;
  bool rigid;
  unsigned tail;
  unsigned left; // clocks that the group in the slow stage still needs
  bool valid[CORE_STAGES];
  core_group *group[CORE_STAGES];
  core_group pool[CORE_STAGES + 1];
  unsigned next; // next entry of the pool
} core_unit;

// The unit that an operation goes to, and that of a group: one with an error answers by itself.
unsigned ws_core_unit_of(const ws_config *cfg, uint32_t op);
unsigned ws_core_unit_for(const ws_config *cfg, uint32_t op, uint32_t status);

void ws_core_unit_init(const ws_config *cfg, core_unit *u, unsigned which);

// True if a group is in the pipeline.
bool ws_core_unit_busy(const core_unit *u);

// The group in the last stage; NULL if there is none.
const core_group *ws_core_unit_last(const core_unit *u);

// One clock edge: groups move on, the last one leaves if `taken`. True if the first stage is free to be loaded.
bool ws_core_unit_advance(core_unit *u, bool taken);

// Loads the first stage. a: 64 bits a lane; operations of 32 bits look at the low half. pred: complement applied.
void ws_core_unit_load(const ws_config *cfg, core_unit *u, unsigned which, const group_head *head, const uint64_t a[],
                       const uint32_t b[], const uint32_t c[], uint32_t pred);

#endif
