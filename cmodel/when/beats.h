// SPDX-License-Identifier: Apache-2.0
// Groups are taken apart into beats of fewer lanes, clock for clock as rtl/common/ws_beats.v. Internal to libwarpsync.
//
// To the units of memory a warp of cfg->lanes lanes is lanes / beat warps of cfg->beat lanes. Where both are the same there are no beats, and
// nothing here is used.
#ifndef WS_WHEN_BEATS_H
#define WS_WHEN_BEATS_H

#include "when/out.h"

typedef struct core_beat { // some lanes of a group, as its unit sees them
  bool valid;
  group_head head;
  ws_req req;
} core_beat;

typedef struct core_beats {
  unsigned lanes, beat; // of a warp, of a beat
  bool begun;           // the group that stands has had beats
  bool done;            // all of them have been taken: it leaves in the next clock
  uint32_t rest;        // its lanes that have not come, then
  core_beat now, next;  // the one that stands, and what will
} core_beats;

// What the units of memory see of a configuration. cfg: complete.
ws_config ws_beats_config(const ws_config *cfg);

void ws_beats_init(core_beats *b, const ws_config *cfg);

// There are beats.
static inline bool ws_beats_any(const core_beats *b) { return b->beat < b->lanes; }

// A warp of the units of memory, and a set of its lanes, as they are in the core.
uint32_t ws_beats_warp(const core_beats *b, uint32_t warp);
uint32_t ws_beats_lanes(const core_beats *b, uint32_t warp, uint32_t lanes);

// What goes on in this clock. e: the group that stands before these units; taken: its unit takes the beat that stands. Returns the lanes of the
// core that it takes; *leaves: the group leaves.
uint32_t ws_beats_plan(core_beats *b, const out_entry *e, bool taken, bool *leaves);

// The clock edge, when nobody looks at `now` any more.
static inline void ws_beats_step(core_beats *b) { b->now = b->next; }

#endif
