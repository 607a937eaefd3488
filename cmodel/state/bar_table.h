// SPDX-License-Identifier: Apache-2.0
// The barriers of a core: 16 named ones of each CTA (PTX 9.7.13.1), and who waits at them. Internal to libwarpsync.
//
// Here are the tables and their transitions; when/bar_unit.c says in which clock one takes place.
#ifndef WS_STATE_BAR_TABLE_H
#define WS_STATE_BAR_TABLE_H

#include "ws.h"

#define BAR_CLUSTER WS_BARRIERS // place of the warps that wait at the barrier of the cluster

typedef struct bar_warp {
  uint32_t away; // lanes blocked, from the group's arrival until the answer is taken
  bool waiting;
  unsigned place; // barrier where it waits
  uint32_t tag, op, status, result;
} bar_warp;

typedef struct bar_slot { // of one CTA
  ws_bar bar[WS_BARRIERS];
  uint32_t dirty; // barriers to be examined
  uint32_t warps; // of the CTA
  bool phase;     // of the cluster's barrier
} bar_slot;

// A CTA of `warps` warps begins: its named barriers are as after reset.
void ws_bar_slot_start(bar_slot *s, unsigned warps);

// The barriers at which somebody has arrived, a bit each.
uint32_t ws_bar_slot_active(const bar_slot *s);

// A transition of barrier `id` (ws_bar_next); ask NULL: an examination after an exit. live: warps of the CTA.
ws_bar_result ws_bar_slot_next(bar_slot *s, unsigned id, const ws_bar_ask *ask, uint32_t live);

// The warp waits at a place; `status` is what it will be answered if nothing else happens.
void ws_bar_warp_wait(bar_warp *w, unsigned place, uint32_t status);

// The warps of `set` that wait at a place.
uint32_t ws_bar_waiting(const bar_warp warp[], uint32_t set, unsigned place);

// The warp waits no longer: this is its answer.
void ws_bar_warp_go(bar_warp *w, uint32_t status, uint32_t result);

// The response to a warp whose answer is due. lanes: of the core.
void ws_bar_warp_response(const bar_warp *w, unsigned lanes, unsigned warp, ws_rsp *rsp);

#endif
