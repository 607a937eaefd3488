// SPDX-License-Identifier: Apache-2.0
// What comes before a request is judged, and exits and launches that wait for their turn, clock for clock as
// rtl/sync/ws_sync_front.v, ws_sync_exit.v and ws_sync_live.v. Internal to libwarpsync.
#ifndef WS_WHEN_FRONT_H
#define WS_WHEN_FRONT_H

#include "ws.h"

enum {
  FRONT_DEPTH = 8,  // requests inside
  FRONT_CLOCKS = 4, // from acceptance until a request can be judged
  FRONT_LAUNCH = 4, // from the port until a launch takes effect
  FRONT_KEYS =
      2, // requests whose lanes carry several keys, from the clock before they can be judged until one clock after they are taken apart
  FRONT_RING = 16 // operands of those inside and of groups on their way to a unit
};

typedef struct front_entry {
  const ws_req *req; // in the ring
  unsigned warp;
  uint32_t lanes;
  uint64_t at;  // clock from which on it can be judged
  bool legal;   // by the configuration of the clock after it was accepted
  bool several; // it waits, and its lanes carry several keys
} front_entry;

typedef struct core_front {
  uint64_t clock;
  bool ready;      // of the port
  bool put;        // a request was accepted in the clock before: its operands are being written
  bool apart;      // a request was being taken apart at the beginning of the clock before
  bool dropped;    // of the request that was judged in the clock before keys were kept, and no lane waits
  uint32_t stands; // warp, as one bit, of which a request stood at the port in the clock before
  ws_req ring[FRONT_RING];
  front_entry queue[FRONT_DEPTH];
  unsigned slot, first, count;
  uint8_t inside[WS_WARPS_MAX]; // requests of each warp
  // exits that wait, joined, and how many requests go before them
  uint32_t leaving[WS_WARPS_MAX];
  uint8_t ahead[WS_WARPS_MAX];
  uint32_t exits; // warps that have some
  uint32_t
      soon; // warps whose next request comes behind one, and that of the exit that was at the port two clocks before
  uint32_t going;  // the warp, as one bit, whose exits take effect in this clock if no other one joins
  uint32_t chosen; // ... in the next clock
  ws_lanes exit;   // what was at the port in the clock before
  // launches on their way, the oldest one first
  ws_lanes launch[FRONT_LAUNCH];
  uint32_t launch_warps[FRONT_LAUNCH];
} core_front;

// The oldest request if it can be judged in this clock; NULL if there is none.
const front_entry *ws_front_head(const core_front *f);

// Warps with a request inside.
uint32_t ws_front_inside(const core_front *f, unsigned warps);

// The warp, as one bit, whose exits take effect in this clock; 0 if there is none.
uint32_t ws_front_exits(const core_front *f, unsigned warps);

// Warps whose next request comes behind an exit that has not taken effect.
uint32_t ws_front_due(const core_front *f);

// True if no request, exit or launch is under way.
bool ws_front_quiet(const core_front *f);

typedef struct front_in { // of one clock
  const ws_config *cfg;
  const ws_in *ports;
  bool pop;        // the head was judged
  bool goes_on;    // ... and not all its lanes were refused
  bool apart;      // a request whose lanes carry several keys was being taken apart at the beginning of the clock
  uint32_t busy;   // warps with a group on its way to a unit, or of which no request may be judged
  uint32_t exited; // warp, as one bit, whose exits took effect
  uint32_t live;   // lanes that lived before this clock, of the warp of `exit`
} front_in;

// The clock edge.
void ws_front_step(core_front *f, const front_in *in);

#endif
